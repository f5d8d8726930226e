"""Set an attribute or a quantity of something to an amount, within its bounds.

The result is by how much it changed, up or down; setting it to what it is, is nothing."""

from __future__ import annotations

from typing import Any

from toolkit.kernel.primitives import Kernel
from toolkit.kernel.state import State
from toolkit.verbs.verb import KernelVerb


def possible(kernel: Kernel, state: State, who: int, roles: tuple[Any, ...]) -> bool:
    thing, attribute, amount = roles
    return thing >= 0 and kernel.bounded(attribute, thing, amount) != state.columns[attribute][thing]


def apply(kernel: Kernel, state: State, who: int, roles: tuple[Any, ...]) -> Any:
    thing, attribute, amount = roles
    return abs(kernel.set_attribute(state, attribute, thing, amount)) or None


VERB = KernelVerb(
    id="set",
    phrases=("set {amount} to {new: amount}",),
    roles=("obj", "attr", "amount"),
    apply=apply,
    possible=possible,
    batch=0,
    examples=("Set the value of that die to 6.",),
)
