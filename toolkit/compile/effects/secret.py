"""*Each player secretly puts a card from their hand in the middle*: everybody chooses unseen, then all happens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from toolkit.compile.base import build
from toolkit.compile.base.chooser import choosable
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Bound, Desc, Parts, Val
from toolkit.compile.effects.deed import Deed, place_as_modifier, without_source
from toolkit.compile.effects.doing import event
from toolkit.compile.effects.roles import roles_of
from toolkit.compile.effects.settling import ONE, is_single, whose_is_said
from toolkit.compile.events import outcome, passing
from toolkit.compile.events.template import phrase_of
from toolkit.compile.nouns import seats
from toolkit.compile.nouns.determiner import indefinite
from toolkit.compile.nouns.picked import all_that_tie
from toolkit.language import ast, which
from toolkit.program.expression import Expr


def is_secret(verb: ast.Verb) -> bool:
    """Whether *secretly* stands at a verb."""
    return any(is_secretly(each) for each in verb.adverbials)


def is_secretly(node: ast.Node) -> bool:
    """The word itself."""
    return isinstance(node, ast.Manner) and node.word == "secretly"


def secretly(
    desc: Desc,
    clause: ast.Clause,
    closings: tuple[ast.Closing, ...],
    scope: Scope,
    behind: Callable[[ast.Clause, Val], None],
) -> None:
    """All that such a clause does; `desc`: who they are.  `behind`: does the verbs after *chooses* for one of them."""
    verb = secret_verb(clause, scope)
    obj = verb.complement("obj")
    if obj is None or not isinstance(obj.value, ast.Nominal):
        raise scope.unfit(verb, "“secretly” without something to choose")
    obj = chosen_unseen(verb, obj, scope)
    players = scope.store(seats.player_order(desc.expr, scope, clause))
    who = scope.alloc()
    what = open_to(Val(build.local(who), desc.type), verb, obj, scope)
    answers = scope.alloc()
    high = what.high or ("count", what.expr)
    scope.emit("choose-each", players, who, what.expr, what.low, high, answers)
    index = scope.alloc()
    scope.alloc()  # left free: programs keep their slots
    doer = scope.alloc()
    scope.emit("let", index, build.integer(0))
    head = scope.emit("each", players[1], index, doer, -1)
    chosen = scope.alloc()
    picked: Expr = ("nth", build.local(answers), build.local(index))
    scope.emit("let", chosen, ("first", picked) if is_single(what) else picked)
    value = Val(build.local(doer), desc.type)
    scope.bind(value, "player")
    taken, noun = Val(build.local(chosen), what.type, not is_single(what)), what.noun
    scope.bind(taken, noun, verb.verb)
    with scope.saying(they=value):
        if verb.verb == "choose":
            behind(replace(clause, verbs=clause.verbs[1:], joint="and"), value)
        else:
            act = verb.with_value(obj, Bound(value=taken, head=noun, span=obj.span))
            act = without_source(act) if obj.role == "obj" else act
            event(Deed(replace(act, modal=None), value, closings), scope)
    scope.emit("jump", head)
    scope.patch(head)


def with_what_follows(node: ast.Clauses) -> ast.Clauses:
    """*Each player secretly chooses a card, then reveals it.*: of each one the card that they chose."""
    first, verb = node.clauses[0], node.verb
    if not isinstance(first, ast.Clause) or not isinstance(verb, ast.Act) or verb.verb != "choose":
        return node
    if not is_secret(verb):
        return node
    clauses, joints = [first], list(node.joints)
    for joint, clause in zip(node.joints, node.clauses[1:], strict=True):
        if (
            not isinstance(clause, ast.Clause)
            or clause.subject is not None
            or clause.openings
            or joint == "or"
        ):
            break
        first = replace(first, verbs=(*first.verbs, *clause.verbs))
        clauses, joints = [first], joints[1:]
    taken = len(node.joints) - len(joints)
    return replace(node, clauses=(*clauses, *node.clauses[taken + 1 :]), joints=tuple(joints))


def secret_verb(clause: ast.Clause, scope: Scope) -> ast.Act:
    """The verb of the clause without *secretly*.  Raises `Fail` where all cannot choose at once."""
    verb = clause.verbs[0]
    choice = ast.verb_of(verb) == "choose"
    if not isinstance(verb, ast.Act) or (len(clause.verbs) != 1) != choice:
        if choice:  # what was chosen would be known to nobody
            hint = "say in the same sentence what is done with it: *… secretly chooses a …, then reveals it*"
            if isinstance(verb, ast.Act) and ast.head_of(verb.object) == "number":
                hint = "a number is chosen in turn: *In turn order, each player chooses a number from 0 to 5 and gains "
                hint += (
                    "that many …*; who has the most of it is known then: *The player with the most … gains …*"
                )
            raise scope.unfit(clause, "“secretly” without what is done with it", hint=hint)
        raise scope.unfit(clause, "more than one verb after “secretly”")
    if verb.modal == "may":
        hint = "*Each player secretly … up to 1 …*"
        raise scope.unfit(verb, "“may” with “secretly”", hint=hint)
    return replace(verb, adverbials=tuple(each for each in verb.adverbials if not is_secretly(each)))


def chosen_unseen(verb: ast.Act, obj: ast.Complement, scope: Scope) -> ast.Complement:
    """What each of them chooses: the object, or, of pieces that are all alike, where one is put (*secretly puts a bead
    from their box in another player's urn*).  SAY0801: both are to be chosen, and everybody would see the second.
    """
    further = [each for each in verb.complements if each is not obj and _is_open(each.value)]
    if not further:
        return obj
    if len(further) == 1 and further[0].role == "place" and _all_alike(verb, obj.value, scope):
        return further[0]
    hint = "the choice that is to be secret stands first: *Each player secretly chooses …, then puts … there*"
    raise scope.unfit(further[0], "“secretly” of a second choice", hint=hint)


def _is_open(where: ast.Node | None) -> bool:
    """Whether a phrase leaves open which one it is."""
    if not isinstance(where, ast.Noun):
        return False
    return indefinite(where) or isinstance(where.determiner.which, which.A | which.Another | which.Count)


def _all_alike(verb: ast.Act, node: ast.Node | None, scope: Scope) -> bool:
    """*a bead from their box*: a piece of one place, of which nobody can tell one from another."""
    world = scope.world
    if not isinstance(node, ast.Noun) or node.head not in world.kinds or verb.complement("from") is None:
        return False
    below = [name for name in world.kinds if world.is_a(name, node.head)]
    kind, plain = (
        world.kinds[node.head],
        ast.Noun(head=node.head, determiner=node.determiner, plural=node.plural),
    )
    told = kind.faces or kind.supply is None or any(world.is_a(node.head, of) for of, _ in world.attributes)
    single = isinstance(node.determiner.which, which.A | which.Count) and node.determiner.number in (None, 1)
    return single and node == plain and below == [node.head] and not told


def open_to(member: Val, verb: ast.Act, obj: ast.Complement, scope: Scope) -> Desc:
    """What one of them can choose from."""
    assert isinstance(obj.value, ast.Nominal)
    mark = scope.discourse.mark()
    scope.bind(member, "player")
    with scope.saying(they=member, looking=True):
        what = _looked_for(member, verb, obj, scope)
    scope.discourse.forget(mark)
    if what.mode == "set" and passing.handed_on(verb) is not None:
        everything = (
            "count",
            what.expr,
        )  # *all their cards*: nothing is chosen, but all are taken before any is put
        what = what.but(mode="some", low=everything, high=everything)
    if what.mode == "one" and passing.handed_on(verb) is not None:  # *the highest card in their hand*
        what = what.but(mode="some", expr=all_that_tie(what), low=ONE, high=ONE, among=None)
    if what.mode != "some":
        raise scope.unfit(obj, "“secretly” without something to choose")
    whose_is_said(what, member, scope)
    is_only_chosen(what, obj, scope)
    what = choosable(what, member, scope)
    return what.but(expr=allowed_alone(verb, obj, what, member, scope))


def _looked_for(member: Val, verb: ast.Act, obj: ast.Complement, scope: Scope) -> Desc:
    """What a phrase describes for one of them; where nothing says from where, as it is with the verb said openly."""
    assert isinstance(obj.value, ast.Nominal)
    said = place_as_modifier(verb, obj, scope) if obj.role == "obj" else obj.value
    found = phrase_of(replace(verb, modal=None), scope, quiet=True)
    if said != obj.value or verb.verb == "choose" or obj.role != "obj" or found is None:
        return scope.describe(said)
    roles = roles_of(*found, Deed(replace(verb, modal=None), member), scope)
    objects = (role for role in roles.items if role.complement is not None and role.complement.role == "obj")
    taken = next((role.desc for role in objects), None)
    return scope.describe(said) if taken is None else taken


def is_only_chosen(what: Desc, obj: ast.Complement, scope: Scope) -> None:
    """Refuse things of which more is said than how many each of all players at once chooses from where."""
    more = (
        ("a random choice", what.random),
        ("a choice of things that are alike or different", what.alike is not None),
        ("a choice of several things in one list", isinstance(what.listing, Parts)),
    )
    for name, said in more:
        if said:
            hint = "one after another they can: *In turn order, each player …*, without *secretly*"
            raise scope.unfit(obj, f"{name}, made by all players at once,", hint=hint)


def allowed_alone(verb: ast.Act, obj: ast.Complement, what: Desc, doer: Val, scope: Scope) -> Expr:
    """Of what somebody could choose unseen, that with which they may do it."""
    with scope.trial() as start:
        act = without_source(verb) if obj.role == "obj" else verb
        found = phrase_of(act, scope, quiet=True)
        if found is None or not found[0].checked:
            return what.expr
        with scope.saying(they=doer, placed=act != verb):  # from where is said already
            roles = roles_of(*found, Deed(act, doer), scope)
        slot = scope.alloc()
        name = next((role.name for role in roles.items if role.complement is obj), roles.items[0].name)
        fits = roles.allowed(scope, {name: build.local(slot)})
        return build.where(what.expr, slot, outcome.inlined(fits, scope.code[start:]))
