"""What is large and finite is read in proportion to its size: twice as much of it, twice as many calls.

Calls are counted, for they are the same on every machine.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.limits.large import LINEAR
from tests.limits.packs import write
from toolkit.compile.pack import load_pack


def write_large(folder: Path, made: tuple[list[str], str]) -> Path:
    """The pack in a folder, 900 documents a file."""
    documents, play = made
    files = ["---\n".join(documents[at : at + 900]) for at in range(0, len(documents), 900)]
    return write(folder, {"play": play, "files": files})


def calls_to_load(folder: Path) -> tuple[int, set[str]]:
    """How many functions are called, of Python and of C, and the codes of what is found."""
    count = 0

    def called(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(called)
    try:
        checked = load_pack(folder, ())
    finally:
        sys.setprofile(None)
    return count, {d.code for d in checked.diagnostics}


@pytest.fixture(scope="module", autouse=True)
def tables(tmp_path_factory):
    """The tables of the language are made once, and are no part of a pack."""
    load_pack(write(tmp_path_factory.mktemp("small"), {"play": "Each player gains 1 coin."}), ())


@pytest.mark.parametrize(
    ("make", "count", "codes"),
    [*LINEAR[:-1], pytest.param(*LINEAR[-1], marks=pytest.mark.long)],
    ids=[make.__name__ for make, *_ in LINEAR],
)
def test_twice_as_much_is_twice_the_work(make, count, codes, tmp_path):
    # What is imported only now is no part of it either.  Files that have been read are not read again.
    load_pack(write_large(tmp_path, make(count + 1)), ())
    sizes = (count, 2 * count, 4 * count)
    found = [calls_to_load(write_large(tmp_path, make(size))) for size in sizes]
    assert [said for _, said in found] == [codes] * 3
    (once, _), (twice, _), (four, _) = found
    assert four - twice < 2.5 * (twice - once) + 2000, (once, twice, four)
