"""Amounts, single things and values as noun phrases."""

from __future__ import annotations

from dataclasses import replace

from toolkit.compile.base.values import entity
from toolkit.compile.base.world import kind_of_figure
from toolkit.program.expression import Expr, conjuncts
from toolkit.reading.events import happening
from toolkit.reading.frame import Frame, Name, type_of
from toolkit.reading.reader import PHRASES, Reader, reads
from toolkit.reading.sets import end_of, member_part
from toolkit.reading.things import Things
from toolkit.reading.truths import since_when
from toolkit.reading.words import ordinal

SIDES = {(-1, 0): "to the left of", (1, 0): "to the right of", (0, 1): "above", (0, -1): "below"}

HAPPENED = {
    "happened": "how often",
    "happened-sum": "the amounts together, as often as",
    "happened-map": "the amounts, each time",
}


# -- Constants, locals -------------------------------------------------------------------------------------------


@reads(PHRASES, "int")
def _int(reader: Reader, expr: Expr, frame: Frame) -> str:
    return str(expr[1])


@reads(PHRASES, "value")
def _value(reader: Reader, expr: Expr, frame: Frame) -> str:
    return reader.words.value(expr[1])


@reads(PHRASES, "none")
def _none(reader: Reader, expr: Expr, frame: Frame) -> str:
    return "nothing"


@reads(PHRASES, "local")
def _local(reader: Reader, expr: Expr, frame: Frame) -> str:
    return frame.name(expr[1]).text


@reads(PHRASES, "game")
def _game(reader: Reader, expr: Expr, frame: Frame) -> str:
    return "the game"


@reads(PHRASES, "active")
def _active(reader: Reader, expr: Expr, frame: Frame) -> str:
    return "the active player"


# -- One thing ---------------------------------------------------------------------------------------------------


@reads(PHRASES, "owner")
def _owner(reader: Reader, expr: Expr, frame: Frame) -> str:
    return f"the player to whom {reader.thing(expr[1], frame)} belongs"


@reads(PHRASES, "holder")
def _holder(reader: Reader, expr: Expr, frame: Frame) -> str:
    return f"the player who has {reader.thing(expr[1], frame)}"


@reads(PHRASES, "name", "card", "kind")
def _name(reader: Reader, expr: Expr, frame: Frame) -> str:
    return f"the {'card text' if expr[0] == 'card' else expr[0]} of {reader.thing(expr[1], frame)}"


@reads(PHRASES, "parent")
def _parent(reader: Reader, expr: Expr, frame: Frame) -> str:
    return f"what {reader.thing(expr[1], frame)} is directly in or on"


@reads(PHRASES, "within")
def _within(reader: Reader, expr: Expr, frame: Frame) -> str:
    kind = reader.words.kind(expr[2])
    return f"the {kind} {reader.words.prep(kind)} which {reader.is_(reader.thing(expr[1], frame))}"


@reads(PHRASES, "place")
def _place(reader: Reader, expr: Expr, frame: Frame) -> str:
    return reader.theirs(reader.words.kind(expr[1]), reader.thing(expr[2], frame))


@reads(PHRASES, "shift")
def _shift(reader: Reader, expr: Expr, frame: Frame) -> str:
    _, x, across, up, kind = expr
    side = SIDES.get((across, up), f"{across} across and {up} up from")
    return f"the nearest {reader.words.kind(kind)} {side} {reader.thing(x, frame)}"


@reads(PHRASES, "left", "right")
def _left(reader: Reader, expr: Expr, frame: Frame) -> str:
    way = "clockwise" if expr[0] == "left" else "counter-clockwise"
    return f"the next player {way} from {reader.thing(expr[1], frame)}"


@reads(PHRASES, "chooser")
def _chooser(reader: Reader, expr: Expr, frame: Frame) -> str:
    who = reader.thing(expr[2], frame)
    return f"{who} (or whom a rule names to choose for “{reader.words.lemma(expr[1])}”)"


@reads(PHRASES, "period-who")
def _period_who(reader: Reader, expr: Expr, frame: Frame) -> str:
    return f"the player whose {reader.words.period(expr[1])} it is"


@reads(PHRASES, "period-role")
def _period_role(reader: Reader, expr: Expr, frame: Frame) -> str:
    return f"the {reader.kind(expr, frame)} of the running {reader.words.period(expr[1])}"


@reads(PHRASES, "first", "last", "nth")
def _first(reader: Reader, expr: Expr, frame: Frame) -> str:
    """*the top card of your deck*, *the first copy of Cup*."""
    if expr[0] == "last" and expr[1][0] == "happened-map":
        since = since_when(reader, expr[1][2])
        return f"whoever did this last ({since}): {happening(reader, expr[1], frame)}"
    if expr[0] == "nth":
        word = ordinal(expr[2][1]) if expr[2][0] == "int" else f"number {reader.number(expr[2], frame)}"
    else:
        word = expr[0]
    items = expr[1]
    if (told := _of_this_turn(reader, expr, frame)) is not None:
        return told
    if items[0] == "set" and items[1:] and all(isinstance(e, int) for e in items[1:]):
        if word == "first":
            return reader.words.entity(items[1])
    if items[0] == "local":
        return f"the {word} of {reader.things(items, frame).all()}"
    if items[0] == "nth":
        return reader.text(items, frame)
    return the(reader.things(items, frame), end_of(reader, items, word, frame))


def _of_this_turn(reader: Reader, expr: Expr, frame: Frame) -> str | None:
    """*what that player chose*, *what was counted for that player*, of what was kept of each before a loop."""
    if expr[0] != "nth" or expr[2][0] != "local" or (turn := frame.name(expr[2][1])).type.name != "index":
        return None
    kept = frame.name(expr[1][1]) if expr[1][0] == "local" else None
    if kept is not None and kept.expr is not None and where_each_is(kept.expr) is not None:
        prep = reader.words.world.kinds[kept.type.name].prep
        return f"the {kept.type.name} {prep} which {turn.text} was"
    counted = kept is not None and kept.type.base == "number"
    return f"what was counted for {turn.text}" if counted else f"what {turn.text} chose"


def _figure(reader: Reader, items: Expr, frame: Frame) -> str | None:
    """*your hero*, *the hero of Red*: of the things of a kind that a player has, where each player has one."""
    match items:
        case ("filter", ("all", kind), slot, ("eq", owner, who)) if reader.plain(owner) == (
            "owner",
            ("local", slot),
        ):
            name = reader.words.kind(kind)
            if name == kind_of_figure(reader.words.world):
                return reader.theirs(name, reader.thing(who, frame))
    return None


def the(items: Things, word: str) -> str:
    """*the first card in your deck*; *first* of what has no order is said to be so."""
    if items.name:
        return f"the {word} of {items.all()}"
    return replace(items, before=(word, *items.before)).the()


@reads(PHRASES, "first-where")
def _first_where(reader: Reader, expr: Expr, frame: Frame) -> str:
    items = ("filter", *expr[1:])
    if (figure := _figure(reader, items, frame)) is not None:
        return figure
    if expr[1][0] == "single":
        only = member_part(reader, expr[3], expr[2], reader.things(expr[1], frame), frame)
        if only is not None and only.slot == "where":
            return f"{reader.thing(expr[1][1], frame)}, if that is {only.text},"
    return the(reader.things(items, frame), end_of(reader, items, "first", frame))


# -- Attributes --------------------------------------------------------------------------------------------------


@reads(PHRASES, "attr-left")
def _attr_left(reader: Reader, expr: Expr, frame: Frame) -> str:
    return f"{_attr(reader, ('attr', *expr[1:]), frame)} (as it was when that left)"


@reads(PHRASES, "attr-for")
def _attr_for(reader: Reader, expr: Expr, frame: Frame) -> str:
    return f"{_attr(reader, ('attr', *expr[1:3]), frame)} for {reader.thing(expr[3], frame)}"


@reads(PHRASES, "attr", "base")
def _attr(reader: Reader, expr: Expr, frame: Frame) -> str:
    if (owner := reader.plain(expr))[0] == "owner":
        return _owner(reader, owner, frame)
    _, column, x = expr
    name = reader.words.attribute(column)
    noun = name
    if reader.words.is_quantity(column):
        noun = reader.words.much(name)
    note = without(reader, expr, frame)
    stored = "stored " if expr[0] == "base" and column != reader.words.world.owner_column else ""
    if x == ("game",) or x == ("int", 0):
        return f"the {stored}{noun} of the game"
    whose = reader.thing(x, frame)
    return f"your {stored}{noun}{note}" if whose == "you" else f"the {stored}{noun} of {whose}{note}"


def without(reader: Reader, expr: Expr, frame: Frame) -> str:
    """What an attribute of nothing counts as."""
    if expr[2][0] == "int" or not reader.maybe(expr[2], frame):
        return ""
    type_ = reader.words.type_of(expr[1])
    if type_.base == "value":
        return f" ({reader.words.first_value(type_.name)} if there is none)"
    return " (0 if there is none)" if type_.base in ("number", "quantity") else ""


@reads(PHRASES, "index", "x", "y")
def _index(reader: Reader, expr: Expr, frame: Frame) -> str:
    word = {"index": "position", "x": "column", "y": "row"}[expr[0]]
    return f"the {word} of {reader.thing(expr[1], frame)} in its place, counted from 1"


@reads(PHRASES, "face")
def _face(reader: Reader, expr: Expr, frame: Frame) -> str:
    return f"the face of {reader.thing(expr[1], frame)} (1 up, 0 down)"


# -- Counting ----------------------------------------------------------------------------------------------------


@reads(PHRASES, "count")
def _count(reader: Reader, expr: Expr, frame: Frame) -> str:
    if expr[1][0] == "distinct":
        return f"the number of different ones among {reader.text(expr[1][1], frame)}"
    if expr[1][0] in ("map", "happened-map"):
        return f"how many there are of {reader.text(expr[1], frame)}"
    return f"the number of {reader.things(expr[1], frame).bare()}"


@reads(PHRASES, "sum", "max", "min")
def _sum(reader: Reader, expr: Expr, frame: Frame) -> str:
    word = {"sum": "sum", "max": "highest", "min": "lowest"}[expr[0]]
    return f"the {word} of {reader.text(expr[1], frame)} (0 if there is none)"


@reads(PHRASES, "map")
def _map(reader: Reader, expr: Expr, frame: Frame) -> str:
    _, items, slot, body = expr
    found = reader.things(items, frame)
    if body[0] in ("attr", "attr-left", "base") and body[2] == ("local", slot):
        left = " (as they were when those left)" if body[0] == "attr-left" else ""
        return f"the {reader.words.plural(reader.words.attribute(body[1]))} of {found.all()}{left}"
    letter = found.letter or frame.letter
    if (places := where_each_is(expr)) is not None:
        where = reader.things(places, frame)
        prep = reader.words.world.kinds[where.noun].prep
        return f"{prep} which {where.noun} each of {found.all()} is"
    inner = frame.bind(slot, Name(letter, entity(found.noun)), letter=True)
    said = reader.of_type(body, inner, reader.base(body, inner))
    those = replace(found, letter=letter).all()
    whose = those if letter in those.split() or f"({letter})" in those else f"{those} ({letter})"
    return f"what each of {whose} gives: {said}"


def where_each_is(expr: Expr) -> Expr | None:
    """The places of which an expression says in which one each of some things is; None: it says something else."""
    match expr:
        case ("map", _, int(slot), ("first-where", places, int(place), condition)):
            there = ("in", ("local", slot), ("local", place))
            return places if there in conjuncts(condition) else None
    return None


@reads(PHRASES, "distinct")
def _distinct(reader: Reader, expr: Expr, frame: Frame) -> str:
    return f"the different ones among {reader.text(expr[1], frame)}"


@reads(PHRASES, "range")
def _range(reader: Reader, expr: Expr, frame: Frame) -> str:
    return f"the numbers from {reader.number(expr[1], frame)} to {reader.number(expr[2], frame)}"


@reads(PHRASES, "position")
def _position(reader: Reader, expr: Expr, frame: Frame) -> str:
    thing, items = reader.thing(expr[1], frame), reader.things(expr[2], frame).all()
    return f"the place of {thing} in {items} (0 if it is not there)"


# -- Arithmetic --------------------------------------------------------------------------------------------------


def _part(reader: Reader, expr: Expr, frame: Frame) -> str:
    """What something is added to, taken from, multiplied with: *A or B, whichever is more* stands in brackets there."""
    said = reader.number(expr, frame)
    return f"({said})" if expr[0] in ("larger", "smaller") else said


@reads(PHRASES, "add")
def _add(reader: Reader, expr: Expr, frame: Frame) -> str:
    parts = [part for part in expr[1:] if part != ("int", 0)]
    return (
        " plus ".join(reader.text(p, frame) if p[0] == "add" else _part(reader, p, frame) for p in parts)
        or "0"
    )


@reads(PHRASES, "sub")
def _sub(reader: Reader, expr: Expr, frame: Frame) -> str:
    return f"{_part(reader, expr[1], frame)} minus {_part(reader, expr[2], frame)}"


@reads(PHRASES, "mul")
def _mul(reader: Reader, expr: Expr, frame: Frame) -> str:
    left, right = expr[1:]
    if left == ("int", 1):
        return reader.text(right, frame)
    return f"{_part(reader, left, frame)} times {_part(reader, right, frame)}"


@reads(PHRASES, "neg")
def _neg(reader: Reader, expr: Expr, frame: Frame) -> str:
    return f"minus {_part(reader, expr[1], frame)}"


@reads(PHRASES, "div", "div-up")
def _div(reader: Reader, expr: Expr, frame: Frame) -> str:
    way = "down" if expr[0] == "div" else "up"
    return f"{_part(reader, expr[1], frame)} divided by {_part(reader, expr[2], frame)}, rounded {way}"


@reads(PHRASES, "mod")
def _mod(reader: Reader, expr: Expr, frame: Frame) -> str:
    return f"the rest of {_part(reader, expr[1], frame)} divided by {_part(reader, expr[2], frame)}"


@reads(PHRASES, "abs")
def _abs(reader: Reader, expr: Expr, frame: Frame) -> str:
    if expr[1][0] == "sub":
        left, right = expr[1][1:]
        return f"the difference between {reader.number(left, frame)} and {reader.number(right, frame)}"
    return f"{reader.number(expr[1], frame)} without its sign"


def _each_of(expr: Expr) -> list[Expr]:
    """The amounts of which the largest, or the smallest, is meant."""
    return [*_each_of(expr[1]), expr[2]] if expr[1][0] == expr[0] else [expr[1], expr[2]]


@reads(PHRASES, "larger", "smaller")
def _larger(reader: Reader, expr: Expr, frame: Frame) -> str:
    if expr[0] == "larger" and expr[2][0] == "smaller":
        least, (_, amount, most) = expr[1], expr[2]
        said = [reader.number(each, frame) for each in (amount, most, least)]
        return "{}, but at most {} and at least {}".format(*said)
    word = "more" if expr[0] == "larger" else "less"
    if expr[1][0] == expr[0]:  # *of the least of 3 amounts*
        amounts = "; ".join(reader.text(each, frame) for each in _each_of(expr))
        return f"the {'most' if word == 'more' else 'least'} of these: [{amounts}]"
    return f"{reader.number(expr[1], frame)} or {reader.number(expr[2], frame)}, whichever is {word}"


def _if_there(reader: Reader, condition: Expr, yes: Expr, no: Expr, frame: Frame) -> str | None:
    """Of what may be nothing."""
    if condition[0] == "eq" and no == ("take", yes, ("position", condition[1], yes)):
        until = reader.thing(condition[1], frame)
        return f"{reader.things(yes, frame).all()}, down to {until} (if there is none, all of them)"
    if condition == ("ne", yes, ("none",)):
        return f"{reader.thing(yes, frame)} ({reader.thing(no, frame)}, if there is none)"
    if condition[:2] == ("is", yes) and no == ("none",) and yes[0] == "local":
        kind, said = reader.words.kind(condition[2]), type_of(yes, frame, reader.words)
        if said.base == "entity" and said.name != kind:  # *Choose a pet. Discard that cat.*
            return f"{reader.thing(yes, frame)} (nothing, if it is no {kind})"
        return reader.thing(yes, frame)  # what a verb brought
    return None


@reads(PHRASES, "if")
def _if(reader: Reader, expr: Expr, frame: Frame) -> str:
    _, condition, yes, no = expr
    if (alone := _the_only(reader, condition, yes, no, frame)) is not None:
        return alone
    if condition[0] == "is" and no == ("within", yes, condition[2]):
        return f"the {reader.words.kind(condition[2])} to which {reader.thing(yes, frame)} belongs"
    if (found := _if_there(reader, condition, yes, no, frame)) is not None:
        return found
    match (condition, yes):
        case (("ne", x, ("none",)), ("attr" | "base", _, other)) if x == other and no == ("none",):
            return (
                reader.text(yes, frame).replace(without(reader, yes, frame), "")
                + " (nothing if there is none)"
            )
    if condition[:2] == ("member", yes) and no == ("none",) and yes[0] in ("first", "nth", "last"):
        return f"{reader.thing(yes, frame)} (nobody, if several tie)"
    if no == ("none",):
        return f"{reader.thing(yes, frame)}, but only if {reader.truth(condition, frame)}"
    base = reader.base(yes, frame)
    if base == "number":
        base = reader.base(no, frame)
    left, right = reader.of_type(yes, frame, base), reader.of_type(no, frame, base)
    return f"{left} if {reader.truth(condition, frame)}, otherwise {right}"


def _the_only(reader: Reader, condition: Expr, yes: Expr, no: Expr, frame: Frame) -> str | None:
    """*the player with the most points*: of several that tie nobody; *its owner*, of what may lie with nobody now."""
    match (condition, yes, no):
        case (("eq", ("count", items), ("int", 1)), ("first", again), ("none",)) if items == again:
            tie = type_of(yes, frame, reader.words).name == "player"  # of things one is chosen
            several = "nobody and nothing, if several tie" if tie else "nothing, if there are several"
            return f"{reader.things(items, frame).the()} ({several})"
        case (("and", ("eq", x, _), ("eq", ("holder", y), ("none",))), ("holder", _), ("holder", z)) if (
            x == y == z
        ):
            return f"{reader.thing(no, frame)} (or, if nobody has it now, who had it before)"
        case (("ne", x, ("none",)), ("within", _, kind), ("if", ("is", _, again), _, _)) if (
            x == yes and kind == again
        ):
            return f"{reader.thing(yes, frame)} or was before"
        case (("ne", x, ("none",)), ("if", ("is", _, again), _, _), ("within", _, kind)) if (
            x == yes and kind == again
        ):
            return f"{reader.thing(no, frame)} (or in which it was before, if there is one)"
    return None


# -- Words of the pack, the past ---------------------------------------------------------------------------------


@reads(PHRASES, "call")
def _call(reader: Reader, expr: Expr, frame: Frame) -> str:
    """A defined noun or amount, or an order."""
    _, function, *arguments = expr
    if function in reader.words.orders:
        return f"the players in {reader.words.orders[function]}"
    word = reader.words.function(function)
    defined = reader.words.defined.get(function)
    if defined is not None and defined.many:
        word = reader.words.plural(word)
    said = [reader.thing(x, frame) for x in arguments]
    if not said:
        return f"the {word}"
    first = f"your {word}" if said[0] == "you" else f"the {word} of {said[0]}"
    preps = defined.preps if defined is not None else ()
    more = [f"{prep} {x}" for prep, x in zip(preps, said[1:], strict=False)]
    return " ".join((first, *more))


@reads(PHRASES, "formula")
def _formula(reader: Reader, expr: Expr, frame: Frame) -> str:
    _, field, component, who = expr
    return f"what “{reader.words.field(field)}” of {reader.thing(component, frame)} is for {reader.thing(who, frame)}"


@reads(PHRASES, "happened", "happened-sum", "happened-map")
def _happened(reader: Reader, expr: Expr, frame: Frame) -> str:
    return f"{HAPPENED[expr[0]]} this has happened {since_when(reader, expr[2])}: {happening(reader, expr, frame)}"


@reads(PHRASES, "period")
def _period(reader: Reader, expr: Expr, frame: Frame) -> str:
    return f"the number of this {reader.words.period(expr[1])} (1 is the first of the game)"


@reads(PHRASES, "used")
def _used(reader: Reader, expr: Expr, frame: Frame) -> str:
    return f"how often this was used {since_when(reader, expr[2])}"
