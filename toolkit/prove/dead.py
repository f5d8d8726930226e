"""Sentences that can never do anything, and conditions that are the same in every state: warnings with evidence.

Everything is told from the compiled program, so it does not matter in which words it was said.  A finding is kept only
if it is there with every number of players and every option: what another setting needs is not dead.  A pack without
procedures is a part of a game, and what happens there is up to others: only its conditions are looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, TypeVar

from toolkit.compile.compiled import CompiledGame
from toolkit.compile.pack import Pack
from toolkit.compile.story_check import Written, parts
from toolkit.documents.document_type import types_that
from toolkit.language import ast
from toolkit.language.forms import verb_forms
from toolkit.pack.source import Manifest
from toolkit.program.expression import Expr, conjuncts, locals_of
from toolkit.program.instruction import Instr
from toolkit.program.reach import above
from toolkit.program.ruleset import Function, Program, Rule, Ruleset, Sentence, Verb
from toolkit.prove.as_now import AsNow
from toolkit.prove.constant import Constant, Types
from toolkit.prove.everywhere import Everywhere
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Diagnostic
from toolkit.report.source import Span

R = TypeVar("R")

Holder = Rule | Program | Function | Verb
"""What asks something."""

UNJUDGED = (*types_that(lambda each: each.alone or each.judges), "deck-rules")
"""Documents whose sentences are there to be always true, or do nothing in a game."""

STORIES = ("SAY0840", "SAY0841", "SAY0842")
"""What the check of stories has said already."""

CHOICES = ("choose-one", "choose", "choose-number", "choose-value")
"""Instructions that keep what was chosen in their last slot."""

LIKE = {
    "pay": ("lose", "lower"),
    "lose": ("pay", "lower"),
    "lower": ("lose", "pay"),
    "gain": ("raise",),
    "raise": ("gain",),
}
"""Kernel verbs that change an amount in the same direction, each another event."""

MOST_SETTINGS = 8
"""So many combinations of players and options are tried."""


@dataclass(frozen=True, slots=True)
class Finding:
    """`where`: file, line and column of the sentence.  `fields`: what the message of the code says."""

    code: str
    where: tuple[str, int, int, str]
    fields: tuple[tuple[str, str], ...]


def _found(pack: Pack, files: Set[str]) -> list[Finding]:
    """What is found in these files, with every setting in which its sentence is there."""
    given = quantities_given(pack)
    found = [each for each in dict.fromkeys(findings(pack.compiled().value)) if each.where[0] in files]
    found = [each for each in found if each.code != "SAY0846" or dict(each.fields)["amount"] not in given]
    for setting in settings(pack):
        if not found:  # a game is compiled for each
            break
        other = pack.compiled(*setting).value
        also, there = set(findings(other)), {place(each) for each in other.ruleset.sentences}
        found = [each for each in found if each in also or each.where not in there]
    return found


def dead(pack: Pack) -> Iterator[Diagnostic]:
    """The findings in the pack's own sentences, if it has no errors: SAY0844 to SAY0847, SAY0853, SAY0856, SAY0863,
    SAY0865 and SAY0866.
    """
    own = [item for item in pack.source.items if item.pack == pack.id]
    unjudged = [item.text.span() for item in own if item.type in UNJUDGED]
    told = [each.span for each in pack.diagnostics if each.code in STORIES]
    for each in _found(pack, {item.text.span().source.name for item in own}):
        node = pack.node(each.where)
        span = node.span if node is not None else None
        if span is not None and not any(overlap(span, known) for known in (*told, *unjudged)):
            fields: dict[str, Any] = dict(each.fields)
            yield diagnose(each.code, span, **fields)


def quantities_given(pack: Pack) -> set[str]:
    """What the pack's scenarios speak of: a game may begin with one of them, and so with some of it."""
    return {
        node.head
        for item in pack.trees
        if item.type == "scenario"
        for node in pack.trees[item].every(ast.Noun)
        if node.head is not None
    }


def settings(pack: Pack) -> Iterator[tuple[int, dict[str, bool]]]:
    """The other ways to play: each option on and off, with the fewest and the most players."""
    manifest = pack.source.manifest
    names = [option.id for option in manifest.options]
    chosen = [manifest.chosen()]
    if names:
        off = dict.fromkeys(names, False)
        chosen += [most_on(manifest, names), most_on(manifest, names[::-1]), off]
    chosen += [{**chosen[0], name: not chosen[0][name]} for name in names]
    different = [options for n, options in enumerate(chosen) if options not in chosen[:n]]
    every = [(count, options) for options in different for count in ends(manifest.counts(options))]
    yield from every[1 : MOST_SETTINGS + 1]


def most_on(manifest: Manifest, names: Sequence[str]) -> dict[str, bool]:
    """As many options as go together, those that come first before others."""
    chosen = dict.fromkeys(names, False)
    for name in names:
        chosen[name] = manifest.apart({**chosen, name: True}) is None
    return chosen


def ends(counts: range) -> list[int]:
    """The fewest and the most players."""
    return sorted({counts[0], counts[-1]})


def overlap(one: Span, two: Span) -> bool:
    """Whether two spans share text."""
    return one.source.name == two.source.name and one.start < two.end and two.start < one.end


def place(sentence: Sentence) -> tuple[str, int, int, str]:
    """Where a sentence stands, as `Pack.node` knows it."""
    return (sentence.file, sentence.line, sentence.column, sentence.text)


# --- One game -----------------------------------------------------------------------------------------------


def findings(game: CompiledGame) -> Iterator[Finding]:
    """Everything that is dead in one compiled game."""
    search = Search(game)
    if any(True for _ in game.source.of_type("procedure")):
        yield from search.events()
        yield from search.permissions()
        yield from search.amounts()
        yield from search.texts()
        yield from search.everywhere()
        yield from search.as_now()
    yield from search.constants()
    yield from search.choices()


class Search:
    """What one compiled game can do."""

    def __init__(self, game: CompiledGame) -> None:
        self.game = game
        self.ruleset: Ruleset = game.ruleset
        self.names = {info.index: info for info in game.world.verbs.values()}
        verbs = self.ruleset.verbs
        self.below: list[set[int]] = [set() for _ in verbs]
        for number, _ in enumerate(verbs):
            for each in above(self.ruleset, number):
                self.below[each].add(number)
        self.doing: dict[tuple[int, int | None], set[int]] = {}
        """The programs that do a verb to an attribute (-1: whatever it is done to, None: it may be any of them); the
        steps of the verb itself do not count."""
        self.passing: dict[int, list[int | None]] = {}
        """The verbs whose steps make an event of a step (None: the steps of no verb)."""
        own = {verb.program: number for number, verb in enumerate(verbs) if verb.program >= 0}
        for number, program in enumerate(self.ruleset.programs):
            for instr in program.code:
                if instr[0] == "do" and own.get(number) != instr[1]:
                    for attribute in (-1, self.attribute_of(instr)):
                        self.doing.setdefault((instr[1], attribute), set()).add(number)
                elif instr[0] in ("emit", "skip"):
                    self.passing.setdefault(instr[1], []).append(own.get(number))
        self.done = {verb for verb, attribute in self.doing if attribute == -1}
        self.types = Types(game.model, game.ruleset, stays=self.stays())
        self.written = Written(game.ruleset, game.model, game.world.memory)

    def stays(self) -> bool:
        """Whether nothing is ever taken out of the game, as far as this pack plays it."""
        removes = any(self.ruleset.verbs[verb].id == "remove" for verb in self.done)
        return not removes and any(True for _ in self.game.source.of_type("procedure"))

    def happens(self, verb: int) -> bool:
        """Whether a program does it, or a verb below it."""
        return bool(self.below[verb] & self.done)

    def at(self, sentence: int, code: str, **fields: str) -> Iterator[Finding]:
        """A finding of a sentence; none where nobody wrote one."""
        if 0 <= sentence < len(self.ruleset.sentences):
            yield Finding(code, place(self.ruleset.sentences[sentence]), tuple(sorted(fields.items())))

    def called(self, verb: int) -> str:
        """Its phrase."""
        info = self.names.get(verb)
        return info.phrase if info is not None else self.ruleset.verbs[verb].id

    # --- 1: events that never happen ----------------------------------------------------------------------------
    def events(self) -> Iterator[Finding]:
        """Rules and questions about events that no program proposes."""
        for rule in self.ruleset.rules:
            if rule.kind in ("trigger", "replace", "forbid", "skip") and rule.events:
                verbs = [self.never(event, rule) for event in rule.events]
                if None not in verbs:
                    said = [self.waited_for(verb, rule) for verb in verbs if verb is not None]
                    yield from self.lacks(rule.sentence, said, self.done_with(rule))
        for sentence, event in self.each("past", past_of):
            if not self.happens(event):
                yield from self.lacks(sentence, [self.called(event)], list(self.wider([event])))

    def lacks(self, sentence: int, said: Iterable[str], others: Sequence[str]) -> Iterator[Finding]:
        """SAY0844: nothing does what a sentence speaks of.  SAY0856: the pack does it with other words."""
        verb = " / ".join(dict.fromkeys(said))
        if not others:
            yield from self.at(sentence, "SAY0844", verb=verb)
            return
        yield from self.at(sentence, "SAY0856", verb=verb, others=" or ".join(dict.fromkeys(others)))

    def happens_for(self, event: int, rule: Rule) -> bool:
        """Whether a program does what a rule waits for, or a verb below it, with the amount of which the rule speaks.
        The rule alone does not count: it would wait for itself (*When you would pay wood, you may pay that much stone
        instead.*).
        """
        return self.is_done(self.below[event], self.amount_of(event, rule), rule)

    def is_done(self, verbs: Set[int], amount: int, but: Rule) -> bool:
        """Whether one of these verbs is done to an attribute (-1: to any) by something else than a rule."""
        kinds = (-1,) if amount < 0 else (amount, None)
        doing = [self.doing.get((verb, kind), ()) for verb in verbs for kind in kinds]
        return any(len(programs) > (but.program in programs) for programs in doing)

    def amount_of(self, event: int, rule: Rule) -> int:
        """The attribute that the event must change for a rule to hear of it; -1: any."""
        roles = self.ruleset.verbs[event].roles
        if "attr" not in roles or rule.match is None:
            return -1
        said: Expr = ("local", 3 + rule.captured + roles.index("attr"))
        named = [
            part[2][1] for part in conjuncts(rule.match) if part[:2] == ("eq", said) and part[2][0] == "int"
        ]
        return named[0] if named else -1

    def attribute_of(self, instr: Instr) -> int | None:
        """The attribute to which an instruction does a verb; None: it may be any."""
        roles = self.ruleset.verbs[instr[1]].roles
        if "attr" not in roles:
            return None
        given = instr[3][roles.index("attr")]
        if isinstance(given, int):
            return given
        known: int | None = given[1] if given[0] == "int" else None
        return known

    def waited_for(self, verb: int, rule: Rule) -> str:
        """The phrase of a verb, with the amount of which the rule speaks: *pay wood*."""
        amount = self.amount_of(verb, rule) if not (rule.step or rule.kind == "skip") else -1
        name = self.game.model.attributes[amount].name if amount >= 0 else ""
        return self.called(verb).replace("{quantity}", name) if name else self.called(verb)

    def done_with(self, rule: Rule) -> list[str]:
        """The words with which sentences do the same: *put* for *move*, *lose* for *pay*."""
        events = () if rule.step or rule.kind == "skip" else rule.events
        return [*self.like_it(rule, events), *self.wider(events)]

    def wider(self, events: Iterable[int]) -> Iterator[str]:
        """The verbs of which these are one kind, where sentences do them: *put* for *place*."""
        known = self.game.world.vocabulary.forms
        kin = {
            verb for event in events for verb in above(self.ruleset, event) - {event} if self.happens(verb)
        }
        for verb in sorted(kin):
            lemma = self.names[verb].templates[0].verb
            yield f"*{lemma}* (*is {verb_forms(lemma, known.get(lemma)).participle}*)"

    def like_it(self, rule: Rule, events: Iterable[int]) -> Iterator[str]:
        """What sentences do to the same amount with another verb."""
        for event in events:
            amount = self.amount_of(event, rule)
            for number, verb in enumerate(self.ruleset.verbs):
                near = verb.id in LIKE.get(self.ruleset.verbs[event].id, ()) and verb.program < 0
                if near and amount >= 0 and self.is_done({number}, amount, rule):
                    yield f"*{verb.id} {self.game.model.attributes[amount].name}*"

    def never(self, event: int, rule: Rule) -> int | None:
        """The verb for want of which the event never happens; None: it may."""
        if not (rule.step or rule.kind == "skip"):
            return None if self.happens_for(event, rule) else event
        verb = None
        for verb in self.passing.get(event, ()):
            if verb is None or self.happens(verb):
                return None
        return verb

    # --- 2: truths and amounts that never change ----------------------------------------------------------------
    def expressions(self) -> Iterator[tuple[int, Expr]]:
        """What is asked in a game, each with its sentence."""
        return (each for holders in self.holders for holder in holders for each in asked(holder))

    @property
    def holders(self) -> tuple[Sequence[Holder], ...]:
        """All that asks something."""
        ruleset = self.ruleset
        return ruleset.rules, ruleset.programs, ruleset.functions, ruleset.verbs

    def each(self, name: Hashable, find: Callable[[Holder], list[R]]) -> Iterator[R]:
        """What is found in each of these by itself: of most it is known."""
        for number, holders in enumerate(self.holders):
            yield from chain.from_iterable(self.game.world.memory.each((name, number), holders, find))

    def constants(self) -> Iterator[Finding]:
        """Truths that types and bounds decide."""
        found = self.each(("constants", self.types.stays), self.constants_of)
        for sentence, constant in chain(found, chain.from_iterable(self.triggered())):
            yield from self.same(sentence, [constant])

    def constants_of(self, holder: Holder) -> list[tuple[int, Constant]]:
        """Those in what one rule, program, function or verb asks."""
        every = [self.types]
        if isinstance(holder, Program):
            chosen = {instr[-1]: instr[2] for instr in holder.code if instr[0] == "choose-one"}
            every += [replace(self.types, chosen=chosen)] if chosen else []
        return [(at, each) for types in every for at, expr in asked(holder) for each in types.constants(expr)]

    def triggered(self) -> Iterator[list[tuple[int, Constant]]]:
        """The same in what triggers do, where somebody has done what they wait for (*When a player …, if they have no
        cats, …*).
        """
        programs: dict[int, list[Program]] = {}
        for rule in self.ruleset.rules:
            if rule.kind == "trigger" and rule.program >= 0 and not rule.step:
                programs.setdefault(2 + rule.captured, []).append(self.ruleset.programs[rule.program])
        for who, done in programs.items():

            def of_whom(program: Program, who: int = who) -> list[tuple[int, Constant]]:
                return [
                    (at, each)
                    for at, expr in asked(program)
                    for each in self.types.constants(expr, {who: -1})
                ]

            yield from self.game.world.memory.each(("triggered", self.types.stays, who), done, of_whom)

    def everywhere(self) -> Iterator[Finding]:
        """SAY0865: what is counted in decks and hands, too."""
        search = Everywhere(self.game, self.written)
        for sentence, expr in self.expressions():
            for kind, where in search.counted(expr):
                yield from self.at(sentence, "SAY0865", kind=kind, where=where)

    def as_now(self) -> Iterator[Finding]:
        """SAY0866: what a question about the past asks as it is now."""
        search = AsNow(self.game, self.written)
        for sentence, expr in self.expressions():
            for what in dict.fromkeys(search.asked(expr)):
                yield from self.at(sentence, "SAY0866", what=what)

    def same(self, sentence: int, found: Iterable[Constant]) -> Iterator[Finding]:
        """SAY0845 for each of these."""
        for each in found:
            truth = "always" if each.truth else "never"
            yield from self.at(sentence, "SAY0845", truth=truth, why=each.why)

    def amounts(self) -> Iterator[Finding]:
        """Quantities that are asked for and that nothing changes: they stay at 0 for ever."""
        written = self.written
        still = {
            entry.index: entry.name
            for entry in self.game.world.attributes.values()
            if entry.quantity
            and not entry.parts
            and not written.changes(entry.index)
            and not self.begins(entry.index)
        }
        for sentence, expr in self.expressions() if still else ():
            for index in sorted(self.lacking(reads(expr), written) & still.keys()):
                yield from self.at(sentence, "SAY0846", amount=still[index])

    def lacking(self, asked: set[int], written: Written) -> set[int]:
        """Without the parts of a sum (*resources*) of which another part changes: the sum does, then."""
        for entry in self.game.world.attributes.values():
            if entry.parts and any(written.changes(part) or self.begins(part) for part in entry.parts):
                asked -= set(entry.parts) if asked >= set(entry.parts) else set()
        return asked

    def begins(self, attribute: int) -> bool:
        """Whether something has some of it from the start."""
        model = self.game.model
        return bool(model.attributes[attribute].start) or any(
            value for data in model.entities for index, value in data.attributes if index == attribute
        )

    def texts(self) -> Iterator[Finding]:
        """SAY0863: effects on cards that no sentence resolves."""
        resolved = {
            instr[1]
            for program in self.ruleset.programs
            for instr in program.code
            if instr[0] in ("resolve", "borrow")
        }
        for number, programs in enumerate(self.ruleset.effects):
            name = self.ruleset.fields[number].replace("-", " ")
            label = name if name.endswith("effect") else f"{name} effect"
            if number not in resolved and programs:
                first = self.ruleset.programs[min(programs.values())]
                yield from self.at(next((at for at in first.at if at >= 0), -1), "SAY0863", field=label)

    # --- 3: choices of which nothing comes ----------------------------------------------------------------------
    def choices(self) -> Iterator[Finding]:
        """What somebody chooses, and no sentence speaks of."""
        for sentence in chain(*self.game.world.memory.each("unread", self.ruleset.programs, unread)):
            yield from self.at(sentence, "SAY0853")

    # --- 4: permissions that lift nothing -----------------------------------------------------------------------
    def permissions(self) -> Iterator[Finding]:
        """*can* where nothing says *cannot*, or nothing that it is stronger than."""
        prohibitions = [rule for rule in self.ruleset.rules if rule.kind == "forbid"]
        for rule in self.ruleset.rules:
            if rule.kind != "allow":
                continue
            verbs = self.all_below(rule)
            mine = [prohibition for prohibition in prohibitions if verbs & self.all_below(prohibition)]
            names = " / ".join(dict.fromkeys(self.called(event) for event in rule.events))
            if not mine:
                yield from self.at(rule.sentence, "SAY0847", why=f"nothing forbids “{names}”")
            elif not any(lifts(rule, prohibition) for prohibition in mine):
                why = f"what forbids “{names}” stands on no weaker layer"
                yield from self.at(rule.sentence, "SAY0847", why=why)

    def all_below(self, rule: Rule) -> set[int]:
        """The verbs whose events a rule is about."""
        return {verb for event in rule.events for verb in self.below[event]}


def asked(holder: Holder) -> Iterator[tuple[int, Expr]]:
    """What is asked in a rule, a program, a function or a verb, each with its sentence."""
    match holder:
        case Rule():
            # What describes the object is asked before the event, the rest after it: they may differ.
            said = holder.match
            match = conjuncts(said) if said is not None and holder.was is not None else [said]
            for expr in (holder.holders, holder.over, *match, holder.before, holder.value):
                if expr is not None:
                    yield holder.sentence, expr
        case Program():
            for instr, at in zip(holder.code, holder.at, strict=False):
                yield at, instr[1:]
        case Function():
            yield holder.sentence, holder.body
        case Verb() if holder.requires is not None:
            yield holder.requires_at, holder.requires


def past_of(holder: Holder) -> list[tuple[int, int]]:
    """The events of the past for which it asks, each with the sentence."""
    return [
        (sentence, part[1])
        for sentence, expr in asked(holder)
        for part in parts(expr)
        if str(part[0]).startswith("happened")
    ]


def unread(program: Program) -> list[int]:
    """The sentences of choices of which a program reads nothing."""
    read = set().union(*map(slots_read, program.code))
    return [
        at
        for instr, at in zip(program.code, program.at, strict=False)
        if instr[0] in CHOICES and instr[-1] not in read
    ]


def lifts(permission: Rule, prohibition: Rule) -> bool:
    """Whether a permission can be stronger than a prohibition: by its layer, or because its holder came later."""
    newest = permission.newest or prohibition.newest
    return permission.layer > prohibition.layer or (newest and permission.layer == prohibition.layer)


def slots_read(instr: Instr) -> set[int]:
    """The slots that an instruction reads: the members of a loop stand in one, too."""
    return {instr[1]} if instr[0] == "each" else locals_of(instr)


def reads(expr: Any) -> set[int]:
    """The attributes that an expression reads itself; what definitions read is their own sentence's."""
    return {
        part[1]
        for part in parts(expr)
        if part[0] in ("attr", "attr-left", "attr-for", "base") and isinstance(part[1], int)
    }
