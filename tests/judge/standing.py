"""Rules for a while: *Until the end of this turn, when …*, *if … would …, … instead*, *… cannot …*.

An event comes to each of them in turn: what cannot happen does not, what is replaced does not, and what has happened
is told to those who wait for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tests.judge import amounts, lasting, quantifiers, sets
from tests.judge.copies import replace
from tests.judge.past import Happened
from tests.judge.tables import Event, stays
from tests.judge.values import Entity, Env, Open, Table, Unknown, Value
from toolkit.kernel.state import State
from toolkit.language import ast

AMOUNTS = ("gain", "lose", "pay")
CHANGES = ("raise", "lower", "set")
MOVES = ("put", "move", "place", "return", "take", "deal")


@dataclass(frozen=True)
class Standing:
    """`kind`: when, first, would or cannot.  `waits`: the clause that an event must fit.  `then`: what follows.
    `env`: who is *you*, and what was spoken of when it began.
    """

    kind: str
    waits: ast.Clause
    then: ast.Sentence
    env: Env
    terms: tuple[tuple[ast.Clauses, bool], ...] = ()
    after: tuple[tuple[ast.Clauses, bool], ...] = ()
    during: ast.Nominal | None = None
    more: tuple[ast.Sentence, ...] = ()
    """The sentences that go on after `then`."""
    card: int = -1
    """What the text stands on, -1: on nothing."""
    once: bool = False
    """*The next time that*: it stands until it has happened."""

    def clauses(self) -> Iterator[ast.Clause]:
        """What follows."""
        for sentence in (self.then, *self.more):
            if isinstance(sentence.body, ast.Clauses):
                yield from (each for each in sentence.body.clauses if isinstance(each, ast.Clause))


@dataclass(frozen=True)
class Done:
    """One event as it is told: `n` of a quantity, or a thing that went `to` a place (-1: out of the game)."""

    verb: str
    who: int
    event: Event
    n: int = 0

    @property
    def thing(self) -> int:
        return self.event.roles[0] if self.event.what in ("move", "remove", "face", "did") else -1

    @property
    def changed(self) -> int:
        """Of what an amount is changed."""
        return self.event.roles[1] if self.event.what in ("shift", "set") else -1

    @property
    def to(self) -> int:
        return self.event.roles[1] if self.event.what == "move" else -1

    @property
    def column(self) -> int:
        return self.event.roles[0] if self.event.what in ("add", "shift", "set") else -1


def standing(node: ast.Sentence, env: Env) -> Standing | None:
    """The rule that a sentence makes for the rest of the turn; None: it makes none."""
    lasts = [each for each in node.openings if isinstance(each, ast.When) and each.word == "until the end of"]
    if not lasts:
        return None
    rest = [each for each in node.openings if each is not lasts[0]]
    period = lasts[0].period
    if not isinstance(period, ast.Noun) or (period.head, period.determiner.article) != ("turn", "this"):
        raise Unknown("until some other time")
    return law(replace(node, openings=tuple(rest)), env)


def law(node: ast.Sentence, env: Env) -> Standing:
    """The rule that a standing sentence is."""
    rest, body = node.openings, node.body
    if not isinstance(body, ast.Clauses):
        raise Unknown("a rule with a choice")
    waits = bool(rest) and (
        isinstance(rest[0], ast.FirstTime) or (isinstance(rest[0], ast.Given) and rest[0].word == "when")
    )
    if banning(body) and not waits:
        return ban(node, body, env)
    then = replace(node, openings=tuple(rest[1:]))
    if then.openings and not waits:
        raise Unknown("a rule with more")
    match rest[:1]:
        case [ast.FirstTime(next=True, condition=condition)]:
            if rest[0].period is not None:
                raise Unknown("the next time in a while")
            would = any(isinstance(each, ast.Verb) and each.modal == "would" for each in condition.walk())
            if not would:
                return Standing("first", only(condition), then, env, once=True)
            return Standing("would", only(condition), without_instead(then, body), env, once=True)
        case [ast.FirstTime(condition=condition)]:
            return Standing("first", only(condition), then, env)
        case [ast.Given(word="when", condition=condition)]:
            return Standing("when", only(condition), then, env)
        case [ast.Given(word="if", condition=condition)]:
            return Standing("would", only(condition), without_instead(then, body), env)
    raise Unknown("a rule with another opening")


def banning(body: ast.Clauses) -> bool:
    clause = body.clauses[0] if len(body.clauses) == 1 else None
    return (
        isinstance(clause, ast.Clause)
        and len(clause.verbs) == 1
        and clause.verbs[0].modal in ("cannot", "can")
    )


def ban(node: ast.Sentence, body: ast.Clauses, env: Env) -> Standing:
    """*Players cannot gain coins unless they are rich*, *can gain coins only if they are rich*."""
    clause = only(replace(body, closings=()))
    terms: list[tuple[ast.Clauses, bool]] = []
    after: list[tuple[ast.Clauses, bool]] = []
    during = None
    for opening in node.openings:
        match opening:
            case ast.Given(word="as long as", condition=condition):
                terms.append((condition, True))
            case ast.When(word="during", period=period) if during is None:
                during = period
            case _:
                raise Unknown("a ban with more")
    (verb,) = clause.verbs
    times = [each for each in verb.adverbials if isinstance(each, ast.When)]
    if times and times[0].word == "during" and during is None and len(times) == 1:
        during = times[0].period
        rest = tuple(each for each in verb.adverbials if each not in times)
        clause = replace(clause, verbs=(replace(verb, adverbials=rest),))
    words = {"unless": False, "only if": False, "as long as": True, "if": True}
    for closing in body.closings:
        if closing.word not in words or closing.condition is None:
            raise Unknown("a ban with more")
        after.append((closing.condition, words[closing.word]))
    only_if = any(closing.word == "only if" for closing in body.closings)
    if (clause.verbs[0].modal == "can") != only_if or len(body.closings) > 1:
        raise Unknown("what is allowed")
    return Standing("cannot", clause, node, env, tuple(terms), tuple(after), during)


def only(condition: ast.Clauses) -> ast.Clause:
    (clause, *more) = condition.clauses
    if more or condition.closings or not isinstance(clause, ast.Clause) or len(clause.verbs) != 1:
        raise Unknown("a rule of several clauses")
    return clause


def without_instead(then: ast.Sentence, body: ast.Clauses) -> ast.Sentence:
    clauses = []
    for clause in body.clauses:
        if not isinstance(clause, ast.Clause):
            raise Unknown("there is, instead")
        clauses.append(replace(clause, verbs=tuple(replace(verb, instead=False) for verb in clause.verbs)))
    if not any(isinstance(c, ast.Clause) and any(v.instead for v in c.verbs) for c in body.clauses):
        raise Unknown("would, without instead")
    return replace(then, body=replace(body, clauses=tuple(clauses)))


def acts_for(card: int, done: Done, table: Table) -> int:
    """The player who has what a text stands on, where all see it, -1: it does nothing."""
    if done.thing == card or (done.thing >= 0 and table.inside(card, done.thing)):
        raise Open("what is done with the card on which the text stands")
    now = table if table.before is None else replace(table, state=table.before)
    seen = [each for each in now.above(card) if table.model.is_place[each]]
    if not seen:
        return -1
    kind = table.model.kinds[table.model.kind[seen[0]]].name
    place = next((each for each in table.lore.pack.source.places if each.name == kind), None)
    if place is None or place.seen_by not in (None, "all"):
        return -1
    lineage = table.lore.pack.source.lineage(table.model.kinds[table.model.kind[card]].name)
    works = next((each.works for each in lineage if each.works), ())
    if works and not any(table.is_kind(each, name) for each in seen for name in works):
        return -1
    kinds = table.model.kinds[table.model.kind[card]]
    if kinds.faces and not now.state.face[card]:
        return -1
    if now.holder(card) < 0:
        raise Open("a text that speaks to nobody")
    return now.holder(card)


def waits_for(rule: Standing, word: str) -> bool:
    """Whether a rule speaks of that verb."""
    verb = rule.waits.verbs[0]
    return isinstance(verb, ast.Act) and verb.verb == word


def fits(rule: Standing, done: Done, table: Table) -> Iterator[Env]:
    """The discourses in which the event is what the rule waits for, and stands; none: it is something else."""
    if rule.card >= 0:
        rule = replace(rule, card=-1, env=replace(rule.env, you=acts_for(rule.card, done, table)))
        if rule.env.you < 0:
            return
    if rule.during is not None and not lasting.runs(rule.during, table, rule.env):
        return
    if not rule.terms and not rule.after:
        yield from matches(rule, done, table)
        return
    for env in lasting.on_terms(rule.terms, [rule.env], table):
        for found in matches(replace(rule, env=env), done, table):
            yield from lasting.on_terms(rule.after, [found], table)


def matches(rule: Standing, done: Done, table: Table) -> Iterator[Env]:
    """The same, of a rule that stands."""
    verb, subject = rule.waits.verbs[0], rule.waits.subject
    if not isinstance(verb, ast.Act) or subject is None or verb.negated or verb.instead or verb.only:
        raise Unknown("to wait for something else")
    faces = [each.word for each in verb.adverbials if isinstance(each, ast.Manner)]
    if verb.tense != "present" or len(faces) < len(verb.adverbials) or (faces and verb.verb != "turn"):
        raise Unknown("to wait for something in a time")
    if verb.verb != done.verb:
        if verb.verb in MOVES and done.verb in MOVES:
            raise Open("put, or moved")
        return
    if faces and done.event.what == "face" and faces != [("face down", "face up")[done.event.roles[1]]]:
        return
    env = replace(rule.env, subject=-1, sentence=rule.env.sentence)
    roles = {each.role: each.value for each in verb.complements}
    source = roles.pop("from", None)
    if not set(roles) <= {"obj", "place", "to", "into"}:
        raise Unknown("to wait for more")
    if isinstance(source, ast.Nominal):  # *puts a cat from the park in the pond*: one that was in the park
        what = subject if verb.passive else roles.get("obj")
        if not isinstance(what, ast.Noun):
            raise Unknown("to wait for what comes from somewhere")
        what = replace(what, modifiers=(*what.modifiers, ast.Modifier(word="from", what=source)))
        subject, roles = (what, roles) if verb.passive else (subject, {**roles, "obj": what})
    if verb.passive and verb.verb in CHANGES:
        inner = amount_is(subject, done, table, env)
    elif verb.passive:
        if done.thing < 0 or "obj" in roles:
            return
        inner = thing_is(subject, done.thing, table, env, left(done, table))
    else:
        one = (
            isinstance(subject, ast.Noun) and not subject.plural
        )  # *a player puts a cat in their yard*: in theirs
        inner = (
            replace(last, subject=after.subject)
            for after in who_is(subject, done.who, table, env)
            for last in with_what(roles, done, table, after.under(done.who) if one else after)
        )
    for after in inner:
        doer = after.under(done.who) if not verb.passive and isinstance(subject, ast.Noun) else after
        if any(True for _ in to_where(roles, done, table, doer)):
            yield replace(after, placed=False)


def who_is(subject: ast.Nominal, who: int, table: Table, env: Env) -> Iterator[Env]:
    """*you*, *a player*, *another player*, *each other player*: whether it is the one who does it."""
    d = subject.determiner if isinstance(subject, ast.Noun) else ast.Determiner()
    if d.quantifier in ("each", "every", "all") or (isinstance(subject, ast.Noun) and subject.plural):
        table = table if table.before is None else replace(table, state=table.before)
        if who in quantifiers.members(subject, table, env):
            yield env.under(who).speak(who, "player")  # *their* is theirs
        return
    if d.quantifier == "no" or d.number is not None:
        raise Unknown("to wait for so many")
    if subject == ast.Pronoun(word="you") and env.you < 0:
        yield replace(env, you=who)  # in a rule that stands on no card *you* are whoever does it
        return
    if table.before is not None:
        table = replace(table, state=table.before)  # who does it is looked at before
    yield from quantifiers.nominal(
        subject, table, env, lambda v, after: iter([after] if v == Entity(who) else [])
    )


def thing_is(what: ast.Nominal, thing: int, table: Table, env: Env, moved: bool = False) -> Iterator[Env]:
    """Whether it is such a thing; of what is `moved`, what is said of it is so before."""
    phrase = sets.phrase_of(what)
    if phrase is None:
        raise Unknown("to wait for a list")
    d = phrase.determiner
    asks_how_much = phrase.last.relative is None or is_how_much(phrase.last.relative)
    if not asks_how_much or d.number is not None or d.quantifier is not None:
        raise Unknown("to wait for what is described")
    if phrase.plural and (d.possessive or d.owner is not None) and not d.of:
        phrase = replace(
            phrase, determiner=replace(d, of=True, number=1)
        )  # *Red's cats cannot …*: none of them can
    if table.before is not None and by_rank(phrase):
        table = replace(table, state=table.before)  # which one that is, is asked before the event
    said = phrase.modifiers or any(noun.adjectives for noun in phrase.nouns)
    # *removes a card in the deck*: where it was nobody needs to see
    if said and moved and table.before is not None and (sets.names_place(phrase) or lay_open(thing, table)):
        table = replace(table, state=table.before)

    elif said and moved and table.before is not None and any(m.word == "of" for m in phrase.modifiers):
        raise Open("whose it was, where nobody saw it")

    head = phrase.nouns[0].head if phrase.plural else None  # each of them, other than which *another* is

    def same(v: Value, after: Env) -> Iterator[Env]:
        if v == Entity(thing):
            yield after.speak(thing, head) if head else after

    whole = replace(table, gone=True)
    # *The moth with the lowest cost* is the lowest where moths are looked for, in rules, too.
    anywhere = not any(map(sets.is_superlative, phrase.modifiers))
    try:
        yield from quantifiers.quantify(
            replace(phrase, placed=anywhere), whole, replace(env, placed=anywhere), same
        )
    except Open as several:
        if str(several) != quantifiers.SEVERAL or any(m.word != "of" for m in phrase.modifiers[1:]):
            raise  # of several that are as high none is the highest one


def is_how_much(relative: ast.Relative) -> bool:
    """*whose power is higher than …*."""
    return relative.word == "whose" and relative.more is None and isinstance(relative.verb, ast.Be)


def by_rank(phrase: sets.Phrase) -> bool:
    """*the top sheet of the pile*, *a cat in the park with the highest power*, *a cat whose power is that of …*."""
    return (
        phrase.determiner.ordinal is not None
        or any(map(sets.is_superlative, phrase.modifiers))
        or phrase.last.relative is not None
    )


def left(done: Done, table: Table) -> bool:
    """Whether the thing has left the place where it was, or a verb of the pack was done with it."""
    return done.event.what in ("move", "remove", "did")


def amount_is(what: ast.Nominal, done: Done, table: Table, env: Env) -> Iterator[Env]:
    """*the power of a cat*: whether it is that which is changed."""
    if not isinstance(what, ast.Noun) or what.determiner.article != "the" or done.changed < 0:
        raise Unknown("to wait for a change of something else")
    e = done.changed
    if table.is_kind(e, "player"):
        return
    if table.lore.column_of[table.model.kind[e]].get(what.head or "") == done.column:
        yield from thing_is(amounts.only_of(what), e, table, env)


def lay_open(thing: int, table: Table) -> bool:
    """Whether all saw it where it lay; what came from a deck is looked at as it is now."""
    assert table.before is not None
    place = table.before.parent[thing]
    while place >= 0 and not table.model.is_place[place]:
        place = table.before.parent[place]
    kind = table.model.kinds[table.model.kind[place]].name if place >= 0 else ""
    declared = next((each for each in table.lore.pack.source.places if each.name == kind), None)
    return declared is not None and declared.seen_by in (None, "all")


def with_what(
    roles: dict[str, ast.Nominal | ast.Predicate | None], done: Done, table: Table, env: Env
) -> Iterator[Env]:
    what = roles.get("obj")
    if "obj" not in roles and table.lore.verb_roles(done.verb) == ():
        yield env
        return
    if not isinstance(what, ast.Nominal):
        raise Unknown("to wait without an object")
    if done.verb in CHANGES:
        yield from amount_is(what, done, table, env)
        return
    if done.verb not in AMOUNTS:
        if done.thing >= 0:
            yield from thing_is(what, done.thing, table, env, left(done, table))
        return
    if (
        not isinstance(what, ast.Noun)
        or what.head not in table.lore.quantities
        or what.modifiers
        or what.relative
    ):
        raise Unknown("to wait for something else")
    if any(q.parent == what.head for q in table.lore.quantities.values()):
        raise Unknown("to wait for several quantities")
    if table.lore.amounts[what.head] != done.column:
        return
    d = what.determiner
    if d.article == "a" or (d.is_empty() and what.plural):
        enough = done.n >= 1
    elif d.number is not None and d.bound is not None:
        enough = quantifiers.compare(done.n, d.bound, d.number)
    else:
        raise Unknown("to wait for so much")
    if enough:
        yield env


def to_where(
    roles: dict[str, ast.Nominal | ast.Predicate | None], done: Done, table: Table, env: Env
) -> Iterator[Env]:
    if any(each in roles and roles[each] is None for each in ("place", "to", "into")):
        raise Unknown("to wait for what comes there")
    where = next((roles[each] for each in ("place", "to", "into") if each in roles), None)
    if where is None:
        yield env
        return
    if not isinstance(where, ast.Nominal):
        raise Unknown("to wait for what comes there")
    if done.to >= 0 and table.model.is_component[done.to]:
        raise Open("put on what is in a place")

    def there(v: Value, after: Env) -> Iterator[Env]:
        if isinstance(v, Entity) and done.to >= 0 and (v.id == done.to or table.inside(done.to, v.id)):
            yield after  # a cell of the board is in the board

    yield from quantifiers.nominal(where, table, env, there)


def says_the_same(rule: Standing, verb: str) -> bool:
    """*gain 3 coins instead* of 2, *put it in the park instead*: whether that is done, nobody said."""
    told = [*rule.waits.walk(), *rule.then.walk()]
    acts = [each for each in told if isinstance(each, ast.Act) and each.verb == verb]
    if verb in ("gain", "lose", "pay"):
        heads = [each.object.head for each in acts if isinstance(each.object, ast.Noun)]
        return len(set(heads)) < len(heads)
    return len(acts) > 1


def asked_for(event: Event) -> int:
    return abs(event.roles[2]) if event.what == "add" else 0


def happened(
    verb: str, who: int, events: tuple[Event, ...], before: State, after: State, table: Table
) -> list[Happened]:
    """What came of it, as the past tells it."""
    found = []
    for event in events:
        done = what_came(Done(verb, who, event), before, after, table)
        if done is not None:
            n = max(done.n, 1)
            found.append(Happened(verb, who, done.column if event.what == "add" else done.thing, done.to, n))
    return found


def what_came(done: Done, before: State, after: State, table: Table) -> Done | None:
    """The event as it was really done; None: nothing came of it."""
    event = done.event
    if event.what == "add":
        column, e, _ = event.roles
        n = abs(after.columns[column][e] - before.columns[column][e])
        return replace(done, n=n) if n else None
    if event.what == "move":
        return done if after.parent[done.thing] == done.to and not stays(event, before, table) else None
    if event.what == "remove":
        return done if before.parent[done.thing] >= 0 else None
    if event.what == "did":
        return done
    if event.what == "face":
        return done if after.face[done.thing] != before.face[done.thing] else None
    column, e = event.roles[:2]
    return done if after.columns[column][e] != before.columns[column][e] else None
