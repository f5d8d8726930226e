"""`sayso new`: what it makes is right, plays and holds at once."""

import json
from pathlib import Path

import pytest

from tests.prove.conftest import PACKS


def test_a_new_pack_is_right_from_the_first_minute(sayso, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert sayso("new", "pack", "g").status == 0
    assert sayso("validate", "g").status == 0
    assert sayso("test", "g").status == 0
    assert sayso("simulate", "g", "--games", 20).status == 0
    assert sayso("fmt", "--check", "g").status == 0
    assert sayso("play", "g", "--bots", "greedy", "--seed", 4, "-q").status == 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_new_pack_plays_with_all_its_players(sayso, starter, players):
    assert sayso("simulate", starter, "--games", 20, "--players", players).status == 0


def test_editors_find_the_schemas(starter):
    settings = json.loads((starter / ".vscode" / "settings.json").read_text())
    [path] = settings["yaml.schemas"]
    assert (starter / path).is_file()
    for file in starter.rglob("*.yaml"):
        first = file.read_text().splitlines()[0]
        prefix, _, schema = first.partition("$schema=")
        assert prefix == "# yaml-language-server: "
        assert (file.parent / schema).resolve() == (starter / path).resolve()


@pytest.mark.parametrize("what", ["card", "rule", "example"])
def test_additions_are_right(sayso, starter, what):
    run = sayso("new", what, "Second Thought", "--pack", starter)
    assert run.status == 0, run.all
    assert Path(run.out.splitlines()[0]).is_file()
    assert sayso("validate", starter).status == 0
    assert sayso("test", starter).status == 0
    again = sayso("new", what, "Second Thought", "--pack", starter)
    assert again.status == 2
    assert "is there already" in again.err


@pytest.mark.parametrize("name", ["tic-tac-toe", "ranking", "hidden-hand", "connect-four", "dice"])
@pytest.mark.parametrize("what", ["rule", "example"])
def test_additions_fit_any_pack(sayso, tmp_path, name, what):
    import shutil

    shutil.copytree(PACKS / name, tmp_path / name)
    run = sayso("new", what, "extra", "--pack", tmp_path / name)
    assert run.status == 0, run.all
    assert sayso("test", tmp_path / name, "--modes", "plain").status == 0


def test_a_card_of_a_story_belongs_to_one(sayso, tmp_path):
    import shutil

    shutil.copytree(PACKS / "two-roads", tmp_path / "roads")
    kind = next(
        line.partition(":")[2].strip()
        for path in (tmp_path / "roads").rglob("*.yaml")
        for line in path.read_text().splitlines()
        if line.startswith("story:")
    )
    run = sayso("new", "card", "Second Sun", "--kind", "waymark", "--pack", tmp_path / "roads")
    assert run.status == 0, run.all
    assert f"story: {kind}\n" in Path(run.out.splitlines()[0]).read_text()
    assert sayso("validate", tmp_path / "roads").status == 0


def test_a_pack_without_cards_gets_none(sayso, tmp_path):
    import shutil

    shutil.copytree(PACKS / "tic-tac-toe", tmp_path / "t")
    run = sayso("new", "card", "extra", "--pack", tmp_path / "t")
    assert run.status == 2
    assert "No kind" in run.err


def test_a_folder_that_is_there_is_left_alone(sayso, tmp_path):
    (tmp_path / "file").write_text("mine")
    run = sayso("new", "pack", tmp_path)
    assert run.status == 2
    assert list(tmp_path.iterdir()) == [tmp_path / "file"]


@pytest.mark.parametrize("name", ["***", "—"])
def test_a_name_needs_a_letter(sayso, starter, name):
    assert sayso("new", "card", name, "--pack", starter).status == 2
