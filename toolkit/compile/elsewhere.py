"""Verbs that ask what happened in a time that never runs when they are carried out.

*If no card was played in this round, …* counts since the last run of *round* began.  In a verb that is itself what the
writer calls a round, and that no run of that period ever carries out, these are other cards: those of its own steps,
and all of the game since then.  SAY0855, where it is certain: the steps of the verb do themselves what they ask for,
and the verb is carried out outside the period, or its own phrase has the word of the period.  A verb that a period is
followed by (*Play a round. Score the round.*) asks for the run that has just ended, and may.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from toolkit.compile.base.world import VerbInfo, World
from toolkit.compile.spans import Spans, phrase_with
from toolkit.compile.story_check import parts
from toolkit.language import ast
from toolkit.pack.source import PackSource
from toolkit.program.memory import Memory
from toolkit.program.reach import Reach, together
from toolkit.program.ruleset import Program, Ruleset
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Diagnostic


def check(
    world: World, source: PackSource, trees: Iterable[ast.Paragraph], reach: Reach
) -> Iterator[Diagnostic]:
    """SAY0855 for each sentence in the steps of a verb that asks for a run of which the verb is no part."""
    named = {info.index: info for info in world.verbs.values()}
    found = list(_foreign(reach, named, world.memory))
    spans = Spans(world, source)
    words = {period: word for word, period in world.periods.items()}
    for verb, period, sentence in found:
        if sentence in spans:
            yield diagnose(
                "SAY0855",
                phrase_with(words[period], spans[sentence], trees),
                verb=named[verb].phrase,
                period=words[period],
                runs=" / ".join(named[each].phrase for each in _runs(world.ruleset, period)),
            )


def _foreign(reach: Reach, named: dict[int, VerbInfo], memory: Memory) -> Iterator[tuple[int, int, int]]:
    """A verb, a period of which it is no part, and the sentence that asks for it."""
    ruleset = reach.ruleset
    steps = {verb: ruleset.verbs[verb].program for verb in named}
    asked = [
        (verb, *each)
        for verb, number in steps.items()
        for each in (memory.of("runs asked", ruleset.programs[number], _asked) if number >= 0 else ())
    ]
    words = dict(enumerate(ruleset.periods))
    below = {verb: reach.after(1 << steps[verb]) for verb in {verb for verb, *_ in asked}}
    during = {
        period: reach.after(together(ruleset.verbs[each].program for each in _runs(ruleset, period)))
        for period in {period for _, _, period, _ in asked}
    }
    for verb, event, period, sentence in asked:
        own = below[verb]
        if during[period] & 1 << steps[verb] or not own & reach.doing.get(event, 0):
            continue
        if reach.doing.get(verb, 0) & ~own or words[period] in named[verb].phrase.split():
            yield verb, period, sentence


def _asked(steps: Program) -> list[tuple[int, int, int]]:
    """Events of the past that the steps of a verb ask for: the event, since which period, the sentence."""
    return [
        (part[1], part[2], sentence)
        for instr, sentence in zip(steps.code, steps.at, strict=True)
        for part in parts(instr)
        if str(part[0]).startswith("happened") and part[2] >= 0
    ]


def _runs(ruleset: Ruleset, period: int) -> list[int]:
    """The verbs whose runs are a period."""
    return [n for n, verb in enumerate(ruleset.verbs) if verb.period == period and verb.program >= 0]
