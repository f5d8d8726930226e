"""What ran: which sentences made something happen, and which conditions were true and false.

`Probe` is a plain machine (instruction by instruction) that notes it; slower, and the same games.  `Seen` is
what it noted, by where a sentence stands, so that games of other numbers of players and of other processes
add up.

A condition is: what an instruction asks before it jumps (*if*, *unless*, whether who *may* did), the pattern of a
standing rule, a defined adjective or relation, `requires`, what decks must satisfy, and an *if* in a formula.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from toolkit.kernel.state import Frame, State
from toolkit.machine import Machine
from toolkit.machine.interpret import Interpreter
from toolkit.program.expression import TRUTHS, Expr
from toolkit.program.ruleset import Function, Program, Ruleset

Place = tuple[str, int, int]
"""File, line and column of a sentence."""

COMMITTING = frozenset({"do", "effect", "later", "use", "call", "resolve", "borrow", "end", "all-lose"})
"""Instructions that make something happen.  A sentence that has none has happened when it ran."""

QUIET = COMMITTING - {"do"}
"""Of these, those that are no events of a verb."""

FALSE, TRUE = 1, 2
BOTH = FALSE | TRUE


@dataclass
class Seen:
    """`ran`: sentences of which an instruction ran or an expression was asked.  `happened`: those that made
    something happen.  `took`: for each condition of a sentence, by its number there, the values that it took
    (bits).
    """

    ran: set[Place] = field(default_factory=set)
    happened: set[Place] = field(default_factory=set)
    took: dict[tuple[Place, int], int] = field(default_factory=dict)

    def add(self, other: Seen) -> None:
        """What the other has seen, too."""
        self.ran |= other.ran
        self.happened |= other.happened
        for key, bits in other.took.items():
            self.took[key] = self.took.get(key, 0) | bits


@dataclass
class Sites:
    """Where the conditions of a ruleset stand.

    `conditions`: sentence, number there and the values that count (bits), by the identity of the
    expression.  `asked`: sentence by the identity of other expressions that are worth noting.  `committing`:
    sentences with an instruction that makes something happen.  `granted`: values of a condition, by sentence and
    number there, that it has without being asked.
    """

    conditions: dict[int, list[tuple[int, int, int]]] = field(default_factory=dict)
    asked: dict[int, list[int]] = field(default_factory=dict)
    committing: set[int] = field(default_factory=set)
    counts: dict[int, int] = field(default_factory=dict)
    granted: dict[tuple[int, int], int] = field(default_factory=dict)
    kept: list[Expr] = field(default_factory=list)  # so that no identity is used twice

    def condition(self, expr: Expr | None, sentence: int, members: Expr | None = None) -> None:
        """Note one.  `members`: those for which it is asked; without any it is false.

        A constant is none, and *until the game is over* cannot be seen to be true: then nothing runs any more.
        """
        if sentence < 0 or ((expr is None or expr[0] in ("truth", "int")) and members is None):
            return
        if expr in (("over",), ("not", ("over",))) or _is_guard(expr):
            return
        number = self.counts.get(sentence, 0)
        self.counts[sentence] = number + 1
        for each, bits in ((expr, BOTH), (members, BOTH if expr is None else FALSE)):
            if each is not None:
                self.conditions.setdefault(id(each), []).append((sentence, number, bits))
                self.kept.append(each)

    def program(self, program: Program) -> None:
        """The conditions of its instructions, and which sentences make something happen."""
        for at, (instr, sentence) in enumerate(zip(program.code, program.at, strict=True)):
            if instr[0] == "unless":
                # Whether there is anything to offer is asked by *may* itself; it may well be so each time.
                if program.code[at + 1][0] != "may":
                    self.condition(instr[1], sentence)
            elif instr[0] in COMMITTING and sentence >= 0:
                self.committing.add(sentence)

    def ask(self, expr: Expr | None, sentence: int) -> None:
        if expr is not None and sentence >= 0:
            self.asked.setdefault(id(expr), []).append(sentence)
            self.kept.append(expr)


def sites_of(ruleset: Ruleset) -> Sites:
    """The conditions of a ruleset, in the order in which it was compiled."""
    sites = Sites()
    for program in ruleset.programs:
        sites.program(program)
    for rule in ruleset.rules:
        if rule.own and rule.match is not None:  # of anything else it is false, and nobody asks
            sites.granted[rule.sentence, sites.counts.get(rule.sentence, 0)] = FALSE
        sites.condition(rule.match, rule.sentence, rule.over)
        sites.condition(rule.was, rule.sentence)
        sites.condition(rule.before, rule.sentence)
        sites.ask(rule.value, rule.sentence)
    for verb in ruleset.verbs:
        sites.condition(verb.requires, verb.requires_at)
    for expr, _, sentence in ruleset.deck_rules:
        sites.condition(expr, sentence)
    for function in ruleset.functions:
        if is_truth(function.body):
            sites.condition(function.body, function.sentence)
            continue
        for term, sentence in terms_of(function):
            sites.ask(term, sentence)
            for expr in _ifs(term):
                sites.condition(expr, sentence)
    return sites


def terms_of(function: Function) -> list[tuple[Expr, int]]:
    """The terms of a sum, each with its sentence; anything else is one term."""
    found: list[tuple[Expr, int]] = []
    rest = function.body
    for sentence in reversed(function.terms[1:]):
        if rest[0] != "add":
            return [(function.body, function.sentence)]
        found.append((rest[2], sentence))
        rest = rest[1]
    return [(rest, function.sentence), *reversed(found)]


def _is_guard(expr: Expr | None) -> bool:
    """Whether there is somebody or something at all: the compiler asks that, no author."""
    return expr is not None and expr[0] == "ne" and expr[1][0] == "local" and expr[2] == ("none",)


def is_truth(expr: Expr) -> bool:
    """Whether it is true or false, by its op."""
    return expr[0] in TRUTHS


def _ifs(expr: Any) -> Iterator[Expr]:
    if isinstance(expr, tuple):
        if expr[:1] == ("if",):
            yield expr[1]
        for part in expr:
            yield from _ifs(part)


class _Noting(Interpreter):
    """Notes the values of conditions while it evaluates."""

    def __init__(self, probe: Probe) -> None:
        super().__init__(probe)
        self.probe = probe

    def evaluate(self, expr: Expr, state: State, locals: list[Any]) -> Any:
        value = super().evaluate(expr, state, locals)
        probe = self.probe
        found = probe.sites.conditions.get(id(expr))
        if found is not None:
            for sentence, number, bits in found:
                took = (TRUE if value else FALSE) & bits
                probe.took[sentence, number] = probe.took.get((sentence, number), 0) | took
                probe.ran.add(sentence)
        asked = probe.sites.asked.get(id(expr))
        if asked is not None:
            probe.ran.update(asked)
        return value


class Probe(Machine):
    """See the module.  `seen()` gives what all its games so far have shown."""

    def __init__(self, model: Any, ruleset: Ruleset, kernel_verbs: Mapping[str, Any]) -> None:
        self.sites = sites_of(ruleset)
        self.took: dict[tuple[int, int], int] = {}
        self.ran: set[int] = set()
        self.happened: set[int] = set()
        super().__init__(model, ruleset, kernel_verbs, plain=True)
        self.interpreter = _Noting(self)

    def finish(self, state: State, *arguments: Any, **named: Any) -> bool:
        number = len(state.log) if state.log is not None else 0
        waiting = super().finish(state, *arguments, **named)
        for entry in (state.log or ())[number:]:
            self.note_event(entry)
        return waiting

    def skipped(self, state: State, step: int) -> bool:
        """Whether a rule skips a step: then that rule has happened, though nothing else has."""
        found = super().skipped(state, step)
        if found:
            dynamic = self.index(state).skips.get(step, ()) if state.effects else ()
            for active in (*self.static.skips.get(step, ()), *dynamic):
                if self.matches(state, active, -1, ()):
                    self.ran.add(self.ruleset.rules[active[0]].sentence)
                    self.happened.add(self.ruleset.rules[active[0]].sentence)
        return found

    def note_event(self, entry: Any) -> None:
        """An event: its sentence, and the standing rule through which it came."""
        rule = entry[5]
        self.happened.add(entry[4])
        if rule >= 0:
            self.happened.add(self.ruleset.rules[rule].sentence)

    def _prepare(self, program: int) -> Any:
        made = super()._prepare(program)
        code, at = self.ruleset.programs[program].code, self.ruleset.programs[program].at

        def noting(step: Any, pc: int) -> Any:
            sentence = at[pc]
            quiet = code[pc][0] in QUIET

            def run(state: State, frame: Frame, locals: list[Any]) -> int:
                self.ran.add(sentence)
                if quiet:
                    self.happened.add(sentence)
                return step(state, frame, locals)

            return run

        wrapped = [noting(step, pc) if pc < len(code) else step for pc, step in enumerate(made)]
        self.code[program] = wrapped
        return wrapped

    def seen(self) -> Seen:
        """By places."""
        sentences = self.ruleset.sentences

        def place(number: int) -> Place:
            sentence = sentences[number]
            return sentence.file, sentence.line, sentence.column

        happened = {n for n in self.happened if n >= 0}
        happened |= {n for n in self.ran if n >= 0 and n not in self.sites.committing}
        took: dict[tuple[Place, int], int] = {}
        for (sentence, number), bits in self.took.items():
            took[place(sentence), number] = bits
        return Seen({place(n) for n in self.ran if n >= 0}, {place(n) for n in happened}, took)
