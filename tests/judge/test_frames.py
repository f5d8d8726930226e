"""Nothing means something else in a frame: a sample here, the rest in the long run."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from tests.compile.test_meaning import CASES
from tests.judge import after, backs, denoted, happened, lists, measured, parts, slots, somebody
from tests.judge.frames import FRAMES, Piece

SAMPLE = {"condition": 70, "order": 90, "amount": 20, "group": 30}
"""Every so many-th piece of a kind is tried in the normal suite."""


@cache
def framing() -> somebody.Somebodies:
    return somebody.Somebodies()


@cache
def texts() -> tuple[tuple[str, str], ...]:
    """The proven texts, with their start symbols."""
    texts: list[tuple[str, str]] = []
    for case in CASES:
        if "code" not in case:
            texts += [("effect", str(case["do"]))] if "do" in case else []
            texts += [("statement", str(rule)) for rule in (*case.get("rules", ()), *case.get("strong", ()))]
            texts += [("condition", str(said)) for said in case.get("then", ())]
    return tuple(texts)


@cache
def pieces() -> tuple[Piece, ...]:
    """What proven texts speak of."""
    return tuple(framing().pieces(texts()))


@cache
def said_of_somebody() -> tuple[somebody.Asked, ...]:
    """What they say of players and of cats."""
    return tuple(framing().asked(texts()))


def unlike(kind: str, every: int, states: int) -> list[str]:
    """What differs of every so many-th piece of a kind."""
    mine, before = [piece for piece in pieces() if piece.kind == kind][::every], framing().compared
    found = [each.told() for piece in mine for each in framing().unlike(piece, states)]
    assert framing().compared - before > 2 * states * len(mine)
    return found


def unlike_of(kind: str, every: int, states: int) -> list[str]:
    """What differs of every so many-th verb that is said of players, or of cats."""
    mine, before = [asked for asked in said_of_somebody() if asked.kind == kind][::every], framing().compared
    found = [each.told() for asked in mine for each in framing().unlike_of(asked, states)]
    assert framing().compared - before > 2 * states * len(mine)
    return found


def claims_unlike(every: int, states: int) -> list[str]:
    """Conditions of which an example that claims them, and an *if* that asks them, are not of one opinion."""
    bench = framing().bench
    found = []
    for said in list(dict.fromkeys(said for start, said in texts() if start == "condition"))[::every]:
        tree = bench.written(said, "condition")
        asked, claimed = (
            (bench.condition(tree), bench.condition(tree, test=True)) if tree is not None else ("", "")
        )
        if isinstance(asked, str) or isinstance(claimed, str) or said.startswith("There is 1 of"):
            continue  # *1 of Red's cats* is exactly one in a claim
        random, shaker = Random(said), bench.shaker
        for _ in range(states):
            state, you = shaker.state(random), random.choice(shaker.players)
            if bench.truth(asked, state, you) != bench.truth(claimed, state, you):
                found.append(f"{said} {shaker.told(state)}")
                break
    return found


@pytest.mark.parametrize("kind", FRAMES)
def test_a_piece_means_the_same_in_every_frame(kind):
    assert unlike(kind, SAMPLE[kind], 4) == []


def test_a_claim_is_what_a_condition_asks():
    assert claims_unlike(7, 6) == []


@pytest.mark.long
@pytest.mark.parametrize("kind", FRAMES)
def test_every_piece_does(kind):
    assert unlike(kind, 1, 10) == []


@pytest.mark.parametrize(("kind", "every"), [("player", 40), ("cat", 12)])
def test_what_is_so_of_one_is_so_of_whoever_has_it(kind, every):
    assert unlike_of(kind, every, 4) == []


SEARCHES = {
    **dict.fromkeys(lists.SEARCHES, lists),
    **dict.fromkeys(parts.SEARCHES, parts),
    **dict.fromkeys(backs.SEARCHES, backs),
    **dict.fromkeys(after.SEARCHES, after),
    **dict.fromkeys(denoted.SEARCHES, denoted),
    **dict.fromkeys(measured.SEARCHES, measured),
    **dict.fromkeys(happened.SEARCHES, happened),
    **dict.fromkeys(slots.SEARCHES, slots),
}
SELDOM = {
    "rules of them": 3,
    "more than": 2,
    "lent": 3,
    "lent when": 5,
    "two conditions": 2,
    "three conditions": 45,
    "three orders": 20,
    "has done": 3,
    "ruled": 2,
    "for a time": 2,
    "later": 2,
}
"""So many times as often is tried what is mostly refused."""


@cache
def searcher(module) -> lists.Lists:
    """What makes the sentences of such a search."""
    made = {
        lists: lists.Lists,
        parts: parts.Parts,
        backs: backs.Backs,
        after: after.After,
        denoted: denoted.Denoted,
        measured: measured.Measured,
        happened: happened.Happened,
        slots: slots.Slots,
    }
    return made[module](pieces())


def unlike_two(search: str, tries: int, states: int) -> list[str]:
    """Sentences of several parts that are not what the parts are."""
    random, module = Random(search), SEARCHES[search]
    whole, times = searcher(module), tries * SELDOM.get(search, 1)
    before = whole.compared
    found = [
        each for _ in range(times) if (each := module.SEARCHES[search](whole, random, states)) is not None
    ]
    assert whole.compared - before > tries // 4
    return found


@pytest.mark.parametrize("search", SEARCHES)
def test_several_in_one_sentence_are_what_each_is_alone(search):
    assert unlike_two(search, 50, 3) == []


@pytest.mark.long
@pytest.mark.parametrize("search", SEARCHES)
def test_several_of_them(search):
    assert unlike_two(search, 20_000, 6) == []


@pytest.mark.long
@pytest.mark.parametrize("kind", somebody.FRAMES)
def test_whatever_it_is(kind):
    assert unlike_of(kind, 1, 10) == []
