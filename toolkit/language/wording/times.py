"""Accepted alternates for the times of a game: *when your turn begins*, *until the end of the round*.

Rules of `alternates.py`, as in `people.py`.  A time is the run of a verb, and its noun is a period (or a step).
"""

from __future__ import annotations

from itertools import pairwise

from toolkit.language.lexer import Token
from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.replaced import (
    CLAUSE,
    SENTENCE,
    Found,
    closed,
    holds,
    nth,
    says,
    since,
    until,
    where_held,
    where_said,
)
from toolkit.language.wording.row import Filled, Row


def _names_time(a: Alternates, filled: Filled) -> bool:
    """Whether a phrase ends with the only time in it."""
    times = [a.noun(token, "period") not in ("", "game") for token in filled["what"]]
    return times[-1] and times.count(True) == 1


def _when(begins: str, moment: str) -> tuple[Row, ...]:
    """*When a turn begins,* is *at the start of each turn,*."""
    return (
        Row(f"when|whenever|each_time {{time:time}} {begins} [COMMA]", f"{moment} each@time {{time}}"),
        Row(
            f"when|whenever|each_time {{a:a|an|the}} {{what...}} {begins} [COMMA]",
            f"{moment} each@a {{what}}",
            when=_names_time,
        ),
        Row(f"when|whenever|each_time {{what...}} {begins} [COMMA]", f"{moment} {{what}}", when=_names_time),
    )


def _is_one(a: Alternates, filled: Filled) -> bool:
    """Whether a single time is named."""
    noun = filled["time"][0].find("noun")
    return bool(noun) and noun.form != "p"


def no_longer(a: Alternates, i: int) -> Found | None:
    """*When you no longer control that region* is *When you do not control that region*: as soon as it is so.
    *A region* is no single one, and not to control a region is to control none.
    """
    state = a.at(i + 2)
    if a.text(i + 1) != "longer" or not state or not a.last or not holds(since(a.out, CLAUSE), "WHEN"):
        return None
    if closed(a.last) == "BE":
        return Found(2, [a.said("not", a.tokens[i])])
    if "b" not in state.find("verb").form or a.text(i + 3) not in _KNOWN:
        return None
    return Found(2, [a.said("do not", a.tokens[i])])


def lose_control(a: Alternates, i: int) -> Found | None:
    """*When you lose control of a region* is *When a region is not a region that you control*: one that you controlled,
    each by itself.  *Control* is a word of the pack.
    """
    end, state, you = a.end(i + 3), a.at(i + 1), a.last
    if not state or a.text(i + 2) != "of" or state.word not in a.lexicon.frames or not you:
        return None
    one = a.within(i + 3, end)
    if (
        you.word != "you"
        or [closed(each) for each in a.out[-2:-1]] != ["WHEN"]
        or a.text(i + 3) not in ("a", "an")
    ):
        return None
    if not a.noun(a.at(end - 1), "thing", "place"):
        return None
    said = [*one, *a.words(you, "is", "not"), *one]
    return Found(end - i, [*said, a.spelled("that", you), you, state], drop=1)


_KNOWN = frozenset({"that", "this", "the"})


ROWS = (
    Row("yet", "", when=lambda a, _: says(since(a.out, CLAUSE), "not")),
    *_when("begins|starts", "at_the_start_of"),
    *_when("ends", "at_the_end_of"),
    *_when("is over", "at_the_end_of"),
    # Who takes the turn that is on
    Row("[player] ^ whose {time:time} it is now?", "of this@time {time}"),
    # Of the turn, the round that is on
    Row("for_the_rest_of {the:the|this} [time]", "until_the_end_of this@the"),
    Row("for_the_rest_of the|this {game:game}", "until_the_end_of the {game}"),
    Row("until the {game:game} ends", "until_the_end_of the {game}"),
    Row("until this|the {time:time} ends", "until_the_end_of this {time}"),
    Row(
        "until {whose:your|their|its|the} {next:next} {time:time} ends",
        "until_the_end_of {whose} {next} {time}",
    ),
    # *Until your next turn* lasts to its start
    Row("until [your|their|its|the] [next] [time]", "until_the_start_of"),
    Row("until {who...} {of:GEN} {next:next} {time:time} ends", "until_the_end_of {who} {of} {next} {time}"),
    Row("until {who...} {of:GEN} {next:next} [time]", "until_the_start_of {who} {of} {next}"),
    Row("until_the_end_of|until_end_of the? [time:time] [!GEN|OF]", "until_the_end_of this@time"),
    Row("{at:at_the_end_of|at_the_start_of} [time:time] [!GEN|OF]", "{at} the@time", when=_is_one),
)


def first_time(a: Alternates, i: int) -> Found | None:
    """*The next time you gain a coin,* is *The next time that you gain a coin,*; *When …, for the first time this
    turn,* is *The first time each turn that …,*."""
    if a.last.word == "for":
        return _behind_when(a, i)
    at = i + 2 if a.text(i + 1) == "in" else i + 1
    said_when = a.text(at) in ("each", "this") and a.noun(a.at(at + 1), "period")
    used = at + 2 - i if said_when else 1
    if not said_when and a.text(i) == "the first time" and (time := _time_behind(a, i + 1)) is not None:
        first = a.tokens[i]
        that = [] if _says_that(a, i + 1) else [a.said("that", first)]
        return Found(time + 2 - i, [first, *a.tokens[time : time + 2], *that, *a.tokens[i + 1 : time]])
    if _says_that(a, i + used):
        return None
    said = a.tokens[i : i + used]
    return Found(used, [*said, a.said("that", said[-1])])


def _says_that(a: Alternates, i: int) -> bool:
    """*The next time that you …*; in *The next time that player …* the word belongs to the noun, which is no plural."""
    return a.text(i) == "that" and a.at(i + 1).find("noun").form != "s"


def _time_behind(a: Alternates, i: int) -> int | None:
    """Where *each turn* stands in *The first time you gain a coin each turn,*."""
    end = i
    while (token := a.at(end)) and token.type not in ("STOP", "BULLET", "COMMA"):
        end += 1
    each = a.text(end - 2) in ("each", "every", "this") and a.noun(a.at(end - 1), "period")
    return end - 2 if token.type == "COMMA" and each else None


def _behind_when(a: Alternates, i: int) -> Found | None:
    """*When a player gains a coin for the first time this turn,*: of each player the first time."""
    when, *clause = since(a.out, CLAUSE)  # its last word is *for*
    if closed(when) != "WHEN":
        return None
    used = 3 if a.text(i + 1) in ("each", "this") and a.noun(a.at(i + 2), "period") else 1
    if a.at(i + used).type != "COMMA":
        return None
    first = a.tokens[i]
    time = [a.said("each", a.tokens[i + 1]), a.tokens[i + 2]] if used == 3 else _of_this(a, len(clause) + 1)
    if clause[0].word == "a" and a.noun(clause[1], "player"):
        clause[0] = a.said("each", clause[0])
    opening = [a.said("the first time", when), *time, a.said("that", first)]
    return Found(used, [*opening, *clause[:-1]], drop=len(clause) + 1)


def _of_this(a: Alternates, after: int) -> list[Token]:
    """*This turn, when a player gains a coin for the first time,*: the first time each turn, while this one lasts."""
    before = a.out[:-after]
    if len(before) < 4 or closed(before[-1]) != "COMMA" or before[-4].text.casefold() != "until the end of":
        return []
    return [a.said("each", before[-3]), before[-2]]


def that_time(a: Alternates, i: int) -> Found | None:
    """*When a player loses a card, each player who drew a card that turn …*: this turn, in which that happens; *At the
    end of each turn, each player who drew a card that turn …*.

    Not where another time is spoken of, which *that turn* may be then.
    """
    said = since(a.out, SENTENCE)
    if not a.last or closed(a.last) in ("PLACE", "OF", "TO") or a.last.find("relation"):
        return None  # *involved in that duel*
    if not _period(a, i + 1) or not said or not any(token.type == "COMMA" for token in said):
        return None
    times = [each for t in said if (each := a.noun(t, "period", "step"))]
    ends = said[0].text.casefold() == "at the end of" and times == [a.noun(a.at(i + 1), "period")]
    if not ends and (closed(said[0]) != "WHEN" or times):
        return None
    return Found(1, [a.spelled("this", a.tokens[i])])


def this_time(a: Alternates, i: int) -> Found | None:
    """*This turn, when you draw a card, …*, *This turn, players cannot …*: what holds until the end of this turn."""
    comma = a.at(i + 2)
    starts = a.opens_sentence()
    if not starts or not _period(a, i + 1) or comma.type != "COMMA":
        return None
    rest = a.tokens[i + 3 : until(a.tokens, i + 3, SENTENCE)]
    if rest and rest[0].text.casefold() == "the first time":  # *This turn, the first time you draw a card, …*
        this = [a.spelled("this", a.tokens[i]), a.tokens[i + 1]]
        that = [] if a.text(i + 4) == "that" else [a.said("that", rest[0])]
        return Found(4, [a.said("the first time", a.tokens[i]), *this, *that])
    holds = rest and (closed(rest[0]) == "WHEN" or any(t.text in ("cannot", "would") for t in rest))
    if not holds and not _has_more(rest):
        return None
    like = a.tokens[i]
    return Found(1, [a.said("until the end of", like), a.spelled("this", like)])


def _has_more(rest: list[Token]) -> bool:
    """*your cats have +1 power*, *cards cost 1 less*."""
    signed = any(t.word in ("has", "have") and next_.type == "SIGNED" for t, next_ in pairwise(rest))
    costs = where_said(rest, "cost", "costs")
    return signed or (costs is not None and says(rest[costs:], "less", "more"))


def counting_this(a: Alternates, i: int) -> Found | None:
    """*you have played at least 3 cats this turn, counting this one*: at least 2 other cats; *1 coin for each cat you
    have played this turn, counting this one*: 1 coin plus 1 coin for each other one.

    What a card is played in is not over when its text is carried out, so it is counted here and not by the history.
    """
    used = 3 if a.text(i + 2) == "one" or a.nominal(i + 2) else 2
    said = since(a.out[:-1], CLAUSE)
    if a.text(i + 1) != "this" or not a.ends(i + used) or not a.last or a.last.type != "COMMA":
        return None
    at, each = _so_many_done(said), _for_each_done(said)
    if at is None and each is None:
        return None
    others = _others(a, said, at) if at is not None else _and_for_each_other(a, said, each or 0)
    return Found(used, others, drop=len(said) + 1)


def _for_each_done(said: list[Token]) -> int | None:
    """Where *for each* stands in *1 coin for each cat you have played*."""
    at = where_held(said, "FOR_EACH")
    if at is None or at < 2 or said[at - 2].type != "NUMBER" or not said[at - 1].find("noun"):
        return None
    behind = said[at + 1 :]
    if closed(behind[0]) == "NUMBER" or not any(token.find("noun") for token in behind[:1]):
        return None
    has = next((k for k, token in enumerate(behind) if token.text in ("have", "has")), len(behind))
    return at if "n" in nth(behind, has + 1).find("verb").form else None


def _and_for_each_other(a: Alternates, said: list[Token], at: int) -> list[Token]:
    """As much for this one, and for each of the others."""
    amount = said[at - 2 : at]
    other = a.said("other", said[at])
    return [*said[:at], a.said("plus", said[at]), *amount, said[at], other, *said[at + 1 :]]


def _so_many_done(said: list[Token]) -> int | None:
    """Where the number stands in *you have played at least 3 cats*."""
    at = next((k for k, token in enumerate(said) if token.type == "NUMBER" and k), None)
    if (
        at is None
        or closed(said[at - 1]) != "BOUND"
        or at + 1 == len(said)
        or said[at].reading.id in ("0", "1")
    ):
        return None
    done = any(token.text in ("have", "has") for token in said[:at])
    return at if done and said[at + 1].find("noun") else None


def _others(a: Alternates, said: list[Token], at: int) -> list[Token]:
    """With one fewer, which are others."""
    number, noun = int(said[at].reading.id) - 1, said[at + 1].find("noun")
    assert noun
    entry = a.lexicon.vocabulary.nouns[noun.id]
    counted = a.spelled(entry.id if number == 1 else entry.plural, said[at + 1])
    others = [a.number(str(number), said[at]), a.said("other", said[at]), counted]
    return [*said[:at], *others, *said[at + 2 :]]


def _period(a: Alternates, i: int) -> bool:
    """Whether a time stands there of which there are several: the game itself is no such time."""
    return a.noun(a.at(i), "period") not in ("", "game")
