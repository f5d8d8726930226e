"""Which phrase may stand where: the table of the reference is what comes of reading each phrase in each position.

pytest -m long tests/site/test_positions.py --update      after the language has changed: read what is new in the table
"""

from collections import defaultdict

import pytest
import yaml

from tests.site.conftest import ROOT
from toolkit.report.catalogue import codes
from toolkit.site import positions

FILE = ROOT / "site" / "reference" / positions.TABLE
HEAD = "# What tests/site/test_positions.py found. Do not edit: pytest -m long tests/site/test_positions.py --update\n"
SAMPLE = 7
"""Every so many-th position is read in the normal suite."""


def rows() -> list[tuple[str, dict]]:
    return [(type_, row) for type_, part in positions.positions().items() for row in part["positions"]]


def found(type_: str, position: dict) -> dict:
    """What is refused in a position, and which phrases mean the same."""
    refused, meanings = {}, defaultdict(list)
    for cell in positions.row(type_, position):
        code, meaning = cell.read()
        if code is not None:
            refused[cell.phrase] = code
        else:
            meanings[repr(meaning)].append(cell.phrase)
    alike = [phrases for phrases in meanings.values() if len(phrases) > 1]
    return {key: value for key, value in (("refused", refused), ("alike", alike)) if value}


def rows_of_table() -> list[tuple[str, str]]:
    return [(type_, at) for type_, part in positions.table().items() for at in part]


@pytest.mark.long
def test_the_table_is_what_is_found(golden):
    table: dict[str, dict] = defaultdict(dict)
    for type_, row in rows():
        table[type_][row["at"]] = found(type_, row)
    golden(FILE, HEAD + yaml.safe_dump(dict(table), allow_unicode=True, sort_keys=False, width=1000))


@pytest.mark.parametrize(("type_", "row"), rows()[::SAMPLE], ids=[row["at"] for _, row in rows()[::SAMPLE]])
def test_a_position_takes_what_the_table_says(type_, row):
    assert found(type_, row) == positions.table()[type_][row["at"]]


def test_each_position_is_there_once():
    assert rows_of_table() == [(type_, row["at"]) for type_, row in rows()]


def test_what_forbids_a_phrase_has_its_page():
    entries = [entry for part in positions.table().values() for entry in part.values()]
    used = {code for entry in entries for code in entry.get("refused", {}).values()}
    assert used <= set(codes())
