"""The types of what a phrase can mean, and a value that is known once it is reached."""

from __future__ import annotations

from typing import Literal

from toolkit.frozen import dataclass
from toolkit.program.expression import Expr
from toolkit.report.source import Span

Extent = Literal["all", "any number"]
"""Whether all of which something is said are meant, or as many of them as somebody likes."""


@dataclass(frozen=True, slots=True)
class Type:
    """`base`: entity (name = kind), number, value (name = list), truth, quantity (name = quantity noun)."""

    base: Literal["entity", "number", "value", "truth", "quantity"]
    name: str = ""


NUMBER = Type("number")
TRUTH = Type("truth")


def entity(kind: str) -> Type:
    """The type of things of this kind."""
    return Type("entity", kind)


@dataclass(frozen=True, slots=True)
class Val:
    """A value that is known once reached: `many` means `expr` gives a tuple."""

    expr: Expr
    type: Type
    many: bool = False
    span: Span | None = None
