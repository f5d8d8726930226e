"""The clock of a decision runs while the decision is made, and no longer."""

import pytest

from toolkit.limits import Limits, Runaway
from toolkit.machine import meter as module
from toolkit.machine.meter import Meter


@pytest.fixture
def clock(monkeypatch):
    """Moved by hand."""
    time = [100.0]
    monkeypatch.setattr(module, "processor_time", lambda: time[0])
    monkeypatch.setattr(module, "wall_time", lambda: time[0])
    return time


class Table:
    """As much of a state as a meter looks at."""

    log = None


def test_a_decision_that_takes_too_long_is_stopped(clock):
    meter = Meter(Limits())
    meter.begin(Table())
    meter.clock()
    clock[0] += Limits().seconds + 1
    with pytest.raises(Runaway):
        meter.clock()


def test_a_decision_that_waits_for_others_takes_no_time(clock, monkeypatch):
    monkeypatch.setattr(module, "processor_time", lambda: 0.0)
    meter = Meter(Limits())
    meter.begin(Table())
    meter.clock()
    clock[0] += Limits().seconds + 1
    meter.clock()


def test_what_is_looked_at_between_two_decisions_is_no_part_of_one(clock):
    meter = Meter(Limits())
    meter.begin(Table())
    meter.clock()
    meter.end()
    clock[0] += Limits().seconds + 1
    meter.clock()
