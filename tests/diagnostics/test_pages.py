"""Every page of the catalogue: its bad example gives its code and no other error, its good one gives nothing.  What
is offered to mend the bad one mends it.

The examples are laid over the pack in `base/` and go the way of every pack: `load_pack`, and then the examples
(`type: example`) that the files hold are run, for what only shows on the table; `*.json` files are loaded as saves
and replays, `*.deck` files as decks that lie outside the pack. Pages that no file can show it with stand in
`OUTSIDE`, which says where each of them is tested.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.mutation.fixes import broken_fixes
from toolkit import load_game, new_game
from toolkit.compile.pack import Pack, load_pack
from toolkit.play.decks import check_pack, read_decks
from toolkit.play.example import examples, run
from toolkit.prove.account import unaccounted
from toolkit.prove.dead import dead
from toolkit.prove.modules import contradictions
from toolkit.prove.secrets import telling
from toolkit.report.catalogue import ExampleFile, codes, entry
from toolkit.report.diagnostic import Diagnostic, DiagnosticError, in_order
from toolkit.report.render import full

BASE = Path(__file__).parent / "base"
PACKS = BASE.parents[1] / "packs"  # what some pages extend

OUTSIDE: dict[str, str] = {
    "SAY0890": "cli/test_validate.py",  # no text is known with which the tool fails
    "SAY0604": "language/test_parser.py",  # the oracle is asked by `explain`, not when a pack is loaded
    "SAY1101": "press/test_press.py",  # found while it is typeset
    "SAY1102": "press/test_press.py",
    "SAY1103": "press/test_press.py",
    "SAY0922": "play/test_rulings.py",  # the example that fails is an error of its own
    "SAY0918": "play/test_broken.py",  # no pack can show a mistake of ours
}
"""Codes that no file of a pack can show: the test that raises them."""


def said(folder: Path, files: tuple[ExampleFile, ...]) -> list[Diagnostic]:
    """What is found in the base pack with the files laid over it."""
    root = folder / "base"
    shutil.copytree(BASE, root)
    for file in files:
        file.write(root)
    checked = load_pack(root, (PACKS, folder))
    found = list(checked.diagnostics)
    if checked.value is not None and checked.ok:
        failures = (run(checked.value, example) for example in examples(checked.value))
        found += [failure.diagnostic for failure in failures if failure is not None]
        found += check_pack(checked.value)
        if not found:
            found += unaccounted(checked.value)
            # of the files of the page: what the base pack has in store for the others is not used by each of them
            laid = {str(root / file.path) for file in files}
            found += [each for each in dead(checked.value) if each.span.source.name in laid]
            found += contradictions(checked.value)
            found += telling(checked.value)
        for path in sorted(root.glob("*.deck")):
            found += read_decks(path, checked.value).diagnostics
        for path in sorted(root.glob("*.json")):
            found += refused(path, checked.value)
    for diagnostic in found:
        assert full(diagnostic)
    return list(in_order(found))


def refused(path: Path, pack: Pack) -> tuple[Diagnostic, ...]:
    """What is wrong with a save or a replay.  Hashes cannot be written down in a page: they stand there as words."""
    text = path.read_text(encoding="utf-8")
    text = text.replace("<hash of the pack>", pack.source.digests[pack.id])
    path.write_text(text.replace("<hash of the position>", new_game(pack, seed=7).digest()), encoding="utf-8")
    try:
        load_game(path, None if "no-such-pack" in text else pack)
    except DiagnosticError as error:
        return error.diagnostics
    return ()


def shown(found: list[Diagnostic]) -> str:
    return "\n".join(full(diagnostic) for diagnostic in found)


@pytest.mark.parametrize("code", [code for code in codes() if code not in OUTSIDE])
def test_the_examples_of_a_page(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(
        "SAYSO_LIMITS", "seconds=600"
    )  # which a busy machine reaches before the limit of the page
    page = entry(code)
    bad = said(tmp_path / "bad", page.bad)
    assert code in {d.code for d in bad}, f"given instead:\n{shown(bad)}"
    others = [d for d in bad if d.code != code and d.is_error]
    assert not others, f"besides:\n{shown(others)}"
    assert not [*map(str, broken_fixes(tmp_path / "bad" / "base", (PACKS, tmp_path / "bad"), bad))]
    good = said(tmp_path / "good", page.good)
    assert not good, f"the good example gives\n{shown(good)}"


def test_the_list_of_pages_without_files_is_true() -> None:
    assert not OUTSIDE.keys() - set(codes())
    for code, test in OUTSIDE.items():
        assert code in (BASE.parents[1] / test).read_text(encoding="utf-8"), (
            f"{code} does not occur in tests/{test}"
        )
