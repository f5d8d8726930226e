"""Whether a text of one version of a pack means what it means in another.

Two texts with one program in one pack mean the same; so the old text is compiled in the new pack, or the new one in
the old, where only one of them knows the words of both.  That a text has kept its letters proves nothing if words
mean something else now: then the readings of both packs are compared.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from toolkit.compile.pack import Pack
from toolkit.documents.card import key_of
from toolkit.documents.document_type import types_that
from toolkit.pack.items import EXAMPLE_TYPES
from toolkit.pack.source import Item
from toolkit.prove.alone import Alone
from toolkit.prove.entries import Entry, Key, Renames, letters
from toolkit.reading.pack import PackReader
from toolkit.report.source import Text

WORDING = "wording"
MEANING = "meaning"
SAME = "same"


@dataclass(frozen=True, slots=True)
class Verdict:
    """`effect`: same (not even a letter), wording or meaning.  `why`: what people could not see from the texts."""

    effect: str
    why: str = ""


@dataclass
class Version:
    """One version of a pack and what reads its texts."""

    pack: Pack
    entries: dict[Key, Entry]

    @cached_property
    def reader(self) -> PackReader:
        """Made once."""
        return PackReader(self.pack)

    @cached_property
    def alone(self) -> Alone | None:
        """What compiles one item; nothing does in a pack with errors."""
        return (
            None if any(each.is_error for each in self.pack.diagnostics) else Alone(self.pack, anywhere=True)
        )

    def reading(self, item: Item, text: Text | None = None) -> tuple[str, ...]:
        """The outline of an item, or of another text in its place; nothing: it is not understood."""
        if text is None and item.type not in EXAMPLE_TYPES:
            lines = self.reader.of(item).lines
        else:
            card = next(
                (
                    c
                    for c in self.pack.source.components
                    if c.id == item.document and key_of(c.kind) == item.type
                ),
                None,
            )
            session = self.reader.beside(item.options).session if item.options else self.reader.session
            found = session.read(text or item.text, item.start, card, item.field if card else None)[0]
            lines = () if found.mistakes else found.lines
        return tuple(f"{'  ' * line.depth}{line.text}" for line in lines)

    def program(self, item: Item, text: Text | None = None) -> object | None:
        """What the item, or another text in its place, adds to the program; None: it cannot be known."""
        if self.alone is None or item.type in EXAMPLE_TYPES:
            return None
        if text is None:
            tree = self.pack.trees.get(item)
        else:
            parsed = self.reader.session.parser.parse(text, item.start)
            tree = parsed.value if parsed.ok else None
        return self.alone.program(item, tree) if tree is not None else None

    @cached_property
    def words(self) -> object:
        """Everything beside the texts on which their meaning depends."""
        told = (*types_that(lambda each: not each.plays), "story")
        said = {
            key: {
                path: value
                for path, value in entry.values.items()
                if entry.matters(path) or entry.is_name(path)
            }
            for key, entry in self.entries.items()
            if entry.type not in told
        }
        below = [(folder.id, folder.digest) for folder in self.pack.source.folders[:-1]]
        return said, below


@dataclass
class Sameness:
    """Compares texts of two versions."""

    old: Version
    new: Version
    renames: Renames

    @cached_property
    def same_words(self) -> bool:
        """Whether equal letters are enough."""
        return self.old.words == self.new.words

    def verdict(self, old: Item, new: Item) -> Verdict:
        """What became of a text."""
        if letters(old.text.value) == letters(new.text.value):
            if self.same_words or self._read_alike(old, new):
                return Verdict(SAME)
            return Verdict(MEANING, "the letters are the same, but its words mean something else now")
        return self._of_letters(old, new)

    def _of_letters(self, old: Item, new: Item) -> Verdict:
        """Of texts with other letters."""
        before = Text.plain(self.renames.said(old.text.value))
        if letters(before.value) == letters(new.text.value):
            alike = self._read_alike(old, new)
            return Verdict(WORDING, "only what it names is called otherwise") if alike else Verdict(MEANING)
        programs = self.new.program(new, before), self.new.program(new)
        where, other = new, before
        if None in programs:
            programs = self.old.program(old), self.old.program(old, new.text)
            where, other = old, new.text
        if None in programs:
            return self._of_readings(old, new)
        if programs[0] != programs[1]:
            return Verdict(MEANING)
        if self.same_words or self._stays(where, other, old, new):
            return Verdict(WORDING)
        return Verdict(MEANING, "its words mean something else now")

    def _stays(self, where: Item, other: Text, old: Item, new: Item) -> bool:
        """Whether the one text that both packs can read is read alike by both."""
        if where is new:
            return self._said(self.old.reading(old, old.text)) == self.new.reading(new, other)
        return self._said(self.old.reading(old, other)) == self.new.reading(new, new.text)

    def _of_readings(self, old: Item, new: Item) -> Verdict:
        """Where neither pack can compile both."""
        before, after = self._said(self.old.reading(old)), self.new.reading(new)
        if before and before == after:
            return Verdict(WORDING)
        return Verdict(MEANING, "" if before and after else "one of them is not understood")

    def _read_alike(self, old: Item, new: Item) -> bool:
        return self._said(self.old.reading(old)) == self.new.reading(new)

    def _said(self, lines: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(self.renames.said(line) for line in lines)
