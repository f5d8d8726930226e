"""Questions that tell by whom they are asked what lies hidden, in a pack that wants none (`forced: ask`).

Most such questions are asked of everybody who may have to be asked (`toolkit.machine.secrecy`).  These cannot be: whom
they ask is found among all players, or a choice that is no *may* begins them (*Each player who has a seven in hand
puts up to 2 cards from their hand on the table*).  What happens whatever is answered tells as much by itself, by the
rules: it is no matter here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from toolkit.compile.pack import Pack
from toolkit.kernel.model import Model
from toolkit.kernel.view import back
from toolkit.machine.secrecy import LOOKING, asking_round, asks_first
from toolkit.program.expression import Expr, conjuncts, locals_of
from toolkit.program.instruction import Instr
from toolkit.program.ruleset import Rule, Ruleset
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Diagnostic


def telling(pack: Pack) -> Iterator[Diagnostic]:
    """SAY0852 for each text with such a question.  The pack must be without errors."""
    game = pack.compiled().value
    if game is None or not game.ruleset.asking or len(game.model.players) < 2:
        return
    found = dict.fromkeys(_Questions(game.model, game.ruleset).sentences())
    for number in found:
        at = game.ruleset.sentences[number]
        for item in pack.source.items:
            span = item.text.span()
            if (
                at.file == item.text.source.name
                and span.position <= (at.line, at.column) <= span.end_position
            ):
                yield diagnose("SAY0852", span)
                break


class _Questions:
    def __init__(self, model: Model, ruleset: Ruleset) -> None:
        self.model = model
        self.ruleset = ruleset
        parts = [e for e in range(model.count) if model.is_component[e]]
        backs = {e: back(model, e) for e in parts}
        self.told: set[frozenset[int]] = set()
        """All components that look the same from behind: of one that lies hidden all know that it is one of them."""
        for one in set(backs.values()):
            self.told.add(frozenset(e for e in parts if backs[e] == one))
        self.hidden = {
            kind
            for kind, places in enumerate(model.all_of)
            if any(model.is_place[place] and model.seen_by[place] != "all" for place in places)
        }

    def sentences(self) -> Iterator[int]:
        """Numbers of the sentences with questions that tell."""
        for program in self.ruleset.programs:
            for pc, instr in enumerate(program.code):
                if declinable(instr) and (self.finds(program.code, pc) or self.guarded(program.code, pc)):
                    yield program.at[pc]
        for rule in self.ruleset.rules:
            if rule.program >= 0 and self.singles_out(rule):
                yield rule.sentence

    def finds(self, code: tuple[Instr, ...], pc: int) -> bool:
        """Whether the question at `pc` goes to players found by what lies hidden, and only to them."""
        slots, waiting = set[int](), list(locals_of(code[pc][1]))
        while waiting:
            slot = waiting.pop()
            if slot in slots:
                continue
            slots.add(slot)
            for at, instr in enumerate(code):
                if instr[0] == "each" and instr[3] == slot and asking_round(code, at) is None:
                    waiting.append(instr[1])
                if instr[0] == "let" and instr[1] == slot:
                    if self.speaks([instr[2]]):
                        return True
                    waiting += locals_of(instr[2])
        return self.speaks([code[pc][1]])

    def singles_out(self, rule: Rule) -> bool:
        """Whether a rule acts for what lies hidden, and begins with a question that is no *may*."""
        code = self.ruleset.programs[rule.program].code
        pc = next(pc for pc, instr in enumerate(code) if instr[0] not in LOOKING)
        if not declinable(code[pc]) or asks_first(code, 0):
            return False
        events = [rule.match, rule.was]
        told_by_event = self.names(events) and self.speaks([*events, rule.before])
        seen = [
            each for event in events if event is not None for each in conjuncts(event) if not _is_moved(each)
        ]
        return code[pc][0] != "may" and (told_by_event or self.speaks([*seen, rule.holders]))

    def guarded(self, code: tuple[Instr, ...], pc: int) -> bool:
        """Whether a question that is no *may* is only asked if something holds that lies hidden."""
        if code[pc][0] == "may":
            return False
        first = pc
        while first > 0 and code[first - 1][0] in LOOKING:
            first -= 1
        lets = {instr[1]: instr[2] for instr in code[first:pc] if instr[0] == "let"}
        guards = [instr[1] for instr in code[first:pc] if instr[0] == "unless"]
        return self.speaks(
            [*guards, *(lets[slot] for guard in guards for slot in locals_of(guard) if slot in lets)]
        )

    def speaks(self, exprs: Iterable[Any]) -> bool:
        """Whether expressions speak of which things lie in a place that not all see; how many there are, all see."""
        waiting, called = [each for each in exprs if each is not None], set[int]()
        while waiting:
            match part := waiting.pop():
                case ("filter" | "any", ("inside", _), slot, ("is", ("local", one), int(kind))) if (
                    slot == one and self.all_alike(self.model.all_of[kind])
                ):
                    continue
                case ("all-in", int(kind), *_) if self.all_alike(self.model.all_of[kind]):
                    continue
                case ("place" | "parts", int(kind), *_) | ("within", _, int(kind)) if kind in self.hidden:
                    return True
                case ("call", int(number), *_) if number not in called:
                    called.add(number)
                    waiting.append(self.ruleset.functions[number].body)
            if isinstance(part, tuple):
                waiting += [each for each in part if isinstance(each, tuple)]
        return False

    def names(self, exprs: Iterable[Any]) -> bool:
        """Whether expressions say more of a component than what is seen from behind."""
        waiting = [each for each in exprs if each is not None]
        while waiting:
            match part := waiting.pop():
                case ("set", *things) if things and not self.all_alike(things):
                    return True
                case ("is", _, int(kind)) if self.model.all_of[kind] and not self.all_alike(
                    self.model.all_of[kind]
                ):
                    return True
                case ("attr" | "attr-left" | "attr-for" | "base", *_):
                    return True
            if isinstance(part, tuple):
                waiting += [each for each in part if isinstance(each, tuple)]
        return False

    def all_alike(self, things: Iterable[Any]) -> bool:
        """Whether these are all that look so from behind, or no components."""
        found = {e for e in things if isinstance(e, int) and self.model.is_component[e]}
        return all(group <= found or not group & found for group in self.told)


def _is_moved(condition: Expr) -> bool:
    """Whether it is asked where something is put, which all see: *put in their box*, not what lies in there."""
    match condition:
        case ("eq", ("local", int()), ("place", int(), ("local", int()))):
            return True
    return False


def declinable(instr: Instr) -> bool:
    """Whether an instruction asks, and nothing need be chosen."""
    match instr:
        case ("may", *_) | ("branch", _, 1, *_) | ("choose", _, _, ("int", 0), *_):
            return True
        case ("choose-each", _, _, _, ("int", 0), *_):
            return True
    return False
