"""Which rules of two modules contradict each other, and near misses that do not."""

from __future__ import annotations

import shutil

import pytest

from tests.games.players import ROOT
from toolkit import load_pack
from toolkit.prove.modules import contradictions

GAIN = "If a player would gain 1 coin, that player {}."
PUT = "Players {} put a visitor at the Raffle."


@pytest.fixture
def found(tmp_path):
    """The names of the modules of each contradiction, when *famine* and *plenty* say this."""

    def between(famine, plenty, more=""):
        folder = tmp_path / "fair"
        shutil.copytree(ROOT / "tests/packs/fair", folder)
        texts = zip(("famine", "plenty"), (famine, plenty), strict=True)
        rules = [f"type: rule-module\nid: {id}\nname: {id}\n{more}rules:\n- {text}\n" for id, text in texts]
        (folder / "more.yaml").write_text("---\n".join(rules))
        said = [each.message for each in contradictions(load_pack(folder).unwrap())]
        return [text for text in said if "famine" in text and "plenty" in text]

    return between


BOTH = ["plenty and famine want different things at the same moment"]


@pytest.mark.parametrize(
    ("famine", "plenty"),
    [
        (GAIN.format("loses 1 coin instead"), GAIN.format("gains 3 coins instead")),
        (PUT.format("cannot"), PUT.format("can")),
        (PUT.format("can"), PUT.format("cannot")),
    ],
)
def test_a_contradiction(found, famine, plenty):
    assert found(famine, plenty) == BOTH


@pytest.mark.parametrize(
    ("famine", "plenty", "more"),
    [
        (GAIN.format("may lose 1 coin instead"), GAIN.format("gains 3 coins instead"), ""),
        (PUT.format("cannot"), PUT.format("cannot"), ""),
        (PUT.format("cannot"), "Players can open a trinket.", ""),
        (GAIN.format("loses 1 coin instead"), "When a player gains 1 coin, that player gains 1 coin.", ""),
        (
            GAIN.format("loses 1 coin instead"),
            GAIN.format("gains 3 coins instead"),
            "excludes: [famine, plenty]\n",
        ),
    ],
)
def test_no_contradiction(found, famine, plenty, more):
    assert found(famine, plenty, more) == []
