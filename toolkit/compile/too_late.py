"""Texts that ask too late: *When a player rests, if they have 4 cards in their hand, …*: *rest* empties the hand.

*When* acts after all steps of a verb.  What they have always taken away is not there any more, so what is asked of it
comes out the same every time: SAY0854, with the step that took it and the word that looks before the steps, *Before*.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from toolkit.compile.base.world import World
from toolkit.compile.emptied import ANY, LIES, Emptied, Fact, renamed_fact
from toolkit.compile.foregone import Foregone
from toolkit.compile.spans import Spans, phrase_with
from toolkit.language import ast
from toolkit.pack.source import Item, PackSource
from toolkit.program.expression import Expr, conjuncts
from toolkit.program.ruleset import Program, Rule
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Diagnostic, Fix, Label
from toolkit.report.source import Span

Trees = Mapping["Item", ast.Paragraph]

OPENING = re.compile(r"(Whenever|When) ([^,]*?)(?: while ([^,]*))?(?:, if ([^,]*))?(?=,)")
"""How a sentence begins that would ask in time with *Before*."""


def check(world: World, source: PackSource, trees: Trees, emptied: Emptied) -> Iterator[Diagnostic]:
    """SAY0854 for each sentence of a trigger that asks for what the steps before it have always taken away."""
    search = _Search(world, emptied)
    spans = Spans(world, source)
    for rule in world.ruleset.rules:
        if rule.kind != "trigger":
            continue
        late = list(search.late(rule))
        for sentence in dict.fromkeys(sentence for _, sentence in late):
            fact = next(fact for fact, where in late if where == sentence)
            if sentence in spans and fact.sentence in spans:
                yield _told(search, rule, fact, spans[sentence], spans, trees, alone=len(late) == 1)


class _Search:
    """What triggers of one ruleset ask."""

    def __init__(self, world: World, emptied: Emptied) -> None:
        self.model, self.ruleset, self.emptied = emptied.model, world.ruleset, emptied
        self.named = {info.index: info for info in world.verbs.values()}
        self.parents = {parent for verb in self.ruleset.verbs for parent in verb.parents}
        self._heard: dict[tuple[bool, int], tuple[int, frozenset[Fact]]] = {}

    def verb_of(self, rule: Rule) -> tuple[int, frozenset[Fact]]:
        """The verb of which a trigger hears, and what its steps have left, over its own locals; -1: nothing certain."""
        if len(rule.events) != 1:
            return -1, frozenset()
        (event,) = rule.events
        # Of thousands of cards most hear of the same few events.
        if (rule.step, event) not in self._heard:
            self._heard[rule.step, event] = self.heard(event, step=rule.step)
        return self._heard[rule.step, event]

    def heard(self, event: int, *, step: bool) -> tuple[int, frozenset[Fact]]:
        """As `verb_of`, of an event."""
        if step:
            return self.emptied.seen_at(event)
        if event in self.parents or self.ruleset.verbs[event].program < 0:
            return -1, frozenset()
        return event, self.emptied.seen_by_triggers(event)

    def late(self, rule: Rule) -> Iterator[tuple[Fact, int]]:
        """What has been taken away, and the sentence that asks for it, for each part that does."""
        verb, facts = self.verb_of(rule)
        if not facts:
            return
        first = 2 + rule.captured
        roles = range(first, first + 1 + len(self.ruleset.verbs[verb].roles))
        called = _called(rule)
        names: dict[Expr, Expr] = {("local", 0): called.get(first, ("local", first))}
        names |= {("local", 1 + n): called.get(at, ("local", at)) for n, at in enumerate(roles) if n}
        known = frozenset(renamed_fact(fact, names) for fact in facts if fact.attribute != LIES)
        locals_ = {slot: called.get(slot, ("local", slot)) for slot in range(roles.stop)}
        for program in (_matching(rule), self.ruleset.programs[rule.program]):
            yield from self.asked(program, known, locals_)

    def asked(
        self, program: Program, facts: frozenset[Fact], locals_: Mapping[int, Expr]
    ) -> Iterator[tuple[Fact, int]]:
        """What has been taken away when an instruction asks for it."""
        for instr, sentence, known in zip(
            program.code, program.at, self.emptied.flow(program, facts), strict=True
        ):
            if known is None or not known.facts & facts:
                continue
            judge = Foregone(self.model, self.ruleset, known.facts & facts)
            values = dict(locals_) | {slot: judge.value(each, locals_) for slot, each in known.values.items()}
            for fact in judge.decided(instr, values):
                yield fact, sentence


def _matching(rule: Rule) -> Program:
    """What a trigger asks after the event, as a program: not what describes the thing that it happened to."""
    described = conjuncts(rule.was) if rule.was is not None else ()
    asked = (
        [part for part in conjuncts(rule.match) if part not in described] if rule.match is not None else []
    )
    return Program("match", tuple(("unless", part, 0) for part in asked), (rule.sentence,) * len(asked), 0)


def _called(rule: Rule) -> dict[int, Expr]:
    """Other names of locals: *you* surface: who does it is you."""
    pairs = [(part[1], part[2]) for part in conjuncts(rule.match or ("truth", True)) if part[0] == "eq"]
    if rule.own:
        pairs.append((("local", rule.own), ("local", 1)))
    found: dict[int, Expr] = {}
    for a, b in pairs:
        if a[:1] == ("local",) and b[:1] == ("local",):
            one, two = sorted((a[1], b[1]))
            found[two] = found.get(one, ("local", one))
    return found


# --- What to say --------------------------------------------------------------------------------------------


def _told(
    search: _Search,
    rule: Rule,
    fact: Fact,
    asks: Span,
    spans: Mapping[int, Span],
    trees: Trees,
    *,
    alone: bool,
) -> Diagnostic:
    """SAY0854.  `asks`: the sentence that asks.  `alone`: nothing else that the rule asks is too late."""
    verb, _ = search.verb_of(rule)
    place = search.emptied.kind_of(fact.of)
    noun = ""
    if fact.attribute != ANY:
        noun = search.model.attributes[fact.attribute].name
        what = f"brought the {noun} to {fact.amount}"
    elif place != ANY:
        noun = search.model.kinds[place].name
        what = f"emptied the {noun}"
    else:
        what = "taken that away"
    info = search.named[verb]
    return diagnose(
        "SAY0854",
        _phrase(noun, asks, trees),
        verb=info.phrase,
        what=what,
        labels=[Label(spans[fact.sentence], "this step")],
        fixes=_sooner(spans[rule.sentence], alone=alone) if not rule.step else (),
    )


def _phrase(noun: str, asks: Span, trees: Trees) -> Span:
    """The phrase that asks for it, after *When …,*; else the sentence."""
    opening = max(asks.text.find(","), 0)
    after = asks.source.span(asks.start + opening, asks.end)
    found = phrase_with(noun, after, trees.values())
    return asks if found is after else found


def _sooner(sentence: Span, *, alone: bool) -> tuple[Fix, ...]:
    """The same, looking before the steps: all of it, or what comes after *if* alone."""
    found = OPENING.match(sentence.text)
    if found is None:
        return ()
    word, event, condition, asked = found.groups()
    ways = [
        f"Before {event}" + (f", if {condition}" if condition else "") + (f", if {asked}" if asked else "")
    ]
    if alone and asked and not condition:
        ways.append(f"{word} {event} while {asked}")
    where = sentence.source.span(sentence.start, sentence.start + found.end())
    return tuple(Fix("look before the steps are carried out", where, way) for way in ways)
