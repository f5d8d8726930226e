"""Every sentence of the corpora, of `content/` and of `tests/packs/`: read, printed and read again, once for all."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tests.corpus.corpus import GAMES, sentences, vocabulary
from toolkit.language import ast
from toolkit.language.parsing.lalr import Make, Tables
from toolkit.language.parsing.parser import Parser
from toolkit.language.printing.english import print_english
from toolkit.language.vocabulary import Vocabulary
from toolkit.pack.load import load_source
from toolkit.report import Text
from toolkit.report.render import concise

ROOT = Path(__file__).resolve().parents[2]
SEARCH = (ROOT / "tests" / "packs", ROOT / "content")
CORPORA = tuple(f"corpus/{game}" for game in GAMES)
PACKS = tuple(
    path.parent.relative_to(ROOT).as_posix() for root in SEARCH for path in sorted(root.glob("*/pack.yaml"))
)
PLACES = (*CORPORA, *PACKS)


@dataclass(frozen=True)
class Reading:
    """One text.  `tree`: None if it is not understood, then `problem` says why.  `rules`: those of the grammar that it
    took.  `printed`: the tree in English; `again`: what that is read as."""

    text: str
    start: str
    tree: ast.Paragraph | None
    problem: str
    rules: frozenset[str]
    printed: str
    again: ast.Paragraph | None


@cache
def readings(place: str) -> tuple[Reading, ...]:
    """All texts of a place, in their order."""
    words, texts = texts_of(place)
    parser = Parser(words)
    used = record(parser)
    found = []
    for text, start in texts:
        used.clear()
        checked = parser.parse(Text.plain(text), start)
        problem, rules = "; ".join(map(concise, checked.errors)), frozenset(used)
        if problem or checked.value is None:
            found.append(Reading(text, start, None, problem, rules, "", None))
            continue
        printed = print_english(checked.value, words, start)
        again = parser.parse(Text.plain(printed), start).value
        found.append(Reading(text, start, checked.value, "", rules, printed, again))
    return tuple(found)


@cache
def texts_of(place: str) -> tuple[Vocabulary, tuple[tuple[str, str], ...]]:
    """The words of a place, and its texts with their start symbols."""
    if place in CORPORA:
        game = place.removeprefix("corpus/")
        return vocabulary(game), tuple((each.text, each.start) for each in sentences(game))
    source = load_source(ROOT / place, SEARCH).value
    assert source is not None, place
    return source.vocabulary, tuple((item.text.value, item.start) for item in source.items)


def record(parser: Parser) -> set[str]:
    """The rules of the grammar that the parser uses from now on."""
    used: set[str] = set()
    tables = Tables(parser._lark, type(parser.builder))  # its own: those of other parsers are shared
    method = tables.method

    def recording(name: str) -> Make:
        made = method(name)

        def call(builder: object, parts: list[Any]) -> Any:
            used.add(name)
            return made(builder, parts)

        return call

    tables.method = recording  # type: ignore[method-assign]  # every row that is made from here on asks for it
    parser.tables = tables
    return used
