"""The stories of a pack: each with its picture, and its ways as a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from toolkit.pack.locales import OWN
from toolkit.pack.story import Card, Story, Way, prose_of
from toolkit.pack.story_graph import Graph, graph_of
from toolkit.pack.story_svg import svg
from toolkit.site.faces import Told
from toolkit.site.markup import element, link, plain, table, text
from toolkit.site.page import Page
from toolkit.site.shelf import STORY_PAGE, Shelf
from toolkit.site.speech import sentence, step_head


def stories_page(shelf: Shelf) -> Page | None:
    """All stories that the pack itself holds; None when it has none.  What comes is folded: it would be told."""
    stories = own_stories(shelf)
    if not stories:
        return None
    page = shelf.page(STORY_PAGE, shelf.label("stories"))
    page.add(f"# {plain(shelf.label('stories'))}")
    for story in stories:
        title = shelf.called(f"story/{story.id}", story.name)
        page.heading(2, title, f"story/{story.id}")
        page.finds(title, f"story/{story.id}", "story", ids=(story.id,))
        for told in told_of(shelf, story):
            lang = None if told.language == shelf.language else told.language
            page.add(element("p", text(told.text), class_="prose", lang=lang))
        for item in shelf.items(story.document):
            page.add(sentence(shelf, page, item, step=step_head(text(shelf.label("winner")))))
        summary = element("summary", text(shelf.label("spoilers")))
        hrefs = {card.id: page.to(shelf.card_page(card.type, card.id)) for card in story.cards}
        drawing = svg([_in_its_language(shelf, story)], hrefs).replace("\n", " ")
        drawn = element("figure", drawing, class_="graph", tabindex="0")
        head, rows = [shelf.label(key) for key in ("from", "when-way", "to")], list(_rows(shelf, page, story))
        ways = element("div", table(head, rows), class_="scroll", tabindex="0") if rows else ""
        page.add(element("details", summary + drawn + ways, class_="more"))
    return page


def own_stories(shelf: Shelf) -> list[Story]:
    """The stories of this pack, without those of packs that it extends."""
    own = {document.id for document in shelf.documents("story")}
    return [story for story in shelf.stories.stories if story.id in own]


def told_of(shelf: Shelf, story: Story) -> Iterator[Told]:
    """What a story tells; where nobody has translated it, in English."""
    own = shelf.language == OWN
    translated = {} if own else shelf.prose
    for id, prose in prose_of(story.document).items():
        yield Told(translated.get(id, prose.value), shelf.language if own or id in translated else OWN)


def _in_its_language(shelf: Shelf, story: Story) -> Graph:
    """The picture of a story with the names and conditions of the page's language."""
    graph = graph_of(story)
    if shelf.language == OWN:
        return graph
    cards = {card.id: card for card in story.cards}
    said = {way.when: condition(shelf, card, way) for card in story.cards for way in card.ways}
    nodes = []
    for node in graph.nodes:
        card = cards.get(node.id)
        if card is None:
            name = (
                shelf.called(f"story/{story.id}", story.name)
                if node.form == "begin"
                else shelf.label("the-end")
            )
            nodes.append(replace(node, name=name, act="", note=""))
        else:
            act = shelf.label("act", act=card.act)
            nodes.append(replace(node, name=_name(shelf, card), act="", note=act))
    edges = [
        replace(e, label=said.get(e.label, e.label), form="branch") if e.label else e for e in graph.edges
    ]
    name = shelf.called(f"story/{story.id}", story.name)
    return replace(graph, name=name, nodes=tuple(nodes), edges=tuple(edges))


def _rows(shelf: Shelf, page: Page, story: Story) -> Iterator[tuple[str, ...]]:
    for card in story.cards:
        for opened in card.opens:
            if (goal := story.card(opened.value)) is not None:
                yield _card(shelf, page, card), text(shelf.label("right-after")), _card(shelf, page, goal)
        for way in card.ways:
            goals = [goal for id in way.targets if (goal := story.card(id)) is not None]
            to = ", ".join(_card(shelf, page, goal) for goal in goals) or text(shelf.label("the-end"))
            yield _card(shelf, page, card), text(condition(shelf, card, way)), to


def _card(shelf: Shelf, page: Page, card: Card) -> str:
    return link(page.to(shelf.card_page(card.type, card.id)), text(_name(shelf, card)))


def _name(shelf: Shelf, card: Card) -> str:
    return shelf.called(f"{card.type}/{card.id}", card.name)


def condition(shelf: Shelf, card: Card, way: Way) -> str:
    """When a way is taken, in the language of the page."""
    path = (way.list, way.number, "when")
    item = next((each for each in shelf.items(card.document) if each.path == path), None)
    said = shelf.say(item) if item is not None else way.when
    return said + (" " + shelf.label("at-once") if way.at_once else "")
