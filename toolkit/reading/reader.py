"""Expressions in words.  What an op says stands in one of three tables, filled by the modules beside this one.

`SETS`: a set as `Things`.  `TRUTHS`: a clause, or its opposite.  `PHRASES`: everything else, a noun phrase.
Together they have a row for each row of `toolkit.program.expression.EXPRESSIONS`; a test compares them.  A defined word
may be a truth or not, so it has two.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from toolkit.program.expression import Expr
from toolkit.reading.frame import Frame, is_many, may_be_nothing, single_type, type_of
from toolkit.reading.things import Things
from toolkit.reading.words import Words

F = TypeVar("F", bound=Callable[..., object])

SETS: dict[str, Callable[[Reader, Expr, Frame], Things]] = {}
TRUTHS: dict[str, Callable[[Reader, Expr, Frame, bool], str]] = {}
PHRASES: dict[str, Callable[[Reader, Expr, Frame], str]] = {}


def reads(table: dict[str, F], *ops: str) -> Callable[[F], F]:
    """Register what reads an op."""

    def register(function: F) -> F:
        for op in ops:
            table[op] = function
        return function

    return register


class Reader:
    """Says expressions of one compiled game."""

    def __init__(self, words: Words) -> None:
        self.words = words

    # -- by what is wanted ------------------------------------------------------------------------------------
    def text(self, expr: Expr, frame: Frame) -> str:
        """The expression, whatever it gives."""
        op = expr[0]
        if op == "local" and (inner := frame.name(expr[1]).expr) is not None:
            called = frame.name(expr[1]).text
            return self.text(inner, frame) + (f" [“{called}”]" if called else "")
        if op in SETS:
            return SETS[op](self, expr, frame).all()
        if op in TRUTHS and op not in PHRASES:
            return f"whether {TRUTHS[op](self, expr, frame, True)}"
        return PHRASES[op](self, expr, frame)

    def thing(self, expr: Expr, frame: Frame) -> str:
        """One thing; a number is a constant entity."""
        if expr[0] == "int":
            return self.words.entity(expr[1])
        return self.text(expr, frame)

    def things(self, expr: Expr, frame: Frame) -> Things:
        """A set."""
        if expr[0] == "local" and (inner := frame.name(expr[1]).expr) is not None:
            called, found = frame.name(expr[1]).text, self.things(inner, frame)
            return replace(found, note=f"{found.note} [“{called}”]") if called else found
        if expr[0] in SETS:
            return SETS[expr[0]](self, expr, frame)
        noun = type_of(expr, frame, self.words).name or "thing"
        return Things(noun, self.words.plural(noun), name=self.text(expr, frame))

    def truth(self, expr: Expr, frame: Frame, positive: bool = True) -> str:
        """A clause."""
        if expr[0] in TRUTHS:
            return TRUTHS[expr[0]](self, expr, frame, positive)
        if expr[0] == "local":
            name = frame.name(expr[1])
            if name.means:
                return name.means if positive else name.not_means or f"it is not so that {name.means}"
            if name.expr is not None:
                return self.truth(name.expr, frame, positive)
        if expr[0] == "if":
            clause = self.text(expr, frame)
            return clause if positive else f"it is not so that {clause}"
        return f"{self.text(expr, frame)} holds" if positive else f"{self.text(expr, frame)} does not hold"

    def all_true(self, conditions: Sequence[Expr], frame: Frame, *, in_lines: bool = False) -> list[str]:
        """Each condition as a clause; what is always so is left out.  `in_lines`: no *and* will join them."""
        from toolkit.reading.truths import bracketed, whose_period

        parts = [part for part in dict.fromkeys(conditions) if part != ("truth", True)]
        first = []
        if (found := whose_period(self, parts, frame)) is not None:
            parts, said = found
            first.append(said)
        if in_lines or (not first and len(parts) == 1):
            return first + [self.truth(part, frame) for part in parts]
        return first + [bracketed(self, part, frame, True) for part in parts]

    def number(self, expr: Expr, frame: Frame) -> str:
        """An amount; a calculation in brackets."""
        said = self.text(expr, frame)
        return f"({said})" if expr[0] in ("add", "sub", "mul", "div", "div-up", "mod", "if") else said

    def of_type(self, expr: Expr, frame: Frame, base: str) -> str:
        """As an entity if that is wanted, else as it is."""
        return self.thing(expr, frame) if base == "entity" else self.number(expr, frame)

    def plain(self, expr: Expr) -> Expr:
        """Where things change hands, the owner stands in a column."""
        if expr[0] == "base" and expr[1] == self.words.world.owner_column:
            return ("owner", expr[2])
        return expr

    # -- what an expression gives -------------------------------------------------------------------------------
    def kind(self, expr: Expr, frame: Frame) -> str:
        """The kind of a thing or of the members of a set; *thing* where it is not known."""
        return single_type(expr, frame, self.words).name or "thing"

    def many(self, expr: Expr, frame: Frame) -> bool:
        """Whether it is a set."""
        return is_many(expr, frame, self.words)

    def base(self, expr: Expr, frame: Frame) -> str:
        """entity, number, value or truth."""
        return type_of(expr, frame, self.words).base

    def maybe(self, expr: Expr, frame: Frame) -> bool:
        """Whether one thing may be none."""
        return may_be_nothing(expr, frame, self.words)

    # -- sentences ----------------------------------------------------------------------------------------------
    def does(self, who: str, verb: int, rest: str = "") -> str:
        """*you draw*, *that player draws*."""
        forms = self.words.forms(verb)
        said = forms.base if is_you(who) else forms.third
        return " ".join(part for part in (who, said, rest) if part)

    def has(self, who: str) -> str:
        """*you have*, *that player has*."""
        return f"{who} have" if is_you(who) else f"{who} has"

    def time_of(self, period: int, who: str) -> str:
        """*your turn*, *the turn of Red*."""
        return self.theirs(self.words.period(period), who)

    def theirs(self, noun: str, who: str) -> str:
        """*your hand*, *the hand of Red*."""
        return f"your {noun}" if is_you(who) else f"the {noun} of {who}"

    def is_(self, who: str, positive: bool = True) -> str:
        """*you are*, *that card is not*."""
        said = "are" if is_you(who) else "is"
        return f"{who} {said}" if positive else f"{who} {said} not"


def is_you(who: str) -> bool:
    """Whether a verb after it has the plain form."""
    return who == "you" or who.startswith("you (")
