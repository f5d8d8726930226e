"""Whole games of the dice-and-robots pack beside a reference that shares nothing with the toolkit.

Chance is the toolkit's: the reference is told how dice, decks and stacks came out, and checks that they could.
What is asked, what is offered, every die, every point, every piece and the winners must be equal at every decision.
"""

from collections import deque
from random import Random

import pytest

from tests.games.players import pack
from tests.games.reference_sentient import SCORES, Robot, Table
from toolkit.play import new_game

PATH = "content/sentient"
SYMBOLS = {"positive": 1, "negative": -1, "neutral": 0}


class Deck:
    """Everything that chance decides, read off a game of the toolkit, and what can be known about it."""

    def __init__(self, game):
        self.game = game
        model = game.compiled.model
        self.kinds = {kind.name: number for number, kind in enumerate(model.kinds)}
        self.of_kind = {name: model.all_of[number] for name, number in self.kinds.items()}
        self.robots = {}
        numbers = {}
        for entity in self.of_kind["robot"]:
            sphere = self.value("sphere", entity)
            number = numbers[sphere] = numbers.get(sphere, -1) + 1
            symbols = tuple(SYMBOLS[self.value(f"{side} symbol", entity)] for side in ("left", "right"))
            self.robots[entity] = Robot(model.entities[entity].name, sphere, symbols, SCORES[sphere][number])
        self.deck = set(self.robots.values())
        self.discarded = set()
        self.seen = 0
        self.dealt = deque()
        self.verbs = [verb.id for verb in game.compiled.ruleset.verbs]

    # -- reading the game --------------------------------------------------------------------------------------

    def number(self, attribute, entity):
        model = self.game.compiled.model
        column = self.game.compiled.world.attribute(model.kinds[model.kind[entity]].name, attribute)
        return self.game.state.columns[column.index][entity]

    def value(self, attribute, entity):
        return self.game.compiled.model.values[self.number(attribute, entity)]

    def mine(self, kind, seat):
        return [e for e in self.of_kind[kind] if self.game.compiled.model.owner[e] == seat + 1]

    def inside(self, place, kind):
        """What is in a place at any depth, in the order in which it was made."""
        state, model = self.game.state, self.game.compiled.model
        kinds = model.below[self.kinds[kind]]
        found, left = [], list(state.kids[place])
        while left:
            entity = left.pop()
            left += state.kids[entity]
            if model.kind[entity] in kinds:
                found.append(entity)
        return sorted(found)

    def dice(self, seat):
        return [self.number("value", die) for die in self.mine("die", seat)]

    def news(self):
        """The robots that were dealt since the last look, in order."""
        place = self.verbs.index("place")
        positions = set(self.of_kind["factory position"])
        for verb, _, roles, *_ in self.game.entries[self.seen :]:
            if verb == place and roles[0] in self.robots and roles[1] in positions:
                self.dealt.append((self.robots[roles[0]], self.game.compiled.model.number[roles[1]] - 1))
        self.seen = len(self.game.entries)

    # -- what the reference asks ---------------------------------------------------------------------------------

    def order(self):
        first = self.of_kind["space"][0]
        return [self.game.compiled.model.owner[marker] - 1 for marker in self.game.state.kids[first]]

    def section(self, seat):
        (section,) = self.inside(self.mine("collection", seat)[0], "right section")
        return self.value("sphere", section)

    def deal(self, place):
        robot, position = self.dealt.popleft()
        if not self.deck:
            self.deck, self.discarded = self.discarded, set()
        assert robot in self.deck and position == place
        self.deck.remove(robot)
        return robot

    def discard(self, robots):
        self.discarded.update(robots)

    def investors(self, round):
        here = [self.inside(place, "investor token") for place in self.of_kind["investor position"]]
        tokens = [token for (token,) in here]
        assert all(self.number("round number", token) == round for token in tokens)
        spheres = [self.value("sphere", token) for token in tokens]
        assert len(set(spheres)) == 5
        return spheres

    def roll(self, seat):
        dice = self.dice(seat)
        assert all(1 <= die <= 6 for die in dice)
        return dice


class Match:
    """The pack and the reference, decision by decision."""

    def __init__(self, players, seed):
        self.game = new_game(pack(PATH), players=players, seed=seed, keep=False)
        self.random = Random(seed)
        self.deck = Deck(self.game)
        self.deck.news()
        self.table = Table(players, self.deck)
        self.run = self.table.play()
        self.asked = next(self.run, None)

    def play(self):
        while self.asked is not None:
            kind, seat, options = self.asked
            decision = self.game.decision
            assert decision is not None and decision.seat == seat + 1, (kind, seat, decision)
            self.compare()
            meant = [self.meaning(kind, option.raw) for option in decision.options]
            assert sorted(map(str, meant)) == sorted(map(str, options)), (kind, meant, options)
            index = self.random.randrange(len(meant))
            self.game.choose(index)
            self.deck.news()
            try:
                self.asked = self.run.send(meant[index])
            except StopIteration:
                self.asked = None
        assert self.game.over
        self.compare()
        assert set(self.game.winners) == {seat + 1 for seat in self.table.winners}
        return self.table

    def meaning(self, kind, raw):
        """An option of the toolkit as the reference names it."""
        if kind == "action":
            return ("buy", "pass")[raw[1]]
        if kind == "robot":
            return self.deck.robots[raw[1]]
        if kind == "socket":
            return self.game.compiled.model.number[raw[1]] - 1
        return raw[0] not in ("no", "done")

    def compare(self):
        """Everything on the table."""
        deck, model = self.deck, self.game.compiled.model
        sale = [
            [deck.robots[e] for e in deck.inside(place, "robot")]
            for place in deck.of_kind["factory position"]
        ]
        assert sale == [[robot] if robot else [] for robot in self.table.factory] or self.game.over
        for number, seat in enumerate(self.table.seats):
            assert deck.number("point", number + 1) == seat.points
            assert deck.dice(number) == seat.dice
            supply = deck.mine("supply", number)[0]
            assert len(deck.inside(supply, "agent")) == seat.agents
            # Those that go together go when all are chosen.
            if self.asked is None or self.asked[0] != "assistant":
                assert len(deck.inside(supply, "assistant")) == seat.assistants
            assert bool(deck.inside(deck.mine("hand", number)[0], "turn marker")) != seat.passed
            sockets = [e for e in deck.of_kind["socket"] if model.owner[e] == number + 1]
            network = [next((deck.robots[e] for e in deck.inside(s, "robot")), None) for s in sockets]
            assert network == seat.network
            collection = deck.mine("collection", number)[0]
            assert {deck.robots[e] for e in deck.inside(collection, "robot")} == set(seat.robots)
            assert len(deck.inside(collection, "investor")) == seat.investors.total()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games(players):
    for seed in range(2):
        table = Match(players, seed).play()
        assert all(len(seat.robots) == 12 for seat in table.seats)


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_hundreds_of_games(players):
    for seed in range(400):
        Match(players, seed).play()
