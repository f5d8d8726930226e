"""What runs differently is said differently: of two texts with one reading the programs are the same.

The texts are those whose meaning is tested (`tests/compile/meaning.yaml`) and those that were misread.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

from tests import fast_yaml as yaml
from tests.portions import portions
from toolkit.compile.pack import load_pack
from toolkit.reading import text_of
from toolkit.reading.frame import NOTHING
from toolkit.reading.text import Session

HERE = Path(__file__).resolve().parent
COMPILE = HERE.parent / "compile"
STARTS = {"do": "effect", "rules": "statement", "is": "definition", "score": "formula", "text": None}

SAME = (
    {"If you have cats in the park, gain 1 coin.", "If you have one of your cats in the park, gain 1 coin."},
    {"You may pay 1 coin.\nIf you do, gain 2 points.", "You may pay 1 coin, then gain 2 points."},
    {
        "Each player gains their choice of 1 coin or 1 point.",
        "Each player chooses one:\n- Gain 1 coin.\n- Gain 1 point.",
    },
    {"Raise the price by 1.", "Raise the price of the game by 1."},
    {
        "Put each of your cats in the park or the pond.",
        "For each of your cats, put it in the park or the pond.",
    },
    {
        "Put the highest stone in the park in the pond.",
        "Put the stone with the highest size in the park in the pond.",
    },
    {
        "Move all stones from the park to the pond. Gain 1 coin for each stone moved this way.",
        "Move all stones from the park to the pond, then gain that many coins.",
    },
    {"For each yard, put a bead from the bowl there.", "Put a bead in each yard."},
    {
        "If a cat is on the park, gain 1 coin.",
        "If the park has a cat in it, gain 1 coin.",
        "If the number of each cat in the park is at least 1, gain 1 coin.",
    },
    {
        "Each player gains 2 coins if their coins are at most Red's coins.",
        "Each player whose coins are at most Red's coins gains 2 coins.",
    },
    {
        "Lose 1 debt. If you have no debts, gain 1 coin.",
        "Lose 1 debt. If you do not have debts, gain 1 coin.",
    },
    {
        "If a cat is in a yard, you put another cat from your yard there.",
        "If a cat is in a player's yard, put another cat from your yard in that yard.",
    },
)
"""Texts that run alike, though one program keeps a value that nothing reads, or asks whether who does it is there:
their readings may be the same.
"""


def texts(file: Path) -> Iterator[tuple[str, str | None]]:
    """Each text of a file of cases, and what it stands for."""
    for case in yaml.safe_load(file.read_text(encoding="utf-8")):
        for key, start in STARTS.items():
            said = case.get(key, [])
            for text in said if isinstance(said, list) else [said]:
                yield (text["text"] if isinstance(text, dict) else text).strip(), start


def plain(program: str) -> str:
    """A program without its sentences, and with slots numbered as they come; *1 × n* is n.

    The things of a kind in one place are written in one way, whether the place or the kind is looked through.
    """
    slots: dict[str, str] = {}
    program = re.sub(r" +; .*|\(\d+ locals\)| +$", "", program, flags=re.MULTILINE)
    program = re.sub(
        r"\[(\$\d+) of inside\((.*)\) where is\(\1, (\d+)\)\]", r"all-in(\3, single(\2))", program
    )
    program = re.sub(r"1 × |[()]", "", program)
    return re.sub(r"\$\d+", lambda match: slots.setdefault(match[0], f"${len(slots)}"), program)


@pytest.mark.parametrize(
    ("folder", "file", "every"),
    [
        pytest.param(COMPILE / "meaning", COMPILE / "meaning.yaml", 5, id="meaning, a sample"),
        pytest.param(COMPILE / "meaning", COMPILE / "meaning.yaml", 1, id="meaning", marks=pytest.mark.long),
        pytest.param(HERE / "duel", HERE / "misread.yaml", 1, id="misread"),
    ],
)
def test_other_programs_have_other_readings(folder, file, every):
    session = Session(load_pack(folder).value)
    card = session.card("heron")
    programs: dict[tuple[str, str], dict[str, str]] = {}
    # Whole runs of them: texts that could be confused stand beside each other.
    every_text = portions([*dict.fromkeys(texts(file))])[::every]
    for text, start in chain.from_iterable(portion.cases for portion in every_text):
        best = session.read(text, start, card, explain=False)[0]
        if best.lines:
            key = best.start, text_of(list(best.lines))
            programs.setdefault(key, {}).setdefault(plain(best.program), text)
    assert len(programs) > 30
    for (_, reading), found in programs.items():
        alike = set(found.values())
        known = len(alike) < 2 or any(alike <= same for same in SAME)
        assert known, (
            f"one reading, several programs (if they run alike, list them in SAME):\n{reading}\n{alike}"
        )


def test_a_reading_names_what_has_been_kept():
    """No value that a line speaks of is lost between the lines: each was said, or is named by one before."""
    session = Session(load_pack(COMPILE / "meaning").value)
    for text in (
        "Put each moth in the home with the most cats.",
        "Put a bead in the home with the most cats.",
        "Put each bead in the home with the fewest cats.",
    ):
        best = session.read(text, "effect")[0]
        assert best.lines and not best.mistakes
        assert NOTHING not in text_of(list(best.lines)), text
