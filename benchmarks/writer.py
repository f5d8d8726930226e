"""A large pack, written to disk for the benchmarks: cards as authors write them, two sentences each and more."""

from pathlib import Path

PACK = """\
type: pack
format: 1
id: {id}
name: Many Cards
languages: [en]
players: 2
seats: [Red, Blue]
"""

WORDS = """\
type: vocabulary
id: words
lists: {color: [red, blue, green]}
kinds:
  card:
    documents: true
    starts: deck
    attributes: {color: color, cost: number, power: number}
    sentences: {text: rules}
places:
  deck: {of: player, ordered: true, seen-by: nobody}
  hand: {of: player, seen-by: owner}
  table: {prep: on}
quantities:
  coin: {of: player, at-least: 0}
---
type: procedure
id: game
steps:
  play: |
    In turn order, each player takes a turn.
    Repeat this step until a player has at least 20 coins.
---
type: verb
id: turn
phrase: take a turn
period: turn
steps:
  action: Play a card from your hand.
---
type: verb
id: play
phrase: play {card}
steps:
  put: Put the card on the table.
"""

CARD = """\
type: card
id: card-{n}
name: {name}
color: {color}
cost: {cost}
power: {power}
text:
- When you play this card, gain {gain} coins.
- At the end of your turn, if you have at least {least} cards in your hand, lose {lose} coins.
"""

SYLLABLES = ("ba", "co", "di", "fu", "ga", "lo", "mi", "nu", "pe", "ro", "sa", "ti", "ve", "zu")


def name(n: int) -> str:
    """A different name for each number: *Bacodi*."""
    syllables = []
    for _ in range(4):
        n, digit = divmod(n, len(SYLLABLES))
        syllables.append(SYLLABLES[digit])
    return "".join(syllables).capitalize()


FILE = 500
"""Cards in one file."""


def write(folder: Path, cards: int) -> list[Path]:
    """The pack in `folder`; gives the files with its cards."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pack.yaml").write_text(PACK.replace("{id}", folder.name), encoding="utf-8")
    (folder / "vocabulary").mkdir(exist_ok=True)
    (folder / "vocabulary" / "words.yaml").write_text(WORDS, encoding="utf-8")
    (folder / "cards").mkdir(exist_ok=True)
    paths = []
    for start in range(0, cards, FILE):
        path = folder / "cards" / f"from-{start}.yaml"
        path.write_text(
            "---\n".join(card(n) for n in range(start, min(start + FILE, cards))), encoding="utf-8"
        )
        paths.append(path)
    return paths


def card(n: int) -> str:
    return CARD.format(
        n=n,
        name=name(n),
        color=("red", "blue", "green")[n % 3],
        cost=n % 7,
        power=n % 11,
        gain=n % 5 + 2,
        least=n % 4 + 2,
        lose=n % 3 + 2,
    )
