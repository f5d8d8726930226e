"""Accepted alternates of whole clauses: what `alternates.py` does for phrases.

In: the tokens of a text, unknown words among them.  Out: the tokens of the canonical wording.  *Pay 3 coins to draw a
card.* is two sentences, *When … would …, … instead* is a replacement, *once per game* is a time.  As there, a rule
looks at words only and must be a synonym in every sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from toolkit.language import forms
from toolkit.language.alternates import Alternates, is_player
from toolkit.language.lexer import Reading, Token, names
from toolkit.language.replaced import Found, closed

if TYPE_CHECKING:
    from toolkit.language.lexer import Lexicon

_ENDS = names("STOP BULLET COLON")
_BREAKS = names("STOP BULLET COLON COMMA SEMI")
_OF_THE_LANGUAGE = frozenset({"choose", "have", "repeat", "rank", "resolve", "end", "skip", "show"})
"""Verbs that give nothing up: *Choose a player to draw a card.* speaks of that player."""

_KERNEL = {
    # What is said for a verb of the language where no verb of the pack is meant, by what stands behind it.
    "spend": "pay",
    "get": "gain",
    "receive": "gain",
    "earn": "gain",
    "collect": "gain",
    "discard": "lose",
}
_CHANGES = {"increase": "raise", "reduce": "lower", "decrease": "lower"}
_LIMITS = {"maximum": "at most", "minimum": "at least"}


def canonical(tokens: list[Token], lexicon: Lexicon) -> list[Token]:
    """The tokens with every alternate of a clause replaced."""
    if not any(token.text.casefold() in _RULES or token.type == "SEMI" for token in tokens):
        return tokens
    return Clauses(tokens, lexicon).run()


def scored(tokens: list[Token], lexicon: Lexicon) -> list[Token]:
    """The tokens of a sentence of a formula: *2 points for each …*, *+2 points* are *Score 2 points …*"""
    at = 0
    if closed(tokens[0]) in names("IF UNLESS AS_LONG_AS"):
        at = next((k + 1 for k, token in enumerate(tokens) if token.type == "COMMA"), 0)
    first = tokens[at] if at < len(tokens) else None
    if first is None:
        return tokens
    gained = first.type == "" and first.span.text.startswith("+")  # *+2 points* has become *Gain 2 points*
    if not gained and first.type != "NUMBER":
        return tokens
    if not gained and any(_is_finite(token) for token in tokens[at + 1 : at + 3]):
        return tokens
    said, readings = "score" if at else "Score", lexicon.readings_of("score")
    verb = Token(said, first.start, first.end, first.span, readings, "")
    return [*tokens[:at], verb, *tokens[at + gained :]]


def _is_finite(token: Token) -> bool:
    return closed(token) == "BE" or (token.find("verb") is not None and token.find("noun") is None)


class Clauses(Alternates):
    """The rules; each gets the index of the token that triggers it."""

    def rules(self, token: Token) -> Sequence[Callable[..., Found | None]]:
        return _RULES.get(self.trigger(token), ())

    # --- Looking ----------------------------------------------------------------------------------------------

    def begins_at(self) -> int:
        """Where the clause that is being read begins in `out`: behind the last full stop, comma or *then*."""
        k = len(self.out)
        while k > 0 and self.out[k - 1].type not in _BREAKS and closed(self.out[k - 1]) != "THEN":
            k -= 1
        return k

    def sentence(self, i: int) -> list[Token]:
        """The tokens from `i` to the end of the sentence."""
        j = i
        while j < len(self.tokens) and self.tokens[j].type not in _ENDS:
            j += 1
        return self.tokens[i:j]

    def clause(self, i: int) -> list[Token]:
        """The tokens from `i` to the next comma or end."""
        j = i
        while j < len(self.tokens) and self.tokens[j].type not in _BREAKS:
            j += 1
        return self.tokens[i:j]

    def opens_sentence(self) -> bool:
        """Whether nothing of a sentence stands before."""
        return not self.out or self.out[-1].type in _ENDS

    def marked(self, type: str, like: Token) -> Token:
        """A comma or a full stop in the place of a word."""
        return Token("." if type == "STOP" else ",", like.start, like.end, like.span, (), type)

    def an_order(self, i: int) -> bool:
        """Whether a verb in its base form stands at `i`, with its object or alone."""
        token, behind = self.at(i), self.at(i + 1)
        verb = token.find("verb") if token is not None else None
        if token is None or verb is None or "b" not in verb.form:
            return False
        if not any(token.find(kind) for kind in ("noun", "name", "adj")):
            return True
        return behind is not None and (
            behind.type == "NUMBER" or closed(behind) in names("ART POSS QIN QOUT BOUND PRON")
        )

    # --- Costs ------------------------------------------------------------------------------------------------

    def bought(self, i: int) -> Found | None:
        """*Pay 3 coins to draw a card.* is *Pay 3 coins. If you do, draw a card.*"""
        if not self.an_order(i + 1):
            return None
        said = self.out[self.begins_at() :]
        at = next((k for k, token in enumerate(said) if closed(token) == "MODAL"), None)
        if at is not None and said[at].text.casefold() != "may":
            return None  # *You must pay 1 coin to draw a card* may be a rule about drawing
        subject, verb = self.giving(said, at)
        if verb is None or any(closed(t) in ("WHEN", "IF", "UNLESS", "AS_LONG_AS") for t in said):
            return None
        if any(is_player(t, self) or self.noun(t, "player") or closed(t) == "PRON" for t in said[verb:]):
            return None  # *Ask a player to draw a card*: that player draws
        if any(
            closed(t) == "AND" and k + 1 < len(said) and said[k + 1].find("verb") for k, t in enumerate(said)
        ):
            return None
        token = self.tokens[i]
        who = "you" if not subject or subject[-1].text.casefold() == "you" else "they"
        made = [
            self.marked("STOP", token),
            self.said("If", token),
            self.said(who, token),
            self.said("do", token),
        ]
        made.append(self.marked("COMMA", token))
        return Found(1, made if who == "you" else [*made, self.said("they", token)])

    def giving(self, said: list[Token], modal: int | None) -> tuple[list[Token], int | None]:
        """Who gives something up, and where the verb stands; None: no such verb."""
        if modal is not None:
            at = modal + 1
        elif said and said[0].find("verb") is not None:
            at = 0
        else:
            at = next((k for k, t in enumerate(said) if (v := t.find("verb")) and "t" in v.form), len(said))
        reading = said[at].find("verb") if at < len(said) else None
        if reading is None or reading.id in _OF_THE_LANGUAGE:
            return [], None
        return said[: at if modal is None else modal], at

    # --- Verbs of the language by another word ----------------------------------------------------------------

    def kernel_verb(self, i: int) -> Found | None:
        """*Spend 2 coins* is *Pay 2 coins*, *gets 2 coins* is *gains 2 coins*."""
        token = self.tokens[i]
        lemma = self.lemma(token.text.casefold(), _KERNEL)
        if lemma is None or not self.amount_at(i + 1) or self.of_the_pack(lemma):
            return None
        verb = _KERNEL[lemma]
        third = token.text.casefold() != lemma
        return Found(1, [self.said(f"{verb}s" if third else verb, token)])

    def lemma(self, word: str, table: dict[str, str]) -> str | None:
        """The verb of which a word is the base form or the third person."""
        return next((each for each in table if word in (each, f"{each}s")), None)

    def amount_at(self, i: int) -> bool:
        """Whether *2 coins*, *all your coins*, *any number of coins* stand at `i`, coins being an amount."""
        for j in range(i, min(i + 6, len(self.tokens))):
            token = self.tokens[j]
            if self.noun(token, "quantity") is not None:
                return j > i
            if token.type not in ("NUMBER", "UNKNOWN") and closed(token) not in names(
                "QOUT QIN ART POSS BOUND MORE OF"
            ):
                return False
        return False

    def of_the_pack(self, lemma: str) -> bool:
        """Whether a verb of the pack is said so of amounts."""
        return any(
            template.verb == lemma
            and any(slot.noun in ("quantity", "amount", "any") for slot in template.slots)
            for template in self.lexicon.vocabulary.templates
        )

    def changed(self, i: int) -> Found | None:
        """*Increase the value of a die by 1* is *Raise …*, *Reduce doom by 1* is *Lower the doom by 1*."""
        token = self.tokens[i]
        lemma = self.lemma(token.text.casefold(), _CHANGES)
        rest = self.clause(i + 1)
        if lemma is None or lemma in self.lexicon.frames or not any(closed(t) == "BY" for t in rest):
            return None
        verb = _CHANGES[lemma]
        said = [self.said(f"{verb}s" if token.text.casefold() != lemma else verb, token)]
        if self.noun(rest[0], "quantity") is not None and rest[0].find("noun"):
            said.append(self.said("the", token))
        return Found(1, said)

    # --- Determiners ------------------------------------------------------------------------------------------

    def in_condition(self) -> bool:
        """Whether the clause that is being read is a condition or an event."""
        words = names("IF WHEN UNLESS AS_LONG_AS UNTIL FIRST_TIME ONLY_IF ONLY_AS_LONG_AS WHERE REL WHOSE")
        begins = self.out[self.begins_at() :]
        return any(closed(t) in words or t.text.casefold() in ("that", "would", "cannot") for t in begins)

    def a_coin(self, i: int) -> Found | None:
        """*Gain a coin.* is *Gain 1 coin.*"""
        before = self.out[-1] if self.out else None
        verb = before.find("verb") if before is not None else None
        if verb is None or verb.id not in ("gain", "lose", "pay") or self.in_condition():
            return None
        if not set(verb.form) & {"b", "t"} or any(is_player(t, self) for t in self.out[self.begins_at() :]):
            return None  # *Red gains a coin*, in an example: any number of them
        if self.noun(self.at(i + 1), "quantity") is None:
            return None
        return Found(1, [self.number("1", self.tokens[i])])

    # --- Amounts ----------------------------------------------------------------------------------------------

    def any_amount(self, i: int) -> Found | None:
        """*any amount of wood* is *any number of wood*."""
        if self.text(i + 1) != "amount" or self.text(i + 2) != "of":
            return None
        return Found(3, [self.said("any number of", self.tokens[i])])

    def limited(self, i: int) -> Found | None:
        """*to a maximum of 6* is *, but at most 6*."""
        at = i + 1 if self.text(i) in ("to", "up to") else i
        if self.text(at) not in ("a", "the") or self.text(at + 2) != "of":
            return None
        bound = _LIMITS.get(self.text(at + 1))
        if bound is None or at == i:
            return None
        token = self.tokens[i]
        comma = [] if self.out and self.out[-1].type == "COMMA" else [self.marked("COMMA", token)]
        return Found(at + 3 - i, [*comma, self.said("but", token), self.said(bound, token)])

    def shown(self, i: int) -> Found | None:
        """*a box with a 1* is *a box that shows 1*."""
        number = self.at(i + 2)
        if self.text(i + 1) not in ("a", "an") or number is None or number.type != "NUMBER":
            return None
        before = self.out[-1] if self.out else None
        if not self.ends(i + 3) or before is None or before.find("noun") is None:
            return None
        singular = (before.find("noun") or Reading("", "")).form != "p"
        token = self.tokens[i]
        return Found(3, [self.said("that", token), self.said("shows" if singular else "show", token), number])

    # --- Openings ---------------------------------------------------------------------------------------------

    def replaced(self, i: int) -> Found | None:
        """*When … would …, … instead* is *If … would …, … instead*."""
        if not any(token.text.casefold() == "would" for token in self.clause(i)):
            return None
        if not any(token.text.casefold() == "instead" for token in self.sentence(i)):
            return None
        return Found(1, [self.said("if", self.tokens[i])])

    def after(self, i: int) -> Found | None:
        """*After you draw a card,* is *When you draw a card,*; *After each turn,* is a time."""
        clause = self.clause(i + 1)
        behind = self.at(i + 1 + len(clause))
        if not self.begins_opening() or behind is None or behind.type != "COMMA":
            return None
        for before, token in pairwise(clause):
            verb = token.find("verb")
            finite = verb is not None and ("b" in verb.form or "t" in verb.form)
            subject = closed(before) == "PRON" or (
                any(before.find(kind) for kind in ("noun", "name"))
                and not (token.find("noun") and token is clause[-1])
            )
            if closed(token) in ("BE", "DO_NOT") or (finite and subject):
                return Found(1, [self.said("when", self.tokens[i])])
        return None

    def begins_opening(self) -> bool:
        """Whether a sentence, or an opening behind another one, begins here."""
        return self.opens_sentence() or self.out[-1].type == "COMMA"

    def once(self, i: int) -> Found | None:
        """*once per game,*, *once a turn,* as in *once each turn,*."""
        if self.text(i + 1) not in ("per", "each", "a", "every") or not self.opens_sentence():
            return None
        token, noun = self.tokens[i], self.at(i + 2)
        if (
            noun is None
            or getattr(self.at(i + 3), "type", "") != "COMMA"
            or self.noun(noun, "period") is None
        ):
            return None
        if self.noun(noun, "period") == "game":
            return Found(3, [token, self.said("in", token), self.said("the", token), noun])
        return Found(3, [token, self.said("each", self.tokens[i + 1]), noun])

    def if_behind(self, i: int) -> Found | None:
        """*Gain 1 coin if you are rich.* is *If you are rich, gain 1 coin.*, of an order with one verb."""
        start = len(self.out)
        while start > 0 and self.out[start - 1].type not in _ENDS:
            start -= 1
        order, condition = self.out[start:], self.sentence(i + 1)
        if not order or not condition or not self.is_order(order):
            return None
        if any(
            token.type in _BREAKS or closed(token) in names("THEN OTHERWISE")
            for token in (*order, *condition)
        ):
            return None
        if len(condition) == 2 and closed(condition[1]) in names("MODAL DO DO_NOT"):
            return None  # *if you can*
        first, token = order[0], self.tokens[i]
        lower = first.text[:1].lower() + first.text[1:]
        moved = Token(lower, first.start, first.end, first.span, first.readings, first.type)
        said = forms.capitalize(token.text.casefold())
        made = [self.said(said, token), *condition, self.marked("COMMA", token), moved, *order[1:]]
        return Found(1 + len(condition), made, drop=len(order))

    def is_order(self, said: list[Token]) -> bool:
        """*gain 1 coin*, *you may gain 1 coin*; not *score …*, whose formula may have its condition behind."""
        may = len(said) > 2 and said[0].text.casefold() == "you" and said[1].text.casefold() == "may"
        verb = said[2 if may else 0].find("verb")
        if verb is None or "b" not in verb.form or verb.id == "score":
            return False
        return may or not any(said[0].find(kind) for kind in ("noun", "name", "adj"))

    def otherwise(self, i: int) -> Found | None:
        """*…; otherwise …* is *…. Otherwise, …*, and the comma behind it may be missing."""
        joined = self.tokens[i].type in ("COMMA", "SEMI")
        at = i + 1 if joined else i
        if self.text(at) != "otherwise" or not (joined or self.opens_sentence()):
            return None
        token, behind = self.tokens[at], self.at(at + 1)
        comma = behind is not None and behind.type == "COMMA"
        if comma and not joined:
            return None
        stop = [self.marked("STOP", self.tokens[i])] if joined else []
        said = self.said("Otherwise", token)
        return Found(at + 1 + comma - i, [*stop, said, self.marked("COMMA", token)])

    # --- Words that say nothing more --------------------------------------------------------------------------

    def at_once(self, i: int) -> Found | None:
        """*immediately*: what is said happens at once."""
        return self.left_out(i)

    def left_out(self, i: int) -> Found:
        """A word that says nothing; what begins the sentence then has the capital."""
        token, behind = self.tokens[i], self.at(i + 1)
        if behind is not None and token.text[:1].isupper() and self.opens_sentence():
            text = forms.capitalize(behind.text)
            self.tokens[i + 1] = Token(
                text, behind.start, behind.end, behind.span, behind.readings, behind.type
            )
        return Found(1, [])

    def either(self, i: int) -> Found | None:
        """*either … or …* is *… or …*."""
        behind = self.tokens[i + 1 :]
        if not behind or is_player(behind[0], self) or self.text(i + 1) in ("of", "or"):
            return None
        if self.noun(behind[0], "player", "thing", "place") is not None:
            return None
        return self.left_out(i) if any(closed(token) == "OR" for token in self.sentence(i)) else None


Rule = Callable[[Clauses, int], Found | None]

_RULES: dict[str, tuple[Rule, ...]] = {
    "to": (Clauses.limited, Clauses.bought),
    "up to": (Clauses.limited,),
    "any": (Clauses.any_amount,),
    "with": (Clauses.shown,),
    "when": (Clauses.replaced,),
    "whenever": (Clauses.replaced,),
    "each time": (Clauses.replaced,),
    "after": (Clauses.after,),
    "once": (Clauses.once,),
    "if": (Clauses.if_behind,),
    "unless": (Clauses.if_behind,),
    "otherwise": (Clauses.otherwise,),
    "COMMA": (Clauses.otherwise,),
    "SEMI": (Clauses.otherwise,),
    "immediately": (Clauses.at_once,),
    "either": (Clauses.either,),
    "a": (Clauses.a_coin,),
    "an": (Clauses.a_coin,),
    **{word: (Clauses.kernel_verb,) for lemma in _KERNEL for word in (lemma, f"{lemma}s")},
    **{word: (Clauses.changed,) for lemma in _CHANGES for word in (lemma, f"{lemma}s")},
}
