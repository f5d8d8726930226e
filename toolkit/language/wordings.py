"""Wordings that English has and this language has not, each with the one to use.

The lexer asks for unknown words, the parser when a sentence does not fit.  A row: what is typed, what to write
instead (`None`: no word-for-word replacement), and why or how.  One meaning, one wording: this is where the other
ones are sent away politely.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Wording(NamedTuple):
    """`instead`: the replacement, or None.  `hint`: one phrase for the author."""

    instead: str | None
    hint: str


_COMPARED = "compare with *is higher than*, *is lower than*, *is at least*, *is at most*"
_ADDED = "leave it out: *gain 2 …* adds to what is there; a lasting bonus is *has +2 …*"

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
    "dies": Wording(
        None, "the plural of *die* is *dice*; of what comes to its end, say where it goes: *… is put in …*"
    ),
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
    "per": Wording("for each", "say *for each …*"),
    "least": Wording("fewest", "say *the fewest …*"),
    "greater": Wording("higher", _COMPARED),
    "bigger": Wording("higher", _COMPARED),
    "larger": Wording("higher", _COMPARED),
    "smaller": Wording("lower", _COMPARED),
    "either": Wording(None, "let the player choose: *Choose one:* and a line `- …` for each"),
    "neither": Wording(None, "say *no … and no …*"),
    "nor": Wording(None, "say *no … and no …*"),
    "still": Wording("", "leave it out: what is said holds as it is said"),
    "immediately": Wording("", "leave it out: what is said happens at once"),
    "additional": Wording("", _ADDED),
    "extra": Wording("", _ADDED),
    "please": Wording("", "leave it out: orders are short"),
    "happens": Wording(None, "say what is done; what is not to be done is said with *cannot*"),
    "becomes": Wording(None, "an amount is changed with *set … to …*"),
    "become": Wording(None, "an amount is changed with *set … to …*"),
    "increase": Wording(None, "say *gain 1 …*; a lasting bonus is *has +1 …*"),
    "increased": Wording(None, "say *gain 1 …*; a lasting bonus is *has +1 …*"),
    "reduce": Wording(None, "say *lose 1 …*; what always holds is *has -1 …*"),
    "reduced": Wording(None, "say *lose 1 …*; what always holds is *has -1 …*"),
    "add": Wording(None, "say *gain 1 …*; a lasting bonus is *has +1 …*"),
    "subtract": Wording(None, "say *lose 1 …*"),
    "double": Wording(None, "twice an amount is *twice …*; to get as much again is *gain … equal to your …*"),
    "steal": Wording(None, "say who loses it and who gains it: *That player loses 1 …. Gain 1 ….*"),
    "steals": Wording(None, "say who loses it and who gains it: *That player loses 1 …. They gain 1 ….*"),
    "enters": Wording(None, "say what is done to it: *When a … is put in …*"),
    "leaves": Wording(None, "say what is done to it: *When a … is put in …*"),
    "x": Wording(None, "an amount that is counted is *… equal to the number of …*"),
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
    "<": "say *fewer than*, *less than* or, with *=*, *at most*",
    ">": "say *more than* or, with *=*, *at least*",
    "+": "a sign stands before its number: *+1*; *2 and more* is *at least 2*",
    "&": "say *and*",
    "$": "an amount is a number and its word: *2 coins*",
    "€": "an amount is a number and its word: *2 coins*",
    "“": "a sentence stands without quotes, or in the straight ones of YAML",
    "”": "a sentence stands without quotes, or in the straight ones of YAML",
    "„": "a sentence stands without quotes, or in the straight ones of YAML",
    '"': "a sentence stands without quotes, and so do the words in it",
    "*": "each way of a choice begins with `- `",
    "•": "each way of a choice begins with `- `",
    "=": "say *is*",
    "%": "say *half of* or a number",
}
"""What to write instead of a mark."""

MARK_FIXES: dict[str, str] = {
    "“": "",
    "”": "",
    "„": "",
    '"': "",
    "&": "and",
    "*": "-",
    "•": "-",
    "≤": "at most",
    "≥": "at least",
}
"""Marks for which something else can be put, whatever stands around them."""


class Rewording(NamedTuple):
    """`said`: what people write.  `written`: a replacement, as `re.sub` takes it.  `hint`: as in `Wording`.

    `words`: it is words that the language has not, and not the way in which clauses are joined.
    """

    said: re.Pattern[str]
    written: str
    hint: str
    words: bool


def _said(said: str, written: str, hint: str, *, words: bool = True) -> Rewording:
    return Rewording(re.compile(said, re.IGNORECASE), written, hint, words)


_WHEN = "a time of the game begins its sentence: *At the start of each …, …*, *At the end of each …, …*"
_LIMIT = "a limit forbids: *… cannot … more than 1 … each turn*"

REWORDINGS: tuple[Rewording, ...] = (
    _said(r"\b(?:can|may)\s+not\b", "cannot", "what is forbidden is said with *cannot*"),
    _said(r"^(?:each|every)\s+(\w+),", r"At the start of each \1,", _WHEN),
    _said(
        r"^when\s+(?:(?:a|an|the|each)\s+)?((?:\w+['’]s\s+)?\w+)\s+(?:begins|starts),",
        r"At the start of each \1,",
        _WHEN,
    ),
    _said(
        r"^when\s+(?:(?:a|an|the|each)\s+)?((?:\w+['’]s\s+)?\w+)\s+(?:ends|is over),",
        r"At the end of each \1,",
        _WHEN,
    ),
    _said(r"\b(?:can|may)\s+only\s+(\w+)\s+(\d+)\s", r"cannot \1 more than \2 ", _LIMIT),
    _said(r"\b(?:can|may)\s+(\w+)\s+only\s+(\d+)\s", r"cannot \1 more than \2 ", _LIMIT),
    _said(
        r"\bas\s+(?:much|many)\s+([\w ]+?)\s+as\s+(you|they)\s+have\s+([\w ]+)(?=[.,])",
        r"\1 equal to the number of \3 \2 have",
        "an amount that is counted is *… equal to the number of …*",
    ),
    _said(
        r"\b(?:you may\s+)?repeat\s+(?:this|that|it)\s+(up to \d+ times|\d+ times):",
        r"repeat \1:",
        "what is repeated stands behind a colon: *Repeat up to 3 times: …, then ….*",
    ),
    _said(
        r",?\s+and\s+then\b", ", then", "what comes next is said with *, then* or in a sentence of its own"
    ),
    _said(r",\s+otherwise\b,?", ". Otherwise,", "*Otherwise, …* is a sentence of its own", words=False),
    _said(
        r",\s+if\s+(you|they)\s+do\b,?",
        r". If \1 do,",
        "*If you do, …* is a sentence of its own",
        words=False,
    ),
    _said(r"(?<=\w),?\s+then\b", ",", "a comma alone stands behind a condition: *If …, …*", words=False),
)
"""Wordings of several words that the grammar refuses; one counts where the sentence can be read with the other."""

SPLICED = (
    _said(r",(?=\s)", ", and", "a new subject follows *, and*, or begins a sentence of its own", words=False),
)
"""Asked when commas between things to do are ruled out."""


def wording(word: str) -> Wording | None:
    """What to write instead of a word, if it is one of those people try."""
    return _ROWS.get(word.replace("’", "'"))
