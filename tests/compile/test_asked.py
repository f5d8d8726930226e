"""What can be asked can be so, and not so: each condition of a table kinds x predicates that is accepted, and of which
nothing is said, comes out differently on one of these tables than on another.

A condition that is always so, or never, is accepted like any other; where kinds cannot agree it must be refused.
"""

from __future__ import annotations

import pytest

from tests.compile.test_heard import ECHO
from tests.compile.test_meaning import HERE, Packs, documents
from toolkit.compile.pack import load_pack
from toolkit.play.example import examples, run
from toolkit.prove.single import judged
from toolkit.reading.text import Session

pytestmark = pytest.mark.long

TABLES = [
    ["There is 1 of Red's cats in the park.", "There is 1 moth in the park.", "There are 2 stones in the park.",
     "There are 2 beads in the park.", "The power of Red's cat in the park is 3.", "Red has 5 coins.",
     "Blue has 2 coins.", "Red has 3 points."],
    ["There are 2 of Blue's cats in the park.", "There is 1 of Blue's dogs in Red's yard.", "The price is 5.",
     "A bead is on the glad stone that shows 2.", "Blue has 7 coins.", "Blue has 2 points."],
    ["There are 3 of Red's cats in the pond.", "The glad stone that shows 3 is in the park.", "Red has 6 coins.",
     "There are 3 beads in Red's yard.", "Green has 6 coins.", "Each player has 1 point.", "The price is 0."],
    ["There are 2 of Green's dogs in Red's yard.", "There is 1 of Red's cats in Red's yard.", "Red has 2 coins.",
     "The sour stone that shows 1 is in Red's yard.", "There are 4 beads in the park."],
    ["There is 1 of Red's cats in the park.", "There is 1 of Blue's cats in the pond.",
     "The glad stone that shows 3 is in Red's yard.", "A bead is on Red's cat in the park.",
     "A bead is on Blue's cat in the pond.", "There are 2 of Red's dogs in Blue's yard.",
     "A bead is on the stone that shows 3 in Red's yard."],
    ["There are 3 of Red's cats in the park.", "There are 3 of Blue's cats in the park.",
     "There are 3 of Green's cats in the park.", "Each player has 5 coins.", "There is 1 moth in the park.",
     "A bead is on the moth in the park.", "The glad stone that shows 3 is in the pond."],
    ["The glad stone that shows 3 is in the park.", "Red's cat is on the glad stone that shows 3 in the park.",
     "Red has 8 points.", "Blue has 8 points.", "There are 2 of Blue's cats in Blue's yard."],
]  # fmt: skip
WHO = (
    "a cat", "a pet in the park", "a stone in the park", "the highest stone in the park", "a player",
    "another player", "Blue", "you", "the park", "your yard", "a yard", "a mood", "glad", "the price", "your points",
    "the power of a cat in the park", "the number of cats in the park", "each player", "the weather",
    "the owner of a cat in the park", "the mood of a stone in the park", "the player to your left",
)  # fmt: skip
WHAT = (
    "is in the park", "is in your yard", "is in a yard", "is on a stone", "is rich", "is lonely", "is glad", "is heavy",
    "is active", "has at least 2 coins", "has at least 2 power", "has a cat in the park", "belongs to Blue", "is yours",
    "is a cat", "is a player", "is a thing", "is Red", "is another player", "is equal to the park", "shows 2",
    "is at least 2", "is empty", "has more coins than Blue", "has the most coins", "has the fewest cats",
    "has fewer cats than Blue", "has more power than a dog", "has a bead", "has a yard", "has another player",
)  # fmt: skip
PLAYERS = ("a player", "another player", "Blue", "each player", "the player to your left")
YARDS = ("your yard", "a yard")
HIGHEST = "the highest stone in the park"
APART = {
    "on each table it is Red's turn": [
        f"{who} {what}" for who in PLAYERS for what in ("is active", "is Red", "is another player")
    ],
    "it is so of all of its kind": [
        *(f"{who} {what}" for who in PLAYERS for what in ("is a player", "has a yard")),
        "a cat is a cat", "a cat is a thing", "a mood is glad", "glad is glad", "the park is equal to the park",
    ],
    "Red is asked": [f"{who} {what}" for who in YARDS for what in ("belongs to Blue", "is yours")] + ["a cat is yours"],
    "a place lies in itself alone": [
        f"{who} {what}"
        for who in YARDS
        for what in ("is in your yard", "is in a yard", "has a yard", "is equal to the park")
    ],
    "what lies in the park lies nowhere else, and is nobody's": [
        *(f"{HIGHEST} {what}" for what in ("is in your yard", "is in a yard", "is a cat")),
        *(f"{who} {what}" for who in (HIGHEST, "a stone in the park") for what in ("belongs to Blue", "is yours")),
        "a yard has a cat in the park",
    ],
    "so it lies on no table": [
        *(f"{who} {what}" for who in (HIGHEST, "a stone in the park") for what in ("is on a stone", "has a bead")),
        "a cat has a cat in the park", "a pet in the park has a cat in the park", "each player has a bead",
        "the park is empty", "a yard is empty", *(f"{who} has the fewest cats" for who in YARDS),
        *(f"{who} {what}" for who in ("the owner of a cat in the park", "the player to your left")
          for what in ("has the fewest cats", "has fewer cats than Blue")),
        "each player has more coins than Blue", "the player to your left has more coins than Blue",
    ],
}  # fmt: skip
"""Conditions that stay one way, by the reason."""
KNOWN = {asked for those in APART.values() for asked in those}
ASKED = [asked for what in WHAT for who in WHO if (asked := f"{who} {what}") not in KNOWN]


@pytest.fixture(scope="module")
def packs(tmp_path_factory) -> Packs:
    return Packs(tmp_path_factory.mktemp("packs"))


@pytest.fixture(scope="module")
def session() -> Session:
    return Session(load_pack(HERE / "meaning", (), examples=False).value, ())


def is_said(session: Session, text: str) -> bool:
    """Whether something is said of it."""
    return bool(judged(session.pack, session.read(text, None, None, None)[0]).diagnostics)


@pytest.mark.parametrize("asked", ASKED)
def test_it_can_be_so_and_not_so(asked, packs, session):
    if is_said(session, f"If {asked}, gain 1 coin."):
        return
    made = documents({"do": f"If {asked}, gain 1 echo.", "documents": [ECHO]})
    example = {"type": "example", "name": "Tried", "when": ["Red takes a turn."], "then": ["Red has 0 echo."]}
    made += [example | {"id": f"table-{n}", "given": given} for n, given in enumerate(TABLES)]
    loaded, found = packs.load_one(made)
    assert not found
    tried = [each for each in examples(loaded.value) if each.id.startswith("table-")]
    assert {run(loaded.value, each) is None for each in tried} == {True, False}
