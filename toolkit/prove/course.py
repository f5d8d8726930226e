"""How one game went: what each seat was offered and took, who was ahead when, who began.

A `Course` looks at a position before each decision and says at the end what is to be counted.  Who is ahead is
asked of the pack's evaluation (or the first quantity of players) whenever another player becomes the active one;
in a game without turns, at each decision.  Of several who are equally far ahead nobody leads.  Whoever takes the lead
from somebody in the turn of a third player was put ahead by that one: a kingmaker, if it is for good.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from toolkit.kernel.state import State
    from toolkit.machine import Decision, Machine
    from toolkit.play.telling import Teller
    from toolkit.prove.tally import Choice, Tally

QUARTERS = (1, 2, 3)
"""After so many quarters of its decisions it is noted who leads a game."""

WORDS = ("branch", "value", "quantity", "yes", "no", "done")
"""Forms of options that are counted by what they say; things are counted by their documents."""


class Course:
    """One game.  `document_of`: for each component that has one, the index of its document.  `weighing`: the
    seats whose bots weigh what they take; what the others take says nothing about what is good.
    """

    def __init__(
        self, machine: Machine, teller: Teller, document_of: Mapping[int, int], weighing: Collection[int]
    ) -> None:
        self.machine = machine
        self.teller = teller
        self.document_of = document_of
        self.weighing = frozenset(weighing)
        self.players = machine.model.players
        self.judged = bool(machine.ruleset.evaluations)
        self.periods = frozenset(n for n, verb in enumerate(machine.ruleset.verbs) if verb.period >= 0)
        self.clear()

    def clear(self) -> None:
        """Another game begins."""
        self.decisions = 0
        self.active = -2
        self.first = -1
        self.ahead = self.changes = 0
        self.put_ahead = False
        self.ahead_when: list[tuple[int, int]] = []
        self.values: tuple[int, ...] | None = None
        self.moved = False
        self.offered: Counter[tuple[int, int]] = Counter()
        self.taken: Counter[tuple[int, int]] = Counter()
        self.weighed: Counter[tuple[int, bool]] = Counter()
        self.choices: Counter[tuple[Choice, bool]] = Counter()
        self.chosen: list[tuple[Any, ...]] = []

    # -- At each decision -------------------------------------------------------------------------------------

    def asked(self, state: State, decision: Decision, seat: int, index: int) -> None:
        """A seat is about to answer with the option of this index."""
        if self.first < 0 and state.active > 0:
            self.first = state.active
        if state.active != self.active or state.active <= 0:
            self.look(state)
            self.active = state.active
        self.decisions += 1
        options = decision.options[decision.seats.index(seat)]
        chosen = options[index]
        self.chosen.append(chosen)
        things = [self.thing(option) for option in options]
        different = {*things}
        weighs = seat in self.weighing and len(different) > 1
        took = self.thing(chosen)
        for document in different:
            if type(document) is int:
                self.offered[document, seat] += 1
                self.weighed[document, document == took] += weighs
        if type(took) is int:
            self.taken[took, seat] += 1
        if seat in self.weighing and len(options) > 1 and options[0][0] in WORDS:
            self.words(state, options, chosen)

    def thing(self, option: tuple[Any, ...]) -> Any:
        """The document of an option; of one that has none, the option."""
        return self.document_of.get(option[1], option) if option[0] == "entity" else option

    def words(self, state: State, options: tuple[Any, ...], chosen: Any) -> None:
        """What was said and taken, of options that are no things."""
        sentence = self.teller.asking_index(state)
        for option in options:
            if option[0] in WORDS:
                which = option[1] if len(option) > 1 else 0
                if option[0] == "branch":
                    which = self.teller.instruction(state)[3][which][2]
                self.choices[(sentence, option[0], which), option == chosen] += 1

    def look(self, state: State) -> None:
        """Who is ahead now."""
        if not self.judged:
            return
        values = tuple([self.machine.worth(state, player) for player in self.players])
        self.moved = self.moved or (self.values is not None and values != self.values)
        self.values = values
        there = [(v, p) for v, p in zip(values, self.players, strict=True) if not state.out >> p & 1]
        most = max(there, default=(0, 0))[0]
        best = [player for value, player in there if value == most]
        ahead = best[0] if len(best) == 1 else 0
        if ahead and self.ahead and ahead != self.ahead:
            self.changes += 1
            self.put_ahead = self.active > 0 and self.active not in (ahead, self.ahead)
        self.ahead = ahead or self.ahead
        self.ahead_when.append((self.decisions, ahead))

    # -- At the end ------------------------------------------------------------------------------------------

    def count(self, state: State, tally: Tally) -> None:
        """Add a game that is over to a tally."""
        won = frozenset(state.winners)
        if self.judged:
            self.look(state)
            tally.leads[self.changes] += 1
            tally.still += not self.moved and self.decisions > 0
            if self.changes and won == {self.ahead}:
                tally.crowned[self.put_ahead] += 1
            if won:
                for quarter in QUARTERS:
                    ahead = self.ahead_at(quarter * self.decisions / 4)
                    if ahead:
                        tally.ahead[quarter, ahead in won] += 1
        first = self.beginner(state)
        if first > 0:
            tally.began[first] += 1
            tally.began_wins[first] += first in won
        for (document, seat), times in self.offered.items():
            took = self.taken.get((document, seat), 0)
            tally.offered[document] += times
            tally.taken[document] += took
            tally.offered_players[document] += 1
            tally.offered_wins[document] += seat in won
            if took:
                tally.taken_players[document] += 1
                tally.taken_wins[document] += seat in won
        for (document, taken), times in self.weighed.items():
            tally.weighed[document] += times
            tally.preferred[document] += times * taken
        tally.choices.update(self.choices)

    def beginner(self, state: State) -> int:
        """Whose turn (or other period) came first, also one without a decision; in a game without turns the first
        active player; -1: nobody.
        """
        for verb, who, *_ in state.log or ():
            if verb in self.periods and who in self.players:
                return who
        return self.first

    def ahead_at(self, moment: float) -> int:
        """Who led after so many decisions; 0: nobody alone."""
        ahead = 0
        for decision, each in self.ahead_when:
            if decision > moment:
                break
            ahead = each
        return ahead
