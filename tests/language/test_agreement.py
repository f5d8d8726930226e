"""Wrong forms are understood, reported and put right."""

import pytest

from tests.language.garden import parse


@pytest.mark.parametrize(
    ("text", "typed", "right"),
    [
        ("Feed 2 cat.", "cat", "cats"),
        ("Feed 1 cats.", "cats", "cat"),
        ("Feed each cats.", "cats", "cat"),
        ("Feed those cat.", "cat", "cats"),
        ("Feed any number of your cat.", "cat", "cats"),
        ("Feed one of your cat.", "cat", "cats"),
        ("Roll 2 die.", "die", "dice"),
        ("Each player feed a cat.", "feed", "feeds"),
        ("They feeds a cat.", "feeds", "feed"),
        ("You feeds a cat.", "feeds", "feed"),
        ("Players feeds a cat.", "feeds", "feed"),
        ("Tom sleep.", "sleep", "sleeps"),
        ("Tom and a dog sleeps.", "sleeps", "sleep"),
        ("The cats is old.", "is", "are"),
        ("The cat are old.", "are", "is"),
        ("There is 2 cats.", "is", "are"),
        ("There are a cat.", "are", "is"),
        ("There is 2 Hill House in a garden.", "is", "are"),
        ("A player do not attack.", "do not", "does not"),
        ("Players has fed a cat.", "has", "have"),
        ("Feed each cat that sleep.", "sleep", "sleeps"),
        ("Feed each cat you feeds.", "feeds", "feed"),
        ("Tom may sleep and attacks.", "attacks", "attack"),
        ("Feed a animal.", "a", "an"),
        ("Feed an cat.", "an", "a"),
        ("Feed a old cat.", "a", "an"),
    ],
)
def test_a_wrong_form_has_its_right_one(text, typed, right):
    checked = parse(text, "condition")
    assert checked.ok  # understood all the same
    (found,) = checked.diagnostics
    assert (found.span.text, found.fixes[0].replacement) == (typed, right)


@pytest.mark.parametrize(
    ("wrong", "good"),
    [
        ("Feed 2 cat.", "Feed 2 cats."),
        ("Tom sleep.", "Tom sleeps."),
        ("For each cats in a garden, feed it.", "For each cat in a garden, feed it."),
    ],
)
def test_the_tree_is_the_same(wrong, good):
    assert parse(wrong).value == parse(good).value


@pytest.mark.parametrize(
    "text",
    [
        "Feed 3 gear.",
        "Gain 3 gold.",
        "The sum of the weights is 4.",
        "Each of your cats sleeps.",
        "No player leads.",
        "No cats sleep.",
        "A cat or a dog sleeps.",
        "Red's dice show 4 and 5.",
        "A player cut a card.",
        "Those gear cost 2.",
        "Feed an X.",
        "You may feed a cat.",
        "Tom cannot sleep or attack.",
        "Tom does not sleep or attack.",
        "Tom has slept and attacked.",
    ],
)
def test_right_forms_are_left_alone(text):
    assert [d.code for d in parse(text, "condition").diagnostics if d.code.startswith("SAY07")] == []


def test_a_noun_that_stands_alone():
    (found,) = parse("Feed cat.").diagnostics
    assert found.code == "SAY0704" and "*a cat*" in (found.hint or "")


def test_capitals_stay():
    found = parse("Feeds a cat. A animal sleeps. An cat sleeps.", "condition").diagnostics
    assert [d.fixes[0].replacement for d in found if d.code == "SAY0703"] == ["An", "A"]
