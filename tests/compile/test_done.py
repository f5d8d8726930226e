"""What can be ordered can be done: each order of a verb of the kernel that is accepted is carried out on a table where
everything lies about.

An order that can never be carried out is accepted like any other, and does nothing without a sign.
"""

from __future__ import annotations

import pytest

from tests.compile.test_heard import echoed
from tests.compile.test_meaning import Packs

pytestmark = pytest.mark.long

GIVEN = [
    "There is 1 of Red's cats in the park.",
    "There is 1 of Red's dogs in the park.",
    "There is 1 moth in the park.",
    "There are 2 stones in the park.",
    "There are 2 beads in the park.",
    "There are 2 sheets in the row.",
    "There is 1 of Blue's dogs in Blue's yard.",
    "The power of Red's cat in the park is 3.",
    "Red has 5 coins.",
    "Blue has 5 coins.",
    "Red has 3 points.",
]
WHAT = (
    "a cat", "a dog", "a pet in the park", "a moth in the park", "a stone in the park", "a bead in the park",
    "a sheet in the row", "the top sheet of the pile", "a toy in your box", "a fruit in the bowl",
    "one of Blue's cats", "all cats in the park", "each stone in the park", "the sheets in the row",
    "a thing in the park", "up to 2 cats in the park", "a player", "another player", "Blue", "you", "the park",
    "your yard", "a yard", "the pile", "a park", "another player's yard", "a mood", "glad", "a turn", "the price",
    "2 coins", "your points", "the power of a cat in the park", "a number", "all players", "each player", "the weather",
)  # fmt: skip
DONE = (
    "Remove {}", "Turn {} face down", "Turn {}", "Roll {}", "Shuffle {}", "Look at {}",
    "Acquire {}", "Gain {}", "Lose {}", "Pay {}", "Win {}", "Take {}", "Raise {} by 1", "Lower {} by 1",
    "Set {} to 7", "Swap {} with a dog in the park", "Swap {} with your yard", "Attach {} to a dog in the park",
    "Deal {} to your yard", "Return {} to the quarry", "Move {} to the pond", "Move {} to a dog in the park",
    "Put {} in the pond", "Put {} in your yard", "Put {} on a cat in the park", "Put {} on the pile",
)  # fmt: skip
"""Not *reveal*, nor *face up*: everybody sees these things, and they lie so."""
APART = {
    "Turn the top sheet of the pile face down": "it lies so already",
    "Look at your yard": "everybody sees what lies there",
    "Look at a yard": "everybody sees what lies there",
    "Swap your yard with your yard": "it is one place",
    "Put all cats in the park on a cat in the park": "no other cat is there",
}
ORDERS = [order for done in DONE for what in WHAT if (order := done.format(what)) not in APART]


@pytest.fixture(scope="module")
def packs(tmp_path_factory) -> Packs:
    return Packs(tmp_path_factory.mktemp("packs"))


@pytest.mark.parametrize("order", ORDERS)
def test_it_is_done(order, packs):
    case = {"do": f"{order}. If you do, gain 1 echo.", "given": GIVEN}
    assert echoed(case, packs) is not False
