"""The options that every command takes, and the arguments that several share."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import click
from click.shell_completion import CompletionItem

from toolkit.limits import limits_for

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Settings:
    """`packs`: folders in which a pack id is looked up first. `quiet`: only what was asked for. `color`: whether to
    write in colour."""

    packs: tuple[Path, ...] = ()
    quiet: bool = False
    color: bool = False


def shared(function: Callable[..., R]) -> Callable[..., R]:
    """Gives a command `--packs`, `--quiet` and `--color`; it receives them as `settings`."""

    @click.option(
        "--packs",
        multiple=True,
        metavar="DIR",
        type=click.Path(path_type=Path, file_okay=False),
        help="Folder of packs, searched before ./content and the packs that come with sayso. May be repeated.",
    )
    @click.option("-q", "--quiet", is_flag=True, help="Say only what was asked for.")
    @click.option(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        default="auto",
        show_default=True,
        help="Write in colour; auto: on a terminal, unless NO_COLOR is set.",
    )
    @functools.wraps(function)
    def wrapper(*args: Any, packs: tuple[Path, ...], quiet: bool, color: str, **kwargs: Any) -> R:
        try:
            limits_for({})
        except ValueError as error:
            raise click.UsageError(f"{error}.") from None
        settings = Settings(packs, quiet, _colored(color))
        click.get_current_context().color = settings.color
        return function(*args, settings=settings, **kwargs)

    return wrapper


until = click.option(
    "--until",
    type=click.IntRange(0),
    metavar="N",
    help="Only the first N decisions of a recorded game; also with a pack that has changed since.",
)
"""Where a recorded game is taken up."""


bleed = click.option(
    "--bleed",
    type=click.FloatRange(0, 10.0),
    default=0.0,
    show_default=True,
    metavar="MM",
    help="How far colour goes beyond the cut. 0: neighbours share a cut; 3: for a print shop.",
)
fonts = click.option(
    "--fonts",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="DIR",
    help="A folder with fonts that come before ours, for letters that ours do not have.",
)


def into(folder: Path, help: str) -> Callable[[Callable[..., R]], Callable[..., R]]:
    """`--out`: the folder that is written to."""
    kind = click.Path(path_type=Path, file_okay=False)
    return click.option("--out", type=kind, default=folder, show_default=True, metavar="DIR", help=help)


def several(ctx: click.Context, option: click.Parameter, value: str) -> tuple[str, ...]:
    """The callback of an option that takes words with commas between them."""
    return tuple(word.strip() for word in value.split(",") if word.strip())


def _colored(choice: str) -> bool:
    import os

    if choice == "auto":
        return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return choice == "always"


class PackName(click.ParamType):  # type: ignore[type-arg]  # generic from click 8.4 on
    """A folder or the id of a pack; completes the ids that can be found."""

    name = "pack"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from toolkit.cli.packs import known_packs

        packs = tuple(Path(folder) for folder in ctx.params.get("packs") or ())
        ids = [CompletionItem(name) for name in known_packs(packs) if name.startswith(incomplete)]
        return [*ids, CompletionItem(incomplete, type="dir")]
