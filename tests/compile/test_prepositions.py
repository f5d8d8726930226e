"""A word that says more of where a thing is than *in* is refused, or it would mean no more than that."""

from pathlib import Path

import pytest

from toolkit.compile.pack import load_pack
from toolkit.language.lexer import CLOSED
from toolkit.reading.text import Session

HERE = Path(__file__).resolve().parent
OWN = {"in", "at", "on", "among"}
WORDS = sorted(
    {word for word, readings in CLOSED.items() if any(each.form == "PLACE" for each in readings)}
    | {"outside", "before", "after"}
)


@pytest.fixture(scope="module")
def session():
    pack = load_pack(HERE / "meaning", ()).value
    assert pack is not None
    return Session(pack)


@pytest.mark.parametrize("word", [word for word in WORDS if word not in OWN])
@pytest.mark.parametrize(
    "text",
    [
        "If a cat is {} your yard, gain 1 coin.",
        "Put a cat {} your yard.",
        "Put all cats {} your yard in the park.",
        "If there is a cat {} your yard, gain 1 coin.",
        "Gain coins equal to the number of cats {} your yard.",
        "Put each cat that is {} your yard in the park.",
    ],
)
def test_what_says_more_than_in_is_refused(session, text, word):
    found = session.read(text.format(word), "effect")[0]
    assert found.mistakes


def test_in_is_not(session):
    assert not session.read("Put a cat in your yard.", "effect")[0].mistakes


@pytest.mark.parametrize(
    "where, fixed", [("behind a dog", False), ("near your yard", False), ("inside your yard", True)]
)
def test_a_correction_says_no_other_place(session, where, fixed):
    found = session.read(f"If a cat is {where}, gain 1 coin.", "effect")[0]
    assert any(d.fixes for d in found.diagnostics) == fixed
