"""What once misled a writer, and what is said to it now: `misled.yaml`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.diagnostics.test_newcomer import FILE, rules, steps
from tests.diagnostics.test_pages import said, shown
from toolkit.report.catalogue import ExampleFile

ROWS: list[dict[str, Any]] = yaml.safe_load(
    Path(__file__).with_name("misled.yaml").read_text(encoding="utf-8")
)
PLACES = ("steps", "rules", "always", "phrase")


def typed(row: dict[str, Any]) -> str:
    return next(str(row[place]) for place in PLACES if place in row)


def document(row: dict[str, Any]) -> str:
    card = f"---\ntype: card\nid: other\nname: {row['card']}\ncopies: 2\n" if "card" in row else ""
    if "steps" in row:
        return steps(row["steps"]) + card
    if "rules" in row:
        return rules(row["rules"]) + card
    if "always" in row:
        return f'type: invariants\nid: sample\nalways:\n- "{row["always"]}"\n'
    step = "Put the top card of the deck on the table."
    return f'type: verb\nid: sample\nphrase: "{row["phrase"]}"\nsteps:\n  one: {step}\n'


@pytest.mark.parametrize("row", ROWS, ids=typed)
def test_it_leads_on(row: dict[str, Any], tmp_path: Path) -> None:
    found = shown(said(tmp_path, (ExampleFile(FILE, document(row).encode()),)))
    for part in row["says"]:
        assert part in found
    for part in row.get("never", ()):
        assert part not in found
