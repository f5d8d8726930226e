"""Random games for the benchmarks: of a pack through the machine, and of a hand-written twin.

The twins are the references of the tests, which are shown there to play the same games.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from benchmarks.harness import Unavailable
from toolkit.compile.compiled import CompiledGame
from toolkit.compile.pack import load_pack
from toolkit.flat import Lowered, NotLowered, available
from toolkit.kernel.random import Chance
from toolkit.machine import Decision, Machine
from toolkit.play.stepper import Stepper
from toolkit.verbs import load_verbs

__all__ = ["NotLowered", "compiled", "flat", "machine", "playouts", "report", "spiel", "twin"]

ROOT = Path(__file__).resolve().parent.parent


@cache
def compiled(pack: str, players: int = 2) -> CompiledGame:
    """The compiled game of a pack, by its path from the project's root."""
    if not (ROOT / pack / "pack.yaml").is_file():
        raise Unavailable(f"{pack} does not exist")
    loaded = load_pack(ROOT / pack, ()).value
    assert loaded is not None
    checked = loaded.compiled(players)
    if checked.errors:
        raise Unavailable(f"{pack} has errors: {checked.errors[0]}")
    return checked.unwrap()


def machine(pack: str, players: int = 2, plain: bool = False) -> Machine:
    game = compiled(pack, players)
    return Machine(game.model, game.ruleset, load_verbs(), plain=plain)


def playouts(machine: Machine, games: int, log: bool = False) -> Callable[[], object]:
    """Plays so many random games to their ends, the same ones in each call."""

    def call() -> int:
        random = Random(1).random

        def pick(decision: Decision) -> tuple[int, int]:
            at = int(random() * len(decision.seats))
            return at, int(random() * len(decision.options[at]))

        return sum(Stepper(machine, machine.start(seed, log=log)).play(pick) for seed in range(games))

    return call


def flat(machine: Machine, games: int) -> dict[str, Callable[[], object]]:
    """As many random games of the machine over flat state, if it is compiled: each in one call, and decision by
    decision.
    """
    if not available():
        return {}
    lowered = Lowered(machine)

    def whole() -> int:
        return sum(lowered.start(seed).play_random(Chance(seed)) for seed in range(games))

    def stepped() -> int:
        random = Random(1).random
        made = 0
        for seed in range(games):
            game = lowered.start(seed)
            while options := game.options:
                game.choose(int(random() * options))
                made += 1
        return made

    return {"the pack, flat": whole, "the pack, flat, decision by decision": stepped}


def spiel(name: str, games: int) -> dict[str, Callable[[], object]]:
    """As many random games of OpenSpiel, driven from Python, if somebody has installed it (`pip install open_spiel`;
    its games in Python want `ml_collections`, too).
    """
    try:
        pyspiel = import_module("pyspiel")
        if name.startswith("python_"):
            import_module("open_spiel.python.games")  # which registers them
    except ImportError:
        return {}
    game = pyspiel.load_game(name)

    def call() -> int:
        random = Random(1).random
        made = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[int(random() * len(legal))])
                made += 1
        return made

    return {f"OpenSpiel, {name}": call}


def twin(new: Callable[[], Any], games: int) -> Callable[[], object]:
    """As many random games of a hand-written twin: `legal()`, `play(move)`, `over`."""

    def call() -> int:
        random = Random(1).random
        decisions = 0
        for _ in range(games):
            game = new()
            while not game.over:
                legal = game.legal()
                game.play(legal[int(random() * len(legal))])
                decisions += 1
        return decisions

    return call


def report(machine: Machine, games: int, slowest: int = 10) -> Iterator[str]:
    """Lines: games and decisions a second of one core, decisions and options, and the share of time by the sentence
    that asked before.
    """
    random = Random(1).random
    machine.start(0, log=False)  # the first game generates the code
    decisions = options = 0
    spent: dict[str, float] = defaultdict(float)
    began = process_time()
    for seed in range(games):
        state: Any = machine.start(seed, log=False)
        while (decision := state.decision) is not None:
            offered, frame = decision.options[0], state.frames[-1]
            decisions, options = decisions + 1, options + len(offered)
            program = machine.ruleset.programs[frame[0]] if frame[0] >= 0 else None
            sentence = program.at[frame[1]] if program is not None and frame[1] < len(program.at) else -1
            text = machine.ruleset.sentences[sentence].text if sentence >= 0 else "(a choice of rules)"
            before = process_time()
            machine.choose(state, int(random() * len(offered)), decision.seats[0])
            spent[" ".join(text.split())[:90]] += process_time() - before
    seconds = process_time() - began
    yield f"games a second      {games / seconds:.2f}"
    yield f"decisions a second  {decisions / seconds:.0f}"
    yield f"decisions a game    {decisions / games:.0f}"
    yield f"options a decision  {options / decisions:.1f}"
    total = sum(spent.values())
    for text, time in sorted(spent.items(), key=lambda each: -each[1])[:slowest]:
        yield f"{100 * time / total:5.1f} %  after: {text}"
