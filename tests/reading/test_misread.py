"""What the reading says of texts that were misread: each case of `misread.yaml` in one golden file.

The golden shows what the compiler makes of them today, right or wrong; a text that is refused by now is shown with its
diagnostics.  `pytest --update` writes it anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from toolkit.compile.pack import load_pack
from toolkit.reading import text_of
from toolkit.reading.text import ALIASES, Session

HERE = Path(__file__).resolve().parent
CASES = yaml.safe_load((HERE / "misread.yaml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def session() -> Session:
    pack = load_pack(HERE / "duel").value
    assert pack is not None
    return Session(pack)


def reading(case: dict[str, str], session: Session) -> str:
    """The text, what its author thought, and what was understood."""
    start = case.get("start")
    card = session.card(case["card"]) if "card" in case else None
    best = session.read(case["text"].strip(), ALIASES.get(start or "", start), card)[0]
    on = f"  [on {card.text}]" if card is not None else ""
    said = "\n".join(f"“{line}”" for line in case["text"].strip().splitlines())
    lines = text_of(list(best.lines), "  ")
    refused = "\n".join(f"  {d.code}: {d.message}" for d in best.diagnostics)
    body = "\n".join(part for part in (lines, refused) if part)
    return f"{said}{on}\n  thought: {case['thought']}\n  {best.start}:\n{body}\n"


def test_what_was_misread_can_be_seen(session, golden):
    golden(HERE / "golden" / "misread.txt", "\n".join(reading(case, session) for case in CASES))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["text"][:40])
def test_every_text_is_read_or_refused(session, case):
    card = session.card(case["card"]) if "card" in case else None
    assert card is not None or "card" not in case
    best = session.read(case["text"].strip(), ALIASES.get(case.get("start", ""), case.get("start")), card)[0]
    assert best.lines or best.mistakes
