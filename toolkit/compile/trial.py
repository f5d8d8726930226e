"""What is wrong with another text in the place of an item, found by compiling this one item again.

For corrections: whoever offers one asks here first.  The game that the pack compiles to stays as it is; the item is
compiled against a copy of its tables, which is thrown away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from toolkit.compile.compiled import CompiledGame
from toolkit.compile.game import Compiler
from toolkit.language import ast
from toolkit.language.parsing.parser import Parser
from toolkit.pack.items import NAMED_STEPS
from toolkit.pack.source import Item
from toolkit.report.diagnostic import Checked, Diagnostic
from toolkit.report.fixes import holding
from toolkit.report.internal import internal
from toolkit.report.source import Text

MOST_ITEMS = 40
"""Items of a pack whose mistakes are looked into again; further ones get no corrections."""

MOST_COMPILED = 60
"""Texts that are compiled for one item."""


MISPLACED = "SAY0516"


@dataclass
class Trials:
    """`game`: what the pack compiles to, as far as it does, from these `trees`.  `parser`: over its words."""

    game: CompiledGame
    trees: Mapping[Item, ast.Paragraph]
    parser: Parser
    options: Mapping[str, bool] = field(default_factory=dict)

    def explained(self, item: Item, found: Sequence[Diagnostic]) -> Sequence[Diagnostic]:
        """What the parser found in an item; if its corrections do not compile, those that it finds with this known."""
        kept = self.kept(item, found)
        if _offers(kept) == _offers(found):
            return kept
        again = self.parsed(item).diagnostics
        guessed = any(
            d.code == MISPLACED and not d.fixes for d in kept
        )  # words are in place that fit nowhere else
        return again if guessed or _offers(again) > _offers(kept) else kept

    def parsed(self, item: Item) -> Checked[ast.Paragraph]:
        """The item, parsed again: what is offered for its mistakes compiles."""
        left = [MOST_COMPILED]

        def judge(text: Text, tree: ast.Paragraph) -> Sequence[Diagnostic]:
            left[0] -= 1
            return self.errors(item, text, tree) if left[0] >= 0 else ()

        return self.parser.parse(item.text, item.start, judge=judge)

    def kept(self, item: Item, found: Sequence[Diagnostic]) -> list[Diagnostic]:
        """What compiling the item found, without the corrections that do not hold."""

        def check(value: str) -> Iterable[Diagnostic]:
            text = Text.plain(value)
            checked = self.parser.parse(text, item.start, brief=True)
            if not checked.ok:
                return checked.diagnostics
            return chain(checked.diagnostics, self.errors(item, text, checked.value))

        return holding(found, item.text, check)

    def errors(self, item: Item, text: Text, tree: ast.Paragraph) -> list[Diagnostic]:
        """What compiling `tree`, read from `text`, in the place of `item` finds."""
        try:
            return self._compiled(item, text, tree)
        except Exception as error:
            return [internal(error, text.span())]

    def _compiled(self, item: Item, text: Text, tree: ast.Paragraph) -> list[Diagnostic]:
        tried = replace(item, text=text)
        compiler = Compiler.resumed(self.game, self._steps(item, tried, tree), self.options)
        if item.field == NAMED_STEPS and item.type == "verb":
            _name_step(compiler, item)
            compiler.programs(item.document)
        elif item.field == NAMED_STEPS and item.type == "procedure":
            compiler.procedure(list(compiler.items("procedure", path=NAMED_STEPS)))
        else:
            _alone(compiler)
        return [d for d in compiler.found if d.span.source is text.source]

    def _steps(self, item: Item, tried: Item, tree: ast.Paragraph) -> dict[Item, ast.Paragraph]:
        """The trees that are compiled: the item alone, or all steps of which it is one, in their order."""
        if item.field != NAMED_STEPS:
            return {tried: tree}
        found = {}
        for other in self.game.source.items:
            if (other.pack, other.type, other.document) != (item.pack, item.type, item.document):
                continue
            if other.path == item.path:
                found[tried] = tree
            elif other.field == NAMED_STEPS and other in self.trees:
                found[other] = self.trees[other]
        return found


def tried(
    game: CompiledGame,
    failed: Mapping[Item, Sequence[Diagnostic]],
    trees: Mapping[Item, ast.Paragraph],
    parser: Parser,
) -> Iterator[Diagnostic]:
    """What parsing (`failed`) and compiling the items of a pack found, with corrections that hold and no others."""
    trials = Trials(game, trees, parser)
    for number, (item, found) in enumerate(failed.items()):
        yield from (
            trials.explained(item, found) if number < MOST_ITEMS else (replace(d, fixes=()) for d in found)
        )
    fixable = {d.span.source.name for d in game.diagnostics if d.fixes}
    places = [(item, item.text.span()) for item in trees if item.text.source.name in fixable]
    for diagnostic in game.diagnostics:
        if not diagnostic.fixes:
            yield diagnostic
            continue
        at = diagnostic.span
        place = next(
            (i for i, s in places if s.source.name == at.source.name and s.start <= at.start <= s.end), None
        )
        yield from trials.kept(place, [diagnostic]) if place is not None else [diagnostic]


def _offers(found: Iterable[Diagnostic]) -> int:
    """How many of the diagnostics come with a correction."""
    return sum(bool(d.fixes) for d in found)


def _name_step(compiler: Compiler, item: Item) -> None:
    """A step that could not be read has no events yet."""
    for event in ("start", "end"):
        key = f"{item.document}/{item.path[1]}/{event}"
        if key not in compiler.world.steps:
            compiler.world.steps[key] = compiler.world.step(key)


def _alone(compiler: Compiler) -> None:
    """All phases that compile items one by one."""
    compiler.definitions()
    compiler.cards()
    compiler.standing()
    compiler.requirements()
    compiler.card_effects()
    compiler.invariants()
    compiler.evaluations()
    for _ in compiler.deck_rules():
        pass
