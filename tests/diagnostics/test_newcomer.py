"""What a newcomer reads: the whole rendering for the mistakes that are made in the first hour, one golden file each.

pytest tests/diagnostics --update      after a message was improved: then read the difference as a newcomer would
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.diagnostics.test_pages import PACKS, said
from tests.mutation.fixes import broken_fixes
from toolkit.report.catalogue import ExampleFile
from toolkit.report.render import full, summary

GOLDEN = Path(__file__).parent / "golden"
FILE = "rules/sample.yaml"


def rules(*sentences: str) -> str:
    return "type: rules\nid: sample\nrules:\n" + "".join(f"- {s}\n" for s in sentences)


def steps(*sentences: str) -> str:
    return "type: procedure\nid: game\nsteps:\n  first: |\n" + "".join(f"    {s}\n" for s in sentences)


def card(*lines: str) -> str:
    return "type: card\nid: newt\nname: Newt\n" + "".join(f"{line}\n" for line in lines)


SILVER = "type: vocabulary\nid: more\nquantities:\n  silver coin: {of: player}\n---\n"

MISTAKES = {
    "misspelt-word": steps("Each player drwas a card."),
    "misspelt-name": steps("Each player draws an Oter."),
    "wrong-plural": steps("Each player draws 2 card."),
    "wrong-verb-form": steps("Each player draw a card."),
    "a-for-an": steps("If there is a Otter on the table, each player gains 1 coin."),
    "no-full-stop": steps("Each player draws a card"),
    "small-letter": steps("each player draws a card."),
    "no-comma-after-if": steps("If there are no cards on the table each player draws a card."),
    "if-at-the-end": steps("Each player draws a card and gains 1 coin if there are no cards on the table."),
    "two-objects": steps("Each player gives the first player a card."),
    "it-of-two-things": steps("Put a die from the cup on the top card of the deck.", "Put it on the table."),
    "it-of-two-cards": steps(
        "Put the top card of the deck on the bottom card of the deck.", "Put it on the table."
    ),
    "deck-of-nobody": steps("Each player puts the top card of their deck in their hand."),
    "then-for-than": steps("Each player with more coins then each other player draws a card."),
    "verb-after-if": steps("If there are no cards on the table, discard a card."),
    "unknown-verb": steps("Each player discards a card."),
    "wrong-preposition": steps("Each player puts a card from their hand beside the table."),
    "verb-behind-its-thing": steps("the top card Put of the deck on the table."),
    "words-swapped": steps("Each draws player a card."),
    "word-twice": steps("Each player draws a a card."),
    "dangling-id": "type: pack\nformat: 1\nid: base\nname: Base\nlanguages: [en]\nplayers: 2\nstart: [gaem]\n",
    "duplicate-key": card("power: 1", "power: 2"),
    "tab": card("power: 1", "\ttext: Players cannot win the game."),
    "colon-in-plain-text": rules("If so: each player draws a card."),
    "unknown-key": card("pwoer: 3"),
    "attribute-of-no-kind": card("power: 3", "whimsy: 3"),
    "text-of-no-kind": card("power: 3", "whim: When you draw a card, gain 1 coin."),
    "wrong-type": card("power: three"),
    "can-behind-a-trigger": rules("When a player gains 2 coins, they can draw a card."),
    "repeat-this": steps("Repeat this 2 times: draw a card."),
    "instead-of-nothing": steps("Each player gains 2 coins instead."),
    "value-not-in-list": card("color: gren"),
    "bare-number": rules("When a player has 10 coins, that player wins the game."),
    "otherwise-without-if": steps("Each player draws a card.", "Otherwise, each player gains 1 coin."),
    "limit-as-a-change": rules("Each player has at most 5 coins."),
    "prose": rules("The mighty newt of the northern lakes fears nothing and nobody."),
    "open-quotes": card('text: "Players cannot win the game.'),
    "happens-under-rules": rules("Each player draws a card."),
    "lasts-under-steps": steps("Each card has +1 power."),
    "one-name-two-cards": card("power: 1") + "---\n" + card("power: 2").replace("id: newt", "id: other-newt"),
    "keyword-misspelt": "type: keyword\nid: shy\nname: SHY\nkinds: [card]\nmeans:\n"
    + "- Players cannot draw this card.\n---\n"
    + card("keywords: [syh]"),
    "no-kind-of-document": "type: crad\nid: newt\nname: Newt\n",
    "who": steps("A player draws a card."),
    "list-of-clauses": steps("The first player draws a card, gains 1 coin, and puts a die in the cup."),
    "no-full-stop-between": steps("Each player draws a card", "Each player gains 1 coin."),
    "can-for-may": steps("The first player can gain 1 coin."),
    "no-line-between-documents": card("power: 1")
    + card("power: 2").replace("newt", "toad").replace("Newt", "Toad"),
    "line-between-documents-indented": card("power: 1") + " ---\n" + card("power: 2").replace("newt", "toad"),
    "no-space-behind-the-dash": rules("Players cannot draw cards.") + "-Players cannot win the game.\n",
    "apostrophe-in-quotes": card("text: 'Red's card cannot be drawn.'"),
    "two-words-as-one": SILVER + steps("Each player gains 1 silvercoin."),
    "second-of-two-words": SILVER + steps("Each player gains 1 silver cion."),
    "first-of-two-words": SILVER + steps("Each player gains 1 sliver coin."),
    "lose-in-a-formula": "type: evaluation\nid: worth\nvalue:\n- Lose 4 for each card in the hand of another player.\n",
    "sign-in-an-effect": steps("Each player gains -2 coins."),
    "amounts-of-several": steps("Each player gains coins equal to the coins of the other players."),
    "then-behind-if": steps("If there are no cards on the table, then each player draws a card."),
    "and-then": steps("Each player draws a card and then gains 1 coin."),
    "comma-splice": steps("Each player draws a card, the first player gains 1 coin."),
    "only-some": rules("Only the first player can draw cards."),
    "each-turn": rules("Each turn, the active player gains 1 coin."),
    "comma-words-before": rules("When a player draws a card they gain 1 coin."),
    "your-opponent": steps("Your opponent gains 1 coin."),
    "word-too-many": steps("Each player still gains 2 coins."),
    "typographic-quotes": rules("“Players cannot draw cards.”"),
    "stars-for-a-list": steps("The first player chooses one:", "* Draw a card.", "* Gain 1 coin."),
    "verb-without-what": steps("Each player draws."),
    "as-much-as": steps("Gain as many coins as you have cards."),
    "two-things-chosen": steps("Choose a card and 2 dice."),
    "passive": steps("A card on the table is drawn."),
    "more-in-an-order": steps("Pay 1 more coin."),
    "unless-at-the-end": steps("Gain 1 coin and draw a card unless there is a card on the table."),
    "present-for-past": steps("If the first player gains a coin, each player draws a card."),
    "attribute-of-nothing": steps("If the power is at least 2, draw a card."),
    "which-one": steps("Each player gains 1 coin.", "Put the card on the table."),
    "subject-of-a-condition": "type: verb\nid: rest\nphrase: rest\nrequires: Have a card.\n",
    "if-for-when": rules("If a player has no cards, they gain 1 coin."),
    "bound-as-a-rule": rules("A player cannot have more than 10 coins."),
}


@pytest.mark.parametrize("mistake", sorted(MISTAKES))
def test_what_a_newcomer_reads(mistake: str, tmp_path: Path, golden: Callable[[Path, str], None]) -> None:
    text = MISTAKES[mistake]
    path = "pack.yaml" if text.startswith("type: pack") else FILE
    found = said(tmp_path, (ExampleFile(path, text.encode()),))
    assert found
    shown = "\n".join([*(full(diagnostic) for diagnostic in found), summary(found)])
    golden(GOLDEN / f"{mistake}.txt", shown.replace(f"{tmp_path.as_posix()}/", "") + "\n")
    assert not [*map(str, broken_fixes(tmp_path / "base", (PACKS, tmp_path), found))]


def test_every_golden_has_its_mistake() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(MISTAKES)
