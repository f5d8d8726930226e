"""Texts that act while their cards lie hidden (`works: [hand]`), in a game with `forced: ask`.

Whom such a text asks has its card.  So everybody is asked who, as far as the others know, may have it: as often as
hidden cards of theirs could be copies of it.  A question that no card of theirs asks is *pretended* (`secrecy.py`) on a
stand-in: a copy that lies hidden somewhere else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from toolkit.kernel.model import Model
from toolkit.kernel.primitives import Kernel
from toolkit.kernel.random import mix
from toolkit.kernel.state import State
from toolkit.kernel.view import back
from toolkit.machine.secrecy import Secrecy
from toolkit.program.expression import Expr
from toolkit.program.ruleset import Ruleset

Hands = dict[int, set[int]]
"""For each player the hidden cards of theirs that could be copies."""


class Unseen:
    """For one ruleset."""

    def __init__(self, model: Model, ruleset: Ruleset, kernel: Kernel, secrecy: Secrecy) -> None:
        self.model = model
        self.ruleset = ruleset
        self.kernel = kernel
        self.secrecy = secrecy
        self._places: dict[int, tuple[int, ...]] = {}
        self._watched: dict[int, tuple[tuple[int, ...], bool]] = {}

    def places(self, number: int) -> tuple[int, ...]:
        """Where a rule acts on cards that lie hidden, if it only asks; else nothing."""
        found = self._places.get(number)
        if found is None:
            rule = self.ruleset.rules[number]
            found = ()
            if rule.static and not rule.captured and self.secrecy.pretends(number):
                found = hidden_places(self.model, rule.holders)
            self._places[number] = found
        return found

    def hidden(self, state: State, entity: int) -> bool:
        """Whether somebody does not know which component this is."""
        return (
            entity >= 0
            and self.model.is_component[entity]
            and self.kernel.seers(state, entity) != self.kernel.everybody
        )

    def copies(self, state: State, number: int) -> list[int]:
        """The copies that lie hidden, in an order that tells nothing."""
        holders = self.ruleset.rules[number].holders
        assert holders is not None
        found = [e for e in holders[1][1:] if state.parent[e] >= 0 and self.hidden(state, e)]
        return sorted(found, key=lambda e: mix(state.seed, e))

    def hands(self, state: State, number: int) -> Hands:
        """For each player the cards that could be copies now."""
        model = self.model
        backs = {(back(model, e), model.owner[e]) for e in self.copies(state, number)}
        found: Hands = {}
        for place in self.places(number):
            owner = model.entities[place].owner if model.entities[place].owner >= 0 else model.owner[place]
            for e in state.kids[place]:
                if owner > 0 and (back(model, e), model.owner[e]) in backs and self.hidden(state, e):
                    found.setdefault(owner, set()).add(e)
        return found

    def pairs(
        self, state: State, number: int, hands: Hands, asked: Collection[tuple[int, int]], thing: int
    ) -> Iterator[tuple[int, int]]:
        """`(you, this)` of all whom the rule must still seem to ask.  `asked`: those for whom it does so already.
        `thing`: the component that it must stand on; -1: it may be any.
        """
        copies = self.copies(state, number)
        for you, cards in sorted(hands.items()):
            cards = {e for e in cards if self.hidden(state, e)}
            count = min(len(cards), len(copies)) if thing < 0 else int(thing in cards)
            mine = {this for seat, this in asked if seat == you and this in copies}
            others = [e for e in copies if e not in mine and e not in cards]
            others += [e for e in copies if e not in mine and e in cards]
            yield from ((you, this) for this in others[: max(0, count - len(mine))])

    def watched(self, state: State, number: int, locals: list[Any], slot: int) -> list[int]:
        """The components that lie where a watch looks, for the member in `slot`."""
        places, own = self.looks(number, slot)
        whose = self.model.owner
        return [
            e
            for place in places
            if not own or whose[place] in (locals[0], locals[slot])
            for e in state.kids[place]
        ]

    def looks(self, number: int, slot: int = 2) -> tuple[tuple[int, ...], bool]:
        """The places where a watch looks, and whether only at those of you and of the member."""
        if number not in self._watched:
            match = self.ruleset.rules[number].match
            assert match is not None
            region = self.secrecy.region(match)
            found = {*region.places, *(self._everywhere() if region.kinds else ())}
            self._watched[number] = tuple(sorted(found)), not region.kinds and _of_one(match, slot)
        return self._watched[number]

    def _everywhere(self) -> list[int]:
        return [place for place in range(self.model.count) if self.model.is_place[place]]


def _of_one(expr: Expr, slot: int) -> bool:
    """Whether all places of which a condition speaks are those of you or of the member in `slot`."""
    if expr[:1] in (("call",), ("formula",), ("can",), ("parts",)):
        return False
    if expr[:1] == ("place",) and expr[2:] not in ((("local", 0),), (("local", slot),)):
        return False
    return all(_of_one(part, slot) for part in expr if isinstance(part, tuple))


def hidden_places(model: Model, holders: Expr | None) -> tuple[int, ...]:
    """The places in which some player does not see on what a rule stands."""
    if holders is None or holders[0] != "filter" or holders[1][0] != "set":
        return ()
    found: list[int] = []
    waiting: list[Any] = [holders[3]]
    while waiting:
        part = waiting.pop()
        match part:
            case ("within", _, int(kind)) | ("in", _, ("place", int(kind), *_)):
                found += [place for place in model.all_of[kind] if model.seen_by[place] != "all"]
        if isinstance(part, tuple):
            waiting += part
    if holders[3][0] == "ne" and holders[3][1][0] == "parent":  # it lies in the game, wherever that is
        found = [place for place, seen_by in enumerate(model.seen_by) if seen_by != "all"]
    return tuple(dict.fromkeys(found))
