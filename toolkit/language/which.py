"""Which ones of a kind a noun phrase means, and how many: what its determiner says, as one of a few small classes.

The tree keeps a determiner as it was typed, a row of optional words, for that is what printers need.  Whoever asks for
its meaning matches `determiner.which`, and lets the type checker say that no case is left out (`assert_never`).

Beside it stand what may go with any of them: whose they are, *other*, and a comparison (*more*, *at most the …*).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from toolkit.frozen import dataclass

if TYPE_CHECKING:
    from toolkit.language.ast import Bound, Determiner


@dataclass(frozen=True, slots=True)
class Bare:
    """*cats*, *gold*: nothing is said."""


@dataclass(frozen=True, slots=True)
class The:
    """*the cat*, *those cats*, *your cat*, *Red’s hand*; `number`: *the 2 players*, all of whom are meant."""

    number: int | None = None


@dataclass(frozen=True, slots=True)
class Ordinal:
    """*the top card*, *your second die*; `number`: *the first 2 players*."""

    word: str
    number: int | None = None


@dataclass(frozen=True, slots=True)
class A:
    """*a cat*: any one."""


@dataclass(frozen=True, slots=True)
class Another:
    """*another cat*: any one but the one spoken of."""


@dataclass(frozen=True, slots=True)
class Count:
    """*2 cats*, *at least 2 of your cats*, *one of those cats*; `of`: it says of which ones."""

    number: int
    bound: Bound | None = None
    of: bool = False


@dataclass(frozen=True, slots=True)
class UpTo:
    """*up to 2 cats*; without a number: *up to the number of …*.  `least`: *1 to 3 cats*."""

    number: int | None
    least: int = 0


@dataclass(frozen=True, slots=True)
class AnyNumber:
    """*any number of cats*."""


@dataclass(frozen=True, slots=True)
class ThatMany:
    """*that many cats*, *that much gold*: as many as were spoken of; `word` as it was typed."""

    word: str


@dataclass(frozen=True, slots=True)
class Random:
    """*a random cat*, *2 random cats*: chance chooses."""

    number: int | None = None
    bound: Bound | None = None


@dataclass(frozen=True, slots=True)
class AllBut:
    """*(discard) down to 3 cards*: all but so many."""

    number: int | None


@dataclass(frozen=True, slots=True)
class All:
    """*all cats*, *both dogs*, *all of the first 2*; `word` as it was typed, `number` of all of them."""

    word: str
    number: int | None = None
    ordinal: str | None = None


@dataclass(frozen=True, slots=True)
class Each:
    """*each cat*, *every cat*, *each of your 3 cats*, *each of the first 2 players*: one after the other."""

    word: str
    number: int | None = None
    ordinal: str | None = None


@dataclass(frozen=True, slots=True)
class No:
    """*no cats*."""


@dataclass(frozen=True, slots=True)
class Most:
    """*the most coins*, *the fewest coins*; `word` says which.  `rank`: *the second most coins*."""

    word: Literal["most", "fewest"]
    rank: str | None = None


@dataclass(frozen=True, slots=True)
class Half:
    """*half the coins*, *half of your coins*; `word` as it was typed."""

    word: str


@dataclass(frozen=True, slots=True)
class Times:
    """*twice the coins*, *3 times the coins*; `word` as it was typed."""

    factor: int
    word: str


@dataclass(frozen=True, slots=True)
class AsMany:
    """*as many cats (as you have)*, *as much gold*; `word` as it was typed."""

    word: str


Some = A | Another | Count | UpTo | AnyNumber | ThatMany | Random | AllBut
"""Not all, and not said which: somebody chooses, or a condition finds them."""

Which = Bare | The | Ordinal | Some | All | Each | No | Most | Half | Times | AsMany


def which(det: Determiner) -> Which:
    """What the words before the adjectives say of how many, and which, are meant."""
    if det.quantifier is not None and det.quantifier != "another":
        return _quantified(det, det.quantifier)
    if det.ordinal is not None and det.quantifier is None:
        return Ordinal(det.ordinal, det.number)
    if det.bound in ("up to", "between"):
        return UpTo(det.number, det.least or 0)
    if det.number is not None and (det.of or det.article in (None, "that", "those")):
        return Count(det.number, det.bound, det.of)
    if det.quantifier == "another":
        return Another()
    if det.article == "a":
        return A()
    if det.article is None and det.possessive is None and det.owner is None:
        return Bare()
    return The(det.number)


def uncounted(det: Determiner) -> Determiner:
    """The same without its number and what bounds that."""
    return replace(det, number=None, bound=None, least=None)


def _quantified(det: Determiner, quantifier: str) -> Which:
    match quantifier:
        case "all" | "both":
            return All(quantifier, det.number, det.ordinal)
        case "each" | "every":
            return Each(quantifier, det.number, det.ordinal)
        case "no":
            return No()
        case "any number of":
            return AnyNumber()
        case "that many" | "that much":
            return ThatMany(quantifier)
        case "random" | "a random":
            return Random(det.number, det.bound)
        case "down to":
            return AllBut(det.number)
        case "most" | "fewest":
            return Most(quantifier, det.ordinal)
        case "half" | "half of":
            return Half(quantifier)
        case "as many" | "as much":
            return AsMany(quantifier)
        case "twice":
            return Times(2, quantifier)
    return Times(int(quantifier.removesuffix(" times")), quantifier)


OF_ONE = frozenset({"each", "every", "another", "a random"})
"""Quantifiers whose noun stands in the singular."""

OF_SEVERAL = frozenset({"all", "both", "any number of", "that many", "as many"})
"""Quantifiers whose noun stands in the plural."""


def says_plural(det: Determiner) -> bool | None:
    """Whether the words before a noun put it in the plural; None: they leave its number open."""
    if det.of:
        return True  # one of the units, 2 of their units, each of the first 2 players
    if det.number is not None:
        return abs(det.number) != 1
    if det.quantifier in OF_ONE or det.quantifier in OF_SEVERAL:
        return det.quantifier in OF_SEVERAL
    if det.article in (None, "the"):
        return None
    return det.article in ("these", "those")
