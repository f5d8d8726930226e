"""A compiled game with another tree for one item: only what this item makes is compiled again.

For tools that change one sentence after another and look at what happens.  What a text of a component, a step of a
verb or a step of a procedure makes is one function or one program, so it can be exchanged.  Other items (definitions,
standing rules, keywords) hang together with the rest: for them the answer is None, and the whole pack must be compiled.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import fields, replace
from functools import partial
from typing import Any, TypeVar

from toolkit.compile.game import CompiledGame, Compiler
from toolkit.compile.optimise import bodies_of, improve, improve_ruleset
from toolkit.compile.scope import player_type
from toolkit.compile.values import Val
from toolkit.language import ast
from toolkit.pack.items import FIELDS
from toolkit.pack.source import Item

T = TypeVar("T")


def patched(
    game: CompiledGame, trees: Mapping[Item, ast.Paragraph], options: Mapping[str, bool] | None, item: Item
) -> CompiledGame | None:
    """`game` compiled from `trees`, in which only the tree of `item` is another one; None: compile the pack.

    `diagnostics` of the result are those of the item.
    """
    if item not in trees or item.option is not None:
        return None
    compiler = Compiler(game.source, trees, game.world.players, options or {})
    compiler.ruleset = ruleset = copied(game.ruleset)
    compiler.world = copied(game.world)
    compiler.world.ruleset = ruleset
    compiler.table = game.table
    rules = len(ruleset.rules)
    functions, programs = len(ruleset.functions), len(ruleset.programs)
    if item.type not in FIELDS:
        known = _text(compiler, item)
    elif item.type == "verb" and item.field == "steps":
        known = verb_again(compiler, item)
    elif item.type == "procedure" and item.field == "steps":
        known = _procedure(compiler, item)
    else:
        known = False
    if not known:
        return None
    if len(ruleset.rules) > rules:
        improve_ruleset(ruleset)
    bodies = bodies_of(ruleset)
    for number in range(functions, len(ruleset.functions)):
        function = ruleset.functions[number]
        ruleset.functions[number] = replace(function, body=improve(function.body, bodies))
    for number in range(programs, len(ruleset.programs)):
        program = ruleset.programs[number]
        ruleset.programs[number] = replace(
            program, code=tuple([improve(part, bodies) for part in program.code])
        )
    return replace(game, ruleset=ruleset, world=compiler.world, diagnostics=tuple(compiler.found))


def copied(whole: T) -> T:
    """The same, with its own tables: what is compiled adds to them."""
    new: Any = copy(whole)
    for each in fields(new):
        value = getattr(new, each.name)
        if isinstance(value, list):
            setattr(new, each.name, [copy(part) if isinstance(part, dict) else part for part in value])
        elif isinstance(value, dict | set):
            setattr(new, each.name, copy(value))
    return new


def _text(compiler: Compiler, item: Item) -> bool:
    """A score, a condition or an effect of components."""
    tree = next((tree for other, tree in compiler.items() if other is item), None)
    holder = compiler.holder(item) if tree is not None else None
    if tree is None or holder is None or holder.this is None:
        return False
    ruleset, name = compiler.ruleset, tree.label or item.field.replace("-", " ")
    if tree.label is None and item.start in ("formula", "condition"):
        function = compiler.attempt(compiler.field_function, tree, item, holder)
        if function is not None:
            ruleset.functions.append(function)
            table = ruleset.formulas[compiler.world.field(name)]
            table.update(dict.fromkeys(holder.components, len(ruleset.functions) - 1))
        return True
    if tree.label is None and item.start not in ("effect", "label effect"):
        return False
    from toolkit.compile.effect import paragraph

    scope = compiler.scope(item, you=Val(("local", 0), player_type()), this=holder.this)
    program = compiler.attempt(compiler.program, name, partial(paragraph, tree, scope), scope)
    if program is not None:
        ruleset.effects[compiler.world.field(name)].update(dict.fromkeys(holder.components, program))
    return True


def verb_again(compiler: Compiler, item: Item) -> bool:
    """All steps of a verb of the pack."""
    info = compiler.world.verbs.get(item.document)
    if info is None or info.kernel is not None:
        return False
    items = [
        (other, tree) for other, tree in compiler.items("verb", path="steps") if other.document == info.id
    ]
    if not items:
        return False
    scope = compiler.scope(items[0][0], you=Val(("local", 0), player_type()))
    scope.owner = info
    compiler.slots(info, scope)
    program = compiler.program(info.id, partial(compiler.steps, items, scope, info), scope)
    compiler.ruleset.verbs[info.index] = replace(compiler.ruleset.verbs[info.index], program=program)
    return True


def _procedure(compiler: Compiler, item: Item) -> bool:
    """All steps of a procedure with which a game starts."""
    ruleset = compiler.ruleset
    at = [n for n, number in enumerate(ruleset.start) if ruleset.programs[number].name == item.document]
    if len(at) != 1:
        return False
    items = [
        (other, tree)
        for other, tree in compiler.items("procedure", path="steps")
        if other.document == item.document
    ]
    if items:
        ruleset.start[at[0]] = compiler.procedure(items)
    return bool(items)
