"""Each instruction as a line of an outline, with the name of what it chose or did."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from toolkit.compile.base.values import NUMBER, Type, entity
from toolkit.compile.effects import ordering
from toolkit.program.expression import Expr
from toolkit.reading.events import complements
from toolkit.reading.frame import Frame, Name
from toolkit.reading.outline import COUNTED, SHORT, Outline, chose, reads, verb
from toolkit.reading.reader import is_you
from toolkit.reading.words import a


def introduce(out: Outline, slot: int, pc: int, text: str, type_: Type, many: bool, maybe: bool) -> str:
    """Call what was chosen by a name; the words after the line that say so."""
    used = out.read_later(slot, pc)
    name = out.fresh(text, announce=used)
    yes, no = ("is above 0", "is 0") if type_ is NUMBER else ("exists", "does not exist")
    out.name(slot, Name(name, type_, many, maybe, means=f"{name} {yes}", not_means=f"{name} {no}"))
    if not used:
        return " — nothing is done with it"
    return f" [“{name}”, if there is one]" if maybe else f" [“{name}”]"


@reads("choose-one")
def _choose_one(out: Outline, instr: Any, at: int, pc: int) -> None:
    _, who, items, slot = instr
    subject, found = out.subject(who), out.reader.things(items, out.frame)
    kind = out.reader.kind(items, out.frame)
    said = introduce(out, slot, pc, f"the chosen {kind}", entity(kind), False, not out.sure)
    out.line(f"{subject} {verb(subject, 'choose')} {found.one()}{said}", at)


@reads("choose")
def _choose(out: Outline, instr: Any, at: int, pc: int) -> None:
    _, who, items, least, most, slot = instr
    subject, found = out.subject(who), out.reader.things(items, out.frame)
    kind = out.reader.kind(items, out.frame)
    if least == most == ordering.all_but_one(items):
        those = f"those {out.words.plural(kind)} in that order"
        said = introduce(out, slot, pc, those, entity(kind), True, False)
        out.line(f"{subject} {verb(subject, 'choose')} the order of {found.all()}{said}", at)
        return
    if most == ("count", items) and least == ("int", 0):
        how = found.some("any number of") if not found.name else f"any number of {found.all()}"
    elif least == most:
        how = f"{found.some('exactly ' + out.reader.number(most, out.frame))} (all, if there are fewer)"
    elif most == ("count", items):
        how = f"{found.some('at least ' + out.reader.number(least, out.frame))} (all, if there are fewer)"
    elif least == ("int", 0):
        how = found.some(f"up to {out.reader.number(most, out.frame)}")
    else:
        how = found.some(f"{out.reader.number(least, out.frame)} to {out.reader.number(most, out.frame)}")
    said = introduce(out, slot, pc, f"the chosen {out.words.plural(kind)}", entity(kind), True, False)
    out.line(f"{subject} {verb(subject, 'choose')} {how}{said}", at)


@reads("choose-number")
def _choose_number(out: Outline, instr: Any, at: int, pc: int) -> None:
    _, who, least, most, slot = instr
    subject = out.subject(who)
    low, high = out.reader.number(least, out.frame), out.reader.number(most, out.frame)
    said = introduce(out, slot, pc, "the chosen number", NUMBER, False, False)
    out.line(f"{subject} {verb(subject, 'choose')} a number from {low} to {high}{said}", at)


@reads("choose-value")
def _choose_value(out: Outline, instr: Any, at: int, pc: int) -> None:
    _, who, numbers, slot = instr
    subject, world = out.subject(who), out.words.world
    names = [out.words.value(n) for n in numbers[1:]]
    lists = {word: name for word, (_, name) in world.values.items()}
    kind = lists.get(names[0], "value") if names else "value"
    said = introduce(out, slot, pc, f"the chosen {kind}", Type("value", kind), False, False)
    out.line(f"{subject} {verb(subject, 'choose')} one of these: {', '.join(names)}{said}", at)


@reads("choose-quantity")
def _choose_quantity(out: Outline, instr: Any, at: int, pc: int) -> None:
    _, who, members, slot = instr
    subject = out.subject(who)
    kinds = [
        f"{out.words.attribute(index)} (if {out.reader.truth(cond, out.frame)})" for cond, index in members
    ]
    out.name(slot, Name("the number of the chosen kind"))
    out.line(f"{subject} {verb(subject, 'choose')} a kind: {' or '.join(kinds)}", at)


@reads("choose-payment")
def _choose_payment(out: Outline, instr: Any, at: int, pc: int) -> None:
    _, who, column, amount, slot = instr
    subject, name = out.subject(who), out.words.attribute(column)
    out.name(slot, Name("the chosen way to pay"))
    number = out.reader.number(amount, out.frame)
    plain = amount[0] == "int"
    much = out.words.counted(amount[1], name) if plain else f"{out.words.so_many(name)} as {number}"
    out.line(
        f"{subject} {verb(subject, 'choose')} how to pay {much}: with them or with what stands in for them",
        at,
    )


@reads("choose-each")
def _choose_each(out: Outline, instr: Any, at: int, pc: int) -> None:
    _, players, index, items, least, most, slot = instr
    seats = out.reader.things(players, out.frame)
    inner = out.frame.bind(index, Name("that player", entity("player")))
    found = out.reader.things(items, inner)
    low, high = out.reader.number(least, inner), out.reader.number(most, inner)
    number = low if low == high else f"{low} to {high}"
    kind = out.reader.kind(items, inner)
    out.name(slot, Name("what they chose", entity(kind), many=True))
    out.line(f"{seats.each()}, all at once and in secret, chooses {found.some(number)}", at)


@reads("may")
def _may(out: Outline, instr: Any, at: int, pc: int) -> None:
    subject = out.subject(instr[1])
    out.name(instr[2], chose(subject))
    out.line(f"{subject} may go on or not", at)


@reads("random")
def _random(out: Outline, instr: Any, at: int, pc: int) -> None:
    _, items, number, slot = instr
    found, kind = out.reader.things(items, out.frame), out.reader.kind(items, out.frame)
    if number == ("count", items):
        how = f"{found.all()} are put in random order"
    else:
        how = f"chance picks {found.some(out.reader.number(number, out.frame))}"
    noun = kind if number == ("int", 1) else out.words.plural(kind)
    said = introduce(out, slot, pc, f"the random {noun}", entity(kind), True, False)
    out.line(how + said, at)


@reads("do")
def _do(out: Outline, instr: Any, at: int, pc: int) -> None:
    _, verb_, who, roles, slot = instr
    subject, rest = out.subject(who), complements(out.reader, verb_, roles, out.frame)
    said = out.reader.does(subject, verb_, rest)
    lemma = out.words.lemma(verb_)
    if len(rest) <= SHORT:
        lemma = f"{lemma} {rest}".strip()
    done = Name(f"what really came of “{lemma}”", means=f"“{lemma}” above really happened",
                not_means=f"“{lemma}” above did not happen")  # fmt: skip
    info = out.words.verbs.get(verb_)
    if info is not None and info.brings:
        brought = f"the {info.brings} of “{lemma}”"
        done = replace(done, text=brought, type=entity(info.brings), maybe=True)
    nothing = (
        info is not None
        and info.kernel is None
        and any(
            out.may_lack(role)
            for number, role in enumerate(roles)
            if number not in out.words.ruleset.verbs[verb_].needs
        )
    )
    out.line(said + (" (even if there is none)" if nothing else ""), at)
    out.sure = False
    if slot >= 0:
        out.name(slot, done)


@reads("emit")
def _emit(out: Outline, instr: Any, at: int, pc: int) -> None:
    """The moments between steps: nothing happens but what waits for them."""


@reads("enter", "leave")
def _enter(out: Outline, instr: Any, at: int, pc: int) -> None:
    period = out.words.period(instr[1])
    out.line(f"{a(period)} {'begins' if instr[0] == 'enter' else 'ends'}", -1)


@reads("effect")
def _effect(out: Outline, instr: Any, at: int, pc: int) -> None:
    _, rule, captured, period, edge, who = instr
    before = out.frame
    out.line(f"from now on, {lasts(out, period, edge, who)}:", at)
    out.within(out.rules.started(rule, captured, with_things_of(before, out.frame)), at)


def with_things_of(before: Frame, frame: Frame) -> Frame:
    """A frame with the things that were named for the line before it alone."""
    things = {slot: name for slot, name in before.names.items() if name.type.base == "entity"}
    return replace(frame, names={**things, **frame.names})


def lasts(out: Outline, period: int, edge: int, who: Expr) -> str:
    """Until when an effect acts."""
    if period < 0:
        return "for the rest of the game"
    name = out.words.period(period)
    if not edge:
        return f"until this {name} ends"
    if who != ("none",) and is_you(out.reader.thing(who, out.frame)):
        return f"until your next {name} {'starts' if edge == 1 else 'ends'}"
    whose = "" if who == ("none",) else f" of {out.reader.thing(who, out.frame)}"
    return f"until the next {name}{whose} {'starts' if edge == 1 else 'ends'}"


@reads("later")
def _later(out: Outline, instr: Any, at: int, pc: int) -> None:
    _, step, program, values = instr
    name, edge = out.words.step(step)
    if program == out.frame.program:
        out.line("wait for the next such moment", at)
        return
    out.line(f"later, once, at the next {edge} of {name}:", at)
    out.within(out.rules.waiting(program, values, out.frame), at)


@reads("use")
def _use(out: Outline, instr: Any, at: int, pc: int) -> None:
    if instr[1] not in out.tallies:
        out.line(COUNTED, at)


@reads("call")
def _call(out: Outline, instr: Any, at: int, pc: int) -> None:
    _, program, arguments, slot = instr
    this = arguments[1] if len(arguments) > 1 and arguments[1] != ("none",) else None
    about = f" for {out.reader.thing(this, out.frame)}" if this is not None else ""
    out.name(slot, Name("what came of it", means="that was done", not_means="that was not done"))
    out.line(f"carry out “{out.words.ruleset.programs[program].name}”{about}", at)


@reads("resolve", "borrow")
def _resolve(out: Outline, instr: Any, at: int, pc: int) -> None:
    _, field, component, *others, who, slot = instr
    field_name, thing = out.words.field(field), out.reader.thing(component, out.frame)
    you = out.reader.thing(who, out.frame)
    lent = f", as if it stood on {out.reader.thing(others[0], out.frame)}" if others else ""
    out.name(slot, Name("that text", means=f"{thing} has such a text", not_means=f"{thing} has no such text"))
    out.line(f"carry out the {field_name} text of {thing}{lent}; “you” in it is {you}", at)


@reads("return")
def _return(out: Outline, instr: Any, at: int, pc: int) -> None:
    out.line("stop here", at)


@reads("decline")
def _decline(out: Outline, instr: Any, at: int, pc: int) -> None:
    out.line("what would have happened happens after all", at)


@reads("all-lose")
def _all_lose(out: Outline, instr: Any, at: int, pc: int) -> None:
    out.line("the game ends; all players have lost", at)


@reads("end")
def _end(out: Outline, instr: Any, at: int, pc: int) -> None:
    winners = instr[1]
    who = (
        "nobody wins"
        if winners == ("empty",)
        else f"this wins: {out.reader.things(winners, out.frame).all()}"
    )
    out.line(f"the game ends; {who}", at)
