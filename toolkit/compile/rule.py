"""Sentences that stand: triggers, replacements, modifiers, prohibitions, permissions, watches → rules.

`rules_of(paragraph, …)` compiles a `rules`/`text` item.  A sentence that only happens (*Put that unit …*)
behind a trigger belongs to that trigger.  `statement_effect` is the same for a statement that an effect
makes: the rule is not static, captures what the effect's words referred to, and gets a duration.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from toolkit.compile import build, lasting, often, outcome, permission
from toolkit.compile import chooser as choosing
from toolkit.compile.condition import truth
from toolkit.compile.determiner import plain, the_only
from toolkit.compile.event import EventMatch, match_event, reserve
from toolkit.compile.event_verb import verbs_of
from toolkit.compile.having import keyword_flag
from toolkit.compile.limit import bounds_of, limit_of, over_limit, without_number
from toolkit.compile.nominal import describe
from toolkit.compile.pattern import is_one_of
from toolkit.compile.phrases import number_of
from toolkit.compile.scope import Scope, player_type
from toolkit.compile.settled import settle
from toolkit.compile.values import Bound, Val
from toolkit.language import ast
from toolkit.meaning.referents import Referent
from toolkit.program.expression import Expr
from toolkit.program.ruleset import Program, Rule, RuleKind


@dataclass(slots=True)
class Holder:
    """Whose text it is: for which entities it acts (`holders`, None: once), who *you* is (over local 1 = this).

    `components`: all that have the text, wherever they are.  `newest`: of two that contradict each other the later one
    wins.
    """

    holders: Expr | None = None
    you: Expr | None = None
    this: Val | None = None
    has_you: bool = False
    components: tuple[int, ...] = ()
    newest: bool = False


# --- Static rules -----------------------------------------------------------------------------------------


def rules_of(node: ast.Paragraph, scope: Scope, holder: Holder) -> None:
    """Compile an item of a statement field; the rules are added to the ruleset."""
    groups: list[list[ast.Sentence]] = []
    for sentence in node.sentences:
        if groups and continues(sentence):
            groups[-1].append(sentence)
        else:
            groups.append([sentence])
    for sentences in groups:
        statement = Statement(scope, holder, sentences[0], sentences[1:], captured=[])
        settle(scope, statement.compile)


def events_of(condition: ast.Clauses, scope: Scope) -> list[ast.Clauses]:
    """*you play this card or discard this card*: each as a condition of its own; empty: not several events."""
    if any(joint != "or" for joint in condition.joints):
        return []
    found = []
    for clause in condition.clauses:
        if not isinstance(clause, ast.Clause) or (len(clause.verbs) > 1 and clause.joint != "or"):
            return []
        found += [replace(clause, verbs=(verb,), joint=None) for verb in clause.verbs]
    if len(found) < 2 or not all(verbs_of(clause, scope) for clause in found):
        return []
    return [replace(condition, clauses=(clause,), joints=()) for clause in found]


def continues(sentence: ast.Sentence) -> bool:
    """Whether a sentence of a statement item belongs to the trigger before: it only happens."""
    for opening in sentence.openings:
        if isinstance(opening, ast.Given):
            if opening.word in ("when", "as long as", "until") or lasting.has_would(opening.condition):
                return False
        elif isinstance(opening, ast.FirstTime) or (
            isinstance(opening, ast.When) and not lasting.is_once(opening)
        ):
            return False
    if isinstance(sentence.body, ast.Choice):
        return True
    return not lasting.standing(lasting._first_verb(sentence.body)) and not _is_state(sentence.body)


def _is_state(body: ast.Clauses) -> bool:
    verb = lasting._first_verb(body)
    return isinstance(verb, ast.Be) or (isinstance(verb, ast.Act) and verb.verb in ("have", "count"))


# --- One statement ----------------------------------------------------------------------------------------


class Statement:
    """One standing sentence (and the effects that continue it) → one rule or more."""

    def __init__(
        self, scope: Scope, holder: Holder, sentence: ast.Sentence, more: list[ast.Sentence],
        captured: list[tuple[str, Any]], *, static: bool = True, parent: Scope | None = None,
    ) -> None:  # fmt: skip
        self.outer = scope
        self.holder = holder
        self.sentence = sentence
        self.more = more
        self.static = static
        self.captured = captured
        self.parent = parent
        self.count = (
            1 + max((expr[1] for expr in self._captured_locals() if expr[1] >= 2), default=1) - 2
            if captured
            else 0
        )

    def _captured_locals(self) -> list[Expr]:
        found = []
        for _, what in self.captured:
            if isinstance(what, Referent) and what.needs is not None:
                continue
            expr = what.value.expr if isinstance(what, Referent) else what.expr
            if expr[0] == "local":
                found.append(expr)
        return found

    def scope(self) -> Scope:
        """A fresh scope with you, this and the captured values."""
        outer = self.outer
        scope = Scope(
            outer.world,
            span=self.sentence.span or outer.span,
            cites=outer.cites,
            layer_name=outer.layer_name,
            layer=outer.layer,
        )
        if self.holder.you is not None or self.holder.has_you:
            scope.you = Val(("local", 0), player_type())
        if self.holder.this is not None:
            scope.this = Val(("local", 1), self.holder.this.type)
        scope.size = 2 + max(self.count, 0)
        lasting._apply(scope, self.captured)
        scope.say(self.sentence.span)
        return scope

    def add(self, kind: RuleKind, scope: Scope, sentence: int | None = None, **fields: Any) -> None:
        """Add a rule with what all have in common.  `sentence`: the first of its sentences, where it has several."""
        self.outer.world.ruleset.rules.append(
            Rule(
                kind,
                holders=self.holder.holders if self.static else None,
                you=self.holder.you if self.static else None,
                captured=max(self.count, 0),
                locals=scope.size,
                layer=self.outer.layer,
                static=self.static,
                newest=self.static and self.holder.newest,
                sentence=scope.sentence if sentence is None else sentence,
                **fields,
            )
        )

    def compile(self) -> None:
        """Dispatch on the openings."""
        openings = list(self.sentence.openings)
        conditions: list[ast.Clauses] = []
        while openings and isinstance(first := openings[0], ast.Given) and first.word == "as long as":
            conditions.append(first.condition)
            del openings[0]
        if openings:
            first = openings[0]
            rest = replace(self.sentence, openings=tuple(openings[1:]))
            if isinstance(first, ast.Given) and first.word == "when" and lasting.has_would(first.condition):
                raise self.outer.fail("SAY0832", first, words=("If",))
            if isinstance(first, ast.Given) and first.word == "when":
                return self.when(first.condition, rest, conditions)
            if isinstance(first, ast.FirstTime):
                return self.when(first.condition, rest, conditions, first=first)
            if isinstance(first, ast.When) and first.once and (event := often.once_when(rest)) is not None:
                left = replace(rest, openings=rest.openings[1:])
                return self.when(event.condition, left, conditions, first)
            if isinstance(first, ast.Given) and first.word == "if" and lasting.has_would(first.condition):
                return self.replacement(first.condition, rest, conditions)
            if isinstance(first, ast.When):
                if first.word in ("at the start of", "at the end of", "before", "after"):
                    return self.at_step(first, rest, conditions)
                if first.word in ("in", "during"):
                    return self.stands(rest, conditions, first)
            if isinstance(first, ast.Given) and isinstance(rest.body, ast.Clauses):
                if lasting.standing(lasting._first_verb(rest.body)):
                    raise self.outer.fail("SAY0832", first, words=("As long as",))
            if isinstance(first, ast.Given) and first.word == "if":
                raise self.outer.fail("SAY0832", first, words=("When", "As long as"))
            raise self.outer.fail("SAY0832", first)
        return self.stands(replace(self.sentence, openings=()), conditions)

    # -- triggers -------------------------------------------------------------------------------------------
    def when(
        self,
        condition: ast.Clauses,
        rest: ast.Sentence,
        conditions: list[ast.Clauses],
        first: ast.FirstTime | ast.When | None = None,
    ) -> None:
        """*When E, S.*: an event of a verb (or one of several), else a state that becomes true."""
        if several := events_of(condition, self.outer):
            for event in several:
                self.when(event, rest, conditions, first)
            return
        clause = condition.clauses[0]
        if len(condition.clauses) == 1 and isinstance(clause, ast.Clause) and verbs_of(clause, self.outer):
            scope = self.scope()
            plain = clause if first is None else often.without_each(clause)
            match = match_event(plain, scope, after=True)
            before = build.both(*(truth(c, scope) for c in conditions)) if conditions else None
            self.fire(match, clause, rest, scope, first, before)
            return
        if first is not None:
            raise self.outer.fail("SAY0832", first)
        self.watch(condition, rest, conditions)

    def fire(
        self,
        match: EventMatch,
        clause: ast.Clause,
        rest: ast.Sentence,
        scope: Scope,
        first: ast.FirstTime | ast.When | None,
        before: Expr | None = None,
    ) -> None:
        """The trigger rule of an event: its match, and the program of the rest of the item.  `first`: how often.
        `before`: as long as what held when it began.
        """
        said = scope.sentence
        sentences = [rest, *self.more]
        if first is None:
            unused, program = build.TRUE, lasting.program_of(scope, sentences, "trigger")
        else:
            unused, program = often.limited(first, clause, match, sentences, scope)
        condition = build.both(match.condition, unused)
        self.add(
            "trigger",
            scope,
            said,
            events=match.verbs,
            match=condition,
            was=match.was,
            before=before,
            program=program,
        )

    def watch(self, condition: ast.Clauses, rest: ast.Sentence, conditions: list[ast.Clauses]) -> None:
        """*When a player has no cards, S.*: fires for each member for which the state becomes true; *When exactly 1
        player has cards, S.*: for that one.
        """
        scope = self.scope()
        clause = condition.clauses[0]
        over: Expr = ("single", ("game",))
        slot = scope.alloc()
        node = condition
        counted: Expr = build.TRUE
        if isinstance(clause, ast.Clause) and clause.subject is not None and len(condition.clauses) >= 1:
            desc = describe(clause.subject, scope)
            only = desc.bound == "exactly" and desc.low == build.integer(1)
            if desc.type.base == "entity" and desc.mode == "some" and (desc.extra == "a" or only):
                over = desc.expr
                counted = truth(condition, scope) if only else build.TRUE
                member = Val(("local", slot), desc.type)
                scope.bind(member, desc.head or desc.type.name)
                if scope.world.is_a(desc.type.name, "player"):
                    scope.they = member
                that = Bound(value=member, head=desc.head or desc.type.name, span=clause.subject.span)
                node = replace(condition, clauses=(replace(clause, subject=that), *condition.clauses[1:]))
        match = build.both(truth(node, scope), counted, *(truth(c, scope) for c in conditions))
        said = scope.sentence
        program = lasting.program_of(scope, [rest, *self.more], "watch")
        self.add("watch", scope, said, over=over, match=match, program=program)

    def at_step(self, when: ast.When, rest: ast.Sentence, conditions: list[ast.Clauses]) -> None:
        """*At the end of your turn, S.*"""
        scope = self.scope()
        if when.once or (
            isinstance(when.period, ast.Noun)
            and (
                when.period.adjectives
                or when.period.relative
                or any(m.word != "of" for m in when.period.modifiers)
            )
        ):
            raise scope.fail("SAY0831", when.period, expected=tuple(sorted(scope.world.periods)))
        step = lasting.step_of(when, scope)
        who = scope.alloc()
        value = Val(("local", who), player_type())
        info = next(
            (
                v
                for v in scope.world.verbs.values()
                if scope.world.steps.get(f"{v.id}/end") == step
                or any(
                    scope.world.steps.get(f"{v.id}/{s}/{e}") == step
                    for s in v.step_names
                    for e in ("start", "end")
                )
                or scope.world.steps.get(f"{v.id}/start") == step
            ),
            None,
        )
        if info is not None:
            for _ in info.roles:
                scope.alloc()
        match: list[Expr] = [truth(c, scope) for c in conditions]
        owner = lasting.whose_period(when, scope)
        if owner is not None:
            match.append(is_one_of(describe(owner, scope), value.expr, scope))
        if not isinstance(owner, ast.Pronoun):
            scope.bind(value, "player")
            scope.they = scope.they if owner is None and scope.you is not None else value
            scope.implied = value.expr if owner is None else None
        program = lasting.program_of(scope, [rest, *self.more], "trigger")
        self.add("trigger", scope, events=(step,), step=True, match=build.both(*match), program=program)

    # -- replacements ---------------------------------------------------------------------------------------
    def replacement(self, condition: ast.Clauses, rest: ast.Sentence, conditions: list[ast.Clauses]) -> None:
        """*If E would happen, S instead.* / *…, P may S instead.*"""
        clause = condition.clauses[0]
        if len(condition.clauses) != 1 or not isinstance(clause, ast.Clause):
            raise self.outer.fail("SAY0833", condition)
        scope = self.scope()
        match = match_event(clause, scope)
        truths = [match.condition, *(truth(c, scope) for c in conditions)]
        extra = [o for o in rest.openings if isinstance(o, ast.Given) and o.word == "if"]
        for opening in extra:
            truths.append(truth(opening.condition, scope))
        body = rest.body
        if (
            not isinstance(body, ast.Clauses)
            or not isinstance(body.clauses[-1], ast.Clause)
            or not body.clauses[-1].verbs[-1].instead
        ):
            raise self.outer.fail("SAY0833", rest)
        plain = _without_instead(replace(rest, openings=tuple(o for o in rest.openings if o not in extra)))
        optional = isinstance(body.clauses[0], ast.Clause) and body.clauses[0].verbs[0].modal == "may"
        from toolkit.compile.effect import one_sentence

        one_sentence(plain, scope)
        if optional:
            assert scope.outcome is not None
            jump = scope.emit("unless", build.negate(scope.outcome), -1)
            scope.emit("decline")
            scope.patch(jump)
        for sentence in self.more:
            one_sentence(sentence, scope)
        scope.emit("return", outcome.instead(scope.code, match.verbs))
        programs = scope.world.ruleset.programs
        programs.append(Program("replacement", tuple(scope.code), tuple(scope.at), scope.size))
        self.add("replace", scope, events=match.verbs, match=build.both(*truths), program=len(programs) - 1)

    # -- statements without an event ------------------------------------------------------------------------
    def stands(
        self, rest: ast.Sentence, conditions: list[ast.Clauses], during: ast.When | None = None
    ) -> None:
        """*X cannot V*, *X can V*, *X has +N A*, *The A of X is N*, *Skip the NAME step of P*."""
        body = rest.body
        for opening in rest.openings:
            if not isinstance(opening, ast.Given) or opening.word not in ("if", "as long as"):
                raise self.outer.fail("SAY0832", opening)
            conditions = [*conditions, opening.condition]
        rest = replace(rest, openings=())
        if (
            self.more
            or not isinstance(body, ast.Clauses)
            or len(body.clauses) != 1
            or not isinstance(body.clauses[0], ast.Clause)
        ):
            raise self.outer.fail("SAY0832", self.more[0] if self.more else rest)
        clause = body.clauses[0]
        if len(clause.verbs) > 1:
            if clause.joint != ("or" if clause.verbs[0].modal == "cannot" else "and"):
                raise self.outer.fail("SAY0832", rest)
            for verb in clause.verbs:
                self.stands(
                    replace(rest, body=replace(body, clauses=(replace(clause, verbs=(verb,), joint=None),))),
                    conditions,
                    during,
                )
            return None
        verb = clause.verbs[0]
        closings = body.closings
        if verb.only:
            hint = "what only some may do is said with *only if*: *A player can … only if they are …*"
            raise self.outer.fail("SAY0832", verb, hint=hint)
        if verb.instead:
            raise self.outer.fail("SAY0832", verb)
        if isinstance(verb, ast.Act) and verb.verb == "skip" and clause.subject is None:
            return self.skip(verb, conditions)
        if verb.modal in ("cannot", "can"):
            return self.permission(clause, closings, conditions, during)
        if (what := choosing.chosen_by(verb)) is not None:
            if closings or during is not None:
                raise self.outer.fail("SAY0832", rest)
            return choosing.chooser(self, clause, what, conditions)
        if isinstance(verb, ast.Act) and verb.verb == "have" and clause.subject is not None:
            return self.modifier(clause, verb, closings, conditions, during)
        if (
            isinstance(verb, ast.Be)
            and isinstance(verb.predicate, ast.IsThing)
            and isinstance(clause.subject, ast.Noun)
            and not (verb.negated or verb.modal or verb.adverbials or verb.tense != "present")
        ):
            return self.setting(clause.subject, verb.predicate.what, closings, conditions)
        raise self.outer.fail("SAY0832", rest)

    def assume(self, scope: Scope, conditions: list[ast.Clauses]) -> Callable[[Expr], Expr]:
        """*As long as a player has no coins, their units …*: the rest of the match is said of each such player.

        Gives what must be put around the rest.
        """
        parts: list[tuple[Expr | None, int, Expr]] = []
        for condition in conditions:
            clause = condition.clauses[0]
            if (
                isinstance(clause, ast.Clause)
                and isinstance(clause.subject, ast.Noun)
                and clause.subject.determiner.article in ("a", "an")
            ):
                desc = describe(clause.subject, scope)
                slot = scope.alloc()
                member = Val(("local", slot), desc.type)
                scope.bind(member, desc.head or desc.type.name)
                if scope.world.is_a(desc.type.name, "player"):
                    scope.they = member
                that = Bound(value=member, head=desc.head or desc.type.name, span=clause.subject.span)
                rest = replace(condition, clauses=(replace(clause, subject=that), *condition.clauses[1:]))
                parts.append((desc.expr, slot, truth(rest, scope)))
            else:
                parts.append((None, 0, truth(condition, scope)))

        def around(inner: Expr) -> Expr:
            for items, slot, condition in reversed(parts):
                inner = (
                    build.both(condition, inner)
                    if items is None
                    else build.some(items, slot, build.both(condition, inner))
                )
            return inner

        return around

    def conditions_of(
        self, scope: Scope, closings: tuple[ast.Closing, ...], during: ast.When | None
    ) -> list[Expr]:
        """Conditions from *unless*, *only if*, *as long as* at the end, *during your turn*."""
        result = []
        for closing in closings:
            if closing.condition is None:
                raise scope.fail("SAY0801", closing, what=f"“{closing.word}” here")
            value = truth(closing.condition, scope)
            if closing.word not in ("unless", "if", "as long as", "only as long as", "only if"):
                raise scope.fail(
                    "SAY0801",
                    closing,
                    what=f"“{closing.word}” at the end of a rule",
                    expected=("*as long as*", "*unless*"),
                )
            result.append(build.negate(value) if closing.word == "unless" else value)
        if during is not None:
            result.append(lasting.while_it_runs(during, scope))
        return result

    def permission(
        self,
        clause: ast.Clause,
        closings: tuple[ast.Closing, ...],
        conditions: list[ast.Clauses],
        during: ast.When | None,
    ) -> None:
        """*cannot* forbids the event, *can* lifts a weaker prohibition."""
        scope = self.scope()
        verb = clause.verbs[0]
        limit = limit_of(verb)
        if limit is not None:
            verb = without_number(verb)
        forbids = verb.modal == "cannot"
        if (
            not self.static
            and isinstance(clause.subject, ast.Noun)
            and clause.subject.determiner.article in ("a", "an")
        ):
            raise scope.fail("SAY0810", clause.subject, clause=clause)
        if isinstance(clause.subject, ast.Noun) and clause.subject.determiner.quantifier == "no":
            # *No player can V*: every player cannot.
            if forbids:
                raise scope.fail(
                    "SAY0801",
                    clause,
                    what="“no … cannot …”",
                    hint="*Players cannot …*, or leave the rule out",
                )
            det = replace(clause.subject.determiner, quantifier="each")
            clause, forbids = replace(clause, subject=replace(clause.subject, determiner=det)), True
        only_if = [c for c in closings if c.word in ("only if", "only as long as")]
        if only_if and not forbids:
            # *P can V only if C*: as long as C does not hold, P cannot.
            if len(closings) > 1:
                raise scope.fail("SAY0801", closings[1], what="a second condition at the end of a rule")
            forbids, closings = True, (replace(only_if[0], word="unless"),)
        plain = replace(clause, verbs=(replace(verb, modal=None),))
        known = scope.world.choosing if isinstance(verb, ast.Act) and verb.verb == "choose" else None
        if known is not None and limit is not None:
            raise scope.fail("SAY0801", verb, what="a limit of choices")
        base = reserve(plain, scope, known)
        around = self.assume(scope, conditions)
        match = match_event(plain, scope, limit=limit is not None, base=base, rule=True, known=known)
        if not forbids:
            permission.lifts_something(match.infos, clause, scope)
        if limit is not None and any("attr" in info.roles for info in match.infos):
            raise scope.fail("SAY0801", verb, what="a limit of an amount")
        truths = [match.condition, *self.conditions_of(scope, closings, during)]
        if limit is not None:
            number, when = limit
            period = lasting.period_of(when.period, scope, ("each", "this"))
            truths.append(over_limit(number, period, match, scope))
        self.add(
            "forbid" if forbids else "allow",
            scope,
            events=match.verbs,
            match=around(build.both(*truths)),
        )

    def modifier(
        self,
        clause: ast.Clause,
        verb: ast.Act,
        closings: tuple[ast.Closing, ...],
        conditions: list[ast.Clauses],
        during: ast.When | None,
    ) -> None:
        """*Your units have +1 power [for each …].*, *Your units have KEYWORD.*"""
        scope = self.scope()
        slot = scope.alloc()
        around = self.assume(scope, conditions)
        obj = next(
            (c.value for c in verb.complements if c.role == "obj" and isinstance(c.value, ast.Nominal)), None
        )
        keyword = keyword_flag(obj, scope)
        if keyword is None and (
            not isinstance(obj, ast.Noun)
            or obj.head is None
            or not obj.determiner.signed
            or obj.determiner.number is None
        ):
            raise scope.fail("SAY0834", clause)
        assert clause.subject is not None and isinstance(obj, ast.Noun)
        if verb.negated or verb.modal is not None:
            raise scope.fail("SAY0834", clause)
        desc = describe(clause.subject, scope)
        if desc.mode in ("no", "some") and (desc.extra != "a" or not self.static):
            raise scope.fail("SAY0803", clause.subject, hint="*Choose a …. That … has …*, *Each … has …*")
        member = is_one_of(desc, ("local", slot), scope)
        if keyword is not None:
            for left in (*verb.adverbials, *(c for c in verb.complements if c.role != "obj")):
                raise scope.fail("SAY0801", left, what="this after a keyword")
            truths = [member, *self.conditions_of(scope, closings, during)]
            self.add(
                "modify",
                scope,
                attribute=keyword.index,
                op="set",
                value=build.integer(1),
                match=around(build.both(*truths)),
            )
            return
        assert obj.head is not None and obj.determiner.number is not None
        attribute = scope.world.attribute(desc.type.name, obj.head) if desc.type.base == "entity" else None
        if attribute is None:
            raise scope.fail("SAY0753", obj, noun=obj.head, of=desc.type.name)
        scope.bind(Val(("local", slot), desc.type), desc.head or desc.type.name)
        value: Expr = build.integer(obj.determiner.number)
        where = next((c for c in verb.complements if c.role == "place"), None)
        if where is not None and not any(m.word in ("for each", "for every") for m in obj.modifiers):
            raise scope.fail("SAY0801", where, what="a place here")
        if obj.adjectives or obj.relative is not None or len(obj.modifiers) > 1:
            raise scope.fail("SAY0801", obj, what="this number")
        for modifier in obj.modifiers:
            counted = modifier.what
            if modifier.word in ("for each", "for every") and counted is not None:
                from toolkit.compile.amount import multiplied

                if where is not None and isinstance(counted, ast.Noun):
                    # *has +1 A for each N in P*: the place is that of what is counted.
                    inside = ast.Modifier(
                        word=where.prep,
                        what=where.value if isinstance(where.value, ast.Nominal) else None,
                        span=where.span,
                    )
                    counted = replace(counted, modifiers=(*counted.modifiers, inside))
                value = ("mul", value, multiplied(replace(modifier, what=counted), scope))
            else:
                raise scope.fail("SAY0801", modifier, what="this")
        during_all = during
        for adverbial in verb.adverbials:
            if isinstance(adverbial, ast.When) and during_all is None:
                during_all = adverbial
            else:
                raise scope.fail("SAY0801", adverbial, what="this adverbial")
        least, most = bounds_of(closings, scope)
        closings = tuple(closing for closing in closings if closing.word != "but")
        truths = [member, *self.conditions_of(scope, closings, during_all)]
        self.add(
            "modify",
            scope,
            attribute=attribute.index,
            op="add",
            value=value,
            least=least,
            most=most,
            match=around(build.both(*truths)),
        )

    def setting(
        self,
        subject: ast.Noun,
        what: ast.Nominal,
        closings: tuple[ast.Closing, ...],
        conditions: list[ast.Clauses],
    ) -> None:
        """*The power of Xs is N.*"""
        scope = self.scope()
        slot = scope.alloc()
        around = self.assume(scope, conditions)
        owner = subject.determiner.owner or next((m.what for m in subject.modifiers if m.word == "of"), None)
        if owner is None or subject.head is None:
            raise scope.fail("SAY0832", subject)
        desc = describe(owner, scope)
        member = is_one_of(desc, ("local", slot), scope)
        if desc.mode in ("no", "some") and (desc.extra != "a" or not self.static):
            raise scope.fail("SAY0803", owner)
        plain(subject, scope, modifiers=("of",))
        the_only(subject, scope, many=desc.many)
        attribute = (
            scope.world.attribute(desc.type.name, subject.head) if desc.type.base == "entity" else None
        )
        if attribute is None:
            raise scope.fail("SAY0753", subject, noun=subject.head, of=desc.type.name)
        scope.bind(Val(("local", slot), desc.type), desc.head or desc.type.name)
        value = number_of(what, scope)
        truths = [member, *self.conditions_of(scope, closings, None)]
        self.add(
            "modify",
            scope,
            attribute=attribute.index,
            op="set",
            value=value,
            match=around(build.both(*truths)),
        )

    def skip(self, verb: ast.Act, conditions: list[ast.Clauses]) -> None:
        """*Skip the NAME step of P.*"""
        scope = self.scope()
        obj = next((c.value for c in verb.complements if c.role == "obj"), None)
        if not isinstance(obj, ast.Noun):
            raise scope.fail("SAY0832", verb)
        step = lasting.step_of(ast.When(word="at the start of", period=obj, span=obj.span), scope)
        if lasting.whose_period(ast.When(word="at the start of", period=obj), scope) is not None:
            raise scope.fail("SAY0801", obj, what="one player's step", expected=("*the … step of each …*",))
        if verb.adverbials or verb.modal is not None or verb.negated or len(verb.complements) != 1:
            raise scope.fail("SAY0832", verb)
        self.add("skip", scope, events=(step,), match=build.both(*(truth(c, scope) for c in conditions)))


def _without_instead(node: ast.Sentence) -> ast.Sentence:
    assert isinstance(node.body, ast.Clauses)
    clauses = tuple(
        replace(c, verbs=tuple(replace(v, instead=False) for v in c.verbs))
        if isinstance(c, ast.Clause)
        else c
        for c in node.body.clauses
    )
    return replace(node, body=replace(node.body, clauses=clauses))
