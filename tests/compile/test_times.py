"""How long is long: each time is played over five rounds, and what an effect says for it is in force exactly then,
whether it is an amount, a prohibition, a trigger or a replacement, and whether the time stands in front or at the end.

A time that means another run of its period than a reader takes it for is accepted like any other.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from toolkit import new_game
from toolkit.compile.pack import load_pack

pytestmark = pytest.mark.long

PACK = """\
type: pack
format: 1
id: times
name: Times
languages: [en]
players: 3
seats: [Red, Blue, Green]
start: [game]
---
type: vocabulary
id: words
kinds:
  cat: {of: player, number: 2, starts: yard, attributes: {power: 0 to 9}}
places: {yard: {of: player}}
quantities: {coin: {of: player}, debt: {of: player}, gem: {of: player}}
---
{type: verb, id: rest, phrase: rest, steps: {go: Gain 0 debts.}}
---
{type: verb, id: work, phrase: work, steps: {go: Gain 1 gem.}}
---
{type: verb, id: read, phrase: read the card, steps: {go: TEXT}}
---
type: verb
id: turn
phrase: take a turn
period: turn
steps:
  opening: Work. You may rest.
  middle: If you are Red and Red has exactly 1 coin, read the card. Red gains 1 coin if you are Red.
  late: Work. You may rest.
  closing: Work. You may rest.
---
type: verb
id: round
phrase: play a round
period: round
steps:
  turns: In turn order, each player takes a turn.
  end: Red works. Red may rest.
---
type: procedure
id: game
steps:
  rounds: Play a round. Play a round. Play a round. Play a round.
  end: The game ends.
"""
"""Red reads the card in the middle of their turn in the second of four rounds."""

FORMS = {
    "power": ("Red's cats have +1 power {}.", "{}, Red's cats have +1 power."),
    "gem": ("Players cannot work {}.", "{}, players cannot work."),
    "debt": (
        "When a player works {}, Red gains 1 debt.", "{}, when a player works, Red gains 1 debt.",
        "If a player would work {}, they gain 1 debt instead.", "{}, if a player would work, they gain 1 debt instead.",
    ),
}  # fmt: skip
"""By what shows it, a sentence with the time at its end, and in front."""
ALL = "### ### ### #"
NONE = "... ... ... ."
TURN = ".## ... ... ."
REST = ".## ### ### #"
"""Of a round: three moments of the turn of Red, of Blue, of Green, and its end."""
TIMES = {
    "this turn": (TURN,),
    "until the end of the turn": (TURN,),
    "for the rest of the turn": (TURN,),
    "until this turn ends": (TURN,),
    "until the next turn": (TURN,),
    "until Blue's next turn": (TURN,),
    "until your next turn": (REST,),
    "until the start of your next turn": (REST,),
    "this round": (REST,),
    "until the end of the round": (REST,),
    "until the round ends": (REST,),
    "until the next round": (REST,),
    "during the next turn": ("... ### ... .",),
    "during Blue's next turn": ("... ### ... .",),
    "until the end of Blue's next turn": (".## ### ... .",),
    "until the end of the next turn": (".## ### ... .",),
    "until the end of Green's next turn": (".## ### ### .",),
    "during your next turn": (NONE, "### ... ... ."),
    "on your next turn": (NONE, "### ... ... ."),
    "until the end of your next turn": (REST, "### ... ... ."),
    "until your next turn ends": (REST, "### ... ... ."),
    "during the next round": (NONE, ALL),
    "until the end of the next round": (REST, ALL),
    "for the rest of the game": (REST, ALL, ALL),
    "until the game ends": (REST, ALL, ALL),
}
MOMENTS = {
    "at the end of this turn": ("... #.. ... .",),
    "at the end of your turn": ("... #.. ... .",),
    "at the start of the next turn": ("... #.. ... .",),
    "at the end of Blue's next turn": ("... ... #.. .",),
    "at the start of your next turn": (NONE, "#.. ... ... ."),
    "at the start of the late step of this turn": (".#. ... ... .",),
    "at the start of the opening step of this turn": (NONE,),
    "at the start of the late step of your next turn": (NONE, ".#. ... ... ."),
    "at the end of the closing step of Green's next turn": ("... ... ... #",),
    "for the rest of the game, at the end of each turn": ("... #.. #.. #", "... #.. #.. #", "... #.. #.. #"),
    "until the end of the next round, at the start of each of your turns": (NONE, "#.. ... ... ."),
}
"""When *…, Red gains 1 debt.* is carried out: what is seen at the next moment."""


def moments(text: str, shown: str, folder: Path) -> Iterator[bool]:
    """Whether it is seen at each moment, by what shows it.  Nothing, if the text is refused."""
    (folder / "pack.yaml").write_text(PACK.replace("TEXT", json.dumps(text, ensure_ascii=False)))
    loaded = load_pack(folder, ())
    if any(each.is_error for each in loaded.diagnostics):
        return
    game = new_game(loaded.value, 3, seed=1)
    model = game.compiled.model
    column = {each.name: number for number, each in enumerate(model.attributes)}
    cat = next(entity for entity in range(model.count) if "cat" in model.label(entity))  # the first is Red's
    before = 0
    while game.decision is not None:
        if shown == "power":
            yield game.machine.attribute(game.state, column["power"], cat) > 0
        else:
            now = sum(game.state.columns[column[shown]][player] for player in model.players)
            yield (now == before) if shown == "gem" else (now > before)
            before = now
        game.choose(1, game.decision.seats[0])


def by_rounds(seen: Iterator[bool]) -> tuple[str, ...]:
    """From the second round on, without the last rounds in which nothing is seen."""
    marks = "".join("#" if each else "." for each in seen)
    rounds = [marks[n : n + 10] for n in range(10, len(marks), 10)]
    said = [f"{each[:3]} {each[3:6]} {each[6:9]} {each[9:]}" for each in rounds]
    while len(said) > 1 and said[-1] == NONE:
        said.pop()
    return tuple(said)


@pytest.mark.parametrize("time", TIMES)
def test_it_is_in_force_then(time, tmp_path):
    found = {}
    for shown, forms in FORMS.items():
        for text in (form.format(time) for form in forms):
            text = text[0].upper() + text[1:]
            found[text] = by_rounds(moments(text, shown, tmp_path))
    accepted = {text: seen for text, seen in found.items() if seen}
    assert len(accepted) >= 4
    assert accepted == dict.fromkeys(accepted, TIMES[time])


@pytest.mark.parametrize("time", MOMENTS)
def test_it_comes_then(time, tmp_path):
    text = f"{time[0].upper()}{time[1:]}, Red gains 1 debt."
    assert by_rounds(moments(text, "debt", tmp_path)) == MOMENTS[time]
