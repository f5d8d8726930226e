"""What is named only if something is so or somebody says yes, for those who speak of it afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Val
from toolkit.meaning.referents import Referent
from toolkit.program.expression import Expr


def perhaps(named: Sequence[Referent]) -> None:
    """What an *if* guards, or somebody may do, is over, and perhaps it has named nobody."""
    for each in named:
        each.perhaps = True


@contextmanager
def known(named: Sequence[Referent]) -> Iterator[None]:
    """*If you do*: here it was named."""
    those = [each for each in named if each.perhaps]
    for each in those:
        each.perhaps = False
    try:
        yield
    finally:
        perhaps(those)


def either_named(so: Sequence[Referent], otherwise: Sequence[Referent], held: Expr, scope: Scope) -> None:
    """*If C, choose a card in play. Otherwise, choose a card in your hand. Pat that card*: the one that was chosen.
    What only one of the two cases named was perhaps not named.
    """
    for each in otherwise:
        other = _counterpart(each, so, otherwise)
        if other is None:
            each.perhaps = True
            continue
        either = replace(each, value=_either(held, other.value, each.value), group=None, done=None)
        scope.discourse.replaced((other, each), either)
        scope.branch = (either, *(one for one in scope.branch if one is not each and one is not other))


def _counterpart(named: Referent, so: Sequence[Referent], otherwise: Sequence[Referent]) -> Referent | None:
    """What is called the same in the other case, if each of the two has one that is."""
    here, there = ([each for each in case if each.head == named.head] for case in (otherwise, so))
    kept = all(each.needs is None for each in (*here, *there))
    return there[0] if len(here) == len(there) == 1 and kept else None


def _either(held: Expr, so: Val, otherwise: Val) -> Val:
    """The value that is there, by whether the condition held; if one is of several, a set."""
    many = so.many or otherwise.many
    one, other = (("single", each.expr) if many and not each.many else each.expr for each in (so, otherwise))
    return Val(("if", held, one, other), otherwise.type, many)
