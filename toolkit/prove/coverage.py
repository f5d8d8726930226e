"""Which sentences of a pack ran in its examples and in games, and which conditions took both values.

In: what probes have seen.  Out: for each sentence of the pack's own files a `Line` that says what is
missing.  Sentences of examples and scenarios, and what a position is worth to bots, are not judged; an
invariant must only be asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from toolkit.compile.pack import Pack
from toolkit.kernel.random import Chance, mix
from toolkit.limits import Asked
from toolkit.machine import Runaway
from toolkit.pack.items import EXAMPLE_TYPES
from toolkit.pack.source import COMMON
from toolkit.play.example import Example, Runner, examples
from toolkit.play.game import Rig, Setup, runaway_of, setup_of
from toolkit.play.scenario import first_state
from toolkit.play.stepper import Endless, Stepper, at_random
from toolkit.prove.probe import BOTH, FALSE, TRUE, Place, Probe, Seen, Sites, sites_of
from toolkit.report.diagnostic import Diagnostic

if TYPE_CHECKING:
    from toolkit.compile.compiled import CompiledGame
    from toolkit.program.ruleset import Sentence

UNJUDGED = (*EXAMPLE_TYPES, "evaluation")

MOST_DECISIONS = 5_000
"""A game is left alone after so many."""


@dataclass(frozen=True)
class Line:
    """One sentence.  `ran`: an instruction of it ran, or it was asked.  `happened`: it made something happen.
    `conditions`: for each condition of it the values that it took, as bits of `FALSE` and `TRUE`."""

    sentence: Sentence
    ran: bool
    happened: bool
    conditions: tuple[int, ...]

    @property
    def missing(self) -> str:
        """What has not been seen, in words; empty: nothing."""
        if not self.ran:
            return "never ran"
        if not self.happened:
            return "never made anything happen"
        never = {FALSE: "its condition was never true", TRUE: "its condition was never false"}
        bits = [bits for bits in self.conditions if bits != BOTH]
        return never.get(bits[0], "its condition was never asked") if bits else ""


@dataclass(frozen=True)
class Coverage:
    """`lines`: all sentences of the pack, in the order of its files."""

    lines: tuple[Line, ...]

    @property
    def missing(self) -> tuple[Line, ...]:
        """Sentences of which something has not been seen."""
        return tuple(line for line in self.lines if line.missing)

    @property
    def conditions(self) -> tuple[int, int]:
        """How many conditions took both values, and how many there are."""
        every = [bits for line in self.lines for bits in line.conditions]
        return sum(bits == BOTH for bits in every), len(every)

    @property
    def executed(self) -> int:
        """How many sentences ran and made something happen."""
        return sum(line.ran and line.happened for line in self.lines)


# --- Seeing -------------------------------------------------------------------------------------------------


def seen_in_example(pack: Pack, example: Example) -> Seen:
    """What an example runs, whether it holds or not."""
    runner = Runner(pack, example, "plain", machine=Probe)
    with runner.beside():
        runner.carry_out()
        game = getattr(runner, "game", None)
        return game.machine.seen() if game is not None else Seen()


def seen_in_examples(
    pack: Pack, progress: Callable[[int, int, str], None] | None = None
) -> dict[tuple[str, str], Seen]:
    """By pack and id of the example.  `progress`: told how many of how many are done, and which one is next."""
    played = [example for example in examples(pack, inherited=True) if example.readable]
    seen = {}
    for done, example in enumerate(played):
        if progress is not None:
            progress(done, len(played), example.id)
        seen[example.pack, example.id] = seen_in_example(pack, example)
    return seen


def seen_in_games(pack: Pack, games: int, seed: int = 1) -> Seen:
    """What games of random bots run, with each number of players in turn."""
    total = Seen()
    counts = pack.source.manifest.counts()
    for number, players in enumerate(counts):
        some = range(number, games, len(counts))
        if len(some):
            setup = setup_of(pack, players, 0, None, None)
            compiled = pack.compiled(setup.players, setup.options).unwrap()
            rig = Rig(pack, compiled, Probe)
            for game in some:
                _play(rig, mix(seed, game) >> 11)
            assert isinstance(rig.machine, Probe)
            total.add(rig.machine.seen())
    return total


def _play(rig: Rig, seed: int) -> None:
    machine = rig.machine
    with suppress(Runaway, Endless):  # `simulate` tells of them
        Stepper(machine, machine.start(seed, log=True)).play(at_random(Chance(seed)), MOST_DECISIONS)


# --- Automata -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Silence:
    """Whether the seats of a scenario that decide nothing were left alone.  `asked`: what asked one of them, each
    sentence once; none: they never were, in so many games.
    """

    scenario: str
    seats: tuple[str, ...]
    games: int
    asked: tuple[Diagnostic, ...]


def silences(pack: Pack, games: int, seed: int, seen: Seen) -> Iterator[Silence]:
    """Random games of each scenario with automata; what they run is added to `seen`."""
    for id, seating in pack.source.seatings.items():
        if seating.people is None or not games:
            continue
        setup = setup_of(pack, None, 0, None, id)
        compiled = pack.compiled(setup.players, setup.options, setup.decks, id).unwrap()
        rig = Rig(pack, compiled, Probe)
        asked: dict[int, Diagnostic] = {}
        for game in range(games):
            try:
                _play_scenario(rig, setup, mix(seed, game) >> 11)
            except Asked as error:
                asked.setdefault(error.sentence, runaway_of(pack, compiled, error))
        assert isinstance(rig.machine, Probe)
        seen.add(rig.machine.seen())
        names = tuple(rig.teller.names.fixed(player) for player in compiled.model.players[seating.people :])
        yield Silence(id, names, games, tuple(asked.values()))


def _play_scenario(rig: Rig, setup: Setup, seed: int) -> None:
    """One game to its end.  Raises `Asked`."""
    try:
        Stepper(rig.machine, first_state(rig, setup, seed)).play(at_random(Chance(seed)), MOST_DECISIONS)
    except Asked:
        raise
    except (Runaway, Endless):  # `simulate` tells of them
        pass


# --- Judging ------------------------------------------------------------------------------------------------


def judged_places(pack: Pack) -> dict[str, list[tuple[int, int, bool]]]:
    """For each file the texts that are judged: first and last offset, and whether it is an invariant."""
    found: dict[str, list[tuple[int, int, bool]]] = {}
    for item in pack.trees:
        if item.type not in UNJUDGED and item.pack != COMMON:
            span = item.text.span()
            found.setdefault(span.source.name, []).append((span.start, span.end, item.type == "invariants"))
    return found


def _seen(sentence: Sentence, place: Place, number: int, sites: Sites, seen: Seen) -> Line:
    """What has been seen of a sentence, the one of this number in its ruleset."""
    took = [seen.took.get((place, n), 0) for n in range(sites.counts.get(number, 0))]
    asked = place in seen.ran or any(took)
    bits = tuple(b and b | sites.granted.get((number, n), 0) for n, b in enumerate(took))
    return Line(sentence, asked, place in seen.happened or asked, bits)


def judge(pack: Pack, seen: Seen) -> Coverage:
    """All sentences of the pack, with what has been seen of them."""
    places = judged_places(pack)
    offsets = {source.name: source.offset for source in pack.source.files}
    lines: dict[Place, Line] = {}
    for compiled in compiled_games(pack):
        sites = sites_of(compiled.ruleset)
        for number, sentence in enumerate(compiled.ruleset.sentences):
            place = (sentence.file, sentence.line, sentence.column)
            if place in lines or sentence.file not in places:
                continue
            start = offsets[sentence.file](sentence.line, sentence.column)
            text = next((each for each in places[sentence.file] if each[0] <= start <= each[1]), None)
            if text is None:
                continue
            if text[2]:  # an invariant is looked at after every step
                lines[place] = Line(sentence, True, True, ())
            else:
                lines[place] = _seen(sentence, place, number, sites, seen)
    order = {source.name: number for number, source in enumerate(pack.source.files)}
    return Coverage(tuple(lines[place] for place in sorted(lines, key=lambda p: (order[p[0]], *p[1:]))))


def compiled_games(pack: Pack) -> Iterator[CompiledGame]:
    """The pack for its fewest players; what only more players need is compiled there, too."""
    compiled = pack.compiled().value
    assert compiled is not None
    yield compiled


def as_data(pack: Pack, coverage: Coverage, games: int, quiet: Sequence[Silence] = ()) -> dict[str, Any]:
    """For JSON."""
    both, conditions = coverage.conditions
    return {
        "pack": pack.id,
        "games": games,
        "sentences": len(coverage.lines),
        "executed": coverage.executed,
        "conditions": conditions,
        "both": both,
        "missing": [_line(line) for line in coverage.missing],
        "automata": [
            {
                "scenario": each.scenario,
                "seats": list(each.seats),
                "games": each.games,
                "asked": [{"file": d.span.source.name, "line": d.span.position[0]} for d in each.asked],
            }
            for each in quiet
        ],
    }


def _line(line: Line) -> Mapping[str, Any]:
    sentence = line.sentence
    return {
        "file": sentence.file,
        "line": sentence.line,
        "column": sentence.column,
        "text": sentence.text,
        "missing": line.missing,
    }
