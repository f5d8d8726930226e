"""Rows: an accepted alternate as a pair of wordings, what is written and what the language says for it.

    Row("double(s) {whose:your|their} {what:quantity}", "gain(s) {what} equal_to {whose} {what}")

**What is written**, an element for each token: a word (`equal_to`: one token of two words; `a|an`; `double(s)`: two
forms of a verb; `~target`: only where the pack has no such word), or a hole `{name:test}`.  A test is a category of
nouns (`quantity`), a kind of reading (`adj`), a form of a verb (`participle`), a terminal (`BE`, `NUMBER`), or words;
`{name:BOUNDED}` is an amount in all its wordings (*3 or less*), and `{name...}` takes all that stands before the
element after it, or before the end of its phrase, in the language's own wording.  `[test]` is looked at and stays,
`[!test]` must not stand there, an element with `?` may be missing.  A row is tried at its first element outside
brackets, or at the one after `^`: what stands before that has been read already, and is replaced as well.

**What is said for it**: words, holes, marks.  `{what.plural}`, `{what.id}`, `{what.prep}` are forms of the noun in a
hole, `-{n}` is its number with a sign, `gain(s)` has the form of the verb that was written.  `word@name` points to
what was typed in that hole; any other word to the one at which the row was tried, or, where no hole is kept, to all of
them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from toolkit.language.lexer import Token
from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.replaced import CLAUSE, CONDITION, SENTENCE, Found, closed, mark, until

Filled = dict[str, list[Token]]
"""What the holes hold."""
Rule = Callable[..., "Found | None"]
"""A rule: the tokens, and the index of the one that triggers it."""
Condition = Callable[[Alternates, Filled], bool]
"""What a row asks besides."""
Test = Callable[[Alternates, Token], bool]
Place = Callable[[Alternates, Sequence[Token], int], bool]
"""Whether what an element asks for stands at a place, which may lie outside the tokens."""

_KINDS = frozenset({"noun", "name", "adj", "verb", "relation"})
_CATEGORIES = frozenset(
    {"quantity", "attribute", "amount", "thing", "place", "player", "period", "value", "list", "text"}
)
_VERBS = {"base": "b", "third": "t", "past": "d", "participle": "n"}
_MARKS = {",": "COMMA", ".": "STOP"}
_THIRD = "(s)"
_AROUND: dict[str, Place] = {
    "end": lambda a, tokens, k: a.ends(k),
    "alone": lambda a, tokens, k: a.ends_or_goes_on(k),
    "begin": lambda a, tokens, k: k < 0 or tokens[k].type in SENTENCE,
    "clause": lambda a, tokens, k: k < 0 or closed(tokens[k]) in CLAUSE | CONDITION | {"THEN"},
    "joint": lambda a, tokens, k: k < 0 or closed(tokens[k]) in CLAUSE | CONDITION | {"THEN", "AND", "OR"},
}
"""Of a place between tokens: a phrase ends there, no noun follows; a sentence or a clause begins after it, which
may be joined to another (`joint`)."""
_LONE: dict[str, Test] = {
    "any": lambda a, token: True,
    "time": lambda a, token: a.noun(token, "period") not in ("", "game"),
}
"""Tests that have no others beside them: whatever it is; a time of which there are several."""

_ELEMENT = re.compile(r"\[[^\]]+\]|\S+")
_SAID = re.compile(
    r"(?P<sign>[-+]?)\{(?P<hole>\w+)(?:\.(?P<form>\w+))?\}|(?P<word>[^\s@]+)(?:@(?P<like>\w+))?"
)


class Element(NamedTuple):
    """An element of what is written: what it asks for, and the name of its hole.  `stays`: it is only looked at;
    `width`: 0, if no token must be there; `bounded`: it takes an amount; `several`: as much as there is.
    """

    holds: Place
    name: str = ""
    stays: bool = False
    width: int = 1
    optional: bool = False
    bounded: bool = False
    several: bool = False


class Said(NamedTuple):
    """A word of what is said, pointing to what is in the hole `like`; or a hole, with a form of its noun or a sign."""

    word: str
    like: str
    hole: str
    form: str
    sign: str


class Row:
    """`triggers`: the words and types of tokens at which it is tried."""

    def __init__(self, written: str, said: str, when: Condition | None = None) -> None:
        self.written, self.when = written, when
        texts: list[str] = _ELEMENT.findall(written)
        looked = next(k for k, text in enumerate(texts) if text[0] != "[")
        at = texts.index("^") if "^" in texts else looked
        self.before = [_element(text) for text in reversed(texts[:at])]
        after = [text for text in texts[at:] if text != "^"]
        self.after = [_element(text) for text in after]
        self.triggers = _triggers(after[0])
        self.second = _second(self.after)
        self.two_forms = after[0].endswith(_THIRD)
        self.said = [
            Said(*((each[key] or "").replace("_", " ") for key in Said._fields))
            for each in _SAID.finditer(said)
        ]
        self.apart = not any(each.hole or each.like for each in self.said)

    def __call__(self, a: Alternates, i: int) -> Found | None:
        # Where the trigger stands something else mostly follows: that is seen before anything is kept.
        if self.second is not None and not self.second(a, a.tokens, i + 1):
            return None
        filled: Filled = {}
        several: dict[str, tuple[int, int]] = {}
        end = self._read(a, i, filled, several)
        drop = self._read_back(a, filled) if end is not None else None
        if end is None or drop is None:
            return None
        # Only now: what is gone through may hold the like of this row, and that again.
        for name, (first, after) in several.items():
            filled[name] = a.within(first, after)
        if self.when is not None and not self.when(a, filled):
            return None
        replaced = [*a.out[len(a.out) - drop :], *a.tokens[i:end]]
        third = self.two_forms and a.text(i).endswith("s") and a.text(i)[:-1] in self.triggers
        made = self._write(a, _cover(replaced) if self.apart else a.tokens[i], third, filled)
        if made and self.said[0].word and replaced[0].text[:1].isupper():
            made[0] = made[0].large()
        return Found(end - i, made, drop)

    def _read(self, a: Alternates, i: int, filled: Filled, several: dict[str, tuple[int, int]]) -> int | None:
        """Where ends what is replaced; None: something else is written.  `several`: from where to where stands what
        holes for several tokens hold.
        """
        end = i
        for k, element in enumerate(self.after):
            if element.several:
                start, i = i, self._before_next(a, i, k)
                if i == start:
                    return None
                end, several[element.name] = i, (start, i)
            elif element.bounded:
                found = a.bound_at(i)
                if found is None:
                    return None
                bound, number, used = found
                filled[element.name] = [a.said(bound, _cover(a.tokens[i : i + used])), number]
                i = end = i + used
            elif element.holds(a, a.tokens, i):
                filled[element.name] = a.tokens[i : i + 1]
                i += element.width
                end = end if element.stays else i
            elif not element.optional:
                return None
        return end

    def _before_next(self, a: Alternates, i: int, k: int) -> int:
        """Where the element after the `k`-th stands, at `i` or later in the clause; `i`, if nowhere."""
        if k + 1 == len(self.after):
            return a.end(i)
        ends, holds = until(a.tokens, i, CLAUSE), self.after[k + 1].holds
        return next((j for j in range(i, ends) if holds(a, a.tokens, j)), i)

    def _read_back(self, a: Alternates, filled: Filled) -> int | None:
        """How many tokens before are replaced as well; None: something else stands there."""
        at, drop = len(a.out), 0
        for element in self.before:
            if element.holds(a, a.out, at - 1):
                at -= element.width
                filled[element.name] = a.out[at : at + 1]
                drop = drop if element.stays else len(a.out) - at
            elif not element.optional:
                return None
        return drop

    def _write(self, a: Alternates, like: Token, third: bool, filled: Filled) -> list[Token]:
        """What is said for it.  `like`: what words point to that do not say to what."""
        made: list[Token] = []
        for said in self.said:
            place = filled[said.like or said.hole][0] if said.like or said.hole else like
            if said.sign:
                made.append(a.number(f"{said.sign}{place.reading.id}", place, "SIGNED"))
            elif said.hole and not said.form:
                made += filled[said.hole]
            elif said.word in _MARKS:
                made.append(mark(_MARKS[said.word], place))
            elif said.word.isdigit():
                made.append(a.number(said.word, place))
            else:
                word = _noun(a, place, said.form) if said.form else _agreeing(said.word, third)
                made.append(a.spelled(word, place))
        return made


def _cover(tokens: list[Token]) -> Token:
    """A token in the place of several."""
    first, last = tokens[0], tokens[-1]
    return Token(first.text, first.start, last.end, first.span.cover(last.span), (), "")


def indexed(*tables: Iterable[Row]) -> dict[str, tuple[Rule, ...]]:
    """The rows of tables by what they are tried at, in their order."""
    return merged(*({trigger: (row,)} for rows in tables for row in rows for trigger in row.triggers))


def merged(*tables: Mapping[str, tuple[Rule, ...]]) -> dict[str, tuple[Rule, ...]]:
    """Tables of rules as one: those of an earlier table are tried first."""
    found: dict[str, tuple[Rule, ...]] = {}
    for table in tables:
        for trigger, rules in table.items():
            found[trigger] = (*found.get(trigger, ()), *rules)
    return found


# --- The notation -------------------------------------------------------------------------------------------


def _element(text: str) -> Element:
    """One element of what is written, read."""
    optional, text = text[-1] == "?", text.removesuffix("?")
    stays, inner = text[0] == "[", text.strip("[]{}")
    if text[0] not in "[{":
        return Element(_word(text), optional=optional)
    if inner[0] == "!":
        missing = _AROUND.get(inner[1:]) or _there(_test(inner[1:]))
        return Element(lambda a, tokens, k: not missing(a, tokens, k), stays=True, width=0)
    if inner in _AROUND:
        return Element(_AROUND[inner], stays=True, width=0)
    if inner.endswith("..."):
        return Element(_there(_LONE["any"]), inner.removesuffix("..."), several=True)
    name, _, test = inner.rpartition(":")
    return Element(_there(_test(test)), name, stays, optional=optional, bounded=test == "BOUNDED")


def _second(elements: Sequence[Element]) -> Place | None:
    """What must stand right after the first token of what is written; None: that depends."""
    if len(elements) < 2 or any(each.optional or each.several or each.bounded for each in elements[:2]):
        return None
    return elements[1].holds if elements[0].width == 1 else None


def _there(test: Test) -> Place:
    return lambda a, tokens, k: 0 <= k < len(tokens) and test(a, tokens[k])


def _triggers(text: str) -> frozenset[str]:
    """The words or terminals that an element takes."""
    inner = text.strip("{}").rpartition(":")[2]
    return frozenset({inner}) if inner.isupper() else _words(inner.removeprefix("~").split("|"))


def _words(written: Iterable[str]) -> frozenset[str]:
    """Words as they are typed, those in two forms in both."""
    words = [word.replace("_", " ") for word in written]
    return frozenset(
        {word.replace(_THIRD, "s") for word in words} | {word.replace(_THIRD, "") for word in words}
    )


def _word(text: str) -> Place:
    """A terminal; a word, one of several; with `~` one that the pack does not have."""
    if text.isupper():
        return _there(_test(text))
    words = _words(text.removeprefix("~").split("|"))
    if text[0] == "~":
        return _there(lambda a, token: token.word in words and token.type == "ALTERNATE")
    return lambda a, tokens, k: 0 <= k < len(tokens) and tokens[k].word in words


def _test(text: str) -> Test:
    """A test by its name, or by the names of several of which one is enough."""
    if text in _LONE:
        return _LONE[text]
    parts = frozenset(text.split("|"))
    terminals = frozenset(part for part in parts if part.isupper())
    words = _words(parts - _CATEGORIES - _KINDS - _VERBS.keys() - terminals)
    tests = [_kind(part) for part in sorted(parts & _KINDS)]
    tests += [_verb(_VERBS[part]) for part in sorted(parts & _VERBS.keys())]
    if categories := tuple(sorted(parts & _CATEGORIES)):
        tests.append(lambda a, token: bool(a.noun(token, *categories)))
    if words:
        tests.append(lambda a, token: token.text.casefold() in words)
    if terminals:
        tests.append(lambda a, token: closed(token) in terminals)
    return tests[0] if len(tests) == 1 else lambda a, token: any(test(a, token) for test in tests)


def _kind(kind: str) -> Test:
    """Whether a token can be a noun, an adjective …"""
    return lambda a, token: bool(token.find(kind))


def _verb(letter: str) -> Test:
    """Whether a token can be a verb in that form."""
    return lambda a, token: letter in token.find("verb").form


def _agreeing(word: str, third: bool) -> str:
    """*gains* or *gain*, *has* or *have*, of a word in two forms."""
    if third and word == "have(s)":
        return "has"
    return word.replace(_THIRD, "s" if third else "")


def _noun(a: Alternates, noun: Token, form: str) -> str:
    """A noun in the plural (`plural`) or as it is listed (`id`); its preposition (`prep`)."""
    reading = noun.find("noun")
    return str(getattr(a.lexicon.vocabulary.nouns[reading.id if reading else ""], form))
