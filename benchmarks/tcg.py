"""Random games between the two decks of the card pack.  There is no twin in Python: the pack with its log and without
generated code are compared with the pack, and a report says how many actions a second that is.

`python -m benchmarks.tcg` prints the report: games and decisions a second, options a decision, and what takes most
time, by the sentence that asked before.
"""

from collections import Counter
from random import Random
from time import perf_counter
from typing import Any

from benchmarks.games import machine, playouts
from benchmarks.harness import Contestants, benchmark

PACK, GAMES = "content/cyberpunk-tcg", 2


@benchmark("tcg", f"{GAMES} random games between the decks of the alpha kit", unit=f"{GAMES} games", rounds=5)
def tcg() -> Contestants:
    return {
        "the pack": playouts(machine(PACK), GAMES),
        "the pack, with its log": playouts(machine(PACK), GAMES, log=True),
        "the pack, without generated code": playouts(machine(PACK, plain=True), GAMES),
    }


def measured(games: int) -> dict[str, float]:
    """Games and decisions a second, decisions a game, options a decision."""
    player, random = machine(PACK), Random(1).random
    state: Any = player.start(0, log=False)  # the first game generates the code
    decisions = options = 0
    began = perf_counter()
    for seed in range(games):
        state = player.start(seed, log=False)
        while (decision := state.decision) is not None:
            offered = decision.options[0]
            decisions, options = decisions + 1, options + len(offered)
            player.choose(state, int(random() * len(offered)), decision.seats[0])
    seconds = perf_counter() - began
    return {
        "games a second": games / seconds,
        "decisions a second": decisions / seconds,
        "decisions a game": decisions / games,
        "options a decision": options / decisions,
    }


def slowest(games: int, number: int = 10) -> list[tuple[float, str]]:
    """Share of time by the sentence that asked next: what ran until then is its."""
    player, random = machine(PACK), Random(1).random
    spent: Counter[str] = Counter()
    for seed in range(games):
        state: Any = player.start(seed, log=False)
        while (decision := state.decision) is not None:
            at, frame = decision.options[0], state.frames[-1]
            program = player.ruleset.programs[frame[0]] if frame[0] >= 0 else None
            sentence = program.at[frame[1]] if program is not None and frame[1] < len(program.at) else -1
            text = player.ruleset.sentences[sentence].text if sentence >= 0 else "(a choice of rules)"
            began = perf_counter()
            player.choose(state, int(random() * len(at)), decision.seats[0])
            spent[" ".join(text.split())[:90]] += perf_counter() - began  # type: ignore[assignment]
    total = sum(spent.values())
    return [(time / total, text) for text, time in spent.most_common(number)]


if __name__ == "__main__":
    for what, figure in measured(20).items():
        print(f"{what:20} {figure:.1f}")
    for share, text in slowest(10):
        print(f"{100 * share:5.1f} %  after: {text}")
