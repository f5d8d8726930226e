"""`sayso arena`: every bot in every seat of the same games, ratings that are right, and bots of two evaluations."""

import json
import random
import shutil
from collections import Counter
from math import log10, sqrt
from pathlib import Path

import pytest

from tests.prove.conftest import PACKS
from toolkit.prove import fanout
from toolkit.prove.arena import Contender, Cup, Ring, contend, line_ups, open_ring, standings_data
from toolkit.prove.inference import Z
from toolkit.prove.rating import ELO, inverse, ratings
from toolkit.prove.simulate import Job

KINGS = PACKS / "hidden-hand"


# --- Ratings ------------------------------------------------------------------------------------------------


def test_two_are_as_far_apart_as_the_odds_say():
    one, other = ratings(2, {(0, 1): [18, 7], (1, 0): [3, 12]})
    assert one.points - other.points == pytest.approx(400 * log10(30.5 / 10.5))
    error = ELO * sqrt(1 / 30.5 + 1 / 10.5)  # of the difference; each is half of it from the mean
    assert (one.error, other.error) == (pytest.approx(error / 2), pytest.approx(error / 2))
    assert one.interval == pytest.approx((one.points - Z * one.error, one.points + Z * one.error))


def test_who_won_every_game_has_an_end_and_an_interval():
    best, worst = ratings(2, {(0, 1): [40, 0]})
    assert 200 < best.points < 500 and best.interval[0] > 0 and best.error > 50
    assert best.points == pytest.approx(-worst.points)


def test_equal_players_are_equal_and_draws_are_shared():
    assert [r.points for r in ratings(3, {(0, 1, 2): [4.0, 4.0, 4.0]})] == pytest.approx([0, 0, 0], abs=1e-6)


def test_who_met_nobody_is_neither_strong_nor_weak():
    best, _, lone = ratings(3, {(0, 1): [9, 1]})
    assert abs(lone.points) < 1 and lone.error > 1.5 * best.error
    assert [rating.points for rating in ratings(2, {})] == [0, 0]


def test_strengths_are_found_again_and_lie_in_their_intervals():
    true = [1.0, 0.3, -0.2, -1.1]
    chance, held, tries = random.Random(3), 0, 60
    for _ in range(tries):
        results = {}
        for table in line_ups(4, 3):
            weights = [2.718281828 ** true[player] for player in table]
            results[table] = [0.0] * 3
            for _ in range(12):
                results[table][chance.choices(range(3), weights)[0]] += 1
        for rating, strength in zip(ratings(4, results), true, strict=True):
            held += rating.interval[0] <= ELO * strength <= rating.interval[1]
    assert held / (4 * tries) > 0.9


def test_an_inverse_is_one():
    matrix = [[0.0, 2.0, 1.0], [1.0, 0.0, 3.0], [2.0, 1.0, 0.5]]
    found = inverse(matrix)
    product = [[sum(a * found[k][j] for k, a in enumerate(row)) for j in range(3)] for row in matrix]
    assert product == [pytest.approx([float(i == j) for j in range(3)]) for i in range(3)]


# --- Who sits where -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("bots", [2, 3, 4, 5])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_bot_sits_in_every_seat_equally_often(bots, seats):
    sat = Counter((bot, seat) for table in line_ups(bots, seats) for seat, bot in enumerate(table))
    assert set(sat) == {(bot, seat) for bot in range(bots) for seat in range(seats)}
    assert len(set(sat.values())) == 1
    for table in line_ups(bots, seats):
        assert len(set(table)) == min(bots, seats)


# --- Games --------------------------------------------------------------------------------------------------


def ring_of(folder: Path, *names: str, games: int = 20, **rest) -> Ring:
    return open_ring(Cup(Job(folder, games, **rest), tuple(Contender(name, name) for name in names)))


def standings(folder: Path, *names: str, games: int = 20, jobs: int = 1, **rest) -> dict:
    ring = ring_of(folder, *names, games=games, **rest)
    return standings_data(ring, contend(ring.cup, jobs, ring=ring))


def test_the_same_bot_twice_is_equally_strong():
    cup = Cup(Job(KINGS, 30), (Contender("one", "first"), Contender("two", "first")))
    ring = open_ring(cup)
    data = standings_data(ring, contend(cup, ring=ring))
    assert [bot["elo"] for bot in data["bots"]] == pytest.approx([0, 0], abs=0.1)
    assert data["pairs"][0]["won"][0] == data["pairs"][0]["won"][1]


def test_everything_is_the_same_for_one_process_and_for_two(starter):
    names = ("greedy:4", "random", "first")
    assert standings(starter, *names, jobs=1) == standings(starter, *names, jobs=2)


def test_rounds_are_played_whole():
    ring = ring_of(KINGS, "first", "random", "greedy:2", games=7)
    assert ring.games == 12  # three pairs, each both ways round: six line-ups
    assert contend(ring.cup, ring=ring).games == 12


def test_greedy_bots_are_stronger_than_random_ones(starter):
    best, worst = standings(starter, "random", "greedy", games=60)["bots"]
    assert (best["bot"], worst["bot"]) == ("greedy", "random")
    assert best["interval"][0] > worst["interval"][1]
    assert best["sat"] == worst["sat"] == 60


@pytest.fixture
def unwise(starter):
    """Another version of the pack, whose bots want to have little."""
    cards = starter / "cards" / "cards.yaml"
    cards.write_text(cards.read_text("utf-8").replace("Score 1 point for", "Score 2 points for"), "utf-8")
    folder = Path(shutil.copytree(starter, "unwise"))
    rules = folder / "rules" / "game.yaml"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(
        text.replace("value: Score your points.", "value: Score -1 for each point you have."), "utf-8"
    )
    return folder


def test_two_versions_of_an_evaluation_play_the_same_game(sayso, starter, unwise):
    run = sayso("arena", starter, "greedy", f"greedy@{unwise}", "--games", 100, "--json")
    data = json.loads(run.out)
    assert [bot["bot"] for bot in data["bots"]] == ["greedy", "greedy@unwise"]
    assert data["bots"][0]["interval"][0] > 0


def test_a_version_of_another_game_cannot_judge(sayso, starter):
    run = sayso("arena", starter, "greedy", f"greedy@{KINGS}", "--games", 2)
    assert run.status == 2 and "cannot judge these games" in run.err


# --- The command --------------------------------------------------------------------------------------------


def test_tables(sayso, starter):
    run = sayso("arena", starter, "greedy:4", "random", "first", "--games", 12, "--players", 3)
    assert run.status == 0
    assert run.out.startswith("game: 12 games, 3 players, seed 1")
    assert "One against another" in run.out and "greedy:4 – random" in run.out


@pytest.mark.parametrize(
    ("bots", "says"),
    [
        (["greedy"], "Name two bots or more"),
        (["greedy", "greedy"], "each once"),
        (["greedy", "gredy"], "did you mean greedy"),
        (["greedy", "random:5"], "There is no bot random:5"),
        (["greedy", "greedy@nowhere"], "nowhere is no folder of a pack, and no revision"),
    ],
)
def test_what_cannot_play_is_misuse(sayso, starter, bots, says):
    run = sayso("arena", starter, *bots)
    assert run.status == 2 and says in run.err


def test_a_pack_with_errors_is_shown(sayso, starter):
    cards = starter / "cards" / "cards.yaml"
    cards.write_text(cards.read_text().replace("Score 1 point.", "Score 1 pint."))
    run = sayso("arena", starter, "greedy", "random")
    assert run.status == 1 and "SAY0401" in run.out


def test_stopped_early_keeps_what_is_done(sayso, starter, monkeypatch):
    play = Ring.play

    def interrupted(self, first, count):
        if first >= 5:
            raise KeyboardInterrupt
        return play(self, first, count)

    monkeypatch.setattr(fanout, "NO_TIME", 0.0)  # one game after the other
    monkeypatch.setattr(Ring, "play", interrupted)
    run = sayso("arena", starter, "random", "first", "--games", 20)
    assert run.status == 130
    assert run.out.startswith("game: 5 of 20 games") and "Stopped after 5 of 20 games" in run.err


def test_a_game_that_does_not_end_is_counted_as_failed(sayso):
    run = sayso("arena", PACKS / "runaway", "random", "first", "--games", 2)
    assert run.status == 1 and "2 games did not end as they should" in run.err


def test_who_thinks_for_so_long_plays_in_the_arena_and_nowhere_else_that_counts(sayso):
    game = ("arena", PACKS / "tic-tac-toe", "lookahead:2ms", "random", "--games", "2")
    run = sayso(*game)
    assert run.status == 0 and "true of this machine" in run.out
    assert json.loads(sayso(*game, "--json").out)["repeatable"] is False
    assert json.loads(sayso(*game[:2], "easy", "random", "--games", "2", "--json").out)["repeatable"] is True
    for command in ("simulate", "compare"):
        packs = [PACKS / "tic-tac-toe"] * (1 + (command == "compare"))
        refused = sayso(command, *packs, "--bots", "hard", "--games", "1")
        assert refused.status == 2 and "how fast the machine is" in refused.err
