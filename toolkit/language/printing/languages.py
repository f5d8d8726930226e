"""The languages that have a printer: a tree as text in one of them, and what one of them lacks.

A new language is `<language>.py` with `print_<language>(tree, vocabulary, lexicon, start)`, one method for each kind of
node (`tests/language/test_english.py` has an example of every kind); `<language>_words.py`, which turns entries of a
`Lexicon` into forms and has the `check_…` methods that `missing_forms` calls; `grammar/locales/<tag>.yaml` with the
same keys as `uk.yaml`; and its line in each of `LANGUAGES`, `print_tree` and `missing_forms`.
"""

from __future__ import annotations

from collections.abc import Mapping

from toolkit.language.ast import Node
from toolkit.language.lexicon import Entry, Lexicon, Missing, report
from toolkit.language.printing.english import print_english
from toolkit.language.vocabulary import Vocabulary
from toolkit.report.diagnostic import Checked, Diagnostic
from toolkit.report.source import Span

LANGUAGES = ("en", "uk")
"""The languages that have a printer, as packs name them."""


def print_tree(
    tree: Node,
    language: str,
    vocabulary: Vocabulary,
    lexicon: Lexicon | None = None,
    *,
    start: str = "effect",
) -> Checked[str]:
    """The text of a tree in `language` (one of `LANGUAGES`); every language but English needs its `lexicon`.

    `start`: the field it was parsed for; a `cost` is printed without its verb (*2 cards*).  A word or form that the
    lexicon lacks is a warning (SAY0390), and stands in the text as ⟨word⟩.  Raises `ValueError` for a language
    without a printer.
    """
    match language:
        case "en":
            return Checked(print_english(tree, vocabulary, start))
        case "uk":
            from toolkit.language.printing.ukrainian import print_ukrainian  # loaded where it is needed

            if lexicon is None:
                raise ValueError("Ukrainian needs a lexicon")
            return print_ukrainian(tree, vocabulary, lexicon, start)
        case _:
            raise ValueError(f"no printer for {language!r}; there are {', '.join(LANGUAGES)}")


def missing_forms(
    vocabulary: Vocabulary, lexicon: Lexicon, said: frozenset[str] = frozenset(), place: Span | None = None
) -> tuple[Diagnostic, ...]:
    """SAY0390 for each word and phrase of a vocabulary that the lexicon cannot print.

    At the entry that lacks a form, else at the word's declaration, else (words of the core) at `place`.
    `said`: nouns that sentences use; most steps are named by none, and need no name then.
    """
    from toolkit.language.printing.ukrainian_words import UkrainianWords  # loaded where it is needed

    checker = {"uk": UkrainianWords}.get(lexicon.language)
    if checker is None:
        raise ValueError(f"no printer for {lexicon.language!r}")
    forms = checker(lexicon, vocabulary)
    for noun in vocabulary.nouns.values():
        if noun.category == "step" and noun.id not in lexicon.words and noun.id not in said:
            continue
        forms.check_noun(noun.id, noun.span)
    for adjective in vocabulary.adjectives.values():
        forms.check_adjective(adjective.id, adjective.span)
    for relation in vocabulary.relations.values():
        forms.check_relation(relation.id, relation.span)
    for adverb in sorted(vocabulary.adverbs):
        forms.check_adverb(adverb, None)
    for template in vocabulary.templates:
        forms.check_phrase(template, template.span)
    for name in vocabulary.names.values():
        forms.check_name(name, name.span)
    return tuple(
        report(lexicon, missing, _entry_span(lexicon, missing) or span or place)
        for missing, span in forms.missing.items()
    )


def _entry_span(lexicon: Lexicon, missing: Missing) -> Span | None:
    """Where the word has an entry that says too little."""
    entries: Mapping[str, Entry] = getattr(lexicon, missing.section)
    entry = entries.get(missing.word)
    return entry.span if entry is not None else None
