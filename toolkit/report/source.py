"""Where something stands in an author's file.

In: the text of one file, under the name by which the author knows it. Out: offsets, lines and columns
that count code points, and spans that know their source. `Text` is what a YAML scalar *says* (escapes
undone, indentation gone) together with the way back to what was *typed*: whoever parses a sentence works
on `text.value` and points with `text.span(start, end)`.

This is the only owner of line and column arithmetic. Lines end at LF, CRLF or CR; a tab is one column
(renderers widen it); UTF-16 is computed at an editor's edge only.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import field

from toolkit.frozen import dataclass

Position = tuple[int, int]
"""Line and column, both from 1; the column counts code points."""

Break = tuple[int, int, int]
"""From this cooked offset on: the raw offset, and how many raw code points each cooked one takes."""


@dataclass(frozen=True, slots=True)
class Source:
    """One text that somebody wrote.

    `name`: the path as it is shown, with `/`. `text`: the decoded text, without a byte order mark.
    """

    name: str
    text: str = field(repr=False)
    # Filled on first use: most files are never pointed at.
    _starts: list[int] = field(default_factory=list, init=False, repr=False, compare=False)

    def position(self, offset: int) -> Position:
        """Line and column of a code point offset; an offset outside the text counts as the nearest end."""
        starts = self._lines()
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line (from 1) without its line break; empty for a line that is not there."""
        starts = self._lines()
        if not 1 <= number <= len(starts):
            return ""
        end = starts[number] if number < len(starts) else len(self.text)
        return self.text[starts[number - 1] : end].rstrip("\r\n")

    def offset(self, line: int, column: int) -> int:
        """The offset of a line and column (from 1); beyond the end of a line it is that line's end."""
        starts = self._lines()
        if line < 1:
            return 0
        if line > len(starts):
            return len(self.text)
        start = starts[line - 1]
        return start + min(max(column - 1, 0), len(self.line(line)))

    @property
    def line_count(self) -> int:
        """How many lines the text has; an empty text has one."""
        return len(self._lines())

    def span(self, start: int, end: int) -> Span:
        """The span between two offsets of this source."""
        return Span(self, start, end)

    def _lines(self) -> list[int]:
        starts = self._starts
        if not starts:
            text = self.text
            found = [0]
            at = 0
            if "\r" not in text:
                while at := text.find("\n", at) + 1:
                    found.append(at)
            else:
                for i, char in enumerate(text):
                    if char == "\n" or (char == "\r" and text[i + 1 : i + 2] != "\n"):
                        found.append(i + 1)
            starts.extend(found)
        return starts


@dataclass(frozen=True, slots=True, eq=False)
class Span:
    """A half-open run of code points in a source; equal to another with the same source name and offsets.

    `start`, `end`: offsets, `start <= end`; an empty span is a place between two characters.
    """

    source: Source
    start: int
    end: int

    @property
    def text(self) -> str:
        """The characters as they were typed."""
        return self.source.text[self.start : self.end]

    @property
    def said(self) -> str:
        """The characters on one line, with single blanks."""
        return " ".join(self.text.split())

    @property
    def position(self) -> Position:
        """Line and column of the first character."""
        return self.source.position(self.start)

    @property
    def end_position(self) -> Position:
        """Line and column just after the last character."""
        return self.source.position(self.end)

    def cover(self, other: Span) -> Span:
        """The smallest span that holds both; a span of another source is left out of it."""
        if other.source.name != self.source.name:
            return self
        return Span(self.source, min(self.start, other.start), max(self.end, other.end))

    def between(self, later: Span) -> str:
        """What was typed after this and before another span of the same source."""
        return self.source.text[self.end : later.start]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Span):
            return NotImplemented
        return self.start == other.start and self.end == other.end and self.source.name == other.source.name

    def __hash__(self) -> int:
        return hash((self.source.name, self.start, self.end))

    def __repr__(self) -> str:
        line, column = self.position
        return f"Span({self.source.name}:{line}:{column} {self.text!r})"


@dataclass(frozen=True, slots=True)
class Text:
    """What a scalar says, and where each of its characters was typed.

    `value`: the cooked text. `breaks`: ascending by cooked offset, the first at 0; between two breaks the
    raw offset grows by the break's width for each cooked character (1 for ordinary text; an escape, a folded
    line end or a CRLF is one cooked character of another width).
    """

    value: str
    source: Source
    breaks: tuple[Break, ...]

    @classmethod
    def plain(cls, value: str, name: str = "<text>") -> Text:
        """A text that is its own source: for tests, the command line and generated sentences."""
        return cls(value, Source(name, value), ((0, 0, 1),))

    def span(self, start: int = 0, end: int | None = None) -> Span:
        """Where the cooked characters from `start` up to `end` (default: all) were typed."""
        if end is None:
            end = len(self.value)
        start = min(max(start, 0), len(self.value))
        end = min(max(end, start), len(self.value))
        if start == end:
            at = self._raw_end(start) if start == len(self.value) else self._raw(start)
            return Span(self.source, at, at)
        return Span(self.source, self._raw(start), self._raw_end(end))

    def slice(self, start: int, end: int | None = None) -> Text:
        """The text of a part, still pointing at the same source."""
        if end is None:
            end = len(self.value)
        start = min(max(start, 0), len(self.value))
        end = min(max(end, start), len(self.value))
        if start == end:
            at = self._raw_end(start) if start == len(self.value) else self._raw(start)
            return Text("", self.source, ((0, at, 1),))
        first = self._break(start)
        cooked, raw, width = self.breaks[first]
        kept: list[Break] = [(0, raw + (start - cooked) * width, width)]
        for cooked, raw, width in self.breaks[first + 1 :]:
            if cooked >= end:
                break
            kept.append((cooked - start, raw, width))
        return Text(self.value[start:end], self.source, tuple(kept))

    def offset(self, raw: int) -> int | None:
        """The cooked offset of a place of the source; None if the place is outside of the text."""
        first, last = self._raw(0), self._raw_end(len(self.value))
        if not first <= raw <= last:
            return None
        return bisect_left(range(len(self.value)), raw, key=self._raw)

    def strip(self) -> Text:
        """The text without white space at its ends."""
        if self.value and not self.value[0].isspace() and not self.value[-1].isspace():
            return self
        start = len(self.value) - len(self.value.lstrip())
        return self.slice(start, max(start, len(self.value.rstrip())))

    def __len__(self) -> int:
        return len(self.value)

    def __str__(self) -> str:
        return self.value

    def _break(self, offset: int) -> int:
        return bisect_right(self.breaks, offset, key=lambda b: b[0]) - 1

    def _raw(self, offset: int) -> int:
        cooked, raw, width = self.breaks[self._break(offset)]
        return raw + (offset - cooked) * width

    def _raw_end(self, offset: int) -> int:
        """Just after the raw form of the character before `offset`."""
        if offset == 0:
            return self.breaks[0][1]
        cooked, raw, width = self.breaks[self._break(offset - 1)]
        return raw + (offset - cooked) * width
