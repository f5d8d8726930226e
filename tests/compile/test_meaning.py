"""What sentences mean: each case of `meaning.yaml` is a pack of neutral words and one text, run as an example.

`do`: what Red's turn does.  `rules`, `is`: standing rules and definitions.  `given`, `when` (after *Red takes a
turn.*), `then`: as in an example.  `score`: the formula of a prize (*the score of the Cup*).  `documents`: more of
them.  `code`: the text is no program; this is the diagnostic.  `faulty`: the example cannot be read; likewise.
"""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import zip_longest
from pathlib import Path
from zlib import crc32

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


Loaded = tuple[Checked[Pack | None], list[Diagnostic]]
"""A pack, and what is wrong in it."""

A_TURN = "Red takes a turn."
NOTHING = "Gain 0 debts."
TURN = {"type": "verb", "id": "turn", "phrase": "take a turn", "period": "turn"}
CALLS = ("hum", "purr", "bark", "meow", "quack", "chirp", "croak", "neigh")
"""Verbs of cases that share a pack: what a turn does in others."""


def documents(case: dict) -> list[dict]:
    """The documents that a case adds to the table."""
    made: list[dict] = [TURN | {"steps": {"go": case.get("do", NOTHING)}}]
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
        made.append(example(case, tried(0), A_TURN))
    return made


def example(case: dict, id: str, begins: str) -> dict:
    """The example of a case.  `begins`: what Red does in it."""
    made = {"type": "example", "id": id, "name": "Tried", "when": [begins, *case.get("when", ())]}
    return made | {key: case[key] for key in ("given", "then") if key in case}


def calls(orders: Iterable[str]) -> list[dict]:
    """The verbs that do what cases order; those that are left do nothing."""
    steps = zip_longest(CALLS, orders, fillvalue=NOTHING)
    made = ({"type": "verb", "id": call, "phrase": call, "steps": {"go": order}} for call, order in steps)
    return [*documents({}), *made]


def told(case: dict) -> str:
    return str(case.get("do") or case.get("score") or (case.get("rules") or case.get("is"))[0]).replace(
        "\n", " "
    )[:90]


def is_in_sample(made: list[dict]) -> bool:
    """Whether the words of a pack are accounted for in the normal suite: of some, and of all with the newest cases."""
    texts = repr(made)
    return crc32(texts.encode()) % SHARE == 0 or any(
        case.get("do", NEVER) in texts for case in CASES[-NEWEST:]
    )


SHARE, NEWEST, NEVER = 4, 300, "\0"


def of_the_case(item: Item) -> bool:
    return item.text.span().source.name.endswith("case.yaml")


def test_nothing_of_the_table_is_swallowed():
    assert not list(unaccounted(load_pack(HERE / "meaning", ()).value))


@dataclass(eq=False)
class Shared:
    """Cases with one pack.  `orders`: what its calls do; none: all is done in a turn.  `loaded`: see `Packs`."""

    cases: list[dict] = field(default_factory=list)
    orders: list[str] = field(default_factory=list)
    loaded: Loaded | None = None

    def documents(self) -> list[dict]:
        """Of all cases, with an example of each."""
        if not self.orders:
            first, *more = self.cases
            named = [example(case, tried(place), A_TURN) for place, case in enumerate(more, 1)]
            return documents(first) + named
        begins = {order: f"Red {call}s." for order, call in zip(self.orders, CALLS, strict=False)}
        shown = enumerate(self.cases) if "then" in self.cases[0] else ()
        named = [example(case, tried(place), begins[case["do"]]) for place, case in shown]
        return [*calls(self.orders), *named]

    def wrong(self, case: dict, found: Sequence[Diagnostic]) -> list[Diagnostic]:
        """What is wrong in the order of one case."""
        of_call = f"id: {CALLS[self.orders.index(case['do'])]}\n"
        return [d for d in found if of_call in before(d)]


def share_packs() -> None:
    """Say of each case with which it shares a pack: with those that differ in what is given, done and true afterwards;
    what is no matter of turns with some others, and so do orders that are refused.  What has an example that cannot be
    read has its own.
    """
    alike: dict[str, Shared] = {}
    calm, refused = Shared(), Shared()
    for case in CASES:
        if case.keys() == {"do", "code"} and not TURNS.search(case["do"]):
            refused = refused if len(refused.orders) < len(CALLS) else Shared()
            refused.orders.append(case["do"])
            refused.cases.append(case)
            case["shared"] = refused
            continue
        is_calm = case.keys() <= CALM and not TURNS.search(repr(case))
        apart = sorted((key, value) for key, value in case.items() if key not in ("given", "when", "then"))
        said = repr((is_calm, apart))
        if is_calm and said not in alike:
            calm = calm if len(calm.orders) < len(CALLS) else Shared()
            calm.orders.append(case["do"])
            alike[said] = calm
        alone = {"code", "faulty"} & case.keys()
        case["shared"] = Shared() if alone else alike.setdefault(said, Shared())
        case["shared"].cases.append(case)


CALM = {"do", "given", "when", "then"}
TURNS = re.compile(r"\b(turns?|active)\b")
share_packs()


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


@cache
def ground_of_calls(folder: Path) -> Pack:
    """The same, with the verbs of those that share a pack."""
    return written(folder, calls(()), None).unwrap()


class Packs:
    """The packs of cases, each loaded once, and forgotten after the last of its cases."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(HERE / "meaning", folder / "meaning")
        self.left = Counter(case["shared"] for case in CASES)

    def of(self, case: dict) -> tuple[Checked[Pack | None], list[Diagnostic], str]:
        """The pack, what is wrong in it, and the id of the case's example."""
        shared: Shared = case["shared"]
        loaded = shared.loaded = shared.loaded or self.load_one(
            shared.documents(), ground_of_calls if shared.orders else ground, whole="code" in case
        )
        self.left[shared] -= 1
        if not self.left[shared]:
            shared.loaded = None
        if "code" in case and shared.orders:
            found = shared.wrong(case, loaded[1])
            if {d.code for d in found} == {case["code"]}:
                return loaded[0], found, tried(0)
        if loaded[1] and shared.orders:  # of one of the others, or because of them
            return *self.load_one(documents(case), whole="code" in case), tried(0)
        return *loaded, tried(next(place for place, each in enumerate(shared.cases) if each is case))

    def load_one(
        self, made: list[dict], under: Callable[[Path], Pack] = ground, *, whole: bool = False
    ) -> Loaded:
        """The pack with these documents, and what is wrong.  `under`: what was compiled before.  `whole`: all of
        its words are accounted for.
        """
        folder = self.folder / "meaning"
        loaded = written(folder, made, under(folder))
        found = [d for d in loaded.diagnostics if d.is_error]
        return loaded, found or (
            list(unaccounted(loaded.value, of_the_case)) if whole or is_in_sample(made) else []
        )


def before(found: Diagnostic) -> str:
    """What its document says before it."""
    return found.span.source.text[: found.span.start].rpartition("\n---\n")[2]


def tried(place: int) -> str:
    """The id of the example of a case, by its place among those with one pack."""
    return f"tried-{place}" if place else "tried"


@pytest.fixture(scope="module")
def packs(tmp_path_factory) -> Packs:
    return Packs(tmp_path_factory.mktemp("packs"))


@pytest.mark.parametrize("cases", portions(CASES), ids=span_of)
def test_meaning(cases, packs):
    each_of(cases, told, lambda case: holds(case, packs))


@pytest.mark.long
def test_no_word_is_swallowed(tmp_path):
    packs = Packs(tmp_path)
    for case in CASES:
        loaded, found, _ = packs.of(case)
        assert found or "code" in case or not list(unaccounted(loaded.value, of_the_case)), told(case)


def holds(case: dict, packs: Packs) -> None:
    loaded, found, own = packs.of(case)
    errors = [f"{d.code} {d.message} at “{d.span.text}”" for d in found]
    if "code" in case:
        assert {e[:7] for e in errors} == {case["code"]}, errors
        return
    assert not errors
    game = loaded.value.compiled().value
    assert not misshapen(game.ruleset, memory=game.world.memory)
    for each in examples(loaded.value):
        if each.id.startswith("tried") and each.id != own:
            continue
        failure = run(loaded.value, each)
        if "faulty" in case:
            assert failure is not None
            assert failure.diagnostic.code == case["faulty"]
            continue
        assert failure is None, (
            f"{failure.diagnostic.message} at “{failure.diagnostic.span.text}”\n{failure.details}"
        )
