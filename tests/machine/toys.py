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


class Table:
    """A table for tests of single rules: each player has points, a hand, a row in front of them and a pile of
    beads; there are a deck, a discard pile and a bag.  Cards have names, power and a colour; beads are all
    alike; dice have a value.
    """

    def __init__(self, players: int = 2, cards: int = 6, beads: int = 3, dice: int = 2) -> None:
        b = ModelBuilder()
        self.players = [b.player(name) for name in ("Ann", "Ben", "Cat", "Dan")[:players]]
        self.points = b.attribute("point", least=0, most=20)
        self.power = b.attribute("power", least=0)
        self.colours = [b.value(name) for name in ("red", "green", "blue")]
        self.colour = b.attribute("colour", "list", values=self.colours)
        self.value = b.attribute("value", least=1, most=6)
        self.mate = b.attribute("mate", "ref")
        self.card = b.kind("card", fungible=False)
        self.bead = b.kind("bead")
        self.die = b.kind("die", shows=self.value)
        self.hand, self.row, self.pile = b.kind("hand", PLACE), b.kind("row", PLACE), b.kind("pile", PLACE)
        self.deck, self.discard, self.bag = (
            b.kind("deck", PLACE),
            b.kind("discard", PLACE),
            b.kind("bag", PLACE),
        )
        self.hands = {p: b.place(self.hand, of=p, seen_by="owner") for p in self.players}
        self.rows = {p: b.place(self.row, of=p, ordered=True) for p in self.players}
        self.piles = {p: b.place(self.pile, of=p) for p in self.players}
        self.the_deck = b.place(self.deck, ordered=True, seen_by="nobody")
        self.the_discard = b.place(self.discard, ordered=True)
        self.the_bag = b.place(self.bag, capacity={self.die: 1})
        self.cards = [
            b.component(self.card, name=f"Card {n}", at=self.the_deck,
                        attributes={self.power: n % 4, self.colour: self.colours[n % 3]})
            for n in range(cards)
        ]  # fmt: skip
        self.beads = {
            p: [b.component(self.bead, owner=p, at=self.piles[p]) for _ in range(beads)] for p in self.players
        }
        self.dice = [
            b.component(self.die, owner=self.players[n % players], at=self.rows[self.players[0]])
            for n in range(dice)
        ]
        self.model = b.build()
        self.rules = Rules()

    def start(
        self, *code: tuple, seed: int = 1, you: int = 1, log: bool = True, **options: Any
    ) -> tuple[Machine, Any]:
        """The machine, and the state at the first decision of this code (or at its end)."""
        program = self.rules.program(*code, name="test")
        machine = self.rules.machine(self.model, **options)
        state = machine.new(seed, log=log)
        machine.run(state, program, (you, -1))
        machine.advance(state)
        return machine, state

    def run(self, *code: tuple, **options: Any) -> Any:
        """The state after code that asks nothing, or whose first option is always taken."""
        machine, state = self.start(*code, **options)
        while machine.advance(state) is not None:
            machine.choose(state, 0)
        return state


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
    )
    return r.machine(model, game, **options)


def market(**options: Any) -> Machine:
    """Three rounds of drawing, secret bids, dice, beads that are tossed, and rules that answer each other:
    every way in which a game can stop in the middle of an effect.
    """
    t = Table(players=3, cards=14, beads=3, dice=3)
    r = t.rules
    turn, bid_round = r.period("turn"), r.period("bidding")
    end = r.step("end of turn")
    hand, pile = ("place", t.hand, YOU), ("place", t.pile, YOU)

    toss = r.verb(
        "toss",
        ("obj",),
        ("may", YOU, 4),
        ("unless", ("eq", local(4), num(1)), 4),
        r.put(local(2), num(t.the_bag), slot=5),
        ("return", local(5)),
        ("return", num(0)),
        batch=0,
    )
    boost = r.rule(
        "modify",
        attribute=t.power,
        value=local(2),
        match=("eq", ("owner", local(3)), YOU),
        captured=1,
        static=False,
    )
    later = r.program(r.do("gain", num(t.points), num(1)), name="later")
    # If a player would lose points, they may discard a card instead.
    r.rule(
        "replace",
        events=(r["lose"],),
        match=("gt", ("count", ("contents", ("place", t.hand, local(2)))), num(0)),
        program=r.program(
            ("may", local(2), 6),
            ("unless", ("eq", local(6), num(1)), 4),
            ("choose-one", local(2), ("contents", ("place", t.hand, local(2))), 7),
            ("jump", 5),
            ("decline",),
            r.put(local(7), num(t.the_discard), who=local(2)),
            ("return", num(0)),
            name="discard instead",
        ),
    )
    for amount in (1, 2):
        more = r.do("gain", local(3), ("add", local(4), num(amount)), who=local(2))
        program = r.program(more, name=f"gain {amount} more")
        r.rule("replace", events=(r["gain"],), match=("eq", local(4), num(2)), program=program)
    r.rule(
        "trigger",
        events=(r["put"],),
        holders=("set", *t.dice),
        match=("and", ("eq", local(4), num(t.the_discard)), ("eq", ("attr", t.value, THIS), num(6))),
        you=("owner", THIS),
        program=r.program(
            ("choose-one", YOU, ("minus", ("players",), ("single", YOU)), 9),
            r.do("lose", num(t.points), num(1), who=local(9)),
            name="a six hurts",
        ),
    )
    r.rule("watch", over=("players",), match=("ge", ("attr", t.points, local(2)), num(8)),
           program=r.program(("choose", local(2), ("contents", num(t.the_discard)), num(0), num(2), 5),
                             r.put(local(5), ("place", t.hand, local(2)), who=local(2)), name="rich")),  # fmt: skip
    r.rule(
        "forbid",
        events=(r["gain"],),
        match=("and", ("ge", ("attr", t.points, local(2)), num(12)), ("ge", local(4), num(3))),
    )
    turn_of = r.program(
        ("enter", turn, YOU, ()),
        r.put(("take", ("contents", num(t.the_deck)), num(2)), hand),
        r.do("roll", ("filter", ("all", t.die), 5, ("eq", ("owner", local(5)), YOU))),
        (
            "branch",
            YOU,
            1,
            ((("gt", ("count", ("contents", hand)), num(0)), 4, -1), (("truth", True), 7, -1)),
            10,
        ),
        ("choose", YOU, ("contents", hand), num(1), num(2), 6),
        r.put(local(6), num(t.the_discard), face=1),
        ("jump", 10),
        r.do("gain", num(t.points), num(2)),
        ("effect", boost, (num(2),), turn, 0, ("none",)),
        ("jump", 10),
        ("do", toss, YOU, (("take", ("contents", pile), num(2)),), 7),
        ("random", ("all", t.bead), num(1), 8),
        ("later", end, later, (YOU, num(-1))),
        ("emit", end, YOU, ()),
        ("leave", turn),
        name="turn",
    )
    game = r.program(
        r.do("shuffle", num(t.the_deck)),
        ("let", 2, num(0)),
        ("let", 3, ("set", *t.players)),
        ("let", 4, num(0)),
        ("each", 3, 4, 5, 7),
        ("call", turn_of, (local(5), num(-1)), -1),
        ("jump", 4),
        ("enter", bid_round, ("none",), ()),
        ("choose-each", ("players",), 6, ("contents", ("place", t.hand, local(6))), num(0), num(2), 7),
        r.put(
            ("flat", ("range", num(1), ("count", local(7))), 8, ("nth", local(7), local(8))),
            num(t.the_discard),
            who=num(1),
        ),
        ("leave", bid_round),
        ("let", 2, ("add", local(2), num(1))),
        ("unless", ("ge", local(2), num(3)), 3),
        ("end", ("best", ("players",), 5, ("attr", t.points, local(5)), 0)),
        name="game",
    )
    return r.machine(t.model, game, **options)
