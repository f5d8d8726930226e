"""What sentences mean: each case of `meaning.yaml` is a pack of neutral words and one text, run as an example.

`do`: what Red's turn does.  `rules`, `is`: standing rules and definitions.  `given`, `when` (after *Red takes a
turn.*), `then`: as in an example.  `score`: the formula of a prize (*the score of the Cup*).  `documents`: more of
them.  `code`: the text is no program; this is the diagnostic.  `faulty`: the example cannot be read; likewise.
"""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import pytest

from tests import fast_yaml as yaml
from tests.portions import each_of, portions, span_of
from toolkit.compile.pack import Pack, load_pack
from toolkit.pack.source import Item
from toolkit.play.example import examples, run
from toolkit.program.shapes import misshapen
from toolkit.prove.account import unaccounted
from toolkit.report.diagnostic import Checked, Diagnostic

HERE = Path(__file__).resolve().parent
CASES = yaml.safe_load((HERE / "meaning.yaml").read_text(encoding="utf-8"))


def documents(case: dict) -> list[dict]:
    """The documents that a case adds to the table."""
    made: list[dict] = [
        {
            "type": "verb",
            "id": "turn",
            "phrase": "take a turn",
            "period": "turn",
            "steps": {"go": case.get("do", "Gain 0 debts.")},
        }
    ]
    if "rules" in case:
        made.append(
            {"type": "rules", "id": "tried", "rules": case["rules"], "layer": case.get("layer", "base")}
        )
    if "strong" in case:
        made.append({"type": "rules", "id": "strong", "rules": case["strong"], "layer": "card"})
    made += case.get("documents", ())
    if "score" in case:
        made.append(
            {
                "type": "vocabulary",
                "id": "prizes",
                "kinds": {"prize": {"documents": True, "starts": "bowl", "sentences": {"score": "formula"}}},
            }
        )
        made.append({"type": "prize", "id": "cup", "name": "Cup", "score": case["score"]})
    if "is" in case:
        made.append({"type": "definitions", "id": "tried-words", "is": case["is"]})
    if "then" in case:
        example = {
            "type": "example",
            "id": "tried",
            "name": "Tried",
            "when": ["Red takes a turn.", *case.get("when", ())],
            "then": case["then"],
        }
        made.append(example | ({"given": case["given"]} if "given" in case else {}))
    return made


def told(case: dict) -> str:
    return str(case.get("do") or case.get("score") or (case.get("rules") or case.get("is"))[0]).replace(
        "\n", " "
    )[:90]


def of_the_case(item: Item) -> bool:
    return item.text.span().source.name.endswith("case.yaml")


def test_nothing_of_the_table_is_swallowed():
    assert not list(unaccounted(load_pack(HERE / "meaning", ()).value))


def apart_from_examples(case: dict) -> str:
    """What the pack of a case says.  Cases that differ in what is given, done and true afterwards have one pack."""
    return repr([each for each in documents(case) if each["type"] != "example"])


FIRST: dict[str, int] = {}
"""Of the cases with one pack the first; one that is refused, or whose example cannot be read, has a pack of its own."""
ALIKE: dict[int, list[dict]] = {}
for _number, _case in enumerate(CASES):
    _alone = {"code", "faulty"} & _case.keys() or any(
        d["type"] == "example" for d in _case.get("documents", ())
    )
    _first = _number if _alone else FIRST.setdefault(apart_from_examples(_case), _number)
    ALIKE.setdefault(_first, []).append(_case)
    _case["alike"] = _first


class Packs:
    """The packs of cases, each loaded once, and forgotten after the last of its cases."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(HERE / "meaning", folder / "meaning")
        self.loaded: dict[int, tuple[Checked[Pack | None], list[Diagnostic]]] = {}
        self.waiting = {number: len(cases) for number, cases in ALIKE.items()}

    def of(self, case: dict) -> tuple[Checked[Pack | None], list[Diagnostic]]:
        """The pack, and what is wrong in it."""
        number = case["alike"]
        if number not in self.loaded:
            self.loaded[number] = self.load(number)
        self.waiting[number] -= 1
        return self.loaded[number] if self.waiting[number] > 0 else self.loaded.pop(number)

    def load(self, number: int) -> tuple[Checked[Pack | None], list[Diagnostic]]:
        first, *more = ALIKE[number]
        made = documents(first)
        for place, other in enumerate(more, 1):
            made += [each | {"id": tried(place)} for each in documents(other) if each["type"] == "example"]
        return self.load_one(made)

    def load_one(self, made: list[dict]) -> tuple[Checked[Pack | None], list[Diagnostic]]:
        """The pack with these documents, and what is wrong in them."""
        folder = self.folder / "meaning"
        loaded = written(folder, made, ground(folder))
        found = [d for d in loaded.diagnostics if d.is_error]
        return loaded, found or list(unaccounted(loaded.value, of_the_case))


def written(folder: Path, made: list[dict], before: Pack | None) -> Checked[Pack | None]:
    """The pack in a folder, which is the same for all, with these documents."""
    text = yaml.safe_dump_all(made, allow_unicode=True, width=1000)
    case = folder / "case.yaml"
    case.unlink(missing_ok=True)  # some file systems wait for the disk where a file is written over
    case.write_text(text, encoding="utf-8")
    return load_pack(folder, (), before=before)


@cache
def ground(folder: Path) -> Pack:
    """What stands on the table, compiled once: a case adds its texts to it."""
    return written(folder, documents({}), None).unwrap()


def tried(place: int) -> str:
    """The id of the example of a case, by its place among those with one pack."""
    return f"tried-{place}" if place else "tried"


@pytest.fixture(scope="module")
def packs(tmp_path_factory) -> Packs:
    return Packs(tmp_path_factory.mktemp("packs"))


@pytest.mark.parametrize("cases", portions(CASES), ids=span_of)
def test_meaning(cases, packs):
    each_of(cases, told, lambda case: holds(case, packs))


def holds(case: dict, packs: Packs) -> None:
    loaded, found = packs.of(case)
    errors = [f"{d.code} {d.message} at “{d.span.text}”" for d in found]
    if "code" in case:
        assert {e[:7] for e in errors} == {case["code"]}, errors
        return
    assert not errors
    game = loaded.value.compiled().value
    assert not misshapen(game.ruleset, memory=game.world.memory)
    own = tried(next(place for place, each in enumerate(ALIKE[case["alike"]]) if each is case))
    for example in examples(loaded.value):
        if example.id.startswith("tried") and example.id != own:
            continue
        failure = run(loaded.value, example)
        if "faulty" in case:
            assert failure is not None
            assert failure.diagnostic.code == case["faulty"]
            continue
        assert failure is None, (
            f"{failure.diagnostic.message} at “{failure.diagnostic.span.text}”\n{failure.details}"
        )
