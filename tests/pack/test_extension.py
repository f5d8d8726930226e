"""A pack that extends another from outside: a keyword, a timing word, cards, a deck; nothing of the other is edited."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.hygiene.project import ROOT
from toolkit.compile.pack import Pack, load_pack
from toolkit.documents.nodes import to_data
from toolkit.pack.decks import decks_of
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
