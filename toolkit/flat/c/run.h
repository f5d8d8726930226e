/* Instructions: `toolkit/machine/plain.py`; answers: `Machine._answer`. */

/* A loop goes on to its next member: where to go on. */
static int next_member(Game *g, Frame *f, const int32_t *c, int pc) {
    Value *L = locals_of(g, f);
    int64_t index = L[c[2]].u.i;
    if (!index && c[5]) keep(g, L + c[1], fair(g, local_of(g, L[c[1]])));
    Value members = local_of(g, L[c[1]]);
    if (index >= members.n) return c[4];
    L[c[3]] = whole(members.u.p[index]);
    L[c[2]] = whole(index + 1);
    return pc + 1;
}

static void enter(Game *g, int32_t period, int64_t who) {
    if (who > 0 && !has_turn(g)) g->s->active = (int32_t)who;
    if (g->s->nruns >= RUNS) fail();
    Run run = {period, ++g->period_count[period], (int32_t)who, 0};
    g->runs[g->s->nruns++] = run;
    g->period_start[period] = 0;
    g->s->changed |= PERIODS;
}

static void leave(Game *g, int32_t period) {
    for (int k = g->s->nruns - 1; k >= 0; k--)
        if (g->runs[k].period == period) {
            memmove(g->runs + k, g->runs + k + 1, sizeof(Run) * (size_t)(g->s->nruns - k - 1));
            g->s->nruns--;
            g->s->changed |= PERIODS;
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
    if (c[4] > 256) fail();
    for (int k = 0; k < c[4]; k++)
        if (holds_at(g, c[5 + 2 * k], L, temps)) open[n++] = k;
    int chosen = branch(g, number_of(g, c[1], L, temps), c[2], open, n);
    return chosen == -2 ? -1 : chosen < 0 ? c[3] : c[6 + 2 * chosen];
}

static int step_choice(Game *g, Frame *f, const int32_t *c, Value *answer) {
    Value *L = locals_of(g, f), s;
    int64_t who = number_of(g, c[1], L, temps), least, most;
    switch (c[0]) {
        case I_CHOOSE_ONE: return choose_one(g, who, ev(g, c[3], L, temps), answer);
        case I_CHOOSE_VALUE: return choose_value(g, who, ev(g, c[3], L, temps), answer);
        case I_CHOOSE_NUMBER:
            least = number_of(g, c[3], L, temps);
            return choose_number(g, who, least, number_of(g, c[4], L, temps), answer);
    }
    s = ev(g, c[3], L, temps);
    least = number_of(g, c[4], L, temps), most = number_of(g, c[5], L, temps);
    return choose_some(g, f, who, s, least, most, answer);
}

/* A program runs in the middle of another one. */
static void go_into(Game *g, const Frame *f, int32_t program, const Value *given, int n, int32_t slot) {
    int32_t rule = f->rule, applied = f->applied, napplied = f->napplied;
    Frame *made = push_program(g, program, given, n, slot);
    made->rule = rule;
    inherit(g, made, g->heap + applied, napplied);
}

/* Runs one instruction: where to go on, -1 when the frames have changed or a decision waits. */
static int step(Game *g, Frame *f, const int32_t *c, int pc) {
    Value *L = locals_of(g, f), v, given[MOST_ROLES];
    int32_t frames, program;
    switch (c[0]) {
        case I_LET: keep(g, L + c[1], ev(g, c[2], L, temps)); return pc + 1;
        case I_JUMP: return c[1];
        case I_UNLESS: return holds_at(g, c[1], L, temps) ? pc + 1 : c[2];
        case I_EACH: return next_member(g, f, c, pc);
        case I_PASS: return pc + 1;
        case I_CHOOSE: case I_CHOOSE_ONE: case I_CHOOSE_NUMBER: case I_CHOOSE_VALUE:
            f->pc = pc;
            if (!step_choice(g, f, c, &v)) return -1;
            if (c[2] >= 0) keep(g, L + c[2], v);
            return pc + 1;
        case I_MAY: f->pc = pc; may(g, number_of(g, c[1], L, temps)); return -1;
        case I_BRANCH: f->pc = pc; return step_branch(g, f, c);
        case I_RANDOM:
            v = ev(g, c[1], L, temps);
            v = sampled(g, v, number_of(g, c[2], L, temps));
            if (c[3] >= 0) keep(g, L + c[3], v);
            return pc + 1;
        case I_DO: f->pc = pc + 1; return step_do(g, f, c) ? pc + 1 : -1;
        case I_ENTER: case I_LEAVE:
            f->pc = pc + 1;
            if (c[0] == I_ENTER) enter(g, c[1], number_of(g, c[2], L, temps));
            else leave(g, c[1]);
            frames = g->s->nframes;
            if (g->pack->nwatches) open_watches(g, -1, NULL);
            return g->s->nframes > frames ? -1 : pc + 1;
        case I_CALL:
            f->pc = pc + 1;
            for (int k = 0; k < c[3]; k++) given[k] = ev(g, c[4 + k], L, temps);
            go_into(g, f, c[1], given, c[3], c[2]);
            return -1;
        case I_RESOLVE: case I_BORROW:
            f->pc = pc + 1;
            given[0] = whole(number_of(g, c[4], L, temps));
            given[1] = whole(number_of(g, c[3], L, temps));
            program = g->pack->narrow[NARROW(effects)[c[1]] + row(g, given[1].u.i)];
            if (c[0] == I_BORROW) given[1] = whole(number_of(g, c[5], L, temps));
            if (program >= 0) {
                go_into(g, f, program, given, 2, c[2]);
                return -1;
            }
            if (c[2] >= 0) keep(g, L + c[2], whole(0));
            return pc + 1;
        case I_RETURN: returned(g, ev(g, c[1], L, temps), 0); return -1;
        case I_DECLINE: returned(g, whole(0), 1); return -1;
        case I_END: v = ev(g, c[1], L, temps); end_game(g, v.u.p, v.n); return -1;
        case I_ALL_LOSE:
            for (int k = 0; k < g->pack->nplayers; k++) g->s->out |= (int64_t)1 << NARROW(players)[k];
            end_game(g, NULL, 0);
            return -1;
    }
    fail();
    return -1;
}

static void run_program(Game *g, Frame *f) {
    const int32_t *p = NARROW(programs) + P_ROW * f->program, *code = g->pack->narrow + p[P_CODE];
    int pc = f->pc;
    while (pc >= 0) {
        if (--steps_left < 0) fail();
        top = scratch;
        if (pc >= p[P_LENGTH]) {
            returned(g, whole(1), 0);
            return;
        }
        pc = step(g, f, g->pack->narrow + code[pc], pc);
    }
}

/* Runs to the next decision, or to the end. */
static void run(Game *g) {
    steps_left = g->pack->steps;
    work_left = WORK;
    deep = 0;
    g->s->kind = NOTHING_ASKED;
    while (g->s->nframes && g->s->kind == NOTHING_ASKED) {
        Frame *f = last_frame(g);
        top = scratch;
        if (--steps_left < 0) fail();
        switch (f->program) {
            case REPLACING: replace(g, f); break;
            case BATCH: batch(g, f); break;
            case WINDOW: window(g, f); break;
            default: run_program(g, f);
        }
    }
}

static void answer(Game *g, int index) {
    Option o = g->options[index];
    Frame *f = last_frame(g);
    Value *L = locals_of(g, f);
    int kind = g->s->kind;
    g->s->kind = NOTHING_ASKED;
    if (kind == REPLACE) {
        f->progress = CHOSEN;
        f->chosen = index;
        return;
    }
    const int32_t *p = NARROW(programs) + P_ROW * f->program;
    const int32_t *c = g->pack->narrow + g->pack->narrow[p[P_CODE] + f->pc];
    switch (kind) {
        case CHOOSE: {
            int n = f->progress == MEMBERS ? f->nchosen : 0;
            if (o.tag == O_ENTITY) {
                if (n + 1 > f->capacity) {
                    int32_t at = take_heap(g, 2 * n + 4);
                    memcpy(g->heap + at, g->heap + f->chosen, sizeof(int32_t) * (size_t)n);
                    f->chosen = at;
                    f->capacity = 2 * n + 4;
                }
                g->heap[f->chosen + n] = o.a;
                f->nchosen = n + 1;
                f->progress = MEMBERS;
                return;
            }
            keep(g, L + c[2], set_of(g->heap + f->chosen, n));
            f->progress = NO_PROGRESS;
            f->nchosen = 0;
            break;
        }
        case BRANCH: f->pc = o.tag == O_BRANCH ? c[6 + 2 * o.a] : c[3]; return;
        case MAY: L[c[2]] = whole(o.tag == O_YES); break;
        default: L[c[2]] = whole(o.tag == O_DONE ? -1 : o.a);
    }
    f->pc++;
}
