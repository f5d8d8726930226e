"""Words that cannot be told apart, asked over the whole vocabulary: core, extended packs and pack together.

Each check is one function over the words that `pack` adds: a word of English (SAY0311), a word that is both noun and
adjective (SAY0314), one form of two nouns (SAY0310), a shorter noun inside a longer one (SAY0315), a name that is a
word (SAY0319), a word that is no word (SAY0316).  Phrases are compared by `language.phrase.clashes`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from toolkit.language.lexer import CLOSED
from toolkit.language.phrase import clashes as phrase_clashes
from toolkit.language.vocabulary import AdjectiveEntry, NameEntry, NounEntry, RelationEntry, Vocabulary
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Diagnostic, Label
from toolkit.report.source import Span, Text

Entry = NounEntry | AdjectiveEntry | RelationEntry
_WORD = re.compile(r"[^\W_]+(?:[-'.][^\W_]+)*(?: [^\W_]+(?:[-'.][^\W_]+)*)*")


def check_words(words: Vocabulary, pack: str) -> tuple[Diagnostic, ...]:
    """Everything that clashes because of a word of `pack`."""

    closed = frozenset(CLOSED)
    found: list[Diagnostic] = []
    for check in (_no_word, _closed_words):
        found += check(words, pack, closed)
    for check_two in (_nouns_and_adjectives, _forms_of_two_nouns, _hidden_nouns):
        found += check_two(words, pack)
    found += _names(words, pack, closed)
    found += [d for d in phrase_clashes(words) if _about(d, words, pack)]
    return tuple(found)


def _about(diagnostic: Diagnostic, words: Vocabulary, pack: str) -> bool:
    """A clash of two extended packs is told once, by the first pack that has both."""
    return any(t.span == diagnostic.span and t.pack == pack for t in words.templates)


def _mine(words: Vocabulary, pack: str) -> Iterator[tuple[Entry, str]]:
    """Each word of the pack with each of its forms that an author chose."""
    for noun in words.nouns.values():
        if noun.pack == pack:
            yield noun, noun.id
            if noun.plural != noun.id:
                yield noun, noun.plural
    for adjective in words.adjectives.values():
        if adjective.pack == pack:
            yield adjective, adjective.id
    for relation in words.relations.values():
        if relation.pack == pack:
            yield relation, relation.id


def _no_word(words: Vocabulary, pack: str, closed: frozenset[str]) -> Iterator[Diagnostic]:
    del closed
    told: set[str] = set()
    for entry, form in _mine(words, pack):
        if not _WORD.fullmatch(form) and entry.id not in told:
            told.add(entry.id)
            yield diagnose(
                "SAY0316",
                _span(entry),
                word=form,
                hint="a word has letters, digits, hyphens and apostrophes, and single spaces between its parts",
            )


def _closed_words(words: Vocabulary, pack: str, closed: frozenset[str]) -> Iterator[Diagnostic]:
    for entry, form in _mine(words, pack):
        if form.casefold() in closed:
            yield diagnose(
                "SAY0311", _span(entry), word=form, hint="choose a word that English does not need for itself"
            )


def _nouns_and_adjectives(words: Vocabulary, pack: str) -> Iterator[Diagnostic]:
    adjectives = {adjective.id.casefold(): adjective for adjective in words.adjectives.values()}
    for noun in _no_states(words):
        for form in dict.fromkeys((noun.id, noun.plural)):
            adjective = adjectives.get(form.casefold())
            if adjective is None or pack not in (noun.pack, adjective.pack):
                continue
            mine, other = (noun, adjective) if noun.pack == pack else (adjective, noun)
            if mine.span and other.span and mine.pack == other.pack and mine.span.start < other.span.start:
                mine, other = other, mine
            labels = [Label(other.span, "the same word")] if other.span else []
            yield diagnose(
                "SAY0314",
                _span(mine),
                word=form,
                labels=labels,
                hint="`a <word> moves` could then be read in two ways; choose another word for one of the two",
            )


def _no_states(words: Vocabulary) -> list[NounEntry]:
    """The nouns but for flags, which an adjective may name, too: *a tired cat*."""
    nouns = words.nouns.values()
    flags = {name for noun in nouns for name, form in noun.attributes.items() if form == "flag"}
    return [noun for noun in nouns if noun.id not in flags]


def _forms_of_two_nouns(words: Vocabulary, pack: str) -> Iterator[Diagnostic]:
    """A plural that is another noun; equal lemmas are told where they are declared."""
    forms: dict[str, NounEntry] = {}
    for noun in words.nouns.values():
        for form in dict.fromkeys((noun.id.casefold(), noun.plural.casefold())):
            other = forms.setdefault(form, noun)
            if other is noun or pack not in (noun.pack, other.pack):
                continue
            mine, theirs = (noun, other) if noun.pack == pack else (other, noun)
            labels = [Label(theirs.span, f"a form of `{theirs.id}`")] if theirs.span else []
            yield diagnose(
                "SAY0310",
                _span(mine),
                word=form,
                labels=labels,
                hint="write its forms under `noun: [singular, plural]`, or choose another word",
            )


def _hidden_nouns(words: Vocabulary, pack: str) -> Iterator[Diagnostic]:
    """*piece of cake* beside *piece*: *a piece of cake …* always means the longer one."""
    for noun in words.nouns.values():
        if noun.pack != pack:
            continue
        match = re.match(r"(.+?) (?:of|and|or|in|at|on|to|with|from|for) ", noun.id)
        shorter = words.nouns.get(match[1]) if match else None
        if shorter is not None and shorter.pack != "core":
            labels = [Label(shorter.span, "the shorter one")] if shorter.span else []
            yield diagnose(
                "SAY0315",
                _span(noun),
                word=noun.id,
                shorter=shorter.id,
                labels=labels,
                hint="give one of the two another name",
            )


def _names(words: Vocabulary, pack: str, closed: frozenset[str]) -> Iterator[Diagnostic]:
    forms = {form.casefold(): noun for noun in words.nouns.values() for form in (noun.id, noun.plural)}
    for name in words.names.values():
        for text in dict.fromkeys(filter(None, (name.text, name.short))):
            noun = forms.get(text.casefold())
            if noun is not None and noun.id != name.noun and pack in (name.pack, noun.pack):
                labels = [Label(noun.span, f"`{noun.id}` is a noun")] if noun.span else []
                yield _word_as_name(name, text, labels)
            elif text.casefold() in closed and name.pack == pack:
                yield _word_as_name(name, text, [])


def _word_as_name(name: NameEntry, text: str, labels: list[Label]) -> Diagnostic:
    return diagnose(
        "SAY0319",
        name.span or Text.plain(text).span(),
        name=text,
        labels=labels,
        hint="at the start of a sentence the two look the same; give one of them another name",
    )


def _span(entry: Entry) -> Span:
    return entry.span or Text.plain(entry.id).span()
