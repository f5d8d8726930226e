/* Kernel verbs: `toolkit/verbs`, what each needs and what it does. */

/* --- Payments ------------------------------------------------------------------------------------------------- */

enum { MOST_COLUMNS = 16 };

/* How much of a quantity, and of each that stands in for it, could go, up to an amount; gives of how many. */
static int free_of(const Game *g, int64_t who, int64_t attribute, int64_t amount, int32_t *columns, int64_t *free) {
    const int32_t *range = NARROW(paid_as) + 2 * attribute;
    if (range[1] >= MOST_COLUMNS) fail();
    columns[0] = (int32_t)attribute;
    memcpy(columns + 1, g->narrow + range[0], sizeof *columns * (size_t)range[1]);
    for (int k = 0; k <= range[1]; k++) {
        int64_t have = COLUMN(columns[k], who);
        free[k] = have - bounded(g, columns[k], who, have - amount);
    }
    return range[1] + 1;
}

static int pay_from(const Game *g, const int64_t *free, int columns, int k, int64_t left, int32_t *way, int found) {
    int64_t rest = 0, part = free[k] < left ? free[k] : left;
    for (int j = k + 1; j < columns; j++) rest += free[j];
    for (; part >= 0 && part >= left - rest; part--) {
        way[k] = narrow(part);
        if (k + 1 < columns) {
            found = pay_from(g, free, columns, k + 1, left - part, way, found);
            continue;
        }
        room(columns);
        memcpy(top, way, sizeof *way * (size_t)columns);
        top += columns;
        if (++found > OPTIONS || found > g->pack->options) fail();
    }
    return found;
}

/* The ways to make up an amount, how much of each, one after another on `top`; gives how many. */
static int payments(const Game *g, int64_t who, int64_t attribute, int64_t amount, int *columns) {
    int32_t way[MOST_COLUMNS], those[MOST_COLUMNS];
    int64_t free[MOST_COLUMNS];
    if (amount < 0) fail();
    *columns = free_of(g, who, attribute, amount, those, free);
    return pay_from(g, free, *columns, 0, amount, way, 0);
}

static int can_pay(const Game *g, int64_t who, int64_t attribute, int64_t amount) {
    int32_t those[MOST_COLUMNS];
    int64_t free[MOST_COLUMNS], sum = 0;
    if (who < 0 || amount < 0) return 0;
    for (int n = free_of(g, who, attribute, amount, those, free); n > 0; n--) sum += free[n - 1];
    return sum >= amount;
}

/* The way that was chosen, if it is one now, else the first. */
static int pay(Game *g, int64_t who, int64_t attribute, int64_t amount, Value way) {
    int32_t those[MOST_COLUMNS], *ways = top;
    int64_t free[MOST_COLUMNS];
    int columns, n = amount < 0 ? 0 : payments(g, who, attribute, amount, &columns), at = 0;
    if (!n) return 0;
    for (int k = 0; k < n && way.tag == SET && way.n == columns; k++)
        if (!memcmp(ways + k * columns, way.u.p, sizeof *ways * (size_t)columns)) at = k;
    free_of(g, who, attribute, amount, those, free);
    for (int k = 0; k < columns; k++)
        set_attribute(g, those[k], who, COLUMN(those[k], who) - ways[at * columns + k]);
    top = ways;
    return 1;
}

static int holds_in(const Game *g, int64_t outer, int64_t inner) {
    while (inner >= 0 && inner != outer) inner = g->parent[inner];
    return inner >= 0;
}

/* --- What each needs, and what it does ------------------------------------------------------------------------ */

static int possible(Game *g, int kind, int64_t who, const Value *r) {
    int64_t thing = r[0].u.i, have, attributes = g->pack->attributes;
    switch (kind) {
        case PUT: return can_put(g, thing, r[1].u.i, r[3].u.i);
        case GAIN: case LOSE:
            index_below(thing, attributes);
            if (who < 0 || r[1].u.i <= 0) return 0;
            have = COLUMN(thing, who);
            return kind == GAIN ? bounded(g, thing, who, have + r[1].u.i) > have
                                : bounded(g, thing, who, have - r[1].u.i) < have;
        case ROLL: return in_game(g, thing) && OF(shows, thing) >= 0;
        case SHUFFLE: return row(g, thing) < g->pack->count;
        case TURN: return OF(is_component, thing) && in_game(g, thing) && g->face[thing] != r[1].u.i;
        case REMOVE: return OF(is_component, thing) && in_game(g, thing);
        case SET_TO:
            index_below(r[1].u.i, attributes);
            return thing >= 0 && bounded(g, r[1].u.i, thing, r[2].u.i) != COLUMN(r[1].u.i, thing);
        case RAISE: case LOWER:
            index_below(r[1].u.i, attributes);
            have = COLUMN(r[1].u.i, thing);
            if (thing < 0 || r[2].u.i <= 0) return 0;
            return kind == RAISE ? bounded(g, r[1].u.i, thing, have + r[2].u.i) > have
                                 : bounded(g, r[1].u.i, thing, have - r[2].u.i) < have;
        case WIN: return who > 0;
        case LOOK: return in_game(g, thing) && who > 0;
        case REVEAL: return in_game(g, thing);
        case PAY: return can_pay(g, who, index_below(thing, attributes), r[1].u.i);
        case REVEAL_TO: return in_game(g, thing) && r[1].u.i > 0;
        case SWAP:
            if (thing == r[1].u.i || !OF(is_component, thing) || !OF(is_component, r[1].u.i)) return 0;
            if (!in_game(g, thing) || !in_game(g, r[1].u.i)) return 0;
            return !holds_in(g, thing, r[1].u.i) && !holds_in(g, r[1].u.i, thing);
        case LOSE_GAME: return who > 0 && !(g->s->out >> who & 1);
        case ACQUIRE:
            if (g->pack->owner_column < 0 || thing < 0 || !OF(is_component, thing)) return 0;
            return COLUMN(g->pack->owner_column, thing) != who;
    }
    return 1;
}

static int changed_by(int64_t difference, Value *result) {
    *result = whole(difference < 0 ? -difference : difference);
    return difference != 0;
}

/* A set of the one thing that something was done with. */
static Value alone(int64_t thing) {
    room(1);
    *top++ = (int32_t)thing;
    return set_of(top - 1, 1);
}

/* Whether anything happened; `result`: what. */
static int apply(Game *g, int kind, int64_t who, const Value *r, Value *result) {
    int64_t thing = r[0].u.i;
    int32_t winner = (int32_t)who;
    int new = 0;
    *result = whole(1);
    switch (kind) {
        case PUT:
            move(g, (int32_t)thing, (int32_t)r[1].u.i, r[2].u.i, r[3].u.i);
            *result = alone(thing);
            return 1;
        case GAIN: return changed_by(set_attribute(g, thing, who, COLUMN(thing, who) + r[1].u.i), result);
        case LOSE: return changed_by(set_attribute(g, thing, who, COLUMN(thing, who) - r[1].u.i), result);
        case ROLL: *result = whole(roll(g, thing)); return 1;
        case SHUFFLE: shuffle_place(g, (int32_t)thing); return 1;
        case TURN: turn(g, (int32_t)thing, r[1].u.i); *result = alone(thing); return 1;
        case REMOVE: remove_thing(g, (int32_t)thing); *result = alone(thing); return 1;
        case SET_TO: return changed_by(set_attribute(g, r[1].u.i, thing, r[2].u.i), result);
        case RAISE:
            return changed_by(set_attribute(g, r[1].u.i, thing, COLUMN(r[1].u.i, thing) + r[2].u.i), result);
        case LOWER:
            return changed_by(set_attribute(g, r[1].u.i, thing, COLUMN(r[1].u.i, thing) - r[2].u.i), result);
        case LOOK: know(g, (int)who, (int32_t)thing); *result = alone(thing); return 1;
        case REVEAL:
            for (int k = 0; k < g->pack->nplayers; k++) new |= know(g, NARROW(players)[k], (int32_t)thing);
            if (!g->face[thing]) turn(g, (int32_t)thing, 1);
            else if (!new) return 0;
            *result = alone(thing);
            return 1;
        case PAY:
            *result = whole(r[1].u.i);
            return pay(g, who, thing, r[1].u.i, r[2]);
        case REVEAL_TO: *result = alone(thing); return know(g, (int)r[1].u.i, (int32_t)thing);
        case SWAP:
            swap(g, (int32_t)thing, (int32_t)r[1].u.i);
            alone(thing);
            *result = set_of(alone(r[1].u.i).u.p - 1, 2);
            return 1;
        case WIN: end_game(g, &winner, 1); return 1;
        case END_GAME: end_game(g, NULL, 0); return 1;
        case LOSE_GAME: leave_game(g, (int)who); return 1;
        case ACQUIRE:
            if (!possible(g, ACQUIRE, who, r)) return 0;
            set_attribute(g, g->pack->owner_column, thing, who);
            *result = alone(thing);
            return 1;
    }
    fail();
    return 0;
}
