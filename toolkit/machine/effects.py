"""Standing rules: which act now, for whom, and what attributes are worth under them.

A rule acts from the start (static) or through an effect of the state.  Both are found by event, step or
attribute: the static ones in tables made once, the others in an index of `state.effects` that is made again
when these change.  An attribute that no rule of the pack can modify is read from its column.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from toolkit.kernel.changes import ACTS, EVERYTHING, FIRST_COLUMN, HAPPENED
from toolkit.kernel.model import Model
from toolkit.kernel.primitives import Kernel
from toolkit.kernel.state import State
from toolkit.limits import Limits
from toolkit.machine.grounds import Grounds
from toolkit.machine.interpret import Interpreter
from toolkit.machine.left import Left
from toolkit.machine.library import Library
from toolkit.machine.meter import RULE_COST, Meter
from toolkit.machine.reads import Reads
from toolkit.machine.secrecy import Secrecy
from toolkit.machine.unseen import Unseen
from toolkit.native import mypyc_attr
from toolkit.program.blank import blank
from toolkit.program.expression import Expr
from toolkit.program.reach import above
from toolkit.program.ruleset import Program, Rule, Ruleset

Effect = tuple[int, int, int, int, tuple[Any, ...], int, int]
"""`(id, rule, you, this, values, period, run)`."""

Active = tuple[int, Effect | None]
"""A rule that acts, and the effect through which it does."""

Binding = tuple[int, int]
"""`(you, this)`."""

Evaluate = Callable[[State, list[Any]], Any]

NOBODY: list[Binding] = [(-1, -1)]

NO_RULES: list[Active] = []


@dataclass
class Index:
    """Acting rules by what they listen to.  `verbs`: for each kind of rule, by verb (children included).  `heard`: the
    verbs that some of them replace or follow.
    """

    verbs: dict[str, dict[int, list[Active]]] = field(
        default_factory=lambda: {"trigger": {}, "replace": {}, "forbid": {}, "allow": {}, "choose": {}}
    )
    steps: dict[int, list[Active]] = field(default_factory=dict)
    skips: dict[int, list[Active]] = field(default_factory=dict)
    modifiers: dict[int, list[Active]] = field(default_factory=dict)
    watches: list[Active] = field(default_factory=list)
    heard: set[int] = field(default_factory=set)
    acting: dict[tuple[str, int], list[Active]] = field(default_factory=dict)
    """What `Effects.acting` has found with these effects."""

    def add(self, rule: Rule, active: Active, below: list[frozenset[int]]) -> None:
        if rule.kind == "modify":
            self.modifiers.setdefault(rule.attribute, []).append(active)
        elif rule.kind == "watch":
            self.watches.append(active)
        elif rule.kind == "skip" or rule.step:
            table = self.skips if rule.kind == "skip" else self.steps
            for step in rule.events:
                table.setdefault(step, []).append(active)
        else:
            table = self.verbs[rule.kind]
            for verb in {v for event in rule.events for v in below[event]}:
                table.setdefault(verb, []).append(active)
                if rule.kind in ("trigger", "replace"):
                    self.heard.add(verb)

    def of(self, kind: str, at: int) -> list[Active]:
        """Those of a kind of rule that listen to a verb; of the kinds `step` and `skip`, to a step."""
        table = self.steps if kind == "step" else self.skips if kind == "skip" else self.verbs[kind]
        return table.get(at) or NO_RULES


class Questions:
    """What a rule asks, as functions of state and locals; None: it does not ask that.  `blank`: its locals before
    anything is known.  `alone`: it stands on nothing and is nobody's.  `among`: those of `over` for which it holds.
    """

    __slots__ = (
        "alone", "among", "before", "blank", "holders", "holds", "match", "over", "own", "value", "was", "you",
    )  # fmt: skip

    def __init__(self, rule: Rule, effect: Program | None, function_of: Callable[[Expr], Evaluate]) -> None:
        held = blank(effect)[2:] if effect is not None else []
        self.blank = [-1, -1, *held, *[0] * (rule.locals - 2 - len(held))]
        self.own = rule.own
        self.alone = rule.holders is None and rule.you is None
        self.holders = self.later("holders", rule.holders, function_of)
        self.holds = self.later("holds", rule.holds, function_of)
        self.match = self.later("match", rule.match, function_of)
        self.over = self.later("over", rule.over, function_of)
        among = rule.over and ("filter", rule.over, 2 + rule.captured, rule.match or ("truth", True))
        self.among = self.later("among", among, function_of)
        self.value = self.later("value", rule.value, function_of)
        self.was = self.later("was", rule.was, function_of)
        self.before = self.later("before", rule.before, function_of)
        self.you = self.later("you", rule.you, function_of)

    def later(self, name: str, expr: Expr | None, function_of: Callable[[Expr], Evaluate]) -> Evaluate | None:
        """Compiled when it is first asked."""
        if expr is None:
            return None

        def first(state: State, locals: list[Any]) -> Any:
            evaluate = function_of(expr)
            setattr(self, name, evaluate)
            return evaluate(state, locals)

        return first


@mypyc_attr(allow_interpreted_subclasses=True)
class Effects:
    """The first layer of the machine."""

    model: Model
    ruleset: Ruleset
    limits: Limits
    meter: Meter
    kernel: Kernel
    library: Library

    def __init__(self, model: Model, ruleset: Ruleset) -> None:
        self.model = model
        self.ruleset = ruleset
        self.limits = ruleset.limits
        self.people = ruleset.people
        self.meter = Meter(self.limits)
        self.kernel = Kernel(model, self.limits)
        self.below = _below(ruleset)
        self.library = Library(model, self.kernel, self.below, [len(verb.roles) for verb in ruleset.verbs])
        self.kept = self.library.kept
        self.reader = Reads(model, ruleset)
        self.secrecy = Secrecy(model, ruleset, self.kernel, self.library)
        self.unseen = Unseen(model, ruleset, self.kernel, self.secrecy)
        self.left = Left(model, ruleset, self.library, self.attribute)
        self.interpreter = Interpreter(self)  # type: ignore[arg-type]  # `can` is a layer above
        self.static = Index()
        for number, rule in enumerate(ruleset.rules):
            if rule.static:
                self.static.add(rule, (number, None), self.below)
        self.modifiable = self.reader.modifiable
        self.empty = Index()
        self.doubles = frozenset(e for e in range(model.count) if model.alike[e])
        self.questions = [
            Questions(
                rule,
                ruleset.programs[rule.program] if rule.program >= 0 else None,
                lambda expr: self.compile(expr),
            )
            for rule in ruleset.rules
        ]
        self._standing = [self.standing(rule) for rule in ruleset.rules]
        self.scattered = [n >= 0 and not r.own for n, r in zip(self._standing, ruleset.rules, strict=True)]
        self.grounds = Grounds(model, ruleset, self.kept, self.reader, lambda expr: self.compile(expr))
        self._present: dict[tuple[str, int], int] = {}
        self._values: dict[int, tuple[Expr, Evaluate]] = {}  # by identity: to compare them would take longer
        self._computing: set[tuple[int, int]] = set()

    # --- Expressions of rules -------------------------------------------------------------------------------

    def compile(self, expr: Expr) -> Evaluate:
        """A function of state and locals.  The machine replaces this by generated code."""
        evaluate = self.interpreter.evaluate
        return lambda state, locals: evaluate(expr, state, locals)

    def value(self, expr: Expr, state: State, locals: list[Any]) -> Any:
        """The value of a part of the ruleset that is asked often; changes nothing."""
        known = self._values.get(id(expr))
        if known is None:
            known = self._values[id(expr)] = (expr, self.compile(expr))
        return known[1](state, locals)

    def use(self, state: State, rule: int, values: tuple[Any, ...]) -> None:
        state.history.append((-1, rule, values, 0))
        state.changed |= HAPPENED
        state.stale |= HAPPENED

    def first_time(self, state: State, used: Expr, locals: list[Any]) -> bool:
        """Whether a trigger has not acted yet; from now on it has.  Several may have been found at the same moment."""
        _, (key, *about), period = used
        values = tuple([self.value(each, state, locals) for each in about])
        if self.library.used(state, key, values, period):
            return False
        self.use(state, key, values)
        return True

    def watched(self, some: list[Any], others: list[Any]) -> Iterable[tuple[Any, Any]]:
        """Pairs of them; many are watched (`Meter.guard`)."""
        pairs = zip(some, others, strict=True)
        return pairs if len(some) < self.meter.many else self.meter.guard(list(pairs), RULE_COST)

    # --- Which rules act ------------------------------------------------------------------------------------

    def index(self, state: State) -> Index:
        """The index of the state's effects."""
        found = state.index
        if found is None:
            if not state.effects:
                found = self.empty
            else:
                found = Index()
                for effect in state.effects:
                    found.add(self.ruleset.rules[effect[1]], (effect[1], effect), self.below)
            state.index = found
        return found

    def acting(self, state: State, kind: str, verb: int) -> list[Active]:
        """Rules of this kind that listen to the verb: the static ones in the pack's order, then effects,
        oldest first.
        """
        if not state.effects:
            return self.static.verbs[kind].get(verb) or NO_RULES
        index = self.index(state)
        found = index.acting.get((kind, verb))
        if found is None:
            static, dynamic = self.static.verbs[kind].get(verb), index.verbs[kind].get(verb)
            found = index.acting[kind, verb] = [*(static or ()), *(dynamic or ())]
        return found

    def standing(self, rule: Rule) -> int:
        """The number under which is kept for whom and on what a rule acts; -1: it is not."""
        if not rule.static or (rule.holders is None and rule.you is None):
            return -1
        reads = self.reader.standing(rule)
        return -1 if reads == EVERYTHING else self.kept.number("standing", reads)

    def present(self, state: State, kind: str, at: int) -> list[Active]:
        """`acting`, without rules of the pack that stand on nothing and are nobody's now: of very many cards few are on
        the table.  `at`: a verb, or a step.
        """
        found = self.standing_now(state, kind, at)
        dynamic = self.index(state).of(kind, at) if state.effects else NO_RULES
        return [*found, *dynamic] if dynamic else found

    def standing_now(self, state: State, kind: str, at: int) -> list[Active]:
        """Of the rules that always act those that stand on something, if it is kept on what; all that only seem to act
        where they do not; and those that ask for one thing alone, which tells as soon as anything.
        """
        number = self.present_number(kind, at)
        if number < 0 or not self.kept.on:
            return self.static.of(kind, at)
        answers = self.kept.answers(state, number)
        found: list[Active] | None = answers.get((kind, at))
        if found is None:
            found = answers[kind, at] = [
                active
                for active in self.static.of(kind, at)
                if not self.scattered[active[0]] or self.may_act(state, active)
            ]
        return found

    def may_act(self, state: State, active: Active) -> bool:
        return self.stands(state, active) or self.secrecy.pretends(active[0])

    def stands(self, state: State, active: Active) -> bool:
        """Whether a rule of the pack stands on anything now, or is somebody's."""
        ground = self.grounds.of.get(active[0])
        if ground is None:
            return bool(self.bindings(state, active))
        return active[0] in self.grounds.stand(state, ground)

    def present_number(self, kind: str, at: int) -> int:
        """The number for which of these rules stand on something; -1: that is kept of none of them."""
        found = self._present.get((kind, at))
        if found is None:
            found = self._present[kind, at] = self.present_of(self.static.of(kind, at))
        return found

    def present_of(self, rules: list[Active]) -> int:
        reads = 0
        for number, _ in rules:
            if self.scattered[number]:
                reads |= self.reader.standing(self.ruleset.rules[number])
        return self.kept.number("present", reads) if reads else -1

    def bindings(self, state: State, active: Active, held: tuple[int, ...] | None = None) -> list[Binding]:
        """For whom (you) and on what (this) a rule acts now, not to be changed.  `held`: its holders, when they are
        known already.
        """
        number, effect = active
        at = self._standing[number]
        if at < 0 or held is not None or effect is not None or not self.kept.on:
            return self.bound(state, active, held)
        if state.stale:
            self.kept.fresh(state)
        answers = state.kept[at]
        known: list[Binding] | None = answers.get(number)
        if known is None:
            known = answers[number] = self.bound(state, active, None)
        return known

    def bound(self, state: State, active: Active, held: tuple[int, ...] | None) -> list[Binding]:
        """The same, asked anew."""
        number, effect = active
        asks = self.questions[number]
        if asks.holders is None:
            if effect is not None:
                you, this = effect[2], effect[3]
            elif asks.you is None:
                return NOBODY
            else:
                you, this = -1, -1
            if asks.you is not None:
                you = asks.you(state, self.start_locals(asks, effect, you, this))
            return [(you, this)]
        if held is None:
            held = self.holders(state, active)
        if not held:
            return []
        you = -1 if effect is None else effect[2]
        if asks.you is None:
            return [(you, this) for this in held]
        return [(asks.you(state, self.start_locals(asks, effect, you, this)), this) for this in held]

    def only(self, state: State, active: Active, one: Any) -> tuple[int, ...] | None:
        """The holders, of a rule that asks for the one that `one` is; None: it may be several."""
        number, effect = active
        asks = self.questions[number]
        if asks.holds is None or type(one) is not int:
            return None
        you = -1 if effect is None else effect[2]
        return (one,) if one >= 0 and asks.holds(state, self.start_locals(asks, effect, you, one)) else ()

    def holders(self, state: State, active: Active) -> tuple[int, ...]:
        number, effect = active
        asks = self.questions[number]
        if asks.holders is None:
            return ()
        if effect is None:
            return asks.holders(state, asks.blank)
        return asks.holders(state, self.start_locals(asks, effect, effect[2], effect[3]))

    @staticmethod
    def start_locals(asks: Questions, effect: Effect | None, you: int, this: int, *values: Any) -> list[Any]:
        """Locals of a rule: you, this, what the effect captured, then `values`."""
        locals = [you, this, *values] if effect is None else [you, this, *effect[4], *values]
        return locals + asks.blank[len(locals) :]

    # --- Attributes -----------------------------------------------------------------------------------------

    def attribute(self, state: State, attribute: int, entity: int, seat: int = -1) -> int:
        """What an attribute is worth now, to the player `seat`: stored, then modified layer by layer, then within its
        bounds.

        In a layer what sets comes before what adds, older before newer.  A modifier that depends on what it
        modifies sees the stored value.
        """
        stored = state.columns[attribute][entity]
        if attribute not in self.modifiable or entity < 0:
            return stored
        active = self.static.modifiers.get(attribute, ())
        if state.effects:
            active = [*active, *self.index(state).modifiers.get(attribute, ())]
        if not active or (attribute, entity) in self._computing:
            return stored
        self.meter.within(len(self._computing))
        self._computing.add((attribute, entity))
        try:
            changes = self.modifiers(state, active, entity, seat)
        finally:
            self._computing.discard((attribute, entity))
        if not changes:
            return stored
        value = stored
        for _, adds, amount, number in changes:
            value = self.added(value, amount, number) if adds else amount
        return self.kernel.bounded(attribute, entity, value)

    def added(self, value: int, amount: int, number: int) -> int:
        """The sum, no further than the rule goes; what is beyond its bound already stays there."""
        rule, total = self.ruleset.rules[number], value + amount
        if rule.least is not None:
            total = max(total, min(value, rule.least))
        return total if rule.most is None else min(total, max(value, rule.most))

    def modifiers(self, state: State, active: Any, entity: int, seat: int) -> list[tuple[int, int, int, int]]:
        """`(layer, adds, amount, rule)` of each modifier that acts on this entity for this player, in the order of
        application.
        """
        found: list[tuple[int, int, int, int, int]] = []
        for each in active:
            number, effect = each
            rule, asks = self.ruleset.rules[number], self.questions[number]
            if rule.seated and seat < 0:
                continue
            held = self.only(state, each, entity) if asks.own else None
            bindings = self.bindings(state, each, held)
            for you, this in (
                bindings if len(bindings) < self.meter.many else self.meter.guard(bindings, RULE_COST)
            ):
                if rule.seated:
                    locals = self.start_locals(asks, effect, you, this, entity, seat)
                else:
                    locals = self.start_locals(asks, effect, you, this, entity)
                if asks.match is None or asks.match(state, locals):
                    amount = int(asks.value(state, locals)) if asks.value is not None else 0
                    layer, late = self.rank(state, number, this) if rule.newest else (rule.layer, 0)
                    found.append((layer, int(rule.op == "add"), late, amount, number))
        found.sort(key=lambda change: change[:3])
        return [(layer, adds, amount, number) for layer, adds, _, amount, number in found]

    def rank(self, state: State, number: int, this: int) -> tuple[int, int]:
        """How strong a rule is on its holder: its layer, then, where that counts, how late the holder came."""
        rule = self.ruleset.rules[number]
        place = state.parent[this] if rule.newest and this >= 0 else -1
        late = place >= 0 and self.model.ordered[place]
        return rule.layer, -state.kids[place].index(this) if late else 0

    def why(self, state: State, attribute: int, entity: int) -> list[tuple[int, str, int]]:
        """`(rule, op, amount)` of each modifier of an attribute, in the order of application."""
        active = [*self.static.modifiers.get(attribute, ()), *self.index(state).modifiers.get(attribute, ())]
        changes = self.modifiers(state, active, entity, -1)
        return [(rule, "add" if adds else "set", amount) for _, adds, amount, rule in changes]

    # --- Beginning and ending -------------------------------------------------------------------------------

    def last_run(self, state: State, period: int, edge: int, who: int) -> int:
        """The run of `period` with whose end an effect stops: the current one (outside of one: the next); -1: the
        game.  Of a run that has not begun (`edge` 1 its start, 2 its end; `who` -1: anybody's), below -1.
        """
        if period < 0:
            return -1
        if edge:
            return -2 * (who + 2) - edge + 1
        count, runs, _ = state.periods[period]
        return runs[-1][0] if runs else count + 1

    def awaited(self, state: State, period: int, who: int, run: int) -> None:
        """`who` begins a run of a period: what waited for its start stops, what waited for its end knows it now."""
        stops = {self.last_run(state, period, 1, each) for each in (who, -1)}
        lasts = {self.last_run(state, period, 2, each) for each in (who, -1)}
        if any(effect[5] == period and effect[6] in lasts for effect in state.effects):
            state.effects = tuple(
                (*effect[:6], run) if effect[5] == period and effect[6] in lasts else effect
                for effect in state.effects
            )
            state.index = None
        for ended in stops:
            self.end_effects(state, period, ended)

    def begin_effect(
        self, state: State, rule: int, you: int, this: int, values: tuple[Any, ...], period: int, run: int
    ) -> None:
        """Rule `rule` acts until run `run` of `period` ends; -1: for the game."""
        state.effects = (*state.effects, (state.clock, rule, you, this, values, period, run))
        state.clock += 1
        state.index = None
        self.note(state, rule)

    def end_effects(self, state: State, period: int, run: int) -> None:
        """Those that lasted until the end of this run of a period are over."""
        kept = []
        for effect in state.effects:
            if effect[5] == period and effect[6] == run:
                self.note(state, effect[1])
                state.truths.pop((effect[1], effect[0]), None)
            else:
                kept.append(effect)
        if len(kept) != len(state.effects):
            state.effects = tuple(kept)
            state.index = None

    def note(self, state: State, rule: int) -> None:
        data = self.ruleset.rules[rule]
        state.changed |= FIRST_COLUMN << data.attribute if data.kind == "modify" else ACTS
        state.stale |= FIRST_COLUMN << data.attribute if data.kind == "modify" else ACTS


def _below(ruleset: Ruleset) -> list[frozenset[int]]:
    """For each verb: itself and all verbs that have it among their parents, at any depth."""
    upwards = [above(ruleset, verb) for verb in range(len(ruleset.verbs))]
    return [frozenset(v for v, each in enumerate(upwards) if verb in each) for verb in range(len(upwards))]
