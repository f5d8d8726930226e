"""What exists in one compiled game: kinds, attributes, values, named entities, verbs, defined words.

Names of the language on the left, indices of the model and ruleset on the right.  Built once by `game.py`; the
compiling functions only read it, apart from registering functions, rules and programs in `ruleset`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import field
from functools import reduce
from typing import TYPE_CHECKING

from toolkit.compile.base.asked import ASKED, Fact, Table, Words
from toolkit.compile.base.semantics import Semantics
from toolkit.compile.base.values import Type
from toolkit.frozen import dataclass
from toolkit.language import ast
from toolkit.language.vocabulary import Template, Vocabulary
from toolkit.meaning.referents import Key
from toolkit.program.expression import Expr
from toolkit.program.memory import Memory
from toolkit.program.ruleset import Function, Ruleset, Sentence

Place = tuple[str, int, int]
"""The file in which a sentence stands, where it begins and where it ends."""

if TYPE_CHECKING:
    from toolkit.compile.base.anywhere import Unplaced
    from toolkit.compile.base.values import Fail
    from toolkit.verbs.verb import KernelVerb


@dataclass(frozen=True, slots=True)
class Attribute:
    """A column.  `of`: kind, *player* or *game*; `quantity`: it is gained and lost (*2 points*); `listed`: several
    things, in a table of the model.  `parts`: columns of the quantities that are one (*gold* is a *resource*), of
    which it is the sum.  `least`: of a quantity, how few there may be."""

    name: str
    index: int
    type: Type
    of: str
    quantity: bool = False
    flag: bool = False
    listed: bool = False
    parts: tuple[int, ...] = ()
    least: int | None = None

    def of_player(self, who: Expr) -> Expr:
        """How much of it somebody has."""
        if not self.parts:
            return ("attr", self.index, who)
        first, *others = (("attr", part, who) for part in self.parts)
        return reduce(lambda total, part: ("add", total, part), others, first)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of entity.

    `category`: thing, player, place, group, game.  `of`: whose (*player*, or a place kind that each has its own).
    `part_of`: place kind.  `only`: the entity, when there is exactly one.  `members`: kind of a group's members.
    `shows`: attribute that the thing counts as.  `found`: place kind searched by default.
    `starts`: place kind where its things begin.
    `supply`: place kind where pieces, which are no documents, begin, and from which more of them are put on the table.
    `owned`: things belong to players.  `seen_by`: who sees what lies in a place.
    """

    name: str
    index: int
    parent: str | None
    category: str
    of: str | None = None
    part_of: str | None = None
    only: int | None = None
    members: str | None = None
    shows: str | None = None
    found: str | None = None
    starts: str | None = None
    supply: str | None = None
    owned: bool = False
    ordered: bool = False
    faces: bool = False
    capacity: bool = False
    works: tuple[str, ...] | None = None
    prep: str = "in"
    prep_said: bool = False
    seen_by: str = "all"


@dataclass(frozen=True, slots=True)
class Defined:
    """A word that a definition defines, for arguments of these kinds.

    `word`: adjective, relation, verb lemma or noun.  `kinds`: of its arguments, the subject first.  `preps`:
    of the further arguments (*toll on a town*: ("on",)).  `type` and `many`: what a noun gives;
    adjectives and relations: truth.
    """

    word: str
    kinds: tuple[str, ...]
    function: int
    type: Type
    preps: tuple[str, ...] = ()
    many: bool = False


@dataclass
class VerbInfo:
    """A verb as an event: its index in the ruleset, its roles, the templates that say it, kernel or pack.

    `brings`: the kind of what a run of it ends with (`draw a card`), if it brings anything.  `requires`: whether its
    document says with what it can be done.  `checked`: whether anything does.  `found`: the place in which it looks for
    what it is done with, of who does it if each player has one.  `stays`: whether that certainly lies where it lay.
    `to_own`: whether its steps put it in a place of who does it.  `lands`: the place of the game where they put it, if
    the pack clears that place time and again.  `keeps`: the place of its owner in which only this verb puts it, once.
    `clears`: the place of the game that its steps empty.  What sentences say of it is kept in `facts`.
    """

    id: str
    index: int
    roles: tuple[str, ...]
    kernel: KernelVerb | None = None
    templates: list[Template] = field(default_factory=list)
    step_names: tuple[str, ...] = ()
    period: str | None = None
    found: str | None = None
    facts: dict[str, object] = field(default_factory=dict)
    checked: Fact[bool] = Fact(False)
    brings: Fact[str] = Fact("")
    requires: Fact[bool] = Fact(False)
    stays: Fact[bool] = Fact(False)
    to_own: Fact[bool] = Fact(False)
    lands: Fact[ast.Modifier | None] = Fact(None)
    keeps: Fact[str | None] = Fact(None)
    clears: Fact[str | None] = Fact(None)

    @property
    def phrase(self) -> str:
        """Its shortest phrase, with its slots: *gain* is said of cards and of coins, which are different verbs."""
        if not self.templates:
            return self.id
        template = min(self.templates, key=lambda each: len(each.slots))
        slots = [f"{slot.prep} {{{slot.noun}}}".lstrip() for slot in template.slots]
        return " ".join([template.verb, *filter(None, [template.fixed]), *slots])


@dataclass
class World:
    """See the module's docstring."""

    vocabulary: Vocabulary
    ruleset: Ruleset
    semantics: Semantics
    kinds: dict[str, Kind] = field(default_factory=dict)
    attributes: dict[tuple[str, str], Attribute] = field(default_factory=dict)
    values: dict[str, tuple[int, str]] = field(default_factory=dict)
    entities: dict[str, tuple[int | tuple[int, ...], str]] = field(default_factory=dict)
    defined: dict[str, list[Defined]] = field(default_factory=lambda: Table("defined"))
    aliases: dict[str, list[tuple[str, int]]] = field(default_factory=lambda: Table("aliases"))
    verbs: dict[str, VerbInfo] = field(default_factory=dict)
    by_lemma: dict[str, list[tuple[VerbInfo, Template]]] = field(default_factory=dict)
    steps: dict[str, int] = field(default_factory=lambda: Table("steps"))
    periods: dict[str, int] = field(default_factory=dict)
    orders: dict[str, int] = field(default_factory=lambda: Table("orders"))
    sentence_fields: dict[str, str] = field(default_factory=dict)
    players: int = 2
    most_players: int = 2  # with which the pack can be played
    absent: Mapping[str, str] = field(default_factory=dict)  # what is of a module that is off, and its name
    totals: dict[str, int] = field(default_factory=dict)
    alike: dict[tuple[str, str], int] = field(default_factory=dict)  # kind, value → how many are printed so
    layers: tuple[str, ...] = ("base",)
    sentence_ids: dict[Place, int] = field(default_factory=dict)
    said: dict[int, Place] = field(default_factory=dict)  # sentences of the text that is being compiled
    unsaid: list[int] = field(default_factory=list)  # those that it had before, and has no more
    elsewhere: dict[tuple[str, str], list[int]] = field(
        default_factory=dict
    )  # those of files that have changed
    owner_column: int | None = None
    sites: dict[str, tuple[int, ...]] = field(default_factory=dict)
    choosers: Words = field(default_factory=lambda: Words("choosers"))
    unliftable: Words = field(
        default_factory=lambda: Words("unliftable")
    )  # words of verbs that require something and that no rule forbids
    doubtful: dict[int, Fail] = field(
        default_factory=dict
    )  # rule → what to say if this permission lifts nothing
    paid_otherwise: set[int] = field(default_factory=set)
    wanted: set[Key] | None = (
        None  # referents of the text being compiled that it speaks of again; None: no text
    )
    paid: dict[str, frozenset[str]] = field(
        default_factory=lambda: Table("paid")
    )  # nouns of verbs and definitions → those in the same sentence: what a cost is paid in
    costs: Words = field(default_factory=lambda: Words("costs"))  # nouns of verbs that say what is paid
    once_only: Words = field(
        default_factory=lambda: Words("once_only")
    )  # verbs that cannot be done to a thing a second time
    unplaced: set[Unplaced] = field(default_factory=set)
    looked_for: set[tuple[str, str]] = field(
        default_factory=set
    )  # kinds and the places where they are looked for
    put_in: set[tuple[str, str]] = field(default_factory=set)  # kinds and the places where they are put
    choosing: VerbInfo | None = None  # the event that *cannot choose* forbids; nothing else proposes it
    _above: dict[str, frozenset[str]] = field(default_factory=dict, repr=False)
    _below: dict[str, tuple[int, tuple[str, ...]]] = field(default_factory=dict, repr=False)
    memory: Memory = field(default_factory=Memory, repr=False)
    _steps: dict[str, int] = field(default_factory=dict, repr=False)  # what numbers they had before

    def kind(self, name: str | None) -> Kind | None:
        """The kind of this name, if it is one."""
        return self.kinds.get(name) if name is not None else None

    def thing(self, name: str | None) -> Kind | None:
        """The kind of things of this name, if it is one."""
        return self.kind(name) if self.category(name) == "thing" else None

    def category(self, name: str | None) -> str:
        """What those of a kind are (*thing*, *place*, *player* …); empty: it is no kind."""
        kind = self.kind(name)
        return kind.category if kind is not None else ""

    def is_a(self, kind: str | None, other: str) -> bool:
        """Whether `kind` is `other` or stands below it.  Everything is a *thing* unless it is a player or the game."""
        return other == "any" or (kind is not None and other in self.above(kind))

    def is_player(self, type: Type) -> bool:
        """Whether a value is a player."""
        return type.base == "entity" and self.is_a(type.name, "player")

    def is_place(self, type: Type) -> bool:
        """Whether a value is a place."""
        return self.category_of(type) == "place"

    def kind_of(self, type: Type) -> Kind | None:
        """The kind that a value is of; None: it is no entity."""
        return self.kinds.get(type.name) if type.base == "entity" else None

    def category_of(self, type: Type) -> str:
        """What a value is (*thing*, *place*, *player* …); empty: it is no entity."""
        return self.category(type.name) if type.base == "entity" else ""

    def shown_by(self, type: Type) -> Attribute | None:
        """The attribute that a value counts as (*a die shows 4*)."""
        return self.shown(type.name) if type.base == "entity" else None

    def above(self, kind: str) -> frozenset[str]:
        """The names of a kind, of those above it and of their categories."""
        known = self._above.get(kind)
        if known is not None:
            return known
        line = list(self.lineage(kind))
        found = frozenset([kind, *(each.parent or kind for each in line), *(each.category for each in line)])
        if line and line[-1].parent is None:  # or else the table is still being built
            self._above[kind] = found
        return found

    def related(self, kind: str | None, other: str | None) -> bool:
        """Whether a thing may be both (one stands below the other)."""
        if kind is None or other is None:
            return True
        return self.is_a(kind, other) or self.is_a(other, kind)

    def lineage(self, kind: str) -> Iterator[Kind]:
        """The kind and those above it."""
        name: str | None = kind
        while name is not None and name in self.kinds:
            yield self.kinds[name]
            name = self.kinds[name].parent

    def akin(self, one: str, other: str) -> bool:
        """Whether two kinds are one, or below one that the pack declares: cats and dogs are pets."""
        above = {entry.name for entry in self.lineage(one)} - {self.kinds[one].category}
        return any(entry.name in above for entry in self.lineage(other))

    def below(self, kind: str) -> Iterator[Kind]:
        """Kinds that are `kind` or stand below it."""
        size, names = self._below.get(kind, (0, ()))
        if size != len(self.kinds):  # or else the table is still being built
            names = tuple(entry.name for entry in self.kinds.values() if self.is_a(entry.name, kind))
            self._below[kind] = len(self.kinds), names
        return map(self.kinds.__getitem__, names)

    def attribute(self, kind: str, name: str) -> Attribute | None:
        """The attribute of that name of a kind: its own, an ancestor's, or one that a kind below declares."""
        for entry in self.lineage(kind):
            if found := self.attributes.get((entry.name, name)):
                return found
        for entry in self.below(kind):
            if found := self.attributes.get((entry.name, name)):
                return found
        return None

    def attribute_of(self, owner: Type, name: str) -> Attribute | None:
        """The attribute of that name of what has this type; None: it has none, or is no thing."""
        return self.attribute(owner.name, name) if owner.base == "entity" else None

    def quantity(self, name: str) -> Attribute | None:
        """The quantity of that name (of players or of the game)."""
        for of in ("player", "game"):
            if (found := self.attributes.get((of, name))) and found.quantity:
                return found
        return None

    def shown(self, kind: str) -> Attribute | None:
        """The attribute that a kind counts as (*a die shows 4*)."""
        for entry in self.lineage(kind):
            if entry.shows:
                return self.attribute(entry.name, entry.shows)
        return None

    def property(self, kind: str, name: str) -> str | None:
        """First value up the lineage of a Kind field (`found`, `of`, …)."""
        for entry in self.lineage(kind):
            if (value := getattr(entry, name)) is not None:
                return value
        return None

    def owned(self, kind: str) -> bool:
        """Whether things of this kind belong to players."""
        return any(entry.owned for entry in self.lineage(kind))

    def may_be_part_of(self, kind: Kind, whole: Kind) -> bool:
        """Whether places of a kind may be parts of a whole, or of parts of it."""
        if kind.name == "place":
            return True
        wholes: set[str] = set()
        left = [kind.name]
        while left:
            for entry in (*self.lineage(name := left.pop()), *self.below(name)):
                above = {each for each in (entry.part_of, entry.of) if each in self.kinds}
                left += above - wholes
                wholes |= above
        if whole.name == "place":  # *the deck in your hand or the box*
            return any(self.kinds[name].category == "place" for name in wholes)
        return any(self.related(name, whole.name) for name in wholes)

    def of_players(self, kind: str) -> bool:
        """Whether places of this kind are players' own, or parts of what belongs to players."""
        above = {each for entry in self.lineage(kind) for each in (entry.of, entry.part_of) if each}
        return "player" in above or any(self.owned(each) or self.of_players(each) for each in above - {kind})

    def owner(self, x: Expr) -> Expr:
        """To whom x belongs: fixed, or a column where things change hands."""
        return ("owner", x) if self.owner_column is None else ("base", self.owner_column, x)

    def field(self, name: str) -> int:
        """Index of a sentence field of components, made when first asked for."""
        ruleset, name = self.ruleset, name.lower()
        if name not in ruleset.fields:
            ruleset.fields.append(name)
            ruleset.formulas.append({})
            ruleset.effects.append({})
        return ruleset.fields.index(name)

    def define(self, defined: Defined) -> None:
        """Register a defined word; several definitions of one word differ in the kinds of their arguments."""
        self.defined.setdefault(defined.word, []).append(defined)

    def define_first(self, defined: Defined) -> None:
        """Register what is meant from now on by a word that is defined for these kinds already."""
        self.defined[defined.word].insert(0, defined)

    def defined_by(self, function: int) -> tuple[Defined, ...]:
        """The words that a function gives a meaning to."""
        ASKED.note("function", function)
        return tuple(
            each for known in dict.values(self.defined) for each in known if each.function == function
        )

    def add_sentence(self, at: Place, sentence: Sentence) -> None:
        """A sentence gets a number: that of one for which it stands, if there is one."""
        sentences = self.ruleset.sentences
        if again := self.elsewhere.get((sentence.file, sentence.text)):
            number = again.pop(0)
            sentences[number] = sentence
        elif self.unsaid:
            number = self.unsaid.pop(0)
            sentences[number] = sentence
        else:
            number = len(sentences)
            sentences.append(sentence)
        self.sentence_ids[at] = number

    def step(self, name: str) -> int:
        """The number of the start or end of a step."""
        number = self._steps.get(name)
        if number is None:
            number = len(self.ruleset.steps)
            self.ruleset.steps.append(name)
        return number

    def share(self, other: World, changed: Set[str]) -> None:
        """What exists, as in another world of a source that is alike: no text changes that.  Steps, sentences and
        fields that were there have the same numbers; in files that have `changed`, sentences stand somewhere else.
        """
        ruleset = self.ruleset
        ruleset.steps += other.ruleset.steps
        ruleset.sentences += other.ruleset.sentences
        self._steps = other._steps | other.steps
        self.sentence_ids |= other.sentence_ids
        for place in [place for place in self.sentence_ids if place[0] in changed] if changed else ():
            number = self.sentence_ids.pop(place)
            said = ruleset.sentences[number]
            self.elsewhere.setdefault((said.file, said.text), []).append(number)
        for name in other.ruleset.fields:
            self.field(name)
        for name in (
            "kinds",
            "attributes",
            "values",
            "entities",
            "totals",
            "alike",
            "sites",
            "_above",
            "_below",
        ):
            setattr(self, name, getattr(other, name))
        self.memory = Memory(other.memory)
        self.players, self.owner_column = other.players, other.owner_column
        self.paid_otherwise = other.paid_otherwise

    def body(self, function: int) -> Function:
        """What a function says, for whoever looks into it."""
        ASKED.note("body", function)
        return self.ruleset.functions[function]

    @staticmethod
    def argument(type_: Type) -> str:
        """As what a definition takes a value: a thing by its kind, an amount as a number."""
        return type_.name if type_.base in ("entity", "value") else "number"

    def find_defined(self, word: str, *kinds: str | None) -> Defined | None:
        """The definition of a word that fits arguments of these kinds, the most specific first."""
        fits = [
            entry
            for entry in self.defined.get(word, ())
            if len(entry.kinds) >= len(kinds)
            and all(
                given is None or self.related(given, wanted)
                for given, wanted in zip(kinds, entry.kinds, strict=False)
            )
        ]
        exact = [
            e for e in fits if all(g is None or self.is_a(g, w) for g, w in zip(kinds, e.kinds, strict=False))
        ]
        return next(iter(exact or fits), None)

    def all_of(self, kind: str) -> Expr:
        """Every entity of a kind; players in turn order, a kind with one entity as a constant."""
        entry = self.kinds[kind]
        if entry.category == "player":
            return ("players",)
        if entry.category == "place":
            return ("set", *self.sites.get(kind, ()))
        return ("all", entry.index)


def kind_of_figure(world: World) -> str | None:
    """The kind of the piece that stands for its player; None: there is none, or players have more."""
    own = [
        kind.name
        for kind in world.kinds.values()
        if kind.category == "thing" and world.owned(kind.name) and len([*world.below(kind.name)]) == 1
    ]
    return own[0] if len(own) == 1 and world.totals.get(own[0]) == world.players else None
