"""Accepted alternates for what is swapped with another: *Swap a painting in your gallery with a painting of the same
style in another player's gallery.*

Rows of `alternates.py`: *whose style is its style*, of the first of the two, which is the only thing that can be meant.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.language.wording.replaced import CLAUSE, closed, since
from toolkit.language.wording.row import Filled, Row

if TYPE_CHECKING:
    from toolkit.language.lexer import Token
    from toolkit.language.wording.alternates import Alternates

_SWAPS = frozenset({"swap", "swaps", "exchange", "exchanges", "trade", "trades"})
_ONE = frozenset({"a", "an", "one of", "another"})


def _for_one(a: Alternates, filled: Filled) -> bool:
    """Whether one thing is swapped with one other, of which this is said."""
    first, second = _the_two(a)
    if not second or first[0].word not in _ONE:
        return False
    named = second[0].find("name") is not None and "GEN" in [each.type for each in second[:2]]
    nouns = [noun.form for token in second if a.noun(token, "thing") and (noun := token.find("noun"))]
    alone = not any(closed(token) in ("AND", "OR", "NUMBER") for token in (*first, *second))
    return (
        alone and (named or second[0].word in _ONE) and nouns == ["p" if second[0].word == "one of" else "s"]
    )


def _the_two(a: Alternates) -> tuple[list[Token], list[Token]]:
    """What is swapped, and with what."""
    clause = since(a.out, CLAUSE)
    verb = max((k for k, token in enumerate(clause) if token.word in _SWAPS), default=len(clause))
    said = clause[verb + 1 :]
    joint = next((k for k, token in enumerate(said) if token.word in ("with", "for")), len(said))
    return said[:joint], said[joint + 1 :]


_ENDS = "[!than|as|or|and]"
ROWS = (
    Row(
        f"[{'|'.join(sorted(_SWAPS))}] one_of the|your|their {{what:thing}} [in|on|at] [your|their]",
        "a@what {what.id}",
    ),
    Row(
        f"[noun|name] of|with the? same {{what:attribute|list}} {_ENDS}",
        "whose {what} is its@what {what}",
        when=_for_one,
    ),
    Row(
        f"that has the same {{what:attribute|list}} {_ENDS}", "whose {what} is its@what {what}", when=_for_one
    ),
    *(
        Row(
            f"[noun|name] of|with a|an? {word} {{what:attribute}} {_ENDS}",
            f"whose {{what}} is {than} its@what {{what}}",
            when=_for_one,
        )
        for word, than in (
            ("higher|greater", "higher_than"),
            ("lower|smaller", "lower_than"),
            ("equal or lower", "at_most"),
            ("equal or higher", "at_least"),
        )
    ),
)
