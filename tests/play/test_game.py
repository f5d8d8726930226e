"""The public API: decisions, answers, undo, views, log."""

import copy
import pickle

import pytest

from toolkit import load_pack, new_game, new_stepper
from toolkit.play.bots import RandomBot, play_out
from toolkit.play.game import IllegalChoice, UndoRefused
from toolkit.report.diagnostic import DiagnosticError


def bots(game, seed=1):
    return {seat: RandomBot(seed, seat) for seat in range(1, len(game.players) + 1)}


# --- Deciding -----------------------------------------------------------------------------------------------


def test_the_first_decision(pack):
    game = new_game(pack("tic-tac-toe"), seed=7)
    decision = game.decision
    assert (decision.kind, decision.seats, game.name(decision.seat)) == ("choose-one", (1,), "Cross")
    assert decision.prompt == "Place a mark from your supply in an empty cell."
    assert decision.sentence.file.endswith("rules/game.yaml")
    assert len(decision.options) == 9
    assert decision.options[0].short == "the first cell of the first row"
    assert decision.options[5].label == "Place a mark from your supply in the third cell of the second row"
    assert decision.options_for(2) == ()


@pytest.mark.parametrize("modal", ["must either", "must"])
def test_each_of_two_verbs_is_offered_by_its_own_words(write_pack, modal):
    """It was *Must either lose 1 coin*."""
    words = """
type: vocabulary
id: words
quantities: {coin: {of: player, at-least: 0, start: 3}, debt: {of: player}}
"""
    steps = f"""
type: procedure
id: game
steps:
  one: Red {modal} lose 1 coin or gain 2 debts.
  two: Each player wins the game.
"""
    game = new_game(load_pack(write_pack(words, steps)))
    assert [option.label for option in game.decision.options] == ["Lose 1 coin", "Gain 2 debts"]


def test_each_round_begins_with_the_first_seat(pack):
    """*In clockwise order, each player takes a turn.  Repeat this step …*: not with whose turn was the last."""
    game = new_game(pack("market-day"))
    for _ in range(9):  # three decisions a turn
        game.choose(0)
    assert [seat for seat, _ in game.decisions] == [1, 1, 1, 2, 2, 2, 1, 1, 1]


@pytest.mark.parametrize("answer", [4, "the second cell of the second row", "label", "option"])
def test_an_option_is_chosen_by_number_words_or_itself(pack, answer):
    game = new_game(pack("tic-tac-toe"))
    option = game.decision.options[4]
    game.choose({"label": option.label, "option": option}.get(answer, answer))
    assert game.decisions == [(1, 4)]
    assert game.name(game.decision.seat) == "Nought"


@pytest.mark.parametrize(
    ("answer", "seat", "reason"),
    [
        (9, None, "there is no option 9; there are 9"),
        (-1, None, "no option -1"),
        ("nowhere", None, "no option is called 'nowhere'"),
        (0, 2, "seat 2 is not asked"),
    ],
)
def test_what_is_not_offered_is_refused(pack, answer, seat, reason):
    game = new_game(pack("tic-tac-toe"))
    with pytest.raises(IllegalChoice, match=reason):
        game.choose(answer, seat)
    assert game.decisions == []


def test_an_option_of_an_earlier_decision_is_refused(pack):
    game = new_game(pack("tic-tac-toe"))
    old = game.decision.options[8]
    game.choose(0)
    with pytest.raises(IllegalChoice):
        game.choose(old)


def test_a_game_ends(pack):
    game = new_game(pack("tic-tac-toe"))
    for cell in (
        "the first cell of the first row",
        "the first cell of the second row",
        "the second cell of the first row",
        "the second cell of the second row",
        "the third cell of the first row",
    ):
        assert not game.over
        game.choose(cell)
    assert game.over
    assert game.decision is None
    assert [game.name(seat) for seat in game.winners] == ["Cross"]
    with pytest.raises(IllegalChoice, match="over"):
        game.choose(0)


def test_a_pack_is_found_checked_and_loaded(monkeypatch):
    from tests.hygiene.project import ROOT

    monkeypatch.chdir(ROOT)
    path = "tests/packs/tic-tac-toe"
    assert (
        new_game(path).digest()
        == new_game(load_pack(path)).digest()
        == new_game(load_pack(path).unwrap()).digest()
    )


def test_a_pack_with_errors_is_not_played(write_pack):
    folder = write_pack("type: rules\nid: one\nrules:\n- Nonsense is not a sentence.\n")
    with pytest.raises(DiagnosticError):
        new_game(load_pack(folder))


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"players": 5}, "for 2 players, not 5"),
        ({"options": {"fog": True}}, "no option fog"),
        ({"scenario": "siege"}, "no scenario siege"),
    ],
)
def test_what_a_pack_does_not_offer_is_refused(pack, arguments, reason):
    with pytest.raises(ValueError, match=reason):
        new_game(pack("tic-tac-toe"), **arguments)


def test_secret_choices_are_made_by_each_seat(pack):
    game = new_game(pack("secret-choice"))
    assert game.decision.kind == "choose-each"
    assert game.decision.seats == (1, 2)
    with pytest.raises(IllegalChoice, match="whose"):
        game.choose(0)
    game.choose(0, seat=2)
    assert game.decision.seats == (1,)
    game.choose(game.decision.options[1])
    assert game.entries


def test_an_endless_effect_names_its_sentence(pack):
    with pytest.raises(DiagnosticError) as caught:
        play_out(game := new_game(pack("runaway")), bots(game))
    [diagnostic] = caught.value.diagnostics
    assert diagnostic.code == "SAY0905"
    assert diagnostic.span.source.name.endswith("game.yaml")
    assert diagnostic.span.text


# --- Values -------------------------------------------------------------------------------------------------


def test_the_same_seed_and_decisions_give_the_same_game(pack):
    games = [new_game(pack("dice"), seed=3) for _ in range(2)]
    for game in games:
        play_out(game, bots(game, 5))
    assert games[0].digest() == games[1].digest()
    other = new_game(pack("dice"), seed=4)
    play_out(other, bots(other, 5))
    assert other.digest() != games[0].digest()


def test_a_copy_is_independent(pack):
    game = new_game(pack("connect-four"))
    game.choose(3)
    before = game.digest()
    copy = game.copy()
    play_out(copy, bots(copy))
    assert copy.over
    assert game.digest() == before
    assert len(game.decisions) == 1
    assert len(game.entries) < len(copy.entries)


# --- Taking back --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))])
def test_a_game_is_copied_and_pickled_without_its_pack(how):
    game = new_game("sentient", players=2, seed=3)
    for _ in range(4):
        game.choose(0)
    other = how(game)
    assert other.digest() == game.digest() and len(pickle.dumps(game)) < 100_000
    assert [str(event) for event in other.log] == [str(event) for event in game.log]
    other.choose(0)
    assert other.digest() != game.digest()
    other.undo(force=True)
    assert other.digest() == game.digest()
    steps = new_stepper(game.pack, seed=3)
    twin = copy.deepcopy(steps)
    assert twin.machine is steps.machine and twin.state is not steps.state


@pytest.mark.parametrize("seat", [-1, 0, 3, 9])
def test_a_seat_that_does_not_exist_is_an_error(seat):
    game = new_game("sentient", players=2)
    for ask in (game.view, game.table, game.name, new_stepper(game.pack).options):
        with pytest.raises(ValueError, match=f"there is no seat {seat}; seats are 1 to 2"):
            ask(seat)


def test_undo_and_redo(pack):
    game = new_game(pack("connect-four"))
    digests = [game.digest()]
    for column in (3, 3, 2, 4):
        game.choose(column)
        digests.append(game.digest())
    for back in (3, 2, 1, 0):
        game.undo()
        assert game.digest() == digests[back]
        assert len(game.decisions) == back
    for forth in (1, 2, 3, 4):
        game.redo()
        assert game.digest() == digests[forth]
    with pytest.raises(UndoRefused, match="nothing has been taken back"):
        game.redo()


def test_a_new_answer_ends_redoing(pack):
    game = new_game(pack("connect-four"))
    game.choose(0)
    game.undo()
    game.choose(1)
    with pytest.raises(UndoRefused):
        game.redo()


def test_there_is_nothing_before_the_first_decision(pack):
    with pytest.raises(UndoRefused, match="nothing has been decided"):
        new_game(pack("connect-four")).undo()


def test_what_chance_decided_stays(pack):
    game = new_game(pack("dice"), seed=1)
    game.choose(1)  # no: the next player rolls
    with pytest.raises(UndoRefused, match="chance"):
        game.undo()
    game.undo(force=True)
    assert game.decisions == []


def test_what_was_seen_stays(pack):
    game = new_game(pack("hidden-hand"), seed=1)
    game.choose(0)  # a card is shown, and the next player draws one
    with pytest.raises(UndoRefused, match="has seen"):
        game.undo()


# --- Looking ------------------------------------------------------------------------------------------------


def test_a_view_holds_no_secret_of_another_seat(pack):
    import json

    game = new_game(pack("hidden-hand"), seed=2)
    state, model = game.state, game.compiled.model
    hand = {
        seat: [
            e
            for place in range(model.count)
            if model.is_place[place] and model.owner[place] == seat
            for e in state.kids[place]
        ]
        for seat in (1, 2)
    }
    mine = json.dumps(game.view(1)["places"])
    assert all(f'"entity": {entity},' in mine for entity in hand[1])
    assert not any(f'"entity": {entity},' in mine for entity in hand[2])
    assert game.view()["decision"] == {"kind": "choose-one", "seats": [1]}


def test_the_table_shows_what_a_seat_sees(pack):
    game = new_game(pack("hidden-hand"), seed=2)
    red, blue, all_ = ("\n".join(game.table(seat)) for seat in (1, 2, None))
    assert "hand: 2 face-down cards" in red
    assert "hand: 3 face-down cards" in blue
    assert "face-down" not in all_.replace("deck", "")
    assert "deck: 3 face-down cards" in red


def test_every_event_names_its_sentence(pack):
    game = new_game(pack("tic-tac-toe"), seed=7)
    play_out(game, bots(game))
    assert [event.number for event in game.log] == list(range(1, len(game.log) + 1))
    for event in game.log:
        assert event.place.startswith(
            game.decision.sentence.file if game.decision else event.place.partition(":")[0]
        )
        assert event.sentence.text
    first = game.log[0]
    assert first.text.startswith("Cross places Cross's mark in the ")
    assert first.verb == "place"
    assert (first.who, game.name(first.who)) == (1, "Cross")


def test_why_tells_words_and_place(pack):
    game = new_game(pack("tic-tac-toe"), seed=7)
    play_out(game, bots(game))
    lines = game.why(len(game.log))
    assert lines[0].endswith("wins.") or lines[0] == "End the game."
    assert any("rules/game.yaml:" in line for line in lines)
    with pytest.raises(IllegalChoice, match="no event 99"):
        game.why(99)


def test_a_playout_makes_no_words(pack, monkeypatch):
    from toolkit.play.telling import Teller

    for name in ("option", "order", "event_text"):
        monkeypatch.setattr(Teller, name, lambda *_: pytest.fail("words were made"))
    game = new_game(pack("tic-tac-toe"))
    play_out(game, bots(game))
    assert game.over


def test_a_state_that_is_set_is_told_by_its_word(write_pack):
    folder = write_pack(
        "type: vocabulary\nid: words\n"
        "lists: {state: [fresh, tired], mood: [glad, sad]}\n"
        "kinds:\n"
        "  card: {number: 1, starts: field, attributes: {state: state}, values: {state: fresh}}\n"
        "  mask: {number: 1, starts: field, attributes: {left side: mood, right side: mood}}\n"
        "places: {field: {}}\n",
        "type: procedure\nid: game\nsteps:\n"
        "  first: Red sets the state of the card to tired. Red sets the left side of the mask to sad.\n"
        "  end: Red wins the game.\n",
    )
    told = [event.text for event in new_game(load_pack(folder)).log]
    assert told[:2] == ["The card is now tired.", "Red sets the left side of the mask to sad."]


def asked(write_pack, step: str, row: str = "{}"):
    """The first game of a step over two aces and a king, at its first decision."""
    folder = write_pack(
        "type: vocabulary\nid: words\nkinds:\n"
        "  card: {documents: true, starts: row, attributes: {cost: number, bent: flag}}\n"
        f"places: {{row: {row}, box: {{}}}}\n"
        "quantities:\n  coin: {of: player, start: 4}\n  shell: {of: player, start: 4, pays-as: [coin]}\n",
        "type: card\nid: ace\nname: Ace\ncopies: 2\ncost: 3",
        "type: card\nid: king\nname: King\ncost: 1",
        f"type: procedure\nid: game\nsteps:\n  first: {step}\n  end: Red wins the game.\n",
    )
    return new_game(load_pack(folder))


UNKNOWN = "a face-down card in the row"


def short(game):
    return [option.short for option in game.decision.options_for(1)]


@pytest.mark.parametrize(
    ("row", "names"),
    [
        (
            "{seen-by: nobody, ordered: true}",
            [f"{UNKNOWN} ({n} there)" for n in ("first", "second", "third")],
        ),
        ("{seen-by: nobody}", [f"{UNKNOWN} ({n} of 3)" for n in ("first", "second", "third")]),
        ("{}", ["Ace in the row", "King in the row"]),
    ],
)
def test_hidden_things_are_told_apart_by_where_they_lie(write_pack, row, names):
    assert (
        short(asked(write_pack, "Red chooses a card in the row, then puts that card in the box.", row))
        == names
    )


def test_things_of_one_name_are_told_apart_by_what_has_changed_on_them(write_pack):
    game = asked(write_pack, "Red puts a card from the row in the box.")
    ace = next(option.raw[1] for option in game.decision.options if option.short == "Ace in the row")
    bent = next(n for n, each in enumerate(game.compiled.model.attributes) if each.name == "bent")
    game.state.columns[bent][ace] = 1
    game.state.decision = None
    game.machine.advance(game.state)
    assert short(game) == ["Ace (bent) in the row", "Ace in the row", "King in the row"]


def test_a_prompt_says_how_much_is_asked(write_pack):
    game = asked(write_pack, "Red pays coins equal to the highest cost of the cards in the row.")
    assert game.decision.prompt.endswith("in the row. (3 coins)")
    assert asked(write_pack, "Red pays 3 coins.").decision.prompt == "Red pays 3 coins."
    some = "Red removes a number of cards in the row equal to the lowest cost of the cards in the row."
    assert asked(write_pack, some).decision.prompt.endswith("(0 of 1 chosen)")
    assert "chosen" not in asked(write_pack, "Red puts a card from the row in the box.").decision.prompt
