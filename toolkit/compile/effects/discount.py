"""*You may buy a gadget. It costs 3 coins less.*: what is bought there, and only that once, costs so much less.

The change begins before anybody is asked, so that who has enough for the lower price can buy, and ends behind the
order: a counter tells whether that is over, as of *as long as*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import NUMBER, Val
from toolkit.compile.effects.lasting import WHILE, capture, fresh, own_period
from toolkit.compile.events.period import Duration
from toolkit.compile.nouns.modifier import PLACE_PREPOSITIONS
from toolkit.compile.rules.rule import compile_statement
from toolkit.compile.rules.statement import CarryOut, Holder, Statement
from toolkit.language import ast

PAID = frozenset({"cost", "price"})


def unpriced(
    groups: Iterable[list[ast.Sentence]],
    scope: Scope,
    carry_out: CarryOut,
    one_sentence: Callable[[ast.Sentence, Scope], None],
) -> Iterator[list[ast.Sentence]]:
    """The sentences with those that belong to their passes, but for such a pair, which is carried out here."""
    left = list(groups)
    while left:
        group = left.pop(0)
        change = lowered(group[0], left[0][0], scope) if len(group) == 1 and left else None
        if change is None:
            yield group
            continue
        left[:1] = [left[0][1:]] if left[0][1:] else []
        scope.tail = ()
        for_this_once(change, scope, carry_out, partial(one_sentence, group[0], scope))


def lowered(first: ast.Sentence, second: ast.Sentence, scope: Scope) -> ast.Sentence | None:
    """*Gadgets have -3 price*, of *You may buy a gadget.* and *It has -3 price.*, which says no time; None: something
    else is said.
    """
    order, change = _alone(first), _alone(second)
    what = _bought(order, scope) if order is not None else None
    if what is None or change is None or not _lowers(change) or not isinstance(second.body, ast.Clauses):
        return None
    all_of_them = ast.Noun(head=what.head, plural=True, span=what.span)
    subject: ast.Nominal = all_of_them
    if there := _where(what, scope):  # paid for where it lies, or where it has been brought
        of_there = replace(all_of_them, modifiers=there)
        subject = ast.Group(items=(of_there, all_of_them), joint="and", span=what.span)
    clauses = (replace(change, subject=subject),)
    return replace(second, body=replace(second.body, clauses=clauses))


def _where(what: ast.Noun, scope: Scope) -> tuple[ast.Modifier, ...]:
    """*in the row*, of *a gadget from the row*, where gadgets are looked for elsewhere if nobody says where."""
    if what.head not in scope.world.kinds or scope.world.property(what.head, "found") is None:
        return ()
    places = (each for each in what.modifiers if each.word in PLACE_PREPOSITIONS)
    return tuple(replace(each, word="in") if each.word == "from" else each for each in places)


def _bought(order: ast.Clause, scope: Scope) -> ast.Noun | None:
    """*a gadget*, of *you may buy a gadget*, where the pack says what buying does; None: of several, or of one that is
    known.
    """
    verb = order.verbs[0]
    what = verb.object if isinstance(verb, ast.Act) else None
    if not isinstance(verb, ast.Act) or not isinstance(what, ast.Noun):
        return None
    if what.determiner != ast.Determiner(article="a", span=what.determiner.span):
        return None
    by_one = order.subject is None or isinstance(order.subject, ast.Pronoun)
    of_the_pack = any(info.kernel is None for info, _ in scope.world.by_lemma.get(verb.verb, ()))
    return what if by_one and of_the_pack else None


def _lowers(change: ast.Clause) -> bool:
    """Whether it says *it has -3 price*, of what things cost."""
    it, has = change.subject, change.verbs[0]
    if not ast.is_it(it) or not isinstance(has, ast.Act):
        return False
    price = has.object
    plain = has.verb == "have" and not (has.adverbials or has.modal or has.negated)
    return plain and ast.determiner_of(price).signed and ast.head_of(price) in PAID


def _alone(node: ast.Sentence) -> ast.Clause | None:
    """The one clause of a sentence with one verb that is done or holds, without openings."""
    clauses = node.body.clauses if isinstance(node.body, ast.Clauses) and not node.openings else ()
    clause = clauses[0] if len(clauses) == 1 else None
    if not isinstance(clause, ast.Clause) or len(clause.verbs) != 1 or clause.openings:
        return None
    return clause if isinstance(clause.verbs[0], ast.Act) else None


def for_this_once(node: ast.Sentence, scope: Scope, carry_out: CarryOut, action: Callable[[], None]) -> None:
    """What the order does, while the statement holds."""
    sentence = scope.sentence
    made = (sentence, ("local", 0), ("local", 1))
    scope.emit("use", made)
    number = scope.store(("used", made, -1))
    scope.slots[WHILE] = Val(number, NUMBER)
    captured, seen = capture(scope)
    which = next(value.expr for name, value in seen if name == WHILE)
    holder = Holder(this=scope.this, has_you=scope.you is not None)
    statement = Statement(fresh(node, scope), holder, node, carry_out, captured=seen, static=False)
    compile_statement(statement)
    statement.only_while(("eq", ("used", (sentence, which), -1), build.integer(0)))
    period = own_period(scope)
    lasts = Duration(-1 if period is None else scope.world.periods[period])
    for rule in statement.made:
        scope.emit("effect", rule, tuple(captured), *lasts)
    del scope.slots[WHILE]
    action()
    scope.emit("use", (sentence, number))
