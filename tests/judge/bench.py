"""The machine's side: a sentence goes through the parser and the compiler, and its program runs on a state.

This is the only module of the judge that touches `toolkit.compile`; what it gets is a truth or a table.
"""

from __future__ import annotations

import copy
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any

from tests.hygiene.project import ROOT
from tests.judge.copies import replace
from tests.judge.deeds import Deeds
from tests.judge.spellings import Speller
from tests.judge.states import Shaker
from tests.judge.values import Lore
from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope, player_type
from toolkit.compile.base.values import Fail, Val, entity
from toolkit.compile.conditions.condition import truth
from toolkit.compile.effects.effect import paragraph
from toolkit.compile.leaving import look_back
from toolkit.compile.pack import Pack, load_pack
from toolkit.compile.rules.statement import Holder
from toolkit.compile.texts import rules_of
from toolkit.compile.works import HELD, Works
from toolkit.kernel.state import State
from toolkit.language import ast
from toolkit.language.parsing.parser import Parser
from toolkit.language.printing.english import print_english
from toolkit.language.wording import normal
from toolkit.machine import Machine
from toolkit.program.ruleset import Program, Rule
from toolkit.program.shapes import fits_together
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


Law = tuple[str | None, ast.Paragraph]
"""A text that stands, and the name of what it stands on, None: on nothing."""


@dataclass(frozen=True)
class Made:
    """Programs, one after another, and the machine on which they run: with the rules that they make."""

    machine: Machine
    programs: tuple[int, ...]


class Bench:
    """Compiles and runs sentences of one pack."""

    def __init__(self, name: str, pack: Pack | None = None) -> None:
        """`pack`: another one than that of the name."""
        self.name = name
        self.pack = pack or loaded(PACKS[name])
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
        self.laws: tuple[Law, ...] = ()
        """The standing sentences under which all is judged, and their rules."""
        self.banned: frozenset[str] = frozenset()
        """The verbs of which they say that they cannot be done."""

    @cached_property
    def cards(self) -> dict[str, tuple[int, ...]]:
        """What a text can stand on: the things of documents, by their names."""
        kinds = {kind.name for kind in self.pack.source.kinds if kind.documents}
        found: dict[str, tuple[int, ...]] = {}
        for e, data in enumerate(self.lore.model.entities):
            if self.lore.model.kinds[self.lore.model.kind[e]].name in kinds and data.name:
                found[data.name] = (*found.get(data.name, ()), e)
        return found

    @cached_property
    def kinds_of_cards(self) -> dict[str, str]:
        """The kind of each of them."""
        model = self.lore.model
        return {name: model.kinds[model.kind[made[0]]].name for name, made in self.cards.items()}

    def holder(self, card: str | None) -> Holder:
        """For what a text acts that stands on such a card; None: on nothing."""
        if card is None:
            return Holder()
        name = self.kinds_of_cards[card]
        kind = next(each for each in self.pack.source.kinds if each.name == name)
        acts = Works(self.pack.source, self.compiled.world).acts(kind, "text", ("local", HELD), 1)
        holders = ("filter", ("set", *self.cards[card]), HELD, acts)
        return Holder(holders, ("holder", ("local", 1)), Val(("local", 1), entity(name)), True)

    def under(self, laws: tuple[Law, ...], stages: Sequence[ast.Paragraph | str] = ()) -> Bench | str:
        """The same bench, where these stand; the code of the diagnostic, if one of them is refused.  `stages`: what
        will be carried out, and may forbid something, too."""
        other = copy.copy(self)
        other.banned = self.banned | banned([*(law for _, law in laws), *stages])
        with other.knowing_bans():
            return other.with_rules(laws)

    @contextmanager
    def knowing_bans(self) -> Iterator[None]:
        """Of which verbs it is asked whether they can be done: as a pack has it, all of whose texts are known."""
        infos, by_lemma = self.compiled.world.verbs.values(), self.compiled.world.by_lemma
        asked = {info.index for lemma in self.banned for info, _ in by_lemma.get(lemma, ())}
        marked = [
            info
            for info in infos
            if not info.checked and asked & {info.index, *self.compiled.ruleset.verbs[info.index].parents}
        ]
        for info in marked:
            info.checked = True
        try:
            yield
        finally:
            for info in marked:
                info.checked = False

    def with_rules(self, laws: tuple[Law, ...]) -> Bench | str:
        """The same bench with the rules that these make."""
        rules, programs = self.compiled.ruleset.rules, len(self.compiled.ruleset.programs)
        kept = rules[:]
        rules.clear()
        try:
            for number, (card, law) in enumerate(laws):
                scope = Scope(self.compiled.world, span=self.span, recorded=set())
                rules_of(self.meant(law, "statement", f"<law {number}>"), scope, self.holder(card))
        except Fail as fail:
            return fail.diagnostic.code
        finally:
            own = rules[:]
            rules[:] = kept
        other = copy.copy(self)
        other.standing, other.laws = own, laws
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

    def spelled(self, tree: ast.Paragraph, start: str, speller: Speller) -> tuple[str, ast.Paragraph | None]:
        """Other words of a text, and their tree as they are written, if that is the one that was meant to be said."""
        text = speller.text(said := print_english(tree, self.pack.vocabulary, start))
        read = self.written(text, start) or self.written(text := said, start)
        return text, read if read == tree else None

    def written(self, text: str, start: str) -> ast.Paragraph | None:
        """The tree of a text as it is written: what stands behind is not moved to the front."""
        with as_it_stands():
            checked = self.parser.parse(Text.plain(text), start, brief=True)
        errors = [d for d in checked.diagnostics if d.is_error and d.code != BEHIND]
        return None if errors else checked.value

    def meant(self, tree: ast.Paragraph, start: str, name: str = "<text>") -> ast.Paragraph:
        """What the parser makes of the text of which that is the tree as it is written.  `name`: of the text; two
        rules that say *the first time each turn* in one place would count as one.
        """
        if tree.span is None:
            return tree
        checked = self.parser.parse(Text.plain(tree.span.text, name), start)
        for each in checked.diagnostics:
            if each.is_error:
                raise Fail(each)
        assert checked.value is not None
        return checked.value

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

    def scope(self, *, test: bool = False) -> Scope:
        you = None if test else Val(("local", 0), player_type())
        return Scope(self.compiled.world, span=self.span, you=you, recorded=set(), test=test)

    def condition(self, tree: ast.Paragraph, *, test: bool = False) -> tuple[Any, int] | str:
        """The expression and how many locals it needs; the code of the diagnostic when it is refused.  `test`: as an
        example claims it.
        """
        scope = self.scope(test=test)
        try:
            (sentence,) = self.meant(tree, "condition").sentences
            assert isinstance(sentence.body, ast.Clauses)
            return truth(sentence.body, scope), scope.size
        except Fail as fail:
            return fail.diagnostic.code

    def truth(self, made: tuple[Any, int], state: State, you: int) -> bool:
        expr, size = made
        return bool(self.machine.evaluate(expr, state, [you, -1, *[0] * size]))

    def effect(self, node: ast.Paragraph) -> Made | str:
        """The program, or the code of the diagnostic."""
        return self.whole((node,))

    def whole(self, stages: Sequence[ast.Paragraph | str]) -> Made | str:
        """The programs of texts one after another (a string: the end of the turn), or the code of the diagnostic."""
        other = copy.copy(self)
        other.banned = self.banned | banned(stages)
        with other.knowing_bans():
            return other.all_of_them(stages)

    def all_of_them(self, stages: Sequence[ast.Paragraph | str]) -> Made | str:
        """The same, where it is known what is forbidden."""
        rules, before = self.compiled.ruleset.rules, len(self.compiled.ruleset.programs)
        kept = rules[:]
        rules[:] = self.standing  # and those that the effects make, and no others
        try:
            programs = [
                self.end_of_turn() if isinstance(each, str) else self.said_as(each) for each in stages
            ]
        except Fail as fail:
            return fail.diagnostic.code
        finally:
            own = rules[:]
            rules[:] = kept
        made = [self.compiled.ruleset.programs[number] for number in programs]
        if not all(fits_together(each, self.compiled.ruleset, given=2) for each in made):
            return "SAY0801"  # as a pack is told when all of it has been compiled
        ruleset = replace(self.machine.ruleset, rules=own)
        if any(rule.kind == "modify" for rule in own):  # then what has left is asked for as it was
            look_back(ruleset, before, len(self.standing))
        elif len(own) == len(self.standing) and not any(isinstance(each, str) for each in stages):
            self.machine.code.extend([None] * (len(ruleset.programs) - len(self.machine.code)))
            return Made(self.machine, tuple(programs))
        return Made(Machine(self.compiled.model, ruleset, load_verbs(), plain=True), tuple(programs))

    def said_as(self, node: ast.Paragraph) -> int:
        """A text as a program, its number."""
        scope = self.scope()
        paragraph(self.meant(node, "effect"), scope)
        scope.emit("return", build.integer(1))
        return self.added(Program("judged", tuple(scope.code), tuple(scope.at), scope.size))

    def added(self, program: Program) -> int:
        self.compiled.ruleset.programs.append(program)
        return len(self.compiled.ruleset.programs) - 1

    @cached_property
    def ends(self) -> bool:
        """Whether turns end."""
        turn = self.shaker.turn
        return any(("leave", turn) in each.code for each in self.compiled.ruleset.programs)

    def end_of_turn(self) -> int:
        """The turn ends, and the next player's begins."""
        turn = self.shaker.turn
        steps = next(each for each in self.compiled.ruleset.programs if ("leave", turn) in each.code)
        at = steps.code.index(("leave", turn))
        next_one = ("left", ("active",))
        code = (("let", 2, next_one), steps.code[at - 1], ("leave", turn), ("enter", turn, ("local", 2), ()))
        code = (*code, ("return", build.integer(1)))
        return self.added(Program("the end", code, steps.at[:1] * len(code), 3))

    def run(self, made: Made, state: State, you: int, random: Random) -> State:
        """The table after the effect; what somebody is asked is answered by chance."""
        after, machine = state.copy(log=False), made.machine
        for program in made.programs:
            machine.run(after, program, (you, -1))
            decision = machine.advance(after)
            while decision is not None:
                seat = random.randrange(len(decision.seats))
                option = random.randrange(len(decision.options[seat]))
                decision = machine.choose(after, option, decision.seats[seat])
        return after


@contextmanager
def as_it_stands() -> Iterator[None]:
    """Nothing is put in another order."""
    order = normal.order
    normal.order = lambda sentence, lexicon, *, stands=False: sentence
    try:
        yield
    finally:
        normal.order = order


def banned(said: Sequence[ast.Paragraph | str]) -> frozenset[str]:
    """The verbs of which texts say that they *cannot* be done, or *can* only if."""
    acts = (node for each in said if isinstance(each, ast.Paragraph) for node in each.walk())
    return frozenset(
        node.verb for node in acts if isinstance(node, ast.Act) and node.modal in ("cannot", "can")
    )


BEHIND = "SAY0509"
"""A condition stands behind its order: whether it may is for the machine to say."""


@cache
def bench(name: str) -> Bench:
    return Bench(name)
