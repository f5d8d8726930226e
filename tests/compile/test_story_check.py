"""What is proved of the conditions of a story, over expressions and over a pack."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import pytest

from toolkit.compile.base.scope import Scope
from toolkit.compile.compiled import CompiledGame
from toolkit.compile.conditions.condition import truth
from toolkit.compile.pack import load_pack
from toolkit.compile.story_check import Judge, compare, plain
from toolkit.language import ast
from toolkit.language.parsing.parser import Parser
from toolkit.program.expression import Expr
from toolkit.report.source import Text

PACK = Path(__file__).parents[1] / "packs" / "two-roads"


@cache
def game() -> tuple[Parser, CompiledGame]:
    pack = load_pack(PACK).unwrap()
    assert pack is not None
    compiled = pack.compiled(2).unwrap()
    assert compiled is not None
    return Parser(pack.vocabulary), compiled


def condition(text: str) -> Expr:
    parser, compiled = game()
    said = Text.plain(text)
    tree = parser.parse(said, "condition").unwrap()
    assert tree is not None
    scope = Scope(compiled.world, span=said.span())
    scope.size = 3
    body = tree.sentences[0].body
    assert isinstance(body, ast.Clauses)
    return plain(truth(body, scope))


def judge() -> Judge:
    _, compiled = game()
    return Judge(compiled.model, compiled.ruleset)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A player has at least 9 coins.", None),
        ("A player has at least 0 coins.", True),
        ("Each player has at least 0 coins.", True),
        ("A player has at least 9 coins and at most 3 coins.", False),
        ("A player has at least 3 coins and at most 3 coins.", None),
        ("A player has at least 9 coins, and a player has at most 3 coins.", None),
        ("There are at least 7 pebbles in the quarry.", False),
        ("There are at least 6 pebbles in the quarry.", None),
        ("There are at most 6 pebbles in the quarry.", True),
        ("There are no pebbles in the quarry.", None),
        ("A player has no coins.", None),
        ("Red has at least 5 coins, and Red has at most 4 coins.", False),
        ("Crossroads is open.", None),
    ],
)
def test_what_is_always_or_never_true(text: str, expected: bool | None):
    assert judge().truth(condition(text)) is expected


@pytest.mark.parametrize(
    ("narrow", "wide", "expected"),
    [
        ("A player has at least 9 coins.", "A player has at least 5 coins.", True),
        ("A player has at least 5 coins.", "A player has at least 9 coins.", False),
        ("A player has at least 5 coins.", "A player has at least 5 coins.", True),
        ("A player has exactly 7 coins.", "A player has at least 5 coins.", True),
        ("A player has no coins.", "A player has at most 2 coins.", True),
        ("Each player has at least 5 coins.", "A player has at least 5 coins.", False),  # not understood
        ("Red has at least 5 coins.", "Blue has at least 5 coins.", False),
        ("Red has at least 5 coins, and Blue has no coins.", "Blue has no coins.", True),
        ("Blue has no coins.", "Red has at least 5 coins, and Blue has no coins.", False),
        ("There are at least 4 pebbles in the quarry.", "There are at least 2 pebbles in the quarry.", True),
    ],
)
def test_what_implies_what(narrow: str, wide: str, expected: bool):
    assert judge().implies(condition(narrow), condition(wide)) is expected


def test_equal_conditions_are_equal_whatever_slots_they_use():
    assert condition("A player has at least 9 coins.") == plain(
        ("any", ("players",), 17, ("ge", ("attr", 0, ("local", 17)), ("int", 9)))
    )


@pytest.mark.parametrize("op", ["lt", "le", "gt", "ge", "eq", "ne"])
def test_comparisons_of_bounds_agree_with_those_of_all_values(op: str):
    import operator

    def values(bounds: tuple[int, int]) -> range:
        return range(bounds[0], bounds[1] + 1)

    intervals = [(low, high) for low in range(4) for high in range(low, 4)]
    for a in intervals:
        for b in intervals:
            found = {getattr(operator, op)(x, y) for x in values(a) for y in values(b)}
            assert compare(op, a, b) == (found.pop() if len(found) == 1 else None), (op, a, b)


def findings(folder: Path, old: str, new: str, file: str = "story.yaml") -> list[tuple[str, str]]:
    """Codes and marked text of the pack with a change."""
    root = folder / "two-roads"
    shutil.copytree(PACK, root)
    path = root / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return [(d.code, d.span.text) for d in load_pack(root).diagnostics if d.code != "SAY0382"]


CHANGES = {
    "you, who are nobody": (
        "A player has at least 8 coins.",
        "You have at least 8 coins.",
        [("SAY0651", "You")],
    ),
    "a condition at a time": (
        "There are no pebbles on this waymark.",
        "There are no pebbles on this waymark at the end of a turn.",
        [("SAY0801", "at the end of a turn")],
    ),
    "misspelt target": ("go-to: forest", "go-to: forrest", [("SAY0304", "forrest")]),
    "misspelt beginning": ("begins: departure", "begins: depature", [("SAY0304", "depature")]),
    "misspelt story": ("act: 2B\nsetup", "act: 2B\nnote: x\nsetup", []),
    "card of another story": ("go-to: coast", "go-to: north-gate", [("SAY0304", "north-gate")]),
    "misspelt card that is opened": (
        "opens: [crossroads, milestone]",
        "opens: [crossroads, millstone]",
        [("SAY0304", "millstone")],
    ),
    "no way to a card": ("opens: [crossroads, milestone]", "opens: [crossroads]", [("SAY0380", "milestone")]),
    "an impossible number": (
        "There are no pebbles on this waymark.",
        "There are at least 7 pebbles in the quarry.",
        [("SAY0840", "There are at least 7 pebbles in the quarry.")],
    ),
    "the same condition twice": (
        "There are no pebbles on this waymark.",
        "A player has at least 5 coins.",
        [("SAY0841", "A player has at least 5 coins.")],
    ),
    "a narrower condition behind": (
        "There are no pebbles on this waymark.",
        "A player has at least 3 coins.",
        [("SAY0841", "A player has at least 5 coins.")],
    ),
    "a wrong key of a branch": ("go-to: clearing", "goto: clearing", None),
    "an act that is none": ("act: 2A", "act: second", [("SAY0207", "second")]),
    "a rule in an epilogue": (
        "act: epilogue A\n",
        "act: epilogue A\nrules:\n- Players cannot beg.\n",
        [("SAY0383", "rules")],
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_of_a_story_is_noticed_where_it_was_made(name: str, tmp_path: Path):
    old, new, expected = CHANGES[name]
    found = findings(tmp_path, old, new)
    if expected is None:
        assert found and all(code.startswith("SAY02") for code, _ in found), found
    else:
        assert found == expected


def test_an_amount_that_nothing_changes(tmp_path: Path):
    root = tmp_path / "two-roads"
    shutil.copytree(PACK, root)
    (root / "fame.yaml").write_text(
        "type: vocabulary\nid: fame\nquantities: {honour: {of: player, at-least: 0}}\n", encoding="utf-8"
    )
    path = root / "story.yaml"
    path.write_text(
        path.read_text(encoding="utf-8").replace("at least 8 coins", "at least 8 honours"), encoding="utf-8"
    )
    found = [(d.code, d.message) for d in load_pack(root).diagnostics if d.code != "SAY0382"]
    assert found == [("SAY0842", "nothing in the pack changes `honour`")]


def test_you_on_a_card_of_a_story_is_told_whom_to_name(tmp_path: Path) -> None:
    root = tmp_path / "two-roads"
    shutil.copytree(PACK, root)
    path = root / "story.yaml"
    path.write_text(
        path.read_text(encoding="utf-8").replace("A player has at least 8", "You have at least 8"),
        encoding="utf-8",
    )
    (found,) = (d for d in load_pack(root).diagnostics if d.code == "SAY0651")
    assert found.hint is not None and "also where one plays alone" in found.hint


def test_the_pack_itself_is_clean():
    assert {d.code for d in load_pack(PACK).diagnostics} == {"SAY0382"}


def test_a_story_of_many_ways_is_looked_through_at_once(tmp_path: Path) -> None:
    root = tmp_path / "two-roads"
    shutil.copytree(PACK, root)
    acts = [[f"act-{act}-{side}" for side in "abc"] for act in range(1, 30)]
    cards = []
    for act, (cards_here, goals) in enumerate(zip(acts, [*acts[1:], ["act-1-a"]], strict=True), 1):
        for card in cards_here:
            way = f"{{when: A player has at least {act} coins., go-to: %s}}"
            ways = ", ".join(way % goal for goal in goals)
            cards.append(f"type: road card\nid: {card}\nstory: many\nact: {act}\nbranches: [{ways}]\n")
    story = "type: story\nid: many\nname: Many\nbegins: act-1-a\n"
    kind = next(d.type for d in load_pack(root).value.source.documents if d.root.get("act") is not None)
    text = "\n---\n".join([story, *cards]).replace("road card", kind)
    (root / "many.yaml").write_text(text, encoding="utf-8")
    found = [d for d in load_pack(root).diagnostics if d.code == "SAY0382" and "act-1-a" in d.message]
    assert len(found) == 3  # one for each card that leads back, of all the ways there are to it
