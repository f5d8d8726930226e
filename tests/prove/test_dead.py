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
  notch: {part-of: bowl}
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

    def check(*documents: str, players: str = "2", options: str = "") -> list[str]:
        root = tmp_path / f"pack-{len(list(tmp_path.iterdir()))}" / "base"
        shutil.copytree(TESTS / "diagnostics" / "base", root)
        (root / "rules" / "more.yaml").write_text("---".join((GAME, *documents)), encoding="utf-8")
        manifest = (root / "pack.yaml").read_text(encoding="utf-8")
        manifest = manifest.replace("players: 2", f"players: {players}") + f"{options}\n"
        (root / "pack.yaml").write_text(manifest, encoding="utf-8")
        checked = load_pack(root, (PACKS,))
        assert checked.ok, checked.diagnostics
        assert checked.value is not None
        return [f"{each.code} {each.message}" for each in dead(checked.value)]

    return check


def rule(text: str) -> str:
    return f"\ntype: rules\nid: extra\nrules:\n- {text}\n"


def never(why: str) -> list[str]:
    return [f"SAY0845 a condition here is never true: {why}"]


PUTS = "\ntype: procedure\nid: more\nsteps:\n  first: Each player puts a token in their shelf.\n"


@pytest.mark.parametrize(
    "text",
    [
        "When a token is moved to a shelf, each player gains 1 coin.",
        "When a player places a token in a shelf, that player gains 1 coin.",
        "If a token would be placed in a shelf, each player gains 1 coin instead.",
        "Players cannot place tokens in a shelf.",
    ],
)
def test_what_is_done_with_another_word_is_refused(found, text):
    told = found(rule(text), PUTS)
    assert [each[:7] for each in told] == ["SAY0856"]
    assert told[0].endswith("your sentences do it with *put* (*is put*)")


@pytest.mark.parametrize(
    "text",
    [
        "When a token is put in a shelf, each player gains 1 coin.",
        "If a token would be put in a shelf, each player gains 1 coin instead.",
        "Players cannot put tokens in a shelf.",
    ],
)
def test_what_is_done_with_that_word_is_fine(found, text):
    assert found(rule(text), PUTS) == []


# --- Events -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        (
            "When a player gives a card to another player, that player gains 1 coin.",
            "give {card} to {player}",
        ),
        ("Players cannot give cards to other players.", "give {card} to {player}"),
        ("If a player would shuffle the deck, they gain 1 coin instead.", "shuffle {place}"),
        (
            "When a player draws a card, if they have given a card to a player this turn, they gain 1 coin.",
            "give {card} to {player}",
        ),
    ],
)
def test_an_event_that_no_sentence_does(found, text, verb):
    assert found(rule(text)) == [f"SAY0844 no sentence does “{verb}”, so this never happens"]


COINS = "\ntype: verb\nid: fine\nphrase: be fined\nsteps:\n  lose: Lose 1 coin.\n"
MARKS = "\ntype: vocabulary\nid: marks\nquantities:\n  mark: {of: player, at-least: 0}\n"


def test_a_rule_does_not_wait_for_itself(found):
    assert found(rule("If a player would lose coins, they may lose that many marks instead."), MARKS) != []
    assert (
        found(rule("If a player would lose coins, they may lose that many marks instead."), MARKS, COINS)
        == []
    )


def test_another_amount_is_another_event(found):
    text = rule("If a player would lose marks, they may lose that many coins instead.")
    assert found(text, MARKS, COINS) != []


@pytest.mark.parametrize(
    "text",
    [
        "When a player draws a card, that player gains 1 coin.",
        "When a card is put in the hand of a player, each player gains 1 coin.",
        "When a player takes a card, that player gains 1 coin.",  # drawing is taking: it was not theirs
        "When a player takes a turn, that player gains 1 coin.",
        "At the end of each turn, each player gains 1 coin.",
    ],
)
def test_an_event_that_happens(found, text):
    assert found(rule(text)) == []


def test_the_text_of_a_card_does_it(found):
    card = "\ntype: card\nid: gift\nname: Gift\npower: 1\ncolor: green\neffect: Give a card in your hand to a player.\n"
    thanks = rule("When a player gives a card to another player, that player gains 1 coin.")
    assert [each for each in found(thanks, card) if "SAY0863" not in each] == []
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
        ("the number of players is at least 3", "the number is 0 to 2"),
        ("the sum of the dice in the cup is at least 13", "the number is 0 to 12"),
        ("that player has at least 4 coins and at most 3 coins", "no number is within all of these bounds"),
        ("a pale token in the bowl is dark", "nothing has two different values at once"),
        ("a card in the deck is in the hand of that player", "nothing is in both places at once"),
        ("a token in the bowl is in a shelf", "nothing is in both places at once"),
        ("that player has a token in the bowl", "the bowl and what lies there are no player's"),
        (
            "there is a token in the bowl that no other player has",
            "the bowl and what lies there are no player's",
        ),
        ("a token is a card", "no token is a card"),
        ("at least 1 token in the bowl is not in the bowl", "one half of it denies the other"),
        (
            "there is no token in the bowl and there are 2 or more tokens in the bowl",
            "no number is within all of these bounds",
        ),
        (
            "the lowest weight of the tokens in the bowl is higher than the highest weight of the tokens in the bowl",
            "the lowest is never above the highest",
        ),
        (
            "the difference between that player's coins and that player's badges is lower than 0",
            "the number is at least 0",
        ),
    ],
)
def test_a_condition_that_is_never_true(found, condition, why):
    assert found(rule(f"When a player draws a card, if {condition}, they gain 1 coin.")) == never(why)


@pytest.mark.parametrize(
    ("condition", "why"),
    [
        ("that player has at least 0 coins", "coin is at least 0"),
        ("the notch is in the bowl", "places stay where they are"),
        ("that player has at least as many coins as that player", "it compares a thing with itself"),
        ("that player has at least 3 coins or at most 5 coins", "every number is within one of these bounds"),
    ],
)
def test_a_condition_that_is_always_true(found, condition, why):
    asked = rule(f"When a player draws a card, if {condition}, that player gains 1 coin.")
    assert found(asked) == [f"SAY0845 a condition here is always true: {why}"]


@pytest.mark.parametrize(
    ("condition", "dead"),
    [
        ("each player has more coins than you", True),
        ("each other player has more coins than you", False),
        ("each player has at least as many coins as you", False),
        ("the badges of each player are higher than your coins", False),
    ],
)
def test_each_player_is_you_too(found, condition, dead):
    verb = f"\ntype: verb\nid: rest\nphrase: rest\nsteps:\n  rest: If {condition}, gain 1 coin.\n"
    said = "SAY0845 a condition here is never true: each player is also the one that is compared"
    assert found(verb, rule("When a player draws a card, they rest.")) == [said] * dead


def test_a_loss_of_all_asks_for_nothing(found):
    verb = "\ntype: verb\nid: rest\nphrase: rest\nsteps:\n  loss: Lose all your coins.\n"
    assert found(verb, rule("When a player draws a card, they rest.")) == []


@pytest.mark.parametrize(
    "condition",
    [
        "a die in the cup shows at least 6",
        "that player has fewer than 1 coin",
        "there are at least 4 tokens in the bowl",
        "the number of players is at least 2",
        "the sum of the dice in the cup is at least 12",
        "that player has at least 3 coins and at most 4 coins",
        "that player has at least 5 coins or at most 3 coins",
        "a pale token in the bowl is pale",
        "a token in the bowl is in the bowl",
        "there are at least 9 cards in the deck",
        "that player is the next player",
        "that player has a token in a shelf",
    ],
)
def test_a_condition_that_may_be_true(found, condition):
    assert found(rule(f"When a player draws a card, if {condition}, they gain 1 coin.")) == []


@pytest.mark.parametrize(
    ("chosen", "asked", "why"),
    [
        ("Choose another player.", "that player is you", "one half of it denies the other"),
        ("Choose a token in the bowl.", "that token is a card", "no token is a card"),
    ],
)
def test_what_was_chosen_is_no_other(found, chosen, asked, why):
    verb = "\ntype: verb\nid: rest\nphrase: rest\nsteps:\n  rest: {text}\n"
    assert found(verb.format(text=f"{chosen} If {asked}, gain 1 coin.")) == never(why)


def test_what_was_chosen_may_be_another(found):
    text = "Choose a player. If that player is you, gain 1 coin."
    assert found(f"\ntype: verb\nid: rest\nphrase: rest\nsteps:\n  rest: {text}\n") == []


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "All tokens in the bowl that are in the shelf of a player have +1 weight.",
            "nothing is in both places at once",
        ),
        ("All pale tokens that are dark have +1 weight.", "nothing has two different values at once"),
    ],
)
def test_a_modifier_of_nothing(found, text, why):
    assert found(rule(text)) == never(why)


def test_a_modifier_of_something(found):
    assert found(rule("All pale tokens in the bowl have +1 weight.")) == []


def test_what_is_so_before_an_event_may_end_with_it(found):
    moved = (
        "When a card in the deck is put on the table, if that card is on the table, each player gains 1 coin."
    )
    assert found(rule(moved)) == []


def test_more_players_make_it_true(found):
    asked = rule("When a player draws a card, if the number of players is at least 3, they gain 1 coin.")
    assert found(asked, players="2 to 4") == []
    assert found(asked, players="2") != []


def test_an_option_makes_it_happen(found):
    waits = rule("When a player gives a card to another player, that player gains 1 coin.")
    module = (
        "\ntype: rule-module\nid: kind\nname: Kind Players\noption: kind\nrules:\n"
        "- When a player draws a card, that player gives that card to the next player.\n"
    )
    assert found(waits, module, options="options: {kind: {name: Kind, default: false}}") == []
    assert found(waits) != []


# --- Amounts ------------------------------------------------------------------------------------------------


def test_no_game_is_compiled_to_look_for_what_is_found_nowhere():
    pack = load_pack(CONTENT / "sentient").value
    assert pack is not None
    assert not list(dead(pack))
    assert len(pack._compiled) == 1


def test_an_amount_that_nothing_changes(found):
    asks = rule("When a player draws a card, they gain coins equal to their medals.")
    assert found(asks) == ["SAY0846 nothing changes `medal`, so it is always 0 here"]
    wins = rule("When a player takes a turn, they gain 1 medal.").replace("extra", "wins")
    assert found(asks, wins) == []


def test_an_amount_that_begins_with_something_is_a_constant(found):
    assert found(rule("When a player draws a card, they gain coins equal to their badges.")) == []


def test_a_sum_of_which_one_part_changes(found):
    more = (
        "\ntype: vocabulary\nid: more\nquantities:\n  resource: {of: player}\n"
        "  ore: {of: player, is: resource}\n  wool: {of: player, is: resource}\n"
    )
    asks = rule("When a player draws a card, they gain coins equal to their resources.")
    wins = rule("When a player takes a turn, they gain 1 wool.").replace("extra", "wins")
    assert found(more, asks, wins) == []
    assert [each[:7] for each in found(more, asks)] == ["SAY0846", "SAY0846"]


def test_what_a_scenario_gives_is_not_nothing(found):
    asks = rule("When a player draws a card, they gain coins equal to their medals.")
    given = "\ntype: scenario\nid: rich\nname: Rich\ngiven:\n- Red has 5 medals.\n"
    seats = "seats: [Red, Blue]"
    assert found(asks, given, options=seats) == []
    assert found(asks, options=seats) != []


# --- Permissions --------------------------------------------------------------------------------------------


def test_a_permission_without_a_prohibition(found):
    can = rule("A player with at least 3 coins can draw cards.")
    assert found(can) == ["SAY0847 this permission changes nothing: nothing forbids “draw {card}”"]


def test_a_permission_on_the_layer_of_the_prohibition(found):
    can = rule("A player with at least 3 coins can draw cards.")
    ban = rule("Players cannot draw cards.").replace("extra", "ban")
    why = "what forbids “draw {card}” stands on no weaker layer"
    assert found(can, ban) == [f"SAY0847 this permission changes nothing: {why}"]


def test_a_permission_that_is_stronger(found):
    can = rule("A player with at least 3 coins can draw cards.") + "layer: card\n"
    ban = rule("Players cannot draw cards.").replace("extra", "ban")
    layers = "precedence: [base, card]"
    assert found(can, ban, options=layers) == []
    above = ban + "layer: card\n"
    assert len(found(can, above, options=layers)) == 1


# --- Packs --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [path.parent.name for path in sorted(CONTENT.glob("*/pack.yaml"))])
def test_the_games_have_no_dead_sentence(name):
    pack = load_pack(CONTENT / name, (CONTENT,), examples=False).unwrap()
    assert pack is not None
    assert list(dead(pack)) == []


OWN = "\ntype: vocabulary\nid: own\nkinds:\n  chip: {of: player, number: 3, starts: shelf}\n"


@pytest.mark.parametrize(
    ("condition", "truth"),
    [
        ("a player has no chips", "never"),
        ("each player has a chip", "always"),
        ("they have no chips", "never"),
        ("they have at least 1 chip", "always"),
        ("they have no chips on their shelf", None),
        ("a player has no chips on their shelf", None),
        ("each player has at least 1 chip on their shelf", None),
    ],
)
def test_what_is_always_a_players_own(found, condition, truth):
    why = "each chip of a player is theirs wherever it lies; say where, *in their …*"
    asked = rule(f"When a player draws a card, if {condition}, the active player gains 1 coin.")
    verb = "\ntype: verb\nid: rest\nphrase: rest\nsteps:\n  rest: Put one of your chips on your shelf in the bowl.\n"
    said = [] if truth is None else [f"SAY0845 a condition here is {truth} true: {why}"]
    assert (
        found(OWN, verb, asked, rule("When a player draws a card, they rest.").replace("extra", "rests"))
        == said
    )
    gone = verb.replace("Put", "Remove").replace(" in the bowl", "")
    assert (
        found(OWN, gone, asked, rule("When a player draws a card, they rest.").replace("extra", "rests"))
        == []
    )


def test_an_effect_that_nothing_resolves(found):
    kind = "\ntype: vocabulary\nid: own\nkinds:\n  charm: {documents: true, starts: bowl, sentences: {use: effect}}\n"
    charm = "\ntype: charm\nid: bell\nname: Bell\nuse: Gain 1 coin.\n"
    verb = "\ntype: verb\nid: rest\nphrase: rest\nsteps:\n  rest: {}\n"
    idle, ringing = verb.format("Gain 1 coin."), verb.format("Resolve the use effect of a charm in the bowl.")
    rest = rule("When a player draws a card, they rest.")
    said = "SAY0863 no sentence resolves the use effect of a card, so this never happens"
    assert found(kind, charm, idle, rest) == [said]
    assert found(kind, charm, ringing, rest) == []


HERBS = """
type: vocabulary
id: herbs
kinds:
  herb: {number: 4, starts: heap, attributes: {bloom: 0 to 3}}
  root: {number: 2, starts: heap, of: player}
places:
  heap: {seen-by: nobody}
  bag: {of: player, seen-by: nobody}
  apron: {of: player, seen-by: owner}
"""


@pytest.mark.parametrize(
    ("condition", "where"),
    [
        ("there are at least 3 herbs", "in an apron or in a bag or in a heap"),  # also those that nobody sees
        ("they have a herb", "in a bag"),  # the heap is nobody's, and an apron its owner's to look into
        ("there are at least 3 herbs in their apron", None),
        ("they have a herb in their bag", None),
        ("there is a herb with at least 1 bloom", None),  # it is told from the others by what can change
        ("they put a herb in their apron this turn", None),
    ],
)
def test_what_is_counted_wherever_it_is(found, condition, where):
    turn = "\ntype: verb\nid: stroll\nphrase: stroll\nperiod: turn\nsteps:\n  go: {}\n".format(
        "Put a random herb from the heap in your bag. Put a random herb from the heap in your apron. "
        "Raise the bloom of each herb in your apron by 1."
    )
    asked = rule(f"When a player draws a card, if {condition}, the active player gains 1 coin.")
    said = [f"SAY0865 this asks about every herb in the game, also {where}"] if where else []
    assert (
        found(HERBS, turn, asked, rule("When a player draws a card, they stroll.").replace("extra", "st"))
        == said
    )


@pytest.mark.parametrize(
    ("condition", "what"),
    [
        ("they put a herb with at least 1 bloom in their apron this turn", "bloom"),
        ("they put a fresh herb in their apron this turn", "fresh"),
        ("they put a herb in their apron this turn", None),
        (
            "a herb in their apron with at least 1 bloom was put in their apron this turn",
            None,
        ),  # said of it now
    ],
)
def test_what_is_asked_as_it_is_now(found, condition, what):
    turn = "\ntype: verb\nid: stroll\nphrase: stroll\nperiod: turn\nsteps:\n  go: {}\n".format(
        "Put a random herb from the heap in your apron. Raise the bloom of each herb in your apron by 1."
    )
    fresh = "\ntype: definitions\nid: own-words\nis: [A herb is fresh if it is in the heap.]\n"
    words = "\ntype: vocabulary\nid: own-adjectives\nadjectives: [fresh]\n"
    asked = rule(f"When a player draws a card, if {condition}, the active player gains 1 coin.")
    strolls = rule("When a player draws a card, they stroll.").replace("extra", "st")
    told = (
        f"SAY0866 what happened is asked of things by their “{what}” now, which may have been otherwise then"
    )
    assert found(HERBS, words, fresh, turn, asked, strolls) == ([told] if what else [])


def test_the_value_of_a_thing_is_compared_with_its_own(found):
    """*that shade* is that of the token which was chosen; of another token it is none's own."""
    verb = "\ntype: verb\nid: rest\nphrase: rest\nsteps:\n  rest: |\n    {}\n"
    rests = rule("When a player draws a card, they rest.")
    own = "Choose a token in the bowl. If it is of that shade, gain 1 medal."
    other = "Choose a token in the bowl. If another token in the bowl is of that shade, gain 1 medal."
    said = "SAY0845 a condition here is always true: it compares a thing with itself"
    assert found(verb.format(own), rests) == [said]
    assert found(verb.format(other), rests) == []
