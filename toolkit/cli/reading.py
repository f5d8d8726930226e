"""How a sentence is read: brackets, paraphrase, languages, program."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from toolkit.cli.output import failed, remark, say, show_diagnostics
from toolkit.cli.packs import search_for
from toolkit.cli.settings import Settings
from toolkit.compile.game import CompiledGame
from toolkit.compile.pack import Pack, load_pack, saying
from toolkit.compile.scope import Scope, player_type
from toolkit.compile.values import Fail, Val, entity
from toolkit.language import ast
from toolkit.language.brackets import bracket
from toolkit.language.english import how_many_lines, print_english
from toolkit.language.parser import Parser
from toolkit.language.printer import LANGUAGES, print_tree
from toolkit.pack.locales import lexicon_of
from toolkit.report.diagnostic import Diagnostic
from toolkit.report.source import Text

FIELDS = (
    "effect",
    "statement",
    "condition",
    "definition",
    "given",
    "decision",
    "formula",
    "cost",
    "label effect",
)
"""What a text may stand for, in the order in which they are tried."""

MEANS = {
    "effect": "An effect: it happens when it is reached.",
    "label effect": "An effect behind a label: it happens when something resolves it.",
    "statement": "A standing rule: it holds as long as its text acts.",
    "condition": "A condition: it is true or false.",
    "definition": "A definition: it says when a word fits.",
    "given": "A given sentence: it sets up the table of an example.",
    "decision": "A decision: it answers what a player is asked in an example.",
    "formula": "A formula: it gives a number.",
    "cost": "A cost: it is paid whole or not at all.",
}


@dataclass(frozen=True)
class Reading:
    """A text read as one field.  `program`: what it becomes, as text."""

    field: str
    tree: ast.Paragraph | None
    program: str
    diagnostics: tuple[Diagnostic, ...]

    @property
    def mistakes(self) -> int:
        return sum(diagnostic.is_error for diagnostic in self.diagnostics)


def explain(text: str, folder: Path, field: str | None, settings: Settings) -> int:
    """Show the reading of a text; exit code 1 if there is none."""
    if field is not None and field not in FIELDS:
        from toolkit.report.suggest import nearest

        near = nearest(field, FIELDS)
        raise click.UsageError(
            f"There is no field {field}. "
            + (f"Did you mean {near[0]}?" if near else f"Fields: {', '.join(FIELDS)}.")
        )
    checked = load_pack(folder, search_for(settings))
    pack = checked.value
    if pack is None:
        show_diagnostics(checked.diagnostics, "full")
        return 1
    if failed(checked.diagnostics):
        remark(settings, f"{folder} has errors; sayso validate {folder} shows them", "warning")
    parser = Parser(pack.vocabulary)
    fields = (field,) if field else FIELDS
    parsed = [parser.parse(Text.plain(text), each).value for each in fields]
    compiled = saying(pack, [tree for tree in parsed if tree is not None]).compiled().value
    readings = [read(text, each, parser, compiled) for each in fields]
    best = min(readings, key=lambda reading: reading.mistakes)
    if best.tree is None or not best.tree.sentences:
        show_diagnostics(best.diagnostics, "full")
        return 1
    _show(best, pack)
    if best.diagnostics:
        say()
        show_diagnostics(best.diagnostics, "full")
    others = [reading.field for reading in readings if reading is not best and not reading.mistakes]
    if field is None and others and not best.mistakes:
        remark(settings, f"It could also be: {', '.join(others)} (--as FIELD)")
    return int(bool(best.mistakes))


def read(text: str, field: str, parser: Parser, compiled: CompiledGame) -> Reading:
    """The text as one field, parsed and compiled."""
    source = Text.plain(text)
    parsed = parser.parse(source, field)
    if not parsed.ok or parsed.value is None:
        return Reading(field, parsed.value, "", parsed.diagnostics)
    try:
        program = program_of(parsed.value, field, compiled, source)
    except Fail as fail:
        return Reading(field, parsed.value, "", (*parsed.diagnostics, fail.diagnostic))
    return Reading(field, parsed.value, program, parsed.diagnostics)


def _show(reading: Reading, pack: Pack) -> None:
    tree = reading.tree
    assert tree is not None
    say("Reading", "head")
    for line in bracket(tree).splitlines():
        say(f"  {line}")
    say()
    say("In other words", "head")
    say(f"  {MEANS[reading.field]}")
    for line in paraphrase(tree, pack):
        say(f"  {line}")
    say()
    say("Languages", "head")
    for language in pack.source.manifest.languages:
        said = in_language(tree, language, pack)
        lines = said.splitlines() or [""]
        for number, line in enumerate(lines):
            say(f"  {language if number == 0 else '':<8}{line}")
    if reading.program:
        say()
        say("Program", "head")
        for line in reading.program.rstrip().splitlines():
            say(f"  {line}")


# --- Languages ----------------------------------------------------------------------------------------------


def in_language(tree: ast.Paragraph, language: str, pack: Pack) -> str:
    """The text in one of the pack's languages."""
    if language not in LANGUAGES:
        return "(no printer for this language yet)"
    lexicon = None if language == "en" else lexicon_of(pack.source, language).value
    try:
        return print_tree(tree, language, pack.vocabulary, lexicon).value
    except (NotImplementedError, KeyError) as error:
        return f"(cannot be printed yet: {error})"


# --- Paraphrase ---------------------------------------------------------------------------------------------


def paraphrase(tree: ast.Paragraph, pack: Pack) -> Iterator[str]:
    """The parts of each sentence, one a line: when, who, what is done, to what."""

    def words(node: ast.Node | None) -> str:
        return print_english(node, pack.vocabulary).strip().rstrip(".") if node is not None else ""

    for sentence in tree.sentences:
        yield from _sentence(sentence, words, pack, "")


def _sentence(
    sentence: ast.Sentence, words: Callable[[ast.Node | None], str], pack: Pack, indent: str
) -> Iterator[str]:
    for opening in sentence.openings:
        yield indent + _opening(opening, words)
    if isinstance(sentence.body, ast.Choice):
        who = words(sentence.body.subject)
        chooses = "may choose" if sentence.body.may else "chooses" if who else "choose"
        yield f"{indent}- {who or 'you'} {chooses} {how_many_lines(sentence.body)} of these:"
        for item in sentence.body.items:
            for inner in item.sentences if isinstance(item, ast.Paragraph) else (item,):
                yield from _sentence(inner, words, pack, indent + "    ")
        return
    for clause in sentence.body.clauses:
        if isinstance(clause, ast.There):
            yield f"{indent}- there {'is not' if clause.negated else 'is'}: {words(clause.what)}"
            continue
        for opening in clause.openings:
            yield indent + _opening(opening, words)
        yield f"{indent}- who: {words(clause.subject) or 'you'}"
        for verb in clause.verbs:
            yield from _verb(verb, words, pack, indent + "  ")
    for closing in sentence.body.closings:
        yield f"{indent}- {closing.word}: {words(closing.condition or closing.bound)}"


def _opening(opening: ast.Opening, words: Callable[[ast.Node | None], str]) -> str:
    match opening:
        case ast.Given():
            return f"- {opening.word}: {words(opening.condition)}"
        case ast.ForEach():
            return f"- one after another, for each: {words(opening.each)}"
        case ast.Link():
            return (
                "- only if the condition before did not hold:" if opening.word == "otherwise" else "- then:"
            )
    return f"- when: {words(opening)}"


def _verb(verb: ast.Verb, words: Callable[[ast.Node | None], str], pack: Pack, indent: str) -> Iterator[str]:
    modal = {
        "may": "may, if they want",
        "must": "must",
        "cannot": "cannot",
        "can": "can",
        "would": "would",
    }.get(verb.modal or "", "")
    notes = ", ".join(
        part for part in (modal, "not" if verb.negated else "", "instead" if verb.instead else "") if part
    )
    said = f" ({notes})" if notes else ""
    if isinstance(verb, ast.Act):
        phrase = _phrase(verb, pack)
        yield f"{indent}does{said}: {verb.verb}" + (f"   [{phrase}]" if phrase else "")
        for complement in verb.complements:
            value = words(complement.value) if complement.value is not None else "there"
            yield f"{indent}  {complement.prep or 'what'}: {value}{_number(complement.value)}"
    elif isinstance(verb, ast.Be):
        yield f"{indent}is{said}: {words(verb.predicate).removeprefix('is ')}"
    else:
        yield f"{indent}does{said}: {words(verb)}"
    for adverbial in verb.adverbials:
        yield f"{indent}  how: {words(adverbial)}"


def _number(node: Any) -> str:
    """How many a phrase means."""
    if not isinstance(node, ast.Noun) or node.head is None:
        return ""
    determiner = node.determiner
    if determiner.quantifier in ("any number of",):
        return "  (none to all, as the doer likes)"
    if determiner.bound == "up to":
        return "  (none or more, as the doer likes)"
    if determiner.article in ("a", "an"):
        return "  (one that fits)"
    return ""


def _phrase(verb: ast.Act, pack: Pack) -> str:
    """The phrase of the pack or the core that the words are."""
    from toolkit.language.phrase import show
    from toolkit.language.printer import template_of

    template = template_of(verb, pack.vocabulary)
    return show(template) if template is not None else ""


# --- Program ------------------------------------------------------------------------------------------------


def program_of(tree: ast.Paragraph, field: str, compiled: CompiledGame, text: Text) -> str:
    """What the text becomes, as text.  Raises `Fail`."""
    from toolkit.compile.condition import truth
    from toolkit.compile.definition import declare, define, formula
    from toolkit.compile.effect import paragraph
    from toolkit.compile.given import compile_given
    from toolkit.compile.rule import Holder, rules_of
    from toolkit.program.disassemble import disassemble, expression, show_rule
    from toolkit.program.ruleset import Program

    world, ruleset = compiled.world, compiled.ruleset
    you = Val(("local", 0), player_type())
    scope = Scope(world, span=text.span(), you=you)
    match field:
        case "effect" | "label effect":
            paragraph(tree, scope)
            return disassemble(Program("text", tuple(scope.code), tuple(scope.at), scope.size), ruleset)
        case "statement":
            scope.you = None
            rules, programs = len(ruleset.rules), len(ruleset.programs)
            rules_of(tree, scope, Holder())
            shown = [show_rule(rule, ruleset) for rule in ruleset.rules[rules:]]
            return "\n".join(
                [*shown, *(disassemble(program, ruleset) for program in ruleset.programs[programs:])]
            )
        case "condition":
            conditions = []
            for sentence in tree.sentences:
                if not isinstance(sentence.body, ast.Clauses):
                    raise scope.fail("SAY0801", sentence, what="this in a condition")
                conditions.append(expression(truth(sentence.body, scope), ruleset))
            return "\n".join(conditions)
        case "definition":
            definition = declare(tree.sentences[0], world, scope)
            define(definition, world, text.span())
            return expression(ruleset.functions[-1].body, ruleset)
        case "formula":
            return expression(formula(tree, world, entity("thing"), text.span()).body, ruleset)
        case "given":
            return "\n".join(
                str(type(operation).__name__).lower() for operation in compile_given(tree, scope)
            )
    return ""
