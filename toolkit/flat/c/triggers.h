/* Triggers: what they look back to before an event, and which of them hear it: `toolkit/machine/window.py`. */

/* --- What waits ----------------------------------------------------------------------------------------------- */

/* What will run in a window: a sort key, then a rule, its program (~program: pretended) and locals, `n` of them from `at`
   on in `wait_values`.  Collected within one instruction. */
typedef struct { int32_t layer, distance, number, rule, program, at, n; } Waiting;

enum { WAIT_VALUES = 8192, NOTES = 1 << 16 };

static Waiting waits[MOST_WAITING];
static Value wait_values[WAIT_VALUES];
static int nwaits, nwait_values;

static void nothing_waits(void) { nwaits = nwait_values = 0; }

static int distance(const Game *g, int64_t player) {
    int seat, active = OF(seat, g->s->active), n = (int)g->pack->nplayers;
    if (player < 0 || (seat = OF(seat, player)) < 0) return -1;
    return ((seat - (active < 0 ? 0 : active)) % n + n) % n;
}

static void wait_for(Game *g, Waiting w, const Value *locals) {
    if (nwaits >= MOST_WAITING || nwaits >= g->pack->waiting || w.n > WAIT_VALUES - nwait_values) fail();
    w.at = nwait_values;
    memcpy(wait_values + w.at, locals, sizeof(Value) * (size_t)w.n);
    nwait_values += w.n;
    waits[nwaits++] = w;
}

/* Whether a trigger that acts the first time alone has not acted yet; from now on it has. */
static int first_time(Game *g, const int32_t *x, const Value *locals) {
    Value values[MOST_ROLES];
    if (used(g, x, locals, temps)) return 0;
    for (int k = 0; k < x[3]; k++) values[k] = ev(g, x[4 + k], locals, temps);
    use(g, x[1], values, x[3]);
    return 1;
}

static void wait_to_act(Game *g, int rule, const Value *locals, int n, int64_t who, int pretended) {
    const int32_t *r = rule_row(g, rule);
    if (r[R_SPENDS] >= 0 && !first_time(g, g->narrow + r[R_SPENDS], locals)) return;
    int64_t player = locals[0].u.i > 0 ? locals[0].u.i : who;
    Waiting w = {r[R_LAYER], distance(g, player), rule, rule, pretended ? ~r[R_PROGRAM] : r[R_PROGRAM], 0, n};
    wait_for(g, w, locals);
}

/* --- Looking back --------------------------------------------------------------------------------------------- */

/* What triggers know from before an event: how many numbers this takes, how many triggers it is of, then for each its
   rule and effect; how many holders and these; for how many of them what it says of the object is so (-1: that is asked
   afterwards) and these; the same of what must hold before; how many bindings and these, you and this. */
typedef struct {
    int32_t rule, effect, nheld, nfitted, nso, nhad;
    const int32_t *held, *fitted, *so, *had;
} Earlier;

static int32_t notes[NOTES], nnotes;
static const int32_t nothing_before[] = {2, 0};

static void note(int32_t one) {
    if (nnotes >= NOTES) fail();
    notes[nnotes++] = one;
}

static const int32_t *read_earlier(const int32_t *at, Earlier *e) {
    e->rule = *at++;
    e->effect = *at++;
    e->nheld = *at++, e->held = at, at += e->nheld;
    e->nfitted = *at++, e->fitted = at, at += e->nfitted < 0 ? 0 : e->nfitted;
    e->nso = *at++, e->so = at, at += e->nso;
    e->nhad = *at++, e->had = at, at += 2 * e->nhad;
    return at;
}

static int earlier_of(const int32_t *before, Active a, Earlier *e) {
    const int32_t *at = before + 2;
    for (int k = 0; k < before[1]; k++) {
        at = read_earlier(at, e);
        if (e->rule == a.rule && e->effect == effect_id(a)) return 1;
    }
    return 0;
}

/* On which holders what a trigger asks before the event holds now: as many numbers, after how many there are. */
static int note_fitting(Game *g, Active a, int32_t asked, const Value *values, int n) {
    Value locals[MOST_LOCALS];
    int first = nnotes;
    note(0);
    Bindings b;
    begin_bindings(g, a, NULL, NULL, temps, &b);
    while (next_binding(g, &b, temps)) {
        fill(g, a, locals, b.you, b.this, values, n);
        if (holds_at(g, asked, locals, temps)) note(b.this);
    }
    return notes[first] = nnotes - first - 1;
}

/* The trigger's part of what is looked back to; of one that need not look back nothing. */
static int note_trigger(Game *g, Active a, int64_t place, int lies_open, Value *values, int n) {
    const int32_t *r = rule_row(g, a.rule);
    int first = nnotes, nheld = 0, fitted = 0;
    note(a.rule);
    note(effect_id(a));
    int at = nnotes;
    note(0);
    if (r[R_MOVING]) {
        Bindings b;
        begin_bindings(g, a, NULL, NULL, temps, &b);
        for (; next_binding(g, &b, temps); nheld++) note(b.this);
        notes[at] = nheld;
    }
    if (r[R_WAS] >= 0 && lies_open) {
        values[n - 1] = whole(place);
        note_fitting(g, a, r[R_WAS], values, n);
        fitted = 1;
    } else note(-1);
    values[n - 1] = whole(-1);
    int so = 0;
    if (r[R_BEFORE] >= 0) so = note_fitting(g, a, r[R_BEFORE], values, n);
    else note(0);
    note(nheld);
    if (r[R_MOVING]) {
        Bindings b;
        begin_bindings(g, a, NULL, NULL, temps, &b);
        while (next_binding(g, &b, temps)) {
            note(b.you);
            note(b.this);
        }
    }
    if (r[R_MOVING] || fitted || so) return 1;
    nnotes = first;
    return 0;
}

static const int32_t *looked_back(Game *g, int verb, int64_t who, const Value *roles) {
    const int32_t *v = verb_row(g, verb);
    Value values[MOST_ROLES + 3], thing = v[V_OBJ] >= 0 ? roles[v[V_OBJ]] : whole(-1);
    int lies_open = thing.tag == INT && thing.u.i >= 0 && lies_in_the_open(g, thing.u.i), first = nnotes, count = 0;
    int64_t place = lies_open ? g->parent[row(g, thing.u.i)] : -1;
    int n = values_of(g, verb, who, roles, whole(0), -1, values);
    int32_t *mark = top;
    Active a;
    note(0);
    note(0);
    for (int at = 0; next_active(g, TRIGGERS, verb, &at, &a);) count += note_trigger(g, a, place, lies_open, values, n);
    top = mark;
    notes[first] = nnotes - first;
    notes[first + 1] = count;
    return count ? notes + first : nothing_before;
}

static inline const int32_t *look_back(Game *g, const int32_t *v, int verb, int64_t who, const Value *roles) {
    return acted_on(g, v, verb, TRIGGERS) ? looked_back(g, verb, who, roles) : nothing_before;
}

/* --- Hearing -------------------------------------------------------------------------------------------------- */

/* A committed event: `origin`: where its object was before; `before`: what was looked back to. */
typedef struct {
    int verb;
    int64_t who;
    const Value *roles;
    Value result;
    int32_t origin;
    const int32_t *before;
} Done;

/* The bindings for which a rule acts. */
typedef struct { int n; int32_t you[MOST_MATCHES], this[MOST_MATCHES]; } Acts;

static void add_act(Acts *acts, int32_t you, int32_t this) {
    if (acts->n >= MOST_MATCHES) fail();
    acts->you[acts->n] = you;
    acts->this[acts->n++] = this;
}

static int acts_for(const Acts *acts, int32_t you, int32_t this) {
    for (int k = 0; k < acts->n; k++)
        if (acts->you[k] == you && acts->this[k] == this) return 1;
    return 0;
}

/* For whom a moving trigger acted before, as well as for whom it does now. */
static Value held_then_or_now(Game *g, Active a, const Earlier *e) {
    Value now = holders(g, a, temps);
    int32_t *found = top;
    room(e->nheld + now.n);
    top += e->nheld + now.n;
    int n = joined(g, found, 0, set_of(e->held, e->nheld));
    return set_of(found, joined(g, found, n, now));
}

/* Whether what a trigger says of the event's object holds: of one that left where it lay open, or with which more was
   done than its verb says (`e`, else NULL), as it was then. */
static int was_so(Game *g, int32_t was, const Value *locals, const Earlier *e) {
    int32_t this = (int32_t)locals[1].u.i;
    if (!e || e->nfitted < 0 || (e->nheld && !among(this, e->held, e->nheld))) return holds_at(g, was, locals, temps);
    return among(this, e->fitted, e->nfitted);
}

/* What one trigger does after an event waits, for each binding; `acts`: these. */
static void fired(Game *g, Active a, const Done *d, const Value *values, int n, const Value *held, const Earlier *e,
                  int changed, Acts *acts) {
    const int32_t *r = rule_row(g, a.rule);
    Value locals[MOST_LOCALS];
    Bindings b;
    begin_bindings(g, a, values, held, temps, &b);
    while (next_binding(g, &b, temps)) {
        for (int k = 0; b.you < 0 && e && k < e->nhad; k++)
            if (e->had[2 * k + 1] == b.this) {
                b.you = e->had[2 * k];
                break;
            }
        int count = fill(g, a, locals, b.you, b.this, values, n);
        if (!met(g, r[R_MATCH], locals, temps)) continue;
        if (r[R_BEFORE] >= 0 && !(e && among(b.this, e->so, e->nso))) continue;
        if (r[R_WAS] >= 0 && !was_so(g, r[R_WAS], locals, changed ? e : NULL)) continue;
        wait_to_act(g, a.rule, locals, count, d->who, 0);
        add_act(acts, b.you, b.this);
    }
}

/* A rule that does not act, but must seem to: its effect waits, pretended.  `so`: for which holders only, or NULL. */
static void seem_to_act(Game *g, Active a, const Value *values, int n, const Value *held, const Acts *acts,
                        const Earlier *so) {
    const int32_t *r = rule_row(g, a.rule);
    Value locals[MOST_LOCALS];
    if (!r[R_PRETENDS]) return;
    Bindings b;
    begin_bindings(g, a, values, held, temps, &b);
    while (next_binding(g, &b, temps)) {
        if (acts_for(acts, b.you, b.this) || (so && !among(b.this, so->so, so->nso))) continue;
        int count = fill(g, a, locals, b.you, b.this, values, n);
        if (unsure(g, a.rule, locals, count, temps)) wait_to_act(g, a.rule, locals, count, values[0].u.i, 1);
    }
}

/* Adds the triggers of one committed event to what waits. */
static void triggered(Game *g, const Done *d) {
    static const Earlier nothing;
    const int32_t *v = verb_row(g, d->verb);
    Value values[MOST_ROLES + 3], thing = v[V_OBJ] >= 0 ? d->roles[v[V_OBJ]] : whole(-1);
    int moved = thing.tag == INT && thing.u.i >= 0 && g->parent[row(g, thing.u.i)] != d->origin;
    int n = values_of(g, d->verb, d->who, d->roles, d->result, d->origin, values);
    Active a;
    for (int at = 0; next_active(g, TRIGGERS, d->verb, &at, &a);) {
        const int32_t *r = rule_row(g, a.rule);
        Earlier e;
        Acts acts = {0};
        int known = earlier_of(d->before, a, &e), moving = known && r[R_MOVING];
        Value held = {0};
        if (moving) held = held_then_or_now(g, a, &e);
        fired(g, a, d, values, n, moving ? &held : NULL, known ? &e : NULL, moved || v[V_PROGRAM] >= 0, &acts);
        if (r[R_WAS] < 0 || !known || e.nfitted < 0)  /* else all saw what it was */
            seem_to_act(g, a, values, n, moving ? &held : NULL, &acts,
                        r[R_BEFORE] < 0 ? NULL : known ? &e : &nothing);
    }
}
