"""The pages of packs: what they show is what is executed, nothing of an author's is markup, nothing leads nowhere."""

import html
import re
import shutil
from html.parser import HTMLParser

import pytest
import yaml

from tests.site.conftest import ROOT, SEARCH, book_of
from toolkit.compile.pack import load_pack
from toolkit.language.printing.languages import print_tree
from toolkit.pack.locales import lexicon_of
from toolkit.site.book import make_book
from toolkit.site.page import Page, broken_links
from toolkit.site.shelf import RULE_TYPES, anchor_of


class Items(HTMLParser):
    """The words of each `say-text` block, by the anchor of its sentence and its language."""

    def __init__(self):
        super().__init__()
        self.found, self.anchor, self.language, self.depth = {}, None, None, 0

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag == "div":
            if given.get("class") == "say-item":
                self.anchor = given.get("id")
            if given.get("class") == "say-text":
                self.language, self.depth = given["lang"], 0
                self.found[self.anchor, self.language] = []
            elif self.language:
                self.depth += 1
        elif tag in ("p", "li") and self.language:
            self.found[self.anchor, self.language].append("- " if tag == "li" else "")

    def handle_endtag(self, tag):
        if tag == "div" and self.language:
            if self.depth == 0:
                self.language = None
            self.depth -= 1

    def handle_data(self, data):
        if self.language and self.found[self.anchor, self.language]:
            self.found[self.anchor, self.language][-1] += data


def shown(page: Page):
    items = Items()
    items.feed("\n".join(page.body))
    return {key: "\n".join(lines) for key, lines in items.found.items()}


# --- What is shown is what is executed ------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["tic-tac-toe", "sentient"])
def test_the_rules_shown_are_the_printed_trees_of_what_is_executed(name):
    (shelf,) = book_of(name).shelves
    page = next(each for each in book_of(name).pages if each.address == f"{name}/rules")
    found = shown(page)
    pack = shelf.pack
    book = lexicon_of(pack.source, "uk").value
    rules = [item for item in shelf.own_items() if item.type in RULE_TYPES]  # not those of the language
    assert rules
    for item in rules:
        for language in ("en", "uk"):
            said = print_tree(pack.trees[item], language, pack.vocabulary, book, start=item.start).value
            assert found[anchor_of(item), language] == said
    assert len(found) == 2 * len(rules)


def test_every_chapter_and_then_everything_else_is_there_once(page, book):
    rules = page("sentient/rules")
    headings = [anchor for line in rules.body for anchor in re.findall(r"^## .*\{ #(\S+) \}$", line)]
    shelf = next(each for each in book.shelves if each.id == "sentient")
    chapters = shelf.pack.source.manifest.chapters
    assert [heading.partition("/")[2] for heading in headings][: len(chapters)] == list(chapters)
    assert len(headings) == len(set(headings)) == sum(len(list(shelf.documents(type))) for type in RULE_TYPES)


def test_a_card_calls_its_fields_by_their_names_where_its_kind_has_several():
    (boats,) = (each for each in book_of("islands").pages if each.address == "islands/boat/index")
    faces = "\n".join(boats.body)
    assert '<div class="say-step">Need</div>' in faces
    assert '<div class="say-step">Launch effect</div>' in faces
    (robots,) = (each for each in book_of("sentient").pages if each.address == "sentient/robot/index")
    assert "say-step" not in "\n".join(robots.body)


def test_examples_are_worked_examples(page):
    found = shown(page("tic-tac-toe/examples"))
    assert found["example/row/given/1", "en"] == "Cross has a mark in the first cell of the second row."
    assert found["example/row/then/1", "uk"] == "Хрестик виграє гру."


# --- What leads where ---------------------------------------------------------------------------------------------


def test_no_link_leads_nowhere(book):
    assert [str(broken) for broken in book.broken()] == []


def test_a_link_that_leads_nowhere_is_found():
    pages = [Page("one", "One", ""), Page("two/index", "Two", "")]
    pages[0].anchor("here")
    pages[1].anchor("there")
    for target in ("two", "two#there", "#here", "file.css"):
        pages[0].to(target)
    assert not list(broken_links(pages, ["file.css"]))
    for target in ("two#nowhere", "three", "#gone"):
        pages[0].to(target)
    assert [broken.target for broken in broken_links(pages)] == ["file.css", "two#nowhere", "three", "#gone"]


@pytest.mark.parametrize(
    ("here", "target", "address"),
    [
        ("index", "tour/rules#a", "tour/rules/#a"),
        ("tour/rules", "tour/words", "../words/"),
        ("tour/index", "tour/rules", "rules/"),
        ("tour/card/one", "tour/rules#b/c", "../../rules/#b/c"),
        ("tour/rules", "index", "../../"),
        ("tour/rules", "#a", "#a"),
        ("tour/rules", "tour/rules#a", "./#a"),
    ],
)
def test_addresses_are_relative(here, target, address):
    assert Page(here, "", "").to(target) == address


def test_each_document_has_its_permanent_address(book):
    files = book.sources()
    for shelf in book.shelves:
        for item in shelf.own_items():
            folder = item.anchor.lstrip("/")
            assert f"{folder}/index.html" in files or f"{folder}.md" in files, item.anchor
    stub = files["sentient/verb/buy/index.html"]
    assert 'url=../../rules/#verb/buy"' in stub


def test_words_are_linked_to_what_explains_them(page):
    body = "\n".join(page("sentient/rules").body)
    assert '<a href="../words/#word-die" class="say-word">dice</a>' in body
    assert '<a href="../sources/#SEN-BUY-01" class="say-cite">SEN-BUY-01</a>' in body


def test_a_pack_that_extends_another_links_to_its_pages(page):
    body = "\n".join(page("more-robots/robot/tip-jar").body)
    assert '<a href="../../../sentient/words/#word-assistant" class="say-word">assistants</a>' in body


def test_sources_lead_from_rule_to_sentences_and_examples(page):
    body = "\n".join(page("sentient/sources").body)
    row = re.search(r'<tr><td><span id="SEN-SCORE-INFO-02".*?</tr>', body)
    assert row and "../examples/#example/information-one" in row[0] and "../robot/" in row[0]


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
    written = {
        path: text for path, text in evil.sources().items() if not path.startswith(("diagnostics/", "guide/"))
    }
    assert not [path for path, text in written.items() if "<script" in text]
    assert any(html.escape(EVIL) in text for text in written.values())
    assert "<" not in str(evil.nav)


def test_rendered_headings_and_titles_hold_only_text(evil):
    import markdown

    for page in evil.pages:
        if page.address.startswith("tic-tac-toe/"):
            rendered = markdown.markdown("\n\n".join(page.body), extensions=["attr_list", "toc", "tables"])
            assert "<script" not in rendered
            assert "<em>so</em>" not in rendered and '<a href="y">' not in rendered


# --- Languages ------------------------------------------------------------------------------------------------------


def test_one_language_can_be_asked_for():
    body = "\n".join("\n".join(page.body) for page in book_of("tic-tac-toe", languages=("en",)).pages)
    assert 'lang="uk"' not in body and 'lang="en"' in body


def test_nothing_is_missing_in_the_languages_of_the_packs(book):
    assert not [diagnostic.message for shelf in book.shelves for diagnostic in shelf.found]


def test_cards_are_shown_in_each_language(page):
    body = "\n".join(page("sentient/robot/bastion-hound").body)
    assert "Bastion Hound" in body and "Гончак бастіону" in body
    assert "<b>left symbol</b> positive" in body and "<b>лівий символ</b> додатний" in body


# --- The same again ---------------------------------------------------------------------------------------------------


def test_the_same_packs_make_the_same_bytes():
    again = make_book([load_pack("tic-tac-toe", SEARCH).value]).sources()
    assert again == book_of("tic-tac-toe").sources()


def test_navigation_names_pages_that_exist(book):
    def files(entries):
        for entry in entries:
            for value in entry.values():
                yield from [value] if isinstance(value, str) else files(value)

    named = list(files(book.nav))
    assert len(named) == len(set(named))
    assert set(named) <= {page.file for page in book.pages}


def test_what_decks_must_satisfy_is_a_chapter_of_the_rules():
    pages = {each.address: each for each in book_of("deck-box").pages}
    body = "\n".join(pages["deck-box/rules"].body)
    assert "what decks must satisfy" in body
    assert "have different names" in body


def test_words_that_are_spelt_almost_alike_have_an_anchor_each():
    page = Page("sample/words", "Words", "Sample")
    assert [page.anchor(name) for name in ("word-left-hand", "word-left-hand", "word-left-hand")] == [
        "word-left-hand",
        "word-left-hand-2",
        "word-left-hand-3",
    ]
