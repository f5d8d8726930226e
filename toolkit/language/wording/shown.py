"""Accepted alternates for what things show: *a box whose value no die shows*, *the dice that show the lowest value*,
*if at least two dice show its value* for *if its value is shown on at least two dice*.

Rules of `alternates.py`, as in `numerals.py`.
"""

from __future__ import annotations

from toolkit.language import forms
from toolkit.language.lexer import Token, names
from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.replaced import CLAUSE, CONDITION, Found, closed, mark, since, until
from toolkit.language.wording.row import Filled, Row

_SHOW = frozenset({"show", "shows", "has", "have"})
_MORE = names("AND OR NOT REL WHOSE WHERE")
_TOWARDS = names("FROM INTO TO")
_NONE = frozenset({"no", "none"})


def _of_things(a: Alternates, filled: Filled) -> bool:
    """Whether things are spoken of before, which may have that."""
    return a.speaks_of(a.clause_before(), "thing")


ROWS = (
    # Of those that tie all are meant, or one, as the phrase says
    Row(
        "that show(s) the {end:highest|lowest} {what:attribute} [end]",
        "with the {end} {what}",
        when=_of_things,
    ),
    Row(
        "whose {what:attribute} is|are the {end:highest|lowest} [end]",
        "with the {end} {what}",
        when=_of_things,
    ),
)


def whose_no(a: Alternates, i: int) -> Found | None:
    """*a box whose value no die shows*, *none of the dice show* is *a box whose value is not the value of a die*;
    *whose rank no other card has* is *whose rank is not the rank of another card*.
    """
    value = a.at(i + 1)
    if not a.noun(value, "attribute") or a.text(i + 2) not in _NONE:
        return None
    return _not_that_of(a, i, i + 2, value)


def that_no(a: Alternates, i: int) -> Found | None:
    """*a box that shows a value that no die shows*, *with a value that no other die shows*: as *whose value no die
    shows*.
    """
    at = i + 1 if a.text(i) == "with" else i + 2
    article, value = a.text(at), a.at(at + 1)
    shown = a.text(i) == "with" or a.text(i + 1) in _SHOW
    if not shown or article not in ("a", "an") or not a.noun(value, "attribute"):
        return None
    if not value or a.text(at + 2) != "that" or a.text(at + 3) not in _NONE:
        return None
    return _not_that_of(a, i, at + 3, value)


def _not_that_of(a: Alternates, i: int, none: int, value: Token) -> Found | None:
    """*whose value is not the value of a die*, of the words from `none` on that say what shows no such value."""
    noun, whose = _those(a, none)
    head = a.noun(a.at(noun), "thing")
    end = until(a.tokens, noun, CLAUSE)
    show = next((k for k in range(noun, end) if a.text(k) in _SHOW), end)
    if not head or show == end or not _goes_on(a, show + 1):
        return None
    entry, like = a.lexicon.vocabulary.nouns[head], a.tokens[none]
    one = ("one of", whose, entry.plural) if whose else (forms.article(entry.id), entry.id)
    if a.text(none + 1) == "other":
        one = ("another", entry.id)
    words = ("is", "not", "the", value.word, "of", *one)
    said = [a.spelled("whose", a.tokens[i]), value.at(a.tokens[i]), *a.words(like, *words)]
    return Found(show + 1 - i, [*said, *a.within(noun + 1, show)])


def that_nobody_has(a: Alternates, i: int) -> Found | None:
    """*each hut on your land that no other player has* is *… that is not a copy of a hut on another player's land*, of
    things that have copies: the same one nobody else can have.
    """
    words = [a.text(k) for k in range(i + 1, i + 5)]
    if words != ["no", "other", "player", "has"] or len(a.out) < len(_HUT_ON_YOUR_LAND):
        return None
    what, at, your, place = a.out[-4:]
    there = [a.text(k) for k in range(i + 5, i + 8)] == [at.word, "their", place.word]
    used, name = 8 if there else 5, _with_copies(a, what, there=there)
    lies = closed(at) == "PLACE" and your.word == "your" and bool(a.noun(place, "place"))
    if not name or not lies or not a.ends(i + used):
        return None
    like = a.tokens[i]
    said = ("is", "not", "a", "copy", "of", forms.article(name), name)
    another = a.words(like, "another", "player")
    owner = mark("GEN", like)
    return Found(used, [like, *a.words(like, *said), at, *another, owner, place])


def _with_copies(a: Alternates, what: Token, *, there: bool) -> str:
    """A kind of things that have names, and copies; without a place none of which each player has copies somewhere."""
    name, pack = a.noun(what, "thing"), a.lexicon.vocabulary
    if not name or all(each.noun != name for each in pack.names.values()):
        return ""
    return name if there or not pack.nouns[name].owned else ""


_HUT_ON_YOUR_LAND = ("hut", "on", "your", "land")


def _goes_on(a: Alternates, i: int) -> bool:
    """Whether the phrase ends there: what is done with it follows, or where that goes."""
    return a.ends(i) or closed(a.tokens[i]) in _TOWARDS or bool(a.tokens[i].find("verb"))


def _those(a: Alternates, none: int) -> tuple[int, str]:
    """Where the noun of *no die*, *none of the dice*, *none of your dice* stands, and whose they are."""
    if a.text(none) == "no":
        return none + (2 if a.text(none + 1) == "other" else 1), ""
    whose = a.text(none + 2)
    of_them = a.text(none + 1) == "of" and whose in ("the", "your", "their")
    return (none + 3, whose if whose != "the" else "") if of_them else (len(a.tokens), "")


def shown_on(a: Alternates, i: int) -> Found | None:
    """*if its value is shown on at least two dice* is *if at least two dice show its value*."""
    clause, what = since(a.out, CLAUSE), a.at(i)
    if len(clause) < 3 or closed(clause[0]) not in CONDITION or closed(clause[-1]) != "BE" or not what:
        return None
    subject, end = clause[1:-1], until(a.tokens, i, CLAUSE)
    if a.text(i + 1) not in ("on", "by") or not a.noun(subject[-1], "attribute"):
        return None
    if any(closed(token) in _MORE or token.find("verb") for token in (*subject, *a.tokens[i + 1 : end])):
        return None  # *Whenever you cross off a box whose value is shown on a die*
    who = a.within(i + 2, end)
    head = next((noun for token in who if (noun := token.find("noun"))), None)
    if head is None:
        return None
    show = a.said("show" if head.form == "p" else "shows", what)
    return Found(end - i, [*who, show, *subject], drop=len(subject) + 1)
