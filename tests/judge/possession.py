"""*To have*: what lies with somebody, how much of something they have, and who has more."""

from __future__ import annotations

from collections.abc import Iterator

from tests.judge import amounts, quantifiers, sets
from tests.judge.copies import replace
from tests.judge.values import Entity, Env, Fixed, Number, Open, Refused, Table, Unknown, Value
from toolkit.language import ast


def having(e: int, what: ast.Nominal, place: ast.Complement | None, table: Table, env: Env) -> Iterator[Env]:
    """What lies with somebody, and how much of a quantity or an attribute they have."""
    if isinstance(what, ast.Group) and sets.phrase_of(what) is None:
        if any(isinstance(i, ast.Noun) and i.determiner.quantifier == "another" for i in what.items):
            raise Unknown("another, in a list")
        truths = [any(True for _ in having(e, item, place, table, env)) for item in what.items]
        yield from [env] if (all(truths) if what.joint == "and" else any(truths)) else []
        return
    phrase = sets.phrase_of(what)
    if phrase is None:
        raise Unknown("to have something else")
    if isinstance(what, ast.Group) and any(amounts.is_amount(noun, table.lore) for noun in phrase.nouns):
        yield from having_amounts(e, what, phrase, place, table, env)
        return
    if phrase.joint == "and" and phrase.determiner.is_empty():  # *cats and dogs of Red*: some of both
        nouns = [replace(phrase.last, head=noun.head, plural=True) for noun in phrase.nouns]
        none = [noun for noun in nouns if not any(True for _ in having(e, noun, place, table, env))]
        yield from [] if none else [env]
        return
    than = next((m for m in phrase.modifiers if m.word in ("than", "as")), None)
    d = phrase.determiner
    if place is not None and isinstance(place.value, ast.Noun):
        where = place.value
        if where.determiner.quantifier == "no":
            raise Refused("something in no place: that is in none, or nothing in any?")
        if quantifiers.reaches(where) and d.quantifier == "no":
            raise Refused("none in each: in none, or not in all?")
        compared = than is not None or d.more is not None
        in_one = compared or (phrase is not None and quantifiers.counts_several(phrase))
        if quantifiers.reaches(where) or (in_one and quantifiers.in_any(where)):
            yield from having_at_each(e, what, place, where, table, env)
            return
        if compared and vague(where):
            raise Unknown("more in one of several places")
    if than is not None or d.more or d.quantifier in ("as many", "as much"):
        yield from more_than(e, what, phrase, than, place, table, env)
    elif d.quantifier in ("most", "fewest"):
        yield from having_most(e, what, place, table, env)
    elif isinstance(what, ast.Noun) and amounts.is_amount(what, table.lore):
        yield from having_amount(e, what, place, table, env)
    else:
        yield from having_things(e, phrase, place, table, env)


def having_at_each(
    e: int, what: ast.Nominal, place: ast.Complement, where: ast.Noun, table: Table, env: Env
) -> Iterator[Env]:
    """*a disc in each cell*, *at most 2 discs in a cell*, *more cats in a park than Blue*: said of each such place."""
    phrase = sets.phrase_of(what)
    if phrase is not None:
        quantifiers.not_so_few(phrase, where, table)
    if env.apart and where.head == "place" and not any(table.model.is_place):
        raise Open("more than somebody in each place, and there is none")

    def there(v: Value, after: Env) -> Iterator[Env]:
        if isinstance(v, Entity):
            said = replace(after.under(env.subject), apart=env.apart)  # the places are not what is compared
            for last in having(e, what, replace(place, value=Fixed(id=v.id)), table, said):
                yield replace(last, subject=after.subject)

    yield from quantifiers.nominal(where, table, env, there)


def having_amounts(
    e: int, what: ast.Group, phrase: sets.Phrase, place: ast.Complement | None, table: Table, env: Env
) -> Iterator[Env]:
    """*coins and points*, *no coins or points*: one determiner for all."""
    d = phrase.determiner
    if not (d.is_empty() or (d.quantifier == "no" and what.joint == "or")):
        raise Unknown("one number of several quantities")
    bare = [replace(noun, determiner=ast.Determiner(), plural=True) for noun in phrase.nouns]
    truths = [any(True for _ in having(e, noun, place, table, env)) for noun in bare]
    true = all(truths) if what.joint == "and" else any(truths)
    yield from [env] if true != (d.quantifier == "no") else []


def vague(where: ast.Nominal | ast.Predicate | None) -> bool:
    """A place that is one of several (*another player's box*)."""
    if not isinstance(where, ast.Noun):
        return False
    d = where.determiner
    return d.article == "a" or d.quantifier is not None or d.number is not None or vague(d.owner)


def having_amount(
    e: int, what: ast.Noun, place: ast.Complement | None, table: Table, env: Env
) -> Iterator[Env]:
    if place is not None or what.relative or what.adjectives:
        raise Unknown("an amount in a place")
    d, head = what.determiner, what.head or ""
    if head not in table.lore.columns:
        raise Unknown("to have a defined amount")
    if amounts.as_it_left(e, head, table, env) is not None:
        raise Open("what it has, and has left")
    equal = next((m for m in what.modifiers if m.word == "equal to"), None)
    value = amounts.read(e, head, table)
    n = value.n if isinstance(value, Number) else None
    if equal is not None or what.modifiers:
        raise Unknown("to have an amount with a modifier")
    if d.possessive or d.owner or d.ordinal or d.other or d.of or d.signed:
        raise Unknown("to have an amount of somebody")
    if n is None:
        raise Unknown("to have what such as this has not")
    if d.quantifier == "no":
        yield from [env] if n <= 0 else []
    elif d.number is not None:
        if d.bound is None:
            if head in table.lore.quantities:
                raise Refused("a number of things without a bound")
            raise Unknown("to have 3 power")
        yield from [env] if quantifiers.compare(n, d.bound, d.number) else []
    elif d.article == "a" or (what.plural and d.is_empty()):
        yield from [env] if n >= 1 else []
    else:
        raise Unknown("to have an amount with this determiner")


def having_things(
    e: int, phrase: sets.Phrase, place: ast.Complement | None, table: Table, env: Env
) -> Iterator[Env]:
    if not table.is_kind(e, "player"):
        if not table.model.is_place[e] or place is not None:
            raise Unknown("what a thing or a place has")
        there: sets.Body = lambda v, after: iter([after] if sets.is_inside(v.id, Entity(e), table) else [])
        if phrase.determiner.quantifier not in ("all", "each", "every"):  # of those that are there
            phrase = phrase.adding(ast.Modifier(word="in", what=Fixed(id=e)))
        yield from quantifiers.quantify(replace(phrase, placed=True), table, env, there)
        return
    if phrase.nouns[0].name is not None:
        raise Unknown("to have a name")
    if not all(table.lore.category(noun.head) == "thing" for noun in phrase.nouns):
        raise Unknown("to have a player or a place")
    if place is not None:
        if not isinstance(place.value, ast.Nominal):
            raise Unknown("to have there")
        if quantifiers.denies(place.value):
            raise Unknown("to have something in no place")
        phrase = replace(phrase, placed=True)

    called = [r for r in env.spoken if r.id == e]
    named = bool(called) and called[-1].noun is None and e not in env.around

    def mine(v: Value, after: Env) -> Iterator[Env]:
        """The place is said of each, as in *you have all your cats in your yard*."""
        if not isinstance(v, Entity) or not theirs(v.id, e, phrase, place, table, named):
            return
        if place is None:
            yield after
            return
        where = ast.Modifier(word=place.prep, what=place.value)  # type: ignore[arg-type]
        for last in sets.modified(v.id, ast.Noun(head="thing"), where, table, after):
            yield replace(last, subject=after.subject)

    yield from quantifiers.quantify(phrase, table, env, mine)


def how_many(e: int, what: ast.Nominal, place: ast.Complement | None, table: Table, env: Env) -> int | None:
    """How much of a quantity or an attribute, or how many things, somebody has; None: it is no number of theirs."""
    if isinstance(what, ast.Noun) and amounts.is_amount(what, table.lore):
        if place is not None or what.modifiers or what.adjectives or what.relative:
            raise Unknown("an amount with more")
        value = amounts.read(e, what.head or "", table)
        return value.n if isinstance(value, Number) else None
    phrase = sets.phrase_of(what)
    if phrase is None or not table.is_kind(e, "player"):
        raise Unknown("how many of what")
    if place is not None:
        if not isinstance(place.value, ast.Nominal):
            raise Unknown("to have there")
        phrase = phrase.adding(ast.Modifier(word=place.prep, what=place.value))
        if any(noun.head in table.lore.found_in for noun in phrase.nouns):
            table.notes.add("default place, and the verb says where")
    found = (thing for thing, _ in sets.fitting(phrase, table, env))
    return sum(theirs(thing, e, phrase, place, table, named=False) for thing in found)


def theirs(
    thing: int, e: int, phrase: sets.Phrase, place: ast.Complement | None, table: Table, named: bool
) -> bool:
    """Whether they have it: it is theirs, or lies in a place of theirs and it is said in whose place it lies.  `named`:
    they are called by their name, so *Blue's hill* is said to be their own.
    """
    said: list[object] = [m.what for m in phrase.modifiers if m.word in ("in", "at", "on")]
    said += [place.value] if place is not None else []
    said += sets.said_to_lie(phrase.last.relative)
    table.not_nobodys(thing)
    whose = any(isinstance(w, ast.Noun) and (w.determiner.possessive or w.determiner.owner) for w in said)
    at_theirs = whose and any(table.model.is_place[a] and table.owner(a) == e for a in table.above(thing))
    if at_theirs and table.holder(thing) != e:
        at_theirs = not any(said_of_another(w, e) and not (named and said_by_name(w)) for w in said)
    return at_theirs or table.holder(thing) == e


def said_of_another(where: object, e: int) -> bool:
    """*a player's hill*: their own by chance, not by what is said."""
    owner = where.determiner.owner if isinstance(where, ast.Noun) else None
    return owner is not None and owner != Fixed(id=e)


def said_by_name(where: object) -> bool:
    """*Blue's hill*: Blue's own, if it is said of Blue, who may be *you* as well."""
    owner = where.determiner.owner if isinstance(where, ast.Noun) else None
    return isinstance(owner, ast.Noun) and owner.name is not None


def more_than(
    e: int,
    what: ast.Nominal,
    phrase: sets.Phrase,
    than: ast.Modifier | None,
    place: ast.Complement | None,
    table: Table,
    env: Env,
) -> Iterator[Env]:
    """*more coins than each other player*, *at least 2 more cats in their yard than Blue*, *as many … as*.

    *Their yard* is that of whoever is counted (*Red has more cats in their yard than Blue*: than Blue in Blue's)."""
    d = phrase.determiner
    if than is None or than.what is None:
        raise Refused("more than whom?")
    if isinstance(than.what, ast.Noun) and than.what.determiner.is_empty() and than.what.name is None:
        raise Unknown("more of this than of that")
    if isinstance(than.what, ast.Pronoun) and than.what.word == "they":
        env = replace(env, subject=-1)  # than who was spoken of, not than they themselves
    bare = replace(phrase.without(than), determiner=ast.Determiner())
    counted: ast.Nominal = bare.nouns[0] if len(bare.nouns) == 1 else group(bare)
    if isinstance(counted, ast.Noun):
        counted = replace(counted, determiner=ast.Determiner(), plural=True)
    place = of_your_own(place, e, table, env)
    mine = how_many(e, counted, place, table, env)
    if place is not None and isinstance(place.value, ast.Noun) and place.value.determiner.possessive:
        table.notes.add("more in their place")

    def other(v: Value, after: Env) -> Iterator[Env]:
        if isinstance(v, Number):
            raise Unknown("more than a number")
        if not isinstance(v, Entity) or mine is None:
            return
        place_of, what_of = sloppy(place, v.id, e, env), sloppy_nominal(counted, v.id, e, env)
        assert isinstance(what_of, ast.Nominal)
        if after.apart and v.id == e:
            return
        theirs = how_many(v.id, what_of, place_of, table, after.under(v.id))
        if theirs is not None and by(mine - theirs, d):
            yield replace(after, subject=env.subject)

    yield from quantifiers.nominal(than.what, table, env, other)


def by(ahead: int, d: ast.Determiner) -> bool:
    """Whether the difference is as the determiner says."""
    if d.quantifier in ("as many", "as much"):
        if d.bound or d.number is not None:
            raise Unknown("at least as many")
        return ahead == 0
    if d.more in ("fewer", "less"):
        ahead = -ahead
    if d.number is None:
        return ahead > 0
    if d.bound is None:
        raise Refused("a number of things without a bound")
    if ahead <= 0 and d.bound in ("at most", "fewer than", "less than"):
        raise Open("at most 1 more, and it is not more")
    return quantifiers.compare(ahead, d.bound, d.number)


def group(phrase: sets.Phrase) -> ast.Nominal:
    nouns = (replace(phrase.nouns[0], determiner=ast.Determiner(), plural=True), *phrase.nouns[1:])
    return ast.Group(items=nouns, joint="or" if phrase.joint == "or" else "and")


def of_your_own(place: ast.Complement | None, e: int, table: Table, env: Env) -> ast.Complement | None:
    """*Red has more cats in your yard than Blue*: both are counted in that one; *you have*: each in their own."""
    your = (
        isinstance(place.value, ast.Noun) and place.value.determiner.possessive == "your" if place else False
    )
    if place is None or not your:
        return place
    if e == env.you and any(r.id == e for r in env.spoken):
        raise Open("your own yard, of you who are called otherwise")
    if e == env.you:
        return place
    said = ast.Noun(modifiers=(ast.Modifier(word=place.prep, what=place.value),))  # type: ignore[arg-type]
    return replace(place, value=sets.of_your_own(said, table, env).modifiers[0].what)


def sloppy(place: ast.Complement | None, other: int, subject: int, env: Env) -> ast.Complement | None:
    if place is None:
        return None
    assert isinstance(place.value, ast.Nominal)
    return replace(place, value=sloppy_nominal(place.value, other, subject, env))


def sloppy_nominal(node: ast.Nominal, other: int, subject: int, env: Env) -> ast.Nominal:
    """The same phrase for the other one: *your* of a *you* who is the subject, and *their*, are theirs."""
    if not isinstance(node, ast.Noun):
        return node
    d = node.determiner
    if d.possessive == "their" or (d.possessive == "your" and subject == env.you):
        d = replace(d, possessive=None, owner=Fixed(id=other))
    modifiers = tuple(
        replace(m, what=sloppy_nominal(m.what, other, subject, env)) if m.what is not None else m
        for m in node.modifiers
    )
    return replace(node, determiner=d, modifiers=modifiers)


def having_most(
    e: int, what: ast.Nominal, place: ast.Complement | None, table: Table, env: Env
) -> Iterator[Env]:
    """*You have the most coins*: alone, for *the most* is one who has them; two who tie do not, unless it is said of
    them both.
    """
    if not isinstance(what, ast.Noun) or not table.is_kind(e, "player"):
        raise Unknown("the most of what is no player's")
    if place is not None and vague(place.value):
        raise Unknown("the most in one of several places")
    place = of_your_own(place, e, table, env)
    bare = replace(what, determiner=ast.Determiner(), plural=True)
    counts = {
        p: how_many(p, bare, sloppy(place, p, e, env), table, env.under(p)) for p in table.all_of("player")
    }
    known = [n for n in counts.values() if n is not None]
    best = (min if what.determiner.quantifier == "fewest" else max)(known)
    nobody = what.determiner.quantifier == "most" and best == 0 and what.head in table.lore.kinds
    if counts[e] == best and (known.count(best) == 1 or (env.several and not nobody)):
        yield env
