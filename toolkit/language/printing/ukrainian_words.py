"""Ukrainian words out of a lexicon: nouns, adjectives, relations, verbs and phrases with all their forms.

In: entries of locale files.  Out: small objects that the printer asks for forms.  What is missing is remembered in
`missing` and stands in the text as ⟨word⟩, so that nobody takes English for a translation.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Literal

from toolkit.language.lexicon import Entry, Lexicon, Missing
from toolkit.language.printing.ukrainian_forms import (
    CASES,
    Case,
    Paradigm,
    adjective_form,
    adjective_forms,
    noun_forms,
    past_forms,
    verb_forms,
)
from toolkit.language.printing.ukrainian_sounds import marked
from toolkit.language.vocabulary import NameEntry, Template, Vocabulary
from toolkit.report.source import Span

VERB_FORMS = ("imperative", "third", "thirds", "second", "past-m", "past-f", "past-n", "past-pl")

_SLOT = re.compile(r"\{(?P<name>[^:{}]+):(?P<government>[^{}]+)\}")


@cache
def plural_category(number: float) -> str:
    """The CLDR category of a number in Ukrainian: one, few, many or other (fractions)."""
    from babel import Locale

    return Locale.parse("uk").plural_form(abs(number))


def marker(word: str) -> str:
    """What stands where a form is missing."""
    return f"⟨{word}⟩"


# --- What the printer asks ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Adjective:
    """An adjective, or what stands for one.  `before`: whether it precedes its noun; `fixed` ones do not decline."""

    forms: Paradigm
    fixed: str = ""
    before: bool = True
    predicate: str = ""

    def form(self, case: Case, gender: str, animate: bool) -> str:
        if self.fixed:
            return self.fixed
        return adjective_form(self.forms, case, gender, animate) or marker("?")


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun with its fixed companions.  `few`: the form after 2, 3, 4 where it is not the nominative plural.
    `after_plural`: what follows the plural where that differs (*жетони дій*).  `places`: the prepositions of a place,
    by motion: in, to, from.  `counter`: the noun that is counted instead (*очко репутації*).  `measure`: more of it is
    not more pieces, but a bigger one (*більша репутація*).  `governs`: what an English preposition after it becomes
    (*a toll on* → на+acc)."""

    forms: Paradigm
    gender: str
    animate: bool = False
    adjectives: tuple[Adjective, ...] = ()
    after: str = ""
    after_plural: str = ""
    few: str | None = None
    places: Mapping[str, str] = field(default_factory=dict)
    counter: Noun | None = None
    measure: bool = False
    governs: Mapping[str, str] = field(default_factory=dict)

    def text(self, case: Case, plural: bool, few: bool = False) -> str:
        """One form with its companions."""
        number = "pl" if plural else "sg"
        gender = "pl" if plural or self.gender == "pl" else self.gender
        parts = [adjective.form(case, gender, self.animate) for adjective in self.adjectives]
        noun = self.few if few and self.few else self.forms.get(f"{case}-{number}", marker("?"))
        after = (plural and self.after_plural) or self.after
        return " ".join(part for part in (*parts, noun, after) if part)

    def agreement(self, plural: bool) -> str:
        """The gender that adjectives and past tenses take from it."""
        return "pl" if plural or self.gender == "pl" else self.gender


Motion = Literal["in", "to", "from"]
MOTIONS: tuple[Motion, ...] = ("in", "to", "from")


@dataclass(frozen=True, slots=True)
class Government:
    """How a slot is filled: `case` after `preposition`; or `place`: in, to or from, as the place word governs.
    `whence`: the place where the thing is said to be is where it is taken from (*карту зі своєї руки*)."""

    case: Case = "acc"
    preposition: str = ""
    place: Motion | Literal[""] = ""
    whence: bool = False


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation: an adjective, a verb or fixed words, and how what it relates to is governed."""

    government: Government
    adjective: Adjective | None = None
    verb: VerbWords | None = None
    fixed: str = ""


@dataclass(frozen=True, slots=True)
class VerbWords:
    """Both aspects of a verb: `done` for orders, modals and the past, `doing` for the present and prohibitions."""

    done: Mapping[str, str]
    doing: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PhraseWords:
    """A verb phrase: the verb and after it words and slots, `(slot, government)`, in their order."""

    verb: VerbWords
    parts: tuple[str | tuple[str, Government], ...]

    def government(self, *names: str) -> Government | None:
        """How the first slot with one of these names is governed."""
        for part in self.parts:
            if isinstance(part, tuple) and part[0] in names:
                return part[1]
        return None


class UkrainianWords:
    """The words of a lexicon, made when they are first asked for."""

    def __init__(self, lexicon: Lexicon, vocabulary: Vocabulary) -> None:
        self.lexicon = lexicon
        self.own_verbs = {t.meaning for t in vocabulary.templates if t.pack != "core"}
        self.missing: dict[Missing, Span | None] = {}

    def lack(self, section: str, word: str, form: str, span: Span | None = None) -> str:
        """Remembers what is missing and gives its marker."""
        self.missing.setdefault(Missing(section, word, form), span)
        return marker(word)

    # --- Closed words ------------------------------------------------------------------------------------

    def closed(self, word: str) -> str:
        """A small word of the core."""
        entry = self.lexicon.closed.get(word)
        return entry.text if entry else self.lack("closed", word, "translation")

    def governed(self, word: str) -> tuple[str, Case] | None:
        """A small word that governs a case: *під час+gen* → (*під час*, gen)."""
        entry = self.lexicon.closed.get(word)
        if entry is None or "+" not in entry.text:
            return None
        text, _, case = entry.text.rpartition("+")
        return text, _case(case)

    def table(self, word: str) -> Adjective:
        """A pronoun of the core that declines like an adjective: this, your, each …"""
        key = ("table", word)
        if key not in self.lexicon.cache:
            entry = self.lexicon.tables.get(word)
            if entry is None:
                return Adjective({}, fixed=self.lack("tables", word, "forms"))
            self.lexicon.cache[key] = Adjective(
                _table(entry) if entry.kind == "table" else _several(entry.text)
            )
        return self.lexicon.cache[key]

    # --- Nouns -------------------------------------------------------------------------------------------

    def noun(self, lemma: str, span: Span | None = None) -> Noun:
        key = ("noun", lemma)
        if key not in self.lexicon.cache:
            entry = self.lexicon.words.get(lemma)
            made: Noun | None
            if entry and not entry.kind and lemma.endswith(" step"):
                made = replace(self.noun("step"), after=f"«{entry.text}»")
            else:
                made = self.read_noun(entry) if entry and entry.kind in ("noun", "") else None
            if made is None:
                text = self.lack("words", lemma, "noun" if entry is None else "nominative and gender", span)
                return Noun({f"{case}-{number}": text for case in CASES for number in ("sg", "pl")}, "m")
            self.lexicon.cache[key] = made
        return self.lexicon.cache[key]

    def read_noun(self, entry: Entry) -> Noun | None:
        """The noun of an entry; None if its gender is neither written nor plain from its last letter."""
        lemma = entry.text
        gender = entry.form("gender") or _gender(lemma)
        animate = entry.flag("animate")
        if gender is None:
            return None
        if entry.flag("indeclinable"):
            forms = {f"{case}-{number}": lemma for case in CASES for number in ("sg", "pl")}
        elif entry.flag("adjectival"):
            forms = _adjectival(lemma, gender, animate)
        else:
            soft = entry.form("soft")
            stem = entry.form("stem")
            forms = noun_forms(
                lemma, gender, animate=animate, stem=stem, soft=entry.flag("soft") if soft else None
            )
        forms.update({name: form for name in forms if (form := entry.form(name))})
        _follow(forms, entry, animate, gender)
        counter = entry.forms.get("counter")
        return Noun(
            forms,
            gender,
            animate,
            tuple(Adjective(_several(word)) for word in _texts(entry.forms.get("adjective"))),
            entry.form("after") or "",
            entry.form("after-pl") or "",
            entry.form("few"),
            _places(entry.forms.get("place")),
            self.read_noun(_counter(counter)) if counter else None,
            entry.flag("measure"),
            entry.forms.get("governs") or {},
        )

    def name(self, name: NameEntry) -> Noun | str | None:
        """A declined name, or the text to put in quotes after its noun; None if the language has no such name."""
        entry = self.lexicon.name_of(name.id)
        if entry is None:
            return None
        if entry.kind == "adjective":
            key = ("name", name.id)
            if key not in self.lexicon.cache:
                gender = entry.form("gender") or "m"
                forms = _adjectival(entry.text, gender, entry.form("animate") != "false")
                self.lexicon.cache[key] = Noun(forms, gender, entry.form("animate") != "false")
            return self.lexicon.cache[key]
        if entry.kind == "noun":
            return self.read_noun(entry) or entry.text
        return entry.text

    # --- Adjectives and relations ------------------------------------------------------------------------

    def is_noun(self, word: str) -> bool:
        """Whether a value or an adjective is a noun in this language."""
        entry = self.lexicon.words.get(word)
        return entry is not None and entry.kind == "noun"

    def adjective(self, word: str, span: Span | None = None) -> Adjective:
        key = ("adjective", word)
        if key not in self.lexicon.cache:
            entry = self.lexicon.words.get(word)
            made = _read_adjective(entry) if entry else None
            if made is None:
                return Adjective({}, fixed=self.lack("words", word, "adjective", span))
            self.lexicon.cache[key] = made
        return self.lexicon.cache[key]

    def relation(self, word: str, span: Span | None = None) -> Relation:
        key = ("relation", word)
        if key not in self.lexicon.cache:
            entry = self.lexicon.words.get(word)
            if entry is None or "with" not in entry.forms:
                text = self.lack("words", word, "relation with its case", span)
                return Relation(Government("nom"), fixed=text)
            self.lexicon.cache[key] = self._relation(entry)
        return self.lexicon.cache[key]

    def _relation(self, entry: Entry) -> Relation:
        government = read_government(str(entry.forms["with"]))
        if entry.kind == "adjective":
            return Relation(government, adjective=_read_adjective(entry))
        if entry.kind == "verb":
            return Relation(government, verb=self.verb(entry.text))
        return Relation(government, fixed=marked(entry.text))

    def adverb(self, word: str, span: Span | None = None) -> str:
        entry = self.lexicon.words.get(word) or self.lexicon.closed.get(word)
        return marked(entry.text) if entry else self.lack("words", word, "adverb", span)

    # --- Verbs -------------------------------------------------------------------------------------------

    def verb(self, aspects: str) -> VerbWords:
        """A verb written *взяти|брати*: the perfective and the imperfective, or one that serves for both."""
        done, _, doing = aspects.partition("|")
        return VerbWords(self.verb_forms(done), self.verb_forms(doing or done))

    def verb_forms(self, infinitive: str) -> Mapping[str, str]:
        key = ("verb", infinitive)
        if key not in self.lexicon.cache:
            forms = verb_forms(infinitive)
            entry = self.lexicon.words.get(infinitive)
            if entry is not None:
                if past := entry.form("past-m"):
                    forms |= past_forms(past)
                forms |= {name: form for name in VERB_FORMS if (form := entry.form(name))}
            self.lexicon.cache[key] = forms
        return self.lexicon.cache[key]

    def phrase(
        self,
        template: Template | None,
        verb: str,
        span: Span | None = None,
        roles: Sequence[str] = (),
        kinds: Sequence[str] = (),
    ) -> PhraseWords | None:
        """The phrase of a verb: by its own id, else by its lemma; None (and a finding) if there is none.

        `roles`: the slots that are filled.  Of several phrases (*закінчити {obj:acc} / закінчитися*) the one that
        has just these is taken, else the first.  `kinds`: what its place and its object are, nearest first; one
        of them may have a phrase of its own (`put/unit`: *поставити*, where cards are laid: *покласти*)."""
        keys = (*((template.meaning,) if template else ()), verb)
        for key in (*(f"{key}/{_id(kind)}" for key in keys for kind in kinds), *keys):
            homonym = template is not None and template.pack == "core" and key in self.own_verbs
            entry = None if homonym else self.lexicon.phrases.get(key)
            entry = entry or self.lexicon.core_phrases.get(key)
            if entry is not None:
                return self._with_slots(self._phrases(entry.text), template, set(roles))
        self.lack("phrases", template.meaning if template else verb, "phrase", span)
        return None

    def _phrases(self, text: str) -> list[PhraseWords]:
        """All phrases of an entry, made once."""
        cached = ("phrase", text)
        if cached not in self.lexicon.cache:
            self.lexicon.cache[cached] = [self._phrase(each.strip()) for each in text.split(" / ")]
        found: list[PhraseWords] = self.lexicon.cache[cached]
        return found

    def _with_slots(
        self, found: Sequence[PhraseWords], template: Template | None, roles: set[str]
    ) -> PhraseWords:
        """The phrase that has just these slots, else the first."""
        names = {slot.name: slot.role for slot in template.slots} if template else {}
        for phrase in found:
            if {names.get(part[0], part[0]) for part in phrase.parts if isinstance(part, tuple)} == roles:
                return phrase
        return found[0]

    def _phrase(self, text: str) -> PhraseWords:
        verb, _, rest = text.partition(" ")
        parts: list[str | tuple[str, Government]] = []
        at = 0
        for match in _SLOT.finditer(rest):
            if words := rest[at : match.start()].strip():
                parts.append(marked(words))
            parts.append((match["name"].strip(), read_government(match["government"].strip())))
            at = match.end()
        if words := rest[at:].strip():
            parts.append(marked(words))
        return PhraseWords(self.verb(verb), tuple(parts))

    # --- Completeness ------------------------------------------------------------------------------------

    def check_noun(self, lemma: str, span: Span | None) -> None:
        self.noun(lemma, span)

    def check_adjective(self, word: str, span: Span | None) -> None:
        self.adjective(word, span)

    def check_relation(self, word: str, span: Span | None) -> None:
        self.relation(word, span)

    def check_adverb(self, word: str, span: Span | None) -> None:
        self.adverb(word, span)

    def check_phrase(self, template: Template, span: Span | None) -> None:
        phrase = self.phrase(template, template.verb, span, [slot.role for slot in template.slots])
        if phrase is None:
            return
        for slot in template.slots:
            if phrase.government(slot.name, slot.role) is None:
                self.lack("phrases", template.meaning, f"slot {{{slot.name}}}", span)
        for forms in (phrase.verb.done, phrase.verb.doing):
            lacking = [name for name in VERB_FORMS if name not in forms]
            if lacking:
                self.lack("words", forms["infinitive"], lacking[0], span)

    def check_name(self, name: NameEntry, span: Span | None) -> None:
        if self.name(name) is None:
            self.lack("names", name.id, "name", span)


# --- Reading entries ----------------------------------------------------------------------------------------


def read_government(text: str) -> Government:
    """*acc* · *на+acc* · *acc, from* · *place in*, *place to*, *place from* (short: *in*, *to*, *from*)."""
    text = text.removeprefix("place ")
    for motion in MOTIONS:
        if text == motion:
            return Government("loc", place=motion)
    text, _, whence = text.partition(", ")
    preposition, _, case = text.rpartition("+")
    return Government(_case(case), preposition, whence=whence == "from")


def _id(word: str) -> str:
    """A word of the vocabulary as ids are written: *first kind* is `first-kind`."""
    return re.sub(r"[^a-z0-9]+", "-", word.lower()).strip("-")


def _places(value: object) -> Mapping[str, str]:
    """*на* · *{in: у+gen, to: до+gen}*: the preposition where something is and whither it goes, or each by itself."""
    if isinstance(value, Mapping):
        return {str(motion): str(text) for motion, text in value.items()}
    return {"in": str(value), "to": str(value)} if value is not None else {}


def _case(text: str) -> Case:
    for case in CASES:
        if case == text:
            return case
    raise ValueError(f"{text!r} is no case; there are {', '.join(CASES)}")


def _texts(value: object) -> list[str]:
    if value is None:
        return []
    return [str(item) for item in value] if isinstance(value, list | tuple) else str(value).split()


def _gender(lemma: str) -> str | None:
    """The gender that the last letter shows: none for a word in -ь or a plural in -и."""
    last = lemma[-1:].lower()
    if last in "ая":
        return "n" if lemma.endswith(("ння", "ття", "лля", "сся", "ззя", "ддя", "ччя", "'я")) else "f"
    if last in "оеє":
        return "n"
    if lemma.endswith("ість"):
        return "f"
    return None if last in "ьиіїюу" or not last.isalpha() else "m"


def _adjectival(lemma: str, gender: str, animate: bool) -> Paradigm:
    """A noun or name that declines like an adjective: *Червоний, Червоного*."""
    base = {"f": lemma[:-1] + "ий", "n": lemma[:-1] + "ий", "pl": lemma[:-1] + "ий"}.get(gender, lemma)
    table = adjective_forms(base)
    forms = {}
    for case in CASES:
        forms[f"{case}-sg"] = adjective_form(table, case, gender, animate) or marker(lemma)
        forms[f"{case}-pl"] = adjective_form(table, case, "pl", animate) or marker(lemma)
    return forms


def _follow(forms: Paradigm, entry: Entry, animate: bool, gender: str) -> None:
    """Accusatives follow a nominative or genitive that was written out, unless they were written out too."""
    for number in ("sg", "pl"):
        if entry.form(f"acc-{number}") or (number == "sg" and gender not in ("m", "n", "pl")):
            continue
        source = "gen" if animate and (number == "pl" or gender == "m") else "nom"
        if f"{source}-{number}" in forms:
            forms[f"acc-{number}"] = forms[f"{source}-{number}"]


def _counter(value: object) -> Entry:
    if isinstance(value, Mapping):
        return Entry(str(value.get("noun", "")), "noun", dict(value))
    return Entry(str(value), "noun")


def _read_adjective(entry: Entry) -> Adjective | None:
    if entry.kind == "table":
        return Adjective(_table(entry))
    if entry.kind == "adjective" or (entry.kind == "" and entry.text.endswith(("ий", "ій"))):
        return Adjective(_several(entry.text), predicate=marked(entry.form("predicate") or ""))
    if entry.kind in ("", "phrase", "text"):
        predicate = marked(entry.form("predicate") or "")
        return Adjective({}, fixed=marked(entry.text), before=entry.flag("before"), predicate=predicate)
    if entry.kind == "noun":
        return Adjective({}, fixed=marked(entry.form("attributive") or entry.text), before=False)
    return None


def _table(entry: Entry) -> Paradigm:
    """A table written out: a row of six cases for each of m, f, n, pl; `-`: as animacy says."""
    forms: Paradigm = {}
    for gender in ("m", "f", "n", "pl"):
        row = str(entry.forms.get(gender, "")).split()
        for case, form in zip(CASES, row, strict=False):
            if form != "-":
                forms[f"{case}-{gender}"] = form.replace("_", " ")
    return forms


def _several(text: str) -> Paradigm:
    """The forms of an adjective of one word or several: *крайній лівий*."""
    forms: Paradigm = {}
    for word in text.split():
        for name, form in adjective_forms(word).items():
            forms[name] = f"{forms[name]} {form}" if name in forms else form
    return forms
