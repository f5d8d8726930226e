"""What hangs on what inside a noun phrase: from a flat chain of chunks to a tree, by type.

The grammar reads *a card in the hand of a player with the most points* as five chunks and four links.  Here each
link finds its chunk: *of* takes the one just before it, any other link the nearest to its left, on the right frontier,
whose noun it fits (a card is in a hand, a number is not; *with* fits a player).  *and* joins what is alike.  If
nothing fits, the nearest is taken, and the compile stage will say why it is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from toolkit.language import which
from toolkit.language.ast import (
    Act,
    Determiner,
    Group,
    Joint,
    Modifier,
    Nominal,
    Noun,
    Pronoun,
    Relative,
    determiner_of,
    head_of,
)
from toolkit.language.lexer import Lexicon, Token
from toolkit.language.parsing.behind_list import of_all_or_of_the_last
from toolkit.language.wording import best, normal
from toolkit.language.wording.of_either import of_either
from toolkit.report import Diagnostic, Span, diagnose

_HAS_PLACE = frozenset({"thing", "player", "place", "group", "period", "event", "text", "amount"})
_HAS_WITH = frozenset({"thing", "player", "place", "group", "period", "event", "text", "step", "value"})
MEASURED = frozenset({"quantity", "amount", "attribute", "number"})
_RELATED = frozenset({"thing", "player", "place", "group", "event", "period", "value"})


class Chunk:
    """A noun phrase while it grows: its noun, and what was attached so far."""

    __slots__ = (
        "beyond",
        "category",
        "form",
        "items",
        "joint",
        "modifiers",
        "node",
        "parent",
        "relative",
        "token",
    )

    def __init__(self, node: Nominal, category: str, token: Token | None = None) -> None:
        self.node = node
        self.category = category
        self.token = token
        self.modifiers: list[tuple[Token | str, Chunk | None]] = []
        self.beyond: tuple[Modifier, ...] = ()
        self.relative: Relative | None = None
        self.parent: Chunk | None = None
        self.items: list[Chunk] = []
        self.joint: str = ""


def _has_begun(chunk: Chunk) -> bool:
    """Whether *from …* of a range hangs on it."""
    return any(isinstance(word, Token) and word.type == "RANGE" for word, _ in chunk.modifiers)


def _is_said_of(chunk: Chunk, those: Chunk) -> bool:
    """*the card with the highest cost among those cards*, *the player with the most cats among those players*."""
    whose = chunk.parent
    if whose is None or chunk.category == those.category or those.category not in ("thing", "player"):
        return False
    return whose.category == those.category


class Rival(NamedTuple):
    """Another noun that a relative clause fits.  `measured`: an amount, of which it is rarely said."""

    node: Nominal
    measured: bool


Link = tuple[Token | None, Chunk | None, Token | None]
"""The joining word (None for the first chunk), its chunk, and the *of* of *and of*."""


class Attacher:
    """Attachment for one vocabulary."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.vocabulary = lexicon.vocabulary
        self.diagnostics: list[Diagnostic] = []
        self.slots: dict[str, set[str]] = {}
        for template in self.vocabulary.templates:
            for slot in template.slots:
                if slot.role == "obj":
                    self.slots.setdefault(template.verb, set()).add(slot.counts or slot.noun)

    def category(self, noun: str | None, name: str | None) -> str:
        """The category of a noun or of a name's kind; `number` for neither."""
        if name is not None:
            entry = self.vocabulary.names.get(name)
            noun = entry.noun if entry else None
        if noun is None:
            return "number"
        found = self.vocabulary.nouns.get(noun)
        if found is not None:
            return found.category
        return "event" if noun in self.lexicon.events else "value"

    def category_of(self, node: Nominal) -> str:
        """The category of a finished noun phrase."""
        if isinstance(node, Noun):
            return self.category(node.head, node.name)
        if isinstance(node, Pronoun):
            return "thing" if node.word == "it" else "player"
        return self.category_of(node.items[0]) if isinstance(node, Group) else "amount"

    def attach(
        self, chain: Sequence[Link], relative: Relative | None = None, beyond: tuple[Modifier, ...] = ()
    ) -> tuple[Nominal, Nominal | None, list[Rival]]:
        """The noun phrase of a chain; the noun that took the relative clause, and others that fit it as well.

        `beyond`: what stands after the clause and is said of that noun.
        """
        first = chain[0][1]
        assert first is not None
        if len(chain) == 1 and relative is None:
            return first.node, None, []
        root = last = first
        for joining, chunk, repeated in chain[1:]:
            assert joining is not None
            if joining.type in ("AND_N", "OR_N", "LCOMMA"):
                assert chunk is not None
                root, last = self._joined(root, last, chunk, joining, again=repeated is not None)
            else:
                last = self._modified(last, chunk, joining)
        taker: Chunk | None = None
        others: list[Chunk] = []
        if relative is not None:
            taker, others = self._relative(last, relative)
            taker.relative = relative
            taker.beyond = beyond
            if relative.span is not None:
                self._last_of_list(taker, relative.span, "REL")
        made: dict[int, Nominal] = {}
        node = self._finish(root, made)
        things = [Rival(made[id(each)], each.category in MEASURED) for each in others]
        return node, made[id(taker)] if taker else None, things

    def _joined(
        self, root: Chunk, last: Chunk, chunk: Chunk, joining: Token, *, again: bool
    ) -> tuple[Chunk, Chunk]:
        """*and B*, *and of B*: the new root, and the noun that is open now."""
        joint = joining.joint if joining.type == "LCOMMA" else joining.type.removesuffix("_N").lower()
        if again:
            self._again(last, chunk, joint)
            return root, chunk
        if (excluded := self._excluded(last, chunk)) is not None:
            return self._join(root, excluded, chunk, joint or "and", joining), last
        return self._join(root, last, chunk, joint or "and", joining), chunk

    def _excluded(self, last: Chunk, new: Chunk) -> Chunk | None:
        """*all units other than cats and dogs*: what the new noun joins if it is excluded, too, being said in the
        same way (*other than this cat and another dog* says something else of the dog).
        """
        if not last.modifiers:
            return None
        word, old = last.modifiers[-1]
        if not isinstance(word, Token) or word.type != "OTHER_THAN" or old is None:
            return None
        if old.items:
            old = old.items[-1]
        if not _said_alike(old.node, new.node):
            return None
        if not self._alike(old, new) and new.node.span is not None:  # *other than red and green cards*
            hint = "say the noun of each that is left out: *other than … cards and … cards*"
            self.diagnostics.append(diagnose("SAY0601", new.node.span, word="and", hint=hint))
        return old

    def _modified(self, last: Chunk, chunk: Chunk | None, joining: Token) -> Chunk:
        """*of B*, *in B*, *there*: hung on its noun; the noun that is open now."""
        host = self._host(joining, last, chunk)
        self._last_of_list(host, joining.span, joining.type)
        host.modifiers.append((joining, chunk))
        if chunk is None:
            return host
        chunk.parent = host
        if joining.type != "OTHER_THAN":
            return chunk
        # *put all cards on the table other than the highest card in the deck*: what follows says where they are put
        of_those = host.category == "place" and chunk.category == "thing"
        return host if of_those or not self._is_described(chunk) else chunk

    def _is_described(self, chunk: Chunk) -> bool:
        """*each player other than the player with the most coins*, *each card on the table other than the highest card
        in your hand*: which one that is must still be said.
        """
        node = chunk.node
        if not isinstance(node, Noun):
            return False
        if replace(node.determiner, span=None, ordinal=None) != Determiner(article="the"):
            return False
        ordinal = node.determiner.ordinal
        extreme = {ordinal, *node.adjectives} & {"highest", "lowest"}
        return bool(extreme) or (node.head == "player" and ordinal is None)

    # --- Finding a host -------------------------------------------------------------------------------------

    def _frontier(self, last: Chunk) -> Iterator[Chunk]:
        """The nouns that are still open, from the last outwards."""
        chunk: Chunk | None = last
        while chunk is not None:
            if not chunk.items:
                yield chunk
            chunk = chunk.parent

    def _host(self, link: Token, last: Chunk, new: Chunk | None) -> Chunk:
        kind = link.type
        if kind == "OF":
            if (
                new is not None
                and new.category in ("attribute", "value")
                and last.category in ("place", "group")
            ):
                thing = next((c for c in self._frontier(last) if c.category == "thing"), last)
                return last if self._is_of_the_place(thing, last, new) else thing
            return last
        if (
            kind == "RANGE" and link.word == "to"
        ):  # *a number from your bid to your coins*: of what has the other end
            return next((c for c in self._frontier(last) if _has_begun(c)), last)
        for chunk in self._frontier(last):
            if self._fits(kind, link.reading.id, chunk, new):
                return chunk
        return last

    def _is_of_the_place(self, thing: Chunk, place: Chunk, new: Chunk) -> bool:
        """*units in regions of that terrain*, where regions have a terrain, and units have none."""
        holders = self._holders(new.node.head) if isinstance(new.node, Noun) else []
        return any(self._is(place, each) for each in holders) and not any(
            self._is(thing, each) for each in holders
        )

    def _fits(self, kind: str, word: str, chunk: Chunk, new: Chunk | None) -> bool:
        node = chunk.node
        if isinstance(node, Pronoun):
            return False
        assert isinstance(node, Noun)
        if word == "among" and new is not None and _is_said_of(chunk, new):
            return False
        fits = _FITS.get(kind)
        if fits is not None:
            return fits(self, chunk, node, new)
        if word in ("equal to", "lower than", "higher than"):
            ranked = word != "equal to" and self._shows_a_number(node)
            return chunk.category in MEASURED or ranked
        return chunk.category in _RELATED and node.name is None

    def _shows_a_number(self, node: Noun) -> bool:
        """*a card in your hand higher than the top card of the pile*: hands are neither high nor low."""
        head, nouns = node.head, self.vocabulary.nouns.values()
        return head is not None and any(
            self.vocabulary.is_kind(head, each.id) for each in nouns if each.shows
        )

    def _has_place(self, chunk: Chunk, node: Noun, new: Chunk | None) -> bool:
        # *a player with Castle in their row*: players lie nowhere
        of_a_player = (
            chunk.category == "thing" and chunk.parent is not None and chunk.parent.category == "player"
        )
        # *draw a card for each Lantern in your row*: so many of them lie there
        named = node.name is not None and not of_a_player and not _is_counted_by_each(chunk)
        return chunk.category in _HAS_PLACE and not named and not self._only_owns(chunk)

    def _only_owns(self, chunk: Chunk) -> bool:
        """*a cat of another player in the park*: where the cat is, which is a player's wherever it lies."""
        thing = chunk.parent
        if chunk.category != "player" or thing is None or not isinstance(thing.node, Noun):
            return False
        word, whose = thing.modifiers[-1] if thing.modifiers else ("", None)
        entry = self.vocabulary.noun(thing.node.head)
        belongs = whose is chunk and isinstance(word, Token) and word.type == "OF"
        return belongs and entry is not None and entry.category == "thing" and entry.owned

    def _at_place(self, chunk: Chunk, node: Noun, new: Chunk | None) -> bool:
        if chunk.category == "amount" and chunk.parent is not None and chunk.parent.category == "thing":
            return False  # *a card of the best colour on the table*: colours lie nowhere
        if chunk.category == "attribute" and new is not None and isinstance(new.node, Noun):
            return any(
                self._is(new, holder) for holder in self._holders(node.head)
            )  # *the values on the dice*
        return self._has_place(chunk, node, new)

    def _has_parts(self, chunk: Chunk, node: Noun, new: Chunk | None) -> bool:
        # *a card in your row with a mark*: there is one row of yours, so the mark is on the card.
        one = self._known_place(chunk) and node.determiner.article is None
        if node.head in self.vocabulary.lists and new is not None and isinstance(new.node, Noun):
            # *the suit with the most cards*: cards have a suit
            return any(self._is(new, holder) for holder in self._holders(node.head))
        if new is not None and new.category == "attribute" and isinstance(new.node, Noun):
            # *the card in the shop with the highest cost*: shops cost nothing
            holders = self._holders(new.node.head)
            if holders and not any(self._is(chunk, holder) for holder in holders):
                return False
        return chunk.category in _HAS_WITH and node.name is None and not one

    def _one_place(self, chunk: Chunk) -> bool:
        """Whether it is the place of something before it, and no plural."""
        node = chunk.node
        return (
            chunk.category == "place"
            and isinstance(node, Noun)
            and chunk.parent is not None
            and not node.plural
        )

    def _is_compared(self, chunk: Chunk, node: Noun, new: Chunk | None) -> bool:
        return node.determiner.more is not None or node.determiner.quantifier in ("as many", "as much")

    def _is_counted(self, chunk: Chunk, node: Noun, new: Chunk | None) -> bool:
        return chunk.category in MEASURED or node.determiner.number is not None

    def _has_range(self, chunk: Chunk, node: Noun, new: Chunk | None) -> bool:
        return chunk.category in MEASURED and node.determiner.number is None

    def _has_others(self, chunk: Chunk, node: Noun, new: Chunk | None) -> bool:
        # *players other than the banker*: what a word of the pack stands for, its definition says
        defined = (
            new is not None and new.category == "amount" and chunk.category in ("player", "thing", "place")
        )
        return new is None or defined or self._alike(chunk, new)

    def _alike(self, a: Chunk, b: Chunk) -> bool:
        if a.category == b.category:
            return True
        return a.category in MEASURED and b.category in MEASURED

    # --- Joining --------------------------------------------------------------------------------------------

    def _last_of_list(self, host: Chunk, span: Span, kind: str) -> None:
        """*a cat and a dog in the garden*: both, or the dog only?  Reported, unless they share a determiner."""
        self._last_left_out(host, span, kind)
        group = host.parent
        if (
            kind not in ("PLACE", "FROM", "WITH", "WITHOUT", "REL", "FOR_EACH")
            or group is None
            or not group.items
            or group.items[-1] is not host
        ):
            return
        if not isinstance(host.node, Noun):
            return
        # *2 cats and dogs that are small*: both; *2 cats in the garden and dogs that are small*?
        one_phrase = host.node.determiner.is_empty()
        others = [
            item
            for item in group.items[:-1]
            if (item.modifiers and kind == "REL" if one_phrase else _could_share(item, kind))
            and self._alike(item, host)
            and self._may_have(item, host.relative)
        ]
        if others and others[0].node.span is not None:
            said, many = others[0].node.span, len(group.items)
            self.diagnostics.append(of_all_or_of_the_last(group.joint, many, said, span, kind))

    def _may_have(self, item: Chunk, said: Relative | None) -> bool:
        """*a hazard or a treasure whose suit is …*: a hazard has no suit."""
        what = said.subject if said is not None and said.word == "whose" else None
        bearer = self.lexicon.bearers.get(what.head or "") if isinstance(what, Noun) else None
        head = head_of(item.node)
        if bearer is None or head is None:
            return True
        return self.vocabulary.is_kind(head, bearer.id) or self.vocabulary.is_kind(bearer.id, head)

    def _last_left_out(self, host: Chunk, span: Span, kind: str) -> None:
        """*all cats other than small cats with a hat*: the small ones, or all?  Reported."""
        word, what = host.modifiers[-1] if host.modifiers else (None, None)
        if kind not in ("WITH", "WITHOUT", "REL") or what is None or not isinstance(word, Token):
            return
        last = what.items[-1].node if what.items else what.node
        if word.type != "OTHER_THAN" or not isinstance(last, Noun) or last.name is not None:
            return
        if isinstance(last.determiner.which, which.Bare | which.A):
            hint = "say it before *other than*, or of what is left out: *other than those …*, an adjective"
            self.diagnostics.append(diagnose("SAY0601", span, word="other than", hint=hint))

    def _join(self, root: Chunk, last: Chunk, new: Chunk, joint: str, joining: Token) -> Chunk:
        """Makes `new` the next item beside the nearest open noun that is like it; gives the new root."""
        host = self._beside(root, last, new)
        above = host.parent
        group = above if above is not None and host in above.items else None
        if group is not None and group.joint == joint:
            group.items.append(new)
            new.parent = group
            return root
        if group is not None:
            self.diagnostics.append(diagnose("SAY0510", joining.span))
        made = Chunk(host.node, host.category)
        made.joint = joint
        made.items = [host, new]
        made.parent = above
        if group is not None:
            group.items[group.items.index(host)] = made
        elif above is not None:
            above.modifiers = [(w, made if c is host else c) for w, c in above.modifiers]
        host.parent = new.parent = made
        return made if host is root else root

    def _beside(self, root: Chunk, last: Chunk, new: Chunk) -> Chunk:
        """The one that *between* has named; else the nearest open noun that is like a new one, or of which alone there
        is no sum; else what somebody is *with* (*a player with 2 coins and a cat*); else the last of all.
        """
        if (one := next((c for c in self._frontier(last) if _is_one_side(c)), None)) is not None:
            return one
        for chunk in self._frontier(last):
            if _is_added_up(chunk) or (self._alike(chunk, new) and not _counts(chunk, new)):
                return chunk
        if (had := next((c for c in self._frontier(last) if _is_had(c)), None)) is not None:
            return had
        return root if not root.items else root.items[-1]

    def _again(self, last: Chunk, new: Chunk, joint: str) -> None:
        """*the slots of A and of B*: B joins the last *of* phrase."""
        for chunk in self._frontier(last):
            for k in range(len(chunk.modifiers) - 1, -1, -1):
                word, old = chunk.modifiers[k]
                if isinstance(word, Token) and word.type == "OF" and old is not None:
                    if old.items and old.joint == joint:
                        old.items.append(new)
                        new.parent = old
                        return
                    made = Chunk(old.node, old.category)
                    made.joint = joint
                    made.items = [old, new]
                    made.parent = chunk
                    old.parent = new.parent = made
                    chunk.modifiers[k] = (word, made)
                    return
        last.modifiers.append(("of", new))
        new.parent = last

    # --- Relative clauses -----------------------------------------------------------------------------------

    def _relative(self, last: Chunk, relative: Relative) -> tuple[Chunk, list[Chunk]]:
        """Who takes the relative clause: the nearest noun that fits its gap; and the others that fit as well."""
        open_ones = [c for c in self._behind_each(last) if isinstance(c.node, Noun)]
        named = _open_to_a_clause(open_ones)
        fitting = [c for c in named if self._fits_gap(c, relative)]
        if fitting:
            return fitting[0], [] if relative.word == "where" else fitting[1:]
        if named:
            return named[0], []
        return (open_ones or [last])[0], []

    def _behind_each(self, last: Chunk) -> Iterator[Chunk]:
        """The open nouns up to a *for each*: what stands after it says nothing of what is counted."""
        for chunk in self._frontier(last):
            yield chunk
            if _is_counted_by_each(chunk):
                return

    def _fits_gap(self, chunk: Chunk, relative: Relative) -> bool:
        word = relative.word
        if word == "who":
            return chunk.category == "player"
        if word == "where":
            return chunk.category in ("place", "group")
        if word == "whose":
            owned = head_of(relative.subject)
            holders = self._holders(owned)
            if holders:  # *a card in your hand whose colour is …*: hands have no colour
                return any(self._is(chunk, holder) for holder in holders)
            return chunk.category in ("thing", "player", "event", "text")
        return self._fits_verb(chunk, relative, getattr(relative.verb, "verb", None))

    def _fits_verb(self, chunk: Chunk, relative: Relative, lemma: str | None) -> bool:
        """Whether a noun may be the gap of the verb of *that*, *you have*."""
        known = lemma == "have" and self._one_place(chunk) and determiner_of(chunk.node).article == "the"
        if known and relative.subject is not None:
            return False  # *a card in the market that no player has*: the market is nobody's
        if relative.subject is not None and lemma is not None:
            kinds = self.slots.get(lemma)
            return not kinds or any(self._is(chunk, kind) for kind in kinds)
        if lemma == "show":  # *a card of the trump suit that shows 1*
            return chunk.category == "thing"
        if lemma == "have" and relative.subject is None and chunk.category in ("place", "group"):
            return self._has_things(relative) and not self._known_place(chunk)
        if relative.subject is None:  # *that*, and the noun itself acts: things do, places and numbers rarely
            return chunk.category not in ("player", "place", "group", "quantity", "period", "step")
        return True

    def _has_things(self, relative: Relative) -> bool:
        """*a cat in a park that has a tree*: parks may have trees; of a power it is said of what lies there."""
        what = relative.verb.object if isinstance(relative.verb, Act) else None
        return isinstance(what, Noun | Group) and self.category_of(what) == "thing"

    def _known_place(self, chunk: Chunk) -> bool:
        """*your row*, *the park*: of which nothing need be said; *a player's row* is one of several."""
        owner = determiner_of(chunk.node).owner
        several = isinstance(determiner_of(owner).which, which.A | which.Another | which.Each | which.All)
        several = several or (isinstance(owner, Noun) and owner.plural is True)
        owned = determiner_of(chunk.node).possessive or (owner is not None and not several)
        named = owned or determiner_of(chunk.node).article == "the"
        holds = chunk.parent is not None and chunk.parent.category not in ("place", "group")
        return self._one_place(chunk) and holds and bool(named)

    def _holders(self, attribute: str | None) -> list[str]:
        """The nouns whose things have an attribute of that name."""
        return [noun.id for noun in self.vocabulary.nouns.values() if attribute in noun.attributes]

    def has_attribute(self, node: Noun, attribute: str) -> bool:
        """Whether things of that noun may have an attribute of that name."""
        chunk = Chunk(node, self.category_of(node))
        return any(self._is(chunk, holder) for holder in self._holders(attribute))

    def _is(self, chunk: Chunk, kind: str) -> bool:
        if kind == "any":
            return True
        node = chunk.node
        assert isinstance(node, Noun)
        noun = node.head
        if kind == "amount":
            return chunk.category in MEASURED
        if kind == "place":
            return chunk.category in ("place", "group")
        if kind == "thing":
            return chunk.category in ("thing", "text", "event", "value")
        if kind == "player":
            return chunk.category == "player"
        if kind == "text":
            return chunk.category in ("text", "thing", "event")
        return noun is not None and (
            self.vocabulary.is_kind(noun, kind) or self.vocabulary.is_kind(kind, noun)
        )

    # --- Nodes ----------------------------------------------------------------------------------------------

    def _finish(self, chunk: Chunk, made: dict[int, Nominal]) -> Nominal:
        if chunk.items:
            items = tuple(self._finish(item, made) for item in chunk.items)
            joint: Joint = "or" if chunk.joint == "or" else "and"
            return Group(span=_spans(items[0].span, items[-1].span), items=items, joint=joint)
        node = chunk.node
        if chunk.modifiers or chunk.relative:
            modifiers = [self._modifier(word, what, made) for word, what in chunk.modifiers]
            end = node.span
            for modifier in modifiers:
                end = _spans(end, modifier.span)
            if isinstance(node, Noun):
                node = replace(
                    node,
                    span=_spans(end, chunk.relative.span if chunk.relative else None),
                    modifiers=(*node.modifiers, *modifiers, *chunk.beyond),
                    relative=chunk.relative,
                )
                node = best.with_the_best(best.of_the_best(node))
                if (each := of_either(node, self.category_of(node))) is not None:
                    made[id(chunk)] = node
                    return each
            else:  # a pronoun takes nothing; keep it readable for the compile stage
                node = Noun(
                    span=end, determiner=Determiner(), modifiers=tuple(modifiers), relative=chunk.relative
                )
        made[id(chunk)] = node
        return node

    def _modifier(self, word: Token | str, what: Chunk | None, made: dict[int, Nominal]) -> Modifier:
        inner = self._finish(what, made) if what is not None else None
        span = _spans(None if isinstance(word, str) else word.span, inner.span if inner else None)
        text = normal.usual(word if isinstance(word, str) else word.reading.id, inner, self.vocabulary)
        if text in ("for each", "for every", "for each of") and inner is not None:
            so_many = text != "for each of" and _number(inner) is not None
            text, inner = "for every" if so_many else "for each", one_by_one(text, inner)
        return Modifier(span=span, word=text, what=inner)


_FITS: dict[str, Callable[[Attacher, Chunk, Noun, Chunk | None], bool]] = {
    "PLACE": Attacher._at_place,
    "FROM": Attacher._has_place,
    "THERE": Attacher._has_place,
    "WITH": Attacher._has_parts,
    "WITHOUT": Attacher._has_parts,
    "THAN": Attacher._is_compared,
    "THAN_FAR": Attacher._is_compared,
    "FOR_EACH": Attacher._is_counted,
    "RANGE": Attacher._has_range,
    "OTHER_THAN": Attacher._has_others,
}
"""What a noun must be for a phrase to say something of it; of other phrases a relation decides."""


def _is_counted_by_each(chunk: Chunk) -> bool:
    """Whether it stands after a *for each*."""
    links = chunk.parent.modifiers if chunk.parent is not None else ()
    return any(what is chunk and isinstance(w, Token) and w.type == "FOR_EACH" for w, what in links)


def _open_to_a_clause(chunks: list[Chunk]) -> list[Chunk]:
    """Those that have no name; *each cat next to that cat that is tired*: which cat *that cat* is, is known."""
    nouns = [(c, c.node) for c in chunks if isinstance(c.node, Noun) and c.node.name is None]
    return [c for c, node in nouns if node.determiner.article not in ("this", "that")] or [
        c for c, _ in nouns
    ]


def _is_one_side(chunk: Chunk) -> bool:
    """*between the first field …*: the other side is still to come."""
    links = chunk.parent.modifiers if chunk.parent is not None else ()
    between = any(what is chunk and isinstance(w, Token) and w.reading.id == "between" for w, what in links)
    return between and isinstance(chunk.node, Noun) and not chunk.node.plural


def _is_added_up(chunk: Chunk) -> bool:
    """*the sum of the die …*: there is no sum of one, so what it is added to is still to come, be it alike or not."""
    whole, node = chunk.parent, chunk.node
    if whole is None or whole.items or not isinstance(whole.node, Noun) or not isinstance(node, Noun):
        return False
    of_it = any(what is chunk and isinstance(w, Token) and w.type == "OF" for w, what in whole.modifiers)
    one = (not node.plural or chunk.category == "quantity") and node.determiner.quantifier is None
    return of_it and one and whole.node.head in _ADDED_UP


_ADDED_UP = ("sum", "total")


def _counts(host: Chunk, new: Chunk) -> bool:
    """*1 wood for each food and 1 stone for each food*: no stone is counted, for nobody counts *each 1 stone*."""
    alone = _number(host.node) is None and _number(new.node) is not None
    return alone and _is_counted_by_each(host)


def _is_had(chunk: Chunk) -> bool:
    """What a player is *with*; another that they are with joins it."""
    host = chunk.parent
    if host is None or host.category != "player":
        return False
    return any(isinstance(word, Token) and word.type == "WITH" and c is chunk for word, c in host.modifiers)


def _could_share(item: Chunk, kind: str) -> bool:
    """Whether a list item might be meant by what follows the list: it is no name and has no place of its own; all of
    something is not so much for each of others.
    """
    node = item.node
    if (
        item.items
        or not isinstance(node, Noun)
        or node.name is not None
        or node.determiner.article in ("this", "that", "those")
        or (kind == "FOR_EACH" and node.determiner.quantifier == "all")
    ):
        return False
    return not any(
        isinstance(word, Token) and word.type in ("PLACE", "FROM", "WITH", "THERE", "FOR_EACH")
        for word, _ in item.modifiers
    )


def _said_alike(one: Nominal, other: Nominal) -> bool:
    """Whether two nouns have the same determiner, or the second one none of its own."""
    if not isinstance(one, Noun) or not isinstance(other, Noun):
        return isinstance(one, Pronoun) or isinstance(other, Pronoun)
    return other.determiner.is_empty() or replace(one.determiner, span=None) == replace(
        other.determiner, span=None
    )


def _number(node: Nominal | None) -> int | None:
    """How many a phrase says there are; of *2 cats or dogs*, of both together."""
    if isinstance(node, Group) and all(determiner_of(each).is_empty() for each in node.items[1:]):
        return _number(node.items[0])
    if not isinstance(node, Noun) or (node.determiner.of and node.determiner.number == 1):
        return None
    return node.determiner.number


def one_by_one(word: str, node: Nominal) -> Nominal:
    """What stands after *for each of* (*those cards*), or after *for each* (*cat*, and where it was typed *cats*)."""
    if not isinstance(node, Noun):
        return node
    if word.endswith("of"):
        return replace(node, determiner=replace(node.determiner, of=True))
    alone = replace(node.determiner, other=False).is_empty()
    return replace(node, plural=False) if alone and node.plural else node


def _spans(first: Span | None, last: Span | None) -> Span | None:
    if first is None or last is None:
        return first or last
    return first.cover(last)
