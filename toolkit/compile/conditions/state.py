"""What a verb says of a subject: that it has, shows, belongs, meets; how it stands with the game; what it has done or
can do; and what a pack defines (*A player owns a card if …*).
"""

from __future__ import annotations

from dataclasses import replace

from toolkit.compile.base import build
from toolkit.compile.base.construction import Constructions
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Bound, Desc, Val, name_type
from toolkit.compile.conditions import having
from toolkit.compile.conditions.kept import compared
from toolkit.compile.conditions.predicate import one_bound_for_all, other
from toolkit.compile.conditions.quantified import over
from toolkit.compile.conditions.together import TOGETHER
from toolkit.compile.events.event_verb import acts, no_doer
from toolkit.compile.events.history import past_event
from toolkit.compile.events.template import has_phrase
from toolkit.compile.nouns import amount, bounding
from toolkit.compile.nouns.adjective import shown_number
from toolkit.compile.nouns.lists import one_or_the_other
from toolkit.compile.nouns.nominal import describe
from toolkit.compile.nouns.owning import can_belong
from toolkit.compile.nouns.phrases import as_number
from toolkit.language import ast
from toolkit.meaning.referents import Referent
from toolkit.program.expression import Expr

STATES = Constructions("condition")


def timeless(clause: ast.Clause) -> ast.Clause:
    """A clause in the present."""
    return replace(clause, verbs=tuple(replace(verb, tense="present") for verb in clause.verbs))


ENDINGS = Constructions("condition", timeless)


def act_truth(verb: ast.Act, subject: Val, scope: Scope) -> Expr:
    """Whether a subject does, did or can do this."""
    whole = ast.Clause(subject=Bound(value=subject, head=subject.type.name), verbs=(verb,), span=verb.span)
    if (ending := of_the_game(whole, verb, scope)) is not None:
        return ending
    if verb.tense != "present":
        kept = compared(verb, subject, scope)
        return past_event(verb, subject, scope) if kept is None else act_truth(kept, subject, scope)
    if verb.modal in ("can", "cannot"):
        able = can(verb, subject, scope)
        return build.negate(able) if verb.modal == "cannot" else able
    if verb.modal is not None:
        raise scope.unfit(verb, f"“{verb.modal}” in a condition")
    if verb.adverbials:
        time = verb.adverbials[0].period if isinstance(verb.adverbials[0], ast.When) else None
        whose = ast.determiner_of(time).possessive
        hint = "what has happened is said in the past: *removed … this turn*" if time is not None else None
        hint = (
            f"whose time it is, is a condition of its own: *…, if it is {whose} turn, …*" if whose else hint
        )
        raise scope.unfit(verb.adverbials[0], "this adverbial in a condition", hint=hint)
    if (state := STATES.meaning(whole, scope)) is not None:
        return state
    return as_defined(whole, verb, subject, scope)


def can(verb: ast.Act, subject: Val, scope: Scope) -> Expr:
    """*You can draw a card*.  SAY0752: it does nothing."""

    if subject.type.base == "entity" and not acts(subject.type.name, scope):
        said = ast.Noun(span=verb.span, head=subject.type.name)
        raise no_doer(said, subject.type.name, scope)
    return scope.world.semantics.can_do(verb, subject, scope)


# --- The game -----------------------------------------------------------------------------------------------


def of_the_game(clause: ast.Clause, verb: ast.Act, scope: Scope) -> Expr | None:
    """How it stands with the game, in whatever tense; None: something else is said, or the pack gives the verb a
    meaning of its own.  SAY0801: something more is said of winning *the game*.
    """

    if not ENDINGS.knows(clause) or has_phrase(verb, scope):
        return None
    named = [clause.subject, *(complement.value for complement in verb.complements)]
    game = any(isinstance(each, ast.Noun | Bound) and each.head == "game" for each in named)
    if game and verb.modal is None and ENDINGS.match(clause) is None:
        raise ENDINGS.unlike(clause, scope)
    return ENDINGS.meaning(clause, scope)


@ENDINGS.form("{game} ends.")
def ends(scope: Scope, game: Bound) -> Expr | None:
    """Whether the game is over."""
    defined = scope.world.find_defined("end", game.head) is not None
    return ("over",) if game.value.type.name == "game" and not defined else None


@ENDINGS.form("{player} wins the game.", "{player} wins.")
def wins(scope: Scope, player: Bound) -> Expr | None:
    """Whether that player is among the winners."""
    return ("member", player.value.expr, ("winners",)) if _plays("win", player, scope) else None


@ENDINGS.form("{player} loses the game.", "{player} loses.")
def loses(scope: Scope, player: Bound) -> Expr | None:
    """Who is out of the game has lost, and when somebody has won, so have all the others."""
    if not _plays("lose", player, scope):
        return None
    others = build.both(
        build.nonempty(("winners",)), build.negate(("member", player.value.expr, ("winners",)))
    )
    return build.either(build.negate(("member", player.value.expr, ("players",))), others)


def _plays(verb: str, subject: Bound, scope: Scope) -> bool:
    """Whether a player is said to win or lose, and the pack does not define the verb for players."""
    player = subject.value.type.base == "entity" and scope.world.is_a(subject.head, "player")
    return player and scope.world.find_defined(verb, subject.head) is None


# --- Verbs of the language ------------------------------------------------------------------------------------


@STATES.form("{thing} has {noun phrase}.", "{thing} has {noun phrase} in {place}.")
def has(scope: Scope, owner: Bound, what: ast.Nominal, place: ast.Complement | None = None) -> Expr:
    """Pieces, contents, an amount: see `having`."""
    return having.has(owner.value, what, scope, what, place)


ONE_NUMBER = (
    "each shows one: *2 or 3*; of several that show them together: *there is a … that shows 2 in …, and there is a … "
    "that shows 3 in …*"
)


OF_EACH_THING = "say the whole again of the other thing: *… that shows 2 is in …, and … that shows 3 is in …*"


@STATES.form("{thing} shows {amount}.")
def shows(scope: Scope, thing: Bound, what: ast.Nominal) -> Expr:
    """*shows 4*, *shows at least 3*, *shows 2 or 3*."""
    what = one_or_the_other(what)
    if thing.value.type.base != "entity":
        raise scope.fail("SAY0752", thing, found=name_type(thing.value.type), wanted="a thing")
    if isinstance(what, ast.Group):
        one_bound_for_all(what, scope)
        if what.joint != "or":
            things = any(isinstance(each, ast.Noun) and each.relative is not None for each in what.items)
            hint = OF_EACH_THING if things else ONE_NUMBER
            raise scope.unfit(what, "several numbers that one thing shows", hint=hint)
        return build.either(*(shows(scope, thing, item) for item in what.items))
    with scope.discourse.without(those_of_its_own(what, thing, scope)):
        desc = describe(what, scope)
        number = as_number(desc, what, scope)
    shown = shown_number(thing.value, scope, what)
    bound = desc.bound or amount.bound_of(what)  # *at most your points*
    return bounding.compare(shown, bound, other(shown, number, what, scope))


def those_of_its_own(what: ast.Nominal, thing: Bound, scope: Scope) -> tuple[Referent, ...]:
    """*When a player picks a box, if a die shows its value*: that of the box, for a die always shows its own."""
    shown = scope.world.shown_by(thing.value.type)
    if shown is None or not isinstance(what, ast.Noun) or what.head != shown.name:
        return ()
    if what.determiner.possessive != "its":
        return ()
    return tuple(each for each in scope.discourse if each.value.expr == thing.value.expr)


@STATES.form("{thing} belongs to {player}.")
def belongs(scope: Scope, thing: Bound, owner: ast.Nominal) -> Expr | None:
    """To its owner, or to who holds it where its kind has none."""
    if thing.value.type.base != "entity":
        return None
    item, owned = thing.value.expr, scope.world.owned(thing.value.type.name)
    can_belong(thing.value, thing, scope)
    whose = scope.world.owner(item) if owned else ("holder", item)
    for each in owner.items if isinstance(owner, ast.Group) else ():  # *a cat that belongs to you and a dog*
        with scope.trial():
            of_a_player(each, describe(each, scope), scope)
    desc = describe(owner, scope)
    of_a_player(owner, desc, scope)
    if desc.mode == "each" or (desc.extra == "number" and desc.low != build.integer(1)):
        hint = "say what each has: *each player has a …*; of each thing alone: *each … belongs to a player*"
        raise scope.unfit(owner, "one thing of each of several players", hint=hint)
    return over(desc, scope, owner, lambda value: ("eq", whose, value.expr))


def of_a_player(node: ast.Nominal, owner: Desc, scope: Scope) -> None:
    """SAY0752: *belongs to a cat*."""
    if not scope.world.is_player(owner.type):
        hint = "a thing belongs to a player; of a list say the other things first: *a dog and a cat that belongs to …*"
        raise scope.fail("SAY0752", node, found=name_type(owner.type), wanted="a player", hint=hint)


@STATES.form("{player} meets {requirement}.")
def meets(scope: Scope, player: Bound, requirement: ast.Nominal) -> Expr | None:
    """The condition that a document states holds for that player."""
    if "meet" in scope.world.defined:
        return None
    value = describe(requirement, scope)
    if value.mode != "one" or value.expr[0] != "formula" or value.type.base != "truth":
        raise scope.fail("SAY0758", requirement, verb="meet")
    if player.value.type.base != "entity" or not scope.world.is_a(player.head, "player"):
        raise scope.fail("SAY0752", requirement, found=name_type(player.value.type), wanted="a player")
    return ("formula", value.expr[1], value.expr[2], player.value.expr)


# --- Verbs that a pack defines --------------------------------------------------------------------------------


def as_defined(clause: ast.Clause, verb: ast.Act, subject: Val, scope: Scope) -> Expr:
    """*leads a dance*, *owns a card*, as a definition says.  SAY0758: none does; SAY0801: not in this form."""
    own = scope.world.argument(subject.type)
    obj = verb.object
    if obj is None:
        defined = scope.world.find_defined(verb.verb, own)
        if defined is None:
            raise meaningless(clause, verb, scope)
        return ("call", defined.function, subject.expr)
    if verb.verb not in scope.world.defined:
        raise meaningless(clause, verb, scope)
    if isinstance(obj, ast.Noun) and (compared := more_than(verb, obj, subject, scope)) is not None:
        return compared

    def one(value: Val) -> Expr:
        defined = scope.world.find_defined(verb.verb, own, scope.world.argument(value.type))
        if defined is None or len(defined.kinds) != 2:
            raise scope.fail("SAY0758", verb, verb=verb.verb)
        return ("call", defined.function, subject.expr, value.expr)

    return over(describe(obj, scope), scope, obj, one)


MORE = {"more": "gt", "fewer": "lt", "less": "lt"}


def more_than(verb: ast.Act, obj: ast.Noun, subject: Val, scope: Scope) -> Expr | None:
    """*you lead more dances than each other player*: how many dances each of the two leads; None: no comparison."""
    det = obj.determiner
    than = next((m.what for m in obj.modifiers if m.word == "than"), None)
    if det.more not in MORE or than is None or det != ast.Determiner(more=det.more):
        return None
    rest = tuple(m for m in obj.modifiers if m.word != "than")
    plain = replace(obj, determiner=ast.Determiner(quantifier="all"), modifiers=rest, plural=True)

    def number(player: Val) -> Expr:
        whole = scope.describe(plain)
        defined = scope.world.find_defined(verb.verb, player.type.name, whole.type.name)
        if defined is None or len(defined.kinds) != 2:
            raise scope.fail("SAY0758", verb, verb=verb.verb)
        slot = scope.alloc()
        led = ("call", defined.function, player.expr, build.local(slot))
        return ("count", build.where(whole.expr, slot, led))

    mine = number(subject)
    return over(scope.describe(than), scope, than, lambda other: (MORE[det.more or ""], mine, number(other)))


def meaningless(clause: ast.Clause, verb: ast.Act, scope: Scope) -> Exception:
    """That nothing gives a verb this meaning: with the nearest form, if it is a verb of the language."""
    known = next((each for each in (TOGETHER, STATES, ENDINGS) if each.knows(clause)), None)
    return known.unlike(clause, scope) if known else scope.fail("SAY0758", verb, verb=verb.verb)
