"""Runs programs: frames until a decision, events with their rules, effects that last.

    machine = Machine(model, ruleset, load_verbs())      # one for all games of a model (players, options)
    state = machine.start(seed=7, log=True)              # run to the first decision
    while (decision := machine.advance(state)) is not None:
        machine.choose(state, 0)                         # index into machine.options(state); seat= for secret ones
    state.over, state.winners

* `machine.new(seed)`: an empty table, nothing running; `machine.run(state, program, locals)` pushes a program
  (`given`, `when`), `machine.begin_game(state)` the pack's start programs; then `advance`.
* `decision.kind` (instruction), `decision.seats` (who may answer now), `decision.options` (one tuple for each
  seat).  Options: `("entity", e) ("number", n) ("value", v) ("quantity", a) ("payment", amounts, a) ("yes",)
  ("no",) ("done",) ("branch", k) ("rule", r, this)`.  A `branch` that may be declined offers `("no",)`.
* `machine.evaluate(expr, state, locals)`, `machine.compile(expr)` for one that is asked often.
* `machine.can(state, verb, who, roles)`, `machine.refusals(...)`: sentences that forbid it (-1: the table
  does).
* `machine.attribute(state, A, e)` with modifiers; `machine.why(state, A, e)`: the modifiers.
* `machine.sentence(state)`: the sentence that runs or asks.  `machine.broken(state)`: invariants that do not
  hold.  `machine.worth(state, player)`: the pack's evaluation.
* `state.copy()`, `state.to_json()`, `State.from_json(data)`, `state.digest()`, `state.log`.  A loaded state
  knows its decision after `advance`.  `state.pins += (("roll", 4),)` decides chance beforehand (`roll`,
  `shuffle`, `random`; `draws`: all of it).
* Triggers find after the result what the event's object was in before it happened (`origin`).
* `machine.redetermine(state, seat, chance)`: a state that this one could as well be, as far as the seat knows.
* `Runaway`: something grew beyond one of the ruleset's `limits`.
"""

from toolkit.limits import Runaway
from toolkit.machine.decision import Decision, Option
from toolkit.machine.machine import Machine

__all__ = ["Decision", "Machine", "Option", "Runaway"]
