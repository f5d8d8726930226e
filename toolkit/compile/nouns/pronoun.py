"""Words that stand for what was named before: *you*, *they*, *it*; and whether that can be only one thing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from typing import TypeVar

from toolkit.compile.base import build, hints
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Bound, Desc, Fail, Val, entity
from toolkit.compile.nouns.others import BACK, SOMEBODY, nobody_compared, players_before
from toolkit.compile.nouns.perhaps import not_perhaps_named
from toolkit.compile.nouns.phrases import one
from toolkit.language import ast
from toolkit.meaning.referents import Referent
from toolkit.meaning.witness import mentions
from toolkit.program.expression import conjuncts

V = TypeVar("V", bound=ast.Verb)
EVENT = 0
"""The number of the part of a rule that says when; its sentences follow."""


def pronoun(node: ast.Pronoun, scope: Scope) -> Desc:
    """*you*, *they*, *it*."""
    if node.word == "you":
        if scope.you is None:
            raise scope.fail("SAY0651", node, hint=scope.no_you)
        return one(scope.you, node)
    if node.word == "they":
        return they_or_things(node, scope)
    return one(antecedent(node, scope), node)


def they_or_things(node: ast.Pronoun, scope: Scope) -> Desc:
    """*they*: a player who was spoken of; if there is none, things: *Choose 2 cats. If they are in the park, …*; or
    players: *Choose 2 players. They gain 1 coin.*
    """
    found = (
        _they_if_any(node, scope) or things(scope) or players(scope)
    )  # in this order: what is asked for is kept
    return one(found or they(node, scope), node)


def _they_if_any(node: ast.Node, scope: Scope) -> Val | None:
    """Whom *they* mean; None: nobody was spoken of."""
    try:
        return they(node, scope)
    except Fail as error:
        if error.diagnostic.code != "SAY0652":
            raise
        return None


def they(node: ast.Node, scope: Scope) -> Val:
    """Whom *they* and *their* mean: the player whom this sentence's *if* found, or who is spoken of; not both."""
    if scope.certain and scope.they is not None:
        return scope.they
    found = scope.discourse.found(scope.number)
    if found is not None and scope.they is not None:
        found = scope.discourse.of_whom(found)
        if called_since(found, scope.they):
            return scope.they
        not_both(found, node, scope)
    elif found is not None:
        _nobody_did_since(node, scope)
    elif scope.they is not None:
        _not_several(node, scope)
    elif found is None:
        found = _named_last(node, scope)
    if found is not None:
        not_of_two_names(found, node, scope)
        _alone_in_its_clause(found, node, scope)
        return scope.discourse.at_hand(found).value
    if scope.they is None:
        whose = scope.discourse.owner()
        if whose is None:
            raise scope.fail("SAY0652", node, word="they", hint=several_players(scope))
        return scope.discourse.at_hand(whose).value
    # *When a player gains a coin, until …, when Red gains a point, they …*
    named = scope.discourse.last_named(scope.they.expr)
    if named is not None and named.sentence == EVENT:
        not_named_since(named, node, scope)
    return spoken_of_last(scope.they, node, scope)


def several_players(scope: Scope) -> str | None:
    """What to write where several were named who are not one; None: nobody was."""
    group = scope.find("player", many=True)
    if group is None:
        return None
    return "several were named: *those players*; *each player … if they …* is a sentence of its own"


def _named_last(node: ast.Node, scope: Scope) -> Referent | None:
    """The one player who was named last, if nobody else could be meant."""
    found = scope.find("player", many=False)
    if found is not None:
        nobody_compared(node, scope)
        not_named_since(found, node, scope)
        not_the_one_found(found, node, scope, None)
        not_perhaps_named(found, node, scope, None)
        one_was_named(found, node, scope)
    return found


def is_one_of_two(scope: Scope) -> bool:
    """Whether *they* could be whom this sentence's *if* found, or who was spoken of before."""
    found = scope.discourse.found(scope.number)
    if found is None or scope.they is None:
        return False
    found = scope.discourse.of_whom(found)
    return _is_another(found, scope) and not called_since(found, scope.they)


def _is_another(found: Referent, scope: Scope) -> bool:
    """Whether somebody was spoken of before who is not whom the condition found."""
    return scope.they is not None and scope.they.expr not in (scope.implied, found.value.expr)


def not_both(found: Referent, node: ast.Node, scope: Scope) -> None:
    """SAY0657: *When a player rests, if a player is rich, they …*: whom the condition found, or who rests?"""
    if not _is_another(found, scope):
        return
    who = f"the player whom “{found.head}” found"
    hint = "say “that player”: the last one that was named"
    if found.value.expr[0] == "int":
        who = " or ".join(sorted(_named_before(found, node, scope)))
        hint = f"say the name again; of the other one say it first: *They …, if {who} …*"
    raise scope.fail("SAY0657", node, names=f"{who} or the player spoken of before", hint=hint)


def _nobody_did_since(node: ast.Node, scope: Scope) -> None:
    """SAY0657: *If a player is rich, each other player loses 3 coins, then they …*: whom the condition found, or who
    did that?
    """
    those = (each for _, each in scope.discourse.groups("player") if each.sentence == scope.number)
    if any(each.source == "phrase" for each in those):
        hint = "say “those players” of the last ones; of the other one say it before them: *that player …*"
        names = "the player whom the condition found or those who were named last"
        raise scope.fail("SAY0657", node, names=names, hint=hint)


def _not_several(node: ast.Node, scope: Scope) -> None:
    """SAY0657: *When a player rests, if at least 2 players are rich, they …*: those, or who rests?"""
    those = (each for _, each in scope.discourse.groups("player") if each.sentence == scope.number)
    if any(each.source == "condition" and _some_of_all(each) for each in those):
        hint = "say “those players” of those; of the other one: *that player*"
        names = "those players or the player spoken of before"
        raise scope.fail("SAY0657", node, names=names, hint=hint)


def _some_of_all(group: Referent) -> bool:
    """*at least 2 players are rich*, *each player with a cat*; not *each player*, *each other player*."""
    members = group.value.expr
    return members[0] == "filter" and any(each[0] != "ne" for each in conjuncts(members[3]))


def called_since(found: Referent, who: Val) -> bool:
    """Whether somebody is *they* who came up after whom the condition found, *if a player …, each player … their …*."""
    return who.expr not in (found.they, found.value.expr)


def not_of_two_names(found: Referent, node: ast.Node, scope: Scope) -> None:
    """SAY0657: *Red gains 1 coin. If your points are at least Blue's points, they …*: Red, or Blue?"""
    if found.value.expr[0] != "int" or found.sentence == scope.number:
        return
    if here := _named_before(found, node, scope):
        names = f"{here.pop()} or the player spoken of before"
        raise scope.fail("SAY0657", node, names=names, hint="say the name again")


def _named_before(found: Referent, node: ast.Node, scope: Scope) -> set[str]:
    """The names of players that the same sentence has said before."""
    return {name for _, name in players_before(node, scope)} - {"you", BACK, SOMEBODY, found.head}


def _alone_in_its_clause(found: Referent, node: ast.Node, scope: Scope) -> None:
    """*if they have no coins and each other player has a card in their hand*: of whom the clause itself speaks, beside
    nobody but who *they* were before it.
    """
    spoken_of = scope.they is not None and scope.they.expr == found.value.expr
    if not spoken_of or any(each.value.expr != found.they for each in scope.discourse.rivals(found)):
        alone(found, node, scope)


def spoken_of_last(first: Val, node: ast.Node, scope: Scope) -> Val:
    """Who *they* are beside who was spoken of `first`: *When a player plays, choose a player. That player draws a card.
    They lose 1 coin.*  SAY0657: *…, choose a player. They lose 1 coin.*, *…, the player to their left draws a card.
    They lose 1 coin.*, *When a player pats another player, that player loses 1 coin and they gain 1 coin.*
    """
    last, again = did_last(scope)
    if scope.at_first is None or first.expr != scope.at_first.expr:
        return first  # of whom this sentence speaks itself
    nobody_compared(node, scope)
    if last is None or last.many or last.expr == first.expr:
        return first
    # *that player loses 1 coin and they gain it*: of one player it would be *loses … and gains …*
    contrasted = scope.did is not None and scope.doing is None
    if first.expr == scope.implied or (again and not contrasted):
        return last
    for each in scope.discourse.lost:
        if each.value.expr == last.expr:
            scope.discourse.at_hand(each)
    hint = "say “that player” of the last one that was named"
    if again:
        hint += "; of the other one say it first: *they …, and that player …*"
    if last.expr[0] == "int":
        hint = "say the name again; of the other one say it before the name"
    raise scope.fail(
        "SAY0657", node, names="the player who was named last or the one spoken of before", hint=hint
    )


def did_last(scope: Scope) -> tuple[Val | None, bool]:
    """Who did something last, or was chosen in the sentence before, and whether a word that points back called them."""
    last, again = scope.did or scope.did_since or (None, False)
    return last or chosen_before(scope), again


def chosen_before(scope: Scope) -> Val | None:
    """The player whom the sentence before let somebody choose."""
    chosen = (each for each in reversed(scope.discourse) if each.player and each.verb == "choose")
    return next((each.value for each in chosen if each.sentence == scope.number - 1), None)


def one_was_named(found: Referent, node: ast.Node, scope: Scope) -> None:
    """SAY0657: *Choose a player. That player chooses another player. They gain 1 coin.*, *Choose a player, and the
    player to your right gains 1 point. They gain 1 coin.*, *The poorest player gains 1 coin, then the richest player
    loses 1 coin. They gain 1 point.*
    """
    first = found.sentence - (found.verb == "choose")
    others = {
        each.value.expr: each.verb
        for each in scope.discourse
        if each.player and not each.value.many and each.value.expr != found.value.expr
        and each.sentence >= (first if each.verb == "choose" else found.sentence)
        and scope.discourse.in_reach(each)
    }  # fmt: skip
    if others:
        how = "chosen" if "choose" in others.values() else "named"
        hint = f"say “that player” of who was {how} last, “those players” of both"
        names = f"the player who was {how} first or the one who was {how} last"
        raise scope.fail("SAY0657", node, names=names, hint=hint)


def apart_from_doer(verb: V, doer: Val, scope: Scope, before: Val | None = None) -> V:
    """*Each other player stabs them*, *a player who stabbed them*: *them* beside a verb is never who does it, but who
    was spoken of `before`, or else named before.
    """
    if not isinstance(verb, ast.Act) or doer.type.base != "entity" or doer.many:
        return verb
    parts = tuple([_apart(each, doer, scope, before) for each in verb.complements])
    return verb if parts == verb.complements else replace(verb, complements=parts)


def _apart(said: ast.Complement, doer: Val, scope: Scope, before: Val | None) -> ast.Complement:
    """The complement with another player for *them*, if that would be who does it."""
    if not isinstance(said.value, ast.Nominal):
        return said
    value = not_doer(said.value, doer, scope, before)
    return said if value is said.value else replace(said, value=value)


def not_doer(
    node: ast.Nominal, doer: Val, scope: Scope, before: Val | None = None, *, player: bool = False
) -> ast.Nominal:
    """Another player for *them*, also in *more … than them*, if that would be who does it.  `player`: *them* can be no
    things here (*a player other than them*).
    """
    if isinstance(node, ast.Noun):
        return _compared_with_another(node, doer, scope, before)
    if not ast.is_they(node) or scope.they is None:
        return node
    if not player and things(scope) is not None:  # what the verb is done with decides: `them`
        return node
    if they(node, scope).expr != doer.expr:
        return node
    if before is not None and before.expr != doer.expr:
        return Bound(value=before, head="player", span=node.span)
    found = scope.discourse.named("player", many=False, without=(doer.expr,))
    if found is None:
        raise scope.fail("SAY0652", node, word="them")
    alone(found, node, scope)
    return Bound(value=found.value, head=found.head, span=node.span)


def _compared_with_another(node: ast.Noun, doer: Val, scope: Scope, before: Val | None) -> ast.Noun:
    """*more coins than them*."""
    if node.modifier("than") is None:
        return node
    said = [
        replace(each, what=not_doer(each.what, doer, scope, before, player=True))
        if each.word == "than" and each.what is not None
        else each
        for each in node.modifiers
    ]
    return replace(node, modifiers=tuple(said))


def them(node: ast.Pronoun, doer: Val, scope: Scope, fits: Callable[[Val], bool]) -> Val:
    """*them*, with which a verb is done: things or a player, never the doer (*they put them* is not *themself*).

    `fits`: what the verb can be done with.  SAY0657 where both could be meant.
    """
    group = things(scope)
    if group is not None and not fits(group):
        group = None
    if group is not None:
        _nothing_named_since(group, node, scope, fits)
    who = _other_than(node, doer, scope)
    if who is not None and not fits(who):
        who = None
    if who is not None and group is not None:
        names = f"the player spoken of before or the {group.type.name}s"
        raise scope.fail("SAY0657", node, names=names, hint="say “that player” or “those …”")
    found = who or group
    if found is None:
        hint = "say “those …” of things, “that player” of who was named before"
        raise scope.fail("SAY0652", node, word="them", hint=hint)
    return found


def _nothing_named_since(group: Val, node: ast.Pronoun, scope: Scope, fits: Callable[[Val], bool]) -> None:
    """*Put all dogs in the pond. Put a cat in the park. Put them …*."""
    named = [each for each in scope.discourse if each.value.expr == group.expr and each.value.many]
    if named:
        not_one_of_them(named[-1], node, scope)
        alone_since(named[-1], node, "thing", scope, fits)


def not_one_of_them(found: Referent, node: ast.Node, scope: Scope) -> None:
    """SAY0657: *Choose 2 players. If one of them is rich, each of them gains 1 coin*: the rich one, or both?"""
    if found.source != "condition" or found.group is None or not found.value.many:
        return
    whole = next((each for each in reversed(scope.discourse) if each.value.expr == found.group), None)
    entry = scope.world.vocabulary.noun(whole.head) if whole is not None else None
    all_ = f"those {entry.plural}" if entry is not None else "those things"
    hint = (
        f"of who or what it is so, *For each of {all_}, if …, …*; of all of them say it before the condition"
    )
    raise scope.fail(
        "SAY0657", node, names=f"the one that the condition asks for, or all of {all_}", hint=hint
    )


def alone_since(
    group: Referent, node: ast.Node, kind: str, scope: Scope, fits: Callable[[Val], bool] | None = None
) -> None:
    """SAY0657: *Put all dogs in the pond. Put a cat in the park. Put them …*, *Put those pets …*, *If at least 2 dogs
    and a cat are in the park, put them …*: the dogs, or the cat, too?  What was taken from the group itself is one of
    them.
    """
    since = [each for each in _first_named(kind, scope) if scope.discourse.is_since(each, group)]
    done = [each for each in since if each.verb is not None or each.source == group.source == "condition"]
    done = [each for each in done if each.group is None]
    done = [each for each in done if fits is None or fits(each.value)]
    if len(done) == 1:
        entry, one = scope.world.vocabulary.nouns.get(group.head), done[0].head
        those = f"those {entry.plural if entry is not None else 'things'}"
        hint = f"say “{those}” of those alone, “{those} and that {one}” of all of them"
        raise scope.fail("SAY0657", node, names=f"{those} or the {one}, too", hint=hint)


def _other_than(node: ast.Pronoun, doer: Val, scope: Scope) -> Val | None:
    """The player whom *them* means, who is not the doer."""
    who = _they_if_any(node, scope)
    if who is None or who.expr != doer.expr:
        return who
    found = scope.discourse.named("player", many=False, without=(doer.expr,))
    return found.value if found is not None else None


def things(scope: Scope) -> Val | None:
    """The things that were named last, no players: a group, or all single ones since."""
    group = scope.find("thing", many=True, other=True)
    if group is None:
        return all_named("thing", scope)
    return all_named("thing", scope, since=group.sentence + 1) or group.value


def players(scope: Scope) -> Val | None:
    """The players that were chosen last, as a group."""
    group = scope.find("player", many=True, verb="choose")
    return group.value if group is not None else None


def all_named(kind: str, scope: Scope, since: int = 0) -> Val | None:
    """*Choose a cat. Choose a dog. Put those pets …*: single things that were named one by one; None: there are no two.
    Of *Choose a cat and a dog* those two, whatever else was done before.  `since`: the sentence with which this begins.
    """
    named = [each for each in _first_named(kind, scope) if each.sentence >= since]
    if len(named) < 2:
        return None
    latest = max(named, key=lambda each: each.sentence)
    at_once = [each for each in named if each.sentence == latest.sentence]
    in_turn = any(each.sentence < latest.sentence and each.verb == latest.verb for each in named)
    if len(at_once) > 1 and not in_turn:
        named = at_once
    singles = (("single", scope.discourse.at_hand(each).value.expr) for each in named)
    return Val(reduce(lambda whole, one: ("union", whole, one), singles), entity(kind), many=True)


def _first_named(kind: str, scope: Scope) -> list[Referent]:
    """How each single one of that kind that can be spoken of, but for *this*, came up."""
    this = scope.this.expr if scope.this is not None else None
    first: dict[object, Referent] = {}
    for each in scope.discourse:
        value = each.value
        single = value.type.base == "entity" and not value.many and value.expr != this
        if single and scope.discourse.in_reach(each) and scope.world.is_a(value.type.name, kind):
            first.setdefault(value.expr, each)
    return list(first.values())


def described(found: Referent, node: ast.Noun, scope: Scope) -> Referent:
    """Who has a name is called by it: *that player* is rather the one that the same condition only described.
    SAY0657: *When a player rests, if Red is rich, that player …*.
    """
    if found.value.expr[0] == "int" and found.player and found.sentence == scope.number:
        not_named_here(found, node, scope)
    not_named_since(found, node, scope)
    if found.value.expr[0] != "int" or found.source != "condition":
        return found
    same = [each for each in scope.discourse.rivals(found) if each.value.expr[0] != "int"]
    if not same and found.player and found.sentence == scope.number:
        not_both(found, node, scope)
    return scope.discourse.at_hand(same[-1]) if same else found


def not_named_here(found: Referent, node: ast.Noun, scope: Scope) -> None:
    """SAY0657: *Blue gains 1 coin. Red loses 1 point, and that player gains 1 coin.*: Red, who has a name in this very
    sentence, or Blue?  *When a player rests, Red gains 1 coin. Red loses 1 point, and that player …*: or who rests?
    """
    before = [
        each
        for each in scope.discourse
        if each.player
        and not each.value.many
        and each.sentence < scope.number
        and scope.discourse.in_reach(each)
    ]
    if before and (before[-1].value.expr != found.value.expr or any(map(_has_no_name, before))):
        name = next(iter(_named_in(node, scope)), "that one")
        hint = f"say the name again (*{name}*), or of the other one say this first"
        raise scope.fail("SAY0657", node, names=f"{name} or the player spoken of before", hint=hint)


def _has_no_name(named: Referent) -> bool:
    """Whether no text can call that one but by a word that points back (*a player*, in an event)."""
    return named.value.expr[0] != "int"


def not_named_since(found: Referent, node: ast.Node, scope: Scope) -> None:
    """SAY0657: *When a player rests, Red gains 1 coin. That player …*: Red, who has a name, or who rests?"""
    name = _name_of(found, scope) if found.value.expr[0] == "int" else _named_alone(found, scope)
    if name is None or found.sentence >= scope.number:
        return
    kind = "player" if found.player else found.head
    for each in scope.discourse:
        if each is found:
            return
        is_one = each.value.type.base == "entity" and scope.world.is_a(each.value.type.name, kind)
        if is_one and not each.value.many and each.value.expr[0] != "int" and scope.discourse.in_reach(each):
            hint = f"say the name again (*{name}*); of the other one say it before {name} is named"
            raise scope.fail("SAY0657", node, names=f"{name} or the {each.head} named before", hint=hint)


def _named_alone(found: Referent, scope: Scope) -> str | None:
    """*When Red gains a point, that player …*: the name of whom an event is about, if it names nobody else."""
    called = {name for n, _, name in scope.discourse.players if n == found.sentence}
    return (
        called.pop()
        if found.player and len(called) == 1 and called.isdisjoint(("you", BACK, SOMEBODY))
        else None
    )


def _name_of(found: Referent, scope: Scope) -> str:
    """How one that has a name is called."""
    called = (name for name, (made, _) in scope.world.entities.items() if made == found.value.expr[1])
    return next((scope.world.vocabulary.names[name].text for name in called), "that one")


def _named_in(node: ast.Noun, scope: Scope) -> list[str]:
    """The names that the sentence has said before, the latest first."""
    said = [name for _, name in players_before(node, scope) if name not in ("you", BACK, SOMEBODY)]
    return said[::-1]


def alone(found: Referent, node: ast.Node, scope: Scope) -> None:
    """What a condition found can be spoken of where it is the only such thing that it found."""
    value = found.value.expr
    if all(
        value[0] == "local" and mentions(each.value.expr, value[1]) for each in scope.discourse.rivals(found)
    ):
        return  # *you have more coins than the player to your left*: who is described by another is not meant
    raise scope.fail(
        "SAY0657",
        node,
        names=f"each {found.head} that the condition speaks of",
        hint=f"choose or name one first: *Choose a {found.head}.*, *For each {found.head} …, …*",
    )


def antecedent(node: ast.Node, scope: Scope, fits: Callable[[Val], bool] | None = None) -> Val:
    """What *it* stands for: the only single thing, no player, that the latest sentence to name one named and
    that fits.  What nobody named: *its* is of what the text stands on, *it* only of what a definition describes.
    """
    found = scope.discourse.singles(fits)
    if len(found) > 1:
        raise one_of_several(node, list(dict.fromkeys(each.head for each in found)), scope)
    if found:
        not_the_counted_one(found[0], node, scope, fits)
        not_told_by(node, found[0].value, f"that {found[0].head}", scope, fits)
        not_what_its_meant(found[0], node, scope, fits)
        not_each_of_them(found[0], node, scope, fits)
        not_the_one_found(found[0], node, scope, fits)
        it = scope.discourse.at_hand(found[0])
        not_perhaps_named(it, node, scope, fits)
        return it.value
    several = [each for each in scope.discourse if each.value.many and not each.player]
    if several and several[-1].sentence >= scope.number - 1:
        # The writer means one of those: after *each* there is no single one.
        hint = f"say “those {several[-1].head}s”, “one of those …” or “each …”"
        if any(each.source == "loop" for each in several):
            hint += "; what is done each time stands in one sentence: *For each …, …, then …*"
        raise scope.fail("SAY0652", node, word="it", hint=hints.where_again(node.span, hint))
    own = around_it(node, scope, fits) if fits is not None else None
    return own if own is not None else unnamed(node, scope, fits)


def not_the_counted_one(
    found: Referent, node: ast.Node, scope: Scope, fits: Callable[[Val], bool] | None
) -> None:
    """SAY0657: *If there is at least 1 cat in a box, put a dog in it*: in the box, or in the cat?"""
    counted = scope.discourse.counted_one.get(found.sentence)
    if counted is None or counted == found.head:
        return
    if fits is None or fits(Val(build.NONE, entity(counted))):
        raise one_of_several(node, [counted, found.head], scope)


def not_each_of_them(
    found: Referent, node: ast.Node, scope: Scope, fits: Callable[[Val], bool] | None
) -> None:
    """SAY0657: *Choose a cat. Put a card on each dog and pat it*: each dog, or the cat that was chosen before?"""
    named = list(scope.discourse)
    start = next((at for at, each in enumerate(named) if each is found), len(named))
    for each in named[start + 1 :]:
        passes = (each.source == "loop" or each.each) and each.value.many and not each.player
        if (
            passes
            and each.sentence == scope.number
            and (fits is None or fits(replace(each.value, many=False)))
        ):
            its = f"’s {node.head}" if isinstance(node, ast.Noun) and node.head is not None else ""
            names = f"each {each.head} that this sentence speaks of or the {found.head} that was named before"
            hint = f"say “that {found.head}{its}”; of each {each.head}: *For each {each.head} …, …, then …*"
            raise scope.fail("SAY0657", node, names=names, hint=hint)


def not_the_one_found(
    found: Referent, node: ast.Node, scope: Scope, fits: Callable[[Val], bool] | None
) -> None:
    """SAY0657: *Choose a cat. If one of your dogs is in the park, pat it*: that dog, or the cat that was chosen before?
    Likewise *that pet*, and *they* of players.
    """
    named = list(scope.discourse)
    start = next((at for at, each in enumerate(named) if each is found), len(named))
    for each in named[start + 1 :]:
        asked = each.sentence == scope.number and each.player == found.player
        before = each.any_one is not None and node.span is not None and each.any_one.end <= node.span.start
        if asked and before and (fits is None or fits(replace(each.value, many=False))):
            names = f"the {found.head} that was named before or the {each.head} for which the condition asks"
            first = f"choose the {each.head} first: *Choose one of ….*"
            again = "they" if found.player else "it"
            hint = f"of the former say the condition last: *… {again} … if …*; {first}"
            if not scope.world.is_a(each.value.type.name, found.head):
                its = f"’s {node.head}" if isinstance(node, ast.Noun) and node.determiner.possessive else ""
                hint = f"say “that {found.head}{its}”; or {first}"
            raise scope.fail("SAY0657", node, names=names, hint=hint)


def not_what_its_meant(
    found: Referent, node: ast.Node, scope: Scope, fits: Callable[[Val], bool] | None
) -> None:
    """SAY0657: *Reveal a card. If there is a card on the table with its suit, take it*: the one of which *its* was
    said, or the one that the condition found?  *Choose a cat. If its power and the power of the dog in the park …,
    gain 1 coin. Put it …*: likewise in a sentence behind, whatever the two are.
    """
    pointed = scope.discourse.pointed
    if scope.kept is not None:
        pointed.append((scope.number, found))
        return
    if any(found is each for each in scope.discourse.called_again):
        return
    found_so = found.source == "condition"
    asked = any(found is each for each in scope.discourse.asked) and not found_so
    for sentence, each in pointed:
        other = each.value.expr != found.value.expr and (fits is None or fits(each.value))
        alike = found_so and sentence == scope.number and scope.world.related(each.head, found.head)
        if other and (alike or (asked and sentence == found.sentence)):
            raise one_of_several(node, list(dict.fromkeys((each.head, found.head))), scope)


def unnamed(node: ast.Node, scope: Scope, fits: Callable[[Val], bool] | None) -> Val:
    """What *it* stands for where nobody named anything."""
    own = scope.subject if fits is None else scope.this
    if own is not None and (fits is None or fits(own)):
        not_told_by(node, own, f"this {own.type.name}", scope, fits, before=True)
        return own
    if scope.taken is not None and isinstance(node, ast.Noun):
        hint = f"what is moved is in its {node.head} already: name the place, or say whose it is, *its owner’s …*"
        raise scope.fail("SAY0652", node, word="its", hint=hint)
    if scope.discourse.worked is not None and fits is not None:
        place = scope.discourse.worked[1]
        hint = f"what lies in the {place} is *all … from the {place}*"
        raise scope.fail("SAY0652", node, word="it", hint=hint)
    if (unit := next(reversed([unit for _, unit in scope.made]), None)) is not None:
        raise scope.fail(
            "SAY0652", node, word="it", hint=hints.where_again(node.span, said_again(unit, scope))
        )
    if scope.this is None:
        raise scope.fail("SAY0652", node, word="it")
    raise scope.fail(
        "SAY0652", node, word="it", hint=f"say “this {scope.this.type.name}” of what the text stands on"
    )


def said_again(unit: str, scope: Scope) -> str:
    """How an amount is spoken of again."""
    whose = "your" if scope.world.attribute("player", unit) is not None else "the"
    return f"no amount is called *it*: say *{whose} {scope.world.vocabulary.nouns[unit].plural}* again"


def not_told_by(
    node: ast.Node,
    one: Val,
    said: str,
    scope: Scope,
    fits: Callable[[Val], bool] | None,
    before: bool = False,
) -> None:
    """SAY0657: *Each player with a cat in their room feeds it*: what is called `said`, or the cat?  `before`: likewise
    of the sentence before, where nobody named anything: *Choose a player with a cat in their room. They feed it.*
    Beside what an event is about, only one of its kind could be meant: *When a cat joins a room that has a cat, …*.
    """
    could = [
        each.kind
        for each in scope.discourse.told_by
        if (
            (before and each.one and each.sentence == scope.number - 1)
            or (each.sentence == scope.number and (node.span is None or each.span.end <= node.span.start))
            or (each.sentence == EVENT < scope.number and scope.world.related(each.kind, one.type.name))
        )
        and (fits is None or each.kind == "copy" or fits(Val(build.NONE, entity(each.kind))))
    ]  # fmt: skip
    if could:
        kind = min(could)
        hint = f"say “{said}”, or name the {kind} first: *If a player has a {kind} …, … it*"
        names = f"{said} or a {kind} that is only described"
        raise scope.fail("SAY0657", node, names=names, hint=hint)


def around_it(node: ast.Node, scope: Scope, fits: Callable[[Val], bool]) -> Val | None:
    """*a card in a place where its owner has no cards*: what the phrase around *its* describes; None: nothing does.
    SAY0657: the card or the place?
    """
    around, clause = scope.described
    if not clause:
        return None
    found = [each for each in around if fits(each) and not scope.world.is_player(each.type)]
    if len(found) > 1:
        heads = [each.type.name for each in found]
        noun = node.head if isinstance(node, ast.Noun) else "…"
        said = " or ".join(f"*a {head} whose {noun} …*" for head in heads)
        names = " or ".join(f"the {head}" for head in heads)
        raise scope.fail("SAY0657", node, names=names, hint=f"say it of the one that is meant: {said}")
    return found[0] if found else None


def one_of_several(node: ast.Node, heads: list[str], scope: Scope) -> Fail:
    """*it*, where several things were named by these nouns."""
    if len(heads) == 1:  # *Put a card on another card. Turn it …*
        names = f"the {heads[0]} that was named first or the {heads[0]} that was named last"
        hint = "say which one by its place or its name"
        if scope.subject is not None:
            hint = f"in a definition *this {heads[0]}* is the first, *that {heads[0]}* the other"
    else:
        names = " or ".join(f"the {head}" for head in heads)
        noun = f"’s {node.head}" if isinstance(node, ast.Noun) and node.head is not None else ""
        hint = "say " + " or ".join(f"“that {head}{noun}”" for head in reversed(heads))
    return scope.fail("SAY0657", node, names=names, hint=hint)
