"""The machine: runs frames until somebody must decide, the game is over, or nothing is left to run."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from toolkit.kernel.model import Model
from toolkit.kernel.random import MASK, Chance, Undecided
from toolkit.kernel.state import State, new_state
from toolkit.kernel.view import redetermine
from toolkit.limits import Runaway
from toolkit.machine.decision import DONE, Decision, Option
from toolkit.machine.effects import Evaluate
from toolkit.machine.event import KernelVerb, Proposal, VerbInfo
from toolkit.machine.frame import BATCH, CHOSEN, LOCALS, PC, PROGRAM, PROGRESS, REPLACING
from toolkit.machine.generate import Generator
from toolkit.machine.instructions import Instructions
from toolkit.machine.plain import Step, steps
from toolkit.native import mypyc_attr
from toolkit.program.chains import calls, longest
from toolkit.program.expression import Expr
from toolkit.program.ruleset import Ruleset

USUAL_FRAMES, FRAMES_OF_ONE, LONG_CHAIN = 1_000, 12, 20
"""Python's frames: of all else, of one definition at most, and from what length of a chain on it matters."""

BETWEEN = ("steps", "depth", "options", "chosen", "people")
"""Limits that are passed at an instruction, not while one is carried out."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Machine(Instructions):
    """See `toolkit.machine`.  Holds no state of any game: one machine serves all states of its model.

    `plain`: run instruction by instruction, without generated code; the same results, slower.
    """

    def __init__(
        self, model: Model, ruleset: Ruleset, kernel_verbs: Mapping[str, KernelVerb], *, plain: bool = False
    ) -> None:
        super().__init__(model, ruleset, kernel_verbs)
        self.plain = plain
        self.kept.on = not plain
        self.generator = Generator(self)
        self._first: State | None = None
        self._evaluations: list[Evaluate] | None = None
        self._invariants: list[Evaluate] | None = None
        room_for(ruleset)
        self.code: list[list[Step] | None] = [None] * len(ruleset.programs)

    # --- Starting -------------------------------------------------------------------------------------------

    def new(self, seed: int = 0, *, log: bool = False) -> State:
        """Everything where it starts, nothing running: an empty table for `given` sentences."""
        if self._first is None:
            first = new_state(self.model, 0, len(self.ruleset.periods))
            first.changed = -1  # everything: what is true now does not become true
            try:
                self.watch(first, [])
            except RecursionError:
                raise too_deep() from None
            self._first = first
        state = self._first.copy()
        state.seed = seed & MASK
        if log:
            state.log = []
        return state

    def start(self, seed: int = 0, *, log: bool = False) -> State:
        """A new game, run to its first decision."""
        state = self.new(seed, log=log)
        self.begin_game(state)
        self.advance(state)
        return state

    def begin_game(self, state: State) -> None:
        """The pack's start programs will run, in order; nothing runs yet."""
        for program in reversed(self.ruleset.start):
            self.run(state, program)

    def run(self, state: State, program: int, locals: tuple[Any, ...] = (-1, -1)) -> None:
        """This program will run before what is already unfinished; call `advance`."""
        self.push(state, program, list(locals), -1, (), -1, ())
        state.decision = None

    # --- Running --------------------------------------------------------------------------------------------

    def advance(self, state: State) -> Decision | None:
        """Runs to the next decision and gives it; None: the game is over, or nothing is left to run.  Raises
        `Runaway`, which knows what ran; the state is then of no more use.
        """
        if state.decision is None and not state.over:
            try:
                self._run(state)
            except RecursionError:
                raise self.told(state, too_deep()) from None
            except Runaway as runaway:
                raise self.told(state, runaway) from None
            except Undecided:
                raise
            except Exception as error:  # a mistake of ours: the report says at which sentence
                sentence = self.told(state, Runaway("steps", 0)).sentence
                if sentence >= 0:
                    said = self.ruleset.sentences[sentence]
                    error.add_note(f"{said.file}:{said.line}: {said.text}")
                raise
            finally:
                self.meter.end()
        return state.decision

    def _run(self, state: State) -> None:
        meter, code = self.meter, self.code
        self.kernel.saw.clear()
        left = steps = meter.begin(state)
        while state.frames:
            frame = state.frames[-1]
            program = frame[PROGRAM]
            if program >= 0:
                blocks = code[program] or self._prepare(program)
                locals, pc = frame[LOCALS], frame[PC]
                while pc >= 0:
                    left -= 1
                    if left < 0:
                        frame[PC] = pc
                        left = meter.look(state, steps)
                        steps += left
                    pc = blocks[pc](state, frame, locals)
                if state.decision is not None:
                    return
                continue
            if program == REPLACING:
                self.replace(state, frame)
            elif program == BATCH:
                self.batch(state, frame)
            else:
                self.window(state, frame)
            if state.decision is not None:
                return
            left -= 1
            if left < 0:
                left = meter.look(state, steps)
                steps += left

    def _prepare(self, program: int) -> list[Step]:
        code = self.ruleset.programs[program].code
        made = self.code[program] = (
            steps(self, code)
            if self.plain
            else self.generator.program(code, self.ruleset.programs[program].at)
        )
        return made

    def forget(self, first: int) -> None:
        """The programs from this number on were those of an example: others may take their numbers."""
        super().forget(first)
        del self.code[first:]

    def proposable(self, state: State, info: VerbInfo, who: int, roles: tuple[Any, ...]) -> bool:
        if self.plain:
            return super().proposable(state, info, who, roles)
        state.asked = {}
        return bool(self.generator.asks[info.number](state, who, roles))

    def proposals(
        self, state: State, info: VerbInfo, who: int, every: list[tuple[Any, ...]]
    ) -> list[Proposal]:
        if self.plain:
            return super().proposals(state, info, who, every)
        ask, state.asked = self.generator.asks[info.number], {}
        return [(who, each) for each in every if ask(state, who, each)]

    def replaceable(self, state: State, info: VerbInfo, who: int, roles: tuple[Any, ...]) -> bool:
        return self.plain or bool(self.generator.replaces[info.number](state, who, roles))

    def compile(self, expr: Expr) -> Evaluate:
        """A function of state and locals, for an expression that is asked often."""
        return super().compile(expr) if self.plain else self.generator.expression(expr)

    # --- Deciding -------------------------------------------------------------------------------------------

    def decision(self, state: State) -> Decision | None:
        """What is asked now.  Of a loaded state it is computed from the frames."""
        return self.advance(state)

    def options(self, state: State, seat: int | None = None) -> tuple[Option, ...]:
        """What `seat` (default: the first who may answer) can answer now; () when it is asked nothing."""
        decision = state.decision or self.advance(state)
        if decision is None:
            return ()
        if seat is None:
            return decision.options[0]
        return decision.options[decision.seats.index(seat)] if seat in decision.seats else ()

    def choose(self, state: State, index: int, seat: int | None = None) -> Decision | None:
        """Takes the option and runs to the next decision, which it gives.  Raises ValueError when there is no
        such option.
        """
        decision = state.decision or self.advance(state)
        if decision is None:
            raise ValueError("nothing is asked")
        if seat is None:
            at = 0
        elif seat in decision.seats:
            at = decision.seats.index(seat)
        else:
            raise ValueError(f"player {seat} is not asked")
        options = decision.options[at]
        if not 0 <= index < len(options):
            raise ValueError(f"there are {len(options)} options, not one with number {index}")
        state.decision = None
        self._answer(state, decision, decision.seats[at], options[index], index)
        return self.advance(state)

    def _answer(self, state: State, decision: Decision, seat: int, option: Option, index: int) -> None:
        frame = state.frames[-1]
        kind = decision.kind
        if kind in ("replace", "order"):
            frame[PROGRESS] = (CHOSEN, index)
            return
        pc = frame[PC]
        instr = self.ruleset.programs[frame[PROGRAM]].code[pc]
        if kind == "choose-one":  # most are
            frame[LOCALS][instr[3]] = option[1] if len(option) > 1 else -1
        elif kind == "choose":
            if option[0] == "entity":
                frame[PROGRESS] = (*frame[PROGRESS], option[1])
                return
            frame[LOCALS][instr[5]] = frame[PROGRESS]
            frame[PROGRESS] = ()
        elif kind == "choose-each":
            self._answer_each(frame, instr, state, seat, option)
            return
        elif kind == "branch":
            frame[PC] = instr[3][option[1]][1] if option[0] == "branch" else instr[4]
            return
        elif kind == "may":
            frame[LOCALS][instr[2]] = 1 if option[0] == "yes" else 0
        else:
            frame[LOCALS][instr[-1]] = option[1] if option != DONE else -1
        frame[PC] = pc + 1

    def _answer_each(
        self, frame: list[Any], instr: tuple[Any, ...], state: State, seat: int, option: Option
    ) -> None:
        players = self.evaluate(instr[1], state, frame[LOCALS])
        progress = list(frame[PROGRESS])
        at = players.index(seat)
        chosen = progress[at][0]
        progress[at] = ((*chosen, option[1]), 0) if option[0] == "entity" else (chosen, 1)
        frame[PROGRESS] = tuple(progress)

    def redetermine(self, state: State, seat: int, chance: Chance) -> State:
        """As `toolkit.kernel.view.redetermine`; secret answers of other players are asked for again."""
        new = redetermine(state, self.model, seat, chance)
        decision = state.decision or self.advance(state)
        if decision is not None and decision.kind == "choose-each":
            frame = new.frames[-1]
            instr = self.ruleset.programs[frame[PROGRAM]].code[frame[PC]]
            players = self.evaluate(instr[1], state, frame[LOCALS])
            own = [each if p == seat else ((), 0) for p, each in zip(players, frame[PROGRESS], strict=True)]
            frame[PROGRESS] = tuple(own)
        if not state.changed & self.watched_for:  # else what has changed is still to be looked at
            self.look_anew(new)
        new.decision = None
        self.advance(new)
        return new

    def look_anew(self, state: State) -> None:
        """What watches found true that speak of hidden things, they find by what lies there now."""
        for active in self.static.watches:
            if self.seems[active[0]]:
                key = (active[0], -1)
                state.truths.pop(key, None)
                self.now_true(state, active, key)

    # --- Asking ---------------------------------------------------------------------------------------------

    def evaluate(self, expr: Expr, state: State, locals: Any = (-1, -1)) -> Any:
        """The value of an expression; changes nothing.  Raises `Runaway`."""
        self.meter.restart()
        try:
            return self.interpreter.evaluate(expr, state, list(locals))
        except RecursionError:
            raise too_deep() from None

    def sentence(self, state: State) -> int:
        """The sentence that runs or asks now, -1: none."""
        for frame in reversed(state.frames):
            if frame[PROGRAM] >= 0:
                at = self.ruleset.programs[frame[PROGRAM]].at
                return at[frame[PC]] if frame[PC] < len(at) else -1
            if frame[PROGRAM] in (REPLACING, BATCH):
                return int(frame[LOCALS][-1])
        return -1

    def told(self, state: State, runaway: Runaway) -> Runaway:
        """The same, with the sentences that run."""
        ran = [self.sentence_of(frame) for frame in state.frames]
        top = state.frames[-1] if state.frames else None
        near: tuple[int, ...] = ()
        if top is not None and top[PROGRAM] >= 0:
            at = self.ruleset.programs[top[PROGRAM]].at
            first = max(0, top[PC] - (runaway.limit not in BETWEEN))
            near = at[first:]
        likely = (*near, self.sentence(state), *reversed(ran))
        runaway.sentence = next((sentence for sentence in likely if sentence >= 0), -1)
        runaway.chain = tuple(dict.fromkeys(sentence for sentence in ran if sentence >= 0))
        return runaway

    def worth(self, state: State, player: int) -> int:
        """What the position is worth to a player: the pack's evaluations, added up."""
        if self._evaluations is None:
            numbers = self.ruleset.evaluations
            self._evaluations = [
                self.compile(("call", number, ("local", 0), ("none",))) for number in numbers
            ]
        return sum(int(evaluate(state, [player, -1])) for evaluate in self._evaluations)

    def broken(self, state: State) -> list[int]:
        """Sentences of the pack's invariants that do not hold now.  Raises `Runaway`."""
        if self._invariants is None:
            self._invariants = [self.compile(expr) for expr, _, _ in self.ruleset.invariants]
        found = []
        for holds, (_, size, sentence) in zip(self._invariants, self.ruleset.invariants, strict=True):
            self.meter.restart()
            try:
                if not holds(state, [-1, -1] + [0] * (size - 2)):
                    found.append(sentence)
            except RecursionError:
                raise too_deep() from None
        return found


def too_deep() -> Runaway:
    """Python's own limit on expressions inside one another."""
    return Runaway("depth", sys.getrecursionlimit())


def room_for(ruleset: Ruleset) -> None:
    """Long chains of definitions need more of Python's stack than usual."""
    chain = longest({number: calls(function) for number, function in enumerate(ruleset.functions)})
    needed = USUAL_FRAMES + min(chain, ruleset.limits.depth) * FRAMES_OF_ONE
    if chain > LONG_CHAIN and needed > sys.getrecursionlimit():
        sys.setrecursionlimit(needed)
