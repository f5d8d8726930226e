"""*the power of that cat or that dog* is *the power of that cat or the power of that dog*.

There is one of it for each, so which one is meant is left to whoever does it; in a condition one of the two is enough.
"""

from __future__ import annotations

from dataclasses import replace

from toolkit.language.ast import Determiner, Group, Nominal, Noun, Pronoun
from toolkit.report.source import Span


def of_either(node: Noun, category: str) -> Group | None:
    """What one has, said of one or another; `category`: of what is had.  None: something else is said."""
    of = node.modifiers[0] if len(node.modifiers) == 1 else None
    whose = of.what if of is not None and of.word == "of" else None
    the = replace(node.determiner, span=None) == Determiner(article="the")
    one = category == "quantity" or (category in ("attribute", "place") and not node.plural)
    if of is None or not (the and one) or node.adjectives or node.relative or not isinstance(whose, Group):
        return None
    if (items := _either(whose)) is None:
        return None
    # what can be chosen is called as it was typed
    each = tuple(replace(node, span=item.span, modifiers=(replace(of, what=item),)) for item in items)
    return Group(span=node.span, items=each, joint="or")


def _either(whose: Group) -> tuple[Nominal, ...] | None:
    """The members of *A or B*, *one of A and B*, each of which is one by itself; None: they are all meant, or some."""
    first, *others = whose.items
    if isinstance(first, Noun) and first.determiner.of:
        if first.determiner.number != 1 or first.determiner.bound is not None:
            return None
        span = first.span
        if span is not None:  # without its *one of*
            span = Span(span.source, span.start + span.text.find(" of ") + len(" of "), span.end)
        first = replace(first, determiner=replace(first.determiner, of=False, number=None), span=span)
    elif whose.joint != "or":
        return None
    items = (first, *others)
    return items if all(map(_is_one, items)) else None


def _is_one(node: Nominal) -> bool:
    """A name, *you*, *that cat*, *the cat in the park*, *your dog*: it is known which one."""
    if isinstance(node, Pronoun):
        return node.word in ("you", "it", "they")
    if not isinstance(node, Noun) or node.plural:
        return False
    det = node.determiner
    known = node.name is not None or det.article in ("the", "this", "that") or det.possessive is not None
    return (known or det.owner is not None) and det.quantifier is None and det.number is None
