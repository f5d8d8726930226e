"""Accepted alternates for what things cost: *costs 1 less*, *cost you 1 coin less*, *a card that costs at most 4*."""

from __future__ import annotations

from typing import NamedTuple

from toolkit.language.lexer import Token, names
from toolkit.language.wording.compared import paid_for
from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.replaced import SENTENCE, Found, closed, mark

_SIGNS = {"less": "-", "more": "+"}
_AMOUNTS_BEGIN = names("ART POSS QOUT")
"""With what an amount begins that is no number."""
_EACH = frozenset({"for each", "for every", "for each of"})


def cost(a: Alternates, i: int) -> Found | None:
    """*costs 1 less* is *has -1 cost*, *costs at most 4* is *has at most 4 cost*, *costing* is *with*."""
    if _bought_by_somebody(a):
        return None
    if a.text(i) == "costing":
        return _so_much(a, i, "with") or _an_amount(a, i)
    has = "has" if a.text(i) == "costs" else "have"
    own = "cost" in a.lexicon.frames  # a verb of the pack says how much itself
    return _changed(a, i, has, own) or (None if own else _so_much(a, i, has) or _an_amount(a, i))


def _bought_by_somebody(a: Alternates) -> bool:
    """*cards you buy cost 1 less*: for you alone, and only if they are bought."""
    last = a.last
    bought = last.find("verb") and not (last.find("noun") or last.find("name"))
    return bool(bought) and a.whose() in ("your", "their")


def _so_much(a: Alternates, i: int, has: str) -> Found | None:
    """*costs at most 4*, *costing 3 or more*."""
    found = a.bound_at(i + 1)
    following = i + 1 + (found[2] if found is not None else 0)
    counts = a.nominal(following) and a.text(following) not in ("cost", "costs")
    if found is None or counts or a.text(following) in _SIGNS:
        return None
    bound, number, used = found
    last = a.tokens[i + used]
    that = a.last.word == "that" and has != "with"
    placed = that and a.text(following) in ("from", "in", "on")
    if placed:
        has = "with"  # *that costs 2 from your hand*: no place may stand after a relative clause
    said = [a.said(has, a.tokens[i]), a.said(bound, number), number, a.said((paid_for(a) or "cost"), last)]
    return Found(1 + used, said, drop=int(placed))


def _an_amount(a: Alternates, i: int) -> Found | None:
    """*costing at most the number of cats*, *that costs at most the number of cats*: *whose cost is at most …*."""
    begins = [closed(token) for token in a.tokens[i + 1 : i + 3]]
    bounded = begins[:1] == ["BOUND"]
    that = a.last.word == "that"
    if not (that or a.text(i) == "costing") or not _AMOUNTS_BEGIN.issuperset(begins[bounded:][:1] or [""]):
        return None
    said = [a.said(word, a.tokens[i]) for word in ("whose", paid_for(a) or "cost", "is")]
    if bounded:
        bound = a.tokens[i + 1].readings[0].id
        said.append(a.said("at most" if bound == "up to" else bound, a.tokens[i + 1]))
    return Found(1 + bounded, said, drop=int(that))


def _changed(a: Alternates, i: int, has: str, own: bool) -> Found | None:
    """*cost 1 less*, *cost you 1 coin less for each cat*: *have -1 cost for each cat for you*.

    `own`: what so much of a quantity is, a verb of the pack says.
    """
    end = a.end(i)
    at = next((k for k in range(i + 1, end) if a.tokens[k].type == "NUMBER"), end)
    whom, change = a.tokens[i + 1 : at], _change(a, at)
    others = any(
        each.find("verb") or closed(each) == "BOUND" for each in whom
    )  # *a card that costs at least 3*
    if change is None or others or (own and change.counted is not None):
        return None
    used = at + 1 + change.words
    name = a.said(paid_for(a) or "cost", change.counted or a.tokens[i])
    said = [a.spelled(has, a.tokens[i]), change.number, name]
    if whom and a.text(used) in _EACH:
        said += _each_of_theirs(a.within(used, a.end(used)), a)
        used = a.end(used)
    if whom:
        said += [a.said("for", whom[0]), *_all_of(a.within(i + 1, at), a)]
    return Found(used - i, said)


def _each_of_theirs(each: list[Token], a: Alternates) -> list[Token]:
    """*for each ready cat you have* is *for each of your ready cats*: *you have for you* would be of what you have."""
    first, *middle, last = each
    whose = {"you": "your", "they": "their"}.get(middle[-1].word if middle else "")
    noun = middle[-2] if len(middle) > 1 else first
    if last.word != "have" or whose is None or first.word != "for each" or not a.noun(noun, "thing"):
        return each
    plural = a.said(a.lexicon.vocabulary.nouns[a.noun(noun, "thing")].plural, noun)
    return [a.said("for each of", first), a.said(whose, middle[-1]), *middle[:-2], plural]


def _all_of(whom: list[Token], a: Alternates) -> list[Token]:
    """*each other player* is *the other players*: *-1 cost for each other player* would be so often -1."""
    if whom[0].word != "each":
        return whom
    last = whom[-1]
    return [a.said("the", whom[0]), *whom[1:-1], a.said(a.lexicon.vocabulary.nouns[last.word].plural, last)]


class _Change(NamedTuple):
    """*1 coin less*: the number with its sign, the quantity if it is named, and how many words follow the number."""

    number: Token
    counted: Token | None
    words: int


def _change(a: Alternates, at: int) -> _Change | None:
    """*1 less*, *1 less coin*, *1 coin less* at a number."""
    after = a.tokens[at + 1 : at + 3]
    counted = next((each for each in after if a.noun(each, "quantity")), None)
    words = after if counted is not None else after[:1]
    sign = next((_SIGNS[each.word] for each in words if each.word in _SIGNS), None)
    if sign is None:
        return None
    return _Change(a.number(sign + a.tokens[at].reading.id, a.tokens[at], "SIGNED"), counted, len(words))


def for_less(a: Alternates, i: int) -> Found | None:
    """*Buy a gadget for 3 coins less.* is *Buy a gadget. It costs 3 coins less.*"""
    change = _change(a, i + 1)
    end = i + 2 + (change.words if change is not None else 0)
    clause = a.clause_before()
    one = any(closed(token) == "ART" and token.word in ("a", "an") for token in clause)
    verbs = [verb.id for token in clause if (verb := token.find("verb")) and not token.find("noun")]
    if change is None or change.counted is None or not one or not _ends_sentence(a, end):
        return None
    if "sell" in verbs or change.number.text[0] != "-":
        return None  # what is sold for less brings less
    like = a.tokens[i]
    said = [mark("STOP", like), *a.words(like, "It", "has")]
    return Found(end - i, [*said, change.number, a.said(paid_for(a) or "cost", change.counted)])


def _ends_sentence(a: Alternates, i: int) -> bool:
    token = a.at(i)
    return not token or closed(token) in SENTENCE
