/* Games that bots play to the end, in one call each, and what is counted of them: the Python type `Table`. */

/* `rows`: room for what is dealt anew; `named`: what a sheet is told (`count.h`).  `answers`: the options that were taken in the
   last game; in the first `alike` of its decisions it had come to nothing that differs, and then the bots had come so far
   in their chance.  `led`: so many decisions of a game are given, those of another version's. */
enum { ROWS = 10 };

typedef struct {
    PyObject_HEAD
    Pack *pack;
    Game *game, *trial, *worlds[MOST_WORLDS];
    int32_t *rows;
    Sheet sheet;
    int counts, decisions, nbots, reached, alike, nled;
    const int32_t *led;
    Numbers answers;
    uint64_t chance[MOST_BOTS];
    Bot bots[MOST_BOTS];
} Table;

static PyTypeObject TableType;

/* A table of numbers that Python tells by its name; `n`: how many, if somebody asks. */
typedef struct { const char *name; int32_t **to; int *n; } Named;

static int named_in(PyObject *told, const Named *each, size_t tables) {
    for (size_t k = 0; k < tables; k++) {
        PyObject *o = PyDict_GetItemString(told, each[k].name);
        if (!o || !PyBytes_Check(o)) {
            PyErr_SetString(PyExc_KeyError, each[k].name);
            return 0;
        }
        *each[k].to = copied(o);
        if (!*each[k].to) return 0;
        if (each[k].n) *each[k].n = (int)(PyBytes_GET_SIZE(o) / (Py_ssize_t)sizeof(int32_t));
    }
    return 1;
}

static int told_in(Sheet *t, PyObject *told) {
    const Named each[] = {
        {"document", &t->document, NULL}, {"things", &t->things, NULL}, {"period", &t->period, NULL},
        {"weighing", &t->weighing, NULL}, {"rest", &t->rest, NULL}, {"columns", &t->columns, &t->ncolumns},
        {"amounts", &t->amounts, &t->namounts},
    };
    return named_in(told, each, sizeof each / sizeof *each);
}

static PyObject *table_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    PyObject *pack, *told;
    int logs;
    (void)kwargs;
    if (!PyArg_ParseTuple(args, "O!Op", &PackType, &pack, &told, &logs)) return NULL;
    Table *t = (Table *)type->tp_alloc(type, 0);  /* all zero */
    if (!t) return NULL;
    Py_INCREF(pack);
    t->pack = (Pack *)pack;
    t->counts = PyDict_Check(told);
    t->sheet.logs = logs;
    size_t columns = 1;
    t->rows = malloc(sizeof(int32_t) * ROWS * ((size_t)t->pack->count + 1));
    int there = t->rows && (t->game = new_game(t->pack, 1)) && (t->trial = new_game(t->pack, 1));
    if (there && t->counts) {
        there = told_in(&t->sheet, told);
        columns += (size_t)t->sheet.ncolumns;
        t->sheet.before = calloc(columns * (size_t)t->pack->nplayers, sizeof(int64_t));
        t->sheet.values = calloc((size_t)t->pack->nplayers, sizeof(int64_t));
        there = there && t->sheet.before && t->sheet.values;
    }
    if (there) return (PyObject *)t;
    Py_DECREF(t);
    return PyErr_Occurred() ? NULL : PyErr_NoMemory();
}

static void table_dealloc(Table *t) {
    Sheet *s = &t->sheet;
    void *held[] = {t->rows, s->document, s->things, s->period, s->columns, s->weighing, s->rest, s->amounts, s->before,
                    s->values, s->game.rows, s->game.slots, s->sum.rows, s->sum.slots, s->ahead_when.p, s->log.p,
                    s->sentences.p, s->moves.p, t->answers.p};
    for (size_t k = 0; k < sizeof held / sizeof *held; k++) free(held[k]);
    for (int k = 0; k < t->nbots; k++) Py_XDECREF(t->bots[k].judge);
    for (int k = 0; k < MOST_WORLDS; k++) Py_XDECREF(t->worlds[k]);
    Py_XDECREF(t->game);
    Py_XDECREF(t->trial);
    Py_XDECREF(t->pack);
    Py_TYPE(t)->tp_free((PyObject *)t);
}

/* --- Playing ------------------------------------------------------------------------------------------------- */

static int bots_in(Table *t, PyObject *bots) {
    for (int k = 0; k < t->nbots; k++) Py_CLEAR(t->bots[k].judge);
    t->nbots = 0;
    for (Py_ssize_t k = 0; k < PyTuple_GET_SIZE(bots) && k < MOST_BOTS; k++) {
        Bot b = {0};
        PyObject *judge;
        if (!PyArg_ParseTuple(PyTuple_GET_ITEM(bots, k), "iiiiiiiiiiiddKO", &b.kind, &b.timed, &b.budget, &b.worlds,
                              &b.widest, &b.deepest, &b.horizon, &b.longest, &b.samples, &b.slips, &b.stays, &b.curious, &b.limit,
                              &b.chance.seed, &judge))
            return 0;
        if (!PyObject_TypeCheck(judge, &PackType) || ((Pack *)judge)->count != t->pack->count ||
            ((Pack *)judge)->attributes != t->pack->attributes || ((Pack *)judge)->nplayers != t->pack->nplayers ||
            b.worlds < 1 || b.worlds > MOST_WORLDS || b.samples > MOST_SAMPLES || (b.kind == LOOKAHEAD_BOT && b.stays < 1) || b.longest >= MOST_STEPS) {
            PyErr_SetString(PyExc_ValueError, "no such bot");
            return 0;
        }
        for (int j = 0; j < (b.kind >= GREEDY_BOT ? b.worlds : 0); j++)
            if (!t->worlds[j] && !(t->worlds[j] = new_game(t->pack, 1))) return 0;
        Py_INCREF(judge);
        b.judge = (Pack *)judge;
        t->bots[t->nbots++] = b;
    }
    return 1;
}

/* How far the bots have come in their chance, as long as nothing differs. */
static void note_chance(Table *t) {
    for (int k = 0; k < t->nbots; k++) t->chance[k] = t->bots[k].chance.counter;
}

/* What bots think in is that of this table. */
static void sit_down(Table *t) {
    int32_t **each[] = {&name, &spoken, &heard, &at_place, &lies_in, &members, &spots, &held, &hidden, &mentioned};
    for (int k = 0; k < ROWS; k++) *each[k] = t->rows + (size_t)k * ((size_t)t->pack->count + 1);
    memcpy(worlds, t->worlds, sizeof worlds);
    nothing_heard(t->game);
    trial = t->trial;
    clear_sheet(&t->sheet);
    t->decisions = t->alike = t->answers.n = reached = 0;
    note_chance(t); /* also of a game that comes to what differs before anything is decided */
    t->reached = 1;
    sheet = t->counts ? &t->sheet : NULL;
}

/* Nothing is counted any more, and no game judges by another pack. */
static void get_up(Table *t) {
    sheet = NULL;
    busy = 0;
    goes_by(t->game, t->pack);
    goes_by(t->trial, t->pack);
}

static int played_out(Table *t, long most) {
    Game *g = t->game;
    if (!g->s->over) run(g);
    while (!over(g)) {
        int seat = OF(seat, g->s->seats[0]);
        if (t->decisions >= most || seat < 0 || seat >= t->nbots) fail();
        if (!reached) {
            t->alike = t->decisions;
            note_chance(t);
        }
        int index = t->decisions < t->nled ? t->led[t->decisions] : thought(t->bots + seat, g, 0);
        if (index < 0 && PyErr_Occurred()) return 0;
        if (index < 0 || index >= options_of(g, 0)) fail();
        noted_number(&t->answers, index);
        if (sheet) asked_now(g, g->s->seats[0], index, t->decisions);
        t->decisions++;
        choose(g, 0, index);
        if (PyErr_CheckSignals()) return 0;
    }
    return 1;
}

static PyObject *amounts_out(const Game *g, const Sheet *s) {
    PyObject *found = PyTuple_New(s->namounts / 2);
    for (int k = 0; found && 2 * k < s->namounts; k++)
        PyTuple_SET_ITEM(found, k, PyLong_FromLongLong(COLUMN(s->amounts[2 * k], s->amounts[2 * k + 1])));
    return found;
}

/* Of a game that is over: what is not summed up here. */
static PyObject *ended(Table *t) {
    const Game *g = t->game;
    const Sheet *s = &t->sheet;
    if (!t->counts) return Py_BuildValue("(iN)", t->decisions, numbers_out(g->winners, g->s->nwinners));
    return Py_BuildValue("(iNii(ii)(iii)iNN)", t->decisions, numbers_out(g->winners, g->s->nwinners), s->changes, s->moved,
                         s->ahead, s->put_ahead,
                         ahead_at(&s->ahead_when, 1, t->decisions), ahead_at(&s->ahead_when, 2, t->decisions),
                         ahead_at(&s->ahead_when, 3, t->decisions),
                         s->beginner >= 0 ? s->beginner : s->first, numbers_out(g->period_count, g->pack->nperiods),
                         amounts_out(g, s));
}

/* The decisions that are given, and how far the bots have come in their chance when they take over. */
static int led_in(Table *t, PyObject *led) {
    const char *answers;
    Py_ssize_t size;
    PyObject *chance;
    t->nled = 0;
    if (led == Py_None) return 1;
    if (!PyArg_ParseTuple(led, "y#O!", &answers, &size, &PyTuple_Type, &chance)) return 0;
    for (Py_ssize_t k = 0; k < PyTuple_GET_SIZE(chance) && k < t->nbots; k++)
        t->bots[k].chance.counter = PyLong_AsUnsignedLongLong(PyTuple_GET_ITEM(chance, k));
    t->led = (const int32_t *)answers;
    t->nled = (int)(size / (Py_ssize_t)sizeof *t->led);
    return !PyErr_Occurred();
}

/* A game goes on from `start`, with a seed; the bots answer, after what is given (`led`). */
static PyObject *table_play(Table *t, PyObject *args) {
    PyObject *start, *bots, *led = Py_None;
    unsigned long long seed;
    long most;
    if (!PyArg_ParseTuple(args, "O!KO!l|O", &GameType, &start, &seed, &PyTuple_Type, &bots, &most, &led)) return NULL;
    if (((Game *)start)->pack != t->pack) {
        PyErr_SetString(PyExc_TypeError, "a game of the same pack is needed");
        return NULL;
    }
    if (!bots_in(t, bots) || !led_in(t, led) || !begun()) return NULL;
    copy_into((Game *)start, t->game);
    t->game->s->seed = seed;
    t->game->s->recent = ~(Bits)0;
    if (setjmp(beyond)) {
        get_up(t);
        return went_beyond();
    }
    sit_down(t);
    int whole = played_out(t, most);
    t->reached = !whole || reached;
    if (whole && sheet) {
        look_ahead(t->game, t->decisions);
        count_held(t->game);
        add_up(t->game);
    }
    get_up(t);
    return whole ? ended(t) : NULL;
}

/* --- One decision -------------------------------------------------------------------------------------------- */

/* What a search has found of the options: which one, how often it was tried, how it fared in all. */
static PyObject *tried_out(int seat) {
    PyObject *found = PyList_New(0);
    for (int k = 0; found && nworlds && k < ndifferent; k++) {
        int32_t node = child(0, seat, shown[different[k]]);
        if (node < 0) continue;
        PyObject *one = Py_BuildValue("(iid)", different[k], tree[node].visits, tree[node].won);
        if (!one || PyList_Append(found, one)) Py_CLEAR(found);
        Py_XDECREF(one);
    }
    return found;
}

static PyObject *contest_out(const Contest *c) {
    const Side *one = c->side, *other = c->side + 1;
    return Py_BuildValue("(idd(dLii)(dLii))", c->pairs, c->apart, c->squares, one->fared, (long long)one->ahead, one->over,
                         one->won, other->fared, (long long)other->ahead, other->over, other->won);
}

/* Where a bot would go, for a seat that is asked; what it found beyond that: how the option `taken` fared against it in so
   many `pairs` of lines, and how often it wins so many `games` at random. */
static PyObject *table_think(Table *t, PyObject *args) {
    PyObject *start, *bots;
    unsigned long long counter;
    int seat, taken = -1, pairs = 0, games = 0;
    PyObject *volatile tried = NULL;
    Game *g = t->game;
    if (!PyArg_ParseTuple(args, "O!O!Ki|iii", &GameType, &start, &PyTuple_Type, &bots, &counter, &seat, &taken, &pairs, &games))
        return NULL;
    if (((Game *)start)->pack != t->pack || PyTuple_GET_SIZE(bots) != 1) {
        PyErr_SetString(PyExc_TypeError, "a game of the same pack is needed, and one bot");
        return NULL;
    }
    if (!bots_in(t, bots) || !begun()) return NULL;
    Bot *b = t->bots;
    Contest contest = {0};
    double wins = 0.0;
    b->chance.counter = counter;
    copy_into((Game *)start, g);
    if (setjmp(beyond)) {
        get_up(t);
        Py_XDECREF(tried);
        return went_beyond();
    }
    sit_down(t);
    if (!g->s->over) run(g);
    int at = over(g) ? -1 : place_of_seat(g, seat);
    if (at < 0 || taken >= options_of(g, at)) fail();
    int index = thought(b, g, at), whole = index >= 0;
    sheet = NULL;
    tried = tried_out(seat);
    if (whole && nworlds && taken >= 0) {
        taken = first_alike(taken);
        if (taken != index) whole = contested(b, g, seat, index, taken, pairs, &contest);
        if (whole && games) whole = (wins = wins_at_random(b, g, seat, games)) >= 0.0;
    }
    get_up(t);
    if (whole && tried)
        return Py_BuildValue("(iKiNNd)", index, (unsigned long long)b->chance.counter, nlines, tried, contest_out(&contest),
                             wins);
    Py_XDECREF(tried);
    return NULL;
}

/* --- What is told ---------------------------------------------------------------------------------------------- */

/* The sums of all games since the last time. */
static PyObject *table_counts(Table *t, PyObject *none) {
    PyObject *found = PyList_New(t->sheet.sum.n);
    (void)none;
    for (uint32_t k = 0; found && k < t->sheet.sum.n; k++) {
        const Count *c = t->sheet.sum.rows + k;
        PyList_SET_ITEM(found, k, Py_BuildValue("(iiiiiiL)", c->what, c->a, c->b, c->c, c->d, c->games, (long long)c->n));
    }
    none_counted(&t->sheet.sum);
    return found;
}

/* How often each bot decided, and how long it thought. */
static PyObject *table_thinking(Table *t, void *none) {
    PyObject *found = PyTuple_New(t->nbots);
    (void)none;
    for (int k = 0; found && k < t->nbots; k++)
        PyTuple_SET_ITEM(found, k, Py_BuildValue("(id)", t->bots[k].decisions, t->bots[k].seconds));
    return found;
}

/* What leads another version through the last game, as long as the two are the same: as `play` takes it. */
static PyObject *table_led(Table *t, void *none) {
    PyObject *chance = PyTuple_New(t->nbots);
    (void)none;
    for (int k = 0; chance && k < t->nbots; k++)
        PyTuple_SET_ITEM(chance, k, PyLong_FromUnsignedLongLong(t->chance[k]));
    return chance ? Py_BuildValue("(y#N)", t->alike ? (char *)t->answers.p : "", (Py_ssize_t)t->alike * 4, chance) : NULL;
}

/* Of the last game, for each decision: who answered with which option, and how many events there were. */
static PyObject *table_moves(Table *t, void *none) {
    const int32_t *p = t->sheet.moves.p, *end = p + t->sheet.moves.n;
    PyObject *found = PyList_New(0);
    (void)none;
    while (found && p < end) {
        PyObject *option = p[3] == O_PAYMENT ? Py_BuildValue("(sNi)", tags[O_PAYMENT], numbers_out(p + 6, p[5]), p[4])
                                             : plain_option_out(p[3], p[4], p[6]);
        PyObject *one = Py_BuildValue("(iiNi)", p[0], p[1], option, p[2]);
        if (!one || PyList_Append(found, one)) Py_CLEAR(found);
        Py_XDECREF(one);
        p += 6 + p[5];
    }
    return found;
}

/* The log of the last game, and its sentences, as `entries` takes them. */
static PyObject *table_log(Table *t, void *none) {
    const Numbers *log = &t->sheet.log, *sentences = &t->sheet.sentences;
    (void)none;
    return Py_BuildValue("(y#y#)", (char *)log->p, (Py_ssize_t)log->n * 4, (char *)sentences->p, (Py_ssize_t)sentences->n * 4);
}

static PyObject *noted_out(const int32_t **p) {
    const int32_t *at = *p;
    if (at[0] == SET) {
        *p += 2 + at[1];
        return numbers_out(at + 2, at[1]);
    }
    int64_t i = (int64_t)((uint64_t)(uint32_t)at[2] << 32 | (uint32_t)at[1]);
    *p += 3;
    return at[0] == BOOL ? PyBool_FromLong(i != 0) : PyLong_FromLongLong(i);
}

/* A log as a `State` has it, without the rules and who saw it. */
static PyObject *entries(PyObject *module, PyObject *args) {
    const char *log, *sentences;
    Py_ssize_t size, n;
    (void)module;
    if (!PyArg_ParseTuple(args, "y#y#", &log, &size, &sentences, &n)) return NULL;
    const int32_t *p = (const int32_t *)log, *at = (const int32_t *)sentences;
    PyObject *found = PyList_New(n / 4);
    for (Py_ssize_t k = 0; found && k < n / 4; k++) {
        int32_t verb = p[0], who = p[1], roles = p[2];
        PyObject *held = PyTuple_New(roles);
        p += 3;
        for (int j = 0; held && j < roles; j++) PyTuple_SET_ITEM(held, j, noted_out(&p));
        PyList_SET_ITEM(found, k, Py_BuildValue("(iiNNii())", verb, who, held, noted_out(&p), at[k], -1));
    }
    return found;
}

static PyObject *table_reached(Table *t, void *none) {
    (void)none;
    return PyBool_FromLong(t->reached);
}

static PyMethodDef table_methods[] = {
    {"play", (PyCFunction)table_play, METH_VARARGS, "play(start, seed, bots, most): a game to its end."},
    {"think", (PyCFunction)table_think, METH_VARARGS, "think(start, bots, counter, seat): what a bot would do."},
    {"counts", (PyCFunction)table_counts, METH_NOARGS, "The sums of all games since the last time."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef table_fields[] = {
    {"thinking", (getter)table_thinking, NULL, "(decisions, seconds) of each bot", NULL},
    {"led", (getter)table_led, NULL, "what leads another version through the last game", NULL},
    {"reached", (getter)table_reached, NULL, "whether the last game came to what differs, or was left", NULL},
    {"moves", (getter)table_moves, NULL, "(seat, index, option, events before it) of the last game", NULL},
    {"log", (getter)table_log, NULL, "the log of the last game and its sentences", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyTypeObject TableType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "toolkit.flat._machine.Table", .tp_basicsize = sizeof(Table), .tp_new = table_new,
    .tp_dealloc = (destructor)table_dealloc, .tp_flags = Py_TPFLAGS_DEFAULT, .tp_methods = table_methods,
    .tp_getset = table_fields, .tp_doc = "Bots around a table.",
};
