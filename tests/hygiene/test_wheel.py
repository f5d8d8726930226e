"""A wheel alone, in an empty folder, validates and plays a bundled pack; it is built to the same bytes anywhere."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.hygiene.project import ROOT, need, python, run
from toolkit.resources import FOLDERS

pytestmark = pytest.mark.long

PACK = "sentient"
DATA = {".md", ".json", ".lark", ".yaml"}


def build(source: Path, to: Path) -> dict[str, bytes]:
    """Builds a source archive of the project in a folder, and a wheel out of that; the files that were made."""
    pytest.importorskip("build")
    result = python("-m", "build", "--no-isolation", "--outdir", str(to), cwd=source,
                    env={"SOURCE_DATE_EPOCH": "1700000000"})  # fmt: skip
    assert result.returncode == 0, result.stdout + result.stderr
    return {path.name: path.read_bytes() for path in to.iterdir()}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    return next(folder / name for name in build(ROOT, folder) if name.endswith(".whl"))


@pytest.fixture(scope="module")
def sayso(wheel, tmp_path_factory):
    """Runs the installed command in an empty folder, with nothing of the checkout on its path."""
    home = tmp_path_factory.mktemp("installed")
    subprocess.run([sys.executable, "-m", "venv", home / "venv"], check=True, timeout=300)
    bin_folder = home / "venv" / ("Scripts" if os.name == "nt" else "bin")
    result = run([bin_folder / "python", "-m", "pip", "install", "--quiet", wheel], cwd=home)
    assert result.returncode == 0, result.stderr
    empty = home / "empty"
    empty.mkdir()

    def call(*arguments: str):
        result = run(
            [bin_folder / "sayso", *arguments], cwd=empty, env={"PYTHONPATH": ""}, stdin=subprocess.DEVNULL
        )
        assert result.returncode == 0, result.stdout + result.stderr
        assert "Traceback" not in result.stderr
        return result.stdout

    return call


def test_the_wheel_holds_every_data_file(wheel):
    tracked = run(["git", "ls-files", "toolkit", *FOLDERS]).stdout.split("\n")
    if not any(tracked):
        pytest.skip("not a git checkout")
    expected = {
        path if path.startswith("toolkit/") else f"toolkit/_bundled/{path}" for path in tracked if path
    }
    # A file that a colleague has deleted but not committed is no fault of the wheel's.
    expected = {path for path in expected if (ROOT / path.removeprefix("toolkit/_bundled/")).exists()}
    inside = set(zipfile.ZipFile(wheel).namelist())
    assert not sorted(expected - inside)
    assert any(Path(path).suffix in DATA for path in inside)


def test_two_clones_are_built_to_the_same_bytes(tmp_path):
    """In folders of other names, whose files have other modes."""
    made = []
    for number, mask in enumerate((0o022, 0o077)):
        clone = tmp_path / f"clone-{number}" / ("deeper/" * number)
        clone.parent.mkdir(parents=True, exist_ok=True)
        before = os.umask(mask)
        try:
            result = run(["git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(clone)])
            if result.returncode:
                pytest.skip("not a git checkout")
            made.append(build(clone, tmp_path / f"dist-{number}"))
        finally:
            os.umask(before)
    first, second = made
    assert sorted(Path(name).suffix for name in first) == [".gz", ".whl"]
    assert first.keys() == second.keys()
    assert not [name for name in first if first[name] != second[name]]


def test_a_bundled_pack_is_validated(sayso):
    need("toolkit/cli/main.py", f"content/{PACK}/pack.yaml")
    sayso("validate", PACK)


def test_a_bundled_pack_is_played(sayso):
    need("toolkit/cli/main.py", f"content/{PACK}/pack.yaml", "toolkit/play")
    assert sayso("play", PACK, "--bots", "random", "--seed", "1").strip()
