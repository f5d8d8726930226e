/* Where things are, who knows them, and the few ways in which that changes: `toolkit/kernel/primitives.py`.

   What lies in something is a chain: `first`, `next`, …, the top first; in a place without an order by number. */

enum { TOP, BOTTOM, RANDOM };
enum { NOBODY, OWNER, ALL };

static int in_game(const Game *g, int64_t e) {
    return e >= 0 && (!OF(is_component, e) || g->parent[e] >= 0);
}

static int is_of(const Game *g, int64_t e, int64_t kind) {
    return NARROW(is_of)[kind * (g->pack->count + 1) + row(g, e)];
}

static int place_in(const Game *g, int32_t e) {
    int at = 0;
    for (int32_t each = g->first[g->parent[e]]; each != e; each = g->next[each]) at++;
    return at;
}

static void take_out(Game *g, int32_t e) {
    int32_t from = g->parent[e];
    if (g->prev[e] >= 0) g->next[g->prev[e]] = g->next[e]; else g->first[from] = g->next[e];
    if (g->next[e] >= 0) g->prev[g->next[e]] = g->prev[e]; else g->last[from] = g->prev[e];
    g->nkids[from]--;
    shake(g, from);
}

/* Before `mark`, or as the last one (-1), in the chain of what lies there. */
static void link_in(Game *g, int32_t e, int32_t to, int32_t mark) {
    int32_t before = mark >= 0 ? g->prev[mark] : g->last[to];
    g->prev[e] = before;
    g->next[e] = mark;
    if (before >= 0) g->next[before] = e; else g->first[to] = e;
    if (mark >= 0) g->prev[mark] = e; else g->last[to] = e;
    g->nkids[to]++;
    g->parent[e] = to;
}

static void put_in(Game *g, int32_t e, int32_t to, int32_t mark) {
    link_in(g, e, to, mark);
    shake(g, to);
}

/* A thing, then all that is on it. */
static int32_t *stack(Game *g, int32_t e, int *count) {
    int32_t *found = top;
    room(1);
    *top++ = e;
    for (int32_t *at = found; at < top; at++)
        for (int32_t kid = g->first[*at]; kid >= 0; kid = g->next[kid]) {
            room(1);
            *top++ = kid;
        }
    *count = (int)(top - found);
    return found;
}

static Bits bits_at(const int64_t *wide) { return (Bits)(uint64_t)wide[1] << 64 | (uint64_t)wide[0]; }

static void moved(Game *g, int32_t e) {
    if (g->first[e] < 0) {
        has_changed(g, bits_at(WIDE(moves) + 2 * e));
        return;
    }
    int count;
    int32_t *mark = top, *found = stack(g, e, &count);
    for (int k = 0; k < count; k++) has_changed(g, bits_at(WIDE(moves) + 2 * found[k]));
    top = mark;
}

/* --- Knowledge --------------------------------------------------------------------------------------------- */

static int open_to(const Game *g, int player, int32_t place) {
    while (place >= 0 && OF(is_component, place)) place = g->parent[place];
    if (place < 0) return 1;
    int seen_by = OF(seen_by, place);
    return seen_by == ALL || (seen_by == OWNER && OF(owner, place) == player);
}

static int sees(const Game *g, int player, int32_t e) {
    if (!OF(is_component, e) || g->known[e] >> player & 1) return 1;
    int32_t parent = g->parent[e];
    if (parent < 0) return !g->gone[e];
    if (!open_to(g, player, parent)) return 0;
    return g->face[e] || (OF(seen_by, parent) == OWNER && OF(owner, parent) == player);
}

static int64_t seers(const Game *g, int32_t e) {
    int64_t found = 0;
    for (int k = 0; k < g->pack->nplayers; k++)
        if (sees(g, NARROW(players)[k], e)) found |= (int64_t)1 << NARROW(players)[k];
    return found;
}

/* A player gets to know a component: whether they did not yet. */
static int know(Game *g, int player, int32_t e) {
    if (sees(g, player, e)) return 0;
    g->known[e] |= (int64_t)1 << player;
    has_changed(g, KNOWN);
    return 1;
}

/* --- Moving ------------------------------------------------------------------------------------------------ */

static int has_room(const Game *g, int32_t e, int32_t to) {
    const int32_t *range = NARROW(capacity) + 2 * to, *pairs = g->narrow + range[0];
    if (!range[1] || g->parent[e] == to) return 1;
    for (int k = 0; 2 * k < range[1]; k++) {
        int most = pairs[2 * k + 1], held = 0;
        const int32_t *is_one = NARROW(is_of) + pairs[2 * k] * (g->pack->count + 1);
        if (!is_one[e]) continue;
        for (int32_t each = g->first[to]; each >= 0; each = g->next[each]) held += is_one[each];
        if (held >= most) return 0;
    }
    return 1;
}

static int can_move(const Game *g, int64_t e, int64_t to) {
    if (to < 0 || !OF(is_component, e) || g->gone[e] || !in_game(g, to)) return 0;
    if (g->first[e] >= 0 || e == to)  /* else nothing lies on it */
        for (int32_t inner = (int32_t)to; inner >= 0; inner = g->parent[inner])
            if (inner == e) return 0;
    return has_room(g, (int32_t)e, (int32_t)to);
}

/* What is already there as it is to lie is not put there. */
static int can_put(const Game *g, int64_t e, int64_t to, int64_t face) {
    if (!can_move(g, e, to)) return 0;
    return g->parent[e] != to || OF(ordered, to) || (face >= 0 && face != g->face[e]);
}

/* Where it is to stand among what lies there: before which one. */
static int32_t mark_of(Game *g, int32_t e, int32_t to, int64_t position) {
    int32_t mark = g->first[to];
    if (mark < 0) return -1;
    if (!OF(ordered, to)) {
        mark = g->last[to];
        if (mark < e) return -1;
        while (g->prev[mark] > e) mark = g->prev[mark];
        return mark;
    }
    if (position == BOTTOM) return -1;
    if (position == RANDOM)
        for (int64_t at = below(g, g->nkids[to] + 1); at > 0; at--) mark = g->next[mark];
    return mark;
}

static void move(Game *g, int32_t e, int32_t to, int64_t position, int64_t face) {
    g->known[e] = face == 0 && OF(seen_by, to) == ALL ? seers(g, e) : 0;
    if (g->parent[e] >= 0) take_out(g, e);
    put_in(g, e, to, mark_of(g, e, to, position));
    if (face >= 0) g->face[e] = (int32_t)face;
    moved(g, e);
}

static void remove_thing(Game *g, int32_t e) {
    int count;
    int32_t *mark = top, *lost = stack(g, e, &count);
    int64_t *knew = malloc(sizeof(int64_t) * (size_t)count);
    if (!knew) fail();
    for (int k = 0; k < count; k++) knew[k] = seers(g, lost[k]);
    moved(g, e);
    if (g->parent[e] >= 0) take_out(g, e);
    for (int k = 0; k < count; k++) {
        int32_t each = lost[k];
        g->parent[each] = g->first[each] = g->last[each] = g->next[each] = g->prev[each] = -1;
        g->nkids[each] = 0;
        shaken_now(g, each, ++ticks);
        g->known[each] = knew[k];
        g->gone[each] = 1;
        g->s->ngone++;
    }
    free(knew);
    top = mark;
}

/* Into a place, before `mark` if there is an order. */
static void put_before(Game *g, int32_t e, int32_t to, int32_t mark) {
    put_in(g, e, to, OF(ordered, to) ? mark : mark_of(g, e, to, TOP));
}

/* Each goes where the other one is; neither lies on the other. */
static void swap(Game *g, int32_t a, int32_t b) {
    int32_t from = g->parent[a], to = g->parent[b], after_a = g->next[a], after_b = g->next[b];
    if (after_b == a) {
        swap(g, b, a);
        return;
    }
    g->known[a] = g->known[b] = 0;
    take_out(g, a);
    take_out(g, b);
    put_before(g, a, to, after_b);
    put_before(g, b, from, after_a == b ? a : after_a);
    moved(g, a);
    moved(g, b);
}

static void turn(Game *g, int32_t e, int64_t face) {
    if (face == 0) g->known[e] = seers(g, e);
    g->face[e] = (int32_t)face;
    shake(g, e);
    moved(g, e);
}

static int ascending(const void *a, const void *b) {
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

enum { FEW = 6 };

enum { INSERTED = 24 };

/* Few numbers are inserted one by one: that costs no call. */
static void sort_numbers(int32_t *p, int n) {
    if (n > INSERTED) qsort(p, (size_t)n, sizeof *p, ascending);
    for (int k = 1; k < n && n <= INSERTED; k++) {
        int32_t one = p[k];
        int at = k;
        for (; at > 0 && p[at - 1] > one; at--) p[at] = p[at - 1];
        p[at] = one;
    }
}

/* Ascending, each once.  Things are noted bit by bit, in words that are all 0 before and after. */
enum { MOST_NOTED = 4096 };

static int things_once(int32_t *p, int n) {
    static uint64_t noted[MOST_NOTED / 64];
    int held = 0, low = MOST_NOTED, high = 0;
    for (int k = 0; k < n; k++) {
        int word = p[k] >> 6;
        noted[word] |= (uint64_t)1 << (p[k] & 63);
        low = word < low ? word : low;
        high = word > high ? word : high;
    }
    for (int word = low; word <= high; word++) {
        for (uint64_t bits = noted[word]; bits; bits &= bits - 1) p[held++] = word << 6 | __builtin_ctzll(bits);
        noted[word] = 0;
    }
    return held;
}

static int sorted_once(const Game *g, int32_t *p, int n) {
    int held = 0;
    if (n > FEW && g->pack->count <= MOST_NOTED) return things_once(p, n);
    sort_numbers(p, n);
    for (int k = 0; k < n; k++)
        if (!held || p[k] != p[held - 1]) p[held++] = p[k];
    return held;
}

static void shuffle_place(Game *g, int32_t place) {
    int32_t *mark = top;
    int n = 0;
    room(g->nkids[place]);
    for (int32_t e = g->first[place]; e >= 0; e = g->next[e]) mark[n++] = e;
    top += n;
    if (OF(ordered, place)) {
        sorted_once(g, mark, n);
        shuffle_numbers(g, mark, n);
        g->first[place] = g->last[place] = -1;
        g->nkids[place] = 0;
        for (int k = 0; k < n; k++) link_in(g, mark[k], place, -1);
        shake(g, place);
    }
    for (int k = 0; k < n; k++) {
        g->known[mark[k]] = 0;
        moved(g, mark[k]);
    }
    top = mark;
}

/* --- Attributes and the end -------------------------------------------------------------------------------- */

static int64_t bounded(const Game *g, int64_t attribute, int64_t e, int64_t value) {
    int64_t at = attribute * (g->pack->count + 1) + row(g, e);
    if (value < WIDE(least)[at]) return WIDE(least)[at];
    if (value > WIDE(most)[at]) return WIDE(most)[at];
    return value;
}

static inline uint64_t column_bit(int64_t attribute) { return (uint64_t)1 << (attribute < 63 ? attribute : 63); }

static inline Bits changed_column(int64_t attribute) { return (Bits)1 << ((FIRST_COLUMN_BIT + attribute) & 127); }

static void column_changed(Game *g, int64_t attribute) {
    g->s->altered |= column_bit(attribute);
    has_changed(g, changed_column(attribute));
}

static int64_t set_attribute(Game *g, int64_t attribute, int64_t e, int64_t value) {
    int64_t old = COLUMN(attribute, e), new = bounded(g, attribute, e, value);
    COLUMN(attribute, e) = new;
    if (new != old) {
        column_changed(g, attribute);
        if (new > g->pack->largest || new < -g->pack->largest) fail();
    }
    return new - old;
}

static int64_t roll(Game *g, int64_t e) {
    int64_t attribute = OF(shows, e);
    if (attribute < 0) return 0;
    const int32_t *range = NARROW(values) + 2 * attribute;
    int64_t at = attribute * (g->pack->count + 1) + row(g, e), least = WIDE(least)[at], most = WIDE(most)[at], value;
    if (range[1])
        value = g->narrow[range[0] + below(g, range[1])];
    else {
        int64_t first = least == INT64_MIN ? 0 : least;
        value = first + below(g, (most == INT64_MAX ? first : most) - first + 1);
    }
    COLUMN(attribute, e) = value;
    column_changed(g, attribute);
    return value;
}

static void end_game(Game *g, const int32_t *winners, int n) {
    if (n > g->pack->nplayers) fail();
    g->s->over = 1;
    g->s->nwinners = n;
    for (int k = 0; k < n; k++) g->winners[k] = winners[k];
    g->s->nframes = g->s->nvalues = g->s->nheap = 0;
    has_changed(g, LEFT);
}

static void leave_game(Game *g, int player) {
    g->s->out |= (int64_t)1 << player;
    has_changed(g, LEFT);
    int32_t last = -1;
    int left = 0;
    for (int k = 0; k < g->pack->nplayers; k++)
        if (!(g->s->out >> NARROW(players)[k] & 1)) {
            last = NARROW(players)[k];
            left++;
        }
    if (!left || (left == 1 && g->pack->nplayers > 1)) end_game(g, &last, left);
}
