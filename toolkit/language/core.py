"""The words that every game has, before a pack adds its own.

`core_vocabulary()` is where a pack's vocabulary starts: the nouns that belong to no game (*player*, *number*,
*sum*), relations, adverbs and verbs.  The closed words of English (*the*, *each*, *at least*, *unless*) are not
here: they are the lexer's (`lexer.CLOSED`), for no pack may touch them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from toolkit.language.forms import plural
from toolkit.language.vocabulary import (
    AdjectiveEntry,
    NounCategory,
    NounEntry,
    RelationEntry,
    Slot,
    Template,
    Vocabulary,
)

NOUNS: dict[str, tuple[NounCategory, str]] = {
    # lemma: (category, plural; "" regular)
    "thing": ("thing", ""),
    "player": ("player", ""),
    "owner": ("attribute", ""),
    "winner": ("player", ""),
    "place": ("place", ""),
    "top": ("place", ""),
    "bottom": ("place", ""),
    "game": ("period", ""),
    "step": ("step", ""),
    "number": ("amount", ""),
    "sum": ("amount", ""),
    "difference": ("amount", ""),
    "total": ("amount", ""),
    "half": ("amount", ""),
    "choice": ("value", ""),
    "order": ("value", ""),
    "kind": ("value", ""),
    "name": ("attribute", ""),
    "copy": ("thing", "copies"),
    "effect": ("text", ""),
    "text": ("text", ""),
    "rule": ("text", ""),
    "cost": ("attribute", ""),
    "nothing": ("thing", "nothing"),
}

ADJECTIVES = ("same", "different", "over", "active")

RELATIONS = ("lower than", "higher than", "equal to", "divisible by", "next to", "between", "to the left of",
             "to the right of", "opposite", "on top of")  # fmt: skip
"""What *is* may take before a noun phrase.  The last five are places too: *put it on top of …*."""

ADVERBS = (
    "face up",
    "face down",
    "clockwise",
    "counterclockwise",
    "in clockwise order",
    "in counterclockwise order",
    "in turn order",
    "in random order",
    "in an order of your choice",
    "in an order of their choice",
    "in any order",
    "at random",
    "secretly",
    "openly",
    "also",
    "again",
    "afterwards",
    "alternately",
    "together",
    "this way",
    "from the top",
    "from the bottom",
    "more than once",
)

LANGUAGE_VERBS: dict[str, tuple[str, ...]] = {
    "belong": ("to {player}",),
    "choose": ("", "{any}", "{any} from {place}", "{any} as {any}"),
    "decline": ("", "{effect}"),
    "end": ("", "{period}"),
    "happen": ("",),
    "have": ("{any}", "{any} place {place}", "{any} for {player}", "{any} place {place} for {player}"),
    "meet": ("{text}",),
    "own": ("{thing}",),
    "rank": ("{player} by {amount}",),
    "repeat": ("{step}",),
    "resolve": ("{text}", "{text} as {thing}"),
    "score": ("", "{any}", "{any} for {any}"),
    "share": ("{any}",),
    "show": ("{amount}",),
    "skip": ("{step}",),
    "tie": ("for {amount}",),
}
"""Verbs that are no events: what they mean is part of the language itself (*choose*, *have*, *repeat this
step until …*).
Every other verb is a kernel verb (`toolkit/verbs/`, one file each) or a pack's."""


def core_vocabulary(verbs: Iterable[Template] = ()) -> Vocabulary:
    """A new vocabulary that holds the core's words and nothing else; the caller may add to it.

    `verbs`: phrases of the kernel verbs.  The language does not know the kernel: who loads a pack brings them.
    """
    words = Vocabulary()
    for lemma, (category, several) in NOUNS.items():
        words.nouns[lemma] = NounEntry(lemma, several or plural(lemma), category)
    for word in ADJECTIVES:
        words.adjectives[word] = AdjectiveEntry(word, "core")
    for word in RELATIONS:
        words.relations[word] = RelationEntry(word)
    words.adverbs.update(ADVERBS)
    for verb, phrases in LANGUAGE_VERBS.items():
        words.templates.extend(phrases_of(verb, phrases))
    words.templates.append(
        Template(meaning="lose-game", verb="lose")
    )  # *Red lost*: so it stands, nobody does it
    words.templates.extend(verbs)
    return words


def phrases_of(verb: str, phrases: Iterable[str]) -> list[Template]:
    """The templates of a verb by its frames: `""`, `{thing}`, `{thing} to {place}`."""
    return [_template(verb, phrase) for phrase in phrases]


_SLOT = re.compile(r"(?:(\w+) )?\{([\w ]+)\}")
_PLACES = frozenset({"place", "in", "at", "on", "under", "beside"})


def _template(verb: str, phrase: str) -> Template:
    slots = []
    for prep, noun in _SLOT.findall(phrase):
        role = "place" if prep in _PLACES else prep or ("adj" if noun == "adj" else "obj")
        slots.append(Slot(role, "in" if prep == "place" else prep, noun, noun))
    return Template(meaning=verb, verb=verb, slots=tuple(slots))
