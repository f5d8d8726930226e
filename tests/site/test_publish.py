"""From pages to a site: with mkdocs in `make long`, everything around it always."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys

import pytest

from tests.site.conftest import book_of
from toolkit.compile.pack import load_pack
from toolkit.documents.folder import SITE_MARK
from toolkit.site.book import make_book
from toolkit.site.publish import SiteError, build, check, write_sources

PACKS = ("tic-tac-toe", "sentient", "more-robots")


def test_a_folder_of_somebody_elses_is_never_written_to(tmp_path):
    (tmp_path / "novel.txt").write_text("chapter one", encoding="utf-8")
    with pytest.raises(SiteError, match="no site of ours"):
        write_sources(book_of("tic-tac-toe"), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["novel.txt"]


def test_sources_replace_earlier_ones(tmp_path):
    names = {SITE_MARK, "docs", "theme", "base.yml", "mkdocs.yml"}
    for handbook, more in ((True, {"handbook.yml"}), (False, set()), (False, set())):
        write_sources(book_of("tic-tac-toe", handbook=handbook), tmp_path / "src")
        assert {path.name for path in (tmp_path / "src").iterdir()} == names | more


def test_finished_pages_are_followed(tmp_path):
    (tmp_path / "two").mkdir()
    (tmp_path / "one.html").write_text(
        '<a href="two/#a">x</a><a href="two/#b">x</a><a href="three/">x</a><a href="https://example.org/">x</a>',
        encoding="utf-8",
    )
    (tmp_path / "two/index.html").write_text('<p id="a"><a href="../one.html#">x</a></p>', encoding="utf-8")
    assert [broken.target for broken in check(tmp_path)] == ["two/#b", "three/"]


def test_without_mkdocs_the_command_says_what_to_install(sayso, tmp_path, monkeypatch):
    monkeypatch.setattr("toolkit.site.publish.installed", lambda: False)
    run = sayso("site", "build", "tests/packs/tic-tac-toe", "--out", tmp_path / "out")
    assert run.status == 2
    assert "pip install 'sayso[site]'" in run.all


def test_a_broken_pack_makes_no_site(sayso, tmp_path):
    shutil.copytree("tests/packs/tic-tac-toe", tmp_path / "tic-tac-toe")
    rules = tmp_path / "tic-tac-toe/rules/game.yaml"
    rules.write_text(
        rules.read_text(encoding="utf-8").replace("Place a mark", "Plonk a mark"), encoding="utf-8"
    )
    run = sayso("site", "build", tmp_path / "tic-tac-toe", "--out", tmp_path / "out")
    assert run.status == 1
    assert "Plonk" in run.out and not (tmp_path / "out").exists()


def test_a_game_has_a_site_of_its_own(sayso, tmp_path):
    names = ("tests/packs/tic-tac-toe", "tests/packs/islands")
    run = sayso("site", "build", *names, "--out", tmp_path / "out")
    assert run.status == 2 and "--handbook" in run.all


def test_an_unknown_language_is_refused(sayso, tmp_path):
    run = sayso("site", "build", "tests/packs/tic-tac-toe", "--languages", "xx", "--out", tmp_path / "out")
    assert run.status == 2
    assert "en, uk" in run.all


@pytest.mark.skipif(importlib.util.find_spec("mkdocs") is None, reason="the extra `site` is not installed")
def test_no_strict_site_shows_an_example_that_fails(sayso, tmp_path):
    pack = tmp_path / "tic-tac-toe"
    shutil.copytree("tests/packs/tic-tac-toe", pack)
    assert sayso("site", "build", pack, "--out", tmp_path / "out", "--strict").status == 0
    file = next(
        path for path in (pack / "examples").glob("*.yaml") if "id: column" in path.read_text("utf-8")
    )
    said = file.read_text(encoding="utf-8")
    file.write_text(said.replace("- Nought wins the game.", "- Cross wins the game.", 1), encoding="utf-8")
    run = sayso("site", "build", pack, "--out", tmp_path / "out", "--strict")
    assert run.status == 1 and "tic-tac-toe: the example column fails" in run.all
    assert sayso("site", "build", pack, "--out", tmp_path / "out").status == 0


@pytest.mark.long
@pytest.mark.skipif(importlib.util.find_spec("mkdocs") is None, reason="the extra `site` is not installed")
def test_the_whole_site_is_built_twice_the_same_without_a_warning(tmp_path):
    files = []
    for name in ("one", "two"):
        built = build(book_of(*PACKS), tmp_path / name)
        assert built.warnings == ()
        assert [str(broken) for broken in built.broken] == []
        out = built.out
        files.append(
            {p.relative_to(out).as_posix(): p.read_bytes() for p in sorted(out.rglob("*")) if p.is_file()}
        )
    assert files[0].keys() == files[1].keys()
    assert [path for path in files[0] if files[0][path] != files[1][path]] == []
    assert "sentient/rules.html" in files[0]
    assert [path for path, found in files[0].items() if path.endswith(".html") and too_heavy(found)] == []
    outside = re.compile(rb"""(?:src|href)=["']?(?:https?:)?//""")
    assert [
        path for path, found in files[0].items() if path.endswith(".html") and outside.search(found)
    ] == []


def too_heavy(page: bytes) -> bool:
    """More than a phone should be asked to show at once."""
    return len(page) > 300_000 or len(re.findall(rb"<[a-z]", page)) > 4_000


ONE_CARD = {
    "pack.yaml": "type: pack\nid: tiny\nformat: 1\nname: Tiny\nplayers: 1\nseats: [Solo]\n",
    "words.yaml": """
type: vocabulary
kinds:
  card: {documents: true, starts: table, sentences: {text: effect}}
places: {table: {}}
quantities: {point: {of: player}}
""",
    "game.yaml": """
type: procedure
id: game
steps: {play: Each player gains 1 point.}
---
type: card
id: song
name: A Song
text: Gain 1 point.
""",
}


def test_a_stranger_with_one_card_gets_a_small_book(tmp_path):
    for name, text in ONE_CARD.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    pack = load_pack(tmp_path).unwrap()
    book = make_book([pack])
    assert {page.path for page in book.pages} == {"index", "rules", "words", "card/index", "card/song"}
    assert not book.broken()


@pytest.mark.long
@pytest.mark.skipif(importlib.util.find_spec("mkdocs") is None, reason="the extra `site` is not installed")
def test_a_stranger_with_one_card_has_it_at_once(tmp_path):
    """With an empty cache but for the grammar's tables; time is that of the processor, for others may work, too."""
    (tmp_path / "tiny").mkdir()
    for name, text in ONE_CARD.items():
        (tmp_path / "tiny" / name).write_text(text, encoding="utf-8")
    load_pack(tmp_path / "tiny").unwrap()
    command = [sys.executable, "-m", "toolkit", "site", "build", "tiny", "--out", "out", "--strict"]
    before = os.times()
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    assert 0 < spent < 5
    assert 0 < len(list((tmp_path / "out").rglob("*.html"))) < 15
