"""What typst makes of it: the same bytes twice, texts that fit or are said not to, and no text that acts."""

import struct

import pytest

from tests.press.conftest import CARDS, picture, typst
from toolkit.press.game import Wanted, job_of, print_game, typeset
from toolkit.press.typeset import Press, pixels

pytestmark = typst


def printed(checked, **wanted):
    assert checked.ok, checked.diagnostics
    return print_game(checked.value, "en", Wanted(**wanted))


def codes(checked):
    return [(each.code, each.span.text[:6]) for each in checked.diagnostics]


def named(name):
    return CARDS.replace("name: Mirror", f"name: {name}")


def test_the_same_bytes_twice(made):
    pack = made()
    first, again = printed(pack), printed(pack)
    assert first.value.startswith(b"%PDF-") and not first.diagnostics
    assert first.value == again.value


@pytest.mark.parametrize(
    "wanted", [{"bleed": 3}, {"backs": False}, {"strong": False}, {"paper": (215.9, 279.4)}]
)
def test_what_is_wanted_changes_the_file(made, wanted):
    pack = made()
    assert printed(pack, **wanted).value != printed(pack).value


def test_a_text_that_does_not_fit_is_said(made):
    long = "Put a charm from the pile in your hand. " * 60
    found = printed(
        made(cards__all=CARDS.replace("effect: Put a charm from the pile in your hand.", f"effect: {long}"))
    )
    assert codes(found) == [("SAY1101", "Mirror")]
    assert "6 points" in found.diagnostics[0].message and found.value
    half = "Put a charm from the pile in your hand. " * 12
    assert not codes(
        printed(
            made(
                cards__all=CARDS.replace("effect: Put a charm from the pile in your hand.", f"effect: {half}")
            )
        )
    )


def test_a_word_that_is_wider_than_the_card_is_said(made):
    assert codes(printed(made(cards__all=named("Mirror" * 12)))) == [("SAY1101", "Mirror")]


TAGS = """
    type: vocabulary
    id: more
    lists: {{tag: [{tags}]}}
    kinds:
      relic: {{documents: true, starts: pile, attributes: {{tags: [tag]}}}}
"""


@pytest.mark.parametrize(
    ("tags", "found"),
    [
        ([f"glowing{chr(97 + n)}" for n in range(9)], []),
        ([f"glowing{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(120)], [("SAY1101", "Urn")]),
        (["glowing" * 8], [("SAY1101", "Urn")]),
    ],
)
def test_values_that_do_not_fit_are_said_also_of_a_card_without_words(made, tags, found):
    card = f"type: relic\nid: urn\nname: Urn\ntags: [{', '.join(tags)}]\n"
    assert (
        codes(printed(made(vocabulary__more=TAGS.format(tags=", ".join(tags)), cards__relics=card))) == found
    )


def test_a_letter_that_no_font_has_is_said(made):
    found = printed(made(cards__all=named("Mirror 鏡 of ꙮ")))
    assert codes(found) == [("SAY1102", "Mirror")]
    assert "鏡" in found.diagnostics[0].message and "M" not in found.diagnostics[0].message
    assert not codes(printed(made(cards__all=named("Дзеркало Їжака Ґ"))))


def test_a_damaged_picture_is_said(made, tmp_path):
    layout = "type: layout\nid: faces\nkinds: [charm]\nartwork: art/{id}.svg\n"
    picture(tmp_path, "small/art/mirror.svg", "<svg")
    assert codes(printed(made(vocabulary__faces=layout))) == [("SAY1103", "Mirror")]
    picture(tmp_path, "small/art/mirror.svg")
    assert not codes(printed(made(vocabulary__faces=layout)))


@pytest.mark.parametrize(
    ("data", "number"),
    [
        (b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", 300, 200), 60_000),
        (b"\xff\xd8\xff\xe0\x00\x04ab\xff\xc0\x00\x11\x08" + struct.pack(">HH", 200, 300), 60_000),
        (b"<svg/>", 0),
        (b"\xff\xd8\xff", 0),
        (b"", 0),
    ],
)
def test_how_many_pixels_a_picture_has_is_known_before_it_is_unpacked(data, number):
    assert pixels(data) == number


def test_a_picture_with_too_many_pixels_is_said(made, tmp_path):
    layout = "type: layout\nid: faces\nkinds: [charm]\nartwork: art/{id}.png\n"
    path = picture(tmp_path, "small/art/mirror.png")
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", 60_000, 60_000))
    assert codes(printed(made(vocabulary__faces=layout))) == [("SAY1103", "Mirror")]


def test_more_pieces_than_anybody_cuts_out(sayso, made, tmp_path):
    from tests.press.conftest import WORDS

    made(
        vocabulary__words=WORDS.replace(
            "number: 2, starts: box}\n      die", "number: 10000, starts: box}\n      die"
        )
    )
    run = sayso("print", tmp_path / "small", "--out", tmp_path / "out")
    assert run.status == 2 and "20001 pieces; 5000 are the most" in run.err


HOSTILE = [
    '#panic("acts")',
    '#read("/etc/passwd")',
    "] #panic() [",
    '"; panic(); "',
    "$ x^2 $ *bold* _it_ `raw` @label <label> \\ // /* ~ --- ...",
    '#import "@preview/x:1.0.0": *',
    "\\u{41}",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_no_text_acts(made, name):
    quoted = "'" + name.replace("'", "''") + "'"
    shelf_job = printed(made(cards__all=named(quoted)))
    assert not [code for code, _ in codes(shelf_job) if code != "SAY1101"] and shelf_job.value


def test_a_text_is_shown_letter_by_letter(made):
    """Markup would be swallowed: each sign of the name has to be one that is shown."""
    from toolkit.site.page import Routes
    from toolkit.site.shelf import Shelf

    def width(name):
        shelf = Shelf.of(made(cards__all=named(name)).value).edition("en", Routes())
        job = job_of(shelf, Wanted(parts=("cards",)))
        with Press.run(job.pictures.names) as press:
            job.data["fonts"] = press.families()
            return press.pages(job.data, "svg")[0].count(b"<use ")

    assert width("'a*b*c_d_'") - width("'abcd'") == 4


def test_a_picture_reads_no_other_file(made, tmp_path):
    layout = "type: layout\nid: faces\nkinds: [charm]\nartwork: art/{id}.svg\n"
    secret = picture(tmp_path, "secret.svg")
    inner = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">{}</svg>'
    picture(tmp_path, "small/art/mirror.svg", inner.format(""))
    empty = printed(made(vocabulary__faces=layout)).value
    for href in (secret, f"file://{secret}", "../../secret.svg"):
        picture(
            tmp_path, "small/art/mirror.svg", inner.format(f'<image href="{href}" width="9" height="9"/>')
        )
        found = printed(made(vocabulary__faces=layout))
        assert codes(found) == [("SAY1103", "Mirror")] or found.value == empty


# --- The command ------------------------------------------------------------------------------------------------


def test_the_command(sayso, made, tmp_path):
    made()
    run = sayso("print", tmp_path / "small", "--out", tmp_path / "out", "--packs", tmp_path)
    assert run.status == 0, run.all
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["small-en.pdf"]
    assert "small-en.pdf" in run.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--language", "uk"], "cannot be printed in uk. Languages: en."),
        (["--only", "card"], "There is no part card."),
        (["--bleed", "99"], "99"),
    ],
)
def test_what_cannot_be_asked(sayso, made, tmp_path, arguments, message):
    made()
    run = sayso("print", tmp_path / "small", "--out", tmp_path / "out", *arguments)
    assert run.status == 2 and message in run.err


def test_the_cards_of_a_deck(sayso, tmp_path):
    pack = "tests/packs/deck-box"
    run = sayso("print", pack, "--out", tmp_path / "out", "--deck", "no-deck")
    assert run.status == 2 and "There is no deck no-deck. Decks: " in run.err
    deck = run.err.rpartition("Decks: ")[2].strip(" .\n").split(", ")[0]
    assert sayso("print", pack, "--out", tmp_path / "out", "--deck", deck).status == 0
    assert [path.name for path in (tmp_path / "out").iterdir()] == [f"deck-box-{deck}-en.pdf"]


def test_a_pack_with_errors_is_not_printed(sayso, made, tmp_path):
    made(cards__all=CARDS.replace("effect: Put a charm", "effect: Putt a charm"))
    run = sayso("print", tmp_path / "small", "--out", tmp_path / "out")
    assert run.status == 1 and not (tmp_path / "out").exists()


def test_without_typst_it_says_what_is_missing(sayso, made, tmp_path, monkeypatch):
    made()
    monkeypatch.setattr("toolkit.press.typeset.installed", lambda: False)
    run = sayso("print", tmp_path / "small", "--out", tmp_path / "out")
    assert run.status == 2 and "pip install 'sayso[print]'" in run.err


def test_typeset_takes_an_empty_game(made):
    from toolkit.site.page import Routes
    from toolkit.site.shelf import Shelf

    job = job_of(Shelf.of(made().value).edition("en", Routes()), Wanted(parts=()))
    assert typeset(job, None, Press.pdf).value.startswith(b"%PDF-")
