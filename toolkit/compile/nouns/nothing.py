"""Nothing never equals something: comparisons of what may not be there.

The suit of the top card of an empty pile, the owner of what belongs to nobody, the card that nobody could choose: a
comparison with it holds in neither direction.  *… is red* is false, and so is *… is not red*.  As an amount it is 0.
"""

from __future__ import annotations

from collections.abc import Iterable

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.meaning.witness import WITNESS
from toolkit.program.expression import Expr

PERHAPS = frozenset(
    [
        "first", "last", "nth", "first-where", "parent", "within", "owner", "holder", "left", "right", "shift",
        "period-who", "none",
    ]
)  # fmt: skip
"""Ops that may give no entity."""

OF_ONE = {"attr": 2, "base": 2, "face": 1, "index": 1, "x": 1, "y": 1, "name": 1, "card": 1, "formula": 2}
"""Ops that say something of one thing: which operand it is."""

SUMS = frozenset("add sub mul neg div div-up mod abs larger smaller".split())  # noqa: SIM905

ENDS = frozenset(["max", "min"])
"""Ops that give one of several amounts."""

COMPARING = frozenset("eq ne lt le gt ge".split())  # noqa: SIM905

QUANTIFYING = frozenset(["any", "every", WITNESS])
"""Ops that say a truth, their last operand, of members of a set."""


def may_be_nothing(expr: Expr, scope: Scope) -> bool:
    """Whether an expression for a thing (or a value) may give none."""
    match expr:
        case ("local", int(slot)):
            return any(_fills(instr, slot, scope) for instr in scope.code)
        case ("if", _, a, b):
            return may_be_nothing(a, scope) or may_be_nothing(b, scope)
        case ("call", int(number), *_):
            found = scope.world.defined_by(number)
            return any(each.type.base in ("entity", "value") and not each.many for each in found)
        case (op, *_):
            return op in PERHAPS
    return False


def _fills(instr: tuple[object, ...], slot: int, scope: Scope) -> bool:
    """Whether an instruction may leave a slot without a thing."""
    match instr:
        case ("let", int(filled), tuple(value)):
            return filled == slot and may_be_nothing(value, scope)
        case ("choose-one", _, _, int(filled)):
            return filled == slot
    return False


def missing(expr: Expr, scope: Scope) -> list[Expr]:
    """The things of which an amount or a value speaks and that may not be there."""
    op = expr[0]
    if op in OF_ONE:
        thing = expr[OF_ONE[op]]
        return [*missing(thing, scope), *_perhaps([thing], scope)]
    if op in SUMS:
        return [found for part in expr[1:] for found in missing(part, scope)]
    if op in ENDS:
        return _one_of_them(expr[1], scope)
    if op == "call":
        return _perhaps(expr[2:], scope)
    if op == "if" and expr[1][0] == "ne" and expr[1][2] == build.NONE:  # as `read` says it
        if expr[2] == expr[1][1]:  # where it is, or else where it was: either will do
            return []
        return [expr[1][1], *missing(expr[2], scope)]
    return []


def _one_of_them(amounts: Expr, scope: Scope) -> list[Expr]:
    """*the highest power of the cats in the park*: of none there is none, so one of them must be there."""
    match amounts:
        case ("map", tuple(things), *_) if things[0] != "set":
            return [("first", things)]
    return []


def _perhaps(things: Iterable[Expr], scope: Scope) -> list[Expr]:
    """Those that may not be there."""
    return [thing for thing in things if may_be_nothing(thing, scope)]


def there(things: list[Expr]) -> Expr:
    """Whether all of them are."""
    return build.both(*(("ne", thing, build.NONE) for thing in dict.fromkeys(things)))


def present(thing: Expr, scope: Scope) -> Expr:
    """Whether a thing is there, where it may not be."""
    return there(_perhaps([thing], scope))


def stated(truth: Expr, scope: Scope) -> Expr:
    """A truth whose comparisons do not hold of what is not there."""
    op = truth[0]
    if op == "and":
        return build.both(*(stated(part, scope) for part in truth[1:]))
    if op == "or":
        return build.either(*(stated(part, scope) for part in truth[1:]))
    if op == "call":
        return build.both(there(missing(truth, scope)), truth)
    if op in QUANTIFYING:
        truth = (*truth[:3], stated(truth[3], scope))
    if _says_each(truth):  # of what is not there nothing holds, also in a comparison with each of none
        return build.both(
            there([each for each in _spoken_of(truth, scope) if not _is_had(each, truth)]), truth
        )
    return _compared(truth, scope) if op in COMPARING and build.NONE not in truth[1:] else truth


def _says_each(truth: Expr) -> bool:
    """A truth of each member of a set, also if it is said as *of none it is not so*."""
    match truth:
        case ("every", *_):
            return True
        case ("not", ("any" | "witness", _, _, ("not", *_))):
            return True
    return False


def _is_had(thing: Expr, truth: Expr) -> bool:
    """*You have the die in each cell*: nobody who has it is nothing of which that is said."""
    match truth:
        case ("eq", *compared) if thing[0] == "holder":
            return thing in compared
        case ("and" | "or" | "not", *parts):
            return any(_is_had(thing, part) for part in parts)
        case (op, _, _, said) if op in QUANTIFYING:
            return _is_had(thing, said)
    return False


def _compared(truth: Expr, scope: Scope) -> Expr:
    guards = [found for part in truth[1:] for found in missing(part, scope)]
    if truth[0] == "eq" and all(may_be_nothing(part, scope) or _is_value(part, scope) for part in truth[1:]):
        guards.append(truth[1])
    return build.both(there(guards), truth)


def refuted(truth: Expr, scope: Scope) -> Expr:
    """The opposite of a truth, which does not hold of what is not there either."""
    return build.both(there(_spoken_of(truth, scope)), build.negate(truth))


def _spoken_of(truth: Expr, scope: Scope) -> list[Expr]:
    match truth:
        case ("and" | "or" | "not", *parts):
            return [found for part in parts for found in _spoken_of(part, scope)]
        case ("call", *_):
            return missing(truth, scope)
        case ("member", thing, _):
            return _perhaps([thing], scope)
        case (op, _, slot, said) if op in QUANTIFYING:
            return [each for each in _spoken_of(said, scope) if not build.mentions(each, slot)]
        case (op, *compared) if op in COMPARING:
            guards = [found for part in compared for found in missing(part, scope)]
            return guards + _perhaps((part for part in compared if part != build.NONE), scope)
    return []


def _is_value(expr: Expr, scope: Scope) -> bool:
    """An attribute that is a value of a list or a thing: it may be unset."""
    if expr[0] != "attr":
        return False
    bases = ("value", "entity")
    return any(a.index == expr[1] and a.type.base in bases for a in scope.world.attributes.values())


def read(value: Expr, owner: Expr, scope: Scope, none: Expr = build.NONE) -> Expr:
    """A value that an owner has; `none`, if there is no owner."""
    return ("if", ("ne", owner, build.NONE), value, none) if may_be_nothing(owner, scope) else value
