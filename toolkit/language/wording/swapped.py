"""Accepted alternates for what is swapped with another: *Swap a painting in your gallery with a painting of the same
style in another player's gallery.*

Rows of `alternates.py`: *whose style is its style*, of the first of the two, which is the only thing that can be meant.
"""

from __future__ import annotations

from toolkit.language.lexer import Token
from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.replaced import CLAUSE, SENTENCE, Found, closed, holds, is_player, since
from toolkit.language.wording.row import Filled, Row

_SWAPS = frozenset({"swap", "swaps", "exchange", "exchanges", "trade", "trades"})
_ONE = frozenset({"a", "an", "one of", "another"})


def _for_one(a: Alternates, filled: Filled) -> bool:
    """Whether one thing is swapped with one other, of which this is said."""
    first, second = _the_two(a)
    if not first or not second or first[0].word not in _ONE:
        return False
    named = bool(second[0].find("name")) and "GEN" in [each.type for each in second[:2]]
    nouns = [noun.form for token in second if a.noun(token, "thing") and (noun := token.find("noun"))]
    alone = not holds((*first, *second), "AND", "OR", "NUMBER")
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


def _of_each(a: Alternates, filled: Filled) -> bool:
    """Whether *hands* are those of two players, the other of whom is named."""
    where, who = filled["where"][0], filled["who"]
    several = where.find("noun").form == "p"
    return several and any(a.noun(token, "player") or is_player(token, a) for token in who)


def _of_player(a: Alternates, filled: Filled) -> bool:
    """*with that player*, *with another player*; not *with that player's hand*."""
    said = filled["who"]
    return any(a.noun(token, "player") for token in said) and not any(
        a.noun(token, "place") for token in said
    )


_ENDS = "[!than|as|or|and]"
ROWS = (
    Row(
        f"{'|'.join(sorted(_SWAPS - {'swaps', 'exchanges', 'trades'}))} {{where:place}} with {{who...}}",
        "swap your@where {where.id} with the@where {where.id} of@where {who}",
        when=_of_each,
    ),
    # Swap your hand with another player
    Row(
        "swap {your:your} {where:place} {with:with} {who...}",
        "swap {your} {where} {with} the@where {where.id} of@where {who}",
        when=_of_player,
    ),
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


def those_two(a: Alternates, i: int) -> Found | None:
    """*Look at 2 cards. Swap them.*, *Swap one of them with the other.*, *Swap those cards.* is *Swap one of those
    cards with one of those cards.*, of two: one goes where the other lies.
    """
    before = since(a.out[: len(a.out) - len(since(a.out, SENTENCE)) - 1], SENTENCE)
    two = [token for token in before if token.word in _TWO]
    more = any(token.type == "NUMBER" and token not in two for token in before)
    if (
        len(two) != 1
        or more
        or any(closed(token) == "IF" or token.word in ("each", "all") for token in before)
    ):
        return None
    what, used = _those(a, i + 1)
    if not what or not a.ends(i + used):
        return None
    like = a.tokens[i]
    one = [*a.words(like, "one of", "those"), what]
    return Found(used, [like, *one, a.spelled("with", like), *one])


def _those(a: Alternates, i: int) -> tuple[Token | None, int]:
    """*them*, *those cards*, *one of them with the other*: the noun, and how many words that is with the verb."""
    words = [a.text(k) for k in range(i, i + 5)]
    if words == ["one of", "them", "with", "the", "other"]:
        return a.spelled("things", a.tokens[i]), 6
    if words[0] == "them":
        return a.spelled("things", a.tokens[i]), 2
    noun = a.at(i + 1)
    return (noun, 3) if words[0] == "those" and a.noun(noun, "thing") else (None, 0)


_TWO = frozenset({"2", "two", "both", "both of"})
