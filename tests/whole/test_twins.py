"""Nothing that a seat may not know is told to it: positions that differ in that alone are played on (`twins`)."""

import pytest

from tests.whole import twins
from tests.whole.playing import pack
from toolkit.kernel.primitives import Kernel
from toolkit.play import learned
from toolkit.play.naming import Names
from toolkit.play.telling import Teller

HIDDEN_HAND = "tests/packs/hidden-hand"

pytestmark = pytest.mark.usefixtures("interpreted")

SAMPLE = {
    HIDDEN_HAND: 30,
    "tests/packs/secret-choice": 10,
    "tests/packs/trick-taking": 6,
    "content/sentient": 2,
    "tests/designers/hidden-roles/pack": 4,
}
"""Packs, and how many pairs of each; the long run takes all packs."""


@pytest.mark.parametrize("what", SAMPLE)
def test_a_few_pairs(what):
    found = twins.pairs(what, SAMPLE[what])
    assert not found.leaks, found.leaks
    assert found.pairs["hidden"] + found.pairs["answer"] >= SAMPLE[what] / 3


def asked_no_more(monkeypatch):
    monkeypatch.setattr("toolkit.machine.secrecy.Secrecy.wanted", lambda self, state, members=(): False)


def named_in_the_log(monkeypatch):
    monkeypatch.setattr(Names, "hidden", Names.fixed)


def taken_back(monkeypatch):
    monkeypatch.setattr(learned, "learned", lambda game, before, after: "")


def remembered(monkeypatch):
    """A line of the log changes when its card is seen later."""
    event = Teller.event_text
    monkeypatch.setattr(Teller, "event_text", lambda self, entry, viewer=None: event(self, entry))


def first_of_the_deck(monkeypatch):
    """The top of a deck is shown in views."""
    sees = Kernel.sees

    def more(self, state, player, entity):
        place = state.parent[entity]
        return sees(self, state, player, entity) or (
            self.model.ordered[place] and state.kids[place][0] == entity
        )

    monkeypatch.setattr(Kernel, "sees", more)


@pytest.mark.parametrize(
    "leak",
    [asked_no_more, named_in_the_log, taken_back, remembered, first_of_the_deck],
    ids=lambda each: each.__name__,
)
def test_what_is_told_is_found(leak, monkeypatch):
    pack(HIDDEN_HAND)
    leak(monkeypatch)
    assert twins.pairs(HIDDEN_HAND, 30).leaks


@pytest.mark.long
@pytest.mark.parametrize("what", twins.every_pack())
def test_two_thousand_pairs(what):
    found = twins.pairs(what, 2000)
    assert not found.leaks, found.leaks
