"""Words that make no difference are reported, also the second time; a sentence that is fine is not looked at again."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from toolkit.compile.pack import load_pack
from toolkit.prove import account
from toolkit.prove.account import unaccounted

PACKS = Path(__file__).resolve().parents[1] / "packs"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return shutil.copytree(PACKS / "state-trigger", tmp_path / "state-trigger")


def found(folder: Path) -> list[str]:
    pack = load_pack(folder, (PACKS,)).unwrap()
    assert pack is not None
    return [f"{each.code} {each.message}" for each in unaccounted(pack)]


def test_a_pack_whose_words_all_count(folder):
    assert found(folder) == []


def test_a_word_that_does_not_count_is_reported_each_time(folder, tmp_path):
    folder = shutil.copytree(PACKS.parent / "compile" / "meaning", tmp_path / "meaning")
    (folder / "more.yaml").write_text(
        "type: rules\nid: more\nrules:\n"
        "- When a player gains a point, that player gains 1 coin for each cat they secretly have.\n"
        "---\ntype: verb\nid: turn\nphrase: take a turn\nperiod: turn\nsteps: {go: Gain 1 coin.}\n",
        encoding="utf-8",
    )
    first = found(folder)
    assert {each[:7] for each in first} == {"SAY0816"}
    assert found(folder) == first


def test_what_is_fine_is_not_compiled_again(folder, monkeypatch):
    assert found(folder) == []
    monkeypatch.setattr(account, "Alone", None)  # whoever looks again has nothing to look with
    assert found(folder) == []


def test_a_damaged_memory_costs_only_time(folder, tmp_path):
    assert found(folder) == []
    for file in (tmp_path / "cache").rglob("*.json"):
        file.write_text("[1, {", encoding="utf-8")
    assert found(folder) == []
