"""Players that are no people.

A bot sees a decision and what its seat may see, nothing else, and answers with an option's index.  Chance
comes from a stream of its own, so that a game with bots draws the same dice as the same game without.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from toolkit.kernel.random import Chance, below, mix, sample
from toolkit.play.outlook import Outlook
from toolkit.report.suggest import nearest

if TYPE_CHECKING:
    from toolkit.kernel.state import State
    from toolkit.play.game import Decision, Game, Option


class Bot(Protocol):
    """`name`: as `--bots` knows it."""

    name: str

    def choose(
        self, options: Sequence[Option], decision: Decision, view: Callable[[], dict[str, Any]]
    ) -> int:
        """The index of one of the options.  `view()`: what the bot's seat knows."""


class Thinker(Bot, Protocol):
    """A bot that is asked without words; it may look ahead."""

    def think(self, outlook: Outlook) -> int:
        """The index of one of the options."""


class RandomBot:
    """Takes any option, each as likely as the other."""

    name = "random"

    def __init__(self, seed: int, seat: int) -> None:
        self.seed = stream(seed, seat)
        self.chance = Chance(self.seed)

    def at(self, decisions: int) -> None:
        """So many decisions have been made in the game: chance is a function of that, so that a game that was
        interrupted goes on as it would have gone on.
        """
        self.chance = Chance(mix(self.seed, decisions))

    def choose(
        self, options: Sequence[Option], decision: Decision, view: Callable[[], dict[str, Any]]
    ) -> int:
        return below(self.chance, len(options))

    def think(self, outlook: Outlook) -> int:
        return below(self.chance, outlook.count)


class FirstBot:
    """Always takes the first option: the shortest way to see whether a game ends."""

    name = "first"

    def __init__(self, seed: int, seat: int) -> None:
        pass

    def choose(
        self, options: Sequence[Option], decision: Decision, view: Callable[[], dict[str, Any]]
    ) -> int:
        return 0

    def think(self, outlook: Outlook) -> int:
        return 0


class GreedyBot(RandomBot):
    """Tries what it could do now and takes that after which it is furthest ahead of the best of the others, by
    the pack's `evaluation`, or the first quantity of players.

    Each option is tried in worlds in which everything that the seat cannot know is dealt anew; what is then
    asked of the seat itself is answered at random, several times, and the best of these counts.  The world
    goes on until somebody else decides.  Equally good options: any of them.
    """

    name = "greedy"

    worlds, tries, widest, deepest = 2, 32, 16, 8
    """How many worlds, runs in all, options (of more, some), and own decisions in a run."""

    def __init__(self, seed: int, seat: int, budget: int | None = None) -> None:
        super().__init__(seed, seat)
        if budget is not None:  # so few runs are best spent in one world
            self.worlds, self.tries, self.widest = 1, budget, min(budget, self.widest)

    def think(self, outlook: Outlook) -> int:
        indices: Sequence[int] = outlook.different
        if len(indices) > self.widest:
            indices = sorted(sample(self.chance, indices, self.widest))
        if len(indices) < 2:
            return indices[0]
        times = max(1, self.tries // (self.worlds * len(indices)))
        worth = dict.fromkeys(indices, 0)
        for _ in range(self.worlds):
            world = outlook.imagine(self.chance)
            for index in indices:
                worth[index] += self._best(outlook, world, index, times)
        best = max(worth.values())
        ties = [index for index in indices if worth[index] == best]
        return ties[below(self.chance, len(ties))]

    def _best(self, outlook: Outlook, world: State, index: int, times: int) -> int:
        found = None
        for _ in range(times):
            worth, decided = outlook.run(world, index, self.chance, self.deepest)
            found = worth if found is None else max(found, worth)
            if not decided:
                break  # nothing was left to decide: it would be the same again
        assert found is not None
        return found

    def choose(
        self, options: Sequence[Option], decision: Decision, view: Callable[[], dict[str, Any]]
    ) -> int:
        raise TypeError("a bot that looks ahead is asked with `think`")


class LookaheadBot(GreedyBot):
    """Plays many lines in its head, for itself and the others, and goes where they went best: see
    `toolkit.play.lookahead`.  `budget`: how many lines for a decision.
    """

    name = "lookahead"

    budget = 100

    def __init__(self, seed: int, seat: int, budget: int | None = None) -> None:
        super().__init__(seed, seat)
        self.budget = budget or self.budget

    def think(self, outlook: Outlook) -> int:
        from toolkit.play.lookahead import Search

        if len(outlook.different) < 2:
            return outlook.different[0]
        return Search(outlook, self.chance).best(self.budget)


BOTS: dict[str, Callable[[int, int], Thinker]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "lookahead": LookaheadBot,
    "first": FirstBot,
}
"""Every bot by its name: called with the game's seed and the seat.  Those that look ahead take a budget, too:
`lookahead:50`, `greedy:8`."""


def stream(seed: int, seat: int) -> int:
    """The seed of a bot's own chance, far from the game's."""
    return mix(seed ^ 0xB075_B075_B075_B075, seat)


def make_bot(name: str, seed: int, seat: int) -> Thinker:
    """The bot of that name.  Raises `ValueError` with the names there are."""
    kind, colon, budget = name.partition(":")
    if kind not in BOTS:
        near = nearest(kind, BOTS)
        hint = f", did you mean {near[0]}" if near else f"; there are {', '.join(BOTS)}"
        raise ValueError(f"there is no bot {name}{hint}")
    if not colon:
        return BOTS[kind](seed, seat)
    thinker = {bot.name: bot for bot in (GreedyBot, LookaheadBot)}.get(kind)
    if thinker is None or not (budget.isascii() and budget.isdigit() and int(budget)):
        raise ValueError(
            f"{name} is no bot; how many lines it may try stands after lookahead or greedy: lookahead:200"
        )
    return thinker(seed, seat, int(budget))


def weighs(name: str) -> bool:
    """Whether the bot of that name weighs its options, so that what it takes says something about what is good."""
    return name.partition(":")[0] in (GreedyBot.name, LookaheadBot.name)


def seat_bots(
    text: str, players: Sequence[int], seed: int, person: Collection[str] = ()
) -> dict[int, Thinker]:
    """Bots by seat from *greedy,lookahead:50,random*, or one name for all; who is in `person` is no bot.  Raises
    `ValueError`.
    """
    names = [name.strip() for name in text.split(",")]
    if len(names) == 1:
        names = names * len(players)
    if len(names) != len(players):
        raise ValueError(f"{len(players)} seats decide, and there are {len(names)} players in {text}")
    seats = zip(players, names, strict=True)
    return {player: make_bot(name, seed, player) for player, name in seats if name not in person}


def answer(game: Game, bots: dict[int, Bot]) -> bool:
    """Let a bot answer the open decision; False when it belongs to nobody in `bots`."""
    decision = game.decision
    if decision is None:
        return False
    for seat in decision.seats:
        if seat in bots:
            options = decision.options_for(seat)
            bot = bots[seat]
            if isinstance(bot, RandomBot):
                bot.at(len(game.decisions))
            if isinstance(bot, GreedyBot):
                index = bot.think(Outlook(game.machine, game.state, seat))
            else:
                index = bot.choose(options, decision, partial(game.view, seat))
            game.choose(index, seat)
            return True
    return False


def play_out(game: Game, bots: dict[int, Bot]) -> int:
    """Bots play to the end; gives the number of decisions.  Raises `DiagnosticError` as `Game.choose` does."""
    before = len(game.decisions)
    while answer(game, bots):
        pass
    return len(game.decisions) - before
