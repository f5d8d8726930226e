/* What a game does, counted as `toolkit/prove/tally.py` and `course.py` count it, and its log: where somebody asks. */

enum { C_EVENTS, C_ACTED, C_USES, C_EARNED, C_OFFERED, C_TAKEN, C_WEIGHED, C_WORDS, C_HELD, C_WAYS };

/* So many of `what` about these; `games`: in how many games. */
typedef struct { int32_t what, a, b, c, d, games; int64_t n; } Count;

/* `slots`: where the row of a key stands, by its hash; twice as many as there is room for rows, a power of two. */
typedef struct { Count *rows; int32_t *slots; uint32_t n, room; } Counts;

typedef struct { int32_t *p; int n, room; } Numbers;

/* `document`: by entity, -1.  `things`: by verb, a range of roles that hold things.  `period`: by verb, whether it is one.
   `columns`: of quantities of players.  `weighing`: by seat.  `amounts`: attribute and entity, of each.  `rest`: the verbs
   that set and win; the attribute that says which way of a story is taken, and what it says meanwhile; how many events
   there may be between two decisions, and in all. */
enum { SETS, WINS, TAKES, MEANWHILE, MOST_EVENTS, LONGEST_LOG };

typedef struct {
    int32_t *document, *things, *period, *columns, *weighing, *amounts, *rest;
    int ncolumns, namounts, logs;
    Counts game, sum;
    int64_t *before, *values;                 /* amounts when they were last looked at; evaluations of all players */
    int events, since;                        /* in all, and since the last decision */
    int looked, valued, moved, active, first, beginner, ahead, changes, put_ahead, way, broken;
    Numbers ahead_when, log, sentences, moves;
} Sheet;

static Bits watched_for(const Game *g);
static int options_of(const Game *g, int at);
static void forget_made(void);

static Sheet *sheet;                          /* of the game that is being played; NULL: nobody asks */

static int same_key(const Count *row, const Count *key) { return !memcmp(row, key, 5 * sizeof(int32_t)); }

static uint32_t hashed(const Count *key) {
    uint64_t h = 0;
    const int32_t *part = &key->what;
    for (int k = 0; k < 5; k++) h = (h ^ (uint32_t)part[k]) * 0x9E3779B97F4A7C15u;
    return (uint32_t)(h >> 32);
}

static void *made_larger(void *old, size_t bytes) {
    void *found = realloc(old, bytes);
    if (!found) fail();
    return found;
}

static void find_slots(Counts *t) {
    memset(t->slots, -1, sizeof(int32_t) * 2 * t->room);
    for (uint32_t k = 0; k < t->n; k++) {
        uint32_t at = hashed(t->rows + k) & (2 * t->room - 1);
        while (t->slots[at] >= 0) at = (at + 1) & (2 * t->room - 1);
        t->slots[at] = (int32_t)k;
    }
}

static Count *counted(Counts *t, Count key) {
    if (t->n == t->room) {
        uint32_t room = t->room ? 2 * t->room : 256;
        t->rows = made_larger(t->rows, sizeof(Count) * room);
        t->slots = made_larger(t->slots, sizeof(int32_t) * 2 * room);
        t->room = room;
        find_slots(t);
    }
    uint32_t at = hashed(&key) & (2 * t->room - 1);
    for (; t->slots[at] >= 0; at = (at + 1) & (2 * t->room - 1))
        if (same_key(t->rows + t->slots[at], &key)) return t->rows + t->slots[at];
    t->slots[at] = (int32_t)t->n;
    t->rows[t->n] = key;
    return t->rows + t->n++;
}

static void none_counted(Counts *t) {
    t->n = 0;
    if (t->room) find_slots(t);
}

static void count(int what, int64_t a, int64_t b, int64_t c, int64_t d, int64_t n) {
    Count key = {what, (int32_t)a, (int32_t)b, (int32_t)c, (int32_t)d, 0, 0};
    counted(&sheet->game, key)->n += n;
}

static void noted_number(Numbers *t, int64_t i) {
    if (t->n == t->room) {
        t->room = t->room ? 2 * t->room : 1024;
        t->p = made_larger(t->p, sizeof(int32_t) * (size_t)t->room);
    }
    t->p[t->n++] = (int32_t)i;
}

/* --- Events ------------------------------------------------------------------------------------------------ */

static int document_of(int64_t e, const Game *g) { return (uint64_t)e < (uint64_t)g->pack->count ? sheet->document[e] : -1; }

static void noted_value(const Game *g, Value v) {
    v = local_of(g, v);
    if (v.tag == LISTS) fail();  /* no event is about what several have chosen */
    noted_number(&sheet->log, v.tag);
    if (v.tag != SET) {
        noted_number(&sheet->log, (int32_t)v.u.i);
        noted_number(&sheet->log, (int32_t)(v.u.i >> 32));
        return;
    }
    noted_number(&sheet->log, v.n);
    for (int k = 0; k < v.n; k++) noted_number(&sheet->log, v.u.p[k]);
}

/* The documents of the components of a role: `seen` is called with each. */
static void used_in(const Game *g, Value role, int verb, void (*seen)(int document, int verb)) {
    role = local_of(g, role);
    for (int k = 0; k < (role.tag == SET ? role.n : 1); k++) {
        int document = document_of(role.tag == SET ? role.u.p[k] : role.u.i, g);
        if (document >= 0) seen(document, verb);
    }
}

static void used_once(int document, int verb) { count(C_USES, document, verb, 0, 0, 1); }

/* A way of a story is gone when the attribute that names it says again that none is. */
static void way_gone(int64_t value) {
    int meanwhile = value == sheet->rest[MEANWHILE];
    if (meanwhile && sheet->way) count(C_WAYS, sheet->way, 0, 0, 0, 1);
    sheet->way = meanwhile ? 0 : (int)value;
}

static void noted_event(const Game *g, int verb, int64_t who, const Value *roles, int n, Value result, int32_t sentence) {
    const int32_t *range = sheet->things + 2 * verb;
    count(C_EVENTS, verb, 0, 0, 0, 1);
    count(C_ACTED, sentence, 0, 0, 0, 1);
    for (int k = 0; k < range[1]; k++) used_in(g, roles[sheet->things[range[0] + k]], verb, used_once);
    if (sheet->beginner < 0 && sheet->period[verb] && OF(seat, who) >= 0) sheet->beginner = (int)who;
    if (verb == sheet->rest[SETS] && roles[0].u.i == 0 && roles[1].u.i == sheet->rest[TAKES]) way_gone(roles[2].u.i);
    if (++sheet->since > sheet->rest[MOST_EVENTS] || ++sheet->events > sheet->rest[LONGEST_LOG]) fail();
    if (!sheet->logs) return;
    noted_number(&sheet->log, verb);
    noted_number(&sheet->log, who);
    noted_number(&sheet->log, n);
    for (int k = 0; k < n; k++) noted_value(g, roles[k]);
    noted_value(g, result);
    noted_number(&sheet->sentences, sentence);
}

/* The game is over: that they have won is told of each of them. */
static void won(const Game *g, const Value winners, int32_t sentence) {
    for (int k = 0; sheet && k < winners.n; k++)
        if (sheet->rest[WINS] >= 0) noted_event(g, sheet->rest[WINS], winners.u.p[k], NULL, 0, whole(1), sentence);
}

/* --- After each batch of events ------------------------------------------------------------------------------ */

static Counts about;                          /* documents and verbs that run */

static void run_about(int document, int verb) {
    Count key = {0, document, verb, 0, 0, 0, 0};
    counted(&about, key);
}

/* What has changed counts for every component that a running verb is about. */
static void earned(const Game *g, int64_t column, int64_t change) {
    for (int k = 0; k < g->s->nframes; k++) {
        const Frame *f = g->frames + k;
        if (f->program < 0 || f->verb < 0) continue;
        const int32_t *range = sheet->things + 2 * f->verb;
        for (int j = 0; j < range[1]; j++) used_in(g, g->values[f->events + sheet->things[range[0] + j]], f->verb, run_about);
    }
    for (uint32_t k = 0; k < about.n; k++) count(C_EARNED, about.rows[k].a, about.rows[k].b, column, 0, change);
    none_counted(&about);
}

/* Invariants are asked again when something has changed that they read. */
static void ask_invariants(Game *g) {
    Bits changed = g->s->changed | g->s->recent;
    const int32_t *each = NARROW(invariants), *end = each + 2 * g->pack->ninvariants;
    Value none[2] = {whole(-1), whole(-1)};
    g->s->recent = 0;
    g->s->changed &= watched_for(g);
    for (; each < end; each += 2)
        if (changed & bits_at(g->wide + each[1]) && !holds_at(g, each[0], none, temps))
            fail();  /* the other machine says which */
}

static void look(Game *g) {
    const Pack *p = g->pack;
    int64_t *now = sheet->before;
    for (int k = 0; k < sheet->ncolumns; k++) {
        int64_t change = 0;
        for (int j = 0; j < p->nplayers; j++, now++) {
            int64_t value = COLUMN(sheet->columns[k], NARROW(players)[j]);
            change += value - *now;
            *now = value;
        }
        if (change && sheet->looked) earned(g, sheet->columns[k], change);
    }
    sheet->looked = 1;
    ask_invariants(g);
}

/* --- At a decision ------------------------------------------------------------------------------------------- */

/* What a position is worth to each player, by the evaluation of a pack. */
static void evaluated(Game *g, const Pack *judge, int64_t *values) {
    Pack *own = g->pack;
    const int32_t *nodes = judge->narrow + judge->evaluations;
    work_left = WORK;
    deep = ncomputing = nrequired = 0;
    forget_made();
    goes_by(g, (Pack *)judge);
    for (int k = 0; k < own->nplayers; k++) {
        Value locals[2] = {whole(own->narrow[own->players + k]), whole(-1)};
        values[k] = 0;
        for (int j = 0; j < judge->nevaluations; j++) values[k] += number_of(g, nodes[j], locals, temps);
    }
    goes_by(g, own);
}

static int is_out(const Game *g, int k) { return g->s->out >> NARROW(players)[k] & 1; }

/* Who is ahead now. */
static void look_ahead(Game *g, int decisions) {
    int64_t values[64], most = INT64_MIN;
    int best = 0, several = 0, n = (int)g->pack->nplayers;
    if (!g->pack->nevaluations) return;
    evaluated(g, g->pack, values);
    if (sheet->valued && memcmp(values, sheet->values, sizeof *values * (size_t)n)) sheet->moved = 1;
    memcpy(sheet->values, values, sizeof *values * (size_t)n);
    sheet->valued = 1;
    for (int k = 0; k < n; k++) {
        if (is_out(g, k)) continue;
        several = values[k] == most || (several && values[k] < most);
        if (values[k] > most) {
            most = values[k];
            best = NARROW(players)[k];
        }
    }
    if (several) best = 0;
    if (best && sheet->ahead && best != sheet->ahead) {
        sheet->changes++;
        sheet->put_ahead = sheet->active > 0 && sheet->active != best && sheet->active != sheet->ahead;
    }
    if (best) sheet->ahead = best;
    noted_number(&sheet->ahead_when, decisions);
    noted_number(&sheet->ahead_when, best);
}

static int says_something(int tag) {
    return tag == O_BRANCH || tag == O_VALUE || tag == O_QUANTITY || tag == O_YES || tag == O_NO || tag == O_DONE;
}

/* What was said and taken, of options that are no things. */
static void count_words(const Game *g, int index) {
    const Frame *f = g->frames + g->s->nframes - 1;
    for (int k = 0; k < options_of(g, 0); k++)
        if (says_something(g->options[k].tag))
            count(C_WORDS, f->program, f->pc, 2 * g->options[k].tag + (k == index), g->options[k].a, 1);
}

/* Its tag, its number, and what else it says. */
static void noted_option(const Game *g, Option o) {
    int n = o.tag == O_PAYMENT ? 1 + (NARROW(paid_as) + 2 * o.a)[1] : 1;
    noted_number(&sheet->moves, o.tag);
    noted_number(&sheet->moves, o.a);
    noted_number(&sheet->moves, n);
    for (int k = 0; k < n; k++) noted_number(&sheet->moves, o.tag == O_PAYMENT ? g->heap[o.b + k] : o.b);
}

/* A seat is about to answer with the option of this index, after so many decisions. */
static void asked_now(Game *g, int seat, int index, int decisions) {
    int n = options_of(g, 0), different = 0, weighing = sheet->weighing[OF(seat, seat)];
    sheet->since = 0;
    const Option *o = g->options;
    Count key = {0};
    if (sheet->first < 0 && g->s->active > 0) sheet->first = g->s->active;
    if (g->s->active != sheet->active || g->s->active <= 0) {
        look_ahead(g, decisions);
        sheet->active = g->s->active;
    }
    for (int k = 0; k < n; k++) {
        int document = o[k].tag == O_ENTITY ? document_of(o[k].a, g) : -1;
        key.a = document;
        if (document >= 0) counted(&about, key); else different++;
    }
    different += (int)about.n;
    int took = o[index].tag == O_ENTITY ? document_of(o[index].a, g) : -1;
    for (uint32_t k = 0; k < about.n; k++) {
        int document = about.rows[k].a;
        count(C_OFFERED, document, seat, 0, 0, 1);
        if (weighing && different > 1) count(C_WEIGHED, document, document == took, 0, 0, 1);
    }
    none_counted(&about);
    if (took >= 0) count(C_TAKEN, took, seat, 0, 0, 1);
    if (weighing && n > 1 && says_something(o[0].tag)) count_words(g, index);
    if (!sheet->logs) return;
    int32_t move[] = {seat, index, sheet->sentences.n};
    for (int k = 0; k < 3; k++) noted_number(&sheet->moves, move[k]);
    noted_option(g, o[index]);
}

/* --- The game begins, and is over ---------------------------------------------------------------------------- */

static void clear_sheet(Sheet *t) {
    none_counted(&t->game);
    none_counted(&about);
    t->events = t->since = t->looked = t->valued = t->moved = t->ahead = t->changes = t->put_ahead = t->way = 0;
    t->active = -2;
    t->first = t->beginner = -1;
    t->ahead_when.n = t->log.n = t->sentences.n = t->moves.n = 0;
}

static int has_won(const Game *g, int64_t player) {
    return player >= 0 && among((int32_t)player, g->winners, g->s->nwinners);
}

/* Each document with the players who have one of it. */
static void count_held(const Game *g) {
    for (int e = 0; e < g->pack->count; e++) {
        int64_t player = sheet->document[e] >= 0 ? holder(g, e) : -1;
        Count key = {C_HELD, sheet->document[e], (int32_t)player, 0, 0, 0, 0};
        if (player >= 0) counted(&sheet->game, key)->n = 1;
    }
}

/* What was counted of this game is added to the sum: for a player, whether they have won. */
static void add_up(const Game *g) {
    for (uint32_t k = 0; k < sheet->game.n; k++) {
        Count key = sheet->game.rows[k];
        int64_t n = key.n;
        key.n = key.games = 0;
        if (key.what == C_OFFERED || key.what == C_TAKEN || key.what == C_HELD) key.b = has_won(g, key.b);
        Count *row = counted(&sheet->sum, key);
        row->n += n;
        row->games++;
    }
}

/* Who led after so many quarters of the decisions; 0: nobody alone. */
static int ahead_at(const Numbers *when, int quarter, int64_t decisions) {
    int ahead = 0;
    for (int k = 0; k < when->n && 4 * (int64_t)when->p[k] <= quarter * decisions; k += 2) ahead = when->p[k + 1];
    return ahead;
}
