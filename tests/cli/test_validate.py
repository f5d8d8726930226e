"""`sayso validate`: everything that is wrong at once, and what it says when the tool itself fails (SAY0890)."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from toolkit.report.internal import TRACEBACK

BASE = Path(__file__).parents[1] / "diagnostics" / "base"

SAMPLE = """type: rules
id: sample
rules:
- Players cannot draw crads.
- Each player draws a card.
---
type: example
id: first
name: First
given:
- There are 2 cards in the cup.
then:
- The power of the cup is at least 2.
"""


@pytest.fixture
def pack(tmp_path):
    shutil.copytree(BASE, tmp_path / "base")
    (tmp_path / "base" / "rules" / "sample.yaml").write_text(SAMPLE)
    return tmp_path / "base"


def test_what_cannot_be_read_hides_nothing_that_cannot_be_done(sayso, pack):
    run = sayso("validate", pack)
    assert run.status == 1
    assert re.findall(r"^error\[(SAY\d+)\]", run.out, re.M) == ["SAY0401", "SAY0832", "SAY0753"]


def test_a_word_whose_definition_fails_has_no_echo_in_examples(sayso, pack):
    rules = pack / "rules" / "base.yaml"
    rules.write_text(rules.read_text().replace("if its power is", "if its pover is"))
    (pack / "rules" / "sample.yaml").write_text(
        SAMPLE.replace("The power of the cup is at least 2", "A card is strong")
    )
    run = sayso("validate", pack)
    assert re.findall(r"^error\[(SAY\d+)\]", run.out, re.M) == ["SAY0401", "SAY0401", "SAY0832"]


def test_a_failure_of_the_tool_names_the_sentence_and_loses_nothing(sayso, pack, tmp_path, monkeypatch):
    from toolkit.compile.rules import rule

    def fails(*arguments):
        raise KeyError("bug")

    monkeypatch.setattr(rule, "skip", fails)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    sample = pack / "rules" / "sample.yaml"
    sample.write_text(SAMPLE.replace("- Each", "- Skip the action step of each turn.\n- Each"))
    run = sayso("validate", pack)
    assert run.status == 1
    found = re.findall(r"^error\[(SAY\d+)\].*\n +--> .*?/(\S+)", run.out, re.M)
    codes = [code for code, _ in found]
    assert "SAY0890" in codes and "SAY0401" in codes and "SAY0832" in codes
    assert "Skip the action step" in run.out
    [report] = tmp_path.glob("sayso-crash-*.txt")
    assert "KeyError: 'bug'" in report.read_text() and str(report) in run.err


def test_whoever_mends_the_tool_sees_the_traceback(pack, monkeypatch):
    from toolkit.compile.pack import load_pack
    from toolkit.compile.rules import rule

    def fails(*arguments):
        raise KeyError("bug")

    monkeypatch.setattr(rule, "skip", fails)
    monkeypatch.setenv(TRACEBACK, "1")
    sample = pack / "rules" / "sample.yaml"
    sample.write_text("type: rules\nid: sample\nrules:\n- Skip the action step of each turn.\n")
    with pytest.raises(KeyError):
        load_pack(pack)


def test_fmt_leaves_a_text_alone_that_would_be_read_in_another_way(sayso, pack):
    sample = pack / "rules" / "sample.yaml"
    text = '"The first player chooses one:\\n- Draw a card.\\n- Gain 1 coin."'
    sample.write_text(f'type: verb\nid: sample\nphrase: "train {{card}}"\nsteps:\n  one: {text}\n')
    assert sayso("fmt", pack).status == 0
    assert text in sample.read_text()


def test_a_sentence_that_does_nothing_is_a_warning_and_no_error(sayso, pack):
    (pack / "rules" / "sample.yaml").write_text(
        "type: procedure\nid: game\nsteps:\n  first: Each player takes a turn.\n---\n"
        "type: rules\nid: sample\nrules:\n- A player with at least 3 coins can draw cards.\n"
    )
    run = sayso("validate", pack)
    assert "SAY0847" in run.out
    assert run.status == 0


def test_what_an_option_brings_is_checked_while_it_is_off(sayso, pack):
    manifest = pack / "pack.yaml"
    manifest.write_text(manifest.read_text() + "options: {late: {name: Late, default: false}}\n")
    (pack / "rules" / "sample.yaml").write_text(
        "type: rule-module\nid: late\nname: Late\noption: late\nrules:\n- Each player draws a card.\n"
    )
    run = sayso("validate", pack)
    assert re.findall(r"^error\[(SAY\d+)\]", run.out, re.M) == ["SAY0832"]
