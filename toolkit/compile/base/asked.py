"""What a text looks up while it is compiled: words that other sentences have defined, and what they say of verbs.

Whoever compiles a text again only if something is otherwise (`pieces.py`) must know what it has asked.  So tables that
sentences fill, and not the vocabulary alone, note who asks: nobody who compiles needs to know of it.  `ASKED.keys` are
those of the text that is being compiled; None: nobody notes them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from threading import local
from typing import Any, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
T = TypeVar("T")

Key = tuple[Hashable, Hashable]
"""A table and what was looked up in it; None: all of it."""


class Asked(local):
    """See the module's docstring.  Each thread has its own."""

    keys: set[Key] | None = None

    def note(self, table: Hashable, key: Hashable = None) -> None:
        """Something is looked up."""
        if self.keys is not None:
            self.keys.add((table, key))


ASKED = Asked()


class Table(dict[K, V]):
    """A dictionary that notes what is looked up in it."""

    def __init__(self, name: str, held: dict[K, V] | None = None) -> None:
        super().__init__(held or {})
        self.name = name

    def __getitem__(self, key: K) -> V:
        ASKED.note(self.name, key)
        return super().__getitem__(key)

    def get(self, key: K, default: Any = None) -> Any:
        ASKED.note(self.name, key)
        return super().get(key, default)

    def __contains__(self, key: object) -> bool:
        ASKED.note(self.name, key)
        return super().__contains__(key)

    def __iter__(self) -> Iterator[K]:
        ASKED.note(self.name)
        return super().__iter__()

    def keys(self) -> Any:
        ASKED.note(self.name)
        return super().keys()

    def values(self) -> Any:
        ASKED.note(self.name)
        return super().values()

    def items(self) -> Any:
        ASKED.note(self.name)
        return super().items()


class Words(Table[str, bool]):
    """A set of words that notes which of them are looked up in it."""

    @classmethod
    def of(cls, name: str, words: frozenset[str]) -> Words:
        return cls(name, dict.fromkeys(sorted(words), True))


class Fact(Generic[T]):
    """What sentences say of a verb, as an attribute of it that notes who asks."""

    def __init__(self, default: T) -> None:
        self.default = default

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, verb: Any, owner: type) -> T:
        if verb is None:  # the default of the field
            return self.default
        ASKED.note(("verb", verb.id), self.name)
        found: T = verb.facts.get(self.name, self.default)
        return found

    def __set__(self, verb: Any, value: T) -> None:
        verb.facts[self.name] = value
