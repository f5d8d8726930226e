"""The same text alone and on a card: it is accepted on both or refused on both, and an effect does the same.

What may differ is what a card adds: who *you* is, what *this* is, other than which.  Every text of the bed is read as
`sayso explain` reads it, by itself and on a card of each kind that may carry such a text.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.designers import bed
from tests.designers.test_designers import steps
from toolkit.compile.pack import load_pack
from toolkit.pack.source import Component
from toolkit.prove.single import judged
from toolkit.reading import text_of
from toolkit.reading.text import Session, Understood

STARTS = ("effect", "label effect", "statement")

ON_A_CARD = {
    "SAY0651": "who *you* is",
    "SAY0652": "who *they* are: the player who has the card",
    "SAY0653": "what *this* is",
    "SAY0655": "other than which: than this",
    "SAY0754": "whose friend or enemy: of the player who has the card",
    "SAY0810": "what *you* does to whom",
}
"""Why a text is refused alone that a card explains."""

BESIDES = {
    ("trading-cards", "y-like-it", "unit"): "each other unit: than the chosen one, or than this unit",
}
"""Texts that are accepted alone and refused on a card of this kind, each with the reason."""


def carriers(session: Session, start: str) -> Iterator[Component]:
    """A component of each kind that may carry such a text."""
    seen: set[str] = set()
    as_written = "effect" if start == "label effect" else start
    for component in session.pack.source.components:
        if (
            component.kind not in seen
            and as_written in session.starts(component)[: len(session.fields(component))]
        ):
            seen.add(component.kind)
            yield component


def codes(reading: Understood) -> set[str]:
    return {each.code for each in reading.diagnostics if each.is_error}


def session_of(kind: str) -> Session:
    folder = Path(bed.__file__).parent / kind / "pack"
    return Session(load_pack(folder, [folder.parent, Path("content")], examples=False).value)


@pytest.mark.parametrize("step", steps())
@pytest.mark.parametrize("kind", bed.kinds())
def test_a_text_alone_is_the_text_on_a_card(kind, step):
    session = session_of(kind)
    found = []
    for text in bed.texts_of(kind)[::step]:
        for start in STARTS:
            alone = session.read(text.tries[0].text, start, explain=False)[0]
            for card in carriers(session, start):
                there = session.read(text.tries[0].text, start, card, explain=False)[0]
                found += differences((kind, text.id, card.kind), start, alone, there)
    assert not found


def differences(
    where: tuple[str, str, str], start: str, alone: Understood, there: Understood
) -> Iterator[str]:
    """What differs between a text alone and on a card."""
    if alone.mistakes and there.mistakes:
        return
    if alone.mistakes and codes(alone) <= ON_A_CARD.keys():
        return
    if there.mistakes and not alone.mistakes and where in BESIDES:
        return
    if alone.mistakes or there.mistakes:
        yield f"{where} as {start}: {codes(alone) or 'accepted'} alone, {codes(there) or 'accepted'} on a card"
    elif start != "statement" and text_of(list(alone.lines)) != text_of(list(there.lines)):
        yield f"{where} as {start}: {text_of(list(alone.lines))} alone, {text_of(list(there.lines))} on a card"


@pytest.mark.parametrize("start", STARTS)
def test_a_choice_is_judged_on_a_card_without_such_a_field(start):
    session = session_of("trading-cards")
    for card in {each.kind: each for each in session.pack.source.components}.values():
        reading = session.read("Choose one:\n- Gain 1 life.\n- Gain 2 mana.", start, card)[0]
        assert judged(session.pack, reading).mistakes == (start == "statement")
