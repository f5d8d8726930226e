"""`sayso compare`: the same seeds on two versions, what differs, why, and that nothing differs where nothing should."""

import json
import shutil
from pathlib import Path

import pytest

from tests.prove.conftest import PACKS
from tests.prove.test_simulate import Tags
from toolkit.prove import fanout
from toolkit.prove.compare.findings import findings, founds
from toolkit.prove.compare.pairs import Match, Sides, contest, open_sides
from toolkit.prove.compare.tables import as_markdown, report
from toolkit.prove.simulate import Job

POINTS = ("Score 1 point for each card in your row.", "Score 2 points for each card in your row.")


@pytest.fixture
def versions(starter):
    """`versions((file, old words, new words), …)`: the folders of two versions of the pack `sayso new` makes."""

    def call(*swaps):
        shutil.rmtree("new", ignore_errors=True)
        shutil.copytree(starter, "new")
        for file, before, after in swaps:
            path = Path("new") / file
            text = path.read_text(encoding="utf-8")
            assert before in text, before
            path.write_text(text.replace(before, after), encoding="utf-8")
        return starter, Path("new")

    return call


@pytest.fixture
def compared(versions):
    """The findings of two versions, as data."""

    def call(*swaps, games=30, jobs=1, bots=("random",), **rest):
        match = Match(*(Job(folder, games, bots=bots, **rest) for folder in versions(*swaps)))
        sides = open_sides(match)
        return findings(sides, contest(match, jobs, sides=sides))

    return call


def verdict(data):
    return " ".join(report(data).verdict)


def row(data, section, id, measure):
    return next(
        each
        for each in data["measures"]
        if (each["section"], each["id"], each["measure"]) == (section, id, measure)
    )


# --- Nothing differs ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("bots", [("random",), ("greedy:4",)])
def test_a_pack_and_itself_differ_in_nothing(bots):
    folder = PACKS / "hidden-hand"
    match = Match(Job(folder, 20, bots=bots), Job(folder, 20, bots=bots))
    contrast = contest(match)
    assert contrast.pairs == 20 and not contrast.differences and not contrast.apart
    assert all(each.difference == 0 and each.chance is None for each in founds(contrast))
    assert all(old == new for _, both in contrast.joint for old, new in [(both[:2], both[2:])])


def test_another_wording_of_the_same_meaning_differs_in_nothing_and_says_so(compared):
    data = compared(
        ("rules/game.yaml", "that player wins the game", "they win the game"),
    )
    assert {change["effect"] for change in data["changes"]} == {"wording"}
    assert data["same"] and data["causes"] == []
    assert all(each["difference"] == 0 for each in data["measures"])
    assert "the meaning is the same" in verdict(data)


def test_a_name_is_none_of_the_game(compared):
    data = compared(("cards/cards.yaml", "name: Pebble", "name: Little stone"))
    assert data["same"] and "No rule depends on what has changed" in verdict(data)


def test_another_id_is_still_the_same_card(compared):
    data = compared(("cards/cards.yaml", "id: pebble", "id: stone"))
    assert data["same"], data["causes"]
    taken = row(data, "card", "stone", "taken")
    assert taken["old"] == taken["new"] > 0


def test_what_no_game_reaches_is_told_with_how_much_that_proves(compared):
    rule = (
        "rules/game.yaml",
        "rules:\n",
        "rules:\n- When a player has at least 90 points, that player loses 1 point.\n",
    )
    data = compared(rule, games=20)
    assert data["same"] and [cause["pairs"] for cause in data["causes"]] == [0]
    assert "made no difference" in verdict(data) and "16.1 %" in verdict(data)


# --- Something does -----------------------------------------------------------------------------------------


def test_a_card_whose_number_changed_is_named_with_what_it_did(compared):
    data = compared(("cards/cards.yaml", *POINTS), games=60)
    first = data["causes"][0]
    assert (first["about"]["type"], first["about"]["id"]) == ("card", "stack")
    assert first["pairs"] == data["apart"] > 50
    found = report(data)
    assert found.changed[0].heading == "card stack (Stack)"
    assert found.changed[0].lines == [("-", POINTS[0]), ("+", POINTS[1])]
    length = row(data, "game", "", "decisions")
    assert length["changed"] and length["difference"] < -1
    low, high = length["interval"]
    assert low < length["difference"] < high < 0
    edited = [each for each in data["measures"] if each["edited"]]
    assert {each["id"] for each in edited} == {"stack"} and any(each["changed"] for each in edited)


def test_of_two_changed_cards_the_one_that_did_it_is_named(compared):
    data = compared(
        ("cards/cards.yaml", *POINTS),
        ("rules/game.yaml", "rules:\n", "rules:\n- When a player has at least 90 points, that player loses 1 point.\n"),
        games=40,
    )  # fmt: skip
    named = [(cause["about"] and cause["about"]["id"], cause["pairs"] > 0) for cause in data["causes"]]
    assert named[0] == ("stack", True) and not any(happened for _, happened in named[1:])


def test_copies_change_what_lies_in_the_deck(compared):
    data = compared(
        ("cards/cards.yaml", "copies: 8\nscore: Score 1 point.", "copies: 9\nscore: Score 1 point.")
    )
    assert data["apart"] > 0  # the deck is shuffled otherwise
    assert any(cause["about"] and cause["about"]["id"] == "pebble" for cause in data["causes"])


def test_the_same_cards_in_another_order_are_another_shuffle_and_no_change(starter):
    """All games differ, and what differs in them is chance."""
    cards = starter / "cards" / "cards.yaml"
    one, other = cards.read_text(encoding="utf-8").split("---\n")
    shutil.copytree(starter, "swapped")
    (Path("swapped") / "cards" / "cards.yaml").write_text(f"{other.rstrip()}\n---\n{one}", encoding="utf-8")
    match = Match(Job(starter, 150, seed=4), Job(Path("swapped"), 150, seed=4))
    sides = open_sides(match)
    data = findings(sides, contest(match, sides=sides))
    assert data["changes"] == [] and data["apart"] > 140
    assert [cause["about"] for cause in data["causes"]] == [None]
    assert data["compared"] > 20 and not any(each["changed"] for each in data["measures"])
    assert "the order of its documents" in verdict(data)


def test_bots_that_want_something_else_choose_otherwise(compared):
    data = compared(
        ("rules/game.yaml", "value: Score your points.", "value: Score -1 for each point you have."),
        bots=("greedy",),
        games=6,
    )
    assert data["apart"] == 6
    assert sum(cause["choice"] for cause in data["causes"]) == 6
    assert data["causes"][-1]["about"] is None  # no card did it


def test_everything_is_the_same_for_one_process_and_for_two(compared):
    swap = "cards/cards.yaml", *POINTS
    assert compared(swap, games=40, jobs=1, seed=3) == compared(swap, games=40, jobs=2, seed=3)


def test_a_pair_is_the_same_whatever_was_played_before_it(versions):
    """Also where a game comes to what differs before anything is decided, as some of these do."""
    match = Match(*(Job(folder, 40, seed=3) for folder in versions(("cards/cards.yaml", *POINTS))))
    one, other = open_sides(match), open_sides(match)
    backwards = {game: other.play(game, 1) for game in reversed(range(40))}
    assert all(one.play(game, 1) == backwards[game] for game in range(40))


def test_chunks_add_up_to_the_same(versions):
    match = Match(*(Job(folder, 20) for folder in versions(("cards/cards.yaml", *POINTS))))
    sides = open_sides(match)
    whole, parts = sides.play(0, 20), sides.play(12, 8)
    for first, count in ((0, 5), (5, 7)):
        parts.add(sides.play(first, count))
    assert whole == parts


def test_ways_of_a_story_are_compared():
    folder = PACKS / "two-roads"
    match = Match(Job(folder, 10), Job(folder, 10))
    ways = [found for found in founds(contest(match)) if found.measure.section in ("branch", "epilogue")]
    assert {found.measure.section for found in ways} == {"branch", "epilogue"}
    assert all(0 < (found.old or 0) <= 1 and found.form == "rate" for found in ways)


def test_versions_for_other_numbers_of_players_are_misuse(sayso, versions):
    old, new = versions(("pack.yaml", "players: 2 to 4", "players: 3 to 4"))
    run = sayso("compare", old, new, "--games", 2)
    assert run.status == 2 and "number of players" in run.err
    assert sayso("compare", old, new, "--games", 2, "--players", 3).status == 0


# --- The command --------------------------------------------------------------------------------------------


def test_the_command_says_it_first_and_in_full(sayso, versions):
    old, new = versions(("cards/cards.yaml", *POINTS))
    run = sayso("compare", old, new, "--games", 40, "--html", "page.html")
    assert run.status == 0
    lines = run.out.splitlines()
    assert "40 pairs of games, 2 players (random)" in lines[0]
    assert lines.index("card stack (Stack)") < lines.index("Seats")
    assert f"  - {POINTS[0]}" in lines and f"  + {POINTS[1]}" in lines
    assert "Benjamini-Hochberg" in run.out
    tags = Tags()
    tags.feed(Path("page.html").read_text(encoding="utf-8"))
    assert tags.open == [] and "card stack (Stack)" in tags.text


def test_data_are_json_and_hold_every_measure(sayso, versions):
    run = sayso("compare", *versions(("cards/cards.yaml", *POINTS)), "--games", 10, "--json")
    data = json.loads(run.out)
    assert data["pairs"] == 10
    assert {each["section"] for each in data["measures"]} == {"seat", "game", "kind", "card"}
    wins = [each for each in data["measures"] if each["measure"] == "wins"]
    assert {each["form"] for each in wins} == {"rate"}


def test_markdown_holds_no_markup_of_an_author(compared):
    name = "Pebble | <b> @somebody #12 `x`"
    data = compared(
        ("cards/cards.yaml", "name: Pebble", f"name: '{name}'"),
        ("cards/cards.yaml", "Score 1 point.", "Score 2 points."),
    )
    text = as_markdown(data)
    assert "<b>" not in text and "@somebody" not in text and "#12 " not in text
    assert all(line.count("|") == 8 for line in text.splitlines() if line.startswith("| "))
    assert "```diff\n- Score 1 point.\n+ Score 2 points.\n```" in text


def test_stopped_early_keeps_the_pairs_that_are_done(sayso, versions, monkeypatch):
    play = Sides.play

    def interrupted(self, first, count):
        if first >= 6:
            raise KeyboardInterrupt
        return play(self, first, count)

    monkeypatch.setattr(fanout, "NO_TIME", 0.0)  # one pair after the other
    monkeypatch.setattr(Sides, "play", interrupted)
    run = sayso("compare", *versions(), "--games", 20)
    assert run.status == 130
    assert "6 pairs of games" in run.out and "Stopped after 6 of 20 pairs" in run.err


def test_a_game_that_fails_is_told_and_left_out_with_its_pair(sayso, versions):
    limit = "- Each player has at least 0 points.", "- Each player has at most 4 points."
    run = sayso("compare", *versions(("rules/game.yaml", *limit)), "--games", 5)
    assert run.status == 1
    assert "games failed and are left out" in run.out and "an invariant does not hold" in run.err


def test_a_pack_with_errors_is_shown(sayso, versions):
    run = sayso("compare", *versions(("cards/cards.yaml", "Score 1 point.", "Score 1 pint.")))
    assert run.status == 1 and "SAY0401" in run.out
