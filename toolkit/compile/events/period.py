"""Times (*this turn*, *the Draw step of each turn*): which period, whose run of it, which of its steps."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, NamedTuple

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import NUMBER, Val
from toolkit.compile.base.world import VerbInfo, World
from toolkit.compile.events.pattern import is_one_of
from toolkit.compile.nouns.phrases import value_of
from toolkit.language import ast
from toolkit.program.expression import Expr

UNTIL = ("until the end of", "until the start of")


class Duration(NamedTuple):
    """How long an effect lasts: until this run of a period ends (-1: the game); or until the next one of `who` (no
    one: anybody's) starts (`edge` 1) or ends (2).
    """

    period: int
    edge: int = 0
    who: Expr = build.NONE


NEXT_TIME = "next time"
"""The slot that tells one *The next time* from another: how often the sentence has been carried out."""


def next_time(node: ast.FirstTime, scope: Scope) -> tuple[ast.FirstTime, Duration]:
    """*The next time that E [this turn],*: without its time, and how long it is waited for (else: in the game)."""
    lasts = Duration(-1)
    if node.period is not None:
        lasts = Duration(period_of(node.period, scope))
    clause = node.condition.clauses[0]
    if isinstance(clause, ast.Clause) and len(clause.verbs) == 1:
        verb = clause.verbs[0]
        times = [a for a in verb.adverbials if isinstance(a, ast.When)]
        if len(times) == 1 and node.period is None:
            lasts = duration(times[0], scope)
            rest = tuple(a for a in verb.adverbials if a is not times[0])
            clause = replace(clause, verbs=(replace(verb, adverbials=rest),))
    key = (scope.sentence, ("local", 0), ("local", 1))
    scope.emit("use", key)
    scope.slots[NEXT_TIME] = Val(scope.store(("used", key, -1)), NUMBER)
    condition = replace(node.condition, clauses=(clause, *node.condition.clauses[1:]))
    return replace(node, period=None, condition=condition), lasts


def this_time(node: ast.FirstTime, scope: Scope) -> Expr:
    """Which *The next time* a rule is.  Raises `Fail` for one that stands by itself: next after what?"""
    found = scope.slots.get(NEXT_TIME)
    if found is None:
        hint = "a rule that always stands says *The first time each … that …*"
        raise scope.fail("SAY0832", node, hint=hint)
    return found.expr


def duration(when: ast.When, scope: Scope) -> Duration:
    """*until the end of this turn*, *until the end of your next turn*, *until the start of their next turn*, *until the
    end of the next turn*.
    """
    node = when.period
    if when.word in UNTIL and isinstance(node, ast.Noun) and is_next(node, scope):
        assert node.head is not None
        whose = node.determiner.possessive
        who = build.NONE
        if whose is not None and whose not in OWN:
            raise scope.fail("SAY0831", node, expected=tuple(sorted(scope.world.periods)))
        if whose is not None:
            who = value_of(ast.Pronoun(word=OWN[whose], span=node.span), scope).expr
        elif node.determiner.owner is not None:
            who = value_of(node.determiner.owner, scope).expr
        return Duration(scope.world.periods[node.head], 1 if when.word == UNTIL[1] else 2, who)
    if when.word == UNTIL[1]:
        periods = tuple(f"*until the start of your next {p}*" for p in sorted(scope.world.periods))
        raise scope.unfit(node, "the start of this time", expected=periods)
    return Duration(period_of(node, scope))


def is_next(node: ast.Noun, scope: Scope) -> bool:
    """*the next turn*, *your next turn*, and nothing else is said of it."""
    det = replace(node.determiner, ordinal=None, span=None)
    return (
        node.determiner.ordinal == "next"
        and node.head in scope.world.periods
        and not node.narrowed
        and det in (ast.Determiner(possessive=det.possessive), ast.Determiner(owner=det.owner), THE)
    )


OWN: dict[str, Literal["you", "they"]] = {"your": "you", "their": "they"}
"""Whose a time can be by a word before it, and who that is."""

THE = ast.Determiner(article="the")


EARLIER = (
    "what happened in a {0} that is over is written down when it happens, in a quantity or an attribute, which a step "
    "of the {0} sets back"
)


def period_of(node: ast.Nominal, scope: Scope, words: tuple[str, ...] = ("this",)) -> int:
    """*this turn*, *the game*, *each chapter* → index of the period (the game: -1).  `words`: what may stand before
    it here."""
    if isinstance(node, ast.Noun) and not node.narrowed:
        det = node.determiner
        word = det.article or det.quantifier or det.possessive
        plain = det in (
            ast.Determiner(article=det.article), ast.Determiner(quantifier=det.quantifier),
            ast.Determiner(possessive=det.possessive),
        )  # fmt: skip
        if node.head == "game" and plain and word in ("the", "this"):
            return -1
        if node.head in scope.world.periods:
            if plain and word in words:
                return scope.world.periods[node.head]
            expected = tuple(f"*{w} {node.head}*" for w in words)
            hint = EARLIER.format(node.head) if det.ordinal in ("last", "previous") else ""
            raise scope.unfit(node, "this time here", expected=expected, hint=hint)
    raise scope.fail("SAY0831", node, expected=tuple(sorted(scope.world.periods)))


def whose_period(when: ast.When, scope: Scope) -> ast.Nominal | None:
    """*your turn*, *the turn of another player*, *the Draw step of your turn*: whose; None: anybody's."""
    node: ast.Nominal | None = when.period
    if isinstance(node, ast.Noun) and is_step(node):
        if node.determiner != THE:
            raise scope.unfit(node, "this step", expected=("*the … step of each …*",))
        node = whole_of(node)
    if not isinstance(node, ast.Noun):
        return None
    det = node.determiner
    owner = det.owner or whole_of(node)
    if owner is not None:
        return owner
    if det == ast.Determiner(possessive=det.possessive) and det.possessive in OWN:
        return ast.Pronoun(word=OWN[det.possessive], span=det.span or node.span)
    if det not in ANYBODYS:
        known = ("each", "your") if scope.you is not None else ("each", "a player's")
        expected = tuple(f"*{word} {node.head}*" for word in known)
        raise scope.unfit(node, "this time in a rule", expected=expected)
    return None


ANYBODYS = (
    ast.Determiner(quantifier="each"),
    ast.Determiner(quantifier="every"),
    ast.Determiner(article="a"),
)


def is_step(node: ast.Noun) -> bool:
    """*the Draw step*."""
    return node.head is not None and (node.head == "step" or node.head.endswith(" step"))


def whole_of(node: ast.Noun) -> ast.Nominal | None:
    """*each turn* of *the Draw step of each turn*."""
    return node.of


def while_it_runs(when: ast.When, scope: Scope) -> Expr:
    """*in this turn*, *during your turn*, *in each other player's turn*: whether such a period runs now."""
    if when.word not in ("in", "during", "") or when.once:
        raise scope.unfit(when, f"“{when.word}” here", expected=("*in*", "*during*"))
    node, owner = when.period, None
    if isinstance(node, ast.Noun) and node.determiner.owner is not None:
        owner = node.determiner.owner
        node = replace(node, determiner=ast.Determiner(article="this"))
    period = period_of(node, scope, ("this", "your", "their", "each", "a", "every"))
    if period < 0:
        return build.TRUE
    runs: Expr = ("gt", ("period", period), build.integer(0))
    who: Expr = ("period-who", period)
    possessive = node.determiner.possessive if isinstance(node, ast.Noun) else None
    if owner is not None or possessive is not None:
        pronoun = ast.Pronoun(word="you" if possessive == "your" else "they", span=when.span)
        desc = scope.describe(owner if owner is not None else pronoun)
        return build.both(runs, is_one_of(desc, who, scope))
    return runs


def is_once(when: ast.When) -> bool:
    """*at the end of this turn*, *at the start of your next turn*: one time, which an effect waits for."""
    node: ast.Nominal | None = when.period
    while isinstance(node, ast.Noun) and (node.head or "").endswith("step"):
        node = whole_of(node)
    if not isinstance(node, ast.Noun) or when.once:
        return False
    return node.determiner.article == "this" or node.determiner.ordinal == "next"


def one_run(node: ast.Nominal, scope: Scope) -> None:
    """Refuse what an effect cannot wait for: anything but *this turn*, *your turn*, *the next turn*, *your next turn*,
    *their next turn* and a step of them.
    """
    if not isinstance(node, ast.Noun):
        return
    if is_step(node):
        inner = whole_of(node)
        if inner is not None:
            one_run(inner, scope)
        return
    if node.head not in scope.world.periods or node.narrowed:
        raise scope.fail("SAY0831", node, expected=tuple(sorted(scope.world.periods)))
    det = node.determiner
    if det not in ONE_RUN and det != ast.Determiner(owner=det.owner, ordinal="next"):
        expected = tuple(f"*{word} {node.head}*" for word in ("this", "the next", "your next"))
        raise scope.unfit(node, "this time here", expected=expected)


ONE_RUN = (
    ast.Determiner(article="this"),
    ast.Determiner(article="the", ordinal="next"),
    ast.Determiner(possessive="your"),
    ast.Determiner(possessive="your", ordinal="next"),
    ast.Determiner(possessive="their", ordinal="next"),
)


def any_run(node: ast.Noun, scope: Scope) -> None:
    """*the Draw step of each turn*: of every one; which of them is a condition of its own."""
    left = [m for m in node.modifiers if m.word != "of"]
    if node.adjectives or left or node.relative is not None:
        raise scope.unfit(
            left[0] if left else node,
            f"some of the {node.head}s",
            expected=(f"*each {node.head}*",),
            hint="which of them is a condition: *At the end of the … step of each …, if …*, *As long as …, skip …*",
        )


def declare_edges(info: VerbInfo, world: World) -> None:
    """The events with which the runs of a verb and their steps start and end.  Verbs that run the same period share
    them: *at the end of each round* is whichever verb ran it.
    """
    like = info.id
    if info.period:
        like = next((each.id for each in world.verbs.values() if each.period == info.period), info.id)
    inner = (f"{step}/{edge}" for step in info.step_names for edge in ("start", "end"))
    for key in ("start", *inner, "end"):
        there = world.steps.get(f"{like}/{key}")
        world.steps[f"{info.id}/{key}"] = world.step(f"{info.id}/{key}") if there is None else there


def step_of(when: ast.When, scope: Scope) -> int:
    """The step event of *at the start/end of P*, *before/after the NAME step of P*."""
    suffix = "start" if when.word in ("at the start of", "before") else "end"
    found = None
    if isinstance(when.period, ast.Noun):
        found = named_step(when.period, suffix, scope) if is_step(when.period) else None
        if found is None:
            found = edge_of(when.period.head, suffix, scope)
    if found is None:
        raise scope.fail("SAY0831", when.period, expected=tuple(sorted(scope.world.periods)))
    return found


def named_step(node: ast.Noun, suffix: str, scope: Scope) -> int | None:
    """*the Draw step of each turn*: where it starts or ends."""
    world, run = scope.world, whole_of(node)
    if not isinstance(run, ast.Noun) or run.head not in world.periods:
        return None
    any_run(run, scope)
    label = " ".join((*node.adjectives, node.head or "")).removesuffix(" step").lower()
    for key, index in world.steps.items():
        owner, _, rest = key.partition("/")
        if rest.lower() == f"{label}/{suffix}" and world.verbs[owner].period == run.head:
            return index
    return None


def edge_of(period: str | None, suffix: str, scope: Scope) -> int | None:
    """Where the runs of a period start or end."""
    if period in scope.world.periods:
        for info in scope.world.verbs.values():
            if info.period == period:
                return scope.world.steps[f"{info.id}/{suffix}"]
    return None
