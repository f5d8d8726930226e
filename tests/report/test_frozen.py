"""What is declared frozen by `toolkit/frozen.py` has the equality and the hash of a frozen dataclass."""

from __future__ import annotations

import copy
import dataclasses
import pickle

from toolkit.language import ast
from toolkit.report.source import Source, Span


def test_equal_values_are_one_key_and_others_are_not():
    source = Source("a.yaml", "red card")
    one = ast.Noun(head="card", determiner=ast.Determiner(), plural=False, span=Span(source, 4, 8))
    same = ast.Noun(head="card", determiner=ast.Determiner(), plural=False)
    assert one == same
    assert len({one, same}) == 1
    assert dataclasses.replace(one, head="die") != one
    assert one.head == "card"


def test_a_value_is_copied_and_pickled():
    one = ast.Noun(head="card", determiner=ast.Determiner(article="the"), plural=True)
    assert copy.deepcopy(one) == pickle.loads(pickle.dumps(one)) == one
