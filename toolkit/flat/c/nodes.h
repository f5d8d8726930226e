/* What each op is worth: a function of its own, so that an op costs what it needs and no more.  `x`: its operands, from 1
   on; NUM, VAL: what the one at `k` is worth. */

#define OP(name) static Value op_##name(Game *g, const int32_t *x, const Value *L, Value *T)
#define NUM(k) number_of(g, x[k], L, T)
#define VAL(k) ev(g, x[k], L, T)
#define UNUSED (void)g, (void)x, (void)L, (void)T

/* --- What is there ------------------------------------------------------------------------------------------- */

OP(INTEGER) { UNUSED; return whole(x[1]); }
OP(TRUTH) { UNUSED; return truth(x[1]); }
OP(NONE) { UNUSED; return whole(-1); }
OP(EMPTY) { UNUSED; return set_of(top, 0); }
OP(FIXED) { UNUSED; return set_of(x + 2, x[1]); }
OP(LOCAL) { UNUSED; return local_of(g, L[x[1]]); }
OP(TEMP) { UNUSED; return T[x[1]]; }
OP(WITH) {
    for (int k = 0; k < x[1]; k++) T[x[3 + 2 * k]] = VAL(4 + 2 * k);
    return VAL(2);
}
OP(PLAYERS) { UNUSED; return players_of(g); }
OP(ACTIVE) { UNUSED; return whole(g->s->active); }
OP(EVERY_ONE) { UNUSED; return all_of(g, x[1]); }
OP(FLAG) { return truth(flagged(g, x[1], NUM(2))); }
OP(TABLE) { return whole(g->narrow[x[1] + row(g, NUM(2))]); }
OP(RANGES) { return ranged(g, g->narrow + x[1] + 2 * row(g, NUM(2))); }
OP(ATTR) { return whole(COLUMN(x[1], NUM(2))); }
OP(MODIFIED) { return whole(attribute(g, x[2], NUM(3), -1, T + x[1])); }
OP(MODIFIED_FOR) { return whole(attribute(g, x[2], NUM(3), NUM(4), T + x[1])); }
OP(ATTR_LEFT) { return whole(attribute_left(g, x, L, T)); }
OP(FORMULA) { return formula(g, x, L, T); }

/* --- Where it is --------------------------------------------------------------------------------------------- */

OP(HOLDER) { return whole(holder(g, NUM(1))); }
OP(PARENT) { return whole(g->parent[row(g, NUM(1))]); }
OP(FACE) { return whole(g->face[row(g, NUM(1))]); }
OP(WITHIN) { return whole(within(g, NUM(1), x[2])); }
OP(IN) {
    int64_t e = NUM(1), place = NUM(2);
    if (place < 0) return truth(0);
    e = g->parent[row(g, e)];
    while (e >= 0 && e != place) e = g->parent[e];
    return truth(e >= 0);
}
OP(IN_ANY) {
    int64_t e = NUM(1);
    Value places = VAL(2);
    return truth(in_any(g, e, places.u.p, places.n));
}
OP(CONTENTS) {
    int32_t kid = g->first[row(g, NUM(1))], *mark = top; /* what tells the place may leave something there */
    for (; kid >= 0; kid = g->next[kid]) {
        room(1);
        *top++ = kid;
    }
    return set_of(mark, (int32_t)(top - mark));
}
OP(INSIDE) { return inside(g, NUM(1)); }
OP(ALL_IN) { return all_in(g, x[1], VAL(2)); }
OP(INDEX) { return whole(index_of(g, NUM(1))); }
OP(SHIFT) { return whole(shift(g, NUM(1), x[2], x[3], x[4])); }
OP(NEXT_PLAYER) { return whole(next_player(g, NUM(1), x[2])); }
OP(SEES) {
    int64_t player = NUM(1), e = NUM(2);
    return truth(row(g, player) == player && row(g, e) == e && player < 63 && sees(g, (int)player, (int32_t)e));
}
OP(ORDER) {
    Value players = VAL(1);
    return in_order(g, players.u.p, players.n, NUM(2));
}

/* --- Of some ------------------------------------------------------------------------------------------------- */

OP(FILTER) { return filtered(g, x, L, T); }
OP(FIRST_WHERE) { int found; return whole(searched(g, x, L, T, 1, &found)); }
OP(ANY) { int found; searched(g, x, L, T, 1, &found); return truth(found); }
OP(EVERY) { int found; searched(g, x, L, T, 0, &found); return truth(!found); }
OP(ANY_INSIDE) { return truth(any_inside(g, NUM(1), x, L, T)); }
OP(NONE_INSIDE) { return truth(!any_inside(g, NUM(1), x, L, T)); }
OP(ANY_EVERY) { return truth(any_every(g, x, L, T)); }
OP(ANY_AGAIN) { return truth(any_again(g, x, L, T)); }
OP(KEPT_FILTER) { return those_kept(g, x, INT_MAX, L, T); }
OP(KEPT_ANY) { return truth(any_kept(g, x, L, T)); }
OP(KEPT_FIRST) {
    Value first = those_kept(g, x, 1, L, T);
    return whole(first.n ? first.u.p[0] : -1);
}
OP(KEPT_GROUPS) { return groups_kept(g, x, L, T); }
OP(MAP) { return mapped(g, x, L, T); }
OP(FLAT) { return flat(g, x, L, T); }
OP(CLOSURE) { return closure(g, x, L, T); }
OP(UNION) { return joined_all(g, x, L, T); }
OP(DISTINCT) { return joined_all(g, x, L, T); }
OP(INTER) { Value some = VAL(1); return sifted(some, VAL(2), 1); }
OP(MINUS) { Value some = VAL(1); return sifted(some, VAL(2), 0); }
OP(SINGLE) {
    int64_t one = NUM(1);
    room(1);
    *top = (int32_t)one;
    top += one >= 0;
    return set_of(top - (one >= 0), one >= 0);
}
OP(COUNT) {
    int32_t *mark = top, n = VAL(1).n;
    top = mark;
    return whole(n);
}
OP(COUNT_WHERE) { return whole(counted_where(g, x, L, T)); }
OP(SUM) { return whole(folded(g, x, L, T)); }
OP(MAX) { return whole(folded(g, x, L, T)); }
OP(MIN) { return whole(folded(g, x, L, T)); }
OP(MEMBER) {
    int64_t one = NUM(1);
    const int32_t *set = g->narrow + x[2];
    if (set[0] == EVERY_ONE)
        return truth(one >= 0 && is_of(g, one, set[1]) && (!NARROW(changes)[set[1]] || there(g, (int32_t)one)));
    Value some = VAL(2);
    return truth(one == (int32_t)one && among((int32_t)one, some.u.p, some.n));
}
OP(SUBSET) {
    Value some = VAL(1), all = VAL(2);
    for (int k = 0; k < some.n; k++)
        if (!among(some.u.p[k], all.u.p, all.n)) return truth(0);
    return truth(1);
}
OP(FIRST) { Value some = VAL(1); return whole(some.n ? some.u.p[0] : -1); }
OP(LAST) { Value some = VAL(1); return whole(some.n ? some.u.p[some.n - 1] : -1); }
OP(POSITION) {
    int64_t one = NUM(1);
    Value some = VAL(2);
    for (int k = 0; k < some.n; k++)
        if (some.u.p[k] == one) return whole(k + 1);
    return whole(0);
}
OP(NTH) {
    Value some = VAL(1);
    int64_t n = NUM(2);
    return whole(n >= 1 && n <= some.n ? some.u.p[n - 1] : -1);
}
OP(TAKE) { Value some = VAL(1); return part_of_set(TAKE, some, NUM(2)); }
OP(DROP) { Value some = VAL(1); return part_of_set(DROP, some, NUM(2)); }
OP(LAST_N) { Value some = VAL(1); return part_of_set(LAST_N, some, NUM(2)); }
OP(REVERSE) { return reversed(VAL(1)); }
OP(RANK) { return ranked(g, x, L, T); }
OP(BEST) { return best(g, x, L, T); }
OP(RANGE) {
    int64_t from = NUM(1), to = NUM(2);
    if (to - from >= g->pack->set_members) fail();
    int32_t *mark = top;
    room(to - from + 1);
    for (; from <= to; from++) *top++ = narrow(from);
    return set_of(mark, (int32_t)(top - mark));
}
OP(NTH_LIST) { return nth_list(local_of(g, L[x[1]]), NUM(2)); }

/* --- Numbers and truths -------------------------------------------------------------------------------------- */

#define RECKON(name) OP(name) { int64_t a = NUM(1); return whole(reckoned(g, name, a, NUM(2))); }
RECKON(ADD) RECKON(SUB) RECKON(MUL) RECKON(DIV) RECKON(DIV_UP) RECKON(MOD) RECKON(LARGER) RECKON(SMALLER)
OP(NEG) { return whole(-NUM(1)); }
OP(ABS) { int64_t a = NUM(1); return whole(a < 0 ? -a : a); }
OP(EQ) { Value v = VAL(1); return truth(equal(v, VAL(2))); }
OP(NE) { Value v = VAL(1); return truth(!equal(v, VAL(2))); }
OP(LT) { int64_t a = NUM(1); return truth(a < NUM(2)); }
OP(LE) { int64_t a = NUM(1); return truth(a <= NUM(2)); }
OP(GT) { int64_t a = NUM(1); return truth(a > NUM(2)); }
OP(GE) { int64_t a = NUM(1); return truth(a >= NUM(2)); }
OP(AND) {
    for (int k = 0; k < x[1]; k++)
        if (!so_at(g, x[2 + k], L, T)) return truth(0);
    return truth(1);
}
OP(OR) {
    for (int k = 0; k < x[1]; k++)
        if (so_at(g, x[2 + k], L, T)) return truth(1);
    return truth(0);
}
OP(NOT) { return truth(!so_at(g, x[1], L, T)); }
OP(IF) { return ev(g, holds(VAL(1)) ? x[2] : x[3], L, T); }
/* One thing, if it is among some. */
OP(ONE_OF) { int64_t e = NUM(2); return whole(flagged(g, x[1], e) ? e : -1); }
OP(CALL) { return called(g, x, L, T); }

/* --- Several in one (`Expressions.shorter`) -------------------------------------------------------------------- */

OP(ATTR_OF) { UNUSED; return whole(COLUMN(x[1], T[x[2]].u.i)); }
OP(FLAG_OF) { UNUSED; return truth(flagged(g, x[1], T[x[2]].u.i)); }
OP(FACE_OF) { UNUSED; return whole(g->face[row(g, T[x[1]].u.i)]); }
OP(WITHIN_OF) { UNUSED; return whole(within(g, T[x[1]].u.i, x[2])); }
OP(TABLE_OF) { UNUSED; return whole(g->narrow[x[1] + row(g, T[x[2]].u.i)]); }
OP(EQ_INT) { return truth(is_number(VAL(1), x[2])); }
OP(NE_INT) { return truth(!is_number(VAL(1), x[2])); }
OP(ATTR_IS) { return truth(attr_is(g, x, L, T)); }
OP(ATTR_EQ) { UNUSED; return truth(COLUMN(x[1], T[x[2]].u.i) == x[3]); }
OP(ATTR_NE) { UNUSED; return truth(COLUMN(x[1], T[x[2]].u.i) != x[3]); }
OP(FACE_EQ) { UNUSED; return truth(g->face[row(g, T[x[1]].u.i)] == x[2]); }
OP(WITHIN_SOME) { UNUSED; return truth(within(g, T[x[1]].u.i, x[2]) >= 0); }

/* What differs from another version of the pack (`toolkit/flat/differing.py`). */
OP(REACH) { reached = 1; return VAL(1); }

/* What is the same as long as nothing changes that it depends on. */
OP(MEMO) { return remembered(g, x, L, T); }

/* --- What may be done, what has been ------------------------------------------------------------------------- */

OP(CAN) { return asked(g, x, L, T); }
/* Of one thing, as long as no effect lasts that could forbid it or do something else instead. */
OP(CAN_PUT) {
    if (g->s->neffects) return asked(g, x, L, T);
    const Value thing = VAL(5);
    if (thing.tag != INT) return asked(g, x, L, T);
    return truth(can_put(g, thing.u.i, NUM(6), NUM(8)));
}
/* With whatever it has to be done with, as long as that is known of who does it and no effect lasts. */
OP(CAN_WHO) {
    const int32_t *v = NARROW(verbs) + V_ROW * x[2], *needs = g->narrow + v[V_NEEDS];
    const Proposed *known = g->pack->by_who + x[2];
    if (g->s->neffects || ncomputing || g->s->touched || known->version != g->s->version) return asked(g, x, L, T);
    if (known->who != NUM(3) || deep > known->deep || nrequired > known->nrequired) return asked(g, x, L, T);
    if (v[V_BATCH] >= 0 && VAL(5 + v[V_BATCH]).tag == SET) return asked(g, x, L, T);
    for (int k = 0; k < v[V_NNEEDS]; k++)
        if (missing(VAL(5 + needs[k]))) return truth(0);
    return truth(known->so);
}
OP(CHOOSER) { return whole(chooser(g, x[2], NUM(3), T + x[1])); }
OP(PERIOD) { const Run *r = run_of(g, x[1]); UNUSED; return whole(r ? r->number : 0); }
OP(PERIOD_WHO) { const Run *r = run_of(g, x[1]); UNUSED; return whole(r ? r->who : -1); }
OP(PERIOD_ROLE) { const Run *r = run_of(g, x[1]); UNUSED; return whole(r && x[2] < r->nroles ? r->roles[x[2]] : -1); }
OP(HAPPEN) { return happened(g, x, L, T); }
OP(HAPPEN_SUM) { return happened(g, x, L, T); }
OP(HAPPEN_MAP) { return happened(g, x, L, T); }
OP(USED) { return whole(used(g, x, L, T)); }
OP(OVER) { UNUSED; return truth(g->s->over); }
OP(WINNERS) { UNUSED; return set_of(g->winners, g->s->nwinners); }

#define X(name, text) op_##name,
static const Op op_of[N_OPS] = {OPS(X)};
#undef X
#undef NUM
#undef VAL
#undef UNUSED
