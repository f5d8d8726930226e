/* When what an expression depends on has last changed, so that what cannot have another value now need not be asked again.

   Time is counted in ticks, over all games: a tick belongs to one write in one game.  So where two positions have the same
   tick they have the same content, be they of one game, of a copy, or of the game before.

   `stamps`: for each bit of what can change (`toolkit/kernel/changes.py`) when it last did; what has changed since they were
   last looked at is in `touched`, and `version` is when that was.  `shaken`: for each entity when something last came
   there, went or was turned over, however deep; the last ones that were, of whatever game, of which anything is kept place by
   place (`asked.h`), are in the journal.  A game has a
   `line` of its own, of which all that is shaken is in there: another one begins where something is copied or dealt anew.
   AGAIN: for so many values is kept what was found for them. */

enum { AGAIN = 8, JOURNAL = 64 };

enum { MOVED = 1, HAPPENED = 2, PERIODS = 4, LEFT = 8, KNOWN = 16, ACTS = 32, FIRST_COLUMN_BIT = 6 };

static uint64_t ticks, nshaken;
static int32_t journal[JOURNAL];

/* Of which entities it is asked whether they were, in a pack of this process: others need not be in the journal. */
enum { MOST_LOOKED_AT = 4096 };
static char looked_at[MOST_LOOKED_AT];

static void look_at(const int32_t *places, int64_t n) {
    for (int64_t k = 0; k < n; k++)
        if (places[k] < MOST_LOOKED_AT) looked_at[places[k]] = 1;
}

static inline void shaken_now(Game *g, int32_t e, uint64_t now) {
    g->shaken[e] = now;
    if (e >= MOST_LOOKED_AT || looked_at[e]) journal[nshaken++ % JOURNAL] = e;
}

static inline void shake(Game *g, int32_t e) {
    uint64_t now = ++ticks;
    for (; e >= 0; e = g->parent[e]) shaken_now(g, e, now);
}

/* No other position has anything in common with this one. */
static void all_is_new(Game *g) {
    uint64_t now = ++ticks;
    g->s->touched = ~(Bits)0;
    g->s->line = now;
    for (int e = 0; e <= g->pack->count; e++) g->shaken[e] = now;
}

/* Whether a column of two games is known to be the same. */
static int same_column(const Game *a, const Game *b, int64_t attribute) {
    int bit = (FIRST_COLUMN_BIT + (int)attribute) & 127;
    return a->stamps[bit] == b->stamps[bit] && !((a->s->touched | b->s->touched) >> bit & 1);
}

static void stamp_half(uint64_t *stamps, uint64_t half) {
    for (; half; half &= half - 1) stamps[__builtin_ctzll(half)] = ticks;
}

/* What has changed since the last time gets its stamp. */
static inline void stamp(Game *g) {
    if (!g->s->touched) return;
    Bits touched = g->s->touched & g->pack->every_bit;
    g->s->version = ++ticks;
    stamp_half(g->stamps, (uint64_t)touched);
    stamp_half(g->stamps + 64, (uint64_t)(touched >> 64));
    g->s->touched = 0;
}

/* What has changed has no bit: no value that depends on more than bits is the same. */
static inline void is_another(Game *g) { g->s->version = ++ticks; }

static inline uint64_t later(const uint64_t *stamps, uint64_t half, uint64_t found) {
    for (; half; half &= half - 1) {
        uint64_t one = stamps[__builtin_ctzll(half)];
        found = one > found ? one : found;
    }
    return found;
}

/* When the last of these has changed. */
static inline uint64_t last_change(const Game *g, const int64_t *bits) {
    return later(g->stamps + 64, (uint64_t)bits[1], later(g->stamps, (uint64_t)bits[0], 0));
}
