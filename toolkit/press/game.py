"""A game as one PDF a language: what is wanted of it, put together, typeset, and looked through.

In: a pack and `Wanted`.  Out: the bytes, and diagnostics for what is not as its author must want it: a text that does
not fit (SAY1101), a letter that no font has (SAY1102), a picture that is none (SAY1103).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from toolkit.compile.pack import Pack
from toolkit.pack.decks import decks_of
from toolkit.press.pieces import Data, Pictures, Pieces, Print
from toolkit.press.rulebook import rulebook
from toolkit.press.sheets import PAPERS, Piece, Sheet, impose
from toolkit.press.typeset import DamagedPictures, Press, PressError
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Checked, Diagnostic, in_order
from toolkit.report.source import Span
from toolkit.site.chapters import chapters_of
from toolkit.site.front import game_name
from toolkit.site.page import Routes
from toolkit.site.shelf import Shelf

PARTS = ("rules", "aids", "cards", "stories", "tokens")
"""What a game is printed as, in the order of the file."""

MOST_PIECES = 5000
"""Of a part."""
LABELS = {"stories": "story-cards"}
"""The labels of parts that are not called so."""

T = TypeVar("T")
Step = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Wanted:
    """`parts`: of `PARTS`.  `paper`: width and height in millimetres; `bleed`: how far colour goes beyond the cut.

    `strong`: areas of colour; without, only lines.  `fonts`: a folder whose fonts come first.
    `deck`: id of a deck of the pack, whose cards alone are printed.
    """

    parts: tuple[str, ...] = PARTS
    paper: tuple[float, float] = PAPERS["a4"]
    bleed: float = 0.0
    backs: bool = True
    strong: bool = True
    fonts: Path | None = None
    deck: str = ""


@dataclass
class Job:
    """What is typeset.  `spans`: key of a piece → where its author wrote it."""

    data: Data
    pictures: Pictures
    spans: dict[str, Span] = field(default_factory=dict)


def print_game(
    pack: Pack, language: str, wanted: Wanted, step: Step = lambda now: None
) -> Checked[bytes | None]:
    """The game in a language; `step` hears what begins.  `PressError`: it cannot be printed at all."""
    shelf = Shelf.of(pack, (language,)).edition(language, Routes())
    step("pieces")
    job = job_of(shelf, wanted)
    return typeset(job, wanted.fonts, Press.pdf, step)


def job_of(shelf: Shelf, wanted: Wanted) -> Job:
    """The data of everything that is wanted."""
    pictures = Pictures()
    job = Job(head_of(shelf, wanted), pictures)
    parts = _parts(Pieces(shelf, pictures), copies_of(shelf, wanted.deck) if wanted.deck else None)
    if "rules" in wanted.parts:
        cut = [each for part in ("cards", "stories", "tokens") for each in parts[part]]
        job.data["book"] = rulebook(shelf, cut)
        job.spans |= _numbered(shelf)
    for part, prints in parts.items():
        if part in wanted.parts:
            _sheets(job, wanted, shelf.label(LABELS.get(part, part)), prints)
    return job


def copies_of(shelf: Shelf, deck: str) -> dict[str, int]:
    """The cards of a deck, `type/id`, and how many it has of each.  `PressError`: there is no such deck."""
    decks = {one.id: one.plain for one in decks_of(shelf.pack.source).values()}
    if deck not in decks:
        raise PressError(f"There is no deck {deck}. Decks: {', '.join(decks) or 'none'}.")
    found: dict[str, int] = {}
    for _, type, id, copies in decks[deck].cards:
        found[f"{type}/{id}"] = found.get(f"{type}/{id}", 0) + copies
    return found


def _parts(pieces: Pieces, deck: Mapping[str, int] | None) -> dict[str, list[Print]]:
    """The pieces by the part of the file in which they are; of a deck, if there is one, its cards alone."""
    cards, others = list(pieces.cards()), list(pieces.tokens())
    if deck is not None:
        cards = [replace(each, copies=deck[each.key]) for each in cards if each.key in deck]
    of_stories = {f"{type}/{id}" for type, id in pieces.stories}
    two_sided = [each for each in (*cards, *(others if deck is None else ())) if each.back is not None]
    return {
        "aids": list(pieces.aids()),
        "cards": [each for each in two_sided if each.key not in of_stories],
        "stories": [each for each in two_sided if each.key in of_stories],
        "tokens": [each for each in (*cards, *others) if each.back is None],
    }


def _numbered(shelf: Shelf) -> dict[str, Span]:
    """Where each sentence of the rulebook stands, by its number."""
    sentences = [sentence for chapter in chapters_of(shelf) for sentence in chapter.sentences]
    return {f"n-{sentence.number}": sentence.item.text.span() for sentence in sentences}


def head_of(shelf: Shelf, wanted: Wanted) -> Data:
    """What the templates want of every job; as yet without pieces and sheets."""
    return {
        "title": game_name(shelf),
        "authors": list(shelf.brand.authors),
        "language": shelf.language,
        "strong": wanted.strong,
        "book": None,
        "paper": list(wanted.paper),
        "pieces": [],
        "sheets": [],
        "fonts": [],
        "ruler": shelf.label("print-ruler"),
    }


def _sheets(job: Job, wanted: Wanted, title: str, prints: Sequence[Print]) -> None:
    """Puts pieces on sheets of their own."""
    few_enough(title, prints)
    pieces: list[Piece] = []
    backs: dict[str, int] = {}
    for each in prints:
        front, back = len(job.data["pieces"]), None
        job.data["pieces"].append(each.front)
        if each.span is not None:
            job.spans.setdefault(each.key, each.span)
        if each.back is not None:
            same = json.dumps(each.back)
            if same not in backs:
                backs[same] = len(job.data["pieces"])
                job.data["pieces"].append(each.back)
            back = backs[same]
        pieces += [Piece(front, back, each.front["width"], each.front["height"])] * each.copies
    two_sided = wanted.backs and bool(backs)
    try:
        sheets = [_sheet(job, each) for each in impose(pieces, wanted.paper, wanted.bleed, two_sided)]
    except ValueError as error:
        raise PressError(f"{title}: {error}. Choose another --paper or a smaller --bleed.") from None
    if sheets:
        sheets[0] |= {"title": title, "odd": two_sided}
    job.data["sheets"] += sheets


def few_enough(title: str, prints: Sequence[Print]) -> None:
    """Raises `PressError` for more pieces than anybody cuts out."""
    number = sum(each.copies for each in prints)
    if number > MOST_PIECES:
        raise PressError(f"{title}: {number} pieces; {MOST_PIECES} are the most.")


def _sheet(job: Job, sheet: Sheet) -> Data:
    left = min((x for x, *_ in sheet.marks), default=10.0)
    return {
        "width": sheet.width,
        "height": sheet.height,
        "bleed": sheet.bleed,
        "items": [{"piece": each.piece, "x": each.x, "y": each.y} for each in sheet.items],
        "marks": [list(mark) for mark in sheet.marks],
        "title": "",
        "odd": False,
        "note": "" if sheet.behind else job.data["ruler"],
        "ruler": [left + 6, sheet.height - 2.5],
    }


# --- Typesetting ----------------------------------------------------------------------------------------------


def typeset(
    job: Job, fonts: Path | None, make: Callable[[Press, Data], T], step: Step = lambda now: None
) -> Checked[T | None]:
    """What `make` makes of the data, and what is wrong with it; None: nothing can be made of it."""
    with Press.run(job.pictures.names, fonts) as press:
        job.data["fonts"] = press.families()
        step("letters")
        found = list(lacking(job, press))
        step("pages")
        try:
            made = make(press, job.data)
        except DamagedPictures as error:
            return Checked(None, (*found, *_damaged(job, error.names)))
        step("texts")
        found += too_long(job, press)
    return Checked(made, in_order(found))


def too_long(job: Job, press: Press) -> Iterator[Diagnostic]:
    """SAY1101 for texts that do not fit at the smallest size that can be read."""
    for fitted in press.fitted(job.data):
        if fitted.over and (span := job.spans.get(fitted.card)):
            yield diagnose("SAY1101", span, part=fitted.part, size=f"{fitted.size:g}")


def lacking(job: Job, press: Press) -> Iterator[Diagnostic]:
    """SAY1102 for pieces and rules with letters that no font has."""
    everything = set("".join(strings(job.data)))
    missing = press.lacking((each for each in everything if not each.isspace()), press.families())
    if not missing:
        return
    chapters = job.data["book"]["chapters"] if job.data["book"] else []
    rules = [sentence for chapter in chapters for sentence in chapter["sentences"]]
    for piece in (*rules, *job.data["pieces"]):
        found = sorted(missing & set("".join(strings(piece))))
        if found and (span := job.spans.get(piece["key"])):
            yield diagnose("SAY1102", span, letters=" ".join(found))


def _damaged(job: Job, names: Iterable[str]) -> Iterator[Diagnostic]:
    for name in names:
        path = next(path for path, known in job.pictures.names.items() if known == name)
        piece = next(p for p in job.data["pieces"] if name in strings(p))
        span = job.spans.get(piece["key"]) or next(iter(job.spans.values()))
        yield diagnose("SAY1103", span, path=path.name)


def strings(data: Any) -> Iterator[str]:
    """Every text in some data."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for value in data.values():
            yield from strings(value)
    elif isinstance(data, list):
        for value in data:
            yield from strings(value)
