"""Whatever the bytes, the reader gives documents and diagnostics: no exception, no hang, places inside the text."""

from __future__ import annotations

import json
import unicodedata

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from toolkit.documents.nodes import to_data
from toolkit.documents.reader import read_bytes
from toolkit.documents.schema import SchemaSet
from toolkit.report import render

PAGE = """\
type: rules
id: first
name: "The \\"first\\" one"
note: 'It''s here'
rules:
- When a player draws a card, they gain 1 point.
- text: |
    Draw a card.  # no remark

    Then draw 2.
  cites: [BASE-ONE-1, BASE-TWO-2]
---
type: vocabulary
kinds: {card: {documents: true}, die: {noun: [die, dice]}}
quantities:
  point: {of: player, at-least: 0}
---
type: example
id: second
name: Ünïcode 漢字 😀
then:
- Red has 1 card
  in hand.
"""
WORDS = ["---\n", "...\n", ": ", "- ", "\ufeff", "😀", "\u2028", "<<: *a\n"]
SIGNS = [*"\t\n\r \0\"'#&*!|>%@`[]{}:,?-~\\", *WORDS]


@pytest.fixture(params=["libyaml", "python"], autouse=True)
def loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "python":
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)


def survives(raw: bytes) -> None:
    checked = read_bytes("a.yaml", raw)
    found = [*checked.diagnostics, *SchemaSet().check_all(checked.value)]
    for d in found:
        for span in (d.span, *(x.span for x in d.labels), *(f.span for f in d.fixes)):
            assert 0 <= span.start <= span.end <= len(span.source.text)
            assert span.position <= span.end_position
        said = render.full(d) + render.concise(d) + render.to_github([d]) + render.to_table([d])
        assert not [c for c in said if unicodedata.category(c) in ("Cc", "Cs") and c != "\n"]
    json.loads(render.to_json(found))
    json.loads(render.to_sarif(found))
    for document in checked.value:
        to_data(document.root)
    if not checked.value:
        assert checked.diagnostics


@given(st.binary(max_size=200))
def test_bytes(raw: bytes) -> None:
    survives(raw)


@given(st.lists(st.sampled_from([*SIGNS, "a", "key", "text: "]), max_size=40).map("".join))
def test_signs(text: str) -> None:
    survives(text.encode())


@given(st.data())
def test_a_page_with_a_few_signs_changed(data: st.DataObject) -> None:
    text = PAGE
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        kept = data.draw(st.integers(0, 3))
        text = text[:at] + data.draw(st.sampled_from([*SIGNS, "", "x"])) + text[at + kept :]
    survives(text.encode())


def test_the_page_itself_is_right() -> None:
    checked = read_bytes("a.yaml", PAGE.encode())
    assert not checked.diagnostics
    assert not SchemaSet().check_all(checked.value)
