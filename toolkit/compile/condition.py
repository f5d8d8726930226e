"""Conditions: clauses that are true or false.  Also relative clauses, *with* phrases and relations.

A noun phrase inside a condition is quantified: *each N* and *the Ns*: all of them; *a N*, *at least 2 Ns*: so many
exist; *no N*: none does.  The subject is quantified outside the object.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from toolkit.compile import amount, build, geometry, likeness, nothing, together
from toolkit.compile.adjective import adjective, shown_number
from toolkit.compile.determiner import indefinite, plain
from toolkit.compile.found import beside_the_point, introduce, introduce_group, keep, listed
from toolkit.compile.history import past_event
from toolkit.compile.nominal import describe
from toolkit.compile.phrases import as_number, number_of
from toolkit.compile.possess import attribute_of_list, for_each_owner
from toolkit.compile.preposition import own_preposition
from toolkit.compile.scope import Scope
from toolkit.compile.settled import settle
from toolkit.compile.together import TOGETHER
from toolkit.compile.values import Bound, Desc, Val, name_type
from toolkit.language import ast
from toolkit.meaning import witness
from toolkit.program.expression import Expr

COMPARISONS = {
    "lower than": "lt",
    "higher than": "gt",
    "less than": "lt",
    "greater than": "gt",
    "more than": "gt",
    "equal to": "eq",
    "the same as": "eq",
    "at least": "ge",
    "at most": "le",
}


def truth(node: ast.Clauses, scope: Scope) -> Expr:
    """A condition; what it found cannot be spoken of outside."""
    return settle(scope, lambda: _truth(node, scope))


def _truth(node: ast.Clauses, scope: Scope) -> Expr:
    mark = scope.discourse.mark()
    with scope.saying(kept=None):
        open_ = found(node, scope)
    _leave(scope, mark, open_)
    return build.closed(open_)


def _leave(scope: Scope, mark: int, open_: Expr) -> None:
    """What a condition that is closed found is out of reach; what it only spoke of is not."""
    slots = {build.local(slot) for slot in witness.slots_of(open_)}
    scope.discourse.forget(mark, keep=lambda each: each.needs is None and each.value.expr not in slots)


def found(node: ast.Clauses, scope: Scope) -> Expr:
    """A condition: its clauses, joined by *and* or *or*.  A clause without a subject takes the one before.

    The result may hold open witnesses: what *a N* found, for those who speak of it.  Of two things joined by *or*
    nobody knows which was found.
    """
    parts: list[Expr] = []
    subject: ast.Nominal | None = None
    either = "or" in node.joints
    for clause in node.clauses:
        mark = scope.discourse.mark()
        if isinstance(clause, ast.There):
            part = there_is(clause, scope)
        else:
            if clause.subject is None and subject is not None:
                clause = replace(clause, subject=subject)
            subject = clause.subject
            part = clause_truth(clause, scope)
        if either:
            scope.discourse.forget(mark, keep=lambda each: each.source != "condition")
        parts.append(part)
    if node.closings:
        raise scope.fail("SAY0801", node.closings[0], what="this ending in a condition")
    return build.either(*parts) if either else build.both(*parts)


def there_is(clause: ast.There, scope: Scope) -> Expr:
    """*There is a N …*, *There are no Ns …*."""
    what = clause.what
    if isinstance(what, ast.Noun):
        each = next((m for m in what.modifiers if spreads(m.what)), None)
        if each is not None:
            return spread(
                each.what,
                scope,
                lambda that: there_is(replace(clause, what=in_place(what, each, that)), scope),
            )
    if clause.negated:
        with scope.discourse.closed():
            return build.negate(exists(describe(what, scope), scope, what))
    return exists(describe(what, scope), scope, what)


def in_place(node: ast.Noun, modifier: ast.Modifier, what: ast.Nominal) -> ast.Noun:
    """The phrase with other words behind one of its modifiers."""
    modifiers = tuple(replace(each, what=what) if each is modifier else each for each in node.modifiers)
    return replace(node, modifiers=modifiers)


def spreads(node: ast.Nominal | None) -> bool:
    """Whether a place phrase is *each N*: the rest must hold for every one, so it is quantified outside."""
    return isinstance(node, ast.Noun) and (
        node.determiner.quantifier in ("each", "every") or for_each_owner(node)
    )


def ranges(node: ast.Nominal | None) -> bool:
    """Whether an owner is one of several: *each player's coins are 3*, *a player's*, *no player's*."""
    det = node.determiner if isinstance(node, ast.Noun) else ast.Determiner()
    return spreads(node) or det.article in ("a", "an") or det.quantifier in ("no", "another")


def spread(node: ast.Nominal | None, scope: Scope, body: Callable[[ast.Nominal], Expr]) -> Expr:
    """Quantify *each N* (and before it the *a M* in *each N of a M*) outside, then say `body` of each."""
    assert isinstance(node, ast.Noun)
    behind = next((m for m in node.modifiers if m.word == "of" and _of_any(m.what)), None)
    if behind is not None and isinstance(inner := behind.what, ast.Noun):
        desc = describe(inner, scope)
        return over(
            desc,
            scope,
            inner,
            lambda value: spread(in_place(node, behind, bound(value, inner)), scope, body),
        )
    return over(describe(node, scope), scope, node, lambda value: body(bound(value, node)))


def bound(value: Val, node: ast.Noun) -> Bound:
    """The phrase, where what it ranges over is one value."""
    return Bound(value=value, head=node.head or value.type.name, span=node.span)


def _of_any(node: ast.Nominal | None) -> bool:
    """*of a M*."""
    return isinstance(node, ast.Noun) and node.determiner.article in ("a", "an")


def exists(desc: Desc, scope: Scope, node: ast.Node) -> Expr:
    """Whether there are as many as the phrase says."""
    if (parts := listed(desc)) is not None:
        joint, members = parts
        truths = [exists(each, scope, node) for each in members]
        return build.either(*truths) if joint == "or" else build.both(*truths)
    if desc.type.base == "quantity":
        raise scope.fail("SAY0801", node, what="an amount here")
    if desc.mode == "no":
        return build.negate(build.nonempty(desc.expr))
    if desc.mode == "some":
        return counted(desc, scope, node)
    if desc.mode == "one":
        return ("ne", desc.expr, build.NONE)
    if desc.mode == "each":
        raise scope.fail("SAY0801", node, what="“each” after “there is”", expected=("*a …*", "*no …*"))
    return build.nonempty(desc.expr)


def counted(desc: Desc, scope: Scope, node: ast.Node) -> Expr:
    """*a N* / *at least 2 Ns* / *exactly 1 N* exist; a bare number only in tests, where it is exact."""
    if desc.alike is not None:
        return likeness.there_are(desc, scope, node)
    if desc.extra == "a":
        return introduce(desc, scope.alloc(), build.TRUE, scope.discourse.mark(), scope)
    if desc.low == build.integer(1) and desc.bound == "at least":
        introduce_group(desc, desc.expr, scope)
        return build.nonempty(desc.expr)
    if desc.bound is None and not scope.test:
        raise scope.fail("SAY0757", node)
    introduce_group(desc, desc.expr, scope)
    return amount.compare(("count", desc.expr), desc.bound, desc.low)


def clause_truth(clause: ast.Clause, scope: Scope) -> Expr:
    """One clause: its subject quantified, its verbs joined."""
    if clause.openings:
        raise scope.fail("SAY0801", clause.openings[0], what="this opening in a condition")
    if clause.subject is None:
        first = clause.verbs[0]
        if isinstance(first, ast.Be) and isinstance(first.predicate, ast.IsTrue):
            return that_is_so(first, first.predicate, scope)
        raise scope.fail("SAY0658", clause)
    if isinstance(clause.subject, ast.Pronoun) and clause.subject.word == "it":
        first = clause.verbs[0]
        if isinstance(first, ast.Be) and isinstance(first.predicate, ast.IsTrue):
            return that_is_so(first, first.predicate, scope)
        if isinstance(first, ast.Be) and (running := whose_turn(first, scope)) is not None:
            return running
    if (owner := ranging_owner(clause.subject)) is not None:
        return spread(
            owner,
            scope,
            lambda that: clause_truth(replace(clause, subject=owned(clause.subject, owner, that)), scope),
        )
    if (shared := together.of_all(clause, scope)) is not None:
        return shared
    with scope.saying(placed=scope.placed or all(says_where(verb) for verb in clause.verbs)):
        desc = describe(clause.subject, scope)
    return over(desc, scope, clause.subject, lambda value: verbs_truth(clause, value, scope))


def says_where(verb: ast.Verb) -> bool:
    """*are in the box*: the verb says where, so that no default place narrows the subject."""
    predicate_ = verb.predicate if isinstance(verb, ast.Be) else None
    if isinstance(predicate_, ast.IsPlaced):
        return predicate_.prep not in ("with", "without", "of")
    return isinstance(predicate_, ast.IsAdjective) and predicate_.where is not None


def that_is_so(verb: ast.Be, said: ast.IsTrue, scope: Scope) -> Expr:
    """*It is (not) true that S*."""
    if not verb.negated:
        return found(said.clauses, scope)
    with scope.discourse.closed():
        return build.negate(found(said.clauses, scope))


def whose_turn(verb: ast.Be, scope: Scope) -> Expr | None:
    """*It is (not) your turn*: such a period runs, and is that player's.  None: *it* is a thing."""
    what = verb.predicate.what if isinstance(verb.predicate, ast.IsThing) else None
    if (
        not isinstance(what, ast.Noun)
        or what.head not in scope.world.periods
        or verb.adverbials
        or verb.modal
    ):
        return None
    if what.determiner.owner is None and what.determiner.possessive is None:
        return None
    from toolkit.compile.lasting import while_it_runs

    running = while_it_runs(ast.When(word="in", period=what, span=what.span), scope)
    return build.negate(running) if verb.negated else running


def ranging_owner(node: ast.Nominal) -> ast.Nominal | None:
    """The owner in *the A of each N* and *a N's A*, of which the clause is said one by one; None: there is none."""
    if not isinstance(node, ast.Noun) or (node.plural and node.determiner.owner is None):
        return None
    owners = [node.determiner.owner, *(m.what for m in node.modifiers if m.word == "of")]
    return next((each for each in owners if ranges(each)), None)


def owned(node: ast.Nominal | None, owner: ast.Nominal, that: ast.Nominal) -> ast.Nominal:
    """The phrase with another owner in the place of this one."""
    assert isinstance(node, ast.Noun)
    if node.determiner.owner is owner:
        return replace(node, determiner=replace(node.determiner, owner=that))
    changed = (replace(m, what=that) if m.what is owner else m for m in node.modifiers)
    return replace(node, modifiers=tuple(changed))


def over(desc: Desc, scope: Scope, node: ast.Node, body: Callable[[Val], Expr]) -> Expr:
    """Quantify: body of the value, of each, of as many as said, of none."""
    if (parts := listed(desc)) is not None:
        joint, members = parts
        truths = [over(each, scope, node, body) for each in members]
        return build.either(*truths) if joint == "or" else build.both(*truths)
    if desc.type.base == "quantity" or desc.mode == "one":
        if isinstance(node, ast.Pronoun) and node.word == "you":
            return body(Val(desc.expr, desc.type))  # *they* is somebody else
        if desc.type.base != "entity":
            return body(Val(desc.expr, desc.type))
        value = Val(desc.expr, desc.type)
        here = scope.discourse.mark()
        scope.bind(value, desc.head or desc.type.name, source="condition")
        inner = spoken(value, scope, body)
        beside_the_point(scope, here + 1, value)
        del scope.discourse.referents[here]  # inside it is what it is; in what follows, what it was
        keep(value, desc.head, desc.span, scope)
        if nothing.may_be_nothing(desc.expr, scope):
            return build.both(nothing.there([desc.expr]), inner)
        return inner
    if desc.more is not None:
        raise scope.fail("SAY0801", node, what=f"“{desc.more}” here")
    slot = scope.alloc()
    mark = scope.discourse.mark()
    value = Val(build.local(slot), desc.type)
    if desc.type.base == "entity":
        scope.bind(value, desc.head or desc.type.name, source="condition")
    inner = spoken(value, scope, body)
    beside_the_point(scope, mark + 1, value)
    if desc.extra == "or" or (desc.mode == "some" and desc.extra == "a"):
        return introduce(desc, slot, inner, mark, scope)
    scope.discourse.forget(mark)  # *each player*, *no player*: nobody that a later *that player* could mean
    if desc.mode == "no":
        return build.negate(build.some(desc.expr, slot, inner))
    if desc.mode == "some":
        if desc.bound is None and not scope.test:
            raise scope.fail("SAY0757", node)
        those = build.where(desc.expr, slot, inner)
        introduce_group(desc, those, scope)
        return amount.compare(("count", those), desc.bound, desc.low)
    introduce_group(desc, desc.expr, scope)
    return ("every", desc.expr, slot, build.closed(inner))


def spoken(value: Val, scope: Scope, body: Callable[[Val], Expr]) -> Expr:
    """The body, with a player as *they*."""
    player = value.type.base == "entity" and scope.world.is_a(value.type.name, "player")
    with scope.saying(they=value if player else scope.they):
        return body(value)


def verbs_truth(clause: ast.Clause, subject: Val, scope: Scope) -> Expr:
    """The verb phrases of a clause said of one subject."""
    parts = [verb_truth(verb, subject, scope) for verb in clause.verbs]
    return build.either(*parts) if clause.joint == "or" else build.both(*parts)


def verb_truth(verb: ast.Verb, subject: Val, scope: Scope) -> Expr:
    """One verb phrase said of a subject."""
    if verb.negated:  # what a negation is about cannot be spoken of
        with scope.discourse.closed():
            positive = verb_truth(replace(verb, negated=False), subject, scope)
            if isinstance(verb, ast.Be) and isinstance(verb.predicate, ast.IsPlaced):
                # What lies with nobody is not Blue's: only the thing itself must be there.
                return build.both(nothing.present(subject.expr, scope), build.negate(positive))
            compares = isinstance(verb, ast.Be) or (isinstance(verb, ast.Act) and verb.verb == "show")
            return nothing.refuted(positive, scope) if compares else build.negate(positive)
    if verb.instead or verb.only:
        raise scope.fail("SAY0801", verb, what="“instead” or “only” in a condition")
    if verb.modal == "must":
        raise scope.fail("SAY0801", verb, what="“must” in a condition")
    match verb:
        case ast.Be():
            if verb.modal is not None or verb.tense != "present":
                word = f"“{verb.modal}”" if verb.modal is not None else "the past"
                raise scope.fail(
                    "SAY0801", verb, what=f"{word} of a state", expected=("*is …*", "*is not …*")
                )
            if verb.adverbials:
                raise scope.fail("SAY0801", verb.adverbials[0], what="this adverbial in a condition")
            return nothing.stated(predicate(verb.predicate, subject, scope), scope)
        case ast.Act():
            return nothing.stated(act_truth(verb, subject, scope), scope)
    raise scope.fail("SAY0801", verb, what="this verb in a condition")


# --- is … -------------------------------------------------------------------------------------------------


def predicate(node: ast.Predicate, subject: Val, scope: Scope) -> Expr:
    """*is P* of a subject."""
    match node:
        case ast.IsAdjective():
            parts = [adjective(word, subject, scope, node) for word in node.adjectives]
            result = build.either(*parts) if node.joint == "or" else build.both(*parts)
            return (
                build.both(result, placed(node.where, subject, scope)) if node.where is not None else result
            )
        case ast.IsThing():
            return is_thing(node, subject, scope)
        case ast.IsPlaced():
            return placed(node, subject, scope)
        case ast.IsRelated():
            return related(node.relation, subject, node.to, scope, node)
        case ast.IsTrue():
            return truth(node.clauses, scope)
    raise scope.fail("SAY0801", node, what="this")


def is_thing(node: ast.IsThing, subject: Val, scope: Scope) -> Expr:
    """*is 7*, *is at most 4 or at least 10*, *is a card*, *is the first card or the last card of it*, *is plus*."""
    if isinstance(node.what, ast.Group):
        parts = [is_thing(replace(node, what=item), subject, scope) for item in node.what.items]
        return build.either(*parts) if node.what.joint == "or" else build.both(*parts)
    with scope.saying(placed=True):  # *is a unit* asks what it is, not where
        desc = describe(node.what, scope)
    if desc.type.base == "number" or (desc.type.base == "quantity" and subject.type.base == "number"):
        if desc.expr == build.NONE:
            raise scope.fail("SAY0761", node.what)
        bound = desc.bound or amount.bound_of(node.what)
        shown = shown_number(subject, scope, node)
        return against(
            desc, scope, node, lambda value: amount.compare(shown, bound, other(shown, value, node, scope))
        )
    if desc.type.base == "value":
        mine = subject.expr if subject.type.base == "value" else None
        if subject.type.base == "entity":
            attribute = attribute_of_list(subject.type.name, desc.type.name, scope)
            mine = ("attr", attribute, subject.expr) if attribute is not None else None
        if mine is not None:
            return against(desc, scope, node, lambda value: ("eq", mine, other(mine, value, node, scope)))
    if desc.type.base == "entity" and subject.type.base == "entity":
        if isinstance(node.what, ast.Noun) and node.what.determiner.bound is not None:
            # *is at most that card*: both as what they show.
            return amount.compare(
                shown_number(subject, scope, node), node.what.determiner.bound, number_of(node.what, scope)
            )
        if desc.mode == "one":
            return ("eq", subject.expr, other(subject.expr, desc.expr, node, scope))
        if desc.mode == "some" and desc.low not in (None, build.integer(1)):
            raise scope.fail("SAY0801", node, what="so many", expected=("*one of …*", "*a …*"))
        member = ("member", subject.expr, desc.expr)
        return build.negate(member) if desc.mode == "no" else member
    raise scope.fail("SAY0752", node, found=name_type(desc.type), wanted=name_type(subject.type))


def other(one: Expr, another: Expr, node: ast.Node, scope: Scope) -> Expr:
    """The other side of a comparison.  SAY0801: it is the same thing (*its owner is that player*: which player?)."""
    if one == another and one[0] != "int":
        hint = "say which of the two is meant: *you*, *that card*, *the owner of that card*"
        raise scope.fail("SAY0801", node, what="comparing a thing with itself", hint=hint)
    return another


def against(desc: Desc, scope: Scope, node: ast.Node, compare: Callable[[Expr], Expr]) -> Expr:
    """A comparison with an amount or a value; with that of *a N*, it holds if it holds for one of them."""
    if not desc.many:
        return compare(desc.expr)
    if desc.extra != "or":
        raise scope.fail("SAY0752", node, found="amounts of several things", wanted="one amount")
    slot = scope.alloc()
    return build.some(desc.expr, slot, compare(build.local(slot)))


def standing(place: ast.Complement | None, subject: Val, scope: Scope) -> Expr:
    """The place of a *have*, said of what is had; nothing if it says none."""
    if place is None:
        return build.TRUE
    where = place.value if isinstance(place.value, ast.Nominal) else None
    return placed(ast.IsPlaced(prep=place.prep, where=where, span=place.span), subject, scope)


def placed(node: ast.IsPlaced, subject: Val, scope: Scope) -> Expr:
    """*is in P*, *is at no P*, *is there*."""
    if node.where is None:
        return ("in", subject.expr, scope.place_there(node).expr)
    if node.prep in ("with", "without"):
        result = scope.world.semantics.has(subject, node.where, scope, node)
        return build.negate(result) if node.prep == "without" else result
    place = describe(node.where, scope)
    if node.prep == "of" and place.type.base == "value" and subject.type.base == "entity":
        found = attribute_of_list(subject.type.name, place.type.name, scope)
        if found is not None:  # *is of that suit*
            return ("eq", ("attr", found, subject.expr), place.expr)
    if place.type.base != "entity" or subject.type.base != "entity":
        raise scope.fail("SAY0755", node, found=name_type(place.type))
    kind = scope.world.kinds.get(place.type.name)
    own_preposition(node.prep, place, node, scope, strict=True)

    def inside(where: Val) -> Expr:
        scope.put_there(where)
        if kind is not None and kind.category == "player":
            return ("eq", ("holder", subject.expr), where.expr)
        if kind is not None and kind.category == "group":
            if scope.world.is_a(subject.type.name, kind.members or ""):
                return ("member", subject.expr, ("members", where.expr))
            slot = scope.alloc()
            return ("any", ("members", where.expr), slot, ("in", subject.expr, ("local", slot)))
        return ("in", subject.expr, where.expr)

    if place.mode == "set":  # *in the decks* is in one of them; *in each deck* in every one
        place = place.but(extra="or")
    return over(place, scope, node, inside)


def related(relation: str, subject: Val, to: ast.Nominal, scope: Scope, node: ast.Node) -> Expr:
    """*is lower than N*, *is next to N*, a defined relation, *is divisible by 2*."""
    if relation in COMPARISONS:
        if subject.type.base == "entity" and relation in ("equal to", "the same as"):
            desc = describe(to, scope)
            if (
                desc.type.base == "entity"
                and desc.mode == "one"
                and scope.world.shown(subject.type.name) is None
            ):
                return ("eq", subject.expr, desc.expr)
        if subject.type.base == "value":
            return against(describe(to, scope), scope, node, lambda value: ("eq", subject.expr, value))
        shown = shown_number(subject, scope, node)
        if indefinite(to):
            desc = describe(to, scope)
            if desc.many and desc.type.base == "number":
                return against(desc, scope, node, lambda value: (COMPARISONS[relation], shown, value))
        return (COMPARISONS[relation], shown, other(shown, number_of(to, scope), node, scope))
    if relation == "divisible by":
        return ("eq", ("mod", shown_number(subject, scope, node), number_of(to, scope)), build.integer(0))
    desc = describe(to, scope)
    if relation in geometry.RELATIONS:
        return over(desc, scope, node, lambda value: geometry.lies(relation, subject, value, scope, node))

    def one(value: Val) -> Expr:
        kind = value.type.name if value.type.base == "entity" else None
        own = subject.type.name if subject.type.base == "entity" else None
        defined = scope.world.find_defined(relation, own, kind)
        if defined is None:
            raise scope.fail("SAY0754", node, adjective=relation, noun=own or "amount")
        return ("call", defined.function, subject.expr, value.expr)

    return over(desc.but(extra="or") if desc.mode == "set" else desc, scope, to, one)


# --- other verbs ------------------------------------------------------------------------------------------


def act_truth(verb: ast.Act, subject: Val, scope: Scope) -> Expr:
    """*has …*, *shows 4*, a defined relation (*leads a dance*), an event of the past, *can …*."""
    world = scope.world
    obj = next((c for c in verb.complements if c.role == "obj"), None)
    place = next((c for c in verb.complements if c.role == "place"), None)
    if (ending := of_the_game(verb, subject, scope)) is not None:
        return ending
    if verb.tense == "past" or verb.tense == "perfect":
        return past_event(verb, subject, scope)
    if verb.modal in ("can", "cannot"):
        from toolkit.compile.doing import can_do
        from toolkit.compile.event_verb import acts, no_doer

        if subject.type.base == "entity" and not acts(subject.type.name, scope):
            said = ast.Noun(span=verb.span, head=subject.type.name)
            raise no_doer(said, subject.type.name, scope)
        able = can_do(verb, subject, scope)
        return build.negate(able) if verb.modal == "cannot" else able
    if verb.modal is not None:
        raise scope.fail("SAY0801", verb, what=f"“{verb.modal}” in a condition")
    if verb.adverbials:
        raise scope.fail("SAY0801", verb.adverbials[0], what="this adverbial in a condition")
    if verb.verb == "have" and obj is not None and isinstance(obj.value, ast.Nominal):
        return scope.world.semantics.has(subject, obj.value, scope, verb, place)
    if verb.verb == "show" and obj is not None and isinstance(obj.value, ast.Nominal):
        return shows(subject, obj.value, scope, verb)
    own = subject.type.name if subject.type.base == "entity" else None
    if verb.verb == "belong" and own is not None:
        owner = next((c.value for c in verb.complements if isinstance(c.value, ast.Nominal)), None)
        if owner is not None:
            whose = world.owner(subject.expr) if world.owned(own) else ("holder", subject.expr)
            return over(describe(owner, scope), scope, owner, lambda v: ("eq", whose, v.expr))
    if verb.verb == "meet" and "meet" not in world.defined:
        return meets(verb, obj, subject, scope)
    if verb.verb == "tie":
        raise TOGETHER.unlike(ast.Clause(verbs=(verb,), span=verb.span), scope)
    if obj is None or not isinstance(obj.value, ast.Nominal):
        defined = world.find_defined(verb.verb, own)
        if defined is not None:
            return ("call", defined.function, subject.expr)
        raise scope.fail("SAY0758", verb, verb=verb.verb)
    if verb.verb not in world.defined:
        raise scope.fail("SAY0758", verb, verb=verb.verb)
    desc = describe(obj.value, scope)

    def one(value: Val) -> Expr:
        defined = world.find_defined(verb.verb, own, value.type.name if value.type.base == "entity" else None)
        if defined is None or len(defined.kinds) != 2:
            raise scope.fail("SAY0758", verb, verb=verb.verb)
        return ("call", defined.function, subject.expr, value.expr)

    return over(desc, scope, obj.value, one)


def of_the_game(verb: ast.Act, subject: Val, scope: Scope) -> Expr | None:
    """*wins (the game)*, *lost (the game)*, *the game has ended*: how it stands with the game; None: something else.

    Who is out of the game has lost, and when somebody has won, so have all the others.
    """
    what = subject.type.name if subject.type.base == "entity" else ""
    ends = verb.verb == "end" and what == "game"
    if verb.modal is not None or not (
        ends or (verb.verb in ("win", "lose") and scope.world.is_a(what, "player"))
    ):
        return None
    from toolkit.compile.doing import has_phrase

    if scope.world.find_defined(verb.verb, what) is not None or has_phrase(verb, scope):
        return None
    for complement in verb.complements:
        node = complement.value
        if not isinstance(node, ast.Noun) or node.head != "game" or complement.role != "obj" or ends:
            return None
        plain(node, scope)
        if node.determiner != ast.Determiner(article="the"):
            raise scope.fail("SAY0801", complement, what="this game", expected=("*the game*",))
    if verb.adverbials:
        raise scope.fail("SAY0801", verb.adverbials[0], what="this about the end of the game")
    if ends:
        return ("over",)
    won: Expr = ("member", subject.expr, ("winners",))
    if verb.verb == "win":
        return won
    others = build.both(build.nonempty(("winners",)), build.negate(won))
    return build.either(build.negate(("member", subject.expr, ("players",))), others)


def meets(verb: ast.Act, obj: ast.Complement | None, subject: Val, scope: Scope) -> Expr:
    """*You meet the requirement of that card*: the condition that its document states holds for you."""
    value = describe(obj.value, scope) if obj is not None and isinstance(obj.value, ast.Nominal) else None
    if value is None or value.mode != "one" or value.expr[0] != "formula" or value.type.base != "truth":
        raise scope.fail("SAY0758", verb, verb="meet")
    if subject.type.base != "entity" or not scope.world.is_a(subject.type.name, "player"):
        raise scope.fail("SAY0752", verb, found=name_type(subject.type), wanted="a player")
    return ("formula", value.expr[1], value.expr[2], subject.expr)


def shows(subject: Val, what: ast.Nominal, scope: Scope, node: ast.Node) -> Expr:
    """*shows 4*, *shows at least 3*, *shows 2 or 3*."""
    if isinstance(what, ast.Group):
        return build.either(*(shows(subject, item, scope, node) for item in what.items))
    desc = describe(what, scope)
    return amount.compare(shown_number(subject, scope, node), desc.bound, as_number(desc, what, scope))
