"""Wordings beside the corpora: alternates that print as the canonical one, and what is not in the language."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
import yaml

from tests.corpus.corpus import HERE, vocabulary
from toolkit.language.parsing.parser import Parser
from toolkit.language.printing.english import print_english
from toolkit.report import Text

WORDINGS: dict[str, list[dict[str, Any]]] = yaml.safe_load(
    (HERE / "wordings.yaml").read_text(encoding="utf-8")
)


@cache
def parser(game: str) -> Parser:
    return Parser(vocabulary(game))


def named(section: str) -> Any:
    return pytest.mark.parametrize("row", WORDINGS[section], ids=[row["typed"] for row in WORDINGS[section]])


@named("printed")
def test_one_meaning_has_one_wording(row: dict[str, Any]) -> None:
    tree = parser(row["game"]).parse(Text.plain(row["typed"]), row["start"]).value
    assert print_english(tree, vocabulary(row["game"]), row["start"]) == row["printed"]


@named("refused")
def test_what_is_not_in_the_language(row: dict[str, Any]) -> None:
    errors = parser(row["game"]).parse(Text.plain(row["typed"]), row["start"]).errors
    assert [d.span.text for d in errors[:1]] == [row["at"]]


@named("accepted")
def test_what_is_not_refused_yet(row: dict[str, Any]) -> None:
    checked = parser(row["game"]).parse(Text.plain(row["typed"]), row["start"])
    assert checked.ok, "it is refused: move it to `refused`"
