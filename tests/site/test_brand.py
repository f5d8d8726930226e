"""What a pack says of its own site: what is shown of it, what is said of the rest, and how colours become legible."""

import re
import shutil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.site.conftest import ROOT
from toolkit.compile.pack import load_pack
from toolkit.site.book import make_book
from toolkit.site.brand import doubts
from toolkit.site.colour import LEGIBLE, NIGHT, PAPER, contrast, on_night, on_paper

SITE = """
site:
  about: {en: Three in a row., uk: Три в ряд.}
  logo: art/logo.svg
  address: https://example.org/three
  languages: [uk, en]
  authors: [A. Author]
  licence: CC BY 4.0
  colours: {accent: "#ffee00"}
"""


@pytest.fixture
def folder(tmp_path):
    """Tic-tac-toe in a folder of its own."""
    target = tmp_path / "tic-tac-toe"
    shutil.copytree(ROOT / "tests/packs/tic-tac-toe", target)
    return target


def saying(folder, site):
    """The pack with that said of its site."""
    manifest = folder / "pack.yaml"
    manifest.write_text(manifest.read_text(encoding="utf-8") + site, encoding="utf-8")
    return load_pack(folder).unwrap()


def test_a_pack_says_how_its_site_looks(folder):
    (folder / "art").mkdir()
    (folder / "art/logo.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>", encoding="utf-8")
    pack = saying(folder, SITE)
    book = make_book([pack])
    assert not list(doubts(pack))
    assert book.address == "https://example.org/three"
    assert book.pictures == {"logo.svg": (folder / "art/logo.svg").resolve()}
    front, english = (next(p for p in book.pages if p.path == path) for path in ("index", "en/index"))
    assert "Три в ряд." in "\n".join(front.body) and "Three in a row." in "\n".join(english.body)
    frame = book.frames["tic-tac-toe/uk"]
    assert frame["credits"] == ["A. Author", "CC BY 4.0"]
    assert frame["home"] == "index.html" and frame["about"] == "Три в ряд."


@pytest.mark.parametrize(
    ("site", "doubt"),
    [
        ("site: {logo: ../secret.svg}\n", "no picture in the pack's folder"),
        ("site: {logo: missing.svg}\n", "no picture in the pack's folder"),
        ('site: {colours: {mauve: "#884488"}}\n', "mauve is no value"),
        ("site: {languages: [en, pl]}\n", "not in pl"),
        ("site: {about: {ru: Три.}}\n", "not in ru"),
    ],
)
def test_what_has_no_effect_is_said(folder, site, doubt):
    (folder.parent / "secret.svg").write_text("<svg/>", encoding="utf-8")
    pack = saying(folder, site)
    assert [each for each in doubts(pack) if doubt in each]
    assert not make_book([pack]).pictures


@given(st.integers(0, 0xFFFFFF))
def test_every_colour_becomes_one_that_can_be_read(number):
    colour = f"#{number:06x}"
    assert contrast(on_paper(colour), PAPER) >= LEGIBLE
    assert contrast(on_night(colour), NIGHT) >= LEGIBLE


def test_the_style_sheet_has_the_grounds_for_which_colours_are_made():
    sheet = (ROOT / "site/theme/assets/site.css").read_text(encoding="utf-8")
    assert f"--paper: light-dark({PAPER}, " in sheet
    assert re.search(rf"--raised: light-dark\(#\w+, {NIGHT}\)", sheet)


@pytest.mark.parametrize(("one", "other", "ratio"), [("#000000", "#ffffff", 21), ("#777777", "#777777", 1)])
def test_contrast_is_that_of_the_guidelines(one, other, ratio):
    assert contrast(one, other) == pytest.approx(ratio)
