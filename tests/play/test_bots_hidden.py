"""What bots may know: worlds that could be the real one.  A search changes nothing.  (What a seat is shown:
`tests.whole.twins`.)
"""

from functools import cache
from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tests.hygiene.project import ROOT
from tests.whole.twins import hidden_twins
from toolkit import load_pack, new_game
from toolkit.kernel.random import Chance, below
from toolkit.kernel.view import back, unknown, view
from toolkit.play.bots import make_bot
from toolkit.play.outlook import Outlook

PACKS = ("content/cyberpunk-tcg", "tests/packs/hidden-hand", "tests/packs/secret-choice", "content/sentient")
BOTS = ("random", "greedy", "lookahead:3", "first")


@cache
def pack(folder):
    return load_pack(ROOT / folder)


def table_at(folder, seed, steps):
    """A game after so many random decisions; it is not over."""
    game = new_game(pack(folder), seed=seed)
    chance = Chance(seed)
    before = game
    for _ in range(steps):
        if game.decision is None:
            break
        before = game.copy()
        seat = game.decision.seats[below(chance, len(game.decision.seats))]
        game.choose(below(chance, len(game.decision.options_for(seat))), seat)
    return game if game.decision is not None else before


def chosen(game, seat, name):
    outlook = Outlook(game.machine, game.state, seat)
    return outlook.options[make_bot(name, 5, seat).think(outlook)]


SEEDS = st.integers(0, 10_000)
STEPS = st.integers(0, 30)
QUICK = settings(max_examples=2, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("folder", PACKS)
@given(seed=SEEDS, steps=STEPS)
@QUICK
def test_a_search_leaves_the_state_as_it_was_and_is_repeatable(folder, seed, steps):
    game = table_at(folder, seed, steps)
    seat = game.decision.seat
    before = game.digest()
    for name in BOTS:
        first = chosen(game, seat, name)
        assert game.digest() == before
        assert chosen(game.copy(), seat, name) == first


@pytest.mark.parametrize("folder", [folder for folder in PACKS if "secret-choice" not in folder])
@given(seed=SEEDS, steps=STEPS)
@QUICK
def test_a_world_is_made_of_what_the_seat_knows(folder, seed, steps):
    """Two positions that look the same to a seat give it the same worlds, and worlds look like the position."""
    game = table_at(folder, seed, steps)
    assume(game.decision.kind != "choose-each")
    machine, model = game.machine, game.compiled.model
    seat = game.decision.seat
    twins = hidden_twins(game, seat, Random(seed))
    assume(twins is not None)
    other = twins.other
    machine.advance(other.state)
    worlds = [machine.redetermine(each.state, seat, Chance(seed)) for each in (game, other)]
    assert worlds[0].digest() == worlds[1].digest()
    assert view(worlds[0], model, seat) == view(game.state, model, seat)


def test_legends_are_not_dealt_into_decks():
    """A kind with a back of its own is not taken for another, and keeps its name face down."""
    game = table_at("content/cyberpunk-tcg", 2, 6)
    model = game.compiled.model
    backs = {
        model.kinds[back(model, e)].name
        for members in unknown(game.state, model, 1).values()
        for e in members
    }
    assert backs == {"card", "legend"}
    assert any("face-down legend" in line for line in game.table(1))


def test_why_and_undo_do_not_name_what_is_hidden():
    game = new_game(pack("tests/packs/hidden-hand"), seed=1)
    table, sees = game.compiled.model, game.machine.kernel.sees
    told = 0
    for seat in table.players:
        for number, (_, _, roles, *_) in enumerate(game.entries, 1):
            things = [role for role in roles if type(role) is int and table.is_component[role]]
            if things and not sees(game.state, seat, things[0]):
                said = game.why(number, seat)[0]
                assert "face-down card" in said and "King" not in said and "Squire" not in said, said
                told += 1
    assert told
    after = game.state.copy()
    card = next(e for e in range(table.count) if not any(sees(after, seat, e) for seat in table.players))
    for seat, said in ((1, "Red has seen a face-down card since"), (2, "Red has seen")):
        game.machine.kernel.know(after, seat, card)
        assert game.revealed(game.state, after).startswith(said)
    assert "face-down" not in game.revealed(game.state, after)  # now everybody knows it


SHOWN = """\
type: vocabulary
id: words
kinds:
  card: {documents: true, starts: deck}
places:
  deck: {of: player, ordered: true, seen-by: nobody}
  hand: {of: player, seen-by: owner}
  chest: {of: player, seen-by: nobody}
---
type: card
id: ace
name: Ace
copies: 2
---
type: card
id: king
name: King
copies: 2
---
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
---
type: procedure
id: game
steps:
  draw: Each player puts the top 2 cards of their deck in their hand.
  sell: |
    Red sells a card in their hand.
    Red stows a card in their hand.
    Red reveals a random card in their chest.
  hide: |
    Red shuffles all cards in their chest into their deck.
    Red puts the top 2 cards of their deck in their chest.
  end: Each player wins the game.
"""


def test_the_log_names_what_all_saw_when_it_happened_and_nothing_else(write_pack):
    game = new_game(load_pack(write_pack(SHOWN)), seed=1)
    while game.decision is not None:
        game.choose(0)
    log = [game.teller.event(n, entry, 2).text for n, entry in enumerate(game.entries, 1)]
    sold = next(n for n, text in enumerate(log) if "reveals" in text)
    name = log[sold].split()[-1].rstrip(".")
    assert log[sold + 1 : sold + 5] == [
        f"Red puts {name} in Red's chest.",
        f"Red has sold {name}.",
        "Red puts a face-down card in Red's chest.",
        "Red has stowed a face-down card.",
    ]
    assert "reveals" in log[sold + 5]
    rest = "".join(log[sold + 6 :])
    assert "puts a face-down card in Red's chest" in rest
    after = rest.rpartition("has shuffled")[2].partition(".")[2]
    assert after and "Ace" not in after and "King" not in after
