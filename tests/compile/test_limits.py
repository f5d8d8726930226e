"""How much there may be of everything, how long a sentence may be, and what comes of a number that is 0."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pack.packs import write_pack
from toolkit.compile.pack import load_pack

RULES = "type: procedure\nid: game\nsteps: {end: The game ends.}\n"


@pytest.mark.parametrize(
    "words",
    [
        "kinds: {gem: {number: 3000000}}",
        "kinds: {gem: {each: [hue, size, age], attributes: {size: 1 to 900, hue: 1 to 900, age: 1 to 900}}}",
        "places: {tile: {columns: 100, rows: 100}, spot: {part-of: tile, columns: 100, rows: 100}}",
    ],
)
def test_more_than_any_table_holds(tmp_path: Path, words: str) -> None:
    root = write_pack(tmp_path, words=f"type: vocabulary\nid: words\n{words}\n", rules=RULES)
    assert [d.code for d in load_pack(root, ()).diagnostics] == ["SAY0317"]


def test_none_of_a_kind(tmp_path: Path) -> None:
    words = "type: vocabulary\nid: words\nkinds: {gem: {number: 0}, stone: {number: 2}}\n"
    game = load_pack(write_pack(tmp_path, words=words, rules=RULES), ()).value.compiled().value
    assert [len(game.table.components[kind, ""]) for kind in ("gem", "stone")] == [0, 2]


def test_a_long_comparison_is_compiled_at_once(tmp_path: Path) -> None:
    words = "type: vocabulary\nid: words\nquantities: {coin: {of: player}}\n"
    chain = "a player with more coins than " * 17
    rule = f"When a player has more coins than {chain}each other player, that player gains 1 coin."
    rules = f"type: rules\nid: chain\nrules: ['{rule}']\n"
    assert load_pack(write_pack(tmp_path, words=words, rules=RULES, chain=rules), ()).diagnostics == ()


@pytest.mark.parametrize(
    "clause", [" that owns gems", " that has a gem", " of the owner of a gem", " that is with a gem in a box"]
)
def test_clauses_inside_one_another(tmp_path: Path, clause: str) -> None:
    words = (
        "type: vocabulary\nid: words\nkinds: {gem: {of: player, number: 3, starts: box}}\nplaces: {box: {}}\n"
    )
    for most in (110, 200):
        nested = clause * (most // len(clause.split()))
        rules = f"type: rules\nid: deep\nrules: ['When a player gains a gem{nested}, the game ends.']\n"
        found = load_pack(
            write_pack(tmp_path / str(most), words=words, rules=RULES, deep=rules), ()
        ).diagnostics
        assert "SAY0890" not in {d.code for d in found}
