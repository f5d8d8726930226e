"""Decisions and events of one compiled game in words.

Everything here is made when somebody looks: a playout makes no text at all.  A decision is told by the sentence that
asks; an option by that sentence with the chosen thing in it; an event by the phrase of its verb, filled in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from toolkit.kernel.model import Model
from toolkit.kernel.view import back
from toolkit.language import ast
from toolkit.language.forms import capitalize, plural, verb_forms
from toolkit.language.vocabulary import Template, Vocabulary
from toolkit.pack.source import Component
from toolkit.play.naming import Names, listed, ordinal
from toolkit.play.story import event_text
from toolkit.play.table import Table
from toolkit.program.expression import Expr
from toolkit.program.ruleset import Ruleset, Sentence

if TYPE_CHECKING:
    from toolkit.compile.compiled import CompiledGame
    from toolkit.compile.pack import Pack
    from toolkit.kernel.state import LogEntry, State
    from toolkit.play.game import Event

_YOUR = re.compile(r"\byour\b")
_YOU = re.compile(r"\b[Yy]ou(r|rs|rself)?\b")
_LEANS = re.compile(r"Otherwise\b|If [^,]+ do(es)?( not)?,")

_OF_ALL = re.compile(r"^((may|must)\s+)?(either\s+)?", re.I)
"""What a verb says of those after it as well: *must either gain 1 coin or …*."""

FACES = {0: "face down", 1: "face up"}
POSITIONS = {1: "at the bottom", 2: "at a random position"}
CHANGES = {"raise": "by", "lower": "by", "set": "to"}


class Teller:
    """The words for one compiled game of a pack."""

    def __init__(self, pack: Pack, compiled: CompiledGame) -> None:
        self.pack = pack
        self.story = compiled.story
        self.model: Model = compiled.model
        self.ruleset: Ruleset = compiled.ruleset
        self.vocabulary: Vocabulary = pack.vocabulary
        # Not bound to this: a cycle would keep the pack until the collector comes.
        vocabulary = self.vocabulary
        self.names = Names(self.model, partial(_plural, vocabulary), partial(_prep, vocabulary))
        self.table = Table(self.model, self.names, _columns(compiled))
        self.table.titles = _keywords(compiled, pack.vocabulary)
        self.evaluate: Callable[[Expr, State, list[Any]], Any] = lambda expr, state, locals: None
        """What an expression is worth; a machine knows."""

    # -- Sentences ------------------------------------------------------------------------------------------

    def sentence(self, number: int) -> Sentence | None:
        """A sentence of the ruleset; None for -1."""
        return self.ruleset.sentences[number] if 0 <= number < len(self.ruleset.sentences) else None

    def node(self, sentence: Sentence | None) -> ast.Node | None:
        """The tree from which a sentence of the ruleset was compiled."""
        if sentence is None:
            return None
        return self.pack.node((sentence.file, sentence.line, sentence.column, sentence.text))

    # -- Decisions ------------------------------------------------------------------------------------------

    def asking_index(self, state: State) -> int:
        """The sentence that asks, -1: none."""
        from toolkit.machine.frame import LOCALS, PC, PROGRAM

        for frame in reversed(state.frames):
            if frame[PROGRAM] >= 0:
                at = self.ruleset.programs[frame[PROGRAM]].at
                return at[frame[PC]] if 0 <= frame[PC] < len(at) else -1
            if frame[PROGRAM] in (-1, -2):
                return int(frame[LOCALS][-1])
        return -1

    def asking(self, state: State) -> Sentence | None:
        return self.sentence(self.asking_index(state))

    def prompt(self, state: State) -> str:
        """What the player is asked."""
        if state.decision is not None and state.decision.kind == "replace":
            return "Several rules change what would happen. Which one first?"
        if state.decision is not None and state.decision.kind == "order":
            return "Several of your effects begin now. Which one first?"
        sentence = self.asking(state)
        text = sentence.text if sentence else "Choose."
        if state.decision is not None and state.decision.kind == "branch":
            return text.partition(": - ")[0].rstrip(":.") + ":" if ": - " in text else text
        return text + self._progress(state)

    def question(self, state: State) -> str:
        """What the player is asked, in short: without when, for whom and on what condition the sentence asks."""
        whole, sentence = self.prompt(state), self.asking(state)
        node = self.node(sentence)
        if (
            sentence is None
            or not isinstance(node, ast.Sentence)
            or node.span is None
            or node.body.span is None
        ):
            return whole
        if not node.openings or not whole.startswith(sentence.text):
            return whole
        before = node.body.span.start - node.span.start
        return capitalize(sentence.text[before:].strip()) + whole.removeprefix(sentence.text)

    def _progress(self, state: State) -> str:
        """How many are chosen already, when several may be, and of how many if that is fixed; how much is paid."""
        from toolkit.machine.frame import LOCALS, PROGRESS

        kind = state.decision.kind if state.decision is not None else ""
        if kind not in ("choose", "choose-payment"):
            return ""
        frame, instr = state.frames[-1], self.instruction(state)
        locals = list(frame[LOCALS])
        if kind == "choose-payment":
            amount = self.evaluate(instr[3], state, locals)
            sentence = self.asking(state)
            if sentence is not None and str(amount) in re.findall(r"\d+", sentence.text):
                return ""
            return f" ({self.names.plural(self.model.attributes[instr[2]].name, amount)})"
        chosen = len(frame[PROGRESS])
        least, most = (self.evaluate(bound, state, locals) for bound in instr[3:5])
        if least == most > 0:
            said = most == 1 and instr[3][0] == "int"  # *a card*
            return "" if said else f" ({chosen} of {most} chosen)"
        return f" (chosen: {chosen})" if chosen else ""

    def instruction(self, state: State) -> tuple[Any, ...]:
        """The instruction that asks; empty for a choice of replacements."""
        from toolkit.machine.frame import PC, PROGRAM

        frame = state.frames[-1]
        return self.ruleset.programs[frame[PROGRAM]].code[frame[PC]] if frame[PROGRAM] >= 0 else ()

    def branch(self, state: State, number: int) -> Sentence | None:
        """The line of a choice that a branch option stands for."""
        return self.sentence(self.instruction(state)[3][number][2])

    def option(self, state: State, seat: int, raw: tuple[Any, ...]) -> str:
        """The thing alone: *the first cell of the second row*, *2*, *Yes*."""
        match raw:
            case ("entity", entity):
                return self._told_apart(state, seat, entity)
            case ("number", number):
                return str(number)
            case ("value", value):
                return self.model.values[value]
            case ("quantity", attribute):
                return self.model.attributes[attribute].name
            case ("payment", way, attribute):
                return self.payment(attribute, way)
            case ("yes",):
                return "Yes"
            case ("no",):
                return "No"
            case ("done",):
                return "Done"
            case ("branch", number):
                line = self.branch(state, number)
                return capitalize(_OF_ALL.sub("", line.text).rstrip(".")) if line else f"Option {number + 1}"
            case ("rule", rule, this):
                sentence = self.sentence(self.ruleset.rules[rule].sentence)
                text = sentence.text if sentence else f"rule {rule}"
                return f"{text} ({self.table.what(state, this, seat)})" if this >= 0 else text
        return str(raw)

    def _told_apart(self, state: State, seat: int, entity: int) -> str:
        """A thing with its place; if another option is called the same, with what is on it; if that is the same, too,
        which one: *a face-down card in Red's row (second there)*.
        """
        decision = state.decision
        offered = decision.options[decision.seats.index(seat)] if decision and seat in decision.seats else ()
        alike = [raw[1] for raw in offered if raw[0] == "entity"]
        text = ""
        for name in (self.table.full, self.table.whole):
            text = name(state, entity, seat)
            alike = [each for each in alike if name(state, each, seat) == text]
            if len(alike) < 2:
                return text
        place = state.parent[entity]
        if place >= 0 and self.model.ordered[place]:
            return f"{text} ({ordinal(state.kids[place].index(entity) + 1)} there)"
        return f"{text} ({ordinal(alike.index(entity) + 1)} of {len(alike)})"

    def payment(self, attribute: int, way: tuple[int, ...]) -> str:
        """*1 coin and 2 iron*."""
        columns = (attribute, *self.model.paid_as.get(attribute, ()))
        parts = zip(columns, way, strict=True)
        return listed([self.names.plural(self.model.attributes[c].name, n) for c, n in parts if n])

    def order(self, state: State, seat: int, raw: tuple[Any, ...]) -> str:
        """The option as an order: the sentence that asks, with the chosen thing in its place."""
        short = self.option(state, seat, raw)
        if raw[0] == "entity":
            kind = self.model.kind[raw[1]]
            if not self.table.sees(state, seat, raw[1]):
                kind = back(self.model, raw[1])  # what it is would tell which sentence it fits
            name = short if self._twin(state, seat, raw[1]) else self.table.what(state, raw[1], seat)
            filled = self._filled(self.node(self.asking(state)), kind, name)
            return self._to(state, seat, filled) or capitalize(short)
        if raw in (("yes",), ("no",)) and state.decision is not None and state.decision.kind == "may":
            return f"{short}: {self.prompt(state)}"
        if raw == ("no",):
            return "None of these"
        if raw == ("done",) and state.decision is not None and state.decision.kind != "choose-each":
            return "No more" if self._progress(state) else "None"
        return short

    def you(self, state: State, seat: int) -> int:
        """Whom the text that asks means by *you*; the one who is asked, where it means nobody."""
        from toolkit.machine.frame import LOCALS, PROGRAM

        frame = next((each for each in reversed(state.frames) if each[PROGRAM] >= 0), None)
        you = frame[LOCALS][0] if frame is not None else 0
        return int(you) if type(you) is int and you > 0 else seat

    def _to(self, state: State, seat: int, said: str) -> str:
        """An order as it is said to a player: *your* of a text is whose text it is, and another player may be asked.

        Nothing where that cannot be said with a name in its place (*a card that you own*).
        """
        you = self.you(state, seat)
        if you == seat or not _YOU.search(said):
            return said
        named = _YOUR.sub(self.names.possessive(you), said)
        return "" if _YOU.search(named) else named

    def _twin(self, state: State, seat: int, entity: int) -> bool:
        """Whether another option is called the same, so that only its place tells them apart."""
        decision = state.decision
        if decision is None or seat not in decision.seats:
            return True
        name = self.table.what(state, entity, seat)
        return any(
            raw[0] == "entity" and raw[1] != entity and self.table.what(state, raw[1], seat) == name
            for raw in decision.options[decision.seats.index(seat)]
        )

    def _filled(self, node: ast.Node | None, kind: int, name: str) -> str:
        """The sentence with the one indefinite noun phrase that the kind fits replaced by its name; else nothing."""
        if not isinstance(node, ast.Sentence) or node.span is None:
            return ""
        fits = [noun for noun in _open_nouns(node) if self._fits(noun, kind)]
        if len(fits) != 1 or fits[0].span is None:
            return ""
        text, start = node.span.text, node.span.start
        body = node.body.span.start if node.openings and node.body.span is not None else start
        if body > fits[0].span.start:
            body = start
        filled = text[body - start : fits[0].span.start - start] + name + text[fits[0].span.end - start :]
        return capitalize(" ".join(filled.split()).rstrip("."))

    def _fits(self, noun: ast.Noun, kind: int) -> bool:
        while kind >= 0:
            if self.model.kinds[kind].name == noun.head:
                return True
            kind = self.model.kinds[kind].parent
        return False

    def card(self, state: State, entity: int, viewer: int | None = None) -> list[str]:
        """What stands on a component, if the viewer may read it: its values and its sentences."""
        name = self.table.name(state, entity, viewer)
        lines = [capitalize(self.table.full(state, entity, viewer))]
        if not 0 <= entity < self.model.count or not self.table.sees(state, viewer, entity):
            return lines
        for component in self.pack.source.components:
            if component.text == name:
                return lines + [f"  {line}" for line in self.printed(component)]
        return lines

    def printed(self, component: Component) -> Iterator[str]:
        """What is printed on a component: its values and its sentences."""
        called = {each.id: each.text for each in self.pack.source.components}
        for key, value in component.attributes.items():
            several = value if isinstance(value, tuple) else (value,)
            said = ("yes" if each is True else "no" if each is False else str(each) for each in several)
            yield f"{key}: {', '.join(called.get(each, each) for each in said)}"
        place = (component.kind.replace(" ", "-"), component.id, component.pack)
        for item in self.pack.source.items:
            if (item.type, item.document, item.pack) == place:
                yield f"{item.field.replace('-', ' ')}: {' '.join(item.text.value.split())}"

    def cards(self, text: str, state: State, viewer: int) -> list[Component]:
        """The components whose names begin so; the one that is called so, if one is.  A card of a story is among them
        only if the viewer knows which it is: it would tell what comes.
        """
        low, source = text.casefold(), self.pack.source
        found = [each for each in source.components if each.text.casefold().startswith(low)]
        known = {
            entity.name
            for number, entity in enumerate(self.model.entities)
            if self.model.is_component[number] and self.table.sees(state, viewer, number)
        }
        found = [each for each in found if each.text in known or not self.is_told(each.kind)]
        exact = [each for each in found if each.text.casefold() == low]
        return list({each.text: each for each in exact or found}.values())

    def is_told(self, kind: str) -> bool:
        """Whether the cards of this kind are those of stories."""
        return any(one.story is not None for one in self.pack.source.lineage(kind))

    # -- Events ---------------------------------------------------------------------------------------------

    def event(self, number: int, entry: LogEntry, viewer: int | None = None) -> Event:
        """A log entry in words; `viewer`: things are called as that seat knew them when it happened."""
        from toolkit.play.game import Event

        verb_index, who, roles, result, at, rule, _ = entry
        verb = self.ruleset.verbs[verb_index]
        return Event(
            number,
            verb.id,
            who,
            dict(zip(verb.roles, roles, strict=False)),
            result,
            self.event_text(entry, viewer),
            self.sentence(at),
            self.sentence(self.ruleset.rules[rule].sentence) if rule >= 0 else None,
        )

    def event_text(self, entry: LogEntry, viewer: int | None = None) -> str:
        """*Red gains 2 points.* · *Cross places Cross's mark in the first cell of the first row.*"""
        verb_index, who, roles, result, _, _, seen = entry
        unseen = _unseen(seen, viewer)
        verb = self.ruleset.verbs[verb_index]
        if told := event_text(self.story, verb.id, roles):
            return told
        thing = partial(self._thing, unseen)
        if verb.program < 0 and verb.id == "set" and (now := self._now(verb.roles, roles, thing)):
            return now
        template = self.template(verb_index)
        words = self._kernel(verb.roles, roles, verb_index, thing) if verb.program < 0 else None
        if words is None:
            words = (
                self._phrase(template, roles, thing) if template else " ".join(thing(role) for role in roles)
            )
        lemma = template.verb if template else verb.id
        subject, form = self._does(who, lemma, over=verb.program >= 0)
        text = " ".join(part for part in (subject, form, words) if part)
        if verb.id == "roll" and isinstance(result, int):
            text += f": {result}"
        return capitalize(text) + "."

    def _thing(self, unseen: frozenset[int], value: Any) -> str:
        """What an event was about, or several of them."""
        if isinstance(value, tuple):
            return listed([self._thing(unseen, each) for each in value]) or "nothing"
        return self.names.hidden(value) if value in unseen else self.names.fixed(value)

    def _does(self, who: int, lemma: str, *, over: bool) -> tuple[str, str]:
        """*Red*, *gains*; *Red*, *has gained*, if it is `over`: the verb of a pack is logged when all its steps are."""
        if who <= 0:
            return "", lemma
        forms = verb_forms(lemma, self.vocabulary.forms.get(lemma))
        return self.names.fixed(who), f"has {forms.participle}" if over else forms.third

    def _now(self, names: tuple[str, ...], values: tuple[Any, ...], thing: Callable[[Any], str]) -> str:
        """*Ace is now tired.*, where a state of a component is told by its word alone; else nothing."""
        roles = dict(zip(names, values, strict=False))
        entity, attribute = roles.get("obj"), roles.get("attr")
        if type(entity) is not int or attribute is None or not self.model.is_component[entity]:
            return ""
        word = self.table.state(entity, attribute, roles.get("amount", -1))
        return capitalize(f"{thing(entity)} is now {word}.") if word else ""

    def template(self, verb: int) -> Template | None:
        """The canonical phrase of a verb.  A pack's verb may have the id of a kernel verb."""
        return self._templates.get((self.ruleset.verbs[verb].id, self.ruleset.verbs[verb].program < 0))

    @cached_property
    def _templates(self) -> dict[tuple[str, bool], Template]:
        found: dict[tuple[str, bool], Template] = {}
        for template in self.vocabulary.templates:
            key = (template.meaning, template.pack == "core")
            if key not in found or (template.canonical and not found[key].canonical):
                found[key] = template
        return found

    def _phrase(self, template: Template, roles: tuple[Any, ...], thing: Any) -> str:
        """What follows the verb of a pack's own phrase."""
        words = [_YOUR.sub("their", template.fixed)] if template.fixed else []
        for slot, value in zip(template.slots, roles, strict=False):
            if slot.noun in ("amount", "number"):
                shown = self.names.plural(slot.counts, value) if slot.counts else str(value)
            elif slot.noun in self.vocabulary.lists or slot.noun == "value":
                shown = self.model.values[value] if 0 <= value < len(self.model.values) else "nothing"
            else:
                shown = thing(value)
            words += [slot.prep, shown] if slot.prep else [shown]
        return " ".join(words)

    def _kernel(self, names: tuple[str, ...], values: tuple[Any, ...], verb: int, thing: Any) -> str | None:
        """What follows a kernel verb; its roles say by their names what they are.  None: nothing special about it."""
        roles = dict(zip(names, values, strict=False))
        if not roles:
            return None
        words: list[str] = []
        if "attr" in roles:
            column = self.model.attributes[roles["attr"]]
            amount = roles.get("amount", 0)
            shown = self.table.value(roles["attr"], amount) if column.type != "number" else str(amount)
            if roles.get("way"):
                words.append(self.payment(roles["attr"], roles["way"]))
            elif "obj" in roles:
                change = CHANGES.get(self.ruleset.verbs[verb].id, "to")
                words.append(f"the {column.name} of {thing(roles['obj'])} {change} {shown}")
            else:
                words.append(self.names.plural(column.name, amount) if column.type == "number" else shown)
        elif "obj" in roles:
            words.append(thing(roles["obj"]))
        if "with" in roles:
            words.append(f"with {thing(roles['with'])}")
        if "to" in roles and roles["to"] is not None:
            words.append(self._towards(verb, roles["to"], thing))
        words.append(POSITIONS.get(roles.get("position", -1), ""))
        words.append(FACES.get(roles.get("face", -1), ""))
        return " ".join(word for word in words if word)

    def _towards(self, verb: int, to: int, thing: Any) -> str:
        meaning = self.ruleset.verbs[verb].id
        phrases = [
            each for each in self.vocabulary.templates if each.meaning == meaning and each.pack == "core"
        ]
        slots = [slot for each in phrases for slot in each.slots if slot.role in ("to", "into", "place")]
        slot = slots[0] if slots else None
        if to >= 0 and self.model.is_place[to]:
            if slot is None or slot.role == "place":
                return self.names.where(to)
            return f"{slot.prep} {self.names.fixed(to)}"
        return f"{slot.prep if slot and slot.role != 'place' else 'on'} {thing(to)}"

    # -- Why ------------------------------------------------------------------------------------------------

    def reason(self, sentence: Sentence) -> str:
        """The text of a sentence; before *Otherwise* and *If you do* stands what they lean on: what was not so."""
        place = (sentence.line, sentence.column)
        others = [each for each in self.ruleset.sentences if each.file == sentence.file]
        before = sorted({(s.line, s.column, s.text) for s in others if (s.line, s.column) < place})
        said = [sentence.text]
        while before and _LEANS.match(said[0]):
            text = before.pop()[2]
            if text.endswith(said[0]):  # of a pair the first is kept with the second
                said[0] = text
            elif not said[0].startswith("Otherwise") or text.startswith(("If ", "Otherwise")):
                said.insert(0, text)
        return " ".join(said)

    def why(self, event: Event) -> list[str]:
        """Which sentences made an event happen, each with its place and rule ids."""
        lines = [event.text]
        if event.sentence is not None:
            lines += ["because of", *self._quoted(event.sentence)]
        if event.rule is not None and event.rule != event.sentence:
            lines += ["which ran through the rule", *self._quoted(event.rule)]
        if event.sentence is None and event.rule is None:
            lines.append("It was set up by hand: no sentence of the pack caused it.")
        return lines

    def _quoted(self, sentence: Sentence) -> Iterator[str]:
        yield f"  {self.reason(sentence)}"
        cites = f"  ({', '.join(sentence.cites)})" if sentence.cites else ""
        layer = f", layer {sentence.layer}" if sentence.layer not in ("", "base") else ""
        yield f"    {sentence.file}:{sentence.line}:{sentence.column}{layer}{cites}"


def _plural(vocabulary: Vocabulary, noun: str) -> str:
    entry = vocabulary.nouns.get(noun)
    return entry.plural if entry else plural(noun)


def _prep(vocabulary: Vocabulary, noun: str) -> str:
    entry = vocabulary.nouns.get(noun)
    return entry.prep if entry else "in"


def _unseen(seen: tuple[tuple[int, int], ...], viewer: int | None) -> frozenset[int]:
    """The things of an event that the viewer did not know; nobody in particular knows all."""
    return frozenset(e for e, seers in seen if viewer is not None and not seers >> viewer & 1)


def _columns(compiled: CompiledGame) -> dict[int, frozenset[int]]:
    """For each attribute the kinds that have it."""
    found: dict[int, set[int]] = {}
    for (of, _), attribute in compiled.world.attributes.items():
        kind = compiled.world.kinds.get(of)
        if kind is not None:
            found.setdefault(attribute.index, set()).update(compiled.model.below[kind.index])
    return {index: frozenset(kinds) for index, kinds in found.items()}


def _keywords(compiled: CompiledGame, vocabulary: Vocabulary) -> dict[int, str]:
    """The columns that stand for keywords, by the word that is printed."""
    entries = [entry for entry in vocabulary.names.values() if entry.id.startswith("keyword/")]
    printed = {f"keyword {entry.id}": entry.text for entry in entries}
    columns = enumerate(compiled.model.attributes)
    return {index: printed[column.name] for index, column in columns if column.name in printed}


def _open_nouns(node: ast.Sentence) -> Iterator[ast.Noun]:
    """Noun phrases that leave open which thing is meant: *a cell*, *another card*, *up to 2 marks*."""
    for each in node.walk():
        if isinstance(each, ast.Noun) and each.head is not None:
            determiner = each.determiner
            if determiner.article == "a" or determiner.number is not None or determiner.quantifier in OPEN:
                yield each


OPEN = frozenset({"another", "any number of", "a random"})
