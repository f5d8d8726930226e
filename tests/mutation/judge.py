"""What the toolkit says to a mutant: loaded like any pack, and an example that it is in is run.

Caught: an error touches the damage and there are at most three errors.  A mutant without an error is *legal* when its
sentence is still good English: its tree is another one and printing that tree gives back every word of it, or it is the
same tree.  All other ones slipped through: they are `silent`.
"""

from __future__ import annotations

import re
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from tests.mutation.mutants import Mutant, Subject
from toolkit.compile.pack import Pack, load_pack
from toolkit.language.printing.english import print_english
from toolkit.report.diagnostic import Diagnostic, in_order
from toolkit.report.render import full

MOST_ERRORS = 3
SLOW = 60.0
"""Seconds; longer is a hang, however busy the machine."""


@dataclass(frozen=True)
class Verdict:
    """`result`: caught, legal, elsewhere (errors, but none at the place), many (errors), silent, slow, crash."""

    mutant: Mutant
    result: str
    errors: tuple[Diagnostic, ...] = ()
    detail: str = ""

    def __str__(self) -> str:
        said = "; ".join(f"{e.code} {e.message} at “{e.span.text[:40]}”" for e in self.errors[:4])
        sentence = ""
        if self.mutant.item is not None:
            start, end = self.mutant.touched[0][0], self.mutant.touched[-1][1]
            sentence = " | " + self.mutant.text[max(0, start - 50) : end + 40].replace("\n", "⏎")
        return f"{self.result:9} {self.mutant.name} {self.detail} {said}{sentence}"


@dataclass
class Score:
    """Verdicts counted."""

    verdicts: list[Verdict] = field(default_factory=list)

    def rate(self, group: str) -> float:
        """Caught of those that are not legal."""
        counted = [v for v in self.verdicts if v.mutant.group == group and v.result != "legal"]
        return sum(v.result == "caught" for v in counted) / len(counted) if counted else 1.0

    def table(self) -> str:
        """One line a kind."""
        lines = []
        for kind in dict.fromkeys(v.mutant.kind for v in self.verdicts):
            of = [v for v in self.verdicts if v.mutant.kind == kind]
            counts = Counter(v.result for v in of)
            counted = len(of) - counts["legal"]
            rate = counts["caught"] / counted if counted else 1.0
            lines.append(f"{kind:18} {of[0].mutant.group:10} {len(of):4} {rate:7.1%}  {dict(counts)}")
        for group in dict.fromkeys(v.mutant.group for v in self.verdicts):
            lines.append(f"= {group:16} {self.rate(group):.1%}")
        return "\n".join(lines)

    def of(self, *results: str) -> list[Verdict]:
        return [v for v in self.verdicts if v.result in results]


def judged(subjects: Iterable[Subject], mutants: Iterable[Mutant]) -> Score:
    """All verdicts.  Each pack is copied once; a mutant changes a file of the copy and changes it back."""
    by_root = {subject.root: subject for subject in subjects}
    score = Score()
    with tempfile.TemporaryDirectory(prefix="sayso-mutants-") as folder:
        for mutant in mutants:
            subject = by_root[mutant.pack]
            copy = Path(folder) / mutant.pack.name
            if not copy.exists():
                shutil.copytree(mutant.pack, copy)
            path = copy / mutant.file
            before = path.read_text(encoding="utf-8")
            assert before == mutant.before, path
            path.write_text(mutant.text, encoding="utf-8")
            try:
                score.verdicts.append(judge(mutant, subject, copy))
            finally:
                path.write_text(before, encoding="utf-8")
    return score


def judge(mutant: Mutant, subject: Subject, copy: Path) -> Verdict:
    """The verdict on the pack in `copy`, which holds the mutant."""
    began = time.process_time()
    try:
        checked = load_pack(copy, subject.search)
        found = list(checked.diagnostics)
        if checked.value is not None and not any(d.is_error for d in found):
            found += failures(checked.value, mutant, copy)
        for diagnostic in found:
            full(diagnostic)
    except Exception as problem:  # whatever it is: the author would see a traceback
        import traceback

        where = traceback.extract_tb(problem.__traceback__)[-1]
        return Verdict(
            mutant,
            "crash",
            detail=f"{type(problem).__name__}: {problem} at {Path(where.filename).name}:{where.lineno}",
        )
    if (took := time.process_time() - began) > SLOW:
        return Verdict(mutant, "slow", detail=f"{took:.1f} s")
    errors = tuple(d for d in in_order(found) if d.is_error)
    if not errors:
        if legal(mutant, checked.value, subject):
            return Verdict(mutant, "legal")
        warned = [d.code for d in found]
        return Verdict(mutant, "silent", detail=f"warnings {warned}" if warned else "")
    if len(errors) > MOST_ERRORS:
        return Verdict(mutant, "many", errors)
    if any(touches(error, mutant, copy) for error in errors):
        return Verdict(mutant, "caught", errors)
    return Verdict(mutant, "elsewhere", errors)


def touches(error: Diagnostic, mutant: Mutant, copy: Path) -> bool:
    """Whether the error (or the other half of its conflict) is where the damage is."""
    for span in (error.span, *(label.span for label in error.labels)):
        if (Path.cwd() / span.source.name).resolve() != (copy / mutant.file).resolve():
            continue
        for start, end in mutant.touched:
            start, end = _wider(mutant.text, start, end)
            if span.start <= end and start <= span.end:
                return True
    return False


def _wider(text: str, start: int, end: int) -> tuple[int, int]:
    """An empty place reaches to the words on both sides of it."""
    if start < end:
        return start, end
    before = re.search(r"\S*\s*\Z", text[:start])
    after = re.match(r"\s*\S*", text[end:])
    return start - len(before[0] if before else ""), end + len(after[0] if after else "")


def failures(pack: Pack, mutant: Mutant, copy: Path) -> list[Diagnostic]:
    """What the examples of the mutated file say: loading does not compile them."""
    from toolkit.play.example import examples, run

    found = []
    if mutant.item is not None and mutant.item.type != "example":
        return []
    for example in examples(pack):
        if (Path.cwd() / example.file).resolve() != (copy / mutant.file).resolve():
            continue
        if mutant.item is not None and example.id != mutant.item.document:
            continue
        if (failure := run(pack, example)) is not None:
            found.append(failure.diagnostic)
    return found


def legal(mutant: Mutant, pack: Pack | None, subject: Subject) -> bool:
    """Whether a mutant without an error is as good as the original: see the module's docstring."""
    if mutant.item is None:
        return mutant.kind in ("dropped key", "wrong value", "broken YAML", "moved key")
    if pack is None:
        return False
    item, old = mutant.item, subject.pack.trees.get(mutant.item)
    for other, tree in pack.trees.items():
        if (other.type, other.document, other.path, other.pack) == (
            item.type,
            item.document,
            item.path,
            item.pack,
        ):
            if tree == old:
                return True
            printed = print_english(tree, pack.vocabulary)
            return _words(printed) == _words(other.text.value)
    return False


def _words(text: str) -> list[str]:
    return [w.casefold() for w in re.findall(r"[\w’'+-]+", text)]
