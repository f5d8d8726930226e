"""What the steps of a verb have always taken away by their end: places that are empty then, amounts that are gone.

In: a compiled ruleset.  Out: facts at each instruction of a program.  A step takes everything of some kind out of a
place (*Put all cards from your hand in the deck*) or an amount from somebody (*Lose all your bids*); the fact holds
until something may put there, or change, what it speaks of.  It is kept only where it is certain: on every way through
the program, with nothing that forbids or replaces the step, and with nothing that waits for what happens and may write.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from toolkit.compile.base.world import World
from toolkit.compile.story_check import Written
from toolkit.kernel.model import Model
from toolkit.program.chains import mentions
from toolkit.program.expression import Expr, conjuncts, locals_of, renamed
from toolkit.program.instruction import Instr
from toolkit.program.memory import Memory
from toolkit.program.reach import CHANGING, Programs, Reach, above, events_of, following, members
from toolkit.program.ruleset import Program, Verb
from toolkit.program.shapes import FILLED

MEMBER: Expr = ("local", -1)
"""The thing of which the conditions of a fact speak."""

EVERYBODY: Expr = ("players",)
"""In the place of one player: it is so of each."""

ANY = -1
"""A place, or an attribute, that is not known."""

LIES = -2
"""In the place of an attribute: where one thing lies."""

Write = tuple[str, int]
"""*to* and a kind of place, or *attr* and an attribute: what an instruction may put something in, or change."""

HARMLESS = frozenset(
    ["acquire", "look", "remove", "reveal", "reveal-to", "turn", "shuffle", "win", "lose-game", "end-game"]
)
"""Kernel verbs that put nothing anywhere and change no amount."""

DEEPEST = 12
"""Verbs within verbs that are looked into."""

LONGEST = 300
"""What stands in a local is followed as far as it has so many parts."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Nothing of which `conditions` hold lies in `of`; with an `attribute`: that of `of` is `amount`; with `LIES`: `of`
    lies in a place of the kind `amount`, or, with `ANY`, is out of the game.

    `deep`: not even on what lies there.  `thing`: `of` is no place.  `sentence`: that of the step.
    """

    of: Expr
    sentence: int
    conditions: frozenset[Expr] = frozenset()
    deep: bool = True
    thing: bool = False
    attribute: int = ANY
    amount: int = 0


@dataclass(frozen=True)
class Known:
    """What is certain before an instruction: facts, and what stands in locals, as far as it is still true.  `things`:
    the locals of the program that are components.
    """

    facts: frozenset[Fact]
    values: Mapping[int, Expr]
    things: frozenset[int] = frozenset()

    def joined(self, other: Known) -> Known:
        """What is certain on both ways."""
        values = {slot: value for slot, value in self.values.items() if other.values.get(slot) == value}
        return Known(self.facts & other.facts, values, self.things)


def size(expr: Any) -> int:
    """Of how many parts an expression is made."""
    return 1 + sum(map(size, expr)) if isinstance(expr, tuple) else 1


def lasting(expr: Expr) -> bool:
    """Whether an expression is the same whatever happens: a place of somebody, a role."""
    match expr:
        case ("int" | "truth" | "value" | "local" | "none" | "game", *_):
            return True
        case ("place", _, whose):
            return lasting(whose)
    return expr == EVERYBODY


def things_of_verbs(world: World) -> dict[int, frozenset[int]]:
    """Of each verb, the locals of its steps that hold components."""
    found = {}
    for info in world.verbs.values():
        slots = info.templates[0].slots if info.templates else ()
        kinds = ((2 + number, world.kinds.get(slot.noun)) for number, slot in enumerate(slots))
        found[info.index] = frozenset(at for at, kind in kinds if kind and kind.category == "thing")
    return found


class Emptied:
    """The facts of a ruleset.  Those of a verb are found when they are asked for."""

    def __init__(
        self, model: Model, reach: Reach, things: Mapping[int, frozenset[int]], memory: Memory
    ) -> None:
        """`things`: of each verb, the locals of its steps that are components."""
        self.model, self.reach, self.things, self.memory = model, reach, things, memory
        self.asking: Callable[[tuple[Any, ...]], Any] | None = None
        self.ruleset = ruleset = reach.ruleset
        self.stopped = events_of(ruleset, "forbid", "replace")
        self.skipped = events_of(ruleset, "skip")
        self.modified = {rule.attribute for rule in ruleset.rules if rule.kind == "modify"}
        self._depth = 0
        self._of_verb: dict[int, frozenset[Fact]] = {}
        self._steps: dict[int, list[Known | None]] = {}
        self._writes_of: dict[Programs, frozenset[Write]] = {}
        self._begun: dict[tuple[Any, ...], frozenset[Write]] = {}
        self._own_of = {
            verb.program: number for number, verb in enumerate(ruleset.verbs) if verb.program >= 0
        }

    @cached_property
    def _sites(self) -> dict[int, list[tuple[int, int]]]:
        """Where the event of a step happens: programs, and the places in them."""
        found: dict[int, list[tuple[int, int]]] = {}
        for number, emitted in enumerate(self.memory.each("emits", self.ruleset.programs, _emits)):
            for step, at in emitted:
                found.setdefault(step, []).append((number, at))
        return found

    @cached_property
    def written(self) -> Written:
        """What changes at all."""
        return Written(self.ruleset, self.model, self.memory)

    def now(self, of: tuple[Any, ...]) -> Any:
        """What the steps of a verb depend on besides themselves."""
        match of:
            case ("begun", str(op), int(operand), steps):
                if of not in self._begun:  # asked again for each program that was looked at before
                    self._begun[of] = self.writes_of(self.reach.begun((op, operand), steps=steps))
                return self._begun[of]
            case ("after", int(verb)):
                return self._after(verb)
            case ("stopped", int(verb)):
                other = (
                    self.ruleset.verbs[verb].requires is not None and self.ruleset.verbs[verb].program >= 0
                )
                return other or not self.stopped.isdisjoint(above(self.ruleset, verb))
            case ("skipped", int(step)):
                return step in self.skipped
            case ("modified", int(attribute)):
                return attribute in self.modified
            case ("changes", int(attribute)):
                return self.written.changes(attribute)
        raise AssertionError(of)

    def ask(self, of: tuple[Any, ...]) -> Any:
        """The same, which is noted while the steps of a verb are gone through."""
        return (self.asking or self.now)(of)

    # --- Verbs --------------------------------------------------------------------------------------------------
    def after(self, verb: int) -> frozenset[Fact]:
        """What is certain when a verb of the pack has been carried out, over who did it (local 0) and its roles."""
        found: frozenset[Fact] = self.ask(("after", verb))
        return found

    def _after(self, verb: int) -> frozenset[Fact]:
        if verb not in self._of_verb:
            self._of_verb[verb] = frozenset()  # one that does itself tells nothing
            if self.ruleset.verbs[verb].program >= 0 and self._depth < DEEPEST:
                self._depth += 1
                self._of_verb[verb] = self._at_end(verb)
                self._depth -= 1
        return self._of_verb[verb]

    def seen_by_triggers(self, verb: int) -> frozenset[Fact]:
        """As `after`, when whatever waits for the verb may have run, too."""
        if not (facts := self.after(verb)):
            return facts
        begun = self.reach.waiting_for(verb) | self.reach.watching
        info = self.ruleset.verbs[verb]
        if info.batch >= 0:
            begun |= 1 << info.program
        return self.without(facts, self.writes_of(begun))

    def seen_at(self, step: int) -> tuple[int, frozenset[Fact]]:
        """The verb in whose steps an event of a step happens, and what is certain then; -1: in none, or in several."""
        sites = self._sites.get(step, ())
        if len(sites) != 1 or sites[0][0] not in self._own_of:
            return -1, frozenset()
        verb, at = self._own_of[sites[0][0]], sites[0][1]
        known = self.steps(verb)[at]
        if known is None or not known.facts:
            return verb, frozenset()
        begun = self.reach.at_step.get(step, 0) | self.reach.watching
        return verb, self.without(known.facts, self.writes_of(begun))

    def steps(self, verb: int) -> list[Known | None]:
        """What is certain before each instruction of its steps."""
        if verb not in self._steps:
            program = self.ruleset.programs[self.ruleset.verbs[verb].program]
            self._steps[verb] = self.flow(program, things=self.things.get(verb, frozenset()))
        return self._steps[verb]

    def before_each(self, number: int, facts: frozenset[Fact]) -> list[Known | None]:
        """What is certain before each instruction of a program, if `facts` are when it begins."""
        if not facts and number in self._own_of:
            return self.steps(self._own_of[number])
        return self.flow(self.ruleset.programs[number], facts)

    def _at_end(self, verb: int) -> frozenset[Fact]:
        """What is certain at every end."""
        states, program = self.steps(verb), self.ruleset.programs[self.ruleset.verbs[verb].program]
        ends = [
            known for known, instr in zip(states, program.code, strict=True) if known and instr[0] == "return"
        ]
        return frozenset.intersection(*(known.facts for known in ends)) if ends else frozenset()

    # --- Programs -----------------------------------------------------------------------------------------------
    def flow(
        self, program: Program, facts: frozenset[Fact] = frozenset(), things: frozenset[int] = frozenset()
    ) -> list[Known | None]:
        """What is certain before each instruction, if `facts` are when it begins; None: it is never reached."""

        def find(one: Program, ask: Callable[[tuple[Any, ...]], Any]) -> list[Known | None]:
            before, self.asking = self.asking, ask
            states = self._flows(one, Known(facts, {}, things))
            self.asking = before
            return states

        return self.memory.asking(("flow", facts, things), program, find, self.now)

    def _flows(self, program: Program, first: Known) -> list[Known | None]:
        states = self._flow(program, first, {})
        loops = [at for at, instr in enumerate(program.code) if instr[0] == "each"]
        lets = dict(_lets(program)) if loops else {}
        added = {at: found for at in loops if (found := self._of_each(program, at, states, lets))}
        return self._flow(program, first, added) if added else states

    def _flow(
        self, program: Program, first: Known, added: Mapping[int, frozenset[Fact]]
    ) -> list[Known | None]:
        """`added`: what is certain when the loop that begins there has ended."""
        states: list[Known | None] = [None] * len(program.code)
        left = [(0, first)]
        while left:
            at, coming = left.pop()
            if at >= len(states):
                continue
            before = states[at]
            now = coming if before is None else before.joined(coming)
            if now == before:
                continue
            states[at] = now
            instr = program.code[at]
            then = self.done(instr, now, program.at[at])
            for target in self.next(at, instr):
                ends = instr[0] == "each" and target == instr[4]
                more = added.get(at, frozenset()) if ends else frozenset()
                left.append((target, replace(then, facts=then.facts | more) if more else then))
        return states

    def next(self, at: int, instr: Instr) -> list[int]:
        """Where it goes on."""
        never_skipped = instr[0] == "skip" and not self.ask(("skipped", instr[1]))
        return [at + 1] if never_skipped else following(at, instr)

    def _of_each(
        self, program: Program, at: int, states: list[Known | None], lets: Mapping[int, Expr]
    ) -> frozenset[Fact]:
        """What a loop over all players has done to each of them.  `lets`: what stands in locals."""
        _, items, _, member, end = program.code[at]
        over = lets.get(items, ("none",))
        if over != EVERYBODY and over[:2] != ("order", EVERYBODY):
            return frozenset()
        body = range(at + 1, end)
        back = [states[n] for n in body if program.code[n] == ("jump", at)]
        ends = [known.facts for known in back if known is not None]
        found = frozenset.intersection(*ends) if ends else frozenset()
        if not any(mentions(fact.of, member) for fact in found):
            return frozenset()
        written = [self.writes(program.code[n], states[n]) for n in body]
        return frozenset(
            each
            for fact in found
            if (each := renamed_fact(fact, {("local", member): EVERYBODY})) not in found
            # An amount was written once, by what made the fact.
            and sum(self._hurt(each, writes) for writes in written) <= (fact.attribute != ANY)
        )

    # --- One instruction ----------------------------------------------------------------------------------------
    def done(self, instr: Instr, known: Known, sentence: int) -> Known:
        """What is certain when an instruction has been carried out."""
        facts, values = known.facts, known.values
        if instr[0] in CHANGING or instr[0] == "emit":
            found = self.made(instr, known, sentence)
            if facts:
                facts = self.without(facts, self.writes(instr, known))
            if found:
                facts |= self.without(found, self.begun(instr, steps=False))
        if instr[0] in CHANGING:
            values = {slot: value for slot, value in values.items() if lasting(value)}
        if instr[0] == "let":
            value = _by_values(instr[2], values)
            values = _but(values, (instr[1],))
            if instr[1] not in locals_of(value) and size(value) <= LONGEST:
                values[instr[1]] = value
        filled = _filled(instr)
        if filled:
            values, facts = _but(values, filled), not_of(filled, facts)
        return Known(facts, values, known.things)

    def made(self, instr: Instr, known: Known, sentence: int) -> frozenset[Fact]:
        """The facts that an instruction makes."""
        if instr[0] != "do" or self.ask(("stopped", instr[1])):
            return frozenset()
        _, number, who, roles, _ = _by_values(instr, known.values)
        verb = self.ruleset.verbs[number]
        if verb.program >= 0:
            if verb.batch >= 0:
                return frozenset()
            given = {("local", 0): who} | {("local", 2 + n): role for n, role in enumerate(roles)}
            return frozenset(
                replace(moved, sentence=sentence)
                for fact in self.after(number)
                if lasting((moved := renamed_fact(fact, given)).of)
            )
        return self._made(verb, who, roles, known, sentence)

    def _made(
        self, verb: Verb, who: Expr, roles: Sequence[Any], known: Known, sentence: int
    ) -> frozenset[Fact]:
        """The facts that a kernel verb makes."""
        match verb.id, roles:
            case "set", (thing, ("int", int(attribute)) | int(attribute), ("int", int(amount))):
                return self._amount(thing, attribute, amount, sentence)
            case (("lose" | "pay"), (("int", int(attribute)) | int(attribute), amount, *_)):
                least = self.model.attributes[attribute].least
                if amount in (("attr", attribute, who), ("base", attribute, who)) and least == 0:
                    return self._amount(who, attribute, 0, sentence)
            case "remove", (things,):
                return frozenset(self._cleared(things, None, known.things, sentence)) | self._lies(
                    things, None, sentence
                )
            case _, (things, to, *_) if "position" in verb.roles:
                return frozenset(self._cleared(things, to, known.things, sentence)) | self._lies(
                    things, to, sentence
                )
        return frozenset()

    def _lies(self, thing: Expr, to: Expr | None, sentence: int) -> frozenset[Fact]:
        """Where one thing lies that has been put there.  `to`: None: it is out of the game."""
        if one_thing(thing) is None or (to is not None and not self._takes_all(to)):
            return frozenset()
        kind = ANY if to is None else self.kind_of(to)
        return frozenset({Fact(thing, sentence, thing=True, attribute=LIES, amount=kind)})

    def _amount(self, of: Expr, attribute: int, amount: int, sentence: int) -> frozenset[Fact]:
        """An amount that is what it was set to: within its bounds, and nothing adds to it."""
        column = self.model.attributes[attribute]
        bounds = [(column.least, column.most)]
        for each in (self.model.bounds, self.model.own_bounds):
            bounds += [bound for (index, _), bound in each.items() if index == attribute]
        within = all(
            (low is None or low <= amount) and (high is None or amount <= high) for low, high in bounds
        )
        if not within or not lasting(of) or attribute in self.model.paid_as:
            return frozenset()
        if self.ask(("modified", attribute)):
            return frozenset()
        return frozenset({Fact(of, sentence, attribute=attribute, amount=amount)})

    def _cleared(self, things: Expr, to: Expr | None, known: frozenset[int], sentence: int) -> Iterator[Fact]:
        """What is no longer in a place when these things have left it.  `to`: where they go; None: out of the game.
        `known`: the locals that are components.
        """
        condition: Expr = ("truth", True)
        if things[0] == "filter":
            _, things, slot, condition = things
            condition = renamed(condition, {("local", slot): MEMBER})
        if things[0] not in ("inside", "contents") or not lasting(things[1]):
            return
        said = frozenset(part for part in conjuncts(condition) if part != ("truth", True))
        is_thing = things[1][0] == "local" and things[1][1] in known
        fact = Fact(things[1], sentence, said, things[0] == "inside", is_thing)
        if to is not None and (not self._takes_all(to) or self._hurts(("to", self.kind_of(to)), fact)):
            return
        if all(map(self._settled, said)):
            yield fact

    def _settled(self, condition: Expr) -> bool:
        """A condition that is true of a thing for the whole game, or never."""
        match condition:
            case ("is", _, int()):
                return True
            case ("eq", ("attr", int(attribute), x), ("value", _)) if x == MEMBER:
                return not self.ask(("changes", attribute))
        return False

    def _takes_all(self, to: Expr) -> bool:
        """A place that is there and has room for everything."""
        kind = self.kind_of(to)
        return kind >= 0 and all(
            self.model.is_place[each] and not self.model.entities[each].capacity
            for each in self.model.all_of[kind]
        )

    # --- What is written ----------------------------------------------------------------------------------------
    def kind_of(self, place: Expr) -> int:
        """The kind of a place; -1: not known."""
        match place:
            case ("int", int(entity)) if entity >= 0:
                return self.model.kind[entity]
            case ("place", int(kind), _):
                return kind
        return ANY

    def writes(self, instr: Instr, known: Known | None = None) -> frozenset[Write]:
        """What an instruction may write, by itself and by what it begins."""
        return self._own(instr, known) | self.begun(instr)

    def begun(self, instr: Instr, *, steps: bool = True) -> frozenset[Write]:
        """What the programs may write that an instruction begins.  `steps`: also those of the verb that it does."""
        operand = instr[1] if len(instr) > 1 and isinstance(instr[1], int) else -1
        found: frozenset[Write] = self.ask(("begun", instr[0], operand, steps))
        return found

    def writes_of(self, begun: Programs) -> frozenset[Write]:
        """What these programs may write, and what they begin."""
        if begun not in self._writes_of:
            every, watched = self.reach.after(begun), self.reach.watched
            first: frozenset[Write] = frozenset()
            if begun != watched and every & watched:  # what is reached of these reaches them all
                every, first = every & ~watched, self.writes_of(watched)
            self._writes_of[begun] = first.union(*(self._writes[number] for number in members(every)))
        return self._writes_of[begun]

    @cached_property
    def _writes(self) -> list[frozenset[Write]]:
        return self.memory.each("writes", self.ruleset.programs, self._written_by)

    def _written_by(self, program: Program) -> frozenset[Write]:
        known = Known(frozenset(), dict(_lets(program)))
        return frozenset(write for instr in program.code for write in self._own(instr, known))

    def _own(self, instr: Instr, known: Known | None) -> frozenset[Write]:
        """What an instruction writes by itself."""
        if instr[0] != "do" or self.ruleset.verbs[instr[1]].program >= 0:
            return frozenset()
        verb, roles = self.ruleset.verbs[instr[1]], instr[3]
        if verb.id in HARMLESS:
            return frozenset()
        if verb.id == "roll":
            return frozenset(("attr", kind.shows) for kind in self.model.kinds if kind.shows >= 0)
        if "attr" in verb.roles:
            match roles[verb.roles.index("attr")]:
                case ("int", int(attribute)) | int(attribute):
                    return frozenset(
                        ("attr", each) for each in (attribute, *self.model.paid_as.get(attribute, ()))
                    )
            return frozenset({("attr", ANY)})
        if "to" in verb.roles:
            to = roles[verb.roles.index("to")]
            values = known.values if known is not None else {}
            return frozenset({("to", self.kind_of(values.get(to[1], to) if to[0] == "local" else to))})
        return frozenset({("to", ANY), ("attr", ANY)})

    def without(self, facts: frozenset[Fact], writes: frozenset[Write]) -> frozenset[Fact]:
        """The facts that still hold when this may have been written."""
        return frozenset(fact for fact in facts if not self._hurt(fact, writes))

    def _hurt(self, fact: Fact, writes: Iterable[Write]) -> bool:
        return any(self._hurts(write, fact) for write in writes)

    def _hurts(self, write: Write, fact: Fact) -> bool:
        sort, index = write
        if fact.attribute == LIES:
            return sort == "to" and index != fact.amount
        if fact.attribute != ANY:
            return sort == "attr" and index in (ANY, fact.attribute)
        if sort != "to":
            return False
        whole = self.kind_of(fact.of)
        if index == ANY or (whole == ANY and not fact.thing):
            return True
        return any(
            not self.model.is_place[each]
            or any(self.model.kind[w] == whole for w in wholes(self.model, each))
            for each in self.model.all_of[index]
        )


def not_of(filled: Sequence[int], facts: frozenset[Fact]) -> frozenset[Fact]:
    """The facts without those of a thing in a local that holds another one from here on."""
    if not filled or not facts:
        return facts
    return frozenset(
        each
        for each in facts
        if each.attribute != LIES or not any(mentions(each.of, slot) for slot in filled)
    )


def one_thing(expr: Any) -> int | None:
    """The local in which one thing is kept, as it was chosen or as chance picked it; None: it is something else."""
    match expr:
        case ("local", int(slot)) | ("first", ("local", int(slot))):
            return slot
    return None


def wholes(model: Model, place: int) -> Iterator[int]:
    """A place, and what it is part of or belongs to."""
    while place >= 0:
        yield place
        data = model.entities[place]
        place = data.part_of if data.part_of >= 0 else data.of


def renamed_fact(fact: Fact, names: Mapping[Expr, Expr]) -> Fact:
    """The fact said of others."""
    return replace(fact, of=renamed(fact.of, names), conditions=renamed_all(fact.conditions, names))


def renamed_all(conditions: Iterable[Expr], names: Mapping[Expr, Expr]) -> frozenset[Expr]:
    """Conditions said of others."""
    return frozenset(renamed(each, names) for each in conditions)


def _emits(program: Program) -> list[tuple[int, int]]:
    """The events of steps that a program makes happen, and where."""
    return [(instr[1], at) for at, instr in enumerate(program.code) if instr[0] == "emit"]


def _filled(instr: Instr) -> tuple[int, ...]:
    """The slots that an instruction fills, but `let`."""
    if instr[0] == "each":
        return (instr[2], instr[3])
    return (instr[-1],) if instr[0] in FILLED else ()


def _by_values(part: Any, values: Mapping[int, Expr]) -> Any:
    """A part of a program, with what stands in its locals in their place, as far as that is known."""
    names = {("local", slot): values[slot] for slot in locals_of(part) if slot in values}
    return renamed(part, names) if names else part


def _but(values: Mapping[int, Expr], slots: Sequence[int]) -> dict[int, Expr]:
    """What stands in locals, but in these."""
    return {slot: value for slot, value in values.items() if slot not in slots}


def _lets(program: Program) -> Iterator[tuple[int, Expr]]:
    """The values of locals that are filled once."""
    filled = Counter(instr[1] for instr in program.code if instr[0] == "let")
    for instr in program.code:
        if instr[0] == "let" and filled[instr[1]] == 1:
            yield instr[1], instr[2]
