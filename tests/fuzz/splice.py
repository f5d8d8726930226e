"""Sentences of a pack with parts of its other sentences put into them, compiled in their place and played.

What is accepted must run: whatever is not one of the toolkit's own messages is a find.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from random import Random
from typing import Any

import yaml

from tests.hygiene.project import ROOT
from toolkit.compile.compiled import CompiledGame
from toolkit.compile.pack import Pack, load_pack
from toolkit.compile.whole import compile_game
from toolkit.kernel.random import Chance
from toolkit.language import ast
from toolkit.language.parsing.parser import Parser
from toolkit.language.printing.english import print_english
from toolkit.limits import Limits, Runaway
from toolkit.machine import Machine
from toolkit.pack.source import COMMON, Item
from toolkit.play.stepper import Endless, Stepper, at_random
from toolkit.report.source import Text
from toolkit.verbs import load_verbs

CORPUS = Path(__file__).parent / "corpus.yaml"

PACKS = (
    "dice", "gizmos", "hidden-hand", "islands", "market-day", "night-shift", "parcels", "ranking", "tic-tac-toe",
    "trick-taking",
)  # fmt: skip
STARTS = ("statement", "effect", "label effect", "definition", "condition", "formula")
LIMITS = Limits(steps=3_000, seconds=2, depth=300, events=3_000)
DECISIONS, GAMES = 60, 2

NOMINAL = (ast.Noun, ast.Pronoun, ast.Group)
KINDS: tuple[Any, ...] = (
    NOMINAL,
    ast.Clauses,
    ast.Clause,
    ast.Act,
    ast.Be,
    ast.Complement,
    ast.Opening,
    ast.Modifier,
)
"""What stands for what: a part is exchanged for one of the same kind."""


@dataclass(frozen=True)
class Find:
    """A text that is accepted and fails.  `item`: in whose place it stands."""

    pack: str
    item: str
    text: str
    error: str


class Bed:
    """A pack whose sentences are changed."""

    def __init__(self, name: str) -> None:
        folder = ROOT / "tests" / "packs" / name
        pack = load_pack(folder, (ROOT / "tests" / "packs", ROOT / "content")).unwrap()
        assert pack is not None
        self.name = name
        self.pack: Pack = pack
        self.parser = Parser(pack.vocabulary)
        self.options = {option.id: option.default for option in pack.source.manifest.options}

    @cached_property
    def items(self) -> list[Item]:
        """The sentences that games are made of."""
        return [
            item
            for item in self.pack.trees
            if item.start in STARTS and item.type != "example" and item.pack != COMMON
        ]

    @cached_property
    def parts(self) -> dict[int, list[ast.Node]]:
        """What can be put in, by its kind."""
        found: dict[int, list[ast.Node]] = {}
        for tree in (*self.pack.trees.values(), *self.earlier()):
            for node in tree.walk():
                if (kind := kind_of(node)) >= 0:
                    found.setdefault(kind, []).append(node)
        return found

    def earlier(self) -> Iterator[ast.Paragraph]:
        """What `make fuzz` has kept of this pack."""
        starts = {item.anchor: item.start for item in self.items}
        for entry in (yaml.safe_load(CORPUS.read_text()) or []) if CORPUS.is_file() else []:
            if entry["pack"] == self.name and entry["item"] in starts:
                checked = self.parser.parse(Text.plain(entry["text"]), starts[entry["item"]])
                if checked.value is not None and not checked.errors:
                    yield checked.value

    def spliced(self, random: Random) -> tuple[Item, str]:
        """A text in the place of an item, with one to three parts of other texts."""
        item = random.choice(self.items)
        tree = self.pack.trees[item]
        for _ in range(random.choice((1, 1, 2, 3))):
            nodes = [node for node in tree.walk() if kind_of(node) >= 0]
            if nodes:
                old = random.choice(nodes)
                tree = ast.swapped(tree, old, random.choice(self.parts[kind_of(old)]))
        return item, print_english(tree, self.pack.vocabulary, item.start)

    def compiled(self, item: Item, text: str) -> CompiledGame | None:
        """The game with this text; None: it is refused.  Raises `AssertionError` for a mistake of ours."""
        checked = self.parser.parse(Text.plain(text), item.start)
        if checked.value is None or checked.errors:
            return None
        trees = {**self.pack.trees, item: checked.value}
        made = compile_game(self.pack.source, trees, self.pack.source.manifest.least, self.options)
        codes = [each.code for each in made.diagnostics if each.is_error]
        assert "SAY0890" not in codes, "sayso made a mistake while it was compiled"
        return None if codes else made

    def play(self, game: CompiledGame, seed: int) -> None:
        """Random games, as far as they come.  Raises whatever goes wrong, apart from what passes a limit."""
        machine = Machine(game.model, replace(game.ruleset, limits=LIMITS), load_verbs())
        for number in range(GAMES):
            with suppress(Runaway, Endless):
                steps = Stepper(machine, machine.start(seed + number, log=True))
                steps.play(at_random(Chance(seed + number)), DECISIONS)

    def tried(self, item: Item, text: str, seed: int = 0) -> tuple[CompiledGame | None, Find | None]:
        """The game with a text, if it is accepted, and what went wrong."""
        game = None
        try:
            game = self.compiled(item, text)
            if game is not None:
                self.play(game, seed)
        except Exception as error:
            return game, Find(self.name, item.anchor, text, f"{type(error).__name__}: {error}")
        return game, None


def kind_of(node: ast.Node) -> int:
    return next((number for number, kinds in enumerate(KINDS) if isinstance(node, kinds)), -1)


@cache
def bed(name: str) -> Bed:
    return Bed(name)


def rounds(random: Random) -> Iterator[tuple[Bed, Item, str, CompiledGame | None, Find | None]]:
    """One text after another."""
    while True:
        one = bed(random.choice(PACKS))
        try:
            item, text = one.spliced(random)
        except Exception:  # the parts do not fit, and nobody has written them
            continue
        yield one, item, text, *one.tried(item, text, random.randrange(1000))
