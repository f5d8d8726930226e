"""Toy games, built by hand: what the machine's tests play."""

from __future__ import annotations

from typing import Any

from toolkit.kernel.model import GROUP, PLACE, Model, ModelBuilder
from toolkit.machine import Machine
from toolkit.program.ruleset import Program, Rule, Ruleset, Sentence, Verb
from toolkit.verbs import load_verbs

YOU, THIS = ("local", 0), ("local", 1)


def num(n: int) -> tuple:
    return ("int", n)


def local(slot: int) -> tuple:
    return ("local", slot)


class Rules:
    """Collects a ruleset: `verb`, `program`, `rule` give indices; kernel verbs are there by their ids."""

    def __init__(self) -> None:
        self.ruleset = Ruleset()
        self.ids: dict[str, int] = {}
        for verb in load_verbs().values():
            parents = tuple(self.ids[parent] for parent in verb.parents)
            self.ids[verb.id] = len(self.ruleset.verbs)
            self.ruleset.verbs.append(Verb(verb.id, verb.roles, -1, parents, verb.batch))
            self.ruleset.recorded.add(self.ids[verb.id])

    def __getitem__(self, verb: str) -> int:
        return self.ids[verb]

    def program(self, *code: tuple, locals: int = 12, name: str = "") -> int:
        number = len(self.ruleset.programs)
        first = len(self.ruleset.sentences)
        for line, instr in enumerate(code, 1):
            self.ruleset.sentences.append(Sentence("toy", line, 1, f"{name or number}: {instr[0]}"))
        at = tuple(range(first, first + len(code)))
        self.ruleset.programs.append(Program(name or f"program {number}", tuple(code), at, locals))
        return number

    def verb(self, id: str, roles: tuple[str, ...], *code: tuple, **options: Any) -> int:
        self.ids[id] = len(self.ruleset.verbs)
        self.ruleset.verbs.append(Verb(id, roles, self.program(*code, name=id), **options))
        self.ruleset.recorded.add(self.ids[id])
        return self.ids[id]

    def rule(self, kind: Any, **options: Any) -> int:
        options.setdefault("locals", 12)
        self.ruleset.rules.append(Rule(kind, **options))
        return len(self.ruleset.rules) - 1

    def step(self, name: str) -> int:
        self.ruleset.steps.append(name)
        return len(self.ruleset.steps) - 1

    def period(self, name: str) -> int:
        self.ruleset.periods.append(name)
        return len(self.ruleset.periods) - 1

    def do(self, verb: str, *roles: tuple, who: tuple = YOU, slot: int = -1) -> tuple:
        return ("do", self.ids[verb], who, roles, slot)

    def put(self, thing: tuple, to: tuple, *, verb: str = "put", who: tuple = YOU, slot: int = -1, face: int = -1,
            position: int = -1) -> tuple:  # fmt: skip
        return self.do(verb, thing, to, num(position), num(face), who=who, slot=slot)

    def machine(self, model: Model, *start: int, **options: Any) -> Machine:
        self.ruleset.start = list(start)
        return Machine(model, self.ruleset, load_verbs(), **options)


def tic_tac_toe(**options: Any) -> Machine:
    """Two players put marks in the cells of a square; a line of three wins, found by a watch."""
    b = ModelBuilder()
    players = [b.player("Cross"), b.player("Nought")]
    mark, board, cell, line, supply = (
        b.kind("mark"), b.kind("board", PLACE), b.kind("cell", PLACE), b.kind("line", GROUP), b.kind("supply", PLACE),
    )  # fmt: skip
    grid = b.place(board)
    cells = {
        (x, y): b.place(cell, part_of=grid, x=x, y=y, capacity={mark: 1})
        for y in (1, 2, 3)
        for x in (1, 2, 3)
    }
    for p in players:
        pile = b.place(supply, of=p)
        for _ in range(5):
            b.component(mark, owner=p, at=pile)
    lines = [[cells[x, y] for x in (1, 2, 3)] for y in (1, 2, 3)] + [
        [cells[x, y] for y in (1, 2, 3)] for x in (1, 2, 3)
    ]
    lines += [[cells[i, i] for i in (1, 2, 3)], [cells[i, 4 - i] for i in (1, 2, 3)]]
    for members in lines:
        b.group(line, members)
    model = b.build()

    r = Rules()
    turn = r.period("turn")
    empty = ("filter", ("all", cell), 4, ("eq", ("contents", local(4)), ("empty",)))
    game = r.program(
        ("let", 2, ("set", *players)),
        ("let", 3, num(0)),
        ("each", 2, 3, 0, 9),
        ("enter", turn, YOU, ()),
        ("choose-one", YOU, empty, 4),
        r.put(("first", ("contents", ("place", supply, YOU))), local(4), verb="place"),
        ("leave", turn),
        ("unless", ("eq", ("count", empty), num(0)), 2),
        ("end", ("empty",)),
        ("jump", 0),
        name="game",
    )
    # A player wins when all cells of a line hold their marks.
    owned = (
        "every",
        ("members", local(3)),
        4,
        ("eq", ("owner", ("first", ("contents", local(4)))), local(2)),
    )
    r.rule(
        "watch",
        over=("players",),
        match=("any", ("all", line), 3, owned),
        program=r.program(("end", ("single", local(2))), name="a line wins"),
        reads=(-1,),
    )
    return r.machine(model, game, **options)
