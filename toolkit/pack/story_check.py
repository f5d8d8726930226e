"""What can be proved of a story as a graph, before anything is played.

In: the stories of a pack.  Out: SAY0304 for what is named and not there, SAY0380 to SAY0384 for cards that are never
reached, never left, that go on after the end, that go round in a circle at once, and for ends at which nobody wins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from toolkit.documents.identity import unknown_id
from toolkit.pack.read import texts_of
from toolkit.pack.story import PHRASES, Card, Stories, Story, read_stories
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Diagnostic, Label

if TYPE_CHECKING:
    from toolkit.pack.source import PackSource


def check_stories(source: PackSource, *, readable: bool = True) -> tuple[Diagnostic, ...]:
    """All findings of all stories.  `readable`: all keys are understood; else a way may merely be misspelt."""
    stories = read_stories(source)
    return tuple(_all(stories, source, readable)) if stories else ()


def _all(stories: Stories, source: PackSource, readable: bool) -> Iterator[Diagnostic]:
    known = [story.id for story in stories.stories]
    for card in stories.strays:
        for text in texts_of(card.document.root.get("story")):
            if wrong := unknown_id(text, known, "story"):
                yield wrong
    for story in stories.stories:
        missing = list(references(story))
        yield from missing
        yield from ends(story)
        if readable and not missing:  # else what it names wrongly looks unreachable as well
            yield from unreachable(story)
            yield from dead_ends(story)
            yield from circles(story)
    if stories.stories:
        yield from unused(stories, source)


def references(story: Story) -> Iterator[Diagnostic]:
    """Ids of cards that are none of this story's."""
    known = [card.id for card in story.cards]
    named = [*story.begins, *(text for card in story.cards for text in card.opens)]
    named += [text for card in story.cards for way in card.ways for text in way.to]
    for text in named:
        if wrong := unknown_id(text, known, f"card of {story.id}"):
            yield wrong


def goals(story: Story, card: Card) -> list[Card]:
    """The cards to which a card leads, by its branches and by what it opens."""
    ids = [*(id for way in card.ways for id in way.targets), *(text.value for text in card.opens)]
    return [goal for id in dict.fromkeys(ids) if (goal := story.card(id)) is not None]


def reached(story: Story) -> set[str]:
    """Ids of the cards to which ways lead from where the story begins."""
    found: set[str] = set()
    left = [card for text in story.begins if (card := story.card(text.value)) is not None]
    while left:
        card = left.pop()
        if card.id not in found:
            found.add(card.id)
            left += goals(story, card)
    return found


def unreachable(story: Story) -> Iterator[Diagnostic]:
    """SAY0380: no way leads there."""
    there = reached(story)
    for card in story.cards:
        if card.id not in there:
            begins = ", ".join(text.value for text in story.begins)
            yield diagnose(
                "SAY0380",
                card.span,
                card=card.id,
                story=story.id,
                hint=f"let a branch `go-to: {card.id}`, or a card name it in `opens`; the story begins with {begins}",
            )


def dead_ends(story: Story) -> Iterator[Diagnostic]:
    """SAY0381: an open card that nothing leaves: neither it nor what is open with it has a way on."""
    there = reached(story)
    cards = [card for card in story.cards if card.id in there]
    if not any(card.ways for card in cards):
        return  # a story without ways on: the pack's own rules end the game
    for card in cards:
        if not card.ending and not card.ways and not any(other.ways for other in beside(story, card, cards)):
            if any(goal.number >= card.until for goal in goals(story, card)):
                continue  # put away by what it opens
            yield diagnose(
                "SAY0381",
                card.span,
                card=card.id,
                hint="give it `branches` or `epilogues`, or the act `epilogue`",
            )


def beside(story: Story, card: Card, cards: Iterable[Card]) -> list[Card]:
    """Cards that may be open together with a card: opened with it, or staying from an earlier act."""
    together = {id for group in _groups(story) if card.id in group for id in group}
    opened = [card]
    for one in opened:
        opened += [goal for goal in goals(story, one) if goal not in opened]
    together.update(one.id for one in opened if one.number < card.until)
    others = (other for other in cards if other is not card and not other.ending)
    return [other for other in others if other.id in together or other.number < card.number < other.until]


def _groups(story: Story) -> Iterator[list[str]]:
    """Cards that are opened together."""
    yield [text.value for text in story.begins]
    for card in story.cards:
        yield [card.id, *(text.value for text in card.opens)]
        yield from (list(way.targets) for way in card.ways)


def circles(story: Story) -> Iterator[Diagnostic]:
    """SAY0382: ways that lead back to where they began."""
    told: set[frozenset[str]] = set()
    for card in story.cards:
        for path in _rounds(story, card):
            round = frozenset(path)
            if round in told:
                continue
            told.add(round)
            yield diagnose(
                "SAY0382",
                card.span,
                path=" → ".join([*path, card.id]),
                hint="A story may go round. See that a way out of it can become true.",
            )


def _rounds(story: Story, first: Card) -> Iterator[list[str]]:
    """From a card over later ones back to it: the shortest path to each that leads back (all are too many)."""
    later = {card.id for card in story.cards[story.cards.index(first) :]}
    paths = {first.id: [first.id]}
    for id in (left := [first.id]):
        card = story.card(id)
        for goal in goals(story, card) if card is not None else ():
            if goal is first:
                yield paths[id]
            elif goal.id in later and goal.id not in paths:
                paths[goal.id] = [*paths[id], goal.id]
                left.append(goal.id)


def ends(story: Story) -> Iterator[Diagnostic]:
    """SAY0383: keys that do not belong to such a card; SAY0384: an end without a winner."""
    for card in story.cards:
        root = card.document.root
        wrong = ("branches", "epilogues", "opens", "rules") if card.ending else ("awards", "winner")
        for name in wrong:
            if (key := root.key(name)) is not None:
                yield diagnose(
                    "SAY0383",
                    key.span,
                    key=name,
                    card="an epilogue" if card.ending else f"act {card.act}",
                    hint="the game is over with it"
                    if card.ending
                    else "only an epilogue has it: `act: epilogue`, or an entry of `epilogues`",
                )
        if story.winner:
            continue
        if card.ending and not card.winner:
            yield _nobody(story, card)
        for way in card.ways:
            if way.list == "epilogues" and not way.winner:
                yield _nobody(story, card, way.number)


def _nobody(story: Story, card: Card, number: int | None = None) -> Diagnostic:
    way = next((w for w in card.ways if w.list == "epilogues" and w.number == number), None)
    where = way.span if way is not None and way.span is not None else card.span
    return diagnose(
        "SAY0384",
        where,
        card=card.id,
        labels=[Label(story.span, "nor does the story have a `winner`")],
        hint="write `winner: The player with the most … wins the game.` here, or once in the story",
    )


def unused(stories: Stories, source: PackSource) -> Iterator[Diagnostic]:
    """SAY0385: no sentence of the pack begins the story, or follows it."""
    said = " ".join(item.text.value.casefold() for item in source.items)
    has_ways = any(card.ways for card in stories.cards)
    for id in ("begin-story", *(("follow-story",) if has_ways else ())):
        phrase = PHRASES[id]
        if phrase.split(maxsplit=1)[0] not in said or "the story" not in said:
            yield diagnose(
                "SAY0385",
                stories.stories[0].span,
                phrase=phrase.capitalize(),
                hint=f"write *{phrase.capitalize()}.* in a step of a procedure or of a verb",
            )
