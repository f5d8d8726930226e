"""What simulations count is the same on both machines, for each kind of bot; and so is what a pair of games tells."""

import json
from dataclasses import replace
from functools import partial
from itertools import cycle, islice
from pathlib import Path

import pytest

from tests.flat.test_games import PACKS
from tests.games.players import ROOT, pack
from toolkit.play.scenario import begun, scenarios
from toolkit.prove.arena import Bout, Contender, Cup, Ring, contend
from toolkit.prove.simulate import Job, Lab
from toolkit.prove.summary import summary
from toolkit.prove.tally import Tally

BOTS = [("random",), ("greedy:6",), ("lookahead:8",), ("first",)]


def lab_of(path: str, fast: bool = True, kind: type[Lab] = Lab, **rest) -> Lab:
    lab = kind(pack(path), Job(ROOT / path, 1, **rest), followed=True)
    if not fast:
        lab.fast = None
    return lab


def left(lab: Lab) -> list[int]:
    """The games that will be left to the other machine."""
    assert lab.fast is not None
    slowly, found = lab.slowly, []
    lab.slowly = lambda game, tally: (found.append(game), slowly(game, tally))[1]
    return found


def both(path: str, games: int, most: int = 300, **rest) -> tuple[Tally, Tally]:
    """What either machine counts of the same games; `most`: decisions, of packs that need not end."""
    ours, theirs = lab_of(path, **rest), lab_of(path, fast=False, **rest)
    for lab in (ours, theirs):
        lab.machine.limits = replace(lab.machine.limits, decisions=most)
    slow = left(ours)
    one, other = ours.play(0, games), theirs.play(0, games)
    assert one == other
    assert slow == [failed.game for failed in one.failed]
    assert json.dumps(summary(ours, one)) == json.dumps(summary(theirs, other))
    return one, other


@pytest.mark.parametrize("path", PACKS)
def test_counts_are_those_of_the_other_machine(path):
    both(path, 2, seed=5)


@pytest.mark.parametrize("path", [path for path in PACKS if path.startswith("tests")])
def test_bots_choose_as_on_the_other_machine(path):
    seats = pack(path).source.manifest.most
    both(
        path,
        1,
        players=seats,
        bots=tuple(islice(cycle(("greedy:4", "lookahead:4", "random")), seats)),
        seed=6,
    )


@pytest.mark.parametrize(
    ("path", "bots"),
    [
        ("content/sentient", ("greedy:8", "lookahead:3", "first")),
        ("content/cyberpunk-tcg", ("greedy:2", "lookahead:2")),
    ],
)
def test_counts_of_a_game_with_several_bots(path, bots):
    one, _ = both(path, 1, 2000, players=len(bots), bots=bots)
    assert one.offered and one.weighed and one.choices and one.held


@pytest.mark.long
@pytest.mark.parametrize("bots", BOTS, ids=lambda bots: bots[0])
@pytest.mark.parametrize("path", PACKS)
def test_counts_of_many_games(path, bots):
    both(path, 30 if bots == ("random",) else 5, bots=bots, seed=11)


@pytest.mark.parametrize(
    "path", ["content/sentient", "tests/packs/lanterns", "tests/packs/replacement-optional"]
)
def test_a_game_that_is_followed(path):
    """Its decisions, and its log but for who saw what."""
    ours, theirs = lab_of(path), lab_of(path, fast=False)
    slow = left(ours)
    for game in range(3):
        one, other = ours.one(game, Tally()), theirs.one(game, Tally())
        assert (one.decisions, one.chosen, one.lengths) == (other.decisions, other.chosen, other.lengths)
        assert [entry[:5] for entry in one.log] == [entry[:5] for entry in other.log]
        assert one.raw and other.raw is None
    assert not slow


def test_what_goes_wrong_is_told_by_the_other_machine():
    """A game that does not end is no game of the flat machine, and what is told of it is the same."""
    ours, theirs = lab_of("content/sentient"), lab_of("content/sentient", fast=False)
    for lab in (ours, theirs):
        lab.machine.limits = replace(lab.machine.limits, decisions=30)
    one, other = ours.play(0, 2), theirs.play(0, 2)
    assert one.failed == other.failed and len(one.failed) == 1
    assert one == other


def test_an_invariant_that_breaks_is_told_by_the_other_machine(monkeypatch):
    ours, theirs = lab_of("tests/packs/dice"), lab_of("tests/packs/dice", fast=False)
    for lab in (ours, theirs):  # the ruleset is that of all tests
        monkeypatch.setattr(lab.machine.ruleset, "invariants", [(("over",), 2, 0)])
    ours.sheet.invariants.every[:] = theirs.sheet.invariants.every[:] = [
        (lambda state, locals: state.over, [-1, -1], -1, 0)
    ]
    one, other = ours.play(0, 2), theirs.play(0, 2)
    assert [failed.reason for failed in one.failed] == ["an invariant does not hold"] * 2
    assert one == other


def test_a_table_that_is_given_is_left_to_the_other_machine():
    path = "tests/packs/two-roads"
    id = next(id for id, each in scenarios(pack(path)).items() if each.given)
    lab = lab_of(path, scenario=id)
    assert begun(lab.rig, lab.setup) is None
    assert lab.fast is None


def ring_of(fast: bool, names: tuple[str, ...]) -> Ring:
    cup = Cup(Job(Path("content/sentient"), 4), tuple(Contender(name, name) for name in names))
    return Ring(cup, lab_of("content/sentient", fast, Bout))


def test_standings_are_those_of_the_other_machine():
    names = ("random", "greedy:4")
    ours, theirs = (
        contend(ring.cup, ring=ring) for ring in map(partial(ring_of, names=names), (True, False))
    )
    assert ours == theirs
    assert ours.games == 4 and ours.seconds.keys() == {0, 1}
