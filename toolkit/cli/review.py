"""`sayso review`: where a game that was played could have been played better."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from toolkit.cli.output import counted, flow, paint, remark, say, show_diagnostics
from toolkit.cli.progress import progress_bar
from toolkit.cli.settings import Settings, shared, until

if TYPE_CHECKING:
    from toolkit.play.game import Game

BARS = "▁▂▃▄▅▆▇█"
WIDE = 48
"""Bars of a line at most."""


@click.command("review", short_help="Say where a recorded game could have been played better.")
@click.argument("file", metavar="GAME", type=click.Path(exists=True, path_type=Path))
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="SEAT",
    help="Whose decisions: a player's name or number; may be repeated. Default: people's, else everybody's.",
)
@click.option(
    "--bot",
    default="lookahead:2000",
    show_default=True,
    metavar="BOT",
    help="Who looks at each decision: lookahead:LINES, lookahead:2s (true of this machine), normal or hard.",
)
@click.option(
    "--worst", type=click.IntRange(0), default=10, show_default=True, metavar="N", help="So many are told."
)
@click.option(
    "--open",
    "openly",
    is_flag=True,
    help="Call things what they were, also those that the seat did not know.",
)
@click.option("--json", "form", flag_value="json", help="Write data, of all decisions.")
@until
@shared
def command(
    file: Path,
    seats: tuple[str, ...],
    bot: str,
    worst: int,
    openly: bool,
    form: str | None,
    until: int | None,
    settings: Settings,
) -> int:
    """Let the best bot look at each decision of a recorded game, with what its seat knew then, and say where it would
    have decided otherwise and what that cost.

    \b
    sayso review game.replay.json
    sayso review evening.save.json --seat Red --worst 3
    sayso review game.replay.json --bot lookahead:20000
    sayso review game.replay.json --json > review.json

    An option is worth from 0 (lost) to 100 (won): so the lines end that begin with it. Without an evaluation in the
    pack they go to the end of the game, and that is the chance to win; with one they end six turns later, and what
    counts is how far ahead the seat is then, 50 being what random play brings from there. Decisions without a choice
    are left out, and so is every difference that may be chance.

    With a number of lines the same game gives the same review, on every machine. Ctrl-C keeps what is done.

    Exit code 0: it was looked at, whatever was found. 1: the game, or its pack, cannot be read. 130: stopped.
    """
    from toolkit.cli.main import INTERRUPTED
    from toolkit.cli.packs import search_for
    from toolkit.play.restore import load_game
    from toolkit.prove.review import Asked, Review, review_data
    from toolkit.report.diagnostic import DiagnosticError

    try:
        game = load_game(file, search=search_for(settings), until=until)
    except DiagnosticError as error:
        show_diagnostics(error.diagnostics, "full")
        return 1
    if openly and not game.over:
        raise click.UsageError(
            "The game is not over, so what a seat does not know stays hidden: leave out --open."
        )
    try:
        review = Review(game, Asked(_seats(game, seats), bot, openly))
    except ValueError as error:
        raise click.UsageError(f"{str(error)[:1].upper()}{str(error)[1:]}.") from None
    with progress_bar(settings, "decisions") as advance:
        found = review.walk(advance)
    data = review_data(review, found)
    if form == "json":
        click.echo(json.dumps(data, ensure_ascii=False, indent=1))
    else:
        _show(data, worst)
    if review.timed:
        remark(
            settings,
            f"What {bot} finds is true of this machine; with lookahead:LINES it is the same on every one.",
        )
    if found.done < review.decisions:
        stopped = f"Stopped after {found.done} of {counted(review.decisions, 'decision')}."
        remark(settings, stopped, "error")
        return INTERRUPTED
    return 0


# --- Whose decisions ----------------------------------------------------------------------------------------


def _seats(game: Game, names: tuple[str, ...]) -> tuple[int, ...]:
    """The seats of these names, else those of people, if it is known who they were.  Raises `UsageError`."""
    chosen = sorted({_seat(game, name) for name in names}) if names else _people(game)
    if len(chosen) > 1 and not game.over and _secrets(game):
        whose = " or ".join(f"--seat {_quoted(game.name(seat))}" for seat in chosen)
        raise click.UsageError(
            f"The game is not over, and what one player knew is no business of another: say whose decisions, {whose}."
        )
    return tuple(chosen)


def _quoted(name: str) -> str:
    return f'"{name}"' if " " in name else name


def _seat(game: Game, name: str) -> int:
    from toolkit.report.suggest import nearest

    known = {game.name(seat): seat for seat in game.people}
    for each, seat in known.items():
        if name.casefold() == each.casefold() or name == str(seat):
            return seat
    near = nearest(name, known)
    hint = f" Did you mean {near[0]}?" if near else f" There are {', '.join(known)}."
    raise click.UsageError(f"Nobody in this game is called {name}, or decides.{hint}")


def _people(game: Game) -> list[int]:
    from toolkit.cli.play import PEOPLE

    names = [name.strip() for name in game.bots.split(",")]
    if len(names) == len(game.people):
        people = [seat for seat, name in zip(game.people, names, strict=True) if name in PEOPLE]
        if people:
            return people
    return list(game.people)


def _secrets(game: Game) -> bool:
    """Whether there is anything that not everybody sees."""
    model = game.compiled.model
    hidden = any(model.seen_by[place] != "all" for place in range(model.count) if model.is_place[place])
    return hidden or any(kind.faces for kind in model.kinds)


# --- Showing ------------------------------------------------------------------------------------------------


def _show(data: dict[str, Any], worst: int) -> None:
    names = dict(enumerate(data["players"], 1))
    say(f"{data['pack']}: {_ended(data, names)}, seed {data['seed']}; {data['bot']} has looked at it", "head")
    say()
    for seat in data["seats"]:
        _summary(seat, data)
    told = [each for each in data["looked"] if each["mistake"]]
    told.sort(key=lambda each: data["mistakes"].index(each["number"]))
    if worst and told:
        say()
        say("What cost most", "head")
        for each in told[:worst]:
            _mistake(each, names[each["seat"]], data)
    if len(told) > worst:
        say()
        say(f"{len(told)} in all; --worst {len(told)} tells of each.", "dim")


def _ended(data: dict[str, Any], names: dict[int, str]) -> str:
    decisions = counted(data["decisions"], "decision")
    if not data["over"]:
        return f"{decisions}, not over"
    winners = " and ".join(names[seat] for seat in data["winners"])
    return f"{decisions}, {winners} won" if winners else f"{decisions}, nobody won"


def _summary(seat: dict[str, Any], data: dict[str, Any]) -> None:
    """How one seat has decided, and how its chance went."""
    if not seat["looked"]:
        say(f"{seat['name']}: no decision with a choice")
        return
    forced = f", {seat['forced']} without a choice" if seat["forced"] else ""
    wrong = counted(seat["mistakes"], "mistake") if seat["mistakes"] else "no mistake"
    flow(
        f"{seat['name']}: {counted(seat['decisions'], 'decision')}{forced}; {wrong} in {seat['looked']}, "
        f"{100 * seat['accuracy']:.0f} % as good as the bot's; mean loss {100 * seat['loss']:.1f} of 100",
        hang=2,
    )
    chances = [chance for _, chance in seat["chance"]]
    how = "if all play at random" if data["judged"] else "by the search"
    say(f"  chance to win, {how}: {_percent(chances[0])} {_bars(chances)} {_percent(chances[-1])}", "dim")


def _bars(chances: list[float]) -> str:
    """A bar for each decision, or for so many together."""
    many = min(WIDE, len(chances))
    cut = [len(chances) * k // many for k in range(many + 1)]
    means = [sum(chances[a:b]) / (b - a) for a, b in pairwise(cut)]
    return "".join(BARS[min(len(BARS) - 1, int(mean * len(BARS)))] for mean in means)


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f} %"


def _mistake(each: dict[str, Any], who: str, data: dict[str, Any]) -> None:
    when = "".join(f", {name} {number}" for name, number in each["periods"].items())
    best, taken = 100 * each["worth"], 100 * each["worth-taken"]
    low, high = (100 * bound for bound in each["cost-interval"])
    say()
    say(f"Decision {each['number']}{when}: {who} lost {100 * each['cost']:.0f} of 100", "message")
    flow(f"  asked:  {each['question']}", hang=8)
    flow(f"  {_points(each, taken, 'ahead-taken')}{each['taken']}", hang=8, head=paint("warning", "  taken:"))
    flow(f"  {_points(each, best, 'ahead')}{each['better']}", hang=8, head=paint("good", "  better:"))
    say(f"  {low:.0f} to {high:.0f}, with 95 % certainty; {each['options']} options", "dim")


def _points(each: dict[str, Any], worth: float, ahead: str) -> str:
    lead = ""
    if ahead in each:
        far = each[ahead]
        lead = f", {far:.1f} ahead" if far > 0 else f", {-far:.1f} behind" if far < 0 else ", level"
    return f"[{worth:.0f}{lead}] "
