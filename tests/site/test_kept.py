"""A book that is made with what an earlier build has kept is, to the byte, the one that is made from nothing."""

import json
import shutil
from pathlib import Path

import pytest

from toolkit.compile import pack as compile_pack
from toolkit.compile.pack import load_pack
from toolkit.language.parsing import kept as trees
from toolkit.report.kept import KeptRows
from toolkit.site import kept
from toolkit.site.book import make_book
from toolkit.site.shelf import Shelf

ROOT = Path(__file__).parents[2]
NO_CHANGE = ("pack.yaml", "type: pack", "type: pack")

SMALL = [
    ("lanterns", NO_CHANGE),
    ("lanterns", ("game.yaml", "Gain 2 sparks.", "Gain 3 sparks.")),
    ("lanterns", ("game.yaml", "oil: 3", "oil: 7")),
    ("lanterns", ("game.yaml", "name: Paper Lantern", "name: Paper Lantern\nshort: Paper")),
    ("lanterns", ("game.yaml", "- Red has 2 sparks.", "- Red has at most 2 sparks.")),
    ("lanterns", ("game.yaml", "at least 5 sparks.", "at least 6 sparks.")),
    ("lanterns", ("game.yaml", "type: vocabulary", "# a line\n\ntype: vocabulary")),
    ("lanterns", ("game.yaml", "name: Kindling", "name: To kindle")),
    ("lanterns", ("rulings.yaml", "Not from your porch", "Never from your porch")),
    ("lanterns", ("locales/uk.yaml", "сяйва", "світла")),
    ("lanterns", ("pack.yaml", "seats: [Red, Blue]", "seats: [Red, Blue]\nsite: {about: A game of light.}")),
    ("two-roads", ("story.yaml", "Each player gains 1 coin.", "Each player gains 2 coins.")),
    ("two-roads", ("story.yaml", "the road divides", "the roads part")),
    ("fair", ("game.yaml", "trinket: Gain 2 coins.", "trinket: Gain 3 coins.")),
    ("fair", ("modules/drizzle.yaml", "trinket: Gain 1 umbrella.", "trinket: Gain 2 umbrellas.")),
    ("fair", ("modules/drizzle.yaml", "- When a player takes a turn", "- When a player would take a turn")),
    ("deck-box", ("game.yaml", "strength: 2", "strength: 4")),
    ("deck-box", ("decks/decks.yaml", "name: Sunny", "name: Sunlit")),
]
WHOLE = [
    ("sentient", ("cards/defence.yaml", "Score 4 points", "Score 5 points")),
    ("sentient", ("cards/defence.yaml", "left-symbol: positive", "left-symbol: neutral")),
    ("sentient", ("vocabulary/faces.yaml", "values: [sphere, left-symbol,", "values: [left-symbol,")),
    ("sentient", ("art/positive.svg", "<svg ", "<svg id='new' ")),
    ("sentient", ("locales/uk.yaml", "Action step: Дія", "Action step: Хід")),
    ("cyberpunk-tcg", ("cards/units.yaml", "draw a card", "draw 2 cards")),
    ("cyberpunk-tcg", ("cards/units.yaml", "\nsubtitle: ", "\nsubtitle: New ")),
    ("gangs-of-night-city", ("cards/weapons.yaml", "2 eurodollars", "3 eurodollars")),
    ("gangs-of-night-city", ("examples/actions.yaml", "\nname: ", "\nname: Once more. ")),
]


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """The folder of the user's cache, which is empty, and in which the smallest thing is kept."""
    monkeypatch.setattr(kept, "FEWEST", 1)
    monkeypatch.setattr(trees, "FEWEST", 1)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


def copied(name, tmp_path):
    found = next(path for part in ("tests/packs", "content") if (path := ROOT / part / name).is_dir())
    shutil.copytree(found, tmp_path / name)
    return tmp_path / name


def made(pack):
    """The sources of a book, and what of it is said beside."""
    checked = load_pack(pack)
    assert checked.ok, checked.diagnostics
    book = make_book([checked.value])
    assert list(book.broken()) == []
    found = sorted({each.message for each in book.shelves[0].found})
    return book.sources(), book.frames, sorted(book.pictures), found


def changes_nothing_else(name, change, tmp_path, monkeypatch):
    pack = copied(name, tmp_path)
    before = made(pack)
    assert made(pack) == before
    path, old, new = change
    said = (pack / path).read_text("utf-8")
    assert old in said
    (pack / path).write_text(said.replace(old, new, 1), encoding="utf-8")
    with_kept = made(pack)
    assert (with_kept != before) == (old != new and not new.startswith("#"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "empty"))
    assert with_kept == made(pack)


@pytest.mark.parametrize(
    ("name", "change"), SMALL, ids=lambda one: one if isinstance(one, str) else one[2][:24]
)
def test_after_a_change_a_book_is_as_from_nothing(name, change, cache, tmp_path, monkeypatch):
    changes_nothing_else(name, change, tmp_path, monkeypatch)


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "change"), WHOLE, ids=lambda one: one if isinstance(one, str) else one[1][:24]
)
def test_after_a_change_the_book_of_a_whole_game_is_as_from_nothing(
    name, change, cache, tmp_path, monkeypatch
):
    changes_nothing_else(name, change, tmp_path, monkeypatch)


def test_a_word_that_is_missing_is_told_each_time(cache, tmp_path):
    pack = copied("lanterns", tmp_path)
    words = pack / "locales/uk.yaml"
    lines = words.read_text("utf-8").splitlines(keepends=True)
    words.write_text("".join(line for line in lines if "spark" not in line), encoding="utf-8")
    first = made(pack)
    assert first[-1] != []
    assert made(pack) == first


def test_what_is_kept_is_taken(cache, tmp_path, monkeypatch):
    pack = copied("lanterns", tmp_path)
    before = made(pack)
    [file] = (cache / "sayso/book").iterdir()
    monkeypatch.setattr(kept.Kept, "save", lambda self: None)
    shelf = make_book([load_pack(pack).value]).shelves[0]
    assert shelf.kept.rows.met and shelf.kept.rows.new == 0
    file.unlink()
    shelf = make_book([load_pack(pack).value]).shelves[0]
    assert shelf.kept.rows.new == len(shelf.kept.rows.met)
    assert made(pack) == before


@pytest.mark.parametrize(
    ("path", "old", "new", "compiled"),
    [
        ("game.yaml", "trinket: Gain 2 coins.", "trinket: Gain 3 coins.", 1),
        ("modules/drizzle.yaml", "trinket: Gain 1 umbrella.", "trinket: Gain 2 umbrellas.", 2),
    ],
)
def test_with_all_modules_a_game_is_compiled_only_if_one_of_their_sentences_has_changed(
    path, old, new, compiled, cache, tmp_path, monkeypatch
):
    pack = copied("fair", tmp_path)
    made(pack)
    (pack / path).write_text((pack / path).read_text("utf-8").replace(old, new, 1), encoding="utf-8")
    games = []
    compile_game = compile_pack.compile_game
    monkeypatch.setattr(compile_pack, "compile_game", lambda *a: games.append(a) or compile_game(*a))
    made(pack)
    assert len(games) == compiled


def test_what_one_card_forbids_is_known_to_the_pages_of_the_others(cache, tmp_path):
    pack = copied("fair", tmp_path)
    first = load_pack(pack).value
    game = (pack / "game.yaml").read_text("utf-8")
    (pack / "game.yaml").write_text(
        game.replace("trinket: Gain 2 coins.", "trinket: Players cannot gain coins this turn."), "utf-8"
    )
    second = load_pack(pack).value
    assert second.diagnostics == ()
    before, after = (kept.Kept(Shelf.of(each)).common for each in (first, second))
    assert before != after


def test_a_file_of_which_a_byte_was_changed_counts_as_empty(tmp_path):
    rows = KeptRows(tmp_path / "a.rows", "head")
    rows.put("key", json.dumps("row"))
    rows.save()
    assert KeptRows(tmp_path / "a.rows", "head").get("key") == '"row"'
    assert KeptRows(tmp_path / "a.rows", "another head").get("key") is None
    data = bytearray((tmp_path / "a.rows").read_bytes())
    data[-2] ^= 1
    (tmp_path / "a.rows").write_bytes(data)
    assert KeptRows(tmp_path / "a.rows", "head").get("key") is None


def test_only_so_many_files_are_kept(tmp_path):
    for number in range(5):
        rows = KeptRows(tmp_path / f"{number}.rows", "head", files=3)
        rows.put("key", "1")
        rows.save()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["2.rows", "3.rows", "4.rows"]


def test_rows_that_nobody_asks_for_go_when_they_are_the_larger_part(tmp_path):
    rows = KeptRows(tmp_path / "a.rows", "head")
    for number in range(9):
        rows.put(str(number), "0")
    rows.save()
    rows = KeptRows(tmp_path / "a.rows", "head")
    rows.get("3")
    rows.put("new", "1")
    rows.save()
    last = KeptRows(tmp_path / "a.rows", "head")
    assert [last.get(key) for key in ("3", "new", "4")] == ["0", "1", None]
