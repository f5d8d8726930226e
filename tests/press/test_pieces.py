"""What stands on each piece, which needs no typst: zones, copies, words; as layouts say it, or as is usual."""

from collections import Counter

from tests.press.conftest import face, picture
from toolkit.compile.pack import load_pack
from toolkit.pack.decks import decks_of
from toolkit.press.game import Wanted, job_of
from toolkit.site.face_html import face as site_face
from toolkit.site.faces import face_of
from toolkit.site.page import Routes
from toolkit.site.shelf import Shelf


def said(values):
    return [(each["label"], each["shown"]) for each in values]


def zones(front):
    return said([front["corner"]] if front["corner"] else []), said(front["values"]), said(front["numbers"])


def test_the_usual_face(job):
    lantern = face(job(), "charm/lantern")
    assert zones(lantern) == ([("Cost", "3")], [("Suit", "moon")], [("Weight", "1")])
    assert [(line["mark"], line["text"]) for words in lantern["words"] for line in words["lines"]] == [
        ("", "Choose one:"),
        ("•", "Put a charm from the pile in your hand."),
        ("•", "Put this charm in the pile."),
    ]
    assert (lantern["width"], lantern["height"], lantern["shape"]) == (63, 88, "card")
    assert face(job(), "charm/mirror")["kind"] == "Charm · secret"


LAYOUT = """
    type: layout
    id: faces
    kinds: [charm]
    size: mini
    corner: weight
    foot: [suit]
    omits: [cost, secret]
"""


def test_a_layout_says_where_each_field_stands(job):
    lantern = face(job(vocabulary__faces=LAYOUT), "charm/lantern")
    assert zones(lantern) == ([("Weight", "1")], [], [("Suit", "moon")])
    assert (lantern["width"], lantern["height"]) == (44, 68)
    assert face(job(vocabulary__faces=LAYOUT), "charm/mirror")["kind"] == "Charm"


def test_the_site_shows_the_same_face(made):
    def shown(**files):
        shelf = Shelf.of(made(**files).value).edition("en", Routes())
        lantern = next(card for card in shelf.pack.source.components if card.id == "lantern")
        return site_face(shelf, shelf.page("charm/lantern", ""), lantern)

    assert "Cost" in shown() and "Weight <b>1</b>" in shown()
    assert "Cost" not in shown(vocabulary__faces=LAYOUT)
    assert "<b>1</b><small>Weight</small>" in shown(vocabulary__faces=LAYOUT)


def test_colours_are_those_of_the_values_by_which_a_layout_colours(job):
    site = "site: {colours: {moon: '#204060', sun: '#806000'}}\n"
    assert face(job(site), "charm/lantern")["colour"] == "#204060"
    assert face(job(site), "charm/mirror")["colour"] == "#806000"


def test_pictures_of_a_layout(job, tmp_path):
    picture(tmp_path, "small/art/moon.svg")
    picture(tmp_path, "small/art/mirror.svg")
    text = """
        type: layout
        id: faces
        kinds: [charm]
        icons: {moon: art/moon.svg}
        artwork: art/{id}.svg
    """
    made = job(vocabulary__faces=text)
    lantern, mirror = face(made, "charm/lantern"), face(made, "charm/mirror")
    assert lantern["values"][0]["icon"] and lantern["artwork"] is None
    assert mirror["values"][0]["icon"] is None and mirror["artwork"]
    assert {path.name for path in made.pictures.names} == {"moon.svg", "mirror.svg"}


def test_the_site_shows_the_same_pictures(made, tmp_path):
    from toolkit.site.book import make_book

    picture(tmp_path, "small/art/moon.svg")
    picture(
        tmp_path, "small/art/mirror.svg", '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'
    )
    text = "type: layout\nid: faces\nkinds: [charm]\nicons: {moon: art/moon.svg}\nartwork: art/{id}.svg\n"
    book = make_book([made(vocabulary__faces=text).value])
    assert {path.name for path in book.pictures.values()} == {"moon.svg", "mirror.svg"}
    shown = next(page for page in book.pages if page.path == "charm/mirror")
    [name] = [name for name, path in book.pictures.items() if path.name == "mirror.svg"]
    assert f'<img src="../{name}" alt="" class="card-art">' in shown.markdown()


def test_how_many_are_cut(job):
    made = job(wanted=Wanted(parts=("cards", "tokens")))
    cut = [
        made.data["pieces"][item["piece"]]["key"] for sheet in made.data["sheets"] for item in sheet["items"]
    ]
    counts = {key: cut.count(key) for key in cut}
    assert counts == {
        "charm/lantern": 2,
        "charm/mirror": 1,
        "back/charm": 3,
        "pebble/grey": 1,
        "token/marker": 4,  # two for each of two players
    }, "dice are not printed: they have to be rolled"


HIRED = """
    type: vocabulary
    id: words
    kinds:
      unit: {of: player, starts: box}
      guard: {is: unit, number: 3}
      hired hand: {is: unit, of: nobody, documents: true}
      tower: {is: unit, of: nobody, number: 2}
    places: {box: {}}
"""


def test_what_belongs_to_nobody_is_cut_once_though_others_of_its_kind_are_somebodys(job):
    cards = "type: hired-hand\nid: ann\nname: Ann\n---\ntype: rules\nid: rules\nrules: []\n"
    made = job(vocabulary__words=HIRED, cards__all=cards, wanted=Wanted(parts=("cards", "tokens")))
    pieces = [made.data["pieces"][item["piece"]] for sheet in made.data["sheets"] for item in sheet["items"]]
    counts = Counter(piece["key"] for piece in pieces)
    assert counts == {"hired-hand/ann": 1, "token/guard": 6, "token/tower": 2}


KINDS = """
    type: vocabulary
    id: words
    lists: {suit: [moon, sun]}
    kinds:
      trump: {each: [suit, rank], attributes: {suit: suit, rank: 1 to 2}, shows: rank, starts: stock}
      cube: {number: 1, starts: box, attributes: {value: 1 to 6}, shows: value}
      gem: {each: suit, starts: box}
      mask: {faces: true, number: 1, starts: box}
    places: {stock: {ordered: true, seen-by: nobody}, box: {}}
"""


def test_what_others_must_not_know_is_a_card_and_what_is_rolled_is_not_printed(job):
    made = job(vocabulary__words=KINDS, cards__all="type: rules\nid: rules\nrules: []\n")
    shown = [
        (each["shape"], each["name"], each["kind"], (each["corner"] or {}).get("shown"))
        for each in made.data["pieces"]
        if each["shape"] != "back"
    ]
    assert shown == [
        ("card", "Trump", "moon", "1"),
        ("card", "Trump", "moon", "2"),
        ("card", "Trump", "sun", "1"),
        ("card", "Trump", "sun", "2"),
        ("card", "Mask", "", None),
        ("token", "Gem", "moon", None),
        ("token", "Gem", "sun", None),
    ]


def test_a_deck_is_printed_as_often_as_it_lists_each_card():
    pack = load_pack("tests/packs/deck-box", ()).value
    shelf = Shelf.of(pack).edition("en", Routes())
    deck = next(iter(decks_of(pack.source).values()))
    data = job_of(shelf, Wanted(parts=("cards",), deck=deck.plain.id)).data
    cut = [data["pieces"][item["piece"]]["key"] for sheet in data["sheets"][::2] for item in sheet["items"]]
    assert Counter(cut) == {f"{type}/{id}": copies for _, type, id, copies in deck.plain.cards}


def test_what_a_layout_says_that_is_not_there(made, tmp_path):
    picture(tmp_path, "outside.svg")
    text = """
        type: layout
        id: faces
        kinds: [charm, charmer]
        corner: costs
        foot: [weight]
        omits: [weight]
        icons: {mon: art/moon.svg, sun: ../outside.svg}
    """
    twice = "type: layout\nid: again\nkinds: [charm]\n"
    found = made(vocabulary__faces=text, vocabulary__again=twice).diagnostics
    said = [(each.code, each.span.text) for each in found]
    assert sorted(said) == [
        ("SAY0304", "charmer"),
        ("SAY0304", "costs"),
        ("SAY0304", "mon"),
        ("SAY0307", "../outside.svg"),
        ("SAY0307", "art/moon.svg"),
        ("SAY0317", "charm"),
        ("SAY0317", "weight"),
    ]


def test_a_card_of_a_story_says_where_it_leads(tmp_path):
    checked = load_pack("tests/packs/two-roads", ("tests/packs",))
    made = job_of(Shelf.of(checked.value).edition("en", Routes()), Wanted())
    leads = [
        words["leads"] for piece in made.data["pieces"] for words in piece.get("words", ()) if words["leads"]
    ]
    assert leads


def test_a_token_says_its_value_as_words_that_agree():
    shelf = Shelf.of(load_pack("content/sentient").unwrap(), ("uk",)).edition("uk", Routes())
    data = job_of(shelf, Wanted(parts=("tokens",))).data
    kinds = {kind for name, kind in names_and_kinds(data) if name == "Права секція"}
    assert "оборонна сфера" in kinds and "оборонний" not in kinds


def names_and_kinds(data):
    """Of every front, wherever it stands in what is printed."""
    if isinstance(data, dict):
        if "name" in data and "kind" in data:
            yield data["name"], data["kind"]
        data = list(data.values())
    for each in data if isinstance(data, list | tuple) else ():
        yield from names_and_kinds(each)


def test_a_keyword_is_called_as_its_chapter_is():
    shelf = Shelf.of(load_pack("content/cyberpunk-tcg").unwrap(), ("en",)).edition("en", Routes())
    card = next(each for each in shelf.pack.source.components if "go-solo" in each.keywords)
    assert "GO SOLO" in [value.shown for value in face_of(shelf, card).values]
