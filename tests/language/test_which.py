"""Which ones of a kind a phrase means, and how many: each determiner is read as one small class."""

from __future__ import annotations

import pytest

from tests.language.garden import parse
from toolkit.language import ast, which


def noun(phrase: str) -> ast.Noun:
    """The object of *Feed …*, however it is wrong otherwise."""
    tree = parse(f"Feed {phrase}.").value
    assert tree is not None
    return next(node for node in tree.walk() if isinstance(node, ast.Noun))


@pytest.mark.parametrize(
    ("phrase", "meant"),
    [
        ("cats", which.Bare()),
        ("the cat", which.The()),
        ("your cat", which.The()),
        ("that player's cat", which.The()),
        ("the 2 cats", which.The(2)),
        ("the first cat", which.Ordinal("first")),
        ("your top 2 cats", which.Ordinal("top", 2)),
        ("a cat", which.A()),
        ("another cat", which.Another()),
        ("2 cats", which.Count(2)),
        ("one of your cats", which.Count(1, of=True)),
        ("at least 2 of those cats", which.Count(2, "at least", of=True)),
        ("up to 2 cats", which.UpTo(2)),
        ("any number of cats", which.AnyNumber()),
        ("that many cats", which.ThatMany("that many")),
        ("a random cat", which.Random()),
        ("2 random cats", which.Random(2)),
        ("all cats", which.All("all")),
        ("both cats", which.All("both")),
        ("each cat", which.Each("each")),
        ("each of the first 2 cats", which.Each("each", 2, "first")),
        ("no cats", which.No()),
        ("the most cats", which.Most("most")),
        ("half of your cats", which.Half("half of")),
        ("twice the weight of a cat", which.Times(2, "twice")),
        ("3 times the weight of a cat", which.Times(3, "3 times")),
    ],
)
def test_which_ones_are_meant(phrase: str, meant: which.Which) -> None:
    assert noun(phrase).determiner.which == meant


@pytest.mark.parametrize("phrase", ["your cat", "your other cat", "your tired cat", "at most your cat"])
def test_whose_they_are_says_nothing_of_how_many(phrase: str) -> None:
    assert noun(phrase.replace("tired", "old")).determiner.which == which.The()


@pytest.mark.parametrize(
    ("phrase", "plural"),
    [
        ("one of your cats", True),
        ("1 cat", False),
        ("2 cats", True),
        ("each cat", False),
        ("both cats", True),
        ("those cats", True),
        ("this cat", False),
        ("the cats", None),
        ("your cats", None),
        ("cats", None),
    ],
)
def test_the_number_of_the_noun_that_a_determiner_wants(phrase: str, plural: bool | None) -> None:
    assert which.says_plural(noun(phrase).determiner) is plural
