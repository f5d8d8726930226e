"""*When* sentences as answers: which option of the open decision a step means.

A step is a player, a verb and noun phrases.  Its verb answers a choice between orders (*Draw a card.* or
*Pass.*) and a *may*; its noun phrases answer choices of things, numbers and values, each once.  A phrase is
matched by what it denotes now, so *a mark*, *Red's mark* and *the mark in the first cell* may all mean the same
option.  What could mean two options that words can tell apart is no answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Fail, Val, entity
from toolkit.compile.effects.deed import times
from toolkit.compile.nouns.nominal import describe
from toolkit.compile.nouns.phrases import as_set
from toolkit.compile.rules.trigger import is_nothing
from toolkit.language import ast
from toolkit.language.printing.english import print_english
from toolkit.machine.frame import EVENT, PC, PROGRAM, PROGRESS
from toolkit.play.step import (
    CHOOSING,
    DECLINING,
    Phrase,
    Step,
    acts,
    is_counted,
    is_none,
    normal,
    same_fixed,
    value_of,
    verbs_in,
    words_in,
)
from toolkit.program.expression import locals_of

if TYPE_CHECKING:
    from toolkit.kernel.model import Model
    from toolkit.kernel.state import State
    from toolkit.play.game import Decision, Game, Option


class Ambiguous(Exception):
    """Several options fit."""

    def __init__(self, options: list[Option]) -> None:
        super().__init__("several options fit")
        self.options = options


class Answerer:
    """Matches the steps of one example against the decisions of its game.

    `counted`: what is chosen by now of several that one choice asks for, and has been told or looked at.
    """

    def __init__(self, game: Game, scope: Scope) -> None:
        self.game = game
        self.scope = scope
        self.counted: set[int] = set()

    # -- The option that a step means -----------------------------------------------------------------------

    def match(self, step: Step, decision: Decision) -> int | None:
        """The index of the option, or None: the step says nothing about this decision.  Raises `Ambiguous`."""
        options = decision.options_for(step.who)
        if not options or not self.spoken_of(step, decision):
            return None
        if step.verb.verb in DECLINING or step.verb.negated:
            return self.declined(step, options)
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
                return self.thing(step, options)

    def asking(self) -> ast.Node | None:
        """The tree of the sentence that asks."""
        return self.game.teller.node(self.game.teller.asking(self.game.state))

    def asked(self, step: Step) -> bool:
        """Whether the sentence that asks has the step's verb, or the step only chooses."""
        verb = step.verb.verb
        return verb in CHOOSING or verb in DECLINING or self.same_verb(verb, verbs_in(self.asking()))

    def spoken_of(self, step: Step, decision: Decision) -> bool:
        """Whether the verb is one of those that are being done: a wrong verb must not pass because its objects fit."""
        verb = step.verb.verb
        if verb in DECLINING or verb in CHOOSING or decision.kind in ("branch", "replace", "order"):
            return True
        return verb in self.doing()

    def doing(self) -> set[str]:
        """The verbs of what is asked, of the sentences that wait for it, and of the events that run."""
        state, ruleset, teller = self.game.state, self.game.compiled.ruleset, self.game.teller
        words: set[str] = set()
        for frame in state.frames:
            if frame[EVENT]:
                words |= self.lemmas(frame[EVENT][0])
            if frame[PROGRAM] < 0:
                continue
            at = ruleset.programs[frame[PROGRAM]].at
            asks = frame is state.frames[-1]
            for pc in (frame[PC],) if asks else (frame[PC], frame[PC] - 1):
                if 0 <= pc < len(at):
                    said = verbs_in(teller.node(teller.sentence(at[pc])))
                    words |= self.only_asked(said, frame) if asks else said
        return words

    def only_asked(self, said: set[str], frame: list[Any]) -> set[str]:
        """Of the verbs of the sentence that asks, those that will be done with the answer; all, if none of them says
        so.

        *Discard a card, then draw a card*: whoever is asked which card they draw discards none.
        """
        code = self.game.compiled.ruleset.programs[frame[PROGRAM]].code
        filled = code[frame[PC]][-1]
        for instr in code[frame[PC] + 1 :]:
            if instr[0] == "do" and filled in locals_of(instr[3]):
                meant = self.lemmas(instr[1])
                return {verb for verb in said if self.same_verb(verb, meant)} or said
        return said

    def lemmas(self, number: int) -> set[str]:
        """The words with which a verb can be said.  A pack's verb may have the id of a kernel verb."""
        verb = self.game.compiled.ruleset.verbs[number]
        return {
            template.verb
            for template in self.game.pack.vocabulary.templates
            if template.meaning == verb.id and (template.pack == "core") == (verb.program < 0)
        }

    def declined(self, step: Step, options: tuple[Option, ...]) -> int | None:
        """*declines the effect* · *does not place a card*: no, none, no more.  What is declined is what is asked."""
        if step.verb_used:
            return None
        asking = self.asking()
        if step.verb.verb not in DECLINING and not self.same_verb(step.verb.verb, verbs_in(asking)):
            return None
        if not self.offered(step, asking, options):
            return None
        for option in options:
            none = option.raw == ("number", 0) and takes_up_to(asking)
            if none or option.raw[0] in ("no", "done") or self.says_nothing(option):
                step.verb_used = True
                _settle(step.phrases)
                return option.index
        return None

    def offered(self, step: Step, asking: ast.Node | None, options: tuple[Option, ...]) -> bool:
        """Whether all that is declined is among what is asked."""
        words = set(words_in([asking])) if asking is not None else set()
        for phrase in step.phrases:
            if isinstance(phrase.node, ast.Noun) and phrase.node.head == "effect":
                continue
            denoted = self.denoted(phrase.node, step)
            offered = any(option.raw[0] == "entity" and option.raw[1] in denoted for option in options)
            if not offered and not set(words_in([phrase.node])) <= words:
                return False
        return True

    def line_of(self, option: Option) -> ast.Node | None:
        """The line of a choice for which an option stands."""
        teller = self.game.teller
        return teller.node(teller.branch(self.game.state, option.raw[1]))

    def says_nothing(self, option: Option) -> bool:
        """Whether it is the line *Nothing happens.* of a choice."""
        line = self.line_of(option) if option.raw[0] == "branch" else None
        return isinstance(line, ast.Sentence) and is_nothing(line)

    def optional(self, step: Step, options: tuple[Option, ...]) -> int | None:
        """*may*: yes, when the verb is the one that may be done; *places no cards*: no."""
        if step.verb_used:
            return None
        act = self.that_may_be_done(step)
        if act is None:
            return None
        none = any(is_none(phrase.node) for phrase in step.phrases)
        read = self.reads(step, act)
        if read is None and not none:
            return None
        step.verb_used = True
        for phrase in step.phrases if none else read or []:
            phrase.read = True
        return next((option.index for option in options if option.raw[0] == ("no" if none else "yes")), None)

    def that_may_be_done(self, step: Step) -> ast.Act | None:
        """The act that the decision asks about, once, if the step has its verb."""
        asking = self.asking()
        may = [act for act in acts(asking) if act.modal == "may"] or list(acts(asking))
        act = next((each for each in may if self.same_verb(step.verb.verb, {each.verb})), None)
        often = times(act, self.scope) if act is not None else None
        if often is not None and often[0].bound == "up to":
            return often[1]  # *make up to 2 wishes* asks for one at a time
        return act

    def same_verb(self, verb: str, others: Iterable[str]) -> bool:
        """The same word, or another phrase of the same verb."""
        others = set(others)
        if verb in others:
            return True
        templates = self.game.pack.vocabulary.templates
        mine = {template.meaning for template in templates if template.verb == verb}
        return any(template.meaning in mine for template in templates if template.verb in others)

    # -- A line of a choice ---------------------------------------------------------------------------------

    def branch(self, step: Step, options: tuple[Option, ...]) -> int | None:
        """A line of a choice, by its verb, then by the things it speaks of; *chooses X*: by X alone."""
        if step.verb_used:
            return None
        scored: list[tuple[int, Option, list[Phrase]]] = []
        for option in options:
            if option.raw[0] != "branch":
                continue
            read = self.line(step, self.line_of(option))
            if read is not None:
                scored.append((len(read), option, read))
        if not scored:
            return None
        best = max(score for score, _, _ in scored)
        fits = [(option, read) for score, option, read in scored if score == best]
        if len(fits) > 1:
            raise Ambiguous([option for option, _ in fits])
        step.verb_used = True
        for phrase in fits[0][1]:
            phrase.read = True
        return fits[0][0].index

    def line(self, step: Step, node: ast.Node | None) -> list[Phrase] | None:
        """The phrases of a step that a line of a choice says, too; None: the line is another."""
        if node is None:
            return None
        said = node.sentences if isinstance(node, ast.Paragraph) else (node,)
        sentences = (each for each in said if isinstance(each, ast.Sentence | ast.Act))
        firsts = [first for each in sentences if (first := next(acts(each), None)) is not None]
        if firsts and step.verb.verb not in CHOOSING:
            same = [act for act in firsts if self.same_verb(step.verb.verb, {act.verb})]
            return next((read for act in same if (read := self.reads(step, act)) is not None), None)
        theirs = set(words_in([node]))
        if not all(set(words_in([phrase.node])) <= theirs for phrase in step.phrases):
            return None
        return list(step.phrases)

    def reads(self, step: Step, act: ast.Act) -> list[Phrase] | None:
        """The phrases of a step that a sentence with its verb says in the same slots; None: it says other ones.

        What the sentence leaves open (*a unit*) says nothing yet: a decision or an event must agree.
        """
        found: list[Phrase] = []
        for complement in step.verb.complements:
            there = next((c for c in act.complements if normal(c.role) == normal(complement.role)), None)
            said, asked = value_of(complement), value_of(there)
            if said is None or asked is None:
                continue
            fits = self.same_thing(step, said, asked)
            if fits is False:
                return None
            if fits:
                found += [phrase for phrase in step.phrases if phrase.role == complement.role]
        return found

    def same_thing(self, step: Step, said: ast.Nominal, asked: ast.Nominal) -> bool | None:
        """Whether two phrases say the same: by their words, else by what they mean; None: it is left open."""
        words = self.game.pack.vocabulary
        if same_fixed(said, print_english(asked, words), words):
            return True
        if not self.is_thing(said):
            return self.same_amount(said, asked)
        if self.unrelated(said, asked):
            return False
        if self.speaks_in_context(asked):
            return None
        you = self.you_of_the_text(step)
        with self.scope.saying(you=you):
            offered = self.denoted(asked, step)
        named = self.denoted(said, step)
        if not offered and named:
            return None
        if not any(self.is_one(each, named) for each in offered):
            return False
        return True if len(offered) == 1 else None

    def you_of_the_text(self, step: Step) -> Val | None:
        """*your cats* of the sentence that asks: of whose text it is, who may not be the one who is asked."""
        if step.who <= 0:
            return self.scope.you
        return Val(("int", self.game.teller.you(self.game.state, step.who)), entity("player"))

    def unrelated(self, said: ast.Nominal, asked: ast.Nominal) -> bool:
        """Whether two phrases are about things of which none is the other: *a card*, *2 coins*."""
        world = self.game.compiled.world
        kinds = [
            world.entities[node.name][1] if node.name in world.entities else node.head
            for node in (said, asked)
            if isinstance(node, ast.Noun)
        ]
        known = len(kinds) == 2 and all(kind in world.kinds for kind in kinds)
        return known and not world.related(str(kinds[0]), str(kinds[1]))

    def speaks_in_context(self, node: ast.Node) -> bool:
        """Whether a phrase of a card depends on what was said before it: *that unit*, *the place*, *its owner*."""
        kinds = self.game.compiled.world.kinds
        bare = self.game.pack.vocabulary.bare_relations().keys()
        for each in node.walk():
            if isinstance(each, ast.Pronoun) and each.word != "you":
                return True
            if isinstance(each, ast.Noun):
                if bare & set(each.adjectives):  # *an adjacent field*: to what?
                    return True
                det = each.determiner
                only = each.head in kinds and kinds[each.head].only is not None
                if det.article in ("this", "that", "these", "those") or det.possessive in ("their", "its"):
                    return True
                if (det.quantifier == "another" or det.other) and each.head != "player":
                    return True  # *another space*: than which?
                if det.article == "the" and each.name is None and not only:
                    return True
        return False

    def same_amount(self, said: ast.Nominal, asked: ast.Nominal) -> bool | None:
        """*1 coin* where *1 resource* or *that many coins* is asked for: what is paid, the event says; None: it is left
        open.
        """
        if not (isinstance(said, ast.Noun) and isinstance(asked, ast.Noun)):
            return None
        world = self.game.compiled.world
        mine, theirs = world.quantity(said.head or ""), world.quantity(asked.head or "")
        number, count = _count(asked), _count(said)
        if mine is None or theirs is None or count is None or (number is not None and number != count):
            return set(words_in([said])) == set(words_in([asked]))  # *loses coins* says as much
        if mine.index in theirs.parts or (mine.index == theirs.index and number is None):
            return None  # *that many coins*: how many, the event says
        return mine.index == theirs.index

    def is_thing(self, node: ast.Nominal) -> bool:
        """Whether a phrase is about things at all (*2 points* is not)."""
        world = self.game.compiled.world
        if not isinstance(node, ast.Noun):
            return True
        return node.name is not None or node.head in world.kinds

    # -- Amounts ----------------------------------------------------------------------------------------------

    def number(self, step: Step, options: tuple[Option, ...]) -> int | None:
        """*chooses 3* · *pays 3 coins*."""
        asked = set(words_in([node])) if (node := self.asking()) is not None else set()
        for phrase in step.phrases:
            node = phrase.node
            if phrase.spent or not isinstance(node, ast.Noun):
                continue
            if node.name is not None or (node.head is not None and node.head not in asked):
                continue
            said = 0 if is_none(node) else node.determiner.number
            for option in options:
                if option.raw == ("number", said):
                    phrase.settled = True
                    return option.index
        return None

    def quantity(self, step: Step, options: tuple[Option, ...]) -> int | None:
        """*gains 1 coin* of several that could be gained · *pays 1 coin and 2 iron*."""
        model = self.game.compiled.model
        said = {
            phrase.node.head: 0 if is_none(phrase.node) else phrase.node.determiner.number or 1
            for phrase in step.phrases
            if isinstance(phrase.node, ast.Noun) and phrase.node.head and not phrase.spent
        }
        option = next((each for each in options if _fits_amounts(each, said, model)), None)
        if option is None:
            return None
        if option.raw[0] == "payment" or step.verb.verb in CHOOSING:
            _settle(step.phrases)
        else:
            step.asked = False  # how much it is, the event says
            for phrase in step.phrases:
                phrase.used, phrase.want = 1, 1
        return option.index

    def value(self, step: Step, options: tuple[Option, ...]) -> int | None:
        """*chooses hearts*."""
        values = self.game.compiled.model.values
        for phrase in step.phrases:
            words = set(words_in([phrase.node]))
            for option in options:
                if not phrase.spent and {values[option.raw[1]]} == words:
                    phrase.settled = True
                    return option.index
        return None

    def rule(self, step: Step, options: tuple[Option, ...]) -> int | None:
        """*chooses X*: the replacement, or the effect, that stands on X."""
        for phrase in step.phrases:
            if phrase.spent:
                continue
            denoted = self.denoted(phrase.node, step)
            fits = [option for option in options if len(option.raw) > 2 and option.raw[2] in denoted]
            if not fits:
                continue
            if len({option.short for option in fits}) > 1:
                raise Ambiguous(fits)
            phrase.used += 1
            phrase.chosen.append(fits[0].raw[2])
            return fits[0].index
        return None

    # -- Things ---------------------------------------------------------------------------------------------

    def thing(self, step: Step, options: tuple[Option, ...]) -> int | None:
        """A place, a component, a player: the first phrase that denotes one of the options."""
        here = self.instruction()
        begun = self.begun(step, here)
        done = next((option for option in options if option.raw[0] == "done"), None)
        role = self.role_asked(step, options)
        for phrase in step.phrases:
            if phrase.spent or not self.may_fill(phrase, role):
                continue
            denoted = self.denoted(phrase.meaning, step)
            fits = [
                option
                for option in options
                if option.raw[0] == "entity" and self.is_one(option.raw[1], denoted)
            ]
            if not fits:
                continue
            if is_none(phrase.node):
                _settle(step.phrases)
                return done.index if done else None
            self.certain(phrase, fits)
            phrase.used += 1
            phrase.chosen.append(fits[0].raw[1])
            self.counted.add(fits[0].raw[1])
            for other in step.phrases:
                other.read = other.read or (phrase.narrow is not None and other.role == "from")
            step.at = here
            return fits[0].index
        return done.index if done is not None and begun else None

    def begun(self, step: Step, here: tuple[int, int, int]) -> bool:
        """Whether some of what the step says is chosen by now; also without a question, where nobody could tell them
        apart (*puts 2 cats*, of *1 to 3 cats*).
        """
        decision = self.game.decision
        several = decision is not None and decision.kind == "choose"
        chosen = set(self.game.state.frames[-1][PROGRESS]) if several else set()
        if not self.counted <= chosen:  # those of another choice
            self.counted.clear()
        begun = step.at == here
        for thing in sorted(chosen - self.counted):
            fits = (p for p in step.phrases if not p.spent and thing in self.denoted(p.meaning, step))
            if (phrase := next(fits, None)) is not None:
                phrase.used += 1
                phrase.chosen.append(thing)
                begun = True
        self.counted |= chosen
        return begun

    def certain(self, phrase: Phrase, fits: list[Option]) -> None:
        """Raises `Ambiguous` when a phrase could mean options that words can tell apart."""
        if phrase.want is None or phrase.want - phrase.used >= len(fits):
            return
        table, state = self.game.teller.table, self.game.state
        if len({table.whole(state, option.raw[1], None) for option in fits}) > 1:
            raise Ambiguous(fits)

    def may_fill(self, phrase: Phrase, role: str | None) -> bool:
        """Whether a phrase stands in the slot that is asked for; *from X* says where something is."""
        if role is None:
            return phrase.role != "from"
        return normal(phrase.role) == role

    def role_asked(self, step: Step, options: tuple[Option, ...]) -> str | None:
        """The slot of the asking sentence that the options would fill, if its verb is the step's; None: unknown."""
        things = [option.raw[1] for option in options if option.raw[0] == "entity"]
        if not things or step.verb.verb in CHOOSING:
            return None
        model, teller = self.game.compiled.model, self.game.teller
        found: dict[str, ast.Nominal] = {}
        for act in acts(self.asking()):
            if not self.same_verb(step.verb.verb, {act.verb}):
                continue
            for complement in act.complements:
                value = value_of(complement)
                nouns = _heads(value) if value is not None else ()
                if value is not None and any(
                    all(teller._fits(noun, model.kind[each]) for each in things) for noun in nouns
                ):
                    found[normal(complement.role)] = value
        if len(found) > 1:  # *swap a card with a card in your hand*: the slot that means just what is offered
            exact = [role for role, value in found.items() if self.offers(step, value, things)]
            return exact[0] if len(exact) == 1 else self.way(step, found, things)
        return next(iter(found), None)

    def way(self, step: Step, found: dict[str, ast.Nominal], things: list[int]) -> str | None:
        """*from one town to an adjacent town*: from where, until that is answered; None: no such sentence."""
        left = [r for r in found if any(normal(p.role) == r and not p.spent for p in step.phrases)]
        if set(found) != {"from", "to"} or not left:
            return None
        meant = self.denoted(found["from"], step) if "from" in left else ()
        if "from" in left and all(self.is_one(each, meant) for each in things):
            return "from"
        return "to" if "to" in left else None

    def offers(self, step: Step, asked: ast.Nominal, things: list[int]) -> bool:
        """Whether a phrase of the sentence that asks means what is offered, and nothing else."""
        you = self.you_of_the_text(step)
        with self.scope.saying(you=you):
            meant = self.denoted(asked, step)
        return all(self.is_one(each, meant) for each in things) and all(
            self.is_one(each, tuple(things)) for each in meant
        )

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

    def denoted_of(self, thing: int, node: ast.Nominal, step: Step) -> tuple[int, ...]:
        """What a phrase denotes that is said of a thing: *its owner's hand*; nothing for one that is not."""
        if not any(
            isinstance(each, ast.Noun) and each.determiner.possessive == "its" for each in node.walk()
        ):
            return ()
        model = self.game.compiled.model
        kind = model.kinds[model.kind[thing]].name
        with self.scope.discourse.closed():
            self.scope.bind(Val(("int", thing), entity(kind)), kind)
            return self.denoted(node, step)

    def denoted(self, node: ast.Nominal, step: Step, state: State | None = None) -> tuple[int, ...]:
        """The entities that a phrase denotes, now or on another table; nothing for what is no thing (*2 points*)."""
        scope, machine = self.scope, self.game.machine
        who = Val(("int", step.who), entity("player")) if step.who > 0 else None
        marks = len(scope.code)
        try:
            # A sentence of an example tells of a thing wherever it is: no default place narrows it.
            with scope.saying(they=who, there=scope.there, placed=True):
                desc = describe(node, scope)
        except Fail:
            # *the card*, of which nothing was said before: any that there is, like *a card*.
            return self.denoted(indefinite, step, state) if (indefinite := _indefinite(node)) else ()
        finally:
            del scope.code[marks:], scope.at[marks:]
        if desc.type.base != "entity":
            return ()
        locals = [-1, -1, *[0] * scope.size]
        members = as_set(desc)
        if desc.mode == "one" and desc.expr[0] == "first" and not is_counted(node):
            members = desc.expr[1]  # *the card* stands for one card; here it matters whether there are more
        found = machine.evaluate(members, state or self.game.state, locals)
        if desc.mode == "one" and len(found) == 1 and state is None:
            head = desc.head or desc.type.name
            scope.bind(Val(("int", found[0]), desc.type), head)
        return tuple(each for each in found if each >= 0)


def _indefinite(node: ast.Nominal) -> ast.Noun | None:
    """*a N* for *the N*."""
    if isinstance(node, ast.Noun) and node.determiner.article == "the" and node.determiner.ordinal is None:
        return replace(node, determiner=replace(node.determiner, article="a"))
    return None


def _count(node: ast.Noun) -> int | None:
    """*2* of *2 coins*, 1 of *a coin*; None: *coins*, *that many coins*."""
    return 1 if node.determiner.article == "a" else node.determiner.number


def _fits_amounts(option: Option, said: dict[str, int], model: Model) -> bool:
    """Whether an option is the quantity that is named, or to pay exactly so much of each."""
    match option.raw:
        case ("quantity", attribute):
            return set(said) == {model.attributes[attribute].name}
        case ("payment", way, attribute):
            columns = (attribute, *model.paid_as[attribute])
            parts = {model.attributes[c].name: n for c, n in zip(columns, way, strict=True) if n}
            return parts == {name: number for name, number in said.items() if number}
    return False


def _settle(phrases: Iterable[Phrase]) -> None:
    """They have come to something."""
    for phrase in phrases:
        phrase.settled = True


def _heads(node: ast.Nominal) -> Iterator[ast.Noun]:
    """The noun phrases of a complement themselves, not what stands inside them."""
    if isinstance(node, ast.Group):
        for item in node.items:
            yield from _heads(item)
    elif isinstance(node, ast.Noun):
        yield node


def takes_up_to(asking: ast.Node | None) -> bool:
    """*Pay up to 3 food*, *any number of coins*: none of it, too, is as much as one likes."""
    nouns = (node for node in asking.walk() if isinstance(node, ast.Noun)) if asking is not None else ()
    dets = [noun.determiner for noun in nouns]
    return any(det.bound == "up to" or det.quantifier == "any number of" for det in dets)
