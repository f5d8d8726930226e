"""Statements that an effect makes: a rule that is not static, with what its words refer to and a time when it ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from toolkit.compile import build
from toolkit.compile import rule as rules
from toolkit.compile.chooser import chosen_by
from toolkit.compile.limit import limit_of
from toolkit.compile.scope import Scope
from toolkit.compile.values import NUMBER, Val
from toolkit.compile.world import VerbInfo
from toolkit.language import ast
from toolkit.program.expression import Expr
from toolkit.program.ruleset import Program

UNTIL = ("until the end of", "until the start of")


class Duration(NamedTuple):
    """How long an effect lasts: until this run of a period ends (-1: the game); or until the next one of `who` (no
    one: anybody's) starts (`edge` 1) or ends (2).
    """

    period: int
    edge: int = 0
    who: Expr = build.NONE


def is_statement(node: ast.Sentence, openings: Sequence[ast.Opening]) -> bool:
    """Whether a sentence inside an effect stands from then on: it has a duration, a trigger, *cannot*, *has +1 …*."""
    for opening in openings:
        if isinstance(opening, ast.Given) and (
            opening.word in ("when", "as long as", "until") or has_would(opening.condition)
        ):
            return True
        if isinstance(opening, ast.FirstTime):
            return True
        if isinstance(opening, ast.When):
            return opening.word in (
                *UNTIL,
                "at the end of",
                "at the start of",
                "before",
                "after",
                "in",
            )
        if isinstance(opening, ast.ForEach | ast.Link | ast.Manner) or (
            isinstance(opening, ast.Given) and opening.word in ("if", "unless")
        ):
            return False
    if not isinstance(node.body, ast.Clauses):
        return False
    if any(c.word in ("until", "as long as", "only as long as") for c in node.body.closings):
        verb = _first_verb(node.body)
        if any(c.word != "until" for c in node.body.closings):
            return not (isinstance(verb, ast.Act) and verb.verb == "repeat")
    return standing(_first_verb(node.body))


def standing(verb: ast.Verb | None) -> bool:
    """Whether a verb says what holds instead of what happens."""
    if verb is None:
        return False
    if verb.modal in ("cannot", "can") or chosen_by(verb) is not None:
        return True
    if isinstance(verb, ast.Act) and verb.verb == "have":
        obj = next((c.value for c in verb.complements if c.role == "obj"), None)
        return isinstance(obj, ast.Noun)
    return False


def has_would(condition: ast.Clauses) -> bool:
    """Whether a condition is an event that would happen."""
    return any(
        verb.modal == "would" for c in condition.clauses if isinstance(c, ast.Clause) for verb in c.verbs
    )


def _first_verb(body: ast.Clauses) -> ast.Verb | None:
    first = body.clauses[0]
    return first.verbs[0] if isinstance(first, ast.Clause) else None


def statement_effect(node: ast.Sentence, scope: Scope) -> None:
    """A statement inside an effect: add a rule that is not static, start it, end it with its period."""
    openings = list(node.openings)
    lasts: Duration | None = None
    kept: list[ast.Opening] = []
    for opening in openings:
        if isinstance(opening, ast.When) and opening.word in UNTIL:
            if opening.once or lasts is not None:
                raise scope.fail("SAY0801", opening, what="a second duration")
            lasts = duration(opening, scope)
        elif (
            isinstance(opening, ast.When)
            and opening.word in ("at the end of", "at the start of")
            and not kept
        ):
            later(replace(node, openings=tuple(o for o in openings if o is not opening)), opening, scope)
            return
        else:
            kept.append(opening)
    if kept and isinstance(kept[0], ast.FirstTime) and kept[0].next:
        kept[0], next_lasts = next_time(kept[0], scope)
        lasts = lasts or next_lasts
    node = replace(node, openings=tuple(kept))
    node, inner = _strip_period(node, scope)
    lasts = inner or lasts
    if lasts is None:
        lasts = Duration(_default_period(scope))
        if lasts.period < 0:
            raise scope.fail("SAY0830", node)
    captured, remapped = capture(scope)
    holder = rules.Holder(this=scope.this, has_you=scope.you is not None)
    inner_scope = Scope(
        scope.world, span=node.span, cites=scope.cites, layer_name=scope.layer_name, layer=scope.layer
    )
    first = len(scope.world.ruleset.rules)
    rules.Statement(inner_scope, holder, node, [], captured=remapped, static=False, parent=scope).compile()
    for number in range(first, len(scope.world.ruleset.rules)):
        scope.emit("effect", number, tuple(captured), *lasts)


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


def capture(scope: Scope) -> tuple[list[Expr], list[tuple[str, Any]]]:
    """What to keep, and how the rule's scope sees it: `(what, Referent | (slot name, Val))` at slot 2+n."""
    captured: list[Expr] = []
    places: dict[Expr, int] = {}

    def at(expr: Expr) -> Expr:
        if expr[0] == "local" and expr[1] < 2:
            return expr
        if expr[0] in ("int", "set", "value", "truth"):
            return expr
        if expr not in places:
            places[expr] = len(captured) + 2
            captured.append(expr)
        return ("local", places[expr])

    remapped: list[tuple[str, Any]] = []
    for each in scope.discourse:
        # What would first have to be kept is captured once it is.
        value = each.value if each.needs is not None else replace(each.value, expr=at(each.value.expr))
        remapped.append(("referent", replace(each, value=value, sentence=-1, group=None)))
    for name, value in scope.slots.items():
        remapped.append((name, replace(value, expr=at(value.expr))))
    if scope.they is not None:
        remapped.append(("they", replace(scope.they, expr=at(scope.they.expr))))
    return captured, remapped


def _strip_period(node: ast.Sentence, scope: Scope) -> tuple[ast.Sentence, Duration | None]:
    """*… this turn*, *… in this chapter* at the verb of a statement: its duration."""
    if not isinstance(node.body, ast.Clauses):
        return node, None
    found: Duration | None = None
    clauses = []
    for clause in node.body.clauses:
        if isinstance(clause, ast.Clause):
            verbs = []
            for verb in clause.verbs:
                rest = []
                for adverbial in verb.adverbials:
                    if (
                        isinstance(adverbial, ast.When)
                        and adverbial.word in ("in", "during", "")
                        and standing(verb)
                        and limit_of(verb) is None
                    ) or (isinstance(adverbial, ast.When) and adverbial.word in UNTIL):
                        found = duration(adverbial, scope)
                    else:
                        rest.append(adverbial)
                verbs.append(replace(verb, adverbials=tuple(rest)))
            clause = replace(clause, verbs=tuple(verbs))
        clauses.append(clause)
    return replace(node, body=replace(node.body, clauses=tuple(clauses))), found


def _default_period(scope: Scope) -> int:
    """The innermost period whose verb the text stands in; -1."""
    info = scope.owner
    if isinstance(info, VerbInfo) and info.period is not None:
        return scope.world.periods[info.period]
    return -1


def duration(when: ast.When, scope: Scope) -> Duration:
    """*until the end of this turn*, *until the end of your next turn*, *until the start of their next turn*, *until the
    end of the next turn*.
    """
    node = when.period
    if isinstance(node, ast.Noun) and node.determiner.ordinal == "next" and node.head in scope.world.periods:
        det = replace(node.determiner, ordinal=None, span=None)
        plain = not (node.adjectives or node.modifiers or node.relative)
        if plain and when.word in UNTIL and det in (ast.Determiner(possessive=det.possessive), THE):
            who = build.NONE
            if det.possessive is not None:
                if det.possessive not in ("your", "their"):
                    raise scope.fail("SAY0831", node, expected=tuple(sorted(scope.world.periods)))
                from toolkit.compile.phrases import value_of

                said = ast.Pronoun(word="you" if det.possessive == "your" else "they", span=node.span)
                who = value_of(said, scope).expr
            return Duration(scope.world.periods[node.head], 1 if when.word == UNTIL[1] else 2, who)
    if when.word == UNTIL[1]:
        periods = tuple(f"*until the start of your next {p}*" for p in sorted(scope.world.periods))
        raise scope.fail("SAY0801", node, what="the start of this time", expected=periods)
    return Duration(period_of(node, scope))


THE = ast.Determiner(article="the")


def period_of(node: ast.Nominal, scope: Scope, words: tuple[str, ...] = ("this",)) -> int:
    """*this turn*, *the game*, *each chapter* → index of the period (the game: -1).  `words`: what may stand before
    it here."""
    if isinstance(node, ast.Noun) and not (node.adjectives or node.modifiers or node.relative):
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
            raise scope.fail(
                "SAY0801", node, what="this time here", expected=tuple(f"*{w} {node.head}*" for w in words)
            )
    raise scope.fail("SAY0831", node, expected=tuple(sorted(scope.world.periods)))


def whose_period(when: ast.When, scope: Scope) -> ast.Nominal | None:
    """*your turn*, *the turn of another player*, *the Draw step of your turn*: whose; None: anybody's."""
    node: ast.Nominal | None = when.period
    if isinstance(node, ast.Noun) and (node.head == "step" or (node.head or "").endswith(" step")):
        if node.determiner != ast.Determiner(article="the"):
            raise scope.fail("SAY0801", node, what="this step", expected=("*the … step of each …*",))
        node = next((m.what for m in node.modifiers if m.word == "of"), None)
    if not isinstance(node, ast.Noun):
        return None
    det = node.determiner
    owner = det.owner or next((m.what for m in node.modifiers if m.word == "of"), None)
    if owner is not None:
        return owner
    if det == ast.Determiner(possessive=det.possessive) and det.possessive in ("your", "their"):
        return ast.Pronoun(word="you" if det.possessive == "your" else "they", span=det.span or node.span)
    if det not in (*(ast.Determiner(quantifier=w) for w in ("each", "every")), ast.Determiner(article="a")):
        known = ("each", "your") if scope.you is not None else ("each", "a player's")
        raise scope.fail(
            "SAY0801", node, what="this time in a rule", expected=tuple(f"*{w} {node.head}*" for w in known)
        )
    return None


def while_it_runs(when: ast.When, scope: Scope) -> Expr:
    """*in this turn*, *during your turn*, *in each other player's turn*: whether such a period runs now."""
    if when.word not in ("in", "during", "") or when.once:
        raise scope.fail("SAY0801", when, what=f"“{when.word}” here", expected=("*in*", "*during*"))
    node, owner = when.period, None
    if isinstance(node, ast.Noun) and node.determiner.owner is not None:
        owner = node.determiner.owner
        node = replace(node, determiner=ast.Determiner(article="this"))
    period = period_of(node, scope, ("this", "your", "their", "each", "a", "every", "that"))
    if period < 0:
        return build.TRUE
    runs: Expr = ("gt", ("period", period), build.integer(0))
    who: Expr = ("period-who", period)
    possessive = node.determiner.possessive if isinstance(node, ast.Noun) else None
    if owner is not None or possessive is not None:
        from toolkit.compile.nominal import describe
        from toolkit.compile.pattern import is_one_of

        pronoun = ast.Pronoun(word="you" if possessive == "your" else "they", span=when.span)
        desc = describe(owner if owner is not None else pronoun, scope)
        return build.both(runs, is_one_of(desc, who, scope))
    return runs


def later(node: ast.Sentence, when: ast.When, scope: Scope) -> None:
    """*At the end of this turn, S.* inside an effect: once, remembering what the words referred to."""
    step = step_of(when, scope)
    captured, remapped = capture(scope)
    for head, value in happening(node, scope):  # it is over when the effect begins: which one it was is kept
        captured.append(value.expr)
        remapped.append((head, replace(value, expr=("local", len(captured) + 1))))
    inner = Scope(
        scope.world, span=node.span, cites=scope.cites, layer_name=scope.layer_name, layer=scope.layer
    )
    inner.you, inner.this = scope.you, scope.this
    _apply(inner, remapped)
    first: tuple[Expr, ...] = (
        (scope.you.expr if scope.you else build.NONE),
        (scope.this.expr if scope.this else build.NONE),
    )
    values = (*first, *captured)
    inner.size = 2 + len(captured)
    programs = scope.world.ruleset.programs
    number = len(programs)
    programs.append(Program("later", (), (), 0))
    now: list[Expr] = []
    one_run(when.period, scope)
    if isinstance(when.period, ast.Noun) and when.period.head in scope.world.periods:
        period = scope.world.periods[when.period.head]
        det = when.period.determiner
        if det.possessive == "your" and inner.you is not None:
            now.append(("eq", ("period-who", period), inner.you.expr))
        if det.ordinal == "next":
            begun = inner.alloc()
            values = (*values, ("period", period))
            now.append(("gt", ("period", period), ("local", begun)))
    if now:  # another run of the period ends first: wait on
        jump = inner.emit("unless", build.negate(build.both(*now)), -1)
        inner.emit("later", step, number, tuple(("local", slot) for slot in range(len(values))))
        inner.emit("return", build.integer(0))
        inner.patch(jump)
    made = program_of(inner, [node], "later")
    programs[number] = programs[made]
    if made == len(programs) - 1:
        programs.pop()
    scope.emit("later", step, number, values)


def happening(node: ast.Sentence, scope: Scope) -> list[tuple[str, Val]]:
    """*this arena* of the period that runs now, for each noun said so."""
    from toolkit.compile.reference import in_period

    found: dict[str, Val] = {}
    for each in node.walk():
        if not isinstance(each, ast.Noun) or each.head is None or each.determiner.article != "this":
            continue
        head = each.head
        own = (
            scope.this is not None
            and head in scope.world.kinds
            and scope.world.related(scope.this.type.name, head)
        )
        if not own and head not in scope.slots and (value := in_period(head, scope)) is not None:
            found[head] = value
    return list(found.items())


def is_once(when: ast.When) -> bool:
    """*at the end of this turn*, *at the start of your next turn*: one time, which an effect waits for."""
    node: ast.Nominal | None = when.period
    while isinstance(node, ast.Noun) and (node.head or "").endswith("step"):
        node = next((m.what for m in node.modifiers if m.word == "of"), None)
    if not isinstance(node, ast.Noun) or when.once:
        return False
    return node.determiner.article == "this" or node.determiner.ordinal == "next"


def one_run(node: ast.Nominal, scope: Scope) -> None:
    """What an effect can wait for: *this turn*, *your turn*, *the next turn*, *your next turn*, a step of them."""
    if isinstance(node, ast.Noun) and (node.head == "step" or (node.head or "").endswith(" step")):
        inner = next((m.what for m in node.modifiers if m.word == "of"), None)
        if inner is not None:
            one_run(inner, scope)
        return
    if not isinstance(node, ast.Noun):
        return
    det = node.determiner
    fine = (
        ast.Determiner(article="this"),
        ast.Determiner(article="the", ordinal="next"),
        ast.Determiner(possessive="your"),
        ast.Determiner(possessive="your", ordinal="next"),
    )  # fmt: skip
    if node.head not in scope.world.periods or node.modifiers or node.relative or node.adjectives:
        raise scope.fail("SAY0831", node, expected=tuple(sorted(scope.world.periods)))
    if det not in fine:
        words = ("this", "the next", "your next")
        raise scope.fail(
            "SAY0801", node, what="this time here", expected=tuple(f"*{w} {node.head}*" for w in words)
        )


def _apply(scope: Scope, remapped: list[tuple[str, Any]]) -> None:
    for name, what in remapped:
        if name == "referent":
            scope.discourse.add(what)
        elif name == "they":
            scope.they = what
        else:
            scope.slots[name] = what


def program_of(scope: Scope, sentences: Sequence[ast.Sentence], name: str) -> int:
    """Compile sentences as a program of their own; its index."""
    from toolkit.compile.effect import one_sentence

    for sentence in sentences:
        one_sentence(sentence, scope)
    scope.emit("return", build.integer(1))
    programs = scope.world.ruleset.programs
    programs.append(Program(name, tuple(scope.code), tuple(scope.at), scope.size))
    return len(programs) - 1


def any_run(node: ast.Noun, scope: Scope) -> None:
    """*the Draw step of each turn*: of every one; which of them is a condition of its own."""
    left = [m for m in node.modifiers if m.word != "of"]
    if node.adjectives or left or node.relative is not None:
        raise scope.fail(
            "SAY0801",
            left[0] if left else node,
            what=f"some of the {node.head}s",
            expected=(f"*each {node.head}*",),
            hint="which of them is a condition: *At the end of the … step of each …, if …*, *As long as …, skip …*",
        )


def step_of(when: ast.When, scope: Scope) -> int:
    """The step event of *at the start/end of P*, *before/after the NAME step of P*."""
    world = scope.world
    period = when.period
    suffix = "start" if when.word in ("at the start of", "before") else "end"
    if isinstance(period, ast.Noun):
        name = period.head or ""
        if name == "step" or name.endswith(" step"):
            verb = next((m.what for m in period.modifiers if m.word == "of"), None)
            label = " ".join((*period.adjectives, name)).removesuffix(" step")
            if isinstance(verb, ast.Noun) and verb.head in world.periods:
                any_run(verb, scope)
                for key, index in world.steps.items():
                    owner, _, rest = key.partition("/")
                    if rest.lower() == f"{label.lower()}/{suffix}" and world.verbs[owner].period == verb.head:
                        return index
        if name in world.periods:
            for info in world.verbs.values():
                if info.period == name:
                    return world.steps[f"{info.id}/{suffix}"]
    raise scope.fail("SAY0831", when.period, expected=tuple(sorted(world.periods)))
