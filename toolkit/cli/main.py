"""The command's entry: finds the module of a command, and sees to it that no traceback ever reaches an author.

This module is all that `sayso --help` needs, so it imports nothing but click: the table `COMMANDS` says what each
command is for, and its module (`toolkit.cli.<command>`, which holds a click command named `command`) is imported
when it runs.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

from toolkit import __version__, native
from toolkit.limits import Runaway

COMMANDS: dict[str, str] = {
    "validate": "Check packs and say everything that is wrong.",
    "explain": "Show how a sentence is read, or what a diagnostic means.",
    "fmt": "Rewrite sentences in their canonical wording.",
    "new": "Begin a pack, a card, a rule or an example.",
    "test": "Run the examples of packs.",
    "trace": "Say which sentences and examples stand for each rule id.",
    "coverage": "List the sentences that no example and no game has executed.",
    "simulate": "Let bots play many games, and count.",
    "arena": "Let bots play against one another, and rate them.",
    "changes": "Say what is otherwise in a new version of a pack, and whether it means the same.",
    "compare": "Play two versions of a pack, and say what is different.",
    "graph": "Draw the stories of a pack.",
    "witness": "Play until every way of a story has been taken.",
    "deck": "Check deck lists against the rules of a pack.",
    "play": "Play a pack in the terminal, with people and bots.",
    "replay": "Play a recorded game again.",
    "review": "Say where a recorded game could have been played better.",
    "why": "Say which sentence caused an event of a recorded game.",
    "site": "Make the site of a game: rules, cards, decks, examples, in each language.",
    "export": "Write the components of a game for other programs.",
    "print": "Make a game to be printed, cut and played: one PDF a language.",
    "schema": "Write JSON Schemas for an editor.",
}
"""Each command and its line of help, in the order of the help page."""

INTERRUPTED = 130
CLOSED_PIPE = 141
INTERNAL = 3


class Sayso(click.Group):
    """The group of all commands; commands are looked up in `COMMANDS`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        found = import_module(f"toolkit.cli.{cmd_name}").command
        assert isinstance(found, click.Command)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and not ctx.resilient_parsing and not name.startswith("-"):
            from toolkit.report.suggest import nearest

            near = nearest(name, COMMANDS)
            did_you_mean = f" Did you mean {' or '.join(near)}?" if near else ""
            raise click.UsageError(f"There is no command {name}.{did_you_mean}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def main(  # type: ignore[override]  # click names more of what is passed on here as `extra`
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> Any:
        """Runs the command and leaves Python with its exit code."""
        extra["standalone_mode"] = False
        _make_printable(sys.stdout)
        _make_printable(sys.stderr)
        _make_printable(sys.stdin)
        try:
            status = super().main(args, prog_name or "sayso", **extra)
            sys.stdout.flush()
            sys.exit(status if isinstance(status, int) else 0)
        except click.ClickException as error:
            error.show()
            sys.exit(2)
        except (click.Abort, KeyboardInterrupt):
            click.echo("Stopped.", err=True)
            sys.exit(INTERRUPTED)
        except BrokenPipeError:
            # The reader has seen enough (`| head`). Nothing may be written at exit either.
            _silence(sys.stdout)
            sys.exit(CLOSED_PIPE)
        except OSError as error:
            sys.exit(_refused(error, args))
        except Runaway as runaway:  # what is shown of a game asks for it, too
            click.echo(f"Error: {runaway}: a rule of the pack asks for more and more.", err=True)
            sys.exit(1)
        except Exception as error:
            sys.exit(_apologise(error, args))


def _make_printable(stream: Any) -> None:
    """What a terminal's encoding cannot write is shown as an escape rather than an error."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="backslashreplace")


def _silence(stream: Any) -> None:
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _refused(error: OSError, args: Sequence[str] | None) -> int:
    """What the file system would not do, in a line."""
    from toolkit.report.files import reason_of

    if error.errno is None:
        return _apologise(error, args)
    where = f"{error.filename}: " if error.filename else ""
    with contextlib.suppress(OSError):
        click.echo(f"Error: {where}{reason_of(error)}.", err=True)
    _silence(sys.stdout)  # what could not be written is not tried again at exit
    return 1


def _apologise(error: Exception, args: Sequence[str] | None) -> int:
    """The last resort: a short apology, and a file for the report."""
    import traceback

    from toolkit.cli.output import saved_report
    from toolkit.report.internal import TRACEBACK

    if os.environ.get(TRACEBACK):
        raise error
    where = "".join(f" at {note}" for note in getattr(error, "__notes__", ())[:1])
    saved = saved_report("".join(traceback.format_exception(error)), args)
    click.echo(
        f"sayso has failed ({type(error).__name__}){where}. This is our mistake, not one of your files. {saved}",
        err=True,
    )
    return INTERNAL


def _version(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        click.echo(f"sayso {__version__} ({native.version()})")
        context.exit()


@click.command(
    cls=Sayso,
    name="sayso",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="A PACK is a folder, or the id of one in --packs, ./content or the packs that come with sayso. "
    "`sayso COMMAND --help` shows examples.",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Show the version, and whether compiled modules play the games, and exit.",
)
def cli() -> None:
    """Cards do what they say: check, test and play tabletop content written in English."""


SELDOM = 50_000
"""Objects that are made between two searches for cycles.  What a pack becomes lives to the end of the command and holds
few of them: with Python's 700 they took a seventh of the time to validate a large pack, and saved no memory."""


def main() -> None:
    """The console script.  To be asked to end (SIGTERM) is like Ctrl-C: what is done is kept."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    gc.set_threshold(SELDOM)
    try:
        cli.main()
    finally:
        gc.freeze()  # the system takes all memory back: searching it for cycles would cost a fifth of a short command


if __name__ == "__main__":
    main()
