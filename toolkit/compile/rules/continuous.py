"""*Your units have +1 power [for each …].*, *Your units have KEYWORD.*, *The power of your units is 3.*"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Desc, Val
from toolkit.compile.base.world import Attribute
from toolkit.compile.conditions.having import keyword_flag
from toolkit.compile.events.limit import bounds_of
from toolkit.compile.events.pattern import is_one_of
from toolkit.compile.nouns.amount import multiplied
from toolkit.compile.nouns.determiner import plain, the_only
from toolkit.compile.nouns.modifier import PLACE_PREPOSITIONS, TIMES
from toolkit.compile.nouns.phrases import number_of
from toolkit.compile.rules.statement import Statement, Terms, assume, attribute_named, conditions_of
from toolkit.language import ast
from toolkit.program.expression import Expr


def change(statement: Statement, clause: ast.Clause, verb: ast.Act, terms: Terms) -> None:
    """*X has +1 A*, *X has KEYWORD*; *X has +1 A and +1 B* are two rules."""
    if isinstance(verb.object, ast.Group):
        for what in gains(verb.object, statement.outer):
            change(statement, clause, verb.having(what), terms)
        return
    scope = statement.scope()
    slot = scope.alloc()
    whom = verb.complement("for")
    seat = scope.alloc() if whom is not None else -1
    around = assume(terms.conditions, scope)
    obj = verb.object
    keyword = keyword_flag(obj, scope)
    if not isinstance(obj, ast.Noun) or (keyword is None and not is_change(obj)):
        raise scope.fail("SAY0834", clause)
    if verb.negated or verb.modal is not None:
        raise scope.fail("SAY0834", clause)
    assert clause.subject is not None
    desc = scope.describe(clause.subject)
    if is_open(desc, statement):
        raise scope.fail("SAY0803", clause.subject, hint="*Choose a …. That … has …*, *Each … has …*")
    where_it_is_paid(clause.subject, desc, verb, scope)
    member = is_one_of(desc, ("local", slot), scope)
    if keyword is not None:
        nothing_after(verb, scope)
        match = around(build.both(member, *conditions_of(terms, scope)))
        statement.add("modify", scope, attribute=keyword.index, op="set", value=build.integer(1), match=match)
        return
    attribute = attribute_named(desc, obj, scope)
    paid_in(verb, attribute, scope)
    scope.bind(each := Val(("local", slot), desc.type), desc.called)
    with scope.saying(member=each if desc.mode != "one" else None):
        value = change_of(obj, verb, scope)
    if whom is not None:
        member = build.both(member, for_whom(whom, seat, attribute, scope))
    terms = during(verb, terms, scope)
    value, (least, most), terms = within_bounds(value, terms, attribute.name, scope)
    match = around(build.both(member, *conditions_of(terms, scope)))
    statement.add(
        "modify",
        scope,
        attribute=attribute.index,
        op="add",
        value=value,
        least=least,
        most=most,
        match=match,
        seated=whom is not None,
    )


def for_whom(whom: ast.Complement, seat: int, attribute: Attribute, scope: Scope) -> Expr:
    """*… have -1 cost for you*: whether who pays it is one of these players.  SAY0859, if nobody ever pays it."""
    assert isinstance(whom.value, ast.Nominal)
    if attribute.name not in scope.world.paid:
        raise scope.fail("SAY0859", whom, attribute=attribute.name)
    desc = scope.describe(whom.value)
    return is_one_of(desc, ("local", seat), scope)


def gains(group: ast.Group, scope: Scope) -> Iterator[ast.Nominal]:
    """Each of *+1 power and +2 speed*.  What is said of *+1 power and speed for each cat* is said of both."""
    first, last = group.items[0], group.items[-1]
    if group.joint != "and":
        raise scope.fail("SAY0834", group)
    for each in group.items:
        if isinstance(each, ast.Noun) and isinstance(first, ast.Noun) and isinstance(last, ast.Noun):
            if last.determiner.is_empty():
                each = replace(each, modifiers=last.modifiers)
            if each.determiner.is_empty():
                each = replace(each, determiner=first.determiner)
        yield each


def where_it_is_paid(subject: ast.Nominal, desc: Desc, verb: ast.Act, scope: Scope) -> None:
    """SAY0801: *Your units cost 1 less*, where units are looked for in a place to which they come by being paid for."""
    if desc.mode == "one" or not typed_cost(verb):
        return
    kind = desc.type.name if desc.type.base == "entity" else ""
    found = scope.world.property(kind, "found") if kind in scope.world.kinds else None
    placed = isinstance(subject, ast.Noun) and subject.modifier(*PLACE_PREPOSITIONS) is not None
    if (
        found is None
        or scope.world.kinds[found].of != "player"
        or placed
        or (isinstance(subject, ast.Noun) and not only_priced(subject.relative))
    ):
        return
    elsewhere = {info.found for info in scope.world.verbs.values() if info.found is not None} - {found}
    there = f"*… in the {elsewhere.pop()} cost 1 less*" if len(elsewhere) == 1 else "*… in the … cost 1 less*"
    raise scope.unfit(
        subject,
        f"what these cost, which are looked for in the {found},",
        hint=f"say where they are when they are paid for: {there}; in the {found} it is *… in a {found} cost 1 less*",
    )


def only_priced(relative: ast.Relative | None) -> bool:
    """*that cost at least 5*, *whose cost is 3*: which of them, and nothing of where they are."""
    if relative is None:
        return True
    verb = relative.verb
    if isinstance(verb, ast.Act):
        priced = verb.verb == "have" and relative.subject is None and verb.complement("place") is None
    else:
        whose = relative.word == "whose" and isinstance(verb, ast.IsThing)
        priced = whose or isinstance(verb, ast.IsAdjective)
    return priced and only_priced(relative.more)


def paid_in(verb: ast.Act, attribute: Attribute, scope: Scope) -> None:
    """SAY0860: *Units cost 1 coin less*, where what they cost is paid in something else."""
    typed = typed_cost(verb)
    amounts = [each for each in scope.world.vocabulary.nouns.values() if each.category == "quantity"]
    said = next((each for each in amounts if {each.id, each.plural} & set(typed)), None)
    paid = scope.world.paid.get(attribute.name, frozenset())
    others = sorted(each.plural for each in amounts if each.id in paid)
    if said is not None and others and said.id not in paid:
        raise scope.fail(
            "SAY0860", verb, attribute=attribute.name, paid=" or ".join(others), said=said.plural
        )


def typed_cost(verb: ast.Act) -> list[str]:
    """The words of *cost 1 coin less*, where that was typed."""
    typed = [
        each.span.text.casefold()
        for each in (verb, verb.object)
        if each is not None and each.span is not None
    ]
    return words if (words := " ".join(typed).split())[:1] in (["cost"], ["costs"]) else []


def within_bounds(
    value: Expr, terms: Terms, attribute: str, scope: Scope
) -> tuple[Expr, tuple[int | None, int | None], Terms]:
    """The change, itself bounded (*but at most +3*); how far it brings the attribute; and the terms without bounds."""
    for closing in terms.closings:
        if (cap := most_change(closing, attribute)) is not None:
            value = ("smaller", value, build.integer(cap))
            terms = replace(terms, closings=tuple(each for each in terms.closings if each is not closing))
    bounds = bounds_of(terms.closings, scope)
    if bounds[1] is not None and value[0] not in ("int", "neg"):  # *+1 power for each spirit, but at most 3*
        hint = (
            "Bound the change (*…, but at most +3*), or say the range of the attribute in its vocabulary "
            "(`power: 0 to 9`)."
        )
        what = "a bound that could be of the change or of what comes of it"
        raise scope.unfit(terms.closings[-1], what, hint=hint)
    return value, bounds, replace(terms, closings=tuple(c for c in terms.closings if c.word != "but"))


def most_change(closing: ast.Closing, attribute: str) -> int | None:
    """*…, but at most +3*, *+3 power*: how far the change itself goes."""
    bound = closing.bound
    if closing.word != "but" or not isinstance(bound, ast.Noun) or bound.head not in (None, attribute):
        return None
    det = bound.determiner
    said = det == ast.Determiner(bound="at most", number=det.number, signed=True)
    return det.number if said and det.number is not None and det.number > 0 else None


def is_change(node: ast.Noun) -> bool:
    """*+1 power*."""
    return node.head is not None and node.determiner.signed and node.determiner.number is not None


def is_open(desc: Desc, statement: Statement) -> bool:
    """Whether a phrase leaves open of which one it is said; *a unit* of a rule is every one."""
    return desc.mode in ("no", "some") and (desc.extra != "a" or not statement.static)


def nothing_after(verb: ast.Act, scope: Scope) -> None:
    """Refuse what is said besides a keyword."""
    for left in (*verb.adverbials, *(c for c in verb.complements if c.role != "obj")):
        raise scope.unfit(left, "this after a keyword")


def change_of(obj: ast.Noun, verb: ast.Act, scope: Scope) -> Expr:
    """*+1*, *+1 for each cat [in the park]*."""
    assert obj.determiner.number is not None
    value: Expr = build.integer(obj.determiner.number)
    where = verb.complement("place")
    if where is not None and obj.modifier(*TIMES) is None:
        raise scope.unfit(where, "a place here")
    if obj.adjectives or obj.relative is not None or len(obj.modifiers) > 1:
        raise scope.unfit(obj, "this number")
    for each in obj.modifiers:
        if each.word not in TIMES or each.what is None:
            raise scope.unfit(each, "this")
        if where is not None and isinstance(each.what, ast.Noun):
            each = replace(each, what=standing_in(each.what, where))
        value = ("mul", value, multiplied(each, scope))
    return value


def standing_in(counted: ast.Noun, where: ast.Complement) -> ast.Noun:
    """*has +1 A for each N in P*: the place is that of what is counted."""
    place = where.value if isinstance(where.value, ast.Nominal) else None
    inside = ast.Modifier(word=where.prep or "there", what=place, span=where.span)
    return replace(counted, modifiers=(*counted.modifiers, inside))


def during(verb: ast.Act, terms: Terms, scope: Scope) -> Terms:
    """*has +1 A during your turn*: when it holds."""
    for adverbial in verb.adverbials:
        if not isinstance(adverbial, ast.When) or terms.during is not None:
            raise scope.unfit(adverbial, "this adverbial")
        terms = replace(terms, during=adverbial)
    return terms


def setting(statement: Statement, subject: ast.Noun, what: ast.Nominal, terms: Terms) -> None:
    """*The power of Xs is N.*"""
    scope = statement.scope()
    slot = scope.alloc()
    around = assume(terms.conditions, scope)
    owner = subject.owner
    if owner is None or subject.head is None:
        raise scope.fail("SAY0832", subject)
    desc = scope.describe(owner)
    member = is_one_of(desc, ("local", slot), scope)
    if is_open(desc, statement):
        raise scope.fail("SAY0803", owner)
    plain(subject, scope, modifiers=("of",))
    the_only(subject, scope, many=desc.many)
    attribute = attribute_named(desc, subject, scope)
    scope.bind(each := Val(("local", slot), desc.type), desc.called)
    with scope.saying(member=each if desc.mode != "one" else None):
        value = number_of(what, scope)
    match = around(build.both(member, *conditions_of(terms, scope)))
    statement.add("modify", scope, attribute=attribute.index, op="set", value=value, match=match)
