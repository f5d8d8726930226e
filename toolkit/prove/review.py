"""A played game, decision by decision: where a bot that searches would have decided otherwise, and what that cost.

    review = Review(game, Asked(bot="lookahead:2000"))
    found = review.walk(progress)
    review_data(review, found)

At each decision the bot looks at what the seat knew then, in imagined worlds.  If it would take another option than
the one that was taken, both are tried once more, in pairs of lines in worlds of their own, and only a difference that
cannot be chance counts as a mistake.  What follows on either is what the search plays: it is this bot's judgement.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

from toolkit.play.bots import LookaheadBot, by_the_clock, make_bot
from toolkit.play.game import begin
from toolkit.play.outlook import Outlook
from toolkit.prove.inference import DIGITS, Z, adjusted, two_sided

if TYPE_CHECKING:
    from toolkit.play.game import Game, Option
    from toolkit.play.lookahead import Thought

LINES = 2000
"""Tried for a decision, unless somebody says otherwise."""
PAIRS, TIMED_PAIRS = (50, 2000), 500
"""Pairs of lines in which two options are weighed: half as many as lines, within these bounds; with a limit of time."""
GAMES = 100
"""Played at random from a position, at most; one for twenty lines."""
CHANCE = 0.05
"""Of what is called a mistake, such a part may be none."""

Progress = Callable[[int, int], None]
"""Called with how many decisions are done, of how many."""


@dataclass(frozen=True)
class Asked:
    """What is reviewed.  `seats`: whose decisions.  `bot`: as `--bots` knows it.  `openly`: things are called what they
    were, also those that the seat did not know.
    """

    seats: tuple[int, ...]
    bot: str = f"lookahead:{LINES}"
    openly: bool = False


@dataclass(frozen=True)
class Looked:
    """A decision that was looked at.  `number`: from 1.  `periods`: those that ran, by name, each with its number.
    `better`: what the bot would take; empty: what was taken.  `thought`: what it has found.
    """

    number: int
    seat: int
    periods: tuple[tuple[str, int], ...]
    question: str
    options: int
    taken: str
    better: str
    thought: Thought

    @property
    def cost(self) -> float:
        """How much better the bot's option fared."""
        contest = self.thought.contest
        return contest.apart / contest.pairs if contest.pairs else 0.0

    @property
    def error(self) -> float:
        """The standard error of the cost."""
        contest = self.thought.contest
        if contest.pairs < 2:
            return 0.0
        over = max(0.0, contest.squares - contest.apart * contest.apart / contest.pairs)
        return sqrt(over / (contest.pairs - 1) / contest.pairs)

    @property
    def likely(self) -> float:
        """How likely such a difference is if there is none."""
        if self.cost <= 0:
            return 1.0
        return two_sided(self.cost, self.error) if self.error else 0.0

    @property
    def worth(self) -> tuple[float, float]:
        """What the bot's option is worth, and the one that was taken."""
        contest = self.thought.contest
        if contest.pairs:
            return contest.one.fared / contest.pairs, contest.other.fared / contest.pairs
        best = next(
            (won / visits for index, visits, won in self.thought.tried if index == self.thought.index), 0.5
        )
        return best, best


@dataclass
class Found:
    """What a review has come to.  `made`, `forced`: decisions by seat, and those that left no choice."""

    made: dict[int, int]
    forced: dict[int, int]
    looked: list[Looked]
    done: int = 0

    def mistakes(self) -> list[Looked]:
        """Those that cost something that cannot be chance, the worst first."""
        likely = adjusted([each.likely for each in self.looked])
        wrong = [
            each for each, chance in zip(self.looked, likely, strict=True) if each.better and chance <= CHANCE
        ]
        return sorted(wrong, key=lambda each: (-each.cost, each.number))


class Review:
    """`game`: that was played.  Raises `ValueError` for a bot that does not search."""

    def __init__(self, game: Game, asked: Asked) -> None:
        self.game = game
        self.asked = asked
        bot = make_bot(asked.bot, 0, 1)
        if not isinstance(bot, LookaheadBot):
            raise ValueError(
                f"{asked.bot} does not tell what options are worth: name a bot that searches, lookahead:{LINES} or hard"
            )
        self.timed = by_the_clock(asked.bot)
        least, most = PAIRS
        self.pairs = TIMED_PAIRS if self.timed else min(most, max(least, bot.budget // 2))
        self.judged = bool(game.machine.ruleset.evaluations)
        self.games = (GAMES if self.timed else min(GAMES, max(1, bot.budget // 20))) if self.judged else 0

    @property
    def decisions(self) -> int:
        """So many are walked through."""
        return len(self.game.decisions)

    def walk(self, progress: Progress | None = None) -> Found:
        """Look at each decision; after Ctrl-C: what had been looked at."""
        game, seats = self.game, self.asked.seats
        again = begin(game.pack, game.compiled, game.setup, keep=False)
        found = Found(dict.fromkeys(seats, 0), dict.fromkeys(seats, 0), [])
        try:
            for number, (seat, index) in enumerate(game.decisions, 1):
                if progress is not None:
                    progress(number - 1, self.decisions)
                if seat in seats:
                    looked = self.look(again, number, seat, index)
                    if looked is None:
                        found.forced[seat] += 1
                    else:
                        found.looked.append(looked)
                    found.made[seat] += 1
                again.choose(index, seat)
                found.done = number
        except KeyboardInterrupt:
            pass
        return found

    def look(self, game: Game, number: int, seat: int, index: int) -> Looked | None:
        """A decision that is about to be taken; None: there was no choice."""
        decision = game.decision
        assert decision is not None
        outlook = Outlook(game.machine, game.state, seat)
        if len(outlook.different) < 2:
            return None
        bot = make_bot(self.asked.bot, game.setup.seed, seat)
        assert isinstance(bot, LookaheadBot)
        bot.at(number - 1)
        thought = game.rig.thinking.thought(bot, game.state, seat, index, self.pairs, self.games)
        same = outlook.options[index] == outlook.options[thought.index]
        offered = decision.options_for(seat)
        return Looked(
            number,
            seat,
            running(game),
            decision.question,
            len(outlook.different),
            self.said(game, offered[index]),
            "" if same else self.said(game, offered[thought.index]),
            thought,
        )

    def said(self, game: Game, option: Option) -> str:
        """An option in words."""
        if not self.asked.openly:
            return option.label
        return game.teller.order(game.state, OPENLY, option.raw)


OPENLY: Any = None
"""Whose eyes see everything."""


def running(game: Game) -> tuple[tuple[str, int], ...]:
    """The periods that run now, the outermost first, each with the number of its run."""
    names, periods = game.machine.ruleset.periods, game.state.periods
    there = [
        (runs[-1][3], place, name, runs[-1][0])
        for place, (name, (_, runs, _)) in enumerate(zip(names, periods, strict=True))
        if runs
    ]
    return tuple((name, number) for _, _, name, number in sorted(there))


# --- What it means ------------------------------------------------------------------------------------------


def review_data(review: Review, found: Found) -> dict[str, Any]:
    """A review as plain data.  What options are worth is counted from 0 (lost) to 1 (won)."""
    game = review.game
    mistakes = found.mistakes()
    wrong = {each.number for each in mistakes}
    return {
        "pack": game.pack.source.id,
        "players": list(game.players),
        "seed": game.setup.seed,
        "bot": review.asked.bot,
        "repeatable": not review.timed,
        "judged": review.judged,
        "over": game.over,
        "winners": list(game.winners),
        "decisions": review.decisions,
        "done": found.done,
        "seats": [_of_seat(review, found, seat, mistakes) for seat in review.asked.seats],
        "mistakes": [each.number for each in mistakes],
        "looked": [{**_of_decision(review, each), "mistake": each.number in wrong} for each in found.looked],
    }


def _of_seat(review: Review, found: Found, seat: int, mistakes: list[Looked]) -> dict[str, Any]:
    looked = [each for each in found.looked if each.seat == seat]
    lost = [each.cost for each in mistakes if each.seat == seat]
    return {
        "seat": seat,
        "name": review.game.name(seat),
        "decisions": found.made[seat],
        "forced": found.forced[seat],
        "looked": len(looked),
        "mistakes": len(lost),
        "accuracy": round(1 - len(lost) / len(looked), DIGITS) if looked else None,
        "loss": round(sum(lost) / len(looked), DIGITS) if looked else None,
        "chance": [[each.number, round(_chance(review, each), DIGITS)] for each in looked],
    }


def _chance(review: Review, looked: Looked) -> float:
    """How likely the seat wins: by the search where lines go to the end of the game, else if all play at random."""
    return looked.thought.wins / review.games if review.games else looked.worth[0]


def _of_decision(review: Review, looked: Looked) -> dict[str, Any]:
    best, taken = looked.worth
    contest, far = looked.thought.contest, Z * looked.error
    data: dict[str, Any] = {
        "number": looked.number,
        "seat": looked.seat,
        "periods": dict(looked.periods),
        "question": looked.question,
        "options": looked.options,
        "taken": looked.taken,
        "better": looked.better or None,
        "lines": looked.thought.lines,
        "worth": round(best, DIGITS),
        "worth-taken": round(taken, DIGITS),
        "cost": round(looked.cost, DIGITS),
        "cost-interval": [round(looked.cost - far, DIGITS), round(looked.cost + far, DIGITS)],
    }
    if review.judged and contest.pairs:
        data["ahead"] = round(contest.one.ahead / contest.pairs, 1)
        data["ahead-taken"] = round(contest.other.ahead / contest.pairs, 1)
    return data
