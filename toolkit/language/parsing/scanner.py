"""From characters to tokens: the longest match over the word table.

In: a text and a `Lexicon`.  Out: tokens with spans and *all* their readings, and diagnostics for what is not a word.
Names are matched first and exactly as written, so a full stop inside *Mk.4* ends no sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from toolkit.language import forms
from toolkit.language.lexer import Lexicon, Reading, Token
from toolkit.language.wording import alternates, clauses, ties, under
from toolkit.language.wording.pieces import Piece, pieces, typed
from toolkit.language.wording.replaced import nth
from toolkit.language.wordings import mark, wording
from toolkit.report import Diagnostic, Fix, Span, Text, diagnose

LONGEST_NUMBER = 18
"""Characters of a number, as in YAML (`documents.scalar`)."""


def read(text: Text, lexicon: Lexicon, *, orders: bool = False) -> tuple[list[Token], list[Diagnostic]]:
    """The tokens of a text, marks included; unknown words are tokens of type `UNKNOWN` with a diagnostic.

    `orders`: the text says what is done, and is no rule.
    """
    scan = _Scan(text, lexicon)
    i = 0
    while i < len(scan.pieces):
        i += scan.token_at(i)
    tokens = alternates.canonical(scan.tokens, lexicon)
    tokens = ties.canonical(clauses.canonical(tokens, lexicon), lexicon)
    tokens = under.canonical(tokens, lexicon, orders)
    if scan.found:  # what an alternate took away is none any more
        left = {token.span for token in tokens if token.type == "UNKNOWN"}
        scan.found = [d for d in scan.found if d.code not in NO_WORD or d.span in left]
    for token in tokens:
        if token.type in ("ALTERNATE", "NEGATED"):
            so = token.readings[0].id if token.type == "NEGATED" else None
            token.type, token.readings = "UNKNOWN", ()
            hint = f"say *that is not {so}* after its noun; where a place follows, choose it first"
            found = diagnose("SAY0402", token.span, word=token.text, hint=hint) if so else _unknown(token)
            scan.found.append(found)
    return tokens, sorted(scan.found, key=lambda each: each.span.start)


class _Scan:
    """A text while it is read, from left to right."""

    def __init__(self, text: Text, lexicon: Lexicon) -> None:
        self.value, self.lexicon = text.value, lexicon
        self.pieces = pieces(text.value)
        # What an entry of several words is compared with; a mark between two of its words is none of them.
        self.said = tuple([each.word if each.kind in ("word", "number") else "" for each in self.pieces])
        self.place = _spans(text)
        self.tokens: list[Token] = []
        self.found: list[Diagnostic] = []

    def token_at(self, i: int) -> int:
        """Add the token that begins with a piece; the number of pieces that it takes."""
        piece = self.pieces[i]
        if piece.kind == "word":
            return (piece.word in _CHOOSE and self.choice(i)) or self.words(i)
        if piece.kind == "bullet":
            self.add("-", piece.start, piece.end, (), "BULLET")
        elif piece.kind == "genitive":
            self.add(piece.word, piece.start, piece.end, (), "GEN")
        elif piece.kind == "mark" and piece.word == "+" and self.or_more(piece):
            return 1
        elif piece.kind == "mark":
            token = self.add(piece.word, piece.start, piece.end, (), _MARKS.get(piece.word, "UNKNOWN"))
            if token.type == "UNKNOWN":
                self.found.append(_unknown_mark(token))
        elif piece.kind == "number" and not _has_point(self.value, piece.end):
            self.number(piece)
        else:
            return self.words(i)
        return 1

    def add(self, text: str, start: int, end: int, readings: tuple[Reading, ...], type: str) -> Token:
        """One token more."""
        token = Token(text, start, end, self.place(start, end), readings, type)
        self.tokens.append(token)
        return token

    def number(self, piece: Piece) -> None:
        """*3*, *+1*."""
        sign = piece.word[0] in "+-−"
        reading = Reading("number", piece.word.replace("−", "-"), "signed" if sign else "")
        too_long = piece.end - piece.start > LONGEST_NUMBER
        type = "UNKNOWN" if too_long else "SIGNED" if sign else "NUMBER"
        token = self.add(piece.word, piece.start, piece.end, (reading,), type)
        if too_long:
            self.found.append(diagnose("SAY0125", token.span, number=piece.word[:40]))

    def or_more(self, piece: Piece) -> bool:
        """*4+* is *4 or more*."""
        last = nth(self.tokens, -1)
        if last.type != "NUMBER" or last.end != piece.start:
            return False
        plus = Token(piece.word, piece.start, piece.end, self.place(piece.start, piece.end), (), "")
        self.tokens += self.lexicon.tokens(plus, "or", "more")
        return True

    def choice(self, i: int) -> int:
        """*Choose one:*, *Choose up to 2:*, *Do one of the following:*; 0: no choice of lines."""
        start = self.pieces[i].start
        lines = _how_many_lines(self.pieces, i + 1)
        if lines is None:
            return 0
        used, many = lines
        stop = self.pieces[i + used].end
        chosen = (Reading("word", many, "CHOOSE_ONE"),)
        self.add(self.value[start:stop], start, stop, chosen, "CHOOSE_ONE")
        return used + 1

    def words(self, i: int) -> int:
        """The longest entry or name, an accepted alternate, or an unknown word."""
        start, end = self.pieces[i].start, self.pieces[i].end
        length, readings = self.entry(i)
        stop = self.pieces[i + length - 1].end if length else -1
        named, name_stop = self.lexicon.name_at(self.value, start)
        if name_stop > stop:
            readings, stop = named, name_stop
            length = 1
            while i + length < len(self.pieces) and self.pieces[i + length].start < stop:
                length += 1
        elif name_stop == stop and named:
            readings = (*named, *readings)
        if readings:
            said = self.value[start:stop] if name_stop == stop else typed(self.value, self.pieces, i, length)
            self.add(said, start, stop, readings, "")
            return length
        if instead := _alternate(self.pieces, i) or _negated(self.pieces[i].word, self.lexicon):
            self.add(self.value[start:end], start, end, *instead)
        else:
            before = self.pieces[i - 1].word if i else ""
            self.found.append(_unknown(self.add(self.value[start:end], start, end, (), "UNKNOWN"), before))
        return 1

    def entry(self, i: int) -> tuple[int, tuple[Reading, ...]]:
        """The longest entry of the lexicon that begins with a piece: its number of words, its readings."""
        for words, readings in self.lexicon.entries(self.pieces[i].word):
            length = len(words)
            if length == 1 or self.said[i : i + length] == words:
                return length, readings
        return 0, ()


def _has_point(value: str, end: int) -> bool:
    """Whether a number goes on after a point: there are no such numbers."""
    return value[end : end + 1] == "." and value[end + 1 : end + 2].isdigit()


# --- What is not a word -------------------------------------------------------------------------------------


_MODALS = frozenset({"would", "may", "can", "cannot", "must", "will"})


def _unknown(token: Token, before: str = "") -> Diagnostic:
    """A word that is not one here; `unknown` finds out what was meant, for it can try the sentence.  `before`: the word
    before it.
    """
    if advice := wording(token.text.casefold()):
        fits = advice.instead is not None and not (before in _MODALS and advice.instead.startswith("is "))
        fixes = [_replace(token, advice.instead or "")] if fits else []
        return diagnose("SAY0402", token.span, word=token.text, hint=advice.hint, fixes=fixes)
    return diagnose("SAY0401", token.span, word=token.text)


def _unknown_mark(token: Token) -> Diagnostic:
    advice = mark(token.text)
    instead = advice.instead if advice is not None else None
    fixes = (
        [Fix(f"write *{instead}*" if instead else "leave it out", token.span, instead)]
        if instead is not None
        else []
    )
    hint = advice.hint if advice is not None else None
    return diagnose("SAY0403", token.span, mark=token.text, hint=hint, fixes=fixes)


NO_WORD = ("SAY0401", "SAY0402")
"""Codes of a word that is none here."""

NUMBER_WORDS = {word: str(n) for n, word in enumerate(
    ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"), 2)}  # fmt: skip
"""Numbers that may be written in words; the canonical wording has digits."""


def _alternate(found: Sequence[Piece], i: int) -> tuple[tuple[Reading, ...], str] | None:
    """What a word is that no vocabulary has: a number, or the first of an accepted alternate (`alternates.py`)."""
    word, before = found[i].word, found[i - 1].word if i else ""
    if word == "one" and before not in _NOT_A_NUMBER:
        return (Reading("number", "1"),), "NUMBER"
    if word in NUMBER_WORDS:
        return (Reading("number", NUMBER_WORDS[word]),), "NUMBER"
    after = found[i + 1] if i + 1 < len(found) else None
    if word == "costing" and after is not None:
        if after.kind == "number" or after.word in ("at", "up", "exactly", "more", "less"):
            return (Reading("word", "with", "WITH"),), ""
    return ((), "ALTERNATE") if word in alternates.WORDS else None


def _negated(word: str, lexicon: Lexicon) -> tuple[tuple[Reading, ...], str] | None:
    """*unripe*, *non-red*: not ripe, not red."""
    for prefix in ("un", "non-", "non"):
        state = next((r for r in lexicon.readings(word.removeprefix(prefix)) if r.kind == "adj"), None)
        if word.startswith(prefix) and state is not None:
            return (state,), "NEGATED"
    return None


_NOT_A_NUMBER = frozenset(
    {
        "the",
        "this",
        "that",
        "no",
        "some",
        "any",
        "every",
        "each",
        "other",
        "another",
        "which",
        "last",
        "first",
        "next",
    }
)
"""Words after which *one* stands for a noun."""

_LINES = {
    "one": "1 1",
    "one or both": "1 2",
    "either or both": "1 2",
    "one or more": "1 all",
    "any number": "0 all",
}


def _how_many_lines(found: Sequence[Piece], i: int) -> tuple[int, str] | None:
    """*one:*, *one or both:*, *any number:*, *up to 2:*, *2:* → how many words, and the least and the most."""
    words: list[str] = []
    while i < len(found) and len(words) < 6 and found[i].kind in ("word", "number"):
        words.append(found[i].word)
        i += 1
    if i >= len(found) or found[i].word != ":" or not words:
        return None
    return _lines(words)


def _lines(words: list[str]) -> tuple[int, str] | None:
    used = len(words)
    words = next((words[: -len(each)] for each in _OF_THESE if words[-len(each) :] == each), words)
    if (count := _LINES.get(" ".join(words))) is not None:
        return used, count
    number = NUMBER_WORDS.get(words[-1], words[-1]) if words else ""
    if not number.isdigit() or len(number) > 2 or words[:-1] not in ([], ["up", "to"]):
        return None
    return used, f"0 {number}" if len(words) == 3 else f"{number} {number}"


_CHOOSE = frozenset({"choose", "chooses", "do", "does"})
_OF_THESE = (["of", "the", "following"], ["of", "these"])


_WHOSE = re.compile(r"\b(your|their|my|an|any|another)\s+\Z", re.IGNORECASE)
_MARKS = {".": "STOP", ",": "COMMA", ":": "COLON", ";": "SEMI"}


def _replace(token: Token, word: str) -> Fix:
    if not word:
        return _without(token)
    if word.startswith("other "):  # *your opponent* is *the other player*, *an opponent* is *another player*
        source = token.span.source
        if before := _WHOSE.search(source.text, max(0, token.span.start - 10), token.span.start):
            mine = before[1].casefold() in ("your", "their", "my")
            word = forms.cased(before[1], f"the {word}" if mine else f"an{word}")
            return Fix(f"write *{word}*", Span(source, before.start(), token.span.end), word)
    typed = token.text.casefold() if token.text == "I" and _inside(token) else token.text
    return Fix(f"write *{word}*", token.span, forms.cased(typed, word))


def _inside(token: Token) -> bool:
    """Whether words of its sentence stand before it."""
    before = token.span.source.text[max(0, token.span.start - 10) : token.span.start].rstrip()
    return before[-1:].isalpha() or before.endswith(",")


def _without(token: Token) -> Fix:
    """The word and the space before it taken away."""
    source = token.span.source
    start = token.span.start - (source.text[token.span.start - 1 : token.span.start] == " ")
    return Fix(f"leave out *{token.text}*", Span(source, start, token.span.end), "")


def _spans(text: Text) -> Callable[[int, int], Span]:
    """A function from two offsets of the text to their span; fast for texts that stand as typed."""
    if len(text.breaks) == 1 and text.breaks[0][2] == 1:
        base = text.breaks[0][1] - text.breaks[0][0]
        source = text.source
        return lambda start, end: Span(source, base + start, base + end)
    return text.span
