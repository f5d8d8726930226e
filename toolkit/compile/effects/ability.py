"""Whether something could be done now: for *may*, *can*, *If you can* and the lines of a choice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from toolkit.compile.base import build
from toolkit.compile.base.chooser import choosable
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Bound, Desc, Fail, Val
from toolkit.compile.effects import exchanged, going, paying
from toolkit.compile.effects.deed import Deed, chosen_anyway, from_there, times, variants_of
from toolkit.compile.effects.roles import roles_of
from toolkit.compile.effects.settling import is_single
from toolkit.compile.effects.special import ends_of, whole_range
from toolkit.compile.effects.whose import for_any, from_one_place, of_one_player
from toolkit.compile.events import outcome
from toolkit.compile.events.template import has_phrase, phrase_of
from toolkit.compile.nouns import neighbour
from toolkit.compile.nouns.phrases import quietly
from toolkit.compile.nouns.pronoun import things
from toolkit.language import ast, which
from toolkit.program.expression import Expr

THE_OTHER = ast.Determiner(article="the", other=True)

INSTRUCTIONS = ("choose", "rank", "resolve", "share", "win", "end")
"""Verbs that are instructions, no events; `special` says what they do."""


def is_instruction(verb: ast.Act, scope: Scope) -> bool:
    """Whether a verb is no event: one of the language's own, and the pack gives the word no other meaning."""
    return verb.verb in INSTRUCTIONS and not has_phrase(verb, scope)


def possible(verb: ast.Act, doer: Val, scope: Scope, *, whole: bool = False) -> Expr:
    """Whether a verb could be done now: what it must choose from is not empty, and the event is allowed.  `whole`: it
    has as many as are asked for.
    """
    with scope.trial() as start:
        repeat = times(verb, scope)
        verb = repeat[1] if repeat is not None else verb
        return outcome.inlined(able(verb, doer, scope, whole=whole), scope.code[start:])


_OF_AMOUNTS = frozenset({"pay", "lose", "gain"})
_OF_THINGS = frozenset({"put", "move", "remove", "return", "turn", "reveal"})


def all_possible(first: ast.Act, more: Sequence[ast.Verb], doer: Val, scope: Scope) -> Expr:
    """Whether *pay 2 coins and put a cat in the park* could be done whole: nobody is to pay for what is not there.
    Asked is what the verbs before it do not change: of things behind amounts, of another amount behind both.
    """
    able = possible(first, doer, scope, whole=True)
    for number, part in enumerate(more):
        before = [each for each in (first, *more[:number]) if isinstance(each, ast.Act)]
        if not isinstance(part, ast.Act) or part.negated or part.passive or any(map(_points, part.walk())):
            continue
        if len(before) == number + 1 and _apart(part, before):
            able = build.both(able, possible(replace(part, modal=None), doer, scope, whole=True))
    return able


def _apart(part: ast.Act, before: list[ast.Act]) -> bool:
    """Whether it can be done or not, whatever was done before it."""
    verbs = {each.verb for each in before}
    if part.verb in ("pay", "lose"):
        same = ast.head_of(part.object) in [ast.head_of(each.object) for each in before]
        return verbs <= _OF_AMOUNTS | _OF_THINGS and not same
    return verbs <= _OF_AMOUNTS and part.verb not in _OF_AMOUNTS


def _points(node: ast.Node) -> bool:
    """*it*, *that cat*, *that many*: what a verb before it may have named."""
    if not isinstance(node, ast.Noun):
        return isinstance(node, ast.Pronoun) and not ast.is_you(node)
    det = node.determiner
    back = det.article in ("that", "those", "this") or det.quantifier in ("that many", "that much")
    return back or bool(det.other)


def able(verb: ast.Act, doer: Val, scope: Scope, *, whole: bool) -> Expr:
    """The same, over slots that the code which it emits fills."""
    if is_instruction(verb, scope):
        return something_to_choose(verb, doer, scope, whole=whole)
    verb = chosen_anyway(verb, doer, scope)
    obj = verb.complement("obj")
    if (several := listed(verb, obj, doer, scope, whole=whole)) is not None:
        return several
    if (two := exchanged.places_of(verb, scope)) is not None:
        return exchanged.possible(two, doer, scope)
    if (beside := going.possible(verb, obj, doer, scope, lambda act: possible(act, doer, scope))) is not None:
        return beside
    if (player := of_one_player(verb, scope) or from_one_place(verb, scope)) is not None:
        players, slot, of_them = for_any(verb, player, doer, scope)
        return build.some(players, slot, possible(of_them, doer, scope, whole=whole))
    found = phrase_of(verb, scope)
    assert found is not None
    info, template = found
    if obj is not None and asks_back(verb, obj, scope):
        desc = choosable(scope.describe(from_there(verb, obj, scope)), doer, scope)
        desc = with_a_partner(verb, obj, desc, doer, scope)
        return build.both(build.nonempty(desc.expr), outcome.all_there(desc, whole))
    if (several_kinds := paying.kinds_of(verb, info, scope)) is not None:
        return paying.possible(info, several_kinds, doer)
    roles = roles_of(info, template, Deed(verb, doer), scope)
    there = build.both(outcome.lost_whole(roles, scope), outcome.wholly(roles) if whole else build.TRUE)
    return build.both(roles.possible(scope), there)


def listed(verb: ast.Act, obj: ast.Complement | None, doer: Val, scope: Scope, *, whole: bool) -> Expr | None:
    """*pay 1 coin and 1 point*, *gain 1 coin or 1 point*: all or one of a list; None: there is none."""
    if obj is None or not isinstance(obj.value, ast.Group):
        return None
    group = quietly(obj.value, scope)
    if group.listing is None:
        return None
    parts = [possible(variant, doer, scope, whole=whole) for variant in variants_of(verb, obj)]
    all_of_them = group.listing.joint != "or" and (whole or verb.verb == "pay")
    return build.both(*parts) if all_of_them else build.either(*parts)


def something_to_choose(verb: ast.Act, doer: Val, scope: Scope, *, whole: bool) -> Expr:
    """Whether an instruction has what it needs: *choose* something to choose from, the others nothing."""
    obj = verb.object
    if obj is None or verb.verb != "choose":
        return build.TRUE
    if (number := whole_range(obj)) is not None and number.modifiers[:1] and number.modifiers[0].word != "of":
        low, high = ends_of(verb.having(number), number, scope)
        return build.TRUE if high[0] == low[0] == "int" and high >= low else ("ge", high, low)
    desc = choosable(scope.describe(obj), doer, scope)
    open_ = desc.mode == "some" and desc.type.base == "entity" and desc.low != build.integer(0)
    return outcome.all_there(desc, whole) if open_ else build.TRUE


def can_do(verb: ast.Act, subject: Val, scope: Scope) -> Expr:
    """The condition *P can V …*, of which *P cannot V …* is the opposite.  *P can pat those cats*: each of them;
    *P cannot pat those cats*: none of them.
    """
    act = replace(verb, modal=None, negated=False)
    obj = act.complement("obj")
    if (often := times(act, scope)) is not None:
        once(verb, often[0], scope)
        return possible(act, subject, scope, whole=True)
    for each in act.complements:
        left_open(verb, each, scope)
    with scope.trial() as start:
        if verb.modal == "cannot" or obj is None or (those := group_of(act, obj, scope)) is None:
            return possible(act, subject, scope, whole=True)
        slot = scope.alloc()
        one = Bound(value=Val(build.local(slot), those.type), head=those.type.name, span=obj.span)
        fails = build.negate(possible(act.with_value(obj, one), subject, scope, whole=True))
        every = build.both(build.nonempty(those.expr), build.negate(build.some(those.expr, slot, fails)))
        return outcome.inlined(every, scope.code[start:])


def once(verb: ast.Act, often: ast.Times, scope: Scope) -> None:
    """SAY0801, SAY0815: *can make no wish*, *can make 3 wishes*: what could be done after the first is not known."""
    said = often.amount.determiner.which if isinstance(often.amount, ast.Noun) else which.Bare()
    if isinstance(said, which.No):
        raise scope.fail("SAY0815", often)
    if not isinstance(said, which.Another) and (often.number != 1 or often.bound is not None):
        hint = "whether it can be done once is what is asked: *If you can … a …*"
        raise scope.unfit(often, f"“{verb.modal}” of what is done so often", hint=hint)


def left_open(verb: ast.Act, phrase: ast.Complement, scope: Scope) -> None:
    """SAY0801, SAY0815 where *can* is said of what leaves it open what is meant: *can put a cat in each park*, *cannot
    pat all cats* (not all, or none?), *can pat no cat*, *can pat up to 2 cats* (also none).
    """
    noun = phrase.value
    if not isinstance(noun, ast.Noun) or (noun.name is None and noun.head not in scope.world.kinds):
        return
    match noun.determiner.which:
        case which.No():
            raise scope.fail("SAY0815", noun)
        case which.UpTo(least=0) | which.AnyNumber():
            expected = ("*a …*", "*2 …*")
            raise scope.unfit(noun, f"“{verb.modal}” of what may be none", expected=expected)
        case which.Each() | which.All() if phrase.role != "obj" or verb.modal == "cannot":
            hint = "say it of one of them: *If you cannot …*, *For each …, if you can …*"
            raise scope.unfit(noun, f"“{verb.modal}” of each of several", hint=hint)
        case _:
            return


def group_of(act: ast.Act, obj: ast.Complement, scope: Scope) -> Desc | None:
    """*those cats*, *each cat*: of every one of which *can* is said; None: of one thing, or of any, as of *cats*."""
    fixed = phrase_of(act, scope, quiet=True)
    if not isinstance(obj.value, ast.Nominal) or (fixed is not None and fixed[1].fixed):
        return None
    desc = scope.describe(obj.value)
    group = desc.type.base == "entity" and desc.mode in ("set", "each") and desc.extra != "bare"
    return desc if group else None


def could_be_done(verb: ast.Act, scope: Scope) -> int | None:
    """A slot for whether an order can be done whole, asked now: then a verb that is nothing but this order is done,
    also if something else happens in its place.  None: it cannot be asked (what is wrong is said where it is done).
    """
    assert scope.you is not None
    slot = scope.alloc()
    try:
        able = possible(verb, scope.you, scope, whole=True)
    except Fail:
        return None
    scope.emit("let", slot, ("if", able, build.integer(1), build.integer(0)))
    return slot


def asks_back(verb: ast.Act, obj: ast.Complement, scope: Scope) -> bool:
    """*Return a unit to its owner's hand*: what the verb is done with is spoken of in another of its phrases.  *Put a
    bead on it* speaks of something else: nothing is put on itself.
    """
    what = obj.value
    if not isinstance(what, ast.Nominal) or not _several_or_open(what):
        return False
    others = _beside(verb, obj, scope)
    back = any(is_it(node) for other in others for node in _outside(other, scope))
    if not back and not any(going.is_first_other(other, scope, here=True) for other in others):
        return False
    if isinstance(what, ast.Pronoun):
        return back and things(scope) is not None
    desc = quietly(what, scope)
    if desc.type.base != "entity":
        return False
    if back:
        return desc.mode in ("some", "each", "set")
    one = desc.mode == "some" and is_single(desc)
    return one and any(_another(other, desc.type.name, scope) for other in others)


def with_a_partner(verb: ast.Act, obj: ast.Complement, desc: Desc, doer: Val, scope: Scope) -> Desc:
    """*Swap a cat with a cat whose power is its power*: of the first those for which there is a second."""
    beside = verb.complement("with")
    if beside is None or desc.mode != "some" or not is_single(desc) or not isinstance(beside.value, ast.Noun):
        return desc
    if not any(is_it(node) for node in beside.value.walk()):
        return desc
    slot = scope.alloc()
    with scope.trial() as start:
        value, head = Val(build.local(slot), desc.type), desc.noun
        scope.bind(value, head, verb.verb, group=desc.group)
        act = verb.with_value(obj, Bound(value=value, head=head, span=obj.span))
        fits = outcome.inlined(able(act, doer, scope, whole=True), scope.code[start:])
    return desc.but(expr=build.where(desc.expr, slot, fits))


def _beside(verb: ast.Act, obj: ast.Complement, scope: Scope) -> list[ast.Nominal]:
    """The other phrases of a verb, but for *it* alone."""
    apart = going.apart(verb, obj, scope)
    beside = [c.value for c in verb.complements if c is not obj and c not in apart]
    return [each for each in beside if isinstance(each, ast.Nominal) and not ast.is_it(each)]


def _another(node: ast.Nominal, kind: str, scope: Scope) -> bool:
    """*Put a card on another card*: on another one than that card."""
    if not isinstance(node, ast.Noun) or not going.is_first_other(node, scope, here=True):
        return False
    return scope.world.kinds[node.head or ""].category == "thing" and scope.world.related(kind, node.head)


def _outside(node: ast.Node, scope: Scope) -> Iterator[ast.Node]:
    """A phrase without what lies next to the very thing it describes: *the field with the most cats next to it*."""
    having = (m.what for m in node.every(ast.Modifier) if m.word in ("with", "without"))
    described = (each for each in having if isinstance(each, ast.Noun))
    own = {id(beside.what) for each in described for beside in neighbour.says_beside_it(each, scope)}
    yield from (part for part in node.walk() if id(part) not in own)


def by_itself(verb: ast.Act, obj: ast.Complement | None, scope: Scope) -> ast.Complement | None:
    """What an order speaks of, of which it must be done with each by itself: another phrase asks for that one."""
    if obj is not None and (asks_back(verb, obj, scope) or _each_somewhere(verb, obj)):
        return obj
    return each_of_two(verb)


def _each_somewhere(verb: ast.Act, obj: ast.Complement) -> bool:
    """*Put each of your cats in a box*, *in the park or the pond*: for each of them it is chosen in which."""
    if not isinstance(ast.determiner_of(obj.value).which, which.Each):
        return False
    places = (each.value for each in verb.complements if each.role in ("place", "to"))
    return any(
        where.joint == "or"
        if isinstance(where, ast.Group)
        else isinstance(ast.determiner_of(where).which, which.A)
        for where in places
        if isinstance(where, ast.Nominal)
    )


def each_of_two(verb: ast.Act) -> ast.Complement | None:
    """*Put beads on each of them equal to the power of the other*: of which each has an amount of its own."""
    for each in verb.complements:
        if each.role == "obj" or not isinstance(each.value, ast.Noun):
            continue
        beside = [c.value for c in verb.complements if c is not each and isinstance(c.value, ast.Node)]
        if isinstance(each.value.determiner.which, which.Each) and any(
            replace(node.determiner, span=None) == THE_OTHER and not node.plural
            for other in beside
            for node in other.every(ast.Noun)
        ):
            return each
    return None


def _several_or_open(what: ast.Nominal) -> bool:
    """*them*, *a unit*, *each unit*; *that unit* is one that was named."""
    if isinstance(what, ast.Pronoun):
        return what.word == "they"
    return isinstance(what, ast.Noun) and what.determiner.article not in ("this", "that", "the")


def is_it(node: ast.Node) -> bool:
    """*it*, *its N*."""
    if isinstance(node, ast.Pronoun):
        return node.word == "it"
    return ast.determiner_of(node).possessive == "its"
