"""The stories of a pack: each with its picture, and its ways as a table."""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.pack.locales import OWN
from toolkit.pack.story import Card, Story, prose_of, read_stories, translated_prose
from toolkit.pack.story_graph import graph_of
from toolkit.pack.story_svg import svg
from toolkit.site.markup import element, link, plain, table, text
from toolkit.site.page import Page
from toolkit.site.shelf import STORY_PAGE, Shelf
from toolkit.site.speech import sentence


def stories_page(shelf: Shelf) -> Page | None:
    """All stories that the pack itself holds; None when it has none."""
    stories = own_stories(shelf)
    if not stories:
        return None
    title = f"{shelf.name}: stories"
    page = Page(f"{shelf.id}/{STORY_PAGE}", title, shelf.name, shelf.languages)
    page.add(f"# Stories of {plain(shelf.name)}")
    for story in stories:
        page.heading(2, story.name, f"story/{story.id}")
        for language in shelf.languages:
            page.add(_told(shelf, story, language))
        address = f"{story.id}.svg"  # beside the page: `files` puts it there
        page.add(element("p", f'<img src="{text(address)}" alt="{text(_said(story))}" loading="lazy">'))
        page.add(table(("From", "When", "To"), _rows(shelf, page, story)))
        for item in shelf.items(story.document):
            page.add(sentence(shelf, page, item, head=element("div", "Winner", class_="say-step")))
    return page


def pictures(shelf: Shelf) -> Iterator[tuple[str, str]]:
    """The files of the pictures: path and text."""
    for story in own_stories(shelf):
        yield f"{shelf.id}/{STORY_PAGE}/{story.id}.svg", svg([graph_of(story)])


def own_stories(shelf: Shelf) -> list[Story]:
    """The stories of this pack, without those of packs that it extends."""
    own = {document.id for document in shelf.documents("story")}
    return [story for story in read_stories(shelf.pack.source).stories if story.id in own]


def _told(shelf: Shelf, story: Story, language: str) -> str:
    """What a story tells, if somebody has translated it; in other languages than English under its name."""
    translated = translated_prose(shelf.pack.source, language) if language != OWN else {}
    lines = [] if language == OWN else [shelf.called(f"story/{story.id}", "", language)]
    lines += [
        p.value if language == OWN else translated.get(id, "") for id, p in prose_of(story.document).items()
    ]
    return "".join(element("p", text(line), class_="say-prose", lang=language) for line in lines if line)


def _said(story: Story) -> str:
    """The picture in words."""
    return f"{story.name}: {', '.join(card.name for card in story.cards)}"


def _rows(shelf: Shelf, page: Page, story: Story) -> Iterator[tuple[str, ...]]:
    for card in story.cards:
        for opened in card.opens:
            if (goal := story.card(opened.value)) is not None:
                yield _card(shelf, page, card), "right behind it", _card(shelf, page, goal)
        for way in card.ways:
            goals = [goal for id in way.targets if (goal := story.card(id)) is not None]
            to = ", ".join(_card(shelf, page, goal) for goal in goals) or "the end"
            yield _card(shelf, page, card), text(way.when + (" At once." if way.at_once else "")), to


def _card(shelf: Shelf, page: Page, card: Card) -> str:
    return link(page.to(shelf.card_page(card.type, card.id)), text(card.name))
