"""The clock of a decision runs while the decision is made, and no longer."""

import pytest

from toolkit.kernel.model import ModelBuilder
from toolkit.kernel.state import new_state
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


TABLE = new_state(ModelBuilder().build(), 0)


def test_a_decision_that_takes_too_long_is_stopped(clock):
    meter = Meter(Limits())
    meter.begin(TABLE)
    meter.clock()
    clock[0] += Limits().seconds + 1
    with pytest.raises(Runaway):
        meter.clock()


def test_a_decision_that_waits_for_others_takes_no_time(clock, monkeypatch):
    monkeypatch.setattr(module, "processor_time", lambda: 0.0)
    meter = Meter(Limits())
    meter.begin(TABLE)
    meter.clock()
    clock[0] += Limits().seconds + 1
    meter.clock()


def test_what_is_looked_at_between_two_decisions_is_no_part_of_one(clock):
    meter = Meter(Limits())
    meter.begin(TABLE)
    meter.clock()
    meter.end()
    clock[0] += Limits().seconds + 1
    meter.clock()
