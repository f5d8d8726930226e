"""Standing sentences that change amounts: *Each cat has +1 power*, *The power of dogs is 3*, *As long as C, …*.

What a thing has is what is stored, then what is set, then what is added, older sentences before newer, then within its
bounds; so much is in the reference.  A sentence that asks for what it changes sees what is stored.
"""

from __future__ import annotations

from dataclasses import dataclass

from tests.judge import amounts, conditions, gains, quantifiers, sets
from tests.judge.copies import replace
from tests.judge.values import Env, Open, Table, Unknown, every
from toolkit.kernel.state import State
from toolkit.language import ast


@dataclass(frozen=True)
class Lasting:
    """`whose`: of which things, `name` what they have of it; `n` is set, or `change` is added, times what it counts.
    `terms`: what must be so, or must not (False).  `bound`: how far an addition goes."""

    whose: ast.Nominal
    name: str
    env: Env
    n: ast.Nominal | None = None
    change: ast.Noun | None = None
    terms: tuple[tuple[ast.Clauses, bool], ...] = ()
    after: tuple[tuple[ast.Clauses, bool], ...] = ()
    """Terms that stand behind, and can speak of the thing."""
    during: ast.Nominal | None = None
    bound: ast.Determiner | None = None
    kind: str = "change"


def lasting(node: ast.Sentence, env: Env) -> list[Lasting]:
    """What a sentence changes for as long as it stands; []: it is of another sort."""
    if not isinstance(node.body, ast.Clauses) or len(node.body.clauses) != 1:
        return []
    (clause,) = node.body.clauses
    if not isinstance(clause, ast.Clause) or len(clause.verbs) != 1 or clause.subject is None:
        return []
    verb, subject = clause.verbs[0], clause.subject
    if verb.modal or verb.negated or verb.tense != "present":
        return []
    found: list[Lasting] = []
    match verb:
        case ast.Act(verb="have", complements=(ast.Complement(role="obj", value=what), *more)):
            items = what.items if isinstance(what, ast.Group) else (what,)
            for item in items:
                if not isinstance(item, ast.Noun) or not item.determiner.signed:
                    return []
                found.append(Lasting(subject, item.head or "", env, change=placed(item, more)))
        case ast.Be(predicate=ast.IsThing(what=n)) if isinstance(subject, ast.Noun) and subject.modifiers:
            found.append(Lasting(amounts.only_of(subject), subject.head or "", env, n=n))
        case _:
            return []
    return [under(each, node, verb) for each in found]


def placed(item: ast.Noun, more: list[ast.Complement]) -> ast.Noun:
    """*+1 power for each dog in the park*: the dogs are in the park."""
    if not more:
        return item
    (modifier,), (place,) = item.modifiers, more
    counted, where = modifier.what, place.value
    if not isinstance(counted, ast.Noun) or place.role != "place" or not isinstance(where, ast.Nominal):
        raise Unknown("a change with more")
    inside = ast.Modifier(word=place.prep or "in", what=where)
    there = replace(counted, modifiers=(*counted.modifiers, inside))
    return replace(item, modifiers=(replace(modifier, what=there),))


def under(change: Lasting, node: ast.Sentence, verb: ast.Verb) -> Lasting:
    """The same under the terms that the sentence names."""
    body = node.body
    assert isinstance(body, ast.Clauses)
    times = [each for each in verb.adverbials if isinstance(each, ast.When)]
    if len(times) < len(verb.adverbials):
        raise Unknown("a change somehow")
    for opening in node.openings:
        match opening:
            case ast.Given(word="as long as", condition=condition):
                change = replace(change, terms=(*change.terms, (condition, True)))
            case ast.When():
                times.append(opening)
            case _:
                raise Unknown("a change with another opening")
    for time in times:
        if time.word == "until the end of":
            continue
        if time.word != "during" or change.during is not None:
            raise Unknown("a change in another time")
        change = replace(change, during=time.period)
    for closing in body.closings:
        match closing:
            case ast.Closing(word="unless" | "as long as" as word, condition=ast.Clauses() as condition):
                change = replace(change, after=(*change.after, (condition, word != "unless")))
            case ast.Closing(word="but", bound=ast.Noun(head=None) as bound) if change.bound is None:
                change = replace(change, bound=bound.determiner)
            case _:
                raise Unknown("a change with another closing")
    return change


def effective(e: int, name: str, stored: int, column: int, table: Table) -> int:
    """What a thing has now."""
    mine = [each for each in table.laws if isinstance(each, Lasting) and each.name == name]
    if not mine or (name, e) in table.asking:
        return stored
    if any(asked == name for asked, _ in table.asking):
        raise Open("a change that asks what others have of it")
    inner = replace(table, asking=table.asking | {(name, e)}, notes=set(), used=set())
    n = stored
    for each in sorted(mine, key=lambda each: each.change is not None):
        env = holds(each, e, inner)
        if env is not None:
            table.notes.add("a change that stands")
            n = changed(each, n, inner, env)
    least, most = table.model.limits(column, e)
    n = n if least is None else max(least, n)
    return n if most is None else min(most, n)


def leaving(things: list[int], table: Table, after: State) -> tuple[tuple[int, str, int], ...]:
    """What these had where their kind is looked for, of what standing sentences change, if they are there no more."""
    names = {each.name for each in table.laws if isinstance(each, Lasting)}
    found = []
    for e in things if names else []:
        if not lies_there(e, table) or lies_there(e, replace(table, state=after)):
            continue  # from a stall of the meadow to the meadow
        for name in sorted(names & set(table.lore.attributes_of[table.model.kind[e]])):
            column = table.lore.column_of[table.model.kind[e]][name]
            found.append((e, name, effective(e, name, table.state.columns[column][e], column, table)))
    return tuple(found)


def lies_there(e: int, table: Table) -> bool:
    """Whether a thing is where its kind is looked for: anywhere, if no place is said."""
    place = table.lore.found_in.get(table.model.kinds[table.model.kind[e]].name)
    return table.in_game(e) and (
        place is None or any(table.is_kind(above, place) for above in table.above(e))
    )


def holds(each: Lasting, e: int, table: Table) -> Env | None:
    """The discourse in which the change is of this thing; None: it is not."""
    if each.during is not None and not runs(each.during, table, each.env):
        return None
    for env in on_terms(each.terms, [each.env], table):
        if e not in quantifiers.members(all_such(each.whose), table, replace(env, subject=-1)):
            continue
        of_it = replace(env, subject=-1).speak(e, head_of(each.whose))
        for env in on_terms(each.after, [of_it], table):
            return env.under(e)
    return None


def on_terms(terms: tuple[tuple[ast.Clauses, bool], ...], envs: list[Env], table: Table) -> list[Env]:
    """The discourses in which all of them are so."""
    for condition, positive in terms:
        if positive:
            nexts = (conditions.clauses(condition, table, replace(env, subject=-1)) for env in envs)
            envs = every(after for found in nexts for after in found)
        else:
            envs = [env for env in envs if not conditions.holds(condition, table, env)]
    return envs


def all_such(whose: ast.Nominal) -> ast.Nominal:
    """*a cat*, *cats*: every one."""
    if isinstance(whose, ast.Noun) and whose.determiner.article == "a":
        return replace(whose, determiner=ast.Determiner(quantifier="each"))
    return whose


def head_of(whose: ast.Nominal) -> str | None:
    phrase = sets.phrase_of(whose)
    return phrase.nouns[0].head if phrase is not None else None


def runs(period: ast.Nominal, table: Table, env: Env) -> bool:
    """*Red's turn*: whether it is."""
    if not isinstance(period, ast.Noun) or period.head != "turn":
        raise Unknown("during something else")
    if table.state.active < 0:
        return False
    d = period.determiner
    if d.owner is None:
        raise Unknown("during some turn")
    return table.state.active in quantifiers.members(d.owner, table, env)


def changed(each: Lasting, n: int, table: Table, env: Env) -> int:
    if each.n is not None:
        found = amounts.one_number(amounts.needed(each.n), table, env)
        return 0 if found is None else found
    assert each.change is not None
    by = each.change.determiner.number or 0
    for modifier in each.change.modifiers:
        if modifier.word not in ("for each", "for every"):
            raise Unknown("a change with more")
        by *= gains.for_each_count(modifier, table, env)
    total, d = n + by, each.bound
    if d is None:
        return total
    if d.signed or d.number is None:
        raise Unknown("a bound of the change itself")
    if d.bound == "at least":
        return max(total, min(n, d.number))
    if d.bound == "at most":
        return min(total, max(n, d.number))
    raise Unknown("another bound")
