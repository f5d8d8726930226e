"""Findings for people: a verdict, the changed documents with what they did, and tables of everything else.

`report(data)` gives the same parts for the terminal, for Markdown and for HTML: lines of prose and `Table`s of
plain text. The changed documents come first; of cards, kinds and ways that nobody has touched only those are
listed that changed, unless all are asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from toolkit.play.naming import listed
from toolkit.prove.compare.measures import BRANCH, CARD, EPILOGUE, GAME, KIND, SEAT
from toolkit.prove.tables import between, percent

Row = Mapping[str, Any]

HEADINGS = {
    SEAT: "Seats",
    GAME: "The game",
    KIND: "Kinds of component",
    CARD: "Components",
    BRANCH: "Branches of the story",
    EPILOGUE: "Epilogues",
}
ALWAYS = (SEAT, GAME)
"""Sections of which every row is shown."""

COLUMNS = ("", "", "old", "new", "difference", "95 %", "")

UNITS = "pp: percentage points, one game in a hundred."


@dataclass(frozen=True)
class Table:
    """`rows`: as many cells as `COLUMNS`.  `measures`: the findings of the rows, in their order."""

    heading: str
    rows: Sequence[Sequence[str]]
    measures: Sequence[Row]


@dataclass(frozen=True)
class Changed:
    """A document that changed.  `told`: how many pairs are put down to it, in words.  `lines`: `-`, `+` or
    nothing, and a text.  `table`: what it did.
    """

    heading: str
    told: str
    lines: Sequence[tuple[str, str]]
    table: Table | None


@dataclass(frozen=True)
class Report:
    """`verdict`: first what came of it; `notes`: at the end, how to read it."""

    title: str
    verdict: Sequence[str]
    changed: Sequence[Changed]
    tables: Sequence[Table]
    notes: Sequence[str] = field(default_factory=tuple)


def report(data: Mapping[str, Any], everything: bool = False) -> Report:
    """All parts.  `everything`: also the rows that did not change."""
    return Report(
        title(data),
        list(verdict(data)),
        list(_changed(data)) if data["pairs"] else [],
        list(_tables(data, everything)),
        list(_notes(data, everything)) if data["pairs"] else [],
    )


def title(data: Mapping[str, Any]) -> str:
    """What was played, in a line."""
    old, new = data["old"], data["new"]
    bots = data["bots"][0] if len(set(data["bots"])) == 1 else ", ".join(data["bots"])
    told = f", {data['scenario']}" if data["scenario"] else ""
    told += f", {data['story']}" if data["story"] else ""
    told += "".join(f", {name} {'on' if on else 'off'}" for name, on in sorted(data["options"].items()) if on)
    played = (
        f"{_thousands(data['pairs'])} pairs of games, {data['players']} players ({bots}), seed {data['seed']}"
    )
    return f"{new['id']}, {old['name']} against {new['name']}: {played}{told}"


def verdict(data: Mapping[str, Any]) -> Iterator[str]:
    """What came of it, in sentences."""
    pairs, apart = data["pairs"], data["apart"]
    effects = {change["effect"] for change in data["changes"]}
    failed = sum(data["failures"])
    if failed:
        yield f"{failed} games failed and are left out, with their pairs."
    if not pairs:
        yield "No pair of games was played to the end."
        return
    if apart:
        low, high = data["apart-interval"]
        yield (
            f"In {_thousands(apart)} of {_thousands(pairs)} pairs ({percent(apart / pairs)}; 95 %: "
            f"{between((low, high))} %) the two games went differently."
        )
        if "meaning" not in effects:
            yield (
                "Nothing in the pack's own files means something else: what it extends has changed, or the order of "
                "its documents, by which chance falls."
            )
        return
    same = f"All {_thousands(pairs)} pairs of games went the same way: every difference is zero."
    if "meaning" in effects:
        yield same
        yield (
            "What changed in meaning made no difference in any of them; with 95 % certainty it makes one in at most "
            f"{percent(data['apart-interval'][1])} of games between such bots."
        )
    elif "wording" in effects:
        yield f"{same} What has changed is the wording; the meaning is the same."
    elif effects:
        yield f"{same} No rule depends on what has changed."
    else:
        yield f"{same} Nothing has changed."


def _notes(data: Mapping[str, Any], everything: bool) -> Iterator[str]:
    left = [
        f"{heading.lower()} ({_thousands(number)})"
        for heading, _, number in _sections(data, everything)
        if number
    ]
    if data["apart"]:
        if left:
            yield f"Not shown, because they did not change: {listed(left)}. --all shows them."
        changed, compared = sum(row["changed"] for row in data["measures"]), data["compared"]
        yield (
            f"{_thousands(changed)} of the {_thousands(compared)} numbers that could show a change are marked as "
            "changed: the difference is more than chance, corrected for how many are compared, those of changed "
            f"documents and all others ({data['correction']}, {percent(data['level'])}). Intervals are of the mean "
            f"difference between the two games of a pair, each for itself at 95 %. {UNITS}"
        )
    paired, unpaired = data["to-see"]["paired"], data["to-see"]["apart"]
    if paired:
        yield (
            f"To see that a seat wins one game in a hundred more or less takes {_thousands(paired)} pairs (for a "
            f"chance of 80 %; {_thousands(unpaired)} if each version played different games)."
        )
    elif unpaired:
        yield (
            "No pair differed in who won, so nobody can say how many pairs show a change of one game in a hundred; "
            f"never more than {_thousands(unpaired)}."
        )


# --- What changed -------------------------------------------------------------------------------------------


def _changed(data: Mapping[str, Any]) -> Iterator[Changed]:
    for cause in data["causes"]:
        about = cause["about"]
        if about is None:
            told = f"The games part elsewhere in {_pairs(cause, data)}{_how(cause)}."
            yield Changed("Elsewhere", told, (), None)
            continue
        name = f" ({about['name']})" if about["name"] not in ("", about["id"]) else ""
        lines = [line for change in _changes(data, about) for line in _lines(change)]
        edited = (row for row in data["measures"] if row["edited"])
        rows = [row for row in edited if (row["kind"], row["id"]) == (about["type"], about["id"])]
        table = _table("", rows) if rows else None
        yield Changed(f"{about['type']} {about['id']}{name}", _told(cause, data), lines, table)


def _changes(data: Mapping[str, Any], about: Mapping[str, str]) -> Iterator[Mapping[str, Any]]:
    """The changes of meaning in a document."""
    for each in data["changes"]:
        if (each["type"], each["id"]) == (about["type"], about["id"]) and each["effect"] == "meaning":
            yield each


def _told(cause: Mapping[str, Any], data: Mapping[str, Any]) -> str:
    """How many pairs are put down to a document; nothing where no pair differs."""
    if cause["pairs"]:
        return f"The games part here in {_pairs(cause, data)}{_how(cause)}."
    return "In no pair do the games part here." if data["apart"] else ""


def _pairs(cause: Mapping[str, Any], data: Mapping[str, Any]) -> str:
    return f"{_thousands(cause['pairs'])} of the {_thousands(data['apart'])} pairs that differ"


def _how(cause: Mapping[str, Any]) -> str:
    """By an event, or because a bot chose differently."""
    if cause["event"] and cause["choice"]:
        happened, chose = _thousands(cause["event"]), _thousands(cause["choice"])
        return f": in {happened} by what happened, in {chose} by what a bot chose"
    return ": a bot chose differently" if cause["choice"] else ""


def _lines(change: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """A change as lines of a diff."""
    path = " ".join(str(part + 1) if isinstance(part, int) else part for part in change["path"])
    before, after = change["before"], change["after"]
    if change["what"] == "order":
        yield "", f"{path}: another order"
        return
    if change["what"] in ("value", "renamed"):
        yield "", f"{path}: {_or_nothing(before)} → {_or_nothing(after)}"
        return
    if before is None or after is None:
        yield "", change["what"]
    for sign, text in (("-", before), ("+", after)):
        for line in (text or "").splitlines():
            yield sign, line
    if before is not None and before == after:
        yield "", "the same words mean something else now"


def _or_nothing(value: str | None) -> str:
    return "nothing" if value is None else value or "empty"


# --- Tables -------------------------------------------------------------------------------------------------


def _sections(data: Mapping[str, Any], everything: bool) -> Iterator[tuple[str, list[Row], int]]:
    """Each section with the rows that are shown, and how many are not.  What was edited stands above."""
    for section, heading in HEADINGS.items():
        rows = [row for row in data["measures"] if row["section"] == section and not row["edited"]]
        shown = [row for row in rows if everything or section in ALWAYS or row["changed"]]
        yield heading, shown, len(rows) - len(shown)


def _tables(data: Mapping[str, Any], everything: bool) -> Iterator[Table]:
    if not data["pairs"] or (data["same"] and not everything):
        return
    for heading, shown, _ in _sections(data, everything):
        if shown:
            yield _table(heading, shown)


def _table(heading: str, rows: Iterable[Row]) -> Table:
    rows = sorted(rows, key=_place)
    cells: list[tuple[str, ...]] = []
    before = ""
    for row in rows:
        name = row["name"] if row["name"] != before else ""
        before = row["name"]
        cells.append((name, _what(row), *_numbers(row)))
    return Table(heading, cells, rows)


def _place(row: Row) -> tuple[Any, ...]:
    """Rows of one subject together, what people ask for first."""
    return row["name"], row["kind"], row["id"], row["measure"] not in ("wins", "decisions"), row["measure"]


def _what(row: Row) -> str:
    if row["section"] in (BRANCH, EPILOGUE):
        return f"{row['measure']}. {row['says']}"
    return str(row["measure"])


def _numbers(row: Row) -> tuple[str, ...]:
    rated = row["form"] in ("rate", "share")
    return (
        _value(row["old"], rated),
        _value(row["new"], rated),
        _signed(row["difference"], rated) + (" pp" if rated and row["difference"] is not None else ""),
        "—" if row["interval"] is None else " to ".join(_signed(each, rated) for each in row["interval"]),
        "changed" if row["changed"] else "",
    )


def _value(value: float | None, rated: bool) -> str:
    return "—" if value is None else percent(value) if rated else f"{value:.2f}"


def _signed(value: float | None, rated: bool) -> str:
    if value is None:
        return "—"
    text = f"{100 * value:+.1f}" if rated else f"{value:+.2f}"
    return text if re.search(r"[1-9]", text) else text[1:]  # no +0.0


def _thousands(number: int) -> str:
    """*12,000*."""
    return f"{number:,}"


# --- Markdown -----------------------------------------------------------------------------------------------


def as_markdown(data: Mapping[str, Any], everything: bool = False) -> str:
    """For a pull request: nothing that an author wrote can be more than text in it."""
    return "\n".join(_markdown(report(data, everything))) + "\n"


def _markdown(found: Report) -> Iterator[str]:
    yield f"### {_plain(found.title)}"
    for sentence in found.verdict:
        yield from ("", _plain(sentence))
    for changed in found.changed:
        yield from ("", f"**{_plain(changed.heading)}**")
        if changed.told:
            yield from ("", _plain(changed.told))
        if changed.lines:
            fence = "`" * (max(2, *(_ticks(text) for _, text in changed.lines)) + 1)
            yield from ("", f"{fence}diff")
            yield from (f"{sign or ' '} {text}" for sign, text in changed.lines)
            yield fence
        if changed.table is not None:
            yield from _markdown_rows(changed.table)
    for table in found.tables:
        yield from ("", f"#### {table.heading}")
        yield from _markdown_rows(table)
    for note in found.notes:
        yield from ("", f"<sub>{_plain(note)}</sub>")


def _markdown_rows(table: Table) -> Iterator[str]:
    yield ""
    yield f"| {' | '.join(cell or ' ' for cell in COLUMNS)} |"
    yield "| --- | --- | ---: | ---: | ---: | ---: | --- |"
    for row in table.rows:
        yield f"| {' | '.join(_plain(cell) or ' ' for cell in row)} |"


def _plain(text: str) -> str:
    """Text without anything that Markdown, HTML or a forge (mentions, references) would understand."""
    return re.sub(r"[&<>|*_`\[\]@#~\\]", lambda found: f"&#{ord(found[0])};", " ".join(text.split()))


def _ticks(text: str) -> int:
    """The longest run of backticks."""
    return max((len(run) for run in re.findall("`+", text)), default=0)
