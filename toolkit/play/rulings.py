"""Whether rulings hold: each stands on examples, and falls with one of them.

In: a pack without errors, or examples that have failed.  Out: SAY0922 for each example of a ruling that fails.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from toolkit.pack.rulings import rulings_of
from toolkit.play.example import Failure, attempt, examples
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Diagnostic, Label

if TYPE_CHECKING:
    from toolkit.compile.pack import Pack


def check_rulings(pack: Pack) -> Iterator[Diagnostic]:
    """The examples of its rulings, run as they are written."""
    rulings = list(rulings_of(pack.source.folders[-1]))
    wanted = {text.value for ruling in rulings for text in ruling.examples}
    if wanted:
        every = (example for example in examples(pack, inherited=True) if example.id in wanted)
        yield from fallen(pack, filter(None, (attempt(pack, example) for example in every)))


def fallen(pack: Pack, failures: Iterable[Failure]) -> Iterator[Diagnostic]:
    """The rulings that stand on examples which have failed."""
    failed = {failure.example.id: failure for failure in failures}
    for ruling in rulings_of(pack.source.folders[-1]) if failed else ():
        for text in ruling.examples:
            if (failure := failed.get(text.value)) is not None:
                why = [Label(failure.diagnostic.span, failure.diagnostic.message)]
                yield diagnose("SAY0922", text.span(), ruling=ruling.id, example=text.value, labels=why)
