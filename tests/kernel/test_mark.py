"""The mark of a position: the same for the same positions of one process, however they came about."""

from __future__ import annotations

import json

from tests.machine.toys import market, tic_tac_toe
from toolkit.kernel.state import State


def test_what_is_copied_or_written_and_read_has_the_mark_of_what_it_is_made_from():
    for machine in (tic_tac_toe(), market()):
        state = machine.start(3)
        for _ in range(4):
            if machine.decision(state) is None:
                break
            read = State.from_json(json.loads(json.dumps(state.to_json())))
            assert state.mark() == state.copy().mark() == read.mark()
            before = state.mark()
            machine.choose(state, 0)
            assert state.mark() != before


def test_the_order_in_which_watches_became_true_is_no_part_of_it():
    state = tic_tac_toe().start()
    other = state.copy()
    state.truths = {(1, -1): (1,), (0, -1): (2,)}
    other.truths = {(0, -1): (2,), (1, -1): (1,)}
    assert state.mark() == other.mark()
    other.truths[0, -1] = (3,)
    assert state.mark() != other.mark()
