"""A sentence that stands becomes rules (`statement`, `rule`): *when* (`trigger`, `often`), *instead* and *cannot*
(`permission`), *has +1* (`continuous`), for as long as it stands (`standing`)."""
