"""The game for programs that learn: whole games by numbers, what a seat is told, chance that somebody decides."""

import copy
import pickle
import shutil
from collections import Counter
from pathlib import Path
from random import Random

import jsonschema
import jsonschema_rs
import pytest

from tests.games.players import ROOT
from toolkit.adapters import Environment, TooMany
from toolkit.adapters.environment import CHANCE
from toolkit.play import IllegalChoice, new_stepper

PACKS = (
    "tests/packs/tic-tac-toe",
    "tests/packs/connect-four",
    "tests/packs/hidden-hand",
    "tests/packs/secret-choice",
    "tests/packs/dice",
    "tests/packs/trick-taking",
    "content/sentient",
    "content/cyberpunk-tcg",
)


def environment(path: str, **settings) -> Environment:
    return Environment(ROOT / path, **settings)


def varied(folder: Path, pack: str, old: str, new: str) -> Path:
    """A pack of the tests with other words in its game."""
    to = folder / pack
    shutil.copytree(ROOT / "tests/packs" / pack, to, dirs_exist_ok=True)
    game = to / "game.yaml"
    text = game.read_text()
    assert old in text
    game.write_text(text.replace(old, new))
    (to / "examples.yaml").unlink()
    return to


def at_random(env: Environment, seed: int, most: int = 400):
    """The positions of a random game, the same one each time."""
    random, position = Random(seed), env.start(seed)
    for _ in range(most):
        yield position
        if position.over:
            return
        position.apply(random.choice(position.legal()))


# --- Whole games --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", PACKS)
@pytest.mark.parametrize("chance", ["drawn", "decided"])
@pytest.mark.parametrize("forced", [False, True])
def test_games_are_played_to_the_end_by_numbers(path, chance, forced):
    env = environment(path, chance=chance, forced=forced)
    for position in at_random(env, 5, 3000):
        legal = position.legal()
        assert legal == sorted(set(legal)) and all(
            0 <= action < env.actions.size or position.outcomes for action in legal
        )
    assert position.over
    assert sum(position.returns()) == pytest.approx(0.0) or len(position.winners) == len(env.seats)
    if forced:
        usual = environment(path, chance=chance)
        assert env.actions.size == usual.actions.size


def test_the_same_seed_and_actions_lead_where_a_stepper_comes():
    env = environment("content/sentient")
    steps, position, random = new_stepper(env.pack, seed=7), env.start(7), Random(1)
    while not steps.over:
        index = random.randrange(len(steps.options()))
        seen = env.actions.legal(steps.state, position.seat, steps.options())
        action = next(
            action for action, at in seen.items() if at == index or len(seen) < len(steps.options())
        )
        position.apply(action)
        steps.choose(seen[action])
        assert position.state.same_position(steps.state)
    assert position.over and position.winners == steps.winners


def test_what_has_one_answer_is_asked_on_demand():
    plain, forced = (environment("tests/packs/secret-choice", forced=each) for each in (False, True))
    assert [len(position.legal()) for position in at_random(plain, 1)][:2] == [3, 3]
    lengths = [
        len(position.history) for position in (list(at_random(plain, 1))[-1], list(at_random(forced, 1))[-1])
    ]
    assert lengths[0] < lengths[1]
    assert any(len(position.legal()) == 1 for position in at_random(forced, 1))
    assert all(len(position.legal()) != 1 for position in at_random(plain, 1))


# --- What a seat is told ------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", PACKS)
def test_a_world_that_could_be_looks_the_same(path):
    env = environment(path)
    for number, position in enumerate(at_random(env, 3, 60)):
        if number % 7:
            continue
        for seat in env.seats:
            world = position.imagine(seat, number)
            assert world.legal(seat) == position.legal(seat)
            assert world.observation(seat) == position.observation(seat)
            assert world.information_state(seat) == position.information_state(seat)
            assert world.observation_string(seat) == position.observation_string(seat)
            assert world.information_string(seat) == position.information_string(seat)
            assert world.view(seat) == position.view(seat)


def test_another_seat_may_see_the_difference():
    position = environment("tests/packs/hidden-hand").start(1)
    worlds = [position.imagine(1, seed) for seed in range(20)]
    assert {tuple(world.observation(1)) for world in worlds} == {tuple(position.observation(1))}
    assert len({tuple(world.observation(2)) for world in worlds}) > 1
    assert len({world.observation_string(2) for world in worlds}) > 1


def test_a_secret_choice_is_known_to_who_has_made_it():
    env = environment("tests/packs/secret-choice")
    one, other = env.start(), env.start()
    assert one.seats == (1, 2)
    first, second = one.legal(1)[:2]
    one.apply(first, 1)
    other.apply(second, 1)
    assert one.observation(1) != other.observation(1)
    assert one.information_string(1) != other.information_string(1)
    assert one.observation(2) == other.observation(2)
    assert one.information_state(2) == other.information_state(2)
    assert one.information_string(2) == other.information_string(2)


@pytest.mark.parametrize("path", PACKS)
def test_what_is_seen_by_name_is_as_the_schema_says(path):
    env = environment(path)
    validator = jsonschema_rs.validator_for(env.schema)
    for number, position in enumerate(at_random(env, 9, 80)):
        if number % 13 == 0 or position.over:
            for seat in (None, *env.seats):
                validator.validate(position.view(seat))


def test_names_and_numbers_say_the_same():
    env = environment("tests/packs/dice", chance="decided")
    position = env.start()
    while position.outcomes:
        position.apply(3)
    dice = [thing for place in position.view(1)["places"] for thing in place["contents"]]
    assert [die["attributes"]["value"] for die in dice] == [4, 4]
    assert position.view(1)["decision"]["question"].startswith("You may roll a die")
    assert [option["says"][:3] for option in position.view(1)["decision"]["options"]] == ["Yes", "No:"]
    assert position.view(2)["decision"]["options"] == []
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**position.view(1), "weather": "fine"}, env.schema)


def test_segments_are_where_the_layout_says():
    env = environment("tests/packs/tic-tac-toe")
    layout, position = env.layout, env.start()
    position.apply(position.legal()[0])
    row = position.observation(2)
    part = {name: row[each.first : each.first + each.size] for name, each in layout.segments.items()}
    assert sum(len(each) for each in part.values()) == layout.size == len(row)
    assert part["seat"] == [0.0, 1.0] == part["asked"]
    assert sum(part["contents"]) == len(layout.components)
    assert len(position.information_state(2)) == layout.information


# --- Numbers of actions -------------------------------------------------------------------------------------


def test_an_action_has_its_number_whatever_is_offered():
    env = environment("tests/packs/tic-tac-toe")
    position = env.start()
    cells = {action: env.actions.label(action) for action in position.legal()}
    assert len(cells) == 9 and "the second cell of the third row" in cells.values()
    taken = position.legal()[4]
    position.apply(taken)
    assert position.legal() == [action for action in cells if action != taken]


def test_what_lies_hidden_is_numbered_by_where_it_lies(tmp_path):
    take = "take: Put a card from another player's hand in your hand.\n  draw: Put the top"
    env = Environment(varied(tmp_path, "hidden-hand", "draw: Put the top", take))
    for seed in range(5):
        (action,) = env.start(seed).legal()
        assert env.actions.label(action) == "what lies hidden in Blue's hand"
    with pytest.raises(ValueError, match="there is no action 99999; they are numbered from 0 to"):
        env.actions.label(99999)


def test_more_numbers_than_there_are_actions_are_refused(tmp_path):
    bid = "again: Choose a number from 3 to 5. Gain that many points."
    folder = varied(tmp_path, "dice", "again: You may roll a die in the cup.", bid)
    said = {}
    for numbers in (3, 128):
        env = Environment(folder, numbers=numbers)
        said[numbers] = [env.actions.label(action) for action in env.start().legal()]
    assert said == {3: ["0", "1", "2"], 128: ["3", "4", "5"]}
    with pytest.raises(TooMany, match="numbers=3"):
        Environment(folder, numbers=2).start().legal()


# --- Chance -------------------------------------------------------------------------------------------------


def test_chance_can_be_decided():
    env = environment("tests/packs/dice", chance="decided")
    assert env.outcomes == 6
    points = Counter()
    for first in range(6):
        for second in range(6):
            position = env.start()
            assert (position.seat, position.outcomes) == (CHANCE, 6)
            for outcome in (first, second):
                assert position.legal() == list(range(6))
                position.apply(outcome)
            assert not position.outcomes
            position.apply(1)  # no
            while position.outcomes:  # of Blue's turn
                position.apply(0)
            points[position.view(1)["players"]["Red"]["attributes"]["point"]] += 1
    sums = [first + second for first in range(1, 7) for second in range(1, 7)]
    assert points == Counter(0 if total == 7 else total + (total % 5 == 0) for total in sums)


def test_a_copy_is_decided_otherwise():
    env = environment("tests/packs/hidden-hand", chance="decided")
    position = env.start()
    position.apply(2)
    other = position.copy()
    position.apply(0)
    other.apply(1)
    assert position.history != other.history and position.history[:1] == other.history[:1]
    while position.outcomes:
        position.apply(0)
        other.apply(0)
    assert not position.state.same_position(other.state)


def test_a_game_without_chance_has_none():
    assert environment("tests/packs/tic-tac-toe", chance="decided").outcomes == 0
    assert environment("content/cyberpunk-tcg", chance="decided").outcomes > 20


def test_a_deal_can_be_set():
    env = environment("tests/packs/hidden-hand")
    for seed in range(3):
        for top, whose in [
            (["King", "King", "Squire", "Squire"], 1),
            (["Squire", "Squire", "King", "King"], 2),
        ]:
            position = env.start(seed, deal={"the deck": top})
            seen = [position.observation_string(seat) for seat in (1, 2)]
            assert "2 x King" in seen[whose - 1] and "King" not in seen[2 - whose]
    with pytest.raises(ValueError, match="there is no place the shelf with an order; there are the deck"):
        env.start(3, deal={"the shelf": []})
    with pytest.raises(ValueError, match="there is no other King for the deck"):
        env.start(3, deal={"the deck": ["King"] * 3})


# --- Values -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chance", ["drawn", "decided"])
@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))])
def test_copies_and_pickles_go_on_alone_and_leave_the_pack_behind(chance, how):
    env = environment("content/sentient", chance=chance)
    position = list(at_random(env, 2, 20 if chance == "drawn" else 130))[-1]
    one, other = how(position), position.copy()
    assert one.env is env and len(pickle.dumps(position)) < 200_000
    random = Random(4)
    for _ in range(60):
        action = random.choice(other.legal())
        assert one.legal() == other.legal()
        one.apply(action)
        other.apply(action)
    assert one.state.same_position(other.state) and one.history == other.history
    assert len(position.history) == len(one.history) - 60
    assert one.information_string(1) == other.information_string(1)


def test_a_pickle_of_other_content_is_refused(tmp_path, monkeypatch):
    folder = varied(tmp_path, "dice", "50 points", "60 points")
    kept = pickle.dumps(Environment(folder).start())
    assert pickle.loads(kept).legal()
    varied(tmp_path, "dice", "50 points", "70 points")
    monkeypatch.setattr("toolkit.adapters.environment._KNOWN", {})  # as in another process
    with pytest.raises(ValueError, match="has changed since this was kept"):
        pickle.loads(kept)


# --- Errors -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "ask",
    [
        "legal",
        "observation",
        "information_state",
        "observation_string",
        "information_string",
        "view",
        "imagine",
    ],
)
@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_a_seat_that_does_not_exist_is_an_error(ask, seat):
    position = environment("tests/packs/tic-tac-toe").start()
    with pytest.raises(ValueError, match=f"there is no seat {seat}; seats are 1 to 2"):
        getattr(position, ask)(seat)


def test_what_cannot_be_taken_is_an_error():
    position = environment("tests/packs/tic-tac-toe").start()
    with pytest.raises(IllegalChoice, match=r"seat 1 cannot take action 0 \(yes\) now; see legal\(\)"):
        position.apply(0)
    with pytest.raises(IllegalChoice, match="seat 2 cannot take action"):
        position.apply(position.legal()[0], 2)
    *_, ended = at_random(position.env, 1)
    with pytest.raises(IllegalChoice, match="the game is over"):
        ended.apply(0)
    with pytest.raises(ValueError, match="chance is drawn or decided, not 'fair'"):
        environment("tests/packs/tic-tac-toe", chance="fair")


def test_returns_add_up_to_nothing():
    env = environment("tests/packs/dice", players=2)
    position = env.start()
    for winners, expected in [
        ((1,), [1.0, -1.0]),
        ((2,), [-1.0, 1.0]),
        ((), [0.0, 0.0]),
        ((1, 2), [1.0, 1.0]),
    ]:
        position.state.decision, position.state.over, position.state.winners = None, True, winners
        assert position.returns() == expected
