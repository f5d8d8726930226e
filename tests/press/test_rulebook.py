"""The rulebook, which needs no typst for its data: the numbers of the site, an index in the order of the language."""

from tests.press.conftest import typst
from toolkit.compile.pack import load_pack
from toolkit.press.game import Wanted, job_of, print_game
from toolkit.press.rulebook import alphabetical, rulebook
from toolkit.site.page import Game, Routes
from toolkit.site.rules import rules_pages
from toolkit.site.shelf import Shelf

RULES = """
    type: procedure
    id: game
    name: The game
    steps:
      first: Each player carries a charm.
      last: Each player carries a bright charm.
    ---
    type: verb
    id: carry
    name: Carrying a charm
    phrase: carry {charm}
    steps:
      take: Put the charm in your hand.
    ---
    type: verb
    id: own
    name: Owning
    phrase: own {charm}
    ---
    type: definitions
    id: lights
    is:
    - A charm is bright if its weight is at least 3.
    - A player owns a charm if it is in their hand.
"""
BRIGHT = "type: vocabulary\nid: more\nadjectives: [bright]\n"


def shelf_of(made):
    checked = made(rules__all=RULES, vocabulary__more=BRIGHT)
    assert checked.ok, checked.diagnostics
    return Shelf.of(checked.value).edition("en", Routes({"small": Game("", ("en",))}))


def test_sentences_have_the_numbers_and_ids_of_the_site(made):
    shelf = shelf_of(made)
    book = rulebook(shelf, [])
    site = "".join(page.markdown() for page in rules_pages(shelf))
    assert [chapter["number"] for chapter in book["chapters"]] == ["1", "2", "3", "4"]
    for chapter in book["chapters"]:
        assert chapter["id"] in site
        assert all(f">{sentence['number']}</a>" in site for sentence in chapter["sentences"])


def test_the_index_names_where_a_word_is_defined_and_used(made):
    rows = {row["name"]: (row["main"], row["rest"]) for row in rulebook(shelf_of(made), [])["index"]}
    assert rows["Bright"] == (["4.1"], ["1.2"])
    assert rows["Carrying a charm"] == (["2"], ["1.1", "1.2"])
    assert rows["Hand"] == ([], ["2.1", "4.2"])


def test_a_verb_that_only_definitions_explain_says_where_they_are(made):
    chapter = next(each for each in rulebook(shelf_of(made), [])["chapters"] if each["id"] == "verb/own")
    assert not chapter["sentences"] and chapter["see"] == ["4.2"]


def test_ukrainian_letters_stand_where_ukrainians_look_for_them():
    words = ["Яр", "Їжак", "Інвестор", "Ґудзик", "Гра", "Дім", "Від'ємний", "Відкритий"]
    wanted = ["Від'ємний", "Відкритий", "Гра", "Ґудзик", "Дім", "Інвестор", "Їжак", "Яр"]
    assert sorted(words, key=alphabetical("uk")) == wanted


def test_what_is_in_the_box(made):
    job = job_of(Shelf.of(made().value).edition("en", Routes()), Wanted(parts=("rules",)))
    parts = [(each["number"], each["name"]) for each in job.data["book"]["components"]]
    assert parts == [("3", "Charms"), ("1", "Pebble"), ("4", "Markers"), ("", "Dice")]


def test_the_steps_of_a_game_are_on_a_player_aid(made):
    job = job_of(shelf_of(made), Wanted(parts=("aids",)))
    [aid] = [piece for piece in job.data["pieces"] if piece["key"] == "aid/1"]
    shown = [(words["head"], [line["text"] for line in words["lines"]]) for words in aid["words"]]
    assert shown == [("1 The game", ["First", "Last"])]
    assert len(job.data["sheets"][0]["items"]) == 2, "one for each player"


@typst
def test_it_is_typeset_with_its_index():
    checked = load_pack("tests/packs/tic-tac-toe", ("tests/packs",))
    made = print_game(checked.value, "en", Wanted(parts=("rules",)))
    assert made.value.startswith(b"%PDF-") and not made.diagnostics
    assert made.value == print_game(checked.value, "en", Wanted(parts=("rules",))).value


def test_a_chapter_in_words_has_its_pictures():
    shelf = Shelf.of(load_pack("tests/packs/lanterns").unwrap())
    shelf = shelf.edition("uk", Routes({"lanterns": Game("", shelf.languages)}))
    chapters = {chapter["id"]: chapter for chapter in rulebook(shelf, [])["chapters"]}
    night = chapters["prose/one-night"]
    assert [told["text"] for told in night["told"]][1] == "Потім він лежить у сараї."
    [[before, after]] = night["pictures"]
    assert before["lines"] == [] and [line["text"] for line in after["lines"]] != []
    moved = [thing for spot in after["spots"] for thing in spot["things"] if thing["moved"]]
    assert [thing["said"] for thing in moved] == ["Штормовий ліхтар"]
    assert chapters["rules/paper"]["told"] == [{"text": "Папір горить швидко.", "language": "uk"}]
