/* What nothing acts on and nobody hears of is done without looking for either. */

/* Whether nothing acts on a verb, and nobody hears of it or notes it. */
static inline int unheard(const Game *g, const int32_t *v) {
    return !v[V_ACTED] && !g->s->neffects && !v[V_RECORDED] && !sheet;
}

/* The same as `finished` of what is unheard: only watches may have become true. */
static inline int finished_unheard(Game *g, int32_t slot, const Value *total) {
    if (g->s->over) return 1;
    if (!(g->s->changed & watched_for(g))) return 0;
    nothing_waits();
    look_again(g);
    if (!nwaits) return 0;
    store(g, slot, *total);
    open_window(g);
    return 1;
}

/* The steps of a verb run next, as `begin_steps` has it. */
static void begin_unheard(Game *g, const Frame *f, int verb, int64_t who, const Value *roles, int32_t slot) {
    const int32_t *v = verb_row(g, verb), *p = program_row(g, v[V_PROGRAM]);
    const Value *blank = g->pack->blanks + g->pack->blanks_at[v[V_PROGRAM]];
    Plain *s = g->s;
    int32_t n = v[V_ROLES], given = n + 2, nlocals = p[P_LOCALS] > given ? p[P_LOCALS] : given, base = s->nvalues;
    if (s->nframes >= FRAMES || s->nframes >= g->pack->depth || nlocals + n > VALUES - base) fail();
    Frame *made = g->frames + s->nframes++;
    *made = (Frame){.program = v[V_PROGRAM], .slot = slot, .rule = f->rule, .verb = verb, .who = (int32_t)who,
                    .origin = origin_of(g, v, roles), .sentence = sentence_of(g, f), .roles = base, .nroles = n,
                    .base = base, .nlocals = nlocals, .heap = s->nheap, .events = base + nlocals, .before = -1};
    s->nvalues += nlocals + n;
    Value *locals = g->values + base, *kept = locals + nlocals;
    locals[0] = whole(who);
    locals[1] = whole(-1);
    for (int k = 0; k < n; k++)
        if (roles[k].tag < SET) locals[2 + k] = kept[k] = roles[k];
        else {
            keep_new(g, base + 2 + k, roles[k]);
            keep_new(g, base + nlocals + k, roles[k]);
        }
    for (int k = given; k < nlocals; k++) locals[k] = blank[k];
    if (f->napplied) inherit(g, made, g->heap + f->applied, f->napplied);
}

/* What is done with one thing, or with none, when nothing acts on it and it is unheard: neither is it looked for what would
   be done instead, nor is anything looked back to.  `result`: nothing yet. */
static int propose_unheard(Game *g, const Frame *f, int verb, int64_t who, const Value *roles, int32_t slot, Value *result) {
    const int32_t *v = verb_row(g, verb);
    const int steps = v[V_KIND] == STEPS;
    if (v[V_REQUIRES] < 0) {
        if (!has_what_it_needs(g, v, roles) || !(steps || possible(g, v[V_KIND], who, roles))) return 1;
    } else if (!proposable(g, verb, who, roles, temps)) return 1;
    if (steps) {
        begin_unheard(g, f, verb, who, roles, slot);
        return 0;
    }
    if (!applied_to(g, v, who, roles, result)) {
        *result = nothing_of(v);
        return 1;
    }
    return !finished_unheard(g, slot, result);
}

/* The same, of a verb of the kernel, with several things one after another: `members` are those with which it can be done now.
   What comes before may make it impossible. */
static int propose_several_unheard(Game *g, int verb, int64_t who, const Value *roles, const int32_t *members, int n,
                                   int32_t slot, Value *result) {
    const int32_t *v = verb_row(g, verb);
    Value one[MOST_ROLES], *all = lent(sizeof(Value) * (size_t)n);
    int done = 0;
    for (int k = 0; k < v[V_ROLES]; k++) one[k] = roles[k];
    for (int k = 0; k < n; k++) {
        one[v[V_BATCH]] = whole(members[k]);
        if ((!k || possible(g, v[V_KIND], who, one)) && applied_to(g, v, who, one, all + done)) done++;
    }
    if (!done) return 1;
    *result = n == 1 ? all[0] : total_of(g, v, all, done);
    return !finished_unheard(g, slot, result);
}

/* Several things are put somewhere one after another, those that can be put there now; what comes before may make it
   impossible. */
static int put_several_unheard(Game *g, Frame *f, const int32_t *c, Value all) {
    int64_t to = number_of(g, c[7], locals_of(g, f), temps), position = g->narrow[c[8] + 1], face = g->narrow[c[9] + 1];
    if (c[4]) all = fair(g, all);
    int32_t slot = c[3], *members = top, n = 0, done = 0;
    room(all.n);
    for (int k = 0; k < all.n; k++)
        if (can_put(g, all.u.p[k], to, face)) members[n++] = all.u.p[k];
    top += n;
    for (int k = 0; k < n; k++) {
        if (k && !can_put(g, members[k], to, face)) continue;
        move(g, members[k], (int32_t)to, position, face);
        members[done++] = members[k];
    }
    Value result = set_of(members, done);
    if (done && finished_unheard(g, slot, &result)) return 0;
    if (slot >= 0) keep(g, locals_of(g, f) + slot, result);
    return 1;
}

/* One thing is put somewhere.  c: as those of a *do*, of a verb on which no rule of the pack's own acts; what it says of the
   order and the face are numbers (`instructions.py`). */
static int put_unheard(Game *g, Frame *f, const int32_t *c, Value thing) {
    int64_t to = number_of(g, c[7], locals_of(g, f), temps);
    int64_t face = g->narrow[c[9] + 1];
    int32_t slot = c[3], one = narrow(thing.u.i);
    Value result = set_of(scratch, 0);
    if (can_put(g, one, to, face)) {
        move(g, one, (int32_t)to, g->narrow[c[8] + 1], face);
        result = alone(one);
        if (finished_unheard(g, slot, &result)) return 0;
    }
    if (slot >= 0) keep(g, locals_of(g, f) + slot, result);
    return 1;
}
