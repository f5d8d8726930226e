"""A summary as text: tables for people, and comma-separated rows for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

Rows = Sequence[Sequence[str]]

MOST_IDLE = 40
"""Texts that did nothing and are listed."""

MOST_FAILED = 10
"""Games that failed and are listed."""


def as_text(data: dict[str, Any]) -> str:
    """The tables, one after another, with their headings."""
    return blocks(tables(data))


def blocks(tables: Iterable[tuple[str, Rows]]) -> str:
    """Tables with their headings, one after another."""
    return "\n".join(line.rstrip() for heading, rows in tables for line in _block(heading, rows)).rstrip("\n")


def tables(data: dict[str, Any]) -> Iterator[tuple[str, Rows]]:
    """Each table with its heading; the first row names the columns."""
    yield title(data), []
    drama = {"lead changes": data["drama"]["lead changes"]} if data["drama"]["ahead"] else {}
    yield "Length of a game", _spreads({**data["length"], **drama})
    yield "Seats", _seats(data)
    if course := _course(data):
        yield "How games went", course
    if data["players"] > 2 and (one := data["drama"]["kingmaking"])["of"]:
        name = "a third player's turn put the winner ahead for good"
        rows = [
            ("", "games", "so", "95 %"),
            (name, str(one["of"]), percent(one["rate"]), between(one["interval"])),
        ]
        yield "Kingmaking", rows
    if data["amounts"]:
        yield "The game at its end", _spreads(data["amounts"])
    yield "Events", _verbs(data)
    for kind in dict.fromkeys(group["kind"] for group in data["groups"]):
        yield f"Each {kind}", _components(data, kind)
    if data["unwanted"]:
        yield "Offered and never taken, by bots that weigh", _unwanted(data)
    if data["idle"]:
        yield f"Texts that never made anything happen: {len(data['idle'])}", _idle(data)
    if data["failed"]:
        rows = [("game", "seed", "what went wrong", "where")]
        rows += [
            (str(f["game"]), str(f["seed"]), f["reason"], f["place"]) for f in data["failed"][:MOST_FAILED]
        ]
        yield f"Games that failed: {len(data['failed'])}", rows


def title(data: dict[str, Any]) -> str:
    """What was played, in a line."""
    stopped = f" of {data['asked']}" if data["games"] + len(data["failed"]) < data["asked"] else ""
    bots = data["bots"][0] if len(set(data["bots"])) == 1 else ", ".join(data["bots"])
    scenario = f", {data['scenario']}" if data["scenario"] else ""
    switched = "".join(f", {name} {'on' if on else 'off'}" for name, on in sorted(data["options"].items()))
    played = f"{data['games']}{stopped} games, {data['players']} players ({bots}), seed {data['seed']}"
    decks = "".join(f", {seat} with {deck}" for seat, deck in data["decks"].items())
    return f"{data['pack']}: {played}{scenario}{switched}{decks}"


def _block(heading: str, rows: Rows) -> Iterator[str]:
    yield heading
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)] if rows else []
    for row in rows:
        first, *rest = (
            cell.ljust(width) if number == 0 or not _is_number(cell, row is rows[0]) else cell.rjust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  " + "  ".join([first, *rest])
    yield ""


def _is_number(cell: str, head: bool) -> bool:
    return head or cell[:1].isdigit() or cell[:1] in "+-–—" or not cell


def number(value: float | None, digits: int = 1) -> str:
    """A number with so many decimals; — for none."""
    return "—" if value is None else f"{value:.{digits}f}"


def percent(part: float) -> str:
    """*34.0 %*."""
    return f"{100 * part:.1f} %"


def between(interval: Sequence[float]) -> str:
    """*27.3–41.2*, in percent."""
    low, high = interval
    return f"{100 * low:.1f}–{100 * high:.1f}"


def _spreads(spreads: dict[str, Any]) -> Rows:
    rows: list[tuple[str, ...]] = [("", "mean", "±", "least", "median", "most")]
    for name, one in spreads.items():
        rest = ("—" if one[key] is None else str(one[key]) for key in ("least", "median", "most"))
        rows.append((name, number(one["mean"]), number(one["deviation"]), *rest))
    return rows


def _seats(data: dict[str, Any]) -> Rows:
    amounts = list(data["seats"][0]["amounts"]) if data["seats"] else []
    rows: list[tuple[str, ...]] = [
        ("", "bot", "wins", "rate", "95 %", *(cell for name in amounts for cell in (name, "±")))
    ]
    for seat in data["seats"]:
        rows.append(
            (
                f"{seat['seat']} {seat['name']}",
                seat["bot"],
                str(seat["wins"]),
                percent(seat["rate"]),
                between(seat["interval"]),
                *(number(seat["amounts"][name][key]) for name in amounts for key in ("mean", "deviation")),
            )
        )
    empty = ("",) * (2 + 2 * len(amounts))
    if data["draws"]:
        rows.append(("nobody", "", str(data["draws"]), *empty))
    if data["shared"]:
        rows.append(("several", "", str(data["shared"]), *empty))
    return rows


QUARTERS = {1: "a quarter", 2: "half", 3: "three quarters"}


def _course(data: dict[str, Any]) -> Rows:
    """How close games are, and whether beginning helps."""
    rows: list[tuple[str, ...]] = []
    for one in data["drama"]["ahead"]:
        name = f"who is ahead after {QUARTERS[one['quarter']]} of the decisions"
        rows.append((name, str(one["of"]), percent(one["rate"]), between(one["interval"])))
    if data["began"]["of"]:
        one = data["began"]
        rows.append(("who begins", str(one["of"]), percent(one["rate"]), between(one["interval"])))
    if rows:
        rows.append(("any player", "", percent(data["base"]), ""))
        rows.insert(0, ("", "games", "won", "95 %"))
    return rows


def _idle(data: dict[str, Any]) -> Rows:
    rows = [("", "")]
    for one in data["idle"][:MOST_IDLE]:
        rows.append((f"{one['file']}:{one['line']}", f"“{shortened(one['text'])}”"))
    if len(data["idle"]) > MOST_IDLE:
        rows.append(("…", "--format json lists all of them"))
    return rows


def _unwanted(data: dict[str, Any]) -> Rows:
    rows: list[tuple[str, ...]] = [("", "offered", "")]
    for one in data["unwanted"]:
        if "file" in one:
            where = f"{one['file']}:{one['line']}  {shortened(one['text'])}"
            rows.append((shortened(one["option"]), str(one["offered"]), where))
        else:
            rows.append((one["option"], str(one["offered"]), one["kind"]))
    return rows


def shortened(text: str, most: int = 70) -> str:
    """The beginning of a text."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def _verbs(data: dict[str, Any]) -> Rows:
    games = data["games"] or 1
    rows = [("", "games", "a game")]
    for verb in data["verbs"]:
        rows.append((verb["verb"], percent(verb["games"] / games), number(verb["events"] / games)))
    return rows


def _columns(verb: str, quantities: Iterable[str]) -> tuple[str, ...]:
    return (f"{verb}: games", *(f"{quantity} each" for quantity in quantities))


def _held(held: dict[str, Any]) -> tuple[str, str, str]:
    """How many players had it at the end, and how often those won."""
    if not held["players"]:
        return str(held["players"]), "—", "—"
    return str(held["players"]), percent(held["rate"]), between(held["interval"])


def _wanted(one: dict[str, Any], games: int) -> tuple[str, ...]:
    """How often it could be taken in a game, and then was; how many players took it, and how often those won."""
    taking = one["won-taking"]
    won = (percent(taking["rate"]), between(taking["interval"])) if taking["of"] else ("—", "—")
    taken = percent(one["rate"]) if one["offered"] else "—"
    return number(one["offered"] / games, 2), taken, str(taking["of"]), *won


def _group(group: dict[str, Any]) -> str:
    """Which components of a kind are together here."""
    return f"{group['attribute']} {group['value']}" if "attribute" in group else "all"


def _components(data: dict[str, Any], kind: str) -> Rows:
    """All of a kind, then by the values of its lists, then one by one: how often, in how many games, what it earned;
    how often it was offered and taken, how many players took it, how many had it at the end, and how often those won.
    """
    groups, components = (
        [one for one in data[part] if one["kind"] == kind] for part in ("groups", "components")
    )
    every = groups[0]["verbs"]
    earning = {verb: list(use.get("earned", {})) for verb, use in every.items()}
    shown = [verb for verb, use in every.items() if use["events"] and verb in data["declared"]] or list(every)
    games = data["games"] or 1
    wanted = ("offered", "taken", "took it", "won", "95 %") if groups[0]["wanted"]["offered"] else ()
    held = ("had by", "won", "95 %") if groups[0]["held"]["players"] else ()
    rows = [("", *chain.from_iterable(_columns(verb, earning[verb]) for verb in shown), *wanted, *held)]

    def row(name: str, one: dict[str, Any], documents: int) -> tuple[str, ...]:
        cells = [name]
        for verb in shown:
            use = one["verbs"].get(verb, {"games": 0, "events": 0})
            cells.append(percent(use["games"] / games / documents))
            for quantity in earning[verb]:
                cells.append(number(use.get("earned", {}).get(quantity, 0.0), 2) if use["events"] else "—")
        return (
            *cells,
            *(_wanted(one["wanted"], games) if wanted else ()),
            *(_held(one["held"]) if held else ()),
        )

    for group in groups:
        rows.append(row(f"{_group(group)} ({group['documents']})", group, group["documents"]))
    for one in components:
        rows.append(row(one["name"], one, 1))
    return rows


# --- Rows for spreadsheets ----------------------------------------------------------------------------------


def as_csv(data: dict[str, Any]) -> str:
    """`section,subject,measure,value`: one number a row."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("section", "subject", "measure", "value"))
    writer.writerows(_facts(data))
    return out.getvalue()


def _facts(data: dict[str, Any]) -> Iterator[tuple[str, str, str, Any]]:
    for key in ("games", "asked", "seed", "players", "draws", "shared"):
        yield "run", data["pack"], key, data[key]
    for name, one in data["length"].items():
        yield from (
            ("length", name, key, one[key]) for key in ("mean", "deviation", "least", "median", "most")
        )
    for seat in data["seats"]:
        subject = f"{seat['seat']} {seat['name']}"
        yield "seat", subject, "bot", seat["bot"]
        yield "seat", subject, "wins", seat["wins"]
        yield "seat", subject, "rate", seat["rate"]
        yield "seat", subject, "rate least", seat["interval"][0]
        yield "seat", subject, "rate most", seat["interval"][1]
        for name, one in seat["amounts"].items():
            yield from (
                ("seat", subject, f"{name} {key}", one[key]) for key in ("mean", "deviation", "least", "most")
            )
    yield from _course_facts(data)
    for verb in data["verbs"]:
        yield "verb", verb["verb"], "games", verb["games"]
        yield "verb", verb["verb"], "events", verb["events"]
    for group in data["groups"]:
        yield from _use_facts("group", f"{group['kind']}: {_group(group)}", group)
    for one in data["components"]:
        yield from _use_facts("component", f"{one['kind']}/{one['id']}", one)
    for failed in data["failed"]:
        yield "failed", str(failed["game"]), failed["reason"], failed["seed"]


def _course_facts(data: dict[str, Any]) -> Iterator[tuple[str, str, str, Any]]:
    for one in data["drama"]["ahead"]:
        yield "ahead", f"after {one['quarter']} of 4 quarters", "games", one["of"]
        yield "ahead", f"after {one['quarter']} of 4 quarters", "wins", one["number"]
    yield "kingmaking", "", "games", data["drama"]["kingmaking"]["of"]
    yield "kingmaking", "", "so", data["drama"]["kingmaking"]["number"]
    yield "began", "", "games", data["began"]["of"]
    yield "began", "", "wins", data["began"]["number"]
    for one in data["idle"]:
        yield "idle", f"{one['file']}:{one['line']}", one["text"], 0
    for one in data["unwanted"]:
        yield "unwanted", one.get("id") or f"{one['file']}:{one['line']}", one["option"], one["offered"]


def _use_facts(section: str, subject: str, one: dict[str, Any]) -> Iterable[tuple[str, str, str, Any]]:
    yield section, subject, "had by players", one["held"]["players"]
    yield section, subject, "had by winners", one["held"]["wins"]
    yield section, subject, "offered", one["wanted"]["offered"]
    yield section, subject, "taken", one["wanted"]["taken"]
    yield section, subject, "taken by players", one["wanted"]["won-taking"]["of"]
    yield section, subject, "taken by winners", one["wanted"]["won-taking"]["number"]
    for verb, use in one["verbs"].items():
        yield section, subject, f"{verb} games", use["games"]
        yield section, subject, f"{verb} events", use["events"]
        for quantity, mean in use.get("earned", {}).items():
            yield section, subject, f"{verb} {quantity} each", mean
