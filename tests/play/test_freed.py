"""A pack that nobody has any more is freed at once, and an example leaves its game as it was.

The collector of cycles comes seldom: it costs a quarter of the time in which a pack is loaded.  So nothing on the way
may refer to itself (a cell of a local function that calls itself is enough, `tests/hygiene/test_closures.py`).
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any
from weakref import ref

import pytest

from tests.hygiene.project import ROOT
from toolkit.compile.compiled import CompiledGame
from toolkit.compile.pack import Pack, changed_pack, load_pack
from toolkit.pack.items import EXAMPLE_TYPES
from toolkit.play.example import MODES, examples, run
from toolkit.play.game import new_game
from toolkit.prove.coverage import seen_in_examples

PACKS = ROOT / "tests/packs"


@pytest.fixture(autouse=True)
def uncollected() -> Iterator[None]:
    gc.disable()  # what others left is not asked for: collecting it would take a second for each test
    try:
        yield
    finally:
        gc.enable()


def loaded(name: str = "dice") -> Pack:
    pack = load_pack(PACKS / name, (PACKS,)).unwrap()
    assert pack is not None
    return pack


def played(pack: Pack) -> None:
    game = new_game(pack, seed=1)
    while game.decision is not None and len(game.decisions) < 9:
        assert all(option.label for option in game.decision.options)
        game.choose(0)
    assert [str(event) for event in game.log] and game.table()


def shown(pack: Pack) -> None:
    for example in examples(pack):
        for mode in MODES:
            assert run(pack, example, mode) is None


def changed(pack: Pack) -> None:
    for item, tree in pack.trees.items():
        if item.type not in EXAMPLE_TYPES:
            changed_pack(pack, item, tree).compiled().unwrap()


@pytest.mark.parametrize(
    "use", [lambda _: None, played, shown, changed], ids=["load", "play", "show", "change"]
)
@pytest.mark.parametrize("name", ["dice", "islands", "hidden-hand"])
def test_a_pack_that_nobody_has_is_freed(name: str, use: Callable[[Pack], None]) -> None:
    pack = loaded(name)
    use(pack)
    game = pack.compiled().unwrap()
    known = [ref(each) for each in (pack, pack.source, game, game.world)]  # a machine waits for the collector
    del pack, game
    assert not any(each() for each in known)


def test_a_game_keeps_its_pack() -> None:
    game = new_game(loaded(), seed=1)
    assert game.decision is not None and game.decision.options[0].label
    options = new_game(loaded(), seed=1).decision.options  # of a game that is gone
    assert options[0].label == game.decision.options[0].label


def grown(game: CompiledGame) -> dict[str, Any]:
    """All that examples could add to."""
    world = {
        name: len(getattr(game.world, name)) for name in ("sentence_ids", "said", "looked_for", "put_in")
    }
    return world | {each.name: repr(getattr(game.ruleset, each.name)) for each in fields(game.ruleset)}


@pytest.mark.parametrize("name", ["dice", "islands", "hidden-hand"])
def test_examples_leave_their_game_as_it_was(name: str) -> None:
    pack = loaded(name)
    before = grown(pack.compiled().unwrap())
    shown(pack)
    assert seen_in_examples(pack)
    assert grown(pack.compiled().unwrap()) == before
