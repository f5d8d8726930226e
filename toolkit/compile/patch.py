"""A compiled game with another tree for one item: only what this item makes is compiled again.

For tools that change one sentence after another and look at what happens.  What a text of a component, a step, a
requirement or an invariant makes is one function, program or expression, and what a standing sentence makes are rules
of its own, so it can be exchanged.  Where an item changes what others mean (a definition, a prohibition, a word for
choosing, another number of rules) the answer is None, and the whole pack must be compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from toolkit.compile.base.scope import player_type
from toolkit.compile.base.values import Val
from toolkit.compile.compiled import CompiledGame
from toolkit.compile.effects.effect import paragraph
from toolkit.compile.game import Compiler
from toolkit.compile.leaving import look_back
from toolkit.compile.optimise import bodies_of, improve, improve_ruleset
from toolkit.compile.rules.lifting import lifted
from toolkit.compile.seated import ask_for_whom, is_seated
from toolkit.documents.document_type import sentence_fields
from toolkit.language import ast
from toolkit.pack.source import Item

ASKED = ("forbid", "allow", "choose")
"""Kinds of rules of which verbs know before they are compiled."""


def patched(
    game: CompiledGame, trees: Mapping[Item, ast.Paragraph], options: Mapping[str, bool] | None, item: Item
) -> CompiledGame | None:
    """`game` compiled from `trees`, in which only the tree of `item` is another one; None: compile the pack.

    `diagnostics` of the result are those of the item.
    """
    compiler = Compiler.resumed(game, trees, options)
    ruleset = compiler.ruleset
    if item not in compiler.trees:
        return None
    rules = len(ruleset.rules)
    functions, programs = len(ruleset.functions), len(ruleset.programs)
    if not _again(compiler, item) or any(rule.kind == "allow" for rule in ruleset.rules[rules:]):
        return None  # a permission may change what verbs require
    if is_seated(ruleset):
        if item.type == "verb" or not is_seated(game.ruleset):
            return None  # what verbs require and do is asked for a player
        ask_for_whom(ruleset)
    if len(ruleset.rules) > rules or item.start == "statement":
        look_back(ruleset)
        improve_ruleset(ruleset, game.ruleset)
    look_back(ruleset, programs, rules)
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


def _again(compiler: Compiler, item: Item) -> bool:
    """Compile the item into the ruleset of `compiler`, in the place of what it made; False: more hangs on it."""
    match item.type, item.field:
        case "verb", "steps":
            return verb_again(compiler, item)
        case "procedure", "steps":
            return _procedure(compiler, item)
        case "verb", "requires":
            info = compiler.world.verbs.get(item.document)
            if info is None or lifted(compiler.ruleset, info.index):
                return False
            return _alone(compiler, item, compiler.requirements)
        case "invariants", "always":
            return _invariant(compiler, item)
        case _ if item.start == "statement" and compiler.trees[item].label is None:
            return _standing(compiler, item)
        case type_, _:
            return type_ not in sentence_fields() and _text(compiler, item)


def _alone(compiler: Compiler, item: Item, *phases: Callable[[], None]) -> bool:
    """Phases of the compiler, with this item as the only one."""
    trees, compiler.trees = compiler.trees, {item: compiler.trees[item]}
    for phase in phases:
        phase()
    compiler.trees = trees
    return True


def _invariant(compiler: Compiler, item: Item) -> bool:
    """As many conditions as it said before."""
    made, mine = compiler.ruleset.invariants, _sentences(compiler, item)
    old, end = [n for n, (_, _, sentence) in enumerate(made) if sentence in mine], len(made)
    _alone(compiler, item, compiler.invariants)
    new = made[end:]
    del made[end:]
    for n, condition in zip(old, new, strict=False):
        made[n] = condition
    return len(new) == len(old)


def _standing(compiler: Compiler, item: Item) -> bool:
    """As many rules as it made before, and none that says what verbs must ask for."""
    made, mine = compiler.ruleset.rules, _sentences(compiler, item)
    old, end = [n for n, rule in enumerate(made) if rule.static and rule.sentence in mine], len(made)
    _alone(compiler, item, compiler.cards, compiler.standing)
    new = [n for n in range(end, len(made)) if made[n].static]
    if len(new) != len(old) or any(made[n].kind in ASKED for n in (*old, *new)):
        return False
    for n, then in zip(old, new, strict=True):
        # Code names rules by number, so none moves; one that is not static acts only where code says so.
        made[n], made[then] = made[then], replace(made[then], static=False)
    return True


def _sentences(compiler: Compiler, item: Item) -> set[int]:
    """The sentences of an item in the ruleset."""
    span = item.text.span()
    return {
        number
        for (name, start, end), number in compiler.world.sentence_ids.items()
        if name == span.source.name and span.start <= start and end <= span.end
    }


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
