"""So much of a quantity: *2 points*, *no points*, *points equal to A*, *your points*, *1 point for each N*."""

from __future__ import annotations

from dataclasses import replace

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import NUMBER, Desc, Said, Type, Val
from toolkit.compile.base.world import Attribute
from toolkit.compile.nouns.amount import had, multiplied
from toolkit.compile.nouns.determiner import POINTING, indefinite, plain, said, the_only
from toolkit.compile.nouns.phrases import number_of
from toolkit.compile.nouns.possess import possess, possessor_of
from toolkit.compile.nouns.quantify import who_chooses
from toolkit.language import ast, which
from toolkit.language.forms import verb_forms
from toolkit.program.expression import Expr

MEASURES = ("for each", "for every", "equal to")
"""Modifiers that say how much."""


def quantity(node: ast.Noun, attribute: Attribute, scope: Scope) -> Desc:
    """What a phrase says whose head is a quantity: somebody's whole amount of it, or so much of it."""
    node = had(node)
    if attribute.of == "game" and (whole := of_the_game(node, attribute, scope)) is not None:
        return whole
    holder, rest = possessor_of(node, scope)
    before_an_amount(node, holder is not None, scope)
    if holder is not None and (held := possess(holder, attribute.name, rest, scope, node)) is not None:
        plain(replace(node, modifiers=rest), scope)
        return held_amount(node, attribute, held, scope)
    return so_much(node, attribute, scope)


def before_an_amount(node: ast.Noun, held: bool, scope: Scope) -> None:
    """Words that say which ones of several say nothing of an amount; of what is held there is no part."""
    det, meant = node.determiner, node.determiner.which
    if held and det.number is not None:
        raise scope.unfit(node, "a part of somebody's amount", hint="*That player loses 2 …*, *Gain 2 …*")
    both = isinstance(meant, which.All) and meant.word == "both"
    of_several = isinstance(meant, which.Another | which.Random | which.Times) or both
    if det.ordinal is not None or det.other or of_several or det.article in POINTING:
        hint = (
            "how much somebody has by then is asked: *When a player has at least 3 …, …*"
            if det.ordinal
            else ""
        )
        raise scope.unfit(det.span or node, f"“{said(node)}” before an amount", hint=hint)
    if det.number is not None and det.quantifier is not None:
        hint = "name each of them: *1 … and 1 …*" if det.quantifier in ("each", "every") else ""
        what = f"“{det.quantifier}” before an amount"
        raise scope.unfit(det.span or node, what, hint=hint)


def held_amount(node: ast.Noun, attribute: Attribute, held: Val, scope: Scope) -> Desc:
    """*your points*, *all your gold*: the whole amount that somebody has."""
    everything = node.determiner.quantifier == "all"
    the_only(node, scope, many=held.many or everything)
    if held.many:
        each = Desc("set", held.expr, NUMBER, node.span, head=node.head)
        return each.but(extra="or") if indefinite(node) else each
    # *lose all your gold*: as much as that
    type_ = Type("quantity", attribute.name) if everything else NUMBER
    return Desc("one", held.expr, type_, node.span, head=node.head)


def so_much(node: ast.Noun, attribute: Attribute, scope: Scope) -> Desc:
    """*2 points*, *up to 2 points*, *that much gold*, *1 point for each cat*; *points* alone says no amount."""
    det = node.determiner
    if det.article is not None and det.article != "the" and det.number is not None:
        raise scope.unfit(det.span or node, f"“{det.article}” before an amount")
    choice = ("of your choice", "of their choice") if attribute.parts else ()
    plain(node, scope, modifiers=(*MEASURES, *choice))
    chooser = next((who_chooses(m, scope) for m in node.modifiers if m.word in choice), None)
    type_ = Type("quantity", attribute.name)
    match det.which:
        case which.No():
            return Desc("no", build.integer(0), type_, node.span, head=node.head)
    amount = measured(node, said_amount(node, scope), scope)
    up_to = det.which if isinstance(det.which, which.UpTo) else None
    return Desc(
        "one",
        amount,
        type_,
        node.span,
        low=build.integer(1 if up_to is None else up_to.least),
        bound=det.bound,
        head=node.head,
        extra=all_or_any(det.which) if amount == build.NONE else None,
        high=build.integer(1) if up_to is None else None,
        chooser=chooser,
    )


def all_or_any(meant: which.Which) -> Said | None:
    """*all gold*, *any number of coins*: how much, where no amount is said."""
    match meant:
        case which.All(word="all"):
            return "all"
        case which.AnyNumber():
            return "any number of"
    return None


def so_much_of(node: ast.Noun, word: str, scope: Scope) -> Expr:
    """*When you gain wood, you may pay 1 food to gain that much wood*: as much as was spoken of that quantity, if the
    latest amount was one of another; but nobody asks so for what a number says.  SAY0657: *Gain 7 debts. Pay 2 coins.
    Gain that many debts.*, and where neither is a number.
    """
    latest = scope.that_much(node, word, node.head)
    made = {unit: (value, verb) for (verb, unit), (value, _) in scope.made.items()}
    last = next((verb for unit, (value, verb) in made.items() if unit != node.head and value == latest), None)
    if last is None or node.head not in made:
        return latest
    before, verb = made[node.head]
    if _is_number(latest, scope) != _is_number(before, scope):
        return before if _is_number(latest, scope) else latest
    done, since = (verb_forms(each).participle for each in (verb, last))
    hint = f"say the number again, or *for each {node.head} {done} this way*"
    raise scope.fail("SAY0657", node, names=f"how much was {done} or how much was {since}", hint=hint)


def _is_number(much: Expr, scope: Scope) -> bool:
    """Whether what came of a verb of amounts is, at the most, a number that the order says."""
    orders = (instr for instr in scope.code if instr[0] == "do" and build.local(instr[4]) == much)
    said = [order[3][:2][-1] for order in orders]  # of what, so much; or so often alone
    return much[0] == "int" or any(each[0] == "int" for each in said)


def said_amount(node: ast.Noun, scope: Scope) -> Expr:
    """The number before the noun, or *that much*; nothing, if neither is said."""
    det = node.determiner
    if isinstance(det.which, which.ThatMany):
        return so_much_of(node, det.which.word, scope)
    return build.integer(det.number) if det.number is not None else build.NONE


def measured(node: ast.Noun, amount: Expr, scope: Scope) -> Expr:
    """The amount, as often as *for each N* says, or *equal to* another one."""
    measures = [m for m in node.modifiers if m.word in MEASURES]
    if len(measures) > 1:
        raise scope.unfit(
            node, "a second *for each*", hint="add them up: *the number of … plus the number of …*"
        )
    for modifier in measures:
        if modifier.what is None:
            continue
        if modifier.word == "equal to":
            if amount != build.NONE:  # *7 coins equal to the sum*
                raise scope.unfit(modifier, "a second amount", expected=("*coins equal to …*",))
            return number_of(modifier.what, scope)
        if amount == build.NONE:
            raise scope.fail("SAY0761", node)
        return ("mul", amount, multiplied(modifier, scope))
    return amount


def of_the_game(node: ast.Noun, attribute: Attribute, scope: Scope) -> Desc | None:
    """*the time*, *(the number of) hours*: there is one such quantity, so it need not be said whose; None: so much of
    it.
    """
    det = node.determiner
    if (
        not replace(det, article=None, bound=None).is_empty()
        or det.article not in (None, "the")
        or node.modifiers
    ):
        return None
    if node.adjectives or node.relative is not None:
        return None
    value = attribute.of_player(("game",))
    return Desc("one", value, NUMBER, node.span, bound=det.bound, head=node.head)
