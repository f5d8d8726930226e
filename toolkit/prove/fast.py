"""Games of a lab on the machine over flat state, bots and counts with it: what the other machine would have counted.

fast = fast_of(lab)              # None: it is not compiled, or these games have no lowered form
fast.one(seed, tally)            # None: something goes wrong in that game; the other machine tells what
fast.settle(tally)               # adds what is summed up over games
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain
from typing import TYPE_CHECKING, Any

from toolkit.flat import Lowered, NotLowered
from toolkit.flat.differing import NOTHING_DIFFERS, Differing
from toolkit.play.bots import make_bot
from toolkit.play.scenario import begun
from toolkit.play.thinking import told_of
from toolkit.prove.course import QUARTERS

if TYPE_CHECKING:
    from toolkit.machine import Machine
    from toolkit.prove.simulate import Lab
    from toolkit.prove.tally import Tally

EVENTS, ACTED, USES, EARNED, OFFERED, TAKEN, WEIGHED, WORDS, HELD, WAYS = range(10)
"""As in `toolkit/flat/c/count.h`."""

FORM = {2: "value", 3: "quantity", 5: "yes", 6: "no", 7: "done", 8: "branch"}
"""Options that are no things, as in `toolkit/flat/c/flat.h`."""


def fast_of(lab: Lab) -> Fast | None:
    """What plays the games of a lab, if there is such a thing."""
    try:
        return Fast(lab)
    except NotLowered:
        return None


@dataclass(frozen=True)
class Ended:
    """A game that is over.  `thinking`: for each seat, the decisions and the seconds of its bot."""

    winners: tuple[int, ...]
    thinking: tuple[tuple[int, float], ...]


class Fast:
    """`differing`: what its games note that they come to (`reached`).  `led`: how the next game begins, as another
    version's table told it of the same game (`lead`).  Raises `NotLowered`.
    """

    def __init__(self, lab: Lab, differing: Differing = NOTHING_DIFFERS) -> None:
        state = begun(lab.rig, lab.setup)
        if state is None:
            raise NotLowered("a table that is given")
        self.lab = lab
        self.lowered = Lowered(lab.machine, differing)
        self.start = self.lowered.flat(state)
        self.judges: dict[Machine, Any] = {}
        self.led: Any = None
        self.amounts = [(column, e) for column, _, owners in lab.amounts for e in owners]

    @cached_property
    def counting(self) -> Any:
        """A table at which is counted."""
        return self.lowered.code.Table(self.lowered.pack, self.told(), self.lab.followed)

    @cached_property
    def playing(self) -> Any:
        """A table at which is only played."""
        return self.lowered.code.Table(self.lowered.pack, None, False)

    def told(self) -> dict[str, bytes]:
        """What a sheet is told of the lab."""
        lab, machine = self.lab, self.lab.machine
        things: list[int] = []
        ranges: list[int] = []
        for roles in lab.sheet.things:
            ranges += [2 * len(lab.sheet.things) + len(things), len(roles)]
            things += roles
        verbs = range(len(machine.ruleset.verbs))
        told = {
            "document": [lab.document_of.get(e, -1) for e in range(machine.model.count + 1)],
            "things": [*ranges, *things],
            "period": [int(verb in lab.course.periods) for verb in verbs],
            "weighing": [int(player in lab.course.weighing) for player in machine.model.players],
            "columns": lab.sheet.columns,
            "amounts": list(chain(*self.amounts)),
            "rest": self.rest(),
        }
        return {name: array("i", numbers).tobytes() for name, numbers in told.items()}

    def rest(self) -> list[int]:
        """Verbs that set and win; the attribute that names the way of a story that is taken, and what says that none
        is; the limits of events.
        """
        telling, verbs = self.lab.compiled.story, [verb.id for verb in self.lab.compiled.ruleset.verbs]
        sets, wins = (verbs.index(id) if id in verbs else -1 for id in ("set", "win"))
        way = [sets, wins, telling.taken, telling.busy] if telling else [-1, wins, -1, -1]
        limits = self.lab.machine.limits
        return [*way, limits.events, limits.log]

    # -- Beside another version -----------------------------------------------------------------------------

    def beside(self, other: Fast) -> Fast | None:
        """What plays the same games, and tells of each whether the other version could play it differently; None: that
        cannot be told.
        """
        if self.start.state() != other.start.state() or (self.told(), self.amounts) != (
            other.told(),
            other.amounts,
        ):
            return None
        differing = self.lowered.differing(other.lab.machine)
        return Fast(self.lab, differing) if differing is not None else None

    @property
    def reached(self) -> bool:
        """Whether the last game that was counted came to something that differs, or was given up."""
        found: bool = self.counting.reached
        return found

    def lead(self, other: Fast) -> None:
        """The other version's next game begins as the last one here, as far as that came to nothing that differs."""
        other.led = self.counting.led

    # -- Playing --------------------------------------------------------------------------------------------

    def bots(self, seed: int, judges: Sequence[Machine | None], timed: bool) -> tuple[Any, ...] | None:
        """The bots of a game as a table is told of them; None: it does not know one of them."""
        found = []
        for seat, name in enumerate(self.lab.bots, 1):
            judge = self.judge(judges[seat - 1] if judges else None)
            told = told_of(make_bot(name, seed, seat), judge, timed)
            if told is None or judge is None:
                return None
            found.append(told)
        return tuple(found)

    def judge(self, machine: Machine | None) -> Any:
        """The lowered pack by which a bot judges, if there is one."""
        if machine is None:
            return self.lowered.pack
        if machine not in self.judges:
            try:
                self.judges[machine] = Lowered(machine).pack
            except NotLowered:
                self.judges[machine] = None
        return self.judges[machine]

    def play(self, table: Any, seed: int, judges: Sequence[Machine | None] = (), timed: bool = False) -> Any:
        """What a table tells of a game; None: it is the other machine's."""
        bots = self.bots(seed, judges, timed)
        if bots is None:
            return None
        led, self.led = self.led, None
        try:
            return table.play(self.start, seed, bots, self.lab.machine.limits.decisions, led)
        except self.lowered.code.Beyond:
            return None

    def ended(self, seed: int, judges: Sequence[Machine | None]) -> Ended | None:
        """A game in which nothing is counted."""
        found = self.play(self.playing, seed, judges, timed=True)
        return Ended(found[1], self.playing.thinking) if found is not None else None

    def one(self, seed: int, tally: Tally) -> bool:
        """Play a game and count it; False: nothing has been counted."""
        found = self.play(self.counting, seed)
        if found is None:
            return False
        decisions, winners, changes, moved, last, ahead, began, periods, amounts = found
        tally.games += 1
        tally.flat += 1
        tally.decisions[decisions] += 1
        for period in enumerate(periods):
            tally.periods[period] += 1
        tally.wins.update(winners)
        tally.draws += not winners
        tally.shared += len(winners) > 1
        for (column, entity), amount in zip(self.amounts, amounts, strict=True):
            tally.amounts[column, entity, amount] += 1
        if self.lab.course.judged:
            tally.leads[changes] += 1
            tally.still += not moved and decisions > 0
            if changes and winners == (last[0],):
                tally.crowned[bool(last[1])] += 1
            for quarter, player in zip(QUARTERS, ahead, strict=True):
                if winners and player:
                    tally.ahead[quarter, player in winners] += 1
        if began > 0:
            tally.began[began] += 1
            tally.began_wins[began] += began in winners
        return True

    def told_of_game(self) -> tuple[Any, ...]:
        """The last game that was counted, as `Played` has it."""
        log, sentences = self.counting.log
        moves = self.counting.moves
        return (
            partial(self.lowered.code.entries, log, sentences),
            [option for _, _, option, _ in moves],
            [(seat, index) for seat, index, _, _ in moves],
            [*[length for *_, length in moves], len(sentences) // 4],
            log,
        )

    # -- What is summed up ------------------------------------------------------------------------------------

    def settle(self, tally: Tally) -> None:
        """Adds what the games since the last time have come to."""
        for what, a, b, c, d, games, n in self.counting.counts():
            if what == EVENTS:
                tally.verb_games[a] += games
                tally.verb_events[a] += n
            elif what == ACTED:
                tally.acted[a] += games
            elif what == USES:
                tally.use_games[a, b] += games
                tally.use_events[a, b] += n
            elif what == EARNED:
                tally.earned[a, b, c] += n
            elif what == WAYS:
                tally.ways[a] += games
            elif what == WORDS:
                self.words(tally, (a, b, c), d, n)
            else:
                of_document(tally, what, a, b, games, n)

    def words(self, tally: Tally, key: tuple[int, int, int], which: int, times: int) -> None:
        """An option that is no thing.  `key`: the program and the instruction that ask, its form and whether it was
        taken.
        """
        number, pc, form = key
        program = self.lab.machine.ruleset.programs[number]
        name = FORM[form // 2]
        if name == "branch":
            which = program.code[pc][3][which][2]
        tally.choices[(program.at[pc] if pc < len(program.at) else -1, name, which), bool(form % 2)] += times


def of_document(tally: Tally, what: int, document: int, so: int, games: int, n: int) -> None:
    """What is counted of a document: of a player who has won or not, of what was taken or not (`so`)."""
    if what == HELD:
        tally.held[document] += n
        tally.held_wins[document] += n * so
    elif what == WEIGHED:
        tally.weighed[document] += n
        tally.preferred[document] += n * so
    elif what == OFFERED:
        tally.offered[document] += n
        tally.offered_players[document] += games
        tally.offered_wins[document] += games * so
    else:
        tally.taken[document] += n
        tally.taken_players[document] += games
        tally.taken_wins[document] += games * so
