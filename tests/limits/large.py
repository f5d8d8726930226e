"""Packs of any size, by what there is much of: (documents beside the small pack, what the game does)."""

from __future__ import annotations

from collections.abc import Callable

Pack = tuple[list[str], str]

GAIN = "Each player gains 1 coin."


def word(number: int) -> str:
    """A word of its own for each number."""
    return "".join("bcdfghjklm"[int(digit)] + "aeiou"[int(digit) % 5] for digit in str(number)) + "zo"


def words(said: str) -> list[str]:
    return [f"type: vocabulary\nid: more\n{said}\n"]


def names(count: int) -> str:
    return ", ".join(word(k) for k in range(count))


def pieces(count: int) -> Pack:
    return words(f"kinds: {{bead: {{number: {count}, starts: pool}}}}"), "Put each bead into the pool."


def cards(count: int) -> Pack:
    said = [
        f"type: card\nid: {word(k)}\nname: {word(k).title()}\nfriend: {word(k * 7 % count)}\n"
        for k in range(count)
    ]
    return [*words("kinds: {card: {documents: true, starts: pool, attributes: {friend: card}}}"), *said], GAIN


def rooms(count: int) -> Pack:
    said = [f"type: room\nid: {word(k)}\nname: {word(k).title()}\n" for k in range(count)]
    return [*words("places: {room: {part-of: pool, documents: true}}"), *said], GAIN


def kinds(count: int) -> Pack:
    return words(
        "kinds: {" + ", ".join(f"{word(k)}: {{number: 1, starts: pool}}" for k in range(count)) + "}"
    ), GAIN


def places(count: int) -> Pack:
    return words("places: {" + ", ".join(f"{word(k)}: {{part-of: pool}}" for k in range(count)) + "}"), GAIN


def quantities(count: int) -> Pack:
    return words("quantities: {" + ", ".join(f"{word(k)}: {{of: player}}" for k in range(count)) + "}"), GAIN


def keywords(count: int) -> Pack:
    said = [
        f"type: keyword\nid: {word(k)}\nname: {word(k).title()}\nkinds: [counter]\n"
        "means:\n- When a player gains coins, they gain 1 jewel.\n"
        for k in range(count)
    ]
    return said, GAIN


def rules(count: int) -> Pack:
    said = "".join(f"- When a player gains {k + 2} coins, they gain 1 jewel.\n" for k in range(count))
    return [f"type: rules\nid: many\nrules:\n{said}"], GAIN


def chain_of_kinds(count: int) -> Pack:
    said = ", ".join(f"{word(k)}: {{is: {word(k - 1)}}}" for k in range(1, count))
    return words(f"kinds: {{{word(0)}: {{}}, {said}}}"), GAIN


def circle_of_kinds(count: int) -> Pack:
    return words(
        "kinds: {" + ", ".join(f"{word(k)}: {{is: {word((k + 1) % count)}}}" for k in range(count)) + "}"
    ), GAIN


def sentences(count: int) -> Pack:
    return [], " ".join([GAIN] * count)


def quotes(count: int) -> Pack:
    return [], GAIN + ' "' * count


def misspelt(count: int) -> Pack:
    said = "".join(f"- Each plaeyr gians {k} cions.\n" for k in range(count))
    return [f"type: rules\nid: many\nrules:\n{said}"], GAIN


LINEAR: list[tuple[Callable[[int], Pack], int, set[str]]] = [
    (pieces, 500, set()),
    (cards, 60, set()),
    (rooms, 60, set()),
    (kinds, 100, set()),
    (places, 100, set()),
    (quantities, 100, set()),
    (keywords, 20, set()),
    (rules, 20, set()),
    (sentences, 50, set()),
    (chain_of_kinds, 200, {"SAY0317"}),
    (circle_of_kinds, 200, {"SAY0317"}),
    (quotes, 1000, {"SAY0403"}),
    (misspelt, 45, {"SAY0401"}),  # takes long: the last
]
"""What there is much of, how much, and the codes of what is found."""
