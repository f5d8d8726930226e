"""Rulesets as JSON and back, exactly: what a compiled pack is cached as.

Expressions and instructions are nested tuples of numbers, truths and op names; JSON has lists for tuples, and
reading makes tuples of all of them again.
"""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from typing import Any

from toolkit.limits import Limits
from toolkit.program.ruleset import Function, Program, Rule, Ruleset, Sentence, Verb

FORMAT = 1

_PARTS: dict[str, type] = {
    "sentences": Sentence,
    "programs": Program,
    "verbs": Verb,
    "functions": Function,
    "rules": Rule,
}


def to_json(ruleset: Ruleset) -> dict[str, Any]:
    """Plain data: each part a list of rows whose columns are the fields of its class."""
    data: dict[str, Any] = {"format": FORMAT}
    for name, made in _PARTS.items():
        columns = [f.name for f in fields(made)]
        data[name] = [
            [_plain(getattr(item, column)) for column in columns] for item in getattr(ruleset, name)
        ]
    data["steps"] = list(ruleset.steps)
    data["periods"] = list(ruleset.periods)
    data["start"] = list(ruleset.start)
    data["recorded"] = sorted(ruleset.recorded)
    data["invariants"] = _plain(ruleset.invariants)
    data["deck_rules"] = _plain(ruleset.deck_rules)
    data["evaluations"] = list(ruleset.evaluations)
    data["fields"] = list(ruleset.fields)
    for name in ("formulas", "effects"):
        data[name] = [sorted(table.items()) for table in getattr(ruleset, name)]
    data["limits"] = asdict(ruleset.limits)
    data["ordering"] = ruleset.ordering
    data["asking"] = ruleset.asking
    data["always"] = ruleset.always
    data["people"] = ruleset.people
    data["extra"] = ruleset.extra
    return data


def from_json(data: dict[str, Any]) -> Ruleset:
    """The ruleset that `to_json` described.  Raises ValueError when the format is another one."""
    if data.get("format") != FORMAT:
        raise ValueError(f"a ruleset of format {FORMAT} is needed, this one says {data.get('format')!r}")
    parts = {name: [made(*_frozen(row)) for row in data[name]] for name, made in _PARTS.items()}
    return Ruleset(
        **parts,
        steps=list(data["steps"]),
        periods=list(data["periods"]),
        start=list(data["start"]),
        recorded=set(data["recorded"]),
        invariants=[_frozen(row) for row in data["invariants"]],
        deck_rules=[_frozen(row) for row in data["deck_rules"]],
        evaluations=list(data["evaluations"]),
        fields=list(data["fields"]),
        formulas=[dict(map(tuple, table)) for table in data["formulas"]],
        effects=[dict(map(tuple, table)) for table in data["effects"]],
        limits=Limits(**data["limits"]),
        ordering=data["ordering"],
        asking=data["asking"],
        always=data["always"],
        people=data["people"],
        extra=data["extra"],
    )


def dumps(ruleset: Ruleset) -> str:
    """Canonical text."""
    return json.dumps(to_json(ruleset), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def loads(text: str) -> Ruleset:
    return from_json(json.loads(text))


def _plain(value: Any) -> Any:
    return [_plain(item) for item in value] if isinstance(value, (tuple, list)) else value


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value
