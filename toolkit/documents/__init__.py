"""YAML files as nodes that know where they were typed, and what their keys may be.

`folder` reads a pack, `reader` one file, `nodes` is what they give, `schema` checks keys and values. Nothing
here knows a game or reads a sentence.
"""

from toolkit.documents.folder import read_file, read_folder
from toolkit.documents.nodes import (
    Document,
    KeyNode,
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    key_at,
    node_at,
    to_data,
)
from toolkit.documents.reader import read_bytes, read_text

__all__ = [
    "Document",
    "KeyNode",
    "MappingNode",
    "Node",
    "ScalarNode",
    "SequenceNode",
    "key_at",
    "node_at",
    "read_bytes",
    "read_file",
    "read_folder",
    "read_text",
    "to_data",
]
