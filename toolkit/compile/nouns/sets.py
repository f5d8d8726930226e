"""Sets of things: where to look → what kind → adjectives → modifiers → relative clause → ordinal → determiner."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import prod

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Desc, Type, Val, entity
from toolkit.compile.base.world import Defined, Kind
from toolkit.compile.nouns import seats
from toolkit.compile.nouns.adjective import adjective, is_state
from toolkit.compile.nouns.determiner import indefinite, the_only
from toolkit.compile.nouns.geometry import in_rows, nearest_on_a_side
from toolkit.compile.nouns.modifier import PLACE_PREPOSITIONS, modify
from toolkit.compile.nouns.neighbour import beside
from toolkit.compile.nouns.others import self_of, than_nothing, than_whom
from toolkit.compile.nouns.phrases import one
from toolkit.compile.nouns.preposition import WHERE
from toolkit.compile.nouns.pronoun import not_doer
from toolkit.compile.nouns.quantify import chosen_by, plain_head, quantify
from toolkit.compile.nouns.superlative import most_and_more, most_of, one_by_one, superlative, where_most
from toolkit.compile.nouns.unplaced import of_those_too
from toolkit.language import ast, which
from toolkit.meaning.referents import Referent, ToldBy
from toolkit.program.chains import parts
from toolkit.program.expression import Expr

_SOME = (which.A, which.Another, which.Count, which.UpTo, which.AnyNumber, which.No, which.Bare)

STATES = ("have", "show")
"""Verbs that say how a thing is, not where."""


def filtered(node: ast.Noun, base: Val | None, scope: Scope, *, alike: bool = False) -> Desc:
    """The set of a phrase whose head is a kind; `base`: what the possessor gave; `alike`: that says what they are, and
    not where (*the cards of that suit*).
    """
    kind = kind_of(node, base, scope)
    if (alone := only_one(node, base, kind, scope)) is not None:
        return alone
    if base is None and (named := named_alone(node, scope)) is not None:
        return named
    of_one_place(node, base, kind, scope)
    if base is not None and not base.many:
        base = Val(("single", base.expr), base.type, True)
    as_many_as_there_are(node, kind, base, scope)
    most_and_more(node, scope)
    ranking = next((m for m in node.modifiers if most_of(m)), None)
    node = node.without(ranking)
    mark = scope.discourse.mark()
    members = Members(node, kind, scope, base, alike=alike, ranked=ranking is not None)
    members.adjectives()
    members.modifiers()
    members.relative()
    nearest_on_a_side(node, scope)
    in_rows(node, members.slot, members.conditions, scope)
    members.told_by()
    members.found_where(base)
    scope.discourse.forget_aside(mark, scope.number)
    members.without_self()
    result = build.where(members.everything, members.slot, build.both(*members.conditions))
    if ranking is not None:
        best = superlative(node, ranking, result, members.type, scope)
        if members.anywhere:
            of_those_too(node, scope, best=True)
        return best.but(group=members.group, anywhere=members.anywhere)
    if base is None:
        which_one(node, scope)
    desc = chosen_by(node, quantify(node, result, members.type, scope), scope)
    return desc.but(group=members.group, scattered=members.scattered, anywhere=members.anywhere)


def kind_of(node: ast.Noun, base: Val | None, scope: Scope) -> Kind:
    """The kind that the head names, by itself or as an alias; else that of what the possessor gave."""
    world, head = scope.world, node.head
    assert head is not None
    if head in world.kinds:
        return world.kinds[head]
    if head in world.aliases:
        return world.kinds[world.aliases[head][0][0]]
    assert base is not None
    return world.kinds[base.type.name]


def only_one(node: ast.Noun, base: Val | None, kind: Kind, scope: Scope) -> Desc | None:
    """What there is only one of, and of which nothing more is said; None: a set must be made."""
    if base is not None:
        if base.many or not plain_head(node):
            return None
        the_only(node, scope)
        return one(base, node, node.head)
    if kind.category == "player" and (player := one_player(node, scope)) is not None:
        return player
    det = node.determiner
    if kind.only is None or not plain_head(node) or det.quantifier is not None or det.other:
        return None
    if det.article != "the" and scope.world.owned(kind.name):
        return None  # one of each player, of whom there may be but one today
    the_only(node, scope)
    return Desc("one", ("int", kind.only), entity(kind.name), node.span, head=node.head)


def of_one_place(node: ast.Noun, base: Val | None, kind: Kind, scope: Scope) -> None:
    """Refuse what would tell apart places of which there is one: *put a cat in your hand with a bead on it*, *a thing
    in your place that nobody else has*.  SAY0801.
    """
    yours = base is not None and not base.many
    if kind.category != "place" or not (yours or kind.only is not None):
        return
    said = node.modifier("with", "without")
    if said is not None:
        which = f"your {kind.name}" if yours else f"the only {kind.name}"
        hint = (
            f"there is one: say it of what is {kind.prep} it (*a … that has …*); what comes with something is put on "
            "it afterwards: *Put a … on that ….*"
        )
        raise scope.unfit(said, f"“{said.word}” of {which}", hint=hint)
    if yours and node.relative is not None:
        hint = "that is known; what is so of something that lies there is a condition: *For each …, if …, …*"
        what = f"a clause that says which {node.head} it is"
        raise scope.unfit(node.relative, what, hint=hint)


@dataclass
class Members:
    """A set that is being made: the members of `items` (None: all of the kind) for which `conditions` hold of `item`.

    placed: whether something says where they are, so that they are not looked for where their kind is found.  group:
    what they are taken from (*from those cards*).  scattered: whose place they are in, is left open.  anywhere:
    nothing says where they are.  said_where: their phrase does, and not only who has them.  ranked: one of them is
    picked out (*the tied player with the most coins*).  alike: `base` says what they are, and not where.  done_with:
    the participle of what was done with all of these (*the revealed cards*), and they.
    """

    node: ast.Noun
    kind: Kind
    scope: Scope
    base: Val | None
    alike: bool = False
    conditions: list[Expr] = field(default_factory=list)
    group: Expr | None = None
    scattered: bool = False
    anywhere: bool = False
    ranked: bool = False
    said_where: bool = False
    done_with: tuple[str, Expr] | None = None

    def __post_init__(self) -> None:
        scope, head = self.scope, self.node.head or ""
        self.type: Type = entity(self.kind.name)
        self.slot = scope.alloc()
        self.item = Val(("local", self.slot), self.type)
        self.items = self.base.expr if self.base is not None else None
        self.placed = scope.placed or (self.base is not None and not self.alike)
        self.by_verb = scope.found
        # *a player with a card in their hand*: their own
        self.they = self.item if self.kind.category == "player" else scope.they
        if head in scope.world.aliases and head not in scope.world.kinds:
            self.conditions.append(("call", scope.world.aliases[head][0][1], self.item.expr))

    @property
    def everything(self) -> Expr:
        """What the members are looked for among."""
        return self.items if self.items is not None else self.scope.world.all_of(self.kind.name)

    def adjectives(self) -> None:
        """*ready cats*: those that are so; *the chosen cats*: those with which it was done."""
        for word in self.node.adjectives:
            if (near := beside(word, self.item, self.node, self.scope)) is not None:
                self.conditions.append(near)
            elif self.items is not None or not self.done(word):
                self.not_done_to_some(word)
                self.conditions.append(adjective(word, self.item, self.scope, self.node))
                self.placed = self.placed or self.done_to_one(word)

    def not_done_to_some(self, word: str) -> None:
        """Refuse *your units destroyed this way*: of those with which it was done, nothing else is kept."""
        kind = self.kind.name
        if self.items is None or is_state(word, kind, self.scope):
            return
        if self.scope.find(kind, many=True, verb=word) is not None:
            known = (f"*the {word} …s*", f"*those {kind}s*")
            raise self.scope.unfit(self.node, "some of those with which it was done", expected=known)

    def done_to_one(self, word: str) -> bool:
        """*Destroy a unit. If there is a destroyed unit, …*: it was done to one, which lies elsewhere by now."""
        known = is_state(word, self.kind.name, self.scope)
        return not known and self.scope.find(self.kind.name, verb=word) is not None

    def done(self, word: str) -> bool:
        """Whether the adjective is the participle of what was done before, with several: these are looked among."""
        node, scope = self.node, self.scope
        if is_state(word, self.kind.name, scope):
            return False
        filled = scope.find(self.kind.name, many=True, verb=word)
        if filled is None:
            return False
        det = node.determiner
        picked = self.ranked or node.plural or det.ordinal or det.number or det.quantifier
        if det.article == "the" and not picked:
            many = f"*the {word} …s*"  # what each of several did is no single thing
            raise scope.fail("SAY0803", node, expected=(many, f"*each {word} …*"))
        self.items, self.group, self.placed = filled.value.expr, filled.value.expr, True
        self.done_with = (word, filled.value.expr)
        if not scope.world.is_a(filled.value.type.name, self.kind.name):
            # *They reveal their hand. Choose a revealed cat.*: other things were revealed, too
            self.conditions.append(("is", self.item.expr, self.kind.index))
        return True

    def modifiers(self) -> None:
        """*in the park*, *with power 2*: a narrower base, or a condition."""
        scope = self.scope
        before = scope.they
        for modifier in self.node.modifiers:
            self.in_one_or_in_all(modifier)
            # *each other player at their site*: at the site of somebody else
            where = self.they is self.item and modifier.word in PLACE_PREPOSITIONS
            they = before if where else self.they
            with scope.saying(they=they, placed=False, found=None, described=self.described(clause=False)):
                if modifier.what is not None and self.they is self.item:
                    # *with less than them*: than whom, not itself
                    whom = modifier.word not in PLACE_PREPOSITIONS
                    what = not_doer(modifier.what, self.item, scope, before, player=whom)
                    modifier = replace(modifier, what=what)
                narrowed, condition, is_place = modify(modifier, self.item, self.kind, self.items, scope)
            self.said_where = self.said_where or is_place
            says_something(modifier, condition, self.slot, scope, when=narrowed is None)
            inside = is_place and modifier.word in PLACE_PREPOSITIONS
            self.scattered = self.scattered or (inside and indefinite(modifier.what))
            if narrowed is not None:
                self.items = narrowed
                if modifier.word in ("from", "among"):
                    self.group = narrowed
            self.conditions.append(condition)

    def described(self, *, clause: bool) -> tuple[tuple[Val, ...], bool]:
        """What *its* may mean inside this phrase."""
        around, inside = self.scope.described
        return (*around, self.item), clause or inside

    def in_one_or_in_all(self, modifier: ast.Modifier) -> None:
        """*a cat in all boxes*: one in each of them, or one that is in any of them?  SAY0801."""
        place, some = modifier.what, self.node.determiner.which
        if modifier.word not in WHERE | {"from"} or not isinstance(place, ast.Noun):
            return
        if not isinstance(place.determiner.which, which.All) or not isinstance(some, _SOME):
            return
        if isinstance(some, which.Bare) and self.scope.counting:
            return  # *the number of cats in all boxes*
        hint = "*in a …* is in any of them; for each of them: *For each …, …*, *If there is … in each …*"
        raise self.scope.unfit(modifier, "“all” of places, of some things", hint=hint)

    def relative(self) -> None:
        """*that is ready*, *you have*."""
        node, scope = self.node.relative, self.scope
        if node is None:
            return
        where_most(self.node, scope)
        # *each other player they accused*: whom somebody else accused
        theirs = ast.is_they(node.subject)
        they, told = scope.they if theirs else self.they, self.described(clause=True)
        one = isinstance(self.node.determiner.which, which.The) and not self.node.plural
        tying = node.subject is None and not one  # as of *each player with the most coins*
        with scope.saying(
            there=scope.there, they=they, placed=False, found=None, described=told, tying=tying
        ):
            condition = scope.world.semantics.relative(node, self.item, scope)
        self.conditions.append(condition)
        says_something(node, condition, self.slot, scope)
        self.said_where = self.said_where or says_where(node, scope)

    def told_by(self) -> None:
        """*each player with a cat in their room*: a thing by which they are known, and which nobody can call *it*."""
        said = (*(m.what for m in self.node.modifiers), self.node.relative)
        one = isinstance(self.node.determiner.which, which.A | which.Another | which.The)
        for node in (each for part in said if part is not None for each in part.walk()):
            if not isinstance(node, ast.Noun) or not isinstance(
                node.determiner.which, which.A | which.Another
            ):
                continue
            kind = self.scope.world.kind(node.head)
            thing = kind.category == "thing" if kind is not None else node.head == "copy"
            if thing and node.head is not None and node.span is not None:
                self.scope.discourse.told_by.add(ToldBy(self.scope.number, node.head, node.span, one))

    def found_where(self, base: Val | None) -> None:
        """Where the verb looks for it, or its kind is always found, if nothing says where; what a possessor gave may be
        of another kind.
        """
        world, kind, item = self.scope.world, self.kind, self.item
        if self.items is not None and not self.alike:
            if base is not None and base.type.name != kind.name and not world.is_a(base.type.name, kind.name):
                self.conditions.insert(0, ("is", item.expr, kind.index))
            self.anywhere = self.only_whose()
            return
        found = self.by_verb or world.property(kind.name, "found")
        if self.placed or self.said_where or kind.category != "thing":
            return
        if found is None:
            self.anywhere = not any(world.find_defined(word, kind.name) for word in self.node.adjectives)
            return
        self.conditions.insert(0, self.lies_in(world.kinds[found]))

    def only_whose(self) -> bool:
        """*one of your cards*, *a copy of that card*: whosever they are, they may lie anywhere, where no place is known
        for them.
        """
        det, world, kind = self.node.determiner, self.scope.world, self.kind
        copies = self.copies_of_one()
        whose = det.possessive is not None or det.owner is not None or copies
        if not whose or self.said_where or self.scope.placed or kind.category != "thing":
            return False
        if det.quantifier == "all" and self.node.adjectives:
            return False  # *ready all your tired cats*: where they are tired
        found = not copies and (self.by_verb or world.property(kind.name, "found"))
        return not found and not any(world.find_defined(word, kind.name) for word in self.node.adjectives)

    def copies_of_one(self) -> bool:
        """*a copy of that card*; *a copy of Lantern* is any Lantern."""
        copies = self.node.head == "copy" and "copy" not in self.scope.world.kinds
        return copies and self.items is not None and self.items[0] == "filter"

    def lies_in(self, place: Kind) -> Expr:
        """Whether a member lies in the place where it is looked for: anybody's, or that of who does something."""
        mine, item = self.scope.mine, self.item.expr
        own = self.by_verb is not None or place.seen_by == "owner"
        if mine is not None and place.of == "player" and own and not self.scope.test:
            return ("in", item, ("place", place.index, mine.expr))
        if place.only is not None:  # found by way of the place, in the order of all
            return ("in-any", item, ("single", build.integer(place.only)))
        return ("ne", ("within", item, place.index), build.NONE)

    def without_self(self) -> None:
        """*another N*, *other Ns*: not the self of that kind."""
        det = self.node.determiner
        if not det.other and det.quantifier != "another":
            return
        other = self.than_who_is_ahead() or self_of(self.node, self.item.type, self.done_with, self.scope)
        here = self.scope.this
        if other is None and here is not None and self.scope.world.kinds[here.type.name].category == "place":
            self.conditions.append(
                build.negate(("in", self.item.expr, here.expr))
            )  # on a place: those elsewhere
            return
        if other is None:
            noun = self.node.head or "thing"
            hint = than_nothing(self.node, self.item.type.name, self.scope)
            raise self.scope.fail("SAY0655", self.node, noun=noun, hint=hint)
        if self.kind.category == "player":
            than_whom(self.node, other, self.scope)
        if other.many:
            self.conditions.append(build.negate(("member", self.item.expr, other.expr)))
        else:
            self.conditions.append(("ne", self.item.expr, other.expr))

    def than_who_is_ahead(self) -> Val | None:
        """*The player with the most coins loses 1 coin, and each other player gains 1 coin.*: than that player."""
        det, scope = self.node.determiner, self.scope
        several = det.quantifier in ("each", "every", "all") or (det.article == "the" and self.node.plural)
        if scope.ahead is None or self.kind.category != "player" or not several:
            return None
        player, sentence = scope.ahead
        nobody_else = scope.they is None or scope.they.expr == scope.implied
        if scope.number - sentence > 1 or not nobody_else:
            return None
        if player is None:
            hint = "say it in the same sentence: *If …, each player with … gains …, and each other player …*"
            raise scope.fail("SAY0655", self.node, noun="player", hint=hint)
        return player


def says_something(node: ast.Node, condition: Expr, slot: int, scope: Scope, *, when: bool = True) -> None:
    """What narrows a set must speak of its members: *the towns where you won* is no town if winning has no place."""
    if when and condition not in (build.TRUE, build.FALSE) and not build.mentions(condition, slot):
        raise scope.unfit(node, "this, which does not say which ones are meant")


def as_many_as_there_are(node: ast.Noun, kind: Kind, base: Val | None, scope: Scope) -> None:
    """*the 2 players*, *each of your 3 cats*, *both dogs*: the number chooses nothing, so it must be right."""
    so_many_of_all(node, number_there(node, kind, base, scope), scope)


def _how_many(node: ast.Noun) -> str:
    """What to say of *the 2 players*, *the 2 players with the most points*."""
    if (ranking := next(filter(most_of, node.modifiers), None)) is not None:
        return one_by_one(ranking)
    return "how many there are is not known here"


def so_many_of_all(node: ast.Noun, there: int | None, scope: Scope) -> None:
    """SAY0801: the number that is said of all of them is not how many there are."""
    det = node.determiner
    number = number_of_all(det)
    if number is None or there == number or (there is None and det.number is None):
        return
    raise scope.unfit(
        det.span or node,
        f"“{det.number or det.quantifier}” where all are meant",
        expected=("*each …*", "*all …*", f"*at least {number} …*", f"*{number} …*"),
        hint=f"there are {there} here" if there else _how_many(node),
    )


def number_of_all(det: ast.Determiner) -> int | None:
    """The number that is said of things all of which are meant."""
    match det.which:
        case which.All(word="both", number=None, ordinal=None):
            return 2
        case which.All(number=number, ordinal=None) | which.Each(number=number, ordinal=None):
            return number
        case which.The(number=number):
            return number
        case which.Count(number=number, of=False) if det.possessive is not None or det.owner is not None:
            return number
    return None


def number_there(node: ast.Noun, kind: Kind, base: Val | None, scope: Scope) -> int | None:
    """How many there are of what the phrase describes; None: that is not known.  0: so many for each player, of whom
    there may be more or fewer (*both dice*, *the 2 players*).
    """
    det, world = node.determiner, scope.world
    if base is None and len(node.adjectives) == 1 and plain_head(replace(node, adjectives=())):
        return world.alike.get((kind.name, node.adjectives[0]))
    if not plain_head(node) or node.head != kind.name:
        return None
    any_number = world.most_players != world.players
    if kind.category == "player":
        return 0 if any_number else world.players - det.other
    total = world.totals.get(kind.name, 0)
    if base is None:
        return 0 if any_number and world.owned(kind.name) else total
    mine = world.owned(kind.name) and (det.possessive is not None or det.owner is not None)
    return total // world.players if mine else None


def placed_by_state(node: ast.Relative) -> bool | None:
    """Whether *that has a mark*, *that shows 3* says a place, too; None: it says no such state."""
    verb = node.verb
    if not isinstance(verb, ast.Act) or node.subject is not None or verb.verb not in STATES:
        return None
    return any(each.role == "place" for each in verb.complements) if verb.tense == "present" else None


AMOUNTS_COMPARED = frozenset({"lower than", "higher than", "equal to", "divisible by"})


def says_where(node: ast.Relative | None, scope: Scope) -> bool:
    """Whether it may tell where the thing is: *that is ready*, *whose power is 3*, *whose power is lower than 3*, *that
    is not yours*, *that was not moved* do not.
    """
    if node is None:
        return False
    return clause_says_where(node, scope) or says_where(node.more, scope)


def may_say_where(node: ast.Relative | None, scope: Scope) -> bool:
    """Whether it does, or says a word whose definition looks for things somewhere itself (*one of your cats that are
    for sale*).
    """
    if node is None or says_where(node, scope):
        return node is not None
    said = (word for each in node.every(ast.IsAdjective) for word in each.adjectives)
    return any(defined_by_place(each, scope) for word in said for each in scope.world.defined.get(word, ()))


LOOKS_SOMEWHERE = frozenset({"all-in", "contents", "in", "in-any", "inside", "parent", "within"})


def defined_by_place(defined: Defined, scope: Scope) -> bool:
    """Whether a definition, or one that it asks, speaks of where things are; one that is not read yet may."""
    seen = set[int]()
    waiting: list[Expr] = [("call", defined.function)]
    while waiting:
        part = waiting.pop()
        if part[0] in LOOKS_SOMEWHERE:
            return True
        if part[0] == "call" and part[1] not in seen:
            seen.add(part[1])
            function = scope.world.body(part[1])
            if not function.name:
                return True
            waiting.append(function.body)
        waiting += parts(part)
    return False


def clause_says_where(node: ast.Relative, scope: Scope) -> bool:
    """Whether one relative clause does."""
    if says_whose_or_what_not(node.verb) or left_where_it_is(node.verb, scope) or had_by_nobody(node):
        return False
    state = node.verb.predicate if isinstance(node.verb, ast.Be) else None
    if isinstance(state, ast.IsRelated) and state.relation in AMOUNTS_COMPARED:
        return False
    if (placed := placed_by_state(node)) is not None:
        return placed
    if not isinstance(state, ast.IsAdjective | ast.IsThing) or node.word == "where":
        return True
    return isinstance(state, ast.IsAdjective) and state.where is not None


def had_by_nobody(node: ast.Relative) -> bool:
    """*that no other player has*."""
    nobody = isinstance(ast.determiner_of(node.subject).which, which.No)
    return nobody and ast.verb_of(node.verb) == "have"


def left_where_it_is(verb: ast.Node | None, scope: Scope) -> bool:
    """*that was fed this turn*: what is done to those is done to those that are still there, if feeding takes them
    nowhere.  How many there were is counted wherever they are.
    """
    if not isinstance(verb, ast.Act) or verb.tense == "present" or scope.counting or scope.test:
        return False
    known = scope.world.by_lemma.get(verb.verb, ())
    return bool(known) and all(info.stays for info, _ in known)


def says_whose_or_what_not(verb: ast.Node | None) -> bool:
    """*that is not yours*, *that you do not have*, *that was not moved*, *that is not in your hand*, *in no
    hand*: of those that lie where such things are looked for.  *That belong to you* are all, wherever they lie.
    """
    match verb:
        case ast.Be(predicate=ast.IsPlaced(where=ast.Noun() as where)) if isinstance(
            where.determiner.which, which.No
        ):
            return True
        case ast.Be(predicate=ast.IsPlaced(prep="of")) | ast.Be(predicate=ast.IsPlaced(), negated=True):
            return True
        case ast.Act(negated=True):
            return verb.verb in ("have", "belong") or verb.tense != "present"
    return False


def which_one(node: ast.Noun, scope: Scope) -> None:
    """*the cell*, *the cell of that column*: nothing says which of several."""
    det = node.determiner
    said_which = node.modifiers or node.relative or node.plural or det.ordinal or det.number
    if said_which or det.article != "the" or det.quantifier is not None:
        return
    if node.adjectives and there_are_more(node, scope):
        raise scope.fail("SAY0803", node, expected=(f"*that {node.head}*",))
    if not node.adjectives and not (det.other and scope.world.totals.get(node.head or "") == 2):
        raise scope.fail("SAY0803", node)


def named_alone(node: ast.Noun, scope: Scope) -> Desc | None:
    """*Choose a region. … the worth of the region*: the one that was named so, where no other was, and nothing else of
    the kind is spoken of.
    """
    if node.determiner != ast.THE or not plain_head(node) or node.plural or node.name is not None:
        return None
    head, this, world = node.head or "", scope.this, scope.world
    if (
        head not in world.kinds
        or (this is not None and world.related(this.type.name, head))
        or _says_more(node)
    ):
        return None
    found = named_of(head, scope)
    if not found or len({(each.value.expr, each.value.many, each.head) for each in found}) > 1:
        return None
    named = found[-1]
    return (
        None
        if named.value.many or named.head != head
        else one(scope.discourse.at_hand(named).value, node, head)
    )


def _says_more(node: ast.Noun) -> bool:
    """Whether more was written than *the region*, so that a part of it has been taken away to see what it does."""
    told = node.span.text.split() if node.span is not None else []
    whose = any(word.endswith(("'s", "’s")) for word in told)
    return whose or (len(told) > 1 + len((node.head or "").split()) and told[0].lower() == "the")


def named_of(head: str, scope: Scope) -> list[Referent]:
    """What was named of a kind, or of one above or below it."""
    discourse, world = scope.discourse, scope.world
    found = (each for each in discourse if discourse.in_reach(each) and each.value.type.base == "entity")
    return [each for each in found if world.related(each.value.type.name, head)]


def there_are_more(node: ast.Noun, scope: Scope) -> bool:
    """*When you cross off a purple box, … the purple box*, where there are several of each colour: that one, or any?"""
    world = scope.world
    if node.head not in world.kinds or world.kinds[node.head].category != "thing":
        return False
    if scope.find(node.head, many=False, other=True) is None:
        return False
    lists = [world.values[word][1] for word in node.adjectives if word in world.values]
    if not lists or len(lists) < len(node.adjectives):
        return False
    sizes = [sum(each[1] == name for each in world.values.values()) for name in lists]
    return prod(sizes) < world.totals.get(node.head, 0)


def one_of_those(node: ast.Noun, scope: Scope) -> None:
    """*your cat* of somebody who has three, *Red's die*, *the coin of that cup*."""
    if not node.narrowed:
        owned = node.determiner.possessive is not None or node.determiner.owner is not None
        expected = () if owned else ("*a … of …*", "*each … of …*")
        raise scope.fail("SAY0803", node, expected=expected)


def one_player(node: ast.Noun, scope: Scope) -> Desc | None:
    """*the active player*, *the player to your left*, *the player with the most points*, *the first player*."""
    det = node.determiner
    player = entity("player")
    if node.adjectives == ("active",):
        the_only(node, scope)
        return Desc("one", ("active",), player, node.span, head="player")
    if (found_seat := seats.seat(node, scope)) is not None:
        return found_seat
    the = det.article == "the" and det.ordinal is None and not node.plural
    if not the or not plain_head(node):
        return None
    if det.other:
        return the_other_player(node, scope)
    found = scope.find("player", many=False) if det.number is None else None
    return one(found.value, node, "player") if found is not None else None


def the_other_player(node: ast.Noun, scope: Scope) -> Desc | None:
    """*the other player*, of two."""
    if node.determiner.number is None and scope.world.players > 2:
        expected = ("*another player*", "*each other player*", "*the other players*")
        raise scope.fail("SAY0803", node, expected=expected)
    speaker = scope.player()
    if scope.world.players != 2 or speaker is None:
        return None
    return Desc("one", ("left", speaker.expr), entity("player"), node.span, head="player")
