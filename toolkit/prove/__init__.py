"""What proves a pack: many games, what they reached, what its examples would notice, which rules have a
sentence.

* `suite`: the examples of a pack, in several processes.
* `simulate`: games of bots, counted in a `Tally`; `course` and `insight` say how they went, `summary` what the
  counts mean, `tables` and `page` show it.
* `compare`: two versions of a pack in pairs of games.  `arena`: bots against one another, with `rating`.
* `inference`: intervals and tests.
* `probe`: a machine that notes which sentences ran and which conditions took which values; `coverage` lists the
  rest.
* `trace`: rule id → sentences → examples.
* `variants`: the pack without a sentence (`drop`) or with a changed one (`mutate`); which example notices.
* `scaffold`: a first pack, card, rule or example.
"""
