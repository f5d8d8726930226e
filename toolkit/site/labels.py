"""The words that pages themselves say, in each language: headings, buttons, parts of the navigation.

They stand in `site/labels/<language>.yaml`, in English the headings of types of document in their records.  English is
complete; a label that another language lacks is English, and a test says which.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from toolkit.documents.document_type import document_types
from toolkit.resources import read_yaml, resource

OWN = "en"


@cache
def labels(language: str) -> dict[str, str]:
    """All labels of a language."""
    found: dict[str, str] = dict(_written(OWN))
    found.update(_written(language))
    return found


def label(language: str, key: str, **values: object) -> str:
    """One of them; `{name}` in it is filled with the value of that name.  Raises `KeyError` for an unknown key."""
    return labels(language)[key].format(**values)


@cache
def _written(language: str) -> dict[str, str]:
    path = resource("site", "labels", f"{language}.yaml")
    data: dict[str, Any] = read_yaml("site", "labels", path.name) if path.is_file() else {}
    found = {str(key): str(value) for key, value in data.items()}
    if language == OWN:
        found |= {f"type-{name}": each.heading for name, each in document_types().items() if each.heading}
    return found
