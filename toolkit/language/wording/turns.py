"""Accepted alternates for ties that are broken by time: *The player who played the highest card on the table gains 1
point. If there is a tie, the one of them who played last does.*

In: a sentence and the note about ties after it.  Out: *The player who played the last card with the highest rank on the
table gains 1 point.*
"""

from __future__ import annotations

import re
from functools import partial

from toolkit.language.lexer import Lexicon, Token
from toolkit.language.wording.replaced import nth

OPENING = re.compile(
    r"(?:if|when) (?:it is )?(?:tied|a tie)|if there is a tie|(?:in|on) (?:the )?(?:case of |event of )?a tie"
    r"|if (?:several|multiple|at least 2|two)(?: \w+)? (?:tie|are (?:tied(?: for (?:the )?(?:highest|lowest))?"
    r"|the (?:highest|lowest)))"
)
"""What opens the note."""
BY_TIME = (
    re.compile(
        r"the (?:one(?: of (?:them|those things))?|(?:tied )?player(?: (?:among|of) them)?|card)"
        r"(?: who(?: of them)?)? (?P<verb>\w+) (?P<turn>last|first)(?: among them)? (?P<does>.+)"
    ),
    re.compile(
        r"the player(?: among them)? who (?P<verb>\w+) the (?P<turn>last|first) of (?:them|those \w+) (?P<does>.+)"
    ),
    re.compile(r"the (?P<turn>last|first) of (?:them|those \w+)(?: to (?P<verb>\w+))? (?P<does>.+)"),
)
"""Whom the note means."""
_EXTREMES = ("highest", "lowest")
_CHOOSING = re.compile(r"(?:you )?(?:may )?choose (?:one|which|one of (?:those things|those \w+))|you choose")
_SEVERAL = re.compile(r"if (?:there are )?(?:several|multiple|at least 2)(?: of them)?(?: (?:are tied|tie))?")


def left_to_you(before: list[Token], sentence: list[Token], lexicon: Lexicon) -> list[Token] | None:
    """*Take the highest card on the table. If there are several, choose one of them.*: whoever takes it does so."""
    comma = next((k for k, token in enumerate(sentence) if token.type == "COMMA"), None)
    if comma is None or _CHOOSING.fullmatch(_text(sentence[comma + 1 :])) is None:
        return None
    opening = _text(sentence[:comma])
    if OPENING.fullmatch(opening) is None and _SEVERAL.fullmatch(opening) is None:
        return None
    start = max((k + 1 for k, token in enumerate(before) if token.type == "COMMA"), default=0)
    verb = nth(before, start).find("verb")
    order = _text(before[start:])
    of_players = re.search(r"players? (?:with|who)", order) is not None
    ahead = any(each in _EXTREMES for each in order.split(" "))
    return before if "b" in verb.form and ahead and not of_players else None


def by_turn(before: list[Token], sentence: list[Token], lexicon: Lexicon) -> list[Token] | None:
    """What stands for a sentence and the note after it; None: it is no such note, or of another sentence."""
    comma = next((k for k, token in enumerate(sentence) if token.type == "COMMA"), None)
    if comma is None or OPENING.fullmatch(_text(sentence[:comma])) is None:
        return None
    outcome = _text(sentence[comma + 1 :])
    note = next((found for each in BY_TIME if (found := each.fullmatch(outcome)) is not None), None)
    at = next((k for k, token in enumerate(before) if token.text.casefold() in ("who", "that")), None)
    if note is None or at is None or at + 4 >= len(before) or before[at + 2].text.casefold() != "the":
        return None
    if not _same_deed(note, before[at + 1], before):
        return None
    things = _ranked(before[at + 3 :], note["turn"], lexicon)
    return None if things is None else [*before[: at + 3], *things]


def _same_deed(note: re.Match[str], did: Token, before: list[Token]) -> bool:
    """Whether the note is about the same verb, and lets the same happen: *takes it*, *does*, *wins*."""
    verb = did.find("verb")
    said = note.groupdict().get("verb")
    if not verb or said not in (None, did.text.casefold(), verb.id):
        return False
    end = [k for k, token in enumerate(before) if "t" in token.find("verb").form]
    order = _text(before[end[-1] :]) if end else ""
    return note["does"] in ("does", "does so", "wins", order, f"{order.split(' ')[0]} it")


def _ranked(rest: list[Token], turn: str, lexicon: Lexicon) -> list[Token] | None:
    """*the highest card …*, *the card with the highest rank …* → *the last card with the highest rank …*."""
    first = rest[0]

    said = partial(lexicon.tokens, first)

    if first.text.casefold() not in _EXTREMES:
        with_the = _text(rest[1:3]) == "with the" and len(rest) > 3 and rest[3].text.casefold() in _EXTREMES
        return [*said(turn), *rest] if first.find("noun") and with_the else None
    noun = rest[1].find("noun")
    entry = lexicon.vocabulary.nouns.get(noun.id) if noun else None
    if entry is None or entry.shows is None:
        return None
    return [*said(turn), rest[1], *said("with", "the", first.text.casefold(), entry.shows), *rest[2:]]


def _text(tokens: list[Token]) -> str:
    return " ".join(token.text.casefold() for token in tokens)
