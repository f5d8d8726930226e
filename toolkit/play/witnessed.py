"""What everybody knew when something happened, by the log.

The state says what is known now.  A card that lies hidden by now may have lain open when it was put there, and then
all saw which one it was: the log may name it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from toolkit.kernel.state import LogEntry
    from toolkit.program.ruleset import Ruleset


def witnessed(ruleset: Ruleset, log: Sequence[LogEntry], number: int, entity: int) -> bool:
    """Whether everybody knew the component at the beginning of event `number` (from 1): it was revealed, and has
    neither been moved nor may have been shuffled since.
    """
    entry = log[number - 1]
    verb = ruleset.verbs[entry[0]]
    if verb.program >= 0:
        return _in_its_steps(ruleset, log, number, entity)
    if verb.id == "reveal":
        return True
    for before in reversed(log[: number - 1]):
        verb = ruleset.verbs[before[0]]
        if verb.program >= 0:
            continue  # what it did has been told before it
        if verb.id == "shuffle":
            return False
        if _concerns(before, entity):
            if verb.id == "reveal":
                return True
            if "attr" not in verb.roles:
                return False
    return False


def _in_its_steps(ruleset: Ruleset, log: Sequence[LogEntry], number: int, entity: int) -> bool:
    """A verb of the pack is told when its steps are over: the last of them that touched the component counts."""
    entry = log[number - 1]
    steps = ruleset.programs[ruleset.verbs[entry[0]].program].at
    for earlier in range(number - 1, 0, -1):
        before = log[earlier - 1]
        if before[0] == entry[0]:
            return False  # an earlier run of it
        if _concerns(before, entity):
            return before[4] in steps and witnessed(ruleset, log, earlier, entity)
    return False


def _concerns(entry: LogEntry, entity: int) -> bool:
    return any(role == entity or (type(role) is tuple and entity in role) for role in entry[2])
