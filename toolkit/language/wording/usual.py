"""Accepted alternates that everybody writes: *3 or more*, *with power 3 or less*, *twice*, *of them*, *this way*."""

from __future__ import annotations

from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.people import in_condition
from toolkit.language.wording.replaced import closed
from toolkit.language.wording.row import Filled, Row


def _was_put(a: Alternates, filled: Filled) -> bool:
    """Whether what is said to be *placed* was *put* before."""
    verbs = [verb.id for token in a.out[:-1] if (verb := token.find("verb"))]
    return "put" in verbs and "place" not in verbs


def _no_verb(a: Alternates, filled: Filled) -> bool:
    return not filled["what"][0].find("verb")


def _is_level(a: Alternates, filled: Filled) -> bool:
    return a.or_more(a.tokens.index(filled["n"][0])) is not None


def _somebody(a: Alternates, filled: Filled) -> bool:
    """Whether it is somebody who is named or described: of *you* and *they* it is said elsewhere who they are."""
    who = filled["who"]
    return bool(who) and not any(closed(each) in ("PRON", "THERE") or each.find("verb") for each in who)


def _stays(a: Alternates, filled: Filled) -> bool:
    """Whether nothing is moved to where something is *left*; to have something there moves nothing."""
    verbs = [
        verb.id for token in a.clause_before() if (verb := token.find("verb")) and not token.find("noun")
    ]
    return not a.takes_place(verb for verb in verbs if verb != "have")


def _is_had(a: Alternates, filled: Filled) -> bool:
    """*if no player has any health left*."""
    has = any(token.word in ("has", "have") for token in a.clause_before())
    return has and in_condition(a) and any(token.word in ("any", "a") for token in a.out[-2:])


_GAIN = "gain|gains|lose|loses|pay|pays"

ROWS = (
    Row("in a_random order", "in_random_order"),
    Row("[!BOUND] {n:NUMBER} or more", "at_least {n}"),
    Row("[!BOUND] {n:NUMBER} or fewer|less", "at_most {n}"),
    Row("[!BOUND] {n:NUMBER} or higher|greater|above", "at_least {n}", when=_is_level),
    Row("[!BOUND] {n:NUMBER} or lower|below", "at_most {n}", when=_is_level),
    # With power 3 or less, of power 3, with a power of at most 3
    Row("with {what:attribute|quantity|amount} of? {n:BOUNDED} [!noun|name|adj]", "with {n} {what}"),
    Row("with a|an {what:attribute|quantity|amount} of {n:BOUNDED} [!noun|name|adj]", "with {n} {what}"),
    Row("[thing] of {what:attribute} of? {n:BOUNDED} [!noun|name|adj]", "with {n} {what}"),
    # How many workers are left in your house
    Row("[number] [of] [thing] ^ ~left [PLACE]", ""),
    Row("[thing] ^ ~left [PLACE]", "", when=_stays),
    # Place it at a different space, in a different space than the other
    Row("a different {what:thing|place|player} [!than|from]", "another {what}"),
    # In 2 different regions: regions are different whichever they are
    Row("{n:NUMBER} different {what:place|player} [!with|of]", "{n} {what}"),
    # For each of your coins: so often as you have some
    Row("for_each_of {your:your} {what:quantity} [!noun|OF]", "for_each@your {what.id} you@your have@your"),
    Row("[!begin] twice [end]", "2 times"),
    Row("[!begin] twice [this|that|each|every] [time]", "2 times"),
    Row("[BOUND] twice [!the|your|their|its|as|that_many|that_much|noun|name]", "2 times"),
    Row("[!BOUND] {n:NUMBER} {what:quantity|attribute|thing} or more [alone]", "at_least {n} {what}"),
    Row("[!BOUND] {n:NUMBER} {what:quantity|attribute|thing} or fewer|less [alone]", "at_most {n} {what}"),
    Row("may|can no longer", "cannot"),
    # Above 3, below 5, between 2 and 4, of an amount
    Row("[BE] above|over {n:NUMBER} [!noun]", "more_than {n}"),
    Row("[BE] below|under {n:NUMBER} [!noun]", "less_than {n}"),
    Row("[BE] between {n:NUMBER} and {m:NUMBER} [!noun]", "at_least {n} and@n at_most@m {m}"),
    # The same number of coins as you; the same as your coins
    Row("[has|have|with] the same number|amount of {what...} as [any]", "as_many {what} as"),
    Row("[BE|TO] the same as [the|your|their|its] [quantity|attribute]", ""),
    Row("between {n:NUMBER} and {m:NUMBER} [noun|adj|of]", "{n} to@n {m}"),
    Row("[number] between {n:NUMBER} and {m:NUMBER} [!noun|adj|of]", "from@n {n} to@n {m}"),
    # No more than 2, not fewer than 3; only one of them
    Row("[has|have|with|show|shows|when|if] no more_than [NUMBER]", "at_most"),
    Row("[has|have|with|show|shows|when|if] no fewer_than|less_than [NUMBER]", "at_least"),
    # One of the top 3 cards of the deck; up to 2 of them
    Row(
        "{k:NUMBER} of the {which:top|bottom|first|last} {n:NUMBER} {what:thing}",
        "{k} {what.id} among@which the@which {which} {n} {what}",
        when=lambda _, filled: filled["k"][0].reading.id == "1",
    ),
    Row(
        "{k:NUMBER|any_number_of} of? the {which:top|bottom|first|last} {n:NUMBER} {what:thing}",
        "{k} {what} among@which the@which {which} {n} {what}",
    ),
    Row(
        "[BOUND] one_of the {which:top|bottom|first|last} {n:NUMBER} {what:thing}",
        "1 {what.id} among@which the@which {which} {n} {what}",
    ),
    Row(
        "[!BOUND] one_of the {which:top|bottom|first|last} {n:NUMBER} {what:thing}",
        "a@what {what.id} among@which the@which {which} {n} {what}",
    ),
    # The 2 highest stones; a face up card
    Row("[the] {n:NUMBER} {best:highest|lowest} [noun]", "{best} {n}"),
    *(Row(f"face_{side} [thing]", f"face-{side}") for side in ("up", "down")),
    Row("only one_of", "exactly one_of", when=lambda a, _: in_condition(a)),
    # No player has any health left
    Row("[quantity|thing] ^ ~left [COMMA]", "", when=_is_had),
    Row("[put|puts|move|moves|return|returns|place|places] a|an {what...} [FOR_EACH]", "1 {what}"),
    Row("[noun|name] times [the|your|their]", "multiplied_by"),
    Row("per [noun] [they|you]", "for_each"),
    # Gain half that many coins, rounded down
    Row(
        "half|half_of that_many|that_much {what:quantity} COMMA? [rounded_down|rounded_up]",
        "that_many {what} divided_by 2 ,",
    ),
    Row("per [period]", "each"),
    Row("COMMA ^ ~max|maximum [NUMBER]", ", but at_most"),
    # The things that were spoken of
    Row("[one_of|each_of|all|all_of|any_number_of|half_of] them|those [alone]", "those things"),
    Row("[NUMBER] [of] them|those [alone]", "those things"),
    Row(
        "both [alone] [!a|an|the|your|their|its|that|this|those|of|you|they|each|NUMBER|PRON]",
        "both_of those things",
    ),
    # As many as were just spoken of
    Row(
        "[gain|gains|lose|loses|pay|pays|draw|draws] as_many|as_much [quantity|thing] [!as|than|noun]",
        "that_many",
    ),
    # As many coins as you have points; twice as many coins as your points; a number of coins equal to your points
    Row("a number of {what:quantity} equal_to [any]", "{what} equal_to"),
    *(
        Row(
            f"[{_GAIN}] {times} as_many|as_much {{what:quantity}} as {{who:you|they}} have|has {{of...}}",
            f"{{what}} equal_to {times} the number of {{of}} {{who}} have",
        )
        for times in ("", "twice", "half")
    ),
    *(
        Row(
            f"[{_GAIN}] {times} as_many|as_much {{what:quantity}} as {{who...}} has|have {{of:quantity}} [end]",
            f"{{what}} equal_to {times} the {{of.plural}} of@who {{who}}",
            when=_somebody,
        )
        for times in ("", "twice", "half")
    ),
    *(
        Row(
            f"[{_GAIN}] {times} as_many|as_much {{what:quantity}} as [your|their|its] [quantity|attribute]",
            f"{{what}} equal_to {times}",
        )
        for times in ("", "twice", "half")
    ),
    # As many coins as Blue, as that player has
    Row(
        f"[{_GAIN}] as_many|as_much {{what:quantity}} as {{who...}} has|have [end]",
        "{what} equal_to the {what} of {who}",
        when=lambda _, filled: filled["who"][0].word != "there",
    ),
    Row(
        f"[{_GAIN}] as_many|as_much {{what:quantity}} as {{who:name}} [alone]",
        "{what} equal_to the {what} of {who}",
    ),
    Row(
        f"[{_GAIN}] as_many|as_much {{what:quantity}} as [the|that] [player]",
        "{what} equal_to the {what} of",
    ),
    # If you have as many coins as you have points; each player who has more coins than they have points
    *(
        Row(
            f"[{who}] [has|have] ^ {{how:{how}}} {{what:quantity|thing}} {joint} {they} have|has "
            "{of:quantity|thing} [alone]",
            f"{{how}} {{what}} {joint} {{of}}",
        )
        for how, joint in (("as_many|as_much", "as"), ("more|fewer|less", "than"))
        for who, they in (("you", "you"), ("who|they", "they"))
    ),
    # If you have more coins than there are cats in the park; than Blue has points; than your points plus your debts
    Row("[quantity|thing] ^ than there are [noun|adj]", "than the number of"),
    Row(
        "[has|have] ^ {how:as_many|as_much} {what:quantity|thing} as there are [noun|adj]",
        "{how} {what} as@what the number of",
    ),
    *(
        Row(
            f"[quantity|thing] ^ {joint} {{who...}} has|have {{of:{of}}} [{end}]",
            f"{joint} {those}{{of.plural}} of@who {{who}}",
            when=_somebody,
        )
        for joint in ("than", "as")
        for of, those, end in (("quantity", "the@of ", "alone"), ("thing", "the@of number@of of@of ", "end"))
    ),
    *(
        Row(f"[quantity] ^ {joint} you have {{of:quantity}} [alone]", f"{joint} your@of {{of.plural}}")
        for joint in ("than", "as")
    ),
    Row("[quantity] ^ than {a...} {plus:PLUS} {b...}", "than the@a sum@a of@a {a} and@plus {b}"),
    # In the same region as your hero
    Row(
        "[in|at|on] the same {what:place} as {whose:your|their} {one:thing} [!noun]",
        "the {what} of {whose} {one}",
    ),
    # If it is in the same place as another thing
    Row("[BE|NOT] [in|at|on] ^ the same {what:place} as [the|a|an|another|that|this|name]", "the {what} of"),
    Row("[any] {what:noun} placed ^ this_way", "put@what {what}", when=_was_put),
    Row("[any] [!PRON] {what:noun} {done:participle} ^ this_way", "{done} {what}", when=_no_verb),
)
"""Rows of `row.py`: what is written, and what is said for it."""
