"""Other than which: from what *another N*, *each other N*, *the other revealed Ns* differ."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import get_args

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Desc, Extent, Type, Val
from toolkit.compile.base.world import kind_of_figure
from toolkit.compile.nouns.figure import figure_of
from toolkit.language import ast, which
from toolkit.language.forms import article, plural
from toolkit.language.wording.kept_behind import other_than_whom
from toolkit.meaning.referents import Referent
from toolkit.program.expression import Expr
from toolkit.report.source import Span

POSSESSIVES = get_args(ast.Possessive)
OTHER, THIS = "other", "this"
"""Stand among what narrows a phrase that itself says *another*, *other*; *this*."""


CHOSEN_FIRST = "that player*, who is chosen first: *Choose a player."
"""How to speak of *a player* whose something was named, in a hint that closes its quotation."""


def narrowed(node: ast.Noun) -> tuple[Hashable, ...]:
    """What a phrase says besides its noun and its adjectives of which ones it means: whose, where, *that is …*."""
    det = node.determiner
    where = ("in", "on", "at", "from")  # *from the park*: of those in the park
    said = (replace(each, word="in") if each.word in where else each for each in node.modifiers)
    more = (det.possessive, det.owner, *said, node.relative)
    other = (OTHER,) if det.other or det.quantifier == "another" else ()
    this = (THIS,) if det.article == "this" else ()
    return (*(each for each in more if each is not None), *other, *this)


def extent(node: ast.Noun) -> Extent | None:
    """Whether a phrase means all of which it says something, or as many of them as somebody likes."""
    if node.determiner.article in ("this", "that", "those"):
        return None
    match node.determiner.which:
        case which.All(ordinal=None) | which.Each(ordinal=None):
            return "all"
        case which.The(number=None) if node.plural:
            return "all"
        case which.AnyNumber() | which.UpTo():
            return "any number"
    return None


def says_whose(desc: Desc) -> bool:
    """Whether the phrase says whose they are (*half of your cats*)."""
    return any(each in POSSESSIVES or isinstance(each, ast.Nominal) for each in desc.narrowed)


def self_of(node: ast.Noun, type_: Type, done: tuple[str, Expr] | None, scope: Scope) -> Val | None:
    """From whom or what *another N* differs: a player that is spoken of, each of those of whom an amount is said (*Your
    cats have +1 power for each other cat*), the N that was named or is described, *this*, the piece that a player is.
    `done`: the participle of *the other revealed Ns*, and those with which it was done.  SAY0655: it may be the one
    that was named, or *this*.
    """
    world = scope.world
    if world.is_a(type_.name, "player"):
        return _player(node, scope)
    if scope.member is not None and world.related(scope.member.type.name, type_.name):
        return scope.member
    here = scope.this
    if here is not None and world.related(here.type.name, type_.name):
        described = None if done is not None else _around(type_, scope)
        return described or _this_or_named(node, type_, done, here, scope)
    return (
        _around(type_, scope)
        or _named(node, type_, scope)
        or _figure(type_, scope)
        or _where_it_is(type_, scope)
    )


def _where_it_is(type_: Type, scope: Scope) -> Val | None:
    """*Move a unit to another region*: where the unit is."""
    near, kind = scope.near, scope.world.kinds[type_.name]
    if near is None or kind.category != "place":
        return None
    if scope.world.related(near.type.name, kind.name):
        return near
    return Val(("within", near.expr, kind.index), type_)


def _around(type_: Type, scope: Scope) -> Val | None:
    """The thing that a phrase around this one describes: *a cat whose power is the power of another cat*."""
    around = [each for each in scope.described[0] if scope.world.related(each.type.name, type_.name)]
    return around[-1] if around else None


def _figure(type_: Type, scope: Scope) -> Val | None:
    """*If there is no other hero at your site*, where each player is one hero: than that of who is spoken of.  Of *a
    player who has a hero* it could be than that one.
    """
    who = scope.player()
    if who is None or type_.name != kind_of_figure(scope.world):
        return None
    return None if (scope.number, type_.name) in scope.discourse.aside else figure_of(who, scope)


def _player(node: ast.Noun, scope: Scope) -> Val | None:
    """The player whom a phrase around this one describes (*each player at a site with another player*), else the one
    that is spoken of.
    """
    around = [each for each in scope.described[0] if scope.world.is_player(each.type)]
    if around:
        return around[-1]
    found = scope.discourse.found(scope.number)
    about = {each.expr for each in (scope.they, scope.doing) if each is not None}
    # Whoever a phrase around this one speaks of came up later: *each player who has fewer than each other player*.
    inside = scope.they is not None and found is not None and scope.they.expr != found.they
    if found is None or (inside and not _goes_on_about(found, scope)):
        not_twice(node, scope)
        not_of_both(node, scope)
        if len(about) > 1:  # *if a player has 2 coins, put a cat in another player's park*
            raise _than_whom_of_two(node, scope)
        return scope.player()
    # *has more points than Blue and more coins than another player*, *if Red has 2 coins, you … another player's …*,
    # *if another player has 2 coins, each other player …*, *if Red has more coins than Blue, each other player …*
    if about - {found.value.expr} or _is_of_several(node, found, scope):
        raise _than_whom_of_two(node, scope)
    return scope.discourse.at_hand(found).value


def _goes_on_about(found: Referent, scope: Scope) -> bool:
    """*If a player has 2 coins, and they have 1 point, …*: whether what follows is said of whom the condition found."""
    who = found.value.expr
    in_turn = any(each[0] == "each" and build.local(each[3]) == who for each in scope.code)
    return in_turn and scope.they is not None and scope.they.expr == who


def _is_of_several(node: ast.Noun, found: Referent, scope: Scope) -> bool:
    """Whether nobody does this to whom the condition found, who may be another or one of two."""
    if scope.doing is not None or scope.does == found.value.expr:
        not_twice(node, scope)
        return False  # *they lose 1 point for each other player*
    return is_said_as_other(found, scope) or several_before(node, scope)


def is_said_as_other(found: Referent, scope: Scope) -> bool:
    """*If another player has 2 coins, and they have 1 point, …*: whether any word for them said *other*."""
    return any(OTHER in each.narrowed for each in scope.discourse if each.value.expr == found.value.expr)


def _than_whom_of_two(node: ast.Noun, scope: Scope) -> Exception:
    """SAY0655: other than which of those who were named?"""
    hint = "say which: *a player other than …*; or say this before anybody else is named"
    return scope.fail("SAY0655", node, noun="player", hint=hint)


def than_who_does_it(clause: ast.Clause, scope: Scope) -> None:
    """Refuse *Each player puts each cat you have in another player's park*: other than they, or than you?  SAY0655."""
    if clause.subject is None or ast.is_you(clause.subject):
        return
    for verb in clause.verbs:
        you = False
        for node in verb.walk():
            you = you or ast.is_you(node)
            you = you or (isinstance(node, ast.Determiner) and node.possessive == "your")
            if you and ast.head_of(node) == "player" and ast.determiner_of(node).quantifier == "another":
                hint = "say which: *a player other than you* or *a player other than them*"
                raise scope.fail("SAY0655", node, noun="player", hint=hint)


def whose_beside_another(clause: ast.Clause, scope: Scope) -> None:
    """Refuse *When a player pats a cat, put all cats of another player in their home*: of who pats, or of that other
    one?  SAY0657.  Who does something is nearer: *When …, they put all cats of another player in their home*.
    """
    if clause.subject is not None or scope.they is None:
        return
    another = False
    for node in (each for verb in clause.verbs for each in verb.walk()):
        if isinstance(node, ast.Noun):
            if another and ast.is_theirs(node.determiner):
                names = "the player spoken of before, or the other one who is named here"
                hint = "say who does it (*they …*) of the first, choose the other one first: *Choose another player. …*"
                raise scope.fail("SAY0657", node, names=names, hint=hint)
            another = another or (node.head == "player" and isinstance(node.determiner.which, which.Another))


def whose_turn_or_each(first: ast.Opening, node: ast.Sentence, scope: Scope) -> None:
    """Refuse *At the start of each turn, for each debt they have, each player …*: of each, or whose turn it is?
    SAY0657: no word has named the latter.
    """
    subject = node.first.subject if node.first is not None else None
    if scope.implied is None or scope.they is None or scope.they.expr != scope.implied:
        return
    if not isinstance(subject, ast.Noun) or subject.head != "player" or subject.determiner.other:
        return
    if not isinstance(subject.determiner.which, which.Each):
        return
    theirs = next(filter(ast.is_theirs, first.walk()), None)
    if theirs is not None:
        raise or_whose_turn(theirs, "say it of each after *each player* (*For each player, …*)", scope)


def or_whose_turn(node: ast.Node, hint: str, scope: Scope) -> Exception:
    """SAY0657: each of several, or whose turn it is, whom no word has named (*At the start of each turn, …*)?"""
    names, active = (
        "each of those who do it, or the player whose turn it is",
        "*the active player* of whose turn it is",
    )
    return scope.fail("SAY0657", node, names=names, hint=f"{hint}, {active}")


def than_whom_behind(given: ast.Given, body: ast.Clauses | ast.Choice, scope: Scope) -> None:
    """Refuse *Blue gains 1 coin if another player is rich*: other than you, or than Blue?  SAY0655."""
    order = body.clauses[0] if isinstance(body, ast.Clauses) else None
    if not given.behind or not isinstance(order, ast.Clause):
        return
    doubtful = other_than_whom(given.condition, order, scope.world.vocabulary)
    if doubtful is None:
        return
    node, named = doubtful
    noun = node.head or "thing"
    who = other_than(node)
    hint = f"say which: *{who} other than …*, or choose the one before: *Choose {article(noun)} {noun}. …*"
    if scope.world.vocabulary.is_kind(noun, "player"):
        that = how_called(named, scope) or CHOSEN_FIRST
        hint = f"say which: *{who} other than you* or *{who} other than {that}*"
    raise scope.fail("SAY0655", node, noun=noun, hint=hint)


def than_owner_or_named(clause: ast.Clause, owner: ast.Nominal, scope: Scope) -> None:
    """Refuse *If a player's coins are Blue's coins plus the sum of the coins of the other players*: other than Blue, or
    than the player whose coins they are, who is no subject here?  SAY0655.
    """
    if ast.head_of(owner) != "player":
        return
    named = False
    for node in (each for verb in clause.verbs for each in verb.walk()):
        if isinstance(node, ast.Noun):
            det = node.determiner
            if named and node.head == "player" and (det.other or det.quantifier == "another"):
                raise _than_whom_of_two(node, scope)
            named = named or det.possessive == "your" or is_named_player(node, scope)
        named = named or ast.is_you(node)


def than_you_or_found(clause: ast.Clause | ast.There, scope: Scope) -> None:
    """Refuse *If Blue has 2 points, and your points are more than the sum of the other players' points*, *If Blue has
    2 points, and all your cats in another player's park are ready*: other than you, or than Blue?  SAY0655.
    """
    found = scope.discourse.found(scope.number)
    if found is None or scope.you is None or found.value.expr == scope.you.expr:
        return
    yours = [each for each in clause.every(ast.Noun) if _is_yours(each)]
    said: list[ast.Node] = [*yours]
    if clause.subject in yours:
        said += clause.verbs
    others = [each for part in said for each in part.every(ast.Noun) if _is_other(each)]
    if others:
        raise _than_whom_of_two(others[0], scope)


def _is_other(node: ast.Noun) -> bool:
    """*another player*, *the other players*."""
    return node.head == "player" and (node.determiner.other or node.determiner.quantifier == "another")


def _is_yours(node: ast.Noun) -> bool:
    """*your cats*, *a cat of yours*."""
    return node.determiner.possessive == "your" or any(
        each.word == "of" and ast.is_you(each.what) for each in node.modifiers
    )


def is_named_player(node: ast.Noun, scope: Scope) -> bool:
    """*Blue*."""
    return node.name is not None and scope.world.vocabulary.names[node.name].noun == "player"


def not_twice(node: ast.Noun, scope: Scope) -> None:
    """Refuse *If a cat of another player is in another player's park*: in that of a third player, or in any but yours?
    *When another player rests, if another player has a coin*: a third player, or any but you?  SAY0655.
    """
    if scope.they is None or not isinstance(node.determiner.which, which.Another):
        return
    about = [each for each in scope.discourse if each.value.expr == scope.they.expr]
    waited = scope.doing is None and scope.does != scope.they.expr
    if any((each.source == "condition" or waited) and OTHER in each.narrowed for each in about):
        raise _than_whom_of_two(node, scope)


def not_of_both(node: ast.Noun, scope: Scope) -> None:
    """SAY0657: *When a player thanks a player next to them, the other player next to them gains 1 coin*, *When a player
    thanks another player, each other player gains 1 coin*: other than who thanks, or also than whom they thank?  Alone
    *the other player* is told by who is left.
    """
    det, who = node.determiner, scope.they
    the_one = det.article == "the" and not node.plural and bool(node.narrowed)
    all_of_them = isinstance(det.which, which.Each | which.All) and scope.does != (who and who.expr)
    if who is None or not det.other or not (the_one or all_of_them):
        return
    done_to = [each for each in scope.discourse if each.player and each.sentence == 0 < scope.number]
    if any(each.value.expr != who.expr for each in done_to):
        hint = "say which one it is not: *each player other than that player next to them*"
        if all_of_them:
            hint = "*each player other than those players* leaves out both, *each player other than them* who does it"
        raise scope.fail(
            "SAY0657", node, names="who is other than both of them, or than one of them", hint=hint
        )


def _this_or_named(
    node: ast.Noun, type_: Type, done: tuple[str, Expr] | None, here: Val, scope: Scope
) -> Val:
    """On a thing of that kind: the one that was named, if it is one of those; else the thing itself."""
    named = latest(type_, here, scope)
    if named is not None and is_one_of_those(named, node, done, scope):
        return scope.discourse.at_hand(named).value
    if named is not None or done is not None:
        raise than_which(node, named, here, scope)
    return here


def than_nothing(node: ast.Noun, kind: str, scope: Scope) -> str:
    """What to write for *all other cats*, where none was named: those of others, or all; for *another player*, where
    nobody is *you*: a player.
    """
    entry = scope.world.vocabulary.noun(node.head)
    if entry is not None and entry.category == "player" and scope.you is None:
        one_, all_ = (f"*a {entry.id}*", f"*{entry.plural}*")
        whom = f"*When {article(entry.id)} …, each other {entry.id} …*, *a {entry.id} other than …*"
        return f"nobody is *you* here: say {one_} or {all_}; other than who was named: {whom}"
    if entry is not None and entry.category == "place":
        one = f"{article(entry.id)} {entry.id}"
        return f"where it is now is known of *move … to another {entry.id}* and *put … from {one} …*"
    if entry is None or entry.category != "thing":
        return ""
    owned = any(each.of == "player" for each in scope.world.lineage(kind))
    theirs = f"*{entry.plural} of other players*, " if owned else ""
    named = f"*Choose {article(entry.id)} …. … {entry.plural} other than that {entry.id}*"
    return f"say other than which: {theirs}{named}; where none is left out, leave *other* away"


def _named(node: ast.Noun, type_: Type, scope: Scope) -> Val | None:
    """What was named of that kind, fills a slot, or was chosen by each.  SAY0655: *if a cat is next to a cat*."""
    found = scope.find(type_.name, many=False)
    # *Each player chooses a cat. … all other cats.*
    chosen = scope.find(type_.name, many=True, verb="choose")
    if found is not None and (chosen is None or chosen.sentence <= found.sentence):
        # *the lowest die is 3, or another die is 3*
        if any(each is found for each in scope.discourse.halves):
            raise scope.fail("SAY0655", node, noun=node.head or "thing")
        if _found_two(found, type_, scope):
            noun = node.head or "thing"
            hint = f"say which, *{other_than(node)} other than …*, or choose one first: *Choose {article(noun)} …*"
            raise scope.fail("SAY0655", node, noun=noun, hint=hint)
        if found.source == "condition":
            scope.apart.append(node)
        return found.value
    slot = next((v for v in scope.slots.values() if scope.world.related(v.type.name, type_.name)), None)
    if slot is not None:
        return slot
    return scope.discourse.at_hand(chosen).value if chosen is not None else None


def _found_two(found: Referent, type_: Type, scope: Scope) -> bool:
    """Whether the condition found or compared two of them."""
    in_condition = found.source == "condition" and _two_found(found, type_, scope)
    return in_condition or _two_weighed(found, type_, scope)


def _two_found(found: Referent, type_: Type, scope: Scope) -> bool:
    """*If a cat is next to a cat, put another cat …*: whether the condition found two that it could differ from."""
    found_too = {
        each.value.expr
        for each in scope.discourse
        if each.source == "condition"
        and each.sentence == found.sentence
        and not each.value.many
        and each.value.type.base == "entity"
        and scope.world.related(each.value.type.name, type_.name)
        and scope.discourse.in_reach(each)
    }
    return len(found_too) > 1


def _two_weighed(found: Referent, type_: Type, scope: Scope) -> bool:
    """*If the power of a cat is higher than the power of the cat in the park, put another cat …*: than which?"""
    discourse, related = scope.discourse, scope.world.related
    weighed = {
        each.value.expr
        for each in discourse.weighed
        if each.sentence == found.sentence
        and not each.value.many
        and related(each.value.type.name, type_.name)
    }
    if found.source != "condition" and found.value.expr not in weighed:
        return False  # it was chosen since
    whose = any(
        sentence == found.sentence and related(kind, type_.name) for sentence, kind, _ in discourse.owners
    )
    return whose or bool(weighed - {found.value.expr})


def latest(type_: Type, this: Val, scope: Scope) -> Referent | None:
    """The latest of that kind that the text named besides *this*: a single one, or those that were chosen."""
    for each in reversed(scope.discourse):
        value = each.value
        fits = value.type.base == "entity" and scope.world.related(value.type.name, type_.name)
        picked = not value.many or each.verb == "choose"
        itself = value.expr == this.expr or THIS in each.narrowed
        if fits and picked and not itself and scope.discourse.in_reach(each):
            return each
    return None


def is_one_of_those(named: Referent, node: ast.Noun, done: tuple[str, Expr] | None, scope: Scope) -> bool:
    """Whether what was named is certainly among those of which a phrase means the others: all that the phrase says of
    them was said of it.
    """
    same = [each for each in scope.discourse if each.value.expr == named.value.expr]
    if done is not None and any(each.group == done[1] for each in same):
        return True
    said: set[object] = {word for each in same for word in (*each.said, *each.narrowed)}
    if OTHER in said or named.source == "condition":
        return False
    kind = named.head == node.head or scope.world.is_a(named.value.type.name, node.head or "")
    return kind and _says_no_more(node, said, {each.verb for each in same}, scope)


def _says_no_more(node: ast.Noun, said: set[object], verbs: set[str | None], scope: Scope) -> bool:
    """Whether a phrase says nothing that was not said, or done."""
    alike = all(word in said or scope.verb_of(word) in verbs for word in node.adjectives)
    return alike and said.issuperset(word for word in narrowed(node) if word != OTHER)


def than_which(node: ast.Noun, named: Referent | None, this: Val, scope: Scope) -> Exception:
    """SAY0655: other than *this*, or than what was named?"""
    which = f"*other than this {this.type.name}*"
    if named is not None:
        that = "those" if named.value.many else "that"
        which += f" or *other than {that} {noun_of(named, scope)}*"
    return scope.fail("SAY0655", node, noun=node.head or "thing", hint=f"say which: {which}")


def noun_of(named: Referent, scope: Scope) -> str:
    """How *that …*, *those …* call what was named."""
    entry = scope.world.vocabulary.nouns.get(named.head)
    return entry.plural if named.value.many and entry is not None else named.head


def than_whom(node: ast.Noun, other: Val, scope: Scope) -> None:
    """*Choose a player. Each other player …*: than you or than that player?  SAY0655, where an earlier phrase named
    somebody else (also as whose something is: *from Red's hand to another player's*) and nobody does this but *you*.
    """
    than_the_first(node, other, scope)
    if scope.you is None or other.expr != scope.you.expr:
        return
    those = somebody_else(node, scope)
    if those is not None:
        who = other_than(node)
        hint = f"say which: *{who} other than you* or *{who} other than {those}*"
        raise scope.fail("SAY0655", node, noun="player", hint=hint)


def than_the_first(node: ast.Noun, other: Val, scope: Scope) -> None:
    """*When Red gains a coin, Blue gains 1 point. Each other player …*, *When Red gains a coin, gain 1 point. Each
    other player …*: than Red, or than who did something since?  SAY0655.  Whom a phrase of this sentence describes is
    nearer than both (*Gain 1 coin. Each player with more points than each other player …*).
    """
    they, first = scope.they, scope.at_first
    if (
        they is None
        or first is None
        or not they.expr == first.expr == other.expr
        or other.expr in done_by(scope)
    ):
        return
    last, _ = scope.did or scope.did_since or (None, False)
    told = scope.you is not None and scope.offer_before.to_you
    if told or (last is not None and last.expr != other.expr):
        raise _than_whom_of_two(node, scope)


def done_by(scope: Scope) -> list[Expr | None]:
    """Who does what is being said; *you*, of whom other rules ask."""
    return [scope.does, *(each.expr for each in (scope.doing, scope.you) if each is not None)]


def somebody_else(node: ast.Noun, scope: Scope) -> str | None:
    """How another player than you is called who was named before this phrase, also in what *otherwise* takes the place
    of; None: nobody was.
    """
    told = (*scope.branch, *scope.discourse)
    named = [each for each in told if each.player and is_somebody(each.value, scope)]
    if named:
        return "those players" if named[-1].value.many else "that player"
    before = [name for _, name in players_before(node, scope) if name != "you"]
    return (before[-1] or CHOSEN_FIRST) if before else None


def than_each(said: ast.Node, outside: ast.Node | None, scope: Scope) -> None:
    """Refuse *If a cat of another player is in each player's park*, which is said of each park: other than you, or than
    the player whose park it is?  SAY0655.
    """

    def players(node: ast.Node) -> list[ast.Noun]:
        return [each for each in node.every(ast.Noun) if each.head == "player"]

    around = players(outside) if outside is not None else []
    if not any(isinstance(each.determiner.which, which.Each) for each in around):
        return
    for player in players(said):
        if player not in around and isinstance(player.determiner.which, which.Another):
            hint = "say which: *a player other than …*, or turn it round: *each player has …*"
            raise scope.fail("SAY0655", player, noun="player", hint=hint)


def name_player(node: ast.Nominal, type_: Type, scope: Scope) -> None:
    """Remember that a player was named, for those who speak of *another player* after that."""
    if isinstance(node, ast.Group):
        for item in node.items:
            name_player(item, type_, scope)
    if node.span is None or type_.base != "entity" or not scope.world.is_a(type_.name, "player"):
        return
    called = how_called(node, scope)
    known = any(n == scope.number for n, *_ in scope.discourse.players)
    if called is not None and not (called == BACK and known):
        scope.discourse.players.append((scope.number, node.span, called))


BACK = "that player"
SOMEBODY = ""
"""How a player is called who was named before, and one who cannot be called in any way yet."""


def how_called(node: ast.Nominal, scope: Scope) -> str | None:
    """*you*, *Red*, how one is called who was named before; None: others are other than nobody it names."""
    if isinstance(node, ast.Pronoun):
        return "you" if node.word == "you" else BACK
    if not isinstance(node, ast.Noun):
        return None
    if node.name is not None:
        return scope.world.vocabulary.names[node.name].text
    said = node.determiner.which
    one = isinstance(said, which.A | which.Another | which.The) and not node.plural
    if node.head != "player" or not (one or (isinstance(said, which.Count) and said.bound == "at least")):
        return None
    return BACK if node.determiner.article == "that" else SOMEBODY


def players_before(node: ast.Node, scope: Scope) -> list[tuple[Span, str]]:
    """The players that the same sentence has named before this phrase."""
    start = node.span.start if node.span is not None else 0
    return [(at, name) for n, at, name in scope.discourse.players if n == scope.number and at.start < start]


def nobody_compared(node: ast.Node, scope: Scope) -> None:
    """SAY0657: *When a player rests, if your points are at most a player's points, they gain 1 coin.*: who rests, or
    that one?
    """
    called = scope.discourse.compared.get(scope.number)
    that = ast.determiner_of(node).article == "that"
    if called and not that:  # who has a name is called by it, and not *that player*
        names = f"{called} or the player spoken of before"
        hint = f"say the name again (*{called}*), or *that player*"
        raise scope.fail("SAY0657", node, names=names, hint=hint)
    if called == SOMEBODY:
        names = "the player whose something the condition asks for or the player spoken of before"
        hint = "say it of the one spoken of before first, *They …, if …*; choose the other one: *Choose a player.*"
        raise scope.fail("SAY0657", node, names=names, hint=hint)


def several_before(node: ast.Noun, scope: Scope) -> bool:
    """*If Red has more coins than Blue, each other player …*."""
    return len({name or at.start for at, name in players_before(node, scope)}) > 1


def other_than(node: ast.Noun) -> str:
    """*a player*, *no player*, *the players*: how a phrase with *other* goes on with *other than*."""
    det, noun = node.determiner, node.head or "thing"
    if det.quantifier == "another":
        return f"{article(noun)} {noun}"
    if node.plural and det.quantifier != "each":
        return f"{det.quantifier or 'the'} {plural(noun)}"
    return f"{det.quantifier or 'each'} {noun}"


def is_somebody(named: Val, scope: Scope) -> bool:
    """Whether a referent is other players than you: neither you, nor all of them, nor all others."""
    values = (each[2] for each in scope.code if each[0] == "let" and build.local(each[1]) == named.expr)
    expr = next(values, named.expr) if named.many else named.expr
    assert scope.you is not None
    if expr[0] == "filter":
        return expr[3] != ("ne", build.local(expr[2]), scope.you.expr)
    return expr not in (scope.you.expr, scope.implied, ("active",), ("players",))
