"""Loading a pack: twice the same; whatever order the disk lists its files in; and it leaves nothing behind."""

import os
import random
import shutil
import stat

import pytest

from tests import loaded
from tests.whole.playing import PACKS, ROOT, finish, game
from toolkit.compile.pack import load_pack
from toolkit.language.parsing import grammar
from toolkit.program.serial import dumps

SEARCH = [ROOT / "content", ROOT / "tests" / "packs"]


def compiled(path):
    pack = load_pack(path, SEARCH).unwrap()
    found = pack.compiled().value
    return dumps(found.ruleset), found.model.entities, dict(pack.source.digests), len(pack.trees)


@pytest.mark.parametrize("what", PACKS)
def test_twice_the_same(what):
    path = ROOT / what.partition(":")[0]
    assert compiled(path) == compiled(path)


@pytest.mark.parametrize("what", ["content/sentient", "tests/packs/more-marks", "tests/packs/connect-four"])
def test_the_disk_may_list_files_in_any_order(what, monkeypatch):
    expected = compiled(ROOT / what)
    listdir, scandir = os.listdir, os.scandir

    def shuffled(found):
        found = list(found)
        random.Random(4).shuffle(found)
        return found

    class Listing:
        def __init__(self, *arguments):
            with scandir(*arguments) as found:
                self.entries = iter(shuffled(found))

        def __iter__(self):
            return self.entries

        def __next__(self):
            return next(self.entries)

        def __enter__(self):
            return self

        def __exit__(self, *_):
            return None

        close = __exit__

    monkeypatch.setattr(os, "listdir", lambda *arguments: shuffled(listdir(*arguments)))
    monkeypatch.setattr(os, "scandir", Listing)
    assert compiled(ROOT / what) == expected


def everything(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


@pytest.fixture
def copied(tmp_path):
    return shutil.copytree(ROOT / "tests" / "packs" / "tic-tac-toe", tmp_path / "tic-tac-toe")


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "cache"))
    monkeypatch.setattr(grammar, "_SHARED", {})  # what this process has made already
    return tmp_path / "cache"


def test_nothing_is_written_into_a_pack(copied):
    before = everything(copied)
    compiled(copied)
    assert everything(copied) == before


def test_a_pack_that_may_only_be_read(copied):
    for path in [copied, *copied.rglob("*")]:
        path.chmod(path.stat().st_mode & ~(stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH))
    assert load_pack(copied, ()).ok


def test_a_cache_that_cannot_be_made(copied, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file" / "cache"))
    assert grammar.cache_folder() is None
    assert load_pack(copied, ()).ok


def test_a_cache_that_may_only_be_read(copied, cache, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: not mode & os.W_OK)  # root may write everywhere
    assert grammar.cache_folder() is None
    assert load_pack(copied, ()).ok


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    """A cache folder with the tables of Tic-tac-toe, and what the pack compiles to."""
    folder = tmp_path_factory.mktemp("tables")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder))
        patch.setenv("LOCALAPPDATA", str(folder))
        patch.setattr(grammar, "_SHARED", {})
        return folder, compiled(ROOT / "tests" / "packs" / "tic-tac-toe")


@pytest.fixture
def filled(cache, tables):
    """The cache of a user who has used the pack before: its files."""
    shutil.copytree(tables[0], cache)
    files = [path for path in cache.rglob("*") if path.is_file()]
    assert files
    return files


@pytest.mark.parametrize("damage", ["nothing", "no table", "half a table"])
def test_a_damaged_cache_is_made_again(filled, tables, damage):
    for path in filled:
        whole = path.read_bytes()
        path.write_bytes({"nothing": b"", "no table": b"\x80\x04N."}.get(damage, whole[: len(whole) // 2]))
    assert compiled(ROOT / "tests" / "packs" / "tic-tac-toe") == tables[1]


def test_a_game_plays_the_same_with_tables_from_the_cache(filled, tables):
    what = "tests/packs/tic-tac-toe"
    before = finish(game(what, 1)).digest()
    assert compiled(ROOT / what) == tables[1]
    loaded.checked.cache_clear()
    assert finish(game(what, 1)).digest() == before
