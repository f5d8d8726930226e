"""Rule id → the sentences that cite it → the examples that cite it, or that run those sentences.

In: the pack's `sources.yaml`.  An id without a sentence or document, or without an example, is missing; a
reason may stand beside it there (`why`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from toolkit.compile.pack import Pack
from toolkit.documents.nodes import Document, MappingNode, Node, ScalarNode, SequenceNode
from toolkit.pack.items import EXAMPLE_TYPES
from toolkit.pack.read import entries_of, mapping_of, word_of, words_of
from toolkit.play.example import examples
from toolkit.prove.coverage import seen_in_examples
from toolkit.prove.probe import Seen
from toolkit.report.source import Span

NOT_CONTENT = (*EXAMPLE_TYPES, "sources", "survivors", "locale")


@dataclass(frozen=True)
class Citation:
    """Where an id is cited: a sentence, or a document that holds none (then `text` is its name)."""

    file: str
    line: int
    text: str


@dataclass(frozen=True)
class Traced:
    """One rule id.  `examples`: ids of those that cite it; `running`: of others that run its sentences."""

    id: str
    kind: str
    fact: str
    why: str
    sentences: tuple[Citation, ...]
    examples: tuple[str, ...]
    running: tuple[str, ...]

    @property
    def missing(self) -> str:
        """What is not there; empty: nothing."""
        if not self.sentences:
            return "no sentence"
        return "" if self.examples or self.running else "no example"


def trace(pack: Pack, progress: Callable[[int, int, str], None] | None = None) -> list[Traced]:
    """Every id of the pack's sources, in their order.  `progress`: as of `seen_in_examples`."""
    cited, places = defaultdict[str, list[Citation]](list), defaultdict[str, list[Span]](list)
    for ids, citation, span in _citations(pack):
        for id in ids:
            cited[id].append(citation)
            places[id] += [span] if span is not None else []
    by_example = defaultdict[str, list[str]](list)
    for example in examples(pack, inherited=True):
        for id in example.cites:
            by_example[id].append(example.id)
    ran = _ran(seen_in_examples(pack, progress))
    always = {id for item in pack.source.items if item.type == "invariants" for id in item.cites}
    found = []
    for id, kind, fact, why in _rules(pack):
        running = {name for span in places[id] for name in _running(span, ran)} - {*by_example[id]}
        names = tuple(sorted(running)) or (("every example, as an invariant",) if id in always else ())
        found.append(Traced(id, kind, fact, why, tuple(cited[id]), tuple(by_example[id]), names))
    return found


def _ran(seen_in: dict[tuple[str, str], Seen]) -> dict[str, list[tuple[int, str]]]:
    """The lines of each file that ran in an example, and in which."""
    ran = defaultdict[str, list[tuple[int, str]]](list)
    for (_, name), seen in seen_in.items():
        for file, line, _ in seen.ran:
            ran[file].append((line, name))
    return ran


def _running(span: Span, ran: dict[str, list[tuple[int, str]]]) -> Iterator[str]:
    first = span.position[0]
    last = first + span.text.count("\n")
    return (name for line, name in ran.get(span.source.name, ()) if first <= line <= last)


def _rules(pack: Pack) -> Iterator[tuple[str, str, str, str]]:
    for owner, document in pack.source.of_type("sources"):
        if owner != pack.id:
            continue
        for key, value in entries_of(document.root.get("rules")):
            row = mapping_of(value)
            if row is not None:
                kind, fact, why = (word_of(row.get(name)) or "" for name in ("kind", "fact", "why"))
                yield key.name, kind, fact, why


def _citations(pack: Pack) -> Iterator[tuple[tuple[str, ...], Citation, Span | None]]:
    """Sentences with all their ids, then what is cited beside no sentence (components, vocabulary)."""
    told: set[tuple[str, int]] = set()
    for item in pack.source.items:
        if item.type not in NOT_CONTENT:
            span = item.text.span()
            told.add((span.source.name, span.start))
            yield (
                item.cites,
                Citation(span.source.name, span.position[0], " ".join(item.text.value.split())),
                span,
            )
    for folder in pack.source.folders:
        for document in folder.documents:
            if document.type in NOT_CONTENT:
                continue
            head = Citation(document.source.name, document.head.position[0], _name(document))
            holds = any(
                s[0] == document.source.name and document.root.span.start <= s[1] <= document.root.span.end
                for s in told
            )
            for ids, inner in _cites(document.root):
                if (inner is document.root and not holds) or (
                    inner is not document.root and inner.get("text") is None
                ):
                    yield ids, head, None


def _name(document: Document) -> str:
    name = word_of(document.root.get("name")) or document.id or ""
    return f"{document.type} {name}".strip()


def _cites(node: Node) -> Iterator[tuple[tuple[str, ...], MappingNode]]:
    """Every `cites` of a document, with the mapping in which it stands."""
    match node:
        case MappingNode():
            ids = words_of(node.get("cites"))
            if ids:
                yield ids, node
            for _, value in node.items:
                yield from _cites(value)
        case SequenceNode():
            for item in node.items:
                yield from _cites(item)
        case ScalarNode():
            return


def as_data(pack: Pack, traced: list[Traced]) -> dict[str, Any]:
    """For JSON."""
    return {
        "pack": pack.id,
        "rules": [
            {
                "id": one.id,
                "kind": one.kind,
                "fact": one.fact,
                "sentences": [{"file": c.file, "line": c.line, "text": c.text} for c in one.sentences],
                "examples": list(one.examples),
                "running": list(one.running),
                **({"missing": one.missing} if one.missing else {}),
                **({"why": one.why} if one.why else {}),
            }
            for one in traced
        ],
    }
