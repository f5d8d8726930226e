"""Packs, loaded once for all tests of games."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import sayso  # noqa: F401  (a fixture)
from tests.hygiene.project import ROOT
from tests.loaded import pack as pack_at
from toolkit.compile.pack import Pack

PACKS = ROOT / "tests" / "packs"


def loaded(name: str) -> Pack:
    return pack_at(PACKS / name)


@pytest.fixture
def pack() -> Callable[[str], Pack]:
    """`pack("dice")`: a pack of tests/packs."""
    return loaded


BASE = "type: pack\nformat: 1\nid: base\nname: Base\nlanguages: [en]\nplayers: 2\nseats: [Red, Blue]\n"


@pytest.fixture
def write_pack(tmp_path: Path) -> Callable[..., Path]:
    """`write_pack("type: …")`: a pack folder with these documents."""

    def write(*documents: str, manifest: str = BASE) -> Path:
        folder = tmp_path / "base"
        folder.mkdir(exist_ok=True)
        (folder / "pack.yaml").write_text(manifest, encoding="utf-8")
        (folder / "game.yaml").write_text("\n---\n".join(documents), encoding="utf-8")
        return folder

    return write
