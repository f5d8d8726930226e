"""Wordings that English has and this language has not, each with the one to use.

The lexer asks for unknown words, the parser when a sentence does not fit.  A row: what is typed, what to write
instead (`None`: no word-for-word replacement), and why or how.  One meaning, one wording: this is where the other
ones are sent away politely.
"""

from __future__ import annotations

from typing import NamedTuple


class Wording(NamedTuple):
    """`instead`: the replacement, or None.  `hint`: one phrase for the author."""

    instead: str | None
    hint: str


_ROWS: dict[str, Wording] = {
    "exceeds": Wording(
        "is higher than", "compare with *is higher than*, *is lower than*, *is at least*, *is at most*"
    ),
    "exceed": Wording(
        "is higher than", "compare with *is higher than*, *is lower than*, *is at least*, *is at most*"
    ),
    "equals": Wording("is", "an amount *is 7*"),
    "which": Wording("that", "a relative clause begins with *that*, *who*, *where* or *whose*"),
    "whom": Wording("that", "a relative clause begins with *that*, *who*, *where* or *whose*"),
    "respectively": Wording(None, "write one sentence for each pair"),
    "he": Wording("they", "one player is *they*"),
    "she": Wording("they", "one player is *they*"),
    "him": Wording("them", "one player is *they*"),
    "her": Wording("their", "one player is *they*"),
    "his": Wording("their", "one player is *they*"),
    "i": Wording("you", "the player who acts is *you*"),
    "we": Wording("players", "name the players: *each player*, *the other players*"),
    "my": Wording("your", "the player who acts is *you*"),
    "our": Wording(None, "name the owner: *your*, *their*"),
    "opponent": Wording("other player", "say *the other player*, *another player* or *each other player*"),
    "opponents": Wording("other players", "say *the other players*"),
    "doesn't": Wording("does not", "words are written out"),
    "don't": Wording("do not", "words are written out"),
    "didn't": Wording("did not", "words are written out"),
    "can't": Wording("cannot", "words are written out"),
    "isn't": Wording("is not", "words are written out"),
    "aren't": Wording("are not", "words are written out"),
    "wasn't": Wording("was not", "words are written out"),
    "won't": Wording("will not", "words are written out"),
    "hasn't": Wording("has not", "words are written out"),
    "haven't": Wording("have not", "words are written out"),
    "should": Wording("must", "*may* offers, *must* obliges, *cannot* forbids"),
    "shall": Wording("must", "*may* offers, *must* obliges, *cannot* forbids"),
    "could": Wording("can", "*can* lifts what *cannot* forbids"),
    "might": Wording("may", "*may* offers a choice"),
    "one": Wording("1", "numbers are digits; one of several is *a …* or *one of …*"),
    "two": Wording("2", "numbers are digits"),
    "three": Wording("3", "numbers are digits"),
    "four": Wording("4", "numbers are digits"),
    "five": Wording("5", "numbers are digits"),
    "six": Wording("6", "numbers are digits"),
    "seven": Wording("7", "numbers are digits"),
    "eight": Wording("8", "numbers are digits"),
    "nine": Wording("9", "numbers are digits"),
    "ten": Wording("10", "numbers are digits"),
    "gets": Wording("has", "a lasting bonus is *has +1 …*, something received is *gains 1 …*"),
    "get": Wording("gain", "a lasting bonus is *has +1 …*, something received is *gain 1 …*"),
    "dies": Wording("dice", "the plural of *die* is *dice*"),
    "ignore": Wording(None, "say what happens instead: *cancel …*, *… cannot …* or *… does not apply*"),
    "prevent": Wording(None, "say what is forbidden: *… cannot …*"),
    "negate": Wording(None, "say *cancel …*"),
    "additionally": Wording(None, "write a new sentence; each one adds to the ones before"),
    "afterwards": Wording("then", "order sentences with *, then* or a new sentence"),
    "except": Wording("other than", "leave something out with *other than*"),
    "whoever": Wording("the player who", "say *the player who …* or *the player with the most …*"),
    "everyone": Wording("each player", "say *each player*"),
    "everybody": Wording("each player", "say *each player*"),
    "somebody": Wording("a player", "say *a player*"),
    "someone": Wording("a player", "say *a player*"),
    "anyone": Wording("a player", "say *a player*"),
    "anybody": Wording("a player", "say *a player*"),
    "nobody": Wording("no player", "say *no player*"),
    "some": Wording(None, "say how many: *1*, *up to 2*, *any number of*"),
    "any": Wording(None, "say *a*, *each*, *all* or *any number of*"),
    "many": Wording(None, "say how many, *that many* or *any number of*"),
    "much": Wording(None, "say how much, or *that much*"),
    "because": Wording(None, "sentences give orders, not reasons; put the reason in a `note`"),
    "else": Wording("otherwise", "*If …, …. Otherwise, ….*"),
    "so": Wording(None, "order sentences with *, then* or *If you do,*"),
    "these": Wording("those", "several things named before are *those …*"),
}


MARK_HINTS: dict[str, str] = {
    "/": "say *and* or say *or*; *and/or* leaves open which",
    "(": "an aside is a sentence of its own, or a `note`",
    ")": "an aside is a sentence of its own, or a `note`",
    "#": "in a text this begins no comment; comments stand outside of texts",
    "!": "sentences end with a full stop",
    "?": "sentences end with a full stop",
    "≤": "say *at most*",
    "≥": "say *at least*",
    "=": "say *is*",
    "%": "say *half of* or a number",
}
"""What to write instead of a mark."""


def wording(word: str) -> Wording | None:
    """What to write instead of a word, if it is one of those people try."""
    return _ROWS.get(word.replace("’", "'"))
