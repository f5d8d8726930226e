"""Which phrase may stand where: every kind of phrase in every position that takes its type.

`site/reference/positions.yaml` has the phrases and the positions, `positions-table.yaml` what came of each pair; a
test reads them all again.  The page is made from the table alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from toolkit.resources import read_yaml
from toolkit.site.markup import code, element, link, text
from toolkit.site.page import Page
from toolkit.site.said import understood

TABLE = "positions-table.yaml"
_AGREEING = re.compile(r"\[(\w+)\|(\w+)\]")


@dataclass(frozen=True, slots=True)
class Cell:
    """A phrase in a position: the sentence, its field, and the card on which it stands."""

    phrase: str
    sentence: str
    field: str
    card: str | None

    def read(self) -> tuple[str | None, object]:
        """The code of what refuses it, or None and what it means."""
        found = understood(self.sentence, self.field, self.card)
        refused = next((each.code for each in found.diagnostics if each.is_error), None)
        return refused, found.lines


@cache
def positions() -> dict[str, Any]:
    """What `positions.yaml` says: type of phrase → title, phrases, positions."""
    return _read("positions.yaml")


@cache
def table() -> dict[str, Any]:
    """Type → position → phrase → the code that refuses it, and `alike`: phrases that mean the same there."""
    return _read(TABLE)


def row(type_: str, position: Mapping[str, Any]) -> list[Cell]:
    """The cells of a position; a phrase that needs a sentence before it stands only where texts have several."""
    field, card = position.get("as", "effect"), position.get("card")
    phrases = positions()[type_]["phrases"]
    fitting = [each for each in phrases if "after" not in each or field == "effect"]
    return [Cell(_name(each), _sentence(position["at"], each), field, card) for each in fitting]


def _sentence(at: str, phrase: Mapping[str, Any]) -> str:
    said = at.replace("{it}", phrase["says"])
    said = _AGREEING.sub(lambda verb: verb[2 if phrase.get("plural") else 1], said)
    said = said[0].upper() + said[1:]
    return f"{phrase['after']} {said}" if "after" in phrase else said


def _name(phrase: Mapping[str, Any]) -> str:
    """What a phrase is called: itself, after what it speaks of."""
    return f"… {phrase['after']} {phrase['says']}" if "after" in phrase else str(phrase["says"])


def _read(name: str) -> dict[str, Any]:
    found: dict[str, Any] = read_yaml("site", "reference", name)
    return found


# --- The page -----------------------------------------------------------------------------------------------


def positions_page() -> Page:
    """A table for each type of phrase: positions above, phrases on the left."""
    page = Page("language/positions", "Which phrase stands where")
    page.add(
        "# Which phrase stands where",
        element(
            "p",
            "A phrase may stand wherever its type may. Each pair was read: ✓ works, a number is the rule "
            "that forbids it.",
        ),
    )
    for type_, part in positions().items():
        page.heading(2, part["title"], type_)
        page.add(element("ol", "".join(_listed(part["positions"]))))
        page.add(element("div", _matrix(page, type_, part), class_="scroll", tabindex="0"))
    return page


def _listed(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for each in rows:
        said = _AGREEING.sub(lambda verb: verb[1], each["at"]).replace("{it}", "…")
        yield element("li", element("q", text(said)))


def _matrix(page: Page, type_: str, part: Mapping[str, Any]) -> str:
    refused = [table()[type_][each["at"]].get("refused", {}) for each in part["positions"]]
    fitting = [{cell.phrase for cell in row(type_, each)} for each in part["positions"]]
    head = "".join(element("th", str(number + 1), scope="col") for number in range(len(refused)))
    lines = [element("tr", element("th", "·") + head)]
    for phrase in map(_name, part["phrases"]):
        cells = [_cell(page, phrase, *each) for each in zip(refused, fitting, strict=True)]
        lines.append(element("tr", element("th", text(phrase), scope="row") + "".join(cells)))
    return element("table", "".join(lines), class_="positions")


def _cell(page: Page, phrase: str, refused: Mapping[str, str], fitting: set[str]) -> str:
    if phrase not in fitting:
        return element("td", "")
    if phrase not in refused:
        return element("td", "✓")
    number = refused[phrase]
    return element("td", link(page.to(f"diagnostics/{number}"), code(number.removeprefix("SAY"))))
