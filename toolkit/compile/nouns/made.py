"""How much was made of a quantity before, *the coins paid this way*; how much was lacking, *each food you lack*."""

from __future__ import annotations

from dataclasses import replace

from toolkit.compile.base.scope import Scope
from toolkit.language import ast, forms
from toolkit.meaning.referents import SpeaksOf
from toolkit.program.expression import Expr


def made_before(what: ast.Nominal, scope: Scope) -> Expr | None:
    """*(for each) paid coin*, *(the number of) coins paid this way*, *coin you paid*: as many as were paid before."""
    if not isinstance(what, ast.Noun) or what.head is None:
        return None
    if not scope.made and what.relative is None:  # of most phrases: none of it need be looked at
        return None
    if replace(what, adjectives=(), relative=None, plural=None) != ast.Noun(head=what.head, span=what.span):
        return None
    for (verb, head), (amount, who) in scope.made.items():
        if head == what.head and done_with(what, verb) and _did(what, who, scope):
            return amount
    return lacking(what, scope)


def lacking(what: ast.Noun, scope: Scope) -> Expr | None:
    """*(for each) food they cannot pay*, *food they did not pay*: how much of what had to be paid was not there.
    *Food they do not have*, where they would lose more food than they have: so much of it.
    """
    said = what.relative
    subject, did = (said.subject, said.verb) if said is not None else (None, None)
    if said is None or not isinstance(subject, ast.Pronoun) or not isinstance(did, ast.Act):
        return None
    plain = ast.Act(verb=did.verb, span=did.span)
    ways = [replace(plain, modal="cannot"), replace(plain, negated=True, tense="past")]
    ways += [replace(plain, negated=True)] if did.verb == "have" else []
    found = scope.short.get((did.verb, what.head or ""))
    if said.more is not None or what.adjectives or did not in ways or found is None:
        return None
    key, amount, who = found
    if did.verb == "have" and scope.describe(subject).expr not in who:
        return None
    if amount is None and scope.discourse.keeps():
        raise SpeaksOf(key)
    return amount


def _did(what: ast.Noun, who: Expr, scope: Scope) -> bool:
    """Whether it is who did it, if anybody is named: *coin you paid*."""
    named = what.relative.subject if what.relative is not None else None
    return named is None or scope.describe(named).expr == who


def done_with(what: ast.Noun, verb: str) -> bool:
    """Whether a noun says of itself that this was done with it, and nothing else: *paid*, *you paid*."""
    if what.relative is None:
        return what.adjectives in ((verb,), (forms.verb_forms(verb).participle,))
    did, who = what.relative.verb, what.relative.subject
    past = ast.Act(verb=verb, tense="past", span=did.span if did is not None else None)
    return did == past and isinstance(who, ast.Pronoun) and what.relative.more is None and not what.adjectives
