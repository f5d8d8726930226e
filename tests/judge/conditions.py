"""Truth: clauses, *there is*, verbs of state and predicates.

Everything yields the environments in which it is true (see `quantifiers`).  *And* hands what its first half found to
its second; *or*, negation and *it is not true that* hand on nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tests.judge import amounts, past, possession, quantifiers, sets
from tests.judge.copies import replace
from tests.judge.values import (
    Definition,
    Entity,
    Env,
    Fixed,
    Number,
    Open,
    Refused,
    Table,
    Unknown,
    Value,
    Word,
    every,
)
from toolkit.language import ast

NOTHING = {"nothing", "tie"}
"""Notes of a definite phrase that denotes nothing."""


def holds(node: ast.Clauses, table: Table, env: Env) -> bool:
    return any(True for _ in clauses(node, table, env))


def clauses(node: ast.Clauses, table: Table, env: Env) -> Iterator[Env]:
    if node.closings or len(set(node.joints)) > 1 or "then" in node.joints:
        raise Unknown("a condition with a closing")
    filled = with_subjects(node.clauses)
    if "or" in node.joints:
        # Both halves are looked at, so that what cannot be understood in the second is not passed over.
        found, inner = [], env
        for clause in filled:
            found.append(any(True for _ in one(clause, table, inner)))
            inner = definites(clause, table, inner)
        yield from [env] if any(found) else []
        return
    yield from all_of(filled, table, env)


def definites(clause: ast.Clause | ast.There, table: Table, env: Env) -> Env:
    """What *the last melon in the cellar* names is known whether the rest is so or not."""
    for noun in clause.walk():
        if isinstance(noun, ast.Noun) and noun.determiner.ordinal in sets.BY_PLACE and not noun.plural:
            alone = noun.determiner.article == "the" and noun.determiner.number is None
            if alone:
                env = env.speak(next(iter(quantifiers.members(noun, table, env)), -1), noun.head)
    return env


def all_of(rest: list[ast.Clause | ast.There], table: Table, env: Env) -> Iterator[Env]:
    if not rest:
        yield env
        return
    for after in one(rest[0], table, env):
        yield from all_of(rest[1:], table, after)


def names_period(table: Table) -> Callable[[ast.Node], bool]:
    """Whether it is said of something that it is a turn."""

    def names(node: ast.Node) -> bool:
        what = node.what if isinstance(node, ast.IsThing) else None
        return isinstance(what, ast.Noun) and what.head in table.lore.periods

    return names


def with_subjects(given: tuple[ast.Clause | ast.There, ...]) -> list[ast.Clause | ast.There]:
    result: list[ast.Clause | ast.There] = []
    for clause in given:
        if isinstance(clause, ast.Clause) and clause.subject is None and not is_true(clause):
            raise Unknown("a clause without a subject")
        result.append(clause)
    return result


def is_true(clause: ast.Clause) -> bool:
    return all(isinstance(verb, ast.Be) and isinstance(verb.predicate, ast.IsTrue) for verb in clause.verbs)


def one(node: ast.Clause | ast.There, table: Table, env: Env) -> Iterator[Env]:
    if node.openings:
        raise Unknown("an opening in a condition")
    env = replace(env, apart=False)
    if isinstance(node, ast.There):
        yield from there(node, table, env)
        return
    if node.subject is None:
        (verb,) = node.verbs
        assert isinstance(verb, ast.Be) and isinstance(verb.predicate, ast.IsTrue)
        if not verb.negated:
            yield from clauses(verb.predicate.clauses, table, env)
        elif not holds(verb.predicate.clauses, table, env):
            yield env
        return
    subject = node.subject
    if any(isinstance(verb, ast.Act) and verb.verb == "tie" for verb in node.verbs):
        raise Unknown("a tie")
    if any(map(names_period(table), node.walk())):
        raise Unknown("whose turn it is")
    if any(
        isinstance(below, ast.Noun) and {"same", "different"} & {*below.adjectives} for below in node.walk()
    ):
        raise Unknown("the same, or different")
    if isinstance(subject, ast.Group) and sets.phrase_of(subject) is None and place_said(node) is not None:
        if any(isinstance(item, ast.Noun) and (item.determiner.number or 1) > 1 for item in subject.items):
            raise Unknown("so many of these, or of those, in one place")
    if (where := one_in_each(node)) is not None:
        yield from of_one_place(node, where, table, env)
        return
    if isinstance(subject, ast.Noun):
        if subject.determiner.quantifier == "no" and says_each(node):
            if place_said(node) is not None:
                raise Refused("none in each: in none, or not in all?")
            if not all(isinstance(verb, ast.Act) and verb.verb == "have" for verb in node.verbs):
                raise Unknown("no … each")
        if subject.plural and subject.determiner.is_empty() and table.lore.is_entity_noun(subject.head):
            raise Refused("a bare plural as a subject")
        if reads_two_ways(node, table, env):
            raise Open("2 things in each place: the same 2, or 2 in each")
        if negates_all(node) and not denied_alike(node, subject, table, env):
            raise Open("not all, or all not")
    if (where := so_many_are_in_one(node)) is not None:
        yield from whose_are_in_one(node, subject, where, table, env)
        return
    if isinstance(subject, ast.Noun):
        if (owned := of_a_player(subject)) is not None:
            yield from of_its_owner(node, subject, owned, table, env)
            return
    yield from said(node, subject, table, env)


def whose_are_in_one(
    node: ast.Clause, subject: ast.Nominal, where: ast.Nominal, table: Table, env: Env
) -> Iterator[Env]:
    """*At least 2 cats of another player are in a park*: whose they are is said before where, and found before it."""
    phrase = sets.phrase_of(subject)
    modifiers = phrase.modifiers if phrase is not None else ()
    whose = next((m.what for m in modifiers if m.word == "of" and m.what is not None), None)
    if whose is None or not quantifiers.is_indefinite(whose):
        yield from of_one_place(node, where, table, env)
        return

    def inner(v: Value, after: Env) -> Iterator[Env]:
        if isinstance(v, Entity):
            owned = ast.swapped(subject, whose, Fixed(id=v.id))
            yield from of_one_place(replace(node, subject=owned), where, table, after)

    yield from quantifiers.nominal(whose, table, env, inner)


def so_many_are_in_one(node: ast.Clause) -> ast.Nominal | None:
    """*At least 3 cats are in a park*, *belong to another player*: in the same one, to the same."""
    where, subject = place_said(node), node.subject
    phrase = sets.phrase_of(subject) if subject is not None else None
    if where is None or phrase is None:
        return None
    in_any = quantifiers.in_any(where) and quantifiers.wide(phrase) is None
    return where if in_any and quantifiers.counts_several(phrase) else None


def of_a_player(subject: ast.Noun) -> ast.Nominal | None:
    """*A player's cat …*, *a cat of a player …*: of whom."""
    if subject.determiner.quantifier == "no" or subject.determiner.number is not None:
        return None
    said = (subject.determiner.owner, *(m.what for m in subject.modifiers if m.word == "of"))
    return next((each for each in said if is_a_player(each)), None)


def is_a_player(node: ast.Nominal | None) -> bool:
    """*a player*, *each player*."""
    d = node.determiner if isinstance(node, ast.Noun) and node.head == "player" else ast.Determiner()
    return not d.other and (d.article == "a" or d.quantifier == "each")


def of_its_owner(
    node: ast.Clause, subject: ast.Noun, owner: ast.Nominal, table: Table, env: Env
) -> Iterator[Env]:
    """The clause, said of each of whom it can be: whoever *another player* is, is another than they."""

    def inner(v: Value, after: Env) -> Iterator[Env]:
        if isinstance(v, Entity):
            whose = ast.swapped(subject, owner, Fixed(id=v.id))
            yield from said(replace(node, subject=whose), whose, table, after)

    yield from quantifiers.nominal(owner, table, env, inner)


def place_said(node: ast.Clause) -> ast.Nominal | None:
    """Where the subject is said to be, or to whom to belong, if that is all that is said of it."""
    match node.verbs:
        case (
            ast.Be(
                negated=False, predicate=ast.IsPlaced(prep="in" | "at" | "on", where=ast.Nominal() as where)
            ),
        ):
            return where
        case (
            ast.Act(verb="belong", negated=False, complements=(ast.Complement(value=ast.Nominal() as whom),)),
        ):
            return whom
    return None


def one_in_each(node: ast.Clause) -> ast.Nominal | None:
    """*A cat is in each park*, *a cat or a dog belongs to each player*: one in each, for nothing is in several."""
    where, subject = place_said(node), node.subject
    if not isinstance(where, ast.Noun):
        return None
    items = subject.items if isinstance(subject, ast.Group) else (subject,)
    if not all(isinstance(item, ast.Noun) and is_some(item.determiner) for item in items):
        return None
    return where if quantifiers.reaches(where) or where.determiner.quantifier == "all" else None


def is_some(d: ast.Determiner) -> bool:
    """*a*, *another*, *at least 2*."""
    some = d.article == "a" or d.quantifier == "another" or d.number is not None
    return some and d.ordinal is None and d.quantifier in (None, "another")


def of_one_place(node: ast.Clause, where: ast.Nominal, table: Table, env: Env) -> Iterator[Env]:
    """The clause, said of each such place, or player."""
    subject = node.subject
    assert subject is not None
    phrase = sets.phrase_of(subject) if isinstance(subject, ast.Noun) else None
    if phrase is not None:
        quantifiers.not_so_few(phrase, where, table)

    def inner(v: Value, after: Env) -> Iterator[Env]:
        if isinstance(v, Entity):
            there = ast.swapped(node.verbs[0], where, Fixed(id=v.id))
            yield from said(replace(node, verbs=(there,)), subject, table, after)

    yield from quantifiers.nominal(where, table, env, inner)


def said(node: ast.Clause, subject: ast.Nominal, table: Table, env: Env) -> Iterator[Env]:
    """The subject reaches over the verb, whatever is in it."""
    reached = []

    def body(v: Value, after: Env) -> Iterator[Env]:
        reached.append(v)
        after = replace(after, placed=env.placed, several=are_several(subject))
        inner = after.under(v.id) if isinstance(v, Entity) else after
        for last in verbs(node, v, table, inner):
            yield replace(last, subject=env.subject, several=env.several)

    for verb in node.verbs:  # *the cat with the highest power has at least 2 power*: so does any that ties
        how_much = isinstance(verb, ast.Act) and verb.verb in ("have", "show")
        what = verb.object if how_much else None
        if isinstance(what, ast.Noun) and len(node.verbs) == 1 and isinstance(subject, ast.Noun):
            shown = table.lore.shown(subject.head or "") if verb.verb == "show" else None
            tied = amounts.as_high(subject, shown or what.head or "", table, env)
            subject = subject if tied is None else Fixed(id=tied)
    placed = env.placed or any(wherever(verb, subject) for verb in node.verbs)
    for after in quantifiers.nominal(subject, table, replace(env, placed=placed), body):
        yield replace(after, placed=env.placed)
    if not reached and table.notes & NOTHING and any(verb.negated for verb in node.verbs):
        raise Open("not, of nothing")


def wherever(verb: ast.Verb, subject: ast.Nominal) -> bool:
    """*is (not) in the bowl*, *belongs to you*, *was removed*: of those that lie anywhere."""
    if past.is_past(verb):
        d = subject.determiner if isinstance(subject, ast.Noun) else ast.Determiner()
        return d.quantifier not in ("each", "every", "all")
    if isinstance(verb, ast.Act):
        return verb.verb == "belong"
    return sets.says_where(verb)


def are_several(subject: ast.Nominal) -> bool:
    """*Each player*, *at least 2 players*, *you and Red*: of whom none has more than all others."""
    if isinstance(subject, ast.Group):
        return subject.joint == "and"
    d = subject.determiner if isinstance(subject, ast.Noun) else ast.Determiner()
    if d.number is not None and d.ordinal is None:
        return d.number > 1 or (d.number == 1 and d.bound == "more than")
    definite = d.article == "the" or d.possessive is not None or d.owner is not None
    plural = isinstance(subject, ast.Noun) and subject.plural is True and definite and d.ordinal is None
    return d.quantifier in ("each", "every", "all", "both") or (plural and d.quantifier is None)


def denied_alike(node: ast.Clause, subject: ast.Noun, table: Table, env: Env) -> bool:
    """*All cats are not tired*: whether none is, and not all are, come to the same."""
    if len(node.verbs) > 1 and node.joint != "and":
        raise Open("not or, of all")
    if len(node.verbs) > 1:
        alone = (replace(node, verbs=(verb,), joint=None) for verb in node.verbs if verb.negated)
        return all(denied_alike(each, subject, table, env) for each in alone)
    positive = replace(node, verbs=(replace(node.verbs[0], negated=False),))
    narrow = any(True for _ in said(node, subject, table, env))
    return narrow != any(True for _ in said(positive, subject, table, env))


def negates_all(node: ast.Clause) -> bool:
    """*All cats are not tired* could be said of either; *each player is not rich*: not one of them is."""
    subject = node.subject
    assert isinstance(subject, ast.Noun)
    d = subject.determiner
    many = (
        d.quantifier in ("all", "no")
        or d.number is not None
        or (bool(subject.plural) and subject.head is not None)
    )
    return many and any(verb.negated for verb in node.verbs)


def reads_two_ways(node: ast.Clause, table: Table, env: Env) -> bool:
    """*At most 1 mark is in each cell*: whether it matters which of the two reaches over the other."""
    (verb, *rest), subject = node.verbs, node.subject
    if rest or not isinstance(verb, ast.Be) or not isinstance(verb.predicate, ast.IsPlaced) or verb.negated:
        return False
    where = verb.predicate.where
    if where is None or not quantifiers.reaches(where) or not isinstance(subject, ast.Noun):
        return False
    phrase = sets.phrase_of(subject)
    if (
        phrase is None
        or phrase.determiner.quantifier in ("each", "every", "all")
        or quantifiers.wide(phrase) is not None
    ):
        return False
    placed = phrase.adding(ast.Modifier(word=verb.predicate.prep, what=where))
    wide = any(True for _ in quantifiers.quantify(placed, table, env, found))

    def narrow(v: Value, after: Env) -> Iterator[Env]:
        yield from predicate(verb.predicate, v, table, after)

    return wide != any(True for _ in quantifiers.nominal(subject, table, env, narrow))


def says_each(node: ast.Clause) -> bool:
    return any(
        quantifiers.reaches(below)
        for verb in node.verbs
        for below in verb.walk()
        if isinstance(below, ast.Noun)
    )


def verbs(node: ast.Clause, subject: Value, table: Table, env: Env) -> Iterator[Env]:
    if len(node.verbs) == 1:
        yield from verb_truth(node.verbs[0], subject, table, env)
    elif node.joint == "and":
        envs = [env]
        for verb in node.verbs:
            befores = [replace(before, apart=env.apart) for before in envs]
            envs = every(after for before in befores for after in verb_truth(verb, subject, table, before))
        yield from envs
    elif node.joint == "or":
        found = [any(True for _ in verb_truth(verb, subject, table, env)) for verb in node.verbs]
        yield from [env] if any(found) else []
    else:
        raise Unknown("verbs one after another in a condition")


def there(node: ast.There, table: Table, env: Env) -> Iterator[Env]:
    if node.adverbials:
        raise Unknown("there is, with an adverb")
    what = node.what
    if isinstance(what, ast.Noun) and amounts.is_amount(what, table.lore):
        raise Unknown("there is an amount")
    phrase = sets.phrase_of(what)
    if phrase is not None:
        d = phrase.determiner
        if d.quantifier in ("all", "each", "every", "both"):
            raise Refused("there is each: what fits is there already")
        if d.article == "the" or (not d.of and (d.possessive or d.owner)):
            raise Unknown("there is the")
    if phrase is not None and phrase.joint == "and" and phrase.determiner.is_empty():  # some of both
        nouns = [replace(phrase.last, head=noun.head, plural=True) for noun in phrase.nouns]
        none = [noun for noun in nouns if not any(True for _ in quantifiers.nominal(noun, table, env, found))]
        yield from [env] if bool(none) == node.negated else []
        return
    if node.negated:
        yield from [] if any(True for _ in quantifiers.nominal(what, table, env, found)) else [env]
        return
    yield from quantifiers.nominal(what, table, env, found)


def found(v: Value, after: Env) -> Iterator[Env]:
    yield after


def verb_truth(verb: ast.Verb, subject: Value, table: Table, env: Env) -> Iterator[Env]:
    before = past.is_past(verb)
    if (
        verb.modal
        or verb.only
        or verb.instead
        or ((verb.tense != "present" or verb.adverbials) and not before)
    ):
        raise Unknown("a verb with a modal, a tense or an adverb")
    positive = replace(verb, negated=False)
    if verb.negated:
        met = replace(table, notes=set())
        found_ = any(True for _ in verb_truth(positive, subject, met, replace(env, apart=False)))
        table.notes.update(met.notes)
        if found_:
            return
        if met.notes & NOTHING:
            raise Open("not, of nothing")
        yield env
    elif isinstance(verb, ast.Be):
        yield from predicate(verb.predicate, subject, table, env)
    elif isinstance(verb, ast.Act):
        yield from (past.happened if before else act)(verb, subject, table, env)
    else:
        raise Unknown("if you do")


def act(verb: ast.Act, subject: Value, table: Table, env: Env) -> Iterator[Env]:
    by_role = {c.role: c for c in verb.complements}
    if not isinstance(subject, Entity) or verb.passive or len(by_role) != len(verb.complements):
        raise Unknown(f"{verb.verb} of an amount")
    match verb.verb:
        case "have" if set(by_role) <= {"obj", "place"} and "obj" in by_role:
            what = by_role["obj"].value
            assert isinstance(what, ast.Nominal)
            yield from possession.having(subject.id, what, by_role.get("place"), table, env)
        case "show" if set(by_role) == {"obj"}:
            n = table.shown(subject.id)
            what = by_role["obj"].value
            assert isinstance(what, ast.Nominal)
            if n is not None:
                yield from is_amount(Number(n), what, table, env)
        case "belong" if set(by_role) == {"to"}:
            what = by_role["to"].value
            assert isinstance(what, ast.Nominal)
            if quantifiers.reaches(what):
                raise Refused("one thing of each of several")
            owner = table.whose(subject.id)
            if table.changes_hands(subject.id) and table.owner(subject.id) < 0 <= owner:
                raise Open("what is nobody's, in somebody's place")
            yield from quantifiers.nominal(
                what, table, env, lambda v, after: iter([after] if v == Entity(owner) else [])
            )
        case _:
            raise Unknown(f"verb {verb.verb}")


# --- Predicates -------------------------------------------------------------------------------------------------


def predicate(node: ast.Predicate, subject: Value, table: Table, env: Env) -> Iterator[Env]:
    match node:
        case ast.IsAdjective(adjectives=words, joint=joint, where=None):
            truths = [has_adjective(subject, word, table, env) for word in words]
            yield from [env] if (any(truths) if joint == "or" else all(truths)) else []
        case ast.IsThing(what=ast.Noun(determiner=d)) if d.other or d.quantifier == "another":
            raise Unknown("is another")  # than somebody else: nobody is another than themselves
        case ast.IsThing(what=what):
            yield from is_what(subject, what, table, env)
        case ast.IsPlaced(prep=prep, where=where) if where is not None:
            if not isinstance(subject, Entity):
                raise Refused("an amount is nowhere")
            if prep not in (*sets.PLACES, *sets.BESIDE, "of", "with", "without"):
                raise Unknown(f"is {prep}")
            noun = ast.Noun(head="thing")
            place = isinstance(where, ast.Noun) and table.lore.category(where.head) == "place"
            inside = prep in sets.PLACES and quantifiers.reaches(where) and place
            if inside and table.model.is_component[subject.id]:
                raise Refused("one thing in each of several")
            yield from sets.modified(subject.id, noun, ast.Modifier(word=prep, what=where), table, env)
        case ast.IsRelated(relation="next to", to=to):
            yield from placed_beside(subject, to, table, env)
        case ast.IsRelated(relation=relation, to=to):
            yield from related(subject, relation, to, table, env)
        case _:
            raise Unknown(f"predicate {type(node).__name__}")


def is_what(subject: Value, what: ast.Nominal, table: Table, env: Env) -> Iterator[Env]:
    if isinstance(what, ast.Noun) and isinstance(subject, Entity) and what.name is None:
        if what.determiner.of and what.determiner.number == 1 and what.determiner.owner is not None:
            owners = list(quantifiers.values_of(what.determiner.owner, table, env))
            lists = [table.listed(v.id, what.head or "") for v in owners if isinstance(v, Entity)]
            if len(lists) == 1 and lists[0] is not None:
                yield from [env] if subject.id in lists[0] else []
                return
        if is_flag(what, table):
            value = table.attribute(subject.id, what.head or "")
            yield from [env] if value == Number(1) else []
            return
        if amounts.is_amount(what, table.lore) and what.head != "owner":
            if what.head in table.lore.nouns and what.determiner.article == "a":
                yield from [env] if defined_kind(subject.id, what.head or "", table) else []
                return
            raise Unknown("a thing is an amount")
    if isinstance(what, ast.Noun) and what.determiner.quantifier in ("each", "every"):
        raise Refused("to be each of several")
    if isinstance(what, ast.Noun) and is_odd(what):
        raise Unknown("is each, is no, is at least 2")
    if isinstance(subject, Entity):
        what_it_is = replace(env, placed=True)  # not where

        def same(v: Value, after: Env) -> Iterator[Env]:
            if v == subject:
                yield replace(after, placed=env.placed)

        yield from quantifiers.nominal(what, table, what_it_is, same)
    elif isinstance(subject, Word):
        yield from quantifiers.nominal(
            what,
            table,
            env,
            lambda v, after: iter([after] if v == subject and not after.itself(subject, v) else []),
        )
    else:
        yield from is_amount(subject, what, table, env)


def is_odd(what: ast.Noun) -> bool:
    d = what.determiner
    return (
        what.head is not None
        and what.name is None
        and (
            d.quantifier in ("each", "every", "all", "no")
            or (d.number is not None and not (d.of and d.number == 1))
        )
    )


def is_flag(what: ast.Noun, table: Table) -> bool:
    return (
        what.head is not None
        and what.determiner.is_empty()
        and not what.modifiers
        and any(
            a.form == "flag"
            for k in table.lore.attributes_of.values()
            for n, a in k.items()
            if n == what.head
        )
    )


def is_amount(subject: Number, what: ast.Nominal, table: Table, env: Env) -> Iterator[Env]:
    """*is 7*, *is at least the number of dogs*, *is at most 4 or at least 10*."""
    if isinstance(what, ast.Group):
        if what.joint != "or":
            raise Unknown("is 3 and 4")
        truths = [any(True for _ in is_amount(subject, item, table, env)) for item in what.items]
        yield from [env] if any(truths) else []
        return
    bound = "exactly"
    if isinstance(what, ast.Noun) and what.determiner.bound is not None:
        bound = what.determiner.bound
        what = replace(what, determiner=replace(what.determiner, bound=None))
    elif isinstance(what, ast.Arith) and isinstance(first(what), ast.Noun):
        found_bound = first(what).determiner.bound  # type: ignore[attr-defined]
        if found_bound is not None:
            bound, what = found_bound, unbound(what)

    def fits(v: Value, after: Env) -> Iterator[Env]:
        if not isinstance(v, Number):
            raise Refused("a number is compared with what is none")
        if quantifiers.compare(subject.n, bound, v.n) and not after.itself(subject, v):
            yield after

    yield from amounts.amount(what, table, env, fits)


def first(node: ast.Nominal) -> ast.Nominal:
    while isinstance(node, ast.Arith):
        node = node.left
    return node


def unbound(node: ast.Nominal) -> ast.Nominal:
    if isinstance(node, ast.Arith):
        return replace(node, left=unbound(node.left))
    assert isinstance(node, ast.Noun)
    return replace(node, determiner=replace(node.determiner, bound=None))


def placed_beside(subject: Value, to: ast.Nominal, table: Table, env: Env) -> Iterator[Env]:
    if not isinstance(subject, Entity):
        raise Unknown("next to an amount")
    beside = ast.Modifier(word="next to", what=to)
    yield from sets.modified(subject.id, ast.Noun(head="thing"), beside, table, env)


def related(subject: Value, relation: str, to: ast.Nominal, table: Table, env: Env) -> Iterator[Env]:
    defined_ = table.lore.relations.get(relation)
    if defined_ is not None:
        if not isinstance(subject, Entity):
            raise Unknown("a relation of an amount")
        one = subject.id

        def stands(v: Value, after: Env) -> Iterator[Env]:
            if isinstance(v, Entity) and any(are_related(one, v.id, each, table) for each in defined_):
                yield after

        yield from quantifiers.nominal(to, table, replace(env, placed=False), stands)
        return

    def fits(v: Value, after: Env) -> Iterator[Env]:
        if not isinstance(v, Number) or not isinstance(subject, Number):
            raise Unknown(f"{relation} of what is no number")
        true = {
            "lower than": subject.n < v.n,
            "higher than": subject.n > v.n,
            "equal to": subject.n == v.n,
            "divisible by": v.n != 0 and subject.n % v.n == 0,
        }
        if relation not in true:
            raise Unknown(f"relation {relation}")
        if true[relation] and not after.itself(subject, v):
            yield after

    yield from quantifiers.nominal(to, table, env, fits)


def are_related(one: int, other: int, meaning: Definition, table: Table) -> bool:
    """*A pet is stronger than another pet if …* of these two: *this pet*, *it* and *they* are the first."""
    table, first, second = table.elsewhere(), meaning.subject, meaning.to
    assert first is not None
    if not isinstance(second, ast.Noun) or meaning.condition is None:
        raise Unknown("a relation to something else")
    if second.determiner.quantifier == "another" and one == other:
        return False
    if not fits_noun(one, first, table) or not fits_noun(other, second, table):
        return False
    env = replace(Env(you=-1, this=one, sentence=-1).speak(one, first.head), sentence=0).speak(
        other, second.head
    )
    return holds(meaning.condition, table, env.under(one))


# --- Adjectives -------------------------------------------------------------------------------------------------


def has_adjective(subject: Value, word: str, table: Table, env: Env) -> bool:
    entry = table.lore.words.adjectives.get(word)
    if word.replace("-", " ") in ("face up", "face down"):
        if not isinstance(subject, Entity) or not table.model.is_component[subject.id]:
            raise Refused("this has no face")
        return bool(table.state.face[subject.id]) == word.endswith("up")
    if entry is None or entry.role == "core":
        raise Unknown(f"adjective {word}")
    if entry.role == "value":
        index = table.lore.word_index[word]
        if isinstance(subject, Word):
            return subject.index == index
        return isinstance(subject, Entity) and has_word(subject.id, Word(index), table)
    return any(satisfies(subject, meaning, table) for meaning in table.lore.adjectives.get(word, ()))


def has_word(e: int, word: Word, table: Table) -> bool:
    """Whether an attribute of it has this value."""
    names = table.lore.attributes_of[table.model.kind[e]]
    listed = [name for name, a in names.items() if a.form == "value" and not a.many]
    return any(table.attribute(e, name) == word for name in listed)


def satisfies(subject: Value, meaning: Definition, table: Table) -> bool:
    """*A player is rich if …* of this player."""
    table = table.elsewhere()
    noun = meaning.subject
    assert noun is not None
    if isinstance(subject, Entity):
        if noun.head == "number" or not fits_noun(subject.id, noun, table):
            return False
        env = Env(you=-1).speak(subject.id, noun.head)
        return meaning.condition is None or holds(meaning.condition, table, env)
    if not isinstance(subject, Number) or noun.head != "number" or meaning.condition is None:
        raise Unknown("a definition of a value")
    return number_satisfies(subject, meaning.condition, table)


def number_satisfies(n: Number, condition: ast.Clauses, table: Table) -> bool:
    """*A number is even if it is divisible by 2*: *it* is the number."""
    truths = []
    for clause in condition.clauses:
        if not isinstance(clause, ast.Clause) or clause.subject != ast.Pronoun(word="it"):
            raise Unknown("a definition of numbers")
        truths.append(any(True for _ in verbs(clause, n, table, Env(you=-1))))
    return any(truths) if "or" in condition.joints else all(truths)


def defined_kind(e: int, noun: str, table: Table) -> bool:
    return any(satisfies(Entity(e), meaning, table) for meaning in table.lore.nouns[noun])


def fits_noun(e: int, noun: ast.Noun, table: Table) -> bool:
    """Whether an entity is such as a definition speaks of: *a pet in a yard*."""
    if noun.head is None or not table.lore.is_entity_noun(noun.head) or not table.is_kind(e, noun.head):
        return False
    phrase = sets.Phrase(ast.Determiner(), (replace(noun, determiner=ast.Determiner()),), placed=True)
    return any(True for _ in sets.all_hold(e, noun, phrase, table, Env(you=-1)))
