"""Truths of a program that are the same in every state: what can be told from types, bounds and places.

The judge of stories (`compile/story_check.py`) does the arithmetic.  What is added: a thing that is nothing has 0 of
everything, a comparison of a term with itself, two values or two kinds or two places at once, and which part of an
expression is to blame.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from toolkit.compile.base import build
from toolkit.compile.emptied import wholes
from toolkit.compile.story_check import ANY, Interval, Judge, compare, number, plain
from toolkit.compile.story_check import parts as subexpressions
from toolkit.program.expression import EXPRESSIONS, LOOPS, OPPOSITE, Expr, conjuncts, other_side

NONE: Mapping[int, int] = MappingProxyType({})
CONSTANTS = ("int", "value", "truth")
TERMS = frozenset({("local",), *((op,) for op in CONSTANTS)})
"""Beginnings of what holds no truth: half of all expressions."""
ORDERED = ("and", "or")
JUDGED = (*OPPOSITE, *ORDERED, "member", "is", "in")
"""Ops that are looked at: what is made of them is constant only because one of them is."""


PLAYING: tuple[Expr, ...] = (build.local(0), ("active",), ("holder", build.local(1)))
"""Who *you* are, and who has the turn: one of the players."""


@dataclass(frozen=True, slots=True)
class Constant:
    """A part of an expression that is always `truth`, and why, in words."""

    truth: bool
    why: str


@dataclass
class Types(Judge):
    """What is true of every state.  `sure`: locals that are members of a set, so never nothing; their kind, -1: any.
    `chosen`: the sets from which a program has chosen what its locals hold.  `stays`: nothing is taken out of the game.
    """

    sure: dict[int, int] = field(default_factory=dict)
    chosen: Mapping[int, Expr] = field(default_factory=dict)
    stays: bool = False

    # --- Looking for constants ----------------------------------------------------------------------------------
    def constants(self, expr: Any, sure: Mapping[int, int] = NONE) -> Iterator[Constant]:
        """The innermost constant truths in an expression, or in any tuple of data that holds some."""
        if not isinstance(expr, tuple) or not expr:
            return
        if expr[0] not in EXPRESSIONS:
            for part in expr:
                yield from self.constants(part, sure)
            return
        self.sure = dict(sure)
        if expr[0] == "not" and (found := self.always_theirs(expr[1])) is not None:
            yield Constant(not found.truth, found.why)
            return
        within = [*self.inside(expr, sure)]
        if within or expr[0] not in (*JUDGED, "filter", "any", "every", "first-where"):
            yield from within
            return
        self.sure = dict(sure)
        found = self.judged(expr)
        if found is not None:
            yield found

    def inside(self, expr: Expr, sure: Mapping[int, int]) -> Iterator[Constant]:
        """The constants of its operands."""
        if expr[0] not in LOOPS:
            for part in expr[1:]:
                if isinstance(part, tuple) and part[:1] not in TERMS:
                    yield from self.constants(part, sure)
            return
        _, members, slot, *rest = expr
        yield from self.constants(members, sure)
        for part in rest:
            yield from self.constants(part, {**sure, slot: self.kind(members)})

    def judged(self, expr: Expr) -> Constant | None:
        """The expression itself, when no part of it is constant."""
        if (theirs := self.always_theirs(expr)) is not None:
            return theirs
        match expr:
            case ("member", _, ("empty",)):
                return Constant(False, "the set is empty")
            case ("is", ("local", slot), int(kind)) | ("member", ("local", slot), ("all", int(kind))):
                return self.other_kind(self.sure.get(slot, -1), kind)
            case ("and", *parts):
                return self.clash(parts)
            case ("or", *parts):
                return self.covered(parts)
            case ("in", ("int", int(one)), ("int", int(other))) if self.are_places(one, other):
                return Constant(other in wholes(self.model, one), "places stay where they are")
            case ("every", ("players",), int(slot), condition):
                return self.more_than_oneself(conjuncts(condition), slot)
            case ("any", ("players",), int(slot), ("ne", *two)) if len(self.model.players) == 1:
                return Constant(False, "there is one player") if ("local", slot) in two else None
            case (("filter" | "any" | "first-where"), items, slot, condition):
                place = self.held(items, slot)
                said = [*([place] if place is not None else ()), *conjuncts(condition)]
                return self.nobodys(said) or (self.clash(said) if place is not None else None)
        if expr[0] in OPPOSITE:
            return self.comparison(*expr)
        return None

    def always_theirs(self, expr: Expr) -> Constant | None:
        """*A player has no dice*: each has their own, and has them wherever they lie."""
        match expr:
            case ("any", ("all", int(kind)), int(slot), condition) if self.each_has(kind, slot, condition):
                return Constant(True, f"{self.wherever(kind)}; say where, *in their …*")
        return None

    def wherever(self, kind: int) -> str:
        """Why a player has as many of them at any time."""
        return f"each {self.model.kinds[kind].name} of a player is theirs wherever it lies"

    def each_has(self, kind: int, slot: int, condition: Expr) -> int:
        """How many things of that kind each player has from the beginning to the end, of which a condition says no more
        than whose they are; 0: it is not known.
        """
        model = self.model
        those = model.all_of[kind]
        whose = {("owner", ("local", slot))}
        theirs = condition[0] == "eq" and whose & set(condition[1:]) and self.a_player(condition)
        lasting = (
            self.stays and model.owner_column < 0 and all(model.entities[each].at >= 0 for each in those)
        )
        if not (theirs and lasting) or not all(model.kinds[below].fungible for below in model.below[kind]):
            return 0
        each_of = {sum(model.owner[one] == player for one in those) for player in model.players}
        return each_of.pop() if len(each_of) == 1 else 0

    def a_player(self, condition: Expr) -> bool:
        """Whether one side of an equation is a player, who is there."""
        sure = {("local", slot) for slot in self.sure}
        return any(side in PLAYING or side in sure or side[0] == "int" for side in condition[1:])

    def more_than_oneself(self, said: Iterable[Expr], slot: int) -> Constant | None:
        """*Each player has more coins than you*: so would you."""
        for op, *terms in said:
            if op in ("lt", "gt", "ne"):
                one, other = terms
                for of_each, of_one in ((one, other), (other, one)):
                    if counterpart(of_each, of_one, slot) in PLAYING:
                        return Constant(False, "each player is also the one that is compared")
        return None

    # --- One comparison -----------------------------------------------------------------------------------------
    def comparison(self, op: str, a: Expr, b: Expr) -> Constant | None:
        """A comparison that its terms decide."""
        if a[0] in CONSTANTS and b[0] in CONSTANTS:
            return None  # the compiler's own: *repeat 3 times*
        if if_there(a) == if_there(b):
            return Constant(op in ("eq", "le", "ge"), "it compares a thing with itself")
        if a in (("left", b), ("right", b)) and op in ("eq", "ne") and len(self.model.players) > 1:
            return Constant(op == "ne", "nobody sits beside themself")
        if (low := extremes(op, a, b)) is not None:
            return low
        if not (number(a) and number(b)):
            return None
        truth = compare(op, self.interval(a), self.interval(b))
        if truth is None:
            return None
        return Constant(truth, " and ".join(dict.fromkeys(filter(None, (self.said(a), self.said(b))))))

    def interval(self, expr: Expr) -> Interval:
        """As the judge of stories, and 0 for what may be nothing."""
        match expr:
            case (("attr" | "attr-left" | "attr-for" | "base"), int(attribute), of, *_):
                column = self.model.attributes[attribute]
                low = column.least if isinstance(column.least, int) else ANY[0]
                high = column.most if isinstance(column.most, int) else ANY[1]
                is_there = of[0] == "local" and of[1] in self.sure
                return (low, high) if is_there else (min(low, 0), max(high, 0))
            case ("sum", ("map", items, int(slot), of)):
                return self.total(items, slot, of)
            case ("count", ("filter", ("all", int(kind)), int(slot), condition)):
                if known := self.each_has(kind, slot, condition):
                    return (known, known)
            case ("abs", of):
                least, most = self.interval(of)
                return (max(least, -most, 0), max(-least, most))
        return super().interval(expr)

    def total(self, items: Expr, slot: int, of: Expr) -> Interval:
        """Bounds of a sum: of at most so many members, each within its bounds."""
        was, self.sure = self.sure, {**self.sure, slot: -1}
        (low, high), most = self.interval(of), self.most(items)
        self.sure = was
        if ANY[1] in (most, high) or most == 0:
            return (0 if low >= 0 else ANY[0], ANY[1])
        return (min(0, low * most), max(0, high * most))

    def most(self, expr: Expr) -> float:
        """As the judge of stories; players are no more than there are."""
        match expr:
            case ("players",):
                return len(self.model.players)
            case ("distinct", ("map", items, int(slot), of)):
                return min(super().most(items), self.values(slot, of))
        return super().most(expr)

    def values(self, slot: int, of: Expr) -> float:
        """How many different ones a number of each member can be."""
        was, self.sure = self.sure, {**self.sure, slot: -1}
        least, most = self.interval(of) if number(of) else ANY
        self.sure = was
        return most - least + 1

    def of_kind(self, kind: int) -> float:
        """How many there are; what documents make may become more, by decks and by packs."""
        if not self.model.all_of[kind] or any(
            not self.model.kinds[below].fungible for below in self.model.below[kind]
        ):
            return ANY[1]
        return len(self.model.all_of[kind])

    def said(self, term: Expr) -> str:
        """What is known of one side of a comparison."""
        low, high = self.interval(term)
        if term[0] == "int":
            return ""
        match term:
            case ("count", ("filter", ("all", int(kind)), _, _)) if low == high:
                return f"{self.wherever(kind)}, and there are {low}; say where, *in their …*"
        asked = term[0] in ("attr", "attr-left", "attr-for", "base")
        name = self.model.attributes[term[1]].name if asked else "the number"
        if low == ANY[0]:
            return f"{name} is at most {high}"
        if low == high:
            return f"{name} is {low}"
        return f"{name} is at least {low}" if high == ANY[1] else f"{name} is {low} to {high}"

    # --- Several at once ----------------------------------------------------------------------------------------
    def clash(self, parts: list[Expr]) -> Constant | None:
        """Two conditions of which only one can hold."""
        parts = [*self.facts(parts), *parts]
        same = [counted(plain(part)) for part in parts]
        if any(opposed(one, two) for one, two in pairs(same)):
            return Constant(False, "one half of it denies the other")
        for term, (low, high) in self.bounds(("and", *same)).items():
            least, most = self.interval(term)
            if max(low, least) > min(high, most):
                return Constant(False, "no number is within all of these bounds")
        if any(differ(*two) for two in pairs([part for part in parts if part[0] == "eq"])):
            return Constant(False, "nothing has two different values at once")
        for (first, one), (second, two) in pairs([said for part in parts if (said := of_kind(part))]):
            if first == second and (found := self.other_kind(one, two)) is not None:
                return found
        return self.apart(parts)

    def facts(self, parts: list[Expr]) -> list[Expr]:
        """What is certain of what was chosen, if it is there, and cannot have changed since: its kind, who it is."""
        found: list[Expr] = []
        for part in parts:
            match part:
                case ("ne", ("local", int(slot)), build.NONE) if slot in self.chosen:
                    found += [each for each in described(self.chosen[slot], slot) if each[0] in LASTING]
        return found

    def are_places(self, *entities: int) -> bool:
        """Whether all of these are places."""
        return all(each >= 0 and self.model.is_place[each] for each in entities)

    def other_kind(self, one: int, two: int) -> Constant | None:
        """Never, if nothing is of both kinds; -1: any kind."""
        if one < 0 or self.model.below[one] & self.model.below[two]:
            return None
        return Constant(False, f"no {self.model.kinds[one].name} is a {self.model.kinds[two].name}")

    def kind(self, items: Expr) -> int:
        """The kind of the members of a set; -1: it is not known."""
        match items:
            case (("all" | "all-in"), int(kind), *_):
                return kind
            case (("filter" | "take" | "drop" | "last-n" | "best" | "minus" | "inter"), among, *_):
                return self.kind(among)
        return -1

    def covered(self, parts: list[Expr]) -> Constant | None:
        """*At least 3 or at most 5*: one of them holds."""
        if any(part[0] not in OPPOSITE for part in parts):
            return None
        opposite = [(OPPOSITE[part[0]], *part[1:]) for part in parts]
        for term, (low, high) in self.bounds(("and", *opposite)).items():
            least, most = self.interval(term)
            if max(low, least) > min(high, most):
                return Constant(True, "every number is within one of these bounds")
        return None

    # --- Places -------------------------------------------------------------------------------------------------
    def nobodys(self, parts: list[Expr]) -> Constant | None:
        """Of a thing in places of no player it is asked which player has it (*a card in the market that you have*)."""
        asked = {who_has(part) for each in parts for part in subexpressions(each)} - {None}
        for thing, places in ((thing_in(each), self.places(each)) for each in parts if asked):
            if places and thing in asked and not any(self.of_a_player(place) for place in places):
                names = sorted({self.model.kinds[self.model.kind[place]].name for place in places})
                return Constant(False, f"the {' or the '.join(names)} and what lies there are no player's")
        return None

    def of_a_player(self, place: int) -> bool:
        """Whether what lies there may be a player's: by that place or a part of it, or by something of theirs there."""
        model = self.model
        owned = (each for each, owner in enumerate(model.owner) if owner >= 0)
        return any(model.is_component[each] or place in wholes(self.model, each) for each in owned) or any(
            each in model.players for each in wholes(self.model, place)
        )

    def apart(self, parts: list[Expr]) -> Constant | None:
        """Of the same thing it is said that it is in two places of which neither is part of the other, or in one and
        not in the other.
        """
        placed = [(thing_in(each), places) for each in parts if (places := self.places(each)) is not None]
        for (first, one), (second, two) in pairs(placed):
            if first == second and self.far(one, two):
                return Constant(False, "nothing is in both places at once")
        for part in parts:
            elsewhere = self.places(part[1]) if part[0] == "not" else None
            if elsewhere is not None and any(
                x == thing_in(part[1]) and self.far(one, elsewhere) for x, one in placed
            ):
                return Constant(True, "nothing is in both places at once")
        return None

    def far(self, one: frozenset[int], other: frozenset[int]) -> bool:
        """Whether nothing can be in one of these and in one of those."""
        return bool(one and other) and not any(self.meet(p, q) for p in one for q in other)

    def held(self, items: Expr, slot: int) -> Expr | None:
        """Where the members of a set are, as a condition of the slot."""
        match items:
            case ("all-in", _, places):
                return ("in-any", ("local", slot), places)
            case (("inside" | "contents"), place):
                return ("in", ("local", slot), place)
        return None

    def places(self, part: Expr) -> frozenset[int] | None:
        """The places in one of which a condition says that something is; None: it says something else."""
        match part:
            case (("in" | "in-any"), _, place):
                return self.which(place)
            case ("ne", ("within", _, int(kind)), build.NONE):
                return self.which(("all", kind))
        return None

    def which(self, expr: Expr) -> frozenset[int] | None:
        """The places that an expression can give."""
        found: tuple[int, ...] | None = None
        match expr:
            case ("int", int(place)):
                found = (place,)
            case ("set", *places):
                found = tuple(places)
            case ("single", inner) | ("flat", _, _, inner) | ("map", _, _, inner) | ("filter", inner, _, _):
                return self.which(inner)
            case ("union", *sets):
                each = [self.which(part) for part in sets]
                return None if None in each else frozenset().union(*filter(None, each))
            case (("place" | "parts"), int(kind), _) | ("all", int(kind)):
                found = self.model.all_of[kind]
        if not found or not all(place >= 0 and self.model.is_place[place] for place in found):
            return None
        return frozenset(found)

    def meet(self, one: int, two: int) -> bool:
        """Whether something can be in both: one is the other, or a part of it."""
        return two in wholes(self.model, one) or one in wholes(self.model, two)


LASTING = ("is", "eq", "ne")
"""Conditions that nothing that happens in between can change, said of a thing and of who or what it is."""


def described(items: Expr, slot: int) -> Iterator[Expr]:
    """What the members of a set are, said of a local that holds one of them."""
    here: Expr = ("local", slot)
    match items:
        case ("filter", among, int(inner), condition):
            yield from described(among, slot)
            for part in conjuncts(build.substitute(condition, inner, here)):
                if part[0] == "is" or all(
                    each[0] in ("local", "int") for each in part[1:] if isinstance(each, tuple)
                ):
                    yield part
        case (("all" | "all-in"), int(kind), *_):
            yield ("is", here, kind)


def counted(part: Expr) -> Expr:
    """*There is one*, *there is none*, as how many there are."""
    match part:
        case ("any", items, int(slot), condition):
            return ("ge", ("count", ("filter", items, slot, condition)), ("int", 1))
        case ("not", ("any", items, int(slot), condition)):
            return ("eq", ("count", ("filter", items, slot, condition)), ("int", 0))
    return part


def opposed(one: Expr, two: Expr) -> bool:
    """Whether one denies the other."""
    if ("not", one) == two or one == ("not", two):
        return True
    return {one[0], two[0]} == {"eq", "ne"} and (one[1:] == two[1:] or one[1:] == two[:0:-1])


def thing_in(part: Expr) -> Expr | None:
    """The thing of which a condition says where it is, if it says that."""
    match part:
        case (("in" | "in-any"), thing, _) | ("ne", ("within", thing, _), build.NONE):
            return thing
    return None


def who_has(part: Expr) -> Expr | None:
    """The thing of which a condition says that a player has it."""
    match part:
        case ("eq", ("holder", thing), who) | ("eq", who, ("holder", thing)):
            return thing if who != build.NONE else None
    return None


def extremes(op: str, a: Expr, b: Expr) -> Constant | None:
    """The lowest of some numbers beside the highest of them."""
    if {a[0], b[0]} != {"min", "max"} or plain(a[1]) != plain(b[1]):
        return None
    if op == ("gt" if a[0] == "min" else "lt"):
        return Constant(False, "the lowest is never above the highest")
    return (
        Constant(True, "the lowest is never above the highest")
        if op == ("le" if a[0] == "min" else "ge")
        else None
    )


def of_kind(part: Expr) -> tuple[Expr, int] | None:
    """A condition that says of what kind something is."""
    match part:
        case ("is", x, int(kind)) | ("member", x, ("all", int(kind))):
            return x, kind
    return None


def pairs(items: list[Any]) -> Iterator[tuple[Any, Any]]:
    """Each two of them."""
    return ((one, two) for n, one in enumerate(items) for two in items[n + 1 :])


def if_there(expr: Expr) -> Expr:
    """*that mood*, of what was chosen, is nothing if nothing was: the mood alone."""
    match expr:
        case ("if", ("ne", _, build.NONE), value, build.NONE):
            return value
    return expr


def differ(one: Expr, two: Expr) -> bool:
    """Whether two equations give one thing different values."""
    if set(one[1:]) == set(two[1:]):
        return False  # the same twice
    sides = [(other_side(one, term), other_side(two, term)) for term in set(one[1:]) & set(two[1:])]
    return any(a[0] == b[0] and a[0] in ("int", "value") for a, b in sides)


def counterpart(of_each: Expr, of_one: Expr, slot: int) -> Expr | None:
    """What stands in one expression where another, else like it, has the member of a loop; None: they are unlike."""
    if of_each == ("local", slot):
        return of_one
    if len(of_each) != len(of_one):
        return None
    found: set[Expr] = set()
    for each, one in zip(of_each, of_one, strict=True):
        if each == one:
            continue
        if not isinstance(each, tuple) or not isinstance(one, tuple):
            return None
        part = counterpart(each, one, slot)
        if part is None:
            return None
        found.add(part)
    return found.pop() if len(found) == 1 else None
