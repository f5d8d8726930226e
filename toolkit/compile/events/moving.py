"""Which verbs may take somewhere else what they are done with: of the things to which it was done, some have left.

*Cats that were sent this turn* lie where sending puts them; *cats that were fed this turn* are those of them that are
still where cats are looked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from toolkit.compile.base.world import VerbInfo, World
from toolkit.compile.events.event_verb import PUT_ROLES
from toolkit.language import ast

Text = tuple[str, str, ast.Paragraph]
"""Id of a verb, its field, one of its texts."""


def moving(texts: Sequence[Text], world: World) -> None:
    """Find out which verbs move nothing of what fills their slots, as far as their own steps say (`VerbInfo.stays`),
    and which put it in a place of who does it (`to_own`).
    """
    steps = _steps(texts, world)
    moved = {id for id, info in world.verbs.items() if info.kernel is not None and info.kernel.moves}
    while more := {id for id in steps.keys() - moved if _moves(world.verbs[id], steps[id], moved, world)}:
        moved |= more
    for id, info in world.verbs.items():
        info.stays = id not in moved
        info.to_own = any(_to_own(info, act) for act in steps.get(id, ()))


def _steps(texts: Sequence[Text], world: World) -> dict[str, list[ast.Act]]:
    """The orders of the steps of each verb of the pack."""
    steps: dict[str, list[ast.Act]] = {id: [] for id, info in world.verbs.items() if info.kernel is None}
    for verb, field, tree in texts:
        if verb in steps and field == "steps":
            steps[verb] += [node for node in tree.walk() if isinstance(node, ast.Act)]
    return steps


def _moves(info: VerbInfo, acts: Sequence[ast.Act], moved: set[str], world: World) -> bool:
    """Whether some order of the steps moves what may be in a slot of the verb."""
    slots = {slot.noun for slot in info.templates[0].slots} if info.templates else set()
    orders = (act for act in acts if any(each.id in moved for each, _ in world.by_lemma.get(act.verb, ())))
    return any(_may_be(what, slots, world) for act in orders for what in _objects(act))


def _objects(act: ast.Act) -> Iterator[ast.Node]:
    """What an order is done with, and, if it swaps, with what."""
    for each in act.complements:
        if each.role in ("obj", "with") and each.value is not None:
            yield from each.value.items if isinstance(each.value, ast.Group) else (each.value,)


def _may_be(what: ast.Node, slots: set[str], world: World) -> bool:
    """Whether a phrase may name what fills one of these slots; in doubt it does."""
    if not isinstance(what, ast.Noun) or what.head not in world.kinds:
        return True
    return any(slot not in world.kinds or world.related(what.head, slot) for slot in slots)


def _to_own(info: VerbInfo, act: ast.Act) -> bool:
    """Whether a step of a verb puts what it is done with in a place of who does it: *Put the cat in your home.*"""
    slots = {slot.noun for slot in info.templates[0].slots} if info.templates else set()
    goals = (each.value for each in act.complements if each.role in PUT_ROLES)
    mine = any(isinstance(goal, ast.Noun) and goal.determiner.possessive == "your" for goal in goals)
    what = act.object
    return mine and isinstance(what, ast.Noun) and what.determiner.article == "the" and what.head in slots
