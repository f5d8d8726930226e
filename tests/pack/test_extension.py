"""A pack that extends another from outside: a keyword, a timing word, cards, a deck; nothing of the other is edited."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.hygiene.project import ROOT
from tests.pack.packs import codes, load, write_pack
from toolkit.compile.pack import Pack, load_pack
from toolkit.documents.nodes import to_data
from toolkit.pack.decks import deck_rules, decks_of
from toolkit.play.decks import check_deck
from toolkit.play.example import examples, run

SEARCH = (ROOT / "content",)
NIGHT = ROOT / "tests" / "packs" / "night-shift"


def loaded(folder: Path) -> Pack:
    checked = load_pack(folder, SEARCH)
    assert checked.value is not None
    assert not checked.diagnostics
    return checked.value


def failing(pack: Pack) -> set[str]:
    return {example.id for example in examples(pack) if run(pack, example) is not None}


def changed(tmp_path: Path, old: str, new: str) -> Pack:
    """The pack with a text of its cards and words replaced."""
    folder = tmp_path / "night-shift"
    shutil.copytree(NIGHT, folder)
    for name in ("cards.yaml", "words.yaml"):
        path = folder / name
        path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    return loaded(folder)


def test_it_is_a_pack_of_its_own_with_a_legal_deck() -> None:
    pack = loaded(NIGHT)
    assert [folder.id for folder in pack.source.folders] == ["cyberpunk-tcg", "night-shift"]
    assert not failing(pack)
    deck = decks_of(pack.source)["streets"]
    assert deck.exempt is None
    assert check_deck(pack, deck) == ()


def test_the_keyword_is_one_document_and_does_what_it_says(tmp_path: Path) -> None:
    words = [to_data(d.root) for d in loaded(NIGHT).source.folders[-1].documents if d.type == "keyword"]
    means = "Players can attack a player with this unit."
    assert words == [{"type": "keyword", "id": "rush", "name": "RUSH", "kinds": ["unit"], "means": means}]
    assert failing(changed(tmp_path, means, "Players can attack a unit with this unit.")) == {
        "rush",
        "rush-by-gear",
    }


def test_the_timing_word_is_one_rule_and_does_what_it_says(tmp_path: Path) -> None:
    rule = "When a player defeats a unit, the owner of that unit resolves the DEFEATED effects of that unit."
    other = "When a player recalls a unit, the owner of that unit resolves the DEFEATED effects of that unit."
    assert failing(changed(tmp_path, rule, other)) == {"defeated", "hound"}


# --- What an extension adds to kinds and lists -----------------------------------------------------------------

BASE = """
    type: vocabulary
    id: words
    lists: {colour: [red, blue]}
    kinds:
      card: {documents: true, starts: hand, of: player, attributes: {colour: colour}, sentences: {text: rules}}
      gadget: {is: card, documents: true}
    places:
      hand: {of: player, seen-by: owner}
      table: {}
      bin: {}
    quantities: {point: {of: player}, star: {of: player}}
    """
CARD = """
    type: card
    id: fox
    name: Fox
    subtitle: The First
    colour: red
    """
RULES = """
    type: deck-rules
    id: usual
    sections: {main: {place: hand, holds: [card]}}
    must: [You have at most 9 points.]
    """


def extended(tmp_path: Path, **files: str):
    write_pack(tmp_path, "base", "precedence: [base, card]", words=BASE, fox=CARD, usual=RULES)
    return load(tmp_path, "more", "extends: [base]", **files)


def test_a_list_and_a_kind_of_another_pack_may_be_added_to(tmp_path: Path) -> None:
    checked = extended(
        tmp_path,
        words="""
        type: vocabulary
        id: more-words
        lists: {colour: [green]}
        kinds: {card: {attributes: {weight: 0 to 9, colour: colour}, sentences: {last words: effect}}}
        """,
        owl="""
        type: card
        id: owl
        name: Owl
        colour: green
        weight: 3
        last-words: Gain 1 point.
        """,
    )
    assert not checked.diagnostics and checked.value is not None
    source = checked.value
    assert source.vocabulary.lists["colour"] == ("red", "blue", "green")
    card = next(kind for kind in source.kinds if kind.name == "card")
    assert [attribute.name for attribute in card.attributes] == ["colour", "weight"]
    assert [name for name, _ in card.sentences] == ["text", "last words"]
    owl = next(one for one in source.components if one.id == "owl")
    assert owl.attributes == {"colour": "green", "weight": 3}
    assert source.vocabulary.nouns["card"].attributes["weight"] == "number"


@pytest.mark.parametrize(
    ("words", "code", "at"),
    [
        ("lists: {colour: [blue]}", "SAY0310", "blue"),
        ("kinds: {card: {starts: table}}", "SAY0310", "card"),
        ("kinds: {card: {starts: table, sentences: {text: rules}}}", "SAY0317", "starts"),
        ("kinds: {card: {number: 3, attributes: {age: number}}}", "SAY0317", "number"),
        ("kinds: {card: {attributes: {colour: 1 to 3}}}", "SAY0317", "colour"),
        ("kinds: {card: {sentences: {text: effect}}}", "SAY0317", "text"),
        ("kinds: {card: {works: {txt: [table]}}}", "SAY0312", "txt"),
        ("places: {table: {}}", "SAY0310", "table"),
    ],
)
def test_an_extension_changes_nothing(tmp_path: Path, words: str, code: str, at: str) -> None:
    checked = extended(tmp_path, words=f"type: vocabulary\nid: more-words\n{words}\n")
    assert [(d.code, d.span.text) for d in checked.diagnostics] == [(code, at)]


@pytest.mark.parametrize(("subtitle", "found"), [("The First", ["SAY0318"]), ("The Second", [])])
def test_a_card_of_the_same_name_and_subtitle_is_found(
    tmp_path: Path, subtitle: str, found: list[str]
) -> None:
    card = CARD.replace("id: fox", "id: other-fox").replace("The First", subtitle)
    assert codes(extended(tmp_path, fox=card)) == found


def test_deck_rules_of_the_base_hold_kinds_below(tmp_path: Path) -> None:
    words = "type: vocabulary\nid: more-words\nkinds: {relic: {is: gadget, documents: true}}\n"
    source = extended(tmp_path, words=words).value
    assert source is not None
    (section,) = deck_rules(source)["usual"].sections
    assert section.holds == ("card", "gadget", "relic")


def test_the_effects_of_a_helper_verb_stand_in_the_layer_that_it_names(tmp_path: Path) -> None:
    verb = "type: verb\nid: {id}\nphrase: {id} {{card}}\n{layer}steps: {{one: Gain 1 point.}}\n"
    source = extended(
        tmp_path, a=verb.format(id="cheer", layer="layer: card\n"), b=verb.format(id="boo", layer="")
    ).value
    assert source is not None
    assert {i.document: i.layer for i in source.items if i.type == "verb"} == {"cheer": "card", "boo": "base"}


def test_one_field_may_work_elsewhere(tmp_path: Path) -> None:
    """What *last words* say acts in the bin, other texts everywhere but in hands."""
    write_pack(
        tmp_path,
        "base",
        words=BASE.replace("text: rules}", "text: rules, last words: rules}"),
        verb="""
        type: verb
        id: turn
        phrase: take a turn
        period: turn
        steps: {go: The active player gains 1 point.}
        """,
        game="""
        type: procedure
        id: game
        steps: {play: "In turn order, each player takes a turn."}
        """,
    )
    owl = """
        type: card
        id: owl
        name: Owl
        colour: red
        {field}: When the active player gains 1 point, each player gains 3 stars.
        """
    example = """
        type: example
        id: tried
        name: Tried
        given: [Owl is in the bin.]
        when: [North takes a turn.]
        then: [North has 3 stars.]
        """
    words = "type: vocabulary\nid: more-words\nkinds: {card: {works: {last words: [bin], text: [table]}}}\n"
    for field, holds in (("last-words", True), ("text", False)):
        root = write_pack(
            tmp_path, "more", "extends: [base]", words=words, owl=owl.format(field=field), tried=example
        )
        pack = load_pack(root, ()).value
        assert pack is not None and not pack.diagnostics
        assert bool(failing(pack)) is not holds
