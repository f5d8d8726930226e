"""Whole texts: sentences one after another, and what a rule goes on with.

The rules of the reference by which words reach from sentence to sentence: *If you do* asks about the sentence before,
and two of them, one with *not*, about the same offer; *Otherwise* belongs to the *if* directly before it; after *each*
and *for each* what asks *they*, or goes on with *They*, belongs to each pass; what waits takes along what asks about
it, and what was spoken of; *this turn* in what happens begins then.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from tests.judge import amounts, behind, quantifiers, reference
from tests.judge.copies import replace
from tests.judge.effects import Judge
from tests.judge.forms import asks_outcome, negated_outcome
from tests.judge.lasting import Lasting, lasting
from tests.judge.standing import Standing, law, standing
from tests.judge.tables import World, clockwise, distinct
from tests.judge.values import Entity, Env, Open, Refused, Table, Unknown
from toolkit.kernel.state import State
from toolkit.language import ast

END = "(the turn ends)"
"""Stands among the stages of a text for the end of the turn, and the beginning of the next player's."""

Stage = ast.Paragraph | str


class Reader(Judge):
    """Carries out texts, each after what was done before."""

    tail: tuple[ast.Sentence, ...] = ()
    """What belongs to each pass of the loop that is looked at."""
    in_steps: bool = False
    """In the steps of a verb, of which the judge knows no rules."""

    def outcomes(self, node: ast.Paragraph, state: State, you: int) -> list[World]:
        return self.stages((node,), state, you)

    def stages(self, said: Sequence[Stage], state: State, you: int) -> list[World]:
        worlds = [World(state.copy(log=False), Env(you=you), standing=self.laws)]
        for stage in said:
            if isinstance(stage, str):
                worlds = distinct(self.turn_ends(world) for world in worlds)
            else:
                worlds = [begun(world, Env(you=you)) for world in worlds]
                worlds = self.text(stage.sentences, worlds)
        return worlds

    # --- Sentence after sentence ----------------------------------------------------------------------------------

    def text(self, said: Sequence[ast.Sentence], worlds: list[World], number: int = 0) -> list[World]:
        """`number`: of its first sentence, where a text goes on that had to wait."""
        outer = self.number
        for first, *tail in by_pass(said):
            worlds = [replace(w, env=recent(w.env, number)) for w in worlds]
            nexts = []
            for world in worlds:
                self.number = number
                with self.with_tail(tail):
                    nexts += list(self.sentence(first, world))
            worlds = distinct(iter([iter(nexts)]))
            number += 1 + len(tail)
        self.number = outer
        return worlds

    @contextmanager
    def with_tail(self, tail: Sequence[ast.Sentence]) -> Iterator[None]:
        outer, self.tail = self.tail, tuple(tail)
        yield
        self.tail = outer

    def goes_on(self) -> bool:
        return bool(self.tail)

    def looped(self, e: int, head: str | None, env: Env) -> Env:
        """*It* is rather what the loop goes through than what a rule waited for."""
        return replace(env, sentence=env.sentence + 1, loop=e).speak(e, head)

    def passed(self, worlds: list[World]) -> list[World]:
        tail, number = self.tail, self.number
        worlds = [replace(w, asked=None, skipped=False) for w in worlds] if tail else worlds
        with self.with_tail(()):
            for sentence in tail:
                self.number += 1
                clear = [replace(w.env, subject=-1, told=False, doer=-1) for w in worlds]
                worlds = [
                    replace(w, env=recent(env, self.number)) for w, env in zip(worlds, clear, strict=True)
                ]
                worlds = distinct(self.sentence(sentence, w) for w in worlds)
        self.number = number
        return worlds

    def sentence(self, node: ast.Sentence, world: World) -> Iterator[World]:
        if self.tail and isinstance(node.body, ast.Clauses) and len(node.body.clauses) > 1:
            raise Unknown("what belongs to one of several clauses")
        if not hangs_on(node):
            world = replace(world, asked=None)
        somebody = any(
            isinstance(each, ast.Noun) and quantifiers.is_indefinite(each.determiner.owner)
            for each in node.walk()
        )
        if somebody and isinstance(node.body, ast.Clauses) and len(node.body.clauses) > 1:
            world = replace(world, env=replace(world.env, dim=True))  # *…, and that player …*
        for after in self.opened(list(node.openings), node, world):
            after = replace(after, env=replace(after.env, hidden=hides(node, after.env, self.number)))
            if somebody:  # *Choose a cat in another player's home.*: whose it was is *that player*
                after = replace(after, env=replace(after.env, dim=True))
            offers = asks_something(node) and any(each.modal == "may" for each in verbs_of(node))
            after = replace(after, offers=offers)
            yield after if hangs_on(node) else replace(after, asked=None)

    def opened(self, openings: list[ast.Opening], node: ast.Sentence, world: World) -> Iterator[World]:
        here = replace(node, openings=tuple(openings))
        late = None if openings else behind.moment_of(node.body)
        if late is not None and not this_turn(late[1]):
            raise Unknown("at the end of something else")
        rules = [] if waits(here) or late is not None else self.made(here, world.env)
        if (rules or waits(here) or late is not None) and self.in_steps:
            raise Unknown("a verb whose steps make rules")
        if waits(here):
            yield self.later(replace(here, openings=here.openings[1:]), world)
            return
        if late is not None:
            yield self.later(replace(here, body=late[0]), world)
            return
        if rules:
            if world.state.active < 0:
                raise Open("this turn, and there is none")
            self.notes.update(f"a rule: {rule.kind}" for rule in rules)
            yield replace(world, standing=(*world.standing, *rules), done=None, held=None, skipped=False)
            return
        if openings and openings[0] == ast.Link(word="otherwise"):
            yield from self.otherwise(openings, node, world)
            return
        if not openings:
            world = replace(world, skipped=False)
        yield from super().opened(openings, node, world)

    def otherwise(self, openings: list[ast.Opening], node: ast.Sentence, world: World) -> Iterator[World]:
        """Of those of whom the *if* before asked."""
        held = world.held
        if held is None:
            raise Refused("otherwise, and no if before it")
        if held:  # *Otherwise, if …* of the same chain is passed over, and what hangs on it
            yield replace(world, held=True if asks_again(openings) else None, done=None, skipped=True)
            return
        there = world
        if world.asked is not None:
            there = replace(world, env=spoken_of(world.asked[2], world.env, self.number))
        for after in super().opened(openings, node, there):
            yield replace(after, env=replace(world.env, dim=True))

    # --- What came of it ------------------------------------------------------------------------------------------

    def outcome(self, condition: ast.Clauses, world: World) -> tuple[World, list[Env]]:
        negated = negated_outcome(condition)
        done, whom = world.done, world.whom
        if world.asked is not None:
            if world.asked[1] == negated:
                raise Unknown("if you do, twice")
            if world.offers:
                raise Refused("if you do, after two offers")
            done, _, whom = world.asked
        elif world.skipped:
            return replace(world, asked=None), []
        if done is None or whom is None:
            raise Unknown("if you do, and nothing that could be")
        if world.empty and world.asked is None:
            raise Open("if you do, and nothing was to be done")
        (clause,) = condition.clauses
        assert isinstance(clause, ast.Clause)
        if (clause.subject == ast.Pronoun(word="you")) == whom[1]:
            raise Refused("if you do, and another did")
        asked = replace(world, asked=(done, negated, whom))
        return asked, [spoken_of(whom, world.env, self.number)] if done != negated else []

    def given(
        self, word: str, condition: ast.Clauses, rest: list[ast.Opening], node: ast.Sentence, world: World
    ) -> Iterator[World]:
        asks = asks_outcome(condition)
        for after in super().given(word, condition, rest, node, world):
            yield after if asks else replace(after, skipped=after.held is False)

    def spoken_of(
        self, envs: list[Env], known: int, rest: list[ast.Opening], node: ast.Sentence, world: World
    ) -> list[Env]:
        """Also of what waits for the end of the turn, of which nothing is done yet."""
        here = replace(node, openings=tuple(rest))
        late = None if rest else behind.moment_of(node.body)
        if waits(here):
            return super().spoken_of(envs, known, rest[1:], node, world)
        if late is not None:
            return super().spoken_of(envs, known, rest, replace(node, body=late[0]), world)
        if len(envs) > 1 and self.made(here, world.env) and any(map(behind.points_back, here.walk())):
            raise Unknown("a rule for each that an if found")
        return super().spoken_of(envs, known, rest, node, world)

    def asked_behind(self, *given: Any) -> Iterator[World]:
        for after in super().asked_behind(*given):
            yield replace(after, skipped=after.held is False)

    # --- What stands for a time, and what waits -------------------------------------------------------------------

    def made(self, node: ast.Sentence, env: Env) -> list:
        """The rules that a sentence makes for the rest of the turn."""
        if node.openings and isinstance(node.openings[0], ast.FirstTime) and node.openings[0].next:
            return [law(node, env)]
        bare = node if until_the_end(node) else without_time(node)
        if bare is not None and chosen_one(bare):
            raise Unknown("what holds of one that is chosen")
        if until_the_end(node):
            found = lasting(node, env) if len(node.openings) == 1 else []
            found = found or [each for each in [standing(node, env)] if each is not None]
            return [replace(each, more=self.tail) if isinstance(each, Standing) else each for each in found]
        if bare is None:
            return []
        found = lasting(bare, env)
        return found or [law(bare, env)]

    def later(self, rest: ast.Sentence, world: World) -> World:
        if world.state.active < 0:
            raise Open("this turn, and there is none")
        table = self.table(world)
        things = {r.id for r in world.env.spoken if r.id >= 0 and table.model.is_component[r.id]}
        things |= set(world.env.those[1]) if world.env.those is not None else set()
        where = tuple((e, place_of(e, world.state, table)) for e in sorted(things))
        waits = ((rest, *self.tail), world.env, where)
        return replace(world, later=(*world.later, waits), done=None, held=None, skipped=False)

    def turn_ends(self, world: World) -> Iterator[World]:
        if world.state.active < 0:
            raise Open("the end of a turn, and there is none")
        if world.state.delayed or world.state.effects:
            raise Open("what waited before")
        worlds = [replace(world, later=())]
        for said, env, where in world.later:
            nexts = []
            for each in worlds:
                then = self.still_there(said[0], env, where, each)
                ended = self.text(said, [begun(each, then)], then.sentence)
                nexts.append(iter(ended))
            with self.apart():
                worlds = distinct(iter(nexts))
        for each in worlds:
            if each.later:
                raise Unknown("what waits for the end, at the end")
            state = each.state.copy(log=False)
            players = list(self.table(each).model.players)
            state.active = players[(players.index(state.active) + 1) % len(players)]
            if "turn" in self.table(each).lore.periods:
                start = len(state.history)  # what happens in this turn happens from now on
                state.periods[self.table(each).lore.periods.index("turn")] = (
                    1,
                    ((1, state.active, (), start),),
                    start,
                )
            still = tuple(
                rule
                for k, rule in enumerate(each.standing)
                if isinstance(rule, Standing) and rule.once and (k, -1) not in each.over
            )
            yield begun(
                replace(each, state=state, standing=(*self.laws, *still), over=frozenset()), Env(you=-1)
            )

    def still_there(
        self, node: ast.Sentence, env: Env, where: tuple[tuple[int, int], ...], world: World
    ) -> Env:
        """An order about *it* is one about what is still in a place of the kind where the text left it."""
        table = self.table(world)
        gone = {e for e, kind in where if place_of(e, world.state, table) != kind}
        if not gone:
            return env
        if any(isinstance(each, ast.Given) for each in node.walk()) or from_somewhere(node):
            return env
        if not about_things(node):
            raise Open("an amount of what has gone")
        said = tuple(replace(r, id=-1 if r.id in gone else r.id) for r in env.spoken)
        those = env.those and (env.those[0], tuple(e for e in env.those[1] if e not in gone))
        return replace(env, spoken=said, those=those)

    # --- Rules ------------------------------------------------------------------------------------------------------

    def carried_out(self, rule: Standing, world: World) -> Iterator[World]:
        outer, self.sole = self.sole, False
        with self.with_tail(()):
            worlds = self.text((rule.then, *rule.more), [begun(world, world.env)])
        self.sole = outer
        yield from worlds

    def steps(self, *given: Any) -> list[World]:
        outer, self.in_steps = self.in_steps, True
        with self.with_tail(()):
            worlds = super().steps(*given)
        self.in_steps = outer
        return worlds

    # --- Who does it ------------------------------------------------------------------------------------------------

    def doers(self, subject: ast.Nominal, table: Table, env: Env) -> tuple[list[int], bool]:
        """Also *the player to their left*, *its owner*."""
        if isinstance(subject, ast.Noun) and subject.head == "owner":
            of = None
            if subject.determiner.possessive:
                of = reference.possessor(subject.determiner.possessive, table, env)
            elif subject.modifiers:
                (of,) = [v.id for v in values(subject, table, env)] or [-1]
            if of is None:
                raise Unknown("an owner of somebody")
            holder = table.whose(of) if of >= 0 else -1
            return [holder] if holder >= 0 else [], True
        side = side_of(subject)
        if side is None:
            return super().doers(subject, table, env)
        word, whose = side
        who = reference.possessor(whose, table, env)
        if who < 0:
            return [], True
        players = list(table.model.players)
        step = 1 if word == "left" else -1
        return [players[(players.index(who) + step) % len(players)]], True


def values(subject: ast.Noun, table: Table, env: Env) -> list[Entity]:
    found = quantifiers.values_of(amounts.only_of(subject), table, env)
    return [each for each in found if isinstance(each, Entity)]


def side_of(subject: ast.Nominal) -> tuple[str, str] | None:
    """*the player to their left*: which side, and of whom."""
    if not isinstance(subject, ast.Noun) or subject.head != "player" or len(subject.modifiers) != 1:
        return None
    if subject.determiner.ordinal is not None:
        raise Unknown("the second one to the left")
    words = subject.modifiers[0].word.split()
    return (words[2], words[1]) if words[:1] == ["to"] and words[2:3] in (["left"], ["right"]) else None


def begun(world: World, env: Env) -> World:
    """Where a text begins: nothing was asked."""
    return replace(world, env=env, done=None, empty=False, held=None, whom=None, asked=None, skipped=False)


def recent(env: Env, number: int) -> Env:
    """What was said two sentences ago is not what *each other player* is other than."""
    env = replace(env, sentence=number)
    return env if env.ahead is None or number - env.ahead[0] <= 1 else replace(env, ahead=None)


def spoken_of(whom: tuple[int, bool] | None, env: Env, number: int) -> Env:
    """*If they do, they …*: those of whom it asks."""
    if whom is None or not whom[1]:
        return env
    return replace(env, sentence=number, asked=(number, whom[0])).speak(whom[0], "player")


def hides(node: ast.Sentence, env: Env, number: int) -> tuple[int, int]:
    """What a sentence with an *if*, a loop or an offer names may be out of reach behind it."""
    conditional = any(isinstance(each, ast.Given | ast.ForEach | ast.FirstTime) for each in node.openings)
    if not conditional and not loops(node) and behind.condition_of(node.body) is None:
        return env.hidden
    things, players = env.hidden
    for each in node.walk():
        if isinstance(each, ast.Noun) and each.determiner.article not in ("that", "those"):
            if each.head == "player" or each.head == "owner" or (each.head is None and each.name is not None):
                players = number
            elif each.head is not None:
                things = number
    return things, players


# --- What belongs together --------------------------------------------------------------------------------------


def by_pass(said: Sequence[ast.Sentence]) -> Iterator[list[ast.Sentence]]:
    """Each sentence with those that belong to its passes, or to what it waits for."""
    left = list(said)
    while left:
        group = [left.pop(0)]
        while left and belongs(left[0], group):
            group.append(left.pop(0))
        yield group


def belongs(node: ast.Sentence, group: list[ast.Sentence]) -> bool:
    first = group[0]
    if any(isinstance(each, ast.When) for each in first.openings) and isinstance(
        first.openings[0], ast.Given
    ):
        if otherwise(node) and sum(isinstance(each, ast.Given) for each in first.openings) > 1:
            raise Refused("otherwise, after two ifs")
        first = replace(first, openings=first.openings[1:])
    if otherwise(node) and said_of_each_behind(first):
        raise Unknown("otherwise, after a condition behind that is asked of each")
    if (
        waits(first)
        or (not first.openings and behind.moment_of(first.body))
        or (until_the_end(first) and len(first.openings) > 1)
    ):
        return hangs_on(node)
    if not loops(first):
        return False
    given = any(isinstance(each, ast.Given) and not asks_something(node) for each in node.openings)
    if given and any(each == ast.Pronoun(word="they") for each in node.body.walk()):
        raise Unknown("what goes on of each, behind another if")
    if otherwise(
        node
    ):  # *For each cat, if it …*: of each; *If …, each player …*: asked once, before any of them
        *before, last = first.openings or (None,)
        asked = isinstance(last, ast.Given) and any(isinstance(each, ast.ForEach) for each in before)
        return asked or (len(group) > 1 and hangs_on(group[-1]))
    if asks_something(node):
        return asks_them(node) or bool(first.openings)
    return goes_on(node) and not any(isinstance(each, ast.ForEach) for each in first.openings)


def said_of_each_behind(node: ast.Sentence) -> bool:
    """*Each player gains 1 coin if they are rich.*"""
    found = behind.condition_of(node.body)
    return found is not None and behind.of_each(found[0], found[1].condition or found[2])


def loops(node: ast.Sentence) -> bool:
    """*Each player …*, *For each cat, …*; not *Each cat has +1 power this turn*."""
    if until_the_end(node) or without_time(replace(node, openings=())) is not None:
        return False
    if any(isinstance(each, ast.ForEach) for each in node.openings):
        return True
    last = node.body.clauses[-1] if isinstance(node.body, ast.Clauses) else None
    subject = last.subject if isinstance(last, ast.Clause) else None
    return isinstance(subject, ast.Noun) and subject.determiner.quantifier in ("each", "every")


def goes_on(node: ast.Sentence) -> bool:
    """*They …*, after what each of them does."""
    first = node.body.clauses[0] if isinstance(node.body, ast.Clauses) else None
    return not node.openings and isinstance(first, ast.Clause) and first.subject == ast.Pronoun(word="they")


def verbs_of(node: ast.Sentence) -> Iterator[ast.Verb]:
    return (each for each in node.body.walk() if isinstance(each, ast.Verb))


def hangs_on(node: ast.Sentence) -> bool:
    return otherwise(node) or asks_something(node)


def otherwise(node: ast.Sentence) -> bool:
    return node.openings[:1] == (ast.Link(word="otherwise"),)


def asks_again(openings: list[ast.Opening]) -> bool:
    """*Otherwise, if …*."""
    return any(isinstance(each, ast.Given) for each in openings[1:])


def asks_something(node: ast.Sentence) -> bool:
    first = node.openings[0] if node.openings else None
    return isinstance(first, ast.Given) and asks_outcome(first.condition)


def asks_them(node: ast.Sentence) -> bool:
    first = node.openings[0]
    clause = first.condition.clauses[0] if isinstance(first, ast.Given) else None
    return isinstance(clause, ast.Clause) and clause.subject == ast.Pronoun(word="they")


# --- Times ------------------------------------------------------------------------------------------------------


def this_turn(time: ast.Node) -> bool:
    period = time.period if isinstance(time, ast.When) else None
    return isinstance(period, ast.Noun) and (period.head, period.determiner.article) == ("turn", "this")


def waits(node: ast.Sentence) -> bool:
    """*At the end of this turn,*."""
    first = node.openings[0] if node.openings else None
    if not isinstance(first, ast.When) or first.word != "at the end of":
        return False
    if not this_turn(first):
        raise Unknown("at the end of something else")
    return True


def until_the_end(node: ast.Sentence) -> bool:
    first = node.openings[0] if node.openings else None
    return isinstance(first, ast.When) and first.word == "until the end of"


def without_time(node: ast.Sentence) -> ast.Sentence | None:
    """A sentence of what holds *this turn*, without that time; None: it is of another sort."""
    if node.openings or not isinstance(node.body, ast.Clauses) or len(node.body.clauses) != 1:
        return None
    (clause,) = node.body.clauses
    if not isinstance(clause, ast.Clause) or len(clause.verbs) != 1:
        return None
    (verb,) = clause.verbs
    times = [each for each in verb.adverbials if isinstance(each, ast.When)]
    holds = verb.modal == "cannot" or (isinstance(verb, ast.Act) and verb.verb == "have")
    if not holds:
        return None
    if len(times) != 1 or not this_turn(times[0]):
        raise Unknown("what holds for some other time")
    bare = replace(verb, adverbials=tuple(each for each in verb.adverbials if each not in times))
    return replace(node, body=replace(node.body, clauses=(replace(clause, verbs=(bare,)),)))


def chosen_one(node: ast.Sentence) -> bool:
    """*A cat has +1 power*: of one that somebody chooses."""
    clause = node.body.clauses[0] if isinstance(node.body, ast.Clauses) else None
    subject = clause.subject if isinstance(clause, ast.Clause) else None
    has = (
        isinstance(clause, ast.Clause)
        and isinstance(clause.verbs[0], ast.Act)
        and clause.verbs[0].verb == "have"
    )
    return has and isinstance(subject, ast.Noun) and subject.determiner.article == "a"


# --- Things that wait -------------------------------------------------------------------------------------------


def place_of(e: int, state: State, table: Table) -> int:
    """The kind of what it lies in, -1: it is not in the game."""
    return table.model.kind[state.parent[e]] if state.parent[e] >= 0 else -1


def from_somewhere(node: ast.Sentence) -> bool:
    return any(isinstance(each, ast.Complement) and each.role == "from" for each in node.walk())


def about_things(node: ast.Sentence) -> bool:
    """Whether something is done with *it*, *that cat*, *those cats*."""
    for each in node.walk():
        if not isinstance(each, ast.Complement) or each.role != "obj":
            continue
        what = each.value
        if what == ast.Pronoun(word="it"):
            return True
        if isinstance(what, ast.Noun) and what.determiner.article in ("that", "those"):
            return True
    return False


def rules_in(said: ast.Paragraph, env: Env) -> Iterator[Standing | Lasting]:
    """The rules of a text: a trigger with what goes on with it; what always holds is a rule of its own."""
    groups: list[list[ast.Sentence]] = []
    for sentence in said.sentences:
        if groups and not begins_rule(sentence):
            groups[-1].append(sentence)
        else:
            groups.append([sentence])
    for first, *more in groups:
        first_opening = first.openings[0] if first.openings else None
        waits_for = isinstance(first_opening, ast.FirstTime) or (
            isinstance(first_opening, ast.Given) and first_opening.word != "as long as"
        )
        found = [] if waits_for else lasting(first, env)
        if found and not more:
            yield from found
        else:
            yield replace(law(first, env), more=tuple(more))


def begins_rule(node: ast.Sentence) -> bool:
    """*When …,*, *If … would …,*, and what always holds."""
    first = node.openings[0] if node.openings else None
    match first:
        case ast.FirstTime(next=True):
            return False
        case ast.Given(word="when" | "as long as") | ast.FirstTime():
            return True
        case ast.Given(word="if", condition=condition):
            return any(isinstance(each, ast.Verb) and each.modal == "would" for each in condition.walk())
        case ast.When(word="during"):
            return True
        case None if isinstance(node.body, ast.Clauses):
            clause = node.body.clauses[0]
            verb = clause.verbs[0] if isinstance(clause, ast.Clause) else None
            if verb is None or any(isinstance(a, ast.When) and a.word != "during" for a in verb.adverbials):
                return False
            return (
                verb.modal == "cannot"
                or isinstance(verb, ast.Be)
                or (isinstance(verb, ast.Act) and verb.verb == "have")
            )
    return False


def clockwise_cards(cards: list[int], table: Table) -> list[int]:
    """Cards of one text, in the order of those who have them."""
    order = clockwise(list(table.model.players), table)
    return sorted(cards, key=lambda e: order.index(table.holder(e)) if table.holder(e) in order else -1)
