"""What simulated games say stands on the page of each card, in its language; other files are refused."""

import json

import pytest

from tests.site.conftest import packs
from toolkit.site.book import make_book
from toolkit.site.statistics import Statistics, StatisticsError


@pytest.fixture
def written(tmp_path):
    """Puts a summary into a file: of `lanterns`, with these numbers of the storm lantern."""
    [pack] = packs("lanterns")

    def write(digests=None, **numbers):
        card = {"kind": "lantern", "id": "storm-lantern", "verbs": {}, **numbers}
        data = {"games": 60, "players": 2, "bots": ["greedy", "random"], "components": [card]}
        data["digests"] = dict(pack.source.digests) if digests is None else digests
        (tmp_path / "games.json").write_text(json.dumps(data), encoding="utf-8")
        return tmp_path / "games.json"

    return write


HELD = {"players": 40, "wins": 30, "rate": 0.75, "interval": [0.5981, 0.8581]}
WANTED = {"offered": 80, "taken": 20, "rate": 0.25}


def page_of(file, path):
    [pack] = packs("lanterns")
    book = make_book([pack], statistics=Statistics.read(file, pack))
    return "\n".join({each.path: each for each in book.pages}[path].body)


def test_a_card_says_how_it_fared(written):
    page = page_of(written(held=HELD, wanted=WANTED), "lantern/storm-lantern")
    assert "In games that bots played" in page
    assert "60 games of 2 players; bots: greedy, random." in page
    assert "20 of 80 (25\u00a0%)" in page
    assert "30 of 40 (75\u00a0%; in more games, from 60 to 86\u00a0%)" in page


def test_in_its_language(written):
    page = page_of(written(held=HELD, wanted=WANTED), "uk/lantern/storm-lantern")
    assert "20 із 80 (25\u00a0%)" in page and "60 games" not in page
    assert "боти: беруть найкраще, грають навмання." in page


def test_a_card_that_nobody_met_says_nothing(written):
    file = written(held={**HELD, "players": 0, "wins": 0}, wanted=None)
    assert "In games" not in page_of(file, "lantern/storm-lantern")
    assert "In games" not in page_of(written(held=HELD), "lantern/paper-lantern")


def test_games_of_another_version_are_refused(written):
    with pytest.raises(StatisticsError, match="another version of lanterns"):
        page_of(written(digests={"lanterns": "0"}), "index")


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "nothing", '{"digests": {}, "games": 1, "components": [1]}']
)
def test_a_file_that_is_no_summary_is_refused(text, tmp_path):
    (tmp_path / "games.json").write_text(text, encoding="utf-8")
    with pytest.raises(StatisticsError, match="is not what sayso simulate"):
        page_of(tmp_path / "games.json", "index")


def test_what_simulate_writes_is_read(sayso, tmp_path):
    simulated = sayso("simulate", "tests/packs/lanterns", "--games", "8", "--format", "json", "-q")
    (tmp_path / "games.json").write_text(simulated.out, encoding="utf-8")
    [pack] = packs("lanterns")
    found = Statistics.read(tmp_path / "games.json", pack)
    assert found.games == 8 and found.cards["lantern", "storm-lantern"].won is not None
