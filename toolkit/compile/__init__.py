"""From syntax tree to program: what the sentences mean.

`pack.load_pack` reads and compiles a pack; `game.compile_game(pack source, trees, players)` → model and
ruleset.  Inside, one module an idea: `world` (what exists), `table` (the model), `scope` (what a sentence can
refer to), `nominal` (noun phrases) with `possess` (*your N*, *the N of X*), `sets` (its members) and `quantify` (which
of them), `amount` (numbers), `condition` (truths) with `having` and `relative`, `definition` (words that packs define),
`effect` (sentences that happen) with `guard`, `loop` and `choice` around a clause; `deed` (a verb phrase) with
`template` (which phrase it is), `roles` (what it is done with), `doing` (its event), `ability` (whether it can be done)
and `special` (verbs that are instructions); `rule` (sentences that stand) with `statement`, `trigger`, `modifier`,
`permission`, `event` (their patterns), `period` (times) and `lasting` (those that an effect makes); `given`
(tables of examples).  A sentence that is not wholly understood raises `Fail`, which becomes a diagnostic.

Noun phrases hold conditions (*a card that is ready*) and conditions hold noun phrases: below `nominal` and `condition`
a module asks for them through `semantics`.
"""
