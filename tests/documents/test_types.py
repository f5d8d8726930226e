"""A type of document is described by its record, wholly, and a record is all that a new type needs."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from tests.cli.conftest import sayso
from tests.hygiene.project import ROOT
from toolkit.documents.document_type import chapter_types, document_types, sentence_fields

__all__ = ["sayso"]

PACK = """
type: pack
id: woods
format: 1
name: Woods
languages: [en]
players: 2
seats: [Red, Blue]
"""
WORDS = """
type: vocabulary
kinds:
  fox: {documents: true, starts: burrow}
  tale: {documents: true, story: {open: burrow, closed: burrow}}
places: {burrow: {}, den: {of: player}}
quantities: {point: {of: player, start: 0}}
adjectives: [empty]
---
type: fox
id: vixen
name: Vixen
---
type: tale
id: stranger
name: A Stranger Comes
story: told
act: 1
epilogues: [{when: A player has at least 9 points.}]
"""
STORY = {"type": "story", "id": "told", "name": "A Tale", "begins": "stranger"}
TOLD = {"type": "procedure", "id": "game", "steps": {"one": "Begin the story.", "two": "Finish the story."}}
NEEDED = {
    "procedure": {"id": "game", "steps": TOLD["steps"]},
    "verb": {"id": "wander", "phrase": "wander"},
    "keyword": {"id": "swift", "name": "SWIFT", "kinds": ["fox"]},
    "rule-module": {"id": "more", "name": "More", "default": True},
    "scenario": {"id": "trial", "name": "Trial"},
    "example": {"id": "shown", "name": "Shown", "then": "Red has 0 points."},
    "story": {key: value for key, value in STORY.items() if key != "type"},
    "deck-rules": {"id": "decks", "sections": {"main": {"place": "den", "holds": ["fox"]}}},
}
"""What a document of a type needs besides the field that is tried."""
WRONG = {
    "definition": "A place is empty if that fox is there.",
    "statement": "When a player gains a point, put that fox in the burrow.",
    "effect": "Put that fox in the burrow.",
    "condition": "That fox is in the burrow.",
    "formula": "Score 2 points if that fox is in the burrow.",
    "given": "That fox is in the burrow.",
    "decision": "Red puts that fox in the burrow.",
}
"""Sentences that are read and mean nothing, as nobody has spoken of a fox."""


def pack(folder: Path, *documents: object) -> Path:
    """The pack of the woods with further documents."""
    (folder / "pack.yaml").write_text(PACK)
    (folder / "words.yaml").write_text(WORDS)
    (folder / "tried.yaml").write_text("\n---\n".join(json.dumps(each) for each in documents))
    return folder


@pytest.mark.parametrize(
    ("type", "field"), [(type, field) for type, fields in sentence_fields().items() for field in fields]
)
def test_what_stands_in_a_sentence_field_is_compiled(type, field, sayso, tmp_path):
    start = sentence_fields()[type][field]
    said = {"one": WRONG[start]} if field == "steps" else WRONG[start]
    tried = {"type": type, "id": "tried", **NEEDED.get(type, {}), field: said}
    others = [each for each in (STORY, TOLD) if each["type"] != type]
    # A decision is looked for when its example is run.
    run = sayso("test" if start == "decision" else "validate", pack(tmp_path, tried, *others))
    assert re.search(r"error\[SAY0[689]\d\d\].*\n *--> \S*tried.yaml", run.out), run.out


def test_the_map_names_every_type_and_every_key():
    rows: dict[str, str] = defaultdict(str)
    for line in (ROOT / "ARCHITECTURE.md").read_text().splitlines():
        if line.startswith("| `"):
            rows[line.split("`")[1]] += line
    missing = {
        (name, key)
        for name, type in document_types().items()
        for key in type.keys
        if key not in ("id", "name", "module") and not re.search(rf"[` ]{key}\b", rows[name])
    }
    assert not missing


def test_each_chapter_has_its_place_and_its_heading():
    types = document_types()
    places = [types[name].chapter for name in chapter_types()]
    assert places == sorted(set(places)), "two types in one place"
    assert all(types[name].words_only or types[name].heading for name in chapter_types())


NEW = '''
"""What is done in one house, and in no other."""
from toolkit.documents.document_type import DocumentType
from toolkit.documents.shapes import NAME, RULES, TEXT, key

TYPE = DocumentType(
    __doc__, keys={"name": NAME, "house": key(TEXT, "Whose house.", "Ours"), "rules": RULES},
    needed=("id", "name"), chapter=9, heading="house rules",
)
'''
WITH = """
import sys
import toolkit.documents.types
toolkit.documents.types.__path__.append(sys.argv.pop(1))
"""
RUN = (
    WITH
    + """
from toolkit.cli.main import cli
cli()
"""
)
SITE = (
    WITH
    + """
from toolkit.compile.pack import load_pack
from toolkit.site.book import make_book
book = make_book([load_pack(sys.argv[1]).value], (), handbook=False)
print(next(page for page in book.pages if page.address == "woods/rules").body)
"""
)
HOUSE = {
    "type": "house-rules",
    "id": "ours",
    "name": "At our table",
    "rules": "When a player wanders, each other player gains 2 points.",
}
SHOWN = {
    "type": "example",
    "id": "shown",
    "name": "A guest gains more",
    "given": "Red has 0 points.",
    "when": "Red wanders.",
    "then": "Blue has 2 points.",
}
WANDER = {"type": "verb", "id": "wander", "phrase": "wander", "steps": {"one": "Gain 1 point."}}
GAME = {
    "type": "procedure",
    "id": "game",
    "steps": {"one": "Begin the story.", "two": "Each player wanders."},
}


def test_a_new_type_is_one_file(tmp_path):
    """Its keys are checked, its rules act, it has a schema and a chapter."""
    types, woods = tmp_path / "types", tmp_path / "woods"
    types.mkdir()
    woods.mkdir()
    (types / "house_rules.py").write_text(NEW)

    def run(*arguments: object, script: str = RUN) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", script, types, *arguments]
        return subprocess.run([str(each) for each in command], capture_output=True, text=True, cwd=ROOT)

    pack(woods, STORY, WANDER, GAME, HOUSE, SHOWN)
    tried = run("test", woods)
    assert "1 example, all hold" in tried.stdout, tried.stdout
    misspelt = pack(woods, STORY, WANDER, GAME, {**HOUSE, "hose": "Ours"})
    assert "did you mean `house`?" in run("validate", misspelt).stdout
    pack(woods, STORY, WANDER, GAME, {**HOUSE, "rules": WRONG["statement"]})
    assert "SAY0654" in run("validate", woods).stdout
    run("schema", "--out", tmp_path / "schemas")
    schema = json.loads((tmp_path / "schemas/house-rules.schema.json").read_text())
    assert schema["description"] == "What is done in one house, and in no other."
    pack(woods, STORY, WANDER, GAME, HOUSE)
    rules = run(woods, script=SITE)
    assert "At our table" in rules.stdout and "house rules" in rules.stdout, rules.stderr
