"""`sayso explain` and `sayso validate --readings` on the pack of this folder, through the command."""

from __future__ import annotations

import re
import shutil
import time
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from toolkit.compile.pack import load_pack
from toolkit.reading.standing import without_each
from toolkit.reading.text import Session

DUEL = Path(__file__).resolve().parent / "duel"
AREA = Path(__file__).resolve().parents[1] / "designers" / "area-control" / "pack"


@pytest.fixture
def sayso(monkeypatch):
    """`sayso("explain", …)` gives status, output and errors."""
    from toolkit.cli.main import cli

    monkeypatch.setenv("NO_COLOR", "1")

    def call(*arguments, input=None):
        result = CliRunner().invoke(cli, [str(a) for a in arguments], input=input)
        assert "Traceback" not in result.stdout + result.stderr, result.stdout + result.stderr
        return result.exit_code, result.stdout, result.stderr

    return call


def test_this_and_you_are_known_on_a_card(sayso):
    text = "As long as you have no coins, this unit has +1 power."
    status, out, err = sayso("explain", text, "--pack", DUEL)
    assert status == 1
    assert "--card ID" in err
    status, out, err = sayso("explain", text, "--pack", DUEL, "--card", "heron")
    assert status == 0
    assert "this unit has +1 power, as long as your number of coins is exactly 0" in out
    assert "“this unit” is Heron, while it is on anybody's field" in out


def test_the_pack_may_stand_before_the_text(sayso):
    text = "Draw a card."
    assert sayso("explain", DUEL, text)[:2] == sayso("explain", text, "--pack", DUEL)[:2]
    status, _, err = sayso("explain", DUEL, text, "--pack", DUEL)
    assert (status, "named twice" in err) == (2, True)


def test_a_card_is_found_by_its_name(sayso):
    assert sayso("explain", "Draw a card.", "--pack", DUEL, "--card", "Heron")[0] == 0
    status, _, err = sayso("explain", "Draw a card.", "--pack", DUEL, "--card", "heran")
    assert status == 2
    assert "Did you mean heron?" in err


def test_the_fields_of_a_card_are_tried_first(sayso):
    text = "Draw a card."
    assert "An effect" in sayso("explain", text, "--pack", DUEL, "--card", "storm", "--field", "effect")[1]
    status, _, err = sayso("explain", text, "--pack", DUEL, "--card", "storm", "--field", "wealth")
    assert status == 2
    assert "Fields: effect, text, worth" in err
    assert sayso("explain", text, "--pack", DUEL, "--field", "effect")[0] == 2


@pytest.mark.parametrize("option", ["--start", "--as"])
def test_the_start_can_be_named_as_in_a_vocabulary(sayso, option):
    text = "Players cannot discard a unit."
    assert "A standing rule" in sayso("explain", text, "--pack", DUEL, option, "rules")[1]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("The next time that you gain a coin, draw a card.", "it is the first time from now on"),
        ("Choose one or both:\n- Draw a card.\n- Gain 1 coin.", "offered if line 2 was not chosen yet"),
    ],
)
def test_no_slot_of_a_valid_text_is_said_to_be_nothing(sayso, text, said):
    status, out, _ = sayso("explain", text, "--pack", DUEL, "--start", "effect")
    assert status == 0
    assert said in out
    assert "NOTHING" not in out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "When a player puts a card in their hand, they draw a card.",
            "puts a card in the hand of that player, after",
        ),
        (
            "As long as there are at least 2 units, players cannot win the game.",
            "a player cannot win, as long as",
        ),
        ("All players lose the game.", "\n  the game ends; all players have lost\n"),
        (
            "Lower your coins by 1, but not below 2.",
            "lower your coins by 1, but at most (your number of coins minus 2)",
        ),
    ],
)
def test_it_is_said_as_people_say_it(sayso, text, said):
    assert said in sayso("explain", text, "--pack", DUEL)[1]


def test_what_is_so_is_said_once(sayso):
    text = "Choose a player. If that player has more coins than you, gain 1 coin."
    out = sayso("explain", text, "--pack", DUEL)[1]
    assert "if the chosen player exists and the number of coins of the chosen player" in out
    assert out.count("the chosen player exists") == 1


TABLE = Path(__file__).resolve().parents[1] / "compile" / "meaning"


@pytest.mark.parametrize(
    ("text", "start", "said", "never"),
    [
        (
            "Make a wish a number of times equal to your coins.",
            "effect",
            "as often as that number:",
            "so far",
        ),
        ("Raise your coins by 2.", "effect", "you raise your coins by 2", "of you"),
        (
            "When the price is raised, each player makes a wish.",
            "rules",
            "raises the price, after",
            "anything",
        ),
        (
            "You cannot make a wish if there is a cat in your yard.",
            "rules",
            "a wish, as long as there is",
            ", if",
        ),
        (
            "If no 2 stones in the park have the same mood, make a wish.",
            "effect",
            "(also if there is no stone)",
            None,
        ),
        (
            "If at least 3 stones in the park have the same mood, make a wish.",
            "effect",
            "if at least 3 stones in the park have the same mood:",
            "the highest",
        ),
        (
            "Reveal the top sheets of the pile until you reveal a sheet that is face up.",
            "effect",
            "down to the first face-up sheet in the pile (if there is none, all of them)",
            "otherwise",
        ),
        (
            "The next time you would make a wish, nothing happens instead.",
            "effect",
            "nothing happens",
            "the rest of the game:\n  (this counts",
        ),
        ("1 coin or 1 point", "cost", "choose one of these:", None),
    ],
)
def test_a_reading_says_each_thing_once_and_whose_it_is(sayso, text, start, said, never):
    card = ("--card", "ball") if start == "rules" else ()
    status, out, err = sayso("explain", text, "--pack", TABLE, "--start", start, *card)
    assert status == 0, err
    read = out.partition("\nReading")[0]
    assert said in read
    assert read.count(said) == 1
    assert never is None or never not in read


def test_a_number_of_things_is_said_with_its_noun(sayso, tmp_path):
    shutil.copytree(TABLE, tmp_path / "table")
    verb = "type: verb\nid: fetch\nphrase: fetch {number} moths\nsteps: {go: Put a moth in the park.}\n"
    (tmp_path / "table" / "fetch.yaml").write_text(verb, encoding="utf-8")
    for text, said in (
        ("Fetch 1 moth.", "you fetch 1 moth\n"),
        ("Fetch 2 moths.", "you fetch 2 moths\n"),
        ("Fetch moths equal to your coins.", "you fetch as many moths as your number of coins\n"),
        (
            "When a player fetches at least 2 moths, they make a wish.",
            "a player fetches at least 2 moths, after",
        ),
    ):
        assert said in sayso("explain", text, "--pack", tmp_path / "table")[1]


def test_more_than_somebody_has(sayso):
    out = sayso("explain", "Each player with more coins than you loses 1 coin.", "--pack", DUEL)[1]
    assert "each player whose number of coins is more than your number of coins" in out
    out = sayso("explain", "Each player with at least 2 coins loses 1 coin.", "--pack", DUEL)[1]
    assert "each player with at least 2 coins" in out


def test_an_order_that_is_wrong_is_no_rule_in_the_wrong_place(sayso):
    """What is amiss with it is said, not that it would be no rule, condition or definition."""
    _, out, err = sayso("explain", DUEL, "Choose a unit on your field. Put a copy of it on your field.")
    assert "error[SAY0848]" in out + err


def test_all_texts_of_a_card(sayso):
    status, out, _ = sayso("explain", DUEL, "--card", "otter")
    assert status == 0
    assert "each time (an event) you spend this unit" in out
    assert "2 times the number of dice on your tray" in out


def test_a_line_of_a_file_is_read_in_its_context(sayso):
    file = DUEL / "words.yaml"
    lines = file.read_text(encoding="utf-8").splitlines()
    number = next(n for n, line in enumerate(lines, 1) if "Set the stance of the unit" in line)
    status, out, _ = sayso("explain", f"{file}:{number}")
    assert status == 0
    assert "you set the stance of the unit to spent" in out
    status, _, err = sayso("explain", f"{file}:1")
    assert status == 2
    assert "No sentence stands in line 1" in err


TYPED = """\
Draw a card.
:card otter
This unit has +1 power.
Draw a crad.
:start condition
You have no coins.
:start
:start xyz
:card heran
:card
:all
Draw a card.
:what
:quit
Draw a card.
"""


def test_a_prompt_answers_line_by_line(sayso, golden):
    status, out, _ = sayso("explain", "-i", "--pack", DUEL, input=TYPED)
    assert status == 0
    golden(Path(__file__).resolve().parent / "golden" / "prompt.txt", out)


def test_a_prompt_ends_with_its_input(sayso):
    assert sayso("explain", "-i", DUEL, input="Draw a card.")[0] == 0
    assert sayso("explain", "-i")[0] == 2


def test_readings_are_listed_or_written(sayso, tmp_path):
    status, out, _ = sayso("validate", DUEL, "--readings")
    assert status == 0
    assert "unit otter, worth" in out
    file = tmp_path / "readings.txt"
    assert sayso("validate", DUEL, "--readings", "--out", file)[0] == 0
    assert file.read_text(encoding="utf-8") in out
    assert sayso("validate", DUEL, "--out", file)[0] == 2


def test_a_word_with_two_definitions_is_not_said_exactly_if_one_holds(sayso, tmp_path):
    shutil.copytree(DUEL, tmp_path / "duel")
    more = "type: definitions\nid: more\nis:\n- A unit is ready if it has a tool.\n"
    (tmp_path / "duel" / "more.yaml").write_text(more, encoding="utf-8")
    status, out, err = sayso("validate", tmp_path / "duel", "--readings")
    assert status == 0, err
    assert out.count("“ready” is said of unit X if") == 2
    assert "“ready” is said of unit X exactly" not in out


def test_a_labelled_text_among_rules_is_an_effect(sayso):
    text, pack = "UNTIE: Gain 2 points.", DUEL.parents[1] / "packs" / "label"
    status, out, err = sayso("explain", text, "--pack", pack, "--card", "small-box", "--field", "text")
    assert status == 0, err
    assert "An effect after a label" in out
    assert "you gain 2 points" in out


TRIED = [
    "When you spend this unit, gain 1 coin.",
    "When you spend this unit, discard a card.",
    "When you spend this unit, choose a card. Gain 1 coin.",
    "Effect: Discard a card.",
    "When you trash a unit, if it is on your field, gain 1 coin.",
    "When a player wins the game, gain 1 coin.",
    "When you spend a unit in your bin, gain 1 coin.",
    "This unit has +1 power for each coin you have in this game.",
    "If you have 2 coins, gain 1 coin.",
    "As long as you have at least 0 coins, this unit has +1 power.",
]


@pytest.mark.parametrize("text", TRIED)
def test_what_validate_says_of_a_text_is_said_when_it_is_tried(sayso, tmp_path, text):
    shutil.copytree(DUEL, tmp_path / "duel")
    card = {"type": "unit", "id": "wren", "name": "Wren", "cost": 1, "suit": "ash", "power": 1, "text": text}
    (tmp_path / "duel" / "wren.yaml").write_text(yaml.safe_dump(card, sort_keys=False), encoding="utf-8")
    status, said, _ = sayso("validate", tmp_path / "duel", "--format", "concise")
    tried, *shown = sayso("explain", text, "--pack", DUEL, "--card", "otter", "--field", "text")
    assert tried == status
    assert codes("".join(shown)) == codes("".join(line for line in said.splitlines() if "wren.yaml" in line))


@pytest.mark.parametrize(("players", "warned"), [(2, []), (6, ["SAY0845"])])
def test_what_is_so_of_the_fewest_players_alone_is_no_warning(sayso, players, warned):
    text = f"If a region has units of at least {players + 1} players, rout all units there."
    assert codes("".join(sayso("explain", text, "--pack", AREA, "--as", "effect")[1:])) == warned


CAST = """type: verb
id: cast
phrase: cast {card}
steps: {text: Resolve the effect of the card., away: Discard the card.}
"""


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("If you have cast at least 2 cards this turn, gain 1 coin.", ["SAY0857"]),
        ("If you have cast at least 2 cards this turn, counting this one, gain 1 coin.", []),
    ],
)
def test_a_card_that_counts_itself_is_asked_about_when_it_is_tried(sayso, tmp_path, text, asked):
    shutil.copytree(DUEL, tmp_path / "duel")
    (tmp_path / "duel" / "cast.yaml").write_text(CAST, encoding="utf-8")
    told = sayso("explain", text, "--pack", tmp_path / "duel", "--card", "storm", "--field", "effect")[1:]
    assert [each for each in codes("".join(told)) if each != "SAY0844"] == asked


def codes(output):
    """The diagnostics that are shown."""
    return sorted(set(re.findall(r"\[(SAY\d+)\]", output)))


@pytest.mark.long
def test_a_loaded_pack_answers_at_once():
    session = Session(load_pack(DUEL).value)
    session.read("Draw a card.")
    texts = ["Discard a card in your hand.", "When you spend a unit, draw a card.", "You have no coins."]
    start = time.process_time()
    for text in texts:
        session.read(text, card=session.card("otter"))
    assert (time.process_time() - start) / len(texts) < 0.1


def test_a_field_that_the_card_has_not_is_no_field_of_it():
    session = Session(load_pack(DUEL).value)
    card = session.pack.source.components[0]
    with_it, without = (session.read("Gain 1 coin.", None, card, key)[0] for key in ("nonsense", None))
    assert with_it.start == without.start


def test_where_a_text_acts_is_said_once(sayso):
    """Two rules of one sentence act in the same place; a thing that lies open is in none of the hidden places."""
    _, out, _ = sayso("explain", DUEL, "Units have +1 power and +2 cost.", "--card", "heron")
    assert "has +1 power\n" in out and "has +2 cost\n" in out
    assert out.count("“this unit” is Heron") == 1
    said = ["it is in the game", "it is in no deck", "it is in no hand", "it is on no shelf", "it is face up"]
    assert without_each(said) == [said[0], "it is in no deck, in no hand and on no shelf", said[-1]]


def test_a_cost_that_cannot_be_paid_is_refused(sayso):
    status, out, err = sayso("explain", "a cat", "--pack", TABLE, "--start", "cost")
    assert (status, "SAY0759" in out + err) == (1, True)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Red has 3 coins.", "set the coin of Red to 3"),
        ("There are 2 cats in the park.", "put 2 cats in the park, and no others of them there"),
        ("Red's yard has no cats.", "take away all cats in the yard of Red"),
        ("All of Blue's cats are in the park.", "put all cats belonging to Blue in the park"),
        ("A sheet is face up in the row.", "put 1 sheet in the row face up"),
    ],
)
def test_what_is_given_is_said_as_what_is_done(sayso, text, said):
    table = Path(__file__).resolve().parent.parent / "compile" / "meaning"
    status, out, _ = sayso("explain", text, "--pack", str(table), "--as", "given")
    assert (status, out.splitlines()[2].strip()) == (0, said)
