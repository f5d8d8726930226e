"""Orders: a verb, and everything that may come of it, as plans."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from tests.judge import chosen, gains, quantifiers, sets
from tests.judge.copies import replace
from tests.judge.ready import ready
from tests.judge.tables import LIMIT, Event, Plan
from tests.judge.values import TOO_MANY, Entity, Env, Fixed, Open, Refused, Table, Unknown
from toolkit.language import ast

HERE = ("place", "to", "into")
"""What says where something goes."""

MOVES = ("put", "move", "place", "return", "take", "deal")


def plan(verb: ast.Verb, who: int, table: Table, env: Env) -> Iterator[Plan]:
    if (
        not isinstance(verb, ast.Act)
        or verb.modal not in (None, "may", "must")
        or verb.negated
        or verb.tense != "present"
        or verb.passive
    ):
        raise Unknown("a verb with a modal")
    if verb.instead or verb.only:
        raise Unknown("instead")
    roles = {c.role: c for c in verb.complements}
    said = {c.role: c.value for c in verb.complements if isinstance(c.value, ast.Nominal)}
    if any(each.value is None and each.role in HERE for each in verb.complements):
        roles = {role: there(each, table, env) for role, each in roles.items()}
        said = {c.role: c.value for c in roles.values() if isinstance(c.value, ast.Nominal)}
    if len(said) != len(verb.complements):
        raise Unknown("complements")
    if verb.adverbials and verb.verb != "turn":
        raise Unknown("an adverb behind the verb")
    match verb.verb:
        case "gain" | "lose" if set(said) == {"obj"}:
            yield from gains.gain(verb.verb, said["obj"], who, table, env)
        case "pay" if set(said) == {"obj"}:
            yield from gains.pay(said["obj"], who, table, env)
        case "set" if set(said) == {"obj", "to"}:
            yield from gains.change("set", said["obj"], said["to"], table, env)
        case "raise" | "lower" if set(said) == {"obj", "by"}:
            yield from gains.change(verb.verb, said["obj"], said["by"], table, env)
        case "remove" if set(said) == {"obj"}:
            for things, after, whole in chosen.things(said["obj"], None, table, env):
                found = [e for e in things if table.state.parent[e] >= 0]  # and not out of the game already
                yield Plan(
                    tuple(Event("remove", (e,)) for e in found), after, whole and found == list(things)
                )
        case "turn" if set(said) == {"obj"} and len(verb.adverbials) == 1:
            face = verb.adverbials[0]
            if not isinstance(face, ast.Manner) or face.word not in ("face up", "face down"):
                raise Unknown("to turn somehow")
            up = int(face.word == "face up")
            for things, after, whole in chosen.things(said["obj"], None, table, env):
                yield Plan(tuple(Event("face", (e, up)) for e in things), after, whole)
        case "choose" if set(said) == {"obj"}:
            for _, after, whole in chosen.things(said["obj"], None, table, env):
                yield Plan((), after, whole)
        case word if (
            word in MOVES and "obj" in roles and set(roles) <= {"obj", "from", "place", "to", "into"}
        ):
            if word in ("put", "place") and "from" not in roles:
                roles = roles | {"obj": lying_ready(roles, who, table)}
            yield from move(roles, table, env)
        case _:
            raise Unknown(f"verb {verb.verb}")


def there(said: ast.Complement, table: Table, env: Env) -> ast.Complement:
    """*put a dog there*: in the place in which a condition of the same sentence found something."""
    if said.value is not None:
        return said
    if said.prep or said.role not in HERE:
        raise Unknown("complements")
    places = [
        (k, r)
        for k, r in enumerate(env.spoken)
        if r.sentence == env.sentence
        and (table.model.is_place[r.id] if r.id >= 0 else table.lore.category(r.noun) == "place")
    ]
    if not places:
        raise Unknown("there: of a sentence before")
    if len({r.id for _, r in places}) > 1:
        raise Refused("there: two places that it could be")
    table.notes.add("there")
    table.used.add(places[-1][0])
    return replace(said, prep="in", value=Fixed(id=places[-1][1].id))


def lying_ready(roles: dict[str, ast.Complement], who: int, table: Table) -> ast.Complement:
    obj, to = roles["obj"], next((roles[r].value for r in ("place", "to", "into") if r in roles), None)
    assert isinstance(obj.value, ast.Nominal)
    return replace(obj, value=ready(obj.value, to, who, table)) if isinstance(to, ast.Nominal) else obj


def move(roles: dict[str, ast.Complement], table: Table, env: Env) -> Iterator[Plan]:
    target = next((roles[r] for r in ("place", "to", "into") if r in roles), None)
    if target is None or target.prep not in ("in", "at", "on", "to", "into"):
        raise Unknown("to put somewhere else")
    source = roles.get("from")
    obj = roles["obj"].value
    assert isinstance(obj, ast.Nominal) and isinstance(target.value, ast.Nominal)
    there = [] if source is not None else one_of(target.value, table, env)
    if one_by_one(obj) and several(target.value):
        yield from each_somewhere(obj, source, target.value, table, env)
        return
    for things, after, whole in chosen.things(
        obj, source, table, env, [] if quantifiers.in_any(target.value) else there
    ):
        places = one_of(target.value, table, after)
        if not places:
            yield Plan((), after, False)
        for place in places:
            if isinstance(obj, ast.Group) and any(table.inside(e, place) for e in things):
                raise Open("of a list, to where they are")
            yield Plan(tuple(Event("move", (e, place)) for e in things), after, whole)


def one_by_one(node: ast.Nominal) -> bool:
    """*each of your cats*."""
    return isinstance(node, ast.Noun) and node.determiner.quantifier in ("each", "every")


def several(where: ast.Nominal) -> bool:
    """*a yard*, *the park or the pond*: of each thing it is chosen in which."""
    return quantifiers.in_any(where) or (isinstance(where, ast.Group) and where.joint == "or")


def each_somewhere(
    obj: ast.Nominal, source: ast.Complement | None, where: ast.Nominal, table: Table, env: Env
) -> Iterator[Plan]:
    """*Put each of your cats in a yard*: one after another, each of them in one that is chosen for it."""
    for things, after, whole in chosen.things(obj, source, table, env):
        places = one_of(where, table, after)
        if len(places) ** len(things) > LIMIT:
            raise Open(TOO_MANY)
        for ways in product(places, repeat=len(things)):
            events = tuple(Event("move", (e, place)) for e, place in zip(things, ways, strict=True))
            yield Plan(events, replace(after, those=None), whole)


def one_of(node: ast.Nominal, table: Table, env: Env) -> list[int]:
    """The place where it goes, or each of those that may be chosen."""
    if isinstance(node, ast.Pronoun):
        raise Unknown("to put on what is spoken of")
    if isinstance(node, ast.Group) and node.joint == "or" and sets.phrase_of(node) is None:
        return list(dict.fromkeys(e for item in node.items for e in one_of(item, table, env)))
    phrase = sets.phrase_of(node)
    if phrase is not None:
        d = phrase.determiner
        if (
            d.quantifier in ("each", "every", "all", "no")
            or d.number is not None
            or quantifiers.reaches(node)
        ):
            raise Unknown("several places to go to")
        if not all(n.name or table.lore.category(n.head) == "place" for n in phrase.nouns):
            raise Unknown("to put on a thing")
    return [v.id for v in quantifiers.values_of(node, table, env) if isinstance(v, Entity)]
