"""Which games a job's are: what must be the same so that counts of theirs add up, as plain data and in words.

    mine = identity(lab)
    differences(theirs, mine)        # ["seed 1 (now 7)"]; none: the same games

How many they are is no part of it, nor who plays them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from toolkit import __version__
from toolkit.limits import Runaway
from toolkit.program.serial import to_json
from toolkit.report.kept import digest_of, program_text

if TYPE_CHECKING:
    from toolkit.prove.simulate import Lab

LONGEST = 60
"""Letters of a value that is told."""


def identity(lab: Lab) -> dict[str, Any]:
    """As JSON gives it back."""
    setup = lab.setup
    data = {
        "sayso": __version__,
        "program": program_text(),
        "pack": lab.pack.id,
        "packs": lab.pack.source.digests,
        "seed": lab.job.seed,
        "players": setup.players,
        "bots": ",".join(lab.bots),
        "scenario": setup.scenario,
        "story": setup.story,
        "options": dict(setup.options),
        "decks": {str(seat): deck.to_json() for seat, deck in setup.decks.items()},
        "limits": asdict(lab.machine.limits),
        "compiled": _compiled(lab),
    }
    made: dict[str, Any] = json.loads(json.dumps(data))
    return made


def _compiled(lab: Lab) -> str:
    """What the machine is told of the pack, wherever that lies, and on what table it begins."""
    ruleset = to_json(lab.compiled.ruleset)
    ruleset["sentences"] = [words for _, *words in ruleset["sentences"]]
    with suppress(Runaway):  # a table that grows beyond a limit is told when a game is begun
        return digest_of((json.dumps(ruleset, sort_keys=True), lab.machine.new(0).digest()))
    return ""


def differences(theirs: Mapping[str, Any], mine: Mapping[str, Any]) -> list[str]:
    """What is not the same, in words.  Theirs may be whatever a file holds."""
    others = [key for key in mine if theirs.get(key) != mine[key]]
    found = [
        words
        for key in others
        if not any(each in others for each in COVERED.get(key, ()))
        for words in TOLD[key](theirs.get(key), mine[key])
    ]
    return found if found or theirs == mine else ["something that this sayso does not know"]


Words = Callable[[Any, Any], Iterator[str]]


def _simply(name: str) -> Words:
    def told(theirs: Any, mine: Any) -> Iterator[str]:
        yield f"{name} {_shown(theirs)} (now {_shown(mine)})"

    return told


def _program(theirs: Any, mine: Any) -> Iterator[str]:
    yield "a sayso whose program is another, though its version is the same"


def _packs(theirs: Any, mine: Any) -> Iterator[str]:
    known = theirs if isinstance(theirs, dict) else {}
    yield f"another version of {' and '.join(id for id in mine if known.get(id) != mine[id]) or 'the pack'}"


def _each(name: str) -> Words:
    def told(theirs: Any, mine: Any) -> Iterator[str]:
        known = theirs if isinstance(theirs, dict) else {}
        for key in [*mine, *(key for key in known if key not in mine)]:
            if known.get(key) != mine.get(key):
                yield f"{name} {_shown(key)} {_shown(known.get(key))} (now {_shown(mine.get(key))})"

    return told


def _compiled_otherwise(theirs: Any, mine: Any) -> Iterator[str]:
    yield "the same files, compiled otherwise"


def _decks(theirs: Any, mine: Any) -> Iterator[str]:
    yield "other decks"


TOLD: dict[str, Words] = {
    "sayso": _simply("sayso"),
    "program": _program,
    "pack": _simply("pack"),
    "packs": _packs,
    "seed": _simply("seed"),
    "players": _simply("players"),
    "bots": _simply("bots"),
    "scenario": _simply("scenario"),
    "story": _simply("story"),
    "options": _each("option"),
    "decks": _decks,
    "limits": _each("limit (SAYSO_LIMITS)"),
    "compiled": _compiled_otherwise,
}
"""How a difference of each is told."""

COVERED = {"program": ("sayso",), "packs": ("pack",), "compiled": tuple(TOLD)[:-1]}
"""What need not be told if something else is another, too."""


def _shown(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, int | str) and (text := str(value)).isprintable() and len(text) <= LONGEST:
        return text
    return "another"
