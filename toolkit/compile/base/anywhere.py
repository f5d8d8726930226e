"""Choices of a thing wherever it is: *Discard a card.* would also be a card in somebody else's hand, or in a deck.

While a pack is compiled, its choices without a place are noted, and which things its sentences look for where.
When all is compiled, a choice is refused if such things may lie where not everybody sees them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from toolkit.compile.base.values import Desc, Val
from toolkit.pack.source import PackSource, Place
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Diagnostic, Fix
from toolkit.report.source import Span

if TYPE_CHECKING:
    from toolkit.compile.base.scope import Scope
    from toolkit.compile.base.world import World


class Unplaced(NamedTuple):
    """A choice among things of a kind, wherever they are.  `whose`: *your* or *their*, by who chooses.  `put`:
    the place where it is put, so that somebody loses it who has it.  `back`: it is returned there.
    """

    kind: str
    span: Span
    whose: str
    put: str = ""
    back: bool = False


def note(desc: Desc, chooser: Val, scope: Scope, *, put: str = "", back: bool = False) -> None:
    """Remember a choice that no phrase places.  Examples speak of what is there and are left out."""
    if not desc.anywhere or scope.test or desc.span is None:
        return
    mine = scope.you is not None and chooser.expr == scope.you.expr
    scope.world.unplaced.add(Unplaced(desc.type.name, desc.span, "your" if mine else "their", put, back))


def check(world: World, source: PackSource) -> Iterator[Diagnostic]:
    """SAY0848 for each choice among things that may lie in hands or decks; of what is put somewhere else, where any
    player may have them.
    """
    hidden = {
        place.name: place for place in source.places if place.seen_by != "all" and place.group_of is None
    }
    had = hidden | {place.name: place for place in source.places if place.of == "player"}
    lies = world.looked_for | {(kind.name, kind.starts) for kind in source.kinds if kind.starts is not None}
    for choice in sorted(world.unplaced, key=lambda each: (each.span.source.name, each.span.start)):
        put = choice.put and world.kinds[choice.kind].of is None
        among, known = (had, lies | world.put_in) if put else (hidden, lies)
        there = {place for thing, place in known if world.related(thing, choice.kind)}
        names = there & among.keys()
        if put and choice.back and there <= {choice.put}:  # nothing says where it is before
            names = {name for name, place in among.items() if place.of == "player"}
        if names:
            yield _unseen(choice, [among[name] for name in sorted(names)])


def _unseen(choice: Unplaced, where: Sequence[Place]) -> Diagnostic:
    """SAY0848.  `where`: the places in which such things may lie."""
    span, whose = choice.span, choice.whose
    hands = [place for place in where if place.of == "player" and (choice.put or place.seen_by == "owner")]
    fixes = [_placed(span, place, whose) for place in hands] if len(hands) == 1 else []
    said = " ".join(span.text.split())
    expected = tuple(f"*{said} {place.prep} {whose} {place.name}*" for place in hands)
    in_which = " or ".join(f"{place.prep} a {place.name}" for place in where)
    return diagnose("SAY0848", span, said=said, where=in_which, expected=expected, fixes=fixes)


def _placed(span: Span, place: Place, whose: str) -> Fix:
    words = f"{place.prep} {whose} {place.name}"
    return Fix(
        f"write *{' '.join(span.text.split())} {words}*", Span(span.source, span.end, span.end), f" {words}"
    )
