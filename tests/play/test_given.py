"""What a *given* table looks like, and what cannot be given."""

import pytest

from toolkit.compile.pack import load_pack
from toolkit.play.example import examples, run

WORDS = """\
type: vocabulary
id: words
lists: {suit: [clubs, hearts]}
kinds:
  card: {documents: true, starts: box, attributes: {rank: number, suit: suit}, shows: rank}
  token: {number: 6, starts: box}
  guard: {of: player, number: 3, starts: camp}
places:
  box: {}
  deck: {of: player, ordered: true, seen-by: nobody}
  hand: {of: player, seen-by: owner}
  camp: {of: player}
  town: {documents: true}
  pile: {prep: "on"}
quantities:
  coin: {of: player, at-least: 0}
---
{type: town, id: north, name: Northgate}
---
{type: town, id: south, name: Southgate}
---
{type: town, id: west, name: Westgate}
---
{type: card, id: lark, name: Lark, rank: 2, suit: clubs, copies: 4}
---
{type: card, id: wren, name: Wren, rank: 9, suit: clubs, copies: 4}
---
{type: card, id: swift, name: Swift, rank: 9, suit: hearts}
---
{type: verb, id: turn, phrase: take a turn, period: turn, steps: {gain: Gain 1 coin.}}
---
{type: procedure, id: set-up, steps: {deal: Each player puts a Wren from the box in their hand.}}
---
{type: procedure, id: game, steps: {wait: Each player gains 1 coin.}}
"""

GIVEN = [
    # Several players, several places.
    ("Each player has a Lark in their hand.", "Red has 1 Lark in their hand, and Blue has 1 Lark in their hand."),
    ("Red and Blue have 2 coins.", "Red has 2 coins, and Blue has 2 coins."),
    ("Red and Blue have a Lark and 1 coin.", None),
    ("All players have 3 coins.", "Red has 3 coins, and Blue has 3 coins."),
    ("There is a token in Northgate, Southgate and Westgate.",
     "There is 1 token in Northgate. There is 1 token in Southgate. There is 1 token in Westgate."),
    ("There is 1 token in Northgate, Southgate and Westgate.", None),
    ("A token is in Northgate and Southgate.", "There is 1 token in Northgate. There is 1 token in Southgate."),
    ("There are 2 tokens in each town.", "There are 2 tokens in Northgate. There are 2 tokens in Westgate."),
    ("There are 2 tokens in Northgate and Southgate.", None),
    ("Red has a guard in Northgate and Southgate.", "Red has 1 guard in Northgate, and Red has 1 guard in Southgate."),
    ("There are 3 tokens in each town.", None),
    # Copies.
    ("Red has 2 Lark and a Wren in hand.", "There are 2 Lark in Red's hand. There are 3 cards in Red's hand."),
    ("There are 2 tokens on Lark.", "There are 2 tokens on a Lark."),
    ("Red has 5 Lark in their hand.", None),
    ("Red has 2 Swift in their hand.", None),
    # The order of a deck.
    ("Red has 3 Lark in their deck. Swift is the top card of Red's deck.", "The top card of Red's deck is Swift."),
    ("Red has 3 Lark in their deck. The top card of Red's deck is Swift.", "The top card of Red's deck is Swift."),
    ("Red has 3 Lark in their deck. Swift is on top of Red's deck.", "The top card of Red's deck is Swift."),
    ("Red has 3 Lark in their deck. Swift is under Red's deck.", "The bottom card of Red's deck is Swift."),
    ("Red has 2 Lark in their deck. Swift is the bottom card of Red's deck.",
     "The bottom card of Red's deck is Swift."),
    ("Red has Swift in their deck. Red has a Lark under their deck.", "The top card of Red's deck is Swift."),
    ("Red has Swift and 2 Lark in their deck. A Wren and Swift are the top 2 cards of Red's deck.", None),
    ("Red has 2 Lark in their deck. Swift and a Wren are the top 2 cards of Red's deck.",
     "The top card of Red's deck is Swift. There are 4 cards in Red's deck."),
    ("Swift is the top card of Red's hand.", None),
    ("Swift is on top of Lark.", None),
    # Whose turn it is.
    ("It is Blue's turn.", "It is Blue's turn."),
    ("It is each player's turn.", None),
    ("It is Lark's turn.", None),
    ("It is guards' turn.", None),
    ("It is clubs turn.", None),
    ("It is Blue's turn with 2 coins.", None),
    # What is printed on it.
    ("Red has a clubs card in hand that shows 9.", "There is 1 Wren in Red's hand. There is 1 card in Red's hand."),
    ("Red has a card in their hand that shows 2.", "There is 1 Lark in Red's hand."),
    ("Red has a clubs card that shows 9 in hand.", "There is 1 Wren in Red's hand."),
    ("There is a clubs card that shows 9 in Red's hand.", "There is 1 Wren in Red's hand."),
    ("A hearts card that shows 9 is on the pile.", "Swift is on the pile."),
    ("Red has a hearts card in hand that shows 2.", None),
    ("Red has a card that is in the box in hand.", None),
    ("Red has a Lark and a Wren in hand that shows 9.", None),
]  # fmt: skip


@pytest.fixture
def check(write_pack):
    def check(given: str, then: str, extra: str = ""):
        document = [f"type: example\nid: one\nname: One{extra}"]
        for field, text in (("given", given), ("then", then)):
            document += [f"{field}:", *(f"- {each.rstrip('.')}." for each in text.split(". "))]
        checked = load_pack(write_pack(WORDS, "\n".join(document)))
        assert not checked.errors, [d.message for d in checked.errors]
        return run(checked.value, next(examples(checked.value)))

    return check


@pytest.mark.parametrize(("given", "then"), GIVEN, ids=lambda value: str(value)[:70])
def test_a_table(check, given, then):
    failure = check(given, then or "Red has no coins.")
    if then is None:
        assert failure is not None and failure.diagnostic.code in ("SAY0880", "SAY0908", "SAY0757", "SAY0652")
    else:
        assert failure is None, f"{failure.diagnostic.message} {failure.details}"


def test_a_card_of_that_name_is_taken_from_a_hand_only_when_none_is_elsewhere(check):
    set_up = "\nfrom: set-up"
    assert check("2 Wren are on the pile.", "Red has 1 Wren in their hand.", set_up) is None
    assert check("4 Wren are on the pile.", "Red has no cards in their hand.", set_up) is None
