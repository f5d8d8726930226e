"""Gives each word its class: the only place where one spelling becomes one thing.

In: the tokens of one sentence with all their readings.  Out: the same characters as tokens with a terminal each
(`Token.type`), a comma and the *and* behind it drawn together into one.  Thirteen local rules, in `RULES`; none
looks further than the next joint.  What the rules get wrong, the parser refuses: a wrong class is never a wrong
meaning as long as only one class fits.
"""

from __future__ import annotations

import re

from toolkit.language.grammar import class_of
from toolkit.language.joints import (
    CLAUSE_START,
    FINITE,
    NP_START,
    give,
    mark_inner,
    tag_commas,
    tag_joints,
    tag_relatives,
)
from toolkit.language.lexer import NO_READING, Lexicon, Reading, Token, names

RULES: dict[str, str] = {
    "T1": "a word of several classes: noun or adjective after a determiner or preposition, verb after a noun or a modal"
    " and at the start of a clause",
    "T2": "a participle before a noun is an adjective, after *be* passive, after *have* perfect",
    "T3": "*that* after a noun opens a relative clause, else it is a determiner",
    "T4": "*there* at the start of a clause before *is* says that something exists, else it is a place",
    "T5": "*in*, *at* or *on* before a period (*turn*, a step) is a time, else a place",
    "T6": "*this* or *each* with a period behind a complete phrase is a time",
    "T7": "*you*, *they* or *it* directly behind a noun opens a relative clause",
    "T8": "a number before *times* counts; *more* or *less* behind a noun changes an amount",
    "T9": "a modal or *do* at the end of a clause stands for its verb",
    "T10": "*and* or *or* before a verb joins verbs (of the clause that the second one fits: *a card that is ready or"
    " has power*), before *that* relative clauses, between predicates adjectives",
    "T11": "any other *and* or *or* joins clauses if both sides have a verb of their own, else nouns",
    "T12": "a comma is a list comma if a list goes on behind it, else it ends a clause",
    "T13": "the first time, place or manner behind the verb of a relative clause belongs to that clause",
}
"""The rules by name: what the tests and `sayso explain` show."""

# Types after which a noun phrase must go on, or begin.
_NOMINAL_BEFORE = names(
    "ART POSS QIN QOUT GEN SIGNED ORD MOST OTHER MORE RANDOM BOUND OF OF_PART PLACE WITH WITHOUT FROM TO INTO FOR"
    " FOR_EACH"
    " BY THAN THAN_FAR PLUS MINUS TIME OTHER_THAN RANGE RELATION INCLUDING STARTING INSTEAD_OF AS TDET WHOSE"
)
_NP_END = names("NOUN NAME PRON SPRON THERE NADV LESS TNOUN NUMBER SIGNED ADV")
_WITH_COMMA = names(
    "AND OR THEN BUT ROUND STARTING INCLUDING UNLESS AS_LONG_AS ONLY_AS_LONG_AS UNTIL ONLY_IF"
)
_PERIODS = frozenset({"period", "step"})
_PREPOSITION = re.compile(r"(?:in|at|on|off|out of) ")
_FACES = frozenset({"face up", "face down"})
"""Adverbs that are states too: *is face up*."""
_PRE_VERBAL = frozenset({"secretly", "openly", "also"})


class Tagger:
    """The rules, for one word table.  `tag` may be called any number of times; it keeps nothing."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.classes = {lemma: class_of(frames) for lemma, frames in lexicon.frames.items()}
        nouns = lexicon.vocabulary.nouns
        self.periods = frozenset(noun.id for noun in nouns.values() if noun.category in _PERIODS)
        self.objects: dict[str, set[str]] = {}
        for template in lexicon.vocabulary.templates:
            for slot in template.slots:
                if slot.role == "obj":
                    self.objects.setdefault(template.verb, set()).add(slot.counts or slot.noun)
            if template.fixed:
                self.objects.setdefault(template.verb, set()).add(
                    template.fixed.partition(" ")[2] or template.fixed
                )

    def tag(self, tokens: list[Token]) -> list[Token]:
        """The tagged tokens of a sentence that has no unknown words."""
        ts = self._draw_commas(tokens)
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
                if first in _WITH_COMMA or (first == "ADV" and last):
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
        relative = False  # a relative clause waits for its verb
        main = False  # the clause has its own verb
        helper = False  # a modal or *have* stands before: the next verb is not finite by itself
        count = len(ts)
        for i in range(count):
            token = ts[i]
            before = ts[i - 1].type if i else ""
            if not token.type:
                readings = token.readings
                closed = None
                for reading in readings:
                    if reading.kind == "word":
                        closed = reading
                        break
                if closed is not None and (len(readings) == 1 or self._stays_closed(ts, i, closed, before)):
                    token.reading = closed
                    token.type = self._closed(ts, i, closed, before)
                else:
                    self._content(ts, i, before, relative, main)
            elif token.type == "NUMBER" and i + 1 < count and _form(ts[i + 1]) == "TIMES":
                token.type = "TNUM"  # T8
                if before == "BOUND":
                    ts[i - 1].type = "TBOUND"
                first = ts[i - 2 if before == "BOUND" else i - 1] if i else token
                if first.reading.id == "repeat" and i + 2 < count and ts[i + 2].type == "COLON":
                    first.type = "REPEAT"
            type = token.type
            if type == "REL" and self._first_time(ts, i):
                token.type = type = "THAT"
            if type in ("REL", "SPRON", "WHERE", "WHOSE"):
                relative = True
            elif type in FINITE or (type[:2] == "V_" and not helper):
                if relative:
                    token.joint = "rel"
                    relative = False
                else:
                    main = True
            if type in ("MODAL", "DO_NOT", "HAVE_AUX"):
                helper = True
            elif type != "NOT" and type != "ADV_PRE":
                helper = False
            if type in ("COMMA", "THEN_S", "TRUE") or (type in ("AND", "OR") and token.joint == ","):
                main = relative = False

    def _first_time(self, ts: list[Token], i: int) -> bool:
        """Whether *that* at `i` belongs to *the first time …*: no verb and no other *that* stands between."""
        for token in reversed(ts[:i]):
            if token.type == "FIRST_TIME":
                return True
            if (
                token.type in ("THAT", "REL", "SPRON", "COMMA")
                or token.type[:2] == "V_"
                or token.type in FINITE
            ):
                return False
        return False

    def _stays_closed(self, ts: list[Token], i: int, closed: Reading, before: str) -> bool:
        """T1 for a closed word that a pack or a verb also uses: *plus*, *lower*, *top*, *do*, *less*."""
        token = ts[i]
        form = closed.form
        following = ts[i + 1] if i + 1 < len(ts) else None
        if form in ("PLUS", "MINUS"):
            return before in _NP_END and following is not None and self._may_start(following)
        if form == "ORD":
            verb = token.find("verb")
            if verb is not None and before not in _NOMINAL_BEFORE and before not in ("BE", "NOT"):
                return False
            return following is not None and self._nominal_goes_on(ts, i + 1)
        if form == "DO":
            return following is None or following.type in ("STOP", "COMMA") or following.joint == ","
        if form == "BEFORE" or form == "ONCE":
            return True
        if form == "PLACE":
            return token.find("relation") is None
        return True

    def _closed(self, ts: list[Token], i: int, reading: Reading, before: str) -> str:
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
        following = ts[i + 1] if i + 1 < len(ts) else None
        if following is None or following.type in ("STOP", "COMMA"):
            return False
        if before == "FIRST_TIME":
            return True
        if before in ("NOUN", "NAME", "PRON", "TNOUN", "THERE", "NADV"):
            period = self._noun_at(following)
            behind = ts[i + 2] if i + 2 < len(ts) else None
            ends = (
                behind is None
                or behind.type in ("STOP", "COMMA", "GEN")
                or _form(behind) in ("AND", "OR", "THEN")
            )
            return not (period in self.periods and ends)
        if before in ("AND", "OR") and any(t.type in ("REL", "SPRON") for t in ts[:i]):
            return self._may_be_finite(following)
        return False

    def _is_time(self, ts: list[Token], i: int, before: str) -> bool:
        """T6: the determiner of a period behind a complete phrase."""
        if i + 1 >= len(ts) or self._noun_at(ts[i + 1]) not in self.periods:
            return False
        if i + 2 < len(ts) and (ts[i + 2].type == "GEN" or _form(ts[i + 2]) == "OF"):
            return False
        if before in _NP_END or before in ("FIRST_TIME", "ONCE", "ADJ", "LESS", "PRO", "INSTEAD"):
            return True
        if before[:2] in ("V_", "P_"):
            verb = ts[i - 1].reading.id
            period = self._noun_at(ts[i + 1])
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
            following = ts[i + 1] if i + 1 < len(ts) else None
            if following is not None and self._may_be_finite(following):
                return "SPRON"
        return "PRON"

    def _there(self, ts: list[Token], i: int, reading: Reading, before: str) -> str:
        """T4."""
        following = ts[i + 1] if i + 1 < len(ts) else None
        starts = not before or before in CLAUSE_START or before in ("AND", "OR", "WHERE", "REL")
        return (
            "THERE_IS"
            if starts and following is not None and _form(following) in ("BE", "MODAL")
            else "THERE"
        )

    def _place(self, ts: list[Token], i: int, reading: Reading, before: str) -> str:
        """T5."""
        if reading.id in ("in", "at", "on", "outside") and self._head(ts, i + 1) in self.periods:
            return "TIME"
        return "PLACE"

    def _time(self, ts: list[Token], i: int, reading: Reading, before: str) -> str:
        return self._place(ts, i, reading, before) if reading.id == "outside" else "TIME"

    def _before(self, ts: list[Token], i: int, reading: Reading, before: str) -> str:
        if self._head(ts, i + 1) in self.periods:
            return "TIME"
        return "PLACE" if before in ("NOUN", "NAME", "NUMBER") else "TIME"

    def _of(self, ts: list[Token], i: int, reading: Reading, before: str) -> str:
        return "OF_PART" if before == "NUMBER" else "OF"

    def _from(self, ts: list[Token], i: int, reading: Reading, before: str) -> str:
        if i + 2 < len(ts) and ts[i + 1].type == "NUMBER" and _form(ts[i + 2]) == "TO":
            return "RANGE"
        return "FROM"

    def _to(self, ts: list[Token], i: int, reading: Reading, before: str) -> str:
        return "RANGE" if i >= 2 and ts[i - 2].type == "RANGE" else "TO"

    def _than(self, ts: list[Token], i: int, reading: Reading, before: str) -> str:
        """*more units than* closes its noun; *more units there than* stands behind a place."""
        j = i - 1
        while j >= 0 and ts[j].type in ("NOUN", "NAME", "ADJ"):
            j -= 1
        return (
            "THAN"
            if j >= 0 and (ts[j].type == "MORE" or ts[j].reading.id in ("as many", "as much"))
            else "THAN_FAR"
        )

    def _as(self, ts: list[Token], i: int, reading: Reading, before: str) -> str:
        j = i - 1
        while j >= 0 and ts[j].type in ("NOUN", "NAME", "ADJ", "PLACE", "THERE", "ART", "POSS"):
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
        following = ts[i + 1] if i + 1 < len(ts) else None
        ends = (
            following is None
            or following.type in ("STOP", "COMMA")
            or _form(following) in ("AND", "OR", "THEN")
        )
        if ends and reading.id in ("do", "does", "did", "do not", "does not", "did not", "can", "cannot"):
            return "PRO"
        return str(reading.form)

    def _then(self, ts: list[Token], i: int, reading: Reading, before: str) -> str:
        if not before:
            return "THEN_FIRST"
        return "THEN_B" if i + 1 < len(ts) and _form(ts[i + 1]) == "BY" else "THEN_S"

    def _if(self, ts: list[Token], i: int, reading: Reading, before: str) -> str:
        """*if you can* at the end."""
        if before and before not in CLAUSE_START and i + 2 < len(ts):
            behind = ts[i + 3] if i + 3 < len(ts) else None
            if _form(ts[i + 1]) == "PRON" and _form(ts[i + 2]) in ("MODAL", "DO", "DO_NOT"):
                if behind is None or behind.type in ("STOP", "COMMA"):
                    return "IF_PRO"
        return "IF"

    def _adverb(self, ts: list[Token], i: int, reading: Reading, before: str) -> str:
        following = ts[i + 1] if i + 1 < len(ts) else None
        if reading.id in _FACES and (
            before in ("BE", "BE_BASE", "ADJ")
            or (before in ("NOT", "AND", "OR") and i > 1 and ts[i - 2].type in ("BE", "ADJ"))
        ):
            return "ADJ"
        if reading.id in _PRE_VERBAL and following is not None and following.find("verb") is not None:
            return "ADV_PRE"
        return "ADV"

    # --- Words of the vocabulary ----------------------------------------------------------------------------

    def _content(self, ts: list[Token], i: int, before: str, relative: bool, main: bool) -> None:
        """T1 and T2."""
        token = ts[i]
        noun = token.find("noun")
        name = token.find("name")
        adj = token.find("adj")
        verb = token.find("verb")
        for other in token.readings:
            if other.kind == "relation" and (len(token.readings) == 1 or before not in _NOMINAL_BEFORE):
                token.reading = other
                token.type = other.form
                if other.form == "PLACE":
                    token.type = self._place(ts, i, other, before)
                return None
            if other.kind == "adverb" and noun is None:
                token.reading = other
                token.type = self._adverb(ts, i, other, before)
                return None
        if adj is not None and noun is None and before in ("NOUN", "NAME") and _PREPOSITION.match(adj.id):
            return give(token, adj, "NADV")  # *units in play*
        word = next((r for r in token.readings if r.kind == "word"), None)
        participle = verb is not None and "n" in verb.form
        finite = verb is not None and verb.form != "n"
        goes_on = self._nominal_goes_on(ts, i + 1)

        if before == "TDET" and noun is not None:
            return give(token, noun, "TNOUN")

        def nominal() -> None:
            if (name is not None and adj is not None and self._is_name(ts, i, adj, goes_on)) or (
                name is not None and adj is None and (noun is None or token.text != token.text.lower())
            ):
                give(token, name, "NAME")
            elif adj is not None and (goes_on or noun is None):
                give(
                    token, adj, "ADJ" if goes_on or adj.form != "value" or before in ("BE", "NOT") else "NOUN"
                )
            elif noun is not None:
                give(token, noun, "NOUN")
            elif participle and verb is not None:
                give(token, Reading("adj", token.text.casefold(), "participle"), "ADJ")
            elif verb is not None:
                give(token, verb, self.classes[verb.id])
            elif word is not None:
                token.reading = word
                token.type = self._closed(ts, i, word, before)
            else:
                give(token, token.readings[0] if token.readings else NO_READING, "UNKNOWN")

        has_nominal = noun is not None or name is not None or adj is not None
        if before in _NOMINAL_BEFORE or (before == "NUMBER" and (has_nominal or (participle and goes_on))):
            return nominal()
        if before == "ADJ" and (
            noun is not None or name is not None or (goes_on and (adj is not None or participle))
        ):
            if verb is None or not finite or (i > 1 and ts[i - 2].type not in ("BE", "NOT")):
                return nominal()
        if before in ("BE", "BE_BASE", "BEEN") or (before == "NOT" and i > 1 and ts[i - 2].type == "BE"):
            if (
                adj is not None
                and before != "BEEN"
                and (name is None or not self._is_name(ts, i, adj, goes_on))
            ):
                return give(token, adj, "ADJ")
            if participle and verb is not None:
                passive = "P" + self.classes[verb.id][1:]
                if (
                    goes_on
                    and noun is None
                    and not any("obj" in frame for frame in self.lexicon.frames[verb.id])
                ):
                    return nominal()
                return give(token, verb, passive)
            return nominal()
        if before == "HAVE_AUX" or (before == "NOT" and i > 1 and ts[i - 2].type == "HAVE_AUX"):
            if participle and verb is not None:
                return give(token, verb, self.classes[verb.id])
        if before in ("MODAL", "DO_NOT", "NOT", "ADV_PRE") and verb is not None:
            return self._set_verb(ts, i, verb)
        if verb is None:
            return nominal()
        # From here on the word may be a verb.
        if not has_nominal:
            if before in ("AND", "OR") and "d" in verb.form and self._certain_object(ts, i + 1):
                return self._set_verb(ts, i, verb)
            if not finite or (
                not relative and participle and "b" not in verb.form and goes_on and before not in _NP_END
            ):
                return nominal() if goes_on else give(token, verb, self.classes[verb.id])
            return self._set_verb(ts, i, verb)
        if before in ("REL", "SPRON"):
            return self._set_verb(ts, i, verb) if finite else nominal()
        if not before or before in CLAUSE_START or before in ("AND", "OR", "LCOMMA"):
            starts = "b" in verb.form and self._may_follow_verb(ts, i + 1)
            if (
                before in ("AND", "OR")
                and ("t" in verb.form or "d" in verb.form)
                and self._may_follow_verb(ts, i + 1)
            ):
                starts = True
            if before in ("AND", "OR") and starts and not self._certain_object(ts, i + 1):
                ends = i + 1 >= len(ts) or ts[i + 1].type in ("STOP", "COMMA")
                bare = (
                    noun is not None and noun.form == "s" and "b" in verb.form
                )  # *and a dog and bark* is no list
                starts = (ends and bare) or (i > 1 and ts[i - 2].type[:2] == "V_")
            return self._set_verb(ts, i, verb) if starts else nominal()
        if before in _NP_END:
            if not main or relative or noun is None or before in ("NOUN", "NAME", "PRON", "SPRON"):
                return self._set_verb(ts, i, verb) if finite else nominal()
            return nominal()
        if before[:2] in ("V_", "P_"):
            if not relative and not main and ts[i - 1].joint == "rel" and finite:
                return self._set_verb(ts, i, verb)  # *the player who leads wins*
            return nominal()
        return nominal()

    def _set_verb(self, ts: list[Token], i: int, verb: Reading) -> None:
        """A verb, or *have* before a participle."""
        if verb.id == "have":
            j = i + 1
            if j < len(ts) and _form(ts[j]) == "NOT":
                j += 1
            if j < len(ts):
                behind = ts[j].find("verb")
                if _form(ts[j]) == "BEEN" or (
                    behind is not None
                    and "n" in behind.form
                    and not self._nominal_goes_on(ts, j + 1, strict=True)
                    and (ts[j].find("noun") is None)
                ):
                    give(ts[i], verb, "HAVE_AUX")
                    return
        give(ts[i], verb, self.classes[verb.id])

    def _is_name(self, ts: list[Token], i: int, adj: Reading, goes_on: bool) -> bool:
        """Whether *Blue* is the player and not the colour: by its capital, at the start by what follows."""
        if ts[i].text == adj.id:
            return False
        if i > 0 or not goes_on:
            return True
        return self._may_be_finite(ts[i + 1]) and self._may_follow_verb(ts, i + 2)

    # --- Looking ahead --------------------------------------------------------------------------------------

    def _noun_at(self, token: Token) -> str | None:
        reading = token.find("noun")
        return reading.id if reading else None

    def _may_be_finite(self, token: Token) -> bool:
        verb = token.find("verb")
        return (verb is not None and verb.form != "n") or _form(token) in (
            "BE",
            "MODAL",
            "DO_NOT",
            "DO",
            "HAVE_AUX",
            "ADV",
        )

    def _may_start(self, token: Token) -> bool:
        return (
            token.type in NP_START
            or _form(token) in NP_START
            or bool(token.find("noun") or token.find("name") or token.find("adj") or token.find("number"))
        )

    def _nominal_goes_on(self, ts: list[Token], j: int, strict: bool = False) -> bool:
        """Whether a noun (or adjectives and a noun) stands at `j`: what an adjective before it needs."""
        while j < len(ts):
            token = ts[j]
            if token.type == "NUMBER" and not strict:
                return True
            if token.find("noun") or token.find("name"):
                return True
            verb = token.find("verb")
            form = _form(token)
            if (
                (form in ("OTHER", "ORD", "MORE") and not strict)
                or token.find("adj")
                or (verb is not None and verb.form == "n")
                or (verb and "n" in verb.form and "d" in verb.form)
            ):
                j += 1
            else:
                return False
        return False

    def _head(self, ts: list[Token], j: int) -> str | None:
        """The head noun of the noun phrase that begins at `j`."""
        while j < len(ts):
            token = ts[j]
            noun = token.find("noun") or token.find("name")
            following = ts[j + 1] if j + 1 < len(ts) else None
            if noun is not None:
                if following is not None and following.type == "GEN":
                    j += 2
                    continue
                if token.find("adj") is not None and self._nominal_goes_on(ts, j + 1):
                    j += 1
                    continue
                return noun.id
            if (
                _form(token)
                in ("ART", "POSS", "QIN", "QOUT", "ORD", "OTHER", "MORE", "BOUND", "MOST", "ONLY")
                or token.type in ("NUMBER", "SIGNED")
                or token.find("adj") is not None
                or ((verb := token.find("verb")) is not None and "n" in verb.form)
            ):
                j += 1
            else:
                return None
        return None

    def _may_follow_verb(self, ts: list[Token], j: int) -> bool:
        """Whether what stands at `j` may follow an imperative: anything but a finite verb or *of*."""
        if j >= len(ts):
            return True
        token = ts[j]
        if _form(token) in ("BE", "MODAL", "DO_NOT", "OF", "GEN", "THAN") or token.type == "GEN":
            return False
        verb = token.find("verb")
        return (
            verb is None
            or verb.form == "n"
            or bool(token.find("noun") or token.find("adj") or token.find("name"))
        )

    def _certain_object(self, ts: list[Token], j: int) -> bool:
        """Whether an object certainly begins at `j`: what makes *and move it* a verb."""
        if j >= len(ts):
            return False
        token = ts[j]
        return token.type == "NUMBER" or bool(token.find("name")) or _form(token) in (
            "ART", "POSS", "QIN", "QOUT", "BOUND", "PRON", "MORE",
        )  # fmt: skip


def _form(token: Token) -> str:
    """The type, or before it is tagged the terminal of its closed reading."""
    if token.type:
        return token.type
    for reading in token.readings:
        if reading.kind in ("word", "adverb"):
            return reading.form
    return ""


_HANDLERS = {
    "ART": Tagger._art,
    "QIN": Tagger._qin,
    "PRON": Tagger._pron,
    "THERE": Tagger._there,
    "PLACE": Tagger._place,
    "TIME": Tagger._time,
    "BEFORE": Tagger._before,
    "OF": Tagger._of,
    "FROM": Tagger._from,
    "TO": Tagger._to,
    "THAN": Tagger._than,
    "AS": Tagger._as,
    "MORE": Tagger._more,
    "ONLY": Tagger._only,
    "MODAL": Tagger._pro,
    "DO": Tagger._pro,
    "DO_NOT": Tagger._pro,
    "THEN": Tagger._then,
    "IF": Tagger._if,
}
