"""SAY0848: what is proposed for a thing of which nothing says where it lies, and whose place that is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pack.packs import write_pack
from toolkit.compile.pack import load_pack

WORDS = (
    "type: vocabulary\nid: words\nkinds: {shell: {documents: true, starts: pile}}\n"
    "places: {pile: {ordered: true}, hand: {of: player, seen-by: owner}, shore: {}}\n"
)


CARD = "type: shell\nid: whelk\nname: Whelk\ncopies: 9\n"

DEAL = "Each player puts the top shell of the pile in their hand. Each player puts a shell in their hand in the shore."


@pytest.mark.parametrize(
    ("step", "whose"),
    [
        ("Put a shell in the shore.", "the active player's"),
        ("Each player puts a shell in the shore.", "their"),
    ],
)
def test_somebody_s_place_is_proposed_whom_the_text_can_name(tmp_path: Path, step: str, whose: str) -> None:
    def found(text: str, folder: str) -> set[tuple[str, tuple[str, ...]]]:
        game = (
            f'type: procedure\nid: game\nsteps:\n  deal: {DEAL}\n  one: "{text}"\n  end: The game ends.\n---\n'
            + CARD
        )
        root = write_pack(tmp_path / folder, words=WORDS, rules=game)
        return {(d.code, d.expected) for d in load_pack(root, ()).diagnostics if d.is_error}

    assert found(step, "asked") == {("SAY0848", (f"*a shell in {whose} hand*",))}
    assert found(step.replace("a shell", f"a shell in {whose} hand"), "told") == set()
