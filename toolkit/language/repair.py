"""Which word of a sentence that does not fit stands in the wrong place: found by trying.

Near the place where a sentence breaks off, two neighbours are exchanged, one word is put elsewhere, or one is left out.
What can then be read was probably meant, and the caret goes to the word that had to move: a parser alone only knows
where it could not go on, which is often a word or two later.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from toolkit.language import forms
from toolkit.language.grammar import STARTS
from toolkit.language.lexer import Token
from toolkit.report import Diagnostic, Fix, Span, Text, diagnose

if TYPE_CHECKING:
    from toolkit.language.trouble import Place

BEFORE, AFTER, FAR = 6, 5, 7
"""How many words before and behind the place are tried, and how far one is moved."""

MARKS = ("STOP", "COLON", "COMMA", "CLAUSE_COMMA", "BULLET")
LONGEST = 40
"""Words; longer sentences are not tried."""


def swapped(place: Place) -> Diagnostic | None:
    """Two neighbours that should be the other way round."""
    verb = place.token.find("verb")
    if verb is not None and not {"b", "t"} & set(verb.form):
        return None  # *each unit lost here*: a clause is missing, not another order
    words = _words(place)
    for k in _near(place, words):
        if k + 1 < len(words) and words[k].text != words[k + 1].text:
            tried = [*words[:k], words[k + 1], words[k], *words[k + 2 :]]
            if _reads(place, tried):
                return _order(place, words, tried, (k, k + 1))
    return None


def moved(place: Place) -> Diagnostic | None:
    """A word that belongs somewhere else."""
    words = _words(place)
    ended = (
        place.token.type == "STOP"
    )  # something may be missing rather than misplaced: only the last word can be too late
    for k in _near(place, words):
        if not words[k].text[:1].isalnum() or (ended and k < len(words) - 2):
            continue
        if k == 0 and place.index > 2:
            continue  # who acts stands in front, and is not what went astray
        rest = [*words[:k], *words[k + 1 :]]
        for to in range(max(0, k - FAR), min(len(rest), k + FAR)):
            if to in (k - 1, k, k + 1):
                continue
            tried = [*rest[:to], words[k], *rest[to:]]
            if _reads(place, tried):
                return _order(place, words, tried, (k, k))
    return None


def superfluous(place: Place) -> Diagnostic | None:
    """A word without which the sentence can be read; alike ones that stand together are shown together."""
    words = _words(place)
    found = [k for k in _near(place, words) if _reads(place, [*words[:k], *words[k + 1 :]])]
    if not found:
        return None
    first = last = found[0]
    while last + 1 in found and words[last + 1].type == words[first].type:
        last += 1
    while first - 1 in found and words[first - 1].type == words[last].type:
        first -= 1
    span = words[first].span.cover(words[last].span)
    without = _sentence([*words[: found[0]], *words[found[0] + 1 :]])
    return diagnose(
        "SAY0517", span, word=span.text, hint=f"Without *{words[found[0]].text}* it can be read: *{without}*"
    )


def _order(place: Place, words: list[Token], tried: list[Token], at: tuple[int, int]) -> Diagnostic:
    first, last = at
    span = words[first].span.cover(words[last].span)
    right = _sentence(tried)
    whole = Span(span.source, words[0].span.start, words[-1].span.end)
    fixes = [Fix("write the words in this order", whole, right)] if "\n" not in whole.text else []
    return diagnose(
        "SAY0516",
        span,
        words=" ".join(w.text for w in words[first : last + 1]),
        hint=f"did you mean: *{right}*",
        fixes=fixes,
    )


def _words(place: Place) -> list[Token]:
    """The sentence as typed; empty if it is too long to be tried."""
    typed = [token for token in place.tokens if token.text]
    return typed if len(typed) <= LONGEST else []


def _near(place: Place, words: list[Token]) -> Iterator[int]:
    """Positions near the place, the nearest first."""
    token = place.token
    at = next((k for k, word in enumerate(words) if word.start >= token.start), len(words) - 1)
    order = sorted(
        range(max(0, at - BEFORE), min(len(words), at + AFTER + 1)), key=lambda k: (abs(k - at), k)
    )
    return iter([k for k in order if words[k].type not in ("STOP", "BULLET")])


def _sentence(words: list[Token]) -> str:
    """The words as a sentence."""
    out = ""
    for number, word in enumerate(words):
        text = word.text
        if (
            number
            and not any(r.kind == "name" for r in word.readings)
            and words[0] is not word
            and text[:1].isupper()
        ):
            text = text[:1].lower() + text[1:] if word.readings else text
        out += text if not out or text in (".", ",", ":") else f" {text}"
    return forms.capitalize(out)


def _reads(place: Place, words: list[Token]) -> bool:
    """Whether these words in this order are a sentence of the field."""
    parser = place.parser
    tokens, found = parser.lexicon.read(Text.plain(_sentence(words)))
    if found or not tokens or tokens[-1].type not in ("STOP", "COLON"):
        return False
    if parser.try_run(parser.tagger.tag(tokens), STARTS[place.start]) is None:
        return False
    return not parser.parse(Text.plain(_sentence(words)), place.start, brief=True).diagnostics
