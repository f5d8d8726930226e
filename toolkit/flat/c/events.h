/* Events: `toolkit/machine/event.py` and `window.py`, of games whose rules are replacements and watches. */

static const int32_t *verb_row(const Game *g, int verb) { return NARROW(verbs) + V_ROW * verb; }
static const int32_t *rule_row(const Game *g, int rule) { return NARROW(rules) + R_ROW * rule; }

enum { MOST_LOCALS = 48, MOST_MATCHES = 64 };

/* --- Rules ------------------------------------------------------------------------------------------------- */

/* `(you, this)` of a match, and the locals with which it matched are made again from these. */
typedef struct { int32_t rule, you, this; } Match;

static void fill(Game *g, const int32_t *r, Value *locals, int64_t you, int64_t this, const Value *values, int n) {
    (void)g;
    if (r[R_LOCALS] > MOST_LOCALS || n + 2 > MOST_LOCALS) fail();
    for (int k = 0; k < r[R_LOCALS]; k++) locals[k] = whole(0);
    locals[0] = whole(you);
    locals[1] = whole(this);
    for (int k = 0; k < n; k++) locals[2 + k] = values[k];
}

static int64_t you_of(Game *g, const int32_t *r, int64_t this, Value *T) {
    Value locals[MOST_LOCALS];
    if (r[R_YOU] < 0) return -1;
    fill(g, r, locals, -1, this, NULL, 0);
    return number_of(g, r[R_YOU], locals, T);
}

/* On what a rule stands; one that stands on nothing has the one holder -1.  `one`: of a rule that asks for itself. */
static Value holders_of(Game *g, const int32_t *r, const Value *one, Value *T) {
    Value locals[MOST_LOCALS];
    fill(g, r, locals, -1, one ? one->u.i : -1, NULL, 0);
    room(1);
    if (r[R_HOLDERS] < 0) {
        *top = -1;
        return set_of(top++, 1);
    }
    if (one && r[R_HOLDS] >= 0 && one->tag != SET) {
        *top = (int32_t)one->u.i;
        int32_t *found = top++;
        return set_of(found, one->u.i >= 0 && holds_at(g, r[R_HOLDS], locals, T));
    }
    locals[1] = whole(-1);
    return ev(g, r[R_HOLDERS], locals, T);
}

/* The replacements that fit an event: the strongest that were not used for it. */
static int replacements(Game *g, int verb, int64_t who, const Value *roles, const int32_t *used, int nused,
                        Match *found, Value *T) {
    const int32_t *v = verb_row(g, verb), *acting = g->pack->narrow + v[V_REPLACED];
    int n = 0, strongest = -1;
    for (int k = 0; k < v[V_NREPLACED]; k++) {
        const int32_t *r = rule_row(g, acting[k]);
        Value values[MOST_ROLES + 3], locals[MOST_LOCALS];
        if (r[R_LAYER] < strongest) continue;
        values[0] = whole(who);
        for (int j = 0; j < v[V_ROLES]; j++) values[1 + j] = roles[j];
        values[1 + v[V_ROLES]] = whole(0);
        values[2 + v[V_ROLES]] = whole(-1);
        Value held = holders_of(g, r, r[R_OWN] ? &values[r[R_OWN] - 2] : NULL, T);
        for (int j = 0; j < held.n; j++) {
            int64_t this = held.u.p[j], you = you_of(g, r, this, T);
            fill(g, r, locals, you, this, values, v[V_ROLES] + 3);
            if (r[R_MATCH] >= 0 && !holds_at(g, r[R_MATCH], locals, T)) continue;
            int before = 0;
            for (int u = 0; u < nused && !before; u++) before = used[3 * u] == acting[k] && used[3 * u + 1] == this;
            if (before) continue;
            if (r[R_LAYER] > strongest) n = 0;
            strongest = r[R_LAYER];
            if (n >= MOST_MATCHES) fail();
            Match m = {acting[k], (int32_t)you, (int32_t)this};
            found[n++] = m;
        }
    }
    return n;
}

/* --- Propose ----------------------------------------------------------------------------------------------- */

static int missing(Value v) { return v.tag == SET ? v.n == 0 : v.u.i == -1; }

static int proposable(Game *g, int verb, int64_t who, const Value *roles, Value *T) {
    const int32_t *v = verb_row(g, verb), *needs = g->pack->narrow + v[V_NEEDS];
    int32_t *mark = top;
    int so = 1;
    for (int k = 0; k < v[V_NNEEDS]; k++)
        if (missing(roles[needs[k]])) return 0;
    if (v[V_KIND] != STEPS && !possible(g, v[V_KIND], who, roles)) {
        Match found[MOST_MATCHES];
        so = v[V_NREPLACED] && replacements(g, verb, who, roles, NULL, 0, found, T);
    }
    if (so && v[V_REQUIRES] >= 0) {
        if (T + 2 + v[V_ROLES] + 64 > temps + TEMPS || ++deep > DEEPEST) fail();
        T[0] = whole(who);
        T[1] = whole(-1);
        for (int k = 0; k < v[V_ROLES]; k++) T[2 + k] = roles[k];
        so = holds_at(g, v[V_REQUIRES], T, T + 2 + v[V_ROLES]);
        deep--;
    }
    top = mark;
    return so;
}

static int can(Game *g, int verb, int64_t who, const Value *roles, Value *T) {
    int batch = verb_row(g, verb)[V_BATCH];
    if (batch < 0 || roles[batch].tag != SET) return proposable(g, verb, who, roles, T);
    Value one[MOST_ROLES], all = roles[batch];
    memcpy(one, roles, sizeof(Value) * (size_t)verb_row(g, verb)[V_ROLES]);
    for (int k = 0; k < all.n; k++) {
        one[batch] = whole(all.u.p[k]);
        if (proposable(g, verb, who, one, T)) return 1;
    }
    return 0;
}

static void open_watches(Game *g, int32_t slot, const Value *total);

/* Something has happened: 1 when effects wait, or when the game is over. */
static int finished(Game *g, int32_t slot, const Value *total) {
    if (g->s->over) return 1;
    if (!g->pack->nwatches || !g->s->changed) return 0;
    int32_t frames = g->s->nframes;
    open_watches(g, slot, total);
    return g->s->nframes > frames;
}

static int32_t origin_of(const Game *g, const int32_t *v, const Value *roles) {
    if (v[V_OBJ] < 0 || roles[v[V_OBJ]].tag != INT) return -1;
    return g->parent[row(g, roles[v[V_OBJ]].u.i)];
}

static Value nothing_of(const int32_t *v) { return v[V_NOTHING] ? set_of(scratch, 0) : whole(0); }

static Frame *keep_event(Game *g, Frame *f, int verb, int64_t who, const Value *roles) {
    const int32_t *v = verb_row(g, verb);
    f->verb = verb;
    f->who = (int32_t)who;
    f->nroles = v[V_ROLES];
    f->roles = take_values(g, v[V_ROLES]);
    for (int k = 0; k < v[V_ROLES]; k++) keep_new(g, f->roles + k, roles[k]);
    return f;
}

/* The steps of a verb of the pack run next. */
static void begin_steps(Game *g, int verb, int64_t who, const Value *roles, int32_t slot, int32_t rule,
                        const int32_t *applied, int32_t napplied, int32_t sentence) {
    const int32_t *v = verb_row(g, verb);
    Value given[MOST_ROLES + 2] = {whole(who), whole(-1)};
    int32_t origin = origin_of(g, v, roles);
    memcpy(given + 2, roles, sizeof(Value) * (size_t)v[V_ROLES]);
    Frame *f = push_program(g, v[V_PROGRAM], given, v[V_ROLES] + 2, slot);
    f->rule = rule;
    int32_t first = f->roles;
    keep_event(g, f, verb, who, roles);
    int32_t at = f->roles;
    f->roles = first;  /* what the frame has taken begins with its locals */
    f->events = at;
    f->origin = origin;
    f->sentence = sentence;
    inherit(g, f, applied, napplied);
}

/* 1: `total` is the result; 0: frames were pushed, or the game is over. */
static int commit_one(Game *g, int verb, int64_t who, const Value *roles, int32_t slot, int32_t rule,
                      const int32_t *applied, int32_t napplied, int32_t sentence, Value *total) {
    const int32_t *v = verb_row(g, verb);
    *total = nothing_of(v);
    if (v[V_KIND] == STEPS) {
        begin_steps(g, verb, who, roles, slot, rule, applied, napplied, sentence);
        return 0;
    }
    if (v[V_NREPLACED] && !possible(g, v[V_KIND], who, roles)) return 1;
    if (!apply(g, v[V_KIND], who, roles, total)) {
        *total = nothing_of(v);
        return 1;
    }
    return !finished(g, slot, total);
}

/* What came of several events together: things once each, or the sum of numbers. */
static Value total_of(Game *g, const int32_t *v, const Value *results, int n) {
    if (n == 1) return local_of(g, results[0]);
    int32_t *found = top, held = 0;
    int64_t sum = 0;
    for (int k = 0; k < n; k++) {
        Value one = local_of(g, results[k]);
        if (one.tag != SET) sum += one.tag == INT ? one.u.i : 0;
        else if (v[V_NOTHING]) {
            held = joined(g, found, held, one);
            top = found + held;
        }
    }
    return v[V_NOTHING] ? set_of(found, held) : whole(sum);
}

/* Several events with the same roles but for the batch role, whose values are `members`. */
static int commit(Game *g, int verb, int64_t who, const Value *roles, const int32_t *members, int n, int32_t slot,
                  const Value *results, int nresults, int32_t rule, const int32_t *applied, int32_t napplied,
                  int32_t sentence, Value *total) {
    const int32_t *v = verb_row(g, verb);
    Value one[MOST_ROLES];
    memcpy(one, roles, sizeof(Value) * (size_t)v[V_ROLES]);
    if (n == 1 && !nresults) {
        if (v[V_BATCH] >= 0) one[v[V_BATCH]] = whole(members[0]);
        return commit_one(g, verb, who, one, slot, rule, applied, napplied, sentence, total);
    }
    if (!n) {
        *total = total_of(g, v, results, nresults);
        return 1;
    }
    if (v[V_KIND] == STEPS) {
        Frame *f = push_frame(g, BATCH);
        f->slot = slot;
        f->rule = rule;
        f->sentence = sentence;
        keep_event(g, f, verb, who, roles);
        f->events = keep_numbers(g, members, n);
        f->nevents = n;
        f->kept = take_heap(g, 2 * n);  /* those that are done, and where their objects were */
        f->results = take_values(g, n + nresults);
        for (int k = 0; k < nresults; k++) keep_new(g, f->results + k, local_of(g, results[k]));
        f->nresults = nresults;
        inherit(g, f, applied, napplied);
        return 0;
    }
    Value *all = malloc(sizeof(Value) * (size_t)(n + nresults));
    if (!all) fail();
    int done = 0;
    for (int k = 0; k < nresults; k++) all[k] = results[k];
    for (int k = 0; k < n; k++) {
        Value result;
        one[v[V_BATCH]] = whole(members[k]);
        /* What came before it may have made it impossible. */
        if (possible(g, v[V_KIND], who, one) && apply(g, v[V_KIND], who, one, &result))
            all[nresults + done++] = result;
    }
    *total = nresults + done ? total_of(g, v, all, nresults + done) : nothing_of(v);
    free(all);
    return !(done && finished(g, slot, total));
}

/* 1: `result` is there; 0: frames were pushed, or the game is over. */
static int propose(Game *g, Frame *f, int verb, int64_t who, Value *roles, int32_t slot, int fairly, Value *result) {
    const int32_t *v = verb_row(g, verb);
    int32_t batch = v[V_BATCH], *members = top, n = 0;
    *result = nothing_of(v);
    if (batch >= 0 && roles[batch].tag == SET) {
        Value all = fairly ? fair(g, roles[batch]) : roles[batch], one[MOST_ROLES];
        memcpy(one, roles, sizeof one);
        members = top;
        room(all.n);
        top += all.n;
        for (int k = 0; k < all.n; k++) {
            one[batch] = whole(all.u.p[k]);
            if (proposable(g, verb, who, one, temps)) members[n++] = all.u.p[k];
        }
        if (!n) return 1;
    } else {
        if (!proposable(g, verb, who, roles, temps)) return 1;
        room(1);
        *top++ = batch >= 0 ? narrow(roles[batch].u.i) : 0;
        n = 1;
    }
    int32_t sentence = sentence_of(g, f);
    if (!v[V_NREPLACED])
        return commit(g, verb, who, roles, members, n, slot, NULL, 0, f->rule, g->heap + f->applied, f->napplied,
                      sentence, result);
    int32_t rule = f->rule, applied = f->applied, napplied = f->napplied;
    f = push_frame(g, REPLACING);
    f->slot = slot;
    f->rule = rule;
    f->sentence = sentence;
    keep_event(g, f, verb, who, roles);
    f->events = keep_numbers(g, members, n);
    f->nevents = n;
    f->kept = take_heap(g, n);
    f->results = take_values(g, n);
    inherit(g, f, g->heap + applied, napplied);
    f->used = f->applied;
    f->nused = napplied;
    return 0;
}

/* --- Replace ----------------------------------------------------------------------------------------------- */

/* The roles of the event of a frame, as values of this instruction. */
static void roles_of(Game *g, const Frame *f, Value *roles) {
    const int32_t *v = verb_row(g, f->verb);
    for (int k = 0; k < f->nroles; k++) roles[k] = local_of(g, g->values[f->roles + k]);
    if (v[V_BATCH] >= 0 && f->at < f->nevents) roles[v[V_BATCH]] = whole(g->heap[f->events + f->at]);
}

static int64_t affected(const Game *g, const int32_t *v, int64_t who, const Value *roles) {
    if (v[V_OBJ] >= 0 && roles[v[V_OBJ]].tag == INT) {
        int64_t thing = roles[v[V_OBJ]].u.i;
        int64_t owner = g->pack->owner_column >= 0 ? COLUMN(g->pack->owner_column, thing) : OF(owner, thing);
        if (owner > 0) return owner;
    }
    return who;
}

static void next_event(Frame *f) {
    f->at++;
    f->used = f->applied;
    f->nused = f->napplied;
}

static void all_replaced(Game *g, Frame *f) {
    const int32_t *v = verb_row(g, f->verb);
    int n = f->nkept, nresults = f->nresults, slot = f->slot, verb = f->verb, who = f->who;
    Value roles[MOST_ROLES], *results = malloc(sizeof(Value) * (size_t)(nresults + 1)), total;
    if (!results) fail();
    f->at = f->nevents;
    roles_of(g, f, roles);
    int32_t *members = top;
    room(n + 3 * f->napplied);
    for (int k = 0; k < n; k++) *top++ = g->heap[f->events + g->heap[f->kept + k]];
    int32_t *applied = top, napplied = f->napplied, rule = f->rule, sentence = f->sentence;
    memcpy(applied, g->heap + f->applied, sizeof(int32_t) * 3 * (size_t)napplied);
    top += 3 * napplied;
    for (int k = 0; k < nresults; k++) {  /* out of the heap, which ends with the frame */
        results[k] = local_of(g, g->values[f->results + k]);
        if (results[k].tag == SET) {
            room(results[k].n);
            memcpy(top, results[k].u.p, sizeof(int32_t) * (size_t)results[k].n);
            results[k].u.p = top;
            top += results[k].n;
        }
    }
    for (int k = 0; k < f->nroles; k++)
        if (roles[k].tag == SET) {
            room(roles[k].n);
            memcpy(top, roles[k].u.p, sizeof(int32_t) * (size_t)roles[k].n);
            roles[k].u.p = top;
            top += roles[k].n;
        }
    if (n == 1 && !nresults && v[V_BATCH] < 0) members[0] = 0;
    pop_frame(g);
    if (commit(g, verb, who, roles, members, n, slot, results, nresults, rule, applied, napplied, sentence, &total))
        store(g, slot, total);
    free(results);
}

/* One step of a REPLACING frame: start the next replacement, ask which, or commit what is left. */
static void replace(Game *g, Frame *f) {
    const int32_t *v = verb_row(g, f->verb);
    int progress = f->progress;
    f->progress = NO_PROGRESS;
    if (progress == RETURNED) {
        keep_new(g, f->results + f->nresults++, f->returned);
        next_event(f);
        return;
    }
    if (f->at >= f->nevents) {
        all_replaced(g, f);
        return;
    }
    Value roles[MOST_ROLES];
    Match found[MOST_MATCHES];
    roles_of(g, f, roles);
    int n = replacements(g, f->verb, f->who, roles, g->heap + f->used, f->nused, found, temps), choice = 0;
    if (!n) {
        g->heap[f->kept + f->nkept++] = f->at;
        next_event(f);
        return;
    }
    if (n > 1) {
        int64_t seat = affected(g, v, f->who, roles);
        if (progress == CHOSEN) choice = f->chosen;
        else if (seat > 0) {
            ask(g, REPLACE, seat);
            for (int k = 0; k < n; k++) option(g, O_RULE, found[k].rule, found[k].this);
            return;
        }
    }
    int32_t *used = top;
    room(3 * (f->nused + 1));
    memcpy(used, g->heap + f->used, sizeof *used * 3 * (size_t)f->nused);
    used[3 * f->nused] = found[choice].rule;
    used[3 * f->nused + 1] = found[choice].this;
    used[3 * f->nused + 2] = -1;
    top += 3 * (f->nused + 1);
    f->nused++;
    f->used = keep_numbers(g, used, 3 * f->nused);
    int32_t nused = f->nused;
    const int32_t *r = rule_row(g, found[choice].rule);
    Value values[MOST_ROLES + 3], locals[MOST_LOCALS];
    values[0] = whole(f->who);
    for (int k = 0; k < v[V_ROLES]; k++) values[1 + k] = roles[k];
    values[1 + v[V_ROLES]] = whole(0);
    values[2 + v[V_ROLES]] = whole(-1);
    fill(g, r, locals, found[choice].you, found[choice].this, values, v[V_ROLES] + 3);
    Frame *made = push_program(g, r[R_PROGRAM], locals, r[R_LOCALS], -1);
    made->rule = found[choice].rule;
    inherit(g, made, used, nused);
}

/* One step of a BATCH frame: note what the last run gave, start the next, or finish. */
static void batch(Game *g, Frame *f) {
    if (f->progress == RETURNED) {
        keep_new(g, f->results + f->nresults++, f->returned);
        g->heap[f->kept + 2 * f->nkept] = f->at - 1;
        g->heap[f->kept + 2 * f->nkept++ + 1] = f->returned_origin;
        f->progress = NO_PROGRESS;
    } else if (f->at < f->nevents) {
        Value roles[MOST_ROLES];
        roles_of(g, f, roles);
        f->at++;
        if (f->at == 1 || proposable(g, f->verb, f->who, roles, temps)) {
            int32_t *applied = top, n = f->napplied;
            room(3 * n);
            memcpy(applied, g->heap + f->applied, sizeof *applied * 3 * (size_t)n);
            top += 3 * n;
            begin_steps(g, f->verb, f->who, roles, -1, f->rule, applied, n, f->sentence);
        }
    } else {
        const int32_t *v = verb_row(g, f->verb);
        int32_t slot = f->slot;
        Value total = f->nresults ? total_of(g, v, g->values + f->results, f->nresults) : nothing_of(v);
        int done = f->nkept;
        pop_frame(g);
        if (!done || !finished(g, slot, &total)) store(g, slot, total);
    }
}

/* --- Ending ------------------------------------------------------------------------------------------------ */

/* The last frame ends with a value, and what waits for it goes on. */
static void returned(Game *g, Value value, int declined) {
    Frame f = *last_frame(g);
    pop_frame(g);
    Frame *under = last_frame(g);
    if (f.verb >= 0) {
        if (under && under->program == BATCH) {
            under->progress = RETURNED;
            under->returned = value;
            under->returned_origin = f.origin;
        } else if (!finished(g, f.slot, &value))
            store(g, f.slot, value);
    } else if (under && under->program == REPLACING) {
        under->progress = declined ? DECLINED : RETURNED;
        under->returned = value;
    } else if (under && under->program >= 0 && f.slot >= 0)
        keep(g, locals_of(g, under) + f.slot, value);
}

/* --- Watches and the window -------------------------------------------------------------------------------- */

typedef struct { int32_t layer, distance, rule, you, this, member; } Waiting;

static int before(const Waiting *a, const Waiting *b) {
    if (a->layer != b->layer) return a->layer < b->layer;
    if (a->distance != b->distance) return a->distance < b->distance;
    return a->rule < b->rule;
}

static int distance(const Game *g, int64_t player) {
    int seat = OF(seat, player), active = OF(seat, g->s->active), n = (int)g->pack->nplayers;
    if (player < 0 || seat < 0) return -1;
    return ((seat - (active < 0 ? 0 : active)) % n + n) % n;
}

/* The watch is asked of each member again; those for which it has become true wait. */
static int now_true(Game *g, int number, int rule, Waiting *waiting, int n) {
    const int32_t *r = rule_row(g, rule);
    int32_t *old = g->truths + number * (1 + 3 * TRUTHS), fresh[3 * TRUTHS], nfresh = 0;
    Value locals[MOST_LOCALS], held = holders_of(g, r, NULL, temps);
    for (int j = 0; j < held.n; j++) {
        int64_t this = held.u.p[j], you = you_of(g, r, this, temps);
        fill(g, r, locals, you, this, NULL, 0);
        int32_t nobody = -1;
        Value members = r[R_OVER] >= 0 ? ev(g, r[R_OVER], locals, temps) : set_of(&nobody, 1);
        for (int k = 0; k < members.n; k++) {
            int32_t member = members.u.p[k];
            locals[2] = whole(member);
            if (r[R_MATCH] >= 0 && !holds_at(g, r[R_MATCH], locals, temps)) continue;
            int known = 0;
            for (int t = 0; t < old[0] && !known; t++)
                known = old[1 + 3 * t] == you && old[2 + 3 * t] == this && old[3 + 3 * t] == member;
            if (nfresh >= TRUTHS) fail();
            fresh[3 * nfresh] = (int32_t)you;
            fresh[3 * nfresh + 1] = (int32_t)this;
            fresh[3 * nfresh++ + 2] = member;
            if (known) continue;
            if (n >= MOST_WAITING || n >= g->pack->waiting) fail();
            Waiting w = {r[R_LAYER], distance(g, you > 0 ? you : -1), rule, (int32_t)you, (int32_t)this, member};
            waiting[n++] = w;
        }
    }
    old[0] = nfresh;
    memcpy(old + 1, fresh, sizeof(int32_t) * 3 * (size_t)nfresh);
    return n;
}

/* Looks again at conditions whose inputs changed; what waits then runs before anything else. */
static void open_watches(Game *g, int32_t slot, const Value *total) {
    Waiting waiting[MOST_WAITING];
    int32_t *mark = top;
    uint64_t changed = g->s->changed, watched = 0;
    int n = 0;
    for (int k = 0; k < g->pack->nwatches; k++) {
        const int32_t *r = rule_row(g, NARROW(watches)[k]);
        watched |= (uint32_t)r[R_READS_LOW] | (uint64_t)(uint32_t)r[R_READS_HIGH] << 32;
    }
    if (!(changed & watched)) return;
    g->s->changed = 0;
    for (int k = 0; k < g->pack->nwatches; k++) {
        const int32_t *r = rule_row(g, NARROW(watches)[k]);
        uint64_t reads = (uint32_t)r[R_READS_LOW] | (uint64_t)(uint32_t)r[R_READS_HIGH] << 32;
        if (changed & reads) n = now_true(g, k, NARROW(watches)[k], waiting, n);
        top = mark;
    }
    if (!n) return;
    if (total) store(g, slot, *total);
    for (int k = 1; k < n; k++) {  /* stable: equal ones stay as they were */
        Waiting one = waiting[k];
        int at = k;
        for (; at > 0 && before(&one, &waiting[at - 1]); at--) waiting[at] = waiting[at - 1];
        waiting[at] = one;
    }
    Frame *f = push_frame(g, WINDOW);
    f->base = g->s->nvalues;
    f->nevents = n;
    for (int k = 0; k < n; k++) {
        const int32_t *r = rule_row(g, waiting[k].rule);
        int32_t at = take_values(g, 2 + r[R_LOCALS]);
        Value locals[MOST_LOCALS];
        fill(g, r, locals, waiting[k].you, waiting[k].this, NULL, 0);
        locals[2] = whole(waiting[k].member);
        g->values[at] = whole(waiting[k].rule);
        g->values[at + 1] = whole(r[R_LOCALS]);
        memcpy(g->values + at + 2, locals, sizeof(Value) * (size_t)r[R_LOCALS]);
    }
}

/* One step of a WINDOW frame. */
static void window(Game *g, Frame *f) {
    if (f->at >= f->nevents) {
        pop_frame(g);
        return;
    }
    Value *waiting = g->values + f->base;
    const int32_t *r = rule_row(g, (int)waiting[0].u.i);
    int32_t rule = (int32_t)waiting[0].u.i;
    f->at++;
    f->base += 2 + (int32_t)waiting[1].u.i;
    Frame *made = push_program(g, r[R_PROGRAM], waiting + 2, r[R_LOCALS], -1);
    made->rule = rule;
}
