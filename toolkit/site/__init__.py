"""A pack as the book of its players, in each of its languages; in a handbook the guide, the language and the
diagnostics, too.

In: loaded packs.  Out: `Book`, a set of pages and files that is the same for the same input.  Nothing here needs the
program that turns pages into a site; only `publish` runs it.

* `page`: pages, anchors and links, which of them lead nowhere, and in which file each edition of a page lies; `markup`:
  author's text as safe HTML; `layout`: where long pages are cut.
* `brand`: what a pack says of its site; `labels`: what pages themselves say; `colour`: author's colours made legible.
* `shelf`: a pack with what its pages share, in the language of a page; `speech`: its sentences, their words linked.
* `rules`, `words`, `faces`, `cards`, `decks`, `stories`, `examples`, `sources`, `front`: the pages of a pack.
* `reference`, `catalogue`, `guide`: the language, the diagnostics, the written pages; `said` runs the sentences of the
  first.
* `search`: the index of a search that works without a server.
* `book`: all pages and what stands around them; `publish`: writes, builds, checks.
"""
