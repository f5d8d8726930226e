"""How the command says things: diagnostics in each format, colour, and what goes where.

Results go to standard output, remarks about the run (counts, progress, apologies) to standard error, so that a pipe
gets only what was asked for.
"""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from toolkit import __version__
from toolkit.cli.settings import Settings

if TYPE_CHECKING:
    from toolkit.report.diagnostic import Diagnostic

FORMATS = ("full", "concise", "table", "json", "sarif", "github")

WIDEST = 110
"""Letters of a line that is read with ease."""

MOST_SHOWN = 200
"""Diagnostics that are shown to people."""

STYLES: dict[str, dict[str, Any]] = {
    "error": {"fg": "red", "bold": True},
    "warning": {"fg": "yellow", "bold": True},
    "info": {"fg": "cyan", "bold": True},
    "message": {"bold": True},
    "place": {},
    "gutter": {"fg": "blue"},
    "second": {"fg": "blue", "bold": True},
    "help": {"fg": "green", "bold": True},
    "fix": {"fg": "green"},
    "dim": {"dim": True},
    "good": {"fg": "green", "bold": True},
    "head": {"bold": True},
}
"""How each part looks in colour; a part that is not named here is plain."""


def formatted(function: Callable[..., Any]) -> Callable[..., Any]:
    """Gives a command `--format`; it receives the name as `form`."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(FORMATS),
        default="full",
        show_default=True,
        help="full and concise are for people; table, json, sarif and github for other programs.",
    )(function)


def paint(role: str, text: str) -> str:
    """The text in the colours of its role; click takes them away again where colour is off."""
    style = STYLES.get(role)
    return click.style(text, **style) if style else text


def say(text: str = "", role: str = "plain") -> None:
    """A line of the result."""
    click.echo(paint(role, text))


def flow(text: str, role: str = "plain", hang: int = 0, head: str = "") -> None:
    """A line of the result, broken between words where a terminal is too narrow for it.  `head`: painted letters that
    stand before it; what follows the first line stands `hang` letters to the right of its beginning."""
    indent = len(click.unstyle(head)) + len(text) - len(text.lstrip())
    wide = columns()
    if not wide or indent + hang + 20 > wide:
        click.echo(head + paint(role, text))
        return
    first, *others = textwrap.wrap(
        text.lstrip(),
        wide - 1,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + hang),
        break_long_words=False,
        break_on_hyphens=False,
    ) or [""]
    click.echo(head + paint(role, first[len(click.unstyle(head)) :]))
    for line in others:
        click.echo(paint(role, line))


def columns() -> int:
    """How wide the terminal is to which results go; 0: it is none, and lines are as long as they are."""
    return min(shutil.get_terminal_size().columns, WIDEST) if sys.stdout.isatty() else 0


def remark(settings: Settings, text: str, role: str = "dim") -> None:
    """A line about the run, on standard error; nothing with `--quiet`."""
    if not settings.quiet:
        click.echo(paint(role, text), err=True)


def show_diagnostics(diagnostics: Sequence[Diagnostic], form: str) -> None:
    """All of them in one of `FORMATS`, for people only so many as anybody reads, errors first.

    A format for machines writes its frame for no findings, too.
    """
    from toolkit.report import render

    every = len(diagnostics)
    if form in ("full", "concise") and every > MOST_SHOWN:
        diagnostics = sorted(diagnostics, key=lambda each: not each.is_error)[:MOST_SHOWN]

    if form == "json":
        click.echo(render.to_json(diagnostics))
    elif form == "sarif":
        click.echo(render.to_sarif(diagnostics, version=__version__))
    elif form == "github":
        if diagnostics:
            click.echo(render.to_github(diagnostics))
    elif form == "table":
        if diagnostics:
            click.echo(render.to_table(diagnostics))
    elif form == "concise":
        for diagnostic in diagnostics:
            click.echo(render.concise(diagnostic))
    else:
        for diagnostic in diagnostics:
            parts = [paint(piece.role, piece.text) for piece in render.pieces(diagnostic)]
            click.echo("".join(parts).rstrip("\n"))
            click.echo()
    if form in ("full", "concise") and every > MOST_SHOWN:
        click.echo(f"{MOST_SHOWN} of {every:,} are shown; --format json lists all.")


def failed(diagnostics: Sequence[Diagnostic]) -> bool:
    """Whether one of them is an error."""
    return any(diagnostic.is_error for diagnostic in diagnostics)


def counted(number: int, one: str, many: str | None = None) -> str:
    """`1 example`, `2 examples`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def saved_report(what: str, args: Sequence[str] | None = None) -> str:
    """Writes what went wrong in sayso itself into a file; the sentence that asks for it."""
    import os
    import platform
    import tempfile

    from toolkit import __version__
    from toolkit.report.internal import TRACEBACK

    called = " ".join(["sayso", *(sys.argv[1:] if args is None else args)])
    lines = [
        f"sayso {__version__}, Python {platform.python_version()}, {platform.system()}",
        called,
        "",
        what,
    ]
    try:
        handle, path = tempfile.mkstemp(prefix="sayso-crash-", suffix=".txt")
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write("\n".join(lines))
    except OSError:
        return f"Set {TRACEBACK}=1 to see what happened."
    return f"Please send us this file, it says what happened: {path}"
