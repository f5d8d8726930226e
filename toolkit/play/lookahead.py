"""A bot that tries lines of play in worlds that could be the real one, and goes where they went best.

It is Monte Carlo tree search over what its seat knows, with one tree for all worlds that it imagines (what is called
ISMCTS, of a single observer).  A simulation takes one of a few imagined worlds, follows the tree of options as they
look to whoever is asked, adds one new position, plays on at random to the horizon and tells each position on its way
how its player fared.  Positions of the tree are told apart by options alone, so what holds in one world is tried in the
others.

Every number is exact in IEEE arithmetic (no logarithm, no exponential), so with so many lines a choice is the same on
every machine; with so many seconds it depends on how many lines a machine gets done.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from time import monotonic
from typing import TYPE_CHECKING, Any

from toolkit.kernel.random import Chance, below

if TYPE_CHECKING:
    from toolkit.kernel.state import State
    from toolkit.machine import Decision
    from toolkit.play.outlook import Outlook

Key = tuple[Any, ...]

LEAST_LINES = 16
"""With a limit of time: at least so many lines."""
LINES_A_WORLD = 4
"""For each world so many of the first lines."""
TO_THE_END = 2000
"""Decisions of a line to the end of a game."""


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


@dataclass
class Side:
    """Of lines that begin with an option: how they fared in all, how far ahead they ended, how many games were over and
    won.
    """

    fared: float = 0.0
    ahead: int = 0
    over: int = 0
    won: int = 0


@dataclass
class Contest:
    """Two options in pairs of lines.  `apart`: the sum of what the first fared better; `squares`: of its squares."""

    pairs: int = 0
    apart: float = 0.0
    squares: float = 0.0
    one: Side = field(default_factory=Side)
    other: Side = field(default_factory=Side)


@dataclass(frozen=True)
class Thought:
    """What a bot has found at a decision.  `index`: of the option that it takes; `lines`: that it has tried; `tried`:
    the index of each option with how often it was tried and how it fared in all, from 0 (lost) to 1 (won) each time.
    `contest`: of that option and the one that was taken; `wins`: of games that all play at random.
    """

    index: int
    lines: int
    tried: tuple[tuple[int, int, float], ...] = ()
    contest: Contest = field(default_factory=Contest)
    wins: float = 0.0


class Search:
    """One decision's search.

    `worlds`: how many are imagined at once, `stays`: so many lines are tried in each before another one takes its
    place, for what is good in a dozen worlds need not be good in all that could be.  `horizon`: a line ends after so
    many changes of the active player (where the pack says what a position is worth), `longest`: and after so many
    decisions anyway.
    """

    worlds, stays, horizon, longest, curious, samples = 12, 25, 6, 120, 0.5, 8

    def __init__(self, outlook: Outlook, chance: Chance) -> None:
        self.outlook = outlook
        self.chance = chance
        self.root = Node()
        self.middle, self.spread = 0.0, 1.0
        self.imagined: list[State] = []
        self.lines = 0

    def best(self, budget: int, seconds: float = 0.0) -> int:
        """The index of the option that was tried most, after so many simulations, or so many seconds."""
        began = monotonic() if seconds else 0.0
        while self.undecided(seconds, began) if seconds else self.lines < budget:
            many = self.lines // LINES_A_WORLD + 1 if seconds else budget // LINES_A_WORLD
            self.simulate(self.world(max(1, min(self.worlds, many))))
            self.lines += 1
        ranked = [(visits, won, -index) for index, visits, won in self.tried()]
        return -max(ranked)[2] if ranked else self.outlook.different[0]

    def undecided(self, seconds: float, began: float) -> bool:
        """Whether there is time, and what was tried most could still be another one, so quick as it went until now."""
        if self.lines < LEAST_LINES:
            return True
        passed = monotonic() - began
        if passed >= seconds:
            return False
        if self.lines % LEAST_LINES**2:
            return True
        visits = sorted((node.visits for node in self.root.children.values()), reverse=True)
        return (visits[0] - sum(visits[1:2])) * passed <= self.lines * (seconds - passed)

    def world(self, many: int) -> State:
        """The world of a line: another one, if there may be so `many` by now, or one that has stayed so long."""
        if len(self.imagined) < many:
            self.imagined.append(self.outlook.imagine(self.chance))
            if len(self.imagined) == 1:
                self.measure(self.imagined[0])
            return self.imagined[self.lines % len(self.imagined)]
        at = self.lines % len(self.imagined)
        if self.lines // len(self.imagined) % self.stays == 0:
            self.imagined[at] = self.outlook.imagine(self.chance)
        return self.imagined[at]

    def tried(self) -> tuple[tuple[int, int, float], ...]:
        """The index of each option that was tried, how often, and how it fared in all."""
        outlook, children = self.outlook, self.root.children
        seen = [(index, children.get((outlook.seat, outlook.options[index]))) for index in outlook.different]
        return tuple([(index, node.visits, node.won) for index, node in seen if node is not None])

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

    def simulate(self, world: State, forced: int = -1) -> tuple[float, State]:
        """One line of play, told to all positions on its way; how the seat fared, and where it led.  `forced`: the
        option with which it begins, -1: any.
        """
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
                if steps or forced < 0:
                    options = decision.options[decision.seats.index(seat)]
                    index, node, new = self.descend(node, state, seat, options)
                else:
                    index, node = forced, self.below_root(forced)
                    new = not node.visits
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
        return fared[outlook.seat], state

    def below_root(self, index: int) -> Node:
        """The position to which an option of the root leads."""
        node = self.root.children.setdefault((self.outlook.seat, self.outlook.options[index]), Node())
        node.offered += 1
        return node

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
        judged = self.outlook.judged
        self.at_random(
            state, decision, active, changes, steps, judged, self.longest if judged else 4 * self.longest
        )

    def at_random(
        self,
        state: State,
        decision: Decision | None,
        active: int,
        changes: int,
        steps: int,
        judged: bool,
        longest: int,
    ) -> None:
        """Plays on at random for so long, or, `judged`, to the horizon."""
        choose, chance = self.outlook.machine.choose, self.chance
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

    # -- Weighing one option against another ------------------------------------------------------------------

    def contest(self, one: int, other: int, pairs: int) -> Contest:
        """Two options after a search, in so many pairs of lines, each pair in a world of its own.  Before they count,
        the other one is tried as often as the first, so that what follows on it is as well known.
        """
        found, unheeded = Contest(), Side()
        first, second = self.below_root(one), self.below_root(other)
        for number in range(self.lines):
            if second.visits >= first.visits:
                break
            world = self.imagined[number % len(self.imagined)]
            if self.offered(world, other):
                self.tried_in(world, other, unheeded)
        for _ in range(pairs):
            world = self.outlook.imagine(self.chance)
            if not (self.offered(world, one) and self.offered(world, other)):
                continue
            better = self.tried_in(world, one, found.one)
            better -= self.tried_in(world, other, found.other)
            found.apart += better
            found.squares += better * better
            found.pairs += 1
        return found

    def offered(self, world: State, index: int) -> bool:
        """Whether an option is there in a world, too, under its number."""
        outlook = self.outlook
        options = outlook.known(world, outlook.seat, outlook.machine.options(world, outlook.seat))
        return index < len(options) and options[index] == outlook.options[index]

    def tried_in(self, world: State, index: int, side: Side) -> float:
        """How a line fares that begins with an option, which is counted."""
        found, state = self.simulate(world, index)
        seat = self.outlook.seat
        side.fared += found
        side.ahead += self.outlook.margin(state, seat)
        side.over += state.over
        side.won += state.over and seat in state.winners
        return found

    def wins_at_random(self, games: int) -> float:
        """How many of so many games the seat wins if all play at random from here; what nobody wins counts half."""
        from toolkit.machine import Runaway

        found, outlook = 0.0, self.outlook
        for _ in range(games):
            state = outlook.begin(outlook.imagine(self.chance), self.chance)
            try:
                self.at_random(state, outlook.decision(state), 0, 0, 0, judged=False, longest=TO_THE_END)
            except Runaway:
                continue
            found += float(outlook.seat in state.winners) if state.over and state.winners else 0.5
        return found
