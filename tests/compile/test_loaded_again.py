"""A pack that is loaded again, with what has not changed taken over, says what it says loaded from nothing."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.compile.test_again import Meaning
from tests.hygiene.project import ROOT
from toolkit.cli.validate import _checks, _examples
from toolkit.compile.pack import Pack, load_pack
from toolkit.compile.whole import MOST_TIMES
from toolkit.report.diagnostic import Diagnostic

PACKS = ROOT / "tests/packs"


class Desk:
    """A folder with copies of packs, of which one is loaded after each change as `validate --watch` does."""

    def __init__(self, root: Path, name: str, *others: str) -> None:
        for each in (name, *others):
            shutil.copytree(PACKS / each, root / each)
        self.root, self.folder = root, root / name
        self.pack: Pack | None = None
        self.taken_over = 0
        self.look()

    def look(self) -> list[str]:
        """Load it again and from nothing, and compare all that is told and every game; the codes of what is found."""
        before = self.pack
        again = load_pack(self.folder, (self.root,), before=before)
        anew = load_pack(self.folder, (self.root,))
        self.pack, fresh = again.value, anew.value
        assert self.pack is not None and fresh is not None
        self.taken_over += before is not None and len(self.pack._before) < len(before._compiled)
        found = told(self.pack, again.ok)
        assert [shown(each) for each in found] == [shown(each) for each in told(fresh, anew.ok)]
        for players, options, decks, scenario in fresh._compiled if anew.ok else ():
            setting = players, dict(options), dict(decks) or None, scenario
            one, other = (pack.compiled(*setting).value for pack in (self.pack, fresh))
            assert one is not None and other is not None
            assert Meaning(one).all() == Meaning(other).all()
        return [each.code for each in found]

    def change(self, name: str, change: Callable[[str], str]) -> list[str]:
        """What is found when a file of the folder has changed."""
        path = self.root / name
        path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")
        return self.look()

    def exchange(self, name: str, old: str, new: str) -> list[str]:
        """Another text in a file."""
        assert old in (self.root / name).read_text(encoding="utf-8")
        return self.change(name, lambda text: text.replace(old, new, 1))


def told(pack: Pack, right: bool) -> list[Diagnostic]:
    """All that `validate` says."""
    found = [*pack.diagnostics, *_examples(pack)]
    for _, check in _checks() if right else ():
        found += check(pack)
    return found


def shown(each: Diagnostic) -> object:
    """What of it is seen."""
    labels = [repr((label.span.position, label)) for label in each.labels]
    fixes = [repr((fix.span.position, fix)) for fix in each.fixes]
    return each.code, each.message, each.hint, each.span.source.name, each.span.position, labels, fixes


@pytest.fixture
def fair(tmp_path):
    return Desk(tmp_path, "fair")


def test_a_sentence_is_changed_and_changed_back(fair):
    assert fair.look() == []
    assert fair.exchange("fair/game.yaml", "amuse: Gain 1 coin.", "amuse: Gain 7 coins.") == []
    assert fair.exchange("fair/game.yaml", "amuse: Gain 7 coins.", "amuse: Gain 1 coin.") == []
    assert fair.taken_over >= 3


def test_a_mistake_is_told_as_long_as_it_is_there(fair):
    for wrong in ("Gain 1 con.", "Gain 1 coin for each teapots.", "Put it in the satchel.", "[1"):
        assert fair.exchange("fair/game.yaml", "amuse: Gain 1 coin.", f"amuse: {wrong}") != []
        assert fair.exchange("fair/game.yaml", f"amuse: {wrong}", "amuse: Gain 1 coin.") == []


def test_what_stands_elsewhere_is_told_there(fair):
    assert fair.exchange("fair/game.yaml", "Gain 1 coin.", "Gain 1 con.") != []
    assert fair.change("fair/game.yaml", lambda text: f"# more\n\n{text}") != []
    assert fair.exchange("fair/game.yaml", "Gain 1 con.", "Gain 1 coin.") == []
    assert fair.change("fair/game.yaml", lambda text: text.removeprefix("# more\n\n")) == []


def test_a_sentence_more_and_one_less(fair):
    more = "---\ntype: rules\nid: more\nrules:\n- When a player gains a coin, that player gains 1 coin.\n"
    assert fair.change("fair/game.yaml", lambda text: text.rstrip("\n") + f"\n{more}") != []  # without end
    assert fair.change("fair/game.yaml", lambda text: text.replace(more, "")) == []
    step = "  more: Each player gains 1 coin.\n"
    assert fair.exchange("fair/game.yaml", "  back: Put", f"{step}  back: Put") == []
    assert fair.exchange("fair/game.yaml", step, "") == []


def test_a_file_more_and_one_less(fair):
    more = fair.root / "fair/more.yaml"
    more.write_text("type: rules\nid: more\nrules: [A player's coins can be less.]\n", encoding="utf-8")
    assert fair.look() != []
    more.unlink()
    assert fair.look() == []
    game = fair.root / "fair/game.yaml"
    text = game.read_text(encoding="utf-8")
    game.unlink()
    assert fair.look() != []
    game.write_text(text, encoding="utf-8")
    assert fair.look() == []


def test_other_things_and_other_words(fair):
    assert fair.exchange("fair/game.yaml", "copies: 3", "copies: 4") == []
    assert fair.exchange("fair/game.yaml", "  coin: {", "  penny: {of: player}\n  coin: {") == []
    assert fair.exchange("fair/game.yaml", "  meadow: {}", "  lawn: {}") != []
    assert fair.exchange("fair/game.yaml", "  lawn: {}", "  meadow: {}") == []
    assert fair.exchange("fair/game.yaml", "phrase: open {trinket}", "phrase: undo {trinket}") != []
    assert fair.exchange("fair/game.yaml", "phrase: undo {trinket}", "phrase: open {trinket}") == []
    assert fair.exchange("fair/pack.yaml", "seats: [Red, Blue]", "seats: [Red, Green]") != []
    assert fair.exchange("fair/pack.yaml", "seats: [Red, Green]", "seats: [Red, Blue]") == []


def test_two_documents_of_one_name(fair):
    twice = "---\ntype: rules\nid: twice\nrules:\n- A player's coins can be less.\n"
    other = "---\ntype: rules\nid: twice\nrules: []\n---\ntype: procedure\nid: twice\nsteps: {one: Do it.}\n"
    assert fair.change("fair/game.yaml", lambda text: f"{text}{twice}{other}") != []
    assert fair.exchange("fair/game.yaml", "Gain 1 coin.", "Gain 2 coins.") != []
    assert (
        fair.exchange("fair/game.yaml", other, other.replace("steps: {one: Do it.}", "steps: Do it.")) != []
    )
    assert fair.change("fair/game.yaml", lambda text: text.partition(twice)[0]) == []


def test_what_is_wrong_with_a_thing_is_told_where_it_stands(fair):
    assert fair.exchange("fair/game.yaml", "copies: 3", "copies: 900000") != []
    assert fair.exchange("fair/game.yaml", "Gain 1 coin.", "Gain 2 coins.") != []
    assert fair.change("fair/game.yaml", lambda text: f"# more\n{text}") != []
    assert fair.exchange("fair/game.yaml", "copies: 900000", "copies: 3") == []


def test_an_example_is_looked_at_when_it_or_what_it_speaks_of_changes(fair):
    file = next((fair.root / "fair").glob("examples.yaml")).relative_to(fair.root).as_posix()
    assert fair.exchange(file, "then:\n- ", "then:\n- Red has 3 cons.\n- ") != []
    assert fair.exchange(file, "- Red has 3 cons.\n", "") == []


def test_a_pack_that_is_extended_changes(tmp_path):
    desk = Desk(tmp_path, "more-marks", "tic-tac-toe")
    assert desk.look() == []
    name = min((tmp_path / "tic-tac-toe/rules").glob("*.yaml")).relative_to(tmp_path).as_posix()
    assert (
        desk.change(name, lambda text: text + "---\ntype: rules\nid: more\nrules: [Nobody can shout.]\n")
        != []
    )
    assert desk.change(name, lambda text: text.partition("---\ntype: rules\nid: more\n")[0]) == []


def test_what_was_made_again_and_again_is_made_from_nothing_in_the_end(fair):
    for number in range(MOST_TIMES + 3):
        new = f"amuse: Gain {number % 7 + 2} coins."
        path = fair.root / "fair/game.yaml"
        lines = path.read_text(encoding="utf-8").split("amuse: Gain ", 1)
        path.write_text(lines[0] + new + "\n" + lines[1].split("\n", 1)[1], encoding="utf-8")
        fair.pack = load_pack(fair.folder, (fair.root,), before=fair.pack).value
    made = fair.pack.compiled().unwrap().made
    assert made is not None and made.times < MOST_TIMES
    assert len(fair.pack.compiled().unwrap().ruleset.programs) < 100
    assert fair.look() == []
