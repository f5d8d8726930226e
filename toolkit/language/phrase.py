"""A verb's phrase, written once: `lend {book} to {guest}`, `take a walk`, `sing`.

In: the template as it was typed and the nouns of the pack.  Out: a `Template`, from which parser and printer are
both made.  A phrase is the verb, then at most one bare slot or fixed words (*a walk*, *the long way*), then slots
after prepositions in the one fixed order `ORDER`.  A slot is `{kind}` or `{name: kind}`; kinds are nouns of the pack
or the classes of `CLASSES`.  A number may count a noun: `draw {number} cards` is *draw a card*, *draw 3 cards*, *draw
that many cards*.  Fixed words that no noun covers (*a waltz*) name the event itself.

A preposition right after the verb is a slot of its own (*eat with {spoon}*), except a place preposition before
what is no place: that one belongs to the verb (*look at {book}*).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from toolkit.language.forms import plural, singulars
from toolkit.language.vocabulary import NounEntry, Slot, Template, Vocabulary
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Checked, Diagnostic, Fix, Label
from toolkit.report.source import Span, Text
from toolkit.report.suggest import nearest

ORDER = ("obj", "adj", "from", "to", "into", "place", "as", "by", "with", "for")
"""Roles in the order in which a phrase may have them."""

PLACE_PREPOSITIONS = (
    "on top of",
    "in front of",
    "next to",
    "in",
    "at",
    "on",
    "under",
    "beside",
    "behind",
    "before",
    "after",
    "around",
)

PREPOSITIONS: dict[str, str] = {
    "from": "from",
    "to": "to",
    "into": "into",
    "onto": "into",
    "as": "as",
    "by": "by",
    "with": "with",
    "for": "for",
    **dict.fromkeys(PLACE_PREPOSITIONS, "place"),
}
"""Each preposition of a phrase and the role of its slot.  *of* is none: it belongs to the noun before it."""

PARTICLES = frozenset(
    {"out", "up", "down", "off", "over", "away", "back", "apart", "aside", "along", "forward", "through"}
)
"""Words that belong to the verb before them: *carry out*, *clean up*."""

CLASSES = frozenset({"any", "thing", "player", "place", "amount", "quantity", "adjective", "text", "event"})
"""What a slot may name instead of a kind."""

DETERMINERS = frozenset({"a", "an", "the", "your", "this", "that", "no", "each", "all"})

_PART = re.compile(r"\{(?P<slot>[^{}]*)\}|(?P<stray>[{}])|(?P<word>[^\s{}]+)")
_WORD = re.compile(r"[^\W_]+(?:[-'.][^\W_]+)*")
_MULTIPLE = {words.split()[0]: words for words in PLACE_PREPOSITIONS if " " in words}

Fit = Literal["equal", "narrower", "wider", "crossing", "disjoint"]


class PhraseError(ValueError):
    """A phrase that is written in Python is wrong: a programmer's mistake."""


@dataclass(frozen=True, slots=True)
class _Part:
    """One word, preposition or slot of a phrase; `at`, `end`: its cooked offsets."""

    kind: Literal["word", "preposition", "slot"]
    text: str
    at: int
    end: int


# --- Reading ------------------------------------------------------------------------------------------------


def template(phrase: str, meaning: str, *, canonical: bool = True, pack: str = "core") -> Template:
    """The template of a phrase that is written in Python, whose slots name classes: `put {thing} in {place}`.

    Raises `PhraseError`.
    """
    checked = read_phrase(Text.plain(phrase), meaning, {}, canonical=canonical, pack=pack)
    if checked.value is None or checked.diagnostics:
        raise PhraseError(f"{phrase!r}: {'; '.join(d.message for d in checked.diagnostics)}")
    return Template(
        meaning, checked.value.verb, checked.value.slots, checked.value.fixed, canonical, pack
    )  # without the span: nobody typed it


def read_phrase(
    text: Text, meaning: str, nouns: Mapping[str, NounEntry], *, canonical: bool = True, pack: str = "core"
) -> Checked[Template | None]:
    """The template of `text`, or None if it cannot be read (SAY0350 to SAY0356).

    `meaning`: id of the verb.  `nouns`: everything that a slot may name.
    """
    found: list[Diagnostic] = []
    parts = list(_parts(text, found))
    if found:
        return Checked(None, tuple(found))
    if not parts or parts[0].kind != "word":
        return Checked(None, (_no_verb(text, parts),))

    verb, rest = _verb(parts, nouns)
    fixed: list[_Part] = []
    while (
        rest and rest[0].kind == "word" and not (rest[0].text == "of" and rest[1:] and rest[1].kind == "slot")
    ):
        fixed.append(rest.pop(0))
    rest, counts = _counted(rest, nouns)
    slots = _slots(text, fixed, rest, nouns, found)
    if counts:
        slots = [replace(slot, counts=counts) if slot.role == "obj" else slot for slot in slots]
    if any(d.is_error for d in found):
        return Checked(None, tuple(found))
    words = " ".join(part.text for part in fixed)
    made = Template(meaning, verb, tuple(slots), words, canonical, pack, text.span())
    return Checked(made, tuple(found))


def _parts(text: Text, found: list[Diagnostic]) -> Iterator[_Part]:
    """The phrase cut into words, prepositions (several words make one) and slots."""
    at = 0
    value = text.value
    while match := _PART.search(value, at):
        start, at = match.span()
        if match["stray"]:
            found.append(
                diagnose(
                    "SAY0351",
                    text.span(start, at),
                    written=match["stray"],
                    hint="a slot is {kind} or {name: kind}",
                )
            )
        elif match["slot"] is not None:
            yield _Part("slot", match["slot"], start, at)
        else:
            word = match["word"]
            if not _WORD.fullmatch(word):
                found.append(
                    diagnose(
                        "SAY0351",
                        text.span(start, at),
                        written=word,
                        hint="a phrase has words and slots only",
                    )
                )
            several = _MULTIPLE.get(word)
            if several and re.match(re.escape(several) + r"(?=\s|\{|$)", value[start:]):
                word, at = several, start + len(several)
            yield _Part("preposition" if word in PREPOSITIONS else "word", word, start, at)


def _no_verb(text: Text, parts: Sequence[_Part]) -> Diagnostic:
    span = text.span(parts[0].at, parts[0].end) if parts else text.span()
    return diagnose(
        "SAY0350", span, hint="begin with the verb as it stands in an order: `move {thing} to {place}`"
    )


def _verb(parts: list[_Part], nouns: Mapping[str, NounEntry]) -> tuple[str, list[_Part]]:
    """The verb with its particles, and what follows it."""
    rest = list(parts)
    words = [rest.pop(0).text]
    while rest and rest[0].kind == "word" and rest[0].text in PARTICLES:
        words.append(rest.pop(0).text)
    if (
        len(rest) > 1
        and rest[0].kind == "preposition"
        and PREPOSITIONS[rest[0].text] == "place"
        and rest[1].kind == "slot"
        and not _is_place(_kind(rest[1].text, nouns), nouns)
    ):
        words.append(rest.pop(0).text)
    return " ".join(words), rest


def _counted(parts: list[_Part], nouns: Mapping[str, NounEntry]) -> tuple[list[_Part], str]:
    """`{number} cards` → the slot alone, and the noun that it counts."""
    if len(parts) < 2 or parts[0].kind != "slot" or _kind(parts[0].text, nouns) not in ("number", "amount"):
        return parts, ""
    lemmas = {entry.plural: lemma for lemma, entry in nouns.items()}
    for used in range(len(parts), 1, -1):
        words = " ".join(part.text for part in parts[1:used])
        if words in lemmas and all(part.kind == "word" for part in parts[1:used]):
            return [parts[0], *parts[used:]], lemmas[words]
    return parts, ""


def _slots(
    text: Text,
    fixed: Sequence[_Part],
    rest: Sequence[_Part],
    nouns: Mapping[str, NounEntry],
    found: list[Diagnostic],
) -> list[Slot]:
    reading = _Reading(text, text.span(fixed[0].at, fixed[-1].end) if fixed else None, nouns, found)
    preposition: _Part | None = None
    for part in rest:
        if part.kind == "preposition":
            if preposition:
                found.append(_stranded(text, preposition))
            preposition = part
            continue
        if part.kind == "slot":
            reading.slot(part, preposition)
        elif preposition:
            found.append(_stranded(text, preposition, part))
        else:
            found.append(reading.stray(part))
        preposition = None
    if preposition:
        found.append(_stranded(text, preposition))
    return reading.slots


class _Reading:
    """The slots of a phrase as they are read.  `fixed`: where its fixed object stands, if it has one."""

    def __init__(
        self, text: Text, fixed: Span | None, nouns: Mapping[str, NounEntry], found: list[Diagnostic]
    ) -> None:
        self.text, self.fixed, self.nouns, self.found = text, fixed, nouns, found
        self.slots: list[Slot] = []
        self.spans: list[Span] = []

    def stray(self, part: _Part) -> Diagnostic:
        """SAY0352: a word that is no preposition and belongs to no slot."""
        amount = bool(self.slots) and self.slots[-1].noun in AMOUNTS
        counted = (
            f"`{part.text.strip()}` is no noun of this pack; {AMOUNT}"
            if part.text.strip().isalpha()
            else AMOUNT
        )
        return diagnose(
            "SAY0352",
            self.text.span(part.at, part.end),
            word=part.text,
            expected=sorted(PREPOSITIONS),
            hint=counted if amount else _near_preposition(part.text),
        )

    def slot(self, part: _Part, preposition: _Part | None) -> None:
        """One slot; only the first of a phrase, without a fixed object, needs no preposition."""
        span = self.text.span(part.at, part.end)
        name, kind = _named_kind(part.text, self.nouns)
        role = PREPOSITIONS[preposition.text] if preposition else "adj" if kind == "adjective" else "obj"
        other = self.spans[-1] if self.spans else self.fixed
        if not preposition and other is not None:
            hint = "put a preposition before the second one: `give {thing} to {player}`"
            labels = [Label(other, "the first object")]
            self.found.append(diagnose("SAY0353", span, slot=part.text.strip(), labels=labels, hint=hint))
            return
        self.found += _order(role, self.slots, self.spans, span)
        self.found += _unknown_kind(self.text, part, kind, self.nouns)
        first = next((s for slot, s in zip(self.slots, self.spans, strict=True) if slot.name == name), None)
        if first is not None:
            labels = [Label(first, "the same name")]
            hint = f"give each slot its own name, and put the phrase in quotes: `{{other {name}: {kind}}}`"
            written = f"{{{part.text}}}"
            self.found.append(diagnose("SAY0351", span, written=written, labels=labels, hint=hint))
        self.slots.append(Slot(role, preposition.text if preposition else "", kind, name))
        self.spans.append(span)


def _stranded(text: Text, preposition: _Part, word: _Part | None = None) -> Diagnostic:
    """A preposition without a slot: it would swallow the one that begins a phrase of its own."""
    kind = "place" if PREPOSITIONS[preposition.text] == "place" else "thing"
    return diagnose(
        "SAY0354",
        text.span(preposition.at, preposition.end),
        word=preposition.text,
        labels=[Label(text.span(word.at, word.end), "no slot")] if word else (),
        hint=f"put a slot after it: `{preposition.text} {{{kind}}}`",
    )


def _near_preposition(word: str) -> str | None:
    if word == "of":
        return "`of` belongs to the noun before it; use another preposition, such as `from`"
    if word in PARTICLES:
        return f"`{word}` can stand right after the verb only"
    near = nearest(word, PREPOSITIONS, 1)
    return f"did you mean `{near[0]}`?" if near else None


def _order(role: str, slots: Sequence[Slot], spans: Sequence[Span], span: Span) -> Iterator[Diagnostic]:
    for slot, other in zip(slots, spans, strict=True):
        if slot.role == role:
            yield diagnose(
                "SAY0355",
                span,
                what=f"a second `{slot.prep or 'object'}` slot",
                labels=[Label(other, "the first")],
                hint="each preposition can stand once in a phrase",
            )
        elif ORDER.index(slot.role) > ORDER.index(role):
            order = " · ".join(role for role in ORDER if role != "adj").replace("obj", "object")
            yield diagnose(
                "SAY0355",
                span,
                what=f"the `{role}` slot",
                labels=[Label(other, "it belongs before this one")],
                hint=f"slots stand in the order {order}",
            )
            return


def _named_kind(slot: str, nouns: Mapping[str, NounEntry]) -> tuple[str, str]:
    """Name and kind of `{kind}` or `{name: kind}`."""
    name, colon, kind = (part.strip() for part in slot.partition(":"))
    return name, _kind(kind if colon else name, nouns)


def _kind(slot: str, nouns: Mapping[str, NounEntry]) -> str:
    """The lemma that a slot names; a plural counts as its singular."""
    word = slot.rpartition(":")[2].strip()
    if word in nouns or word in CLASSES:
        return word
    for lemma in singulars(word):
        if lemma in nouns or lemma in CLASSES:
            return lemma
    return next((lemma for lemma, entry in nouns.items() if entry.plural == word), word)


def _is_place(kind: str, nouns: Mapping[str, NounEntry]) -> bool:
    entry = nouns.get(kind)
    return entry.category in ("place", "group") if entry else kind == "place"


def _unknown_kind(text: Text, part: _Part, kind: str, nouns: Mapping[str, NounEntry]) -> Iterator[Diagnostic]:
    if kind in nouns or kind in CLASSES:
        return
    start = part.at + 1 + len(part.text) - len(part.text.rpartition(":")[2].lstrip())
    span = text.span(start, start + len(part.text.rpartition(":")[2].strip()))
    near = nearest(kind, [*nouns, *sorted(CLASSES)])
    fixes = [Fix(f"write {{{near[0]}}}", span, near[0])] if near else []
    yield diagnose(
        "SAY0356",
        span,
        kind=kind or "an empty slot",
        expected=near,
        fixes=fixes,
        hint=f"did you mean `{near[0]}`?" if near else "declare it under kinds, places or quantities",
    )


# --- Showing ------------------------------------------------------------------------------------------------


AMOUNTS = ("amount", "number")
"""Slots for a number and nothing else."""

AMOUNT = (
    "a number counts a noun that exists, right after it: `draw {number} cards`; an amount alone ends a phrase: "
    "`pay {amount}`"
)


def show(template: Template) -> str:
    """The phrase as it is typed: `lend {book} to {guest}`."""
    words = [template.verb]
    if template.fixed:
        words.append(template.fixed)
    for slot in template.slots:
        inner = slot.name if slot.name in (slot.noun, plural(slot.noun)) else f"{slot.name}: {slot.noun}"
        words.append(f"{slot.prep} {{{inner}}}".strip())
        if slot.counts:
            words.append(plural(slot.counts))
    return " ".join(words)


def surface(template: Template) -> tuple[str, ...]:
    """The skeleton that a sentence shows: fixed words are an object."""
    return ("obj", *template.frame) if template.fixed else template.frame


def fixed_noun(template: Template) -> tuple[str, bool] | None:
    """The noun that the fixed words name, and whether they stand in the plural: *a walk* → *walk*, False.

    None without fixed words.  The noun need not be known: then the phrase names the event.
    """
    words = template.fixed.split()
    if words and words[0] in DETERMINERS:
        article, words = words[0], words[1:]
    else:
        article = ""
    if not words:
        return None
    noun = " ".join(words)
    if article in ("a", "an", "each"):
        return noun, False
    return next(((lemma, True) for lemma in singulars(noun)), (noun, False))


# --- Clashes ------------------------------------------------------------------------------------------------


def clashes(vocabulary: Vocabulary) -> tuple[Diagnostic, ...]:
    """Phrases that cannot be told apart (SAY0357): one verb, one skeleton, and kinds of which one thing can be both.

    A phrase whose every slot is narrower than the other's is no clash: the narrower one is meant where it fits.
    """
    groups: dict[tuple[str, tuple[str, ...], str], list[Template]] = {}
    for made in vocabulary.templates:
        groups.setdefault((made.verb, made.frame, made.fixed), []).append(made)
    found = []
    for group in groups.values():
        for i, second in enumerate(group):
            for first in group[:i]:
                if _same(first, second) or fit(first, second, vocabulary) not in ("equal", "crossing"):
                    continue
                span, other = second.span, first
                if span is None:
                    span, other = first.span, second
                if span is not None:
                    found.append(_clash(second if other is first else first, other, span))
    return tuple(found)


def _same(a: Template, b: Template) -> bool:
    return a.meaning == b.meaning and a.pack == b.pack and a.canonical != b.canonical


def _clash(mine: Template, other: Template, span: Span) -> Diagnostic:
    where = f"in {other.pack}" if other.pack != "core" else "of the core language"
    labels = [Label(other.span, f"the same phrase, {where}")] if other.span else []
    return diagnose(
        "SAY0357",
        span,
        phrase=show(mine),
        pack=mine.pack,
        other=show(other),
        where=where,
        labels=labels,
        hint="use another verb or another preposition, or name kinds of which nothing is both",
    )


def fit(a: Template, b: Template, vocabulary: Vocabulary) -> Fit:
    """How the slots of `a` compare with those of `b`, a phrase with the same verb and skeleton."""
    results = {
        _compare(x.counts or x.noun, y.counts or y.noun, vocabulary)
        for x, y in zip(a.slots, b.slots, strict=True)
    }
    if "disjoint" in results:
        return "disjoint"
    if "crossing" in results or {"narrower", "wider"} <= results:
        return "crossing"
    if "narrower" in results:
        return "narrower"
    return "wider" if "wider" in results else "equal"


def _compare(a: str, b: str, vocabulary: Vocabulary) -> Fit:
    if a == b:
        return "equal"
    above_a, above_b = _above(a, vocabulary), _above(b, vocabulary)
    if b in above_a:
        return "narrower"
    if a in above_b:
        return "wider"
    return "disjoint"


_CLASS_OF = {
    "thing": "thing",
    "player": "player",
    "place": "place",
    "group": "place",
    "quantity": "quantity",
    "attribute": "amount",
    "amount": "amount",
    "period": "event",
    "event": "event",
    "text": "text",
}


def _above(kind: str, vocabulary: Vocabulary) -> set[str]:
    """The kind itself, its parents, and the classes it falls under."""
    seen: set[str] = set()
    noun: str | None = kind
    while noun is not None and noun not in seen:
        seen.add(noun)
        entry = vocabulary.nouns.get(noun)
        if entry is not None and entry.category in _CLASS_OF:
            seen.add(_CLASS_OF[entry.category])
        noun = entry.is_a if entry else None
    if "quantity" in seen:
        seen.add("amount")
    seen.add("any")
    return seen
