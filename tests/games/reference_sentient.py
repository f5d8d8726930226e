"""The drafting game of dice and robots as a programmer writes it.  Shares nothing with the toolkit.

`Table.play()` is a coroutine: it yields what it asks, `(kind, seat, options)`, and is sent one of the options.  What
chance decides is asked from `chance`: `order()` the seats as they play the first round, `section(seat)` the sphere of a
starting investor, `deal()` the next robot, `investors(round)` the spheres from the left, `roll(seat)` five dice.
"""

from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any

Score = Callable[[int, int], int]
Asking = Generator[tuple[str, int, list[Any]], Any, Any]


def information(number: int) -> Score:
    return lambda a, b: (0, 2, 7)[(a == number) + (b == number)]


def when(points: int, holds: Callable[[int, int], bool]) -> Score:
    return lambda a, b: points if holds(a, b) else 0


SCORES: dict[str, tuple[Score, ...]] = {
    # each line: two robots of one form unless it says otherwise, in the order of the cards
    "information": tuple(information(n) for n in range(1, 7) for _ in "ab"),
    "service": tuple(
        score
        for score in (
            lambda a, b: 8 - a - b,
            lambda a, b: 5 - min(a, b),
            lambda a, b: 7 - max(a, b),
            lambda a, b: a + b - 6,
            lambda a, b: max(a, b) - 2,
            lambda a, b: min(a, b) - 1,
        )
        for _ in "ab"
    ),
    "transport": (
        *[when(3, lambda a, b: a < b)] * 3,
        *[when(2, lambda a, b: a <= b)] * 2,
        *[when(5, lambda a, b: a == b)] * 2,
        *[when(3, lambda a, b: a > b)] * 3,
        *[when(2, lambda a, b: a >= b)] * 2,
    ),
    "defence": tuple(
        score
        for score in (
            when(4, lambda a, b: a + b <= 4 or a + b >= 10),
            when(5, lambda a, b: a + b == 7),
            when(3, lambda a, b: abs(a - b) == 1),
            when(4, lambda a, b: abs(a - b) == 2),
            when(4, lambda a, b: a + b <= 5),
            when(4, lambda a, b: a + b >= 9),
        )
        for _ in "ab"
    ),
    "industry": tuple(
        score
        for score in (
            when(4, lambda a, b: a % 2 == 0 and b % 2 == 1),
            when(4, lambda a, b: a % 2 == 1 and b % 2 == 0),
            when(3, lambda a, b: (a + b) % 2 == 1),
            when(3, lambda a, b: (a + b) % 2 == 0),
            when(4, lambda a, b: a % 2 == 1 and b % 2 == 1),
            when(4, lambda a, b: a % 2 == 0 and b % 2 == 0),
        )
        for _ in "ab"
    ),
}
"""By sphere, in the order in which the twelve robots of a sphere are numbered."""


@dataclass(frozen=True)
class Robot:
    """`symbols`: +1, -1 or 0 for the left and the right die."""

    name: str
    sphere: str
    symbols: tuple[int, int]
    score: Score


@dataclass
class Seat:
    """`placed`: agents and assistants at each of the four factory positions."""

    points: int = 0
    agents: int = 4
    assistants: int = 5
    passed: bool = False
    dice: list[int] = field(default_factory=lambda: [0] * 5)
    network: list[Robot | None] = field(default_factory=lambda: [None] * 4)
    robots: list[Robot] = field(default_factory=list)
    investors: Counter[str] = field(default_factory=Counter)
    placed: list[list[int]] = field(default_factory=lambda: [[0, 0] for _ in range(4)])


class Table:
    """One game.  `factory`: the robots on sale; `next_order`: the seats that have passed, the last one first."""

    def __init__(self, players: int, chance: Any) -> None:
        self.chance = chance
        self.seats = [Seat() for _ in range(players)]
        self.order: list[int] = list(chance.order())
        self.next_order: list[int] = []
        self.factory: list[Robot | None] = [None] * 4
        self.offered: list[str] = []
        self.winners: set[int] = set()
        self.round = 0
        for number, seat in enumerate(self.seats):
            seat.investors[chance.section(number)] += 1

    def refill(self) -> None:
        for place in range(4):
            if self.factory[place] is None:
                self.factory[place] = self.chance.deal(place)

    def play(self) -> Asking:
        for self.round in (1, 2, 3):
            self.refill()
            self.offered = list(self.chance.investors(self.round))
            for number, seat in enumerate(self.seats):
                seat.dice = list(self.chance.roll(number))
            while any(seat.agents or not seat.passed for seat in self.seats):
                for number in self.order:
                    yield from self.turn(number)
            self.end_of_round()
        for seat in self.seats:
            seat.points += sum(seat.investors[robot.sphere] for robot in seat.robots)
        best = max((seat.points, seat.investors.total()) for seat in self.seats)
        self.winners = {
            number for number, seat in enumerate(self.seats) if (seat.points, seat.investors.total()) == best
        }

    def ask(self, kind: str, seat: int, options: list[Any]) -> Asking:
        if len(options) == 1:
            return options[0]
        return (yield kind, seat, options)

    def turn(self, number: int) -> Asking:
        seat = self.seats[number]
        actions = ["buy"] * (seat.agents > 0) + ["pass"] * (not seat.passed)
        action = yield from self.ask("action", number, actions)
        if action == "pass":
            seat.passed = True
            self.next_order.insert(0, number)
            if seat.agents:
                self.chance.discard([robot for robot in self.factory if robot])
                self.factory = [None] * 4
                self.refill()
            return
        robot = yield from self.ask("robot", number, [robot for robot in self.factory if robot])
        place = self.factory.index(robot)
        seat.agents -= 1
        seat.placed[place][0] += 1
        while seat.assistants and (yield from self.ask("assistant", number, [True, False])):
            seat.assistants -= 1
            seat.placed[place][1] += 1
        self.factory[place] = None
        self.refill()
        free = [socket for socket in range(4) if seat.network[socket] is None]
        socket = yield from self.ask("socket", number, free)
        seat.network[socket] = robot
        for side, symbol in enumerate(robot.symbols):
            if symbol and seat.assistants and (yield from self.ask("cancel", number, [True, False])):
                seat.assistants -= 1
                continue
            die = seat.dice[socket + side] + symbol
            seat.dice[socket + side] = 1 if die > 6 else 6 if die < 1 else die

    def end_of_round(self) -> None:
        for seat in self.seats:
            for socket, robot in enumerate(seat.network):
                assert robot is not None
                seat.points += max(0, robot.score(seat.dice[socket], seat.dice[socket + 1]))
                seat.robots.append(robot)
            seat.network = [None] * 4
        for place, sphere in enumerate(self.offered):
            near = [position for position in (place - 1, place) if 0 <= position < 4]
            ranked = []
            for turn, number in enumerate(self.order):
                agents = sum(self.seats[number].placed[position][0] for position in near)
                others = sum(self.seats[number].placed[position][1] for position in near)
                if agents + others:
                    ranked.append((-agents - others, -agents, turn, number))
            ranked.sort()
            if ranked:
                self.seats[ranked[0][3]].investors[sphere] += 1
            if len(ranked) > 1:
                self.seats[ranked[1][3]].points += 1
        if self.round == 3:
            return
        self.chance.discard([robot for robot in self.factory if robot])
        self.factory = [None] * 4
        for seat in self.seats:
            seat.agents, seat.assistants, seat.passed = 4, 5, False
            seat.placed = [[0, 0] for _ in range(4)]
        self.order, self.next_order = self.next_order, []
