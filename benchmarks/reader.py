"""Reading YAML with a place for every key and value, against PyYAML, which gives fewer places or none."""

from collections.abc import Callable
from importlib.util import find_spec

import yaml

from benchmarks.harness import Contestants, Unavailable, benchmark

CARDS = 300


def cards(number: int) -> str:
    """A file of cards as authors write them: short values, a list, and sentences in a `|` scalar."""
    return "---\n".join(
        f"type: card\nid: card-{n}\nname: The {n}th Card\ncost: {n % 7} coins\ntags: [red, swift, old]\n"
        "requires: You have at least 2 cards in hand.\n"
        "text: |\n"
        "  When you play this card, draw 2 cards.\n"
        f"  At the end of your turn, you may discard a card. If you do, gain {n % 5 + 1} coins.\n"
        for n in range(number)
    )


def loads(text: str, loader: type) -> Callable[[], object]:
    return lambda: list(yaml.load_all(text, loader))


@benchmark("reader", f"Reading a file of {CARDS} cards", unit="file")
def reader() -> Contestants:
    if find_spec("toolkit.documents") is None or find_spec("toolkit.documents.reader") is None:
        raise Unavailable("toolkit.documents.reader does not exist")
    from toolkit.documents.reader import read_text
    from toolkit.report.source import Source

    if not hasattr(yaml, "CSafeLoader"):
        raise Unavailable("PyYAML was built without libyaml")
    text = cards(CARDS)
    contestants: Contestants = {
        "yaml.load, libyaml (no places)": loads(text, yaml.CSafeLoader),
        "yaml.compose, libyaml (lines)": lambda: list(yaml.compose_all(text, yaml.CSafeLoader)),
        "read_text (every character)": lambda: read_text(Source("cards.yaml", text)),
        "yaml.load, pure Python": loads(text, yaml.SafeLoader),
    }
    if find_spec("ruamel") is not None:
        from ruamel.yaml import YAML

        contestants["ruamel.yaml, round trip"] = lambda: list(YAML().load_all(text))
    return contestants
