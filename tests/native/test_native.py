"""Compiled modules play as their Python does, and are used only where they are what that Python says."""

import json
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from toolkit import native

ROOT = Path(__file__).resolve().parents[2]

PACKS = sorted(
    path.parent.relative_to(ROOT).as_posix()
    for folder in ("tests/packs", "content")
    for path in (ROOT / folder).glob("*/pack.yaml")
    if path.parent.name != "runaway"
)

LARGE = ["content/cyberpunk-tcg", "content/gangs-of-night-city", "content/sentient"]


def python(*arguments: str, compiled: bool) -> list[str]:
    """What a process says, line by line."""
    environment = {key: value for key, value in os.environ.items() if key != native.VARIABLE}
    if not compiled:
        environment[native.VARIABLE] = "0"
    ran = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-2000:]
    return ran.stdout.splitlines()


@cache
def version() -> str:
    [found] = python("-c", "from toolkit import native; print(native.version())", compiled=True)
    return found


@pytest.fixture
def compiled() -> None:
    """Compiled modules are there; with SAYSO_NATIVE=1 they have to be."""
    if version() != "native":
        assert os.environ.get(native.VARIABLE) != "1", version()
        pytest.skip(f"{version()}: make native")


def same(*arguments: str) -> list[str]:
    """What both say, which is the same; without the line that tells them apart."""
    ours, theirs = python(*arguments, compiled=True), python(*arguments, compiled=False)
    assert (ours[0], theirs[0]) == ("native", f"pure Python: {native.VARIABLE}=0")
    for mine, other in zip(ours[1:], theirs[1:], strict=True):
        assert mine == other
    return ours[1:]


# --- The same games -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("half", [0, 1])
def test_random_games_of_all_packs_are_the_same(half, compiled):
    lines = same("-m", "tests.native.play", "random", "60", "1", *PACKS[half::2])
    assert len(lines) > 10 * len(PACKS[half::2])


@pytest.mark.parametrize("path", LARGE)
def test_long_games_are_the_same(path, compiled):
    assert len(same("-m", "tests.native.play", "random", "400", "7", path)) > 60


@pytest.mark.long
@pytest.mark.parametrize("path", PACKS)
def test_whole_games_are_the_same(path, compiled):
    for seed in range(10):
        same("-m", "tests.native.play", "random", "3000", str(seed), path)


@pytest.mark.parametrize("path", ["tests/packs/tic-tac-toe", "tests/packs/hidden-hand", "content/sentient"])
def test_examples_come_to_the_same(path, compiled):
    ran = [
        json.loads("\n".join(python("-m", "toolkit", "test", path, "--format", "json", compiled=each)))
        for each in (True, False)
    ]
    assert ran[0] == ran[1]


@pytest.mark.parametrize("path, after", [("tests/packs/secret-choice", 2), *((path, 40) for path in LARGE)])
@pytest.mark.parametrize("first", [True, False], ids=["native first", "Python first"])
def test_a_game_that_one_has_begun_the_other_goes_on_with(first, path, after, compiled, tmp_path):
    file = tmp_path / "position.json"
    python("-m", "tests.native.play", "save", str(file), str(after), "3", path, compiled=first)
    lines = same("-m", "tests.native.play", "go-on", str(file), path)
    of_json, of_pickle = lines[1 : len(lines) // 2], lines[len(lines) // 2 + 1 :]
    assert of_json == of_pickle and len(of_json) > 2


# --- When they are used -------------------------------------------------------------------------------------


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The modules that can be compiled, and a record of what they would have been compiled from."""
    for source in (*map(native.source_of, native.MODULES), *native.sources_of_flat()):
        path = tmp_path / Path(source).relative_to(ROOT)
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, path)
    shutil.copy(ROOT / "toolkit" / "native.py", tmp_path / "toolkit" / "native.py")
    (tmp_path / "toolkit" / "_native").mkdir()
    said(tmp_path, "record()")
    return tmp_path


def said(folder: Path, what: str, **environment: str) -> str:
    """`toolkit/native.py` of the folder, alone."""
    code = (
        "import importlib.util, json, sys\n"
        "spec = importlib.util.spec_from_file_location('native', 'toolkit/native.py')\n"
        "native = importlib.util.module_from_spec(spec); spec.loader.exec_module(native)\n"
        "record = lambda: json.dump({'fingerprint': native.fingerprint()}, open(native.RECORD, 'w'))\n"
        f"print({what})"
    )
    kept = {key: value for key, value in os.environ.items() if key != native.VARIABLE}
    ran = subprocess.run(
        [sys.executable, "-I", "-c", code],
        cwd=folder,
        env={**kept, **environment},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()


def test_nothing_is_compiled_without_being_asked_for(copy):
    (copy / "toolkit" / "_native" / "made-from.json").unlink()
    assert said(copy, "native.version()") == "pure Python"


@pytest.mark.parametrize("source", ["machine/library.py", "flat/c/eval.h"])
def test_a_source_that_has_changed_is_run_as_python(source, copy):
    library = copy / "toolkit" / source
    library.write_text(library.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert said(copy, "native.version()") == "pure Python: compiled from other sources or for another Python"


def test_what_does_not_load_is_not_used(copy):
    assert said(copy, "native.version()").startswith("pure Python: what was compiled cannot be loaded: ")


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"fingerprint": 1}'])
def test_a_record_that_says_nothing_is_not_believed(text, copy):
    (copy / "toolkit" / "_native" / "made-from.json").write_text(text, encoding="utf-8")
    assert said(copy, "native.version()").startswith("pure Python: ")


def test_a_variable_turns_them_off(copy):
    assert said(copy, "native.version()", SAYSO_NATIVE="0") == "pure Python: SAYSO_NATIVE=0"


def test_all_of_them_are_compiled_or_none(compiled):
    code = (
        "import importlib, toolkit; from toolkit import native\n"
        "found = [importlib.import_module(name).__file__ for name in native.MODULES]\n"
        "print(*sorted({path.rsplit('.', 1)[-1] for path in found}))"
    )
    assert python("-c", code, compiled=True) in (["so"], ["pyd"])
    assert python("-c", code, compiled=False) == ["py"]
