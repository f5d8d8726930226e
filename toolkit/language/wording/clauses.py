"""Accepted alternates of whole clauses: what `alternates.py` does for phrases.

In: the tokens of a text, unknown words among them.  Out: the tokens of the canonical wording.  *Pay 3 coins to draw a
card.* is two sentences, *When … would …, … instead* is a replacement, *once per game* is a time.  As there, a rule
looks at words only and must be a synonym in every sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from toolkit.language.lexer import NO_TOKEN, Lexicon, Token, names
from toolkit.language.wording import (
    again,
    alike,
    beforehand,
    behind,
    compared,
    in_order,
    none_of,
    not_both,
    numerals,
    prevented,
    printed,
    taking,
    ways,
)
from toolkit.language.wording.alternates import BY_TYPE, Phrases
from toolkit.language.wording.handing import GIVING, TAKING, amount_at, handed
from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.replaced import (
    CLAUSE,
    CONDITION,
    SENTENCE,
    Found,
    closed,
    holds,
    is_player,
    mark,
    nth,
    says,
    since,
    text_of,
    until,
    where_held,
)
from toolkit.language.wording.row import Filled, Row, indexed, merged

_OF_THE_LANGUAGE = frozenset({"choose", "have", "repeat", "rank", "resolve", "end", "skip", "show"})
"""Verbs that give nothing up: *Choose a player to draw a card.* speaks of that player."""

_UNPAID = frozenset({"take", "put", "place", "move", "return", "deal", "acquire", "gain"})
"""Verbs of the language for which nobody pays."""
_OF_A_PLAYER = "[WHEN|IF] [a] [player] GEN {what:quantity}"
_OBJECTS = names("ART POSS QIN QOUT BOUND PRON")
"""What the object of a verb begins with."""
_CONDITIONS = names("IF WHEN UNLESS AS_LONG_AS UNTIL")
_KERNEL = {
    # What is said for a verb of the language where no verb of the pack is meant, by what stands after it.
    "spend": "pay",
    "get": "gain",
    "receive": "gain",
    "earn": "gain",
    "collect": "gain",
    "discard": "lose",
    "remove": "lose",
}
_CHANGES = {"increase": "raise", "reduce": "lower", "decrease": "lower"}
_OF_THE_GAME = {"gain": "raise", "lose": "lower"}


def canonical(tokens: list[Token], lexicon: Lexicon) -> list[Token]:
    """The tokens with every alternate of a clause replaced."""
    tokens = behind.in_front(tokens, lexicon)
    if not any(token.word in _RULES or token.type == "SEMI" for token in tokens):
        return tokens
    return Clauses(tokens, lexicon).run()


class Clauses(Phrases):
    """The rules; each gets the index of the token that triggers it."""

    def rules(self, token: Token) -> Sequence[Callable[..., Found | None]]:
        return _RULES.get(token.type if token.type in BY_TYPE else token.word, ())

    def an_order(self, i: int) -> bool:
        """Whether a verb in its base form stands at `i`, with its object or alone."""
        token, behind = self.at(i), self.at(i + 1)
        if self.text(i) in (*_CHANGES, "use") and closed(behind or self.tokens[i]) in _OBJECTS | {"OR"}:
            return True
        if not token or "b" not in token.find("verb").form:
            return False
        if not any(token.find(kind) for kind in ("noun", "name", "adj")):
            return True
        return behind.type == "NUMBER" or closed(behind) in _OBJECTS

    # --- Costs ------------------------------------------------------------------------------------------------

    def bought(self, i: int) -> Found | None:
        """*Pay 3 coins to draw a card.* is *Pay 3 coins. If you do, draw a card.*"""
        said = self.clause_before()
        at = where_held(said, "MODAL")
        if at is not None and said[at].word != "may":
            return None  # *You must pay 1 coin to draw a card* may be a rule about drawing
        subject, verb = self.giving(said, at)
        if verb is None or not self.an_order(i + 1) or self.says_more(said, verb):
            return None
        if self.clause(i + 1)[-1].word in ("times", "twice"):  # so often both, or only the second?
            return None
        if self.or_else(i):
            return None
        token = self.tokens[i]
        who = "you" if not subject or subject[-1].word == "you" else "they"
        if_done = [self.said(word, token) for word in ("If", who, "do")]
        made = [mark("STOP", token), *if_done, mark("COMMA", token)]
        return Found(1, made if who == "you" else [*made, self.said("they", token)])

    def or_else(self, i: int) -> bool:
        """*Pay 3 coins to draw a card, or gain 1 coin*: is that bought as well, or done in place of all?"""
        comma = until(self.tokens, i, SENTENCE | {"COMMA"})
        return closed(self.at(comma + 1)) == "OR" and self.an_order(comma + 2)

    def says_more(self, said: list[Token], verb: int) -> bool:
        """Whether a clause has a condition or a second verb, or speaks after its verb of somebody: in *Ask a player to
        draw a card* it is that player who draws.
        """
        return (
            holds(said, *names("WHEN IF UNLESS AS_LONG_AS"))
            or any(is_player(t, self) or self.noun(t, "player") or closed(t) == "PRON" for t in said[verb:])
            or any(closed(joint) in ("AND", "OR") and token.find("verb") for joint, token in pairwise(said))
        )

    def giving(self, said: list[Token], modal: int | None) -> tuple[list[Token], int | None]:
        """Who gives something up, and where the verb stands; None: no such verb."""
        if modal is not None:
            at = modal + 1
        elif said and said[0].find("verb"):
            at = 0
        else:
            at = next((k for k, t in enumerate(said) if "t" in t.find("verb").form), len(said))
        reading = nth(said, at).find("verb")
        if not reading or reading.id in _OF_THE_LANGUAGE:
            return [], None
        return said[: at if modal is None else modal], at

    # --- Verbs of the language by another word ----------------------------------------------------------------

    def kernel_verb(self, i: int) -> Found | None:
        """*Spend 2 coins* is *Pay 2 coins*, *gets 2 coins* is *gains 2 coins*."""
        token = self.tokens[i]
        lemma = self.lemma(token.word, _KERNEL)
        amount = amount_at(self, i + 1)[0]
        if [self.text(i + k) for k in (1, 2)] == ["any", "amount"]:  # which is not yet *any number of*
            amount = [each for each in self.tokens[i + 4 : i + 5] if self.noun(each, "quantity")]
        if lemma is None or not amount or self.of_the_pack(lemma, self.noun(amount[-1], "quantity")):
            return None
        verb = _KERNEL[lemma]
        third = token.word != lemma
        said = [self.said(f"{verb}s" if third else verb, token)]
        if self.text(i + 1) in ("a", "an"):  # *spend a coin*
            said.append(amount[0])
        return Found(len(said), said)

    def of_the_game(self, i: int) -> Found | None:
        """*Gain 1 doom*, which is the game's, is *Raise the doom by 1*."""
        token, number, noun = self.tokens[i], self.at(i + 1), self.at(i + 2)
        lemma = self.lemma(token.word, _OF_THE_GAME)
        if lemma is None or not number or not noun or self.in_condition():
            return None
        if number.type == "NUMBER":
            used, amount = 3, [number]
        elif number.word in ("a", "an"):
            used, amount = 3, [self.number("1", number)]
        else:
            return None
        name = self.noun(noun, "quantity")
        if not name or self.lexicon.vocabulary.nouns[name].owned:
            return None
        verb = _OF_THE_GAME[lemma] + ("s" if token.word != lemma else "")
        said = [
            self.said(verb, token),
            self.said("the", number),
            self.said(name, noun),
            self.said("by", number),
        ]
        return Found(used, [*said, *amount])

    def lemma(self, word: str, table: dict[str, str]) -> str | None:
        """The verb of which a word is the base form or the third person."""
        return next((each for each in table if word in (each, f"{each}s")), None)

    def of_the_pack(self, lemma: str, counted: str | None = None) -> bool:
        """Whether a verb of the pack is said so of amounts, or in these words: *take an action* (`counted`: action)."""
        return any(
            template.verb == lemma
            and (
                any(slot.noun in ("quantity", "amount", "any") for slot in template.slots)
                or (counted is not None and f" {template.fixed}".endswith(f" {counted}"))
            )
            for template in self.lexicon.vocabulary.templates
        )

    def changed(self, i: int) -> Found | None:
        """*Increase the value of a die by 1* is *Raise …*, *Reduce doom by 1* is *Lower the doom by 1*."""
        token = self.tokens[i]
        lemma = self.lemma(token.word, _CHANGES)
        rest = self.clause(i + 1)
        if lemma is None or lemma in self.lexicon.frames or not holds(rest, "BY"):
            return None
        verb = _CHANGES[lemma]
        said = [self.said(f"{verb}s" if token.word != lemma else verb, token)]
        if self.noun(rest[0], "quantity") and rest[0].find("noun"):
            said.append(self.said("the", token))
        return Found(1, said)

    def used(self, i: int) -> Found | None:
        """*Use the effect of that space.* is *Resolve the effect of that space.*"""
        token, whose = self.tokens[i], self.at(i + 1)
        if token.find("verb") or closed(whose) not in ("ART", "POSS"):
            return None
        nouns = (each for each in self.clause(i + 1)[1:4] if each.find("noun"))
        if not self.speaks_of(nouns, "text"):
            return None
        return Found(1, [self.said("resolves" if self.text(i) == "uses" else "resolve", token)])

    def traded(self, i: int) -> Found | None:
        """*Trade 1 food for 2 coins.* is *Pay 1 food to gain 2 coins.*, *for 2 coins each* is *for each paid food*; of
        things it is *swap … with …*.
        """
        lemma, clause = self.text(i).removesuffix("s"), self.clause(i + 1)
        if lemma in self.lexicon.frames and not (lemma == "swap" and self.swaps_things()):
            return None
        at = next((i + 1 + k for k, each in enumerate(clause) if each.word == "for"), None)
        sold = self.sold(i, at) if at is not None and lemma != "swap" else None
        if sold is not None or self.speaks_of(clause, "quantity"):
            return sold
        swap = self.said("swaps" if self.text(i) != lemma else "swap", self.tokens[i])
        if at is None:
            return numerals.exchanged(self, i, swap)
        return Found(at + 1 - i, [swap, *self.within(i + 1, at), self.spelled("with", self.tokens[i])])

    def sold(self, i: int, at: int) -> Found | None:
        """*Trade 1 food for 2 coins.*; `at`: where *for* stands."""
        (paid, used), (gained, behind) = amount_at(self, i + 1), amount_at(self, at + 1)
        same = numerals.as_many(self, at + 1)
        if not paid or not (gained or same) or i + 1 + used != at:
            return None
        if same is not None:  # *for the same number of coins*
            self.tokens[at + 1 : at + 1 + same[1]], behind = same
        self.for_each_paid(at + 1 + behind, paid[-1])
        to = self.tokens[at]
        self.tokens[at : at + 1] = self.words(to, "to", "gain")
        return Found(1, [self.said("pays" if self.text(i).endswith("s") else "pay", self.tokens[i])])

    def swaps_things(self) -> bool:
        """Whether *swap* is said of two things alone, and no pack has a verb that swaps one *for* something."""
        return not any("for" in frame for frame in self.lexicon.frames["swap"])

    def for_each_paid(self, i: int, what: Token) -> None:
        """*each*, after what is gained for so many, as *for each paid food*."""
        noun = self.noun(what, "quantity")
        if self.text(i) == "each" and noun and self.ends(i + 1):
            each = self.tokens[i]
            said = ("for each", "paid", self.lexicon.vocabulary.nouns[noun].id)
            self.tokens[i : i + 1] = self.words(each, *said)

    # --- Amounts ----------------------------------------------------------------------------------------------

    def fixed_done(self, i: int) -> Found | None:
        """*When a lot is offered,* is *When a player offers a lot,*, where `offer a lot` is a verb."""
        said, participle = self.clause_before(), self.at(i + 1)
        done = participle.find("verb")
        if not participle or "n" not in done.form or not self.ends(i + 2) or len(said) < 3:
            return None
        when, *what = said
        words = text_of(what)
        fixed = {each.fixed for each in self.lexicon.vocabulary.templates if each.verb == done.id}
        if closed(when) != "WHEN" or words not in fixed:
            return None
        third = self.lexicon.vocabulary.verb_forms(done.id).third
        player = self.words(what[0], "a", "player")
        return Found(2, [*player, self.spelled(third, participle), *what], drop=len(what))

    # --- Openings ---------------------------------------------------------------------------------------------

    def replaced(self, i: int) -> Found | None:
        """*When … would …, … instead* is *If … would …, … instead*."""
        if not says(self.clause(i), "would"):
            return None
        if not says(self.sentence(i), "instead", *prevented.PREVENT):
            return None
        return Found(1, [self.said("if", self.tokens[i])])

    def first_player(self, i: int) -> Found | None:
        """*The first player to have 3 cards gains 1 coin.* is *The first time that a player has at least 3 cards, that
        player gains 1 coin.*
        """
        does = self.at(i + 3)
        verb = does.find("verb")
        if (self.text(i + 1), self.text(i + 2)) != ("player", "to") or "b" not in verb.form:
            return None
        if not does:
            return None
        end = until(self.tokens, i, CLAUSE)
        order = next((k for k in range(i + 5, end) if self.finite(k)), None)
        begins = since(self.out, CLAUSE)
        if order is None or len(begins) != 1 or begins[0].word != "the":
            return None
        like = self.tokens[i]
        third = self.lexicon.vocabulary.verb_forms(verb.id).third
        several = verb.id == "have" and self.tokens[i + 4].type == "NUMBER" and self.or_more(i + 4) is None
        event = [self.said(word, like) for word in ("that", "a", "player")]
        event += [self.spelled(third, does), *([self.spelled("at least", does)] if several else [])]
        event += self.within(i + 4, order)
        that = [mark("COMMA", does), *self.words(like, "that", "player")]
        return Found(order - i, [self.said("the first time", begins[0]), *event, *that], drop=1)

    def finite(self, k: int) -> bool:
        """Whether the verb of a clause stands at `k`: *gains*, after its subject."""
        return (
            "t" in self.tokens[k].find("verb").form
            and not self.tokens[k].find("noun")
            and closed(self.tokens[k - 1]) not in ("REL", "MODAL")
        )

    def already(self, i: int) -> Found | None:
        """*If a cat would be put at a site that already has 3 cats, … instead*: asked before it is done, so that
        *already* says nothing more; *Take it. If you already have it, …* is asked when it is done.  So is *Light a
        lamp. If it is already lit, …*, where it was so before, while *There is already a lamp there* says no more.
        """
        before, after = since(self.out, SENTENCE), self.tokens[i : until(self.tokens, i, SENTENCE)]
        instead = says(after, "instead")
        behind = self.last.word in ("has", "have", "is", "are", "not") and len(after) > 1
        plain = behind and (len(before) == len(self.out) or says(before, "cannot", "would", "as long as"))
        if not plain and not (instead and (behind or self.text(i + 1) in ("has", "have"))):
            return None
        return Found(1, []) if _no_event(self, {}) else None

    def after(self, i: int) -> Found | None:
        """*After you draw a card,* is *When you draw a card,*; *After each turn,* is a time."""
        clause = self.clause(i + 1)
        behind = self.at(i + 1 + len(clause))
        if not self.begins_opening() or behind.type != "COMMA":
            return None
        for before, token in pairwise(clause):
            verb = token.find("verb")
            finite = "b" in verb.form or "t" in verb.form
            subject = closed(before) == "PRON" or (
                any(before.find(kind) for kind in ("noun", "name"))
                and not (token.find("noun") and token is clause[-1])
            )
            if closed(token) in ("BE", "DO_NOT") or (finite and subject):
                return Found(1, [self.said("when", self.tokens[i])])
        return None

    def begins_opening(self) -> bool:
        """Whether a sentence, or an opening after another one, begins here."""
        return self.opens_sentence() or self.last.type == "COMMA"

    def otherwise(self, i: int) -> Found | None:
        """*…; otherwise …* is *…. Otherwise, …*, and the comma after it may be missing."""
        joined = self.tokens[i].type in ("COMMA", "SEMI")
        at = i + 1 if joined else i
        if self.text(at) != "otherwise" or not (joined or self.opens_sentence()):
            return None
        token, behind = self.tokens[at], self.at(at + 1)
        comma = behind.type == "COMMA"
        if comma and not joined:
            return None
        stop = [mark("STOP", self.tokens[i])] if joined else []
        said = [*stop, self.said("Otherwise", token), mark("COMMA", token)]
        used = at + 1 + comma
        amount, noun = self.at(used), self.at(used + 1)
        if amount.type == "NUMBER" and self.noun(noun, "quantity") and self.ends(used + 2):
            said += [
                each for each in since(self.out, SENTENCE)[:1] if each.find("verb")
            ]  # *otherwise 1 point*
        return Found(used - i, said)

    # --- Words that say nothing more --------------------------------------------------------------------------

    def at_once(self, i: int) -> Found | None:
        """*immediately*: what is said happens at once."""
        return self.left_out(i)

    def left_out(self, i: int) -> Found:
        """A word that says nothing; what begins the sentence then has the capital."""
        token, behind = self.tokens[i], self.at(i + 1)
        if behind and token.text[:1].isupper() and self.opens_sentence():
            self.tokens[i + 1] = behind.large()
        return Found(1, [])

    def all_of_it(self, i: int) -> Found | None:
        """*loses all of them*, the coins that were spoken of, is *loses all their coins*."""
        said, things = self.clause_before(), self.at(i + 1)  # *them* has become *those things*
        if not things or things.start != self.tokens[i].start:
            return None
        if not said or said[-1].word not in ("all", "all of", "half of"):
            return None
        changes = any(t.find("verb").id in ("gain", "lose", "pay") for t in said)
        amounts = {noun: t for t in reversed(said) if (noun := self.noun(t, "quantity"))}
        whose = self.whose()
        if not changes or len(amounts) != 1 or whose is None:
            return None
        return Found(2, [self.said(whose, self.tokens[i]), *amounts.values()])

    def either(self, i: int) -> Found | None:
        """*either … or …* is *… or …*."""
        behind = self.tokens[i + 1 :]
        if not behind or is_player(behind[0], self) or self.text(i + 1) in ("of", "or"):
            return None
        if self.noun(behind[0], "player", "thing", "place"):
            return None
        return self.left_out(i) if holds(self.sentence(i), "OR") else None

    def neither(self, i: int) -> Found | None:
        """*has neither a cat nor a dog* is *has no cat and no dog*."""
        has, nor = self.last, next((k for k in range(i + 1, self.end(i + 1)) if self.text(k) == "nor"), None)
        if nor is None or not (has.find("verb") or has.word == "with"):
            return None
        first, second = i + 1 + self.has_article(i + 1), nor + 1 + self.has_article(nor + 1)
        if not (self.nominal(first) and self.nominal(second)):
            return None
        no, and_ = self.said("no", self.tokens[i]), self.spelled("and", self.tokens[nor])
        return Found(second - i, [no, *self.within(first, nor), and_, self.spelled("no", self.tokens[nor])])

    def has_article(self, i: int) -> bool:
        return self.text(i) in ("a", "an")


def _handed(rules: Clauses, i: int) -> Found | None:
    verb = "give" if rules.text(i) in GIVING else rules.text(i).removesuffix("s")
    return None if rules.in_condition() or rules.of_the_pack(verb) else handed(rules, i)


def _gained(rules: Clauses, i: int) -> Found | None:
    """*Take 2 coins.*, from nobody, is *Gain 2 coins.*"""
    amount, used = amount_at(rules, i + 1)
    if not amount or not (rules.ends(i + 1 + used) or rules.text(i + 1 + used) == "unless"):
        return None
    noun = rules.noun(amount[-1], "quantity")
    if (
        not noun
        or rules.of_the_pack("take", noun)
        or amount[0].type != "NUMBER"
        or not rules.lexicon.vocabulary.nouns[noun].owned
    ):
        return None
    third = rules.text(i) != "take"
    return Found(1 + used, [rules.said("gains" if third else "gain", rules.tokens[i]), *amount])


def _does(a: Alternates, filled: Filled) -> bool:
    """Whether something is done in the clause, which may end with a comma.  *Has the most coins, too* is no more than
    somebody else has: it says that they tie.
    """
    comma = a.last.type == "COMMA"
    clause = since(a.out[: len(a.out) - comma], CLAUSE | {"THEN"})
    return any(token.find("verb") for token in clause) and not holds(clause, "MOST")


def _is_a_choice(a: Alternates, filled: Filled) -> bool:
    """Whether *or* stands in the sentence, of which who does it chooses anyway: *your choice* is yours, *their choice*
    that of whoever does it.
    """
    said = since(a.out, SENTENCE)
    yours = bool(said) and (said[0].word == "you" or "b" in nth(said, 0).find("verb").form)
    mine = filled["whose"][0].word == "your"
    return holds(said, "OR") and yours == mine


def _is_state(a: Alternates, filled: Filled) -> bool:
    return not filled["so"][0].find("noun")


def _unpaid(a: Alternates, filled: Filled) -> bool:
    """Whether the verb of the clause costs nothing anyway."""
    verbs = [verb.id for token in a.clause_before() if (verb := token.find("verb"))]
    return bool(verbs) and verbs[-1] in _UNPAID


def _of_all_there(a: Alternates, filled: Filled) -> bool:
    """*Rout all units there, including your own*: all are all."""
    clause = since(a.out[: len(a.out) - (a.last.type == "COMMA")], CLAUSE)
    return says(clause, "all", "each")


def _no_event(a: Alternates, filled: Filled) -> bool:
    """*When a player has already drawn*: it had happened before."""
    return not holds(since(a.out, SENTENCE), "WHEN")


def _asks_nothing(a: Alternates, filled: Filled) -> bool:
    """Whether no condition is being read: *if those players also tie* is said beside another one."""
    return not holds(since(a.out, CLAUSE), *(CONDITION | {"REL", "WHOSE"}))


def _one(a: Alternates, filled: Filled) -> bool:
    """*a box with a 1*."""
    noun = filled["what"][0].find("noun")
    return bool(noun) and noun.form != "p"


def _for_each(a: Alternates, filled: Filled) -> bool:
    """*Gain 1 coin for each cat, up to 3*."""
    return holds(since(a.out, SENTENCE), "FOR_EACH")


def _no_loss(a: Alternates, filled: Filled) -> bool:
    return not printed.is_loss(a)


def _names_nothing(a: Alternates, filled: Filled) -> bool:
    """Whether no verb of the pack is *name*."""
    return all(each.verb != "name" for each in a.lexicon.vocabulary.templates)


def _loses_no_amount(a: Alternates, filled: Filled) -> bool:
    """*for each coin you lose*, *the units they lose*: what; *the player with the fewest coins loses*: who."""
    said = since(a.out, SENTENCE | {"COMMA"})
    if not said or all(each.verb != "lose" or not each.fixed for each in a.lexicon.vocabulary.templates):
        return False  # *Red loses* as a form, in which no game is played
    return all(not a.noun(each, "quantity", "thing") and closed(each) != "REL" for each in said[:-1])


ROWS = (
    # Bounds: of a change, and of the level at which it stops
    Row("any amount of", "any_number_of"),
    Row("rounding up", "rounded_up"),
    Row("rounding down", "rounded_down"),
    # As often as you like
    Row("as often as you|they like|want|wish|please|choose", "any_number_of_times"),
    Row("as_many times as you|they like|want|wish|please|choose", "any_number_of_times"),
    Row("[COMMA] to|up_to|down_to [SIGNED]", "but at_most"),
    Row("COMMA? ^ to|up_to|down_to a|the maximum of", ", but_to at_most", when=printed.stops_at("at most")),
    Row("COMMA? ^ to|up_to|down_to a|the maximum of", ", but at_most"),
    Row("COMMA ^ up_to {n:NUMBER} [alone]", ", but at_most {n}", when=_for_each),
    Row("COMMA ^ up_to {n:NUMBER} {what:quantity} [alone]", ", but at_most {n} {what}", when=_for_each),
    Row("[but] no|not more_than", "at_most"),
    Row("[but] no|not fewer_than|less_than", "at_least"),
    Row("COMMA? ^ to|up_to|down_to a|the minimum of", ", but_to at_least", when=printed.stops_at("at least")),
    Row("COMMA? ^ to|up_to|down_to a|the minimum of", ", but at_least", when=_no_loss),
    Row("lose(s) [end]", "lose(s) the game", when=_loses_no_amount),
    # How much somebody has; only *a player* who has it can be spoken of
    Row("{be:is|was} ^ reduced to {n:0|zero} [quantity]", "has@be no@n"),
    Row("{be:are|were} ^ reduced to {n:0|zero} [quantity]", "have@be no@n"),
    Row("{be:is|was} ^ reduced to {n:NUMBER} [quantity]", "has@be at_most@n {n}"),
    Row("{be:are|were} ^ reduced to {n:NUMBER} [quantity]", "have@be at_most@n {n}"),
    Row(f"{_OF_A_PLAYER} ^ is|are {{n:0|zero}} [COMMA]", "has no@n {what.plural}"),
    Row(f"{_OF_A_PLAYER} ^ is|are {{n:1|one}} [COMMA]", "has exactly@n {n} {what}"),
    Row(f"{_OF_A_PLAYER} ^ is|are {{n:NUMBER}} [COMMA]", "has exactly@n {n} {what.plural}"),
    Row("[WHEN] [the] [quantity] rises|increases [end]", "is raised"),
    Row("[WHEN] [the] [quantity] falls|decreases [end]", "is lowered"),
    Row("discard(s)|remove(s) one_of {whose:POSS} {what:quantity}", "lose(s) 1@whose {what.id}"),
    Row("name(s) {a:a|an} {what:list|attribute} [end]", "choose(s) {a} {what}", when=_names_nothing),
    # Where somebody is, of whom one piece stands on the board
    Row("[PLACE] ^ the same {where:place} as you", "your {where}"),
    Row("[PLACE] ^ the same {where:place} as them", "their {where}"),
    # What things have
    Row("{what:noun} ^ with a|an {n:NUMBER} [end]", "{what} that shows {n}", when=_one),
    Row("[noun] with a|an {n:NUMBER} [end]", "that show {n}"),
    Row("[noun] with {its:its|their} {what:attribute} [end]", "whose {what} is {its} {what}"),
    Row(
        "[noun] with that {one:noun} {s:GEN} {what:attribute} [end]", "whose {what} is that {one} {s} {what}"
    ),
    Row(
        "[noun] with the {what:attribute} of that {one:noun} [end]",
        "whose {what} is the {what} of that {one}",
    ),
    # How often
    Row("[begin] {once:once} per|each|a|every {game:game} [COMMA]", "{once} in@once the@once {game}"),
    Row("[begin] {once:once} {each:per|each|a|every} {time:period} [COMMA]", "{once} each@each {time}"),
    Row(
        "{so:as_soon_as} {who...} {has:BE|have|has} [!0|zero] [n:NUMBER] [!or]", "{so} {who} {has} at_least@n"
    ),
    Row("{can:can|may} ^ only {what...} {if:IF}", "can@can {what} only_if@if"),
    # Words that say nothing more
    Row("COMMA? ^ too [end]", "", when=_does),
    Row("[POSS] own [noun|adj]", ""),
    Row("COMMA? ^ including {whose:your|their} own [end]", "", when=_of_all_there),
    Row("[!begin] COMMA ^ {whose:your|their} choice [end]", "", when=_is_a_choice),
    Row("may then [verb]", "may"),
    Row("{what:noun} ^ ~still {so:adj} [end]", "{so} {what}", when=_is_state),
    Row("[BE] ~still [any]", ""),
    Row("[any] ~still [have|has|PLACE|INTO|TO|FROM|relation]", ""),
    Row("[MODAL] also", ""),
    Row("[another] [player] also [verb]", ""),
    Row("[COMMA|SEMI|AND|PRON|noun|name] also [verb]", "", when=_asks_nothing),
    Row("for free [end]", "", when=_unpaid),
)


def _all_they_have(a: Clauses, i: int) -> Found | None:
    """*unless they have only units in their hand* is *unless all cards in their hand are units*: of all that
    can lie there, whatever sort of card is said.  *If they have only …* leaves open whether that is so of none.
    """
    end = a.end(i)
    at = next((k for k in range(i + 1, end) if closed(a.tokens[k]) == "PLACE"), None)
    what = a.tokens[i + 1 : at]
    kind = a.noun(what[-1], "thing") if at is not None and what else ""
    asked, who, has = a.out[-3:] if len(a.out) > 2 else [NO_TOKEN] * 3
    if not kind or closed(asked) != "UNLESS":
        return None
    if who.word not in ("they", "you") or has.word != "have":
        return None
    nouns = a.lexicon.vocabulary.nouns
    while (above := nouns[kind].is_a) is not None:
        kind = above
    like, place = a.tokens[i], a.tokens[at:end]
    said = [a.said("all", who), a.said(nouns[kind].plural, like), *place, a.said("are", has), *what]
    return Found(end - i, said, drop=2)


_FUNCTIONS: dict[str, tuple[Callable[[Clauses, int], Found | None], ...]] = {
    "to": (Clauses.bought,),
    "when": (Clauses.replaced, again.when_behind_if),
    "whenever": (Clauses.replaced,),
    "each time": (Clauses.replaced,),
    "after": (Clauses.after,),
    "already": (Clauses.already,),
    "before": (beforehand.before_that,),
    "first": (beforehand.first, Clauses.first_player),
    "is": (Clauses.fixed_done,),
    **dict.fromkeys(prevented.PREVENT, (prevented.prevent,)),
    **dict.fromkeys(("does not", "nothing"), (prevented.does_not_happen,)),
    **dict.fromkeys(("do not", "does not"), (prevented.does_not_happen, prevented.does_not)),
    **dict.fromkeys(("do", "does"), (prevented.do_nothing, *again.DONE)),
    "if": (again.if_not,),
    "now": (again.asked_now,),
    **dict.fromkeys(("rises", "increases", "falls", "decreases", "drops"), (again.rises,)),
    "and": (again.and_are_done, again.and_at, not_both.and_not),
    **dict.fromkeys(("higher", "highest", "lower", "lowest"), (numerals.best_of_those,)),
    "them": (again.it_instead,),
    "it": (again.it_instead, numerals.that_number),
    "none": (again.none_left, again.lose_none, again.there_are_none, again.none_does, none_of.none_of),
    **dict.fromkeys(("same", "equal"), (numerals.same_number,)),
    **dict.fromkeys(("trade", "trades", "exchange", "exchanges", "swap", "swaps"), (Clauses.traded,)),
    **dict.fromkeys(("use", "uses"), (Clauses.used,)),
    ":": (ways.in_one_line,),
    "or": (ways.so_many_or_so_many, ways.so_many_to_so_many),
    "in": (ways.combined,),
    "otherwise": (Clauses.otherwise,),
    "COMMA": (Clauses.otherwise,),
    "SEMI": (Clauses.otherwise, again.if_not),
    "immediately": (Clauses.at_once,),
    "either": (Clauses.either,),
    "only": (_all_they_have,),
    "neither": (Clauses.neither, not_both.is_neither, none_of.none_of),
    "those": (Clauses.all_of_it,),
    **dict.fromkeys((*GIVING, *TAKING), (_handed,)),
    **dict.fromkeys(("show", "shows", "have", "has"), (alike.alike,)),
    **dict.fromkeys(("take", "takes"), (taking.taken, _handed, _gained)),
    **dict.fromkeys(("add", "adds"), (taking.added,)),
    **{word: (Clauses.of_the_game,) for lemma in _OF_THE_GAME for word in (lemma, f"{lemma}s")},
    **{word: (Clauses.kernel_verb,) for lemma in _KERNEL for word in (lemma, f"{lemma}s")},
    **{word: (Clauses.changed,) for lemma in _CHANGES for word in (lemma, f"{lemma}s")},
}

_RULES = merged(indexed(in_order.ROWS, ROWS, compared.CLAUSES), _FUNCTIONS)
