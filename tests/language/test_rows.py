"""Wordings as rows: what the notation asks for, and what is said for it (`wording/row.py`); a text for each row."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from tests.corpus.corpus import vocabulary
from toolkit.language.lexer import Lexicon, Token
from toolkit.language.parsing.scanner import _Scan, read
from toolkit.language.wording import alternates, clauses
from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.replaced import Found
from toolkit.language.wording.row import Row
from toolkit.pack.load import load_source
from toolkit.report import Text

LEXICON = Lexicon(vocabulary("gangs-of-night-city"))


def tokens(text: str) -> list[Token]:
    scan, i = _Scan(Text.plain(text), LEXICON), 0
    while i < len(scan.pieces):
        i += scan.token_at(i)
    return scan.tokens


def replaced(row: Row, text: str) -> tuple[str, str] | None:
    """What a row says for a text, and the words that its first one points to; `|`: where the row is tried."""
    before, _, after = text.partition("|")
    a = alternates.Phrases(tokens(before + after), LEXICON)
    at = len(tokens(before))
    a.out = a.tokens[:at]
    found = row(a, at)
    if found is None:
        return None
    said = [*a.out[: at - found.drop], *found.tokens, *a.tokens[at + found.used :]]
    pointed = found.tokens[0].span.text if found.tokens else ""
    return " ".join(token.text for token in said), pointed


@pytest.mark.parametrize(
    ("written", "said", "text", "expected"),
    [
        ("everyone else", "each other player", "|Everyone else", ("Each other player", "Everyone else")),
        ("everyone else", "each other player", "|Everyone", None),
        ("spend(s) {n:NUMBER}", "pay(s) {n}", "You |spend 2", ("You pay 2", "spend")),
        ("spend(s) {n:NUMBER}", "pay(s) {n}", "Red |spends 2", ("Red pays 2", "spends")),
        ("own(s) no", "have(s) no", "Red |owns no", ("Red has no", "owns no")),
        ("{n:NUMBER} more", "+{n}", "|2 more", ("+2", "2")),
        ("{n:BOUNDED} less", "{n} fewer", "|3 or more less", ("at least 3 fewer", "3 or more")),
        ("your ^ rival", "the other player", "Your |rival", ("The other player", "Your rival")),
        ("[your] rival", "foe", "your |rival", ("your foe", "rival")),
        ("[!your] rival", "foe", "your |rival", None),
        ("[begin] rival", "foe", "You win. |Rival", ("You win . Foe", "Rival")),
        ("rival [end]", "foe", "your |rival, then", ("your foe , then", "rival")),
        ("rival [end]", "foe", "your |rival unit", None),
        ("COMMA? if ^ able", "", "Draw, if |able", ("Draw", "")),
        ("COMMA? if ^ able", "", "Draw if |able", ("Draw", "")),
        ("double {q:quantity}", "{q.plural} twice", "|double eurodollar", ("eurodollars twice", "eurodollar")),
        ("both {things:thing}", "all {things}", "|both units", ("all units", "both")),
        ("both {things:thing}", "all {things}", "|both players", None),
        ("~both", "all", "|both", None),
    ],
)  # fmt: skip
def test_a_row(written: str, said: str, text: str, expected: tuple[str, str] | None) -> None:
    assert replaced(Row(written, said), text) == expected


def test_what_a_row_asks_besides() -> None:
    row = Row("{n:NUMBER} more", "+{n}", when=lambda a, filled: filled["n"][0].text == "2")
    assert replaced(row, "|2 more") is not None
    assert replaced(row, "|3 more") is None


TEXTS = yaml.safe_load((Path(__file__).parent / "rows.yaml").read_text(encoding="utf-8"))
TABLED = {
    rule
    for rules in (*alternates._RULES.values(), *clauses._RULES.values())
    for rule in rules
    if isinstance(rule, Row)
}


def test_each_row_has_a_text(monkeypatch: pytest.MonkeyPatch) -> None:
    tried, used = Row.__call__, set()

    def noting(row: Row, a: Alternates, i: int) -> Found | None:
        found = tried(row, a, i)
        if found is not None:
            used.add(row)
        return found

    monkeypatch.setattr(Row, "__call__", noting)
    for pack, rows in TEXTS.items():
        source = load_source(Path(pack), [Path("content"), Path(pack).parent]).value
        assert source is not None
        lexicon = Lexicon(source.vocabulary)
        said = {row["typed"]: read(Text.plain(row["typed"]), lexicon)[0] for row in rows}
        shown = {typed: " ".join(token.text for token in tokens) for typed, tokens in said.items()}
        assert shown == {row["typed"]: row["said"] for row in rows}
    assert [row.written for row in TABLED - used] == []
