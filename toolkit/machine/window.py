"""What follows an event: triggers and watches, the window in which their effects run; step events and
periods.

A trigger hears an event when it acts before it or after it: a thing that leaves still hears that it left.  A
watch is looked at again when something changed that it reads, and fires for the members for which it has
become true.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import reduce
from operator import or_
from typing import Any

from toolkit.kernel.changes import EVERYTHING, FIRST_COLUMN, MOVED, PERIODS
from toolkit.kernel.model import Model
from toolkit.kernel.state import Frame, State
from toolkit.limits import Runaway
from toolkit.machine.decision import Decision, Decisions
from toolkit.machine.effects import NOBODY, Active, Binding, Evaluate, Questions
from toolkit.machine.frame import LOCALS, PRETENDED, PROGRESS, WINDOW, new_frame
from toolkit.machine.meter import RULE_COST
from toolkit.native import mypyc_attr
from toolkit.program.blank import blank
from toolkit.program.ruleset import Ruleset

MANY_CHANGES = 1_000
"""Sets of bits for which is known which watches depend on them."""

NONE = (-1,)
"""What a watch goes through that looks at no members."""

NO_WATCHES: frozenset[int] = frozenset()

Roles = tuple[Any, ...]

Done = tuple[int, Roles, Any, int, tuple[Any, ...]]
"""`(who, roles, result, origin, before)`: a committed event.  `origin`: where its object was before, -1.  `before`:
what `look_back` found.
"""

Waiting = tuple[Any, tuple[int, int, tuple[Any, ...]]]
"""A sort key, and `(rule, program, locals)`."""


Seeming = tuple[set[Any], set[Any], bool]
"""`(before, now, changed)`: `(you, this, member, component)` of what a watch saw when it was last looked at, and of
what it sees now; whether anything else has changed that it reads.
"""


@mypyc_attr(allow_interpreted_subclasses=True)
class Windows(Decisions):
    """The third layer of the machine.

    `heard`: steps that somebody listens to.  `skippable`: steps that some rule can skip.  `reads`: for each rule, if it
    is a watch, what it depends on.  `watched_for`: what some watch depends on; while none of it changes, none is asked.
    `seems`: for each rule, whether it is a watch that may have to seem to ask, when something has come somewhere else.
    """

    def __init__(self, model: Model, ruleset: Ruleset) -> None:
        super().__init__(model, ruleset)
        self.blanks: dict[int, list[Any]] = {}
        self.heard = {step for rule in ruleset.rules if rule.step for step in rule.events}
        self.heard |= {
            instr[1] for program in ruleset.programs for instr in program.code if instr[0] == "later"
        }
        self.skippable = {step for rule in ruleset.rules if rule.kind == "skip" for step in rule.events}
        self.reads = [self.reader.watch(rule) if rule.kind == "watch" else 0 for rule in ruleset.rules]
        self.seems = [
            rule.kind == "watch" and self.secrecy.pretends(n) for n, rule in enumerate(ruleset.rules)
        ]
        self._concerned: dict[int, list[Active]] = {}
        self._watches = self.present_of(self.static.watches)
        self.watched_for: int = reduce(or_, self.reads, MOVED if any(self.seems) else 0)

    def matches(
        self,
        state: State,
        active: Active,
        who: int,
        roles: Roles,
        result: Any = 0,
        origin: int = -1,
        held: tuple[int, ...] | None = None,
        had: tuple[Binding, ...] = (),
    ) -> list[list[Any]]:
        """The locals of each binding of a rule that the event fits.  `had`: for whom it acted on what before the event;
        what nobody has any more acts for whoever had it.
        """
        number, effect = active
        asks = self.questions[number]
        if asks.alone and effect is None:
            return self.match_alone(state, asks, [-1, -1, who, *roles, result, origin])
        if asks.own and held is None:
            values = (who, *roles, result, origin)
            held = self.only(state, active, values[asks.own - 2 - (len(effect[4]) if effect else 0)])
        found = []
        bindings = self.bindings(state, active, held)
        for you, this in (
            bindings if len(bindings) < self.meter.many else self.meter.guard(bindings, RULE_COST)
        ):
            if you < 0 and had:
                you = next((each for each, thing in had if thing == this), you)
            locals = self.start_locals(asks, effect, you, this, who, *roles, result, origin)
            if asks.match is None or asks.match(state, locals):
                found.append(locals)
        return found

    def pretended(
        self,
        state: State,
        active: Active,
        who: int,
        roles: Roles,
        acts: Collection[Binding],
        result: Any = 0,
        origin: int = -1,
        held: tuple[int, ...] | None = None,
    ) -> list[list[Any]]:
        """The locals of each binding for which a rule does not act (`acts`: for which it does), but must seem to."""
        number, effect = active
        if not self.secrecy.pretends(number):
            return []
        asks, values = self.questions[number], (who, *roles, result, origin)
        if asks.own and held is None:
            held = self.only(state, active, values[asks.own - 2 - (len(effect[4]) if effect else 0)])
        bindings = self.bindings(state, active, held)
        return self.unsure(state, active, [each for each in bindings if each not in acts], values)

    def unsure(
        self, state: State, active: Active, bindings: Iterable[Binding], values: tuple[Any, ...]
    ) -> list[list[Any]]:
        """The locals of the bindings for which the others cannot tell whether a rule acts.  `values`: of the event."""
        number, effect = active
        asks, evaluate = self.questions[number], self.value
        return [
            locals
            for you, this in bindings
            if self.secrecy.unsure(
                state, number, locals := self.start_locals(asks, effect, you, this, *values), evaluate
            )
        ]

    def stand_ins(
        self,
        state: State,
        active: Active,
        who: int,
        roles: Roles,
        asked: Collection[Binding],
        result: Any = 0,
        origin: int = -1,
        before: Collection[Any] | None = None,
    ) -> list[list[Any]]:
        """The locals with which a rule on hidden cards must seem to ask, besides those for which it does or seems to
        do so already (`asked`).  `before`: what `hidden_before` found; None: nothing need have held before.
        """
        number = active[0]
        if not self.unseen.places(number):
            return []
        asks = self.questions[number]
        hands = self.unseen.hands(state, number)
        for you, cards, _ in before or ():
            hands.setdefault(you, set()).update(cards)
        if before is not None:
            fitted = {you for you, _, fits in before if fits}
            hands = {you: cards for you, cards in hands.items() if you in fitted}
        values = (who, *roles, result, origin)
        thing = values[asks.own - 2] if asks.own else -1
        pairs = self.unseen.pairs(state, number, hands, asked, thing if type(thing) is int else -1)
        return self.unsure(state, active, pairs, values)

    def seeming(
        self, state: State, active: Active, who: int, roles: Roles, acts: Collection[Binding]
    ) -> list[list[Any]]:
        """`pretended` and `stand_ins`, of a rule that listens to something that just begins."""
        found = self.pretended(state, active, who, roles, acts)
        asked = [*acts, *[(each[0], each[1]) for each in found]]
        return found + self.stand_ins(state, active, who, roles, asked)

    def hidden_before(
        self, state: State, number: int, who: int, roles: Roles, lies_open: bool
    ) -> tuple[tuple[int, tuple[int, ...], bool], ...]:
        """`(player, cards, fits)` for each player and the hidden cards of theirs on which a trigger could stand before
        an event.  `fits`: what must hold then does, as far as the others know.
        """
        if not self.secrecy.asks or not self.unseen.places(number):
            return ()
        asks, rule = self.questions[number], self.ruleset.rules[number]
        hands, copies = self.unseen.hands(state, number), self.unseen.copies(state, number)
        found = []
        for you in self.model.players:
            locals = self.start_locals(asks, None, you, copies[0] if copies else -1, who, *roles, 0, -1)
            fits = all(
                self.secrecy.open_to_doubt(state, expr, locals, self.value)
                for expr in (rule.before, rule.was if lies_open else None)
            )
            found.append((you, tuple(sorted(hands.get(you, ()))), fits))
        return tuple(found)

    def match_alone(self, state: State, asks: Questions, locals: list[Any]) -> list[list[Any]]:
        """`matches` of a rule that stands on nothing."""
        locals += asks.blank[len(locals) :]
        return [locals] if asks.match is None or asks.match(state, locals) else []

    # --- Frames ---------------------------------------------------------------------------------------------

    def store(self, state: State, slot: int, value: Any) -> None:
        """Into the frame that runs now."""
        if slot >= 0 and state.frames:
            state.frames[-1][LOCALS][slot] = value

    def push(
        self,
        state: State,
        program: int,
        locals: list[Any],
        slot: int,
        event: Any,
        rule: int,
        applied: tuple[Any, ...],
    ) -> None:
        """Instructions run next, with these locals."""
        rest = self.blank(program)[len(locals) :]
        state.frames.append(new_frame(program, locals + rest, slot, event, rule, applied))

    def forget(self, first: int) -> None:
        """The programs from this number on are no more."""
        super().forget(first)
        self.blanks = {program: held for program, held in self.blanks.items() if program < first}

    def blank(self, program: int) -> list[Any]:
        """What the locals of a program hold when it begins."""
        found = self.blanks.get(program)
        if found is None:
            found = self.blanks[program] = blank(self.ruleset.programs[program])
        return found

    # --- Triggers -------------------------------------------------------------------------------------------

    def look_back(self, state: State, verb: int, who: int, roles: Roles, thing: Any) -> tuple[Any, ...]:
        """`(rule, effect, holders, fitted, held, had, hidden)` of the triggers that listen to this verb, before it.

        `thing`: what it happens to.  `fitted`: for which holders what the trigger says of that thing is so now; -1: it
        does not lie open, so it is described as it will lie.  `held`: for which holders what must hold before does.
        `had`: for whom it acts on which holder.  `hidden`: see `hidden_before`.
        """
        found: list[tuple[Any, ...]] = []
        lies_open = type(thing) is int and thing >= 0 and self.library.lies_in_the_open(state, thing)
        for active in self.acting(state, "trigger", verb):
            number, effect = active
            holders, asks = self.ruleset.rules[number].holders, self.questions[number]
            moving = holders is not None and holders[0] != "set"
            fitted: Any = -1
            if asks.was is not None and lies_open:
                fitted = self.fitting(state, active, asks.was, who, roles, state.parent[thing])
            so = () if asks.before is None else self.fitting(state, active, asks.before, who, roles, -1)
            if moving or fitted != -1 or so:
                had = tuple(self.bindings(state, active)) if moving else ()
                held = tuple([this for _, this in had])
                hidden = self.hidden_before(state, number, who, roles, lies_open)
                found.append((number, effect[0] if effect else -1, held, fitted, so, had, hidden))
        return tuple(found)

    def fitting(
        self, state: State, active: Active, asked: Evaluate, who: int, roles: Roles, origin: int
    ) -> tuple[int, ...]:
        """On which holders what a trigger asks before the event holds now."""
        number, effect = active
        asks = self.questions[number]
        bindings = self.bindings(state, active)
        return tuple(
            [
                this
                for you, this in self.meter.guard(bindings, RULE_COST)
                if asked(state, self.start_locals(asks, effect, you, this, who, *roles, 0, origin))
            ]
        )

    def triggered(self, state: State, verb: int, event: Done, thing: Any, waiting: list[Waiting]) -> None:
        """Adds the triggers of one committed event.  `thing`: what it happened to."""
        before, origin = event[4], event[3]
        moved = type(thing) is int and thing >= 0 and state.parent[thing] != origin
        changed = (
            moved or self.ruleset.verbs[verb].program >= 0
        )  # its steps may change what is said of the thing
        for active in self.acting(state, "trigger", verb):
            number, effect = active
            key = (number, effect[0] if effect else -1)
            earlier = next((entry for entry in before if entry[:2] == key), None) if before else None
            seen = self.looked_back(state, active, earlier)
            acts = self.fired(state, active, event, seen, earlier if changed else None, waiting)
            if self.secrecy.pretends(number):
                for locals in self.seemingly_triggered(state, active, (*event[:4], seen[0]), acts, earlier):
                    self.wait(state, number, locals, event[0], waiting, pretended=True)

    def fired(
        self,
        state: State,
        active: Active,
        event: Done,
        seen: tuple[tuple[int, ...] | None, Any, Any],
        earlier: tuple[Any, ...] | None,
        waiting: list[Waiting],
    ) -> set[Binding]:
        """Adds what one trigger does after an event, for each binding; gives the bindings.  `seen`: as `looked_back`
        has it; `earlier`: what was looked at before the event, if its thing may be otherwise now.
        """
        who, roles, result, origin, _ = event
        asks = self.questions[active[0]]
        held, so, had = seen
        acts = set()
        for locals in self.matches(state, active, who, roles, result, origin, held, had):
            if asks.before is not None and locals[1] not in so:
                continue
            if asks.was is None or self.was_so(state, asks.was, locals, earlier):
                self.wait(state, active[0], locals, who, waiting)
                acts.add((locals[0], locals[1]))
        return acts

    def seemingly_triggered(
        self,
        state: State,
        active: Active,
        done: tuple[int, Roles, Any, int, Any],
        acts: set[Binding],
        earlier: tuple[Any, ...] | None,
    ) -> list[list[Any]]:
        """The locals with which a trigger only seems to fire.  `done`: `(who, roles, result, origin, holders)`."""
        who, roles, result, origin, held = done
        asks = self.questions[active[0]]
        found = []
        if asks.was is None or earlier is None or earlier[3] == -1:  # else all saw what it was
            so = earlier[4] if earlier else ()
            found = [
                locals
                for locals in self.pretended(state, active, who, roles, acts, result, origin, held)
                if asks.before is None or locals[1] in so
            ]
        asked = [*acts, *[(each[0], each[1]) for each in found]]
        hands = earlier[6] if earlier else None
        return found + self.stand_ins(state, active, who, roles, asked, result, origin, hands)

    def looked_back(
        self, state: State, active: Active, earlier: tuple[Any, ...] | None
    ) -> tuple[tuple[int, ...] | None, Any, Any]:
        """What is known of a trigger from before the event: for whom it acted, as well as for whom it does now (None:
        these alone), for whom it was so, and what was had.
        """
        if earlier is None:
            return None, (), ()
        holders = self.ruleset.rules[active[0]].holders
        held = None
        if holders is not None and holders[0] != "set":
            held = tuple(dict.fromkeys([*earlier[2], *self.holders(state, active)]))
        return held, earlier[4], earlier[5]

    def was_so(self, state: State, was: Evaluate, locals: list[Any], earlier: tuple[Any, ...] | None) -> bool:
        """Whether what a trigger says of the event's object holds: of one that left where it lay open, or with which
        more was done than its verb says (`earlier`), as it was then; of others as they are now.
        """
        if earlier is None or earlier[3] == -1 or (earlier[2] and locals[1] not in earlier[2]):
            return bool(was(state, locals))
        return locals[1] in earlier[3]

    def wait(
        self,
        state: State,
        number: int,
        locals: list[Any],
        who: int,
        waiting: list[Waiting],
        pretended: bool = False,
    ) -> None:
        if len(waiting) >= self.limits.waiting:
            raise Runaway("waiting", self.limits.waiting)
        rule = self.ruleset.rules[number]
        if rule.spends is not None and not self.first_time(state, rule.spends, locals):
            return
        player = locals[0] if locals[0] > 0 else who
        key = (rule.layer, self.distance(state, player), number, len(waiting))
        program = ~rule.program if pretended else rule.program
        waiting.append((key, (number, program, tuple(locals))))

    def distance(self, state: State, player: int) -> int:
        """Seats from the active player, clockwise; nobody comes first."""
        seats = self.library.seats
        if player not in seats:
            return -1
        return (seats[player] - seats.get(state.active, 0)) % len(seats)

    # --- Watches --------------------------------------------------------------------------------------------

    def watch(self, state: State, waiting: list[Waiting]) -> None:
        """Looks again at conditions whose inputs changed; those that became true wait."""
        changed, state.changed = state.changed, 0
        state.recent |= changed
        watches = self._concerned.get(changed) or self.concerned_by(changed)
        if self._watches >= 0 and self.kept.on:
            watches = self.somewhere(state, changed, watches)
        if state.effects:
            watches = [*watches, *self.concerned(changed, self.index(state).watches)]
        truths, seems, questions = state.truths, self.seems, self.questions
        for active in watches:
            number, effect = active
            asks, key = questions[number], (number, -1)
            if effect is not None:
                key = (number, effect[0])
            elif asks.alone and not seems[number]:  # one look tells whether it sees anything
                ask = asks.match if asks.among is None else asks.among
                if ask is not None and key not in truths and not ask(state, asks.blank):
                    continue
            elif self.nothing_new(state, number):
                continue
            for locals, does in self.now_true(state, active, key, changed & self.reads[number]):
                self.wait(state, number, locals, -1, waiting, pretended=not does)

    def concerned_by(self, changed: int) -> list[Active]:
        """The watches of the pack that depend on what has changed."""
        if len(self._concerned) >= MANY_CHANGES:
            self._concerned.clear()
        found = self._concerned[changed] = self.concerned(changed, self.static.watches)
        return found

    def nothing_new(self, state: State, number: int) -> bool:
        """Whether a watch of the pack that may have to seem to ask saw nothing when it was last looked at, and stands
        on nothing now.
        """
        truths = state.truths
        if not self.seems[number] or (number, -1) in truths:
            return False
        return truths.get((~number, -1)) == () and number in self.nowhere(state)

    def nowhere(self, state: State) -> frozenset[int]:
        """The watches of the pack that stand on nothing now, as far as that is kept."""
        if self._watches < 0 or not self.kept.on:
            return NO_WATCHES
        answers = self.kept.answers(state, self._watches)
        found: frozenset[int] | None = answers.get(NONE)
        if found is None:
            found = answers[NONE] = frozenset(
                [n for n, _ in self.static.watches if self.scattered[n] and not self.stands(state, (n, None))]
            )
        return found

    def somewhere(self, state: State, changed: int, watches: list[Active]) -> list[Active]:
        """Those of some watches of the pack that could see anything now, or saw something that they no longer see."""
        answers = self.kept.answers(state, self._watches)
        known: tuple[list[Active], frozenset[int]] | None = answers.get(changed)
        if known is None:
            seems = self.seems
            blind = frozenset([n for n in self.nowhere(state) if not seems[n]])
            known = answers[changed] = [each for each in watches if each[0] not in blind], blind
        found, blind = known
        for number, effect in state.truths:
            if effect < 0 and number in blind:
                return watches
        return found

    def concerned(self, changed: int, watches: list[Active]) -> list[Active]:
        """Those of some watches that depend on what has changed."""
        reads, seems = self.reads, self.seems
        return [
            active
            for active in watches
            if changed & (reads[active[0]] | MOVED if seems[active[0]] else reads[active[0]])
        ]

    def now_true(
        self, state: State, active: Active, key: tuple[int, int], changed: int = EVERYTHING
    ) -> list[tuple[list[Any], bool]]:
        """`(locals, does)` for each member for which a watch holds and did not hold when it was last looked at, and for
        each for which that could be (then it does not).
        """
        if self.seems[active[0]]:
            return self.seemingly_true(state, active, key, changed)
        number, effect = active
        asks = self.questions[number]
        old = state.truths.get(key, ())
        truths: list[tuple[int, int, int]] = []
        fresh: list[tuple[list[Any], bool]] = []
        slot = 2 if effect is None else 2 + len(effect[4])
        nobody = asks.alone and effect is None
        for you, this in NOBODY if nobody else self.bindings(state, active):
            locals = asks.blank if nobody else self.start_locals(asks, effect, you, this)
            if asks.among is not None:
                members = asks.among(state, locals)
            else:
                members = NONE if asks.match is None or asks.match(state, locals) else ()
            for one in members:
                truths.append((you, this, one))
                if (you, this, one) not in old:
                    fresh.append(([*locals[:slot], one, *locals[slot + 1 :]], True))
        if truths or old:
            self.note_truths(state, key, truths, None)
        return fresh

    def seemingly_true(
        self, state: State, active: Active, key: tuple[int, int], changed: int
    ) -> list[tuple[list[Any], bool]]:
        """`now_true` of a watch that may have to seem to ask."""
        number, effect = active
        asks = self.questions[number]
        old = state.truths.get(key, ())
        seeming = self.seen_before(state, key, changed)
        truths: list[tuple[int, int, int]] = []
        fresh: list[tuple[list[Any], bool]] = []
        slot = 2 if effect is None else 2 + len(effect[4])
        for you, this in self.bindings(state, active):
            locals = self.start_locals(asks, effect, you, this, -1)
            members = asks.over(state, locals) if asks.over is not None else NONE
            for one in members if len(members) < self.meter.many else self.meter.guard(members, RULE_COST):
                locals[slot] = one
                does = False
                if asks.match is None or asks.match(state, locals):
                    truths.append((you, this, one))
                    does = (you, this, one) not in old
                # What could be so is noted for the next look, whether or not it is so now.
                could = self.could_be(state, number, locals, slot, seeming)
                if does or could:
                    fresh.append((locals[:], does))
        self.note_truths(state, key, truths, seeming)
        return fresh

    @staticmethod
    def note_truths(
        state: State, key: tuple[int, int], truths: list[tuple[int, int, int]], seeming: Seeming | None
    ) -> None:
        """For which members a watch holds, and what one saw that may have to seem to ask."""
        if truths:
            state.truths[key] = tuple(sorted(truths))
        else:
            state.truths.pop(key, None)  # a table on which nothing ever held is the same table
        if seeming is not None:
            state.truths[~key[0], key[1]] = tuple(sorted(seeming[1]))

    def seen_before(self, state: State, key: tuple[int, int], changed: int) -> Seeming:
        """What a watch that may have to seem to ask saw when it was last looked at.  `changed`: of what it reads."""
        moves = MOVED | EVERYTHING << len(self.model.attributes) + FIRST_COLUMN.bit_length() - 1
        return set(state.truths.get((~key[0], key[1]), ())), set(), bool(changed & ~moves)

    def could_be(self, state: State, number: int, locals: list[Any], slot: int, seeming: Seeming) -> bool:
        """Whether a watch has become true for a member, as far as others know.  Notes what it sees."""
        before, now, changed = seeming
        binding = (locals[0], locals[1], locals[slot])
        seen = {(*binding, e) for e in (-1, *self.unseen.watched(state, number, locals, slot))}
        now |= seen
        return (
            changed or seen != {each for each in before if each[:3] == binding}
        ) and self.secrecy.in_doubt(state, self.ruleset.rules[number].match, locals, self.value)

    # --- Steps and the window -------------------------------------------------------------------------------

    def step(self, state: State, frame: Frame, step: int, who: int, roles: Roles) -> bool:
        """A step event.  True when effects wait."""
        waiting: list[Waiting] = []
        for active in self.present(state, "step", step):
            acting = self.matches(state, active, who, roles)
            for locals in acting:
                self.wait(state, active[0], locals, who, waiting)
            if not self.secrecy.pretends(active[0]):
                continue
            for locals in self.seeming(state, active, who, roles, [(each[0], each[1]) for each in acting]):
                self.wait(state, active[0], locals, who, waiting, pretended=True)
        if state.delayed:
            self.begin_delayed(state, step, waiting)
        if state.changed & self.watched_for:
            self.watch(state, waiting)
        if waiting:
            self.open_window(state, waiting)
        return bool(waiting)

    def begin_delayed(self, state: State, step: int, waiting: list[Waiting]) -> None:
        """What was to be done at this step waits now."""
        due = [each for each in state.delayed if each[0] == step]
        if due:
            state.delayed = tuple([each for each in state.delayed if each[0] != step])
            for _, program, values, rule in due:
                key = (len(self.ruleset.rules), 0, 0, len(waiting))
                waiting.append((key, (rule, program, values)))

    def skipped(self, state: State, step: int) -> bool:
        if step not in self.skippable:
            return False
        return any(self.matches(state, active, -1, ()) for active in self.present(state, "skip", step))

    def open_window(self, state: State, waiting: list[Waiting]) -> None:
        """Effects run before anything else does, weakest layer first, then clockwise from the active
        player; where the game says so, each player orders the effects of their own components.
        """
        waiting.sort(key=lambda each: each[0])
        state.frames.append([WINDOW, 0, [each for _, each in waiting], -1, (), (), -1, ()])

    def window(self, state: State, frame: Frame) -> None:
        """One step of a `WINDOW` frame."""
        waiting = frame[LOCALS]
        if not waiting:
            state.frames.pop()
            return
        first = 0
        if self.ruleset.ordering and len(waiting) > 1:
            candidates = self.rivals(state, waiting)
            progress, frame[PROGRESS] = frame[PROGRESS], ()
            if len(candidates) > 1 and not progress:
                options = tuple([("rule", waiting[k][0], waiting[k][2][1]) for k in candidates])
                self.pose(state, Decision("order", (waiting[0][2][0],), (options,)))
                return
            if progress:
                first = candidates[progress[1]]
        number, program, locals = waiting.pop(first)
        if program >= 0:
            self.push(state, program, list(locals), -1, (), number, ())
        else:
            self.pretend(state, ~program, list(locals), number, ())

    def pretend(
        self, state: State, program: int, locals: list[Any], rule: int, applied: tuple[Any, ...]
    ) -> None:
        """An effect runs that can only be declined."""
        self.push(state, program, locals, -1, (), rule, applied)
        state.frames[-1][PROGRESS] = (PRETENDED,)

    def rivals(self, state: State, waiting: list[tuple[int, int, tuple[Any, ...]]]) -> list[int]:
        """Those among which the player of the first one chooses: of their components, on the same layer, those that
        would do something now; what nobody could tell apart once.
        """
        rules, doubles = self.ruleset.rules, self.doubles
        number, _, (you, this, *_) = waiting[0]
        if you <= 0 or this < 0 or state.out >> you & 1:
            return []
        found: dict[tuple[Any, ...], int] = {}
        for k, (other, program, locals) in enumerate(waiting):
            if locals[0] != you or locals[1] < 0 or rules[other].layer != rules[number].layer:
                continue
            source = locals[1]
            key = self.looks(state, source) if source in doubles else (source,)
            if self.secrecy.asks and self.unseen.hidden(state, source):
                key = ()  # how many of them wait tells what they are
            if (other, key) not in found and self.does_something(state, program, locals):
                found[other, key] = k
        return list(found.values())

    def does_something(self, state: State, program: int, locals: tuple[Any, ...]) -> bool:
        """Whether more than its condition would run, or it would be told that no more does."""
        program = program if program >= 0 else ~program
        code = self.ruleset.programs[program].code
        held = [*locals, *self.blank(program)[len(locals) :]]
        pc = 0
        while True:
            match code[pc]:
                case ("let", slot, value):
                    held[slot] = self.value(value, state, held)
                    pc += 1
                case ("unless", condition, target):
                    if self.value(condition, state, held):
                        pc += 1
                    elif self.secrecy.asks and self.secrecy.at_stake(state, program, pc, held):
                        return True
                    else:
                        pc = int(target)
                case ("jump", target):
                    pc = int(target)
                case ("return", _):
                    return False
                case _:
                    return True

    # --- Periods --------------------------------------------------------------------------------------------

    def enter(self, state: State, period: int, who: int, roles: Roles) -> None:
        """A run begins.  The player of the outermost run that is a player's is the active one."""
        if who > 0 and not self.library.has_turn(state):
            state.active = who
        count, runs, _ = state.periods[period]
        start = len(state.history)
        state.periods[period] = (count + 1, (*runs, (count + 1, who, roles, start)), start)
        state.changed |= PERIODS
        state.stale |= PERIODS
        state.left = ()
        if state.effects:
            self.awaited(state, period, who, count + 1)

    def leave(self, state: State, period: int) -> None:
        count, runs, start = state.periods[period]
        if runs:
            state.periods[period] = (count, runs[:-1], start)
            state.changed |= PERIODS
            state.stale |= PERIODS
            if state.effects:
                self.end_effects(state, period, runs[-1][0])
