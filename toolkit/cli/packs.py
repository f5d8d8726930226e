"""Which folder a PACK on the command line means: a path, or an id in one of the folders of packs."""

from __future__ import annotations

from pathlib import Path

import click

from toolkit.cli.settings import Settings

PACK_FILE = "pack.yaml"


def search_path(packs: tuple[Path, ...]) -> tuple[Path, ...]:
    """The folders in which ids are looked up, in that order: `--packs`, `./content`, the bundled packs."""
    from toolkit.resources import resource

    folders = [*packs, Path("content"), resource("content")]
    return tuple(dict.fromkeys(folder.resolve() for folder in folders if folder.is_dir()))


def known_packs(packs: tuple[Path, ...]) -> dict[str, Path]:
    """Each pack that can be named by its id (the name of its folder), and where it is."""
    found: dict[str, Path] = {}
    for folder in search_path(packs):
        for path in sorted(folder.iterdir()):
            if (path / PACK_FILE).is_file():
                found.setdefault(path.name, path)
    return found


def find_pack(name: str, settings: Settings) -> Path:
    """The pack's folder. Ends the command (exit code 2) when there is none, with the names it may have been."""
    path = Path(name)
    if path.name == PACK_FILE and path.is_file():
        return path.parent
    if (path / PACK_FILE).is_file():
        return path
    known = known_packs(settings.packs)
    if name in known:
        return _shortest(known[name])
    raise click.UsageError(_no_pack(name, path, known))


def _shortest(path: Path) -> Path:
    """The path as a reader types it: relative to the current folder where it is inside."""
    try:
        return path.relative_to(Path.cwd())
    except ValueError:
        return path


def _no_pack(name: str, path: Path, known: dict[str, Path]) -> str:
    from toolkit.report.suggest import nearest

    if path.is_dir():
        inner = [child.name for child in sorted(path.iterdir()) if (child / PACK_FILE).is_file()]
        if inner:
            return f"{name} is no pack, it holds packs: {', '.join(inner)}. Name one, or use --packs {name}."
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
