"""Instructions: what a frame executes, one tuple each.  `INSTRUCTIONS` is the specification.

Operands as in `expression.py`; `SLOT`, `PC` are ints.  A decision stops the machine *at* its instruction: the
frame, and so the saved game, says where it stopped; the answer is stored in SLOT and the next instruction
follows.  A decision with one legal option is taken without stopping.  `who` is the player who decides.
"""

from __future__ import annotations

from typing import Any

from toolkit.program.expression import Op

Instr = tuple[Any, ...]

_ROWS = {
    # op: (operands, what it leaves in the slot that is its last operand, meaning)
    "let": ("SLOT x", "", "store the value"),
    "jump": ("PC", "", ""),
    "unless": ("cond PC", "", "jump when cond is False"),
    "each": (
        "SET_SLOT INDEX_SLOT SLOT PC",
        "",
        "loop head: SLOT = the next member of the set in SET_SLOT and count INDEX_SLOT up (it starts "
        "at 0, set by `let`); at the end jump to PC.  The body ends with a jump back",
    ),
    "choose": (
        "who set min max SLOT",
        "set",
        "one decision after another until max are chosen or the player stops (offered from min on); "
        "SLOT = tuple of the chosen.  Members that cannot be told apart are offered once.  Fewer than "
        "min: all of them",
    ),
    "choose-one": ("who set SLOT", "thing", "SLOT = the chosen entity; empty set: -1"),
    "choose-number": ("who a b SLOT", "number", "SLOT = a number from a to b; a > b: 0"),
    "choose-value": ("who numbers SLOT", "one", "SLOT = one of these list values"),
    "choose-quantity": (
        "who ((cond A)…) SLOT",
        "one",
        "SLOT = one of the attributes whose cond holds; none: -1",
    ),
    "choose-payment": (
        "who A amount SLOT",
        "numbers",
        "SLOT = how much of A and of each attribute that stands in for it is paid; (): there is one "
        "way or none",
    ),
    "choose-each": (
        "players I set min max SLOT",
        "any",
        "simultaneous and secret: each player chooses from set (local I = that player); nobody sees "
        "an answer before all are in; SLOT = tuple of tuples in the order of players",
    ),
    "may": ("who SLOT", "number", "SLOT = 1 yes, 0 no"),
    "branch": (
        "who OPTIONAL ((cond PC SPAN)…) PC",
        "",
        "one of those whose cond holds is chosen and jumped to; OPTIONAL 1: *none* is offered and "
        "jumps to the last PC, as does an empty list",
    ),
    "random": ("set n SLOT", "set", "SLOT = n random members, as a tuple"),
    "do": (
        "V who (role…) SLOT",
        "any",
        "propose an event of verb V: prohibitions, replacements, commit (a pack verb: its program), "
        "triggers.  A role that is a set in the verb's batch role makes one event for each member, "
        "committed together.  SLOT (or -1) = what really happened: number changed or tuple of "
        "entities; 0 or () when it did not happen",
    ),
    "emit": (
        "STEP who (role…)",
        "",
        "a step event (start or end of a step or of a period): only triggers and watches see it",
    ),
    "skip": ("STEP PC", "", "jump when a rule says that this step is skipped"),
    "enter": ("P who (role…)", "", "a period begins"),
    "leave": ("P", "", "it ends: effects that last until its end stop, its `end` triggers have run before"),
    "effect": (
        "R (x…) P EDGE who",
        "",
        "rule R starts to act, with these values in its first locals (after you and this); EDGE 0: "
        "until this run of period P ends (P -1: for the game); 1, 2: until the next run of P by who "
        "(-1: by anybody) starts, ends",
    ),
    "later": (
        "STEP PROGRAM (x…)",
        "",
        "once, when step event STEP next happens, run PROGRAM with these values in its locals: *At "
        "the end of this turn, …*",
    ),
    "use": ("KEY", "", "count a once-counter up"),
    "call": ("PROGRAM (x…) SLOT", "any", "run PROGRAM with these locals; SLOT (or -1) = what it returns"),
    "resolve": (
        "FIELD x who SLOT",
        "number",
        "run the program of component x in sentence field FIELD, who being you; SLOT (or -1) = 1, or "
        "0 when it has none",
    ),
    "borrow": (
        "FIELD x y who SLOT",
        "number",
        "the same, but component y is what that program calls this: as if its sentences stood on y",
    ),
    "return": ("x", "", "the frame ends with this value"),
    "decline": ("", "", "a replacement that was not used: the event goes on"),
    "end": ("set", "", "the game ends; these players have won (empty: nobody)"),
    "all-lose": ("", "", "the game ends; all players have lost at the same moment"),
}
INSTRUCTIONS = {op: Op(*row) for op, row in _ROWS.items()}
