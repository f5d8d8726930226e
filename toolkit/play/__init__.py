"""A game that somebody plays: decisions, views, undo, saves, replays, bots, and the examples of a pack.

`new_game` is for people and whoever wants words; `new_stepper` for whoever plays very many games.
"""

from toolkit.play.game import (
    Decision,
    Event,
    Game,
    IllegalChoice,
    Option,
    Setup,
    UndoRefused,
    load_game,
    new_game,
)
from toolkit.play.stepper import Stepper, at_random, new_stepper

__all__ = [
    "Decision",
    "Event",
    "Game",
    "IllegalChoice",
    "Option",
    "Setup",
    "Stepper",
    "UndoRefused",
    "at_random",
    "load_game",
    "new_game",
    "new_stepper",
]
