"""The designers' test bed as a ratchet: no new text is accepted and wrong, and none is lost at the first try.

Every twelfth text is tried in the normal suite, all of them in the long one.
"""

from functools import cache

import pytest

from tests import fast_yaml as yaml
from tests.designers import bed

SAMPLE = 12
"""Every so many-th text is tried in the normal suite."""

WRONG = {
    (entry["kind"], entry["id"]): entry["reason"]
    for entry in yaml.safe_load(bed.WRONG.read_text(encoding="utf-8"))
}
FLOOR = yaml.safe_load(bed.RATCHET.read_text(encoding="utf-8"))


@cache
def found(kind: str, step: int) -> list[bed.Outcome]:
    return bed.outcomes(kind, bed.texts_of(kind)[::step])


def steps() -> list:
    return [
        pytest.param(SAMPLE, id="sample"),
        pytest.param(1, id="all", marks=pytest.mark.long),
    ]


@pytest.mark.parametrize("step", steps())
@pytest.mark.parametrize("kind", bed.kinds())
def test_examples_can_be_read(kind: str, step: int) -> None:
    faulty = [each.text.id for each in found(kind, step) if each.last.verdict == "faulty"]
    assert not faulty, bed.listing(found(kind, step))


@pytest.mark.parametrize("step", steps())
@pytest.mark.parametrize("kind", bed.kinds())
def test_what_is_accepted_is_right(kind: str, step: int) -> None:
    outcomes = found(kind, step)
    wrong = {each.text.id for each in outcomes if each.last.verdict == "wrong"}
    listed = {each.text.id for each in outcomes if (kind, each.text.id) in WRONG}
    new = [each for each in outcomes if each.text.id in wrong - listed]
    assert not new, bed.listing(new)
    assert not listed - wrong, f"mended: take {', '.join(sorted(listed - wrong))} out of wrong.yaml"


@pytest.mark.parametrize("step", steps())
@pytest.mark.parametrize("kind", bed.kinds())
def test_as_many_are_right_at_the_first_try(kind: str, step: int) -> None:
    outcomes = found(kind, step)
    floor = {each.text.id for each in outcomes if each.text.id in FLOOR[kind]}
    right = {each.text.id for each in outcomes if each.right_within(1)}
    lost = [each for each in outcomes if each.text.id in floor - right]
    assert len(right) >= len(floor), bed.listing(lost)


def test_the_lists_speak_of_texts() -> None:
    known = {(kind, text.id) for kind in bed.kinds() for text in bed.texts_of(kind)}
    assert set(WRONG) <= known
    assert {(kind, id) for kind, ids in FLOOR.items() for id in ids} <= known
    assert all(len(reason) > 10 for reason in WRONG.values())


@pytest.mark.long
@pytest.mark.parametrize("kind", bed.kinds())
def test_the_examples_tell_right_from_misread(kind: str) -> None:
    with bed.bench(kind) as made:
        unproved = {text.id: made.unproved(text) for text in bed.texts_of(kind)}
    assert not {id: why for id, why in unproved.items() if why}
