"""The tokens of a text while its accepted alternates are replaced, and what a rule asks of them and says with them.

Two sets of rules go through them: those of phrases (`alternates.py`) and of clauses (`clauses.py`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence

from toolkit.language import forms
from toolkit.language.lexer import NO_TOKEN, Lexicon, Reading, Token, names
from toolkit.language.wording.replaced import (
    CLAUSE,
    CONDITION,
    SENTENCE,
    Found,
    closed,
    holds,
    is_player,
    nth,
    since,
    until,
)

_BOUNDS = {"more": "at least", "fewer": "at most", "less": "at most"}
_LEVELS = {
    "higher": "at least",
    "greater": "at least",
    "above": "at least",
    "lower": "at most",
    "below": "at most",
}
_JOINTS = names("AND OR THEN BUT")
_NOUNS_BEGIN = names("ART POSS QIN QOUT OTHER PRON MOST THAN")
OPENERS = names("IF WHEN UNLESS TIME BEFORE ONCE FIRST_TIME FOR_EACH THEN OTHERWISE AS_LONG_AS")


class Alternates(ABC):
    """The tokens of a text as they are gone through: `tokens` are those that were read, `out` those written so far."""

    def __init__(self, tokens: list[Token], lexicon: Lexicon) -> None:
        self.tokens = tokens
        self.lexicon = lexicon
        self.out: list[Token] = []
        self.gains = False

    def run(self) -> list[Token]:
        tokens, out = self.tokens, self.out
        i = 0
        while i < len(tokens):
            token = tokens[i]
            if token.type == "STOP" or token.type == "BULLET":
                self.gains = False
            found = None
            for rule in self.rules(token):
                found = rule(self, i)
                if found is not None:
                    break
            if found is None:
                out.append(token)
                i += 1
                continue
            if found.drop:
                del out[-found.drop :]
            out += found.tokens
            i += found.used
        return out

    @abstractmethod
    def rules(self, token: Token) -> Sequence[Callable[..., Found | None]]:
        """What may apply at a token."""

    @abstractmethod
    def within(self, start: int, end: int) -> list[Token]:
        """The canonical wording of some of the tokens, by themselves."""

    def takes_place(self, verbs: Iterable[str]) -> bool:
        """Whether a phrase of one of these verbs says where something is put."""
        return any("place" in frame for verb in verbs for frame in self.lexicon.frames.get(verb, ()))

    # --- Looking ---------------------------------------------------------------------------------------------

    @property
    def last(self) -> Token:
        """What stands before."""
        return nth(self.out, -1)

    def clause_before(self) -> list[Token]:
        """What stands before in the clause."""
        return since(self.out, CLAUSE | {"THEN"})

    def sentence(self, i: int) -> list[Token]:
        """The tokens from `i` to the end of the sentence."""
        return self.tokens[i : until(self.tokens, i, SENTENCE)]

    def clause(self, i: int) -> list[Token]:
        """The tokens from `i` to the next comma or end."""
        return self.tokens[i : until(self.tokens, i, CLAUSE)]

    def in_condition(self) -> bool:
        """Whether the clause that is being read is a condition or an event."""
        said = self.clause_before()
        texts = [token.word for token in said]
        asks = holds(said, *(CONDITION | {"REL", "WHOSE"}))
        return asks or "that" in texts[1:] or "would" in texts or "cannot" in texts

    def thing_before(self) -> str:
        """The thing of which the sentence before speaks first."""
        before = since(self.out[: -len(since(self.out, SENTENCE)) - 1], SENTENCE)
        return next((noun for token in before if (noun := self.noun(token, "thing"))), "")

    def at(self, i: int) -> Token:
        return self.tokens[i] if 0 <= i < len(self.tokens) else NO_TOKEN

    def opens_sentence(self) -> bool:
        """Whether nothing of a sentence stands before."""
        return not self.out or self.last.type in SENTENCE

    def text(self, i: int) -> str:
        return self.at(i).word

    def ends(self, i: int) -> bool:
        """Whether a phrase ends before `i`."""
        token = self.at(i)
        return not token or closed(token) in CLAUSE | _JOINTS

    def end(self, i: int) -> int:
        """Where the phrase ends that goes on at `i`."""
        return until(self.tokens, i, CLAUSE | _JOINTS)

    def noun(self, token: Token, *categories: str) -> str:
        """The lemma of a token that is a noun of one of these categories, or nothing."""
        entry = self.lexicon.vocabulary.nouns.get(token.find("noun").id)
        return entry.id if entry is not None and entry.category in categories else ""

    def speaks_of(self, tokens: Iterable[Token], *categories: str) -> bool:
        """Whether a noun of one of these categories stands there."""
        return any(self.noun(token, *categories) for token in tokens)

    def nominal(self, i: int) -> bool:
        """Whether a noun or an adjective stands at `i`."""
        token = self.at(i)
        return bool(token) and any(token.find(kind) for kind in ("noun", "name", "adj"))

    def said(self, text: str, like: Token) -> Token:
        """A token of other words, in the place of `like`."""
        readings = self.lexicon.readings_of(text)
        return Token(forms.cased(like.text, text), like.start, like.end, like.span, readings, "")

    def spelled(self, text: str, like: Token) -> Token:
        """As `said`, with the capitals that `text` has."""
        return self.lexicon.token(text, like)

    def words(self, like: Token, *texts: str) -> list[Token]:
        """Several tokens as `spelled`."""
        return self.lexicon.tokens(like, *texts)

    def number(self, text: str, like: Token, type: str = "NUMBER") -> Token:
        reading = Reading("number", text, "signed" if type == "SIGNED" else "")
        return Token(text, like.start, like.end, like.span, (reading,), type)

    def bound_at(self, i: int) -> tuple[str, Token, int] | None:
        """*at most 3*, *up to 3*, *3 or less*, *3* → bound, number, how many tokens."""
        token = self.at(i)
        if not token:
            return None
        if token.type == "NUMBER":
            if (bound := self.or_more(i)) is not None:
                return bound, token, 3
            return "exactly", token, 1
        following = self.at(i + 1)
        if closed(token) == "BOUND" and following.type == "NUMBER":
            bound = token.readings[0].id
            return ("at most" if bound == "up to" else bound), following, 2
        return None

    def or_more(self, i: int) -> str | None:
        """The bound of *3 or more*, *3 or higher* at `i`; *3, or lower a die* has none."""
        if self.text(i + 1) != "or":
            return None
        level = None if self._goes_on(i + 3) else _LEVELS.get(self.text(i + 2))
        return _BOUNDS.get(self.text(i + 2), level)

    def _goes_on(self, i: int) -> bool:
        """Whether a noun phrase, or *than*, begins here."""
        token = self.at(i)
        return closed(token) in _NOUNS_BEGIN or token.type in ("NUMBER", "NAME") or bool(token.find("noun"))

    def begins_clause(self) -> bool:
        if not self.out or self.last.type in ("STOP", "BULLET"):
            return True
        if self.last.type != "COMMA":
            return False
        return closed(since(self.out, SENTENCE)[0]) in OPENERS

    def ends_or_goes_on(self, i: int) -> bool:
        """Whether no noun follows: *those* alone stands for the things."""
        token = self.at(i)
        if not token or self.ends(i):
            return True
        return (
            not self.nominal(i)
            and closed(token) not in ("ORD", "OTHER", "MORE", "RANDOM")
            and token.type != "NUMBER"
        )

    def participle(self, i: int) -> bool:
        """Whether a verb stands at `i` of which somebody says that it has been done."""
        token = self.at(i)
        return "n" in token.find("verb").form

    def whose(self) -> str | None:
        """*your* or *their*, by the player that the clause speaks of; None: one who is named, as in an example."""
        for token in reversed(self.out):
            word = token.word
            if word in ("you", "your"):
                return "your"
            if word in ("they", "their", "them", "who") or self.noun(token, "player"):
                return "their"
            if is_player(token, self):
                return None
            if token.type in ("STOP", "BULLET") or (token.type == "COMMA"):
                return "your"
        return "your"
