"""Noun phrases without their determiner: which entities fit.

Where to look, kind, adjectives, modifiers, relative clause, ordinal, in this order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.judge import conditions, past, possession, quantifiers, reference
from tests.judge.copies import replace
from tests.judge.values import (
    Entity,
    Env,
    Fixed,
    Open,
    Table,
    Unknown,
    Value,
    Word,
    every,
)
from toolkit.kernel import model
from toolkit.language import ast

if TYPE_CHECKING:
    pass

Body = Callable[[Value, Env], Iterator[Env]]

PLACES = ("in", "at", "on", "from")
ORDINALS = ("first", "second", "third", "fourth", "fifth")
BY_PLACE = (*ORDINALS, "last", "top", "bottom")
BESIDE = {
    "next to": (),
    "above": (0, 1),
    "below": (0, -1),
    "to the left of": (-1, 0),
    "to the right of": (1, 0),
}
"""How far to the right and up, of the nearest one on that side."""
OWN = ast.Determiner()


@dataclass(frozen=True)
class Phrase:
    """Nouns under one determiner (*2 cats or dogs*); modifiers of the last are those of all."""

    determiner: ast.Determiner
    nouns: tuple[ast.Noun, ...]
    joint: str | None = None
    placed: bool = False
    """The verb says where, so that no default place is meant."""

    @property
    def last(self) -> ast.Noun:
        return self.nouns[-1]

    @property
    def modifiers(self) -> tuple[ast.Modifier, ...]:
        return self.last.modifiers

    @property
    def plural(self) -> bool:
        return bool(self.nouns[0].plural)

    def without(self, *gone: ast.Modifier) -> Phrase:
        if not gone:
            return self
        kept = tuple(m for m in self.last.modifiers if not any(m is g for g in gone))
        return replace(self, nouns=(*self.nouns[:-1], replace(self.last, modifiers=kept)))

    def adding(self, *more: ast.Modifier) -> Phrase:
        return replace(
            self, nouns=(*self.nouns[:-1], replace(self.last, modifiers=(*self.last.modifiers, *more)))
        )


def phrase_of(node: ast.Nominal) -> Phrase | None:
    """A noun phrase of entities, or a list under one determiner; None: something else."""
    if isinstance(node, ast.Noun):
        return Phrase(node.determiner, (node,))
    if isinstance(node, ast.Group) and all(isinstance(item, ast.Noun) for item in node.items):
        nouns = [item for item in node.items if isinstance(item, ast.Noun)]
        if all(noun.determiner.is_empty() and noun.head is not None for noun in nouns[1:]):
            if any(noun.modifiers or noun.relative for noun in nouns[:-1]):
                raise Unknown("modifiers inside a list")
            if any(noun.adjectives for noun in nouns):
                raise Unknown("adjectives in a list under one determiner")
            return Phrase(nouns[0].determiner, tuple(nouns), node.joint)
    return None


# --- Which fit ------------------------------------------------------------------------------------------------


def fitting(phrase: Phrase, table: Table, env: Env) -> list[tuple[int, list[Env]]]:
    """Entities with the environments in which the modifiers hold of them; in order, without the determiner."""
    result: dict[int, list[Env]] = {}
    superlatives = [m for m in phrase.modifiers if is_superlative(m)]
    plain = phrase.without(*superlatives)
    for noun in plain.nouns:
        for e in named_or_kind(noun, plain, table, env):
            found = every(all_hold(e, noun, plain, table, env))
            if found and e not in result:
                result[e] = found
    chosen = sorted(result) if len(phrase.nouns) > 1 else list(result)
    for modifier in superlatives:
        chosen = superlative(chosen, modifier, table, env)
        if set(not_meant(phrase, chosen, table, env)) != set(
            superlative(not_meant(phrase, list(result), table, env), modifier, table, env)
        ):
            raise Open("the highest of the others, or others that are highest")
    chosen = not_meant(phrase, chosen, table, env)
    chosen = by_ordinal(phrase, chosen, table, env)
    return [(e, result[e]) for e in chosen]


def named_or_kind(noun: ast.Noun, phrase: Phrase, table: Table, env: Env) -> list[int]:
    lore = table.lore
    if noun.name is not None:
        if noun.modifiers or noun.relative or noun.adjectives or not noun.determiner.is_empty():
            raise Unknown("a name with more")
        return [e for e in lore.names[noun.name] if table.in_game(e)]
    if noun.head is None or not lore.is_entity_noun(noun.head):
        raise Unknown(f"set of {lore.category(noun.head) or 'a bare number'}")
    return table.all_of(noun.head)


def all_hold(e: int, noun: ast.Noun, phrase: Phrase, table: Table, env: Env) -> Iterator[Env]:
    """Adjectives, whose it is, modifiers and the relative clause."""
    for word in noun.adjectives:
        if word in ("same", "different"):
            raise Unknown("the same, or different")
        if not conditions.has_adjective(Entity(e), word, table, env):
            return
    if not possessed(e, noun, phrase, table, env):
        return
    if not in_default_place(e, noun, phrase, table, env):
        return
    if not phrase.modifiers and phrase.last.relative is None:
        yield env
        return
    you = (env.you,) if phrase.determiner.possessive == "your" else ()
    around = (*env.around, *you, e)  # *your cats in another player's yard*: another than you
    # What the verb says of where, it says of these, and of nothing else.
    envs = [replace(env, placed=False, around=around)]
    for modifier in phrase.modifiers:
        envs = every(after for before in envs for after in modified(e, noun, modifier, table, before))
    relative = phrase.last.relative
    if relative is not None:
        envs = every(after for before in envs for after in described(e, noun, relative, table, before))
    for after in envs:
        yield replace(after.beside(len(env.spoken)), placed=env.placed, around=env.around)


def in_default_place(e: int, noun: ast.Noun, phrase: Phrase, table: Table, env: Env) -> bool:
    """*found*: where a kind is looked for when a sentence names no place."""
    place = table.lore.found_in.get(noun.head or "")
    if place is None or names_place(phrase) or was_taken_away(phrase.last.relative, table):
        return True
    if phrase.placed or env.placed:
        table.notes.add("default place, and the verb says where")
        return True
    table.notes.add("default place")
    if any(m.word in ("under", "on top of") for m in phrase.modifiers):
        raise Unknown("a default place, and under something")
    owners = [e for whose in said_owners(phrase, table, env) for e in whose]
    if owners and asks_a_definition(phrase.last.relative, table):
        raise Open("a word that may itself say where it lies")
    if any(not table.is_kind(owner, "player") for owner in owners):
        return True  # *the last moth of the bowl*
    if owners:
        own = [who for who in owners if belongs(e, who, table)] or owners  # each in their owner's own place
        return any(table.is_kind(above, place) and of_them(above, own, table) for above in table.above(e))
    return any(table.is_kind(above, place) for above in table.above(e))


def asks_a_definition(relative: ast.Relative | None, table: Table) -> bool:
    """*your cats that are for sale*: where they are may be what that word says."""
    said = (each for each in relative.walk() if isinstance(each, ast.IsAdjective)) if relative else ()
    return any(word in table.lore.adjectives for each in said for word in each.adjectives)


def said_owners(phrase: Phrase, table: Table, env: Env) -> Iterator[list[int]]:
    """The players whose things a phrase means: *your moths*, *moths of Red*, *moths you have*."""
    d, relative = phrase.determiner, phrase.last.relative
    if d.possessive is not None:
        yield [reference.possessor(d.possessive, table, env)]
    said = [d.owner, *(m.what for m in phrase.modifiers if m.word == "of")]
    had = relative is not None and relative.verb is not None and not relative.verb.negated
    if relative is not None and had and relative.subject is not None and relative.word != "whose":
        said.append(relative.subject)
    for node in said:
        if node is not None:
            yield [v.id for v in quantifiers.values_of(node, table, env) if isinstance(v, Entity)]


def of_them(place: int, owners: list[int], table: Table) -> bool:
    """Whether a place is one of theirs, or nobody's."""
    return table.owner(place) < 0 or table.owner(place) in owners


def names_place(phrase: Phrase) -> bool:
    """*moths in the bowl*, *moths that are in the bowl*; *moths that belong to you*: wherever they are.  *Moths that
    are not in the bowl* or *in no bowl* are looked for where moths are.
    """
    if any(modifier.word in (*PLACES, "among") for modifier in phrase.modifiers):
        return True
    relative = phrase.last.relative
    while relative is not None:
        verb = relative.verb
        belongs_ = isinstance(verb, ast.Act) and verb.verb == "belong" and not verb.negated
        if verb is not None and (belongs_ or (says_where(verb) and not denies(verb))):
            return True
        relative = relative.more
    return False


def was_taken_away(relative: ast.Relative | None, table: Table) -> bool:
    """*that was sent this turn*: wherever it was sent to, where a verb of the pack puts it somewhere."""
    while relative is not None:
        verb = relative.verb
        if isinstance(verb, ast.Act) and not verb.negated and past.is_past(verb):
            steps = table.lore.steps(verb.verb)
            said = [node for step in steps[1] for node in step.walk()] if steps is not None else []
            if any(isinstance(node, ast.Act) and node.verb in past.MOVES for node in said):
                return True
        relative = relative.more
    return False


def denies(verb: ast.Verb) -> bool:
    """*are not in the bowl*, *are in no bowl*."""
    where = (
        verb.predicate.where
        if isinstance(verb, ast.Be) and isinstance(verb.predicate, ast.IsPlaced)
        else None
    )
    return verb.negated or (isinstance(where, ast.Noun) and where.determiner.quantifier == "no")


def said_to_lie(relative: ast.Relative | None) -> list[object]:
    """*that is in your yard*: in which places a relative clause says that something is."""
    said: list[object] = []
    while relative is not None:
        match relative.verb:
            case ast.Be(negated=False, predicate=ast.IsPlaced(prep="in" | "at" | "on", where=where)):
                said.append(where)
        relative = relative.more
    return said


def says_where(verb: ast.Verb) -> bool:
    if isinstance(verb, ast.Be):
        what = verb.predicate
        beside = isinstance(what, ast.IsRelated) and what.relation in BESIDE
        return beside or (isinstance(what, ast.IsPlaced) and what.prep in (*PLACES, *BESIDE))
    return isinstance(verb, ast.Act) and any(c.role == "place" for c in verb.complements)


def possessed(e: int, noun: ast.Noun, phrase: Phrase, table: Table, env: Env) -> bool:
    """*your cats*, *Red's yard*: the determiner's half; a list shares it."""
    d = phrase.determiner
    if d.possessive is None and d.owner is None:
        return True
    if d.owner is not None:
        owners = quantifiers.values_of(d.owner, table, env)
        return any(isinstance(v, Entity) and belongs(e, v.id, table) for v in owners)
    return belongs(e, reference.possessor(d.possessive or "", table, env), table)


def belongs(e: int, whose: int, table: Table) -> bool:
    """Things of a player are theirs by owner, else by the place where they lie; places by owner; what lies in a place
    belongs to it."""
    if whose < 0:
        return False
    if table.is_kind(whose, "player"):
        table.not_nobodys(e)
        has = table.owner(e) if table.model.is_place[e] else table.holder(e)
        if has < 0 and table.model.is_place[e] and table.lore.figure is not None:
            raise Unknown("the place where somebody's piece is")
        if has < 0:
            table.notes.add("of nobody")
        return has == whose
    if table.model.members[whose]:
        return e in table.model.members[whose]
    if table.model.is_place[whose] and table.model.is_place[e] and table.state.parent[e] == whose:
        return True
    if table.model.is_place[whose] and not table.model.is_place[e]:
        return table.inside(e, whose)
    if (
        table.model.is_component[whose] and table.model.is_place[e]
    ):  # *its place*, *its island*, at a harbour of that
        above = list(table.above(whose))
        if above and not table.model.is_place[above[0]]:
            raise Open("the place of what lies on a thing")
        return e in above
    raise Unknown("what belongs to a thing")


def modified(e: int, noun: ast.Noun, modifier: ast.Modifier, table: Table, env: Env) -> Iterator[Env]:
    """The environments in which the modifier holds of `e`."""
    word, what = modifier.word, modifier.what
    if what is None:
        raise Unknown(f"modifier {word} without a noun")
    inner = env.under(e)
    back = lambda after: replace(after, subject=env.subject)
    if word in PLACES and isinstance(what, ast.Noun) and (what.determiner.number or 1) > 1:
        raise Unknown("in so many places")
    if word in PLACES and all_of_them(what, table):
        if isinstance(what, ast.Noun) and what.modifiers:
            raise Unknown("in the places of several")
        places = quantifiers.members(what, table, env)
        yield from [env] if any(table.inside(e, place) for place in places) else []
    elif word in PLACES:
        spot: Body = lambda v, after: iter([after] if is_inside(e, v, table) else [])
        yield from quantifiers.nominal(what, table, env, spot)
    elif word == "of" and isinstance(what, ast.Noun) and what.determiner.quantifier == "all":
        owners = quantifiers.members(what, table, env)
        yield from [env] if any(belongs(e, owner, table) for owner in owners) else []
    elif word == "of":
        yield from quantifiers.nominal(
            what, table, env, lambda v, after: iter([after] if is_of(e, v, table) else [])
        )
    elif word == "with":
        yield from map(back, possession.having(e, what, None, table, inner))
    elif word == "without":
        found = any(True for _ in possession.having(e, what, None, table, inner))
        yield from [] if found else [env]
    elif word == "among":
        yield from [env] if e in quantifiers.members(what, table, replace(env, placed=True)) else []
    elif word == "other than":
        gone = quantifiers.members(what, table, replace(env, placed=True))  # wherever they are
        yield from [] if e in gone else [env]
    elif word in BESIDE:
        if table.is_kind(e, "player"):
            raise Unknown("next to a player")
        near: Body = lambda v, after: iter([after] if lies_beside(e, word, v, table) else [])
        yield from map(back, quantifiers.nominal(what, table, inner, near))
    elif word in table.lore.relations:
        yield from map(back, conditions.related(Entity(e), word, what, table, inner))
    else:
        raise Unknown(f"modifier {word}")


def all_of_them(where: ast.Nominal, table: Table) -> bool:
    """*in the yards*, *in your yards*: in any of them."""
    if not isinstance(where, ast.Noun) or not where.plural or where.name is not None:
        return False
    d = where.determiner
    the = d.article == "the" or d.possessive is not None or d.owner is not None
    return the and d.quantifier is None and d.number is None and d.ordinal is None


def is_inside(e: int, where: Value, table: Table) -> bool:
    return isinstance(where, Entity) and table.inside(e, where.id)


def lies_beside(e: int, word: str, other: Value, table: Table) -> bool:
    """On the same board so far to the right and so far up; a thing is where its square is."""
    if not isinstance(other, Entity):
        raise Unknown(f"{word} an amount")
    one, two = square(e, table), square(other.id, table)
    if one is None or two is None or one.part_of < 0 or one.part_of != two.part_of:
        return False
    step = one.x - two.x, one.y - two.y
    return abs(step[0]) + abs(step[1]) == 1 if word == "next to" else step == BESIDE[word]


def square(e: int, table: Table) -> model.Entity | None:
    """Where something is on a board; None: on none."""
    if table.model.is_component[e]:
        e = table.state.parent[e]
        if e >= 0 and table.model.is_component[e]:
            raise Open("the square of what lies on a thing")
    return table.model.entities[e] if e >= 0 and table.model.is_place[e] else None


def is_of(e: int, whose: Value, table: Table) -> bool:
    if isinstance(whose, Word):
        return conditions.has_word(e, whose, table)
    return isinstance(whose, Entity) and belongs(e, whose.id, table)


def described(e: int, noun: ast.Noun, relative: ast.Relative, table: Table, env: Env) -> Iterator[Env]:
    """A relative clause; a second one is joined to the first."""
    first = one_relative(e, noun, replace(relative, more=None), table, env)
    if relative.more is None:
        yield from first
        return
    more = relative.more
    if relative.joint == "and":
        for after in first:
            yield from described(e, noun, more, table, replace(after, apart=env.apart))
    else:
        found = any(True for _ in first) or any(True for _ in described(e, noun, more, table, env))
        yield from [env] if found else []


def one_relative(e: int, noun: ast.Noun, relative: ast.Relative, table: Table, env: Env) -> Iterator[Env]:
    back = lambda after: replace(after, subject=env.subject, several=env.several)
    one = noun.determiner.article == "the" and not noun.plural
    inner = replace(env.under(e), several=relative.subject is None and not one)
    if relative.there is not None:
        at = ast.Modifier(word="in", what=Fixed(id=e))
        there = relative.there
        phrase = phrase_of(there.what)
        if phrase is None:
            raise Unknown("where there is a list")
        found = any(
            True
            for _ in quantifiers.quantify(phrase.adding(at), table, inner, lambda v, after: iter([after]))
        )
        yield from [env] if found != there.negated else []
        return
    verb = relative.verb
    if verb is None:
        raise Unknown("a relative clause without a verb")
    if relative.subject is None and relative.word in ("that", "who", ""):
        yield from map(back, conditions.verb_truth(there_of_yours(verb, table, env), Entity(e), table, inner))
    elif relative.word == "whose" and isinstance(relative.subject, ast.Noun):
        subject = replace(
            relative.subject,
            determiner=ast.Determiner(article="the"),
            modifiers=(*relative.subject.modifiers, ast.Modifier(word="of", what=Fixed(id=e))),
        )
        yield from map(
            back,
            quantifiers.nominal(
                subject, table, env, lambda v, a: conditions.verb_truth(verb, v, table, a.under(e))
            ),
        )
    elif relative.subject is not None and isinstance(verb, ast.Act) and past.is_past(verb):
        done = replace(verb, negated=False)
        told = quantifiers.nominal(
            relative.subject,
            table,
            env,
            lambda v, a: past.happened(done, v, table, a.under(getattr(v, "id", -1)), e),
        )
        if verb.negated:
            yield from [] if any(True for _ in told) else [env]
        else:
            yield from map(back, told)
    elif relative.word in ("", "that", "who") and isinstance(relative.subject, (ast.Pronoun, ast.Noun)):
        if not isinstance(verb, ast.Act) or verb.verb != "have" or verb.tense != "present" or verb.modal:
            raise Unknown("what somebody did")
        places = [c for c in verb.complements if c.role == "place"]
        if len(places) != len(verb.complements):
            raise Unknown("you have something more")

        def has(v: Value, after: Env) -> Iterator[Env]:
            if not isinstance(v, Entity):
                return
            here = not places or any(
                any(True for _ in modified_place(e, c, table, after.under(v.id))) for c in places
            )
            table.not_nobodys(e)
            if (table.holder(e) == v.id and here) != verb.negated:
                yield after

        yield from map(back, quantifiers.nominal(relative.subject, table, env, has))
    else:
        raise Unknown(f"relative {relative.word}")


def modified_place(e: int, place: ast.Complement, table: Table, env: Env) -> Iterator[Env]:
    if place.value is None or not isinstance(place.value, ast.Nominal):
        raise Unknown("there")
    if quantifiers.reaches(place.value):
        table.notes.add("is in each")
    if env.doer >= 0 and quantifiers.in_any(place.value):
        raise Unknown("another than who has it, or than who does it")
    spot: Body = lambda v, after: iter([after] if is_inside(e, v, table) else [])
    yield from quantifiers.nominal(place.value, table, env, spot)


# --- Ordinals and superlatives --------------------------------------------------------------------------------


def is_superlative(modifier: ast.Modifier) -> bool:
    what = modifier.what
    if modifier.word != "with" or not isinstance(what, ast.Noun):
        return False
    return what.determiner.quantifier in ("most", "fewest") or what.determiner.ordinal in (
        "highest",
        "lowest",
    )


def superlative(among: list[int], modifier: ast.Modifier, table: Table, env: Env) -> list[int]:
    """*with the most coins*, *with the highest power*: all that tie."""
    what = modifier.what
    assert isinstance(what, ast.Noun)
    if what.determiner.quantifier and what.determiner.ordinal:
        raise Unknown("the second most")
    low = what.determiner.quantifier == "fewest" or what.determiner.ordinal == "lowest"
    bare = of_your_own(replace(what, determiner=OWN, plural=True), table, env)
    measured = [(e, possession.how_many(e, bare, None, table, env.under(e))) for e in among]
    known = [(e, n) for e, n in measured if n is not None]
    if not known:
        return []
    best = min(n for _, n in known) if low else max(n for _, n in known)
    if what.determiner.quantifier == "most" and what.head in table.lore.kinds and best == 0:
        return []  # of things, who has none has not the most
    return [e for e, n in known if n == best]


def of_your_own(what: ast.Noun, table: Table, env: Env) -> ast.Noun:
    """*the player with the most cats in your yard*: all are compared in that one yard, as if you were named."""
    names = [name for name, found in table.lore.names.items() if found == (env.you,)]
    if env.you < 0 or not names:
        return what

    def named(m: ast.Modifier) -> ast.Modifier:
        if not isinstance(m.what, ast.Noun) or m.what.determiner.possessive != "your":
            return m  # is said of nobody, or of whoever is compared
        owner = ast.Noun(name=names[0])
        return replace(
            m, what=replace(m.what, determiner=replace(m.what.determiner, possessive=None, owner=owner))
        )

    return replace(what, modifiers=tuple(map(named, what.modifiers)))


def there_of_yours(verb: ast.Verb, table: Table, env: Env) -> ast.Verb:
    """*a player who has the most cats in your yard*: in that one yard, also where it is said of you."""
    what = verb.complement("place") if isinstance(verb, ast.Act) else None
    if what is None or not isinstance(what.value, ast.Noun):
        return verb
    said = ast.Noun(modifiers=(ast.Modifier(word="in", what=what.value),))
    yours = of_your_own(said, table, env).modifiers[0].what
    return verb if yours is what.value else verb.with_value(what, yours)


def not_meant(phrase: Phrase, among: list[int], table: Table, env: Env) -> list[int]:
    """*other*, *another*: without the one that is meant already."""
    d = phrase.determiner
    if not d.other and d.quantifier != "another":
        return among
    several = d.quantifier in ("each", "every", "all") or (d.article == "the" and phrase.plural)
    if env.ahead is not None and several and env.subject < 0 and phrase.nouns[0].head == "player":
        return [e for e in among if e not in env.ahead[1]]
    meant = reference.already(phrase, table, env)
    return [e for e in among if e != meant]


def by_ordinal(phrase: Phrase, among: list[int], table: Table, env: Env) -> list[int]:
    d = phrase.determiner
    if d.ordinal is None:
        return among
    count = 1 if d.number is None else d.number
    if d.ordinal in ("highest", "lowest"):
        if d.number is not None:
            raise Unknown("the highest 2")
        shown = [(e, n) for e in among if (n := table.shown(e)) is not None]
        if not shown:
            return []
        best = (max if d.ordinal == "highest" else min)(n for _, n in shown)
        return [e for e, n in shown if n == best]
    ordered = in_order(among, table)
    if d.ordinal in ("top", "first"):
        return ordered[:count]
    if d.ordinal in ("bottom", "last"):
        return ordered[-count:] if count else []
    if d.ordinal in ORDINALS and d.number is None:
        at = ORDINALS.index(d.ordinal)
        return ordered[at : at + 1]
    raise Unknown(f"ordinal {d.ordinal}")


def in_order(among: list[int], table: Table) -> list[int]:
    """As they lie in one place."""
    places = {table.state.parent[e] for e in among}
    if not places:
        return []
    place = next(iter(places))
    if len(places) > 1 or place < 0:
        raise Open("an ordinal where nothing is in order")
    if place in table.loose:
        raise Open("an ordinal where several came at once")
    kids = table.state.kids[place]
    return sorted(among, key=kids.index)
