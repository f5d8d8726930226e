"""The word table: everything the vocabulary and English know, and what each word can be.

A `Lexicon` is built once for a vocabulary; `scanner` reads texts with it.  Nothing is decided here: that *play* is a
verb or a noun, that *that* opens a clause, which comma ends a clause, is the tagger's business (`tagger.py`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from toolkit.language import forms
from toolkit.language.members import bearers_of, members_of, tallies_of, values_of
from toolkit.language.vocabulary import Template, Vocabulary
from toolkit.report import Source, Span


class Reading(NamedTuple):
    """One thing that a word can be.

    `kind`: noun, name, adj, verb, relation, adverb, word (closed).  `id`: its lemma or key, always a string (the
    tree's closed fields take it as it is).  `form`: for nouns
    `s`, `p` or `sp`; for verbs letters of `b` base, `t` third person, `d` past, `n` participle; for closed words
    and relations the terminal it is unless the tagger says otherwise.
    """

    kind: str
    id: Any
    form: str = ""

    def __bool__(self) -> bool:
        """False of `NO_READING` alone."""
        return self.kind != ""


NO_READING = Reading("", "")
"""What a word is that cannot be what was asked for: it has no lemma and no form, so nobody need look for it first."""


class Token:
    """A word, name, number or mark with its place, and after tagging its terminal (`type`) and chosen `reading`.

    `word`: its text in small letters, which is asked for many times.
    """

    __slots__ = ("end", "joint", "reading", "readings", "span", "start", "text", "type", "word")

    def __init__(
        self, text: str, start: int, end: int, span: Span, readings: tuple[Reading, ...], type: str
    ) -> None:
        self.text = text
        self.word = text.casefold()
        self.start = start
        self.end = end
        self.span = span
        self.readings = readings
        self.reading = readings[0] if readings else NO_READING
        self.type = type
        self.joint = ""

    @property
    def value(self) -> str:
        """The id of the chosen reading (lark asks for `value` when it reports)."""
        return self.reading.id

    def __repr__(self) -> str:
        return f"{self.type}:{self.text}"

    def spell(self, text: str) -> None:
        """Give it another text."""
        self.text, self.word = text, text.casefold()

    def saying(self, text: str) -> Token:
        """The same word spelled otherwise."""
        return Token(text, self.start, self.end, self.span, self.readings, self.type)

    def large(self) -> Token:
        """The same word with a capital, as at the beginning of a sentence."""
        return self.saying(forms.capitalize(self.text))

    def small(self) -> Token:
        """The same word inside of a sentence; a name keeps its capital."""
        return self if self.find("name") else self.saying(self.text[:1].lower() + self.text[1:])

    def at(self, place: Token) -> Token:
        """The same word in the place of another."""
        return Token(self.text, place.start, place.end, place.span, self.readings, self.type)

    def find(self, kind: str) -> Reading:
        """The first reading of a kind; `NO_READING`: it has none."""
        for reading in self.readings:
            if reading.kind == kind:
                return reading
        return NO_READING


class _NoToken(Token):
    """What stands where nothing stands: it has no text, can be no word, and is false."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return False


NO_TOKEN: Token = _NoToken("", 0, 0, Span(Source("", ""), 0, 0), (), "")
"""Before the first token and after the last one: what is asked of it is asked as of any other."""


def names(text: str) -> frozenset[str]:
    """`names("A B")`: the terminals A and B."""
    return frozenset(text.split())


# --- Closed words -------------------------------------------------------------------------------------------


def _closed(terminal: str, words: str) -> dict[str, tuple[Reading, ...]]:
    """`word|word=canonical|…` as entries of one terminal."""
    table: dict[str, tuple[Reading, ...]] = {}
    for item in words.split("|"):
        word, _, canonical = item.partition("=")
        table[word] = (Reading("word", canonical or word, terminal),)
    return table


CLOSED: dict[str, tuple[Reading, ...]] = {
    **_closed("ART", "a|an=a|the|this|that|these|those"),
    **_closed("POSS", "your|their|its"),
    **_closed(
        "QOUT",
        "all|both|half|half of|twice|any number of|one of|each of|that many of|all of=all|both of=both|down to",
    ),
    **_closed("QIN", "each|every|no|another|that many|that much|a random|as many|as much"),
    **_closed("RANDOM", "random"),
    **_closed("MOST", "most|fewest"),
    **_closed("OTHER", "other"),
    **_closed("ORD", "last|next|previous|top|bottom|leftmost|rightmost|highest|lowest|higher|lower"),
    **_closed("ORD", "|".join(forms.ORDINALS)),
    **_closed("ONLY", "only"),
    **_closed("MORE", "more|fewer|less"),
    **_closed("BOUND", "at least|at most|exactly|more than|fewer than|less than|up to"),
    **_closed("PRON", "you|they|them=they|it"),
    **_closed("REL", "who"),
    **_closed("WHERE", "where"),
    **_closed("WHOSE", "whose"),
    **_closed("THAN", "than"),
    **_closed("OF", "of"),
    **_closed("WITH", "with"),
    **_closed("WITHOUT", "without"),
    **_closed("FROM", "from"),
    **_closed("TO", "to"),
    **_closed("INTO", "into|onto"),
    **_closed("AS", "as"),
    **_closed("BY", "by"),
    **_closed("FOR", "for"),
    **_closed("FOR_EACH", "for each|for every|for each of|per=for each"),
    **_closed("PLACE", "in|at|on|under|beside|behind|in front of|around|above|below|among|inside|near"),
    **_closed("OTHER_THAN", "other than"),
    **_closed("BE", "is|are|was|were"),
    **_closed("BE_BASE", "be"),
    **_closed("BEEN", "been"),
    **_closed("DO_NOT", "does not|do not|did not"),
    **_closed("DO", "do|does|did"),
    **_closed("MODAL", "may|must|can|cannot|would|will"),
    **_closed("NOT", "not"),
    **_closed("AND", "and"),
    **_closed("OR", "or"),
    **_closed("THEN", "then"),
    **_closed("BUT", "but|but to"),
    **_closed("IF", "if"),
    **_closed("WHEN", "when|whenever=when|each time=when|as soon as=when"),
    **_closed("UNLESS", "unless"),
    **_closed("UNTIL", "until"),
    **_closed("AS_LONG_AS", "as long as|while=as long as"),
    **_closed("ONLY_AS_LONG_AS", "only as long as"),
    **_closed("ONLY_IF", "only if"),
    **_closed("AS_IF", "as if"),
    **_closed(
        "TIME",
        "at the start of|at the end of|until the end of|until the start of|during|outside"
        "|at the beginning of=at the start of|for the rest of|until end of",
    ),
    **_closed("BEFORE", "before|after"),
    **_closed("ONCE", "once"),
    **_closed("TIMES", "times"),
    **_closed("TMANY", "that many times|any number of times"),
    **_closed("TEQUAL", "a number of times equal to"),
    **_closed("FIRST_TIME", "the first time|the next time"),
    **_closed("TRUE", "true that"),
    **_closed("INSTEAD", "instead"),
    **_closed("INSTEAD_OF", "instead of"),
    **_closed("OTHERWISE", "otherwise"),
    **_closed("THERE", "there"),
    **_closed("PLUS", "plus"),
    **_closed("MINUS", "minus|multiplied by|divided by"),
    **_closed("ROUND", "rounded up|rounded down"),
    **_closed("STARTING", "starting with"),
    **_closed("INCLUDING", "including"),
    **_closed(
        "NADV",
        "of your choice|of their choice|to your left|to your right|to their left|to their right"
        "|on your left=to your left|on your right=to your right"
        "|on their left=to their left|on their right=to their right",
    ),
    **_closed("YOURS", "yours=you|theirs=they"),
}
"""Words that no pack may declare, their canonical spelling and their usual terminal."""

PLACE_RELATIONS = frozenset({"next to", "between", "on top of", "to the left of", "to the right of"})
"""Relations that a place complement may begin with."""

# --- The word table -----------------------------------------------------------------------------------------


FIRST_WORD = re.compile(r"\w+")

Table = dict[str, dict[tuple[str, ...], list[Reading]]]
"""What words can be, by the first of them."""

Entry = tuple[tuple[str, ...], tuple[Reading, ...]]
"""The words of an entry, and what they can be."""


def _add_to(table: Table, phrase: str, reading: Reading) -> None:
    words = tuple(phrase.casefold().split())
    if words:
        found = table.setdefault(words[0], {}).setdefault(words, [])
        if reading not in found:
            found.append(reading)


@cache
def _closed_words() -> Table:
    table: Table = {}
    for phrase, readings in CLOSED.items():
        for reading in readings:
            _add_to(table, phrase, reading)
    return table


def _closed_table() -> Table:
    """A table of the closed words, to which more can be added."""
    return {
        first: {words: list(found) for words, found in group.items()}
        for first, group in _closed_words().items()
    }


class Lexicon:
    """Everything that can be typed, by its first word; built once for a vocabulary, then only read.

    `frames`: lemma -> its set of frames.  `members`: what a word of a state may stand for (*pirates*).
    `tallies`: what a quantity counts (*cards sold*).  `values`: those of the lists.
    `bearers`: the things that have an attribute, or values of a list.
    `events`: nouns made from fixed objects (*take a nap*) that the
    vocabulary does not declare; each names the event itself.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.frames: dict[str, set[tuple[str, ...]]] = {}
        self.events: dict[str, str] = {}
        self._table = _closed_table()
        self._names: dict[str, list[tuple[str, Reading]]] = {}
        self._words: dict[int, tuple[str, ...]] = {}
        self._add_nouns()
        self._add_names()
        for adjective in vocabulary.adjectives.values():
            self._add(adjective.id, Reading("adj", adjective.id, adjective.role))
        for relation in vocabulary.relations.values():
            form = "PLACE" if relation.id in PLACE_RELATIONS else "RELATION"
            self._add(relation.id, Reading("relation", relation.id, form))
        for word in vocabulary.bare_relations():
            self._add(word, Reading("adj", word, "relation"))
        for adverb in vocabulary.adverbs:
            self._add(adverb, Reading("adverb", adverb, "ADV"))
        for template in vocabulary.templates:
            self._add_template(template)
        for lemma in self.frames:
            self._add_verb(lemma)
        self.members = members_of(vocabulary)
        self.values = values_of(vocabulary)
        self.tallies = tallies_of(vocabulary)
        self.bearers = bearers_of(vocabulary)
        for form, member in self.members.items():
            if form != member.word and (form,) not in self._table.get(form, {}):
                self._add(form, Reading("member", member.word, member.number))
        self._entries = {first: _longest_first(group) for first, group in self._table.items()}

    def _add_nouns(self) -> None:
        for noun in self.vocabulary.nouns.values():
            if noun.id == noun.plural:
                self._add(noun.id, Reading("noun", noun.id, "sp"))
            else:
                self._add(noun.id, Reading("noun", noun.id, "s"))
                self._add(noun.plural, Reading("noun", noun.id, "p"))

    def _add_names(self) -> None:
        """Names as they are written, the longest first."""
        for name in self.vocabulary.names.values():
            for text in dict.fromkeys(filter(None, (name.text, name.short))):
                self._add_name(text, Reading("name", name.id, "p" if name.plural else "s"))
        self._add_plural_names()
        for lists in self._names.values():
            lists.sort(key=lambda pair: -len(pair[0]))
        self._initials = {first[0] for first in self._names}

    def _add(self, phrase: str, reading: Reading) -> None:
        _add_to(self._table, phrase, reading)

    def _add_name(self, text: str, reading: Reading) -> None:
        first = FIRST_WORD.match(text)
        if first:
            self._names.setdefault(first[0], []).append((text, reading))

    def _add_plural_names(self) -> None:
        """*2 Coppers*: a thing's name in the plural, unless another one is called so."""
        taken = self.whole_names()
        for name in self.vocabulary.names.values():
            noun = self.vocabulary.nouns.get(name.noun)
            if noun is None or noun.category != "thing" or name.plural or name.text.endswith("s"):
                continue
            if (several := forms.plural(name.text)) not in taken:
                self._add_name(several, Reading("name", name.id, "s"))

    def _add_template(self, template: Template) -> None:
        frame = template.frame
        if template.fixed:
            frame = ("obj", *frame)
            self._add_fixed(template.fixed)
        self.frames.setdefault(template.verb, set()).add(frame)

    def _add_fixed(self, fixed: str) -> None:
        """Makes the object of *take a nap* a noun, unless its words are nouns already."""
        determiner, _, rest = fixed.partition(" ")
        if determiner not in ("a", "an", "the"):
            rest = fixed
        if rest in self.vocabulary.nouns or self._is_noun(rest):
            return
        self.events[rest] = fixed
        if determiner in ("a", "an"):
            self._add(rest, Reading("noun", rest, "s"))
            self._add(forms.plural(rest), Reading("noun", rest, "p"))
        else:
            self._add(rest, Reading("noun", rest, "sp"))

    def _is_noun(self, phrase: str) -> bool:
        words = tuple(phrase.casefold().split())
        found = self._table.get(words[0], {}).get(words, ()) if words else ()
        return any(reading.kind == "noun" for reading in found)

    def _add_verb(self, lemma: str) -> None:
        made = self.vocabulary.verb_forms(lemma)
        by_text: dict[str, str] = {}
        for letter, text in (("b", made.base), ("t", made.third), ("d", made.past), ("n", made.participle)):
            by_text[text] = by_text.get(text, "") + letter
            if letter in "dn" and (other := forms.spelled_otherwise(lemma, text)) is not None:
                by_text[other] = by_text.get(other, "") + letter
        for text, letters in by_text.items():
            self._add(text, Reading("verb", lemma, letters))

    def words(self, number: int) -> tuple[str, ...]:
        """Every entry of so many words, in order; names are not among them."""
        if number not in self._words:
            found = (words for group in self._table.values() for words in group if len(words) == number)
            self._words[number] = tuple(sorted(" ".join(words) for words in found))
        return self._words[number]

    def readings(self, word: str) -> tuple[Reading, ...]:
        """What a single word can be; nothing for an unknown one."""
        return next((found for words, found in self._entries.get(word, ()) if len(words) == 1), ())

    def whole_names(self) -> frozenset[str]:
        """Every name as it is written."""
        return frozenset(text for names in self._names.values() for text, _ in names)

    def single_words(self) -> set[str]:
        """Every single word that occurs in any entry, and the words of names as written."""
        found = {word for group in self._table.values() for words in group for word in words}
        found.update(word for name in self.whole_names() for word in name.split())
        return found

    def readings_of(self, phrase: str) -> tuple[Reading, ...]:
        """All readings of a word or phrase that is known, () of any other."""
        words = tuple(phrase.casefold().split())
        return tuple(self._table.get(words[0], {}).get(words, ()))

    def token(self, text: str, like: Token) -> Token:
        """A token of other words in the place of another."""
        return Token(text, like.start, like.end, like.span, self.readings_of(text), "")

    def tokens(self, like: Token, *texts: str) -> list[Token]:
        """Several in its place."""
        return [self.token(text, like) for text in texts]

    def entries(self, word: str) -> Sequence[Entry]:
        """What begins with a word, the longest first."""
        return self._entries.get(word, ())

    def name_at(self, value: str, start: int) -> tuple[tuple[Reading, ...], int]:
        """The readings of the longest name that is written there, and where it ends; -1: no name."""
        if value[start : start + 1] not in self._initials:
            return (), -1
        first = FIRST_WORD.match(value, start)
        if first is None:
            return (), -1
        candidates = self._names.get(first[0])
        if not candidates:
            return (), -1
        best = -1
        found: list[Reading] = []
        for text, reading in candidates:
            stop = start + len(text)
            if stop < best:
                break
            if value.startswith(text, start) and not (
                value[stop : stop + 1].isalnum() and text[-1].isalnum()
            ):
                best = stop
                found.append(reading)
        return tuple(found), best


def _longest_first(group: dict[tuple[str, ...], list[Reading]]) -> list[Entry]:
    return sorted(((words, tuple(found)) for words, found in group.items()), key=lambda entry: -len(entry[0]))
