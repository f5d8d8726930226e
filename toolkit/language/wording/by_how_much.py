"""Accepted alternates for amounts that are said by another one: *1 higher than that die*, *twice that many coins*,
*that difference*, *the excess*.

Rules of `alternates.py`: the amount is said in full.
"""

from __future__ import annotations

from typing import NamedTuple

from toolkit.language import forms
from toolkit.language.lexer import NO_TOKEN, Token, names
from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.replaced import (
    CLAUSE,
    CONDITION,
    SENTENCE,
    Found,
    closed,
    holds,
    mark,
    says,
    since,
    so_often,
    until,
)
from toolkit.language.wording.row import Filled, Row

_SIGNS = {
    "higher": "plus",
    "greater": "plus",
    "more": "plus",
    "lower": "minus",
    "less": "minus",
    "fewer": "minus",
}
_OF_SEVERAL = frozenset({"sum", "difference", "between", "among", "plus", "minus", "highest", "lowest"})
"""Words of an amount of which a number may be taken inside or outside."""
_AMOUNTS = frozenset({"gain", "lose", "pay"})
_JOINTS = names("STOP COMMA THEN TO")
_THAT_MANY = frozenset({"that many", "that much", "as many", "as much"})
_LOSES = frozenset({"lose", "loses", "discard", "discards", "return", "returns"})
_EXTREMES = {"highest", "lowest"}
_ENDS = CLAUSE | CONDITION | names("BE AND OR BUT MODAL HAVE")
_THEY = frozenset({"they", "them", "their", "that"})
_ORDERS = names("AND OR THEN STOP")


def _no_other_has(a: Alternates, filled: Filled) -> bool:
    """Whether it is said of *you*, and whose it is compared with is left out: nobody else is spoken of, and what
    follows is an order.
    """
    said = since(a.out, SENTENCE)
    others = sum(bool(a.noun(token, "player")) for token in said)
    if others != 1 or any(
        token.word in _THEY or token.word.endswith("than") for token in (*said, *filled["what"])
    ):
        return False
    end = a.end(a.tokens.index(filled["more"][0]) + 1)
    order = a.at(end + 1) if a.text(end) == "," else NO_TOKEN
    return not order or ("b" in order.find("verb").form and not order.find("noun"))


ROWS = (
    # If no other player has more buildings: than you
    Row(
        "[no] [other] [player] [has] ^ {more:more|fewer} {what...}",
        "{more} {what} than@more you@more",
        when=_no_other_has,
    ),
)


def higher_than(a: Alternates, i: int) -> Found | None:
    """*whose value is 1 higher than that die* is *whose value is the value of that die plus 1*; *1 higher or 1 lower
    than* likewise.
    """
    be = next((token for token in reversed(a.out) if closed(token) != "BOUND"), None)
    found = _signed(a, i)
    if be is None or closed(be) != "BE" or found is None:
        return None
    ways, start = found
    whose = _whose(a, be)
    end = a.end(start)
    what = a.within(start, end)
    if not what or says(what, *_OF_SEVERAL) or not a.at(end - 1):
        return None
    amount = _in_full(a, what, whose)
    said: list[Token] = []
    for sign, number in ways:
        said += [a.said("or", number)] if said else []
        again = amount if number is ways[-1][1] else [token.at(number) for token in amount]
        said += [*again, a.spelled(sign, number), number]
    return Found(end - i, said)


def _signed(a: Alternates, i: int) -> tuple[list[tuple[str, Token]], int] | None:
    """The signs and numbers of *1 higher or 1 lower than*, and where it goes on."""
    ways: list[tuple[str, Token]] = []
    while a.at(i) and a.tokens[i].type == "NUMBER":
        word = a.text(i + 1)
        sign = _SIGNS.get(word.removesuffix(" than"))
        if sign is None:
            return None
        ways.append((sign, a.tokens[i]))
        if word.endswith(" than"):
            return ways, i + 2
        if a.text(i + 2) == "than":
            return ways, i + 3
        if a.text(i + 2) != "or":
            return None
        i += 3
    return None


def _whose(a: Alternates, be: Token) -> str:
    """The attribute of which it is said how much it is."""
    at = max((k for k, token in enumerate(a.out) if token is be), default=0)
    return a.noun(a.out[at - 1], "attribute") if at else ""


def _in_full(a: Alternates, what: list[Token], attribute: str) -> list[Token]:
    """*that die*, *this card's*: its value, if a value is compared."""
    if not attribute:
        return what
    if what[-1].type == "GEN":
        return [*what, a.spelled(attribute, what[-1])]
    thing = next((token for token in what if token.find("noun")), None)
    if thing is None or not a.noun(thing, "thing") or any(token.type == "GEN" for token in what):
        return what
    return [*a.words(what[0], "the", attribute, "of"), *what]


def twice_that(a: Alternates, i: int) -> Found | None:
    """*Pay up to 2 stone to gain twice that many coins.* is *… to gain 2 coins for each paid stone*."""
    verb, what = a.last.find("verb"), a.at(i + 2)
    noun = a.noun(what, "quantity")
    if verb.id not in _AMOUNTS or not noun or a.text(i + 1) not in _THAT_MANY:
        return None
    given = _given_up(a)
    if given is None or not a.ends(i + 3) or not what:
        return None
    like = a.tokens[i]
    plural = a.spelled(a.lexicon.vocabulary.nouns[noun].plural, what)
    words = ("for each", *given)
    return Found(3, [a.number("2", like), plural, *a.words(like, *words)])


def _given_up(a: Alternates) -> tuple[str, str] | None:
    """*paid stone*, of *you may pay up to 2 stone* before this clause; None: more than that was done."""
    end = len(a.out) - 1
    while end and closed(a.out[end - 1]) in _JOINTS:
        end -= 1
    before = since(a.out[:end], SENTENCE | {"THEN"})
    did = [k for k, token in enumerate(before) if token.find("verb") and not token.find("noun")]
    if len(did) != 1 or holds(before, *CONDITION):
        return None
    verb = before[did[0]].find("verb")
    what = [noun for token in before[did[0] :] if (noun := a.noun(token, "quantity", "thing"))]
    if not verb or len(what) != 1:
        return None
    return a.lexicon.vocabulary.verb_forms(verb.id).participle, what[0]


def that_difference(a: Alternates, i: int) -> Found | None:
    """*If the difference between your coins and your stone is at least 3, gain points equal to that difference.*: the
    difference is said again, where nothing has been done since it was asked.
    """
    said = since(a.out, SENTENCE)
    comma = next((k for k, token in enumerate(said) if token.type == "COMMA"), 0)
    if a.last.word not in ("that", "the") or not comma or not a.ends(i + 1):
        return None
    if closed(said[0]) not in CONDITION or holds(said[comma:], *_ORDERS):
        return None
    asked = _difference_asked(said[:comma])
    again = [token.at(a.tokens[i]) for token in asked]
    return Found(1, again, drop=1) if asked else None


def from_yours(a: Alternates, i: int) -> Found | None:
    """*Choose a player with fewer coins than you. Gain coins equal to the difference.*: between yours and theirs."""
    here = since(a.out, SENTENCE)
    before = since(a.out[: max(0, len(a.out) - len(here) - 1)], SENTENCE)
    words = [token.word for token in before]
    if a.last.word != "the" or not a.ends(i + 1) or words[-2:] != ["than", "you"]:
        return None
    more, what = [*before[-4:-2], NO_TOKEN, NO_TOKEN][:2]
    quantity = a.noun(what, "quantity")
    if more.word not in ("more", "fewer", "less") or not quantity or "player" not in words:
        return None
    if holds(here, *_ORDERS):
        return None  # what was done before may have changed it
    plural, like = a.lexicon.vocabulary.nouns[quantity].plural, a.tokens[i]
    said = ("difference", "between", "your", plural, "and", "that", "player", "'s", plural)
    return Found(1, [_genitive(a, word, like) for word in said])


def _genitive(a: Alternates, word: str, like: Token) -> Token:
    """A word; *'s* is no word of its own."""
    if word != "'s":
        return a.spelled(word, like)
    return mark("GEN", like)


def _difference_asked(condition: list[Token]) -> list[Token]:
    """*the difference between your coins and your stone* of a condition; nothing, if there is none, or several."""
    at = [k for k, token in enumerate(condition) if token.word == "difference"]
    end = next((k for k, token in enumerate(condition) if at and k > at[0] and closed(token) == "BE"), None)
    one = len(at) == 1 and end is not None and condition[at[0] + 1].word == "between"
    return condition[at[0] - 1 : end] if one else []


def two_extremes(a: Alternates, i: int) -> Found | None:
    """*between the highest and the lowest die in the bowl* is *between the highest die in the bowl and the lowest
    die in the bowl*.
    """
    if a.last.word != "difference" or a.text(i + 1) != "the":
        return None
    one, k = a.at(i + 2), i + 4 + (a.text(i + 4) == "the")
    other = a.at(k)
    if not one or not other or a.text(i + 3) != "and" or {one.word, other.word} != _EXTREMES:
        return None
    end = next((j for j in range(k + 1, len(a.tokens)) if closed(a.tokens[j]) in _ENDS), len(a.tokens))
    what = a.within(k + 1, end)
    if not what or not a.noun(what[0], "thing"):
        return None
    again = [token.at(one) for token in what]
    joint = [a.tokens[i + 3], a.spelled("the", other), other]
    return Found(end - i, [*a.tokens[i : i + 3], *again, *joint, *what])


def excess(a: Alternates, i: int) -> Found | None:
    """*each player with more than 4 wood loses the excess* is *… loses wood equal to their wood minus 4*."""
    if len(a.out) < 3 or a.last.word != "the" or a.out[-2].word not in _LOSES or not a.ends(i + 1):
        return None
    over, whose = _too_much(a, since(a.out, SENTENCE)), a.whose()
    if over is None or whose is None or over.of_you != (whose == "your"):
        return None  # what somebody else has too much of
    plural, like = a.lexicon.vocabulary.nouns[over.noun].plural, a.tokens[i]
    lose = a.said("loses" if a.out[-2].word.endswith("s") else "lose", a.out[-2])
    words = (plural, "equal to", whose, plural, "minus")
    return Found(1, [lose, *a.words(like, *words), over.number.at(like)], drop=2)


class _Over(NamedTuple):
    """*more than 4 wood*, of *you* or of somebody else."""

    number: Token
    noun: str
    of_you: bool


def _too_much(a: Alternates, said: list[Token]) -> _Over | None:
    """What a sentence says that somebody has more than so much of; None: nothing, or of several things."""
    more = [k for k, token in enumerate(said) if token.word == "more than"]
    behind = said[more[0] + 1 : more[0] + 3] if len(more) == 1 else []
    number, what = [*behind, NO_TOKEN, NO_TOKEN][:2]
    noun = a.noun(what, "quantity")
    if number.type != "NUMBER" or not noun:
        return None
    return _Over(number, noun, says(said[: more[0]], "you"))


def was_given_up(a: Alternates, i: int) -> Found | None:
    """*Lose up to 3 wood. If you lost at least 2, …* is *If the lost wood is at least 2, …*: of what was lost
    in this text, where it was lost but once.
    """
    found = a.bound_at(i + 1)
    if [token.word for token in a.clause_before()] != ["if", "you"] or found is None or found[0] == "exactly":
        return None
    bound, number, used = found
    end = i + 1 + used
    named = a.noun(a.at(end), "quantity")
    end += bool(named)
    end += a.text(end) == "this way"
    lost = _lost_before(a, a.text(i))
    if not a.ends(end) or len(lost) != 1 or not lost[0] or named not in ("", lost[0]):
        return None
    like = a.tokens[i]
    noun = a.lexicon.vocabulary.nouns[lost[0]]
    are = "is" if noun.plural == noun.id else "are"
    said = a.words(like, "the", a.text(i), noun.plural, are)
    return Found(end - i, [*said, a.said(bound, number), number], drop=1)


def _lost_before(a: Alternates, participle: str) -> list[str]:
    """The quantities of which you lost something in the sentences before, each time by itself."""
    lost = []
    for k, token in enumerate(a.out):
        verb = token.find("verb")
        if not verb or DONE.get(participle) != verb.id or not {"b", "t"} & set(verb.form):
            continue
        what = next((noun for each in a.out[k + 1 :] if (noun := a.noun(each, "quantity"))), None)
        yours = k == 0 or a.out[k - 1].type in _BEGINS or a.out[k - 1].word in ("may", "you")
        lost.append(what if yours and what is not None else "")
    return lost


DONE = {"paid": "pay", "lost": "lose", "gained": "gain"}
_BEGINS = names("STOP BULLET COLON COMMA")


def beyond(a: Alternates, i: int) -> Found | None:
    """*with 4 or more cards in your hand, gain 1 coin for each card beyond the third* is *… for each card in your hand
    above 3*: of those of which the sentence spoke.
    """
    what = a.last.find("noun")
    nth, like = a.text(i + 2), a.tokens[i]
    if not what or a.text(i + 1) != "the" or nth not in forms.ORDINALS or not a.ends(i + 3):
        return None
    above = [a.spelled("above", like), a.number(str(forms.ORDINALS.index(nth) + 1), a.tokens[i + 2])]
    if a.noun(a.last, "place"):
        return Found(3, above)
    said = since(a.out, SENTENCE)[:-1]
    at = [k for k, token in enumerate(said) if (noun := token.find("noun")) and noun.id == what.id]
    if len(at) != 1:
        return None
    place = said[at[0] + 1 : until(said, at[0] + 1, CLAUSE)]
    if not place or closed(place[0]) != "PLACE" or len(place) > _PLACE:
        return None
    return Found(3, [*(token.at(like) for token in place), *above])


_PLACE = 3
"""Words of *in your hand*."""


def lowest_of(a: Alternates, i: int) -> Found | None:
    """*the lowest of your wood, your stone and your food* is *the lowest number among …*, of amounts alone."""
    if a.last.word != "the" or a.text(i + 1) != "of":
        return None
    end = next((k for k in range(i + 2, len(a.tokens)) if closed(a.tokens[k]) in _LIST_ENDS), len(a.tokens))
    listed = a.tokens[i + 2 : end]
    amounts = [token for token in listed if a.noun(token, "quantity")]
    if len(amounts) < 2 or a.speaks_of(listed, "thing", "place", "attribute"):
        return None
    if not holds(listed, "AND"):
        return None
    end_word = "lowest" if a.text(i) in _LOWEST else "highest"
    words = (end_word, "number", "among")
    return Found(2, a.words(a.tokens[i], *words))


_LOWEST = frozenset({"lowest", "smallest"})
EXTREME = _LOWEST | {"highest", "largest"}
_LIST_ENDS = SENTENCE | CONDITION | names("BE MODAL PLUS MINUS FOR_EACH")


def each_set(a: Alternates, i: int) -> Found | None:
    """*Gain 3 points for each set of 1 wood, 1 stone and 1 food* is *Gain points equal to 3 times the lowest number
    among your wood, your stone and your food*: as many sets as there is of the scarcest.
    """
    kinds, end = one_of_each(a, i + 2)
    whose = a.whose()
    if not kinds or a.text(i + 1) != "of" or whose is None or len(a.out) < _SO_MANY_EACH:
        return None
    number, what, each = a.out[-_SO_MANY_EACH:]
    quantity = a.noun(what, "quantity")
    if closed(each) != "FOR_EACH" or number.type != "NUMBER" or not quantity:
        return None
    verb = a.out[-_SO_MANY_EACH - 1] if len(a.out) > _SO_MANY_EACH else None
    if verb is None or verb.type in SENTENCE:
        said = [a.spelled("Score", number)]
    elif verb.word == "score":
        said = []
    else:
        plural = a.lexicon.vocabulary.nouns[quantity].plural
        said = a.words(what, plural, "equal to")
    times = so_often(number, number) if number.reading.id != "1" else []
    return Found(end - i, [*said, *times, *_lowest_among(a, a.tokens[i], whose, kinds)], drop=3)


_SO_MANY_EACH = 3
"""Words of *3 points for each*."""


def _lowest_among(a: Alternates, like: Token, whose: str, kinds: list[Token]) -> list[Token]:
    """*the lowest number among your wood, your stone and your food*."""
    said = a.words(like, "the", "lowest", "number", "among")
    for k, kind in enumerate(kinds):
        if k:
            said.append(a.said("and", like) if k + 1 == len(kinds) else mark("COMMA", like))
        plural = a.lexicon.vocabulary.nouns[a.noun(kind, "quantity")].plural
        said += a.words(kind, whose, plural)
    return said


_MORE_OF_IT = names("PLUS MINUS IF UNLESS")


def one_of_each(a: Alternates, i: int) -> tuple[list[Token], int]:
    """The quantities of *1 wood, 1 stone and 1 food you have*, and where that ends; none: something else stands
    there.
    """
    kinds: list[Token] = []
    while a.text(i) == "1" and a.noun(a.at(i + 1), "quantity"):
        kinds.append(a.tokens[i + 1])
        i += 2
        joint = next(k for k in range(i, i + 3) if closed(a.at(k)) not in ("COMMA", "AND"))
        if a.text(joint) == "1":  # else it ends there: *…, plus 3*
            i = joint
    if a.text(i) in ("you", "they") and a.text(i + 1) == "have":
        i += 2
    ends = a.ends(i) or closed(a.at(i)) in _MORE_OF_IT
    return (kinds if len(kinds) > 1 and ends else []), i


def that_much(a: Alternates, i: int) -> Found | None:
    """*Gain 2 coins. Raise a die by that much.* is *… by that many coins.*, of the amount that was said last; where
    none was, it is the number with which a verb of the pack was done, *by that number*.
    """
    if a.last.word != "by" or not (a.ends(i + 1) or a.text(i + 1) == "instead"):
        return None
    token = a.tokens[i]
    said = next((noun for each in reversed(a.out) if (noun := a.noun(each, "quantity"))), None)
    if said is None:
        return Found(1, a.words(token, "that", "number"))
    entry = a.lexicon.vocabulary.nouns[said]
    return Found(1, a.words(token, "that much" if entry.plural == entry.id else "that many", entry.plural))
