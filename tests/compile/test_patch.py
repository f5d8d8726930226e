"""A sentence that is exchanged in a compiled game makes what it makes when the whole pack is compiled with it."""

from __future__ import annotations

from dataclasses import fields
from functools import partial
from typing import Any

import pytest

from tests.hygiene.project import ROOT
from toolkit.compile.compiled import CompiledGame
from toolkit.compile.optimise import improve_ruleset
from toolkit.compile.pack import Pack, changed_pack, load_pack
from toolkit.compile.patch import patched
from toolkit.prove.variants import mutants

PACKS = ROOT / "tests/packs"


def meaning(game: CompiledGame) -> dict[str, Any]:
    """All that a game is started from, whatever number each part has."""
    ruleset = game.ruleset
    improve_ruleset(ruleset)

    def code(number: int) -> list[Any]:
        return [plain(each) for each in ruleset.programs[number].code] if number >= 0 else []

    def plain(instr: tuple[Any, ...]) -> tuple[Any, ...]:
        if instr[0] == "later":
            return ("later", *code(instr[1]), *code(instr[2]), *instr[3:])
        return ("effect", *rule(instr[1]), *instr[2:]) if instr[0] == "effect" else instr

    def rule(number: int) -> tuple[Any, ...]:
        one = ruleset.rules[number]
        said = {
            each.name: getattr(one, each.name)
            for each in fields(one)
            if each.name not in ("program", "sentence", "locals")
        }
        return (*said.items(), code(one.program))

    body = lambda number: ruleset.functions[number].body
    table = lambda entries, made: [{k: made(n) for k, n in each.items()} for each in entries]
    return {
        "verbs": [(verb.id, verb.requires, code(verb.program)) for verb in ruleset.verbs],
        "rules": [rule(n) for n, each in enumerate(ruleset.rules) if each.static],
        "start": [code(number) for number in ruleset.start],
        "invariants": [condition for condition, _, _ in ruleset.invariants],
        "evaluations": [body(number) for number in ruleset.evaluations],
        "formulas": table(ruleset.formulas, body),
        "effects": table(ruleset.effects, partial(code)),
        "checked": {name: info.checked for name, info in game.world.verbs.items()},
    }


@pytest.mark.parametrize(
    "name", ["dice", "event-trigger", "hidden-hand", "replacement-optional", "state-trigger"]
)
def test_exchanging_a_sentence_is_compiling_the_pack_with_it(name):
    pack = load_pack(PACKS / name, (ROOT / "content", PACKS)).unwrap()
    base = pack.compiled().unwrap()
    exchanged = 0
    for variant in mutants(pack):
        changed = changed_pack(pack, variant.item, variant.tree)
        whole = Pack(pack.source, changed.trees).compiled()
        game = patched(base, changed.trees, None, variant.item)
        if game is None or whole.diagnostics:
            continue
        assert meaning(game) == meaning(whole.unwrap()), variant.text
        exchanged += 1
    assert exchanged
