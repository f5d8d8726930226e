"""What a pack lacks in its other languages is found where every command looks: in `load_pack`."""

import shutil
from pathlib import Path

import pytest

from toolkit.compile.pack import load_pack
from toolkit.pack.load import load_source
from toolkit.pack.locales import check_locales, lexicon_of, printed_languages

PACKS = Path(__file__).parents[1] / "packs"


@pytest.fixture
def pack(tmp_path):
    """A copy of a small bilingual pack, and a way to change its Ukrainian."""
    folder = tmp_path / "tic-tac-toe"
    shutil.copytree(PACKS / "tic-tac-toe", folder)
    locale = folder / "locales/uk.yaml"

    def change(old: str, new: str):
        text = locale.read_text(encoding="utf-8")
        assert old in text
        locale.write_text(text.replace(old, new), encoding="utf-8")
        return load_pack(folder).diagnostics

    return change


def told(diagnostics):
    return [(d.code, d.message, Path(d.span.source.name).name, d.span.text) for d in diagnostics]


def test_a_complete_pack_lacks_nothing():
    assert load_pack(PACKS / "tic-tac-toe").diagnostics == ()


def test_a_word_without_an_entry_is_reported_where_it_is_declared(pack):
    found = told(pack("  board: {noun: поле, place: на}\n", ""))
    assert found == [("SAY0390", "`board` has no noun in Ukrainian", "words.yaml", "board")]


def test_an_entry_that_says_too_little_is_reported_itself(pack):
    found = told(pack("{noun: клітинка}", "{noun: клітинкь}"))
    assert found == [("SAY0390", "`cell` has no nominative and gender in Ukrainian", "uk.yaml", "cell")]


def test_an_entry_without_a_base_form_is_an_error(pack):
    found = told(pack("{noun: клітинка}", "{gender: f}"))
    assert found[0] == ("SAY0392", "`cell` in `words` does not say what the word is", "uk.yaml", "cell")


def test_a_step_needs_a_name_only_where_a_sentence_names_it(pack):
    assert not pack("  Place step: Викладання\n", "")


def test_a_word_or_id_that_is_nobodys_is_told_with_the_one_that_was_meant(pack):
    found = told(pack("  cross: {", "  crooss: {"))
    assert ("SAY0391", "`crooss` in `names` is the translation of nothing", "uk.yaml", "crooss") in found
    found = told(pack("  board: {", "  boord: {"))
    assert ("SAY0391", "`boord` in `words` is the translation of nothing", "uk.yaml", "boord") in found
    found = told(pack("phrases:\n", "phrases:\n  place/galaxy: ставити|ставити {obj:acc}\n"))
    assert (
        "SAY0391",
        "`place/galaxy` in `phrases` is the translation of nothing",
        "uk.yaml",
        "place/galaxy",
    ) in found


def test_prose_that_was_renamed_is_missing_and_its_translation_a_stray(tmp_path):
    folder = tmp_path / "two-roads"
    shutil.copytree(PACKS / "two-roads", folder)
    (folder / "locales").mkdir()
    prose = "prose:\n  departure: Ніхто не озирається.\n  departure-branch-9: Ні.\n"
    (folder / "locales/uk.yaml").write_text(f"type: locale\nlanguage: uk\n{prose}", encoding="utf-8")
    words = [d.message for d in check_locales(load_source(folder).value)]
    assert words == ["`departure-branch-9` in `prose` is the translation of nothing"]
    manifest = folder / "pack.yaml"
    text = manifest.read_text(encoding="utf-8").replace("languages: [en]", "languages: [en, uk]")
    manifest.write_text(text, encoding="utf-8")
    words = [d.message for d in check_locales(load_source(folder).value)]
    assert (
        "`two-roads` has no prose in Ukrainian" in words
        and "`departure` has no prose in Ukrainian" not in words
    )


def test_a_language_without_a_printer_keeps_its_names_and_lacks_nothing(tmp_path):
    folder = tmp_path / "tic-tac-toe"
    shutil.copytree(PACKS / "tic-tac-toe", folder)
    locale = folder / "locales/pl.yaml"
    head = "type: locale\nlanguage: pl\nstatus: suggested\n"
    locale.write_text(f"{head}words: {{board: plansza}}\nnames: {{cross: Krzyżyk}}\n", encoding="utf-8")
    source = load_source(folder).value
    assert load_pack(folder).diagnostics == ()
    assert lexicon_of(source, "pl").value.names["cross"].text == "Krzyżyk"
    assert printed_languages(source) == ("en", "uk")
    locale.write_text(f"{head}words: {{boord: plansza}}\nnames: {{cros: [Krzyżyk]}}\n", encoding="utf-8")
    assert told(load_pack(folder).diagnostics) == [
        ("SAY0392", "`cros` in `names` does not say what the word is", "pl.yaml", "cros"),
        ("SAY0391", "`boord` in `words` is the translation of nothing", "pl.yaml", "boord"),
        ("SAY0391", "`cros` in `names` is the translation of nothing", "pl.yaml", "cros"),
    ]


def test_values_are_text_whatever_yaml_takes_them_for():
    source = load_source(PACKS / "tic-tac-toe").value
    entry = lexicon_of(source, "uk").value.names["cross"]
    assert entry.forms == {"animate": "yes"}
    assert entry.span is not None and entry.span.text == "cross"


def test_english_comes_first_and_undeclared_languages_not_at_all():
    assert printed_languages(load_source(PACKS / "tic-tac-toe").value) == ("en", "uk")
    assert printed_languages(load_source(PACKS / "dice").value) == ("en",)
