"""Adjectives: what a word before the noun, or after *is*, says of a thing."""

from __future__ import annotations

from collections.abc import Callable

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Val, name_type
from toolkit.compile.nouns import possess as possession
from toolkit.compile.nouns.phrases import shown_of
from toolkit.language import ast
from toolkit.language.forms import verb_forms
from toolkit.meaning.referents import Referent
from toolkit.program.expression import Expr


def adjective(word: str, item: Val, scope: Scope, node: ast.Node) -> Expr:
    """Whether *item is word*: by the first of the `READINGS` that knows the word for such an item."""
    for reading in READINGS:
        if (found := reading(word, item, scope, node)) is not None:
            return found
    hint = NO_SIDE if word in ("friendly", "enemy") else undone(word, node, scope)
    raise scope.fail("SAY0754", node, adjective=word, noun=kind_of(item) or "amount", hint=hint)


def kind_of(item: Val) -> str | None:
    """The kind of a thing, a place or a player; None: an amount or a value."""
    return item.type.name if item.type.base == "entity" else None


def defined(word: str, item: Val, scope: Scope, node: ast.Node) -> Expr | None:
    """What a definition says; what is said of numbers is said of things that show one."""
    kind, argument = kind_of(item), item.expr
    known = scope.world.find_defined(word, scope.world.argument(item.type))
    if known is None and kind is not None and scope.world.shown(kind) is not None:
        known, argument = scope.world.find_defined(word, "number"), shown_number(item, scope, node)
    if known is None or known.type.base != "truth" or len(known.kinds) != 1:
        return None
    return ("call", known.function, argument)


def value(word: str, item: Val, scope: Scope, node: ast.Node) -> Expr | None:
    """A value of a list: the item itself, or its attribute of that list."""
    if word not in scope.world.values:
        return None
    index, list_name = scope.world.values[word]
    if item.type.base == "value":
        return ("eq", item.expr, ("value", index))
    kind = kind_of(item)
    attribute = possession.attribute_of_list(kind, list_name, scope) if kind is not None else None
    return ("eq", ("attr", attribute, item.expr), ("value", index)) if attribute is not None else None


def flag(word: str, item: Val, scope: Scope, node: ast.Node) -> Expr | None:
    """An attribute that is or is not."""
    kind = kind_of(item)
    entry = scope.world.attribute(kind, word) if kind is not None else None
    if entry is None or not entry.flag:
        return None
    return ("ne", ("attr", entry.index, item.expr), build.integer(0))


NO_SIDE = (
    "nobody is *you* here, so it is nobody’s friend: say whose it is, *… of its owner*, *… of another player*"
)


def undone(word: str, node: ast.Node, scope: Scope) -> str | None:
    """What to write instead of *the stroked cats* that nothing in this text, or in this step, has stroked."""
    forms = scope.world.vocabulary.forms
    verbs = {template.verb for info in scope.world.verbs.values() for template in info.templates}
    if not any(verb_forms(verb, forms.get(verb)).participle == word for verb in verbs):
        return None
    noun = node.head if isinstance(node, ast.Noun) else "thing"
    return (
        f"so are called those with which this text, in the same step, did it; of what happened before, "
        f"*each {noun} that was {word} this turn*; what lasts is a value of a list, or an adjective that is defined"
    )


def of_the_language(word: str, item: Val, scope: Scope, node: ast.Node) -> Expr | None:
    """*face up*, *friendly*, *active*: words that need no declaration."""
    match word:
        case "face up" | "face-up" | "face down" | "face-down" if _lies(item, scope):
            return ("eq", ("face", item.expr), build.integer(1 if "up" in word else 0))
        case "friendly" | "enemy" if (whose := scope.you or scope.they) is not None:
            return ("eq" if word == "friendly" else "ne", ("holder", item.expr), whose.expr)
        case "over" if kind_of(item) == "game":
            return ("over",)
        case "active" if scope.world.is_player(item.type):
            return ("eq", item.expr, ("active",))
    return None


def _lies(item: Val, scope: Scope) -> bool:
    """Whether it is a thing, one side of which is up."""
    return scope.world.category_of(item.type) == "thing"


def done(word: str, item: Val, scope: Scope, node: ast.Node) -> Expr | None:
    """*chosen*: one of those with which it was done.  SAY0657: it was done with several, and one is meant."""
    kind = kind_of(item)
    found = scope.find(kind, verb=word)
    if found is None:
        return None
    if found.value.many:
        return ("member", item.expr, found.value.expr)
    apart = one_by_one(word, kind, scope) if kind is not None else []
    if len(apart) < _SEVERAL:
        return build.both(("eq", item.expr, found.value.expr), found.whether or build.TRUE)
    det = ast.determiner_of(node)
    if isinstance(node, ast.Noun) and not node.plural and det.article == "the":
        hint = (
            f"*the first {word} {node.head}*, *the second {word} {node.head}*, *the {word} …* of all of them"
        )
        raise scope.fail("SAY0657", node, names=f"each {node.head} that was {word}", hint=hint)
    return build.either(
        *(build.both(("eq", item.expr, each.value.expr), each.whether or build.TRUE) for each in apart)
    )


_SEVERAL = 2


def one_by_one(word: str, kind: str, scope: Scope) -> list[Referent]:
    """What it was done with, one after another: *Choose a cat. Choose another cat.*, in this order."""
    verb = scope.verb_of(word)
    return scope.discourse.described(kind, lambda each: each.verb == verb)


READINGS: tuple[Callable[[str, Val, Scope, ast.Node], Expr | None], ...] = (
    defined, value, flag, of_the_language, done,
)  # fmt: skip


def is_state(word: str, kind: str, scope: Scope) -> bool:
    """Whether things of a kind can be so: *ready cards* are those that are ready, not those that were readied."""
    flag = scope.world.attribute(kind, word)
    if scope.world.find_defined(word, kind) is not None or (flag is not None and flag.flag):
        return True
    _, of_list = scope.world.values.get(word, (0, None))
    return of_list is not None and possession.attribute_of_list(kind, of_list, scope) is not None


def shown_number(item: Val, scope: Scope, node: ast.Node) -> Expr:
    """A value as a number: itself, or the attribute that it shows."""
    if item.type.base == "number":
        return item.expr
    shown = scope.world.shown_by(item.type)
    if shown is None:
        raise scope.fail("SAY0752", node, found=name_type(item.type), wanted="an amount")
    return shown_of(item.expr, shown.index, scope)
