"""Programs as data: JSON and text."""

from __future__ import annotations

import json

import pytest

from tests.machine import toys
from tests.machine.expressions import world
from toolkit.program import serial
from toolkit.program.disassemble import disassemble, expression, instruction, show_rule
from toolkit.program.instruction import INSTRUCTIONS
from toolkit.program.ruleset import Ruleset


@pytest.mark.parametrize("game", ["tic_tac_toe", "market"])
def test_a_ruleset_survives_json(game):
    ruleset = getattr(toys, game)().ruleset
    text = serial.dumps(ruleset)
    again = serial.loads(text)
    assert again == ruleset
    assert serial.dumps(again) == text


def test_formulas_and_functions_survive_json():
    ruleset = world().machine.ruleset
    ruleset.invariants.append((("truth", True), 2, 0))
    ruleset.deck_rules.append((("truth", True), 2, 0))
    assert serial.loads(serial.dumps(ruleset)) == ruleset


def test_another_format_is_refused():
    with pytest.raises(ValueError, match="format"):
        serial.from_json({**json.loads(serial.dumps(Ruleset())), "format": 0})


def test_a_loaded_ruleset_plays_the_same_game():
    from tests.machine.replay import digests
    from toolkit.machine import Machine
    from toolkit.verbs import load_verbs

    m = toys.market()
    again = Machine(m.model, serial.loads(serial.dumps(m.ruleset)), load_verbs())
    assert list(digests(again, again.start(4))) == list(digests(m, m.start(4)))


def test_a_program_reads_like_one():
    m = toys.tic_tac_toe()
    assert disassemble(0, m.ruleset).splitlines()[4:7] == [
        "    3  enter  turn(you)                                       ; game: enter",
        "    4  choose-one  you: [$4 of all(7) where (contents($4) = empty)] → $4  ; game: choose-one",
        "    5  do  place(you; first(contents(place(9, you))); $4; -1; -1)  ; game: do",
    ]
    assert show_rule(m.ruleset.rules[0], m.ruleset).splitlines()[0] == "watch"
    for game in (m, toys.market()):
        for program in range(len(game.ruleset.programs)):
            assert (
                disassemble(program, game.ruleset).count("\n") == len(game.ruleset.programs[program].code) + 1
            )
        for rule in game.ruleset.rules:
            assert show_rule(rule, game.ruleset)


def test_the_machine_knows_every_instruction_of_the_table():
    from toolkit.machine.plain import run

    m = toys.market()
    for op in INSTRUCTIONS:
        known = _example(op)
        assert instruction(known, m.ruleset)
        m.generator.instruction(known, 0)
    with pytest.raises(ValueError, match="no such instruction"):
        m.generator.instruction(("dance",), 0)
    with pytest.raises(ValueError, match="no such instruction"):
        run(m, ("dance",), 0, m.new(), [0, 0, [], -1, (), (), -1, ()], [])
    assert expression(("no-such-op", 1), m.ruleset) == "no-such-op(1)"


def _example(op: str) -> tuple:
    """An instruction of this kind with operands of the right shape."""
    n, s = ("int", 1), ("empty",)
    examples = {
        "let": (0, n), "jump": (0,), "unless": (n, 0), "each": (0, 1, 2, 0), "choose": (n, s, n, n, 0),
        "choose-one": (n, s, 0), "choose-number": (n, n, n, 0), "choose-value": (n, s, 0),
        "choose-quantity": (n, ((n, 0),), 0), "choose-payment": (n, 0, n, 0),
        "choose-each": (s, 2, s, n, n, 0), "may": (n, 0), "branch": (n, 0, ((n, 0, 0),), 0),
        "random": (s, n, 0), "do": (0, n, (n,), 0), "emit": (0, n, ()), "skip": (0, 0), "enter": (0, n, ()),
        "leave": (0,), "effect": (0, (n,), 0, 1, n), "later": (0, 0, (n,)), "use": ((0, n),),
        "call": (0, (n,), 0), "resolve": (0, n, n, 0), "borrow": (0, n, n, n, 0),
        "return": (n,), "decline": (), "end": (s,), "all-lose": (),
    }  # fmt: skip
    return (op, *examples[op])
