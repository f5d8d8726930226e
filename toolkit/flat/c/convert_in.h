/* A game from Python's values; what is wrong with them ends in `fail`. */

enum { PROGRAM_AT, PC_AT, LOCALS_AT, SLOT_AT, EVENT_AT, PROGRESS_AT, RULE_AT, APPLIED_AT };

/* What is wrong in what Python gave; the exception is set, or will be. */
static int64_t number_in(PyObject *o) {
    int64_t i = o ? PyLong_AsLongLong(o) : -1;
    if (!o || (i == -1 && PyErr_Occurred())) fail();
    return i;
}

static Py_ssize_t length_in(PyObject *o) {
    if (!o || !(PyTuple_Check(o) || PyList_Check(o))) fail();
    return PySequence_Fast_GET_SIZE(o);
}

static PyObject *item_in(PyObject *o, Py_ssize_t k) {
    if (k >= length_in(o)) fail();
    return PySequence_Fast_GET_ITEM(o, k);
}

static int64_t number_at(PyObject *o, Py_ssize_t k) { return number_in(item_in(o, k)); }

/* Of several sets each its length and its members. */
static Value lists_in(PyObject *o) {
    int32_t *found = top;
    for (Py_ssize_t k = 0; k < length_in(o); k++) {
        PyObject *one = item_in(o, k);
        room(1 + length_in(one));
        *top++ = (int32_t)length_in(one);
        for (Py_ssize_t j = 0; j < length_in(one); j++) *top++ = narrow(number_at(one, j));
    }
    return lists_of(found, (int32_t)length_in(o));
}

static Value value_in(PyObject *o) {
    if (PyBool_Check(o)) return truth(o == Py_True);
    if (PyLong_Check(o)) return whole(number_in(o));
    Py_ssize_t n = length_in(o);
    if (n && PyTuple_Check(item_in(o, 0))) return lists_in(o);
    int32_t *found = top;
    room(n);
    for (Py_ssize_t k = 0; k < n; k++) *top++ = narrow(number_at(o, k));
    return set_of(found, (int32_t)n);
}

/* Where in a tuple of events this one stands, from `from` on. */
static int event_in(PyObject *events, PyObject *who, PyObject *roles, int from) {
    for (Py_ssize_t k = from; k < length_in(events); k++) {
        PyObject *one = item_in(events, k);
        if (PyObject_RichCompareBool(item_in(one, 0), who, Py_EQ) == 1 &&
            PyObject_RichCompareBool(item_in(one, 1), roles, Py_EQ) == 1)
            return (int)k;
    }
    fail();
    return -1;
}

static Value threes_in(PyObject *o) {
    Py_ssize_t n = length_in(o);
    int32_t *found = top;
    room(3 * n);
    for (Py_ssize_t k = 0; k < n; k++)
        for (int j = 0; j < 3; j++) *top++ = narrow(number_at(item_in(o, k), j));
    return set_of(found, (int32_t)n);
}

/* So many numbers, after how many they are. */
static void note_in(PyObject *o) {
    note((int32_t)length_in(o));
    for (Py_ssize_t k = 0; k < length_in(o); k++) note(narrow(number_at(o, k)));
}

/* What `look_back` has found. */
static const int32_t *before_in(Game *g, PyObject *o) {
    int first = nnotes;
    note(0);
    note((int32_t)length_in(o));
    for (Py_ssize_t k = 0; k < length_in(o); k++) {
        PyObject *one = item_in(o, k), *fitted = item_in(one, 3), *had = item_in(one, 5);
        note((int32_t)index_below(number_at(one, 0), g->pack->nrules));
        note(narrow(number_at(one, 1)));
        note_in(item_in(one, 2));
        if (PyLong_Check(fitted)) note(-1);
        else note_in(fitted);
        note_in(item_in(one, 4));
        note((int32_t)length_in(had));
        for (Py_ssize_t j = 0; j < length_in(had); j++)
            for (int i = 0; i < 2; i++) note(narrow(number_at(item_in(had, j), i)));
        if (length_in(item_in(one, 6))) fail();
    }
    notes[first] = nnotes - first;
    return notes + first;
}

static void keep_event_in(Game *g, Frame *f, int verb, PyObject *who, PyObject *roles) {
    Value held[MOST_ROLES];
    Py_ssize_t n = length_in(roles);
    if (n > MOST_ROLES || n != verb_row(g, (int)index_below(verb, g->pack->nverbs))[V_ROLES]) fail();
    for (Py_ssize_t k = 0; k < n; k++) held[k] = value_in(item_in(roles, k));
    keep_event(g, f, verb, number_in(who), held);
}

static void batch_in(Game *g, Frame *f, PyObject *data, int verb) {
    int is_batch = f->program == BATCH;
    PyObject *events = item_in(data, 0), *kept = item_in(data, 3), *results = item_in(data, is_batch ? 2 : 4);
    Py_ssize_t n = length_in(events), more = length_in(results);
    int32_t batch_role = verb_row(g, (int)index_below(verb, g->pack->nverbs))[V_BATCH], *members = top, from = 0;
    keep_event_in(g, f, verb, item_in(item_in(events, 0), 0), item_in(item_in(events, 0), 1));
    room(n);
    top += n;
    for (Py_ssize_t k = 0; k < n; k++)
        members[k] = batch_role < 0 ? 0 : narrow(number_at(item_in(item_in(events, k), 1), batch_role));
    f->events = keep_numbers(g, members, (int32_t)n);
    f->nevents = (int32_t)n;
    f->at = (int32_t)index_below(number_at(data, 1), n + 1);
    f->sentence = narrow(number_at(data, length_in(data) - 1));
    f->kept = take_heap(g, (int32_t)(KEPT_ROW * n));
    f->results = take_values(g, (int32_t)(n + more));
    for (Py_ssize_t k = 0; k < more; k++) keep_new(g, f->results + f->nresults++, value_in(item_in(results, k)));
    for (Py_ssize_t k = 0; k < length_in(kept); k++) {
        PyObject *one = item_in(kept, k);
        int at = event_in(events, item_in(one, 0), item_in(one, 1), from);
        int32_t row_at = f->kept + (is_batch ? KEPT_ROW * f->nkept : f->nkept);
        g->heap[row_at] = at;
        if (is_batch) {
            g->heap[row_at + 1] = narrow(number_at(one, 3));
            g->heap[row_at + 2] = keep_before(g, before_in(g, item_in(one, 4)));
        }
        f->nkept++;
        from = at + 1;
    }
}

static void window_in(Game *g, Frame *f, PyObject *data) {
    f->base = g->s->nvalues;
    f->nevents = (int32_t)length_in(data);
    if (f->nevents > MOST_WAITING) fail();
    for (Py_ssize_t k = 0; k < length_in(data); k++) {
        PyObject *one = item_in(data, k), *locals = item_in(one, 2);
        int32_t n = (int32_t)length_in(locals), at = take_values(g, W_ROW + n), program = narrow(number_at(one, 1));
        index_below(program < 0 ? ~program : program, g->pack->nprograms);
        if (number_at(one, 0) != -1) index_below(number_at(one, 0), g->pack->nrules);
        if (n < 2 || n > MOST_LOCALS) fail();
        g->values[at + W_RULE] = whole(number_at(one, 0));
        g->values[at + W_PROGRAM] = whole(program);
        g->values[at + W_LOCALS] = whole(n);
        for (int j = 0; j < n; j++) keep_new(g, at + W_ROW + j, value_in(item_in(locals, j)));
    }
}

static void progress_in(Game *g, Frame *f, PyObject *progress) {
    Py_ssize_t n = length_in(progress);
    if (!n) return;
    f->progress = MEMBERS;
    int32_t *found = top;
    if (PyTuple_Check(item_in(progress, 0))) {
        f->progress = EACH;
        for (Py_ssize_t k = 0; k < n; k++) {
            PyObject *chosen = item_in(item_in(progress, k), 0);
            room(2 + length_in(chosen));
            *top++ = narrow(number_at(item_in(progress, k), 1));
            *top++ = (int32_t)length_in(chosen);
            for (Py_ssize_t j = 0; j < length_in(chosen); j++) *top++ = narrow(number_at(chosen, j));
        }
    } else if (n == 1 && number_at(progress, 0) == -1) {
        f->progress = PRETENDED;
        return;
    } else value_in(progress);
    f->nchosen = f->capacity = (int32_t)(top - found);
    f->chosen = keep_numbers(g, found, f->nchosen);
}

static void program_in(Game *g, Frame *f, PyObject *data) {
    PyObject *locals = item_in(data, LOCALS_AT), *event = item_in(data, EVENT_AT), *progress = item_in(data, PROGRESS_AT);
    f->nlocals = (int32_t)length_in(locals);
    index_below(f->program, g->pack->nprograms);
    const int32_t *p = program_row(g, f->program);
    if (f->nlocals < p[P_LOCALS] || f->pc < 0 || f->pc > p[P_LENGTH]) fail();
    f->base = take_values(g, f->nlocals);
    for (int k = 0; k < f->nlocals; k++) keep_new(g, f->base + k, value_in(item_in(locals, k)));
    if (length_in(event)) {
        int32_t first = f->roles;
        const int32_t *before = before_in(g, item_in(event, 4));
        keep_event_in(g, f, narrow(number_at(event, 0)), item_in(event, 1), item_in(event, 2));
        f->events = f->roles;
        f->roles = first;
        f->origin = narrow(number_at(event, 3));
        f->sentence = narrow(number_at(event, 5));
        f->before = keep_before(g, before);
    }
    progress_in(g, f, progress);
}

static void frame_in(Game *g, PyObject *data) {
    int32_t program = narrow(number_at(data, PROGRAM_AT));
    if (program < WINDOW) fail();
    Frame *f = push_frame(g, program);
    f->pc = narrow(number_at(data, PC_AT));
    f->slot = narrow(number_at(data, SLOT_AT));
    f->rule = narrow(number_at(data, RULE_AT));
    if (program >= 0) program_in(g, f, data);
    else if (program == WINDOW) window_in(g, f, item_in(data, LOCALS_AT));
    else batch_in(g, f, item_in(data, LOCALS_AT), narrow(number_at(item_in(data, EVENT_AT), 0)));
    Value applied = threes_in(item_in(data, APPLIED_AT));
    inherit(g, f, applied.u.p, applied.n);
    if (program == REPLACING) {
        Value used = threes_in(item_in(item_in(data, LOCALS_AT), 2));
        f->used = keep_numbers(g, used.u.p, 3 * used.n);
        f->nused = used.n;
    }
}

static void table_in(Game *g, PyObject *state) {
    Py_ssize_t n = (Py_ssize_t)g->pack->count + 1;
    PyObject *kids = PyDict_GetItemString(state, "kids"), *columns = PyDict_GetItemString(state, "columns");
    PyObject *gone = PyDict_GetItemString(state, "gone");
    for (Py_ssize_t e = 0; e < n; e++) {
        g->parent[e] = narrow(number_at(PyDict_GetItemString(state, "parent"), e));
        row(g, g->parent[e]);
        g->face[e] = narrow(number_at(PyDict_GetItemString(state, "face"), e));
        g->known[e] = number_at(PyDict_GetItemString(state, "known"), e);
        g->first[e] = g->last[e] = g->next[e] = g->prev[e] = -1;
        for (int k = 0; k < g->pack->attributes; k++) g->columns[k * n + e] = number_at(item_in(columns, k), e);
    }
    g->s->altered = 0;
    for (int k = 0; k < g->pack->attributes; k++)
        if (memcmp(g->columns + k * n, WIDE(printed) + k * n, sizeof *g->columns * (size_t)n)) g->s->altered |= column_bit(k);
    for (Py_ssize_t e = 0; e < n; e++)
        for (Py_ssize_t k = 0; k < length_in(item_in(kids, e)); k++)
            link_in(g, (int32_t)index_below(number_at(item_in(kids, e), k), n - 1), (int32_t)e, -1);
    for (Py_ssize_t k = 0; k < length_in(gone); k++) g->gone[index_below(number_at(gone, k), n)] = 1;
    g->s->ngone = (int32_t)length_in(gone);
}

static void run_in(Game *g, int period, PyObject *one) {
    PyObject *roles = item_in(one, 2);
    Run run = {period, narrow(number_at(one, 0)), narrow(number_at(one, 1)), narrow(number_at(one, 3)),
               (int32_t)length_in(roles), {0}};
    if (g->s->nruns >= RUNS || run.nroles > RUN_ROLES || run.start > g->s->nevents) fail();
    for (int k = 0; k < run.nroles; k++) run.roles[k] = narrow(number_at(roles, k));
    g->runs[g->s->nruns++] = run;
}

/* What is true, or was seen: rows of so many numbers, after how many there are. */
static void truths_of_rule(PyObject *truths, int rule, int32_t *to, int width, int most) {
    PyObject *key = Py_BuildValue("(ii)", rule, -1), *held = key ? PyDict_GetItem(truths, key) : NULL;
    Py_XDECREF(key);
    to[0] = held ? (int32_t)length_in(held) : 0;
    if (to[0] > most) fail();
    for (int k = 0; k < to[0]; k++)
        for (int j = 0; j < width; j++) to[1 + width * k + j] = narrow(number_at(item_in(held, k), j));
}

static void truths_in(Game *g, PyObject *truths) {
    for (int k = 0; k < g->pack->nwatches; k++) {
        int rule = NARROW(watches)[k], seems = rule_row(g, rule)[R_SEEMS];
        truths_of_rule(truths, rule, g->truths + k * (1 + 3 * TRUTHS), 3, TRUTHS);
        if (seems >= 0) truths_of_rule(truths, ~rule, g->seen + seems * (1 + 4 * SEEN), 4, SEEN);
    }
}

/* --- What lasts and what has happened ------------------------------------------------------------------------- */

static int values_in(PyObject *o, Value *values) {
    Py_ssize_t n = length_in(o);
    if (n > MOST_CAPTURED) fail();
    for (Py_ssize_t k = 0; k < n; k++) values[k] = value_in(item_in(o, k));
    return (int)n;
}

static void lasting_in(Game *g, PyObject *effects, PyObject *delayed) {
    Value values[MOST_CAPTURED];
    for (Py_ssize_t k = 0; k < length_in(effects); k++) {
        PyObject *one = item_in(effects, k);
        int rule = (int)index_below(number_at(one, 1), g->pack->nrules), n = values_in(item_in(one, 4), values);
        if (n != rule_row(g, rule)[R_CAPTURED] || rule_row(g, rule)[R_KIND] == WATCHES) fail();
        Effect made = {narrow(number_at(one, 0)), rule, narrow(number_at(one, 2)), narrow(number_at(one, 3)),
                       narrow(number_at(one, 5)), narrow(number_at(one, 6)), 0, n};
        add_effect(g, made, values);
    }
    for (Py_ssize_t k = 0; k < length_in(delayed); k++) {
        PyObject *one = item_in(delayed, k);
        int n = values_in(item_in(one, 2), values);
        Delayed made = {narrow(number_at(one, 0)), (int32_t)index_below(number_at(one, 1), g->pack->nprograms),
                        narrow(number_at(one, 3)), 0, n};
        add_delayed(g, made, values);
    }
}

static void history_in(Game *g, PyObject *history) {
    Value values[MOST_CAPTURED];
    for (Py_ssize_t k = 0; k < length_in(history); k++) {
        PyObject *one = item_in(history, k);
        Py_ssize_t n = length_in(one), roles = n - 4;
        int32_t *mark = top;
        if (number_at(one, 0) == -1)
            use(g, narrow(number_at(one, 1)), values, values_in(item_in(one, 2), values)); /* by sentence */
        else {
            int verb = (int)index_below(number_at(one, 0), g->pack->nverbs);
            if (roles < 0 || roles > MOST_ROLES) fail();
            for (Py_ssize_t j = 0; j < roles; j++) values[j] = value_in(item_in(one, 2 + j));
            record(g, verb, number_at(one, 1), values, (int)roles, value_in(item_in(one, n - 2)), narrow(number_at(one, n - 1)));
        }
        top = mark;
    }
}

static void left_in(Game *g, PyObject *left) {
    g->s->nlefts = (int32_t)length_in(left);
    if (g->s->nlefts > LEFTS) fail();
    for (int k = 0; k < g->s->nlefts; k++) {
        PyObject *one = item_in(left, k);
        Left *each = g->lefts + k;
        each->thing = (int32_t)index_below(number_at(one, 0), g->pack->count);
        each->waits = narrow(number_at(one, 2));
        for (int j = 0; j < g->pack->nleft; j++) each->values[j] = number_at(item_in(one, 1), j);
    }
}

static void game_in(Game *g, PyObject *state) {
    PyObject *periods = PyDict_GetItemString(state, "periods"), *frames = PyDict_GetItemString(state, "frames");
    PyObject *winners = PyDict_GetItemString(state, "winners");
    memset(g->block, 0, g->pack->fixed);
    table_in(g, state);
    history_in(g, PyDict_GetItemString(state, "history"));
    left_in(g, PyDict_GetItemString(state, "left"));
    lasting_in(g, PyDict_GetItemString(state, "effects"), PyDict_GetItemString(state, "delayed"));
    g->s->clock = narrow(number_in(PyDict_GetItemString(state, "clock")));
    PyObject *changed = PyDict_GetItemString(state, "changed");
    g->s->changed = (Bits)PyLong_AsUnsignedLongLong(item_in(changed, 1)) << 64 | PyLong_AsUnsignedLongLong(item_in(changed, 0));
    g->s->out = number_in(PyDict_GetItemString(state, "out"));
    g->s->active = narrow(number_in(PyDict_GetItemString(state, "active")));
    g->s->over = number_in(PyDict_GetItemString(state, "over")) != 0;
    g->s->seed = PyLong_AsUnsignedLongLong(PyDict_GetItemString(state, "seed"));
    g->s->counter = PyLong_AsUnsignedLongLong(PyDict_GetItemString(state, "counter"));
    g->s->nwinners = (int32_t)length_in(winners);
    if (g->s->nwinners > g->pack->nplayers) fail();
    for (int k = 0; k < g->s->nwinners; k++) g->winners[k] = narrow(number_at(winners, k));
    for (int period = 0; period < g->pack->nperiods; period++) {
        PyObject *one = item_in(periods, period), *runs = item_in(one, 1);
        g->period_count[period] = narrow(number_at(one, 0));
        g->period_start[period] = narrow(number_at(one, 2));
        if (g->period_start[period] > g->s->nevents) fail();
        for (Py_ssize_t k = 0; k < length_in(runs); k++) run_in(g, period, item_in(runs, k));
    }
    truths_in(g, PyDict_GetItemString(state, "truths"));
    for (Py_ssize_t k = 0; k < length_in(frames); k++) frame_in(g, item_in(frames, k));
    all_is_new(g);
}
