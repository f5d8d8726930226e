"""Adjectives: what a word before the noun, or after *is*, says of a thing."""

from __future__ import annotations

from toolkit.compile import build
from toolkit.compile import possess as possession
from toolkit.compile.scope import Scope
from toolkit.compile.values import Val, name_type
from toolkit.language import ast
from toolkit.program.expression import Expr


def adjective(word: str, item: Val, scope: Scope, node: ast.Node) -> Expr:
    """Whether *item is word*: defined, a list value, a flag, face up or down."""
    world = scope.world
    kind = item.type.name if item.type.base == "entity" else None
    defined = world.find_defined(word, kind)
    argument = item.expr
    if defined is None and kind is not None and world.shown(kind) is not None:
        # What is said of numbers is said of things that show one.
        defined, argument = world.find_defined(word, "number"), shown_number(item, scope, node)
    if defined is not None and defined.type.base == "truth" and len(defined.kinds) == 1:
        return ("call", defined.function, argument)
    if item.type.base == "entity" and word in world.values:
        index, list_name = world.values[word]
        attribute = possession.attribute_of_list(item.type.name, list_name, scope)
        if attribute is not None:
            return ("eq", ("attr", attribute, item.expr), ("value", index))
    if item.type.base == "value" and word in world.values:
        return ("eq", item.expr, ("value", world.values[word][0]))
    if kind is not None and (flag := world.attribute(kind, word)) is not None and flag.flag:
        return ("ne", ("attr", flag.index, item.expr), build.integer(0))
    if word in ("face up", "face-up", "face down", "face-down"):
        return ("eq", ("face", item.expr), build.integer(1 if "up" in word else 0))
    if word in ("friendly", "enemy") and scope.you is not None:
        op = "eq" if word == "friendly" else "ne"
        return (op, ("holder", item.expr), scope.you.expr)
    if word == "over" and kind == "game":
        return ("over",)
    if word == "active":
        return ("eq", item.expr, ("active",))
    found = scope.find(kind, verb=word)
    if found is not None:
        value = found.value
        return ("member", item.expr, value.expr) if value.many else ("eq", item.expr, value.expr)
    raise scope.fail("SAY0754", node, adjective=word, noun=kind or "amount")


def is_state(word: str, kind: str, scope: Scope) -> bool:
    """Whether things of a kind can be so: *ready cards* are those that are ready, not those that were readied."""
    flag = scope.world.attribute(kind, word)
    return scope.world.find_defined(word, kind) is not None or (flag is not None and flag.flag)


def shown_number(item: Val, scope: Scope, node: ast.Node) -> Expr:
    """A value as a number: itself, or the attribute that it shows."""
    if item.type.base == "number":
        return item.expr
    shown = scope.world.shown(item.type.name) if item.type.base == "entity" else None
    if shown is None:
        raise scope.fail("SAY0752", node, found=name_type(item.type), wanted="an amount")
    return ("attr", shown.index, item.expr)
