"""Many games at once, with masks of actions and observations, as programs that learn want them: against OpenSpiel."""

from importlib import import_module
from typing import Any

from benchmarks.games import ROOT
from benchmarks.harness import Contestants, Unavailable, benchmark

PACK, GAMES, STEPS = "tests/packs/connect-four", 64, 50


@benchmark(
    "batches",
    f"{STEPS} steps of {GAMES} games of Connect Four, with masks and observations",
    unit="batch",
    rounds=7,
)
def batches() -> Contestants:
    try:
        numpy = import_module("numpy")
    except ImportError:
        raise Unavailable("NumPy is not installed") from None
    from toolkit.adapters.vector import Vector

    fast, slow = Vector(ROOT / PACK, GAMES), Vector(ROOT / PACK, GAMES)
    slow._flat = None

    def of_pack(games: Vector) -> object:
        chance = numpy.random.default_rng(1)
        games.reset()
        for _ in range(STEPS):
            games.step(games.random(chance))
        return games.observation

    found: dict[str, Any] = {"the pack, in Python": lambda: of_pack(slow)}
    if fast._flat:
        found["the pack, on the flat machine"] = lambda: of_pack(fast)
    try:
        game = import_module("pyspiel").load_game("connect_four")
    except ImportError:
        return found

    def of_spiel() -> object:
        chance = numpy.random.default_rng(1)
        masks = numpy.zeros((GAMES, game.num_distinct_actions()), numpy.uint8)
        seen = numpy.zeros((GAMES, game.observation_tensor_size()), numpy.float32)
        states = [game.new_initial_state() for _ in range(GAMES)]
        for _ in range(STEPS):
            for number, state in enumerate(states):
                masks[number] = state.legal_actions_mask()
                seen[number] = state.observation_tensor()
            actions = numpy.argmax(masks * chance.random(masks.shape, numpy.float32), axis=1)
            for number, state in enumerate(states):
                state.apply_action(int(actions[number]))
                if state.is_terminal():
                    states[number] = game.new_initial_state()
        return seen

    return {"OpenSpiel, connect_four": of_spiel, **found}
