"""What the language reference shows, run: its examples, and what is said of a near miss.

Nothing that sayso says of a sentence is typed in `site/reference/language.yaml`: it is asked here, with the words of
the small pack beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from toolkit.compile.base.construction import TABLES
from toolkit.compile.pack import load_pack
from toolkit.reading.text import Session, Understood
from toolkit.resources import read_yaml, resource

Row = Mapping[str, Any]


@cache
def language() -> dict[str, Any]:
    """What `language.yaml` says."""
    found: dict[str, Any] = read_yaml("site", "reference", "language.yaml")
    return found


def rows() -> Iterator[tuple[Row, str]]:
    """Every row with an example, and the field in which its sentences stand."""
    data = language()
    for section in data["sections"]:
        for row in section["rows"]:
            yield row, row.get("as", "effect")
    for row in data["fields"]:
        yield row, row["id"]
    for row in data["verbs"].values():
        if "example" in row:
            yield row, row.get("as", "effect")


def forms() -> dict[str, tuple[str, ...]]:
    """The usual wording of each form of the language, and all its wordings."""
    table()  # which loads everything that has forms
    return {texts[0]: texts for each in TABLES for texts, _ in each.rows}


@cache
def table() -> Session:
    """The pack whose words the examples use, loaded once.  Raises `DiagnosticError` if it has errors."""
    pack = load_pack(resource("site", "reference", "pack"), ()).unwrap()
    return Session(pack)


def understood(text: str, field: str, card: str | None = None) -> Understood:
    """A sentence read in a field, on that card of the pack or on none."""
    session = table()
    return session.read(text.strip(), field, session.card(card) if card is not None else None)[0]


def near_miss(row: Row, field: str) -> Iterator[tuple[str, str]]:
    """What sayso says of the near miss of a row: code and message of each diagnostic; nothing if it is accepted."""
    yield from _diagnoses(row["near"]["text"], field, row.get("card"))


@cache
def _diagnoses(text: str, field: str, card: str | None) -> tuple[tuple[str, str], ...]:
    """Each book of one process shows the same."""
    return tuple(
        (found.code, f"{found.message}: {found.hint}" if found.hint else found.message)
        for found in understood(text, field, card).diagnostics
    )
