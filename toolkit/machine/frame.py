"""Frames: what is unfinished, as lists of plain values in the state.  The last one runs.

`[program, pc, locals, slot, event, progress, rule, applied]`

* `program` ≥ 0: instructions run.  `slot`: local of the frame below that gets what it returns, -1: none.
  `event`: of a pack verb's run `(verb, who, roles, origin, before, sentence)`, else ().  `progress`: what a
  decision of several answers has so far; `(PRETENDED,)` of an effect that asks only lest its silence tell something
  (`secrecy.py`), else ().
* `REPLACING`: an event (a batch of them) looks for rules that replace it.  locals: `[events, index, used,
  survivors, results, sentence]`; `progress`: `(CHOSEN, k)`, `(RETURNED, value)` or `(DECLINED,)`.
* `BATCH`: a pack verb runs for several, one after another.  locals: `[events, index, results, done,
  sentence]`.
* `WINDOW`: triggered effects wait.  locals: the waiting `(rule, program, locals)`, first first, and `~program` of one
  that is pretended; `progress`: `(CHOSEN, k)`.

`rule`: the standing rule that made this run, -1: none.  `applied`: replacements that events proposed here may
not use again.
"""

from __future__ import annotations

from typing import Any

from toolkit.kernel.state import Frame

PROGRAM, PC, LOCALS, SLOT, EVENT, PROGRESS, RULE, APPLIED = range(8)

REPLACING, BATCH, WINDOW = -1, -2, -3

CHOSEN, RETURNED, DECLINED = 0, 1, 2
PRETENDED = -1


def new_frame(
    program: int,
    locals: list[Any],
    slot: int = -1,
    event: tuple[Any, ...] = (),
    rule: int = -1,
    applied: tuple[Any, ...] = (),
) -> Frame:
    return [program, 0, locals, slot, event, (), rule, applied]
