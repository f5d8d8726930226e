"""The pages of packs: what they show is what is executed, nothing of an author's is markup, nothing leads nowhere."""

import html
import re
import shutil
from html.parser import HTMLParser

import pytest

from tests import fast_yaml as yaml
from tests.site.conftest import ROOT, SEARCH, book_of
from toolkit.compile.pack import load_pack
from toolkit.documents.document_type import chapter_types, types_that
from toolkit.language.printing.languages import LANGUAGES, print_tree
from toolkit.pack.locales import lexicon_of
from toolkit.pack.read import words_of
from toolkit.site import labels
from toolkit.site.book import make_book
from toolkit.site.cards import nested
from toolkit.site.page import Game, Page, Routes, broken_links
from toolkit.site.shelf import anchor_of


class Items(HTMLParser):
    """The words of each sentence, by its anchor; names of steps are left out."""

    def __init__(self):
        super().__init__()
        self.found, self.anchor, self.depth, self.line = {}, None, 0, False

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag == "div":
            if given.get("class") == "item":
                self.anchor = given.get("id")
            if given.get("class") == "said":
                self.depth = 1
                self.found[self.anchor] = []
            elif self.depth:
                self.depth += 1
        elif self.depth and tag in ("p", "li"):
            self.line = given.get("class") != "step"
            if self.line:
                self.found[self.anchor].append("- " if tag == "li" else "")

    def handle_endtag(self, tag):
        if tag == "div" and self.depth:
            self.depth -= 1

    def handle_data(self, data):
        if self.depth and self.line:
            self.found[self.anchor][-1] += data


def shown(page: Page):
    items = Items()
    items.feed("\n".join(page.body))
    return {key: "\n".join(lines) for key, lines in items.found.items()}


# --- What is shown is what is executed ------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["tic-tac-toe", "sentient"])
@pytest.mark.parametrize("language", ["en", "uk"])
def test_the_rules_shown_are_the_printed_trees_of_what_is_executed(name, language):
    book = book_of(name)
    (shelf,) = book.shelves
    pages = [
        page for page in book.pages if page.language == language and page.address.startswith(f"{name}/rules")
    ]
    found = {anchor: said for page in pages for anchor, said in shown(page).items()}
    pack = shelf.pack
    lexicon = lexicon_of(pack.source, "uk").value
    rules = [i for i in shelf.own_items() if i.type in chapter_types()]
    assert rules
    for item in rules:
        said = print_tree(pack.trees[item], language, pack.vocabulary, lexicon, start=item.start).value
        assert found[anchor_of(item)] == said
    assert len(found) == len(rules)


def test_every_chapter_and_then_everything_else_is_there_once(page, book):
    rules = page("sentient/rules")
    headings = [anchor for line in rules.body for anchor in re.findall(r"^## .*\{ #(\S+) \}$", line)]
    shelf = next(each for each in book.shelves if each.id == "sentient")
    chapters = shelf.pack.source.manifest.chapters
    assert [heading.partition("/")[2] for heading in headings][: len(chapters)] == list(chapters)
    read = chapter_types()
    assert len(headings) == len(set(headings)) == sum(len(list(shelf.documents(type))) for type in read)


def test_sentences_are_numbered_by_chapter(page):
    body = "\n".join(page("sentient/rules").body)
    assert '<a href="#verb/buy/steps/take" class="number">' in body or 'class="number">5.1</a>' in body


def test_a_card_calls_its_fields_by_their_names_where_its_kind_has_several():
    (boats,) = (each for each in book_of("islands").pages if each.address == "islands/boat/index")
    faces = "\n".join(boats.body)
    assert '<p class="step">Need</p>' in faces
    assert '<p class="step">Launch effect</p>' in faces
    robots = next(each for each in book_of("sentient").pages if each.address == "sentient/robot/index")
    assert 'class="step"' not in "\n".join(robots.body)


def test_a_place_without_words_says_what_the_rules_say_of_its_kind():
    pages = {each.path: each for each in book_of("gangs-of-night-city", handbook=False).pages}
    fixer, business = (pages[path].body[2] for path in ("fixer/watson-fixer", "business/heywood-business"))
    assert ">Hiring an edgerunner · Only if</a>" in fixer and "#verb/hire" in fixer
    assert "unless they control a business." in re.sub("<[^>]+>", "", business)
    # A kind that some have words for is not explained by the rules, nor one of which they speak all the time.
    assert 'card-text"></div>' in pages["space/gate"].body[2]
    assert 'card-text"></div>' in pages["district-card/watson-card"].body[2]


def test_examples_are_worked_examples(page):
    paths = [each.path for each in book_of("tic-tac-toe").pages if "/examples/" in each.path]
    found = {path: shown(page(path)) for path in paths}
    own = {
        anchor: said for path, items in found.items() if "/uk/" not in path for anchor, said in items.items()
    }
    other = {
        anchor: said for path, items in found.items() if "/uk/" in path for anchor, said in items.items()
    }
    assert own["example/row/given/1"] == "Cross has a mark in the first cell of the second row."
    assert other["example/row/then/1"] == "Хрестик виграє гру."


# --- What leads where ---------------------------------------------------------------------------------------------


def test_no_link_leads_nowhere(book):
    assert [str(broken) for broken in book.broken()] == []


def test_a_link_that_leads_nowhere_is_found():
    pages = [Page("one", "One"), Page("two/index", "Two")]
    pages[0].anchor("here")
    pages[1].anchor("there")
    for target in ("two/index", "two/index#there", "#here", "file.css"):
        pages[0].to(target)
    assert not list(broken_links(pages, ["file.css"]))
    for target in ("two/index#nowhere", "three", "#gone"):
        pages[0].to(target)
    assert [broken.target for broken in broken_links(pages)] == [
        "file.css",
        "two/index#nowhere",
        "three",
        "#gone",
    ]


ROUTES = Routes({"tour": Game("", ("en", "uk")), "base": Game("base/", ("en",))})


@pytest.mark.parametrize(
    ("here", "language", "target", "address"),
    [
        ("guide/one", "en", "guide/two#a", "two.html#a"),
        ("tour/rules", "en", "tour/words", "words.html"),
        ("tour/index", "en", "tour/rules", "rules.html"),
        ("tour/card/one", "en", "tour/rules#b/c", "../rules.html#b/c"),
        ("tour/card/one", "uk", "tour/rules#b/c", "../rules.html#b/c"),
        ("tour/card/one", "uk", "base/rules", "../../base/rules.html"),
        ("base/rules", "en", "tour/index", "../index.html"),
        ("tour/rules", "en", "#a", "#a"),
        ("tour/rules", "en", "tour/rules#a", "#a"),
    ],
)
def test_addresses_are_relative_and_stay_in_the_language_of_the_page(here, language, target, address):
    assert Page(here, "", language=language, routes=ROUTES).to(target) == address


def test_a_game_lies_at_the_root_of_its_own_site_and_in_a_folder_of_a_handbook():
    own = {page.path for page in book_of("tic-tac-toe", handbook=False).pages}
    assert {"index", "rules", "uk/index", "uk/rules"} <= own
    assert not [
        path for path in own if path.startswith(("guide/", "language/", "diagnostics/", "tic-tac-toe/"))
    ]
    handbook = {page.path for page in book_of("tic-tac-toe").pages}
    assert {"index", "guide/words", "language/verbs", "tic-tac-toe/rules", "tic-tac-toe/uk/rules"} <= handbook


@pytest.mark.parametrize("handbook", [True, False])
def test_each_sentence_that_players_read_stands_where_links_lead(handbook):
    book = book_of("sentient", handbook=handbook)
    pages = {(page.address, page.language): page for page in book.pages}
    for shelf in book.shelves:
        for item in shelf.own_items():
            if item.type not in types_that(lambda each: each.judges):
                address, _, anchor = shelf.target(item).partition("#")
                for language in shelf.languages:
                    assert anchor in pages[address, language].anchors, item.anchor


def test_words_are_linked_to_what_explains_them(page):
    body = "\n".join(page("sentient/rules").body)
    assert '<a href="words.html#word-die" class="word">dice</a>' in body
    assert '#SEN-BUY-01" class="id">SEN-BUY-01</a>' in body


def test_a_pack_that_extends_another_links_to_its_pages(page):
    body = "\n".join(page("more-robots/robot/tip-jar").body)
    assert '<a href="../../sentient/words.html#word-assistant" class="word">assistants</a>' in body


def test_sources_lead_from_rule_to_sentences_and_examples(book):
    body = "\n".join("\n".join(each.body) for each in book.pages if each.path.startswith("sentient/sources"))
    row = re.search(r'<div id="SEN-SCORE-INFO-02".*?</div>', body)
    assert row and "#example/information-one" in row[0] and "robot/" in row[0]


def test_what_authors_note_for_each_other_is_not_published(book):
    text = "\n".join(book.sources().values())
    for shelf in book.shelves:
        for document in shelf.documents("pack"):
            for note in words_of(document.root.get("note")):
                assert note[:40] not in text
    rules = next(page for page in book.pages if page.path == "sentient/rules")
    assert not [anchor for anchor in rules.anchors if anchor.startswith(("invariants/", "evaluation/"))]


# --- Authors' text ------------------------------------------------------------------------------------------------

EVIL = "<script>alert(1)</script> & *so* `co` {#id} [x](y) | ]("


@pytest.fixture
def evil(tmp_path):
    """A pack that tries everything that a page could take for markup."""
    folder = tmp_path / "tic-tac-toe"
    shutil.copytree(ROOT / "tests/packs/tic-tac-toe", folder)
    manifest = yaml.safe_load((folder / "pack.yaml").read_text(encoding="utf-8"))
    manifest |= {"name": EVIL, "note": EVIL, "options": {"odd": {"name": EVIL, "default": False}}}
    (folder / "pack.yaml").write_text(yaml.safe_dump(manifest), encoding="utf-8")
    for path in (folder / "rules/game.yaml", folder / "examples/turns.yaml"):
        documents = list(yaml.safe_load_all(path.read_text(encoding="utf-8")))
        for document in documents:
            if "name" in document or document["type"] in ("verb", "rules"):
                document["name"] = EVIL
        path.write_text(yaml.safe_dump_all(documents), encoding="utf-8")
    sources = {"type": "sources", "rules": {"ODD-1": {"fact": EVIL, "kind": "rule"}}}
    (folder / "sources.yaml").write_text(yaml.safe_dump(sources), encoding="utf-8")
    checked = load_pack(folder)
    assert checked.value is not None and checked.ok, checked.diagnostics
    return make_book([checked.value])


def test_what_authors_write_is_text_never_markup(evil):
    written = evil.sources()
    assert not [path for path, text in written.items() if "<script" in text and path.endswith(".md")]
    assert not [path for path, text in written.items() if "</script" in text]
    assert any(html.escape(EVIL) in text for text in written.values())


def test_rendered_headings_and_titles_hold_only_text(evil):
    import markdown

    for page in evil.pages:
        if page.address.startswith("tic-tac-toe/"):
            rendered = markdown.markdown("\n\n".join(page.body), extensions=["attr_list", "toc", "tables"])
            assert "<script" not in rendered
            assert "<em>so</em>" not in rendered and '<a href="y">' not in rendered


# --- Languages ------------------------------------------------------------------------------------------------------


def test_one_language_can_be_asked_for():
    book = book_of("tic-tac-toe", languages=("en",))
    assert {page.language for page in book.pages} == {"en"}
    assert not [page for page in book.pages if "lang=" in "\n".join(page.body)]


def test_nothing_is_missing_in_the_languages_of_the_packs(book):
    assert not [diagnostic.message for shelf in book.shelves for diagnostic in shelf.found]


def test_a_card_is_shown_in_each_language_that_of_the_page_first(page):
    own, other = (
        "\n".join(page(f"sentient/{path}").body) for path in ("robot/bastion-hound", "uk/robot/bastion-hound")
    )
    assert own.index("Bastion Hound") < own.index("Гончак бастіону")
    assert other.index("Гончак бастіону") < other.index("Bastion Hound")
    assert "Left symbol <b>positive</b>" in own and "<b>Додатний лівий символ</b>" in own


def test_values_agree_with_their_nouns(page):
    assert "<b>Оборонна сфера</b>" in "\n".join(page("sentient/uk/robot/bastion-hound").body)


def test_every_label_is_said_in_every_language():
    english = set(labels.labels("en"))
    for language in LANGUAGES:
        assert set(labels._written(language)) == english


def test_whole_pages_are_in_their_language(page):
    """No letter of the English alphabet stands outside of what says that it is English, but in ids and numbers."""
    body = "\n".join(page("sentient/uk/index").body)
    bare = re.sub(r'<(\w+)[^>]*lang="en".*?</\1>|<[^>]*>|\{[^}]*\}|&\w+;|Sentient', "", body)
    assert not re.findall(r"[A-Za-z]{2,}", bare)


# --- The same again ---------------------------------------------------------------------------------------------------


def test_the_same_packs_make_the_same_bytes():
    again = make_book([load_pack("tic-tac-toe", SEARCH).value], handbook=True).sources()
    assert again == book_of("tic-tac-toe").sources()


def test_what_stands_around_pages_names_pages_that_exist(book):
    paths = {page.url for page in book.pages}
    for frame in book.frames.values():
        assert {frame["home"], *(url for _, url, _ in frame["menu"])} <= paths
        assert set(frame["search"]) <= set(book.files)
    assert {page.frame for page in book.pages} == set(book.frames)


def test_each_page_below_the_first_belongs_to_a_part_that_the_menu_has(book):
    for page in book.pages:
        parts = {part for _, _, part in book.frames[page.frame]["menu"]}
        assert page.part in parts or page.path.endswith("index") or page.part == "changes", page.path


def test_what_decks_must_satisfy_is_a_chapter_of_the_rules():
    pages = {each.path: each for each in book_of("deck-box").pages}
    body = "\n".join(pages["deck-box/rules"].body)
    assert "what decks must satisfy" in body
    assert "have different names" in body


def test_words_that_are_spelt_almost_alike_have_an_anchor_each():
    page = Page("sample/words", "Words")
    assert [page.anchor(name) for name in ("word-left-hand", "word-left-hand", "word-left-hand")] == [
        "word-left-hand",
        "word-left-hand-2",
        "word-left-hand-3",
    ]


def test_who_is_meant_is_no_step():
    lines = [(0, "when you draw:"), (1, "gain 1"), (0, "(“this card” is Cup)"), (0, "gain 2")]
    assert nested(lines) == (
        '<div class="outline"><ol><li>when you draw:<ol><li>gain 1</li></ol>'
        '<p class="note">“this card” is Cup</p></li><li>gain 2</li></ol></div>'
    )
