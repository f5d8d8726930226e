"""The components that a *given* sentence speaks of: by kind, owner, name and what is printed on them.

Where they are is what is being said, so that a description never looks at it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Val
from toolkit.compile.nouns.nominal import describe
from toolkit.compile.nouns.phrases import as_set
from toolkit.compile.nouns.possess import attribute_of_list, definite
from toolkit.language import ast, which
from toolkit.language.forms import article
from toolkit.program.expression import Expr
from toolkit.report.source import Span

MOST_NAMES = 6
"""Of what would do, in a message."""


@dataclass(frozen=True, slots=True)
class Things:
    """Components by what they are.  `kind`: index.  `names`: only these entities.  `condition`: over local `slot`.

    `count`: how many, None: all of them.  `face`: how they are said to lie (*a face-down card*): 0 down, 1 up."""

    kind: int
    names: tuple[int, ...] | None
    slot: int
    condition: Expr
    count: int | None
    span: Span | None
    face: int | None = None


FACES = {"face-down": 0, "face-up": 1}
"""Words that say before a noun how it lies."""


def unfit(scope: Scope, node: ast.Node) -> Exception:
    """This cannot be given."""
    return scope.fail(
        "SAY0880", node, hint="say where something is, how much there is, or what something shows"
    )


def things_of(
    node: ast.Nominal, owner: Val | None, scope: Scope, where: ast.Modifier | None = None
) -> Things:
    """Components by kind, owner, printed values and name.  `owner`: of whom, when the kind belongs to players.
    `where`: the place after them, which somebody else reads.
    """
    if not isinstance(node, ast.Noun):
        raise unfit(scope, node)
    kind, names, count = of_name(node, scope) if node.name is not None else of_kind(node, scope)
    new_to_the_table(node, scope)
    slot = scope.alloc()
    here: Expr = build.local(slot)
    whose, said = properties(node, owner, where, scope)
    conditions: list[Expr] = []
    if whose is not None and scope.world.owned(kind):
        conditions.append(("eq", scope.world.owner(here), whose.expr))
    face = None
    for word in node.adjectives:
        if word in FACES:
            face = FACES[word]
            continue
        conditions.append(printed(word, kind, here, node, scope))
    if said or node.relative is not None:
        conditions.append(described(kind, said, node.relative, here, scope))
    return Things(scope.world.kinds[kind].index, names, slot, build.both(*conditions), count, node.span, face)


Named = tuple[str, tuple[int, ...] | None, int | None]
"""A kind, the components that are meant (None: all of the kind), and how many of them."""


def of_name(node: ast.Noun, scope: Scope) -> Named:
    """Components by name; several copies of a card share one."""
    if node.name not in scope.world.entities:
        raise scope.fail("SAY0802", node, word=node.name)
    made, kind = scope.world.entities[node.name]
    copies: tuple[int, ...] = made if isinstance(made, tuple) else (made,)
    alone = len(copies) == 1 and node.determiner.number is None
    return kind, copies, 1 if alone and node.determiner.quantifier != "no" else count_of(node)


def of_kind(node: ast.Noun, scope: Scope) -> Named:
    """Components by kind."""
    kind = scope.world.thing(node.head)
    if kind is None:
        raise no_kind(node, scope)
    return kind.name, None if kind.only is None else (kind.only,), count_of(node)


def properties(
    node: ast.Noun, owner: Val | None, where: ast.Modifier | None, scope: Scope
) -> tuple[Val | None, tuple[ast.Modifier, ...]]:
    """Whose a phrase says they are (else `owner`), and what it says they have.  SAY0880: it says where they are."""
    whose = owner
    said: list[ast.Modifier] = []
    for modifier in (each for each in node.modifiers if each is not where):
        if modifier.word in ("with", "without"):
            said.append(modifier)
        elif modifier.word == "of" and modifier.what is not None:
            whose = definite(modifier.what, scope)
        else:
            hint = "say what it is, not where it is: that is what is given"
            raise scope.fail("SAY0880", modifier, hint=hint)
    if node.determiner.owner is not None:
        whose = definite(node.determiner.owner, scope)
    elif node.determiner.possessive == "their" and scope.they is not None:
        whose = scope.they
    return whose, tuple(said)


def described(
    kind: str, said: tuple[ast.Modifier, ...], relative: ast.Relative | None, here: Expr, scope: Scope
) -> Expr:
    """*that shows 9* · *with 2 power*: it has these properties before the sentence is carried out.

    Raises `Fail` for one that says where a thing is.
    """
    for node in relative.walk() if relative is not None else ():
        if isinstance(node, ast.IsPlaced | ast.There) or (isinstance(node, ast.Act) and node.verb != "show"):
            has = ast.verb_of(node) in ("have", "cost")
            if not has:
                raise scope.fail("SAY0880", relative, hint="say what is printed on it: “a card that shows 9”")
    noun = ast.Noun(head=kind, plural=True, modifiers=said, relative=relative, span=scope.span)
    with scope.saying(placed=True, test=True):
        return ("member", here, as_set(describe(noun, scope)))


def called(kind: str, scope: Scope) -> tuple[str, ...]:
    """The names of what is of a kind, as they are written; none if there are too many to tell."""
    world = scope.world
    entries = [world.vocabulary.names[id] for id, (_, of) in world.entities.items() if world.is_a(of, kind)]
    names = [f"*{'the ' * entry.article}{entry.text}*" for entry in entries]
    return tuple(names) if len(names) <= MOST_NAMES else ()


def no_kind(node: ast.Noun, scope: Scope) -> Exception:
    """What a definition says of a thing comes and goes: given is a thing of a kind."""
    world = scope.world
    noun = world.vocabulary.noun(node.head)
    if noun is None or noun.is_a not in world.kinds:
        return unfit(scope, node)
    kinds = [
        kind.name
        for kind in world.kinds.values()
        if kind.category == "thing" and world.is_a(kind.name, noun.is_a)
    ]
    kinds.sort(key=lambda name: node.head not in name.split())
    return scope.fail(
        "SAY0880",
        node,
        expected=tuple(f"*{article(kind)} {kind}*" for kind in kinds[:MOST_NAMES]),
        hint=f"*{node.head}* is what a definition says of it; say its kind",
    )


def new_to_the_table(node: ast.Noun, scope: Scope) -> None:
    """What is put on the table has not been spoken of: no *that card*, no *another card*, no bound."""
    det = node.determiner
    plain = replace(det, article=None, possessive=None, owner=None, number=None, of=False)
    if det.quantifier in ("no", "all", "both"):
        plain = replace(plain, quantifier=None)
    if det.bound == "exactly":
        plain = replace(plain, bound=None)
    if plain != ast.Determiner() or det.article in ("that", "those", "this", "these"):
        hint = "say how many there are: “2 cards”, “a card”, “no cards”"
        raise scope.fail("SAY0880", det.span or node, hint=hint)


def count_of(node: ast.Noun) -> int | None:
    """How many a phrase means; None: all there are."""
    det = node.determiner
    match det.which:
        case which.No():
            return 0
        case which.A() | which.Another() if det.number is None:
            return 1
        case which.All(number=None):
            return None
    if det.number is None and node.name is not None and not node.plural:
        return 1
    return det.number


def printed(word: str, kind: str, here: Expr, node: ast.Noun, scope: Scope) -> Expr:
    """*a hearts card*: a printed value; nothing else can be given before a noun."""
    world = scope.world
    if word in world.values:
        index, list_name = world.values[word]
        attribute = attribute_of_list(kind, list_name, scope)
        if attribute is not None:
            return ("eq", ("base", attribute, here), ("value", index))
    flag = world.attribute(kind, word)
    if flag is not None and flag.flag:
        return ("ne", ("base", flag.index, here), build.integer(0))
    raise scope.fail("SAY0881", node, word=word, hint="say what makes it so")
