"""Accepted alternates of a formula: *2 points for each …* scores them."""

from __future__ import annotations

from toolkit.language.lexer import Lexicon, Token, names
from toolkit.language.wording.replaced import closed


def scored(tokens: list[Token], lexicon: Lexicon) -> list[Token]:
    """The tokens of a sentence of a formula: *2 points for each …*, *+2 points* are *Score 2 points …*"""
    at = _after_condition(tokens)
    before, rest = tokens[:at], tokens[at:]
    if not rest:
        return tokens
    first = rest[0]
    if first.word == "worth" and rest[1:2] and rest[1].type == "NUMBER":
        return [*before, *scored(rest[1:], lexicon)]  # *Worth 1 point per card*
    gained = first.type == "" and first.span.text.startswith("+")  # *+2 points* has become *Gain 2 points*
    if not gained and (first.type != "NUMBER" or any(_is_finite(token) for token in rest[1:3])):
        return tokens
    said, readings = "score" if before else "Score", lexicon.readings_of("score")
    verb = Token(said, first.start, first.end, first.span, readings, "")
    return [*before, verb, *rest[gained:]]


def _after_condition(tokens: list[Token]) -> int:
    """Where a sentence goes on after the condition with which it begins, if it does."""
    if closed(tokens[0]) not in names("IF UNLESS AS_LONG_AS"):
        return 0
    return next((k + 1 for k, token in enumerate(tokens) if token.type == "COMMA"), 0)


def _is_finite(token: Token) -> bool:
    return closed(token) == "BE" or (bool(token.find("verb")) and not token.find("noun"))
