"""What a seat is shown does not depend on what it cannot know.

Hidden components are exchanged with each other, one pair at a time and all at once: every seat that does not know them
has the same view and the same options as before.
"""

import json
import re
from itertools import combinations

import pytest

from tests.whole.playing import game, machine_of, step
from toolkit.kernel.random import Chance
from toolkit.kernel.view import unknown, view

SECRETIVE = (
    "content/sentient:3",
    "tests/packs/hidden-hand",
    "tests/packs/secret-choice",
)
SEED, DECISIONS = 8, 25


def shown(machine, state, seat):
    """All that the seat gets: its view and its options."""
    seen = view(state, machine.model, seat, lambda a, e: machine.attribute(state, a, e))
    return json.dumps([seen, machine.options(state, seat)])


def exchanged(machine, state, a, b):
    """The same position, but a lies where b lay, and b where a lay; each as it is printed."""
    other = state.copy()
    machine.kernel.swap(other, a, b)
    other.face[a], other.face[b] = state.face[b], state.face[a]
    other.known[a], other.known[b] = state.known[b], state.known[a]
    return other


def mentions(state):
    """Everything that unfinished effects speak of."""
    return set(map(int, re.findall(r"\d+", repr((state.frames, state.effects)))))


@pytest.mark.parametrize("what", SECRETIVE)
def test_hidden_components_change_places_unseen(what):
    one = game(what, SEED)
    machine, model = machine_of(one), one.compiled.model
    compared = 0
    for _ in range(DECISIONS):
        state = one.state
        spoken_of = mentions(state)
        for seat in model.players:
            before = shown(machine, state, seat)
            for members in unknown(state, model, seat).values():
                free = [e for e in members if e not in spoken_of and not state.kids[e]]
                for a, b in list(combinations(free, 2))[:12]:
                    other = exchanged(machine, state, a, b)
                    assert shown(machine, other, seat) == before, (seat, a, b)
                    compared += 1
        if not step(one):
            break
    assert compared


@pytest.mark.parametrize("what", SECRETIVE)
def test_a_position_that_a_seat_takes_for_possible_looks_the_same_to_it(what):
    one = game(what, SEED)
    machine = machine_of(one)
    for number in range(DECISIONS):
        if one.decision is None:
            break
        for seat in one.compiled.model.players:
            if one.decision.kind == "choose-each":
                continue  # who has answered is known, what is not: the others are asked again
            other = machine.redetermine(one.state, seat, Chance(number))
            assert shown(machine, other, seat) == shown(machine, one.state, seat), seat
        step(one)


def test_a_secret_answer_is_not_seen_before_all_have_answered():
    one = game("tests/packs/secret-choice", SEED)
    while one.decision is not None and len(one.decision.seats) < 2:
        step(one)
    assert one.decision is not None
    first, second = one.decision.seats[:2]
    answers = {}
    for option in one.decision.options_for(first):
        copy = one.copy()
        copy.choose(option.index, first)
        if copy.decision is not None and copy.decision.seats[0] == second:
            answers[option.index] = shown(machine_of(copy), copy.state, second)
    assert len(answers) > 1 and len(set(answers.values())) == 1
