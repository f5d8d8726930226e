"""Accepted alternates for who has the most and what has the highest: *the power of the cat with the highest power*.

A noun phrase → the canonical one, when everything that hangs on it is known.
"""

from __future__ import annotations

from dataclasses import replace

from toolkit.language.ast import THE, Act, Determiner, Modifier, Node, Nominal, Noun


def of_the_best(node: Noun) -> Noun:
    """*the power of the cat with the highest power* is *the highest power of the cats*: of several that tie nobody is
    the one with the highest, but how high it is all say.
    """
    owners = [m for m in node.modifiers if m.word == "of"]
    whose = owners[0].what if len(owners) == 1 else None
    best = _ranked(whose, node.head) if whose is not None and node.determiner == THE else None
    if best is None or not isinstance(whose, Noun) or not isinstance(best.what, Noun):
        return node
    all_ = node.with_what(owners[0], replace(whose.without(best), plural=True))
    return replace(all_, determiner=best.what.determiner)


def of_that_one(node: Noun) -> Noun:
    """*the lowest power of the cats*, of what is changed, is *the power of the cat with the lowest power*, as typed."""
    owners = [m for m in node.modifiers if m.word == "of"]
    whose = owners[0].what if len(owners) == 1 else None
    if _highest(replace(node, modifiers=())) is None or not isinstance(whose, Noun) or not whose.plural:
        return node
    said = replace(whose.determiner, span=None)
    if said not in (THE, Determiner(possessive=said.possessive)):
        return node
    how = Noun(span=node.span, determiner=node.determiner, head=node.head)
    one = replace(
        whose, plural=None, modifiers=(*whose.modifiers, Modifier(word="with", what=how, span=node.span))
    )
    determiner = replace(THE, span=node.determiner.span)
    return replace(node.with_what(owners[0], one), determiner=determiner)


def with_the_best(node: Noun) -> Noun:
    """*each player who has the most coins* is *each player with the most coins*: all that tie, where several are."""
    clause = node.relative
    if clause is None or clause.word not in ("who", "that") or clause.subject is not None or clause.more:
        return node
    verb = clause.verb
    if not isinstance(verb, Act) or verb != Act(span=verb.span, verb="have", complements=verb.complements):
        return node
    what = verb.object
    if not isinstance(what, Noun) or not _is_best(what):
        return node
    places = []
    for each in verb.complements:
        if each.role == "place" and isinstance(each.value, Nominal):
            places.append(Modifier(span=each.span, word=each.prep, what=each.value))
        elif each.value is not what:
            return node
    best = replace(what, modifiers=(*what.modifiers, *places))
    ranking = Modifier(span=clause.span, word="with", what=best)
    return replace(node, relative=None, modifiers=(*node.modifiers, ranking))


def _is_best(what: Noun) -> bool:
    """*the most coins*, *the fewest coins*, *the highest card*."""
    det = what.determiner
    return det.article == "the" and (
        det.quantifier in ("most", "fewest") or det.ordinal in ("highest", "lowest")
    )


def _ranked(node: Node | None, amount: str | None) -> Modifier | None:
    """*with the highest power* of *the cat with the highest power*."""
    if not isinstance(node, Noun) or node.plural:
        return None
    if node.determiner.article != "the" and node.determiner.possessive is None:
        return None
    return next((m for m in node.modifiers if m.word == "with" and _highest(m.what) == amount), None)


def _highest(node: Node | None) -> str | None:
    """The amount of *the highest power*, of which nothing else is said."""
    if not isinstance(node, Noun) or node.narrowed:
        return None
    highest = replace(node.determiner, span=None, ordinal=None) == THE
    return node.head if highest and node.determiner.ordinal in ("highest", "lowest") else None
