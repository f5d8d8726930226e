"""The words of a pack, as the lexer, the parser and the printers need them.  Plain data; no game state.

`toolkit.pack` builds one from vocabulary documents, verb phrases and card names; the core's own nouns, relations
and verbs come first (`core.py`).  Words are lemmas: the singular of a noun, the base form of a verb.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from toolkit.frozen import dataclass
from toolkit.language.forms import Forms, verb_forms
from toolkit.report.source import Span

NounCategory = Literal[
    "thing", "player", "place", "group", "quantity", "attribute", "period", "value", "step", "text", "amount",
    "event",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class NounEntry:
    """One noun.  `id` is its lemma.

    `category`: thing, player, place, group (a line of cells) are kinds of entity; quantity (*gold*), attribute
    (*value*, *owner*), amount (a defined number, *toll*), period (*turn*), value (a list member),
    step (a named step: *the Compare step*), text (*special effect*, *Reveal effect*), event.
    `is_a`: lemma of the parent kind.  `owned`: belongs to a player.  `place_of`: *player* or another place, for
    places of which each has its own.  `prep`: the preposition of a place; if the vocabulary has not said
    one (`prep_said`), *in*, *at* and *on* are read alike.  `mass`: uncountable (*less than 3
    gold*).  `countable`: of an attribute, whose values are those of a list (*2 suits*).
    `attributes`: attribute lemma -> list name, "number", "flag", "text" or a kind.  `shows`: attribute that
    *shows 4* reads.
    """

    id: str
    plural: str
    category: NounCategory
    is_a: str | None = None
    owned: bool = False
    place_of: str | None = None
    prep: str = "in"
    prep_said: bool = False
    mass: bool = False
    countable: bool = False
    attributes: dict[str, str] = field(default_factory=dict)
    shows: str | None = None
    pack: str = "core"
    span: Span | None = field(default=None, compare=False)


def is_measured(noun: NounEntry) -> bool:
    """Whether it has no number: *3 gold*, *2 rank*."""
    return noun.mass or (noun.category in ("attribute", "amount") and not noun.countable)


def no_state(word: str, nouns: Mapping[str, NounEntry]) -> str | None:
    """What to do about a flag that is said as a state (*a tired cat*): it is a noun, like every attribute."""
    if all(noun.attributes.get(word) != "flag" for noun in nouns.values()):
        return None
    return f"a flag is a noun, *a … with a {word}*; it is a state, too, with `adjectives: [{word}]`"


@dataclass(frozen=True, slots=True)
class NameEntry:
    """A proper name: a card, a player's seat, a place document.  `id`: unique key; `text`: as written;
    `noun`: lemma of its kind; `plural`: a plural name (*the Twins*); `subtitle`: tells it from others
    of its name."""

    id: str
    text: str
    noun: str
    short: str | None = None
    plural: bool = False
    article: bool = False
    subtitle: str | None = None
    pack: str = "core"
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class AdjectiveEntry:
    """`id` the word.  `role`: defined (by a definition), value (of list `of`), core (ready-made:
    *other-than-words*).  `said_of`: lemma of the only kind that a definition says to be so.
    """

    id: str
    role: Literal["defined", "value", "core"] = "defined"
    of: str | None = None
    pack: str = "core"
    span: Span | None = field(default=None, compare=False)
    said_of: str | None = None


@dataclass(frozen=True, slots=True)
class RelationEntry:
    """Words that follow *is* or a noun and take a noun phrase: *adjacent to*, *involved in*, *lower than*."""

    id: str
    pack: str = "core"
    span: Span | None = field(default=None, compare=False)


TOWARDS = ("to", "into", "place", "onto")
"""Roles that say where something goes."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a template.  `role`: obj, from, to, into, place, as, by, with, for, adj; `prep`: its literal
    word ("" for obj);
    `noun`: lemma of the kind that fits, or a core class: thing, player, place, amount, quantity, any, adjective.
    `name`: how the verb's own sentences call it (*the arena*).
    `counts`: lemma of the noun that a number slot counts (`draw {number} cards`)."""

    role: str
    prep: str
    noun: str
    name: str
    counts: str = ""


@dataclass(frozen=True, slots=True)
class Template:
    """One phrase of a verb: `hand {card} to {player}`.

    `verb`: the lemma with its particles (*look at*, *carry out*).  `literals`: fixed words after the verb
    (*take a turn*,
    *start a race*: `fixed="a race"`, printed and parsed as an object that is the event noun itself).
    `meaning`: id of the kernel verb or of the pack's verb document.  `canonical`: False for accepted alternates.
    """

    meaning: str
    verb: str
    slots: tuple[Slot, ...] = ()
    fixed: str = ""
    canonical: bool = True
    pack: str = "core"
    span: Span | None = field(default=None, compare=False)

    @property
    def counted(self) -> str:
        """The noun whose number the object is: *card* of `draw {number} cards`; empty for other phrases."""
        return next((slot.counts for slot in self.slots if slot.role == "obj"), "")

    @property
    def frame(self) -> tuple[str, ...]:
        """The skeleton: roles in order, e.g. ('obj', 'to')."""
        return tuple(slot.role for slot in self.slots)


@dataclass(frozen=True, slots=True)
class VerbForms:
    """Irregular forms of a lemma; None: regular.  *lose*: lost, lost."""

    third: str | None = None
    past: str | None = None
    participle: str | None = None


@dataclass
class Vocabulary:
    """Everything that can be said in a pack.  Keys are ids (lemmas)."""

    nouns: dict[str, NounEntry] = field(default_factory=dict)
    names: dict[str, NameEntry] = field(default_factory=dict)
    adjectives: dict[str, AdjectiveEntry] = field(default_factory=dict)
    relations: dict[str, RelationEntry] = field(default_factory=dict)
    templates: list[Template] = field(default_factory=list)
    labels: dict[str, str] = field(default_factory=dict)
    adverbs: set[str] = field(default_factory=set)
    forms: dict[str, VerbForms] = field(default_factory=dict)
    lists: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def bare_relations(self) -> dict[str, str]:
        """Relations that may be said as an adjective, by it: *adjacent* of *adjacent to*."""
        found = {}
        for relation in self.relations.values():
            word, _, preposition = relation.id.partition(" ")
            if preposition in ("to", "with") and relation.pack != "core" and word not in self.adjectives:
                found[word] = relation.id
        return found

    def noun(self, lemma: str | None) -> NounEntry | None:
        """The noun with this lemma, if it is one."""
        return self.nouns.get(lemma) if lemma is not None else None

    def name(self, id: str | None) -> NameEntry | None:
        """The name with this id, if it is one."""
        return self.names.get(id) if id is not None else None

    def is_kind(self, noun: str | None, kind: str) -> bool:
        """Whether `noun` is `kind` or stands below it."""
        while noun is not None:
            if noun == kind:
                return True
            entry = self.nouns.get(noun)
            noun = entry.is_a if entry else None
        return False

    def verb_forms(self, lemma: str) -> Forms:
        """The forms of a verb, as the pack declares them or as they are usual."""
        return verb_forms(lemma, self.forms.get(lemma))
