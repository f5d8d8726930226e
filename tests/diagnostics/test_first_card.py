"""What somebody reads who writes a first card for one of the games: ten mistakes each, a golden file a game.

pytest tests/diagnostics/test_first_card.py --update      after a message was improved: then read it as a newcomer would
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from toolkit.compile.pack import load_pack
from toolkit.report.diagnostic import in_order
from toolkit.report.render import full

GOLDEN = Path(__file__).parent / "golden-games"
CONTENT = Path(__file__).parents[2] / "content"

CARDS = {
    "gangs-of-night-city": "type: cyberware\nprovenance: original\n",
    "cyberpunk-tcg": "copies: 1\nkit: mercenary\ncolour: blue\nram: 1\nprovenance: original\n",
    "sentient": "type: robot\nprovenance: original\nsphere: industry\nleft-symbol: neutral\nright-symbol: neutral\n",
}

TEXTS: dict[str, dict[str, str]] = {
    "gangs-of-night-city": {
        "no number": "cost: 1\neffect: Gain street cred.\n",
        "a district misspelt": "cost: 1\neffect: Put one of your solos in Watsn.\n",
        "a verb of another game": "cost: 1\neffect: Eliminate a unit of another player.\n",
        "under for in": "cost: 1\neffect: Put one of your hideouts under a district where you have no hideouts.\n",
        "a requirement as an order": "cost: 1\nrequirement: Control a fixer.\neffect: Gain 1 street cred.\n",
        "a choice in one line": 'cost: 1\neffect: "Choose one: gain 1 street cred, or a unit."\n',
    },
    "cyberpunk-tcg": {
        "target": "type: program\ncost: 1\neffect: Destroy target unit.\n",
        "gives": "type: program\ncost: 1\neffect: Give a friendly unit +2 power.\n",
        "enters": "type: unit\ncost: 1\npower: 2\ntext: When a unit enters the field, draw a card.\n",
        "a label misspelt": 'type: unit\ncost: 1\npower: 2\ntext: "PLY: Draw a card."\n',
        "this of another kind": 'type: unit\ncost: 1\npower: 2\ntext: "PLAY: Defeat this gear."\n',
        "once each turn": "type: unit\ncost: 1\npower: 2\ntext: Once each turn, you may draw a card.\n",
        "can only": "type: unit\ncost: 1\npower: 2\ntext: This unit can only attack units.\n",
    },
    "sentient": {
        "an order as a score": "score: Gain 4 points.\n",
        "this of another kind": "score: Score 2 for each assistant on this die.\n",
        "a loss": "score: Lose 2 points for each of your agents.\n",
        "greater": "score: Score 4 points if the left die is greater than the right die.\n",
        "both": "score: Score 4 points if both dies are even.\n",
        "the sum": "score: Score the sum of both dice.\n",
        "a die misspelt": "score: Score 2 points if the left dye is odd.\n",
    },
}

DOCUMENTS: dict[str, dict[str, str]] = {
    "gangs-of-night-city": {
        "a colon in the text": "cost: 1\neffect: Choose one: gain 1 street cred.\n",
        "no cost": "effect: Gain 1 street cred.\ncots: 2\n",
    },
    "cyberpunk-tcg": {
        "a label without quotes": "type: unit\ncost: 1\npower: 2\ntext: PLAY: Draw a card.\n",
        "a colour that there is not": "type: unit\ncost: 1\npower: 2\ncolour: bleu\n",
    },
    "sentient": {
        "a sphere that there is not": "sphere: industrial\nscore: Score 4 points.\n",
        "a symbol as a sign": "left-symbol: +\nscore: Score 4 points.\n",
    },
}


def read(pack: Path, mistakes: dict[str, str], game: str) -> str:
    """What is said of cards with these mistakes, a file each, under the names of the mistakes."""
    shown = []
    files = {name: pack / "cards" / f"newcomer-{number}.yaml" for number, name in enumerate(mistakes)}
    for number, (name, file) in enumerate(files.items()):
        lines = CARDS[game] + mistakes[name]
        own = {
            line.partition(":")[0]: line for line in lines.splitlines()
        }  # what the card says for itself comes last
        file.write_text(
            f"id: newcomer-{number}\nname: Newcomer {number}\n" + "\n".join(own.values()) + "\n",
            encoding="utf-8",
        )
    found = in_order(load_pack(pack, (CONTENT,)).diagnostics)
    for name, file in files.items():
        mine = [full(d) for d in found if d.is_error and d.span.source.name.endswith(f"/{file.name}")]
        assert mine, f"{name} is no mistake any more"
        shown.append("\n".join([f"## {name}", "", *mine]).replace(f"{pack.as_posix()}/", ""))
        file.unlink()
    return "\n\n".join(shown)


@pytest.mark.parametrize("game", sorted(TEXTS))
def test_the_first_card_of_a_newcomer(game: str, tmp_path: Path, golden: Callable[[Path, str], None]) -> None:
    pack = tmp_path / game
    shutil.copytree(CONTENT / game, pack)
    said = [read(pack, TEXTS[game], game)]
    said += [read(pack, {name: text}, game) for name, text in DOCUMENTS[game].items()]
    golden(GOLDEN / f"{game}.txt", "\n\n".join(said) + "\n")
