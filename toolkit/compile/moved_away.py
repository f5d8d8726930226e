"""Texts that look for a place where a thing no longer is: *Remove a cat from a box. Put another one in its box.*, or
that take a thing somewhere when it has left the game: *Remove a cat. Put it in a box.* (SAY0871)

Where a thing is, is asked when its words are reached.  If the text itself has certainly put it elsewhere by then, it is
in no such place any more, nothing is ever found there, and the author meant the place where it was: SAY0870.  What a
rule waits for is looked back to (*where it is or was before*); this is about the orders of one text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from toolkit.compile.base.world import World
from toolkit.compile.emptied import ANY, LIES, Emptied, Fact, Known, one_thing, wholes
from toolkit.compile.foregone import CONSTANT, Foregone
from toolkit.compile.spans import Spans
from toolkit.kernel.model import PLACE, PLAYER, Model
from toolkit.pack.source import PackSource
from toolkit.program.expression import Expr
from toolkit.program.instruction import Instr
from toolkit.program.ruleset import Program
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Diagnostic, Label

Found = tuple[str, Fact, dict[str, Any]]
"""What is said of a sentence: the code, why, and the fields of the message."""

States = Sequence[Known | None]
"""What is certain before each instruction of a program; None: it is never reached."""


def check(world: World, source: PackSource, emptied: Emptied) -> Iterator[Diagnostic]:
    """SAY0870 for each sentence that asks in which place of a kind something is that lies elsewhere by then, SAY0657
    where any place is meant; SAY0871 for each that takes somewhere what is out of the game.
    """
    found = _of_programs(world, emptied)
    spans = Spans(world, source)
    for sentence, (code, fact, fields) in sorted(found.items()):
        if sentence in spans:
            did = "has taken it out of the game" if fact.amount == ANY else "has put it elsewhere"
            before = fact.sentence in spans and fact.sentence != sentence
            labels = [Label(spans[fact.sentence], f"this {did}")] if before else []
            yield diagnose(code, spans[sentence], labels=labels, **fields)


def _of_programs(world: World, emptied: Emptied) -> dict[int, Found]:
    """What is said of each sentence: the first that is found of it."""
    removed = _of_removed(world)
    asking = world.memory.each("may ask", world.ruleset.programs, _may_ask)
    numbers = [at for at, asks in enumerate(asking) if asks or at in removed]
    found: dict[int, Found] = {}
    moves = {info.index: info.kernel.moves for info in world.verbs.values() if info.kernel is not None}
    for number in numbers:
        states = emptied.before_each(number, removed.get(number, frozenset()))
        if world.memory.of("lies", states, _lie):
            for sentence, what in _of_a_program(world.ruleset.programs[number], states, emptied, moves):
                found.setdefault(sentence, what)
    return found


_OWNER: dict[str, Any] = {
    "place": "owner",
    "hint": "choose the player first: *Choose a player. … from their …. That player …*",
}
_NOW_OR_BEFORE: dict[str, Any] = {
    "names": "the place where it is now, or where it was before",
    "hint": "say which place: *in that …*, *in the …*",
}


def _of_removed(world: World) -> dict[int, frozenset[Fact]]:
    """By the program of a rule that waits for something to be removed: that this is out of the game."""
    remove = {info.index for info in world.verbs.values() if info.kernel is not None and info.id == "remove"}
    return {
        rule.program: frozenset({
            Fact(("local", 3 + rule.captured), rule.sentence, thing=True, attribute=LIES, amount=ANY)
        })
        for rule in world.ruleset.rules
        if rule.kind == "trigger" and rule.events and remove.issuperset(rule.events) and not rule.step
    }  # fmt: skip


def _lie(states: States) -> bool:
    """Whether it is ever certain where a thing lies."""
    return any(known is not None and any(f.attribute == LIES for f in known.facts) for known in states)


def _of_a_program(
    program: Program, states: States, emptied: Emptied, moves: Mapping[int, tuple[int, ...]]
) -> Iterator[tuple[int, Found]]:
    """The sentences of which nothing comes, or which can be taken in two ways; for each what is said of it."""
    for fact, kind, sentence in _asked(program, states, emptied):
        place = {"place": emptied.model.kinds[kind].name}
        yield sentence, ("SAY0870", fact, _OWNER if kind == PLAYER else place)
    for fact, sentence in _now_or_before(program, states):
        yield sentence, ("SAY0657", fact, _NOW_OR_BEFORE)
    for fact, sentence in _taken_back(program, states, moves):
        yield sentence, ("SAY0871", fact, {})


def _may_ask(program: Program) -> bool:
    """Whether it does something with a thing, and later asks in which place that is, or does more with it."""
    done: set[int] = set()
    for instr in program.code:
        if done and any(one_thing(thing) in done for thing, _ in _within(instr)):
            return True
        if instr[0] == "do":
            if any(one_thing(role) in done for role in instr[3]):
                return True
            done |= {slot for role in instr[3] if (slot := one_thing(role)) is not None}
    return False


def _within(part: Any) -> Iterator[tuple[Expr, int]]:
    """The things of which a part asks in which place they are, and the kind of the place; PLAYER: with whom."""
    left = [part]
    while left:
        match left.pop():
            case ("within", thing, int(kind)) if one_thing(thing) is not None:
                yield thing, kind
            case ("holder", thing) if one_thing(thing) is not None:
                yield thing, PLAYER
            case tuple(parts):
                left += parts


def _taken_back(
    program: Program, states: States, moves: Mapping[int, tuple[int, ...]]
) -> Iterator[tuple[Fact, int]]:
    """What is out of the game when an instruction takes it somewhere, and the sentence."""
    for instr, sentence, known in zip(program.code, program.at, states, strict=True):
        if known is not None and instr[0] == "do" and (taken := moves.get(instr[1])):
            gone = {each.of: each for each in known.facts if (each.attribute, each.amount) == (LIES, ANY)}
            for thing in (instr[3][n] for n in taken if n < len(instr[3])):
                if thing in gone:
                    yield gone[thing], sentence


def _now_or_before(program: Program, states: States) -> Iterator[tuple[Fact, int]]:
    """Where a thing lies of which an instruction asks in whatever place it is: *Put a dog in its place.*"""
    for instr, sentence, known in zip(program.code, program.at, states, strict=True):
        if known is not None and instr[0] == "let":
            lies = [each for each in known.facts if each.attribute == LIES]
            anywhere = {thing for thing, kind in _within(instr) if kind == PLACE} if lies else ()
            yield from ((each, sentence) for each in lies if each.of in anywhere)


def _asked(program: Program, states: States, emptied: Emptied) -> Iterator[tuple[Fact, int, int]]:
    """Where a thing lies when an instruction asks for another place, the kind of that place, and the sentence."""
    for instr, sentence, known in zip(program.code, program.at, states, strict=True):
        facts = [] if known is None else [each for each in known.facts if each.attribute == LIES]
        wanted = dict(_within(instr)) if facts else {}
        if known is None or not wanted:
            continue
        if (fact := _with_nobody(program, instr, facts, emptied.model)) is not None:
            yield fact, PLAYER, sentence
            continue
        judge = Foregone(emptied.model, emptied.ruleset, facts)
        for expr in _found_with(instr):
            judge.used = []
            if judge.value(expr, known.values)[0] in CONSTANT and judge.used:
                yield judge.used[0], wanted.get(judge.used[0].of, 0), sentence
                break


def _found_with(instr: Instr) -> Iterable[Expr]:
    """The sets, conditions and roles of an instruction, each whole: nothing comes of it where that is nothing."""
    match instr:
        case ("unless", condition, _):
            return [condition]
        case ("let", _, ("filter", *_) as found):
            return [found]
        case ("do", _, _, roles, _):
            return [role for role in roles if isinstance(role, tuple)]
        case (("choose" | "choose-one" | "random"), *operands):
            return [each for each in operands if isinstance(each, tuple)]
    return []


def _with_nobody(program: Program, instr: Instr, facts: list[Fact], model: Model) -> Fact | None:
    """Where a thing lies of which an instruction asks who has it, when that place is nobody's and the thing, too."""
    if instr[0] != "let" or instr[2][0] != "holder" or model.owner_column >= 0:
        return None
    fact = next((each for each in facts if each.of == instr[2][1]), None)
    slot = one_thing(instr[2][1])
    if fact is None or slot is None or not _belongs_to_nobody(program, slot, model):
        return None
    places = model.all_of[fact.amount] if fact.amount != ANY else ()
    owned = any(model.owner[whole] >= 0 for each in places for whole in wholes(model, each))
    return None if owned else fact


def _belongs_to_nobody(program: Program, slot: int, model: Model) -> bool:
    """Whether what is chosen for a local is of kinds that belong to no player."""
    kinds: set[int] = set()
    for instr in program.code:
        if instr[0] in ("choose-one", "random", "choose") and instr[-1] == slot:
            kinds |= set(_kinds_of(instr))
    return bool(kinds) and all(model.owner[each] < 0 for kind in kinds for each in model.all_of[kind])


def _kinds_of(part: Any) -> Iterator[int]:
    left = [part]
    while left:
        match left.pop():
            case ("all", int(kind)) | ("all-in", int(kind), _) | ("is", _, int(kind)):
                yield kind
            case tuple(parts):
                left += parts
