"""Conditions as clauses, and their opposites."""

from __future__ import annotations

from dataclasses import replace

from toolkit.compile.base import build
from toolkit.compile.base.values import entity
from toolkit.program.expression import OPPOSITE, Expr, conjuncts, renamed
from toolkit.reading.events import happening, phrase
from toolkit.reading.frame import NOTHING, Frame, Name, type_of
from toolkit.reading.reader import TRUTHS, Reader, reads
from toolkit.reading.sets import any_place, clash, one_of
from toolkit.reading.things import Things
from toolkit.reading.words import a, listed

COMPARED = {
    "ge": "at least", "le": "at most", "gt": "more than", "lt": "less than", "eq": "exactly", "ne": "not exactly",
}  # fmt: skip


@reads(TRUTHS, "truth")
def _truth(reader: Reader, expr: Expr, frame: Frame, positive: bool) -> str:
    return "always" if expr[1] == positive else "never"


@reads(TRUTHS, "over")
def _over(reader: Reader, expr: Expr, frame: Frame, positive: bool) -> str:
    return f"the game is {'' if positive else 'not '}over"


@reads(TRUTHS, "is")
def _is(reader: Reader, expr: Expr, frame: Frame, positive: bool) -> str:
    return f"{reader.is_(reader.thing(expr[1], frame), positive)} {a(reader.words.kind(expr[2]))}"


@reads(TRUTHS, "in", "in-any")
def _in(reader: Reader, expr: Expr, frame: Frame, positive: bool) -> str:
    prep = reader.words.prep(reader.kind(expr[2], frame))
    place = reader.thing(expr[2], frame) if expr[0] == "in" else one_of(reader, expr[2], frame)
    return f"{reader.is_(reader.thing(expr[1], frame), positive)} {prep} {place}"


@reads(TRUTHS, "sees")
def _sees(reader: Reader, expr: Expr, frame: Frame, positive: bool) -> str:
    can = "can" if positive else "cannot"
    return f"{reader.thing(expr[1], frame)} {can} see the front of {reader.thing(expr[2], frame)}"


# -- How many there are ------------------------------------------------------------------------------------------


def searched(reader: Reader, expr: Expr, frame: Frame) -> Things:
    """The set of the members for which the condition of a search holds."""
    return reader.things(("filter", *expr[1:]), frame)


@reads(TRUTHS, "any")
def _any(reader: Reader, expr: Expr, frame: Frame, positive: bool) -> str:
    numbers = any(
        each[0] in ("eq", "ne") and "int" in (each[1][0], each[2][0]) for each in conjuncts(expr[3])
    )
    if numbers and type_of(expr[1], frame, reader.words).base == "number":
        return _any_amount(reader, expr, frame, positive)
    found = searched(reader, expr, frame)
    return f"there is {found.one() if positive else found.no()}"


def _any_amount(reader: Reader, expr: Expr, frame: Frame, positive: bool) -> str:
    """*for at least one X of the powers of all cats this is so: X is 3*."""
    _, items, slot, condition = expr
    found, letter = reader.things(items, frame), frame.letter
    inner = frame.bind(slot, Name(letter, type_of(items, frame, reader.words)), letter=True)
    clause = " and ".join(reader.all_true(conjuncts(condition), inner)) or "always"
    return f"for {f'at least one {letter}' if positive else f'no {letter}'} of {found.all()} this is so: {clause}"


@reads(TRUTHS, "every")
def _every(reader: Reader, expr: Expr, frame: Frame, positive: bool) -> str:
    _, items, slot, condition = expr
    found, letter = reader.things(items, frame), frame.letter
    of_amounts = type_of(items, frame, reader.words)
    amounts = of_amounts.base == "number"
    kind = of_amounts if amounts else entity(reader.kind(items, frame))
    inner = frame.bind(slot, Name(letter, kind), letter=True)
    clause = " and ".join(reader.all_true(conjuncts(condition), inner)) or "always"
    each = replace(found, letter=found.letter or letter).each()
    none = "" if items[0] == "players" else f" (also if there is no {'amount' if amounts else found.noun})"
    if positive:
        if clause.endswith(none):  # *each one is unlike each other one*: said once
            none = ""
        return f"this is so for {each}: {clause}{none}"
    return (
        f"for at least one of {replace(found, letter=found.letter or letter).all()} this is not so: {clause}"
    )


@reads(TRUTHS, "member")
def _member(reader: Reader, expr: Expr, frame: Frame, positive: bool) -> str:
    one = reader.is_(reader.thing(expr[1], frame), positive)
    if expr[2][0] == "all":
        return f"{one} {a(reader.words.kind(expr[2][1]))}"
    return f"{one} one of {reader.things(expr[2], frame).all()}"


@reads(TRUTHS, "subset")
def _subset(reader: Reader, expr: Expr, frame: Frame, positive: bool) -> str:
    left, right = reader.things(expr[1], frame).all(), reader.things(expr[2], frame).all()
    return f"{left} are {'' if positive else 'not all '}among {right}"


# -- Together ----------------------------------------------------------------------------------------------------


@reads(TRUTHS, "and", "or")
def _and(reader: Reader, expr: Expr, frame: Frame, positive: bool) -> str:
    sure = ("ne" if expr[0] == "and" else "eq", ("none",))
    parts = [
        part
        for part in expr[1:]
        if part != ("truth", expr[0] == "and")
        and not ((part[0], part[-1]) == sure and not reader.maybe(part[1], frame))
    ]
    if not parts:
        return "always" if (expr[0] == "and") == positive else "never"
    inner = frame.knowing(parts, sure[0])

    def clause(part: Expr) -> str:
        return bracketed(reader, part, frame if (part[0], part[-1]) == sure else inner, positive)

    if expr[0] == "and" and positive and (period := whose_period(reader, parts, frame)) is not None:
        parts, said = period
        clauses = [said, *map(clause, parts)]
    else:
        clauses = [clause(part) for part in parts]
    return (" and " if (expr[0] == "and") == positive else " or ").join(dict.fromkeys(clauses))


def bracketed(reader: Reader, part: Expr, frame: Frame, positive: bool) -> str:
    """A clause among others; one that has parts itself stands in brackets."""
    said = reader.truth(part, frame, positive)
    while part[0] == "not":
        part = part[1]
    compound = part[0] in ("and", "or") and len(part) > 2
    return f"({said})" if compound or " such that " in said or " this is so" in f" {said}" else said


def whose_period(reader: Reader, parts: list[Expr], frame: Frame) -> tuple[list[Expr], str] | None:
    """*a turn is running and the one whose turn it is, is you* is *it is a turn of you*."""
    for part in parts:
        match part:
            case ("eq", ("period-who", period), who):
                runs = ("gt", ("period", period), ("int", 0))
                rest = [p for p in parts if p is not part and p != runs]
                return rest, f"it is {reader.time_of(period, reader.thing(who, frame))}"
    return None


@reads(TRUTHS, "not")
def _not(reader: Reader, expr: Expr, frame: Frame, positive: bool) -> str:
    return reader.truth(expr[1], frame, not positive)


@reads(TRUTHS, "can")
def _can(reader: Reader, expr: Expr, frame: Frame, positive: bool) -> str:
    can = "can" if positive else "cannot"
    return f"{reader.thing(expr[2], frame)} {can} {phrase(reader, expr[1], expr[3:], frame)}"


@reads(TRUTHS, "call")
def _call(reader: Reader, expr: Expr, frame: Frame, positive: bool) -> str:
    """*that card is ready*, *that room is adjacent to this room*, *that player leads that dance*."""
    _, function, *arguments = expr
    words = reader.words
    word, said = words.function(function), [reader.thing(x, frame) for x in arguments]
    if not said:
        return f"“{word}” {'holds' if positive else 'does not hold'}"
    if function in words.aliases:
        return f"{reader.is_(said[0], positive)} {a(word)}"
    vocabulary = words.world.vocabulary
    if word in vocabulary.adjectives or word in vocabulary.relations:
        return (
            f"{reader.is_(said[0], positive)} {word} {listed(said[1:], 'and') if said[1:] else ''}".rstrip()
        )
    forms = vocabulary.verb_forms(word)
    plain = said[0] == "you"
    does = (
        (forms.base if plain else forms.third)
        if positive
        else f"{'do' if plain else 'does'} not {forms.base}"
    )
    return " ".join((said[0], does, *said[1:]))


@reads(TRUTHS, "formula")
def _formula(reader: Reader, expr: Expr, frame: Frame, positive: bool) -> str:
    """A condition that a document states."""
    _, field, component, who = expr
    holds = "is met" if positive else "is not met"
    return f"“{reader.words.field(field)}” of {reader.thing(component, frame)} {holds} for {reader.thing(who, frame)}"


# -- Comparisons -------------------------------------------------------------------------------------------------


@reads(TRUTHS, "eq", "ne", "lt", "le", "gt", "ge")
def _compare(reader: Reader, expr: Expr, frame: Frame, positive: bool) -> str:
    op, left, right = expr[0], reader.plain(expr[1]), reader.plain(expr[2])
    if not positive:
        op = OPPOSITE[op]
    if left[0] in ("none", "int", "value", "empty") and op in ("eq", "ne"):
        left, right = right, left
    if left[:2] == ("add", ("int", 0)) and len(left) == 3:
        left = left[2]
    for special in (_result, _counted, _of_a_kind, _past, _period, _used):
        if (said := special(reader, op, left, right, frame)) is not None:
            return said
    if op in ("eq", "ne"):
        return _equal(reader, op == "eq", left, right, frame)
    mine, theirs = reader.number(left, frame), reader.number(right, frame)
    return f"{mine} is {COMPARED[op]} {theirs}{clash(reader, left, right, frame)}"


def _result(reader: Reader, op: str, left: Expr, right: Expr, frame: Frame) -> str | None:
    """Of what was done before: *you chose to*, *the discard above happened*."""
    if left[0] != "local" or right not in (("int", 0), ("empty",)):
        return None
    name = frame.name(left[1])
    if not name.means:
        return None
    if op in ("ne", "gt"):
        return name.means
    return name.not_means or f"it is not so that {name.means}" if op in ("eq", "le") else None


def _counted(reader: Reader, op: str, left: Expr, right: Expr, frame: Frame) -> str | None:
    """*there is a card in your hand*, *there are at least 2 cards in your hand*."""
    if right == ("empty",) and op in ("eq", "ne"):
        items = reader.things(left, frame)
        return f"there is {items.one() if op == 'ne' else items.no()}"
    if left[0] != "count" or left[1][0] in ("distinct", "map"):
        return None
    items = reader.things(left[1], frame)
    if right[0] != "int":
        return None
    match op, right[1]:
        case ("gt", 0) | ("ge", 1):
            return f"there is {items.one()}"
        case ("eq" | "le", 0) | ("lt", 1):
            return f"there is {items.no()}"
    return f"there {'is' if right[1] == 1 else 'are'} {items.some(f'{COMPARED[op]} {right[1]}')}"


def _of_a_kind(reader: Reader, op: str, left: Expr, right: Expr, frame: Frame) -> str | None:
    """*at least 3 dice in the cup have the same value*: so many are in the largest group of those that are alike."""
    match left:
        case ("max", ("map", items, int(one), ("count", ("filter", base, int(other), same)))) if op == "ge":
            here = ("local", one)
            among, said = (items[1], items[2:]) if items[0] == "filter" else (items, (one, build.TRUE))
            theirs = {*conjuncts(renamed(said[1], {("local", said[0]): here}))} - {build.TRUE}
            counted = {*conjuncts(renamed(same, {("local", other): here}))}
            match [*(counted - theirs)]:
                case [("eq", ("attr", int(attribute), of) as value, again)] if (
                    value == again and of == here and among == base and theirs < counted
                ):
                    several = reader.things(items, frame).some(
                        f"{COMPARED[op]} {reader.number(right, frame)}"
                    )
                    return f"{several} have the same {reader.words.attribute(attribute)}"
    return None


def _past(reader: Reader, op: str, left: Expr, right: Expr, frame: Frame) -> str | None:
    """*a player has drawn a card since this turn began*."""
    if left[0] not in ("happened", "happened-sum"):
        return None
    said = happening(reader, left, frame)
    since = since_when(reader, left[2])
    if left[0] == "happened" and ((op, right) in ((("ge"), ("int", 1)), (("gt"), ("int", 0)))):
        return f"{since} this has happened: {said}"
    if left[0] == "happened" and (
        (op, right) in (("eq", ("int", 0)), ("lt", ("int", 1)), ("le", ("int", 0)))
    ):
        return f"{since} this has not happened: {said}"
    if left[0] == "happened":
        return f"{since} this has happened {COMPARED[op]} {reader.number(right, frame)} times: {said}"
    return f"{since} the amounts of this are together {COMPARED[op]} {reader.number(right, frame)}: {said}"


def since_when(reader: Reader, period: int) -> str:
    """*since this turn began*, *ever in this game*."""
    return f"since this {reader.words.period(period)} began" if period >= 0 else "EVER in this game"


def _period(reader: Reader, op: str, left: Expr, right: Expr, frame: Frame) -> str | None:
    """*a turn is running*, *it is a turn of you*."""
    if left[0] == "period-who" and op in ("eq", "ne"):
        negative = "" if op == "eq" else "not "
        return f"it is {negative}{reader.time_of(left[1], reader.thing(right, frame))}"
    if left[0] == "period" and right == ("int", 0) and op in ("gt", "ne", "eq", "le"):
        return f"{'a' if op in ('gt', 'ne') else 'no'} {reader.words.period(left[1])} is running"
    return None


def _used(reader: Reader, op: str, left: Expr, right: Expr, frame: Frame) -> str | None:
    """*the first time each turn*: counted for these."""
    if left[0] != "used" or right != ("int", 0):
        return None
    _, (_, *counted), period = left
    own = [reader.thing(x, frame) for x in counted if x not in (("local", 0), ("local", 1))]
    time = "the first" if op == "eq" else "not the first"
    if NOTHING in own:  # how often it was, when an effect said *the next time*
        return f"it is {time} time from now on"
    whose = f", counted for {listed(own, 'and')} alone" if own else ""
    return f"it is {time} time {since_when(reader, period)}{whose}"


def _equal(reader: Reader, same: bool, left: Expr, right: Expr, frame: Frame) -> str:
    """*that card is the top card*, *the colour of that card is red*, *you have that card*."""
    for special in (_nothing, _state, _holder, _alike):
        if (said := special(reader, same, left, right, frame)) is not None:
            return said
    base = reader.base(left, frame)
    if base not in ("entity", "value", "truth"):
        base = reader.base(right, frame)
    mine, theirs = reader.of_type(left, frame, base), reader.of_type(right, frame, base)
    note = clash(reader, left, right, frame)
    if base == "entity" and reader.maybe(left, frame) and reader.maybe(right, frame) and not note:
        note = " (also if there is neither)" if same else " (not if there is neither)"
    exactly = "exactly " if base == "number" else ""
    return f"{reader.is_(mine, same)} {exactly}{theirs}{note}"


def _alike(reader: Reader, same: bool, left: Expr, right: Expr, frame: Frame) -> str | None:
    """*that unit is in a place of the same kind as where that unit was*, *X and Y are of one kind*."""
    if left[0] != "kind" or right[0] != "kind":
        return None
    other = reader.thing(right[1], frame)
    if left[1][0] == "parent":
        thing = reader.thing(left[1][1], frame)
        return f"{reader.is_(thing, same)} in a place of the same kind as {other}"
    return f"{reader.thing(left[1], frame)} and {other} are {'' if same else 'not '}of one kind"


def _nothing(reader: Reader, same: bool, left: Expr, right: Expr, frame: Frame) -> str | None:
    """Whether there is such a thing; whether it is in any place of a kind."""
    if right != ("none",):
        return None
    if left[0] == "within":
        kind = reader.words.kind(left[2])
        prep = reader.words.prep(kind)
        place = f"no {kind}" if same else any_place(reader, kind)
        return f"{reader.is_(reader.thing(left[1], frame))} {prep} {place}"
    if left[0] == "parent":
        thing = reader.thing(left[1], frame)
        return f"{reader.is_(thing)} {'out of' if same else 'in'} the game"
    if left[0] == "first":
        items = reader.things(left[1], frame)
        return f"there is {items.no() if same else items.one()}"
    said = reader.thing(left, frame)
    if "(" in said or "[" in said or " such that " in said:
        return f"there is {'not ' if same else ''}{said}"
    return f"{said} {'does not exist' if same else 'exists'}"


def _state(reader: Reader, same: bool, left: Expr, right: Expr, frame: Frame) -> str | None:
    """*that card is face up*, *that card has BLAZING*, *that unit is mossy*."""
    if left[0] == "face" and right[0] == "int":
        up = (right[1] == 1) == same
        return f"{reader.is_(reader.thing(left[1], frame))} face {'up' if up else 'down'}"
    if left[0] != "attr" or right != ("int", 0):
        return None
    words, thing = reader.words, reader.thing(left[2], frame)
    if words.is_keyword(left[1]):
        return f"{thing} {'does not have' if same else 'has'} {words.attribute(left[1])}"
    if words.is_flag(left[1]):
        return f"{reader.is_(thing, not same)} {words.attribute(left[1])}"
    return None


def _holder(reader: Reader, same: bool, left: Expr, right: Expr, frame: Frame) -> str | None:
    """*that player has that card*, *that card belongs to that player*."""
    if left[0] not in ("owner", "holder"):
        return None
    thing, who = reader.thing(left[1], frame), reader.thing(right, frame)
    note = clash(reader, left, right, frame)
    if left[0] == "owner":
        return f"{thing} {'belongs' if same else 'does not belong'} to {who}{note}"
    if same:
        return f"{reader.has(who)} {thing}{note}"
    return f"{who} {'do' if who == 'you' else 'does'} not have {thing}{note}"
