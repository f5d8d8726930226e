"""Mutants of pack files: one small damage each, made from a seed, with the place where it was done.

`mutants(subjects, seed, number)` goes through the *kinds* of damage (`KINDS`) and draws a place for each, so that every
kind occurs as often.  A mutant knows its `group`: what must be found (`misspelt`, `misplaced`) or only measured
(`dropped`, `replaced`, `value`, `broken`).
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path

from tests.hygiene.project import ROOT
from tests.mutation.words import DAMAGES, TOKEN, WORD, Damage, Edit, misspelling
from toolkit.compile.pack import Pack, load_pack
from toolkit.documents.nodes import Document, KeyNode, MappingNode, Node, ScalarNode, SequenceNode
from toolkit.language.lexer import Lexicon
from toolkit.pack.source import Item
from toolkit.report.source import Span

SEARCH = (ROOT / "tests" / "packs", ROOT / "content")


@dataclass(frozen=True)
class Mutant:
    """One damaged file.  `touched`: where the damage stands in the new text; `item`: the sentence item it is in."""

    pack: Path
    file: str
    kind: str
    group: str
    before: str
    text: str
    touched: tuple[tuple[int, int], ...]
    said: str
    item: Item | None = None

    @property
    def name(self) -> str:
        return f"{self.pack.name}/{self.file} {self.kind}: {self.said}"


Maker = Callable[["Subject", random.Random], Mutant | None]


@dataclass
class Subject:
    """A pack to be damaged: its files, its sentence items, its keys."""

    root: Path
    search: tuple[Path, ...]
    files: dict[str, str] = field(default_factory=dict)

    @cached_property
    def pack(self) -> Pack:
        pack = load_pack(self.root, self.search).value
        assert pack is not None
        return pack

    @cached_property
    def own(self) -> tuple[Document, ...]:
        """Its own documents, not those of packs that it extends."""
        return self.pack.source.folders[-1].documents

    @cached_property
    def items(self) -> list[Item]:
        """Its own sentences, of three words or more."""
        return [
            i
            for i in self.pack.source.items
            if i.pack == self.pack.id and len(WORD.findall(i.text.value)) > 2
        ]

    @cached_property
    def verbs(self) -> list[str]:
        return sorted({t.verb for t in self.pack.vocabulary.templates})

    @cached_property
    def lexicon(self) -> Lexicon:
        return Lexicon(self.pack.vocabulary)

    @cached_property
    def words(self) -> set[str]:
        """Every word that occurs in what the lexicon knows, or in a name."""
        known = {*self.lexicon.single_words(), *self.pack.vocabulary.labels}
        return {part.casefold() for word in known for part in TOKEN.findall(word)}

    @cached_property
    def listed(self) -> tuple[str, ...]:
        return tuple(sorted(self.words))

    @cached_property
    def entries(self) -> list[tuple[Document, MappingNode, KeyNode, Node]]:
        """Every key with its document and the mapping it is in."""
        found = []
        for document in self.own:
            found += [(document, *entry) for entry in _entries(document.root)]
        return found

    def file(self, name: str) -> str:
        """The path in the pack of a file as it is shown."""
        shown = Path(name)
        for base in (Path.cwd(), Path("/")):
            try:
                return (base / shown).resolve().relative_to(self.root.resolve()).as_posix()
            except ValueError:
                continue
        return name

    def text(self, span: Span) -> str:
        return span.source.text


def subjects(*folders: str) -> list[Subject]:
    """The packs of these folders of the project (or which are these folders) that have sentences and no errors."""
    roots = [
        path.parent
        for folder in folders
        for path in sorted((*(ROOT / folder).glob("*/pack.yaml"), *(ROOT / folder).glob("pack.yaml")))
    ]
    found = map(subject, roots)
    return [s for s in found if s.items and not any(d.is_error for d in s.pack.diagnostics)]


@cache
def subject(root: Path) -> Subject:
    """The pack of a folder, loaded once a process."""
    return Subject(root, SEARCH)


def _entries(node: Node) -> Iterator[tuple[MappingNode, KeyNode, Node]]:
    if isinstance(node, MappingNode):
        for key, value in node.items:
            yield node, key, value
            yield from _entries(value)
    elif isinstance(node, SequenceNode):
        for each in node.items:
            yield from _entries(each)


def edited(
    subject: Subject,
    span: Span,
    kind: str,
    group: str,
    edits: list[Edit],
    said: str,
    item: Item | None = None,
) -> Mutant:
    """The mutant of the file of `span` with the edits made; an empty replacement touches its neighbours."""
    text = span.source.text
    out, touched, at = "", [], 0
    for start, end, new in sorted(edits):
        out += text[at:start]
        touched.append((len(out), len(out) + len(new)))
        out += new
        at = end
    out += text[at:]
    file = subject.file(span.source.name)
    return Mutant(subject.root, file, kind, group, text, out, tuple(touched), said, item)


# --- Sentences ----------------------------------------------------------------------------------------------


def damaged_sentence(damage: Damage) -> Maker:
    """The maker of mutants whose sentence has this damage."""

    def make(subject: Subject, chance: random.Random) -> Mutant | None:
        item = chance.choice(subject.items)
        done = damage.of(item.text.value, chance, subject)
        if done is None:
            return None
        edits = []
        for start, end, new in done.edits:
            span = item.text.span(start, end)
            edits.append((span.start, span.end, new))
        at = item.text.span()
        if any("\n" in at.source.text[start:end] for start, end, _ in edits):
            return None  # the break of a line belongs to the YAML around the sentence
        return edited(subject, at, damage.name, damage.group, edits, done.said, item)

    return make


# --- Keys and values ------------------------------------------------------------------------------------------


def _named(subject: Subject, document: Document, mapping: MappingNode) -> bool:
    """Whether the keys of a mapping are the author's own (steps, words), so that another one is as good."""
    if mapping is document.root:
        return False
    for _, owner, key, value in ((d, m, k, v) for d, m, k, v in subject.entries if v is mapping):
        del owner, value
        if key.name in (
            "steps",
            "kinds",
            "places",
            "quantities",
            "orders",
            "lists",
            "options",
            "attributes",
            "rules",
            "words",
            "names",
            "phrases",
            "prose",
            "sentences",
            "capacity",
        ):
            return True
    return False


def misspelt_key(subject: Subject, chance: random.Random) -> Mutant | None:
    document, mapping, key, _ = chance.choice(subject.entries)
    new = misspelling(key.name, chance)
    if (
        _named(subject, document, mapping)
        or new == key.name
        or not new
        or new[0] in "-?:"
        or key.name != key.span.text
    ):
        return None
    span = key.span
    return edited(
        subject, span, "misspelt key", "misspelt", [(span.start, span.end, new)], f"{key.name} → {new}"
    )


def _lines(document: Document, mapping: MappingNode, key: KeyNode, value: Node) -> tuple[int, int] | None:
    """The whole lines of an entry of a block mapping."""
    if mapping.flow:
        return None
    text = document.source.text
    start = text.rfind("\n", 0, key.span.start) + 1
    if text[start : key.span.start].strip():
        return None  # behind a dash
    end = text.find("\n", max(value.span.start, value.span.end - 1))
    return start, len(text) if end < 0 else end + 1


def doubled_key(subject: Subject, chance: random.Random) -> Mutant | None:
    document, mapping, key, value = chance.choice(subject.entries)
    lines = _lines(document, mapping, key, value)
    if lines is None:
        return None
    again = document.source.text[slice(*lines)]
    edits = [(lines[1], lines[1], again)]
    return edited(subject, key.span, "doubled key", "misplaced", edits, f"{key.name} twice")


def dropped_key(subject: Subject, chance: random.Random) -> Mutant | None:
    document, mapping, key, value = chance.choice(subject.entries)
    lines = _lines(document, mapping, key, value)
    if lines is None:
        return None
    mutant = edited(subject, key.span, "dropped key", "dropped", [(*lines, "")], f"without {key.name}")
    end = document.root.span.end - (lines[1] - lines[0])
    return replace(
        mutant, touched=((min(document.root.span.start, lines[0]), end),)
    )  # all that is left of the document


def moved_key(subject: Subject, chance: random.Random) -> Mutant | None:
    """An entry of one document put at the end of another one of another type."""
    document, mapping, key, value = chance.choice(subject.entries)
    others = [d for d in subject.own if d.source.name == document.source.name and d.type != document.type]
    if (
        mapping is not document.root
        or not others
        or key.name in ("type", "id", "name", "note", "cites", "provenance")
    ):
        return None
    lines = _lines(document, mapping, key, value)
    target = chance.choice(others)
    into = _lines(target, target.root, *target.root.items[-1])
    if lines is None or into is None:
        return None
    moved = document.source.text[slice(*lines)]
    edits = [(*lines, ""), (into[1], into[1], moved)]
    return edited(
        subject, key.span, "moved key", "misplaced", edits, f"{key.name} to {target.type} {target.id}"
    )


def wrong_value(subject: Subject, chance: random.Random) -> Mutant | None:
    """A value of another shape."""
    _, _, key, value = chance.choice(subject.entries)
    if not isinstance(value, ScalarNode) or value.style in ("literal", "folded"):
        return None
    new = chance.choice(
        ("[]", "{}", "[[1]]", "{x: {y: z}}", "7", "-1.5", "true", "null", '""', "2020-01-01", "*x", "&a b")
    )
    if new == value.span.text:
        return None
    span = value.span
    return edited(subject, span, "wrong value", "value", [(span.start, span.end, new)], f"{key.name}: {new}")


# --- Broken YAML ------------------------------------------------------------------------------------------------


def broken(subject: Subject, chance: random.Random) -> Mutant | None:
    """A sign too much or too few, a tab, another indentation."""
    document = chance.choice(subject.own)
    text = document.source.text
    starts = [m.start() for m in re.finditer(r"^[^#\n]", text, re.M)]
    at = chance.choice(starts)
    end = text.find("\n", at)
    end = len(text) if end < 0 else end
    span = document.source.span(at, end)
    line = span.text
    match chance.randrange(9):
        case 0:
            new, said = f"\t{line}", "a tab in front"
        case 1:
            new, said = f" {line}", "one space more in front"
        case 2:
            new, said = line[1:] if line.startswith(" ") else f"   {line}", "another indentation"
        case 3:
            k = line.find(": ")
            if k < 0:
                return None
            new, said = line[: k + 2] + '"' + line[k + 2 :], "a quotation mark left open"
        case 4:
            k = line.find(": ")
            if k < 0:
                return None
            new, said = line[: k + 2] + "[" + line[k + 2 :], "a bracket left open"
        case 5:
            k = line.find(":")
            if k < 0:
                return None
            new, said = line[:k] + line[k + 1 :], "without its colon"
        case 6:
            k = line.find(": ")
            if k < 0:
                return None
            new, said = line[: k + 1] + line[k + 2 :], "no space behind the colon"
        case 7:
            found = [i for i, c in enumerate(line) if c in "]}\"'"]
            if not found:
                return None
            k = chance.choice(found)
            new, said = line[:k] + line[k + 1 :], f"without {line[k]}"
        case _:
            new, said = line + chance.choice(("}", "]", " : x", " & %", "\x07", "'")), "something behind it"
    if new == line:
        return None
    return edited(subject, span, "broken YAML", "broken", [(at, end, new)], f"{said}: {line.strip()[:60]}")


KEYS: tuple[Maker, ...] = (misspelt_key, doubled_key, moved_key, dropped_key, wrong_value, broken)
KINDS: tuple[Maker, ...] = (*(damaged_sentence(damage) for damage in DAMAGES), *KEYS)


def mutants(subjects: list[Subject], seed: int, number: int) -> Iterator[Mutant]:
    """So many different mutants, the kinds in turn."""
    chance = random.Random(seed)
    seen: set[tuple[Path, str, str]] = set()
    while len(seen) < number:
        kind = KINDS[len(seen) % len(KINDS)]
        for _ in range(500):
            mutant = kind(chance.choice(subjects), chance)
            if mutant is not None and (key := (mutant.pack, mutant.file, mutant.text)) not in seen:
                seen.add(key)
                yield mutant
                break
        else:
            raise AssertionError(f"no more mutants of the kind {kind}")
