"""The cards of a pack: the kinds of them, a gallery of each kind with filters, and a page for each card."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial

from toolkit.documents.card import key_of
from toolkit.pack.read import words_of
from toolkit.pack.source import Component, Item
from toolkit.pack.story import Card, note_of
from toolkit.reading.outline import Line
from toolkit.reading.pack import ItemReading
from toolkit.site.chapters import told_by
from toolkit.site.decks import decks_of
from toolkit.site.face_html import face, frame_of
from toolkit.site.faces import attributes_of, items_of, label_of, shown_value, subtitle
from toolkit.site.kept import words_typed
from toolkit.site.labels import label
from toolkit.site.layout import parts
from toolkit.site.maps import map_of
from toolkit.site.markup import element, link, plain, text
from toolkit.site.page import Page
from toolkit.site.rulings import rulings_about
from toolkit.site.shelf import CARD_PAGE, STORY_PAGE, Shelf, capital
from toolkit.site.speech import rule_ids
from toolkit.site.statistics import Statistics
from toolkit.site.stories import condition
from toolkit.site.versions import Since, changed_line

OWN = "en"
FEWEST_FILTERED = 8
"""Cards from which on a gallery has filters."""
MOST_EXAMPLES = 12


class Cards:
    """The cards of a shelf with what their pages share."""

    def __init__(
        self,
        shelf: Shelf,
        reading: Callable[[Item], ItemReading],
        since: Since | None = None,
        statistics: Statistics | None = None,
    ) -> None:
        self.shelf, self.since, self.statistics = shelf, since, statistics
        self.reading = reading
        self.kinds: dict[str, list[Component]] = {}
        for type, kind in shelf.kinds.items():
            own = [c for c in shelf.pack.source.components if c.kind == kind and c.pack == shelf.id]
            if own:
                self.kinds[type] = own
        self.galleries: dict[str, str] = {}
        for type, cards in self.kinds.items():
            for number, part in enumerate(parts(cards, self._weight)):
                for card in part:
                    address = shelf.card_page(type)
                    self.galleries[card.name] = f"{address}-{number + 1}" if number else address

    def _weight(self, card: Component) -> float:
        words = sum(len(item.text.value.split()) for item in items_of(self.shelf, card))
        return 14 + 2 * len(card.attributes) + words * 0.4

    def plural(self, type: str) -> str:
        """What the cards of a type are called."""
        kind = self.shelf.kinds[type]
        noun = self.shelf.pack.vocabulary.nouns.get(kind)
        if self.shelf.language == OWN:
            return capital(noun.plural if noun else kind)
        return capital(self.shelf.word(kind, plural=True))

    def pages(self) -> Iterator[Page]:
        """The page of all kinds, then for each kind its gallery and its cards."""
        if len(self.kinds) > 1:
            yield self._overview()
        for type, cards in self.kinds.items():
            by_page: dict[str, list[Component]] = defaultdict(list)
            for card in cards:
                by_page[self.galleries[card.name]].append(card)
            for address, part in by_page.items():
                yield self._gallery(type, address, part, list(by_page))
            for before, card, after in zip([None, *cards], cards, [*cards[1:], None], strict=False):
                yield CardPage(self, type, card).made(before, after)

    def home(self) -> str | None:
        """Where a reader begins who looks for a card."""
        if len(self.kinds) == 1:
            return self.shelf.card_page(next(iter(self.kinds)))
        return f"{self.shelf.id}/{CARD_PAGE}" if self.kinds else None

    def _overview(self) -> Page:
        page = self.shelf.page(CARD_PAGE, self.shelf.label("cards"), contents=False)
        page.add(f"# {plain(self.shelf.label('cards'))}", tiles(self.tiles(page)))
        return page

    def tiles(self, page: Page) -> Iterator[str]:
        """A way to each gallery."""
        for type, cards in self.kinds.items():
            yield tile(page, self.shelf.card_page(type), self.plural(type), str(len(cards)))

    # --- Gallery ------------------------------------------------------------------------------------------

    def _gallery(self, type: str, address: str, cards: Sequence[Component], every: Sequence[str]) -> Page:
        shelf = self.shelf
        number = every.index(address) + 1
        title = self.plural(type) + (f" {number}" if number > 1 else "")
        page = shelf.page(address.removeprefix(f"{shelf.id}/"), title, contents=False)
        page.add(f"# {plain(title)}")
        page.finds(title, "", "gallery")
        if number == 1:
            page.add(*map_of(shelf, page, cards[0].kind))
        if len(cards) >= FEWEST_FILTERED:
            page.add(self._filters(cards))
        page.add(element("div", "\n".join(self._tiles(page, type, cards)), class_="cards"))
        page.parts((other, f"{self.plural(type)} {place}") for place, other in enumerate(every, 1))
        return page

    def _tiles(self, page: Page, type: str, cards: Sequence[Component]) -> Iterator[str]:
        """The cards of a gallery, each as it was for an earlier build if nothing of it has changed."""
        kept = self.shelf.kept
        for card in cards:
            alone = self.shelf.page(page.address.removeprefix(f"{self.shelf.id}/"), "")
            key = ("tile", kept.cards, card.name, words_typed(card.document) if card.document else "")
            kept.fill(alone, key, partial(self._tile_on, alone, type, card))
            yield page.holds(alone)

    def _tile_on(self, page: Page, type: str, card: Component) -> None:
        page.add(self._tile(page, type, card))

    def _tile(self, page: Page, type: str, card: Component) -> str:
        target = page.to(self.shelf.card_page(type, card.id))
        shown = face(self.shelf, page, card, target, level="h2")
        data = " ".join(
            f"{key_of(name)}={key_of(str(value))}"
            for name in self._filtered(card.kind)
            for value in _several(card.attributes.get(name))
        )
        style = frame_of(self.shelf, card)
        return element(
            "article", shown, class_="card", id=page.anchor(card.id), style=style, data_values=data
        )

    def _filtered(self, kind: str) -> list[str]:
        """The attributes by which a gallery is filtered."""
        return self.shelf.once(("filtered", kind), lambda: self._telling(kind))

    def _telling(self, kind: str) -> list[str]:
        """The attributes with few different values."""
        cards = [card for card in self.shelf.pack.source.components if card.kind == kind]
        found = []
        for name, attribute in attributes_of(self.shelf, kind).items():
            values = {value for card in cards for value in _several(card.attributes.get(name))}
            if attribute.form in ("value", "number", "thing") and 2 <= len(values) <= 12:
                found.append(name)
        return found

    def _filters(self, cards: Sequence[Component]) -> str:
        """A field for words and a choice for each attribute; without a script all cards are shown, and no filters."""
        shelf, kind = self.shelf, cards[0].kind
        words = '<input type="search" name="words" autocomplete="off">'
        fields = [element("label", text(shelf.label("filter-words")) + words)]
        for name in self._filtered(kind):
            attribute = attributes_of(shelf, kind)[name]
            values = {value for card in cards for value in _several(card.attributes.get(name))}
            ordered = sorted(values, key=lambda value: (isinstance(value, str), value))
            options = f'<option value="">{text(shelf.label("any"))}</option>'
            for value in ordered:
                shown = shown_value(shelf, str(value), attribute)
                options += f'<option value="{text(key_of(str(value)))}">{text(shown)}</option>'
            choice = element("select", options, name=key_of(name))
            fields.append(
                element("label", text(capital(label_of(shelf, name, attribute, many=False))) + choice)
            )
        count = element("output", text(str(len(cards))), aria_live="polite")
        return f'<div class="filters" role="search" hidden>{"".join(fields)}{count}</div>'


def _several(value: object) -> tuple[int | str, ...]:
    values = value if isinstance(value, tuple) else (value,)
    return tuple(each for each in values if isinstance(each, int | str) and not isinstance(each, bool))


def tiles(shown: Iterator[str] | Sequence[str]) -> str:
    """Ways on, side by side."""
    return element("ul", "".join(shown), class_="tiles")


def tile(page: Page, target: str, title: str, about: str) -> str:
    """One of them."""
    inner = element("strong", text(title)) + element("span", text(about))
    return element("li", link(page.to(target), inner))


# --- One card -----------------------------------------------------------------------------------------------


class CardPage:
    """The page of a card: its face in each language, what it does, where it is used."""

    def __init__(self, cards: Cards, type: str, card: Component) -> None:
        self.cards, self.type, self.card = cards, type, card
        self.shelf = shelf = cards.shelf
        self.title = shelf.called(card.name, card.text)
        local = shelf.card_page(type, card.id).removeprefix(f"{shelf.id}/")
        self.page = shelf.page(local, self.title, contents=False)

    def made(self, before: Component | None, after: Component | None) -> Page:
        """The whole page, with ways to its neighbours."""
        card, cards, kept = self.card, self.cards, self.shelf.kept
        if card.document is None or cards.since is not None:
            self._fill(before, after)
            return self.page
        read = kept.modules if card.options else kept.common
        games = cards.statistics.shown(self.shelf, card) if cards.statistics is not None else ""
        key = ("card", kept.around, words_typed(card.document), cards.galleries[card.name], read, games)
        kept.fill(self.page, key, lambda: self._fill(before, after))
        return self.page

    def _fill(self, before: Component | None, after: Component | None) -> None:
        shelf, page, card = self.shelf, self.page, self.card
        plural = self.cards.plural(self.type)
        above = [(f"{shelf.id}/index", shelf.name), (self.cards.galleries[card.name], plural)]
        page.trail(shelf.label("above"), *above)
        page.add(f"# {plain(self.title)}")
        page.add(element("div", "".join(self._faces()), class_="faces"))
        page.add(*map_of(shelf, page, card.kind, card.id))
        page.add(*changed_line(shelf, page, self.cards.since, self.type, card.id))
        for section in (
            self._story,
            self._steps,
            self._note,
            self._rulings,
            self._examples,
            self._decks,
            self._games,
            self._facts,
        ):
            page.add(*section())
        words = " ".join(" ".join(shelf.say(item).split()) for item in items_of(shelf, card))
        names = [shelf.called(card.name, card.text, language) for language in shelf.languages]
        if second := subtitle(card):
            names += [f"{self.title} {second}", second]
        page.finds(self.title, "", "card", words, (card.id,), names)
        page.add(self._ways(before, after))

    def _faces(self) -> Iterator[str]:
        """The face in the language of the page first, then in the others."""
        shelf, style = self.shelf, frame_of(self.shelf, self.card)
        others = [language for language in shelf.languages if language != shelf.language]
        for language in (shelf.language, *others):
            edition = shelf if language == shelf.language else shelf.edition(language, shelf.routes)
            shown = face(edition, self.page, self.card, anchored=edition is shelf)
            tongue = None if language == shelf.language else language
            yield element("div", shown, class_="card", lang=tongue, style=style)

    def _story(self) -> Iterator[str]:
        """Of a card of a story: its act, and where its ways lead, folded, for it gives away what comes."""
        card, shelf = self.story_card, self.shelf
        if card is None:
            return
        rows = []
        for way in card.ways:
            goals = [self._to_card(id) for id in way.targets]
            to = ", ".join(goals) or text(shelf.label("the-end"))
            rows.append(element("li", f"{text(condition(shelf, card, way))} → {to}"))
        story = next(d for d in shelf.pack.source.documents if d.type == "story" and d.id == card.story)
        told = link(self.page.to(f"{shelf.id}/{STORY_PAGE}#story/{card.story}"), shelf.title_html(story))
        yield element("p", f"{told} · {text(shelf.act(card.act))}", class_="about")
        if rows:
            summary = element("summary", text(shelf.label("leads-to")))
            yield element("details", summary + element("ul", "".join(rows)), class_="more")

    def _to_card(self, id: str) -> str:
        """A link to another card of the story."""
        card = next(each for each in self.cards.kinds[self.type] if each.id == id)
        name = self.shelf.called(card.name, card.text)
        return link(self.page.to(self.shelf.card_page(self.type, id)), text(name))

    @cached_property
    def story_card(self) -> Card | None:
        """The card as a card of its story."""
        cards = self.shelf.stories.cards
        return next((one for one in cards if one.type == self.type and one.id == self.card.id), None)

    @cached_property
    def outline(self) -> list[Line]:
        """What its sentences became."""
        return [line for item in items_of(self.shelf, self.card) for line in self.cards.reading(item).lines]

    def _steps(self) -> Iterator[str]:
        """What it does in plain steps, read from what was compiled and not from its words.

        Nobody words that in another language yet: there it is folded, and says that it is English.
        """
        if not self.outline:
            return
        self.page.heading(2, self.shelf.label("steps"), "steps")
        shown = nested([(line.depth, line.text) for line in self.outline], self.shelf.foreign)
        if self.shelf.foreign:
            summary = element("summary", text(self.shelf.label("steps-english")))
            shown = element("details", summary + shown, class_="more")
        yield shown

    def _note(self) -> Iterator[str]:
        """What its readers are told besides."""
        texts = note_of(self.card.document) if self.card.document is not None else {}
        for told in told_by(self.shelf, texts):
            lang = None if told.language == self.shelf.language else told.language
            yield element("p", text(told.text), class_="note", lang=lang)

    def _rulings(self) -> Iterator[str]:
        """How questions about it were decided."""
        if shown := rulings_about(self.shelf, self.page, self.type, self.card.id):
            self.page.heading(2, self.shelf.label("rulings"), "rulings")
            yield shown

    def _examples(self) -> Iterator[str]:
        shelf, page = self.shelf, self.page
        examples = shelf.mentions.get(self.card.name, [])
        if not examples:
            return
        page.heading(2, shelf.label("examples"), "examples")
        rows = [
            element("li", link(page.to(shelf.example_target(document)), shelf.title_html(document)))
            for document in examples
        ]
        yield element("ul", "".join(rows[:MOST_EXAMPLES]))
        if rest := rows[MOST_EXAMPLES:]:
            summary = element("summary", text(f"+{len(rest)}"))
            yield element("details", summary + element("ul", "".join(rest)), class_="more")

    def _decks(self) -> Iterator[str]:
        shelf, page = self.shelf, self.page
        rows = []
        for deck in decks_of(shelf):
            copies = sum(row[3] for row in deck.cards if row[1:3] == (self.type, self.card.id))
            if copies:
                target = page.to(f"{shelf.id}/decks#{deck.id}")
                name = text(shelf.called(f"deck/{deck.id}", deck.name))
                rows.append(element("li", f"{link(target, name)} ×{copies}"))
        if rows:
            page.heading(2, shelf.label("decks"), "decks")
            yield element("ul", "".join(rows))

    def _games(self) -> Iterator[str]:
        """How it fared in simulated games, if these are given."""
        statistics = self.cards.statistics
        if statistics is not None and (shown := statistics.shown(self.shelf, self.card)):
            self.page.heading(2, self.shelf.label("statistics"), "statistics")
            yield shown

    def _facts(self) -> Iterator[str]:
        shelf, document = self.shelf, self.card.document
        if document is None:
            return
        facts = []
        for provenance in words_of(document.root.get("provenance")):
            facts.append((shelf.label("origin"), text(shelf.label(f"origin-{provenance}"))))
        if cited := words_of(document.root.get("cites")):
            facts.append((shelf.label("sources"), rule_ids(shelf, self.page, cited)))
        if facts:
            rows = "".join(f"<dt>{text(name)}</dt><dd>{value}</dd>" for name, value in facts)
            yield element("dl", rows, class_="facts")

    def _ways(self, before: Component | None, after: Component | None) -> str:
        shown = []
        for sign, class_, other in (("← {}", "before", before), ("{} →", "after", after)):
            if other is not None:
                name = self.shelf.called(other.name, other.text)
                target = self.page.to(self.shelf.card_page(self.type, other.id))
                shown.append(link(target, text(sign.format(name)), class_=class_))
        if not shown:
            return ""
        name = label(self.shelf.language, "neighbours")
        return element("nav", "".join(shown), class_="neighbours", aria_label=name)


def nested(lines: Sequence[tuple[int, str]], lang: str | None = None) -> str:
    """An outline as lists in lists."""
    html, depth = [], -1
    for at, said in lines:
        while depth > at:
            html.append("</li></ol>")
            depth -= 1
        if depth == at and said.startswith("(“"):  # who is meant, and where it acts: no step
            html.append(element("p", text(said[1:-1]), class_="note"))
            continue
        if depth == at:
            html.append("</li>")
        while depth < at:
            html.append("<ol>")
            depth += 1
            if depth < at:
                html.append("<li>")
        html.append(f"<li>{text(said.removeprefix('– '))}")
    html.append("</li></ol>" * (depth + 1))
    return element("div", "".join(html), class_="outline", lang=lang)
