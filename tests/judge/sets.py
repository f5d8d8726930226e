"""Noun phrases: which entities fit, and what their determiner says of them.

`fitting` is the restrictor (where to look, kind, adjectives, modifiers, relative clause, ordinal), `quantify` the
generalised quantifier: it takes a body, a function from a value and an environment to environments in which the
sentence is true, and yields such environments itself.  No environment: false.  So what an *a* finds stays known
behind it (and is one answer for each that fits), and what stands under *no*, *each* or a number does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tests.judge import amounts, conditions
from tests.judge.values import (
    Entity,
    Env,
    Fixed,
    Number,
    Open,
    Referent,
    Refused,
    Table,
    Unknown,
    Value,
    Word,
)
from toolkit.language import ast

if TYPE_CHECKING:
    pass

Body = Callable[[Value, Env], Iterator[Env]]

PLACES = ("in", "at", "on", "from")
ORDINALS = ("first", "second", "third", "fourth", "fifth")
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
            found = list(all_hold(e, noun, plain, table, env))
            if found and e not in result:
                result[e] = found
    chosen = sorted(result) if len(phrase.nouns) > 1 else list(result)
    for modifier in superlatives:
        chosen = superlative(chosen, modifier, table, env)
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
        if not conditions.has_adjective(Entity(e), word, table, env):
            return
    if not possessed(e, noun, phrase, table, env):
        return
    if not in_default_place(e, noun, phrase, table):
        return
    envs = [env]
    for modifier in phrase.modifiers:
        envs = [after for before in envs for after in modified(e, noun, modifier, table, before)]
    relative = phrase.last.relative
    if relative is not None:
        envs = [after for before in envs for after in described(e, noun, relative, table, before)]
    yield from envs


def in_default_place(e: int, noun: ast.Noun, phrase: Phrase, table: Table) -> bool:
    place = table.lore.found_in.get(noun.head or "")
    if place is None or phrase.placed:
        return True
    table.notes.add("default place")
    says = [m.word for m in phrase.modifiers]
    if (
        any(word in PLACES or word in ("of", "on top of", "under") for word in says)
        or phrase.last.relative is not None
    ):
        raise Unknown("a default place and something that may be a place")
    d = phrase.determiner
    if d.possessive or d.owner or says:
        raise Unknown("a default place and whose it is")
    return any(table.is_kind(above, place) for above in table.above(e))


def possessed(e: int, noun: ast.Noun, phrase: Phrase, table: Table, env: Env) -> bool:
    """*your cats*, *Red's yard*: the determiner's half; a list shares it."""
    d = phrase.determiner
    if d.possessive is None and d.owner is None:
        return True
    if d.owner is not None:
        owners = [v for v in values_of(d.owner, table, env)]
        return any(isinstance(v, Entity) and belongs(e, v.id, table) for v in owners)
    return belongs(e, possessor(d.possessive or "", table, env), table)


def belongs(e: int, whose: int, table: Table) -> bool:
    """Things of a player are theirs by owner, else by the place where they lie; places by owner; what lies in a place
    belongs to it."""
    if whose < 0:
        return False
    if table.is_kind(whose, "player"):
        if table.model.is_component[e] and table.owner(e) < 0 <= table.holder(e) and table.changes_hands(e):
            raise Open("what is nobody's, in somebody's place")
        return (table.owner(e) if table.model.is_place[e] else table.holder(e)) == whose
    if table.model.is_place[whose] and not table.model.is_place[e]:
        return table.inside(e, whose)
    raise Unknown("what belongs to a thing")


def possessor(word: str, table: Table, env: Env) -> int:
    match word:
        case "your":
            return env.you
        case "their":
            return pronoun("they", table, env)
        case "its":
            return pronoun("it", table, env)
    raise Unknown(f"possessive {word}")


def pronoun(word: str, table: Table, env: Env) -> int:
    """Who is spoken of: the subject of the verb, if it fits; else the one that was mentioned."""
    if word == "you":
        return env.you

    def fits(e: int) -> bool:
        return table.is_kind(e, "player") == (word == "they")

    if env.subject >= 0 and fits(env.subject):
        return env.subject
    found = [r for r in env.spoken if is_spoken_as(r, "player", table) == (word == "they")]
    if not found:
        raise Refused(f"{word}: nothing to refer to")
    if len({r.id for r in found}) > 1:
        if any(r.noun is None or table.lore.category(r.noun) == "place" for r in found):
            raise Unknown(f"{word}: names or places among what was spoken of")
        raise Refused(f"{word}: two that it could be")
    table.notes.add("what was spoken of")
    return found[-1].id


def is_spoken_as(referent: Referent, noun: str, table: Table) -> bool:
    """Whether *that noun* can be it; of what was looked for and not found, its word says so."""
    if referent.id < 0:
        return table.lore.words.is_kind(referent.noun, noun) or noun == "thing"
    return table.is_kind(referent.id, noun)


def modified(e: int, noun: ast.Noun, modifier: ast.Modifier, table: Table, env: Env) -> Iterator[Env]:
    """The environments in which the modifier holds of `e`."""
    word, what = modifier.word, modifier.what
    if what is None:
        raise Unknown(f"modifier {word} without a noun")
    inner = env.under(e)
    back = lambda after: replace(after, subject=env.subject)
    if word in PLACES:
        spot: Body = lambda v, after: iter([after] if is_inside(e, v, table) else [])
        yield from nominal(what, table, env, spot)
    elif word == "of":
        yield from nominal(what, table, env, lambda v, after: iter([after] if is_of(e, v, table) else []))
    elif word == "with":
        yield from map(back, conditions.having(e, what, None, table, inner))
    elif word == "without":
        found = any(True for _ in conditions.having(e, what, None, table, inner))
        yield from [] if found else [env]
    elif word == "other than":
        gone = members(what, table, env)
        yield from [] if e in gone else [env]
    else:
        raise Unknown(f"modifier {word}")


def is_inside(e: int, where: Value, table: Table) -> bool:
    return isinstance(where, Entity) and table.inside(e, where.id)


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
            yield from described(e, noun, more, table, after)
    else:
        found = any(True for _ in first) or any(True for _ in described(e, noun, more, table, env))
        yield from [env] if found else []


def one_relative(e: int, noun: ast.Noun, relative: ast.Relative, table: Table, env: Env) -> Iterator[Env]:
    back = lambda after: replace(after, subject=env.subject)
    inner = env.under(e)
    if relative.there is not None:
        at = ast.Modifier(word="in", what=Fixed(id=e))
        there = relative.there
        phrase = phrase_of(there.what)
        if phrase is None:
            raise Unknown("where there is a list")
        found = any(True for _ in quantify(phrase.adding(at), table, inner, lambda v, after: iter([after])))
        yield from [env] if found != there.negated else []
        return
    verb = relative.verb
    if verb is None:
        raise Unknown("a relative clause without a verb")
    if relative.subject is None and relative.word in ("that", "who", ""):
        yield from map(back, conditions.verb_truth(verb, Entity(e), table, inner))
    elif relative.word == "whose" and isinstance(relative.subject, ast.Noun):
        subject = replace(
            relative.subject, determiner=ast.Determiner(article="the"),
            modifiers=(*relative.subject.modifiers, ast.Modifier(word="of", what=Fixed(id=e))),
        )  # fmt: skip
        yield from map(
            back, nominal(subject, table, env, lambda v, a: conditions.verb_truth(verb, v, table, a))
        )
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
            if (table.holder(e) == v.id and here) != verb.negated:
                yield after

        yield from map(back, nominal(relative.subject, table, env, has))
    else:
        raise Unknown(f"relative {relative.word}")


def modified_place(e: int, place: ast.Complement, table: Table, env: Env) -> Iterator[Env]:
    if place.value is None or not isinstance(place.value, ast.Nominal):
        raise Unknown("there")
    if reaches(place.value):
        table.notes.add("is in each")
    spot: Body = lambda v, after: iter([after] if is_inside(e, v, table) else [])
    yield from nominal(place.value, table, env, spot)


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
    low = what.determiner.quantifier == "fewest" or what.determiner.ordinal == "lowest"
    bare = replace(what, determiner=OWN, plural=True)
    measured = [(e, conditions.how_many(e, bare, None, table, env.under(e))) for e in among]
    known = [(e, n) for e, n in measured if n is not None]
    if not known:
        return []
    best = min(n for _, n in known) if low else max(n for _, n in known)
    return [e for e, n in known if n == best]


def not_meant(phrase: Phrase, among: list[int], table: Table, env: Env) -> list[int]:
    """*other*, *another*: without the one that is meant already."""
    d = phrase.determiner
    if not d.other and d.quantifier != "another":
        return among
    meant = already(phrase, table, env)
    return [e for e in among if e != meant]


def already(phrase: Phrase, table: Table, env: Env) -> int:
    noun = phrase.nouns[0].head or ""

    def fits(e: int) -> bool:
        return e >= 0 and any(n.head is not None and table.is_kind(e, n.head) for n in phrase.nouns)

    if fits(env.subject):
        return env.subject
    for referent in reversed(env.spoken):
        if referent.id >= 0 and fits(referent.id):
            if table.is_kind(referent.id, "player") and referent.id != env.you and env.you >= 0:
                raise Unknown("other than you, or than who was mentioned")
            return referent.id
    if fits(env.this):
        return env.this
    if table.lore.words.is_kind(noun, "player") and env.you >= 0:
        return env.you
    if env.spoken:
        raise Unknown("other than what was spoken of")
    raise Refused("other than what?")


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
    """As they lie: all in one ordered place."""
    places = {table.state.parent[e] for e in among}
    if not places:
        return []
    place = next(iter(places))
    if len(places) > 1 or place < 0 or not table.model.ordered[place]:
        raise Unknown("an ordinal where nothing is in order")
    kids = table.state.kids[place]
    return sorted(among, key=kids.index)


# --- Determiners ------------------------------------------------------------------------------------------------


def nominal(node: ast.Nominal, table: Table, env: Env, body: Body) -> Iterator[Env]:
    """Any noun phrase as the argument of `body`."""
    match node:
        case Fixed(id=id):
            if id >= 0:
                yield from body(Entity(id), env)
        case ast.Pronoun(word=word):
            id = pronoun(word, table, env)
            if id >= 0:
                yield from body(Entity(id), env)
        case ast.Group():
            yield from listed(node, table, env, body)
        case ast.Noun() if amounts.is_amount(node, table.lore):
            yield from amounts.amount(node, table, env, body)
        case ast.Arith():
            yield from amounts.amount(node, table, env, body)
        case ast.Noun():
            yield from quantify(Phrase(node.determiner, (node,)), table, env, body)
        case _:
            raise Unknown(type(node).__name__)


def listed(node: ast.Group, table: Table, env: Env, body: Body) -> Iterator[Env]:
    shared = phrase_of(node)
    if shared is not None and shared.nouns[0].head is not None:
        d = shared.determiner
        if node.joint == "and" and not (
            d.quantifier in ("all", "each") or d.article == "the" or d.possessive or d.owner
        ):
            raise Unknown("and under one determiner that counts")
        if node.joint == "or" and (
            d.quantifier in ("all", "each") or d.article == "the" or d.possessive or d.owner
        ):
            raise Unknown("or under a universal determiner")
        yield from quantify(shared, table, env, body)
    elif node.joint == "and":
        if all(any(True for _ in nominal(item, table, env, body)) for item in node.items):
            yield env
    elif any(any(True for _ in nominal(item, table, env, body)) for item in node.items):
        yield env


def wide(phrase: Phrase) -> tuple[ast.Modifier, ast.Nominal] | None:
    """A modifier with *each* reaches over its host (*a cat in each yard*)."""
    for modifier in phrase.modifiers:
        what = modifier.what
        if modifier.word in (*PLACES, "of") and isinstance(what, ast.Noun) and reaches(what):
            return modifier, what
    return None


def reaches(what: ast.Nominal | None) -> bool:
    if not isinstance(what, ast.Noun):
        return False
    d = what.determiner
    return (
        d.quantifier in ("each", "every")
        or reaches(d.owner)
        or any(m.word == "of" and reaches(m.what) for m in what.modifiers)
    )


def denies(what: ast.Nominal | None) -> bool:
    return isinstance(what, ast.Noun) and (
        what.determiner.quantifier == "no"
        or denies(what.determiner.owner)
        or what.determiner.quantifier == "all"
    )


def quantify(phrase: Phrase, table: Table, env: Env, body: Body) -> Iterator[Env]:
    """The generalised quantifier of a phrase of entities."""
    over = wide(phrase)
    if over is not None:
        modifier, what = over
        rest = phrase.without(modifier)
        d = phrase.determiner
        if (
            d.quantifier in ("each", "every", "all", "no")
            or (d.article == "the" and phrase.plural)
            or d.possessive
            or d.owner
        ):
            raise Unknown("each under each")

        def inner(v: Value, after: Env) -> Iterator[Env]:
            if isinstance(v, Entity):
                held = ast.Modifier(word=modifier.word, what=Fixed(id=v.id))
                yield from quantify(rest.adding(held), table, after, body)

        yield from nominal(what, table, env, inner)
        return
    if counts(phrase) and any(m.word == "of" and is_indefinite(m.what) for m in phrase.modifiers):
        raise Unknown("so many of somebody's")
    if phrase.determiner.owner is not None and not isinstance(phrase.determiner.owner, Fixed):

        def owned(v: Value, after: Env) -> Iterator[Env]:
            if isinstance(v, Entity):
                d = replace(phrase.determiner, owner=Fixed(id=v.id))
                yield from quantify(replace(phrase, determiner=d), table, after, body)

        yield from nominal(phrase.determiner.owner, table, env, owned)
        return
    yield from determined(phrase, table, env, body)


def counts(phrase: Phrase) -> bool:
    d = phrase.determiner
    return d.quantifier in ("each", "every", "all", "no") or d.number is not None


def is_indefinite(what: ast.Nominal | None) -> bool:
    return isinstance(what, ast.Noun) and (
        what.determiner.article == "a" or what.determiner.quantifier == "another"
    )


def determined(phrase: Phrase, table: Table, env: Env, body: Body) -> Iterator[Env]:
    d, noun = phrase.determiner, phrase.nouns[0]
    if (
        d.signed
        or d.more
        or d.quantifier
        in (
            "most",
            "fewest",
            "as many",
            "as much",
            "twice",
            "half",
            "half of",
            "that many",
            "that much",
            "any number of",
            "random",
            "a random",
        )
    ):
        raise Unknown(f"determiner {d.more or d.quantifier} of a set")  # fmt: skip
    if d.article in ("this", "that", "these", "those"):
        yield from demonstrative(phrase, table, env, body)
        return
    found = fitting(phrase, table, env)
    head = noun.head if noun.name is None else None

    def each(e: int, envs: list[Env]) -> Iterator[Env]:
        for after in envs:
            yield from body(Entity(e), after.speak(e, head))

    def count() -> int:
        return sum(1 for e, envs in found if any(True for _ in each(e, envs)))

    if noun.name is not None:
        if len(found) > 1:
            raise Unknown("a name with copies")
        for e, envs in found:
            yield from each(e, envs)
    elif d.quantifier in ("each", "every", "all", "both"):
        if d.number is not None or d.quantifier == "both":
            raise Unknown("all 3")
        yield from [env] if count() == len(found) else []
    elif d.quantifier == "no":
        yield from [env] if count() == 0 else []
    elif d.number is not None and d.ordinal is None:
        yield from numbered(phrase, found, count, each, env)
    elif d.article == "a" or d.quantifier == "another":
        for e, envs in found:
            yield from each(e, envs)
    elif d.article == "the" or d.possessive or d.owner is not None:
        yield from definite(phrase, found, count, each, env, table)
    elif d.quantifier is None and phrase.plural:
        for e, envs in found:  # *there are cats*, *you have cats*
            yield from each(e, envs)
    else:
        raise Unknown(f"determiner {d}")


def numbered(
    phrase: Phrase, found: list, count: Callable[[], int], each: Callable, env: Env
) -> Iterator[Env]:
    d = phrase.determiner
    if d.of and d.number == 1 and d.bound is None:  # one of your cats
        for e, envs in found:
            yield from each(e, envs)
        return
    if d.bound is None:
        raise Refused("a number of things without a bound")
    if d.article == "the" or ((d.possessive or d.owner) and not d.of):
        raise Unknown("your 3 cats")
    yield from [env] if compare(count(), d.bound, d.number or 0) else []


def definite(
    phrase: Phrase, found: list, count: Callable[[], int], each: Callable, env: Env, table: Table
) -> Iterator[Env]:
    many = phrase.plural or (phrase.determiner.ordinal is not None and (phrase.determiner.number or 1) > 1)
    if many:
        if not found:
            raise Open("all of none: the Ns, where there are none")
        yield from [env] if count() == len(found) else []
        return
    if len(found) > 1:
        if phrase.determiner.ordinal in ("highest", "lowest"):
            raise Open("several are the highest")
        if any(is_superlative(m) for m in phrase.modifiers):
            table.notes.add("tie")
            return  # *the player with the most coins*, where two have: nobody
        if phrase.determiner.ordinal is None:
            raise Open("the only one of several")
    if not found:
        table.notes.add("nothing")
    for e, envs in found:
        yield from each(e, envs)


def demonstrative(phrase: Phrase, table: Table, env: Env, body: Body) -> Iterator[Env]:
    d, noun = phrase.determiner, phrase.nouns[0]
    if (
        len(phrase.nouns) > 1
        or noun.modifiers
        or noun.relative
        or noun.adjectives
        or d.number
        or d.quantifier
        or d.ordinal
    ):
        raise Unknown("that with more")
    if d.article == "this":
        if env.this < 0:
            raise Refused("no this here")
        yield from body(Entity(env.this), env)
        return
    if d.article != "that":
        raise Unknown("those")
    found = [r for r in env.spoken if is_spoken_as(r, noun.head or "thing", table)]
    if not found:
        raise Refused(f"that {noun.head}: nothing to refer to")
    if len({r.id for r in found}) > 1:
        if any(r.noun is None for r in found):
            raise Unknown(f"that {noun.head}: a name among what was spoken of")
        raise Refused(f"that {noun.head}: two that it could be")
    table.notes.add("what was spoken of")
    if found[-1].id >= 0:
        yield from body(Entity(found[-1].id), env)


def compare(n: int, bound: str, limit: int) -> bool:
    match bound:
        case "at least":
            return n >= limit
        case "at most" | "up to":
            return n <= limit
        case "exactly":
            return n == limit
        case "more than":
            return n > limit
        case "fewer than" | "less than":
            return n < limit
    raise Unknown(f"bound {bound}")


# --- Sets as wholes -------------------------------------------------------------------------------------------


def members(node: ast.Nominal, table: Table, env: Env) -> list[int]:
    """What a phrase denotes as a whole: *your cats*, *the cats and dogs in the park*, *Red*."""
    match node:
        case Fixed(id=id):
            return [id] if id >= 0 else []
        case ast.Pronoun(word=word):
            id = pronoun(word, table, env)
            return [id] if id >= 0 else []
    phrase = phrase_of(node)
    if phrase is None:
        if isinstance(node, ast.Group) and node.joint == "and":
            found = {e for item in node.items for e in members(item, table, env)}
            return sorted(found)
        raise Unknown("a set of something else")
    d = phrase.determiner
    if d.article in ("this", "that"):
        found_one: list[int] = []
        list(demonstrative(phrase, table, env, lambda v, after: iter([found_one.append(v.id)])))  # type: ignore
        return found_one
    if (d.article == "a" and phrase.nouns[0].name is None) or (d.number is not None and d.ordinal is None):
        raise Unknown("a set with an indefinite determiner")
    if d.quantifier not in (None, "all", "each", "every") or d.more or d.signed:
        raise Unknown(f"a set with {d.quantifier or d.more}")
    found_all = [e for e, _ in fitting(phrase, table, env)]
    one = phrase.nouns[0].name is None and phrase.plural is False and d.quantifier is None
    if one and not d.is_empty() and len(found_all) > 1:
        raise Open("the only one of several")
    if one and not found_all:
        table.notes.add("nothing")
    return found_all


def values_of(node: ast.Nominal, table: Table, env: Env) -> list[Value]:
    """The values for which a definite phrase stands."""
    found: list[Value] = []

    def note(v: Value, after: Env) -> Iterator[Env]:
        found.append(v)
        yield after

    list(nominal(node, table, env, note))
    return found


__all__ = ["Body", "Number", "Phrase", "compare", "fitting", "members", "nominal", "phrase_of", "quantify"]
