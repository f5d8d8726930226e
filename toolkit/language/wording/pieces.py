"""From characters to pieces: words, numbers, marks and genitives, before anything is looked up.

What is written short is written out here (*isn't*: *is not*; *they're*: *they are*): each of its words is a piece with
the characters that it was written with.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Piece(NamedTuple):
    """`kind`: word, number, genitive, bullet or mark.  `word`: its text in small letters.  Where it begins and ends."""

    kind: str
    word: str
    start: int
    end: int


_PIECE = re.compile(
    r"""
      (?P<bullet> (?m:^) [ \t]* - (?=[ \t]) )
    | (?P<number> (?: (?<![\w]) [+\-−] )? \d+ (?![\w] | -\w) )
    | (?P<word>   \w+ n['’]t (?!\w) | \w+ (?: -\w+ )* )
    | (?P<genitive> ['’]s (?!\w) | (?<=s)['’] )
    | (?P<short>  ['’] (?: re | ve | ll ) (?!\w) )
    | (?P<mark>   \S )
    """,
    re.X,
)

_SHORT = {"'re": "are", "'ve": "have", "'ll": "will"}
_HAS_IS = frozenset({"it", "that", "who", "there", "what"})
"""Words after which *'s* is *is* and no owner: *its*, *whose* are those."""
_NOT_OF = {"can't": "cannot", "won't": "will not"}
_BEFORE_NOT = frozenset(
    {"is", "are", "was", "were", "do", "does", "did", "has", "have", "had", "must", "would"}
)


def pieces(text: str) -> list[Piece]:
    """The pieces of a text in order."""
    found: list[Piece] = []
    for match in _PIECE.finditer(text):
        group = match.lastgroup or ""
        word = match[0].casefold().replace("’", "'")
        start, end = match.span()
        if group == "word" and word.endswith("n't"):
            found += _with_not(word, start, end)
        elif group == "short":
            found.append(Piece("word", _SHORT[word], start, end))
        elif group == "genitive" and word == "'s" and found and found[-1].word in _HAS_IS:
            found.append(Piece("word", "is", start, end))
        else:
            found.append(Piece(group, word, start, end))
    return _without_aside(found)


def _without_aside(found: list[Piece]) -> list[Piece]:
    """*(counting this)*, *(round down)*: what may stand in brackets stands between commas, too."""
    words = [piece.word for piece in found]
    for i in range(len(found) - 3):
        rounds = words[i + 1] in ("round", "rounded", "rounding") and words[i + 2] in ("up", "down")
        if words[i] == "(" and rounds and words[i + 3] == ")":
            comma = Piece("mark", ",", found[i].start, found[i].end)
            said = Piece("word", "rounded", found[i + 1].start, found[i + 1].end)
            return [*found[:i], comma, said, found[i + 2], *_without_aside(found[i + 4 :])]
    for i in range(len(found) - 2):
        if words[i] == "(" and words[i + 1] in ("counting", "including") and ")" in words[i + 3 : i + 5]:
            end = words.index(")", i)
            opening = Piece("mark", ",", found[i].start, found[i].end)
            return [*found[:i], opening, *found[i + 1 : end], *_without_aside(found[end + 1 :])]
    return found


def typed(text: str, found: list[Piece], first: int, count: int) -> str:
    """The characters of so many pieces, with what was written short written out."""
    start, end = found[first].start, found[first + count - 1].end
    value = text[start:end]
    if found[first].word == "rounded":  # *(round down)*
        return " ".join(piece.word for piece in found[first : first + count])
    if "'" not in value and "’" not in value:
        return value
    words = " ".join(piece.word for piece in found[first : first + count])
    if " ".join(value.split()).casefold().replace("’", "'") == words:
        return value
    return words[:1].upper() + words[1:] if value[:1].isupper() else words


def _with_not(word: str, start: int, end: int) -> list[Piece]:
    """*don't*, *can't*; a word that nobody writes so stays as it is."""
    whole = _NOT_OF.get(word)
    verb = word[:-3]
    if whole is None and verb not in _BEFORE_NOT:
        return [Piece("word", word, start, end)]
    if whole == "cannot":
        return [Piece("word", whole, start, end)]
    verb = whole.split()[0] if whole else verb
    return [Piece("word", verb, start, end - 3), Piece("word", "not", end - 3, end)]
