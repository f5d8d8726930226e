/* Values that were found, and are the same as long as nothing has changed that they depend on (`again.h`).

   One is found by its expression and by what the expression asks for: some numbers.  It was found in `version`, and holds
   until something that it depends on has changed after `stamp`.  All expressions of a pack share one table, in which a later
   value takes the place of an earlier one: where what changes changes all the time, it is not worth the trouble, and for a
   while such an expression is asked as if there were no table. */

enum { MOST_REMEMBERED = 2048, MOST_ASKED = 2, MOST_MEMBERS = 10, TRIED = 64, LEFT_ALONE = 1024, LONGEST = 1 << 20 };

struct Remembered {
    uint64_t version, stamp;
    int64_t asked[MOST_ASKED];
    int32_t memo, tag, n;
    int32_t members[MOST_MEMBERS];
    int64_t i;
};

/* Of so many tries some found something; how often it is still left alone, each time longer. */
struct Worth { int32_t tries, finds, left_alone, longer; };

static int worth_it(Worth *w) {
    if (w->left_alone) {
        w->left_alone--;
        return 0;
    }
    if (++w->tries < TRIED) return 1;
    if (w->finds < TRIED / 16) {
        w->left_alone = LEFT_ALONE << w->longer;
        w->longer += w->left_alone < LONGEST;
    } else
        w->longer = 0;
    w->tries = w->finds = 0;
    return 1;
}

/* Whether a verb could be done with some things in a `version` of a game, so deep inside of other questions (`events.h`). */
struct Proposed { uint64_t version; int32_t verb, so, deep, nrequired; int64_t who, roles[MOST_ROLES]; };

static int missing(Value v) { return v.tag == SET ? v.n == 0 : v.u.i == -1; }

static Value found_again(const Remembered *r) {
    if (r->tag != SET) {
        Value v = {r->tag, 0, {.i = r->i}};
        return v;
    }
    int32_t *found = top;
    room(r->n);
    memcpy(found, r->members, sizeof *found * (size_t)r->n);
    top += r->n;
    return set_of(found, r->n);
}

static void remember(Remembered *r, Value v) {
    if (v.tag > SET || (v.tag == SET && v.n > MOST_MEMBERS)) return;
    r->tag = v.tag;
    r->n = v.n;
    if (v.tag == SET) memcpy(r->members, v.u.p, sizeof *r->members * (size_t)v.n);
    else r->i = v.u.i;
}

/* When last something changed on which an expression depends; it also depends on what lies in the places that a table has for
   `place` (-1: in none). */
static uint64_t last_change_for(const Game *g, const int64_t *bits, int32_t table, int64_t place) {
    uint64_t found = last_change(g, bits);
    if ((uint64_t)place >= (uint64_t)g->pack->count) return found;
    const int32_t *range = g->narrow + table + 2 * place, *places = g->narrow + range[0];
    for (int k = 0; k < range[1]; k++) found = g->shaken[places[k]] > found ? g->shaken[places[k]] : found;
    return found;
}

/* x: its number (from 1 on), where its bits stand, the expression, for what it asks: how many, which of them is a place in
   which, or in whose members, it looks (-1: none), the table that has its regions or its members, and these. */
static Value remembered(Game *g, const int32_t *x, const Value *L, Value *T) {
    Worth *w = g->pack->worth + x[1];
    if (!worth_it(w)) return ev(g, x[3], L, T);
    int64_t asked[MOST_ASKED] = {0};
    uint64_t hash = (uint64_t)x[1] * 0x9E3779B97F4A7C15u;
    for (int k = 0; k < x[4]; k++) {
        Value v = ev(g, x[7 + k], L, T);
        if (v.tag > BOOL) return ev(g, x[3], L, T);
        asked[k] = v.u.i;
        hash = (hash ^ (uint64_t)v.u.i) * 0x9E3779B97F4A7C15u;
    }
    Remembered *r = g->pack->remembered + (hash >> 32) % MOST_REMEMBERED;
    stamp(g);
    int same = r->memo == x[1] && !memcmp(r->asked, asked, sizeof asked);
    if (same && r->version == g->s->version) {
        w->finds++;
        return found_again(r);
    }
    uint64_t when = last_change_for(g, g->wide + x[2], x[6], x[5] < 0 ? -1 : asked[x[5]]);
    if (same && r->stamp == when) {
        w->finds++;
        r->version = g->s->version;
        return found_again(r);
    }
    int before = reached;
    reached = 0;
    Value found = ev(g, x[3], L, T);
    if (!reached && found.tag <= SET && (found.tag != SET || found.n <= MOST_MEMBERS)) {
        r->memo = x[1];
        memcpy(r->asked, asked, sizeof asked);
        r->version = g->s->version;
        r->stamp = when;
        remember(r, found);
    }
    reached |= before;
    return found;
}
