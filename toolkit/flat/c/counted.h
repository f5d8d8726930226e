/* How many there are of which something is so, and in which order they stand. */

/* --- How many ---------------------------------------------------------------------------------------------- */

/* Of what lies in a place: it needs no set. */
static int64_t count_in(Game *g, int32_t place, const int32_t *q, const Value *L, Value *T) {
    const int32_t *range = NARROW(regions) + 2 * place, *region = g->narrow + range[0], *end = region + range[1];
    const int32_t *flags = first_flags(g, q), *first = g->first, *next = g->next;
    int64_t found = 0;
    for (; region < end; region++) {
        work(g->nkids[*region]);
        for (int32_t kid = first[*region]; kid >= 0; kid = next[kid]) {
            found += so_of_kid(g, q, flags, kid, L, T);
            if (first[kid] < 0) continue;
            if (++deep > DEEPEST) fail();
            found += count_in(g, kid, q, L, T);
            deep--;
        }
    }
    return found;
}

static int64_t counted_where(Game *g, const int32_t *x, const Value *L, Value *T) {
    const int32_t *members = g->narrow + x[1];
    int32_t *mark = top;
    int64_t found = 0;
    if (looks_inside(g, members)) {
        int64_t place = number_of(g, members[1], L, T);
        top = mark;
        return row(g, place) == place ? count_in(g, (int32_t)place, x + 2, L, T) : 0;
    }
    Value s = ev(g, x[1], L, T);
    loop_over(g, s.n);
    for (int k = 0; k < s.n; k++) found += so_of(g, x + 2, s.u.p[k], L, T);
    top = mark;
    return found;
}

/* --- In which order ---------------------------------------------------------------------------------------- */

enum { MOST_RANKED = 1024 };

/* x of a rank: members, what is bound; how many keys; whether one is asked only where those before it tell nothing apart; what
   the first has to be above, ANY: nothing; each key, and whether it ascends. */
enum { RANK_MEMBERS = 1, RANK_SLOT, RANK_KEYS, RANK_SELDOM, RANK_ABOVE, RANK_EACH, ANY_KEY = INT32_MIN };

static void keys_of(Game *g, const int32_t *x, int key, const int32_t *p, int n, int64_t *keys, const Value *L, Value *T) {
    int32_t *mark = top;
    for (int k = 0; k < n; k++) {
        T[x[RANK_SLOT]] = whole(p[k]);
        keys[k] = number_of(g, x[RANK_EACH + 2 * key], L, T);
        top = mark;
    }
}

/* Stable: equal ones stay as they were. */
static void sorted_by(int64_t *keys, int32_t *p, int n, int ascending_order) {
    for (int k = 1; k < n; k++) {
        int64_t key = keys[k];
        int32_t one = p[k];
        int at = k;
        for (; at > 0 && (ascending_order ? keys[at - 1] > key : keys[at - 1] < key); at--) {
            keys[at] = keys[at - 1];
            p[at] = p[at - 1];
        }
        keys[at] = key;
        p[at] = one;
    }
}

/* By a key that was asked, and those of which it tells nothing apart by the next one. */
static void rank_by(Game *g, const int32_t *x, int key, int32_t *p, int n, int64_t *keys, const Value *L, Value *T) {
    sorted_by(keys, p, n, x[RANK_EACH + 2 * key + 1]);
    if (++key == x[RANK_KEYS]) return;
    for (int k = 0, end; k < n; k = end) {
        for (end = k + 1; end < n && keys[end] == keys[k]; end++) {}
        if (end - k < 2) continue;
        keys_of(g, x, key, p + k, end - k, keys + k, L, T);
        rank_by(g, x, key, p + k, end - k, keys + k, L, T);
    }
}

static Value ranked(Game *g, const int32_t *x, const Value *L, Value *T) {
    Value s = ev(g, x[RANK_MEMBERS], L, T);
    loop_over(g, s.n);
    if (s.n > MOST_RANKED) fail();
    work((int64_t)s.n * s.n / 4);
    int32_t *found = top;
    int64_t keys[s.n + 1];
    int n = 0;
    room(s.n);
    top += s.n;
    keys_of(g, x, 0, s.u.p, s.n, keys, L, T);
    for (int k = 0; k < s.n; k++)
        if (x[RANK_ABOVE] == ANY_KEY || keys[k] > x[RANK_ABOVE]) {
            keys[n] = keys[k];
            found[n++] = s.u.p[k];
        }
    int64_t others[n + 1];
    for (int key = 1; key < x[RANK_KEYS] && !x[RANK_SELDOM]; key++) keys_of(g, x, key, found, n, others, L, T);
    rank_by(g, x, 0, found, n, keys, L, T);
    top = found + n;
    return set_of(found, n);
}

/* x: members, what is bound, the key, whether the least is meant, what it has to be above. */
static Value best(Game *g, const int32_t *x, const Value *L, Value *T) {
    Value s = ev(g, x[1], L, T);
    int32_t *found = top, n = 0;
    int64_t most = 0;
    room(s.n);
    loop_over(g, s.n);
    top += s.n;
    for (int k = 0; k < s.n; k++) {
        int32_t *mark = top;
        T[x[2]] = whole(s.u.p[k]);
        int64_t key = number_of(g, x[3], L, T);
        top = mark;
        if (x[5] != ANY_KEY && key <= x[5]) continue;
        if (n && (x[4] ? key > most : key < most)) continue;
        if (n && key != most) n = 0;
        most = key;
        found[n++] = s.u.p[k];
    }
    top = found + n;
    return set_of(found, n);
}
