"""A pack that is compiled again after one sentence has changed is what it is when it is compiled from nothing."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from tests.compile.test_meaning import CASES, HERE, documents, ground, told, written
from tests.hygiene.project import ROOT
from tests.portions import each_of, portions, span_of
from toolkit.compile.compiled import CompiledGame
from toolkit.compile.pack import Pack, changed_pack, load_pack
from toolkit.kernel.random import mix
from toolkit.prove.variants import Variant, drops, mutants
from toolkit.report.diagnostic import Diagnostic

PACKS = ROOT / "tests/packs"
CONTENT = ROOT / "content"
GAMES = ("sentient", "cyberpunk-tcg", "gangs-of-night-city")
SAMPLED = [
    *("chooser", "common-words", "connect-four", "dice", "discounts", "event-trigger", "face-down", "fair"),
    *(
        "gizmos",
        "hidden-hand",
        "islands",
        "keyword",
        "lanterns",
        "market-day",
        "night-shift",
        "precedence",
        "veils",
    ),
]


class Meaning:
    """All that a game is started from and what is told of it, whatever number each part has."""

    def __init__(self, game: CompiledGame) -> None:
        self.game, self.ruleset = game, game.ruleset
        self.known: dict[tuple[str, int], int] = {}
        self.inside: list[tuple[str, int]] = []

    def all(self) -> dict[str, Any]:
        """By what it is."""
        ruleset, world, story = self.ruleset, self.game.world, self.game.story
        said = lambda rows: [(self.expr(c), size, self.sentence(at)) for c, size, at in rows]
        table = lambda rows, made: sorted(
            (name, sorted((entity, made(n)) for entity, n in row.items()))
            for name, row in zip(ruleset.fields, rows, strict=True)
        )
        return {
            "verbs": [self.fields(replace(verb, requires_at=-1)) for verb in ruleset.verbs],
            "required at": [self.sentence(verb.requires_at) for verb in ruleset.verbs],
            "rules": [self.rule(number) for number in range(len(ruleset.rules))],
            "start": [self.program(number) for number in ruleset.start],
            "recorded": ruleset.recorded,
            "conditions": (said(ruleset.invariants), said(ruleset.deck_rules)),
            "evaluations": [self.function(number) for number in ruleset.evaluations],
            "formulas": table(ruleset.formulas, self.function),
            "effects": table(ruleset.effects, self.program),
            "words": {word: len(known) for word, known in world.defined.items()},
            "of verbs": {name: info.facts for name, info in world.verbs.items()},
            "ways": [self.expr(match) for match in story.matches.values()] if story is not None else [],
            "told": sorted(
                (d.code, d.message, d.hint or "", d.span.source.name, d.span.start, str(d.fixes))
                for d in self.game.diagnostics
            ),
        }

    def sentence(self, number: int) -> object:
        sentences = self.ruleset.sentences
        return (sentences[number].file, sentences[number].line, sentences[number].text) if number >= 0 else -1

    def once(self, sort: str, number: int, what: Any) -> int:
        """A number for what a function or a program says; of one that comes back to itself how far it is."""
        key = (sort, number)
        if number < 0:
            return number
        if key in self.inside:
            return len(self.inside) - self.inside.index(key)
        if key not in self.known:
            self.inside.append(key)
            found = hash(repr(what(number)))
            self.inside.pop()
            if self.inside:
                return found
            self.known[key] = found
        return self.known[key]

    def function(self, number: int) -> int:
        return self.once("function", number, lambda n: self.fields(self.ruleset.functions[n]))

    def program(self, number: int) -> int:
        return self.once("program", number, lambda n: self.fields(self.ruleset.programs[n]))

    def rule(self, number: int) -> object:
        rule = self.ruleset.rules[number]
        if rule.step or rule.kind == "skip":
            rule = replace(rule, events=tuple(self.ruleset.steps[event] for event in rule.events))  # type: ignore
        return self.fields(rule)

    def fields(self, part: Any) -> list[object]:
        """Those of a part of the ruleset."""
        found: list[object] = []
        for each in fields(part):
            value = getattr(part, each.name)
            match each.name:
                case "program":
                    value = self.program(value)
                case "sentence":
                    value = self.sentence(value)
                case "at" | "terms":
                    value = [self.sentence(number) for number in value]
                case "code":
                    value = [self.instruction(instr) for instr in value]
                case _:
                    value = self.expr(value)
            found.append(value)
        return found

    def instruction(self, instr: tuple[Any, ...]) -> object:
        steps, names = self.ruleset.steps, self.ruleset.fields
        match instr:
            case (("emit" | "skip") as op, step, *rest):
                return op, steps[step], *map(self.expr, rest)
            case ("later", step, program, *rest):
                return "later", steps[step], self.program(program), *map(self.expr, rest)
            case ("call", program, *rest):
                return "call", self.program(program), *map(self.expr, rest)
            case ("effect", rule, *rest):
                return "effect", self.rule(rule), *map(self.expr, rest)
            case (("resolve" | "borrow") as op, field, *rest):
                return op, names[field], *map(self.expr, rest)
            case ("branch", who, optional, ways, to):
                said = [(self.expr(c), pc, self.sentence(at)) for c, pc, at in ways]
                return "branch", self.expr(who), optional, said, to
        return self.expr(instr)

    def expr(self, part: Any) -> Any:
        match part:
            case ("call", int(number), *rest):
                return "call", self.function(number), *map(self.expr, rest)
            case ("formula", int(field), *rest):
                return "formula", self.ruleset.fields[field], *map(self.expr, rest)
            case (("use" | "used") as op, (int(sentence), *inner), *rest):
                return op, self.sentence(sentence), *map(self.expr, inner), *map(self.expr, rest)
            case tuple():
                return tuple(map(self.expr, part))
        return part


def read(folder: Path) -> tuple[Pack, list[Variant]]:
    """A pack, and all its small changes and omissions."""
    pack = load_pack(folder, (CONTENT, PACKS)).unwrap()
    assert pack is not None
    return pack, [*drops(pack), *mutants(pack)]


def some(variants: list[Variant], most: int) -> list[Variant]:
    """A fair sample."""
    order = sorted(range(len(variants)), key=lambda number: mix(len(variants), number))
    return [variants[number] for number in order[:most]]


def compare(pack: Pack, variant: Variant) -> CompiledGame:
    """The changed pack, compiled from the pack; fails where it is not what is compiled from nothing."""
    options = dict.fromkeys(variant.item.options, True)
    changed = changed_pack(pack, variant.item, variant.tree)
    made = changed.compiled(options=options).value
    whole = Pack(pack.source, changed.trees).compiled(options=options).value
    assert made is not None and whole is not None
    again, expected = Meaning(made).all(), Meaning(whole).all()
    for what in expected:
        assert again[what] == expected[what], f"{what} after {variant.text} → {variant.becomes or '(gone)'}"
    return made


def taken(made: CompiledGame, before: CompiledGame) -> float:
    """Which part of a game was not compiled again."""
    assert made.made is not None and before.made is not None
    pieces = made.made.pieces
    return sum(each is before.made.pieces.get(key) for key, each in pieces.items()) / len(pieces)


@pytest.mark.parametrize("name", SAMPLED)
def test_compiling_again_is_compiling_from_nothing(name):
    pack, variants = read(PACKS / name)
    parts = []
    for variant in some(variants, 6):
        made = compare(pack, variant)
        before = pack.compiled(options=dict.fromkeys(variant.item.options, True)).unwrap()
        parts.append(taken(made, before))
    assert max(parts) >= 0.5


def test_compiling_a_game_again_is_compiling_it_from_nothing():
    pack, variants = read(CONTENT / "cyberpunk-tcg")
    for variant in some(variants, 5):
        compare(pack, variant)


def test_a_game_that_was_compiled_again_is_compiled_again_and_again():
    pack, variants = read(PACKS / "fair")
    variants = [each for each in variants if not each.item.options]
    for one, other in zip(some(variants, 9), some(variants, 10)[1:], strict=True):
        changed = changed_pack(pack, one.item, one.tree)
        if not changed.compiled().errors and other.item is not one.item:
            compare(changed, other)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_compiling_again_after_any_sentence_is_compiling_from_nothing(name):
    pack, variants = read(CONTENT / name)
    for variant in variants:
        compare(pack, variant)


@pytest.mark.long
@pytest.mark.parametrize(
    "name", sorted(path.parent.name for path in PACKS.glob("*/pack.yaml")), ids=lambda name: name
)
def test_compiling_any_pack_again_is_compiling_it_from_nothing(name):
    pack, variants = read(PACKS / name)
    for variant in variants:
        compare(pack, variant)


@pytest.mark.parametrize("cases", portions(CASES[::67]), ids=span_of)
def test_a_text_on_what_was_compiled_before_is_a_text_in_a_new_pack(cases, tmp_path):
    folder = tmp_path / "meaning"
    shutil.copytree(HERE / "meaning", folder)

    def same(case: dict) -> None:
        made = written(folder, documents(case), ground(folder))
        whole = written(folder, documents(case), None)
        assert told_of(made.diagnostics) == told_of(whole.diagnostics)
        if whole.value.trees and made.ok:
            again, expected = (Meaning(each.value.compiled().unwrap()).all() for each in (made, whole))
            assert again == expected

    each_of(cases, told, same)


def told_of(diagnostics: Iterable[Diagnostic]) -> list[tuple[Any, ...]]:
    """What an author sees of them."""
    return [(d.code, d.message, d.hint, d.span.source.name, d.span.start, str(d.fixes)) for d in diagnostics]


def test_words_and_tables_that_are_otherwise_are_made_anew(tmp_path):
    folder = tmp_path / "meaning"
    shutil.copytree(HERE / "meaning", folder)
    before = ground(folder)
    model = before.compiled().unwrap().model
    for more in ({"places": {"lake": {}}}, {"adjectives": ["wet"]}):
        made = [*documents({}), {"type": "vocabulary", "id": "more", **more}]
        assert written(folder, made, before).unwrap().compiled().unwrap().model is not model
    again = written(folder, documents({"do": "Gain 1 coin."}), before).unwrap()
    assert again.compiled().unwrap().model is model
