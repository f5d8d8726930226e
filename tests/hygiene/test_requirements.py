"""What the project needs: each with its oldest version (`make oldest` tries them), and all of it locked."""

import re

import pytest
from packaging.requirements import Requirement

from tests.hygiene.bounds import oldest, requirements
from tests.hygiene.project import ROOT

LOCKS = {"requirements.lock": False, "requirements-dev.lock": True}
"""Each lock, and whether the extras are in it."""
LOCKED = re.compile(
    r"^([a-z0-9-]+)==([^ ;\\]+)(?: ; [^\\\n]+)?((?: \\\n    --hash=sha256:[0-9a-f]{64})+)\n", re.M
)


def locked(name: str) -> dict[str, str]:
    """The version of each package in a lock."""
    return {name: version for name, version, _ in LOCKED.findall((ROOT / name).read_text(encoding="utf-8"))}


def key(requirement: str) -> str:
    return re.sub(r"[._]+", "-", Requirement(requirement).name).lower()


def test_each_has_an_oldest_version():
    assert set(oldest()) == {Requirement(each).name for each in requirements()}


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_is_versions_and_hashes_and_names_no_registry(name):
    left = LOCKED.sub("", (ROOT / name).read_text(encoding="utf-8"))
    assert not left, f"make lock; not a version with hashes: {left[:200]}"


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_holds_what_is_needed(name):
    versions = locked(name)
    for requirement in requirements(extras=LOCKS[name]):
        version = versions.get(key(requirement))
        assert version is not None, f"make lock: {requirement} is missing in {name}"
        assert Requirement(requirement).specifier.contains(version), (
            f"make lock: {requirement}, not {version}"
        )


def test_both_locks_agree():
    assert locked("requirements.lock").items() <= locked("requirements-dev.lock").items()
