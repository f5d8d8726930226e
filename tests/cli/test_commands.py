"""validate, test, fmt, schema, explain on real packs, through the command."""

import json
import shutil
import subprocess
import sys
import threading
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from tests.hygiene.project import ROOT
from toolkit.reading.text import STARTS as FIELDS

PACKS = ROOT / "tests" / "packs"
TIC_TAC_TOE = "tests/packs/tic-tac-toe"
HERE = Path(__file__).parent


@pytest.fixture(autouse=True)
def in_the_project(monkeypatch):
    monkeypatch.chdir(ROOT)


@pytest.fixture
def copy(tmp_path):
    """A copy of a pack that may be changed."""

    def make(name="tic-tac-toe"):
        return Path(shutil.copytree(PACKS / name, tmp_path / name))

    return make


def change(path, before, after):
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), encoding="utf-8")


# --- validate -----------------------------------------------------------------------------------------------


def test_a_good_pack_has_no_findings(sayso):
    run = sayso("validate", TIC_TAC_TOE)
    assert (run.status, run.out) == (0, "no findings\n")
    assert "texts read" in run.err


def test_several_packs_at_once(sayso):
    run = sayso("validate", TIC_TAC_TOE, "tests/packs/connect-four")
    assert run.status == 0
    assert "connect-four" in run.err


def test_an_id_is_looked_up_in_packs(sayso):
    assert sayso("validate", "--packs", "tests/packs", "tic-tac-toe").status == 0


def test_a_mistake_is_shown_on_the_authors_line(sayso, copy):
    folder = copy()
    change(folder / "rules" / "game.yaml", "in an empty cell", "in an empty call")
    run = sayso("validate", folder)
    assert run.status == 1
    assert "rules/game.yaml:19:" in run.out
    assert "in an empty call." in run.out
    assert "^^^^" in run.out
    assert run.out.rstrip().endswith("error")


@pytest.mark.parametrize("form", ["concise", "table", "json", "sarif", "github"])
def test_machines_get_a_form_of_their_own(sayso, copy, form):
    folder = copy()
    change(folder / "rules" / "game.yaml", "in an empty cell", "in an empty call")
    run = sayso("validate", folder, "--format", form)
    assert run.status == 1
    if form in ("json", "sarif"):
        data = json.loads(run.out)
        assert data["diagnostics" if form == "json" else "runs"]
    else:
        assert "SAY04" in run.out


def test_quiet_says_nothing_about_a_good_pack(sayso):
    run = sayso("validate", "-q", TIC_TAC_TOE)
    assert (run.status, run.out, run.err) == (0, "", "")


def test_colour_is_there_when_asked_for(sayso, copy):
    folder = copy()
    change(folder / "rules" / "game.yaml", "in an empty cell", "in an empty call")
    assert "\x1b[" in sayso("validate", folder, "--color", "always").out
    assert "\x1b[" not in sayso("validate", folder, "--color", "never").out


def test_a_pack_that_is_extended_is_found_beside(sayso):
    assert sayso("validate", "tests/packs/more-marks", "--packs", "tests/packs").status == 0


# --- test ---------------------------------------------------------------------------------------------------


def test_examples_of_a_good_pack_hold(sayso):
    run = sayso("test", TIC_TAC_TOE)
    assert run.status == 0
    assert "9 examples, all hold" in run.out


def test_examples_are_chosen(sayso):
    run = sayso("test", TIC_TAC_TOE, "-k", "diagonal", "-v", "--modes", "plain")
    assert "holds  diagonal: Three marks on a diagonal win" in run.out
    assert "1 example, all hold" in run.out


def test_an_unknown_mode_is_misuse(sayso):
    run = sayso("test", TIC_TAC_TOE, "--modes", "plane")
    assert run.status == 2
    assert "Did you mean plain?" in run.err


def test_a_failure_shows_everything(sayso, copy, golden):
    folder = copy()
    change(
        folder / "examples" / "turns.yaml",
        "Nought has 4 marks in their supply.",
        "Nought has 3 marks in their supply.",
    )
    run = sayso("test", folder, "--modes", "plain", "-k", "empty-cells")
    assert run.status == 1
    text = run.out.replace(str(folder), "tic-tac-toe").partition("  (0")[0] + "\n"
    golden(HERE / "golden" / "failing_example.txt", text)


def test_a_failure_is_a_diagnostic_for_machines(sayso, copy):
    folder = copy()
    change(
        folder / "examples" / "turns.yaml",
        "Nought has 4 marks in their supply.",
        "Nought has 3 marks in their supply.",
    )
    run = sayso("test", folder, "--format", "json")
    [diagnostic] = json.loads(run.out)["diagnostics"]
    assert diagnostic["code"] == "SAY0901"


# --- fmt ----------------------------------------------------------------------------------------------------


def test_canonical_packs_stay_as_they_are(sayso, copy):
    for name in ("tic-tac-toe", "connect-four"):
        run = sayso("fmt", copy(name), "--check")
        assert (run.status, run.out) == (0, "")


def test_a_sentence_is_reworded_in_place(sayso, copy):
    folder = copy()
    path = folder / "rules" / "game.yaml"
    change(
        path,
        "- When there are no empty cells, the game ends.",
        "- When there are no empty cells, the game ends.   # why not",
    )
    change(path, "each player takes a turn.", "each player take a turn.")
    before = path.read_text()
    assert sayso("fmt", folder, "--check").status == 1
    diff = sayso("fmt", folder, "--diff")
    assert diff.status == 1
    assert "+    In turn order, each player takes a turn." in diff.out
    assert path.read_text() == before
    run = sayso("fmt", folder)
    assert run.status == 0
    assert "1 sentence reworded" in run.out
    assert path.read_text() == before.replace("each player take a turn.", "each player takes a turn.")
    assert sayso("fmt", folder, "--check").status == 0


def test_lines_of_a_choice_in_quotes_stay_lines(sayso, tmp_path):
    folder = tmp_path / "table"
    shutil.copytree(Path(__file__).parents[1] / "compile" / "meaning", folder)
    step = '"Choose one:\\n- Gain 1 coin twice.\\n- Gain 1 point. Gain 1 coin twice."'
    verb = f"type: verb\nid: turn\nphrase: take a turn\nperiod: turn\nsteps:\n  go: {step}\n"
    (folder / "case.yaml").write_text(verb)
    assert sayso("fmt", folder).status == 0
    assert (folder / "case.yaml").read_text() == verb.replace("twice", "2 times")
    assert sayso("validate", folder).status == 0


# --- schema -------------------------------------------------------------------------------------------------


def test_schemas_are_written(sayso, tmp_path):
    run = sayso("schema", TIC_TAC_TOE, "--out", tmp_path / "schemas")
    assert run.status == 0
    names = {path.name for path in (tmp_path / "schemas").iterdir()}
    assert {"all.schema.json", "rules.schema.json", "example.schema.json"} <= names
    assert json.loads((tmp_path / "schemas" / "all.schema.json").read_text())["allOf"]


def test_kinds_of_card_have_schemas(sayso, tmp_path):
    assert sayso("schema", "content/sentient", "--out", tmp_path).status == 0
    assert (tmp_path / "robot.schema.json").is_file()
    assert sayso("schema", "--out", tmp_path / "core").status == 0
    assert not (tmp_path / "core" / "robot.schema.json").exists()


# --- explain ------------------------------------------------------------------------------------------------


EXPLAINED = {
    "effect": ("Place a mark from your supply in an empty cell.", None),
    "trigger": ("When a player has a mark in each cell of a line, that player wins the game.", None),
    "definition": ("A cell is empty if there is no mark in it.", None),
    "condition": ("There are no empty cells.", "condition"),
    "choice": ("Choose one:\n- Place a mark in an empty cell.\n- The game ends.", None),
    "mistake": ("Plase a mark in an empty cell.", None),
    "meaningless": ("Place that mark in an empty cell.", "effect"),
}
WRONG = ("mistake", "meaningless")


@pytest.mark.parametrize("name", EXPLAINED)
def test_a_sentence_is_explained(sayso, golden, name):
    text, field = EXPLAINED[name]
    run = sayso("explain", text, "--pack", TIC_TAC_TOE, *(["--as", field] if field else []))
    assert run.status == int(name in WRONG)
    reading, _, program = run.out.partition("\nProgram\n")
    golden(HERE / "golden" / f"explain_{name}.txt", reading)
    assert bool(program) == ("Understood as" in reading) == (name not in WRONG)


def test_a_sentence_without_a_pack_is_misuse(sayso):
    run = sayso("explain", "Draw a card.")
    assert run.status == 2
    assert "--pack" in run.err


def test_an_unknown_field_is_misuse(sayso):
    run = sayso("explain", "Draw a card.", "--pack", TIC_TAC_TOE, "--as", "efect")
    assert run.status == 2
    assert "Did you mean effect?" in run.err


@pytest.mark.parametrize("field", FIELDS)
def test_nonsense_is_a_finding_in_every_field(sayso, field):
    assert sayso("explain", "Colourless green ideas sleep.", "--pack", TIC_TAC_TOE, "--as", field).status == 1


# --- the plugin ---------------------------------------------------------------------------------------------


def pytest_run(folder, *arguments):
    # An installed sayso brings the plugin by its entry point; naming it again would register it twice.
    named = () if entry_points(group="pytest11", name="sayso") else ("-p", "toolkit.pytest_plugin")
    command = [sys.executable, "-m", "pytest", *named, "-q", "-p", "no:cacheprovider", *arguments]
    return subprocess.run([*command, str(folder)], capture_output=True, text=True, cwd=ROOT, timeout=300)


def test_pytest_collects_each_example_in_each_mode():
    result = pytest_run("tests/packs/tic-tac-toe", "--collect-only", "-m", "")  # also those of `make long`
    assert "examples/endings.yaml::diagonal[plain]" in result.stdout
    assert "examples/endings.yaml::diagonal[replayed]" in result.stdout
    assert "36 tests collected" in result.stdout


def test_pytest_runs_them(copy):
    folder = copy()
    change(
        folder / "examples" / "turns.yaml",
        "Nought has 4 marks in their supply.",
        "Nought has 3 marks in their supply.",
    )
    result = pytest_run(folder, "--sayso-modes", "plain", f"--rootdir={folder}")
    assert "1 failed, 8 passed" in result.stdout
    assert "error[SAY0901]" in result.stdout
    assert "The table then:" in result.stdout
    assert "Traceback" not in result.stdout


def test_pytest_shows_what_is_wrong_with_a_pack(copy):
    folder = copy()
    change(folder / "rules" / "game.yaml", "in an empty cell", "in an empty call")
    result = pytest_run(folder, "--sayso-modes", "plain", f"--rootdir={folder}")
    assert "9 failed" in result.stdout
    # The summary repeats them, whole where CI is set.
    failures, _, _ = result.stdout.partition("short test summary info")
    assert failures.count("error[SAY04") == 1
    assert "in an empty call" in failures


def test_pytest_fails_for_a_file_that_cannot_be_read(copy):
    folder = copy()
    only = folder / "examples" / "only.yaml"
    only.write_text("type: example\nid: 'unclosed\n", encoding="utf-8")
    result = pytest_run(only, "--sayso-modes", "plain", f"--rootdir={folder}")
    assert "1 failed" in result.stdout
    assert "error[SAY01" in result.stdout


def test_watching_checks_again_when_a_file_changes(copy):
    folder = copy()
    command = [sys.executable, "-u", "-m", "toolkit", "validate", str(folder), "--watch"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT
    ) as process:
        patience = threading.Timer(60, process.kill)
        patience.start()
        try:
            assert process.stdout.readline() == "no findings\n"
            change(folder / "rules" / "game.yaml", "in an empty cell", "in an empty call")
            assert "error[" in process.stdout.readline()
        finally:
            patience.cancel()
            process.terminate()
