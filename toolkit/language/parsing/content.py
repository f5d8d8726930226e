"""The class of a word of the vocabulary: a noun, a name, an adjective or a verb where one spelling may be several.

In: a `Word`, that is a token with all its readings, the classes of the words before it and how far its clause has
come.  Out: the token has its reading and its terminal.  The rules T1 and T2 of `tagger.RULES` in full: `CONTENT`
is tried in order and the first rule that applies decides.  Three of its rules hand on to a table of their own:
`AFTER_BE`, `ONLY_VERB`, and `NOMINAL` where the word belongs to a noun phrase.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from toolkit.language.lexer import NO_READING, Reading, Token, names
from toolkit.language.parsing.ahead import (
    NOMINAL_BEFORE,
    NP_END,
    certain_object,
    form_of,
    may_be_finite,
    may_follow_verb,
    nominal_goes_on,
)
from toolkit.language.parsing.closed import ClosedWords
from toolkit.language.parsing.grammar import Frame
from toolkit.language.parsing.joints import CLAUSE_START, give

_PREPOSITION = re.compile(r"(?:in|at|on|off|out of) ")
_FACES = frozenset({"face up", "face down"})
"""Adverbs that are states too: *is face up*."""
_PRE_VERBAL = frozenset({"secretly", "openly", "also"})
_BE = names("BE BE_BASE BEEN")
_BEFORE_VERB = names("MODAL DO_NOT NOT ADV_PRE")
_SUBJECT_END = names("NOUN NAME PRON SPRON")


class WordTable(NamedTuple):
    """What the rules ask of the vocabulary.  `classes`, `frames`: of each verb.  `closed`: the closed words."""

    classes: Mapping[str, str]
    frames: Mapping[str, set[Frame]]
    closed: ClosedWords


class Word:
    """A word that a rule decides: the token at `i` with what it can be (`NO_READING` where it cannot).

    `before`: the type of the word before it, `""` at the start.  `relative`: a relative clause waits for its verb.
    `main`: the clause has its own verb.
    """

    __slots__ = (
        "_goes_on", "adj", "before", "i", "main", "name", "noun", "readings", "relative", "table", "token", "ts",
        "verb",
    )  # fmt: skip

    def __init__(
        self, table: WordTable, ts: list[Token], i: int, before: str, relative: bool, main: bool
    ) -> None:
        self.table = table
        self.ts = ts
        self.i = i
        self.before = before
        self.relative = relative
        self.main = main
        self.token = ts[i]
        # The first reading of a kind is the one that counts.
        self.readings = {reading.kind: reading for reading in reversed(self.token.readings)}
        find = self.readings.get
        self.noun = find("noun", NO_READING)
        self.name = find("name", NO_READING)
        self.adj = find("adj", NO_READING)
        self.verb = find("verb", NO_READING)
        self._goes_on: bool | None = None

    def find(self, kind: str) -> Reading:
        """The first reading of a kind."""
        return self.readings.get(kind, NO_READING)

    @property
    def goes_on(self) -> bool:
        """Whether a noun, or adjectives and a noun, follows the word directly."""
        if self._goes_on is None:
            self._goes_on = nominal_goes_on(self.ts, self.i + 1)
        return self._goes_on

    @property
    def nominal(self) -> bool:
        """Whether it can be a noun, a name or an adjective."""
        return self.noun is not NO_READING or self.name is not NO_READING or self.adj is not NO_READING

    @property
    def participle(self) -> bool:
        """Whether it can be a participle: *chosen*, *fed*."""
        return "n" in self.verb.form

    @property
    def finite(self) -> bool:
        """Whether it can be a verb that is no participle: *feed*, *fed*."""
        return self.verb.form not in ("", "n")

    @property
    def joined(self) -> bool:
        """Whether *and* or *or* stands before it."""
        return self.before in ("AND", "OR")

    def after_not(self, type: str) -> bool:
        """Whether *not* stands before it, and a word of this type before that."""
        return self.before == "NOT" and self.i > 1 and self.ts[self.i - 2].type == type

    def as_name(self) -> bool:
        """Whether *Blue* is the player and not the colour: by its capital, at the start by what follows."""
        if self.token.text == self.adj.id:
            return False
        if self.i > 0 or not self.goes_on:
            return True
        return may_be_finite(self.ts[self.i + 1]) and may_follow_verb(self.ts, self.i + 2)


ALONE = {"noun": "NOUN", "name": "NAME"}
"""What a word is that can be nothing else; a verb may be a participle, and an adjective stand after its noun."""


def is_alone(token: Token, before: str) -> bool:
    """Whether a word is decided, because it can be one thing only.  So are most, and all rules of `CONTENT` would say
    the same of them, but that of a period: *this season*.
    """
    if len(token.readings) != 1 or before == "TDET":
        return False
    only = token.readings[0]
    type = ALONE.get(only.kind)
    if type is not None:
        give(token, only, type)
    return type is not None


class Rule(NamedTuple):
    """`name`: what decided, for a reader.  `when`: whether it applies.  `then`: gives the token its class."""

    name: str
    when: Callable[[Word], bool]
    then: Callable[[Word], object]


def always(w: Word) -> bool:
    """Whatever is left."""
    return True


def decide(word: Word, rules: tuple[Rule, ...]) -> Rule:
    """The first rule that applies, after it has given the token its class.  The last rule of a table always applies."""
    for rule in rules:
        _, when, then = rule
        if when(word):
            then(word)
            return rule
    raise AssertionError(f"no rule for {word.token}")


# --- When: words that are decided by themselves ----------------------------------------------------------------


def is_relation(w: Word) -> bool:
    """*a cat adjacent to it* (but *the involved cat*, if *involved* is a state too)."""
    return "relation" in w.readings and (len(w.token.readings) == 1 or w.before not in NOMINAL_BEFORE)


def is_state_after_noun(w: Word) -> bool:
    """*the cats in bloom*: a state that begins with a preposition."""
    return (
        w.adj is not NO_READING
        and w.noun is NO_READING
        and w.before in ("NOUN", "NAME")
        and _PREPOSITION.match(w.adj.id) is not None
    )


# --- When: by the word before it -------------------------------------------------------------------------------


def follows_number(w: Word) -> bool:
    """*2 visits*, *2 chosen cats* (but *If at least 2 sleep, …*)."""
    return w.before == "NUMBER" and (w.nominal or (w.participle and w.goes_on))


def follows_adjective(w: Word) -> bool:
    """*the old visit*, *old chosen cats* (but *A player who is old put cats in the garden.*)."""
    if w.before != "ADJ":
        return False
    if w.noun is NO_READING and w.name is NO_READING:
        if not w.goes_on or (w.adj is NO_READING and not w.participle):
            return False
    return not w.finite or (w.i > 1 and w.ts[w.i - 2].type not in ("BE", "NOT"))


def is_state_after_be(w: Word) -> bool:
    """*The cat is old.*, *Its colour is blue.* (but *The winner is Blue.*)"""
    if w.adj is NO_READING or w.before == "BEEN":
        return False
    return w.name is NO_READING or not w.as_name()


def is_participle_of_noun_after_be(w: Word) -> bool:
    """*These are fallen leaves.*: a verb that has no object is never passive."""
    return (
        w.participle
        and w.goes_on
        and w.noun is NO_READING
        and not any("obj" in frame for frame in w.table.frames[w.verb.id])
    )


# --- When: a word that is nothing but a verb --------------------------------------------------------------------


def is_joined_past(w: Word) -> bool:
    """*who chased the dog and fed the cat*: a past form, for its object begins at once."""
    return w.joined and "d" in w.verb.form and certain_object(w.ts, w.i + 1)


def is_participle_of_noun(w: Word) -> bool:
    """*Chosen cats sleep.* (but *The player fed cats.*)"""
    if not w.goes_on:
        return False
    if not w.finite:
        return True
    return not w.relative and w.participle and "b" not in w.verb.form and w.before not in NP_END


# --- When: a word that may be a verb or a noun -----------------------------------------------------------------


def starts_clause(w: Word) -> bool:
    """*Visit a cat.*, *…, visit a cat*, *…, then visits a cat*, *feed a cat and visit it* (but *Visit of the cat*)."""
    if w.joined:
        return joins_verbs(w)
    if w.before == "THEN_S" and "t" in w.verb.form and certain_object(w.ts, w.i + 1):
        return True
    if w.before and w.before not in CLAUSE_START and w.before != "LCOMMA":
        return False
    return "b" in w.verb.form and may_follow_verb(w.ts, w.i + 1)


def joins_verbs(w: Word) -> bool:
    """*and visit it*; without a certain object, *and play* after a verb or where a bare noun would be no list
    (but *Choose your play and visits.*)."""
    if w.verb.form == "n" or not may_follow_verb(w.ts, w.i + 1):
        return False
    if certain_object(w.ts, w.i + 1):
        return True
    ends = w.i + 1 >= len(w.ts) or w.ts[w.i + 1].type in ("STOP", "COMMA")
    bare = w.noun.form == "s" and "b" in w.verb.form  # *and a dog and bark* is no list
    return (ends and bare) or (w.i > 1 and w.ts[w.i - 2].type[:2] == "V_")


def is_verb_of_subject(w: Word) -> bool:
    """*A cat visits a dog.*, *a card that they play* (but no second verb after *Chase the cats there*)."""
    if w.before not in NP_END or not w.finite:
        return False
    return not w.main or w.relative or w.noun is NO_READING or w.before in _SUBJECT_END


def is_main_verb_after_relative(w: Word) -> bool:
    """*The cat that they play visits a dog.*"""
    if w.before[:2] not in ("V_", "P_") or w.relative or w.main:
        return False
    return w.finite and w.ts[w.i - 1].joint == "rel"


# --- When: the part of a noun phrase ---------------------------------------------------------------------------


def is_name(w: Word) -> bool:
    """*Tom*, *Play* (but *the play*)."""
    if w.name is NO_READING or w.adj is not NO_READING:
        return False
    return w.noun is NO_READING or w.token.text != w.token.text.lower()


def is_beside_state(w: Word) -> bool:
    """*It is red or blue*, *it is red, blue or green*: what the first of them is after *be*, the others are, too."""
    if w.adj is NO_READING or w.before not in ("AND", "OR", "COMMA") or w.goes_on:
        return False
    k = w.i
    if w.before == "COMMA" and (k + 1 >= len(w.ts) or w.ts[k + 1].word not in (",", "and", "or")):
        return False
    while k > 1 and w.ts[k - 1].type in ("AND", "OR", "COMMA") and w.ts[k - 2].type == "ADJ":
        k -= 2
    return k < w.i and w.ts[k - 1].type in (*_BE, "NOT")


def is_value(w: Word) -> bool:
    """*Choose blue.* (but *a cat, not blue*)."""
    return w.adj.form == "value" and w.noun is NO_READING and w.before not in ("BE", "NOT")


# --- Then ------------------------------------------------------------------------------------------------------


def relation(w: Word) -> None:
    """A relation; *near the house* may be a time, as with other places (T5)."""
    found = w.find("relation")
    place = found.form == "PLACE"
    give(w.token, found, w.table.closed.place(w.ts, w.i, found, w.before) if place else found.form)


def adverb(w: Word) -> None:
    """An adverb, a state after *be* (*is face up*), or one that stands before its verb (*secretly choose*)."""
    found = w.find("adverb")
    type = "ADV"
    if found.id in _FACES:
        after = w.i > 1 and w.ts[w.i - 2].type in ("BE", "ADJ")
        if w.before in ("BE", "BE_BASE", "ADJ") or (after and w.before in ("NOT", "AND", "OR")):
            type = "ADJ"
    elif found.id in _PRE_VERBAL and w.i + 1 < len(w.ts) and w.ts[w.i + 1].find("verb"):
        type = "ADV_PRE"
    give(w.token, found, type)


def passive(w: Word) -> None:
    """The participle of a passive: the class of its verb, with `P` for `V`."""
    give(w.token, w.verb, "P" + w.table.classes[w.verb.id][1:])


def verb(w: Word) -> None:
    """A verb."""
    give(w.token, w.verb, w.table.classes[w.verb.id])


def verb_or_have(w: Word) -> None:
    """A verb; *have* before a participle helps it: *has fed a cat* (but *has chosen cats*)."""
    if w.verb.id == "have" and (_helps(w.ts, w.i + 1) or _of_fixed_words(w)):
        give(w.token, w.verb, "HAVE_AUX")
    else:
        verb(w)


def _helps(ts: list[Token], j: int) -> bool:
    """Whether the participle of a perfect stands at `j`, or after a *not*."""
    if j < len(ts) and form_of(ts[j]) == "NOT":
        j += 1
    if j >= len(ts):
        return False
    if form_of(ts[j]) == "BEEN":
        return True
    found = ts[j].find("verb")
    return "n" in found.form and not nominal_goes_on(ts, j + 1, strict=True) and not ts[j].find("noun")


def _of_fixed_words(w: Word) -> bool:
    """*have gone bust*, *has not gone bust*, of the verb *go bust*: no bust that has gone."""
    j = w.i + 2 if w.i + 1 < len(w.ts) and form_of(w.ts[w.i + 1]) == "NOT" else w.i + 1
    done = w.ts[j].find("verb") if j + 1 < len(w.ts) else NO_READING
    return "n" in done.form and w.ts[j + 1].word in w.table.closed.bare.get(done.id, ())


def participle(w: Word) -> None:
    """A participle as an adjective."""
    give(w.token, Reading("adj", w.token.text.casefold(), "participle"), "ADJ")


def closed(w: Word) -> None:
    """A closed word after all."""
    found = w.find("word")
    w.token.reading = found
    w.token.type = w.table.closed.type_of(w.ts, w.i, found, w.before)


def unknown(w: Word) -> None:
    """Nothing that the grammar has."""
    give(w.token, w.token.readings[0] if w.token.readings else NO_READING, "UNKNOWN")


def as_a(kind: str, type: str) -> Callable[[Word], None]:
    """What the word can be of that kind, as a word of a class."""
    return lambda w: give(w.token, w.find(kind), type)


# --- The tables ------------------------------------------------------------------------------------------------

adjective = as_a("adj", "ADJ")

NOMINAL = (
    # *Blue wins.* (but *blue cats*)
    Rule(
        "a name by its capital, not the value",
        lambda w: w.name is not NO_READING and w.adj is not NO_READING and w.as_name(),
        as_a("name", "NAME"),
    ),
    Rule("a name", is_name, as_a("name", "NAME")),
    # *the left house*
    Rule("an adjective before its noun", lambda w: w.adj is not NO_READING and w.goes_on, adjective),
    Rule("a value beside a state after be", is_beside_state, adjective),
    Rule("a value as a noun", is_value, as_a("adj", "NOUN")),
    # *the old*, *hungry*
    Rule("an adjective", lambda w: w.adj is not NO_READING and w.noun is NO_READING, adjective),
    # *the visit*, *the play*
    Rule("a noun", lambda w: w.noun is not NO_READING, as_a("noun", "NOUN")),
    # *the chosen cat*
    Rule("a participle as an adjective", lambda w: w.participle, participle),
    # *the feed*: no noun, and the parser says so
    Rule("a verb where none fits", lambda w: w.verb is not NO_READING, verb),
    # *the near house*, if *near* is a relation too: the preposition, for after *the* no relation fits
    Rule("a closed word", lambda w: "word" in w.readings, closed),
    Rule("no word of the grammar", always, unknown),
)
"""Which part of a noun phrase a word is, in the order in which they are tried."""

nominal = partial(decide, rules=NOMINAL)

AFTER_BE = (
    Rule("a state after be is an adjective", is_state_after_be, adjective),
    Rule("a participle without object is no passive", is_participle_of_noun_after_be, nominal),
    # *The cat is chosen.*, *it has been fed*
    Rule("a participle after be is passive", lambda w: w.participle, passive),
    Rule("any other word after be is nominal", always, nominal),
)
"""What a word is directly after *be*, *is*, *been* or *is not*."""

ONLY_VERB = (
    Rule("a past form with an object after and", is_joined_past, verb_or_have),
    Rule("a participle before a noun is an adjective", is_participle_of_noun, nominal),
    # *a cat chosen by you*
    Rule("a participle by itself", lambda w: not w.finite, verb),
    Rule("verb, for it is nothing else", always, verb_or_have),
)
"""What a word is that can be no noun, no name and no adjective."""

CONTENT = (
    Rule("a relation of the vocabulary", is_relation, relation),
    # *face up*, *secretly*
    Rule("an adverb of the vocabulary", lambda w: "adverb" in w.readings and w.noun is NO_READING, adverb),
    Rule("a state with a preposition follows its noun", is_state_after_noun, as_a("adj", "NADV")),
    # *Feed a cat this season.*
    Rule(
        "a period after this or each is a time",
        lambda w: w.before == "TDET" and w.noun is not NO_READING,
        as_a("noun", "TNOUN"),
    ),
    # *the visit*, *of visits*, *your left house*
    Rule("nominal after a determiner or preposition", lambda w: w.before in NOMINAL_BEFORE, nominal),
    Rule("nominal after a number", follows_number, nominal),
    Rule("nominal after an adjective", follows_adjective, nominal),
    # *is old*, *be fed*, *been fed*, *is not old*
    Rule("after be", lambda w: w.before in _BE or w.after_not("BE"), partial(decide, rules=AFTER_BE)),
    # *has fed*, *has not fed*
    Rule(
        "a participle after have is perfect",
        lambda w: w.participle and (w.before == "HAVE_AUX" or w.after_not("HAVE_AUX")),
        verb,
    ),
    # *may visit*, *does not visit*, *secretly play*
    Rule(
        "verb after a modal, do not or an adverb",
        lambda w: w.before in _BEFORE_VERB and w.verb is not NO_READING,
        verb_or_have,
    ),
    # *cat*, *old*, *Tom*
    Rule("nominal, for it is no verb", lambda w: w.verb is NO_READING, nominal),
    # *feed*, *chosen*
    Rule(
        "verb or participle, for it is nothing else",
        lambda w: not w.nominal,
        partial(decide, rules=ONLY_VERB),
    ),
    # From here on the word may be a verb or nominal.  *a player who visits*, *a card you play*
    Rule("verb of a relative clause", lambda w: w.finite and w.before in ("REL", "SPRON"), verb_or_have),
    Rule("verb at the start of a clause", starts_clause, verb_or_have),
    Rule("verb after its subject", is_verb_of_subject, verb_or_have),
    Rule("main verb after a relative clause", is_main_verb_after_relative, verb_or_have),
    Rule("nominal, for no verb fits here", always, nominal),
)
"""The rules for any word of the vocabulary, in the order in which they are tried."""
