"""The readings of a whole pack, in the order of its files, for review and for *diff*.

Nothing in a listing depends on numbers of slots, rules or sentences, nor on where in its file a sentence stands.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from toolkit.compile.base.values import entity
from toolkit.compile.pack import Pack
from toolkit.pack.items import EXAMPLE_TYPES
from toolkit.pack.source import Item
from toolkit.program.ruleset import Rule
from toolkit.reading import reader_of
from toolkit.reading.frame import Frame, Name
from toolkit.reading.outline import Line
from toolkit.reading.standing import YOU, RuleReader
from toolkit.reading.text import Session
from toolkit.report import Diagnostic

INNER = ("trigger", "watch", "replacement", "later", "story")
"""Programs that are read with the rule or the effect that runs them."""


@dataclass(frozen=True, slots=True)
class ItemReading:
    """One sentence item and its outline; no lines: it was not compiled."""

    item: Item
    lines: tuple[Line, ...]

    @property
    def where(self) -> str:
        """*prize cup, score*, *verb turn, steps draw*."""
        path = " ".join(str(part + 1) if isinstance(part, int) else part for part in self.item.path)
        return f"{self.item.type} {self.item.document}, {path}"

    @property
    def said(self) -> str:
        """The words, on one line."""
        return " ".join(self.item.text.value.split())


def readings(pack: Pack) -> Iterator[ItemReading]:
    """The items of the pack's own files, each with what was made from it."""
    yield from PackReader(pack).all()


def listing(pack: Pack) -> str:
    """All readings as one text."""
    parts: list[str] = []
    file = None
    root = pack.source.folders[-1].root.as_posix()
    for reading in readings(pack):
        name = reading.item.text.source.name
        if name != file:
            parts.append(f"## {name.removeprefix(root).lstrip('/')}\n")
            file = name
        parts.append(shown(reading))
    return "\n".join(parts)


def shown(reading: ItemReading) -> str:
    """One reading: where it stands, its words, its outline."""
    lines = reading.lines or (Line(0, "(not compiled: it has errors)"),)
    body = "".join(f"    {'  ' * line.depth}{line.text}\n" for line in lines)
    return f"{reading.where}\n  “{reading.said}”\n{body}"


def errors_in(pack: Pack, item: Item) -> list[Diagnostic]:
    """The errors of the pack that stand in an item."""
    span = item.text.span()
    return [
        d
        for d in pack.diagnostics
        if d.is_error and d.span.source.name == span.source.name and span.start <= d.span.start <= span.end
    ]


@dataclass
class PackReader:
    """Finds what an item became.  `options`: those that are on besides the usual ones."""

    pack: Pack
    options: tuple[str, ...] = ()
    outlines: dict[int, list[Line]] = field(default_factory=dict)
    others: dict[tuple[str, ...], PackReader] = field(default_factory=dict)

    @cached_property
    def rules(self) -> RuleReader:
        """What reads the compiled pack."""
        game = self.pack.compiled(options=dict.fromkeys(self.options, True)).value
        return reader_of(game)

    def all(self) -> Iterator[ItemReading]:
        """Every item of the pack's own files that is no example."""
        for item in self.pack.source.items:
            if item.pack == self.pack.id and item.type not in EXAMPLE_TYPES:
                yield self.of(item)

    def of(self, item: Item) -> ItemReading:
        """The reading of one item, with the modules to which it belongs."""
        if not set(item.options) <= set(self.options):
            return self.beside(item.options).of(item)
        if errors_in(self.pack, item):  # of a step that is refused an empty program is made
            return ItemReading(item, ())
        found = self.sentences.get(item, set())
        lines = [
            *self.standing(found),
            *self.functions(item, found),
            *self.conditions(found),
            *(() if self.is_way(found) else self.code(found)),
        ]
        if not lines:
            lines = list(self.session.read(item.text, item.start)[0].lines)
        return ItemReading(item, tuple(lines))

    @cached_property
    def session(self) -> Session:
        """For sentences of which nothing is in the program, as those of options that are off: compiled beside it."""
        return Session(self.pack, self.options)

    def beside(self, options: tuple[str, ...]) -> PackReader:
        """What reads the pack with these options on."""
        return self.others.setdefault(options, PackReader(self.pack, options))

    @cached_property
    def sentences(self) -> dict[Item, set[int]]:
        """The sentences of the ruleset that stand in each item."""
        by_file: dict[str, list[Item]] = {}
        for item in self.pack.source.items:
            by_file.setdefault(item.text.source.name, []).append(item)
        spans = {
            item: (item.text.span().position, item.text.span().end_position)
            for item in self.pack.source.items
        }
        found: dict[Item, set[int]] = {}
        for items in by_file.values():
            items.sort(key=lambda item: spans[item][0])
        for number, sentence in enumerate(self.rules.ruleset.sentences):
            here, items = (sentence.line, sentence.column), by_file.get(sentence.file, [])
            place = bisect_right(items, here, key=lambda item: spans[item][0]) - 1
            if place >= 0 and here <= spans[items[place]][1]:
                found.setdefault(items[place], set()).add(number)
        return found

    # -- what an item may have become ---------------------------------------------------------------------------
    def standing(self, sentences: set[int]) -> Iterator[Line]:
        """Its rules."""
        numbers = sorted(each for sentence in sentences for each in self.static.get(sentence, ()))
        yield from self.rules.statics(numbers)

    @cached_property
    def static(self) -> dict[int, list[int]]:
        """Sentence → the rules in it that hold by themselves."""
        found: dict[int, list[int]] = {}
        for number, rule in enumerate(self.rules.ruleset.rules):
            if rule.static and not self.of_story(rule):
                found.setdefault(rule.sentence, []).append(number)
        return found

    @cached_property
    def programs(self) -> dict[int, list[int]]:
        """Sentence → the programs that hold a part of it, without those that are parts of others."""
        found: dict[int, list[int]] = {}
        for number, program in enumerate(self.rules.ruleset.programs):
            if program.name not in INNER:
                for sentence in set(program.at):
                    found.setdefault(sentence, []).append(number)
        return found

    def is_way(self, sentences: set[int]) -> bool:
        """Whether these are the condition of a way of a story; what follows stands in its document."""
        return not sentences.isdisjoint(self.ways)

    @cached_property
    def ways(self) -> set[int]:
        """The sentences that are conditions of ways of stories."""
        return {rule.sentence for rule in self.rules.ruleset.rules if self.of_story(rule)}

    def of_story(self, rule: Rule) -> bool:
        """Whether a rule watches for a way of a story: its condition is the reading, the rest is the same for all."""
        return rule.program >= 0 and self.rules.ruleset.programs[rule.program].name == "story"

    def functions(self, item: Item, sentences: set[int]) -> Iterator[Line]:
        """Its definitions, scores and conditions."""
        for number, function in enumerate(self.rules.ruleset.functions):
            if function.sentence in sentences and (
                not function.terms or function.sentence == function.terms[0]
            ):
                if item.start == "definition":
                    yield from self.rules.function(number)
                else:
                    yield from self.rules.function(number, (YOU, self.this(item)))

    def this(self, item: Item) -> Name:
        """What the text of a component calls itself."""
        kind = next(
            (k for k in self.rules.words.world.kinds if k.replace(" ", "-").lower() == item.type), "thing"
        )
        return Name(f"this {kind}", entity(kind))

    def conditions(self, sentences: set[int]) -> Iterator[Line]:
        """What a verb requires, what always holds, what decks must be, on what a story goes on."""
        ruleset = self.rules.ruleset
        for number, verb in enumerate(ruleset.verbs):
            if verb.requires is not None and verb.requires_at in sentences:
                yield from self.rules.condition(
                    verb.requires, self.rules.verb_frame(number), verb.requires_at
                )
        for expr, _, at in ruleset.invariants:
            if at in sentences:
                yield from self.rules.condition(expr, Frame(), at)
        for expr, _, at in ruleset.deck_rules:
            if at in sentences:
                yield from self.rules.condition(expr, Frame({0: YOU}), at)
        for rule in ruleset.rules:
            if rule.sentence in sentences and self.of_story(rule) and rule.match is not None:
                yield Line(0, "as soon as this becomes true:", rule.sentence)
                frame = Frame({1: Name("this story card", entity("thing"))})
                for line in self.rules.condition(rule.match, frame, rule.sentence):
                    yield replace(line, depth=1)

    def code(self, sentences: set[int]) -> Iterator[Line]:
        """Its part of the programs that are run by themselves."""
        for number in sorted({each for sentence in sentences for each in self.programs.get(sentence, ())}):
            if number not in self.outlines:
                self.outlines[number] = self.rules.program(number, self.frame(number))
            lines = [line for line in self.outlines[number] if line.sentence in sentences]
            least = min((line.depth for line in lines), default=0)
            yield from (replace(line, depth=line.depth - least) for line in lines)

    def frame(self, program: int) -> Frame:
        """Who is *you* and what is *this* in a program."""
        ruleset = self.rules.ruleset
        for number, verb in enumerate(ruleset.verbs):
            if verb.program == program and number in self.rules.words.verbs:
                return self.rules.verb_frame(number)
        for table in ruleset.effects:
            for component, made in table.items():
                if made == program:
                    kind = self.rules.words.kind_of(component)
                    return Frame({0: YOU, 1: Name(f"this {kind}", entity(kind))})
        if program in ruleset.start:
            return Frame()
        return Frame({1: Name("this card", entity("thing"))})
