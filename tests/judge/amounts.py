"""Numbers and values of lists: quantities, attributes, counts, sums, and what is made of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field

from tests.judge import conditions, quantifiers, reference, sets
from tests.judge.copies import replace
from tests.judge.values import (
    Definition,
    Entity,
    Env,
    Fixed,
    Lore,
    Number,
    Open,
    Refused,
    Table,
    Unknown,
    Value,
    Word,
)
from toolkit.frozen import dataclass
from toolkit.language import ast

Body = Callable[[Value, Env], Iterator[Env]]


def is_amount(node: ast.Noun, lore: Lore) -> bool:
    """Whether the noun stands for a number or a value, not for an entity."""
    if node.name is not None:
        return False
    if node.head is None:
        return True
    if node.head == "owner":
        return True
    return lore.category(node.head) in ("quantity", "attribute", "amount") and node.head not in lore.kinds


def amount(node: ast.Nominal, table: Table, env: Env, body: Body) -> Iterator[Env]:
    """`body` of the value; an attribute of nothing is no value, and `body` is never asked."""
    match node:
        case Perhaps(what=what):
            yield from or_nothing(what, table, env, body)
        case ast.Arith(op=op, left=left, right=right):
            yield from arithmetic(op, left, right, table, env, body)
        case ast.Noun(head=None):
            yield from literal(node, env, body)
        case ast.Noun():
            yield from named_amount(node, table, env, body)
        case _:
            yield from quantifiers.nominal(node, table, env, body)


def literal(node: ast.Noun, env: Env, body: Body) -> Iterator[Env]:
    d = node.determiner
    if d.number is None or d.signed or d.bound or d.quantifier or node.modifiers or node.relative:
        raise Unknown("a bare determiner as a number")
    yield from body(Number(d.number), env)


def arithmetic(
    op: str, left: ast.Nominal, right: ast.Nominal | None, table: Table, env: Env, body: Body
) -> Iterator[Env]:
    if right is None:
        yield from rounded(op, left, table, env, body)
        return

    def second(a: Value, after: Env) -> Iterator[Env]:
        def both(b: Value, last: Env) -> Iterator[Env]:
            if not isinstance(a, Number) or not isinstance(b, Number):
                raise Refused("what is added is no number")
            yield from body(Number(made_of(op, a.n, b.n)), last)

        assert right is not None
        yield from amount(right, table, after, both)

    yield from amount(left, table, env, second)


def made_of(op: str, a: int, b: int) -> int:
    match op:
        case "plus":
            return a + b
        case "minus":
            return a - b
        case "multiplied by":
            return a * b
    raise Unknown("a share of an amount")


def rounded(op: str, half: ast.Nominal, table: Table, env: Env, body: Body) -> Iterator[Env]:
    if isinstance(half, ast.Arith):
        raise Unknown("a share of an amount")
    if not isinstance(half, ast.Noun) or half.determiner.quantifier not in ("half", "half of"):
        raise Refused("rounded, and no half")

    def halved(v: Value, after: Env) -> Iterator[Env]:
        if not isinstance(v, Number):
            raise Refused("half of what is no number")
        yield from body(Number(-(-v.n // 2) if op == "rounded up" else v.n // 2), after)

    yield from amount(replace(half, determiner=unquantified(half.determiner)), table, env, halved)


def unquantified(d: ast.Determiner) -> ast.Determiner:
    return replace(d, quantifier=None, of=False)


def named_amount(node: ast.Noun, table: Table, env: Env, body: Body) -> Iterator[Env]:
    d, head = node.determiner, node.head or ""
    if d.quantifier in ("half", "half of"):
        raise Refused("half, and no word that says which way")
    if d.quantifier == "twice":

        def doubled(v: Value, after: Env) -> Iterator[Env]:
            if not isinstance(v, Number):
                raise Refused("twice what is no number")
            yield from body(Number(2 * v.n), after)

        yield from amount(replace(node, determiner=unquantified(d)), table, env, doubled)
        return
    if (
        d.quantifier
        or d.bound
        or d.number is not None
        or d.signed
        or d.more
        or d.other
        or d.ordinal
        or node.relative
    ):
        raise Unknown(f"an amount with {d.quantifier or d.bound or 'a determiner'}")
    match head:
        case "number":
            yield from body(Number(len(counted(only_of(node), table, env))), env)
        case "sum":
            yield from added(only_of(node), table, env, body)
        case "difference":
            yield from difference(node, table, env, body)
        case _ if head in table.lore.nouns and table.lore.category(head) == "amount":
            yield from defined(node, table, env, body)
        case _:
            yield from possessed(node, table, env, body)


def only_of(node: ast.Noun) -> ast.Nominal:
    if len(node.modifiers) != 1 or node.modifiers[0].word != "of" or node.modifiers[0].what is None:
        raise Unknown(f"the {node.head} with something other than of")
    return node.modifiers[0].what


def counted(what: ast.Nominal, table: Table, env: Env) -> list[int] | set[int]:
    """What *the number of* counts."""
    if isinstance(what, ast.Noun) and what.adjectives[:1] == ("different",):
        raise Unknown("different")
    if isinstance(what, ast.Noun) and what.head in table.lore.quantities:
        if what.determiner.is_empty() and what.relative is not None:
            raise Unknown("the number of coins you have")
        raise Unknown("the number of a quantity")
    return quantifiers.members(what, table, replace(env, apart=False))  # all of them, whoever is counted for


def added(what: ast.Nominal, table: Table, env: Env, body: Body) -> Iterator[Env]:
    """All in one; of a list in which one amount is of nothing it is none, as with *plus*."""
    if not isinstance(what, ast.Group) or sets.phrase_of(what) is not None:
        yield from body(Number(sum(numbers_of(what, table, env))), env)
        return

    def rest(items: tuple[ast.Nominal, ...], so_far: int, after: Env) -> Iterator[Env]:
        if not items:
            yield from body(Number(so_far), after)
            return

        def one(v: Value, last: Env) -> Iterator[Env]:
            if not isinstance(v, Number):
                raise Refused("what is added is no number")
            yield from rest(items[1:], so_far + v.n, last)

        first = items[0]
        if isinstance(first, Perhaps) or (isinstance(first, ast.Noun) and is_single_amount(first, table)):
            yield from amount(first, table, after, one)
        else:
            yield from one(Number(sum(numbers_of(first, table, after))), after)

    yield from rest(what.items, 0, env)


def is_of_one(node: ast.Nominal) -> bool:
    """*the power of the lowest cat*, *your coins*."""
    if not isinstance(node, ast.Noun):
        return True
    whose = node.determiner.owner or (only_of(node) if node.modifiers else None)
    d = whose.determiner if isinstance(whose, ast.Noun) else ast.Determiner()
    return whose is None or not (many(whose) or d.quantifier in ("all", "each", "every"))


def is_single_amount(node: ast.Noun, table: Table) -> bool:
    """*your coins*, *the power of the lowest cat*, *the number of cats*: no amount of several."""
    if not is_amount(node, table.lore):
        return False
    if node.head not in table.lore.columns:
        return True
    return is_of_one(node)


def numbers_of(what: ast.Nominal, table: Table, env: Env) -> list[int]:
    """What *the sum of* adds up: an attribute or quantity of several, what things show, or several amounts."""
    if isinstance(what, ast.Noun) and is_amount(what, table.lore) and what.head in table.lore.columns:
        whose = possessors(what, table, env)
        if whose is None:
            raise Unknown("the sum of an amount of nobody")
        values = [read(e, what.head, table) for e in whose]
        return [v.n for v in values if isinstance(v, Number)]
    if isinstance(what, ast.Noun) and is_amount(what, table.lore):
        n = one_number(what, table, env)
        return [] if n is None else [n]
    shown = [table.shown(e) for e in quantifiers.members(what, table, env)]
    return [n for n in shown if n is not None]


def possessors(node: ast.Noun, table: Table, env: Env) -> list[int] | None:
    """Whose attribute or quantity it is, as a set; None: nobody is said."""
    d = node.determiner
    if d.owner is not None:
        return quantifiers.members(d.owner, table, env)
    if d.possessive is not None:
        return [reference.possessor(d.possessive, table, env)]
    if node.modifiers:
        return quantifiers.members(only_of(node), table, env)
    return None


def difference(node: ast.Noun, table: Table, env: Env, body: Body) -> Iterator[Env]:
    if len(node.modifiers) != 1 or node.modifiers[0].word != "between":
        raise Unknown("the difference of")
    both = node.modifiers[0].what
    if not isinstance(both, ast.Group) or len(both.items) != 2 or both.joint != "and":
        raise Unknown("the difference between what is no pair")
    left, right = both.items

    def second(a: Value, after: Env) -> Iterator[Env]:
        def apart(b: Value, last: Env) -> Iterator[Env]:
            if not isinstance(a, Number) or not isinstance(b, Number):
                raise Refused("the difference of what is no number")
            yield from body(Number(abs(a.n - b.n)), last)

        yield from amount(right, table, after, apart)

    yield from amount(left, table, env, second)


def read(e: int, name: str, table: Table) -> Value | None:
    """An attribute or a quantity of an entity; None: it has none."""
    if name == "owner":
        owner = table.whose(e)
        if owner < 0:
            table.notes.add("the owner of nobody's")
        return Entity(owner) if owner >= 0 else None
    if name in table.lore.quantities:
        n = table.quantity(e, name)
        if n is not None:
            return Number(n)
    return table.attribute(e, name)


def possessed(node: ast.Noun, table: Table, env: Env, body: Body) -> Iterator[Env]:
    """*your coins*, *the power of a cat*: one value for each possessor, as the possessor's determiner says."""
    head = node.head or ""
    if node.adjectives:
        raise Unknown("an amount with an adjective")
    d = node.determiner
    whose: ast.Nominal
    if d.owner is not None:
        whose = d.owner
    elif d.possessive is not None:
        whose = Fixed(id=owned_by(head, d.possessive, table, env))
    elif node.modifiers:
        whose = only_of(node)
    elif head in table.lore.quantities and table.lore.quantities[head].of == "game":
        whose = Fixed(id=0)
    elif head in table.lore.lists or d != ast.Determiner(article="the"):
        raise Unknown("an amount of whom a word before names")
    else:
        raise Refused("an amount of nobody")
    if many(whose):
        raise Refused("an amount of several")
    if indefinite(whose):
        table.notes.add("an amount of one of several")

    if (tied := as_high(whose, head, table, env)) is not None:
        table.notes.add("as much as another")
        whose = Fixed(id=tied)

    def of(v: Value, after: Env) -> Iterator[Env]:
        if isinstance(v, Entity):
            value = as_it_left(v.id, head, table, env) if points_back(whose) else None
            value = read(v.id, head, table) if value is None else value
            if isinstance(value, Number | Word):
                value = replace(value, whose=(v.id, head))
            if value is not None:
                yield from body(value, after)

    yield from quantifiers.nominal(whose, table, env, of)


def owned_by(head: str, possessive: str, table: Table, env: Env) -> int:
    try:
        return reference.possessor(possessive, table, env)
    except Refused as refused:
        if head == "owner":  # *Put each cat in its owner's yard*: of what is being put
            raise Unknown("the owner of what it is done with") from refused
        raise


def as_high(whose: ast.Nominal, name: str, table: Table, env: Env) -> int | None:
    """*the power of the cat with the lowest power*: one of several that have it, for as much is known; None: it is of
    one, or how much they have of something else is asked.
    """
    phrase = sets.phrase_of(whose)
    if phrase is None or table.lore.category(phrase.nouns[0].head) != "thing":
        return None  # of players that tie none has the most
    d = phrase.determiner
    theirs = not phrase.plural and d.number is None and not d.of and (d.possessive or d.owner) is not None
    if not (quantifiers.picks_one(phrase) or theirs) or quantifiers.wide(phrase) is not None:
        return None
    ranks = [m.what.head for m in phrase.modifiers if sets.is_superlative(m) and isinstance(m.what, ast.Noun)]
    if phrase.determiner.ordinal in ("highest", "lowest"):
        shown = table.lore.shown(phrase.nouns[0].head or "")
        ranks += [shown] if shown is not None else []
    if ranks != [name]:
        return None
    if quantifiers.is_indefinite(d.owner):
        raise Unknown("how much the highest of one of several's is")
    found = [e for e, _ in sets.fitting(phrase, table, env)]
    return found[0] if len(found) > 1 else None


def points_back(whose: ast.Nominal) -> bool:
    """*its power*, *that moth's power*."""
    return isinstance(whose, Fixed) or (isinstance(whose, ast.Noun) and whose.determiner.article == "that")


def as_it_left(e: int, name: str, table: Table, env: Env) -> Number | None:
    """What it had where such things are looked for, if it has left there.  Of a kind that is looked for in no place the
    reference does not say what is added to it once it is out of the game.
    """
    found = next((Number(n) for thing, what, n in env.left if (thing, what) == (e, name)), None)
    if found is not None and table.model.kinds[table.model.kind[e]].name not in table.lore.found_in:
        raise Open("what has left the game, of a kind that is looked for in no place")
    return found


def indefinite(whose: ast.Nominal) -> bool:
    """*the power of a cat*, *each player's coins*."""
    if not isinstance(whose, ast.Noun):
        return False
    d = whose.determiner
    return (
        d.article == "a"
        or d.quantifier is not None
        or d.number is not None
        or any(m.what is not None and indefinite(m.what) for m in whose.modifiers)
    )


def many(whose: ast.Nominal) -> bool:
    """A definite plural: *the power of your cats* is no number."""
    if isinstance(whose, ast.Group):
        return True
    return isinstance(whose, ast.Noun) and bool(whose.plural)


def defined(node: ast.Noun, table: Table, env: Env, body: Body) -> Iterator[Env]:
    """A noun that a definition defines: *the weather*, *a parcel's price*."""
    definitions = table.lore.nouns[node.head or ""]
    if len(definitions) != 1:
        raise Unknown("a noun with several definitions")
    meaning = definitions[0]
    assert meaning.amount is not None and meaning.subject is not None
    owner, there = owner_in(meaning), table.elsewhere()
    if owner is None:
        yield from amount(meaning.amount, there, Env(you=-1), lambda v, _: body(v, env))
        return
    whose: ast.Nominal
    if node.determiner.owner is not None:
        whose = node.determiner.owner
    elif node.determiner.possessive is not None:
        whose = Fixed(id=reference.possessor(node.determiner.possessive, table, env))
    elif node.modifiers:
        whose = only_of(node)
    else:
        raise Refused("an amount of nobody")
    if many(whose):
        raise Refused("an amount of several")

    def of(v: Value, after: Env) -> Iterator[Env]:
        if not isinstance(v, Entity) or not conditions.fits_noun(v.id, owner, table):
            return
        inner = Env(you=-1).speak(v.id, owner.head)
        assert meaning.amount is not None

        def theirs(n: Value, _: Env) -> Iterator[Env]:
            yield from body(n if isinstance(n, Entity) else replace(n, whose=(v.id, node.head or "")), after)

        yield from amount(meaning.amount, there, inner, theirs)

    yield from quantifiers.nominal(whose, table, env, of)


def owner_in(meaning: Definition) -> ast.Noun | None:
    """*A parcel's price is …*, *The glow of a lamp is …*: the lamp."""
    subject = meaning.subject
    assert subject is not None
    if isinstance(subject.determiner.owner, ast.Noun):
        return subject.determiner.owner
    if subject.modifiers:
        what = only_of(subject)
        if isinstance(what, ast.Noun):
            return what
    if subject.determiner.possessive:
        raise Unknown("a definition of its own")
    return None


@dataclass(frozen=True)
class Perhaps(ast.Nominal):
    """Stands in a tree where an amount is needed: what is not there counts as 0."""

    what: ast.Nominal = field(default_factory=ast.Noun)


def or_nothing(node: ast.Nominal, table: Table, env: Env, body: Body) -> Iterator[Env]:
    """`body` of the value; of 0, where there is none."""
    reached = []

    def note(v: Value, after: Env) -> Iterator[Env]:
        reached.append(v)
        yield from body(v, after)

    yield from amount(node, table, env, note)
    if not reached:
        yield from body(Number(0), env)


def needed(node: ast.Nominal) -> ast.Nominal:
    """The same of what an amount is made of."""
    match node:
        case ast.Arith(left=left, right=ast.Nominal() as right):
            return replace(node, left=needed(left), right=needed(right))
        case ast.Noun(head="difference", modifiers=(ast.Modifier(what=ast.Group() as both) as between,)):
            apart = replace(both, items=tuple(needed(item) for item in both.items))
            return replace(node, modifiers=(replace(between, what=apart),))
        case ast.Noun(head="sum", modifiers=(ast.Modifier(what=ast.Group() as all_) as of,)):
            if sets.phrase_of(all_) is not None:
                return Perhaps(what=node)
            items = tuple(needed(each) if is_of_one(each) else each for each in all_.items)
            return replace(node, modifiers=(replace(of, what=replace(all_, items=items)),))
        case ast.Arith() | ast.Noun():
            return Perhaps(what=node)
    return node


def one_number(node: ast.Nominal, table: Table, env: Env) -> int | None:
    """The number for which a phrase stands; None: it is of nothing."""
    found: list[Value] = []

    def note(v: Value, after: Env) -> Iterator[Env]:
        found.append(v)
        yield after

    list(amount(node, table, env, note))
    if any(not isinstance(v, Number) for v in found):
        raise Refused("no number")
    different = {v for v in found if isinstance(v, Number)}
    if len(different) > 1:
        raise Open("an amount of one of several")
    return next((v.n for v in different), None)
