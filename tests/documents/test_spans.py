"""Each character of a scalar's text is placed on the characters that were typed for it."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from toolkit.documents.nodes import ScalarNode
from toolkit.documents.reader import read_bytes, read_text
from toolkit.report.source import Source

Typed = tuple[str, list[tuple[str, str]]]
"""A scalar as it is typed, and what each of its characters is and was typed as."""

LETTERS = "abcXYZ019 _-,.:;!?()'\"\\#&*@%|>{}[]éßñ漢字ї😀🎲\u0301\u00a0"
BREAKS = st.sampled_from(["\n", "\r\n", "\r"])
texts = st.text(LETTERS, max_size=30)


@pytest.fixture(params=["libyaml", "python"], autouse=True)
def loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "python":
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)


@st.composite
def single(draw: st.DrawFn, newline: str) -> Typed:
    pairs = [(c, "''" if c == "'" else c) for c in draw(texts)]
    return "'" + "".join(raw for _, raw in pairs) + "'", pairs


@st.composite
def double(draw: st.DrawFn, newline: str) -> Typed:
    pairs: list[tuple[str, str]] = []
    for c in draw(st.text(LETTERS + "\n\t", max_size=30)):
        forms = [f"\\U{ord(c):08x}"]
        if ord(c) < 0x100:
            forms.append(f"\\x{ord(c):02x}")
        if ord(c) < 0x10000:
            forms.append(f"\\u{ord(c):04X}")
        forms += {"\n": ["\\n"], "\t": ["\\t"], '"': ['\\"'], "\\": ["\\\\"], "\u00a0": ["\\_"]}.get(c, [c])
        pairs.append((c, draw(st.sampled_from(forms))))
    return '"' + "".join(raw for _, raw in pairs) + '"', pairs


@st.composite
def folded_words(draw: st.DrawFn, newline: str, quote: str = "") -> Typed:
    """Words on one or more lines: a break with its indentation is a space, of n breaks the first is nothing."""
    words = draw(st.lists(st.text("abcéф漢😀", min_size=1, max_size=5), min_size=1, max_size=6))
    pairs: list[tuple[str, str]] = []
    raw = ""
    for i, word in enumerate(words):
        if i:
            how = draw(st.integers(0, 3))
            indent = " " * draw(st.integers(1, 4))
            trailing = " " * draw(st.integers(0, 2))
            if how == 0:
                pairs.append((" ", " "))
                raw += " "
            elif how == 1:
                pairs.append((" ", trailing + newline + indent))
                raw += trailing + newline + indent
            else:
                blanks = [" " * draw(st.integers(0, 2)) for _ in range(how - 1)]
                pairs.append(("", trailing + newline))
                raw += trailing + newline
                for blank in blanks:
                    pairs += [("", blank), ("\n", newline)]
                    raw += blank + newline
                pairs.append(("", indent))
                raw += indent
        pairs += [(c, c) for c in word]
        raw += word
    if quote:
        return quote + raw + quote, pairs
    return raw, pairs


@st.composite
def literal(draw: st.DrawFn, newline: str) -> Typed:
    """Lines after `|`; the first has a letter first, so that the indentation is plain to see."""
    lines = [draw(texts.map(lambda t: "a" + t))]
    lines += draw(st.lists(st.one_of(texts, st.just("")), max_size=4))
    chomp = draw(st.sampled_from(["", "-", "+"]))
    indent = " " * draw(st.integers(1, 4))
    pairs: list[tuple[str, str]] = [("", f"|{chomp}{newline}")]
    for line in lines:
        if line:
            pairs.append(("", indent))
        pairs += [(c, c) for c in line]
        pairs.append(("\n", newline))
    end = len(pairs)
    while pairs[end - 1][0] == "\n" and (end < 2 or pairs[end - 2][0] in ("\n", "")):
        end -= 1
    if chomp == "+":
        end = len(pairs)
    elif chomp == "-" and pairs[end - 1][0] == "\n":
        end -= 1
    raw = "".join(raw for _, raw in pairs)
    pairs = pairs[:end] + [("", raw) for _, raw in pairs[end:]]
    return raw, pairs


STYLES = {
    "single": single,
    "double": double,
    "plain": folded_words,
    "single-folded": lambda newline: folded_words(newline, "'"),
    "double-folded": lambda newline: folded_words(newline, '"'),
    "literal": literal,
}


@pytest.mark.parametrize("style", STYLES)
@given(data=st.data(), newline=BREAKS, before=st.sampled_from(["", "# 漢😀", "name: 漢😀é"]))
def test_each_character_points_at_what_was_typed(
    style: str, data: st.DataObject, newline: str, before: str
) -> None:
    raw, pairs = data.draw(STYLES[style](newline))
    head = f"{before}{newline}text: "
    tail = "" if raw.endswith(newline) else newline
    file = f"{head}{raw}{tail}last: 1{newline}"
    checked = read_bytes("a.yaml", b"\xef\xbb\xbf" + file.encode())
    assert not checked.diagnostics, (file, checked.diagnostics)
    (document,) = checked.value
    node = document.root.get("text")
    assert isinstance(node, ScalarNode)
    assert node.text.value == "".join(said for said, _ in pairs)
    at, cooked = len(head) + (1 if raw[0] in "'\"" else 0), 0
    for said, typed in pairs:
        if said:
            span = node.text.span(cooked, cooked + 1)
            assert (span.start, span.end) == (at, at + len(typed)), (file, cooked, said)
            assert span.text == typed
            part = node.text.slice(cooked)
            assert part.span(0, 1) == span
            cooked += 1
        at += len(typed)


def test_a_wide_escape_is_underlined_whole() -> None:
    (document,) = read_text(Source("a.yaml", 'text: "a\\u00e9b \\U0001F600."\n')).value
    node = document.root.get("text")
    assert isinstance(node, ScalarNode)
    assert node.text.value == "aéb 😀."
    assert node.text.span(1, 2).text == "\\u00e9"
    assert node.text.span(4, 5).text == "\\U0001F600"
    assert node.text.span(2, 3).position == (1, 15)


def test_an_escaped_line_break_is_nothing() -> None:
    (document,) = read_text(Source("a.yaml", 'text: "one \\\n   two\\\n\n   three"\n')).value
    node = document.root.get("text")
    assert isinstance(node, ScalarNode)
    assert node.text.value == "one two\nthree"
    for i, char in enumerate(node.text.value):
        assert node.text.span(i, i + 1).text == char


def test_the_span_of_a_bar_text_ends_with_its_last_line() -> None:
    (document,) = read_text(Source("a.yaml", "text: |\n  One.\n  Two.\n\n\n# remark\nid: x\n")).value
    node = document.root.get("text")
    assert isinstance(node, ScalarNode)
    assert node.span.text == "|\n  One.\n  Two."
    assert node.text.span(5, 9).position == (3, 3)


def test_spans_of_keys_lists_and_mappings() -> None:
    text = "type: x\n'two words':\n- a: 1\n  b: [1, {c: 2}]\n- third   # remark\nlast:\n"
    (document,) = read_text(Source("a.yaml", text)).value
    key, items = document.root.items[1]
    assert key.span.text == "'two words'" and key.name == "two words"
    assert items.span.text == "- a: 1\n  b: [1, {c: 2}]\n- third"
    assert [item.span.text for item in items] == ["a: 1\n  b: [1, {c: 2}]", "third"]  # type: ignore[union-attr]
    last = document.root.get("last")
    assert last is not None and last.span.position == (6, 6)
