"""Records of games, damaged: a value replaced, taken away, doubled or exchanged, and the seal made good afterwards.

python -m tests.play.damage COUNT [SEED]    so many damaged records of several packs; what was found, as JSON
"""

import copy
import json
import sys
import time
from collections import Counter
from random import Random
from typing import Any

from tests.whole.playing import pack
from toolkit import load_game, new_game
from toolkit.play import Game
from toolkit.play.bots import RandomBot, play_out
from toolkit.report.diagnostic import DiagnosticError

PACKS = (
    "tic-tac-toe",
    "dice",
    "hidden-hand",
    "secret-choice",
    "replacement-optional",
    "two-roads",
    "deck-box",
)
SLOWEST = 30.0
"""Seconds in which a record is loaded or refused, on however busy a machine: longer is a hang."""

ODD: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 7, 99, 2**31, 2**63, 2**64, 10**30, -(10**30), 0.5, 1e308, float("inf"),
    float("nan"), "", "x", "1", "tic-tac-toe", "\x00", "\x1b[2J", "\u202e", "\ud800", "../..", "/dev/zero",
    "/" * 5000, "x" * 300, [], {}, [[]], [1, 0], [[1, 0]], {"1": {}}, [None], {"": ""},
)  # fmt: skip


def records(random: Random) -> dict[str, dict[str, Any]]:
    """A save, a replay and a journal's data in the middle of a game of each pack."""
    made = {}
    for name in PACKS:
        decks = {"Red": "one-wolf", "Blue": "whole-box"} if name == "deck-box" else None
        game = new_game(pack(f"tests/packs/{name}"), seed=random.randrange(1000), decks=decks)
        for _ in range(random.randrange(3, 9)):
            if game.decision is not None:
                options = game.decision.options
                game.choose(random.choice(options))
        made[f"{name} save"], made[f"{name} replay"] = game.save(), game.replay()
    return made


def paths(value: Any, before: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Each place in JSON data, by its keys."""
    found = [before] if before else []
    for key, inner in (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    ):
        found += paths(inner, (*before, key))
    return found


def damaged(data: dict[str, Any], random: Random) -> dict[str, Any]:
    """The data with one to three changes."""
    data = copy.deepcopy(data)
    for _ in range(random.choice((1, 1, 2, 3))):
        data = data or {"x": 1}
        places = paths(data)
        *outer, key = random.choice(places)
        inner: Any = data
        for each in outer:
            inner = inner[each]
        match random.randrange(7):
            case 0:
                del inner[key]
            case 1 if isinstance(inner[key], list) and inner[key]:
                inner[key] = inner[key][: random.randrange(len(inner[key]))]
            case 2 if isinstance(inner[key], list):
                inner[key] = inner[key] * random.choice((2, 50))
            case 3 if isinstance(inner, list) and len(inner) > 1:
                other = random.randrange(len(inner))
                inner[key], inner[other] = inner[other], inner[key]
            case 4 if type(inner[key]) is int:
                inner[key] += random.choice((-1, 1, 2, 10, -(2**40)))
            case 5 if isinstance(inner, dict):
                inner[random.choice(("sayso", "x", "1", "2", "-1", "\x1b"))] = inner[key]
            case _:
                inner[key] = copy.deepcopy(random.choice(ODD))
    return data


def sealed(data: dict[str, Any], name: str) -> dict[str, Any]:
    """The data with the digest of where its decisions lead, if they lead anywhere."""
    try:
        decisions = data["decisions"]
        return {**data, "digest": load_game(data, pack(f"tests/packs/{name}"), until=len(decisions)).digest()}
    except (DiagnosticError, KeyError, TypeError):
        return data


def torn(data: dict[str, Any], random: Random) -> str:
    """The text with some of its characters changed, taken away or cut off."""
    text = json.dumps(data)
    at = random.randrange(len(text))
    match random.randrange(4):
        case 0:
            return text[:at]
        case 1:
            return text[:at] + text[at + random.randrange(1, 9) :]
        case 2:
            return text[:at] + random.choice('{}[]",:0123456789-eE\\u\n\x00é') + text[at + 1 :]
        case _:
            return text[:at] + text[at : at + 40] * 3 + text[at:]


def attempt(data: Any, name: str, counts: Counter[str]) -> None:
    """Load it: refused in the toolkit's words, or a game that can be played to its end.  Anything else is raised."""
    began = time.perf_counter()
    try:
        game = load_game(data, pack(f"tests/packs/{name}"))
    except DiagnosticError as error:
        counts[error.diagnostics[0].code] += 1
    else:
        counts["loaded"] += 1
        legal(game)
    took = time.perf_counter() - began
    assert took < SLOWEST, f"{took:.1f} s"


def legal(game: Game) -> None:
    """Its decisions lead there in a new game, too, and it can be played on."""
    again = load_game(game.save(), game.pack)
    assert again.digest() == game.digest()
    play_out(game, {seat: RandomBot(1, seat) for seat in game.compiled.model.players})
    assert game.over


def search(count: int, seed: int, folder: Any) -> Counter[str]:
    """So many damaged records.  Raises `AssertionError` with the first that ends otherwise than it should."""
    random = Random(seed)
    counts: Counter[str] = Counter()
    found = records(random)
    for number in range(count):
        if number % 2000 == 1999:
            found = records(random)
        what = random.choice(list(found))
        name = what.split()[0]
        if random.random() < 0.2:
            given: Any = folder / "torn.json"
            text = torn(found[what], random)
            given.write_text(text, encoding="utf-8")
        else:
            given = sealed(damaged(found[what], random), name)
            text = repr(given)
        try:
            attempt(given, name, counts)
        except Exception as error:
            raise AssertionError(f"{what}, {number} of seed {seed}: {error!r}\n{text[:3000]}") from error
    return counts


if __name__ == "__main__":
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory() as place:
        print(json.dumps(search(int(sys.argv[1]), int([*sys.argv, 1][2]), Path(place))))
