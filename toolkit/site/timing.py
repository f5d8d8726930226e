"""The timing chart: each procedure and each verb step by step, and what acts before, instead of and after each step.

In: a pack whose standing sentences are compiled to rules.  Out: for each chapter with steps a table; where something
acts is read from the events of the compiled rules, not from their words.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial

from toolkit.pack.items import EXAMPLE_TYPES
from toolkit.pack.source import Item
from toolkit.program.ruleset import Rule, Ruleset
from toolkit.reading.pack import ItemReading, PackReader
from toolkit.site.chapters import Chapter, Sentence, chapters_of
from toolkit.site.layout import part_address, parts
from toolkit.site.markup import element, link, plain, text
from toolkit.site.page import Page
from toolkit.site.shelf import TIMING_PAGE, Shelf

TIMED = ("procedure", "verb")
WINDOWS = ("before", "instead", "after", "cannot", "can", "asked", "skipped")
"""What a window is called in the labels (`window-before`), in the order in which they are shown."""

OF_VERBS = {"trigger": "after", "forbid": "cannot", "allow": "can", "choose": "asked"}
MOST_SHOWN = 8
"""Entries of a window that are named at once; the rest are folded."""


class Windows:
    """What acts where.  Options are all on: a module that is off still has its place in the chart.

    The sentences of the game itself are taken from the usual game, which has been compiled anyway: none of them can
    speak of a module.  With all modules a game is compiled only for their own sentences, and only if one has changed.
    """

    def __init__(self, shelf: Shelf) -> None:
        pack = shelf.pack
        self.pack, self.usual = pack, PackReader(pack)
        items = [item for item in pack.source.items if item.type not in EXAMPLE_TYPES]
        usual, modules = ([i for i in items if bool(i.options) == of_one] for of_one in (False, True))
        acting = {usual[number]: places for number, places in _acting(self.usual, usual)}
        if modules:
            kept = shelf.kept
            key = ("windows", kept.modules, kept.cards)
            acting |= {modules[n]: p for n, p in kept.places(key, lambda: [*_acting(self.whole, modules)])}
        self._found: dict[str, dict[str, dict[Item, None]]] = defaultdict(lambda: defaultdict(dict))
        for item in items:
            for place, window in acting.get(item, ()):
                self._found[place][window].setdefault(item)

    @cached_property
    def whole(self) -> PackReader:
        """The game with all modules."""
        return PackReader(self.pack, tuple(option.id for option in self.pack.source.manifest.options))

    def reading(self, item: Item) -> ItemReading:
        """What an item became; that of a module as it is with all modules, which are compiled here anyway."""
        return (self.whole if item.options else self.usual).of(item)

    def of(self, place: str) -> list[tuple[str, list[Item]]]:
        """The windows of a verb (`draw`) or of a step (`draw/take`) in which something acts."""
        found = self._found.get(place, {})
        return [(window, list(found[window])) for window in WINDOWS if window in found]


def _acting(reader: PackReader, wanted: Sequence[Item]) -> Iterator[tuple[int, list[tuple[str, str]]]]:
    """The number of each sentence of which there is a rule, and where it acts: the place and the window."""
    ruleset = reader.rules.ruleset
    rules: dict[int, list[Rule]] = defaultdict(list)
    for rule in ruleset.rules:
        rules[rule.sentence].append(rule)
    for number, item in enumerate(wanted):
        own = [rule for sentence in sorted(reader.sentences.get(item, ())) for rule in rules[sentence]]
        if places := [place for rule in own for place in _windows(ruleset, rule)]:
            yield number, places


def _windows(ruleset: Ruleset, rule: Rule) -> Iterator[tuple[str, str]]:
    """Where a rule acts: the verb or the step, and which window of it."""
    for event in rule.events:
        if rule.step or rule.kind == "skip":
            place, _, edge = ruleset.steps[event].rpartition("/")
            yield place, "skipped" if rule.kind == "skip" else "before" if edge == "start" else "after"
        elif rule.kind == "replace":
            yield ruleset.verbs[event].id, "before" if _is_before(ruleset, rule, event) else "instead"
        elif rule.kind in OF_VERBS:
            yield ruleset.verbs[event].id, OF_VERBS[rule.kind]


def _is_before(ruleset: Ruleset, rule: Rule, verb: int) -> bool:
    """Whether the event still happens (*Before a player draws a card, …*): its result is what is given back."""
    code = ruleset.programs[rule.program].code if rule.program >= 0 else ()
    match code[-2:]:
        case (("do", done, *_, slot), ("return", ("local", given))):
            return bool(done == verb and slot == given)
    return False


def timing_pages(shelf: Shelf, windows: Windows) -> Iterator[Page]:
    """The chart, on as many pages as it needs; nothing for a pack in which nothing has an order."""
    every = chapters_of(shelf)
    numbers = {each.item: each.number for chapter in every for each in chapter.sentences}
    chapters = [each for each in every if each.document.type in TIMED and _steps(each)]
    if not any(len(_steps(each)) > 1 or windows.of(each.document.id or "") for each in chapters):
        return
    cut = parts(chapters, partial(_weight, windows))
    addresses = [part_address(TIMING_PAGE, number) for number in range(len(cut))]
    for address, part in zip(addresses, cut, strict=True):
        number = addresses.index(address) + 1
        title = shelf.label("timing") + (f" {number}" if number > 1 else "")
        page = shelf.page(address, title)
        page.add(f"# {plain(title)}")
        page.add(element("p", text(shelf.label("timing-about")), class_="lead"))
        for chapter in part:
            page.heading(2, chapter.title, f"timing/{chapter.anchor}", chapter.number, chapter.language)
            page.add(_chart(shelf, page, chapter, windows, numbers))
        ways = enumerate(addresses, 1)
        page.parts((f"{shelf.id}/{other}", f"{shelf.label('timing')} {place}") for place, other in ways)
        yield page


def _steps(chapter: Chapter) -> list[Sentence]:
    """Its steps in their order."""
    return [each for each in chapter.sentences if each.item.field == "steps" and each.step]


def _weight(windows: Windows, chapter: Chapter) -> float:
    places = [chapter.document.id or "", *(_place(each) for each in _steps(chapter))]
    return 12 + sum(6 + sum(3 + 2 * len(items) for _, items in windows.of(place)) for place in places)


def _place(step: Sentence) -> str:
    """A step as the ruleset calls it."""
    return f"{step.item.document}/{str(step.item.path[1]).replace('-', ' ')}"


def _chart(shelf: Shelf, page: Page, chapter: Chapter, windows: Windows, numbers: Mapping[Item, str]) -> str:
    """One table: a row for the whole where something acts on it, then one for each step."""
    rows = []
    steps = _steps(chapter)
    acts = any(windows.of(_place(step)) for step in steps)
    if whole := windows.of(chapter.document.id or "") if chapter.document.type == "verb" else []:
        acts = True
        rows.append(_row(shelf, page, text(shelf.label("timing-whole")), whole, numbers))
    for number, step in enumerate(steps, 1):
        name = element("span", text(step.step), lang=step.language)
        head = f"{number}. {link(page.to(shelf.target(step.item)), name)}"
        rows.append(_row(shelf, page, head, windows.of(_place(step)) if acts else None, numbers))
    heads = "".join(
        element("th", text(shelf.label(key)), scope="col")
        for key in ("timing-step", *(["timing-acts"] if acts else []))
    )
    top = element("thead", element("tr", heads))
    return element("table", f"{top}{element('tbody', ''.join(rows))}", class_="timing")


def _row(
    shelf: Shelf,
    page: Page,
    head: str,
    windows: Sequence[tuple[str, list[Item]]] | None,
    numbers: Mapping[Item, str],
) -> str:
    """What is done, and what acts on it; None: of a chapter in which nothing acts that is not said."""
    acting = []
    for window, items in windows or ():
        label = element("span", text(shelf.label(f"window-{window}")), class_="step")
        named: dict[str, str] = {}
        for item in items:
            name, entry = _entry(shelf, page, item, numbers)
            named.setdefault(name, entry)
        links = list(named.values())
        shown = ", ".join(links[:MOST_SHOWN])
        if rest := links[MOST_SHOWN:]:
            summary = element("summary", f"+{len(rest)}")
            shown += element("details", f"{summary}{', '.join(rest)}", class_="more")
        acting.append(element("div", f"{label} {shown}", class_="window"))
    beside = element("td", "".join(acting)) if windows is not None else ""
    return element("tr", element("th", head, scope="row") + beside)


def _entry(shelf: Shelf, page: Page, item: Item, numbers: Mapping[Item, str]) -> tuple[str, str]:
    """The sentence that acts, as its card is called, or its chapter with its number; and a link to it.

    Of several sentences of a card the first is enough: links of one name cannot be told apart.
    """
    of_type = shelf.pack.source.of_type(item.type)
    document = next(each for pack, each in of_type if (pack, each.id or "") == (item.pack, item.document))
    target, number = shelf.target(item), numbers.get(item, "")
    title = shelf.title_html(document) + (f"&nbsp;{text(number)}" if number else "")
    return title, link(page.to(target), title) if shelf.routes.has(target) else title
