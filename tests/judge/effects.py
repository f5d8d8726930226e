"""Orders: what a table is like after them.

Everything that may end in several ways (somebody chooses, an *if* finds one of several) gives all of them: every table
that the reference allows.  Each order is planned on what the one before left, and then done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any, TypeVar

from tests.judge import amounts, behind, chosen, conditions, gains, quantifiers, sets
from tests.judge.copies import replace
from tests.judge.forms import (
    asks_outcome,
    costs,
    listed,
    names_you_and_another,
    negated_outcome,
    some_of_all,
    until,
)
from tests.judge.lasting import lasting
from tests.judge.obedient import Obedient
from tests.judge.plans import plan
from tests.judge.standing import (
    Standing,
    happened,
    standing,
)
from tests.judge.tables import (
    ASKED_NO_MORE,
    Event,
    Plan,
    World,
    came_to_nothing,
    clockwise,
    distinct,
    do,
    table_key,
    unordered,
)
from tests.judge.values import TOO_MANY, Env, Number, Open, Referent, Refused, Table, Unknown, Value, every
from toolkit.kernel.state import State
from toolkit.language import ast

T = TypeVar("T")
YOU = ast.Pronoun(word="you")

STEPS = 4000
"""So often a table is looked at for one sentence: rules that choose, and wait for one another, multiply."""


IN_ORDER = ("in clockwise order", "in turn order", "in counterclockwise order")
BY_AMOUNT = ("gain", "lose", "pay")


@dataclass
class Judge(Obedient):
    """Carries out paragraphs; `table_of` reads a state."""

    table_of: Callable[[State], Table]
    notes: set[str] = field(default_factory=set)
    used: set[int] = field(default_factory=set)
    number: int = 0
    """Of the sentence."""
    laws: tuple[Standing, ...] = ()
    """What stands without an end, and waits for something."""
    steps_left: int = STEPS
    recording: bool = False
    """Whether some sentence asks what has happened."""

    def outcomes(self, node: ast.Paragraph, state: State, you: int) -> list[World]:
        """Every table that may be there afterwards."""
        worlds = [World(state.copy(log=False), Env(you=you), standing=self.laws)]
        for self.number, sentence in enumerate(node.sentences):
            worlds = [replace(w, env=recent(w.env, self.number)) for w in worlds]
            worlds = distinct(self.sentence(sentence, world) for world in worlds)
        return worlds

    # --- Sentences ----------------------------------------------------------------------------------------------

    def sentence(self, node: ast.Sentence, world: World) -> Iterator[World]:
        env = replace(world.env, dim=False)
        rules = (until(node) and lasting(node, env)) or [standing(node, env)]
        if rules != [None]:
            if world.state.active < 0:
                raise Open("this turn, and there is none")
            if world.env.spoken:
                raise Unknown("a rule after what was spoken of")
            self.notes.update(f"a rule: {rule.kind}" for rule in rules)
            yield replace(world, standing=(*world.standing, *rules), done=None, held=None)
            return
        yield from self.opened(list(node.openings), node, world)

    def opened(self, openings: list[ast.Opening], node: ast.Sentence, world: World) -> Iterator[World]:
        if not openings:
            if isinstance(node.body, ast.Choice):
                yield from self.choice(node.body, world)
            elif (late := behind.condition_of(node.body)) is not None:
                yield from self.asked_behind(*late, world)
            else:
                assert isinstance(node.body, ast.Clauses)
                yield from self.body(node.body, world)
            return
        first, rest = openings[0], openings[1:]
        match first:
            case ast.Manner(word=word, starting=starting):
                yield from self.in_order(word, starting, rest, node, world)
            case ast.Given(behind=True):
                raise Unknown("a condition that stood behind")
            case ast.Given(word="if" | "unless" as word, condition=condition):
                yield from self.given(word, condition, rest, node, world)
            case ast.Link(word="then"):
                yield from self.opened(rest, node, world)
            case ast.Link(word="otherwise"):
                if world.held is None:
                    raise Refused("otherwise, and no if before it")
                if world.held:
                    yield replace(world, held=True if any(isinstance(o, ast.Given) for o in rest) else None)
                else:
                    yield from self.opened(rest, node, replace(world, held=None))
            case ast.ForEach(at_once=True):
                raise Unknown("asked of all of them before")
            case ast.ForEach(each=each):
                yield from self.for_each(each, rest, node, world)
            case _:
                raise Unknown(f"opening {type(first).__name__}")

    def given(
        self, word: str, condition: ast.Clauses, rest: list[ast.Opening], node: ast.Sentence, world: World
    ) -> Iterator[World]:
        if asks_outcome(condition):
            self.notes.add("if you do")
            world, envs = self.outcome(condition, world)
        else:
            envs = every(conditions.clauses(condition, self.table(world), world.env))
            if any(isinstance(below, ast.Noun) and below.name is not None for below in condition.walk()):
                self.notes.add("a name beside what was found")
        if word == "unless":
            envs = [] if envs else [world.env]
        back, table = replace(world.env, dim=True), self.table(world)
        if not envs:
            later = any(isinstance(each, ast.When) for each in rest)  # of that nothing is known yet anyway
            env = back if later else came_to_nothing(node.body, back, table)
            yield replace(world, env=env, held=False, done=None)
            return
        envs = [replace(env, subject=-1, apart=False) for env in unlike(envs)]
        found = self.spoken_of(envs, len(world.env.spoken), rest, node, world)
        worlds = self.passes(found, rest, node, world)
        if found[0].spoken[-1:] and any(
            not self.same(worlds, self.passes(order, rest, node, world)) for order in other_orders(found)
        ):
            raise Open("which of several comes first, nobody said")
        if pairs(found, len(world.env.spoken)) and not self.same(
            worlds, self.passes(found, rest, node, world, condition)
        ):
            raise Open("what was found is there no more when its turn comes")
        for after in worlds:
            much = (after.env.many, after.env.much) if len(found) == 1 else (None, ())
            env = replace(back, many=much[0], much=much[1])
            yield replace(unordered(after, world, table) if len(envs) > 1 else after, env=env, held=True)

    def goes_on(self) -> bool:
        """Whether sentences belong to each pass of a loop."""
        return False

    def in_order(
        self,
        word: str,
        starting: ast.Nominal | None,
        rest: list[ast.Opening],
        node: ast.Sentence,
        world: World,
    ) -> Iterator[World]:
        """*In clockwise order, starting with Blue, each player …*."""
        if rest or word not in IN_ORDER:
            raise Unknown("in an order of another sort")
        table = self.table(world)
        first = [world.state.active] if starting is None else quantifiers.members(starting, table, world.env)
        clause = node.body.clauses[0] if isinstance(node.body, ast.Clauses) else None
        subject = clause.subject if isinstance(clause, ast.Clause) else None
        each = (
            isinstance(subject, ast.Noun) and subject.determiner.quantifier == "each" and not self.goes_on()
        )
        if len(first) != 1 or first[0] < 0 or not each:
            raise Unknown("in an order that begins with nobody")
        order = (first[0], word != "in counterclockwise order")
        for after in self.opened(rest, node, replace(world, env=replace(world.env, order=order))):
            yield replace(after, env=replace(after.env, order=None))

    def asked_behind(
        self, clause: ast.Clause, closing: ast.Closing, body: ast.Clauses, world: World
    ) -> Iterator[World]:
        """*S if C*: S speaks of nothing that C finds; C may speak of who does S."""
        condition, table, back = closing.condition, self.table(world), replace(world.env, dim=True)
        assert condition is not None
        if asks_outcome(condition):
            raise Unknown("if you do, behind")
        if behind.names_new(clause) and any(map(behind.points_back, condition.walk())):
            raise Unknown("a condition that speaks of what its order chooses")
        self.notes.add("a condition behind")
        each_of_them = behind.of_each(clause, condition)
        doers, one = (
            self.doers(clause.subject, table, world.env) if clause.subject is not None else ([], True)
        )
        ways = doers if each_of_them else doers[:1] if one and doers else [-1]
        said = replace(body, clauses=(replace(clause, subject=behind.THAT_PLAYER),)) if each_of_them else body
        worlds, held, told = [world], False, dict[int, Env]()
        for who in ways:  # asked of all before any of them does it
            named = who >= 0 and clause.subject != YOU and (each_of_them or not behind.names_you(condition))
            env = world.env.speak(who, "player") if named else world.env
            found = every(conditions.clauses(condition, table, env.under(who) if each_of_them else env))
            held = bool(found) != (closing.word == "unless")
            if held:
                told[who] = env
        for env in told.values():
            nexts = []
            for w in worlds:
                nexts += self.body(said, replace(w, env=env if each_of_them else w.env))
            worlds = [replace(w, env=world.env) for w in distinct([iter(nexts)])]
        for after in worlds:
            if each_of_them:
                yield replace(after, env=back, held=None, done=None)
            else:
                yield replace(after, env=back, held=held, done=after.done if held else None)

    def outcome(self, condition: ast.Clauses, world: World) -> tuple[World, list[Env]]:
        """*If you do*: the discourses in which it is so."""
        if world.done is None:
            raise Unknown("if you do, and nothing that could be")
        if world.empty:
            raise Open("if you do, and nothing was to be done")
        return world, [world.env] if world.done != negated_outcome(condition) else []

    def passes(
        self,
        envs: list[Env],
        rest: list[ast.Opening],
        node: ast.Sentence,
        world: World,
        still: ast.Clauses | None = None,
    ) -> list[World]:
        """`still`: only for those of whom it holds when their turn comes."""
        worlds, known = [world], len(world.env.spoken)
        for env in envs:
            nexts: list[Iterator[World]] = []
            for w in worlds:
                if still is None or self.holds_of(env.spoken[known:], still, replace(w, env=world.env)):
                    nexts.append(self.opened(rest, node, replace(w, env=env)))
                else:
                    nexts.append(iter([w]))
            worlds = distinct(nexts)
        return worlds

    def holds_of(self, found: tuple[Referent, ...], condition: ast.Clauses, world: World) -> bool:
        """Whether the condition finds just these now."""
        ids = [r.id for r in found]
        ways = every(conditions.clauses(condition, self.table(world), world.env))
        return any([r.id for r in env.spoken[len(world.env.spoken) :]] == ids for env in ways)

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
        if phrase.determiner.article == "those" or phrase.determiner.number is not None:
            raise Unknown("for each of those")
        of_all = replace(
            phrase.determiner, quantifier="each"
        )  # *for each other player*: as *each other player*
        found = [e for e, _ in sets.fitting(replace(phrase, determiner=of_all), table, world.env)]
        head = phrase.nouns[0].head

        def one_by_one(order: list[int]) -> list[World]:
            worlds = [world]
            for e in order:
                nexts = [replace(w, env=self.looped(e, head, w.env)) for w in worlds]
                worlds = self.passed(distinct(self.opened(rest, node, w) for w in nexts))
                worlds = [replace(w, env=world.env) for w in worlds]
            return worlds

        players = table.lore.words.is_kind(head, "player")
        worlds = one_by_one(clockwise(found, table) if players else found)
        others = () if players else other_orders(found)
        if any(not self.same(worlds, one_by_one(order)) for order in others):
            raise Open("which of several comes first, nobody said")
        back = replace(world.env, dim=True, those=None, many=None, much=())
        for after in worlds:
            yield replace(unordered(after, world, table), env=back, done=None)

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Another text is read, which speaks of other things: what it refers to is nothing that was spoken of here."""
        used = set(self.used)
        yield
        self.used.clear()
        self.used.update(used)

    def table(self, world: World) -> Table:
        self.steps_left -= 1
        if self.steps_left < 0:
            raise Open(TOO_MANY)
        table = self.table_of(world.state)
        made = tuple(each for each in world.standing if each.kind == "change")
        return replace(table, notes=self.notes, used=self.used, loose=world.loose, laws=(*table.laws, *made))

    # --- Clauses ------------------------------------------------------------------------------------------------

    def body(self, node: ast.Clauses, world: World) -> Iterator[World]:
        if node.closings:
            node = with_bound(node)
        if "or" in node.joints:
            raise Unknown("this or that")
        groups: list[list[ast.Clause]] = [[]]
        for k, clause in enumerate(node.clauses):
            if not isinstance(clause, ast.Clause) or clause.openings:
                raise Unknown("an opening inside")
            clause = with_subject(clause, groups[-1][-1] if k else None)
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
                left = (
                    w for w in worlds if w.done is False
                )  # what the rest would have named is out of reach
                yield from (replace(w, done=None, env=replace(w.env, dim=True)) for w in left)
                worlds = [w for w in worlds if w.done is not False]
        yield from (
            replace(w, done=w.done if len(groups) == 1 and len(groups[0]) == 1 else None) for w in worlds
        )

    def choice(self, node: ast.Choice, world: World) -> Iterator[World]:
        """*Choose one: gain 1 coin, or lose 1 point.*"""
        if node != ast.Choice(items=node.items):
            raise Unknown("choose so many")
        ways = []
        for item in node.items:
            if (
                not isinstance(item, ast.Sentence)
                or item.openings
                or not isinstance(item.body, ast.Clauses)
                or len(item.body.clauses) > 1
            ):
                raise Unknown("a line with more")
            (clause,) = item.body.clauses
            if not isinstance(clause, ast.Clause) or len(clause.verbs) > 1 or clause.subject is not None:
                raise Unknown("a line with more")
            ways.append(list(self.body(item.body, world)))
            self.can_be_begun(clause.verbs[0], ways[-1], world)
        yield from self.one_of(ways, world)

    def can_be_begun(self, verb: ast.Verb, ways: list[World], world: World) -> None:
        """Of a verb of the pack nobody said whether it is, where nothing comes of its steps."""
        own = isinstance(verb, ast.Act) and self.table(world).lore.steps(verb.verb) is not None
        if own and any(w.done is False for w in ways):
            raise Open("whether a verb of the pack can be begun")

    def one_of(self, ways: list[list[World]], world: World) -> Iterator[World]:
        """One of what can be done; nothing, if nothing can."""
        can = []
        for worlds in ways:
            done = {w.done for w in worlds}
            same = all(table_key(w.state, frozenset()) == table_key(world.state, frozenset()) for w in worlds)
            if done == {True} and not any(w.empty for w in worlds):
                can += worlds
            elif done != {False} or not same or not all(w.empty for w in worlds):
                raise Open("whether that can be done")
        back = replace(world.env, dim=True)
        yield from (replace(w, env=back, done=None, held=None, empty=False) for w in can or [world])

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
                yield replace(after, env=replace(after.env, told=False), whom=(world.env.you, False))
            return
        if node.subject != ast.Pronoun(word="you") and any(map(names_you_and_another, node.verbs)):
            raise Refused("you are named, and another does it: other than whom")
        table = self.table(world)
        doers, one = self.doers(node.subject, table, world.env)
        ahead = (self.number, tuple(doers)) if some_of_all(node.subject) else world.env.ahead
        world = replace(world, env=replace(world.env, ahead=ahead), done=None)
        if not doers:
            yield replace(world, env=replace(world.env, dim=True))  # what they would have named
            return
        you = isinstance(node.subject, ast.Pronoun) and node.subject.word == "you"  # nobody calls them *they*
        orders = {who: node if one else self.counted(node, who, world) for who in doers}
        worlds = self.turns(node.subject, orders, one, world)
        if does_more(node) and any(order != node for order in orders.values()):
            if not self.same(worlds, self.turns(node.subject, dict.fromkeys(doers, node), one, world)):
                raise Open("counted before, or when it is their turn to do more than that")
        whom = (doers[0], not you) if one else None
        for after in worlds:
            env = replace(after.env, subject=-1, told=False, doer=-1)
            yield replace(after, env=env, done=after.done if one else None, whom=whom)

    def turns(
        self, subject: ast.Nominal, orders: dict[int, ast.Clause], one: bool, world: World
    ) -> list[World]:
        """What they do, one after another."""
        worlds = [world]
        head = subject.head if isinstance(subject, ast.Noun) else "player"
        you = isinstance(subject, ast.Pronoun) and subject.word == "you"
        for who, order in orders.items():
            spoken = [w.env if you else w.env.speak(who, head) for w in worlds]
            spoken = [replace(e, ahead=None) for e in spoken] if you else spoken
            nexts = [
                replace(w, env=replace(e, subject=who, told=you, doer=-1 if you else who))
                for w, e in zip(worlds, spoken, strict=True)
            ]
            worlds = distinct(self.verbs(order, who, w) for w in nexts)
            if not one:
                worlds = self.passed([replace(w, whom=(who, True)) for w in worlds])
                worlds = [replace(w, env=replace(world.env, those=None, many=None, much=())) for w in worlds]
        return worlds

    def counted(self, node: ast.Clause, who: int, world: World) -> ast.Clause:
        """*Each player gains coins equal to Red's coins*: so much for each is counted before anybody does it; what is
        theirs, behind another verb, when they do it.
        """
        first, *rest = node.verbs
        if rest and node.joint != "and":
            return node
        verbs = [self.counted_verb(first, who, world)]
        for verb in rest:
            theirs = any(map(is_theirs, verb.walk()))
            verbs.append(verb if theirs else self.counted_verb(verb, who, world))
        return replace(node, verbs=tuple(verbs))

    def counted_verb(self, verb: ast.Verb, who: int, world: World) -> ast.Verb:
        if not isinstance(verb, ast.Act) or verb.modal or verb.adverbials or verb.verb not in BY_AMOUNT:
            return verb
        what = verb.object
        if isinstance(what, ast.Group) and what.joint == "and":
            first, *rest = what.items
            items = [
                each if any(map(is_theirs, each.walk())) else self.amount(each, who, world) for each in rest
            ]
            return verb.having(replace(what, items=(self.amount(first, who, world), *items)))
        return verb.having(self.amount(what, who, world)) if what is not None else verb

    def amount(self, what: ast.Nominal, who: int, world: World) -> ast.Nominal:
        """So much as it is now."""
        if not isinstance(what, ast.Noun):
            return what
        d = what.determiner
        if (
            d.bound
            or d.quantifier in ("that many", "that much")
            or (d.number is not None and not what.modifiers)
        ):
            return what
        env = replace(world.env.speak(who, "player"), subject=who, doer=who)
        n = gains.how_much(what, who, self.table(world), env)
        return ast.Noun(determiner=ast.Determiner(number=max(0, n)), head=what.head, plural=True)

    def looped(self, e: int, head: str | None, env: Env) -> Env:
        """In a pass of *For each*."""
        return env.speak(e, head)

    def passed(self, worlds: list[World]) -> list[World]:
        """After one pass of a loop: what belongs to it."""
        return worlds

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
        if d.ordinal is not None or (d.number is not None and d.article is not None):
            raise Unknown("the first players")
        if d.article == "a" or d.quantifier in ("another", "no") or d.number is not None:
            raise Refused("a doer who was not brought in")
        found = quantifiers.members(subject, table, env)
        if d.quantifier in ("each", "every", "all") or phrase.plural:
            return in_turn(found, env.order, table), False
        if len(found) > 1:
            self.notes.add("tie")
            return [], True
        return found, True

    def verbs(self, node: ast.Clause, who: int, world: World) -> Iterator[World]:
        if node.joint == "or":
            ways = [list(self.planned([verb], who, world)) for verb in node.verbs]
            for verb, found in zip(node.verbs, ways, strict=True):
                self.can_be_begun(verb, found, world)
            yield from self.one_of(ways, world)
            return
        if node.joint == "then":
            worlds = [world]
            for verb in node.verbs:
                worlds = distinct(self.planned([verb], who, w) for w in worlds)
                if costs(verb) and verb is not node.verbs[-1]:
                    left = (
                        w for w in worlds if w.done is False
                    )  # what the rest would have named is out of reach
                    yield from (replace(w, done=None, env=replace(w.env, dim=True)) for w in left)
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
        if len(verbs) > 1 or often[0].bound or verbs[0].modal or often[0].amount is not None:
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
            known = len(world.env.spoken)
            named = worlds[0].env.spoken[known:] if worlds else ()  # what who says no has not chosen
            before = {each.id for each in world.env.spoken}  # *that cat* is still there to be spoken of
            nobody = (
                each if each.id in before and not each.picked else replace(each, id=-1) for each in named
            )
            spoken = (*world.env.spoken, *nobody)
            no = replace(world.env, dim=True, many=0, spoken=spoken)
            much = worlds[0].env.much if worlds else ()
            if much and much != world.env.much:
                no = no.amounting(much[-1][0], 0)
            yield replace(world, env=no, held=None, done=False, empty=False)

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
        if isinstance(verb, ast.Act) and (steps := table.lore.steps(verb.verb)) is not None:
            yield from self.own(verb, steps, who, world)
            return
        for way in plan(verb, who, table, world.env):
            act = lambda way=way: [self.recorded(do(way, world, table), way, verb, who, world)]
            if world.standing and isinstance(verb, ast.Act):
                yield from self.through(way, verb.verb, who, world, act)
            else:
                yield from act()

    def recorded(self, after: World, way: Plan, verb: ast.Verb, who: int, before: World) -> World:
        """What was done is known of the past, if anything of it came about."""
        if not (self.recording and way.events and isinstance(verb, ast.Act)):
            return after
        state = after.state.copy(log=False)
        history: list[Any] = state.history  # where it began stands a mark
        history[len(before.state.history)] = None
        history += happened(verb.verb, who, way.events, before.state, state, self.table(before))
        history.remove(None)
        return replace(after, state=state)

    # --- Verbs of the pack --------------------------------------------------------------------------------------

    def begun_with(self, world: World) -> World:
        """Where a verb is being done: it has not happened yet, nor not."""
        if not self.recording:
            return world
        state = world.state.copy(log=False)
        state.history.append(ASKED_NO_MORE)
        return replace(world, state=state)

    def own(
        self, verb: ast.Act, steps: tuple[str | None, list[ast.Paragraph]], who: int, world: World
    ) -> Iterator[World]:
        """*Pat a cat*: the steps of the verb, with *the cat*."""
        noun, said = steps
        table, objects = self.table(world), [each.value for each in verb.complements]
        plain = replace(verb, modal=None, complements=()) == ast.Act(verb=verb.verb)
        if not plain or verb.modal not in (None, "may") or len(objects) != (noun is not None):
            raise Unknown("a verb of the pack with more")
        self.notes.add("a verb of the pack")
        ways = chosen.things(objects[0], None, table, world.env) if noun else [([-1], world.env, True)]
        for things, after, whole in ways:
            if len(things) > 1:
                raise Unknown("a verb of the pack, of several")
            if not things:
                yield do(Plan((), after, False), world, table)
                continue
            if not whole:
                raise Unknown("a verb of the pack, of fewer than were asked for")
            if things[0] >= 0 and not table.in_game(things[0]):
                raise Open("a verb of the pack, with what has left the game")
            way = Plan((Event("did", (things[0],)),), after, whole)
            begin = lambda thing=things[0], after=after, way=way: [
                self.recorded(w, way, verb, who, world)
                for w in self.steps(said, noun, thing, who, after, self.begun_with(world))
            ]
            if world.standing:
                yield from self.through(way, verb.verb, who, world, begin)
            else:
                yield from begin()

    def steps(
        self, said: list[ast.Paragraph], noun: str | None, thing: int, who: int, after: Env, world: World
    ) -> list[World]:
        """One after another; of one order the verb is done if that is."""
        env = Env(you=who, slots=((noun, thing),) if noun else ())
        env = env.speak(thing, noun) if noun else env
        if len(world.within) > 3:
            raise Unknown("rules that begin one another")
        worlds, sentences = [replace(world, env=env)], [each for step in said for each in step.sentences]
        one = len(sentences) == 1 and not sentences[0].openings
        outer, self.sole = self.sole, one
        with self.apart():
            for sentence in sentences:
                worlds = distinct(self.sentence(sentence, replace(w, held=w.held)) for w in worlds)
        self.sole = outer
        return [
            replace(
                w,
                env=after,
                held=None,
                done=w.done if one else True,
                empty=w.empty if one else False,  # several can be begun, whatever comes of them
                standing=world.standing,
            ).as_asked_before(world)
            for w in worlds
        ]


def in_turn(found: list[int], order: tuple[int, bool] | None, table: Table) -> list[int]:
    """Clockwise from the active player, if nobody says otherwise."""
    if order is None:
        return clockwise(found, table)
    players = list(table.model.players)
    step = 1 if order[1] else -1
    return sorted(found, key=lambda e: step * (players.index(e) - players.index(order[0])) % len(players))


def with_bound(node: ast.Clauses) -> ast.Clauses:
    """*Gain 1 coin for each cat, but at most 2*: the bound is said of the amount."""
    (clause, *more), (closing, *others) = node.clauses, node.closings
    verb = clause.verbs[0] if isinstance(clause, ast.Clause) and len(clause.verbs) == 1 else None
    what = verb.object if isinstance(verb, ast.Act) and verb.verb in BY_AMOUNT else None
    bound = closing.bound if closing.word == "but" else None
    if more or others or bound is None or not isinstance(what, ast.Noun) or not what.modifiers:
        raise Unknown("a closing")
    assert isinstance(clause, ast.Clause) and isinstance(verb, ast.Act)
    bounded = replace(what, modifiers=(*what.modifiers, ast.Modifier(word="but", what=bound)))
    return replace(node, closings=(), clauses=(replace(clause, verbs=(verb.having(bounded),)),))


def with_subject(clause: ast.Clause, before: ast.Clause | None) -> ast.Clause:
    """*Each player gains 2 coins, then loses 1 point*: each of them does, too."""
    if before is None or clause.subject is not None or before.subject in (None, YOU):
        return clause
    subject = before.subject
    each = ast.Noun(determiner=ast.Determiner(quantifier="each"), head="player")
    if subject != replace(each, span=subject.span) and not (isinstance(subject, ast.Noun) and subject.name):
        raise Unknown("the same one again, who may be another by then")
    if costs(before.verbs[-1]) and subject == replace(each, span=subject.span):
        raise Unknown("what each of them buys")
    return replace(clause, subject=subject)


def is_theirs(node: ast.Node) -> bool:
    """*they*, *their*."""
    them = isinstance(node, ast.Pronoun) and node.word == "they"
    return them or (isinstance(node, ast.Determiner) and node.possessive == "their")


def does_more(node: ast.Clause) -> bool:
    """*gains 1 coin for each cat in the park and removes a cat*: not only amounts are changed."""
    return not all(isinstance(verb, ast.Act) and verb.verb in BY_AMOUNT for verb in node.verbs)


def recent(env: Env, number: int) -> Env:
    """What was said two sentences ago is not what *each other player* is other than."""
    env = replace(env, sentence=number)
    return env if env.ahead is None or number - env.ahead[0] <= 1 else replace(env, ahead=None)


def other_orders(found: list[T]) -> Iterator[list[T]]:
    """All other orders of a few; of more the reverse, and those in which another one comes last."""
    if len(found) <= 3:
        yield from (list(order) for order in permutations(found) if list(order) != found)
        return
    yield found[::-1]
    yield from ([*found[:k], *found[k + 1 :], found[k]] for k in range(len(found) - 1))


def unlike(envs: list[Env]) -> list[Env]:
    return list(dict.fromkeys(envs))


__all__ = ["Judge", "Number", "Value", "World", "table_key"]


def pairs(found: list[Env], known: int) -> bool:
    """Whether more than one thing was found at a time: *a cat in a yard*."""
    ways = zip(*([r.id for r in env.spoken[known:]] for env in found), strict=False)
    return sum(len(set(way)) > 1 for way in ways) > 1
