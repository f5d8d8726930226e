"""The components of a game for other programs: tables, pictures, Tabletop Simulator.

In: a `Shelf` in a language.  Out: text, or files by their names.  Numbers and ids are as the pack has them; what a
player reads is in the language of the shelf.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import math
from collections.abc import Callable, Iterator, Sequence

from toolkit.documents.card import key_of
from toolkit.pack.source import Component
from toolkit.press.game import Job, Step, Wanted, few_enough, head_of, typeset
from toolkit.press.pieces import Data, Pictures, Pieces, Print
from toolkit.press.typeset import Format, Press
from toolkit.report.diagnostic import Checked
from toolkit.site.decks import decks_of
from toolkit.site.faces import face_of, items_of
from toolkit.site.shelf import Shelf, capital

Files = dict[str, bytes]

ACTIVE = tuple("=+-@\t\r")
"""With these a cell begins that a spreadsheet would calculate."""


# --- Tables ---------------------------------------------------------------------------------------------------


def components(shelf: Shelf) -> Data:
    """Every component that is written as a document, as plain data."""
    types = {kind: type for type, kind in shelf.kinds.items()}
    rows = [
        _component(shelf, card, types[card.kind])
        for card in shelf.pack.source.components
        if card.kind in types
    ]
    return {"pack": shelf.id, "language": shelf.language, "components": rows}


def _component(shelf: Shelf, card: Component, type: str) -> Data:
    face = face_of(shelf, card, counted=False)
    attributes = {
        key_of(name): list(value) if isinstance(value, tuple) else value
        for name, value in card.attributes.items()
    }
    text = [
        {"field": item.field, "text": shelf.say(item), **({"cites": list(item.cites)} if item.cites else {})}
        for item in items_of(shelf, card)
    ]
    return {
        "type": type,
        "id": card.id,
        "pack": card.pack,
        "name": face.name,
        "subtitle": face.subtitle,
        "copies": card.copies,
        "keywords": list(card.keywords),
        "attributes": attributes,
        "text": text,
        "prose": [told.text for told in face.told],
    }


def as_json(shelf: Shelf) -> str:
    """All components as JSON."""
    return json.dumps(components(shelf), ensure_ascii=False, indent=2) + "\n"


def as_csv(shelf: Shelf) -> str:
    """All components as CSV, a row each; a cell that a spreadsheet would calculate begins with an apostrophe."""
    rows = components(shelf)["components"]
    columns = list(dict.fromkeys(name for row in rows for name in row["attributes"]))
    fields = list(dict.fromkeys(each["field"] for row in rows for each in row["text"]))
    head = ["type", "id", "pack", "name", "subtitle", "copies", "keywords"]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*head, *columns, *(f"text: {field}" for field in fields), "prose"])
    for row in rows:
        said = [" ".join(each["text"] for each in row["text"] if each["field"] == field) for field in fields]
        cells = [
            *(row[name] for name in head),
            *(row["attributes"].get(name) for name in columns),
            *said,
            row["prose"],
        ]
        writer.writerow([_cell(each) for each in cells])
    return out.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, list):
        value = "; ".join(map(str, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"'{value}" if isinstance(value, str) and value.startswith(ACTIVE) else value


# --- Pictures -------------------------------------------------------------------------------------------------


def pictures(shelf: Shelf, form: Format, wanted: Wanted, ppi: float, step: Step) -> Checked[Files | None]:
    """A picture of each face and each back: `kind-id.png`, `back-kind-63x88.png`."""
    job, prints = _job(shelf, wanted)
    sides = {name_of(side): side for each in prints for side in (each.front, each.back) if side is not None}
    for side in sides.values():
        _sheet(job, [side], 1, 1, wanted.bleed)
    made = typeset(job, wanted.fonts, lambda press, data: _pages(press, data, form, ppi), step)
    if made.value is None:
        return Checked(None, made.diagnostics)
    names = (f"{name}.{form}" for name in sides)
    return made.with_value(dict(zip(names, made.value, strict=True)))


def _pages(press: Press, data: Data, form: Format, ppi: float) -> list[bytes]:
    """A picture of each sheet; what has none would be an empty page."""
    return press.pages(data, form, ppi) if data["sheets"] else []


def name_of(side: Data) -> str:
    """The name of a piece's picture; of tokens that differ only in colour or number, each its own."""
    parts = [str(side["key"])]
    if side["shape"] == "back":
        parts.append(f"{side['width']}x{side['height']}")
    if parts[0].startswith("token/"):
        parts += [side["kind"], side["corner"]["shown"] if side["corner"] else ""]
        parts = [part if part.isascii() else hashlib.sha256(part.encode()).hexdigest()[:6] for part in parts]
    return "-".join(filter(None, map(key_of, parts)))


def _job(shelf: Shelf, wanted: Wanted) -> tuple[Job, list[Print]]:
    known = Pictures()
    pieces = Pieces(shelf, known)
    prints = [*pieces.cards(), *pieces.tokens()]
    few_enough(shelf.label("cards"), prints)
    job = Job(head_of(shelf, wanted), known)
    job.spans = {each.key: each.span for each in prints if each.span is not None}
    return job, prints


def _sheet(job: Job, sides: Sequence[Data], columns: int, rows: int, bleed: float = 0.0) -> None:
    """A page that the pieces fill, row by row."""
    first = len(job.data["pieces"])
    job.data["pieces"] += sides
    wide, high = sides[0]["width"] + 2 * bleed, sides[0]["height"] + 2 * bleed
    items = [
        {"piece": first + place, "x": place % columns * wide, "y": place // columns * high}
        for place in range(len(sides))
    ]
    job.data["sheets"].append(
        {
            "width": columns * wide,
            "height": rows * high,
            "bleed": bleed,
            "items": items,
            "marks": [],
            "title": "",
            "odd": False,
            "note": "",
            "ruler": [0, 0],
        }
    )


# --- Tabletop Simulator ---------------------------------------------------------------------------------------

COLUMNS, ROWS = 10, 7
"""The largest sheet of cards that it takes; its last place is kept for what others see of a hand."""
FEWEST = 2
"""Columns and rows of the smallest."""
WIDEST = 4096
"""Pixels of a sheet."""
MOST_NAMED = 3
"""Kinds in a deck that its name says."""
USUAL_WIDTH = 63
"""Millimetres: a card of this width has the size 1 there."""


def tabletop(shelf: Shelf, wanted: Wanted, place: Callable[[str], str], step: Step) -> Checked[Files | None]:
    """A saved object with a deck for each kind of card and a piece for each token, and the pictures that it shows.

    `place`: from the name of a file to the address at which Tabletop Simulator will find it.
    """
    job, prints = _job(shelf, wanted)
    names: list[str] = []
    objects: list[Data] = []
    for number, deck in enumerate(_decks(prints), 1):
        side = math.ceil(len(deck) / COLUMNS)
        columns, rows = max(FEWEST, min(COLUMNS, len(deck))), max(FEWEST, side)
        faces, back = f"cards-{number}.png", f"back-{number}.png"
        _sheet(job, [each.front for each in deck], columns, rows)
        _sheet(job, [deck[0].back or {}], 1, 1)
        names += [faces, back]
        sheet = _custom_deck(place(faces), place(back), columns, rows)
        objects.append(_deck(shelf, deck, number, sheet))
    objects += _chosen(shelf, objects)
    tokens = {name_of(each.front): each for each in prints if each.back is None}
    for name, each in tokens.items():
        _sheet(job, [each.front], 1, 1)
        names.append(f"{name}.png")
        objects.append(_tile(each, name, place(f"{name}.png")))
    for at, thing in enumerate(objects):
        thing["Transform"] |= {"posX": at % COLUMNS * 3.0, "posZ": at // COLUMNS * -4.0}
    made = typeset(job, wanted.fonts, _rendered, step)
    if made.value is None:
        return Checked(None, made.diagnostics)
    saved = {
        "SaveName": shelf.name,
        "GameMode": "",
        "Date": "",
        "Note": "",
        "Rules": "",
        "ObjectStates": objects,
    }
    files = dict(zip(names, made.value, strict=True))
    files[f"{shelf.id}.json"] = (json.dumps(saved, ensure_ascii=False, indent=2) + "\n").encode()
    return made.with_value(files)


def _rendered(press: Press, data: Data) -> list[bytes]:
    """All sheets, none wider than Tabletop Simulator takes."""
    widest = max((max(sheet["width"], sheet["height"]) for sheet in data["sheets"]), default=1)
    return _pages(press, data, "png", min(300.0, WIDEST / widest * 25.4))


def _decks(prints: Sequence[Print]) -> Iterator[list[Print]]:
    """Cards with the same back, as many as a sheet holds."""
    by_back: dict[str, list[Print]] = {}
    for each in prints:
        if each.back is not None:
            by_back.setdefault(json.dumps(each.back), []).append(each)
    most = COLUMNS * ROWS - 1
    for cards in by_back.values():
        yield from (cards[start : start + most] for start in range(0, len(cards), most))


def _custom_deck(face: str, back: str, columns: int, rows: int) -> Data:
    return {
        "FaceURL": face, "BackURL": back, "NumWidth": columns, "NumHeight": rows,
        "BackIsHidden": True, "UniqueBack": False, "Type": 0,
    }  # fmt: skip


def _deck(shelf: Shelf, deck: Sequence[Print], number: int, sheet: Data) -> Data:
    """A deck with all copies; a single card is no deck there."""
    cards = []
    for place, each in enumerate(deck):
        card = _object("Card", each, f"{each.key}/{number}")
        card |= {"CardID": number * 100 + place, "CustomDeck": {str(number): sheet}}
        cards += [card] * each.copies
    if len(cards) == 1:
        return cards[0]
    whole = _object("Deck", deck[0], f"deck/{number}")
    kinds = dict.fromkeys(each.kind for each in deck)
    names = [shelf.word(kind, plural=True) for kind in kinds]
    whole["Nickname"] = capital(", ".join(names[:MOST_NAMED]) + (" …" if names[MOST_NAMED:] else ""))
    whole |= {"Description": "", "Memo": ""}
    ids = [card["CardID"] for card in cards]
    return whole | {"DeckIDs": ids, "CustomDeck": {str(number): sheet}, "ContainedObjects": cards}


def _chosen(shelf: Shelf, decks: Sequence[Data]) -> list[Data]:
    """The decks that the pack itself lists, made of the cards of those that hold everything."""
    cards = {card["Memo"]: card for deck in decks for card in deck.get("ContainedObjects", [deck])}
    made = []
    for deck in decks_of(shelf):
        inside = [cards[f"{type}/{id}"] for _, type, id, copies in deck.cards for _ in range(copies)]
        if len(inside) < FEWEST:
            continue
        sheets = {key: sheet for card in inside for key, sheet in card["CustomDeck"].items()}
        whole = inside[0] | {"Name": "Deck", "GUID": _guid(f"deck/{deck.id}"), "Memo": f"deck/{deck.id}"}
        whole |= {"Nickname": shelf.called(f"deck/{deck.id}", deck.name), "Description": ""}
        whole["Transform"] = dict(whole["Transform"])
        del whole["CardID"]
        ids = [card["CardID"] for card in inside]
        made.append(whole | {"DeckIDs": ids, "CustomDeck": sheets, "ContainedObjects": inside})
    return made


def _tile(each: Print, name: str, address: str) -> Data:
    """A round tile; several of it lie in a bag without an end, as many as one likes."""
    tile = _object("Custom_Tile", each, name)
    tile["CustomImage"] = {
        "ImageURL": address,
        "ImageSecondaryURL": "",
        "ImageScalar": 1.0,
        "CustomTile": {"Type": 2, "Thickness": 0.1, "Stackable": True, "Stretch": True},
    }
    if each.copies == 1:
        return tile
    bag = _object("Infinite_Bag", each, f"bag/{name}")
    return bag | {"ContainedObjects": [tile]}


def _guid(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()[:6]


def _called(each: Print) -> str:
    """Its name; tokens of one name are told apart by their number, and by what else is said of them."""
    front = each.front
    if not each.key.startswith("token/"):
        return str(front["name"])
    number = f" {front['corner']['shown']}" if front["corner"] else ""
    return f"{front['name']}{number}" + (f" ({front['kind']})" if front["kind"] else "")


def _object(kind: str, each: Print, key: str) -> Data:
    """What every object there has; its id is the same each time."""
    scale = each.front["width"] / USUAL_WIDTH
    said = [line["text"] for words in each.front.get("words", ()) for line in words["lines"]]
    return {
        "GUID": _guid(key),
        "Memo": each.key,
        "Name": kind,
        "Nickname": _called(each),
        "Description": "\n".join(said),
        "Transform": {
            "posX": 0.0, "posY": 1.0, "posZ": 0.0, "rotX": 0.0, "rotY": 180.0, "rotZ": 0.0,
            "scaleX": scale, "scaleY": 1.0, "scaleZ": scale,
        },
    }  # fmt: skip
