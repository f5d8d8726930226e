/* Values as words, one after the other: how what lasts and what has happened is kept.  A value is its tag, then the two
   halves of a number, or how many members a set has and these. */

static int32_t words_for(Value v) { return v.tag == SET ? 2 + v.n : 3; }

static int32_t *write_value(int32_t *to, Value v) {
    *to++ = v.tag;
    if (v.tag == SET) {
        *to++ = v.n;
        memmove(to, v.u.p, sizeof *to * (size_t)v.n);
        return to + v.n;
    }
    if (v.tag != INT && v.tag != BOOL) fail();
    *to++ = (int32_t)(uint32_t)v.u.i;
    *to++ = (int32_t)(v.u.i >> 32);
    return to;
}

/* A set stays where the words are. */
static const int32_t *read_value(const int32_t *from, Value *v) {
    if (*from == SET) {
        *v = set_of(from + 2, from[1]);
        return from + 2 + from[1];
    }
    v->tag = *from;
    v->n = 0;
    v->u.i = (int64_t)(((uint64_t)(uint32_t)from[2] << 32) | (uint32_t)from[1]);
    return from + 3;
}

/* --- What lasts and what waits for a later moment ------------------------------------------------------------- */

/* Where the values stand from now on. */
static int32_t keep_words(Game *g, const Value *values, int n) {
    int32_t at = g->s->nwords, more = 0;
    for (int k = 0; k < n; k++) more += words_for(values[k]);
    if (more > WORDS - at) fail();
    int32_t *to = g->words + at;
    for (int k = 0; k < n; k++) to = write_value(to, values[k]);
    g->s->nwords += more;
    return at;
}

static int read_words(const Game *g, int32_t at, int n, Value *values) {
    const int32_t *from = g->words + at;
    for (int k = 0; k < n; k++) from = read_value(from, values + k);
    return (int)(from - g->words) - at;
}

/* What stood after these words moves up. */
static void forget_words(Game *g, int32_t at, int32_t n) {
    memmove(g->words + at, g->words + at + n, sizeof(int32_t) * (size_t)(g->s->nwords - at - n));
    g->s->nwords -= n;
    for (int k = 0; k < g->s->neffects; k++)
        if (g->effects[k].at > at) g->effects[k].at -= n;
    for (int k = 0; k < g->s->ndelayed; k++)
        if (g->delayed[k].at > at) g->delayed[k].at -= n;
}

static int32_t words_at(const Game *g, int32_t at, int n) {
    Value values[MOST_CAPTURED];
    return read_words(g, at, n, values);
}

static void drop_effect(Game *g, int k) {
    Effect gone = g->effects[k];
    memmove(g->effects + k, g->effects + k + 1, sizeof(Effect) * (size_t)(--g->s->neffects - k));
    forget_words(g, gone.at, words_at(g, gone.at, gone.n));
}

static void drop_delayed(Game *g, int k) {
    Delayed gone = g->delayed[k];
    memmove(g->delayed + k, g->delayed + k + 1, sizeof(Delayed) * (size_t)(--g->s->ndelayed - k));
    forget_words(g, gone.at, words_at(g, gone.at, gone.n));
}

static void too_many_last(const Game *g) {
    if (g->s->neffects + g->s->ndelayed > g->pack->lasting) fail();
}

static Effect *add_effect(Game *g, Effect made, const Value *values) {
    if (g->s->neffects >= EFFECTS || made.n > MOST_CAPTURED) fail();
    made.at = keep_words(g, values, made.n);
    g->effects[g->s->neffects++] = made;
    too_many_last(g);
    return g->effects + g->s->neffects - 1;
}

static void add_delayed(Game *g, Delayed made, const Value *values) {
    if (g->s->ndelayed >= DELAYED || made.n > MOST_CAPTURED) fail();
    made.at = keep_words(g, values, made.n);
    g->delayed[g->s->ndelayed++] = made;
    too_many_last(g);
}

/* --- What has happened ---------------------------------------------------------------------------------------- */

/* An event as it is kept: verb, who, how many roles; each role, the result, where its object was before.  The use of a
   once-counter: -1, its rule, how many values; each value. */
enum { E_VERB, E_WHO, E_NROLES, E_VALUES, E_RULE = E_WHO };

static const int32_t *event_at(const Game *g, int k) { return g->history + g->events[k]; }

static int32_t *new_event(Game *g, int32_t words) {
    if (g->s->nevents >= EVENTS || g->s->nevents >= g->pack->log || words > HISTORY - g->s->nhistory) fail();
    int32_t at = g->s->nhistory;
    g->events[g->s->nevents++] = at;
    g->s->nhistory += words;
    has_changed(g, HAPPENED);
    return g->history + at;
}

static void record(Game *g, int verb, int64_t who, const Value *roles, int n, Value result, int32_t origin) {
    int32_t words = E_VALUES + words_for(result) + words_for(whole(origin));
    for (int k = 0; k < n; k++) words += words_for(roles[k]);
    int32_t *to = new_event(g, words);
    to[E_VERB] = verb;
    to[E_WHO] = (int32_t)who;
    to[E_NROLES] = n;
    to += E_VALUES;
    for (int k = 0; k < n; k++) to = write_value(to, roles[k]);
    write_value(write_value(to, result), whole(origin));
}

static void use(Game *g, int rule, const Value *values, int n) {
    int32_t words = E_VALUES;
    for (int k = 0; k < n; k++) words += words_for(values[k]);
    int32_t *to = new_event(g, words);
    to[E_VERB] = -1;
    to[E_RULE] = rule;
    to[E_NROLES] = n;
    to += E_VALUES;
    for (int k = 0; k < n; k++) to = write_value(to, values[k]);
}

/* The first event since a period began, or, outside of it, since it last did. */
static int begun_at(const Game *g, int64_t period) {
    if (period < 0) return 0;
    for (int k = g->s->nruns - 1; k >= 0; k--)
        if (g->runs[k].period == period) return g->runs[k].start;
    return g->period_start[period];
}

/* Before this one no sentence could ask for any event. */
static int first_that_counts(const Game *g) {
    int first = g->s->nevents;
    for (int k = 0; k < g->pack->nasked; k++) {
        int begun = begun_at(g, NARROW(asked_periods)[k]);
        if (begun < first) first = begun;
    }
    return first;
}

/* From which one on a sentence could still ask for events like this one (`toolkit/machine/past.py`). */
static int counts_from(const Game *g, const int32_t *e) {
    const int32_t *range = NARROW(asked_uses) + 2 * e[E_RULE], *v = NARROW(verbs) + V_ROW * e[E_VERB];
    const int32_t *periods = g->narrow + (e[E_VERB] >= 0 ? v[V_ASKED] : range[0]);
    int n = e[E_VERB] >= 0 ? v[V_NASKED] : range[1], first = INT_MAX;
    for (int j = 0; j < n; j++) {
        int begun = begun_at(g, periods[j]);
        first = begun < first ? begun : first;
    }
    return first;
}

static int counts(const Game *g, int k) { return counts_from(g, event_at(g, k)) <= k; }

static int value_mentions(Value v, int32_t e) {
    if (v.tag != SET) return v.u.i == e;
    for (int k = 0; k < v.n; k++)
        if (v.u.p[k] == e) return 1;
    return 0;
}

static int values_mention(const int32_t *from, int n, int32_t e) {
    Value v;
    for (int k = 0; k < n; k++) {
        from = read_value(from, &v);
        if (value_mentions(v, e)) return 1;
    }
    return 0;
}
