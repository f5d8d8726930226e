"""The words of a pack: what its vocabulary documents, verbs, keywords and cards add to those of the core.

In: the vocabulary of the packs that it extends (or the core's), its structure and its documents.  Out: a `Vocabulary`
in which everything is a lemma.  Here each word is put in its place; whether two of them clash is asked afterwards, over
all of them, in `clashes.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from toolkit.documents.nodes import Document, MappingNode, ScalarNode, SequenceNode
from toolkit.language import phrase
from toolkit.language.core import core_vocabulary
from toolkit.language.forms import plural, singulars
from toolkit.language.vocabulary import (
    AdjectiveEntry,
    NounCategory,
    NounEntry,
    RelationEntry,
    Template,
    Vocabulary,
)
from toolkit.pack.read import entries_of, text_of, texts_of
from toolkit.pack.source import Attribute, Kind, Place
from toolkit.pack.story import has_stories, story_templates
from toolkit.pack.structure import Structure
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Checked, Diagnostic, Label
from toolkit.report.source import Span, Text
from toolkit.verbs.phrases import all_templates

_SAID = re.compile(r"(?:A|An) ([\w ]+?) is (.+?) (?:if|unless)\b")
"""*A card is trump if …*: kind and word."""

MASS_CATEGORIES = ("attribute", "amount")
"""Numbers that are measured, never counted: *5 weight*, *less fame*."""

SLOT_CLASSES: dict[str, NounCategory] = {
    "amount": "amount",
    "event": "event",
    "place": "place",
    "player": "player",
    "quantity": "quantity",
    "text": "text",
}
"""What the name of a slot is when its class is no noun."""


def copy_vocabulary(vocabulary: Vocabulary) -> Vocabulary:
    """An independent copy, to be extended."""
    return Vocabulary(
        dict(vocabulary.nouns),
        dict(vocabulary.names),
        dict(vocabulary.adjectives),
        dict(vocabulary.relations),
        list(vocabulary.templates),
        dict(vocabulary.labels),
        set(vocabulary.adverbs),
        dict(vocabulary.forms),
        dict(vocabulary.lists),
    )


def build_vocabulary(
    base: Vocabulary | None, structure: Structure, documents: Sequence[Document], pack: str
) -> Checked[Vocabulary]:
    """`base` (None: the core's words) with the words of `pack`, names left out (`names.py` adds them).

    `structure`: of the pack and all that it extends.  Gives SAY0310 for a word declared twice and the diagnostics of
    `language.phrase` for phrases.
    """
    builder = _Builder(
        copy_vocabulary(base) if base else core_vocabulary(all_templates()), structure, documents, pack
    )
    builder.build()
    return Checked(builder.words, tuple(builder.found))


class _Builder:
    def __init__(
        self, words: Vocabulary, structure: Structure, documents: Sequence[Document], pack: str
    ) -> None:
        self.words = words
        self.structure = structure
        self.documents = documents
        self.pack = pack
        self.found: list[Diagnostic] = []

    def build(self) -> None:
        self.lists()
        self.kinds()
        self.places()
        self.quantities()
        self.attributes()
        for document in self.of_type("vocabulary"):
            self.section(document.root)
        self.labels()
        verbs = list(self.of_type("verb"))
        for document in verbs:
            self.period(document)
        self.period_parents()
        for document in self.of_type("vocabulary"):
            self.defined_nouns(document.root)
        if has_stories(self.structure):
            self.words.templates += [t for t in story_templates() if t not in self.words.templates]
        for document in verbs:
            self.phrases(document)
        for document in (*verbs, *self.of_type("procedure")):
            self.steps(document)

    def of_type(self, type: str) -> Iterator[Document]:
        return (document for document in self.documents if document.type == type)

    # --- Nouns --------------------------------------------------------------------------------------------

    def noun(self, entry: NounEntry, *, quiet: bool = False) -> None:
        """Add a noun; one of the core gives way to it if both are the same sort of word.

        `quiet`: leave a noun that is there as it is (an attribute that several kinds have, a step of several verbs).
        """
        other = self.words.nouns.get(entry.id)
        if other is None or (other.pack == "core" and self.replaces(entry, other)):
            self.words.nouns[entry.id] = entry
        elif not quiet:
            if other.pack == "core":
                hint = f"`{entry.id}` is a word of the core language; choose another"
            else:
                hint = "each word is declared once; give one of the two another name"
            labels = [Label(other.span, f"declared here, in {other.pack}")] if other.span else []
            self.found.append(
                diagnose(
                    "SAY0310", entry.span or Text.plain("").span(), word=entry.id, labels=labels, hint=hint
                )
            )

    @staticmethod
    def replaces(entry: NounEntry, other: NounEntry) -> bool:
        countable = ("attribute", "amount", "quantity")
        return entry.category == other.category or (
            entry.category in countable and other.category in countable
        )

    def lists(self) -> None:
        for name, values in self.structure.added.items():
            self.words.lists[name] = self.structure.lists[name]
            for value in values:
                span = self.structure.spans.get(f"{name}/{value}")
                self.adjective(AdjectiveEntry(value, "value", name, self.pack, span))
        for name, values in self.structure.lists.items():
            if self.structure.list_packs.get(name) != self.pack:
                continue
            self.words.lists[name] = values
            self.noun(
                NounEntry(
                    name,
                    plural(name),
                    "attribute",
                    countable=True,
                    pack=self.pack,
                    span=self.structure.spans.get(name),
                )
            )
            for value in values:
                span = self.structure.spans.get(f"{name}/{value}")
                self.adjective(AdjectiveEntry(value, "value", name, self.pack, span))

    def adjective(self, entry: AdjectiveEntry) -> None:
        other = self.words.adjectives.get(entry.id)
        if other is None or other.pack == "core":
            self.words.adjectives[entry.id] = entry
            return
        labels = [Label(other.span, f"declared here, in {other.pack}")] if other.span else []
        hint = "a value belongs to one list" if entry.role == other.role == "value" else None
        self.found.append(
            diagnose("SAY0310", entry.span or Text.plain("").span(), word=entry.id, labels=labels, hint=hint)
        )

    def own_kinds(self) -> Iterator[Kind]:
        return (kind for kind in self.structure.kinds.values() if kind.pack == self.pack)

    def own_places(self) -> Iterator[Place]:
        return (place for place in self.structure.places.values() if place.pack == self.pack)

    def kinds(self) -> None:
        for kind in self.own_kinds():
            category: NounCategory = "place" if self.is_place(kind) else "thing"
            self.noun(
                NounEntry(
                    kind.name,
                    kind.plural,
                    category,
                    is_a=kind.parent,
                    owned=self.owned(kind),
                    place_of=kind.of,
                    attributes=_types(kind.attributes),
                    shows=kind.shows,
                    pack=self.pack,
                    span=kind.span,
                )
            )

        for name, new in self.structure.extended.items():
            noun = self.words.nouns[name]
            types = {**noun.attributes, **_types(new.attributes)}
            self.words.nouns[name] = replace(noun, attributes=types)

    def lineage(self, kind: Kind) -> Iterator[Kind]:
        seen: set[str] = set()
        one: Kind | None = kind
        while one is not None and one.name not in seen:
            seen.add(one.name)
            yield one
            one = self.structure.kinds.get(one.parent or "")

    def is_place(self, kind: Kind) -> bool:
        *_, top = self.lineage(kind)
        return top.parent == "place"

    def owned(self, kind: Kind) -> bool:
        """Whether such things belong to a player: their own, or those of a place that each player has."""
        for one in self.lineage(kind):
            start = self.structure.places.get(one.starts or "")
            if one.of == "player" or (start is not None and self.of_player(start)):
                return True
        return False

    def of_player(self, place: Place) -> bool:
        seen: set[str] = set()
        one: Place | None = place
        while one is not None and one.name not in seen:
            if one.of == "player":
                return True
            seen.add(one.name)
            one = self.structure.places.get(one.part_of or one.of or one.group_of or "")
        return False

    def places(self) -> None:
        for place in self.own_places():
            of = place.of or place.part_of or place.group_of
            self.noun(
                NounEntry(
                    place.name,
                    place.plural,
                    "group" if place.group_of else "place",
                    is_a=place.parent,
                    owned=self.of_player(place),
                    place_of=of,
                    prep=place.prep,
                    prep_said=place.prep_said,
                    attributes=_types(place.attributes),
                    pack=self.pack,
                    span=place.span,
                )
            )

    def quantities(self) -> None:
        for quantity in self.structure.quantities.values():
            if quantity.pack == self.pack:
                mass = quantity.plural == quantity.name
                self.noun(
                    NounEntry(
                        quantity.name,
                        quantity.plural,
                        "quantity",
                        is_a=quantity.parent,
                        owned=quantity.of == "player",
                        mass=mass,
                        pack=self.pack,
                        span=quantity.span,
                    )
                )

    def attributes(self) -> None:
        owners: list[Kind | Place] = [
            *self.own_kinds(),
            *self.structure.extended.values(),
            *self.own_places(),
        ]
        for owner in owners:
            for attribute in owner.attributes:
                name = attribute.name
                if attribute.many and name not in self.words.nouns and attribute.of in self.words.nouns:
                    # `tags: [tag]`: the word is the list's.
                    if name == self.words.nouns[attribute.of].plural:
                        continue
                above = attribute.of if attribute.form == "value" and attribute.of != name else None
                entry = NounEntry(
                    name,
                    name if is_plural(name) else plural(name),
                    "attribute",
                    above,
                    mass=attribute.form == "number" and not is_plural(name),
                    pack=self.pack,
                    span=attribute.span,
                )
                self.noun(entry, quiet=True)

    # --- Sections of a vocabulary document ------------------------------------------------------------------

    def section(self, root: MappingNode) -> None:
        for text in texts_of(root.get("adjectives")):
            kind = self.said_of(text.value)
            self.adjective(AdjectiveEntry(text.value, "defined", None, self.pack, text.span(), kind))
        for text in texts_of(root.get("relations")):
            other = self.words.relations.get(text.value)
            if other is None or other.pack == "core":
                self.words.relations[text.value] = RelationEntry(text.value, self.pack, text.span())
            else:
                labels = [Label(other.span, f"declared here, in {other.pack}")] if other.span else []
                self.found.append(diagnose("SAY0310", text.span(), word=text.value, labels=labels))
        self.words.adverbs.update(text.value for text in texts_of(root.get("adverbs")))
        for text in texts_of(root.get("labels")):
            self.words.labels[text.value] = text.value
            self.effect_noun(text.value, text.span())
        for key, _ in entries_of(root.get("orders")):
            self.noun(
                NounEntry(key.name, plural(key.name), "amount", mass=True, pack=self.pack, span=key.span)
            )

    def said_of(self, word: str) -> str | None:
        """The kind whose things a definition says to be so: *A card is trump if …*; None: no kind, or several."""
        kinds = self.kinds_said.get(word, set())
        return next(iter(kinds)) if len(kinds) == 1 else None

    @cached_property
    def kinds_said(self) -> dict[str, set[str]]:
        """By what definitions say, the kinds of which they say it."""
        found: dict[str, set[str]] = {}
        for document in self.of_type("definitions"):
            for text in item_texts(document.root.get("is")):
                if match := _SAID.match(text.value):
                    found.setdefault(match[2], set()).add(match[1])
        return found

    def labels(self) -> None:
        """A field with effects is a label too (*the Telling effects*), a formula an attribute, a condition is met."""
        owners: list[Kind | Place] = [
            *self.own_kinds(),
            *self.structure.extended.values(),
            *self.own_places(),
        ]
        for kind in owners:
            for name, start in kind.sentences:
                word = titled(name)
                other = self.words.nouns.get(word.lower())
                if start in ("effect", "label effect") and (other is None or other.pack != "core"):
                    self.words.labels.setdefault(word, name)
                    self.effect_noun(word, kind.span)
                elif start == "formula" and name not in self.words.nouns:
                    # *the score of that card*: what its formula gives now.
                    self.noun(NounEntry(name, plural(name), "attribute", pack=self.pack, span=kind.span))
                elif start == "condition" and name not in self.words.nouns:
                    # *You meet the requirement of that card.*
                    self.noun(NounEntry(name, plural(name), "text", pack=self.pack, span=kind.span))

    def effect_noun(self, label: str, span: Span | None) -> None:
        entry = NounEntry(f"{label} effect", f"{label} effects", "text", "effect", pack=self.pack, span=span)
        self.noun(entry, quiet=True)

    def defined_nouns(self, root: MappingNode) -> None:
        sentences = [
            text.value
            for document in self.of_type("definitions")
            for text in item_texts(document.root.get("is"))
        ]
        for text in texts_of(root.get("nouns")):
            category, above = self.defined_as(text.value, sentences)
            several = plural(text.value)
            mass = category in MASS_CATEGORIES
            place = self.structure.places.get(above or "")
            entry = NounEntry(
                text.value, several, category, above, mass=mass, pack=self.pack, span=text.span()
            )
            if place is not None:
                entry = replace(entry, prep=place.prep, prep_said=place.prep_said)
            self.noun(entry)

    def defined_as(self, noun: str, sentences: Iterable[str]) -> tuple[NounCategory, str | None]:
        """What a noun stands for, by the sentence that defines it; one that no sentence defines is what its last
        word is (*night scribe* beside *scribe*), else a thing.

        *The heir of a tale is the tale …*: a tale.  *A player's fame is the number of …*: an amount.
        *A guest is the reader of a tale if …*: a guest.
        """
        word = re.escape(noun)
        for sentence in sentences:
            if match := re.match(rf"(?:A|An) (.+?) is (?:the|a|an) {word}\b", sentence):
                if found := self.first_noun(match[1]):
                    return found.category, found.id
            if match := re.match(rf".*\b{word}\b.*? (?:is|are) (.+)", sentence):
                if re.match(r"(the (number|sum|difference)\b|twice\b|half\b|\d)", match[1]):
                    return "amount", None
                found = self.first_noun(match[1])
                if found is None or found.category in ("attribute", "amount", "quantity"):
                    return "amount", None
                return found.category, found.id if found.category in (
                    "thing",
                    "place",
                    "group",
                    "player",
                ) else None
        words = noun.split()
        for i in range(1, len(words)):
            if above := self.words.nouns.get(" ".join(words[i:])):
                return above.category, above.id
        return "thing", None

    def first_noun(self, words: str) -> NounEntry | None:
        """The first noun of a phrase that is no possessor."""
        forms = {
            form.casefold(): entry for entry in self.words.nouns.values() for form in (entry.id, entry.plural)
        }
        parts = re.findall(r"[^\s,.]+", words)
        i = 0
        while i < len(parts):
            for j in range(min(len(parts), i + 4), i, -1):
                text = " ".join(parts[i:j]).casefold()
                if (owner := text.removesuffix("'s").removesuffix("'")) != text and owner in forms:
                    i = j - 1
                    break
                if entry := forms.get(text):
                    return entry
            i += 1
        return None

    # --- Verbs ----------------------------------------------------------------------------------------------

    def period(self, document: Document) -> None:
        """The noun of the time that a verb makes: several may make the same one, and it names nothing else."""
        if text := text_of(document.root.get("period")):
            there = self.words.nouns.get(text.value)
            self.noun(
                NounEntry(text.value, plural(text.value), "period", pack=self.pack, span=text.span()),
                quiet=there is not None and there.category == "period",
            )

    def period_parents(self) -> None:
        """*special move* is a *move*: a period whose last word is a period itself is one of those."""
        for noun in [
            n for n in self.words.nouns.values() if n.category == "period" and n.is_a is None and " " in n.id
        ]:
            words = noun.id.split()
            for i in range(1, len(words)):
                above = self.words.nouns.get(" ".join(words[i:]))
                if above is not None and above.category == "period":
                    self.words.nouns[noun.id] = replace(noun, is_a=above.id)
                    break

    def phrases(self, document: Document) -> None:
        meaning = document.id
        if meaning is None:
            return
        texts = [(text, True) for text in texts_of(document.root.get("phrase"))]
        texts += [(text, False) for text in texts_of(document.root.get("also"))]
        for text, canonical in texts:
            checked = phrase.read_phrase(text, meaning, self.words.nouns, canonical=canonical, pack=self.pack)
            self.found += checked.diagnostics
            if checked.value is not None:
                self.words.templates.append(checked.value)
                self.event_noun(checked.value, text)
                self.slot_nouns(checked.value)

    def event_noun(self, template: Template, text: Text) -> None:
        """Fixed words that are no noun yet name the event: *dance a waltz*."""
        named = phrase.fixed_noun(template)
        if named is None:
            return
        noun, _ = named
        if noun in self.words.nouns or any(entry.plural == noun for entry in self.words.nouns.values()):
            return
        self.noun(NounEntry(noun, plural(noun), "event", pack=self.pack, span=text.span()), quiet=True)

    def slot_nouns(self, template: Template) -> None:
        """The verb's own sentences call a slot by its name: `{first: book}` is *the first*."""
        for slot in template.slots:
            forms = {form for entry in self.words.nouns.values() for form in (entry.id, entry.plural)}
            if slot.role == "adj" or slot.name in forms or slot.name in self.words.adjectives:
                continue
            kind = self.words.nouns.get(slot.noun)
            category = kind.category if kind else SLOT_CLASSES.get(slot.noun, "thing")
            above = slot.noun if kind else None
            self.noun(
                NounEntry(slot.name, plural(slot.name), category, above, pack=self.pack, span=template.span)
            )

    def steps(self, document: Document) -> None:
        for key, _ in entries_of(document.root.get("steps")):
            name = f"{titled(key.name)} step"
            self.noun(
                NounEntry(name, plural(name), "step", "step", pack=self.pack, span=key.span), quiet=True
            )


def is_plural(word: str) -> bool:
    """Whether a word looks like a plural: *sides*, not *bonus*."""
    return not word.endswith(("ss", "us", "is")) and any(True for _ in singulars(word))


def titled(key: str) -> str:
    """A key as a label: `light-lamps` → *Light Lamps*."""
    return " ".join(word[:1].upper() + word[1:] for word in re.split(r"[-\s]+", key))


def item_texts(node: object) -> Iterator[Text]:
    """The texts of a sentence field, whatever its form."""

    match node:
        case SequenceNode():
            for item in node:
                yield from item_texts(item)
        case MappingNode():
            if text := text_of(node.get("text")):
                yield text
        case ScalarNode():
            if text := text_of(node):
                yield text


def _types(attributes: Iterable[Attribute]) -> dict[str, str]:
    return {a.name: a.of or a.form for a in attributes}
