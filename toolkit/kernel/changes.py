"""What has changed in a state, as bits of one number: who asks a condition again asks only when one of the bits that
it reads is set (`toolkit.machine.reads`).

Whatever writes to a state sets the bit of what it wrote.  After the bits below comes one for each attribute, and then
one for each kind: that a component of the kind, or of a kind below it, has come somewhere else or was turned.
"""

from __future__ import annotations

MOVED = 1
"""Some component, of whatever kind, is somewhere else or was turned."""

HAPPENED = 2
"""An event was recorded, or a once-counter used."""

PERIODS = 4
"""A run of a period began or ended, or somebody else is active."""

LEFT = 8
"""A player has lost, or the game is over."""

KNOWN = 16
"""Somebody got to know a component."""

ACTS = 32
"""A rule acts, or acts no longer, that modifies no attribute."""

FIRST_COLUMN = 64
"""The bit of attribute A is `FIRST_COLUMN << A`."""

EVERYTHING = -1


def kind_bit(attributes: int, kind: int) -> int:
    """The bit of a kind in a model of so many attributes."""
    return FIRST_COLUMN << (attributes + kind)
