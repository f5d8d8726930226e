"""Who of several did what a sentence let them do: *Each player may pay 1 coin. If nobody does, …*.

A loop over players leaves `Doers` in its scope.  They are of the next sentence, and of one after it that asks for them
again.  Nothing is kept of a loop that nobody asks about.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Val
from toolkit.language import ast
from toolkit.meaning.referents import Key, SpeaksOf
from toolkit.program.expression import Expr
from toolkit.report.source import Span


@dataclass(frozen=True, slots=True)
class Doers:
    """`asked`: those who had a turn of the loop; `did`: those of them who did it, None: not kept.  `key`: names
    the loop where its text is compiled again.  `sentence`: the number of the last one that spoke of them.
    `offered`: they *may*, so that who did not do it perhaps could have.
    """

    asked: Expr
    did: int | None
    key: Key
    sentence: int
    offered: bool


def begin(span: Span | None, scope: Scope) -> tuple[Key, int | None]:
    """Before a loop: its name, and a slot for those who do it if a later sentence asks."""
    key: Key = ("doers", scope.number) if span is None else ("doers", span.source.name, span.start, span.end)
    if not scope.wants(key):
        return key, None
    slot = scope.let(build.EMPTY)
    return key, slot


def note(slot: int | None, who: Val, scope: Scope) -> bool:
    """At the end of a pass: whether it can be asked who did it; if so, `who` is kept if they did."""
    if scope.outcome is None:
        return False
    if slot is not None:
        jump = scope.emit("unless", scope.outcome, -1)
        # The one who is added stands in front, so that a reader tells them from what a loop gathers.
        scope.emit("let", slot, ("union", ("single", who.expr), build.local(slot)))
        scope.patch(jump)
    return True


def doing(item: Val, node: ast.ProVerb, scope: Scope) -> Expr:
    """Whether a player did it; *does not*: who was asked and did not.  SAY0807: nothing before could be done or not.

    Raises `SpeaksOf` when it was not kept.
    """
    doers = in_reach(scope)
    if doers is None or not scope.world.is_player(item.type):
        raise scope.fail("SAY0807", node)
    if node.word == "can" and (doers.offered or not node.negated):
        hint = "whether somebody could have is not kept; who did is asked with *does*, *does not*"
        raise scope.unfit(node, "“can” of what was done", hint=hint)
    if doers.did is None:
        raise SpeaksOf(doers.key)
    scope.doers = replace(doers, sentence=scope.number)
    done: Expr = ("member", item.expr, build.local(doers.did))
    return build.both(("member", item.expr, doers.asked), build.negate(done)) if node.negated else done


def one_after_another(node: ast.Noun, items: Expr, scope: Scope) -> Expr | None:
    """*(the first) player who does*: they as they did it; None: no such phrase.  SAY0801: *the first who does not*."""
    verb = node.relative.verb if node.relative is not None else None
    if not isinstance(verb, ast.ProVerb) or scope.doers is None or scope.doers.did is None:
        return None
    if verb.negated:
        what = f"“{node.determiner.ordinal}” of those who did not do it"
        raise scope.unfit(node, what, hint="who did it comes one after another: *the first player who does*")
    as_done: Expr = ("reverse", build.local(scope.doers.did))  # the last one stands in front
    match items:
        case ("filter", ("players",), slot, ("member", one, did)) if (one, did) == (
            build.local(slot),
            as_done[1],
        ):
            return as_done
    return ("inter", as_done, items)


def in_reach(scope: Scope) -> Doers | None:
    """Those of the sentence before, or of the one that asked for them."""
    doers = scope.doers
    near = doers is not None and scope.number - doers.sentence <= 1
    return doers if near and scope.world.wanted is not None else None


def spoken_of(scope: Scope) -> Doers | None:
    """Those of whom this sentence speaks; None: it does not."""
    doers = scope.doers
    return doers if doers is not None and doers.sentence == scope.number else None
