"""Damaged files of packs: loaded, and what is still accepted is played."""

from __future__ import annotations

import json
import shutil
from functools import cache, partial
from pathlib import Path
from random import Random

from tests.mutation.mutants import KEYS, SEARCH, Maker, Subject, subjects
from tests.whole.robust.kinds import Data, Kind
from toolkit import new_game
from toolkit.compile.pack import Pack, load_pack
from toolkit.documents.nodes import to_data
from toolkit.limits import Runaway
from toolkit.report.diagnostic import DiagnosticError
from toolkit.report.internal import REPORTS
from toolkit.report.render import full

DECISIONS = 20
BYTES = (b"\x00", b"\xff", b"\xc3", b"\t", b"\r", b"\n", b"'", b'"', b"#", b"&", b"*", b"!", b"|", b">", b"%", b"@",
         b"`", b"{", b"}", b"[", b"]", b": ", b"- ", b"?", b",", b"---\n", b"...\n", b"<<: ", b"\xef\xbb\xbf",
         b"\xe2\x80\x8b", b"\xe2\x80\xae", b"\xed\xa0\x80", b"\xf0\x9f\x98\x80", b"0", b"-1", b"1e999", b"~",
         b"99999999999999999999")  # fmt: skip
"""What is put into files."""


@cache
def packs() -> dict[str, Subject]:
    """Small packs, which load in a moment, and one large one."""
    return {subject.root.name: subject for subject in subjects("tests/packs", "content/sentient")}


@cache
def weighed() -> tuple[list[str], list[float]]:
    """The names, and how often each is taken: less often what takes longer to load."""
    return list(packs()), [1 / (20 + len(subject.items)) for subject in packs().values()]


def keyed(make: Maker, chance: Random) -> Data:
    """A file with a damaged key or value."""
    while True:
        subject = packs()[chance.choices(*weighed())[0]]
        mutant = make(subject, chance)
        if mutant is not None:
            return {"pack": subject.root.name, "file": mutant.file, "text": mutant.text}


def torn(chance: Random) -> Data:
    """A file of which some bytes are others, missing, doubled or cut off."""
    subject = packs()[chance.choices(*weighed())[0]]
    path = chance.choice(sorted(subject.root.rglob("*.yaml")))
    raw = path.read_bytes()
    for _ in range(chance.choice((1, 1, 2, 5))):
        at = chance.randrange(len(raw) or 1)
        size = chance.choice((1, 1, 2, 9, 80))
        match chance.randrange(6):
            case 0:
                raw = raw[:at] + raw[at + size :]
            case 1:
                raw = raw[:at] + chance.randbytes(1) + raw[at + 1 :]
            case 2:
                raw = raw[:at] + raw[at : at + size] * chance.choice((2, 30)) + raw[at + size :]
            case 3 if chance.random() < 0.2:
                raw = raw[:at]
            case _:
                raw = raw[:at] + chance.choice(BYTES) + raw[at + chance.choice((0, 1)) :]
    file = path.relative_to(subject.root).as_posix()
    return {"pack": subject.root.name, "file": file, "text": raw.decode("utf-8", "surrogateescape")}


def loaded(data: Data, folder: Path) -> str:
    """Load the pack with the damaged file; what is accepted is played a little."""
    subject = packs()[data["pack"]]
    copy = folder / data["pack"]
    if not copy.exists():
        shutil.copytree(subject.root, copy)
    path = copy / data["file"]
    try:
        path.write_bytes(data["text"].encode("utf-8", "surrogateescape"))
        checked = load_pack(copy, SEARCH)
    finally:
        path.write_bytes((subject.root / data["file"]).read_bytes())
    for diagnostic in checked.diagnostics:
        full(diagnostic)
    mistakes = "\n".join(REPORTS)
    REPORTS.clear()
    assert not mistakes, mistakes
    if checked.errors or checked.value is None:
        return "refused"
    play(checked.value)
    if set(checked.diagnostics) - set(subject.pack.diagnostics):
        return "warned"
    return "same" if said(checked.value) == said(subject.pack) else "different"


def said(pack: Pack) -> str:
    """All that its documents say."""
    return json.dumps([to_data(d.root) for d in pack.source.folders[-1].documents], default=str)


def play(pack: Pack) -> None:
    """The beginning of a game; a limit may be passed, and what a game needs may be missing."""
    chance = Random(1)
    try:
        game = new_game(pack, seed=1)
        for _ in range(DECISIONS):
            if game.decision is None:
                break
            game.choose(chance.choice(game.decision.options))
    except (Runaway, DiagnosticError):
        return


KINDS = [
    *(
        Kind(f"file: {make.__name__.replace('_', ' ')}", 0.6, partial(keyed, make), loaded, packs)
        for make in KEYS
    ),
    Kind("file: bytes", 1.4, torn, loaded, packs),
]
