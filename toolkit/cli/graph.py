"""`sayso graph`: a story as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from toolkit.cli.output import counted, remark, show_diagnostics
from toolkit.cli.settings import PackName, Settings, shared

if TYPE_CHECKING:
    from toolkit.pack.story import Story

FORMATS = ("mermaid", "dot", "svg", "json")


@click.command("graph", short_help="Draw the stories of a pack.")
@click.argument("pack_name", metavar="PACK", type=PackName())
@click.argument("story", metavar="[STORY]", required=False)
@click.option(
    "--format", "form", type=click.Choice(FORMATS), help="Default: by the ending of --out, else mermaid."
)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="A file; else standard output.")
@shared
def command(pack_name: str, story: str | None, form: str | None, out: Path | None, settings: Settings) -> int:
    """Draw a story, or all stories of a pack: its cards by acts, its ways with their conditions, its ends.

    \b
    sayso graph my-pack
    sayso graph my-pack first-story --out story.svg
    sayso graph my-pack --format dot | dot -Tpdf > story.pdf

    A thick way is taken at once, a dotted one opens a card right after another. SVG needs no other program.

    Exit code 0: drawn. 1: the pack cannot be read, or has no stories.
    """
    from toolkit.pack.story_graph import graph_of, written
    from toolkit.pack.story_svg import svg

    stories = told(pack_name, story, settings)
    if stories is None:
        return 1
    if form is None:
        ending = out.suffix.lstrip(".") if out is not None else ""
        form = {"gv": "dot", "mmd": "mermaid"}.get(ending, ending)
        form = form if form in FORMATS else "mermaid"
    graphs = [graph_of(one) for one in stories]
    text = svg(graphs) if form == "svg" else written(graphs, form)
    if out is None:
        click.echo(text, nl=False)
        return 0
    from toolkit.report.atomic import write_atomic

    write_atomic(out, text)
    cards = sum(len(one.cards) for one in stories)
    remark(settings, f"{counted(len(stories), 'story', 'stories')} with {counted(cards, 'card')}: {out}")
    return 0


def told(pack_name: str, story: str | None, settings: Settings) -> tuple[Story, ...] | None:
    """The stories that are meant; None, and why has been said, when there are none."""
    from toolkit.cli.packs import find_pack, search_for
    from toolkit.pack.load import load_source
    from toolkit.pack.story import read_stories

    checked = load_source(find_pack(pack_name, settings), search_for(settings))
    source = checked.value
    if source is None:  # else it is drawn as far as it goes: a picture helps to find what is wrong
        show_diagnostics(checked.diagnostics, "full")
        return None
    stories = read_stories(source)
    if not stories.stories:
        raise click.UsageError(f"{source.id} has no stories.")
    if story is None:
        return stories.stories
    found = stories.find(story)
    if found is None:
        from toolkit.report.suggest import nearest

        known = [each.id for each in stories.stories]
        near = nearest(story, known)
        hint = f"Did you mean {near[0]}?" if near else f"It has {', '.join(known)}."
        raise click.UsageError(f"{source.id} has no story {story}. {hint}")
    return (found,)
