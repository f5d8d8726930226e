"""What is asked of groups of places is what is so of them, though only those are looked at in which something has
changed: after whatever moves, and in copies.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tests.machine.toys import Rules, local, num
from toolkit.kernel.model import GROUP, PLACE, ModelBuilder
from toolkit.kernel.state import State
from toolkit.machine import Machine

CHANGES = 60


class Board:
    """Nine cells with lines of two, of which some are often full; pieces of two players, some of them on others."""

    def __init__(self) -> None:
        b, r = ModelBuilder(), Rules()
        self.players = [b.player(name) for name in ("Ann", "Ben")]
        board, cell, bag = b.kind("board", PLACE), b.kind("cell", PLACE), b.kind("bag", PLACE)
        line, piece = b.kind("line", GROUP), b.kind("piece")
        whole, box = b.place(board), b.place(bag)
        cells = {(x, y): b.place(cell, part_of=whole, x=x, y=y) for x in range(3) for y in range(3)}
        self.pieces = [b.component(piece, owner=self.players[n % 2], at=box) for n in range(10)]
        for x, y in cells:
            for other in ((x + 1, y), (x, y + 1)):
                if other in cells:
                    b.group(line, [cells[x, y], cells[other]])
        self.places = [*cells.values(), box]
        self.machine: Machine = r.machine(b.build(), r.program(("may", num(self.players[0]), 2)))
        self.state = self.machine.start(1)
        mine = ("and", ("is", local(5), piece), ("eq", ("owner", local(5)), local(2)))
        full = ("every", ("members", local(3)), 4, ("any", ("inside", local(4)), 5, mine))
        self.has_a_line = ("filter", ("players",), 2, ("any", ("all", line), 3, full))
        heavy = ("gt", ("sum", ("map", ("inside", local(4)), 5, ("base", 0, local(5)))), num(0))
        self.by_more = (
            "filter",
            ("players",),
            2,
            ("any", ("all", line), 3, ("every", ("members", local(3)), 4, heavy)),
        )

    def change(self, state: State, random: Random) -> None:
        """A piece goes somewhere else, onto another one, or is taken out of the game."""
        kernel, piece = self.machine.kernel, random.choice(self.pieces)
        to = random.choice([*self.places, *self.pieces[:3]])
        if random.random() < 0.03 and state.parent[piece] >= 0:
            kernel.remove(state, piece)
        elif kernel.can_move(state, piece, to):
            kernel.move(state, piece, to)


def test_lines_are_seen_as_they_are():
    seen = {so for seed in range(60) for so in looked_at(Board(), Random(seed))}
    assert len(seen) == 4  # nobody, each of them, both


def looked_at(board: Board, random: Random) -> Iterator[tuple[int, ...]]:
    """Who is found to have a line, while pieces move in several copies of a game."""
    found = board.machine.generator.expression(board.has_a_line)
    states = [board.state.copy()]
    for _ in range(CHANGES):
        state = random.choice(states)
        board.change(state, random)
        if random.random() < 0.7:  # several things may have moved between two looks
            fresh = State.from_json(state.to_json())
            so = board.machine.interpreter.evaluate(board.has_a_line, fresh, [-1, -1])
            assert found(state, [-1, -1]) == so
            yield so
        if random.random() < 0.1:
            states.append(random.choice(states).copy())


def test_what_depends_on_more_than_what_lies_there_is_always_asked():
    board = Board()
    generator = board.machine.generator
    assert "stirred(" in generator.lambda_("made", "S, L", board.has_a_line, {})
    assert "stirred(" not in generator.lambda_("made", "S, L", board.by_more, {})
