"""What happens, as verbs say it: which template a phrase has (`template`), the events that it fits (`pattern`,
`event`), when (`period`), whether it happened before (`history`), and whether it was carried out (`outcome`)."""
