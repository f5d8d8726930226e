"""A *when* sentence must answer what is asked, and say it rightly: each case beside its near miss.

`None`: the example holds.  Else the code, and words of the message or its help.
"""

import pytest

from toolkit.compile.pack import load_pack
from toolkit.play.example import MODES, examples, run

WORDS = """\
type: vocabulary
id: words
lists: {shape: [round, square]}
kinds:
  card: {documents: true, starts: deck, attributes: {shape: shape}}
  crate: {is: card, documents: true}
  barge: {is: card, documents: true}
  die: {noun: [die, dice], of: player, number: 2, starts: cup, attributes: {value: 1 to 6}, shows: value}
  guard: {of: player, number: 3, starts: camp, found: town}
  scout: {of: player, number: 3, starts: camp, found: town}
places:
  deck: {ordered: true, seen-by: nobody}
  hand: {of: player, seen-by: owner}
  market: {prep: at}
  table: {prep: "on"}
  cup: {of: player}
  camp: {of: player}
  chest: {of: player, ordered: true}
  town: {documents: true}
quantities:
  coin: {of: player, at-least: 0}
---
{type: town, id: north, name: Northgate}
---
{type: town, id: south, name: Southgate}
---
{type: town, id: west, name: Westgate}
---
{type: crate, id: salt, name: Salt, shape: round, copies: 2}
---
{type: crate, id: tea, name: Tea, shape: square, copies: 2}
---
{type: barge, id: heron, name: Heron, shape: round}
---
{type: barge, id: otter, name: Otter, shape: square}
---
type: verb
id: play
phrase: play {card}
steps:
  put: Put the card on the table.
---
type: verb
id: seize
phrase: seize {card}
steps:
  take: Put the card in your hand.
---
type: verb
id: scuffle
phrase: start a scuffle
period: scuffle
steps:
  act: Gain 1 coin.
---
type: verb
id: haul
phrase: start a haul
period: haul
steps:
  act: Gain 2 coins.
---
type: verb
id: move
phrase: move {guard}
steps:
  go: |
    Choose a town.
    Put the guard in that town.
---
type: verb
id: discard
phrase: discard {card}
steps:
  go: Put the card under the deck.
---
type: verb
id: act
phrase: act
steps:
  put: You may play a card in your hand.
---
type: verb
id: stow
phrase: stow
steps:
  put: You may put a card in your hand on the bottom of your chest.
---
type: verb
id: trade
phrase: trade
steps:
  seize: Seize a card at the market.
---
type: verb
id: quarrel
phrase: quarrel
steps:
  start: You may start a haul.
---
type: verb
id: march
phrase: march
steps:
  go: Move a guard in a town.
---
type: verb
id: gamble
phrase: gamble
steps:
  roll: Roll your dice.
---
type: verb
id: threaten
phrase: threaten
steps:
  coin: Gain 1 coin.
  attack: Each other player discards 2 cards in their hand.
---
type: verb
id: bluff
phrase: bluff
steps:
  coin: Gain 1 coin.
---
type: verb
id: reckon
phrase: reckon
steps:
  spend: Each player secretly plays a card in their hand.
---
type: verb
id: swindle
phrase: swindle
steps:
  go: Discard a card in your hand. Seize a card at the market.
---
type: verb
id: barter
phrase: barter
steps:
  go: Discard a card in your hand, then seize a card at the market.
---
type: verb
id: muster
phrase: muster
steps:
  put: Put up to 2 guards from your camp in Northgate.
---
type: rules
id: ban
rules:
- Players cannot play Otter.
- If a player would discard Heron, they gain 1 coin instead.
- If a player would discard Otter, they lose 1 coin instead.
"""

CASES = [
    # What is played is what is named: a forced choice, a choice of two, a forbidden card.
    ("Red has Salt in their hand.", "Red acts. Red plays Salt.", "Red has no cards in their hand.", None),
    ("Red has Salt in their hand.", "Red acts. Red plays Tea.", "There is 1 card on the table.", "SAY0902"),
    ("Red has Salt and Tea in their hand.", "Red acts. Red plays Tea.", "There is 1 card on the table.", None),
    ("Red has Salt and Tea in their hand.", "Red acts. Red plays Heron.", "Red has no coins.", "SAY0902"),
    ("Red has Salt and Otter in their hand.", "Red acts. Red plays Salt.", "Red has 1 card in their hand.", None),
    ("Red has Salt and Otter in their hand.", "Red acts. Red plays Otter.", "Red has 1 card in their hand.",
     "SAY09"),
    # What is seized is what is named, also where there was no choice.
    ("Heron is at the market.", "Red trades. Red seizes Heron.", "Heron is in Red's hand.", None),
    ("Heron is at the market.", "Red trades. Red seizes Otter.", "Heron is in Red's hand.", "SAY0917"),
    ("Heron is at the market.", "Red trades. Blue seizes Heron.", "Heron is in Red's hand.", "SAY0916"),
    # A verb that has been done answers no question about the next one, though its thing would fit.
    *(("Red has Salt in their hand. Salt and Heron are at the market.", f"Red {verb}. {said}", then, code)
      for verb in ("swindles", "barters")
      for said, then, code in (
          ("Red discards Salt. Red seizes Heron.", "Heron is in Red's hand.", None),
          ("Red discards Salt. Red seizes Salt.", "Heron is at the market.", None),
          ("Red discards Salt.", "Salt is in Red's hand.", "SAY09"),
          ("Red discards Heron.", "Heron is in Red's hand.", "SAY0902"),
          ("Red seizes Heron.", "Heron is in Red's hand.", None),
      )),
    # What was rolled.
    ("Red's dice will show 1 and 1.", "Red gambles. Red rolls 1 and 1.", "The sum of Red's dice is 2.", None),
    ("Red's dice will show 1 and 1.", "Red gambles. Red rolls 6 and 5.", "The sum of Red's dice is 2.", "SAY0917"),
    # What is declined is what is asked.
    ("", "Red quarrels. Red declines.", "Red has no coins.", None),
    ("", "Red quarrels. Red declines the effect.", "Red has no coins.", None),
    ("", "Red quarrels. Red declines the haul.", "Red has no coins.", None),
    ("", "Red quarrels. Red declines the scuffle.", "Red has no coins.", "SAY0902"),
    ("", "Red quarrels. Red starts a haul.", "Red has 2 coins.", None),
    ("", "Red quarrels. Red starts a scuffle.", "Red has 2 coins.", "SAY0902"),
    # Where something goes, and where it comes from.
    ("Red has a guard in Northgate.", "Red marches. Red moves a guard from Northgate to Southgate.",
     "Red has a guard in Southgate.", None),
    ("Red has a guard in Northgate.", "Red marches. Red moves a guard from Southgate to Northgate.",
     "Red has a guard in Northgate.", "SAY0917"),
    ("Red has a guard in Northgate.", "Red marches. Red moves a guard to Southgate.",
     "Red has a guard in Southgate.", None),
    ("Red has a guard in Northgate.", "Red marches. Red moves a guard from Westgate to Northgate.",
     "Red has a guard in Northgate.", "SAY0917"),
    ("Red has a guard in Northgate.", "Red marches. Red moves a scout to Southgate.",
     "Red has a guard in Southgate.", "SAY0917"),
    # A name that fits options which can be told apart.
    ("Red has 2 guards in Northgate.", "Red marches. Red chooses Southgate.", "Red has 1 guard in Southgate.",
     None),
    ("Red has a guard in Northgate. Red has a guard in Westgate.",
     "Red marches. Red moves a guard. Red chooses Southgate.", "Red has 1 guard in Southgate.", "SAY0912"),
    ("Red has a guard in Northgate. Red has a guard in Westgate.",
     "Red marches. Red moves a guard in Westgate. Red chooses Southgate.", "Red has 1 guard in Northgate.", None),
    # As many as are said.
    ("", "Red musters. Red puts 2 guards from their camp in Northgate.", "Red has 2 guards in Northgate.", None),
    ("", "Red musters. Red puts 1 guard from their camp in Northgate.", "Red has 1 guard in Northgate.", None),
    ("", "Red musters. Red puts 3 guards from their camp in Northgate.", "Red has 2 guards in Northgate.",
     "SAY0917"),
    ("", "Red musters. Red puts no guards from their camp in Northgate.", "Red has no guards in Northgate.", None),
    ("", "Red musters. Red puts 2 guards from their camp in Southgate.", "Red has 2 guards in Northgate.",
     "SAY0917"),
    # What the rules do not ask for, a sentence cannot do in their place.
    ("Blue has Salt and Tea in their hand.", "Red threatens. Blue discards Salt and Tea.",
     "Blue has no cards in their hand.", None),
    ("Blue has Salt and Tea in their hand.", "Red bluffs. Blue discards Salt and Tea.",
     "Blue has no cards in their hand.", "SAY0916"),
    ("Blue has Salt and Tea in their hand.", "Red threatens. Blue discards Salt and Otter.",
     "Blue has no cards in their hand.", "SAY0917"),
    ("Blue has Salt and Tea in their hand.", "Red bluffs. Afterwards, Blue discards Tea in their hand.",
     "Blue has 1 card in their hand.", None),
    ("Red has Salt in their hand.", "Red acts. Afterwards, Blue bluffs.", "Blue has 1 coin.", "SAY0906"),
    ("", "Red bluffs. Red declines.", "Red has 1 coin.", "SAY0916"),
    ("", "Red bluffs. Red chooses Northgate.", "Red has 1 coin.", "SAY0916"),
    # A verb that begins by itself must be possible, and with what is there.
    ("Red has Otter in their hand.", "Red plays Otter.", "Otter is on the table.", "SAY0910"),
    ("", "Red moves a guard in Northgate.", "Red has 1 guard in Northgate.", "SAY0917"),
    ("", "Red bluffs. Blue bluffs afterwards.", "Blue has 1 coin.", "SAY0911"),
    ("Red has Salt in their hand.", "Red acts. Red plays Salt in random order.", "Red has no coins.", "SAY0902"),
    # At which end of what is ordered.
    ("Red has Salt in their hand.", "Red stows. Red puts Salt on the bottom of Red's chest.",
     "There is 1 card in Red's chest.", None),
    ("Red has Salt in their hand.", "Red stows. Red puts Salt under Red's chest.",
     "There is 1 card in Red's chest.", None),
    ("Red has Salt in their hand.", "Red stows. Red puts Salt on top of Red's chest.",
     "There is 1 card in Red's chest.", "SAY09"),
    ("Red has Salt in their hand.", "Red stows. Red puts Salt on the top of Red's chest.",
     "There is 1 card in Red's chest.", "SAY09"),
    # Several players in one sentence.
    ("Red has Salt and Tea in their hand. Blue has Salt and Tea in their hand.",
     "Red reckons. Red and Blue play Tea.", "There are 2 square cards on the table.", None),
    ("Red has Salt and Tea in their hand. Blue has Salt and Tea in their hand.",
     "Red reckons. Each player plays Tea.", "There are 2 square cards on the table.", None),
    ("Red has Salt and Tea in their hand. Blue has Salt and Heron in their hand.",
     "Red reckons. Red and Blue play Tea.", "There are 2 cards on the table.", "SAY0902"),
    ("", "Red and Blue bluff.", "Red has 1 coin, and Blue has 1 coin.", None),
]  # fmt: skip


def sentences(text: str) -> list[str]:
    return [f"{part.strip().rstrip('.')}." for part in text.split(". ") if part.strip()]


@pytest.fixture
def example(write_pack):
    def check(given: str, when: str, then: str, mode="plain"):
        document = ["type: example", "id: one", "name: One"]
        for field, text in (("given", given), ("when", when), ("then", then)):
            if text:
                document += [f"{field}:", *(f"- {sentence}" for sentence in sentences(text))]
        checked = load_pack(write_pack(WORDS, "\n".join(document)))
        assert not checked.errors, [d.message for d in checked.errors]
        [one] = examples(checked.value)
        return run(checked.value, one, mode)

    return check


@pytest.mark.parametrize(("given", "when", "then", "code"), CASES, ids=lambda value: str(value)[:60])
def test_a_sentence_agrees_in_every_slot(example, given, when, then, code):
    failure = example(given, when, then)
    if code is None:
        assert failure is None, f"{failure.diagnostic.code} {failure.diagnostic.message} {failure.details}"
    else:
        assert failure is not None, "it holds"
        assert failure.diagnostic.code.startswith(code), failure.diagnostic


@pytest.mark.parametrize("mode", MODES[1:])
def test_so_it_does_in_every_mode(example, mode):
    for given, when, then, code in CASES[::7]:
        failure = example(given, when, then, mode)
        assert (failure is None) == (code is None), when


def test_what_took_the_place_of_a_verb_is_shown_when_nothing_came_of_it(example):
    assert example("Red has Heron in their hand.", "Red discards Heron.", "Red has 1 coin.") is None
    failure = example("Red has Otter in their hand.", "Red discards Otter.", "Red has no coins.")
    assert failure.diagnostic.code == "SAY0910"
    assert "A rule replaced it" in failure.diagnostic.hint
    [label] = failure.diagnostic.labels
    assert label.span.text.startswith("If a player would discard Otter")


def test_a_failure_says_what_was_asked_and_what_happened(example):
    failure = example("Heron is at the market.", "Red trades. Red seizes Otter.", "Red has no coins.")
    assert failure.diagnostic.message == "nothing came of “Otter”"
    assert "What happened instead: Red has seized Heron." in failure.diagnostic.hint
    failure = example("", "Red bluffs. Red declines.", "Red has 1 coin.")
    assert failure.diagnostic.message == "nothing is asked here"
    assert "Red has bluffed" in failure.diagnostic.hint and "Afterwards" not in failure.diagnostic.hint
    failure = example("", "Red bluffs. Blue bluffs.", "Red has 1 coin.")
    assert "Afterwards" in failure.diagnostic.hint
    failure = example("", "Red quarrels. Red declines the scuffle.", "Red has no coins.")
    assert failure.diagnostic.expected == () and "no: “Red declines.”" in failure.diagnostic.hint
    assert "You may start a haul" in failure.diagnostic.hint
