"""Which verbs may take somewhere else what they are done with: of the things to which it was done, some have left.

*Cats that were sent this turn* lie where sending puts them; *cats that were fed this turn* are those of them that are
still where cats are looked for.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from toolkit.compile.base.world import VerbInfo, World
from toolkit.language import ast
from toolkit.language.vocabulary import TOWARDS

Text = tuple[str, str, ast.Paragraph]
"""Id of a verb, its field, one of its texts."""


class Order(NamedTuple):
    """An order of the steps of a verb, and what it says by itself.  `to`: where it puts something.  `of_slot`: it may
    be done with what is in a slot of the verb.  `to_own`: it puts that in a place of who does it.  `clears`: the place
    that it empties.
    """

    act: ast.Act
    to: tuple[ast.Noun, ...]
    of_slot: bool
    to_own: bool
    clears: str | None


def moving(texts: Sequence[Text], world: World) -> None:
    """Find out which verbs move nothing of what fills their slots, as far as their own steps say (`VerbInfo.stays`),
    which put it in a place of who does it (`to_own`), and in which place all of them leave it (`lands`, `keeps`).
    """
    steps = _steps(texts, world)
    moved = {id for id, info in world.verbs.items() if info.kernel is not None and info.kernel.moves}
    done = {id: {order.act.verb for order in orders if order.of_slot} for id, orders in steps.items()}
    words, more = set[str](), set(moved)
    while more:
        words |= {template.verb for id in more for template in world.verbs[id].templates}
        more = {id for id, lemmas in done.items() if id not in moved and not words.isdisjoint(lemmas)}
        moved |= more
    for id, info in world.verbs.items():
        info.stays = id not in moved
        info.to_own = any(order.to_own for order in steps.get(id, ()))
    _leaving(steps, words, world)


def _steps(texts: Sequence[Text], world: World) -> dict[str, list[Order]]:
    """The orders of the steps of each verb of the pack."""
    steps: dict[str, list[Order]] = {id: [] for id, info in world.verbs.items() if info.kernel is None}
    key = ("orders", frozenset(world.kinds))  # which may be others without a module
    said = [(verb, tree) for verb, field, tree in texts if verb in steps and field == "steps"]
    of = {id(tree): verb for verb, tree in said}
    find = lambda tree: _orders(tree, world.verbs[of[id(tree)]], world)
    for (verb, _), orders in zip(said, world.memory.each(key, [tree for _, tree in said], find), strict=True):
        steps[verb] += orders
    return steps


def _orders(tree: ast.Paragraph, info: VerbInfo, world: World) -> list[Order]:
    slots = {slot.noun for slot in info.templates[0].slots} if info.templates else set()
    return [
        Order(
            act,
            tuple(_where_to(act)),
            any(_may_be(what, slots, world) for what in _objects(act)),
            _to_own(info, act),
            _clears(act),
        )
        for act in tree.every(ast.Act)
    ]


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
    return any(place.determiner.possessive == "your" for place in _where_to(act)) and _is_of_slot(info, act)


def _where_to(act: ast.Act) -> Iterator[ast.Noun]:
    """Where an order puts something."""
    for each in act.complements:
        if each.role in TOWARDS and isinstance(each.value, ast.Noun):
            yield each.value


def _is_of_slot(info: VerbInfo, act: ast.Act) -> bool:
    """Whether an order of a verb's steps is done with what fills its slot: *Put the cat …*"""
    slots = {slot.noun for slot in info.templates[0].slots} if info.templates else set()
    what = act.object
    return ast.determiner_of(what).article == "the" and ast.head_of(what) in slots


def _leaving(steps: Mapping[str, Sequence[Order]], words: Container[str], world: World) -> None:
    """Find out where the verbs leave things of which one order alone moves them.  `words`: the verbs that move."""
    every = [order for orders in steps.values() for order in orders]
    cleared = {order.clears for order in every if order.clears is not None}
    filled = [place.head for order in every for place in order.to]
    for id, orders in steps.items():
        world.verbs[id].clears = _emptied(orders, world)
        moving_it = [each for each in orders if each.of_slot and each.act.verb in words]
        if len(moving_it) == 1:
            world.verbs[id].lands = _lands(world.verbs[id], moving_it[0], cleared, world)
            world.verbs[id].keeps = _keeps(world.verbs[id], moving_it[0], filled, world)


def _emptied(orders: Iterable[Order], world: World) -> str | None:
    """The one place of its name that one of these orders empties, if one does."""
    kinds = (world.kind(order.clears) for order in orders)
    return next((kind.name for kind in kinds if kind is not None and kind.only is not None), None)


def _lands(info: VerbInfo, order: Order, cleared: set[str], world: World) -> ast.Modifier | None:
    """*on the lawn*, if a step puts what the verb is done with there and all of it is taken away from there, too:
    what lies there is what it was done with since.
    """
    for place in order.to if _is_of_slot(info, order.act) else ():
        if place.head in cleared and world.kinds[place.head].only is not None and place == _the(place.head):
            return ast.Modifier(word=world.kinds[place.head].prep, what=place)
    return None


def _keeps(info: VerbInfo, order: Order, filled: Sequence[str | None], world: World) -> str | None:
    """*box*, if *Put the cat in its owner's box* is all that is done with a cat of one's own, and no other step puts
    anything there: what lies in your box is what you have done this with.
    """
    for place in order.to if _is_of_slot(info, order.act) and info.id in world.once_only else ():
        det, owner = place.determiner, place.determiner.owner
        its = ast.head_of(owner) == "owner" and ast.determiner_of(owner).possessive == "its"
        if place.head in world.kinds and (det.possessive == "your" or its) and filled.count(place.head) == 1:
            return place.head
    return None


def _the(noun: str) -> ast.Noun:
    return ast.Noun(determiner=ast.Determiner(article="the"), head=noun, plural=False)


def _clears(act: ast.Act) -> str | None:
    """The place that an order empties: *Put all cats from the lawn in your home.*; None: none."""
    what = act.object
    if act.modal or not isinstance(what, ast.Noun) or what.determiner.quantifier != "all" or what.relative:
        return None
    where = [each.value for each in act.complements if each.role == "from"]
    where += [each.what for each in what.modifiers]
    first = where[0] if len(where) == 1 and not what.adjectives else None
    return ast.head_of(first)
