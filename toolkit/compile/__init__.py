"""From syntax tree to program: what the sentences mean.

`game.compile_game(pack source, trees, players)` → model and ruleset.  Inside, one module an idea:
`world` (what exists), `scope` (what a sentence can refer to), `nominal` (noun phrases → sets), `amount` (numbers),
`condition` (truths), `definition` (adjectives, relations, nouns that packs define), `effect` (sentences that happen),
`rule` (sentences that stand).  A sentence that is not wholly understood raises `Fail`, which becomes a diagnostic.
"""
