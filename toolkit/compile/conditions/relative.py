"""Relative clauses: *that is ready*, *you have*, *where …*, *whose …*."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Desc, Val
from toolkit.compile.conditions.condition import clause_truth, truth, verb_truth
from toolkit.compile.conditions.found import joined
from toolkit.compile.conditions.kept import lies_there
from toolkit.compile.conditions.predicate import standing
from toolkit.compile.conditions.quantified import exists, over
from toolkit.compile.events.history import past_event
from toolkit.compile.nouns.nominal import describe
from toolkit.compile.nouns.others import SOMEBODY, how_called
from toolkit.compile.nouns.owning import owned_by
from toolkit.compile.nouns.possess import in_found, possess
from toolkit.compile.nouns.pronoun import apart_from_doer
from toolkit.language import ast, which
from toolkit.meaning.referents import Referent
from toolkit.program.expression import Expr


def relative(node: ast.Relative, item: Val, scope: Scope) -> Expr:
    """*that is ready*, *you have*, *where you have a card*, *whose requirement you meet* said of an item."""

    def parts() -> Iterator[Expr]:
        yield relative_one(node, item, scope)
        if node.more is not None:
            yield relative(node.more, item, scope)

    return joined(parts(), node.joint, scope)


def relative_one(node: ast.Relative, item: Val, scope: Scope) -> Expr:
    """One relative clause, said of an item."""
    world = scope.world
    player = world.is_player(item.type)
    if item.type.base == "value" and (node.word == "where" or node.there is not None):
        return of_a_value(node, item, scope)
    if node.there is not None:
        with scope.saying(there=Referent(item, item.type.name)):
            what = node.there.what
            desc = describe(
                replace(what, modifiers=(*what.modifiers, ast.Modifier(word="in", span=what.span)))
                if isinstance(what, ast.Noun)
                else what,
                scope,
            )
            result = exists(desc, scope, what)
        return build.negate(result) if node.there.negated else result
    assert node.verb is not None
    if node.word == "whose":
        return whose(node, node.verb, item, scope)
    if node.subject is None:
        not_beside_it(node.verb, item, scope)
        before = scope.they
        with scope.saying(they=item if player else before, outer=before if player else scope.outer):
            return verb_truth(apart_from_doer(node.verb, item, scope, before), item, scope)
    if node.word == "where":
        if how_called(node.subject, scope) == SOMEBODY:  # *that player* could be this one
            scope.discourse.owners.add((scope.number, "player", node.subject.span))
        with scope.saying(there=Referent(item, item.type.name)):
            clause = ast.Clause(subject=node.subject, verbs=(in_there(node.verb),), span=node.span)
            return clause_truth(clause, scope)
    verb = node.verb
    who = one_of_them(verb, node.subject, item, scope)

    def said(value: Val) -> Expr:
        kept = lies_there(verb, who, value, item, scope)
        return gap(verb, value, item, scope) if kept is None else kept

    return over(describe(who, scope), scope, who, said)


def not_beside_it(verb: ast.Verb, item: Val, scope: Scope) -> None:
    """SAY0657: *Pat a cat that has 2 power and a dog*: does the dog lie on it, or is it patted, too?"""
    had = verb.object if isinstance(verb, ast.Act) and verb.verb == "have" else None
    kind = scope.world.kind_of(item.type)
    if not isinstance(had, ast.Group) or kind is None or kind.category != "thing":
        return
    first, last = ast.head_of(had.items[0]), had.items[-1]
    beside = scope.world.kind(ast.head_of(last))
    if beside is not None and first is not None and scope.world.attribute(kind.name, first) is not None:
        names = f"what it has, too, or something beside the {kind.name}"
        hint = f"of what lies on it say *and that has …*; of another thing say that first: *… and a {kind.name} that …*"
        raise scope.fail("SAY0657", last, names=names, hint=hint)


def one_of_them(verb: ast.Verb, who: ast.Nominal, item: Val, scope: Scope) -> ast.Nominal:
    """*cats (that) other players have*: each of them is one player's, that of any of these.  SAY0801: *all cats that
    each other player has*, for no cat is had by each.
    """
    if not isinstance(verb, ast.Act) or verb.verb != "have" or verb.tense != "present" or verb.negated:
        return who
    if item.type.base != "entity" or scope.world.is_player(item.type) or not isinstance(who, ast.Noun):
        return who
    match who.determiner.which:
        case which.Bare() | which.The(number=None) if who.plural and who.determiner.article in (None, "the"):
            span = who.determiner.span
            one = (
                ast.Determiner(quantifier="another", span=span)
                if who.determiner.other
                else ast.Determiner(article="a", span=span)
            )
            return replace(who, plural=False, determiner=one)
        case which.Each() | which.All():
            pass
        case which.Count(number=number) if number > 1:
            pass
        case _:
            return who
    thing = item.type.name
    hint = f"a {thing} is one player's: *… of all other players*, or *For each …, … that player's {thing} …*"
    raise scope.unfit(who, f"one {thing} that several have", hint=hint)


def of_a_value(node: ast.Relative, item: Val, scope: Scope) -> Expr:
    """*each suit where you have played all your cards of that suit*: not the place that its clause speaks of."""
    said: ast.Clause | ast.There | None = node.there
    if node.verb is not None and node.subject is not None:
        said = ast.Clause(subject=node.subject, verbs=(node.verb,), span=node.span)
    if said is None:
        raise scope.unfit(node, "this relative clause")
    with scope.discourse.closed():
        scope.bind(item, item.type.name)
        return truth(ast.Clauses(clauses=(said,), span=node.span), scope)


def whose(node: ast.Relative, verb: ast.Verb, item: Val, scope: Scope) -> Expr:
    """*whose colour is …* (`subject` is the thing possessed) · *whose requirement you meet* (it is the object
    of the verb).
    """
    obj = verb.object if isinstance(verb, ast.Act) else None
    owned = node.subject if isinstance(node.subject, ast.Noun) else obj
    if not isinstance(owned, ast.Noun) or owned.head is None:
        raise scope.unfit(node, "this relative clause")
    value = possess(item, owned.head, owned.modifiers, scope, owned)
    if value is None:
        raise scope.fail("SAY0753", owned, noun=owned.head, of=item.type.name)
    if value.type.base == "truth":
        return build.negate(value.expr) if verb.negated else value.expr
    if value.type.base == "entity" and value.many:
        each_of_them = things_of_one(owned, value, scope)
        return over(each_of_them, scope, owned, lambda each: verb_truth(verb, each, scope))
    return verb_truth(verb, value, scope)


def things_of_one(owned: ast.Noun, value: Val, scope: Scope) -> Desc:
    """*whose units are …*: all of them; *whose unit is …*: the one that each has.  SAY0803: each may have several."""
    if owned.plural is not False:
        return Desc("set", value.expr, value.type, owned.span, head=owned.head)
    owners = scope.world.players if scope.world.owned(value.type.name) else 1
    if scope.world.totals.get(value.type.name, owners + 1) > owners:
        raise scope.fail("SAY0803", owned, expected=(f"*with a {owned.head} that …*", "*whose …s are …*"))
    return Desc("one", ("first", value.expr), value.type, owned.span, head=owned.head)


def in_there(verb: ast.Verb) -> ast.Verb:
    """Inside *where …* the missing place is *there*."""
    if (
        isinstance(verb, ast.Act)
        and verb.verb == "have"
        and not any(c.role == "place" for c in verb.complements)
    ):
        return replace(
            verb, complements=(*verb.complements, ast.Complement(role="place", value=None, span=verb.span))
        )
    return verb


def gap(verb: ast.Verb, subject: Val, item: Val, scope: Scope) -> Expr:
    """A verb whose missing object is the item: *cards (that) you have at …*."""
    if not isinstance(verb, ast.Act):
        raise scope.unfit(verb, "this relative clause")
    if verb.verb == "have" and verb.tense == "present":
        result = had(verb, subject, item, scope)
    elif verb.tense in ("past", "perfect"):
        result = past_event(verb, subject, scope, obj=item)
    else:
        kinds = map(scope.world.argument, (subject.type, item.type))
        defined = scope.world.find_defined(verb.verb, *kinds)
        if defined is None or len(defined.kinds) != 2:
            raise scope.fail("SAY0758", verb, verb=verb.verb)
        result = ("call", defined.function, subject.expr, item.expr)
    return build.negate(result) if verb.negated else result


def had(verb: ast.Act, subject: Val, item: Val, scope: Scope) -> Expr:
    """*(cards) you have in the park*; without a place, where such things are found.  Of *cards you do not have*
    their phrase says where they are looked for.
    """
    result = owned_by(subject, Desc("one", item.expr, item.type), scope)(item)
    place = verb.complement("place")
    if place is not None:
        return build.both(result, standing(place, item, scope))
    found = scope.world.property(item.type.name, "found") if item.type.base == "entity" else None
    return (
        result
        if found is None or verb.negated
        else build.both(result, in_found(found, item.expr, subject.expr, scope))
    )
