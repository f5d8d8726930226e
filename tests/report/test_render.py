"""How diagnostics look. The golden files are in `golden/`; `pytest --update` rewrites them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkit.report import render
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Diagnostic, Fix, Label, Severity
from toolkit.report.source import Source, Span

FOLDER = Path(__file__).parent / "golden"

CARD = Source(
    "cards/units.yaml",
    """type: unit
id: corpo-guard
name: 企業警備 café😀 \u202eturned
cots: 3 eddies
\ttext: \x1b[31mDraw a\tcard.
rules:
- One line.
- Two lines
  and the second.
- Last.
""",
)
OTHER = Source("vocabulary/words.yaml", "type: vocabulary\nkinds:\n  unit:\n    attributes: {cost: number}\n")


def at(text: str, source: Source = CARD) -> Span:
    start = source.text.index(text)
    return Span(source, start, start + len(text))


def make(span: Span, **more: object) -> Diagnostic:
    fields: dict[str, object] = {"name": "unknown-key", **more}
    severity = fields.pop("severity", Severity.ERROR)
    return Diagnostic("SAY0203", severity, "`cots` is not a key of `unit`", span, **fields)  # type: ignore[arg-type]


CASES: dict[str, Diagnostic] = {
    "everything": make(
        at("cots"),
        label="did you mean `cost`?",
        labels=(
            Label(at("unit"), "a document of this type"),
            Label(at("cost", OTHER), "the key is declared here"),
            Label(at("name: "), "a line above"),
        ),
        expected=("`cost`", "`color`"),
        hint="Keys are those of the vocabulary.\nIt lists them.",
        fixes=(Fix("write `cost`", at("cots"), "cost"),),
        cites=("BASE-CARD-1",),
    ),
    "plain": make(at("cots")),
    "wide": make(at("café"), label="after wide letters"),
    "emoji": make(at("turned"), label="after an emoji and a turning mark"),
    "tabs": make(at("card."), label="after two tabs"),
    "escape": make(at("\x1b[31m"), label="a terminal \x1b[31m escape"),
    "lines": make(at("Two lines\n  and the second"), label="over two lines", severity=Severity.WARNING),
    "many-lines": make(Span(CARD, 0, len(CARD.text)), label="the whole file", severity=Severity.INFO),
    "same-line": make(at("cots"), labels=(Label(at("3"), "a number"), Label(at("eddies"), "a word"))),
    "empty-span": make(Span(CARD, at("corpo").start, at("corpo").start), label="here"),
    "end": make(Span(CARD, len(CARD.text), len(CARD.text)), label="the end"),
    "no-text": make(Span(Source("pack.yaml", ""), 0, 0), hint="Write one."),
    "line-break": make(at("\nid"), label="the line break"),
    "long-line": make(
        at("WRONG", Source("a.yaml", "text: " + "word " * 60 + "WRONG" + " word" * 60)),
        label="far to the right",
    ),
    "long-span": make(at("w" * 300, Source("a.yaml", "text: " + "w" * 300)), label="a long word"),
    "fix-with-lines": make(at("3 eddies"), fixes=(Fix("use a bar", at("3 eddies"), "|\n  3 eddies"),)),
    "many-expected": make(at("cots"), expected=tuple(f"`key-{i}`" for i in range(40))),
}


@pytest.mark.parametrize("case", CASES)
def test_full(case: str, golden: Callable[[Path, str], None]) -> None:
    golden(FOLDER / f"{case}.txt", render.full(CASES[case]) + "\n")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("concise.txt", "\n".join(render.concise(d) for d in CASES.values())),
        ("table.txt", render.to_table(CASES.values())),
        ("github.txt", render.to_github(CASES.values())),
        ("all.json", render.to_json(CASES.values())),
        ("all.sarif", render.to_sarif(CASES.values(), version="1.2.3")),
        ("report.txt", render.full_report([CASES["plain"], CASES["lines"], CASES["no-text"]])),
    ],
)
def test_other_forms(name: str, text: str, golden: Callable[[Path, str], None]) -> None:
    golden(FOLDER / name, text + "\n")


def test_concise_is_one_line() -> None:
    said = Diagnostic("SAY0203", Severity.ERROR, "one\ntwo\r\x1b[0m", at("cots"))
    assert render.concise(said) == "cards/units.yaml:4:1: error[SAY0203] one two␍␛[0m"


@given(st.text(max_size=60), st.text(max_size=20), st.integers(0, 60), st.integers(0, 60))
def test_nothing_typed_reaches_a_terminal_as_a_command(text: str, name: str, one: int, two: int) -> None:
    source = Source(name, text)
    start, end = sorted((min(one, len(text)), min(two, len(text))))
    said = make(
        Span(source, start, end),
        label=text,
        labels=(Label(Span(source, 0, start), text),),
        expected=(text,),
        hint=text,
        fixes=(Fix(text, Span(source, start, end), text),),
    )
    for form in (render.full(said), render.concise(said), render.to_table([said]), render.to_github([said])):
        for char in form:
            assert char == "\n" or (ord(char) >= 0x20 and not 0x7F <= ord(char) < 0xA0)
            assert char not in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
        form.encode()
    assert "\n" not in render.concise(said) and "\n" not in render.to_github([said])
    json.loads(render.to_json([said]))
    json.loads(render.to_sarif([said]))


@given(st.text("ab漢字😀é\u0301\t ", min_size=1, max_size=30), st.data())
def test_the_caret_stands_under_its_text(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    lines = render.full(make(Span(Source("a", text), start, end))).splitlines()
    caret = lines[4]
    before = caret.index("^") - 4
    assert before == render.width(text[:start])
    assert caret.count("^") == max(render.width(text[:end]) - before, 1)


def test_pieces_are_the_full_form() -> None:
    for said in CASES.values():
        assert "".join(p.text for p in render.pieces(said)).rstrip("\n") == render.full(said)
    roles = {p.role for p in render.pieces(CASES["everything"])}
    assert {"error", "message", "place", "gutter", "source", "second", "help", "fix"} <= roles


def test_summary() -> None:
    assert render.summary([]) == "no findings"
    assert render.summary([CASES["plain"], CASES["wide"], CASES["lines"]]) == "2 errors, 1 warning"


def test_sarif_has_what_its_schema_needs() -> None:
    found = [*CASES.values(), diagnose("SAY0101", Span(Source("a b/ü.yaml", ""), 0, 0), reason="gone")]
    log = json.loads(render.to_sarif(found, version="1.2.3"))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [r["id"] for r in rules] == ["SAY0203", "SAY0101"]
    assert len(run["results"]) == len(found)
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ("error", "warning", "note") and result["message"]["text"]
        region = result["locations"][0]["physicalLocation"]["region"]
        assert min(region["startLine"], region["startColumn"]) >= 1
    assert (
        run["results"][-1]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        == "a%20b/%C3%BC.yaml"
    )


def test_github_escapes() -> None:
    said = Diagnostic("SAY0203", Severity.INFO, "100%\nsure", Span(Source("a,b:c.yaml", "x"), 0, 1), name="n")
    assert render.to_github([said]) == (
        "::notice file=a%2Cb%3Ac.yaml,line=1,endLine=1,col=1,endColumn=2,title=SAY0203 n::100%25%0Asure"
    )
