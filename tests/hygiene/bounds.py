"""The oldest versions that pyproject.toml allows, as constraints for pip.

    python -m tests.hygiene.bounds > oldest.txt

Needs nothing but Python: it runs before anything is installed.
"""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"
REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)(?:\[[a-z,]+\])?>=([0-9.]+)(?:,<[0-9.]+)?")
"""A name, perhaps extras, the oldest version, perhaps a version that is too new."""


def requirements(*, extras: bool = True) -> Iterator[str]:
    """What the project needs: to run, and with `extras` also for each of these and to be built."""
    said = tomllib.loads(PROJECT.read_text(encoding="utf-8"))
    yield from said["project"]["dependencies"]
    if extras:
        yield from said["build-system"]["requires"]
        for extra in said["project"]["optional-dependencies"].values():
            yield from extra


def oldest() -> dict[str, str]:
    """The oldest version of each.  Raises ValueError for a requirement that names none."""
    found = {}
    for requirement in requirements():
        match = REQUIREMENT.fullmatch(requirement)
        if match is None:
            raise ValueError(f"`{requirement}` does not say from which version on")
        name, version = match.groups()
        if found.setdefault(name, version) != version:
            raise ValueError(f"`{name}` has two oldest versions: {found[name]} and {version}")
    return found


if __name__ == "__main__":
    for name, version in oldest().items():
        print(f"{name}=={version}")
