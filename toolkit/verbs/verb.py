"""The shape of a kernel verb, and the folder scan that finds them."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal

from toolkit.kernel.primitives import Kernel
from toolkit.kernel.state import State

Roles = tuple[Any, ...]
Apply = Callable[[Kernel, State, int, Roles], Any]
Possible = Callable[[Kernel, State, int, Roles], bool]


@dataclass(frozen=True, slots=True)
class KernelVerb:
    """`roles`: names in the order of the event's values.  Entities: obj (what it happens to), to, with.
    Others: attr (attribute index), amount, way (a tuple of amounts), position (-1 as the place has it: on top, 0 top,
    1 bottom, 2 random), face (-1 unchanged, 0 down, 1 up).

    `phrases`: templates, the canonical one first.  `parents`: verbs whose rules also see it; same roles.
    `batch`: index of the role that may be a set, -1: none. `apply(kernel, state, who, roles)`: makes it so,
    through the kernel's primitives only, and gives what happened: an int or a tuple of entities like
    `nothing`; None when nothing did.  `possible`: whether it could happen now. `examples`: orders in the
    language that use it.  `moves`: the roles whose things it takes somewhere else, by number; those below it do, too.
    `needs`: what a kind declares of things with which it can be done: *shows* something, is *of nobody*.
    `page`: the docstring of its file.
    """

    id: str
    phrases: tuple[str, ...]
    roles: tuple[str, ...]
    apply: Apply
    possible: Possible | None = None
    nothing: Any = 0
    batch: int = -1
    parents: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    moves: tuple[int, ...] = ()
    needs: Literal["", "shows", "of nobody"] = ""
    page: str = ""


@cache
def load_verbs() -> dict[str, KernelVerb]:
    """All kernel verbs by id.  Parents come before their children, else alphabetical."""
    import toolkit.verbs as package

    found: dict[str, KernelVerb] = {}
    for info in pkgutil.iter_modules(package.__path__):
        module = importlib.import_module(f"{package.__name__}.{info.name}")
        verb = getattr(module, "VERB", None)
        if isinstance(verb, KernelVerb):
            found[verb.id] = KernelVerb(
                **{name: getattr(verb, name) for name in KernelVerb.__slots__ if name != "page"},
                page=inspect.getdoc(module) or "",
            )
    ordered: dict[str, KernelVerb] = {}
    for name in sorted(found):
        _add(found[name], found, ordered)
    return ordered


def _add(verb: KernelVerb, found: Mapping[str, KernelVerb], ordered: dict[str, KernelVerb]) -> None:
    """A verb after those above it."""
    for parent in verb.parents:
        _add(found[parent], found, ordered)
    above = [ordered[parent].moves for parent in verb.parents]
    ordered.setdefault(verb.id, replace(verb, moves=verb.moves or next(iter(above), ())))
