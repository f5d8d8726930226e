"""Books of two small packs and a whole game, made once: no test changes them."""

import functools
from pathlib import Path

import pytest

from tests import loaded
from tests.cli.conftest import sayso  # noqa: F401  (a fixture)
from toolkit.site.book import make_book

ROOT = Path(__file__).parents[2]
SEARCH = (ROOT / "tests/packs", ROOT / "content")


@functools.cache
def packs(*names):
    folders = [next(folder / name for folder in SEARCH if (folder / name).is_dir()) for name in names]
    found = [loaded.checked(folder) for folder in folders]
    assert all(checked.ok for checked in found), [checked.diagnostics for checked in found]
    return [checked.value for checked in found]


@functools.cache
def book_of(*names, languages=(), handbook=True):
    return make_book(packs(*names), languages, handbook=handbook)


@pytest.fixture
def book():
    """A handbook with tic-tac-toe, sentient, and a pack that extends it."""
    return book_of("tic-tac-toe", "sentient", "more-robots")


@pytest.fixture
def page(book):
    """`page("sentient/rules")` is a page of that book; `page("sentient/uk/rules")` in another language."""
    return {each.path: each for each in book.pages}.__getitem__
