"""A standing sentence on its way to rules: whose text it is, what its words refer to, under which conditions it holds.

`rule` says which rules it becomes.  One that an effect makes is not static: it captures what the effect's words
referred to, and gets a duration (`lasting`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from toolkit.compile.base import apart, build
from toolkit.compile.base.scope import Scope, player_type
from toolkit.compile.base.values import Anybody, Bound, Called, Desc, Val
from toolkit.compile.base.world import Attribute, Kind
from toolkit.compile.conditions.condition import truth, wherever_it_is
from toolkit.compile.conditions.quantified import owned
from toolkit.compile.events.period import while_it_runs
from toolkit.compile.works import Elsewhere
from toolkit.language import ast
from toolkit.meaning.referents import Referent
from toolkit.meaning.witness import is_open, mentions
from toolkit.program.expression import Expr, conjuncts
from toolkit.program.ruleset import Program, Rule, RuleKind, Ruleset

CarryOut = Callable[[Sequence[ast.Sentence], Scope], None]
"""Compiles sentences that happen.  Effects can make statements, so these are given the way to compile effects."""

Captured = list[tuple[str, Any]]
"""What an effect's words referred to, as its rule sees it: *referent* and a `Referent`, or the name of a slot."""


@dataclass(slots=True)
class Holder:
    """Whose text it is: for which entities it acts (`holders`, None: once), who *you* is (over local 1 = this).

    `components`: all that have the text, wherever they are.  `newest`: of two that contradict each other the later one
    wins.  `face_down`: for which it acts if it is said of one that lies face down, where that makes a difference;
    `turning`: if it turns face up what it stands on.  `elsewhere`: places where it acts if it is said of its own
    component only, and of what is done with that or lies there (`works.py`).
    """

    holders: Expr | None = None
    you: Expr | None = None
    this: Val | None = None
    has_you: bool = False
    components: tuple[int, ...] = ()
    newest: bool = False
    face_down: Expr | None = None
    turning: Expr | None = None
    elsewhere: Elsewhere | None = None

    def acting(self, conditions: Iterable[Expr | None], turns: bool, anywhere: bool) -> Expr | None:
        """For which a sentence with these conditions acts.  `turns`: it turns what it stands on face up; `anywhere`: it
        is said of that alone, wherever it lies.
        """
        asked = [part for each in conditions if each is not None for part in conjuncts(each)]
        if self.face_down is not None and _DOWN in asked:
            return self.face_down
        if self.turning is not None and turns and _UP not in asked:
            return self.turning
        return self.wider(asked, anywhere)

    def wider(self, asked: Sequence[Expr], anywhere: bool) -> Expr | None:
        """Where it acts by itself, and where its own component lies of which it speaks."""
        if self.holders is None or self.elsewhere is None:
            return self.holders
        op, items, slot, _ = self.holders
        if anywhere:
            return (op, items, slot, self.elsewhere.with_all())
        named = [
            place.name for place in self.elsewhere.places() if any(lies_in(part, place) for part in asked)
        ]
        return (op, items, slot, self.elsewhere.with_these(named)) if named else self.holders


_DOWN: Expr = ("eq", ("face", ("local", 1)), build.integer(0))
"""*this card is face down*."""
_UP: Expr = ("eq", ("face", ("local", 1)), build.integer(1))
"""*this card is face up*."""


def is_itself(part: Expr) -> bool:
    """Whether a part of a condition says that what is asked about is *this* alone: *play this card*."""
    match part:
        case (
            ("eq", ("local", _), ("local", 1))
            | ("eq", ("local", 1), ("local", _))
            | ("member", ("local", 1), ("local", _))
        ):
            return True
    return False


def lies_in(part: Expr, place: Kind) -> bool:
    """Whether *this* lies in that place, or in one of several with it, if a part of a condition holds: *this card is in
    your hand or the top card of the deck*.
    """
    match part:
        case (("in" | "in-any" | "eq"), ("local", 1), where):
            return is_of(where, place)
        case ("ne", ("within", ("local", 1), int(kind)), _):
            return kind == place.index
        case (("or" | "and"), *parts):
            return any(lies_in(each, place) for each in parts)
    return False


def is_of(where: Any, place: Kind) -> bool:
    """Whether an expression gives places of a kind, or what lies in them."""
    if not isinstance(where, tuple):
        return False
    said = (("place", place.index), ("all", place.index), ("int", place.only))
    return where[:2] in said or any(is_of(part, place) for part in where)


@dataclass(frozen=True, slots=True)
class Terms:
    """Under which terms a clause stands.  `conditions`: *As long as C,* before it.  `closings`: *unless C* after it.
    `during`: *During your turn,*.
    """

    conditions: Sequence[ast.Clauses] = ()
    closings: tuple[ast.Closing, ...] = ()
    during: ast.When | None = None


@dataclass
class Statement:
    """One standing sentence and the effects that continue it (`more`).

    `anybody`: it was said of *you*, in rules that stand on no card, so that each player has a first time of their own.
    `made`: the numbers of its rules; others that what they do brings about begin when it is done.
    """

    outer: Scope
    holder: Holder
    sentence: ast.Sentence
    carry_out: CarryOut
    more: list[ast.Sentence] = field(default_factory=list)
    captured: Captured = field(default_factory=list)
    static: bool = True
    anybody: bool = False
    made: list[int] = field(default_factory=list)

    @property
    def count(self) -> int:
        """How many values the rule captures."""
        return max((slot for slot in self._captured_slots() if slot >= 2), default=1) - 1

    def _captured_slots(self) -> list[int]:
        found = []
        for _, what in self.captured:
            if isinstance(what, Referent) and what.needs is not None:
                continue
            expr = what.value.expr if isinstance(what, Referent) else what.expr
            if expr[0] == "local":
                found.append(expr[1])
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
            own=outer.own,
        )
        if self.holder.you is not None or self.holder.has_you:
            scope.you = Val(("local", 0), player_type())
        if self.holder.this is not None:
            scope.this = Val(("local", 1), self.holder.this.type)
        scope.size = 2 + self.count
        give(scope, self.captured)
        scope.say(self.sentence.span)
        return scope

    def whose_first(self, scope: Scope) -> int | None:
        """The slot of the player of whom an event or a state is said, where each has a first time of their own."""
        expr = scope.they.expr if self.anybody and scope.they is not None else build.NONE
        return expr[1] if expr[0] == "local" else None

    def add(self, kind: RuleKind, scope: Scope, sentence: int | None = None, **fields: Any) -> None:
        """Add a rule with what all have in common.  `sentence`: the first of its sentences, where it has several."""
        rules = self.outer.world.ruleset.rules
        self.made.append(len(rules))
        rules.append(
            Rule(
                kind,
                holders=self.acting(kind, fields) if self.static else None,
                you=self.holder.you if self.static else None,
                captured=self.count,
                locals=scope.size,
                layer=self.outer.layer,
                static=self.static,
                newest=self.static and self.holder.newest,
                sentence=scope.sentence if sentence is None else sentence,
                **fields,
            )
        )

    def only_while(self, holds: Expr) -> None:
        """Its rules act only as long as this holds, too."""
        rules = self.outer.world.ruleset.rules
        for number in self.made:
            rule = rules[number]
            rules[number] = replace(rule, match=build.both(rule.match or build.TRUE, holds))

    def acting(self, kind: RuleKind, fields: Mapping[str, Any]) -> Expr | None:
        """For which the rule with these fields acts."""
        number, ruleset = fields.get("program", -1), self.outer.world.ruleset
        turns = number >= 0 and turns_up(ruleset.programs[number], ruleset)
        conditions = [fields.get("match"), fields.get("before"), *self.first_asked(number)]
        return self.holder.acting(conditions, turns, self.of_itself(kind, fields))

    def of_itself(self, kind: RuleKind, fields: Mapping[str, Any]) -> bool:
        """Whether a rule says of its own component alone what is done with it, or what it costs."""
        world, match = self.outer.world, fields.get("match")
        if kind == "modify":
            paid = {each.index for (_, name), each in world.attributes.items() if name in world.costs}
            if fields["attribute"] not in paid:
                return False
        return match is not None and any(map(is_itself, conjuncts(match)))

    def first_asked(self, number: int) -> Iterator[Expr]:
        """The *if* after *When …,* on which all that follows depends."""
        code = self.outer.world.ruleset.programs[number].code if number >= 0 else ()
        match code[:2]:
            case (("let", int(slot), asked), ("unless", ("local", int(also)), int(to))):
                if slot == also and code[to][0] == "return":
                    yield asked

    def program(self, scope: Scope, rest: ast.Sentence, name: str) -> int:
        """The rest of the sentence and the effects that continue it, as a program; its index."""
        return program_of(scope, [rest, *self.more], name, self.carry_out)


def turns_up(program: Program, ruleset: Ruleset) -> bool:
    """Whether a program reveals what its text stands on, or turns it face up."""
    this = (("local", 1), ("single", ("local", 1)))
    for instr in program.code:
        if (
            instr[0] == "do"
            and ruleset.verbs[instr[1]].program == -1
            and instr[3][:1]
            and instr[3][0] in this
        ):
            verb = ruleset.verbs[instr[1]].id
            if verb == "reveal" or (verb == "turn" and instr[3][1] == build.integer(1)):
                return True
    return False


def give(scope: Scope, captured: Captured) -> None:
    """Let a scope see what was captured."""
    for name, what in captured:
        if name == "referent":
            scope.discourse.add(what)
        elif name == "you":
            scope.you = what
        elif name == "they":
            scope.they = scope.at_first = what
        elif name == "did":
            scope.did_since = (what, False)
        elif name == "there":
            scope.there = what
        elif name == "answered":
            scope.answered = what
        else:
            scope.slots[name] = what


def program_of(scope: Scope, sentences: Sequence[ast.Sentence], name: str, carry_out: CarryOut) -> int:
    """Compile sentences as a program of their own; its index."""
    carry_out(sentences, scope)
    scope.emit("return", build.integer(1))
    return add_program(scope, name)


def add_program(scope: Scope, name: str) -> int:
    """What a scope has emitted as a program of the ruleset; its index."""
    programs = scope.world.ruleset.programs
    programs.append(Program(name, tuple(scope.code), tuple(scope.at), scope.size))
    return len(programs) - 1


# --- Conditions around a clause -----------------------------------------------------------------------------


def truths(conditions: Sequence[ast.Clauses], scope: Scope) -> list[Expr]:
    """What must be so, of each of them."""
    return [truth(condition, scope) for condition in conditions]


def assume(conditions: Sequence[ast.Clauses], scope: Scope) -> Callable[[Expr], Expr]:
    """*As long as a player has no coins, their units …*: the rest of the match is said of each such player.

    Gives what must be put around the rest.
    """
    parts: list[tuple[Expr | None, int, Expr]] = []
    for condition in conditions:
        clause = condition.clauses[0]
        if not isinstance(clause, ast.Clause) or not is_a_noun(clause.subject):
            parts.append((None, 0, truth(condition, scope)))
            continue
        assert clause.subject is not None
        with wherever_it_is(clause, scope):
            desc = scope.describe(clause.subject)
        slot = scope.alloc()
        so = truth(said_of(condition, clause, desc, slot, scope), scope)
        other = so if isinstance(clause.subject, Anybody) else apart.condition_of_another(slot, so)
        parts.append((desc.expr, slot, other))

    def around(inner: Expr) -> Expr:
        for items, slot, condition in reversed(parts):
            if items is None:
                inner = build.both(condition, inner)
                continue
            # What does not speak of what was found stands outside: *as long as a cat is here, you cannot …*
            apart_from = [] if is_open(condition) else [p for p in conjuncts(inner) if not mentions(p, slot)]
            of_them = [each for each in conjuncts(inner) if each not in apart_from]
            inner = build.both(build.some(items, slot, build.both(condition, *of_them)), *apart_from)
        return inner

    return around


def is_so(clause: ast.Clause) -> tuple[str, ...]:
    """*exiled* of *a player is exiled*: how its subject can be called afterwards."""
    match clause.verbs:
        case (ast.Be(negated=False, predicate=ast.IsAdjective(adjectives=so, joint="and" | None)),):
            return so
    return ()


def is_a_noun(node: ast.Nominal | None) -> bool:
    """*a player*: one of which the clause is said."""
    return ast.determiner_of(node).article in ("a", "an")


def said_of(
    condition: ast.Clauses,
    clause: ast.Clause,
    desc: Desc,
    slot: int,
    scope: Scope,
    owner: ast.Nominal | None = None,
) -> ast.Clauses:
    """*a player has no coins* of the one in a slot, who is spoken of from now on; with an `owner` in its subject, *a
    player's life is 0* of that one.
    """
    assert clause.subject is not None
    member, head = Val(("local", slot), desc.type), desc.noun
    so = is_so(clause) if owner is None else ()
    scope.bind(member, Called(head, (*desc.said, *so), desc.narrowed))
    if scope.world.is_player(desc.type):
        scope.said_of(member, owner or clause.subject)
    that = Bound(value=member, head=head, span=(owner or clause.subject).span)
    subject = that if owner is None else owned(clause.subject, owner, that)
    return replace(condition, clauses=(replace(clause, subject=subject), *condition.clauses[1:]))


def conditions_of(terms: Terms, scope: Scope) -> list[Expr]:
    """Conditions from *unless*, *only if*, *as long as* at the end, *during your turn*."""
    result = []
    for closing in terms.closings:
        if closing.condition is None:
            raise scope.unfit(closing, f"“{closing.word}” here")
        value = truth(closing.condition, scope)
        if closing.word not in ("unless", "if", "as long as", "only as long as", "only if"):
            raise scope.unfit(
                closing, f"“{closing.word}” at the end of a rule", expected=("*as long as*", "*unless*")
            )
        result.append(build.negate(value) if closing.word == "unless" else value)
    if terms.during is not None:
        result.append(while_it_runs(terms.during, scope))
    return result


def attribute_named(desc: Desc, node: ast.Noun, scope: Scope) -> Attribute:
    """The attribute of what is described that a noun names."""
    assert node.head is not None
    found = scope.world.attribute_of(desc.type, node.head)
    if found is None:
        raise scope.fail("SAY0753", node, noun=node.head, of=desc.type.name)
    return found
