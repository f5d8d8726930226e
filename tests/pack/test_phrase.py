"""Phrases of verbs: what a template says, and what is wrong with one."""

from __future__ import annotations

import pytest

from toolkit.language.phrase import PhraseError, clashes, fixed_noun, read_phrase, show, surface, template
from toolkit.language.vocabulary import NounEntry, Vocabulary
from toolkit.report import Text

NOUNS = {
    noun.id: noun
    for noun in (
        NounEntry("book", "books", "thing"),
        NounEntry("novel", "novels", "thing", is_a="book"),
        NounEntry("poem", "poems", "thing"),
        NounEntry("old book", "old books", "thing", is_a="book"),
        NounEntry("goose", "geese", "thing"),
        NounEntry("shelf", "shelves", "place"),
        NounEntry("walk", "walks", "period"),
        NounEntry("coin", "coins", "quantity"),
    )
}


@pytest.mark.parametrize(
    ("phrase", "verb", "fixed", "slots"),
    [
        ("sing", "sing", "", []),
        ("take a walk", "take", "a walk", []),
        ("carry out the long plan", "carry out", "the long plan", []),
        ("clean up", "clean up", "", []),
        ("read {book}", "read", "", [("obj", "", "book", "book")]),
        ("read {old book}", "read", "", [("obj", "", "old book", "old book")]),
        ("read {books}", "read", "", [("obj", "", "book", "books")]),
        ("feed {geese}", "feed", "", [("obj", "", "goose", "geese")]),
        ("read {first: book}", "read", "", [("obj", "", "book", "first")]),
        (
            "lend {book} to {player}",
            "lend",
            "",
            [("obj", "", "book", "book"), ("to", "to", "player", "player")],
        ),
        ("swim with {book}", "swim", "", [("with", "with", "book", "book")]),
        ("look at {book}", "look at", "", [("obj", "", "book", "book")]),
        ("look at {shelf}", "look", "", [("place", "at", "shelf", "shelf")]),
        (
            "lay {book} on top of {shelf}",
            "lay",
            "",
            [("obj", "", "book", "book"), ("place", "on top of", "shelf", "shelf")],
        ),
        ("give a reading at {shelf}", "give", "a reading", [("place", "at", "shelf", "shelf")]),
        (
            "buy {book} from {player} for {amount}",
            "buy",
            "",
            [
                ("obj", "", "book", "book"),
                ("from", "from", "player", "player"),
                ("for", "for", "amount", "amount"),
            ],
        ),
        ("stay {adjective}", "stay", "", [("adj", "", "adjective", "adjective")]),
    ],
)
def test_a_phrase(phrase: str, verb: str, fixed: str, slots: list[tuple[str, str, str, str]]) -> None:
    made = read_phrase(Text.plain(phrase), "meaning", NOUNS).unwrap()
    assert made is not None
    assert (made.verb, made.fixed) == (verb, fixed)
    assert [(s.role, s.prep, s.noun, s.name) for s in made.slots] == slots
    assert show(made) == phrase
    assert surface(made) == (("obj",) if fixed else ()) + tuple(role for role, *_ in slots)


@pytest.mark.parametrize(
    ("phrase", "code", "where"),
    [
        ("", "SAY0350", ""),
        ("{book} opens", "SAY0350", "{book}"),
        ("to {book}", "SAY0350", "to"),
        ("open {book", "SAY0351", "{"),
        ("open book}", "SAY0351", "}"),
        ("open, {book}", "SAY0351", "open,"),
        ("tie {book} to {book}", "SAY0351", "{book}"),
        ("put {book} softly on {shelf}", "SAY0352", "softly"),
        ("collect the pages of {book}", "SAY0352", "of"),
        ("hand {player} {book}", "SAY0353", "{book}"),
        ("take a walk {book}", "SAY0353", "{book}"),
        ("eat with", "SAY0354", "with"),
        ("carry {book} from to {shelf}", "SAY0354", "from"),
        ("carry {book} to the {shelf}", "SAY0354", "to"),
        ("carry {book} to {shelf} from {player}", "SAY0355", "{player}"),
        ("move {book} to {shelf} to {player}", "SAY0355", "{player}"),
        ("open {bok}", "SAY0356", "bok"),
        ("open {first: bok}", "SAY0356", "bok"),
        ("open {}", "SAY0356", ""),
    ],
)
def test_what_is_wrong_with_a_phrase(phrase: str, code: str, where: str) -> None:
    checked = read_phrase(Text.plain(phrase), "meaning", NOUNS)
    assert checked.value is None
    first = checked.diagnostics[0]
    assert (first.code, first.span.text) == (code, where)


def test_the_nearest_kind_is_offered() -> None:
    first = read_phrase(Text.plain("open {novell}"), "open", NOUNS).diagnostics[0]
    assert first.expected[0] == "novel" and first.fixes[0].replacement == "novel"


def test_a_phrase_in_python_has_classes_and_no_span() -> None:
    made = template("put {thing} in {place}", "put")
    assert made.frame == ("obj", "place") and made.span is None
    with pytest.raises(PhraseError, match="put in"):
        template("put in", "put")


@pytest.mark.parametrize(
    ("phrase", "noun"),
    [
        ("take a walk", ("walk", False)),
        ("sing the old songs", ("old song", True)),
        ("clean the shelf", ("shelf", False)),
    ],
)
def test_the_noun_of_fixed_words(phrase: str, noun: tuple[str, bool]) -> None:
    made = read_phrase(Text.plain(phrase), "x", NOUNS).unwrap()
    assert made is not None and fixed_noun(made) == noun


@pytest.mark.parametrize(
    ("first", "second", "clash"),
    [
        ("read {book}", "read {book}", True),
        ("read {book}", "read {novel}", False),  # narrower
        ("read {book}", "read {poem}", False),  # disjoint
        ("read {thing}", "read {poem}", False),
        ("read {any}", "read {coin}", False),
        ("read {coin}", "read {poem}", False),
        ("read {book} to {player}", "read {book}", False),  # another skeleton
        ("lay {book} on {shelf}", "lay {book} in {shelf}", True),  # one role
        ("tie {book} to {one: novel}", "tie {one: novel} to {book}", True),  # crossing
        ("take a walk", "take {thing}", False),
        ("take a walk", "take a walk", True),
    ],
)
def test_phrases_that_cannot_be_told_apart(first: str, second: str, clash: bool) -> None:
    words = Vocabulary(nouns=dict(NOUNS))
    for phrase, pack in ((first, "one"), (second, "two")):
        made = read_phrase(Text.plain(phrase, f"{pack}.yaml"), pack, NOUNS, pack=pack).unwrap()
        assert made is not None
        words.templates.append(made)
    found = clashes(words)
    assert [d.code for d in found] == (["SAY0357"] if clash else [])
    if clash:
        assert (found[0].span.source.name, found[0].labels[0].span.source.name) == ("two.yaml", "one.yaml")
        assert "two" in found[0].message and "one" in found[0].message
