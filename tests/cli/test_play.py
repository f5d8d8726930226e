"""play, replay and why: what a person types and sees."""

import re
import shutil
from pathlib import Path

import pytest

from tests.hygiene.project import ROOT
from toolkit import new_game
from toolkit.cli.terminal import changed
from toolkit.compile.pack import load_pack

TIC_TAC_TOE = "tests/packs/tic-tac-toe"
HERE = Path(__file__).parent


@pytest.fixture(autouse=True)
def in_the_project(monkeypatch):
    monkeypatch.chdir(ROOT)


def typed(*lines):
    return "".join(f"{line}\n" for line in lines)


def test_bots_play_a_game_and_every_event_names_its_sentence(sayso, golden):
    run = sayso("play", TIC_TAC_TOE, "--bots", "random", "--seed", "7", "--why")
    assert run.status == 0
    golden(HERE / "golden" / "play_bots.txt", run.out)


@pytest.mark.parametrize("log", ["brief", "last"])
def test_a_short_log_tells_what_turns_and_rounds_say(sayso, log):
    run = sayso("play", "content/sentient", "--players", "2", "--bots", "random", "--seed", "7", "--log", log)
    assert run.status == 0
    events = [line for line in run.out.splitlines() if line[:4].strip().isdigit()]
    bought = [line for line in events if "has bought" in line]
    assert len(bought) == {"brief": 3 * 8, "last": 8}[log]
    assert len([line for line in events if "has scored" in line]) == len(bought)
    assert not [line for line in events if "agent" in line or "has taken a turn" in line]
    assert ("events before" in run.out) == (log == "last")


ROUNDS = """\
type: pack
format: 1
id: rounds
name: Rounds
languages: [en]
players: 2
seats: [Red, Blue]
start: [game]
---
type: vocabulary
id: words
quantities:
  coin: {of: player, at-least: 0}
---
type: procedure
id: game
steps:
  rounds: |
    Play a round.
    Repeat this step until the game is over.
---
type: verb
id: round
phrase: play a round
period: round
steps:
  turns: In turn order, each player takes a turn.
---
type: verb
id: turn
phrase: take a turn
period: turn
steps:
  gain: Gain 1 coin.
  feast: If you have exactly 1 coin, and you are the first player, hold a feast.
  end: If you have at least 4 coins, you win the game.
---
type: verb
id: feast
phrase: hold a feast
period: feast
steps:
  gain: Each other player gains 1 coin.
"""
"""Red and Blue gain coins in turn; there is one feast, and Blue wins in the middle of the third round."""


def test_the_last_round_is_told_also_when_something_else_happened_less_often(sayso, tmp_path):
    (tmp_path / "rounds").mkdir()
    (tmp_path / "rounds" / "pack.yaml").write_text(ROUNDS, encoding="utf-8")
    run = sayso("play", str(tmp_path / "rounds"), "--bots", "random", "--log", "last")
    assert run.status == 0
    events = re.findall(r"^ *\d+  (\w.*)$", run.out, re.M)
    assert events == ["Red gains 1 coin.", "Blue gains 1 coin.", "Blue wins."]


def test_a_person_plays_against_a_bot(sayso, golden):
    lines = ("5", "w", "v", "u", "1", "?", "nowhere", "the second cell of the sec", "l", "w 1", "w 99", "q")
    run = sayso("play", TIC_TAC_TOE, "--bots", "me,random", "--seed", "7", input=typed(*lines))
    assert run.status == 0
    golden(HERE / "golden" / "play_person.txt", run.out)


def test_two_people_at_one_keyboard(sayso):
    run = sayso("play", TIC_TAC_TOE, "--seed", "1", input=typed(1, 3, 1, 3, 1))
    assert run.status == 0
    assert "Cross> 1" in run.out
    assert "Nought> 3" in run.out
    assert "The game is over. Cross won." in run.out


def test_secrets_of_others_stay_hidden(sayso):
    run = sayso("play", "tests/packs/hidden-hand", "--seed", "2", input=typed("q"))
    assert "Red> " in run.out
    assert "face-down" in run.out
    blue = run.out.partition("Blue\n")[2].partition("\n")[0]
    assert blue == "  hand: 2 face-down cards"


def test_quiet_bots_say_only_the_end(sayso):
    run = sayso("play", TIC_TAC_TOE, "--bots", "random", "--seed", "7", "-q")
    assert (run.status, run.out, run.err) == (0, "The game is over. Cross won.\n", "")


def test_the_same_seed_is_the_same_game(sayso):
    first, second = (
        sayso("play", "tests/packs/dice", "--bots", "random", "--seed", "4").out for _ in range(2)
    )
    assert first == second


def test_the_end_of_the_input_is_not_an_error(sayso):
    run = sayso("play", TIC_TAC_TOE, input="")
    assert run.status == 0
    assert "The game is not over." in run.out


def test_a_game_is_saved_and_gone_on_with(sayso, tmp_path):
    path = tmp_path / "one.save.json"
    run = sayso("play", TIC_TAC_TOE, "--seed", "1", input=typed(5, 1, f"s {path}", "q"))
    assert f"sayso play {path}" in run.out
    run = sayso("play", path, input=typed("v", "q"))
    assert "Decisions so far: 2" in run.out
    assert "Cross  |" in run.out
    run = sayso("play", tmp_path / "two.save.json")
    assert run.status == 2
    assert "There is no file" in run.err


def test_a_game_of_a_pack_that_has_changed(sayso, tmp_path):
    pack, save = tmp_path / "tic-tac-toe", tmp_path / "one.save.json"
    shutil.copytree(TIC_TAC_TOE, pack)
    sayso("play", pack, "--seed", "1", input=typed(5, 1, 1, f"s {save}", "q"))
    rules = pack / "rules" / "game.yaml"
    rules.write_text(rules.read_text().replace("an empty cell.", "an empty cell of the first row."))
    for command in ("replay", "play", "why"):
        run = sayso(command, save)
        assert run.status == 1
        assert "error[SAY1003]: this save belongs to another version of tic-tac-toe" in run.out
        assert "Decision 1 no longer fits: Cross chose *Place a mark" in run.out
    run = sayso("play", save, "--until", "0", input=typed(1, "q"))
    assert "Decisions so far: 1." in run.out
    rules.write_text(
        rules.read_text().replace("an empty cell of the first row.", "an empty cell.  # as before")
    )
    assert "All decisions still fit." in sayso("replay", save).out
    run = sayso("replay", save, "--until", "3")
    assert "3. Cross: Place a mark" in run.out and run.err == "3 decisions\n"


def test_a_game_cannot_be_saved_everywhere(sayso, tmp_path):
    (tmp_path / "file").write_text("")
    run = sayso("play", TIC_TAC_TOE, input=typed(f"s {tmp_path / 'file' / 'x.json'}", "q"))
    assert "It cannot be saved there" in run.out


def test_what_was_revealed_is_not_taken_back(sayso):
    run = sayso("play", "tests/packs/dice", "--seed", "1", input=typed("2", "u", "q"))
    assert "That cannot be taken back: chance has decided something since." in run.out
    run = sayso("play", "tests/packs/dice", "--seed", "1", "--undo", "always", input=typed("2", "u", "q"))
    assert "Taken back: 1 decision." in run.out
    run = sayso("play", TIC_TAC_TOE, "--undo", "never", input=typed("1", "u", "q"))
    assert "Nothing is taken back in this game." in run.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--players", "5"], "Tic-tac-toe is for 2 players, not 5."),
        (["--bots", "randon"], "did you mean random"),
        (["--bots", "me,me,me"], "2 seats decide"),
        (["--option", "fog=on"], "Tic-tac-toe has no option fog"),
        (["--option", "fog=maybe"], "An option is on or off"),
        (["--scenario", "siege"], "no scenario siege"),
        (["--seed", "x"], "not a valid integer"),
    ],
)
def test_misuse(sayso, arguments, said):
    run = sayso("play", TIC_TAC_TOE, *arguments)
    assert run.status == 2
    assert said.casefold() in run.err.casefold()


def test_a_pack_with_errors_is_not_played(sayso, tmp_path):
    (tmp_path / "pack.yaml").write_text("type: pack\nid: bad\n")
    run = sayso("play", tmp_path)
    assert run.status == 1
    assert "error[" in run.out


def test_an_endless_effect_is_a_diagnostic(sayso):
    run = sayso("play", "tests/packs/runaway", "--bots", "random", "--seed", "1")
    assert run.status == 1
    assert "error[SAY0905]" in run.out


# --- replay and why -----------------------------------------------------------------------------------------


@pytest.fixture
def recorded(sayso, tmp_path):
    path = tmp_path / "game.replay.json"
    assert (
        sayso("play", TIC_TAC_TOE, "--bots", "random", "--seed", "7", "-q", "--replay-out", path).status == 0
    )
    return path


def test_a_replay_is_shown(sayso, recorded, golden):
    run = sayso("replay", recorded)
    assert run.status == 0
    assert "7 decisions, the same position as recorded" in run.err
    golden(HERE / "golden" / "replay.txt", run.out)


def test_a_replay_waits(sayso, recorded):
    run = sayso("replay", recorded, "--step", input=typed("", "v", ""))
    assert run.status == 0
    assert run.out.count("Enter to go on") == 4
    assert "the board" in run.out


def test_a_replay_of_other_content_is_refused(sayso, recorded):
    text = recorded.read_text()
    recorded.write_text(text.replace('"tic-tac-toe":"', '"tic-tac-toe":"0', 1))
    run = sayso("replay", recorded)
    assert run.status == 1
    assert "error[SAY1003]" in run.out


def test_a_file_that_is_no_replay_is_refused(sayso, tmp_path):
    (tmp_path / "x.json").write_text("{}")
    for command in ("replay", "why", "play"):
        run = sayso(command, tmp_path / "x.json")
        assert run.status == 1
        assert "error[SAY1001]" in run.out
    assert sayso("replay", tmp_path / "y.json").status == 2


def test_why_an_event_happened(sayso, recorded, golden):
    golden(HERE / "golden" / "why.txt", sayso("why", recorded, "last").out)
    assert sayso("why", recorded, "1").out.startswith("Cross places Cross's mark")
    assert sayso("why", recorded).out.count("\n") == 14
    run = sayso("why", recorded, "99")
    assert run.status == 2
    assert "There is no event 99" in run.err


TAPPING = """\
type: pack
format: 1
id: tapping
name: Tapping
languages: [en]
players: 2
seats: [Red, Blue]
---
type: vocabulary
id: words
lists: {state: [fresh, tired]}
kinds:
  card: {documents: true, starts: field, attributes: {state: state}, values: {state: fresh}}
places:
  field: {}
---
type: card
id: ace
name: Ace
---
type: card
id: king
name: King
---
type: card
id: queen
name: Queen
---
type: verb
id: tap
phrase: tap {card}
steps: {tap: Set the state of the card to tired.}
---
type: procedure
id: game
steps:
  tap: Each player taps 2 cards in the field.
  end: Each player wins the game.
"""


def test_a_step_that_a_verb_tells_again_is_left_out_and_a_state_is_its_word(sayso, tmp_path):
    manifest, *rest = TAPPING.split("---\n")
    (tmp_path / "pack.yaml").write_text(manifest, encoding="utf-8")
    (tmp_path / "game.yaml").write_text("---\n".join(rest), encoding="utf-8")
    run = sayso("play", str(tmp_path), "--seed", "1", input=typed("Ace", "King", "Ace", "Queen"))
    assert run.status == 0
    events = [line[6:] for line in run.out.splitlines() if line[:4].strip().isdigit()]
    assert "Red has tapped Ace." in events
    assert not [line for line in events if "sets the state" in line]
    assert "field: Ace (tired), King (tired), Queen" in run.out
    assert "(0 of 2 chosen)" in run.out
    assert "(1 of 2 chosen)" in run.out


def test_a_short_log_tells_what_an_automaton_did_and_what_was_not_so(sayso):
    alone = ("heron", "--packs", "tests/packs", "--scenario", "alone", "--bots", "random", "--seed", "3")
    run = sayso("play", *alone, "--log", "brief", "--why")
    assert run.status == 0
    assert run.out.index("Heron has hooked") < run.out.index("Heron has followed a habit")
    assert "Heron puts" not in run.out
    both = (
        "If there is a trout in the pool with your punt, hook the first trout in the pool with your punt. "
        "Otherwise, hook the first carp in the pool with your punt."
    )
    assert f"      {both}  (" in run.out


def test_a_log_tells_what_a_story_did_and_not_that_it_was_asked(sayso):
    run = sayso("play", "two-roads", "--packs", "tests/packs", "--bots", "random", "--seed", "3")
    assert "The story goes on." in run.out
    assert "has followed the story" not in run.out
    short = sayso(
        "play", "two-roads", "--packs", "tests/packs", "--bots", "random", "--seed", "3", "--log", "brief"
    )
    lines = re.findall(r"^ *\d+  (.*)$", short.out, re.M)
    first = lines.index("The story will go on to Coast.")
    assert lines[first + 2 : first + 4] == ["The story goes on.", "Put Coast at the roadside."]
    assert "The story waits" not in short.out


# --- At a terminal ------------------------------------------------------------------------------------------


def test_lines_end_between_words_where_a_terminal_is_narrow(sayso, monkeypatch):
    monkeypatch.setattr("toolkit.cli.output.columns", lambda: 44)
    run = sayso(
        "play", "content/sentient", "--seed", "1", "--players", "2", input=typed("v", "l", "r", "?", "q")
    )
    shown = run.out.partition("a number ")[0].splitlines()
    assert max(map(len, shown)) < 44
    words = set(run.out.split())
    monkeypatch.setattr("toolkit.cli.output.columns", lambda: 0)
    whole = sayso(
        "play", "content/sentient", "--seed", "1", "--players", "2", input=typed("v", "l", "r", "?", "q")
    )
    assert words == set(whole.out.split())


def test_commands_may_be_typed_as_words(sayso):
    short, long = (
        sayso("play", TIC_TAC_TOE, "--seed", "1", input=typed(5, *lines, "q")).out
        for lines in (("u", "v", "l", "w", "h"), ("undo", "table", "log", "why", "help"))
    )
    assert "Taken back" in short
    assert re.sub("> .*", "", short) == re.sub("> .*", "", long)


def test_any_card_can_be_read_by_its_name(sayso):
    lines = ("i Anvil Bear", "i anvil", "i C", "i Nobody At All", "i", "q")
    run = sayso("play", "content/sentient", "--seed", "1", "--players", "2", input=typed(*lines))
    read = [each.partition("\nRed> ")[0] for each in re.split(r"> i .*\n|> i\n", run.out)[1:]]
    assert read[0] == read[1] and "Anvil Bear\n" in read[0] and "score: Score" in read[0]
    assert read[2].startswith("Several are called so: ") and "Cipher Finch" in read[2]
    told = "Name an option that is a thing, or a card that is no secret to you: i 2."
    assert all(each.startswith(told) for each in read[3:5])


def test_a_card_of_a_story_is_read_once_it_is_known():
    pack = load_pack("tests/packs/two-roads").unwrap()
    game = new_game(pack, seed=1)
    closed = [card for card in pack.source.components if card.kind == "waymark"]
    readable = [card.text for card in closed if game.teller.cards(card.text, game.state, game.people[0])]
    assert 0 < len(readable) < len(closed)


def test_a_bot_gives_a_hint(sayso):
    run = sayso("play", TIC_TAC_TOE, "--seed", "1", input=typed("hint", "q"))
    assert re.search(r"^A greedy bot would take [1-9]: the \w+ cell of the \w+ row\.$", run.out, re.M)


def test_a_prompt_is_short_and_the_whole_sentence_is_there_when_asked_for(sayso):
    run = sayso("play", "content/cyberpunk-tcg", "--seed", "5", "--bots", "me,random", input=typed("r", "q"))
    assert "Red: Each player may take a mulligan." in run.out
    assert "Red> r\nIn turn order, each player may take a mulligan." in run.out


def test_of_a_long_table_what_has_changed_is_shown():
    before = [
        "Red (active)",
        "  2 coins",
        "  hand: Ace",
        "  city",
        "    Old Town: a cat",
        "    Park: a dog",
        "Blue",
    ]
    now = [
        "Red",
        "  3 coins",
        "  city",
        "    Old Town: a cat",
        "    Park: 2 dogs",
        "Blue (active)",
        "  hand: King",
    ]
    assert changed(before, now) == [
        *("Red", "  3 coins", "  city", "    Park: 2 dogs", "  hand: nothing"),
        *("Blue", "  hand: King"),
    ]
    assert changed(now, now) == []


# --- Levels -------------------------------------------------------------------------------------------------


def test_a_level_seats_bots_against_the_first_seat(sayso):
    run = sayso("play", TIC_TAC_TOE, "--level", "normal", "--seed", "3", input=typed("?", 5, "q"))
    assert run.status == 0
    assert "Cross: you" in run.out and "Nought: a bot, normal" in run.out
    assert "Nought has taken a turn" in run.out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((TIC_TAC_TOE, "--level", "hard", "--bots", "me,random"), "name one"),
        ((TIC_TAC_TOE, "--level", "harder"), "'easy', 'normal', 'hard'"),
        (
            ("heron", "--packs", "tests/packs", "--scenario", "alone", "--level", "easy"),
            "nobody to play easy",
        ),
    ],
)
def test_a_level_that_nobody_can_play_is_misuse(sayso, arguments, says):
    run = sayso("play", *arguments)
    assert run.status == 2 and says in run.err
