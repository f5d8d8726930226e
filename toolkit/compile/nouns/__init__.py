"""A noun phrase becomes a `Desc`: from the whole phrase (`nominal`) down to its words (`determiner`).

In a fixed order: where to look (`sets`, `supply`, `possess`) → kind → adjectives → modifiers → relative clause →
ordinal → determiner (`quantify`).  Numbers are `amount` and `quantity`; *it*, *that N*, *the other Ns* are `pronoun`
and `reference`, *another N* `others`.
"""
