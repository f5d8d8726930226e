"""From syntax tree to program: what the sentences mean.

`pack.load_pack` reads and compiles a pack; `whole.compile_game(pack source, trees, players)` → model and ruleset;
`whole.declared_game` stops where all is known of which sentences can speak, which is enough to check an example.
A sentence that is not wholly understood raises `Fail`, which becomes a diagnostic.  The packages, each built on those
before it:

- `base`: what exists (`world`), what a sentence can refer to (`scope`), the values that phrases denote;
- `nouns`: a noun phrase becomes a set of things, an amount or a value;
- `events`: what happens: patterns of events, periods, history, what a verb phrase says;
- `conditions`: a clause becomes a truth;
- `rules`: a sentence that stands: triggers, replacements, modifiers, permissions;
- `effects`: a sentence that is carried out.

Here are the parts of a pack: its model (`table`), its verbs (`verbs`), where its texts act (`works`), definitions,
given tables of examples, stories, and what compiles a text again (`pieces`, `settled`, `trial`).  Noun phrases hold
conditions (*a card that is ready*) and conditions hold noun phrases: a module asks for what stands above it through
`base.semantics`, and `english` ties both together.
"""
