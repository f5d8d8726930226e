"""Orders: what a table is like after them.

Everything that may end in several ways (somebody chooses, an *if* finds one of several) gives all of them: every table
that the reference allows.  Each order is planned on what the one before left, and then done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from tests.judge import amounts, conditions, possession, quantifiers, reference, sets
from tests.judge.forms import asks_outcome, costs, listed, negated_outcome
from tests.judge.ready import ready
from tests.judge.tables import Event, Plan, World, clockwise, put, table_key, take_out
from tests.judge.values import Entity, Env, Fixed, Number, Open, Refused, Table, Unknown, Value
from toolkit.kernel.state import State
from toolkit.language import ast

MOVES = ("put", "move", "place", "return", "take", "deal")
LIMIT = 100


@dataclass
class Judge:
    """Carries out paragraphs; `table_of` reads a state."""

    table_of: Callable[[State], Table]
    notes: set[str] = field(default_factory=set)
    used: set[int] = field(default_factory=set)
    number: int = 0
    """Of the sentence."""

    def outcomes(self, node: ast.Paragraph, state: State, you: int) -> list[World]:
        """Every table that may be there afterwards."""
        worlds = [World(state.copy(log=False), Env(you=you))]
        for self.number, sentence in enumerate(node.sentences):
            worlds = [replace(w, env=recent(w.env, self.number)) for w in worlds]
            worlds = distinct(self.sentence(sentence, world) for world in worlds)
        return worlds

    # --- Sentences ----------------------------------------------------------------------------------------------

    def sentence(self, node: ast.Sentence, world: World) -> Iterator[World]:
        yield from self.opened(list(node.openings), node, world)

    def opened(self, openings: list[ast.Opening], node: ast.Sentence, world: World) -> Iterator[World]:
        if not openings:
            if not isinstance(node.body, ast.Clauses):
                raise Unknown("choose one")
            yield from self.body(node.body, world)
            return
        first, rest = openings[0], openings[1:]
        match first:
            case ast.Given(word="if" | "unless" as word, condition=condition):
                yield from self.given(word, condition, rest, node, world)
            case ast.Link(word="then"):
                yield from self.opened(rest, node, world)
            case ast.Link(word="otherwise"):
                if world.held is None:
                    raise Refused("otherwise, and no if before it")
                if world.held:
                    yield replace(world, held=None)
                else:
                    yield from self.opened(rest, node, replace(world, held=None))
            case ast.ForEach(each=each):
                yield from self.for_each(each, rest, node, world)
            case _:
                raise Unknown(f"opening {type(first).__name__}")

    def given(
        self, word: str, condition: ast.Clauses, rest: list[ast.Opening], node: ast.Sentence, world: World
    ) -> Iterator[World]:
        if asks_outcome(condition):
            if world.done is None:
                raise Unknown("if you do, and nothing that could be")
            if world.empty:
                raise Open("if you do, and nothing was to be done")
            if "none of all in a list" in self.notes:
                raise Open("if you do, where a part of it was all of none")
            self.notes.add("if you do")
            true = world.done != negated_outcome(condition)
            envs = [world.env] if true else []
        else:
            envs = list(conditions.clauses(condition, self.table(world), world.env))
            if any(isinstance(below, ast.Noun) and below.name is not None for below in condition.walk()):
                self.notes.add("a name beside what was found")
        if word == "unless":
            envs = [] if envs else [world.env]
        back, table = replace(world.env, dim=True), self.table(world)
        if not envs:
            yield replace(world, env=back, held=False, done=None)
            return
        envs = [replace(env, subject=-1) for env in unlike(envs)]
        found = self.spoken_of(envs, len(world.env.spoken), rest, node, world)
        worlds = self.passes(found, rest, node, world)
        if (
            len(found) > 1
            and found[0].spoken[-1:]
            and not self.same(worlds, self.passes(found[::-1], rest, node, world))
        ):
            raise Open("which of several comes first, nobody said")
        for after in worlds:
            yield replace(unordered(after, world, table) if len(envs) > 1 else after, env=back, held=True)

    def passes(
        self, envs: list[Env], rest: list[ast.Opening], node: ast.Sentence, world: World
    ) -> list[World]:
        worlds = [world]
        for env in envs:
            worlds = distinct(self.opened(rest, node, replace(w, env=env)) for w in worlds)
        return worlds

    def same(self, some: list[World], others: list[World]) -> bool:
        """Whether both can end in the same tables, however things lie on each other."""
        every = frozenset(range(len(some[0].state.parent))) if some else frozenset[int]()
        keys = lambda worlds: {table_key(world.state, every) for world in worlds}
        return keys(some) == keys(others)

    def spoken_of(
        self, envs: list[Env], known: int, rest: list[ast.Opening], node: ast.Sentence, world: World
    ) -> list[Env]:
        """Once for each that the condition found and the rest speaks of; once, if it speaks of none."""
        if len(envs) == 1:
            return envs
        used: set[int] = set()
        for env in envs:
            self.used.clear()
            list(self.opened(rest, node, replace(world, env=env)))
            used |= {k for k in self.used if k >= known}
        if any(k >= len(env.spoken) for k in used for env in envs):
            raise Unknown("what the ways found is not all that is spoken of")
        different: dict[tuple[int, ...], Env] = {}
        for env in envs:
            different.setdefault(tuple(env.spoken[k].id for k in sorted(used)), env)
        order = clockwise(list(self.table(world).model.players), self.table(world))
        key = lambda ids: tuple(order.index(e) if e in order else e for e in ids)
        return [different[ids] for ids in sorted(different, key=key)]

    def for_each(
        self, each: ast.Nominal, rest: list[ast.Opening], node: ast.Sentence, world: World
    ) -> Iterator[World]:
        table = self.table(world)
        if isinstance(each, ast.Noun) and amounts.is_amount(each, table.lore):
            raise Unknown("for each amount")
        phrase = sets.phrase_of(each)
        if phrase is None:
            raise Unknown("for each of a list")
        found = [e for e, _ in sets.fitting(phrase, table, world.env)]
        head = phrase.nouns[0].head
        if table.lore.words.is_kind(head, "player"):
            found = clockwise(found, table)
        worlds = [world]
        for e in found:
            nexts = [replace(w, env=w.env.speak(e, head)) for w in worlds]
            worlds = distinct(self.opened(rest, node, w) for w in nexts)
            worlds = [replace(w, env=world.env) for w in worlds]
        for after in worlds:
            yield replace(unordered(after, world, table), env=replace(world.env, dim=True), done=None)

    def table(self, world: World) -> Table:
        table = self.table_of(world.state)
        return replace(table, notes=self.notes, used=self.used, loose=world.loose)

    # --- Clauses ------------------------------------------------------------------------------------------------

    def body(self, node: ast.Clauses, world: World) -> Iterator[World]:
        if node.closings:
            raise Unknown("a closing")
        if "or" in node.joints:
            raise Unknown("this or that")
        groups: list[list[ast.Clause]] = [[]]
        for k, clause in enumerate(node.clauses):
            if not isinstance(clause, ast.Clause) or clause.openings:
                raise Unknown("an opening inside")
            if k and node.joints[k - 1] == "then":
                groups.append([])
            groups[-1].append(clause)
        worlds = [world]
        for number, group in enumerate(groups):
            if len(group) > 1:
                worlds = distinct(self.together(group, w) for w in worlds)
            else:
                worlds = distinct(self.clause(group[0], w) for w in worlds)
            if number + 1 < len(groups) and costs(group[-1].verbs[-1]):
                yield from (replace(w, done=None) for w in worlds if w.done is False)
                worlds = [w for w in worlds if w.done is not False]
        yield from (
            replace(w, done=w.done if len(groups) == 1 and len(groups[0]) == 1 else None) for w in worlds
        )

    def together(self, group: list[ast.Clause], world: World) -> Iterator[World]:
        """Several subjects, one after another, as they are written."""
        worlds = [world]
        for clause in group:
            if len(clause.verbs) > 1 or any(verb.modal == "may" for verb in clause.verbs):
                raise Unknown("several verbs of several subjects")
            worlds = distinct(self.clause(clause, w) for w in worlds)
        yield from (replace(after, held=None, done=None) for after in worlds)

    def clause(self, node: ast.Clause, world: World) -> Iterator[World]:
        if node.subject is None:
            env = replace(world.env, subject=-1, told=True)
            for after in self.verbs(node, world.env.you, replace(world, env=env)):
                yield replace(after, env=replace(after.env, told=False))
            return
        table = self.table(world)
        doers, one = self.doers(node.subject, table, world.env)
        ahead = (self.number, tuple(doers)) if some_of_all(node.subject) else world.env.ahead
        world = replace(world, env=replace(world.env, ahead=ahead), done=None)
        worlds = [world]
        if not doers:
            yield world
            return
        for who in doers:
            head = node.subject.head if isinstance(node.subject, ast.Noun) else "player"
            you = (
                isinstance(node.subject, ast.Pronoun) and node.subject.word == "you"
            )  # nobody calls them *they*
            spoken = [w.env if you else w.env.speak(who, head) for w in worlds]
            spoken = [replace(e, ahead=None) for e in spoken] if you else spoken
            nexts = [
                replace(w, env=replace(e, subject=who, told=you)) for w, e in zip(worlds, spoken, strict=True)
            ]
            worlds = distinct(self.verbs(node, who, w) for w in nexts)
            if not one:
                worlds = [replace(w, env=world.env) for w in worlds]
        for after in worlds:
            env = replace(after.env, subject=-1, told=False)
            yield replace(after, env=env, done=after.done if one else None)

    def doers(self, subject: ast.Nominal, table: Table, env: Env) -> tuple[list[int], bool]:
        """Who does it, in order, and whether it is one player (who can be spoken of)."""
        if isinstance(subject, ast.Pronoun):
            return quantifiers.members(subject, table, env), True
        phrase = sets.phrase_of(subject)
        if phrase is None:
            if isinstance(subject, ast.Group) and subject.joint == "and":
                found = [p for item in subject.items for p in self.doers(item, table, env)[0]]
                return found, False
            raise Unknown("a list of doers")
        d, noun = phrase.determiner, phrase.nouns[0]
        if noun.name is None and not table.lore.words.is_kind(noun.head, "player"):
            raise Unknown("a doer that is no player")
        if d.article == "a" or d.quantifier in ("another", "no") or d.number is not None:
            raise Refused("a doer who was not brought in")
        found = quantifiers.members(subject, table, env)
        if d.quantifier in ("each", "every", "all") or phrase.plural:
            return clockwise(found, table), False
        if len(found) > 1:
            self.notes.add("tie")
            return [], True
        return found, True

    def verbs(self, node: ast.Clause, who: int, world: World) -> Iterator[World]:
        if node.joint == "or":
            raise Unknown("this verb or that")
        if node.joint == "then":
            worlds = [world]
            for verb in node.verbs:
                worlds = distinct(self.planned([verb], who, w) for w in worlds)
                if costs(verb) and verb is not node.verbs[-1]:
                    yield from (replace(w, done=None) for w in worlds if w.done is False)
                    worlds = [w for w in worlds if w.done is not False]
            yield from (replace(w, done=None) for w in worlds)
        else:
            yield from self.planned(list(node.verbs), who, world)

    def planned(self, verbs: list[ast.Verb], who: int, world: World) -> Iterator[World]:
        """All the verbs at the same moment; *3 times*: one time after another."""
        often = [a for verb in verbs for a in verb.adverbials if isinstance(a, ast.Times)]
        if not often:
            yield from self.once(verbs, who, world)
            return
        if len(verbs) > 1 or often[0].bound or verbs[0].modal:
            raise Unknown("so many times, and more")
        verb = replace(verbs[0], adverbials=tuple(a for a in verbs[0].adverbials if a not in often))
        worlds = [world]
        for _ in range(often[0].number):
            again = [replace(w, env=world.env) for w in worlds]
            worlds = distinct(self.once([verb], who, w) for w in again)
        yield from (replace(w, done=None) for w in worlds)

    def once(self, verbs: list[ast.Verb], who: int, world: World) -> Iterator[World]:
        worlds = [world]
        for verb in verbs:
            worlds = distinct(self.done(verb, who, each) for each in worlds)
        yield from (replace(w, held=None, done=w.done if len(verbs) == 1 else None) for w in worlds)
        if any(verb.modal == "may" for verb in verbs):
            yield replace(world, env=replace(world.env, dim=True), held=None, done=False, empty=False)

    def done(self, verb: ast.Verb, who: int, world: World) -> Iterator[World]:
        amounts_ = listed(verb)
        if amounts_:
            worlds = [replace(world, done=True, empty=True)]
            for one in amounts_:
                worlds = [
                    replace(w, done=w.done and before.done, empty=w.empty and before.empty)
                    for before in worlds
                    for w in distinct([self.done(one, who, before)])
                ]
            yield from worlds
            return
        table = self.table(world)
        for plan in self.plan(verb, who, table, world.env):
            yield self.do(plan, world, table)

    # --- Verbs --------------------------------------------------------------------------------------------------

    def plan(self, verb: ast.Verb, who: int, table: Table, env: Env) -> Iterator[Plan]:
        if (
            not isinstance(verb, ast.Act)
            or verb.modal not in (None, "may", "must")
            or verb.negated
            or verb.tense != "present"
            or verb.passive
        ):
            raise Unknown("a verb with a modal")
        if verb.instead or verb.only:
            raise Unknown("instead")
        roles = {c.role: c for c in verb.complements}
        if len(roles) != len(verb.complements) or any(
            not isinstance(c.value, ast.Nominal) for c in roles.values()
        ):
            raise Unknown("complements")
        if verb.adverbials and verb.verb != "turn":
            raise Unknown("an adverb behind the verb")
        match verb.verb:
            case "gain" | "lose" if set(roles) == {"obj"}:
                yield from self.gain(verb.verb, roles["obj"].value, who, table, env)  # type: ignore[arg-type]
            case "pay" if set(roles) == {"obj"}:
                yield from self.pay(roles["obj"].value, who, table, env)  # type: ignore[arg-type]
            case "set" if set(roles) == {"obj", "to"}:
                yield from self.change("set", roles["obj"].value, roles["to"].value, table, env)  # type: ignore[arg-type]
            case "raise" | "lower" if set(roles) == {"obj", "by"}:
                yield from self.change(verb.verb, roles["obj"].value, roles["by"].value, table, env)  # type: ignore[arg-type]
            case "remove" if set(roles) == {"obj"}:
                for things, after, whole in self.things(roles["obj"].value, None, table, env):  # type: ignore[arg-type]
                    yield Plan(tuple(Event("remove", (e,)) for e in things), after, whole)
            case "turn" if set(roles) == {"obj"} and len(verb.adverbials) == 1:
                face = verb.adverbials[0]
                if not isinstance(face, ast.Manner) or face.word not in ("face up", "face down"):
                    raise Unknown("to turn somehow")
                up = int(face.word == "face up")
                for things, after, whole in self.things(roles["obj"].value, None, table, env):  # type: ignore[arg-type]
                    yield Plan(tuple(Event("face", (e, up)) for e in things), after, whole)
            case "choose" if set(roles) == {"obj"}:
                for _, after, whole in self.things(roles["obj"].value, None, table, env):  # type: ignore[arg-type]
                    yield Plan((), after, whole)
            case word if (
                word in MOVES and "obj" in roles and set(roles) <= {"obj", "from", "place", "to", "into"}
            ):
                if word in ("put", "place") and "from" not in roles:
                    roles = roles | {"obj": self.ready(roles, who, table)}
                yield from self.move(roles, table, env)
            case _:
                raise Unknown(f"verb {verb.verb}")

    def ready(self, roles: dict[str, ast.Complement], who: int, table: Table) -> ast.Complement:
        obj, to = roles["obj"], next((roles[r].value for r in ("place", "to", "into") if r in roles), None)
        assert isinstance(obj.value, ast.Nominal)
        return replace(obj, value=ready(obj.value, to, who, table)) if isinstance(to, ast.Nominal) else obj

    def move(self, roles: dict[str, ast.Complement], table: Table, env: Env) -> Iterator[Plan]:
        target = next((roles[r] for r in ("place", "to", "into") if r in roles), None)
        if target is None or target.prep not in ("in", "at", "on", "to", "into"):
            raise Unknown("to put somewhere else")
        source = roles.get("from")
        obj = roles["obj"].value
        assert isinstance(obj, ast.Nominal) and isinstance(target.value, ast.Nominal)
        there = [] if source is not None else self.one_of(target.value, table, env)
        for things, after, whole in self.things(
            obj, source, table, env, [] if quantifiers.in_any(target.value) else there
        ):
            places = self.one_of(target.value, table, after)
            if not places:
                yield Plan((), after, False)
            for place in places:
                yield Plan(tuple(Event("move", (e, place)) for e in things), after, whole)

    def one_of(self, node: ast.Nominal, table: Table, env: Env) -> list[int]:
        """The place where it goes, or each of those that may be chosen."""
        phrase = sets.phrase_of(node)
        if phrase is not None:
            d = phrase.determiner
            if (
                d.quantifier in ("each", "every", "all", "no")
                or d.number is not None
                or quantifiers.reaches(node)
            ):
                raise Unknown("several places to go to")
            if not all(n.name or table.lore.category(n.head) == "place" for n in phrase.nouns):
                raise Unknown("to put on a thing")
        return [v.id for v in quantifiers.values_of(node, table, env) if isinstance(v, Entity)]

    def things(
        self,
        node: ast.Nominal,
        source: ast.Complement | None,
        table: Table,
        env: Env,
        target: Sequence[int] = (),
    ) -> Iterator[tuple[list[int], Env, bool]]:
        """What is meant or may be chosen; the discourse afterwards; whether it is as many as were asked for.  `target`:
        where it goes; of those of which nothing says where they are, one that is there already is not chosen.
        """
        if isinstance(node, ast.Pronoun):
            found = quantifiers.members(node, table, env)
            yield found, env, bool(found)
            return
        phrase = sets.phrase_of(node)
        if phrase is None and isinstance(node, ast.Group):
            yield from self.listed(node, source, table, env)
            return
        if phrase is None or (isinstance(node, ast.Noun) and amounts.is_amount(node, table.lore)):
            raise Unknown("to move an amount or a list")
        d, noun = phrase.determiner, phrase.nouns[0]
        if source is not None:
            assert isinstance(source.value, ast.Nominal)
            one = (
                d.article == "a"
                and isinstance(source.value, ast.Noun)
                and source.value.determiner.article == "a"
            )
            if possession.vague(source.value) and not one:
                raise Unknown("from one of several")
            phrase = replace(phrase.adding(ast.Modifier(word="from", what=source.value)), placed=True)
        if quantifiers.wide(phrase) is not None or possession.vague(phrase.determiner.owner):
            raise Unknown("of each, to be moved")
        if d.article in ("this", "that", "those", "these"):
            found = [v.id for v in quantifiers.values_of(node, table, env) if isinstance(v, Entity)]
            yield found, env, bool(found)
            return
        if (d.number or 0) > 1 and any(quantifiers.in_any(m.what) for m in phrase.modifiers):
            raise Open("so many of one of several, who is chosen first")
        fits = [e for e, _ in sets.fitting(phrase, table, env)]
        number, least = self.wanted(phrase, len(fits))
        if number is None:
            if d.quantifier == "no":
                raise Refused("to do it with none")
            if any(quantifiers.in_any(m.what) for m in phrase.modifiers):
                raise Open("all of one of several, who is chosen first")
            yield from self.all_of(phrase, fits, env)
            return
        if not sets.names_place(phrase) and not any(m.word == "of" for m in phrase.modifiers):
            fits = [e for e in fits if table.state.parent[e] not in target]
            number, least = self.wanted(phrase, len(fits))
            assert number is not None
        if sum(1 for _ in range(len(fits))) > 12 and number > 1:
            raise Open("too many ways")
        for size in range(min(least, len(fits)), min(number, len(fits)) + 1):
            for some in combinations(fits, size):
                after = env.speak(some[0] if some else -1, noun.head) if number == 1 else env
                yield list(some), after, size >= least

    def listed(
        self, node: ast.Group, source: ast.Complement | None, table: Table, env: Env
    ) -> Iterator[tuple[list[int], Env, bool]]:
        """*a cat and a dog*: both; *a cat or a dog*: one of them."""
        if node.joint == "or":
            for item in node.items:
                yield from self.things(item, source, table, env)
            return
        found: list[tuple[list[int], Env, bool]] = [([], env, True)]
        heads = [item.head for item in node.items if isinstance(item, ast.Noun) and item.head]
        overlap = [(a, b) for k, a in enumerate(heads) for m, b in enumerate(heads) if k != m]
        if "thing" in heads or any(table.lore.words.is_kind(a, b) for a, b in overlap):
            raise Unknown("a list of kinds that overlap")
        for item in node.items:
            made = [(old, new) for old in found for new in self.things(item, source, table, env)]
            if means_all(item) and any(not new[2] for _, new in made):
                self.notes.add("none of all in a list")
            found = [([*o[0], *n[0]], env, o[2] and n[2]) for o, n in made]
            if len(found) > LIMIT:
                raise Open("too many ways")
        for things, _, whole in found:
            if any(table.inside(one, other) for one in things for other in things):
                raise Open("what lies on something, and that, in one list")
            if len(set(things)) == len(things):
                yield things, env, whole

    def all_of(self, phrase: sets.Phrase, fits: list[int], env: Env) -> Iterator[tuple[list[int], Env, bool]]:
        d, noun = phrase.determiner, phrase.nouns[0]
        one = noun.name is not None or (phrase.plural is False and d.quantifier is None)
        if one and len(fits) > 1:
            raise Open("the only one of several")
        if one and not fits:
            self.notes.add("nothing")
        whole = len(fits) >= (d.number or 1) if d.ordinal is not None else bool(fits)  # *the top 2*
        yield fits, env.speak(fits[0] if fits else -1, noun.head) if one else env, whole

    def wanted(self, phrase: sets.Phrase, there: int) -> tuple[int | None, int]:
        """The most and the least that are chosen; None: all that fit."""
        d = phrase.determiner
        if d.ordinal is not None or d.quantifier in ("all", "each", "every", "no"):
            if d.number is not None and d.ordinal is None:
                raise Unknown("all 3")
            return None, 0
        if d.quantifier == "any number of":
            return there, 0
        if d.quantifier == "another" or d.article == "a":
            return 1, 1
        if d.number is not None:
            if d.article == "the" or ((d.possessive or d.owner) and not d.of):
                raise Unknown("the 2 dogs")
            if d.bound == "up to":
                return d.number, 0
            if d.bound not in (None, "exactly"):
                raise Refused("a bound in an order")
            return d.number, d.number
        if d.quantifier is not None:
            raise Unknown(f"{d.quantifier} in an order")
        if d.article == "the" or d.possessive or d.owner is not None or phrase.nouns[0].name:
            return None, 0
        raise Unknown("a bare plural in an order")

    # --- Amounts ------------------------------------------------------------------------------------------------

    def gain(self, verb: str, what: ast.Nominal, who: int, table: Table, env: Env) -> Iterator[Plan]:
        if not isinstance(what, ast.Noun) or what.head not in table.lore.quantities:
            raise Unknown("to gain a thing")
        if table.lore.quantities[what.head].of != "player":
            raise Unknown("to gain what is the game's")
        if any(q.parent == what.head for q in table.lore.quantities.values()):
            raise Unknown("to gain one of several quantities")
        n = max(0, self.how_much(what, who, table, env))
        column = table.lore.amounts[what.head]
        delta = n if verb == "gain" else -n
        yield Plan((Event("add", (column, who, delta)),) if n else (), env, True)

    def pay(self, what: ast.Nominal, who: int, table: Table, env: Env) -> Iterator[Plan]:
        """All of it, or nothing."""
        if any(table.lore.quantities[q].pays_as for q in table.lore.quantities):
            raise Unknown("what is paid in place of something")
        for plan in self.gain("lose", what, who, table, env):
            wanted: dict[int, int] = {}
            for event in plan.events:
                wanted[event.roles[0]] = wanted.get(event.roles[0], 0) - event.roles[2]
            if len(plan.events) > 1:
                raise Unknown("to pay several at once")
            enough = all(self.can_lose(column, who, n, table) for column, n in wanted.items())
            yield Plan(plan.events if enough else (), env, enough)

    def can_lose(self, column: int, who: int, n: int, table: Table) -> bool:
        least, _ = table.model.limits(column, who)
        return least is None or table.state.columns[column][who] - n >= least

    def how_much(self, what: ast.Noun, who: int, table: Table, env: Env) -> int:
        d = what.determiner
        if what.adjectives or what.relative or d.more or d.signed or d.bound or d.ordinal or d.other:
            raise Unknown("an amount with more")
        times = 1
        equal: int | None = None
        for modifier in what.modifiers:
            if modifier.what is None:
                raise Unknown("an amount with more")
            if modifier.word == "equal to":
                found = amounts.one_number(amounts.needed(modifier.what), table, env)
                equal = 0 if found is None else found
            elif modifier.word in ("for each", "for every"):
                times *= self.for_each_count(modifier, table, env)
            else:
                raise Unknown(f"an amount with {modifier.word}")
        if equal is not None:
            if d.number is not None or d.article:
                raise Unknown("2 coins equal to")
            return equal * times
        if d.quantifier == "all" and d.possessive == "your" and who == env.you:
            return table.quantity(who, what.head or "") or 0
        if d.quantifier == "all" and d.possessive == "their" and who == env.subject:
            return table.quantity(who, what.head or "") or 0
        if d.article == "a":
            return times
        if d.number is not None and d.quantifier is None and not d.of:
            return d.number * times
        raise Unknown("an amount with this determiner")

    def for_each_count(self, modifier: ast.Modifier, table: Table, env: Env) -> int:
        each = modifier.what
        assert each is not None
        size = 1
        if modifier.word == "for every":
            if not isinstance(each, ast.Noun) or each.determiner.number is None:
                raise Unknown("for every, and no number")
            size = each.determiner.number
            each = replace(each, determiner=replace(each.determiner, number=None), plural=True)
        if isinstance(each, ast.Noun) and amounts.is_amount(each, table.lore):
            raise Unknown("for each of an amount")
        phrase = sets.phrase_of(each)
        if phrase is None:
            raise Unknown("for each of a list")
        return len(sets.fitting(phrase, table, env)) // size

    def change(
        self, verb: str, what: ast.Nominal, amount: ast.Nominal, table: Table, env: Env
    ) -> Iterator[Plan]:
        """Set, raise, lower: of one, of each, of all."""
        if (
            not isinstance(what, ast.Noun)
            or not amounts.is_amount(what, table.lore)
            or what.head not in table.lore.columns
        ):
            raise Unknown("to set what is no attribute")
        if what.determiner.quantifier or what.determiner.number or what.adjectives or what.relative:
            raise Unknown("to set an amount with more")
        n = amounts.one_number(amount, table, env)
        if n is None:
            self.notes.add("nothing")
            raise Open("set to the amount of nothing")
        if any(q.parent == what.head for q in table.lore.quantities.values()):
            raise Unknown("to set one of several quantities")
        for whose in self.whose(what, table, env):
            events = [event for e in whose for event in self.changed(verb, what.head, e, n, table)]
            yield Plan(tuple(events), env, True)

    def changed(self, verb: str, name: str, e: int, n: int, table: Table) -> Iterator[Event]:
        player = table.is_kind(e, "player")
        column = table.lore.amounts[name] if player else table.lore.column_of[table.model.kind[e]][name]
        if verb == "set":
            yield Event("set", (column, e, n))
        elif n > 0:
            yield Event("shift", (column, e, n if verb == "raise" else -n))

    def whose(self, what: ast.Noun, table: Table, env: Env) -> list[list[int]]:
        """Whose amount it is: all of those, or each of whom one may be chosen."""
        d = what.determiner
        node: ast.Nominal
        if d.possessive is not None:
            node = Fixed(id=reference.possessor(d.possessive, table, env))
        elif d.owner is not None:
            node = d.owner
        elif what.modifiers:
            node = amounts.only_of(what)
        else:
            raise Unknown("to set an amount of nobody")
        phrase = sets.phrase_of(node)
        if phrase is not None and phrase.determiner.number is not None:
            raise Unknown("to set that of a chosen one")
        picked = phrase is not None and quantifiers.wide(phrase) is not None and quantifiers.picks_one(phrase)
        if picked or quantifiers.is_indefinite(node):
            one = [v.id for v in quantifiers.values_of(node, table, env) if isinstance(v, Entity)]
            return [[e] for e in one if amounts.read(e, what.head or "", table) is not None] or [[]]
        found = quantifiers.members(node, table, env)
        return [[e for e in found if amounts.read(e, what.head or "", table) is not None]]

    # --- Doing --------------------------------------------------------------------------------------------------

    def do(self, plan: Plan, world: World, table: Table) -> World:
        state = world.state.copy(log=False)
        loose = set(world.loose)
        moved = [event.roles[1] for event in plan.events if event.what == "move"]
        loose |= {place for place in moved if moved.count(place) > 1}
        whole = plan.whole
        for event in plan.events:
            done = self.one(event, state, table)
            if (
                not done
                and event.what == "move"
                and len(moved) > 1
                and table.model.entities[event.roles[1]].capacity
            ):
                raise Open("no room for all: which?")
            if not done and event.what in ("shift", "set", "face") and len(plan.events) > 1:
                raise Open("one of several is changed, and another is not")
            whole = done and whole
        return replace(
            world, state=state, env=plan.env, loose=frozenset(loose), done=whole, empty=not plan.events
        )

    def one(self, event: Event, state: State, table: Table) -> bool:
        """Do it; whether it was done whole."""
        model = table.model
        match event.what:
            case "add" | "shift" | "set":
                column, e, n = event.roles
                least, most = model.limits(column, e)
                old = state.columns[column][e]
                new = n if event.what == "set" else old + n
                bounded = new if least is None else max(least, new)
                bounded = bounded if most is None else min(most, bounded)
                state.columns[column][e] = bounded
                # The bound belongs to what *raise*, *lower* and *set* say: they are done if they change something.
                return bounded == new if event.what == "add" else bounded != old
            case "face":
                e, up = event.roles
                turned = state.face[e] != up
                state.face[e] = up
                return turned
            case "remove":
                take_out(event.roles[0], state)
                return True
            case "move":
                return put(event.roles[0], event.roles[1], state, table)
        raise AssertionError(event.what)


def means_all(item: ast.Nominal) -> bool:
    """*all boats*, *your lanterns* in a list: also where there are none."""
    d = item.determiner if isinstance(item, ast.Noun) else ast.Determiner()
    return d.number is None and d.article != "a" and d.quantifier in (None, "all", "each", "every")


def recent(env: Env, number: int) -> Env:
    """What was said two sentences ago is not what *each other player* is other than."""
    env = replace(env, sentence=number)
    return env if env.ahead is None or number - env.ahead[0] <= 1 else replace(env, ahead=None)


def some_of_all(subject: ast.Nominal) -> bool:
    """*Each player with 3 coins*: after it *each other player* is each but those."""
    if not isinstance(subject, ast.Noun) or subject.name is not None or subject.determiner.other:
        return False
    you = any(isinstance(each, ast.Pronoun) and each.word == "you" for each in subject.walk())
    your = any(isinstance(each, ast.Determiner) and each.possessive == "your" for each in subject.walk())
    narrowed = subject.adjectives or subject.modifiers or subject.relative
    return bool(narrowed) and not you and not your


def unordered(after: World, before: World, table: Table) -> World:
    """Which of several that an *if* or *for each* found comes first, nobody said: nor how they lie afterwards."""
    for e, place in enumerate(after.state.parent):
        if place >= 0 and place != before.state.parent[e] and table.model.entities[place].capacity:
            raise Open("who of several comes to a place that may be full, nobody said")
    ordered = {e for e in range(table.model.count) if table.model.ordered[e]}
    return replace(after, loose=after.loose | ordered)


def unlike(envs: list[Env]) -> list[Env]:
    return list(dict.fromkeys(envs))


def distinct(runs: Iterator[Iterator[World]]) -> list[World]:
    """The different ones; Open when there are too many to tell."""
    found: dict[tuple, World] = {}
    for run in runs:
        for world in run:
            found.setdefault(
                (
                    table_key(world.state, world.loose),
                    world.loose,
                    world.env,
                    world.done,
                    world.empty,
                    world.held,
                ),
                world,
            )
            if len(found) > LIMIT:
                raise Open("too many ways")
    return list(found.values())


__all__ = ["Judge", "Number", "Value", "World", "table_key"]
