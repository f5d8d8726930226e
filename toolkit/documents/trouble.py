"""Why a file could not be read, in an author's words.

libyaml says "mapping values are not allowed in this context"; what happened is that somebody wrote
`text: PLAY: draw a card`. Each row of `_explain` looks at what the reader said *and* at the author's line.
An explanation may name signs to cover, with which the reader can go on through the same document.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Diagnostic, Fix, Label
from toolkit.report.source import Source

if TYPE_CHECKING:
    from toolkit.documents.reader import Progress


@dataclass(frozen=True, slots=True)
class Trouble:
    """What to tell, and how to go on.

    `at`: where the reader stopped. `cover`: offsets of signs without which it would not have stopped.
    """

    diagnostic: Diagnostic
    at: int
    cover: tuple[int, ...] = ()


def explain(error: Any, source: Source, text: str, shift: int, progress: Progress) -> Trouble:
    """The diagnostic for a `yaml.YAMLError`.

    `text`: the source with covered signs. `shift`: the offset at which the reader's own count began.
    """
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    at = min(mark.index + shift, len(text)) if mark else len(text)
    context_mark = getattr(error, "context_mark", None)
    since = context_mark.index + shift if context_mark else None
    problem = str(getattr(error, "problem", None) or getattr(error, "reason", None) or "")
    context = str(getattr(error, "context", None) or "")
    return _Explaining(source, text, at, since, problem, context, progress).explain()


@dataclass(slots=True)
class _Explaining:
    source: Source
    text: str
    at: int
    since: int | None
    problem: str
    context: str
    progress: Progress

    def explain(self) -> Trouble:
        problem, context = self.problem, self.context
        if "maximum" in problem or "nested too deep" in problem:
            return self._tell("SAY0106", self.at, self.at + 1, limit=32)
        if "tab character" in problem or self._sign() == "\t":
            return self._tab()
        if tab := self._tab_before():
            return tab
        for case in _CASES:
            if any(words in problem for words in case.problem) or any(
                words in context for words in case.context
            ):
                return case.explain(self)
        return self._rest()

    # --- one method for each thing that authors do ------------------------------------------------------

    def _directive(self) -> Trouble:
        line = self._line_span(self.since if self.since is not None else self.at)
        return self._tell("SAY0122", *line, hint="Delete the line.")

    def _sign_here(self) -> Trouble:
        return self._sign_at(self.at)

    def _alias(self) -> Trouble:
        return self._sign_at(self.since if self.since is not None else self.at)

    def _tab(self) -> Trouble:
        start, end = self._line_span(self.at)
        line = self.source.text[start:end]
        run = re.match(r"[ \t]*", line)
        tabs = line.find("\t", 0, len(run[0]) if run else 0)
        at = start + tabs if tabs >= 0 else self.at
        stop = at
        while self.source.text[stop : stop + 1] == "\t":
            stop += 1
        stop = max(stop, at + 1)
        span = self.source.span(at, stop)
        fixes = [Fix("write spaces", span, "  " * (stop - at)), Fix("take the tab away", span, "")]
        hint = "Set the editor to insert spaces; two for each level."
        return self._tell("SAY0107", at, stop, hint=hint, fixes=fixes)

    def _tab_before(self) -> Trouble | None:
        """Layout went wrong on a line that is indented with a tab."""
        if "quoted" in self.context or self.at >= len(self.text):
            return None
        start, end = self._line_span(self.at)
        indent = re.match(r"[ \t]*", self.source.text[start:end])
        if indent and "\t" in indent[0]:
            self.at = start + indent[0].index("\t")
            return self._tab()
        return None

    def _quote(self) -> Trouble:
        since = self.since if self.since is not None else self.at
        if "escape" in self.problem or "hexdecimal" in self.problem or "hexadecimal" in self.problem:
            slash = self.text.rfind("\\", since, self.at + 1)
            slash = self.at if slash < 0 else slash
            sign = self.source.text[slash : slash + 2]
            return self._tell(
                "SAY0124",
                slash,
                slash + len(sign),
                hint="For a backslash write two, or put the text in single quotes.",
                fixes=[Fix("write two backslashes", self.source.span(slash, slash + 1), "\\\\")],
                cover=(slash,),
                sign=sign,
            )
        return self._unclosed(since)

    def _unclosed(self, opening: int) -> Trouble:
        sign = self.source.text[opening : opening + 1]
        hint = f"Write {sign} at the end of the text"
        if sign == "'":
            hint += "; an apostrophe within such a text is written twice, or the text stands in double quotes"
        return self._tell("SAY0108", opening, opening + 1, label="opened here", hint=f"{hint}.", sign=sign)

    def _bar(self) -> Trouble:
        since = self.since if self.since is not None else self.at
        _, end = self._line_span(since)
        rest = self.source.text[since:end]
        sign = rest[:1]
        fixes = []
        after = rest[1:].strip()
        if after and sign == "|":
            fixes.append(Fix(f"leave out the `{sign}`", self.source.span(since, end), after))
        elif after:
            from toolkit.documents.reader import quoted

            fixes.append(Fix("put the text in quotes", self.source.span(since, end), quoted(rest.rstrip())))
        shown = self.at if since < self.at < end else since
        hint = f"After `{sign}` the text begins on the next line, further right than its key."
        return self._tell("SAY0126", shown, end, hint=hint, fixes=fixes, sign=sign)

    def _colon(self) -> Trouble:
        """A colon and a space where a text is being read, or a key on a line that stands too far right."""
        start, end = self._line_span(self.at)
        line = self.source.text[start:end]
        head = self.text[start : self.at]
        first = re.match(r"(\s*)(?:- +)*(?:(?:[^\s:#'\"][^:]*|\"[^\"]*\"|'[^']*') *:\s+)?", head)
        value, begin = start + (first.end() if first else 0), self.at
        item = re.match(r"\s*(?:- +)+(?=(.*?):\s)", head)
        if item and not re.fullmatch(
            r"[a-z][a-z0-9-]*", item[1]
        ):  # `- PLAY: one: two` is a text from `PLAY` on
            value, begin = start + item.end(), start + item.end(1)
        above = self._previous_line(start)
        if above is not None and re.fullmatch(r"\s*[a-z][a-z0-9-]*\s*", head):
            indent = len(head) - len(head.lstrip())
            while above is not None and above[1] > indent:
                above = self._previous_line(above[0])
            if above is not None and above[1] == indent:
                self.since = above[0]  # a line before, in the same column, was taken for a text
                return self._no_key()
            return self._indented(start, start + indent)
        cover = tuple(
            begin + i.start() for i in re.finditer(r":(?=\s|$)", re.sub(r"\s#.*", "", self.text[begin:end]))
        )
        from toolkit.documents.reader import quote_fix

        begins_here = bool(head[: value - start].strip())
        return self._tell(
            "SAY0109",
            begin,
            begin + 1,
            label="a colon and a space",
            hint="Put the text in quotes, or write it under `|` on the next lines.",
            fixes=quote_fix(self.source, value) if begins_here and value < begin else [],
            cover=cover or (self.at,),
            word=line[value - start : begin - start].strip()[-30:] or "the text",
        )

    def _sign_at(self, at: int) -> Trouble:
        from toolkit.documents.reader import quote_fix

        sign = self.source.text[at : at + 1]
        return self._tell(
            "SAY0114",
            at,
            at + 1,
            hint="Put the text in quotes.",
            fixes=quote_fix(self.source, at),
            cover=(at,),
            sign=sign,
        )

    def _tag(self) -> Trouble:
        at = (
            self.since
            if self.since is not None and self.text[self.since : self.since + 1] == "!"
            else self.at
        )
        found = re.compile(r"!\S*").match(self.text, at)
        if not found:
            return self._rest()
        from toolkit.documents.reader import quote_fix

        return self._tell(
            "SAY0116",
            at,
            found.end(),
            hint="If the sign is text, put the text in quotes.",
            fixes=quote_fix(self.source, at),
            cover=(at,),
            tag=self.source.text[at : found.end()],
        )

    def _no_key(self) -> Trouble:
        start, end = self._line_span(self.since if self.since is not None else self.at)
        line = self.source.text[start:end]
        body = start + len(line) - len(line.lstrip())
        fixes = []
        hint = "Write `key: value`. A line that continues the text above stands further right than its key."
        if found := re.match(r"(\s*(?:- +)*[\w-]+:)(?=[^\s/])", line):
            at = start + found.end()
            fixes.append(Fix("put a space after the colon", self.source.span(at, at), " "))
            hint = "A space stands between the colon and the value."
        elif found := re.match(r"\s*-(?=\w)", line):
            at = start + found.end()
            fixes.append(Fix("put a space after the dash", self.source.span(at, at), " "))
            hint = "A space stands between the dash and the text."
        stop = max(body + 1, start + len(line.rstrip()))
        trouble = self._tell("SAY0113", body, stop, hint=hint, fixes=fixes)
        return Trouble(trouble.diagnostic, max(trouble.at, self.at), ())

    def _dash(self) -> Trouble:
        start, _ = self._line_span(self.at)
        if re.match(r"\s*-", self.source.text[start : self.at + 1]):
            return self._indented(start, self.at)
        return self._sign_at(self.at)

    def _bracket(self) -> Trouble:
        opening = self.since if self.since is not None else self.at
        sign = self.source.text[opening : opening + 1]
        closing = {"[": "]", "{": "}"}.get(sign, "]")
        from toolkit.documents.reader import quote_fix

        same_line = self._line_span(opening) == self._line_span(self.at) and self.at < len(self.text)
        labels = [Label(self.source.span(self.at, self.at + 1), "does not fit here")] if same_line else []
        return self._tell(
            "SAY0112",
            opening,
            opening + 1,
            label="opened here",
            labels=labels,
            hint=f"Write `{closing}` at the end, and a comma between two values. "
            "A text with brackets at its beginning stands in quotes.",
            fixes=quote_fix(self.source, opening) if same_line and sign == "{" else [],
            sign=sign,
            closing=closing,
        )

    def _layout(self) -> Trouble:
        """A key or list item was expected; something else stands there."""
        last = self.progress.last
        if last and not self.text[last[1] : self.at].strip(" \t") and last[1] > last[0]:
            opening = self.text[last[0]]
            if opening in "\"'" and "\n" in self.text[last[0] : last[1]]:
                return self._unclosed(last[0])
            if opening in "\"'[{":
                return self._goes_on(last, opening)
        start, end = self._line_span(self.at)
        line = self.source.text[start:end]
        return self._indented(start, start + len(line) - len(line.lstrip()))

    def _goes_on(self, last: tuple[int, int], opening: str) -> Trouble:
        from toolkit.documents.reader import quote_fix, quoted

        closing = {"[": "]", "{": "}"}.get(opening, opening)
        _, end = self._line_span(self.at)
        rest = self.source.text[last[0] : end].rstrip()
        if opening == "'" == rest[-1] and len(rest) > 2:  # an apostrophe inside ended it
            whole = self.source.span(last[0], last[0] + len(rest))
            inside = rest[1:-1].replace("''", "'")
            fixes = [Fix("put the text in double quotes", whole, quoted(inside))]
        else:
            fixes = quote_fix(self.source, last[0])
        stop = max(self.at + 1, self.at + len(self.source.text[self.at : end].rstrip()))
        return self._tell(
            "SAY0111",
            self.at,
            stop,
            labels=[Label(self.source.span(*last), "the value that ended")],
            hint=f"A text that begins with {opening} stands in quotes as a whole.",
            fixes=fixes,
            sign=closing,
        )

    def _indented(self, line: int, at: int) -> Trouble:
        """The line that begins at offset `line` has its first sign, at `at`, in a column of nothing open."""
        column = at - line
        labels = []
        fixes = []
        if re.match(r"---\s*$", self.source.text[at : self._line_span(at)[1]]):
            fixes.append(Fix("begin the line with `---`", self.source.span(line, at), ""))
        columns = sorted({c for _, c, flow in self.progress.open if not flow})
        above = self._previous_line(line)
        # Of lines that stand further right, the first one began what this line seems to belong to.
        before = above
        while before is not None and before[1] > column:
            above, before = before, self._previous_line(before[0])
        if above is not None:
            previous, indent = above
            text = self.source.line(self.source.position(previous)[0]).rstrip()
            if indent != column:
                span = self.source.span(previous + indent, previous + len(text))
                labels.append(Label(span, f"begins in column {indent + 1}"))
        stop = at
        while self.source.text[stop : stop + 1] not in ("", " ", "\n", "\r", "\t"):
            stop += 1
        hint = "Lines that belong together begin in the same column."
        if columns and column not in columns:
            hint += f" Here that is column {' or '.join(str(c + 1) for c in columns)}."
        return self._tell(
            "SAY0110",
            at,
            max(stop, at + 1),
            label=f"begins in column {column + 1}",
            labels=labels,
            hint=hint,
            fixes=fixes,
        )

    def _after_end(self) -> Trouble:
        last = self.progress.last
        if last and not self.progress.open and not self.text[last[1] : self.at].strip(" \t"):
            opening = self.text[last[0]]
            if opening in "\"'[{":
                return self._goes_on(last, opening)
        start, end = self._line_span(self.at)
        line = self.source.text[start:end]
        return self._indented(start, start + len(line) - len(line.lstrip()))

    def _rest(self) -> Trouble:
        flow = [start for start, _, flow in self.progress.open if flow]
        if flow and re.match(r"\s*(---|\Z)", self.text[self.at :]):
            self.since = flow[-1]
            return self._bracket()
        if "node content" in self.problem:
            said = "a value is missing before this sign"
        else:
            said = self.problem or "the reader stopped here"
        at = min(self.at, max(len(self.text) - 1, 0))
        return self._tell("SAY0123", at, at + 1, hint="If it is text, put it in quotes.", said=said)

    # --- what they share --------------------------------------------------------------------------------

    def _tell(
        self,
        code: str,
        start: int,
        end: int,
        *,
        label: str | None = None,
        labels: Sequence[Label] = (),
        hint: str | None = None,
        fixes: Sequence[Fix] = (),
        cover: tuple[int, ...] = (),
        **fields: Any,
    ) -> Trouble:
        span = self.source.span(min(start, len(self.text)), min(end, len(self.text)))
        said = diagnose(code, span, label=label, labels=labels, hint=hint, fixes=fixes, **fields)
        return Trouble(said, self.at, cover)

    def _sign(self) -> str:
        return self.source.text[self.at : self.at + 1]

    def _line_span(self, offset: int) -> tuple[int, int]:
        """Start and end of the line that holds an offset, without its line break."""
        number, _ = self.source.position(offset)
        start = self.source.offset(number, 1)
        return start, start + len(self.source.line(number))

    def _previous_line(self, start: int) -> tuple[int, int] | None:
        """Start and indentation of the last line before with something on it, within the document."""
        number, _ = self.source.position(start)
        while number > 1:
            number -= 1
            line = self.source.line(number)
            if line.startswith("---"):
                return None
            if line.strip() and not line.lstrip().startswith("#"):
                return self.source.offset(number, 1), len(line) - len(line.lstrip())
        return None


class _Case(NamedTuple):
    """What libyaml says, as the problem or as its context, and who explains it."""

    explain: Callable[[_Explaining], Trouble]
    problem: tuple[str, ...] = ()
    context: tuple[str, ...] = ()


_CASES = (
    _Case(_Explaining._directive, ("directive", "YAML document"), ("directive",)),
    _Case(_Explaining._quote, context=("quoted scalar", "double-quoted")),
    _Case(_Explaining._bar, context=("block scalar",)),
    _Case(_Explaining._colon, ("mapping values are not allowed",)),
    _Case(_Explaining._sign_here, ("cannot start any token",)),
    _Case(_Explaining._alias, context=("alias", "anchor")),
    _Case(_Explaining._tag, ("tag",), ("tag",)),
    _Case(_Explaining._no_key, ("expected ':'",), ("simple key",)),
    _Case(_Explaining._dash, ("sequence entries are not allowed",)),
    _Case(_Explaining._bracket, ("',' or",)),
    _Case(_Explaining._layout, ("expected key", "'-' indicator", "<block end>")),
    _Case(_Explaining._after_end, ("<document start>",)),
)
"""Tried in this order."""
