"""What the builders hand to each other: things smaller than a node of the tree, and spans over several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import is_
from typing import Any

from toolkit.language.ast import Clause, Complement, Joint, Verb
from toolkit.language.lexer import Token
from toolkit.report import Span

JOINTS: dict[str, Joint] = {"AND_S": "and", "OR_S": "or", "THEN_S": "then", "AND_V": "and", "OR_V": "or",
                             "AND_R": "and", "OR_R": "or", "AND_P": "and", "OR_P": "or"}  # fmt: skip


class Core:
    """A verb phrase without its adverbials: what to make (`make`, `fields`), and the word that agrees."""

    __slots__ = ("fields", "finite", "make", "manners", "span")

    def __init__(
        self,
        make: type[Verb],
        finite: Token | None,
        span: Span | None,
        manners: Sequence[Any] = (),
        **fields: Any,
    ) -> None:
        self.make = make
        self.finite = finite
        self.span = span
        self.manners = manners
        self.fields = fields


@dataclass(slots=True, eq=False)
class Parts:
    """A verb with its complements: before it is known whether it stands in the past or after a modal."""

    token: Token
    complements: tuple[Complement, ...]
    manners: list[Any]
    span: Span | None


@dataclass(slots=True, eq=False)
class Made:
    """A whole verb phrase and the word in it that agrees with a subject."""

    verb: Verb
    finite: Token | None


@dataclass(slots=True, eq=False)
class Order:
    """A clause without a subject, and the word in it that would agree with one."""

    clause: Clause
    finite: Token | None

    @property
    def span(self) -> Span | None:
        return self.clause.span


def span_of(*things: Any) -> Span | None:
    """The span from the first to the last of the things that have one."""
    first: Span | None = None
    last: Span | None = None
    for thing in things:
        if thing is None or isinstance(thing, (str, bool)):
            continue
        span = getattr(thing, "span", None)
        if span is not None:
            if first is None:
                first = span
            last = span
    if first is None or last is None or first is last:
        return first
    return Span(
        first.source, first.start if first.start < last.start else last.start, max(first.end, last.end)
    )


def same(one: Sequence[object], other: Sequence[object]) -> bool:
    """Whether they hold the very same things: then nothing need be made anew."""
    return len(one) == len(other) and all(map(is_, one, other))


def with_verbs(clause: Clause, verbs: Sequence[Verb]) -> Clause:
    """The clause with other verbs; itself, if they are its own."""
    return clause if same(verbs, clause.verbs) else replace(clause, verbs=tuple(verbs))


@dataclass(slots=True, eq=False)
class At:
    """Something with a span."""

    span: Span | None
