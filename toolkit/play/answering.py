"""*When* sentences as answers: which option of the open decision a clause means.

A clause is a player, a verb and noun phrases.  Its verb answers a choice between orders (*Draw a card.* or
*Pass.*) and a *may*; its noun phrases answer choices of things, numbers and values, each once.  A phrase is
matched by what it denotes now, so *a mark*, *Red's mark* and *the mark in the first cell* may all mean the same
option.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from toolkit.compile.nominal import as_set, describe
from toolkit.compile.scope import Scope
from toolkit.compile.values import Fail, Val, entity
from toolkit.language import ast
from toolkit.machine.frame import EVENT, PC, PROGRAM

if TYPE_CHECKING:
    from toolkit.compile.world import World
    from toolkit.play.game import Decision, Game, Option
    from toolkit.program.ruleset import Sentence

DECLINING = frozenset({"decline"})
CHOOSING = frozenset({"choose"})


@dataclass
class Phrase:
    """A noun phrase of a clause.  `want`: how many options it may answer, None: as many as it denotes."""

    node: ast.Nominal
    want: int | None = 1
    used: int = 0

    @property
    def spent(self) -> bool:
        return self.want is not None and self.used >= self.want


@dataclass
class Step:
    """One verb of a *when* sentence.  `who`: the player, -1: the sentence names none.  `verb_used`: it has
    answered already.

    `at`: the instruction at which a phrase was used last, for decisions that ask again and again."""

    verb: ast.Act
    subject: ast.Nominal | None
    who: int
    sentence: ast.Sentence
    phrases: list[Phrase] = field(default_factory=list)
    verb_used: bool = False
    at: tuple[int, int, int] | None = None


class Ambiguous(Exception):
    """Several options fit."""

    def __init__(self, options: list[Option]) -> None:
        super().__init__("several options fit")
        self.options = options


def phrases_of(verb: ast.Act) -> list[Phrase]:
    """The noun phrases of a verb, lists taken apart."""
    return [
        Phrase(item, wanted(item))
        for complement in verb.complements
        if isinstance(complement.value, ast.Nominal)
        for item in apart(complement.value)
    ]


def apart(node: ast.Nominal) -> Iterator[ast.Nominal]:
    """The items of a list."""
    if isinstance(node, ast.Group):
        for item in node.items:
            yield from apart(item)
    else:
        yield node


def wanted(node: ast.Nominal) -> int | None:
    """How many things a phrase means; None: all it denotes."""
    if not isinstance(node, ast.Noun):
        return 1
    determiner = node.determiner
    if determiner.number is not None:
        return determiner.number
    if determiner.quantifier in ("all", "both", "each") or node.plural:
        return None
    return 1


class Answerer:
    """Matches the steps of one example against the decisions of its game."""

    def __init__(self, game: Game, scope: Scope) -> None:
        self.game = game
        self.scope = scope

    # -- The option that a step means -----------------------------------------------------------------------

    def match(self, step: Step, decision: Decision) -> int | None:
        """The index of the option, or None: the step says nothing about this decision.  Raises `Ambiguous`."""
        options = decision.options_for(step.who)
        if not options or not self.spoken_of(step, decision):
            return None
        if step.verb.verb in DECLINING or step.verb.negated:
            return self.declined(step, decision, options)
        match decision.kind:
            case "may":
                return self.optional(step, options)
            case "branch":
                return self.branch(step, options)
            case "choose-number":
                return self.number(step, options)
            case "choose-value":
                return self.value(step, options)
            case "choose-quantity" | "choose-payment":
                return self.quantity(step, options)
            case "replace" | "order":
                return self.rule(step, options)
            case _:
                return self.thing(step, decision, options)

    def spoken_of(self, step: Step, decision: Decision) -> bool:
        """Whether the verb is one of those that are being done: a wrong verb must not pass because its objects fit."""
        verb = step.verb.verb
        if verb in DECLINING or verb in CHOOSING or decision.kind in ("branch", "replace", "order"):
            return True
        return verb in self.doing()

    def doing(self) -> set[str]:
        """The verbs of the sentence that asks, of those that wait for it, and of the events that run."""
        state, ruleset, teller = self.game.state, self.game.compiled.ruleset, self.game.teller
        words: set[str] = set()
        for frame in state.frames:
            if frame[EVENT]:
                words |= self.lemmas(frame[EVENT][0])
            if frame[PROGRAM] >= 0:
                at = ruleset.programs[frame[PROGRAM]].at
                for pc in (frame[PC], frame[PC] - 1):
                    if 0 <= pc < len(at):
                        words |= verbs_in(teller.node(teller.sentence(at[pc])))
        return words

    def lemmas(self, number: int) -> set[str]:
        """The words with which a verb can be said.  A pack's verb may have the id of a kernel verb."""
        verb = self.game.compiled.ruleset.verbs[number]
        return {
            template.verb
            for template in self.game.pack.vocabulary.templates
            if template.meaning == verb.id and (template.pack == "core") == (verb.program < 0)
        }

    def declined(self, step: Step, decision: Decision, options: tuple[Option, ...]) -> int | None:
        """*declines* · *does not place a card*: no, none, no more."""
        if step.verb_used:
            return None
        for option in options:
            if option.raw[0] in ("no", "done"):
                step.verb_used = True
                return option.index
        return None

    def optional(self, step: Step, options: tuple[Option, ...]) -> int | None:
        """*may*: yes, when the verb is the one that may be done; *places no cards*: no."""
        if step.verb_used:
            return None
        asking = self.game.teller.node(self.game.teller.asking(self.game.state))
        may = {verb.verb for verb in acts(asking) if verb.modal == "may"} or verbs_in(asking)
        if not self.same_verb(step.verb.verb, may):
            return None
        step.verb_used = True
        answer = "no" if any(is_none(phrase.node) for phrase in step.phrases) else "yes"
        return next((option.index for option in options if option.raw[0] == answer), None)

    def same_verb(self, verb: str, others: Iterable[str]) -> bool:
        """The same word, or another phrase of the same verb."""
        others = set(others)
        if verb in others:
            return True
        templates = self.game.pack.vocabulary.templates
        mine = {template.meaning for template in templates if template.verb == verb}
        return any(template.meaning in mine for template in templates if template.verb in others)

    def branch(self, step: Step, options: tuple[Option, ...]) -> int | None:
        """A line of a choice, by its verb, then by the things it speaks of; *chooses X*: by X alone."""
        if step.verb_used:
            return None
        teller, state = self.game.teller, self.game.state
        scored: list[tuple[int, Option]] = []
        for option in options:
            if option.raw[0] != "branch":
                continue
            node = teller.node(teller.branch(state, option.raw[1]))
            score = self.fit(step, node)
            if score > 0:
                scored.append((score, option))
        if not scored:
            return None
        best = max(score for score, _ in scored)
        fits = [option for score, option in scored if score == best]
        if len(fits) > 1:
            fits = [each for each in fits if self.speaks_of(step, teller.branch(state, each.raw[1]))] or fits
        if len(fits) > 1:
            raise Ambiguous(fits)
        step.verb_used = True
        return fits[0].index

    def speaks_of(self, step: Step, line: Sentence | None) -> bool:
        """Whether the things that a clause names are among those that a line of a choice speaks of."""
        first = next(acts(self.game.teller.node(line)), None)
        if first is None:
            return True
        you = Val(("int", step.who), entity("player")) if step.who > 0 else self.scope.you
        for complement in step.verb.complements:
            there = next((c.value for c in first.complements if c.role == complement.role), None)
            if not isinstance(there, ast.Nominal) or not isinstance(complement.value, ast.Nominal):
                continue
            with self.scope.saying(you=you):
                offered = self.denoted(there, step)
            named = self.denoted(complement.value, step)
            if offered and named and not any(self.is_one(each, named) for each in offered):
                return False
        return True

    def fit(self, step: Step, node: ast.Node | None) -> int:
        """How well a clause fits a line: 0 not at all; a point for the verb, two for each noun that both speak of."""
        if node is None:
            return 0
        mine = set(words_in(phrase.node for phrase in step.phrases))
        if isinstance(node, ast.Sentence):
            first = next(acts(node), None)
            if first is None:
                return 0
            if step.verb.verb in CHOOSING:
                theirs = set(words_in([node]))
                return 2 * len(mine & theirs) if mine & theirs else 0
            if not self.same_verb(step.verb.verb, {first.verb}):
                return 0
            theirs = set(words_in(c.value for c in first.complements if isinstance(c.value, ast.Nominal)))
            return 1 + 2 * len(mine & theirs)
        return 2 * len(mine & set(words_in([node])))

    def number(self, step: Step, options: tuple[Option, ...]) -> int | None:
        """*chooses 3* · *pays 3 coins*."""
        for phrase in step.phrases:
            if phrase.spent or not isinstance(phrase.node, ast.Noun):
                continue
            said = 0 if is_none(phrase.node) else phrase.node.determiner.number
            for option in options:
                if option.raw == ("number", said):
                    phrase.used, phrase.want = 1, 1
                    return option.index
        return None

    def quantity(self, step: Step, options: tuple[Option, ...]) -> int | None:
        """*gains 1 coin* of several that could be gained · *pays 1 coin and 2 iron*."""
        model = self.game.compiled.model
        said = {
            phrase.node.head: 0 if is_none(phrase.node) else phrase.node.determiner.number or 1
            for phrase in step.phrases
            if isinstance(phrase.node, ast.Noun) and not phrase.spent
        }
        for option in options:
            match option.raw:
                case ("quantity", attribute):
                    fits = model.attributes[attribute].name in said
                case ("payment", way, attribute):
                    columns = (attribute, *model.paid_as[attribute])
                    parts = {model.attributes[c].name: n for c, n in zip(columns, way, strict=True)}
                    fits = parts == {name: said.get(name, 0) for name in parts}
                case _:
                    fits = False
            if fits:
                for phrase in step.phrases:
                    phrase.used, phrase.want = 1, 1
                return option.index
        return None

    def value(self, step: Step, options: tuple[Option, ...]) -> int | None:
        """*chooses hearts*."""
        values = self.game.compiled.model.values
        for phrase in step.phrases:
            words = set(words_in([phrase.node]))
            for option in options:
                if not phrase.spent and values[option.raw[1]] in words:
                    phrase.used, phrase.want = 1, 1
                    return option.index
        return None

    def rule(self, step: Step, options: tuple[Option, ...]) -> int | None:
        """*chooses X*: the replacement that stands on X."""
        for phrase in step.phrases:
            denoted = self.denoted(phrase.node, step)
            for option in options:
                if not phrase.spent and option.raw[2] in denoted:
                    phrase.used += 1
                    return option.index
        return None

    # -- Things ---------------------------------------------------------------------------------------------

    def thing(self, step: Step, decision: Decision, options: tuple[Option, ...]) -> int | None:
        """A place, a component, a player: the first phrase that denotes one of the options."""
        here = self.instruction()
        again = step.at == here
        done = next((option for option in options if option.raw[0] == "done"), None)
        for phrase in step.phrases:
            if phrase.spent:
                continue
            denoted = self.denoted(phrase.node, step)
            fits = [
                option
                for option in options
                if option.raw[0] == "entity" and self.is_one(option.raw[1], denoted)
            ]
            if not fits:
                continue
            if is_none(phrase.node):
                phrase.used, phrase.want = 1, 1
                return done.index if done else None
            if len(fits) > 1 and phrase.want == 1 and is_definite(phrase.node):
                raise Ambiguous(fits)
            phrase.used += 1
            step.at = here
            return fits[0].index
        return done.index if again and done is not None else None

    def instruction(self) -> tuple[int, int, int]:
        """Which decision of which frame is open."""
        frames = self.game.state.frames
        frame = frames[-1]
        return len(frames), int(frame[PROGRAM]), int(frame[PC])

    def is_one(self, offered: int, denoted: tuple[int, ...]) -> bool:
        """Whether the offered thing is meant, or one from which nobody could tell it."""
        if offered in denoted:
            return True
        model = self.game.compiled.model
        if not model.is_component[offered] or not model.alike[offered]:
            return False
        machine, state = self.game.machine, self.game.state
        alike = [e for e in denoted if model.alike[e] == model.alike[offered]]
        looks = machine.looks(state, offered) if alike else ()
        return any(machine.looks(state, each) == looks for each in alike)

    def denoted(self, node: ast.Nominal, step: Step) -> tuple[int, ...]:
        """The entities that a phrase denotes now; nothing for what is no thing (*a turn*, *2 points*)."""
        scope, machine = self.scope, self.game.machine
        who = Val(("int", step.who), entity("player")) if step.who > 0 else None
        marks = len(scope.code)
        try:
            with scope.saying(they=who, there=scope.there):
                desc = describe(node, scope)
        except Fail:
            return ()
        finally:
            del scope.code[marks:], scope.at[marks:]
        if desc.type.base != "entity":
            return ()
        locals = [-1, -1, *[0] * scope.size]
        members = as_set(desc)
        if desc.mode == "one" and desc.expr[0] == "first" and not _is_counted(node):
            members = desc.expr[1]  # *the card* stands for one card; here it matters whether there are more
        found = machine.evaluate(members, self.game.state, locals)
        if desc.mode == "one" and len(found) == 1:
            head = desc.head or desc.type.name
            scope.bind(Val(("int", found[0]), desc.type), head)
        return tuple(found)


# --- Words of a tree ----------------------------------------------------------------------------------------


def acts(node: ast.Node | None) -> Iterator[ast.Act]:
    """The verbs of a sentence that are done, in reading order."""
    if node is not None:
        yield from (each for each in node.walk() if isinstance(each, ast.Act))


def past_verbs(texts: Iterable[tuple[object, ast.Node | None]], world: World) -> frozenset[int]:
    """The verbs of whose past sentences speak (*Red drew a card*): their events must be kept from the beginning."""
    return frozenset(
        info.index
        for _, tree in texts
        for act in acts(tree)
        if act.tense != "present"
        for info, _ in world.by_lemma.get(act.verb, ())
    )


def verbs_in(node: ast.Node | None) -> set[str]:
    """Their words."""
    return {act.verb for act in acts(node)}


def words_in(nodes: Iterable[ast.Node]) -> Iterator[Any]:
    """What noun phrases speak of: nouns, names, numbers."""
    for node in nodes:
        for each in node.walk():
            if isinstance(each, ast.Noun):
                yield from (
                    word
                    for word in (each.head, each.name, each.determiner.number, *each.adjectives)
                    if word is not None
                )


def _is_counted(node: ast.Nominal) -> bool:
    """*the first card* · *the top card*."""
    return isinstance(node, ast.Noun) and node.determiner.ordinal is not None


def is_none(node: ast.Nominal) -> bool:
    """*no cards*."""
    return isinstance(node, ast.Noun) and node.determiner.quantifier == "no"


def is_definite(node: ast.Nominal) -> bool:
    """Whether one certain thing is meant."""
    if not isinstance(node, ast.Noun):
        return True
    determiner = node.determiner
    return (
        determiner.article not in ("a", "an") and determiner.number is None and determiner.quantifier is None
    )
