"""Examples: a wrong one says what is wrong.  Those of packs, also of tests/packs, are collected by the plugin."""

import pytest

from tests.play.conftest import PACKS
from toolkit.compile.pack import load_pack
from toolkit.play.example import MODES, ModeMismatch, examples, run

# --- Small packs --------------------------------------------------------------------------------------------

WORDS = """\
type: vocabulary
id: words
lists: {suit: [hearts, spades]}
kinds:
  card: {documents: true, starts: deck, attributes: {suit: suit}}
  die: {noun: [die, dice], of: player, number: 2, starts: cup, attributes: {value: 1 to 6}, shows: value}
  pawn: {of: player, number: 3, starts: box, attributes: {tired: flag}}
places:
  deck: {ordered: true, seen-by: nobody}
  hand: {of: player, seen-by: owner}
  table: {prep: "on"}
  cup: {of: player}
  box: {of: player}
  yard: {of: player, capacity: {pawn: 2}}
quantities:
  coin: {of: player, at-least: 0}
adjectives: [rich]
---
type: definitions
id: riches
is:
- A player is rich if they have at least 5 coins.
---
type: card
id: ace
name: Ace
suit: hearts
---
type: card
id: king
name: King
suit: spades
copies: 2
---
type: card
id: page
name: Page
suit: hearts
copies: 2
---
type: procedure
id: game
steps:
  play: |
    In turn order, each player takes a turn.
    Repeat this step until a player has at least 9 coins.
---
type: verb
id: turn
phrase: take a turn
period: turn
steps:
  act: |
    Choose one:
    - Earn.
    - March.
    - Play a card in your hand.
    - Throw.
    - Bid.
---
type: verb
id: earn
phrase: earn
steps:
  gain: Gain 1 coin or 2 coins.
---
type: verb
id: march
phrase: march
steps:
  go: Place any number of your pawns from your box in your yard.
---
type: verb
id: play
phrase: play {card}
steps:
  put: Put the card on the table.
  gain: You may earn.
---
type: verb
id: throw
phrase: throw
steps:
  roll: Roll your dice.
  gain: Gain coins equal to the sum of your dice.
---
type: verb
id: bid
phrase: bid
steps:
  number: Choose a number from 0 to 3.
  gain: Gain that many coins.
"""


@pytest.fixture
def example(write_pack):
    """`example(given, when, then)`: the failure of an example of the small pack (None: it holds), in every mode."""

    def check(given=(), when=(), then=(), mode="plain", extra="", **keys):
        document = ["type: example", "id: one", "name: One"]
        document += [f"{key.rstrip('_')}: {value}" for key, value in keys.items()]
        for field, sentences in (("given", given), ("when", when), ("then", then)):
            document += [f"{field}:", *(f"- {sentence}" for sentence in sentences)] if sentences else []
        folder = write_pack(WORDS, "\n".join(document), *([extra] if extra else []))
        checked = load_pack(folder)
        assert not checked.errors, [d.message for d in checked.errors]
        [one] = examples(checked.value)
        return run(checked.value, one, mode)

    return check


GIVEN = [
    (["Red has 3 coins."], ["Red has 3 coins, and Blue has no coins."]),
    (["Red has 3 coins, and Blue has 2 coins."], ["Red has 3 coins, and Blue has 2 coins."]),
    (["Red has 3 coins and a pawn in their yard."], ["Red has 3 coins.", "Red has 1 pawn in their yard."]),
    (["Red has 2 pawns in their yard."], ["Red has 2 pawns in their yard.", "Red has 1 pawn in their box."]),
    (["Red has 1 pawn in their box."], ["Red has 1 pawn in their box.", "Red has no pawns in their yard."]),
    (["Red has no pawns in their box."], ["Red has no pawns in their box."]),
    (["2 pawns are in Blue's yard."], ["Blue has 2 pawns in their yard.", "Blue has 1 pawn in their box."]),
    (
        ["2 of Red's pawns are in Blue's yard."],
        ["Red has 1 pawn in their box.", "Blue has 3 pawns in their box."],
    ),
    (["Red's dice show 6 and 2."], ["The sum of Red's dice is 8."]),
    (["Red's dice show 5."], ["The sum of Red's dice is 10."]),
    (["Ace is on the table."], ["Ace is on the table.", "There is 1 card on the table."]),
    (["Ace and a King are on the table."], ["There are 2 cards on the table."]),
    (["Red has Ace and a King in hand."], ["Red has 2 cards in their hand."]),
    (
        ["Red has Ace in hand; Blue has a King in hand."],
        ["Red has 1 card in their hand, and Blue has 1 card in their hand."],
    ),
    (["Red has a King and a Page in hand."], ["Red has 2 cards in their hand."]),
    (["Red has a hearts card in their hand."], ["Red has 1 hearts card in their hand."]),
    (["There are 2 cards in the deck."], ["There are 2 cards in the deck."]),
    (["There are no cards in the deck."], ["There are no cards in the deck."]),
    (["Red has a pawn in their yard.", "Red has a pawn in their yard."], ["Red has 2 pawns in their yard."]),
    (["Red has a pawn in their yard, and Blue has a pawn there."], ["Red has 2 pawns in their box."]),
    (["Red has 5 coins."], ["Red is rich.", "Blue is not rich."]),
]


@pytest.mark.parametrize(("given", "then"), GIVEN, ids=lambda value: " ".join(value))
def test_given(example, given, then):
    failure = example(given, (), then)
    assert failure is None, f"{failure.diagnostic.message} {failure.details}"


WHEN = [
    (["Red takes a turn and earns.", "Red gains 2 coins."], ["Red has 2 coins."]),
    (
        ["Red takes a turn and marches.", "Red places 2 pawns in their yard."],
        ["Red has 2 pawns in their yard."],
    ),
    (
        ["Red takes a turn and marches.", "Red places no pawns in their yard."],
        ["Red has no pawns in their yard."],
    ),
    (["Red takes a turn and bids.", "Red chooses 3."], ["Red has 3 coins."]),
    (["Red takes a turn and bids.", "Red chooses 0."], ["Red has no coins."]),
    (
        ["Red earns.", "Red gains 1 coin.", "Afterwards, Red earns.", "Red gains 2 coins."],
        ["Red has 3 coins."],
    ),
]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("when", "then"), WHEN, ids=lambda value: " ".join(value))
def test_when(example, when, then, mode):
    failure = example((), when, then, mode)
    assert failure is None, f"{failure.diagnostic.message} {failure.diagnostic.hint} {failure.details}"


@pytest.mark.parametrize("mode", MODES)
def test_optional_verbs(example, mode):
    given = ["Red has Ace in hand."]
    assert (
        example(
            given,
            ["Red takes a turn and plays Ace.", "Red declines."],
            ["Red has no coins."],
            mode,
        )
        is None
    )
    yes = ["Red takes a turn and plays Ace.", "Red earns and gains 2 coins."]
    assert example(given, yes, ["Red has 2 coins.", "Ace is on the table."], mode) is None


def test_pinned_dice(example):
    given = ["Red's dice will show 6 and 5."]
    assert example(given, ["Red takes a turn and throws."], ["Red has 11 coins."]) is None


def test_a_forced_decision_may_be_told(example):
    given = ["Red has Ace in hand."]
    when = ["Red takes a turn and plays Ace.", "Red declines the effect."]
    assert example(given, when, ["Ace is on the table."]) is None


def test_from_set_up(example):
    assert (
        example(
            (), ["Red bids and chooses 2.", "Blue bids and chooses 1."], ["Red has 2 coins."], from_="set-up"
        )
        is None
    )


@pytest.fixture
def code(example):
    def check(*arguments, **keys):
        failure = example(*arguments, **keys)
        assert failure is not None
        return failure

    return check


FAILURES = [
    # given, when, then, code, the underlined text, what the message or the help must say
    ([], [], ["Red has 2 coins."], "SAY0901", "Red has 2 coins.", "found: 0"),
    ([], [], ["Red has no coins, and Blue has 1 coin."], "SAY0901", "Blue has 1 coin", "found: 0"),
    (
        ["Ace is on the table."],
        [],
        ["Ace is in the deck."],
        "SAY0901",
        "Ace is in the deck.",
        "Ace on the table",
    ),
    (
        [],
        ["Red takes a turn.", "Red places a pawn in their yard."],
        ["Red has no coins."],
        "SAY0902",
        None,
        "Red is asked: Choose one",
    ),
    (
        [],
        ["Red takes a turn.", "Blue earns."],
        ["Red has no coins."],
        "SAY0906",
        "Blue earns",
        "Red must answer first",
    ),
    (["Red has 4 pawns in their yard."], [], ["Red has no coins."], "SAY0908", "4 pawns", "there are 3"),
    (["Red has 3 pawns in their yard."], [], ["Red has no coins."], "SAY0909", None, "cannot be put"),
    (["Red is rich."], [], ["Red has no coins."], "SAY0881", "rich", "worked out"),
    (["Red earns."], [], ["Red has no coins."], "SAY0880", None, "cannot be given"),
    (
        ["There is that 1 pawn in Red's yard."],
        [],
        ["Red has no coins."],
        "SAY0880",
        "that 1 pawn",
        "how many",
    ),
    (
        ["Red has another pawn in their yard."],
        [],
        ["Red has no coins."],
        "SAY0880",
        "another pawn",
        "how many",
    ),
    (["Red has at least 2 pawns in their yard."], [], ["Red has no coins."], "SAY0880", None, "how many"),
    (["Red has 2 random pawns in their yard."], [], ["Red has no coins."], "SAY0880", None, "how many"),
    (
        ["Red has 2 coins in this turn."],
        [],
        ["Red has no coins."],
        "SAY0880",
        "in this turn",
        "cannot be given",
    ),
]


@pytest.mark.parametrize(
    ("given", "when", "then", "code", "text", "said"),
    [row for row in FAILURES if row[3]],
    ids=lambda value: str(value)[:40],
)
def test_a_failure_says_what_is_wrong(example, given, when, then, code, text, said):
    failure = example(given, when, then)
    assert failure is not None
    diagnostic = failure.diagnostic
    assert diagnostic.code == code
    assert diagnostic.span.source.name.endswith("game.yaml")
    if text is not None:
        assert diagnostic.span.text.rstrip(".") == text.rstrip(".")
    assert said in f"{diagnostic.message} {diagnostic.hint}"


def test_what_is_given_is_of_a_kind_and_lies_where_a_name_says(example):
    extra = """
type: vocabulary
id: more
nouns: [veteran]
---
type: definitions
id: veterans
is: [A pawn is a veteran if it is in a yard.]
"""
    failure = example(["Red has a veteran in their yard."], [], ["Red has no coins."], extra=extra)
    assert failure.diagnostic.expected == ("*a pawn*",)
    failure = example(["There is a pawn on a card."], [], ["Red has no coins."])
    assert failure.diagnostic.expected == ("*Ace*", "*King*", "*Page*")


def test_a_failure_shows_the_table_and_what_happened(example):
    failure = example(["Red has 2 coins."], ["Red earns and gains 2 coins."], ["Red has 3 coins."])
    assert "  4 coins" in failure.table
    assert failure.log[-1].startswith("Red has earned.")
    assert "game.yaml:" in failure.log[0]


def test_an_option_that_is_not_offered_lists_those_that_are(example):
    failure = example([], ["Red takes a turn.", "Red places a pawn in their yard."], ["Red has no coins."])
    assert set(failure.diagnostic.expected) == {"Earn", "March", "Throw", "Bid"}


def test_a_broken_invariant_names_its_sentence_and_the_event(example):
    extra = "type: invariants\nid: always\nalways:\n- Each player has at most 1 coin."
    failure = example([], ["Red earns and gains 2 coins."], ["Red has 2 coins."], extra=extra)
    assert failure.diagnostic.code == "SAY0903"
    assert failure.diagnostic.span.text.startswith("Each player has at most 1 coin")
    assert "after event 1" in failure.diagnostic.message


def test_an_invariant_is_looked_at_between_decisions(example):
    # Two coins for a moment: the second event takes one away again.
    extra = (
        "type: verb\nid: juggle\nphrase: juggle\nsteps:\n  up: Gain 2 coins.\n  down: Lose 2 coins.\n---\n"
        "type: invariants\nid: always\nalways:\n- Each player has at most 1 coin."
    )
    failure = example([], ["Red juggles."], ["Red has no coins."], extra=extra)
    assert failure.diagnostic.code == "SAY0903"


def test_a_mode_that_leads_elsewhere_is_our_mistake():
    tic_tac_toe = load_pack(PACKS / "tic-tac-toe").unwrap()  # what an example says is compiled into its game
    one = next(iter(examples(tic_tac_toe)))
    ends: dict[str, str] = {}
    assert run(tic_tac_toe, one, "plain", ends) is None
    assert run(tic_tac_toe, one, "replayed", ends) is None
    with pytest.raises(ModeMismatch):
        run(tic_tac_toe, one, "replayed", {one.id: "another end"})


@pytest.mark.parametrize("mode", MODES)
def test_an_example_may_end_in_mid_effect(example, mode):
    when = ["Red earns and gains 2 coins.", "Afterwards, Red takes a turn and marches."]
    assert example([], when, ["Red has 2 coins.", "Red has 3 pawns in their box."], mode) is None


def test_an_example_that_ends_in_mid_effect_looks_at_what_has_changed(example):
    failure = example([], ["Red takes a turn and marches."], ["Red has 3 pawns in their box."])
    assert failure.diagnostic.code == "SAY0913"
    assert failure.diagnostic.span.text == "Red takes a turn and marches."
    assert failure.diagnostic.expected


GREET = """\
type: verb
id: greet
phrase: greet {card}
requires: The card is on the table.
steps:
  greet: Gain 1 coin.
---
type: rules
id: no-greetings
rules:
- Players cannot greet hearts cards.
"""


def test_what_stands_against_a_decision_is_shown(example):
    failure = example(["Ace is in the deck."], ["Red greets Ace."], ["Red has 1 coin."], extra=GREET)
    assert failure.diagnostic.code == "SAY0910"
    shown = [label.span.text for label in failure.diagnostic.labels]
    assert shown == ["The card is on the table.", "Players cannot greet hearts cards."]
