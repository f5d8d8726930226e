"""Names that look alike and are not the same: a reader takes one for the other, a program does not.

Compared are the names of documents, their ids and the words of a vocabulary: letters that other alphabets have in the
same shape, letters that were typed as one sign or as two (é), and, of names, large and small ones.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from toolkit.documents.nodes import Document, MappingNode, Node, ScalarNode, SequenceNode
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Diagnostic, Label
from toolkit.report.source import Span

_OTHERS = "АВЕЗКМНОРСТХаеорсухіјѕԁһԛԝІЈЅӀΑΒΕΖΗΙΚΜΝΟΡΤΥΧορϲ"
_LATIN = "ABE3KMHOPCTXaeopcyxijsdhqwIJSlABEZHIKMNOPTYXopc"
_TWINS = str.maketrans(_OTHERS, _LATIN)
_WORD = re.compile(r"[^\W\d_]+")

Name = tuple[str, Span, str]
"""Text, place, and among which large and small letters make no difference (`card name`; nothing: they do)."""


def check_alike(documents: Iterable[Document]) -> Iterator[Diagnostic]:
    """SAY0305 for a name that looks like another one, SAY0306 for a word of letters of several alphabets."""
    first: dict[tuple[str, str], tuple[str, Span]] = {}
    for text, span, among in (name for document in documents for name in _names(document)):
        shape = _shape(text)
        for key in (("", shape), (among, shape.casefold())) if among else (("", shape),):
            other, place = first.setdefault(key, (text, span))
            if other != text:
                labels = [Label(place, "the other one")]
                hint = _difference(text, other)
                yield diagnose("SAY0305", span, labels=labels, hint=hint, name=text, other=other)
                break
        yield from _mixed(text, span)


def _names(document: Document) -> Iterator[Name]:
    root = document.root
    for key in ("id", "name", "short"):
        node = root.get(key)
        if isinstance(node, ScalarNode) and node.text.value:
            yield node.text.value, node.span, f"{document.type} {'id' if key == 'id' else 'name'}"
    if document.type == "vocabulary":
        for text, span in _words(root):
            yield text, span, ""


def _words(node: Node) -> Iterator[tuple[str, Span]]:
    if isinstance(node, ScalarNode):
        yield node.text.value, node.span
    elif isinstance(node, SequenceNode):
        for item in node:
            yield from _words(item)
    elif isinstance(node, MappingNode):
        for key, value in node:
            yield key.name, key.span
            yield from _words(value)


def _shape(text: str) -> str:
    """Equal for texts that look the same."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text).translate(_TWINS)


def _difference(text: str, other: str) -> str:
    """In which signs two texts differ, in words."""
    if text.casefold() == other.casefold():
        return "They differ in large and small letters only. Name one of them otherwise."
    if unicodedata.normalize("NFC", text) == unicodedata.normalize("NFC", other):
        return "One has a letter and its mark as one sign, the other as two. Type both alike."
    here, there = next(
        (pair for pair in zip(text, other, strict=False) if pair[0] != pair[1]), (text[-1], other[-1])
    )
    return f"One has {_called(here)}, the other {_called(there)}. Type both alike, or name one of them otherwise."


def _called(sign: str) -> str:
    return f"U+{ord(sign):04X} ({unicodedata.name(sign, 'no name').lower()})"


def _mixed(text: str, span: Span) -> Iterator[Diagnostic]:
    if text.isascii():
        return
    for word in _WORD.findall(text):
        scripts = {each: _script(each) for each in word}
        used = set(scripts.values()) - {""}
        # A letter is odd if it looks like one of another alphabet in the same word: *Δx* is meant, *Bοx* is not.
        odd = [
            each for each in scripts if len(used) > 1 and any(_script(twin) in used for twin in _twins(each))
        ]
        if odd:
            fewest = min(odd, key=lambda each: list(scripts.values()).count(scripts[each]))
            yield diagnose("SAY0306", span, hint=f"{_called(fewest)} is the odd one.", word=word)


def _script(letter: str) -> str:
    found = unicodedata.name(letter, "").split(" ")[0]
    return found if found in ("LATIN", "CYRILLIC", "GREEK") else ""


def _twins(letter: str) -> Iterator[str]:
    """Letters of other alphabets of the same shape."""
    for other, latin in zip(_OTHERS, _LATIN, strict=True):
        if letter == latin:
            yield other
        elif letter == other:
            yield latin
