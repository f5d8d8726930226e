"""What a noun phrase means to the compiler: a typed expression, or a description of things still to be chosen."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Literal, NamedTuple, TypedDict, Unpack

from toolkit.frozen import dataclass
from toolkit.language import ast, forms
from toolkit.meaning.values import NUMBER as NUMBER
from toolkit.meaning.values import TRUTH as TRUTH
from toolkit.meaning.values import Extent as Extent
from toolkit.meaning.values import Type as Type
from toolkit.meaning.values import Val as Val
from toolkit.meaning.values import entity as entity
from toolkit.program.expression import Expr
from toolkit.report.diagnostic import Diagnostic
from toolkit.report.source import Span

if TYPE_CHECKING:
    from toolkit.compile.nouns.likeness import Alike


class Fail(Exception):
    """A sentence cannot be compiled; carries the diagnostic.  Caught once for each sentence item."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound(ast.Nominal):
    """A phrase whose meaning is known already: the member of a loop, or of what a quantifier outside ranges over."""

    value: Val
    head: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Anybody(ast.Noun):
    """*a player*, where the text says *you* and means whoever it is."""


Mode = Literal["one", "set", "some", "each", "no"]

Said = Literal["a", "number", "one of", "bare", "or", "and", "all", "any number of"]


@dataclass(frozen=True, slots=True)
class Alternatives:
    """*a cat or a dog*, *1, 2 or 3*: the items of a list, any of which may be meant; each described by itself."""

    joint: ast.Joint
    members: tuple[Desc, ...]


@dataclass(frozen=True, slots=True)
class Parts:
    """*2 coins and a cat*: the items of a list that are no set together; each described by itself."""

    joint: ast.Joint
    members: tuple[Desc, ...]


class Changes(TypedDict, total=False):
    """The fields of a `Desc` that a copy may change."""

    mode: Mode
    expr: Expr
    span: Span | None
    low: Expr
    high: Expr | None
    bound: ast.Bound | None
    random: bool
    chooser: Expr | None
    head: str | None
    extra: Said | None
    group: Expr | None
    scattered: bool
    anywhere: bool
    alike: Alike | None
    listing: Alternatives | Parts | None
    said: tuple[str, ...]
    narrowed: tuple[Hashable, ...]
    extent: Extent | None
    among: Expr | None


class Called(NamedTuple):
    """How something is called afterwards: *the friendly unit*.  `whole`: all there are in the game.  `extent`: of a
    `Desc`.
    """

    noun: str
    said: tuple[str, ...] = ()
    narrowed: tuple[Hashable, ...] = ()
    whole: bool = False
    extent: Extent | None = None


@dataclass(frozen=True, slots=True)
class Ranking:
    """Those who were ranked and do not tie, and by what: amounts of the member in a slot."""

    apart: Expr
    slot: int
    amounts: list[Expr]


@dataclass(frozen=True)
class Desc:
    """What a noun phrase describes.

    mode *one*: `expr` is a definite entity, number or value.   *set*: a definite set (all, the, those, your Ns).
    *each*: a set taken one by one.   *no*: none of the set.   *some*: `low`…`high` members of the set `expr`, still to
    be chosen or found (None for `high`: all of them).   Of a quantity (*2 points*) `expr` is the amount and `type.name`
    the quantity.

    `bound`: how the number, or the amount, compares in a condition; None: as the mode says.
    `random`: nobody chooses, the game does.   `chooser`: who chooses, if not the doer.
    `head`: the noun by which it is called.
    `extra`: how its members were said: *a* N, so many, a bare plural, a list with *and*; *or*: one of them is enough;
    *all*, *any number of* a quantity.
    `group`: the group spoken of before that it is taken from (*one of those cards*).
    `scattered`: whose it is, is left open (*cats of another player*).   `anywhere`: nothing says where they are.
    `alike`: what they must have in common, or must not (*2 cards of the same suit*).
    `listing`: the items of a list of which this is the first.   `said`: the adjectives of the phrase;
    `narrowed`: what else it says of them (*your*, *in the park*, *other*).
    `extent`: whether it means all of which that is so, or any number of them.
    `among`: of a thing that is one of these only if they are one (*the card with the highest cost*).
    """

    mode: Mode
    expr: Expr
    type: Type
    span: Span | None = None
    low: Expr = ("int", 1)
    high: Expr | None = ("int", 1)
    bound: ast.Bound | None = None
    random: bool = False
    chooser: Expr | None = None
    head: str | None = None
    extra: Said | None = None
    group: Expr | None = None
    scattered: bool = False
    anywhere: bool = False
    alike: Alike | None = None
    listing: Alternatives | Parts | None = None
    said: tuple[str, ...] = ()
    narrowed: tuple[Hashable, ...] = ()
    extent: Extent | None = None
    among: Expr | None = None

    @property
    def ranges(self) -> bool:
        """*1 to 3 cats*: so many, or more, but not more than that; *up to 3* asks nothing."""
        most = self.high is not None and self.high != self.low
        return self.mode == "some" and self.bound is None and most and self.low != ("int", 0)

    def but(self, **changes: Unpack[Changes]) -> Desc:
        """A copy with changes.  Each phrase makes several: the fields are copied at once, which slots would forbid."""
        made = object.__new__(Desc)
        made.__dict__.update(self.__dict__, **changes)
        return made

    def saying(self, said: tuple[str, ...], narrowed: tuple[Hashable, ...], extent: Extent | None) -> Desc:
        """It, with what its phrase says; most phrases say no more than a noun."""
        same = (said, narrowed, extent) == (self.said, self.narrowed, self.extent)
        return self if same else self.but(said=said, narrowed=narrowed, extent=extent)

    @property
    def noun(self) -> str:
        """The noun with which it was named, or that of its kind."""
        return self.head or self.type.name

    @property
    def called(self) -> Called:
        """By which noun and adjectives it can be spoken of afterwards."""
        whole = self.mode == "set" and self.expr[0] == "all"
        return Called(self.noun, self.said, self.narrowed, whole, self.extent)

    @property
    def many(self) -> bool:
        """Whether `expr` gives a tuple."""
        return self.mode != "one" and self.type.base != "quantity"


def name_type(type_: Type) -> str:
    """A type in an author's words: *an amount*, *a card*."""
    name = type_.name or "thing"
    return {"number": "an amount", "truth": "a condition"}.get(type_.base) or f"{forms.article(name)} {name}"
