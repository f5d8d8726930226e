"""A game that somebody plays: decisions, views, undo, saves, replays, bots, and the examples of a pack."""

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

__all__ = [
    "Decision",
    "Event",
    "Game",
    "IllegalChoice",
    "Option",
    "Setup",
    "UndoRefused",
    "load_game",
    "new_game",
]
