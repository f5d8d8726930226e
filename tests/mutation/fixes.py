"""Whether what a message offers is right: each fix is made in the file, and the pack is loaded again.

A fix *holds* if the sentence that it changes has no error afterwards but those that the author makes beside it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from toolkit.compile.pack import load_pack
from toolkit.report.diagnostic import Diagnostic, Fix


@dataclass(frozen=True)
class Broken:
    """A fix that does not hold, and what is said of its result."""

    found: Diagnostic
    fix: Fix
    line: str
    after: tuple[Diagnostic, ...]

    def __str__(self) -> str:
        said = "; ".join(f"{d.code} {d.message}" for d in self.after[:2])
        return f"{self.found.code} {self.fix.title} → {said} | {self.line.strip()}"


def broken_fixes(root: Path, search: Iterable[Path], found: Iterable[Diagnostic]) -> Iterator[Broken]:
    """Of the diagnostics `found` in the pack at `root`: each fix that does not hold, alone or with the first others."""
    search, before = tuple(search), tuple(found)
    for diagnostic in before:
        for fix in diagnostic.fixes:
            path = Path.cwd() / fix.span.source.name
            if root.resolve() not in path.resolve().parents:
                continue
            others = [
                d.fixes[0]
                for d in before
                if d is not diagnostic
                and d.fixes
                and d.fixes[0].span.source.name == fix.span.source.name
                and (d.fixes[0].span.end <= fix.span.start or fix.span.end <= d.fixes[0].span.start)
            ]
            after = _after(root, search, path, (fix,), diagnostic, before)
            if after and others:
                after = _after(root, search, path, (fix, *others), diagnostic, before) and after
            if after:
                text = fix.span.source.text
                line = text[text.rfind("\n", 0, fix.span.start) + 1 :].split("\n", 1)[0]
                yield Broken(diagnostic, fix, line, after)


def _after(
    root: Path,
    search: tuple[Path, ...],
    path: Path,
    fixes: tuple[Fix, ...],
    mended: Diagnostic,
    before: tuple[Diagnostic, ...],
) -> tuple[Diagnostic, ...]:
    """The errors of the changed sentence that were not there before the fixes were made in the file."""
    first, typed, made = fixes[0], path.read_bytes(), fixes[0].span.source.text
    start = first.span.start
    for fix in sorted(fixes, key=lambda f: -f.span.start):
        made = made[: fix.span.start] + fix.replacement + made[fix.span.end :]
        if fix.span.start < first.span.start:
            start += len(fix.replacement) - (fix.span.end - fix.span.start)
    try:
        path.write_text(made, encoding="utf-8", newline="")
        after = load_pack(root, search).diagnostics
    finally:
        path.write_bytes(typed)
    begin, end = sentence_at(made, start, start + len(first.replacement))
    known = Counter((d.code, d.message.casefold()) for d in before if d is not mended)
    new = []
    for one in after:
        same = one.code, one.message.replace(first.replacement or "\n", first.span.text).casefold()
        if one.span.source.name != first.span.source.name or not one.is_error:
            continue
        if one.span.start > end or one.span.end < begin:
            continue
        if mended.code < "SAY02" <= one.code:
            continue  # YAML that can be read now, and says something else that is wrong
        if known[same] > 0:
            known[same] -= 1
        else:
            new.append(one)
    return tuple(new)


def sentence_at(text: str, start: int, end: int) -> tuple[int, int]:
    """The bounds of the sentence (or the line) around a place of a file."""
    begin = max((m.end() for m in re.finditer(r"[.:]\s|\n", text[:start])), default=0)
    stop = re.compile(r"\.(?=\s|\Z)|\n").search(text, max(end - 1, start))
    return begin, stop.end() if stop else len(text)
