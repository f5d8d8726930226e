"""Which keys a document may have and what may stand under them.

In: a `Document` and the JSON Schema (2020-12) of its `type`. Out: one diagnostic for each mistake, placed on the
key or value itself. A compiled validator says yes to what is right; only what it refuses is explained, error by
error, in an author's words. The schemas of the core types are made from their records (`document_type.py`), those of
card kinds from a pack's vocabulary (`card.py`); both can be written to disk for editors (`export.py`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from toolkit.documents.document_type import document_types
from toolkit.documents.explain import Explainer
from toolkit.documents.nodes import Document, ScalarNode, first_key, to_data
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Diagnostic, Fix
from toolkit.report.suggest import nearest

Schema = Mapping[str, Any]

ENDING = ".schema.json"


@cache
def core_schemas() -> Mapping[str, Schema]:
    """The schemas of the core document types, by type."""
    return {name: each.schema(name) for name, each in document_types().items()}


@cache
def _core_validator(kind: str) -> Any:
    return _compiled(core_schemas()[kind])


def _compiled(schema: Schema) -> Any:
    """What says yes, in a fraction of the time that explaining takes; None where there is none, as in a browser."""
    return _validator(json.dumps(schema))


@lru_cache(maxsize=256)
def _validator(schema: str) -> Any:
    """A pack that is loaded again, or another one on the same table, has the same schemas for its cards."""
    try:
        from jsonschema_rs import Draft202012Validator
    except ImportError:
        return None
    return Draft202012Validator(json.loads(schema))


class SchemaSet:
    """The document types of one pack: checks documents against the schema of their `type`.

    `schemas`: by type. Schemas are compiled when the first document of their type is checked.  `kinds`: those of the
    pack, of which some have no documents.
    """

    def __init__(self, schemas: Mapping[str, Schema] | None = None, kinds: Iterable[str] = ()) -> None:
        self.schemas: dict[str, Schema] = dict(core_schemas() if schemas is None else schemas)
        self.kinds = frozenset(kinds)
        self._fast: dict[str, Any] = {}
        self._slow: dict[str, Explainer] = {}

    @property
    def types(self) -> tuple[str, ...]:
        """The types of document that are known."""
        return tuple(self.schemas)

    def extended(self, schemas: Mapping[str, Schema], kinds: Iterable[str] = ()) -> SchemaSet:
        """A set with further types; one of the same name is replaced."""
        return SchemaSet({**self.schemas, **schemas}, kinds)

    def check(self, document: Document) -> tuple[Diagnostic, ...]:
        """What is wrong with the keys and values of a document, in the order of the file."""
        kind = self._type(document)
        if isinstance(kind, Diagnostic):
            return (kind,)
        if kind is None:
            return ()
        data = to_data(document.root)
        if self._is_valid(kind, data):
            return ()
        if kind not in self._slow:
            self._slow[kind] = Explainer(kind, self.schemas[kind])
        return self._slow[kind].explain(document, data)

    def check_all(self, documents: Iterable[Document]) -> tuple[Diagnostic, ...]:
        """`check` for each document."""
        return tuple(d for document in documents for d in self.check(document))

    def _is_valid(self, kind: str, data: Any) -> bool:
        if kind not in self._fast:
            schema = self.schemas[kind]
            # those of the core are the same in every pack
            is_core = core_schemas().get(kind) is schema
            self._fast[kind] = _core_validator(kind) if is_core else _compiled(schema)
        fast = self._fast[kind]
        return fast is not None and bool(fast.is_valid(data))

    def _type(self, document: Document) -> str | Diagnostic | None:
        """The type of a document, or why it has none; None if that was told already."""
        node = document.root.get("type")
        if node is None:
            return self._no_type(document)
        if isinstance(node, ScalarNode):
            if node.broken:
                return None
            if node.text.value in self.schemas:
                return node.text.value
        word = node.text.value if isinstance(node, ScalarNode) else ""
        near = nearest(word, self.schemas)
        span = node.span if node.span.text.strip() else document.root.items[0][0].span
        if word in self.kinds:
            kind = word.replace("-", " ")
            hint = f"say in the `vocabulary` that there are such: `{kind}: {{documents: true}}`"
            return diagnose("SAY0202", span, word=word, hint=hint)
        return diagnose(
            "SAY0202",
            span,
            expected=[f"`{t}`" for t in near or sorted(self.schemas)],
            fixes=[Fix(f"write `{t}`", span, t) for t in near[:1]],
            word=word or " ".join(span.text.split())[:40],
        )

    def _no_type(self, document: Document) -> Diagnostic:
        typo = next((k for k, _ in document.root if nearest("type", [k.name])), None)
        if typo is not None:
            fix = Fix("write `type`", typo.span, "type")
            return diagnose("SAY0201", typo.span, label="did you mean `type`?", fixes=[fix])
        hint = "Begin the document with `type: ...`."
        return diagnose(
            "SAY0201", first_key(document.root), expected=_ticked(sorted(self.schemas)), hint=hint
        )


def _ticked(words: Sequence[str]) -> list[str]:
    return [f"`{word}`" for word in words]
