"""Players that are no people.

A bot sees a decision and what its seat may see, nothing else, and answers with an option's index.  Chance
comes from a stream of its own, so that a game with bots draws the same dice as the same game without.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from re import ASCII, fullmatch
from typing import TYPE_CHECKING, Any, Protocol

from toolkit.kernel.random import Chance, below, mix, sample
from toolkit.play.outlook import Outlook
from toolkit.report.suggest import nearest

if TYPE_CHECKING:
    from toolkit.kernel.state import State
    from toolkit.play.game import Decision, Game, Option
    from toolkit.play.lookahead import Thought


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
    goes on until somebody else decides.  Equally good options: any of them.  `slips`: of 100 decisions so many are made
    at random, as by somebody who has overlooked the rest.
    """

    name = "greedy"

    worlds, tries, widest, deepest = 2, 32, 16, 8
    """How many worlds, runs in all, options (of more, some), and own decisions in a run."""

    def __init__(self, seed: int, seat: int, budget: int | None = None, slips: int = 0) -> None:
        super().__init__(seed, seat)
        self.slips = slips
        if budget is not None:  # so few runs are best spent in one world
            self.worlds, self.tries, self.widest = 1, budget, min(budget, self.widest)

    def think(self, outlook: Outlook) -> int:
        indices: Sequence[int] = outlook.different
        if len(indices) < 2:
            return indices[0]
        if self.slips and below(self.chance, 100) < self.slips:
            return indices[below(self.chance, len(indices))]
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
    `toolkit.play.lookahead`.  `budget`: how many lines for a decision; `seconds`: or for how long.
    """

    name = "lookahead"

    budget = 100

    def __init__(self, seed: int, seat: int, budget: int | None = None, seconds: float = 0.0) -> None:
        super().__init__(seed, seat)
        self.budget = budget or self.budget
        self.seconds = seconds

    def think(self, outlook: Outlook) -> int:
        return self.thought(outlook).index

    def thought(self, outlook: Outlook, taken: int = -1, pairs: int = 0, games: int = 0) -> Thought:
        """What it has found.  `taken`: an option that is weighed against its own in so many `pairs` of lines; after
        that so many `games` are played at random to their ends.
        """
        from toolkit.play.lookahead import Contest, Search, Thought

        if len(outlook.different) < 2:
            return Thought(outlook.different[0], 0)
        search = Search(outlook, self.chance)
        index = search.best(self.budget, self.seconds)
        tried, contest, wins = search.tried(), Contest(), 0.0
        if taken >= 0:
            other = outlook.options.index(outlook.options[taken])
            if other != index:
                contest = search.contest(index, other, pairs)
            wins = search.wins_at_random(games)
        return Thought(index, search.lines, tried, contest, wins)


def _level(name: str, seed: int, seat: int) -> GreedyBot:
    """A bot for a person to play against."""
    if name == "easy":
        bot = GreedyBot(seed, seat, slips=30)
    elif name == "normal":
        bot = LookaheadBot(seed, seat, 100)
    else:
        bot = LookaheadBot(seed, seat, seconds=1.0)
    bot.name = name
    return bot


LEVELS: dict[str, Callable[[int, int], GreedyBot]] = {
    name: partial(_level, name) for name in ("easy", "normal", "hard")
}
"""Bots for a person to play against, the weakest first."""

BOTS: dict[str, Callable[[int, int], Thinker]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "lookahead": LookaheadBot,
    "first": FirstBot,
    **LEVELS,
}
"""Every bot by its name: called with the game's seed and the seat.  Those that look ahead take a budget, too:
`lookahead:50`, `lookahead:2s`, `greedy:8`."""

MOST_LINES, MOST_SECONDS = 10_000_000, 60.0
"""The largest budgets."""


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
    if kind in LEVELS:
        raise ValueError(
            f"there is no bot {name}: {kind} is a level, which has a budget of its own; lookahead:500 and lookahead:2s "
            "have the one that you say"
        )
    lines, seconds = _budget(budget)
    if kind == LookaheadBot.name and (lines or seconds):
        return LookaheadBot(seed, seat, lines, seconds)
    if kind == GreedyBot.name and lines:
        return GreedyBot(seed, seat, lines)
    raise ValueError(
        f"there is no bot {name}; after lookahead stands how many lines it may try for a decision (lookahead:200, "
        f"at most {MOST_LINES:,}), or for how long (lookahead:500ms, lookahead:2s, at most {MOST_SECONDS:g}s), after "
        "greedy how many (greedy:8)"
    )


def _budget(text: str) -> tuple[int, float]:
    """So many lines, or so many seconds; nothing of either for what is no budget."""
    match = fullmatch(r"(\d{1,9}(?:\.\d{1,3})?)(ms|s|)", text, ASCII)
    if match is None:
        return 0, 0.0
    number, unit = match.groups()
    if not unit:
        return (int(number) if number.isdigit() and int(number) <= MOST_LINES else 0), 0.0
    seconds = float(number) / (1000 if unit == "ms" else 1)
    return 0, seconds if 0.001 <= seconds <= MOST_SECONDS else 0.0


def by_the_clock(name: str) -> bool:
    """Whether the bot of that name thinks for so long, so that what it takes depends on how fast the machine is."""
    bot = make_bot(name, 0, 1)
    return isinstance(bot, LookaheadBot) and bot.seconds > 0


def weighs(name: str) -> bool:
    """Whether the bot of that name weighs its options, so that what it takes says something about what is good."""
    bot = make_bot(name, 0, 1)
    return isinstance(bot, GreedyBot) and not bot.slips


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


def against(level: str, players: Sequence[int], person: str) -> str:
    """One person in the first seat, bots of that level in the others, as `seat_bots` takes it.  Raises `ValueError`."""
    if level not in LEVELS:
        raise ValueError(f"there is no level {level}; there are {', '.join(LEVELS)}")
    if len(players) < 2:
        raise ValueError(f"nobody else decides in this game, so there is nobody to play {level}")
    return ",".join([person, *[level] * (len(players) - 1)])


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
                index = game.rig.thinking.think(bot, game.state, seat)
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
