"""The story of a game: which one is told, what happens before the first card, and the path that it took.

A story that nobody chose is the pack's default.  What a game remembers of its story is in its state; the path is read
from the log.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from toolkit.report.suggest import nearest

if TYPE_CHECKING:
    from toolkit.compile.compiled import CompiledGame
    from toolkit.compile.pack import Pack
    from toolkit.compile.story import Telling
    from toolkit.kernel.state import LogEntry, State
    from toolkit.machine import Machine
    from toolkit.pack.story import Card, Way
    from toolkit.program.ruleset import Ruleset, Sentence


def checked_story(pack: Pack, id: str | None) -> str | None:
    """The id, if the pack has that story.  Raises `ValueError` with the ids there are."""
    from toolkit.pack.story import read_stories

    if id is None:
        return None
    known = [story.id for story in read_stories(pack.source).stories]
    if id not in known:
        near = nearest(id, known)
        hint = f"did you mean {near[0]}?" if near else f"it has {', '.join(known) or 'none'}"
        raise ValueError(f"{pack.source.id} has no story {id}; {hint}")
    return id


def tell(state: State, compiled: CompiledGame, id: str | None) -> None:
    """Choose the story of a new game, before anything runs."""
    if compiled.story is not None:
        state.columns[compiled.story.chosen][0] = compiled.story.stories.number(id)
        state.forget_derived()


def look(machine: Machine, state: State, compiled: CompiledGame) -> None:
    """A condition of an open card that holds on a given table counts as having become true."""
    if compiled.story is not None:
        machine.run(state, compiled.story.look)


# --- The path -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Turning:
    """A card that was opened, or an end that was reached.

    `event`: number of the log entry, from 1.  `way`: the way that led here; None at the beginning.  `sentence`: its
    condition.
    """

    event: int
    card: Card
    way: Way | None
    sentence: Sentence | None

    @property
    def end(self) -> bool:
        """Whether the game ended here."""
        return self.card.ending or (self.way is not None and self.way.list == "epilogues")

    def __str__(self) -> str:
        place = f"  [{self.sentence.file}:{self.sentence.line}]" if self.sentence else ""
        what = f"the end of {self.card.name}" if self.end and not self.card.ending else self.card.name
        if self.way is None:
            return what
        return f"{what}: {self.sentence.text.rstrip('.') if self.sentence else self.way.when}{place}"


def path_of(compiled: CompiledGame, entries: Sequence[LogEntry]) -> list[Turning]:
    """How the story went, by the log of a game."""
    telling = compiled.story
    return list(_turnings(telling, compiled.ruleset, entries)) if telling is not None else []


def ways_taken(compiled: CompiledGame, entries: Sequence[LogEntry]) -> list[tuple[int, int]]:
    """The ways that were gone, with the number of the log entry (from 1): `(entry, way)`."""
    telling = compiled.story
    found: list[tuple[int, int]] = []
    if telling is None:
        return found
    taken = 0
    for number, (verb, _, roles, *_) in enumerate(entries, 1):
        if compiled.ruleset.verbs[verb].id == "set" and tuple(roles[:2]) == (0, telling.taken):
            if roles[2] == telling.busy and taken:
                found.append((number, taken))
            taken = 0 if roles[2] == telling.busy else roles[2]
    return found


def _turnings(telling: Telling, ruleset: Ruleset, entries: Sequence[LogEntry]) -> Iterator[Turning]:
    cards = {telling.entity(card): card for card in telling.stories.cards if telling.has(card)}
    open_places = set(telling.open_places)
    taken, way = 0, 0
    for number, (verb, _, roles, *_) in enumerate(entries, 1):
        id = ruleset.verbs[verb].id
        if id == "set" and tuple(roles[:2]) == (0, telling.taken):
            if roles[2] == telling.busy:
                way, taken = taken, 0
                if way and telling.ways[way - 1][1].list == "epilogues":
                    yield _turning(telling, ruleset, number, telling.ways[way - 1][0], way)
            else:
                taken = roles[2]
                way = 0
        elif id == "put" and roles[1] in open_places:
            for entity in roles[0] if isinstance(roles[0], tuple) else (roles[0],):
                if entity in cards:
                    yield _turning(telling, ruleset, number, cards[entity], way)


def _turning(telling: Telling, ruleset: Ruleset, number: int, card: Card, way: int) -> Turning:
    sentence = telling.conditions.get(way, -1)
    return Turning(
        number,
        card,
        telling.ways[way - 1][1] if way else None,
        ruleset.sentences[sentence] if sentence >= 0 else None,
    )


def event_text(telling: Telling | None, verb: str, roles: Sequence[object]) -> str:
    """What the story remembers, as a line of the log; empty for an event that is none of its own."""
    if telling is None or verb != "set":
        return ""
    if roles[1] == telling.gone:
        return "A way that was gone is closed."
    if tuple(roles[:2]) != (0, telling.taken):
        return ""
    number = roles[2]
    if number == telling.busy:
        return "The story goes on."
    if not isinstance(number, int) or not 0 < number <= len(telling.ways):
        return "The story waits for what becomes true next."
    card, way = telling.ways[number - 1]
    story = telling.stories.find(card.story)
    goals = [goal.name for id in way.targets if story and (goal := story.card(id)) is not None]
    return (
        f"The story will go on to {' and '.join(goals)}." if goals else f"The story of {card.name} will end."
    )


def in_short(telling: Telling | None, verb: str, roles: Sequence[object]) -> bool | None:
    """Whether an event of a story is told in short: a way that is taken, a card that opens; not that the story waits.
    None: it is none of a story.
    """
    if telling is None:
        return None
    if verb == "put":
        return True if roles[1] in telling.open_places else None
    return bool(roles[2]) if verb == "set" and tuple(roles[:2]) == (0, telling.taken) else None


def path_text(compiled: CompiledGame, entries: Sequence[LogEntry]) -> list[str]:
    """How the story went, a line for each turning; nothing for a game without a story."""
    return [f"  {turning}" for turning in path_of(compiled, entries)]
