"""What is taken out of a loop: whatever is the same in each round and costs something, but nothing that may run into a
limit and nothing that speaks of the member.
"""

import pytest

from tests.machine.expressions import world
from tests.machine.toys import local, num
from toolkit.machine.cost import Costs
from toolkit.machine.lift import Lift

W = world()
PIECES = ("all", W.piece)
COUNTED = ("count", PIECES)
MATES = ("count", ("filter", PIECES, 9, ("eq", ("owner", local(9)), ("owner", local(8)))))


@pytest.mark.parametrize(
    ("body", "taken"),
    [
        (("eq", ("index", local(8)), COUNTED), [COUNTED]),
        (("eq", ("index", local(8)), ("index", local(1))), [("index", local(1))]),
        (("eq", ("x", local(8)), ("x", local(1))), []),  # a look into a table
        (("eq", ("index", local(8)), ("mul", COUNTED, num(9))), [COUNTED]),  # a product may be too large
        (("eq", num(2), MATES), [PIECES]),
        (("every", PIECES, 9, ("eq", ("index", local(9)), ("index", local(8)))), [PIECES]),
        (("eq", ("call", 1, local(1)), ("empty",)), [("eq", ("call", 1, local(1)), ("empty",))]),
        (("eq", ("call", 1, local(8)), ("empty",)), [PIECES]),  # the definition is written out
        (("eq", ("call", 0, local(8)), num(2)), []),  # nothing in this one costs anything
        (("eq", ("call", 2, local(1)), num(1)), []),  # it needs itself: it may not end
    ],
    ids=repr,
)
def test_what_is_taken_out(body, taken):
    left, found = Lift(Costs(W.model, W.machine.ruleset)).out_of(body, 8)
    assert list(found) == taken
    assert (left == body) == (not taken)
