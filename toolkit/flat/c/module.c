/* The flat machine as a Python module: `Pack`, `Game`, and the names of what there is a lowered form of. */

#include "flat.h"
#include "chance.h"
#include "again.h"
#include "table.h"
#include "words.h"
#include "ops.h"
#include "places.h"
#include "eval.h"
#include "counted.h"
#include "remember.h"
#include "asked.h"
#include "nodes.h"
#include "kept.h"
#include "count.h"
#include "verbs.h"
#include "rules.h"
#include "secrecy.h"
#include "decide.h"
#include "triggers.h"
#include "window.h"
#include "events.h"
#include "unheard.h"
#include "run.h"
#include "convert_out.h"
#include "convert_in.h"

static void copy_into(const Game *from, Game *to);

#include "imagine.h"
#include "bots.h"

static PyObject *Beyond;
static PyTypeObject PackType, GameType;

static PyObject *went_beyond(void) {
    if (!PyErr_Occurred()) PyErr_SetString(Beyond, "more than the flat machine holds, or beyond a limit");
    return NULL;
}

/* All games share the memory of what they do, so what Python runs in between may do nothing with one. */
static int begun(void) {
    if (busy) {
        PyErr_SetString(PyExc_RuntimeError, "a flat game is at work");
        return 0;
    }
    busy = 1;
    deep = ncomputing = nrequired = nnotes = looked_for_past = 0;
    top = scratch;
    work_left = WORK;
    return 1;
}

/* --- Pack -------------------------------------------------------------------------------------------------- */

static void *copied(PyObject *bytes) {
    char *data;
    Py_ssize_t n;
    if (PyBytes_AsStringAndSize(bytes, &data, &n)) return NULL;
    void *found = malloc((size_t)n + 8);
    if (!found) return PyErr_NoMemory();
    memcpy(found, data, (size_t)n);
    return found;
}

static size_t bits_of_changes(const Pack *p) {
    int64_t bits = FIRST_COLUMN_BIT + p->attributes + p->kinds;
    return (size_t)(bits < 128 ? bits : 128);
}

static size_t laid_out(const Pack *p, Game *g) {
    size_t at = 0, rows = (size_t)p->count + 1;
#define PLACE(field, type, n) do { if (g) g->field = (type *)(g->block + at); at += ((n) * sizeof(type) + 7) & ~(size_t)7; } while (0)
    PLACE(s, Plain, 1);
    PLACE(known, int64_t, rows);
    PLACE(stamps, uint64_t, bits_of_changes(p));
    PLACE(shaken, uint64_t, rows);
    PLACE(columns, int64_t, rows * (size_t)p->attributes);
    PLACE(parent, int32_t, rows);
    PLACE(first, int32_t, rows);
    PLACE(last, int32_t, rows);
    PLACE(next, int32_t, rows);
    PLACE(prev, int32_t, rows);
    PLACE(nkids, int32_t, rows);
    PLACE(face, int32_t, rows);
    PLACE(gone, int32_t, rows);
    PLACE(period_count, int32_t, (size_t)p->nperiods);
    PLACE(period_start, int32_t, (size_t)p->nperiods);
    PLACE(winners, int32_t, (size_t)p->nplayers);
    size_t fixed = at;
    PLACE(truths, int32_t, (size_t)p->nwatches * (1 + 3 * TRUTHS));
    PLACE(seen, int32_t, (size_t)p->nseems * (1 + 4 * SEEN));
    PLACE(runs, Run, RUNS);
    PLACE(effects, Effect, EFFECTS);
    PLACE(delayed, Delayed, DELAYED);
    PLACE(words, int32_t, WORDS);
    PLACE(lefts, Left, LEFTS);
    PLACE(events, int32_t, EVENTS);
    PLACE(history, int32_t, HISTORY);
    PLACE(options, Option, OPTIONS);
    PLACE(frames, Frame, FRAMES);
    PLACE(values, Value, VALUES);
    PLACE(heap, int32_t, HEAP);
#undef PLACE
    return g ? at : fixed;
}

/* Of so many rows where the blanks of each begin among all; gives where the next ones would. */
static int32_t blanks_of(Pack *p, int64_t table, int64_t n, int length, int locals, int blank, int32_t *at, int32_t next) {
    for (int64_t k = 0; k < n; k++) {
        const int32_t *r = p->narrow + table + length * k, *those = p->narrow + r[blank];
        at[k] = next;
        for (int j = 0; j < r[locals]; j++, next++)
            if (p->blanks) p->blanks[next] = those[j] == NO_MEMBERS ? set_of(scratch, 0) : whole(those[j]);
    }
    return next;
}

/* What is copied where a program or a rule begins. */
static int made_blanks(Pack *p) {
    int32_t *at = p->blanks_at = calloc((size_t)(p->nprograms + p->nrules) + 1, sizeof *p->blanks_at), n = 0;
    for (int round = 0; at && round < 2; round++) {  /* how many there are, then these */
        if (round && !(p->blanks = calloc((size_t)n + 1, sizeof *p->blanks))) return 0;
        n = blanks_of(p, p->programs, p->nprograms, P_ROW, P_LOCALS, P_BLANK, at, 0);
        n = blanks_of(p, p->rules, p->nrules, R_ROW, R_LOCALS, R_BLANK, at + p->nprograms, n);
    }
    return p->blanks != NULL;
}

static PyObject *pack_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    PyObject *head, *narrow, *wide;
    (void)kwargs;
    if (!PyArg_ParseTuple(args, "O!SS", &PyDict_Type, &head, &narrow, &wide)) return NULL;
    Pack *p = (Pack *)type->tp_alloc(type, 0);
    if (!p) return NULL;
#define X(name) { \
        PyObject *o = PyDict_GetItemString(head, #name); \
        p->name = o ? PyLong_AsLongLong(o) : -1; \
        if (!o || PyErr_Occurred()) { Py_DECREF(p); PyErr_SetString(PyExc_KeyError, #name); return NULL; } }
    HEAD(X)
#undef X
    p->narrow = copied(narrow);
    p->wide = copied(wide);
    p->again = calloc((size_t)p->nagain * AGAIN + 1, sizeof *p->again);
    p->remembered = calloc(p->nmemos ? MOST_REMEMBERED : 1, sizeof *p->remembered);
    p->worth = calloc((size_t)p->nmemos + 1, sizeof *p->worth);
    p->standing = calloc((size_t)p->nrules + 1, sizeof *p->standing);
    p->proposed = calloc(MOST_PROPOSED, sizeof *p->proposed);
    p->by_who = calloc((size_t)p->nverbs + 1, sizeof *p->by_who);
    if (!p->narrow || !p->wide || !p->again || !p->remembered || !p->worth || !p->standing || !p->proposed ||
        !p->by_who || !made_blanks(p)) PyErr_NoMemory();
    if (PyErr_Occurred()) {
        Py_DECREF(p);
        return NULL;
    }
    look_at(p->narrow + p->kept_places, p->nkept_places);
    p->every_bit = ~(Bits)0 >> (128 - bits_of_changes(p));
    p->fixed = laid_out(p, NULL);
    return (PyObject *)p;
}

static void pack_dealloc(Pack *p) {
    for (int k = 0; k < p->nspare; k++) free(p->spare[k]);
    free(p->narrow);
    free(p->wide);
    free(p->again);
    free(p->remembered);
    free(p->worth);
    free(p->standing);
    free(p->proposed);
    free(p->by_who);
    free(p->blanks);
    free(p->blanks_at);
    Py_TYPE(p)->tp_free((PyObject *)p);
}

static PyTypeObject PackType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "toolkit.flat._machine.Pack", .tp_basicsize = sizeof(Pack), .tp_new = pack_new,
    .tp_dealloc = (destructor)pack_dealloc, .tp_flags = Py_TPFLAGS_DEFAULT, .tp_doc = "A lowered pack.",
};

/* --- Game -------------------------------------------------------------------------------------------------- */

/* A new block is large, and the system clears each page of it: one that is not needed any more is taken again. */
static char *block_for(Pack *p) {
    if (p->nspare) return p->spare[--p->nspare];
    Game probe = {.pack = p};
    char *block = calloc(1, laid_out(p, &probe));  /* as it is before anything has changed */
    if (!block) {
        PyErr_NoMemory();
        return NULL;
    }
    ((Plain *)block)->altered = ~(uint64_t)0;
    return block;
}

static void give_back(Pack *p, char *block) {
    if (block && p->nspare < (int)(sizeof p->spare / sizeof *p->spare)) p->spare[p->nspare++] = block;
    else free(block);
}

/* `empty`: else all that it needs is copied into it next. */
static Game *new_game(Pack *pack, int empty) {
    Game *g = PyObject_New(Game, &GameType);
    if (!g) return NULL;
    Py_INCREF(pack);
    goes_by(g, pack);
    g->before = NULL;
    g->root = 0;
    g->block = block_for(pack);
    if (!g->block) {
        Py_DECREF(g);
        return NULL;
    }
    laid_out(pack, g);
    g->s->altered = ~(uint64_t)0;
    if (!empty) return g;
    memset(g->block, 0, pack->fixed);
    g->s->altered = ~(uint64_t)0;
    for (int k = 0; k < pack->nwatches; k++) g->truths[k * (1 + 3 * TRUTHS)] = 0;
    for (int k = 0; k < pack->nseems; k++) g->seen[k * (1 + 4 * SEEN)] = 0;
    return g;
}

static void game_dealloc(Game *g) {
    give_back(g->pack, g->block);
    give_back(g->pack, g->before);
    Py_DECREF(g->pack);
    PyObject_Free(g);
}

static int filled_in(Game *g, PyObject *state) {
    if (!begun()) return 0;
    if (setjmp(beyond)) {
        busy = 0;
        return 0;
    }
    game_in(g, state);
    busy = 0;
    return 1;
}

static PyObject *game_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    PyObject *pack, *state;
    (void)type;
    (void)kwargs;
    if (!PyArg_ParseTuple(args, "O!O!", &PackType, &pack, &PyDict_Type, &state)) return NULL;
    Game *g = new_game((Pack *)pack, 1);
    if (!g || filled_in(g, state)) return (PyObject *)g;
    Py_DECREF(g);
    if (!busy) PyErr_Clear();  /* what was wrong in the state */
    return went_beyond();
}

static void copy_into(const Game *from, Game *to) {
    const size_t rows = (size_t)from->pack->count + 1, before = (size_t)((char *)from->columns - from->block);
    const size_t after = before + rows * (size_t)from->pack->attributes * sizeof *from->columns;
    const uint64_t altered = from->s->altered | to->s->altered;
    const int told = from->root && from->root == to->root;  /* what had happened stays as it was */
    memcpy(to->block + after, from->block + after, from->pack->fixed - after);
    for (int k = 0; k < from->pack->attributes; k++)
        if (altered & column_bit(k) && !same_column(from, to, k))
            memcpy(to->columns + (size_t)k * rows, from->columns + (size_t)k * rows, rows * sizeof *to->columns);
    memcpy(to->block, from->block, before);
    for (int k = 0; k < from->pack->nwatches; k++) {
        const int32_t *truths = from->truths + k * (1 + 3 * TRUTHS);
        int32_t *copy = to->truths + k * (1 + 3 * TRUTHS);
        for (int j = 0; j <= 3 * truths[0]; j++) copy[j] = truths[j];
    }
    for (int k = 0; k < from->pack->nseems; k++) {
        const int32_t *seen = from->seen + k * (1 + 4 * SEEN);
        memcpy(to->seen + k * (1 + 4 * SEEN), seen, sizeof(int32_t) * (size_t)(1 + 4 * seen[0]));
    }
    memcpy(to->runs, from->runs, sizeof(Run) * (size_t)from->s->nruns);
    memcpy(to->effects, from->effects, sizeof(Effect) * (size_t)from->s->neffects);
    memcpy(to->delayed, from->delayed, sizeof(Delayed) * (size_t)from->s->ndelayed);
    memcpy(to->words, from->words, sizeof(int32_t) * (size_t)from->s->nwords);
    memcpy(to->lefts, from->lefts, sizeof(Left) * (size_t)from->s->nlefts);
    if (!told) memcpy(to->events, from->events, sizeof(int32_t) * (size_t)from->s->nevents);
    if (!told) memcpy(to->history, from->history, sizeof(int32_t) * (size_t)from->s->nhistory);
    memcpy(to->options, from->options, sizeof(Option) * (size_t)from->s->noptions);
    memcpy(to->frames, from->frames, sizeof(Frame) * (size_t)from->s->nframes);
    memcpy(to->values, from->values, sizeof(Value) * (size_t)from->s->nvalues);
    memcpy(to->heap, from->heap, sizeof(int32_t) * (size_t)from->s->nheap);
    to->root = from->root;
    to->s->line = ++ticks;
}

/* Remembers where the game stands. */
static int noted(Game *g) {
    if (!g->before && !(g->before = block_for(g->pack))) return 0;
    Game other = *g;
    other.block = g->before;
    laid_out(g->pack, &other);
    copy_into(g, &other);
    return 1;
}

/* The game stands where it stood when it was noted; NULL, for the exception. */
static PyObject *undone(Game *g) {
    char *block = g->block;
    g->block = g->before;
    g->before = block;
    laid_out(g->pack, g);
    busy = 0;
    return went_beyond();
}

static PyObject *game_run(Game *g, PyObject *none) {
    (void)none;
    if (!noted(g) || !begun()) return NULL;
    uint64_t counter = g->s->counter;
    ordered_by_seed = 0;
    if (setjmp(beyond)) return undone(g);
    if (!g->s->over) run(g);
    busy = 0;
    return PyBool_FromLong(!ordered_by_seed && g->s->counter == counter);
}

static PyObject *game_choose(Game *g, PyObject *args) {
    int index, seat = -1;
    volatile int at = 0;
    if (!PyArg_ParseTuple(args, "i|i", &index, &seat)) return NULL;
    if (g->s->kind == NOTHING_ASKED) {
        PyErr_SetString(PyExc_ValueError, "nothing is asked");
        return NULL;
    }
    if (seat >= 0 && (at = place_of_seat(g, seat)) < 0) {
        PyErr_Format(PyExc_ValueError, "player %d is not asked", seat);
        return NULL;
    }
    if (index < 0 || index >= options_of(g, at)) {
        PyErr_Format(PyExc_ValueError, "there are %d options, not one with number %d", options_of(g, at), index);
        return NULL;
    }
    if (!noted(g) || !begun()) return NULL;
    if (setjmp(beyond)) return undone(g);
    answer(g, at, index);
    run(g);
    busy = 0;
    Py_RETURN_NONE;
}

enum { DECISIONS = 256 };

/* How many decisions there were; -1: the game stands where it stood when it was noted. */
static long played(Game *g, uint64_t seed, unsigned long long *counter, long most) {
    volatile long made = 0;
    volatile uint64_t position = *counter;
    if (setjmp(beyond)) return -1;
    while (g->s->kind != NOTHING_ASKED && made < most) {
        uint64_t at = position;
        int index = (int)drawn(seed, &at, options_of(g, 0));
        position = at;
        answer(g, 0, index);
        run(g);
        made = made + 1;
    }
    *counter = position;
    return made;
}

/* Random options to the end, or so many decisions: how many there were, and how far chance has come.  Of what goes
   beyond, nothing has happened. */
static PyObject *game_play(Game *g, PyObject *args) {
    unsigned long long seed, counter;
    long most, made = 0;
    if (!PyArg_ParseTuple(args, "KKl", &seed, &counter, &most) || !noted(g)) return NULL;
    while (g->s->kind != NOTHING_ASKED && made < most) {
        if (!begun()) return NULL;
        long n = played(g, seed, &counter, most - made < DECISIONS ? most - made : DECISIONS);
        if (n < 0) return undone(g);
        made += n;
        busy = 0;
        if (PyErr_CheckSignals()) return NULL;
    }
    return Py_BuildValue("(lK)", made, counter);
}

static PyObject *game_copy(Game *g, PyObject *none) {
    (void)none;
    Game *made = new_game(g->pack, 0);
    if (made) copy_into(g, made);
    return (PyObject *)made;
}

static PyObject *game_take(Game *g, PyObject *other) {
    if (!PyObject_TypeCheck(other, &GameType) || ((Game *)other)->pack != g->pack) {
        PyErr_SetString(PyExc_TypeError, "a game of the same pack is needed");
        return NULL;
    }
    if (other != (PyObject *)g) copy_into((Game *)other, g);
    Py_RETURN_NONE;
}

static PyObject *game_state(Game *g, PyObject *none) {
    (void)none;
    if (!begun()) return NULL;
    if (setjmp(beyond)) {
        busy = 0;
        return went_beyond();
    }
    PyObject *found = game_out(g);
    busy = 0;
    return found;
}

static PyObject *game_chance(Game *g, PyObject *args) {
    unsigned long long seed;
    if (!PyArg_ParseTuple(args, "K", &seed)) return NULL;
    g->s->seed = seed;
    Py_RETURN_NONE;
}

static const char *const tags[] = {"entity", "number", "value", "quantity", "payment", "yes", "no", "done", "branch", "rule"};

static PyObject *plain_option_out(int tag, int a, int b) {
    if (tag == O_RULE) return Py_BuildValue("(sii)", tags[tag], a, b);
    if (tag == O_YES || tag == O_NO || tag == O_DONE) return Py_BuildValue("(s)", tags[tag]);
    return Py_BuildValue("(si)", tags[tag], a);
}

static PyObject *option_out(const Game *g, Option o) {
    if (o.tag != O_PAYMENT) return plain_option_out(o.tag, o.a, o.b);
    return Py_BuildValue("(sNi)", tags[o.tag], numbers_out(g->heap + o.b, 1 + (NARROW(paid_as) + 2 * o.a)[1]), o.a);
}

static PyObject *game_decision(Game *g, void *none) {
    static const char *kinds[] = {NULL, "choose-one", "choose", "choose-number", "choose-value", "choose-quantity",
                                  "choose-payment", "choose-each", "may", "branch", "replace", "order"};
    (void)none;
    if (g->s->kind == NOTHING_ASKED) Py_RETURN_NONE;
    PyObject *every = PyTuple_New(g->s->nseats);
    for (int k = 0; every && k < g->s->nseats; k++) {
        int n = options_of(g, k), first = g->s->upto[k] - n;
        PyObject *options = PyTuple_New(n);
        for (int j = 0; options && j < n; j++) PyTuple_SET_ITEM(options, j, option_out(g, g->options[first + j]));
        PyTuple_SET_ITEM(every, k, options);
    }
    return Py_BuildValue("(sNN)", kinds[g->s->kind], numbers_out(g->s->seats, g->s->nseats), every);
}

/* Of the first seat that is asked. */
static PyObject *game_count(Game *g, void *none) {
    (void)none;
    return PyLong_FromLong(g->s->kind == NOTHING_ASKED ? 0 : options_of(g, 0));
}

static PyObject *game_winners(Game *g, void *none) {
    (void)none;
    return numbers_out(g->winners, g->s->nwinners);
}

static PyMethodDef game_methods[] = {
    {"run", (PyCFunction)game_run, METH_NOARGS, "Runs to the next decision; whether any seed leads to the same."},
    {"choose", (PyCFunction)game_choose, METH_VARARGS,
     "choose(index[, seat]): answers with an option, by its number, and runs on; the first seat that is asked, or one."},
    {"play", (PyCFunction)game_play, METH_VARARGS, "play(seed, counter, most): random options, all in here."},
    {"copy", (PyCFunction)game_copy, METH_NOARGS, "An independent game at the same point."},
    {"take", (PyCFunction)game_take, METH_O, "Becomes what another game of the pack is, in the same memory."},
    {"state", (PyCFunction)game_state, METH_NOARGS, "The fields of a State that are not derived, by name."},
    {"reseed", (PyCFunction)game_chance, METH_VARARGS, "Another seed, from here on."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef game_fields[] = {
    {"decision", (getter)game_decision, NULL, "(kind, seats, options of each), None at the end", NULL},
    {"options", (getter)game_count, NULL, "how many options the first seat has", NULL},
    {"winners", (getter)game_winners, NULL, "who has won", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyTypeObject GameType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "toolkit.flat._machine.Game", .tp_basicsize = sizeof(Game), .tp_new = game_new,
    .tp_dealloc = (destructor)game_dealloc, .tp_flags = Py_TPFLAGS_DEFAULT, .tp_methods = game_methods,
    .tp_getset = game_fields, .tp_doc = "A game of a lowered pack.",
};

#include "contest.h"
#include "arrays.h"

/* --- Module ------------------------------------------------------------------------------------------------ */

static int add_names(PyObject *module, const char *name, const char *const *texts, int n) {
    PyObject *found = PyTuple_New(n);
    for (int k = 0; found && k < n; k++) PyTuple_SET_ITEM(found, k, PyUnicode_FromString(texts[k]));
    return found && !PyModule_AddObject(module, name, found) ? 0 : -1;
}

static PyMethodDef functions[] = {
    {"entries", entries, METH_VARARGS, "entries(log, sentences): a table's log as a State has it."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "_machine", NULL, -1, functions, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__machine(void) {
#define X(name, text) text,
    static const char *const ops[] = {OPS(X)}, *const instructions[] = {INSTRUCTIONS(X)}, *const verbs[] = {VERBS(X)};
#undef X
    if (PyType_Ready(&PackType) || PyType_Ready(&GameType) || PyType_Ready(&TableType) || PyType_Ready(&FacesType)) return NULL;
    PyObject *module = PyModule_Create(&definition);
    if (!module) return NULL;
    Beyond = PyErr_NewException("toolkit.flat._machine.Beyond", PyExc_RuntimeError, NULL);
    Py_INCREF(&PackType);
    Py_INCREF(&GameType);
    Py_INCREF(&TableType);
    Py_INCREF(&FacesType);
    Py_XINCREF(Beyond);
    if (!Beyond || PyModule_AddObject(module, "Beyond", Beyond) ||
        PyModule_AddObject(module, "Pack", (PyObject *)&PackType) ||
        PyModule_AddObject(module, "Game", (PyObject *)&GameType) ||
        PyModule_AddObject(module, "Table", (PyObject *)&TableType) ||
        PyModule_AddObject(module, "Faces", (PyObject *)&FacesType) || add_names(module, "OPS", ops, N_OPS) ||
        add_names(module, "INSTRUCTIONS", instructions, N_INSTRUCTIONS) ||
        add_names(module, "VERBS", verbs, N_VERBS) || PyModule_AddIntConstant(module, "MOST_ROLES", MOST_ROLES) ||
        PyModule_AddIntConstant(module, "MOST_LEFT", MOST_LEFT)) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
