"""What designers write for something that has a canonical form: replaced among the tokens (`alternates`, `clauses`, and
tables by subject) or on the finished tree (`normal`, `instead`), so that `fmt` writes the canonical wording."""
