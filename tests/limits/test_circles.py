"""What needs itself is found when a pack is checked; what is merely long is read and played."""

from __future__ import annotations

from time import process_time

import pytest

from tests.limits.packs import write
from toolkit.compile.pack import load_pack
from toolkit.prove.simulate import Job, open_lab

WORDS = """\
type: vocabulary
id: circle-words
kinds:
  box: {number: 6, starts: pool, noun: [box, boxes]}
places:
  cell: {part-of: pool, columns: 3, rows: 1}
adjectives: [hidden, linked, empty, full]
---
"""


def found(tmp_path, text: str, play: str = "Each player gains 1 coin.") -> list[tuple[str, str]]:
    """Code of each error, and the circle that it shows."""
    checked = load_pack(write(tmp_path, {"play": play, "text": text}))
    return [(d.code, d.message.partition("(")[2].rstrip(")")) for d in checked.errors]


@pytest.mark.parametrize(
    ("definitions", "circle"),
    [
        (["A cell is empty if there are no empty cells."], "empty → empty"),
        (["A cell is empty if there are no counters in it."], None),
        (
            ["A cell is empty if it is not full.", "A cell is full if it is not empty."],
            "empty → full → empty",
        ),
        (["A cell is empty if it is not full.", "A cell is full if there is a counter in it."], None),
        (["A box is linked if there is a linked box."], "linked → linked"),
        (["A box is linked if there is a linked box in it."], None),  # further in, until nothing is in it
        (["A box is hidden if it is in a hidden box."], "hidden → hidden"),  # asks all boxes
        (["A cell is full if it is next to a full cell, or there is a counter in it."], None),  # a chain
    ],
)
def test_words(definitions, circle, tmp_path):
    text = WORDS + "type: definitions\nid: d\nis:\n" + "".join(f"- {each}\n" for each in definitions)
    assert found(tmp_path, text) == ([("SAY0849", circle)] if circle else [])


PING = "type: verb\nid: ping\nphrase: ping\n{extra}steps:\n  one: {ping}\n---\n"
PONG = "type: verb\nid: pong\nphrase: pong\nsteps:\n  one: {pong}\n---\n"
RULES = "type: rules\nid: r\nrules:\n- {rule}\n"


@pytest.mark.parametrize(
    ("ping", "pong", "extra", "rule", "circle"),
    [
        ("Gain 1 coin. Pong.", "Ping.", "", None, "ping → pong → ping"),
        ("Ping.", "Gain 1 coin.", "", None, "ping → ping"),
        ("Gain 1 coin. Pong.", "Gain 1 coin.", "", None, None),
        ("You may pong.", "Ping.", "", None, None),
        ("If you have at most 7 coins, pong.", "Ping.", "", None, None),
        ("Gain 1 coin. Pong.", "Ping.", "requires: you have at most 7 coins\n", None, None),
        ("Gain 1 coin. Pong.", "Ping.", "", "A player with at least 7 coins cannot pong.", None),
        (
            "Gain 1 coin. Pong.",
            "Ping.",
            "",
            "When a player has at least 7 coins, that player wins the game.",
            None,
        ),
    ],
)
def test_verbs(ping, pong, extra, rule, circle, tmp_path):
    text = PING.format(ping=ping, extra=extra) + PONG.format(pong=pong)
    text += RULES.format(rule=rule) if rule else ""
    assert found(tmp_path, text) == ([("SAY0850", circle)] if circle else [])


# --- Long, but finite ---------------------------------------------------------------------------------------


def name(number: int) -> str:
    """A word of its own for each number."""
    return "".join("bcdfghjklm"[int(digit)] + "aeiou"[int(digit) % 5] for digit in str(number)) + "zo"


def chain_of_definitions(length: int) -> dict:
    words = f"type: vocabulary\nid: w\nadjectives: [{', '.join(name(k) for k in range(length))}]\n---\n"
    said = [f"- A counter is {name(k)} if there is a {name(k - 1)} counter.\n" for k in range(1, length)]
    said.insert(0, f"- A counter is {name(0)} if there are no counters in it.\n")
    play = f"Each player gains 1 coin for each {name(length - 1)} counter."
    return {"play": play, "text": words + "type: definitions\nid: d\nis:\n" + "".join(said)}


def chain_of_verbs(length: int) -> dict:
    documents = [
        f"type: verb\nid: {name(k)}\nphrase: {name(k)}\nsteps:\n  one: "
        f"{name(k - 1).capitalize() if k else 'Gain 6 coins'}.\n"
        for k in range(length)
    ]
    files = ["---\n".join(documents[at : at + 900]) for at in range(0, length, 900)]
    return {"play": f"Each player {name(length - 1)}es.", "files": files}


def seconds(folder, case) -> float:
    """To load such a pack and to play it, which gives each player 6 coins."""
    began = process_time()
    lab = open_lab(Job(write(folder, case), games=1))
    state = lab.played(1, [], [])
    taken = process_time() - began
    coins = lab.compiled.world.attributes["player", "coin"].index
    assert [state.columns[coins][player] for player in lab.compiled.model.players] == [6, 6]
    return taken


@pytest.mark.long
@pytest.mark.parametrize("chain", [chain_of_definitions, chain_of_verbs])
def test_long_chains_are_linear(chain, tmp_path):
    seconds(tmp_path, chain(10))  # the tables of the language are made once
    short, long = (seconds(tmp_path, chain(length)) for length in (500, 2000))
    assert long < 15
    assert long < 13 * short  # four times as long; sixteen times would be quadratic
