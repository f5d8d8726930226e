"""What the judge speaks of: values, the table it reads, and what has been spoken of.

Nothing here knows how sentences are compiled.  `Table` reads a kernel state (parent, kids, columns, kinds) and the pack
as it was written (`PackSource`); `Env` is the discourse: who is *you*, who the subject is, what can be referred to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from functools import cached_property
from itertools import islice
from typing import Any

from tests.judge.copies import replace
from toolkit.compile.pack import Pack
from toolkit.frozen import dataclass
from toolkit.kernel.model import Model
from toolkit.kernel.state import State
from toolkit.language import ast
from toolkit.language.parsing.parser import Parser
from toolkit.program.ruleset import Ruleset


class Unknown(Exception):
    """The judge has no opinion on this construction."""


class Refused(Exception):
    """The judge holds that this means nothing, or two things: it must not be accepted."""


class Open(Exception):
    """Several answers are right in this state: somebody chooses, or the reference does not say."""


@dataclass(frozen=True, slots=True)
class Entity:
    """A player, a thing, a place or a group."""

    id: int


@dataclass(frozen=True, slots=True)
class Number:
    """`whose`: of whom it is what."""

    n: int
    whose: tuple[int, str] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Word:
    """A value of a list (*glad*).  `whose`: of whom it is what."""

    index: int
    whose: tuple[int, str] | None = field(default=None, compare=False)


Value = Entity | Number | Word


@dataclass(frozen=True)
class Fixed(ast.Nominal):
    """Stands in a tree for an entity that was found already: the judge puts it where a wider quantifier stood."""

    id: int = -1


@dataclass(frozen=True)
class Referent:
    """What was spoken of.  `noun`: the word for it, None for a name.  `aside`: only to say something of something else
    (*a cat in a park*, *a player who has more than another player*).  `other`: as another than somebody else.
    `picked`: as *a cat*, *the top sheet*, which is found or chosen now, be it one that was spoken of before."""

    id: int
    noun: str | None
    sentence: int = 0
    aside: bool = False
    other: bool = False
    picked: bool = False


@dataclass(frozen=True)
class Env:
    """`you`, `this`: -1 for none.  `subject`: whom the verb is about.  `spoken`: what *it*, *they* and *that* can mean,
    last is latest.  `placed`: the verb says where, so that no default place is meant.
    `several`: what is said is said of several, who have the most if they tie.
    `sentence`: its number.  `ahead`: those of all players who did what was said before, and the number of that
    sentence.
    `dim`: something was spoken of that is out of reach here (under an *if* of a sentence before).
    `told`: an order is given to *you*.  `named_you`: the sentence in which a condition speaks of *you*.
    `doer`: another than *you* who does what is said."""

    you: int
    this: int = -1
    subject: int = -1
    spoken: tuple[Referent, ...] = ()
    placed: bool = False
    dim: bool = False
    told: bool = False
    named_you: int = -1
    doer: int = -1
    several: bool = False
    ahead: tuple[int, tuple[int, ...]] | None = None
    sentence: int = 0
    slots: tuple[tuple[str, int], ...] = ()
    """What a verb is done with, by the nouns of its phrase."""
    left: tuple[tuple[int, str, int], ...] = ()
    """Of what has left the place where its kind is looked for: which thing, and how much of what it had there."""
    those: tuple[str, tuple[int, ...]] | None = None
    """The group that was named last, by its noun."""
    taken: tuple[tuple[int, ...], int] | None = None
    """Of which group one was taken, and which."""
    unnamed: bool = False
    """No word means *you*, who is the active player and only carries it out."""
    loop: int = -1
    """What *For each* is at."""
    asked: tuple[int, int] = (-9, -1)
    """In which sentence *If they do,* asks, and of whom, who are *they* in it."""
    hidden: tuple[int, int] = (-9, -9)
    """In which sentence a thing, and a player, was named last that may be out of reach."""
    many: int | None = None
    """How much the last order came to."""
    apart: bool = False
    """It is said of some or of none, who are others than what they are compared with: it is as much as itself."""
    much: tuple[tuple[int, int], ...] = ()
    """How much of each quantity was spoken of, by its column; the latest last."""
    order: tuple[int, bool] | None = None
    """With whom they begin who do it one after another, and whether clockwise."""
    around: tuple[int, ...] = ()
    """What the phrases around this one describe: *things in a cell below another thing*."""

    def speak(self, id: int, noun: str | None, other: bool = False, picked: bool = False) -> Env:
        """The same after this was mentioned."""
        left = self.left  # what is named anew is meant as it lies now
        if left:
            left = tuple(each for each in left if each[0] != id)
        said = Referent(id, noun, self.sentence, other=other, picked=picked)
        return replace(self, spoken=(*self.spoken, said), left=left)

    def itself(self, one: Value, other: Value) -> bool:
        """Whether the same of the same one is compared, and another one is meant."""
        return (
            self.apart
            and not isinstance(one, Entity)
            and one.whose is not None
            and one.whose == getattr(other, "whose", None)
        )

    def under(self, subject: int) -> Env:
        if subject == self.subject:
            return self
        return replace(self, subject=subject)

    def slot(self, noun: ast.Noun) -> int | None:
        """What *the cat* is where a verb is done with a cat."""
        d = noun.determiner
        alone = d == ast.Determiner(article="the") and not (
            noun.modifiers or noun.relative or noun.adjectives
        )
        return dict(self.slots).get(noun.head or "") if alone and not noun.plural else None

    def that_many(self, column: int) -> int | None:
        """*that many coins*: what the last order came to; where that was points, so many coins as were spoken of."""
        latest, said = self.much[-1:], dict(self.much)
        elsewhere = latest and latest[0][0] != column and latest[0][1] == self.many
        return said.get(column, self.many) if elsewhere else self.many

    def amounting(self, column: int, n: int) -> Env:
        """The same after so much of a quantity was spoken of."""
        return replace(self, many=n, much=(*(each for each in self.much if each[0] != column), (column, n)))

    def named_those(self, phrase: Any, found: Sequence[int]) -> Env:
        """The same after a group was named."""
        if len(phrase.nouns) > 1:
            return replace(self, those=None, taken=None)
        return replace(self, taken=None, those=(phrase.nouns[0].head or "", tuple(found)))

    def nobody(self, id: int, known: int) -> Env:
        """The same, where what was mentioned after the first so many is nothing: nothing could be done with it.  Who
        was spoken of before (*that cat*) is still there to be spoken of.
        """
        if any(r.id == id for r in self.spoken[:known]):
            return self
        said = tuple(replace(r, id=-1 if r.id == id else r.id) for r in self.spoken[known:])
        return replace(self, spoken=(*self.spoken[:known], *said))

    def beside(self, known: int) -> Env:
        """The same, where what was mentioned after the first so many was mentioned aside."""
        if len(self.spoken) <= known:
            return self
        said = tuple(replace(r, aside=True) for r in self.spoken[known:])
        return replace(self, spoken=(*self.spoken[:known], *said))


FOUND = 2000
"""In so many ways something may be true: *a cat*, *another cat* and *a third one* multiply."""

TOO_MANY = "too many ways"
"""Why nobody says what may come of it."""


def every(ways: Iterator[Env]) -> list[Env]:
    """All of them; Open when there are too many to tell."""
    found = list(islice(ways, FOUND + 1))
    if len(found) > FOUND:
        raise Open(TOO_MANY)
    return found


@dataclass(frozen=True)
class Definition:
    """`subject`: of what it is said; `condition` of an adjective, a relation or a kind; `amount` of a noun."""

    subject: ast.Noun | None
    condition: ast.Clauses | None = None
    amount: ast.Nominal | None = None
    to: ast.Nominal | None = None


@dataclass
class Lore:
    """What a pack says of its words, read from its vocabulary and its definitions."""

    pack: Pack
    model: Model
    ruleset: Ruleset
    adjectives: dict[str, list[Definition]] = field(default_factory=dict)
    nouns: dict[str, list[Definition]] = field(default_factory=dict)
    relations: dict[str, list[Definition]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.words = self.pack.vocabulary
        self.kinds = {kind.name: k for k, kind in enumerate(self.model.kinds)}
        # A word may be both what things have and what players have: attributes come before quantities.
        self.columns = {x.name: a for a, x in reversed([*enumerate(self.model.attributes)])}
        self.amounts = {x.name: a for a, x in enumerate(self.model.attributes)}
        self.quantities = {q.name: q for q in self.pack.source.quantities}
        self.lists = dict(self.words.lists)
        self.word_index = {name: v for v, name in enumerate(self.model.values)}
        self.names: dict[str, tuple[int, ...]] = {}
        for id, entry in self.words.names.items():
            found = tuple(e for e, data in enumerate(self.model.entities) if data.name == entry.text)
            self.names[id] = found
        for tree in self.definition_trees():
            for sentence in tree.sentences:
                self.define(sentence)

    def definition_trees(self) -> Iterator[ast.Paragraph]:
        for item, tree in self.pack.trees.items():
            if item.start == "definition" and item.pack != "grammar":
                yield tree
        parser = Parser(self.words)
        for common in self.pack.source.common:
            for item in common.items:
                if item.start == "definition":
                    checked = parser.parse(item.text, item.start)
                    if checked.value is not None:
                        yield checked.value

    def define(self, sentence: ast.Sentence) -> None:
        body = sentence.body
        if not isinstance(body, ast.Clauses) or len(body.clauses) != 1:
            return
        clause = body.clauses[0]
        condition = next((c.condition for c in body.closings if c.word == "if"), None)
        if not isinstance(clause, ast.Clause) or len(clause.verbs) != 1:
            return
        verb, subject = clause.verbs[0], clause.subject
        if not isinstance(verb, ast.Be) or verb.negated or not isinstance(subject, ast.Noun):
            return
        match verb.predicate:
            case ast.IsAdjective(adjectives=(word,)):
                self.adjectives.setdefault(word, []).append(Definition(subject, condition))
            case ast.IsRelated(relation=relation, to=to):
                self.relations.setdefault(relation, []).append(Definition(subject, condition, to=to))
            case ast.IsThing(what=what) if condition is None and subject.head is not None:
                self.nouns.setdefault(subject.head, []).append(Definition(subject, amount=what))
            case ast.IsThing(what=ast.Noun(head=str(head))) if condition is not None:
                self.nouns.setdefault(head, []).append(Definition(subject, condition))

    def shown(self, noun: str) -> str | None:
        """What things of that kind show; None: nothing."""
        kind = self.kinds.get(noun, -1)
        while kind >= 0:
            if (column := self.model.kinds[kind].shows) >= 0:
                return self.model.attributes[column].name
            kind = self.model.kinds[kind].parent
        return None

    @cached_property
    def verbs(self) -> list[tuple[str, tuple[str, ...]]]:
        """Each verb by its number: its word, which may be that of several, and the names of its roles."""
        own = [
            each for each in self.words.templates if each.pack not in ("core", "grammar") and not each.fixed
        ]
        words = {each.meaning: each.verb for each in own if each.canonical}
        return [(words.get(verb.id, verb.id), tuple(verb.roles)) for verb in self.ruleset.verbs]

    @cached_property
    def periods(self) -> list[str]:
        return list(self.ruleset.periods)

    def steps(self, verb: str) -> tuple[str | None, list[ast.Paragraph]] | None:
        """The noun of what a verb of the pack is done with, and its steps; None: it is no such verb."""
        slots = [
            each
            for each in self.words.templates
            if each.verb == verb and each.canonical and each.pack not in ("core", "grammar")
        ]
        if len(slots) != 1 or slots[0].fixed or len(slots[0].slots) > 1:
            return None
        found = []
        for item, tree in self.pack.trees.items():
            if item.type != "verb" or item.document != slots[0].meaning or item.pack == "grammar":
                continue
            if item.path[0] == "rules":
                continue  # the bench has none of the pack's rules
            if item.start != "effect" or item.path[0] != "steps":
                raise Unknown("a verb with more than steps")
            found.append(tree)
        if not found:
            return None
        return (slots[0].slots[0].noun if slots[0].slots else None), found

    def verb_roles(self, word: str) -> tuple[str, ...] | None:
        """The roles of a verb; None: there is none of that word, or there are two."""
        found = [roles for verb, roles in self.verbs if verb == word]
        return found[0] if len(found) == 1 else None

    def category(self, noun: str | None) -> str:
        entry = self.words.nouns.get(noun or "")
        return entry.category if entry else ""

    def is_entity_noun(self, noun: str | None) -> bool:
        return noun in self.kinds and self.category(noun) in ("thing", "player", "place", "group")

    @cached_property
    def attributes_of(self) -> dict[int, dict[str, Any]]:
        """For each kind of the model: the attributes that its things have, by name."""
        return {k: {n: a for n, (a, _) in mine.items()} for k, mine in self._attributes.items()}

    @cached_property
    def column_of(self) -> dict[int, dict[str, int]]:
        """For each kind of the model: the column of each of its attributes."""
        return {k: {n: column for n, (_, column) in mine.items()} for k, mine in self._attributes.items()}

    @cached_property
    def _attributes(self) -> dict[int, dict[str, tuple[Any, int]]]:
        declared: dict[str, dict[str, tuple[Any, int]]] = {}
        free = [*enumerate(self.model.attributes)]
        for owner in (*self.pack.source.kinds, *self.pack.source.places):
            for attribute in owner.attributes:  # one column for each declaration, in their order
                column = next((row for row in free if row[1].name == attribute.name), None)
                if column is not None and not attribute.many:
                    free.remove(column)
                number = column[0] if column is not None else -1
                declared.setdefault(owner.name, {})[attribute.name] = (attribute, number)
        found: dict[int, dict[str, tuple[Any, int]]] = {}
        for k in range(len(self.model.kinds)):
            mine: dict[str, tuple[Any, int]] = {}
            above = k
            while above >= 0:
                for name, row in declared.get(self.model.kinds[above].name, {}).items():
                    mine.setdefault(name, row)
                above = self.model.kinds[above].parent
            found[k] = mine
        return found

    @cached_property
    def figure(self) -> str | None:
        """The kind of the one piece by which each player is on the board; None: they have none, or more."""
        kinds = self.model.kinds
        own = [e for e in range(self.model.count) if self.model.is_component[e] and self.model.owner[e] >= 0]
        names = {kinds[self.model.kind[e]].name for e in own}
        alone = len(names) == 1 and len(own) == len(self.model.players) == len(
            {self.model.owner[e] for e in own}
        )
        return names.pop() if alone else None

    def supply(self, noun: str) -> str | None:
        """The place where pieces of a kind begin, unless they are documents or nobody sees them there."""
        kinds = self.pack.source.lineage(noun) if noun in {k.name for k in self.pack.source.kinds} else ()
        for kind in kinds:
            place = next((p for p in self.pack.source.places if p.name == kind.starts), None)
            if place is not None and not kind.documents and place.seen_by != "nobody":
                return place.name
        return None

    @cached_property
    def found_in(self) -> dict[str, str]:
        """Kinds with a default place, by name; kinds below inherit it."""
        result = {}
        for kind in self.pack.source.kinds:
            for above in self.pack.source.lineage(kind.name):
                if above.found:
                    result[kind.name] = above.found
                    break
        return result


@dataclass(frozen=True)
class Table:
    """A state, read naively."""

    lore: Lore
    state: State
    notes: set[str] = field(default_factory=set)
    """What the judge met on its way that is worth a name: `known.yaml` lists such names."""
    used: set[int] = field(default_factory=set)
    """Which of what was spoken of (by number) was referred to."""
    loose: frozenset[int] = frozenset()
    """Places in which nobody said what comes first."""
    gone: bool = False
    """What has left the game is spoken of, too."""
    before: State | None = None
    """What was there before that for which a rule waits."""
    laws: tuple[Any, ...] = ()
    """What standing sentences say (`lasting`)."""
    asking: frozenset[tuple[str, int]] = frozenset()
    """What is being asked for of which thing, by a sentence that changes it."""

    @property
    def model(self) -> Model:
        return self.lore.model

    def elsewhere(self) -> Table:
        """The same for another text, which speaks of other things: a definition."""
        return replace(self, used=set())

    def is_kind(self, entity: int, noun: str) -> bool:
        if noun not in self.lore.kinds:
            raise Unknown("a value as if it were a thing")
        return self.model.kind[entity] in self.model.below[self.lore.kinds[noun]]

    def in_game(self, entity: int) -> bool:
        return self.gone or not self.model.is_component[entity] or self.state.parent[entity] >= 0

    def all_of(self, noun: str) -> list[int]:
        if noun not in self.lore.kinds:
            raise Unknown("a value as if it were a thing")
        return [e for e in self.model.all_of[self.lore.kinds[noun]] if self.in_game(e)]

    def above(self, entity: int) -> Iterator[int]:
        """What it is in, from the inside out."""
        entity = self.state.parent[entity]
        while entity >= 0:
            yield entity
            entity = self.state.parent[entity]

    def inside(self, entity: int, place: int) -> bool:
        return place in self.above(entity)

    def owner(self, entity: int) -> int:
        if self.changes_hands(entity):
            return self.state.columns[self.model.owner_column][entity]
        return self.model.owner[entity]

    def changes_hands(self, entity: int) -> bool:
        """Whether it is of a kind that players come to own (`of: nobody`)."""
        if self.model.owner_column < 0 or not self.model.is_component[entity]:
            return False
        kinds = self.lore.pack.source.lineage(self.model.kinds[self.model.kind[entity]].name)
        return next((kind.of for kind in kinds if kind.of), None) == "nobody"

    def not_nobodys(self, entity: int) -> None:
        """Nobody says whose it is that is nobody's yet, and lies in somebody's place."""
        if self.changes_hands(entity) and self.owner(entity) < 0 <= self.holder(entity):
            raise Open("what is nobody's, in somebody's place")

    def holder(self, entity: int) -> int:
        """The player who has it: to whom it belongs, else in whose place it is."""
        own = self.owner(entity)
        if own >= 0:
            return own
        return next((self.owner(place) for place in self.above(entity) if self.owner(place) >= 0), -1)

    def whose(self, entity: int) -> int:
        """Its owner, as a sentence asks for it."""
        self.not_nobodys(entity)
        return self.holder(entity)

    def attribute(self, entity: int, name: str) -> Value | None:
        """None: it has no such attribute, or no value."""
        declared = self.lore.attributes_of[self.model.kind[entity]].get(name)
        if declared is None:
            return None
        if declared.many or declared.form == "text":
            raise Unknown(f"attribute of form {declared.form}")
        column = self.lore.column_of[self.model.kind[entity]][name]
        value = self.state.columns[column][entity]
        if declared.form == "number":
            return Number(self.now(entity, name, value, column))
        if declared.form == "flag":
            return Number(value)
        if value < 0:
            return None
        return Word(value) if declared.form == "value" else Entity(value)

    def listed(self, entity: int, name: str) -> tuple[int, ...] | None:
        """The places or things that its attribute names (*neighbours: [Gull]*); None: it has no such attribute."""
        mine = self.lore.attributes_of[self.model.kind[entity]]
        several = [each.name for each in mine.values() if each.many and each.form == "thing"]
        if name not in several:
            return None
        if len(several) > 1:
            raise Unknown("one of several lists")
        return next((rows[entity] for rows in self.model.listed if entity in rows), ())

    def quantity(self, entity: int, name: str) -> int | None:
        """How much of it a player (or the game) has; None: such as this has none."""
        quantity = self.lore.quantities[name]
        if quantity.of == "player" and not self.is_kind(entity, "player"):
            return None
        if quantity.of == "game" and entity != 0:
            return None
        below = [q.name for q in self.lore.quantities.values() if q.parent == name]
        if below:  # *wares*, where coins and timber are wares: the sum
            return sum(self.quantity(entity, each) or 0 for each in below)
        return self.state.columns[self.lore.amounts[name]][entity]

    def shown(self, entity: int) -> int | None:
        """What it shows, as a number."""
        column = self.model.shows(entity)
        if column < 0:
            return None
        name = self.model.attributes[column].name
        return self.now(entity, name, self.state.columns[column][entity], column)

    def now(self, entity: int, name: str, stored: int, column: int) -> int:
        """An amount as standing sentences change it."""
        from tests.judge.lasting import effective

        return effective(entity, name, stored, column, self) if self.laws else stored
