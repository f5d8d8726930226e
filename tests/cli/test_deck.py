"""sayso deck, and decks that play and simulate are given."""

import json

import pytest

from tests.hygiene.project import ROOT

BOX = "tests/packs/deck-box"
BAD = (
    "type: deck\nid: mine\nname: Mine\nrules: standard\ncards:\n"
    "  camp: [birch]\n  satchel: {beast/wolf: 3, herb/wolf: 2}\n"
)


@pytest.fixture(autouse=True)
def in_the_project(monkeypatch):
    monkeypatch.chdir(ROOT)


@pytest.fixture
def bad(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text(BAD, encoding="utf-8")
    return path


def test_a_deck_that_breaks_a_sentence(sayso, bad):
    run = sayso("deck", "check", bad, "--pack", BOX)
    assert run.status == 1
    shown = run.out.replace(str(bad), "mine.yaml")
    assert "error[SAY0914]: Mine breaks “There are at most 2 copies of each beast in your satchel.”" in shown
    assert "7 |   satchel: {beast/wolf: 3, herb/wolf: 2}" in shown
    assert "^^^^^^^^^^ found 3, expected at most 2" in shown
    assert "------------------------------------------------------ the sentence that it breaks" in shown
    assert "Mine: 6 cards, rules standard" in run.err


def test_decks_of_a_pack_need_no_pack_named(sayso):
    run = sayso("deck", "check", f"{BOX}/decks/decks.yaml")
    assert (run.status, run.out) == (0, "no findings\n")
    assert "Whole Box: 6 cards, rules standard; exempt: A deck to look at." in run.err


@pytest.mark.parametrize("form", ["json", "sarif", "github", "concise", "table"])
def test_formats(sayso, bad, form):
    run = sayso("deck", "check", bad, "--pack", BOX, "--format", form)
    assert run.status == 1
    assert "SAY0914" in run.out
    if form in ("json", "sarif"):
        json.loads(run.out)
    if form == "github":
        assert run.out.startswith("::error file=")
        assert ",line=7," in run.out


def test_misuse(sayso, bad, tmp_path):
    assert "lies in no pack" in sayso("deck", "check", bad).err
    assert sayso("deck", "check", tmp_path / "none.yaml", "--pack", BOX).status == 2
    assert sayso("deck", "check", bad, "--pack", "deck-bxo").status == 2
    assert sayso("deck", "check").status == 2


def test_validate_looks_at_the_decks_of_a_pack(sayso, tmp_path):
    pack = tmp_path / "deck-box"
    for path in sorted((ROOT / BOX).rglob("*.yaml")):
        copy = pack / path.relative_to(ROOT / BOX)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(
            path.read_text(encoding="utf-8").replace("{wolf: 1}", "{wolf: 1, boar: 1}"), encoding="utf-8"
        )
    run = sayso("validate", pack)
    assert run.status == 1
    assert "SAY0914" in run.out


def test_games_with_decks(sayso, bad, tmp_path):
    replay = tmp_path / "game.replay.json"
    game = ("--deck", "Red=one-wolf", "--deck", "Blue=whole-box")
    run = sayso("play", BOX, "--bots", "random", "-q", *game, "--replay-out", replay)
    assert (run.status, run.out) == (0, "The game is over. Blue won.\n")
    assert sayso("replay", replay).status == 0
    run = sayso("simulate", BOX, "--games", "2", "--format", "json", *game)
    assert run.status == 0
    assert json.loads(run.out)["decks"] == {"Red": "One Wolf", "Blue": "Whole Box"}
    refused = sayso("play", BOX, "--bots", "random", "--deck", f"Red={bad}", "--deck", "Blue=whole-box")
    assert refused.status == 1
    assert "SAY0914" in refused.out


@pytest.mark.parametrize(
    ("decks", "message"),
    [
        (
            ["Red=one-wofl", "Blue=whole-box"],
            "There is no deck one-wofl, nor a file; did you mean one-wolf.",
        ),
        (["Red=one-wolf"], "A deck for each seat, or for none; Blue has none."),
        (["one-wolf"], "Say whose deck it is: --deck Red=one-wolf."),
        (["Red=one-wolf", "Red=whole-box"], "Red has two decks."),
    ],
)
def test_choices_that_are_refused(sayso, decks, message):
    options = [part for deck in decks for part in ("--deck", deck)]
    for command in (["play", BOX, "--bots", "random"], ["simulate", BOX, "--games", "1"]):
        run = sayso(*command, *options)
        assert run.status == 2
        assert message in run.err
