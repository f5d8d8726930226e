"""What is said of several things together: *the players tie for the most points*, *the cards have the same suit*.

Said of each of them alone it would mean nothing, so their noun phrase is no quantifier: it names a whole set.
"""

from __future__ import annotations

from dataclasses import replace

from toolkit.compile.base import build
from toolkit.compile.base.construction import Constructions
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Desc, Val, entity, name_type
from toolkit.compile.conditions.quantified import over, so_many_there
from toolkit.compile.nouns.likeness import lies_in
from toolkit.compile.nouns.nominal import describe
from toolkit.compile.nouns.owning import how_many, one_place_each
from toolkit.compile.nouns.phrases import first_item
from toolkit.compile.nouns.possess import possess
from toolkit.compile.nouns.superlative import has_some
from toolkit.compile.nouns.unplaced import of_those_too, where_they_lay
from toolkit.language import ast, which
from toolkit.program.expression import Expr

TOGETHER = Constructions("condition")


@TOGETHER.form("{things} have the same {noun}.")
def alike(scope: Scope, things: ast.Nominal, what: ast.Noun) -> Expr:
    """No two of them differ in it."""
    return _of_any_two(scope, things, what, alike=True)


@TOGETHER.form("{things} have different {noun}s.")
def different(scope: Scope, things: ast.Nominal, what: ast.Noun) -> Expr:
    """No two of them have the same."""
    return _of_any_two(scope, things, what, alike=False)


@TOGETHER.form(*(f"{{things}} are {at} the same {{noun}}." for at in ("in", "at", "on")))
def in_one_place(scope: Scope, things: ast.Nominal, what: ast.Noun) -> Expr | None:
    """All of them lie in one of these."""
    return _of_where(scope, things, what, "eq")


@TOGETHER.form(*(f"{{things}} are {at} different {{noun}}s." for at in ("in", "at", "on")))
def in_different_places(scope: Scope, things: ast.Nominal, what: ast.Noun) -> Expr | None:
    """Each of them lies in one of these, no two in the same."""
    return _of_where(scope, things, what, "ne")


@TOGETHER.form("{things} have the same number of {count}s.")
def equally_many(scope: Scope, things: ast.Nominal, what: ast.Noun) -> Expr:
    """None of them has more than another."""
    return _equally_many(scope, things, what)


@TOGETHER.form("{things} have the same number of {count}s in {place}.")
def equally_many_there(
    scope: Scope, things: ast.Nominal, what: ast.Noun, place: ast.Complement
) -> Expr | None:
    """*… in their hands*: of each in their own."""
    if not isinstance(place.value, ast.Nominal) or place.prep is None:
        return None
    where = ast.Modifier(span=place.span, word=place.prep, what=place.value)
    return _equally_many(scope, things, replace(what, modifiers=(*what.modifiers, where)))


def _equally_many(scope: Scope, things: ast.Nominal, what: ast.Noun) -> Expr:
    desc = _several(things, scope)
    slot, score = _of_each(desc, what, scope)
    if not build.mentions(score, slot):
        hint = "say whose it is: *… the same number of …s in their …*"
        raise scope.unfit(what, "the same amount of each of them", hint=hint)
    most: Expr = ("best", desc.expr, slot, score, 0)
    all_of_them: Expr = ("eq", ("count", most), ("count", desc.expr))
    return build.both(*so_many_there(desc, things), build.nonempty(desc.expr), all_of_them)


_TIES = ("{things} tie for the most {count}s.", "{things} tie for the fewest {count}s.")


@TOGETHER.form(_TIES[0])
def tie_for_most(scope: Scope, things: ast.Nominal, what: ast.Noun) -> Expr:
    """At least two have the most: *the tied players* from here on."""
    return _tie(scope, things, what, fewest=False)


@TOGETHER.form(_TIES[1])
def tie_for_fewest(scope: Scope, things: ast.Nominal, what: ast.Noun) -> Expr:
    """At least two have the fewest."""
    return _tie(scope, things, what, fewest=True)


def so_many(clause: ast.Clause, scope: Scope) -> ast.There | None:
    """*2 cards in your hand have the same suit* is *there are at least 2 cards with the same suit in your hand*, and
    *2 cats are in the same park* is *there are at least 2 cats in the same park*.
    """
    subject, verb = clause.subject, clause.verbs[0]
    if not isinstance(subject, ast.Noun) or not isinstance(subject.determiner.which, which.Count):
        return None
    shared = _shared(verb)
    if shared is None or verb.negated or TOGETHER.match(clause) is None:
        return None
    _not_so_many_each(shared.what, scope)
    det = replace(subject.determiner, bound=subject.determiner.bound or "at least")
    what = replace(subject, determiner=det, modifiers=(shared, *subject.modifiers))
    return ast.There(span=clause.span, what=what)


def _not_so_many_each(what: ast.Nominal | None, scope: Scope) -> None:
    """SAY0801: *2 rooms have the same number of cats*: a number of the rooms would be their position."""
    if not isinstance(what, ast.Noun) or what.head != "number" or what.modifier("of") is None:
        return
    hint = "of all of them, *all … have the same number of …*; of two, *the number of … is equal to the number of …*"
    raise scope.unfit(what, "the same amount of some of several", hint=hint)


def _shared(verb: ast.Verb) -> ast.Modifier | None:
    """What several are said to share, as words after their noun."""
    match verb:
        case ast.Act(verb="have") if verb.object is not None:
            return ast.Modifier(span=verb.span, word="with", what=verb.object)
        case ast.Be(predicate=ast.IsPlaced(prep=word, where=ast.Nominal() as where)):
            return ast.Modifier(span=verb.span, word=word, what=where)
    return None


def of_all(clause: ast.Clause, scope: Scope) -> Expr | None:
    """A clause that is said of several things together; None: it is said of each of them.

    What is negated is the whole: *the players do not tie …*.
    """
    first = clause.verbs[0]
    if first.negated:
        clause = replace(clause, verbs=(replace(first, negated=False), *clause.verbs[1:]))
        if (tie := TOGETHER.match(clause)) is not None and tie.form.text in _TIES:
            none_or_not_all(clause.subject, scope)
            things, what = tie.phrases
            assert isinstance(things, ast.Nominal) and isinstance(what, ast.Noun)
            return _tie(scope, things, what, fewest=tie.form.text == _TIES[1], negated=True)
    truth = TOGETHER.meaning(clause, scope)
    return build.negate(truth) if truth is not None and first.negated else truth


def none_or_not_all(subject: ast.Nominal | None, scope: Scope) -> None:
    """SAY0657: *all cats are not in the park*: none of them, or not all of them?"""
    first = first_item(subject)
    head = ast.head_of(first)
    match ast.determiner_of(first).which:
        case which.All() | which.Each(word="every") if subject is not None and head is not None:
            names = f"no {head}, or not every {head}"
            hint = f"say which: *no {head} …*, or *at least 1 {head} … not …*"
            raise scope.fail("SAY0657", subject, names=names, hint=hint)


def are_those(clause: ast.Clause, scope: Scope) -> Expr | None:
    """*The top 2 cards are Axe and Cup*: these, and no others.  SAY0801: *the top card is Axe and Cup*."""
    match clause.verbs:
        case (ast.Be(predicate=ast.IsThing(what=ast.Group(joint="and", items=items)), negated=negated),):
            pass
        case _:
            return None
    named = [each for each in items if isinstance(each, ast.Noun) and each.name is not None]
    if len(named) < len(items) or isinstance(clause.subject, ast.Group) or clause.subject is None:
        return None
    desc = _several(clause.subject, scope)
    parts: list[Expr] = [("eq", ("count", desc.expr), build.integer(len(named)))]
    for each in named:
        one = describe(each, scope)
        if one.mode == "one":
            parts.append(("member", one.expr, desc.expr))
            continue
        slot = scope.alloc()
        parts.append(build.some(one.expr, slot, ("member", build.local(slot), desc.expr)))
    truth = build.both(*parts)
    return build.negate(truth) if negated else truth


def each_or_all(clause: ast.Clause, desc: Desc, scope: Scope) -> None:
    """Refuse *the players have at least 4 coins*, which may be said of each of them or of all in one."""
    subject = clause.subject
    if not isinstance(subject, ast.Noun) or desc.mode != "set" or subject.determiner.quantifier:
        return
    for verb in clause.verbs:
        what = verb.object if isinstance(verb, ast.Act) and verb.verb == "have" else None
        if ast.determiner_of(what).number or ast.determiner_of(what).more:
            each = name_type(desc.type).partition(" ")[2]
            total = f"the sum of the … of {subject.span.said}" if subject.span else ""
            raise scope.unfit(
                what,
                "so many of each of several, or of all in one,",
                expected=(f"*each {each} has …*", f"*{total} is …*"),
            )


def are_several(subject: ast.Nominal) -> bool:
    """*You and another player have the most coins*, *at least 2 players …*: of several none is ahead, so they tie."""
    if isinstance(subject, ast.Group):
        return subject.joint == "and"
    if not isinstance(subject, ast.Noun):
        return False
    match subject.determiner.which:
        case which.Count(number=number, bound=bound):
            return number > 1 or (number == 1 and bound == "more than")
        case which.Each() | which.All():
            return True
    return subject.plural is True and isinstance(subject.determiner.which, which.The)


def _several(node: ast.Nominal, scope: Scope) -> Desc:
    """The whole set that a phrase names.  SAY0801: it names one thing, so many of them, or none."""
    node = where_they_lay(node, scope)
    desc = describe(node, scope)
    if desc.type.base != "entity" or desc.mode != "set":
        raise scope.unfit(node, "this of what is not a whole group", expected=("*the …s*", "*your …s*"))
    if desc.anywhere:
        of_those_too(node, scope)
    return desc


def _of_any_two(scope: Scope, things: ast.Nominal, what: ast.Noun, *, alike: bool) -> Expr:
    """What any two different ones of them have is the same, or is not.  Nothing has nothing in common."""
    desc = _several(things, scope)
    slot, other = scope.alloc(), scope.alloc()
    head = what.head or ""
    mine, theirs = (
        possess(Val(build.local(each), desc.type), head, (), scope, what) for each in (slot, other)
    )
    if mine is None or theirs is None or mine.many:
        raise scope.fail("SAY0753", what, noun=head, of=name_type(desc.type))
    unlike: Expr = ("ne", mine.expr, theirs.expr)
    rest = ("minus", desc.expr, ("single", build.local(slot)))
    inner = build.negate(unlike) if alike else unlike
    some = (build.nonempty(desc.expr),) if alike else ()
    return build.both(
        *so_many_there(desc, things), *some, ("every", desc.expr, slot, ("every", rest, other, inner))
    )


def _of_where(scope: Scope, things: ast.Nominal, what: ast.Noun, op: str) -> Expr | None:
    """What any two different ones of them lie in, compared; what lies in none of these is not with the others."""
    kind = scope.world.kind(what.head)
    if kind is None or kind.category != "place":
        return None
    desc = _several(things, scope)
    slot, other = scope.alloc(), scope.alloc()
    mine, theirs = (
        lies_in(Val(build.local(each), desc.type), kind.name, scope).expr for each in (slot, other)
    )
    rest = ("minus", desc.expr, ("single", build.local(slot)))
    inner = build.both(("ne", mine, build.NONE), ("every", rest, other, (op, mine, theirs)))
    some = (build.nonempty(desc.expr),) if op == "eq" else ()
    return build.both(*so_many_there(desc, things), *some, ("every", desc.expr, slot, inner))


def _of_each(desc: Desc, what: ast.Noun, scope: Scope) -> tuple[int, Expr]:
    """How many of something each of them has: the slot of one of them, and of that one the number."""
    one_place_each(what, scope)
    slot = scope.alloc()
    one = Val(build.local(slot), desc.type)
    player = scope.world.is_player(desc.type)
    with scope.saying(they=one if player else scope.they):
        return slot, how_many(one, what, scope)


def _tie(scope: Scope, things: ast.Nominal, what: ast.Noun, *, fewest: bool, negated: bool = False) -> Expr:
    """*The players tie*: some of them do; *all players tie*: every one.  Of whom else it is said, each is one of the
    tied; *a player does not tie*: somebody who is not.
    """
    said = describe(things, scope) if _some_players(things, scope) else None
    desc = _several(things, scope) if said is None else _everybody(scope)
    slot, score = _of_each(desc, what, scope)
    items = build.where(desc.expr, slot, has_some(what, score, scope, fewest=fewest))
    best = scope.store(("best", items, slot, score, int(fewest)))
    scope.bind(Val(best, desc.type, True), desc.called, "tied")
    tied: Expr = ("gt", ("count", best), build.integer(1))
    if isinstance(ast.determiner_of(things).which, which.All):
        tied = build.both(tied, ("eq", ("count", best), ("count", desc.expr)))
    if said is None:
        return build.negate(tied) if negated else tied

    if negated:
        no_tie = build.negate(tied)
        return over(
            said, scope, things, lambda one: build.either(no_tie, build.negate(("member", one.expr, best)))
        )
    if isinstance(ast.determiner_of(things).which, which.No):
        return over(said, scope, things, lambda one: build.both(tied, ("member", one.expr, best)))
    return build.both(tied, over(said, scope, things, lambda one: ("member", one.expr, best)))


def _some_players(node: ast.Nominal, scope: Scope) -> bool:
    """*You tie for the most coins*, *you and another player …*: with others, who are not named."""
    if isinstance(node, ast.Group):
        return node.joint == "and" and all(_some_players(each, scope) for each in node.items)
    if isinstance(node, ast.Noun) and not isinstance(
        node.determiner.which, which.A | which.Another | which.The | which.Count | which.Each | which.No
    ):
        return node.name is not None and scope.world.is_a(describe(node, scope).type.name, "player")
    desc = describe(node, scope)
    return desc.type.base == "entity" and desc.type.name == "player" and desc.mode != "set"


def _everybody(scope: Scope) -> Desc:
    return Desc("set", scope.world.all_of("player"), entity("player"), scope.span, head="player")
