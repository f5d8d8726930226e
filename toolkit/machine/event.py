"""Events: propose → prohibitions → replacements → commit → record → triggers and watches → window.

`propose` is where every verb run begins.  It gives the result when all is done, or None when frames were
pushed (a replacement, the steps of a pack verb, triggered effects); then the result reaches its slot by
itself.  A batch is proposed member by member, commits together, and its triggers fire for each member
afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Protocol

from toolkit.kernel.changes import HAPPENED
from toolkit.kernel.model import Model
from toolkit.kernel.primitives import Kernel
from toolkit.kernel.state import Frame, State
from toolkit.machine.decision import Decision
from toolkit.machine.effects import Binding, Evaluate
from toolkit.machine.frame import (
    APPLIED,
    BATCH,
    CHOSEN,
    DECLINED,
    EVENT,
    LOCALS,
    PC,
    PROGRAM,
    PROGRESS,
    REPLACING,
    RETURNED,
    RULE,
    SLOT,
)  # fmt: skip
from toolkit.machine.secrecy import numbers_in
from toolkit.machine.window import Done, Roles, Waiting, Windows
from toolkit.native import mypyc_attr
from toolkit.program.ruleset import Ruleset, Verb

Proposal = tuple[int, Roles]
"""`(who, roles)`"""

MISSING = (-1, ())
"""What fills a role with nothing."""

LOOKS_BACK = 200
"""Events among which the steps of a verb that ends are looked for."""


class KernelVerb(Protocol):
    """What the machine needs of a kernel verb; `toolkit.verbs` has them."""

    @property
    def apply(self) -> Callable[[Kernel, State, int, Roles], Any]:
        """Makes it so and gives the result; None: nothing happened."""

    @property
    def possible(self) -> Callable[[Kernel, State, int, Roles], bool] | None:
        """Whether it could happen at all."""

    @property
    def nothing(self) -> Any:
        """The result when it does not happen: 0 or ()."""

    @property
    def moves(self) -> tuple[int, ...]:
        """The roles whose things it takes somewhere else, by number."""


class VerbInfo:
    """A verb as the machine uses it.  `forbids`, `replaced`, `listened`: a rule that always acts does.
    `plain`: a kernel verb that no rule of the pack is about.  `free`: nothing can keep anybody from doing it.
    """

    __slots__ = (
        "apply", "batch", "forbids", "free", "id", "listened", "needs", "nothing", "number", "obj", "period", "plain",
        "possible", "program", "recorded", "replaced", "required", "requires", "requires_locals",
    )  # fmt: skip

    def __init__(self, number: int, verb: Verb, kernel_verb: KernelVerb | None, recorded: bool) -> None:
        self.number = number
        self.id = verb.id
        self.program = verb.program
        self.batch = verb.batch
        self.needs = verb.needs
        self.period = verb.period
        self.obj = verb.roles.index("obj") if "obj" in verb.roles else verb.obj
        self.required = verb.requires is not None
        self.requires: Evaluate | None = None
        self.requires_locals = verb.requires_locals
        self.recorded = recorded
        self.apply = kernel_verb.apply if kernel_verb else None
        self.possible = kernel_verb.possible if kernel_verb else None
        self.nothing: Any = kernel_verb.nothing if kernel_verb else 0
        self.forbids = False
        self.free = False
        self.replaced = False
        self.listened = False
        self.plain = False


@mypyc_attr(allow_interpreted_subclasses=True)
class Events(Windows):
    """The fourth layer of the machine."""

    def __init__(self, model: Model, ruleset: Ruleset, kernel_verbs: Mapping[str, KernelVerb]) -> None:
        super().__init__(model, ruleset)
        self.verbs: list[VerbInfo] = []
        recorded = {v for verb in ruleset.recorded for v in self.below[verb]}
        for number, verb in enumerate(ruleset.verbs):
            if verb.program < 0 and verb.id not in kernel_verbs:
                raise ValueError(f"verb {verb.id!r} has no program, and there is no kernel verb of that name")
            info = VerbInfo(
                number, verb, kernel_verbs[verb.id] if verb.program < 0 else None, number in recorded
            )
            static = self.static.verbs
            info.forbids = number in static["forbid"]
            info.replaced = number in static["replace"]
            info.listened = number in static["trigger"]
            self.verbs.append(info)
        self.note_what_leaves(kernel_verbs)
        self.note_what_is_asked()

    def note_what_is_asked(self) -> None:
        """Of which verbs no rule speaks, and what can be done whatever is so."""
        heard, forbidden = self.spoken_of(self.static.verbs), self.spoken_of(("forbid",))
        for info in self.verbs:
            asked = info.needs or info.required or info.possible is not None
            info.plain = info.program < 0 and info.number not in heard and not info.required
            info.free = not asked and info.number not in forbidden

    def spoken_of(self, kinds: Collection[str]) -> set[int]:
        """The verbs to which some rule of these kinds listens."""
        rules = [rule for rule in self.ruleset.rules if rule.kind in kinds and not rule.step]
        return {verb for rule in rules for event in rule.events for verb in self.below[event]}

    def note_what_leaves(self, kernel_verbs: Mapping[str, KernelVerb]) -> None:
        """Where some sentence asks what a thing was like that has left.  `moves`: for a verb the roles that do."""
        self.moves: dict[int, tuple[int, ...]] = {}
        for info in self.verbs if self.left.attributes else ():
            if info.apply is not None and (roles := kernel_verbs[info.id].moves):
                self.moves[info.number] = roles
                info.apply = self.left.noting(info.apply, roles)

    # --- Propose --------------------------------------------------------------------------------------------

    def propose(self, state: State, frame: Frame, verb: int, who: int, roles: Roles, slot: int) -> Any:
        """Gives the result, or None: see the module.  `frame` is the one that runs, its `PC` already at the
        next instruction.
        """
        info = self.verbs[verb]
        if info.batch >= 0 and type(roles[info.batch]) is tuple:
            roles = self.in_fair_order(state, frame, info, roles)
            events = self.proposals(state, info, who, self.split(info, roles))
            if not events:
                return info.nothing
        elif not self.proposable(state, info, who, roles):
            return info.nothing
        elif not info.replaced and not (state.effects and verb in self.index(state).heard):
            rule, applied, sentence = frame[RULE], frame[APPLIED], self.sentence_of(frame)
            return self.commit_one(state, info, who, roles, slot, rule, applied, sentence)
        else:
            events = [(who, roles)]
        used = frame[APPLIED]
        if (info.replaced or (state.effects and verb in self.index(state).verbs["replace"])) and any(
            self.replaceable(state, info, who, each) and self.instead(state, verb, who, each, used)
            for _, each in events
        ):
            data = [tuple(events), 0, used, (), (), self.sentence_of(frame)]
            state.frames.append([REPLACING, 0, data, slot, (verb,), (), frame[RULE], used])
            return None
        return self.commit(state, info, events, slot, (), frame[RULE], used, self.sentence_of(frame))

    def proposals(self, state: State, info: VerbInfo, who: int, every: list[Roles]) -> list[Proposal]:
        """Of the members of a batch those that could be proposed one by one."""
        return [(who, each) for each in every if self.proposable(state, info, who, each)]

    def replaceable(self, state: State, info: VerbInfo, who: int, roles: Roles) -> bool:
        """Whether `instead` could find anything; the machine asks for that by generated code."""
        return True

    def in_fair_order(self, state: State, frame: Frame, info: VerbInfo, roles: Roles) -> Roles:
        """The roles of a batch, of which the order of the members tells nothing, unless it means something."""
        program, batch = frame[PROGRAM], info.batch
        instr = self.ruleset.programs[program].code[frame[PC] - 1] if program >= 0 else ()
        if instr[:1] != ("do",) or not self.arbitrary(program, frame[PC] - 1, instr[3][batch]):
            return roles
        return (*roles[:batch], self.fair(state, roles[batch]), *roles[batch + 1 :])

    def split(self, info: VerbInfo, roles: Roles) -> list[Roles]:
        """One tuple of roles for each member of the batch role."""
        batch = info.batch
        if batch >= 0 and type(roles[batch]) is tuple:
            before, after = roles[:batch], roles[batch + 1 :]
            return [(*before, member, *after) for member in roles[batch]]
        return [roles]

    def can(self, state: State, verb: int, who: int, roles: Roles) -> bool:
        """Of a batch: for one member at least."""
        info = self.verbs[verb]
        if info.batch < 0 or type(roles[info.batch]) is not tuple:
            return self.proposable(state, info, who, roles)
        return any(self.proposable(state, info, who, each) for each in self.split(info, roles))

    def proposable(self, state: State, info: VerbInfo, who: int, roles: Roles) -> bool:
        """Nothing that it needs is missing, its `requires` holds, no rule forbids it, and the kernel can do it or a
        rule puts something else in its place.
        """
        for number in info.needs:
            if roles[number] in MISSING:
                return False
        if (
            info.possible is not None
            and not info.possible(self.kernel, state, who, roles)
            and not self.replacements(state, info.number, who, roles, ())
        ):
            return False
        if info.required and not self.requirement(state, info, who, roles):
            return False
        if info.forbids or (state.effects and info.number in self.index(state).verbs["forbid"]):
            return not self.forbidden(state, info.number, who, roles)
        return True

    def lacks(self, info: VerbInfo, roles: Roles) -> bool:
        """A role that must be filled is filled with nothing: *bin a card* of an empty hand."""
        return any(roles[number] in MISSING for number in info.needs)

    def requirement(self, state: State, info: VerbInfo, who: int, roles: Roles) -> bool:
        if info.requires is None:
            expr = self.ruleset.verbs[info.number].requires
            if expr is None:
                return True
            info.requires = self.compile(expr)
        locals = [who, -1, *roles]
        self.meter.deeper()
        met = info.requires(state, locals + [0] * (info.requires_locals - len(locals)))
        self.meter.deep -= 1
        return bool(met)

    def forbidden(self, state: State, verb: int, who: int, roles: Roles) -> bool:
        """A permission lifts prohibitions of weaker layers only, and, where it counts, of holders that came earlier."""
        strongest: tuple[int, int] | None = None
        for active in self.present(state, "forbid", verb):
            rule = self.ruleset.rules[active[0]]
            if strongest is not None and (rule.layer, 0) <= strongest:
                continue
            for locals in self.matches(state, active, who, roles):
                rank = self.rank(state, active[0], locals[1])
                strongest = rank if strongest is None else max(strongest, rank)
        if strongest is None:
            return False
        for active in self.present(state, "allow", verb):
            if self.ruleset.rules[active[0]].layer < strongest[0]:
                continue
            for locals in self.matches(state, active, who, roles):
                if self.rank(state, active[0], locals[1]) > strongest:
                    return False
        return True

    def chooser(self, state: State, verb: int, who: int) -> int:
        """Who is asked what the verb is done with: the strongest rule says, the newest of several; else who does it."""
        asked, strongest = who, -1
        nothing = (-1,) * len(self.ruleset.verbs[verb].roles)
        for active in self.acting(state, "choose", verb):
            rule = self.ruleset.rules[active[0]]
            for locals in self.matches(state, active, who, nothing) if rule.layer >= strongest else ():
                value = self.questions[active[0]].value
                player = value(state, locals) if value is not None else -1
                if player > 0:
                    asked, strongest = player, rule.layer
        return asked

    def refusals(self, state: State, verb: int, who: int, roles: Roles) -> list[int]:
        """The sentences for which the event cannot be proposed now; -1: the table itself (no room, not
        enough, nothing there).
        """
        info = self.verbs[verb]
        found = []
        for each in self.split(info, roles):
            if self.lacks(info, each):
                found.append(-1)
                continue
            if info.possible is not None and not info.possible(self.kernel, state, who, each):
                found.append(-1)
            if not self.requirement(state, info, who, each):
                found.append(self.ruleset.verbs[verb].requires_at)
            if self.forbidden(state, verb, who, each):
                for active in self.acting(state, "forbid", verb):
                    if self.matches(state, active, who, each):
                        found.append(self.ruleset.rules[active[0]].sentence)
        return list(dict.fromkeys(found))

    # --- Replace --------------------------------------------------------------------------------------------

    def replace(self, state: State, frame: Frame) -> None:
        """One step of a `REPLACING` frame: start the next replacement, ask which, or commit what is left."""
        events, at, used, survivors, results, sentence = data = frame[LOCALS]
        progress, frame[PROGRESS] = frame[PROGRESS], ()
        verb = frame[EVENT][0]
        info = self.verbs[verb]
        if progress and progress[0] == RETURNED:
            data[1], data[2], data[4] = at + 1, frame[APPLIED], (*results, progress[1])
            return
        if at >= len(events):
            state.frames.pop()
            result = self.commit(
                state, info, list(survivors), frame[SLOT], results, frame[RULE], frame[APPLIED], sentence
            )
            if result is not None:
                self.store(state, frame[SLOT], result)
            return
        who, roles = events[at]
        candidates = self.instead(state, verb, who, roles, used)
        if not candidates:
            data[1], data[2], data[3] = at + 1, frame[APPLIED], (*survivors, events[at])
            return
        choice = 0
        if len(candidates) > 1:
            if progress and progress[0] == CHOSEN:
                choice = progress[1]
            else:
                decider = self.affected(state, info, who, roles)
                if decider > 0:
                    options = tuple([("rule", number, locals[1]) for number, _, locals, _ in candidates])
                    self.pose(state, Decision("replace", (decider,), (options,)))
                    return
        number, key, locals, acts = candidates[choice]
        data[2] = (*used, key)
        program = self.ruleset.rules[number].program
        if acts:
            self.push(state, program, locals, -1, (), number, data[2])
        else:
            self.pretend(state, program, locals, number, data[2])

    def instead(
        self, state: State, verb: int, who: int, roles: Roles, used: tuple[Any, ...]
    ) -> list[tuple[int, tuple[int, int, int], list[Any], bool]]:
        """`replacements`, and those as strong that must seem to fit; whether it does is the last part of each."""
        found = [(*each, True) for each in self.replacements(state, verb, who, roles, used)]
        pretending = [each for each in self.acting(state, "replace", verb) if self.secrecy.pretends(each[0])]
        if not pretending:
            return found
        found = self.in_turn(state, found, used)
        strongest = self.rank(state, found[0][0], found[0][2][1]) if found else (-1, 0)
        for active in pretending:
            number, effect = active
            acts = [(each[0], each[1]) for each in self.matches(state, active, who, roles)]
            seeming = [
                (number, (number, locals[1], effect[0] if effect else -1), locals, False)
                for locals in self.seeming(state, active, who, roles, acts)
            ]
            for each in self.in_turn(state, seeming, used, acts):
                rank = self.rank(state, number, each[2][1])
                if each[1] not in used and rank >= strongest:
                    if rank > strongest:
                        found.clear()
                        strongest = rank
                    found.append(each)
        last = {each[1]: each for each in found[::-1]}
        return list(last.values())[::-1]

    def in_turn(
        self, state: State, found: list[Any], used: tuple[Any, ...], acts: Collection[Binding] = ()
    ) -> list[Any]:
        """Of what stands on hidden cards of one player the same rule once, the next: how many there are to choose from
        would tell what these are.  Its key says how many came before it, and not which.  `acts`: for which of them the
        rule does act, if these are those for which it does not.
        """
        kept: dict[Any, Any] = {}
        rounds: dict[tuple[int, int], int] = {}
        for number, key, locals, does in found:
            if not self.unseen.places(number) or not self.unseen.hidden(state, locals[1]):
                kept[key] = (number, key, locals, does)
                continue
            you = locals[0]
            real = sum(seat == you and self.unseen.hidden(state, this) for seat, this in acts)
            at = rounds.get((number, you), real)
            rounds[number, you] = at + 1
            key = (number, -2 - you, at)
            before = [(number, -2 - you, each) for each in range(at)]
            if key not in used and all(each in used for each in before):
                kept[key] = (number, key, locals, does)
        return list(kept.values())

    def replacements(
        self, state: State, verb: int, who: int, roles: Roles, used: tuple[Any, ...]
    ) -> list[tuple[int, tuple[int, int, int], list[Any]]]:
        """`(rule, key, locals)` of the strongest replacements that fit and were not used for this event."""
        found: list[tuple[int, tuple[int, int, int], list[Any]]] = []
        strongest = (-1, 0)
        for active in self.present(state, "replace", verb):
            if self.ruleset.rules[active[0]].layer < strongest[0]:
                continue
            for locals in self.matches(state, active, who, roles):
                key = (active[0], locals[1], active[1][0] if active[1] else -1)
                rank = self.rank(state, active[0], locals[1])
                if key not in used and rank >= strongest:
                    if rank > strongest:
                        found.clear()
                        strongest = rank
                    found.append((active[0], key, locals))
        return found

    def affected(self, state: State, info: VerbInfo, who: int, roles: Roles) -> int:
        """The player whom an event befalls: the owner of its object, else who does it."""
        if info.obj >= 0 and type(roles[info.obj]) is int:
            column = self.model.owner_column
            owner = (state.columns[column] if column >= 0 else self.model.owner)[roles[info.obj]]
            if owner > 0:
                return owner
        return who

    # --- Commit ---------------------------------------------------------------------------------------------

    def commit(
        self,
        state: State,
        info: VerbInfo,
        events: list[Proposal],
        slot: int,
        results: tuple[Any, ...],
        rule: int,
        applied: tuple[Any, ...],
        sentence: int,
    ) -> Any:
        """What survived happens.  `results`: of what was replaced."""
        if len(events) == 1 and not results:
            return self.commit_one(state, info, *events[0], slot, rule, applied, sentence)
        if not events:
            return self.total(info, results)
        self.leave_together(state, info, events)
        if info.apply is None:
            data = [tuple(events), 0, results, (), sentence]
            state.frames.append([BATCH, 0, data, slot, (info.number,), (), rule, applied])
            return None
        done: list[Done] = []
        if info.listened or state.effects:
            looked = [self.before(state, info, who, roles) for who, roles in events]
        else:
            looked = [()] * len(events)
        for (who, roles), before in self.watched(events, looked):
            # What came before it may have made it impossible.
            if info.possible is not None and not info.possible(self.kernel, state, who, roles):
                continue
            origin = self.origin(state, info, roles)
            result = info.apply(self.kernel, state, who, roles)
            if result is not None:
                done.append((who, roles, result, origin, before))
        self.left_together(state, info, events)
        total = self.total(info, (*results, *[event[2] for event in done]))
        if done and self.finish(state, info, done, rule, sentence, slot, total):
            return None
        return total

    def leave_together(self, state: State, info: VerbInfo, events: Sequence[Proposal]) -> None:
        """A batch begins: each of its things is as it is before the first has left."""
        if self.left.attributes and info.obj >= 0:
            self.left.note(state, [roles[info.obj] for _, roles in events], 1)

    def left_together(self, state: State, info: VerbInfo, events: Sequence[Proposal]) -> None:
        """A batch is over: what has not left stays as it is."""
        if state.left and info.obj >= 0:
            self.left.settled(state, [roles[info.obj] for _, roles in events])

    def commit_one(
        self,
        state: State,
        info: VerbInfo,
        who: int,
        roles: Roles,
        slot: int,
        rule: int,
        applied: tuple[Any, ...],
        sentence: int,
    ) -> Any:
        """A single event happens, as most do."""
        acts = bool(state.effects) and info.number in self.index(state).heard
        before = self.before(state, info, who, roles) if acts or info.listened else ()
        thing = roles[info.obj] if info.obj >= 0 else -1
        origin = state.parent[thing] if type(thing) is int else -1
        if info.apply is None:
            event = (info.number, who, roles, origin, before, sentence)
            self.push(state, info.program, [who, -1, *roles], slot, event, rule, applied)
            return None
        # All but a replacement may have been found, which was then not used.
        if (acts or info.replaced) and info.possible is not None:
            if not info.possible(self.kernel, state, who, roles):
                return info.nothing
        result = info.apply(self.kernel, state, who, roles)
        if result is None:
            return info.nothing
        total = result if type(result) is type(info.nothing) else self.total(info, (result,))
        if self.finish(state, info, [(who, roles, result, origin, before)], rule, sentence, slot, total):
            return None
        return total

    def before(self, state: State, info: VerbInfo, who: int, roles: Roles) -> tuple[Any, ...]:
        """What the listening triggers look back to."""
        if not (info.listened or (state.effects and info.number in self.index(state).verbs["trigger"])):
            return ()
        return self.look_back(state, info.number, who, roles, roles[info.obj] if info.obj >= 0 else -1)

    def origin(self, state: State, info: VerbInfo, roles: Roles) -> int:
        """What the object is in now; -1."""
        thing = roles[info.obj] if info.obj >= 0 else -1
        return state.parent[thing] if type(thing) is int else -1

    def total(self, info: VerbInfo, results: tuple[Any, ...]) -> Any:
        """Of a batch: the sum of numbers, or all entities."""
        if len(results) == 1 and type(results[0]) is type(info.nothing):
            return results[0]
        if info.nothing == ():
            return tuple(dict.fromkeys([e for result in results if type(result) is tuple for e in result]))
        numbers = [result for result in results if type(result) is int]
        return results[0] if len(results) == 1 and not numbers else sum(numbers)

    def finish(
        self,
        state: State,
        info: VerbInfo,
        done: list[Done],
        rule: int,
        sentence: int,
        slot: int = -1,
        total: Any = None,
    ) -> bool:
        """Log, record, collect.  True when effects wait (the total has then been stored), or when the game is
        over.
        """
        number = info.number
        if state.log is not None:
            for who, roles, result, _, _ in done:
                seen = self.witnesses(state, info, roles)
                state.log.append((number, who, roles, result, sentence, rule, seen))
            self.kernel.saw.clear()
        if info.recorded:
            for who, roles, result, origin, _ in done:
                state.history.append((number, who, *roles, result, origin))
            state.changed |= HAPPENED
            state.stale |= HAPPENED
        if state.over:
            return True
        waiting: list[Waiting] = []
        if info.listened or (state.effects and number in self.index(state).verbs["trigger"]):
            for event in done:
                self.triggered(state, number, event, event[1][info.obj] if info.obj >= 0 else -1, waiting)
        if state.changed & self.watched_for:
            self.watch(state, waiting)
        if not waiting:
            return False
        if total is not None:
            self.store(state, slot, total)
        self.open_window(state, waiting)
        return True

    def unheard(self, state: State, info: VerbInfo) -> bool:
        """Whether nothing follows an event of this verb, so that nobody need be told of it."""
        if info.listened or info.recorded or state.effects or state.changed & self.watched_for:
            return False
        return self.kept.on and not state.over and state.log is None

    def witnesses(self, state: State, info: VerbInfo, roles: Roles) -> tuple[tuple[int, int], ...]:
        """Of the components that an event was about, those that not everybody knew: each with the players who knew it
        before or after (bits).  Of a verb of the pack also those who knew it in one of its steps.
        """
        model, saw = self.model, self.kernel.saw
        everybody = self.kernel.everybody
        found: dict[int, int] = {}
        for e in numbers_in(roles):
            if 0 <= e < model.count and model.is_component[e]:
                seers = self.kernel.seers(state, e) | saw.get(e, 0)
                if seers != everybody and info.program >= 0:
                    seers |= self._in_its_steps(state, info, e, everybody)
                if seers != everybody:
                    found[e] = seers
        return tuple(found.items())

    def _in_its_steps(self, state: State, info: VerbInfo, entity: int, everybody: int) -> int:
        """Who knew it when the steps of the run that ends now were about it."""
        steps = self.ruleset.programs[info.program].at
        seers = 0
        for before in reversed((state.log or ())[-LOOKS_BACK:]):
            if before[0] == info.number:
                break  # an earlier run
            if before[4] in steps and entity in numbers_in(before[2]):
                seers |= dict(before[6]).get(entity, everybody)
        return seers

    def batch(self, state: State, frame: Frame) -> None:
        """One step of a `BATCH` frame: note what the last run gave, start the next, or finish."""
        events, at, results, done, sentence = data = frame[LOCALS]
        info = self.verbs[frame[EVENT][0]]
        if frame[PROGRESS]:
            data[2] = (*results, frame[PROGRESS][1])
            data[3] = (*done, (*events[at - 1], *frame[PROGRESS][1:]))
            frame[PROGRESS] = ()
        elif at < len(events):
            who, roles = events[at]
            data[1] = at + 1
            # What came before it in the batch may have made it impossible.
            if at == 0 or self.proposable(state, info, who, roles):
                origin = self.origin(state, info, roles)
                event = (info.number, who, roles, origin, self.before(state, info, who, roles), sentence)
                self.push(state, info.program, [who, -1, *roles], -1, event, frame[RULE], frame[APPLIED])
        else:
            state.frames.pop()
            self.left_together(state, info, events)
            total = self.total(info, results)
            if not done or not self.finish(
                state, info, list(done), frame[RULE], sentence, frame[SLOT], total
            ):
                self.store(state, frame[SLOT], total)

    def returned(self, state: State, frame: Frame, value: Any, declined: bool = False) -> None:
        """The frame that runs ends with a value, and what waits for it goes on."""
        frames = state.frames
        frames.pop()
        below = frames[-1] if frames else None
        event = frame[EVENT]
        if event:
            info = self.verbs[event[0]]
            if below is not None and below[PROGRAM] == BATCH:
                below[PROGRESS] = (RETURNED, value, *event[3:5])
            elif self.unheard(state, info):
                if below is not None and frame[SLOT] >= 0:
                    below[LOCALS][frame[SLOT]] = value
            else:
                _, who, roles, origin, before, sentence = event
                done = [(who, roles, value, origin, before)]
                if not self.finish(state, info, done, frame[RULE], sentence, frame[SLOT], value):
                    self.store(state, frame[SLOT], value)
        elif below is None:
            return
        elif below[PROGRAM] == REPLACING:
            below[PROGRESS] = (DECLINED,) if declined else (RETURNED, value)
        elif below[PROGRAM] >= 0 and frame[SLOT] >= 0:
            below[LOCALS][frame[SLOT]] = value

    # --- For reports ----------------------------------------------------------------------------------------

    def sentence_of(self, frame: Frame) -> int:
        """The sentence of the instruction that runs (its `PC` is already at the next)."""
        at = self.ruleset.programs[frame[PROGRAM]].at if frame[PROGRAM] >= 0 else ()
        pc = frame[PC] - 1
        return at[pc] if 0 <= pc < len(at) else -1
