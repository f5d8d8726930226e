"""Words that make no difference are reported, also the second time; a sentence that is fine is not looked at again."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from toolkit.compile.pack import load_pack
from toolkit.prove import account
from toolkit.prove.account import changes, unaccounted
from toolkit.prove.alone import Alone

PACKS = Path(__file__).resolve().parents[1] / "packs"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return shutil.copytree(PACKS / "state-trigger", tmp_path / "state-trigger")


def found(folder: Path) -> list[str]:
    pack = load_pack(folder, (PACKS,)).unwrap()
    assert pack is not None
    return [f"{each.code} {each.message}" for each in unaccounted(pack)]


def test_a_pack_whose_words_all_count(folder):
    assert found(folder) == []


def test_a_word_that_does_not_count_is_reported_each_time(folder, tmp_path):
    folder = shutil.copytree(PACKS.parent / "compile" / "meaning", tmp_path / "meaning")
    (folder / "more.yaml").write_text(
        "type: rules\nid: more\nrules:\n"
        "- When a player gains a point, that player gains 1 coin for each cat they secretly have.\n"
        "---\ntype: verb\nid: turn\nphrase: take a turn\nperiod: turn\nsteps: {go: Gain 1 coin.}\n",
        encoding="utf-8",
    )
    first = found(folder)
    assert {each[:7] for each in first} == {"SAY0816"}
    assert found(folder) == first


def test_so_is_one_in_a_step_among_others(folder, tmp_path):
    folder = shutil.copytree(PACKS.parent / "compile" / "meaning", tmp_path / "meaning")
    (folder / "more.yaml").write_text(
        "type: verb\nid: turn\nphrase: take a turn\nperiod: turn\nsteps:\n"
        "  first: Gain 1 coin.\n"
        "  second: Each player gains 1 coin for each cat they secretly have.\n"
        "  third: Gain 1 point.\n",
        encoding="utf-8",
    )
    assert [each[:7] for each in found(folder)] == ["SAY0816"]


def test_what_is_fine_is_not_compiled_again(folder, monkeypatch):
    assert found(folder) == []
    monkeypatch.setattr(account, "Alone", None)  # whoever looks again has nothing to look with
    assert found(folder) == []


def test_a_damaged_memory_costs_only_time(folder, tmp_path):
    assert found(folder) == []
    for file in (tmp_path / "cache").rglob("*.json"):
        file.write_text("[1, {", encoding="utf-8")
    assert found(folder) == []


TURN = "---\ntype: verb\nid: turn\nphrase: take a turn\nperiod: turn\nsteps: {go: Gain 1 coin.}\n"

CARDS = """\
type: vocabulary
id: more
kinds: {{token: {{documents: true, sentences: {{text: rules}}}}}}
---
type: token
id: one
name: One
text: "{one}"
---
type: token
id: two
name: Two
text: "{two}"
"""

FINE = "When you gain a point, gain 1 coin."
IDLE = "When you gain a point, gain 1 coin for each cat you secretly have."


@pytest.fixture
def meaning(tmp_path, monkeypatch):
    """Writes documents beside a pack that has many words; its folder."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = shutil.copytree(PACKS.parent / "compile" / "meaning", tmp_path / "meaning")

    def written(text: str) -> Path:
        (folder / "more.yaml").write_text(text + TURN, encoding="utf-8")
        return folder

    return written


@pytest.mark.parametrize(
    ("two", "again"), [(FINE, False), ("When you gain a point, gain 2 coins.", True)], ids=["same", "other"]
)
def test_a_text_that_stands_on_two_cards_is_looked_at_once(meaning, monkeypatch, two, again):
    seen = []
    true = account.swallowed
    monkeypatch.setattr(
        account, "swallowed", lambda alone, item, tree: seen.append(item.document) or true(alone, item, tree)
    )
    assert found(meaning(CARDS.format(one=FINE, two=two))) == []
    assert "one" in seen and ("two" in seen) == again


def test_a_word_that_does_not_count_is_told_on_each_card(meaning):
    text = CARDS.format(one=IDLE, two=IDLE)
    pack = load_pack(meaning(text), (PACKS,)).unwrap()
    assert pack is not None
    lines = {each.span.position[0] for each in unaccounted(pack)}
    assert lines == {number for number, line in enumerate(text.splitlines(), 1) if IDLE in line}


def test_what_a_step_says_may_depend_on_the_step_before_it(meaning):
    """The same words in the steps of two verbs are two texts."""
    verbs = (
        f"type: verb\nid: {name}\nphrase: {name}\nsteps: {{go: Gain 1 coin.}}\n" for name in ("hop", "sing")
    )
    pack = load_pack(meaning("---\n".join(verbs)), (PACKS,)).unwrap()
    assert pack is not None
    accounted = account.Accounted(pack)
    keys = {accounted.key(item) for item in pack.trees if item.document in ("hop", "sing")}
    assert len(keys) == 2


@pytest.mark.parametrize(
    ("more", "codes"), [("", set()), (" for each cat they secretly have", {"SAY0816"})], ids=["same", "idle"]
)
def test_the_same_words_again_are_not_too_many(meaning, more, codes):
    text = (
        "type: vocabulary\nid: who\nnouns: [champion]\n"
        "---\ntype: definitions\nid: who\nis: [The champion is the player with the most coins.]\n"
        "---\ntype: verb\nid: walk\nphrase: take a walk\nsteps:\n"
        "  one: Put a bead from the bowl in the yard of the player to the left of the champion.\n"
        "  two: In clockwise order, starting with the player to the left of the champion, "
        f"each player gains 1 point{more}.\n"
    )
    assert {each[:7] for each in found(meaning(text))} == codes


def test_what_the_steps_of_a_verb_do_is_no_part_of_its_word(meaning, monkeypatch):
    """Other sentences are not looked at again, unless it changes what is known of the verb."""
    seen = []
    true = account.swallowed
    monkeypatch.setattr(
        account, "swallowed", lambda alone, item, tree: seen.append(item.document) or true(alone, item, tree)
    )
    verb = "type: verb\nid: hop\nphrase: hop\nsteps: {{go: {steps}}}\n---\n"
    card = CARDS.format(one="When you hop, gain 1 coin.", two=FINE)
    looked_at = []
    for steps in ("Gain 1 coin.", "Gain 2 coins.", "Gain 2 coins. Players cannot hop this turn."):
        seen.clear()
        assert found(meaning(verb.format(steps=steps) + card)) == []
        looked_at.append({"hop", "one"} & {*seen})
    assert looked_at == [{"hop", "one"}, {"hop"}, {"hop", "one"}]


def test_steps_are_looked_at_one_by_one_as_all_together():
    """What is found of one step, beside those that were compiled before, is found of the whole verb, too."""
    pack = load_pack(PACKS.parents[1] / "content/cyberpunk-tcg").unwrap()
    assert pack is not None
    alone, looked_at = Alone(pack), 0
    for item, tree in pack.trees.items():
        if item.field != "steps" or len(alone.steps[item.anchor]) < 2:
            continue
        was = alone.program(item, tree)
        others = [tree, replace(tree, sentences=tree.sentences[:-1]), *(each.tree for each in changes(tree))]
        same = [alone.program(item, other) == was for other in others]
        assert list(alone.alike(item, tree, others)) == same
        looked_at += len(others)
    assert looked_at > 100
