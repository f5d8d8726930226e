"""What is done is heard: of an order of the meaning cases, *When a player does that, …* acts exactly if *If you do, …*
after the order does.

A rule that can never act is accepted like any other, and no example of another sentence shows it.  The words of the
order itself, said as an event, are the example that must.
"""

from __future__ import annotations

import re

import pytest

from tests.compile.test_meaning import CASES, Packs, documents
from toolkit.play.example import examples, run

pytestmark = pytest.mark.long

ORDER = re.compile(
    r"(Put|Pay|Lose|Gain|Swap|Draw|Send|Pat|Make|Take|Move|Raise|Lower|Remove|Shuffle|Cast) ([^.]*)\.?$"
)
ECHO = {"type": "vocabulary", "id": "echoes", "quantities": {"echo": {"of": "player"}}}
SECOND = (("yours", "theirs"), ("your", "their"), ("you", "they"))
ELSE = ("would", "Whenever", "extra")
"""In another rule of a case: something else is done than what was ordered, or more of it."""
TIE = "of several that tie one is chosen, and none of them is the highest"
APART = {
    "Put the highest stone from the quarry in the park": TIE,
    "Put the highest stone from the park in the pond": TIE,
    "Put the highest stone in the park in the pond": TIE,
    "Put the lowest stone in the park in the pond": TIE,
    "Put the stone with the highest size in the park in the pond": TIE,
    "Pay up": "its steps do nothing, and yet it was done",
    "Gain 0 debts": "so much was gained, and nobody waits for nothing",
}
ORDERS = sorted(
    number
    for number, case in enumerate(CASES)
    if not {"code", "faulty"} & case.keys()
    and "then" in case
    and ORDER.match(str(case.get("do", "")))
    and str(case["do"]).rstrip(".") not in APART
    and not any(word in rule for rule in case.get("rules", ()) for word in ELSE)
)


@pytest.fixture(scope="module")
def packs(tmp_path_factory) -> Packs:
    return Packs(tmp_path_factory.mktemp("packs"))


def as_event(order: str) -> str:
    """*Put your cat in the park* as *puts their cat in the park*."""
    verb, rest = ORDER.match(order).groups()
    for second, third in SECOND:
        rest = re.sub(rf"\b{second}\b", third, rest)
    return f"{verb.lower()}s {rest}"


def echoed(case: dict, packs: Packs) -> bool | None:
    """Whether Red has gained an echo after the example; None: the text is refused, or the example asks otherwise."""
    made = {**case, "documents": [*case.get("documents", ()), ECHO], "then": ["Red has 0 echo."]}
    loaded, found = packs.load_one(documents(made))
    if found:
        return None
    [failure] = [run(loaded.value, each) for each in examples(loaded.value) if each.id == "tried"]
    if failure is None:
        return False
    return True if "echo" in failure.diagnostic.span.text else None


@pytest.mark.parametrize("number", ORDERS, ids=lambda number: f"{number} {CASES[number]['do']}"[:80])
def test_it_is_heard(number, packs):
    case = CASES[number]
    order = str(case["do"]).rstrip(".")
    event = f"When a player {as_event(order)}, they gain 1 echo."
    heard = echoed({**case, "rules": [*case.get("rules", ()), event]}, packs)
    done = echoed({**case, "do": f"{order}. If you do, gain 1 echo."}, packs)
    if heard is not None and done is not None:
        assert heard == done, event
