"""The rulebook as data: what is in the box, the chapters with the numbers and ids of the site, stories, an index.

In: a `Shelf` in a language.  Out: plain data for `templates/book.typ`.  Nothing here words a sentence: each is what the
printers make of what is executed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from toolkit.documents.nodes import Document
from toolkit.language import ast
from toolkit.language.printing.printer import template_of
from toolkit.language.vocabulary import AdjectiveEntry, NounEntry, RelationEntry
from toolkit.pack.locales import OWN
from toolkit.pack.source import Item
from toolkit.pack.story import prose_of
from toolkit.press.pieces import Data, Print, lines, rolled
from toolkit.site.chapters import Chapter, chapters_of, told_by
from toolkit.site.colour import on_paper
from toolkit.site.faces import Told
from toolkit.site.front import game_name
from toolkit.site.labels import labels
from toolkit.site.pictures import drawn_in, steps_of
from toolkit.site.rulings import told_rulings
from toolkit.site.shelf import Shelf, capital, defined_word
from toolkit.site.stories import own_stories

APART = frozenset("'’")
"""Signs that count for nothing in alphabetical order."""
_ARTICLE = re.compile(r"^(An?|The) ")
MOST_PLACES = 12
"""Of a word that stands in more sentences, only where it is defined and where it comes first."""


def rulebook(shelf: Shelf, pieces: Sequence[Print]) -> Data:
    """The book; `pieces`: what is cut out, which is listed as what is in the box."""
    chapters = chapters_of(shelf)
    brand, manifest = shelf.brand, shelf.pack.source.manifest
    least, most = manifest.least, manifest.most
    words = index(shelf, chapters)
    defined = {row["name"]: row["main"] for row in words}
    return {
        "title": game_name(shelf),
        "about": brand.about.get(shelf.language, ""),
        "colour": on_paper(brand.accent),
        "facts": [
            [shelf.label("players"), str(least) if least == most else f"{least}–{most}"],
            *([[shelf.label("authors"), ", ".join(brand.authors)]] if brand.authors else []),
            *([[shelf.label("licence"), brand.licence]] if brand.licence else []),
        ],
        "components": list(_components(shelf, pieces)),
        "chapters": [_chapter(shelf, chapter, defined) for chapter in chapters],
        "rulings": [
            {
                "question": each.question,
                "answer": [" ".join(part.split()) for part in each.answer.split("\n\n")],
                "language": each.language or shelf.language,
                "ids": list(each.ruling.cites),
            }
            for each in told_rulings(shelf)
        ],
        "stories": [
            _story(story.id, told_by(shelf, prose_of(story.document)), shelf) for story in own_stories(shelf)
        ],
        "index": words,
        "labels": {
            key: shelf.label(key)
            for key in (
                "print-contents",
                "print-index",
                "print-box",
                "print-needed",
                "stories",
                "rulings",
                "foot",
                "unofficial",
            )
        },
    }


def _components(shelf: Shelf, pieces: Sequence[Print]) -> Iterator[Data]:
    """What is in the box, by kind; and what is not printed: what is rolled, what is counted."""
    counts: dict[str, int] = {}
    for each in pieces:
        counts[each.kind] = counts.get(each.kind, 0) + each.copies
    for noun, number in counts.items():
        yield {"number": str(number), "name": capital(shelf.word(noun, plural=number > 1)), "printed": True}
    for kind in shelf.pack.source.kinds:
        if rolled(shelf.pack.source, kind.name):
            yield {"number": "", "name": capital(shelf.word(kind.name, plural=True)), "printed": False}
    quantities = shelf.pack.source.quantities
    for quantity in quantities:
        if all(each.parent != quantity.name for each in quantities):  # of *resources*, those that there are
            said = shelf.word(quantity.name, plural=not _measured(shelf, quantity.name))
            yield {"number": "", "name": capital(said), "printed": False}


def _measured(shelf: Shelf, noun: str) -> bool:
    """Whether the language counts it by something else: *жетони контрабанди*, not *контрабанди*."""
    words = shelf.lexicons[shelf.language].words if shelf.language in shelf.lexicons else {}
    return noun in words and "counter" in words[noun].forms


def _pictures(shelf: Shelf, example: Document) -> Iterator[Data]:
    """An example step by step: what is said, and how the table is then."""
    for item, picture in steps_of(shelf, example):
        yield {
            "lines": list(lines(shelf.say(item))) if item is not None else [],
            "begin": shelf.label("picture-begin"),
            "spots": [
                {
                    "name": spot.name,
                    "things": [
                        {
                            "said": " ".join(filter(None, [thing.name, thing.value]))
                            + (f" ×{thing.copies}" if thing.copies > 1 else ""),
                            "colour": on_paper(thing.colour) if thing.colour else "",
                            "moved": thing.moved,
                        }
                        for thing in spot.things
                    ],
                    "more": spot.more,
                }
                for spot in picture.spots
            ],
            "amounts": [said for said, _ in picture.amounts],
        }


def _chapter(shelf: Shelf, chapter: Chapter, defined: Mapping[str, Sequence[str]]) -> Data:
    """One chapter; of a word that only definitions explain, their numbers."""
    explained = () if chapter.sentences else defined.get(_bare(shelf, chapter.title), ())
    return {
        "see": [number for number in explained if number != chapter.number],
        "number": chapter.number,
        "title": chapter.title,
        "language": chapter.language or shelf.language,
        "about": " · ".join(chapter.about),
        "told": [{"text": told.text, "language": told.language} for told in chapter.told],
        "pictures": [list(_pictures(shelf, example)) for example in drawn_in(shelf, chapter.document)],
        "id": chapter.anchor,
        "sentences": [
            {
                "key": f"n-{sentence.number}",
                "number": sentence.number,
                "step": sentence.step,
                "step-language": sentence.language or shelf.language,
                "lines": list(lines(shelf.say(sentence.item))),
                "ids": list(sentence.item.cites),
            }
            for sentence in chapter.sentences
        ],
    }


def _story(id: str, told: Iterator[Told], shelf: Shelf) -> Data:
    document = next(each for each in shelf.documents("story") if each.id == id)
    return {
        "title": shelf.title(document),
        "language": shelf.title_language(document) or shelf.language,
        "told": [{"text": each.text, "language": each.language} for each in told],
        "sentences": [{"lines": list(lines(shelf.say(item)))} for item in shelf.items(document)],
    }


# --- Index ----------------------------------------------------------------------------------------------------


def index(shelf: Shelf, chapters: Sequence[Chapter]) -> list[Data]:
    """The words of the pack, each with the numbers of the sentences that define it and that use it, alphabetically."""
    defined: dict[str, list[str]] = {}
    used: dict[str, list[str]] = {}
    chapter_of = {chapter.document.id: chapter for chapter in chapters if chapter.document.type == "verb"}
    for chapter in chapters:
        for sentence in chapter.sentences:
            tree = shelf.pack.trees[sentence.item]
            for word in _defined(sentence.item, tree):
                defined.setdefault(_entry(shelf, *word), []).append(sentence.number)
            for word in dict.fromkeys(_used(shelf, tree)):
                used.setdefault(_entry(shelf, *word), []).append(sentence.number)
    for chapter in chapter_of.values():  # a verb is explained by its whole chapter
        defined.setdefault(_bare(shelf, chapter.title), []).insert(0, chapter.number)
    rows = []
    for name in sorted({*defined, *used} - {""}, key=alphabetical(shelf.language)):
        main = list(dict.fromkeys(defined.get(name, ())))
        rest = [number for number in dict.fromkeys(used.get(name, ())) if number not in main]
        rows.append(
            {"name": name, "main": main, "rest": rest[: 1 if len(rest) > MOST_PLACES else MOST_PLACES]}
        )
    return rows


def _bare(shelf: Shelf, title: str) -> str:
    """A title without its article, by which nobody looks it up."""
    return capital(_ARTICLE.sub("", title)) if shelf.language == OWN else title


def alphabetical(language: str) -> Callable[[str], tuple[tuple[int, str], ...]]:
    """The alphabetical order of a language, for `sorted`: in that of Unicode, some letters come after the last one."""
    alphabet = {letter: place for place, letter in enumerate(labels(language)["alphabet"])}

    def key(name: str) -> tuple[tuple[int, str], ...]:
        return tuple((alphabet.get(letter, -1), letter) for letter in name.casefold() if letter not in APART)

    return key


def _defined(item: Item, tree: ast.Paragraph) -> Iterator[tuple[str, str]]:
    if item.start == "definition":
        yield from filter(None, map(defined_word, tree.sentences))


def _used(shelf: Shelf, tree: ast.Node) -> Iterator[tuple[str, str]]:
    for node in tree.walk():
        match node:
            case ast.Noun():
                yield "noun", node.head or ""
                yield from (("adj", word) for word in node.adjectives)
            case ast.IsAdjective():
                yield from (("adj", word) for word in node.adjectives)
            case ast.IsRelated():
                yield "relation", node.relation
            case ast.Act():
                template = template_of(node, shelf.pack.vocabulary)
                if template is not None:
                    yield "verb", template.meaning


def _entry(shelf: Shelf, sort: str, id: str) -> str:
    """What a word of the pack is called in the index; nothing for words that every pack has."""
    if sort == "verb":
        document = next((each for each in shelf.chapters if each.type == "verb" and each.id == id), None)
        return _bare(shelf, shelf.title(document)) if document is not None else ""
    vocabulary = shelf.pack.vocabulary
    entries: Mapping[str, Mapping[str, NounEntry | AdjectiveEntry | RelationEntry]]
    entries = {"noun": vocabulary.nouns, "adj": vocabulary.adjectives, "relation": vocabulary.relations}
    entry = entries[sort].get(id)
    if entry is None or entry.pack not in {folder.id for folder in shelf.pack.source.folders}:
        return ""
    if sort == "relation":  # other languages say it by a whole phrase
        return capital(id) if shelf.language == OWN else ""
    return capital(shelf.word(id) if sort == "noun" else shelf.value(id))
