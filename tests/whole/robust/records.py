"""Damaged saves, replays, journals and decks; the seal of what is still a record is made good."""

from __future__ import annotations

import json
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import yaml

from tests.play import damage
from tests.whole.playing import ROOT, pack
from tests.whole.robust.kinds import Data, Kind
from toolkit import load_game, new_game
from toolkit.play import UndoRefused
from toolkit.play.bots import RandomBot, play_out
from toolkit.play.decks import check_deck, read_decks
from toolkit.play.journal import Journal
from toolkit.report.diagnostic import DiagnosticError
from toolkit.report.render import full

GAMES = 30
"""Rounds of games whose records are damaged."""
BOX = "tests/packs/deck-box"


@cache
def records(number: int) -> dict[str, dict[str, Any]]:
    return damage.records(Random(number))


@cache
def journals(number: int) -> dict[str, str]:
    """The text of the journal of a game of each pack, with decisions that were taken back."""
    made = {}
    for name, record in records(number).items():
        if name.endswith(" save"):
            game = load_game(record, pack(f"tests/packs/{name.split()[0]}"))
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "one.journal"
                game.changed = Journal(path, "").follow
                chance = Random(number)
                for _ in range(6):
                    if game.decision is not None and chance.random() < 0.7:
                        game.choose(chance.choice(game.decision.options))
                    elif game.decisions:
                        with suppress(UndoRefused):
                            game.undo()
                made[name.split()[0]] = path.read_text("utf-8") if path.exists() else ""
    return {name: text for name, text in made.items() if text}


def of_a_record(what: str, chance: Random) -> tuple[str, dict[str, Any]]:
    found = records(chance.randrange(GAMES))
    name = chance.choice([name for name in found if name.endswith(what)])
    return name.split()[0], found[name]


def damaged_save(chance: Random) -> Data:
    name, record = of_a_record("save", chance)
    return {"pack": name, "record": damage.damaged(record, chance), "decisions": record["decisions"]}


def damaged_replay(chance: Random) -> Data:
    name, record = of_a_record("replay", chance)
    return {"pack": name, "record": damage.damaged(record, chance), "decisions": record["decisions"]}


def torn_record(chance: Random) -> Data:
    name, record = of_a_record("", chance)
    return {"pack": name, "text": damage.torn(record, chance), "decisions": record["decisions"]}


def damaged_journal(chance: Random) -> Data:
    """One or two of its lines are damaged, cut off, missing, doubled or elsewhere."""
    found = journals(chance.randrange(GAMES))
    name = chance.choice(list(found))
    lines = found[name].splitlines()
    for _ in range(chance.choice((1, 1, 2))):
        at = chance.randrange(len(lines))
        match chance.randrange(6):
            case 0:
                lines[at] = lines[at][: chance.randrange(len(lines[at]) + 1)]
            case 1:
                lines.insert(chance.randrange(len(lines)), lines[at])
            case 2:
                lines[at] = ""
            case _:
                try:
                    lines[at] = json.dumps(damage.damaged(json.loads(lines[at]), chance))
                except ValueError:  # damaged before
                    lines[at] += chance.choice('{}[]",:0')
    return {"pack": name, "text": "\n".join(lines) + chance.choice(("\n", "")), "decisions": None}


def taken_up(data: Data, folder: Path) -> str:
    """Load the record, and play it to its end."""
    source: Any = folder / "one.json"
    if "record" in data:
        source = damage.sealed(data["record"], data["pack"])
    else:
        source.write_text(data["text"], encoding="utf-8", errors="surrogatepass")
    try:
        game = load_game(source, pack(f"tests/packs/{data['pack']}"))
    except DiagnosticError as error:
        for each in error.diagnostics:
            full(each)
        return "refused"
    decisions = json.loads(json.dumps(game.decisions))
    damage.legal(game)
    return "same" if decisions == data["decisions"] else "different"


# --- Decks --------------------------------------------------------------------------------------------------


@cache
def deck_list() -> str:
    return (ROOT / BOX / "decks" / "decks.yaml").read_text("utf-8")


def damaged_deck(chance: Random) -> Data:
    """A deck of which a value is another one, or the text."""
    documents = deck_list().split("---\n")[:3]
    one = chance.choice(documents)
    if chance.random() < 0.3:
        at = chance.randrange(len(one))
        one = one[:at] + chance.choice(("", " ", "\n", "{", "]", "'", ":", "*x", "9" * 30)) + one[at + 1 :]
    else:
        changed = damage.damaged(yaml.safe_load(one), chance)
        one = yaml.safe_dump(changed, allow_unicode=chance.random() < 0.5, sort_keys=False)
    return {"text": one}


def dealt(data: Data, folder: Path) -> str:
    """Check the decks of the file, and play with the first that may be played with."""
    path, box = folder / "deck.yaml", pack(BOX)
    path.write_text(data["text"], encoding="utf-8", errors="surrogatepass")
    read = read_decks(path, box)
    wrong = [*read.diagnostics, *(each for deck in read.value for each in check_deck(box, deck))]
    for diagnostic in wrong:
        full(diagnostic)
    if not read.value or any(each.is_error for each in wrong):
        return "refused"
    try:
        game = new_game(box, seed=1, decks={"Red": str(path), "Blue": "sunny"})
    except DiagnosticError:
        return "refused"
    play_out(game, {seat: RandomBot(1, seat) for seat in game.compiled.model.players})
    known = [yaml.safe_load(each)["cards"] for each in deck_list().split("---\n")[:3]]
    return "same" if yaml.safe_load(data["text"])["cards"] in known else "different"


KINDS = [
    Kind("save: values", 10, damaged_save, taken_up),
    Kind("replay: values", 8, damaged_replay, taken_up),
    Kind("save or replay: text", 4, torn_record, taken_up),
    Kind("journal", 4, damaged_journal, taken_up),
    Kind("deck", 2, damaged_deck, dealt),
]
