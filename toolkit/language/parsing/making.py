"""Makes the LALR tables of a grammar: those that lark makes, in a fraction of its time.

Lark follows DeRemer and Pennello with sets of objects, whose hashes and comparisons are Python.  Here symbols, items
and states are numbers, and a set of terminals is the bits of one number.  Where two rules end at the same place and
neither is before the other, lark's own way is taken: it says which.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from lark.common import ParserConf
from lark.grammar import NonTerminal, Rule, Symbol
from lark.parsers.lalr_analysis import IntParseTable, Reduce, Shift
from lark.parsers.lalr_parser import LALR_Parser, _Parser

_END = "$END"
"""What lark calls the end of a text."""

Row = dict[str, tuple[Any, Any]]
"""What is done in a state with each token and each rule that is complete."""


class QuickLALR(LALR_Parser):
    """Lark's parser, with tables that are made here."""

    def __init__(self, parser_conf: ParserConf, debug: bool = False, strict: bool = False) -> None:
        table = _Making(parser_conf.rules, parser_conf.start).table()
        if table is None:
            super().__init__(parser_conf, debug, strict)  # which says what collides
            return
        self._parse_table = table
        self.parser_conf = parser_conf
        self.parser = _Parser(table, parser_conf.callbacks, debug)


class _Making:
    """One grammar.  Symbols are numbers: terminals from 0, what rules are named by after them.  An item is a place in a
    rule: the place after it is the next number, and the one at the end of a rule has no symbol.
    """

    def __init__(self, rules: Sequence[Rule], starts: Sequence[str]) -> None:
        roots = [Rule(NonTerminal(f"$root_{start}"), [NonTerminal(start)]) for start in starts]
        self.starts, self.rules = starts, [*rules, *roots]
        self.roots = range(len(rules), len(self.rules))
        self._sets: dict[int, tuple[str, ...]] = {}
        self._number()
        self.nullable = self._nullable()
        self.first_items = self._first_items()
        self._states()

    def _number(self) -> None:
        """Symbols, rules and items become numbers."""
        ends = dict.fromkeys(str(s.name) for rule in self.rules for s in rule.expansion if s.is_term)
        named = dict.fromkeys(str(rule.origin.name) for rule in self.rules)
        self.terminals, self.names = [_END, *ends], [_END, *ends, *named]
        self.least = len(self.terminals)  # smaller numbers are terminals
        end = {name: number for number, name in enumerate(self.terminals)}
        other = {name: number for number, name in enumerate(named, self.least)}

        def number(symbol: Symbol) -> int:
            return end[symbol.name] if symbol.is_term else other[symbol.name]

        self.origins = [number(rule.origin) for rule in self.rules]
        self.parts = [tuple([number(part) for part in rule.expansion]) for rule in self.rules]
        self.of: dict[int, list[int]] = {}
        self.begins: list[int] = []
        self.next: list[int] = []
        self.complete: dict[int, int] = {}
        for rule, parts in enumerate(self.parts):
            self.of.setdefault(self.origins[rule], []).append(rule)
            self.begins.append(len(self.next))
            self.next += [*parts, -1]
            self.complete[len(self.next) - 1] = rule

    def _nullable(self) -> set[int]:
        """What may stand for nothing."""
        found: set[int] = set()
        size = -1
        while size != len(found):
            size = len(found)
            rules = zip(self.origins, self.parts, strict=True)
            found.update([origin for origin, parts in rules if found.issuperset(parts)])
        return found

    def _first_items(self) -> dict[int, tuple[int, ...]]:
        """Of each name the items with which it may begin."""
        found = {}
        for name in self.of:
            reached = {name: None}
            waiting = [name]
            while waiting:
                for rule in self.of[waiting.pop()]:
                    part = self.next[self.begins[rule]]
                    if part >= self.least and part not in reached:
                        reached[part] = None
                        waiting.append(part)
            found[name] = tuple([self.begins[rule] for each in reached for rule in self.of[each]])
        return found

    def _states(self) -> None:
        """`goes`: of each state what it goes to with each symbol.  `done`: the rules that end there."""
        kernels: list[tuple[int, ...]] = [(self.begins[root],) for root in self.roots]
        known = {kernel: number for number, kernel in enumerate(kernels)}
        self.goes: list[dict[int, int]] = []
        self.done: list[list[int]] = []
        for kernel in kernels:  # which grows
            begun = {self.next[item] for item in kernel}
            items = set(kernel).union(*(self.first_items[part] for part in begun if part >= self.least))
            after: dict[int, list[int]] = {}
            for item in sorted(items):
                after.setdefault(self.next[item], []).append(item + 1)
            self.done.append([self.complete[item - 1] for item in after.pop(-1, ())])
            goes: dict[int, int] = {}
            for part, moved in after.items():
                to = known.setdefault(tuple(moved), len(kernels))
                if to == len(kernels):
                    kernels.append(tuple(moved))
                goes[part] = to
            self.goes.append(goes)

    # -- What may follow a rule -------------------------------------------------------------------------------
    def _follows(self) -> dict[tuple[int, int], int]:
        """State, rule that ends there → the bits of the terminals that may follow it."""
        steps = [(state, part) for state, goes in enumerate(self.goes) for part in goes if part >= self.least]
        at = {step: number for number, step in enumerate(steps)}
        bits = self._read_behind(steps, at)
        includes: list[list[int]] = [[] for _ in steps]
        behind: dict[tuple[int, int], list[int]] = {}
        for number, (state, name) in enumerate(steps):
            for rule in self.of[name]:
                here, last = state, self._last_needed(rule)
                for place, part in enumerate(self.parts[rule]):
                    if place >= last and part >= self.least:
                        includes[at[here, part]].append(number)
                    here = self.goes[here][part]
                behind.setdefault((here, rule), []).append(number)
        bits = _gathered(bits, includes)
        found = dict.fromkeys(behind, 0)
        for key, numbers in behind.items():
            for number in numbers:
                found[key] |= bits[number]
        return found

    def _read_behind(self, steps: list[tuple[int, int]], at: dict[tuple[int, int], int]) -> list[int]:
        """What may be read after each step, past what may stand for nothing."""
        bits: list[int] = []
        reads: list[list[int]] = []
        for state, part in steps:
            to = self.goes[state][part]
            bits.append(sum([1 << each for each in self.goes[to] if each < self.least]))
            reads.append([at[to, each] for each in self.goes[to] if each in self.nullable])
        for state, root in enumerate(self.roots):
            bits[at[state, self.parts[root][0]]] |= 1  # the end, after a whole text
        return _gathered(bits, reads)

    def _last_needed(self, rule: int) -> int:
        """The place of the last part of a rule that cannot stand for nothing; what follows the rule follows the parts
        from there on, too."""
        places = range(len(self.parts[rule]) - 1, 0, -1)
        return next((place for place in places if self.parts[rule][place] not in self.nullable), 0)

    # -- The table --------------------------------------------------------------------------------------------
    def table(self) -> Any:
        """As lark has it: where a token may be taken, it is; else the rule before it is complete.  None: two rules are,
        of the same priority.
        """
        follows, made = self._follows(), []
        for state, goes in enumerate(self.goes):
            row: Row = {self.names[part]: (Shift, to) for part, to in goes.items()}
            taken = 0
            for _, rules in groupby(sorted(self.done[state], key=self._rank), self._rank):
                here = 0
                for rule in rules:
                    bits = follows.get((state, rule), 0) & ~taken
                    if bits & here:
                        return None
                    here |= bits
                    for name in self._terminals(bits):
                        row.setdefault(name, (Reduce, self.rules[rule]))
                taken |= here
            made.append(row)
        ends = {start: self.goes[number][self.parts[root][0]] for number, (start, root) in self._starting()}
        begins = {start: number for number, (start, _) in self._starting()}
        table: Any = IntParseTable
        return table(dict(enumerate(made)), begins, ends)

    def _starting(self) -> Iterable[tuple[int, tuple[str, int]]]:
        """The states in which texts begin, what they are, and the rule for a whole one."""
        return enumerate(zip(self.starts, self.roots, strict=True))

    def _rank(self, rule: int) -> int:
        return -(self.rules[rule].options.priority or 0)

    def _terminals(self, bits: int) -> tuple[str, ...]:
        """The names of a set of terminals; many states have the same."""
        found = self._sets.get(bits)
        if found is None:
            found = tuple([name for number, name in enumerate(self.terminals) if bits >> number & 1])
            self._sets[bits] = found
        return found


def _gathered(bits: list[int], more: list[list[int]]) -> list[int]:
    """The bits of each, with those of all that it takes more from, and so on."""
    found = bits[:]
    takers: list[list[int]] = [[] for _ in bits]
    for number, others in enumerate(more):
        for other in others:
            takers[other].append(number)
    waiting = [number for number, takes in enumerate(takers) if takes]
    while waiting:
        number = waiting.pop()
        for taker in takers[number]:
            if found[number] & ~found[taker]:
                found[taker] |= found[number]
                waiting.append(taker)
    return found
