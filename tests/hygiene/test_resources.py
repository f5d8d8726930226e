"""One function finds the bundled folders, and the wheel's table agrees with it."""

import tomllib

import pytest

from tests.hygiene.project import ROOT
from toolkit.resources import FOLDERS, resource


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_checkout_has_the_folder(folder):
    assert resource(folder) == ROOT / folder
    assert resource(folder, "README.md").is_file()


def test_the_wheel_takes_the_same_folders():
    build = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]
    assert build["targets"]["wheel"]["force-include"] == {
        name: f"toolkit/_bundled/{name}" for name in FOLDERS
    }


@pytest.mark.parametrize("parts", [(), ("tests",), ("..", "etc")])
def test_other_folders_are_refused(parts):
    with pytest.raises(ValueError, match="resource"):
        resource(*parts)
