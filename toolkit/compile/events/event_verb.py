"""Which verb a clause is an event of, and which role of the event each of its complements fills.

Several verbs may share a word (*put {thing} in {place}*, *put {thing} on {thing}*); what stands in the clause
decides between them.
"""

from __future__ import annotations

from dataclasses import replace

from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Type, Val, entity, name_type
from toolkit.compile.base.world import Kind, VerbInfo, kind_of_figure
from toolkit.compile.events.template import not_of_these, own_words, same_event, type_fit, type_name
from toolkit.compile.nouns.figure import player_with
from toolkit.language import ast, forms
from toolkit.language.vocabulary import TOWARDS, Slot, Template
from toolkit.report import Span
from toolkit.verbs.verb import KernelVerb


def verbs_of(clause: ast.Clause, scope: Scope) -> list[VerbInfo]:
    """The verbs that a clause could be an event of; empty when it is a state."""
    if len(clause.verbs) != 1 or not isinstance(clause.verbs[0], ast.Act):
        return []
    verb = clause.verbs[0]
    if verb.negated or (
        verb.verb in scope.world.defined and verb.verb not in scope.world.vocabulary.adjectives
    ):
        return []  # a defined relation; *ready* may be an adjective and a verb
    found: dict[str, VerbInfo] = {}
    obj = verb.object

    for info, template in scope.world.by_lemma.get(verb.verb, ()):
        if template.fixed and not (
            isinstance(obj, ast.Nominal)
            and (same_event(obj, template.fixed, scope) or is_brought(obj, info, scope))
        ):
            continue
        found[info.id] = info
    return list(found.values())


def of_a_player(clause: ast.Clause, scope: Scope) -> ast.Clause:
    """*This piece chases a player.* as what a player does with it; a thing with which nothing is done is no doer."""

    verb, subject = clause.verbs[0], clause.subject
    if not isinstance(verb, ast.Act) or verb.passive or subject is None:
        return clause
    size = scope.size
    kind = type_name(subject, scope)
    scope.size = size  # the event of the clause comes first in the frame
    if kind is None or kind.base != "entity" or acts(kind.name, scope):
        return clause
    slot = done_with(verb, kind.name, scope)
    if slot is None and (player_ := player_with(subject, kind.name, scope)) is not None:
        return replace(clause, subject=player_)
    if slot is None:
        raise no_doer(subject, kind.name, scope)
    on_whose_side(subject, kind.name, scope)
    tool = ast.Complement(span=subject.span, role=slot.role, prep=slot.prep, value=subject)
    player = ast.Noun(span=subject.span, determiner=ast.Determiner(article="a"), head="player")
    changed = replace(verb, complements=(*verb.complements, tool))
    return replace(clause, subject=player, verbs=(changed, *clause.verbs[1:]))


def on_whose_side(subject: ast.Nominal, kind: str, scope: Scope) -> None:
    """SAY0754: *Enemy cats cannot race* on no card: nobody is *you*, and whoever races with a cat is no enemy of it."""
    sides = [each for each in getattr(subject, "adjectives", ()) if each in ("friendly", "enemy")]
    if sides and scope.you is None:
        hint = "this stands on no card, so it is nobody’s friend or enemy: say whose they are, *… of the active player*"
        raise scope.fail("SAY0754", subject, adjective=sides[0], noun=kind, hint=hint)


def acts(kind: str, scope: Scope) -> bool:
    """Whether things of a kind do what verbs say: players do, and *the game ends*."""
    return kind == "game" or scope.world.is_a(kind, "player")


def done_with(verb: ast.Act, kind: str, scope: Scope) -> Slot | None:
    """The slot of a verb that such a thing fills when it is said to act: `chase {player} with {kind}`."""
    given = {complement.role for complement in verb.complements}
    for _, template in scope.world.by_lemma.get(verb.verb, ()):
        for slot in template.slots:
            tool = slot.role in ("with", "by") and slot.role not in given and slot.noun in scope.world.kinds
            if tool and scope.world.related(kind, slot.noun):
                return slot
    return None


AS_IT_LAST_WAS = (
    "say it as it is, *is …*, *has at least 3 …*: of a thing that has just left its place it is asked as it last was "
    "there"
)
"""What to write for *it was a cat*, *it had 3 power*."""


def no_doer(subject: ast.Nominal, kind: str, scope: Scope, better: str | None = None) -> Exception:
    """A thing where only players act: the event would never be found.  `better`: how it is said instead."""
    usual = (
        f"say who does it (*the player who … the {kind} …*) or whom it happens to "
        f"(*When {forms.article(kind)} {kind} is …*), or give the verb a slot for what it is done with "
        f"(`phrase: chase {{player}} with {{{kind}}}`): then *the {kind} chases* is said of that"
    )
    wanted = "a player, for players do what verbs say"
    found = name_type(entity(kind))
    return scope.fail("SAY0752", subject, found=found, wanted=wanted, hint=better or usual)


def done_by_things(clause: ast.Clause, subject: ast.Nominal, kind: str, scope: Scope) -> Exception:
    """An order whose subject is no player: what things have more of, what they are for a time, what they would do."""
    verb = clause.verbs[0]
    if not isinstance(verb, ast.Be):
        return no_doer(subject, kind, scope, raised_or_lowered(clause, subject, kind, scope))
    hint = has_keyword(verb, subject, scope) or (
        "what a thing is, its card or a definition says; what it is for a time is a keyword (a document of `type: "
        "keyword`: *… has SWIFT this turn*), and a value of a list is set: *Set the … of … to …*"
    )
    return scope.unfit(clause, f"“{clause.span.text if clause.span else kind}” as an order", hint=hint)


def has_keyword(verb: ast.Verb, subject: ast.Nominal | None, scope: Scope) -> str | None:
    """How *is SWIFT* is said, of a keyword; None: it is said of no keyword."""
    what = (
        verb.predicate.what if isinstance(verb, ast.Be) and isinstance(verb.predicate, ast.IsThing) else None
    )
    named = scope.world.vocabulary.name(what.name) if isinstance(what, ast.Noun) else None
    if named is None or named.noun != "keyword":
        return None
    return f"a keyword is had: *… {'have' if getattr(subject, 'plural', False) else 'has'} {named.text}*"


def raised_or_lowered(clause: ast.Clause, subject: ast.Nominal, kind: str, scope: Scope) -> str | None:
    """How it is said that things have more or less of what they have; None: it is something else."""
    verb = clause.verbs[0]
    word = {"gain": "Raise", "lose": "Lower"}.get(verb.verb) if isinstance(verb, ast.Act) else None
    what = verb.object if isinstance(verb, ast.Act) else None
    if word is None or not isinstance(what, ast.Noun) or scope.world.attribute(kind, what.head or "") is None:
        return None
    whose = subject.span.text if subject.span is not None else f"the {kind}"
    much = what.determiner.number or 1
    if isinstance(subject, ast.Noun) and subject.name is None:
        whose = whose[0].lower() + whose[1:]
    if any(isinstance(each, ast.When) for each in clause.verbs[0].adverbials):
        sign = "+" if word == "Raise" else "-"
        return f"for a time a thing has more or less: *{whose} has {sign}{much} {what.head} this turn*"
    return f"what a thing has is raised or lowered: *{word} the {what.head} of {whose} by {much}*"


def is_fixed_object(info: VerbInfo, complement: ast.Complement, scope: Scope) -> bool:
    """Whether the object is no role but words of the verb: *win the game*, *take a turn*."""

    if complement.role != "obj" or not info.templates or not isinstance(complement.value, ast.Nominal):
        return False
    if info.templates[0].fixed:
        return True
    value = complement.value
    return any(template.fixed and same_event(value, template.fixed, scope) for template in info.templates)


def is_brought(node: ast.Nominal, info: VerbInfo, scope: Scope) -> bool:
    """*a hazard*, *a treasure with value 5*: more said of what `draw a card` brings."""
    if not info.brings or not isinstance(node, ast.Noun) or node.plural or node.determiner.article != "a":
        return False
    if same_event(node, info.templates[0].fixed, scope):
        return False
    size = scope.size
    kind = type_name(node, scope)
    scope.size = size  # the event of the clause comes first in the frame
    return kind is not None and kind.base == "entity" and scope.world.is_a(kind.name, info.brings)


def role_name(info: VerbInfo, role: str) -> str:
    """The role of the event that a complement fills: a kernel verb says it itself, a pack's verb by its first
    phrase.
    """
    if info.kernel is None and info.templates:
        for number, slot in enumerate(info.templates[0].slots):
            if slot.role == role:
                return info.roles[number]
    return "to" if role in TOWARDS and "to" in info.roles else role


def counted(info: VerbInfo, name: str) -> str:
    """The noun that a role counts: *card* of `draw {number} cards`; empty for any other."""
    if info.kernel is not None or not info.templates or name not in info.roles:
        return ""
    return info.templates[0].slots[info.roles.index(name)].counts


def fitting(
    infos: list[VerbInfo], verb: ast.Act, clause: ast.Clause, scope: Scope, obj: Val | None = None
) -> VerbInfo:
    """Of several verbs with one word, the one whose slots the clause fits best: no slot more than needed, and of
    the right kinds.  `obj`: the missing object of a relative clause.  SAY0759: the clause fits none of them.
    """
    size = scope.size
    given, object_ = _given(verb, clause, scope, obj)
    scored = []
    for info in infos if len(infos) > 1 else ():
        fits = [
            fit
            for template in info.templates
            if (fit := _fit(verb, template, given, object_, scope)) is not None
        ]
        if fits:
            scored.append((*min(fits), info.kernel is not None, info.id, info))
    scored.sort(key=lambda entry: entry[:4])
    if not scored and len(infos) > 1:
        raise scope.fail("SAY0759", clause, verb=verb.verb)
    found = scored[0][4] if scored else infos[0]
    if found.kernel is not None and (
        own := own_words(verb, scope.world.by_lemma.get(verb.verb, ()), scope, object_)
    ):
        raise not_of_these(verb, own, scope)
    scope.size = size  # the event of the clause comes first in the frame
    return found


def _given(verb: ast.Act, clause: ast.Clause, scope: Scope, obj: Val | None) -> tuple[set[str], Type | None]:
    """The roles that a clause fills, and the type of an object that is no complement of the verb."""

    given = {_as_to(complement.role) for complement in verb.complements}
    object_ = obj.type if obj is not None else None
    if verb.passive:
        given.add("obj")
        if clause.subject is not None:
            object_ = type_name(clause.subject, scope)
    elif obj is not None:
        given.add("obj")
    return given, object_


def _fit(
    verb: ast.Act, template: Template, given: set[str], object_: Type | None, scope: Scope
) -> tuple[int, int] | None:
    """How well a phrase of a verb is filled, the lower the better: slots left over, kinds that match; None: not."""

    wanted = {_as_to(slot.role) for slot in template.slots}
    if template.fixed:
        wanted.add("obj")
    quality = type_fit(verb, template, scope)
    taken = next((slot.noun for slot in template.slots if slot.role == "obj"), None)
    if object_ is not None and taken in scope.world.kinds:
        fit = object_.base == "entity" and scope.world.related(object_.name, taken)
        quality = quality + 1 if fit else -1
    return (len(wanted - given), -quality) if given <= wanted and quality >= 0 else None


def _as_to(role: str) -> str:
    return "to" if role in TOWARDS else role


def swaps(verb: KernelVerb) -> bool:
    """Whether each of two things goes where the other was."""
    return verb.roles == ("obj", "with")


def can_take(verb: KernelVerb, type: Type, span: Span | None, scope: Scope) -> None:
    """SAY0752: *Move another player to a site*, *When a player rolls a coin*: it does nothing with such things."""
    world, kind = scope.world, scope.world.kind_of(type)
    if "attr" in verb.roles:
        return  # it changes an amount, of whomever
    if world.is_player(type):
        thing = kind_of_figure(world) or "…"
        hint = f"a player is nothing that lies on the table: *{verb.id} … that player's {thing} …*"
        raise scope.fail("SAY0752", span, found="a player", wanted="a thing", hint=hint)
    if kind is not None and kind.category == "place" and swaps(verb):
        raise scope.fail("SAY0752", span, found="a place", wanted="a thing")  # what lies in it is put there
    if kind is not None and kind.category == "thing":
        _can_be(kind, verb, span, scope)


def _can_be(kind: Kind, verb: KernelVerb, span: Span | None, scope: Scope) -> None:
    """What the verb needs of a thing, and a kind does not declare."""
    world = scope.world
    below = [each for each in world.kinds if world.is_a(each, kind.name)]
    found = f"{forms.article(kind.name)} {kind.name}"
    if verb.needs == "shows" and not any(map(world.shown, below)):
        hint = (
            f"what is thrown shows a value: `shows:` and the name of an attribute, in the kind `{kind.name}`"
        )
        raise scope.fail("SAY0752", span, found=found, wanted="what shows a value", hint=hint)
    if verb.needs == "of nobody" and all(world.property(each, "of") != "nobody" for each in below):
        hint = f"what changes hands is declared `of: nobody`; others are put somewhere: *put the {kind.name} in …*"
        raise scope.fail("SAY0752", span, found=found, wanted="what changes hands", hint=hint)
