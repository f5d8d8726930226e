"""The *when* sentences of one run: each verb answers what is asked, tells what has happened, or begins by itself.

A verb begins by itself only where the example begins, or where the sentence says so (*Afterwards, Blue takes a
turn.*), and only while nothing is asked: else it could do what the rules have failed to ask for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from weakref import proxy

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.effects.effect import one_sentence
from toolkit.compile.effects.whither import whole_place
from toolkit.compile.events.template import phrase_of
from toolkit.language import ast
from toolkit.language.forms import verb_forms
from toolkit.play.agreement import Agreement, Happening
from toolkit.play.answering import Ambiguous, Answerer
from toolkit.play.naming import listed
from toolkit.play.place import span_of
from toolkit.play.step import CHOOSING, WITHOUT_QUESTION, Phrase, Step, acts, is_none, phrases_of
from toolkit.program.ruleset import Program
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Diagnostic, Label

if TYPE_CHECKING:
    from toolkit.kernel.state import State
    from toolkit.play.example import Example
    from toolkit.play.runner import Runner
    from toolkit.report.source import Span

AFTERWARDS = "afterwards"
"""The word with which a sentence says that it answers nothing."""

WHEN_HINT = "Say what a player does, in the present: “Red draws a card and passes.”"


class Failed(Exception):
    """Ends a run."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


# --- Sentences ----------------------------------------------------------------------------------------------


def span_in(node: ast.Node, example: Example) -> Span:
    """Where a node stands; the example's head for one that nobody typed."""
    return node.span or example.span


def in_whole_places(verb: ast.Act) -> ast.Act:
    """*puts a card on the bottom of Red's deck*: under that deck."""
    ends = {id(each): whole_place(each) for each in verb.complements if each.role != "from"}
    if all(ends.get(id(each), each) is each for each in verb.complements):
        return verb
    return replace(verb, complements=tuple(ends.get(id(each), each) for each in verb.complements))


def afresh(sentence: ast.Sentence) -> bool:
    """*Afterwards, …*."""
    return any(isinstance(each, ast.Manner) and each.word == AFTERWARDS for each in sentence.openings)


def deeds(sentence: ast.Sentence, example: Example) -> Iterator[tuple[ast.Nominal | None, ast.Act]]:
    """Who does what, one verb after another.  Raises `Failed` (SAY0911) for what is no deed."""

    def refuse(node: ast.Node) -> Failed:
        return Failed(diagnose("SAY0911", span_in(node, example), hint=WHEN_HINT))

    if len(sentence.openings) != int(afresh(sentence)):
        raise refuse(sentence)
    if not isinstance(sentence.body, ast.Clauses) or sentence.body.closings:
        raise refuse(sentence)
    subject: ast.Nominal | None = None
    for clause in sentence.body.clauses:
        if isinstance(clause, ast.There) or clause.openings:
            raise refuse(clause)
        subject = clause.subject or subject
        for verb in clause.verbs:
            if not isinstance(verb, ast.Act) or not is_plain(verb):
                raise refuse(verb)
            if (late := said_late(verb)) is not None:
                hint = "What begins by itself says so in front: “Afterwards, Red …”."
                raise Failed(diagnose("SAY0911", span_in(late, example), hint=hint))
            yield subject, verb


def is_plain(verb: ast.Act) -> bool:
    """Whether it is said of the doer that it happens, and of nothing else."""
    plain = verb.tense == "present" and verb.modal is None
    return plain and not (verb.passive or verb.only or verb.instead)


def said_late(verb: ast.Act) -> ast.Manner | None:
    """*afterwards* at a verb, where it should stand in front."""
    manners = (each for each in verb.adverbials if isinstance(each, ast.Manner))
    return next((each for each in manners if each.word == AFTERWARDS), None)


def plain(verb: ast.Act) -> bool:
    """Whether all that stands beside a verb is a face, which an event may have."""
    faces = ("face up", "face down")
    return all(isinstance(each, ast.Manner) and each.word in faces for each in verb.adverbials)


class Acting:
    """Carries out the *when* sentences of a run."""

    def __init__(self, runner: Runner) -> None:
        self.runner: Runner = proxy(runner)  # which holds this
        self.game = runner.game
        self.example = runner.example
        scope = Scope(runner.game.compiled.world, span=runner.example.span, recorded=set())
        self.answerer = Answerer(runner.game, scope)
        self.agreement = Agreement(runner.game, scope, self.answerer)
        self.fresh = 0  # events from here on were not there when somebody last answered
        self.before: State = runner.game.state.copy()  # the table then
        self.open: list[
            tuple[Step, State]
        ] = []  # what has still to be followed, with the table on which it began

    def run(self) -> None:
        """All sentences.  Raises `Failed`."""
        for item, tree in self.example.when:
            self.runner.comes_to(item)
            if tree is None:
                raise Failed(self.runner.unread(item))
            self.answerer.scope.discourse.forget(0)
            for sentence in tree.sentences:
                for step in self.steps(sentence):
                    self.step(step)
        for step, _ in self.open:
            self.check_closed(step)

    def steps(self, sentence: ast.Sentence) -> Iterator[Step]:
        """The verbs of a sentence, one by one, each with its player; only the first may begin by itself."""
        begins = afresh(sentence)
        for subject, verb in deeds(sentence, self.example):
            verb = in_whole_places(self.one_copy(verb))
            for one, who in self.players(subject):
                yield Step(verb, one, who, sentence, phrases_of(verb), afresh=begins)
            begins = False

    def players(self, subject: ast.Nominal | None) -> list[tuple[ast.Nominal | None, int]]:
        """Who does it: *Red* · *Red and Blue* · *each player*.  The seat is -1 where the sentence names nobody."""
        if isinstance(subject, ast.Group) and subject.joint == "and":
            return [each for item in subject.items for each in self.players(item)]
        if isinstance(subject, ast.Noun):
            world = self.game.compiled.world
            found = world.entities.get(subject.name) if subject.name is not None else None
            if found is not None and isinstance(found[0], int) and found[1] == "player":
                return [(subject, found[0])]
            if subject.head == "player" and subject.determiner.quantifier in ("each", "all", "both"):
                names = {entity: id for id, (entity, kind) in world.entities.items() if kind == "player"}
                return [
                    (ast.Noun(name=names[player], span=subject.span), player)
                    for player in self.game.compiled.model.players
                ]
        return [(subject, -1)]

    def one_copy(self, verb: ast.Act) -> ast.Act:
        """*Red uses the card*, when every player has one of that name: one of them."""
        changed = tuple(replace(each, value=self.one(each.value)) for each in verb.complements)
        return replace(verb, complements=changed)

    def one(self, node: Any) -> Any:
        """The phrase, as one of those of its name."""
        entities = self.game.compiled.world.entities
        if isinstance(node, ast.Group):
            return replace(node, items=tuple(self.one(item) for item in node.items))
        several = (
            isinstance(node, ast.Noun) and node.name in entities and isinstance(entities[node.name][0], tuple)
        )
        if several and node.determiner in (ast.Determiner(), ast.Determiner(article="the")):
            return replace(node, determiner=replace(node.determiner, article="a"))
        return node

    # -- One step -------------------------------------------------------------------------------------------

    def step(self, step: Step) -> None:
        """Answer decisions with a step for as long as it says something about them; else it tells what has happened,
        or begins."""
        span = self.span(step)
        step.since = len(self.game.entries)
        for phrase in step.phrases:
            phrase.meant = self.answerer.denoted(phrase.meaning, step)
        if step.afresh:
            self.begin(step, span)
            return
        then = self.game.state.copy()
        if not plain(step.verb):
            pass  # *in random order* answers nothing that is asked
        elif self.answer(step, span):
            self.keep(step, then)
            return
        elif self.tell(step):
            return
        decision = self.game.decision
        if decision is None:
            self.begin(step, span)
        elif step.who not in decision.seats:
            raise Failed(self.not_asked(step, span))
        else:
            raise Failed(self.not_offered(step, span))

    def span(self, step: Step) -> Span:
        """Its player and its verb, as far as they stand together."""
        span, subject = span_in(step.verb, self.example), step.subject
        if subject is not None and subject.span is not None and subject.span.start < span.start:
            return subject.span.cover(span)
        return span

    def answer(self, step: Step, span: Span) -> bool:
        """Answer what is asked with it, again and again.  False: it says nothing about what is asked."""
        then = self.game.state.copy()
        answered = False
        while (decision := self.game.decision) is not None and step.who in decision.seats:
            asked = self.answerer.asked(step)
            try:
                index = self.answerer.match(step, decision)
            except Ambiguous as ambiguous:
                raise Failed(self.ambiguous(step, span, ambiguous)) from None
            if index is None:
                break
            step.asked = step.asked and asked
            self.choose(index, step.who, span)
            answered = True
            self.agreement.follow(step, then)
            if step.happened and step.whole:
                break
        return answered

    def keep(self, step: Step, then: State) -> None:
        """Follow what has been answered until it has happened.  What is only an answer must have been all of it."""
        if step.verb.verb in WITHOUT_QUESTION or step.verb.negated:
            if not step.whole:
                raise Failed(self.left_over(step))
        elif not step.closed:
            self.open.append((step, then))

    def tell(self, step: Step) -> bool:
        """Whether the sentence says what has just happened because there was only one option."""
        self.follow()  # what others have begun and answered has been told already
        return self.agreement.tell(step, self.fresh, self.before)

    def follow(self) -> None:
        """Note what has happened to the steps that are not closed."""
        for step, then in self.open:
            self.agreement.follow(step, then)
        self.open = [(step, then) for step, then in self.open if not step.closed]

    def check_closed(self, step: Step) -> None:
        """At the end: what a step says has happened, happens still, or was all asked for.  Raises `Failed`."""
        self.agreement.follow(step, self.game.state)
        if step.free:
            if not step.happened or step.whole or step.running:
                return
        elif step.whole and (step.asked or step.happened):
            return
        raise Failed(self.left_over(step))

    # -- Beginning by itself --------------------------------------------------------------------------------

    def begin(self, step: Step, span: Span) -> None:
        """Nothing is asked: the sentence is an effect that begins now.  What it leaves open may be asked at once."""
        self.may_begin(step, span)
        self.check_there(step)
        then = self.game.state.copy()
        step.free = True
        self.perform(step, span)
        self.agreement.follow(step, then)
        program = len(self.game.compiled.ruleset.programs) - 1
        while (decision := self.game.decision) is not None and step.who in decision.seats:
            if self.game.state.frames[-1][0] < self.first_program(program):
                break
            try:
                index = self.answerer.match(step, decision)
            except Ambiguous:
                break  # *Red discards a card.*: which one, another sentence says
            if index is None:
                break
            self.choose(index, step.who, span)
            self.agreement.follow(step, then)
        if not step.closed:
            self.open.append((step, then))

    def check_there(self, step: Step) -> None:
        """What a verb is to begin with is there.  Raises `Failed` for a phrase that denotes nothing."""
        scope = Scope(self.game.compiled.world, span=self.span(step), recorded=set())
        found = phrase_of(step.verb, scope, quiet=True)
        for phrase in step.phrases:
            words = found is not None and found[1].fixed and phrase.role == "obj"
            if words or phrase.meant or is_none(phrase.node) or not self.answerer.is_thing(phrase.node):
                continue
            if not isinstance(phrase.node, ast.Noun):
                continue
            at = phrase.node.span or self.span(step)
            raise Failed(
                diagnose("SAY0917", at, said=f"“{phrase.words}”", hint="There is nothing of the kind now.")
            )

    def first_program(self, last: int) -> int:
        """The first of the programs that examples have added."""
        programs = self.game.compiled.ruleset.programs
        while last > 0 and programs[last - 1].name == "when":
            last -= 1
        return last

    def may_begin(self, step: Step, span: Span) -> None:
        """Raises `Failed` where it would not be the rules that are shown."""
        if self.game.state.over:
            raise Failed(diagnose("SAY0910", span, hint="The game is over already."))
        if step.verb.verb in WITHOUT_QUESTION:
            raise Failed(self.unasked(step, span))
        if self.game.decision is not None:
            raise Failed(self.not_asked(step, span))
        together = bool(self.runner.begun) and self.runner.begun[-1] is step.sentence and not step.afresh
        if self.runner.script and not step.afresh and not together:
            raise Failed(self.unasked(step, span))
        self.runner.begun.append(step.sentence)

    def perform(self, step: Step, span: Span) -> None:
        """Compile the sentence as an effect and run it.  Raises `Failed` when nothing comes of it."""
        scope = Scope(self.game.compiled.world, span=span, recorded=set())
        clause = ast.Clause(subject=step.subject, verbs=(step.verb,), span=span)
        sentence = ast.Sentence(body=ast.Clauses(clauses=(clause,), span=span), span=span)
        scope.discourse.referents.extend(self.answerer.scope.discourse)
        one_sentence(sentence, scope)
        scope.emit("return", build.integer(1))
        program = Program("when", tuple(scope.code), tuple(scope.at), scope.size)
        before, count = self.game.state.copy(), len(self.game.entries)
        self.act(("run", number_of_program(self.game.compiled.ruleset.programs, program)), span)
        nothing = len(self.game.entries) == count and self.game.state.same_position(before)
        if self.game.decision is None and nothing:
            raise Failed(self.refused(step, span))

    def choose(self, index: int, seat: int, span: Span) -> None:
        """Answer, in the way of the mode."""
        self.fresh, self.before = len(self.game.entries), self.game.state.copy()
        self.runner.choose(index, seat, span)

    def act(self, action: tuple[Any, ...], span: Span) -> None:
        """Do one entry of the script."""
        self.fresh, self.before = len(self.game.entries), self.game.state.copy()
        self.runner.act(action, span)

    # -- Complaints -----------------------------------------------------------------------------------------

    def refused(self, step: Step, span: Span) -> Diagnostic:
        """Why nothing happened, with the sentences that forbid it, as far as one can tell what was meant."""
        forbidding, replacing = self.against(step, span)
        if any(number >= 0 for number in forbidding):
            hint = "A requirement is not met, or a rule forbids it."
            labels = self.labels(forbidding, "this stands against it")
        elif replacing:
            hint = "A rule replaced it, and nothing came of what it says instead."
            labels = self.labels(replacing, "this takes its place")
        else:
            hint = "A requirement is not met, a rule forbids or replaces it, or nothing fits."
            labels = []
        return diagnose("SAY0910", span, labels=labels, hint=hint)

    def against(self, step: Step, span: Span) -> tuple[list[int], list[int]]:
        """The numbers of the sentences that forbid a step, and of those that replace it."""
        machine, state, ruleset = self.game.machine, self.game.state, self.game.compiled.ruleset
        scope = Scope(self.game.compiled.world, span=span, recorded=set())
        found = phrase_of(step.verb, scope, quiet=True)
        things = [each for phrase in step.phrases if (each := self.answerer.denoted(phrase.node, step))]
        if found is None or step.who <= 0 or not len(found[0].roles) == len(things) < 2:
            return [], []
        roles = tuple(each[0] for each in things)
        forbidding = machine.refusals(state, found[0].index, step.who, roles)
        replacing = machine.replacements(state, found[0].index, step.who, roles, ())
        return forbidding, [ruleset.rules[each[0]].sentence for each in replacing]

    def labels(self, numbers: list[int], text: str) -> list[Label]:
        """The sentences of these numbers, each with what it does; a number below 0 is none."""
        sentences = self.game.compiled.ruleset.sentences
        return [
            Label(span_of(self.runner.pack, sentences[number]), text) for number in numbers if number >= 0
        ]

    def unasked(self, step: Step, span: Span) -> Diagnostic:
        """Nothing is asked, and the sentence may not begin by itself here; perhaps it tells wrongly what happened."""
        step.since = self.fresh
        if self.agreement.other(step):
            return self.left_over(step)
        happened = [self.text(number) for number in range(self.fresh, len(self.game.entries))]
        hints = [f"what happened last: {' '.join(happened[-3:])}" if happened else "nothing has happened yet"]
        if step.verb.verb in CHOOSING:
            hints.append(
                "nobody is asked where there is only one option, or none: leave this sentence out then"
            )
        elif step.verb.verb not in WITHOUT_QUESTION:
            hints.append("what begins by itself, later than the first sentence, says so: “Afterwards, …”")
        return diagnose("SAY0916", span, hint="\n".join(hints))

    def ambiguous(self, step: Step, span: Span, ambiguous: Ambiguous) -> Diagnostic:
        decision = self.game.decision
        assert decision is not None
        return diagnose(
            "SAY0912",
            span,
            label="which of them?",
            expected=[option.short for option in ambiguous.options],
            hint=f"{self.game.name(step.who)} is asked: {decision.prompt}",
        )

    def left_over(self, step: Step) -> Diagnostic:
        """Something of an answer was neither asked for nor has it happened."""
        rest = [phrase for phrase in step.phrases if not phrase.accounted]
        span = rest[0].node.span if rest and rest[0].node.span else self.span(step)
        events = [self.happened(each) for each in self.agreement.other(step)]
        hints = [f"What happened instead: {' '.join(events[-3:])}"] if events else []
        hints += [self.too_few(phrase) for phrase in rest if phrase.used and phrase.want]
        if not hints:
            hints.append("Nobody was asked for it, and no event was about it.")
        decision = self.game.decision
        if decision is not None:
            hints.append(f"{self.game.name(decision.seat)} is asked now: {decision.prompt}")
        said = listed([f"“{phrase.words}”" for phrase in rest]) or f"“{self.span(step).text}”"
        return diagnose("SAY0917", span, said=said, hint="\n".join(hints))

    def too_few(self, phrase: Phrase) -> str:
        return f"{phrase.used} of {phrase.want} could be chosen."

    def happened(self, event: Happening) -> str:
        return self.text(event.number)

    def text(self, number: int) -> str:
        """An event as the log has it."""
        return self.game.teller.event(number + 1, self.game.entries[number]).text

    def not_asked(self, step: Step, span: Span) -> Diagnostic:
        decision = self.game.decision
        assert decision is not None
        who = " and ".join(self.game.name(seat) for seat in decision.seats)
        label = "say who does it" if step.who < 0 else f"{self.game.name(step.who)} is not asked now"
        return diagnose(
            "SAY0906",
            span,
            label="this cannot begin yet" if step.afresh else label,
            who=who,
            expected=[option.short for option in decision.options],
            hint=f"{who} must answer first: {decision.prompt}",
        )

    def not_offered(self, step: Step, span: Span) -> Diagnostic:
        decision = self.game.decision
        assert decision is not None
        offered, who = decision.options_for(step.who), self.game.name(step.who)
        hint = f"{who} is asked: {decision.prompt}"
        expected = [option.short for option in offered]
        if decision.kind == "may":
            verbs = dict.fromkeys(act.verb for act in acts(self.answerer.asking()) if act.modal == "may")
            yes = [f"“{who} {verb_forms(verb).third} …”" for verb in verbs]
            expected = []
            said = f"what is done then, as that sentence says it{': ' if yes else ''}{' or '.join(yes)}"
            hint += f"\nyes: {said}\nno: “{who} declines.”"
        return diagnose("SAY0902", span, who=who, expected=expected, hint=hint)


def number_of_program(programs: list[Program], program: Program) -> int:
    """Its index; the same sentence has the same in every mode, for a state in mid-effect names it."""
    for index in range(len(programs) - 1, -1, -1):
        if programs[index].name != program.name:
            break
        if programs[index] == program:
            return index
    programs.append(program)
    return len(programs) - 1
