"""Determiners as generalised quantifiers.

`nominal` and `quantify` take a body, a function from a value and an environment to environments in which the sentence
is true, and yield such environments themselves.  No environment: false.  So what an *a* finds stays known behind it
(and is one answer for each that fits), and what stands under *no*, *each* or a number does not.  A wider quantifier
comes first: subject before object, *each* in a modifier before its host (*a cat in each yard*).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tests.judge import amounts, reference, sets
from tests.judge.copies import replace
from tests.judge.values import Entity, Env, Fixed, Open, Refused, Table, Unknown, Value
from toolkit.language import ast

SEVERAL = "several are the highest"


def nominal(node: ast.Nominal, table: Table, env: Env, body: sets.Body) -> Iterator[Env]:
    """Any noun phrase as the argument of `body`."""
    match node:
        case Fixed(id=id):
            if id >= 0:
                yield from body(Entity(id), env)
        case ast.Pronoun(word=word):
            id = reference.pronoun(word, table, env)
            after = replace(env, named_you=env.sentence) if word == "you" else env
            if id >= 0:
                yield from body(Entity(id), after)
        case ast.Group():
            yield from listed(node, table, env, body)
        case ast.Noun() if amounts.is_amount(node, table.lore):
            yield from amounts.amount(node, table, env, body)
        case ast.Arith():
            yield from amounts.amount(node, table, env, body)
        case ast.Noun():
            yield from quantify(sets.Phrase(node.determiner, (node,)), table, env, body)
        case _:
            raise Unknown(type(node).__name__)


def listed(node: ast.Group, table: Table, env: Env, body: sets.Body) -> Iterator[Env]:
    shared = sets.phrase_of(node)
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


def wide(phrase: sets.Phrase) -> tuple[ast.Modifier, ast.Nominal] | None:
    """What reaches over its host: *a cat in each yard*, and the one yard in which there are so many cats."""
    for modifier in phrase.modifiers:
        what = modifier.what
        if modifier.word in (*sets.PLACES, "of") and isinstance(what, ast.Noun) and reaches(what):
            return modifier, what
        if (
            modifier.word in ("in", "at", "on")
            and in_any(what)
            and (counts_several(phrase) or picks_one(phrase))
        ):
            assert what is not None
            return modifier, what
        if modifier.word == "of" and is_indefinite(what) and picks_one(phrase) and phrase.determiner.ordinal:
            assert what is not None
            return modifier, what  # *the highest die of another player*: of one of them
    return None


def counts_several(phrase: sets.Phrase) -> bool:
    """*at most 2*, *exactly 1*: not *at least 1*, which is one in any place."""
    d = phrase.determiner
    return d.number is not None and (d.number > 1 or (d.bound is not None and d.bound != "at least"))


def picks_one(phrase: sets.Phrase) -> bool:
    """*the cat*, *the highest die*, *the cat with the highest power*: the one in any of the places."""
    return phrase.determiner.article == "the" and not phrase.plural and phrase.determiner.number is None


def reaches(what: ast.Nominal | None) -> bool:
    if not isinstance(what, ast.Noun):
        return False
    d = what.determiner
    return (
        d.quantifier in ("each", "every")
        or reaches(d.owner)
        or any(m.word == "of" and reaches(m.what) for m in what.modifiers)
    )


def in_any(where: ast.Nominal | None) -> bool:
    """*a park*, *another player's yard*: one of several places."""
    return is_indefinite(where) or (isinstance(where, ast.Noun) and is_indefinite(where.determiner.owner))


def denies(what: ast.Nominal | None) -> bool:
    return isinstance(what, ast.Noun) and (
        what.determiner.quantifier == "no"
        or denies(what.determiner.owner)
        or what.determiner.quantifier == "all"
    )


def quantify(phrase: sets.Phrase, table: Table, env: Env, body: sets.Body) -> Iterator[Env]:
    """The generalised quantifier of a phrase of entities."""
    over = wide(phrase)
    if over is not None:
        modifier, what = over
        not_so_few(phrase, what, table)
        rest = phrase.without(modifier)
        d = phrase.determiner
        if d.quantifier == "no" and reaches(what) and modifier.word in sets.PLACES:
            raise Refused("none in each: in none, or not in all?")
        if d.quantifier == "no" or (d.owner is not None and reaches(d.owner)):
            raise Unknown("each under each")

        some = picks_one(phrase) and in_any(what)

        def inner(v: Value, after: Env) -> Iterator[Env]:
            if isinstance(v, Entity):
                held = ast.Modifier(word=modifier.word, what=Fixed(id=v.id))
                # *the highest die in a cup* is one of several, as *a die* is
                apart = lambda one, last: body(one, replace(last, apart=True)) if some else body(one, last)
                yield from quantify(rest.adding(held), table, after, apart)

        yield from nominal(what, table, env, inner)
        return
    of_a = [m for m in phrase.modifiers if m.word in ("of", "next to") and is_indefinite(m.what)]
    the = phrase.determiner.article == "the" and phrase.plural and phrase.determiner.number is None
    if of_a and (counts(phrase) or (the and of_a[0].word == "of")):
        yield from so_many_of_a(phrase, of_a[0], table, env, body)
        return
    if phrase.determiner.owner is not None and not isinstance(phrase.determiner.owner, Fixed):

        def owned(v: Value, after: Env) -> Iterator[Env]:
            if isinstance(v, Entity):
                d = replace(phrase.determiner, owner=Fixed(id=v.id))
                after = after.beside(len(env.spoken))
                yield from quantify(replace(phrase, determiner=d), table, after, body)

        yield from nominal(phrase.determiner.owner, table, env, owned)
        return
    yield from determined(phrase, table, env, body)


def not_so_few(phrase: sets.Phrase, where: ast.Nominal, table: Table) -> None:
    """*At most 2 cats in a park*: in some park, or in each?"""
    few = phrase.determiner.bound in ("at most", "fewer than", "less than")
    several = not isinstance(where, ast.Noun) or len(table.all_of(where.head or "thing")) > 1
    if few and several and isinstance(where, ast.Noun) and where.determiner.article == "a":
        raise Refused("so few in one of several places")


def so_many_of_a(
    phrase: sets.Phrase, modifier: ast.Modifier, table: Table, env: Env, body: sets.Body
) -> Iterator[Env]:
    """*each cell of a line*, *2 cats of another player*: of the same one.  *No cat of another player*: of any."""
    what = modifier.what
    category = table.lore.category(what.head) if isinstance(what, ast.Noun) else ""
    if category == "player" and modifier.word == "of":
        if phrase.determiner.quantifier == "no":
            yield from determined(phrase, table, env, body)
            return
        few = phrase.determiner.bound in ("at most", "fewer than", "less than")
        if few or (phrase.determiner.bound, phrase.determiner.number) == ("exactly", 0):
            raise Refused("so few of one of several")
    elif category != "group":
        raise Unknown("so many of somebody's")
    rest = phrase.without(modifier)

    def of_one(v: Value, after: Env) -> Iterator[Env]:
        if isinstance(v, Entity):
            held = ast.Modifier(word="of", what=Fixed(id=v.id))
            yield from quantify(rest.adding(held), table, after, body)

    yield from nominal(what, table, env, of_one)


def counts(phrase: sets.Phrase) -> bool:
    d = phrase.determiner
    return d.quantifier in ("each", "every", "all", "no") or d.number is not None


def is_indefinite(what: ast.Nominal | None) -> bool:
    return isinstance(what, ast.Noun) and (
        what.determiner.article == "a" or what.determiner.quantifier == "another"
    )


def determined(phrase: sets.Phrase, table: Table, env: Env, body: sets.Body) -> Iterator[Env]:
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
        raise Unknown(f"determiner {d.more or d.quantifier} of a set")
    if d.article in ("this", "that", "these", "those"):
        yield from demonstrative(phrase, table, env, body)
        return
    if len(phrase.nouns) == 1 and (filled := env.slot(noun)) is not None:
        yield from body(Entity(filled), env)
        return
    env = said_of_some(phrase, env)
    found = sets.fitting(phrase, table, env)
    head = noun.head if noun.name is None else None

    def each(e: int, envs: list[Env]) -> Iterator[Env]:
        for after in envs:
            after = after.speak(e, head, d.other or d.quantifier == "another", head is not None)
            yield from body(Entity(e), replace(after, apart=env.apart))

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
        for e, envs in found:  # *there are cats*, *you have cats*: none of which is *it* afterwards
            yield from (last for after in envs for last in body(Entity(e), after))
    else:
        raise Unknown(f"determiner {d}")


def said_of_some(phrase: sets.Phrase, env: Env) -> Env:
    """*a player*, *no player*, *at least 1 player*; one that is known leaves it as it is, all of them make them all."""
    d = phrase.determiner
    if phrase.nouns[0].name is not None or picks_one(phrase):
        return env
    one = d.number == 1 and d.bound == "at least"
    return replace(env, apart=one or d.article == "a" or d.quantifier in ("no", "another"))


def numbered(
    phrase: sets.Phrase, found: list, count: Callable[[], int], each: Callable, env: Env
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
    if not compare(count(), d.bound, d.number or 0):
        return
    if (
        d.number == 1 and d.bound == "exactly"
    ):  # *exactly 1 player …, that player*, and nobody that counting found
        for e, envs in found:
            for known in envs[:1]:
                for after in list(each(e, envs))[:1]:
                    yield replace(after, spoken=after.spoken[: len(known.spoken) + 1])
    elif d.number == 1 and d.bound == "at least":
        for e, envs in found:
            yield from each(e, envs)
    else:
        fit = [e for e, envs in found if d.bound == "at least" and any(True for _ in each(e, envs))]
        yield env.named_those(phrase, fit) if fit else env


def definite(
    phrase: sets.Phrase, found: list, count: Callable[[], int], each: Callable, env: Env, table: Table
) -> Iterator[Env]:
    many = phrase.plural or (phrase.determiner.ordinal is not None and (phrase.determiner.number or 1) > 1)
    if many:
        kinds = [noun.head for noun in phrase.nouns if noun.head is not None]
        if not found or (
            len(kinds) > 1 and any(not any(table.is_kind(e, k) for e, _ in found) for k in kinds)
        ):
            raise Open("all of none: the Ns, where there are none")
        yield from [env] if count() == len(found) else []
        return
    if len(found) > 1:
        if phrase.determiner.ordinal in ("highest", "lowest"):
            raise Open(SEVERAL)
        if any(sets.is_superlative(m) for m in phrase.modifiers):
            table.notes.add("tie")
            return  # *the player with the most coins*, where two have: nobody
        if phrase.determiner.ordinal is None:
            raise Open("the only one of several")
    if not found:
        table.notes.add("nothing")
        if table.lore.category(phrase.nouns[0].head) == "place":
            table.notes.add("the place of nobody")
    for e, envs in found:
        yield from each(e, envs)


def demonstrative(phrase: sets.Phrase, table: Table, env: Env, body: sets.Body) -> Iterator[Env]:
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
        if noun.head in table.lore.periods:
            raise Unknown("what a turn has")
        if env.this < 0:
            raise Refused("no this here")
        yield from body(Entity(env.this), env)
        return
    if d.article != "that":
        raise Unknown("those")
    said = [r for r in env.spoken if reference.is_spoken_as(r, noun.head or "thing", table)]
    said = reference.called_so(said, noun.head, table)
    # Who has a name is called by it in its own sentence: *If a player has more coins than Red, that player …*.
    latest = [r for r in said if r.noun is not None or r.sentence < env.sentence]
    # After *If they do,* that one is *they*, and *that player* rather who was named since, not only as an owner.
    said = latest or said
    since = [r for r in said if (r.sentence, r.id) != env.asked]
    found = reference.latest(since if any(not r.aside for r in since) else said)
    if not found and env.dim:
        raise Unknown("that: out of reach")
    if not found and noun.head == "player" and any(r.id >= 0 for r in env.spoken):
        raise Unknown("that player: whose something was spoken of")
    if not found and any(is_wider(r.noun, noun.head, table) for r in env.spoken):
        return  # *Choose a pet. Discard that cat.*: the pet is none
    if not found:
        raise Refused(f"that {noun.head}: nothing to refer to")
    if len({r.id for r in found}) > 1:
        if env.loop in {r.id for r in found}:
            raise Unknown(f"that {noun.head}: what is gone through, or what was named since")
        if any(r.noun is None for r in found):
            raise Unknown(f"that {noun.head}: a name among what was spoken of")
        if found[-1].sentence < -1:
            raise Unknown(f"that {noun.head}: what was named before a rule")
        if env.sentence > found[-1].sentence >= 0:
            raise Unknown(f"that {noun.head}: the latest of two in one sentence")
        raise Refused(f"that {noun.head}: two that it could be")
    hidden = env.hidden[1] if table.lore.words.is_kind(noun.head, "player") else env.hidden[0]
    if hidden >= found[-1].sentence and hidden < env.sentence:
        raise Unknown(f"that {noun.head}: or what an if or a loop named")
    reference.not_named_since(found[-1], said, env)
    id = reference.meant(found[-1], table, env)
    if id >= 0:
        yield from body(Entity(id), env)


def is_wider(said: str | None, noun: str | None, table: Table) -> bool:
    """Whether what was called so may be such a thing: *a pet*, of a cat."""
    both = table.lore.category(said) == table.lore.category(noun) == "thing"
    return both and (said == "thing" or table.lore.words.is_kind(noun, said or ""))


def those(noun: ast.Noun, table: Table, env: Env) -> tuple[int, ...]:
    """*those cats*: the group that was named last."""
    more = noun.modifiers or noun.relative or noun.adjectives or noun.determiner.number
    if more or env.those is None or env.dim:
        raise Unknown("those with more, or of nothing")
    head, found = env.those
    if head != noun.head:
        raise Unknown("those, of another kind")
    return found


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
            id = reference.pronoun(word, table, env)
            return [id] if id >= 0 else []
    phrase = sets.phrase_of(node)
    if phrase is None:
        if isinstance(node, ast.Group) and node.joint == "and":
            found = {e for item in node.items for e in members(item, table, env)}
            return sorted(found)
        raise Unknown("a set of something else")
    d = phrase.determiner
    if len(phrase.nouns) == 1 and (filled := env.slot(phrase.nouns[0])) is not None:
        return [filled]
    if d.article == "those":
        return list(those(phrase.nouns[0], table, env))
    if d.article in ("this", "that"):
        found_one: list[int] = []
        list(demonstrative(phrase, table, env, lambda v, after: iter([found_one.append(v.id)])))  # type: ignore
        return found_one
    if (d.article == "a" and phrase.nouns[0].name is None) or (d.number is not None and d.ordinal is None):
        raise Unknown("a set with an indefinite determiner")
    if d.quantifier not in (None, "all", "each", "every") or d.more or d.signed:
        raise Unknown(f"a set with {d.quantifier or d.more}")
    found_all = [e for e, _ in sets.fitting(phrase, table, env)]
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
