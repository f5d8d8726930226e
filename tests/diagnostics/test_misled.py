"""What once misled a writer, and what is said to it now: `misled.yaml`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests import fast_yaml as yaml
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
    card += "".join(f"---\n{yaml.safe_dump(each)}" for each in row.get("documents", ()))
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


RELATION = (
    "---\ntype: vocabulary\nid: more\nrelations: [{relation}]\n"
    "---\ntype: definitions\nid: more\nis: [{said}]\n"
)


@pytest.mark.parametrize(
    ("relation", "said_so", "hint"),
    [
        ("akin", "A card is akin to another card if it is strong.", "`relations: [akin to]`"),
        (
            "akin to",
            "A card is akin to another card if it is strong.",
            "*this card* is the first, *that card*",
        ),
    ],
)
def test_a_relation_leads_on(relation: str, said_so: str, hint: str, tmp_path: Path) -> None:
    document = steps("Draw a card.") + RELATION.format(relation=relation, said=said_so)
    assert hint in shown(said(tmp_path, (ExampleFile(FILE, document.encode()),)))


def test_a_phrase_is_spelt_alike_wherever_it_is_shown(tmp_path: Path) -> None:
    """What a verb lacks (SAY0515) and how it is not used (SAY0759) name the same phrases."""
    lacks = said(tmp_path / "a", (ExampleFile(FILE, steps("Put a card.").encode()),))
    misused = said(tmp_path / "b", (ExampleFile(FILE, steps("Put a coin on the table.").encode()),))
    assert [d.code for d in (*lacks, *misused)] == ["SAY0515", "SAY0759"]
    named = set(re.findall(r"`(put [^`]*)`", lacks[0].hint or ""))
    assert named and named <= {phrase.strip("`") for phrase in misused[0].expected}
