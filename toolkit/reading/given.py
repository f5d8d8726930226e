"""How an example or a scenario sets up the table, in words."""

from __future__ import annotations

from dataclasses import replace

from toolkit.compile.given import Assign, Clear, During, Op, Pin, Put
from toolkit.compile.given_things import Things
from toolkit.program.expression import Expr, conjuncts
from toolkit.reading.frame import Frame
from toolkit.reading.outline import Line
from toolkit.reading.reader import Reader
from toolkit.reading.sets import finished, narrowed, start
from toolkit.reading.standing import RuleReader
from toolkit.reading.things import Things as Named
from toolkit.reading.words import listed


def given_lines(rules: RuleReader, operations: list[Op], frame: Frame) -> list[Line]:
    """One line for each thing that is set up."""
    return [Line(0, _said(rules.reader, operation, frame)) for operation in operations]


def _said(reader: Reader, operation: Op, frame: Frame) -> str:
    match operation:
        case Put():
            return _put(reader, operation, frame)
        case Clear(things, place):
            all_ = _things(reader, replace(things, count=None), frame)  # there are to be 0 of them
            return f"take away {all_} {_place(reader, place, frame, 'anywhere')}"
        case Assign(attribute, of, many, values):
            whose = reader.things(of, frame).all() if many else reader.thing(of, frame)
            base = reader.words.type_of(attribute).base
            amounts = listed([reader.of_type(value, frame, base) for value in values], "and")
            return f"set the {reader.words.attribute(attribute)} of {whose} to {amounts}"
        case Pin(_, values, of):
            rolled = listed([reader.number(value, frame) for value in values], "then")
            return f"the next rolls of {reader.things(of, frame).all()} give {rolled}"
        case During(period, number, who, turn):
            which = f" number {number}" if number else ""
            if who is None:
                return f"a {reader.words.period(period)}{which} has begun"
            active = ", who is the active player" if turn else ""
            return f"a {reader.words.period(period)}{which} of {reader.thing(who, frame)} has begun{active}"


def _things(reader: Reader, things: Things, frame: Frame) -> str:
    """*2 cards whose colour is red*, *every copy of Cup*."""
    if things.names is None:
        kind = reader.words.kind(things.kind)
        found = Named(kind, reader.words.plural(kind))
    else:
        found = start(reader, ("set", *things.names), frame)
    found = finished(reader, narrowed(reader, found, things.slot, conjuncts(things.condition), frame))
    if things.count is None:
        return found.all()
    return found.some(str(things.count))


def _put(reader: Reader, put: Put, frame: Frame) -> str:
    things, where = _things(reader, put.things, frame), _place(reader, put.place, frame, "where they begin")
    turned = "" if put.face is None else f" face {'up' if put.face else 'down'}"
    alone = ", and nothing else there" if put.whole else ", and no others of them there" if put.exact else ""
    return f"put {things} {where}{turned}{alone}"


def _place(reader: Reader, place: Expr | None, frame: Frame, unsaid: str) -> str:
    """*in your hand*, *in each of these*; `unsaid`: no place is named."""
    if place is None:
        return unsaid
    prep = reader.words.prep(reader.kind(place, frame))
    where = reader.things(place, frame).all() if reader.many(place, frame) else reader.thing(place, frame)
    return f"{prep} {where}"
