"""The stories of a pack: each to be read along the ways that a reader chooses, with its picture and a table of ways."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from toolkit.pack.locales import OWN
from toolkit.pack.story import Card, Story, Way, prose_of
from toolkit.pack.story_graph import Graph, graph_of
from toolkit.pack.story_svg import svg
from toolkit.report.source import Text
from toolkit.site.chapters import told_by
from toolkit.site.markup import element, link, plain, table, text
from toolkit.site.page import Page
from toolkit.site.shelf import STORY_PAGE, Shelf
from toolkit.site.speech import sentence, step_head

MOST_TOLD = 60
"""Cards that are told of one story, each as often as a way leads to it."""


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
        page.add(*_paragraphs(shelf, prose_of(story.document)))
        for item in shelf.items(story.document):
            page.add(sentence(shelf, page, item, step=step_head(text(shelf.label("winner")))))
        begins = [card for id in story.begins if (card := story.card(id.value)) is not None]
        told = Telling(shelf, page, story).opened(begins)
        page.add(
            element("details", element("summary", text(shelf.label("read-story"))) + told, class_="more path")
        )
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


def _paragraphs(shelf: Shelf, prose: Mapping[str, Text]) -> Iterator[str]:
    """What is told; where nobody has translated it, in English, and it says so."""
    for told in told_by(shelf, prose):
        lang = None if told.language == shelf.language else told.language
        yield element("p", text(told.text), class_="prose", lang=lang)


class Telling:
    """A story as it is told along a way: what a card tells, then its ways, each of which folds what comes after it.

    So a reader learns no more than what lies on the way that they open.  A card of which ways meet is told on each of
    them; after `MOST_TOLD` cards, of a story of more ways than anybody reads, only its name is given.
    """

    def __init__(self, shelf: Shelf, page: Page, story: Story) -> None:
        self.shelf, self.page, self.story = shelf, page, story
        self.told = 0

    def opened(self, cards: Sequence[Card], before: tuple[str, ...] = ()) -> str:
        """These cards with what they open, and the ways on.  `before`: those on the way here, not told again."""
        shown, here = [], list(cards)
        for card in here:
            opens = [goal for id in card.opens if (goal := self.story.card(id.value)) is not None]
            here += [goal for goal in opens if goal not in here]
            name = element("strong", _card(self.shelf, self.page, card))
            shown.append(element("p", f"{name} · {text(self.shelf.act(card.act))}"))
            if card.id not in before:
                shown += self._prose(card, card.id)
        self.told += len(here)
        known = (*before, *(card.id for card in here))
        new = [card for card in here if card.id not in before]
        ways = [self._way(card, way, known) for card in new for way in card.ways]
        return "".join(shown) + ("".join(ways) if self.told < MOST_TOLD else "")

    def _way(self, card: Card, way: Way, before: tuple[str, ...]) -> str:
        kind = "branch" if way.list == "branches" else "epilogue"
        told = "".join(self._prose(card, f"{card.id}-{kind}-{way.number + 1}"))
        goals = [goal for id in way.targets if (goal := self.story.card(id)) is not None]
        after = self.opened(goals, before) if goals else element("p", text(self.shelf.label("the-end")))
        summary = element("summary", text(condition(self.shelf, card, way)))
        return element("details", summary + told + after, class_="more")

    def _prose(self, card: Card, id: str) -> Iterator[str]:
        return _paragraphs(
            self.shelf, {key: told for key, told in prose_of(card.document).items() if key == id}
        )


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
            act = shelf.act(card.act)
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
