"""What lies one on the other, and what asks one after the other, without end: no stack overflows, on compiled modules
neither.
"""

import pytest

from tests.machine.toys import YOU, Rules, num
from toolkit.kernel.model import PLACE, THING, ModelBuilder
from toolkit.kernel.primitives import Kernel
from toolkit.kernel.state import new_state
from toolkit.limits import Limits, Runaway
from toolkit.machine.library import Library
from toolkit.program.ruleset import Verb

MANY = 20_000


@pytest.fixture(scope="module")
def tower():
    """Cards, each on the one before; the model, and the place with the lowest."""
    b = ModelBuilder()
    b.player("Ann")
    card, table = b.kind("card", parent=THING), b.kind("table", parent=PLACE)
    place = below = b.place(table)
    for _ in range(MANY):
        below = b.component(card, at=below)
    return b.build(), place


def test_a_tower_of_cards_is_gone_through(tower):
    model, place = tower
    state = new_state(model, 0)
    library = Library(model, Kernel(model), [], [])
    assert library.inside(state, place) == tuple(range(place + 1, place + 1 + MANY))


def test_what_lies_on_what_moves_has_moved(tower):
    model, place = tower
    state = new_state(model, 0)
    Kernel(model).moved(state, place + 1)
    assert state.changed == model.moves[place + 1]


def test_what_lies_on_what_is_removed_is_removed(tower):
    model, place = tower
    state = new_state(model, 0)
    Kernel(model).remove(state, place + 2)
    assert state.gone == tuple(range(place + 2, place + 1 + MANY))
    assert state.kids[place + 1] == () and set(state.parent[place + 2 :]) == {-1}


@pytest.mark.parametrize("plain", [False, True])
def test_verbs_that_require_one_another_are_stopped(plain):
    """Each verb needs that the next one can be done."""
    b, r = ModelBuilder(), Rules()
    b.player("Ann")
    r.ruleset.limits = Limits(depth=40)
    first = len(r.ruleset.verbs)
    done = r.program(("return", num(1)))
    for number in range(50):
        next_one = ("can", first + number + 1, YOU) if number < 49 else ("truth", True)
        r.ruleset.verbs.append(Verb(f"v{number}", (), done, requires=next_one, requires_locals=2))
    asks = r.program(("let", 2, ("can", first + 20, num(1))), ("may", num(1), 3), ("end", ("players",)))
    too_deep = r.program(("let", 2, ("can", first, num(1))), ("may", num(1), 3), ("end", ("players",)))
    assert r.machine(b.build(), asks, plain=plain).start(0).decision is not None
    with pytest.raises(Runaway, match="more than 40 effects, verbs or definitions"):
        r.machine(b.build(), too_deep, plain=plain).start(0)
