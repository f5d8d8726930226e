"""Every pack plays: random games to the end, invariants looked at on the way; the endless one is stopped."""

from pathlib import Path
from random import Random

import pytest

from tests.games.players import ROOT, pack
from toolkit.compile.pack import load_pack
from toolkit.play import new_game
from toolkit.prove.trace import trace
from toolkit.report.diagnostic import DiagnosticError

PACKS = sorted(
    path.parent.relative_to(ROOT).as_posix() for path in (ROOT / "tests" / "packs").glob("*/pack.yaml")
)
ENDLESS = "tests/packs/runaway"


def playout(path, seed, players=None, careful=True, options=None):
    game = new_game(pack(path), players, seed, options, keep=False)
    random = Random(seed)
    for _ in range(5000):
        decision = game.decision
        if decision is None:
            break
        if careful:
            for condition, size, sentence in game.compiled.ruleset.invariants:
                holds = game.machine.evaluate(condition, game.state, [-1] * size)
                assert holds, game.compiled.ruleset.sentences[sentence].text
        game.choose(random.randrange(len(decision.options)), decision.seat)
    assert game.over, f"{path}, seed {seed}: no end in sight"
    return game


@pytest.mark.parametrize("path", [path for path in PACKS if path != ENDLESS])
def test_random_games_end(path):
    for seed in range(10):
        playout(path, seed)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_of_sentient(players):
    for seed in range(5):
        game = playout("content/sentient", seed, players)
        assert game.winners
        number = next(n for n, verb in enumerate(game.compiled.ruleset.verbs) if verb.id == "round")
        rounds = [who for verb, who, *_ in game.entries if verb == number]
        assert rounds == [-1] * 3, "an order of a procedure is nobody's, also behind the first turn"


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_thousands_of_games_of_sentient(players):
    for seed in range(10_000 // 3 + 1):
        playout("content/sentient", seed, players, careful=False)


def test_the_endless_one_is_stopped_and_named():
    checked = load_pack(ROOT / ENDLESS, [])
    assert [each.code for each in checked.diagnostics] == ["SAY0864"]  # it is told before it is played, too
    with pytest.raises(DiagnosticError) as stopped:
        new_game(checked.unwrap())
    (diagnostic,) = stopped.value.diagnostics
    assert diagnostic.code == "SAY0905"
    source = diagnostic.span.source
    assert Path(source.name).name == "game.yaml"
    assert source.text[diagnostic.span.start : diagnostic.span.end].startswith("When a player gains coins")


def test_the_same_seed_gives_the_same_game():
    for path in PACKS:
        if path != ENDLESS:
            assert playout(path, 3).digest() == playout(path, 3).digest()


@pytest.mark.long
@pytest.mark.parametrize("path", ["content/sentient", "content/cyberpunk-tcg", "content/gangs-of-night-city"])
def test_every_rule_of_the_books_has_a_sentence_and_an_example_or_a_reason(path):
    assert [rule.id for rule in trace(pack(path)) if rule.missing and not rule.why] == []
