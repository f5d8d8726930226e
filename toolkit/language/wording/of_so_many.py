"""Accepted alternates for what is done with each of so many: *Reveal each of up to two cards*, with up to 2 cards.

Rows of `alternates.py`.  As a subject (*Each of 2 players …*) it says of whom, and nobody chooses them.
"""

from __future__ import annotations

from toolkit.language.wording.row import Row

ROWS = (
    Row("[!joint] each_of up_to {n:NUMBER}", "up_to {n}"),
    Row("[!joint] each_of {n:NUMBER} [thing|place|adj|member]", "{n}"),
)
