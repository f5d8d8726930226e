"""*Each player gains coins equal to the coins of the player to their left*: how much that is for each of them is
counted before any of them gains anything, for nothing says that it happens one after another.

A loop does it one after another, so that who comes later would count what was just gained, or what a rule has done
because of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Desc
from toolkit.compile.base.world import World
from toolkit.compile.effects.loop import loop
from toolkit.compile.rules.anybody import names_you
from toolkit.language import ast
from toolkit.program.expression import Expr, locals_of, renamed
from toolkit.program.instruction import Instr

BY_AMOUNT = ("gain", "lose", "pay")
JUMPS = ("jump", "unless", "each")
"""Instructions whose last operand is where they jump to."""
KNOWN = frozenset(
    {"int", "local", "add", "sub", "mul", "neg", "div", "div-up", "larger", "smaller", "if", "ne"}
)
"""Ops of an amount that has been counted."""
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
            counted = [] if asked else _counted(body, start, clause, scope)
            if any(_again(body, position, start) for position in counted):
                hint = "*Repeat 3 times: Each player …* counts it anew each time"
                what = "how much others have, counted once or anew for each of so many times,"
                raise scope.unfit(clause.verbs[-1], what, hint=hint)
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


def _counted(body: list[Instr], start: int, clause: ast.Clause, scope: Scope) -> list[int]:
    """Where in a pass an amount is asked for that passes before it, or what happens because of them, may have changed.
    SAY0801: something that this pass does before that changes it, too.
    """
    _, index, (_, _, _, member, _) = scope.code[start : start + 3]
    done, own = _by_amount(body, scope.world), _filled(body) | {index[1]}
    found = list[int]()
    for position, instr in enumerate(body):
        if position + 1 not in done or instr[0] != "let" or done[position + 1][1] != build.local(instr[1]):
            continue
        if locals_of(instr[2]) & own or not looks(instr[2]):
            continue
        others = _asks_of_others(instr[2], _changed(done), member, scope.world)
        first = _begins_with(body[:position], done, instr[2], member) and not _again(body, position, start)
        if not others and not first:
            continue
        before = _changed({at: roles for at, roles in done.items() if at < position})
        if _asks_of_others(instr[2], before, member, scope.world):
            hint = "say it in two sentences, each of all players: *Each player loses …. Each player gains …*"
            what = "how much others have, before or after each of them did the first of this,"
            raise scope.unfit(clause.verbs[-1], what, hint=hint)
        found.append(position)
    return found


def looks(amount: Expr) -> bool:
    """Whether an amount is found by looking at the table: none that is known already."""
    return amount[0] not in KNOWN or any(isinstance(part, tuple) and looks(part) for part in amount[1:])


def _begins_with(before: list[Instr], done: Roles, amount: Expr, member: int) -> bool:
    """Whether each does this first: or nothing before it but with amounts, and nothing here is theirs."""
    deeds = [at for at, instr in enumerate(before) if instr[0] == "do"]
    return not deeds or (member not in locals_of(amount) and all(at in done for at in deeds))


def _again(body: list[Instr], position: int, start: int) -> bool:
    """Whether something is done again and again there in one pass: *3 times*."""
    first = start + len(("let", "let", "each"))
    at = first + position
    return any(
        instr[0] in JUMPS and first <= instr[-1] <= at <= number for number, instr in enumerate(body, first)
    )


def for_each(
    node: ast.ForEach, rest: list[ast.Opening], desc: Desc, scope: Scope, one: Callable[[], None]
) -> None:
    """*For each player, …*: one after another; *Each player gains 1 coin if they are rich*: who is, is asked first."""
    start = scope.here()
    if node.at_once:
        _than_you_or_each(rest, scope)
    loop(desc, scope, one)
    if node.at_once:
        asked_first(start, scope)


def _than_you_or_each(rest: list[ast.Opening], scope: Scope) -> None:
    """Refuse *Each player gains 1 coin if another player has more coins than you*, *if your coins are the sum of the
    other players' coins*: other than you, or than each?
    """
    for opening in rest[:1]:
        for clause in opening.condition.clauses if isinstance(opening, ast.Given) else ():
            other = _other_player(clause)
            if other is not None and any(map(names_you, clause.walk())):
                hint = "say which: *a player other than you* or *a player other than them*"
                raise scope.fail("SAY0655", other, noun="player", hint=hint)


def _other_player(clause: ast.Clause | ast.There) -> ast.Noun | None:
    """Another player in a condition, who is not another than its subject."""
    subject = clause.subject
    theirs = isinstance(subject, ast.Pronoun) or (isinstance(subject, ast.Noun) and subject.head == "player")
    for node in clause.walk() if not theirs else (subject,):
        if isinstance(node, ast.Noun) and node.head == "player":
            if node.determiner.other or node.determiner.quantifier == "another":
                return node
    return None


def asked_first(start: int, scope: Scope) -> None:
    """In the loop whose code begins at `start`: ask of all members first whether a pass is for them."""
    code = scope.code
    head = next(at for at in range(start, len(code)) if code[at][0] == "each")
    asked = next((at for at in range(head, len(code)) if code[at][0] == "unless"), None)
    if asked is None or any(instr[0] != "let" for instr in code[head + 1 : asked]):
        return  # nothing is asked: it always holds, or never
    _, held, otherwise = code[asked]
    one = scope.alloc()
    said = renamed(_inlined(held, code[head + 1 : asked]), {build.local(code[head][3]): build.local(one)})
    if otherwise == len(code) - 1 and not build.mentions(code[asked + 1 :], held[1]):
        _for_these_alone(head, asked, one, said, scope)
    else:
        _looked_up(head, asked, one, said, scope)


def _inlined(said: Expr, kept: list[Instr]) -> Expr:
    """An expression without the locals that were kept for it."""
    for _, slot, value in reversed(kept):
        said = renamed(said, {build.local(slot): value})
    return said


def _for_these_alone(head: int, asked: int, one: int, said: Expr, scope: Scope) -> None:
    """There are passes only for those of whom it is so."""
    code, whole, gone = scope.code, scope.code[head][1], asked - head
    kept = next(at for at in range(head, -1, -1) if code[at][:2] == ("let", whole))
    code[kept] = ("let", whole, build.where(code[kept][2], one, said))
    code[head:] = [_moved(each, -gone, head) for each in (code[head], *code[asked + 1 :])]
    del scope.at[head + 1 : asked + 1]


def _looked_up(head: int, asked: int, one: int, said: Expr, scope: Scope) -> None:
    """Each pass looks up whether it is so: something is done if it is not, too."""
    code, whole, member = scope.code, scope.code[head][1], scope.code[head][3]
    _, held, otherwise = code[asked]
    those = scope.alloc()
    first = ("let", those, build.where(build.local(whole), one, said))
    holds: Expr = ("member", build.local(member), build.local(those))
    kept = next((at for at in range(head + 1, asked) if build.local(code[at][1]) == held), asked)
    code[kept] = ("let", code[kept][1], holds) if kept < asked else ("unless", holds, otherwise)
    code[head - 1 :] = [first, *(_moved(each, 1, head - 2) for each in code[head - 1 :])]
    scope.at.insert(head - 1, scope.at[head - 1])


Roles = Mapping[int, tuple[Expr, ...]]


def _by_amount(body: list[Instr], world: World) -> Roles:
    """Where somebody gains, loses or pays something in a pass, and of what how much."""
    verbs = {each.index for each in world.verbs.values() if each.kernel is not None and each.id in BY_AMOUNT}
    deeds = ((at, instr) for at, instr in enumerate(body) if instr[0] == "do" and instr[1] in verbs)
    return {at: instr[3] for at, instr in deeds if len(instr[3]) >= len(("what", "amount"))}


def _changed(done: Roles) -> set[int]:
    """The quantities that these deeds change."""
    return {what[1] for what, *_ in done.values() if what[0] == "int"}


def _filled(body: list[Instr]) -> set[int]:
    """The locals that a pass fills."""
    slots = {"let": 1, "do": -1}
    return {instr[slots[instr[0]]] for instr in body if instr[0] in slots}


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
            waiting.append(renamed(world.body(part[1]).body, given))
        waiting += part
    return False
