"""A question is asked of everybody who could be asked it: triggers, replacements and their order tell nothing hidden.

Each case is a rule about cards that only their owners see, played as twin positions (`twins`): as the pack asks them
all (`forced: ask`) nothing is told, and as it takes what is left (`forced: take`) something is.
"""

import pytest

from tests.whole import twins

pytestmark = pytest.mark.usefixtures("interpreted")

WORDS = """\
type: vocabulary
id: words
kinds:
  card: {documents: true, starts: pile}
  charm: {documents: true, of: player, starts: front, sentences: {text: rules}}
  spy: {is: card, documents: true, starts: pile, sentences: {text: rules}, works: [hand]}
places:
  pile: {ordered: true, seen-by: nobody}
  hand: {of: player, seen-by: owner}
  chest: {of: player, seen-by: nobody}
  front: {of: player}
quantities:
  point: {of: player}
---
type: card
id: king
name: King
copies: 5
---
type: card
id: ace
name: Ace
copies: 7
---
type: procedure
id: game
steps:
  shuffle: Shuffle the pile.
  deal: Each player puts the top card of the pile in their hand.
  play: |
    In turn order, each player takes a turn.
    Repeat this step until there are no cards in the pile.
  end: Each player wins the game.
---
type: verb
id: turn
phrase: take a turn
period: turn
steps:
  draw: Put the top card of the pile in your hand.
  stow: Put a card from your hand in your chest.
"""

PAIRS = 20

RULES = {
    "a trigger on a hidden card": ["When a player puts a King in their chest, that player may gain 1 point."],
    "a trigger with a hidden condition": [
        "When a player puts a card in their chest, if there is a King in their hand, they may gain 1 point."
    ],
    "what a player has become": [
        "When a player puts a card in their hand, if they have at least 2 Kings in their hand, they may gain 1 point."
    ],
    "a replacement": [
        "If a player would put a King in their chest, they may put it on the bottom of the pile instead."
    ],
    "two replacements": [
        "If a player would put a King in their chest, they may put it on the bottom of the pile instead.",
        "If a player would put a King in their chest, they may put it on the top of the pile instead.",
    ],
}

EACH = {
    "each player with a hidden card": [
        "At the end of each turn, each player who has a King in their hand may gain 1 point."
    ],
    "each of them with what they have": [
        "At the end of each turn, each player who has a King in their hand may put a King from their hand in "
        "their chest."
    ],
    "each other player with a hidden card": [
        "At the end of your turn, each other player who has a King in their hand may gain 1 point."
    ],
    "those with a hidden card, then another": [
        "At the end of each turn, each player who has a King in their hand may gain 1 point.",
        "At the end of each turn, each player who has an Ace in their hand may lose 1 point. Red gains 1 point.",
    ],
}

WATCHES = {
    "as soon as a player has hidden cards": [
        "As soon as a player has at least 2 Kings in their hand, they may gain 1 point."
    ],
    "as soon as, with points": [
        "When a player puts a card in their chest, they gain 1 point.",
        "As soon as a player has at least 3 points and a King in their hand, that player may lose 1 point.",
    ],
    "as soon as your hand": ["As soon as there is a King in your hand, you may gain 1 point."],
}

CHARMS = {
    "at the end of a turn": [
        "At the end of your turn, if there is a King in your hand, you may gain 1 point."
    ],
    "the order of two of which one has a hidden condition": [
        "When you put a card in your hand, if there is a King in your hand, you may gain 1 point.",
        "When you put a card in your hand, you may put a card from your hand in your chest.",
    ],
    "the order of two on a hidden card": [
        "When you put a King in your chest, you may gain 1 point.",
        "When you put a card in your chest, you may lose 1 point.",
    ],
}

SPIES = {
    "a spy in a hand": ["When another player puts a card in their chest, you may gain 1 point."],
    "a spy about itself": ["When you put this card in your hand, you may gain 1 point."],
    "a spy about what leaves": ["When you put this card in your chest, you may gain 1 point."],
    "a spy about any that leaves": ["When you put a card in your chest, you may gain 1 point."],
    "a spy at the end of a turn": ["At the end of each turn, you may gain 1 point."],
    "a spy that replaces": ["If you would put a card in your chest, you may gain 1 point instead."],
    "two texts of a spy": [
        "When another player puts a card in their chest, you may gain 1 point.",
        "When another player puts a card in their chest, you may lose 1 point.",
    ],
}


def told(folder, forced, documents, seed=1) -> set[str]:
    manifest = (
        "type: pack\nformat: 1\nid: toy\nname: Toy\nlanguages: [en]\nplayers: 2\nseats: [Red, Blue]\n"
        f"forced: {forced}\neffect-order: player\n"
    )
    (folder / forced).mkdir(exist_ok=True)
    (folder / forced / "pack.yaml").write_text("---\n".join([manifest, WORDS, *documents]))
    return {leak["what"] for leak in twins.pairs(str(folder / forced), PAIRS, seed).leaks}


def rules(texts):
    return ["type: rules\nid: rules\nrules:\n" + "".join(f"- {text}\n" for text in texts)]


def charms(texts):
    return [f"type: charm\nid: c{n}\nname: C{n}\ntext:\n- {text}\n" for n, text in enumerate(texts)]


def spies(texts):
    return ["type: spy\nid: spy\nname: Spy\ncopies: 4\ntext:\n" + "".join(f"- {text}\n" for text in texts)]


CASES = [(rules, texts, name) for name, texts in RULES.items()]
CASES += [(rules, texts, name) for name, texts in WATCHES.items() if "your hand" not in texts[0]]
CASES += [(charms, texts, name) for name, texts in WATCHES.items() if "your hand" in texts[0]]
CASES += [(rules, texts, name) for name, texts in EACH.items() if "your turn" not in texts[0]]
CASES += [(charms, texts, name) for name, texts in EACH.items() if "your turn" in texts[0]]
CASES += [(charms, texts, name) for name, texts in CHARMS.items()]
CASES += [(spies, texts, name) for name, texts in SPIES.items()]


USUAL = (
    "a trigger on a hidden card",
    "a replacement",
    "the order of two on a hidden card",
    "a spy in a hand",
    "each player with a hidden card",
)


@pytest.mark.parametrize(
    ("made", "texts", "name"),
    [pytest.param(*case, marks=() if case[-1] in USUAL else pytest.mark.long) for case in CASES],
    ids=[case[-1] for case in CASES],
)
def test_the_question_tells_nothing(made, texts, name, tmp_path):
    assert any(told(tmp_path, "take", made(texts), seed) for seed in range(5))
    assert not told(tmp_path, "ask", made(texts))


VAULT = """\
type: vocabulary
id: vault
kinds:
  gem: {is: card, documents: true, starts: vault}
places:
  vault: {seen-by: nobody}
---
type: gem
id: ruby
name: Ruby
copies: 3
---
type: rules
id: vault
rules:
- When a player puts a card in their chest, if there is a gem in the vault, that player gains 1 point.
- When a player puts a card in their chest, if there are at least 2 Kings in the vault, that player loses 1 point.
"""

NEVER = """\
type: invariants
always:
- Each gem is in the vault.
"""


def test_a_position_that_never_is_is_no_twin(tmp_path):
    """What lies in a place by an invariant of the pack is known to all, though nobody sees it."""
    assert any(told(tmp_path, "take", [VAULT], seed) for seed in range(5))
    assert not told(tmp_path, "ask", [VAULT, NEVER])
