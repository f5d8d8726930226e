"""Modules that contradict each other: rules of one strength, of a module each, that want different things at a moment.

All modules are compiled at once, also those that exclude each other, and the rules of each pair that may be played
together are compared.  What a player chooses (*may … instead*) contradicts nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from toolkit.compile.pack import Pack
from toolkit.pack.source import Item, Manifest
from toolkit.program.expression import Expr, conjuncts
from toolkit.program.ruleset import Rule, Ruleset
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Diagnostic, Label

AGAINST = {
    ("replace", "replace"),
    ("choose", "choose"),
    ("modify", "modify"),
    ("forbid", "allow"),
    ("allow", "forbid"),
}
"""Kinds of rules of which two about the same cannot both have their way."""


def contradictions(pack: Pack) -> Iterator[Diagnostic]:
    """SAY0851 for each two rules of different modules.  The pack must be without errors."""
    manifest = pack.source.manifest
    if len(manifest.modules) < 2:
        return
    game = pack.compiled(options=dict.fromkeys(manifest.chosen(), True)).value
    assert game is not None
    owned = list(_owned(pack, game.ruleset))
    names = {module.option: module.name for module in manifest.modules}
    for (one, first), (other, second) in combinations(owned, 2):
        if _together(manifest, first, second) and _against(game.ruleset, one, other):
            labels = [Label(first.text.span(), "it stands against this")]
            called = [" and ".join(names[option] for option in item.options) for item in (second, first)]
            yield diagnose("SAY0851", second.text.span(), one=called[0], other=called[1], labels=labels)


def _owned(pack: Pack, ruleset: Ruleset) -> Iterator[tuple[Rule, Item]]:
    """The rules of modules, each with the item in which it stands."""
    spans = {
        item: (item.text.source.name, item.text.span().position, item.text.span().end_position)
        for item in pack.source.items
        if item.options
    }
    for rule in ruleset.rules:
        if not rule.static or rule.sentence < 0:
            continue
        at = ruleset.sentences[rule.sentence]
        for item, (file, start, end) in spans.items():
            if at.file == file and start <= (at.line, at.column) <= end:
                yield rule, item
                break


def _together(manifest: Manifest, one: Item, other: Item) -> bool:
    """Whether two items belong to different modules that may be on at once."""
    if not set(one.options).isdisjoint(other.options):
        return False
    on = (*one.options, *other.options)
    chosen: Mapping[str, bool] = {option.id: option.id in on for option in manifest.options}
    return manifest.apart(chosen) is None and set(on) <= {module.option for module in manifest.modules}


def _against(ruleset: Ruleset, one: Rule, other: Rule) -> bool:
    """Whether two rules are of one strength, about the same, and cannot both have their way."""
    if one.layer != other.layer or (one.kind, other.kind) not in AGAINST or _apart(one, other):
        return False
    if one.kind == "modify":
        return one.attribute == other.attribute and one.op == other.op == "set"
    same = one.step == other.step and not set(one.events).isdisjoint(other.events)
    return same and not (one.kind == "replace" and (_asks(ruleset, one) or _asks(ruleset, other)))


def _asks(ruleset: Ruleset, rule: Rule) -> bool:
    """Whether a replacement leaves it to a player."""
    return any(instruction[0] == "decline" for instruction in ruleset.programs[rule.program].code)


def _apart(one: Rule, other: Rule) -> bool:
    """Whether no event fits both: of one part of it they want different things."""
    first, second = _wanted(one.match), _wanted(other.match)
    return any(second.get(part, value) != value for part, value in first.items())


def _wanted(match: Expr | None) -> dict[Expr, Expr]:
    """What a condition says that parts of the event are."""
    parts = conjuncts(match) if match is not None else []
    return {
        part[1]: part[2]
        for part in parts
        if part[0] == "eq" and part[1][0] == "local" and part[2][0] == "int"
    }
