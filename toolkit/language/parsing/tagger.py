"""Gives each word its class: the only place where one spelling becomes one thing.

In: the tokens of one sentence with all their readings.  Out: the same characters as tokens with a terminal each
(`Token.type`), a comma and the *and* after it drawn together into one.  Fourteen local rules, in `RULES`; none
looks further than the next joint.  Words of the vocabulary are decided by the tables of `content`, closed words by
the handlers of `closed`, *and*, *or* and commas by `joints`.  What the rules get wrong, the parser refuses: a wrong
class is never a wrong meaning as long as only one class fits.
"""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.language.lexer import NO_TOKEN, Lexicon, Reading, Token, names
from toolkit.language.parsing.ahead import form_of
from toolkit.language.parsing.closed import ClosedWords, stays_closed
from toolkit.language.parsing.content import CONTENT, Word, WordTable, decide, is_alone
from toolkit.language.parsing.grammar import class_of
from toolkit.language.parsing.joints import FINITE, OPENERS, mark_inner, tag_commas, tag_joints, tag_relatives

RULES: dict[str, str] = {
    "T1": "a word of several classes: noun or adjective after a determiner or preposition, verb after a noun or a modal"
    " and at the start of a clause",
    "T2": "a participle before a noun is an adjective, after *be* passive, after *have* perfect",
    "T3": "*that* after a noun opens a relative clause, else it is a determiner",
    "T4": "*there* at the start of a clause before *is* says that something exists, else it is a place",
    "T5": "*in*, *at* or *on* before a period (*turn*, a step) is a time, else a place",
    "T6": "*this* or *each* with a period after a complete phrase is a time",
    "T7": "*you*, *they* or *it* directly after a noun opens a relative clause",
    "T8": "a number before *times* counts; *more* or *less* after a noun changes an amount",
    "T9": "a modal or *do* at the end of a clause stands for its verb",
    "T10": "*and* or *or* before a verb joins verbs (of the clause that the second one fits: *a card that is ready or"
    " has power*), before *that* relative clauses, between predicates adjectives",
    "T11": "any other *and* or *or* joins clauses if both sides have a verb of their own, else nouns",
    "T12": "a comma is a list comma if a list goes on after it, else it ends a clause",
    "T13": "the first time, place or manner after the verb of a relative clause belongs to that clause",
    "T14": "a number, *to* and a number before a noun are one bound (*1 to 3 cats*), except after *from*",
}
"""The rules by number, as the tests have them.  T1 and T2 in full, with a name for each case, are `content.CONTENT`."""

_WITH_COMMA = names(
    "AND OR THEN BUT ROUND STARTING INCLUDING UNLESS AS_LONG_AS ONLY_AS_LONG_AS UNTIL ONLY_IF"
)
_BOTH_ENDS = names("UNLESS AS_LONG_AS")
"""Conditions that may begin a sentence as well as end one."""
_RELATIVES = names("REL SPRON WHERE WHOSE")
_HELPERS = names("MODAL DO_NOT HAVE_AUX")
_CLAUSE_ENDS = names("COMMA THEN_S TRUE")


class Tagger:
    """The rules, for one word table.  `tag` may be called any number of times; it keeps nothing."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.classes = {lemma: class_of(frames) for lemma, frames in lexicon.frames.items()}
        self.closed = ClosedWords(lexicon)
        self.table = WordTable(self.classes, lexicon.frames, self.closed)

    def tag(self, tokens: list[Token]) -> list[Token]:
        """The tagged tokens of a sentence that has no unknown words."""
        ts = _draw_ranges(self._draw_commas(tokens))
        self._words(ts)
        tag_relatives(ts)
        mark_inner(ts)
        tag_joints(ts)
        tag_commas(ts)
        return ts

    # --- Commas that belong to the next word ----------------------------------------------------------------

    def _draw_commas(self, tokens: list[Token]) -> list[Token]:
        """T12, first half: *, and* and its like become one token each; copies, so that a text may be tagged twice."""
        out: list[Token] = []
        comma: Token | None = None
        for i, old in enumerate(tokens):
            token = Token(old.text, old.start, old.end, old.span, old.readings, old.type)
            if comma is not None:
                first = old.readings[0].form if old.readings else old.type
                last = i + 1 >= len(tokens) or tokens[i + 1].type == "STOP"
                drawn = first in _WITH_COMMA and not (first in _BOTH_ENDS and _ends_opening(out))
                if drawn or (first == "ADV" and last):
                    token.start = comma.start
                    token.span = comma.span.cover(old.span)
                    token.joint = ","
                else:
                    out.append(comma)
                comma = None
            if token.type == "COMMA":
                comma = token
            else:
                out.append(token)
        if comma is not None:
            out.append(comma)
        return out

    # --- T1 to T9 -------------------------------------------------------------------------------------------

    def _words(self, ts: list[Token]) -> None:
        clause = _Clause()
        before = ""
        for i, token in enumerate(ts):
            if not token.type:
                self._word(ts, i, before, clause)
            elif token.type == "NUMBER" and i + 1 < len(ts) and form_of(ts[i + 1]) == "TIMES":
                _count(ts, i)
            if token.type == "TMANY" and i and i + 1 < len(ts) and ts[i + 1].type == "COLON":
                _repeats(ts[i - 1])
            if token.type == "REL" and _of_first_time(ts, i):
                token.type = "THAT"
            clause.take(token)
            before = token.type

    def _word(self, ts: list[Token], i: int, before: str, clause: _Clause) -> None:
        """A closed word, or one of the vocabulary; *lower* may be both."""
        token = ts[i]
        for reading in token.readings:
            if reading.kind == "word":
                if len(token.readings) > 1 and not stays_closed(ts, i, reading, before):
                    break
                token.reading = reading
                token.type = self.closed.type_of(ts, i, reading, before)
                return
        if not is_alone(token, before):
            decide(Word(self.table, ts, i, before, clause.relative, clause.main), CONTENT)


class _Clause:
    """How far a clause has come.

    `relative`: a relative clause waits for its verb.  `main`: the clause has its own verb.  `helper`: a modal or *have*
    stands before, the next verb is not finite by itself.
    """

    __slots__ = ("helper", "main", "relative")

    def __init__(self) -> None:
        self.relative = self.main = self.helper = False

    def take(self, token: Token) -> None:
        """Goes on after a tagged token; a verb of a relative clause is marked as its own."""
        type = token.type
        if type in _RELATIVES:
            self.relative = True
        elif type in FINITE or (type[:2] == "V_" and not self.helper):
            if self.relative:
                token.joint = "rel"
                self.relative = False
            else:
                self.main = True
        if type in _HELPERS:
            self.helper = True
        elif type != "NOT" and type != "ADV_PRE":
            self.helper = False
        if type in _CLAUSE_ENDS or (type in ("AND", "OR") and token.joint == ","):
            self.main = self.relative = False


def _draw_ranges(ts: list[Token]) -> list[Token]:
    """T14: the words *1 to* of *1 to 3 cats* become one bound, whose form is the least number."""
    out: list[Token] = []
    for i, token in enumerate(ts):
        before = out[-1] if out else NO_TOKEN
        if token.word == "to" and before.type == "NUMBER" and _is_more_than(before, ts[i + 1 : i + 3]):
            first = out[-2] if len(out) > 1 else NO_TOKEN
            if first.word != "from" and form_of(first) != "BOUND":
                reading = (Reading("word", "between", before.reading.id),)
                span = before.span.cover(token.span)
                out[-1] = Token(f"{before.text} to", before.start, token.end, span, reading, "BOUND")
                continue
        out.append(token)
    return out


def _is_more_than(least: Token, ts: Sequence[Token]) -> bool:
    """Whether a larger number and what it counts stand here: *3 cats*, *3 other cats*, *3 of them*."""
    if len(ts) < 2 or ts[0].type != "NUMBER" or int(ts[0].reading.id) <= int(least.reading.id):
        return False
    return ts[1].word in ("of", "other") or any(reading.kind in ("noun", "adj") for reading in ts[1].readings)


def _ends_opening(ts: list[Token]) -> bool:
    """*For each player, unless they have a coin, …*: whether the comma after these words ends an opening, as each
    before it does.
    """
    begins = [0, *(k + 1 for k, t in enumerate(ts) if t.type == "COMMA")]
    opened = all(k < len(ts) and form_of(ts[k]) in OPENERS for k in begins)
    return opened and all(t.joint != "," for t in ts)


def _count(ts: list[Token], i: int) -> None:
    """T8: *2 times*, *up to 2 times*, *Repeat this 2 times:*."""
    ts[i].type = "TNUM"
    bound = i > 0 and ts[i - 1].type == "BOUND"
    if bound:
        ts[i - 1].type = "TBOUND"
    first = ts[i - 2 if bound else i - 1] if i else ts[i]
    if i + 2 < len(ts) and ts[i + 2].type == "COLON":
        _repeats(first)


def _repeats(token: Token) -> None:
    if token.reading.id == "repeat":
        token.type = "REPEAT"


def _of_first_time(ts: list[Token], i: int) -> bool:
    """Whether *that* at `i` belongs to *the first time …*: no verb and no other *that* stands between."""
    for token in reversed(ts[:i]):
        if token.type == "FIRST_TIME":
            return True
        if token.type in ("THAT", "REL", "SPRON", "COMMA") or token.type[:2] == "V_" or token.type in FINITE:
            return False
    return False
