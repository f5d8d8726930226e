"""What authors do to YAML: each thing is one diagnostic in the right place, and the rest of the file is read."""

from __future__ import annotations

import pytest
import yaml

from toolkit.documents.nodes import MappingNode, ScalarNode, SequenceNode, node_at, to_data
from toolkit.documents.reader import LARGEST, MOST_DOCUMENTS, MOST_FOUND, read_bytes, read_text
from toolkit.report.diagnostic import Diagnostic, Fix
from toolkit.report.source import Source


@pytest.fixture(params=["libyaml", "python"], autouse=True)
def loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything holds with the reader in C and, where there is none, with the one in Python."""
    if request.param == "python":
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)


def found(text: str) -> list[tuple[str, int, int, str]]:
    """Code, line, column and underlined text of each diagnostic."""
    checked = read_text(Source("a.yaml", text))
    return [(d.code, *d.span.position, d.span.text) for d in checked.diagnostics]


def data(text: str) -> list[object]:
    return [to_data(d.root) for d in read_text(Source("a.yaml", text)).value]


def fixed(text: str, code: str) -> str:
    """The text after the first correction of the first diagnostic, which has this code."""
    (first, *_) = read_text(Source("a.yaml", text)).diagnostics
    assert first.code == code
    return apply(text, first.fixes[0])


def apply(text: str, fix: Fix) -> str:
    return text[: fix.span.start] + fix.replacement + text[fix.span.end :]


# --- values ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("yes", "yes"),
        ("no", "no"),
        ("on", "on"),
        ("off", "off"),
        ("y", "y"),
        ("true", True),
        ("False", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("7", 7),
        ("-7", -7),
        ("+1", 1),
        ("007", 7),
        ("0x1F", 31),
        ("0o17", 15),
        ("0b11", "0b11"),
        ("1_000", "1_000"),
        ("1:30", "1:30"),
        ("2026-11-21", "2026-11-21"),
        ("1.5", 1.5),
        (".5", 0.5),
        ("1e3", 1000.0),
        ("+", "+"),
        ("=", "="),
        ("<<", "<<"),
        ("'7'", "7"),
        ('"true"', "true"),
        ("|\n  7\n", "7\n"),
        ("Mk.4", "Mk.4"),
        ("a # no text", "a"),
        ("a#b", "a#b"),
        ('a 5" ruler', 'a 5" ruler'),
        ('5"', '5"'),
        ('the "big" one', 'the "big" one'),
        ('it is "big"', 'it is "big"'),
    ],
)
def test_values_of_yaml_1_2(typed: str, value: object) -> None:
    (document,) = data(f"key: {typed}\n")
    assert document == {"key": value}
    assert type(document["key"]) is type(value)  # type: ignore[index]


def test_a_number_keeps_its_text() -> None:
    (document,) = read_text(Source("a.yaml", "score: 007\n")).value
    node = document.root.get("score")
    assert isinstance(node, ScalarNode)
    assert (node.value, node.text.value) == (7, "007")


def test_a_hash_after_a_bar_is_text() -> None:
    assert data("text: |\n  Draw # 2.\n  # not a remark\nid: x # a remark\n") == [
        {"text": "Draw # 2.\n# not a remark\n", "id": "x"}
    ]


def test_several_documents_and_empty_ones_between() -> None:
    assert data("a: 1\n---\n---\n# nothing\n---\nb: 2\n...\n---\nc: 3\n") == [{"a": 1}, {"b": 2}, {"c": 3}]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_line_ends(newline: str) -> None:
    text = newline.join(["type: x", "note: one", "  two", "text: |", "  three", "", "  four", "oops", ""])
    (wrong,) = read_text(Source("a.yaml", text)).diagnostics
    assert (wrong.code, wrong.span.position, wrong.span.text) == ("SAY0113", (8, 1), "oops")


def test_a_byte_order_mark_counts_for_nothing() -> None:
    checked = read_bytes("a.yaml", b"\xef\xbb\xbftype: x\n7: y\n")
    assert checked.diagnostics[0].span.position == (2, 1)


# --- mistakes -------------------------------------------------------------------------------------------

HEAD = "type: x\nid: y\n"
MISTAKES: dict[str, tuple[str, list[tuple[str, int, int, str]]]] = {
    "colon in a text": ("text: PLAY: draw a card\n", [("SAY0109", 3, 11, ":")]),
    "two colons": ("text: PLAY: draw: now\nlast: 1\n", [("SAY0109", 3, 11, ":")]),
    "colon at the end": ("text: Choose one:\n", [("SAY0109", 3, 17, ":")]),
    "colon in an item of items": ("rules:\n- a: b: c\n", [("SAY0109", 4, 7, ":")]),
    "colons in a text that is an item": ("rules:\n- PLAY: gain: 2\n- Draw.\n", [("SAY0109", 4, 7, ":")]),
    "three mistakes in one document": (
        "text: PLAY: draw\nnote: @x\nlast: A: b\n",
        [("SAY0109", 3, 11, ":"), ("SAY0114", 4, 7, "@"), ("SAY0109", 5, 8, ":")],
    ),
    "tab before an item": ("rules:\n\t- a\n", [("SAY0107", 4, 1, "\t")]),
    "tab before a key": ("steps:\n\tone: a\n", [("SAY0107", 4, 1, "\t")]),
    "spaces and a tab": ("steps:\n  one: a\n  \ttwo: b\n", [("SAY0107", 5, 3, "\t")]),
    "unclosed double quote": ('text: "Draw a card.\nlast: 1\n', [("SAY0108", 3, 7, '"')]),
    "unclosed single quote": ("text: 'tis late\nlast: 1\n", [("SAY0108", 3, 7, "'")]),
    "single quote closed by an apostrophe": (
        "text: 'tis late\nlast: Don't\n",
        [("SAY0108", 3, 7, "'")],
    ),
    "line too far right": ("  last: 1\n", [("SAY0110", 3, 3, "last:")]),
    "line too far left": (
        "steps:\n    one: a\n  two: b\n",
        [("SAY0110", 5, 3, "two:")],
    ),
    "item too far left": ("rules:\n    - a\n  - b\n", [("SAY0110", 5, 3, "-")]),
    "text after a quote": ('text: "Smart" guns\n', [("SAY0111", 3, 15, "guns")]),
    "text after a brace": ("text: {player} draws\n", [("SAY0111", 3, 16, "draws")]),
    "text after a bracket": ("text: [a] draws\n", [("SAY0111", 3, 11, "draws")]),
    "unclosed bracket": ("text: [a, b\nlast: 1\n", [("SAY0112", 3, 7, "[")]),
    "unclosed brace": ("text: {a: b\nlast: 1\n", [("SAY0112", 3, 7, "{")]),
    "no colon": ("last\nnote: x\n", [("SAY0113", 3, 1, "last")]),
    "no space after the colon": ("last:1\nnote: x\n", [("SAY0113", 3, 1, "last:1")]),
    "a star before text": ("text: *Draw\n", [("SAY0115", 3, 7, "*Draw")]),
    "a lone star": ("text: *\n", [("SAY0114", 3, 7, "*")]),
    "a lone ampersand": ("text: & b\n", [("SAY0114", 3, 7, "&")]),
    "a percent sign": ("text: %x\n", [("SAY0114", 3, 7, "%")]),
    "a back quote": ("text: `x`\n", [("SAY0114", 3, 7, "`")]),
    "a hyphen as a value": ("text: - a\n", [("SAY0114", 3, 7, "-")]),
    "an exclamation mark": ("text: !Draw now\n", [("SAY0116", 3, 7, "!Draw")]),
    "a tag": ("text: !!str 7\n", [("SAY0116", 3, 7, "!!str")]),
    "a tag of nobody": ("text: !e!tag 7\n", [("SAY0116", 3, 7, "!e!tag")]),
    "an anchor and an alias": (
        "text: &a Draw\nlast: *a\n",
        [("SAY0115", 3, 7, "&a"), ("SAY0115", 4, 7, "*a")],
    ),
    "a merge key": ("<<: *base\n", [("SAY0115", 3, 5, "*base")]),
    "an anchor on a mapping": ("text: &a\n  b: 1\n", [("SAY0115", 3, 7, "&a")]),
    "the same key twice": ("id: z\n", [("SAY0117", 3, 1, "id")]),
    "the same key thrice": ("id: z\n'id': z\n", [("SAY0117", 3, 1, "id"), ("SAY0117", 4, 1, "'id'")]),
    "a number as a key": ("7: z\n", [("SAY0118", 3, 1, "7")]),
    "true as a key": ("true: z\n", [("SAY0118", 3, 1, "true")]),
    "a list as a key": ("[a]: z\n", [("SAY0118", 3, 1, "[a]")]),
    "a mapping as a key": ("? {a: b}\n: z\n", [("SAY0118", 3, 3, "{a: b}")]),
    "folded": ("text: >\n  a\n  b\n", [("SAY0119", 3, 7, ">")]),
    "folded and stripped": ("text: >-\n  a\n", [("SAY0119", 3, 7, ">")]),
    "an unknown escape": ('text: "a \\d b"\n', [("SAY0124", 3, 10, "\\d")]),
    "a short escape": ('text: "a \\x4 b"\n', [("SAY0124", 3, 10, "\\x")]),
    "an escape for nothing to see": ('text: "a\\x1b[31m"\n', [("SAY0103", 3, 9, "\\x1b")]),
    "infinity": ("text: .inf\n", [("SAY0125", 3, 7, ".inf")]),
    "a long number": (f"text: {'9' * 5000}\n", [("SAY0125", 3, 7, "9" * 5000)]),
    "a large exponent": ("text: 1e999\n", [("SAY0125", 3, 7, "1e999")]),
    "text after a bar": ("text: | Draw.\n", [("SAY0126", 3, 9, "Draw.")]),
    "more than": ("text: > 3\n", [("SAY0126", 3, 9, "3")]),
    "NUL": ("text: a\0b\n", [("SAY0103", 3, 8, "\0")]),
    "a terminal escape": ("text: \x1b[31m red\n", [("SAY0103", 3, 7, "\x1b")]),
    "writing turned round": ("text: a\u202eb\n", [("SAY0103", 3, 8, "\u202e")]),
    "a byte order mark within": ("text: a\ufeffb\n", [("SAY0103", 3, 8, "\ufeff")]),
    "a line separator": ("text: a\u2028b\n", [("SAY0103", 3, 8, "\u2028")]),
    "a lost opening quote": ('text: Draw a card."\n', [("SAY0127", 3, 19, '"')]),
    "an empty item between commas": ("text: [a,, b]\n", [("SAY0123", 3, 10, ",")]),
}


@pytest.mark.parametrize("case", MISTAKES)
def test_a_mistake_is_told_once_and_in_its_place(case: str) -> None:
    text, expected = MISTAKES[case]
    assert found(HEAD + text) == expected


@pytest.mark.parametrize("case", MISTAKES)
def test_the_documents_around_a_mistake_are_read(case: str) -> None:
    text, expected = MISTAKES[case]
    around = f"a: 1\n---\n{HEAD}{text}---\nb: 2\n---\n{HEAD}7: 7\n"
    codes = [d.code for d in read_text(Source("a.yaml", around)).diagnostics]
    assert codes == [*(code for code, *_ in expected), "SAY0118"]
    assert data(around)[0] == {"a": 1} and {"b": 2} in data(around)


@pytest.mark.parametrize(
    ("text", "code", "right"),
    [
        ("text: PLAY: draw a card # now\n", "SAY0109", 'text: "PLAY: draw a card" # now\n'),
        ('text: PLAY: "go"\n', "SAY0109", "text: 'PLAY: \"go\"'\n"),
        ("rules:\n- PLAY: gain: 2\n", "SAY0109", 'rules:\n- "PLAY: gain: 2"\n'),
        ("text: @home\n", "SAY0114", 'text: "@home"\n'),
        ("text: *Draw* a card\n", "SAY0114", 'text: "*Draw* a card"\n'),
        ('text: "Smart" guns\n', "SAY0111", "text: '\"Smart\" guns'\n"),
        ("text: {player} draws\n", "SAY0111", 'text: "{player} draws"\n'),
        ("text:x\nid: y\n", "SAY0113", "text: x\nid: y\n"),
        ("text:x\n", "SAY0120", "text: x\n"),
        ('text: Draw."\n', "SAY0127", 'text: "Draw."\n'),
        ("text: >\n  a\n", "SAY0119", "text: |\n  a\n"),
        ("text: | a\n", "SAY0126", "text: a\n"),
        ('text: "\\d"\n', "SAY0124", 'text: "\\\\d"\n'),
        ("true: a\n", "SAY0118", '"true": a\n'),
        ("rules:\n\t- a\n", "SAY0107", "rules:\n  - a\n"),
    ],
)
def test_the_first_correction_mends_it(text: str, code: str, right: str) -> None:
    assert fixed(text, code) == right
    assert found(right) == []


def test_a_covered_sign_is_put_back() -> None:
    assert data("text: PLAY: draw: now\nnote: @x\n") == [{"text": "PLAY: draw: now", "note": "@x"}]


def test_colon_on_the_second_line_of_a_text() -> None:
    assert found("text: Draw a card.\n  PLAY: gain 2.\n") == [("SAY0109", 2, 7, ":")]


def test_a_document_cut_in_two_by_its_indentation_is_no_document() -> None:
    checked = read_text(Source("a.yaml", "a: 1\n---\n type: x\nid: y\n---\nb: 2\n"))
    (wrong,) = checked.diagnostics
    assert (wrong.code, wrong.span.position) == ("SAY0110", (4, 1))
    assert [label.span.position for label in wrong.labels] == [(3, 2)]
    assert [to_data(d.root) for d in checked.value] == [{"a": 1}, {"b": 2}]


def test_a_key_without_colon_before_lines_that_stand_further_right() -> None:
    text = "steps:\n  play |\n    Draw.\n    Draw.\n  next: x\n"
    assert found(text) == [("SAY0113", 2, 3, "play |")]


def test_a_group_that_begins_too_far_right_is_shown() -> None:
    (wrong,) = read_text(Source("a.yaml", "steps:\n    one:\n    - a\n  two: b\n")).diagnostics
    assert (wrong.code, wrong.span.position) == ("SAY0110", (4, 3))
    assert [label.span.position for label in wrong.labels] == [(2, 5)]


def test_what_follows_a_bracket_left_open_is_not_told() -> None:
    assert found("a: {b: 1, 2, 3], c: x}\n") == [("SAY0112", 1, 4, "{")]


def test_duplicate_keys_show_both_places_and_keep_the_first() -> None:
    (wrong,) = read_text(Source("a.yaml", "a: 1\nb: 2\na: 3\n")).diagnostics
    assert [label.span.position for label in wrong.labels] == [(1, 1)]
    assert data("a: 1\nb: 2\na: 3\n") == [{"a": 1, "b": 2}]


# --- whole files ----------------------------------------------------------------------------------------


def codes(checked: tuple[Diagnostic, ...]) -> list[str]:
    return [d.code for d in checked]


@pytest.mark.parametrize("text", ["", "\n\n", "# remark\n", "---\n---\n"])
def test_a_file_without_a_document(text: str) -> None:
    assert [(code, line) for code, line, *_ in found(text)] == [("SAY0121", 1)]


@pytest.mark.parametrize("text", ["- a\n- b\n", "just words\n", "[a]\n", "7\n", "'x'\n", "|\n x\n"])
def test_a_document_that_is_no_mapping(text: str) -> None:
    assert [code for code, *_ in found(text)] == ["SAY0120"]


@pytest.mark.parametrize(
    "text", ["%YAML 1.1\n---\na: 1\n", "%TAG ! x\n---\na: 1\n", "%YAML 3.0\n---\na: 1\n"]
)
def test_directives(text: str) -> None:
    assert [(code, line) for code, line, *_ in found(text)] == [("SAY0122", 1)]


@pytest.mark.parametrize(
    ("raw", "place"),
    [(b"a: caf\xe9\n", (1, 7)), (b"\xff\xfea\0:\0 \x001\0", (1, 1)), (b"a: \xed\xa0\x80", (1, 4))],
)
def test_bytes_that_are_no_utf_8(raw: bytes, place: tuple[int, int]) -> None:
    first = read_bytes("a.yaml", raw).diagnostics[0]
    assert (first.code, first.span.position) == ("SAY0102", place)


def test_a_large_file_is_not_read() -> None:
    checked = read_bytes("a.yaml", b"a: " + b"x" * LARGEST)
    assert (checked.value, codes(checked.diagnostics)) == ((), ["SAY0104"])


def test_too_many_documents() -> None:
    checked = read_text(Source("a.yaml", "---\na: 1\n" * (MOST_DOCUMENTS + 50)))
    assert len(checked.value) == MOST_DOCUMENTS
    assert codes(checked.diagnostics) == ["SAY0105"]


@pytest.mark.parametrize(
    "text",
    [
        "a: " + "[" * 5000,
        "a: " + "[" * 5000 + "]" * 5000,
        "a: " + "{a: " * 5000,
        "- " * 5000 + "a",
        "".join(f"{' ' * i}k:\n" for i in range(200)),
    ],
)
def test_deep_nesting_ends_at_the_limit(text: str) -> None:
    assert codes(read_text(Source("a.yaml", text + "\n---\nb: 1\n")).diagnostics) == ["SAY0106"]


def test_a_chain_of_aliases_stays_small() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 10)]
    checked = read_text(Source("a.yaml", "\n".join(lines)))
    assert set(codes(checked.diagnostics)) == {"SAY0115"}
    assert len(str(to_data(checked.value[0].root))) < 2000


def test_a_file_full_of_mistakes_ends() -> None:
    for line in ["a: b: c\n", "a: @\n", "---\na: [\n", "- *x\n", "\t\n", "'\n", "a: &x *y\n", "\0\n"]:
        checked = read_text(Source("a.yaml", line * 3000))
        assert 1 <= len(checked.diagnostics) <= MOST_FOUND + 10


def test_a_path_leads_to_its_node() -> None:
    (document,) = read_text(Source("a.yaml", "a:\n- b: [1, two]\n")).value
    node = node_at(document.root, ["a", 0, "b", 1])
    assert isinstance(node, ScalarNode) and node.value == "two"
    assert node_at(document.root, ["a", 1]) is None
    assert isinstance(node_at(document.root, ["a"]), SequenceNode)
    assert isinstance(node_at(document.root, []), MappingNode)
