"""The words of one language besides English: what locale files say, layered, ready for a printer.

In: the data of `grammar/locales/<language>.yaml` and of the packs' `locales/<language>.yaml`, as plain mappings, and
where each entry stands.  Out: a `Lexicon`, in which a later layer wins.  Which forms a word needs, and how the
others follow from them, is the language's own business (`ukrainian_words.py`); here is only what all share:

    words:    {LEMMA: form or forms}     nouns, adjectives, list values, relations, adverbs; verbs by their infinitive;
                                         steps by their names alone (`Draw step: Добір`)
    phrases:  {VERB: phrase or forms}    a phrase has the slots of the English one: `взяти|брати {card:acc}`
    names:    {ID: text or forms}        cards, seats, named places
    closed:   {WORD: text}               the core's own small words; in `grammar/locales/` only
    tables:   {WORD: {m: …, f: …}}       the core's pronouns, written out

`missing_forms` compares a lexicon with the words of a pack.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Any

from toolkit.frozen import dataclass
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Checked, Diagnostic, Fix
from toolkit.report.source import Source, Span
from toolkit.report.suggest import nearest

SECTIONS = ("words", "phrases", "names", "closed", "tables")

LANGUAGE_NAMES = {"uk": "Ukrainian", "pl": "Polish", "ru": "Russian", "zh-Hant": "Traditional Chinese"}


@dataclass(frozen=True, slots=True)
class Entry:
    """What a locale says about one word.

    `text`: the base form, or the phrase.  `kind`: the key that it stood under (noun, adjective, phrase, verb,
    relation …), empty for a bare string.  `forms`: everything else that was said, as text or lists of text.
    """

    text: str
    kind: str = ""
    forms: Mapping[str, Any] = field(default_factory=dict)
    span: Span | None = field(default=None, compare=False)

    def form(self, name: str) -> str | None:
        """A form written beside the word, if it was."""
        value = self.forms.get(name)
        return str(value) if value is not None else None

    def flag(self, name: str) -> bool:
        """Whether a yes-or-no field says yes."""
        return str(self.forms.get(name, "")).lower() in ("true", "yes")


@dataclass(frozen=True, slots=True)
class Layer:
    """One locale file.  `data`: its sections.  `spans`: where `(section, key)` stands, where that is known."""

    data: Mapping[str, Any]
    spans: Mapping[tuple[str, str], Span] = field(default_factory=dict)


@dataclass
class Lexicon:
    """The words of one language.  Sections as in the locale files; the core's phrases stand apart, for a pack may
    have a verb whose id is also that of a core verb."""

    language: str
    words: dict[str, Entry] = field(default_factory=dict)
    phrases: dict[str, Entry] = field(default_factory=dict)
    names: dict[str, Entry] = field(default_factory=dict)
    closed: dict[str, Entry] = field(default_factory=dict)
    tables: dict[str, Entry] = field(default_factory=dict)
    core_phrases: dict[str, Entry] = field(default_factory=dict)
    cache: dict[tuple[str, str], Any] = field(default_factory=dict, repr=False, compare=False)

    def name_of(self, id: str) -> Entry | None:
        """What a name is in the language, by type and id (`card/first`) or by the id alone."""
        return self.names.get(id) or self.names.get(id.rpartition("/")[2])

    def verbs(self) -> set[str]:
        """The words of which phrases are made: verbs among them, whose forms `words` may hold."""
        made = (*self.phrases.values(), *self.core_phrases.values(), *self.closed.values())
        return {word for entry in made for word in re.split(r"[ |]", entry.text)}

    @property
    def name(self) -> str:
        """The language's English name."""
        return LANGUAGE_NAMES.get(self.language, self.language)


BASES = ("noun", "adjective", "relation", "phrase", "verb", "text", "table")
"""The keys under which an entry's base form may stand; the first one found names its kind."""


def read_lexicon(language: str, layers: Iterable[Layer]) -> Checked[Lexicon]:
    """The lexicon of `layers`, weakest first.  An entry that is neither text nor has a base form is SAY0392."""
    lexicon = Lexicon(language)
    found: list[Diagnostic] = []
    for layer in layers:
        core = "closed" in layer.data
        for section in SECTIONS:
            name = "core_phrases" if core and section == "phrases" else section
            target: dict[str, Entry] = getattr(lexicon, name)
            for key, value in (layer.data.get(section) or {}).items():
                span = layer.spans.get((section, str(key)))
                entry = read_entry(value, span)
                if entry is None:
                    typo = (
                        next((k for k in value if nearest(str(k), BASES)), None)
                        if isinstance(value, Mapping)
                        else None
                    )
                    meant = nearest(str(typo), BASES)[0] if typo is not None else None
                    at = layer.spans.get((section, f"{key}/{typo}"), span)
                    fixes = [Fix(f"write `{meant}`", at, meant)] if meant and at is not None else []
                    expected = [f"`{base}`" for base in BASES[:-1]]
                    found.append(
                        diagnose(
                            "SAY0392",
                            _span(at, str(key)),
                            word=key,
                            section=section,
                            expected=expected,
                            fixes=fixes,
                        )
                    )
                else:
                    target[str(key)] = entry
    return Checked(lexicon, tuple(found))


def read_entry(value: object, span: Span | None = None) -> Entry | None:
    """The entry that a value of a locale file means; None if it means none."""
    if isinstance(value, str):
        return Entry(value, span=span)
    if not isinstance(value, Mapping):
        return None
    for kind in BASES:
        if isinstance(value.get(kind), str):
            return Entry(value[kind], kind, {k: v for k, v in value.items() if k != kind}, span)
    if any(row in value for row in ("m", "pl", "nom")):  # a table written out
        return Entry("", "table", dict(value), span)
    return None


# --- Completeness -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Missing:
    """A word or form that a language lacks.  `section`: of the locale file; `form`: what is wanted of the word."""

    section: str
    word: str
    form: str


def report(lexicon: Lexicon, missing: Missing, span: Span | None) -> Diagnostic:
    """The finding for something that is missing."""
    return diagnose(
        "SAY0390",
        _span(span, missing.word),
        word=missing.word,
        form=missing.form,
        language=lexicon.name,
        hint=f"add it to {missing.section} in locales/{lexicon.language}.yaml",
    )


def _span(span: Span | None, word: str) -> Span:
    """Words of the core and of synthesised trees have no place of their own: the word stands for it."""
    return span or Source("<vocabulary>", word).span(0, len(word))
