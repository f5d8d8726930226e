"""Damaged sentences of all packs, and sentences made at random that are played."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from random import Random

from tests.fuzz import splice
from tests.mutation.desk import Desk
from tests.mutation.floors import drawn
from tests.mutation.mutants import SEARCH, Subject, subjects
from tests.mutation.words import DAMAGES, Damage
from tests.whole.robust.kinds import Data, Kind
from toolkit.pack.source import Item


@cache
def desk(pack: str) -> Desk:
    """The pack in the folder of that name."""
    return Desk(next(Subject(root, SEARCH) for folder in SEARCH if (root := folder / pack).is_dir()))


@cache
def desks() -> tuple[Desk, ...]:
    """Those of all packs without errors."""
    return tuple(desk(subject.root.name) for subject in subjects("tests/packs", "content"))


def compiled() -> None:
    """All packs, with what sentences are compiled against."""
    for one in desks():
        assert one.alone


def place(item: Item) -> str:
    """An item's anchor and the path in its document."""
    return "/".join([item.anchor, *map(str, item.path)])


@cache
def item_at(pack: str, where: str) -> Item:
    return next(item for item in desk(pack).pack.trees if place(item) == where)


def damaged(damage: Damage, chance: Random) -> Data:
    one, item, done = drawn(desks(), damage, chance)
    return {"pack": one.subject.root.name, "item": place(item), "text": done.text(item.text.value)}


def heard(data: Data, folder: Path) -> str:
    return desk(data["pack"]).hear(item_at(data["pack"], data["item"]), data["text"]).result


# --- Made at random -----------------------------------------------------------------------------------------


def spliced(chance: Random) -> Data:
    """A sentence with parts of others, in the place of one of a pack."""
    while True:
        bed = splice.bed(chance.choice(splice.PACKS))
        try:
            item, text = bed.spliced(chance)
        except Exception:  # the parts do not fit, and nobody has written them
            continue
        return {"pack": bed.name, "item": place(item), "text": text, "seed": chance.randrange(1000)}


def played(data: Data, folder: Path) -> str:
    bed = splice.bed(data["pack"])
    item = next(each for each in bed.items if place(each) == data["item"])
    game, find = bed.tried(item, data["text"], data["seed"])
    if find is not None:
        raise AssertionError(find.error)
    if game is None:
        return "refused"
    return "same" if data["text"] == item.text.value else "different"


KINDS = [
    *(Kind(damage.name, 6, partial(damaged, damage), heard, compiled) for damage in DAMAGES),
    Kind("sentence made at random", 2, spliced, played),
]
