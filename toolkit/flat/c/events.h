/* Events, from propose to commit: `toolkit/machine/event.py`. */

enum { KEPT_ROW = 3 };

/* --- Replacements ---------------------------------------------------------------------------------------------- */

/* A replacement that fits an event, or (`acts` 0) must seem to. */
typedef struct { Active active; int32_t you, this, acts; } Match;

typedef struct { Match *found; int n; Rank strongest; } Matches;

static int was_used(Active a, int32_t this, const int32_t *used, int nused) {
    for (int k = 0; k < nused; k++)
        if (used[3 * k] == a.rule && used[3 * k + 1] == this && used[3 * k + 2] == effect_id(a)) return 1;
    return 0;
}

/* Among as strong ones; a stronger one stands alone. */
static void add_match(const Game *g, Matches *m, Active a, int32_t you, int32_t this, int acts) {
    Rank rank = rank_of(g, a.rule, this);
    if (m->n && stronger(m->strongest, rank)) return;
    if (m->n && stronger(rank, m->strongest)) m->n = 0;
    if (m->n >= MOST_MATCHES) fail();
    m->strongest = rank;
    Match one = {a, you, this, acts};
    m->found[m->n++] = one;
}

static int replacements(Game *g, int verb, int64_t who, const Value *roles, const int32_t *used, int nused,
                        Match *found, Value *T) {
    Value values[MOST_ROLES + 3], locals[MOST_LOCALS];
    Matches m = {found, 0, {-1, 0}};
    int n = values_of(g, verb, who, roles, whole(0), -1, values);
    Active a;
    for (int at = 0; next_active(g, REPLACES, verb, &at, &a);) {
        const int32_t *r = rule_row(g, a.rule);
        if (m.n && r[R_LAYER] < m.strongest.layer) continue;
        Bindings b;
        begin_bindings(g, a, values, NULL, T, &b);
        while (next_binding(g, &b, T)) {
            fill(g, a, locals, b.you, b.this, values, n);
            if (met(g, r[R_MATCH], locals, T) && !was_used(a, b.this, used, nused))
                add_match(g, &m, a, b.you, b.this, 1);
        }
    }
    return m.n;
}

static int any_replaces(Game *g, int verb, int64_t who, const Value *roles, Value *T) {
    Match found[MOST_MATCHES];
    return replacements(g, verb, who, roles, NULL, 0, found, T);
}

/* `replacements`, and those as strong that must seem to fit. */
static int instead(Game *g, int verb, int64_t who, const Value *roles, const int32_t *used, int nused, Match *found) {
    Value values[MOST_ROLES + 3], locals[MOST_LOCALS];
    Matches m = {found, replacements(g, verb, who, roles, used, nused, found, temps), {-1, 0}};
    if (!g->pack->asks) return m.n;
    int n = values_of(g, verb, who, roles, whole(0), -1, values);
    if (m.n) m.strongest = rank_of(g, found[0].active.rule, found[0].this);
    Active a;
    for (int at = 0; next_active(g, REPLACES, verb, &at, &a);) {
        const int32_t *r = rule_row(g, a.rule);
        if (!r[R_PRETENDS]) continue;
        Bindings b;
        begin_bindings(g, a, values, NULL, temps, &b);
        while (next_binding(g, &b, temps)) {
            int count = fill(g, a, locals, b.you, b.this, values, n);
            if (met(g, r[R_MATCH], locals, temps) || was_used(a, b.this, used, nused)) continue;
            if (unsure(g, a.rule, locals, count, temps)) add_match(g, &m, a, b.you, b.this, 0);
        }
    }
    return m.n;
}

/* `unheard.h` */
static int unheard(const Game *g, const int32_t *v);
static int finished_unheard(Game *g, int32_t slot, const Value *total);
static int propose_unheard(Game *g, const Frame *f, int verb, int64_t who, const Value *roles, int32_t slot, Value *result);
static int propose_several_unheard(Game *g, int verb, int64_t who, const Value *roles, const int32_t *members, int n,
                                   int32_t slot, Value *result);

/* --- Propose ----------------------------------------------------------------------------------------------- */

/* Whether what a verb requires is so; it may ask for another verb in turn. */
static int requirement(Game *g, const int32_t *v, int64_t who, const Value *roles, Value *T) {
    Value *inner = T + 2 + v[V_ROLES];
    if (v[V_REQUIRES] < 0) return 1;
    deeper(0, inner);
    if (++nrequired > g->pack->depth) fail();
    T[0] = whole(who);
    T[1] = whole(-1);
    for (int k = 0; k < v[V_ROLES]; k++) T[2 + k] = roles[k];
    int so = holds_at(g, v[V_REQUIRES], T, inner);
    nrequired--;
    return so;
}

static int proposable_now(Game *g, const int32_t *v, int verb, int64_t who, const Value *roles, Value *T) {
    int32_t *mark = top;
    int replaced = acted_on(g, v, verb, REPLACES), ruled = acted_on(g, v, verb, FORBIDS);
    int so = v[V_KIND] == STEPS || possible(g, v[V_KIND], who, roles);
    if (v[V_REQUIRES] < 0 && !replaced && !ruled) return so;
    deeper(4, T);
    so = so || (replaced && any_replaces(g, verb, who, roles, T));
    so = so && requirement(g, v, who, roles, T) && !(ruled && forbidden(g, verb, who, roles, T));
    deep -= 4;
    top = mark;
    return so;
}

/* What was proposable or not in a `version` of a game is so as long as nothing changes at all: a *choose one* asks it of what
   may be done, then whoever chooses what it is done with, then whatever is done.  So deep inside of other questions it was
   asked, and found to be within all limits; it is not kept of what an attribute is being asked for. */
enum { MOST_PROPOSED = 512 };

/* V_REMEMBERED: that it is, or that it depends on who does it and on nothing with which that is done, as long as no effect
   lasts that could say more. */
enum { BY_ALL = 1, BY_WHO = 2 };

static int proposable_known(Game *g, const int32_t *v, int verb, int64_t who, const Value *roles, Value *T) {
    uint64_t hash = ((uint64_t)verb << 32 ^ (uint64_t)who) * 0x9E3779B97F4A7C15u;
    int by_who = v[V_REMEMBERED] == BY_WHO && !g->s->neffects, n = by_who ? 0 : v[V_ROLES], same;
    for (int k = 0; k < n; k++) {
        if (roles[k].tag > BOOL) return proposable_now(g, v, verb, who, roles, T);
        hash = (hash ^ (uint64_t)roles[k].u.i) * 0x9E3779B97F4A7C15u;
    }
    Proposed *p = by_who ? g->pack->by_who + verb : g->pack->proposed + (hash >> 32) % MOST_PROPOSED;
    stamp(g);
    same = p->version == g->s->version && p->verb == verb && p->who == who && deep <= p->deep && nrequired <= p->nrequired;
    for (int k = 0; k < n; k++) same &= p->roles[k] == roles[k].u.i;
    if (same) return p->so;
    int before = reached;
    reached = 0;
    int so = proposable_now(g, v, verb, who, roles, T);
    if (!reached) {
        p->version = g->s->version;
        p->verb = verb, p->who = who, p->so = so, p->deep = deep, p->nrequired = nrequired;
        for (int k = 0; k < n; k++) p->roles[k] = roles[k].u.i;
    }
    reached |= before;
    return so;
}

AT_ONCE int has_what_it_needs(const Game *g, const int32_t *v, const Value *roles) {
    const int32_t *needs = g->narrow + v[V_NEEDS];
    for (int k = 0; k < v[V_NNEEDS]; k++)
        if (missing(roles[needs[k]])) return 0;
    return 1;
}

AT_ONCE int proposable(Game *g, int verb, int64_t who, const Value *roles, Value *T) {
    const int32_t *v = verb_row(g, verb);
    if (!has_what_it_needs(g, v, roles)) return 0;
    if (v[V_REMEMBERED] && !ncomputing) return proposable_known(g, v, verb, who, roles, T);
    return proposable_now(g, v, verb, who, roles, T);
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

static int effects_wait(Game *g, const Done *done, int n, int32_t slot, const Value *total) {
    const int32_t *v = verb_row(g, done->verb);
    for (int k = 0; k < n && v[V_RECORDED]; k++)
        record(g, done[k].verb, done[k].who, done[k].roles, v[V_ROLES], done[k].result, done[k].origin);
    if (g->s->over) return 1;
    nothing_waits();
    if (acted_on(g, v, done->verb, TRIGGERS))
        for (int k = 0; k < n; k++) triggered(g, &done[k]);
    watch(g);
    if (!nwaits) return 0;
    if (total) store(g, slot, *total);
    open_window(g);
    return 1;
}

/* Something has happened: whether effects wait (the total has then been stored), or the game is over. */
static int finished(Game *g, const Done *done, int n, int32_t slot, const Value *total, int32_t sentence) {
    for (int k = 0; sheet && k < n; k++)
        noted_event(g, done[k].verb, done[k].who, done[k].roles, verb_row(g, done[k].verb)[V_ROLES], done[k].result, sentence);
    int waits = effects_wait(g, done, n, slot, total);
    if (sheet) look(g);
    return waits;
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

/* A list of numbers that says first how many it has. */
static int32_t keep_before(Game *g, const int32_t *before) {
    return before[1] ? keep_numbers(g, before, before[0]) : -1;
}

static const int32_t *before_of(const Game *g, int32_t at) { return at < 0 ? nothing_before : g->heap + at; }

/* What is passed on from an event to whatever it makes run. */
typedef struct { int32_t slot, rule, sentence, napplied; const int32_t *applied; } Passed;

/* The steps of a verb of the pack run next. */
static void begin_steps(Game *g, int verb, int64_t who, const Value *roles, const Passed *p, const int32_t *before) {
    const int32_t *v = verb_row(g, verb);
    Value given[MOST_ROLES + 2];
    int32_t origin = origin_of(g, v, roles);
    given[0] = whole(who);
    given[1] = whole(-1);
    for (int k = 0; k < v[V_ROLES]; k++) given[2 + k] = roles[k];
    Frame *f = push_program(g, v[V_PROGRAM], given, v[V_ROLES] + 2, p->slot);
    f->rule = p->rule;
    int32_t first = f->roles;
    keep_event(g, f, verb, who, roles);
    int32_t at = f->roles;
    f->roles = first;  /* what the frame has taken begins with its locals */
    f->events = at;
    f->origin = origin;
    f->sentence = p->sentence;
    f->before = keep_before(g, before);
    inherit(g, f, p->applied, p->napplied);
}

/* What was in these roles has left, or (`waits`) will in the batch that begins: `toolkit/machine/left.py`. */
static void note_left(Game *g, int64_t e, int waits) {
    int k = 0;
    while (k < g->s->nlefts && g->lefts[k].thing < e) k++;
    int known = k < g->s->nlefts && g->lefts[k].thing == e;
    if (known && g->lefts[k].waits) {
        g->lefts[k].waits = waits;
        is_another(g);
        return;
    }
    int fits = stands(g, e) && lies_in_the_open(g, e), more = fits - known;
    is_another(g);
    if (g->s->nlefts + more > LEFTS) fail();
    memmove(g->lefts + k + fits, g->lefts + k + known, sizeof(Left) * (size_t)(g->s->nlefts - k - known));
    g->s->nlefts += more;
    if (!fits) return;
    g->lefts[k].thing = (int32_t)e;
    g->lefts[k].waits = waits;
    for (int j = 0; j < g->pack->nleft; j++) g->lefts[k].values[j] = attribute(g, NARROW(left)[j], e, -1, temps);
}

/* A kernel verb happens; what it takes away is noted first. */
static int applied_to(Game *g, const int32_t *v, int64_t who, const Value *roles, Value *result) {
    const int32_t *moving = g->narrow + v[V_MOVES];
    for (int k = 0; k < v[V_NMOVES]; k++) {
        Value thing = roles[moving[k]];
        if (thing.tag == INT && thing.u.i >= 0) note_left(g, thing.u.i, 0);
    }
    return apply(g, v[V_KIND], who, roles, result);
}

/* The things of a batch leave at the same moment: each is as it is before the first has left. */
static void leave_together(Game *g, const int32_t *v, const int32_t *members, int n, const Value *roles) {
    if (!g->pack->nleft || v[V_OBJ] < 0) return;
    for (int k = 0; k < n; k++) {
        Value thing = v[V_OBJ] == v[V_BATCH] ? whole(members[k]) : roles[v[V_OBJ]];
        if (thing.tag == INT && thing.u.i >= 0) note_left(g, thing.u.i, 1);
    }
}

/* The batch is over: those that stayed have not left. */
static void left_together(Game *g, const int32_t *v, const int32_t *members, int n, const Value *roles) {
    if (!g->s->nlefts || v[V_OBJ] < 0) return;
    int held = 0;
    is_another(g);
    for (int k = 0; k < g->s->nlefts; k++) {
        Left *each = g->lefts + k;
        int named = v[V_OBJ] == v[V_BATCH] ? among(each->thing, members, n)
                                           : roles[v[V_OBJ]].tag == INT && roles[v[V_OBJ]].u.i == each->thing;
        if (!each->waits || !named) g->lefts[held++] = *each;
    }
    g->s->nlefts = held;
}

/* 1: `total` is the result; 0: frames were pushed, or the game is over. */
static int commit_one(Game *g, int verb, int64_t who, const Value *roles, const Passed *p, Value *total) {
    const int32_t *v = verb_row(g, verb);
    *total = nothing_of(v);
    Done done = {verb, who, roles, whole(0), origin_of(g, v, roles), look_back(g, v, verb, who, roles)};
    if (v[V_KIND] == STEPS) {
        begin_steps(g, verb, who, roles, p, done.before);
        return 0;
    }
    if ((g->s->neffects || v[V_ACTED] >> REPLACES & 1) && !possible(g, v[V_KIND], who, roles)) return 1;
    if (!applied_to(g, v, who, roles, total)) {
        *total = nothing_of(v);
        return 1;
    }
    done.result = *total;
    return !finished(g, &done, 1, p->slot, total, p->sentence);
}

/* What came of several events together: things once each, or the sum of numbers. */
static Value total_of(Game *g, const int32_t *v, const Value *results, int n) {
    if (n == 1 && (!v[V_NOTHING] || local_of(g, results[0]).tag == SET)) return local_of(g, results[0]);
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

/* Several events that are done one after another. */
static void begin_batch(Game *g, int verb, int64_t who, const Value *roles, const int32_t *members, int n, const Passed *p,
                        const Value *results, int nresults) {
    Frame *f = push_frame(g, BATCH);
    f->slot = p->slot;
    f->rule = p->rule;
    f->sentence = p->sentence;
    keep_event(g, f, verb, who, roles);
    f->events = keep_numbers(g, members, n);
    f->nevents = n;
    f->kept = take_heap(g, KEPT_ROW * n);
    f->results = take_values(g, n + nresults);
    for (int k = 0; k < nresults; k++) keep_new(g, f->results + k, local_of(g, results[k]));
    f->nresults = nresults;
    inherit(g, f, p->applied, p->napplied);
}

/* Several events with the same roles but for the batch role, whose values are `members`. */
static int commit(Game *g, int verb, int64_t who, const Value *roles, const int32_t *members, int n, const Passed *p,
                  const Value *results, int nresults, Value *total) {
    const int32_t *v = verb_row(g, verb);
    Value one[MOST_ROLES];
    memcpy(one, roles, sizeof(Value) * (size_t)v[V_ROLES]);
    if (n == 1 && !nresults) {
        if (v[V_BATCH] >= 0) one[v[V_BATCH]] = whole(members[0]);
        return commit_one(g, verb, who, one, p, total);
    }
    if (!n) {
        *total = total_of(g, v, results, nresults);
        return 1;
    }
    leave_together(g, v, members, n, roles);
    if (v[V_KIND] == STEPS) {
        begin_batch(g, verb, who, roles, members, n, p, results, nresults);
        return 0;
    }
    Value *all = lent(sizeof(Value) * (size_t)(n + nresults)), *every = lent(sizeof(Value) * (size_t)(n * v[V_ROLES] + 1));
    Done *done = lent(sizeof(Done) * (size_t)n);
    int ndone = 0;
    for (int k = 0; k < n; k++) {  /* all look back before the first happens */
        memcpy(every + k * v[V_ROLES], roles, sizeof(Value) * (size_t)v[V_ROLES]);
        if (v[V_BATCH] >= 0) every[k * v[V_ROLES] + v[V_BATCH]] = whole(members[k]);
        done[k].before = look_back(g, v, verb, who, every + k * v[V_ROLES]);
    }
    for (int k = 0; k < nresults; k++) all[k] = results[k];
    for (int k = 0; k < n; k++) {
        Done d = {verb, who, every + k * v[V_ROLES], whole(0), -1, done[k].before};
        /* What came before it may have made it impossible. */
        if (!possible(g, v[V_KIND], who, d.roles)) continue;
        d.origin = origin_of(g, v, d.roles);
        if (!applied_to(g, v, who, d.roles, &d.result)) continue;
        all[nresults + ndone] = d.result;
        done[ndone++] = d;
    }
    left_together(g, v, members, n, roles);
    *total = nresults + ndone ? total_of(g, v, all, nresults + ndone) : nothing_of(v);
    return !(ndone && finished(g, done, ndone, p->slot, total, p->sentence));
}

/* The first of some events for which a replacement fits, or has to seem to; `n`: there is none. */
static int first_replaced(Game *g, int verb, int64_t who, const Value *roles, const int32_t *members, int n, const Passed *p) {
    int batch = verb_row(g, verb)[V_BATCH];
    int32_t *mark = top;
    Value one[MOST_ROLES];
    Match found[MOST_MATCHES];
    memcpy(one, roles, sizeof one);
    for (int k = 0; k < n; k++) {
        if (batch >= 0) one[batch] = whole(members[k]);
        if (instead(g, verb, who, one, p->applied, p->napplied, found)) return k;
        top = mark;
    }
    steps_left -= n + 1;
    return n;
}

/* 1: `result` is there; 0: frames were pushed, or the game is over. */
static int propose(Game *g, Frame *f, int verb, int64_t who, Value *roles, int32_t slot, int fairly, Value *result) {
    const int32_t *v = verb_row(g, verb);
    int32_t batch = v[V_BATCH], *members = top, n = 0;
    *result = nothing_of(v);
    if ((batch < 0 || roles[batch].tag == INT) && unheard(g, v)) {
        if (batch >= 0) narrow(roles[batch].u.i);
        return propose_unheard(g, f, verb, who, roles, slot, result);
    }
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
        if (v[V_KIND] != STEPS && !g->pack->nleft && !v[V_NMOVES] && unheard(g, v))
            return propose_several_unheard(g, verb, who, roles, members, n, slot, result);
    } else {
        if (!proposable(g, verb, who, roles, temps)) return 1;
        room(1);
        *top++ = batch >= 0 ? narrow(roles[batch].u.i) : 0;
        n = 1;
    }
    Passed p = {slot, f->rule, sentence_of(g, f), f->napplied, g->heap + f->applied};
    int first = acted_on(g, v, verb, REPLACES) ? first_replaced(g, verb, who, roles, members, n, &p) : n;
    if (first == n && n == 1) {
        if (batch >= 0) roles[batch] = whole(members[0]);
        return commit_one(g, verb, who, roles, &p, result);
    }
    if (first == n) return commit(g, verb, who, roles, members, n, &p, NULL, 0, result);
    f = push_frame(g, REPLACING);
    f->slot = slot;
    f->rule = p.rule;
    f->sentence = p.sentence;
    keep_event(g, f, verb, who, roles);
    f->events = keep_numbers(g, members, n);
    f->nevents = n;
    f->kept = take_heap(g, n);
    f->results = take_values(g, n);
    inherit(g, f, p.applied, p.napplied);
    f->used = f->applied;
    f->nused = p.napplied;
    for (; f->at < first; f->at++) g->heap[f->kept + f->nkept++] = f->at;
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

/* A value that outlives the frame in which it was kept. */
static Value outliving(Game *g, Value v) {
    v = local_of(g, v);
    if (v.tag != SET) return v;
    int32_t *found = top;
    room(v.n);
    memcpy(found, v.u.p, sizeof *found * (size_t)v.n);
    top += v.n;
    return set_of(found, v.n);
}

static int32_t *outliving_numbers(const int32_t *p, int n) {
    int32_t *found = top;
    room(n);
    memcpy(found, p, sizeof *found * (size_t)n);
    top += n;
    return found;
}

static void all_replaced(Game *g, Frame *f) {
    const int32_t *v = verb_row(g, f->verb);
    int n = f->nkept, nresults = f->nresults, verb = f->verb, who = f->who;
    Value roles[MOST_ROLES], *results = lent(sizeof(Value) * (size_t)(nresults + 1)), total;
    f->at = f->nevents;
    roles_of(g, f, roles);
    int32_t *members = outliving_numbers(g->heap + f->events, n);
    for (int k = 0; k < n; k++) members[k] = g->heap[f->events + g->heap[f->kept + k]];
    Passed p = {f->slot, f->rule, f->sentence, f->napplied, outliving_numbers(g->heap + f->applied, 3 * f->napplied)};
    for (int k = 0; k < nresults; k++) results[k] = outliving(g, g->values[f->results + k]);
    for (int k = 0; k < f->nroles; k++) roles[k] = outliving(g, roles[k]);
    if (n == 1 && !nresults && v[V_BATCH] < 0) members[0] = 0;
    pop_frame(g);
    if (commit(g, verb, who, roles, members, n, &p, results, nresults, &total)) store(g, p.slot, total);
}

/* What was chosen runs; it may not be used again for this event. */
static void begin_replacement(Game *g, Frame *f, const Match *m, const Value *roles) {
    const int32_t *r = rule_row(g, m->active.rule);
    Value values[MOST_ROLES + 3], locals[MOST_LOCALS];
    int32_t *used = outliving_numbers(g->heap + f->used, 3 * f->nused), nused = f->nused + 1;
    outliving_numbers((int32_t[]){m->active.rule, m->this, effect_id(m->active)}, 3);
    f->nused = nused;
    f->used = keep_numbers(g, used, 3 * nused);
    int n = values_of(g, f->verb, f->who, roles, whole(0), -1, values);
    n = fill(g, m->active, locals, m->you, m->this, values, n);
    Frame *made = push_program(g, r[R_PROGRAM], locals, n, -1);
    made->rule = m->active.rule;
    if (!m->acts) made->progress = PRETENDED;
    inherit(g, made, used, nused);
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
    int n = instead(g, f->verb, f->who, roles, g->heap + f->used, f->nused, found), choice = 0;
    if (!n) {
        g->heap[f->kept + f->nkept++] = f->at;
        next_event(f);
        return;
    }
    if (n > 1) {
        int64_t seat = affected(g, v, f->who, roles);
        if (progress == CHOSEN) choice = (int)index_below(f->chosen, n);
        else if (seat > 0) {
            ask(g, REPLACE, seat);
            for (int k = 0; k < n; k++) option(g, O_RULE, found[k].active.rule, found[k].this);
            return;
        }
    }
    begin_replacement(g, f, &found[choice], roles);
}

/* What the run of a BATCH frame that has ended had looked back to; as long as the value that it gave. */
static const int32_t *returned_before = nothing_before;

/* Notes what the last run gave. */
static void batch_returned(Game *g, Frame *f) {
    int32_t *row = g->heap + f->kept + KEPT_ROW * f->nkept++;
    keep_new(g, f->results + f->nresults++, f->returned);
    row[0] = f->at - 1;
    row[1] = f->returned_origin;
    row[2] = keep_before(g, returned_before);
    f->progress = NO_PROGRESS;
}

static void batch_ended(Game *g, Frame *f) {
    const int32_t *v = verb_row(g, f->verb), *members = outliving_numbers(g->heap + f->events, f->nevents);
    int n = f->nevents, ndone = f->nkept, first = f->nresults - f->nkept, slot = f->slot, sentence = f->sentence;
    Value *all = lent(sizeof(Value) * (size_t)(f->nresults + 1)), *every = lent(sizeof(Value) * (size_t)(n + 1) * MOST_ROLES);
    Done *done = lent(sizeof(Done) * (size_t)(n + 1));
    f->at = f->nevents;
    Value roles[MOST_ROLES];
    roles_of(g, f, roles);
    for (int k = 0; k < f->nroles; k++) roles[k] = outliving(g, roles[k]);
    for (int k = 0; k < f->nresults; k++) all[k] = outliving(g, g->values[f->results + k]);
    for (int k = 0; k < ndone; k++) {
        const int32_t *row = g->heap + f->kept + KEPT_ROW * k, *before = before_of(g, row[2]);
        memcpy(every + k * MOST_ROLES, roles, sizeof roles);
        if (v[V_BATCH] >= 0) every[k * MOST_ROLES + v[V_BATCH]] = whole(members[row[0]]);
        Done d = {f->verb, f->who, every + k * MOST_ROLES, all[first + k], row[1], outliving_numbers(before, before[0])};
        done[k] = d;
    }
    Value total = f->nresults ? total_of(g, v, all, f->nresults) : nothing_of(v);
    pop_frame(g);
    left_together(g, v, members, n, roles);
    if (!ndone || !finished(g, done, ndone, slot, &total, sentence)) store(g, slot, total);
}

/* One step of a BATCH frame: note what the last run gave, start the next, or finish. */
static void batch(Game *g, Frame *f) {
    if (f->progress == RETURNED) batch_returned(g, f);
    else if (f->at >= f->nevents) batch_ended(g, f);
    else {
        const int32_t *v = verb_row(g, f->verb);
        Value roles[MOST_ROLES];
        roles_of(g, f, roles);
        f->at++;
        if (f->at > 1 && !proposable(g, f->verb, f->who, roles, temps)) return;
        Passed p = {-1, f->rule, f->sentence, f->napplied, outliving_numbers(g->heap + f->applied, 3 * f->napplied)};
        begin_steps(g, f->verb, f->who, roles, &p, look_back(g, v, f->verb, f->who, roles));
    }
}

/* --- Ending ------------------------------------------------------------------------------------------------ */

/* The last frame ends with a value, and what waits for it goes on. */
static void returned(Game *g, Value value, int declined) {
    const Frame *last = last_frame(g);
    Frame *under = g->s->nframes > 1 ? g->frames + g->s->nframes - 2 : NULL;
    value = outliving(g, value);
    if (last->verb >= 0 && last->before < 0 && unheard(g, verb_row(g, last->verb)) && !(under && under->program == BATCH)) {
        int32_t slot = last->slot;
        pop_frame(g);
        if (!finished_unheard(g, slot, &value)) store(g, slot, value);
        return;
    }
    Frame f = *last;
    const int32_t *before = nothing_before;
    Value roles[MOST_ROLES];
    if (f.before >= 0) before = outliving_numbers(before_of(g, f.before), before_of(g, f.before)[0]);
    for (int k = 0; f.verb >= 0 && k < f.nroles; k++) roles[k] = outliving(g, g->values[f.events + k]);
    pop_frame(g);
    if (f.verb >= 0) {
        Done done = {f.verb, f.who, roles, value, f.origin, before};
        if (under && under->program == BATCH) {
            under->progress = RETURNED;
            under->returned = value;
            under->returned_origin = f.origin;
            returned_before = before;
        } else if (!finished(g, &done, 1, f.slot, &value, f.sentence))
            store(g, f.slot, value);
    } else if (under && under->program == REPLACING) {
        under->progress = declined ? DECLINED : RETURNED;
        under->returned = value;
    } else if (under && under->program >= 0 && f.slot >= 0)
        keep(g, locals_of(g, under) + f.slot, value);
}
