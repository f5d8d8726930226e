"""A small pack that is printed again and again, and what a test may want of it."""

from pathlib import Path

import pytest

from tests.cli.conftest import sayso  # noqa: F401  (a fixture)
from tests.pack.packs import write_pack
from toolkit.compile.pack import load_pack
from toolkit.press.game import Wanted, job_of
from toolkit.press.typeset import installed
from toolkit.site.page import Routes
from toolkit.site.shelf import Shelf

typst = pytest.mark.skipif(not installed(), reason="typst is not installed: pip install 'sayso[print]'")

WORDS = """
    type: vocabulary
    id: words
    lists: {suit: [moon, sun]}
    kinds:
      charm:
        documents: true
        starts: pile
        attributes: {cost: number, suit: suit, weight: number, secret: flag}
        sentences: {effect: effect}
      pebble: {documents: true, starts: box, attributes: {worth: number}}
      marker: {of: player, number: 2, starts: box}
      die: {noun: [die, dice], number: 2, starts: box, attributes: {value: 1 to 6}, shows: value}
    places:
      pile: {ordered: true}
      box: {}
      hand: {of: player}
"""
CARDS = """
    type: charm
    id: lantern
    name: Lantern
    copies: 2
    cost: 3
    weight: 1
    suit: moon
    effect: |
      Choose one:
      - Put a charm from the pile in your hand.
      - Put this charm in the pile.
    ---
    type: charm
    id: mirror
    name: Mirror
    cost: 2
    weight: 4
    suit: sun
    secret: true
    effect: Put a charm from the pile in your hand.
    ---
    type: pebble
    id: grey
    name: Grey
    worth: 5
"""


@pytest.fixture
def made(tmp_path):
    """`made(vocabulary__faces="…")` is the small pack with these files, loaded; `id`, `extra` as in `write_pack`."""

    def make(extra="", **files):
        names = {"vocabulary__words": WORDS, "cards__all": CARDS, **files}
        root = write_pack(tmp_path, "small", extra, **names)
        return load_pack(root, (tmp_path,))

    return make


@pytest.fixture
def job(made):
    """What is typeset of that pack, and its `Wanted`."""

    def make(extra="", wanted=None, **files):
        checked = made(extra, **files)
        assert checked.ok, checked.diagnostics
        return job_of(Shelf.of(checked.value).edition("en", Routes()), wanted or Wanted())

    return make


def face(job, key):
    """The front of a piece."""
    return next(piece for piece in job.data["pieces"] if piece["key"] == key)


def picture(folder: Path, name: str, content: str = "") -> Path:
    """A picture in a folder; as usual a square."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    square = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
    path.write_text(content or square)
    return path
