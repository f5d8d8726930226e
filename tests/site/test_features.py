"""What the guide says that the players' book has, looked up in books of whole games: each row of its table is true."""

import re

import pytest

from tests.site.conftest import book_of, packs
from toolkit.cli.export import FORMATS
from toolkit.cli.site import build
from toolkit.press.sheets import PAPERS
from toolkit.resources import resource


def page(game, path):
    found = next(each for each in book_of(game, handbook=False).pages if each.path == path)
    return "\n".join(found.body)


def shown(game, *things):
    """Whether each of these, (page, HTML), stands there."""
    return all(re.search(html, page(game, path), re.S) for path, html in things)


GANGS, TCG, SENTIENT = "gangs-of-night-city", "cyberpunk-tcg", "sentient"
HERE = {
    "Numbered rules": lambda: shown(
        SENTIENT, ("rules", r'id="verb/buy/requires"><a href="#verb/buy/requires" class="number"')
    ),
    "The text is the program": lambda: all(
        item in packs(TCG)[0].trees for item in packs(TCG)[0].source.items
    ),
    "Examples": lambda: shown(
        SENTIENT, ("rules", r'href="examples/[^"]+#example/'), ("examples/buying", "Given")
    ),
    "Rulings": lambda: shown(SENTIENT, ("rulings", "ruling"), ("rules", 'class="ruling"')),
    "Versions": lambda: any("--since" in option.opts for option in build.params),
    "Languages": lambda: shown(
        SENTIENT, ("uk/rules", "Оновлення фабрики"), ("rules", "Refreshing the factory")
    ),
    "Cards": lambda: shown(SENTIENT, ("robot/index", '<div class="filters"')),
    "Decks": lambda: shown(TCG, ("decks", "unit/t-bug")),
    "Stories": lambda: shown(GANGS, ("stories", '<details class="more">.*<svg')),
    "Maps": lambda: shown(GANGS, ("district/index", 'class="graph map".*<svg')),
    "Timing": lambda: shown(GANGS, ("timing", 'class="timing".*Instead')),
    "Search": lambda: f"search/{GANGS}-uk.js" in book_of(GANGS, handbook=False).files,
    "Print": lambda: {"a4", "letter"} <= {name.casefold() for name in PAPERS},
    "Faces": lambda: shown(SENTIENT, ("robot/anvil-bear", '<img[^>]*class="icon"')),
    "Data": lambda: {"csv", "json", "tts", "cockatrice"} <= set(FORMATS),
}


def rows():
    text = (
        resource("site", "guide", "book.md").read_text(encoding="utf-8").partition("## Beside other sites")[2]
    )
    return [line.split("|")[1].strip() for line in text.splitlines() if line.startswith("| ")][2:]


def test_every_row_is_looked_up():
    assert rows() == list(HERE)


@pytest.mark.parametrize("row", HERE)
def test_what_the_table_says_is_there(row):
    assert HERE[row]()
