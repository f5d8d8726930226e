"""Which phrase of which verb the words of a verb phrase are: by lemma, roles and, where several fit, types."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Bound, Fail, Type, entity
from toolkit.compile.base.world import Kind, VerbInfo
from toolkit.compile.nouns import counting
from toolkit.compile.nouns.determiner import POINTING
from toolkit.language import ast
from toolkit.language.printing.english import print_english
from toolkit.language.vocabulary import TOWARDS, Slot, Template

HOLDING = ("on", "under", "beside", "on top of", "onto")
"""Prepositions after which a thing can hold another (*on the card*)."""

UNFIT = -1
WORD_FOR_WORD = 3
"""How well words fit a phrase that they repeat; types alone give less (`type_fit`)."""


def phrase_of(verb: ast.Act, scope: Scope, *, quiet: bool = False) -> tuple[VerbInfo, Template] | None:
    """The verb and the template that these words are.  Raises `Fail` (or gives None when quiet)."""
    candidates = scope.world.by_lemma.get(verb.verb, [])
    if not candidates:
        if quiet:
            return None
        raise scope.fail("SAY0758", verb, verb=verb.verb)
    types: Types = {}
    fits = [(fit(verb, template, scope, types), info, template) for info, template in candidates]
    best = max(quality for quality, _, _ in fits)
    if best == UNFIT:
        if quiet:
            return None
        raise scope.fail("SAY0759", verb, verb=verb.verb, hint=whose_place(verb, scope))
    found = _nearest([(info, template) for quality, info, template in fits if quality == best])
    if found[0].kernel is not None and (own := own_words(verb, candidates, scope)):
        if quiet:
            return None
        raise not_of_these(verb, own, scope)
    return found


def _nearest(found: list[tuple[VerbInfo, Template]]) -> tuple[VerbInfo, Template]:
    """Of phrases that fit alike: the only one that is the pack's, or the first."""
    own = [(info, template) for info, template in found if info.kernel is None]
    return own[0] if len(own) == 1 else found[0]


def own_words(
    verb: ast.Act, candidates: Iterable[tuple[VerbInfo, Template]], scope: Scope, obj: Type | None = None
) -> str:
    """The fixed words of a pack's verb (`reveal a card`) with a meaning of its own for things that a verb of the kernel
    is said of: *Reveal 2 cards* must not be something else than doing that twice.  `obj`: the object's type, if it is
    no complement.
    """
    what, given = verb.object, {c.role for c in verb.complements} | {"obj"}
    for info, template in candidates:
        noun = template.fixed.partition(" ")[2]
        if info.kernel is None and noun and given == {"obj"} | {slot.role for slot in template.slots}:
            obj = obj or (type_name(what, scope) if isinstance(what, ast.Nominal) else None)
            if obj == entity(noun):
                return template.fixed
    return ""


def not_of_these(verb: ast.Act, own: str, scope: Scope) -> Fail:
    """SAY0759: what is done with certain things, where the verb of the pack does it with none that can be named."""
    declared = f"`{verb.verb} {{{own.partition(' ')[2]}}}`"
    hint = (
        f"`{verb.verb} {own}` is a verb of this pack and is not done with a certain one: declare {declared}, or call "
        "that verb something else"
    )
    return scope.fail("SAY0759", verb, verb=verb.verb, hint=hint)


def has_phrase(verb: ast.Act, scope: Scope) -> bool:
    """Whether the pack gives this word a phrase of its own with these roles (*end your turn*)."""
    given = {c.role for c in verb.complements}
    for info, template in scope.world.by_lemma.get(verb.verb, ()):
        wanted = {slot.role for slot in template.slots} or ({"obj"} if template.fixed else set())
        if info.kernel is None and wanted == given:
            found = phrase_of(verb, scope, quiet=True)
            return template.fixed == "" if found is None else found[0].kernel is None
    return False


def whose_place(verb: ast.Act, scope: Scope) -> str | None:
    """*Deal 5 cards to each player*: a player is no place, but has some; of amounts one loses what another gains."""
    own = [kind for kind in scope.world.kinds.values() if kind.category == "place" and kind.of == "player"]
    own.sort(key=lambda kind: kind.seen_by != "owner")  # a hand before a deck
    for complement in verb.complements:
        if not isinstance(complement.value, ast.Nominal) or complement.role not in (*TOWARDS, "from"):
            continue
        if scope.world.is_a(getattr(type_name(complement.value, scope), "name", ""), "player"):
            what = ast.head_of(verb.object)
            entry = scope.world.vocabulary.noun(what)
            if entry is not None and entry.category == "quantity" and complement.role == "from":
                return _FROM_EACH
            if not own:
                continue
            dealt = from_the_top(verb, own[0], scope) if verb.verb == "deal" else ""
            return f"a player is no place: say *{complement.prep} … player’s {own[0].name}*{dealt}"
    return None


_FROM_EACH = (
    "*Take 2 … from each other player.* is a sentence of its own; else say who loses it and who gains it"
)


def from_the_top(verb: ast.Act, to: Kind, scope: Scope) -> str:
    """From where something is dealt: from the top of what is in order and nobody sees."""
    piles = [kind for kind in scope.world.kinds.values() if kind.category == "place" and kind.ordered]
    piles.sort(key=lambda kind: (kind.seen_by != "nobody", kind.of is not None))
    what = verb.object
    if not piles or not isinstance(what, ast.Noun) or what.head is None or what.modifiers:
        return ", and where from: *the top 2 … of the …*"
    number = what.determiner.number or 1
    noun = scope.world.vocabulary.nouns.get(what.head)
    things = f"the top {number} {noun.plural}" if noun is not None and number > 1 else f"the top {what.head}"
    if piles[0].of == "player":
        whole = f"Each player puts {things} of their {piles[0].name} {to.prep} their {to.name}."
    else:
        whole = f"Deal {things} of the {piles[0].name} to each player's {to.name}."
    return f", and where from: *{whole}*"


def normal(roles: set[str]) -> set[str]:
    """Roles for comparison: every way to say where to is one."""
    return {"to" if role in TOWARDS else role for role in roles}


def same_words(node: ast.Nominal, fixed: str, scope: Scope) -> bool:
    """Whether an object is the fixed words of a template (*a turn*)."""
    if any(isinstance(each, Bound) for each in node.walk()):  # what is known already is no word of a template
        return False
    return print_english(node, scope.world.vocabulary).strip().lower() == fixed.lower()


def same_event(node: ast.Nominal, fixed: str, scope: Scope) -> bool:
    """The same of an event: *When a player takes the turn*, *a turn* is one that is taken."""
    if same_words(node, fixed, scope):
        return True
    if not isinstance(node, ast.Noun) or node.determiner not in _ARTICLES:
        return False
    other = _ARTICLES[node.determiner.article == "a"]
    return same_words(replace(node, determiner=other), fixed, scope)


_ARTICLES = (ast.Determiner(article="a"), ast.Determiner(article="the"))


# --- How well words fit ---------------------------------------------------------------------------------------


Types = dict[int, Type | None]
"""What the complements of a verb are, by their place in it: told once, whatever they are tried for."""


def fit(verb: ast.Act, template: Template, scope: Scope, types: Types | None = None) -> int:
    """`UNFIT`: these words are not this phrase; else the better they fit, the higher."""
    given = {c.role for c in verb.complements}
    wanted = {slot.role for slot in template.slots}
    obj = verb.object
    if template.fixed:
        same = obj is not None and same_words(obj, template.fixed, scope) and given == {"obj"} | wanted
        return WORD_FOR_WORD if same else UNFIT
    if normal(given) != normal(wanted):
        return UNFIT
    if template.counted:
        return WORD_FOR_WORD if obj is not None and counting.is_count(obj, template.counted) else UNFIT
    return type_fit(verb, template, scope, types)


def type_fit(verb: ast.Act, template: Template, scope: Scope, types: Types | None = None) -> int:
    """`UNFIT`: a complement cannot fill its slot; else the more specific, the higher."""
    quality, types = 0, {} if types is None else types
    for slot in template.slots:
        wanted = normal({slot.role})
        at = next((k for k, c in enumerate(verb.complements) if normal({c.role}) == wanted), None)
        complement = verb.complements[at] if at is not None else None
        if at is None or complement is None or not isinstance(complement.value, ast.Nominal):
            continue
        if at not in types:
            types[at] = type_name(complement.value, scope)
        kind = types[at]
        if kind is None:
            continue
        here = slot_fit(slot, kind, complement.prep, scope)
        if here == UNFIT:
            return UNFIT
        quality += here
    return quality


def slot_fit(slot: Slot, kind: Type, prep: str, scope: Scope) -> int:
    """How specifically a phrase of this type fills a slot.  `prep`: the preposition before the phrase."""
    world, things = scope.world, kind.base == "entity"
    if slot.noun in ("any", "thing"):
        return 0 if things else UNFIT
    if slot.noun == "quantity":
        return 1 if kind.base == "quantity" else UNFIT
    if slot.noun == "amount":
        shown = things and world.shown(kind.name) is not None
        return 0 if shown or kind.base in ("number", "quantity", "value") else UNFIT
    if slot.noun == "value" or slot.noun in world.vocabulary.lists:
        return 1 if kind.base == "value" else UNFIT
    if slot.noun not in ("place", "player") and slot.noun not in world.kinds:
        return 0
    return kind_fit(slot.noun, kind.name, prep, scope) if things else UNFIT


def kind_fit(wanted: str, kind: str, prep: str, scope: Scope) -> int:
    """How specifically things of a kind fill the slot of another one; *on the card* is a place, too."""
    world = scope.world
    if wanted in ("place", "player"):
        if world.is_a(kind, wanted) or (wanted == "place" and kind == "game"):
            return 1
        return 0 if prep in HOLDING else UNFIT
    if not world.related(kind, wanted):
        return UNFIT
    return 2 if world.is_a(kind, wanted) else 1


def type_name(node: ast.Nominal, scope: Scope) -> Type | None:
    """A nominal's type; None when it cannot be told here: *them* is what fits the slot."""
    if ast.is_they(node):
        return None
    if isinstance(node, ast.Noun) and (known := by_head(node, scope)) is not None:
        return known
    with scope.trial():
        try:
            return scope.describe(node).type
        except Fail:  # *another player*, where nobody acts yet: still a player
            head = ast.head_of(node)
            return entity(head) if head is not None and head in scope.world.kinds else None


def by_head(node: ast.Noun, scope: Scope) -> Type | None:
    """The type of *your cats*, *2 coins*, which the head alone tells: most phrases are of this kind, and to describe
    each of them for its type only was a tenth of all compiling.
    """
    det, head = node.determiner, node.head
    if head is None or node.name is not None or det.ordinal is not None or det.article in POINTING:
        return None
    if head in scope.world.kinds:
        return entity(head) if head != "thing" else None  # *the others*, *the third*: of what was named
    plainly = det == ast.Determiner(number=det.number) and not (
        node.modifiers or node.relative or node.adjectives
    )
    found = scope.world.quantity(head) if det.number is not None and plainly else None
    return Type("quantity", found.name) if found is not None else None


def one_each_time(verb: ast.Act, scope: Scope) -> tuple[ast.Times, ast.Act] | None:
    """*draw that many cards*, *drew at least 3 cards* of `draw a card`: how often, and the verb said of one; None: no
    phrase with such words, or none that is counted.
    """
    obj = verb.complement("obj")
    if obj is None or not isinstance(obj.value, ast.Nominal):
        return None
    noun = fixed_noun(verb, obj.value, scope)
    if noun is None or phrase_of(verb, scope, quiet=True) is not None:
        return None
    single = ast.Noun(determiner=ast.Determiner(article="a"), head=noun, span=obj.span)
    act = verb.with_value(obj, single)
    found = phrase_of(act, scope, quiet=True)
    return (said_times(obj.value, obj), act) if found is not None and found[1].fixed else None


def said_times(node: ast.Nominal, obj: ast.Complement) -> ast.Times:
    """How often, by the number before an object."""
    if isinstance(node, ast.Noun) and node.determiner.number is not None and not node.modifiers:
        det = node.determiner
        return ast.Times(number=det.number or 0, bound=det.bound, span=det.span)
    return ast.Times(number=0, amount=node, span=obj.span)


def fixed_noun(verb: ast.Act, said: ast.Nominal, scope: Scope) -> str | None:
    """The noun of a phrase whose words are fixed (`draw a card`, `take a turn`), if the object says how many of them:
    *3 cards*, *that many cards*, *1 card for each cat*.
    """
    for _, template in scope.world.by_lemma.get(verb.verb, ()):
        article, _, noun = template.fixed.partition(" ")
        if article in ("a", "an") and counting.is_count(said, noun):
            return noun
    return None
