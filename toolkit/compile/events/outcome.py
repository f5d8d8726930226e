"""What *If you do* asks: whether a verb was carried out, and carried out whole.

A verb that could not be carried out did not happen.  One that was done in part was not done whole: *Pay 2 coins* with
1 coin, *Put 2 cats in the park* with one cat.  What was replaced by something else did not happen either.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from toolkit.compile.base import build
from toolkit.compile.base.values import Desc
from toolkit.compile.base.world import VerbInfo
from toolkit.language import ast
from toolkit.language.forms import verb_forms
from toolkit.program.expression import Expr, conjuncts
from toolkit.program.instruction import Instr

if TYPE_CHECKING:
    from toolkit.compile.base.scope import Scope
    from toolkit.compile.effects.roles import Role, Roles

TRUE = build.TRUE
ZERO = build.integer(0)


def carried_out(
    info: VerbInfo,
    items: Sequence[Role],
    settled: Sequence[Expr],
    result: Expr,
    chosen: Collection[Expr] = (),
) -> Expr:
    """Whether the event that gave `result` was done whole.

    `items`, `settled`: the roles of its verb and what fills them.  A bounded change (*raise*, *set*) is done if
    anything changed, for its bound is part of what it says.  `chosen`: how much it is, where the doer says that now:
    who pays nothing of *up to 3 coins* has paid nothing.
    """
    if info.kernel is None:
        return ("ne", result, build.integer(0))
    if info.kernel.nothing == ():
        obj = items[0].desc if items else None
        return ("ne", result, build.EMPTY) if obj is None else all_of_it(obj, settled[0], result)
    if info.roles[:2] == ("attr", "amount"):
        if info.id == "pay" and settled[1] in chosen:
            return build.both(("ge", settled[1], build.integer(1)), ("ge", result, settled[1]))
        return enough(result, settled[1], free=info.id == "pay")
    return ("ne", result, build.integer(0))


def all_of_it(desc: Desc, wanted: Expr, result: Expr) -> Expr:
    """Whether as many things as were asked for are among those that it happened to."""
    number = desc.low if counted(desc) else off_the_end(desc)
    if not desc.many or number == build.integer(1) or (number is None and desc.mode != "some"):
        return ("ne", result, build.EMPTY)
    whole: Expr = ("ge", ("count", result), number or ("count", wanted))
    if number is not None and number[0] != "int":
        return whole
    return build.both(("ne", result, build.EMPTY), whole)


def off_the_end(desc: Desc) -> Expr | None:
    """*the top 2 cards*: how many, wherever fewer are there; None: all that are there are meant."""
    return desc.expr[2] if desc.mode == "set" and desc.expr[0] in ("take", "last-n") else None


def enough(result: Expr, amount: Expr, *, free: bool) -> Expr:
    """Whether so much was really changed.  `free`: nothing at all is enough of nothing (a cost of 0)."""
    positive: Expr = ("ge" if free else "gt", amount, build.integer(0))
    return build.both(build.TRUE if amount[0] == "int" else positive, ("ge", result, amount))


def all_parts(outcomes: Sequence[Expr]) -> Expr:
    """Whether all of a list was done, *gain coins equal to X and 1 point*: no coins at all are enough of no coins, if
    there is something of another part.
    """
    wholes, some = zip(*(_whole_and_something(each) for each in outcomes), strict=True)
    return build.both(*wholes, build.either(*some))


def not_done(outcome: Expr) -> Expr:
    """What *If you do not* asks: who had nothing to lose did not fail to (*Lose coins equal to your debts*)."""
    return build.negate(_whole_and_something(outcome)[0])


def _whole_and_something(outcome: Expr) -> tuple[Expr, Expr]:
    """Whether so much was done as was asked for, and whether anything was asked for at all."""
    parts = conjuncts(outcome)
    enough_of = {part[2] for part in parts if part[0] == "ge"}

    def asks(part: Expr) -> bool:
        each = part[1:] if part[0] == "or" else (part,)
        return all(one[0] == "gt" and one[2] == ZERO and one[1] in enough_of for one in each)

    asked = [part for part in parts if asks(part)]
    return build.both(*(part for part in parts if part not in asked)), build.both(*asked)


def counted(desc: Desc) -> bool:
    """*2 cats*, *at least 2 cats*, *1 to 3 cats*, *a number of cats equal to X*: so many, no fewer."""
    return desc.mode == "some" and desc.low != ZERO and desc.bound in (None, "exactly", "at least")


def all_taken(desc: Desc, chosen: Expr) -> Expr:
    """Whether as many were chosen as were asked for."""
    if desc.mode == "some" and counted(desc):
        return ("ge", ("count", chosen), desc.low)
    return ("ne", chosen, build.EMPTY)


def all_there(desc: Desc, whole: bool) -> Expr:
    """Whether there is something to choose from; `whole`: as many as are asked for."""
    if desc.alike is not None:
        return ("ge", desc.alike.most(desc.expr), desc.low)
    if whole and counted(desc) and desc.low != build.integer(1):
        return ("ge", ("count", desc.expr), desc.low)
    return build.nonempty(desc.expr)


def wholly(roles: Roles) -> Expr:
    """Whether an event that is possible is so with as many things as are asked for."""
    parts: list[Expr] = []
    for role in roles.items:
        if role.open and role.desc is not None and role.desc.type.base == "entity" and role.many:
            parts.append(TRUE if role.desc.low == ZERO else all_there(role.desc, whole=True))
    return build.both(*parts)


def lost_whole(roles: Roles, scope: Scope) -> Expr:
    """*You may lose 2 coins*, and *Lose 2 coins* as a line of a choice: of what may not fall below a bound, so much is
    there; a loss that nobody chooses takes what there is.
    """
    if roles.info.kernel is None or roles.info.id != "lose" or roles.info.roles != ("attr", "amount"):
        return TRUE
    column, amount = (role.expr for role in roles.items)
    lost = next((a for a in scope.world.attributes.values() if build.integer(a.index) == column), None)
    if lost is None or lost.least is None or amount is None:
        return TRUE
    needed = amount if lost.least == 0 else ("add", amount, build.integer(lost.least))
    there = lost.of_player(roles.doer.expr)
    return TRUE if needed == there else ("ge", there, needed)  # *Lose all your coins*


def instead(
    code: Sequence[Instr], infos: Sequence[VerbInfo], base: int, known: Sequence[Expr]
) -> tuple[Expr, Expr]:
    """What came of an event that this code replaces, and whether that counts: of the same verb as much as it did, if
    the same one did it, with the same thing or of the same quantity; of others nothing.  `base`: the first
    local of the event; `known`: what is true of it.
    """
    by_number = {info.index: info for info in infos}
    same = [instr for instr in code if instr[0] == "do" and instr[1] in by_number]
    if not same:
        return build.integer(0), TRUE
    _, verb, who, roles, slot = same[-1]
    names = list(by_number[verb].roles)
    asked = [(build.local(base), who)]
    asked += [
        (build.local(base + 1 + k), roles[k]) for k, name in enumerate(names) if name in ("attr", "obj")
    ]
    alike = (("eq", one, other) for one, other in asked if one != other)
    open_ = (each for each in alike if each not in known and ("eq", each[2], each[1]) not in known)
    return build.local(slot), build.both(*open_)


def inlined(expr: Expr, code: Sequence[Instr]) -> Expr:
    """An expression over slots that this code would have filled, with what it would have put there; of a number that
    would be chosen, the largest one.
    """
    for instr in reversed(code):
        if instr[0] == "let":
            expr = build.substitute(expr, instr[1], instr[2])
        elif instr[0] == "choose-number":
            expr = build.substitute(expr, instr[4], instr[3])
    return expr


def is_cost(verb: ast.Verb) -> bool:
    """*pay …*, *may pay …*: what follows it after *then* is what it buys."""
    return isinstance(verb, ast.Act) and verb.verb == "pay" and verb.modal in (None, "may")


def ends_with_cost(clause: ast.Clause | ast.There) -> bool:
    """Whether the last verb of a clause is a cost."""
    return isinstance(clause, ast.Clause) and is_cost(clause.verbs[-1])


def not_after_may(
    before: ast.Clause | ast.There | ast.Verb, joint: str, after: ast.Node, scope: Scope
) -> None:
    """*You may discard a card, then gain 1 coin*: also who declines?  SAY0817.  What a cost buys is no question."""
    verb = before.verbs[-1] if isinstance(before, ast.Clause) else before
    first = after.verbs[0] if isinstance(after, ast.Clause) else after
    again = isinstance(first, ast.Act) and first.modal == "may"
    if isinstance(verb, ast.Act) and verb.modal == "may" and not (joint == "and" and again):
        raise scope.fail("SAY0817", after, word=joint)


def bought_by_each(node: ast.Clauses) -> ast.Clauses:
    """*Each player pays 1 coin, then gains 2 points*, *Each player discards 2 cards, then draws that many cards*: what
    a cost buys, and what speaks of what was done, belongs to the same turn of the loop.
    """
    clauses: list[ast.Clause | ast.There] = []
    joints: list[ast.Joint] = []
    for number, clause in enumerate(node.clauses):
        before = clauses[-1] if clauses else None
        if (
            number
            and node.joints[number - 1] == "then"
            and isinstance(before, ast.Clause)
            and before.joint in (None, "then")
            and isinstance(clause, ast.Clause)
            and (any(is_cost(verb) for verb in before.verbs) or speaks_of_it(clause, before.verbs))
            and clause.subject is None
            and clause.joint in (None, "then")
            and not clause.openings
        ):
            clauses[-1] = replace(before, verbs=(*before.verbs, *clause.verbs), joint="then")
            continue
        if number:
            joints.append(node.joints[number - 1])
        clauses.append(clause)
    return replace(node, clauses=tuple(clauses), joints=tuple(joints))


def speaks_of_it(node: ast.Node, done: Sequence[ast.Verb] = ()) -> bool:
    """*that many*, *it*, *them*, *that card*, *the other cards*, *each card discarded this way*, *there*: of what was
    done just before.
    """
    said = {verb.verb for verb in done if isinstance(verb, ast.Act)}
    said |= {verb_forms(verb).participle for verb in said}
    return any(
        isinstance(each, ast.Pronoun)
        or (isinstance(each, ast.Noun) and not said.isdisjoint(each.adjectives))
        or (isinstance(each, ast.Modifier | ast.Complement) and _is_there(each))
        or (
            isinstance(each, ast.Determiner)
            and (
                each.quantifier in ("that many", "that much")
                or each.article in ("that", "those")
                or (each.other and each.article == "the")
            )
        )
        for each in node.walk()
    )


def _is_there(node: ast.Modifier | ast.Complement) -> bool:
    """*each cat there*, *puts a dog there*."""
    if isinstance(node, ast.Modifier):
        return node.word == "there"
    return node.role == "place" and node.value is None


def measured(clause: ast.Clause) -> bool:
    """*(That player loses 1 coin,) then you gain that many coins*: by what came of the clause before it."""
    return any(
        each.quantifier in ("that many", "that much")
        for verb in clause.verbs
        for each in verb.every(ast.Determiner)
    )


def not_back_again(clause: ast.Clause, scope: Scope) -> None:
    """SAY0801 where somebody gets back what they have just lost: two words for players have come to mean one of them.

    *When a player draws a card, for each other player, they pay 1 coin to that player.*
    """
    done = {instr[4]: instr for instr in scope.code if instr[0] == "do"}
    last = next(reversed(done.values()), None)
    if last is None or last[1] != scope.world.verbs["gain"].index:
        return
    who, (quantity, amount) = last[2:4]
    before = done.get(amount[1]) if amount[0] == "local" else None
    if before is not None and before[1] != last[1] and (before[2], before[3][0]) == (who, quantity):
        raise scope.unfit(
            clause,
            "getting back what one has just lost",
            hint="who loses it and who gains it are one player here: name one of them otherwise, as *you*, "
            "*the active player*, *the player who …*",
        )


def of_latest_amount(scope: Scope) -> tuple[Expr, int] | None:
    """Whether that was done of which *that many* would say how much, and where that stands; None: nothing was."""
    amount, done = scope.amount, scope.outcome
    if done is None or amount is None or amount[0] != "local" or not build.mentions(done, amount[1]):
        return None
    return done, amount[1]


def together(earlier: tuple[Expr, int] | None, later: Expr | None) -> Expr | None:
    """What came of two clauses of which the later one does as much as really came of the earlier one: who could not
    lose 1 coin did not give it, though the other one gained as many as were lost.
    """
    if earlier is None or later is None or not build.mentions(later, earlier[1]):
        return later
    return build.both(earlier[0], later)


def only_if_paid(scope: Scope) -> list[int]:
    """What follows is done only if the cost before it was paid: the jump around it."""
    return [] if scope.outcome is None else [scope.emit("unless", scope.outcome, -1)]


def after_costs(unpaid: list[int], scope: Scope) -> None:
    """Where the jumps around what was not paid lead; what was not done then was not done whole."""
    if not unpaid:
        return
    whole = scope.alloc()
    done = build.TRUE if scope.outcome is None else scope.outcome
    scope.emit("let", whole, done)
    over = scope.emit("jump", -1)
    scope.patch(*unpaid)
    scope.emit("let", whole, build.FALSE)
    scope.patch(over)
    scope.outcome = build.local(whole)


def plain_order(tree: ast.Paragraph) -> ast.Act | None:
    """The verb of a text that is one order, without a condition, a choice or a loop; None: it is none."""
    if len(tree.sentences) != 1 or tree.sentences[0].openings:
        return None
    body = tree.sentences[0].body
    if not isinstance(body, ast.Clauses) or len(body.clauses) != 1:
        return None
    clause = body.clauses[0]
    if not isinstance(clause, ast.Clause) or clause.subject is not None or clause.openings:
        return None
    verb = clause.verbs[0] if len(clause.verbs) == 1 else None
    return verb if isinstance(verb, ast.Act) and verb.modal is None else None
