"""A whole pack → model and ruleset, for so many players and with these options.

The order: table (what exists) → verbs (names of events) → definitions (declared, then compiled) → card texts
and rules → verbs' and procedures' steps → invariants.  Each sentence item fails alone: its diagnostic is
collected, the rest goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field, fields, replace
from functools import partial
from typing import Any, Self, TypeVar

from toolkit.compile import checks, closures, leaving, seated
from toolkit.compile.base import build
from toolkit.compile.base.asked import ASKED
from toolkit.compile.base.scope import Scope, player_type
from toolkit.compile.base.values import NUMBER, Fail, Type, Val, entity
from toolkit.compile.base.world import VerbInfo, World
from toolkit.compile.compiled import CompiledGame, DeckRule
from toolkit.compile.conditions.condition import truth
from toolkit.compile.definition import Definition, declare, define, formula, join_truths, only_once
from toolkit.compile.effects.ability import could_be_done
from toolkit.compile.effects.effect import paragraph
from toolkit.compile.english import English
from toolkit.compile.events.brought import result_of
from toolkit.compile.events.outcome import plain_order
from toolkit.compile.optimise import improve_ruleset
from toolkit.compile.pieces import Made, Pieces, known_of_verbs, known_words
from toolkit.compile.rules.lifting import lift
from toolkit.compile.rules.statement import Holder
from toolkit.compile.story import StoryCompiler, own_item
from toolkit.compile.story_check import check_conditions
from toolkit.compile.table import Table
from toolkit.compile.texts import by_document, rules_of
from toolkit.compile.trees import Given, Texts
from toolkit.compile.verbs import Verbs
from toolkit.compile.works import HELD, Acting, Works
from toolkit.documents.document_type import sentence_fields, types_that
from toolkit.kernel.model import Model
from toolkit.language import ast
from toolkit.limits import limits_for
from toolkit.pack.items import EXAMPLE_TYPES
from toolkit.pack.read import words_of
from toolkit.pack.source import Item, Kind, PackSource, Place
from toolkit.program.expression import Expr
from toolkit.program.ruleset import Function, Program, Ruleset
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Diagnostic
from toolkit.report.internal import internal
from toolkit.report.source import Span

Trees = Mapping[Item, ast.Paragraph]

T = TypeVar("T")


class OtherVerbs(Exception):
    """Verbs have other numbers than before: nothing can be taken from there."""


SET_UP = "set-up"
"""The procedure after which modules set up what is theirs; a scenario without it: after its first one."""


@dataclass
class Compiler:
    """One compilation.  `trees`: of the whole pack; those of examples and of options that are off are not looked at.
    `before`: the same game with trees of which most are the same; what does not hang on the others is taken from it.
    """

    source: PackSource
    trees: Trees
    players: int
    options: Mapping[str, bool]
    scenario: str | None = None
    before: CompiledGame | None = None
    found: list[Diagnostic] = field(default_factory=list)
    pieces: Pieces | None = None
    given: PackSource = field(init=False)
    _acting: Acting = field(default_factory=Acting)
    _held: Given = field(default_factory=Given)

    def __post_init__(self) -> None:
        self.ruleset = Ruleset()
        self.world = World(self.source.vocabulary, self.ruleset, English())
        self.world.layers = tuple(self.source.manifest.precedence) or ("base",)
        manifest = self.source.manifest
        self.options, self.given = manifest.chosen(self.options), self.source
        self.world.most_players = manifest.counts(self.options)[-1]
        if (before := self.of_same_source) is not None and before.made is not None:
            self.source, self.world.absent = before.source, before.world.absent
            self._held = before.made.given.exchanged(self.trees)
        else:
            self.world.absent = self.source.absent(self.options)
            self.source = self.source.with_options(self.options)
            compiled = {
                item: self.trees[item]
                for item in self.trees
                if item.type not in EXAMPLE_TYPES and all(map(self.options.get, item.options))
            }
            self._held = Given(self.trees, compiled)
        self.trees = self._held.compiled
        self.table = Table(self.source, self.world) if self.before is None else self.before.table
        self.verbs = Verbs(self)
        self.story = StoryCompiler(self)

    @property
    def of_same_source(self) -> CompiledGame | None:
        """The game before, if it was compiled from this very source: only trees may differ."""
        before = self.before
        same = before is not None and before.made is not None and before.made.source is self.given
        return before if same else None

    @classmethod
    def resumed(cls, game: CompiledGame, trees: Trees, options: Mapping[str, bool] | None = None) -> Self:
        """A compiler that adds to copies of the tables of `game`, which stays as it is."""
        compiler = cls(game.source, trees, game.world.players, options or {})
        compiler.ruleset, compiler.world, compiler.table = (
            copied(game.ruleset),
            copied(game.world),
            game.table,
        )
        compiler.world.ruleset, compiler.world.memory = compiler.ruleset, game.world.memory.beside()
        return compiler

    def compile(self) -> CompiledGame:
        """Everything; `diagnostics` says what failed."""
        before = self.before
        self.pieces = pieces = Pieces(self.world, self.found, before.made if before is not None else None)
        model = self.declare()
        self.verbs.mark_checked(rules=True)  # orders in rules may stand before what forbids them
        pieces.stage("rules", known_of_verbs(self.world))
        self.cards()
        self.unconditional()
        self.standing()
        self.verbs.mark_checked()
        pieces.stage("steps", known_of_verbs(self.world))
        self.requirements()
        self.programs()
        self.card_effects()
        self.procedures()
        if self.story:
            self.story.write()
        self.invariants()
        deck_rules = tuple(self.deck_rules())
        self.evaluations()
        pieces.finish(self.ruleset)
        if self.story:
            amounts = {entry.index for entry in self.world.attributes.values() if entry.quantity}
            self.found += check_conditions(
                self.story.telling, model, self.ruleset, amounts, self.world.memory
            )
        self.found += checks.as_written(self.world, self.source, model, self.found[:])
        self.found += seated.check(self.world, self.source, pieces.function)
        self.found += lift(self.ruleset, self.world)
        leaving.look_back(self.ruleset, memory=self.world.memory, new=pieces.function)
        improve_ruleset(self.ruleset, self.world.memory)
        self.found += checks.as_carried_out(self.world, self.source, model, self.trees)
        self.ruleset.ordering = self.source.manifest.ordering
        self.ruleset.asking = self.source.manifest.asking
        self.ruleset.people = self.source.seating(self.scenario).people
        self.ruleset.limits = limits_for(dict(self.source.manifest.limits))
        self.world.memory.forget()
        pieces.keep()
        return replace(self.game(model, deck_rules), made=self.kept(pieces))

    def declared(self) -> CompiledGame:
        """What can be spoken of."""
        before = self.before
        self.pieces = pieces = Pieces(self.world, self.found, before.made if before is not None else None)
        model = self.declare()
        pieces.finish(self.ruleset)
        self.world.memory.forget()
        return replace(self.game(model), made=self.kept(pieces))

    def kept(self, pieces: Pieces) -> Made:
        """What the next compilation can take from this one."""
        pieces.made.source, pieces.made.given = self.given, self._held
        return pieces.made

    def piece(self, name: str, of: object, trees: Iterable[object], action: Callable[[], T]) -> T:
        """What the action gives, which compiles these trees: as it was before, if they are the same and nothing that
        it asks is otherwise.  On what else it hangs stands beside the trees.
        """
        return action() if self.pieces is None else self.pieces.of(name, of, trees, action)

    def now(self, table: str, key: int, value: object) -> None:
        """What is known from here on, for pieces that note that they ask for it."""
        if self.pieces is not None:
            self.pieces.now((table, key), value)

    def game(self, model: Model, deck_rules: tuple[DeckRule, ...] = ()) -> CompiledGame:
        """What has been compiled so far."""
        telling = self.story.telling if self.story else None
        found = tuple(self.found)
        return CompiledGame(
            self.source, model, self.ruleset, self.world, self.table, deck_rules, found, telling
        )

    def declare(self) -> Model:
        """What exists, what can happen and what is defined: all that a sentence can speak of.

        Everything after it (what texts say) only adds to this.
        """
        if self.before is None:
            model = self.table.build(self.players, self.source.seating(self.scenario).seats)
        else:
            model = self.before.model
            self.world.share(self.before.world, self.changed_files(self.before))
        self.found += self.table.found
        self.fields()
        self.verbs.declare()
        if self.story:
            self.story.declare()
        if self.before is not None:
            verbs = [[each.id for each in rules.verbs] for rules in (self.ruleset, self.before.ruleset)]
            if verbs[0] != verbs[1]:
                raise OtherVerbs
        self.definitions(whole=True)
        if self.pieces is not None:
            self.pieces.declared()
        return model

    def changed_files(self, before: CompiledGame) -> set[str]:
        """The files in which sentences do not stand any more where they stood."""
        if self.of_same_source is not None:
            return set()
        now = {file.name: file for file in self.source.files}
        return {file.name for file in before.source.files if now.get(file.name) != file}

    # -- items ----------------------------------------------------------------------------------------------
    def items(self, *types: str, path: str | None = None) -> Iterator[tuple[Item, ast.Paragraph]]:
        """The parsed items of documents of these types (none given: of components), in order."""
        named = self.texts(types, lambda item: item.type in types) if types else self.of_components()
        if path is not None:  # asked of each kind and field
            named = self.texts((types, path), lambda item: item.field == path, named)
        for item, tree in named:
            if types and tree.label is not None:
                what = f"the label “{tree.label}:” here"
                self.found.append(diagnose("SAY0801", tree.span or item.text.span(0, 1), what=what))
            else:
                yield item, tree

    def of_components(self) -> Texts:
        """The texts of components that no story carries out."""
        others, stories = sentence_fields(), self.story.telling.stories
        return self.texts((), lambda item: item.type not in others and not own_item(stories, item))

    def texts(self, name: object, fits: Callable[[Item], bool], among: Texts | None = None) -> Texts:
        """Those whose items fit, found once.  `name`: of what fits.  `among`: not of all that is compiled."""
        if self._held.compiled is not self.trees:
            self._held = Given(self.trees, self.trees)
        texts = self._held.texts
        if name not in texts:
            texts[name] = [each for each in (self.trees.items() if among is None else among) if fits(each[0])]
        return texts[name]

    def scope(self, item: Item, **changes: Any) -> Scope:
        """A scope for an item."""
        scope = Scope(self.world, span=item.text.span(), **changes)
        scope.cites = item.cites
        scope.layer_name = item.layer or self.world.layers[0]
        scope.layer = (
            self.world.layers.index(scope.layer_name) if scope.layer_name in self.world.layers else 0
        )
        return scope

    def attempt(self, action: Callable[..., T], *arguments: Any) -> T | None:
        """Call it; a `Fail` becomes a diagnostic, and None, and so does a mistake of ours."""
        try:
            return action(*arguments)
        except Fail as fail:
            self.found.append(fail.diagnostic)
        except Exception as error:
            spans = (getattr(argument, "span", None) for argument in arguments)
            span = next((s for s in spans if isinstance(s, Span)), None)
            if span is None:
                raise
            self.found.append(internal(error, span))
        return None

    # -- verbs ----------------------------------------------------------------------------------------------
    def fields(self) -> None:
        """Sentence fields of kinds: name → start symbol."""
        for sentences in (
            *(k.sentences for k in self.source.kinds),
            *(p.sentences for p in self.source.places),
        ):
            self.world.sentence_fields.update(sentences)

    def slots(self, info: VerbInfo, scope: Scope) -> None:
        """The roles of a verb as *the N* of its own sentences."""
        for number, slot in enumerate(info.templates[0].slots):
            if slot.noun in ("amount", "number"):
                type_ = NUMBER
            elif slot.noun in self.world.vocabulary.lists:
                type_ = Type("value", slot.noun)
            else:
                type_ = entity(slot.noun if slot.noun in self.world.kinds else "thing")
            plural = self.world.vocabulary.nouns.get(slot.noun)
            many = plural is not None and slot.name == plural.plural != plural.id
            value = Val(("local", 2 + number), type_, many)
            scope.slots[slot.name] = value
            if slot.counts:  # *that many times* in the steps of `draw {number} cards`
                scope.amount = value.expr
            scope.slots.setdefault(slot.noun, value)
            if type_.base == "entity":
                scope.bind(value, slot.name)
        scope.size = 2 + len(info.roles)

    def requirements(self) -> None:
        """`requires` of verbs: truth over you and the roles."""
        for item, tree in self.items("verb", path="requires"):
            info = self.world.verbs.get(item.document)
            if info is None:
                continue
            action = partial(self.attempt, self.required, item, tree, info)
            if (made := self.piece("requires", item, [tree], action)) is not None:
                expr, said, size = made
                needs = partial(replace, requires=expr, requires_at=said, requires_locals=size)
                self.ruleset.verbs[info.index] = needs(self.ruleset.verbs[info.index])

    def required(self, item: Item, tree: ast.Paragraph, info: VerbInfo) -> tuple[Expr, int, int]:
        """What a verb requires, its sentence and how many locals it has."""
        scope = self.scope(item, you=Val(("local", 0), player_type()))
        self.slots(info, scope)
        expr = build.both(*(self.condition(s, scope) for s in tree.sentences))
        return expr, scope.say(scope.span), scope.size

    def condition(self, sentence: ast.Sentence, scope: Scope) -> Expr:
        """A sentence of a condition field."""
        scope.number += 1
        scope.say(sentence.span)
        if sentence.openings or not isinstance(sentence.body, ast.Clauses):
            raise scope.unfit(sentence, "this in a condition")
        with scope.saying(there=None):
            return truth(sentence.body, scope)

    # -- definitions ----------------------------------------------------------------------------------------
    def definitions(self, *, whole: bool = False) -> None:
        """Left sides first, then right sides.  `whole`: those of the whole game, and not one of them once more."""
        declared: list[tuple[Item, int, Definition]] = []
        said: list[Definition] = []
        pieces = self.pieces if whole else None
        new = self.ruleset.new_function if pieces is None else pieces.function
        for item, tree in self.items("definitions", path="is"):
            for number, sentence in enumerate(tree.sentences):
                scope = self.scope(item)
                place = partial(new, (item.anchor, item.path, number))
                definition = self.attempt(declare, sentence, self.world, scope, place)
                if definition is not None:
                    self.attempt(only_once, definition, said, scope)
                    declared.append((item, number, definition))
                    said.append(definition)
        if whole:
            join_truths(said, self.world, new)
        if pieces is not None:
            left = {each.function: each.left for each in said}
            pieces.stage("words", known_words(self.world) | known_of_verbs(self.world) | {"declared": left})
        for item, number, definition in declared:
            action = partial(self.defined, definition, item.text.span())
            if pieces is None:
                action()
            else:
                function = pieces.of(f"define {number}", item, [definition.sentence], action)
                self.ruleset.functions[definition.function] = function
                pieces.now(("body", definition.function), function)
        closures.close(self.ruleset.functions, self.world.memory)

    def defined(self, definition: Definition, span: Span) -> Function:
        """The function of a definition, compiled."""
        ASKED.note("declared", definition.function)
        self.attempt(define, definition, self.world, span)
        return self.ruleset.functions[definition.function]

    # -- texts of components, rules -------------------------------------------------------------------------
    def holder(self, item: Item) -> Holder | None:
        """For which components the text of a document acts, and who *you* is."""
        kind, places, elsewhere = self._acting.of(Works(self.source, self.world), item.type, item.field)
        if kind is None:
            return None
        made = self.table.components.get((kind.name, item.document), [])
        items: Expr = ("set", *made)
        told = (
            isinstance(kind, Kind) and kind.story is not None
        )  # a story speaks to nobody: there is no *you*
        nobody = told or Works(self.source, self.world).nobodys(kind, item.field)
        return Holder(
            ("filter", items, HELD, places[0]),
            None if nobody else ("holder", ("local", 1)),
            Val(("local", 1), entity(kind.name)),
            not nobody,
            tuple(made),
            told,
            ("filter", items, HELD, places[1]) if places[1] != places[0] else None,
            ("filter", items, HELD, places[2]) if places[2] != places[0] else None,
            elsewhere,
        )

    def cards(self) -> None:
        """Standing texts and formulas of components."""
        for item, tree in self.items():
            if item.start == "statement" and tree.label is None:
                self.piece("rules", item, [tree], partial(self.card, item, tree))
            elif item.start in ("formula", "condition"):
                number, components = self.piece(
                    "formula", item, [tree], partial(self.card_formula, item, tree)
                )
                if number is not None:
                    table = self.ruleset.formulas[self.world.field(item.field.replace("-", " "))]
                    table |= dict.fromkeys(components, number)

    def card(self, item: Item, tree: ast.Paragraph) -> None:
        """The rules of a text."""
        holder = self.holder(item)
        if holder is not None and holder.this is not None:
            self.rules(item, tree, holder)

    def rules(self, item: Item, tree: ast.Paragraph, holder: Holder) -> None:
        """The rules of a text, for these components."""
        self.attempt(rules_of, tree, self.scope(item, own=holder.components), holder)

    def card_formula(self, item: Item, tree: ast.Paragraph) -> tuple[int | None, tuple[int, ...]]:
        """The number of the function of a formula or a condition, and whose it is."""
        holder = self.holder(item)
        if holder is None or holder.this is None:
            return None, ()
        function = self.attempt(self.field_function, tree, item, holder)
        if function is None:
            return None, ()
        self.ruleset.functions.append(function)
        return len(self.ruleset.functions) - 1, holder.components

    def unconditional(self) -> None:
        """A component whose document states no condition in a field of its kind: there is nothing to meet."""
        owners: list[Kind | Place] = [*self.source.kinds, *self.source.places]
        for kind in owners:
            for name in (name for name, start in kind.sentences if start == "condition"):
                table = self.ruleset.formulas[self.world.field(name.replace("-", " "))]
                mine = [m for (k, _), m in self.table.components.items() if self.world.is_a(k, kind.name)]
                here = [component for made in mine for component in made]
                if any(e not in table for e in here):
                    self.ruleset.functions.append(Function(name, 2, 2, build.TRUE))
                    for component in here:
                        table.setdefault(component, len(self.ruleset.functions) - 1)

    def field_function(self, tree: ast.Paragraph, item: Item, holder: Holder) -> Function:
        """A formula or a condition of a component, over you and this."""
        assert holder.this is not None
        if item.start == "formula":
            return formula(tree, self.world, holder.this.type, item.text.span(), holder.components)
        scope = self.scope(
            item, you=Val(("local", 0), player_type()), this=holder.this, own=holder.components
        )
        expr = build.both(*(self.condition(s, scope) for s in tree.sentences))
        return Function(item.field, 2, scope.size, expr, scope.sentence)

    def card_effects(self) -> None:
        """Fields that are resolved: effects, and paragraphs with a label."""
        for item, tree in self.items():
            if tree.label is None and item.start not in ("effect", "label effect"):
                continue
            name = tree.label or item.field.replace("-", " ")
            made = self.piece("effect", item, [tree], partial(self.card_effect, name, item, tree))
            if made[0] is not None:
                self.ruleset.effects[self.world.field(name)] |= dict.fromkeys(made[1], made[0])

    def card_effect(self, name: str, item: Item, tree: ast.Paragraph) -> tuple[int | None, tuple[int, ...]]:
        """The number of the program of a text that is resolved, and whose it is."""
        holder = self.holder(item)
        if holder is None:
            return None, ()
        scope = self.scope(
            item, you=Val(("local", 0), player_type()), this=holder.this, own=holder.components
        )
        return self.attempt(self.program, name, partial(paragraph, tree, scope), scope), holder.components

    def standing(self) -> None:
        """Rules of the game, of verbs and procedures, keywords."""
        for item, tree in self.items(*types_that(lambda each: each.stands), path="rules"):
            self.piece("rules", item, [tree], partial(self.rules, item, tree, Holder()))
        documents = reversed(list(self.source.of_type("keyword")))  # of one id, the first counts
        kinds_of = {document.id: words_of(document.root.get("kinds")) for _, document in documents}
        for item, tree in self.items("keyword", path="means"):
            column = next(
                (c for n, c in self.table.keyword_columns.items() if self.is_keyword(n, item)), None
            )
            if column is None:
                continue
            slot = 2
            here: Expr = ("local", slot)
            kinds = kinds_of.get(item.document, ())
            kind = kinds[0] if kinds else None
            holders = (
                "filter",
                ("all", self.world.kinds["thing"].index),
                slot,
                build.both(
                    ("ne", ("attr", column, here), build.integer(0)),
                    ("ne", ("parent", here), build.NONE),
                    *Works(self.source, self.world).legible(kind, here),
                ),
            )
            nobody = Works(self.source, self.world).all_nobodys(kinds)
            you: Expr | None = None if nobody else ("holder", ("local", 1))
            holder = Holder(holders, you, Val(("local", 1), entity(kind or "thing")), not nobody)
            self.piece("rules", item, [tree], partial(self.rules, item, tree, holder))

    def is_keyword(self, name: str, item: Item) -> bool:
        """Whether a name of the vocabulary is that of a keyword document."""
        return (
            name == item.document
            or name.endswith(f"/{item.document}")
            or name.lower().replace(" ", "-") == item.document
        )

    # -- programs -------------------------------------------------------------------------------------------
    def program(self, name: str, action: Callable[[], Expr | None], scope: Scope) -> int:
        """Run the action that emits code and says whether it was done (None: it was); the index of the finished
        program.
        """
        done = action()
        scope.emit("return", build.integer(1) if done is None else done)
        self.ruleset.programs.append(Program(name, tuple(scope.code), tuple(scope.at), scope.size))
        return len(self.ruleset.programs) - 1

    def programs(self, only: str | None = None) -> None:
        """The steps of each pack verb, or of one, one after another, in one frame."""
        written = by_document(self.items("verb", path="steps"))
        for info in list(self.world.verbs.values()):
            if info.kernel is not None or info.id in self.story.verbs or only not in (None, info.id):
                continue
            items = written.get(info.id)
            if not items:
                index = self.program(info.id, lambda: None, Scope(self.world))
            else:
                trees = [tree for _, tree in items]
                index = self.piece("verb", items[0][0], trees, partial(self.verb_program, info, items))
            run = partial(replace, program=index)
            self.ruleset.verbs[info.index] = self.world.memory.of(
                ("run", index), self.ruleset.verbs[info.index], run
            )

    def verb_program(self, info: VerbInfo, items: list[tuple[Item, ast.Paragraph]]) -> int:
        """The number of the program of a verb's steps."""
        scope = self.scope(items[0][0], you=Val(("local", 0), player_type()))
        scope.owner = info
        self.slots(info, scope)
        return self.program(info.id, partial(self.steps, items, scope, info), scope)

    def written(self, tree: ast.Paragraph, scope: Scope) -> bool:
        """Emit the code of a paragraph; True, for `attempt`."""
        paragraph(tree, scope)
        return True

    def steps(self, items: list[tuple[Item, ast.Paragraph]], scope: Scope, info: VerbInfo) -> Expr | None:
        """Step by step, with the events that windows bind to.  Of a verb that is one order: whether that was done."""
        done = None
        roles = tuple(("local", 2 + n) for n in range(len(info.roles)))
        you: Expr = ("local", 0)
        period = self.ruleset.verbs[info.index].period
        if period >= 0:
            scope.emit("enter", period, you, roles)
            scope.within = info.period
        scope.emit("emit", self.world.steps[f"{info.id}/start"], you, roles)
        for item, tree in items:
            name = str(item.path[1])
            scope.cites, scope.span = item.cites, item.text.span()
            scope.say(tree.span)
            start = self.world.steps[f"{info.id}/{name}/start"]
            skip = scope.emit("skip", start, -1)
            scope.emit("emit", start, you, roles)
            scope.loop_start = scope.here()
            mark = scope.here()
            order = plain_order(tree) if len(items) == 1 else None
            done = None if order is None else could_be_done(order, scope)
            if not self.attempt(self.written, tree, scope):
                del scope.code[mark:], scope.at[mark:]
            elif done is not None and scope.outcome is not None:
                whole = build.either(scope.outcome, build.local(done))
                scope.emit("let", done, ("if", whole, build.integer(1), build.integer(0)))
            scope.emit("emit", self.world.steps[f"{info.id}/{name}/end"], you, roles)
            scope.patch(skip)
        scope.emit("emit", self.world.steps[f"{info.id}/end"], you, roles)
        if period >= 0:
            scope.emit("leave", period)
        return result_of(info, build.integer(1) if done is None else build.local(done), scope)

    def procedures(self) -> None:
        """Procedures that a game starts with: the scenario's or the pack's.  Those of other scenarios are only looked
        at, so that loading tells what is wrong with them.
        """
        usual = self.source.manifest.start or ("set-up", "game")
        start = self.source.seating(self.scenario).start or usual
        by_id: dict[str, list[tuple[Item, ast.Paragraph]]] = {}
        for item, tree in self.items("procedure", path="steps"):
            by_id.setdefault(item.document, []).append((item, tree))
        modules = [(item, tree) for item, tree in self.items("rule-module", path="setup")]
        for name in start:
            if name in by_id:
                self.ruleset.start.append(self.procedure(by_id[name]))
            if name == (SET_UP if SET_UP in start else start[0]) and modules:
                self.ruleset.start.append(self.steps_of("modules", modules))
        elsewhere = {*usual, *(name for each in self.source.seatings.values() for name in each.start)}
        for name in by_id:
            if name in elsewhere.difference(start):
                self.procedure(by_id[name])

    def procedure(self, items: list[tuple[Item, ast.Paragraph]]) -> int:
        """The number of the program for its steps.  An order in it is nobody's, also after the first turn."""
        return self.steps_of(items[0][0].document, items, doer=build.integer(-1))

    def steps_of(self, name: str, items: list[tuple[Item, ast.Paragraph]], **changes: Any) -> int:
        """The number of the program of steps without windows."""
        action = partial(self.plain_program, name, items, **changes)
        return self.piece("steps", items[0][0], [tree for _, tree in items], action)

    def plain_program(self, name: str, items: list[tuple[Item, ast.Paragraph]], **changes: Any) -> int:
        """The number of the program of steps without windows, which is made."""
        scope = self.scope(items[0][0], **changes)
        return self.program(name, partial(self.plain_steps, items, scope), scope)

    def plain_steps(self, items: list[tuple[Item, ast.Paragraph]], scope: Scope) -> None:
        """Steps without windows."""
        for item, tree in items:
            scope.cites, scope.span = item.cites, item.text.span()
            scope.loop_start = scope.here()
            mark = scope.here()
            if not self.attempt(self.written, tree, scope):
                del scope.code[mark:], scope.at[mark:]

    def invariants(self) -> None:
        """Conditions that always hold."""
        for item, tree in self.items("invariants", path="always"):
            for number, sentence in enumerate(tree.sentences):
                made = self.piece(f"condition {number}", item, [sentence], partial(self.told, item, sentence))
                if made is not None:
                    self.ruleset.invariants.append(made)

    def told(self, item: Item, sentence: ast.Sentence, **changes: Any) -> tuple[Expr, int, int] | None:
        """A condition, its locals and its sentence."""
        scope = self.scope(item, **changes)
        expr = self.attempt(self.condition, sentence, scope)
        return None if expr is None else (expr, scope.size, scope.sentence)

    def deck_rules(self) -> Iterator[DeckRule]:
        """What decks must satisfy: looked at on a table where one player has a deck, before any game."""
        for item, tree in self.items("deck-rules", path="must"):
            for number, sentence in enumerate(tree.sentences):
                you = Val(("local", 0), player_type())
                action = partial(self.told, item, sentence, you=you)
                made = self.piece(f"condition {number}", item, [sentence], action)
                if made is not None:
                    self.ruleset.deck_rules.append(made)
                    yield DeckRule(item, sentence, *made[:2])

    def evaluations(self) -> None:
        """What a position is worth to a player: formulas over you, added up; bots ask for them.

        A pack that says nothing means the first quantity of its players.
        """
        for item, tree in self.items("evaluation", path="value"):
            span = item.text.span()
            action = partial(self.attempt, formula, tree, self.world, None, span)
            if (function := self.piece("formula", item, [tree], action)) is not None:
                self.ruleset.evaluations.append(len(self.ruleset.functions))
                self.ruleset.functions.append(function)
        first = next((q.name for q in self.source.quantities if q.of == "player"), None)
        if first is not None and not self.ruleset.evaluations:
            column = self.world.attributes["player", first].index
            self.ruleset.evaluations.append(len(self.ruleset.functions))
            self.ruleset.functions.append(Function(first, 2, 2, ("attr", column, ("local", 0))))


def copied(whole: T) -> T:
    """The same, with its own tables, and lists in these: what is compiled adds to them."""
    new: Any = copy(whole)
    for each in fields(new):
        value = getattr(new, each.name)
        if isinstance(value, list):
            setattr(new, each.name, [copy(part) if isinstance(part, dict) else part for part in value])
        elif isinstance(value, dict):
            made = {key: copy(part) if isinstance(part, list) else part for key, part in value.items()}
            setattr(new, each.name, made)
        elif isinstance(value, set):
            setattr(new, each.name, copy(value))
    return new
