"""The index of a search that works without a server: a script for each book and language, loaded when it is wanted.

In: pages with their entries, and a shelf whose printers know the forms of each word.  Out: the text of a script that
hands its data to `site.js`.  A form that a reader may type (*dice*, *ведмедя*) leads to the word as the index has it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from toolkit.documents.nodes import Document
from toolkit.language.forms import gerund, verb_forms
from toolkit.language.lexicon import Entry
from toolkit.language.phrase import fixed_noun, show
from toolkit.language.printing.ukrainian_forms import CASES
from toolkit.language.vocabulary import Template, Vocabulary
from toolkit.site.labels import labels
from toolkit.site.page import Entry as Found
from toolkit.site.page import Page
from toolkit.site.shelf import Shelf

if TYPE_CHECKING:
    from toolkit.language.printing.ukrainian_words import Noun, UkrainianWords

WEIGHTS = {
    "front": 12,
    "part": 9,
    "gallery": 12,
    "card": 13,
    "chapter": 12,
    "deck": 9,
    "story": 9,
    "word": 8,
    "ruling": 7,
    "rule": 7,
    "example": 2,
    "source": 3,
    "guide": 5,
    "language": 4,
    "diagnostic": 2,
}
"""How much a hit of each sort is worth: the rules and the cards of a game before what is said about them."""

_SLOT = re.compile(r"\{([^}:]+)[^}]*\}")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


def index_of(
    pages: Sequence[Page],
    forms: Mapping[str, str],
    language: str = "en",
    parts: Sequence[tuple[str, str]] = (),
) -> str:
    """The script: `sorts` with their weights, `hits` (title, address, sort, ids, words, further names), `forms` →
    words, and `light`, words of the language that say little about what is sought.  `parts`: titles and addresses.
    """
    sorts = list(WEIGHTS)
    hits = [
        [
            entry.title,
            page.url + (f"#{entry.anchor}" if entry.anchor else ""),
            sorts.index(entry.sort),
            [id.casefold() for id in entry.ids],
            entry.words,
            list(entry.also),
        ]
        for page in pages
        for entry in page.entries
    ]
    hits += [[title, url, sorts.index("part"), [], "", []] for title, url in parts]
    said = set(tokens(" ".join(part for page in pages for entry in page.entries for part in _said(entry))))
    bases = {forms.get(word, word) for word in said}
    useful = {form: base for form, base in sorted(forms.items()) if base in bases}
    light = labels(language)["search-light"].split()
    data = {"sorts": WEIGHTS, "hits": hits, "forms": useful, "light": light}
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    return f"sayso.found({written});\n"


def _said(entry: Found) -> Iterator[str]:
    yield from (entry.title, entry.words, *entry.also)


def tokens(said: str) -> list[str]:
    """The words of a text as they are compared."""
    return [word.replace("’", "'") for word in _WORD.findall(said.casefold())]


def forms_of(shelf: Shelf) -> dict[str, str]:
    """Each form of each word of the pack, in the language of the pages → its first form.

    Words by themselves come first: in *колода карт* the second word is a form, and no base of others.
    """
    key = ("forms", shelf.language, shelf.kept.cards)
    return dict(shelf.kept.pairs(key, lambda: list(_forms_of(shelf).items())))


def _forms_of(shelf: Shelf) -> dict[str, str]:
    found: dict[str, str] = {}
    for first, *others in sorted(_paradigms(shelf), key=lambda forms: len(tokens(forms[0])) > 1):
        base = [found.get(word, word) for word in tokens(first)]
        for other in others:
            inflected = tokens(other)
            if len(inflected) == len(base):
                pairs = zip(inflected, base, strict=True)
                found.update({form: word for form, word in pairs if form != word and form not in found})
    return {form: word for form, word in found.items() if found.get(word) != form}


def phrasings(shelf: Shelf, document: Document) -> list[str]:
    """How sentences say a verb, in the language of the pages, with nouns in its slots (*build house*); nothing for
    another document."""
    verb = document.id or ""
    if document.type != "verb":
        return []
    templates = [
        each for each in shelf.pack.vocabulary.templates if each.meaning == verb and each.pack != "core"
    ]
    nouns = _nouns(templates)
    if shelf.language == "en":
        return [_SLOT.sub(lambda slot: f"{nouns[slot[1]]} ", show(each)).strip() for each in templates]
    entry = shelf.lexicons[shelf.language].phrases.get(verb)
    phrases = entry.text.split(" / ") if entry is not None else []
    filled = [_SLOT.sub(lambda slot: shelf.word(nouns.get(slot[1], "")), phrase) for phrase in phrases]
    return [said for phrase in filled for said in _aspects(phrase)]


def _nouns(templates: Sequence[Template]) -> dict[str, str]:
    """What fills the slots of a verb: role or name → noun; its object, if it is fixed."""
    fixed = [noun for each in templates if (noun := fixed_noun(each))]
    nouns = {"obj": fixed[0][0]} if fixed else {}
    return nouns | {
        key: slot.noun for each in templates for slot in each.slots for key in (slot.role, slot.name)
    }


def _aspects(phrase: str) -> Iterator[str]:
    """The phrase with each of its verbs: *взяти карту* and *брати карту* of *взяти|брати карту*."""
    ways = [word.split("|") for word in phrase.split()]
    for number in range(max(map(len, ways), default=0)):
        yield " ".join(way[min(number, len(way) - 1)] for way in ways)


def _paradigms(shelf: Shelf) -> Iterator[list[str]]:
    """Lists of forms, the first of each the one that the index has."""
    return _english(shelf.pack.vocabulary) if shelf.language == "en" else _ukrainian(shelf)


def _english(vocabulary: Vocabulary) -> Iterator[list[str]]:
    for noun in vocabulary.nouns.values():
        yield [noun.id, noun.plural]
    for lemma in sorted({template.verb for template in vocabulary.templates}):
        forms = verb_forms(lemma, vocabulary.forms.get(lemma))
        yield [lemma, forms.third, forms.past, forms.participle, gerund(lemma)]


def _ukrainian(shelf: Shelf) -> Iterator[list[str]]:
    """Nouns, names and adjectives in all cases, verbs in all forms that sentences have."""
    from toolkit.language.printing.ukrainian_words import UkrainianWords  # loaded where it is needed

    words = UkrainianWords(shelf.lexicons[shelf.language], shelf.pack.vocabulary)
    for noun in _ukrainian_nouns(shelf, words):
        yield [noun.text("nom", False), *(noun.text(case, many) for case in CASES for many in (False, True))]
    for id in shelf.pack.vocabulary.adjectives:
        if forms := words.adjective(id).forms:
            yield list(dict.fromkeys(forms.values()))
    for infinitive in sorted(words.lexicon.verbs()):
        if infinitive.endswith(("ти", "тися")):
            yield [infinitive, *words.verb_forms(infinitive).values()]


def _ukrainian_nouns(shelf: Shelf, words: UkrainianWords) -> Iterator[Noun]:
    """Declared nouns and names; then the words of those that are printed as they are, declined one by one."""
    vocabulary = shelf.pack.vocabulary
    plain = [entry.text for entry in words.lexicon.words.values() if not entry.kind]
    yield from (words.noun(id) for id in vocabulary.nouns if words.is_noun(id))
    for found in map(words.name, vocabulary.names.values()):
        if isinstance(found, str):
            plain.append(found)
        elif found is not None:
            yield found
    for token in sorted({token for said in plain for token in tokens(said)}):
        if (noun := words.read_noun(Entry(token))) is not None:
            yield noun
