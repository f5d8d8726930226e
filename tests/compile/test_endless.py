"""SAY0864: triggers that always fire themselves, and those that come to an end."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pack.packs import write_pack
from toolkit.compile.pack import load_pack

WORDS = (
    "type: vocabulary\nid: words\nquantities: {coin: {of: player}, jewel: {of: player, at-most: 9}}\n---\n"
    "type: verb\nid: nod\nphrase: nod\nsteps: {coin: Gain 1 coin., jewel: Gain 1 jewel., less: Lose 1 jewel.}\n"
)
GAME = "type: procedure\nid: game\nsteps: {nods: Each player nods.}\n---\ntype: rules\nid: rules\nrules:\n- "


@pytest.mark.parametrize(
    ("rule", "endless"),
    [
        ("When a player gains coins, that player gains 1 coin.", True),
        ("When a player gains coins, that player gains 1 jewel, then gains 2 coins.", True),
        ("When a player nods, that player nods.", True),
        ("When a player gains at least 2 coins, that player gains 2 coins.", True),
        ("When a player gains at least 2 coins, that player gains 1 coin.", False),
        ("When a player gains exactly 2 coins, that player gains 1 coin.", False),
        ("When a player gains coins, that player gains 1 jewel.", False),
        ("When a player gains jewels, that player gains 1 jewel.", False),  # up to 9
        ("When a player gains coins, that player may gain 1 coin.", False),
        ("When a player with at most 9 coins gains coins, that player gains 1 coin.", False),
        ("When a player gains coins, if that player has at most 9 coins, they gain 1 coin.", False),
        ("When a player gains coins, each other player gains 1 coin.", False),
        ("The first time each turn that a player gains coins, that player gains 1 coin.", False),
    ],
)
def test_what_fires_itself_is_told(tmp_path: Path, rule: str, endless: bool) -> None:
    words = WORDS.replace("phrase: nod\n", "phrase: nod\nperiod: turn\n")
    found = {d.code for d in load_pack(write_pack(tmp_path, words=words, rules=GAME + rule), ()).diagnostics}
    assert found == ({"SAY0864"} if endless else set())
