"""What a text speaks of: typed referents, how far each can be reached, and what must be kept for them.

The models are discourse representation theory and Attempto Controlled English.  Every noun phrase that names
something introduces a *referent* (`referents`): a thing, a group, an amount, a value, a place or a player.  *It*,
*they*, *that N*, *those Ns* and *the other Ns* are resolved here, by kind, number and reach.  What a condition found
is a *witness* (`witness`): *If a player has 5 points, that player …* is said of each player for whom it holds.

Reach: what an *if* or a *when* found can be spoken of in what follows, inside that sentence; what lies under a
negation, a *no*, an *each* or in another line of a choice cannot.  What the passes of a loop did is a group
afterwards.

Look-ahead: most referents are never spoken of again, so nothing is kept for them.  Whoever needs one that was not kept
raises `SpeaksOf`; the text is then compiled once more, and keeps it (`settled.settle`).
"""
