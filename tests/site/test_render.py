"""A page is rendered again only if something that it is made from has changed; the bytes are those of a build from
nothing."""

import hashlib
import json
import os
import shutil
import zlib
from pathlib import Path

import pytest

from toolkit.compile.pack import load_pack
from toolkit.site.book import make_book
from toolkit.site.publish import build

pytest.importorskip("mkdocs")

ISLANDS = Path(__file__).parents[1] / "packs" / "islands"


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """The folder of the user's cache, which is empty."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def pack(tmp_path):
    shutil.copytree(ISLANDS, tmp_path / "islands")
    return tmp_path / "islands"


def made(pack, out):
    """How many pages were rendered, and the files of the site."""
    built = build(make_book([load_pack(pack).unwrap()]), out)
    assert built.warnings == () and built.broken == ()
    paths = sorted(path for path in out.rglob("*") if path.is_file())
    return built.made, {path.relative_to(out).as_posix(): path.read_bytes() for path in paths}


def change_one_card(pack):
    words = (pack / "game.yaml").read_text("utf-8")
    assert words.count("storm: Lose 1 point.") == 1
    (pack / "game.yaml").write_text(words.replace("storm: Lose 1 point.", "storm: Lose 2 points."), "utf-8")


def test_what_has_not_changed_is_not_rendered_again(pack, cache, tmp_path, monkeypatch):
    first, before = made(pack, tmp_path / "out")
    assert (
        first == len([path for path in before if path.endswith(".html")]) - 1
    )  # and a page for wrong addresses
    assert made(pack, tmp_path / "out") == (0, before)
    change_one_card(pack)
    again, after = made(pack, tmp_path / "out")
    assert 0 < again < first / 2 and after != before
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "empty"))
    assert made(pack, tmp_path / "out") == (first, after)


def test_another_name_of_the_game_renders_every_page_again(pack, cache, tmp_path):
    first, _ = made(pack, tmp_path / "out")
    manifest = pack / "pack.yaml"
    manifest.write_text(manifest.read_text("utf-8").replace("name: ", "name: New ", 1), encoding="utf-8")
    assert made(pack, tmp_path / "out")[0] == first


def test_what_is_kept_is_not_believed_if_somebody_has_touched_it(pack, cache, tmp_path):
    first, before = made(pack, tmp_path / "out")
    [file] = (cache / "sayso" / "site").iterdir()
    sealed = file.read_bytes()
    file.write_bytes(sealed[:-9] + bytes(byte ^ 1 for byte in sealed[-9:]))
    assert made(pack, tmp_path / "out") == (first, before)
    for data in (b"no pages", zlib.compress(b"[1, 2]"), zlib.compress(json.dumps({"a": 1}).encode())):
        file.write_bytes(hashlib.sha256(data).digest() + data)
        assert made(pack, tmp_path / "out") == (first, before)


def test_a_folder_in_which_others_may_write_keeps_nothing(pack, cache, tmp_path):
    first, _ = made(pack, tmp_path / "out")
    (cache / "sayso" / "site").chmod(0o777)
    assert made(pack, tmp_path / "out")[0] == first


def test_what_mkdocs_warns_of_is_heard_and_nothing_of_it_stays(tmp_path, cache, pack, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "7")
    book = make_book([load_pack(pack).unwrap()])
    book.pages[0].add("[nowhere](no-such-page.md)")
    built = build(book, tmp_path / "out")
    assert any("no-such-page.md" in warning for warning in built.warnings)
    assert os.environ["SOURCE_DATE_EPOCH"] == "7"
    assert build(make_book([load_pack(pack).unwrap()]), tmp_path / "out").warnings == ()
