"""The first files of an author: a small game that plays at once, and single cards, rules and examples for a
pack.

Every file that is made is read with its pack before it stays: what would not be right is not written.  With
a pack come settings for editors: `.schemas/` (what `sayso schema` writes), `.vscode/settings.json`, and a
first line in each file.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

from toolkit.compile.pack import Pack, load_pack
from toolkit.documents.card import key_of
from toolkit.documents.export import export
from toolkit.language.forms import plural
from toolkit.pack.load import schemas_of
from toolkit.pack.source import Attribute, Kind
from toolkit.report.atomic import write_atomic
from toolkit.report.diagnostic import Diagnostic

SCHEMAS = ".schemas"
UNTRANSLATED = "SAY0390"
"""A word that a language of the pack does not have: for its translators."""

ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class CannotMake(ValueError):
    """Why nothing was written, as a sentence without its full stop."""


def id_of(name: str) -> str:
    """*The First One* → `the-first-one`.  Raises `CannotMake` when nothing is left."""
    made = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")
    if not ID.fullmatch(made):
        raise CannotMake(f"{name!r} has no letter or digit from which an id could be made")
    return made


def title_of(name: str) -> str:
    """`first-one` → *First One*; what has capitals or spaces stays."""
    if name != name.casefold() or " " in name:
        return name
    return " ".join(word.capitalize() for word in name.replace("_", "-").split("-"))


# --- A pack -------------------------------------------------------------------------------------------------

STARTER: dict[str, str] = {
    "pack.yaml": """\
type: pack
format: 1
id: {id}
name: {name}
languages: [en]
players: 2 to 4
seats: [Red, Blue, Green, Yellow]
start: [set-up, game]
chapters: [set-up, game, turn, end]
""",
    "vocabulary/words.yaml": """\
# The words of the game: what there is, where it lies, what is counted.
type: vocabulary
id: words
kinds:
  card: {{documents: true, starts: deck, sentences: {{score: formula}}}}
places:
  deck: {{ordered: true, seen-by: nobody}}
  hand: {{of: player, seen-by: owner}}
  row: {{of: player}}
quantities:
  point: {{of: player, at-least: 0}}
""",
    "rules/game.yaml": """\
type: procedure
id: set-up
name: Set-up
steps:
  shuffle: Shuffle the deck.
  deal: Each player puts the top 2 cards of the deck in their hand.
---
type: procedure
id: game
name: The game
steps:
  turns: |
    In turn order, each player takes a turn.
    Repeat this step until there are no cards in the deck.
  winner: The player with the most points wins the game.
---
type: verb
id: turn
name: A turn
phrase: take a turn
period: turn
steps:
  draw: Put the top card of the deck in your hand.
  play: Play a card in your hand.
---
type: verb
id: play
name: Playing a card
phrase: play {{card}}
steps:
  put: Put the card face up in your row.
  score: Gain points equal to the score of the card.
---
type: rules
id: end
name: An early end
rules:
- When a player has at least 12 points, that player wins the game.
---
# Looked at after every event of every test and every simulated game.
type: invariants
id: always
always:
- Each player has at least 0 points.
---
# What bots that look ahead want.
type: evaluation
id: points
value: Score your points.
""",
    "cards/cards.yaml": """\
type: card
id: pebble
name: Pebble
copies: 8
score: Score 1 point.
---
type: card
id: stack
name: Stack
copies: 8
score: Score 1 point for each card in your row.
""",
    "examples/playing.yaml": """\
type: example
id: pebble
name: A Pebble is a point
given:
- Red has a Pebble in their hand.
when:
- Red plays a Pebble in their hand.
then:
- Red has 1 point, and there is 1 Pebble in Red's row.
---
type: example
id: stack
name: A Stack counts the cards in your row, itself too
given:
- Red has a Pebble in their row.
- Red has a Stack in their hand.
when:
- Red plays a Stack in their hand.
then:
- Red has 2 points.
---
type: example
id: early-end
name: Twelve points win at once
given:
- Red has 11 points.
- Red has a Pebble in their hand.
when:
- Red plays a Pebble in their hand.
then:
- Red wins the game.
---
type: example
id: first-turn
name: A turn draws a card and plays one
given:
- Red has a Pebble and a Stack in their hand.
when:
- Red takes a turn.
- Red plays a Stack in their hand.
then:
- Red has 1 point.
- Red has 2 cards in their hand, and there is 1 card in Red's row.
""",
}


def new_pack(folder: Path) -> list[Path]:
    """A small game in a folder that does not exist or is empty.  Raises `CannotMake`."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CannotMake(f"{folder} is there already")
    name = folder.resolve().name
    fields = {"id": id_of(name), "name": title_of(name)}
    written = []
    for path, text in STARTER.items():
        written.append(_write(folder / path, _modeline(path) + text.format(**fields)))
    settings = {
        "yaml.schemas": {f"./{SCHEMAS}/all.schema.json": ["*.yaml", "**/*.yaml"]},
        "[yaml]": {"editor.wordWrap": "on"},
    }
    written.append(_write(folder / ".vscode" / "settings.json", json.dumps(settings, indent=2) + "\n"))
    pack = load_pack(folder).unwrap()
    export(schemas_of(pack.source), folder / SCHEMAS)
    return [*written, folder / SCHEMAS]


def _modeline(path: str) -> str:
    """Tells an editor which schema a file has."""
    up = "../" * path.count("/")
    return f"# yaml-language-server: $schema={up}{SCHEMAS}/all.schema.json\n"


def _write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomic(path, text)
    return path


# --- One document -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Addition:
    """A file for a pack: the folder inside it, and candidates for its text, best first."""

    folder: str
    texts: tuple[str, ...]


def add(
    folder: Path, what: str, name: str, search: tuple[Path, ...] = (), kind: str | None = None
) -> tuple[Path, list[Diagnostic]]:
    """Write a card, a rule or an example into a pack.  Gives the file, and which words its locales do not
    have yet.

    Raises `CannotMake` when there is such a file, or no text is right in this pack; `DiagnosticError` for a
    pack that has errors already.
    """
    pack = load_pack(folder, search or None).unwrap()
    made = {"card": card, "rule": rule, "example": example}[what]
    addition = made(pack, id_of(name), title_of(name), kind)
    path = folder / addition.folder / f"{id_of(name)}.yaml"
    if path.exists():
        raise CannotMake(f"{path} is there already")
    modeline = _modeline(f"{addition.folder}/x") if (folder / SCHEMAS).is_dir() else ""
    problem: Diagnostic | None = None
    for text in addition.texts:
        _write(path, modeline + text)
        checked = load_pack(folder, search or None)
        again = checked.value
        problem = next((error for error in checked.errors if error.code != UNTRANSLATED), None)
        if problem is None and again is not None and what == "example":
            problem = _failure(again, id_of(name))
        if problem is None and again is not None:
            if (folder / SCHEMAS).is_dir():
                export(schemas_of(again.source), folder / SCHEMAS)
            return path, list(checked.errors)
    path.unlink(missing_ok=True)
    if problem is None:
        raise CannotMake(f"{pack.id} has nothing that a new {what} could speak of")
    raise CannotMake(f"no {what} could be made for {pack.id}: {problem.message}")


def _failure(pack: Pack, id: str) -> Diagnostic | None:
    """What the new example says."""
    from toolkit.play.example import examples, run

    for one in examples(pack):
        if one.id == id:
            failure = run(pack, one)
            return failure.diagnostic if failure is not None else None
    return None


def _allowed(pack: Pack, attribute: Attribute) -> str | None:
    """A value that an attribute may have; None: it may be left out."""
    if attribute.form == "number":
        return str(attribute.low if attribute.low is not None else 1)
    if attribute.form == "value" and attribute.of in pack.vocabulary.lists:
        return pack.vocabulary.lists[attribute.of][0]
    return None


def card(pack: Pack, id: str, name: str, kind: str | None) -> Addition:
    """A document of a kind: each attribute with a value that is allowed."""
    chosen = _kind(pack, kind)
    lines = [f"type: {key_of(chosen.name)}", f"id: {id}", f"name: {name}", "provenance: original"]
    if chosen.story is not None:
        lines += [f"story: {_story(pack)}", "act: 0"]
    sentences: list[str] = []
    points = _quantity(pack)
    for one in reversed(list(pack.source.lineage(chosen.name))):
        for attribute in one.attributes:
            value = _allowed(pack, attribute)
            if value is not None:
                lines.append(f"{key_of(attribute.name)}: {'[' + value + ']' if attribute.many else value}")
        for field, start in one.sentences:
            if start == "formula" and points:
                sentences.append(f"{key_of(field)}: Score 1 {points}.")
            elif start == "effect" and points:
                sentences.append(f"{key_of(field)}: Gain 1 {points}.")
    head = "\n".join(lines) + "\n"
    full = head + "".join(f"{sentence}\n" for sentence in sentences)
    return Addition("cards", tuple(dict.fromkeys((full, head))))


def _kind(pack: Pack, name: str | None) -> Kind:
    """The kind that is asked for; else the first whose components are documents."""
    kinds = [kind for kind in pack.source.kinds if kind.documents]
    names = ", ".join(key_of(kind.name) for kind in kinds)
    if not kinds:
        raise CannotMake(f"no kind of {pack.id} has documents (documents: true in its vocabulary)")
    if name is None:
        return kinds[0]
    for kind in kinds:
        if key_of(kind.name) == key_of(name):
            return kind
    raise CannotMake(f"{pack.id} has no documents of kind {name}, it has {names}")


def _story(pack: Pack) -> str:
    """The first story of the pack, to which a new card belongs until its author says another."""
    found = next((document.id for _, document in pack.source.of_type("story") if document.id), None)
    if found is None:
        raise CannotMake(f"{pack.id} has no story yet: a card of a story needs a document of `type: story`")
    return found


def _quantity(pack: Pack) -> str | None:
    """The first quantity of players."""
    return next((quantity.name for quantity in pack.source.quantities if quantity.of == "player"), None)


def rule(pack: Pack, id: str, name: str, kind: str | None) -> Addition:
    """A standing rule that hardly changes the game: a place to begin."""
    points = _quantity(pack)
    named = f"name: {name}\n" if len(pack.source.manifest.languages) == 1 else ""
    head = f"type: rules\nid: {id}\n{named}rules:\n"
    texts = (
        [f"{head}- When a player has at least 1000 {plural(points)}, that player wins the game.\n"]
        if points
        else []
    )
    things = [one.plural for one in pack.source.kinds if one.parent is None]
    texts += [f"{head}- Players cannot reveal {thing}.\n" for thing in things[:1]]
    return Addition("rules", tuple(texts))


def example(pack: Pack, id: str, name: str, kind: str | None) -> Addition:
    """An example that holds: the author puts decisions between *given* and *then*."""
    points, seat = _quantity(pack), (pack.source.manifest.seats or ("You",))[0]
    head = f"type: example\nid: {id}\nname: {name}\n"
    texts = []
    if points:
        held = f"{seat} has 2 {plural(points)}."
        texts.append(f"{head}given:\n- {held}\nthen:\n- {held}\n")
    for thing in pack.source.kinds:
        for place in pack.source.places:
            if place.group_of is None and not place.positions and not place.columns and place.of is None:
                where = f"{place.prep} the {place.name}"
                texts.append(
                    f"{head}given:\n- There is 1 {thing.name} {where}.\nthen:\n- There is 1 {thing.name} {where}.\n"
                )
    texts.append(f"{head}then:\n- It is not true that {seat} wins the game.\n")
    return Addition("examples", tuple(texts[:6]))
