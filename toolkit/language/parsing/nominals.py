"""Noun phrases, predicates and relative clauses: the half of the builder that `builder.py` builds sentences upon.

One method for each rule of the grammar, as there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

from toolkit.language.ast import (
    Act,
    Arith,
    Be,
    Complement,
    Determiner,
    IsAdjective,
    IsPlaced,
    IsRelated,
    IsThing,
    Modifier,
    Nominal,
    Noun,
    Predicate,
    Pronoun,
    Relative,
    There,
    Verb,
    swapped,
)
from toolkit.language.lexer import Lexicon, Token
from toolkit.language.parsing import agreement, same_past
from toolkit.language.parsing.attach import Attacher, Chunk, Rival
from toolkit.language.parts import JOINTS, At, Made, span_of
from toolkit.language.which import says_plural
from toolkit.language.wording import normal
from toolkit.report import Diagnostic, Label, diagnose
from toolkit.report.source import Span

_EMPTY = Determiner()


class NominalBuilder:
    """`diagnostics` collects what agreement and attachment find while a sentence is built."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.vocabulary = lexicon.vocabulary
        self.attacher = Attacher(lexicon)
        self.agreement = agreement.Agreement(lexicon)
        self.diagnostics: list[Diagnostic] = self.attacher.diagnostics

    def _agree(self, subject: Nominal | None, made: Made) -> Verb:
        """Compares verb and subject."""
        verb, finite = made.verb, made.finite
        if finite is None or subject is None:
            return verb
        if _past_looks_alike(finite):
            return self._told(subject, verb)
        found = self.agreement.verb(subject, finite)
        if found is not None:
            self.diagnostics.append(found)
        return verb

    def _told(self, subject: Nominal, verb: Verb) -> Verb:
        """*a player put*, *the player who put*: past, for the present would be *puts*."""
        one = self.agreement.singular(subject) and not isinstance(subject, Pronoun)
        return replace(verb, tense="past") if one and verb.tense == "present" else verb

    # --- Predicates -----------------------------------------------------------------------------------------

    def relative(self, parts: list[Any]) -> tuple[Relative, list[Token]]:
        """A relative clause and the words in it that agree with its noun; further ones hang on the first."""
        node, finites = parts[-1]
        found = list(finites)
        for k in range(len(parts) - 3, -1, -2):
            earlier, more = parts[k]
            found += more
            node = replace(earlier, joint=JOINTS[parts[k + 1].type], more=node, span=span_of(earlier, node))
        return node, found

    def relative_subject(self, parts: list[Any]) -> tuple[Relative, list[Token]]:
        """Of *who is ready or has a card* the second verb has the same *who*, and none of its own."""
        *who, made = parts
        verb = same_past.told(made.verb, self.vocabulary)
        word = who[0].reading.id if who else ""
        node = Relative(span=span_of(*who, verb), word=word, verb=verb)
        return node, [made.finite] if made.finite is not None else []

    relative_again = relative_subject

    def relative_object(self, parts: list[Any]) -> tuple[Relative, list[Token]]:
        return self._relative(parts[0], parts[0].reading.id, parts[1], parts[2])

    def relative_pronoun(self, parts: list[Any]) -> tuple[Relative, list[Token]]:
        subject = Pronoun(span=parts[0].span, word=parts[0].reading.id)
        return self._relative(parts[0], "", subject, parts[1])

    def relative_where(self, parts: list[Any]) -> tuple[Relative, list[Token]]:
        return self._relative(parts[0], "where", parts[1], parts[2])

    def relative_where_there(self, parts: list[Any]) -> tuple[Relative, list[Token]]:
        there = There(span=span_of(*parts[1:]), what=parts[-1])
        return Relative(span=span_of(*parts), word="where", there=there), []

    def relative_whose(self, parts: list[Any]) -> tuple[Relative, list[Token]]:
        return self._relative(parts[0], "whose", parts[1].node, parts[2])

    def relative_whose_object(self, parts: list[Any]) -> tuple[Relative, list[Token]]:
        subject = Pronoun(span=parts[2].span, word=parts[2].reading.id)
        node, finites = self._relative(parts[0], "whose", subject, parts[3])
        verb = node.verb
        assert isinstance(verb, Act)
        thing = Complement(span=parts[1].node.span, role="obj", value=parts[1].node)
        return replace(node, verb=replace(verb, complements=(thing, *verb.complements))), finites

    def _relative(
        self, start: Token, word: str, subject: Nominal, made: Made
    ) -> tuple[Relative, list[Token]]:
        verb = same_past.told(self._agree(subject, made), self.vocabulary)
        return Relative(span=span_of(start, subject, verb), word=word, subject=subject, verb=verb), []

    def adjectives(self, parts: list[Any]) -> tuple[Any, ...]:
        words = tuple(part.reading.id for part in parts if part.type == "ADJ")
        joint = next((JOINTS[part.type] for part in parts if part.type in ("AND_P", "OR_P")), None)
        return words, joint, span_of(*parts)

    def predicate(self, parts: list[Any]) -> Predicate:
        if isinstance(parts[0], Predicate):
            return parts[0]
        words, joint, span = parts[0]
        return IsAdjective(span=span, adjectives=words, joint=joint)

    def predicate_adjectives_place(self, parts: list[Any]) -> Predicate:
        words, joint, span = parts[0]
        where = self.predicate_placed(parts[1:])
        if isinstance(where, IsRelated):
            where = IsPlaced(span=where.span, prep=where.relation, where=where.to)
        return IsAdjective(span=span_of(At(span), where), adjectives=words, joint=joint, where=where)

    def predicate_thing(self, parts: list[Any]) -> Predicate:
        return IsThing(span=parts[0].span, what=parts[0])

    def predicate_placed(self, parts: list[Any]) -> IsPlaced | IsRelated:
        if len(parts) == 1:
            token, where = parts[0]
        else:
            token, where = parts
        if token.type == "THERE":
            return IsPlaced(span=token.span, prep="", where=None)
        if token.reading.kind == "relation":
            return IsRelated(span=span_of(token, where), relation=token.reading.id, to=where)
        prep = normal.usual(token.reading.id, where, self.vocabulary)
        return IsPlaced(span=span_of(token, where), prep=prep, where=where)

    def predicate_yours(self, parts: list[Any]) -> Predicate:
        token = parts[0]
        return IsPlaced(span=token.span, prep="of", where=Pronoun(span=token.span, word=token.reading.id))

    def predicate_related(self, parts: list[Any]) -> Predicate:
        return IsRelated(span=span_of(*parts), relation=parts[0].reading.id, to=parts[1])

    def place(self, parts: list[Any]) -> tuple[Token, Nominal | None]:
        return parts[0], (parts[1] if len(parts) > 1 else None)

    inner_place = place

    # --- Noun phrases ---------------------------------------------------------------------------------------

    def np(self, parts: list[Any]) -> Nominal:
        chain = parts[0]
        if len(chain) == 1:
            return chain[0][1].node
        return self.attacher.attach(chain)[0]

    def np_relative(self, parts: list[Any]) -> Nominal:
        relative, finites = parts[1]
        relative, beyond = _beyond(relative, self.attacher)
        node, host, others = self.attacher.attach(parts[0], relative, beyond)
        if host is not None:
            both = _of_each(host)  # *for each of your dice that shows 4*: people say this, too
            self._agrees(relative, host, [] if both else finites, others)
            if (
                relative.verb is not None
                and relative.subject is None
                and any(map(_past_looks_alike, finites))
            ):
                node = swapped(node, relative.verb, self._told(host, relative.verb))
        return node

    def _agrees(self, relative: Relative, host: Nominal, finites: list[Token], others: list[Rival]) -> None:
        """Report a clause that another noun could take as well, or whose verb fits only that one."""
        said_of = host
        if isinstance(host, Noun) and host.determiner.of:  # *one of the cards that are ready*
            said_of = replace(host, determiner=Determiner(article="those"))
        wrong = [(finite, found) for finite in finites if (found := self.agreement.verb(said_of, finite))]
        for finite, found in wrong:
            fits = self.agreement.verb(host, finite) is None  # *each of the cards that is ready*: it is meant
            meant = [each.node for each in others if self.agreement.verb(each.node, finite) is None]
            if meant and not fits:
                self.diagnostics.append(_of_another(host, meant[0], finite, relative))
                return
            self.diagnostics.append(found)
        rivals = others if wrong else [each for each in others if self._fits_all(each.node, finites)]
        self._or_of_another(relative, host, [each.node for each in rivals if not each.measured])

    def _or_of_another(self, relative: Relative, host: Nominal, rivals: list[Nominal]) -> None:
        """SAY0602, if the clause may as well be said of another noun."""
        other = next((each for each in rivals if not _typed_once(host, each, relative)), None)
        if other is not None and relative.span is not None:
            self.diagnostics.append(_two_hosts(host, other, relative))

    def _fits_all(self, noun: Nominal, finites: list[Token]) -> bool:
        """Whether the verbs of a clause fit it as their subject: *cats in parks that have …*, no cat."""
        return all(self.agreement.verb(noun, finite) is None for finite in finites)

    def np_including(self, parts: list[Any]) -> Nominal:
        node = self.np(parts)
        extra = Modifier(span=span_of(parts[1], parts[2].node), word="including", what=parts[2].node)
        if isinstance(node, Noun):
            return replace(node, modifiers=(*node.modifiers, extra), span=span_of(node, extra))
        return node

    def chain(self, parts: list[Any]) -> list[Any]:
        return [(None, parts[0], None)]

    def chain_more(self, parts: list[Any]) -> list[Any]:
        return [*parts[0], (parts[1], parts[2], None)]

    def chain_again(self, parts: list[Any]) -> list[Any]:
        return [*parts[0], (parts[1], parts[3], parts[2])]

    def chain_there(self, parts: list[Any]) -> list[Any]:
        return [*parts[0], (parts[1], None, None)]

    def arith(self, parts: list[Any]) -> Nominal:
        return Arith(span=span_of(*parts), op=parts[1].reading.id, left=parts[0], right=parts[2])

    def rounded(self, parts: list[Any]) -> Nominal:
        return _rounded(parts[0], parts[1])

    def pronoun(self, parts: list[Any]) -> Chunk:
        token = parts[0]
        node = Pronoun(span=token.span, word=token.reading.id)
        return Chunk(node, "thing" if node.word == "it" else "player", token)

    def nominal_less(self, parts: list[Any]) -> Chunk:
        chunk, less = parts
        determiner = replace(chunk.node.determiner, more=less.reading.id)
        chunk.node = replace(chunk.node, determiner=determiner, span=span_of(chunk.node, less))
        return chunk

    def nominal_adverb(self, parts: list[Any]) -> Chunk:
        chunk, adverb = parts
        modifier = Modifier(span=adverb.span, word=adverb.reading.id)
        chunk.node = replace(chunk.node, modifiers=(modifier,), span=span_of(chunk.node, adverb))
        return chunk

    def alone(self, parts: list[Any]) -> Any:
        """What stands for itself."""
        return parts[0]

    chunk = alone

    def nominal(self, parts: list[Any]) -> Chunk:
        return self._noun(parts[:-1], parts[-1])

    def base(self, parts: list[Any]) -> list[Any]:
        return parts

    def owner(self, parts: list[Any]) -> tuple[str, Nominal]:
        return "owner", self._noun((), parts[0]).node

    def _noun(self, outer: Sequence[Token], inner: list[Any]) -> Chunk:
        """A noun with everything before it, from tokens in their fixed order; an owner is a pair."""
        tokens: list[Any] = [*outer, *inner]
        owner = head = name = end = None
        before: list[Token] = []
        adjectives: list[str] = []
        for part in tokens:
            if part.__class__ is tuple:
                owner = part[1] if owner is None else owner
                continue
            end = part
            match part.type:
                case "NOUN":
                    head = part.reading.id
                case "NAME":
                    name = part.reading.id
                case "ADJ":
                    adjectives.append(part.reading.id)
                case _:
                    before.append(part)
        span = span_of(owner if tokens[0].__class__ is tuple else tokens[0], end)
        determiner = self._determiner(before, owner, span) if before or owner is not None else _EMPTY
        node = Noun(
            span=span,
            determiner=determiner,
            adjectives=tuple(adjectives),
            head=head,
            name=name,
            plural=self._number(determiner, tokens, end),
        )
        return Chunk(node, self.attacher.category(head, name), end)

    def _number(self, determiner: Determiner, tokens: list[Any], end: Token | None) -> bool | None:
        """Whether the noun at the end is a plural; None: its determiner says that.  Reports forms that do not agree."""
        match end.type if end is not None else "":
            case "NAME" if determiner.article == "a":
                self.diagnostics.extend(self.agreement.article(tokens))
            case "NOUN":
                assert end is not None
                self.diagnostics.extend(self.agreement.noun(determiner, tokens, end))
                if says_plural(determiner) is None and end.reading.form in ("s", "p"):
                    return end.reading.form == "p"
        return None

    def _determiner(self, tokens: list[Token], owner: Nominal | None, span: Span | None) -> Determiner:
        """What these words say, which are no noun, name or adjective; two of them that say how many are a mistake."""
        fields: dict[str, Any] = {"owner": owner} if owner is not None else {}
        for token in tokens:
            said = _said(token)
            if fields and any(fields.get(key, value) != value for key, value in said.items()):
                # *each random card*, *2 of 3 cards*
                self.diagnostics.append(
                    diagnose("SAY0517", token.span, word=token.text, label="how many of them?")
                )
            fields |= said
            if (
                fields.get("quantifier") == "random" and "article" in fields
            ):  # *the random card*: chance picks any
                self.diagnostics.append(diagnose("SAY0517", token.span, word=token.text, expected=_RANDOM))
        return Determiner(span=span, **fields) if fields else _EMPTY


_RANDOM = ("*a random …*", "*2 random …*")


_FIELDS = {
    "ART": "article",
    "POSS": "possessive",
    "QIN": "quantifier",
    "QOUT": "quantifier",
    "MOST": "quantifier",
    "BOUND": "bound",
    "ORD": "ordinal",
    "MORE": "more",
}
"""Terminals whose word is a field of the determiner."""
_ONE_OF = ("one of", "each of", "that many of")
"""Those that say more."""


def _said(token: Token) -> dict[str, Any]:
    """What one word says of the determiner."""
    word = token.reading.id
    if token.type == "BOUND" and token.reading.form.isdecimal():  # *1 to 3 cats*
        return {"bound": word, "least": int(token.reading.form)}
    if (field := _FIELDS.get(token.type)) is not None and word not in _ONE_OF:
        return {field: word}
    match token.type:
        case "QOUT" if word == "one of":
            return {"number": 1, "of": True}
        case "QOUT" if word in _ONE_OF:
            return {"quantifier": word.removesuffix(" of"), "of": True}
        case "NUMBER":
            return {"number": int(word)}
        case "SIGNED":
            return {"number": int(word), "signed": True}
        case "OF_PART":
            return {"of": True}
        case "OTHER":
            return {"other": True}
        case "RANDOM":
            return {"quantifier": "random"}
    return {}


def _beyond(relative: Relative, attacher: Attacher) -> tuple[Relative, tuple[Modifier, ...]]:
    """*a card that shows 1 in your hand*, *whose rank is that number in your hand*, *whose owner is you in the park*:
    numbers, values and players lie nowhere, so the place is the card's.
    """
    if (said := _where_a_value_is(relative, attacher)) is not None:
        return said
    number = _last_said(relative.verb)
    if not isinstance(number, Noun) or not _lies_nowhere(number, attacher) or relative.more is not None:
        return relative, ()
    has = (
        ("with", "without") if number.head is None and number.determiner.is_empty() else ()
    )  # *is you with a seed*
    places = number.modifiers
    if not places or any(each.word not in ("in", "on", "at", "from", *has) for each in places):
        return relative, ()
    return swapped(relative, number, _as_pronoun(number) or replace(number, modifiers=())), places


def _where_a_value_is(relative: Relative, attacher: Attacher) -> tuple[Relative, tuple[Modifier, ...]] | None:
    """*whose mood is glad in the park*: the clause, and the place, which is not the mood's."""
    subject, verb = relative.subject, relative.verb
    if relative.word != "whose" or subject is None or attacher.category_of(subject) != "attribute":
        return None
    match verb:
        case Be(predicate=IsAdjective(where=IsPlaced(where=Nominal()) as said) as value):
            bare = replace(relative, verb=replace(verb, predicate=replace(value, where=None)))
            return bare, (Modifier(span=said.span, word=said.prep, what=said.where),)
    return None


def _as_pronoun(node: Noun) -> Pronoun | None:
    """The pronoun that a phrase was before something was hung on it (`Attacher._finish`)."""
    if node.span is None or not node.determiner.is_empty():
        return None
    word = _PRONOUNS.get(node.span.text.split()[0].casefold())
    return Pronoun(span=node.span, word=word) if word is not None else None


_PRONOUNS: dict[str, Literal["you", "they", "it"]] = {
    "you": "you",
    "they": "they",
    "them": "they",
    "it": "it",
}


def _last_said(verb: Verb | None) -> Nominal | None:
    """What the clause of a verb ends with: what is shown, what something is or is higher than."""
    match verb:
        case Act():
            shown = verb.complement("obj")
            return shown.value if shown is not None and isinstance(shown.value, Nominal) else None
        case Be(predicate=IsThing(what=what)) | Be(predicate=IsRelated(to=what)):
            return what
    return None


_KNOWN_NOWHERE = (("player", True), ("attribute", True))


def _lies_nowhere(node: Noun, attacher: Attacher) -> bool:
    """*3*, *glad*, *Red*, *that player*, *that card's rank*: what is in no place."""
    category = attacher.category_of(node)
    known = node.name is not None or node.determiner.article == "that"
    owned = node.determiner.owner is not None or node.determiner.possessive is not None
    return _is_number(node) or category == "value" or (category, known or owned) in _KNOWN_NOWHERE


def _is_number(node: Noun) -> bool:
    """*3*, *at least 3*, *that number*."""
    if node.head == "number":
        return node.determiner.article == "that"
    return not node.head and not node.name


def _two_hosts(host: Nominal, other: Nominal, relative: Relative) -> Diagnostic:
    """A relative clause that two nouns could take: read as the nearest, and said so."""
    assert relative.span is not None
    near, far = _called(host, other, relative)
    clause = relative.span.text
    labels = [Label(other.span, "or this?")] if other.span else []
    hint = f"read as *[{near} {clause}]*; *[{far} {clause}]* needs another wording"
    return diagnose("SAY0602", relative.span, near=near, far=far, labels=labels, hint=hint)


def _of_another(host: Nominal, meant: Nominal, finite: Token, relative: Relative) -> Diagnostic:
    """*the sum of the ranks of the cards that is at least 3*: by its place of the cards, by its verb of the sum."""
    near, far = _called(host, meant, relative)
    return diagnose("SAY0605", finite.span, form=finite.text, near=near, far=far)


def _typed_once(host: Nominal, other: Nominal, relative: Relative) -> bool:
    """*each set of a cat and a dog you have*: whether both nouns stand for the same typed words."""
    near, far = _called(host, other, relative)
    return near == far


def _called(host: Nominal, other: Nominal, relative: Relative) -> tuple[str, str]:
    """What two nouns are called in a message: by their heads, or as they were typed where those are the same."""
    near, far = _name(host), _name(other)
    if near == far and host.span is not None and other.span is not None and relative.span is not None:
        clause = relative.span.text
        return _up_to(host.span.text, clause), _up_to(other.span.text, clause)
    return near, far


def _up_to(whole: str, clause: str) -> str:
    """*a region* of *a region that you control*."""
    return " ".join(whole.partition(clause)[0].split())


def _name(node: Nominal) -> str:
    if isinstance(node, Noun):
        return node.name or node.head or "it"
    return "it"


def with_than(node: Nominal, than: tuple[Token, Nominal]) -> Nominal:
    """The *than* phrase, said after a place, back at the noun that it compares."""
    if not isinstance(node, Noun):
        return node
    modifier = Modifier(span=span_of(*than), word="than", what=than[1])
    return replace(node, modifiers=(*node.modifiers, modifier))


def _rounded(node: Nominal, token: Token) -> Nominal:
    """*rounded up* belongs to the half, however deep that stands at the end of the phrase."""
    if isinstance(node, Noun) and node.modifiers and node.determiner.quantifier not in ("half", "half of"):
        last = node.modifiers[-1]
        if last.what is not None and _ends_with_half(last.what):
            inner = replace(last, what=_rounded(last.what, token), span=span_of(last, token))
            return replace(node, modifiers=(*node.modifiers[:-1], inner), span=span_of(node, token))
    return Arith(span=span_of(node, token), op=token.reading.id, left=node)


def _ends_with_half(node: Nominal) -> bool:
    if isinstance(node, Noun):
        if node.determiner.quantifier in ("half", "half of"):
            return True
        return bool(node.modifiers and node.modifiers[-1].what and _ends_with_half(node.modifiers[-1].what))
    return isinstance(node, Arith) and node.op == "divided by"


def _of_each(host: Nominal) -> bool:
    """Whether *each of* stands before several: *for each of* is one word, and leaves nothing in the phrase."""
    before = host.span.source.text[: host.span.start] if host.span is not None else ""
    return before.rstrip().casefold().endswith("each of")


def _past_looks_alike(finite: Token) -> bool:
    """*put*, *cut*."""
    return finite.reading.kind == "verb" and "d" in finite.reading.form and "b" in finite.reading.form
