"""What is asked of groups of places, for generated code: *a player has a mark in every cell of some line*.

As long as that is so of nobody, nothing but a group in one of whose places something has changed can make it so.  So
what lay in the places when it was last so of nobody is kept in the state (`Library.stirred`), and only such
groups are looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.machine.generated import whole
from toolkit.program.chains import free_locals, parts
from toolkit.program.expression import LOOPS, Expr

if TYPE_CHECKING:
    from toolkit.machine.generate import Generator

GROUPS = -1_000_001
"""The slot of the groups that are looked at."""

FEWEST = 6
"""Groups; fewer are looked at as quickly as it is found which of them have changed."""

FIXED = frozenset(
    "int value truth none local game is kind owner and or not eq ne lt le gt ge any every filter count".split()  # noqa: SIM905
)
"""Ops whose value depends on their operands alone."""


def asked_again(g: Generator, search: Expr) -> tuple[Expr, str, str] | None:
    """The same search through a local, the groups that are to be looked at, which has the name that follows, and what
    is to run if nothing is found; None: it is another search, or may depend on more than on what lies in the places.
    """
    match search:
        case ("filter", over, slot, ("any", ("all", int(kind)), group, every)) if looks_at(g, over, kind):
            match every:
                case ("every", ("members", ("local", one)), place, asked) if one == group:
                    if not free_locals(search, g.machine.ruleset) and of_contents(asked, place):
                        number = g.machine.kept.number(f"again {g.counter}", 0)
                        groups, lies = g.temporary(), g.temporary()
                        g.out.append(f"{groups}, {lies} = stirred(S, {whole(number)}, {whole(kind)})")
                        rest = ("any", ("local", GROUPS), group, every)
                        return ("filter", over, slot, rest), groups, f"S.kept[{number}] = {{0: {lies}}}"
    return None


def looks_at(g: Generator, over: Expr, kind: int) -> bool:
    """Whether there are enough groups of that kind, all of places, and it is asked for those of whom there are never
    more than before.
    """
    model = g.model
    places = [e for each in model.all_of[kind] for e in model.members[each]]
    return (
        over in (("players",), ("single", ("game",)))
        and not model.changes[kind]
        and len(model.all_of[kind]) >= FEWEST
        and len(places) > 1
        and all(model.is_place[e] for e in places)
    )


def of_contents(asked: Expr, place: int) -> bool:
    """Whether what is asked of a place depends on nothing but what lies in it."""
    if asked == ("inside", ("local", place)):
        return True
    if asked[0] not in FIXED or (asked[0] in LOOPS and asked[2] == place):
        return False
    return all(of_contents(part, place) for part in parts(asked))
