"""A pack as a game of OpenSpiel (extra `openspiel`): information states, chance and returns for its algorithms.

    from toolkit.adapters import openspiel

    game = openspiel.game("my-pack", players=2)
    state = game.new_initial_state()

    openspiel.register("my-pack")
    game = pyspiel.load_game("sayso_my_pack", {"players": 2})

Chance is explicit: what a text rolls, shuffles or draws at random is a node of chance each time, whose outcomes are
equally likely.  Who chooses secretly at the same time answers one after the other, which nobody can tell.  Players are
counted from 0, as OpenSpiel does; what automata do, nobody is asked.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel

from toolkit.adapters.environment import CHANCE, Environment, Position

PER_DECISION = 4
"""Nodes of chance that a game is said to have at most for each of its decisions; nothing depends on it."""


def type_of(env: Environment, name: str) -> pyspiel.GameType:
    """What OpenSpiel is told of the kind of game.  `name`: the short one, `sayso_` and the pack's id."""
    numbers = env.pack.source.manifest.counts(dict(env.setup.options))
    mode = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=name,
        long_name=env.pack.source.manifest.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=mode.EXPLICIT_STOCHASTIC if env.outcomes else mode.DETERMINISTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=numbers[-1],
        min_num_players=numbers[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": env.setup.players},
    )


def info_of(env: Environment) -> pyspiel.GameInfo:
    """The sizes of the game."""
    return pyspiel.GameInfo(
        num_distinct_actions=env.actions.size,
        max_chance_outcomes=env.outcomes,
        num_players=len(env.seats),
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=None,
        max_game_length=env.machine.limits.decisions,
    )


class Game(pyspiel.Game):  # type: ignore[misc]  # of no known type
    """One game of a pack.  `env`: as `Environment`, with chance decided."""

    def __init__(self, env: Environment, name: str, params: Mapping[str, Any] | None = None) -> None:
        self.env = env
        super().__init__(type_of(env, name), info_of(env), dict(params or {}))

    def new_initial_state(self) -> State:
        return State(self, self.env.start())

    def max_chance_nodes_in_history(self) -> int:
        return PER_DECISION * self.env.machine.limits.decisions if self.env.outcomes else 0

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.env, iig_obs_type, params)


class State(pyspiel.State):  # type: ignore[misc]  # of no known type
    """One position.  `position`: the toolkit's own."""

    def __init__(self, game: Game, position: Position) -> None:
        super().__init__(game)
        self.position = position

    def current_player(self) -> int:
        seat = self.position.seat
        if seat is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if seat == CHANCE else seat - 1

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal(player + 1)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes = self.position.outcomes
        return [(outcome, 1.0 / outcomes) for outcome in range(outcomes)]

    def _apply_action(self, action: int) -> None:
        self.position.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.label(action, None if player < 0 else player + 1)

    def is_terminal(self) -> bool:
        return self.position.over

    def returns(self) -> list[float]:
        return self.position.returns()

    def resample_from_infostate(self, player_id: int, sampler: Any) -> State:
        """A state that this one could as well be to a player.  `sampler`: gives numbers from 0 to 1."""
        world = self.position.imagine(player_id + 1, int(sampler() * (1 << 53)))
        return State(self.get_game(), world)

    def __str__(self) -> str:
        position = self.position
        if position.state is None:
            return f"Chance, {len(position.history)} decided"
        lines = position.env.teller.table.lines(position.state)
        if position.outcomes:
            lines.append(f"Chance, one of {position.outcomes}")
        return "\n".join(lines)


class Observer:
    """What a player sees.  `tensor`: all numbers; `dict`: the segments of `toolkit.adapters.layout` by name."""

    def __init__(self, env: Environment, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"no parameters of observations are known, and there are {params}")
        self.env = env
        self.recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        size = env.layout.information if self.recalls else env.layout.size
        self.tensor = np.zeros(size, np.float32)
        self.dict = {
            name: self.tensor[segment.first : segment.first + segment.size].reshape(segment.shape)
            for name, segment in env.layout.segments.items()
        }
        if self.recalls:
            self.dict["past"] = self.tensor[env.layout.size :]

    def set_from(self, state: State, player: int) -> None:
        position = state.position
        seen = position.information_state if self.recalls else position.observation
        self.tensor[:] = seen(player + 1)

    def string_from(self, state: State, player: int) -> str:
        position = state.position
        return (position.information_string if self.recalls else position.observation_string)(player + 1)


def name_of(env: Environment) -> str:
    """By which OpenSpiel knows the pack."""
    return "sayso_" + re.sub(r"\W+", "_", env.pack.id)


def game(pack: str | Path, players: int | None = None, **settings: Any) -> Game:
    """A pack's game.  `settings`: as for `Environment`, but chance is always decided.  Raises as it does."""
    env = Environment(pack, players, chance="decided", **settings)
    return Game(env, name_of(env), {"players": env.setup.players})


def register(pack: str | Path, **settings: Any) -> str:
    """Makes `pyspiel.load_game` know a pack, with the parameter `players`; gives its name."""
    env = Environment(pack, None, chance="decided", **settings)
    name = name_of(env)

    class Registered(Game):  # a class, for its last reference is let go after the interpreter has ended
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            players = (params or {}).get("players", env.setup.players)
            same = players == env.setup.players
            there = env if same else Environment(pack, players, chance="decided", **settings)
            super().__init__(there, name, {"players": players})

    pyspiel.register_game(type_of(env, name), Registered)
    return name
