"""How an example or a scenario sets up the table, in words."""

from __future__ import annotations

from toolkit.compile.given import Assign, Clear, During, Op, Pin, Put
from toolkit.compile.given_things import Things
from toolkit.program.expression import Expr
from toolkit.reading.frame import Frame, conjuncts
from toolkit.reading.outline import Line
from toolkit.reading.reader import Reader
from toolkit.reading.sets import finished, narrowed, start
from toolkit.reading.standing import RuleReader
from toolkit.reading.words import listed


def given_lines(rules: RuleReader, operations: list[Op], frame: Frame) -> list[Line]:
    """One line for each thing that is set up."""
    return [Line(0, _said(rules.reader, operation, frame)) for operation in operations]


def _said(reader: Reader, operation: Op, frame: Frame) -> str:
    match operation:
        case Put(things, place, face, exact, whole):
            where = _place(reader, place, frame) if place is not None else "where they begin"
            turned = "" if face is None else f" face {'up' if face else 'down'}"
            alone = ", and nothing else there" if whole else ", and no others of them there" if exact else ""
            return f"put {_things(reader, things, frame)} {where}{turned}{alone}"
        case Clear(things, place):
            where = _place(reader, place, frame) if place is not None else "anywhere"
            return f"take away {_things(reader, things, frame)} {where}"
        case Assign(attribute, of, many, values):
            whose = reader.things(of, frame).all() if many else reader.thing(of, frame)
            base = reader.words.type_of(attribute).base
            amounts = listed([reader.of_type(value, frame, base) for value in values], "and")
            return f"set the {reader.words.attribute(attribute)} of {whose} to {amounts}"
        case Pin(_, values):
            rolled = listed([reader.number(value, frame) for value in values], "then")
            return f"the next rolls give {rolled}"
        case During(period, number, who, turn):
            whose = f" of {reader.thing(who, frame)}" if who is not None else ""
            which = f" number {number}" if number else ""
            active = ", who is the active player" if turn and who is not None else ""
            return f"a {reader.words.period(period)}{which}{whose} has begun{active}"


def _things(reader: Reader, things: Things, frame: Frame) -> str:
    """*2 cards whose colour is red*, *every copy of Cup*."""
    base: Expr = ("all", things.kind) if things.names is None else ("set", *things.names)
    found = narrowed(reader, start(reader, base, frame), things.slot, conjuncts(things.condition), frame)
    found = finished(reader, found)
    if things.count is None:
        return found.all()
    return found.some(str(things.count))


def _place(reader: Reader, place: Expr, frame: Frame) -> str:
    """*in your hand*, *in each of these*."""
    prep = reader.words.prep(reader.kind(place, frame))
    where = reader.things(place, frame).all() if reader.many(place, frame) else reader.thing(place, frame)
    return f"{prep} {where}"
