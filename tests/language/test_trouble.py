"""What is said about sentences that do not fit: the place, what could follow, the correction."""

import pytest

from tests.language.garden import parse
from toolkit.language.parsing.grammar import STARTS


def first(text: str, start: str = "effect"):
    return parse(text, start).diagnostics[0]


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ("Feed a a cat.", "SAY0508", "a"),
        ("Feed a cat cat.", "SAY0508", "cat"),
        ("Feed an old old cat.", "SAY0508", "old"),
        ("Feed Red's Red's cat.", "SAY0508", "'s"),
        ("Feed at at most 2 cats.", "SAY0508", "at"),
        ("Feed a cat and feed a dog if you own a dog.", "SAY0509", "if you own a dog"),
        ("Feed a cat or chase a dog and attack.", "SAY0510", "and"),
        ("If the left cat is old and left dog asleep, attack.", "SAY0511", "and"),
        ("Choose a cat to feed a cat.", "SAY0512", "to feed"),
        ("Feed a player a cat.", "SAY0513", "a"),
        ("Own a cat to a player.", "SAY0514", "to"),
        ("Feed a.", "SAY0502", "a"),
        ("Set the weight of a cat.", "SAY0515", "Set the weight of a cat"),
        ("Feed a cat", "SAY0506", ""),
        ("feed a cat.", "SAY0507", "feed"),
        ("The old the cat sleeps.", "SAY0517", "the"),
        ("Feed cat a in the garden.", "SAY0516", "cat a"),
        ("If a cat sleeps feed it.", "SAY0518", "feed"),
        ("At the end of this season feed a cat.", "SAY0518", "feed"),
        ("If a cat sleeps, a dog feed a cat.", "SAY0701", "feed"),
        ("Feed one of the cats that owns a dog.", "SAY0701", "owns"),
        ("If Tom does own a dog, attack.", "SAY0501", "does"),
        ("You cannot choose one:\n- Attack.\n- Sleep.", "SAY0501", "cannot"),
        ("A cat sleeps, chase a dog, and attack.", "SAY0501", ","),
        ("", "SAY0503", ""),
    ],
)
def test_mistake(text, code, at):
    found = first(text)
    assert (found.code, found.span.text) == (code, at)


@pytest.mark.parametrize(
    ("text", "fixed"),
    [
        ("Feed a cat and feed a dog if you own a dog.", "If you own a dog, feed a cat and feed a dog."),
        ("Tom sleeps and attacks if you own a dog.", "If you own a dog, Tom sleeps and attacks."),
        ("Feed a a cat.", "Feed a cat."),
        ("feed a cat.", "Feed a cat."),
        ("If a cat sleeps feed it.", "If a cat sleeps, feed it."),
        ("Feed a cat", "Feed a cat."),
        ("Feed 2 cat.", "Feed 2 cats."),
        (
            "If you own more cats then each other player, attack.",
            "If you own more cats than each other player, attack.",
        ),
        ("Feed a cat, chase a dog.", "Feed a cat and chase a dog."),
        ("If a cat sleeps, feed it, feed a dog.", "If a cat sleeps, feed it and feed a dog."),
    ],
)
def test_the_correction_corrects(text, fixed):
    fix = first(text).fixes[0]
    source = fix.span.source.text
    made = source[: fix.span.start] + fix.replacement + source[fix.span.end :]
    assert made == fixed
    assert parse(made).diagnostics == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Set the weight of a cat.", '"to" {amount}'),
        ("Feed.", "{animal}"),
        ("Feed the.", "a noun"),
        ("Each player a cat.", "a verb"),
    ],
)
def test_what_could_follow(text, expected):
    assert expected in first(text).expected


def test_a_choice_of_clauses_is_a_list():
    assert "*Choose one:*" in (first("Feed a cat, chase a dog, or attack.").hint or "")


def test_no_more_is_shown_than_can_be_read():
    for text in ("Feed a cat the.", "A cat.", "If.", "The cat of the dog in the garden with.", "Is."):
        assert len(first(text).expected) <= 6


def test_no_class_of_words_is_shown_raw():
    for text in (
        "Feed a cat the.",
        "A cat.",
        "If.",
        "Put a.",
        "Is.",
        "There.",
        "A cat is not.",
        "Score.",
        "A a b",
    ):
        for start in STARTS:
            for found in parse(text, start).diagnostics:
                shown = (*found.expected, found.message, found.hint or "")
                assert not any(word.isupper() and len(word) > 1 for line in shown for word in line.split())


def test_each_sentence_reports_its_own():
    text = "Feed a a cat. Chase a dog. Feed a player a cat. Feed 2 cat."
    assert [d.code for d in parse(text).diagnostics] == ["SAY0508", "SAY0513", "SAY0702"]
    assert len(parse(text).value.sentences) == 2


def test_a_verb_shows_its_phrases():
    assert "`chase {animal: thing} to {place}`" in (first("Chase a cat by a dog.").hint or "")


def test_a_sentence_too_long_is_refused():
    assert [d.code for d in parse("Feed " + "a cat and " * 300 + "a cat.").diagnostics] == ["SAY0505"]


def test_a_text_full_of_mistakes_is_told_in_short():
    found = parse("Feed a a cat. " * 60).diagnostics
    assert len(found) == 60 and found[-1].code == "SAY0501"
    found = parse("Feed a catt. " * 60).diagnostics
    assert len(found) == 60 and found[0].fixes and not found[-1].fixes
