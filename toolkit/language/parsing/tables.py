"""Parse tables in a file of the cache: sealed, and read as plain data.

Lark pickles its tables, and a pickle can run code.  Here it may hold nothing but containers, numbers, text and the
class of the lexer; and a file whose seal is broken, by a full disk or by a hand, counts as none.
"""

from __future__ import annotations

import io
import json
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import lark
from lark.grammar import Rule
from lark.lexer import Lexer
from lark.parsers.lalr_analysis import IntParseTable, Reduce, Shift
from lark.parsers.lalr_parser import LALR_Parser, _Parser

from toolkit.report.sealed import keep_sealed, read_sealed

FORM = "rows as texts"
"""How tables are written; whoever writes them otherwise says so here, and older ones are not read."""

LARGEST = 64_000_000
"""Bytes of a file that is read."""


class TokenList(Lexer):
    """Hands tagged tokens to lark as they are."""

    __future_interface__ = 2

    def __init__(self, lexer_conf: Any) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Any]:
        return iter(lexer_state.text or ())


def store_tables(parser: lark.Lark, file: Path) -> None:
    """Keep the tables of a parser; where that cannot be, the next process makes them again."""
    content = io.BytesIO()
    parser.save(content, ("transformer", "_plugins"))
    tables = _Plain(io.BytesIO(content.getvalue())).load()
    inner = tables["data"]["parser"]["parser"]
    inner["states"] = {state: json.dumps(row) for state, row in inner["states"].items()}
    keep_sealed(file, pickle.dumps(tables, pickle.HIGHEST_PROTOCOL))


def load_tables(file: Path) -> lark.Lark | None:
    """The parser of tables that were kept; None: there are none that can be used."""
    data = read_sealed(file, LARGEST)
    if data is None:
        return None
    made: Any = lark.Lark
    try:
        tables = _Plain(io.BytesIO(data)).load()
        plugins = {"LALR_Parser": _Sparing}
        parser: lark.Lark = made._load_from_dict(**tables, _plugins=plugins)
        return parser
    except Exception:  # what another hand has sealed may fail in any way
        return None


class _Sparing(LALR_Parser):
    """Reads only those rows of its table that some text comes to: all of them would take longer than a small pack."""

    @classmethod
    def deserialize(cls, *given: Any) -> _Sparing:
        data, memo, callbacks, debug = given
        made = cls.__new__(cls)
        rows = _Rows(data["tokens"], data["states"], memo)
        table: Any = IntParseTable
        made._parse_table = table(rows, data["start_states"], data["end_states"])
        made.parser = _Parser(made._parse_table, callbacks, debug)
        return made


class _Rows(dict[int, dict[str, tuple[Any, Any]]]):
    """State → what is done there with each token, made when somebody asks."""

    def __init__(self, tokens: dict[int, str], states: dict[int, str], memo: Any) -> None:
        super().__init__()
        self.tokens, self.states, self.memo = tokens, states, memo

    def __missing__(self, state: int) -> dict[str, tuple[Any, Any]]:
        found: dict[str, tuple[Any, Any]] = {}
        for token, (action, goal) in json.loads(self.states[state]).items():
            does = (Reduce, Rule.deserialize(goal, self.memo)) if action == 1 else (Shift, goal)
            found[self.tokens[int(token)]] = does
        self[state] = found
        return found


class _Plain(pickle.Unpickler):
    """Reads no object but the class of the lexer."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == (TokenList.__module__, TokenList.__name__):
            return TokenList
        raise pickle.UnpicklingError(f"{module}.{name} is no plain data")
