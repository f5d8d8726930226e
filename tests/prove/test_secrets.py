"""Questions that tell by whom they are asked what lies hidden, and near misses that do not."""

from __future__ import annotations

import pytest

from tests.whole.test_questions import WORDS
from toolkit import load_pack
from toolkit.prove.secrets import telling
from toolkit.report.render import full

END = "At the end of each turn, "
STOW = "put up to 2 cards from their hand in their chest."


@pytest.fixture
def found(tmp_path):
    """The texts that are told, of a pack with this rule."""

    def said(text, forced="ask", players=2):
        seats = "seats: [Red, Blue]\n" if players == 2 else "seats: [Red]\n"
        head = f"type: pack\nformat: 1\nid: toy\nname: Toy\nlanguages: [en]\nplayers: {players}\n{seats}"
        rules = f"type: rules\nid: rules\nrules:\n- {text}\n"
        (tmp_path / "pack.yaml").write_text("---\n".join([f"{head}forced: {forced}\n", WORDS, rules]))
        return list(telling(load_pack(tmp_path).unwrap()))

    return said


TELLS = [
    END + "each player who has a King in their hand puts up to 2 cards from their hand in their chest.",
    END + "if Red has a King in their hand, Red puts up to 2 cards from their hand in their chest.",
    "When a player puts a King in their chest, they " + STOW,
]


@pytest.mark.parametrize("text", TELLS)
def test_it_tells(found, text):
    [diagnostic] = found(text)
    assert diagnostic.code == "SAY0852" and not diagnostic.is_error
    assert diagnostic.span.text == text


@pytest.mark.parametrize(
    "text",
    [
        END + "each player who has a King in their hand may gain 1 point.",
        END + "each player who has at least 2 cards in their hand may gain 1 point.",
        END + "the player with the most cards in their hand may gain 1 point.",
        END + "each player who has a King in their hand puts a card from their hand in their chest.",
        END + "each player who has a King in their hand gains 1 point.",
        END + "if there is a King in the pile, Red may gain 1 point.",
        END + "Red puts up to 2 Kings from their hand in their chest.",
        "As soon as a player has 2 Kings in their hand, they may gain 1 point.",
        "When a player puts a King in their chest, they may gain 1 point.",
        "When a player puts a card in their chest, they " + STOW,
        "When a player gains a point, they " + STOW,
    ],
)
def test_it_tells_nothing(found, text):
    assert not found(text)


def test_a_pack_that_asks_no_more_than_it_must_is_told_nothing(found):
    assert not found(TELLS[0], forced="take")


def test_a_game_for_one_is_told_nothing(found):
    assert not found(TELLS[0], players=1)


def test_how_it_is_shown(found):
    [diagnostic] = found(TELLS[2])
    shown = full(diagnostic).splitlines()
    assert shown[0] == "warning[SAY0852]: whom this asks tells what lies hidden"
    assert shown[-1].strip().startswith("= help: let it begin with *may*")
