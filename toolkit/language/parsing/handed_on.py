"""What to say where a thing is passed to a player and nobody says from where: *Each player passes a card to the left.*

Said with its place it is understood (`wording/handed.py`): *passes a card in their hand to the player to their left*.
"""

from __future__ import annotations

import re

from toolkit.language.lexer import NO_TOKEN, Lexicon, Token, names
from toolkit.language.wording.replaced import CLAUSE, closed, until

_VERBS = frozenset({"pass", "passes", "give", "gives", "hand", "hands"})
_PAYS = ("pay", "pays")
_ENDS = CLAUSE | names("AND OR THEN")
_SIDES = ("left", "right")
_AS_SAID = {"hand": "pass", "hands": "passes"}


def hint(lexicon: Lexicon, sentence: list[Token], at: int) -> str | None:
    """How it is said with its place; None: that is not what is missing."""
    verb, end = sentence[at].word, until(sentence, at, _ENDS)
    to = next((k for k in range(at + 1, end) if closed(sentence[k]) == "TO"), None)
    if verb in _PAYS and to is not None:
        return "what is paid to somebody stands in a sentence of its own: *… pay … to …. …*, or *…. If you do, …*"
    if verb not in _VERBS or to is None:
        return None
    whose = _whose(sentence, at)
    said, whom = _what(lexicon, sentence[at + 1 : to]), _whom(lexicon, sentence[to + 1 : end], whose)
    nouns = lexicon.vocabulary.nouns.values()
    places = [each for each in nouns if each.category == "place" and each.place_of == "player"]
    if said is None or whom is None or not places:
        return None
    verb = _AS_SAID.get(verb, verb)
    shown = [f"*{verb} {said} {place.prep} {whose} {place.id} to {whom}*" for place in places]
    return f"say where it lies, and it goes to the same place of the other: {' or '.join(shown[:3])}"


def _what(lexicon: Lexicon, what: list[Token]) -> str | None:
    """A thing that is said without its place."""
    categories = {_category(lexicon, token) for token in what}
    if "thing" not in categories or categories & {"place", "quantity"}:
        return None
    return _of_some(what)


def _whom(lexicon: Lexicon, who: list[Token], whose: str) -> str | None:
    """Who gets it; *to the left*: the player there."""
    if who and who[-1].word in _SIDES and "player" not in {_category(lexicon, token) for token in who}:
        return f"the player to {whose} {who[-1].word}"
    return _typed(who) if _is_player(lexicon, who) else None


def _of_some(what: list[Token]) -> str | None:
    """*a card*, for *that card*, which each of several has chosen; *the highest card*, for *their highest card*."""
    first, rest = what[0], _typed(what[1:])
    if not rest:
        return None
    begins = {"that": "a", "their": "the", "your": "the"}.get(first.word, first.text)
    return f"{begins} {rest.removeprefix('chosen ')}"


def _typed(tokens: list[Token]) -> str:
    """The words as they stand in the text; a genitive is a token of its own."""
    return re.sub(r" (?=['’])", "", " ".join(token.text for token in tokens))


def _whose(sentence: list[Token], at: int) -> str:
    """*their*, of somebody who is named before the verb."""
    before = sentence[at - 1] if at else NO_TOKEN
    named = bool(before.find("noun")) or before.word in ("they", "then")
    return "their" if named or sentence[at].word in ("passes", "gives", "hands") else "your"


def _category(lexicon: Lexicon, token: Token) -> str:
    reading = token.find("noun")
    entry = lexicon.vocabulary.nouns.get(reading.id) if reading else None
    if entry is None and token.find("name"):
        return "thing"
    return entry.category if entry is not None else ""


def _is_player(lexicon: Lexicon, who: list[Token]) -> bool:
    """Whether one is named: *that player*, *you*, a defined noun or a name."""
    if not who:
        return False
    named = any(token.word in ("you", "them") or _category(lexicon, token) == "player" for token in who)
    one = bool(who[-1].find("noun")) or bool(who[-1].find("name"))
    return named or (
        who[0].word in ("the", "that") and one and _category(lexicon, who[-1]) not in ("place", "thing")
    )
