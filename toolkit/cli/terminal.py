"""A game at the terminal: what each seat is shown, what may be typed, what happens."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from toolkit.cli.output import flow, paint, say
from toolkit.cli.settings import Settings
from toolkit.play.bots import answer, make_bot, play_out
from toolkit.play.brief import last_run, repeated, tells
from toolkit.play.game import Decision, Event, Game, Option, UndoRefused

HELP = """\
  a number   that option (or the beginning of its words)
  v          the whole table         l        what has happened
  i n        what stands on the thing of option n
  i NAME     what is printed on that card, wherever it is
  r          the whole sentence that asks
  hint       what a bot would do that looks one step ahead
  w [n]      why the last event happened, or event n
  u          take the last decision back
  s [file]   save                    q        stop
  ?          this"""


WORDS = {
    "h": "?", "help": "?", "view": "v", "table": "v", "log": "l", "inspect": "i", "why": "w", "undo": "u",
    "save": "s", "quit": "q", "exit": "q",
}  # fmt: skip
"""What whoever does not know the letters may type, unless an option begins so."""
LONGEST = 20
"""Events that a person is told of at the beginning."""
SHORT = 20
"""Lines of a table that is always shown whole; of a longer one, once seen, only what has changed."""


class Stop(Exception):
    """The player has had enough."""


class Table:
    """Plays one game.  `bots` by seat; every other seat is a person at this keyboard.

    `undo`: safe, always or never.  `why`: each event with the sentence that caused it.  `log`: full, brief, or last: in
    brief, of the last round, when bots sit at every seat."""

    def __init__(
        self,
        game: Game,
        bots: Mapping[int, Any],
        undo: str,
        why: bool,
        settings: Settings,
        log: str = "full",
    ) -> None:
        self.game = game
        self.bots = dict(bots)
        self.undo_policy = undo
        self.why = why
        self.settings = settings
        self.log = log
        self.told_in_brief = tells(game.compiled)
        self.repeated = repeated(game.compiled)
        self.people = [seat for seat in game.people if seat not in self.bots]
        self.told = {seat: len(game.entries) for seat in self.people}
        """How many events each person has been shown."""
        self.shown = len(game.entries)
        self.at_keyboard = 0
        self.seen: dict[int | None, list[str]] = {}
        """The table as each person saw it last."""

    def play(self) -> None:
        """To the end, or until somebody stops."""
        try:
            while (decision := self.game.decision) is not None:
                seat = next((each for each in decision.seats if each in self.people), None)
                if seat is None:
                    self.answered(decision)
                    if not self.people and self.log != "last":
                        self.tell_all()
                else:
                    self.ask(decision, seat)
        except Stop:
            return
        if self.people:
            self.tell(self.at_keyboard or self.people[0])
            self.table(self.at_keyboard or self.people[0])
        else:
            if self.log == "last":
                self.shown = last_run(self.game.compiled, self.game.entries)
                say(f"      ... {self.shown} events before; --log full shows them", "dim")
            self.tell_all()
            self.table(None)

    def answered(self, decision: Decision) -> None:
        """A bot decides; a person at a terminal sees that it does, for it may take its time."""
        shown = self.people and not self.settings.quiet and sys.stderr.isatty()
        if shown:
            click.echo(f"\r{self.game.name(decision.seat)} is thinking …\x1b[K", nl=False, err=True)
        try:
            answer(self.game, self.bots)
        finally:
            if shown:
                click.echo("\r\x1b[K", nl=False, err=True)

    # -- Telling --------------------------------------------------------------------------------------------

    def tell_all(self) -> None:
        """What has happened since, to somebody who may see everything."""
        self.shown = self._tell(self.shown, None)

    def tell(self, seat: int) -> None:
        """What has happened since this seat looked last, as it sees things."""
        self.told[seat] = self._tell(self.told.get(seat, 0), seat)

    def _tell(self, after: int, viewer: int | None) -> int:
        entries = self.game.entries
        if viewer is not None and after == 0 and len(entries) > LONGEST:
            after = len(entries) - LONGEST
            say(f"      ... {after} events before; l shows them", "dim")
        for number in range(after + 1, len(entries) + 1):
            if self.log != "full" and not self.told_in_brief(entries[number - 1]):
                continue
            if number < len(entries) and self.repeated(entries[number - 1], entries[number]):
                continue
            self.event(self.game.teller.event(number, entries[number - 1], viewer))
        return len(entries)

    def event(self, event: Event) -> None:
        """One line; with --why a second one: the sentence that caused it, and where it stands."""
        flow(f"  {event.text}", head=paint("dim", f"{event.number:>4}"))
        source = event.sentence or event.rule
        if self.why and source is not None:
            flow(f"      {self.game.teller.reason(source)}  ({source.file}:{source.line})", "dim")

    def table(self, seat: int | None, *, whole: bool = True) -> None:
        """The table as this seat sees it; not `whole`: of a long one what has changed since it was shown."""
        lines = self.game.table(seat)
        brief = not whole and seat in self.seen and len(lines) > SHORT
        shown = changed(self.seen.get(seat, []), lines) if brief else lines
        self.seen[seat] = lines
        say()
        for line in shown:
            flow(line, "head" if line[:1].strip() else "plain", hang=2)
        if brief:
            say("(what has changed; v shows the whole table)", "dim")
        say()

    # -- Asking ---------------------------------------------------------------------------------------------

    def ask(self, decision: Decision, seat: int) -> None:
        """Show a person what they may see, and take their answer."""
        news = self.game.entries[self.told.get(seat, 0) :]
        if seat != self.at_keyboard or any(entry[1] not in (seat, -1) for entry in news):
            self.hand_over(seat)
            self.tell(seat)
            self.table(seat, whole=False)
        else:
            self.tell(seat)
        self.options(decision, seat)
        while True:
            typed = self.read(f"{self.game.name(seat)}> ")
            if self.typed(typed, decision, seat):
                return

    def hand_over(self, seat: int) -> None:
        """Another person sits down: nothing of the last one stays on the screen."""
        other = self.at_keyboard not in (0, seat)
        if other and len(self.people) > 1 and self.secrets() and _on_terminal():
            click.clear()
            self.read(f"{self.game.name(seat)}, it is your turn: press Enter when you are alone. ")
            click.clear()
            self.seen.pop(seat, None)
        self.at_keyboard = seat

    def secrets(self) -> bool:
        """Whether there is anything that not everybody sees."""
        model = self.game.compiled.model
        return any(model.seen_by[place] != "all" for place in range(model.count) if model.is_place[place])

    def options(self, decision: Decision, seat: int) -> None:
        """The prompt and the numbered options."""
        offered = decision.options_for(seat)
        where = self.common_place(offered)
        flow(
            f"{self.game.name(seat)}: {decision.question}{f' ({where})' if where else ''}", "message", hang=2
        )
        if decision.kind == "choose-number":
            say(f"  a number from {offered[0].short} to {offered[-1].short}")
            return
        wide = len(str(len(offered)))
        for option in offered:
            number = paint("help", f"{option.index + 1:>{wide}}")
            flow(f"  {option.short.removesuffix(f' {where}')}", head=f"  {number}", hang=2)

    def common_place(self, offered: tuple[Option, ...]) -> str:
        """Where everything lies that is offered, if all of it lies in one place: it is said once."""
        things = [option.raw[1] for option in offered if option.raw[0] == "entity"]
        places = {self.game.state.parent[thing] for thing in things}
        if len(things) < 2 or len(things) < len(offered) - 1 or len(places) != 1:
            return ""
        where = self.game.teller.names.where(places.pop())
        return (
            where
            if all(each.short.endswith(f" {where}") for each in offered if each.raw[0] == "entity")
            else ""
        )

    def read(self, prompt: str) -> str:
        """A line from the keyboard; the end of the input stops the game."""
        click.echo(prompt, nl=False)
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            click.echo()
            raise Stop
        if not _on_terminal():
            click.echo(line.rstrip("\n"))  # so that a transcript reads like a session
        return line.strip()

    def typed(self, text: str, decision: Decision, seat: int) -> bool:
        """Do what was typed; True when the game has moved."""
        word, _, rest = text.partition(" ")
        if find(decision, decision.options_for(seat), text) is None:
            word = WORDS.get(word, word)
        commands = {"u": self.undo, "?": self.help, "q": self.quit}
        if word in commands and not rest:
            return commands[word](seat)
        if word == "v":
            self.table(seat)
            self.options(decision, seat)
        elif word == "l":
            for number, entry in enumerate(self.game.entries, 1):
                self.event(self.game.teller.event(number, entry, seat))
        elif word == "r":
            flow(decision.prompt, hang=2)
        elif text == "hint":
            self.hint(decision, seat)
        elif word == "i":
            self.inspect(rest, decision, seat)
        elif word == "w":
            self.explain(rest, seat)
        elif word == "s":
            self.save(rest)
        elif text:
            option = find(decision, decision.options_for(seat), text)
            if option is None:
                say(f"There is no option {text}; type ? for help.", "warning")
                return False
            self.game.choose(option)
            return True
        return False

    # -- What else may be typed -----------------------------------------------------------------------------

    def help(self, seat: int) -> bool:
        say(HELP)
        say()
        for each in self.game.people:
            bot = self.bots.get(each)
            who = "you" if each == seat else f"a bot, {bot.name}" if bot is not None else "at this keyboard"
            say(f"  {self.game.name(each)}: {who}", "dim")
        return False

    def quit(self, seat: int) -> bool:
        raise Stop

    def undo(self, seat: int) -> bool:
        """Back to the last decision of a person."""
        if self.undo_policy == "never":
            say("Nothing is taken back in this game.", "warning")
            return False
        taken = 0
        try:
            while True:
                self.game.undo(force=self.undo_policy == "always")
                taken += 1
                decision = self.game.decision
                if decision is not None and any(each in self.people for each in decision.seats):
                    break
        except UndoRefused as refused:
            for _ in range(taken):
                self.game.redo()
            say(f"That cannot be taken back: {refused}.", "warning")
            return False
        for person in self.told:
            self.told[person] = min(self.told[person], len(self.game.entries))
        say(f"Taken back: {taken} decision{'' if taken == 1 else 's'}.")
        self.at_keyboard = 0
        return True

    def inspect(self, text: str, decision: Decision, seat: int) -> None:
        """What stands on a card that is offered, or is printed on the one of this name."""
        option = find(decision, decision.options_for(seat), text)
        if option is not None and option.raw[0] == "entity":
            for line in self.game.teller.card(self.game.state, option.raw[1], seat):
                flow(f"  {line}", hang=2)
            return
        found = self.game.teller.cards(text, self.game.state, seat) if text else []
        if len(found) == 1:
            flow(f"  {found[0].text}")
            for line in self.game.teller.printed(found[0]):
                flow(f"    {line}", hang=2)
        elif found:
            flow(f"Several are called so: {', '.join(each.text for each in found)}.", "warning")
        else:
            say("Name an option that is a thing, or a card that is no secret to you: i 2.", "warning")

    def hint(self, decision: Decision, seat: int) -> None:
        """What a bot would do that looks one step ahead, and knows no more than this seat."""
        bot = make_bot("greedy", self.game.setup.seed, seat)
        option = decision.options_for(seat)[self.game.rig.thinking.think(bot, self.game.state, seat)]
        flow(f"A greedy bot would take {option.index + 1}: {option.short}.", hang=2)

    def explain(self, text: str, seat: int) -> None:
        """Why an event happened."""
        count = len(self.game.entries)
        if not count:
            say("Nothing has happened yet.")
        elif text and not (text.isascii() and text.isdigit() and 1 <= int(text) <= count):
            say(f"Events are numbered from 1 to {count}; l shows them.", "warning")
        else:
            for line in self.game.why(int(text) if text else count, seat):
                flow(f"  {line}", hang=2)

    def save(self, text: str) -> None:
        """Write the game to a file."""
        path = Path(text or f"{self.game.pack.source.id}-{self.game.setup.seed}.save.json")
        try:
            self.game.save(path)
        except OSError as error:
            say(f"It cannot be saved there: {error.strerror}.", "warning")
            return
        say(f"Saved. Go on with: sayso play {path}")


def find(decision: Decision, offered: tuple[Option, ...], text: str) -> Option | None:
    """The option with this number, or the only one whose words begin so."""
    if decision.kind == "choose-number":
        return next((option for option in offered if option.short == text), None)
    if text.isascii() and text.isdigit():
        return offered[int(text) - 1] if 1 <= int(text) <= len(offered) else None
    low = text.casefold()
    fits = [
        option
        for option in offered
        if option.short.casefold().startswith(low) or option.label.casefold() == low
    ]
    exact = [option for option in fits if option.short.casefold() == low]
    return (exact or fits)[0] if len(exact or fits) == 1 else None


def changed(before: list[str], now: list[str]) -> list[str]:
    """The lines of a table that were not there before, each below what it belongs to; of a drawn grid all of them."""
    old, shown = _paragraphs(before), []
    for head, body in _paragraphs(now).items():
        was = old.get(head, [])
        if body == was:
            continue
        if any("|" in line for line in body):
            shown += [head, *body]
            continue
        new = _with_above(body, {place for place, line in enumerate(body) if line not in was})
        held = dict.fromkeys(_label(line) for line in was if ": " in line)
        lost = [f"{label}: nothing" for label in held if label not in map(_label, body)]
        if new or lost:
            shown += [head, *(body[place] for place in sorted(new)), *lost]
    return shown


def _with_above(body: list[str], places: set[int]) -> set[int]:
    """The places of these lines, and of those that they belong to: each stands before them, further left."""
    whole = set(places)
    for place in places:
        depth = _depth(body[place])
        for above in range(place, -1, -1):
            if _depth(body[above]) < depth:
                depth = _depth(body[above])
                whole.add(above)
    return whole


def _label(line: str) -> str:
    return line.partition(": ")[0]


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _paragraphs(lines: list[str]) -> dict[str, list[str]]:
    """The lines below each heading; whose turn it is belongs to no heading."""
    found: dict[str, list[str]] = {}
    head = ""
    for line in lines:
        if line[:1].strip():
            head = line.removesuffix(" (active)")
            found[head] = []
        else:
            found.setdefault(head, []).append(line)
    return found


def quiet_game(game: Game, bots: Mapping[int, Any]) -> None:
    """Bots play, and nothing is said."""
    play_out(game, dict(bots))


def _on_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()
