/* Decisions: `toolkit/machine/decision.py`, of games in which nothing is asked for the sake of secrets. */

static void option(Game *g, int tag, int64_t a, int64_t b) {
    Plain *s = g->s;
    if (s->noptions >= OPTIONS || s->noptions >= g->pack->options) fail();
    Option o = {tag, (int32_t)a, (int32_t)b};
    g->options[s->noptions++] = o;
}

static void ask(Game *g, int kind, int64_t seat) {
    g->s->kind = kind;
    g->s->seat = (int32_t)seat;
    g->s->noptions = 0;
}

static int64_t decider(const Game *g, int64_t who) {
    if (who > 0) return who;
    return g->s->active > 0 ? g->s->active : NARROW(players)[0];
}

/* --- What can be told apart -------------------------------------------------------------------------------- */

static int look_alike(const Game *g, int32_t a, int32_t b, int placed);

/* Whether the same lies on both: of each look as many. */
static int hold_alike(const Game *g, int32_t a, int32_t b) {
    if (g->nkids[a] != g->nkids[b]) return 0;
    if (++deep > DEEPEST) fail();
    work((int64_t)g->nkids[a] * g->nkids[a]);
    for (int32_t one = g->first[a]; one >= 0; one = g->next[one]) {
        int here = 0, there_ = 0;
        for (int32_t each = g->first[a]; each >= 0; each = g->next[each]) here += look_alike(g, one, each, 0);
        for (int32_t each = g->first[b]; each >= 0; each = g->next[each]) there_ += look_alike(g, one, each, 0);
        if (here != there_) {
            deep--;
            return 0;
        }
    }
    deep--;
    return 1;
}

static int look_alike(const Game *g, int32_t a, int32_t b, int placed) {
    if (a == b) return 1;
    int32_t parent = g->parent[a];
    if (!OF(alike, a) || OF(alike, a) != OF(alike, b)) return 0;
    if (placed && (parent != g->parent[b] || (parent >= 0 && OF(ordered, parent)))) return 0;
    if (g->face[a] != g->face[b] || g->known[a] != g->known[b]) return 0;
    for (int k = 0; k < g->pack->attributes; k++)
        if (COLUMN(k, a) != COLUMN(k, b)) return 0;
    return (g->nkids[a] == 0 && g->nkids[b] == 0) || hold_alike(g, a, b);
}

/* The members without those that differ in nothing from an earlier one. */
static Value distinct(Game *g, Value s) {
    int32_t *found = top;
    room(s.n);
    work((int64_t)s.n * s.n / 4);
    for (int k = 0; k < s.n; k++) {
        int32_t one = s.u.p[k];
        int known = 0;
        if (OF(alike, one))
            for (int j = 0; j < top - found && !known; j++) known = look_alike(g, found[j], one, 1);
        if (!known) *top++ = one;
    }
    return set_of(found, (int32_t)(top - found));
}

/* --- What a seat may know ---------------------------------------------------------------------------------- */

static int lies_open(const Game *g, int32_t e) { return g->face[e] && OF(lies_open, g->parent[e]); }

static int compared(int64_t a, int64_t b) { return (a > b) - (a < b); }

/* Where a hidden component lies: beside others of its back anywhere among them. */
static int by_spot(const Game *g, int32_t a, int32_t b) {
    int32_t p = g->parent[a], q = g->parent[b];
    int order = compared(p, q);
    if (!order && OF(ordered, p)) order = compared(place_in(g, a), place_in(g, b));
    if (!order) order = compared(OF(back, a), OF(back, b));
    if (!order) order = compared(OF(owner, a), OF(owner, b));
    if (order) return order;
    uint64_t x = mix(g->s->seed, (uint64_t)a), y = mix(g->s->seed, (uint64_t)b);
    return (x > y) - (x < y);
}

/* What lies in one stack from the top down, else those that all know first, then the others, by who knows them. */
static int by_fairness(const Game *g, int32_t a, int32_t b, int stacked) {
    int64_t sa = seers(g, a), sb = seers(g, b), all = g->pack->everybody;
    int hidden_a = sa != all && !stacked, hidden_b = sb != all && !stacked;
    if (hidden_a != hidden_b) return hidden_a - hidden_b;
    if (hidden_a) return sa != sb ? compared(sa, sb) : by_spot(g, a, b);
    int32_t p = g->parent[a], q = g->parent[b];
    int order = compared(p, q);
    if (!order && OF(ordered, p)) order = compared(place_in(g, a), place_in(g, b));
    return order ? order : compared(a, b);
}

static void insert_sorted(const Game *g, int32_t *found, int n, int32_t one, int fair, int stacked) {
    while (n > 0 && (fair ? by_fairness(g, found[n - 1], one, stacked) : by_spot(g, found[n - 1], one)) > 0) {
        found[n] = found[n - 1];
        n--;
    }
    found[n] = one;
}

/* A set whose order means nothing, in an order that tells nothing. */
static Value fair(Game *g, Value s) {
    int open = 1, together = 1;
    if (s.n < 2) return s;
    for (int k = 0; k < s.n; k++)
        if (s.u.p[k] < 0 || s.u.p[k] >= g->pack->count || !OF(is_component, s.u.p[k])) return s;
    int32_t parent = g->parent[s.u.p[0]];
    for (int k = 0; k < s.n; k++) {
        open &= lies_open(g, s.u.p[k]);
        together &= g->parent[s.u.p[k]] == parent;
    }
    if (open) return s;
    int32_t *found = top;
    room(s.n);
    work((int64_t)s.n * s.n / 4);
    top += s.n;
    for (int k = 0; k < s.n; k++)
        insert_sorted(g, found, k, s.u.p[k], 1, OF(ordered, parent) && together);
    return set_of(found, s.n);
}

/* The members as a seat is offered them: what it does not know last, in an order that does not tell which is which. */
static Value offered(Game *g, int seat, Value s) {
    int open = 1;
    for (int k = 0; k < s.n && open; k++) open = lies_open(g, s.u.p[k]);
    if (open) return distinct(g, s);
    int32_t *known = top, nknown = 0, nhidden = 0;
    room(2 * s.n);
    int32_t *hidden = known + s.n;
    top += 2 * s.n;
    for (int k = 0; k < s.n; k++)
        if (sees(g, seat, s.u.p[k])) known[nknown++] = s.u.p[k];
        else insert_sorted(g, hidden, nhidden++, s.u.p[k], 0, 0);
    Value found = distinct(g, set_of(known, nknown));
    room(nhidden);
    memcpy(top, hidden, sizeof *top * (size_t)nhidden);
    top += nhidden;
    return set_of(found.u.p, found.n + nhidden);
}

/* --- Asking: each gives 1 and the answer, or leaves a decision ------------------------------------------------ */

static void entities(Game *g, Value s) {
    for (int k = 0; k < s.n; k++) option(g, O_ENTITY, s.u.p[k], 0);
}

static int choose_one(Game *g, int64_t who, Value s, Value *answer) {
    int64_t seat = decider(g, who);
    if (s.n > 1) s = offered(g, (int)seat, s);
    *answer = whole(s.n ? s.u.p[0] : -1);
    if (s.n < 2) return 1;
    ask(g, CHOOSE_ONE, seat);
    entities(g, s);
    return 0;
}

static int choose_some(Game *g, Frame *f, int64_t who, Value s, int64_t least, int64_t most, Value *answer) {
    int64_t seat = decider(g, who);
    int32_t *chosen = top, n = f->progress == MEMBERS ? f->nchosen : 0;
    room(n + s.n + 1);
    memcpy(chosen, g->heap + f->chosen, sizeof *chosen * (size_t)n);
    top += n + s.n + 1;
    while (n < most) {
        int32_t *others = top;
        room(s.n);
        for (int k = 0; k < s.n; k++)
            if (!among(s.u.p[k], chosen, n)) *top++ = s.u.p[k];
        Value rest = set_of(others, (int32_t)(top - others));
        if (n + rest.n <= least || !rest.n) {
            rest = fair(g, rest);
            for (int k = 0; k < rest.n; k++) chosen[n++] = rest.u.p[k];
            break;
        }
        Value those = offered(g, (int)seat, rest);
        if (n >= least || those.n > 1) {
            if (n >= g->pack->chosen) fail();
            if (n > f->capacity) {
                f->capacity = 2 * n + 4;
                f->chosen = take_heap(g, f->capacity);
            }
            memcpy(g->heap + f->chosen, chosen, sizeof *chosen * (size_t)n);
            f->progress = n ? MEMBERS : NO_PROGRESS;
            f->nchosen = n;
            ask(g, CHOOSE, seat);
            entities(g, those);
            if (n >= least) option(g, O_DONE, 0, 0);
            return 0;
        }
        chosen[n++] = those.u.p[0];
    }
    f->progress = NO_PROGRESS;
    f->nchosen = 0;
    *answer = set_of(chosen, n);
    return 1;
}

static int choose_number(Game *g, int64_t who, int64_t least, int64_t most, Value *answer) {
    *answer = whole(least == most ? least : 0);
    if (least >= most) return 1;
    ask(g, CHOOSE_NUMBER, decider(g, who));
    if (most - least >= OPTIONS) fail();
    for (; least <= most; least++) option(g, O_NUMBER, narrow(least), 0);
    return 0;
}

static int choose_value(Game *g, int64_t who, Value s, Value *answer) {
    int32_t *found = top;
    s = set_of(found, joined(g, found, 0, s));
    *answer = whole(s.n ? s.u.p[0] : -1);
    if (s.n < 2) return 1;
    ask(g, CHOOSE_VALUE, decider(g, who));
    for (int k = 0; k < s.n; k++) option(g, O_VALUE, s.u.p[k], 0);
    return 0;
}

static void may(Game *g, int64_t who) {
    ask(g, MAY, decider(g, who));
    option(g, O_YES, 0, 0);
    option(g, O_NO, 0, 0);
}

/* The number of the branch, -1 for none; -2: a decision. */
static int branch(Game *g, int64_t who, int optional, const int32_t *open, int n) {
    if (!n || (n == 1 && !optional)) return n ? open[0] : -1;
    ask(g, BRANCH, decider(g, who));
    for (int k = 0; k < n; k++) option(g, O_BRANCH, open[k], 0);
    if (optional) option(g, O_NO, 0, 0);
    return -2;
}
