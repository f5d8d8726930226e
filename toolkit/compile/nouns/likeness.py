"""Things that are alike or unlike together: *2 cards of the same suit*, *3 cards with different names*.

One thing is alike or unlike another that was named before: *Discard a card of the same suit.*

Such a number of things is chosen one after another, each next one so that all fit together; in a condition it asks
whether so many can be found, and *for every 2 cards of the same suit* counts how many such sets there are at once.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Desc, Type, Val
from toolkit.compile.nouns import nothing
from toolkit.compile.nouns.possess import can_possess, possess
from toolkit.compile.nouns.pronoun import antecedent
from toolkit.language import ast, which
from toolkit.program.expression import Expr

_JOINING = ("of", "with")
_LYING = ("in", "at", "on", "from")
_ONE = build.integer(1)
_ZERO = build.integer(0)


@dataclass(frozen=True, slots=True)
class Alike:
    """What things are compared by.  `same`: all have it in common; else no two of them.  `value`: that of the thing in
    the local `slot`; `other`: a local for another one.
    """

    same: bool
    slot: int
    other: int
    value: Expr

    @property
    def theirs(self) -> Expr:
        """The value of the other one."""
        return build.substitute(self.value, self.slot, build.local(self.other))

    def values(self, items: Expr) -> Expr:
        """The different values among the things."""
        return ("distinct", ("map", items, self.slot, self.value))

    def size(self, items: Expr) -> Expr:
        """How many of the things have the value of the one in `slot`."""
        return ("count", build.where(items, self.other, ("eq", self.theirs, self.value)))

    def most(self, items: Expr) -> Expr:
        """How many of the things are alike at most."""
        if not self.same:
            return ("count", self.values(items))
        return ("max", ("map", items, self.slot, self.size(items)))

    def fitting(self, items: Expr, chosen: Expr) -> Expr:
        """What can still be chosen besides what was chosen."""
        op = "eq" if self.same else "ne"
        fits = ("every", chosen, self.other, (op, self.theirs, self.value))
        free = build.negate(("member", build.local(self.slot), chosen))
        return build.where(items, self.slot, build.both(free, fits))


def said_of(node: ast.Noun, scope: Scope) -> ast.Modifier | None:
    """*of the same suit*, *with different names* after a noun for things; None: nothing of the kind."""
    if node.name is None and node.head not in scope.world.kinds:
        return None
    for modifier in node.modifiers:
        what = modifier.what
        if not isinstance(what, ast.Noun) or what.adjectives not in (("same",), ("different",)):
            continue
        if modifier.word in _JOINING or _is_where(modifier, scope):
            return modifier
    return None


def _is_where(modifier: ast.Modifier, scope: Scope) -> bool:
    """*in the same park*: what things lie in."""
    what = modifier.what
    return modifier.word in _LYING and scope.world.category(ast.head_of(what)) == "place"


def lies_in(item: Val, head: str, scope: Scope) -> Val:
    """The place of a kind in which a thing lies, or none."""
    kind = scope.world.kinds[head]
    at: Expr = ("parent", item.expr) if head == "place" else ("within", item.expr, kind.index)
    return Val(at, Type("entity", head))


def _value(item: Val, modifier: ast.Modifier, scope: Scope) -> Val | None:
    """That by which things are compared, of one of them; None: it has nothing of the kind."""
    what = modifier.what
    assert isinstance(what, ast.Noun) and what.head is not None
    if _is_where(modifier, scope):
        return lies_in(item, what.head, scope)
    return possess(item, what.head, (), scope, what)


def _has(value: Val, scope: Scope) -> Expr:
    """Whether a thing has that value."""
    there = nothing.there(nothing.missing(value.expr, scope))
    return build.both(there, nothing.present(value.expr, scope)) if value.type.base == "entity" else there


def described(node: ast.Noun, modifier: ast.Modifier, scope: Scope) -> Desc:
    """A number of things that are alike.  SAY0801: one thing, or all of them."""
    desc = scope.describe(without(node, modifier))
    several = desc.mode == "some" and not desc.random and (desc.high is None or desc.high != _ONE)
    if desc.type.base != "entity" or not several or desc.bound not in (None, "exactly", "at least"):
        said = "same" if _is_same(modifier) else "different"
        hint = f"it is said of a number of things: *2 … of the {said} …*" if said == "same" else (
            "it is said of a number of things: *2 … of different …s*"
        )  # fmt: skip
        if said == "same" and scope.this is not None and modifier.what is not None:
            this, whose = scope.this.type.name, ast.head_of(modifier.what)
            hint = f"as this {this}: *… of this {this}'s {whose}*; {hint}"
        raise scope.unfit(modifier, f"“{said}” of these", hint=hint)
    return _compared(desc, modifier, scope)


def of_another(node: ast.Noun, modifier: ast.Modifier, scope: Scope) -> bool:
    """Whether things that are no number of things are compared with one that was named: *a card of the same suit*."""
    what = modifier.what
    if not isinstance(what, ast.Noun) or not isinstance(
        node.determiner.which, which.A | which.Another | which.Each | which.All | which.No
    ):
        return False
    return bool(scope.discourse.singles(lambda value: _comparable(value, modifier, scope)))


def _comparable(value: Val, modifier: ast.Modifier, scope: Scope) -> bool:
    """Whether a thing that was named can be what others are compared with."""
    what = modifier.what
    assert isinstance(what, ast.Noun)
    if _is_where(modifier, scope):
        return scope.world.category_of(value.type) == "thing"
    return can_possess(value, _plain(what), scope)


_COMPARED: dict[str | None, str] = {"same": "eq", "different": "ne", "lower": "lt", "higher": "gt"}


def to_another(modifier: ast.Modifier, item: Val, scope: Scope) -> Expr | None:
    """*of the same suit*, *with a lower rank*: as that of the one thing that was named, or not; None: it says
    something else.
    """
    what = modifier.what
    if not isinstance(what, ast.Noun) or what.head is None:
        return None
    op = _compared_by(what)
    if op is None or what.relative is not None or not _compares(modifier, what, scope):
        return None
    mine = _value(item, modifier, scope)
    if mine is None or mine.many or (op in ("lt", "gt") and mine.type.base != "number"):
        return None
    other = antecedent(_plain(what), scope, lambda value: _comparable(value, modifier, scope))
    theirs = _value(other, modifier, scope)
    assert theirs is not None
    truth = build.both(_has(mine, scope), nothing.stated((op, mine.expr, theirs.expr), scope))
    for further in what.modifiers:  # *with a lower rank of the same suit*
        more = to_another(further, item, scope)
        if more is None:
            raise scope.unfit(further, f"“{further.word}” here")
        truth = build.both(truth, more)
    return truth


def _compares(modifier: ast.Modifier, what: ast.Noun, scope: Scope) -> bool:
    """Whether *of another suit*, *in the same box* says it of what things have; *with another mark* has one that lies
    there.
    """
    if modifier.word not in _JOINING:
        return bool(what.adjectives) and _is_where(modifier, scope)
    return modifier.word != "with" or what.head not in scope.world.kinds or bool(what.adjectives)


def _compared_by(what: ast.Noun) -> str | None:
    """How *the same suit*, *another suit*, *a different suit*, *a lower rank* compare; None: nothing is compared."""
    det = replace(what.determiner, span=None, ordinal=None)
    if det in (ast.Determiner(quantifier="another"), ast.Determiner(article="a", other=True)):
        return "ne" if not what.adjectives else None
    said = (*what.adjectives, *([what.determiner.ordinal] if what.determiner.ordinal else []))
    op = _COMPARED.get(said[0]) if len(said) == 1 else None
    articles = (ast.Determiner(article="the" if op == "eq" else "a"), ast.Determiner())
    return op if det in articles else None


def _plain(what: ast.Noun) -> ast.Noun:
    return replace(what, determiner=ast.Determiner(article="the"), adjectives=(), modifiers=())


def there_are(desc: Desc, scope: Scope, node: ast.Node) -> Expr:
    """Whether so many can be found that are alike: *at least 2 cards of the same suit*, *2 cards of the same suit*."""
    if desc.bound != "at least" and (scope.test or desc.bound is not None):
        raise scope.fail(
            "SAY0757" if desc.bound is None else "SAY0801", node, what="this number of what is alike"
        )
    return feasible(desc)


def feasible(desc: Desc) -> Expr:
    """Whether as many as are asked for can be chosen."""
    assert desc.alike is not None
    return ("ge", desc.alike.most(desc.expr), desc.low)


def choose(desc: Desc, items: Expr, who: Expr, scope: Scope) -> Expr:
    """Choose so many that are alike, one after another; where only one set fits, nobody is asked.

    Nothing is chosen if there are not as many as are asked for.
    """
    alike = desc.alike
    assert alike is not None
    if desc.low != _ZERO:
        items = ("if", ("ge", alike.most(items), desc.low), items, build.EMPTY)
    items = scope.store(items)
    if alike.same and desc.low != _ZERO:
        items = scope.store(build.where(items, alike.slot, ("ge", alike.size(items), desc.low)))
    chosen, wanted, number = scope.alloc(), scope.alloc(), scope.alloc()
    high = desc.high if desc.high is not None else ("count", items)
    groups: Expr = ("count", alike.values(items))
    free = ("le", groups, _ONE) if alike.same else ("eq", groups, ("count", items))
    mixed = scope.emit("unless", free, -1)
    scope.emit("choose", who, items, desc.low, high, chosen)
    over = scope.emit("jump", -1)
    scope.patch(mixed)
    scope.emit("let", chosen, build.EMPTY)
    scope.emit("let", number, _ZERO)
    head = scope.here()
    fits = alike.fitting(items, build.local(chosen))
    least = ("if", ("lt", build.local(number), desc.low), _ONE, _ZERO)
    scope.emit("choose", who, fits, least, _ONE, wanted)
    stop = scope.emit("unless", build.nonempty(build.local(wanted)), -1)
    scope.emit("let", chosen, ("union", build.local(chosen), build.local(wanted)))
    scope.emit("let", number, ("add", build.local(number), _ONE))
    scope.emit("unless", ("ge", build.local(number), high), head)
    scope.patch(stop)
    scope.patch(over)
    return build.local(chosen)


def sets_of(node: ast.Noun, number: int, modifier: ast.Modifier, scope: Scope) -> Expr:
    """How many sets of so many alike things there are at once: *for every 2 cards of the same suit*.

    SAY0801: sets of unlike things that leave out a value (*3 cards of different suits* of 4).
    """
    desc = scope.describe(without(node, modifier))
    if desc.type.base != "entity" or not desc.many:
        raise scope.unfit(modifier, "this of what is counted")
    desc = _compared(desc, modifier, scope)
    alike = desc.alike
    assert alike is not None
    value, size = scope.alloc(), build.integer(number)
    of_value = ("count", build.where(desc.expr, alike.slot, ("eq", alike.value, build.local(value))))
    if alike.same:
        return ("sum", ("map", alike.values(desc.expr), value, ("div", of_value, size)))
    what = modifier.what
    assert isinstance(what, ast.Noun)
    values = [
        index for index, of in scope.world.values.values() if of == _list_of(desc.type.name, what, scope)
    ]
    if len(values) != number:
        raise scope.unfit(modifier, "sets of different things that are not all there are")
    counts = [build.substitute(of_value, value, ("value", index)) for index in sorted(values)]
    least = counts[0]
    for count in counts[1:]:
        least = ("smaller", least, count)
    return least


def _is_same(modifier: ast.Modifier) -> bool:
    return isinstance(modifier.what, ast.Noun) and modifier.what.adjectives == ("same",)


def without(node: ast.Noun, modifier: ast.Modifier) -> ast.Noun:
    """The phrase without the modifier; what stands after its noun is said of the things (*of the same suit in P*)."""
    assert isinstance(modifier.what, ast.Noun)
    return replace(node, modifiers=(*node.without(modifier).modifiers, *modifier.what.modifiers))


def _compared(desc: Desc, modifier: ast.Modifier, scope: Scope) -> Desc:
    """The things, and what they are compared by; what has no such value is like nothing and unlike nothing."""
    what = modifier.what
    assert isinstance(what, ast.Noun) and what.head is not None
    same = _is_same(modifier)
    wanted = ast.Determiner(article="the") if same else ast.Determiner()
    if replace(what.determiner, span=None) != wanted or what.relative is not None:
        raise scope.unfit(what, "this", expected=("*of the same …*", "*of different …s*"))
    if desc.alike is not None:
        hint = "choose among those that share the one: *Choose a …. … 2 … of that … with different …*"
        raise scope.unfit(modifier, "a second thing that they share, or do not,", hint=hint)
    slot = scope.alloc()
    value = _value(Val(build.local(slot), desc.type), modifier, scope)
    if value is None or value.many:
        raise scope.fail("SAY0753", what, noun=what.head, of=desc.type.name)
    return desc.but(
        expr=build.where(desc.expr, slot, _has(value, scope)),
        alike=Alike(same, slot, scope.alloc(), value.expr),
    )


def _list_of(kind: str, what: ast.Noun, scope: Scope) -> str | None:
    attribute = scope.world.attribute(kind, what.head or "")
    return attribute.type.name if attribute is not None and attribute.type.base == "value" else None
