"""A sentence that is carried out becomes code (`effect`): around a clause `guard` (*if*), `loop` (*each*) and `choice`;
in it the verb phrase (`deed`), what it is done with (`roles`) and whose that is (`whose`), its event (`doing`), whether
it can be done (`ability`).  Verbs that are instructions are `special`, what an effect makes stand is `lasting`."""
