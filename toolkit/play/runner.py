"""One run of one example: the table is set, sentences answer decisions, conditions are looked at.

Four modes.  `plain`: as written, with the pack's invariants looked at after every event.  `saved`: the game goes
through JSON at every decision.  `undone`: every decision is taken back and made again.  `replayed`: at the end
everything is done a second time from the beginning.  The last three must lead where `plain` leads: if they do
not, that is our mistake, not the author's.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Fail
from toolkit.compile.circles import ONE_OR_SEVERAL
from toolkit.compile.compiled import beside
from toolkit.compile.conditions.condition import truth
from toolkit.kernel.state import State
from toolkit.language import ast
from toolkit.machine import Machine, Runaway
from toolkit.pack.decks import Deck, one_line
from toolkit.play.acting import Acting, Failed, span_in
from toolkit.play.decks import SEAT, DeckTable
from toolkit.play.game import Game, Rig, Setup, rig_of, runaway_of
from toolkit.play.invariants import Invariants
from toolkit.play.place import span_of
from toolkit.play.scenario import start
from toolkit.play.step import Step, past_verbs
from toolkit.play.story import checked_story
from toolkit.program.expression import Expr
from toolkit.program.shapes import well_shaped
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Diagnostic, DiagnosticError
from toolkit.report.source import Span

if TYPE_CHECKING:
    from toolkit.compile.compiled import CompiledGame
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
    with runner.beside():
        return _finished(runner, ends)


def attempt(
    pack: Pack, example: Example, mode: Mode = "plain", ends: dict[str, str] | None = None
) -> Failure | None:
    """As `run`; a mistake of sayso is a failure, too (SAY0918), so that no other example is lost with it."""
    runner = Runner(pack, example, mode)
    with runner.beside():
        try:
            return _finished(runner, ends)
        except Exception as error:
            return runner.broken(error)


def _finished(runner: Runner, ends: dict[str, str] | None) -> Failure | None:
    """Run it, and compare where it leads."""
    ends, plain = {} if ends is None else ends, runner.mode == "plain"
    if (
        not plain and runner.example.id not in ends
    ):  # before it begins: no other run finds in the game what it adds
        run(runner.pack, runner.example, "plain", ends)
    failure = runner.carry_out()
    if failure is None:
        if plain:
            ends[runner.example.id] = runner.game.digest()
        else:
            runner.compare(ends)
    return failure


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
            self.violated += self.looked_at(state)
        return done

    def looked_at(self, state: State) -> list[tuple[int, int]]:
        """What does not hold of all that may have changed since the last look, and how many events there have been."""
        return [(sentence, len(state.log or ())) for sentence in self.invariants.broken(state)]


@dataclass
class Runner:
    """One run of one example."""

    pack: Pack
    example: Example
    mode: Mode
    game: Game = field(init=False)
    script: list[tuple[Any, ...]] = field(default_factory=list)
    machine: type[Machine] = Watched  # of the plain mode
    begun: list[ast.Sentence] = field(default_factory=list)  # sentences that began by themselves
    given: State = field(init=False)  # the table before the first sentence of *when*
    at: Span | None = None  # the sentence of the example that is being carried out
    lent: ExitStack = field(default_factory=ExitStack)  # what is given back when it is over

    def run(self) -> Failure | None:
        """None: it holds.  Its sentences are no part of its game afterwards."""
        with self.beside():
            return self.carry_out()

    @contextmanager
    def beside(self) -> Iterator[None]:
        """What the sentences of the example add to its game is taken back in the end."""
        with self.lent:
            yield

    def carry_out(self) -> Failure | None:
        """None: it holds."""
        try:
            self.begin()
            if self.example.deck is not None:
                self.judge(self.example.deck)
                return None
            self.check_invariants(self.example.span)
            self.given = self.game.state.copy()
            self.acting = Acting(self)
            self.acting.run()
            self.then()
        except Failed as failed:
            return self.failure(failed.diagnostic)
        except DiagnosticError as error:
            return self.failure(error.diagnostics[0])
        except Fail as fail:
            return self.failure(fail.diagnostic)
        except Runaway as runaway:
            return self.failure(runaway_of(self.pack, self.game.compiled, runaway))
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
        try:
            table = tuple(game.table())
        except Runaway:  # what was too much to ask for is asked for again
            table = ()
        return Failure(self.example, self.mode, diagnostic, table, tuple(log))

    def broken(self, error: Exception) -> Failure:
        """What went wrong inside sayso, with the sentence that ran, the one of the example, and where in our files."""
        game = getattr(self, "game", None)
        number = game.machine.sentence(game.state) if game is not None else -1
        sentences = game.compiled.ruleset.sentences if game is not None else []
        here = self.at or self.example.span
        span = span_of(self.pack, sentences[number]) if 0 <= number < len(sentences) else here
        labels = [_label(here, "while this was carried out")] if span is not here else []
        last = traceback.extract_tb(error.__traceback__)[-1]
        hint = f"in mode {self.mode}, at {Path(last.filename).name}:{last.lineno}; please report it with this sentence"
        said = f"{type(error).__name__}: {error}"
        diagnostic = diagnose("SAY0918", span, example=self.example.id, error=said, labels=labels, hint=hint)
        try:
            return self.failure(diagnostic)
        except Exception:  # the table cannot be told either
            return Failure(self.example, self.mode, diagnostic)

    # -- Beginning ------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """The table as it is given, and the game on it."""
        players, options = self.players(), self.options()
        deck = self.example.deck
        decks = {SEAT: deck.plain} if deck is not None else {}
        compiled = self.pack.compiled(players, options, decks, self.example.scenario).value
        assert compiled is not None
        asked = past_verbs((*self.example.when, *self.example.then), compiled.world)
        plain = self.machine if self.mode == "plain" else None
        shared = plain is None or issubclass(plain, Watched)
        rig = (rig_of if shared else Rig)(self.pack, compiled, plain, asked)
        if isinstance(rig.machine, Watched):
            rig.machine.violated.clear()
        setup = Setup(players, 0, options, self.example.scenario, self.example.story, decks)
        self.lent.callback(rig.machine.forget, len(compiled.ruleset.programs))
        self.lent.enter_context(beside(compiled))
        self.game = Game(self.pack, compiled, setup, self.start(rig), rig=rig)

    def players(self) -> int:
        """How many play: as the example says, else as many as it names, within what the pack allows."""
        counts = self.pack.source.manifest.counts(self.options())
        return self.example.players or max(counts.start, min(self.named_players(), counts.stop - 1))

    def options(self) -> dict[str, bool]:
        """The pack's options as the example has them."""
        return self.pack.source.manifest.chosen(self.example.options)

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
                seen=partial(self.is_given, rig) if self.mode == "plain" else lambda *_: None,
            )
        except Runaway as runaway:
            raise Failed(runaway_of(self.pack, rig.compiled, runaway)) from None

    def is_given(self, rig: Rig, state: State, span: Span) -> None:
        """SAY0883: a sentence that is given does not hold after it was set up (*the power of Red's cat in the park is
        4*, where there is none).  What cannot be asked is not: whose turn it is, what dice will show.
        """
        tree = next(tree for item, tree in self.example.given if item.text.span() == span)
        for sentence in tree.sentences if tree is not None else ():
            try:
                parts = [*self.conditions(sentence, rig.compiled)]
            except Fail:
                continue
            for node, expr, size in parts:
                if not rig.machine.evaluate(expr, state, empty_locals(size)):
                    raise Failed(diagnose("SAY0883", span_in(node, self.example)))

    # -- When -----------------------------------------------------------------------------------------------

    def comes_to(self, item: Item) -> None:
        """The next sentence of *when* is carried out."""
        self.at = item.text.span()

    def unread(self, item: Item) -> Diagnostic:
        """Why a sentence was not understood: what the pack's own diagnostics say of it."""
        span = item.text.span()
        for each in self.pack.diagnostics:
            if each.span.source.name == span.source.name and span.start <= each.span.start <= span.end:
                return each
        raise AssertionError(f"{item.anchor}: a sentence without a tree and without a diagnostic")

    def choose(self, index: int, seat: int, span: Span) -> None:
        """Answer, in the way of the mode."""
        game = self.game
        if self.mode == "saved":
            game.state = through_json(game)
        self.act(("choose", seat, index), span)
        if self.mode == "undone":
            after = game.state.copy()
            game.undo(force=True)
            game.redo()
            if not game.state.same_position(after):
                raise ModeMismatch(f"{self.example.id}: a decision that is made again leads elsewhere")

    def act(self, action: tuple[Any, ...], span: Span) -> None:
        """Do one entry of the script."""
        self.script.append(action)
        play(self.game, action)
        self.check_invariants(span)
        self.settle(span)

    def settle(self, span: Span) -> None:
        """What leaves no choice need not be mentioned, also where the pack has it asked (`forced: ask`)."""
        decision = self.game.decision
        if decision is None:
            return
        forced = next((seat for seat in decision.seats if len(decision.options_for(seat)) == 1), None)
        if forced is not None:
            self.act(("choose", forced, 0), span)

    def check_invariants(self, span: Span) -> None:
        """Those that do not hold now, or did not in between."""
        machine, state = self.game.machine, self.game.state
        sentences = self.game.compiled.ruleset.sentences
        if isinstance(machine, Watched):
            violated = machine.violated or machine.looked_at(state)
        else:
            violated = [(each, len(self.game.entries)) for each in machine.broken(state)]
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
            self.at = item.text.span()
            if tree is None:
                raise Failed(self.unread(item))
            for sentence in tree.sentences:
                for node, expr, size in self.conditions(sentence):
                    locals = empty_locals(size)
                    if not self.game.machine.evaluate(expr, self.game.state, locals):
                        raise Failed(self.unmet(node, expr, locals))
                    changed = changed or not self.game.machine.evaluate(expr, self.given, empty_locals(size))
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
            yield sentence, _shaped(truth(body, scope), body, scope), scope.size
            return
        subject: ast.Nominal | None = None
        with scope.saying(there=None):
            for clause in body.clauses:
                if isinstance(clause, ast.Clause):
                    if clause.subject is None and subject is not None:
                        clause = replace(clause, subject=subject)
                    subject = clause.subject
                expr = truth(ast.Clauses(clauses=(clause,), span=clause.span), scope)
                yield clause, _shaped(expr, clause, scope), scope.size

    def unmet(self, node: ast.Node, expr: Expr, locals: list[Any]) -> Diagnostic:
        """What was expected, what was found."""
        game = self.game
        found = self.found(node, expr, locals)
        decision = game.decision
        hints = [f"found: {found}"] if found else []
        if decision is not None:
            hints.append(f"{game.name(decision.seat)} has still to decide: {decision.prompt}")
        label = f"found {found}" if found and len(found) < 40 else "does not hold"
        return diagnose("SAY0901", span_in(node, self.example), label=label, hint="\n".join(hints) or None)

    def found(self, node: ast.Node, expr: Expr, locals: list[Any]) -> str:
        """What there is instead: the number that was compared, or where the thing is."""
        machine, state = self.game.machine, self.game.state
        if expr[0] in ("eq", "ne", "lt", "le", "gt", "ge"):
            left, right = (machine.evaluate(side, state, locals) for side in expr[1:3])
            if type(left) is int and type(right) is int and expr[2][0] == "int":
                return str(left)
        if isinstance(node, ast.Clause) and node.subject is not None:
            who = self.acting.answerer.denoted(node.subject, Step(_NO_VERB, None, -1, _NO_SENTENCE))
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
        end = ends.get(self.example.id)
        if end is not None and end != self.game.digest():
            raise ModeMismatch(f"{self.example.id}: {self.mode} leads elsewhere than plain")
        if self.mode == "replayed":
            again = Game(
                self.pack, self.game.compiled, self.game.setup, self.start(self.game.rig), rig=self.game.rig
            )
            for action in self.script:
                play(again, action)
            same = again.state.same_position(self.game.state)
            if not same or again.entries != self.game.entries:
                raise ModeMismatch(f"{self.example.id}: the replay leads elsewhere")


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


def through_json(game: Game) -> State:
    """The state, written and read."""
    state = State.from_json(json.loads(json.dumps(game.state.to_json())))
    state.log = list(game.entries)
    game.machine.advance(state)
    return state


def _label(span: Span, message: str) -> Any:
    from toolkit.report.diagnostic import Label

    return Label(span, message)


def _shaped(condition: Expr, node: ast.Node, scope: Scope) -> Expr:
    """The condition, if it can be asked (as `compile/circles.py` says of rules)."""
    if not well_shaped(condition, scope.world.ruleset):
        raise scope.fail("SAY0801", node, what="a part of this", hint=ONE_OR_SEVERAL)
    return condition


def empty_locals(size: int) -> list[Any]:
    """The locals of a condition of nobody in particular: no *you*, no *this*, and `size` more."""
    return [-1, -1, *[0] * size]
