"""Examples are checked against what can be spoken of in a game; what its texts do makes no difference to that."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from toolkit.compile.pack import Pack, load_pack
from toolkit.language.parsing.parser import Parser
from toolkit.pack.items import EXAMPLE_TYPES
from toolkit.play.example import check

PACKS = Path(__file__).resolve().parents[1] / "packs"
NAMES = ("connect-four", "islands", "next-turn", "parcels", "tic-tac-toe", "two-roads")


def damaged(pack: Pack, chance: random.Random) -> Pack:
    """The pack, in whose examples a word of each sentence is that of another sentence, where it can still be read."""
    parser, trees = Parser(pack.vocabulary), dict(pack.trees)
    items = [item for item in trees if item.type in EXAMPLE_TYPES]
    for item in items:
        words = item.text.value.split()
        words[chance.randrange(len(words))] = chance.choice(chance.choice(items).text.value.split())
        tree = parser.parse(replace(item.text, value=" ".join(words)), item.start).value
        if tree is not None:
            trees[item] = tree
    return Pack(pack.source, trees, pack.diagnostics)


@pytest.mark.parametrize("name", NAMES)
def test_a_compiled_game_finds_the_same(name):
    sound = load_pack(PACKS / name).value
    assert sound is not None
    for pack in (sound, damaged(sound, random.Random(name))):
        declared = check(pack)
        for players, options, _, scenario in list(pack._declared):
            assert pack.compiled(players, dict(options), None, scenario).value
        assert check(pack) == declared
        assert pack is sound or declared
