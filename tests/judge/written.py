"""Texts that people wrote, judged like those made at random: the cases of `tests/compile/meaning.yaml`.

Each of them is proven on the table of its case; here it is carried out on tables that nobody chose, by both.  What the
judge does not know of it says nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests import fast_yaml as yaml
from tests.judge.bench import Bench, bench
from tests.judge.run import Difference, Report, judge_sentence

CASES = Path(__file__).parents[1] / "compile" / "meaning.yaml"
OTHERWISE = Path(__file__).parent / "written.yaml"
"""Texts in whose trees the parser has put something else for what is written, which the judge takes at its word."""


@dataclass
class Written:
    """`read`: how many texts the judge knows; `unknown`: what it does not know of the others; `different`: by text."""

    read: int = 0
    unknown: Counter[str] = field(default_factory=Counter)
    different: dict[str, Difference] = field(default_factory=dict)


def texts() -> list[str]:
    """What is ordered in a case that is accepted and adds no words to the pack, each text once."""
    cases = yaml.safe_load(CASES.read_text(encoding="utf-8"))
    said = (case["do"] for case in cases if "do" in case and not {"documents", "rules", "code"} & case.keys())
    return list(dict.fromkeys(said))


def known() -> set[str]:
    return set(yaml.safe_load(OTHERWISE.read_text(encoding="utf-8")))


def judged(said: list[str], states: int) -> Written:
    found, the_bench = Written(), bench("meaning")
    for text, report in reports(the_bench, said, states):
        found.unknown += report.unknown
        if report.different:
            found.different[text] = report.different[0]
        found.read += bool(report.pairs or report.open) and not report.unknown
    return found


def reports(the_bench: Bench, said: list[str], states: int) -> Iterator[tuple[str, Report]]:
    """For each text that is one of this pack what both made of it."""
    for text in said:
        tree = the_bench.parsed(text, "effect")
        report = Report(patience=3000)
        if tree is not None:
            judge_sentence(the_bench, text, (tree,), "effect", Random(text), states, report)
            yield text, report
