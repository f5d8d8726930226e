"""The language reference is true: its examples are read and compiled, and no word of the language is left out."""

import pytest

from tests.site.conftest import ROOT
from toolkit.compile.pack import load_pack
from toolkit.language import forms
from toolkit.language.english import print_english
from toolkit.language.lexer import CLOSED
from toolkit.reading.text import Session
from toolkit.report.render import full
from toolkit.report.source import Text
from toolkit.site.reference import language

TABLE = ROOT / "site/reference/pack"

GRAMMAR = frozenset({
    "is", "was", "were", "be", "been", "does", "do", "did", "does not", "did not", "not", "than",
    "with", "without", "will", "can", "in", "at", "on", "under", "beside", "behind", "in front of",
    "around", "above", "below", "among", "inside", "near", "from", "to", "into", "onto", "by", "for",
    "as", "outside", "during", "instead of", "only", "only if", "only as long as", "as if", "true that",
    "rounded down", "starting with", "including", "of your choice", "of their choice", "to your left",
    "to your right", "to their left", "to their right", "yours", "theirs", "once", "while", "each time",
    "whenever", "them", "less", "less than", "half", "for each of", "for every",
})  # fmt: skip
"""Words that say how a sentence is built rather than what it means; the guide shows them at work."""


def rows():
    data = language()
    for section in data["sections"]:
        for row in section["rows"]:
            yield row, row.get("as", "effect")
    for row in data["fields"]:
        yield row, row["id"]
    for row in data["verbs"].values():
        if "example" in row:
            yield row, row.get("as", "effect")


@pytest.fixture(scope="module")
def table():
    pack = load_pack(TABLE)
    assert pack.value is not None and not any(d.is_error for d in pack.diagnostics)
    return Session(pack.value)


def test_every_example_is_read_and_is_worded_as_printed(table):
    for row, field in rows():
        said = row["example"].strip()
        reading = table.read(said, field)[0]
        assert not reading.diagnostics, "\n".join(full(d) for d in reading.diagnostics)
        assert print_english(reading.tree, table.pack.vocabulary, field).strip() == said


def test_every_small_word_of_the_language_is_explained(table):
    known = set()
    for row, _ in rows():
        for said in (row["example"], *map(str, row.get("words", ())), *map(str, row.get("finds", ()))):
            known |= {token.text.casefold() for token in table.parser.lexicon.read(Text.plain(said))[0]}
    ordinals = set(forms.ORDINALS)
    assert not set(CLOSED) - known - GRAMMAR - ordinals
    assert not GRAMMAR - set(CLOSED), "these are words no longer"


def test_the_kernel_verbs_are_all_there(page):
    from toolkit.verbs import load_verbs

    body = "\n".join(page("language/verbs").body)
    for verb in load_verbs().values():
        assert verb.page.split("\n")[0] in body
        assert all(f"<code>{phrase}</code>" in body for phrase in verb.phrases)


def test_each_diagnostic_has_a_page(page):
    from toolkit.report.catalogue import entries

    index = "\n".join(page("diagnostics/index").body)
    for entry in entries():
        assert entry.why in "\n".join(page(f"diagnostics/{entry.code}").body)
        assert f'<a href="{entry.code}/">' in index
