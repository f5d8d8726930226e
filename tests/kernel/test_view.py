"""What a seat knows: exactly what lies open to it, and what it has seen since it was last hidden."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from toolkit.kernel.model import PLACE, ModelBuilder
from toolkit.kernel.primitives import Kernel
from toolkit.kernel.random import Chance
from toolkit.kernel.state import State, new_state
from toolkit.kernel.view import redetermine, unknown, view


class Cards:
    """Two players; hands, a deck, a face-up row; seven cards of one back, two of another."""

    def __init__(self) -> None:
        b = ModelBuilder()
        self.ann, self.ben = b.player("Ann"), b.player("Ben")
        power = b.attribute("power")
        self.card, other = b.kind("card"), b.kind("tile")
        hand, deck, row = b.kind("hand", PLACE), b.kind("deck", PLACE), b.kind("row", PLACE)
        self.hands = {p: b.place(hand, of=p, seen_by="owner") for p in (self.ann, self.ben)}
        self.deck = b.place(deck, ordered=True, seen_by="nobody")
        self.row = b.place(row, ordered=True)
        self.cards = [
            b.component(self.card, name=f"card {n}", attributes={power: n}, at=self.deck) for n in range(7)
        ]
        self.tiles = [b.component(other, name=f"tile {n}", at=self.deck) for n in range(2)]
        self.model = b.build()
        self.kernel = Kernel(self.model)
        self.state = new_state(self.model, 1)

    def sees(self, *cards: int) -> list[str]:
        """Who sees each card: a, b, ab or nothing."""
        letters = {self.ann: "a", self.ben: "b"}
        return ["".join(letters[p] for p in letters if self.kernel.sees(self.state, p, e)) for e in cards]


def test_hands_decks_and_rows():
    c = Cards()
    for card, place in zip(c.cards, (c.hands[c.ann], c.hands[c.ben], c.row), strict=False):
        c.kernel.move(c.state, card, place)
    assert c.sees(*c.cards[:4]) == ["a", "b", "ab", ""]


def test_knowledge_lasts_until_a_component_is_hidden_again():
    c = Cards()
    card = c.cards[0]
    c.kernel.know(c.state, c.ben, card)
    assert c.sees(card) == ["b"]
    c.kernel.move(c.state, card, c.hands[c.ann])
    assert c.sees(card) == ["a"]
    c.kernel.move(c.state, card, c.row, face=0)
    assert c.sees(card) == ["a"]  # Ann knows what she laid face down
    c.kernel.turn(c.state, card, 1)
    assert c.sees(card) == ["ab"]
    c.kernel.turn(c.state, card, 0)
    assert c.sees(card) == ["ab"]  # everybody has seen it
    c.kernel.move(c.state, card, c.deck)
    assert c.sees(card) == [""]


def test_shuffling_makes_everybody_forget():
    c = Cards()
    for card in c.cards[:3]:
        c.kernel.know(c.state, c.ann, card)
    c.kernel.shuffle(c.state, c.deck)
    assert c.sees(*c.cards) == [""] * 7


def test_what_lies_on_a_hidden_card_is_hidden_too():
    c = Cards()
    c.kernel.move(c.state, c.cards[0], c.hands[c.ann])
    c.kernel.move(c.state, c.cards[1], c.cards[0])
    assert c.sees(c.cards[1]) == ["a"]


def test_a_view_is_json_and_names_nothing_hidden():
    c = Cards()
    c.kernel.move(c.state, c.cards[0], c.hands[c.ben])
    text = json.dumps(view(c.state, c.model, c.ann))
    assert not any(f"card {n}" in text for n in range(7))
    assert "card 0" in json.dumps(view(c.state, c.model, c.ben))
    assert "card 0" not in json.dumps(view(c.state, c.model, -1))


@given(st.permutations(range(9)), st.integers(0, 6), st.integers(0, 6))
def test_views_of_states_that_differ_only_in_hidden_cards_are_equal(order, first, second):
    """Permute the whole deck, then give each player the cards on top: Ann's view tells her own cards only."""

    def deal(order: list[int]) -> Cards:
        c = Cards()
        every = c.cards + c.tiles
        c.state.kids[c.deck] = tuple(every[n] for n in order)
        return c

    one, two = deal(order), deal(sorted(order))
    assert view(one.state, one.model, 1) == view(two.state, two.model, 1)


class Knowledge(RuleBasedStateMachine):
    """Random moves, looks, turns and shuffles.  After each: a world dealt anew has the same view for the seat
    that dealt it, keeps every component somewhere, and leaves the real state alone.
    """

    @initialize()
    def begin(self) -> None:
        self.c = Cards()
        self.every = self.c.cards + self.c.tiles
        self.places = [self.c.deck, self.c.row, *self.c.hands.values()]

    @rule(
        card=st.integers(0, 8),
        place=st.integers(0, 3),
        face=st.sampled_from([-1, 0, 1]),
        position=st.integers(-1, 2),
    )
    def move(self, card: int, place: int, face: int, position: int) -> None:
        if self.c.kernel.can_move(self.c.state, self.every[card], self.places[place]):
            self.c.kernel.move(self.c.state, self.every[card], self.places[place], position, face)

    @rule(card=st.integers(0, 8), on=st.integers(0, 8))
    def attach(self, card: int, on: int) -> None:
        if self.c.kernel.can_move(self.c.state, self.every[card], self.every[on]):
            self.c.kernel.move(self.c.state, self.every[card], self.every[on])

    @rule(card=st.integers(0, 8), player=st.sampled_from([1, 2]))
    def look(self, card: int, player: int) -> None:
        self.c.kernel.know(self.c.state, player, self.every[card])
        assert self.c.kernel.sees(self.c.state, player, self.every[card])

    @rule(card=st.integers(0, 8), face=st.integers(0, 1))
    def turn(self, card: int, face: int) -> None:
        self.c.kernel.turn(self.c.state, self.every[card], face)

    @rule(place=st.integers(0, 3))
    def shuffle(self, place: int) -> None:
        self.c.kernel.shuffle(self.c.state, self.places[place])

    @rule(card=st.integers(0, 8))
    def remove(self, card: int) -> None:
        self.c.kernel.remove(self.c.state, self.every[card])

    @invariant()
    def one_tree(self) -> None:
        state = self.c.state
        held = [e for kids in state.kids for e in kids]
        assert len(held) == len(set(held))
        for e in self.every:
            parent = state.parent[e]
            assert (e in held) == (parent >= 0) == (e not in state.gone)
            assert parent < 0 or e in state.kids[parent]
        for place, kids in enumerate(state.kids[:-1]):
            assert self.c.model.ordered[place] or kids == tuple(sorted(kids))

    @invariant()
    def saved_is_the_same(self) -> None:
        assert State.from_json(json.loads(self.c.state.text())).digest() == self.c.state.digest()

    @invariant()
    def worlds_look_the_same(self) -> None:
        before = self.c.state.digest()
        for seat in (1, 2):
            seen = view(self.c.state, self.c.model, seat)
            world = redetermine(self.c.state, self.c.model, seat, Chance(3))
            assert view(world, self.c.model, seat) == seen
            assert sorted([*(e for kids in world.kids for e in kids), *world.gone]) == sorted(
                [*(e for kids in self.c.state.kids for e in kids), *self.c.state.gone]
            )
            hidden = {e for members in unknown(self.c.state, self.c.model, seat).values() for e in members}
            parent = self.c.state.parent  # what lies on a hidden component stays with the spot
            assert all(
                world.parent[e] == parent[e]
                for e in self.every
                if e not in hidden and parent[e] not in hidden
            )
        assert self.c.state.digest() == before


TestKnowledge = Knowledge.TestCase
