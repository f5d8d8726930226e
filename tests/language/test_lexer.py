"""Words, names, numbers and marks: the longest match, every reading, a span for each."""

import pytest

from tests.language.garden import codes, parse, parser, vocabulary
from toolkit.language.parsing import scanner
from toolkit.language.printing.english import print_english
from toolkit.report import Source, Text


def read(text: str) -> list[str]:
    tokens, _ = scanner.read(Text.plain(text), parser().lexicon)
    return [token.text for token in tokens]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Feed a cat.", ["Feed", "a", "cat", "."]),
        ("at the point of interest", ["at", "the", "point of interest"]),
        ("at points of interest", ["at", "points of interest"]),
        ("at the end of the season", ["at the end of", "the", "season"]),
        ("Mower Mk.4 sleeps. Tom sleeps.", ["Mower Mk.4", "sleeps", ".", "Tom", "sleeps", "."]),
        ("Red's cat", ["Red", "'s", "cat"]),
        ("the players' cats", ["the", "players", "'", "cats"]),
        ("Red’s cat", ["Red", "'s", "cat"]),
        ("+1 weight", ["+1", "weight"]),
        ("in\n  random   order", ["in\n  random   order"]),
        ("one of your cats", ["one of", "your", "cats"]),
        ("a Choose one:\n- x", ["a", "Choose one", ":", "-", "x"]),
        ("choose one of your cats", ["choose", "one of", "your", "cats"]),
    ],
)
def test_the_longest_match(text, words):
    assert read(text) == words


def test_all_readings_are_kept():
    tokens, _ = scanner.read(Text.plain("Play"), parser().lexicon)
    assert {reading.kind for reading in tokens[0].readings} == {"noun", "verb", "name"}


def test_a_name_is_read_as_it_is_written():
    assert {r.kind for r in scanner.read(Text.plain("play"), parser().lexicon)[0][0].readings} == {
        "noun",
        "verb",
    }
    assert codes("Feed tom.") == ["SAY0401"]
    assert codes("Feed Tommy.") == ["SAY0401"]


def test_the_short_name():
    assert parse("Feed Mower.").value == parse("Feed Mower Mk.4.").value


def test_spans_point_into_the_file():
    source = Source("a.yaml", "text: Feed the  cat.")
    text = Text("Feed the  cat.", source, ((0, 6, 1),))
    tokens, _ = scanner.read(text, parser().lexicon)
    assert [token.span.text for token in tokens] == ["Feed", "the", "cat", "."]


def test_an_unknown_word_has_its_nearest():
    (found,) = parse("Feed a cta.").diagnostics
    assert (found.code, found.span.text) == ("SAY0401", "cta")
    assert found.fixes[0].replacement == "cat" and "*cat*" in (found.hint or "")


def test_a_word_that_is_one_only_with_others_is_not_its_own_hint():
    (found,) = parse("Feed an adjacent cat.").diagnostics
    assert (found.code, found.hint) == ("SAY0401", "it is one only in *adjacent to*")


def test_where_an_order_begins_a_verb_is_missing():
    """*Adjacent* is a word with another one, but that is no help to who needs a verb."""
    for text, verb in (
        ("If you have 2 cats, adjacent a cat.", True),
        ("For each cat you have, adjacent 2 cats.", True),
        ("If you have 2 cats, feed an adjacent cat.", False),
    ):
        found = next(each for each in parse(text).diagnostics if each.code == "SAY0401")
        assert ("stands where a verb stands" in (found.hint or "")) is verb


@pytest.mark.parametrize(
    ("text", "ending"), [("You may bring a cat.", False), ("You may hasing a cat.", True)]
)
def test_a_verb_that_ends_in_ing_has_no_ending(text, ending):
    (found,) = parse(text).diagnostics
    assert ("*-ing* is not in the language" in (found.hint or "")) is ending


def test_an_unknown_word_keeps_its_capital():
    (found,) = parse("Fed a cat. Fede a cat.").diagnostics[-1:]
    assert found.fixes[0].replacement[0].isupper()


@pytest.mark.parametrize(
    ("text", "replacement"),
    [
        ("We feed a cat.", "Players"),
        ("A cat which sleeps attacks.", "that"),
        ("The cat of him attacks.", "them"),
        ("If the weight of a cat exceeds 4, feed it.", "is higher than"),
    ],
)
def test_words_of_other_rule_books_have_a_partner(text, replacement):
    found = parse(text).diagnostics[0]
    assert (found.code, found.fixes[0].replacement) == ("SAY0402", replacement)


def test_all_unknown_words_of_a_text_are_told():
    assert codes("Feed a kat. Chase a dok. Feed a cat.") == ["SAY0401", "SAY0401"]
    assert len(parse("Feed a kat. Chase a dok. Feed a cat.").value.sentences) == 1


@pytest.mark.parametrize("mark", ["(", ")", "#", "/", "…", "!", '"'])
def test_marks_that_are_not_used(mark):
    assert codes(f"Feed a cat {mark} dog.") == ["SAY0403"]


@pytest.mark.parametrize("number", ["1" * 19, "9" * 5000, "-" + "9" * 5000])
def test_a_number_of_which_no_game_has_so_many(number):
    (found,) = parse(f"Feed {number} cats.").diagnostics
    assert (found.code, found.span.text) == ("SAY0125", number)


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("Feed two cats twice.", "Feed 2 cats 2 times."),
        ("Feed 3 or more cats.", "Feed at least 3 cats."),
    ],
)
def test_accepted_alternates_are_read_as_the_canonical_wording(typed, canonical):
    checked = parse(typed)
    assert checked.ok
    assert print_english(checked.value, vocabulary()) == canonical


def test_what_stands_for_other_words_has_the_place_of_those_that_were_typed():
    tokens = scanner.read(Text.plain("Feed a cat with weight 3 or less."), parser().lexicon)[0]
    said = {token.text: token.span.text for token in tokens}
    assert (said["at most"], said["3"], said["weight"]) == ("3 or less", "3", "weight")


def test_after_would_no_is_is_put_in():
    found = parse("The cat would exceed 4 because.").diagnostics
    assert not any(each.fixes for each in found)
