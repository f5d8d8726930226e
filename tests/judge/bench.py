"""The machine's side: a sentence goes through the parser and the compiler, and its program runs on a state.

This is the only module of the judge that touches `toolkit.compile`; what it gets is a truth or a table.
"""

from __future__ import annotations

import copy
import shutil
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any

from tests.hygiene.project import ROOT
from tests.judge.deeds import Deeds
from tests.judge.states import Shaker
from tests.judge.values import Lore
from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope, player_type
from toolkit.compile.base.values import Fail, Val
from toolkit.compile.conditions.condition import truth
from toolkit.compile.effects.effect import paragraph
from toolkit.compile.leaving import look_back
from toolkit.compile.pack import Pack, load_pack
from toolkit.compile.rules.statement import Holder
from toolkit.compile.texts import rules_of
from toolkit.kernel.state import State
from toolkit.language import ast
from toolkit.language.parsing.parser import Parser
from toolkit.language.printing.english import print_english
from toolkit.machine import Machine
from toolkit.program.ruleset import Program, Rule
from toolkit.report.source import Text
from toolkit.verbs import load_verbs

TOYS = ROOT / "tests" / "packs"
MEANING = ROOT / "tests" / "compile" / "meaning"
TURN = "type: verb\nid: turn\nphrase: take a turn\nperiod: turn\nsteps: {go: Gain 0 debts.}\n"
"""What every case of `tests/compile/meaning.yaml` adds to its table."""

MORE = Path(__file__).resolve().parent / "more.yaml"
"""What the judge adds to it: relations, words of what is looked for in one place, verbs of several steps."""

SLOW = ("connect-four", "more-robots", "night-shift")
"""Too large for many sentences: asked for by name alone."""

PACKS: dict[str, Path] = {"meaning": MEANING} | {
    path.parent.name: path.parent for path in sorted(TOYS.glob("*/pack.yaml"))
}
"""The tables on which sentences are tried; *meaning* has the most kinds of words."""


@cache
def loaded(folder: Path) -> Pack:
    if folder == MEANING:
        folder = Path(mkdtemp()) / folder.name
        shutil.copytree(MEANING, folder)
        (folder / "turn.yaml").write_text(TURN, encoding="utf-8")
        shutil.copy(MORE, folder)
    pack = load_pack(folder, (TOYS, ROOT / "content")).value
    assert pack is not None
    return pack


@dataclass(frozen=True)
class Made:
    """A program and the machine on which it runs: with the rules that it makes."""

    machine: Machine
    program: int


class Bench:
    """Compiles and runs sentences of one pack."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.pack = loaded(PACKS[name])
        options = {option.id: True for option in self.pack.source.manifest.options}
        compiled = self.pack.compiled(self.pack.source.manifest.most, options).value
        assert compiled is not None
        self.compiled = compiled
        self.parser = Parser(self.pack.vocabulary)
        # Sentences are judged, not what standing rules make of them: the machine has none, but the same programs.
        everything = set(range(len(compiled.ruleset.verbs)))
        ruleset = replace(compiled.ruleset, rules=[], recorded=everything)
        self.machine = Machine(compiled.model, ruleset, load_verbs(), plain=True)
        self.lore = Lore(self.pack, compiled.model, compiled.ruleset)
        self.first = self.machine.new(0)
        periods = compiled.ruleset.periods
        self.shaker = Shaker(self.lore, self.first, periods.index("turn") if "turn" in periods else -1)
        self.span = next(iter(self.pack.trees)).text.span()
        self.shaker.deeds = self.deed
        self.standing: list[Rule] = []
        self.laws: tuple[ast.Sentence, ...] = ()
        """The standing sentences under which all is judged, and their rules."""

    def under(self, laws: tuple[ast.Paragraph, ...]) -> Bench | str:
        """The same bench, where these stand; the code of the diagnostic, if one of them is refused."""
        rules, programs = self.compiled.ruleset.rules, len(self.compiled.ruleset.programs)
        kept = rules[:]
        rules.clear()
        try:
            for law in laws:
                scope = Scope(self.compiled.world, span=self.span, recorded=set())
                rules_of(law, scope, Holder())
        except Fail as fail:
            return fail.diagnostic.code
        finally:
            own = rules[:]
            rules[:] = kept
        other = copy.copy(self)
        other.standing, other.laws = own, tuple(law.sentences[0] for law in laws)
        ruleset = replace(self.machine.ruleset, rules=own)
        look_back(ruleset, programs)
        other.machine = Machine(self.compiled.model, ruleset, load_verbs(), plain=True)
        return other

    def read(self, tree: ast.Clauses | ast.Paragraph, start: str) -> tuple[str, ast.Paragraph | None]:
        """The sentence that says the tree, and the tree if it comes back the same."""
        if isinstance(tree, ast.Clauses):
            tree = ast.Paragraph(sentences=(ast.Sentence(body=tree),))
        text = print_english(tree, self.pack.vocabulary, start)
        return text, self.parsed(text, start, tree)

    def said(self, tree: ast.Paragraph) -> tuple[str, ast.Paragraph | None]:
        """A standing sentence, and how it is read, if that is said alike."""
        text = print_english(tree, self.pack.vocabulary, "statement")
        read = self.parsed(text, "statement")
        same = read is not None and print_english(read, self.pack.vocabulary, "statement") == text
        return text, read if same else None

    def parsed(self, text: str, start: str, like: ast.Paragraph | None = None) -> ast.Paragraph | None:
        checked = self.parser.parse(Text.plain(text), start)
        if checked.value is None or any(d.is_error for d in checked.diagnostics):
            return None
        return checked.value if like is None or checked.value == like else None

    @cached_property
    def deeds(self) -> list[Made]:
        """Programs of short orders, which give a table its past."""
        maker, found = Deeds(self.lore, Random(self.name)), []
        for _ in range(120):
            text, tree = self.read(maker.order(), "effect")
            program = self.effect(tree) if tree is not None else text
            if isinstance(program, Made):
                found.append(program)
        return found

    def deed(self, state: State, you: int, random: Random) -> State:
        """The table after something that somebody did."""
        if not self.deeds:
            return state
        try:
            after = self.run(random.choice(self.deeds), state, you, random)
        except IndexError:  # what a verb makes last, and there are no rules here
            return state
        return state if after.over else after

    def scope(self) -> Scope:
        return Scope(
            self.compiled.world, span=self.span, you=Val(("local", 0), player_type()), recorded=set()
        )

    def condition(self, node: ast.Clauses) -> tuple[Any, int] | str:
        """The expression and how many locals it needs; the code of the diagnostic when it is refused."""
        scope = self.scope()
        try:
            return truth(node, scope), scope.size
        except Fail as fail:
            return fail.diagnostic.code

    def truth(self, made: tuple[Any, int], state: State, you: int) -> bool:
        expr, size = made
        return bool(self.machine.evaluate(expr, state, [you, -1, *[0] * size]))

    def effect(self, node: ast.Paragraph) -> Made | str:
        """The program, or the code of the diagnostic."""
        scope, rules = self.scope(), self.compiled.ruleset.rules
        before = len(self.compiled.ruleset.programs)
        kept = rules[:]
        rules[:] = self.standing  # and those that the effect makes, and no others
        try:
            paragraph(node, scope)
        except Fail as fail:
            return fail.diagnostic.code
        finally:
            own = rules[:]
            rules[:] = kept
        scope.emit("return", build.integer(1))
        programs = self.compiled.ruleset.programs
        programs.append(Program("judged", tuple(scope.code), tuple(scope.at), scope.size))
        if any(rule.kind == "modify" for rule in own):  # then what has left is asked for as it was
            ruleset = replace(self.machine.ruleset, rules=own)
            look_back(ruleset, before, len(self.standing))
            machine = Machine(self.compiled.model, ruleset, load_verbs(), plain=True)
            return Made(machine, len(programs) - 1)
        self.machine.code.extend([None] * (len(programs) - len(self.machine.code)))
        machine = self.machine
        if len(own) > len(self.standing):
            ruleset = replace(self.machine.ruleset, rules=own)
            machine = Machine(self.compiled.model, ruleset, load_verbs(), plain=True)
        return Made(machine, len(programs) - 1)

    def run(self, made: Made, state: State, you: int, random: Random) -> State:
        """The table after the effect; what somebody is asked is answered by chance."""
        after, machine, program = state.copy(log=False), made.machine, made.program
        machine.run(after, program, (you, -1, *[0] * (self.compiled.ruleset.programs[program].locals - 2)))
        decision = machine.advance(after)
        while decision is not None:
            seat = random.randrange(len(decision.seats))
            option = random.randrange(len(decision.options[seat]))
            decision = machine.choose(after, option, decision.seats[seat])
        return after


@cache
def bench(name: str) -> Bench:
    return Bench(name)
