"""OpenSpiel's own tests of games, on packs."""

import pytest

from tests.games.players import ROOT

pyspiel = pytest.importorskip("pyspiel", reason="pip install 'sayso[openspiel]'")

from toolkit.adapters import openspiel  # noqa: E402

PACKS = ("tests/packs/tic-tac-toe", "tests/packs/connect-four", "content/sentient", "content/cyberpunk-tcg")


@pytest.mark.parametrize(
    "path",
    [
        *PACKS[:2],
        "tests/packs/secret-choice",
        "tests/packs/dice",
        # games that the next test plays, too, and writes and reads besides
        *(pytest.param(path, marks=pytest.mark.long) for path in PACKS[2:]),
    ],
)
def test_random_games(path, capfd):
    pyspiel.random_sim_test(openspiel.game(str(ROOT / path)), num_sims=1, serialize=False, verbose=False)
    assert "rror" not in capfd.readouterr().err


@pytest.mark.parametrize("path", PACKS)
def test_random_games_that_are_written_and_read(path, capfd):
    game = pyspiel.load_game(openspiel.register(str(ROOT / path)))
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    assert "rror" not in capfd.readouterr().err


@pytest.mark.parametrize(
    "path",
    [
        *PACKS[:2],
        pytest.param(PACKS[2], marks=pytest.mark.long),
        pytest.param(PACKS[3], marks=pytest.mark.long),
    ],
)
def test_a_playthrough_is_the_same_again(path, tmp_path):
    flags = pytest.importorskip("absl.flags")
    from open_spiel.python.algorithms import generate_playthrough

    flags.FLAGS(["playthrough"])
    name = openspiel.register(str(ROOT / path))
    file = tmp_path / "playthrough.txt"
    file.write_text(generate_playthrough.playthrough(name, None, seed=3))
    original, again = generate_playthrough.replay(str(file))
    assert original == again and "Apply action" in original


def test_information_states_are_those_of_the_player():
    game = openspiel.game(str(ROOT / "tests/packs/hidden-hand"))
    deals = {}
    for first in range(8):
        state = game.new_initial_state()
        state.apply_action(first)
        while state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(chance for _, chance in outcomes) == pytest.approx(1.0)
            state.apply_action(outcomes[-1][0])
        deals.setdefault(state.information_state_string(1), set()).add(state.information_state_string(0))
        assert len(state.information_state_tensor(0)) == game.information_state_tensor_size()
    assert any(
        len(seen) > 1 for seen in deals.values()
    )  # one player sees a difference that the other does not


def test_a_world_that_could_be():
    game = openspiel.game(str(ROOT / "tests/packs/hidden-hand"))
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(0)
    other = state.resample_from_infostate(0, lambda: 0.25)
    assert other.information_state_string(0) == state.information_state_string(0)
    assert other.legal_actions() == state.legal_actions()


def test_its_algorithms_run():
    import numpy as np
    from open_spiel.python.algorithms import external_sampling_mccfr, mcts

    game = openspiel.game(str(ROOT / "tests/packs/tic-tac-toe"))
    bot = mcts.MCTSBot(
        game,
        2,
        20,
        mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        random_state=np.random.RandomState(2),
    )
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    assert sum(state.returns()) == 0
    solver = external_sampling_mccfr.ExternalSamplingSolver(
        openspiel.game(str(ROOT / "tests/packs/secret-choice"))
    )
    solver.iteration()
    assert solver.average_policy() is not None


def test_players_are_a_parameter():
    name = openspiel.register(str(ROOT / "content/sentient"))
    assert pyspiel.load_game(name, {"players": 3}).num_players() == 3
    assert pyspiel.load_game(f"{name}(players=4)").num_players() == 4
