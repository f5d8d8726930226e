"""Schemas on disk: another validator alone accepts what we accept and refuses each mutated key."""

from __future__ import annotations

import copy
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from toolkit.documents import card
from toolkit.documents.card import card_schema
from toolkit.documents.export import all_schema, export
from toolkit.documents.schema import core_schemas

CARD = card_schema("unit", {"power": card.number(), "text": card.sentence("rules")})
SCHEMAS = {**core_schemas(), "unit": CARD}
SENTENCES = ["Draw a card.", {"text": "Draw.", "cites": ["BASE-ONE-1"]}]
DOCUMENTS: list[dict[str, Any]] = [
    {
        "type": "pack",
        "format": 1,
        "id": "a",
        "name": "A",
        "languages": ["en", "zh-Hant"],
        "players": "2 to 4",
        "options": {"short": {"name": "Short", "default": False}},
    },
    {"type": "vocabulary", "kinds": {"card": {"is": "thing", "attributes": {"left symbol": "symbol"}}}},
    {"type": "vocabulary", "places": {"cell": {"columns": 3, "rows": 3}, "deck": {"seen-by": "nobody"}}},
    {"type": "rules", "id": "a", "name": "A", "rules": SENTENCES},
    {"type": "procedure", "id": "a", "steps": {"one": "Draw.", "two": SENTENCES}},
    {"type": "verb", "id": "a", "phrase": "redirect {attack}", "requires": "You may."},
    {"type": "example", "id": "a", "name": "A", "given": SENTENCES, "when": "Draw.", "then": "It holds."},
    {"type": "sources", "rules": {"BASE-ONE-1": {"fact": "One.", "kind": "rule"}}},
    {"type": "locale", "language": "uk", "words": {"card": {"one": "карта", "many": ["карт"]}}},
    {"type": "unit", "id": "a", "name": "A", "power": 3, "text": SENTENCES},
]


def mutations(data: Any) -> list[Any]:
    """The data with one key misspelt, wherever keys are ours and not the author's."""
    out: list[Any] = []

    def visit(node: Any, path: list[Any]) -> None:
        if isinstance(node, list):
            for i, item in enumerate(node):
                visit(item, [*path, i])
        elif isinstance(node, dict):
            owned = not path or path[-1] not in (
                "kinds",
                "places",
                "options",
                "attributes",
                "steps",
                "rules",
                "words",
                "card",
            )
            for key in node:
                if owned and not (path and path[0] == "words"):
                    changed = copy.deepcopy(data)
                    at = changed
                    for step in path:
                        at = at[step]
                    at[key + "x"] = at.pop(key)
                    out.append(changed)
                visit(node[key], [*path, key])

    visit(data, [])
    return out


def test_one_file_for_each_type_and_one_for_all(tmp_path: Path) -> None:
    paths = export(SCHEMAS, tmp_path / "out")
    assert [p.name for p in paths] == sorted(f"{k}.schema.json" for k in [*SCHEMAS, "all"])
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == [p.name for p in paths]
    assert json.loads((tmp_path / "out/unit.schema.json").read_text()) == CARD
    before = (tmp_path / "out/all.schema.json").read_bytes()
    export(dict(reversed(SCHEMAS.items())), tmp_path / "out")
    assert (tmp_path / "out/all.schema.json").read_bytes() == before


@pytest.mark.parametrize("library", ["jsonschema", "jsonschema_rs"])
def test_the_schema_for_all_agrees_with_that_of_the_type(library: str) -> None:
    validator = pytest.importorskip(library).Draft202012Validator
    whole = validator(all_schema(SCHEMAS))
    for document in DOCUMENTS:
        assert whole.is_valid(document), document
        assert validator(dict(SCHEMAS[document["type"]])).is_valid(document)
        for mutant in mutations(document):
            assert not whole.is_valid(mutant), mutant


def test_a_misspelt_key_gives_few_messages() -> None:
    from jsonschema import Draft202012Validator

    whole = Draft202012Validator(all_schema(SCHEMAS))
    errors = list(whole.iter_errors({"type": "unit", "id": "a", "powr": 3}))
    assert [e.validator for e in errors] == ["additionalProperties"]
    assert [e.validator for e in whole.iter_errors({"type": "uint", "id": "a"})] == ["enum"]
    assert [e.validator for e in whole.iter_errors({"id": "a"})] == ["required"]


def test_no_reference_leaves_the_file() -> None:
    def references(value: Any) -> list[str]:
        if isinstance(value, dict):
            own = [value["$ref"]] if isinstance(value.get("$ref"), str) else []
            return own + [r for v in value.values() for r in references(v)]
        return [r for v in value for r in references(v)] if isinstance(value, list) else []

    whole = all_schema(SCHEMAS)
    for reference in references(whole):
        at: Any = whole
        for step in reference.removeprefix("#/").split("/"):
            at = at[step]


@pytest.mark.long
def test_check_jsonschema_accepts_and_refuses(tmp_path: Path) -> None:
    command = shutil.which("check-jsonschema", path=str(Path(sys.executable).parent))
    if command is None:
        pytest.skip("check-jsonschema is not installed")
    export(SCHEMAS, tmp_path)
    right, wrong = tmp_path / "right.json", tmp_path / "wrong.json"
    right.write_text(json.dumps(DOCUMENTS[-1]))
    wrong.write_text(json.dumps(mutations(DOCUMENTS[-1])[2]))
    for file, code in ((right, 0), (wrong, 1)):
        done = subprocess.run(
            [command, "--schemafile", tmp_path / "all.schema.json", file], capture_output=True
        )
        assert done.returncode == code, done.stdout
