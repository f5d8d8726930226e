"""How long a pack takes to be compiled again after one changed sentence, whichever sentence it is.

    python -m benchmarks.again                          the three games of content/
    python -m benchmarks.again tests/packs/fair --slow 5

Each text of a pack is changed in turn as little as the provers change one (another number, without a *may* …; one that
nothing can be changed in is read once more), read and compiled beside the compiled pack.  `over`: how many texts take
longer than the bar.  `--slow N`: the slowest ones, by what they are.  It is a report; nothing fails for it.
"""

import argparse
import gc
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median, quantiles
from time import process_time

from benchmarks.games import ROOT
from toolkit.compile.pack import Pack, changed_pack, load_pack
from toolkit.language import ast
from toolkit.language.parsing.shared import parser_of
from toolkit.language.printing.english import print_english
from toolkit.pack.items import EXAMPLE_TYPES
from toolkit.pack.source import Item
from toolkit.prove.mutations import Mutator
from toolkit.report.source import Text

GAMES = ("content/sentient", "content/cyberpunk-tcg", "content/gangs-of-night-city")
BAR = 0.05
"""Seconds that an author does not notice."""


def texts(pack: Pack) -> Iterator[tuple[Item, str]]:
    """The texts of a pack that are compiled, each a little changed."""
    mutator, parser = Mutator(pack.vocabulary), parser_of(pack.vocabulary)
    for item, tree in pack.trees.items():
        if item.pack == pack.id and item.type not in EXAMPLE_TYPES:
            said = (print_english(each, pack.vocabulary) for each in changes(tree, mutator))
            read = ((each, parser.parse(Text.plain(each), item.start)) for each in said)
            found = (each for each, checked in read if checked.ok and fits(pack, item, checked.value))
            yield item, next(found, item.text.value)


def fits(pack: Pack, item: Item, tree: ast.Paragraph | None) -> bool:
    """Whether nothing is wrong with the pack with this text."""
    return not changed_pack(pack, item, tree).compiled(options=dict.fromkeys(item.options, True)).errors


def changes(tree: ast.Paragraph, mutator: Mutator) -> Iterator[ast.Paragraph]:
    """The text with a sentence of it changed."""
    for at, sentence in enumerate(tree.sentences):
        for _, changed in mutator.changes(sentence):
            yield replace(tree, sentences=(*tree.sentences[:at], changed, *tree.sentences[at + 1 :]))


def taken(pack: Pack, item: Item, text: str) -> tuple[float, float]:
    """Seconds for reading a text, and for compiling the pack with it."""
    parser = parser_of(pack.vocabulary)
    began = process_time()
    tree = parser.parse(Text.plain(text), item.start).value
    read = process_time()
    changed_pack(pack, item, tree).compiled(options=dict.fromkeys(item.options, True))
    return read - began, process_time() - read


def report(folder: Path, slow: int) -> Iterator[str]:
    """The row of a pack, and its slowest texts."""
    pack = load_pack(folder).unwrap()
    assert pack is not None
    changed = [(item, text) for item, text in texts(pack)]
    for item, _ in changed:  # a module is compiled once, and then again and again
        pack.compiled(options=dict.fromkeys(item.options, True))
    gc.collect()
    found = [(*taken(pack, item, text), item, text) for item, text in changed]
    for what, times in (
        ("reading", [read for read, *_ in found]),
        ("compiling", [made for _, made, *_ in found]),
        ("both", [read + made for read, made, *_ in found]),
    ):
        over = sum(each > BAR for each in times)
        shown = (median(times), quantiles(times, n=10)[-1], max(times))
        yield f"| {pack.id} | {what} | {len(times)} | {' | '.join(f'{each * 1e3:.1f} ms' for each in shown)} | {over} |"
    for _, made, item, text in sorted(found, key=lambda each: -each[1])[:slow]:
        at = "/".join(map(str, item.path))
        yield f"    {made * 1e3:.0f} ms  {item.type} {item.document} {at}: {' '.join(text.split())[:60]}"


def main() -> None:
    parser = argparse.ArgumentParser(description="How long compiling takes after one changed sentence.")
    parser.add_argument("packs", nargs="*", metavar="FOLDER", default=GAMES)
    parser.add_argument("--slow", type=int, default=0, help="show so many of the slowest texts")
    asked = parser.parse_args()
    print("| pack | what | texts | median | 90th percentile | worst | over 50 ms |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: |")
    for name in asked.packs:
        for line in report(ROOT / name, asked.slow):
            print(line, flush=True)


if __name__ == "__main__":
    main()
