"""Noun phrases that point at what was named before: *that N*, *those Ns*, *this N*, *the other Ns*, a verb's slot."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Desc, Val, entity
from toolkit.compile.nouns import sets
from toolkit.compile.nouns.adjective import one_by_one
from toolkit.compile.nouns.determiner import plain
from toolkit.compile.nouns.left_over import still_left
from toolkit.compile.nouns.others import nobody_compared, or_whose_turn
from toolkit.compile.nouns.perhaps import not_perhaps_named
from toolkit.compile.nouns.phrases import one
from toolkit.compile.nouns.pronoun import (
    EVENT,
    all_named,
    alone,
    alone_since,
    described,
    not_one_of_them,
    not_the_one_found,
    several_players,
)
from toolkit.compile.nouns.quantify import counted_off, plain_head, quantify
from toolkit.language import ast, forms, which
from toolkit.meaning.referents import Referent
from toolkit.program.expression import Expr

IN_PASSES = (
    "one was named for each of several: go on in the same sentence (*For each …, that … chooses …, then …*), or "
    "name all of them by what was done (*the chosen …*)"
)

NAMED = {**{word: number for number, word in enumerate(forms.ORDINALS)}, "last": -1}
"""Which of several that were named one by one."""

OF_A_GROUP = (
    "*the others* and *the rest* are those of a group that were not chosen of it: *Choose 2 of those cards. … the "
    "other cards …*; of each by itself: *For each of those cards, if it is …, …. Otherwise, …*"
)


def referred(node: ast.Noun, scope: Scope) -> Desc | None:
    """*that N*, *those Ns*, *this N* (None: *that* of something that was never named, as in *that much*)."""
    article, head = node.determiner.article, node.head
    assert head is not None
    if (filled := done_before(node, head, scope)) is not None:
        return filled
    kind = kind_named(head, scope)
    if kind is None:
        named_so = scope.discourse.headed(head) if article == "that" else None
        if named_so is not None:
            plain(node, scope)
        return one(named_so.value, node, head) if named_so is not None else None
    if article in ("this", "these"):
        return one(this(node, head, kind, scope), node, head)
    value = spoken_of(node, kind, scope)
    return part_of_group(node, kind, value, scope) or one(value, node, head)


def done_before(node: ast.Noun, head: str, scope: Scope) -> Desc | None:
    """*that chosen card*: the one with which it was done."""
    alone = len(node.adjectives) == 1 and not node.modifiers and node.relative is None
    if not alone or head not in scope.world.kinds:
        return None
    filled = scope.find(head, verb=node.adjectives[0])
    return one(filled.value, node, head) if filled is not None else None


def called_before(node: ast.Noun, scope: Scope) -> Desc | None:
    """*Choose a tired cat. … the tired cat*: the one that was named so.  SAY0657: two were."""
    head = node.head
    if not node.adjectives or node.modifiers or node.relative is not None:
        return None
    if head not in scope.world.kinds or node.plural or node.determiner != ast.THE:
        return None

    def fits(named: Referent) -> bool:
        so = [word in named.said for word in node.adjectives]
        done = (named.verb == scope.verb_of(word) for word in node.adjectives)
        return any(so) and all(a or b for a, b in zip(so, done, strict=True))

    found = scope.discourse.described(head, fits)
    if len(found) > 1:
        names = f"each {' '.join(node.adjectives)} {head} that was named"
        raise scope.fail(
            "SAY0657", node, names=names, hint="say *that …* right after it, or all in one sentence"
        )
    return one(scope.discourse.at_hand(found[0]).value, node, head) if found else None


def nth_done(node: ast.Noun, scope: Scope) -> Desc | None:
    """*the first chosen player*, after *Choose a player. Choose another player.*: who was chosen first.  None: no such
    phrase, or several were chosen at once.
    """
    head, det = node.head, node.determiner
    alone = len(node.adjectives) == 1 and not node.modifiers and node.relative is None and not node.plural
    if (
        not alone
        or head not in scope.world.kinds
        or det.article != "the"
        or det.ordinal is None
        or det.number
    ):
        return None
    done = one_by_one(node.adjectives[0], head, scope)
    last = scope.find(head, verb=node.adjectives[0])
    at = NAMED.get(det.ordinal)
    if len(done) <= 1 or at is None or last is None or last.value.many:
        return None
    if at >= len(done):
        raise scope.unfit(node, f"“{det.ordinal}” of {len(done)}")
    return one(scope.discourse.at_hand(done[at]).value, node, head)


def nth_named(node: ast.Noun, scope: Scope) -> Desc | None:
    """*the second cat*, after two were named one by one (*When a cat is patted with another cat, …*): the one that was
    named second, wherever cats lie.  None: fewer were, or the phrase says itself which cats are counted.
    """
    head, det = node.head, node.determiner
    if head is None or det.ordinal is None or not (plain_head(node) and head in scope.world.kinds):
        return None
    at = NAMED.get(det.ordinal)
    alone = det.article in ("the", "that") and not (det.number or node.plural)
    if at is None or not alone or scope.world.kinds[head].category != "thing":
        return None
    named = scope.discourse.described(head, lambda _: True)
    if not named or (len(named) == 1 and at <= 0):
        return None
    if at >= len(named):
        raise scope.unfit(node, f"“{det.ordinal}” of {len(named)} named before")
    return one(scope.discourse.at_hand(named[at]).value, node, head)


def nth_ranked(node: ast.Noun, scope: Scope) -> Desc | None:
    """*the first ranked player*: nobody, where several tie for that rank, as nobody is *the player with the most …*."""
    head, det = node.head, node.determiner
    if node.adjectives != ("ranked",) or node.plural or node.modifiers or node.relative is not None:
        return None
    if head is None or replace(det, span=None) != ast.Determiner(article="the", ordinal=det.ordinal):
        return None
    found = scope.find(head, verb="ranked")
    if found is not None and found.source == "loop":
        raise scope.fail(
            "SAY0654", node, noun=f"ranked {head}", article=f"the {det.ordinal}", named=head, hint=IN_PASSES
        )
    ranking = scope.ranked.get(found.value.expr) if found is not None else None
    if found is None or ranking is None or det.ordinal is None:
        return None
    at = counted_off(det.ordinal, found.value.expr, None)
    if at is None:
        return None
    who = ("if", ("member", at, ranking.apart), at, build.NONE)
    return one(Val(who, found.value.type), node, head)


def kind_named(head: str, scope: Scope) -> str | None:
    """The kind that a head names, by itself or as an alias."""
    if head in scope.world.kinds:
        return head
    return scope.world.aliases[head][0][0] if head in scope.world.aliases else None


def this(node: ast.Noun, head: str, kind: str, scope: Scope) -> Val:
    """*this N*: what the text stands on, a slot of the verb, or where the running period happens."""
    if scope.this is not None and scope.world.related(scope.this.type.name, kind):
        return scope.this
    if head in scope.slots:
        return scope.slots[head]
    if (happening := in_period(head, scope)) is not None:
        return happening
    raise scope.fail("SAY0653", node, noun=head)


def unnamed(node: ast.Noun, several: bool, scope: Scope) -> Exception:
    """SAY0654: nothing was named to which *that N*, *those Ns* could point."""
    entry = scope.world.vocabulary.noun(node.head)
    named = entry.plural if several and entry is not None else node.head
    in_passes = any(
        each.source == "loop" and each.value.many and scope.world.is_a(each.value.type.name, node.head or "")
        for each in scope.discourse
    )
    hint = IN_PASSES if in_passes and not several else one_was_named(node, scope) if several else None
    if not several and scope.world.is_a(node.head or "", "player"):
        hint = hint or several_players(scope)
    return scope.fail(
        "SAY0654", node, noun=node.head, article=node.determiner.article, named=named, hint=hint
    )


def one_was_named(node: ast.Noun, scope: Scope) -> str | None:
    """What to write for *those cats*, *them* where one was named; None: none was."""
    found = scope.find(node.head, other=True) or scope.find("player", many=False)
    return None if found is None or found.value.many else f"one was named: *that {found.head}*"


def spoken_of(node: ast.Noun, kind: str, scope: Scope) -> Val:
    """*that N*: the last one that was named; *those Ns*: the last group, else the last one."""
    several = node.determiner.article == "those"
    if (
        not several
        and scope.world.is_a(kind, "player")
        and (whose := whose_was_chosen(node, scope)) is not None
    ):
        return whose
    found = latest_named(node, kind, several, scope)
    if isinstance(found, Val):
        return found
    found = apart_from_the_doer(found, node, kind, scope)
    not_of_passes(found, node, kind, scope)
    found = described(found, node, scope)
    alone(found, node, scope)
    not_one_that_tells_who(found, node, kind, scope)
    if not several and not (found.player and found.sentence == EVENT):
        not_the_one_found(found, node, scope, lambda each: scope.world.is_a(each.type.name, kind))
        not_perhaps_named(found, node, scope, lambda each: scope.world.is_a(each.type.name, kind))
    if several and found.value.many and found.head != kind != "thing":
        alone_since(found, node, kind, scope)
    not_one_of_them(found, node, scope)
    not_whose(found, node, scope)
    not_an_owner(found, node, scope)
    not_who_answered(found, node, scope)
    return of_kind(found, kind, scope)


def latest_named(node: ast.Noun, kind: str, several: bool, scope: Scope) -> Referent | Val:
    """The one, or the group, that was named last; several that were named one by one.  SAY0654: none."""
    found = called_so(node, kind, several, scope) or scope.find(kind, many=several, other=True)
    if found is None and several and kind == "thing":
        found = places_named(scope)
    if found is None and several and (together := all_named(kind, scope)) is not None:
        return together
    if found is None:
        found = named_otherwise(kind, several, scope)
    if found is None and several and kind == "thing" and (together := all_named("player", scope)) is not None:
        return together  # *Choose a player. That player chooses another player. Each of them …*
    if found is None:
        raise unnamed(node, several, scope)
    return found


def not_one_that_tells_who(found: Referent, node: ast.Noun, kind: str, scope: Scope) -> None:
    """SAY0657: *When you pat a cat, each player with a cat in the park pats that cat*: the patted one, or theirs?"""
    start = node.span.start if node.span is not None else 0
    for each in scope.discourse.told_by:
        waited_for = (
            each.sentence == EVENT == found.sentence
        )  # *When a cat is put in a room with another cat, …*
        here = waited_for or (each.sentence == scope.number > found.sentence and each.span.end <= start)
        if here and each.kind == kind and node.determiner.article == "that":
            names = f"the {kind} that was named before, or the {kind} that tells who is meant"
            hint = f"of each their own: *For each player with a {kind} …, …*, *each player … one of their …*"
            if waited_for:
                names = f"the {kind} that the event is about, or the {kind} that tells which event"
                hint = f"ask for the other one afterwards: *When …, if there is another {kind} …, …*"
            raise scope.fail("SAY0657", node, names=names, hint=hint)


def not_an_owner(found: Referent, node: ast.Noun, scope: Scope) -> None:
    """SAY0657: *When a player pats a cat, its owner gains 1 coin, and that player …*: who pats it, or the owner?"""
    if found.head != "owner" or node.head != "player":
        return
    if scope.discourse.named("player", many=False, without=(found.value.expr,)) is not None:
        hint = "say “its owner” again of the owner; of who was named first, say it before the owner is named"
        raise scope.fail("SAY0657", node, names="the owner or the player who was named before", hint=hint)


def not_who_answered(found: Referent, node: ast.Noun, scope: Scope) -> None:
    """SAY0657: *The player to your left loses 1 coin. Each player may pay 1 coin. If they do, that player …*: who paid,
    or who was named before?  Who was asked is *they* there.
    """
    who = scope.answered
    if who is None or node.head != "player" or found.value.expr != who.expr:
        return
    you = () if scope.you is None else (scope.you.expr,)
    before = scope.discourse.named("player", many=False, without=(who.expr, *you))
    if before is not None:
        names = f"whom *they* calls here, or the {before.head} who was named before"
        other = "*the chosen player*, who is chosen first (*Choose a player …*)"
        hint = f"say *they* of who was asked; of the other, {other}"
        raise scope.fail("SAY0657", node, names=names, hint=hint)


def whose_was_chosen(node: ast.Node, scope: Scope) -> Val | None:
    """*Take a card from another player's hand. That player …*: whose hand it was.  SAY0657: another player was spoken
    of before.
    """
    owner = scope.discourse.owner()
    if owner is None:
        return None
    before = scope.find("player", many=False)
    if before is not None and later(owner, "player", scope):
        return None
    if before is not None:
        names = f"the {before.head} spoken of before, or whose something was chosen"
        raise scope.fail(
            "SAY0657", node, names=names, hint="choose the player first: *Choose another player. …*"
        )
    return scope.discourse.at_hand(owner).value


def called_so(node: ast.Noun, kind: str, several: bool, scope: Scope) -> Referent | None:
    """*When a thing is put in the park, if there is a cat, put that thing …*: what was called so itself, rather than
    what merely is such a thing.  *Them* is said as *those things*, so that these are the latest, whatever their noun.
    """
    if node.head is None or scope.world.is_a(kind, "player") or (several and kind == "thing"):
        return None
    this = scope.this.expr if scope.this is not None else None
    return scope.discourse.called(node.head, several, this)


def apart_from_the_doer(found: Referent, node: ast.Noun, kind: str, scope: Scope) -> Referent:
    """*When a player passes, each other player gains 1 coin for each of that player's cats*: of who passes.  Of each
    other player it would be *their cats*; *that N* is who does it only where nobody else was named.
    """
    doer = scope.doing
    if doer is None or found.value.expr != doer.expr:
        return found
    other = scope.find(kind, many=False, other=True, without=doer)
    if other is not None and other.value.expr == scope.implied:
        raise or_whose_turn(node, "say *their …*, *they …* of each of them", scope)
    return other or found


def named_otherwise(kind: str, several: bool, scope: Scope) -> Referent | None:
    """Where no such one, or no such group, was named: of *those Ns* the last one, of *that N* this one, too.

    *Them* are players who were named together rather than one of them (*If exactly one of them is rich, each of them*).
    """
    found = scope.find("player", many=True) if several and kind == "thing" else None
    if several and found is None:
        return None  # one that was named is no *those Ns*
    return scope.find(kind, many=several) if found is None else found


def places_named(scope: Scope) -> Referent | None:
    """*Choose 2 regions. Put a cat in each of them*: the latest group, if that is one of places."""
    groups = (
        each for each in reversed(scope.discourse) if each.value.many and scope.discourse.in_reach(each)
    )
    latest = next(groups, None)
    return latest if latest is not None and scope.world.is_place(latest.value.type) else None


def not_of_passes(found: Referent, node: ast.Noun, kind: str, scope: Scope) -> None:
    """SAY0654, SAY0657: each pass of a loop named some of its own, so it may be those of one pass or of all."""
    article = node.determiner.article
    if article != "those":
        if any(each.source == "loop" and each.value.many for each in later(found, kind, scope)):
            named = node.head
            raise scope.fail("SAY0654", node, noun=named, article=article, named=named, hint=IN_PASSES)
    elif any(each.source == "loop" for each in beside(found, kind, scope)):
        names = f"each {found.head} who did it, or those with whom it was done"
        raise scope.fail("SAY0657", node, names=names, hint=IN_PASSES)


def not_whose(found: Referent, node: ast.Noun, scope: Scope) -> None:
    """SAY0657: it may be who the condition is said of, or whose something it speaks of."""
    of_whom = (found.sentence, found.value.type.name) in {each[:2] for each in scope.discourse.owners}
    if of_whom and found.source != "loop" and found.verb != "choose":
        names = f"the {found.head} of whom the condition is said, or the {found.head} whose something is spoken of"
        raise scope.fail("SAY0657", node, names=names, hint="say *they*: of whom the condition is said")
    if found.player and found.sentence < scope.number:
        nobody_compared(node, scope)


def of_kind(found: Referent, kind: str, scope: Scope) -> Val:
    """*Reveal your hand. Discard those cats.*: of what was named only those that are.  *Choose a pet. Discard that
    cat.*: nothing, if it is none.
    """
    value = found.value
    besides = kind == "thing" and (found.player or scope.world.is_place(value.type))  # *each of them*
    if besides or found.head == kind or scope.world.is_a(value.type.name, kind):
        return value
    if not value.many:
        is_one = ("is", value.expr, scope.world.kinds[kind].index)
        return Val(("if", is_one, value.expr, build.NONE), entity(kind))
    slot = scope.alloc()
    items = build.where(value.expr, slot, ("is", build.local(slot), scope.world.kinds[kind].index))
    return Val(items, entity(kind), many=True)


def beside(found: Referent, kind: str, scope: Scope) -> list[Referent]:
    """Of the kind of a loop's members: what the passes of the same loop named."""
    if found.source == "loop" or not found.value.many:
        return []
    named: list[Referent] = []
    for each in list(scope.discourse):
        if each is found:
            return [one for one in named if scope.world.is_a(one.value.type.name, kind)]
        named = [*named, each] if each.source == "loop" and each.value.type.base == "entity" else []
    return []


def later(found: Referent, kind: str, scope: Scope) -> list[Referent]:
    """What was named after a referent, of its kind."""
    named = list(scope.discourse)
    after = next((n for n, each in enumerate(named) if each is found), len(named))
    return [
        each
        for each in named[after + 1 :]
        if each.value.type.base == "entity" and scope.world.is_a(each.value.type.name, kind)
    ]


def part_of_group(node: ast.Noun, kind: str, value: Val, scope: Scope) -> Desc | None:
    """*2 of those cats*, *those cats in the park*: some of what was named; None: all of it."""
    det = node.determiner
    sets.as_many_as_there_are(replace(node, head=None), scope.world.kinds[kind], value, scope)
    if not plain_head(node):
        if not value.many:
            plain(node, scope)
        some = sets.filtered(replace(node, head=value.type.name, plural=True), value, scope)
        return some.but(group=value.expr)
    if not det.of and det.number is None and det.quantifier is None:
        return None
    taken = partly_taken(kind, scope) if det.of and det.number == 1 and scope.running else None
    if taken is not None and taken[0].value.expr == value.expr:
        hint = "the next one is *another of them*; the one that was taken is *that …*"
        names = "the one that was taken before or another one"
        raise scope.fail("SAY0657", node, names=names, hint=hint)
    group = value.expr if value.many else ("single", value.expr)
    if isinstance(det.which, which.Some):
        group = still_left(value, group, scope)
    return quantify(node, group, value.type, scope).but(group=value.expr)


def in_period(head: str, scope: Scope) -> Val | None:
    """*this arena* on a card: the place in which the running period happens (*fight in {arena}*, a period), if only
    one period has such a slot.  *This unit* is never one of a period's things: it is the card on which it is said.
    """
    world = scope.world
    if head not in world.kinds or world.kinds[head].category != "place":
        return None
    found = [
        (world.ruleset.verbs[info.index].period, info.roles.index(head))
        for info in world.verbs.values()
        if head in info.roles and world.ruleset.verbs[info.index].period >= 0
    ]
    if len(found) != 1:
        return None
    return Val(("period-role", *found[0]), entity(head))


_THE_OTHER = ast.Determiner(article="the", other=True)


def remaining(node: ast.Noun, scope: Scope) -> Desc | None:
    """*the other cards*, *one of the other cards*, where some of *those cards* were chosen: those that were not."""
    partly, every = some_of_the_others(node.determiner), all_of_the_others(node.determiner)
    if not (partly or every or node.determiner == _THE_OTHER) or not plain_head(node):
        return None
    assert node.head is not None
    found = partly_taken(node.head, scope)
    if found is None:
        return _other_of_a_pair(node, node.head, scope)
    group, taken = found
    whole = scope.discourse.at_hand(group).value
    left = of_kind_alone(_rest(whole.expr, taken, scope), whole.type.name, node.head, scope)
    if partly:  # what is taken now is taken from the same group
        left = still_left(whole, left, scope)
        return quantify(node, left, whole.type, scope).but(group=group.value.expr)
    if every or node.plural:
        return Desc(_one_by_one(node.determiner), left, whole.type, node.span, head=node.head)
    size = None if any(each.many for each in taken) else size_of(whole.expr, scope)
    if size is not None and size - len(taken) > 1:
        raise scope.fail("SAY0803", node, expected=("*the others*", "*one of the others*"))
    alone = scope.store(left)  # of several nobody knows which one is the other
    first = ("if", ("eq", ("count", alone), build.integer(1)), ("first", alone), build.NONE)
    return Desc("one", first, whole.type, node.span, head=node.head)


def of_kind_alone(those: Expr, whole: str, head: str, scope: Scope) -> Expr:
    """*the other cats*, of pets: those of them that are."""
    kind = scope.world.kind(head)
    if kind is None or head == "thing" or scope.world.is_a(whole, head):
        return those
    slot = scope.alloc()
    return build.where(those, slot, ("is", build.local(slot), kind.index))


def _one_by_one(det: ast.Determiner) -> Literal["each", "set"]:
    return "each" if isinstance(det.which, which.Each) else "set"


def _rest(group: Expr, taken: list[Val], scope: Scope) -> Expr:
    """Those of a group that were not taken."""
    slot = scope.alloc()
    item = build.local(slot)
    apart = [("member" if each.many else "eq", item, each.expr) for each in taken]
    return build.where(group, slot, build.both(*(build.negate(each) for each in apart)))


def _other_of_a_pair(node: ast.Noun, head: str, scope: Scope) -> Desc | None:
    """*the other*, in a loop over two things: that whose turn it is not.  SAY0655: nothing was chosen of anything."""
    found = (each for each in reversed(scope.discourse) if scope.discourse.in_reach(each) and not each.player)
    latest = next((each for each in found if head in (each.head, "thing")), None)
    if (
        latest is not None
        and latest.group is not None
        and not node.plural
        and size_of(latest.group, scope) == 2
    ):
        left = _rest(latest.group, [latest.value], scope)
        return Desc("one", ("first", left), latest.value.type, node.span, head=head)
    if head == "thing":
        raise scope.fail("SAY0655", node, noun=head, hint=OF_A_GROUP)
    return None


def size_of(items: Expr, scope: Scope) -> int | None:
    """How many a group has at most: *a cat and a dog* that were chosen, *2 cats*, *the
    top 2 cards*; None: nothing says so.
    """
    match items:
        case ("union", ("single", _), ("single", _)):
            return 2
        case (("take" | "last-n"), _, ("int", int(number))):
            return number
        case ("local", slot):
            for each in scope.code:
                if each[0] == "let" and each[1] == slot:
                    return size_of(each[2], scope)
                if each[0] == "choose" and each[-1] == slot and each[4][0] == "int":
                    return int(each[4][1])
    return None


def some_of_the_others(det: ast.Determiner) -> bool:
    """*one of the other …s*."""
    return det.article == "the" and det.other and det.of and isinstance(det.which, which.Some)


def all_of_the_others(det: ast.Determiner) -> bool:
    """*each of the other …s*, *all the other …s*, *(for each) of the other …s*."""
    if replace(det, of=False, quantifier=None, span=None) != _THE_OTHER:
        return False
    return isinstance(det.which, which.Each | which.All) or (det.of and isinstance(det.which, which.The))


def partly_taken(head: str, scope: Scope) -> tuple[Referent, list[Val]] | None:
    """The latest group of that noun of which some were taken, and these; also of a kind below or above it."""
    for noun in (head, "thing"):
        for position, group in scope.discourse.groups(noun):
            since = scope.discourse.since(position + 1)
            taken = [each for each in since if taken_of(group.value.expr, each.group)]
            if taken and (noun == head or scope.world.related(head, group.value.type.name)):
                return group, [scope.discourse.at_hand(each).value for each in taken]
    return None


def taken_of(group: Expr, among: Expr | None) -> bool:
    """Whether what was taken `among` some was taken of that group: *one of those cats*, of pets."""
    while among is not None and among != group and among[0] == "filter":
        among = among[1]
    return among == group


def slot_of(node: ast.Noun, head: str, scope: Scope) -> Desc | None:
    """*the arena*: a slot of the verb that the text defines."""
    det = node.determiner
    the = det.article == "the" and isinstance(det.which, which.The) and not det.other
    if not the or det.number is not None or head not in scope.slots:
        return None
    if node.relative is not None and not node.plural:  # *each town next to the town that has a cube*
        what = f"a clause after “the {head}”, which is known"
        hint = f"*the {head}* is the one that the verb is about. Of something else it is said before: *each … that … "
        hint += f"and is … the {head}*; of another one: *a {head} that …*"
        raise scope.unfit(node.relative, what, hint=hint)
    return one(scope.slots[head], node, head) if plain_head(node) else None
