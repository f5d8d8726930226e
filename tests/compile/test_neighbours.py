"""A sentence means the same whatever stands before or after it: of two texts in a row, one says what it says alone;
and what is written in one sentence stays under what that begins with.

Of the cases of `meaning.yaml`, each text is read after a sentence that has nothing to do with it, and before it.  What
is refused so, as it may be doubtful now, is no fault; `TOGETHER` lists what means something else, and why.
"""

from __future__ import annotations

import re

import pytest

from tests.compile.test_meaning import CASES, HERE
from toolkit.compile.pack import Pack, load_pack
from toolkit.prove.single import judged
from toolkit.reading.text import Session

BESIDE = (
    "Gain 7 debts.",
    "Put a dog in the quarry.",
    "Put a cat in the pond.",
    "You may pay 7 debts.",
    "Choose another player. They lose 1 debt.",
    "If you have at least 7 debts, lose 1 debt.",
    "Put all dogs in the park in the pond.",
    "Blue puts a stone in the park.",
    "Choose one: gain 7 debts; or lose 7 debts.",
)
TOGETHER = {
    "Repeat this step until": "the step is all that stands before",
    "that player's debts": "*that player* is whom the sentence before chose",
    "For each debt they have, each player": "likewise *they*",
    "chosen player": "whom the sentence before chose is one of them",
    "Put those dogs": "*those dogs* are the ones before",
    "Put them in the pond": "each was put somewhere by itself: *them* are all of those",
    "Put those pets in the pond": "likewise",
    "that cat": "the one that the sentence before moved",
}
"""What a text says, where another one may stand before it; why."""

ALONE = [
    text
    for case in CASES
    if not {"code", "faulty", "documents", "rules", "is", "strong"} & case.keys() and (text := case.get("do"))
]
_WHICH = re.compile(r"\b(?:second|third|fourth) (?=\w)")


class Reader:
    """Reads texts of one pack."""

    def __init__(self, pack: Pack) -> None:
        self.pack, self.session = pack, Session(pack)

    def lines(self, text: str) -> list[tuple[int, str]] | None:
        """What is done, each line with its depth and without the number of a name; None: the text is refused."""
        reading = judged(self.pack, self.session.read(text, "effect")[0])
        if any(found.is_error for found in reading.diagnostics):
            return None
        return [(line.depth, _WHICH.sub("", line.text)) for line in reading.lines]


def told(lines: list[tuple[int, str]]) -> str:
    """The lines as `explain` prints them."""
    return "\n".join("  " * depth + text for depth, text in lines)


@pytest.fixture(scope="module")
def reader() -> Reader:
    pack = load_pack(HERE / "meaning").value
    assert pack is not None
    return Reader(pack)


@pytest.mark.long
@pytest.mark.parametrize("beside", BESIDE)
def test_a_text_says_beside_another_what_it_says_alone(beside, reader):
    before = reader.lines(beside)
    assert before is not None
    found = {}
    for text in dict.fromkeys(ALONE):
        alone = reader.lines(text)
        if alone is None or any(part in text for part in TOGETHER):
            continue
        gap = "\n" if "\n" in text.strip() else " "
        after = reader.lines(f"{beside}{gap}{text}")
        if after not in (None, before + alone):
            found[f"{beside} {text}"] = told(after)
        # *They*, *each other player* of a neutral sentence behind are of whom the text speaks.
        if not re.search(r"\b(?:they|other|another)\b", beside, re.I):
            behind = reader.lines(f"{text.rstrip()}{gap}{beside}")
            if behind not in (None, alone + before):
                found[f"{text} {beside}"] = told(behind)
    assert not found, "\n\n".join(f"{text}\n{said}" for text, said in found.items())


INSIDE = {
    "If you have at least 7 points, {}": "your number of points",
    "For each dog in the park, {}": "that dog",
    "Repeat 2 times: {}": "again and again",
}
"""Openings, and of what whatever stands under them must speak."""
NAMES = ("Red", "Blue", "Green")


@pytest.mark.long
@pytest.mark.parametrize("opening", INSIDE)
def test_nothing_of_a_sentence_stands_outside_of_its_opening(opening, reader):
    outside = {}
    for text in dict.fromkeys(ALONE):
        if "\n" in text.strip() or ". " in text.strip():
            continue
        small = text if text.startswith(NAMES) else text[0].lower() + text[1:]
        lines = reader.lines(opening.format(small))
        if lines is not None and not all(depth or INSIDE[opening] in line for depth, line in lines):
            outside[opening.format(small)] = told(lines)
    assert not outside, "\n\n".join(f"{text}\n{said}" for text, said in outside.items())
