/* Instructions: `toolkit/machine/plain.py`; answers: `Machine._answer`. */

/* A loop goes on to its next member: where to go on. */
static int next_member(Game *g, Frame *f, const int32_t *c, int pc) {
    Value *L = locals_of(g, f);
    int64_t index = L[c[2]].u.i;
    const int32_t *asking = c[6] < 0 ? NULL : g->narrow + c[6];
    if (!index && c[5]) keep(g, L + c[1], fair(g, local_of(g, L[c[1]])));
    if (!index && asking) keep(g, L + c[1], round_of(g, f, asking, local_of(g, L[c[1]])));
    Value members = local_of(g, L[c[1]]);
    if (asking) f->progress = NO_PROGRESS;
    if (index >= members.n) return c[4];
    int32_t one = members.u.p[index];
    if (asking && one < 0) {
        f->progress = PRETENDED;
        one = ~one;
    }
    L[c[3]] = whole(one);
    L[c[2]] = whole(index + 1);
    return pc + 1;
}

/* The player of the outermost run that is a player's is the active one. */
static void enter(Game *g, int32_t period, int64_t who, const Value *roles, int n) {
    if (who > 0 && !has_turn(g)) g->s->active = (int32_t)who;
    if (g->s->nruns >= RUNS || n > RUN_ROLES) fail();
    Run run = {period, ++g->period_count[period], (int32_t)who, g->s->nevents, n, {0}};
    for (int k = 0; k < n; k++) {
        if (roles[k].tag != INT) fail();
        run.roles[k] = narrow(roles[k].u.i);
    }
    g->runs[g->s->nruns++] = run;
    g->period_start[period] = g->s->nevents;
    has_changed(g, PERIODS);
    g->s->nlefts = 0;
    if (g->s->neffects) awaited(g, period, who, run.number);
}

static void leave(Game *g, int32_t period) {
    for (int k = g->s->nruns - 1; k >= 0; k--)
        if (g->runs[k].period == period) {
            int32_t number = g->runs[k].number;
            memmove(g->runs + k, g->runs + k + 1, sizeof(Run) * (size_t)(g->s->nruns - k - 1));
            g->s->nruns--;
            has_changed(g, PERIODS);
            end_effects(g, period, number);
            return;
        }
}

static Value sampled(Game *g, Value s, int64_t n) {
    int32_t *rest = top, held = s.n;
    n = n < 0 ? 0 : n > held ? held : n;
    room(held + n);
    memcpy(rest, s.u.p, sizeof *rest * (size_t)held);
    int32_t *found = rest + held;
    top = found + n;
    for (int k = 0; k < n; k++) {
        int64_t at = below(g, held);
        found[k] = rest[at];
        memmove(rest + at, rest + at + 1, sizeof *rest * (size_t)(held - at - 1));
        held--;
    }
    return set_of(found, (int32_t)n);
}

static int step_do(Game *g, Frame *f, const int32_t *c) {
    Value roles[MOST_ROLES], result, *L = locals_of(g, f);
    int64_t who = number_of(g, c[2], L, temps);
    for (int k = 0; k < c[5]; k++) roles[k] = ev(g, c[6 + k], L, temps);
    if (!propose(g, f, c[1], who, roles, c[3], c[4], &result)) return 0;
    if (c[3] >= 0) keep(g, locals_of(g, f) + c[3], result);
    return 1;
}

static int step_branch(Game *g, Frame *f, const int32_t *c) {
    int32_t open[256], n = 0;
    Value *L = locals_of(g, f);
    if (c[5] > 256) fail();
    for (int k = 0; k < c[5]; k++)
        if (holds_at(g, c[6 + 2 * k], L, temps)) open[n++] = k;
    int chosen = branch(g, number_of(g, c[1], L, temps), c[2], open, n, c[4]);
    return chosen == -2 ? -1 : chosen < 0 ? c[3] : c[7 + 2 * chosen];
}

/* The values of some expressions. */
static void values_at(Game *g, const int32_t *x, int n, const Value *L, Value *values) {
    for (int k = 0; k < n; k++) values[k] = ev(g, x[k], L, temps);
}

static Value open_quantities(Game *g, const int32_t *x, int n, const Value *L) {
    int32_t *found = top;
    room(n);
    for (int k = 0; k < n; k++)
        if (holds_at(g, x[2 * k], L, temps)) *top++ = x[2 * k + 1];
    return set_of(found, (int32_t)(top - found));
}

static int step_choice(Game *g, Frame *f, const int32_t *c, Value *answer) {
    Value *L = locals_of(g, f), s;
    int64_t who = c[0] == I_CHOOSE_EACH ? -1 : number_of(g, c[1], L, temps), least, most;
    int32_t *found;
    switch (c[0]) {
        case I_CHOOSE_ONE: return choose_one(g, who, ev(g, c[3], L, temps), c[4], answer);
        case I_CHOOSE_VALUE:
            s = ev(g, c[3], L, temps);
            found = top;
            s = set_of(found, joined(g, found, 0, s));
            top = found + s.n;
            return choose_among(g, who, s, CHOOSE_VALUE, O_VALUE, c[4], answer);
        case I_CHOOSE_QUANTITY:
            s = open_quantities(g, c + 5, c[4], L);
            return choose_among(g, who, s, CHOOSE_QUANTITY, O_QUANTITY, c[3], answer);
        case I_CHOOSE_NUMBER:
            least = number_of(g, c[3], L, temps);
            return choose_number(g, who, least, number_of(g, c[4], L, temps), c[5], answer);
        case I_CHOOSE_PAYMENT: return choose_payment(g, who, c[3], number_of(g, c[4], L, temps), answer);
        case I_CHOOSE_EACH: return choose_each(g, f, c + 3, c[8], c[9], answer);
    }
    s = ev(g, c[3], L, temps);
    least = number_of(g, c[4], L, temps), most = number_of(g, c[5], L, temps);
    return choose_some(g, f, who, s, least, most, c[6], c[7], answer);
}

/* A rule starts to act.  c: rule, period, edge, who, how many values, these. */
static int step_effect(Game *g, Frame *f, const int32_t *c) {
    Value *L = locals_of(g, f), values[MOST_CAPTURED];
    if (c[5] > MOST_CAPTURED) fail();
    values_at(g, c + 6, c[5], L, values);
    int64_t who = number_of(g, c[4], L, temps), this = f->nlocals > 1 ? L[1].u.i : -1;
    Effect made = {g->s->clock++, c[1], narrow(L[0].u.i), narrow(this), c[2], last_run(g, c[2], c[3], who), 0, c[5]};
    add_effect(g, made, values);
    note_rule(g, c[1]);
    return settled(g);
}

static void step_later(Game *g, Frame *f, const int32_t *c) {
    Value values[MOST_CAPTURED];
    if (c[3] > MOST_CAPTURED) fail();
    values_at(g, c + 4, c[3], locals_of(g, f), values);
    Delayed made = {c[1], c[2], f->rule, 0, c[3]};
    add_delayed(g, made, values);
}

/* A program runs in the middle of another one. */
static void go_into(Game *g, const Frame *f, int32_t program, const Value *given, int n, int32_t slot) {
    int32_t rule = f->rule, applied = f->applied, napplied = f->napplied;
    Frame *made = push_program(g, program, given, n, slot);
    made->rule = rule;
    inherit(g, made, g->heap + applied, napplied);
}

/* --- Each instruction ------------------------------------------------------------------------------------------- */

/* Runs one instruction of a frame, `c`, which stands at `pc`: where to go on, -1 when the frames have changed or a decision
   waits. */
#define STEP(name) static int step_##name(Game *g, Frame *f, const int32_t *c, int pc)
#define NUM(k) number_of(g, c[k], locals_of(g, f), temps)
#define VAL(k) ev(g, c[k], locals_of(g, f), temps)
#define UNUSED (void)g, (void)f, (void)c, (void)pc

STEP(I_LET) { keep(g, locals_of(g, f) + c[1], VAL(2)); return pc + 1; }
STEP(I_JUMP) { UNUSED; return c[1]; }
STEP(I_UNLESS) { return holds_at(g, c[1], locals_of(g, f), temps) || (c[4] && at_stake(g, c[3])) ? pc + 1 : c[2]; }
STEP(I_EACH) { return next_member(g, f, c, pc); }
STEP(I_PASS) { UNUSED; steps_left -= c[1] - 1; return pc + c[1]; }
STEP(I_CHOOSE) {
    Value v;
    f->pc = pc;
    if (!step_choice(g, f, c, &v)) return -1;
    if (c[2] >= 0) keep(g, locals_of(g, f) + c[2], v);
    return pc + 1;
}
STEP(I_MAY) { f->pc = pc; may(g, f, NUM(1), c + 3); return -1; }
STEP(I_BRANCH) { f->pc = pc; return step_branch(g, f, c); }
STEP(I_RANDOM) {
    Value v = VAL(1);
    v = sampled(g, v, NUM(2));
    if (c[3] >= 0) keep(g, locals_of(g, f) + c[3], v);
    return pc + 1;
}
STEP(I_DO) { f->pc = pc + 1; return step_do(g, f, c) ? pc + 1 : -1; }
/* The same of a *put*, as long as nobody listens. */
STEP(I_PUT) {
    f->pc = pc + 1;
    if (!g->s->neffects && !sheet) {
        Value thing = VAL(6);
        if (thing.tag == INT) return put_unheard(g, f, c, thing) ? pc + 1 : -1;
        if (thing.tag == SET) return put_several_unheard(g, f, c, thing) ? pc + 1 : -1;
    }
    return step_do(g, f, c) ? pc + 1 : -1;
}
STEP(I_SKIP) { f->pc = pc + 1; return skipped(g, c[1]) ? c[2] : pc + 1; }
STEP(I_LEAVE) { f->pc = pc + 1; leave(g, c[1]); return settled(g) ? -1 : pc + 1; }
STEP(I_EMIT) {
    Value roles[MOST_ROLES];
    f->pc = pc + 1;
    int64_t who = NUM(2);
    values_at(g, c + 4, c[3], locals_of(g, f), roles);
    return step_event(g, c[1], who, roles, c[3]) ? -1 : pc + 1;
}
STEP(I_ENTER) {
    Value roles[MOST_ROLES];
    f->pc = pc + 1;
    int64_t who = NUM(2);
    values_at(g, c + 4, c[3], locals_of(g, f), roles);
    enter(g, c[1], who, roles, c[3]);
    return settled(g) ? -1 : pc + 1;
}
STEP(I_EFFECT) { f->pc = pc + 1; return step_effect(g, f, c) ? -1 : pc + 1; }
STEP(I_LATER) { step_later(g, f, c); return pc + 1; }
STEP(I_USE) {
    Value given[MOST_ROLES];
    values_at(g, c + 3, c[2], locals_of(g, f), given);
    use(g, c[1], given, c[2]);
    return pc + 1;
}
STEP(I_CALL) {
    Value given[MOST_ROLES];
    f->pc = pc + 1;
    values_at(g, c + 4, c[3], locals_of(g, f), given);
    go_into(g, f, c[1], given, c[3], c[2]);
    return -1;
}
/* What a component says is done, for it or for the thing in `c[5]`. */
STEP(I_RESOLVE) {
    f->pc = pc + 1;
    Value given[2] = {whole(NUM(4)), whole(NUM(3))};
    int32_t program = g->narrow[NARROW(effects)[c[1]] + row(g, given[1].u.i)];
    if (c[0] == I_BORROW) given[1] = whole(NUM(5));
    if (program >= 0) {
        go_into(g, f, program, given, 2, c[2]);
        return -1;
    }
    if (c[2] >= 0) keep(g, locals_of(g, f) + c[2], whole(0));
    return pc + 1;
}
STEP(I_RETURN) { (void)pc; returned(g, VAL(1), 0); return -1; }
/* After the last one. */
STEP(I_OVER) { UNUSED; returned(g, whole(1), 0); return -1; }
STEP(I_DECLINE) { UNUSED; returned(g, whole(0), 1); return -1; }
STEP(I_END) {
    f->pc = pc + 1;
    Value v = VAL(1);
    won(g, v, sentence_of(g, f));
    end_game(g, v.u.p, v.n);
    return -1;
}
STEP(I_ALL_LOSE) {
    UNUSED;
    for (int k = 0; k < g->pack->nplayers; k++) g->s->out |= (int64_t)1 << NARROW(players)[k];
    end_game(g, NULL, 0);
    return -1;
}

#define step_I_CHOOSE_ONE step_I_CHOOSE
#define step_I_CHOOSE_NUMBER step_I_CHOOSE
#define step_I_CHOOSE_VALUE step_I_CHOOSE
#define step_I_CHOOSE_QUANTITY step_I_CHOOSE
#define step_I_CHOOSE_PAYMENT step_I_CHOOSE
#define step_I_CHOOSE_EACH step_I_CHOOSE
#define step_I_BORROW step_I_RESOLVE
#define X(name, text) step_##name,
static int (*const step_of[N_INSTRUCTIONS])(Game *, Frame *, const int32_t *, int) = {INSTRUCTIONS(X)};
#undef X
#undef NUM
#undef VAL
#undef UNUSED

/* What the last instruction has made is not needed any more. */
static void forget_made(void) {
    top = scratch;
    nnotes = 0;
}

/* One instruction after another, from `pc` on, until the frames have changed or a decision waits. */
static inline void run_frame(Game *g, Frame *f) {
    const int32_t *p = program_row(g, f->program), *narrow = g->narrow, *code = narrow + p[P_CODE];
    int pc = f->pc;
    while (pc >= 0) {
        if (--steps_left < 0) fail();
        forget_made();
        const int32_t *c = narrow + code[pc];
        if (c[0] == I_PASS) {
            pc += c[1];
            if ((steps_left -= c[1]) < 0) fail();
            c = narrow + code[pc];
        }
        switch (c[0]) {  /* what there is most of costs no call */
            case I_JUMP: pc = step_I_JUMP(g, f, c, pc); break;
            case I_LET: pc = step_I_LET(g, f, c, pc); break;
            case I_UNLESS: pc = step_I_UNLESS(g, f, c, pc); break;
            case I_EACH: pc = step_I_EACH(g, f, c, pc); break;
            default: pc = step_of[c[0]](g, f, c, pc);
        }
    }
}

/* Programs, of which one begins or ends another, as long as nothing else runs in between. */
static void run_programs(Game *g, Frame *f) {
    for (;;) {
        run_frame(g, f);
        if (!g->s->nframes || g->s->kind != NOTHING_ASKED) return;
        f = last_frame(g);
        if (f->program < 0) return;
        forget_made();
        if (--steps_left < 0) fail();
    }
}

/* Runs to the next decision, or to the end. */
static void run(Game *g) {
    steps_left = g->pack->steps;
    work_left = WORK;
    deep = ncomputing = nrequired = 0;
    g->s->kind = NOTHING_ASKED;
    while (g->s->nframes && g->s->kind == NOTHING_ASKED) {
        Frame *f = last_frame(g);
        forget_made();
        if (--steps_left < 0) fail();
        switch (f->program) {
            case REPLACING: replace(g, f); break;
            case BATCH: batch(g, f); break;
            case WINDOW: window(g, f); break;
            default: run_programs(g, f);
        }
    }
}

static void add_chosen(Game *g, Frame *f, int32_t e) {
    int n = f->progress == MEMBERS ? f->nchosen : 0;
    if (n + 1 > f->capacity) {
        int32_t at = take_heap(g, 2 * n + 4);
        memcpy(g->heap + at, g->heap + f->chosen, sizeof(int32_t) * (size_t)n);
        f->chosen = at;
        f->capacity = 2 * n + 4;
    }
    g->heap[f->chosen + n] = e;
    f->nchosen = n + 1;
    f->progress = MEMBERS;
}

/* Seat `at` of those that are asked takes one of its options. */
static void answer(Game *g, int at, int index) {
    Option o = g->options[(at ? g->s->upto[at - 1] : 0) + index];
    Frame *f = last_frame(g);
    Value *L = locals_of(g, f);
    int kind = g->s->kind;
    g->s->kind = NOTHING_ASKED;
    if (kind == REPLACE || kind == ORDERED) {
        f->progress = CHOSEN;
        f->chosen = index;
        return;
    }
    const int32_t *p = program_row(g, f->program);
    const int32_t *c = g->narrow + g->narrow[p[P_CODE] + f->pc];
    switch (kind) {
        case CHOOSE:
            if (o.tag == O_ENTITY) {
                add_chosen(g, f, o.a);
                return;
            }
            keep(g, L + c[2], set_of(g->heap + f->chosen, f->progress == MEMBERS ? f->nchosen : 0));
            f->progress = NO_PROGRESS;
            f->nchosen = 0;
            break;
        case CHOOSE_EACH:
            forget_made();
            each_answered(g, f, g->s->seats[at], ev(g, c[3], L, temps), o);
            return;
        case CHOOSE_PAYMENT: keep(g, L + c[2], set_of(g->heap + o.b, 1 + (NARROW(paid_as) + 2 * o.a)[1])); break;
        case BRANCH: f->pc = o.tag == O_BRANCH ? c[7 + 2 * o.a] : c[3]; return;
        case MAY: L[c[2]] = whole(o.tag == O_YES); break;
        default: L[c[2]] = whole(o.tag == O_DONE ? -1 : o.a);
    }
    f->pc++;
}
