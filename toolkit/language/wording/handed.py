"""Accepted alternates for what one player gives another: *Give a card from your hand to that player.*

Rules of `alternates.py`, as in `people.py`: it is put from the place that is named in the like place of the other.  A
verb of the pack that says so itself goes first.
"""

from __future__ import annotations

from itertools import islice

from toolkit.language.lexer import NO_READING, Token, names
from toolkit.language.vocabulary import NounEntry, Template
from toolkit.language.wording.each_by_itself import as_them
from toolkit.language.wording.giving import PUT, said_to
from toolkit.language.wording.handing import if_there, in_the_middle
from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.replaced import (
    CLAUSE,
    SENTENCE,
    Found,
    closed,
    holds,
    mark,
    says,
    since,
    text_of,
    until,
)
from toolkit.language.wording.row import Row

_PAID = {"pay": "pay", "pays": "pays", "give": "lose", "gives": "loses"}
_TAKEN = {"take": "lose", "steal": "lose"}
_HANDED = frozenset({"give", "gives", "pass", "passes"})
_GOES = frozenset({"goes", "passes", "moves"})
_SHORTEST = 6
"""Words of *choose cards in your hand and*."""
_EACH = frozenset({"each", "every", "all", "both"})
WORDS = frozenset(PUT)
_GOT = {
    **dict.fromkeys(("take", "get", "receive"), "acquire"),
    **dict.fromkeys(("takes", "gets", "receives"), "acquires"),
    **dict.fromkeys(("took", "taken", "got", "received"), "acquired"),
}
ACQUIRED = frozenset({*_GOT, *_HANDED, *_GOES})
PAID, TAKEN = frozenset(_PAID), frozenset(_TAKEN)


ROWS = (
    Row(
        "{deal:deal|deals} {each:each|every|that} {who:player} {n:NUMBER} {what:thing}",
        "{deal} {n} {what} to@each {each} {who}",
    ),
)


def given(a: Alternates, i: int) -> Found | None:
    """*gives 2 cards in their hand to the player to their left*."""
    _receiver_behind(a, i)
    _to_the_side(a, i)
    to = _joint(a, i + 1)
    if to is None or to < i + 5 or said_to(a, i):
        return None
    prep, whose, place = a.tokens[to - 3 : to]
    if prep.word not in ("in", "from", "at", "on") or closed(whose) != "POSS":
        return None
    entry = a.lexicon.vocabulary.nouns.get(a.noun(place, "place"))
    if entry is None or entry.place_of != "player" or not _player(a, to + 1):
        return None
    token = a.tokens[to]
    where = a.words(token, entry.prep, "the", entry.id, "of")
    verb = a.said(PUT[a.text(i)], a.tokens[i])
    taken = [*a.tokens[i + 1 : to - 3], a.said("from", prep), whose, place]
    return Found(to + 1 - i, [verb, *taken, *where])


def _receiver_behind(a: Alternates, i: int) -> None:
    """*Give another player a card from your hand* as *give a card from your hand to another player*."""
    beside = a.text(i + 3) in _BESIDE
    said = [
        (1, "them"),
        (2, "another player"),
        (3, "each other player"),
        *([(2, "the player")] if beside else []),
    ]
    words = (each for each, who in said if text_of(a.tokens[i + 1 : i + 1 + each]) == who)
    who, end = next(words, 0), _end(a, i)
    what = a.tokens[i + 1 + who + beside : end]
    things = a.speaks_of(what, "thing")
    if not who or not things or holds(what, "TO") or said_to(a, i):
        return
    whom = a.tokens[i + 1 : i + 1 + who + beside]
    a.tokens[i + 1 : end] = [*what, a.said("to", whom[0]), *whom]


def _to_the_side(a: Alternates, i: int) -> None:
    """*passes a card in their hand to the left*, *to their left* as *to the player to their left*."""
    subject = text_of(_subject(a)).removesuffix("may").strip()
    whose = "your" if subject in ("", "you") else "their"
    for k in range(i + 2, _end(a, i)):
        if a.text(k) == "to" and a.text(k + 1) == "the" and a.text(k + 2) in _SIDES and a.ends(k + 3):
            side, used = f"to {whose} {a.text(k + 2)}", 3
        elif a.text(k) in _BESIDE and a.ends(k + 1) and not holds(a.tokens[i:k], "TO"):
            side, used = a.tokens[k].word, 1
        else:
            continue
        like = a.tokens[k]
        a.tokens[k : k + used] = a.words(like, "to", "the", "player", side)
        return


_SIDES = frozenset({"left", "right"})
_BESIDE = frozenset({"to their left", "to their right", "to your left", "to your right"})


def chosen(a: Alternates, i: int) -> Found | None:
    """*chooses 2 cards in their hand and passes them to the player to their left* is *puts 2 cards from their hand in
    the hand of the player to their left*; so is *chooses …, and puts them in the hand of …*.
    """
    if a.text(i) in PUT:
        _to_the_side(a, i)
    if a.text(i + 1) not in ("it", "them"):
        return None
    before = since(a.out, SENTENCE)
    return _chosen_here(a, i, before) if before else _chosen_before(a, i)


def _chosen_here(a: Alternates, i: int, before: list[Token]) -> Found | None:
    """What was chosen before *and*, in the same sentence."""
    at = _chooses(before)
    entry = _chosen_from(a, before) if at is not None else None
    if at is None or entry is None:
        return None
    passes = _passes_to_somebody(a, i)
    several = says(before[:at], *_EACH)
    if not passes and not (several and _puts_there(a, i, entry)):
        return None
    if not several and before[at].word.startswith("take"):
        return None
    verb = a.said(PUT.get(a.text(i), a.text(i)), before[at] if several else a.tokens[i])
    where = a.words(a.tokens[i + 2], entry.prep, "the", entry.id, "of") if passes else []
    if not several:  # *the chosen card* may be spoken of afterwards
        return Found(3, [verb, a.tokens[i + 1], *where])
    prep, whose, place = before[-4:-1]
    taken = [verb, *before[at + 1 : -4], a.said("from", prep), whose, place]
    return Found(2 + len(where[:1]), [*taken, *where], drop=len(before) - at)


def _passes_to_somebody(a: Alternates, i: int) -> bool:
    """*pass it to that player*."""
    return a.text(i) in PUT and a.text(i + 2) == "to" and _player(a, i + 3) and not said_to(a, i)


def _chosen_before(a: Alternates, i: int) -> Found | None:
    """*Choose a card in your hand. Give it to the player to your left.*: it is put in their hand."""
    last = since(a.out[:-1], SENTENCE)
    if len(last) < _SHORTEST - 1 or last[0].word != "choose" or not _passes_to_somebody(a, i):
        return None
    entry = _chosen_from(a, [*last, a.said("and", last[-1])])
    if entry is None:
        return None
    where = a.words(a.tokens[i + 2], entry.prep, "the", entry.id, "of")
    return Found(3, [a.said(PUT[a.text(i)].capitalize(), a.tokens[i]), a.tokens[i + 1], *where])


def _chooses(before: list[Token]) -> int | None:
    """Where *choose cards in your hand and*, *takes cards from their hand and* begins."""
    verbs = ("choose", "chooses", "takes")
    at = next((k for k, token in enumerate(before) if token.word in verbs), len(before))
    return at if len(before) >= at + _SHORTEST else None


def _chosen_from(a: Alternates, before: list[Token]) -> NounEntry | None:
    """The place of one's own in which something was chosen: *in their hand and*."""
    prep, whose, place, joint = before[-4:]
    entry = a.lexicon.vocabulary.nouns.get(a.noun(place, "place"))
    own = entry is not None and entry.place_of == "player" and closed(whose) == "POSS"
    return entry if own and closed(joint) == "AND" and prep.word in ("in", "from", "at", "on") else None


def _puts_there(a: Alternates, i: int, place: NounEntry) -> bool:
    """*puts them in the hand of* somebody."""
    words = [a.text(i + k) for k in range(2, 6)]
    return words == [place.prep, "the", place.id, "of"] and _player(a, i + 6)


def paid(a: Alternates, i: int) -> Found | None:
    """*Pay 2 coins to that player.* is *Pay 2 coins, then that player gains that many coins.*, of each who pays by
    themself; who may pay: *If you do, …*.
    """
    if not said_to(a, i):
        _to_whom(a, i)
    to = _joint(a, i + 1)
    amount = _amount(a, i + 1, to)
    if to is None or amount is None or said_to(a, i) or not _one_player(a, to + 1):
        return None
    _bought(a, to)
    end = _end(a, to)
    if a.at(end) and a.tokens[end].type not in ("STOP", "BULLET"):
        return None
    token = a.tokens[to]
    subject = _subject(a)
    may = text_of(subject[-1:]) == "may"
    each = text_of(subject[:1]) in ("each", "every")
    if a.text(i) in WORDS and (not each or may or a.text(to + 1) in ("another", "a")):
        return None  # what one of them gives, or somebody is chosen first: `handing.py`
    pays = [a.said(_PAID[a.text(i)], a.tokens[i]), *_counted(a, i + 1, to)]
    gains = _received(a, as_them(a, a.tokens[to + 1 : end], subject), token, amount)
    if may:
        there = _offered(a, a.tokens[to + 1 : end], subject)
        then = [*pays, *_if_done(a, subject, token), *gains]
        return Found(end - i, [*there, *then], drop=len(subject) if there else 0)
    behind = [mark("COMMA", token), a.said("then", token), *gains]
    if each:
        who, before = _done_before(a, subject)
        loop = [a.said("for each", who[0]), *who[1:], mark("COMMA", token)]
        pays = [*a.words(token, "that", "player"), *before, *pays]
        return Found(end - i, [*loop, *pays, *behind], drop=len(subject))
    return Found(end - i, [*pays, *behind])


def _done_before(a: Alternates, subject: list[Token]) -> tuple[list[Token], list[Token]]:
    """*each player loses 1 debt and*: who, and *loses 1 debt, then* for what each of them does before they pay."""
    at = next((k for k, token in enumerate(subject) if "t" in token.find("verb").form), len(subject))
    done = subject[at:-1]
    if not done or closed(subject[-1]) != "AND":
        return subject, []
    return subject[:at], [*done, mark("COMMA", subject[-1]), a.said("then", subject[-1])]


def _to_whom(a: Alternates, i: int) -> None:
    """*pay them 2 coins*, *pay that player coins equal to the rent* as *pay 2 coins to them*, *… to that player*."""
    two = [a.text(i + 1), a.text(i + 2)] in (["that", "player"], ["its", "owner"])
    who = 1 if a.text(i + 1) in ("them", "you") else 2 * two
    number, what = a.at(i + 1 + who), a.at(i + 2 + who)
    if who and a.noun(number, "quantity") and what and what.word == "equal to":
        whom, end = a.tokens[i + 1 : i + 1 + who], _end(a, i + 2 + who)
        a.tokens[i + 1 : end] = [*a.tokens[i + 1 + who : end], a.said("to", what), *whom]
        return
    if not who or not number or not a.noun(what, "quantity") or not what:
        return
    if number.type == "NUMBER" or number.word in ("a", "an"):
        whom = a.tokens[i + 1 : i + 1 + who]
        a.tokens[i + 1 : i + 3 + who] = [number, what, a.said("to", what), *whom]


def _bought(a: Alternates, to: int) -> None:
    """*pay 1 coin to that player to gain 1 wood* as *pay 1 coin to that player. If you do, gain 1 wood.*"""
    at = next((k for k in range(to + 2, _end(a, to)) if closed(a.tokens[k]) == "TO"), None)
    verb = a.tokens[at + 1].find("verb") if at is not None and at + 1 < len(a.tokens) else NO_READING
    subject = _subject(a)
    if at is None or "b" not in verb.form or (subject[:1] and subject[0].word in _EACH):
        return
    like, you = a.tokens[at], len(subject) < 2 or subject[0].word == "you"
    done = [mark("STOP", like), *a.words(like, "If", "you" if you else "they", "do"), mark("COMMA", like)]
    a.tokens[at : at + 1] = done if you else [*done, *a.words(like, "they")]


def _offered(a: Alternates, receiver: list[Token], subject: list[Token]) -> list[Token]:
    """*if that player is a player, you may*; nothing, where there is always somebody to be paid."""
    there = [] if subject[0].word in ("each", "every") else if_there(a, receiver, subject)
    return [*there, *in_the_middle(a, subject)] if there else []


def _if_done(a: Alternates, subject: list[Token], like: Token) -> list[Token]:
    """*. If they do,*, of who may pay."""
    who = "you" if len(subject) == 1 or subject[0].word == "you" else "they"
    return [mark("STOP", like), *a.words(like, "If", who, "do"), mark("COMMA", like)]


def _received(a: Alternates, receiver: list[Token], like: Token, amount: Token) -> list[Token]:
    """*that player gains that many coins*; *them* as a subject is *they*."""
    several = receiver[-1].word in ("you", "them") or _several(receiver)
    who = [a.said("they", each) if each.word == "them" else each for each in receiver]
    return [*who, *a.words(like, "gain" if several else "gains", "that many"), _plural(a, amount)]


def took(a: Alternates, i: int) -> Found | None:
    """*Take 2 coins from each other player.*: of each by themself; from one of them: `handing.py`."""
    source = next((k for k in range(i + 1, _end(a, i)) if closed(a.tokens[k]) == "FROM"), None)
    amount = _amount(a, i + 1, source)
    before = a.last
    if source is None or amount is None or a.text(source + 1) not in ("each", "every"):
        return None
    if before and before.type not in ("STOP", "BULLET", "COMMA"):
        return None  # somebody else takes
    token, end = a.tokens[i], _end(a, source)
    if a.at(end) and a.tokens[end].type not in ("STOP", "BULLET"):
        return None  # what follows would be done for each of them
    giver = a.tokens[source + 2 : end]
    loop = [a.said("For each" if token.text[:1].isupper() else "for each", a.tokens[source + 1]), *giver]
    loses = [mark("COMMA", token), *a.words(token, "that", "player", "loses")]
    gained = [mark("COMMA", token), *a.words(token, "then", "you", "gain", "that many")]
    return Found(end - i, [*loop, *loses, *_counted(a, i + 1, source), *gained, _plural(a, amount)])


def acquired(a: Alternates, i: int) -> Found | None:
    """*Take the mace*, of what nobody has of their own, is *Acquire the mace*; *the mace passes to you* is *you
    acquire the mace*, and so is *give the mace to that player*.
    """
    word = a.text(i)
    if word in _GOES and (goes := _goes(a, i)) is not None:
        return goes
    what, verb = _changing_hands(a, i + 1), a.tokens[i].find("verb")
    if verb and any(each.verb == verb.id for each in _of_things(a)):
        return None
    if word in _GOT:
        return Found(1, [a.said(_GOT[word], a.tokens[i])]) if _is_got(a, i, what) else None
    if what is None or word not in _HANDED:
        return None
    end = _end(a, i)
    subject = text_of(_subject(a))
    if a.text(what + 1) != "to" or subject not in ("", "you") or not _somebody(a, what + 2):
        return None
    return Found(
        end - i, _acquires(a, a.tokens[what + 2 : end], a.tokens[i + 1 : what + 1]), len(_subject(a))
    )


def _is_got(a: Alternates, i: int, what: int | None) -> bool:
    """*takes the mace*, *took the mace this turn*; *the mace is taken*, *the mace has not been taken*."""
    if what is not None:
        return a.ends(what + 1) or a.text(what + 1) in ("this", "during")
    subject = _subject(a)
    return (
        _GOT.get(a.text(i)) == "acquired"
        and bool(subject)
        and subject[-1].word in ("is", "was", "been", "not")
        and any(_changing_hands(a, k) is not None for k in range(i - len(subject), i))
    )


def _goes(a: Alternates, i: int) -> Found | None:
    subject, end = _subject(a), _end(a, i)
    first = i - len(subject)
    if a.text(i + 1) != "to" or not _somebody(a, i + 2) or not subject or a.tokens[first] is not subject[0]:
        return None
    if _changing_hands(a, first) != i - 1:
        return None
    return Found(end - i, _acquires(a, a.tokens[i + 2 : end], subject), len(subject))


def _acquires(a: Alternates, who: list[Token], what: list[Token]) -> list[Token]:
    """*that player acquires the mace*, the first word with a capital where one was typed."""
    plain = [a.said("they", each) if each.word == "them" else each for each in who]
    verb = "acquire" if text_of(plain) in ("you", "they") or _several(plain) else "acquires"
    like = what[0]
    begins = not a.out or a.last.type in names("STOP BULLET COLON") or like.text[:1].isupper()
    head = plain[0].large() if begins else plain[0]
    small = like.saying(like.word)
    return [head, *plain[1:], *a.words(like, verb), small, *what[1:]]


def _changing_hands(a: Alternates, i: int) -> int | None:
    """Where the noun of a phrase is that names one thing which changes hands."""
    for k in range(i, min(i + 4, len(a.tokens))):
        entry = a.lexicon.vocabulary.nouns.get(a.noun(a.tokens[k], "thing"))
        if entry is not None:
            return k if entry.place_of == "nobody" and k > i else None
        if closed(a.tokens[k]) not in names("ART ADJ OTHER"):
            return None
    return None


def _of_things(a: Alternates) -> list[Template]:
    """The phrases of the pack with nothing but an object."""
    return [t for t in a.lexicon.vocabulary.templates if t.frame == ("obj",) and t.pack != "core"]


def _plural(a: Alternates, like: Token) -> Token:
    noun = a.lexicon.vocabulary.nouns[a.noun(like, "quantity")]
    return a.spelled(noun.plural, like)


def _somebody(a: Alternates, i: int) -> bool:
    """Whether a phrase begins here that may be a player's: *the banker*, *that player*, a name."""
    first = a.at(i)
    verb = first.find("verb") if first and not a.nominal(i) else NO_READING
    if a.text(i) == "use" or "b" in verb.form:
        return False  # *pay 1 coin to resolve the effect of a space where you have a cat*
    return bool(first) and (closed(first) in names("ART QIN POSS PRON") or _player(a, i))


def _one_player(a: Alternates, i: int) -> bool:
    """As `_somebody`, of one: to each of several so many, or so many that they share?"""
    return _somebody(a, i) and a.text(i) not in _EACH and not _several(a.tokens[i : _end(a, i)])


def _counted(a: Alternates, start: int, end: int) -> list[Token]:
    """What stands there, *a coin* as *1 coin*."""
    found = list(a.tokens[start:end])
    if found and found[0].word in ("a", "an"):
        found[0] = a.number("1", found[0])
    return found


def _several(phrase: list[Token]) -> bool:
    """*the other players*, and not *the player with the most coins*."""
    nouns = (noun for token in phrase if (noun := token.find("noun")))
    return any(noun.form == "p" for noun in islice(nouns, 1))


def _amount(a: Alternates, start: int, end: int | None) -> Token | None:
    """The noun of a quantity of which something stands here."""
    found = [each for each in a.tokens[start : end or start] if a.noun(each, "quantity")]
    return found[0] if len(found) == 1 else None


def _end(a: Alternates, i: int) -> int:
    """Where the clause ends."""
    return until(a.tokens, i, CLAUSE | {"AND", "OR", "THEN"})


def _subject(a: Alternates) -> list[Token]:
    """What stands before the verb in its clause."""
    return since(a.out, CLAUSE)


def _joint(a: Alternates, i: int) -> int | None:
    """Where *to* stands in the clause."""
    at = until(a.tokens, i, CLAUSE | {"TO"})
    return at if at < len(a.tokens) and closed(a.tokens[at]) == "TO" else None


def _player(a: Alternates, i: int) -> bool:
    """Whether a player is named after it."""
    for token in a.tokens[i : until(a.tokens, i, CLAUSE)]:
        if a.noun(token, "player") or token.word in ("opponent", "them", "you"):
            return True
        name = token.find("name")
        if name:
            return a.lexicon.vocabulary.names[name.id].noun == "player"
    return False
