"""What an accepted alternate says in several sentences stays under what its sentence begins with.

*If you are rich, take 2 coins from Blue* is *If you are rich, Blue loses 2 coins, then you gain that many coins*, not a
second sentence that asks nothing.
"""

from __future__ import annotations

from itertools import pairwise

from toolkit.language.lexer import Lexicon, Token, names
from toolkit.language.wording.replaced import closed, mark, since

_TIMES = names("WHEN UNTIL TIME FIRST_TIME ONCE AS_LONG_AS")
_CONDITIONS = names("IF UNLESS")
_JOINTS = names("COMMA AND THEN")
_LINES = names("STOP BULLET")
_ANSWERS = names("OTHERWISE THEN BULLET") | _TIMES
_ASKS = ("you do", "they do", "you did", "they did")
"""*If you do, …* and *Otherwise, …* speak of the sentence before."""


def canonical(tokens: list[Token], lexicon: Lexicon, orders: bool) -> list[Token]:
    """The tokens without the stops that were made inside of a sentence with an opening: what follows joins it.

    `orders`: they say what is done; to a rule, to what it waits for, all its sentences belong.
    """
    if not any(is_made(token) for token in tokens):
        return tokens
    under = _is_under if orders else _is_under_more
    out: list[Token] = []
    small = False
    for k, token in enumerate(tokens):
        rest = tokens[k + 1 :]
        if is_made(token) and rest and under(since(out, _LINES)) and not _stands_alone(rest):
            out += [mark("COMMA", token), lexicon.token("then", token)]
            if "b" in rest[0].find("verb").form:
                out.append(lexicon.token("you", rest[0]))
            small = True
            continue
        out.append(token.small() if small else token)
        small = False
    return out


def is_made(token: Token) -> bool:
    """Whether it is a stop that nobody wrote: an alternate says in two sentences what stands in one."""
    return token.type == "STOP" and token.span.text != "."


def _is_under(sentence: list[Token]) -> bool:
    """*If you are rich, …*; *gain 1 coin and if you are rich, …*."""
    begins = (*sentence[:1], *_behind(sentence))
    return any(closed(each) in _TIMES or _holds_more(each) for each in begins)


def _is_under_more(sentence: list[Token]) -> bool:
    """*When you win, if you are rich, …*: under more than what a rule waits for, as a sentence after it is, *…. If you
    are rich, …*; *If you would win, repeat 2 times: …*, where an *if* is asked with the event.
    """
    if not sentence:
        return False
    begun = _behind(sentence)
    if closed(sentence[0]) == "IF" and any(token.word == "would" for token in sentence):
        return any(map(_goes_through, begun))
    if closed(sentence[0]) in _TIMES:
        return any(map(_holds_more, begun))
    return _holds_more(sentence[0])


def _behind(sentence: list[Token]) -> list[Token]:
    """What each of its clauses begins with, but for the first."""
    return [after for before, after in pairwise(sentence) if closed(before) in _JOINTS]


def _holds_more(token: Token) -> bool:
    """Whether what begins so can be about several things that are done: *if*, *for each*, *repeat*."""
    return closed(token) in _CONDITIONS or _goes_through(token)


def _goes_through(token: Token) -> bool:
    """*for each*, *repeat*."""
    verb = token.find("verb")
    return closed(token) == "FOR_EACH" or verb.id == "repeat"


def _stands_alone(rest: list[Token]) -> bool:
    """Whether a sentence speaks of the one before it, or says itself when it is carried out."""
    asked = " ".join(token.word for token in rest[1:3])
    return closed(rest[0]) in _ANSWERS or (closed(rest[0]) == "IF" and asked in _ASKS)
