"""Schemas as files, for editors and for other validators.

`export` writes one file a type and `all.schema.json`, which picks the part for a document's `type` with
`if`/`then`: a misspelt key then gives one message and not one for each type. Every file is whole: it needs no
other one, no connection and nothing of this package.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from toolkit.documents.schema import ENDING, Schema
from toolkit.report.atomic import write_atomic

ALL = "all"


def export(schemas: Mapping[str, Schema], folder: str | Path) -> tuple[Path, ...]:
    """Write the schemas, each file at once or not at all; the paths written, sorted.

    Files of types that are gone stay. Raises `OSError` as the file system does.
    """
    paths: list[Path] = []
    for kind, schema in sorted({**schemas, ALL: all_schema(schemas)}.items()):
        path = Path(folder) / f"{kind}{ENDING}"
        write_atomic(path, _shown(json.dumps(schema)), lasting=False)  # whoever lost it makes it again
        paths.append(path)
    return tuple(sorted(paths))


@lru_cache(maxsize=64)
def _shown(schema: str) -> str:
    """A schema, which was written on one line, as it is to be read; each new pack has those of the core."""
    return json.dumps(json.loads(schema), ensure_ascii=False, indent=2) + "\n"


def all_schema(schemas: Mapping[str, Schema]) -> dict[str, Any]:
    """One schema for documents of every type."""
    kinds = sorted(schemas)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A document of the pack",
        "type": "object",
        "properties": {
            "type": {
                "description": "What this document is; decides which keys it has.",
                "examples": kinds[:1],
                "enum": kinds,
            }
        },
        "required": ["type"],
        "allOf": [
            {
                "if": {"properties": {"type": {"const": kind}}, "required": ["type"]},
                "then": {"$ref": f"#/$defs/{kind}"},
            }
            for kind in kinds
        ],
        "$defs": {kind: _embedded(kind, schemas[kind]) for kind in kinds},
    }


def _embedded(kind: str, schema: Schema) -> Any:
    """The schema as a part of a larger one."""
    return _moved({key: value for key, value in schema.items() if key not in ("$schema", "$id")}, kind)


def _moved(value: Any, kind: str) -> Any:
    """A part of a schema whose own references lead to its new place."""
    if isinstance(value, list):
        return [_moved(item, kind) for item in value]
    if not isinstance(value, Mapping):
        return value
    out = {key: _moved(item, kind) for key, item in value.items()}
    if isinstance(ref := value.get("$ref"), str) and ref.startswith("#/"):
        out["$ref"] = f"#/$defs/{kind}{ref[1:]}"
    return out
