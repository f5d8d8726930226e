"""The events that tell a game in short: what turns, rounds and procedures themselves say, and what players gained.

What happens on the way there (a card is taken, laid, turned) hangs on other sentences and is left out, and so is the
end of a turn: what was done in it has been told.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from toolkit.pack.story import PHRASES
from toolkit.play.story import in_short

if TYPE_CHECKING:
    from toolkit.compile.compiled import CompiledGame
    from toolkit.kernel.state import LogEntry

RESULTS = frozenset({"gain", "lose", "win"})
"""Kernel verbs that are always told."""

PLAIN = frozenset({"attr", "amount", "position", "face", "way"})
"""Roles of kernel verbs that are no things."""


def tells(compiled: CompiledGame) -> Callable[[LogEntry], bool]:
    """Whether an event belongs to the short story.  Nobody saw an automaton decide: all its deeds do."""
    ruleset = compiled.ruleset
    periods = {number for number, verb in enumerate(ruleset.verbs) if verb.period >= 0}
    programs = {*ruleset.start, *(ruleset.verbs[number].program for number in periods)}
    sentences = {sentence for number in programs if number >= 0 for sentence in ruleset.programs[number].at}
    # What a story's own verbs did has been told.
    periods |= {n for n, verb in enumerate(ruleset.verbs) if verb.id in PHRASES}
    results = {n for n, verb in enumerate(ruleset.verbs) if verb.program < 0 and verb.id in RESULTS}
    deeds = {n for n, verb in enumerate(ruleset.verbs) if verb.program >= 0}
    automata = set(compiled.model.players) - set(compiled.model.players[: ruleset.people])

    def told(entry: LogEntry) -> bool:
        verb, who, roles, _, sentence, _, _ = entry
        if verb in periods:
            return False
        story = in_short(compiled.story, ruleset.verbs[verb].id, roles)
        if story is not None:
            return story
        return verb in results or sentence in sentences or (who in automata and verb in deeds)

    return told


def repeated(compiled: CompiledGame) -> Callable[[LogEntry, LogEntry], bool]:
    """Whether an event says no more than the next one: all that a verb of one sentence does to a thing is told again
    in its own words (*sets the state of Ace to tired*, *has tapped Ace*).  Numbers are told.  What a story's own verbs
    did has been told, and mostly they did nothing.
    """
    ruleset, model = compiled.ruleset, compiled.model
    story = {n for n, verb in enumerate(ruleset.verbs) if verb.id in PHRASES}
    only: dict[int, int] = {}
    for number, verb in enumerate(ruleset.verbs):
        said = set(ruleset.programs[verb.program].at) - {-1} if verb.program >= 0 else set()
        if len(said) == 1 and verb.period < 0:
            only[number] = said.pop()

    def things(entry: LogEntry) -> set[int]:
        names = ruleset.verbs[entry[0]].roles
        roles = [value for name, value in zip(names, entry[2], strict=False) if name not in PLAIN]
        each = [part for role in roles for part in (role if type(role) is tuple else (role,))]
        return {e for e in each if type(e) is int and 0 < e < model.count and model.is_component[e]}

    def counts(entry: LogEntry) -> bool:
        verb = ruleset.verbs[entry[0]]
        attribute = dict(zip(verb.roles, entry[2], strict=False)).get("attr")
        return verb.id == "roll" or (attribute is not None and model.attributes[attribute].type == "number")

    def same(entry: LogEntry, after: LogEntry) -> bool:
        if entry[0] in story:
            return True
        if only.get(after[0], -1) != entry[4] or entry[1] != after[1]:
            return False
        done = things(entry)
        return bool(done) and done <= things(after) and not counts(entry)

    return same


def last_run(compiled: CompiledGame, entries: Sequence[LogEntry]) -> int:
    """Where the last run of the longest period begins: that number of events came before it.

    The longest is one that a procedure itself begins (*play a round*), if there is any; of several the one that ended
    the fewest times.  0: none has ended.
    """
    ruleset = compiled.ruleset
    procedures = {sentence for number in ruleset.start for sentence in ruleset.programs[number].at}
    ends: dict[int, list[int]] = {}
    begun: set[int] = set()
    for number, entry in enumerate(entries, 1):
        if ruleset.verbs[entry[0]].period >= 0:
            ends.setdefault(entry[0], []).append(number)
            if entry[4] in procedures:
                begun.add(entry[0])
    rare = min((runs for verb, runs in ends.items() if verb in begun or not begun), key=len, default=[])
    if rare and any(runs[0] < rare[-1] < runs[-1] for runs in ends.values()):
        return rare[-1]  # what it is made of went on after it: the game was over in the middle of one more
    return rare[-2] if len(rare) > 1 else 0
