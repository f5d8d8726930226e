"""python -m tests.fuzz.guided MINUTES: as `tests.fuzz`, but atheris makes the texts, and goes on from those that reach
code that none before them has reached.  Without atheris nothing is done.

A text is a string of bytes, two for each word of a pack; the first texts are sentences of the pack itself.  What was
reached is kept in build/fuzz, finds go into finds.yaml.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

try:
    import atheris
except ImportError:
    print("atheris is not installed: no guided texts")
    sys.exit(0)

with atheris.instrument_imports(include=["toolkit.language", "toolkit.compile"]):
    from tests.fuzz.__main__ import FINDS, add
    from tests.fuzz.splice import PACKS, Bed, bed
    from toolkit.language.lexer import CLOSED

if TYPE_CHECKING:
    from toolkit.pack.source import Item

MADE = Path("build/fuzz")
SIGNS = (".", ",", ":", "“", "”", "\n", "- ", "1", "2", "7")
PLACES = 16
"""Sentences of a pack in whose place texts are tried."""


class Target:
    """A pack and its words."""

    def __init__(self, one: Bed) -> None:
        self.bed = one
        self.items: list[Item] = one.items[:PLACES]
        said = {word for item in one.items for word in item.text.value.split()}
        self.words = sorted({*said, *CLOSED, *SIGNS})
        self.errors: set[str] = set()

    def text(self, data: bytes) -> str:
        numbers = [int.from_bytes(data[at : at + 2], "big") for at in range(0, len(data) - 1, 2)]
        return " ".join(self.words[number % len(self.words)] for number in numbers)

    def data(self, place: int, text: str) -> bytes:
        """What `tried` takes for this text."""
        words = [self.words.index(word) for word in text.split()]
        return bytes([place]) + b"".join(number.to_bytes(2, "big") for number in words)

    def tried(self, data: bytes) -> None:
        if len(data) < 3:
            return
        item, text = self.items[data[0] % len(self.items)], self.text(data[1:])
        _, find = self.bed.tried(item, text)
        if find is not None and find.error not in self.errors:
            self.errors.add(find.error)
            print(f"{self.bed.name} {item.anchor}: {text}\n  {find.error}")
            add(FINDS, {"pack": self.bed.name, "item": item.anchor, "text": text})


def main(minutes: float) -> None:
    target = Target(bed(Random().choice(PACKS)))
    folder = MADE / target.bed.name
    folder.mkdir(parents=True, exist_ok=True)
    for number, item in enumerate(target.items):
        (folder / f"own-{number}").write_bytes(target.data(number, item.text.value))
    options = [f"-max_total_time={round(60 * minutes)}", "-timeout=60", "-rss_limit_mb=2000"]
    atheris.Setup(
        [sys.argv[0], *options, f"-artifact_prefix={MADE}/", "-max_len=120", str(folder)], target.tried
    )
    print(f"{target.bed.name}: {len(target.items)} sentences, {len(target.words)} words")
    atheris.Fuzz()


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 1)
