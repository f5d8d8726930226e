/* A game as Python's values and back: what `toolkit/kernel/state.py` keeps, and frames as `machine/frame.py` has them. */

enum { PROGRAM_AT, PC_AT, LOCALS_AT, SLOT_AT, EVENT_AT, PROGRESS_AT, RULE_AT, APPLIED_AT };

/* --- To Python --------------------------------------------------------------------------------------------- */

static PyObject *numbers_out(const int32_t *p, Py_ssize_t n) {
    PyObject *found = PyTuple_New(n);
    for (Py_ssize_t k = 0; found && k < n; k++) PyTuple_SET_ITEM(found, k, PyLong_FromLong(p[k]));
    return found;
}

static PyObject *value_out(const Game *g, Value v) {
    v = local_of(g, v);
    if (v.tag == SET) return numbers_out(v.u.p, v.n);
    return v.tag == BOOL ? PyBool_FromLong(v.u.i != 0) : PyLong_FromLongLong(v.u.i);
}

static PyObject *values_out(const Game *g, const Value *p, Py_ssize_t n, int as_list) {
    PyObject *found = as_list ? PyList_New(n) : PyTuple_New(n);
    for (Py_ssize_t k = 0; found && k < n; k++) {
        PyObject *one = value_out(g, p[k]);
        if (as_list) PyList_SET_ITEM(found, k, one); else PyTuple_SET_ITEM(found, k, one);
    }
    return found;
}

static PyObject *threes_out(const int32_t *p, int n) {
    PyObject *found = PyTuple_New(n);
    for (int k = 0; found && k < n; k++) PyTuple_SET_ITEM(found, k, numbers_out(p + 3 * k, 3));
    return found;
}

/* `(who, roles)` of one event of a batch. */
static PyObject *event_out(Game *g, Frame *f, int at) {
    Value roles[MOST_ROLES];
    Frame one = *f;
    one.at = at;
    roles_of(g, &one, roles);
    return Py_BuildValue("(iN)", f->who, values_out(g, roles, f->nroles, 0));
}

static PyObject *batch_locals_out(Game *g, Frame *f) {
    PyObject *events = PyTuple_New(f->nevents), *kept = PyTuple_New(f->nkept);
    PyObject *results = values_out(g, g->values + f->results, f->nresults, 0);
    for (int k = 0; k < f->nevents; k++) PyTuple_SET_ITEM(events, k, event_out(g, f, k));
    for (int k = 0; k < f->nkept; k++) {
        const int32_t *at = g->heap + f->kept + (f->program == BATCH ? 2 * k : k);
        PyObject *event = event_out(g, f, at[0]);
        if (f->program == BATCH) {
            PyObject *whole_event = Py_BuildValue(
                "(OONiN)", PyTuple_GET_ITEM(event, 0), PyTuple_GET_ITEM(event, 1),
                value_out(g, g->values[f->results + f->nresults - f->nkept + k]), at[1], PyTuple_New(0));
            Py_DECREF(event);
            event = whole_event;
        }
        PyTuple_SET_ITEM(kept, k, event);
    }
    if (f->program == BATCH) return Py_BuildValue("[NiNNi]", events, f->at, results, kept, f->sentence);
    return Py_BuildValue("[NiNNNi]", events, f->at, threes_out(g->heap + f->used, f->nused), kept, results,
                         f->sentence);
}

static PyObject *window_out(Game *g, const Frame *f) {
    PyObject *found = PyList_New(0);
    const Value *at = g->values + f->base;
    for (int k = f->at; found && k < f->nevents; k++) {
        const int32_t *r = rule_row(g, (int)at[0].u.i);
        PyObject *one = Py_BuildValue("(iiN)", (int)at[0].u.i, r[R_PROGRAM],
                                      values_out(g, at + 2, (Py_ssize_t)at[1].u.i, 0));
        if (one) PyList_Append(found, one);
        Py_XDECREF(one);
        at += 2 + at[1].u.i;
    }
    return found;
}

static PyObject *frame_out(Game *g, Frame *f) {
    PyObject *locals, *event = NULL, *progress = NULL, *applied = threes_out(g->heap + f->applied, f->napplied);
    if (f->program >= 0) {
        locals = values_out(g, locals_of(g, f), f->nlocals, 1);
        if (f->verb >= 0)
            event = Py_BuildValue("(iiNiNi)", f->verb, f->who, values_out(g, g->values + f->events, f->nroles, 0),
                                  f->origin, PyTuple_New(0), f->sentence);
    } else if (f->program == WINDOW)
        locals = window_out(g, f);
    else {
        locals = batch_locals_out(g, f);
        event = Py_BuildValue("(i)", f->verb);
    }
    if (f->progress == MEMBERS) progress = numbers_out(g->heap + f->chosen, f->nchosen);
    else if (f->progress == CHOSEN) progress = Py_BuildValue("(ii)", 0, f->chosen);
    else if (f->progress == DECLINED) progress = Py_BuildValue("(i)", 2);
    return Py_BuildValue("[iiNiNNiN]", f->program, f->pc, locals, f->slot, event ? event : PyTuple_New(0),
                         progress ? progress : PyTuple_New(0), f->rule, applied);
}

static PyObject *column_out(const int32_t *small, const int64_t *large, Py_ssize_t n) {
    PyObject *found = PyList_New(n);
    for (Py_ssize_t k = 0; found && k < n; k++)
        PyList_SET_ITEM(found, k, PyLong_FromLongLong(small ? small[k] : large[k]));
    return found;
}

static PyObject *kids_out(const Game *g) {
    Py_ssize_t n = (Py_ssize_t)g->pack->count + 1;
    PyObject *found = PyList_New(n);
    for (Py_ssize_t e = 0; found && e < n; e++) {
        PyObject *kids = PyTuple_New(g->nkids[e]);
        Py_ssize_t k = 0;
        for (int32_t kid = g->first[e]; kid >= 0; kid = g->next[kid])
            PyTuple_SET_ITEM(kids, k++, PyLong_FromLong(kid));
        PyList_SET_ITEM(found, e, kids);
    }
    return found;
}

static PyObject *periods_out(const Game *g) {
    PyObject *found = PyList_New(g->pack->nperiods);
    for (int period = 0; found && period < g->pack->nperiods; period++) {
        PyObject *runs = PyList_New(0);
        for (int k = 0; k < g->s->nruns; k++)
            if (g->runs[k].period == period) {
                PyObject *one = Py_BuildValue("(iiNi)", g->runs[k].number, g->runs[k].who, PyTuple_New(0),
                                              g->runs[k].start);
                PyList_Append(runs, one);
                Py_XDECREF(one);
            }
        PyList_SET_ITEM(found, period,
                        Py_BuildValue("(iNi)", g->period_count[period], PyList_AsTuple(runs), g->period_start[period]));
        Py_DECREF(runs);
    }
    return found;
}

static PyObject *truths_out(const Game *g) {
    PyObject *found = PyDict_New();
    for (int k = 0; found && k < g->pack->nwatches; k++) {
        const int32_t *held = g->truths + k * (1 + 3 * TRUTHS);
        if (!held[0]) continue;
        PyObject *key = Py_BuildValue("(ii)", NARROW(watches)[k], -1), *those = threes_out(held + 1, held[0]);
        PyObject *sorted = PySequence_List(those), *value = NULL;
        if (sorted && !PyList_Sort(sorted)) value = PyList_AsTuple(sorted);
        if (value) PyDict_SetItem(found, key, value);
        Py_XDECREF(key);
        Py_XDECREF(those);
        Py_XDECREF(sorted);
        Py_XDECREF(value);
    }
    return found;
}

static PyObject *gone_out(const Game *g) {
    PyObject *found = PyTuple_New(g->s->ngone);
    Py_ssize_t at = 0;
    for (int e = 0; found && e < g->pack->count; e++)
        if (g->gone[e]) PyTuple_SET_ITEM(found, at++, PyLong_FromLong(e));
    return found;
}

static PyObject *game_out(Game *g) {
    Py_ssize_t n = (Py_ssize_t)g->pack->count + 1;
    PyObject *columns = PyList_New(g->pack->attributes), *frames = PyList_New(g->s->nframes);
    for (int k = 0; k < g->pack->attributes; k++) PyList_SET_ITEM(columns, k, column_out(NULL, g->columns + k * n, n));
    for (int k = 0; k < g->s->nframes; k++) PyList_SET_ITEM(frames, k, frame_out(g, g->frames + k));
    return Py_BuildValue(
        "{sN sN sN sN sN sN sL sN sN sN sK sK si sN sN}", "parent", column_out(g->parent, NULL, n), "kids", kids_out(g),
        "columns", columns, "face", column_out(g->face, NULL, n), "known", column_out(NULL, g->known, n), "gone",
        gone_out(g), "out", (long long)g->s->out, "frames", frames, "periods", periods_out(g), "truths", truths_out(g),
        "seed", (unsigned long long)g->s->seed, "counter", (unsigned long long)g->s->counter, "active", g->s->active,
        "over", PyBool_FromLong(g->s->over), "winners", numbers_out(g->winners, g->s->nwinners));
}

/* --- From Python ------------------------------------------------------------------------------------------- */

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

static Value value_in(PyObject *o) {
    if (PyBool_Check(o)) return truth(o == Py_True);
    if (PyLong_Check(o)) return whole(number_in(o));
    Py_ssize_t n = length_in(o);
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
    f->at = narrow(number_at(data, 1));
    f->sentence = narrow(number_at(data, length_in(data) - 1));
    f->kept = take_heap(g, (int32_t)(2 * n));
    f->results = take_values(g, (int32_t)(n + more));
    for (Py_ssize_t k = 0; k < more; k++) keep_new(g, f->results + f->nresults++, value_in(item_in(results, k)));
    for (Py_ssize_t k = 0; k < length_in(kept); k++) {
        PyObject *one = item_in(kept, k);
        int at = event_in(events, item_in(one, 0), item_in(one, 1), from);
        g->heap[f->kept + (is_batch ? 2 * f->nkept : f->nkept)] = at;
        if (is_batch) g->heap[f->kept + 2 * f->nkept + 1] = narrow(number_at(one, 3));
        f->nkept++;
        from = at + 1;
    }
}

static void window_in(Game *g, Frame *f, PyObject *data) {
    f->base = g->s->nvalues;
    f->nevents = (int32_t)length_in(data);
    for (Py_ssize_t k = 0; k < length_in(data); k++) {
        PyObject *one = item_in(data, k), *locals = item_in(one, 2);
        int32_t n = (int32_t)length_in(locals), at = take_values(g, 2 + n);
        g->values[at] = whole(number_at(one, 0));
        g->values[at + 1] = whole(n);
        const int32_t *r = rule_row(g, (int)index_below(number_at(one, 0), g->pack->nrules));
        if (r[R_PROGRAM] != number_at(one, 1) || r[R_LOCALS] != n) fail();
        for (int j = 0; j < n; j++) keep_new(g, at + 2 + j, value_in(item_in(locals, j)));
    }
}

static void program_in(Game *g, Frame *f, PyObject *data) {
    PyObject *locals = item_in(data, LOCALS_AT), *event = item_in(data, EVENT_AT), *progress = item_in(data, PROGRESS_AT);
    f->nlocals = (int32_t)length_in(locals);
    index_below(f->program, g->pack->nprograms);
    if (f->nlocals < (NARROW(programs) + P_ROW * f->program)[P_LOCALS] || f->pc < 0) fail();
    f->base = take_values(g, f->nlocals);
    for (int k = 0; k < f->nlocals; k++) keep_new(g, f->base + k, value_in(item_in(locals, k)));
    if (length_in(event)) {
        int32_t first = f->roles;
        if (length_in(item_in(event, 4))) fail();
        keep_event_in(g, f, narrow(number_at(event, 0)), item_in(event, 1), item_in(event, 2));
        f->events = f->roles;
        f->roles = first;
        f->origin = narrow(number_at(event, 3));
        f->sentence = narrow(number_at(event, 5));
    }
    Value chosen = value_in(progress);
    if (!chosen.n) return;
    f->chosen = keep_numbers(g, chosen.u.p, chosen.n);
    f->nchosen = f->capacity = chosen.n;
    f->progress = MEMBERS;
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
    for (Py_ssize_t e = 0; e < n; e++)
        for (Py_ssize_t k = 0; k < length_in(item_in(kids, e)); k++)
            put_in(g, (int32_t)index_below(number_at(item_in(kids, e), k), n - 1), (int32_t)e, -1);
    for (Py_ssize_t k = 0; k < length_in(gone); k++) g->gone[index_below(number_at(gone, k), n)] = 1;
    g->s->ngone = (int32_t)length_in(gone);
}

static void run_in(Game *g, int period, PyObject *one) {
    if (g->s->nruns >= RUNS || length_in(item_in(one, 2))) fail();
    Run run = {period, narrow(number_at(one, 0)), narrow(number_at(one, 1)), narrow(number_at(one, 3))};
    g->runs[g->s->nruns++] = run;
}

static void truths_in(Game *g, PyObject *truths) {
    for (int k = 0; k < g->pack->nwatches; k++) {
        PyObject *key = Py_BuildValue("(ii)", NARROW(watches)[k], -1);
        PyObject *held = key ? PyDict_GetItem(truths, key) : NULL;
        int32_t *to = g->truths + k * (1 + 3 * TRUTHS);
        Py_XDECREF(key);
        if (!held) continue;
        Value those = threes_in(held);
        if (those.n > TRUTHS) fail();
        to[0] = those.n;
        memcpy(to + 1, those.u.p, sizeof(int32_t) * 3 * (size_t)those.n);
    }
}

static void game_in(Game *g, PyObject *state) {
    PyObject *periods = PyDict_GetItemString(state, "periods"), *frames = PyDict_GetItemString(state, "frames");
    PyObject *winners = PyDict_GetItemString(state, "winners");
    memset(g->block, 0, g->pack->fixed);
    table_in(g, state);
    g->s->changed = ~(uint64_t)0;
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
        for (Py_ssize_t k = 0; k < length_in(runs); k++) run_in(g, period, item_in(runs, k));
    }
    truths_in(g, PyDict_GetItemString(state, "truths"));
    for (Py_ssize_t k = 0; k < length_in(frames); k++) frame_in(g, item_in(frames, k));
}
