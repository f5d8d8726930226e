"""Which things an order is about: those that are meant, or each choice that somebody may make.

What comes out is a list of things, what is spoken of afterwards, and whether they are as many as were asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from tests.judge import amounts, possession, quantifiers, reference, sets
from tests.judge.copies import replace
from tests.judge.tables import LIMIT
from tests.judge.values import TOO_MANY, Entity, Env, Fixed, Open, Refused, Table, Unknown
from toolkit.language import ast


def things(
    node: ast.Nominal,
    source: ast.Complement | None,
    table: Table,
    env: Env,
    target: Sequence[int] = (),
) -> Iterator[tuple[list[int], Env, bool]]:
    """What is meant or may be chosen; the discourse afterwards; whether it is as many as were asked for.  `target`:
    where it goes; of those of which nothing says where they are, one that is there already is not chosen.
    """
    if isinstance(node, ast.Pronoun) and (group := them(node, table, env)) is not None:
        yield group, env, bool(group)
        return
    if isinstance(node, ast.Pronoun):
        found = quantifiers.members(node, table, no_place(env, table))
        if any(table.is_kind(e, "player") for e in found):
            raise Unknown("to put somebody somewhere")
        yield found, env, bool(found)
        return
    phrase = sets.phrase_of(node)
    if phrase is None and isinstance(node, ast.Group):
        yield from listed(node, source, table, env)
        return
    if phrase is None or (isinstance(node, ast.Noun) and amounts.is_amount(node, table.lore)):
        raise Unknown("to move an amount or a list")
    d, noun = phrase.determiner, phrase.nouns[0]
    if (filled := env.slot(noun)) is not None and source is None:
        yield [filled], env, True
        return
    if source is None and (some := of_the_group(noun, d, table, env)) is not None:
        yield from some
        return
    if d.article == "those" and source is None and len(phrase.nouns) == 1:
        group = list(quantifiers.those(noun, table, env))
        yield group, env, bool(group)
        return
    if source is not None:
        assert isinstance(source.value, ast.Nominal)
        if isinstance(source.value, ast.Pronoun) or d.article in ("that", "those"):
            raise Unknown("that one, from somewhere")
        one = (
            d.article == "a" and isinstance(source.value, ast.Noun) and source.value.determiner.article == "a"
        )
        if possession.vague(source.value) and not one:
            owned = isinstance(source.value, ast.Noun) and source.value.determiner.owner is not None
            some = d.number is not None or d.quantifier in ("any number of", "another") or d.article == "a"
            if not quantifiers.in_any(source.value):
                raise Unknown("from each of several")
            if some or owned or isinstance(node, ast.Noun):
                yield from from_one_place(node, source, source.value, table, env)
                return
            raise Refused("a list of all from one of several")
        phrase = replace(phrase.adding(ast.Modifier(word="from", what=source.value)), placed=True)
    if quantifiers.wide(phrase) is not None or possession.vague(phrase.determiner.owner):
        raise Unknown("of each, to be moved")
    if d.article in ("this", "that", "those", "these"):
        found = [v.id for v in quantifiers.values_of(node, table, env) if isinstance(v, Entity)]
        named = noun.head is not None and (d.article == "that" or (d.article == "this" and found))
        yield found, env.speak(found[0] if found else -1, noun.head) if named else env, bool(found)
        return
    if (d.number or 0) > 1 or d.quantifier == "any number of" or d.bound in ("at least", "between"):
        place = next((m for m in in_places(phrase, table) if quantifiers.in_any(m.what)), None)
        if place is not None and (isinstance(node, ast.Noun) or place.word == "of"):
            if (
                place.word == "of"
                or not isinstance(node, ast.Noun)
                or source is not None
                or len(node.modifiers) > 1
            ):
                raise Open("so many of one of several, who is chosen first")
            assert place.what is not None
            there = ast.Complement(role="from", prep="from", value=place.what)
            yield from from_one_place(replace(node, modifiers=()), there, place.what, table, env)
            return
    fits = [e for e, _ in sets.fitting(phrase, table, quantifiers.said_of_some(phrase, env))]
    number, least = wanted(phrase, len(fits), env)
    if number is None:
        if d.quantifier == "no":
            raise Refused("to do it with none")
        not_of_one(phrase, table)
        yield from all_of(phrase, fits, table, env)
        return
    if sets.names_place(phrase):
        if any(table.state.parent[e] in target for e in fits):
            raise Open("what lies there already, among those that can be chosen")
    else:
        fits = [e for e in fits if table.state.parent[e] not in target]
        number, least = wanted(phrase, len(fits), env)
        assert number is not None
    if sum(1 for _ in range(len(fits))) > 12 and number > 1:
        raise Open(TOO_MANY)
    # However many there are; *that many* and *1 to 2* are a group, be it of one.
    one = number == 1 and d.number in (None, 1) and d.quantifier not in ("any number of", "that many")
    one = one and d.bound not in ("at least", "between")
    for size in range(min(least, len(fits)), min(number, len(fits)) + 1):
        for some in combinations(fits, size):
            if any(table.inside(one, other) for one in some for other in some):
                raise Open("what lies on something, and that, among so many")
            named = env.speak(some[0] if some else -1, noun.head, picked=True)
            after = named if one else env.named_those(phrase, some)
            yield list(some), after, size >= least


def them(node: ast.Pronoun, table: Table, env: Env) -> list[int] | None:
    """*Put 2 cats in the park. Send them.*: the group that was named last, where nobody else is *they*."""
    if node.word != "they" or env.those is None or env.dim:
        return None
    players = [r for r in env.spoken if reference.is_spoken_as(r, "player", table)]
    since = env.spoken and (env.spoken[-1].sentence == env.sentence or env.spoken[-1].picked)
    if since or players or env.subject >= 0 or env.taken is not None:
        raise Unknown("they: a group, or somebody")
    return list(env.those[1])


def no_place(env: Env, table: Table) -> Env:
    """*Put it in the park*: what is put somewhere is rather a thing than the place in which one was found."""
    said = tuple(replace(r, aside=r.aside or (r.id >= 0 and table.model.is_place[r.id])) for r in env.spoken)
    return replace(env, spoken=said)


def of_the_group(
    noun: ast.Noun, d: ast.Determiner, table: Table, env: Env
) -> list[tuple[list[int], Env, bool]] | None:
    """*one of those cats*: each that it may be; *the other cats*, after that: those that it was not."""
    plain = not (noun.modifiers or noun.relative or noun.adjectives)
    if plain and d == ast.Determiner(article="those", of=True, number=1):
        whole = quantifiers.those(replace(noun, determiner=ast.Determiner(article="those")), table, env)
        if env.taken is not None:
            raise Unknown("one of those, after another one")
        if not whole:
            return [([], replace(env.speak(-1, noun.head), taken=(whole, -1)), False)]
        return [([e], replace(env.speak(e, noun.head), taken=(whole, e)), True) for e in whole]
    if plain and env.taken is not None and noun.plural and d == ast.Determiner(article="the", other=True):
        if env.dim or env.those is None or env.those != (noun.head, env.taken[0]):
            raise Unknown("the others, of another group")
        rest = [e for e in env.those[1] if e != env.taken[1]]
        return [(rest, env, bool(rest))]
    return None


def not_of_one(phrase: sets.Phrase, table: Table) -> None:
    """*all cats in a yard*: in which, or in any?  *Each cat in a yard* is each that is in any of them."""
    d = phrase.determiner
    open_ = [m for m in in_places(phrase, table) if quantifiers.in_any(m.what)]
    of_places = [m for m in open_ if isinstance(m.what, ast.Noun) and m.what.determiner.owner is None]
    if len(of_places) < len(open_) or any(m.word == "of" for m in open_):
        raise Open("all of one of several, who is chosen first")
    if of_places and (d.quantifier != "each" or any(m.word == "from" for m in open_)):
        raise Refused("all from one of several")


def in_places(phrase: sets.Phrase, table: Table) -> list[ast.Modifier]:
    """What says where they are, and not only what they are next or close to: of each that may be another one."""
    beside = (*sets.BESIDE, *table.lore.relations)
    return [m for m in phrase.modifiers if m.word not in beside]


def listed(
    node: ast.Group, source: ast.Complement | None, table: Table, env: Env
) -> Iterator[tuple[list[int], Env, bool]]:
    """*a cat and a dog*: both; *a cat or a dog*: one of them."""
    if node.joint == "or":
        for item in node.items:
            yield from things(item, source, table, env)
        return
    if source is not None and isinstance(source.value, ast.Nominal) and quantifiers.in_any(source.value):
        yield from from_one_place(node, source, source.value, table, env)
        return
    found: list[tuple[list[int], Env, bool]] = [([], env, True)]
    heads = [item.head for item in node.items if isinstance(item, ast.Noun) and item.head]
    overlap = [(a, b) for k, a in enumerate(heads) for m, b in enumerate(heads) if k != m]
    overlaps = "thing" in heads or any(table.lore.words.is_kind(a, b) for a, b in overlap)
    for item in node.items:
        made = [(old, new) for old in found for new in things(item, source, table, env)]
        found = [([*o[0], *n[0]], env, o[2] and n[2]) for o, n in made]
        if len(found) > LIMIT:
            raise Open(TOO_MANY)
    if all(map(means_all, node.items)):  # *all cats and all pets* are one group, each of them once
        found = [(list(dict.fromkeys(those)), env, bool(those)) for those, _, _ in found]
    elif overlaps:
        leaves_one_for_each([[*things(item, source, table, env)] for item in node.items])
    for those, _, whole in found:
        if any(table.inside(one, other) for one in those for other in those):
            raise Open("what lies on something, and that, in one list")
        if len(set(those)) == len(those):
            yield those, env, whole


def leaves_one_for_each(options: list[list[tuple[list[int], Env, bool]]]) -> None:
    """*a pet and a cat*: whether the pet may be the only cat, nobody said; nor whether it is one of *all cats*."""
    taken = [set[int]()]
    for ways in options:
        free = [[set(way[0]) for way in ways if not one.intersection(way[0])] for one in taken]
        if not all(free):
            raise Open("the same one would be two of a list")
        taken = [one | more for one, mores in zip(taken, free, strict=True) for more in mores]
        if len(taken) > LIMIT:
            raise Open(TOO_MANY)


def from_one_place(
    node: ast.Nominal, source: ast.Complement, where: ast.Nominal, table: Table, env: Env
) -> Iterator[tuple[list[int], Env, bool]]:
    """*a cat and a dog from a park*, *2 cats from a park*: from the same one, in which there is one of them at least.
    Of *another player's yard* the player is chosen, whatever lies there.
    """
    places = [v.id for v in quantifiers.values_of(where, table, env) if isinstance(v, Entity)]
    each = [[*things(node, replace(source, value=Fixed(id=at)), table, env)] for at in places]
    owner = isinstance(where, ast.Noun) and where.determiner.owner is not None
    useful = each if owner else [ways for ways in each if any(way[0] for way in ways)]
    yield from (way for ways in useful for way in ways)
    if not any(useful):  # *up to 2* of what is nowhere is none, and done
        phrase = sets.phrase_of(node)
        none = env if phrase is None else env.named_those(phrase, ())
        after = next((named for ways in each for _, named, _ in ways), none)
        yield [], after, any(whole for ways in each for _, _, whole in ways)


def all_of(
    phrase: sets.Phrase, fits: list[int], table: Table, env: Env
) -> Iterator[tuple[list[int], Env, bool]]:
    d, noun = phrase.determiner, phrase.nouns[0]
    one = noun.name is not None or (phrase.plural is False and d.quantifier is None)
    if one and len(fits) > 1:
        raise Open("the only one of several")
    if one and not fits:
        table.notes.add("nothing")
    whole = len(fits) >= (d.number or 1) if d.ordinal is not None else bool(fits)  # *the top 2*
    yield (
        fits,
        env.speak(fits[0] if fits else -1, noun.head, picked=True) if one else env.named_those(phrase, fits),
        whole,
    )


def wanted(phrase: sets.Phrase, there: int, env: Env) -> tuple[int | None, int]:
    """The most and the least that are chosen; None: all that fit."""
    d = phrase.determiner
    if d.quantifier == "that many" and env.many is not None:
        return env.many, env.many
    if d.quantifier in ("down to", "random", "a random"):
        raise Unknown(f"{d.quantifier} in an order")
    if d.ordinal is not None or d.quantifier in ("all", "each", "every", "no"):
        if d.number is not None and d.ordinal is None:
            raise Unknown("all 3")
        return None, 0
    if d.quantifier == "any number of":
        return there, 0
    if d.quantifier == "another" or d.article == "a":
        return 1, 1
    if d.number is not None:
        if d.article == "the" or ((d.possessive or d.owner) and not d.of):
            raise Unknown("the 2 dogs")
        if d.bound == "up to":
            return d.number, 0
        if d.bound == "at least":
            return max(there, d.number), d.number
        if d.bound == "between" and d.least is not None:
            return d.number, d.least
        if d.bound not in (None, "exactly"):
            raise Refused("a bound in an order")
        return d.number, d.number
    if d.quantifier is not None:
        raise Unknown(f"{d.quantifier} in an order")
    if d.article == "the" or d.possessive or d.owner is not None or phrase.nouns[0].name:
        return None, 0
    raise Unknown("a bare plural in an order")


def means_all(item: ast.Nominal) -> bool:
    """*all boats*, *your lanterns* in a list: also where there are none."""
    d = item.determiner if isinstance(item, ast.Noun) else ast.Determiner()
    return d.number is None and d.article != "a" and d.quantifier in (None, "all", "each", "every")
