"""The words that every game has, before a pack adds its own.

`core_vocabulary()` is where a pack's vocabulary starts: the nouns that belong to no game (*player*, *number*,
*sum*), relations, adverbs and verbs.  The closed words of English (*the*, *each*, *at least*, *unless*) are not
here: they are the lexer's (`lexer.CLOSED`), for no pack may touch them.
"""

from __future__ import annotations

import re

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
    "effect": ("text", ""),
    "text": ("text", ""),
    "rule": ("text", ""),
    "cost": ("attribute", ""),
    "nothing": ("thing", "nothing"),
}

ADJECTIVES = ("same", "different", "over", "active")

RELATIONS = ("lower than", "higher than", "equal to", "divisible by", "next to", "between", "to the left of",
             "to the right of", "on top of")  # fmt: skip
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
    "alternately",
    "together",
    "this way",
    "from the top",
    "from the bottom",
    "more than once",
)

CORE_FRAMES: dict[str, tuple[str, ...]] = {
    # Provisional: each verb gets its phrases from its own file in toolkit/verbs/, and then leaves this table.
    "apply": ("", "{rule} to {thing}"),
    "attach": ("{thing} to {thing}",),
    "become": ("{adj}",),
    "begin": ("",),
    "belong": ("to {player}",),
    "cancel": ("{text}",),
    "carry out": ("{text}",),
    "choose": ("", "{any}", "{any} from {place}", "{any} as {any}"),
    "cost": ("{amount}",),
    "count": ("as {any}",),
    "deal": ("{thing}", "{thing} to {place}"),
    "decline": ("{text}",),
    "discard": ("{thing}", "{thing} from {place}"),
    "do": ("{any}",),
    "draw": ("{thing}",),
    "end": ("", "{period}"),
    "fill": ("{place}",),
    "gain": ("{amount}",),
    "give": ("{any} to {player}",),
    "happen": ("",),
    "have": ("{any}", "{any} place {place}"),
    "hold": ("{any}",),
    "keep": ("{any}",),
    "leave": ("{place}",),
    "look at": ("{thing}",),
    "lose": ("{any}",),
    "lower": ("{amount}", "{amount} by {amount}"),
    "move": ("{thing}", "{thing} to {place}"),
    "own": ("{thing}",),
    "pay": ("", "{amount}", "{amount} as {amount}"),
    "place": ("{thing} place {place}", "{thing} from {place} place {place}"),
    "play": ("{thing}", "{thing} from {place}"),
    "put": (
        "{thing} place {place}",
        "{thing} from {place} place {place}",
        "{thing} place {place} as {thing}",
    ),
    "raise": ("{amount}", "{amount} by {amount}"),
    "rank": ("{player} by {amount}",),
    "remove": ("{thing}", "{thing} from {place}"),
    "repeat": ("{step}",),
    "replace": ("{thing} with {thing}",),
    "resolve": ("{text}",),
    "return": ("{thing}", "{thing} to {place}"),
    "reveal": ("{thing}", "{thing} to {player}"),
    "roll": ("{thing}",),
    "score": ("", "{any}", "{any} for {any}"),
    "set": ("{amount} to {amount}",),
    "share": ("{any}",),
    "show": ("{amount}",),
    "shuffle": ("{thing}", "{thing} into {place}"),
    "skip": ("{step}",),
    "stay": ("place {place}", "{adj}"),
    "steal": ("from {player}", "{thing} from {player}"),
    "swap": ("{thing}", "{thing} with {thing}"),
    "take": ("{thing}", "{thing} from {place}", "{thing} into {place}"),
    "tie": ("for {amount}",),
    "turn": ("{thing}",),
    "use": ("{any}",),
    "win": ("", "{period}", "{period} by {amount}"),
    "work": ("",),
}


def core_vocabulary() -> Vocabulary:
    """A new vocabulary that holds the core's words and nothing else; the caller may add to it."""
    words = Vocabulary()
    for lemma, (category, plural) in NOUNS.items():
        words.nouns[lemma] = NounEntry(lemma, plural or _plural(lemma), category)
    for word in ADJECTIVES:
        words.adjectives[word] = AdjectiveEntry(word, "core")
    for word in RELATIONS:
        words.relations[word] = RelationEntry(word)
    words.adverbs.update(ADVERBS)
    for verb, phrases in CORE_FRAMES.items():
        words.templates.extend(_template(verb, phrase) for phrase in phrases)
    return words


def _plural(lemma: str) -> str:
    from toolkit.language.forms import plural

    return plural(lemma)


_SLOT = re.compile(r"(?:(\w+) )?\{([\w ]+)\}")
_PLACES = frozenset({"place", "in", "at", "on", "under", "beside"})


def _template(verb: str, phrase: str) -> Template:
    slots = []
    for prep, noun in _SLOT.findall(phrase):
        role = "place" if prep in _PLACES else prep or ("adj" if noun == "adj" else "obj")
        slots.append(Slot(role, "in" if prep == "place" else prep, noun, noun))
    return Template(meaning=verb, verb=verb, slots=tuple(slots))
