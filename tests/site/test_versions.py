"""What the site says of an earlier version of its game."""

import shutil

import pytest

from tests.site.conftest import ROOT
from toolkit.compile.pack import load_pack
from toolkit.prove.changes import changes
from toolkit.site.book import make_book
from toolkit.site.versions import Since


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """`book((file, old words, new words), …)`: the site of the trading card game, of which the earlier version had
    other words."""

    def make(*swaps):
        folder = tmp_path_factory.mktemp("versions") / "old"
        shutil.copytree(ROOT / "content/cyberpunk-tcg", folder)
        for file, before, after in swaps:
            text = (folder / file).read_text("utf-8")
            assert after in text, after
            (folder / file).write_text(text.replace(after, before), "utf-8")
        old, new = load_pack(folder).unwrap(), load_pack(ROOT / "content/cyberpunk-tcg").unwrap()
        found = make_book([new], since=Since.of(old, changes(old, new)))
        assert not found.broken()
        return {page.path: "\n".join(page.body) for page in found.pages}

    return make


RENAMED = (
    "cards/units.yaml",
    *(f"examples/{name}.yaml" for name in ["cards", "fights", "options", "playing", "set-up", "turns"]),
)


@pytest.fixture(scope="module")
def pages(book):
    """After several changes of several kinds, each of another card or rule."""
    return book(
        ("cards/units.yaml", "at most 3 total power.", "at most 5 total power."),
        ("cards/units.yaml", "Whenever your rival steals", "When your rival steals"),
        *((file, "Delamain Car", "Delamain Cab") for file in RENAMED),
        ("cards/units.yaml", "cost: 9\npower: 9", "cost: 6\npower: 9"),
        ("rules/turn.yaml", "at least 5 gigs in your gig area", "at least 6 gigs in your gig area"),
    )


def test_a_changed_text_is_shown_before_and_after_with_what_it_does(pages):
    for path, was, now, said in (
        ("changes", "at most 3 total power.", "at most 5 total power.", "another meaning"),
        ("uk/changes", "щонайбільше 3.", "щонайбільше 5.", "інший зміст"),
    ):
        shown = pages[path]
        assert f"{was}</del>" in shown and f"{now}</ins>" in shown and said in shown
        assert "the total power of X is at most 3" in shown and "the total power of X is at most 5" in shown
    line = '<p class="changed"><a href="../changes.html#unit/armored-minotaur">Changed since the last version</a>'
    assert f"{line}: another meaning</p>" in pages["unit/armored-minotaur"]
    assert "інший зміст</p>" in pages["uk/unit/armored-minotaur"]
    assert 'class="changed"' not in pages["unit/swordwise-huscle"]


def test_other_words_for_the_same_are_told_once(pages):
    shown = pages["changes"]
    card = shown[shown.index('id="unit/ruthless-lowlife"') :].partition("</section>")[0]
    assert "other words, the same meaning" in card and "<del>" not in card


def test_numbers_and_names_of_cards(pages):
    assert "<b>9</b> → <b>6</b>" in pages["changes"]
    assert "<b>Delamain Car</b> → <b>Delamain Cab</b>" in pages["changes"]
    assert '<b lang="en">Delamain Car</b>' in pages["uk/changes"]


def test_a_rule_is_named_by_its_number(pages):
    assert '<a href="rules.html#verb/turn/steps/win">7.1</a>' in pages["changes"]


def test_what_players_do_not_read_is_left_out(book):
    shown = book(("examples/playing.yaml", "name: Something else", "name: "))["changes"]
    assert "Nothing that players read has changed." in shown


def test_without_an_earlier_version_there_is_no_such_page():
    book = make_book([load_pack(ROOT / "tests/packs/tic-tac-toe").unwrap()])
    assert "changes" not in {page.path for page in book.pages}


def test_another_game_is_no_earlier_version(sayso, tmp_path):
    run = sayso(
        *(
            "site",
            "build",
            "tests/packs/tic-tac-toe",
            "--since",
            "tests/packs/islands",
            "--out",
            tmp_path / "out",
        )
    )
    assert run.status == 2 and "islands is no earlier version of tic-tac-toe" in run.all


def test_what_came_and_what_went(tmp_path):
    card = "type: card\nid: {0}\nname: {1}\ntext: Gain {2} points.\n"
    words = "type: vocabulary\nkinds:\n  card: {documents: true, starts: table, sentences: {text: effect}}\n"
    words += "places: {table: {}}\nquantities: {point: {of: player}}\n"
    game = "type: procedure\nid: game\nsteps: {play: Each player gains 1 point.}\n"
    packs = []
    for name, cards in (
        ("old", (("song", "A Song", 2), ("dirge", "A Dirge", 3))),
        ("new", (("song", "A Song", 2), ("hymn", "A Hymn", 4))),
    ):
        (tmp_path / name).mkdir()
        manifest = "type: pack\nid: tiny\nformat: 1\nname: Tiny\nplayers: 1\nseats: [Solo]\n"
        (tmp_path / name / "pack.yaml").write_text(manifest, "utf-8")
        parts = [words, game, *(card.format(*each) for each in cards)]
        (tmp_path / name / "all.yaml").write_text("---\n".join(parts), "utf-8")
        packs.append(load_pack(tmp_path / name).unwrap())
    old, new = packs
    book = make_book([new], since=Since.of(old, changes(old, new)))
    assert not book.broken()
    shown = "\n".join(next(page for page in book.pages if page.path == "changes").body)
    assert '<a href="card/hymn.html">A Hymn</a> <span class="badge meaning">new</span>' in shown
    assert "<ins>Gain 4 points.</ins>" in shown
    assert 'A Dirge <span class="badge meaning">no longer there</span>' in shown
    assert "<del>Gain 3 points.</del>" in shown
