"""What nobody sees and what looks like something else: refused, or a finding."""

import unicodedata

import pytest

from toolkit.documents.identity import check_identity
from toolkit.documents.marks import hidden
from toolkit.documents.reader import read_text
from toolkit.report.source import Source

HIDDEN = {
    "no width": "a\u200bb",
    "a joiner between Latin letters": "a\u200db",
    "at the beginning": "\u200cab",
    "at the end": "ab\u2060",
    "left to right": "a\u200eb",
    "right to left": "a\u200fb",
    "an Arabic direction": "a\u061cb",
    "an embedding": "a\u202bb",
    "an override": "a\u202eb",
    "an isolate": "a\u2067b",
    "a tag": "a\U000e0041b",
    "a variation of a letter": "a\ufe0fb",
    "a variation of an ideograph on a letter": "a\U000e0100b",
    "a soft hyphen": "a\xadb",
    "a filler": "a\u3164b",
    "joiners in a row": "👩\u200d\u200d👧",
}
SEEN = {
    "Ukrainian": "Сім'я Їжака й ґава",
    "a ligature of Persian": "می\u200cخواهم",
    "a conjunct of Hindi": "क्\u200dष",
    "a family": "👩\u200d👩\u200d👧",
    "with the colour of the skin": "👩🏽\u200d🚀",
    "a picture in colour": "❤\ufe0f",
    "joined in colour": "❤\ufe0f\u200d🔥",
    "a variation of an ideograph": "葛\U000e0100",
    "a letter of two signs": unicodedata.normalize("NFD", "éй"),
    "a space that keeps": "a\xa0b",
}


@pytest.mark.parametrize("case", HIDDEN)
@pytest.mark.parametrize(
    "form", ["name: {}\n", "name: '{}'\n", "name: one # {}\n", 'name: "{}"\n', "{}: x\n"]
)
def test_what_nobody_sees_is_refused(case, form):
    source = Source("one.yaml", "type: card\n" + form.format(HIDDEN[case]))
    [found] = read_text(source).diagnostics
    assert found.code == "SAY0103"
    [fix] = found.fixes
    assert fix.replacement == ""
    assert not list(hidden(source.text[: fix.span.start] + source.text[fix.span.end :]))


@pytest.mark.parametrize("case", HIDDEN)
def test_written_as_an_escape_it_is_refused_too(case):
    escaped = "".join(
        each if each.isalpha() and each.isascii() else f"\\U{ord(each):08x}" for each in HIDDEN[case]
    )
    assert [d.code for d in read_text(Source("x", f'name: "{escaped}"\n')).diagnostics] == ["SAY0103"]


@pytest.mark.parametrize("case", SEEN)
def test_what_can_be_seen_is_read(case):
    checked = read_text(Source("x", f"name: {SEEN[case]}\n"))
    assert not checked.diagnostics
    assert checked.value[0].root.get("name").value == SEEN[case]


def test_places_stay_true_and_nothing_else_is_lost():
    text = "id: a\u200bb\nname: c\u2067\u2067d\nnote: \u200eend\n"
    checked = read_text(Source("x", text))
    assert [(d.span.start, d.span.end) for d in checked.diagnostics] == [(5, 6), (15, 17), (25, 26)]
    assert [value.text.value for _, value in checked.value[0].root] == [
        "a\u200bb",
        "c\u2067\u2067d",
        "\u200eend",
    ]


# --- Alike --------------------------------------------------------------------------------------------------


def found(*texts):
    documents = [document for text in texts for document in read_text(Source("x.yaml", text)).value]
    return [(d.code, d.span.text, d.hint) for d in check_identity(documents)]


ALIKE = {
    "large and small": ("Crab Nest", "Crab nest", "large and small letters only"),
    "Cyrillic a": ("cart", "c\u0430rt", "cyrillic small letter a"),
    "all Cyrillic": ("cop", "\u0441\u043e\u0440", "cyrillic small letter es"),
    "Greek": ("BOX", "B\u039fX", "greek capital letter omicron"),
    "one sign or two": ("caf\u00e9", "cafe\u0301", "as one sign, the other as two"),
    "another space": ("old gate", "old\xa0gate", "no-break space"),
    "full width": ("Gate", "\uff27ate", "fullwidth latin capital letter g"),
}


@pytest.mark.parametrize("case", ALIKE)
def test_names_that_look_alike(case):
    one, other, hint = ALIKE[case]
    [(code, text, said), *mixed] = found(
        f"type: card\nid: a\nname: {one}\n", f"type: card\nid: b\nname: {other}\n"
    )
    assert (code, text) == ("SAY0305", other) and hint in said
    assert {code for code, *_ in mixed} <= {"SAY0306"}


@pytest.mark.parametrize(
    ("one", "other"),
    [("Crab", "Crabs"), ("Gate 1", "Gate 2"), ("Кіт", "Кит"), ("Рак", "Мак"), ("cop", "сир")],
)
def test_names_that_do_not(one, other):
    assert not found(f"type: card\nid: a\nname: {one}\n", f"type: card\nid: b\nname: {other}\n")


def test_a_name_may_be_like_one_of_another_kind_in_small_letters():
    assert not found("type: card\nid: a\nname: Siege\n", "type: scenario\nid: a\nname: siege\n")
    assert not found("type: vocabulary\nlabels: [PLAY]\nnouns: [play]\n")


def test_words_of_a_vocabulary():
    assert found("type: vocabulary\nkinds: {caf\u00e9: {}, cafe\u0301: {}}\n")[0][0] == "SAY0305"
    assert found("type: vocabulary\nnouns: [g\u0430te]\n")[0][:2] == ("SAY0306", "g\u0430te")


@pytest.mark.parametrize("word", ["Kи\u0457в", "\u0420ole", "B\u03bfx"])
def test_a_word_of_several_alphabets(word):
    assert [code for code, *_ in found(f"type: card\nid: a\nname: {word}\n")] == ["SAY0306"]


@pytest.mark.parametrize("name", ["T-800 і Кай", "Δv", "Δx", "Łódź", "東京Tower", "naïve"])
def test_several_alphabets_that_are_meant(name):
    assert not found(f"type: card\nid: a\nname: {name}\n")
