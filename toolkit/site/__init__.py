"""Packs, the language and the diagnostics as pages: everything that `sayso site` shows, as Markdown and HTML fragments.

In: loaded packs.  Out: `Book`, a set of pages and files that is the same for the same input.  Nothing here needs the
program that turns pages into a site; only `publish` runs it.

* `page`: pages, anchors and links, and which of them lead nowhere; `markup`: author's text as safe HTML.
* `speech`: a sentence in each language, its words linked; `shelf`: a pack with what its pages share.
* `rules`, `words`, `cards`, `examples`, `sources`, `front`: the pages of a pack, one sort each.
* `reference`, `catalogue`, `guide`: the language, the diagnostics, the written pages; `said` runs the sentences of the
  first.
* `book`: all of them with their order; `publish`: writes, builds, checks.
"""
