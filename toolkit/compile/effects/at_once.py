"""*Each player gains coins equal to the coins of the player to their left*: how much that is for each of them is
counted before any of them gains anything, for nothing says that it happens one after another.

A loop does it one after another, so that who comes later would count what was just gained.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Desc
from toolkit.compile.base.world import World
from toolkit.compile.effects.loop import loop
from toolkit.language import ast
from toolkit.program.expression import Expr, locals_of, renamed
from toolkit.program.instruction import Instr

BY_AMOUNT = ("gain", "lose", "pay")
JUMPS = ("jump", "unless", "each")
"""Instructions whose last operand is where they jump to."""
MOST = 50
"""Definitions that are looked into."""
ASKING = frozenset({"branch", "skip", "may", "choose", "choose-one", "choose-number", "choose-value", "choose-quantity",
                    "effect", "call"})  # fmt: skip
"""What asks somebody in a pass, who answers knowing what came of the passes before."""


def all_at_once(desc: Desc, clause: ast.Clause, scope: Scope, each: Callable[[], None]) -> None:
    """What each of several does, who count before anybody does it; said *in turn order*, one after another."""
    start, in_order = scope.here(), scope.order is not None
    loop(desc, scope, each)
    if not in_order:
        counted_before(start, clause, scope)


def counted_before(start: int, clause: ast.Clause, scope: Scope) -> None:
    """In the loop whose code begins at `start`: count all amounts first that a pass would change for later ones."""
    match scope.code[start:]:
        case [("let", int(whole), _), ("let", int(index), ("int", 0)), ("each", _, _, int(member), _), *body]:
            asked = any(each[0] in ASKING for each in body)
            counted = [] if asked else _counted(body, index, member, clause, scope)
        case _:
            return
    first = list[Instr]()
    for position in counted:
        one, amounts = scope.alloc(), scope.alloc()
        _, slot, amount = body[position]
        each = renamed(amount, {build.local(member): build.local(one)})
        first.append(("let", amounts, ("map", build.local(whole), one, each)))
        body[position] = ("let", slot, ("nth", build.local(amounts), build.local(index)))
    _, begin, head = scope.code[start : start + 3]
    scope.code[start + 1 :] = [*first, begin, *(_moved(each, len(first), start) for each in (head, *body))]
    scope.at[start + 1 : start + 1] = [scope.at[start]] * len(first)


def _counted(body: list[Instr], index: int, member: int, clause: ast.Clause, scope: Scope) -> list[int]:
    """Where in a pass an amount is asked for that passes before it have changed.  SAY0801: something that this pass
    does before that changes it, too.
    """
    known = scope.world.verbs.values()
    verbs = {each.index for each in known if each.kernel is not None and each.id in BY_AMOUNT}
    deeds = [(n, each) for n, each in enumerate(body) if each[0] == "do"]
    done = {n: each[3] for n, each in deeds if each[1] in verbs and len(each[3]) == 2}
    changed = {what[1] for what, _ in done.values() if what[0] == "int"}
    own = {index, *(each[1] for each in body if each[0] == "let"), *(each[-1] for _, each in deeds)}
    found = list[int]()
    for position, instr in enumerate(body):
        if instr[0] != "let" or position + 1 not in done or done[position + 1][1] != build.local(instr[1]):
            continue
        if locals_of(instr[2]) & own or not _asks_of_others(instr[2], changed, member, scope.world):
            continue
        before = {what[1] for n, (what, _) in done.items() if n < position and what[0] == "int"}
        if _asks_of_others(instr[2], before, member, scope.world):
            hint = "say it in two sentences, each of all players: *Each player loses …. Each player gains …*"
            what = "how much others have, before or after each of them did the first of this,"
            raise scope.fail("SAY0801", clause.verbs[-1], what=what, hint=hint)
        found.append(position)
    return found


def _moved(instr: Instr, by: int, start: int) -> Instr:
    """An instruction that jumps so much further, within the loop."""
    return (*instr[:-1], instr[-1] + by) if instr[0] in JUMPS and instr[-1] > start else instr


def _asks_of_others(amount: Expr, changed: set[int], member: int, world: World) -> bool:
    """Whether an amount hangs on how much of what is changed others have than the one in a slot."""
    waiting: list[Any] = [amount]
    seen: set[Expr] = set()
    while waiting:
        part = waiting.pop()
        if not isinstance(part, tuple) or not part:
            continue
        if part[0] in ("attr", "attr-for", "base") and part[1] in changed and part[2] != build.local(member):
            return True
        if part[0] == "call" and part not in seen and len(seen) < MOST:
            seen.add(part)
            given = {build.local(n): argument for n, argument in enumerate(part[2:])}
            waiting.append(renamed(world.ruleset.functions[part[1]].body, given))
        waiting += part
    return False
