"""Sentences that can never do anything are reported with the reason; each has a near miss that is fine."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from toolkit.compile.pack import load_pack
from toolkit.prove.dead import dead

TESTS = Path(__file__).resolve().parents[1]
PACKS = TESTS / "packs"
CONTENT = TESTS.parent / "content"

GAME = """
type: vocabulary
id: words
lists: {shade: [pale, dark]}
kinds:
  token: {number: 4, starts: bowl, attributes: {shade: shade, weight: 1 to 5}}
places:
  bowl: {}
  shelf: {of: player}
quantities:
  medal: {of: player}
  badge: {of: player, start: 2}
---
type: procedure
id: game
steps:
  first: Each player takes a turn.
  roll: Roll all dice.
"""


@pytest.fixture
def found(tmp_path):
    """What is found in a small game with these documents: codes with their messages."""

    def check(*documents: str) -> list[str]:
        root = tmp_path / f"pack-{len(list(tmp_path.iterdir()))}" / "base"
        shutil.copytree(TESTS / "diagnostics" / "base", root)
        (root / "rules" / "more.yaml").write_text("---".join((GAME, *documents)), encoding="utf-8")
        checked = load_pack(root, (PACKS,))
        assert checked.ok, checked.diagnostics
        assert checked.value is not None
        return [f"{each.code} {each.message}" for each in dead(checked.value)]

    return check


def rule(text: str) -> str:
    return f"\ntype: rules\nid: extra\nrules:\n- {text}\n"


def never(why: str) -> list[str]:
    return [f"SAY0845 a condition here is never true: {why}"]


# --- Events -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("When a player gives a card to another player, that player gains 1 coin.", "give"),
        ("When a player takes a token, that player gains 1 coin.", "take"),
        ("If a player would shuffle the deck, they gain 1 coin instead.", "shuffle"),
        (
            "When a player draws a card, if they have given a card to a player this turn, they gain 1 coin.",
            "give",
        ),
    ],
)
def test_an_event_that_no_sentence_does(found, text, verb):
    assert found(rule(text)) == [f"SAY0844 no sentence does “{verb}”, so this never happens"]


@pytest.mark.parametrize(
    "text",
    [
        "When a player draws a card, that player gains 1 coin.",
        "When a card is put in the hand of a player, each player gains 1 coin.",
        "When a player takes a turn, that player gains 1 coin.",
        "At the end of each turn, each player gains 1 coin.",
    ],
)
def test_an_event_that_happens(found, text):
    assert found(rule(text)) == []


def test_the_text_of_a_card_does_it(found):
    card = "\ntype: card\nid: gift\nname: Gift\npower: 1\ncolor: green\neffect: Give a card in your hand to a player.\n"
    thanks = rule("When a player gives a card to another player, that player gains 1 coin.")
    assert found(thanks, card) == []
    assert len(found(thanks)) == 1


def test_a_verb_that_only_does_itself(found):
    verb = "\ntype: verb\nid: hum\nphrase: hum\nsteps:\n  again: If you have at least 3 coins, hum.\n"
    hears = rule("When a player hums, that player gains 1 coin.")
    assert found(verb, hears) == ["SAY0844 no sentence does “hum”, so this never happens"]


def test_a_turn_that_nobody_takes(found):
    verb = "\ntype: verb\nid: night\nphrase: spend a night\nperiod: night\nsteps:\n  dream: Draw a card.\n"
    ends = rule("At the end of each night, each player gains 1 coin.")
    assert found(verb, ends) == ["SAY0844 no sentence does “spend a night”, so this never happens"]


def test_a_part_of_a_game_waits_for_others(tmp_path):
    root = shutil.copytree(TESTS / "diagnostics" / "base", tmp_path / "base")
    waits = "When a player gives a card to another player, that player gains 1 coin."
    (root / "rules" / "more.yaml").write_text(rule(waits), encoding="utf-8")
    pack = load_pack(root, (PACKS,)).unwrap()
    assert pack is not None
    assert list(dead(pack)) == []


# --- Conditions ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("condition", "why"),
    [
        ("a die in the cup shows at least 7", "value is 1 to 6"),
        ("that player has fewer than 0 coins", "coin is at least 0"),
        ("there are at least 5 tokens in the bowl", "the number is 0 to 4"),
        ("that player has at least 4 coins and at most 3 coins", "no number is within all of these bounds"),
    ],
)
def test_a_condition_that_is_never_true(found, condition, why):
    assert found(rule(f"When a player draws a card, if {condition}, they gain 1 coin.")) == never(why)


@pytest.mark.parametrize(
    "condition",
    [
        "a die in the cup shows at least 6",
        "that player has fewer than 1 coin",
        "there are at least 4 tokens in the bowl",
        "that player has at least 3 coins and at most 4 coins",
        "there are at least 5 cards in the deck",
        "the number of players is 2",
    ],
)
def test_a_condition_that_may_be_true(found, condition):
    assert found(rule(f"When a player draws a card, if {condition}, they gain 1 coin.")) == []


# --- Amounts ------------------------------------------------------------------------------------------------


def test_an_amount_that_nothing_changes(found):
    asks = rule("When a player draws a card, they gain coins equal to their medals.")
    assert found(asks) == ["SAY0846 nothing changes `medal`, so it is always 0 here"]
    wins = rule("When a player takes a turn, they gain 1 medal.").replace("extra", "wins")
    assert found(asks, wins) == []


def test_an_amount_that_begins_with_something_is_a_constant(found):
    assert found(rule("When a player draws a card, they gain coins equal to their badges.")) == []


# --- Permissions --------------------------------------------------------------------------------------------


def test_a_permission_without_a_prohibition(found):
    can = rule("A player with at least 3 coins can draw cards.")
    assert found(can) == ["SAY0847 nothing forbids “draw”, so this permission changes nothing"]
    assert found(can, rule("Players cannot draw cards.").replace("extra", "ban")) == []


# --- Packs --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [path.parent.name for path in sorted(CONTENT.glob("*/pack.yaml"))])
def test_the_games_have_no_dead_sentence(name):
    pack = load_pack(CONTENT / name, (CONTENT,), examples=False).unwrap()
    assert pack is not None
    assert list(dead(pack)) == []
