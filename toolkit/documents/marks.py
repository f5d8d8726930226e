"""Signs that nobody sees: controls, joiners and spaces of no width, tags, marks that turn the direction of writing.

Some have a use that can be seen, and there they may stand: a joiner after a sign that waits for one (virama), between
letters that join (Arabic), between pictures; a variation after a picture or an ideograph.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

_HIDDEN = re.compile(
    "["
    "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"  # controls
    "\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0"  # soft hyphens, joiners, fillers
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f"  # no width, direction, separators
    "\ufe00-\ufe0f\ufeff\ufff9-\ufffb\ufffe\uffff\ud800-\udfff"
    "\U000e0000-\U000e0fff"  # tags, variations
    "]"
)
_JOINERS = "\u200c\u200d"
_VIRAMA = 9
"""The combining class of signs after which a joiner decides what is drawn."""


def hidden(text: str) -> Iterator[tuple[int, int]]:
    """Where signs stand that nobody sees and that have no use there, as `(start, end)` of those in a row."""
    start = end = -1
    for found in _HIDDEN.finditer(text):
        at = found.start()
        if _of_use(text, at):
            continue
        if at > end and end >= 0:
            yield start, end
        start, end = (start, at + 1) if at == end else (at, at + 1)
    if end >= 0:
        yield start, end


def _of_use(text: str, at: int) -> bool:
    sign, before, after = text[at], text[at - 1 : at], text[at + 1 : at + 2]
    if not before:
        return False
    category = unicodedata.category(before)
    if sign in _JOINERS:
        joining = before + after
        return (
            unicodedata.combining(before) == _VIRAMA
            or (len(joining) == 2 and all(unicodedata.bidirectional(each) == "AL" for each in joining))
            or (sign == "\u200d" and _picture(text, at - 1) and unicodedata.category(after or " ") == "So")
        )
    return ("\ufe00" <= sign <= "\ufe0f" and category == "So") or (
        "\U000e0100" <= sign <= "\U000e01ef" and category == "Lo"
    )


def _picture(text: str, at: int) -> bool:
    """A picture, with a colour of its skin or a variation."""
    while at > 0 and (unicodedata.category(text[at]) == "Sk" or "\ufe00" <= text[at] <= "\ufe0f"):
        at -= 1
    return unicodedata.category(text[at]) == "So"
