/* Chance: `toolkit/kernel/random.py`, number for number. */

static uint64_t mix(uint64_t seed, uint64_t counter) {
    uint64_t z = seed + (counter + 1) * 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static int64_t drawn(uint64_t seed, uint64_t *counter, int64_t n) {
    if (n <= 1) return 0;
    return (int64_t)(((unsigned __int128)mix(seed, (*counter)++) * (uint64_t)n) >> 64);
}

static int64_t below(Game *g, int64_t n) { return drawn(g->s->seed, &g->s->counter, n); }

static void shuffle_numbers(Game *g, int32_t *items, int n) {
    for (int last = n - 1; last > 0; last--) {
        int other = (int)below(g, last + 1);
        int32_t held = items[last];
        items[last] = items[other];
        items[other] = held;
    }
}
