"""What has changed since an earlier version: a page for players, and a line on the page of each card that changed.

In: both versions, and the changes that `sayso changes` finds between them.  What players do not read (examples, facts,
layouts) is left out; a change of letters that leaves the program as it was is told as one of words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from toolkit.compile.pack import Pack
from toolkit.documents.card import key_of
from toolkit.documents.document_type import chapter_types, types_that
from toolkit.pack.source import Component, Item
from toolkit.site.chapters import chapters_of
from toolkit.site.faces import field_name
from toolkit.site.labels import labels
from toolkit.site.markup import element, link, plain, text
from toolkit.site.page import Page, slug
from toolkit.site.shelf import (
    CHANGE_PAGE,
    DECK_PAGE,
    RULING_PAGE,
    STORY_PAGE,
    Shelf,
    capital,
)

if TYPE_CHECKING:
    from toolkit.prove.changes import Change

OWN = "en"
UNREAD = types_that(lambda each: not each.news)
"""Types of document of which players see nothing that could change."""
NAMED = ("ruling", "deck", "story", "scenario")
"""Of other documents without effect on a rule: that one came or went is told."""
GROUPS = ("cards", "rules", "words", "rest")


@dataclass(frozen=True)
class Since:
    """`old`: the earlier version, as its pages would see it.  `changes`: what players read of all changes, in order."""

    old: Shelf
    changes: tuple[Change, ...]

    @classmethod
    def of(cls, old: Pack, changes: Sequence[Change], languages: tuple[str, ...] = ()) -> Since:
        """`languages`: those of the site."""
        return cls(Shelf.of(old, languages), tuple(each for each in changes if _is_read(each)))

    def about(self, type: str, id: str) -> tuple[Change, ...]:
        """The changes of a card or of another document."""
        return tuple(each for each in self.changes if each.about.key == (False, type, id))


def _is_read(change: Change) -> bool:
    entry = change.about
    if not entry.key[0] and entry.type in UNREAD:
        return False
    return change.effect != "nothing" or change.what == "renamed" or (entry.type in NAMED and not change.path)


def changed_line(shelf: Shelf, page: Page, since: Since | None, type: str, id: str) -> Iterator[str]:
    """On the page of a card: that it has changed, and how, with a way to the whole; nothing if it has not."""
    if since is None or not (found := since.about(type, id)):
        return
    kinds = dict.fromkeys(_kind(shelf, change) for change in found)
    said = link(page.to(f"{shelf.id}/{CHANGE_PAGE}#{type}/{id}"), text(shelf.label("change-card")))
    yield element("p", f"{said}: {text(', '.join(kinds))}", class_="changed")


def changes_page(shelf: Shelf, since: Since | None) -> Page | None:
    """All changes; None for a site that is compared with no earlier version."""
    if since is None:
        return None
    page = shelf.page(CHANGE_PAGE, shelf.label("changes"))
    page.add(f"# {plain(shelf.label('changes'))}")
    versions = [each for each in (since.old.brand.version, shelf.brand.version) if each]
    if len(set(versions)) == 2:
        page.add(element("p", text(" → ".join(versions)), class_="about"))
    page.add(element("p", text(shelf.label("changes-about")), class_="lead"))
    told = _Told(shelf, since, page)
    groups: dict[str, list[str]] = {group: [] for group in GROUPS}
    for _, same in groupby(since.changes, key=lambda each: each.about.key):
        changes = list(same)
        groups[told.group(changes[0])].append(told.entry(changes))
    for group, shown in groups.items():
        if shown:
            page.heading(2, shelf.label("change-rest" if group == "rest" else group), group)
            page.add(*shown)
    if not since.changes:
        page.add(element("p", text(shelf.label("change-none"))))
    return page


def _kind(shelf: Shelf, change: Change) -> str:
    """What happened: *new*, *another name*, *another meaning*."""
    if change.what in ("added", "removed", "renamed", "order"):
        whole = "-text" if change.path and change.what in ("added", "removed") else ""
        return shelf.label(f"change-{change.what}{whole}")
    return shelf.label(f"change-{change.effect}")


class _Told:
    """Changes in the language of a page."""

    def __init__(self, shelf: Shelf, since: Since, page: Page) -> None:
        self.shelf, self.page = shelf, page
        self.old = since.old.edition(shelf.language, shelf.routes)
        self.numbers = {
            each.item: each.number for chapter in chapters_of(shelf) for each in chapter.sentences
        }

    def group(self, change: Change) -> str:
        """The heading under which it stands."""
        word, type, _ = change.about.key
        if word:
            return "words"
        if type in self.shelf.kinds or type in self.old.kinds:
            return "cards"
        return "rules" if type in chapter_types() else "rest"

    def entry(self, changes: list[Change]) -> str:
        """One card, chapter or word with its changes."""
        first = changes[0]
        word, type, id = first.about.key
        anchor = self.page.anchor(f"word/{type}/{slug(id)}" if word else f"{type}/{id}")
        head = element("h3", f"{self.title(first)} {self.badge(first) if not first.path else ''}")
        shown = "".join(self.change(each) for each in changes)
        return element("section", head + shown, class_="change", id=anchor)

    def badge(self, change: Change) -> str:
        return element("span", text(_kind(self.shelf, change)), class_=f"badge {change.effect}")

    def title(self, change: Change) -> str:
        """What it is called, with a link to what explains it."""
        word, type, id = change.about.key
        gone = change.what == "removed" and not change.path
        shelf = self.old if gone else self.shelf
        target, title = _target(shelf, word, type, id), _title(shelf, word, type, id)
        title = title or element("span", text(change.about.label or id), lang=OWN)
        return title if gone or target is None else link(self.page.to(target), title)

    def change(self, change: Change) -> str:
        """One change: where, what happened, before and after."""
        if not change.path:
            return self.whole(change)
        before, after = change.items
        lines = [element("p", f"{self.where(change)} {self.badge(change)}", class_="step")]
        if before is None and after is None:
            ways = " → ".join(self.value(each) for each in (change.before, change.after))
            return lines[0] + element("p", ways)
        if change.what == "order" and after is not None:
            return lines[0] + element("p", self.said(self.shelf, after))
        was = self.said(self.old, before) if before is not None else ""
        now = self.said(self.shelf, after) if after is not None else ""
        if was == now:  # both are printed in the canonical wording
            lines.append(element("p", now))
        else:
            lines += [element("p", element(tag, said)) for tag, said in (("del", was), ("ins", now)) if said]
        return "".join(lines) + self.readings(change)

    def whole(self, change: Change) -> str:
        """All texts of what came or went."""
        items = [item for items in change.about.texts.values() for item in items]
        shelf, tag = (self.old, "del") if change.what == "removed" else (self.shelf, "ins")
        return "".join(element("p", element(tag, self.said(shelf, item))) for item in items)

    def readings(self, change: Change) -> str:
        """What the program did and does; in English, as on the pages of cards."""
        if not any(change.readings):
            return ""
        parts = [element("summary", text(self.shelf.label("steps")))]
        if self.shelf.language != OWN:
            parts.append(element("p", text(self.shelf.label("steps-english")), class_="about"))
        for key, lines in zip(("change-before", "change-after"), change.readings, strict=True):
            if lines:
                parts.append(element("p", text(self.shelf.label(key)), class_="step"))
                lang = OWN if self.shelf.language != OWN else None
                parts.append(element("pre", "&#10;".join(map(text, lines)), class_="outline", lang=lang))
        return element("details", "".join(parts), class_="more")

    def where(self, change: Change) -> str:
        """The field, with the number of the sentence in the rules."""
        item = change.items[1] or change.items[0]
        if item is not None and (number := self.numbers.get(item)):
            return link(self.page.to(self.shelf.target(item)), text(number))
        field = str(change.path[0])
        if known := labels(self.shelf.language).get(f"field-{field}"):
            return text(known)
        if item is not None and (name := field_name(self.shelf, field)):
            return text(name)
        noun = field.replace("-", " ")
        if noun in self.shelf.pack.vocabulary.nouns:
            return text(capital(self.shelf.word(noun)))
        return element("span", text(capital(noun)), lang=self.english)

    def said(self, shelf: Shelf, item: Item) -> str:
        """A sentence of one of the versions; where it was not understood, as it is typed."""
        if item in shelf.pack.trees:
            return text(" ".join(shelf.say(item).split()))
        return element("span", text(" ".join(item.text.value.split())), lang=self.english)

    def value(self, value: str | None) -> str:
        """A number, a word or a name; a dash for none."""
        if value is None:
            return "—"
        shown = self.shelf.value(value)
        return element("b", text(shown), lang=self.english if shown == value else None)

    @property
    def english(self) -> str | None:
        return None if self.shelf.language == OWN else OWN


def _component(shelf: Shelf, type: str, id: str) -> Component | None:
    own = (each for each in shelf.pack.source.components if each.pack == shelf.id and each.id == id)
    return next((each for each in own if key_of(each.kind) == type), None)


def _title(shelf: Shelf, word: bool, type: str, id: str) -> str:
    """HTML; empty for what has no title."""
    if word:
        return text(capital(shelf.word(id))) if id in shelf.pack.vocabulary.nouns else ""
    if (card := _component(shelf, type, id)) is not None:
        return text(shelf.called(card.name, card.text))
    document = next((each for each in shelf.documents(type) if each.id == id), None)
    return shelf.title_html(document) if document is not None else ""


def _target(shelf: Shelf, word: bool, type: str, id: str) -> str | None:
    """Where it is explained, if it is."""
    if word:
        return next(
            (shelf.words[key] for sort in ("noun", "adj", "relation") if (key := (sort, id)) in shelf.words),
            None,
        )
    if _component(shelf, type, id) is not None:
        return shelf.card_page(type, id)
    if type in chapter_types():
        return shelf.rule_target(type, id)
    pages = {
        "ruling": f"{RULING_PAGE}#ruling/{id}",
        "deck": f"{DECK_PAGE}#{id}",
        "story": f"{STORY_PAGE}#story/{id}",
    }
    return f"{shelf.id}/{pages[type]}" if type in pages else None
