"""*Choose one:* and its lines: which of them somebody takes, and that these are done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Val, name_type
from toolkit.compile.conditions.condition import truth
from toolkit.compile.effects.ability import possible
from toolkit.compile.effects.guard import outcome_of
from toolkit.compile.effects.loop import loop
from toolkit.compile.effects.whose import meant
from toolkit.compile.events import outcome
from toolkit.language import ast
from toolkit.program.expression import Expr

Line = ast.Sentence | ast.Paragraph


def choice(node: ast.Choice, scope: Scope, carry_out: Callable[[Line], None]) -> None:
    """The choice of one player, or of each.  `carry_out` compiles what a line does."""
    if node.subject is None:
        if scope.you is None:
            raise scope.fail("SAY0651", node, hint=scope.no_you)
        Choosing(node, scope.you, scope, carry_out).compile()
        return
    desc = meant(node.subject, scope)
    if not scope.world.is_player(desc.type):
        raise scope.fail("SAY0752", node.subject, found=name_type(desc.type), wanted="a player")

    def by(who: Val) -> None:
        with scope.saying(chooser=who):
            Choosing(node, who, scope, carry_out).compile()

    if desc.mode in ("each", "set"):
        loop(desc, scope, lambda: by(scope.discourse.referents[-1].value))
    elif desc.mode == "one":
        who = Val(scope.store(desc.expr), desc.type)
        with scope.saying(they=scope.they if isinstance(node.subject, ast.Pronoun) else who):
            by(who)
    else:
        raise scope.fail("SAY0803", node.subject)


@dataclass(frozen=True, slots=True)
class Choosing:
    """The lines of a choice, for one who chooses."""

    node: ast.Choice
    who: Val
    scope: Scope
    carry_out: Callable[[Line], None]

    def compile(self) -> None:
        """One of them, or several."""
        if (self.node.low, self.node.high) == (1, 1):
            self.one()
        else:
            self.several()

    def one(self) -> None:
        """A line is offered when its first verb can be done, and done at once."""
        node, scope = self.node, self.scope
        position = scope.emit("branch", self.who.expr, int(node.may), (), -1)
        options, ends = [], []
        taken = scope.alloc()
        for item in node.items:
            sentence = scope.say(item.span)
            options.append((feasible(item, self.who, scope), scope.here(), sentence))
            scope.emit("let", taken, build.integer(1))
            self.line(item)
            ends.append(scope.emit("jump", -1))
        scope.say(node.span)
        none = scope.here()
        scope.emit("let", taken, build.integer(0))
        scope.patch(*ends)
        scope.code[position] = ("branch", self.who.expr, int(node.may), tuple(options), none)
        scope.outcome = ("ne", build.local(taken), build.integer(0))

    def several(self) -> None:
        """*Choose one or both:*, *Choose any number:*: first all that are chosen, then they happen in their order."""
        node, scope, who = self.node, self.scope, self.who.expr
        low = 0 if node.may else node.low
        high = len(node.items) if node.high is None else node.high
        flags = [scope.alloc() for _ in node.items]
        count = scope.alloc()
        for slot in (*flags, count):
            scope.emit("let", slot, build.integer(0))
        head = scope.here()
        stop = scope.emit("unless", ("gt", build.integer(high), build.local(count)), -1)
        enough = scope.emit("unless", ("ge", build.local(count), build.integer(low)), -1)
        branches = [scope.emit("branch", who, 1, (), -1)]
        scope.patch(enough)
        branches.append(scope.emit("branch", who, 0, (), -1))
        options = []
        for item, flag in zip(node.items, flags, strict=True):
            free: Expr = ("eq", build.local(flag), build.integer(0))
            can = build.both(free, feasible(item, self.who, scope))
            options.append((can, scope.here(), scope.say(item.span)))
            scope.emit("let", flag, build.integer(1))
            scope.emit("let", count, ("add", build.local(count), build.integer(1)))
            scope.emit("jump", head)
        scope.say(node.span)
        for position, optional in zip(branches, (1, 0), strict=True):
            scope.code[position] = ("branch", who, optional, tuple(options), scope.here())
        scope.patch(stop)
        for item, flag in zip(node.items, flags, strict=True):
            scope.say(item.span)
            left_out = scope.emit("unless", ("ne", build.local(flag), build.integer(0)), -1)
            self.line(item)
            scope.patch(left_out)
        scope.say(node.span)
        scope.outcome = ("gt", build.local(count), build.integer(0))

    def line(self, item: Line) -> None:
        """What a line does; what it names is not named after the choice."""
        scope = self.scope
        mark, there = scope.discourse.mark(), scope.whereabouts()
        with scope.saying(they=scope.they):
            self.carry_out(item)
        scope.discourse.forget(mark)
        scope.elsewhere(there)


def feasible(item: Line, who: Val, scope: Scope) -> Expr:
    """Whether a line of a choice can be done at least in part: its own *if* and what its first verb needs."""
    if isinstance(item, ast.Paragraph):
        item, *more = item.sentences
        if more and more[0].openings and isinstance(more[0].openings[0], ast.Link):
            return build.TRUE  # *If …, …. Otherwise, ….*: one of the two
    result: Expr = build.TRUE
    with scope.trial() as start:
        for opening in item.openings:
            if isinstance(opening, ast.Given) and opening.word == "if":
                if outcome_of(opening.condition, scope) is None:
                    result = build.both(result, truth(opening.condition, scope))
        verbs = [possible(verb, who, scope) for verb in first_ones(item)]
        if verbs:
            result = build.both(result, build.either(*verbs))
        return outcome.inlined(result, scope.code[start:])


def first_ones(node: ast.Sentence) -> list[ast.Act]:
    """The verbs of which one is what an order begins with: *meld a set or meld a run*."""
    first = ordered_first(node)
    clause = node.first
    if first is None or not isinstance(clause, ast.Clause) or clause.joint != "or":
        return [first] if first is not None else []
    acts = [verb for verb in clause.verbs if isinstance(verb, ast.Act)]
    return acts if len(acts) == len(clause.verbs) else []


def ordered_first(node: ast.Sentence) -> ast.Act | None:
    """The verb of an order with which a sentence begins; None: it begins with something else, or with a loop."""
    if not isinstance(node.body, ast.Clauses) or any(isinstance(o, ast.ForEach) for o in node.openings):
        return None
    clause = node.body.clauses[0]
    if not isinstance(clause, ast.Clause) or clause.subject is not None:
        return None
    verb = clause.verbs[0]
    return verb if isinstance(verb, ast.Act) and verb.modal is None else None
