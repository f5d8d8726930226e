"""The language reference is true: its examples and near misses are run, and no word of the language is left out."""

import re

import pytest

from tests import fast_yaml as yaml
from tests.portions import each_of, portions, span_of
from tests.site.conftest import ROOT
from toolkit.compile.base.construction import TABLES
from toolkit.compile.pack import load_pack
from toolkit.language.core import ADJECTIVES, ADVERBS, NOUNS, RELATIONS
from toolkit.language.forms import ORDINALS
from toolkit.language.lexer import CLOSED
from toolkit.language.printing.english import print_english
from toolkit.prove.account import unaccounted
from toolkit.report.render import full
from toolkit.site.said import forms, near_miss, rows, table, understood

PACK = ROOT / "site/reference/pack"
ROWS = list(rows())
FORMS = [pair for pair in ROWS if "form" in pair[0]]


def said(pair):
    return pair[0]["example"].strip().split("\n")[0][:60]


def printed(reading, field):
    """The canonical wording."""
    return print_english(reading.tree, table().pack.vocabulary, field).strip()


@pytest.mark.parametrize("few", portions(ROWS), ids=span_of)
def test_an_example_is_understood_and_worded_as_printed(few):
    each_of(few, said, an_example_is_understood_and_worded_as_printed)


def an_example_is_understood_and_worded_as_printed(pair):
    row, field = pair
    reading = understood(row["example"], field, row.get("card"))
    assert not reading.diagnostics, "\n".join(full(d) for d in reading.diagnostics)
    assert printed(reading, field) == row["example"].strip()


@pytest.mark.parametrize("few", portions(ROWS), ids=span_of)
def test_a_near_miss_is_refused_or_means_something_else(few):
    each_of(few, said, a_near_miss_is_refused_or_means_something_else)


def a_near_miss_is_refused_or_means_something_else(pair):
    row, field = pair
    near = row["near"]
    assert set(near) in ({"text", "code"}, {"text", "means"})
    found = {code for code, _ in near_miss(row, field)}
    if "code" in near:
        assert found == {near["code"]}
        return
    assert not found
    assert field != "decision", "what a decision means is known only where it stands"
    right, wrong = (understood(text, field, row.get("card")) for text in (row["example"], near["text"]))
    assert (right.program, right.lines) != (wrong.program, wrong.lines)


@pytest.mark.parametrize("few", portions(ROWS), ids=span_of)
def test_another_wording_is_rewritten_to_the_example(few):
    each_of(few, said, another_wording_is_rewritten_to_the_example)


def another_wording_is_rewritten_to_the_example(pair):
    row, field = pair
    for other in row.get("also", ()):
        reading = understood(other, field, row.get("card"))
        assert not reading.diagnostics
        assert other != row["example"].strip() == printed(reading, field)


# --- Every form is there --------------------------------------------------------------------------------------


def test_each_form_has_its_row():
    assert sorted(forms()) == sorted(row["form"] for row, _ in FORMS)


@pytest.mark.parametrize(("row", "field"), FORMS, ids=[row["form"] for row, _ in FORMS])
def test_the_example_of_a_form_has_that_form(row, field):
    tree = understood(row["example"], field, row.get("card")).tree
    found = {match.form.text for node in tree.walk() for table in TABLES if (match := table.match(node))}
    assert found & {*forms()[row["form"]]}


# --- Every word counts ----------------------------------------------------------------------------------------


def document(number, text, field, card):
    """A document in which a sentence stands as it does in a pack; None for those that add nothing to a program."""
    verb = "zig" + "".join(chr(ord("a") + int(digit)) for digit in str(number))  # a word of its own for each
    match field:
        case "statement" if card:
            return {"type": "charm", "id": f"charm-{number}", "name": f"Charm {number}", "text": text}
        case "statement":
            return {"type": "rules", "id": f"rule-{number}", "rules": [text]}
        case "formula":
            return {"type": "charm", "id": f"charm-{number}", "name": f"Charm {number}", "score": text}
        case "condition":
            return {"type": "verb", "id": f"ask-{number}", "phrase": verb, "requires": text}
        case "effect":
            return {"type": "verb", "id": f"do-{number}", "phrase": verb, "steps": {"do": text}}
    return None


def test_each_word_of_each_sentence_counts(tmp_path, monkeypatch):
    """SAY0816 is reported for a part without which a sentence would do the same."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "table"
    folder.mkdir()
    for file in PACK.iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    sentences = [(row["example"], field, row.get("card")) for row, field in ROWS]
    sentences += [
        (row["near"]["text"], field, row.get("card")) for row, field in ROWS if "means" in row["near"]
    ]
    written = [
        document(number, text.strip(), field, card) for number, (text, field, card) in enumerate(sentences)
    ]
    (folder / "said.yaml").write_text(
        yaml.safe_dump_all([d for d in written if d], allow_unicode=True, width=1000), encoding="utf-8"
    )
    loaded = load_pack(folder, ())
    found = [found for found in loaded.diagnostics if found.is_error] or list(unaccounted(loaded.value))
    assert not found, "\n".join(full(each) for each in found)


# --- Nothing is left out --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def explained():
    """The words of each row, those that it quotes, and its sentences."""
    found = []
    for row, _ in ROWS:
        quoted = row["means"].split("*")[1::2]
        found += [*map(str, row.get("words", ())), *map(str, row.get("finds", ())), *quoted]
        found += [row["example"], row["near"]["text"], *row.get("also", ())]
    return [" ".join(each.casefold().replace("*", " ").split()) for each in found]


def is_explained(word, explained):
    return any(re.search(rf"(?<![\w']){re.escape(word)}(?![\w'])", each) for each in explained)


def test_every_word_of_the_language_is_explained(explained):
    words = {*CLOSED, *ADVERBS, *ADJECTIVES, *RELATIONS, *NOUNS} - set(ORDINALS)
    assert not [word for word in sorted(words) if not is_explained(word, explained)]


def test_ordinals_are_explained(explained):
    assert all(is_explained(word, explained) for word in ("first", "second"))
    assert all(
        not understood(f"Put the {word} card of your deck in your hand.", "effect").diagnostics
        for word in ORDINALS
    )


CONSTRUCTIONS = (
    "choose one or both:", "choose one or more:", "choose any number:", "choose up to 2:", "that many times",
    "a number of times equal to", "the next time that", "by up to", "down to", "but at least", "one of them",
    "one of those", "costs 1 less", "3 or less", "this way", "in hand", "per", "twice", "3 times", "first time",
    "what an if found", "the other … of a group", "a name with copies", "leaves", "a default place", "if you do,",
    "the next player", "the second player", "in counterclockwise order", "nothing is equal to nothing",
    "a verb with a number",
)  # fmt: skip
"""Made of several words, so that no list of words has them."""


@pytest.mark.parametrize("words", CONSTRUCTIONS)
def test_constructions_are_explained(words, explained):
    assert any(words in each for each in explained)


# --- Pages ----------------------------------------------------------------------------------------------------


def test_the_page_says_what_sayso_says_of_a_near_miss(page):
    body = "\n".join(page("language/quantifiers").body)
    assert "“that player” was not named before" in body
    assert "means something else" in body


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
        assert f'<a href="{entry.code}.html">' in index


def test_a_message_says_what_is_filled_in(page):
    body = "\n".join(page("diagnostics/SAY0401").body)
    assert "<em><var>word</var></em> is not a word here" in body
    assert "Files and YAML" in "\n".join(page("diagnostics/index").body)


def test_a_quoted_word_is_quoted(page):
    assert "a definition without <em>if</em></code>" in "\n".join(page("language/verbs-forms").body)
