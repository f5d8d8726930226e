"""Many games of a pack at once, with arrays of NumPy (extra `vector`): one call a step, in C where that is compiled.

    games = Vector("my-pack", games=256, seed=7)
    games.reset()
    while learning:
        actions = policy(games.observation, games.mask)     # or games.random(rng)
        games.step(actions)
        games.done, games.rewards, games.seat

A game that is over begins anew in the same step: `done` and `rewards` are those of the game that has ended, all else is
told of the new one.  The arrays are written anew at each step; copy what is to be kept.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from toolkit.adapters.actions import ALONE
from toolkit.adapters.environment import Environment, Position
from toolkit.flat import Lowered, NotLowered
from toolkit.kernel.random import MASK, mix
from toolkit.play.game import IllegalChoice
from toolkit.play.scenario import begun, first_state

FORMS = ("entity", "number", "value", "quantity", "payment", "yes", "no", "done", "branch", "rule")
"""Of options, in the order of `toolkit/flat/c/flat.h`; segments come in that of the layout."""


class Vector:
    """`games` games of one environment.  `observe`: whether `observation` is told; it costs most.

    `seat`: for each game who answers next.  `mask`: 1 for each action that seat can take.  `observation`: what it knows
    (`env.layout`).  `done`: 1 where the last step ended a game.  `rewards`: then what each seat has of it
    (`Position.returns`), else 0.  `settings`: as for `Environment`, with chance drawn.
    """

    def __init__(
        self,
        pack: Environment | str | Path,
        games: int,
        players: int | None = None,
        *,
        seed: int = 0,
        observe: bool = True,
        **settings: Any,
    ) -> None:
        if games < 1:
            raise ValueError(f"at least one game is needed, not {games}")
        self.env = pack if isinstance(pack, Environment) else Environment(pack, players, **settings)
        if self.env.chance != "drawn":
            raise ValueError("here nobody decides chance")
        seats, actions, width = len(self.env.seats), self.env.actions.size, self.env.layout.size
        self.games = games
        self.seed = seed
        self.seat = np.zeros(games, np.int32)
        self.mask = np.zeros((games, actions), np.uint8)
        self.done = np.zeros(games, np.uint8)
        self.rewards = np.zeros((games, seats), np.float32)
        self.observation = np.zeros((games, width), np.float32) if observe else None
        self._begun = 0
        self._flat = _Flat.of(self.env)
        self._games: list[Any] = [None] * games
        self._slow: dict[int, Position] = {}

    @property
    def slow(self) -> int:
        """How many of the games are played by the other machine now: all, if the pack has no lowered form or nothing is
        compiled; else those that went beyond what the one in C holds.
        """
        return len(self._slow)

    def reset(self, seed: int | None = None) -> None:
        """All games begin anew.  `seed`: of them, and of those after them.  Raises `ValueError` for a game in which
        nobody is asked anything.
        """
        if seed is not None:
            self.seed = seed
        self._begun = 0
        self._slow = {}
        self._games = [self._flat.game() if self._flat else None for _ in range(self.games)]
        self._run(np.full(self.games, -1, np.int32))

    def step(self, actions: Any) -> None:
        """Each game takes its action.  `actions`: a number for each.  Raises `ValueError` for one that cannot be taken,
        or for another number of them; no game has gone on then.
        """
        given = np.ascontiguousarray(actions, np.int32)
        if given.shape != (self.games,):
            raise ValueError(
                f"{self.games} actions are needed, in a row; not an array of shape {given.shape}"
            )
        if not self._begun:
            raise ValueError("nothing has begun: reset()")
        if given.min() < 0 or given.max() >= self.env.actions.size:
            raise ValueError(f"actions are numbered from 0 to {self.env.actions.size - 1}")
        taken = self.mask[np.arange(self.games), given]
        if not taken.all():
            number = int(np.argmin(taken))
            what = self.env.actions.label(int(given[number]))
            raise IllegalChoice(f"game {number} cannot take action {given[number]} ({what}); see mask")
        self._run(given)

    def random(self, chance: Any) -> Any:
        """An action for each game, each that can be taken as likely as the others.  `chance`: a generator of NumPy."""
        return np.argmax(self.mask * chance.random(self.mask.shape, np.float32), axis=1).astype(np.int32)

    # -- How -----------------------------------------------------------------------------------------------------

    def _run(self, actions: Any) -> None:
        seeds = _mixed(mix(self.seed & MASK, self._begun), self.games)
        beyond = list(range(self.games))
        if self._flat:
            beyond = self._flat.step(self._games, actions, seeds, self)
        for number in sorted({*self._slow, *beyond}):
            self._slowly(number, int(actions[number]), int(seeds[number]))
        self._begun += 1
        if not self.seat.all():
            raise ValueError(f"in a game of {self.env.pack.id} it is over before anybody is asked")

    def _slowly(self, number: int, action: int, seed: int) -> None:
        """A step of a game by the other machine; until that game is over."""
        env = self.env
        position = self._slow.get(number)
        self.done[number] = 0
        self.rewards[number] = 0.0
        if position is None and self._flat and action >= 0:  # it stands where it stood
            position = Position(env, self._flat.state(self._games[number]))
            env.machine.advance(position._at)
        self._games[number] = None
        if position is not None and action >= 0:
            position.apply(action)
            if position.over:
                returns = position.returns()
                self._slow.pop(number, None)
                if not self._flat or not self._flat.again(number, seed, self):
                    self._slowly(number, -1, seed)
                self.done[number], self.rewards[number] = 1, returns
                return
        if position is None or action < 0:
            position = Position(env, first_state(env.rig, env.setup, seed, log=False))
        self._slow[number] = position
        seat = position.seat
        self.seat[number] = seat or 0
        self.mask[number] = 0
        self.mask[number, position.legal()] = 1
        if self.observation is not None:
            self.observation[number] = position.observation(seat or env.seats[0])


class _Flat:
    """The same in C: the tables by which it tells of games."""

    def __init__(self, env: Environment) -> None:
        state = begun(env.rig, env.setup)
        if state is None:
            raise NotLowered("a table that is given")
        self.lowered = Lowered(env.machine)
        self.start, self.asked = self.lowered.first_asked(self.lowered.flat(state))
        self.faces = self.lowered.code.Faces(self.lowered.pack, _tables(env))

    @classmethod
    def of(cls, env: Environment) -> _Flat | None:
        try:
            return cls(env)
        except NotLowered:
            return None

    def game(self) -> Any:
        return self.start.copy()

    def state(self, game: Any) -> Any:
        return self.lowered.state(game.state())

    def again(self, number: int, seed: int, to: Vector) -> bool:
        """Begins a game anew in its place; whether it is there."""
        one = [None] * to.games
        one[number] = to._games[number] = self.game()
        if not self.step(one, np.full(to.games, -1, np.int32), np.full(to.games, seed, np.uint64), to):
            return True
        to._games[number] = None
        return False

    def step(self, games: list[Any], actions: Any, seeds: Any, to: Vector) -> list[int]:
        found: list[int] = self.faces.step(
            games,
            self.start,
            self.asked,
            actions,
            seeds,
            to.seat,
            to.mask,
            to.done,
            to.rewards,
            to.observation,
        )
        return found


def _mixed(seed: int, games: int) -> Any:
    """`toolkit.kernel.random.mix` of a seed and each number: of the game that begins next in each place."""
    z = np.uint64(seed) + np.arange(1, games + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def _tables(env: Environment) -> dict[str, bytes]:
    """What the C is told of actions and observations."""
    actions, layout, blocks = env.actions, env.layout, env.actions.blocks

    def by_entity(numbers: Mapping[int, int]) -> list[int]:
        return [numbers.get(entity, -1) for entity in range(env.machine.model.count + 1)]

    forms = [(ALONE.index(f), 1) if f in ALONE else (blocks[f].first, blocks[f].size) for f in FORMS]
    spots = enumerate(actions.spots, blocks["hidden"].first)
    told = {
        "first": [first for first, _ in forms],
        "sizes": [size for _, size in forms],
        "thing": by_entity({entity: at for at, entity in enumerate(actions.things, blocks["entity"].first)}),
        "spot": by_entity({place: at for at, (place, position) in spots if position <= 1}),
        "row_of": by_entity(layout.row_of),
        "class_of": by_entity(layout.column_of),
        "back_of": by_entity(layout.back_at),
        "number_of": by_entity({entity: number for number, entity in enumerate(layout.components)}),
        "segments": [segment.first for segment in layout.segments.values()],
        "game": list(chain(*layout.of_game)),
        "players": list(chain(*layout.of_players)),
        "things": list(chain(*layout.of_things)),
        "numbers": [actions.size, layout.size, len(layout.classes), len(layout.backs)],
    }
    return {name: array("i", numbers).tobytes() for name, numbers in told.items()}
