"""Rule modules: what belongs to one that is off is not there, and what excludes another is not played with it."""

from __future__ import annotations

import pytest

from tests.games.players import ROOT, pack
from tests.games.test_packs import playout
from toolkit import new_game

FAIR = "tests/packs/fair"


def table(**options):
    return pack(FAIR).compiled(options=options).unwrap()


def test_what_belongs_to_a_module_that_is_off_costs_nothing():
    without, drizzle = table(), table(drizzle=True)
    assert len(without.model.entities) + 3 == len(drizzle.model.entities)  # a cloud, a trinket, a stall
    assert len(without.model.attributes) < len(drizzle.model.attributes)
    assert without.ruleset.rules == []
    assert len(drizzle.ruleset.rules) == 2


def test_modules_are_options_of_their_own_ids():
    manifest = pack(FAIR).source.manifest
    assert [(option.id, option.name, option.default) for option in manifest.options] == [
        ("drizzle", "Drizzle", False),
        ("sunshine", "Sunshine", False),
        ("crowd", "A third visitor", False),
    ]


@pytest.mark.parametrize(
    ("options", "players", "message"),
    [
        ({"drizzle": True, "sunshine": True}, None, "Drizzle and Sunshine do not go together"),
        ({}, 3, "fair is for 2 players, not 3"),
        ({"crowd": True}, 4, "fair is for 2 to 3 players, not 4"),
    ],
)
def test_what_does_not_go_together_is_refused(options, players, message):
    with pytest.raises(ValueError, match=message):
        new_game(pack(FAIR), players, options=options)


def test_games_with_modules_end():
    for options in ("drizzle", "sunshine", "crowd"), ("drizzle", "crowd"), ("sunshine", "crowd"):
        for one in [options] if len(options) == 2 else [(each,) for each in options]:
            for seed in range(5):
                playout(FAIR, seed, 3 if "crowd" in one else 2, options=dict.fromkeys(one, True))


def test_the_command_switches_modules_on(sayso):
    run = sayso("simulate", ROOT / FAIR, "--games", "2", "--module", "drizzle,crowd", "--players", "3")
    assert run.status == 0
    assert "crowd on, drizzle on, sunshine off" in run.out
    assert (
        "Drizzle and Sunshine do not go together"
        in sayso("play", ROOT / FAIR, "--module", "drizzle,sunshine").err
    )
