"""Which folder a PACK on the command line means: a path, or an id in one of the folders of packs."""

from __future__ import annotations

import contextlib
from pathlib import Path

import click

from toolkit.cli.settings import Settings

PACK_FILE = "pack.yaml"


def search_path(packs: tuple[Path, ...]) -> tuple[Path, ...]:
    """The folders in which ids are looked up, in that order: `--packs`, `./content`, the bundled packs."""
    from toolkit.pack.manifest import default_search

    return (*packs, *default_search())


def known_packs(packs: tuple[Path, ...]) -> dict[str, Path]:
    """Each pack that can be named by its id, and where it is."""
    from toolkit.pack import manifest

    return dict(manifest.known_packs(search_path(packs)))


def find_pack(name: str, settings: Settings) -> Path:
    """The pack's folder. Ends the command (exit code 2) when there is none, with the names it may have been."""
    from toolkit.pack.manifest import find_folder

    found = find_folder(name, search_path(settings.packs))
    if found is not None and (found / PACK_FILE).is_file():
        return found
    raise click.UsageError(_no_pack(name, Path(name), known_packs(settings.packs)))


def _no_pack(name: str, path: Path, known: dict[str, Path]) -> str:
    from toolkit.report.suggest import nearest

    beside: list[str] = []
    with contextlib.suppress(OSError):  # no file can be named so, or nobody may look
        if path.is_dir():
            inner = [child.name for child in sorted(path.iterdir()) if (child / PACK_FILE).is_file()]
            if inner:
                return (
                    f"{name} is no pack, it holds packs: {', '.join(inner)}. Name one, or use --packs {name}."
                )
            return f"{name} is no pack: it holds no {PACK_FILE}."
        beside = [str(child) for child in sorted(path.parent.glob("*")) if (child / PACK_FILE).is_file()]
    near = nearest(name, [*known, *beside])
    if near:
        return f"There is no pack {name}. Did you mean {' or '.join(near)}?"
    if known:
        return f"There is no pack {name}. Packs that can be found: {', '.join(known)}."
    return f"There is no pack {name}."


def search_for(settings: Settings) -> tuple[Path, ...]:
    """What `load_pack` takes as `search`, for the packs that a pack extends."""
    return search_path(settings.packs)
