"""The readings of whole packs: what `sayso validate --readings` writes, kept so that a changed reading is a diff."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolkit.compile.pack import load_pack
from toolkit.reading.outline import Line
from toolkit.reading.pack import listing, readings

HERE = Path(__file__).resolve().parent
PACKS = HERE.parent / "packs"
CONTENT = HERE.parent.parent / "content"
SEARCH = [PACKS, CONTENT]
KEPT = ("tic-tac-toe", "next-turn", "replacement-optional", "parcels", "two-roads")


def folder(name: str) -> Path:
    return HERE / name if name == "duel" else PACKS / name


@pytest.mark.parametrize("name", [*KEPT, "duel"])
def test_the_readings_of_a_pack_are_kept(name, golden):
    pack = load_pack(folder(name), SEARCH).value
    golden(HERE / "golden" / f"{name}.txt", listing(pack))


@pytest.mark.parametrize("name", KEPT)
def test_a_listing_is_the_same_again(name):
    first, second = (listing(load_pack(folder(name), SEARCH).value) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("path", sorted(PACKS.iterdir()), ids=lambda path: path.name)
def test_every_sentence_of_a_pack_that_compiles_has_a_reading(path):
    pack = load_pack(path, SEARCH).value
    if pack is None or pack.diagnostics:
        pytest.skip("a pack with findings")
    for reading in readings(pack):
        assert reading.item.options or reading.lines, f"{reading.where}: {reading.said}"
        for line in reading.lines:
            assert_words(line)


def assert_words(line: Line) -> None:
    """No index and no name of Python in a line."""
    assert line.text and "None" not in line.text and "(#" not in line.text and "('" not in line.text


def test_a_step_that_is_refused_does_not_read_as_one_in_which_nothing_happens(tmp_path):
    (tmp_path / "pack.yaml").write_text("type: pack\nformat: 1\nid: refused\nname: Refused\nplayers: 2\n")
    (tmp_path / "words.yaml").write_text(
        "type: vocabulary\nid: words\nkinds: {bead: {number: 3, starts: bowl}}\nplaces: {bowl: {}, park: {}}\n"
        "---\ntype: verb\nid: zap\nphrase: zap\nsteps:\n"
        "  one: Put the bead in the park.\n  two: Put a bead from the bowl in the park.\n"
    )
    said = listing(load_pack(tmp_path, []).value)
    assert "steps one\n  “Put the bead in the park.”\n    (not compiled" in said
    assert "nothing happens" not in said and "you put the chosen bead in the park" in said
