"""*all cards in another player's hand*, *2 cards from a pile*: the doer chooses the player, or the place, first.

One thing of all of theirs is chosen without that: *a card in another player's hand*.  Whose it was is *that player* in
what follows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from toolkit.compile.base import build
from toolkit.compile.base.chooser import choosable
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Bound, Desc, Val
from toolkit.compile.conditions.found import key_of
from toolkit.compile.conditions.quantified import one_of_several as one_of_several_places
from toolkit.compile.effects.deed import place_as_modifier
from toolkit.compile.effects.settling import is_single, means_all, settle
from toolkit.compile.events.change import of_those_chosen
from toolkit.compile.events.template import phrase_of
from toolkit.compile.nouns.modifier import is_game
from toolkit.compile.nouns.phrases import quietly
from toolkit.compile.nouns.picked import one_of_several
from toolkit.language import ast, which
from toolkit.language.vocabulary import TOWARDS
from toolkit.meaning.values import entity
from toolkit.program.expression import Expr


def of_one_player(verb: ast.Act, scope: Scope) -> ast.Noun | None:
    """The player of whom it is left open who they are, and whose things the verb takes; None: it is known whose they
    are, or one of them is chosen.
    """
    obj, source = _taken(verb, scope), verb.complement("from")
    if obj is None or not isinstance(obj.value, ast.Noun | ast.Group):
        return None
    if source is None and (scope.world.most_players <= 2 or not _leaves_open(obj.value)):
        return None
    taken = obj.value if source is None or is_game(source.value) else place_as_modifier(verb, obj, scope)
    if not _is_named_first(verb, scope) and not _all_or_some(quietly(taken, scope), scope):
        return None
    players = [each for each in verb.every(ast.Noun) if each.head == "player"]
    if len(players) != 1:
        return None
    desc = quietly(players[0], scope)
    return players[0] if desc.mode == "some" and is_single(desc) else None


def _is_named_first(verb: ast.Act, scope: Scope) -> bool:
    """Whether the verb is the pack's and has a slot for where its object comes from: `fetch {pet} from {place}`."""
    found = phrase_of(verb, scope, quiet=True)
    if found is None or found[0].kernel is not None:
        return False
    return any(slot.role == "from" for slot in found[1].slots)


def _taken(verb: ast.Act, scope: Scope) -> ast.Complement | None:
    """What the verb is done with: of *Raise the power of 2 cats of another player by 1*, the cats."""
    obj = verb.complement("obj")
    if obj is None or not isinstance(obj.value, ast.Noun) or of_those_chosen(obj.value, scope) is None:
        return obj
    return replace(obj, value=obj.value.owner)


def _leaves_open(what: ast.Noun | ast.Group) -> bool:
    """*cats of another player*, *cats and dogs of another player*."""
    said = what.items[-1] if isinstance(what, ast.Group) else what
    return isinstance(said, ast.Noun) and one_of_several(said) is not None


def from_one_place(verb: ast.Act, scope: Scope) -> ast.Noun | None:
    """The place from which the verb takes several things, *2 cats from a town*, *2 cats in a town*, *all cats from a
    town*: the same one, which is left open; None: it is said, or one thing in any place is chosen.
    """
    obj, source = _taken(verb, scope), verb.complement("from")
    if obj is None or not isinstance(obj.value, ast.Noun):
        return None
    whole = means_all(obj.value)  # *all cats in a town*: in any?  That is refused
    words = ("from",) if whole else ("in", "on", "at", "from")
    said: list[ast.Node | None] = [m.what for m in obj.value.modifiers if m.word in words]
    said += [] if source is None else [source.value]
    places = [each for each in said if isinstance(each, ast.Noun) and one_of_several_places(each, scope)]
    if len(places) != 1:
        return None
    if _is_named_first(verb, scope):
        return places[0]
    desc = quietly(place_as_modifier(verb, obj, scope), scope)
    return places[0] if whole or (desc.mode == "some" and not is_single(desc)) else None


def from_each_place(verb: ast.Act, scope: Scope) -> ast.Noun | None:
    """The places of *Remove a unit from each region*: so many from one after another; None: nothing says so, or it may
    be one of them all (*the highest card in each row*).
    """
    obj, source = verb.complement("obj"), verb.complement("from")
    if obj is None or not isinstance(obj.value, ast.Noun):
        return None
    if isinstance(obj.value.determiner.which, which.The | which.Ordinal):
        return None
    said: list[ast.Node | None] = [
        m.what for m in obj.value.modifiers if m.word in ("in", "on", "at", "from")
    ]
    said += [] if source is None else [source.value]
    for place in said:
        if isinstance(place, ast.Noun) and isinstance(place.determiner.which, which.Each):
            return place if scope.world.is_place(quietly(place, scope).type) else None
    return None


def name_owner(verb: ast.Act, desc: Desc, taken: ast.Complement | None, chosen: Expr, scope: Scope) -> None:
    """*Take a card from another player's hand. That player …*: whose it is before the verb is done, kept if it is
    spoken of.  `taken`, `desc`, `chosen`: what the verb is done with.
    """
    found = _open_in(verb, taken) if desc.mode == "some" and is_single(desc) else None
    owner = _owner(*found, desc, chosen, scope) if found is not None else None
    if found is None or owner is None:
        return
    key = key_of("whose", found[0].span, scope)
    kept = scope.store(owner) if scope.wants(key) else owner
    scope.bind(Val(kept, entity("player")), "player", needs=None if scope.wants(key) else key)
    scope.discourse.referents[-1].whose = True


def _open_in(verb: ast.Act, taken: ast.Complement | None) -> tuple[ast.Noun, ast.Node] | None:
    """The only *another player* of a verb, and the phrase that says whose it is or where it comes from."""
    open_ones = [each for each in verb.every(ast.Noun) if is_open(each)]
    if taken is None or len(open_ones) != 1:
        return None
    said = (taken, verb.complement("from") if taken.role == "obj" else None)
    where = next((each.value for each in said if each is not None and open_ones[0] in each.walk()), None)
    return (open_ones[0], where) if isinstance(where, ast.Noun) and where is not open_ones[0] else None


def is_open(node: ast.Noun) -> bool:
    """*a player*, *another player*."""
    return (
        node.head == "player"
        and not node.plural
        and isinstance(node.determiner.which, which.A | which.Another)
    )


def _owner(player: ast.Noun, whole: ast.Node, desc: Desc, chosen: Expr, scope: Scope) -> Expr | None:
    """Whose it is, or in whose place it is: *another player's worker*, *a card in another player's hand*."""
    world = scope.world
    had = next((each for each in whole.every(ast.Noun) if player in _owners(each)), None)
    kind = world.kind(ast.head_of(had))
    if kind is None or desc.type.base != "entity":
        return None
    if kind.category == "place":
        place: Expr = chosen if world.is_a(desc.type.name, kind.name) else ("within", chosen, kind.index)
        return world.owner(place) if world.of_players(kind.name) else None
    if had is not whole:
        return None
    return world.owner(chosen) if world.owned(kind.name) else ("holder", chosen)


def _owners(node: ast.Noun) -> list[ast.Node | None]:
    return [node.determiner.owner, *(each.what for each in node.modifiers if each.word == "of")]


def _all_or_some(desc: Desc, scope: Scope) -> bool:
    """Several things, or all that lie in a place: those of one player."""
    if scope.world.category_of(desc.type) == "place":
        return desc.mode == "some" and is_single(desc)
    one_thing = desc.mode == "some" and is_single(desc) and not desc.random
    return desc.mode in ("some", "set", "each") and desc.scattered and not one_thing


def with_chosen(
    verb: ast.Act, one: ast.Noun, doer: Val, scope: Scope, can: Callable[[ast.Act], Expr] | None = None
) -> ast.Act:
    """The verb, said of the one (*another player*, *a park*) whom the doer chooses now, of those with whom it `can` be
    done.
    """
    # *If there is a cat in a place, put all dogs from a place there*: in that one, not in the one that is chosen.
    verb = replace(verb, complements=tuple(_place_there(each, scope) for each in verb.complements))
    desc = choosable(scope.describe(one), doer, scope)
    fits = None if can is None else lambda it: can(_said_of(Val(it, desc.type), verb, one))
    value = Val(settle(desc, doer, scope, fits), desc.type)
    scope.bind(value, desc.called, "choose")
    return _said_of(value, verb, one)


def _place_there(said: ast.Complement, scope: Scope) -> ast.Complement:
    if said.value is not None or said.role not in TOWARDS:
        return said
    place = scope.place_there(said)
    where = Bound(value=place, head=place.type.name, span=said.span)
    return replace(said, value=where, prep=scope.world.kinds[place.type.name].prep)


def for_any(verb: ast.Act, player: ast.Noun, doer: Val, scope: Scope) -> tuple[Expr, int, ast.Act]:
    """Who may be chosen, a slot for one of them, and the verb, said of that one."""
    desc = choosable(scope.describe(player), doer, scope)
    slot = scope.alloc()
    return desc.expr, slot, _said_of(Val(build.local(slot), desc.type), verb, player)


def _said_of(value: Val, verb: ast.Act, one: ast.Noun) -> ast.Act:
    return ast.swapped(verb, one, Bound(value=value, head=one.head or value.type.name, span=one.span))


def meant(subject: ast.Nominal, scope: Scope) -> Desc:
    """Whom a subject means; of a clause that goes on with that of the one before, the same node, those it meant."""
    same, kept = scope.again if scope.again is not None and scope.again[0] is subject else (None, None)
    if kept is not None:
        return kept
    desc = scope.describe(subject)
    if same is not None:
        if desc.type.base == "entity" and desc.listing is None and desc.mode in ("one", "each", "set"):
            desc = desc.but(expr=scope.store(desc.expr))
        keep_meant(subject, desc, scope)
    return desc


def keep_meant(subject: ast.Nominal, desc: Desc, scope: Scope) -> Desc:
    """Remember whom a subject means, if another clause goes on with it."""
    if scope.again is not None and scope.again[0] is subject:
        scope.again = subject, desc
    return desc
