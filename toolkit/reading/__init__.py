"""The reading: a compiled pack in plain English, made from its program alone and never from its words.

What an author sees here is what runs: from where a thing is taken, who chooses, how far an *if* reaches, what a word
refers to.  `reader_of(game)` says expressions, rules, functions and programs; `pack.readings` says a whole pack.
"""

from __future__ import annotations

from toolkit.compile.compiled import CompiledGame
from toolkit.reading import amounts, instructions, sets, truths
from toolkit.reading.outline import Line
from toolkit.reading.reader import Reader
from toolkit.reading.standing import RuleReader
from toolkit.reading.words import Words

__all__ = ["Line", "RuleReader", "amounts", "instructions", "reader_of", "sets", "text_of", "truths"]


def reader_of(game: CompiledGame) -> RuleReader:
    """What reads the rules, programs and functions of a compiled game."""
    return RuleReader(Reader(Words(game)))


def text_of(lines: list[Line], indent: str = "") -> str:
    """An outline as text, two spaces a level."""
    return "\n".join(f"{indent}{'  ' * line.depth}{line.text}" for line in lines)
