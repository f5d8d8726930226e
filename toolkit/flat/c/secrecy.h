/* Decisions that are asked lest their absence tell something: `toolkit/machine/secrecy.py`.

   A region is what an expression speaks of: how many components and these, how many places and these, how many locals and
   these.  Parts of a condition: how many, and for each its region and where it stands. */

/* --- What lies hidden ----------------------------------------------------------------------------------------- */

/* A component in the game that some player does not know. */
static int lies_hidden(const Game *g, int64_t e) {
    return e >= 0 && e < g->pack->count && OF(is_component, e) && g->parent[e] >= 0 && !open_to_all(g, (int32_t)e);
}

static int any_lies_hidden(const Game *g, const int32_t *p, int n) {
    for (int k = 0; k < n; k++)
        if (lies_hidden(g, p[k])) return 1;
    return 0;
}

static int holds_hidden(const Game *g, Value v) {
    v = local_of(g, v);
    if (v.tag == SET) return any_lies_hidden(g, v.u.p, v.n);
    if (v.tag == LISTS) {
        for (int k = 0; k < v.n; k++) {
            Value one = nth_list(v, k + 1);
            if (any_lies_hidden(g, one.u.p, one.n)) return 1;
        }
        return 0;
    }
    return v.tag == INT && lies_hidden(g, v.u.i);
}

/* Whether anything does that lies in a place, or on something there. */
static int any_lies_hidden_in(const Game *g, int32_t place) {
    const int32_t *range = NARROW(regions) + 2 * place, *regions = g->narrow + range[0];
    for (int k = 0; k < range[1]; k++)
        for (int32_t kid = g->first[regions[k]]; kid >= 0; kid = g->next[kid])
            if (lies_hidden(g, kid) || (g->first[kid] >= 0 && any_lies_hidden_in(g, kid))) return 1;
    return 0;
}

static int hides(Game *g, int32_t region, const Value *L, int nlocals) {
    const int32_t *x = g->narrow + region;
    int n = *x++;
    if (any_lies_hidden(g, x, n)) return 1;
    x += n;
    for (n = *x++; n > 0; n--)
        if (any_lies_hidden_in(g, *x++)) return 1;
    for (n = *x++; n > 0; n--, x++) {
        if (*x >= nlocals) fail();
        if (holds_hidden(g, L[*x])) return 1;
    }
    return 0;
}

/* --- Conditions ----------------------------------------------------------------------------------------------- */

/* Whether a condition holds, or all that keeps it from holding lies hidden. */
static int open_to_doubt(Game *g, int32_t parts, const Value *L, int nlocals, Value *T) {
    if (parts < 0) return 1;
    const int32_t *x = g->narrow + parts;
    for (int k = 0; k < x[0]; k++)
        if (!hides(g, x[1 + 2 * k], L, nlocals) && !holds_at(g, x[2 + 2 * k], L, T)) return 0;
    return 1;
}

/* The same of a condition of which at least a part lies hidden. */
static int in_doubt(Game *g, int32_t parts, const Value *L, int nlocals, Value *T) {
    if (parts < 0) return 0;
    const int32_t *x = g->narrow + parts;
    int hidden = 0;
    for (int k = 0; k < x[0] && !hidden; k++) hidden = hides(g, x[1 + 2 * k], L, nlocals);
    return hidden && open_to_doubt(g, parts, L, nlocals, T);
}

/* Whether all that keeps a rule from acting lies hidden. */
static int unsure(Game *g, int rule, const Value *L, int nlocals, Value *T) {
    const int32_t *r = rule_row(g, rule);
    return open_to_doubt(g, r[R_MATCH_PARTS], L, nlocals, T) && open_to_doubt(g, r[R_WAS_PARTS], L, nlocals, T);
}

/* --- Instructions --------------------------------------------------------------------------------------------- */

/* Whether what an instruction of the program that runs comes to depends on what lies hidden. */
static int at_stake(Game *g, int32_t region) {
    Frame *f = last_frame(g);
    return region >= 0 && hides(g, region, locals_of(g, f), f->nlocals);
}

/* A seat after these decides nothing. */
static int is_automaton(const Game *g, int64_t seat) {
    return g->pack->people >= 0 && OF(seat, seat) >= g->pack->people;
}

/* Whether a seat is asked, whatever can be answered.  `region`: of what the instruction speaks, -1 where nothing is. */
static int wanted(Game *g, int64_t seat, Value members, int32_t region) {
    if (!g->pack->asks || is_automaton(g, seat)) return 0;
    for (int k = 0; k < members.n; k++)
        if (!open_to_all(g, members.u.p[k])) return 1;
    return at_stake(g, region);
}

/* Whether a *may* can be answered with yes: nobody pretends it, and what guards it holds. */
static int able(Game *g, const Frame *f, const int32_t *guards) {
    if (!g->pack->asks) return 1;
    if (f->progress == PRETENDED) return 0;
    for (int k = 0; k < guards[0]; k++)
        if (!holds_at(g, guards[1 + k], locals_of(g, f), temps)) return 0;
    return 1;
}

/* The members of a loop that asks some players, and ~ of each whom it must seem to ask.  x: everybody, who the condition
   is about, its parts. */
static Value round_of(Game *g, Frame *f, const int32_t *x, Value members) {
    Value *L = locals_of(g, f), held = L[x[1]], everybody = ev(g, x[0], L, temps);
    int32_t *found = top, n = 0;
    room(everybody.n);
    top += everybody.n;
    for (int k = 0; k < everybody.n; k++) {
        int32_t player = everybody.u.p[k];
        if (among(player, members.u.p, members.n)) {
            found[n++] = player;
            continue;
        }
        L[x[1]] = whole(player);
        if (OF(seat, player) >= 0 && open_to_doubt(g, x[2], L, f->nlocals, temps)) found[n++] = ~player;
    }
    L[x[1]] = held;
    return set_of(found, n);
}
