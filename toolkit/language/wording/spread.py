"""Accepted alternates for who is in the most places: *the player with units in the most regions*.

Rows of `alternates.py`: the places are counted, *with the most regions where they have a unit*.
"""

from __future__ import annotations

from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.row import Filled, Row


def _nobodys(a: Alternates, filled: Filled) -> bool:
    """Whether the places belong to nobody: *the most gardens where they have a cat* would be of their own."""
    entry = a.lexicon.vocabulary.nouns.get(a.noun(filled["where"][0], "place"))
    return entry is not None and entry.place_of != "player"


_IN_THE_MOST = "a|an? {what:thing} in|on|at the {most:most|fewest} {where:place}"
_THEY = "the {most} {where.plural} where they have a@what {what.id}"

ROWS = (
    Row(f"[player] with {_IN_THE_MOST}", f"with {_THEY}", when=_nobodys),
    Row(f"[who] has {_IN_THE_MOST}", f"has {_THEY}", when=_nobodys),
    Row(f"[who|they] have {_IN_THE_MOST}", f"have {_THEY}", when=_nobodys),
    Row(f"[you] have {_IN_THE_MOST}", f"have {_THEY.replace('they', 'you')}", when=_nobodys),
    Row(
        "[you] have a|an? {what:thing} in|on|at more {where:place} than each|any|every other player",
        "have the most {where.plural} where you have a@what {what.id}",
        when=_nobodys,
    ),
)
