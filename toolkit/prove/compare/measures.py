"""What is counted of a game, under names that both versions of a pack share.

In: a lab and the tally of one game.  Out: `Counts`: whole numbers by `Measure`, and shares (part and whole) by
`Measure`. What has another name in the old version has that of the new one, so that a card with a new id is
still the same card.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from toolkit.documents.card import key_of
from toolkit.prove.entries import Key
from toolkit.prove.summary import pack_verbs

if TYPE_CHECKING:
    from toolkit.prove.simulate import Lab
    from toolkit.prove.tally import Tally

Rename = Callable[[Key], Key]
"""What a word or a document of a version is in the new one."""

GAME, SEAT, KIND, CARD, BRANCH, EPILOGUE = "game", "seat", "kind", "card", "branch", "epilogue"
SECTIONS = (SEAT, GAME, KIND, CARD, BRANCH, EPILOGUE)

WINS, DRAWS, SHARED, WON, WON_TAKING, LEADS = (
    "wins",
    "draws",
    "shared wins",
    "won with",
    "won taking",
    "lead changes",
)
OFFERED, TAKEN, HAD = "offered", "taken", "had at the end"


class Measure(NamedTuple):
    """One number of a game.  `section`: one of `SECTIONS`; `kind`, `subject`: type and id of what it is about (of
    a seat its number); `what`: a verb, a quantity, a period, or one of the words above.
    """

    section: str
    kind: str
    subject: str
    what: str

    @property
    def happens(self) -> bool:
        """Whether it is 0 or 1 in every game, so that its mean is a rate."""
        return self.what in (WINS, DRAWS, SHARED) or self.section in (BRANCH, EPILOGUE)


@dataclass
class Counts:
    """One game.  `numbers`: those that are not 0; `shares`: part and whole, where the whole is not 0."""

    numbers: dict[Measure, int] = field(default_factory=dict)
    shares: dict[Measure, tuple[int, int]] = field(default_factory=dict)

    def add(self, measure: Measure, number: int) -> None:
        """So many more."""
        if number:
            self.numbers[measure] = self.numbers.get(measure, 0) + number

    def share(self, measure: Measure, part: int, whole: int) -> None:
        """A part of a whole more."""
        if whole:
            before = self.shares.get(measure, (0, 0))
            self.shares[measure] = before[0] + part, before[1] + whole


class Counter:
    """Names what a lab counts.  `rename`: see `Rename`.  Of a pack that declares verbs of its own, only these are
    counted: what they are made of says nothing more.
    """

    def __init__(self, lab: Lab, rename: Rename) -> None:
        self.lab = lab
        self.documents = [
            rename((False, key_of(document.kind), document.id))[1:] for document in lab.documents
        ]
        self.counted = frozenset(pack_verbs(lab)) or frozenset(range(len(lab.compiled.ruleset.verbs)))
        self.verbs = [rename((False, "verb", verb.id))[2] for verb in lab.compiled.ruleset.verbs]
        self.periods = list(lab.compiled.ruleset.periods)
        self.columns = {column: rename((True, "quantity", name))[2] for column, name, _ in lab.amounts}
        self.seats = {player: str(seat) for seat, player in enumerate(lab.compiled.model.players, 1)}
        self.ways: list[Measure] = []
        story = lab.compiled.story
        for card, way in story.ways if story is not None else ():
            _, kind, id = rename((False, key_of(card.type), card.id))
            section = BRANCH if way.list == "branches" else EPILOGUE
            self.ways.append(Measure(section, kind, id, str(way.number + 1)))

    def of(self, tally: Tally) -> Counts:
        """The measures of the tally of one game."""
        found = Counts()
        self.game(tally, found)
        for number, way in enumerate(self.ways, 1):
            found.add(way, int(tally.ways[number] > 0))
        for (document, verb), times in tally.use_events.items():
            if verb in self.counted:
                self.about(document, self.verbs[verb], times, found)
        for (document, verb, column), gained in tally.earned.items():
            if verb in self.counted:
                self.about(document, f"{self.columns[column]} by {self.verbs[verb]}", gained, found)
        for what, counts in ((OFFERED, tally.offered), (TAKEN, tally.taken), (HAD, tally.held)):
            for document, times in counts.items():
                self.about(document, what, times, found)
        for document, players in tally.held.items():
            self.shared(document, WON, tally.held_wins[document], players, found)
        for document, players in tally.taken_players.items():
            self.shared(document, WON_TAKING, tally.taken_wins[document], players, found)
        return found

    def game(self, tally: Tally, found: Counts) -> None:
        """Length, seats, quantities."""
        for what, number in ((DRAWS, tally.draws), (SHARED, tally.shared)):
            found.add(Measure(GAME, "", "", what), number)
        for decisions in tally.decisions:
            found.add(Measure(GAME, "", "", "decisions"), decisions)
        for changes in tally.leads:
            found.add(Measure(GAME, "", "", LEADS), changes)
        for period, runs in tally.periods:
            found.add(Measure(GAME, "period", self.periods[period], "times"), runs)
        for player, wins in tally.wins.items():
            found.add(Measure(SEAT, "", self.seats[player], WINS), wins)
        for column, entity, value in tally.amounts:
            seat = self.seats.get(entity)
            section, subject = (SEAT, seat) if seat is not None else (GAME, "")
            found.add(Measure(section, "", subject, self.columns[column]), value)

    def about(self, document: int, what: str, times: int, found: Counts) -> None:
        """What happened to a component, and to one of its kind."""
        kind, id = self.documents[document]
        found.add(Measure(CARD, kind, id, what), times)
        found.add(Measure(KIND, kind, "", what), times)

    def shared(self, document: int, what: str, part: int, whole: int, found: Counts) -> None:
        """A share, of a component and of its kind."""
        kind, id = self.documents[document]
        found.share(Measure(CARD, kind, id, what), part, whole)
        found.share(Measure(KIND, kind, "", what), part, whole)
