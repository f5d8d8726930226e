"""How the end of a game is told."""

from __future__ import annotations

import pytest

from tests.machine.toys import Table, num


@pytest.fixture(params=[True, False], ids=["plain", "generated"])
def plain(request):
    return request.param


def test_a_shared_win_is_told_of_each_winner(plain):
    t = Table(players=3)
    _, state = t.start(("end", ("set", 1, 3)), plain=plain)
    assert state.winners == (1, 3)
    assert [(t.rules.ruleset.verbs[entry[0]].id, entry[1]) for entry in state.log] == [("win", 1), ("win", 3)]


def test_an_end_that_nobody_wins_tells_of_no_winner(plain):
    t = Table(players=2)
    _, state = t.start(t.rules.do("gain", num(t.points), num(1)), ("end", ("empty",)), plain=plain)
    assert state.over
    assert [t.rules.ruleset.verbs[entry[0]].id for entry in state.log] == ["gain"]
