"""The machine over flat state: whole games in C, of packs whose programs have a lowered form.

    lowered = Lowered(machine)                 # `NotLowered` says what a pack has that has no such form yet
    game = lowered.game(state)                 # or lowered.start(seed)
    game.choose(0); game.decision; game.winners
    game.play_random(Chance(7))                # to the end, in one call
    game.state()                               # the same position for the other machine

It does what `toolkit.machine` does, decision for decision: the same options, and the same `State` after each.  What
goes beyond a limit, or beyond what it can hold, is done by the other machine from the position before, so that it ends
in the same `Runaway` with the same sentence, or goes on there.  `available()`: whether `make native` has compiled it.
"""

from toolkit.flat.game import FlatGame, Lowered, available
from toolkit.flat.lower import NotLowered

__all__ = ["FlatGame", "Lowered", "NotLowered", "available"]
