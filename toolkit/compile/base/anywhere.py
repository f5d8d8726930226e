"""Choices of a thing wherever it is: *Discard a card.* would also be a card in somebody else's hand, or in a deck.

While a pack is compiled, its choices without a place are noted, and which things its sentences look for where.
When all is compiled, a choice is refused if such things may lie where not everybody sees them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Desc, Val
from toolkit.compile.base.world import World
from toolkit.language import ast
from toolkit.language.forms import article
from toolkit.pack.source import PackSource, Place
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Diagnostic, Fix
from toolkit.report.source import Span


class Unplaced(NamedTuple):
    """A choice among things of a kind, wherever they are.  `whose`: *your*, *their* or *the active player's*, by who
    chooses.  `put`: the place where it is put, so that somebody loses it who has it.  `back`: it is returned there.
    `clause`: where its relative clause begins; a place stands before it.
    """

    kind: str
    span: Span
    whose: str
    put: str = ""
    back: bool = False
    clause: int | None = None

    def where(self, place: Place) -> str:
        """*in your hand*."""
        return f"{place.prep} {self.whose} {place.name}"

    def placed(self, place: Place) -> str:
        """The phrase with a place."""
        text, end = self.span.text, self.end - self.span.start
        return " ".join(f"{text[:end].rstrip()} {self.where(place)} {text[end:]}".split())

    @property
    def end(self) -> int:
        """Behind which a place stands."""
        return self.clause if self.clause is not None else self.span.end


def note(desc: Desc, chooser: Val, scope: Scope, *, put: str = "", back: bool = False) -> None:
    """Remember a choice that no phrase places.  Examples speak of what is there and are left out."""
    if not desc.anywhere or scope.test or desc.span is None or any(map(_beside, desc.narrowed)):
        return
    theirs = "their" in desc.narrowed  # *one of their cards*, chosen by you
    mine = scope.you is not None and chooser.expr == scope.you.expr and not theirs
    nobody = scope.they is None and scope.you is None and not theirs  # in a step of the game
    whose = "your" if mine else "the active player's" if nobody else "their"
    clauses = (each.span for each in desc.narrowed if isinstance(each, ast.Relative))
    clause = next((span.start for span in clauses if span is not None), None)
    scope.world.unplaced.add(Unplaced(desc.type.name, desc.span, whose, put, back, clause))


def _beside(said: object) -> bool:
    """*a tile next to it*: it lies where that does."""
    if not isinstance(said, ast.Modifier) or said.word not in ("next to", "between"):
        return False
    return isinstance(said.what, ast.Pronoun) or (
        ast.determiner_of(said.what).article in ("this", "that", "those")
    )


def check(world: World, source: PackSource) -> Iterator[Diagnostic]:
    """SAY0848 for each choice among things that may lie in hands or decks; of what is put somewhere else, where any
    player may have them.
    """
    places = {place.name: place for place in source.places if place.group_of is None}
    begin = set(_beginnings(source))
    for choice in sorted(world.unplaced, key=lambda each: (each.span.source.name, each.span.start)):
        put = choice.put and world.kinds[choice.kind].of is None
        known = world.looked_for | begin | (world.put_in if put else set())
        there = {place for thing, place in known if world.related(thing, choice.kind)}
        if put and choice.back and there <= {choice.put}:  # nothing says where it is before
            there = _players(places)
        names = there & (_hidden(places) | (_players(places) if put else set()))
        if names:
            yield _unseen(choice, [places[name] for name in sorted(names)])


def where_they_hide(world: World, source: PackSource, *, buried: bool = False) -> dict[str, str]:
    """For each kind of thing of which some may lie where not everybody sees them, where that is: *in a deck*.

    `buried`: of the places of a player those alone into which nobody looks.
    """
    places = {place.name: place for place in source.places if place.group_of is None}
    known, hidden = world.looked_for | world.put_in | set(_beginnings(source)), _hidden(places)
    if buried:
        hidden = {name for name in hidden & _players(places) if places[name].seen_by == "nobody"}
    found = {
        kind.name: sorted({place for thing, place in known if world.related(thing, kind.name)} & hidden)
        for kind in source.kinds
    }
    return {kind: _in_which([places[each] for each in names]) for kind, names in found.items() if names}


def _in_which(where: Sequence[Place]) -> str:
    """*in a deck or in a hand*."""
    return " or ".join(f"{place.prep} {article(place.name)} {place.name}" for place in where)


def _beginnings(source: PackSource) -> Iterator[tuple[str, str]]:
    """Kinds and the places where they begin."""
    return ((kind.name, kind.starts) for kind in source.kinds if kind.starts is not None)


def _hidden(places: Mapping[str, Place]) -> set[str]:
    return {name for name, place in places.items() if place.seen_by != "all"}


def _players(places: Mapping[str, Place]) -> set[str]:
    return {name for name, place in places.items() if place.of == "player"}


def _unseen(choice: Unplaced, where: Sequence[Place]) -> Diagnostic:
    """SAY0848.  `where`: the places in which such things may lie.  None of which the phrase speaks itself
    (*that is not in your hand*) could be added.
    """
    span = choice.span
    hands = [place for place in where if place.of == "player" and (choice.put or place.seen_by == "owner")]
    hands = [place for place in hands if choice.where(place) not in span.text]
    fixes = [_placed(choice, place) for place in hands] if len(hands) == 1 else []
    said = span.said
    expected = tuple(f"*{choice.placed(place)}*" for place in hands)
    return diagnose("SAY0848", span, said=said, where=_in_which(where), expected=expected, fixes=fixes)


def _placed(choice: Unplaced, place: Place) -> Fix:
    before, after = (" ", "") if choice.clause is None else ("", " ")
    at = Span(choice.span.source, choice.end, choice.end)
    return Fix(f"write *{choice.placed(place)}*", at, f"{before}{choice.where(place)}{after}")
