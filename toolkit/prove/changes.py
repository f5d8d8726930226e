"""What has changed between two versions of a pack, and whether it means something else.

In: two loaded packs.  Out: `Change`s, in the order of the new pack's files: what was added, removed and renamed; texts
of which the letters or the meaning changed; numbers and attributes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from toolkit.compile.pack import Pack
from toolkit.documents.document_type import types_that
from toolkit.pack.source import Item
from toolkit.prove.entries import Entry, Path, Renames, entries, letters
from toolkit.prove.sameness import MEANING, SAME, WORDING, Sameness, Version

NOTHING = "nothing"
"""The effect of a change of which no rule depends: a name, a note, an example, a picture."""

BESIDE = types_that(lambda each: not each.plays)
"""Documents that say nothing about how the game is played."""

UNORDERED = ("condition", "definition", "formula")
"""Start symbols of fields in which the order of texts means nothing."""

ALIKE = 0.5
"""Two texts at least so alike are one text that changed; of others one was removed and one added."""


@dataclass(frozen=True, slots=True)
class Change:
    """One difference.

    `what`: added, removed, renamed, text, value or order.  `effect`: meaning, wording or nothing.  `path`: where in the
    entry, (): the entry itself.  `before`, `after`: texts, values or names; None: there was none.  `readings`: of a
    text whose meaning changed, before and after.  `why`: what nobody could see from both.  `at`: file and line.
    `items`: the sentences themselves, where there are any.
    """

    about: Entry
    what: str
    effect: str
    path: Path = ()
    before: str | None = None
    after: str | None = None
    readings: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    why: str = ""
    at: tuple[str, int] = ("", 0)
    items: tuple[Item | None, Item | None] = (None, None)


def changes(old: Pack, new: Pack) -> list[Change]:
    """All differences."""
    return list(Comparison(old, new).all())


class Comparison:
    """Two versions side by side."""

    def __init__(self, old: Pack, new: Pack) -> None:
        self.old, self.new = Version(old, entries(old)), Version(new, entries(new))
        self.renames = Renames((old, self.old.entries), (new, self.new.entries))
        self.sameness = Sameness(self.old, self.new, self.renames)

    def all(self) -> Iterator[Change]:
        """What is still there, or new, as the new pack has it; then what is gone."""
        before = {self.renames.keys.get(key, key): entry for key, entry in self.old.entries.items()}
        for key, entry in self.new.entries.items():
            was = before.get(key)
            if was is None:
                yield _whole(entry, "added")
            else:
                yield from self.entry(was, entry)
        for key, entry in before.items():
            if key not in self.new.entries:
                yield _whole(entry, "removed")

    def entry(self, old: Entry, new: Entry) -> Iterator[Change]:
        """One word or document in both versions."""
        if old.key != new.key:
            yield Change(new, "renamed", NOTHING, ("id",), old.id, new.id, at=_at(new))
        yield from self.values(old, new)
        for field in {**new.orders, **old.orders}:
            yield from _order(old, new, field)
        for field in {**new.texts, **old.texts}:
            yield from self.texts(old, new, field)

    def values(self, old: Entry, new: Entry) -> Iterator[Change]:
        """Names, numbers, attributes."""
        was = {
            self.renames.path(path): (value, self.renames.value(value)) for path, value in old.values.items()
        }
        for path in {**new.values, **was}:
            before, named = was.get(path, (None, None))
            after = new.values.get(path)
            if after != before and (after != named or new.is_name(path)):
                what = "renamed" if new.is_name(path) and before and after else "value"
                yield Change(new, what, _of_value(new, path), path, before, after, at=_at(new))

    def texts(self, old: Entry, new: Entry, field: Path) -> Iterator[Change]:
        """The texts of a field: those that stayed, that changed, that came and went."""
        before, after = list(old.texts.get(field, ())), list(new.texts.get(field, ()))
        gone, come = [], []
        for ours, theirs in self.blocks(before, after):
            if len(ours) == len(theirs) == max(len(before), len(after)) == 1:
                yield from self.text(new, ours[0], theirs[0])
                continue
            for item in ours:
                near = max(theirs, key=lambda each: _likeness(item, each), default=None)
                if near is not None and _likeness(item, near) >= ALIKE:
                    theirs.remove(near)
                    yield from self.text(new, item, near)
                else:
                    gone.append(item)
            come += theirs
        for item in gone:
            moved = next(
                (each for each in come if letters(each.text.value) == letters(item.text.value)), None
            )
            if moved is None:
                yield _one_sided(new, item, "removed")
                continue
            come.remove(moved)
            effect = WORDING if item.start in UNORDERED else MEANING
            said = letters(item.text.value)
            at = _place(moved)
            yield Change(new, "order", _told(new, effect), moved.path, said, said, at=at, items=(item, moved))
        for item in come:
            yield _one_sided(new, item, "added")

    def blocks(
        self, before: Sequence[Item], after: Sequence[Item]
    ) -> Iterator[tuple[list[Item], list[Item]]]:
        """Texts of both versions that stand at the same spot, in their order; equal ones in pairs."""
        ours = [letters(self.renames.said(item.text.value)) for item in before]
        theirs = [letters(item.text.value) for item in after]
        for tag, a, b, c, d in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
            if tag == "equal":
                yield from (([before[i]], [after[j]]) for i, j in zip(range(a, b), range(c, d), strict=True))
            else:
                yield list(before[a:b]), list(after[c:d])

    def text(self, about: Entry, old: Item, new: Item) -> Iterator[Change]:
        """One text in both versions."""
        before, after = letters(old.text.value), letters(new.text.value)
        if about.type == "example":
            if before != after:
                yield Change(about, "text", NOTHING, new.path, before, after, at=_place(new))
            return
        verdict = self.sameness.verdict(old, new)
        if verdict.effect == SAME:
            return
        readings: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
        if verdict.effect == MEANING:
            readings = self.old.reading(old), self.new.reading(new)
        yield Change(
            about,
            "text",
            verdict.effect,
            new.path,
            before,
            after,
            readings,
            verdict.why,
            _place(new),
            (old, new),
        )


def _whole(entry: Entry, what: str) -> Change:
    """An entry that came or went, with its texts."""
    said = "\n".join(letters(item.text.value) for items in entry.texts.values() for item in items)
    before, after = (None, said) if what == "added" else (said, None)
    return Change(entry, what, _told(entry, MEANING), (), before, after, at=_at(entry))


def _one_sided(about: Entry, item: Item, what: str) -> Change:
    said = letters(item.text.value)
    before, after = (None, said) if what == "added" else (said, None)
    items = (None, item) if what == "added" else (item, None)
    return Change(about, what, _told(about, MEANING), item.path, before, after, at=_place(item), items=items)


def _order(old: Entry, new: Entry, field: Path) -> Iterator[Change]:
    """Steps that both versions have, in another order."""
    before, after = old.orders.get(field, ()), new.orders.get(field, ())
    ours, theirs = [each for each in before if each in after], [each for each in after if each in before]
    if ours != theirs:
        yield Change(
            new, "order", _told(new, MEANING), field, ", ".join(before), ", ".join(after), at=_at(new)
        )


def _likeness(one: Item, other: Item) -> float:
    return SequenceMatcher(None, letters(one.text.value), letters(other.text.value), autojunk=False).ratio()


def _of_value(entry: Entry, path: Path) -> str:
    return _told(entry, MEANING) if entry.matters(path) else NOTHING


def _told(entry: Entry, effect: str) -> str:
    """The effect, where the document says anything about the game."""
    return NOTHING if not entry.key[0] and entry.type in BESIDE else effect


def _at(entry: Entry) -> tuple[str, int]:
    return (entry.span.source.name, entry.span.position[0]) if entry.span is not None else ("", 0)


def _place(item: Item) -> tuple[str, int]:
    span = item.text.span()
    return span.source.name, span.position[0]


# --- As data ------------------------------------------------------------------------------------------------


def as_data(old: Pack, new: Pack, found: Sequence[Change]) -> dict[str, Any]:
    """The changes as plain data."""
    return {
        "old": {"id": old.id, "folder": old.source.folders[-1].root.as_posix()},
        "new": {"id": new.id, "folder": new.source.folders[-1].root.as_posix()},
        "meaning": any(change.effect == MEANING for change in found),
        "changes": [_row(change) for change in found],
    }


def _row(change: Change) -> dict[str, Any]:
    row: dict[str, Any] = {
        "type": change.about.type,
        "id": change.about.id,
        "name": change.about.label,
        "what": change.what,
        "effect": change.effect,
        "path": list(change.path),
        "before": change.before,
        "after": change.after,
        "file": change.at[0],
        "line": change.at[1],
    }
    if any(change.readings):
        row["readings"] = {"before": list(change.readings[0]), "after": list(change.readings[1])}
    if change.why:
        row["why"] = change.why
    return row
