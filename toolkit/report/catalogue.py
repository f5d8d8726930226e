"""Every diagnostic there is: one Markdown page each, in `diagnostics/SAY####.md`.

A page holds the words of the message, the reason, and a bad and a good example, which are run as tests.
`diagnose` is how a stage makes a diagnostic: it takes the severity and the words from the page, so that
code, page and test cannot drift apart. Pages are read when they are first needed, one by one. How a page
is written: `diagnostics/README.md`.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, cast

from toolkit.report.diagnostic import Confidence, Diagnostic, Fix, Label, Severity
from toolkit.report.source import Span

FOLDER = Path(__file__).parent / "diagnostics"
CODE = re.compile(r"SAY\d{4}")

AREAS: dict[str, str] = {
    "01": "files and YAML",
    "02": "keys and values",
    "03": "packs, ids, references, vocabulary",
    "04": "words",
    "05": "sentences",
    "06": "what a word refers to",
    "07": "types and agreement",
    "08": "what the program cannot do",
    "09": "running",
    "10": "saves, replays, commands",
    "11": "printing",
}
"""The first two digits of a code and what they stand for."""


class CatalogueError(AssertionError):
    """A programmer's mistake: no such code, a field left out, or a page that is not well formed."""


@dataclass(frozen=True, slots=True)
class ExampleFile:
    """One file of an example, laid over a tiny base pack.

    `path`: relative, with `/`. `content`: its bytes, or the target if it is a link.
    `kind`: `file`, `link` (a symbolic link), or `drop` (the base pack's file is taken away).
    """

    path: str
    content: bytes
    kind: Literal["file", "link", "drop"] = "file"

    @property
    def text(self) -> str:
        """The content as text; bytes that are not UTF-8 are replaced."""
        return self.content.decode("utf-8", "replace")

    def write(self, folder: Path) -> None:
        """Lay the file over a pack folder."""
        target = folder / self.path
        target.parent.mkdir(parents=True, exist_ok=True)
        if self.kind != "file":
            target.unlink(missing_ok=True)
        if self.kind == "link":
            target.symlink_to(self.content.decode())
        elif self.kind == "file":
            target.write_bytes(self.content)


@dataclass(frozen=True, slots=True)
class Entry:
    """One page of the catalogue.

    `message`: a template with `{fields}`. `hint`: what to do, where the place knows nothing better; a template, too.
    `why`: Markdown. `bad`: files with which the code is given;
    `good`: files with which it is not.
    """

    code: str
    name: str
    severity: Severity
    confidence: Confidence
    message: str
    hint: str | None
    why: str
    bad: tuple[ExampleFile, ...]
    good: tuple[ExampleFile, ...]

    @property
    def fields(self) -> frozenset[str]:
        """The names that the message needs."""
        return frozenset(name for _, name, _, _ in string.Formatter().parse(self.message) if name)

    @property
    def area(self) -> str:
        """What the code's first two digits stand for."""
        return AREAS[self.code[3:5]]


def diagnose(
    code: str,
    span: Span,
    *,
    label: str | None = None,
    labels: Sequence[Label] = (),
    expected: Sequence[str] = (),
    hint: str | None = None,
    fixes: Sequence[Fix] = (),
    cites: Sequence[str] = (),
    **fields: object,
) -> Diagnostic:
    """The diagnostic `code` at `span`, its message filled with `fields`.

    Raises `CatalogueError` for a code without a page or a message whose field is missing: both are
    mistakes of ours, found by the test that runs each page's examples.
    """
    page = entry(code)
    missing = page.fields - fields.keys()
    if missing:
        raise CatalogueError(f"{code} needs {', '.join(sorted(missing))}")
    return Diagnostic(
        code=code,
        severity=page.severity,
        message=page.message.format(**fields),
        span=span,
        label=label or "",
        labels=tuple(labels),
        expected=tuple(expected),
        hint=hint or (page.hint and page.hint.format(**fields)),
        fixes=tuple(fixes),
        cites=tuple(cites),
        name=page.name,
        confidence=page.confidence,
    )


@cache
def entry(code: str) -> Entry:
    """The page of a code. Raises `CatalogueError` if there is none."""
    path = FOLDER / f"{code}.md"
    if not CODE.fullmatch(code) or not path.is_file():
        raise CatalogueError(f"no page {path.name} in {FOLDER.name}/")
    return read_entry(code, path.read_text(encoding="utf-8"))


def codes() -> tuple[str, ...]:
    """All codes that have a page, in order."""
    return tuple(sorted(p.stem for p in FOLDER.glob("SAY*.md")))


def entries() -> tuple[Entry, ...]:
    """All pages, in order of their codes."""
    return tuple(entry(code) for code in codes())


def read_entry(code: str, page: str) -> Entry:
    """A page from its Markdown. Raises `CatalogueError` that says what is not well formed."""

    def need(condition: object, what: str) -> None:
        if not condition:
            raise CatalogueError(f"{code}.md: {what}")

    page = page.replace("\r\n", "\n")
    match = re.match(r"---\n(.*?)\n---\n(.*)\Z", page, re.S)
    need(match, "front matter between two lines '---'")
    assert match
    front: dict[str, str] = {}
    for line in match[1].splitlines():
        key, colon, value = line.partition(":")
        need(colon, f"front matter line {line!r} is not 'key: value'")
        value = value.strip()
        if len(value) > 1 and value[0] == value[-1] == '"':
            value = value[1:-1]
        front[key.strip()] = value
    keys = {"code", "name", "severity", "confidence", "message"}
    need(
        front.keys() - {"hint"} == keys,
        f"front matter has {', '.join(sorted(keys))}, perhaps hint, and no more",
    )
    need(front["code"] == code, f"its front matter says {front['code']}")
    need(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", front["name"]), "name is kebab-case")
    need(front["severity"] in {s.value for s in Severity}, "severity is error, warning or info")
    need(front["confidence"] in ("certain", "likely"), "confidence is certain or likely")
    need(front["message"] and not front["message"].endswith("."), "message has no full stop")
    need(code[3:5] in AREAS, "no such area")
    sections = re.split(r"^## (.+)\n", match[2], flags=re.M)
    titles = sections[1::2]
    need(titles == ["Bad", "Good"], "sections are '## Bad' and '## Good', after the reason")
    why = re.sub(r"\A\s*#+ Why\s*\n", "", sections[0]).strip()
    need(why, "the reason is missing")
    bad, good = (_files(code, body) for body in sections[2::2])
    need(bad, "'## Bad' holds no file")
    need(good, "'## Good' holds no file")
    fields = string.Formatter().parse(front["message"] + front.get("hint", ""))
    for _, name, spec, conversion in fields:
        need(name is None or name.isidentifier(), f"field {{{name}}} is not a plain name")
        need(not spec and not conversion, f"field {{{name}}} has a format")
    return Entry(
        code=code,
        name=front["name"],
        severity=Severity(front["severity"]),
        confidence=cast(Confidence, front["confidence"]),
        message=front["message"],
        hint=front.get("hint"),
        why=why,
        bad=bad,
        good=good,
    )


_FENCE = re.compile(r"^(`{3,})(\w+) (\S+)((?: \S+)*)\n(.*?)^\1[ ]*$", re.M | re.S)


def _files(code: str, body: str) -> tuple[ExampleFile, ...]:
    """The fenced blocks of a section as files; the flags are those of `diagnostics/README.md`."""
    files: list[ExampleFile] = []
    for _, kind, path, flags, text in _FENCE.findall(body):
        if path.startswith("/") or ".." in path.split("/"):
            raise CatalogueError(f"{code}.md: {path} is not inside the pack")
        match kind:
            case "link":
                files.append(ExampleFile(path, text.strip().encode(), "link"))
            case "drop":
                files.append(ExampleFile(path, b"", "drop"))
            case "yaml":
                files += _yaml(code, path, flags, text)
            case _:
                raise CatalogueError(f"{code}.md: a block is yaml, link or drop, not {kind}")
    return tuple(files)


def _yaml(code: str, path: str, flags: str, text: str) -> Iterator[ExampleFile]:
    """A block of YAML as a file, or as so many copies of it, numbered where `{n}` stands."""
    encoding, copies = "utf-8", 1
    for flag in flags.split():
        name, _, value = flag.partition("=")
        match name:
            case "encoding":
                encoding = value
            case "repeat":
                text = "".join(text.replace("{n}", str(n)) for n in range(int(value)))
            case "copies":
                copies = int(value)
            case "escapes":
                text = re.sub(r"\\x([0-9a-f]{2})", lambda m: chr(int(m[1], 16)), text)
            case "crlf":
                text = text.replace("\n", "\r\n")
            case _:
                raise CatalogueError(f"{code}.md: {flag} is not a flag of a block")
    if copies == 1:
        yield ExampleFile(path, text.encode(encoding))
        return
    for n in range(copies):
        yield ExampleFile(path.replace("{n}", str(n)), text.replace("{n}", str(n)).encode(encoding))
