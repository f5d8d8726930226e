"""Random well-typed expressions over a small world, for comparing the interpreter with generated code."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

from tests.machine.toys import Rules, num
from toolkit.kernel.model import GROUP, PLACE, Model, ModelBuilder
from toolkit.machine import Machine
from toolkit.program.ruleset import Function

LOCALS = 8
"""Slots before the bound ones: 0 and 1 entities, 2 a number, 3 a set, 4 none, 5 the empty set, 6 a truth, 7 a
set.
"""


class World:
    """A grid, hands, a deck, pieces on pieces; rules that modify, forbid and record; functions, one
    recursive.
    """

    def __init__(self) -> None:
        b = ModelBuilder()
        self.players = [b.player(name) for name in ("Ann", "Ben", "Cat")]
        self.a = b.attribute("a", least=-2, most=9)
        self.m = b.attribute("m")
        self.ref = b.attribute("ref", "ref")
        self.grid_kind, self.cell, self.edge = (
            b.kind("grid", PLACE),
            b.kind("cell", PLACE),
            b.kind("edge", PLACE),
        )
        self.hand, self.deck, self.line = b.kind("hand", PLACE), b.kind("deck", PLACE), b.kind("line", GROUP)
        self.piece = b.kind("piece")
        self.king = b.kind("king", self.piece)
        grid = b.place(self.grid_kind)
        cells = {
            (x, y): b.place(self.edge if x == 2 else self.cell, part_of=grid, x=x, y=y)
            for y in (1, 2)
            for x in (1, 2, 3)
        }
        hands = [b.place(self.hand, of=p, seen_by="owner") for p in self.players]
        deck = b.place(self.deck, ordered=True, seen_by="nobody")
        pieces = [
            b.component(
                self.king if n % 4 == 0 else self.piece,
                owner=self.players[n % 3],
                name=f"piece {n}" if n % 2 else None,
                attributes={self.a: n - 3, self.m: n, self.ref: n if n % 2 else -1},
                at=[cells[1, 1], deck, hands[0], cells[2, 2], deck][n % 5],
                face=n % 2,
            )
            for n in range(10)
        ]
        b.component(self.piece, at=pieces[0])
        b.component(self.piece)
        for y in (1, 2):
            b.group(self.line, [cells[x, y] for x in (1, 2, 3)])
        self.model: Model = b.build()
        r = self.rules = Rules()
        self.turn = r.period("turn")
        r.rule(
            "modify",
            attribute=self.m,
            value=("attr", self.a, ("local", 2)),
            match=("is", ("local", 2), self.king),
        )
        r.rule("forbid", events=(r["put"],), match=("eq", ("local", 3), num(pieces[1])))
        r.ruleset.functions += [
            Function("double", 1, 1, ("add", ("local", 0), ("local", 0))),
            Function(
                "mates",
                1,
                3,
                ("filter", ("all", self.piece), 2, ("eq", ("owner", ("local", 2)), ("owner", ("local", 0)))),
            ),
            Function(
                "down",
                1,
                1,
                (
                    "if",
                    ("le", ("local", 0), num(0)),
                    num(0),
                    ("add", num(1), ("call", 2, ("sub", ("local", 0), num(1)))),
                ),
            ),
            Function(
                "rich",
                1,
                2,
                ("any", ("call", 1, ("local", 0)), 1, ("gt", ("attr", self.m, ("local", 1)), num(2))),
            ),
            Function("score", 2, 2, ("add", ("local", 0), ("attr", self.m, ("local", 1)))),
        ]
        r.ruleset.fields.append("score")
        r.ruleset.formulas.append({pieces[0]: 4, pieces[3]: 4})
        program = r.program(
            ("enter", self.turn, num(2), (num(pieces[0]), num(7))),
            r.put(("set", *pieces[2:4]), num(hands[1]), who=num(1)),
            r.do("gain", num(self.a), num(2), who=num(3)),
            ("use", (0, num(1), num(4))),
            r.do("look", ("take", ("contents", num(deck)), num(1)), who=num(1)),
            ("may", num(1), 2),
        )
        self.helper = r.program(
            ("choose-number", num(1), num(1), num(3), 3),
            ("return", ("add", ("local", 2), ("local", 3))),
            locals=4,
        )
        self.machine: Machine = r.machine(self.model, program)
        self.state = self.machine.start(3)
        self.locals = [pieces[0], cells[1, 1], 3, tuple(pieces[:4]), -1, (), True, tuple(cells.values())]
        self.pieces, self.cells, self.deck_entity = pieces, list(cells.values()), deck


@cache
def world() -> World:
    return World()


@cache
def expressions(
    type: str, depth: int = 3, bound: tuple[tuple[int, str], ...] = ()
) -> st.SearchStrategy[tuple]:
    """Expressions that give a number (n), truth (b), entity (e) or set of entities (s).  `bound`: slots and
    their types.
    """
    w = world()
    entities = [0, *w.players, *w.cells, w.deck_entity, *w.pieces, w.model.count - 3, w.model.count - 1]
    kinds = st.sampled_from(range(len(w.model.kinds)))
    places = st.sampled_from([w.grid_kind, w.cell, w.edge, w.hand, w.deck])
    attributes = st.sampled_from([w.a, w.m])
    free = LOCALS + len(bound)

    def t(op: str, *parts) -> st.SearchStrategy[tuple]:
        return st.tuples(
            st.just(op), *(st.just(p) if not isinstance(p, st.SearchStrategy) else p for p in parts)
        )

    def sub(kind: str) -> st.SearchStrategy[tuple]:
        return expressions(kind, depth - 1, bound)

    def inner(kind: str, of: str = "e") -> st.SearchStrategy[tuple]:
        return expressions(kind, depth - 1, (*bound, (free, of)))

    own = {"e": [0, 1, 4], "n": [2], "s": [3, 5, 7], "b": [6]}[type]
    slots = own + [slot for slot, kind in bound if kind == type]
    leaves = {
        "e": [t("none"), t("int", st.sampled_from(entities)), t("active"), t("game")],
        "n": [t("int", st.integers(-3, 6))],
        "b": [t("truth", st.booleans()), t("over")],
        "s": [
            t("empty"),
            t("players"),
            t("all", kinds),
            st.lists(st.sampled_from(entities), max_size=4, unique=True).map(lambda e: ("set", *e)),
        ],
    }[type]
    leaves.append(t("local", st.sampled_from(slots)))
    if depth <= 0:
        return st.one_of(leaves)
    if type == "e":
        more = [
            *(t(op, sub("e")) for op in ("owner", "parent", "left", "right")),
            t("within", sub("e"), kinds),
            t("place", places, sub("e")),
            t(
                "shift",
                sub("e"),
                st.sampled_from([-1, 0, 1]),
                st.sampled_from([-1, 0, 1]),
                st.sampled_from([w.cell, w.edge]),
            ),
            t("attr", w.ref, sub("e")),
            *(t(op, sub("s")) for op in ("first", "last")),
            t("nth", sub("s"), sub("n")),
            t("first-where", sub("s"), free, inner("b")),
            t("if", sub("b"), sub("e"), sub("e")),
            t("period-who", w.turn),
            t("period-role", w.turn, st.sampled_from([0, 1, 2])),
        ]
    elif type == "n":
        more = [
            t("attr", attributes, sub("e")),
            t("base", attributes, sub("e")),
            *(t(op, sub("e")) for op in ("index", "x", "y", "face", "name", "card")),
            t("count", sub("s")),
            *(t(op, t("map", sub("s"), free, inner("n"))) for op in ("sum", "max", "min", "count")),
            t("sum", t("distinct", t("map", sub("s"), free, inner("n")))),
            t("sum", t("filter", t("range", sub("n"), sub("n")), free, inner("b", "n"))),
            *(
                t(op, sub("n"), sub("n"))
                for op in ("add", "sub", "mul", "div", "div-up", "mod", "larger", "smaller")
            ),
            *(t(op, sub("n")) for op in ("neg", "abs")),
            t("position", sub("e"), sub("s")),
            t("if", sub("b"), sub("n"), sub("n")),
            t("call", 0, sub("n")),
            t("call", 2, st.integers(-1, 4).map(num)),
            t("formula", 0, sub("e"), sub("e")),
            t("period", w.turn),
            t(
                "happened",
                w.rules["put"],
                st.sampled_from([-1, w.turn]),
                free,
                expressions("b", depth - 1, (*bound, *_event(free))),
            ),
            t(
                "happened-sum",
                w.rules["put"],
                -1,
                free,
                expressions("b", depth - 1, (*bound, *_event(free))),
                sub("n"),
            ),
            t("used", st.tuples(st.just(0), st.just(num(1)), sub("n")), st.sampled_from([-1, w.turn])),
        ]
    elif type == "b":
        more = [
            t("is", sub("e"), kinds),
            t("in", sub("e"), sub("e")),
            t("in-any", sub("e"), sub("s")),
            t("sees", sub("e").filter(lambda e: e[0] != "all"), sub("e")),
            *(t(op, sub("s"), free, inner("b")) for op in ("any", "every")),
            t("member", sub("e"), sub("s")),
            t("subset", sub("s"), sub("s")),
            *(t(op, sub("n"), sub("n")) for op in ("eq", "ne", "lt", "le", "gt", "ge")),
            *(t(op, sub(kind), sub(kind)) for op in ("eq", "ne") for kind in "es"),
            st.lists(sub("b"), max_size=3).map(lambda parts: ("and", *parts)),
            st.lists(sub("b"), max_size=3).map(lambda parts: ("or", *parts)),
            t("not", sub("b")),
            t("if", sub("b"), sub("b"), sub("b")),
            t("call", 3, sub("e")),
            t("can", w.rules["put"], st.sampled_from([num(1)]), sub("e"), sub("e"), num(-1), num(-1)),
        ]
    else:
        more = [
            *(t(op, sub("e")) for op in ("contents", "inside", "members", "beside", "single")),
            t("parts", places, sub("e")),
            t("all-in", kinds, sub("s")),
            t("groups", w.line, sub("e")),
            t("filter", sub("s"), free, inner("b")),
            t("flat", sub("s"), free, inner("s")),
            t("closure", sub("s"), free, inner("s")),
            st.lists(sub("s"), max_size=3).map(lambda parts: ("union", *parts)),
            *(t(op, sub("s"), sub("s")) for op in ("inter", "minus")),
            *(t(op, sub("s"), sub("n")) for op in ("take", "drop", "last-n")),
            t("reverse", sub("s")),
            t("rank", sub("s"), free, st.tuples(inner("n"), st.sampled_from([0, 1]))),
            t("rank", sub("s"), free, *(st.tuples(inner("n"), st.sampled_from([0, 1])) for _ in range(2))),
            t("best", sub("s"), free, inner("n"), st.sampled_from([0, 1])),
            t("if", sub("b"), sub("s"), sub("s")),
            t("order", t("players"), sub("e")),
            t("call", 1, sub("e")),
            t("happened-map", w.rules["put"], -1, free, ("truth", True), ("local", free + 1)),
            t("winners"),
        ]
    return st.one_of(*leaves, *more)


def _event(first: int) -> tuple[tuple[int, str], ...]:
    """The slots of an event of putting: who, what, where to, position, face, what moved."""
    return tuple((first + i, kind) for i, kind in enumerate("eeenns"))
