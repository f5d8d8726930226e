"""A pack as an environment of PettingZoo (extra `pettingzoo`): an agent for each seat that decides, masks of actions.

    from toolkit.adapters import pettingzoo

    env = pettingzoo.env("my-pack", players=2)
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        done = termination or truncation
        env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))

Agents are called as the seats of the pack are.  An observation is `{observation: numbers, action_mask: 0 or 1}`, the
numbers as `toolkit.adapters.layout` orders them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from toolkit.adapters.environment import Environment, Position

SEEDS = 1 << 31


class PackEnv(AECEnv):  # type: ignore[misc]  # of no known type
    """The environment itself, without the wrappers that check how it is used.  `settings`: as for `Environment`.

    `longest`: after so many decisions a game is cut short; None: as many as the pack's limits allow.
    """

    def __init__(
        self, pack: str | Path, players: int | None = None, longest: int | None = None, **settings: Any
    ) -> None:
        super().__init__()
        self.game = Environment(pack, players, **settings)
        if self.game.chance != "drawn":
            raise ValueError("here nobody decides chance: PettingZoo knows no player for it")
        self.longest = longest or self.game.machine.limits.decisions
        names = self.game.teller.names
        self.seat_of = {names.fixed(seat): seat for seat in self.game.people}
        self.possible_agents = list(self.seat_of)
        self.metadata = {
            "name": f"sayso_{self.game.pack.id}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = "ansi"
        layout, actions = self.game.layout, self.game.actions
        self._seen = Dict(
            {
                "observation": Box(-np.inf, np.inf, (layout.size,), np.float32),
                "action_mask": Box(0, 1, (actions.size,), np.int8),
            }
        )
        self._spaces = {agent: Discrete(actions.size) for agent in self.possible_agents}
        self._chance = np.random.default_rng()

    def observation_space(self, agent: str) -> Dict:
        return self._seen

    def action_space(self, agent: str) -> Discrete:
        return self._spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game.  `seed`: of this one, and of those after it.  `options`: `{deal: …}`, as `Environment.start` has
        it.
        """
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.position: Position = self.game.start(
            int(self._chance.integers(SEEDS)), (options or {}).get("deal")
        )
        self._next()

    def _next(self) -> None:
        """Whose turn it is; when the game is over, all go out one by one."""
        position = self.position
        if position.over:
            returns = position.returns()
            self.rewards = {agent: returns[self.seat_of[agent] - 1] for agent in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
            return
        if len(position.history) >= self.longest:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[self.game.people.index(position.seat)]

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.seat_of[agent]
        mask = np.zeros(self.game.actions.size, np.int8)
        if not self.position.over and seat == self.position.seat:
            mask[self.position.legal(seat)] = 1
        return {
            "observation": np.asarray(self.position.observation(seat), np.float32),
            "action_mask": mask,
        }

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.position.apply(int(action) if action is not None else -1, self.seat_of[agent])
        self._next()
        self._accumulate_rewards()

    def render(self) -> str:
        """The table, with everything on it."""
        return "\n".join(self.game.teller.table.lines(self.position._at))

    def close(self) -> None:
        pass


def env(pack: str | Path, players: int | None = None, **settings: Any) -> AECEnv:
    """The environment with PettingZoo's own checks: what is done in the wrong order is said, an action that cannot be
    taken ends the game with -1 for who took it.
    """
    raw: AECEnv = PackEnv(pack, players, **settings)
    raw = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw))
