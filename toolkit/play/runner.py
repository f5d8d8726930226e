"""One run of one example: the table is set, sentences answer decisions, conditions are looked at.

Four modes.  `plain`: as written, with the pack's invariants looked at after every event.  `saved`: the game goes
through JSON at every decision.  `undone`: every decision is taken back and made again.  `replayed`: at the end
everything is done a second time from the beginning.  The last three must lead where `plain` leads: if they do
not, that is our mistake, not the author's.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from toolkit.compile import build
from toolkit.compile.condition import truth
from toolkit.compile.effect import one_sentence
from toolkit.compile.roles import phrase_of
from toolkit.compile.scope import Scope
from toolkit.compile.values import Fail
from toolkit.kernel.state import State
from toolkit.language import ast
from toolkit.machine import Machine, Runaway
from toolkit.pack.decks import Deck, one_line
from toolkit.play.answering import Ambiguous, Answerer, Step, past_verbs, phrases_of
from toolkit.play.decks import SEAT, DeckTable
from toolkit.play.game import Game, Rig, Setup, rig_of, runaway_of
from toolkit.play.invariants import Invariants
from toolkit.play.place import span_of
from toolkit.play.scenario import start
from toolkit.play.story import checked_story
from toolkit.program.expression import Expr
from toolkit.program.ruleset import Program
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Diagnostic, DiagnosticError
from toolkit.report.source import Span

if TYPE_CHECKING:
    from toolkit.compile.game import CompiledGame
    from toolkit.compile.pack import Pack
    from toolkit.pack.source import Item
    from toolkit.play.example import Example
    from toolkit.verbs import KernelVerb

Mode = Literal["plain", "saved", "undone", "replayed"]
MODES: tuple[Mode, ...] = ("plain", "saved", "undone", "replayed")


@dataclass(frozen=True)
class Failure:
    """Why an example failed.  `table`: how it stood then; `log`: the last events, each with its sentence."""

    example: Example
    mode: Mode
    diagnostic: Diagnostic
    table: tuple[str, ...] = ()
    log: tuple[str, ...] = ()

    @property
    def details(self) -> str:
        """Table and log as text."""
        lines = ["The table then:", *(f"  {line}" for line in self.table)] if self.table else []
        if self.log:
            lines += ["What happened last:", *(f"  {line}" for line in self.log)]
        return "\n".join(lines)


class ModeMismatch(AssertionError):
    """A mode leads elsewhere than the plain run: a mistake of sayso."""


def run(
    pack: Pack, example: Example, mode: Mode = "plain", ends: dict[str, str] | None = None
) -> Failure | None:
    """Run an example in a mode; None: it holds.  Raises `ModeMismatch` if a mode leads elsewhere than the plain run.

    `ends`: the digests at which plain runs of this pack's examples ended, by id; what is found out is added.
    """
    runner = Runner(pack, example, mode)
    failure = runner.run()
    if failure is None:
        ends = {} if ends is None else ends
        if mode == "plain":
            ends[example.id] = runner.game.digest()
        else:
            runner.compare(ends)
    return failure


class Failed(Exception):
    """Ends a run."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


class Watched(Machine):
    """Looks at the invariants after every batch of events; runs instruction by instruction."""

    def __init__(self, model: Any, ruleset: Any, kernel_verbs: Mapping[str, KernelVerb]) -> None:
        super().__init__(model, ruleset, kernel_verbs, plain=True)
        self.invariants = Invariants(self)
        self.violated: list[tuple[int, int]] = []
        """`(sentence of the invariant, number of the event)`."""

    def finish(self, state: State, *arguments: Any, **named: Any) -> bool:
        done = super().finish(state, *arguments, **named)
        if not self.violated and self.ruleset.invariants:
            self.violated += [(sentence, len(state.log or ())) for sentence in self.invariants.broken(state)]
        return done


@dataclass
class Runner:
    """One run of one example."""

    pack: Pack
    example: Example
    mode: Mode
    game: Game = field(init=False)
    script: list[tuple[Any, ...]] = field(default_factory=list)
    fresh: int = 0  # events from here on were not there when somebody last answered
    claimed: set[int] = field(default_factory=set)  # events that a sentence has spoken of
    machine: type[Machine] = Watched  # of the plain mode
    begun: list[tuple[Step, int]] = field(
        default_factory=list
    )  # verbs that a sentence began, and the log then
    given: State = field(init=False)  # the table before the first sentence of *when*

    def run(self) -> Failure | None:
        """None: it holds."""
        try:
            self.begin()
            if self.example.deck is not None:
                self.judge(self.example.deck)
                return None
            self.check_invariants(self.example.span)
            self.given = self.game.state.copy()
            self.when()
            self.then()
        except Failed as failed:
            return self.failure(failed.diagnostic)
        except DiagnosticError as error:
            return self.failure(error.diagnostics[0])
        except Fail as fail:
            return self.failure(fail.diagnostic)
        return None

    def failure(self, diagnostic: Diagnostic) -> Failure:
        game = getattr(self, "game", None)
        if game is None:
            return Failure(self.example, self.mode, diagnostic)
        count = len(game.entries)
        log = [
            str(game.teller.event(number, game.entries[number - 1]))
            for number in range(max(1, count - 7), count + 1)
        ]
        return Failure(self.example, self.mode, diagnostic, tuple(game.table()), tuple(log))

    # -- Beginning ------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """The table as it is given, and the game on it."""
        players, options = self.players(), self.options()
        deck = self.example.deck
        decks = {SEAT: deck.plain} if deck is not None else {}
        compiled = self.pack.compiled(players, options, decks).value
        assert compiled is not None
        asked = past_verbs((*self.example.when, *self.example.then), compiled.world)
        plain = self.machine if self.mode == "plain" else None
        rig = Rig(self.pack, compiled, plain, asked) if plain or asked else rig_of(self.pack, compiled)
        setup = Setup(players, 0, options, story=self.example.story, decks=decks)
        self.game = Game(self.pack, compiled, setup, self.start(rig), rig=rig)
        self.answerer = Answerer(self.game, Scope(compiled.world, span=self.example.span, recorded=set()))

    def players(self) -> int:
        """How many play: as the example says, else as many as it names, within what the pack allows."""
        manifest = self.pack.source.manifest
        return self.example.players or max(manifest.least, min(self.named_players(), manifest.most))

    def options(self) -> dict[str, bool]:
        """The pack's options as the example has them."""
        defaults = {option.id: option.default for option in self.pack.source.manifest.options}
        return defaults | dict(self.example.options)

    def named_players(self) -> int:
        """The highest seat that a sentence names."""
        names = self.pack.vocabulary.names
        seats = [name.casefold() for name in self.pack.source.manifest.seats]
        found = 0
        for _, tree in (*self.example.given, *self.example.when, *self.example.then):
            for node in tree.walk() if tree else ():
                if isinstance(node, ast.Noun) and node.name in names and names[node.name].noun == "player":
                    text = names[node.name].text.casefold()
                    found = max(found, seats.index(text) + 1 if text in seats else 0)
        return found

    def start(self, rig: Rig) -> State:
        if self.example.deck is not None:
            return DeckTable(self.pack, self.example.deck, rig.compiled, rig.machine).state
        try:
            return start(
                rig,
                self.example.given,
                0,
                from_set_up=self.example.from_set_up,
                story=checked_story(self.pack, self.example.story),
            )
        except Runaway as runaway:
            raise Failed(runaway_of(self.pack, rig.compiled, runaway)) from None

    # -- When -----------------------------------------------------------------------------------------------

    def when(self) -> None:
        for item, tree in self.example.when:
            if tree is None:
                raise Failed(self.unread(item))
            self.answerer.scope.discourse.forget(0)
            for sentence in tree.sentences:
                for step in self.steps(sentence):
                    self.step(step)

    def unread(self, item: Item) -> Diagnostic:
        """Why a sentence was not understood: what the pack's own diagnostics say of it."""
        span = item.text.span()
        for each in self.pack.diagnostics:
            if each.span.source.name == span.source.name and span.start <= each.span.start <= span.end:
                return each
        raise AssertionError(f"{item.anchor}: a sentence without a tree and without a diagnostic")

    def steps(self, sentence: ast.Sentence) -> Iterator[Step]:
        """The verbs of a sentence, one by one, each with its player."""
        for subject, verb in self.deeds(sentence):
            verb = self.one_copy(verb)
            yield Step(verb, subject, self.player(subject), sentence, phrases_of(verb))

    def deeds(self, sentence: ast.Sentence) -> Iterator[tuple[ast.Nominal | None, ast.Act]]:
        """Who does what, one verb after another.  SAY0911 for what is no deed."""
        if sentence.openings or not isinstance(sentence.body, ast.Clauses) or sentence.body.closings:
            raise Failed(diagnose("SAY0911", _span(sentence, self.example), hint=WHEN_HINT))
        subject: ast.Nominal | None = None
        for clause in sentence.body.clauses:
            if isinstance(clause, ast.There) or clause.openings:
                raise Failed(diagnose("SAY0911", _span(clause, self.example), hint=WHEN_HINT))
            subject = clause.subject or subject
            for verb in clause.verbs:
                if not isinstance(verb, ast.Act) or verb.tense != "present" or verb.modal is not None:
                    raise Failed(diagnose("SAY0911", _span(verb, self.example), hint=WHEN_HINT))
                yield subject, verb

    def one_copy(self, verb: ast.Act) -> ast.Act:
        """*Red draws Ace*, when there are several cards of that name: one of them."""
        entities = self.game.compiled.world.entities

        def one(node: Any) -> Any:
            if isinstance(node, ast.Group):
                return replace(node, items=tuple(one(item) for item in node.items))
            several = (
                isinstance(node, ast.Noun)
                and node.name in entities
                and isinstance(entities[node.name][0], tuple)
            )
            if several and node.determiner.is_empty():
                return replace(node, determiner=replace(node.determiner, article="a"))
            return node

        changed = tuple(replace(each, value=one(each.value)) for each in verb.complements)
        return replace(verb, complements=changed)

    def player(self, subject: ast.Nominal | None) -> int:
        """The seat of a named player; -1: the sentence names none."""
        if isinstance(subject, ast.Noun) and subject.name is not None:
            found = self.game.compiled.world.entities.get(subject.name)
            if found is not None and isinstance(found[0], int) and found[1] == "player":
                return found[0]
        return -1

    def step(self, step: Step) -> None:
        """Answer decisions with a step for as long as it says something about them; begin a verb when nothing is
        asked."""
        span = _span(step.verb, self.example)
        if (
            step.subject is not None
            and step.subject.span is not None
            and step.subject.span.start < span.start
        ):
            span = step.subject.span.cover(span)
        answered = False
        before = len(self.game.entries)
        while True:
            decision = self.game.decision
            if decision is None:
                if answered or self.forced(step):
                    return
                self.perform(step, span)
                answered = True
                if self.done(step, before):
                    return
                self.begun.append((step, before))
                continue
            if step.who not in decision.seats:
                if answered or self.forced(step):
                    return
                raise Failed(self.not_asked(step, span))
            try:
                index = self.answerer.match(step, decision)
            except Ambiguous as ambiguous:
                if self.begun and self.begun[-1][0] is step:
                    return  # *Red takes a turn* began it; what the turn then asks, other sentences answer
                raise Failed(
                    diagnose("SAY0912", span, label="which of them?",
                             expected=[option.short for option in ambiguous.options],
                             hint=f"{self.game.name(step.who)} is asked: {decision.prompt}")
                ) from None  # fmt: skip
            if index is None:
                if answered or self.forced(step):
                    return
                raise Failed(self.not_offered(step, span))
            self.choose(index, step.who, span)
            answered = True
            if self.done(step, before):
                return

    def done(self, step: Step, before: int) -> bool:
        """Whether what the verb says has happened: its phrases answer nothing that is asked afterwards."""
        for number in range(before, len(self.game.entries)):
            if number not in self.claimed and self.speaks_of(step, number):
                self.claimed.add(number)
                return True
        return False

    def forced(self, step: Step) -> bool:
        """Whether the sentence tells what has just happened because there was only one option."""
        # What a sentence began and others went on with has been told already.
        self.begun = [(told, since) for told, since in self.begun if not self.done(told, since)]
        for number in range(self.fresh, len(self.game.entries)):
            if number in self.claimed or not self.speaks_of(step, number):
                continue
            roles = {role for role in self.game.entries[number][2] if type(role) is int}
            denoted = [self.answerer.denoted(phrase.node, step) for phrase in step.phrases]
            if all(roles & set(each) for each in denoted if each):
                self.claimed.add(number)
                return True
        return False

    def speaks_of(self, step: Step, number: int) -> bool:
        """Whether an event is the step's verb, done by its player."""
        verb, who = self.game.entries[number][:2]
        return step.verb.verb in self.answerer.lemmas(verb) and who in (
            step.who,
            -1,
        )

    def perform(self, step: Step, span: Span) -> None:
        """Nothing is asked: the sentence is an effect that begins now."""
        if self.game.state.over:
            raise Failed(diagnose("SAY0910", span, hint="The game is over already."))
        world = self.game.compiled.world
        scope = Scope(world, span=span, recorded=set())
        clause = ast.Clause(subject=step.subject, verbs=(step.verb,), span=span)
        sentence = ast.Sentence(body=ast.Clauses(clauses=(clause,), span=span), span=span)
        scope.discourse.referents.extend(self.answerer.scope.discourse)
        one_sentence(sentence, scope)
        scope.emit("return", build.integer(1))
        program = Program("when", tuple(scope.code), tuple(scope.at), scope.size)
        before = self.game.digest()
        self.act(("run", number_of_program(self.game.compiled.ruleset.programs, program)), span)
        if self.game.decision is None and self.game.digest() == before and not self.done(step, 0):
            raise Failed(self.refused(step, span))

    def refused(self, step: Step, span: Span) -> Diagnostic:
        """Why nothing happened, with the sentences that forbid it, as far as one can tell what was meant."""
        ruleset = self.game.compiled.ruleset
        numbers: list[int] = []
        found = phrase_of(step.verb, Scope(self.game.compiled.world, span=span, recorded=set()), quiet=True)
        things = [each for phrase in step.phrases if (each := self.answerer.denoted(phrase.node, step))]
        if found is not None and step.who > 0 and len(found[0].roles) == len(things) < 2:
            roles = tuple(each[0] for each in things)
            numbers = self.game.machine.refusals(self.game.state, found[0].index, step.who, roles)
        said = [ruleset.sentences[number] for number in numbers if number >= 0]
        if not said:
            return diagnose(
                "SAY0910", span, hint="A requirement is not met, a rule forbids it, or nothing fits."
            )
        labels = [_label(span_of(self.pack, sentence), "this stands against it") for sentence in said]
        return diagnose(
            "SAY0910", span, labels=labels, hint="A requirement is not met, or a rule forbids it."
        )

    def choose(self, index: int, seat: int, span: Span) -> None:
        """Answer, in the way of the mode."""
        game = self.game
        if self.mode == "saved":
            game.state = through_json(game)
        self.act(("choose", seat, index), span)
        if self.mode == "undone":
            after = game.digest()
            game.undo(force=True)
            game.redo()
            if game.digest() != after:
                raise ModeMismatch(f"{self.example.id}: a decision that is made again leads elsewhere")

    def act(self, action: tuple[Any, ...], span: Span) -> None:
        """Do one entry of the script."""
        self.script.append(action)
        self.fresh = len(self.game.entries)
        try:
            play(self.game, action)
        except Runaway as runaway:
            raise Failed(runaway_of(self.pack, self.game.compiled, runaway)) from None
        self.check_invariants(span)

    # -- Complaints -----------------------------------------------------------------------------------------

    def not_asked(self, step: Step, span: Span) -> Diagnostic:
        decision = self.game.decision
        assert decision is not None
        who = " and ".join(self.game.name(seat) for seat in decision.seats)
        label = "say who does it" if step.who < 0 else f"{self.game.name(step.who)} is not asked now"
        return diagnose(
            "SAY0906",
            span,
            label=label,
            who=who,
            expected=[option.short for option in decision.options],
            hint=f"{who} must answer first: {decision.prompt}",
        )

    def not_offered(self, step: Step, span: Span) -> Diagnostic:
        decision = self.game.decision
        assert decision is not None
        offered = decision.options_for(step.who)
        return diagnose(
            "SAY0902",
            span,
            who=self.game.name(step.who),
            expected=[option.short for option in offered],
            hint=f"{self.game.name(step.who)} is asked: {decision.prompt}",
        )

    def check_invariants(self, span: Span) -> None:
        """Those that do not hold now, or did not in between."""
        machine = self.game.machine
        sentences = self.game.compiled.ruleset.sentences
        violated = list(machine.violated) if isinstance(machine, Watched) else []
        violated = violated or [(each, len(self.game.entries)) for each in machine.broken(self.game.state)]
        for number, event in violated:
            sentence = sentences[number] if 0 <= number < len(sentences) else None
            after = f"after event {event}" if event else "on the given table"
            labels = [_label(span, "while this was done")]
            raise Failed(
                diagnose(
                    "SAY0903", span_of(self.pack, sentence), label="does not hold", labels=labels, when=after
                )
            )

    # -- Then -----------------------------------------------------------------------------------------------

    def then(self) -> None:
        changed = False
        for item, tree in self.example.then:
            if tree is None:
                raise Failed(self.unread(item))
            for sentence in tree.sentences:
                for node, expr, size in self.conditions(sentence):
                    locals = [-1, -1, *[0] * size]
                    if not self.game.machine.evaluate(expr, self.game.state, locals):
                        raise Failed(self.unmet(node, expr, locals))
                    changed = changed or not self.game.machine.evaluate(
                        expr, self.given, [-1, -1, *[0] * size]
                    )
        decision = self.game.decision
        if decision is not None and self.script and not changed:
            asked = f"{self.game.name(decision.seat)} is still asked: {decision.prompt}"
            options = [option.short for option in decision.options]
            last = self.example.when[-1][0].text.span()
            raise Failed(diagnose("SAY0913", last, label="stops in the middle", expected=options, hint=asked))

    def conditions(
        self, sentence: ast.Sentence, compiled: CompiledGame | None = None
    ) -> Iterator[tuple[ast.Node, Expr, int]]:
        """The clauses of a condition one by one, so that a failure points at the one that fails."""
        world = (compiled or self.game.compiled).world
        scope = Scope(world, span=sentence.span, test=True, recorded=set())
        body = sentence.body
        if sentence.openings or not isinstance(body, ast.Clauses):
            raise scope.fail("SAY0801", sentence, what="this in a condition")
        if "or" in body.joints or body.closings:
            yield sentence, truth(body, scope), scope.size
            return
        subject: ast.Nominal | None = None
        with scope.saying(there=None):
            for clause in body.clauses:
                if isinstance(clause, ast.Clause):
                    if clause.subject is None and subject is not None:
                        clause = replace(clause, subject=subject)
                    subject = clause.subject
                expr = truth(ast.Clauses(clauses=(clause,), span=clause.span), scope)
                yield clause, expr, scope.size

    def unmet(self, node: ast.Node, expr: Expr, locals: list[Any]) -> Diagnostic:
        """What was expected, what was found."""
        game = self.game
        found = self.found(node, expr, locals)
        decision = game.decision
        hints = [f"found: {found}"] if found else []
        if decision is not None:
            hints.append(f"{game.name(decision.seat)} has still to decide: {decision.prompt}")
        label = f"found {found}" if found and len(found) < 40 else "does not hold"
        return diagnose("SAY0901", _span(node, self.example), label=label, hint="\n".join(hints) or None)

    def found(self, node: ast.Node, expr: Expr, locals: list[Any]) -> str:
        """What there is instead: the number that was compared, or where the thing is."""
        machine, state = self.game.machine, self.game.state
        if expr[0] in ("eq", "ne", "lt", "le", "gt", "ge"):
            left, right = (machine.evaluate(side, state, locals) for side in expr[1:3])
            if type(left) is int and type(right) is int and expr[2][0] == "int":
                return str(left)
        if isinstance(node, ast.Clause) and node.subject is not None:
            who = self.answerer.denoted(node.subject, Step(_NO_VERB, None, -1, _NO_SENTENCE))
            if len(who) == 1 and self.game.compiled.model.is_component[who[0]]:
                return self.game.teller.table.full(state, who[0])
        return ""

    def judge(self, deck: Deck) -> None:
        """The sentences that a deck breaks are those that the example names."""
        said = {one_line(text): text for text in self.example.breaks}
        broken = dict(DeckTable(self.pack, deck, self.game.compiled, self.game.machine).broken())
        for sentence, diagnostic in broken.items():
            if sentence not in said:
                raise Failed(diagnostic)
        for sentence, text in said.items():
            if sentence not in broken:
                raise Failed(diagnose("SAY0915", text.span(), sentence=sentence))

    # -- The other modes ------------------------------------------------------------------------------------

    def compare(self, ends: dict[str, str]) -> None:
        """The plain run ends where this one does; a replay does, too."""
        if self.example.id not in ends:
            run(self.pack, self.example, "plain", ends)
        if ends.get(self.example.id, self.game.digest()) != self.game.digest():
            raise ModeMismatch(f"{self.example.id}: {self.mode} leads elsewhere than plain")
        if self.mode == "replayed":
            again = Game(
                self.pack, self.game.compiled, self.game.setup, self.start(self.game.rig), rig=self.game.rig
            )
            for action in self.script:
                play(again, action)
            if again.digest() != self.game.digest() or again.entries != self.game.entries:
                raise ModeMismatch(f"{self.example.id}: the replay leads elsewhere")


WHEN_HINT = "Say what a player does, in the present: “Red draws a card and passes.”"
_NO_VERB = ast.Act(verb="")
_NO_SENTENCE = ast.Sentence(body=ast.Clauses(clauses=()))


def play(game: Game, action: tuple[Any, ...]) -> None:
    """`("run", program)` begins an effect, `("choose", seat, index)` answers."""
    if action[0] == "choose":
        game.choose(action[2], action[1])
        return
    machine = game.machine
    machine.code.extend([None] * (len(machine.ruleset.programs) - len(machine.code)))
    machine.run(game.state, action[1])
    machine.advance(game.state)
    game.forget()


def number_of_program(programs: list[Program], program: Program) -> int:
    """Its index; the same sentence has the same in every mode, for a state in mid-effect names it."""
    for index in range(len(programs) - 1, -1, -1):
        if programs[index].name != program.name:
            break
        if programs[index] == program:
            return index
    programs.append(program)
    return len(programs) - 1


def through_json(game: Game) -> State:
    """The state, written and read."""
    state = State.from_json(json.loads(json.dumps(game.state.to_json())))
    state.log = list(game.entries)
    game.machine.advance(state)
    return state


def _span(node: ast.Node, example: Example) -> Span:
    return node.span or example.span


def _label(span: Span, message: str) -> Any:
    from toolkit.report.diagnostic import Label

    return Label(span, message)
