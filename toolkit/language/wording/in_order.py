"""Accepted alternates for who acts after whom: *Each player in turn order discards a card*, *Each player, in clockwise
order, discards a card*.

Rows of `clauses.py`: the order opens the sentence.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.language.wording.row import Row


def _rows(typed: str, order: str) -> Iterator[Row]:
    for each in ("each", "each other"):
        yield Row(f"[begin] {each} {{who:player}} {typed}", f"{order} , {each} {{who}}")


_ORDERS = ("in_turn_order", "in_clockwise_order")
ROWS = (
    # Each player in turn discards a card: one after the other, in the order of the table
    *_rows("in turn [verb|may]", "in_clockwise_order"),
    *(row for order in _ORDERS for row in _rows(f"{order} [verb|may]", order)),
    *(row for order in _ORDERS for row in _rows(f", {order} ,", order)),
)
