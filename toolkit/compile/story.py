"""Stories → rules and programs: which card is open, which way on was taken first, what its end brings.

The state of a story is a value like any other.  Its open cards lie in their place; two numbers of the game entity hold
the rest: which story is told (0: the default), and which way on was taken (0: none yet; `busy`: a card is being
opened).  Each condition of an open card is watched; the first that becomes true takes its way, later ones change
nothing.  *Follow the story.* goes that way.  Afterwards what still holds counts as having become true, in the order of
the open cards.

Ways are numbered from 1, over all stories, in the order of the files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING
from weakref import proxy

from toolkit.compile.base import build
from toolkit.compile.base.asked import ASKED
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Val, entity
from toolkit.compile.base.world import VerbInfo
from toolkit.compile.rules.statement import Holder
from toolkit.kernel.primitives import DEFAULT
from toolkit.language import ast
from toolkit.pack.source import Item, StoryPlaces
from toolkit.pack.story import OWN_FIELDS, Card, Stories, Story, Way, read_stories, story_templates
from toolkit.program.expression import Expr
from toolkit.program.ruleset import Program, Rule, Verb

if TYPE_CHECKING:
    from toolkit.compile.game import Compiler

LOOK = "story ways"
"""Field whose program takes the first way of a card whose condition holds."""

GAME: Expr = ("game",)
NOBODY: Expr = build.NONE

NO_YOU = (
    "a card of a story is nobody's: say *a player*, *each player*, *all players* or *the active player*, also where "
    "one plays alone"
)


@dataclass
class Telling:
    """What the rest of the project asks of a compiled story.

    `stories`: as written.  `ways`: with the card of each, by number - 1.  `chosen`, `taken`, `gone`: columns of the
    model (which story, which way, which ways of a card that stays were taken).  `look`, `begin`: programs.
    `entities`: components by card.  `conditions`, `matches`: sentence and expression of each way's condition.
    """

    stories: Stories
    ways: tuple[tuple[Card, Way], ...] = ()
    chosen: int = -1
    taken: int = -1
    gone: int = -1
    look: int = -1
    begin: int = -1
    places: list[int] = field(default_factory=list)
    entities: dict[str, int] = field(default_factory=dict)
    conditions: dict[int, int] = field(default_factory=dict)
    matches: dict[int, Expr] = field(default_factory=dict)

    @property
    def busy(self) -> int:
        """What `taken` holds while cards are being opened: nothing is watched then."""
        return len(self.ways) + 1

    @property
    def open_places(self) -> tuple[int, ...]:
        """The places in which open cards lie."""
        return tuple(self.places)

    def has(self, card: Card) -> bool:
        """Whether a card is a component of this game."""
        return f"{card.type}/{card.id}" in self.entities

    def entity(self, card: Card) -> int:
        """The component of a card."""
        return self.entities[f"{card.type}/{card.id}"]


def own_item(stories: Stories, item: Item) -> bool:
    """Whether the story carries an item out, so that no other part of the compiler does."""
    return item.field in OWN_FIELDS and any(
        item.type == kind.name.replace(" ", "-") for kind in stories.kinds
    )


def unless(scope: Scope, condition: Expr) -> int:
    """A jump that no author wrote: what it asks is no condition of a sentence."""
    sentence, scope.sentence = scope.sentence, -1
    at = scope.emit("unless", condition, -1)
    scope.sentence = sentence
    return at


class StoryCompiler:
    """Compiles the stories of one game.  Stages, in the compiler's order: `declare`, `write`."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler: Compiler = proxy(compiler)  # which holds this: no cycle, so that it is freed at once
        self.world, self.ruleset, self.table = compiler.world, compiler.ruleset, compiler.table
        before = compiler.of_same_source
        told = before.story if before is not None else None
        stories = read_stories(compiler.source) if told is None else told.stories
        self.telling = Telling(stories, tuple((card, way) for card in stories.cards for way in card.ways))
        self.verbs: dict[str, int] = {}
        self.programs: dict[str, int] = {}
        self.items: dict[tuple[str, str], list[tuple[Item, ast.Paragraph]]] = {}

    def __bool__(self) -> bool:
        return bool(self.telling.stories)

    # -- What the sentences of a pack may use ----------------------------------------------------------------
    def declare(self) -> None:
        """The three verbs, and the columns that the table made."""
        self.telling.chosen, self.telling.taken, self.telling.gone = self.table.story_columns
        for template in story_templates():
            name = template.meaning
            self.verbs[name] = len(self.ruleset.verbs)
            self.ruleset.verbs.append(Verb(name, (), program=-2))
            info = VerbInfo(name, self.verbs[name], (), None, [template])
            self.world.verbs[name] = info
            self.world.by_lemma.setdefault(template.verb, []).append((info, template))

    # -- Programs --------------------------------------------------------------------------------------------
    def write(self) -> None:
        """Everything, once the rest of the pack can be spoken of."""
        telling = self.telling
        fits = lambda item: item.type == "story" or own_item(telling.stories, item)
        for item, tree in self.compiler.texts("of stories", fits):
            self.items.setdefault((item.type, item.document), []).append((item, tree))
        for card in telling.stories.cards:
            if made := self.table.components.get((self.kind(card), card.id)):
                telling.entities[f"{card.type}/{card.id}"] = made[0]
        for kind in telling.stories.kinds:
            assert kind.story is not None
            telling.places += self.table.places.get(kind.story.open, ())
        cards = [card for card in telling.stories.cards if telling.has(card)]
        names = ["look", "follow", "finish", "begin", *(f"open {c.type}/{c.id}" for c in cards)]
        for name in names:  # they call each other: places first, then what stands there
            self.programs[name] = self.reserve(name)
        telling.look, telling.begin = self.programs["look"], self.programs["begin"]
        for card in cards:
            self.piece(f"open {card.type}/{card.id}", self.opening(card), partial(self.open_card, card))
        self.look(cards)
        self.piece("follow", self.endings(), self.follow)
        self.piece("finish", (), self.finish)
        self.piece("begin", (), self.begin)
        for name, program in (
            ("begin-story", "begin"),
            ("follow-story", "follow"),
            ("finish-story", "finish"),
        ):
            old = self.ruleset.verbs[self.verbs[name]]
            self.ruleset.verbs[self.verbs[name]] = Verb(old.id, old.roles, self.programs[program])

    def reserve(self, name: str) -> int:
        """A place among the programs."""
        pieces = self.compiler.pieces
        if pieces is not None:
            return pieces.program(("story", name))
        self.ruleset.programs.append(Program(name, (), (), 0))
        return len(self.ruleset.programs) - 1

    def finished(self, name: str, scope: Scope) -> Program:
        """Put a program in its place."""
        scope.emit("return", build.integer(1))
        program = Program(name, tuple(scope.code), tuple(scope.at), scope.size)
        self.ruleset.programs[self.programs[name]] = program
        return program

    def opening(self, card: Card) -> list[object]:
        """The trees of what opening a card does, and the document, which says where the card stands."""
        trees = [tree for _, tree in self.texts(card.type, card.id, "setup")]
        return [*trees, *(self.ending(card) if card.ending else ()), card.document]

    def ending(self, card: Card, *path: str | int) -> list[ast.Paragraph]:
        """The trees of what ends its game and story: below a key of a card, or its own."""
        ends = ("awards", "winner")
        texts = [text for end in ends for text in self.texts(card.type, card.id, *path, end)]
        return [tree for _, tree in (*texts, *self.texts("story", card.story, "winner"))]

    def endings(self) -> list[ast.Paragraph]:
        """The trees of all that ways do."""
        ways = ((card, way) for card, way in self.telling.ways if way.list == "epilogues")
        return [part for card, way in ways for part in self.ending(card, way.list, way.number)]

    def piece(self, name: str, trees: Iterable[object], action: Callable[[], Program]) -> None:
        """A program in its place, as it was before if its trees are."""
        self.ruleset.programs[self.programs[name]] = self.compiler.piece("story", name, trees, action)

    def scope(self, item: Item | None = None, card: Card | None = None) -> Scope:
        """The scope of a program: nobody is *you*, the card is *this*."""
        scope = self.compiler.scope(item) if item is not None else Scope(self.world)
        scope.no_you = NO_YOU
        if card is not None:
            scope.this = Val(("local", 1), entity(self.kind(card)))
        scope.size = 2
        return scope

    def kind(self, card: Card) -> str:
        """The kind of a card."""
        return next(k.name for k in self.telling.stories.kinds if k.name.replace(" ", "-") == card.type)

    def places(self, card: Card) -> StoryPlaces:
        """Where cards of its kind lie."""
        kind = next(k for k in self.telling.stories.kinds if k.name == self.kind(card))
        assert kind.story is not None
        return kind.story

    def place(self, name: str) -> Expr:
        """The one place of that name."""
        return build.integer(self.table.places.get(name, [-1])[0])

    def texts(self, type: str, id: str, *path: str | int) -> list[tuple[Item, ast.Paragraph]]:
        """The sentence items of a field."""
        return [
            (item, tree) for item, tree in self.items.get((type, id), ()) if item.path[: len(path)] == path
        ]

    def paragraphs(self, items: list[tuple[Item, ast.Paragraph]], scope: Scope) -> None:
        """Emit what they say, one after another; one that cannot be compiled is left out and told."""
        for item, tree in items:
            layer = self.compiler.scope(item)
            scope.cites, scope.span = item.cites, item.text.span()
            scope.layer, scope.layer_name = layer.layer, layer.layer_name
            scope.loop_start = scope.here()
            mark, sentence = scope.here(), scope.sentence
            if not self.compiler.attempt(self.compiler.written, tree, scope):
                del scope.code[mark:], scope.at[mark:]
            scope.sentence = sentence

    # -- Opening and leaving ---------------------------------------------------------------------------------
    def put(self, scope: Scope, cards: Expr, place: str, face: int = -1) -> None:
        """Put them in a place; in an ordered one, on top."""
        scope.emit(
            "do",
            self.world.verbs["put"].index,
            NOBODY,
            (cards, self.place(place), build.integer(DEFAULT), build.integer(face)),
            -1,
        )

    def leave(self, scope: Scope, cards: Expr, card: Card) -> None:
        """Put cards away that are open no more.  What lies on them goes back to where it began."""
        slot = scope.alloc()
        left = scope.store(("flat", cards, slot, ("contents", ("local", slot))))
        bare = unless(scope, build.nonempty(left))
        for place, pieces in self.beginnings().items():
            where, face = build.integer(place), build.integer(-1)
            put = self.world.verbs["put"].index
            roles = (("inter", left, ("set", *pieces)), where, build.integer(DEFAULT), face)
            scope.emit("do", put, NOBODY, roles, -1)
        scope.patch(bare)
        self.put(scope, cards, self.places(card).left)

    def beginnings(self) -> dict[int, list[int]]:
        """The pieces that begin in each place; cards of stories are none."""
        found: dict[int, list[int]] = {}
        told = {self.telling.entity(card) for card in self.telling.stories.cards if self.telling.has(card)}
        for number, each in enumerate(self.table.builder.entities):
            if each.at >= 0 and number not in told:
                found.setdefault(each.at, []).append(number)
        return found

    def is_open(self, card: Card, where: Expr) -> Expr:
        """Whether a card lies among the open ones."""
        return ("ne", ("within", where, self.world.kinds[self.places(card).open].index), build.NONE)

    def open_card(self, card: Card) -> Program:
        """Cards of earlier acts are left, this one is opened, its set-up is carried out, then what it opens."""
        scope = self.scope(card=card)
        shut = unless(scope, build.negate(self.is_open(card, ("local", 1))))
        scope.sentence = self.sentence_of(card)
        earlier = [
            self.telling.entity(other)
            for other in self.same_story(card)
            if other is not card and other.until <= card.number and self.telling.has(other)
        ]
        if earlier:
            slot = scope.alloc()
            leaving = scope.store(("filter", ("set", *earlier), slot, self.is_open(card, ("local", slot))))
            skip = unless(scope, build.nonempty(leaving))
            self.leave(scope, leaving, card)
            scope.patch(skip)
        if any(self.remains(card, way) for way in card.ways):
            self.set(scope, ("local", 1), self.telling.gone, build.integer(0))
        faces = any(kind.faces for kind in self.compiler.source.lineage(self.kind(card)))
        self.put(scope, ("single", ("local", 1)), self.places(card).open, face=1 if faces else -1)
        self.paragraphs(self.texts(card.type, card.id, "setup"), scope)
        story = self.telling.stories.find(card.story)
        for name in card.opens:
            other = story.card(name.value) if story else None
            if other is not None:
                self.call_open(scope, other)
        if card.ending:
            self.end(
                scope,
                self.texts(card.type, card.id, "awards"),
                self.texts(card.type, card.id, "winner"),
                card,
            )
        scope.patch(shut)
        return self.finished(f"open {card.type}/{card.id}", scope)

    def same_story(self, card: Card) -> tuple[Card, ...]:
        story = self.telling.stories.find(card.story)
        return story.cards if story else ()

    def sentence_of(self, card: Card) -> int:
        """Where a card is named: the sentence of what opening it does."""
        scope = Scope(self.world, span=card.span)
        return scope.say(card.span)

    def call_open(self, scope: Scope, card: Card) -> None:
        name = f"open {card.type}/{card.id}"
        if name in self.programs:
            entity_ = build.integer(self.telling.entity(card))
            scope.emit("call", self.programs[name], (build.NONE, entity_), -1)

    def end(
        self,
        scope: Scope,
        awards: list[tuple[Item, ast.Paragraph]],
        winner: list[tuple[Item, ast.Paragraph]],
        card: Card,
    ) -> None:
        """Awards first, then whoever wins; the game is over in any case."""
        self.paragraphs(awards, scope)
        self.paragraphs(winner or self.texts("story", card.story, "winner"), scope)
        scope.emit("end", build.EMPTY)

    # -- Watching --------------------------------------------------------------------------------------------
    def taken(self) -> Expr:
        return ("base", self.telling.taken, GAME)

    def take(self, scope: Scope, number: int) -> None:
        self.set(scope, GAME, self.telling.taken, build.integer(number))

    def set(self, scope: Scope, of: Expr, column: int, value: Expr) -> None:
        """An event, so that the log tells what the story remembers, and why."""
        scope.emit("do", self.world.verbs["set"].index, NOBODY, (of, build.integer(column), value), -1)

    def remains(self, card: Card, way: Way) -> bool:
        """Whether a card stays open when this way of it is taken."""
        story = self.telling.stories.find(card.story)
        goals = [goal for id in way.targets if story and (goal := story.card(id)) is not None]
        return any(card.stays and card.until > goal.number for goal in goals)

    def fresh(self, card: Card, way: Way) -> Expr:
        """A way of a card that stays is gone once, until the card is opened again."""
        if not self.remains(card, way):
            return build.TRUE
        shifted = ("div", ("base", self.telling.gone, ("local", 1)), build.integer(2 ** card.ways.index(way)))
        return ("eq", ("mod", shifted, build.integer(2)), build.integer(0))

    def is_one(self, numbers: list[int]) -> Expr:
        """Whether the way that was taken is one of these."""
        return build.either(*(("eq", self.taken(), build.integer(n)) for n in numbers))

    def look(self, cards: list[Card]) -> None:
        """The watches, and the program that looks at every open card in its order."""
        fields = self.world.field(LOOK)
        for card in cards:
            ways = [self.texts(card.type, card.id, way.list, way.number, "when") for way in card.ways]
            trees = [tree for items in ways for _, tree in items]
            action = partial(self.ways, card, ways)
            found, program = self.compiler.piece("ways", f"{card.type}/{card.id}", trees, action)
            for way in card.ways:
                number = self.number(way)
                if number in found:
                    self.telling.matches[number], self.telling.conditions[number] = found[number]
                self.compiler.now("way", number, self.telling.conditions.get(number))
            self.ruleset.effects[fields][self.telling.entity(card)] = program
        self.piece("look", (), partial(self.look_at_all, fields))

    def look_at_all(self, fields: int) -> Program:
        """Look at every open card."""
        scope = self.scope()
        done = scope.alloc()
        row = scope.alloc()
        index, each = scope.alloc(), scope.alloc()
        self.take(scope, 0)
        for name in dict.fromkeys(kind.story.open for kind in self.telling.stories.kinds if kind.story):
            row_of: Expr = ("contents", self.place(name))
            ordered = any(place.ordered for place in self.compiler.source.places if place.name == name)
            scope.emit("let", row, ("reverse", row_of) if ordered else row_of)  # the latest lies on top
            scope.emit("let", index, build.integer(0))
            head = scope.emit("each", row, index, each, -1)
            scope.emit("resolve", fields, ("local", each), NOBODY, done)
            scope.emit("unless", ("ne", self.taken(), build.integer(0)), head)
            scope.emit("return", build.integer(1))
            scope.patch(head)
        return self.finished("look", scope)

    def ways(
        self, card: Card, texts: list[list[tuple[Item, ast.Paragraph]]]
    ) -> tuple[dict[int, tuple[Expr, int]], int]:
        """The conditions of the ways of a card and their sentences, by number; the program that takes the first.  For
        each there is a rule that notices that it became true.
        """
        found: dict[int, tuple[Expr, int]] = {}
        looking = self.scope(card=card)
        for way, items in zip(card.ways, texts, strict=True):
            condition = self.condition(items, card) if items else None
            if condition is None:
                continue
            expr, size, sentence = condition
            number = self.number(way)
            found[number] = expr, sentence
            looking.size = max(looking.size, size)
            looking.sentence = sentence
            expr = build.both(self.fresh(card, way), expr)
            skip = unless(looking, expr)
            self.take(looking, number)
            looking.emit("return", build.integer(1))
            looking.patch(skip)
            self.watch(items[0][0], card, number, expr, size, sentence)
        code, at = (*looking.code, ("return", build.integer(0))), (*looking.at, -1)
        self.ruleset.programs.append(Program(f"{LOOK} {card.id}", code, at, looking.size))
        return found, len(self.ruleset.programs) - 1

    def condition(self, items: list[tuple[Item, ast.Paragraph]], card: Card) -> tuple[Expr, int, int] | None:
        """The condition of a way: truth over nobody and the card, locals, sentence."""
        scope = self.scope(items[0][0], card)
        scope.alloc()  # the member of a watch

        def compiled() -> Expr:
            return build.both(
                *(
                    self.compiler.condition(sentence, scope)
                    for _, tree in items
                    for sentence in tree.sentences
                )
            )

        expr = self.compiler.attempt(compiled)
        return (expr, scope.size, scope.sentence) if expr is not None else None

    def number(self, way: Way) -> int:
        return next(n for n, (_, other) in enumerate(self.telling.ways, 1) if other is way)

    def watch(self, item: Item, card: Card, number: int, expr: Expr, size: int, sentence: int) -> None:
        """The rule that notices that a condition became true."""
        holder = self.compiler.holder(item)
        assert isinstance(holder, Holder)
        scope = self.scope(card=card)
        scope.size, scope.sentence = max(size, 3), sentence
        free = unless(scope, self.is_one([0]))
        scope.emit("call", self.programs["look"], (build.NONE, build.NONE), -1)
        missed = unless(scope, self.is_one([0]))
        self.take(scope, number)  # true for a moment only, but true
        scope.patch(missed)
        self.at_once(scope)
        scope.patch(free)
        scope.emit("return", build.integer(1))
        self.ruleset.programs.append(Program("story", tuple(scope.code), tuple(scope.at), scope.size))
        layer = self.compiler.scope(item).layer
        self.ruleset.rules.append(
            Rule(
                "watch",
                holders=holder.holders,
                locals=scope.size,
                layer=layer,
                sentence=sentence,
                over=("single", GAME),
                match=expr,
                program=len(self.ruleset.programs) - 1,
            )
        )

    def at_once(self, scope: Scope) -> None:
        """Go on at once if the way that was taken says so."""
        numbers = [n for n, (_, way) in enumerate(self.telling.ways, 1) if way.at_once]
        if numbers:
            skip = unless(scope, self.is_one(numbers))
            scope.emit("call", self.programs["follow"], (build.NONE, build.NONE), -1)
            scope.patch(skip)

    # -- Going on --------------------------------------------------------------------------------------------
    def follow(self) -> Program:
        """The way that was taken, if one was."""
        scope = self.scope()
        nothing = unless(scope, ("ne", self.taken(), build.integer(0)))
        way_slot = scope.store(self.taken())
        self.take(scope, self.telling.busy)
        ends: list[int] = []
        for number, (card, way) in enumerate(self.telling.ways, 1):
            ASKED.note("way", number)
            if number not in self.telling.conditions:
                continue
            other = unless(scope, ("eq", way_slot, build.integer(number)))
            scope.sentence = self.telling.conditions[number]
            self.go(scope, card, way)
            scope.sentence = -1
            ends.append(scope.emit("jump", -1))
            scope.patch(other)
        scope.patch(*ends)
        scope.emit("call", self.programs["look"], (build.NONE, build.NONE), -1)
        self.at_once(scope)
        scope.emit("return", build.integer(1))
        scope.patch(nothing)
        scope.emit("return", build.integer(0))
        return self.finished("follow", scope)

    def go(self, scope: Scope, card: Card, way: Way) -> None:
        """What a way does."""
        this = build.integer(self.telling.entity(card))
        if way.list == "epilogues":
            scope.this = Val(("local", 1), entity(self.kind(card)))
            scope.emit("let", 1, this)
            path = (way.list, way.number)
            self.end(
                scope,
                self.texts(card.type, card.id, *path, "awards"),
                self.texts(card.type, card.id, *path, "winner"),
                card,
            )
            scope.this = None
            return
        story = self.telling.stories.find(card.story)
        goals = [goal for id in way.targets if story and (goal := story.card(id)) is not None]
        if self.remains(card, way):
            gone: Expr = ("base", self.telling.gone, this)
            more = ("add", gone, build.integer(2 ** card.ways.index(way)))
            self.set(scope, this, self.telling.gone, more)
        else:
            stay = unless(scope, self.is_open(card, this))
            self.leave(scope, ("single", this), card)
            scope.patch(stay)
        for goal in goals:
            self.call_open(scope, goal)

    def finish(self) -> Program:
        """The way that was taken, if it ends the game; *If you do* asks about it."""
        scope = self.scope()
        numbers = [n for n, (card, way) in enumerate(self.telling.ways, 1) if self.ends(card, way)]
        nothing = unless(scope, self.is_one(numbers))
        scope.emit("call", self.programs["follow"], (build.NONE, build.NONE), -1)
        scope.emit("return", build.integer(1))
        scope.patch(nothing)
        scope.emit("return", build.integer(0))
        return self.finished("finish", scope)

    def ends(self, card: Card, way: Way) -> bool:
        """Whether the game ends on this way."""
        story = self.telling.stories.find(card.story)
        goals = [story.card(id) for id in way.targets] if story else []
        return way.list == "epilogues" or any(goal is not None and goal.ending for goal in goals)

    def begin(self) -> Program:
        """The first cards of the story that was chosen."""
        scope = self.scope()
        self.take(scope, self.telling.busy)
        stories = self.telling.stories
        done: list[int] = []
        for number, story in enumerate(stories.stories, 1):
            numbers = [number, *([0] if story is stories.default else [])]
            chosen: Expr = ("base", self.telling.chosen, GAME)
            other = unless(scope, build.either(*(("eq", chosen, build.integer(n)) for n in numbers)))
            self.first(scope, story)
            done.append(scope.emit("jump", -1))
            scope.patch(other)
        scope.patch(*done)
        scope.emit("call", self.programs["look"], (build.NONE, build.NONE), -1)
        self.at_once(scope)
        return self.finished("begin", scope)

    def first(self, scope: Scope, story: Story) -> None:
        for name in story.begins:
            card = story.card(name.value)
            if card is not None:
                self.call_open(scope, card)
