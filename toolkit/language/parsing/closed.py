"""The class of a closed word that may have several: *that*, *there*, *in*, *more*, *then* …

Rules T3 to T9 of `tagger.RULES`: one handler for each terminal of the lexer that may become another (`_HANDLERS`),
and for a word that a pack or a verb also uses, whether it is the closed word at all (`_STAYS`).
"""

from __future__ import annotations

from toolkit.language.lexer import Lexicon, Reading, Token
from toolkit.language.parsing.ahead import (
    NOMINAL_BEFORE,
    NP_END,
    form_of,
    head,
    may_be_finite,
    may_start,
    nominal_goes_on,
    noun_at,
)
from toolkit.language.parsing.joints import CLAUSE_START
from toolkit.language.wording.replaced import nth

_PERIODS = frozenset({"period", "step"})
_IN_PHRASE = frozenset({"NOUN", "NAME", "ADJ", "OF", "WITH", "ART", "POSS", "NUMBER"})
"""What may stand between *more* and *than* in the noun phrase that is compared."""


class ClosedWords:
    """The handlers, for one word table."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        nouns = lexicon.vocabulary.nouns
        self.periods = frozenset(noun.id for noun in nouns.values() if noun.category in _PERIODS)
        self.objects: dict[str, set[str]] = {}
        self.bare: dict[str, set[str]] = {}  # *bust* of *go bust*: words that stand without a determiner
        for template in lexicon.vocabulary.templates:
            for slot in template.slots:
                if slot.role == "obj":
                    self.objects.setdefault(template.verb, set()).add(slot.counts or slot.noun)
            if template.fixed and " " not in template.fixed:
                self.bare.setdefault(template.verb, set()).add(template.fixed)
            if template.fixed:
                self.objects.setdefault(template.verb, set()).add(
                    template.fixed.partition(" ")[2] or template.fixed
                )

    def type_of(self, ts: list[Token], i: int, reading: Reading, before: str) -> str:
        """The terminal of the closed word at `i`, read as `reading`; `before`: the type of the word before it."""
        form = reading.form
        handler = _HANDLERS.get(form)
        return handler(self, ts, i, reading, before) if handler else form

    # Each handler gives the terminal of a closed word that may have several.

    def _art(self, ts: list[Token], i: int, reading: Reading, before: str) -> str:
        if reading.id == "that" and self._opens_relative(ts, i, before):
            return "REL"
        if reading.id in ("this", "that") and self._is_time(ts, i, before):
            return "TDET"
        return "ART"

    def _qin(self, ts: list[Token], i: int, reading: Reading, before: str) -> str:
        return "TDET" if reading.id in ("each", "every") and self._is_time(ts, i, before) else "QIN"

    def _opens_relative(self, ts: list[Token], i: int, before: str) -> bool:
        """T3."""
        following = nth(ts, i + 1)
        if not following or following.type in ("STOP", "COMMA"):
            return False
        if before == "FIRST_TIME":
            return True
        if before in ("NOUN", "NAME", "PRON", "TNOUN", "THERE", "NADV"):
            period = noun_at(following)
            behind = nth(ts, i + 2)
            ends = (
                not behind
                or behind.type in ("STOP", "COMMA", "GEN")
                or form_of(behind) in ("AND", "OR", "THEN")
            )
            return not (period in self.periods and ends)
        if before in ("AND", "OR") and any(t.type in ("REL", "SPRON") for t in ts[:i]):
            return may_be_finite(following)
        return False

    def _is_time(self, ts: list[Token], i: int, before: str) -> bool:
        """T6: the determiner of a period after a complete phrase."""
        if i + 1 >= len(ts) or noun_at(ts[i + 1]) not in self.periods:
            return False
        if i + 2 < len(ts) and (ts[i + 2].type == "GEN" or form_of(ts[i + 2]) == "OF"):
            return False
        if before in NP_END or before in (
            "FIRST_TIME",
            "ONCE",
            "ADJ",
            "LESS",
            "PRO",
            "INSTEAD",
            "TIMES",
            "TMANY",
        ):
            return True
        if before[:2] in ("V_", "P_"):
            verb = ts[i - 1].reading.id
            period = noun_at(ts[i + 1])
            return before[:2] == "P_" or not self._takes(verb, period)
        return False

    def _takes(self, verb: str, noun: str | None) -> bool:
        """Whether a verb's object may be this noun, by the types of its phrases."""
        vocabulary = self.lexicon.vocabulary
        return any(
            kind in ("any", "period", "step", "event") or kind == noun or vocabulary.is_kind(noun, kind)
            for kind in self.objects.get(verb, ())
        )

    def _pron(self, ts: list[Token], i: int, reading: Reading, before: str) -> str:
        """T7."""
        if before in ("NOUN", "NAME", "NADV", "THERE") and ts[i].text.lower() != "them":
            following = nth(ts, i + 1)
            if following and may_be_finite(following):
                return "SPRON"
        return "PRON"

    def _there(self, ts: list[Token], i: int, reading: Reading, before: str) -> str:
        """T4."""
        following = nth(ts, i + 1)
        starts = not before or before in CLAUSE_START or before in ("AND", "OR", "WHERE", "REL")
        return "THERE_IS" if starts and following and form_of(following) in ("BE", "MODAL") else "THERE"

    def place(self, ts: list[Token], i: int, reading: Reading, before: str) -> str:
        """T5."""
        if reading.id in ("in", "at", "on", "outside") and head(ts, i + 1) in self.periods:
            return "TIME"
        return "PLACE"

    def _time(self, ts: list[Token], i: int, reading: Reading, before: str) -> str:
        return self.place(ts, i, reading, before) if reading.id == "outside" else "TIME"

    def _before(self, ts: list[Token], i: int, reading: Reading, before: str) -> str:
        if head(ts, i + 1) in self.periods:
            return "TIME"
        return "PLACE" if before in ("NOUN", "NAME", "NUMBER") else "TIME"

    def _of(self, ts: list[Token], i: int, reading: Reading, before: str) -> str:
        return "OF_PART" if before == "NUMBER" else "OF"

    def _from(self, ts: list[Token], i: int, reading: Reading, before: str) -> str:
        if i + 2 < len(ts) and ts[i + 1].type == "NUMBER" and form_of(ts[i + 2]) == "TO":
            return "RANGE"
        # *choose a number from your bid to your coins*
        number = i > 0 and ts[i - 1].find("noun").id == "number"
        return "RANGE" if number and _to_follows(ts, i) else "FROM"

    def _to(self, ts: list[Token], i: int, reading: Reading, before: str) -> str:
        since = next((k for k in range(i - 1, -1, -1) if ts[k].type in ("RANGE", "STOP")), -1)
        begun = since >= 0 and ts[since].type == "RANGE" and ts[since].word == "from"
        return "RANGE" if begun else "TO"

    def _than(self, ts: list[Token], i: int, reading: Reading, before: str) -> str:
        """*more units than*, *more units of that colour than* close their noun; *more units there than* stands after a
        place.
        """
        j = i - 1
        while j >= 0 and ts[j].type in _IN_PHRASE:
            j -= 1
        return (
            "THAN"
            if j >= 0 and (ts[j].type == "MORE" or ts[j].reading.id in ("as many", "as much"))
            else "THAN_FAR"
        )

    def _as(self, ts: list[Token], i: int, reading: Reading, before: str) -> str:
        j = i - 1
        while j >= 0 and (ts[j].type in _IN_PHRASE or ts[j].type in ("PLACE", "THERE")):
            j -= 1
        if j >= 0 and ts[j].reading.id in ("as many", "as much"):
            return self._than(ts, i, reading, before)
        return "AS"

    def _more(self, ts: list[Token], i: int, reading: Reading, before: str) -> str:
        """T8, second half."""
        return "LESS" if before in ("NOUN", "NAME") and reading.id in ("more", "less", "fewer") else "MORE"

    def _only(self, ts: list[Token], i: int, reading: Reading, before: str) -> str:
        return "ORD" if before in ("ART", "POSS") else "ONLY"

    def _pro(self, ts: list[Token], i: int, reading: Reading, before: str) -> str:
        """T9."""
        following = nth(ts, i + 1)
        ends = (
            not following
            or following.type in ("STOP", "COMMA")
            or form_of(following) in ("AND", "OR", "THEN")
            or (before == "REL" and _goes_on(following, reading))
        )
        if ends and reading.id in ("do", "does", "did", "do not", "does not", "did not", "can", "cannot"):
            return "PRO"
        return str(reading.form)

    def _then(self, ts: list[Token], i: int, reading: Reading, before: str) -> str:
        if not before:
            return "THEN_FIRST"
        return "THEN_B" if i + 1 < len(ts) and form_of(ts[i + 1]) == "BY" else "THEN_S"

    def _if(self, ts: list[Token], i: int, reading: Reading, before: str) -> str:
        """*if you can* at the end."""
        if before and before not in CLAUSE_START and i + 2 < len(ts):
            behind = nth(ts, i + 3)
            if form_of(ts[i + 1]) == "PRON" and form_of(ts[i + 2]) in ("MODAL", "DO", "DO_NOT"):
                if not behind or behind.type in ("STOP", "COMMA"):
                    return "IF_PRO"
        return "IF"


def _goes_on(following: Token, reading: Reading) -> bool:
    """*each player who does gains …*, *each player who did not loses …*: what follows is the verb of the whole."""
    verb = following.find("verb")
    if form_of(following) in ("MODAL", "HAVE_AUX", "BE"):
        return True
    return bool(verb) and (not reading.id.endswith("not") or "b" not in verb.form)


# --- Whether it is the closed word --------------------------------------------------------------------------


def stays_closed(ts: list[Token], i: int, closed: Reading, before: str) -> bool:
    """T1 for a closed word that a pack or a verb also uses: *plus*, *lower*, *top*, *do*, *less*."""
    stays = _STAYS.get(closed.form)
    return stays is None or stays(ts, i, before)


def _joins_amounts(ts: list[Token], i: int, before: str) -> bool:
    """*2 plus 3*, not *the plus card*."""
    return before in NP_END and i + 1 < len(ts) and may_start(ts[i + 1])


def _orders_a_noun(ts: list[Token], i: int, before: str) -> bool:
    """*the lower animal*, not *Lower the weight*."""
    verb = ts[i].find("verb")
    if verb and before not in NOMINAL_BEFORE and before not in ("BE", "NOT"):
        return False
    return i + 1 < len(ts) and nominal_goes_on(ts, i + 1)


def _ends_the_clause(ts: list[Token], i: int, before: str) -> bool:
    """*if they do, …*, not *Do a dance.*"""
    following = nth(ts, i + 1)
    return not following or following.type in ("STOP", "COMMA") or following.joint == ","


def _is_no_relation(ts: list[Token], i: int, before: str) -> bool:
    """*near the house*, if no pack says that things are near."""
    return not ts[i].find("relation")


_STAYS = {
    "PLUS": _joins_amounts,
    "MINUS": _joins_amounts,
    "ORD": _orders_a_noun,
    "DO": _ends_the_clause,
    "PLACE": _is_no_relation,
}

_HANDLERS = {
    "ART": ClosedWords._art,
    "QIN": ClosedWords._qin,
    "PRON": ClosedWords._pron,
    "THERE": ClosedWords._there,
    "PLACE": ClosedWords.place,
    "TIME": ClosedWords._time,
    "BEFORE": ClosedWords._before,
    "OF": ClosedWords._of,
    "FROM": ClosedWords._from,
    "TO": ClosedWords._to,
    "THAN": ClosedWords._than,
    "AS": ClosedWords._as,
    "MORE": ClosedWords._more,
    "ONLY": ClosedWords._only,
    "MODAL": ClosedWords._pro,
    "DO": ClosedWords._pro,
    "DO_NOT": ClosedWords._pro,
    "THEN": ClosedWords._then,
    "IF": ClosedWords._if,
}


def _to_follows(ts: list[Token], i: int) -> bool:
    """Whether *to* stands later in the same clause."""
    for token in ts[i + 1 :]:
        form = form_of(token)
        if form in ("TO", "STOP", "COMMA", "SEMI", "AND", "OR"):
            return form == "TO"
    return False
