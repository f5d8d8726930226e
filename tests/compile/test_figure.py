"""*A player at the chapel*: where the one piece of each player is; refused where players have more pieces."""

from __future__ import annotations

import pytest

from tests import fast_yaml as yaml
from toolkit.compile.pack import load_pack
from toolkit.play.example import examples, run
from toolkit.prove.account import unaccounted

WORDS = {
    "type": "vocabulary",
    "id": "words",
    "kinds": {
        "walker": {"of": "player", "number": 1, "starts": "tent"},
        "bead": {"number": 9, "starts": "bowl"},
    },
    "places": {"tent": {"of": "player"}, "bowl": {}, "meadow": {"documents": True}},
    "quantities": {"coin": {"of": "player", "at-least": 0}},
}
MEADOWS = [{"type": "meadow", "id": name, "name": name.capitalize()} for name in ("clover", "thistle")]
PACK = {
    "type": "pack", "format": 1, "id": "meadows", "name": "Meadows", "languages": ["en"], "players": 3,
    "seats": ["Red", "Blue", "Green"], "start": ["game"],
}  # fmt: skip
GIVEN = ["Red's walker is in Clover.", "Blue's walker is in Clover.", "Green's walker is in Thistle."]


def found(tmp_path, do: str, then: list[str], rules: list[str] = (), words: dict = WORDS) -> list[str]:
    """What is wrong with a text, or with what it did."""
    documents = [
        words, *MEADOWS,
        {"type": "procedure", "id": "game", "steps": {"play": "In turn order, each player takes a turn."}},
        {"type": "verb", "id": "turn", "phrase": "take a turn", "period": "turn", "steps": {"go": do}},
        {"type": "verb", "id": "nap", "phrase": "nap", "steps": {"go": "Gain 1 coin."}},
        {"type": "example", "id": "e", "name": "E", "given": GIVEN, "when": ["Red takes a turn."], "then": then},
    ]  # fmt: skip
    if rules:
        documents.append({"type": "rules", "id": "r", "rules": [*rules]})
    (tmp_path / "pack.yaml").write_text(yaml.safe_dump(PACK), encoding="utf-8")
    (tmp_path / "words.yaml").write_text(yaml.safe_dump_all(documents), encoding="utf-8")
    loaded = load_pack(tmp_path, ())
    errors = [d for d in loaded.diagnostics if d.is_error] or list(unaccounted(loaded.value))
    if errors:
        return [d.code for d in errors]
    failures = [run(loaded.value, example) for example in examples(loaded.value)]
    return [failure.diagnostic.message for failure in failures if failure is not None]


@pytest.mark.parametrize(
    ("do", "then"),
    [
        (
            "Each player in Clover gains 1 coin.",
            ["Red has 1 coin.", "Blue has 1 coin.", "Green has no coins."],
        ),
        ("If there is no other walker in your meadow, gain 1 coin.", ["Red has no coins."]),
        ("If there is exactly 1 other walker in your meadow, gain 1 coin.", ["Red has 1 coin."]),
        (
            "For each walker in a meadow with another walker, gain 1 coin.",
            ["Red has 2 coins.", "Blue has no coins."],
        ),
        ("Each other player in your meadow gains 1 coin.", ["Red has no coins.", "Blue has 1 coin."]),
        (
            "Each player in a meadow with another player gains 1 coin.",
            ["Red has 1 coin.", "Blue has 1 coin.", "Green has no coins."],
        ),
        (
            "Each player in a meadow with another player who has no coins gains 1 coin.",
            ["Red has 1 coin.", "Blue has 1 coin.", "Green has no coins."],
        ),
        (
            "Each other player in a meadow with no other player gains 1 coin.",
            ["Red has no coins.", "Blue has no coins.", "Green has 1 coin."],
        ),
        ("If you are in Thistle, gain 1 coin.", ["Red has no coins."]),
        ("If Green is in Thistle, gain 1 coin.", ["Red has 1 coin."]),
        (
            "Put a bead from the bowl in your meadow.",
            ["There is 1 bead in Clover.", "There are no beads in Thistle."],
        ),
    ],
)
def test_a_player_is_where_their_piece_is(tmp_path, do, then):
    assert found(tmp_path, do, then) == []


@pytest.mark.parametrize(("where", "coins"), [("Clover", 0), ("Thistle", 1)])
def test_what_such_pieces_do_their_players_do(tmp_path, where, coins):
    rules = [f"Walkers in {where} cannot nap."]
    do = "If you can nap, nap."
    assert found(tmp_path, do, [f"Red has {coins} coins."], rules) == []


def test_players_with_more_pieces_are_in_no_place(tmp_path):
    kinds = {**WORDS["kinds"], "hound": {"of": "player", "number": 1, "starts": "tent"}}
    assert found(tmp_path, "Each player in Clover gains 1 coin.", [], words={**WORDS, "kinds": kinds}) == [
        "SAY0801"
    ]
    assert found(tmp_path, "If you are in Clover, gain 1 coin.", [], words={**WORDS, "kinds": kinds}) == [
        "SAY0801"
    ]


def test_another_piece_than_one_that_was_said_aside_is_not_known(tmp_path):
    """*A player who has a walker in Clover* and *another walker*: than that one, or than their own?"""
    do = "If a player who has a walker in Clover has no other walkers, gain 1 coin."
    assert found(tmp_path, do, []) == ["SAY0655"]
    assert found(tmp_path, "If a player has no other walkers, gain 1 coin.", ["Red has 1 coin."]) == []
