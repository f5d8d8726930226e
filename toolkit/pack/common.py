"""The words that the language writes in itself: one file of `grammar/verbs/` or `grammar/adjectives/` each.

In: the words of a pack, complete.  Out: the files that the pack may use, their words added to its own.  A word of
the pack stands in place of such a file: whoever declares the phrase, its id or the adjective keeps their meaning.
What no sentence of a pack says is never parsed for it (`needed`), so it is nowhere counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from functools import cache

from toolkit.documents.folder import read_file
from toolkit.language import phrase
from toolkit.language.core import core_vocabulary
from toolkit.language.vocabulary import AdjectiveEntry, Template, Vocabulary
from toolkit.pack.items import read_items
from toolkit.pack.read import texts_of
from toolkit.pack.source import COMMON, Common, Item, Manifest
from toolkit.pack.structure import Structure
from toolkit.resources import resource

FOLDERS = ("verbs", "adjectives")
"""Folders of `grammar/` that hold such files."""


@cache
def common_words() -> tuple[Common, ...]:
    """Every file, by its name."""
    return tuple(
        _read(folder, path.name)
        for folder in FOLDERS
        for path in sorted(resource("grammar", folder).glob("*.yaml"))
    )


def _read(folder: str, name: str) -> Common:
    checked = read_file(resource("grammar", folder, name), shown=f"{COMMON}/{folder}/{name}")
    words = core_vocabulary()
    templates: list[Template] = []
    adjectives: list[AdjectiveEntry] = []
    for document in checked.value:
        for text in texts_of(document.root.get("adjectives")):
            adjectives.append(AdjectiveEntry(text.value, "defined", None, COMMON, text.span()))
        for key in ("phrase", "also"):
            for text in texts_of(document.root.get(key)):
                made = phrase.read_phrase(
                    text, document.id or "", words.nouns, canonical=key == "phrase", pack=COMMON
                ).value
                assert made is not None, text.value
                templates.append(made)
    items = read_items(Structure(), words, checked.value, COMMON, Manifest(COMMON, COMMON, precedence=()))
    return Common(f"{COMMON}/{folder}/{name}", checked.value, items, tuple(templates), tuple(adjectives))


def add_common(words: Vocabulary, verbs: Iterable[str]) -> tuple[Common, ...]:
    """Add the words that the pack does not declare itself to `words`; the files that they come from.

    `verbs`: ids of the pack's own verbs.
    """
    ids = set(verbs)
    own = {form.casefold() for noun in words.nouns.values() for form in (noun.id, noun.plural)}
    own |= {word.casefold() for word in (*words.adjectives, *words.relations, *words.adverbs)}
    own |= {form.casefold() for name in words.names.values() for form in (name.text, name.short or "")}
    kept = []
    for common in common_words():
        if any(t.meaning in ids or _said_already(t, words) for t in common.templates):
            continue
        if any(adjective.id.casefold() in own for adjective in common.adjectives):
            continue
        kept.append(common)
    for common in kept:
        words.templates += common.templates
        words.adjectives.update({adjective.id: adjective for adjective in common.adjectives})
    return tuple(kept)


def _said_already(template: Template, words: Vocabulary) -> bool:
    """Whether the pack has a phrase that could be meant."""
    return any(
        other.verb == template.verb
        and other.frame == template.frame
        and other.fixed == template.fixed
        and phrase.fit(template, other, words) != "disjoint"
        for other in words.templates
    )


def needed(common: Iterable[Common], there: Iterable[Item], said: Set[tuple[str, ...]]) -> tuple[Item, ...]:
    """The sentences of the common words that are said (`Said.words`), but for those that are `there`.

    To be asked again with what these say: one may say another.
    """
    known = {item.text.span().source.name for item in there if item.pack == COMMON}
    return tuple(
        item
        for one in common
        if one.name not in known and not said.isdisjoint(_words(one))
        for item in one.items
    )


def _words(common: Common) -> set[tuple[str, ...]]:
    found: set[tuple[str, ...]] = {(adjective.id,) for adjective in common.adjectives}
    return found | {(template.verb, *template.frame) for template in common.templates}
