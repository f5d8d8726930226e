/* Many games in one call, and what is told of them as numbers in arrays: `toolkit/adapters/vector.py`.  What the numbers mean
   is said in `toolkit/adapters/actions.py` and `layout.py`, number for number: the Python type `Faces`. */

/* Tables of a pack's actions and observations.  By form of option: `first` action, and how many (`sizes`).  By entity: `thing`
   (its action), `spot` (the first action of what lies hidden there), `row_of` (a place), `class_of`, `back_of`, `number_of`
   (a component); -1: it has none.  `segments`: where each begins.  `cells`: attribute and entity, by turns, of the game, of
   the players, of things. */
typedef struct {
    PyObject_HEAD
    Pack *pack;
    int32_t *first, *sizes, *thing, *spot, *row_of, *class_of, *back_of, *number_of, *segments, *game, *players, *things;
    int nactions, width, nclasses, nbacks, ngame, nplayers, nthings;
} Faces;

enum { S_SEAT, S_ACTIVE, S_ASKED, S_OUT, S_QUESTION, S_SENTENCE, S_PERIODS, S_GAME, S_PLAYERS, S_CONTENTS, S_HIDDEN, S_THINGS,
       S_VALUES, S_CHOSEN };

/* --- Actions ------------------------------------------------------------------------------------------------- */

/* The action of option k of a seat, -1: there are more of its form than actions.  `counted`: of each form before it. */
static int32_t action_of(const Faces *t, const Game *g, int seat, Option o, int32_t *counted) {
    Option seen = o.tag == O_ENTITY ? seen_option(g, seat, o) : o;
    if (seen.tag == O_HIDDEN) return t->spot[seen.a] + (seen.b ? seen.b - 1 : 0);
    if (seen.tag == O_ENTITY) return t->thing[seen.a];
    int32_t at = seen.a, size = t->sizes[seen.tag];
    if (seen.tag == O_YES || seen.tag == O_NO || seen.tag == O_DONE) at = 0;
    if (seen.tag == O_NUMBER || seen.tag == O_PAYMENT || seen.tag == O_RULE) {
        if (counted[seen.tag] >= size) return -1;
        at = seen.tag == O_NUMBER ? (seen.a % size + size) % size : counted[seen.tag];
        counted[seen.tag]++;
    }
    return t->first[seen.tag] + at;
}

/* The index of the option of an action for the first seat that is asked; -1: it cannot be taken; -2: for one of them there is
   no action.  Marks in `mask` all that can be taken, if there is one. */
static int option_of(const Faces *t, const Game *g, int32_t action, uint8_t *mask) {
    int32_t counted[O_RULE + 1] = {0};
    int found = -1, seat = g->s->seats[0];
    for (int k = 0; k < options_of(g, 0); k++) {
        int32_t each = action_of(t, g, seat, g->options[g->s->upto[0] - options_of(g, 0) + k], counted);
        if (each < 0 || each >= t->nactions) return -2;
        if (each == action && found < 0) found = k;
        if (mask) mask[each] = 1;
    }
    return found;
}

/* --- Observations ---------------------------------------------------------------------------------------------- */

static void around(const Faces *t, Game *g, int seat, float *out) {
    const int32_t *at = t->segments;
    for (int k = 0; k < g->pack->nplayers; k++) {
        int player = NARROW(players)[k];
        out[at[S_SEAT] + k] = player == seat;
        out[at[S_ACTIVE] + k] = player == g->s->active;
        out[at[S_OUT] + k] = (float)is_out(g, k);
        if (!over(g)) out[at[S_ASKED] + k] = place_of_seat(g, player) >= 0;
    }
    for (int k = 0; k < g->pack->nperiods; k++) out[at[S_PERIODS] + k] = (float)g->period_count[k];
    if (over(g)) return;
    out[at[S_QUESTION] + g->s->kind - CHOOSE_ONE] = 1;
    if (place_of_seat(g, seat) < 0) return;
    for (int k = g->s->nframes - 1; k >= 0; k--) {
        const Frame *f = g->frames + k;
        if (f->program == WINDOW) continue;
        const int32_t *p = f->program >= 0 ? program_row(g, f->program) : NULL;
        int32_t sentence = !p ? f->sentence : f->pc >= 0 && f->pc < p[P_LENGTH] ? g->narrow[p[P_AT] + f->pc] : -1;
        out[at[S_SENTENCE]] = 1.0f + (float)sentence;
        return;
    }
}

static void table_seen(const Faces *t, Game *g, int seat, float *out) {
    const int32_t *at = t->segments;
    for (int32_t e = 0; e < g->pack->count; e++) {
        if (!OF(is_component, e)) continue;
        int32_t parent = g->parent[e], outer = parent;
        while (outer >= 0 && OF(is_component, outer)) outer = g->parent[outer];
        int known = sees(g, seat, e);
        if (outer >= 0 && known) out[at[S_CONTENTS] + t->row_of[outer] * t->nclasses + t->class_of[e]]++;
        if (outer >= 0 && !known) out[at[S_HIDDEN] + t->row_of[outer] * t->nbacks + t->back_of[e]]++;
        if (!known) continue;
        float *thing = out + at[S_THINGS] + 4 * t->number_of[e];
        thing[0] = 1;
        thing[1] = (float)parent + 1;
        thing[2] = parent >= 0 && OF(ordered, parent) ? (float)place_in(g, e) + 1 : 0;
        thing[3] = (float)g->face[e];
    }
}

static void cells_seen(Game *g, int seat, const int32_t *cells, int n, float *out) {
    for (int k = 0; k < n; k++)
        if (seat < 0 || sees(g, seat, cells[2 * k + 1]))
            out[k] = (float)attribute(g, cells[2 * k], cells[2 * k + 1], -1, temps);
}

/* The players whom a choice of each asks. */
static Value each_asked(Game *g, const Frame *f) {
    const int32_t *p = program_row(g, f->program), *c = g->narrow + g->narrow[p[P_CODE] + f->pc];
    return ev(g, c[3], locals_of(g, f), temps);
}

static void chosen_seen(const Faces *t, Game *g, int seat, float *out) {
    if (over(g)) return;
    const Frame *f = g->frames + g->s->nframes - 1;
    const int32_t *chosen = NULL;
    int n = 0;
    if (g->s->kind == CHOOSE && place_of_seat(g, seat) >= 0 && f->progress == MEMBERS) {
        chosen = g->heap + f->chosen;
        n = f->nchosen;
    }
    if (g->s->kind == CHOOSE_EACH && f->progress == EACH) {
        Value players = each_asked(g, f);
        chosen = g->heap + f->chosen;
        for (int k = 0; k < players.n && players.u.p[k] != seat; k++) chosen = next_chosen(chosen);
        for (int k = 0; k < players.n; k++)
            if (players.u.p[k] == seat) n = chosen[1];
        chosen += 2;
    }
    for (int k = 0; k < n; k++) out[t->segments[S_CHOSEN] + chosen[k]] = (float)(k + 1);
}

static void observed(const Faces *t, Game *g, int seat, float *out) {
    forget_made();
    memset(out, 0, sizeof *out * (size_t)t->width);
    around(t, g, seat, out);
    table_seen(t, g, seat, out);
    cells_seen(g, -1, t->game, t->ngame, out + t->segments[S_GAME]);
    cells_seen(g, -1, t->players, t->nplayers, out + t->segments[S_PLAYERS]);
    cells_seen(g, seat, t->things, t->nthings, out + t->segments[S_VALUES]);
    chosen_seen(t, g, seat, out);
}

/* --- Steps ------------------------------------------------------------------------------------------------------ */

/* Where rows of all games are told; `rows`: NULL if nobody wants observations. */
typedef struct { int32_t *seats; uint8_t *masks, *done; float *rewards, *rows; } Told;

/* Who is asked, what they can do and see; 0: that is beyond what can be told here. */
static int told_of_one(const Faces *t, Game *g, int k, const Told *to) {
    uint8_t *mask = to->masks + (size_t)k * (size_t)t->nactions;
    memset(mask, 0, (size_t)t->nactions);
    to->seats[k] = over(g) ? 0 : g->s->seats[0];
    if (!begun()) return 0;
    if (setjmp(beyond)) {
        busy = 0;
        return 0;
    }
    int whole_told = over(g) || option_of(t, g, -1, mask) != -2;
    if (to->rows) observed(t, g, to->seats[k] ? to->seats[k] : NARROW(players)[0], to->rows + (size_t)k * (size_t)t->width);
    busy = 0;
    return whole_told;
}

/* An answer, or (-1) the beginning of a game; 0: the game stands where it stood. */
static int stepped(Game *g, int index) {
    if (!noted(g) || !begun()) return 0;
    if (setjmp(beyond)) {
        undone(g);
        PyErr_Clear();
        return 0;
    }
    if (index >= 0) answer(g, 0, index);
    if (!g->s->over) run(g);
    busy = 0;
    return 1;
}

/* What each player has of a game that is over: see `Position.returns`. */
static void rewarded(const Game *g, float *to) {
    int n = (int)g->pack->nplayers, won = g->s->nwinners, lost = n - won;
    for (int k = 0; k < n; k++) {
        int wins = won && has_won(g, NARROW(players)[k]);
        if (!lost) to[k] = 1;
        else if (won > lost) to[k] = wins ? (float)lost / (float)won : -1;
        else to[k] = wins ? 1 : -(float)won / (float)lost;
    }
}

static int one_step(const Faces *t, Game *g, int k, const Game *start, int asked, int32_t action, uint64_t seed, const Told *to) {
    to->done[k] = 0;
    memset(to->rewards + (size_t)k * (size_t)g->pack->nplayers, 0, sizeof(float) * (size_t)g->pack->nplayers);
    if (action >= 0 && !stepped(g, option_of(t, g, action, NULL))) return 0;
    if (action < 0 || over(g)) {
        if (action >= 0) {
            to->done[k] = 1;
            rewarded(g, to->rewards + (size_t)k * (size_t)g->pack->nplayers);
        }
        copy_into(start, g);
        g->s->seed = seed;
        g->s->recent = ~(Bits)0;
        if (!asked && !stepped(g, -1)) return 0;
    }
    return told_of_one(t, g, k, to);
}

static Game *game_at(const Faces *t, PyObject *games, Py_ssize_t k) {
    PyObject *g = PyList_GET_ITEM(games, k);
    return PyObject_TypeCheck(g, &GameType) && ((Game *)g)->pack == t->pack ? (Game *)g : NULL;
}

/* step(games, start, asked, actions, seeds, seats, masks, done, rewards, rows): each game takes its action, or (-1) is begun anew; one
   that is over begins anew with its seed.  None in place of a game: it is left alone.  The games in which something went beyond.
   Raises ValueError for an action that cannot be taken; nothing has happened then. */
static PyObject *faces_step(Faces *t, PyObject *args) {
    PyObject *games, *start, *beyond_ones = NULL;
    int asked;
    Py_buffer b[7] = {{0}};
    if (!PyArg_ParseTuple(args, "O!O!py*y*w*w*w*w*z*", &PyList_Type, &games, &GameType, &start, &asked, b, b + 1, b + 2, b + 3,
                          b + 4, b + 5, b + 6)) return NULL;
    const Py_ssize_t n = PyList_GET_SIZE(games);
    const size_t sizes[7] = {4, 8, 4, (size_t)t->nactions, 1, 4 * (size_t)t->pack->nplayers, 4 * (size_t)t->width};
    const int32_t *actions = b[0].buf;
    const uint64_t *seeds = b[1].buf;
    Told to = {b[2].buf, b[3].buf, b[4].buf, b[5].buf, b[6].buf};
    for (int k = 0; k < 7; k++)
        if ((k < 6 || b[k].buf) && (size_t)b[k].len != sizes[k] * (size_t)n) {
            PyErr_SetString(PyExc_ValueError, "an array is too short or too long");
            goto out;
        }
    for (Py_ssize_t k = 0; k < n; k++) {
        Game *g = game_at(t, games, k);
        if (g && actions[k] >= 0 && (over(g) || option_of(t, g, actions[k], NULL) < 0)) {
            PyErr_Format(PyExc_ValueError, "action %d cannot be taken in game %zd", actions[k], k);
            goto out;
        }
    }
    beyond_ones = PyList_New(0);
    for (Py_ssize_t k = 0; beyond_ones && k < n; k++) {
        Game *g = game_at(t, games, k);
        if (!g || one_step(t, g, (int)k, (Game *)start, asked, actions[k], seeds[k], &to)) continue;
        PyObject *number = PyLong_FromSsize_t(k);
        if (!number || PyList_Append(beyond_ones, number)) Py_CLEAR(beyond_ones);
        Py_XDECREF(number);
    }
out:
    for (int k = 0; k < 7; k++) PyBuffer_Release(b + k);
    return beyond_ones;
}

/* --- The type --------------------------------------------------------------------------------------------------- */

static PyObject *faces_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    PyObject *pack, *told;
    (void)kwargs;
    if (!PyArg_ParseTuple(args, "O!O!", &PackType, &pack, &PyDict_Type, &told)) return NULL;
    Faces *t = (Faces *)type->tp_alloc(type, 0);
    if (!t) return NULL;
    Py_INCREF(pack);
    t->pack = (Pack *)pack;
    int32_t *numbers = NULL;
    const Named each[] = {
        {"first", &t->first, NULL}, {"sizes", &t->sizes, NULL}, {"thing", &t->thing, NULL}, {"spot", &t->spot, NULL},
        {"row_of", &t->row_of, NULL}, {"class_of", &t->class_of, NULL}, {"back_of", &t->back_of, NULL},
        {"number_of", &t->number_of, NULL}, {"segments", &t->segments, NULL}, {"game", &t->game, &t->ngame},
        {"players", &t->players, &t->nplayers}, {"things", &t->things, &t->nthings}, {"numbers", &numbers, NULL},
    };
    if (!named_in(told, each, sizeof each / sizeof *each)) {
        free(numbers);
        Py_DECREF(t);
        return NULL;
    }
    t->ngame /= 2; /* of cells, two numbers each */
    t->nplayers /= 2;
    t->nthings /= 2;
    t->nactions = numbers[0];
    t->width = numbers[1];
    t->nclasses = numbers[2];
    t->nbacks = numbers[3];
    free(numbers);
    return (PyObject *)t;
}

static void faces_dealloc(Faces *t) {
    void *held[] = {t->first, t->sizes, t->thing, t->spot, t->row_of, t->class_of, t->back_of, t->number_of, t->segments,
                    t->game, t->players, t->things};
    for (size_t k = 0; k < sizeof held / sizeof *held; k++) free(held[k]);
    Py_XDECREF(t->pack);
    Py_TYPE(t)->tp_free((PyObject *)t);
}

static PyMethodDef faces_methods[] = {
    {"step", (PyCFunction)faces_step, METH_VARARGS, "Each game takes its action; the numbers of those that went beyond."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject FacesType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "toolkit.flat._machine.Faces", .tp_basicsize = sizeof(Faces), .tp_new = faces_new,
    .tp_dealloc = (destructor)faces_dealloc, .tp_flags = Py_TPFLAGS_DEFAULT, .tp_methods = faces_methods,
    .tp_doc = "A pack's actions and observations, as numbers.",
};
