"""Trees that are kept are those that the parser makes, wherever their text stands now."""

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from toolkit.compile.pack import load_pack
from toolkit.language.parsing import construction, kept
from toolkit.language.parsing.kept import KeptTrees
from toolkit.language.parsing.parser import Parser
from toolkit.report import Text
from toolkit.report.source import Source

ROOT = Path(__file__).parents[2]
PACKS = [ROOT / "content/sentient", ROOT / "tests/packs/two-roads", ROOT / "tests/packs/parcels"]


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(kept, "FEWEST", 1)
    return tmp_path / "cache"


def spans(tree):
    return [(type(node).__name__, node.span) for node in tree.walk()]


def shifted(text):
    """The same text, further down in its file."""
    source = Source(text.source.name, "\n" * 7 + text.source.text)
    return Text(text.value, source, tuple((at, raw + 7, width) for at, raw, width in text.breaks))


@pytest.mark.parametrize("folder", PACKS, ids=lambda folder: folder.name)
def test_every_sentence_of_a_pack(folder, tmp_path):
    pack = load_pack(folder).unwrap()
    trees, parser = KeptTrees(pack.vocabulary, tmp_path / "a"), Parser(pack.vocabulary)
    for item, tree in pack.trees.items():
        trees.add(item.text, item.start, tree)
    trees.save()
    again = KeptTrees(pack.vocabulary, tmp_path / "a")
    for item, tree in pack.trees.items():
        found = again.tree(item.text, item.start)
        assert found == tree and spans(found) == spans(tree)
    for item in list(pack.trees)[::7]:
        moved = shifted(item.text)
        assert spans(again.tree(moved, item.start)) == spans(parser.parse(moved, item.start).value)


def test_a_pack_is_the_same_when_it_is_loaded_again():
    folder = ROOT / "tests/packs/parcels"
    first, again = load_pack(folder), load_pack(folder)
    assert list(first.value.trees.items()) == list(again.value.trees.items())
    assert first.diagnostics == again.diagnostics


def kept_one(tmp_path):
    pack = load_pack(ROOT / "tests/packs/lanterns").unwrap()
    text = Text.plain("Gain 2 sparks.")
    trees = KeptTrees(pack.vocabulary, tmp_path)
    trees.add(text, "effect", Parser(pack.vocabulary).parse(text, "effect").value)
    trees.save()
    return pack.vocabulary, text


def test_other_words_and_other_fields_have_other_trees(tmp_path):
    words, text = kept_one(tmp_path)
    assert KeptTrees(words, tmp_path).tree(text, "effect") is not None
    assert KeptTrees(words, tmp_path).tree(text, "cost") is None
    assert KeptTrees(words, tmp_path / "other").tree(text, "effect") is None
    words.nouns["spark"] = replace(words.nouns["spark"], mass=True)
    assert KeptTrees(words, tmp_path).tree(text, "effect") is None


@pytest.mark.parametrize(
    "row", ["", "[", "3", "[999,0,0]", "[0,0,0,0]", '["a",0,0]', "[1,0,0,99,0]", "[true,5]"]
)
def test_a_row_of_another_hand_is_no_tree(row, cache, tmp_path):
    words, text = kept_one(tmp_path)
    file = max((cache / "sayso/trees").iterdir(), key=lambda path: path.stat().st_mtime_ns)
    head, key, _ = file.read_bytes()[32:].decode().split("\n")
    data = f"{head}\n{key}\n{row}".encode()
    file.write_bytes(hashlib.sha256(data).digest() + data)
    assert KeptTrees(words, tmp_path).tree(text, "effect") is None


def test_the_parser_of_forms_is_not_made_for_forms_that_were_read_before(monkeypatch):
    form = "{things} tie for the most {count}s."
    for read in (construction.read, construction._kept):
        read.cache_clear()
    first = construction.read(form)
    construction.keep()
    for read in (construction.read, construction._kept):
        read.cache_clear()
    monkeypatch.setattr(construction, "_parser", None)
    assert construction.read(form) == first
    construction._kept.cache_clear()
