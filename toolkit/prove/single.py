"""What `validate` would say of a text that stands nowhere in the pack yet: for whoever tries a sentence.

Reading a text finds what compiling it finds (`toolkit.reading.text`).  Here are the searches that look at a pack when
it has been compiled: words that make no difference, and sentences that can do nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from toolkit.compile.pack import Key, Pack, add_nodes
from toolkit.language import ast
from toolkit.pack.source import Item
from toolkit.prove.account import swallowed
from toolkit.prove.alone import Alone
from toolkit.prove.dead import Finding, findings
from toolkit.reading.text import Beside, Understood
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Diagnostic


def judged(pack: Pack, reading: Understood) -> Understood:
    """The reading with what these searches find besides; as it is, if it has mistakes or becomes no program."""
    if reading.mistakes or reading.game is None or not reading.lines:
        return reading
    return replace(reading, diagnostics=(*reading.diagnostics, *_found(pack, reading)))


def _found(pack: Pack, reading: Understood) -> Iterator[Diagnostic]:
    item, tree, game = reading.item, reading.tree, reading.game
    assert item is not None and tree is not None and game is not None
    yield from swallowed(Alone(pack), item, tree)
    nodes: dict[Key, ast.Node] = {}
    add_nodes(tree, nodes)
    for finding in _with_the_most(pack, item, tree, list(dict.fromkeys(findings(game)))):
        node = nodes.get(finding.where)
        if node is not None and node.span is not None:
            fields: dict[str, Any] = dict(finding.fields)
            yield diagnose(finding.code, node.span, **fields)


def _with_the_most(pack: Pack, item: Item, tree: ast.Paragraph, found: list[Finding]) -> list[Finding]:
    """Those that are found with the most players as well, not only with the fewest: *at least 3 players* of 2."""
    manifest = pack.source.manifest
    most = manifest.counts(manifest.chosen())[-1]
    if not found or most == manifest.counts(manifest.chosen())[0]:
        return found
    beside = Beside(pack.compiled(most).unwrap(), item)
    beside.read(tree)
    known = {(each.code, each.where) for each in found}
    return [each for each in dict.fromkeys(findings(beside.beside)) if (each.code, each.where) in known]
