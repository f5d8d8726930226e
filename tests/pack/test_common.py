"""The words that the language writes in itself: every pack may say them, none has to, and its own come first."""

from pathlib import Path

import pytest

from toolkit.compile.pack import load_pack, saying
from toolkit.language.parsing.parser import Parser
from toolkit.language.printing.languages import print_tree
from toolkit.pack.common import common_words
from toolkit.pack.locales import lexicon_of
from toolkit.pack.source import COMMON
from toolkit.play.game import new_game
from toolkit.prove.coverage import judged_places
from toolkit.prove.variants import drops
from toolkit.report.source import Text

PACKS = Path(__file__).parents[1] / "packs"
PACK = """\
type: pack
format: 1
id: toy
name: Toy
languages: [en]
players: 2
seats: [Red, Blue]
start: [game]
"""
GAME = """\
type: vocabulary
id: words
kinds: {{egg: {{number: 3, starts: nest}}}}
places: {{nest: {{}}, basket: {{ordered: true}}}}
quantities: {{point: {{of: player}}}}
{words}
---
type: procedure
id: game
steps:
  one: {sentence}
  end: The game ends.
{more}
"""


def toy(folder, sentence, words="", more=""):
    (folder / "pack.yaml").write_text(PACK)
    (folder / "game.yaml").write_text(GAME.format(sentence=sentence, words=words, more=more))
    checked = load_pack(folder)
    assert not checked.diagnostics, checked.diagnostics
    return checked.value


def common_items(pack):
    return {item.document for item in pack.trees if item.pack == COMMON}


def test_each_file_declares_words_and_says_what_they_mean():
    for one in common_words():
        # what these two mean, the language itself says
        told = {adjective.id for adjective in one.adjectives} <= {"face-up", "face-down"}
        assert (one.items or told) and (one.templates or one.adjectives), one.name


def test_a_pack_says_them_all_and_prints_them_in_ukrainian():
    pack = load_pack(PACKS / "common-words").value
    assert common_items(pack) == {"shuffle-into", "empty", "even", "odd"}
    words = lexicon_of(pack.source, "uk").value
    printed = {
        print_tree(tree, "uk", pack.vocabulary, words, start=item.start).value
        for item, tree in pack.trees.items()
        if item.type in ("procedure", "verb", "example")
    }
    assert "Замішайте всі камінці в торбу." in printed
    assert any("порожн" in text for text in printed) and any("непарн" in text for text in printed)


def test_what_no_sentence_says_is_not_there(tmp_path):
    pack = toy(tmp_path, "Put all eggs in the basket.")
    assert common_items(pack) == set()
    assert "shuffle-into" not in pack.compiled().value.world.verbs
    assert not pack.compiled().value.world.defined.get("empty")


def test_they_are_no_sentences_of_the_pack():
    pack = load_pack(PACKS / "common-words").value
    assert not any(item.pack == COMMON for item in pack.source.items)
    assert not any(name.startswith("grammar/") for name in judged_places(pack))
    assert not any(variant.item.pack == COMMON for variant in drops(pack))
    assert COMMON not in pack.source.digests


@pytest.mark.parametrize(
    "more",
    [
        "---\ntype: verb\nid: shuffle-into\nphrase: shuffle {egg} into {place}\nsteps: {gain: Gain 1 point.}",
        "---\ntype: verb\nid: muddle\nphrase: shuffle {egg} into {place}\nsteps: {gain: Gain 1 point.}",
    ],
)
def test_a_verb_of_the_pack_stands_in_its_place(tmp_path, more):
    pack = toy(tmp_path, "Each player shuffles an egg into the basket.", more=more)
    assert common_items(pack) == set()
    game = new_game(pack, seed=1, players=2)
    log = [event.text for event in game.log]
    assert any("gains 1 point" in text for text in log)


def test_an_adjective_of_the_pack_stands_in_its_place(tmp_path):
    more = "---\ntype: definitions\nid: own\nis:\n- A place is empty if there is at most 1 egg in it."
    pack = toy(tmp_path, "If the basket is empty, the game ends.", "adjectives: [empty]", more)
    assert common_items(pack) == set()
    assert len(pack.compiled().value.world.defined["empty"]) == 1


def test_the_log_names_their_file():
    game = new_game(load_pack(PACKS / "common-words").value, seed=1)
    files = {event.sentence.file for event in game.log if event.sentence is not None}
    assert "grammar/verbs/shuffle-into.yaml" in files


def test_a_sentence_from_outside_the_pack_may_say_them(tmp_path):
    pack = toy(tmp_path, "Put all eggs in the basket.")
    tree = Parser(pack.vocabulary).parse(Text.plain("The basket is empty."), "condition").value
    assert common_items(saying(pack, [tree])) == {"empty"}
