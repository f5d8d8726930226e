"""Coverage, dropped and changed sentences, trace: each on a pack of which we know what is missing."""

import json
from pathlib import Path

import pytest

from tests.prove.conftest import PACKS
from toolkit.compile.pack import Pack, changed_pack, load_pack
from toolkit.language.printing.english import print_english
from toolkit.prove.coverage import judge, seen_in_examples, seen_in_games
from toolkit.prove.probe import BOTH, Seen
from toolkit.prove.record import INVALID, Record
from toolkit.prove.variants import Bench, drops, judge_all, mutants, notices


def pack_of(folder):
    return load_pack(folder).unwrap()


# --- Coverage -----------------------------------------------------------------------------------------------


def seen(pack, games: int) -> Seen:
    total = seen_in_games(pack, games)
    for each in seen_in_examples(pack).values():
        total.add(each)
    return total


def test_games_execute_every_sentence_of_a_whole_game():
    pack = pack_of(PACKS / "tic-tac-toe")
    coverage = judge(pack, seen(pack, 20))
    assert [(line.sentence.text, line.missing) for line in coverage.missing] == []


def test_what_never_ran_is_listed(starter):
    (starter / "rules" / "more.yaml").write_text(
        "type: verb\nid: burn\nphrase: burn {card}\nsteps:\n  gone: Remove the card from the game.\n"
    )
    pack = pack_of(starter)
    missing = {line.sentence.text: line.missing for line in judge(pack, seen(pack, 4)).missing}
    assert missing["Remove the card from the game."] == "never ran"
    assert "Shuffle the deck." not in missing


def test_a_condition_must_take_both_values(starter):
    rules = starter / "rules" / "game.yaml"
    rules.write_text(rules.read_text().replace("at least 12 points, that", "at least 1200 points, that"))
    pack = pack_of(starter)
    missing = {line.sentence.text: line.missing for line in judge(pack, seen(pack, 4)).missing}
    [said] = [why for text, why in missing.items() if "1200" in text]
    assert said == "its condition was never true"


def test_who_may_must_have_done_it_and_not_done_it_whether_or_not_it_was_ever_impossible():
    pack = pack_of(PACKS / "dice")
    [line] = [line for line in judge(pack, seen(pack, 10)).lines if line.sentence.text.startswith("You may")]
    assert line.conditions == (BOTH,)


def test_each_sentence_of_a_formula_counts_for_itself(starter):
    cards = starter / "cards" / "cards.yaml"
    cards.write_text(
        cards.read_text().replace(
            "Score 1 point.", "Score 1 point. Score 9 points if you have at least 500 points."
        )
    )
    pack = pack_of(starter)
    missing = {line.sentence.text: line.missing for line in judge(pack, seen(pack, 4)).missing}
    assert missing == {
        "Score 9 points if you have at least 500 points.": "its condition was never true",
        **{text: why for text, why in missing.items() if "500" not in text},
    }


def test_the_probe_plays_the_same_games():
    from toolkit.play.game import Rig
    from toolkit.prove.probe import Probe

    pack = pack_of(PACKS / "dice")
    compiled = pack.compiled().value
    ends = []
    for rig in (Rig(pack, compiled), Rig(pack, compiled, Probe)):
        state = rig.machine.start(3, log=True)
        for _ in range(30):
            if rig.machine.advance(state) is not None:
                rig.machine.choose(state, 0)
        ends.append(state.digest())
    assert ends[0] == ends[1]


def test_coverage_command(sayso, starter):
    run = sayso("coverage", starter, "--games", 5, "--format", "json")
    data = json.loads(run.out)
    assert data["executed"] == data["sentences"]
    assert sayso("coverage", starter, "--games", 5).status == 0


# --- Drop ---------------------------------------------------------------------------------------------------


def verdicts(folder, what, **rest):
    found, every = judge_all(Path(folder), (), what, **rest)
    assert len(found) == every
    return found


def test_dropped_sentences_are_noticed_or_survive(starter):
    by_text = {v.variant.text: v for v in verdicts(starter, "drops")}
    assert by_text["Gain points equal to the score of the card."].noticed
    assert by_text["Score 1 point for each card in your row."].noticed == "stack"
    assert by_text["Shuffle the deck."].survives


def test_a_reason_excuses_a_survivor_and_shrinks_by_itself(sayso, starter):
    survivors = [v.variant.text for v in verdicts(starter, "drops") if v.survives]
    kept = "type: survivors\nid: drop\nkept:\n" + "".join(
        f"- {{text: {text!r}, why: not shown}}\n" for text in survivors
    )
    path = starter / "drop-survivors.yaml"
    path.write_text(kept)
    run = sayso("test", starter, "--drop")
    assert run.status == 0, run.all
    path.write_text(kept + "- {text: Score 1 point., why: it is noticed}\n")
    run = sayso("test", starter, "--drop")
    assert run.status == 1
    assert "needs no reason any more: Score 1 point." in run.out


def test_survivors_without_a_reason_are_findings(sayso, starter):
    run = sayso("test", starter, "--drop", "--format", "json")
    assert run.status == 1
    data = json.loads(run.out)
    assert data["noticed"] + data["explained"] + data["unexplained"] == data["judged"] == data["variants"]


def test_the_verdicts_are_the_same_for_two_processes(starter):
    folder = starter.resolve()
    assert verdicts(folder, "drops") == verdicts(folder, "drops", jobs=2)


def test_a_line_of_a_choice_is_dropped_for_itself():
    texts = [variant.text for variant in drops(pack_of(PACKS / "ranking"))]
    assert "Gain 1 vote." not in texts  # a choice of one is none
    assert any(text.startswith("Choose one") for text in texts)


# --- Mutations ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["tic-tac-toe", "dice", "replacement-optional", "more-robots"])
def test_every_mutant_is_a_sentence_that_says_something_else(name):
    from tests.hygiene.project import ROOT

    pack = load_pack(PACKS / name, (ROOT / "content", PACKS)).unwrap()
    made = mutants(pack)
    assert made
    for variant in made:
        assert variant.tree != pack.trees[variant.item]
        assert print_english(variant.tree, pack.vocabulary) != print_english(
            pack.trees[variant.item], pack.vocabulary
        )


def test_the_examples_of_the_starter_notice_changed_scores(starter):
    found = {(v.variant.text, v.variant.kind): v for v in verdicts(starter, "mutants")}
    assert found["Score 1 point.", "1 → 2"].noticed == "pebble"
    assert found["The player with the most points wins the game.", "most → fewest"].survives


@pytest.mark.parametrize("name", ["dice", "hidden-hand"])
def test_compiling_what_changed_is_compiling_everything(name):
    """A game that is compiled again and one compiled from the changed trees are noticed by the same examples."""
    pack = pack_of(PACKS / name)
    bench = Bench(pack)
    for variant in [*bench.drops, *bench.mutants][::5]:
        patch = changed_pack(pack, variant.item, variant.tree)
        whole = Pack(pack.source, patch.trees)
        assert bool(patch.compiled().errors) == bool(whole.compiled().errors), variant
        if not whole.compiled().errors:
            found, expected = (
                [notices(each, example) for example in bench.holding] for each in (patch, whole)
            )
            assert found == expected, variant


def test_kinds_of_mutation():
    kinds = {variant.kind for variant in mutants(pack_of(PACKS / "dice"))}
    assert {"without may", "7 → 8", "at least → at most", "most → fewest", "lose → gain"} <= kinds


MODULE = """\
type: rule-module
id: lavish
name: Lavish
rules:
- If a player would lose a point, that player gains a point instead.
"""


def test_a_change_that_is_refused_is_none_in_a_module_that_is_off_either(starter):
    (starter / "rules" / "lavish.yaml").write_text(MODULE)
    by_kind = {v.variant.kind: v for v in verdicts(starter, "mutants") if v.variant.item.options}
    assert by_kind["if → unless"].invalid
    assert by_kind["gain → lose"].survives


def test_a_budget_judges_a_part_and_says_so(starter):
    bench = Bench(pack_of(starter))
    found, every = judge_all(starter, (), "mutants", budget=0.0)
    assert 1 <= len(found) < every == len(bench.mutants)


def test_with_a_record_the_next_budget_goes_on(starter):
    record = Record.read(Path("noticed.json"))
    judged = [judge_all(starter, (), "mutants", budget=0.0, record=record)[0] for _ in range(3)]
    assert len({verdict.variant for some in judged for verdict in some}) == 3
    record.save()
    assert Record.read(Path("noticed.json")) == record


def test_a_record_is_tried_first_and_never_believed(sayso, starter):
    plain = verdicts(starter, "mutants")
    run = sayso("test", starter, "--mutate", "--record", "noticed.json")
    record = Record.read(Path("noticed.json"))
    assert [record.of(v.variant) for v in plain] == [INVALID if v.invalid else v.noticed for v in plain]
    record.rows = dict.fromkeys(record.rows, "stack")
    record.save()
    again = sayso("test", starter, "--mutate", "--record", "noticed.json")
    assert again.out == run.out
    record = Record.read(Path("noticed.json"))
    assert [bool(record.of(v.variant)) for v in plain] == [not v.survives for v in plain]


@pytest.mark.parametrize("text", ["", "[]", '{"noticed by": {"a": 1}}', '{"noticed by": []}'])
def test_what_is_no_record_is_left_alone(sayso, starter, text):
    Path("other.json").write_text(text)
    run = sayso("test", starter, "--mutate", "--record", "other.json")
    assert run.status == 2
    assert "other.json is no record of sayso test." in run.all
    assert Path("other.json").read_text() == text


def test_mutate_command_prints_the_score(sayso, starter):
    run = sayso("test", starter, "--mutate")
    assert run.status == 0
    assert "score " in run.out.splitlines()[-1]


# --- Trace --------------------------------------------------------------------------------------------------

SOURCES = """\
type: sources
id: sources
rules:
  GAME-ONE: {kind: rule, fact: A Pebble is a point.}
  GAME-TWO: {kind: rule, fact: A stack counts.}
  GAME-THREE: {kind: component, fact: There is a box., why: It only holds the rest.}
"""


def test_trace(sayso, starter, golden):
    (starter / "sources.yaml").write_text(SOURCES)
    cards = starter / "cards" / "cards.yaml"
    cards.write_text(
        cards.read_text().replace("score: Score 1 point.", "score: {text: Score 1 point., cites: [GAME-ONE]}")
    )
    run = sayso("trace", starter)
    assert run.status == 1
    golden(Path(__file__).parent / "golden" / "trace.txt", run.out)
    cards.write_text(
        cards.read_text().replace(
            "copies: 8\nscore: Score 1 point for", "copies: 8\ncites: [GAME-TWO]\nscore: Score 1 point for"
        )
    )
    run = sayso("trace", starter, "--format", "json")
    assert run.status == 0, run.out
    one, two, three = json.loads(run.out)["rules"]
    assert one["running"] == ["early-end", "pebble"]
    assert two["examples"] == [] and "stack" in two["running"]
    assert three["missing"] == "no sentence" and three["why"]
