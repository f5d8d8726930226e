"""Ids, and the files in which documents stand."""

from __future__ import annotations

from toolkit.documents.identity import check_identity, unknown_id
from toolkit.documents.reader import read_text
from toolkit.report.source import Source, Text


def check(shown: str = "", **files: str) -> list[tuple[str, str, str]]:
    documents = [
        d
        for name, text in files.items()
        for d in read_text(Source(shown + name.replace("__", "/") + ".yaml", text)).value
    ]
    return [(d.code, d.span.source.name, d.span.text) for d in check_identity(documents, shown=shown)]


def test_an_id_is_unique_for_its_type() -> None:
    rules = "type: rules\nid: a\n---\ntype: verb\nid: a\n"
    assert check(one=rules) == []
    assert check(one=rules, two="type: rules\nid: a\n") == [("SAY0301", "two.yaml", "a")]
    assert len(check(one=rules * 1 + "---\n" + rules + "---\n" + rules)) == 4


def test_ids_that_are_numbers_are_compared_as_text() -> None:
    assert [c for c, *_ in check(one="type: card\nid: 7\n---\ntype: card\nid: '7'\n")] == ["SAY0301"]


def test_fixed_files() -> None:
    assert check(pack="type: pack\nid: a\n", sources="type: sources\n") == []
    assert check(locales__uk="type: locale\nlanguage: uk\n") == []
    assert check(**{"locales__uk-more": "type: locale\nlanguage: uk\n"}) == []
    assert check(locales__uk="type: locale\nlanguage: pl\n") == [("SAY0302", "locales/uk.yaml", "locale")]
    assert check(rules__pack="type: pack\nid: a\n") == [("SAY0302", "rules/pack.yaml", "pack")]
    assert check(shown="my/pack/", pack="type: pack\nid: a\n") == []


def test_a_second_pack_document() -> None:
    assert check(pack="type: pack\nid: a\n---\ntype: pack\nid: b\n") == [("SAY0303", "pack.yaml", "pack")]


def test_an_unknown_id_offers_the_nearest() -> None:
    text = Text.plain("wesbrook")
    assert unknown_id(text, ["wesbrook"], "district") is None
    wrong = unknown_id(text, ["watson", "westbrook"], "district")
    assert wrong is not None and wrong.code == "SAY0304"
    assert wrong.fixes[0].replacement == "westbrook"
    far = unknown_id(Text.plain("zzz"), ["watson", "westbrook"], "district")
    assert far is not None and far.expected == ("`watson`", "`westbrook`")
