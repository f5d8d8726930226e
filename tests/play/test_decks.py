"""Decks: what is wrong with a list, which sentences it breaks, and games that begin with decks that were brought."""

from __future__ import annotations

import json
import shutil

import pytest

from tests.hygiene.project import ROOT
from toolkit import load_game, new_game
from toolkit.compile.pack import Pack, load_pack
from toolkit.pack.decks import DeckList, decks_of, with_decks
from toolkit.play.decks import check_deck, check_pack, chosen_decks, read_decks
from toolkit.play.example import examples, run
from toolkit.report.diagnostic import Diagnostic, DiagnosticError

STANDARD = "type: deck\nid: mine\nname: Mine\nrules: standard\ncards:\n"
GOOD = STANDARD + "  camp: [ash, birch]\n  satchel: {beast/wolf: 2, herb/wolf: 2}\n"


@pytest.fixture
def box(pack) -> Pack:
    return pack("deck-box")


@pytest.fixture
def said(box, tmp_path):
    """`said(text)`: everything that is wrong with the decks of a file."""

    def call(text: str) -> list[Diagnostic]:
        path = tmp_path / "mine.yaml"
        path.write_text(text, encoding="utf-8")
        read = read_decks(path, box)
        return [*read.diagnostics, *(wrong for deck in read.value for wrong in check_deck(box, deck))]

    return call


def shown(found: list[Diagnostic]) -> list[tuple[str, str, str, str]]:
    """Code, what is underlined, what stands there, and the sentence that is broken (or nothing)."""
    return [
        (d.code, d.span.text, d.label, d.labels[-1].span.text if d.code == "SAY0914" else "") for d in found
    ]


def test_a_deck_that_satisfies_its_rules(said) -> None:
    assert said(GOOD) == []


BROKEN = {
    "too few": (
        "  camp: [birch]\n  satchel: {beast/wolf: 1, herb/wolf: 2}\n",
        ("satchel", "found 3, expected at least 4", "There are at least 4 things in your satchel."),
    ),
    "names": (
        "  camp: [ash, birch, ash-of-the-moon]\n  satchel: {herb/wolf: 4}\n",
        ("ash", "not together with `ash-of-the-moon`", "The leaders in your camp have different names."),
    ),
    "the same card twice": (
        "  camp: [birch, birch]\n  satchel: {herb/wolf: 4}\n",
        ("birch", "not together with another copy", "The leaders in your camp have different names."),
    ),
    "copies": (
        "  camp: [ash]\n  satchel: {beast/wolf: 3, herb/wolf: 4}\n",
        (
            "beast/wolf",
            "found 3, expected at most 2",
            "There are at most 2 copies of each beast in your satchel.",
        ),
    ),
    "an adjective": (
        "  camp: {birch: 1, ash-of-the-moon: 1}\n  satchel: {herb/wolf: 4, dragon: 1}\n",
        ("dragon", "found 9, expected less than 9", "Your satchel has no wild beasts."),
    ),
    "a calculation": (
        "  camp: [birch]\n  satchel: {herb/wolf: 4, boar: 1}\n",
        (
            "boar",
            "found 5, expected at most 3",
            "The strength of each beast in your satchel is at most the leash of that beast plus 2.",
        ),
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_each_sentence_that_a_deck_breaks(said, name: str) -> None:
    cards, wanted = BROKEN[name]
    found = [row for row in shown(said(STANDARD + cards)) if row[3] == wanted[2]]
    assert found == [("SAY0914", *wanted)]


def test_all_lines_that_break_a_sentence_are_shown_and_what_was_counted(said) -> None:
    found = said(STANDARD + "  camp: [ash, ash-of-the-moon]\n  satchel: [herb/wolf, herb/wolf]\n")
    names, few = found
    assert [label.span.text for label in names.labels[:-1]] == ["ash-of-the-moon"]
    assert few.hint == "Counted: 2 × wolf."


def test_a_sentence_about_all_of_them(said) -> None:
    text = "type: deck\nid: mine\nrules: one-suit\ncards:\n  satchel: {wolf: 1, boar: 2}\n"
    (found,) = said(text)
    assert (found.code, found.span.text) == ("SAY0914", "wolf")
    assert found.labels[-1].span.text == "The beasts in your satchel have the same suit."


MISTAKES = {
    "a misspelt card": (GOOD.replace("birch", "brich"), [("SAY0304", "brich", "did you mean `birch`?", "")]),
    "a misspelt type": (
        GOOD.replace("herb/wolf", "hreb/wolf"),
        [("SAY0304", "hreb/wolf", "did you mean `herb/wolf`?", "")],
    ),
    "a misspelt section": (
        GOOD.replace("  camp", "  cmap"),
        [("SAY0304", "cmap", "did you mean `camp`?", "")],
    ),
    "the wrong section": (
        GOOD.replace("birch]", "birch, boar]"),
        [("SAY0325", "boar", "belongs to `satchel`", "")],
    ),
    "an id of two cards": (GOOD.replace("herb/wolf: 2", "wolf: 2"), [("SAY0326", "wolf", "", "")]),
    "no rules said": (GOOD.replace("rules: standard\n", ""), [("SAY0324", "deck", "", "")]),
    "misspelt rules": (
        GOOD.replace("rules: standard", "rules: standrad"),
        [("SAY0304", "standrad", "did you mean `standard`?", "")],
    ),
    "no copies": (GOOD.replace("herb/wolf: 2", "herb/wolf: 0"), [("SAY0205", "0", "", "")]),
    "a misspelt key": (GOOD.replace("cards:", "crads:"), [("SAY0203", "crads", "did you mean `cards`?", "")]),
    "another document": ("type: rules\nid: mine\nrules: []\n", [("SAY0327", "", "", "")]),
    "nothing": ("", [("SAY0121", "", "", "")]),
    "not YAML": ("type: deck\nid: [\n", [("SAY0104", "", "", "")]),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_what_is_wrong_with_a_list(said, name: str) -> None:
    text, wanted = MISTAKES[name]
    found = said(text)
    if name in ("not YAML", "no copies"):  # the reader's and the schemas' own tests say how
        assert found
        assert all(diagnostic.is_error for diagnostic in found)
    else:
        assert shown(found) == wanted


def test_a_deck_that_is_exempt_need_not_satisfy_the_rules(box, said) -> None:
    exempt = decks_of(box.source)["whole-box"]
    assert exempt.exempt == "A deck to look at."
    assert check_deck(box, exempt) == ()
    assert check_pack(box) == ()
    assert said(GOOD.replace("cards:", "exempt: A test.\ncards:").replace("2,", "9,")) == []


def test_a_pack_without_rules_for_decks(pack, tmp_path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(GOOD, encoding="utf-8")
    assert [d.code for d in read_decks(path, pack("dice")).diagnostics] == ["SAY0324"]


# --- Examples of the rules ------------------------------------------------------------------------------------

EXAMPLE = "type: example\nid: tried\nname: Tried\nrules: standard\ncards:\n"
FOUR = "There are at least 4 things in your satchel."


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("  satchel: {herb/wolf: 3}\n", ("SAY0914", "satchel")),  # breaks more than it says
        (f"  satchel: {{herb/wolf: 3}}\nbreaks: {FOUR}\n", None),
        (f"  satchel: {{herb/wolf: 4}}\nbreaks: {FOUR}\n", ("SAY0915", FOUR)),
        ("  satchel: {hreb/wolf: 4}\n", ("SAY0304", "hreb/wolf")),
        (f"  satchel: {{herb/wolf: 3}}\nbreaks: {FOUR.replace('4', '5')}\n", ("SAY0304", FOUR.replace("4", "5"))),
        ("  satchel: {herb/wolf: 3}\nbreaks: The beasts in your satchel have the same suit.\n",
         ("SAY0304", "The beasts in your satchel have the same suit.")),  # of other rules
        ("  satchel: {herb/wolf: 4}\ngiven: Red has 1 point.\n", ("SAY0203", "given")),
    ],
)  # fmt: skip
def test_an_example_of_the_rules(tmp_path, text: str, wanted: tuple[str, str] | None) -> None:
    folder = tmp_path / "deck-box"
    shutil.copytree(ROOT / "tests/packs/deck-box", folder)
    (folder / "tried.yaml").write_text(EXAMPLE + text, encoding="utf-8")
    loaded = load_pack(folder, ())
    found = [(d.code, d.span.text) for d in loaded.errors]
    if not found:
        failures = [run(loaded.value, each) for each in examples(loaded.value) if each.id == "tried"]
        found = [(f.diagnostic.code, f.diagnostic.span.text) for f in failures if f is not None]
    assert found == ([wanted] if wanted else [])


# --- Playing ------------------------------------------------------------------------------------------------


def test_a_game_begins_with_the_decks_that_were_chosen(box) -> None:
    game = new_game(box, decks={"red": "one-wolf", "Blue": "whole-box"})
    assert game.over
    assert game.winners == (2,)
    assert [event.text for event in game.log if event.verb == "gain"] == [
        "Red gains 1 point.",
        "Blue gains 6 points.",
    ]


def test_without_decks_the_set_up_says_who_plays_with_what(box) -> None:
    game = new_game(box)
    assert next(event.text for event in game.log if event.verb == "gain") == "Red gains 4 points."


def test_a_scenario_names_decks(box) -> None:
    game = new_game(box, scenario="wolves")
    assert {seat: deck.id for seat, deck in game.setup.decks.items()} == {1: "one-wolf", 2: "whole-box"}
    other = new_game(box, scenario="wolves", decks={"Red": "whole-box"})
    assert {deck.id for deck in other.setup.decks.values()} == {"whole-box"}


def test_saves_and_replays_hold_the_lists(box, tmp_path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(
        GOOD.replace("wolf: 2, herb", "wolf: 1, herb").replace("herb/wolf: 2", "herb/wolf: 3"),
        encoding="utf-8",
    )
    game = new_game(box, decks={"Red": str(path), "Blue": "whole-box"})
    path.unlink()
    for data in (game.save(), game.replay()):
        again = load_game(json.loads(json.dumps(data)), box)
        assert again.digest() == game.digest()
        assert again.setup.decks == game.setup.decks


@pytest.mark.parametrize(
    "decks",
    [[], {"1": {"id": "x"}}, {"one": None}, {"1": {"id": "x", "name": "x", "rules": "gone", "cards": []}}],
)
def test_a_record_with_decks_that_are_none_is_refused(box, decks) -> None:
    data = new_game(box, decks={"Red": "one-wolf", "Blue": "whole-box"}).replay()
    with pytest.raises(DiagnosticError) as refused:
        load_game({**data, "decks": decks}, box)
    assert refused.value.diagnostics[0].code in ("SAY1001", "SAY1005")


REFUSED = {
    "a seat": ({"Rde": "one-wolf"}, "there is no seat Rde; did you mean Red"),
    "a deck": ({"Red": "one-wofl"}, "there is no deck one-wofl, nor a file; did you mean one-wolf"),
    "one seat": ({"Red": "one-wolf"}, "a deck for each seat, or for none; Blue has none"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_choices_that_are_refused(box, name: str) -> None:
    decks, message = REFUSED[name]
    with pytest.raises(ValueError, match=message):
        new_game(box, decks=decks)


def test_a_deck_that_breaks_its_rules_is_not_played_with(box, tmp_path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(GOOD.replace("2,", "3,"), encoding="utf-8")
    with pytest.raises(DiagnosticError) as refused:
        chosen_decks(box, {"Red": str(path)})
    assert [d.code for d in refused.value.diagnostics] == ["SAY0914"]


def test_a_list_for_other_content_is_refused(box) -> None:
    for row in (("satchel", "beast", "gone", 1), ("gone", "beast", "wolf", 1)):
        with pytest.raises(ValueError, match="another version"):
            with_decks(box.source, {1: DeckList("x", "X", "standard", (row,))})


# --- The trading card game ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def cards() -> Pack:
    found = load_pack(ROOT / "content" / "cyberpunk-tcg").unwrap()
    assert found is not None
    return found


def test_the_kits_are_exempt_and_complete(cards) -> None:
    kits = decks_of(cards.source)
    assert set(kits) == {"corporate", "mercenary"}
    for id, deck in kits.items():
        assert deck.exempt
        printed = {(c.kind, c.id): c.copies for c in cards.source.components if c.attributes.get("kit") == id}
        assert {(entry.type, entry.id): entry.copies for entry in deck.entries} == printed


@pytest.mark.parametrize("scenario", ["red-corporate", "red-mercenary"])
def test_scenarios_deal_the_kits(cards, scenario: str) -> None:
    game = new_game(cards, scenario=scenario, seed=3)
    kit = scenario.removeprefix("red-")
    text = "\n".join(game.table())
    red = text.partition("Red\n")[2].partition("Blue\n")[0]
    first = {"corporate": "Yorinobu Arasaka", "mercenary": "Viktor Vektor"}
    assert first[kit] in red
    assert not any(name in red for id, name in first.items() if id != kit)
