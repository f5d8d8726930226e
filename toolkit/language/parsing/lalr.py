"""The inner loop of the parser, on the tables that lark makes.

Lark's own loop looks rules up by their contents and calls a function for each rule that only hands on its one child,
for every token of every pack that is read.  Here a rule is looked up by identity, and handed on at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import lark
from lark.grammar import Rule
from lark.parsers.lalr_analysis import Shift

_END = "$END"


class Loop:
    """The tables for one start symbol; values are made by the transformer of the parser.

    `parser`: an LALR parser whose terminals have no callbacks of their own.
    """

    def __init__(self, parser: lark.Lark, start: str) -> None:
        conf: Any = parser.parse_interactive(start=start).parser_state.parse_conf
        self._states, self._callbacks = conf.states, conf.callbacks
        self._start, self._end = conf.start_state, conf.end_state
        self._reductions: dict[int, tuple[int, str, Callable[[list[Any]], Any] | None]] = {}

    def run(self, tokens: Iterable[Any]) -> Any:
        """The value of the start symbol for tokens (of which `type` is read); None where they are no such sentence."""
        states, reductions = self._states, self._reductions
        at, stack, values = self._start, [self._start], []
        for token in (*tokens, None):
            type = _END if token is None else token.type
            while True:
                action = states[at].get(type)
                if action is None:
                    return None
                if action[0] is Shift:
                    at = action[1]
                    stack.append(at)
                    values.append(token)
                    break
                rule = action[1]
                size, origin, make = reductions.get(id(rule)) or self._reduction(rule)
                if make is not None:
                    first = len(values) - size
                    children = values[first:]
                    del values[first:]
                    values.append(make(children))
                if size:
                    del stack[-size:]
                at = states[stack[-1]][origin][1]
                stack.append(at)
                if at == self._end and token is None:
                    return values[-1]
        return None

    def _reduction(self, rule: Rule) -> tuple[int, str, Callable[[list[Any]], Any] | None]:
        """How many values a rule takes, what it makes of them, and how: None for one that hands on its one child."""
        expansion: Sequence[Any] = rule.expansion
        own = rule.options.expand1 and not rule.alias and len(expansion) == 1
        hands_on = own and (expansion[0].is_term or not expansion[0].name.startswith("_"))
        made = (len(expansion), rule.origin.name, None if hands_on else self._callbacks[rule])
        self._reductions[id(rule)] = made
        return made
