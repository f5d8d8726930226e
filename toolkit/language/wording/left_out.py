"""Accepted alternates that leave a noun out: *a pirate* is a pirate unit, *then draw that many* are cards.

Rules of `alternates.py`, which runs them: each gets the reader and the index of its word and gives what stands for it,
or None where the word means something else.
"""

from __future__ import annotations

from itertools import pairwise

from toolkit.language import forms
from toolkit.language.lexer import NO_READING, NO_TOKEN, Token, names
from toolkit.language.vocabulary import NounEntry, Slot, Template
from toolkit.language.wording.by_how_much import one_of_each
from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.replaced import (
    CLAUSE,
    CONDITION,
    SENTENCE,
    Found,
    closed,
    holds,
    is_player,
    nth,
    says,
    since,
    until,
    where_said,
)
from toolkit.language.wording.row import Filled, Row
from toolkit.language.wording.trailing import BEYOND

PAIR = 2
"""Slots of `place {worker} at {space}`."""
_DETERMINERS = names("ART POSS QOUT QIN NUMBER OTHER ORD MORE RANDOM GEN MOST FOR_EACH")
_SHOWN = frozenset({"look at", "reveal", "choose"})
_HAVE = (["have"], ["has"])
_GIVING_UP = frozenset({"pay", "lose"})

_OF_AMOUNTS = frozenset({"gain", "lose", "pay", "score", "show", "have", "cost"})
SORTS = frozenset({"types", "kinds", "sorts"})
_ONE = frozenset({"a", "an", "this", "that", "each", "every", "another", "1", "a random", "for each", "per"})
"""Determiners of one thing."""
_JOINTS = names("COMMA AND OR")
MOST_WORDS = 4
"""*each of the players* has as many words, *no other player* fewer."""


def _one_player(a: Alternates, filled: Filled) -> bool:
    """Whether *another player*, *no other player*, *Red* stands there, and nothing more is said of them."""
    who = filled["who"]
    said = who[-1:]
    return bool(said) and len(who) < MOST_WORDS and (is_player(said[0], a) or bool(a.noun(said[0], "player")))


def _can_control(a: Alternates, filled: Filled) -> bool:
    """Whether the pack says what players control."""
    return "control" in a.lexicon.frames


def _another_controls(a: Alternates, filled: Filled) -> bool:
    return _can_control(a, filled) and _one_player(a, filled)


def _several_alike(a: Alternates, filled: Filled) -> bool:
    """*each set of 3 cards*, not *each set of 1 wood and 1 stone* (`by_how_much.py`)."""
    return not one_of_each(a, a.tokens.index(filled["n"][0]))[0]


ROWS = (
    # A room occupied by a mouse is one with a mouse, and one occupied by a player is one where they have something
    Row("[place] occupied by you [end]", "where you have a thing"),
    Row("[place] occupied by other players [end]", "where another player has a thing"),
    Row("[place] occupied by {who...}", "where {who} has a thing", when=_one_player),
    Row("[place] occupied by", "with"),
    Row("[place] that {is:is|are} occupied by other players [end]", "where@is another player has a thing"),
    Row("[place] that {is:is|are} occupied by you [end]", "where@is you have a thing"),
    Row("[place] that {is:is|are} occupied by {who...}", "where@is {who} has a thing", when=_one_player),
    Row("[place] that {is:is|are} occupied by [any]", "with@is"),
    Row("[place] in|on|at which", "where"),
    # *a region controlled by another player*, where controlling is a verb or a relation of the pack
    Row("[place|thing] controlled by you [end]", "you control", when=_can_control),
    Row("[place|thing] controlled by {who...}", "that {who} controls", when=_another_controls),
    Row("another of {whose:POSS} [any]", "1 of {whose} other"),
    Row("another {what:thing} of yours", "1 of your other {what.plural}"),
    Row("another {what:thing} of theirs", "1 of their other {what.plural}"),
    # Behind *Pay any number of coins.*, *Discard 2 coins.*: for every 2 coins paid, for each coin discarded
    Row("[FOR_EACH] {n:NUMBER} {what:quantity} ^ {done:paid|lost|gained} [end]", "{n} {done} {what}"),
    Row("[FOR_EACH] {n:NUMBER} {what:quantity} ^ you {done:paid|lost|gained} [end]", "{n} {done} {what}"),
    Row("[FOR_EACH] {n:NUMBER} {what:quantity} ^ you {done:spent} [end]", "{n} paid@done {what}"),
    Row("[FOR_EACH] {n:NUMBER} {what:quantity} ^ {done:spent} this_way? [end]", "{n} paid@done {what}"),
    Row("[FOR_EACH] {what:quantity} ^ {done:spent} this_way? [end]", "paid@done {what}"),
    Row("[FOR_EACH] {n:NUMBER} {what:quantity} ^ {done:discarded} this_way? [end]", "{n} lost@done {what}"),
    Row("[FOR_EACH] {what:quantity} ^ {done:discarded} this_way? [end]", "lost@done {what}"),
    # For each set of 3 cards of the same suit: for every 3 of them
    Row("{each:FOR_EACH} ^ ~pair of", "for_every@each 2"),
    Row("{each:FOR_EACH} ^ set|pair of {n:NUMBER}", "for_every@each {n}", when=_several_alike),
)


def thing(a: Alternates, i: int) -> Found | None:
    """*a pirate* is *a pirate unit*, *trumps* are *trump cards*."""
    token = a.tokens[i]
    member = a.lexicon.members[token.word]
    itself = token.word == member.word
    if itself and (a.nominal(i + 1) or not _determined(a) or _is_something_else(token)):
        return None
    if not itself and not token.find("member"):
        return None
    several = member.number == "p" or (member.number == "sp" and not _of_one(a))
    noun = a.spelled((member.nouns if several else member.noun).casefold(), token)
    return Found(1, [a.said(member.word, token), noun])


def _is_something_else(token: Token) -> bool:
    """*plus*, *Red*: a word that is more than a value or a state."""
    kinds = {reading.kind for reading in token.readings}
    return bool(kinds & {"noun", "verb", "word", "relation"}) or (
        "name" in kinds and token.text[:1].isupper()
    )


def _before_list(a: Alternates) -> int:
    """Where *a pirate* of *a pirate, red or blue unit* ends in the words so far, before the nouns that were put behind
    its items: each stands where its item was typed.
    """
    k = len(a.out) - 1
    while k >= PAIR and closed(a.out[k]) == "COMMA" and a.out[k - 1].span == a.out[k - PAIR].span:
        k -= PAIR + 1
    return k


def _determined(a: Alternates) -> bool:
    """Whether what stands before begins a noun phrase that has no noun yet."""
    k = _before_list(a)
    while k >= 0 and closed(a.out[k]) not in _DETERMINERS:
        if not a.out[k].find("adj") or a.out[k].find("noun"):
            return False
        k -= 1
    return k >= 0


def _of_one(a: Alternates) -> bool:
    """Whether the determiner of the noun phrase that ends here takes a singular."""
    k = _before_list(a)
    while k >= 0 and a.out[k].find("adj"):
        k -= 1
    return k >= 0 and a.out[k].word in _ONE


def of_the_list(a: Alternates, i: int) -> Found | None:
    """*a red, blue or green unit* is *a red unit, blue unit or green unit*."""
    noun = _noun_behind(a, i)
    if noun is None or closed(a.tokens[i + 1]) not in _JOINTS or not _determined(a):
        return None
    return Found(1, [a.tokens[i], a.spelled(noun.text.casefold(), a.tokens[i])])


def _noun_behind(a: Alternates, i: int) -> Token | None:
    """The noun at the end of a list of values that goes on with the one at `i`."""
    for token in a.tokens[i + 1 :]:
        if token.word in a.lexicon.values:
            continue
        if closed(token) not in _JOINTS:
            return token if token.find("noun") else None
    return None


def says_where(token: Token | None) -> bool:
    """*in*, *into*, *on top of*."""
    if token is None:
        return False
    return closed(token) in ("PLACE", "INTO", "TO", "FROM") or bool(token.find("relation"))


def one_of_those(a: Alternates, i: int) -> Found | None:
    """*Look at the top 2 cards of your deck. Put 1 in your hand.*: 1 of those cards."""
    token, where = a.tokens[i], a.at(i + 1)
    verb = a.last.find("verb")
    if not verb or ("b" not in verb.form and "t" not in verb.form):
        return None
    if verb.id in _OF_AMOUNTS or a.last.find("noun"):
        return None
    if not a.ends(i + 1) and not says_where(where):
        return None
    of = [a.said(word, token) for word in ("of", "those", "things")]
    return Found(1, [token, *of]) if _several_shown(a) else None


def _several_shown(a: Alternates) -> bool:
    """Whether several things were looked at before."""
    several = any(
        number.type == "NUMBER" and number.reading.id != "1" and a.noun(noun, "thing")
        for number, noun in pairwise(a.out)
    )
    return several and any(each.find("verb").id in _SHOWN for each in a.out)


def of_what(a: Alternates, i: int) -> Found | None:
    """*then draw that many.* is *then draw that many cards.*: what the verb takes."""
    verb = a.last.find("verb")
    if not verb or not a.ends(i + 1):
        return None
    words = a.lexicon.vocabulary
    nouns = {_object_of(each) for each in words.templates if each.verb == verb.id} & words.nouns.keys()
    if len(nouns) != 1:
        return None
    noun = words.nouns[nouns.pop()]
    token = a.tokens[i]
    return Found(1, [token, a.said(noun.plural, token)]) if noun.pack != "core" else None


def somewhere(a: Alternates, i: int) -> Found | None:
    """*Place another worker.* is *Place another worker at a space.*: where the verb of the pack puts it."""
    verb, noun = a.last.find("verb"), a.noun(a.at(i + 1), "thing")
    if not verb or not noun or not a.ends(i + 2) or not _is_order(a):
        return None
    where = _where_it_goes(a, verb.id, noun)
    if where is None:
        return None
    thing = a.tokens[i + 1]
    place = a.words(thing, where.prep, "a", where.noun)
    return Found(2, [a.tokens[i], thing, *place])


def _is_order(a: Alternates) -> bool:
    """Whether the clause asks nothing and forbids nothing."""
    said = since(a.out, CLAUSE)
    return not any(closed(token) in CONDITION | {"REL"} or token.word == "cannot" for token in said)


def _where_it_goes(a: Alternates, verb: str, thing: str) -> Slot | None:
    """The place of the pack that a verb needs for such a thing; None: it needs something else, or is said otherwise."""
    words = a.lexicon.vocabulary
    ways = [each.slots for each in words.templates if each.verb == verb and _object_of(each) == thing]
    if len(ways) != 1 or len(ways[0]) != PAIR:
        return None
    where = next(slot for slot in ways[0] if slot.role != "obj")
    place = words.nouns.get(where.noun)
    return where if place is not None and place.category == "place" and place.pack != "core" else None


def so_many_there(a: Alternates, i: int) -> Found | None:
    """*if they have no cats in their hand and you have at least one in your hand*: 1 cat, where the sentence speaks of
    no other things.
    """
    if not a.last or closed(a.last) != "BOUND" or [token.word for token in a.out[-2:-1]] not in _HAVE:
        return None
    if not a.at(i + 1) or closed(a.tokens[i + 1]) != "PLACE":
        return None
    things = {noun for token in since(a.out, SENTENCE) if (noun := a.noun(token, "thing"))}
    if len(things) != 1:
        return None
    entry, token = a.lexicon.vocabulary.nouns[things.pop()], a.tokens[i]
    return Found(1, [token, a.spelled(entry.id if token.reading.id == "1" else entry.plural, token)])


def of_theirs(a: Alternates, i: int) -> Found | None:
    """*a card from your hand for a card from theirs*: from their hand; *your bid is higher than theirs*: their bid."""
    token, before = a.tokens[i], a.last
    if before and before.word.endswith("than"):
        return _whose_other(a, token)
    if before.word in ("one of", "any of", "each of", "all of"):
        return _things_of_theirs(a, i)
    if closed(before) not in ("FROM", "PLACE", "INTO", "TO"):
        return None
    places = (noun for whose, noun in pairwise(a.out) if closed(whose) == "POSS" and a.noun(noun, "place"))
    place = next(reversed([*places]), None)
    if place is None:
        return None
    return Found(1, [a.said(token.word.removesuffix("s"), token), a.spelled(place.text, token)])


def _things_of_theirs(a: Alternates, i: int) -> Found | None:
    """*one of your cats for one of theirs*: of their cats."""
    token, before = a.tokens[i], since(a.tokens[:i], CLAUSE)
    said = [noun for whose, noun in pairwise(before) if closed(whose) == "POSS" and a.noun(noun, "thing")]
    things = nth(said, -1)
    if not things:
        return None
    return Found(1, [a.said(token.word.removesuffix("s"), token), a.spelled(things.text, token)])


def _whose_other(a: Alternates, token: Token) -> Found | None:
    """What is compared, as said of whose it is: *your bid*, *their highest card*."""
    subject = since(a.out, CLAUSE | CONDITION)
    if not subject or closed(subject[0]) != "POSS":
        return None
    end = where_said(subject, "is", "are")
    if end is None or end < PAIR or not subject[end - 1].find("noun"):
        return None
    what = [each.at(token) for each in subject[1:end]]
    return Found(1, [a.said(token.word.removesuffix("s"), token), *what])


def most_of_what(a: Alternates, i: int) -> Found | None:
    """*the player with the most cats in a park …, the player with the second most …*: cats in that park."""
    after = a.at(i + 1)
    if not _with_the(a.out) or a.nominal(i + 1) or not after or closed(after) in _DETERMINERS:
        return None
    before = next((k for k in reversed(range(len(a.out))) if a.out[k].word in ("most", "fewest")), None)
    if before is None:
        return None
    said: list[Token] = []
    for token in a.out[before + 1 :]:
        if closed(token) in CLAUSE | {"AND", "OR", "THEN"} or (token.find("verb") and not token.find("noun")):
            break
        said.append(token.at(a.tokens[i]))
    return Found(1, [a.tokens[i], *said]) if said else None


def _with_the(before: list[Token]) -> bool:
    """Whether *with the*, *with the second*, *has the* stand there."""
    words = [token.word for token in before[-3:]]
    return words[-2:] in (["with", "the"], ["has", "the"], ["have", "the"]) or words[:2] == ["with", "the"]


def whole_place(a: Alternates, i: int) -> Found | None:
    """*Discard your hand.* is *Discard all cards in your hand.*, where the verb takes cards and no place."""
    verb = a.last.find("verb") if not a.last.find("noun") else NO_READING
    entry = a.lexicon.vocabulary.nouns.get(a.noun(a.at(i + 1), "place"))
    if not verb or entry is None or verb.form.strip("dn") == "" or not _ends_phrase(a, i + 2):
        return None
    kind = _kind_taken(a, verb.id)
    if kind is None or _says_where(a, verb.id, entry.prep):
        return None  # *fill your box*, of `fill {pot} in {box}`: the place would be where they go
    token = a.tokens[i]
    said = a.words(token, "all", kind.plural, entry.prep)
    return Found(2, [*said, token, a.tokens[i + 1]])


def _kind_taken(a: Alternates, verb: str) -> NounEntry | None:
    """The kind of things that a verb is done with; None: it is said of nothing, of several, or of anything."""
    words = a.lexicon.vocabulary
    slots = (
        slot for each in words.templates if each.verb == verb for slot in each.slots if slot.role == "obj"
    )
    taken = {slot.noun for slot in slots}
    kind = words.nouns.get(taken.pop()) if len(taken) == 1 else None
    return kind if kind is not None and kind.category == "thing" and kind.pack != "core" else None


def _says_where(a: Alternates, verb: str, prep: str) -> bool:
    """Whether the verb takes something that is said with this preposition."""
    said = (slot.prep for each in a.lexicon.vocabulary.templates if each.verb == verb for slot in each.slots)
    return prep in said


def _ends_phrase(a: Alternates, i: int) -> bool:
    token = a.at(i)
    return not token or a.ends(i) or closed(token) in ("TO", "IF", "INSTEAD", "FACE")


_MORE_OF_IT = names("PLACE OF WITH WITHOUT REL WHOSE GEN FROM")


def un_so(a: Alternates, i: int) -> Found | None:
    """*is unripe* is *is not ripe*, *an unripe plum on your table* is *a plum on your table that is not ripe*."""
    token = a.tokens[i]
    so = a.spelled(token.readings[0].id, token)
    if closed(a.last) == "BE":
        return Found(1, [a.said("not", token), so])
    head = i + 1
    while a.nominal(head + 1):
        head += 1
    noun = a.tokens[head].find("noun") if a.nominal(head) else NO_READING
    end = _behind_place(a, head + 1)
    if end > head + 1 and _says_where_to(a):
        return None  # *put an unripe plum on the table*: the place is the verb's
    if not noun or (a.at(end) and closed(a.tokens[end]) in _MORE_OF_IT):
        return None
    said = a.words(token, "that", "are" if noun.form == "p" else "is", "not")
    phrase = [*a.tokens[i + 1 : end], *said, so]
    if a.last.word in ("a", "an"):
        return Found(end - i, [a.said(forms.article(phrase[0].text), a.last), *phrase], drop=1)
    return Found(end - i, phrase)


def _says_where_to(a: Alternates) -> bool:
    """Whether the verb of the clause takes a place."""
    verbs = (verb.id for each in a.clause_before() if (verb := each.find("verb")) and not each.find("noun"))
    return a.takes_place(verbs)


def _behind_place(a: Alternates, i: int) -> int:
    """Where the phrase of a place ends that begins at `i`, if one does."""
    if not a.at(i) or closed(a.tokens[i]) != "PLACE":
        return i
    end = i + 1
    while (token := a.at(end)) and (closed(token) in _DETERMINERS or token.find("adj")):
        end += 1
    return end + 1 if a.noun(token, "place") else i


def contains(a: Alternates, i: int) -> Found | None:
    """*if your hand contains 2 bones* is *if there are 2 bones in your hand*; *a hand that contains* is *with*."""
    clause, token = a.clause_before(), a.tokens[i]
    if "contain" in a.lexicon.frames or not clause:
        return None
    if clause[-1].word in ("that", "which"):
        return Found(1, [a.said("with", token)], drop=1)
    opener, *place = clause if closed(clause[0]) in CONDITION else [NO_TOKEN, *clause]
    entry = a.lexicon.vocabulary.nouns.get(a.noun(place[-1], "place")) if place else None
    end = until(a.tokens, i + 1, CLAUSE | {"AND"})
    head = next((noun for each in a.tokens[i + 1 : end] if (noun := each.find("noun"))), None)
    if not opener or entry is None or head is None:
        return None
    are = "are" if head.form == "p" else "is"
    said = a.words(token, "there", are)
    return Found(
        end - i, [*said, *a.within(i + 1, end), a.spelled(entry.prep, token), *place], drop=len(place)
    )


def in_it(a: Alternates, i: int) -> Found | None:
    """*a town with a cat in it* is *a town with a cat*, *each card that has a mark on it* is *… that has a mark*."""
    where = a.last
    if closed(where) != "PLACE":
        return None
    phrase = since(a.out[:-1], CLAUSE)
    at = next((k for k in range(len(phrase) - 1, 0, -1) if phrase[k].word in _WITH), 0)
    if not at:
        return None
    held, before = phrase[at + 1 :], phrase[at - 1].word
    if phrase[at].word in ("has", "have") and before not in ("that", "which"):
        return None  # *A cell cannot have more than 2 marks on it.*
    if [bool(token.find("noun")) for token in held].count(True) != 1 or any(map(_beside_something, held)):
        return None
    holder = next((noun for token in reversed(phrase[:at]) if (noun := token.find("noun"))), None)
    entry = a.lexicon.vocabulary.nouns.get(holder.id) if holder is not None else None
    return Found(1, [], drop=1) if entry is not None and _lies_so(where, entry) else None


def _beside_something(token: Token) -> bool:
    """*a cat with a mouse next to it*, *with an adjacent mouse*: what a thing has that way lies elsewhere."""
    bare = token.find("adj")
    return bool(token.find("relation")) or (bare is not None and bare.form == "relation")


def _lies_so(where: Token, holder: NounEntry) -> bool:
    """Whether something lies *in* that place, *on* that thing."""
    if holder.category == "place":
        return not holder.prep_said or where.word == holder.prep
    return holder.category == "thing" and where.word == "on"


def another_of_them(a: Alternates, i: int) -> Found | None:
    """*another of them*, *another one of them*; *another*, where no noun follows, after *one of them*."""
    of_them, used = a.text(i + 1) == "of", 3
    of_them = (of_them or a.text(i + 1) == "one of") and a.text(i + 2) in ("them", "those")
    of_them = of_them and a.ends_or_goes_on(i + 3)
    if not of_them:
        used = 1
        if not (picked(a) and (a.ends(i + 1) or says_where(a.at(i + 1)))):
            return None
    return in_turn(a, i, used, _one_of_the_others(a, a.tokens[i]))


def _one_of_the_others(a: Alternates, like: Token) -> list[Token]:
    return [a.number("1", like), *a.words(like, "of", "the", "other", "things")]


def to_another(a: Alternates, i: int) -> Found | None:
    """*Move a unit from one region to another.*: to another region; *from one of your cats to another*: of yours."""
    said = since(a.out, CLAUSE)
    come = [k for k in range(len(a.out) - len(said), len(a.out)) if a.out[k].word == "from"]
    if not come or not a.ends(i + 1) or a.last.word not in _WHITHER:
        return None
    start = come[-1] + 1
    of_them = a.out[start].word in _ONE_OF
    nouns = (k for k in range(start, len(a.out)) if a.noun(a.out[k], "place", "thing"))
    at = next(nouns, None)
    if at is None or (of_them and at < start + PAIR):
        return None
    like = a.tokens[i]
    if of_them:
        while a.out[at - 1].find("adj"):
            at -= 1
        return Found(1, [*a.out[start:at], *a.words(like, "other"), *a.out[at:-1]])
    return Found(1, [like, a.spelled(a.noun(a.out[at], "place", "thing"), like)])


def and_one(a: Alternates, i: int) -> Found | None:
    """*Put one of them in your hand and one in the shop.*: another of them."""
    if (
        a.tokens[i].reading.id != "1"
        or not a.last
        or a.last.word != "and"
        or not picked(a)
        or not says_where(a.at(i + 1))
    ):
        return None
    return in_turn(a, i, 1, _one_of_the_others(a, a.tokens[i]))


def one_again(a: Alternates, i: int) -> Found | None:
    """*Put one of them in your hand. Discard one of them. Put the rest back.*: another of them the second time, for the
    rest are those that were not taken.
    """
    if a.text(i + 1) not in ("them", "those") or not a.ends_or_goes_on(i + PAIR) or not picked(a):
        return None
    later = a.tokens[i + PAIR :]
    rest = says(later, "rest", "others")
    other = any((the.word, other.word) == ("the", "other") for the, other in pairwise(later))
    if not (rest or other):
        return None
    return in_turn(a, i, PAIR, _one_of_the_others(a, a.tokens[i]))


_ONE_OF = frozenset({"one of", "1 of"})
_WHITHER = frozenset({"to", "into", "onto", "in", "on", "at"})
_WITH = frozenset({"with", "without", "has", "have"})


def picked(a: Alternates) -> bool:
    """Whether one of several was spoken of before: *one of those things*, *1 of those sheets*."""
    words = [token.word for token in a.out]
    return any(some in ("of", "one of") and those == "those" for some, those in pairwise(words))


def two_picked(a: Alternates) -> bool:
    """Whether one of 3 things was spoken of before, and another."""
    words = [token.word for token in a.out]
    three = any(token.type == "NUMBER" and token.word in ("3", "three") for token in a.out)
    return three and picked(a) and ("other", "things") in pairwise(words)


def in_turn(a: Alternates, i: int, used: int, what: list[Token], drop: int = 0) -> Found | None:
    """*Put one of them in your hand, another in the shop and the rest in your deck.*: the verb is said again."""
    before = a.out[: len(a.out) - drop]
    joint = closed(before[-1]) if before else ""
    sentence = [token.word for token in since(before, SENTENCE)]
    listed = joint == "AND" or (joint == "COMMA" and "those" in sentence)
    if not listed or not says_where(a.at(i + used)):
        return Found(used, what, drop)
    like = a.tokens[i]
    verb = next((t for t in reversed(before) if t.type == "STOP" or t.find("verb")), like)
    if not verb.find("verb"):
        return None
    return Found(used, [a.said("and", like), a.said(verb.word, like), *what], drop + 1)


def from_the_top(a: Alternates, i: int) -> Found | None:
    """*Reveal cards from the top of your deck until …*, *from your deck*: the top cards of your deck."""
    verb = nth(a.out, -2).find("verb")
    noun = a.last
    if verb.id not in _SHOWN or not a.noun(noun, "thing"):
        return None
    rest = a.tokens[i : until(a.tokens, i, CLAUSE)]
    if not holds(rest, "UNTIL"):
        return None
    top = a.text(i) == "from the top" and a.text(i + 1) == "of"
    said = [*a.words(a.tokens[i], "the", "top"), noun, a.spelled("of", a.tokens[i])]
    return Found(1 + top, said, drop=1)


def from_an_end(a: Alternates, i: int) -> Found | None:
    """*2 cards from the top of the deck* are the top 2 cards of the deck, *a card from its bottom* is the last."""
    noun = a.last
    if not a.noun(noun, "thing") or a.text(i + 1) != "of":
        return None
    end, like = a.text(i).rpartition(" ")[2], a.tokens[i]
    before = a.out[-2] if len(a.out) > 1 else like
    counted = before.type == "NUMBER"
    if not counted and before.word not in ("a", "an"):
        return None
    number = [before] if counted else []
    return Found(2, [*a.words(like, "the", end), *number, noun, a.spelled("of", like)], drop=2)


def each_own(a: Alternates, i: int) -> Found | None:
    """*Pay 1 coin for each debt.* is *… for each debt you have*: amounts are of those who do it; so is *for each debt
    above 3*.  Not after *Pay any number of debts*: each that was paid, or that is left?
    """
    noun = a.at(i + 1)
    name = a.noun(noun, "quantity")
    entry = a.lexicon.vocabulary.noun(name)
    whose = a.whose() if a.out else None
    if not noun or entry is None or not entry.owned or whose is None:
        return None
    if not a.ends(i + 2) and a.text(i + 2).replace(" ", "_") not in ("above", *BEYOND):
        return None
    if not any(t.find("verb").id in _OF_AMOUNTS for t in a.clause_before()):
        return None
    if _given_up(name, a.out[: -len(a.clause_before())], a):
        return None
    each = a.said("for each", a.tokens[i])
    return Found(
        2, [each, noun, a.spelled({"your": "you", "their": "they"}[whose], noun), a.said("have", noun)]
    )


def _given_up(name: str | None, before: list[Token], a: Alternates) -> bool:
    """Whether a clause before has paid or lost some of that."""
    verb = ""
    for token in before:
        said = token.find("verb")
        verb = said.id if said else "" if token.text.casefold() == "for each" else verb
        if verb in _GIVING_UP and a.noun(token, "quantity") == name:
            return True
    return False


_GOES_ON = frozenset(["you", "they", "is", "are", "has", "have", "no", "nobody", "another", "each"])


def _is_somewhere(a: Alternates, i: int) -> bool:
    """*each suit on the table*; not *each suit on the table that you do not have*, which is said of the suit, not
    of the card.
    """
    if a.text(i + 2) not in ("in", "on", "at", "among") or a.text(i + 3) == "which":
        return False
    rest = [token.word for token in a.tokens[i + 2 : until(a.tokens, i, CLAUSE)]]
    return not any(word == "that" and behind in _GOES_ON for word, behind in pairwise(rest))


def each_value(a: Alternates, i: int) -> Found | None:
    """*for each suit of which there are at least 3 cards*, *that has at least 3 cards* are *each suit with at least 3
    cards*; *for each suit in your hand* is *for each different suit among the cards in your hand*, *for each suit among
    your cards* is *for each different suit among your cards*.
    """
    noun = a.at(i + 1)
    lemma = a.noun(noun, "attribute", "list", "value")
    bearer = a.lexicon.bearers.get(lemma or "") if lemma in a.lexicon.vocabulary.lists else None
    if bearer is None or not noun:
        return None
    words = [a.text(k) for k in range(i + 2, i + 6)]
    used = 4 if words[1:] == ["which", "there", "are"] else 0
    used = 2 if words[:1] == ["that"] and words[1] in ("has", "have") else used
    if used:
        bound = a.bound_at(i + 2 + used)
        said = [a.tokens[i], noun, a.said("with", a.tokens[i + 2])]
        return Found(2 + used, said) if bound is not None else None
    if not _is_somewhere(a, i):
        return None
    among = (a.said(word, noun) for word in ("among", "the", bearer.plural) if words[0] != "among")
    return Found(2, [a.tokens[i], a.said("different", noun), noun, *among])


def _bare_sorts(a: Alternates, i: int) -> None:
    """*different types of fur* are *different furs*."""
    noun = a.noun(a.at(i + 2), "attribute")
    if noun and a.text(i) in SORTS and a.text(i + 1) == "of":
        a.tokens[i : i + 3] = [a.said(a.lexicon.vocabulary.nouns[noun].plural, a.tokens[i + 2])]


def different(a: Alternates, i: int) -> Found | None:
    """*at least 3 different suits* are 3 cards of different suits (so *for every 4 different suits*); *each different
    suit in your hand*, *you have* is each among the cards in your hand, you have.
    """
    _bare_sorts(a, i + 1)
    bearer = a.lexicon.bearers.get(a.noun(a.at(i + 1), "attribute"))
    if bearer is None or not a.out:
        return None
    token, number, what = a.tokens[i], a.last, a.tokens[i + 1]
    following = a.at(i + 2)
    if closed(number) in ("FOR_EACH", "OF") and following and _of_some(following):
        return Found(2, [token, what, *(a.said(word, what) for word in ("among", "the", bearer.plural))])
    if len(a.out) < 2 or number.type != "NUMBER" or closed(a.out[-2]) not in ("FOR_EACH", "BOUND"):
        return None
    said = [number, a.said(bearer.plural, token), a.said("of", token), token]
    if closed(a.out[-2]) == "FOR_EACH":
        return Found(1, [a.said("for every", a.out[-2]), *said], drop=2)
    return Found(1, said, drop=1)


def _of_some(following: Token) -> bool:
    """*in your hand*, *you control*, behind *each different suit*: of the cards there."""
    where = closed(following) == "PLACE" and following.word not in ("among", "on")
    return where or following.word in ("you", "they")


def _object_of(template: Template) -> str:
    """The noun of what a verb is done with: *card* of `draw a card`, of `draw {number} cards`, of `discard {card}`."""
    if template.fixed:
        return template.fixed.partition(" ")[2]
    slot = next((slot for slot in template.slots if slot.role == "obj"), None)
    return "" if slot is None else slot.counts or slot.noun
