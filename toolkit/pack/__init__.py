"""Pack folders: from files to what the compiler and the kernel need.

`load_source` gives a pack as it was written (`PackSource`).
"""

from toolkit.pack.load import load_source
from toolkit.pack.source import (
    Attribute,
    Component,
    Item,
    Kind,
    Manifest,
    Option,
    PackSource,
    Place,
    Quantity,
)

__all__ = [
    "Attribute",
    "Component",
    "Item",
    "Kind",
    "Manifest",
    "Option",
    "PackSource",
    "Place",
    "Quantity",
    "load_source",
]
