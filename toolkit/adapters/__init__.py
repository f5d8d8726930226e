"""Faces of a pack for programs that learn to play: numbered actions, observations as numbers, many games at once.

    from toolkit.adapters import Environment

    env = Environment("my-pack", players=2)
    position = env.start(seed=7)
    while not position.over:
        position.apply(position.legal()[0])
    position.returns()

`environment` is the game as such programs want it; it needs nothing but the toolkit.  What stands on it: `openspiel` (a
`pyspiel` game), `pettingzoo` (an AEC environment) and `vector` (many games in one call, arrays out).
"""

from toolkit.adapters.actions import Actions, TooMany
from toolkit.adapters.environment import Environment, Position
from toolkit.adapters.layout import Layout

__all__ = ["Actions", "Environment", "Layout", "Position", "TooMany"]
