"""Accepted alternates of what is printed on cards: *target*, *you control*, *until end of turn*, *search your deck*.

Rules of `alternates.py`, which runs them: each gets the reader and the index of its word and gives what stands for it,
or None where the word means something else.
"""

from __future__ import annotations

from toolkit.language import forms
from toolkit.language.lexer import NO_READING, Reading, Token, names
from toolkit.language.vocabulary import NounEntry
from toolkit.language.wording.listed import is_order
from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.replaced import (
    CLAUSE,
    SENTENCE,
    Found,
    closed,
    holds,
    mark,
    nth,
    says,
    since,
    text_of,
    until,
    where_held,
)
from toolkit.language.wording.row import Condition, Filled, Row

_BEFORE_NOUN = names("ART POSS QOUT QIN NUMBER OTHER ORD MORE RANDOM GEN FOR_EACH")
_STATES = frozenset({"have", "own", "show", "belong", "tie", "win", "lose"})
"""Verbs that say how things stand, or may."""
_NOT_ALONE = names("AND OR IF WHEN MODAL DO_NOT")
_UNSPOKEN = frozenset({"repeat", "do"})
"""Verbs after which *this* is what was said before, no thing."""


def _named(a: Alternates, filled: Filled) -> bool:
    """Whether the things in a hole have names of their own."""
    words, kind = a.lexicon.vocabulary, a.noun(filled["things"][0], "thing")
    return any(words.is_kind(name.noun, kind or "") for name in words.names.values())


def _told_to(a: Alternates, filled: Filled) -> bool:
    """Whether the participle in a hole is no state, and an order with its verb stands before."""
    participle = filled["done"][0]
    verb = participle.find("verb")
    return bool(verb) and not participle.find("adj") and _ordered(a, verb.id)


_STOPS = {
    **dict.fromkeys(("lower", "reduce", "decrease"), "at least"),
    **dict.fromkeys(("raise", "increase"), "at most"),
}
_OF_AMOUNTS = frozenset({*_STOPS, "gain", "lose", "pay", "set", "score"})


def stops(a: Alternates) -> str | None:
    """The bound at which a change stops, of whose level it is said: *Lower the doom by 2, to a minimum of 1*."""
    return _STOPS.get(_changes(a))


def is_loss(a: Alternates) -> bool:
    """*Lose 1 coin for each cat, to a minimum of 2*: so many lost, or so many left?"""
    return _changes(a) in ("lose", "pay")


def _changes(a: Alternates) -> str:
    """The verb of an amount that was said last."""
    verbs = [_lemma(token) for token in since(a.out, SENTENCE)]
    return next((verb for verb in reversed(verbs) if verb in _OF_AMOUNTS), "")


def _lemma(token: Token) -> str:
    """The verb that a token may be; *reduces* is none of the language's yet."""
    verb = token.find("verb")
    return verb.id if verb else token.word.removesuffix("s")


def stops_at(bound: str) -> Condition:
    """Whether a change stops at such a bound of its level."""
    return lambda a, filled: stops(a) == bound


_LESS = "less_than|fewer_than|lower_than"
_MORE = "more_than|higher_than"


def _no_deed(a: Alternates, filled: Filled) -> bool:
    """Whether it is no *repeat this*, *do this*: what was said before."""
    return a.last.find("verb").id not in _UNSPOKEN


def _no_number(a: Alternates, filled: Filled) -> bool:
    """*half your bid in coins*, and not *2 coins in points*, which is nothing."""
    return closed(filled["much"][0]) != "NUMBER"


ROWS = (
    Row("~out of [the|a|an|your|their|its|that|each] [place]", "from"),
    # The doom would rise, a player's health drops to 0
    Row("[quantity] drops|falls to {n:0|zero}", "is {n}"),
    Row("[quantity] [would] ~rise|increase [!by]", "be raised"),
    Row("[quantity] [would] ~fall|decrease|drop [!by]", "be lowered"),
    Row("~control(s)", "have(s)"),
    Row("[begin] ~target player [!end]", "choose a player . That player"),
    Row("[begin] ~target opponent [!end]", "choose another player . That player"),
    # The thing on which the text stands: *discard this*, *while this is on your table*
    Row("{this:this} [end]", "{this} thing@this", when=_no_deed),
    Row("[verb] {this:this} [PLACE|INTO|TO|FROM|relation]", "{this} thing@this", when=_no_deed),
    Row("{this:this} [BE|MODAL]", "{this} thing@this", when=_no_deed),
    Row("{this:this} [!noun|name|adj] [third]", "{this} thing@this", when=_no_deed),
    Row("{can:can|may} ^ only {do:verb} {n:NUMBER}", "cannot@can {do} more_than@n {n}"),
    Row("{can:can|may} {do:verb} ^ only {n:NUMBER}", "cannot@can {do} more_than@n {n}"),
    Row("~regain(s) [NUMBER]", "gain(s)"),
    # *gains half the region's worth in points*
    Row("gain(s) {much...} in {what:quantity} [end]", "gain(s) {what} equal_to {much}", when=_no_number),
    Row("~double(s) {whose:your|their} {what:quantity}", "gain(s) {what} equal_to@what {whose} {what}"),
    # No two things are one: their names are meant
    Row(
        "[FOR_EACH] ~differently named {things:thing}",
        "different name among the {things.plural}",
        when=_named,
    ),
    Row(
        "[number] [OF] ~differently named {things:thing}",
        "different names among the {things.plural}",
        when=_named,
    ),
    Row("[NUMBER] ~differently named {things:thing}", "{things.plural} with different names", when=_named),
    Row("[FOR_EACH] different {things:thing}", "different name among the {things.plural}", when=_named),
    Row("[number] [OF] different {things:thing}", "different names among the {things.plural}", when=_named),
    Row("[NUMBER] different {things:thing}", "{things.plural} with different names", when=_named),
    # But not less than 0; of what is lowered, a bound of its level
    Row(f"{{but:BUT}} ^ not|never {_LESS}|below", "but_to@but at_least", when=stops_at("at least")),
    Row(f"{{but:BUT}} ^ not|never {_MORE}|above", "but_to@but at_most", when=stops_at("at most")),
    Row(f"[BUT] not|never {_LESS}", "at_least"),
    Row(f"[BUT] not|never {_MORE}", "at_most"),
    # What nobody can do is never done
    Row("[!begin] COMMA? if ^ able|possible [end]", ""),
    # Behind an order to return cards: *1 coin for each card returned*
    Row("for_each {things:noun} {done:participle} [end]", "for_each {done} {things}", when=_told_to),
)


def target(a: Alternates, i: int) -> Found | None:
    """*target unit* is *a unit*, *another target unit* is *another unit*."""
    following = a.text(i + 1)
    if a.tokens[i].type != "ALTERNATE" or not (a.nominal(i + 1) or following == "opponent"):
        return None
    if (said := _chosen_that_cannot(a, i)) is not None:
        return said
    if closed(a.last) in _BEFORE_NOUN:
        return Found(1, [])
    return Found(1, [a.said(forms.article(following), a.tokens[i])])


def _chosen_that_cannot(a: Alternates, i: int) -> Found | None:
    """*Target unit cannot move this turn.* is *Choose a unit. That unit cannot …*; *a unit* would be any."""
    ends = (k for k in range(i + 1, len(a.tokens)) if a.text(k) == "cannot" or a.tokens[k].type in CLAUSE)
    j = next(ends, None)
    phrase = a.tokens[i + 1 : j]
    head = next((token for token in phrase if a.noun(token, "thing")), None)
    starts = not a.out or a.last.type in ("STOP", "BULLET")
    if j is None or head is None or a.text(j) != "cannot" or not starts:
        return None
    like = a.tokens[i]
    choose, stop, that = a.said("Choose", like), mark("STOP", phrase[-1]), a.said("that", head)
    article = a.said(forms.article(a.text(i + 1)), like)
    article.spell(article.word)
    that.spell("That")
    return Found(j - i, [choose, article, *a.within(i + 1, j), stop, that, head])


def costing_more(a: Alternates, i: int) -> Found | None:
    """*costing up to 2 more than it* is *whose cost is at most 2 plus its cost*."""
    found = a.bound_at(i + 1)
    if found is None:
        return None
    bound, number, used = found
    j = i + 1 + used
    if a.noun(a.at(j), "quantity"):
        j += 1
    if a.text(j) == "more" and a.text(j + 1) == "than":
        j += 1
    elif a.text(j) != "more than":
        return None
    token, what = a.tokens[i], a.at(j + 1)
    if not what:
        return None
    said = [a.said(word, token) for word in ("whose", "cost", "is")]
    said += [] if bound == "exactly" else [a.said(bound, token)]
    said += [number, a.said("plus", token)]
    if a.text(j + 1) == "it":
        return Found(j + 2 - i, [*said, a.said("its", what), a.said("cost", what)])
    return Found(j + 1 - i, [*said, *(a.said(word, token) for word in ("the", "cost", "of"))])


def that_costs_more(a: Alternates, i: int) -> Found | None:
    """*a card that costs up to 2 more than it*: as *costing up to 2 more than it*."""
    found = costing_more(a, i) if a.last.word == "that" else None
    return found._replace(drop=1) if found is not None else None


def towards(a: Alternates, i: int) -> Found | None:
    """*Gain a card to your hand.* is *Gain a card, then put it in your hand.*, where the verb says no place itself."""
    verbs = (each.find("verb") for each in a.clause_before() if not each.find("noun"))
    said = next((said for verb in verbs if verb and (said := _said_with_to(a, i, verb.id))), None)
    if said is not None:
        return said
    order, place = _order_before(a), _place(a, i)
    if order is None or place is None:
        return None
    (verb, objects), (prep, used), token = order, place, a.tokens[i]
    several = any(each.type == "NUMBER" and each.text != "1" for each in objects)
    put = "put" if "b" in verb.form else "puts"
    words = ("then", put, *(("those", "things") if several else ("it",)), prep)
    return Found(used, [mark("COMMA", token), *(a.said(word, token) for word in words)])


def _order_before(a: Alternates) -> tuple[Reading, list[Token]] | None:
    """The verb of the clause that goes on here and what stands after it, if no phrase of the verb says where to."""
    clause = a.clause_before()
    at = next(
        (k for k, each in enumerate(clause) if each.find("verb") and not each.find("noun")), len(clause)
    )
    verb = clause[at].find("verb") if at + 1 < len(clause) else NO_READING
    if not verb or _takes_place(a, verb.id) or holds(clause, *_NOT_ALONE):
        return None
    return verb, clause[at + 1 :]


def who_is_there(a: Alternates, i: int) -> Found | None:
    """*When a player searches at the chapel, …* is *When a player at the chapel searches, …*, where the phrase of the
    verb has no place; so is *a player who searches at the chapel*.
    """
    verb = a.last.find("verb") if len(a.out) > 2 else NO_READING
    if "t" not in verb.form or a.lexicon.frames.get(verb.id) != {()}:
        return None
    clause = since(a.out, CLAUSE)
    who = nth(a.out, -2)
    if not who or (closed(who) != "REL" and closed(clause[0]) not in ("WHEN", "FIRST_TIME")):
        return None
    at = len(a.out) - (2 if closed(who) == "REL" else 1)
    if not a.noun(a.out[at - 1], "player") or (end := _head_of_place(a, i + 1)) is None:
        return None
    return Found(end + 1 - i, [*a.tokens[i : end + 1], *a.out[at:]], drop=len(a.out) - at)


def _head_of_place(a: Alternates, i: int) -> int | None:
    """Where the place or the name stands that a phrase from `i` on is about."""
    while (token := a.at(i)) and not token.find("name") and not a.noun(token, "place"):
        if closed(token) not in _BEFORE_NOUN and not token.find("adj"):
            return None
        i += 1
    return i if token else None


def _said_with_to(a: Alternates, i: int, verb: str) -> Found | None:
    """*send a cat into a park* is *to a park*, where the phrase of the verb has *to* and no other way."""
    words = a.lexicon.vocabulary
    slots = [slot for template in words.templates if template.verb == verb for slot in template.slots]
    to = [words.nouns.get(slot.noun) for slot in slots if slot.role == "to"]
    other = any(slot.role in ("into", "place") for slot in slots)
    if (
        a.text(i) not in ("into", "onto")
        or other
        or not any(each and each.category == "place" for each in to)
    ):
        return None
    return Found(1, [a.said("to", a.tokens[i])])


def _place(a: Alternates, i: int) -> tuple[str, int] | None:
    """*to your hand*, *onto the pile*, *to the top of your deck*: the preposition that says it, and how many tokens
    it stands for.
    """
    if a.text(i + 1) == "the" and a.text(i + 2) == "top" and a.text(i + 3) == "of":
        return "on top of", 4
    noun = a.noun(a.at(i + 2), "place")
    if not noun or a.text(i + 1) not in ("your", "their", "the") or a.text(i + 3) == "until":
        return None
    entry = a.lexicon.vocabulary.nouns[noun]
    return ("on top of" if a.text(i) == "onto" and entry.prep != "on" else entry.prep), 1


def _takes_place(a: Alternates, verb: str) -> bool:
    """Whether a phrase of the verb says where to."""
    return any(role in ("to", "into", "place") for frame in a.lexicon.frames.get(verb, ()) for role in frame)


def while_so(a: Alternates, i: int) -> Found | None:
    """*When you draw a card while you have 3 cards, …* is *As long as you have 3 cards, when you draw a card, …*: what
    is asked of the moment before it.
    """
    said, end = _event_before(a), _comma_after(a, i)
    if not said or end is None:
        return None
    return Found(end - i, _as_long_as(a, said, a.within(i + 1, end)), drop=len(said))


def doing_with(a: Alternates, i: int) -> Found | None:
    """*When you rest with 3 cards in your hand, …* is *As long as you have 3 cards in your hand, when you rest, …*,
    where the verb takes no *with*; *When a player rests with 3 cards in their hand, …* likewise.
    """
    said, end = _event_before(a), _comma_after(a, i)
    you = len(said) > 2 and said[1].word == "you"
    player = len(said) > 3 and said[1].word in ("a", "another") and bool(a.noun(said[2], "player"))
    if end is None or not (you or player):
        return None
    does, *rest = said[2:] if you else said[3:]
    verb = does.find("verb")
    if (rest and not a.noun(said[-1], "event")) or not verb:
        return None
    if any("with" in frame for frame in a.lexicon.frames.get(verb.id, ())):
        return None
    token = a.tokens[i]
    condition = [a.said(word, token) for word in ("you" if you else "they", "have")]
    return Found(end - i, _as_long_as(a, said, [*condition, *a.within(i + 1, end)]), drop=len(said))


def cannot_with(a: Alternates, i: int) -> Found | None:
    """*A player cannot rest with 3 cards in their hand* is *A player with 3 cards in their hand cannot rest*, where the
    verb takes nothing.
    """
    said, end = since(a.out, CLAUSE), a.end(i + 1)
    bound, verb = a.bound_at(i + 1), a.last.find("verb")
    at = next((k for k, token in enumerate(said) if token.word in ("cannot", "may not")), 0)
    if bound is None or not verb or not at or at + 2 != len(said) or not a.noun(said[at - 1], "player"):
        return None
    if end < len(a.tokens) and a.tokens[end].type not in SENTENCE:
        return None
    if any(a.lexicon.frames.get(verb.id, {("?",)})):
        return None
    return Found(end - i, [a.tokens[i], *a.within(i + 1, end), *said[at:]], drop=len(said) - at)


def _comma_after(a: Alternates, i: int) -> int | None:
    """Where the comma stands with which the clause ends; None: it ends with something else."""
    end = until(a.tokens, i + 1, CLAUSE)
    return end if end < len(a.tokens) and a.tokens[end].type == "COMMA" else None


def _event_before(a: Alternates) -> list[Token]:
    """The clause that goes on here, if it tells of an event: *When you draw …*, *If you draw …*; else nothing."""
    clause = a.clause_before()
    if not clause or closed(clause[0]) not in ("WHEN", "IF"):
        return []
    first = next((verb for each in clause[1:] if (verb := each.find("verb"))), None)
    would = says(clause, "would")
    return clause if first is not None and (would or first.id not in _STATES) else []


def _as_long_as(a: Alternates, clause: list[Token], condition: list[Token]) -> list[Token]:
    when, *event = clause
    first = a.said("as long as", when)
    return [first, *condition, mark("COMMA", when), a.spelled("when", when), *event]


def or_so_many(a: Alternates, i: int) -> Found | None:
    """*Gain 2 coins, or 4 if you won.* is *If you won, gain 4 coins. Otherwise, gain 2 coins.*; of somebody else it is
    *Each player gains 4 coins if they won. Otherwise, that player gains 2 coins.*

    After *2 coins for each cat* it must be said whether the other amount is for each one, too: *or 4 for each if …*.
    """
    sentence = since(a.out, SENTENCE)
    order = [each for each in sentence if each.type != "COMMA"]
    numbers = [k for k, each in enumerate(order) if each.type == "NUMBER"]
    start = i + 1 + (bool(order) and a.text(i + 1) == order[0].word.lower())  # *or gain 4 if you won*
    more, condition = a.at(start), _last_condition(a, start + 1)
    if more.type != "NUMBER" or condition is None or not order:
        return None
    if not is_order(order[0]):
        return _so_many_of_somebody(a, i, sentence, condition)
    begins, end = condition
    counted = holds(order, "FOR_EACH")
    if (
        len(numbers) != 1
        or not _alike(a, order[numbers[0] :], start + 1)
        or counted != _of_each(a, start + 1, begins - 1)
    ):
        return None
    like, last, at = order[0], a.tokens[end - 1], numbers[0]
    verb = like.saying(like.word)
    comma, stop = mark("COMMA", last), mark("STOP", last)
    fewer = [verb, *order[1:]]
    then = [*fewer[:at], more, *_as_many(a, fewer[at + 1 :], more.text == "1")]
    said = [a.said("if", like), *a.within(begins, end), comma, *then, stop]
    said += [a.said("otherwise", like), comma, *fewer]
    return Found(end - i, said, drop=len(sentence))


def _so_many_of_somebody(
    a: Alternates, i: int, sentence: list[Token], condition: tuple[int, int]
) -> Found | None:
    """*…, they gain 2 coins, or 4 if they won.*; an *if* of both stands again before the other amount."""
    clause = since(a.out[: len(a.out) - (a.last.type == "COMMA")], CLAUSE)
    opening = sentence[: len(sentence) - len(clause) - (sentence[-1].type == "COMMA")]
    joints = {closed(each) for each in clause}
    if (
        len(clause) < 4
        or clause[-2].type != "NUMBER"
        or joints & _JOINTS
        or not _alike(a, clause[-2:], i + 2)
    ):
        return None
    subject, again = clause[:-3], _again(a, clause)
    begins, end = condition
    verb, more, last = clause[-3], a.tokens[i + 1], a.tokens[end - 1]
    comma, stop, otherwise = mark("COMMA", last), mark("STOP", last), a.said("Otherwise", last)
    much = [*subject, verb, more, *_as_many(a, clause[-1:], more.text == "1")]
    asked, if_ = _names_nobody(a, a.within(begins, end), subject), a.said("if", last)
    both = where_held(opening, "IF")
    if both is None:
        said = [*opening, *much, if_, *asked, stop, otherwise, comma, *again, *clause[-3:]]
    elif {closed(each) for each in opening[both:]} & {"OR"} or "OR" in map(closed, asked):
        return None
    else:
        first = opening[both + 1 : -1]
        said = [*opening[: both + 1], *first, a.said("and", last), *asked, comma, *much, stop]
        said += [otherwise, comma, if_, *first, comma, *again, *clause[-3:]]
    return Found(end - i, said, drop=len(sentence))


def _names_nobody(a: Alternates, asked: list[Token], subject: list[Token]) -> list[Token]:
    """*they gain 1 coin, or 2 if another player has a cat*: the condition is asked before *they gain 2*, and *they* are
    who was spoken of before: *if at least 1 other player has a cat*.
    """
    if text_of(subject) not in ("they", "that player") or len(asked) < 2:
        return asked
    some, who = asked[:2]
    if some.word not in ("a", "another") or not a.noun(who, "player"):
        return asked
    bound = [a.said("at least", some), a.number("1", some)]
    return [*bound, *([a.said("other", some)] if some.word == "another" else []), *asked[1:]]


def _again(a: Alternates, clause: list[Token]) -> list[Token]:
    """Who a clause is about, said once more: *each player with 2 coins* is *that player*."""
    if clause[0].word not in ("each", "every"):
        return clause[:-3]
    noun = next((each for each in clause if a.noun(each, "player")), clause[0])
    return [a.said("that", clause[0]), noun]


_JOINTS = names("AND OR THEN IF WHEN UNLESS")


def _alike(a: Alternates, order: list[Token], i: int) -> bool:
    """Whether the other number is one of the same, said or not: *gain 3 food or 2 coins* is no *2 food*."""
    found = a.tokens[i].find("noun")
    nouns = (noun for each in order if (noun := each.find("noun")))
    return not found or next(nouns, found).id == found.id


def and_so_much(a: Alternates, i: int) -> Found | None:
    """*Gain 2 food plus 1 coin.* is *Gain 2 food and 1 coin.*"""
    clause, what = since(a.out, SENTENCE), a.noun(a.at(i + 2), "quantity")
    before = [a.noun(each, "quantity") for each in clause if a.noun(each, "quantity")]
    number = a.at(i + 1)
    if not what or before in ([], [what]) or len(before) > 1 or not a.ends(i + 3):
        return None
    if number.type != "NUMBER" or not clause or not is_order(clause[0]):
        return None
    return Found(1, [a.said("and", a.tokens[i])], drop=int(clause[-1].type == "COMMA"))


def plus_if(a: Alternates, i: int) -> Found | None:
    """*Gain 2 coins, plus 1 point if you won.*, *Gain 2 coins, and 1 point if you won.* are *Gain 2 coins. If you won,
    gain 1 point.*; *2 points, plus 1 point if …* of a score is two sentences, too.
    """
    comma = a.last.type == "COMMA"
    if i == 0 or a.tokens[i - 1].type != "COMMA":
        return None  # *gain 2 coins and 1 point if you won*, *2 coins plus 1 point if you won*: both
    clause = since(a.out[: len(a.out) - comma], CLAUSE)
    at, end = _so_much_if(a, i + 1), until(a.tokens, i, SENTENCE)
    if at is None or not any(each.type == "NUMBER" for each in clause):
        return None
    number, like, last = a.tokens[i + 1], clause[0], a.tokens[at]
    if like.type == "NUMBER" and len(clause) == len(since(a.out, SENTENCE)) - comma:
        return Found(end - i, [mark("STOP", number), *a.within(i + 1, end)], drop=int(comma))
    if not is_order(like):
        return None
    more = a.text(i + 2) == "more"  # *and 3 more coins*: besides the others
    condition = [a.said(forms.capitalize(last.text), last), *a.within(at + 1, end)]
    verb = [like.saying(like.word), number, *a.within(i + 2 + more, at)]
    return Found(end - i, [mark("STOP", number), *condition, mark("COMMA", last), *verb], drop=int(comma))


def _so_much_if(a: Alternates, i: int) -> int | None:
    """Where the condition begins in *1 point if you won* at `i`, with which the sentence ends."""
    number, end = a.at(i), until(a.tokens, i, SENTENCE)
    if number.type != "NUMBER" or not a.nominal(i + 1 + (a.text(i + 1) == "more")):
        return None
    if any(each.type == "COMMA" for each in a.tokens[i + 1 : end]):
        return None
    return next((k for k in range(i + 1, end) if closed(a.tokens[k]) in ("IF", "UNLESS")), None)


def _last_condition(a: Alternates, i: int) -> tuple[int, int] | None:
    """*coins instead if you won.*: where the condition begins with which the sentence ends, and where it ends."""
    while a.nominal(i) or a.text(i) in ("instead", *_EACH):
        i += 1
    end = until(a.tokens, i + 1, CLAUSE)
    ends = end >= len(a.tokens) or a.tokens[end].type == "STOP"
    return (i + 1, end) if a.text(i) == "if" and ends else None


_EACH = ("each", "for each")


def _of_each(a: Alternates, i: int, end: int) -> bool:
    """*4 coins for each*, *4 each*, which says no more of what."""
    return any(a.text(k) in _EACH for k in range(i, end))


def _as_many(a: Alternates, behind: list[Token], single: bool) -> list[Token]:
    """What stands after a number, with its noun in the singular or the plural."""
    at = next((k for k, each in enumerate(behind) if each.find("noun")), None)
    reading = behind[at].find("noun") if at is not None else NO_READING
    entry = a.lexicon.vocabulary.nouns.get(reading.id) if reading else None
    if at is None or entry is None:
        return behind
    noun = a.said(entry.id if single else entry.plural, behind[at])
    return [*behind[:at], noun, *behind[at + 1 :]]


def search(a: Alternates, i: int) -> Found | None:
    """*Search your deck for a card* is *Choose a card in your deck*."""
    if a.tokens[i].type != "ALTERNATE" or a.clause_before():
        return None
    j = next((k for k in range(i + 1, min(i + 6, len(a.tokens))) if a.text(k) == "for"), None)
    if j is None or not a.noun(a.tokens[j - 1], "place"):
        return None
    end = a.end(j + 1)
    token, place = a.tokens[i], a.tokens[i + 1 : j]
    prep = a.lexicon.vocabulary.nouns[a.noun(place[-1], "place")].prep
    verb = a.said("chooses" if a.text(i) == "searches" else "choose", token)
    thing = a.within(j + 1, end)
    return Found(end - i, [verb, *thing, a.said(prep, token), *place])


def _ordered(a: Alternates, verb: str) -> bool:
    """Whether an order with this verb stands before."""
    return any((said := token.find("verb")) and said.id == verb for token in a.out)


def first_of_period(a: Alternates, i: int) -> Found | None:
    """*The first spell you play each turn costs 1 less* is *As long as you have not played a spell this turn, spells
    that belong to you cost 1 less*, of what belongs to players.
    """
    before = since(a.out, SENTENCE)
    if [each.word for each in before] != ["the"]:
        return None
    you = next((k for k in range(i + 1, len(a.tokens)) if a.text(k) == "you"), len(a.tokens))
    what, noun, verb = a.tokens[i + 1 : you], _owned(a, you - 1), a.at(you + 1)
    reading = verb.find("verb")
    if noun is None or not reading or not verb or not all(each.find("adj") for each in what[:-1]):
        return None
    if a.text(you + 2) != "each" or a.text(you + 4) != "costs":
        return None
    done = a.lexicon.vocabulary.verb_forms(reading.id).participle
    like, period, costs = a.tokens[i], a.tokens[you + 3], a.tokens[you + 4]
    never = [a.tokens[you], *(a.said(word, verb) for word in ("have", "not", done))]
    one = [a.spelled(forms.article(what[0].text), like), *what, a.said("this", period), period]
    of_yours = [a.said(word, like) for word in ("that", "belong", "to", "you")]
    theirs = [*what[:-1], a.said(noun.plural, what[-1]), *of_yours]
    a.tokens[you + 4] = a.said("cost", costs)
    said = [a.spelled("As long as", before[0]), *never, *one, mark("COMMA", period), *theirs]
    return Found(you + 4 - i, said, drop=1)


def _owned(a: Alternates, i: int) -> NounEntry | None:
    """The noun at `i`, if it is of things that belong to players."""
    noun = a.lexicon.vocabulary.nouns.get(a.noun(a.at(i), "thing"))
    return noun if noun is not None and noun.owned else None
