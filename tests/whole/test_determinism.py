"""Same pack, seed and decisions: the same programs, positions, words and end, wherever they are computed."""

import json
import os
import subprocess
import tomllib
from pathlib import Path

import pytest

from tests.whole.playing import PACKS, ROOT, python, trail

SEED = 11
VERSIONS = ("3.12", "3.13", "3.14")
"""Beside the one that runs the tests."""


def test_another_process_with_another_hash_seed_agrees():
    here = {what: trail(what, SEED) for what in PACKS}
    seed = "4711" if os.environ.get("PYTHONHASHSEED") != "4711" else "0"
    assert json.loads(python("trail", str(SEED), *PACKS, PYTHONHASHSEED=seed)) == here
    assert sum(each["decisions"] > 2 for each in here.values()) > len(PACKS) / 2


def test_another_seed_gives_another_game():
    assert trail("content/sentient:3", 1)["trail"] != trail("content/sentient:3", 2)["trail"]


def interpreter(version: str) -> Path | None:
    """A Python of this version: of pyenv, or on the path."""
    found = sorted((Path.home() / ".pyenv" / "versions").glob(f"{version}.*/bin/python{version}"))
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        if (Path(folder) / f"python{version}").is_file():
            found.append(Path(folder) / f"python{version}")
    for path in found:
        if subprocess.run([path, "-c", "pass"], capture_output=True, check=False).returncode == 0:
            return path
    return None


@pytest.mark.long
@pytest.mark.parametrize("version", VERSIONS)
def test_other_versions_of_python_agree(version, tmp_path):
    program = interpreter(version)
    if program is None:
        pytest.skip(f"there is no Python {version} here")
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    subprocess.run([program, "-m", "venv", tmp_path / "venv"], check=True, timeout=300)
    inside = tmp_path / "venv" / "bin" / "python"
    subprocess.run([inside, "-m", "pip", "install", "--quiet", *needed], check=True, timeout=300)
    found = json.loads(python("trail", str(SEED), *PACKS, program=str(inside)))
    assert found == json.loads(python("trail", str(SEED), *PACKS))
