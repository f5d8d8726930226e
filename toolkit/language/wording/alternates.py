"""Accepted alternates: wordings that designers use for what the language says otherwise.

Between lexer and tagger.  In: the tokens of a text.  Out: the tokens of the canonical wording, each with the span of
the words that it stands for, so that messages point to what was typed.  The tree is that of the canonical wording, so
`sayso fmt` writes it.  A rule here looks at words only and must be a synonym in every sentence; what depends on the
meaning of a phrase is the compiler's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from toolkit.language import forms
from toolkit.language.lexer import Lexicon, Token, names
from toolkit.language.wording import (
    alike,
    apart,
    as_much,
    becoming,
    both_hold,
    but_not,
    by_how_much,
    compared,
    costs,
    each_by_itself,
    foremost,
    giving,
    handed,
    its_value,
    last,
    left_out,
    level_again,
    listed,
    numerals,
    of_so_many,
    of_which,
    or_more_each,
    pairs,
    passive,
    people,
    printed,
    receiving,
    repeated,
    shown,
    spread,
    swapped,
    tallied,
    this_way,
    times,
    trailing,
    usual,
    ways,
    whole_sets,
)
from toolkit.language.wording.passage import OPENERS, Alternates
from toolkit.language.wording.replaced import CLAUSE, Found, closed, mark, says, since, so_often
from toolkit.language.wording.row import Rule, indexed, merged

_BEFORE_VALUE = names("ART QIN QOUT OTHER BOUND NUMBER MOST")
BY_TYPE = names("SIGNED GEN NUMBER COMMA SEMI NEGATED")
"""Types of tokens at which rules are tried by the type, not by the word."""
_WHOLE = frozenset({"the", "your", "their", "its", "that much", "that many"})
_WHERE = (printed.who_is_there, passive.where_done, foremost.in_each)


def canonical(tokens: list[Token], lexicon: Lexicon) -> list[Token]:
    """The tokens with every accepted alternate replaced."""
    if not any(
        token.word in _TRIGGERS
        or token.type in ("SIGNED", "GEN", "COMMA", "SEMI", "NUMBER", "NEGATED")
        or token.word in lexicon.values
        or token.word in lexicon.members
        or token.word in lexicon.tallies
        for token in tokens
    ):
        return tokens
    return Phrases(tokens, lexicon).run()


class Phrases(Alternates):
    """The rules; each gets the index of the token that triggers it."""

    def rules(self, token: Token) -> Sequence[Callable[..., Found | None]]:
        """What may apply at a token."""
        word = token.word
        rules = _RULES.get(token.type if token.type in BY_TYPE else word, ())
        if word in self.lexicon.tallies:
            return (*rules, tallied.done)
        if word in self.lexicon.values:
            rules = (*rules, left_out.of_the_list)
        return (*rules, left_out.thing) if word in self.lexicon.members else rules

    def within(self, start: int, end: int) -> list[Token]:
        """The canonical wording of some of the tokens, by themselves."""
        inner = Phrases(self.tokens[start:end], self.lexicon)
        return inner.run()

    # --- How often -------------------------------------------------------------------------------------------

    def multiple(self, i: int) -> Found | None:
        """*3 times the sum* is an amount; *2 times* the same is *twice*."""
        number, times, following = self.tokens[i], self.at(i + 1), self.at(i + 2)
        if not following or times.word != "times":
            return None
        named = bool(following.find("name")) and self.at(i + 3).type == "GEN"
        if not named and following.word not in _WHOLE:
            return None
        return Found(2, so_often(number, times))

    def rounded(self, i: int) -> Found | None:
        """*1 point per 10 cards, rounded down*: whole tens only, as *for every 10 cards* says.  *half of your cats,
        rounded up, in the park*: no second comma.
        """
        if self.last.word in trailing.ROUNDED:
            return Found(1, []) if left_out.says_where(self.at(i + 1)) else None
        if self.text(i + 1) != "rounded down":
            return None
        for k in range(len(self.out) - 1, 0, -1):
            if self.out[k].type == "STOP":
                return None
            if closed(self.out[k - 1]) == "FOR_EACH":
                return Found(2, []) if self.out[k].type == "NUMBER" else None
        return None

    # --- What is gained --------------------------------------------------------------------------------------

    def gain(self, i: int) -> Found | None:
        """*+1 action and +2 coins.* is *Gain 1 action and 2 coins.*"""
        token = self.tokens[i]
        if token.text[0] != "+":
            return None
        bare = self.number(token.reading.id.lstrip("+"), token)
        if self.gains:
            return Found(1, [bare])
        if not self.begins_clause() or not self.only_gains(i):
            return None
        self.gains = True
        start = not self.out or self.last.type in ("STOP", "BULLET")
        verb = self.said("gain", token)
        if start:
            verb.spell("Gain")
        return Found(1, [verb, bare])

    def only_gains(self, i: int) -> bool:
        """Whether quantities are all that follows: cards with a sign may be drawn, gained or played."""
        j = i
        while True:
            sign = self.at(j)
            if sign.type != "SIGNED" or sign.text[0] != "+":
                return False
            if not self.noun(self.at(j + 1), "quantity"):
                return False
            j += 2
            following = self.at(j)
            if not following or following.type == "STOP":
                return True
            if following.type in ("COMMA", "SEMI"):
                j += 1
            if self.text(j) == "and":
                j += 1
            elif following.type not in ("COMMA", "SEMI"):
                return self.text(j) in ("for each", "for every", "per")

    def gain_comma(self, i: int) -> Found | None:
        """*+1 action, +1 coin.*: the last comma of such a list is an *and*."""
        if not self.gains or self.at(i + 1).type != "SIGNED":
            return None
        later = i + 3
        while self.at(later) and self.tokens[later].type != "STOP":
            if self.tokens[later].type == "SIGNED":
                return Found(1, [mark("COMMA", self.tokens[i])]) if self.tokens[i].type == "SEMI" else None
            later += 1
        return Found(1, [self.said("and", self.tokens[i])])

    # --- Phrases that leave a noun out -----------------------------------------------------------------------

    def the_other(self, i: int) -> Found | None:
        """*Put one in your hand and discard the other.*: the other thing of those; *the others*, *the rest*; *the
        third*, after one and another.
        """
        before, token = self.last, self.tokens[i]
        if before.word != "the":
            return None
        if token.word == "other" and self.text(i + 1) == "one" and left_out.picked(self):
            del self.tokens[i + 1]
        trailing.put_back(self, i + 1)
        if not self.ends(i + 1) and not left_out.says_where(self.at(i + 1)):
            return None
        word = token.word
        if word == "third" and not left_out.two_picked(self):
            return None
        one = word in ("other", "third")
        said = [before, self.said("other", token), self.said("thing" if one else "things", token)]
        return left_out.in_turn(self, i, 1, said, drop=1)

    def genitive(self, i: int) -> Found | None:
        """*your power is higher than Blue's* is *… than Blue's power*; *more coins than Blue's* … *than Blue*."""
        if not self.ends(i + 1) or len(self.out) < 2:
            return None
        k = len(self.out) - 1
        while k > 0 and self.out[k].type not in CLAUSE and not self.out[k].word.endswith("than"):
            k -= 1
        word = self.out[k].word
        if word == "than":
            return Found(1, [])
        if word not in ("higher than", "lower than"):
            return None
        while k > 0 and closed(self.out[k]) != "BE":
            k -= 1
        compared = self.subject_of(k)
        if compared is None:
            return None
        token = self.tokens[i]
        noun = Token(compared.text, token.start, token.end, token.span, compared.readings, "")
        return Found(1, [token, noun])

    def subject_of(self, k: int) -> Token | None:
        """The head noun of the phrase that ends before `k`: *power* of *the power of this piece*."""
        end = k
        while k > 0 and closed(self.out[k - 1]) not in CLAUSE | OPENERS:
            if closed(self.out[k - 1]) == "OF":
                end = k - 1
            k -= 1
        head = self.out[end - 1] if end > k else None
        return head if head is not None and head.find("noun") else None

    def in_hand(self, i: int) -> Found | None:
        """*cards in hand* are *in your hand*, or *their hand* where a player is spoken of."""
        place = self.at(i + 1)
        lemma = self.noun(place, "place")
        entry = self.lexicon.vocabulary.noun(lemma)
        if not place or entry is None or entry.place_of != "player" or place.word != lemma:
            return None
        whose = self.whose()
        return Found(2, [self.tokens[i], self.said(whose, place), place]) if whose else None

    def in_the_same(self, i: int) -> Found | None:
        """*There are at least 2 cats in the same park*, *you have 2 cats in the same park* is *in a park*: so many are
        in one.  To choose 2 cats in a park says something else.
        """
        place, counted = self.at(i + 3), self.out[-2:]
        if not says(since(self.out, CLAUSE), "there", "have", "has"):
            return None
        if (self.text(i + 1), self.text(i + 2)) != ("the", "same") or self.text(i + 4) == "as":
            return None
        if not self.noun(place, "place") or not place or len(counted) < 2:
            return None
        if counted[0].type != "NUMBER" or counted[0].reading.id == "1" or not self.noun(counted[1], "thing"):
            return None
        return Found(3, [self.tokens[i], self.said(forms.article(place.text), self.tokens[i + 1])])

    def in_value(self, i: int) -> Found | None:
        """*the boxes in that colour* are *of that colour*: a value is no place."""
        j = i + 1
        while (token := self.at(j)) and (
            closed(token) in _BEFORE_VALUE or token.word in ("same", "different")
        ):
            j += 1
        if j == i + 1 or self.noun(token, "attribute") not in self.lexicon.vocabulary.lists:
            return None
        thing = self.last.find("noun")
        return Found(1, [self.said("of", self.tokens[i])]) if thing else None


_FUNCTIONS: dict[str, tuple[Rule, ...]] = {
    "NUMBER": (
        Phrases.multiple,
        numerals.each_number,
        numerals.number_of,
        as_much.so_many,
        left_out.so_many_there,
        left_out.one_of_those,
        left_out.and_one,
        compared.so_many_less,
        by_how_much.higher_than,
    ),
    "SIGNED": (Phrases.gain,),
    "NEGATED": (left_out.un_so,),
    "GEN": (Phrases.genitive,),
    "SEMI": (Phrases.gain_comma,),
    "COMMA": (
        Phrases.gain_comma,
        Phrases.rounded,
        trailing.rounded,
        listed.listed_orders,
        listed.done_by_each,
        people.starting_behind,
    ),
    "with": (pairs.with_more, compared.like_in, printed.doing_with, printed.cannot_with, shown.that_no),
    "no": (alike.no_two, times.no_longer),
    "worth": (compared.worth,),
    **dict.fromkeys(("valuable", "expensive", "costly"), (compared.valuable,)),
    "cheapest": (compared.cheapest,),
    **dict.fromkeys(("add", "adds"), (compared.adds_up,)),
    **dict.fromkeys(("while", "as long as"), (printed.while_so,)),
    "per": (left_out.each_value, left_out.each_own),
    **dict.fromkeys(("cost", "costs"), (printed.that_costs_more, costs.cost)),
    "costing": (printed.costing_more, costs.cost),
    "the first time": (times.first_time,),
    "the next time": (times.first_time,),
    **dict.fromkeys(("others", "rest", "third"), (Phrases.the_other,)),
    "other": (trailing.by_somebody, Phrases.the_other, pairs.the_other, both_hold.other_ones),
    "one of": (pairs.the_one, left_out.one_again),
    "which": (compared.most_done_of, of_which.of_which),
    "in": (Phrases.in_the_same, Phrases.in_hand, Phrases.in_value, *_WHERE),
    **dict.fromkeys(("that many", "that much"), (left_out.of_what, by_how_much.that_much)),
    "from": (left_out.from_the_top, pairs.from_among),
    "among": (pairs.from_those,),
    "from the top": (left_out.from_the_top, left_out.from_an_end),
    "from the bottom": (left_out.from_an_end,),
    "for each": (
        whole_sets.one_of_each,
        apart.missed,
        left_out.each_value,
        left_out.each_own,
        as_much.for_each_of_those,
    ),
    **dict.fromkeys(("half", "half of"), (as_much.half,)),
    "if": (numerals.doubles, this_way.done_this_way, this_way.if_it_was, this_way.was_done_this_way),
    "unless": (foremost.unless,),
    **dict.fromkeys(("swap", "swaps", "exchange"), (swapped.those_two,)),
    **dict.fromkeys(("second", "second-highest", "second-lowest"), (foremost.second_best,)),
    "as many": (compared.there_are,),
    "fewer": (compared.there_are,),
    **dict.fromkeys(
        ("most", "fewest"), (each_by_itself.who_did_most, compared.done_most, left_out.most_of_what)
    ),
    "another": (trailing.by_somebody, left_out.another_of_them, left_out.to_another, left_out.somewhere),
    "it": (left_out.in_it, level_again.changed_again),
    "each": (compared.of_each, trailing.by_somebody, people.each_apart, each_by_itself.of_their_own),
    "chosen": (each_by_itself.then_the_chosen,),
    "all": (numerals.all_but, people.each_apart),
    "both": (people.each_apart,),
    **dict.fromkeys(
        (
            "to your left",
            "to your right",
            "to their left",
            "to their right",
            "on your left",
            "on your right",
            "on their left",
            "on their right",
        ),
        (people.both_sides,),
    ),
    "last": (last.last_of_them, last.only_one_of_theirs),
    "only": (last.only_one_of_theirs,),
    "first": (people.first_to, printed.first_of_period),
    **dict.fromkeys(("gains", "gain", "has", "have"), (compared.gets,)),
    **dict.fromkeys(("loses", "lose"), (compared.gets, times.lose_control)),
    "different": (left_out.different,),
    "target": (printed.target,),
    "this": (times.this_time,),
    **dict.fromkeys(("counting", "including"), (times.counting_this,)),
    "or": (or_more_each.or_so_much_each, printed.or_so_many, trailing.is_again, trailing.or_beside),
    "plus": (compared.added, printed.plus_if, printed.and_so_much),
    **dict.fromkeys(("search", "searches"), (printed.search,)),
    "to": (people.on_the_side, printed.towards),
    **dict.fromkeys(("into", "onto"), (printed.towards,)),
    **dict.fromkeys(("yours", "theirs"), (left_out.of_theirs,)),
    **dict.fromkeys(("your", "their"), (trailing.by_somebody, left_out.whole_place)),
    "the": (trailing.by_somebody,),
    "on": (*numerals.ON, people.on_the_side, trailing.at_an_end, Phrases.in_the_same, *_WHERE),
    **dict.fromkeys(("result", "total"), (numerals.result,)),
    "at": (people.at_the_same_time, Phrases.in_the_same, *_WHERE),
    "simultaneously": (people.at_the_same_time,),
    **dict.fromkeys(("contain", "contains"), (left_out.contains,)),
    "that": (
        shown.that_no,
        shown.that_nobody_has,
        trailing.by_somebody,
        times.that_time,
        its_value.that_value,
        its_value.that_of,
    ),
    "one": (trailing.one_this_way, pairs.the_one),
    "back": (trailing.back,),
    "by": (passive.by_whom,),
    **dict.fromkeys(("becomes", "become"), (becoming.becomes,)),
    "move": (passive.moves_itself,),
    "difference": (trailing.difference, by_how_much.that_difference, by_how_much.from_yours),
    "between": (by_how_much.two_extremes,),
    "twice": (as_much.twice, by_how_much.twice_that),
    "excess": (by_how_much.excess,),
    "and": (both_hold.and_have, printed.plus_if, foremost.and_if, trailing.again_for_each, trailing.is_again),
    "but": (but_not.but_not, trailing.is_again),
    "keep": (trailing.keep,),
    "any": (people.any_,),
    **dict.fromkeys(("today", "tonight"), (people.this_one,)),
    "secretly": (people.secretly,),
    "number": (numerals.number_done, numerals.result, numerals.its_number),
    "whose": (shown.whose_no,),
    "shown": (shown.shown_on,),
    "for": (costs.for_less,),
    **dict.fromkeys(by_how_much.EXTREME, (by_how_much.lowest_of,)),
    "set": (by_how_much.each_set,),
    "beyond": (by_how_much.beyond,),
    "up to": (repeated.up_to_so_often,),
    **dict.fromkeys(by_how_much.DONE, (by_how_much.was_given_up,)),
    "do": (repeated.do_this_so_often,),
    "showing": (numerals.showing,),
    **dict.fromkeys(("extra", "additional"), (people.more_of_it, people.extra)),
    "must": (receiving.or_else,),
    **dict.fromkeys(("show", "shows"), (receiving.shown, numerals.number_shown)),
    "more": (people.more_of_it, compared.there_are, people.one_more),
    **dict.fromkeys(("a", "an"), (trailing.by_somebody, people.a_coin, numerals.a_number)),
    **dict.fromkeys(handed.ACQUIRED, (compared.gets, handed.acquired, passive.moves_itself)),
    **dict.fromkeys(
        handed.WORDS - handed.PAID, (handed.given, handed.chosen, giving.to_somebody, handed.acquired)
    ),
    **dict.fromkeys(
        handed.WORDS & handed.PAID,
        (
            receiving.first,
            compared.bestowed,
            handed.given,
            handed.chosen,
            handed.paid,
            giving.to_who_has,
            giving.so_much,
            giving.to_somebody,
            handed.acquired,
        ),
    ),
    **dict.fromkeys(handed.PAID - handed.WORDS, (receiving.first, handed.paid, giving.so_much)),
    **dict.fromkeys(("put", "puts"), (handed.chosen,)),
    **dict.fromkeys(handed.TAKEN, (handed.took, handed.acquired)),
    **dict.fromkeys(("starting", "starting with"), (people.starting,)),
}

_RULES = merged(
    indexed(
        usual.ROWS,
        printed.ROWS,
        people.ROWS,
        compared.ROWS,
        times.ROWS,
        trailing.ROWS,
        left_out.ROWS,
        pairs.ROWS,
        shown.ROWS,
        by_how_much.ROWS,
        of_so_many.ROWS,
        spread.ROWS,
        swapped.ROWS,
        handed.ROWS,
        ways.ROWS,
    ),
    _FUNCTIONS,
)
_TRIGGERS = frozenset(_RULES) | {"or", "times", "rounded down"}
WORDS = frozenset(_RULES) | {
    "one",
    "else",
    "begins",
    "starts",
    "none",
    "named",
    "free",
    "left",
    "right",
    "still",
    "now",
    "going",
    "proceeding",
    "clockwise",
    "counterclockwise",
    *left_out.SORTS,
    *apart.WORDS,
    "equal",
    "second-lowest",
    *names("broken favor favour several multiple rises rise fall falls increases decreases drops"),
}
"""Words that may belong to an alternate if the vocabulary has not got them: what no rule takes is unknown."""
