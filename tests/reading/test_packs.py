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
