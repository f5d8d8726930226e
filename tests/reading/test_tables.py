"""Every op that the program knows has a reading, and no reading is of an op that it does not know."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolkit.compile.pack import load_pack
from toolkit.program.expression import EXPRESSIONS
from toolkit.program.instruction import INSTRUCTIONS
from toolkit.program.ruleset import Program, RuleKind
from toolkit.reading import reader_of
from toolkit.reading import structure as blocks
from toolkit.reading.frame import NOTHING, Frame, Name
from toolkit.reading.outline import INSTRUCTIONS as WRITTEN
from toolkit.reading.outline import STRUCTURAL
from toolkit.reading.reader import PHRASES, SETS, TRUTHS
from toolkit.reading.standing import RULES

HERE = Path(__file__).resolve().parent


@pytest.fixture(scope="module")
def reader():
    pack = load_pack(HERE / "duel").value
    return reader_of(pack.compiled().value)


def test_every_expression_has_a_reading():
    assert set(PHRASES) | set(SETS) | set(TRUTHS) == set(EXPRESSIONS)


def test_every_instruction_has_a_reading():
    assert set(WRITTEN) | STRUCTURAL == set(INSTRUCTIONS)
    assert not set(WRITTEN) & STRUCTURAL


def test_every_kind_of_rule_has_a_reading():
    assert set(RULES) == set(RuleKind.__args__)


SAMPLES = {
    "int": ("int", 3), "truth": ("truth", True), "value": ("value", 0), "none": ("none",), "empty": ("empty",),
    "set": ("set", 1, 2), "local": ("local", 0), "game": ("game",), "players": ("players",), "active": ("active",),
    "winners": ("winners",), "over": ("over",),
}  # fmt: skip
"""Ops whose operands their row does not tell well enough to be made up."""

OPERANDS = {
    "N": 1, "B": True, "V": 0, "I": 7, "K": 2, "A": 0, "L": 0, "DX": 1, "DY": 0, "ASC": 1, "P": 0, "F": 0, "FIELD": 0,
}  # fmt: skip


def sample(op: str, operands: str, reader) -> tuple:
    """An expression of that op with made-up operands."""
    if op in SAMPLES:
        return SAMPLES[op]
    made: list = [op]
    for word in operands.split():
        if word == "KEY":
            made.append((0, ("local", 0)))
        elif word == "(x" or word == "ASC)…":
            continue
        elif word in OPERANDS:
            made.append(OPERANDS[word])
        elif word.startswith(("cond", "E…")):
            made.append(("is", ("local", 0), 1))
        elif word.startswith(("set", "players", "numbers")):
            made.append(("players",))
        else:
            made.append(("local", 0))
    if op == "rank":
        return ("rank", ("players",), 7, (("local", 7), 1))
    return tuple(made)


@pytest.mark.parametrize("op", EXPRESSIONS)
def test_a_reading_is_words(op, reader):
    """Of each op something is said, in words: no index, no tuple, no name of Python."""
    frame = Frame({0: Name("you"), 1: Name("this card")})
    expr = sample(op, EXPRESSIONS[op][0], reader)
    said = reader.reader.text(expr, frame)
    if op in TRUTHS:
        assert reader.reader.truth(expr, frame) != reader.reader.truth(expr, frame, False)
    assert said and "(None" not in said and "'" not in said and "#" not in said


def program(*code: tuple) -> Program:
    return Program("tried", code, (-1,) * len(code), 20)


def test_what_nothing_names_is_said_to_be_nothing(reader):
    lines = reader.outline(program(("end", ("single", ("local", 9))), ("return", ("int", 1))), Frame())
    assert NOTHING in lines[0].text


def test_a_jump_to_the_end_of_an_if_makes_otherwise():
    code = (
        ("unless", ("truth", True), 3),
        ("end", ("empty",)),
        ("jump", 4),
        ("decline",),
        ("return", ("int", 1)),
    )
    (first, last) = blocks.tree(program(*code))
    assert isinstance(first, blocks.If)
    assert [node.instr[0] for node in first.body] == ["end"]
    assert [node.instr[0] for node in first.other] == ["decline"]
    assert last.instr[0] == "return"


def test_a_jump_back_makes_a_loop():
    code = (("unless", ("truth", False), 3), ("decline",), ("jump", 0), ("return", ("int", 1)))
    loop, _ = blocks.tree(program(*code))
    assert isinstance(loop, blocks.Loop)
    assert [type(node) for node in loop.body] == [blocks.Leave, blocks.Do]


@pytest.mark.parametrize("name", ["tic-tac-toe", "two-roads", "parcels", "islands", "market-day"])
def test_no_instruction_is_left_out_of_the_tree(name):
    packs = HERE.parent / "packs"
    pack = load_pack(packs / name, [packs]).value
    for made in pack.compiled().value.ruleset.programs:
        found = [node.pc for node in blocks.walk(blocks.tree(made)) if isinstance(node, blocks.Do)]
        wanted = [pc for pc, instr in enumerate(made.code) if instr[0] not in STRUCTURAL - {"let"}]
        assert sorted(found) == wanted, made.name


def test_only_a_loop_is_left():
    """*Stop repeating* is said inside of what is repeated, and nowhere else."""
    pack = load_pack(HERE / "duel").value
    for made in pack.compiled().value.ruleset.programs:
        nodes = blocks.tree(made)
        loops = [node for node in blocks.walk(nodes) if isinstance(node, blocks.Loop)]
        inside = {id(node) for loop in loops for node in blocks.walk(loop.body)}
        assert all(id(n) in inside for n in blocks.walk(nodes) if isinstance(n, blocks.Leave))
