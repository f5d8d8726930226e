"""How much there may be of everything, how long a sentence may be, and what comes of a number that is 0."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pack.packs import write_pack
from toolkit.compile.pack import load_pack
from toolkit.language.wording.passage import Alternates
from toolkit.limits import VARIABLE

RULES = "type: procedure\nid: game\nsteps: {end: The game ends.}\n"


CARD = "type: card\nid: ace\nname: The Ace\ncopies: 1000\n"


SIZES = ", ".join(f"size{'x' * n}: number" for n in range(300))
GRID = "tile: {columns: 100, rows: 100}"


@pytest.mark.parametrize(
    ("words", "at", "limit"),
    [
        ("kinds: {gem: {number: 3000000}}", "gem", "components"),
        ("kinds: {gem: {each: [hue, age], attributes: {hue: 1 to 900, age: 1 to 900}}}", "gem", "components"),
        (f"places: {{{GRID}, spot: {{part-of: tile, columns: 9, rows: 9}}}}", "spot", "components"),
        (
            f"places: {{{GRID}, line: {{runs-of: tile, length: 2}}, row: {{runs-of: tile, length: 3}}}}",
            "row",
            "components",
        ),
        (f"kinds: {{gem: {{number: 49500}}, card: {{documents: true}}}}\n---\n{CARD}", "card", "components"),
        (f"kinds: {{gem: {{number: 40000, attributes: {{{SIZES}}}}}}}", "gem", "values"),
    ],
)
def test_more_than_any_table_holds(tmp_path: Path, words: str, at: str, limit: str) -> None:
    root = write_pack(tmp_path, words=f"type: vocabulary\nid: words\n{words}\n", rules=RULES)
    [found] = load_pack(root, ()).diagnostics
    assert found.code == "SAY0317" and found.span.text.startswith(at)
    assert found.hint is not None and f"{VARIABLE}={limit}=" in found.hint


def test_a_pack_lowers_them_and_a_person_raises_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = "type: vocabulary\nid: words\nkinds: {gem: {number: 30}}\n"
    root = write_pack(tmp_path, extra="limits: {components: 20}", words=words, rules=RULES)
    assert [d.code for d in load_pack(root, ()).diagnostics] == ["SAY0317"]
    monkeypatch.setenv(VARIABLE, "components=40")
    assert load_pack(root, ()).diagnostics == ()


def test_none_of_a_kind(tmp_path: Path) -> None:
    words = "type: vocabulary\nid: words\nkinds: {gem: {number: 0}, stone: {number: 2}}\n"
    game = load_pack(write_pack(tmp_path, words=words, rules=RULES), ()).value.compiled().value
    assert [len(game.table.components[kind, ""]) for kind in ("gem", "stone")] == [0, 2]


def test_a_long_comparison_is_compiled_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each *more coins than …* may hold an alternate, and that another: none is gone through in vain."""
    gone_through = []
    true = Alternates.run
    monkeypatch.setattr(Alternates, "run", lambda self: gone_through.append(self) or true(self))
    words = "type: vocabulary\nid: words\nquantities: {coin: {of: player}}\n"
    chain = "a player with more coins than " * 17
    rule = f"When a player has more coins than {chain}each other player, that player gains 1 coin."
    rules = f"type: rules\nid: chain\nrules: ['{rule}']\n"
    assert load_pack(write_pack(tmp_path, words=words, rules=RULES, chain=rules), ()).diagnostics == ()
    assert len(gone_through) < 200


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
