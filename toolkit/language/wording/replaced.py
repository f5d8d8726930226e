"""What a rule for an accepted alternate gives back, and what it may ask about a token (`alternates.py`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from toolkit.language.lexer import NO_TOKEN, Reading, Token, names

if TYPE_CHECKING:
    from toolkit.language.wording.passage import Alternates

SENTENCE = names("STOP BULLET COLON")
"""What ends a sentence."""
CLAUSE = SENTENCE | names("COMMA SEMI")
"""What ends a clause."""

CONDITION = names("IF WHEN UNLESS AS_LONG_AS UNTIL ONLY_IF ONLY_AS_LONG_AS FIRST_TIME WHERE")
"""What begins a condition or an event."""

CHOICE = (Reading("word", "1 1", "CHOOSE_ONE"),)
"""What *choose one* is before a colon."""


class Found(NamedTuple):
    """`used`: how many tokens an alternate has.  `tokens`: what stands for them; `drop`: so many tokens before them
    are replaced as well."""

    used: int
    tokens: list[Token]
    drop: int = 0


def mark(type: str, like: Token) -> Token:
    """A mark (`COMMA`, `STOP`, `BULLET`, `COLON`, `GEN`) in the place of another token."""
    return Token(_MARKS[type], like.start, like.end, like.span, (), type)


def so_often(number: Token, end: Token) -> list[Token]:
    """*twice*, *3 times*, in the place of a number up to an end."""
    many = number.reading.id
    word = "twice" if many == "2" else f"{many} times"
    span = number.span.cover(end.span)
    return [Token(word, number.start, end.end, span, (Reading("word", word, "QOUT"),), "")]


_MARKS = {"COMMA": ",", "STOP": ".", "BULLET": "-", "COLON": ":", "GEN": "'s"}


def text_of(tokens: Iterable[Token]) -> str:
    """What tokens say, in small letters."""
    return " ".join(token.word for token in tokens)


def says(tokens: Iterable[Token], *words: str) -> bool:
    """Whether one of these words stands there."""
    return any(token.word in words for token in tokens)


def holds(tokens: Iterable[Token], *terminals: str) -> bool:
    """Whether a closed word or a mark of one of these terminals stands there."""
    return any(closed(token) in terminals for token in tokens)


def where_said(tokens: Iterable[Token], *words: str) -> int | None:
    """Where the first of these words stands."""
    return next((k for k, token in enumerate(tokens) if token.word in words), None)


def where_held(tokens: Iterable[Token], *terminals: str) -> int | None:
    """Where the first of these terminals stands."""
    return next((k for k, token in enumerate(tokens) if closed(token) in terminals), None)


def nth(tokens: list[Token], k: int) -> Token:
    """The token at a place, from the end if that is below 0."""
    return tokens[k] if -len(tokens) <= k < len(tokens) else NO_TOKEN


def since(tokens: list[Token], ends: frozenset[str]) -> list[Token]:
    """The tokens after the last of these ends."""
    start = len(tokens)
    while start > 0 and closed(tokens[start - 1]) not in ends:
        start -= 1
    return tokens[start:]


def until(tokens: list[Token], start: int, ends: frozenset[str]) -> int:
    """Where the first of these ends stands from `start` on; the end of the tokens, if there is none."""
    while start < len(tokens) and closed(tokens[start]) not in ends:
        start += 1
    return start


def closed(token: Token) -> str:
    """The terminal of a closed word before it is tagged; else its type."""
    for reading in token.readings:
        if reading.kind == "word":
            return reading.form
    return token.type


def named(token: Token, a: Alternates) -> str:
    """The noun of what a name names: *player*, *keyword*, *cat*; empty: it is no name."""
    entry = a.lexicon.vocabulary.name(token.find("name").id)
    return entry.noun if entry is not None else ""


def is_player(token: Token, a: Alternates) -> bool:
    """Whether it is the name of a player."""
    return named(token, a) == "player"
