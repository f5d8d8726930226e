"""A game that somebody plays: decisions, views, undo, saves, replays, bots, and the examples of a pack."""
