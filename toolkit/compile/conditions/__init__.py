"""A clause becomes a truth (`condition`): said of each thing of its subject, of some, of none (`quantified`), with what
stands there named for the rest of the sentence (`found`).  *is …* is `predicate`, *has …* `having`, another verb
`state`, of several things together `together`."""
