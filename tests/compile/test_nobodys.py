"""Who does what a text orders on a thing that belongs to nobody: who has it, where it can lie with somebody."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pack.packs import write_pack
from toolkit.compile.pack import load_pack
from toolkit.reading import text_of
from toolkit.reading.text import Session

WORDS = (
    "type: vocabulary\nid: words\nkinds: {{shell: {{documents: true, starts: pile, sentences: {{text: rules}}}}}}\n"
    "places: {{pile: {{}}, shore: {{}}, purse: {{{whose}}}}}\n"
    "quantities: {{coin: {{of: player}}}}\n"
)
GAME = "type: procedure\nid: game\nsteps:\n  end: The game ends.\n---\ntype: shell\nid: whelk\nname: Whelk\n"


@pytest.mark.parametrize(("whose", "who"), [("", "the active player"), ("of: player", "you")])
def test_an_order_is_somebody_s_where_nobody_can_have_the_thing(tmp_path: Path, whose: str, who: str) -> None:
    pack = load_pack(write_pack(tmp_path, words=WORDS.format(whose=whose), rules=GAME), ()).value
    assert pack is not None
    session = Session(pack)
    found = session.read(
        "When this shell is put in the shore, gain 1 coin.", "statement", session.card("whelk")
    )
    assert f"{who} gains 1 coin".replace("you gains", "you gain") in text_of(list(found[0].lines), "")
