"""From the bytes of a file to its documents.

libyaml gives events with places; here they become nodes. A mistake never ends in an exception and never hides
the next one: a sign that stops the reader is covered (with a stand-in of the same length, so that places stay
true) and the document is read again; where that cannot be, reading goes on at the next `---`.

What is refused, though YAML allows it: anchors, aliases, merge keys and tags (what is read must be what is
written, and a chain of aliases can make a small file enormous), directives, folded text (`>`: its characters
cannot be pointed at), keys that are no text, and anything beyond the limits below.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from toolkit.documents import scalar
from toolkit.documents.marks import hidden
from toolkit.documents.nodes import Document, KeyNode, MappingNode, Node, ScalarNode, SequenceNode, Value
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Checked, Diagnostic, Fix, Label
from toolkit.report.fixes import MOST_TRIALS, holding
from toolkit.report.source import Source, Span, Text

LARGEST = 1024 * 1024
"""Bytes of a file."""
LARGEST_READ = 4 * LARGEST
"""Characters of a file that are read again to try the corrections of its mistakes."""
MOST_DOCUMENTS = 1000
"""Documents of a file."""
DEEPEST = 32
"""Lists and mappings inside one another."""
MOST_FOUND = 100
"""Diagnostics of a file; then reading it ends."""
MOST_COVERED = 25
"""Times that a file is read again after a sign was covered."""

COVER = "\ue000"
"""Stands in for a sign that stopped the reader; no author can type it by accident, and it is put back."""

_PROPERTY = re.compile(r"([&!][^\s]*)(?:[ \t\r\n]+|\Z)")
_NEXT_DOCUMENT = re.compile(r"(?:(?<=[\r\n])|(?<![\s\S]))---(?=[ \t\r\n]|\Z)")


def read_bytes(name: str, data: bytes) -> Checked[tuple[Document, ...]]:
    """The documents of a file. `name`: its path as it is to be shown. Never raises."""
    if len(data) > LARGEST:
        beginning = Source(name, data[:400].decode("utf-8", "replace"))
        return Checked((), (_too_large(beginning),))
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        text = data.decode("utf-16", "replace")
        source = Source(name, text)
        hint = "The file is saved as UTF-16. Save it as UTF-8."
        wrong = diagnose("SAY0102", source.span(0, 0), hint=hint)
        return read_text(source).adding([wrong])
    if data[:3] == b"\xef\xbb\xbf":
        data = data[3:]
    try:
        return read_text(Source(name, data.decode("utf-8")))
    except UnicodeDecodeError as error:
        at = len(data[: error.start].decode("utf-8"))
        source = Source(name, data.decode("utf-8", "replace"))
        wrong = diagnose(
            "SAY0102",
            source.span(at, at + 1),
            label="no character of UTF-8",
            hint="Save the file as UTF-8.",
        )
        rest = read_text(source)
        return Checked(rest.value, (wrong, *rest.diagnostics))


def read_text(source: Source) -> Checked[tuple[Document, ...]]:
    """The documents of a text. A document that cannot be read is left out, with a diagnostic. Never raises."""
    if len(source.text) > LARGEST:
        return Checked((), (_too_large(source),))
    read = _read(source)
    whole = Text(source.text, source, ((0, 0, 1),))
    most = min(MOST_TRIALS, LARGEST_READ // max(1, len(source.text)))
    found = holding(read.diagnostics, whole, lambda text: _read(Source(source.name, text)).diagnostics, most)
    return Checked(read.value, tuple(found))


def _read(source: Source) -> Checked[tuple[Document, ...]]:
    reading = _Reading(source, source.text)
    reading.cover_invisible()
    reading.run()
    if not reading.documents and not reading.found:
        end = source.span(0, 0)
        reading.found.append(diagnose("SAY0121", end, hint="Write a document, or delete the file."))
    reading.found.sort(key=lambda d: d.span.start)
    return Checked(tuple(reading.documents), tuple(reading.found))


def _too_large(source: Source) -> Diagnostic:
    return diagnose(
        "SAY0104",
        source.span(0, 0),
        hint="Split it into several files.",
        limit=f"{LARGEST:,}",
    )


class _Stop(Exception):
    """This document cannot be read further than `at`; its diagnostic is made."""

    def __init__(self, at: int) -> None:
        self.at = at


@dataclass(slots=True)
class _Frame:
    """A list or mapping that is open. `wait`: the key whose value comes next; `skip`: that value is dropped;
    `parted`: another document begins in it.
    """

    mapping: bool
    flow: bool
    start: int
    column: int
    nodes: list[Node] = field(default_factory=list)
    keys: list[KeyNode] = field(default_factory=list)
    seen: dict[str, KeyNode] = field(default_factory=dict)
    wait: KeyNode | None = None
    skip: bool = False
    parted: bool = False


@dataclass(slots=True)
class Progress:
    """How far a document was read when the reader stopped, for telling why.

    `open`: of each open list or mapping its offset, its column (from 0), whether it was typed with brackets.
    `last`: start and end of the last scalar or bracketed value.
    """

    open: list[tuple[int, int, bool]]
    last: tuple[int, int] | None


@dataclass(slots=True)
class _Reading:
    source: Source
    text: str
    found: list[Diagnostic] = field(default_factory=list)
    documents: list[Document] = field(default_factory=list)
    covered: int = 0
    # of the document that is being read
    base: int = 0
    stack: list[_Frame] = field(default_factory=list)
    own: list[Diagnostic] = field(default_factory=list)
    root: Node | None = None
    last: tuple[int, int] | None = None

    def cover_invisible(self) -> None:
        """Report the first characters that cannot be seen, and cover all of them."""
        places = list(hidden(self.text))
        for start, end in places[:5]:
            self.found.append(_invisible(self.source, start, end, self.text[start]))
        if places:
            ends = [0, *(end for _, end in places)]
            starts = [*(start for start, _ in places), len(self.text)]
            seen = (self.text[end:start] for end, start in zip(ends, starts, strict=True))
            covers = [COVER * (end - start) for start, end in places]
            self.text = "".join(part for pair in zip(seen, [*covers, ""], strict=True) for part in pair)

    def run(self) -> None:
        """Read to the end; each pass begins at a document that no pass before has read."""
        import yaml

        from toolkit.documents.trouble import explain

        at: int | None = 0
        while at is not None and len(self.found) < MOST_FOUND:
            self.base = started = at
            try:
                self._read_from(at)
                return
            except _Stop as stop:
                self.found += self.own
                at = self._next(stop.at)
            except yaml.YAMLError as error:
                progress = Progress([(f.start, f.column, f.flow) for f in self.stack], self.last)
                trouble = explain(error, self.source, self.text, started, progress)
                covers = [i for i in trouble.cover if self.text[i] != COVER]
                if covers and self.covered < MOST_COVERED:
                    self.covered += 1
                    self.found.append(trouble.diagnostic)
                    for i in covers:
                        self.text = self.text[:i] + COVER + self.text[i + 1 :]
                    at = self.base
                else:
                    # What follows the trouble was read wrongly; what it would say is not meant.
                    begin = trouble.diagnostic.span.start
                    self.found += [d for d in self.own if d.span.start < begin]
                    self.found.append(trouble.diagnostic)
                    if "document start" in str(error) and not self.stack:
                        self._reopen(started)
                    at = self._next(trouble.at)
            # A document may be read twice; what it said before is said again.
            self._forget()

    def _next(self, at: int) -> int | None:
        found = _NEXT_DOCUMENT.search(self.text, max(at, self.base + 1))
        return found.start() if found else None

    def _reopen(self, started: int) -> None:
        """The last document ended where a line stood further left; a part of it is worse than none."""
        if self.documents and self.documents[-1].root.span.start >= started:
            after = self.documents[-1].root.span.end
            if not _NEXT_DOCUMENT.search(self.text, after, self.base):
                self.documents.pop()

    def _forget(self) -> None:
        self.stack, self.own, self.root, self.last = [], [], None, None

    def _read_from(self, start: int) -> None:
        import yaml

        loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(self.text[start:])
        try:
            scalar_event: Any = yaml.ScalarEvent  # whose stubs leave open whether it has marks
            while (event := loader.get_event()) is not None:
                if type(event) is scalar_event and event.anchor is None and event.tag is None:
                    begin, end = event.start_mark.index + start, event.end_mark.index + start
                    self._put(self._scalar(event, begin, end))
                else:
                    self._event(event, start)
                if len(self.own) >= MOST_FOUND:
                    raise _Stop(len(self.text))
        finally:
            loader.dispose()

    def _event(self, event: Any, shift: int) -> None:
        import yaml

        start, end = event.start_mark.index + shift, event.end_mark.index + shift
        if isinstance(event, yaml.ScalarEvent):
            start = self._properties(event, start, end)
            self._put(self._scalar(event, start, end))
        elif isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
            start = self._properties(event, start, end)
            if len(self.stack) >= DEEPEST:
                self.own.append(
                    diagnose(
                        "SAY0106",
                        self.source.span(start, start + 1),
                        hint="Move a part into a document of its own.",
                        limit=DEEPEST,
                    )
                )
                raise _Stop(start)
            mapping = isinstance(event, yaml.MappingStartEvent)
            self.stack.append(_Frame(mapping, bool(event.flow_style), start, self._column(start)))
        elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
            self._close(end)
        elif isinstance(event, yaml.AliasEvent):
            self._alias(start, end)
        elif isinstance(event, yaml.DocumentStartEvent):
            if len(self.documents) >= MOST_DOCUMENTS:
                span = self.source.span(start, start + 3)
                hint = "Split the file."
                self.own.append(diagnose("SAY0105", span, hint=hint, limit=MOST_DOCUMENTS))
                raise _Stop(len(self.text))
            if event.version or event.tags:
                line = self.text[start:end].split("\n", 1)[0].rstrip()
                span = self.source.span(start, start + len(line))
                self.own.append(diagnose("SAY0122", span, hint="Delete the line."))
        elif isinstance(event, yaml.DocumentEndEvent):
            self._finish()
            self.base = end

    def _finish(self) -> None:
        root = self.root
        complete = not any(d.is_error for d in self.own)
        if isinstance(root, MappingNode):
            self.documents.append(Document(self.source, root, len(self.documents), complete))
        elif root is not None and not (isinstance(root, ScalarNode) and (root.broken or _blank(root))):
            self.own.append(_not_a_mapping(root))
        self.found += self.own
        self._forget()
        if len(self.found) >= MOST_FOUND:
            raise _Stop(len(self.text))

    def _put(self, node: Node) -> None:
        if not self.stack:
            self.root = node
            return
        frame = self.stack[-1]
        if not frame.mapping:
            frame.nodes.append(node)
        elif frame.wait is not None:
            frame.keys.append(frame.wait)
            frame.nodes.append(node)
            frame.wait = None
        elif frame.skip:
            frame.skip = False
        else:
            self._key(frame, node)

    def _key(self, frame: _Frame, node: Node) -> None:
        """A node that stands as a key: kept as one, or the value after it is dropped."""
        wrong = _no_key(node)
        if wrong is not None:
            self.own.append(wrong)
        elif isinstance(node, ScalarNode) and not node.broken:
            name = node.text.value
            if name in frame.seen:
                self._key_again(frame, name, node.span)
            elif not frame.skip:
                frame.wait = frame.seen[name] = KeyNode(name, node.text, node.span)
            return
        frame.skip = True

    def _key_again(self, frame: _Frame, name: str, span: Span) -> None:
        # Every document begins with its type: what is repeated after a second one belongs to that document.
        parted = name == "type" and len(self.stack) == 1
        hint = "A line `---` stands between two documents." if parted else "Keep one of the two."
        fixes = [_document_begins(span)] if parted else []
        if not frame.parted:
            labels = [Label(frame.seen[name].span, "first written here")]
            again = diagnose(
                "SAY0117", span, label="here again", labels=labels, hint=hint, fixes=fixes, key=name
            )
            self.own.append(again)
        frame.parted = frame.parted or parted
        frame.skip = True

    def _close(self, end: int) -> None:
        frame = self.stack.pop()
        if frame.flow:
            self.last = (frame.start, end)
        else:
            ends = [n.span.end for n in (*frame.nodes[-1:], *frame.keys[-1:])]
            end = max([frame.start, *ends])
        span = self.source.span(frame.start, end)
        if frame.mapping:
            items = tuple(zip(frame.keys, frame.nodes, strict=True))
            self._put(MappingNode(items, span, frame.flow))
        else:
            self._put(SequenceNode(tuple(frame.nodes), span))

    def _scalar(self, event: Any, start: int, end: int) -> ScalarNode:
        value: str = event.value
        style = scalar.STYLES.get(event.style or "", "plain")
        stop = end
        if style in ("literal", "folded"):
            end = scalar.literal_end(self.text, start, end)
        span = self.source.span(start, end)
        self.last = (start, end)
        breaks = scalar.breaks_of(self.text, start, stop, style, value)
        text = Text(value, self.source, breaks)
        if COVER in value:
            text = self._uncovered(text)
        elif style == "double" and (found := next(hidden(value), None)):
            place = text.span(*found)
            self.own.append(_invisible(self.source, place.start, place.end, value[found[0]]))
        if style == "folded":
            self.own.append(_folded(self.source, span))
        result: Value = text.value
        broken = style == "folded"
        if style == "plain":
            try:
                result = scalar.core_value(text.value)
            except ValueError:
                self.own.append(_number(span))
                broken = True
            if value[-1:] == '"' and value.count('"') == 1 and not value[-2:-1].isdigit():
                self.own.append(_stray_quote(span))
        return ScalarNode(result, text, style, span, broken)

    def _uncovered(self, text: Text) -> Text:
        """The text with what the author typed where signs are covered."""
        signs = list(text.value)
        for i, sign in enumerate(signs):
            if sign == COVER:
                signs[i] = text.span(i, i + 1).text or sign
        value = "".join(signs)
        return Text(value, self.source, text.breaks) if len(value) == len(signs) else text

    def _properties(self, event: Any, start: int, end: int) -> int:
        """Report an anchor or a tag before a value; where the value itself begins."""
        if event.anchor is None and event.tag is None:
            return start
        at = start
        while found := _PROPERTY.match(self.text, at):
            span = self.source.span(at, at + len(found[1]))
            fixes = quote_fix(self.source, at)
            if found[1][0] == "&":
                hint = "Write the value where it is needed. If the sign is text, put the text in quotes."
                self.own.append(diagnose("SAY0115", span, hint=hint, fixes=fixes, sign=found[1]))
            else:
                hint = "If the sign is text, put the text in quotes."
                self.own.append(diagnose("SAY0116", span, hint=hint, fixes=fixes, tag=found[1]))
            at = found.end()
        return min(at, end) if end > start else at

    def _alias(self, start: int, end: int) -> None:
        span = self.source.span(start, end)
        fixes = quote_fix(self.source, start)
        hint = "Write the value itself. If the sign is text, put the text in quotes."
        self.own.append(diagnose("SAY0115", span, hint=hint, fixes=fixes, sign=span.text))
        text = Text(span.text, self.source, ((0, start, 1),))
        self.last = (start, end)
        self._put(ScalarNode(None, text, "plain", span, broken=True))

    def _column(self, offset: int) -> int:
        return offset - max(self.text.rfind("\n", 0, offset), self.text.rfind("\r", 0, offset)) - 1


def _blank(node: ScalarNode) -> bool:
    return node.value is None and node.style == "plain" and not node.text.value


def _invisible(source: Source, start: int, end: int, sign: str) -> Diagnostic:
    count = end - start
    return diagnose(
        "SAY0103",
        source.span(start, end),
        label=f"{count} of them" if count > 1 and source.text[start] == sign else "",
        fixes=[Fix("delete it", source.span(start, end), "")],
        sign=f"U+{ord(sign):04X}",
    )


def _folded(source: Source, span: Span) -> Diagnostic:
    sign = source.span(span.start, span.start + 1)
    return diagnose(
        "SAY0119",
        sign,
        expected=["`|`"],
        hint="Each line after `|` stays a line of its own.",
        fixes=[Fix("write `|`", sign, "|")],
    )


def _number(span: Span) -> Diagnostic:
    fixes = [Fix("if it is text, put it in quotes", span, f'"{span.text}"')]
    return diagnose("SAY0125", span, fixes=fixes, number=span.text[:40])


def _stray_quote(span: Span) -> Diagnostic:
    mark = span.source.span(span.end - 1, span.end)
    opening = Fix("put one at the beginning", span.source.span(span.start, span.start), '"')
    return diagnose("SAY0127", mark, fixes=[opening, Fix("delete it", mark, "")])


def _not_a_mapping(root: Node) -> Diagnostic:
    span = root.span
    line = span.source.span(span.start, min(span.end, span.start + len(span.text.split("\n", 1)[0])))
    what = "a list" if isinstance(root, SequenceNode) else "a mapping in braces"
    fixes = []
    if isinstance(root, ScalarNode):
        what = "a text"
        if found := re.match(r"[\w-]+:(?=[^\s/])", line.text):
            after = span.source.span(span.start + found.end(), span.start + found.end())
            fixes.append(Fix("put a space after the colon", after, " "))
    hint = "A document is lines of `key: value`, and begins with `type: ...`."
    return diagnose("SAY0120", line, hint=hint, fixes=fixes, what=what)


def _document_begins(first: Span) -> Fix:
    """A line `---` before the first key of a document, or that line at the beginning of its own."""
    source, (number, _) = first.source, first.position
    line = source.line(number - 1)
    if line.strip() == "---":
        start = source.offset(number - 1, 1)
        indent = len(line) - len(line.lstrip())
        return Fix("begin the line with `---`", source.span(start, start + indent), "")
    return Fix("put `---` between the two", Span(source, first.start, first.start), "---\n")


def quote_fix(source: Source, start: int) -> list[Fix]:
    """Put what stands from `start` to the end of its line in quotes; nothing if that would be no text."""
    text = source.line(source.position(start)[0])
    column = source.position(start)[1] - 1
    value = re.sub(r"(?:^|\s)#.*$", "", text[column:]).rstrip()
    if not value:
        return []
    return [Fix("put the text in quotes", source.span(start, start + len(value)), quoted(value))]


def quoted(text: str) -> str:
    """A text of one line in the quotes that need the fewest escapes."""
    if '"' in text or "\\" in text:
        return "'" + text.replace("'", "''") + "'"
    return f'"{text}"'


def _no_key(node: Node) -> Diagnostic | None:
    """SAY0118 for what cannot be a key."""
    if not isinstance(node, ScalarNode):
        hint = "A key is one or more words, such as `name`."
        return diagnose("SAY0118", node.span, hint=hint, what="a list or mapping")
    name = node.text.value
    if node.broken or (name and isinstance(node.value, str) and "\n" not in name):
        return None
    if not name:
        return diagnose("SAY0118", node.span, what="nothing")
    if isinstance(node.value, str):
        return diagnose("SAY0118", node.span, what="a text of several lines")
    fixes = [Fix("put the key in quotes", node.span, f'"{name}"')]
    return diagnose("SAY0118", node.span, fixes=fixes, what=f"`{name}`")
