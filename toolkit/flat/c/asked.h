/* What is asked of places and depends on nothing but what lies in each, on some attributes, and on one value: kept place by
   place, a bit each, and asked again only where something has changed.

   How that is asked stands in `narrow` (K_): what is bound, what is asked; bits of attributes, the value (-1: there are none),
   where what was found is kept, for each place the groups that it is in (-1: there are no groups), the table that has which
   of the places a thing is (-1: none), how many places, these in order.  Kept are, for each value in a row of its own (A_), when
   the attributes had changed (and 1), the value, of which line of a game it was asked and how far the journal was then, whether
   a group is so; a bit for each place, and when each was shaken; and the same as it was in an earlier position, to which games
   come back that begin at the same one.  A set is not known again by where it lies, and what differs between two versions has
   to be come to each time. */

enum { K_SLOT, K_BODY, K_BITS, K_VALUE, K_KEPT, K_GROUPS, K_WHERE, K_PLACES, K_FIRST };
enum { A_WHEN, A_VALUE, A_LINE, A_SEEN, A_FOUND, A_SO };
enum { NO_GROUP, A_GROUP, UNKNOWN_GROUP };

typedef struct { const int32_t *k; int n, words; uint64_t *row, *so, *shaken, *was_so, *was_shaken; } Asked;

/* Whether one of some groups is whole: masks that have a bit for each of its places. */
static int any_whole(const Game *g, const Asked *a, const int32_t *masks, int n) {
    for (int k = 0; k < n; k++) {
        const uint64_t *mask = (const uint64_t *)g->wide + masks[k];
        uint64_t missing = 0;
        for (int j = 0; j < a->words; j++) missing |= mask[j] & ~a->so[j];
        if (!missing) return A_GROUP;
    }
    return NO_GROUP;
}

/* Whether it is so of a place now; `keep`: that is kept as it was earlier, too. */
static int is_so_now(Game *g, const Asked *a, int at, int keep, const Value *L, Value *T) {
    int32_t place = a->k[K_FIRST + at];
    T[a->k[K_SLOT]] = whole(place);
    int so = holds_at(g, a->k[K_BODY], L, T);
    if (keep) {
        uint64_t bit = (uint64_t)1 << (at % 64);
        a->was_shaken[at] = g->shaken[place];
        a->was_so[at / 64] = so ? a->was_so[at / 64] | bit : a->was_so[at / 64] & ~bit;
    }
    return so;
}

/* The same, as it is known.  Whoever asks of what was shaken earlier than what was asked of last has gone back. */
static inline int is_so(Game *g, const Asked *a, int at, int anew, const Value *L, Value *T) {
    uint64_t now = g->shaken[a->k[K_FIRST + at]], last = a->shaken[at];
    a->shaken[at] = now;
    if (!anew && a->was_shaken[at] == now) return a->was_so[at / 64] >> (at % 64) & 1;
    return is_so_now(g, a, at, anew || now < last, L, T);
}

/* A place is asked again. */
static void ask_place(Game *g, const Asked *a, int at, int anew, const Value *L, Value *T) {
    uint64_t bit = (uint64_t)1 << (at % 64), was = a->so[at / 64] & bit;
    if (is_so(g, a, at, anew, L, T) == (was != 0)) return;
    a->so[at / 64] ^= bit;
    if (was && a->row[A_FOUND]) a->row[A_FOUND] = UNKNOWN_GROUP;
    if (was || a->row[A_FOUND] || a->k[K_GROUPS] < 0) return;
    const int32_t *in = g->narrow + a->k[K_GROUPS] + 2 * at;
    a->row[A_FOUND] = (uint64_t)any_whole(g, a, g->narrow + in[0], in[1]);
}

/* Each place is asked again in which something has changed.  Where they are entities one after another, as the cells of a board
   are, eight are compared at once. */
static void ask_differing(Game *g, const Asked *a, const Value *L, Value *T) {
    enum { EIGHT = 8 };
    const int32_t *places = a->k + K_FIRST;
    const uint64_t *now = g->shaken + places[0], *known = a->shaken;
    int k = 0;
    for (int in_row = places[a->n - 1] - places[0] == a->n - 1; in_row && k + EIGHT <= a->n; k += EIGHT) {
        uint64_t differs = 0;
        unsigned which = 0;
        for (int j = 0; j < EIGHT; j++) differs |= now[k + j] ^ known[k + j];
        if (!differs) continue;
        for (int j = 0; j < EIGHT; j++) which |= (unsigned)(now[k + j] != known[k + j]) << j;
        for (; which; which &= which - 1) ask_place(g, a, k + __builtin_ctz(which), 0, L, T);
    }
    for (; k < a->n; k++)
        if (g->shaken[places[k]] != known[k]) ask_place(g, a, k, 0, L, T);
}

/* Those are asked again in which something has changed: as the journal has them, or all are looked at. */
static void ask_shaken(Game *g, const Asked *a, int anew, const Value *L, Value *T) {
    uint64_t seen = a->row[A_SEEN], now = nshaken;
    if (!anew && a->row[A_LINE] == g->s->line && now - seen <= JOURNAL) {
        const int32_t *where = g->narrow + a->k[K_WHERE];
        for (; seen < now; seen++) {
            int32_t e = journal[seen % JOURNAL], at = e < g->pack->count ? where[e] : -1;  /* it may be of another pack */
            if (at >= 0 && a->shaken[at] != g->shaken[a->k[K_FIRST + at]]) ask_place(g, a, at, 0, L, T);
        }
        return;
    }
    if (!anew) {
        ask_differing(g, a, L, T);
        return;
    }
    memset(a->so, 0, sizeof *a->so * (size_t)a->words);
    a->row[A_FOUND] = UNKNOWN_GROUP;
    for (int k = 0; k < a->n; k++) ask_place(g, a, k, 1, L, T);
}

static void ask_again(Game *g, const Asked *a, uint64_t when, Value of, const Value *L, Value *T) {
    int before = reached, anew = of.tag > BOOL || a->row[A_WHEN] != when || a->row[A_VALUE] != (uint64_t)of.u.i;
    reached = 0;
    a->row[A_WHEN] = 0;  /* should it end in between */
    ask_shaken(g, a, anew, L, T);
    a->row[A_WHEN] = of.tag > BOOL || reached ? 0 : when;
    a->row[A_VALUE] = (uint64_t)of.u.i;
    a->row[A_LINE] = g->s->line;
    a->row[A_SEEN] = nshaken;
    reached |= before;
}

/* What is so of places, as it is now. */
static inline Asked asked_of_places(Game *g, const int32_t *k, const Value *L, Value *T) {
    int n = k[K_PLACES], words = (n + 63) / 64;
    uint64_t *row = g->pack->again + k[K_KEPT], when = 1;
    Value of = whole(0);
    if (k[K_VALUE] >= 0) {
        of = ev(g, k[K_VALUE], L, T);
        if (of.tag <= BOOL) row += (int64_t)((uint64_t)of.u.i % AGAIN) * (A_SO + 2 * (words + n));
    }
    if (k[K_BITS] >= 0) {
        stamp(g);
        when += last_change(g, g->wide + k[K_BITS]);
    }
    uint64_t *so = row + A_SO, *was_so = so + words + n;
    Asked a = {k, n, words, row, so, so + words, was_so, was_so + words};
    int same = of.tag <= BOOL && row[A_WHEN] == when && row[A_VALUE] == (uint64_t)of.u.i;
    if (!same || row[A_LINE] != g->s->line || row[A_SEEN] != nshaken) ask_again(g, &a, when, of, L, T);
    return a;
}

/* Whether for one of some groups something is so of every place.  x: how many groups, their masks, how it is asked. */
static int any_again(Game *g, const int32_t *x, const Value *L, Value *T) {
    loop_over(g, x[1]);
    Asked a = asked_of_places(g, x + 3, L, T);
    if (a.row[A_FOUND] == UNKNOWN_GROUP) a.row[A_FOUND] = (uint64_t)any_whole(g, &a, g->narrow + x[2], x[1]);
    return a.row[A_FOUND] == A_GROUP;
}

/* Of some places those are looked for for which something is so, as it is kept for all for which it may be.  x: how much is
   bound where it is asked, how it is asked; of what they are the group, the masks by thing, the groups by thing; or -1 and
   the mask of what is always the same.  A group in another order than that of all has no mask (-1): it is gone through. */
typedef struct { Asked a; const uint64_t *mask; const int32_t *group; int n; } Kept;

static inline Kept kept_places(Game *g, const int32_t *x, const Value *L, Value *T) {
    int32_t mask = x[4], of = x[3] < 0 ? 0 : row(g, number_of(g, x[3], L, T));
    if (x[3] >= 0) mask = g->narrow[x[4] + of];
    deeper(0, T + x[1]);
    Kept found = {asked_of_places(g, g->narrow + x[2], L, T + x[1]), (const uint64_t *)g->wide + mask, NULL, 0};
    if (mask >= 0) return found;
    const int32_t *range = g->narrow + x[5] + 2 * of;
    found.group = g->narrow + range[0];
    found.n = range[1];
    return found;
}

static Value those_kept(Game *g, const int32_t *x, int most, const Value *L, Value *T) {
    Kept kept = kept_places(g, x, L, T);
    const Asked *a = &kept.a;
    const int32_t *where = g->narrow + a->k[K_WHERE];
    int32_t *found = top;
    room(a->n);
    for (int k = 0; k < a->words && !kept.group; k++)
        for (uint64_t bits = a->so[k] & kept.mask[k]; bits && top - found < most; bits &= bits - 1)
            *top++ = a->k[K_FIRST + 64 * k + __builtin_ctzll(bits)];
    for (int k = 0; k < kept.n && top - found < most; k++) {
        int at = where[kept.group[k]];
        if (at >= 0 && a->so[at / 64] >> (at % 64) & 1) *top++ = kept.group[k];
    }
    return set_of(found, (int32_t)(top - found));
}

static inline int any_kept(Game *g, const int32_t *x, const Value *L, Value *T) {
    Kept kept = kept_places(g, x, L, T);
    uint64_t some = 0;
    for (int k = 0; k < kept.a.words; k++) some |= kept.a.so[k] & kept.mask[k];
    return some != 0;
}

/* Those groups in any place of which it is so.  x: the groups, how much is bound, how it is asked, the masks by thing. */
static Value groups_kept(Game *g, const int32_t *x, const Value *L, Value *T) {
    Value groups = ev(g, x[1], L, T);
    int32_t *found = top;
    loop_over(g, groups.n);
    room(groups.n);
    deeper(0, T + x[2]);
    Asked a = asked_of_places(g, g->narrow + x[3], L, T + x[2]);
    const int32_t *masks = g->narrow + x[4];
    int32_t *to = found;
    for (int k = 0; k < groups.n; k++) {
        const uint64_t *mask = (const uint64_t *)g->wide + masks[row(g, groups.u.p[k])];
        uint64_t some = a.so[0] & mask[0];
        for (int j = 1; j < a.words; j++) some |= a.so[j] & mask[j];
        *to = groups.u.p[k];
        to += some != 0;
    }
    top = to;
    return set_of(found, (int32_t)(to - found));
}
