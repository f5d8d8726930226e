"""Words before a noun that would mean nothing where they stand: every one of them is a diagnostic.

A thing of which there is one (*the power of that card*, *its stack*) takes *the* or an owner and nothing else; a noun
of which there are several takes *a*, *the*, a number … or stands in the plural.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Desc
from toolkit.language import ast, which

POINTING = frozenset({"this", "that", "these", "those"})
"""Articles of what was named before."""


def said(node: ast.Noun) -> str:
    """The first word of the determiner, as it was typed."""
    det = node.determiner
    words = (det.bound, det.quantifier, det.article, det.more, det.ordinal, det.possessive)
    known = next((word for word in words if word is not None), None)
    if known is None:
        owned = "’s" if det.owner else "each of" if det.of else ""
        known = "other" if det.other else str(det.number) if det.number is not None else owned
    return known


def each_of(node: ast.Nominal, scope: Scope) -> ast.Nominal:
    """The noun after *for each*, which the tree holds without its *each*; of a list the first one has it."""
    if isinstance(node, ast.Group) and (node.joint == "or" or _each_again(node)):
        so_many = next((each for each in node.items if ast.determiner_of(each).number is not None), None)
        if so_many is not None:  # *for each of the 2 cats or dogs*
            raise scope.unfit(so_many, "a number of several kinds of which each is meant")
        return replace(node, items=(each_of(node.items[0], scope), *node.items[1:]))
    if not isinstance(node, ast.Noun):
        return node
    det = node.determiner
    each = replace(node, determiner=replace(det, quantifier="each"))
    match det.which:
        case which.Each():
            raise scope.unfit(node, "a second *each*")
        case _ if det.of and (det.number is not None or det.article in ("those", "these")):
            return each
        case which.Bare() | which.Count() | which.UpTo() | which.Ordinal() if node.plural is False:
            return each if det.article is None and det.possessive is None and det.owner is None else node
    return node


def _each_again(node: ast.Group) -> bool:
    """*for each cat and each dog*."""
    return any(isinstance(ast.determiner_of(item).which, which.Each) for item in node.items[1:])


def the_only(node: ast.Noun, scope: Scope, *, many: bool = False) -> None:
    """Before something of which there is one: *the*, or whose it is.  `many`: one for each of several owners."""
    det = node.determiner
    idle: dict[str, Any] = {"article": None, "possessive": None, "owner": None}
    if det.number is None and det.bound != "up to":
        idle["bound"] = None
    if many and isinstance(det.which, which.All):
        idle["quantifier"] = None
    rest = replace(det, **idle)
    if not rest.is_empty() or det.article not in (None, "the"):
        word = said(replace(node, determiner=rest)) if not rest.is_empty() else det.article
        raise scope.unfit(
            det.span or node,
            f"“{word}” before “{node.head or node.name}” here",
            expected=("*the*",),
        )
    if det.article is None and det.possessive is None and det.owner is None and not (many and node.plural):
        raise bare(node, scope)


def bare(node: ast.Noun, scope: Scope) -> Exception:
    """A singular noun with nothing before it."""
    expected = ("*the*",) if node.modifier("of") is not None else ("*a*", "*the*", "*each*")
    return scope.unfit(node, f"“{node.head or node.name}” without *a*, *the* or *your*", expected=expected)


_ONE_BY_ONE = {
    "different": "name each of them: *1 … and 1 …*",
    "lost": "of several players it is said one by one: *For each other player, that player loses 1 …. If they do, "
    "gain 1 …*",
}
"""What may be said of amounts in another form, by the adjective that says nothing of one."""


def plain(node: ast.Noun, scope: Scope, *, modifiers: tuple[str, ...] = ()) -> None:
    """Nothing may be said of the phrase that its meaning would leave out.  `modifiers`: words of those that
    are used.
    """
    if node.adjectives:
        word = node.adjectives[0]
        raise scope.unfit(node, f"“{word}” here", hint=_ONE_BY_ONE.get(word))
    for modifier in node.modifiers:
        if modifier.word not in modifiers:
            raise scope.unfit(modifier, f"“{modifier.word}” here")
    if node.relative is not None:
        known = node.determiner.article in POINTING
        hint = "which one it is, is known: ask it in a condition, *If that … is …, …*" if known else None
        raise scope.unfit(node.relative, "a relative clause here", hint=hint)


def undetermined(node: ast.Noun, scope: Scope, what: str, *, the: bool = False) -> None:
    """A number and the name of one thing stand alone: no *the*, no *your*, no owner before them."""
    det = node.determiner
    if det.article == "the" and the:
        return
    word = det.article or det.possessive or det.quantifier
    if det.owner is not None or word is not None:
        said = " ".join(node.span.text.split()[:1]) if node.span is not None else str(word)
        raise scope.unfit(det.span or node, f"“{said}” before {what}")


def compares_nothing(node: ast.Noun, scope: Scope) -> None:
    """*more cats*, *the most coins*: who has them is compared with others, and a comparison takes these words away
    before it asks what the rest describes.  Here nothing is compared: SAY0801.
    """
    det = node.determiner
    word = det.more or (det.which.word if isinstance(det.which, which.Most) else None)
    if word is not None:
        raise scope.unfit(det.span or node, f"“{word}” here")


def bounds_an_amount(node: ast.Noun, found: Desc, scope: Scope) -> None:
    """*at least your coins* is so many, *at most the lower die* what that shows.  SAY0752: *at least your cats*."""
    det = node.determiner
    if det.bound is None or det.number is not None or det.quantifier is not None:
        return
    if found.type.base == "entity" and found.mode != "one":
        many = f"*{det.bound} the number of …*"
        raise scope.fail("SAY0752", node, found=f"several {node.head}s", wanted="an amount", expected=(many,))


def indefinite(node: ast.Nominal | None) -> bool:
    """*the power of a card*, *a player's hand*, *another player's hero's hat*, *the power of the cat in another
    player's hand*, *of the top card in a player's hand*: of any one of them.
    """
    if not isinstance(node, ast.Noun):
        return False
    owner = node.owner
    if not isinstance(owner, ast.Noun):
        return False
    match owner.determiner.which:
        case which.A() | which.Another() | which.Count(number=1, bound=None, of=True):
            return True
        case which.The() | which.Ordinal(number=None):
            return indefinite(owner) or in_any_place(owner)
    return owner.determiner.article == "a"


def in_any_place(node: ast.Noun) -> bool:
    """*the card at the seat of a player*, *the card at another player's seat*, *the card in a hand*: in whichever."""
    places = (m.what for m in node.modifiers if m.word in ("in", "on", "at", "from"))
    return any(
        isinstance(place, ast.Noun)
        and (isinstance(place.determiner.which, which.A | which.Another) or indefinite(place))
        for place in places
    )
