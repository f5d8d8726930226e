"""Amounts that change: gain, lose and pay; set, raise and lower."""

from __future__ import annotations

from collections.abc import Iterator

from tests.judge import amounts, chosen, quantifiers, reference, sets
from tests.judge.copies import replace
from tests.judge.tables import Event, Plan
from tests.judge.values import TOO_MANY, Entity, Env, Fixed, Open, Table, Unknown
from toolkit.language import ast


def of_so_much(what: ast.Nominal) -> ast.Nominal:
    """*coins equal to your points minus 3*: so many coins as that comes to."""
    match what:
        case ast.Arith(left=left):
            inner = of_so_much(left)
            match inner:
                case ast.Noun(modifiers=(ast.Modifier(word="equal to", what=ast.Nominal() as n) as equal,)):
                    return replace(inner, modifiers=(replace(equal, what=replace(what, left=n)),))
    return what


def gain(verb: str, what: ast.Nominal, who: int, table: Table, env: Env) -> Iterator[Plan]:
    what = of_so_much(what)
    if not isinstance(what, ast.Noun) or what.head not in table.lore.quantities:
        raise Unknown("to gain a thing")
    if table.lore.quantities[what.head].of != "player":
        raise Unknown("to gain what is the game's")
    if any(q.parent == what.head for q in table.lore.quantities.values()):
        raise Unknown("to gain one of several quantities")
    d = what.determiner
    if d.bound == "up to" and d.number is not None:  # as many of them as who does it likes
        env = replace(env, much=())  # *that many* is rather what somebody chose than what was said before
        for n in range(d.number + 1):
            so_many = replace(what, determiner=replace(d, bound=None, number=n))
            yield from (replace(each, whole=n > 0) for each in gain(verb, so_many, who, table, env))
        return
    if d.quantifier == "any number of" and verb == "lose" and not what.modifiers:
        env = replace(env, much=())
        there = max(0, table.quantity(who, what.head) or 0)
        if there > 20:
            raise Open(TOO_MANY)
        for n in range(there + 1):
            some = replace(what, determiner=ast.Determiner(number=n))
            yield from (replace(each, whole=n > 0) for each in gain(verb, some, who, table, env))
        return
    if d.quantifier == "all":  # which amount that is, nobody said before: *that many* is rather that
        env = replace(env, much=())
    n = max(0, how_much(what, who, table, env))
    column = table.lore.amounts[what.head]
    delta = n if verb == "gain" else -n
    yield Plan((Event("add", (column, who, delta)),) if n else (), env, True, column)


def pay(what: ast.Nominal, who: int, table: Table, env: Env) -> Iterator[Plan]:
    """All of it, or nothing.  Of *up to 3* at least one must be paid for it to be done."""
    d = what.determiner if isinstance(what, ast.Noun) else ast.Determiner()
    up_to = d.bound == "up to" or d.quantifier == "any number of"
    if any(table.lore.quantities[q].pays_as for q in table.lore.quantities):
        raise Unknown("what is paid in place of something")
    for plan in gain("lose", what, who, table, env):
        wanted: dict[int, int] = {}
        for event in plan.events:
            wanted[event.roles[0]] = wanted.get(event.roles[0], 0) - event.roles[2]
        if len(plan.events) > 1:
            raise Unknown("to pay several at once")
        enough = all(can_lose(column, who, n, table) for column, n in wanted.items())
        paid = enough and not (up_to and not any(wanted.values()))
        yield Plan(plan.events if enough else (), plan.env, paid, plan.of)


def can_lose(column: int, who: int, n: int, table: Table) -> bool:
    least, _ = table.model.limits(column, who)
    return least is None or table.state.columns[column][who] - n >= least


def how_much(what: ast.Noun, who: int, table: Table, env: Env) -> int:
    d = what.determiner
    if what.adjectives or what.relative or d.more or d.signed or d.bound or d.ordinal or d.other:
        raise Unknown("an amount with more")
    times = 1
    equal: int | None = None
    last = what.modifiers[-1] if what.modifiers else None
    if last is not None and last.word == "but" and isinstance(last.what, ast.Nominal):
        n = how_much(replace(what, modifiers=what.modifiers[:-1]), who, table, env)
        return bounded(n, last.what, table, env)
    for modifier in what.modifiers:
        if modifier.what is None:
            raise Unknown("an amount with more")
        if modifier.word == "equal to":
            found = amounts.one_number(amounts.needed(modifier.what), table, env)
            equal = 0 if found is None else found
        elif modifier.word in ("for each", "for every"):
            times *= for_each_count(modifier, table, env)
        else:
            raise Unknown(f"an amount with {modifier.word}")
    if equal is not None:
        if d.number is not None or d.article:
            raise Unknown("2 coins equal to")
        return equal * times
    if d.quantifier == "all" and d.possessive == "your" and who == env.you:
        return table.quantity(who, what.head or "") or 0
    if d.quantifier == "all" and d.possessive == "their" and who == env.subject:
        return table.quantity(who, what.head or "") or 0
    many = env.that_many(table.lore.amounts[what.head or ""]) if d.quantifier == "that many" else None
    if many is not None:
        return many * times
    if d.article == "a":
        return times
    if d.number is not None and d.quantifier is None and not d.of:
        return d.number * times
    raise Unknown("an amount with this determiner")


def bounded(n: int, by: ast.Nominal, table: Table, env: Env) -> int:
    """*but at most 2*, *but at least your debts*."""
    bound = by.determiner.bound if isinstance(by, ast.Noun) else None
    if not isinstance(by, ast.Noun) or bound not in ("at most", "at least"):
        raise Unknown("a bound of another sort")
    alone = replace(by, determiner=replace(by.determiner, bound=None))
    limit = alone.determiner.number if alone.head is None or not alone.modifiers else None
    if limit is None:
        limit = amounts.one_number(alone, table, env)
    if limit is None:
        raise Unknown("a bound of nothing")
    return min(n, limit) if bound == "at most" else max(n, limit)


def for_each_count(modifier: ast.Modifier, table: Table, env: Env) -> int:
    each = modifier.what
    assert each is not None
    size = 1
    if modifier.word == "for every":
        if not isinstance(each, ast.Noun) or each.determiner.number is None:
            raise Unknown("for every, and no number")
        size = each.determiner.number
        each = replace(each, determiner=replace(each.determiner, number=None), plural=True)
    if isinstance(each, ast.Noun) and amounts.is_amount(each, table.lore):
        return so_much_of(each, table, env) // size
    phrase = sets.phrase_of(each)
    if phrase is None:
        raise Unknown("for each of a list")
    if phrase.determiner.article == "those":
        return len(quantifiers.members(each, table, env)) // size
    return len(sets.fitting(phrase, table, env)) // size


def so_much_of(each: ast.Noun, table: Table, env: Env) -> int:
    """*for each coin you have*, *for each point of Red*: how much of it they have."""
    of = each.modifiers[0] if len(each.modifiers) == 1 else None
    relative, whose = each.relative, of.what if of is not None and of.word == "of" else None
    if relative is not None and not each.modifiers:
        has = relative.verb
        plain = has == ast.Act(verb="have") and relative.more is None and relative.word in ("", "that")
        whose = relative.subject if plain else None
    if whose is None or each.adjectives or not each.determiner.is_empty() or (relative and of):
        raise Unknown("for each of an amount")
    if each.head not in table.lore.quantities:
        raise Unknown("for each of an amount")
    have = [v.id for v in quantifiers.values_of(whose, table, env) if isinstance(v, Entity)]
    if len(have) != 1:
        raise Unknown("for each of an amount of several")
    return max(0, table.quantity(have[0], each.head) or 0)


def change(verb: str, what: ast.Nominal, amount: ast.Nominal, table: Table, env: Env) -> Iterator[Plan]:
    """Set, raise, lower: of one, of each, of all."""
    if (
        not isinstance(what, ast.Noun)
        or not amounts.is_amount(what, table.lore)
        or what.head not in table.lore.columns
    ):
        raise Unknown("to set what is no attribute")
    if what.determiner.quantifier or what.determiner.number or what.adjectives or what.relative:
        raise Unknown("to set an amount with more")
    if isinstance(amount, ast.Group):
        raise Unknown("by one of several amounts")
    n = amounts.one_number(amount, table, env)
    if n is None:
        table.notes.add("nothing")
        raise Open("set to the amount of nothing")
    if any(q.parent == what.head for q in table.lore.quantities.values()):
        raise Unknown("to set one of several quantities")
    for owners in whose(what, table, env):
        events = [event for e in owners for event in changed(verb, what.head, e, n, table)]
        after = spoken_of(what, owners, table, env)
        yield Plan(tuple(events), after, True)


def spoken_of(what: ast.Noun, owners: list[int], table: Table, env: Env) -> Env:
    """*Set the value of the lowest die to 3. Put that die …*: the one whose amount it was."""
    of = amounts.only_of(what) if what.modifiers else None
    if len(owners) > 1 or not isinstance(of, ast.Noun) or of.head is None or of.head == "player":
        return env
    d = of.determiner
    one = (
        not of.plural
        and d.quantifier in (None, "another")
        and d.number is None
        and d.article in ("a", "the", "that")
    )
    return env.speak(owners[0] if owners else -1, of.head) if one else env


def changed(verb: str, name: str, e: int, n: int, table: Table) -> Iterator[Event]:
    player = table.is_kind(e, "player")
    column = table.lore.amounts[name] if player else table.lore.column_of[table.model.kind[e]][name]
    if verb == "set":
        yield Event("set", (column, e, n))
    elif n > 0:
        yield Event("shift", (column, e, n if verb == "raise" else -n))


def whose(what: ast.Noun, table: Table, env: Env) -> list[list[int]]:
    """Whose amount it is: all of those, or each of whom one may be chosen."""
    d = what.determiner
    node: ast.Nominal
    if d.possessive is not None:
        node = Fixed(id=reference.possessor(d.possessive, table, env))
    elif d.owner is not None:
        node = d.owner
    elif what.modifiers:
        node = amounts.only_of(what)
    else:
        raise Unknown("to set an amount of nobody")
    phrase = sets.phrase_of(node)
    if phrase is not None and phrase.determiner.number is not None:
        raise Unknown("to set that of a chosen one")
    picked = phrase is not None and quantifiers.wide(phrase) is not None and quantifiers.picks_one(phrase)
    if picked or quantifiers.is_indefinite(node):
        one = [v.id for v in quantifiers.values_of(node, table, env) if isinstance(v, Entity)]
        return [[e] for e in one if amounts.read(e, what.head or "", table) is not None] or [[]]
    if phrase is not None and (phrase.plural or phrase.determiner.quantifier):
        chosen.not_of_one(phrase, table)
    found = quantifiers.members(node, table, env)
    return [[e for e in found if amounts.read(e, what.head or "", table) is not None]]
