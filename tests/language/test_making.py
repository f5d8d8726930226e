"""The tables that are made here are those that lark makes, but for the numbers of their states."""

import re
from typing import Any

import lark
import pytest
from lark.exceptions import GrammarError
from lark.parsers.lalr_analysis import Shift

from tests.language.test_grammar import corpus_classes
from toolkit.language.parsing import grammar
from toolkit.language.parsing.making import QuickLALR
from toolkit.language.parsing.tables import TokenList

SMALL = {
    "what may be nothing stands first, in the middle and last": "s: a B a | c a\na: A?\nc: (C a)*\n",
    "what may be nothing calls itself": "s: a s b | S\na: A*\nb: B? a\n",
    "a token that is taken rather than what is complete": "s: IF s | IF s ELSE s | S\n",
    "the priority of a rule": "s: a | b\na.2: A\nb: A\n",
    "priorities of three rules": "s: a X | b Y | c\na: A\nb.2: A\nc.3: A X | A\n",
    "lookaheads by the way that led there": "s: l EQ r | r\nl: STAR r | ID\nr: l\n",
}


def table(text: str, start: list[str], **more: Any) -> Any:
    terminals = " ".join(sorted(set(re.findall(r"\b[A-Z]+\b", text))))
    declared = text if "%declare" in text else f"%declare {terminals}\n{text}"
    parser: Any = lark.Lark(
        declared,
        parser="lalr",
        lexer=TokenList,
        start=start,
        keep_all_tokens=True,
        maybe_placeholders=False,
        **more,
    )
    return parser.parser.parser._parse_table


def same(text: str, start: list[str]) -> int:
    """How many states both have, found by going along with both."""
    ours, theirs = table(text, start, _plugins={"LALR_Parser": QuickLALR}), table(text, start)
    state_of: dict[int, int] = {}
    waiting = [(ours.start_states[name], theirs.start_states[name]) for name in start]
    while waiting:
        mine, other = waiting.pop()
        assert state_of.setdefault(mine, other) == other
        row, other_row = ours.states[mine], theirs.states[other]
        assert row.keys() == other_row.keys()
        for name, (action, goal) in row.items():
            assert action is other_row[name][0]
            if action is not Shift:
                assert goal == other_row[name][1]
            elif goal not in state_of:
                waiting.append((goal, other_row[name][1]))
            else:
                assert state_of[goal] == other_row[name][1]
    assert len(set(state_of.values())) == len(state_of) == len(ours.states) == len(theirs.states)
    assert {name: state_of[end] for name, end in ours.end_states.items()} == theirs.end_states
    return len(state_of)


@pytest.mark.parametrize("text", SMALL.values(), ids=SMALL)
def test_of_small_grammars(text):
    assert same(text, ["s"]) > 3


def test_of_the_language():
    assert same(grammar.grammar_text(corpus_classes()), sorted(set(grammar.STARTS.values()))) > 500


def test_what_ends_twice_at_one_place_is_told_as_lark_tells_it():
    text = "s: a | b\na: A\nb: A\n"
    with pytest.raises(GrammarError) as theirs:
        table(text, ["s"])
    with pytest.raises(GrammarError) as ours:
        table(text, ["s"], _plugins={"LALR_Parser": QuickLALR})
    assert sorted(str(ours.value)) == sorted(str(theirs.value))
