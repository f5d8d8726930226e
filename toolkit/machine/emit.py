"""The Python expression of each op, for generated code (`generate.py`)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from toolkit.kernel.model import Model
from toolkit.machine.again import GROUPS, asked_again
from toolkit.machine.generated import unfrozen, whole
from toolkit.program.chains import mentions
from toolkit.program.expression import SINGLE, Expr, conjuncts
from toolkit.program.expression import TRUTHS as TRUTHS

if TYPE_CHECKING:
    from toolkit.machine.generate import Generator

Names = dict[int, str]
"""Slots that are variables here, not locals of the frame."""

PAIR = 2

FEW = 4
"""Things that are found as quickly in a tuple as in a set."""

OF_THINGS = frozenset("players all set contents inside all-in members beside groups parts range".split())  # noqa: SIM905
"""Ops that give a set of things or numbers, never of sets."""


def of_things(items: Expr) -> bool:
    """Whether no member is a set itself."""
    while items[0] in ("filter", "rank", "best", "take", "drop", "reverse", "last-n"):
        items = items[1]
    return items[0] in OF_THINGS


NEGATED = re.compile(r"\(not \w+\)")
"""That a variable is not so."""

WHERE = -1_000_000
"""The slot of the place that a loop looks into."""

Emit = Callable[["Generator", Expr, Names], str]


def _call(template: str, *operands: int) -> Emit:
    """`{0}`, `{1}`… stand for the operands; those at the positions `operands` (from 1) are expressions,
    others numbers.
    """

    def emit(g: Generator, x: Expr, names: Names) -> str:
        return template.format(
            *(g.x(p, names) if i in operands else whole(p) for i, p in enumerate(x[1:], 1))
        )

    return emit


def _looking(g: Generator, loop: Expr, names: Names) -> tuple[Expr, Names]:
    """A loop over what is in a place, which has a variable."""
    match loop:
        case (op, ("inside", place), *rest) if place[0] not in ("local", "int"):
            return (op, ("inside", ("local", WHERE)), *rest), {**names, WHERE: g.store(place, names)}
    return loop, names


def _within(g: Generator, x: Expr, names: Names) -> str:
    """Asked once where several parts of something ask it; what lies in such a place itself needs no call."""
    one, kind = g.x(x[1], names), whole(x[2])
    value = f"within(S, {one}, {kind})"
    if one.isidentifier():
        value = f"(S.parent[{one}] if {g.is_kind(kind)}[S.parent[{one}]] else {value})"
    return g.variable(value) if g.sharing else g.stored.get(value, value)


def _in_any(g: Generator, x: Expr, names: Names) -> str:
    """Most of what lies in a place lies in it itself."""
    one, places = g.x(x[1], names), g.x(x[2], names)
    found = f"in_any(S, {one}, {places})"
    return f"(S.parent[{one}] in {places} or {found})" if one.isidentifier() and x[2][0] == "set" else found


def _loop(template: str, one: str, chosen: bool = False) -> Emit:
    """`template` of a list to which a loop appends: quicker than a list in brackets, which is a function of its own.
    `one`: what it appends of each member; `chosen`: if the body holds.
    """

    def emit(g: Generator, x: Expr, names: Names) -> str:
        x, names = g.lifted(x, names)
        x, names = _looking(g, x, names)
        variable, members = g.member_of(x[2], x[1]), g.members(x[1], x[3], names)
        with g.looping():
            before, body = g.try_x(x[3], {**names, x[2]: variable})
        found = g.temporary()
        g.out.append(f"{found} = []")
        add = f"{found}.append({one.format(v=variable, b=body)})"
        g.nest(f"for {variable} in {members}:", *(_if_so(before, body, add) if chosen else [*before, add]))
        return template.format(found)

    return emit


def _filter(g: Generator, x: Expr, names: Names) -> str:
    """Of what is asked of groups of places, only those groups are asked in which something has changed."""
    again = asked_again(g, x) if g.front is None else None
    if again is None:
        return _CHOSEN(g, x, names)
    search, groups, if_none = again
    found = g.variable(_CHOSEN(g, search, {**names, GROUPS: groups}))
    g.out.append(f"if not {found}: {if_none}")
    return found


_CHOSEN = _loop("tuple({})", "{v}", True)


def _the_one(g: Generator, x: Expr, names: Names) -> str | None:
    """A search that says itself which one it looks for needs no loop: *the cell that is next to yours*."""
    op, members, slot, condition = x
    every = conjuncts(condition)
    for part in every if of_things(members) else ():
        match part:
            case ("eq", ("local", one), other) | ("eq", other, ("local", one)) if (
                one == slot and not mentions(other, slot) and g.costs.cheap(other)
            ):
                rest = [each for each in every if each is not part]
                names = {**names, slot: g.store(other, names)}
                found: Expr = ("and", ("member", ("local", slot), members), *rest)
                return g.x(found if op == "any" else ("if", found, ("local", slot), ("none",)), names)
    return None


def _not(condition: str) -> str:
    return condition[len("(not ") : -1] if NEGATED.fullmatch(condition) else f"(not {condition})"


def _if_so(before: list[str], condition: str, action: str) -> list[str]:
    """Lines that do something if a condition holds.  If it is that a search has found nothing, which `before` ends
    with, they are what the search does in the end.
    """
    name = condition[len("(not ") : -1] if condition.startswith("(not ") else condition
    undecided = "True" if name == condition else "False"
    start = f"{name} = {undecided}"
    at = before.index(start) if name.isidentifier() and start in before else len(before)
    if not all(line[0] == " " for line in before[at + 2 :]) or not before[at + 1 :]:
        return [*before, f"if {condition}: {action}"]
    decided = f"{name} = {undecided == 'False'}; break"
    return [
        *before[:at],
        *(line.replace(decided, "break") for line in before[at + 1 :]),
        f"else: {action}",
    ]


def _search(start: str, found_it: str) -> Emit:
    """A loop that ends with the first member that decides: for which the condition holds; of `True`, does not."""

    def emit(g: Generator, x: Expr, names: Names) -> str:
        key = g.asked_already(x, names)
        if key in g.stored:
            return g.stored[key]
        if start in ("True", "False"):  # the order of the members makes no difference
            x = g.costs.among_fewer(x)
        x, names = g.lifted(x, names)
        if start != "True" and (one := _the_one(g, x, names)) is not None:
            g.stored[key] = g.variable(one)
            return g.stored[key]
        x, names = _looking(g, x, names)
        variable, members, found = g.member_of(x[2], x[1]), g.members(x[1], x[3], names), g.temporary()
        with g.looping():
            before, body = g.try_x(x[3], {**names, x[2]: variable})
        g.out.append(f"{found} = {start}")
        test = _if_so(
            before, _not(body) if start == "True" else body, f"{found} = {found_it.format(variable)}; break"
        )
        g.nest(f"for {variable} in {members}:", *test)
        g.stored[key] = found
        return found

    return emit


def _joined(word: str, empty: str) -> Emit:
    """Parts that need lines of their own run only when the parts before them leave it open."""

    def emit(g: Generator, x: Expr, names: Names) -> str:
        parts = g.costs.cheapest_first(x[1:])
        return _rest(g, word, parts, names, g.temporary()) if len(x) > 1 else empty

    return emit


def _rest(g: Generator, word: str, parts: tuple[Expr, ...], names: Names, t: str) -> str:
    """These parts, whose truth stands in `t` if they need lines."""
    first = _truth(g, parts[0], names)
    if len(parts) == 1:
        return first
    lines, value = g.capture(lambda: _rest(g, word, parts[1:], names, t))
    if not lines:
        return f"({first} {word} {value})"
    test = f"if {t}:" if word == "and" else f"if not {t}:"
    begins = f"{t} = "
    if (
        lines[0].startswith(begins) and lines[1] == test
    ):  # two conditions, or more, before one that needs lines
        g.out += [f"{begins}({first} {word} {lines[0][len(begins) :]})", *lines[1:]]
    else:
        g.out += [begins + first, test, *(f" {line}" for line in lines)]
        g.out += [f" {begins}{value}"] if value != t else []
    return t


def _if(g: Generator, x: Expr, names: Names) -> str:
    cond = g.x(x[1], names)
    before_a, a = g.try_x(x[2], names)
    before_b, b = g.try_x(x[3], names)
    if not before_a and not before_b:
        return f"({a} if {cond} else {b})"
    t = g.temporary()
    g.nest(f"if {cond}:", *before_a, f"{t} = {a}")
    g.nest("else:", *before_b, f"{t} = {b}")
    return t


def _truth(g: Generator, x: Expr, names: Names) -> str:
    text = g.x(x, names)
    return text if g.is_truth(x) or text in g.truths else f"bool({text})"


def _equality(operator: str, function: str) -> Emit:
    def emit(g: Generator, x: Expr, names: Names) -> str:
        if x[2] == ("empty",) and x[1][0] == "filter":
            found = EMIT["any"](g, ("any", *x[1][1:]), names)
            return found if operator == "!=" else f"(not {found})"
        a, b = g.x(x[1], names), g.x(x[2], names)
        if x[1][0] in SINGLE or x[2][0] in SINGLE or a in g.single or b in g.single:
            return f"({a} {operator} {b})"
        if x[1] == ("empty",) or x[2] == ("empty",):
            return f"({a} {operator} {b})"
        return f"({function}({a}, {b}))"

    return emit


def _of_list(template: str) -> Emit:
    """`template` is filled with all members, which need not be a tuple."""
    return lambda g, x, names: template.format(unfrozen(g.x(x[1], names)))


def _count(g: Generator, x: Expr, names: Names) -> str:
    """Of several sets together the sum, where they have nothing in common."""
    every = x[1][1:] if x[1][0] == "union" and apart(g, x[1][1:]) else x[1:]
    counts = [f"len({unfrozen(g.x(each, names))})" for each in every]
    return counts[0] if len(counts) == 1 else f"({' + '.join(counts)})"


def apart(g: Generator, sets: tuple[Expr, ...]) -> bool:
    """Whether sets are of kinds of which nothing is two at once; together they are within every limit."""
    kinds = [g.machine.reader.kind(each, g.lift.kinds(g.machine.reader)) for each in sets]
    below = [kind for each in kinds if each >= 0 for kind in g.model.below[each]]
    known = min(kinds, default=-1) >= 0 and g.model.count <= g.machine.limits.members
    return known and len(set(below)) == len(below)


def _single(g: Generator, x: Expr, names: Names) -> str:
    one = g.x(x[1], names)
    if one.isdigit():
        return f"({one},)"
    if one.isidentifier():
        return f"(({one},) if {one} >= 0 else ())"
    return f"single({one})"


def _set(g: Generator, x: Expr, names: Names) -> str:
    return repr(tuple(whole(e) for e in x[1:]))


def _local(g: Generator, x: Expr, names: Names) -> str:
    return names.get(x[1]) or f"L[{whole(x[1])}]"


def _all(g: Generator, x: Expr, names: Names) -> str:
    kind = whole(x[1])
    return f"all_of(S, {kind})" if g.model.changes[kind] else f"ALL[{kind}]"


def _attr(g: Generator, x: Expr, names: Names) -> str:
    attribute, entity = whole(x[1]), g.x(x[2], names)
    if attribute in g.machine.modifiable:
        return f"attribute(S, {attribute}, {entity})"
    return f"S.columns[{attribute}][{entity}]"


def _inside(g: Generator, x: Expr, names: Names) -> str:
    place = g.x(x[1], names)
    if place.isidentifier() or place.isdigit():  # what is in most places is known: no call for those
        return f"(S.inner[{place}] if S.inner[{place}] is not None else inside(S, {place}))"
    return f"inside(S, {place})"


def _member(g: Generator, x: Expr, names: Names) -> str:
    one = g.x(x[1], names)
    if x[2][0] == "all" and g.model.changes[x[2][1]]:  # no list of them all
        if one.isidentifier() and g.machine.library.components[x[2][1]]:
            return f"({g.is_kind(x[2][1])}[{one}] and S.parent[{one}] >= 0)"
        return f"belongs(S, {one}, {whole(x[2][1])})"
    if x[2][0] == "all":
        return f"{g.is_kind(x[2][1])}[{one}]"
    if x[2][0] == "set" and len(x[2]) > FEW:
        return f"({one} in {{{g.x(x[2], names)[1:-1]}}})"
    return f"({one} in {g.x(x[2], names)})"


def _union(g: Generator, x: Expr, names: Names) -> str:
    every = [each[1] for each in x[1:] if each[0] == "single"]
    if len(every) == len(x) - 1 == PAIR <= g.machine.limits.members:
        return f"pair({', '.join(g.x(each, names) for each in every)})"
    return f"union({', '.join(g.x(part, names) for part in x[1:])})"


def _rank(g: Generator, x: Expr, names: Names) -> str:
    members, keys = g.x(x[1], names), []
    for key, ascending in x[3:]:
        (*_, asked), inner = g.lifted((*x[:3], key), names)
        keys.append(f"({g.key(x[2], asked, inner)}, {whole(int(ascending))})")
    return f"rank({', '.join([members, *keys])})"


def _best(g: Generator, x: Expr, names: Names) -> str:
    x, names = g.lifted(x, names)
    return f"best({g.x(x[1], names)}, {g.key(x[2], x[3], names)}, {whole(int(x[4]))})"


def _flat(g: Generator, x: Expr, names: Names) -> str:
    """One set after another: all of them together may be far more than all things."""
    return _loop("flat({})", "{b}")(g, x, names)


def _closure(g: Generator, x: Expr, names: Names) -> str:
    return f"closure({g.x(x[1], names)}, {g.key(x[2], x[3], names)})"


def _can(g: Generator, x: Expr, names: Names) -> str:
    info = g.machine.verbs[x[1]]
    asking = f"{g.asking(x[1])}(S, "
    if info.plain and info.possible is not None and not info.needs:  # then nothing else is asked
        g.names[f"possible{whole(x[1])}"] = info.possible
        asking = f"possible{whole(x[1])}(kernel, S, "
    operands = f"{g.x(x[2], names)}, {g.values(x[3:], names)})"
    if info.batch < 0 or x[3 + info.batch][0] in SINGLE or g.x(x[3 + info.batch], names) in g.single:
        return asking + operands
    several = f"can(S, {whole(x[1])}, {operands}"
    one = g.x(x[3 + info.batch], names)
    if one.isidentifier() or x[3 + info.batch][0] == "local":
        return f"({asking}{operands} if type({one}) is int else {several})"
    return several


def _function(g: Generator, x: Expr, names: Names) -> str:
    return g.function(x[1], [g.x(part, names) for part in x[2:]])


def _of_each(table: str, known: Callable[[Model], tuple[dict[int, Any], ...]], nothing: Any) -> Emit:
    """What never changes is looked up in a list."""

    def emit(g: Generator, x: Expr, names: Names) -> str:
        number = whole(x[1])
        return f"{g.table(table, number, known(g.model)[number], nothing)}[{g.x(x[2], names)}]"

    return emit


def _shift(g: Generator, x: Expr, names: Names) -> str:
    way = [whole(each) for each in x[2:]]
    name = "shift" + "_".join(str(each).replace("-", "m") for each in way)
    if name not in g.names:
        shift = g.machine.library.shift
        g.names[name] = [shift(each, *way) for each in (*range(g.model.count), -1)]
    return f"{name}[{g.x(x[1], names)}]"


def _holder(g: Generator, x: Expr, names: Names) -> str:
    one, column = g.x(x[1], names), g.model.owner_column
    if not one.isidentifier() and x[1][0] != "local":
        return f"holder(S, {one})"
    owner = f"S.columns[{column}][{one}]" if column >= 0 else f"OWNER[{one}]"
    return f"({owner} if {owner} >= 0 else holder(S, {one}))"  # most things are somebody's: no call for those


def _formula(g: Generator, x: Expr, names: Names) -> str:
    component, who = g.x(x[2], names), g.x(x[3], names)
    if not component.isidentifier() and x[2][0] != "local":
        component = g.variable(component)
    return f"{g.formulas(x[1])}[{component}](S, {who}, {component})"


def _happened(template: str, nothing: str) -> Emit:
    """`template` is filled with a list: a value for each event that fits.  `nothing`: what it is of none, as mostly."""

    def emit(g: Generator, x: Expr, names: Names) -> str:
        verb, period, first = whole(x[1]), whole(x[2]), whole(x[3])
        variables = {first + i: g.fresh(first + i) for i in range(g.machine.library.roles[verb] + 2)}
        inner = {**names, **variables}
        g.single.add(variables[first])  # who did it
        unpacked, call = ", ".join(variables.values()), f"events(S, {verb}, {period})"
        happened = g.variable(call) if g.front is None else g.before_loops(call)
        before, cond = g.try_x(x[4], inner)
        before_value, value = g.try_x(x[5], inner) if len(x) > 5 else ([], "1")
        loop = f"for {unpacked} in {happened}"
        if not before and not before_value:
            return f"({template.format(f'[{value} {loop} if {cond}]')} if {happened} else {nothing})"
        found = g.temporary()
        g.out.append(f"{found} = []")
        inside = [*(f" {line}" for line in before_value), f" {found}.append({value})"]
        g.nest(f"{loop}:", *before, f"if {cond}:", *inside)
        return template.format(found)

    return emit


def _used(g: Generator, x: Expr, names: Names) -> str:
    return f"used(S, {whole(x[1][0])}, {g.values(x[1][1:], names)}, {whole(x[2])})"


EMIT: dict[str, Emit] = {
    "int": lambda g, x, n: str(whole(x[1])),
    "truth": lambda g, x, n: str(bool(x[1])),
    "value": lambda g, x, n: str(whole(x[1])),
    "none": lambda g, x, n: "-1",
    "empty": lambda g, x, n: "()",
    "set": _set,
    "local": _local,
    "game": lambda g, x, n: "0",
    "players": lambda g, x, n: "players(S)",
    "active": lambda g, x, n: "S.active",
    "all": _all,
    "is": lambda g, x, n: f"{g.is_kind(x[2])}[{g.x(x[1], n)}]",
    "kind": _call("KIND[{0}]", 1),
    "attr": _attr,
    "attr-left": _call("left(S, {0}, {1})", 2),
    "attr-for": lambda g, x, n: f"attribute(S, {whole(x[1])}, {g.x(x[2], n)}, {g.x(x[3], n)})",
    "base": _call("S.columns[{0}][{1}]", 2),
    "owner": _call("OWNER[{0}]", 1),
    "name": _call("NAMED[{0}]", 1),
    "card": _call("CARD[{0}]", 1),
    "holder": _holder,
    "parent": _call("S.parent[{0}]", 1),
    "within": _within,
    "in": _call("is_in(S, {0}, {1})", 1, 2),
    "in-any": _in_any,
    "contents": _call("S.kids[{0}]", 1),
    "inside": _inside,
    "all-in": _call("all_in(S, {0}, {1})", 2),
    "place": _of_each("PLACE", lambda model: model.place_of, -1),
    "parts": _of_each("PARTS", lambda model: model.parts_of, ()),
    "members": _call("MEMBERS[{0}]", 1),
    "listed": _of_each("LISTED", lambda model: model.listed, ()),
    "groups": _of_each("GROUPS", lambda model: model.groups_of, ()),
    "index": _call("index(S, {0})", 1),
    "x": _call("X[{0}]", 1),
    "y": _call("Y[{0}]", 1),
    "beside": _call("BESIDE[{0}]", 1),
    "shift": _shift,
    "face": _call("S.face[{0}]", 1),
    "left": _call("next_player(S, {0}, 1)", 1),
    "right": _call("next_player(S, {0}, -1)", 1),
    "sees": _call("sees(S, {0}, {1})", 1, 2),
    "order": _call("order(S, {0}, {1})", 1, 2),
    "filter": _filter,
    "first-where": _search("-1", "{0}"),
    "map": _loop("tuple({})", "{b}"),
    "flat": _flat,
    "closure": _closure,
    "union": _union,
    "inter": _call("inter({0}, {1})", 1, 2),
    "minus": _call("minus({0}, {1})", 1, 2),
    "single": _single,
    "count": _count,
    "sum": _of_list("sum({})"),
    "max": _of_list("max({}, default=0)"),
    "min": _of_list("min({}, default=0)"),
    "distinct": _call("tuple(distinct({0}))", 1),
    "any": _search("False", "True"),
    "every": _search("True", "False"),
    "member": _member,
    "subset": _call("set({0}).issubset({1})", 1, 2),
    "first": _call("({0} or NONE)[0]", 1),
    "last": _call("({0} or NONE)[-1]", 1),
    "position": _call("position({0}, {1})", 1, 2),
    "nth": _call("nth({0}, {1})", 1, 2),
    "take": _call("{0}[:max({1}, 0)]", 1, 2),
    "drop": _call("{0}[max({1}, 0):]", 1, 2),
    "last-n": _call("{0}[::-1][:max({1}, 0)][::-1]", 1, 2),
    "reverse": _call("{0}[::-1]", 1),
    "rank": _rank,
    "best": _best,
    "range": _call("range_of({0}, {1})", 1, 2),
    "add": _call("({0} + {1})", 1, 2),
    "sub": _call("({0} - {1})", 1, 2),
    "mul": _call("mul({0}, {1})", 1, 2),
    "neg": _call("(-{0})", 1),
    "div": _call("div({0}, {1})", 1, 2),
    "div-up": _call("div_up({0}, {1})", 1, 2),
    "mod": _call("mod({0}, {1})", 1, 2),
    "abs": _call("abs({0})", 1),
    "larger": _call("max({0}, {1})", 1, 2),
    "smaller": _call("min({0}, {1})", 1, 2),
    "eq": _equality("==", "equal"),
    "ne": _equality("!=", "not equal"),
    "lt": _call("({0} < {1})", 1, 2),
    "le": _call("({0} <= {1})", 1, 2),
    "gt": _call("({0} > {1})", 1, 2),
    "ge": _call("({0} >= {1})", 1, 2),
    "and": _joined("and", "True"),
    "or": _joined("or", "False"),
    "not": lambda g, x, names: _not(g.x(x[1], names)),
    "if": _if,
    "call": _function,
    "formula": _formula,
    "can": _can,
    "chooser": lambda g, x, names: f"chooser(S, {whole(x[1])}, {g.x(x[2], names)})",
    "happened": _happened("len({})", "0"),
    "happened-sum": _happened("sum({})", "0"),
    "happened-map": _happened("bounded(tuple({}))", "()"),
    "period": _call("period(S, {0})"),
    "period-who": _call("period_who(S, {0})"),
    "period-role": _call("period_role(S, {0}, {1})"),
    "used": _used,
    "over": lambda g, x, n: "S.over",
    "winners": lambda g, x, n: "S.winners",
}
