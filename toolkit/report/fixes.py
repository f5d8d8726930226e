"""A correction is offered only if its result is right: the one filter for every diagnostic that has a fix.

A stage that made diagnostics for a text hands them over with a *check*: what would be found in another text in the
same place.  Each fix is made and checked; one whose sentence still has an error that was not there before is taken
away, and with it the hint that quotes it.  What remains can be followed blindly, so no hint leads back to another.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from toolkit.report.catalogue import entry
from toolkit.report.diagnostic import Diagnostic, Fix
from toolkit.report.source import Span, Text

Check = Callable[[str], Iterable[Diagnostic]]
"""A text → what would be found in it; the spans of the diagnostics are offsets in that text."""

MOST_MISTAKES = 100
"""Of a text with more than so many no correction is tried, and none is offered."""
MOST_TRIALS = 60
"""Corrections of one text that are tried; those beyond are not offered."""

_BEGIN = re.compile(r"(?:[.:]|\n[ \t]*-)[ \t]+|\n")
_END = re.compile(r"\.(?=\s|\Z)|\n")
_SENTENCE = re.compile(r"\*([A-Z][^*…]*\.)\*")


@dataclass(frozen=True, slots=True)
class Edit:
    """What a fix does to a text: offsets in its value, and what stands there instead."""

    start: int
    end: int
    written: str

    def inside(self, other: Edit) -> bool:
        """Whether the other one changes all that this one changes."""
        return other.start <= self.start and self.end <= other.end


def sentence_at(value: str, start: int, end: int) -> tuple[int, int]:
    """The bounds of the sentence around a place of a text; a full stop in a name may make it smaller."""
    begin = max((m.end() for m in _BEGIN.finditer(value, 0, start)), default=0)
    stop = _END.search(value, max(end - 1, start))
    return begin, stop.end() if stop else len(value)


def edit_of(fix: Fix, text: Text) -> Edit | None:
    """The fix as an edit of the text's value; None if it changes something outside of the text."""
    start, end = text.offset(fix.span.start), text.offset(fix.span.end)
    if fix.span.source is not text.source or start is None or end is None:
        return None
    return Edit(start, end, fix.replacement)


def applied(value: str, edits: Iterable[Edit]) -> str:
    """The text with the edits made; they must not overlap."""
    for edit in sorted(edits, key=lambda e: -e.start):
        value = value[: edit.start] + edit.written + value[edit.end :]
    return value


def holding(
    found: Sequence[Diagnostic], text: Text, check: Check, most: int = MOST_TRIALS
) -> list[Diagnostic]:
    """The diagnostics without the fixes that do not hold, and without hints that quote such a fix."""
    if not any(d.fixes or (d.hint and _SENTENCE.search(d.hint)) for d in found):
        return list(found)
    trials = _Trials(found, text, check, most if len(found) <= MOST_MISTAKES else 0)
    return [trials.kept(diagnostic) for diagnostic in found]


@dataclass
class _Trials:
    found: Sequence[Diagnostic]
    text: Text
    check: Check
    left: int

    def kept(self, diagnostic: Diagnostic) -> Diagnostic:
        """The diagnostic with what holds of its fixes and its hint."""
        if diagnostic.fixes:
            wrong = [fix for fix in diagnostic.fixes if not self._holds(diagnostic, fix)]
            if not wrong:
                return diagnostic
            fixes = tuple(fix for fix in diagnostic.fixes if fix not in wrong)
            if fixes or not _quotes(diagnostic.hint or ""):
                return replace(diagnostic, fixes=fixes)
        else:
            sentence = _SENTENCE.search(diagnostic.hint or "")
            whole = self._sentence_of(diagnostic.span) if sentence else None
            if sentence is None or whole is None:
                return diagnostic
            if self._right(diagnostic, (Edit(*whole, sentence[1]),)):
                return diagnostic
        return replace(diagnostic, fixes=(), hint=entry(diagnostic.code).hint)

    def _holds(self, diagnostic: Diagnostic, fix: Fix) -> bool:
        """Whether the result is right: of this fix alone, with those of its sentence, or with all of the text."""
        edit = edit_of(fix, self.text)
        if edit is None:
            return True  # it changes something that this check cannot judge
        if self.left <= 0:
            return False
        beside = [d for d in self._beside(edit) if d is not diagnostic and d.fixes]
        if self._right(diagnostic, (edit,), clean=bool(beside)):
            return True
        tried = 1
        for bounds in (sentence_at(self.text.value, edit.start, edit.end), (0, len(self.text.value))):
            edits = [edit]
            for made in self._others(diagnostic):
                apart = all(made.end <= o.start or o.end <= made.start for o in edits)
                if apart and bounds[0] <= made.start <= bounds[1]:
                    edits.append(made)
            if len(edits) > tried and self._right(diagnostic, tuple(edits)):
                return True
            tried = len(edits)
        return False

    def _others(self, diagnostic: Diagnostic) -> Iterator[Edit]:
        """The first corrections of other mistakes."""
        for other in self.found:
            if other is not diagnostic and other.fixes and (made := edit_of(other.fixes[0], self.text)):
                yield made

    def _right(self, diagnostic: Diagnostic, edits: tuple[Edit, ...], *, clean: bool = False) -> bool:
        """Whether the sentence has only errors afterwards that it had before, and this one not again.

        `clean`: no error at all, for the others have corrections that are tried with this one.
        """
        if self.left <= 0:
            return False
        self.left -= 1
        after = self._after(edits)
        errors = Counter(_key(d) for d in after if d.is_error)
        if not diagnostic.is_error and any(_key(d) == _key(diagnostic) for d in after):
            return False
        if not errors or clean:
            return not errors
        before = Counter(_key(d) for d in self._beside(edits[0]) if d is not diagnostic)
        return not errors - before

    def _after(self, edits: tuple[Edit, ...]) -> list[Diagnostic]:
        """What is wrong, once all is changed, in the sentence of the first change."""
        first = edits[0]
        made = applied(self.text.value, edits)
        earlier = [e for e in edits if e.end <= first.start and e is not first]
        at = first.start + sum(len(e.written) - (e.end - e.start) for e in earlier)
        start, end = sentence_at(made, at, at + len(first.written))
        return [d for d in self.check(made) if d.span.start <= end and d.span.end >= start]

    def _beside(self, edit: Edit) -> Iterable[Diagnostic]:
        """The errors of the sentence that an edit changes."""
        begin, end = sentence_at(self.text.value, edit.start, edit.end)
        for other in self.found:
            at = self.text.offset(other.span.start)
            if other.is_error and at is not None and begin <= at <= end:
                yield other

    def _sentence_of(self, span: Span) -> tuple[int, int] | None:
        start, end = self.text.offset(span.start), self.text.offset(span.end)
        if span.source is not self.text.source or start is None or end is None:
            return None
        return sentence_at(self.text.value, start, end)


def _key(diagnostic: Diagnostic) -> tuple[str, str]:
    return diagnostic.code, diagnostic.message.casefold()


def _quotes(hint: str) -> bool:
    """Whether a hint names what a fix would write, and not how such things are said."""
    return hint.casefold().startswith(("did you mean", "write "))
