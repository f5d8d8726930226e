"""Accepted alternates: what has just been done, asked with *this way*: *If you discarded a hazard this way, …*"""

from __future__ import annotations

from toolkit.language import forms
from toolkit.language.lexer import NO_READING, Reading, Token, names
from toolkit.language.vocabulary import NounEntry
from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.replaced import CLAUSE, SENTENCE, Found, closed, nth, since, until

_NOT_COUNTED = names("AND OR TIME")
_DESCRIBES = ("adj", "noun", "name")
_IS = ("is", "are", "was", "were")


def done_this_way(a: Alternates, i: int) -> Found | None:
    """*If you discarded a hazard this way,* and, right after that order, *If you discarded a hazard,* is *If there is
    a discarded hazard,*.
    """
    end = until(a.tokens, i, CLAUSE)
    way = end - 1 if a.text(end - 1) == "this way" else end
    done = _done_by_you(a, i, now=way < end)
    if not done or not (way < end or _just(a, done.id)):
        return None
    if a.speaks_of(a.tokens[i + 3 : way], "quantity"):
        return None  # how much: `by_how_much.py`
    before, what = _such(a, a.tokens[i + 3 : way])
    if not before:
        return None
    one = before[0].word in ("a", "an") or before[-1].word in ("1", "one")
    participle = a.said(a.lexicon.vocabulary.verb_forms(done.id).participle, a.tokens[i + 2])
    return Found(end - i, [a.tokens[i], *_there_is(a, participle, before, what, one)])


def was_done_this_way(a: Alternates, i: int) -> Found | None:
    """*If exactly 1 unit was destroyed this way,* and, right after that order, *If exactly 1 unit was destroyed,* is
    *If there is exactly 1 destroyed unit,*.
    """
    end = until(a.tokens, i, CLAUSE)
    way = end - 1 if a.text(end - 1) == "this way" else end
    was, participle = a.text(way - 2), a.at(way - 1)
    done = participle.find("verb") if participle and was in _IS else NO_READING
    if not participle or "n" not in done.form or not (way < end or _just(a, done.id)):
        return None
    said = a.tokens[i + 1 : way - 2]
    if a.text(i + 1) in ("that", "those"):
        return None  # which there is, whatever was done with it
    if (bound := a.or_more(i + 1)) is not None:
        said = [a.said(bound, said[0]), said[0], *said[3:]]
    before, what = _such(a, said)
    if not before:
        return None
    return Found(end - i, [a.tokens[i], *_there_is(a, participle, before, what, was in ("was", "is"))])


def if_it_was(a: Alternates, i: int) -> Found | None:
    """*Destroy a unit. If it is destroyed this way, …*: *If you do*, right after that order."""
    end = until(a.tokens, i, CLAUSE)
    named = a.text(i + 1) in ("it", "they") or (a.text(i + 1) in ("that", "those") and a.nominal(i + 2))
    participle = a.at(end - 2)
    done = participle.find("verb")
    if not named or a.text(end - 1) != "this way" or a.text(end - 3) not in _IS:
        return None
    if "n" not in done.form or not (_just(a, done.id) or _may_just(a, done.id)):
        return None
    return Found(end - i, [a.tokens[i], *(a.said(word, a.tokens[i + 1]) for word in ("you", "do"))])


def _done_by_you(a: Alternates, i: int, *, now: bool = False) -> Reading:
    """The verb of *if you discarded …*, `now` also of *if you discard … this way*."""
    done = a.at(i + 2).find("verb")
    return done if a.text(i + 1) == "you" and (now or "d" in done.form) else NO_READING


def _such(a: Alternates, said: list[Token]) -> tuple[list[Token], list[Token]]:
    """*at least 2*, and *hazards*, of *at least 2 hazards*; nothing before it: no such phrase."""
    what = _with_its_noun(a, said)
    first = next((k for k, each in enumerate(what) if any(map(each.find, _DESCRIBES))), 0)
    return what[:first], what[first:]


def _with_its_noun(a: Alternates, what: list[Token]) -> list[Token]:
    """What was done with, a number alone with the noun of the sentence before; [] where it is said otherwise."""
    if not what or any(closed(each) in _NOT_COUNTED or each.text == "this" for each in what):
        return []
    if any(each.find("noun") or each.find("name") for each in what):
        return what
    if what[-1].word in a.lexicon.members:
        return [*what[:-1], *_member(a, what[-1])]
    left = a.thing_before()
    if not left or what[-1].type != "NUMBER":
        return []
    noun, number = a.lexicon.vocabulary.nouns[left], what[-1]
    if len(what) == 1 or not (what[-2].type == "NUMBER" or what[-2].word in ("a", "an")):
        return [*what, a.said(noun.plural, number)]
    return _that_show(a, what, noun) if noun.shows else []


def _member(a: Alternates, token: Token) -> list[Token]:
    """*sour stones* of *sours*."""
    member = a.lexicon.members[token.word]
    noun = member.noun if token.word == member.word else member.nouns
    return [a.said(member.word, token), a.spelled(noun.casefold(), token)]


def _that_show(a: Alternates, what: list[Token], noun: NounEntry) -> list[Token]:
    """*a die that shows 6* of *a 6*, *at least 2 dice that show 6* of *at least 2 6*."""
    one = what[-2].type != "NUMBER" or what[-2].word in ("1", "one")
    said = (noun.id, "that", "shows") if one else (noun.plural, "that", "show")
    return [*what[:-1], *a.words(what[-1], *said), what[-1]]


def _there_is(
    a: Alternates, participle: Token, before: list[Token], what: list[Token], one: bool
) -> list[Token]:
    """*there is a discarded hazard* of *a* and *hazard*, *there are 2 discarded hazards* of *2* and *hazards*."""
    indefinite = before[0].word in ("a", "an")
    determiner = [a.spelled(forms.article(participle.text), before[0])] if indefinite else before
    there = a.words(participle, "there", "is" if one else "are")
    return [*there, *determiner, participle, *what]


def _before(a: Alternates) -> list[Token]:
    """The sentence before, where one begins."""
    return since(a.out[:-1], SENTENCE) if a.last.type == "STOP" else []


def _just(a: Alternates, verb: str) -> bool:
    """Whether the sentence before is an order with this verb."""
    first = nth(_before(a), 0).find("verb")
    return first.id == verb and "b" in first.form


def _may_just(a: Alternates, verb: str) -> bool:
    """Whether the sentence before is *you may* and this verb."""
    before = _before(a)
    you_may = [each.word for each in before[:2]] == ["you", "may"]
    said = before[2].find("verb") if you_may and len(before) > 2 else NO_READING
    return bool(said) and said.id == verb
