"""A bot that tries lines of play in worlds that could be the real one, and goes where they went best.

It is Monte Carlo tree search over what its seat knows.  A simulation takes one of a few imagined worlds, follows the
tree of options as they look to whoever is asked, adds one new position, plays on at random to the horizon and tells
each position on its way how its player fared.  Positions of the tree are told apart by options alone, so what holds
in one world is tried in the others.

Every number is exact in IEEE arithmetic (no logarithm, no exponential), so a choice is the same on every machine.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any

from toolkit.kernel.random import Chance, below

if TYPE_CHECKING:
    from toolkit.kernel.state import State
    from toolkit.machine import Decision
    from toolkit.play.outlook import Outlook

Key = tuple[Any, ...]


class Node:
    """A position as the tree knows it.  `visits`, `won`: of the one who chose the option that leads here;
    `offered`: how often that option could be chosen.
    """

    __slots__ = ("children", "offered", "visits", "won")

    def __init__(self) -> None:
        self.children: dict[Key, Node] = {}
        self.offered = 0
        self.visits = 0
        self.won = 0.0


class Search:
    """One decision's search.

    `worlds`: how many are imagined, `horizon`: a line ends after so many changes of the active player (where the pack
    says what a position is worth), `longest`: and after so many decisions anyway.
    """

    worlds, horizon, longest, curious, samples = 12, 2, 120, 0.5, 8

    def __init__(self, outlook: Outlook, chance: Chance) -> None:
        self.outlook = outlook
        self.chance = chance
        self.root = Node()
        self.middle, self.spread = 0.0, 1.0

    def best(self, budget: int) -> int:
        """The index of the option that was tried most, after so many simulations."""
        outlook = self.outlook
        worlds: list[State] = []
        many = max(1, min(self.worlds, budget // 4))
        for number in range(budget):
            if len(worlds) < many:
                worlds.append(outlook.imagine(self.chance))
                if len(worlds) == 1:
                    self.measure(worlds[0])
            self.simulate(worlds[number % many])
        seen = [(outlook.options[index], index) for index in outlook.different]
        ranked = [
            (node.visits, node.won, -index)
            for option, index in seen
            if (node := self.root.children.get((outlook.seat, option))) is not None
        ]
        return -max(ranked)[2] if ranked else outlook.different[0]

    def measure(self, world: State) -> None:
        """How far apart the ends of lines lie that are played at random: what counts as much here."""
        margins = []
        for _ in range(self.samples):
            state = self.outlook.begin(world, self.chance)
            self.finish(state, self.outlook.decision(state), state.active, 0)
            if not state.over:
                margins.append(self.outlook.margin(state, self.outlook.seat))
        if margins:
            self.middle = sum(margins) / len(margins)
            far = 0.0
            for each in margins:  # `sum` rounds otherwise since Python 3.12
                far += abs(each - self.middle)
            self.spread = far / len(margins) + 1.0

    # -- One simulation -------------------------------------------------------------------------------------

    def simulate(self, world: State) -> None:
        """One line of play, told to all positions on its way."""
        from toolkit.machine import Runaway

        outlook = self.outlook
        state = outlook.begin(world, self.chance)
        node, path = self.root, [(0, self.root)]
        decision = outlook.decision(state)
        steps, new = 0, False
        active, changes = state.active, 0
        try:
            while decision is not None and not new and steps < self.longest:
                seat = outlook.seat if not steps and outlook.seat in decision.seats else decision.seats[0]
                options = decision.options[decision.seats.index(seat)]
                index, node, new = self.descend(node, state, seat, options)
                path.append((seat, node))
                decision = outlook.machine.choose(state, index, seat)
                steps += 1
                if state.active != active:
                    active, changes = state.active, changes + 1
                    if outlook.judged and changes >= self.horizon:
                        break
            else:
                self.finish(state, decision, active, changes, steps)
            fared = self.fared(state)
        except Runaway:
            fared = dict.fromkeys(outlook.players, 0.0)  # nobody wants to get there
        for seat, node in path:
            node.visits += 1
            node.won += fared.get(seat, 0.0)

    def descend(
        self, node: Node, state: State, seat: int, options: tuple[Key, ...]
    ) -> tuple[int, Node, bool]:
        """An option, the position that it leads to, and whether the tree did not know that yet."""
        children = node.children
        known = self.outlook.known(state, seat, options)
        different: dict[Key, int] = {}
        for index, option in enumerate(known):
            different.setdefault(option, index)
        fresh = []
        best, found = -1.0, None
        for option, index in different.items():
            child = children.get((seat, option))
            if child is None or not child.visits:
                fresh.append((option, index))
                continue
            child.offered += 1
            if not fresh:
                value = child.won / child.visits + self.curious * sqrt(
                    child.offered.bit_length() / child.visits
                )
                if value > best:
                    best, found = value, (index, child)
        if fresh:
            option, index = fresh[below(self.chance, len(fresh))]
            child = children.setdefault((seat, option), Node())
            child.offered += 1
            return index, child, True
        assert found is not None
        return (*found, False)

    def finish(
        self, state: State, decision: Decision | None, active: int, changes: int, steps: int = 0
    ) -> None:
        """Plays on at random to the horizon."""
        choose, chance, judged = self.outlook.machine.choose, self.chance, self.outlook.judged
        longest = self.longest if judged else 4 * self.longest
        while decision is not None and steps < longest:
            seat = below(chance, len(decision.seats))
            index = below(chance, len(decision.options[seat]))
            decision = choose(state, index, decision.seats[seat])
            steps += 1
            if judged and state.active != active:
                active, changes = state.active, changes + 1
                if changes >= self.horizon:
                    return

    # -- What it is worth -----------------------------------------------------------------------------------

    def fared(self, state: State) -> dict[int, float]:
        """For each player from 0 (lost) to 1 (won)."""
        players = self.outlook.players
        if state.over:
            if not state.winners:
                return dict.fromkeys(players, 0.5)
            return {player: float(player in state.winners) for player in players}
        values = self.outlook.values(state)
        result = {}
        for player in players:
            middle = self.middle if player == self.outlook.seat else -self.middle
            far = (self.outlook.margin(state, player, values) - middle) / self.spread
            result[player] = 0.5 + 0.45 * far / (1.0 + abs(far))
        return result
