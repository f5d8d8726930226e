"""A whole pack → model and ruleset, for so many players and with these options.

The order: table (what exists) → verbs (names of events) → definitions (declared, then compiled) → card texts
and rules → verbs' and procedures' steps → invariants.  Each sentence item fails alone: its diagnostic is
collected, the rest goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field, fields, replace
from functools import partial
from typing import Any, TypeVar

from toolkit.compile import checks, closures, leaving, seated
from toolkit.compile.base import build
from toolkit.compile.base.chooser import choices, is_forbidden, lemmas
from toolkit.compile.base.scope import Scope, player_type
from toolkit.compile.base.values import NUMBER, Fail, Type, Val, entity
from toolkit.compile.base.world import VerbInfo, World
from toolkit.compile.compiled import CompiledGame, DeckRule
from toolkit.compile.conditions.condition import truth
from toolkit.compile.definition import Definition, declare, define, formula, join_truths, only_once
from toolkit.compile.effects.ability import could_be_done
from toolkit.compile.effects.again import objects, once_only
from toolkit.compile.effects.effect import paragraph
from toolkit.compile.english import English
from toolkit.compile.events.brought import bringing, result_of
from toolkit.compile.events.moving import moving
from toolkit.compile.events.outcome import plain_order
from toolkit.compile.events.period import declare_edges
from toolkit.compile.optimise import improve_ruleset
from toolkit.compile.rules.lifting import lift
from toolkit.compile.rules.permission import unliftable
from toolkit.compile.rules.statement import Holder
from toolkit.compile.story import StoryCompiler, own_item
from toolkit.compile.story_check import check_conditions
from toolkit.compile.table import Table
from toolkit.compile.texts import by_document, rules_of
from toolkit.compile.works import HELD, Acting, Works
from toolkit.documents.document_type import sentence_fields, types_that
from toolkit.documents.nodes import Document
from toolkit.kernel.model import Model
from toolkit.language import ast
from toolkit.language.vocabulary import Template
from toolkit.limits import limits_for
from toolkit.pack.decks import DeckList, with_decks
from toolkit.pack.items import EXAMPLE_TYPES
from toolkit.pack.read import word_of, words_of
from toolkit.pack.source import COMMON, Item, Kind, PackSource, Place
from toolkit.program.expression import Expr
from toolkit.program.ruleset import Function, Program, Ruleset, Verb
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Diagnostic
from toolkit.report.internal import internal
from toolkit.report.source import Span
from toolkit.verbs import load_verbs
from toolkit.verbs.phrases import kernel_templates

Trees = Mapping[Item, ast.Paragraph]

T = TypeVar("T")

SET_UP = "set-up"
"""The procedure after which modules set up what is theirs; a scenario without it: after its first one."""


@dataclass
class Compiler:
    """One compilation.  `trees`: of the whole pack; those of examples and of options that are off are not looked at."""

    source: PackSource
    trees: Trees
    players: int
    options: Mapping[str, bool]
    scenario: str | None = None
    found: list[Diagnostic] = field(default_factory=list)
    _acting: Acting = field(default_factory=Acting)

    def __post_init__(self) -> None:
        self.ruleset = Ruleset()
        self.world = World(self.source.vocabulary, self.ruleset, English())
        self.world.layers = tuple(self.source.manifest.precedence) or ("base",)
        manifest = self.source.manifest
        self.options = manifest.chosen(self.options)
        self.world.absent = self.source.absent(self.options)
        self.world.most_players = manifest.counts(self.options)[-1]
        self.source = self.source.with_options(self.options)
        self.trees = {
            item: self.trees[item]
            for item in self.trees
            if item.type not in EXAMPLE_TYPES and all(map(self.options.get, item.options))
        }
        self.table = Table(self.source, self.world)
        self.story = StoryCompiler(self)

    @classmethod
    def resumed(cls, game: CompiledGame, trees: Trees, options: Mapping[str, bool] | None = None) -> Compiler:
        """A compiler that adds to copies of the tables of `game`, which stays as it is."""
        compiler = cls(game.source, trees, game.world.players, options or {})
        compiler.ruleset, compiler.world, compiler.table = (
            copied(game.ruleset),
            copied(game.world),
            game.table,
        )
        compiler.world.ruleset = compiler.ruleset
        return compiler

    def compile(self) -> CompiledGame:
        """Everything; `diagnostics` says what failed."""
        model = self.declare()
        self.mark_checked(self.banned(rules=True))  # orders in rules may stand before what forbids them
        self.cards()
        self.unconditional()
        self.standing()
        self.mark_checked(self.banned())
        self.requirements()
        self.programs()
        self.card_effects()
        self.procedures()
        if self.story:
            self.story.write()
        self.invariants()
        deck_rules = tuple(self.deck_rules())
        self.evaluations()
        if self.story:
            amounts = {entry.index for entry in self.world.attributes.values() if entry.quantity}
            self.found += check_conditions(self.story.telling, model, self.ruleset, amounts)
        self.found += checks.as_written(self.world, self.source, model, self.found[:])
        self.found += seated.check(self.world, self.source)
        self.found += lift(self.ruleset, self.world)
        leaving.look_back(self.ruleset)
        improve_ruleset(self.ruleset)
        self.found += checks.as_carried_out(self.world, self.source, model, self.trees)
        self.ruleset.ordering = self.source.manifest.ordering
        self.ruleset.asking = self.source.manifest.asking
        self.ruleset.people = self.source.seating(self.scenario).people
        self.ruleset.limits = limits_for(dict(self.source.manifest.limits))
        return self.game(model, deck_rules)

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
        model = self.table.build(self.players, self.source.seating(self.scenario).seats)
        self.found += self.table.found
        chosen = choices(self.trees.values())
        self.world.choosers = lemmas(chosen)
        self.fields()
        self.kernel_verbs()
        self.pack_verbs(is_forbidden(chosen))
        for item, _ in self.items("verb", path="requires"):
            if (info := self.world.verbs.get(item.document)) is not None:
                info.requires = True
        self.world.unliftable = self.unliftable()
        texts = [(item.document, str(item.path[0]), tree) for item, tree in self.items("verb")]
        self.world.once_only = once_only(texts, objects(self.world))
        bringing(texts, self.world)
        self.world.paid = seated.nouns_of(tree for _, tree in self.items("verb", "definitions"))
        self.world.costs = seated.costs_of(tree for _, tree in self.items("verb"))
        moving(texts, self.world)
        if self.story:
            self.story.declare()
        self.definitions(whole=True)
        return model

    def unliftable(self) -> frozenset[str]:
        """Words of verbs that require something and that no rule forbids."""
        requiring = {item.document for item, _ in self.items("verb", path="requires")}
        lemmas = self.world.by_lemma.items()
        words = {word for word, verbs in lemmas if any(verb.id in requiring for verb, _ in verbs)}
        starts = ("statement", "effect", "label effect")
        return unliftable([tree for item, tree in self.trees.items() if item.start in starts], words)

    # -- items ----------------------------------------------------------------------------------------------
    def items(self, *types: str, path: str | None = None) -> Iterator[tuple[Item, ast.Paragraph]]:
        """The parsed items of documents of these types (none given: of components), in order."""
        for item, tree in self.trees.items():
            if not types and own_item(self.story.telling.stories, item):
                continue
            if (item.type in types if types else item.type not in sentence_fields()) and (
                path is None or item.field == path
            ):
                if tree.label is not None and types:
                    self.found.append(
                        diagnose(
                            "SAY0801",
                            tree.span or item.text.span(0, 1),
                            what=f"the label “{tree.label}:” here",
                        )
                    )
                    continue
                yield item, tree

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

    def kernel_verbs(self) -> None:
        """Every kernel verb is an event; its phrases are templates."""
        world, ruleset = self.world, self.ruleset
        verbs = load_verbs()
        for verb in verbs.values():
            index = len(ruleset.verbs)
            ruleset.verbs.append(Verb(verb.id, tuple(verb.roles), batch=verb.batch))
            info = VerbInfo(verb.id, index, tuple(verb.roles), kernel=verb)
            world.verbs[verb.id] = info
            info.templates += kernel_templates()[verb.id]
        for verb in verbs.values():
            index = world.verbs[verb.id].index
            old = ruleset.verbs[index]
            ruleset.verbs[index] = replace(old, parents=tuple(world.verbs[p].index for p in verb.parents))
        for info in world.verbs.values():
            for template in info.templates:
                world.by_lemma.setdefault(template.verb, []).append((info, template))

    def pack_verbs(self, choosing: bool) -> None:
        """Every verb document is an event: its roles are the slots of its phrase.  `choosing`: a choice is one, too."""
        world, ruleset = self.world, self.ruleset
        relations, written = self.relations(), by_document(self.items("verb", path="steps"))
        for document in self.verb_documents():
            name = word_of(document.root.get("id")) or ""
            templates = [t for t in world.vocabulary.templates if t.meaning == name and t.pack != "core"]
            if not templates or (name in world.verbs and world.verbs[name].kernel is None):
                continue
            steps = tuple(str(item.path[1]) for item, _ in written.get(name, ()))
            if steps or templates[0].verb not in relations:
                self.pack_verb(name, templates, steps, word_of(document.root.get("period")))
                world.verbs[name].found = word_of(document.root.get("found"))
        if choosing:
            world.choosing = VerbInfo("choose", len(ruleset.verbs), ("obj",), checked=True)
            ruleset.verbs.append(Verb("choose", ("obj",), self.program("choose", lambda: None, Scope(world))))

    def relations(self) -> set[str]:
        """Words for a definition (*A player owns a card if …*): nothing that happens, unless they have steps."""
        return {
            verb.verb
            for _, tree in self.items("definitions", path="is")
            for sentence in tree.sentences
            if isinstance(sentence.body, ast.Clauses) and any(c.word == "if" for c in sentence.body.closings)
            for clause in sentence.body.clauses
            if isinstance(clause, ast.Clause)
            for verb in clause.verbs
            if isinstance(verb, ast.Act)
        }

    def pack_verb(
        self, name: str, templates: list[Template], steps: tuple[str, ...], period: str | None
    ) -> None:
        """One verb of the pack.  `period`: the word for its runs, where they are a period."""
        world, ruleset = self.world, self.ruleset
        slots = templates[0].slots
        needs = tuple(n for n, slot in enumerate(slots) if slot.noun not in ("amount", "number"))
        obj = next((n for n in needs if slots[n].role == "obj"), -1)
        if period is not None and period not in world.periods:
            world.periods[period] = len(ruleset.periods)
            ruleset.periods.append(period)
        running = world.periods[period] if period else -1
        roles = tuple(slot.name for slot in slots)
        # What it takes is known once all rules are: until then its candidates are asked for.
        info = VerbInfo(name, len(ruleset.verbs), roles, None, templates, steps, period=period, checked=True)
        world.verbs[name] = info
        ruleset.verbs.append(Verb(name, roles, program=-2, period=running, needs=needs, obj=obj))
        declare_edges(info, world)
        for template in templates:
            world.by_lemma.setdefault(template.verb, []).append((info, template))

    def verb_documents(self) -> Iterator[Document]:
        """The pack's verbs, then those of the language that its sentences say."""
        switches = self.source.manifest.switches
        for _, document in self.source.of_type("verb"):
            if all(map(self.options.get, switches(document))):
                yield document
        said = {item.document for item in self.trees if item.pack == COMMON and item.type == "verb"}
        for common in self.source.common:
            yield from (d for d in common.documents if d.type == "verb" and d.id in said)

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
            many = plural is not None and slot.name == plural.plural
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
            scope = self.scope(item, you=Val(("local", 0), player_type()))
            self.slots(info, scope)

            def compiled(tree: ast.Paragraph = tree, scope: Scope = scope) -> Expr:
                return build.both(*(self.condition(s, scope) for s in tree.sentences))

            expr = self.attempt(compiled)
            if expr is not None:
                old = self.ruleset.verbs[info.index]
                said = scope.say(scope.span)
                self.ruleset.verbs[info.index] = replace(
                    old, requires=expr, requires_at=said, requires_locals=scope.size
                )

    def condition(self, sentence: ast.Sentence, scope: Scope) -> Expr:
        """A sentence of a condition field."""
        scope.number += 1
        scope.say(sentence.span)
        if sentence.openings or not isinstance(sentence.body, ast.Clauses):
            raise scope.fail("SAY0801", sentence, what="this in a condition")
        with scope.saying(there=None):
            return truth(sentence.body, scope)

    def mark_checked(self, banned: set[str]) -> None:
        """Verbs whose events may be refused: only their candidates need asking.  `banned`: by later texts."""
        forbidden = {event for rule in self.ruleset.rules if rule.kind == "forbid" for event in rule.events}
        forbidden |= {info.index for lemma in banned for info, _ in self.world.by_lemma.get(lemma, ())}
        capacity = any(place.capacity for place in self.source.places)
        for info in self.world.verbs.values():
            related = {info.index, *self.ruleset.verbs[info.index].parents}
            moves = info.kernel is not None and "to" in info.roles and capacity
            info.checked = info.requires or bool(related & forbidden) or moves

    def banned(self, rules: bool = False) -> set[str]:
        """The verbs of which some effect, or rule, says that it *cannot* be done, or only if."""
        starts = ("effect", "label effect", *(("statement",) if rules else ()))
        return {
            node.verb
            for item, tree in self.trees.items()
            if item.start in starts
            for node in tree.walk()
            if isinstance(node, ast.Act) and (node.modal == "cannot" or (rules and node.modal == "can"))
        }

    # -- definitions ----------------------------------------------------------------------------------------
    def definitions(self, *, whole: bool = False) -> None:
        """Left sides first, then right sides.  `whole`: those of the whole game, and not one of them once more."""
        declared: list[tuple[Item, Definition]] = []
        for item, tree in self.items("definitions", path="is"):
            for sentence in tree.sentences:
                scope = self.scope(item)
                definition = self.attempt(declare, sentence, self.world, scope)
                if definition is not None:
                    self.attempt(only_once, definition, [each for _, each in declared], scope)
                    declared.append((item, definition))
        if whole:
            join_truths([definition for _, definition in declared], self.world)
        for item, definition in declared:
            self.attempt(define, definition, self.world, item.text.span())
        closures.close(self.ruleset.functions)

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
            holder = self.holder(item)
            if holder is None or holder.this is None:
                continue
            if item.start == "statement":
                if tree.label is None:
                    self.attempt(rules_of, tree, self.scope(item), holder)
            elif item.start in ("formula", "condition"):
                name = item.field.replace("-", " ")
                function = self.attempt(self.field_function, tree, item, holder)
                if function is not None:
                    self.ruleset.functions.append(function)
                    table = self.ruleset.formulas[self.world.field(name)]
                    for component in holder.components:
                        table[component] = len(self.ruleset.functions) - 1

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
            return formula(tree, self.world, holder.this.type, item.text.span())
        scope = self.scope(item, you=Val(("local", 0), player_type()), this=holder.this)
        expr = build.both(*(self.condition(s, scope) for s in tree.sentences))
        return Function(item.field, 2, scope.size, expr, scope.sentence)

    def card_effects(self) -> None:
        """Fields that are resolved: effects, and paragraphs with a label."""
        for item, tree in self.items():
            if tree.label is None and item.start not in ("effect", "label effect"):
                continue
            holder = self.holder(item)
            if holder is None:
                continue
            name = tree.label or item.field.replace("-", " ")
            scope = self.scope(item, you=Val(("local", 0), player_type()), this=holder.this)
            program = self.attempt(self.program, name, partial(paragraph, tree, scope), scope)
            if program is not None:
                for component in holder.components:
                    self.ruleset.effects[self.world.field(name)][component] = program

    def standing(self) -> None:
        """Rules of the game, of verbs and procedures, keywords."""
        for item, tree in self.items(*types_that(lambda each: each.stands), path="rules"):
            self.attempt(rules_of, tree, self.scope(item), Holder())
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
            self.attempt(rules_of, tree, self.scope(item), holder)

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
                scope = Scope(self.world)
                index = self.program(info.id, lambda: None, scope)
            else:
                scope = self.scope(items[0][0], you=Val(("local", 0), player_type()))
                scope.owner = info
                self.slots(info, scope)
                index = self.program(info.id, partial(self.steps, items, scope, info), scope)
            old = self.ruleset.verbs[info.index]
            self.ruleset.verbs[info.index] = replace(old, program=index)

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
                scope = self.scope(modules[0][0])
                self.ruleset.start.append(
                    self.program("modules", partial(self.plain_steps, modules, scope), scope)
                )
        elsewhere = {*usual, *(name for each in self.source.seatings.values() for name in each.start)}
        for name in by_id:
            if name in elsewhere.difference(start):
                self.procedure(by_id[name])

    def procedure(self, items: list[tuple[Item, ast.Paragraph]]) -> int:
        """The number of the program for its steps.  An order in it is nobody's, also after the first turn."""
        scope = self.scope(items[0][0], doer=build.integer(-1))
        return self.program(items[0][0].document, partial(self.plain_steps, items, scope), scope)

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
            for sentence in tree.sentences:
                scope = self.scope(item)
                scope.test = False
                expr = self.attempt(self.condition, sentence, scope)
                if expr is not None:
                    self.ruleset.invariants.append((expr, scope.size, scope.sentence))

    def deck_rules(self) -> Iterator[DeckRule]:
        """What decks must satisfy: looked at on a table where one player has a deck, before any game."""
        for item, tree in self.items("deck-rules", path="must"):
            for sentence in tree.sentences:
                scope = self.scope(item, you=Val(("local", 0), player_type()))
                expr = self.attempt(self.condition, sentence, scope)
                if expr is not None:
                    self.ruleset.deck_rules.append((expr, scope.size, scope.sentence))
                    yield DeckRule(item, sentence, expr, scope.size)

    def evaluations(self) -> None:
        """What a position is worth to a player: formulas over you, added up; bots ask for them.

        A pack that says nothing means the first quantity of its players.
        """
        for item, tree in self.items("evaluation", path="value"):
            span = item.text.span()
            function = self.attempt(formula, tree, self.world, None, span)
            if function is not None:
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


def compile_game(
    source: PackSource,
    trees: Trees,
    players: int,
    options: Mapping[str, bool] | None = None,
    decks: Mapping[int, DeckList] | None = None,
    scenario: str | None = None,
) -> CompiledGame:
    """Compile a pack for so many players.  `diagnostics` of the result says what failed.  `decks`: by seat."""
    if decks:
        source = with_decks(source, decks)
    return Compiler(source, trees, players, options or {}, scenario).compile()


def declared_game(
    source: PackSource, trees: Trees, players: int, options: Mapping[str, bool], scenario: str | None
) -> CompiledGame:
    """What can be spoken of in such a game, without what the texts of the pack do.  Nobody can play it."""
    compiler = Compiler(source, trees, players, options, scenario)
    return compiler.game(compiler.declare())
