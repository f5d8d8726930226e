"""Accepted alternate for what lifts a rule, said first: *Unless the led card is a 1, players cannot play a sun.*

In: tokens, as in `clauses.py`.  Out: *Players cannot play a sun unless the led card is 1.*
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.language import forms
from toolkit.language.lexer import Token
from toolkit.language.wording.replaced import CONDITION, SENTENCE, Found, closed, since, until

if TYPE_CHECKING:
    from toolkit.language.wording.alternates import Alternates


def unless(a: Alternates, i: int) -> Found | None:
    """Of what is forbidden only: an order begins with its condition."""
    if since(a.out, SENTENCE):
        return None
    end = until(a.tokens, i, SENTENCE)
    comma = until(a.tokens, i, SENTENCE | {"COMMA"})
    said, condition = a.tokens[comma + 1 : end], a.tokens[i + 1 : comma]
    if not said or not any(token.word == "cannot" for token in said):
        return None
    if any(closed(token) in CONDITION or token.type == "COMMA" for token in said):
        return None
    like, head = a.tokens[i], said[0]
    small = Token(like.text.lower(), like.start, like.end, like.span, like.readings, like.type)
    a.tokens[i + 1 : end] = [*said[1:], small, *condition]
    text = forms.capitalize(head.text)
    return Found(1, [Token(text, head.start, head.end, head.span, head.readings, head.type)])
