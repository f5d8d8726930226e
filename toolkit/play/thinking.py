"""Where the bots of a game think: on the machine over flat state, if it is compiled and the pack has a lowered form,
else on the game's own.  What they take is the same, but for those that think for so long.

    thinking = Thinking(machine)
    thinking.think(bot, state, seat)          # the index of an option
    thinking.thought(bot, state, seat)        # what a bot that searches has found
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from toolkit.flat import Lowered, NotLowered
from toolkit.play.bots import FirstBot, GreedyBot, LookaheadBot, RandomBot, Thinker
from toolkit.play.lookahead import Contest, Search, Side, Thought
from toolkit.play.outlook import Outlook

if TYPE_CHECKING:
    from toolkit.kernel.state import State
    from toolkit.machine import Machine

RANDOM, FIRST, GREEDY, LOOKAHEAD = range(4)
"""As in `toolkit/flat/c/bots.h`."""


class Thinking:
    """`machine`: that of the games whose positions are thought about."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine

    @cached_property
    def flat(self) -> tuple[Lowered, Any] | None:
        """The lowered pack, and a table at which bots think."""
        try:
            lowered = Lowered(self.machine)
        except NotLowered:
            return None
        return lowered, lowered.code.Table(lowered.pack, None, False)

    def think(self, bot: Thinker, state: State, seat: int) -> int:
        """The index of the option that a bot takes for a seat that is asked."""
        found = self._flat(bot, state, seat) if isinstance(bot, GreedyBot) else None
        if found is not None:
            index: int = found[0]
            return index
        return bot.think(Outlook(self.machine, state, seat))

    def thought(
        self, bot: LookaheadBot, state: State, seat: int, taken: int = -1, pairs: int = 0, games: int = 0
    ) -> Thought:
        """As the bot's own `thought`."""
        found = self._flat(bot, state, seat, taken, pairs, games)
        if found is None:
            return bot.thought(Outlook(self.machine, state, seat), taken, pairs, games)
        index, lines, tried, (counted, apart, squares, one, other), wins = found
        contest = Contest(counted, apart, squares, Side(*one), Side(*other))
        return Thought(index, lines, tuple(tried), contest, wins)

    def _flat(self, bot: GreedyBot, state: State, seat: int, *asked: int) -> tuple[Any, ...] | None:
        """What the flat machine says; None: the other machine has to."""
        if self.flat is None:
            return None
        lowered, table = self.flat
        told = told_of(bot, lowered.pack)
        if told is None:
            return None
        plain = state.copy(log=False)
        plain.pins = ()  # an imagined world has none either
        try:
            game = lowered.flat(plain)
            index, bot.chance.counter, *found = table.think(game, (told,), bot.chance.counter, seat, *asked)
        except (NotLowered, lowered.code.Beyond):
            return None
        return (index, *found)


def told_of(bot: Thinker, judge: Any, timed: bool = False) -> tuple[Any, ...] | None:
    """A bot as a table is told of it: its kind, whether its thinking is timed, its budget, worlds, widest, deepest,
    horizon, longest, samples, slips, stays, curiosity, limit of time and seed, and by which lowered pack it judges;
    None: no table knows it.
    """
    kind, whether = type(bot), int(timed)
    if kind is FirstBot:
        return (FIRST, whether, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0.0, 0.0, 0, judge)
    if not isinstance(bot, RandomBot):
        return None
    seed = bot.chance.seed
    if kind is RandomBot:
        return (RANDOM, whether, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0.0, 0.0, seed, judge)
    if kind is GreedyBot:
        assert isinstance(bot, GreedyBot)
        runs = (bot.tries, bot.worlds, bot.widest, bot.deepest)
        return (GREEDY, whether, *runs, 0, 0, 0, bot.slips, 0, 0.0, 0.0, seed, judge)
    if kind is LookaheadBot:
        assert isinstance(bot, LookaheadBot)
        lines = (bot.budget, Search.worlds, 0, 0, Search.horizon, Search.longest, Search.samples)
        return (LOOKAHEAD, whether, *lines, 0, Search.stays, Search.curious, bot.seconds, seed, judge)
    return None
