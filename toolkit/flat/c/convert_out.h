/* A game as Python's values: what `toolkit/kernel/state.py` keeps, and frames as `machine/frame.py` has them. */

static PyObject *numbers_out(const int32_t *p, Py_ssize_t n) {
    PyObject *found = PyTuple_New(n);
    for (Py_ssize_t k = 0; found && k < n; k++) PyTuple_SET_ITEM(found, k, PyLong_FromLong(p[k]));
    return found;
}

static PyObject *value_out(const Game *g, Value v) {
    v = local_of(g, v);
    if (v.tag == SET) return numbers_out(v.u.p, v.n);
    if (v.tag == LISTS) {
        PyObject *found = PyTuple_New(v.n);
        for (int k = 0; found && k < v.n; k++) {
            Value one = nth_list(v, k + 1);
            PyTuple_SET_ITEM(found, k, numbers_out(one.u.p, one.n));
        }
        return found;
    }
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

/* Values that are kept as words; `end`: where they end. */
static PyObject *words_out(const Game *g, const int32_t *from, Py_ssize_t n, const int32_t **end) {
    PyObject *found = PyTuple_New(n);
    Value one;
    for (Py_ssize_t k = 0; found && k < n; k++) {
        from = read_value(from, &one);
        PyTuple_SET_ITEM(found, k, value_out(g, one));
    }
    if (end) *end = from;
    return found;
}

/* What `look_back` has found. */
static PyObject *before_out(const int32_t *before) {
    PyObject *found = PyTuple_New(before[1]);
    const int32_t *at = before + 2;
    Earlier e;
    for (int k = 0; found && k < before[1]; k++) {
        at = read_earlier(at, &e);
        PyObject *had = PyTuple_New(e.nhad);
        for (int j = 0; had && j < e.nhad; j++) PyTuple_SET_ITEM(had, j, numbers_out(e.had + 2 * j, 2));
        PyTuple_SET_ITEM(found, k, Py_BuildValue(
            "(iiNNNNN)", e.rule, e.effect, numbers_out(e.held, e.nheld),
            e.nfitted < 0 ? PyLong_FromLong(-1) : numbers_out(e.fitted, e.nfitted), numbers_out(e.so, e.nso), had,
            PyTuple_New(0)));
    }
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
        const int32_t *at = g->heap + f->kept + (f->program == BATCH ? KEPT_ROW * k : k);
        PyObject *event = event_out(g, f, at[0]);
        if (f->program == BATCH) {
            PyObject *whole_event = Py_BuildValue(
                "(OONiN)", PyTuple_GET_ITEM(event, 0), PyTuple_GET_ITEM(event, 1),
                value_out(g, g->values[f->results + f->nresults - f->nkept + k]), at[1], before_out(before_of(g, at[2])));
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
        PyObject *one = Py_BuildValue("(iiN)", (int)at[W_RULE].u.i, (int)at[W_PROGRAM].u.i,
                                      values_out(g, at + W_ROW, (Py_ssize_t)at[W_LOCALS].u.i, 0));
        if (one) PyList_Append(found, one);
        Py_XDECREF(one);
        at += W_ROW + at[W_LOCALS].u.i;
    }
    return found;
}

static PyObject *each_out(const int32_t *at, const int32_t *end) {
    PyObject *found = PyList_New(0);
    for (; found && at < end; at = next_chosen(at)) {
        PyObject *one = Py_BuildValue("(Ni)", numbers_out(at + 2, at[1]), at[0]);
        PyList_Append(found, one);
        Py_XDECREF(one);
    }
    PyObject *all = PyList_AsTuple(found);
    Py_XDECREF(found);
    return all;
}

static PyObject *progress_out(const Game *g, const Frame *f) {
    switch (f->progress) {
        case MEMBERS: return numbers_out(g->heap + f->chosen, f->nchosen);
        case EACH: return each_out(g->heap + f->chosen, g->heap + f->chosen + f->nchosen);
        case CHOSEN: return Py_BuildValue("(ii)", 0, f->chosen);
        case DECLINED: return Py_BuildValue("(i)", 2);
        case PRETENDED: return Py_BuildValue("(i)", -1);
    }
    return PyTuple_New(0);
}

static PyObject *frame_out(Game *g, Frame *f) {
    PyObject *locals, *event = NULL, *applied = threes_out(g->heap + f->applied, f->napplied);
    if (f->program >= 0) {
        locals = values_out(g, locals_of(g, f), f->nlocals, 1);
        if (f->verb >= 0)
            event = Py_BuildValue("(iiNiNi)", f->verb, f->who, values_out(g, g->values + f->events, f->nroles, 0),
                                  f->origin, before_out(before_of(g, f->before)), f->sentence);
    } else if (f->program == WINDOW)
        locals = window_out(g, f);
    else {
        locals = batch_locals_out(g, f);
        event = Py_BuildValue("(i)", f->verb);
    }
    return Py_BuildValue("[iiNiNNiN]", f->program, f->pc, locals, f->slot, event ? event : PyTuple_New(0),
                         progress_out(g, f), f->rule, applied);
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
                PyObject *one = Py_BuildValue("(iiNi)", g->runs[k].number, g->runs[k].who,
                                              numbers_out(g->runs[k].roles, g->runs[k].nroles), g->runs[k].start);
                PyList_Append(runs, one);
                Py_XDECREF(one);
            }
        PyList_SET_ITEM(found, period,
                        Py_BuildValue("(iNi)", g->period_count[period], PyList_AsTuple(runs), g->period_start[period]));
        Py_DECREF(runs);
    }
    return found;
}

/* So many rows of so many numbers each, in order. */
static void truths_of(PyObject *found, int rule, const int32_t *rows, int n, int width) {
    PyObject *key = Py_BuildValue("(ii)", rule, -1), *sorted = PyList_New(n), *value = NULL;
    for (int k = 0; sorted && k < n; k++) PyList_SET_ITEM(sorted, k, numbers_out(rows + width * k, width));
    if (sorted && !PyList_Sort(sorted)) value = PyList_AsTuple(sorted);
    if (value) PyDict_SetItem(found, key, value);
    Py_XDECREF(key);
    Py_XDECREF(sorted);
    Py_XDECREF(value);
}

/* Of a watch that may have to seem to ask what it has seen is there even if that is nothing. */
static PyObject *truths_out(const Game *g) {
    PyObject *found = PyDict_New();
    for (int k = 0; found && k < g->pack->nwatches; k++) {
        const int32_t *held = g->truths + k * (1 + 3 * TRUTHS);
        int rule = NARROW(watches)[k], seems = rule_row(g, rule)[R_SEEMS];
        if (held[0]) truths_of(found, rule, held + 1, held[0], 3);
        if (seems < 0) continue;
        const int32_t *seen = g->seen + seems * (1 + 4 * SEEN);
        truths_of(found, ~rule, seen + 1, seen[0], 4);
    }
    return found;
}

/* --- What lasts and what has happened ------------------------------------------------------------------------- */

static PyObject *effects_out(const Game *g) {
    PyObject *found = PyTuple_New(g->s->neffects);
    for (int k = 0; found && k < g->s->neffects; k++) {
        const Effect *e = g->effects + k;
        PyTuple_SET_ITEM(found, k, Py_BuildValue("(iiiiNii)", e->id, e->rule, e->you, e->this,
                                                 words_out(g, g->words + e->at, e->n, NULL), e->period, e->run));
    }
    return found;
}

static PyObject *delayed_out(const Game *g) {
    PyObject *found = PyTuple_New(g->s->ndelayed);
    for (int k = 0; found && k < g->s->ndelayed; k++) {
        const Delayed *d = g->delayed + k;
        PyTuple_SET_ITEM(found, k, Py_BuildValue("(iiNi)", d->step, d->program,
                                                 words_out(g, g->words + d->at, d->n, NULL), d->rule));
    }
    return found;
}

static PyObject *happened_out(const Game *g, const int32_t *e) {
    const int32_t *end;
    PyObject *values = words_out(g, e + E_VALUES, e[E_NROLES], &end);
    if (e[E_VERB] < 0) return Py_BuildValue("(iiNi)", -1, e[E_RULE], values, 0);
    PyObject *head = Py_BuildValue("(ii)", e[E_VERB], e[E_WHO]), *rest = words_out(g, end, 2, NULL);
    PyObject *first = PySequence_Concat(head, values), *found = PySequence_Concat(first, rest);
    Py_XDECREF(head);
    Py_XDECREF(values);
    Py_XDECREF(rest);
    Py_XDECREF(first);
    return found;
}

static PyObject *history_out(const Game *g) {
    PyObject *found = PyList_New(g->s->nevents);
    for (int k = 0; found && k < g->s->nevents; k++) PyList_SET_ITEM(found, k, happened_out(g, event_at(g, k)));
    return found;
}

static PyObject *left_out(const Game *g) {
    PyObject *found = PyTuple_New(g->s->nlefts);
    for (int k = 0; found && k < g->s->nlefts; k++) {
        const Left *each = g->lefts + k;
        PyObject *values = PyTuple_New(g->pack->nleft);
        for (int j = 0; values && j < g->pack->nleft; j++)
            PyTuple_SET_ITEM(values, j, PyLong_FromLongLong(each->values[j]));
        PyTuple_SET_ITEM(found, k, Py_BuildValue("(iNi)", each->thing, values, each->waits));
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
        "{sN sN sN sN sN sN sL sN sN sN sN sN sN sN sN sK sK si si sN sN}", "parent", column_out(g->parent, NULL, n), "kids", kids_out(g),
        "columns", columns, "face", column_out(g->face, NULL, n), "known", column_out(NULL, g->known, n), "gone",
        gone_out(g), "out", (long long)g->s->out, "frames", frames, "periods", periods_out(g), "truths", truths_out(g),
        "effects", effects_out(g), "delayed", delayed_out(g), "history", history_out(g), "left", left_out(g),
        "changed", Py_BuildValue("(KK)", (unsigned long long)g->s->changed, (unsigned long long)(g->s->changed >> 64)),
        "seed", (unsigned long long)g->s->seed, "counter", (unsigned long long)g->s->counter, "active", g->s->active, "clock", g->s->clock,
        "over", PyBool_FromLong(g->s->over), "winners", numbers_out(g->winners, g->s->nwinners));
}
