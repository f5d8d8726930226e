"""What the toolkit says to another text in the place of a sentence, and whether it means the same.

Only this one item is read and compiled again (`prove/alone.py`), so that many thousands can be tried; of an example,
the whole example runs.  What only a whole pack shows (a circle of definitions) is not looked at here: `judge.py` does.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from tests.mutation.mutants import Subject
from toolkit.compile.pack import Pack
from toolkit.compile.trial import Trials
from toolkit.language import ast
from toolkit.language.parsing.parser import Parser
from toolkit.pack.source import Item
from toolkit.play.example import examples, run
from toolkit.prove.account import swallowed
from toolkit.prove.alone import Alone
from toolkit.report.diagnostic import Diagnostic
from toolkit.report.render import full
from toolkit.report.source import Text

Result = Literal["refused", "warned", "same", "different"]
NO_MISTAKE_OF_OURS = ("SAY0890", "SAY0918")


@dataclass(frozen=True)
class Heard:
    """`warned`: accepted with a warning; `same`: it means what the sentence meant; `different`: it means something
    else, and nobody says so.  `found`: what is said."""

    result: Result
    found: tuple[Diagnostic, ...] = ()


class Desk:
    """A pack of which one sentence is exchanged at a time."""

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self.pack = subject.pack
        game = self.pack.compiled().value
        assert game is not None
        self.trials = Trials(game, self.pack.trees, Parser(self.pack.vocabulary))

    @cached_property
    def items(self) -> tuple[list[Item], ...]:
        """The sentences that can be exchanged: those of rules, and those of examples, which most packs have more of."""
        known = [item for item in self.subject.items if item in self.pack.trees and item.type != "scenario"]
        rules = [item for item in known if item.type != "example"]
        shown = [item for item in known if item.type == "example"]
        return tuple(each for each in (rules, shown) if each)

    @cached_property
    def alone(self) -> Alone:
        return Alone(self.pack)

    def hear(self, item: Item, text: str) -> Heard:
        """What is said to a text in the place of an item.  Raises `AssertionError` for a mistake of ours."""
        found = self._hear(item, text)
        for diagnostic in found.found:
            assert diagnostic.code not in NO_MISTAKE_OF_OURS, full(diagnostic)
        return found

    def _hear(self, item: Item, text: str) -> Heard:
        changed = replace(item, text=Text.plain(text))
        checked = self.trials.parsed(changed)
        tree = checked.value
        if tree is None or checked.errors:
            return Heard("refused", checked.diagnostics)
        if tree == self.pack.trees[item]:
            return Heard("same")
        if checked.diagnostics:
            return Heard("warned", checked.diagnostics)
        return self._example(item, tree) if item.type == "example" else self._compiled(item, tree)

    def _compiled(self, item: Item, tree: ast.Paragraph) -> Heard:
        program = self.alone.program(item, tree)
        if program is None:
            return Heard("refused", tuple(self.alone.diagnostics))
        if program == self.alone.program(item, self.pack.trees[item]):
            return Heard("same")
        warned = tuple(swallowed(self.alone, item, tree))
        return Heard("warned", warned) if warned else Heard("different")

    def _example(self, item: Item, tree: ast.Paragraph) -> Heard:
        """An example that fails is refused; one that holds with another sentence in it says something else."""
        trees = {other: tree if other is item else old for other, old in self.pack.trees.items()}
        pack = Pack(self.pack.source, trees, self.pack.diagnostics, self.pack._compiled)
        example = next(each for each in examples(pack) if each.id == item.document)
        failure = run(pack, example)
        return Heard("refused", (failure.diagnostic,)) if failure is not None else Heard("different")
