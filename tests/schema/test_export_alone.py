"""`sayso schema PACK --out DIR`, used by check-jsonschema alone: accepts all content, refuses every misspelt key.

check-jsonschema reads one document a file, so each document of a pack becomes a file of its own.  Keys that are the
author's words (a kind, a step, an option) may be any word, and are left as they are.
"""

from __future__ import annotations

import copy
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from toolkit.documents.nodes import to_data
from toolkit.pack.load import load_source

ROOT = Path(__file__).resolve().parents[2]
SEARCH = (ROOT / "tests" / "packs", ROOT / "content")
PACKS = sorted(path.parent for folder in SEARCH for path in folder.glob("*/pack.yaml"))

OWN = {
    "lists", "kinds", "places", "quantities", "orders", "attributes", "sentences", "capacity", "steps", "options",
    "words", "names", "phrases", "prose", "sections", "icons",
}  # fmt: skip
"""Keys under which the keys are words of the author."""

pytest.importorskip("check_jsonschema")


def documents(pack: Path) -> list[dict[str, Any]]:
    source = load_source(pack, SEARCH).value
    assert source is not None
    return [to_data(document.root) for document in source.folders[-1].documents]


def misspelt(data: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The document with one key misspelt, for each key that is not the author's own."""

    def visit(node: Any, path: list[Any]) -> Iterator[list[Any]]:
        if isinstance(node, list):
            for number, item in enumerate(node):
                yield from visit(item, [*path, number])
        elif isinstance(node, dict):
            free = bool(path) and (path[-1] in OWN or (path == ["rules"] and data["type"] == "sources"))
            for key, value in node.items():
                if not free:
                    yield [*path, key]
                if data["type"] != "locale" or not path:  # the forms of a word are named by its language
                    yield from visit(value, [*path, key])

    for path in visit(data, []):
        changed = copy.deepcopy(data)
        at: Any = changed
        for step in path[:-1]:
            at = at[step]
        key = path[-1]
        items = list(at.items())
        at.clear()
        at.update((f"{k[:-1]}q{k[-1:]}" if k == key else k, v) for k, v in items)
        yield "/".join(map(str, path)), changed


def refused(schemas: Path, files: list[Path]) -> set[str]:
    """The names of the files that check-jsonschema does not accept."""
    found: set[str] = set()
    for start in range(0, len(files), 400):
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "check_jsonschema",
                "-o",
                "json",
                "--schemafile",
                schemas / "all.schema.json",
            ]
            + [str(file) for file in files[start : start + 400]],
            capture_output=True,
            text=True,
        )
        report = json.loads(done.stdout)
        assert not report.get("parse_errors"), report["parse_errors"][:1]
        found |= {Path(error["filename"]).name for error in report["errors"]}
    return found


def check(pack: Path, folder: Path, most: int | None = None) -> int:
    """All documents accepted, every misspelt key (at most `most`, drawn from a seed) refused; how many keys."""
    done = subprocess.run(
        [sys.executable, "-m", "toolkit", "schema", pack, "--out", folder / "schemas"]
        + [part for place in SEARCH for part in ("--packs", place)],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    files: list[Path] = []
    expected: dict[str, str] = {}

    def write(data: Any, name: str) -> None:
        path = folder / name
        path.write_text(json.dumps(data), encoding="utf-8")
        files.append(path)

    mutants = []
    for number, data in enumerate(documents(pack)):
        write(data, f"right-{number}.json")
        mutants += [
            (f"{data['type']} {data.get('id', '')}: {where}", changed) for where, changed in misspelt(data)
        ]
    if most is not None and len(mutants) > most:
        mutants = random.Random(1).sample(mutants, most)
    for number, (where, changed) in enumerate(mutants):
        write(changed, f"wrong-{number}.json")
        expected[f"wrong-{number}.json"] = where
    found = refused(folder / "schemas", files)
    assert not {name for name in found if name.startswith("right")}
    missed = [where for name, where in expected.items() if name not in found]
    assert not missed, f"{len(missed)} of {len(expected)} accepted: {missed[:10]}"
    return len(expected)


@pytest.mark.parametrize("name", ["content/sentient", "tests/packs/keyword"])
def test_a_sample_of_misspelt_keys_is_refused(name: str, tmp_path: Path) -> None:
    assert check(ROOT / name, tmp_path, most=60) > 20


@pytest.mark.long
@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.name)
def test_every_misspelt_key_is_refused(pack: Path, tmp_path: Path) -> None:
    print(f"\n{pack.name}: {check(pack, tmp_path)} keys")
