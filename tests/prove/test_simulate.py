"""Many games: the same counts however they are shared out, and a replay for each that fails."""

import csv
import io
import json
import os
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.hygiene.project import ROOT
from tests.prove.conftest import PACKS
from toolkit.prove import fanout
from toolkit.prove.simulate import Job, Lab, open_lab, simulate
from toolkit.prove.summary import spread, summary
from toolkit.prove.tables import as_csv, as_text

HERE = Path(__file__).parent
KINGS = PACKS / "hidden-hand"


def lab_of(folder: Path, games: int = 30, **rest) -> Lab:
    return open_lab(Job(folder, games, **rest))


def summary_of(folder: Path, games: int = 30, jobs: int = 1, **rest) -> dict:
    lab = lab_of(folder, games, **rest)
    return summary(lab, simulate(lab.job, jobs, lab=lab))


def test_the_summary_is_the_same_for_one_process_and_for_two():
    assert summary_of(KINGS, 40, 1, seed=3) == summary_of(KINGS, 40, 2, seed=3)


def test_chunks_add_up_to_the_same():
    lab = lab_of(KINGS)
    whole, parts = lab.play(0, 30), lab.play(0, 7)
    for first, count in ((7, 20), (27, 3)):
        parts.add(lab.play(first, count))
    assert whole == parts


def test_another_seed_is_another_summary():
    assert summary_of(KINGS, seed=1)["seats"] != summary_of(KINGS, seed=2)["seats"]


def test_tables(golden):
    golden(HERE / "golden" / "kings.txt", as_text(summary_of(KINGS, 100, seed=1)) + "\n")


def test_components_are_counted_by_verb_and_what_they_earned(starter):
    data = summary_of(starter, 60)
    cards = {one["id"]: one["verbs"]["play"] for one in data["components"]}
    assert cards["pebble"]["earned"]["point"] == pytest.approx(
        1, abs=0.1
    )  # a Pebble that is won over may earn less
    assert cards["stack"]["earned"]["point"] > 2
    assert cards["stack"]["games"] <= data["games"]


def test_rows_for_a_spreadsheet():
    data = summary_of(KINGS)
    rows = list(csv.DictReader(io.StringIO(as_csv(data))))
    wins = {
        row["subject"]: int(row["value"])
        for row in rows
        if (row["section"], row["measure"]) == ("seat", "wins")
    }
    assert wins == {f"{seat['seat']} {seat['name']}": seat["wins"] for seat in data["seats"]}


class Tags(HTMLParser):
    """Checks that tags close in order, and that nothing outside is asked for."""

    def __init__(self):
        super().__init__()
        self.open, self.text = [], ""

    def handle_starttag(self, tag, attrs):
        assert not any(name in ("src", "href") for name, _ in attrs)
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def test_the_page_is_whole_and_escaped(sayso, starter):
    cards = starter / "cards" / "cards.yaml"
    cards.write_text(cards.read_text().replace("name: Pebble", "name: Pebble & <b>"))
    examples = starter / "examples" / "playing.yaml"
    examples.unlink()
    run = sayso("simulate", starter, "--games", 5, "--html", "games.html", "-q")
    assert run.status == 0, run.all
    page = Path("games.html").read_text()
    tags = Tags()
    tags.feed(page)
    assert tags.open == []
    assert "<svg" in page and "Pebble & <b>" in tags.text


def test_spread():
    assert spread({1: 2, 4: 1}) == {
        "mean": 2.0, "deviation": 1.4142, "least": 1, "median": 1, "most": 4, "counts": [[1, 2], [4, 1]],
    }  # fmt: skip


# --- What goes wrong ----------------------------------------------------------------------------------------


def test_an_effect_that_does_not_end_is_a_replay(sayso, tmp_path):
    run = sayso("simulate", PACKS / "runaway", "--games", 2, "--replays", tmp_path)
    assert run.status == 1
    assert "error[SAY0905]" in run.out and "game.yaml:18" in run.out
    replays = sorted(tmp_path.glob("*.replay.json"))
    assert len(replays) == 1  # another game would say the same
    assert "SAY0905" in sayso("replay", replays[0]).all


def test_a_broken_invariant_is_a_replay_that_leads_there(sayso, starter, tmp_path):
    rules = starter / "rules" / "game.yaml"
    rules.write_text(
        rules.read_text().replace(
            "- Each player has at least 0 points.", "- Each player has at most 4 points."
        )
    )
    run = sayso("simulate", starter, "--games", 4, "--replays", tmp_path)
    assert run.status == 1
    assert "an invariant does not hold" in run.err
    for path in tmp_path.glob("*.replay.json"):
        assert json.loads(path.read_text())["decisions"]


def test_stopped_early_keeps_what_is_done(sayso, starter, monkeypatch):
    import toolkit.prove.simulate as module

    play = module.Lab.play

    def interrupted(self, first, count):
        if first >= 6:
            raise KeyboardInterrupt
        return play(self, first, count)

    monkeypatch.setattr(fanout, "NO_TIME", 0.0)  # one game after the other
    monkeypatch.setattr(module.Lab, "play", interrupted)
    run = sayso("simulate", starter, "--games", 20)
    assert run.status == 130
    assert run.out.startswith("game: 6 of 20 games")
    assert "Stopped after 6" in run.err


def test_an_unknown_bot_and_a_wrong_number_of_bots_are_misuse(sayso, starter):
    assert sayso("simulate", starter, "--bots", "deep").status == 2
    assert "there are 2 seats" in sayso("simulate", starter, "--bots", "random,random,random").err.lower()


# --- Bots that look ahead -----------------------------------------------------------------------------------


def test_greedy_bots_beat_random_ones(starter):
    data = summary_of(starter, 40, bots=("greedy", "random"))
    first, second = data["seats"]
    assert first["wins"] > 1.3 * second["wins"]


def test_a_greedy_bot_does_not_change_the_game_by_thinking():
    from toolkit.play.bots import make_bot
    from toolkit.play.outlook import Outlook

    lab = lab_of(KINGS)
    state = lab.machine.start(5, log=True)
    before = state.digest()
    make_bot("greedy", 1, 1).think(Outlook(lab.machine, state, state.decision.seats[0]))
    assert state.digest() == before


def test_a_greedy_bot_does_not_peek(starter):
    """It answers the same, whatever the cards are that it cannot see."""
    from toolkit.kernel.random import Chance
    from toolkit.play.bots import make_bot
    from toolkit.play.outlook import Outlook

    lab = lab_of(starter)
    state = lab.machine.start(11, log=True)
    seat = state.decision.seats[0]
    other = lab.machine.redetermine(state, seat, Chance(99))
    # The bot's own chance deals the unknown cards from the same starting point only if their order is not used:
    # so what is compared is the answer over many worlds.
    answers = []
    for real in (state, other):
        bot = make_bot("greedy", 1, 1)
        bot.worlds, bot.tries = 12, 96
        answers.append(real.decision.options[0][bot.think(Outlook(lab.machine, real, seat))])
    kinds = [lab.compiled.model.entities[option[1]].name for option in answers]
    assert kinds[0] == kinds[1]


# --- Many games of a whole pack: SAYSO_GAMES=10000 makes it ten thousand ---------------------------------------

GAMES = int(os.environ.get("SAYSO_GAMES", "300"))
SENTIENT = ROOT / "content" / "sentient"


@pytest.mark.long
def test_random_games_of_all_numbers_of_players_never_fail():
    for players in (2, 3, 4):
        tally = simulate(Job(SENTIENT, GAMES // 3, seed=players, players=players))
        assert (tally.games, tally.failed) == (GAMES // 3, [])


@pytest.mark.long
def test_greedy_games_never_fail():
    tally = simulate(Job(SENTIENT, max(GAMES // 10, 1), bots=("greedy",)))
    assert (tally.games, tally.failed) == (max(GAMES // 10, 1), [])


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_pack_gives_the_same_summary_for_one_process_and_for_two(players):
    games = max(GAMES // 10, 4)
    one, two = (summary_of(SENTIENT, games, jobs, seed=9, players=players) for jobs in (1, 2))
    assert one == two
