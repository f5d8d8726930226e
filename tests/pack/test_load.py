"""From a folder to a source: structure, components, items, what packs that extend others have."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pack.packs import good, load, write_pack
from toolkit.documents.schema import SchemaSet
from toolkit.pack.load import load_source, schemas_of
from toolkit.pack.manifest import find_folder
from toolkit.pack.source import Attribute

ROOT = Path(__file__).resolve().parents[2]

WORDS = """
type: vocabulary
id: words
lists: {mood: [merry, grim]}
kinds:
  tale:
    attributes: {length: 1 to 900, mood: mood, moods: [mood], author: person, sealed: flag, motto: text}
    sentences: {moral: rules}
  saga: {is: tale, documents: true, starts: shelf, faces: true, works: [shelf], sentences: {telling: effect}}
  person: {documents: true}
  quill: {of: player, number: 3}
  lamp: {each: mood, attributes: {hour: 1 to 2}}
places:
  shelf: {ordered: true, seen-by: nobody, prep: "on", capacity: {tale: 2}}
  floor: {}
  tile: {part-of: floor, columns: 3, rows: 2}
  column: {columns-of: tile}
  run: {runs-of: tile, length: 3}
quantities:
  coin: {of: player, at-least: 1}
labels: [TELL]
"""
CARDS = """
type: saga
id: night
name: Night
copies: 2
length: 40
mood: grim
moods: [merry, grim]
author: ann
sealed: true
motto: A motto
provenance: original
cites: [DOC-1]
telling: Gain 1 coin.
moral:
- Each player has 1 coin.
- {text: "TELL: Gain 2 coins.", cites: [RULE-1, DOC-1]}
---
type: person
id: ann
name: Ann
"""


def test_structure(tmp_path: Path) -> None:
    source = good(tmp_path, words=WORDS)
    saga, lamp = source.kind("saga"), source.kind("lamp")
    assert saga is not None and lamp is not None
    assert (saga.parent, saga.starts, saga.faces, saga.works, saga.documents) == (
        "tale",
        "shelf",
        True,
        ("shelf",),
        True,
    )
    assert saga.sentences == (("telling", "effect"),)
    assert [kind.name for kind in source.lineage("saga")] == ["saga", "tale"]
    assert (lamp.each, source.kind("quill").number, source.kind("quill").of) == (("mood",), 3, "player")  # type: ignore[union-attr]
    tale = source.kind("tale")
    assert tale is not None and tale.works is None
    assert tale.attributes == (
        Attribute("length", "number", low=1, high=900),
        Attribute("mood", "value", "mood"),
        Attribute("moods", "value", "mood", many=True),
        Attribute("author", "thing", "person"),
        Attribute("sealed", "flag"),
        Attribute("motto", "text"),
    )
    shelf, tile = source.place("shelf"), source.place("tile")
    assert shelf is not None and tile is not None
    assert (shelf.ordered, shelf.seen_by, shelf.prep, shelf.capacity) == (
        True,
        "nobody",
        "on",
        (("tale", 2),),
    )
    assert (tile.part_of, tile.columns, tile.rows, tile.group_of) == ("floor", 3, 2, None)
    run = source.place("run")
    assert run is not None and (run.group_of, run.length) == ("tile", 3)
    (coin,) = source.quantities
    assert (coin.of, coin.at_least, coin.at_most, coin.start) == ("player", 1, None, 1)


def test_components(tmp_path: Path) -> None:
    night, ann = good(tmp_path, words=WORDS, cards=CARDS).components
    assert (night.kind, night.id, night.text, night.name, night.copies) == (
        "saga",
        "night",
        "Night",
        "saga/night",
        2,
    )
    assert night.attributes == {
        "length": 40,
        "mood": "grim",
        "moods": ("merry", "grim"),
        "author": "ann",
        "sealed": True,
        "motto": "A motto",
    }
    assert (ann.kind, ann.attributes) == ("person", {})


def test_items_of_cards(tmp_path: Path) -> None:
    items = good(tmp_path, words=WORDS, cards=CARDS).items
    assert [(i.path, i.start, i.text.value, i.cites) for i in items] == [
        (("telling",), "effect", "Gain 1 coin.", ("DOC-1",)),
        (("moral", 0), "statement", "Each player has 1 coin.", ("DOC-1",)),
        (("moral", 1), "label effect", "TELL: Gain 2 coins.", ("DOC-1", "RULE-1")),
    ]
    assert {(i.anchor, i.provenance, i.field == i.path[0]) for i in items} == {
        ("/sample/saga/night", "original", True)
    }
    assert items[0].text.span().text == "Gain 1 coin."


CORE = """
type: definitions
id: d
is: [A tale is long.]
rules: [Players cannot sing.]
---
type: rules
id: r
rules: [Players cannot dance.]
---
type: rules
id: late
layer: card
rules: [Players can dance.]
---
type: procedure
id: set-up
steps: {text: Gain 1 coin., then: {text: Gain 2 coins., cites: [RULE-1]}}
---
type: verb
id: rest
phrase: rest
requires: You have 1 coin.
steps: {one: Rest., two: [Gain 1 coin., Gain 2 coins.]}
rules: [Resting is free.]
---
type: keyword
id: swift
name: SWIFT
means: [This tale is swift.]
---
type: rule-module
id: night
name: Night
option: nights
setup: Gain 1 coin.
rules: [Players cannot sing.]
---
type: scenario
id: s
name: S
given: [North has 1 coin.]
---
type: example
id: e
name: E
given: [North has 1 coin.]
when: [North rests.]
then: [North has 2 coins.]
---
type: invariants
id: i
always: [Each player has at least 1 coin.]
"""


def test_items_of_core_documents(tmp_path: Path) -> None:
    extra = "precedence: [base, saga, card]\noptions: {nights: {name: Nights, default: true}}\n"
    source = good(tmp_path, extra=extra, words=WORDS, core=CORE, cards=CARDS)
    found = {(i.type, *i.path): (i.start, i.layer, i.options) for i in source.items}
    expected = {
        ("definitions", "is", 0): ("definition", "base", ()),
        ("definitions", "rules", 0): ("statement", "base", ()),
        ("procedure", "steps", "text"): ("effect", "base", ()),
        ("procedure", "steps", "then"): ("effect", "base", ()),
        ("verb", "requires"): ("condition", "base", ()),
        ("verb", "steps", "one"): ("effect", "base", ()),
        ("verb", "steps", "two", 0): ("effect", "base", ()),
        ("verb", "steps", "two", 1): ("effect", "base", ()),
        ("verb", "rules", 0): ("statement", "base", ()),
        ("keyword", "means", 0): ("statement", "base", ()),
        ("rule-module", "setup"): ("effect", "base", ("nights",)),
        ("rule-module", "rules", 0): ("statement", "base", ("nights",)),
        ("scenario", "given", 0): ("given", "base", ()),
        ("example", "given", 0): ("given", "base", ()),
        ("example", "when", 0): ("decision", "base", ()),
        ("example", "then", 0): ("condition", "base", ()),
        ("invariants", "always", 0): ("condition", "base", ()),
        ("saga", "telling"): ("effect", "saga", ()),
    }
    assert {key: found[key] for key in expected} == expected
    assert [i.layer for i in source.items if i.type == "rules"] == ["base", "card"]
    (option,) = source.manifest.options
    assert (option.id, option.name, option.default) == ("nights", "Nights", True)
    names = source.vocabulary.names
    assert (names["keyword/swift"].text, names["rule-module/night"].text) == ("SWIFT", "Night module")


def test_a_card_schema_says_what_its_kind_says(tmp_path: Path) -> None:
    source = good(tmp_path, words=WORDS, cards=CARDS)
    schemas = schemas_of(source)
    assert set(SchemaSet().schemas) < set(schemas)
    assert {"length", "mood", "telling", "moral", "copies", "name"} <= set(schemas["saga"]["properties"])
    cards = CARDS.replace("length: 40", "lenght: 40").replace("mood: grim", "mood: sad")
    found = load(tmp_path, "other", words=WORDS, cards=cards).diagnostics
    assert [d.span.text for d in found] == ["lenght", "sad"]


@pytest.mark.parametrize(
    ("file", "id"),
    [
        ("extra: x", ""),
        ("author: bob", "bob"),
        ("type: keyword\nid: k\nname: K\nkinds: [tail]\nmeans: [A tale is long.]", "tail"),
        ("type: rules\nid: k\nlayer: cart\nrules: [A tale is long.]", "cart"),
        ("type: rule-module\nid: k\nname: K\noption: nights\nrules: [A tale is long.]", "nights"),
        ("type: rule-module\nid: k\nname: K\nexcludes: [other]\nrules: [A tale is long.]", "other"),
        ("type: example\nid: k\nname: K\noptions: {nights: true}\nthen: [A tale is long.]", "nights"),
        ("type: sources\nrules: {A-1: {fact: A fact, kind: rule}}", "DOC-1"),
    ],
)
def test_references_to_nothing(file: str, id: str, tmp_path: Path) -> None:
    if not file.startswith("type"):
        cards = CARDS.replace("author: ann", file if id else "author: ann")
        checked = load(tmp_path, words=WORDS, cards=cards)
    elif "sources" in file:
        checked = load(tmp_path, words=WORDS, cards=CARDS, sources=file)
    else:
        checked = load(tmp_path, words=WORDS, cards=CARDS, other=file)
    found = [(d.code, d.span.text) for d in checked.diagnostics]
    assert found[:1] == ([("SAY0304", id)] if id else [])


def test_chapters_and_start(tmp_path: Path) -> None:
    found = load(tmp_path, extra="start: [begin]\nchapters: [nowhere]\n").diagnostics
    assert [(d.code, d.span.text) for d in found] == [("SAY0304", "begin"), ("SAY0304", "nowhere")]


# --- Packs that extend others ---------------------------------------------------------------------------------


def test_a_pack_has_what_it_extends(tmp_path: Path) -> None:
    extra = "start: [set-up]\nprecedence: [base, card]\n"
    write_pack(tmp_path, "base", extra, words=WORDS, core=CORE.replace("option: nights\n", ""), cards=CARDS)
    more = "type: vocabulary\nid: more\nkinds: {epic: {is: saga, documents: true}}\n"
    cards = "type: epic\nid: dawn\nname: Dawn\nauthor: ann\nmoral: Players can sing.\n"
    cards += "---\ntype: saga\nid: dusk\nname: Dusk\n"
    verbs = "type: verb\nid: retell\nphrase: retell {epic} to {player}\n"
    source = good(tmp_path, "more", "extends: [base]\n", words=more, cards=cards, verbs=verbs)
    assert [folder.id for folder in source.folders] == ["base", "more"]
    assert list(source.digests) == ["base", "more"]
    assert [component.id for component in source.components] == ["night", "ann", "dawn", "dusk"]
    assert source.items[-1].anchor == "/more/epic/dawn" and source.items[0].pack == "base"
    assert source.manifest.start == ("set-up",)
    assert source.vocabulary.nouns["epic"].pack == "more"
    assert source.vocabulary.nouns["tale"].pack == "base"
    assert [kind.name for kind in source.lineage("epic")] == ["epic", "saga", "tale"]


def test_a_clash_with_the_extended_pack_names_it(tmp_path: Path) -> None:
    write_pack(
        tmp_path, "base", "precedence: [base, card]\n", words=WORDS, core=CORE.replace("option: nights\n", "")
    )
    words = "type: vocabulary\nid: more\nkinds: {tale: {}}\n"
    verbs = "type: verb\nid: rest\nphrase: rest\n"
    found = load(tmp_path, "more", "extends: [base]\n", words=words, verbs=verbs).diagnostics
    assert sorted(d.code for d in found) == ["SAY0301", "SAY0310", "SAY0357"]
    assert all(d.labels[0].span.source.name.startswith(f"{tmp_path.as_posix()}/base/") for d in found)
    assert "base" in next(d.message for d in found if d.code == "SAY0357")


def test_a_pack_in_a_circle(tmp_path: Path) -> None:
    write_pack(tmp_path, "one", "extends: [two]\n")
    found = load(tmp_path, "two", "extends: [one]\n").diagnostics
    assert [(d.code, d.message) for d in found] == [
        ("SAY0322", "the pack `two` extends itself: two → one → two")
    ]


def test_two_ways_to_one_pack(tmp_path: Path) -> None:
    write_pack(tmp_path, "base", words=WORDS)
    write_pack(tmp_path, "left", "extends: [base]\n", core="type: verb\nid: sing\nphrase: sing\n")
    write_pack(tmp_path, "right", "extends: [base]\n", core="type: verb\nid: hum\nphrase: hum\n")
    source = good(tmp_path, "top", "extends: [left, right]\n")
    assert [folder.id for folder in source.folders] == ["base", "left", "right", "top"]


def test_a_pack_that_is_not_there(tmp_path: Path) -> None:
    write_pack(tmp_path, "base")
    (found,) = load(tmp_path, "more", "extends: [bace]\n").diagnostics
    assert (found.code, found.span.text, found.expected) == ("SAY0320", "bace", ("`base`",))
    missing = load_source("no-such-pack", (tmp_path,))
    assert missing.value is None and [d.code for d in missing.diagnostics] == ["SAY0320"]


@pytest.mark.parametrize("name", ["x" * 300, "..", "../base", "../packs/base", "a b"])
def test_an_extended_pack_is_named_by_its_id_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    write_pack(tmp_path, "base")
    monkeypatch.chdir(tmp_path / "base")
    found = load(tmp_path / "packs", "more", f"extends: ['{name}']\n").diagnostics
    assert [d.code for d in found if d.code != "SAY0207"] == ["SAY0320"]
    assert find_folder("x" * 300, (tmp_path,)) is None


@pytest.mark.parametrize(
    ("extra", "words", "expected"),
    [
        (f"players: 2 to {'9' * 5000}", "", "SAY0207"),
        ("players: 3 to 1", "", "SAY0317"),
        ("", f"kinds: {{gem: {{attributes: {{size: 1 to {'9' * 5000}}}}}}}", "SAY0312"),
        ("", "kinds: {gem: {each: size, attributes: {size: 1 to 999999999}}}", "SAY0317"),
        ("", "kinds: {gem: {number: 1, attributes: {hue: colour}, values: {hue: red}}}", "SAY0312"),
        ("", "places: {tile: {columns: 99999999, rows: 3}}", "SAY0209"),
        ("", "places: {shelf: {positions: 99999999999}}", "SAY0205"),
        ("", "places: {lair: {of: cave}, cave: {of: lair}}", "SAY0313"),
        ("", "places: {lair: {of: cave}, cave: {part-of: lair}}", "SAY0313"),
        ("", "quantities: {coin: {of: player, pays-as: [hour]}, hour: {of: game}}", "SAY0312"),
        ("", "quantities: {coin: {of: player, is: hour}, hour: {of: game}}", "SAY0312"),
    ],
)
def test_numbers_and_circles_that_no_game_can_have(
    tmp_path: Path, extra: str, words: str, expected: str
) -> None:
    root = write_pack(tmp_path, words=f"type: vocabulary\nid: words\n{words}\n")
    if extra:
        manifest = root / "pack.yaml"
        manifest.write_text(manifest.read_text().replace("players: 2", extra))
    assert {d.code for d in load_source(root, ()).diagnostics} == {expected}


# --- Finding and hashing ---------------------------------------------------------------------------------------


def test_where_a_pack_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = write_pack(tmp_path / "packs", "base")
    search = (tmp_path / "packs",)
    for typed in (root, str(root), root / "pack.yaml"):
        assert find_folder(typed, ()) == root
    assert find_folder("base", search) == root
    (tmp_path / "packs" / "renamed").mkdir()
    root.rename(tmp_path / "packs" / "renamed" / "x")
    assert find_folder("base", search) is None
    (tmp_path / "packs" / "renamed" / "x").rename(tmp_path / "packs" / "folder")
    assert find_folder("base", search) == tmp_path / "packs" / "folder"  # by the id in its pack.yaml
    assert find_folder("nowhere/base", search) is None
    monkeypatch.chdir(tmp_path)
    assert find_folder("base", search) == Path("packs/folder")


def test_the_digest_is_of_the_content(tmp_path: Path) -> None:
    one = good(tmp_path / "a", words=WORDS, cards=CARDS).digests
    root = write_pack(tmp_path / "b", words=WORDS, cards=CARDS)
    for path in root.rglob("*.yaml"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    same = load_source(root, ()).value
    assert same is not None and same.digests == one
    assert good(tmp_path / "c", words=WORDS, cards=CARDS.replace("40", "41")).digests != one
    assert good(tmp_path / "d", words=WORDS, moved=CARDS).digests != one


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four"])
def test_real_packs(name: str) -> None:
    checked = load_source(ROOT / "tests" / "packs" / name, ())
    assert checked.ok and checked.value is not None
    assert checked.value.manifest.seats and checked.value.items
