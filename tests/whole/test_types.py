"""Public names are typed as they are: a user's script passes the strict checks, and a mistake in it is found."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import toolkit

SCRIPT = Path(__file__).with_name("user_script.py")
ROOT = Path(__file__).parents[2]
PYRIGHT = shutil.which("pyright") or ROOT / "build/browser/node_modules/.bin/pyright"
MISTAKES = {
    "first(decision.options)": "first(decision.option)",
    "from toolkit import (": "from toolkit import NoSuchName, (",
    "game.choose(0)": "game.choose(None)",
    "assert checked.value is not None and not": "assert not",
    "load_game(game.save())": "load_game(7)",
}


def mypy(script, folder):
    options = ["--strict", "--cache-dir", ROOT / ".mypy_cache" / "user", "--no-error-summary"]
    command = [sys.executable, "-m", "mypy", *options, script]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def pyright(script, folder):
    settings = f'{{"typeCheckingMode": "strict", "extraPaths": ["{ROOT}"], "include": ["{script}"]}}'
    (folder / "pyrightconfig.json").write_text(settings, encoding="utf-8")
    return subprocess.run(
        [PYRIGHT, "--pythonpath", sys.executable], cwd=folder, capture_output=True, text=True
    )


def test_every_public_name_is_there():
    for name in toolkit.__all__:
        assert getattr(toolkit, name) is not None
    assert {*toolkit.__all__} <= {*dir(toolkit)}
    with pytest.raises(ImportError):
        exec("from toolkit import NoSuchName")


def test_the_script_of_a_user_runs():
    done = subprocess.run([sys.executable, SCRIPT], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("True\nFalse\n")


@pytest.mark.parametrize("check", [mypy, pytest.param(pyright, marks=pytest.mark.long)])
def test_type_checkers_accept_it_and_find_each_mistake(check, tmp_path):
    if check is pyright and not Path(PYRIGHT).exists():
        pytest.skip("pyright is not installed: npm install --prefix build/browser pyright")
    said = SCRIPT.read_text(encoding="utf-8")
    script = tmp_path / "script.py"
    script.write_text(said, encoding="utf-8")
    assert (done := check(script, tmp_path)).returncode == 0, done.stdout + done.stderr
    for right, wrong in MISTAKES.items():
        script.write_text(
            re.sub(re.escape(right), wrong.replace("NoSuchName, (", "(\n    NoSuchName,"), said), "utf-8"
        )
        assert check(script, tmp_path).returncode == 1, wrong
