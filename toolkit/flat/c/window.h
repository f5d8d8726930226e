/* The window in which effects run that wait; watches, and steps: `toolkit/machine/window.py`. */

/* --- Opening it ----------------------------------------------------------------------------------------------- */

static int waits_before(const Waiting *a, const Waiting *b) {
    if (a->layer != b->layer) return a->layer < b->layer;
    if (a->distance != b->distance) return a->distance < b->distance;
    return a->number < b->number;
}

enum { W_RULE, W_PROGRAM, W_LOCALS, W_ROW, MOST_HELD = 256 };

/* What waits runs before anything else does, weakest layer first, then clockwise from the active player. */
static void open_window(Game *g) {
    for (int k = 1; k < nwaits; k++) {  /* stable: equal ones stay as they were */
        Waiting one = waits[k];
        int at = k;
        for (; at > 0 && waits_before(&one, &waits[at - 1]); at--) waits[at] = waits[at - 1];
        waits[at] = one;
    }
    Frame *f = push_frame(g, WINDOW);
    f->base = g->s->nvalues;
    f->nevents = nwaits;
    for (int k = 0; k < nwaits; k++) {
        int32_t at = take_values(g, W_ROW + waits[k].n);
        g->values[at + W_RULE] = whole(waits[k].rule);
        g->values[at + W_PROGRAM] = whole(waits[k].program);
        g->values[at + W_LOCALS] = whole(waits[k].n);
        for (int j = 0; j < waits[k].n; j++) keep_new(g, at + W_ROW + j, local_of(g, wait_values[waits[k].at + j]));
    }
}

/* --- Watches -------------------------------------------------------------------------------------------------- */

static Bits watched_for(const Game *g) {
    return (Bits)(uint64_t)g->pack->watched_high << 64 | (uint64_t)g->pack->watched_low;
}

/* What a watch that may have to seem to ask has seen: `before` when it was last looked at, and now. */
typedef struct { const int32_t *before; int nbefore, at; int32_t *now; int n, changed; } Seeming;

static void see(Seeming *s, int32_t you, int32_t this, int32_t member, int32_t e) {
    if (s->n >= SEEN) fail();
    int32_t *to = s->now + 4 * s->n++;
    to[0] = you, to[1] = this, to[2] = member, to[3] = e;
}

static int same_seen(const int32_t *a, const int32_t *b, int n) { return !memcmp(a, b, sizeof *a * (size_t)n); }

/* Whether a watch saw the same for a member before: what it sees now begins at `first`.  Mostly in the same order. */
static int saw_the_same(Seeming *s, int first) {
    const int32_t *those = s->now + 4 * first;
    int n = s->n - first, count = 0;
    if (s->at + n <= s->nbefore && same_seen(s->before + 4 * s->at, those, 4 * n) &&
        (s->at + n == s->nbefore || !same_seen(s->before + 4 * (s->at + n), those, 3))) {
        s->at += n;
        return 1;
    }
    for (int k = 0; k < s->nbefore; k++) {
        if (!same_seen(s->before + 4 * k, those, 3)) continue;
        int known = 0;
        for (int j = 0; j < n && !known; j++) known = those[4 * j + 3] == s->before[4 * k + 3];
        if (!known) return 0;
        count++;
        s->at = k + 1;
    }
    return count == n;
}

/* Whether a watch has become true for a member, as far as others know. */
static int could_be(Game *g, int rule, const Value *locals, int nlocals, int32_t member, Seeming *s) {
    const int32_t *r = rule_row(g, rule), *places = g->narrow + r[R_LOOKS];
    int32_t you = (int32_t)locals[0].u.i, this = (int32_t)locals[1].u.i;
    int first = s->n;
    see(s, you, this, member, -1);
    for (int k = 0; k < r[R_NLOOKS]; k++) {
        int32_t owner = OF(owner, places[k]);
        if (r[R_LOOKS_OWN] && owner != you && owner != member) continue;
        for (int32_t e = g->first[places[k]]; e >= 0; e = g->next[e]) see(s, you, this, member, e);
    }
    int same = saw_the_same(s, first);
    return (s->changed || !same) && in_doubt(g, r[R_MATCH_PARTS], locals, nlocals, temps);
}

/* Notes for whom a watch is so; whether it was not, as far as `old` knows. */
static inline int newly_true(const int32_t *old, int32_t *fresh, int *nfresh, int32_t you, int32_t this, int32_t member) {
    int known = 0;
    for (int t = 0; t < old[0] && !known; t++)
        known = old[1 + 3 * t] == you && old[2 + 3 * t] == this && old[3 + 3 * t] == member;
    if (*nfresh >= TRUTHS) fail();
    int32_t *to = fresh + 3 * (*nfresh)++;
    to[0] = you, to[1] = this, to[2] = member;
    return !known;
}

static inline void now_known(int32_t *old, const int32_t *fresh, int nfresh) {
    old[0] = nfresh;
    for (int k = 0; k < 3 * nfresh; k++) old[1 + k] = fresh[k];
}

/* The same of a watch that stands on nothing and never has to seem to ask. */
static void now_true_of_all(Game *g, int number, int rule) {
    const int32_t *r = rule_row(g, rule);
    int32_t *old = g->truths + number * (1 + 3 * TRUTHS), fresh[3 * TRUTHS], nobody = -1;
    Value locals[MOST_LOCALS], none = whole(-1);
    int nfresh = 0, count = fill(g, (Active){rule, NULL}, locals, -1, -1, &none, 1);
    Value members = r[R_OVER] >= 0 ? ev(g, r[R_OVER], locals, temps) : set_of(&nobody, 1);
    for (int k = 0; k < members.n; k++) {
        locals[2] = whole(members.u.p[k]);
        if (met(g, r[R_MATCH], locals, temps) && newly_true(old, fresh, &nfresh, -1, -1, members.u.p[k]))
            wait_to_act(g, rule, locals, count, -1, 0);
    }
    now_known(old, fresh, nfresh);
}

/* A watch of the pack's own is asked of each member again; those for which it has become true, or could have, wait. */
static void now_true(Game *g, int number, int rule, Bits changed) {
    const int32_t *r = rule_row(g, rule);
    Active a = {rule, NULL};
    int32_t *old = g->truths + number * (1 + 3 * TRUTHS), fresh[3 * TRUTHS], nfresh = 0, seen[4 * SEEN];
    int32_t *before = r[R_SEEMS] >= 0 ? g->seen + r[R_SEEMS] * (1 + 4 * SEEN) : NULL;
    Seeming s = {before ? before + 1 : NULL, before ? before[0] : 0, 0, seen, 0, 0};
    Bits moves = MOVED | ~(Bits)0 << (FIRST_COLUMN_BIT + g->pack->attributes);
    s.changed = (changed & bits_at(g->wide + r[R_READS]) & ~moves) != 0;
    Value locals[MOST_LOCALS], none = whole(-1);
    Bindings b;
    int32_t nobody = -1, count = fill(g, a, locals, -1, -1, &none, 1);
    begin_bindings(g, a, NULL, NULL, temps, &b);
    while (next_binding(g, &b, temps)) {
        locals[0] = whole(b.you);
        locals[1] = whole(b.this);
        locals[2] = none;
        Value members = r[R_OVER] >= 0 ? ev(g, r[R_OVER], locals, temps) : set_of(&nobody, 1);
        for (int k = 0; k < members.n; k++) {
            int32_t member = members.u.p[k];
            locals[2] = whole(member);
            int does = met(g, r[R_MATCH], locals, temps) && newly_true(old, fresh, &nfresh, b.you, b.this, member);
            int could = before && could_be(g, rule, locals, count, member, &s);
            if (does || could) wait_to_act(g, rule, locals, count, -1, !does);
        }
    }
    now_known(old, fresh, nfresh);
    if (!before) return;
    before[0] = s.n;
    memcpy(before + 1, seen, sizeof(int32_t) * 4 * (size_t)s.n);
}

/* Looks again at conditions whose inputs have changed. */
static void look_again(Game *g) {
    Bits changed = g->s->changed;
    int32_t *mark = top;
    g->s->recent |= changed;
    g->s->changed = 0;
    for (int k = 0; k < g->pack->nwatches; k++) {
        int rule = NARROW(watches)[k];
        const int32_t *r = rule_row(g, rule);
        Bits reads = bits_at(g->wide + r[R_READS]);
        if (!(changed & (r[R_SEEMS] >= 0 ? reads | MOVED : reads))) continue;
        if (r[R_HOLDERS] < 0 && r[R_YOU] < 0 && r[R_SEEMS] < 0) now_true_of_all(g, k, rule);
        else now_true(g, k, rule, changed);
        top = mark;
    }
}

static inline void watch(Game *g) {
    if (g->s->changed & watched_for(g)) look_again(g);
}

/* Watches, after a change that was no event: whether effects wait. */
static int settled(Game *g) {
    nothing_waits();
    watch(g);
    if (nwaits) open_window(g);
    return nwaits > 0;
}

/* --- Steps ---------------------------------------------------------------------------------------------------- */

/* A step begins or ends: whether effects wait. */
static int step_event(Game *g, int step, int64_t who, const Value *roles, int nroles) {
    Value values[MOST_ROLES + 3], locals[MOST_LOCALS];
    Active a;
    nothing_waits();
    values[0] = whole(who);
    for (int k = 0; k < nroles; k++) values[1 + k] = roles[k];
    values[1 + nroles] = whole(0);
    values[2 + nroles] = whole(-1);
    for (int at = 0; next_active(g, HEARS, step, &at, &a);) {
        Acts acts = {0};
        Bindings b;
        begin_bindings(g, a, values, NULL, temps, &b);
        while (next_binding(g, &b, temps)) {
            int n = fill(g, a, locals, b.you, b.this, values, nroles + 3);
            if (!met(g, rule_row(g, a.rule)[R_MATCH], locals, temps)) continue;
            wait_to_act(g, a.rule, locals, n, who, 0);
            add_act(&acts, b.you, b.this);
        }
        seem_to_act(g, a, values, nroles + 3, NULL, &acts, NULL);
    }
    for (int k = 0; k < g->s->ndelayed; k++) {
        const Delayed *due = g->delayed + k;
        if (due->step != step) continue;
        Waiting w = {(int32_t)g->pack->nrules, 0, 0, due->rule, due->program, 0, due->n};
        read_words(g, due->at, due->n, locals);
        wait_for(g, w, locals);
    }
    watch(g);
    if (!nwaits) return 0;
    open_window(g);
    for (int k = 0; k < g->s->ndelayed;)  /* until now what waited lay there */
        if (g->delayed[k].step == step) drop_delayed(g, k);
        else k++;
    return 1;
}

static int skipped(Game *g, int step) {
    Value values[3] = {whole(-1), whole(0), whole(-1)}, locals[MOST_LOCALS];
    Active a;
    for (int at = 0; next_active(g, SKIPS, step, &at, &a);) {
        Bindings b;
        begin_bindings(g, a, values, NULL, temps, &b);
        while (next_binding(g, &b, temps)) {
            fill(g, a, locals, b.you, b.this, values, 3);
            if (met(g, rule_row(g, a.rule)[R_MATCH], locals, temps)) return 1;
        }
    }
    return 0;
}

/* --- What runs in it ------------------------------------------------------------------------------------------ */

/* Whether more than its condition would run, or it would be told that no more does. */
static int does_something(Game *g, int32_t program, const Value *given, int n) {
    program = program < 0 ? ~program : program;
    const int32_t *p = program_row(g, program), *blank = g->narrow + p[P_BLANK];
    int nlocals = p[P_LOCALS] > n ? p[P_LOCALS] : n, pc = 0;
    Value held[MOST_HELD];
    if (nlocals > MOST_HELD) fail();
    for (int k = 0; k < nlocals; k++)
        held[k] = k < n ? local_of(g, given[k]) : blank[k] == NO_MEMBERS ? set_of(scratch, 0) : whole(blank[k]);
    for (; pc < p[P_LENGTH]; work(1)) {
        const int32_t *c = g->narrow + g->narrow[p[P_CODE] + pc];
        switch (c[0]) {
            case I_LET: held[c[1]] = ev(g, c[2], held, temps); pc++; break;
            case I_JUMP: pc = c[1]; break;
            case I_RETURN: return 0;
            case I_UNLESS:
                if (holds_at(g, c[1], held, temps)) pc++;
                else if (c[3] >= 0 && hides(g, c[3], held, nlocals)) return 1;
                else pc = c[2];
                break;
            default: return 1;
        }
    }
    fail();
    return 0;
}

/* A card that somebody does not know: how many of them wait tells what they are. */
static int lies_unseen(const Game *g, int32_t e) {
    return g->pack->asks && e >= 0 && OF(is_component, e) && seers(g, e) != g->pack->everybody;
}

static int same_source(const Game *g, int32_t a, int32_t b) {
    if (lies_unseen(g, a) || lies_unseen(g, b)) return lies_unseen(g, a) && lies_unseen(g, b);
    return a == b || look_alike(g, a, b, 1);
}

/* As which rule's layer that counts of what waits for a step because of no rule: the last one's. */
static int layer_of(const Game *g, int64_t rule) {
    if (!g->pack->nrules) fail();
    return rule_row(g, (int)(rule < 0 ? g->pack->nrules - 1 : rule))[R_LAYER];
}

/* Where in the window those are among which the player of the first one chooses; gives how many. */
static int rivals(Game *g, const Value *first, int n, int32_t *where, int32_t *which) {
    if (first[W_LOCALS].u.i < 2) fail();
    int64_t you = first[W_ROW].u.i, this = first[W_ROW + 1].u.i;
    const Value *at = first;
    int found = 0, layer = layer_of(g, first[W_RULE].u.i);
    if (you <= 0 || this < 0 || g->s->out >> you & 1) return 0;
    for (int k = 0; k < n; k++, at += W_ROW + at[W_LOCALS].u.i) {
        int32_t rule = (int32_t)at[W_RULE].u.i, source, known = 0;
        if (at[W_LOCALS].u.i < 2) fail();
        source = (int32_t)at[W_ROW + 1].u.i;
        if (at[W_ROW].u.i != you || source < 0 || layer_of(g, rule) != layer) continue;
        for (int j = 0; j < found && !known; j++) {
            const Value *other = first + where[j];
            known = other[W_RULE].u.i == rule && same_source(g, (int32_t)other[W_ROW + 1].u.i, source);
        }
        if (known || !does_something(g, (int32_t)at[W_PROGRAM].u.i, at + W_ROW, (int)at[W_LOCALS].u.i)) continue;
        where[found] = (int32_t)(at - first);
        which[found++] = k;
    }
    return found;
}

/* Which of what waits is next, as a place among the values; -1: that is asked. */
static int32_t next_in_window(Game *g, Frame *f) {
    Value *first = g->values + f->base;
    int n = f->nevents - f->at, progress = f->progress;
    int32_t where[MOST_WAITING], which[MOST_WAITING];
    if (!g->pack->ordering || n < 2) return 0;
    int found = rivals(g, first, n, where, which);
    f->progress = NO_PROGRESS;
    if (progress == CHOSEN) return where[index_below(f->chosen, found)];
    if (found < 2) return 0;
    ask(g, ORDERED, first[W_ROW].u.i);
    for (int k = 0; k < found; k++)
        option(g, O_RULE, first[where[k] + W_RULE].u.i, first[where[k] + W_ROW + 1].u.i);
    return -1;
}

/* One step of a WINDOW frame. */
static void window(Game *g, Frame *f) {
    if (f->at >= f->nevents) {
        pop_frame(g);
        return;
    }
    int32_t at = next_in_window(g, f);
    if (at < 0) return;
    Value *first = g->values + f->base, *one = first + at, row_of_one[W_ROW + MOST_LOCALS];
    int n = (int)one[W_LOCALS].u.i;
    if (n > MOST_LOCALS) fail();
    memcpy(row_of_one, one, sizeof(Value) * (size_t)(W_ROW + n));
    memmove(first + W_ROW + n, first, sizeof(Value) * (size_t)at);  /* what was before it stays */
    f->base += W_ROW + n;
    f->at++;
    int32_t program = (int32_t)row_of_one[W_PROGRAM].u.i;
    for (int k = 0; k < n; k++) row_of_one[W_ROW + k] = local_of(g, row_of_one[W_ROW + k]);
    Frame *made = push_program(g, program < 0 ? ~program : program, row_of_one + W_ROW, n, -1);
    made->rule = (int32_t)row_of_one[W_RULE].u.i;
    if (program < 0) made->progress = PRETENDED;
}
