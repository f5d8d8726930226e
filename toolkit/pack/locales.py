"""The words of a pack's other languages: its locale files, over those of the core and of the packs that it extends.

In: a `PackSource`.  Out: a `Lexicon` for each declared language that has a printer, whose entries know where they were
typed.  Values are read as text, whatever YAML takes them for: *yes*, `true` and `1` are words here.  `check_locales`
reports what is missing and what translates nothing; `load_pack` calls it, so that every command tells the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain
from typing import Any

from toolkit.documents.card import key_of
from toolkit.documents.folder import read_file
from toolkit.documents.nodes import Document, MappingNode, Node, ScalarNode, SequenceNode
from toolkit.language.lexicon import SECTIONS, Layer, Lexicon, Missing, read_lexicon, report
from toolkit.language.printing.languages import LANGUAGES, missing_forms
from toolkit.language.vocabulary import Vocabulary
from toolkit.pack.decks import deck_rules
from toolkit.pack.items import EXAMPLE_TYPES
from toolkit.pack.read import entries_of, word_of
from toolkit.pack.source import PackSource
from toolkit.pack.story import note_of, prose_of, translated_prose
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Checked, Diagnostic, Fix
from toolkit.report.source import Span, Text
from toolkit.report.suggest import nearest
from toolkit.resources import resource

OWN = "en"
"""The language that packs are written in: it needs no lexicon."""


def printed_languages(source: PackSource) -> tuple[str, ...]:
    """The languages that the pack declares and that can be printed, English first."""
    others = [language for language in source.manifest.languages if language in LANGUAGES]
    return tuple(dict.fromkeys((OWN, *others)))


MOST_GUESSES = 100
"""Words that are nobody's, of which is looked for what was meant."""


def lexicon_of(source: PackSource, language: str) -> Checked[Lexicon]:
    """The words of a language: the core's, then those of the packs that it extends, then its own (SAY0392)."""
    layers = list(_core(language))
    layers += [layer_of(document) for document in _locales(source, language)]
    return read_lexicon(language, layers)


def check_locales(source: PackSource, said: frozenset[str] = frozenset()) -> tuple[Diagnostic, ...]:
    """SAY0392 for entries that cannot be read, SAY0390 for each word and each prose that a declared language lacks,
    SAY0391 for words and ids of a locale file that are nobody's.

    A word that is missing is reported where the pack declares it; one whose entry lacks a form, at the entry.
    `said`: the nouns of all sentences (`Said.heads`); a step needs a name only if one of them names it.
    """
    found: list[Diagnostic] = []
    declared = printed_languages(source)
    verbs: dict[str, set[str]] = {}
    written = (word_of(document.root.get("language")) for _, document in source.of_type("locale"))
    for language in dict.fromkeys((*declared, *filter(None, written))):
        if language == OWN:
            continue
        checked = lexicon_of(source, language)
        verbs[language] = checked.value.verbs()
        found += checked.diagnostics
        if language in declared:
            found += missing_forms(source.vocabulary, checked.value, said, _fallback(source, language))
            found += _untold(source, checked.value)
    return tuple(found) + tuple(_strays(source, verbs))


def _untold(source: PackSource, lexicon: Lexicon) -> Iterator[Diagnostic]:
    """SAY0390 for each prose that nobody has translated into the language."""
    told = translated_prose(source, lexicon.language)
    for id, text in _prose(source).items():
        if id not in told:
            yield report(lexicon, Missing("prose", id, "prose"), text.span())


def _strays(source: PackSource, own_verbs: Mapping[str, set[str]]) -> Iterator[Diagnostic]:
    """SAY0391 for each word and id of a locale file that means nothing: what it translated was renamed or is gone.

    `own_verbs`: the verbs of each language.
    """
    words = source.vocabulary
    kinds = {key_of(noun) for noun in words.nouns}
    verbs = {word for template in words.templates for word in (template.meaning, template.verb)}
    lemmas, guesses = _lemmas(words), MOST_GUESSES
    known = {"names": _ids(source), "prose": set(_prose(source)), "phrases": verbs}
    for _, document in source.of_type("locale"):
        language = word_of(document.root.get("language")) or ""
        known["words"] = lemmas | own_verbs.get(language, set())
        for section, node in document.root:
            for key, _ in entries_of(node) if section.name in known else ():
                verb, _, kind = key.name.partition("/") if section.name == "phrases" else (key.name, "", "")
                if verb in known[section.name] and (not kind or kind in kinds):
                    continue
                guesses -= 1
                meant = nearest(key.name, known[section.name]) if guesses >= 0 else ()
                fixes = [Fix(f"write `{meant[0]}`", key.span, meant[0])] if meant else []
                yield diagnose(
                    "SAY0391", key.span, word=key.name, section=section.name, expected=meant, fixes=fixes
                )


def _lemmas(words: Vocabulary) -> set[str]:
    """All words but verbs."""
    values = chain.from_iterable(words.lists.values())
    open_words = (words.nouns, words.adjectives, words.relations, words.adverbs, words.labels, words.lists)
    return set(chain(*open_words, values))


def _ids(source: PackSource) -> set[str]:
    """What has a name: *unit/cat* and *cat*; options, sections of decks, subtitles, files of examples."""
    paths = {*source.vocabulary.names, *(f"{each.type}/{each.id}" for each in source.documents if each.id)}
    paths |= {f"subtitle/{each.id}" for each in source.documents if each.root.get("subtitle")}
    paths |= {f"section/{one.id}" for rules in deck_rules(source).values() for one in rules.sections}
    paths |= {f"examples/{_file(each)}" for each in source.documents if each.type in EXAMPLE_TYPES}
    options = {option.id for option in source.manifest.options}
    return paths | {path.rpartition("/")[2] for path in paths} | options


def _file(document: Document) -> str:
    """The name of its file, without ending."""
    return key_of(document.source.name.rpartition("/")[2].partition(".")[0])


def _prose(source: PackSource) -> dict[str, Text]:
    """Every text that stories and their cards tell, by the id of its translation."""
    return {
        id: text
        for document in source.documents
        if document.type != "locale"
        for id, text in (prose_of(document) | note_of(document)).items()
    }


def layer_of(document: Document) -> Layer:
    """A locale document as the printers want it: text only, and where each entry stands."""
    data: dict[str, Any] = {}
    spans: dict[tuple[str, str], Span] = {}
    for section, node in document.root:
        if section.name in SECTIONS and isinstance(node, MappingNode):
            data[section.name] = _texts(node)
            for key, value in node:
                spans[section.name, key.name] = key.span
                if isinstance(value, MappingNode):
                    spans.update(
                        {(section.name, f"{key.name}/{inner.name}"): inner.span for inner, _ in value}
                    )
    return Layer(data, spans)


def _texts(node: Node) -> Any:
    match node:
        case ScalarNode():
            return node.text.value
        case SequenceNode():
            return [_texts(item) for item in node]
        case MappingNode():
            return {key.name: _texts(value) for key, value in node}


@cache
def _core(language: str) -> tuple[Layer, ...]:
    path = resource("grammar", "locales", f"{language}.yaml")
    return tuple(layer_of(document) for document in read_file(path).value) if path.is_file() else ()


def _locales(source: PackSource, language: str) -> Iterable[Document]:
    return (
        document
        for _, document in source.of_type("locale")
        if word_of(document.root.get("language")) == language
    )


def _fallback(source: PackSource, language: str) -> Span | None:
    """Where to point for a word that the pack did not write: its locale file, else where the language is declared."""
    own = source.folders[-1].documents
    for document in own:
        if document.type == "locale" and word_of(document.root.get("language")) == language:
            return document.head
    for document in own:
        for key, node in document.root:
            if document.type == "pack" and key.name == "languages":
                for item in node.items if isinstance(node, SequenceNode) else (node,):
                    if isinstance(item, ScalarNode) and item.text.value == language:
                        return item.span
    return None
