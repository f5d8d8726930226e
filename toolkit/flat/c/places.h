/* Players, places and what lies in them: `toolkit/machine/library.py`. */

/* Definitions, verbs and attributes that ask for one another, by what they need of a thread's stack; and how much loops
   and definitions may bind in one of them. */
enum { DEEPEST = 600, MOST_BOUND = 64 };

/* Something is asked inside of something else, which has bound what lies below `T`. */
static void deeper(int more, const Value *T) {
    if ((deep += more) > DEEPEST || T + MOST_BOUND > temps + TEMPS) fail();
}

static int among(int32_t one, const int32_t *p, int n) {
    for (int k = 0; k < n; k++)
        if (p[k] == one) return 1;
    return 0;
}

/* --- Players and places ------------------------------------------------------------------------------------ */

static int has_turn(const Game *g) {
    for (int k = 0; k < g->s->nruns; k++)
        if (g->runs[k].who > 0) return 1;
    return 0;
}

static Value in_order(Game *g, const int32_t *players, int n, int64_t first) {
    int32_t *found = top, *distances = found + n;
    int count = (int)g->pack->nplayers, start = OF(seat, first);
    start = start < 0 ? 0 : start;
    room(2 * (int64_t)n);
    for (int k = 0; k < n; k++) {  /* equally far ones stay as they were */
        int seat = OF(seat, players[k]), distance = (seat < 0 ? 0 : seat) - start, at = k;
        distance += distance < 0 ? count : 0;
        for (; at > 0 && distances[at - 1] > distance; at--) {
            found[at] = found[at - 1];
            distances[at] = distances[at - 1];
        }
        found[at] = players[k];
        distances[at] = distance;
    }
    top += n;
    return set_of(found, n);
}

/* Those who are in the game, from the active one on while somebody has a turn; in the table they stand by seat. */
static Value players_of(Game *g) {
    const int32_t *players = NARROW(players);
    int32_t *found = top;
    int n = 0, count = (int)g->pack->nplayers, first = g->s->active >= 0 && has_turn(g) ? OF(seat, g->s->active) : 0;
    if (first < 0) first = 0;
    room(count);
    for (int k = 0; k < count; k++) {
        int32_t player = players[first];
        if (!(g->s->out >> player & 1)) found[n++] = player;
        first = first + 1 < count ? first + 1 : 0;
    }
    top += n;
    return set_of(found, n);
}

static int64_t next_player(const Game *g, int64_t player, int step) {
    int count = (int)g->pack->nplayers, seat = OF(seat, player);
    if (seat < 0) return -1;
    for (int distance = 1; distance <= count; distance++) {
        int32_t other = NARROW(players)[((seat + step * distance) % count + count) % count];
        if (!(g->s->out >> other & 1)) return other;
    }
    return -1;
}

static int there(const Game *g, int32_t e) {
    return OF(is_component, e) ? g->parent[e] >= 0 : !(e < 63 && g->s->out >> e & 1);
}

static Value all_of(Game *g, int kind) {
    const int32_t *range = NARROW(all_of) + 2 * kind, *every = g->narrow + range[0];
    if (!NARROW(changes)[kind]) return set_of(every, range[1]);
    int32_t *found = top;
    room(range[1]);
    for (int k = 0; k < range[1]; k++)
        if (there(g, every[k])) *top++ = every[k];
    return set_of(found, (int32_t)(top - found));
}

static void lie_in(Game *g, int32_t e) {
    const int32_t *range = NARROW(regions) + 2 * e, *regions = g->narrow + range[0], *first = g->first, *next = g->next;
    int32_t *at = top;
    for (int k = 0; k < range[1]; k++)
        for (int32_t kid = first[regions[k]]; kid >= 0; kid = next[kid]) {
            if (at >= scratch + SCRATCH) fail();
            *at++ = kid;
            if (first[kid] >= 0) {
                if (++deep > DEEPEST) fail();
                top = at;
                lie_in(g, kid);
                at = top;
                deep--;
            }
        }
    top = at;
}

static Value inside(Game *g, int64_t place) {
    int32_t *found = top;
    if (row(g, place) == place) lie_in(g, (int32_t)place);
    return set_of(found, (int32_t)(top - found));
}

static int in_any(const Game *g, int64_t e, const int32_t *places, int n) {
    int32_t up = g->parent[row(g, e)];
    while (up >= 0 && !among(up, places, n)) up = g->parent[up];
    return up >= 0;
}

/* By way of the places, or, of a few things, by way of these: whatever is less. */
static Value all_in(Game *g, int kind, Value places) {
    int32_t *found = top;
    if (NARROW(components)[kind] && (NARROW(all_of) + 2 * kind)[1] >= FEW) {
        const int32_t *is_one = NARROW(is_of) + kind * (g->pack->count + 1);
        for (int k = 0; k < places.n; k++)
            if (row(g, places.u.p[k]) == places.u.p[k]) lie_in(g, places.u.p[k]);
        int32_t *end = top;
        top = found;
        for (int32_t *each = found; each < end; each++)
            if (is_one[*each]) *top++ = *each;
        if (top - found > 1) top = found + sorted_once(g, found, (int)(top - found));
        return set_of(found, (int32_t)(top - found));
    }
    Value every = all_of(g, kind);
    found = top;
    room(every.n);
    for (int k = 0; k < every.n; k++)
        if (in_any(g, every.u.p[k], places.u.p, places.n)) *top++ = every.u.p[k];
    return set_of(found, (int32_t)(top - found));
}

static int64_t holder(const Game *g, int64_t e) {
    while (e >= 0) {
        int64_t owner = g->pack->owner_column >= 0 ? COLUMN(g->pack->owner_column, e) : OF(owner, e);
        if (owner >= 0) return owner;
        e = g->parent[e];
    }
    return -1;
}

static int64_t index_of(const Game *g, int64_t e) {
    if (e < 0 || !OF(is_component, e)) return OF(number, e);
    int32_t parent = g->parent[e];
    return parent < 0 || !OF(ordered, parent) ? 0 : place_in(g, (int32_t)e) + 1;
}

/* `at`: of each whole its columns, its rows and where they begin; then the parts, row by row. */
static int64_t shift(const Game *g, int64_t e, int dx, int dy, int kind) {
    if (e < 0 || (!dx && !dy) || OF(part_of, e) < 0) return -1;
    const int32_t *grid = g->narrow + NARROW(at)[OF(part_of, e)];
    int x = OF(x, e), y = OF(y, e);
    for (;;) {
        x += dx;
        y += dy;
        if (x < grid[0] || x > grid[1] || y < grid[2] || y > grid[3]) return -1;
        int32_t found = grid[4 + (y - grid[2]) * (grid[1] - grid[0] + 1) + x - grid[0]];
        if (found < 0 || is_of(g, found, kind)) return found;
    }
}

/* --- What has left ---------------------------------------------------------------------------------------------- */

static int64_t within(const Game *g, int64_t e, int kind) {
    e = g->parent[row(g, e)];
    while (e >= 0 && !is_of(g, e, kind)) e = g->parent[e];
    return e;
}

/* A thing is where its kind is looked for. */
static int stands(const Game *g, int64_t e) {
    int kind = OF(found, e);
    return kind >= 0 && within(g, e, kind) >= 0;
}

/* It is on the table, or a place. */
static int lies_in_the_open(const Game *g, int64_t e) {
    if (!OF(is_component, e)) return 1;
    int32_t place = g->parent[e];
    while (place >= 0 && OF(is_component, place)) place = g->parent[place];
    return place >= 0 && OF(seen_by, place) == ALL;
}

/* Every player knows which one it is. */
static int all_see(const Game *g, int32_t e) {
    if (g->face[e] && OF(is_component, e) && lies_in_the_open(g, e)) return 1;
    for (int k = 0; k < g->pack->nplayers; k++)
        if (!sees(g, NARROW(players)[k], e)) return 0;
    return 1;
}

/* Most things lie face up in a place that all see: that costs no call. */
static inline int open_to_all(const Game *g, int32_t e) {
    int32_t place = g->parent[e];
    if (g->face[e] && place >= 0 && NARROW(lies_open)[place]) return 1;
    return all_see(g, e);
}
