"""`sayso changes`: what is otherwise in a new version, and whether it means something else."""

from __future__ import annotations

import json
from contextlib import contextmanager

import pytest

from tests.cli.conftest import sayso
from tests.games.players import pack as content
from toolkit.compile.pack import load_pack
from toolkit.language.printing.languages import print_tree
from toolkit.pack.items import EXAMPLE_TYPES
from toolkit.prove.changes import changes
from toolkit.prove.sameness import Version
from toolkit.report.source import Text

__all__ = ["sayso"]

PACK = "type: pack\nformat: 1\nid: orchard\nname: Orchard\nplayers: 2\n"
GAME = """
type: vocabulary
id: words
kinds:
  fruit: {documents: true, faces: true, starts: crate, found: table, attributes: {weight: number},
          sentences: {ripe: effect}}
places:
  crate: {ordered: true, seen-by: nobody}
  basket: {of: player, seen-by: owner}
  table: {}
quantities:
  coin: {of: player, at-least: 0}
adjectives: [heavy]
---
type: definitions
is:
- A fruit is heavy if its weight is at least 3.
---
type: fruit
id: plum
name: Plum
weight: 1
ripe: Gain 1 coin.
---
type: fruit
id: pear
name: Pear
weight: 2
ripe: Put a fruit in the crate.
---
type: procedure
id: game
steps:
  deal: Each player puts the top fruit of the crate in their basket.
  winner: The player with the most coins wins the game.
---
type: rules
id: customs
rules:
- When a player puts a heavy fruit in their basket, that player gains 1 coin.
- When a player puts Plum in their basket, that player gains 2 coins.
"""


@pytest.fixture
def orchard(tmp_path):
    """`orchard((old words, new words), …)`: what changed, as tuples; `orchard.folders` are the two versions."""

    def written(name, *swaps):
        folder = tmp_path / name
        folder.mkdir(exist_ok=True)
        text = GAME
        for before, after in swaps:
            assert before in text, before
            text = text.replace(before, after)
        (folder / "pack.yaml").write_text(PACK, encoding="utf-8")
        (folder / "game.yaml").write_text(text, encoding="utf-8")
        return folder

    def call(*swaps):
        call.folders = written("old"), written("new", *swaps)
        old, new = (load_pack(folder) for folder in call.folders)
        assert not old.errors and not new.errors, [*old.errors, *new.errors]
        return [
            (f"{each.about.type} {each.about.id}".strip(), each.what, each.effect, each.before, each.after)
            for each in changes(old.value, new.value)
        ]

    return call


def test_a_pack_is_as_it_is(orchard):
    assert orchard() == []


def test_how_a_text_is_laid_out_says_nothing(orchard):
    assert orchard(("ripe: Gain 1 coin.", "ripe: |\n  Gain 1\n  coin.")) == []


def test_two_wordings_of_one_meaning(orchard):
    assert orchard(("ripe: Gain 1 coin.", "ripe: You gain a coin.")) == [
        ("fruit plum", "text", "wording", "Gain 1 coin.", "You gain a coin.")
    ]


def test_a_number_in_a_text_is_meaning(orchard):
    assert orchard(("ripe: Gain 1 coin.", "ripe: Gain 2 coins.")) == [
        ("fruit plum", "text", "meaning", "Gain 1 coin.", "Gain 2 coins.")
    ]


def test_a_number_beside_the_texts_is_meaning(orchard):
    assert orchard(("weight: 1", "weight: 4")) == [("fruit plum", "value", "meaning", "1", "4")]


def test_another_name_is_no_other_meaning(orchard):
    assert orchard(("name: Plum", "name: Damson"), ("puts Plum", "puts Damson")) == [
        ("fruit plum", "renamed", "nothing", "Plum", "Damson"),
        (
            "rules customs",
            "text",
            "wording",
            "When a player puts Plum in their basket, that player gains 2 coins.",
            "When a player puts Damson in their basket, that player gains 2 coins.",
        ),
    ]


def test_another_word_for_the_same_thing(orchard):
    found = orchard(("coins", "shells"), ("coin", "shell"))
    assert ("quantity shell", "renamed", "nothing", "coin", "shell") in found
    assert {effect for _, what, effect, *_ in found if what == "text"} == {"wording"}


def test_another_word_and_another_number_is_meaning(orchard):
    found = orchard(("Gain 1 coin.", "Gain 2 coins."), ("coins", "shells"), ("coin", "shell"))
    assert ("fruit plum", "text", "meaning", "Gain 1 coin.", "Gain 2 shells.") in found


def test_another_word_for_a_kind_whose_documents_stay(orchard):
    found = orchard(("type: fruit", "type: berry"), ("fruit", "berry"))
    assert ("kind berry", "renamed", "nothing", "fruit", "berry") in found
    assert not [each for each in found if each[1] in ("added", "removed")]
    assert {effect for _, what, effect, *_ in found if what == "text"} == {"wording"}


def test_another_id_of_the_same_card(orchard):
    assert orchard(("id: plum", "id: sweet-plum")) == [
        ("fruit sweet-plum", "renamed", "nothing", "plum", "sweet-plum")
    ]


def test_what_came_and_what_went(orchard):
    assert orchard(
        (
            "id: pear\nname: Pear\nweight: 2\nripe: Put a fruit in the crate.",
            "id: quince\nname: Quince\nweight: 5\nripe: Gain 3 coins.",
        )
    ) == [
        ("fruit quince", "added", "meaning", None, "Gain 3 coins."),
        ("fruit pear", "removed", "meaning", "Put a fruit in the crate.", None),
    ]


def test_a_text_among_others(orchard):
    one = "- When a player puts a heavy fruit in their basket, that player gains 1 coin.\n"
    two = "- When a player puts Plum in their basket, that player gains 2 coins.\n"
    assert orchard((one, "")) == [("rules customs", "removed", "meaning", one[2:-1], None)]
    assert [each[1:3] for each in orchard((one + two, two + one))] == [("order", "meaning")]


def test_steps_in_another_order(orchard):
    deal, winner = (line + "\n" for line in GAME.splitlines() if line.startswith(("  deal", "  winner")))
    assert orchard((deal + winner, winner + deal)) == [
        ("procedure game", "order", "meaning", "deal, winner", "winner, deal")
    ]


def test_a_definition_says_where_the_meaning_changed(orchard):
    assert [each[:3] for each in orchard(("at least 3", "more than 2"))] == [
        ("definitions", "text", "meaning")
    ]


def test_a_text_keeps_its_letters_and_means_something_else(orchard):
    text = "Put a fruit in the crate."
    assert orchard(("found: table,", "found: basket,")) == [
        ("kind fruit", "value", "meaning", "table", "basket"),
        ("fruit pear", "text", "meaning", text, text),
    ]


def test_what_no_rule_depends_on(orchard):
    assert orchard(("name: Pear", "name: Pear\nnote: Juicy.")) == [
        ("fruit pear", "value", "nothing", None, "Juicy.")
    ]


@pytest.mark.parametrize("name", ["sentient", "cyberpunk-tcg"])
def test_a_sentence_in_its_canonical_wording_has_the_same_program_wherever_it_stands(name):
    pack = content(f"content/{name}")
    version = Version(pack, {})
    for item, tree in pack.trees.items():
        if item.pack == pack.id and item.type not in EXAMPLE_TYPES:
            said = Text.plain(print_tree(tree, "en", pack.vocabulary, None).value)
            assert version.program(item) == version.program(item, said), said.value


# --- The command --------------------------------------------------------------------------------------------


def test_the_command_shows_both_readings(orchard, sayso):
    orchard(("Gain 1 coin.", "Gain 2 coins."))
    run = sayso("changes", *orchard.folders)
    assert run.status == 0
    for line in (
        "fruit plum (Plum)",
        "    - Gain 1 coin.",
        "    + Gain 2 coins.",
        "      before: you gain 1 coin",
        "      after:  you gain 2 coins",
        "1 text changed in meaning",
    ):
        assert line in run.out


def test_whoever_waits_is_told_what_runs(orchard, sayso, monkeypatch):
    told = []
    shown = contextmanager(lambda *_: iter([lambda done, total, now="": told.append((done, total, now))]))
    monkeypatch.setattr("toolkit.cli.changes.progress_bar", shown)
    orchard(("Gain 1 coin.", "Gain 2 coins."))
    assert sayso("changes", *orchard.folders).status == 0
    assert told == [(0, 3, "the old version"), (1, 3, "the new version"), (2, 3, "what differs")]


def test_exit_code_asks_about_the_meaning(orchard, sayso):
    orchard(("Gain 1 coin.", "You gain a coin."))
    assert sayso("changes", *orchard.folders, "--exit-code").status == 0
    assert "1 text in wording only" in sayso("changes", *orchard.folders).out
    assert sayso("changes", *orchard.folders, "--meaning", "-q").out == ""
    orchard(("Gain 1 coin.", "Gain 2 coins."))
    assert sayso("changes", *orchard.folders, "--exit-code").status == 1


def test_changes_as_data(orchard, sayso):
    orchard(("Gain 1 coin.", "Gain 2 coins."))
    data = json.loads(sayso("changes", *orchard.folders, "--format", "json").out)
    assert data["meaning"] is True
    (change,) = data["changes"]
    assert (change["type"], change["id"], change["path"], change["line"]) == ("fruit", "plum", ["ripe"], 23)
    assert change["readings"] == {"before": ["you gain 1 coin"], "after": ["you gain 2 coins"]}


def test_a_version_with_errors_is_compared_as_far_as_it_is_understood(orchard, sayso):
    orchard()
    file = orchard.folders[1] / "game.yaml"
    file.write_text(GAME.replace("Gain 1 coin.", "Gain 1 cion."), encoding="utf-8")
    run = sayso("changes", *orchard.folders)
    assert run.status == 0
    assert "has errors" in run.err
    assert "(one of them is not understood)" in run.out
    assert "1 text changed in meaning" in run.out


def test_a_pack_that_is_not_there(orchard, sayso):
    orchard()
    assert sayso("changes", orchard.folders[0], orchard.folders[1] / "nowhere").status == 2
