"""Ids and the files in which documents stand: what can be told without knowing what a document means.

Ids are unique for each pack and type. The pack's own document, its sources and its translations have fixed files, so
that a reader, a translator and a tool find them without a search.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from toolkit.documents.alike import check_alike
from toolkit.documents.document_type import document_types
from toolkit.documents.folder import ENDINGS
from toolkit.documents.nodes import Document, ScalarNode
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Diagnostic, Fix, Label
from toolkit.report.source import Span, Text
from toolkit.report.suggest import nearest

SINGLE = {name: each.file for name, each in document_types().items() if each.file}
"""Types of which a pack has one document at most, and the file in which it stands."""


def check_identity(documents: Collection[Document], *, shown: str = "") -> tuple[Diagnostic, ...]:
    """Ids used twice, names that look alike, second documents of a single type, and documents in the wrong file.

    `shown`: what stands before each path in the sources' names, as it was given to `read_folder`.
    """
    found: list[Diagnostic] = []
    first: dict[tuple[str, str], Span] = {}
    single: dict[str, Document] = {}
    prefix = f"{shown.rstrip('/')}/" if shown.rstrip("/") else ""
    for document in documents:
        kind = document.type or ""
        place = document.source.name.removeprefix(prefix)
        wanted = _wanted_file(document, kind)
        if wanted is not None and not _is_place(_stem(place), _stem(wanted), kind):
            found.append(
                diagnose(
                    "SAY0302",
                    document.head,
                    hint=f"Move it to `{wanted}`.",
                    type=kind,
                    wanted=wanted,
                )
            )
        if kind in SINGLE:
            other = single.setdefault(kind, document)
            if other is not document:
                labels = [Label(other.head, "the first one")]
                hint = "Put all of it in one document."
                found.append(diagnose("SAY0303", document.head, labels=labels, hint=hint, type=kind))
        node = document.root.get("id")
        if isinstance(node, ScalarNode) and node.text.value:
            before = first.setdefault((kind, node.text.value), node.span)
            if before is not node.span:
                found.append(
                    diagnose(
                        "SAY0301",
                        node.span,
                        labels=[Label(before, "first used here")],
                        hint="Give one of the two another id.",
                        id=node.text.value,
                        type=kind,
                    )
                )
    return (*found, *check_alike(documents))


def unknown_id(text: Text, known: Collection[str], what: str) -> Diagnostic | None:
    """The diagnostic for a reference to an id that is not there, or None if it is.

    `known`: the ids that could stand there; `what`: what they are the ids of (`rule-module`).
    """
    if text.value in known:
        return None
    span = text.span()
    near = nearest(text.value, known)
    return diagnose(
        "SAY0304",
        span,
        label=f"did you mean `{near[0]}`?" if near else None,
        expected=[f"`{i}`" for i in (near or sorted(known))],
        fixes=[Fix(f"write `{i}`", span, i) for i in near[:1]],
        id=text.value,
        what=what,
    )


def _wanted_file(document: Document, kind: str) -> str | None:
    if kind == "locale":
        language = document.root.get("language")
        if isinstance(language, ScalarNode) and re.fullmatch(r"[A-Za-z]+(-[A-Za-z]+)*", language.text.value):
            return f"locales/{language.text.value}.yaml"
        return None
    return SINGLE.get(kind)


def _is_place(place: str, wanted: str, kind: str) -> bool:
    """A language may have several files: `locales/uk.yaml`, `locales/uk-stories.yaml`."""
    return place == wanted or (kind == "locale" and place.startswith(f"{wanted}-"))


def _stem(path: str) -> str:
    for ending in ENDINGS:
        path = path.removesuffix(ending)
    return path
