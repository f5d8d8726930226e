"""A text that stands nowhere yet is judged as `validate` judges it in its pack."""

import shutil

import pytest

from tests.compile.test_meaning import CASES, HERE, ground
from tests.portions import each_of, portions, span_of
from toolkit.prove.single import judged
from toolkit.reading.text import Session

ORDERS = {
    case["do"]: case.get("code")
    for case in CASES
    if case.keys() <= {"do", "given", "when", "then", "code", "shared"} and "do" in case
}
"""Orders of the table of meanings; why each is refused."""

DEAD = ("SAY0835", "SAY0853")
"""What sentences do for nothing, for which nobody searches the packs of that table."""


@pytest.fixture(scope="module")
def session(tmp_path_factory) -> Session:
    """Of that table."""
    folder = shutil.copytree(HERE / "meaning", tmp_path_factory.mktemp("packs") / "meaning")
    return Session(ground(folder))


def told(order: str) -> str:
    return order.replace("\n", " ")[:90]


def is_judged_alike(order: str, session: Session) -> None:
    reading = judged(session.pack, session.read(order, "effect", explain=ORDERS[order] is not None)[0])
    found = {each.code for each in reading.diagnostics if each.is_error} - {*DEAD}
    assert bool(found) == (ORDERS[order] is not None), found


@pytest.mark.parametrize(
    "orders",
    [*portions([*ORDERS][::40]), *(pytest.param(p, marks=pytest.mark.long) for p in portions([*ORDERS]))],
    ids=span_of,
)
def test_an_order_is_judged_as_in_its_pack(orders, session):
    each_of(orders, told, lambda order: is_judged_alike(order, session))


@pytest.mark.parametrize(
    "order",
    [
        "Gain 1 coin for each cat you secretly have.",
        "Until the end of this turn, players cannot gain points in this turn.",
    ],
)
def test_a_word_that_makes_no_difference_is_named(session, order):
    reading = judged(session.pack, session.read(order, "effect")[0])
    assert [each.code for each in reading.diagnostics if each.is_error] == ["SAY0816"]
