"""What the index of the search holds; what is found first stands in `queries.yaml` and is asked in a browser."""

import json

from tests.site.conftest import book_of


def index(game, language):
    script = book_of(game, handbook=False).files[f"search/{game}-{language}.js"]
    return json.loads(script.removeprefix("sayso.found(").removesuffix(");\n"))


def hit(game, language, address):
    """One hit: its title, address, sort, ids, words and further names."""
    return next(each for each in index(game, language)["hits"] if each[1] == address)


def test_every_form_of_a_word_leads_to_one_word():
    forms = index("sentient", "en")["forms"]
    assert {forms[form] for form in ("scores", "scored", "scoring")} == {"score"}
    assert forms["dice"] == "die" and "die" not in forms
    forms = index("sentient", "uk")["forms"]
    assert {forms[form] for form in ("робота", "роботів", "роботами")} == {"робот"}
    assert "робот" not in forms


def test_a_chapter_is_also_called_as_sentences_say_it():
    assert hit("sentient", "en", "rules.html#verb/pass")[0] == "Passing"
    assert hit("sentient", "en", "rules.html#verb/pass")[5] == ["pass"]
    assert "купити робот" in hit("sentient", "uk", "uk/rules.html#verb/buy")[5]


def test_a_card_is_found_by_its_names_in_all_languages():
    assert "Anvil Bear" in hit("sentient", "uk", "uk/robot/anvil-bear.html")[5]


def test_the_parts_of_the_book_are_found():
    assert hit("sentient", "en", "words.html")[0] == "Glossary"
    assert hit("sentient", "uk", "uk/words.html")[0] == "Словник"
