"""Words that mean something elsewhere and nothing where they stand are refused; beside each, what they are good for."""

import pytest

from tests.language.garden import parse

MISFITS = [
    # text, the word that is refused, a near miss that is good English
    ("Red less has 2 coins.", "less", "Red has less gold than Blue."),
    ("Red fewer has a cat in their basket.", "fewer", "Red has fewer cats than Blue."),
    ("2 cats are in less Red's basket.", "less", "2 cats are in Red's basket."),
    ("Previous Blue has 2 coins.", "Previous", "The next player has 2 coins."),
    ("Red has bottom 2 coins.", "bottom", "Red has the bottom 2 cards."),
    ("The weight of Tom is tenth 3.", "tenth", "The weight of the tenth cat is 3."),
    ("The weight of Red's fewest cat is 3.", "fewest", "The player with the fewest cats has 3 coins."),
    ("A most cat is hungry.", "most", "A player with most coins has a cat."),
    ("Red has at least coins.", "at least", "Red has at least 2 coins."),
    ("There are exactly cats in the garden.", "exactly", "There are exactly 2 cats in the garden."),
]
ORDERS = [
    ("Feed least cat.", "least", "Feed a cat with the least weight."),
    ("Each cat has your +3 weight.", "your", "Each of your cats has +3 weight."),
    ("Otherwise Otherwise, gain 1 coin.", "Otherwise", "Otherwise, gain 1 coin."),
]


@pytest.mark.parametrize(
    ("text", "word", "good", "start"),
    [(*case, "condition") for case in MISFITS] + [(*case, "effect") for case in ORDERS],
    ids=lambda value: value,
)
def test_a_word_that_does_not_fit(text, word, good, start):
    found = parse(text, start).errors
    assert [(d.code in ("SAY0517", "SAY0508"), d.span.text) for d in found] == [(True, word)]
    assert parse(good, start).errors == ()
