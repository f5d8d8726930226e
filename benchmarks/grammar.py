"""Making the parser of a pack: tables computed, read from the cache folder, or there already."""

import tempfile
from functools import cache
from pathlib import Path

from benchmarks.harness import Contestants, benchmark
from tests.corpus.corpus import vocabulary
from toolkit.language.parsing import grammar
from toolkit.language.parsing.parser import Parser

GAME = "gangs-of-night-city"


@cache
def folder() -> Path:
    """A cache folder of the benchmark's own: the user's is neither read nor filled."""
    made = tempfile.TemporaryDirectory(prefix="sayso-benchmark-")
    grammar.cache_folder = lambda part="grammar": Path(made.name)  # keeps `made` until the process ends
    return Path(made.name)


@benchmark("grammar", "Making the parser of the largest corpus", unit="parser", rounds=5)
def build() -> Contestants:
    words = vocabulary(GAME)
    folder()
    Parser(words)

    def read() -> Parser:
        grammar._SHARED.clear()  # as in another process
        return Parser(words)

    return {
        "cold: tables computed": lambda: Parser(words, cache=False),
        "cached: tables read": read,
        "another pack of the same process": lambda: Parser(words),
    }
