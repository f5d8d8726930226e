"""Whether an event is what a step says: the same verb, done by the same player, with the same thing in every slot.

Events that are over stand in the log; what a verb of the pack is still about stands in its frame.  A slot that the
verb does not have can be looked at, too: *from the deck* is where the thing was when the step began, *to the row* is
where it is now.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from toolkit.compile.nominal import describe
from toolkit.compile.scope import Scope
from toolkit.compile.values import Fail
from toolkit.language import ast
from toolkit.machine.frame import EVENT
from toolkit.play.step import Phrase, Step, is_none, normal, same_fixed

if TYPE_CHECKING:
    from toolkit.compile.world import VerbInfo
    from toolkit.kernel.state import State
    from toolkit.language.vocabulary import Template
    from toolkit.play.answering import Answerer
    from toolkit.play.game import Game

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
                fit = self.slots(step, event, info, template, then)
                if fit is not None:
                    return fit
        return None

    def slots(
        self, step: Step, event: Happening, info: VerbInfo, template: Template, then: State
    ) -> Fit | None:
        """The same, for one phrase of the verb."""
        fit = Fit([], [])
        given = {complement.role for complement in step.verb.complements}
        if template.fixed and "obj" not in given:
            return None
        for complement in step.verb.complements:
            phrases = [phrase for phrase in step.phrases if phrase.role == complement.role]
            if template.fixed and complement.role == "obj":
                value = complement.value
                if not isinstance(value, ast.Nominal) or not same_fixed(
                    value, template.fixed, self.game.pack.vocabulary
                ):
                    return None
                fit.settled += phrases
                continue
            if not self.slot(step, event, info, template, complement, phrases, then, fit):
                return None
        if not self.faces(step, event, info):
            return None
        return fit

    def faces(self, step: Step, event: Happening, info: VerbInfo) -> bool:
        """*face up*, *face down*."""
        for adverbial in step.verb.adverbials:
            if isinstance(adverbial, ast.Manner) and adverbial.word in ("face up", "face down"):
                if "face" not in info.roles:
                    return False
                if event.roles[info.roles.index("face")] not in (-1, int(adverbial.word == "face up")):
                    return False
        return True

    def slot(
        self,
        step: Step,
        event: Happening,
        info: VerbInfo,
        template: Template,
        complement: ast.Complement,
        phrases: list[Phrase],
        then: State,
        fit: Fit,
    ) -> bool:
        """Whether what stands in one slot is what the event was about; what it is comes into `fit`."""
        role = normal(complement.role)
        if info.kernel is None:
            for number, slot in enumerate(template.slots):
                if normal(slot.role) == role and number < len(event.roles):
                    return self.agrees(step, phrases, event.roles[number], role, then, fit)
            return self.elsewhere(step, event, role, phrases, then, fit, event.roles)
        names = dict(zip(info.roles, event.roles, strict=False))
        if role == "obj":
            return self.object(step, event, info.id, names, phrases, then, fit)
        if role in ("by", "to") and "amount" in names and "obj" in names:
            return self.agrees(step, phrases, names["amount"], role, then, fit)
        if role in names:
            return self.agrees(step, phrases, names[role], role, then, fit)
        return self.elsewhere(step, event, role, phrases, then, fit, (names.get("obj"),))

    def object(
        self,
        step: Step,
        event: Happening,
        verb: str,
        names: dict[str, Any],
        phrases: list[Phrase],
        then: State,
        fit: Fit,
    ) -> bool:
        """The object of a kernel verb: a thing, how much of a quantity, or what a roll came to."""
        if "attr" in names and "obj" not in names:
            return self.quantity(phrases, names, fit)
        if verb == "roll":
            numbers = [phrase for phrase in phrases if not phrase.spent and self.number(phrase) is not UNREAD]
            if numbers:
                if self.number(numbers[0]) != event.result:
                    return False
                fit.settled.append(numbers[0])
                return True
        return self.agrees(step, phrases, names.get("obj"), "obj", then, fit)

    def quantity(self, phrases: list[Phrase], names: dict[str, Any], fit: Fit) -> bool:
        """*2 coins* · *1 coin and 2 iron*, paid in that way."""
        world, model = self.game.compiled.world, self.game.compiled.model
        said: dict[int, int] = {}
        for phrase in phrases:
            node = phrase.node
            found = world.quantity(node.head) if isinstance(node, ast.Noun) and node.head else None
            if found is None or not isinstance(node, ast.Noun):
                return False
            column = names["attr"] if names["attr"] in found.parts else found.index
            said[column] = 0 if is_none(node) else node.determiner.number or 1
        columns = (names["attr"], *model.paid_as.get(names["attr"], ()))
        way = names.get("way") or (names["amount"],)
        came = {column: n for column, n in zip(columns, way, strict=False) if n}
        if came != {column: n for column, n in said.items() if n} and said != {
            names["attr"]: names["amount"]
        }:
            return False
        fit.settled += phrases
        return True

    def agrees(self, step: Step, phrases: list[Phrase], value: Any, role: str, then: State, fit: Fit) -> bool:
        """Whether a role's value is what one of the phrases means: each thing of it, or the number, or the word."""
        if value is None:
            return False
        for phrase in phrases:
            if self.plain(phrase, value):
                fit.settled.append(phrase)
                return True
        every = value if isinstance(value, tuple) else (value,)
        found: list[tuple[Phrase, int]] = []
        for entity in every:
            if type(entity) is not int:
                return False
            free = [phrase for phrase in phrases if self.room(phrase, entity, found)]
            meant = next((each for each in free if self.means(each, entity, step, then)), None)
            if meant is None:
                return False
            found.append((meant, entity))
        fit.things += found
        return bool(found)

    def room(self, phrase: Phrase, entity: int, found: list[tuple[Phrase, int]]) -> bool:
        """Whether a phrase may mean one more thing, or means this one already."""
        if phrase.settled or entity in phrase.told:
            return not phrase.settled
        told = len(phrase.told) + sum(each is phrase for each, _ in found)
        return phrase.want is None or told < phrase.want

    def means(self, phrase: Phrase, entity: int, step: Step, then: State) -> bool:
        """Whether a phrase means this thing, or a place in which it is; what answered already, means that alone."""
        if phrase.chosen and phrase.want == len(phrase.chosen):
            return entity in phrase.chosen or self.within(entity, phrase.chosen)
        meant = {*phrase.meant, *self.answerer.denoted(phrase.meaning, step, then)}
        return (
            self.answerer.is_one(entity, tuple(meant))
            or self.within(entity, meant)
            or entity in self.answerer.denoted(phrase.meaning, step)
        )

    def within(self, place: int, wholes: Any) -> bool:
        """Whether a place is part of one of these."""
        model, library = self.game.compiled.model, self.game.machine.library
        return (
            0 < place < model.count
            and model.is_place[place]
            and any(whole != place and library.is_in(self.game.state, place, whole) for whole in wholes)
        )

    def plain(self, phrase: Phrase, value: Any) -> bool:
        """Whether a number or a word is this value."""
        if phrase.settled or type(value) is not int:
            return False
        return self.number(phrase) == value

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

    def elsewhere(
        self,
        step: Step,
        event: Happening,
        role: str,
        phrases: list[Phrase],
        then: State,
        fit: Fit,
        things: tuple[Any, ...],
    ) -> bool:
        """A slot that the verb does not have: where its thing was, or is; else what answered a decision."""
        if phrases and all(phrase.used for phrase in phrases) and role != "from":
            return True
        entities = [e for thing in things for e in (thing if isinstance(thing, tuple) else (thing,))]
        model = self.game.compiled.model
        movable = [e for e in entities if type(e) is int and 0 < e < model.count and model.is_component[e]]
        if role not in ("from", "to") or not movable:
            return False
        state = then if role == "from" else self.game.state
        if role == "to" and event.number < 0:
            return False
        for phrase in phrases:
            meant = set(phrase.meant)
            if not any(self.lies(state, movable[0], place) for place in meant):
                return False
            fit.settled.append(phrase)
        return True

    def lies(self, state: State, entity: int, place: int) -> bool:
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
