"""What hangs on what: the reading in brackets."""

import pytest

from tests.language.garden import codes, parse
from toolkit.language.parsing.brackets import bracket

READINGS = [
    # *of* takes the noun before it, anything else the nearest that it fits
    "Choose the cat [of the player [with the most coins]].",
    "Choose a cat [in the garden [of a player [with a dog]]].",
    "Choose a cat [with a weight of 4] [in a garden].",
    "Feed a cat [of that colour] [in a garden].",
    "Feed each cat [adjacent to a dog [in a garden]].",
    "Gain 1 coin [for each cat [in a garden]].",
    "Feed a cat [other than Tom] [in the garden].",
    "Choose a cat [other than Tom] [with gear].",
    # what one has, a place has that is one of several, and not yours
    "Choose a cat [in a garden [with a dog]].",
    "Choose a cat [in another player's garden [with a dog]].",
    "Choose a cat [in your garden] [with a dog].",
    "Choose another player [in your garden] [with fewer coins [than you]].",
    "Feed a cat [in a garden [that has a dog]].",
    "Feed a cat [in your garden] [that has a dog].",
    "Feed 1 of the cats [in the garden].",
    # relative clauses take what fits their gap
    "Feed a cat [in a garden] [that sleeps].",
    "Feed a cat [of a player [who leads]].",
    "Choose a cat [in a garden [where there is a dog]].",
    "Choose an animal [in a garden] [whose weight is 4].",
    "Red gains 1 coin [for each cat [that sleeps and [is in the garden]]].",
    # lists
    "Feed a cat [of Red] or a dog [of Blue].",
    "Feed your cats and dogs [in the garden].",
    # the innermost clause takes an adverbial
    "Feed each cat [you fed [in this season]].",
    "Feed each cat [you have in the garden].",
]


@pytest.mark.parametrize("reading", READINGS)
def test_reading(reading):
    text = reading.replace("[", "").replace("]", "")
    (sentence,) = parse(text).value.sentences
    found = bracket(sentence)
    # Items of lists have brackets of their own in `bracket`; here only attachment counts.
    assert plain(found) == plain(reading)


@pytest.mark.parametrize("reading", READINGS)
def test_a_text_may_break_off_after_any_word(reading):
    words = reading.replace("[", "").replace("]", "").removesuffix(".").split()
    for said in range(1, len(words) + 1):
        parse(" ".join(words[:said]))  # whatever is found, it does not fail


def plain(text: str) -> str:
    """Without the brackets around list items: those that begin with a determiner."""
    out, depth, skipped = [], 0, []
    for k, char in enumerate(text):
        if char == "[":
            depth += 1
            if text[k + 1 :].startswith(("a cat", "a dog", "your", "dogs")):
                skipped.append(depth)
                continue
        elif char == "]":
            depth -= 1
            if skipped and skipped[-1] == depth + 1:
                skipped.pop()
                continue
        out.append(char)
    return "".join(out)


def test_a_list_is_one_phrase():
    body = parse("Feed a cat, a dog and a gear.").value.sentences[0].body
    group = body.clauses[0].verbs[0].complements[0].value
    assert [item.head for item in group.items] == ["cat", "dog", "gear"]


def test_of_and_of():
    one = parse("Feed the cats of Red and of Blue.").value
    assert one == parse("Feed the cats of Red and Blue.").value


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Feed a cat and a dog in the garden.", ["SAY0601"]),
        ("Feed your cats and dogs in the garden.", []),
        ("Feed Tom and a dog in the garden.", []),
        ("Feed a cat in a garden and a dog in the garden.", []),
        ("Feed a cat and a dog or a gear.", ["SAY0510"]),
        ("Feed a cat of a dog that sleeps.", ["SAY0602"]),
        ("Red has a card in a garden and a cat at a house.", ["SAY0603"]),
    ],
)
def test_what_two_readers_would_read_differently_is_reported(text, found):
    assert [code for code in codes(text) if code.startswith(("SAY06", "SAY0510"))][:1] == found
