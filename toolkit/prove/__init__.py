"""What proves a pack: many games, what they reached, what its examples would notice, which rules have a
sentence.

* `simulate`: games of bots, counted in a `Tally`; `summary` says what the counts mean, `report` shows it. *
`probe`: a machine that notes which sentences ran and which conditions took which values; `coverage` lists
the rest. * `trace`: rule id → sentences → examples. * `variants`: the pack without a sentence (`drop`) or
with a changed one (`mutate`); which example notices. * `scaffold`: a first pack, card, rule or example.
"""
