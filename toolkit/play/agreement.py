"""Whether an event is what a step says: the same verb, done by the same player, with the same thing in every slot.

Events that are over stand in the log; what a verb of the pack is still about stands in its frame.  A slot that the
verb does not have can be looked at, too: *from the deck* is where the thing was when the step began, *to the row* is
where it is now.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Fail
from toolkit.compile.nouns.nominal import describe
from toolkit.language import ast
from toolkit.machine.frame import EVENT
from toolkit.play.step import Phrase, Step, is_none, normal, same_fixed, value_of

if TYPE_CHECKING:
    from toolkit.compile.base.world import VerbInfo
    from toolkit.kernel.state import State
    from toolkit.language.vocabulary import Template
    from toolkit.play.answering import Answerer
    from toolkit.play.game import Game

PLAIN = ("amount", "number", "value")
"""Slots that hold no thing."""

ENDS = {"under": (1,), "on top of": (0, -1)}
"""Where in an order something was put; -1: where the place has it, on top."""

UNREAD = object()
"""What cannot be evaluated."""


@dataclass(frozen=True)
class Happening:
    """An event that is over (`number`: its place in the log, from 0) or one that runs (`number` -1)."""

    number: int
    verb: int
    who: int
    roles: tuple[Any, ...]
    result: Any = None


@dataclass
class Fit:
    """What each phrase would come to, if an event is what a step says."""

    things: list[tuple[Phrase, int]]
    settled: list[Phrase]


class Agreement:
    """Compares steps with the events of one game.  `before`: how the table was when the last answer was given."""

    def __init__(self, game: Game, scope: Scope, answerer: Answerer) -> None:
        self.game = game
        self.scope = scope
        self.answerer = answerer
        self.spoken: set[int] = set()

    # -- Events ---------------------------------------------------------------------------------------------

    def happenings(self, since: int) -> Iterator[Happening]:
        """The events from `since` on that no step has spoken of."""
        for number in range(since, len(self.game.entries)):
            if number not in self.spoken:
                verb, who, roles, result = self.game.entries[number][:4]
                yield Happening(number, verb, who, roles, result)

    def running(self) -> Iterator[Happening]:
        """The verbs of the pack that are not over."""
        for frame in self.game.state.frames:
            if frame[EVENT] and frame[EVENT][0] >= 0 and len(frame[EVENT]) > 2:
                verb, who, roles = frame[EVENT][:3]
                yield Happening(-1, verb, who, roles)

    def tell(self, step: Step, since: int, then: State) -> bool:
        """Take what has happened since then as what the step says, if all of it has.

        `then`: the table on which its phrases mean what they mean.
        """
        fits: list[tuple[Happening, Fit]] = []
        tried = _Trial(step)
        for event in self.happenings(since):
            fit = self.fit(step, event, then)
            if fit is None:
                continue
            tried.take(fit)
            fits.append((event, fit))
            if step.whole:
                break
        if not fits or not step.whole:
            tried.undo()
            return False
        self.spoken |= {event.number for event, _ in fits}
        step.happened = True
        return True

    def follow(self, step: Step, then: State) -> None:
        """Note what has become of a step that answered something, or began."""
        for event in [*self.happenings(step.since), *self.running()]:
            if step.closed or (event.number < 0 and step.happened and step.whole):
                return
            fit = self.fit(step, event, then)
            if fit is None:
                continue
            _Trial(step).take(fit)
            step.happened = True
            step.running = event.number < 0
            if event.number >= 0:
                self.spoken.add(event.number)

    def other(self, step: Step) -> list[Happening]:
        """Events of the step's verb and player that are something else than it says."""
        return [
            event
            for event in self.happenings(step.since)
            if event.who == step.who and any(info.index == event.verb for info, _ in self.infos(step))
        ]

    # -- One event --------------------------------------------------------------------------------------------

    def infos(self, step: Step) -> list[tuple[VerbInfo, Template]]:
        """The verbs, with their phrases, that the step's verb may be."""
        return self.game.compiled.world.by_lemma.get(step.verb.verb, [])

    def fit(self, step: Step, event: Happening, then: State) -> Fit | None:
        """How an event agrees with a step in every slot; None: it does not."""
        if event.who != step.who:
            return None
        for info, template in self.infos(step):
            if info.index == event.verb:
                comparison = Comparison(self, step, event, info, template, then)
                if comparison.agrees():
                    return comparison.fit
        return None

    def number(self, phrase: Phrase) -> Any:
        """What a phrase comes to that is no thing: a number, a word of a list; `UNREAD` for all others."""
        scope = self.scope
        marks = len(scope.code)
        try:
            desc = describe(phrase.node, scope)
            if desc.type.base not in ("number", "value"):
                return UNREAD
            return self.game.machine.evaluate(desc.expr, self.game.state, [-1, -1, *[0] * scope.size])
        except Fail:
            return UNREAD
        finally:
            del scope.code[marks:], scope.at[marks:]


@dataclass
class Comparison:
    """One step beside one event, read as one phrase of its verb.  `then`: the table on which the step's phrases mean
    what they mean."""

    agreement: Agreement
    step: Step
    event: Happening
    info: VerbInfo
    template: Template
    then: State
    fit: Fit = field(default_factory=lambda: Fit([], []))

    @property
    def game(self) -> Game:
        return self.agreement.game

    def agrees(self) -> bool:
        """Whether it agrees in every slot; `fit` holds what the phrases come to."""
        words, verb = self.game.pack.vocabulary, self.step.verb
        if self.template.fixed and all(each.role != "obj" for each in verb.complements):
            return False
        for complement in verb.complements:
            phrases = [phrase for phrase in self.step.phrases if phrase.role == complement.role]
            if self.template.fixed and complement.role == "obj":
                value = value_of(complement)
                if value is None or not same_fixed(value, self.template.fixed, words):
                    return False
                self.fit.settled += phrases
            elif not self.slot(normal(complement.role), phrases) or not self.at_that_end(complement.prep):
                return False
        return self.faces()

    def at_that_end(self, prep: str) -> bool:
        """*under the deck*, *on top of it*."""
        if prep not in ENDS or "position" not in self.info.roles:
            return True
        return self.event.roles[self.info.roles.index("position")] in ENDS[prep]

    def faces(self) -> bool:
        """*face up*, *face down*."""
        for adverbial in self.step.verb.adverbials:
            if isinstance(adverbial, ast.Manner) and adverbial.word in ("face up", "face down"):
                if "face" not in self.info.roles:
                    return False
                if self.event.roles[self.info.roles.index("face")] not in (
                    -1,
                    int(adverbial.word == "face up"),
                ):
                    return False
        return True

    def slot(self, role: str, phrases: list[Phrase]) -> bool:
        """Whether what stands in one slot is what the event was about."""
        if self.info.kernel is None:
            for number, slot in enumerate(self.template.slots):
                if normal(slot.role) == role and number < len(self.event.roles):
                    plain = slot.noun in PLAIN or slot.noun in self.game.pack.vocabulary.lists
                    return self.is_said(phrases, self.event.roles[number], plain=plain)
            return self.elsewhere(role, phrases, self.event.roles)
        names = dict(zip(self.info.roles, self.event.roles, strict=False))
        if role == "obj":
            return self.object(phrases, names)
        if role in ("by", "to") and "amount" in names and "obj" in names:
            return self.is_said(phrases, names["amount"], plain=True)
        if role in names:
            return self.is_said(phrases, names[role])
        return self.elsewhere(role, phrases, (names.get("obj"),))

    def object(self, phrases: list[Phrase], names: dict[str, Any]) -> bool:
        """The object of a kernel verb: a thing, how much of a quantity, or what a roll came to."""
        if "attr" in names and "obj" not in names:
            return self.quantity(phrases, names)
        if self.info.id == "roll":
            number = self.agreement.number
            numbers = [each for each in phrases if not each.spent and number(each) is not UNREAD]
            if numbers:
                self.fit.settled.append(numbers[0])
                return bool(number(numbers[0]) == self.event.result)
        return self.is_said(phrases, names.get("obj"))

    def quantity(self, phrases: list[Phrase], names: dict[str, Any]) -> bool:
        """*2 coins* · *1 coin and 2 iron*, paid in that way."""
        model = self.game.compiled.model
        said = self.amounts(phrases, names["attr"])
        if said is None:
            return False
        columns = (names["attr"], *model.paid_as.get(names["attr"], ()))
        way = names.get("way") or (names["amount"],)
        came = {column: n for column, n in zip(columns, way, strict=False) if n}
        exactly = came == {column: n for column, n in said.items() if n}
        if not exactly and said != {names["attr"]: names["amount"]}:
            return False
        self.fit.settled += phrases
        return True

    def amounts(self, phrases: list[Phrase], attribute: int) -> dict[int, int] | None:
        """How much of each the phrases say; None: one of them names no quantity."""
        world = self.game.compiled.world
        said: dict[int, int] = {}
        for phrase in phrases:
            node = phrase.node
            found = world.quantity(node.head) if isinstance(node, ast.Noun) and node.head else None
            if found is None or not isinstance(node, ast.Noun):
                return None
            column = attribute if attribute in found.parts else found.index
            said[column] = 0 if is_none(node) else node.determiner.number or 1
        return said

    def is_said(self, phrases: list[Phrase], value: Any, *, plain: bool = False) -> bool:
        """Whether a role's value is what the phrases mean: each thing of it.  `plain`: the number, or the word."""
        if value is None:
            return False
        if plain:
            said = next((each for each in phrases if self.agreement.number(each) == value), None)
            self.fit.settled += [] if said is None else [said]
            return said is not None
        found: list[tuple[Phrase, int]] = []
        for entity in value if isinstance(value, tuple) else (value,):
            if type(entity) is not int:
                return False
            free = [phrase for phrase in phrases if self.room(phrase, entity, found)]
            meant = next((each for each in free if self.means(each, entity)), None)
            if meant is None:
                return False
            found.append((meant, entity))
        self.fit.things += found
        return bool(found)

    def room(self, phrase: Phrase, entity: int, found: list[tuple[Phrase, int]]) -> bool:
        """Whether a phrase may mean one more thing, or means this one already."""
        if phrase.settled or entity in phrase.told:
            return not phrase.settled
        told = len(phrase.told) + sum(each is phrase for each, _ in found)
        return phrase.want is None or told < phrase.want

    def means(self, phrase: Phrase, entity: int) -> bool:
        """Whether a phrase means this thing, or a place in which it is; what answered already, means that alone."""
        if phrase.chosen and phrase.want == len(phrase.chosen):
            return entity in phrase.chosen or self.within(entity, phrase.chosen)
        answerer, step = self.agreement.answerer, self.step
        meant = (*phrase.meant, *answerer.denoted(phrase.meaning, step, self.then))
        return (
            answerer.is_one(entity, meant)
            or self.within(entity, meant)
            or entity in answerer.denoted(phrase.meaning, step)
            or entity in self.of_its_thing(phrase)
        )

    def of_its_thing(self, phrase: Phrase) -> tuple[int, ...]:
        """What *its owner's hand* means of the thing that the event was about."""
        thing = self.first_movable(self.event.roles)
        return () if thing is None else self.agreement.answerer.denoted_of(thing, phrase.meaning, self.step)

    def within(self, place: int, wholes: Iterable[int]) -> bool:
        """Whether a place is part of one of these."""
        model = self.game.compiled.model
        if not (0 < place < model.count and model.is_place[place]):
            return False
        return any(whole != place and self.lies(self.game.state, place, whole) for whole in wholes)

    def elsewhere(self, role: str, phrases: list[Phrase], things: tuple[Any, ...]) -> bool:
        """A slot that the verb does not have: where its thing was, or is; else what answered a decision."""
        if phrases and all(phrase.used for phrase in phrases) and role != "from":
            return True
        movable = self.first_movable(things)
        if movable is None or not self.is_way(role):
            return False
        state = self.then if role == "from" else self.game.state
        meant = (phrase.meant or self.of_its_thing(phrase) for phrase in phrases)
        if not all(any(self.lies(state, movable, place) for place in each) for each in meant):
            return False
        self.fit.settled += phrases
        return True

    def first_movable(self, things: tuple[Any, ...]) -> int | None:
        """Of what fills the roles of an event, sets among them, the first that lies in a place."""
        model = self.game.compiled.model
        entities = (e for thing in things for e in (thing if isinstance(thing, tuple) else (thing,)))
        movable = (e for e in entities if type(e) is int and 0 < e < model.count and model.is_component[e])
        return next(movable, None)

    def is_way(self, role: str) -> bool:
        """Whether a slot says from where, or to where; where a thing goes, an event that still runs does not say."""
        return role == "from" or (role == "to" and self.event.number >= 0)

    def lies(self, state: State, entity: int, place: int) -> bool:
        """Whether one is in the other, at any depth."""
        return bool(self.game.machine.library.is_in(state, entity, place))


class _Trial:
    """Phrases that are told of an event, until it turns out that others are not."""

    def __init__(self, step: Step) -> None:
        self.phrases = [(phrase, set(phrase.told), phrase.settled) for phrase in step.phrases]

    def take(self, fit: Fit) -> None:
        """What the phrases come to."""
        for phrase in fit.settled:
            phrase.settled = True
        for phrase, thing in fit.things:
            phrase.told.add(thing)

    def undo(self) -> None:
        """As before."""
        for phrase, told, settled in self.phrases:
            phrase.told, phrase.settled = told, settled
