"""The cards of a game for Cockatrice: a set of cards in its XML (version 4), and the decks that the pack lists.

In: a `Shelf` in a language.  Out: files by their names.  A name is unique there: where two cards are called alike each
has its subtitle, or else its kind, after it.  What stands in the corner of a card is its cost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from xml.etree import ElementTree

from toolkit.documents.card import key_of
from toolkit.pack.source import Component
from toolkit.press.export import Files
from toolkit.site.decks import decks_of
from toolkit.site.faces import Face, face_of, items_of
from toolkit.site.front import game_name
from toolkit.site.shelf import Shelf, capital

KNOWN = ("layout", "side", "type", "maintype", "manacost", "cmc")
"""What Cockatrice reads of a card besides what the pack says of it."""
ROW = "1"
"""The row of the table in which cards lie."""


def cockatrice(shelf: Shelf) -> Files:
    """The set, and a file for each deck; nothing for a pack without cards."""
    kinds = shelf.layouts.structure.kinds
    cards = [card for card in shelf.pack.source.components if card.kind in kinds]
    if not cards:
        return {}
    faces = [face_of(shelf, card, counted=False) for card in cards]
    names = dict(zip((_key(card) for card in cards), _names(shelf, cards, faces), strict=True))
    root = ElementTree.Element("cockatrice_carddatabase", version="4")
    told = _inside(_inside(root, "sets"), "set")
    for tag, said in (("name", shelf.id), ("longname", game_name(shelf)), ("settype", "Custom")):
        _inside(told, tag, said)
    listed = _inside(root, "cards")
    for card, face in zip(cards, faces, strict=True):
        _card(_inside(listed, "card"), shelf, card, face, names[_key(card)])
    files = {f"{shelf.id}.xml": _written(root)}
    for deck in decks_of(shelf):
        rows = [(names[type, id], copies) for _, type, id, copies in deck.cards if (type, id) in names]
        files[f"decks/{deck.id}.cod"] = _written(_deck(shelf.called(f"deck/{deck.id}", deck.name), rows))
    return files


def _key(card: Component) -> tuple[str, str]:
    return key_of(card.kind), card.id


def _names(shelf: Shelf, cards: Iterable[Component], faces: list[Face]) -> list[str]:
    """The name of each card; two that are alike are told apart."""
    ways: list[Callable[[Component, Face], str]] = [
        lambda card, face: face.name,
        lambda card, face: f"{face.name}, {face.subtitle}" if face.subtitle else face.name,
        lambda card, face: f"{face.name} ({shelf.word(card.kind)})",
        lambda card, face: f"{face.name} ({card.kind} {card.id})",
    ]
    pairs = list(zip(cards, faces, strict=True))
    names = [ways[0](*pair) for pair in pairs]
    for way in ways[1:]:
        counts = Counter(name.casefold() for name in names)
        names = [
            way(*pair) if counts[name.casefold()] > 1 else name
            for name, pair in zip(names, pairs, strict=True)
        ]
    return names


def _card(made: ElementTree.Element, shelf: Shelf, card: Component, face: Face, name: str) -> None:
    _inside(made, "name", name)
    _inside(made, "text", "\n".join(shelf.say(item) for item in items_of(shelf, card)))
    kind = capital(shelf.word(card.kind))
    cost = face.corner.shown if face.corner is not None else ""
    said = {"layout": "normal", "side": "front", "type": kind, "maintype": kind}
    if cost:
        said |= {"manacost": cost, "cmc": cost}
    for attribute, value in card.attributes.items():
        tag = key_of(attribute)
        if tag and tag[0].isalpha() and tag not in KNOWN:
            values = value if isinstance(value, tuple) else (value,)
            said[tag] = ", ".join(_shown(shelf, each) for each in values)
    properties = _inside(made, "prop")
    for tag, value in said.items():
        _inside(properties, tag, value)
    _inside(made, "set", shelf.id).set("num", card.id)
    _inside(made, "tablerow", ROW)


def _shown(shelf: Shelf, value: int | bool | str) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return shelf.value(value) if isinstance(value, str) else str(value)


def _deck(name: str, cards: Iterable[tuple[str, int]]) -> ElementTree.Element:
    root = ElementTree.Element("cockatrice_deck", version="1")
    _inside(root, "deckname", name)
    _inside(root, "comments")
    zone = _inside(root, "zone")
    zone.set("name", "main")
    for card, copies in cards:
        row = _inside(zone, "card")
        row.set("number", str(copies))
        row.set("name", card)
    return root


def _inside(parent: ElementTree.Element, tag: str, said: str = "") -> ElementTree.Element:
    made = ElementTree.SubElement(parent, tag)
    made.text = said or None
    return made


def _written(root: ElementTree.Element) -> bytes:
    ElementTree.indent(root)
    found: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return found + b"\n"
