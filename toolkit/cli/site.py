"""`sayso site`: a game as a site to read; in a handbook also the guide, the language and the diagnostics."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from toolkit.cli.output import counted, failed, paint, remark, say, show_diagnostics
from toolkit.cli.packs import find_pack, search_for
from toolkit.cli.progress import counting, progress_bar
from toolkit.cli.settings import PackName, Settings, into, several, shared
from toolkit.cli.watch import Loaded, stamps

if TYPE_CHECKING:
    from toolkit.compile.pack import Pack
    from toolkit.site.book import Book
    from toolkit.site.publish import Built
    from toolkit.site.versions import Since

OUT = Path("build/site")
goes = into(OUT, "Where it goes: an empty folder, or an earlier site.")
spoken = click.option(
    "--languages",
    metavar="en,uk",
    default="",
    callback=several,
    help="Which of the packs' languages; default: all.",
)


@click.group("site", short_help="Make the site of a game: rules, cards, decks, examples, in each language.")
def command() -> None:
    """Make the site of a game: rules, cards, decks, stories, examples, glossary, in each of its languages.

    \b
    sayso site build my-pack
    sayso site serve my-pack
    """


@command.command("build", short_help="Write the site to a folder.")
@click.argument("packs_", metavar="PACK...", nargs=-1, required=True, type=PackName())
@goes
@spoken
@click.option(
    "--handbook", is_flag=True, help="With the guide, the language and the diagnostics; several packs."
)
@click.option(
    "--since", "old", metavar="OLD", type=PackName(), help="An earlier version: what has changed is told."
)
@click.option(
    "--statistics",
    "games",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="What sayso simulate --format json has written: cards say how they fared.",
)
@click.option(
    "--strict", is_flag=True, help="Links that lead nowhere, examples that fail, and warnings are errors."
)
@shared
def build(
    packs_: tuple[str, ...],
    out: Path,
    languages: tuple[str, ...],
    handbook: bool,
    old: str | None,
    games: Path | None,
    strict: bool,
    settings: Settings,
) -> int:
    """Write the site of a game: the book of its players, with the packs that it extends.

    \b
    sayso site build my-pack
    sayso site build my-pack --languages en --out public --strict
    sayso site build my-pack --since my-pack-1.0
    sayso site build my-pack --statistics games.json
    sayso site build my-pack other-pack --handbook

    Needs the extra: pip install 'sayso[site]'. Exit code 0: made. 1: a pack has errors, or --strict found something.
    """
    return make(packs_, out, languages, settings, handbook=handbook, strict=strict, old=old, games=games)


@command.command("serve", short_help="Show the site in a browser, anew at each change of the pack.")
@click.argument("packs_", metavar="PACK...", nargs=-1, required=True, type=PackName())
@goes
@spoken
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0: any that is free."
)
@click.option("--open", "opening", is_flag=True, help="Open it in the browser.")
@shared
def serve(
    packs_: tuple[str, ...],
    out: Path,
    languages: tuple[str, ...],
    port: int,
    opening: bool,
    settings: Settings,
) -> int:
    """Build the site, then show it at an address of this machine until Ctrl-C.

    Whenever a file of the pack is saved, the site is made again and the page in the browser is loaded anew.  What is
    wrong with a change stands here; the site stays as it was until that is mended.

    \b
    sayso site serve my-pack
    sayso site serve my-pack --port 0 --open
    """
    port, roots = _free(port), _folders(packs_, settings)
    before, loaded = stamps(roots), Loaded()  # before they are read: what changes meanwhile is not missed
    status = make(packs_, out, languages, settings, loaded=loaded)
    if status:
        return status

    def again() -> None:
        nonlocal before
        now = stamps(roots)
        if now == before:
            return  # the site lies in the folder of the pack, and was made just now
        before = now
        try:
            make(packs_, out, languages, settings, loaded=loaded)
        except click.ClickException as error:  # the browser would wait for a site if this ended the rebuild
            remark(settings, error.format_message(), "error")

    _live(again, roots, out, port, opening)
    return 0


def _live(again: Callable[[], None], roots: list[Path], out: Path, port: int, opening: bool) -> None:
    """Show a site that is there until Ctrl-C, and make it `again` whenever a file below `roots` changes."""
    from mkdocs.livereload import LiveReloadServer

    server: Any = LiveReloadServer(again, "127.0.0.1", port, str(out))
    activate = server.server_activate

    def ready() -> None:
        activate()
        say(f"http://127.0.0.1:{port}/  (Ctrl-C ends it)", "good")

    server.server_activate = ready
    server.error_handler = lambda code: (out / "404.html").read_bytes() if code == 404 else None
    for root in roots:
        server.watch(str(root))
    again()
    try:
        server.serve(open_in_browser=opening)
    finally:
        server.shutdown()


def _free(port: int) -> int:
    """The port, or for 0 one that is free; ends the command if it is taken."""
    from http.server import BaseHTTPRequestHandler, HTTPServer

    try:
        with HTTPServer(("127.0.0.1", port), BaseHTTPRequestHandler) as probe:
            return probe.server_port
    except OSError as error:
        raise click.UsageError(f"Port {port} cannot be used ({error.strerror}). Try --port 0.") from error


def _folders(names: tuple[str, ...], settings: Settings) -> list[Path]:
    """Those of the packs and of what they extend."""
    from toolkit.pack.load import load_source

    places = [find_pack(name, settings) for name in names]
    sources = [load_source(place, (*search_for(settings), place.resolve().parent)).value for place in places]
    return sorted({each.root for source in sources if source is not None for each in source.folders})


def make(
    names: tuple[str, ...],
    out: Path,
    languages: tuple[str, ...],
    settings: Settings,
    *,
    handbook: bool = False,
    strict: bool = False,
    old: str | None = None,
    games: Path | None = None,
    loaded: Loaded | None = None,
) -> int:
    """The site on disk; the exit code.  `loaded`: the packs as they were when it was made last."""
    if len(names) > 1 and not handbook:
        raise click.UsageError("A game has a site of its own: name one pack, or several with --handbook.")
    from toolkit.compile.pack import uncollected

    with uncollected():
        packs = load(names, settings, loaded or Loaded())
        if packs is None:
            return 1
        return _make(packs, out, languages, settings, handbook=handbook, strict=strict, old=old, games=games)


def _make(
    packs: list[Pack],
    out: Path,
    languages: tuple[str, ...],
    settings: Settings,
    *,
    handbook: bool,
    strict: bool,
    old: str | None,
    games: Path | None,
) -> int:
    from toolkit.site.book import make_book
    from toolkit.site.publish import SiteError
    from toolkit.site.publish import build as publish
    from toolkit.site.statistics import Statistics, StatisticsError

    _known_languages(packs, languages)
    _of_one_game(handbook, {"--since": old, "--statistics": games})
    earlier = load((old,), settings, Loaded()) if old is not None else []
    if earlier is None:
        return 1
    since = compared(earlier[0], packs[0], languages) if earlier else None
    try:
        statistics = Statistics.read(games, packs[0]) if games is not None else None
        with progress_bar(settings, "Making") as advance:
            step = counting(advance, _steps(packs, languages))
            book = make_book(
                packs, languages, handbook=handbook, since=since, statistics=statistics, step=step
            )
            step(f"{len(book.pages)} pages")
            built = publish(book, out)
    except (SiteError, StatisticsError) as error:
        raise click.ClickException(str(error)) from error
    wrong = list(disproved(packs, settings)) if strict else []
    return int(_told(packs, book, built, wrong, settings) and strict)


def _steps(packs: list[Pack], languages: tuple[str, ...]) -> int:
    """Of how many steps a bar tells: each pack in each language, and the pages."""
    from toolkit.pack.locales import printed_languages

    return 1 + sum(len(languages or printed_languages(pack.source)) for pack in packs)


def disproved(packs: list[Pack], settings: Settings) -> Iterator[str]:
    """The examples that do not end as their pages say."""
    from toolkit.play.example import attempt, examples

    every = [(pack, example) for pack in packs for example in examples(pack)]
    with progress_bar(settings, "examples") as advance:
        for done, (pack, example) in enumerate(every):
            if advance is not None:
                advance(done, len(every), example.id)
            if (failure := attempt(pack, example)) is not None:
                yield f"{pack.id}: the example {example.id} fails: {failure.diagnostic.message}"


def _told(packs: list[Pack], book: Book, built: Built, wrong: list[str], settings: Settings) -> bool:
    """Say what was made, and what is wrong with it; whether anything is."""
    from toolkit.site.brand import doubts

    problems = [f"{pack.id}: {doubt}" for pack in packs for doubt in doubts(pack)]
    problems += [*built.warnings, *map(str, built.broken), *missing(book), *wrong]
    for problem in problems:
        remark(settings, problem, "warning")
    if not settings.quiet:
        say(f"{counted(len(book.pages), 'page')} in {paint('good', str(built.out))}{anew(built.made, book)}")
    remark(settings, f"To read it: open {built.out / 'index.html'}")
    return bool(problems)


def _of_one_game(handbook: bool, options: dict[str, object]) -> None:
    """Ends the command for options that no handbook has."""
    for name, given in options.items():
        if handbook and given is not None:
            raise click.UsageError(f"{name} is for the site of one game.")


def anew(made: int, book: Book) -> str:
    """How many pages were rendered, where it were not all."""
    return "" if made == len(book.pages) else f", {made} of them rendered anew"


def missing(book: Book) -> list[str]:
    """How many words have no form in a language of the book."""
    found = {diagnostic for shelf in book.shelves for diagnostic in shelf.found}
    said = f"{counted(len(found), 'word')} missing in a language; sayso validate shows where"
    return [said] if found else []


def compared(old: Pack, new: Pack, languages: tuple[str, ...]) -> Since:
    """What has changed between two versions of a pack; ends the command if they are two packs."""
    from toolkit.prove.changes import changes
    from toolkit.site.versions import Since

    if old.id != new.id:
        raise click.UsageError(f"{old.id} is no earlier version of {new.id}: it has another id.")
    return Since.of(old, changes(old, new), languages)


def load(names: tuple[str, ...], settings: Settings, loaded: Loaded) -> list[Pack] | None:
    """The packs and those that they extend, each once; None if one has errors, which are shown."""
    packs: dict[str, Pack] = {}
    waiting: list[Path] = [find_pack(name, settings) for name in names]
    status = 0
    while waiting:
        folder = waiting.pop(0)
        checked = loaded.load(folder, (*search_for(settings), folder.resolve().parent))
        if failed(checked.diagnostics) or checked.value is None:
            show_diagnostics(checked.diagnostics, "full")
            status = 1
            continue
        pack = checked.value
        if pack.id not in packs:
            packs[pack.id] = pack
            waiting += [one.root for one in pack.source.folders if one.id not in packs]
    return None if status else list(packs.values())


def _known_languages(packs: list[Pack], wanted: tuple[str, ...]) -> None:
    """Ends the command for a language that no pack has."""
    from toolkit.pack.locales import printed_languages

    known = {tag for pack in packs for tag in printed_languages(pack.source)}
    for tag in wanted:
        if tag not in known:
            raise click.UsageError(f"No pack can be printed in {tag}. Languages: {', '.join(sorted(known))}.")
