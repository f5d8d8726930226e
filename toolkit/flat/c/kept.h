/* What frames keep: their locals, and what they have so far.  Values and the heap grow and shrink with the frames: only
   the last one takes more. */

static Frame *last_frame(Game *g) { return g->s->nframes ? g->frames + g->s->nframes - 1 : NULL; }

static Value *locals_of(Game *g, const Frame *f) { return g->values + f->base; }

static int32_t take_heap(Game *g, int32_t n) {
    int32_t at = g->s->nheap;
    if (n > HEAP - at) fail();
    g->s->nheap += n;
    return at;
}

static int32_t take_values(Game *g, int32_t n) {
    int32_t at = g->s->nvalues;
    if (n > VALUES - at) fail();
    g->s->nvalues += n;
    return at;
}

/* Numbers are copied into the heap; they may lie where the heap of a frame that has just ended was. */
static int32_t keep_numbers(Game *g, const int32_t *p, int32_t n) {
    int32_t at = take_heap(g, n);
    memmove(g->heap + at, p, sizeof(int32_t) * (size_t)n);
    return at;
}

/* The number before a set says for how many members there is room, so that a loop that fills a local again and again
   takes no more. */
static int32_t words_of_lists(Value v) {
    int32_t n = 0;
    for (int k = 0; k < v.n; k++) n += 1 + v.u.p[n];
    return n;
}

static void keep_several(Game *g, Value *to, Value v) {
    if (v.tag == LISTS) {
        to->u.i = keep_numbers(g, v.u.p, words_of_lists(v));
        to->tag = KEPT_LISTS;
        to->n = v.n;
        return;
    }
    if (v.tag != SET) {
        *to = v;
        return;
    }
    if (to->tag != KEPT || g->heap[to->u.i - 1] < v.n) {
        int32_t at = take_heap(g, v.n + 1);
        memmove(g->heap + at + 1, v.u.p, sizeof(int32_t) * (size_t)v.n);
        g->heap[at] = v.n;
        to->u.i = at + 1;
    } else
        memmove(g->heap + to->u.i, v.u.p, sizeof(int32_t) * (size_t)v.n);
    to->tag = KEPT;
    to->n = v.n;
}

static inline void keep(Game *g, Value *to, Value v) {
    if (v.tag < SET) *to = v;
    else keep_several(g, to, v);
}

static inline void keep_new(Game *g, int32_t at, Value v) {
    if (v.tag >= SET) g->values[at] = whole(0);
    keep(g, g->values + at, v);
}

static Frame *push_frame(Game *g, int32_t program) {
    if (g->s->nframes >= FRAMES || g->s->nframes >= g->pack->depth) fail();
    Frame *f = g->frames + g->s->nframes++;
    memset(f, 0, sizeof *f);
    f->program = program;
    f->slot = f->rule = f->verb = f->before = -1;
    f->heap = g->s->nheap;
    f->roles = g->s->nvalues;
    return f;
}

static void pop_frame(Game *g) {
    Frame *f = g->frames + --g->s->nframes;
    g->s->nvalues = f->roles;
    g->s->nheap = f->heap;
}

static void store(Game *g, int32_t slot, Value v) {
    Frame *f = last_frame(g);
    if (slot >= 0 && f) keep(g, locals_of(g, f) + slot, v);
}

/* The replacements that a frame may not use again, for one that it pushes. */
static void inherit(Game *g, Frame *f, const int32_t *applied, int32_t n) {
    f->napplied = n;
    f->applied = n ? keep_numbers(g, applied, 3 * n) : 0;
}

/* A program begins, with the first locals given. */
static Frame *push_program(Game *g, int32_t program, const Value *given, int ngiven, int32_t slot) {
    const int32_t *p = program_row(g, program);
    const Value *blank = g->pack->blanks + g->pack->blanks_at[program];
    Frame *f = push_frame(g, program);
    f->slot = slot;
    f->nlocals = p[P_LOCALS] > ngiven ? p[P_LOCALS] : ngiven;
    f->base = take_values(g, f->nlocals);
    for (int k = 0; k < ngiven; k++) keep_new(g, f->base + k, given[k]);
    if (f->nlocals > ngiven)
        memcpy(g->values + f->base + ngiven, blank + ngiven, sizeof *blank * (size_t)(f->nlocals - ngiven));
    return f;
}

static int32_t sentence_of(Game *g, const Frame *f) {
    if (f->program < 0) return -1;
    const int32_t *p = program_row(g, f->program);
    int pc = f->pc - 1;
    return pc >= 0 && pc < p[P_LENGTH] ? g->narrow[p[P_AT] + pc] : -1;
}
