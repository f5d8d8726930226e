"""Packs that the tools are tried on: the fixtures, and the pack that `sayso new` makes."""

from pathlib import Path

import pytest

from tests.cli.conftest import sayso
from tests.hygiene.project import ROOT

__all__ = ["sayso"]

PACKS = ROOT / "tests" / "packs"


@pytest.fixture
def starter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new pack in an empty folder, which is the current one."""
    from toolkit.prove.scaffold import new_pack

    monkeypatch.chdir(tmp_path)
    new_pack(Path("game"))
    return Path("game")
