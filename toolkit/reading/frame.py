"""What the locals of a program are called, and what an expression gives.

A frame maps slots to names.  A slot that nothing has filled has none: whoever speaks of it means nothing, and the
reading says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from toolkit.compile.base.values import NUMBER, TRUTH, Type, entity
from toolkit.program.expression import SETS, TRUTHS, Expr, conjuncts, giving
from toolkit.reading.words import Words

LETTERS = ("X", "Y", "Z", "W", "V", "U")

DOERS = "those who did it"
"""Of several players, those who did what they could: nobody, if none did."""

NOTHING = "NOTHING (no word before this names it)"
"""What a slot that is never filled is called."""


@dataclass(frozen=True, slots=True)
class Name:
    """What a slot is called.

    `maybe`: it may be nothing.  `means`: said in place of the name as a truth (*you chose to*), `not_means` its
    opposite.  `expr`: the value itself, for a slot that is only a shorthand of the next instruction.
    """

    text: str
    type: Type = NUMBER
    many: bool = False
    maybe: bool = False
    means: str = ""
    not_means: str = ""
    expr: Expr | None = None


@dataclass(frozen=True)
class Frame:
    """Names by slot.  `depth`: how many letters are taken.  `program`: the one that is read, for *wait on*.  `there`:
    what has been said to be something.
    """

    names: dict[int, Name] = field(default_factory=dict)
    depth: int = 0
    program: int = -1
    there: frozenset[Expr] = frozenset()

    def bind(self, slot: int, name: Name, letter: bool = False) -> Frame:
        """A frame inside this one, in which a slot is called so."""
        return replace(self, names={**self.names, slot: name}, depth=self.depth + letter)

    def without(self, slot: int) -> Frame:
        """A frame in which nothing has filled the slot."""
        return replace(self, names={other: name for other, name in self.names.items() if other != slot})

    def knowing(self, parts: Iterable[Expr], op: str) -> Frame:
        """A frame inside of which what these parts say is known: that something is there (`ne` nothing)."""
        return replace(self, there=self.there.union(p[1] for p in parts if (p[0], p[-1]) == (op, ("none",))))

    @property
    def letter(self) -> str:
        """What the next member of a set is called."""
        return LETTERS[self.depth % len(LETTERS)] + "’" * (self.depth // len(LETTERS))

    def name(self, slot: int) -> Name:
        """The name of a slot; `NOTHING` if nothing has filled it."""
        return self.names.get(slot) or Name(NOTHING, entity("thing"), maybe=True)

    def fresh(self, text: str) -> str:
        """The text, or *the second …* where another slot is called so already."""
        from toolkit.reading.words import ordinal

        taken = {name.text for name in self.names.values()}
        if text not in taken:
            return text
        article, _, rest = text.partition(" ")
        number = 2
        while f"{article} {ordinal(number)} {rest}" in taken:
            number += 1
        return f"{article} {ordinal(number)} {rest}"


# -- What an expression gives ----------------------------------------------------------------------------------

PLAYERS = giving("players")
A_PLAYER = giving("player")
OF_FIRST = frozenset(
    ["inter", "minus", "take", "drop", "last-n", "reverse", "rank", "best", "first", "last", "nth"]
)
OF_KIND = frozenset(["all", "all-in", "place", "parts", "groups"])
MAYBE = frozenset(
    ["none", "active", "owner", "holder", "parent", "within", "shift", "first", "last", "nth", "first-where",
     "period-who", "period-role"]
)  # fmt: skip


def type_of(expr: Expr, frame: Frame, words: Words) -> Type:
    """The type of an expression, of a set that of its members."""
    op = expr[0]
    if (simple := _SIMPLE.get(op)) is not None:
        return simple
    if op in OF_FIRST:
        return type_of(expr[1], frame, words)
    if op in OF_KIND:
        return entity(words.kind(expr[1]))
    handler = _TYPES.get(op)
    return handler(expr, frame, words) if handler is not None else NUMBER


def is_many(expr: Expr, frame: Frame, words: Words) -> bool:
    """Whether an expression gives a set."""
    match expr:
        case ("local", slot):
            name = frame.name(slot)
            return is_many(name.expr, frame, words) if name.expr is not None else name.many
        case ("call", function, *_):
            defined = words.defined.get(function)
            return function in words.orders or (defined is not None and defined.many)
        case ("if", _, left, _):
            return is_many(left, frame, words)
    return expr[0] in SETS


def may_be_nothing(expr: Expr, frame: Frame, words: Words) -> bool:
    """Whether what gives one thing may give none."""
    if expr in frame.there:
        return False
    match expr:
        case ("local", slot):
            name = frame.name(slot)
            return may_be_nothing(name.expr, frame, words) if name.expr is not None else name.maybe
        case ("if", _, left, right):
            return may_be_nothing(left, frame, words) or may_be_nothing(right, frame, words)
        case ("first", ("set", _, *_)):
            return False
        case ("within" | "parent", ("local", 1), *_):
            return True
        case ("call", function, *_):
            return type_of(expr, frame, words).base == "entity" and function in words.defined
        case ("active",):
            return False
        case ("owner" | "holder", x):
            return may_be_nothing(x, frame, words)
    return expr[0] in MAYBE


def _local(expr: Expr, frame: Frame, words: Words) -> Type:
    name = frame.name(expr[1])
    return type_of(name.expr, frame, words) if name.expr is not None else name.type


def _filter(expr: Expr, frame: Frame, words: Words) -> Type:
    base = type_of(expr[1], frame, words)
    for part in conjuncts(expr[3]):
        if part[0] == "is" and part[1] == ("local", expr[2]):
            kind = words.kind(part[2])
            if not words.world.is_a(base.name, kind):
                base = entity(kind)
    return base


def _body(expr: Expr, frame: Frame, words: Words) -> Type:
    member = Name("it", type_of(expr[1], frame, words))
    return type_of(expr[3], frame.bind(expr[2], member), words)


def _union(expr: Expr, frame: Frame, words: Words) -> Type:
    found = [type_of(part, frame, words) for part in expr[1:]]
    if not found:
        return entity("thing")
    if found[0].base != "entity":
        return found[0]
    for kind in words.world.lineage(found[0].name):
        if all(words.world.is_a(each.name, kind.name) for each in found):
            return entity(kind.name)
    return found[0]


def _set(expr: Expr, frame: Frame, words: Words) -> Type:
    kinds = {words.kind_of(e) for e in expr[1:] if isinstance(e, int)}
    if not kinds:
        return type_of(expr[1], frame, words) if len(expr) > 1 else entity("thing")
    first, *others = sorted(kinds)
    for kind in words.world.lineage(first):
        if all(words.world.is_a(other, kind.name) for other in others):
            return entity(kind.name)
    return entity("thing")


def _call(expr: Expr, frame: Frame, words: Words) -> Type:
    if expr[1] in words.orders:
        return entity("player")
    defined = words.defined.get(expr[1])
    return defined.type if defined is not None else TRUTH


def _members(expr: Expr, frame: Frame, words: Words) -> Type:
    group = words.world.kinds.get(type_of(expr[1], frame, words).name)
    return entity(group.members if group is not None and group.members else "place")


def _formula(expr: Expr, frame: Frame, words: Words) -> Type:
    start = words.world.sentence_fields.get(words.field(expr[1]), "formula")
    return TRUTH if start == "condition" else NUMBER


def _role(expr: Expr, frame: Frame, words: Words) -> Type:
    for info in words.world.verbs.values():
        verb = words.ruleset.verbs[info.index]
        if verb.period == expr[1] and info.templates and expr[2] < len(info.templates[0].slots):
            noun = info.templates[0].slots[expr[2]].noun
            return entity(noun if noun in words.world.kinds else "thing")
    return entity("thing")


_SIMPLE: dict[str, Type] = {
    **dict.fromkeys(PLAYERS | A_PLAYER, entity("player")),
    **dict.fromkeys(TRUTHS, TRUTH),
    "none": entity("thing"),
    "game": entity("game"),
    "parent": entity("place"),
    "contents": entity("thing"),
    "inside": entity("thing"),
    "beside": entity("place"),
    "empty": entity("thing"),
}
_TYPES: dict[str, Callable[[Expr, Frame, Words], Type]] = {
    "local": _local,
    "filter": _filter,
    "first-where": _filter,
    "map": _body,
    "flat": _body,
    "closure": lambda expr, frame, words: type_of(expr[1], frame, words),
    "union": _union,
    "set": _set,
    "call": _call,
    "members": _members,
    "formula": _formula,
    "period-role": _role,
    "single": lambda expr, frame, words: single_type(expr[1], frame, words),
    "if": lambda expr, frame, words: type_of(expr[2], frame, words),
    "value": lambda expr, frame, words: Type("value", words.list_of(expr[1])),
    "attr": lambda expr, frame, words: words.type_of(expr[1]),
    "attr-left": lambda expr, frame, words: words.type_of(expr[1]),
    "attr-for": lambda expr, frame, words: words.type_of(expr[1]),
    "base": lambda expr, frame, words: (
        entity("player") if expr[1] == words.world.owner_column else words.type_of(expr[1])
    ),
    "within": lambda expr, frame, words: entity(words.kind(expr[2])),
    "shift": lambda expr, frame, words: entity(words.kind(expr[4])),
    "listed": lambda expr, frame, words: (
        words.lists[expr[1]].type if expr[1] in words.lists else entity("thing")
    ),
    "name": lambda expr, frame, words: Type("value", "name"),
    "card": lambda expr, frame, words: Type("value", "card"),
    "distinct": lambda expr, frame, words: type_of(expr[1], frame, words),
}


def single_type(expr: Expr, frame: Frame, words: Words) -> Type:
    """The type of one thing, which may be a constant."""
    return entity(words.kind_of(expr[1])) if expr[0] == "int" else type_of(expr, frame, words)


# -- Looking at expressions --------------------------------------------------------------------------------------


def mentions(expr: Any, slot: int) -> bool:
    """Whether an expression reads that local."""
    return isinstance(expr, tuple) and (expr == ("local", slot) or any(mentions(part, slot) for part in expr))
