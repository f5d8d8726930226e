"""Rules while something is done: those that are against it, what is done instead, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager

from tests.judge.copies import replace
from tests.judge.lasting import leaving
from tests.judge.standing import (
    Done,
    Standing,
    asked_for,
    fits,
    says_the_same,
    waits_for,
    what_came,
)
from tests.judge.tables import Plan, World, changes, distinct, do
from tests.judge.values import Env, Open, Table, Unknown
from toolkit.language import ast

BEGUN = 100
"""From this number on stand, in `within`, not rules but what rules have begun."""


class Obedient:
    """Does what is planned as far as the rules that stand let it; `Judge` reads tables and carries out sentences."""

    def table(self, world: World) -> Table:
        raise NotImplementedError

    def opened(self, openings: list[ast.Opening], node: ast.Sentence, world: World) -> Iterator[World]:
        raise NotImplementedError

    def apart(self) -> AbstractContextManager[None]:
        raise NotImplementedError

    def same(self, some: list[World], others: list[World]) -> bool:
        raise NotImplementedError

    laws: Sequence[Standing] = ()
    sole: bool = False
    """In the one order that a verb of the pack is: the verb is done also if something else happens in its place."""

    def through(
        self, way: Plan, verb: str, who: int, world: World, act: Callable[[], list[World]]
    ) -> Iterator[World]:
        """What is done, as far as no rule is against it, and what follows from it."""
        table = self.table(world)
        told = [Done(verb, who, event, asked_for(event)) for event in way.events]
        things = [each.thing for each in told if each.thing >= 0]
        if any(table.inside(one, other) for one in things for other in things):
            raise Open("what lies on something, and that, and a rule about it")
        opposed = any(rule.kind in ("cannot", "would") and waits_for(rule, verb) for rule in world.standing)
        if opposed and not way.whole:
            raise Open("what could not be done, and a rule about it")
        hits = against(told, table, world)
        if hits and len(told) > 1:
            if any(rule.kind == "would" for _, rule in hits):
                raise Open("one of several, and a rule against it")
            banned = [each for each in told if any(any(fits(rule, each, table)) for _, rule in hits)]
            rest = tuple(each.event for each in told if each not in banned)
            kept = replace(way, events=rest, whole=False, env=replace(way.env, those=None))
            if rest:
                raise Open("one of several, and a rule against it")
            yield replace(do(kept, world, table), empty=False)
            return
        if len(hits) > 1 and any(rule.kind == "would" for _, rule in hits):
            raise Open("several rules against one thing")
        for k, rule in hits[:1]:
            if not changes(told[0].event, world.state, table):
                raise Open("what could not be done, and a rule about it")
            known = world.env.spoken  # nobody has named what cannot be done
            named = tuple(replace(each, id=-1) for each in way.env.spoken[len(known) :])
            none = replace(world.env, dim=True, spoken=(*known, *named) if rule.kind == "cannot" else known)
            empty = replace(way, events=(), whole=False, env=none)
            stopped = replace(do(empty, world, table), empty=False)
            if rule.kind == "cannot":
                yield stopped
                return
            over = world.over | {(k, -1)} if rule.once else world.over
            worlds = [replace(stopped, within=world.within | {k}, over=over)]
            worlds = self.follow(rule, [told[0]], worlds)
            yield from (
                replace(
                    w,
                    within=world.within,
                    done=self.sole or counts_as(rule, told[0], w, world),
                    env=stopped.env,
                    empty=False,
                ).as_asked_before(world)
                for w in worlds
            )
            return
        for after in act():
            yield from self.told_to(told, after, world)

    def told_to(self, told: list[Done], after: World, world: World) -> Iterator[World]:
        """What follows from what was done."""
        came = [
            each
            for one in told
            if (each := what_came(one, world.state, after.state, self.table(world))) is not None
        ]
        late = replace(self.table(after), before=world.state)
        hits = []
        for k, rule in enumerate(world.standing):
            if rule.kind not in ("when", "first"):
                continue
            hit = [each for each in came if any(fits(rule, each, late))]
            if rule.kind == "first":
                anybody = rule.env.you < 0 and rule.waits.subject == ast.Pronoun(word="you")
                used = (k, told[0].who if told and anybody else -1)  # *you* on no card: a first time for each
                if used in world.over:
                    continue
                if len(hit) > 1:
                    raise Open("the first of several that happen at once")
                after = replace(after, over=after.over | {used}) if hit else after
            hits.append((turns_until(hit, rule, late), k, rule, hit))
        hits = sorted((each for each in hits if each[3]), key=lambda each: each[:2])
        if hits and sum(each >= BEGUN for each in world.within) > 3:
            raise Unknown("rules that begin one another")

        def begun(order: list[tuple[int, int, Standing, list[Done]]]) -> list[World]:
            worlds = [after]
            # What a rule makes of it is a new event: it may be replaced as the one that began it was.
            deep = frozenset(each for each in world.within if each >= BEGUN)
            for _, _, rule, hit in order:
                worlds = [replace(w, within=deep | {BEGUN + len(deep)}) for w in worlds]
                worlds = self.follow(rule, hit, worlds, self.table(world))
                worlds = [replace(w, within=world.within) for w in worlds]
            return worlds

        worlds = begun(hits)
        made = any(k >= len(self.laws) for _, k, _, _ in hits)  # whose is a rule that a rule made?
        if made and len(hits) > 1 and not self.same(worlds, begun(hits[::-1])):
            raise Open("which of several rules comes first")
        for w in worlds:
            back = replace(w, env=after.env, done=after.done, empty=after.empty, held=after.held)
            yield back.as_asked_before(after)

    def follow(
        self, rule: Standing, events: list[Done], worlds: list[World], before: Table | None = None
    ) -> list[World]:
        """What a rule makes of each of these events.  `before`: what had not happened yet."""
        gone = [each.thing for each in events if each.event.what in ("move", "remove")]
        for event in events:
            nexts = []
            for world in worlds:
                left = leaving(gone, before, world.state) if before is not None and before.laws else ()
                now = replace(self.table(world), before=before.state if before is not None else None)
                envs = list(fits(rule, event, now))
                if not envs:
                    raise Open("what a rule waited for is otherwise meanwhile")
                for env in envs[:1]:
                    known = len(rule.env.spoken)  # what the text had spoken of before it made the rule
                    waited = tuple(
                        replace(each, sentence=-2 if k < known else -1) for k, each in enumerate(env.spoken)
                    )
                    here = replace(env, subject=-1, told=False, dim=rule.env.dim, unnamed=env.you < 0)
                    here = replace(
                        here, spoken=waited, sentence=0, left=left, you=told_whom(rule, env, world)
                    )
                    if event.event.what == "add":
                        here = here.amounting(event.column, event.n)
                    nexts.append(self.carried_out(rule, replace(world, env=here)))
            with self.apart():
                worlds = distinct(iter(nexts))
        return worlds

    def carried_out(self, rule: Standing, world: World) -> Iterator[World]:
        """What follows."""
        yield from self.opened(list(rule.then.openings), rule.then, world)


def turns_until(hit: list[Done], rule: Standing, table: Table) -> int:
    """Effects that begin at the same moment go clockwise from the active player: how far is whose it is?"""
    if not hit:
        return 0
    you = next(fits(rule, hit[0], table)).you
    who = you if you >= 0 else hit[0].who
    players = list(table.model.players)
    active = table.state.active
    first = players.index(active) if active in players else 0
    return (players.index(who) - first) % len(players)


def against(told: list[Done], table: Table, world: World) -> list[tuple[int, Standing]]:
    """The rules that forbid any of this, or put something else in its place."""
    return [
        (k, rule)
        for k, rule in enumerate(world.standing)
        if rule.kind in ("cannot", "would")
        and k not in world.within
        and not (rule.once and (k, -1) in world.over)
        and any(any(fits(rule, each, table)) for each in told)
    ]


def counts_as(rule: Standing, told: Done, after: World, world: World) -> bool | None:
    """Whether what was done instead is what was asked for; None: nobody said."""
    if not says_the_same(rule, told.verb):
        return False
    (clause, *more) = rule.clauses()
    verb = clause.verbs[0]
    if more or len(clause.verbs) > 1 or not isinstance(verb, ast.Act) or rule.then.openings:
        return None
    what = verb.object
    if isinstance(what, ast.Pronoun) or (isinstance(what, ast.Noun) and what.determiner.article == "that"):
        if after.whom is None:
            return None
        return after.done if after.whom[0] == told.who else False  # somebody else did it
    if isinstance(what, ast.Noun) and told.n and what.determiner.number is not None and after.done:
        by = clause.subject
        them = isinstance(by, ast.Pronoun) or (isinstance(by, ast.Noun) and by.determiner.article == "that")
        if them or (by is None and rule.env.you == told.who):
            return what.determiner.number >= told.n
    return None


def told_whom(rule: Standing, env: Env, world: World) -> int:
    """To whom its orders are given: on no card to the active player."""
    if env.you >= 0 or all(clause.subject is not None for clause in rule.clauses()):
        return env.you
    if world.state.active < 0:
        raise Open("an order to the active player, and there is none")
    return world.state.active
