"""Raise an attribute or a quantity of something by an amount, at most to its upper bound.

The result is the difference."""

from __future__ import annotations

from typing import Any

from toolkit.kernel.primitives import Kernel
from toolkit.kernel.state import State
from toolkit.verbs.verb import KernelVerb


def possible(kernel: Kernel, state: State, who: int, roles: tuple[Any, ...]) -> bool:
    thing, attribute, amount = roles
    column = state.columns[attribute]
    return (
        thing >= 0 and amount > 0 and kernel.bounded(attribute, thing, column[thing] + amount) > column[thing]
    )


def apply(kernel: Kernel, state: State, who: int, roles: tuple[Any, ...]) -> Any:
    thing, attribute, amount = roles
    return kernel.set_attribute(state, attribute, thing, state.columns[attribute][thing] + amount) or None


VERB = KernelVerb(
    id="raise",
    phrases=("raise {amount} by {difference: amount}",),
    roles=("obj", "attr", "amount"),
    apply=apply,
    possible=possible,
    batch=0,
    examples=("Raise the value of that die by 1.",),
)
