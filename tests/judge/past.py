"""What has happened: *you gained at least 2 coins this turn*, *a cat was put in the park*, *no cat you patted*.

A history is read as it was recorded: verb after verb, who did it, with what, and what came of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tests.judge import amounts, quantifiers, sets
from tests.judge.copies import replace
from tests.judge.values import Entity, Env, Open, Table, Unknown, Value
from toolkit.language import ast

AMOUNTS = ("gain", "lose", "pay")
MOVES = ("put", "move", "place", "return", "take", "deal")


@dataclass(frozen=True)
class Happened:
    """`obj`: the thing, or the column of a quantity; `to`: where it went, -1: nowhere; `n`: how much it came to."""

    verb: str
    who: int
    obj: int = -1
    to: int = -1
    n: int = 1


def is_past(verb: ast.Verb) -> bool:
    """*you gained*, *has been put*; *you put … this turn*, which looks like the present."""
    if not isinstance(verb, ast.Act) or verb.verb in ("have", "show", "belong"):
        return False
    return verb.tense in ("past", "perfect") or any(isinstance(each, ast.When) for each in verb.adverbials)


def speaks_of_past(node: ast.Node) -> bool:
    return any(isinstance(each, ast.Verb) and is_past(each) for each in node.walk())


def history(table: Table, start: int = 0) -> Iterator[Happened]:
    verbs = table.lore.verbs
    rows: list[Any] = table.state.history[start:]
    for row in rows:
        if isinstance(row, Happened):  # done since, before the judge's eyes
            yield row
            continue
        number, who, *roles, result, _ = row
        if number < 0:
            raise Unknown("the past of what is being done")
        verb, names = verbs[number]
        said = dict(zip(names, roles, strict=False))
        n = result if isinstance(result, int) else 1
        if verb in AMOUNTS:
            yield Happened(verb, who, said["attr"], n=n)
        else:
            obj = said.get("obj", roles[0] if roles else -1)
            yield Happened(verb, who, obj, said.get("to", -1))


def happened(verb: ast.Act, subject: Value, table: Table, env: Env, obj: int | None = None) -> Iterator[Env]:
    """Whether it happened, as often as the verb phrase says, in the time that it names.  `obj`: to what, where that is
    said outside (*cats you patted*).
    """
    if not isinstance(subject, Entity) or verb.modal or verb.only or verb.instead:
        raise Unknown("the past of an amount")
    events = [*history(table, begun(verb, table))]
    if obj is not None:
        events = [each for each in events if each.obj == obj and each.verb not in AMOUNTS]
    alone = obj is not None
    true = as_often(verb, subject.id, events, (verb.verb,), table, env, alone)
    if verb.verb in MOVES and true != as_often(verb, subject.id, events, MOVES, table, env, alone):
        raise Open("put, or moved")
    if true:
        yield env


def begun(verb: ast.Act, table: Table) -> int:
    """Of which event on it is asked."""
    times = [each for each in verb.adverbials if isinstance(each, ast.When)]
    if len(times) != len(verb.adverbials) or len(times) > 1:
        raise Unknown("an adverb of the past")
    if not times:
        if verb.tense != "perfect":
            raise Unknown("the past without a time")
        return 0
    period = times[0].period
    if times[0].once or not isinstance(period, ast.Noun) or period.determiner.article != "this":
        raise Unknown("a time of the past")
    if period.head == "game":
        return 0
    if period.head not in table.lore.periods:
        raise Unknown("a time of the past")
    _, runs, _ = table.state.periods[table.lore.periods.index(period.head)]
    if not runs:
        raise Open("this turn, and there is none")
    return int(runs[-1][3])


def as_often(
    verb: ast.Act,
    subject: int,
    events: list[Happened],
    verbs: tuple[str, ...],
    table: Table,
    env: Env,
    alone: bool,
) -> bool:
    roles = {each.role: each for each in verb.complements}
    those = [each for each in events if each.verb in verbs]
    if verb.passive:
        if not set(roles) <= {"place", "to", "into"}:
            raise Unknown("the past with more")
        those = [each for each in those if each.obj == subject and each.verb not in AMOUNTS]
        return any(True for _ in put_there(those, roles, table, env))
    if not set(roles) <= {"obj", "place", "to", "into"}:
        raise Unknown("the past with more")
    those = [each for each in put_there(those, roles, table, env) if each.who == subject]
    if "obj" not in roles:
        if table.lore.verb_roles(verb.verb) != () and not alone:
            raise Unknown("the past without an object")
        return bool(those)
    what = roles["obj"].value
    assert isinstance(what, ast.Nominal)
    if verb.verb in AMOUNTS:
        return so_much(those, what, table)
    return so_many(those, what, table, env)


def put_there(
    events: list[Happened], roles: dict[str, ast.Complement], table: Table, env: Env
) -> Iterator[Happened]:
    target = next((roles[each] for each in ("place", "to", "into") if each in roles), None)
    if target is None:
        yield from events
        return
    where = target.value
    if not isinstance(where, ast.Nominal) or quantifiers.reaches(where) or quantifiers.denies(where):
        raise Unknown("put in each place, in the past")
    places = [v.id for v in quantifiers.values_of(where, table, env) if isinstance(v, Entity)]
    for event in events:
        if any(table.inside(event.to, place) for place in places):
            raise Open("put on what is in a place")
        if event.to in places:
            yield event


def so_much(events: list[Happened], what: ast.Nominal, table: Table) -> bool:
    """*at least 2 coins*, *a coin*, *no coins*: all of it in one."""
    if not isinstance(what, ast.Noun) or what.head not in table.lore.quantities or what.modifiers:
        raise Unknown("the past of something else")
    if any(q.parent == what.head for q in table.lore.quantities.values()) or what.relative:
        raise Unknown("the past of several quantities")
    column, d = table.lore.amounts[what.head], what.determiner
    n = sum(event.n for event in events if event.obj == column)
    if d.quantifier == "no":
        return n == 0
    if d.article == "a" or (d.is_empty() and what.plural):
        return n >= 1
    if d.number is not None and d.bound is not None and replace(d, number=None, bound=None).is_empty():
        return quantifiers.compare(n, d.bound, d.number)
    raise Unknown("an amount of the past")


def so_many(events: list[Happened], what: ast.Nominal, table: Table, env: Env) -> bool:
    """*a cat*, *at least 2 cats*, *no cats of Blue*: what it is said of is always of such a kind."""
    phrase = sets.phrase_of(what)
    if phrase is None or any(
        isinstance(each, ast.Noun) and amounts.is_amount(each, table.lore) for each in [what]
    ):
        raise Unknown("the past of a list")
    d = phrase.determiner
    if phrase.last.relative or any(noun.adjectives for noun in phrase.nouns) or phrase.modifiers:
        raise Unknown("the past of what may have been otherwise")
    whole = replace(table, gone=True)
    fits = {e for e, _ in sets.fitting(phrase, whole, replace(env, placed=True))}
    those = [event.obj for event in events if event.obj in fits]
    if d.quantifier == "no":
        return not those
    if d.number is not None and d.bound is not None and not d.of:
        true = quantifiers.compare(len(those), d.bound, d.number)
        if true != quantifiers.compare(len(set(those)), d.bound, d.number):
            raise Open("so many times, or so many things")
        return true
    one = d.article == "a" or phrase.nouns[0].name is not None or (d.of and d.number == 1)
    if one or (d.is_empty() and phrase.plural):
        return bool(those)
    raise Unknown("a determiner of the past")
