"""What a vocabulary document adds to the words of the language, and what does not fit."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pack.packs import codes, good, load

WORDS = """
type: vocabulary
id: words
lists:
  mood: [merry, grim]
  size: [small, large]
kinds:
  tale: {attributes: {pages: number, mood: mood, sealed: flag}, shows: pages}
  saga: {is: tale, noun: [saga, sagas], documents: true, sentences: {telling: effect, moral: rules}, found: shelf}
  quill: {of: player, number: 3, starts: desk}
  lamp: {attributes: {glow: 1 to 6, helpers: [quill], first size: size}}
places:
  desk: {of: player, seen-by: owner}
  drawer: {part-of: desk, positions: [1, 2], prep: in, capacity: {tale: 2}}
  shelf: {ordered: true, seen-by: nobody}
  floor: {}
  tile: {part-of: floor, columns: 3, rows: 2}
  stripe: {rows-of: tile}
  run: {runs-of: tile, length: 3}
quantities:
  coin: {of: player, at-least: 0, at-most: 9, start: 2}
  ink: {noun: [ink, ink]}
adjectives: [famous]
relations: [inspired by]
nouns: [fame, heir, night scribe]
labels: [TELL]
adverbs: [solemnly]
orders: {reading order: {}}
---
type: definitions
id: fame
is:
- A player's fame is the number of tales they have.
- The heir of a saga is the tale to the left of it.
- A tale is famous if it has 100 pages.
"""
VERBS = """
type: verb
id: read
phrase: read {tale} to {player}
also:
- read {tale} aloud
---
type: verb
id: night
phrase: spend a night
period: night
steps:
  light-lamps: Gain 1 coin.
---
type: verb
id: dance
phrase: "dance a waltz with {partner: player}"
"""


@pytest.fixture
def words(tmp_path: Path):  # type: ignore[no-untyped-def]
    verbs = VERBS.replace("also:\n- read {tale} aloud\n", "also:\n- read {tale}\n")
    cards = "type: saga\nid: one\nname: the Long Saga\nshort: Long\npages: 3\n"
    return good(tmp_path, vocabulary__words=WORDS, verbs=verbs, cards=cards).vocabulary


def test_kinds_are_things(words) -> None:  # type: ignore[no-untyped-def]
    saga, quill = words.nouns["saga"], words.nouns["quill"]
    assert (saga.category, saga.plural, saga.is_a, saga.owned, saga.pack) == (
        "thing",
        "sagas",
        "tale",
        False,
        "sample",
    )
    assert (quill.owned, quill.place_of) == (True, "player")
    assert words.nouns["tale"].attributes == {"pages": "number", "mood": "mood", "sealed": "flag"}
    assert words.nouns["tale"].shows == "pages"
    assert words.is_kind("saga", "tale") and not words.is_kind("tale", "saga")


def test_places_and_groups(words) -> None:  # type: ignore[no-untyped-def]
    desk, drawer, tile = words.nouns["desk"], words.nouns["drawer"], words.nouns["tile"]
    assert (desk.category, desk.owned, desk.place_of) == ("place", True, "player")
    assert (drawer.owned, drawer.place_of) == (True, "desk")
    assert (tile.category, words.nouns["stripe"].category, words.nouns["run"].category) == (
        "place",
        "group",
        "group",
    )


def test_quantities_and_numbers(words) -> None:  # type: ignore[no-untyped-def]
    assert (words.nouns["coin"].category, words.nouns["coin"].mass) == ("quantity", False)
    assert (words.nouns["ink"].mass, words.nouns["ink"].plural) == (True, "ink")
    glow, pages = words.nouns["glow"], words.nouns["pages"]
    assert (glow.category, glow.mass) == ("attribute", True)
    assert (pages.plural, pages.mass) == ("pages", False)  # a plural counts: *100 pages*
    assert words.nouns["first size"].is_a == "size"


def test_values_of_lists_are_adjectives(words) -> None:  # type: ignore[no-untyped-def]
    assert (words.adjectives["grim"].role, words.adjectives["grim"].of) == ("value", "mood")
    assert words.adjectives["famous"].role == "defined"
    assert words.lists["size"] == ("small", "large")
    assert words.nouns["mood"].category == "attribute"


def test_a_noun_is_what_its_definition_says(words) -> None:  # type: ignore[no-untyped-def]
    fame, heir, scribe = words.nouns["fame"], words.nouns["heir"], words.nouns["night scribe"]
    assert (fame.category, fame.mass) == ("amount", True)
    assert (heir.category, heir.is_a) == ("thing", "tale")
    assert scribe.category == "thing"


def test_verbs(words) -> None:  # type: ignore[no-untyped-def]
    mine = {(t.meaning, t.frame, t.fixed, t.canonical) for t in words.templates if t.pack == "sample"}
    assert mine == {
        ("read", ("obj", "to"), "", True),
        ("read", ("obj",), "", False),
        ("night", (), "a night", True),
        ("dance", ("with",), "a waltz", True),
    }
    assert words.nouns["night"].category == "period"
    assert words.nouns["waltz"].category == "event"
    assert (words.nouns["partner"].category, words.nouns["partner"].is_a) == ("player", "player")
    assert words.nouns["Light Lamps step"].category == "step"


def test_labels_and_their_effects(words) -> None:  # type: ignore[no-untyped-def]
    assert words.labels == {"TELL": "TELL", "Telling": "telling"}
    assert words.nouns["TELL effect"].category == words.nouns["Telling effect"].category == "text"
    assert "Moral effect" not in words.nouns  # rules are no effect


def test_names(words) -> None:  # type: ignore[no-untyped-def]
    saga = words.names["saga/one"]
    assert (saga.text, saga.short, saga.noun, saga.article) == ("Long Saga", "Long", "saga", True)
    assert words.names["player/north"].noun == "player"


def test_the_core_is_not_changed(words) -> None:  # type: ignore[no-untyped-def]
    from toolkit.language.core import core_vocabulary

    assert "saga" not in core_vocabulary().nouns


@pytest.mark.parametrize(
    ("body", "code", "where"),
    [
        ("kinds: {tale: {}}\nplaces: {tale: {}}", "SAY0310", "tale"),
        ("kinds: {player: {}}", "SAY0310", "player"),
        ("kinds: {mouse: {}, mice: {}}", "SAY0310", "mice"),
        ("lists: {a-list: [odd, even], b-list: [even, grim]}", "SAY0310", "even"),
        ("lists: {sign: [plus]}", "SAY0311", "plus"),
        ("adjectives: [at least]", "SAY0311", "at least"),
        ("kinds: {saga: {is: tail}, tale: {}}", "SAY0312", "tail"),
        ("kinds: {tale: {starts: desc}}\nplaces: {desk: {}}", "SAY0312", "desc"),
        ("kinds: {tale: {each: moods}}\nlists: {mood: [grim]}", "SAY0312", "moods"),
        ("kinds: {tale: {attributes: {mood: mod}}}\nlists: {mood: [grim]}", "SAY0312", "mod"),
        ("kinds: {tale: {shows: leaf}}", "SAY0312", "leaf"),
        ("places: {desk: {capacity: {tail: 1}}}\nkinds: {tale: {}}", "SAY0312", "tail"),
        ("places: {drawer: {part-of: desc}, desk: {}}", "SAY0312", "desc"),
        ("kinds: {saga: {is: tale}, tale: {is: saga}}", "SAY0313", "tale"),
        ("places: {drawer: {part-of: desk}, desk: {part-of: drawer}}", "SAY0313", "desk"),
        ("kinds: {rival: {}}\nadjectives: [rival]", "SAY0314", "rival"),
        ("kinds: {piece: {}, piece of cake: {}}", "SAY0315", "piece of cake"),
        ('kinds: {"tale, old": {}}', "SAY0316", '"tale, old"'),
        ("places: {run: {runs-of: desk, length: 2}, desk: {}}", "SAY0317", "desk"),
        ("places: {desk: {}, slot: {part-of: desk, positions: [1, 2], of: player}}", "SAY0317", "of"),
        ("quantities: {coin: {at-least: 1, at-most: 5, start: 0}}", "SAY0317", "start"),
        ("kinds: {tale: {}}\nquantities: {ink: {of: tale}}", "SAY0312", "tale"),
        ("quantities: {ink: {of: plyer}}", "SAY0312", "plyer"),
        ("kinds: {token: {noun: [seal, seals]}}", "SAY0317", "[seal, seals]"),
        ("kinds: {lamp: {attributes: {glow: 6 to 1}}}", "SAY0317", "6 to 1"),
        (
            "kinds: {tale: {attributes: {age: number}}, saga: {is: tale, attributes: {age: number}}}",
            "SAY0310",
            "age",
        ),
    ],
)
def test_words_that_do_not_fit(body: str, code: str, where: str, tmp_path: Path) -> None:
    checked = load(tmp_path, vocabulary__words=f"type: vocabulary\nid: words\n{body}\n")
    assert [(d.code, d.span.text) for d in checked.diagnostics] == [(code, where)]


def test_the_other_half_of_a_conflict_is_shown(tmp_path: Path) -> None:
    one = "type: vocabulary\nid: one\nkinds:\n  tale: {}\n"
    two = "type: vocabulary\nid: two\nkinds:\n  tale: {}\n"
    (found,) = load(tmp_path, a=one, b=two).diagnostics
    assert (
        found.span.source.name.rpartition("/")[2],
        found.labels[0].span.source.name.rpartition("/")[2],
    ) == (
        "b.yaml",
        "a.yaml",
    )


def test_a_time_has_a_noun_of_its_own(tmp_path: Path) -> None:
    """*This night* is no time if so many nights are an amount; two verbs may make one time."""
    verb = "type: verb\nid: {0}\nphrase: {0} away\nperiod: night\nsteps:\n  go: Gain 1 coin.\n"
    two = verb.format("doze") + "---\n" + verb.format("snore")
    words = "type: vocabulary\nid: words\nquantities:\n  coin: {of: player}\n"
    good(tmp_path / "good", words=words, verbs=two)
    bad = load(tmp_path / "bad", words=words + "  night: {of: game}\n", verbs=two)
    assert [(d.code, d.span.text) for d in bad.diagnostics] == [("SAY0310", "night")] * 2


TALES = (
    "type: vocabulary\nid: words\nkinds:\n  tale: {documents: true}\n  poem: {documents: true}\n  lamp: {}\n"
)


def test_two_things_of_one_name_need_subtitles(tmp_path: Path) -> None:
    cards = "type: tale\nid: one\nname: Winter\n---\ntype: poem\nid: two\nname: Winter\n"
    (found,) = load(tmp_path, "bad", words=TALES, cards=cards).diagnostics
    assert (found.code, found.span.text) == ("SAY0318", "Winter")
    assert "Winter (Subtitle)" in (found.hint or "")
    cards = "type: tale\nid: one\nname: Winter\nsubtitle: Snow\n---\ntype: poem\nid: two\nname: Winter\nsubtitle: Ice\n"
    names = good(tmp_path, "good", words=TALES, cards=cards).vocabulary.names
    assert {names["tale/one"].text, names["poem/two"].text} == {"Winter (Snow)", "Winter (Ice)"}


def test_a_name_is_no_word(tmp_path: Path) -> None:
    cards = "type: tale\nid: one\nname: Lamp\n"
    assert codes(load(tmp_path, words=TALES, cards=cards)) == ["SAY0319"]


def test_clashing_phrases_name_both(tmp_path: Path) -> None:
    verbs = "type: verb\nid: a\nphrase: light {lamp}\n---\ntype: verb\nid: b\nphrase: light {lamp}\n"
    (found,) = load(tmp_path, words=TALES, verbs=verbs).diagnostics
    assert (found.code, found.span.text, found.labels[0].span.text) == (
        "SAY0357",
        "light {lamp}",
        "light {lamp}",
    )
