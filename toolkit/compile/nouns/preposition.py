"""Which preposition goes with which place, thing and slot: *in the hand*, *at the door*, *hide behind that card*.

A verb of the core puts a thing *into* another and nothing else, so a preposition that says more (*behind*, *above*)
would be lost; it is refused, with the one that is meant.
"""

from __future__ import annotations

from dataclasses import replace

from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Desc
from toolkit.compile.base.world import Kind, VerbInfo
from toolkit.language import ast
from toolkit.language.lexer import PLACE_RELATIONS
from toolkit.language.wording.normal import HOLDING, PLAIN
from toolkit.report.diagnostic import Fix

APART = PLACE_RELATIONS - {"on top of"} | {"near", "around", "above", "below"}
"""What says that something is elsewhere than in or on it."""

WHERE = APART | {"in", "at", "on", "under", "beside", "on top of", "behind", "in front of", "inside", "outside",
                 "before", "after"}  # fmt: skip
"""What says where something is.  *From*, *among* and *to* say where it comes from and goes to."""

SAME = PLAIN | {"inside"}
"""What says of a place no more than that something is there, so that each may be corrected to the other."""

ENDS = ("under", "on top of")
"""Where in an ordered place a thing comes to lie."""


def own_preposition(word: str, place: Desc, node: ast.Node, scope: Scope, *, strict: bool = False) -> None:
    """*in the hand*, *on the board*, *at the door*: each place has the preposition that the vocabulary gives it.

    `strict`: where something is, not where it comes to lie (*under the deck*).  SAY0762.
    """
    kind = scope.world.kinds.get(place.type.name)
    if kind is None or word not in WHERE | {"among"}:
        return
    if kind.category == "player":
        hint = (
            "say which place of theirs: *in their …*; what they have, wherever it is, is *… of that player*"
        )
        if word == "among":
            hint = "nothing is shared out between players: say what each of them does, *Each player …*"
        raise scope.fail("SAY0752", node, found=f"a {kind.name}", wanted="a place", hint=hint)
    if word == "among":
        _among(kind, node, scope, strict)
        return
    if kind.category == "thing":
        if word not in HOLDING:
            raise misplaced(word, "on", kind.name, node, scope)
        _no_rival_place(word, kind.name, node, scope)
    elif kind.category in ("place", "group"):
        own = word == kind.prep if kind.prep_said else word in PLAIN
        if not own and (strict or word not in ENDS or not kind.ordered):
            raise misplaced(word, kind.prep, kind.name, node, scope, ends=kind.ordered)


def _among(kind: Kind, node: ast.Node, scope: Scope, strict: bool) -> None:
    if kind.category == "thing":  # those who ask have seen that it is not one of them
        hint = f"*among* is said of several of a kind: *a {kind.name} among those …*; what lies on one is *on* it"
        raise scope.unfit(node, f"“among” of a {kind.name}", hint=hint)
    if not strict:  # somewhere in a pile is not on top of it
        raise misplaced("among", kind.prep, kind.name, node, scope)


def _no_rival_place(word: str, thing: str, node: ast.Node, scope: Scope) -> None:
    """*Choose a village. Discard a card. Remove a stone in it*: things lie *on* a card, so what is *in it* may as well
    be in the village that was named before.  SAY0657.
    """
    said = getattr(node, "value", None) or getattr(node, "where", None) or getattr(node, "what", None)
    if word not in PLAIN - {"on"} or not ast.is_it(said):
        return
    kinds = scope.world.kinds
    places = scope.discourse.singles(lambda value: _is_place(kinds.get(value.type.name), word))
    if places:
        place = places[-1].head
        hint = f"say “that {thing}” or “that {place}”"
        raise scope.fail("SAY0657", node, names=f"the {place} or the {thing}", hint=hint)


def _is_place(kind: Kind | None, word: str) -> bool:
    return kind is not None and kind.category in ("place", "group") and kind.prep == word


def of_slot(complement: ast.Complement, info: VerbInfo, desc: Desc, scope: Scope) -> None:
    """*hide behind that card* is not *hide on that card*: the words of the pack's own phrase, or those of the place
    if the phrase says *in*, *at* or *on*.  SAY0762.
    """
    word = complement.prep
    own = [slot.prep for template in info.templates for slot in template.slots if slot.role == "place"]
    if word in own or word not in WHERE:
        return
    place = scope.world.category(desc.type.name) in ("place", "group")
    if not own or (place and not PLAIN.isdisjoint(own)):
        own_preposition(word, desc, complement, scope, strict=True)
        return
    raise misplaced(word, own[0], desc.type.name, complement, scope)


def _elsewhere(word: str, noun: str, scope: Scope) -> str:
    """How it is said that something is beside, behind or before a thing."""
    if word in APART:
        cells = [kind.name for kind in scope.world.kinds.values() if kind.part_of is not None]
        cell = cells[0] if len(cells) == 1 else "…"
        return f"what is done beside a thing is done in a place that is: *… in a {cell} {word} …*"
    return (
        f"what else lies {word} a thing is said by a word of the pack: declare one under `relations` (*ahead of*), "
        f"with a definition: *A {noun} is ahead of another {noun} if …*"
    )


def outside(right: str, node: ast.Node, scope: Scope) -> Exception:
    """SAY0801: *outside the park*, of which the right preposition would say the opposite."""
    there = node.span.said if node.span is not None else "outside …"
    there = there.replace("outside", right)
    denied = f"what is outside is not {right} it: *… is not {there}*, *each … that is not {there}*"
    return scope.unfit(node, "“outside”", hint=denied)


def misplaced(
    word: str, right: str, noun: str, node: ast.Node, scope: Scope, *, ends: bool = False
) -> Exception:
    """The wrong preposition of a place, with the right one as a correction.  `ends`: it may say where something comes
    to lie there, so that the right one would lose what it says.
    """
    fixes: tuple[Fix, ...] = ()
    if word == "outside":
        return outside(right, node, scope)
    if ends and word in ENDS:
        lies = f"*{right}* says where it lies, *{word}* where it comes to lie: *Put … from … {word} …*"
        return scope.fail("SAY0762", node, word=word, noun=noun, right=right, hint=lies)
    if word in APART or (word not in SAME and scope.world.category(noun) == "thing"):
        # the right one would put it on that thing instead
        return scope.fail(
            "SAY0762", node, word=word, noun=noun, right=right, hint=_elsewhere(word, noun, scope)
        )
    if node.span is not None and node.span.text.lower().startswith(word):
        span = replace(node.span, end=node.span.start + len(word))
        fixes = (Fix(f"write *{right}*", span, right),)
    said = node.span.said if node.span is not None and not fixes else ""
    hint = f"if it goes there, say *from* where: *Put … from … {said}.*" if said else None
    return scope.fail(
        "SAY0762", fixes[0].span if fixes else node, word=word, noun=noun, right=right, fixes=fixes, hint=hint
    )
