"""Accepted alternates that only a whole sentence shows: tree → the tree of the canonical wording.

`alternates.py` replaces words; what depends on the field or on how a sentence is built is replaced here, when the
builder has made it.  `fmt` writes the canonical wording.
"""

from __future__ import annotations

from dataclasses import replace

from toolkit.language.ast import (
    Act,
    Arith,
    Be,
    Clause,
    Clauses,
    Complement,
    Determiner,
    ForEach,
    Given,
    IsAdjective,
    Manner,
    Node,
    Nominal,
    Noun,
    Opening,
    Pronoun,
    Sentence,
    There,
    Verb,
    When,
    determiner_of,
    given_of,
    head_of,
    is_it,
    is_theirs,
    is_they,
    swapped,
)
from toolkit.language.lexer import Lexicon
from toolkit.language.parts import same, with_verbs
from toolkit.language.vocabulary import Vocabulary
from toolkit.language.wording import best, chosen, final, instead, kept_behind, moments, theirs, within
from toolkit.language.wording.out_of import out_of


def order(sentence: Sentence, lexicon: Lexicon, *, stands: bool = False) -> Sentence:
    """A sentence of an effect or a rule: what players score there is gained, a condition stands before its order.

    `stands`: it is a rule, in which only what says when is an order.
    """
    body = sentence.body
    if not isinstance(body, Clauses):
        return sentence
    sentence = sentence if stands else moments.while_it_lasts(sentence)
    words = lexicon.vocabulary
    openings = tuple(
        _of_asked(each, lexicon) if isinstance(each, Given) else each for each in sentence.openings
    )
    body = moments.by_these_steps(_gained(body, words))
    clauses = [_changed(out_of(_nobody(chosen.by_chance(each)), lexicon), words) for each in body.clauses]
    clauses = [chosen.apart(chosen.before(each, words), words) for each in clauses]
    if not any(isinstance(each, Manner) for each in openings):
        clauses = [_at_once(each) for each in clauses]
    if not same(clauses, body.clauses):
        body = replace(body, clauses=tuple(clauses))
    if body is not sentence.body or not same(openings, sentence.openings):
        sentence = replace(sentence, openings=openings, body=body)
    gained = _of_those(theirs.one_of_theirs(sentence))
    gained = moments.in_front(within.in_the_next(gained), lexicon.vocabulary, stands=stands)
    holds = stands and not final.goes_on(sentence.openings, gained)
    return gained if holds else _in_front(gained, lexicon.vocabulary)


def done(sentence: Sentence, lexicon: Lexicon) -> Sentence:
    """What happens in an effect, or in a rule that says when: *That card is discarded.* is *Discard that card.*"""
    body = sentence.body
    if not isinstance(body, Clauses):
        return sentence
    clauses = tuple(_active(each, lexicon) for each in body.clauses)
    return replace(sentence, body=replace(body, clauses=clauses)) if clauses != body.clauses else sentence


def apart(sentence: Sentence) -> tuple[Sentence, ...]:
    """The sentences of a rule that says two things that hold: *X cannot …, and Y cannot ….*"""
    body = sentence.body
    if sentence.openings or not isinstance(body, Clauses) or body.closings or len(body.clauses) < 2:
        return (sentence,)
    if set(body.joints) != {"and"} or not all(_forbids(each) for each in body.clauses):
        return (sentence,)
    return tuple(
        replace(sentence, span=each.span, body=replace(body, clauses=(each,), joints=(), span=each.span))
        for each in body.clauses
    )


def _forbids(clause: Clause | There) -> bool:
    return (
        isinstance(clause, Clause)
        and clause.subject is not None
        and not clause.openings
        and all(verb.modal == "cannot" for verb in clause.verbs)
    )


def _in_front(sentence: Sentence, vocabulary: Vocabulary) -> Sentence:
    """*Gain 1 coin if you have a card.* is *If you have a card, gain 1 coin.*

    Of two orders nobody knows whether it is said of both; and what speaks of something that the order names first
    (*discard a card if it is red*) would speak of something else in front.
    """
    body = sentence.body
    assert isinstance(body, Clauses)
    given, only = final.condition_after(body), final.only_order(body, instead=instead.waits(sentence))
    if given is None or only is None:
        left = final.of_the_last(body, given, vocabulary)
        return sentence if left is body else replace(sentence, body=left)
    if _asked_beside(given, sentence):
        return sentence
    before: tuple[Opening, ...] = sentence.openings
    others = _others(given.condition, only)
    if final.hangs_on(given.condition, only, vocabulary) or (others and final.names(only, vocabulary)):
        said_of = _each(only, given, vocabulary) or _done_to_each(only, given.condition, vocabulary)
        if said_of is None or _may_be_another(given.condition, only.subject, sentence.openings):
            return sentence
        if others and _speaks_of_another(given.condition, only):
            return sentence
        for node in others:
            given = swapped(given, node, _at_least_one(node))
        loop, only = said_of
        before = (*before, loop)
    body = replace(body, clauses=(only,), closings=body.closings[:-1])
    given = replace(given, behind=kept_behind.stays(given.condition, only, vocabulary))
    return replace(sentence, openings=(*before, given), body=body)


def _asked_beside(given: Given, sentence: Sentence) -> bool:
    """Whether it would stand beside another condition; *For each cat, put it in the park if it is tired* is asked of
    each, and *If E would …, … instead if C* when E would happen.
    """
    each_time = final.speaks_back(given.condition)
    if instead.waits(sentence):
        return False
    return any(_asks(each) for each in sentence.openings if not (each_time and isinstance(each, ForEach)))


def _of_those(sentence: Sentence) -> Sentence:
    """*Each player with 3 cards in their hand discards one of them.* is *For each player, if that player has 3 cards in
    their hand, that player discards one of them.*: only a condition names *them*; likewise *a card* and *that card*.
    """
    body, only = sentence.body, _only_clause(sentence)
    subject = _said_of_each(only) if only is not None else None
    have = _has(subject) if subject is not None else None
    had = have.object if have is not None else _had(subject) if subject is not None else None
    if only is None or subject is None or not isinstance(had, Nominal) or not _points_at(had, only):
        return sentence
    rest = tuple(m for m in subject.modifiers if m.what is not had)
    each = replace(
        subject, determiner=replace(subject.determiner, quantifier=None), modifiers=rest, relative=None
    )
    loop, given = ForEach(span=subject.span, each=each), _if_it_has(subject.again, have or _have(had))
    assert isinstance(body, Clauses)
    body = replace(body, clauses=(replace(only, subject=subject.again),))
    return replace(sentence, openings=(loop, given), body=body)


def _only_clause(sentence: Sentence) -> Clause | None:
    """The clause of a sentence that has one, and no opening."""
    body = sentence.body
    if sentence.openings or not isinstance(body, Clauses) or len(body.clauses) > 1:
        return None
    only = body.clauses[0]
    return only if isinstance(only, Clause) and not only.openings else None


def _had(subject: Noun) -> Nominal | None:
    """*3 cards in their hand* of *each player with 3 cards in their hand*, of whom nothing else is said."""
    if subject.relative is not None:
        return None
    had = (m.what for m in subject.modifiers if m.word == "with")
    return next((what for what in had if _so_many(what) or _one(what)), None)


def _has(subject: Noun) -> Act | None:
    """*who has a card in their hand*, of whom nothing else is said."""
    clause = subject.relative
    if clause is None or clause.word != "who" or clause.subject is not None or clause.more is not None:
        return None
    have = clause.verb
    plain = isinstance(have, Act) and have.verb == "have" and _is_plain(have) and not subject.modifiers
    return have if plain and isinstance(have, Act) and _one(have.object) else None


def _have(what: Nominal) -> Act:
    return Act(span=what.span, verb="have", complements=(Complement(span=what.span, role="obj", value=what),))


def _if_it_has(who: Noun, have: Act) -> Given:
    """*if that player has 3 cards*."""
    so = Clause(span=who.span, subject=who, verbs=(have,))
    return Given(span=who.span, word="if", condition=so.alone)


def _points_at_those(clause: Clause) -> bool:
    """Whether the verbs speak of *those things* that were counted before, or do something with *them*."""
    nodes = [node for verb in clause.verbs for node in verb.walk()]
    those = any(determiner_of(node).article == "those" for node in nodes)
    them = (node.value for node in nodes if isinstance(node, Complement) and node.role == "obj")
    return those or any(is_they(each) for each in them)


def _points_at(had: Nominal, clause: Clause) -> bool:
    """Whether the verbs speak of what was had: of *those*, or of *that card*."""
    if not _one(had):
        return _points_at_those(clause)
    nodes = [node for verb in clause.verbs for node in verb.walk()]
    if any(isinstance(node, Complement) and is_it(node.value) for node in nodes):
        return True
    return any(
        determiner_of(node).article == "that" and isinstance(had, Noun) and head_of(node) == had.head
        for node in nodes
    )


def _one(node: Node | None) -> bool:
    """*a card in their hand*."""
    return determiner_of(node).article in ("a", "an")


def _so_many(node: Node | None) -> bool:
    """*at least 3 cards in their hand*, *cards in their hand*: of one place, not so many in any of several."""
    if not isinstance(node, Noun):
        return False
    if node.determiner.number is None and not (node.plural and node.determiner.is_empty()):
        return False
    places = (m.what for m in node.modifiers if isinstance(m.what, Noun))
    return not any(place.determiner.article in ("a", "an") for place in places)


def _changed(clause: Clause | There, vocabulary: Vocabulary) -> Clause | There:
    """*Raise the power of the cat with the lowest power by 1*: of that one, and not how low it is."""
    if not isinstance(clause, Clause):
        return clause
    return with_verbs(clause, tuple(_of_that_one(each, vocabulary) for each in clause.verbs))


def _of_that_one(verb: Verb, vocabulary: Vocabulary) -> Verb:
    obj = verb.complement("obj") if isinstance(verb, Act) else None
    if not isinstance(verb, Act) or obj is None or not isinstance(obj.value, Noun):
        return verb
    changes = any(
        slot.role == "obj" and slot.noun == "amount"
        for template in vocabulary.templates
        if template.verb == verb.verb
        for slot in template.slots
    )
    return verb.with_value(obj, best.of_that_one(obj.value)) if changes else verb


def _at_once(clause: Clause | There) -> Clause | There:
    """*Each player puts a card from their hand in the hand of the player to their left.*: nobody hands on what was just
    received, so all choose before anything happens, which is *secretly*.
    """
    if not isinstance(clause, Clause) or len(clause.verbs) > 1:
        return clause
    verb, subject = clause.verbs[0], _said_of_each(clause)
    if subject is None or subject.head != "player" or not isinstance(verb, Act) or not _is_plain(verb):
        return clause
    source, to = _said_as(verb.complements, "from"), _said_as(verb.complements, "place", "into", "to")
    if not (_beside(to) and _own(source, to)):
        return clause
    return replace(clause, verbs=(replace(verb, adverbials=(Manner(span=verb.span, word="secretly"),)),))


def _is_plain(verb: Verb) -> bool:
    """Whether it happens, and nothing more is said of that."""
    return verb.tense == "present" and not (verb.modal or verb.negated or verb.only or verb.adverbials)


def _said_as(complements: tuple[Complement, ...], *roles: str) -> Node | None:
    """What stands in the first complement of one of these roles."""
    return next((each.value for each in complements if each.role in roles), None)


def _nobody(clause: Clause | There) -> Clause | There:
    """*No player may draw cards.* is *Players cannot draw cards.*"""
    subject = clause.subject
    if (
        not isinstance(clause, Clause)
        or not isinstance(subject, Noun)
        or subject.determiner.quantifier != "no"
    ):
        return clause
    if subject.head is None or not all(verb.modal in ("may", "can") for verb in clause.verbs[:1]):
        return clause
    det = replace(subject.determiner, quantifier=None)
    verbs = tuple(replace(verb, modal="cannot") for verb in clause.verbs)
    return replace(clause, subject=replace(subject, determiner=det, plural=True), verbs=verbs)


def _beside(place: Node | None) -> bool:
    """*the hand of the player to their left*."""
    if not isinstance(place, Noun):
        return False
    owners = [place.determiner.owner, *(m.what for m in place.modifiers if m.word == "of")]
    return any(
        isinstance(each, Noun) and each.modifier("to their left", "to their right") is not None
        for each in owners
    )


def _own(place: Node | None, like: Node | None) -> bool:
    if not isinstance(place, Noun) or not isinstance(like, Noun):
        return False
    return place.head == like.head and place.determiner.possessive == "their"


def _asks(opening: Opening) -> bool:
    return not (isinstance(opening, When) or given_of(opening) == "when")


def _others(condition: Clauses, order: Clause) -> list[Noun]:
    """*another player*, *no other player*: other than each one of whom the order is said."""
    each = _said_of_each(order)
    if each is None:
        return []
    subjects = (clause.subject for clause in condition.clauses)
    alike = (node for node in subjects if isinstance(node, Noun) and node.head == each.head)
    return [node for node in alike if node.determiner.quantifier == "another" or node.determiner.other]


def _at_least_one(other: Noun) -> Noun:
    """*another player* as *at least 1 other player*, of whom nothing more is said: *that player* is not this one."""
    det = other.determiner
    if det.quantifier != "another":
        return other
    return replace(other, determiner=replace(det, quantifier=None, bound="at least", number=1, other=True))


def _each(clause: Clause, given: Given, vocabulary: Vocabulary) -> tuple[ForEach, Clause] | None:
    """*Each player gains 1 coin …* as *For each player, … that player gains 1 coin*; None: said of something else."""
    subject = _said_of_each(clause)
    unless = given.word == "unless" and _only_theirs(given.condition, clause, vocabulary)
    if subject is None or (_named_again(clause) and not unless):
        return None
    rest = replace(subject.determiner, quantifier=None)
    loop = ForEach(span=subject.span, each=replace(subject, determiner=rest), at_once=True)
    return loop, replace(clause, subject=subject.again)


def _may_be_another(condition: Node, subject: Nominal | None, openings: tuple[Opening, ...]) -> bool:
    """*When a player passes, each other player gains 1 coin if that player has a cat.*: who passes, or each other?"""
    head = head_of(subject)
    that = (each for each in condition.every(Noun) if each.determiner.article == "that")
    named = (each for opening in openings for each in opening.every(Noun))
    return any(each.head == head for each in that) and any(each.head == head for each in named)


def _speaks_of_another(condition: Clauses, order: Clause) -> bool:
    """*Each player gains 1 coin if another player has a cat, and that player has a dog*: each, or the other one?"""
    head = head_of(order.subject)
    for node in condition.every(Noun):
        if node.head == head and node.determiner.article == "that":
            return True
    rest = (each.subject for each in condition.clauses[1:] if isinstance(each, Clause))
    return any(is_they(each) for each in rest)


def _done_to_each(clause: Clause, condition: Node, vocabulary: Vocabulary) -> tuple[ForEach, Clause] | None:
    """*Exile each player …* as *For each player, … exile that player*, *Destroy each unit unless its owner …* likewise;
    None: it is done to something else, or a condition of things speaks of players, who may be others.
    """
    verb = clause.verbs[0]
    obj = verb.complement("obj") if isinstance(verb, Act) and clause.subject is None else None
    what = obj.value if obj is not None else None
    if not isinstance(verb, Act) or obj is None or not isinstance(what, Noun) or len(verb.complements) > 1:
        return None
    entry = vocabulary.noun(what.head)
    if what.determiner.quantifier not in ("each", "every") or entry is None:
        return None
    if entry.category != "player" and (entry.category != "thing" or any(map(is_theirs, condition.walk()))):
        return None
    all_of_them = replace(what, determiner=replace(what.determiner, quantifier=None))
    loop = ForEach(span=what.span, each=all_of_them, at_once=True)
    return loop, replace(clause, verbs=(verb.with_value(obj, what.again),))


def _said_of_each(clause: Clause) -> Noun | None:
    """Its subject, if that is *each player*, *every card*."""
    subject = clause.subject
    if not isinstance(subject, Noun) or subject.determiner.quantifier not in ("each", "every"):
        return None
    return subject


def _only_theirs(condition: Clauses, clause: Clause, vocabulary: Vocabulary) -> bool:
    """*Each player discards a card unless they have 2 coins*: *they* are no card, where no other player is named."""
    nouns = [node for verb in clause.verbs for node in verb.every(Noun)]
    named = [vocabulary.names.get(node.name) if node.name else None for node in nouns]
    heads = [name.noun if name else node.head for name, node in zip(named, nouns, strict=True)]
    entries = [vocabulary.noun(head) for head in heads]
    return not _points(condition) and not any(
        entry is None or entry.category == "player" or (entry.category == "thing" and node.plural)
        for node, entry in zip(nouns, entries, strict=True)
    )


def _points(condition: Clauses) -> bool:
    """Whether it speaks of something that was named, other than by *they* and *their*."""
    nodes = list(condition.walk())
    dets = [node.determiner for node in nodes if isinstance(node, Noun)]
    pronouns = [node.word for node in nodes if isinstance(node, Pronoun)]
    return not {"they", "you"}.issuperset(pronouns) or any(
        det.possessive == "its" or det.article in ("the", "that", "those") for det in dets
    )


def _named_again(clause: Clause) -> bool:
    """Whether the order speaks of more than its subject and amounts."""
    nouns = [node for verb in clause.verbs for node in verb.every(Noun)]
    return any(node.determiner.article == "a" or node.name is not None for node in nouns)


def _active(clause: Clause | There, lexicon: Lexicon) -> Clause | There:
    if not isinstance(clause, Clause) or len(clause.verbs) > 1 or not _is_plain(clause.verbs[0]):
        return clause
    verb = clause.verbs[0]
    if isinstance(verb, Be):
        verb = _participle(verb, lexicon) or verb
    if not isinstance(verb, Act) or not verb.passive or _said_as(verb.complements, "by") is not None:
        return clause
    if clause.subject is None or not _definite(clause.subject):
        return clause
    what = Complement(span=clause.subject.span, role="obj", value=clause.subject)
    act = replace(verb, passive=False, complements=(what, *verb.complements))
    return replace(clause, subject=None, verbs=(act,))


def _definite(subject: Nominal) -> bool:
    """Whether it is said which one: of *a card* it is open who chooses."""
    if isinstance(subject, Pronoun):
        return True
    if not isinstance(subject, Noun):
        return False
    det = subject.determiner
    if det.quantifier is not None or det.number is not None:
        return det.quantifier in ("all", "each", "every", "both")
    chosen = subject.modifier("of your choice") is not None
    return det.article not in (None, "a", "an") or bool(det.possessive or det.owner or subject.name) or chosen


def _participle(verb: Be, lexicon: Lexicon) -> Act | None:
    """*is exiled*, where *exiled* is an adjective as well: what is done, if there is a verb that does it."""
    said = verb.predicate
    if not isinstance(said, IsAdjective) or len(said.adjectives) != 1 or said.where is not None:
        return None
    for reading in lexicon.readings(said.adjectives[0]):
        if reading.kind == "verb" and "n" in reading.form and ("obj",) in lexicon.frames[reading.id]:
            return Act(
                span=verb.span,
                verb=reading.id,
                passive=True,
                instead=verb.instead,
                adverbials=verb.adverbials,
            )
    return None


def rule(sentence: Sentence, goes_on: bool = False) -> Sentence:
    """A standing rule that tells what happens when something does, in other words than *When …, …*.

    *A player who draws a card gains 1 coin.* · *If a player draws a card, that player gains 1 coin.*  `goes_on`: after
    a sentence that begins a rule, where *If …* is asked when that happens.
    """
    body = sentence.body
    first = sentence.first
    if not isinstance(body, Clauses) or not isinstance(first, Clause) or not final.orders(first.verbs[0]):
        return sentence
    if sentence.openings:
        return sentence if goes_on else _when(sentence, first)
    subject = first.subject
    if _ends(first.verbs[0]) and (left := _last(subject)) is not None:
        return _becomes(sentence, first, left)
    event = _event_of(subject)
    if event is None or not isinstance(subject, Noun):
        return sentence
    bare = replace(subject, relative=None)
    anybody = replace(bare, determiner=Determiner(span=subject.determiner.span, article="a"))
    article = Determiner(span=subject.determiner.span, article="that")
    that = replace(bare, determiner=article, plural=None, modifiers=())
    happens = Clause(span=subject.span, subject=replace(anybody, plural=None), verbs=(event,))
    return _said_when(happens, sentence, replace(first, subject=that))


def _last(subject: Nominal | None) -> Be | None:
    """*the last living player*: is living, and nobody else is; None: it is anything else."""
    if not isinstance(subject, Noun) or subject.head is None or len(subject.adjectives) != 1:
        return None
    if subject.modifiers or subject.relative or subject.plural:
        return None
    if replace(subject.determiner, span=None) != Determiner(article="the", ordinal="last"):
        return None
    return Be(span=subject.span, predicate=IsAdjective(span=subject.span, adjectives=subject.adjectives))


def _becomes(sentence: Sentence, order: Clause, state: Be) -> Sentence:
    """*The last living player wins.* is *When exactly 1 player is living, that player wins.*"""
    subject = order.subject
    assert isinstance(subject, Noun)
    bare = replace(subject, adjectives=(), plural=None)
    only = replace(bare, determiner=Determiner(span=subject.span, bound="exactly", number=1))
    that = replace(bare, determiner=Determiner(span=subject.span, article="that"))
    so = Clause(span=subject.span, subject=only, verbs=(state,))
    return _said_when(so, sentence, replace(order, subject=that))


def _said_when(event: Clause, sentence: Sentence, first: Clause) -> Sentence:
    """*When that happens,* before a sentence with another first clause."""
    body = sentence.body
    assert isinstance(body, Clauses)
    body = replace(body, clauses=(first, *body.clauses[1:]))
    return replace(
        sentence, openings=(Given(span=event.span, word="when", condition=event.alone),), body=body
    )


def _when(sentence: Sentence, order: Clause) -> Sentence:
    """*If a player draws a card, …*: an event.  A state is none: whether it must become so, or only be so, is open;
    but a game that is won when something is so is won when it becomes so.
    """
    given = sentence.openings[0]
    if len(sentence.openings) > 1 or not isinstance(given, Given) or given.word != "if":
        return sentence
    clauses = given.condition.clauses
    verb = clauses[0].verbs[0] if len(clauses) == 1 and isinstance(clauses[0], Clause) else None
    so = isinstance(verb, Be) or (isinstance(verb, Act) and verb.verb == "have")
    if not _happens(verb) and not (so and _ends(order.verbs[0])):
        return sentence
    return replace(sentence, openings=(replace(given, word="when"),))


def _happens(verb: Verb | None) -> bool:
    """Whether a verb tells of an event: *draws a card*, *is put on the table*."""
    if not isinstance(verb, Act) or verb.negated or verb.modal or verb.tense != "present":
        return False
    return verb.passive or (verb.verb not in within.STATES and not _ends(verb))


def _ends(verb: Verb) -> bool:
    """*wins*, *loses the game*."""
    if not isinstance(verb, Act) or verb.verb not in ("win", "lose"):
        return False
    what = _said_as(verb.complements, "obj")
    return what is None or head_of(what) == "game"


def _event_of(subject: Nominal | None) -> Act | None:
    """What the subject does, if it is *a player who does something*; None: it is anything else."""
    if not isinstance(subject, Noun) or subject.head != "player" or subject.relative is None:
        return None
    if subject.adjectives or subject.plural:
        return None
    det = replace(subject.determiner, span=None)
    if det not in (Determiner(article="a"), Determiner(article="the"), Determiner(quantifier="each")):
        return None
    said = subject.relative
    verb = said.verb
    if said.subject is not None or said.more is not None or not isinstance(verb, Act):
        return None
    return verb if _happens(verb) and not verb.passive else None


def _of_asked(opening: Given, lexicon: Lexicon) -> Given:
    """As the clauses of an order: what is gained, and from where a thing is put elsewhere."""
    condition = _gained(opening.condition, lexicon.vocabulary)
    clauses = [out_of(each, lexicon) for each in condition.clauses]
    if not same(clauses, condition.clauses):
        condition = replace(condition, clauses=tuple(clauses))
    return opening if condition is opening.condition else replace(opening, condition=condition)


def _gained(node: Clauses, vocabulary: Vocabulary) -> Clauses:
    clauses = [
        with_verbs(each, [_gain(verb, vocabulary) for verb in each.verbs])
        if isinstance(each, Clause)
        else each
        for each in node.clauses
    ]
    return node if same(clauses, node.clauses) else replace(node, clauses=tuple(clauses))


def _gain(verb: Verb, vocabulary: Vocabulary) -> Verb:
    """*score 2 points* is *gain 2 points*; *score 10 points plus their bid*, too, but nothing that is taken off: what
    is gained is never fewer than 0, and a score may be.
    """
    if not isinstance(verb, Act) or verb.verb != "score" or len(verb.complements) != 1:
        return verb
    what = verb.complements[0].value
    while isinstance(what, Arith) and what.op == "plus":
        what = what.left
    if verb.span is not None and "worth" in verb.span.text.casefold().split()[:3]:
        return verb  # *Worth 2 points*: what something counts, which nobody gains
    if determiner_of(what).bound is not None:
        return verb  # *scores at least 0 points*: what a score comes to
    entry = vocabulary.noun(head_of(what))
    return replace(verb, verb="gain") if entry is not None and entry.category == "quantity" else verb


PLAIN = frozenset({"in", "at", "on"})
"""What a place may have for its own."""

HOLDING = PLAIN | {"under", "on top of"}
"""What a thing can be in relation to another that holds it."""


def usual(prep: str, place: Nominal | None, vocabulary: Vocabulary, verb: str = "") -> str:
    """*on the board* is *in the board* if that is the board's own preposition; a phrase of `verb` may have another."""
    if prep not in PLAIN or not isinstance(place, Noun):
        return prep
    name = vocabulary.name(place.name)
    noun = vocabulary.noun(name.noun if name is not None else place.head)
    if noun is None or not noun.prep_said or noun.prep not in PLAIN - {prep}:
        return prep
    return prep if _takes(verb, prep, noun.id, vocabulary) else noun.prep


def _takes(verb: str, prep: str, noun: str, vocabulary: Vocabulary) -> bool:
    """Whether a phrase of the verb has that preposition before such a place."""
    said = (slot for each in vocabulary.templates if verb and each.verb == verb for slot in each.slots)
    return any(slot.prep == prep and slot.noun in ("place", "any", noun) for slot in said)
