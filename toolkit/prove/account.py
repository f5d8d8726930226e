"""Nothing is swallowed: each word of a sentence makes a difference to its program.

Every part of a syntax tree that says something is taken away (or turned into its opposite) in turn, and the sentence
compiled again.  If the program is the same, the part was not understood: the sentence would do the same without it.
This is a check of the compiler as much as of the sentence, so it asks nobody what a construction uses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from toolkit.compile.nouns.quantify import FIRST
from toolkit.compile.pack import Pack
from toolkit.language import ast
from toolkit.language.forms import verb_forms
from toolkit.language.vocabulary import NounEntry
from toolkit.pack.items import EXAMPLE_TYPES
from toolkit.pack.source import Item
from toolkit.prove.accounted import Accounted
from toolkit.prove.alone import Alone
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Diagnostic
from toolkit.report.source import Span

UNHEARD = ("must", "again", "then", "in clockwise order", "of your choice", "of their choice")
"""Words that a writer may add for the reader: an order is one without *must*, sentences follow each other without
*Then*, players sit clockwise, and who does something chooses with what."""


GAME = ast.Noun(head="game", determiner=ast.Determiner(article="the"), plural=False)
TURN = ast.Noun(head="turn", determiner=ast.Determiner(article="this"), plural=False)


@dataclass(frozen=True, slots=True)
class Change:
    """A tree in which one part says less (or the opposite).  `what`: the part in words.  `span`: where it stands."""

    what: str
    span: Span | None
    tree: ast.Paragraph


def unaccounted(pack: Pack, looked_at: Callable[[Item], bool] | None = None) -> Iterator[Diagnostic]:
    """SAY0816 for every part of a sentence without which its program is the same.

    The pack must be without errors.  Only its own sentences are looked at, not those of packs that it extends, and
    of these what `looked_at` says (default: all).
    """
    alone = None
    with Accounted(pack, whole=looked_at is None) as accounted:
        for item in pack.trees:
            if item.pack != pack.id or item.type in EXAMPLE_TYPES or item.start == "decision":
                continue
            if looked_at is not None and not looked_at(item):
                continue
            key = accounted.key(item)
            if key not in accounted.known and key not in accounted.met:
                alone = alone or Alone(pack)
                found = list(swallowed(alone, item, pack.trees[item]))
                yield from found
                if found:
                    continue
            accounted.met.add(key)


def swallowed(alone: Alone, item: Item, tree: ast.Paragraph) -> Iterator[Diagnostic]:
    """The parts of one item that change nothing."""
    was = alone.program(item, tree)
    if was is None:
        return
    every = [*changes(tree)]
    alike = alone.alike(item, tree, [change.tree for change in every])
    for change in (change for change, is_alike in zip(every, alike, strict=True) if is_alike):
        if alone.program(item, change.tree) == was and not goes_without_saying(
            alone, item, tree, change, was
        ):
            where = change.span or tree.span or item.text.span()
            yield diagnose("SAY0816", where, what=change.what)


def goes_without_saying(alone: Alone, item: Item, tree: ast.Paragraph, change: Change, was: object) -> bool:
    """*from the park*, where such things are always looked for: it is true, and another place is another program;
    *the red card*, where it was called so before; *the player to the left of the guard*, in the same words as before.
    """
    here = [part for part in tree.walk() if part.span == change.span]
    if any(isinstance(part, ast.Noun) and called_so(part, change.what, tree) for part in here):
        return True
    if any(isinstance(part, ast.Modifier) and named_so(part, alone, item, tree) for part in here):
        return True
    place = next((place for part in here if (place := place_of(part, alone)) is not None), None)
    return place is not None and differs_elsewhere(alone, item, tree, place, was)


def place_of(part: ast.Node, alone: Alone) -> ast.Noun | None:
    """The place that a complement or a modifier says."""
    place = part.value if isinstance(part, ast.Complement) else getattr(part, "what", None)
    entry = alone.pack.vocabulary.nouns.get(place.head or "") if isinstance(place, ast.Noun) else None
    return place if isinstance(place, ast.Noun) and entry is not None and entry.category == "place" else None


def differs_elsewhere(alone: Alone, item: Item, tree: ast.Paragraph, place: ast.Noun, was: object) -> bool:
    """Whether the first other place that could stand there makes another program."""
    nouns = alone.pack.vocabulary.nouns
    others = (n.id for n in nouns.values() if beside(n, nouns[place.head or ""]))
    programs = (alone.program(item, ast.swapped(tree, place, replace(place, head=other))) for other in others)
    return next((program != was for program in programs if program is not None), False)


def beside(noun: NounEntry, place: NounEntry) -> bool:
    """Whether a noun names another place of the same owners."""
    return noun.category == "place" and noun.place_of == place.place_of and noun is not place


def called_so(node: ast.Noun, word: str, tree: ast.Paragraph) -> bool:
    """Whether *the red card*, *the chosen card* only repeats what the text says before."""
    if node.determiner.article != "the" or node.plural or word not in node.adjectives:
        return False
    for part in tree.walk():
        if part is node:
            return False
        match part:
            case ast.Noun(adjectives=said) | ast.IsAdjective(adjectives=said) if word in said:
                return True
            case ast.Act(verb=verb) if verb_forms(verb).participle == word:
                return True
    return False


def named_so(part: ast.Modifier, alone: Alone, item: Item, tree: ast.Paragraph) -> bool:
    """Whether the phrase to which a modifier belongs stands in these words before, here or in an earlier step."""
    steps = alone.steps.get(item.anchor, {}) if item.field == "steps" else {item: tree}
    before: list[ast.Noun] = []
    for each, said in steps.items():
        for node in (tree if each is item else said).walk():
            if not isinstance(node, ast.Noun):
                continue
            if each is item and any(modifier is part for modifier in node.modifiers):
                return node.determiner.article == "the" and not node.plural and node in before
            before.append(node)
    return False


def changes(tree: ast.Paragraph) -> Iterator[Change]:
    """The tree with each of its parts less, outside in."""
    for node in tree.walk():
        for what, span, new in lesser(node):
            yield Change(what, span, ast.swapped(tree, node, new))


Lesser = Iterator[tuple[str, Span | None, ast.Node]]


def _choice(node: ast.Choice) -> Lesser:
    yield from _without(node, "items", least=2)
    if node.low:  # who may choose none may choose any number
        yield "may" if node.may else "no “may”", node.span, replace(node, may=not node.may)
        high = None if (node.low, node.high) == (1, 1) else 1
        yield "how many", node.span, replace(node, low=1, high=high)


def lesser(node: ast.Node) -> Lesser:
    """The node with one thing that it says left out or turned round: (what, where, new node)."""
    match node:
        case ast.Sentence():
            yield from _without(node, "openings")
        case ast.Clauses():
            yield from _without(node, "closings")
            yield from _fewer_clauses(node)
        case ast.Choice():
            yield from _choice(node)
        case ast.Clause():
            yield from _without(node, "verbs", least=2)
            yield from _without(node, "openings")
        case ast.There():
            yield from _without(node, "adverbials")
            if node.negated:
                yield "not", node.span, replace(node, negated=False)
        case ast.Verb():
            yield from _verb(node)
        case ast.Noun():
            yield from _noun(node)
        case ast.Group():
            if len(node.items) > 2:
                yield from _without(node, "items")
            else:
                yield from _one_of_two(node)
        case ast.Relative() if node.more is not None:
            yield "the second clause", node.more.span, replace(node, more=None, joint=None)
        case ast.Manner() if node.starting is not None:
            yield "starting with", node.starting.span, replace(node, starting=None)
        case ast.Times(amount=None):
            yield str(node.number), node.span, replace(node, number=node.number + 1)


def _one_of_two(node: ast.Group) -> Lesser:
    first, second = node.items
    yield said(second), second.span, first
    if isinstance(first, ast.Noun) and isinstance(second, ast.Noun) and second.determiner.is_empty():
        second = replace(second, determiner=first.determiner)  # *2 cats or dogs*
    yield said(first), first.span, second


def _without(node: ast.Node, name: str, least: int = 1) -> Lesser:
    parts = getattr(node, name)
    if len(parts) < least:
        return
    for part in parts:
        if isinstance(part, ast.Manner | ast.Link) and part.word in UNHEARD:
            continue
        other: tuple[ast.Node, ...] = ()
        whole = (
            isinstance(part, ast.When) and isinstance(part.period, ast.Noun) and part.period.head == "game"
        )
        if isinstance(part, ast.When) and not part.once:
            # A time may be the one that goes without saying: so another time, not none.
            other = (replace(part, period=TURN if whole else GAME),)
        at = next(n for n, each in enumerate(parts) if each is part)
        yield said(part), part.span, _with(node, name, (*parts[:at], *other, *parts[at + 1 :]))


def _with(node: ast.Node, name: str, value: Any) -> ast.Node:
    """The node with another value in the field of that name."""
    changed: dict[str, Any] = {name: value}
    return replace(node, **changed)


def _fewer_clauses(node: ast.Clauses) -> Lesser:
    if len(node.clauses) < 2:
        return
    for number, clause in enumerate(node.clauses):
        rest = node.clauses[:number] + node.clauses[number + 1 :]
        joints = node.joints[: max(number - 1, 0)] + node.joints[max(number - 1, 0) + 1 :]
        if isinstance(rest[0], ast.Clause) and rest[0].subject is None and isinstance(clause, ast.Clause):
            rest = (replace(rest[0], subject=clause.subject), *rest[1:])
        yield said(clause), clause.span, replace(node, clauses=rest, joints=joints)


def _verb(node: ast.Verb) -> Lesser:
    yield from _without(node, "adverbials")
    yield from _plainer(node)
    if isinstance(node, ast.Act):
        yield from _complements(node)


def _plainer(node: ast.Verb) -> Lesser:
    """Without what is said of a verb beside its adverbials: *not*, *may*, the past, *instead*, *only*."""
    if node.negated:
        yield "not", node.span, replace(node, negated=False)
    if node.modal not in (None, *UNHEARD) and not (node.modal == "may" and is_free(node)):
        yield str(node.modal), node.span, replace(node, modal=None)
    if node.tense != "present":
        if not isinstance(node, ast.ProVerb) and not _decides(node):  # *who did* and *who does* are the same
            yield "the past", node.span, replace(node, tense="present")
    if node.instead:
        yield "instead", node.span, replace(node, instead=False)
    if node.only:
        yield "only", node.span, replace(node, only=False)


def _decides(verb: ast.Verb) -> bool:
    """Whether it ends the game for somebody: who *has lost* is who *loses*, now and from now on."""
    if not isinstance(verb, ast.Act) or verb.verb not in ("win", "lose"):
        return False
    what = verb.object
    return what is None or (isinstance(what, ast.Noun) and what.head == "game")


def _complements(node: ast.Act) -> Lesser:
    for part in node.complements:
        if isinstance(part.value, ast.Noun) and part.value.head == "game":
            continue  # *win the game* and *remove it from the game* may be said without it
        if node.verb == "take" and part.role == "into":
            continue  # where to may be left out where it can be one place only
        rest = tuple(other for other in node.complements if other is not part)
        yield said(part), part.span, replace(node, complements=rest)


def is_free(node: ast.Verb) -> bool:
    """Whether the verb leaves open how often or how much: *may* or not, nothing has to be done."""
    if any(isinstance(each, ast.Times) and each.is_free for each in node.adverbials):
        return True
    objects = [each.value for each in node.complements] if isinstance(node, ast.Act) else []
    return any(
        isinstance(each, ast.Noun)
        and (each.determiner.bound == "up to" or each.determiner.quantifier == "any number of")
        for each in objects
    )


def _noun(node: ast.Noun) -> Lesser:
    for word in node.adjectives:
        rest = tuple(other for other in node.adjectives if other != word)
        yield word, node.span, replace(node, adjectives=rest)
    for part in node.modifiers:
        if part.word in UNHEARD or (part.word == "of" and is_self(part.what)):
            continue  # whose it is goes without saying
        modifiers = tuple(other for other in node.modifiers if other is not part)
        yield said(part), part.span, replace(node, modifiers=modifiers)
    if node.relative is not None:
        yield said(node.relative), node.relative.span, replace(node, relative=None)
    det = node.determiner
    for what, changed in _determiner(det):
        yield what, det.span or node.span, replace(node, determiner=changed)


def is_self(node: ast.Nominal | None) -> bool:
    """*it*, *this card*: what a text speaks of when it names no other."""
    return isinstance(node, ast.Pronoun) or (isinstance(node, ast.Noun) and node.determiner.article == "this")


def _determiner(det: ast.Determiner) -> Iterator[tuple[str, ast.Determiner]]:
    if det.number is not None:
        yield str(det.number), replace(det, number=det.number + 1)
    if det.bound is not None:
        yield det.bound, replace(det, bound="at most" if det.bound == "at least" else "at least")
    if det.quantifier is not None:
        yield det.quantifier, replace(det, quantifier="all" if det.quantifier == "no" else "no")
    if det.other:
        yield "other", replace(det, other=False)
    if det.ordinal is not None:
        yield det.ordinal, replace(det, ordinal="last" if det.ordinal in FIRST else "first")
    if det.owner is not None:
        yield "whose it is", replace(det, owner=None, article="the")


def said(node: ast.Node) -> str:
    """A part of a sentence in its own words."""
    return " ".join(node.span.text.split()) if node.span is not None else "this"
