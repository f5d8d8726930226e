"""The inner loop of the parser, on the tables that lark makes.

Lark's own loop looks rules up by their contents, makes a tree for each inner rule, and calls a function for each rule
that only hands on its one child, for every token of every pack that is read.  Here a row says at once how many values
a rule takes and what makes one of them, the value of an inner rule is the list of its parts, and what is handed on
stays where it is.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Any
from weakref import WeakKeyDictionary

import lark
from lark.grammar import Rule
from lark.parsers.lalr_analysis import Shift

_END = "$END"

Make = Callable[[Any, list[Any]], Any]
"""From a builder and the values of a rule's parts to its own."""

Reduction = tuple[int, str, Make | None]
"""How many values a rule takes, its name, and what it makes of them; None: it hands on its one value."""

Row = dict[str, int | Reduction]
"""What is done in a state: token or name of a rule → the next state; token → the rule that is complete before it."""


class Tables(dict[int, Row]):
    """State → its row, made when some text comes to it.

    `parser`: an LALR parser that keeps all tokens.  `kind`: the class of builders, which has a method for each rule
    that is no inner one.
    """

    def __init__(self, parser: lark.Lark, kind: type) -> None:
        super().__init__()
        inner: Any = parser.parser
        self._table = inner.parser._parse_table
        self._kind = kind
        self._reductions: dict[int, Reduction] = {}

    def ends(self, start: str) -> tuple[int, int]:
        """The states in which a text of a start symbol begins and ends."""
        return self._table.start_states[start], self._table.end_states[start]

    def __missing__(self, state: int) -> Row:
        # The names are interned, so that looking one up compares no letters.
        row: Row = {
            sys.intern(str(symbol)): goal if action is Shift else self._reduction(goal)
            for symbol, (action, goal) in self._table.states[state].items()
        }
        self[state] = row
        return row

    def _reduction(self, rule: Rule) -> Reduction:
        found = self._reductions.get(id(rule))
        if found is None:
            found = (len(rule.expansion), sys.intern(str(rule.origin.name)), self._make(rule))
            self._reductions[id(rule)] = found
        return found

    def _make(self, rule: Rule) -> Make | None:
        """What a rule makes of the values of its parts, those of inner rules (`_`) put in their place."""
        spread = [not part.is_term and part.name.startswith("_") for part in rule.expansion]
        is_inner = rule.alias is None and rule.origin.name.startswith("_")
        may_hand_on = rule.options.expand1 and not rule.alias
        if len(spread) == 1 and (is_inner == spread[0] if is_inner else may_hand_on and not spread[0]):
            return None
        make = _parts if is_inner else self.method(rule.alias or str(rule.origin.name))
        assert not (may_hand_on and any(spread))  # the grammar has no such rule
        return _spreading(spread, make) if any(spread) else make

    def method(self, rule: str) -> Make:
        """The method that makes the value of a rule."""
        made: Make = getattr(self._kind, rule)
        return made


_MADE: WeakKeyDictionary[lark.Lark, dict[type, Tables]] = WeakKeyDictionary()


def tables_of(parser: lark.Lark, kind: type) -> Tables:
    """The tables of a parser, made once: packs whose verbs are of the same classes share it and have the same rows."""
    made = _MADE.setdefault(parser, {})
    if kind not in made:
        made[kind] = Tables(parser, kind)
    return made[kind]


class Loop:
    """The parser for one start symbol, which makes values by one builder."""

    def __init__(self, tables: Tables, start: str, builder: object) -> None:
        self._tables, self._builder = tables, builder
        self._start, self._end = tables.ends(start)

    def run(self, tokens: Iterable[Any]) -> Any:
        """The value of the start symbol for tokens (of which `type` is read); None where they are no such sentence."""
        tables, builder = self._tables, self._builder
        at: Any = self._start
        stack, values = [at], []
        for token in (*tokens, None):
            type = _END if token is None else token.type
            while True:
                action: Any = tables[at].get(type)
                if action.__class__ is int:
                    at = action
                    stack.append(at)
                    values.append(token)
                    break
                if action is None:
                    return values[-1] if at == self._end and token is None else None
                size, name, make = action
                if size == 1:
                    if make is not None:
                        values[-1] = make(builder, values[-1:])
                    stack[-1] = at = tables[stack[-2]][name]
                    continue
                if size:
                    parts = values[-size:]
                    del values[-size:], stack[-size:]
                    values.append(make(builder, parts))
                else:
                    values.append(make(builder, []))
                at = tables[stack[-1]][name]
                stack.append(at)
        return None


def _parts(_: object, parts: list[Any]) -> list[Any]:
    """The value of an inner rule."""
    return parts


def _spreading(spread: list[bool], make: Make) -> Make:
    """With the parts of those values that are lists of parts."""
    if spread == [False, True]:  # by far the most: a word, and the rest of its noun phrase
        return lambda builder, parts: make(builder, [parts[0], *parts[1]])

    def made(builder: object, parts: list[Any]) -> Any:
        found: list[Any] = []
        for part, is_list in zip(parts, spread, strict=True):
            if is_list:
                found += part
            else:
                found.append(part)
        return make(builder, found)

    return made
