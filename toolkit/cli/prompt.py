"""`sayso explain -i`: a prompt that reads one text after another with the tables of one pack."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from toolkit.cli.output import say, show_diagnostics
from toolkit.cli.settings import Settings
from toolkit.reading.text import Session

HELP = """A text is read at once. Besides:
  :card ID     read as if the text stood on that card; :card alone: on none
  :start NAME  read as rules, effect, condition, …; :start alone: what fits
  :all         the brackets, the languages and the program, too; again: no longer
  :quit"""


class Prompt:
    """One session at the prompt.  `run` ends at `:quit` and at the end of the input."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        from toolkit.cli.reading import loaded

        self.settings = settings
        pack = loaded(folder, settings)
        self.session = Session(pack) if pack is not None else None
        self.card: str | None = None
        self.start: str | None = None
        self.whole = False

    def run(self) -> int:
        """Reads lines until there are no more."""
        if self.session is None:
            return 1
        asked = sys.stdin.isatty()
        if asked:
            _history()
            say(f"{self.session.pack.source.manifest.name}. {HELP}", "dim")
        while (line := self.line(asked)) is not None:
            try:
                if not self.answer(line.strip()):
                    break
            except click.UsageError as error:
                say(error.format_message(), "error")
            if not asked:
                say()
        return 0

    def line(self, asked: bool) -> str | None:
        """The next line; None: there is none."""
        if not asked:
            return sys.stdin.readline() or None
        try:
            return input(f"{self.card or ''}> ")
        except (EOFError, KeyboardInterrupt):
            say()
            return None

    def answer(self, line: str) -> bool:
        """Does what a line says; False: it ends the session."""
        if not line.startswith(":"):
            if line:
                self.read(line)
            return True
        word, _, rest = line[1:].partition(" ")
        if word in ("quit", "q"):
            return False
        match word:
            case "card":
                self.choose_card(rest.strip())
            case "start":
                self.choose_start(rest.strip())
            case "all":
                self.whole = not self.whole
            case _:
                say(HELP)
        return True

    def choose_card(self, name: str) -> None:
        """The card on which the texts stand from here on."""
        from toolkit.cli.reading import card_of

        assert self.session is not None
        card = card_of(self.session, name or None)
        self.card = card.id if card is not None else None
        say(f"on {card.text} ({card.kind})" if card is not None else "on no card", "dim")

    def choose_start(self, name: str) -> None:
        """What the texts stand for from here on."""
        from toolkit.cli.reading import start_named

        self.start = start_named(name or None)
        say(f"as {self.start or 'whatever fits'}", "dim")

    def read(self, text: str) -> None:
        """One text."""
        from toolkit.cli.reading import card_of, show, show_lines
        from toolkit.prove.single import judged

        assert self.session is not None
        found = self.session.read(text, self.start, card_of(self.session, self.card))
        best = judged(self.session.pack, found[0])
        if best.tree is not None and best.tree.sentences and not best.mistakes:
            if self.whole:
                show(best, self.session.pack)
            else:
                say(f"{best.start}:", "dim")
                show_lines(best.lines, "  ")
        if best.diagnostics:
            show_diagnostics(best.diagnostics, "full")


def _history() -> None:
    """Lines that were typed come back with the arrow keys, where the terminal can do that."""
    try:
        import readline
    except ImportError:
        return
    readline.parse_and_bind("set editing-mode emacs")
