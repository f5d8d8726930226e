"""Forms: a construction is a sentence with holes, `{things} tie for the most {count}s.`, that a phrase matches exactly.

A form is read by the parser of the language, once, over the words of the core and a word for each hole.  `match`
compares trees: what is not a hole must be equal, so nothing that a phrase says more than its form is lost.  What the
holes hold, and what the whole means, is said where a form is given its meaning (`compile/base/construction.py`).

A hole is `{type}` or `{name: type}`.  `{noun}` is a noun without the words before it, which are those of the form, and
with nothing after it; `{count}` has its adjectives, modifiers and relative clause.  `{condition}` takes clauses,
`in {place}` a place with whatever preposition, or *there*; any other hole takes a whole noun phrase, in the plural if
that is how its type is written (`{things}`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Any

from toolkit.language import ast
from toolkit.language.core import core_vocabulary, phrases_of
from toolkit.language.parsing.kept import KeptTrees
from toolkit.language.parsing.parser import Parser
from toolkit.language.vocabulary import NameEntry, NounEntry
from toolkit.report.source import Text

HOLES = 6
"""As many holes may a form have."""

HOLE = re.compile(r"\{(?:[a-z ]+: )?([a-z ]+)\}")
BARE, COUNT, CONDITION, PLACE = "noun", "count", "condition", "place"
TAKES: dict[str, type[ast.Node]] = {CONDITION: ast.Clauses, PLACE: ast.Complement}
"""What a hole takes, if no noun phrase."""


@dataclass(frozen=True)
class Form:
    """A form as it is written, the types of its holes in order, and its tree."""

    text: str
    holes: tuple[str, ...]
    tree: ast.Node

    def match(self, node: ast.Node) -> Match:
        """Compare a phrase with the form."""
        found = Match(self)
        found.same(self.tree, node, node)
        return found


@dataclass
class Match:
    """`filled`: the phrases in the holes, by their numbers.  `differs`: the first part that is not as in the form
    (None: it matches).  `alike`: how many parts are equal.
    """

    form: Form
    filled: dict[int, ast.Node] = field(default_factory=dict)
    differs: ast.Node | None = None
    alike: int = 0

    @property
    def phrases(self) -> list[ast.Node]:
        """What fills the holes, in their order."""
        return [self.filled[number] for number in sorted(self.filled)]

    def same(self, pattern: object, value: object, at: ast.Node) -> bool:
        """Whether a part is as in the form; `at`: the node at which a difference is reported."""
        if isinstance(pattern, ast.Node):
            at = _there(value, at)
            hole = self._hole(pattern)
            if hole is not None:
                same = self._fills(hole, pattern, value, at)
            else:
                same = type(pattern) is type(value) and self._fields(pattern, value, at)
        elif isinstance(pattern, tuple) and isinstance(value, tuple):
            same = all(self.same(*pair, at) for pair in zip(pattern, value, strict=False))
            same = same and len(pattern) == len(value)
        else:
            same = pattern == value
        self.alike += same
        if not same and self.differs is None:
            self.differs = _there(value, at)
        return same

    def _fields(self, pattern: ast.Node, value: object, at: ast.Node) -> bool:
        kind: Any = type(pattern)
        for name in _names(kind):
            mine, theirs = getattr(pattern, name), getattr(value, name)
            if mine is theirs or (mine.__class__ in _WORDS and mine == theirs):
                self.alike += 1  # most parts are words, or nothing, and each verb is compared with many forms
            elif not self.same(mine, theirs, at):
                return False
        return True

    def _fills(self, hole: int, pattern: ast.Node, value: object, at: ast.Node) -> bool:
        """Put a phrase into a hole; a noun is put there without the words before it."""
        type_ = self.form.holes[hole]
        taken: object = value
        if type_ not in (BARE, COUNT):
            fits = isinstance(value, TAKES.get(type_, ast.Nominal))
        elif fits := isinstance(value, ast.Noun) and isinstance(pattern, ast.Noun):
            fits = self._noun(pattern, value, bare=type_ == BARE)
            rest = value.adjectives[len(pattern.adjectives) :]
            taken = replace(value, determiner=ast.Determiner(), adjectives=rest)
        if fits and isinstance(taken, ast.Node):
            self.filled[hole] = taken
        return fits

    def _noun(self, pattern: ast.Noun, value: ast.Noun, *, bare: bool) -> bool:
        """Whether a noun stands after the words of the form, with no more than its hole takes."""
        before = len(pattern.adjectives)
        same = self.same(pattern.determiner, value.determiner, value)
        same = same and self.same(pattern.adjectives, value.adjectives[:before], value)
        if not bare or not same:
            return same
        more = value.head is None or len(value.adjectives) > before or value.relative is not None
        return not more and self.same(pattern.modifiers, value.modifiers, value)

    def _hole(self, pattern: object) -> int | None:
        """The number of a hole; None: a part of the form itself."""
        match pattern:
            case ast.Clauses(
                clauses=(ast.Clause(subject=ast.Noun(name=str(word)), verbs=(ast.Act(verb="hold"),)),)
            ):
                return _number(word)
            case ast.Complement(value=ast.Noun(name=str(word))) if (number := _number(word)) is not None:
                return number if self.form.holes[number] == PLACE else None
            case ast.Noun(name=word, head=head):
                return _number(word or head or "")
        return None


_WORDS = frozenset({str, int, bool})


@cache
def _names(kind: Any) -> tuple[str, ...]:
    """The fields of a kind of node that are compared."""
    return tuple(each.name for each in fields(kind) if each.name != "span")


def _there(value: object, at: ast.Node) -> ast.Node:
    """Where a difference in a part is reported: there, if it stands somewhere."""
    return value if isinstance(value, ast.Node) and value.span is not None else at


def _number(word: str) -> int | None:
    return int(word.removeprefix("hole")) if word.startswith("hole") else None


def nearest(forms: Iterable[Form], node: ast.Node) -> Match | None:
    """The form that has the most in common with a phrase; None: there are no forms."""
    return max((form.match(node) for form in forms), key=lambda each: each.alike, default=None)


def leads(node: ast.Node) -> str | None:
    """The word that tells which forms a phrase may have: a verb, or the head of a noun phrase."""
    match node:
        case ast.Sentence(body=ast.Clauses(clauses=(first, *_))) | ast.Clause(verbs=(first, *_)):
            return leads(first)
        case ast.Act(verb=word) | ast.Noun(head=word):
            return word
        case ast.Be():
            return "be"
    return None


# --- Reading ------------------------------------------------------------------------------------------------


@cache
def read(text: str, start: str = "condition") -> Form:
    """The form that a sentence with holes is.  Raises `ValueError` when it is no sentence of the language."""
    types = tuple(HOLE.findall(text))
    numbers = iter(range(HOLES))
    words = HOLE.sub(lambda hole: _word(next(numbers), hole[1]), text)
    tree = _tree(Text.plain(words[0].upper() + words[1:]), start)
    return Form(text, types, _part(tree.sentences[0], start))


def _tree(text: Text, start: str) -> ast.Paragraph:
    """What the parser makes of it, or made of it before: its tables need longer to be read than all trees."""
    if (before := _kept().tree(text, start)) is not None:
        return before
    read = _parser().parse(text, start, brief=True)
    if read.errors or len(read.value.sentences) != 1:
        raise ValueError(f"no form: {text.value}: {'; '.join(each.message for each in read.errors)}")
    _kept().add(text, start, read.value)
    return read.value


@cache
def _kept() -> KeptTrees:
    return KeptTrees()


def keep() -> None:
    """Let later programs have the trees of the forms that were read in this one."""
    _kept().save(1)


def _part(sentence: ast.Sentence, start: str) -> ast.Node:
    """What a form of this field is matched with: a clause, a verb phrase, a noun phrase or a whole sentence."""
    body = sentence.body
    if start not in ("condition", "formula", "effect", "cost") or not isinstance(body, ast.Clauses):
        return sentence
    clause = body.clauses[0]
    if start in ("condition", "formula") or not isinstance(clause, ast.Clause):
        return clause
    verb = clause.verbs[0]
    return verb.complements[0].value or verb if start == "cost" and isinstance(verb, ast.Act) else verb


def _word(number: int, type_: str) -> str:
    """What stands in a hole while the form is read."""
    if type_ in (BARE, COUNT):
        return f"hole{number}"
    if type_ == CONDITION:
        return f"Hole{number} holds"
    return f"Holes{number}" if type_.endswith("s") else f"Hole{number}"


@cache
def _parser() -> Parser:
    """The parser of forms: for it the verbs of the core are enough, so it has the tables that every pack shares."""
    words = core_vocabulary()
    words.templates += phrases_of("hold", [""])
    for verb in ("win", "lose"):
        words.templates += phrases_of(verb, ["", "{period}"])
    for number in range(HOLES):
        words.nouns[f"hole{number}"] = NounEntry(f"hole{number}", f"hole{number}s", "thing")
        for name, plural in ((f"Hole{number}", False), (f"Holes{number}", True)):
            words.names[name] = NameEntry(f"hole{number}", name, "thing", plural=plural)
    return Parser(words)
