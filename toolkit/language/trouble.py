"""What to say when a sentence does not fit: where it breaks off, what could stand there, what was probably meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.language.grammar import STARTS
from toolkit.language.lexer import Token
from toolkit.report import Diagnostic, Fix, diagnose

if TYPE_CHECKING:
    from toolkit.language.parser import Parser


def no_stop(tokens: list[Token]) -> Diagnostic:
    """A sentence without a full stop: read as if it had one."""
    at = tokens[-1].span
    return diagnose("SAY0506", at, fixes=[Fix("end the sentence with a full stop", at, ".")])


def explain(parser: Parser, tokens: list[Token], tagged: list[Token], start: str) -> list[Diagnostic]:
    """The diagnostics of a sentence that the grammar refuses."""
    index, expected = parser.stops_at(tagged, STARTS[start])
    shown = sorted(expected)
    if index >= len(tagged) or tagged[index].type == "STOP":
        token = tagged[min(index, len(tagged) - 1)]
        return [diagnose("SAY0502", token.span, expected=shown)]
    token = tagged[index]
    return [diagnose("SAY0501", token.span, found=f"*{token.text}*", expected=shown)]
