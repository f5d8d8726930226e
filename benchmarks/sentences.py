"""Sentences of the corpora: from text to tree, against bare lark on the same tagged words.

`lark, LALR` gets words that are tagged already and makes a plain tree of them: no reading of the text, no places, no
references, no agreement.  `lark, Earley` does that with every reading kept, as the oracle of the tests does.
"""

from collections.abc import Callable
from typing import Any

from lark import Lark, Token

from benchmarks.harness import Contestants, benchmark
from tests.corpus.corpus import GAMES, sentences, vocabulary
from toolkit.language.parsing import grammar
from toolkit.language.parsing.parser import Parser
from toolkit.report.source import Text

EACH = 40
"""Paragraphs of each corpus, evenly spread."""


def written(game: str, parser: Parser) -> list[tuple[Any, str]]:
    """`(text, start)` of paragraphs that parse without a finding, each of plain sentences."""
    every = [(Text.plain(each.text), each.start) for each in sentences(game)]
    fine = [
        (text, start)
        for text, start in every
        if not parser.parse(text, start).diagnostics
        and all(words[-1].type == "STOP" for words in parser.tagged(text))
        and ":" not in text.value
    ]
    return fine[:: max(1, len(fine) // EACH)][:EACH]


def parse_all(work: list[tuple[Parser, list[tuple[Any, str]]]]) -> Callable[[], object]:
    def call() -> None:
        for parser, texts in work:
            for text, start in texts:
                parser.parse(text, start)

    return call


Tagged = list[tuple[Any, str]]
"""Tagged words, and the rule of the grammar that they are parsed by."""


def lalr(work: list[tuple[Lark, Tagged]]) -> Callable[[], object]:
    end: Any = Token("$END", "")

    def call() -> None:
        for lark, tagged in work:
            for words, start in tagged:
                feed = lark.parse_interactive(start=start).parser_state.feed_token
                for word in words:
                    feed(word)
                feed(end, True)

    return call


def earley(work: list[tuple[Lark, Tagged]]) -> Callable[[], object]:
    def call() -> None:
        for lark, tagged in work:
            for words, start in tagged:
                lark.parse(words, start=start)

    return call


@benchmark(
    "sentences", f"{EACH * len(GAMES)} paragraphs of the corpora to trees", unit="all of them", rounds=3
)
def to_trees() -> Contestants:
    ours, tables, oracles = [], [], []
    for game in GAMES:
        parser = Parser(vocabulary(game), cache=False)
        texts = written(game, parser)
        tagged = [(words, grammar.STARTS[start]) for text, start in texts for words in parser.tagged(text)]
        ours.append((parser, texts))
        tables.append((grammar.build(parser.classes, None, cache=False), tagged))
        oracles.append((grammar.oracle(parser.classes), tagged))
    return {
        "lark, LALR: tagged words to bare tree": lalr(tables),
        "sayso: text to checked tree": parse_all(ours),
        "lark, Earley: tagged words to all bare trees": earley(oracles),
    }
