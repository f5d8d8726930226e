"""What a seat may not know it is not told: not by a line of the log that changes later, not by what can be taken back,
not by a question that is not asked.
"""

import pytest

from toolkit import load_game, load_pack, new_game
from toolkit.play.game import UndoRefused
from toolkit.play.journal import new_journal

WORDS = """\
type: vocabulary
id: words
kinds:
  card: {documents: true, starts: pile}
places:
  pile: {ordered: true, seen-by: nobody}
  hand: {of: player, seen-by: owner}
  chest: {of: player, seen-by: nobody}
  table: {prep: "on"}
quantities:
  point: {of: player}
"""


def card(name, copies=1):
    return f"type: card\nid: {name.lower()}\nname: {name}\ncopies: {copies}\n"


SELL = """\
type: verb
id: sell
phrase: sell {card}
steps:
  show: Reveal the card.
  put: Put the card in your chest.
---
type: verb
id: stow
phrase: stow {card}
steps:
  put: Put the card in your chest.
"""
TURN = """\
type: verb
id: turn
phrase: take a turn
period: turn
steps:
  go: |
    {}
"""
FOUR = tuple(card(name) for name in ("Ace", "King", "Queen", "Jack"))
ACES = card("Ace", 4), card("King", 2)


def steps(*texts):
    lines = "".join(f"  step {n}: |\n    {text}\n" for n, text in enumerate(texts))
    return f"type: procedure\nid: game\nsteps:\n{lines}"


@pytest.fixture
def game(write_pack):
    """`game("Red sells a card in their hand.", …)`: a game of these steps, in which both have drawn."""

    def made(*texts, forced="take", cards=FOUR, seed=1, documents=()):
        drawn = "Each player puts the top 2 cards of the pile in their hand."
        documents = [WORDS, SELL, *documents, *cards, steps(drawn, *texts, "Each player wins the game.")]
        manifest = (
            f"type: pack\nformat: 1\nid: toy\nname: Toy\nplayers: 2\nseats: [Red, Blue]\nforced: {forced}\n"
        )
        return new_game(load_pack(write_pack(*documents, manifest=manifest)), seed=seed)

    return made


def log(game, seat):
    return [game.teller.event(number, entry, seat).text for number, entry in enumerate(game.entries, 1)]


def options(game):
    return [option.label for option in game.decision.options] if game.decision else None


def test_a_line_of_the_log_stays_what_it_was(game):
    one = game(
        "Red puts a card from their hand on the table.", "Blue puts a card from their hand on the table."
    )
    before = log(one, 2)
    one.choose(0)
    after = log(one, 2)
    assert after[: len(before)] == before
    assert [each for each in before if "Red puts" in each] == ["Red puts a face-down card in Red's hand."] * 2
    assert after[len(before)] in ("Red puts Ace on the table.", "Red puts King on the table.")
    assert "face-down" not in "".join(log(one, 1)[: len(before) // 2])  # what they drew themselves


REVEALING = (
    "Red sells a card in their hand.",
    "Red reveals a card in their hand. Red shuffles all cards in their hand into the pile.",
)


@pytest.mark.parametrize("text", REVEALING)
@pytest.mark.parametrize("way", ["played", "resumed", "replayed"])
def test_what_was_seen_and_hidden_again_is_not_taken_back(game, text, way, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    one = game(text, "Blue puts a card from their hand in their chest.")
    journal = new_journal(one)
    one.changed = journal.follow
    one.choose(0)
    if way != "played":
        path = journal.path if way == "resumed" else tmp_path / "game.json"
        one.replay(tmp_path / "game.json")
        one = load_game(path, one.pack)
    with pytest.raises(UndoRefused, match=r"chance has decided|Blue has seen [A-Z][a-z]+ since"):
        one.undo()


def test_what_nobody_got_to_see_is_taken_back(game):
    one = game(
        "Red puts a card from their hand in their chest.", "Blue puts a card from their hand in their chest."
    )
    before = one.digest()
    one.choose(0)
    one.undo()
    assert one.digest() == before


ASKED = {
    "Red puts a card from their hand on the table.": ["Put Ace from their hand on the table"],
    "Red puts 2 cards from their hand on the table.": ["Put Ace from their hand on the table"],
    "Red may put a King from their hand on the table.": [
        "No: Red may put a King from their hand on the table."
    ],
    "Red puts any number of Kings from their hand on the table.": ["None"],
    "Red puts a King from their hand on the table.": ["None"],
    "Red chooses one:\n    - Put an Ace from their hand on the table.\n    - Remove a King in their hand.": [
        "Put an Ace from their hand on the table"
    ],
}


@pytest.mark.parametrize("text", ASKED)
def test_what_would_tell_something_by_not_being_asked_is_asked(game, text):
    last = "Blue chooses a player."
    assert options(game(text, last, forced="take", cards=ACES)) == options(game(last, cards=ACES))
    one = game(text, last, forced="ask", cards=ACES)
    assert one.decision.seat == 1
    assert [label.removeprefix("Red ").replace("puts", "Put") for label in options(one)] == ASKED[text]
    while one.decision.seat == 1:
        assert len(one.decision.options) == 1
        one.choose(0)
    assert options(one) == options(game(last, cards=ACES))


def test_what_lies_open_is_not_asked(game):
    last = "Blue chooses a player."
    open_ones = (
        "Red puts all cards from their hand on the table.",
        "Red puts a card from the table in their chest.",
    )
    one = game(*open_ones, last, forced="ask", cards=ACES)
    assert one.decision.seat == 2


def test_what_is_removed_face_down_stays_unknown(game):
    one = game("Red removes a card in their hand from the game.", "Blue chooses a player.")
    one.choose(0)
    [gone] = one.state.gone
    assert one.view(1)["gone"] == [gone]
    assert one.view(2)["gone"] == [None] == one.view()["gone"]
    assert "Red removes a face-down card." in log(one, 2)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    "text",
    ["Red puts all cards from their hand in their chest.", "For each card in Red's hand, Red stows it."],
)
def test_in_which_order_things_happen_tells_nothing(game, text, seed):
    """What all know comes first: beside cards that lie hidden, its number would say what these are not."""
    one = game("Red reveals a random card in their hand.", text, seed=seed)
    told = [line for line in log(one, 2) if line.endswith("in Red's chest.")]
    assert len(told) == 2
    assert "face-down" not in told[0]
    assert "face-down" in told[1]


def test_your_is_said_of_whose_text_it_is(game):
    """Blue is asked by a sentence of Red's: *your chest* there is not Blue's."""
    steps = "In turn order, starting with Red, each player with cards in their hand takes a turn."
    one = game(steps, documents=(TURN.format("The next player puts a card from their hand in your chest."),))
    assert one.decision.seat == 2
    assert all(each.endswith("from their hand in Red's chest") for each in options(one))
    own = game(steps, documents=(TURN.format("Put a card from your hand in your chest."),))
    assert own.decision.seat == 1
    assert all(each.endswith("from your hand in your chest") for each in options(own))
