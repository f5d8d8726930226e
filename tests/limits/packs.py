"""The small pack that hostile texts are laid over."""

from __future__ import annotations

import json
from pathlib import Path

PACK = """\
type: pack
format: 1
id: hostile
name: Hostile
languages: [en]
players: 2
seats: [Red, Blue]
start: [game]
limits: {limits}
---
type: vocabulary
id: base-words
kinds:
  counter: {number: 6, starts: pool}
places:
  pool: {}
quantities:
  coin: {of: player, at-least: 0}
  jewel: {of: player}
---
type: procedure
id: game
steps:
"""


def write(folder: Path, case: dict) -> Path:
    """The pack of a case, alone in a folder: `play`, and `text` or `files` (more documents), `limits`."""
    for old in folder.glob("*.yaml"):
        old.unlink()
    steps = "  play: |\n" + "".join(f"    {line}\n" for line in case["play"].splitlines())
    limits = json.dumps(case.get("limits", {}))
    (folder / "pack.yaml").write_text(PACK.replace("{limits}", limits) + steps)
    for number, text in enumerate(case.get("files", [case.get("text")])):
        if text:
            (folder / f"more-{number}.yaml").write_text(text.removesuffix("---\n"))
    return folder
