/* Expressions: `toolkit/machine/interpret.py` over the flat state.

   A node is its op and its operands; those that are expressions are places in `narrow`.  `L`: locals of the program,
   function or rule.  `T`: what loops bind, from 0 on in each of these.  A set that is made lies on `top`; whoever
   needs no more than a number of it takes `top` back. */

typedef Value (*Op)(Game *, const int32_t *, const Value *, Value *);
static const Op op_of[N_OPS];
static int can(Game *g, int verb, int64_t who, const Value *roles, Value *T);
static int64_t attribute(Game *g, int attribute, int64_t e, int64_t seat, Value *T);
static int64_t chooser(Game *g, int verb, int64_t who, Value *T);
static int any_in(Game *g, int32_t place, const int32_t *x, const Value *L, Value *T);

static inline Value local_of(const Game *g, Value v) {
    if (v.tag == KEPT) return set_of(g->heap + v.u.i, v.n);
    if (v.tag == KEPT_LISTS) return lists_of(g->heap + v.u.i, v.n);
    return v;
}

/* What is no thing at all is of no kind, and in no set of things. */
static inline int flagged(const Game *g, int32_t table, int64_t e) {
    return e >= 0 && e < g->pack->count && g->narrow[table + e];
}

/* What most operands are costs no call. */
AT_ONCE Value ev(Game *g, int32_t at, const Value *L, Value *T) {
    const int32_t *x = g->narrow + at;
    if (x[0] <= LOCAL) {
        if (x[0] == TEMP) return T[x[1]];
        if (x[0] == INTEGER) return whole(x[1]);
        if (L[x[1]].tag <= SET) return L[x[1]];
    }
    return op_of[x[0]](g, x, L, T);
}

AT_ONCE int64_t number_of(Game *g, int32_t at, const Value *L, Value *T) {
    const int32_t *x = g->narrow + at;
    if (x[0] <= LOCAL) return x[0] == TEMP ? T[x[1]].u.i : x[0] == LOCAL ? L[x[1]].u.i : x[1];
    return op_of[x[0]](g, x, L, T).u.i;
}

static inline int attr_is(const Game *g, const int32_t *x, const Value *L, const Value *T) {
    const Value v = L[x[3]];
    return (v.tag == INT || v.tag == BOOL) && COLUMN(x[1], T[x[2]].u.i) == v.u.i;
}

/* Whether something is so of anything in a place.  Most cells of a board hold nothing and have no parts: that costs no call. */
AT_ONCE int any_inside(Game *g, int64_t place, const int32_t *x, const Value *L, Value *T) {
    if (row(g, place) != place || (g->first[place] < 0 && (NARROW(regions) + 2 * place)[1] == 1)) return 0;
    return any_in(g, (int32_t)place, x, L, T);
}

static inline int is_number(Value v, int32_t number) { return v.tag != SET && v.u.i == number; }

/* Whether something is so.  What is asked most of what a loop has bound costs no call. */
static inline int so_at(Game *g, int32_t at, const Value *L, Value *T) {
    const int32_t *x = g->narrow + at;
    switch (x[0]) {
        case FLAG_OF: return flagged(g, x[1], T[x[2]].u.i);
        case ATTR_IS: return attr_is(g, x, L, T);
        case ATTR_EQ: return COLUMN(x[1], T[x[2]].u.i) == x[3];
        case ATTR_NE: return COLUMN(x[1], T[x[2]].u.i) != x[3];
        case FACE_EQ: return g->face[row(g, T[x[1]].u.i)] == x[2];
        case EQ_INT: return is_number(ev(g, x[1], L, T), x[2]);
        case NE_INT: return !is_number(ev(g, x[1], L, T), x[2]);
        case ANY_INSIDE: return any_inside(g, number_of(g, x[1], L, T), x, L, T);
        case NONE_INSIDE: return !any_inside(g, number_of(g, x[1], L, T), x, L, T);
    }
    return holds(op_of[x[0]](g, x, L, T));
}

static inline int holds_at(Game *g, int32_t at, const Value *L, Value *T) {
    int32_t *mark = top;
    int so = so_at(g, at, L, T);
    top = mark;
    return so;
}

static Value ranged(const Game *g, const int32_t *range) { return set_of(g->narrow + range[0], range[1]); }

/* --- Sets -------------------------------------------------------------------------------------------------- */

static int same_members(Value a, Value b) {
    if (a.n != b.n) return 0;
    if (!memcmp(a.u.p, b.u.p, sizeof(int32_t) * (size_t)a.n)) return 1;
    int32_t *mark = top, n = a.n;
    room(2 * n);
    memcpy(mark, a.u.p, sizeof *mark * (size_t)n);
    memcpy(mark + n, b.u.p, sizeof *mark * (size_t)n);
    sort_numbers(mark, n);
    sort_numbers(mark + n, n);
    return !memcmp(mark, mark + n, sizeof *mark * (size_t)n);
}

static int equal(Value a, Value b) {
    if (a.tag == SET || b.tag == SET) return a.tag == b.tag && same_members(a, b);
    return a.u.i == b.u.i;
}

/* Those of a that are in b, or that are not. */
static Value sifted(Value a, Value b, int wanted) {
    int32_t *found = top;
    room(a.n);
    work((int64_t)a.n * b.n / 8);
    for (int k = 0; k < a.n; k++)
        if (among(a.u.p[k], b.u.p, b.n) == wanted) *top++ = a.u.p[k];
    return set_of(found, (int32_t)(top - found));
}

static Value reversed(Value s) {
    int32_t *found = top;
    room(s.n);
    for (int k = s.n; k > 0; k--) *top++ = s.u.p[k - 1];
    return set_of(found, s.n);
}

/* Adds what is not there yet; `from` may lie above `found`, where the set that is made ends. */
static int joined(Game *g, int32_t *found, int n, Value more) {
    work((int64_t)n * more.n / 8);
    for (int k = 0; k < more.n; k++) {
        int32_t one = more.u.p[k];
        if (!among(one, found, n)) {
            if (n >= g->pack->set_members || found + n >= scratch + SCRATCH) fail();
            found[n++] = one;
        }
    }
    return n;
}

static Value flat(Game *g, const int32_t *x, const Value *L, Value *T) {
    Value s = ev(g, x[1], L, T);
    int32_t *found = top, n = 0;
    for (int k = 0; k < s.n; k++) {
        T[x[2]] = whole(s.u.p[k]);
        top = found + n;
        room(s.n);
        n = joined(g, found, n, ev(g, x[3], L, T));
    }
    top = found + n;
    return set_of(found, n);
}

static Value closure(Game *g, const int32_t *x, const Value *L, Value *T) {
    Value s = ev(g, x[1], L, T);
    int32_t *found = top, n = 0;
    room(s.n);
    n = joined(g, found, n, s);
    for (int k = 0; k < n; k++) { /* n grows */
        T[x[2]] = whole(found[k]);
        top = found + n;
        n = joined(g, found, n, ev(g, x[3], L, T));
    }
    top = found + n;
    return set_of(found, n);
}

static Value joined_all(Game *g, const int32_t *x, const Value *L, Value *T) {
    int32_t *found = top, n = 0;
    for (int k = 0; k < x[1]; k++) {
        top = found + n;
        n = joined(g, found, n, ev(g, x[2 + k], L, T));
    }
    top = found + n;
    return set_of(found, n);
}

static Value mapped(Game *g, const int32_t *x, const Value *L, Value *T) {
    Value s = ev(g, x[1], L, T);
    int32_t *found = top;
    room(s.n);
    loop_over(g, s.n);
    for (int k = 0; k < s.n; k++) {
        T[x[2]] = whole(s.u.p[k]);
        found[k] = narrow(number_of(g, x[3], L, T));
        top = found + k + 1;
    }
    top = found + s.n;
    return set_of(found, s.n);
}

/* What most loops ask of each member is whether a table says something of it: a column, a face, a kind.  The lowering has
   written these as gates (`Expressions.asked_of_each`), each three numbers: an op, its table, and where stands what that has to
   say; they are looked up without a call.  q: the slot, all that is asked, for what is no thing; how many gates, how much
   else of which all must hold; these. */
enum { Q_SLOT, Q_BODY, Q_GATES, Q_REST, Q_FIRST, GATE = 3 };

AT_ONCE int passes(Game *g, const int32_t *gate, int32_t e, const Value *L, Value *T) {
    if (gate[0] == FLAG_OF) return g->narrow[gate[1] + e] != 0;
    Value wanted = ev(g, gate[2], L, T);
    if (wanted.tag > BOOL) return 0;
    if (gate[0] == TABLE_OF) return g->narrow[gate[1] + e] == wanted.u.i;
    if (gate[0] == ATTR_OF) return g->columns[gate[1] + e] == wanted.u.i;
    return g->face[e] == wanted.u.i;
}

/* Whether what a loop asks is so of a thing, of which the first gates are known to be. */
AT_ONCE int so_of_thing(Game *g, const int32_t *q, int first, int32_t e, const Value *L, Value *T) {
    const int32_t *at = q + Q_FIRST + first * GATE, *rest = q + Q_FIRST + q[Q_GATES] * GATE;
    for (; at < rest; at += GATE)
        if (!passes(g, at, e, L, T)) return 0;
    T[q[Q_SLOT]] = whole(e);
    for (const int32_t *end = rest + q[Q_REST]; rest < end; rest++)
        if (!holds_at(g, *rest, L, T)) return 0;
    return 1;
}

/* Whether what a loop asks is so of a member. */
AT_ONCE int so_of(Game *g, const int32_t *q, int32_t e, const Value *L, Value *T) {
    if ((uint32_t)e >= (uint32_t)g->pack->count) {
        T[q[Q_SLOT]] = whole(e);
        return holds_at(g, q[Q_BODY], L, T);
    }
    return so_of_thing(g, q, 0, e, L, T);
}

/* The table that tells of most things in a place that they are not meant, if the first gate is one; NULL. */
AT_ONCE const int32_t *first_flags(const Game *g, const int32_t *q) {
    return q[Q_GATES] && q[Q_FIRST] == FLAG_OF ? g->narrow + q[Q_FIRST + 1] : NULL;
}

/* Whether what a loop asks is so of what lies somewhere. */
AT_ONCE int so_of_kid(Game *g, const int32_t *q, const int32_t *flags, int32_t kid, const Value *L, Value *T) {
    if (!flags) return so_of_thing(g, q, 0, kid, L, T);
    return flags[kid] && so_of_thing(g, q, 1, kid, L, T);
}

/* Those for which a table says yes. */
static Value filtered_by(const Game *g, const int32_t *table, Value s) {
    int32_t *found = top;
    for (int k = 0; k < s.n; k++)
        if ((uint32_t)s.u.p[k] < (uint32_t)g->pack->count && table[s.u.p[k]]) *top++ = s.u.p[k];
    return set_of(found, (int32_t)(top - found));
}

/* Those of what is in a place.  Where nothing lies on another it needs no set. */
static Value filtered_inside(Game *g, const int32_t *table, int64_t place) {
    int32_t *found = top, *to = found;
    const int32_t *first = g->first, *next = g->next;
    if (row(g, place) != place) return set_of(found, 0);
    int n = g->nkids[place], flat = (NARROW(regions) + 2 * place)[1] == 1;
    room(n);
    for (int32_t kid = first[place]; kid >= 0 && flat; kid = next[kid]) {
        flat = first[kid] < 0;
        *to = kid;
        to += table[kid] != 0;
    }
    if (flat) {
        loop_over(g, n);
        top = to;
        return set_of(found, (int32_t)(to - found));
    }
    Value s = inside(g, place);
    room(s.n);
    loop_over(g, s.n);
    return filtered_by(g, table, s);
}

/* Whether what lies somewhere is looked through there, and is never too much. */
static inline int looks_inside(const Game *g, const int32_t *members) {
    return members[0] == INSIDE && g->pack->count <= g->pack->set_members;
}

/* Adds those of what is in a place for which more has to be so. */
static void add_those_in(Game *g, int32_t place, const int32_t *q, const Value *L, Value *T) {
    const int32_t *range = NARROW(regions) + 2 * place, *region = g->narrow + range[0], *end = region + range[1];
    const int32_t *flags = first_flags(g, q), *first = g->first, *next = g->next;
    for (; region < end; region++) {
        work(g->nkids[*region]);
        for (int32_t kid = first[*region]; kid >= 0; kid = next[kid]) {
            if (so_of_kid(g, q, flags, kid, L, T)) {
                room(1);
                *top++ = kid;
            }
            if (first[kid] < 0) continue;
            if (++deep > DEEPEST) fail();
            add_those_in(g, kid, q, L, T);
            deep--;
        }
    }
}

static Value filtered(Game *g, const int32_t *x, const Value *L, Value *T) {
    const int32_t *q = x + 2, *members = g->narrow + x[1];
    const int32_t *table = q[Q_GATES] == 1 && !q[Q_REST] && q[Q_FIRST] == FLAG_OF ? g->narrow + q[Q_FIRST + 1] : NULL;
    if (table && members[0] == INSIDE) return filtered_inside(g, table, number_of(g, members[1], L, T));
    if (looks_inside(g, members)) {
        int64_t place = number_of(g, members[1], L, T);
        int32_t *found = top;
        if (row(g, place) == place) add_those_in(g, (int32_t)place, q, L, T);
        return set_of(found, (int32_t)(top - found));
    }
    Value s = ev(g, x[1], L, T);
    room(s.n);
    loop_over(g, s.n);
    if (table) return filtered_by(g, table, s);
    int32_t *found = top;
    for (int k = 0; k < s.n; k++)
        if (so_of(g, q, s.u.p[k], L, T)) *top++ = s.u.p[k];
    return set_of(found, (int32_t)(top - found));
}

/* The first of what lies in a place for which the body is so, or is not so; -1.  It needs no set. */
static int64_t first_in(Game *g, int32_t place, const int32_t *q, const Value *L, Value *T, int wanted) {
    const int32_t *range = NARROW(regions) + 2 * place, *region = g->narrow + range[0], *end = region + range[1];
    const int32_t *flags = first_flags(g, q), *first = g->first, *next = g->next;
    for (; region < end; region++)
        for (int32_t kid = first[*region]; kid >= 0; kid = next[kid]) {
            work(1);
            if (so_of_kid(g, q, flags, kid, L, T) == wanted) return kid;
            if (first[kid] < 0) continue;
            if (++deep > DEEPEST) fail();
            int64_t found = first_in(g, kid, q, L, T, wanted);
            deep--;
            if (found >= 0) return found;
        }
    return -1;
}

/* Whether it is so of any. */
static int any_on(Game *g, int32_t thing, const int32_t *x, const Value *L, Value *T) {
    if (++deep > DEEPEST) fail();
    int so = any_in(g, thing, x, L, T);
    deep--;
    return so;
}

static int any_in(Game *g, int32_t place, const int32_t *x, const Value *L, Value *T) {
    const int32_t *range = NARROW(regions) + 2 * place, *region = g->narrow + range[0], *end = region + range[1];
    const int32_t *flags = first_flags(g, x + 2), *first = g->first, *next = g->next;
    for (; region < end; region++)
        for (int32_t kid = first[*region]; kid >= 0; kid = next[kid]) {
            work(1);
            if (so_of_kid(g, x + 2, flags, kid, L, T) || (first[kid] >= 0 && any_on(g, kid, x, L, T))) return 1;
        }
    return 0;
}

/* The first member for which the body is so, or is not so; -1. */
static int64_t searched(Game *g, const int32_t *x, const Value *L, Value *T, int wanted, int *is_there) {
    const int32_t *members = g->narrow + x[1];
    int32_t *mark = top;
    int64_t found = -1;
    *is_there = 0;
    if (looks_inside(g, members)) {
        int64_t place = number_of(g, members[1], L, T);
        top = mark;
        if (row(g, place) == place) found = first_in(g, (int32_t)place, x + 2, L, T, wanted);
        *is_there = found >= 0;
        return found;
    }
    Value s = ev(g, x[1], L, T);
    loop_over(g, s.n);
    for (int k = 0; k < s.n && !*is_there; k++)
        if (so_of(g, x + 2, s.u.p[k], L, T) == wanted) {
            found = s.u.p[k];
            *is_there = 1;
        }
    top = mark;
    return found;
}

/* Whether for one of some groups something is so of every member: each member is asked once at most. */
static int any_every(Game *g, const int32_t *x, const Value *L, Value *T) {
    enum { UNKNOWN = 2 };
    int32_t *mark = top, rows = (int32_t)g->pack->count + 1, found = 0;
    Value groups = ev(g, x[1], L, T);
    loop_over(g, groups.n);
    room(rows / 4 + 1);
    char *known = (char *)top;
    memset(known, UNKNOWN, (size_t)rows);
    top += rows / 4 + 1;
    for (int k = 0; k < groups.n && !found; k++) {
        const int32_t *range = g->narrow + x[2] + 2 * row(g, groups.u.p[k]);
        const int32_t *members = g->narrow + range[0];
        int at = 0;
        work(range[1]);
        for (; at < range[1]; at++) {
            char *so = known + row(g, members[at]);
            if (*so == UNKNOWN) {
                T[x[3]] = whole(members[at]);
                *so = (char)holds_at(g, x[4], L, T);
            }
            if (!*so) break;
        }
        found = at == range[1];
    }
    top = mark;
    return found;
}

/* --- Numbers ----------------------------------------------------------------------------------------------- */

static int64_t floored(int64_t a, int64_t b) {
    int64_t q = a / b;
    return (a % b != 0) && ((a < 0) != (b < 0)) ? q - 1 : q;
}

static int64_t product(const Game *g, int64_t a, int64_t b) {
    int64_t found;
    if (__builtin_mul_overflow(a, b, &found) || found > g->pack->largest || found < -g->pack->largest) fail();
    return found;
}

static int64_t folded(Game *g, const int32_t *x, const Value *L, Value *T) {
    int32_t *mark = top;
    Value s = ev(g, x[1], L, T);
    int64_t found = s.n && x[0] != SUM ? s.u.p[0] : 0;
    for (int k = 0; k < s.n; k++)
        if (x[0] == SUM) found += s.u.p[k];
        else if (x[0] == MAX ? s.u.p[k] > found : s.u.p[k] < found) found = s.u.p[k];
    top = mark;
    return found;
}

static int64_t reckoned(const Game *g, int op, int64_t a, int64_t b) {
    switch (op) {
        case ADD: return a + b;
        case SUB: return a - b;
        case MUL: return product(g, a, b);
        case DIV: return b ? floored(a, b) : 0;
        case DIV_UP: return b ? -floored(-a, b) : 0;
        case MOD: return b ? a - b * floored(a, b) : 0;
        case LARGER: return a > b ? a : b;
        case SMALLER: return a < b ? a : b;
    }
    return 0;
}

static int32_t body_of(const Game *g, int32_t function) {
    const int32_t *f = NARROW(functions) + F_ROW * function;
    reached |= f[F_DIFFERS];
    return f[F_BODY];
}

static Value called(Game *g, const int32_t *x, const Value *L, Value *T) {
    Value *base = T + x[1], held[MOST_ROLES];
    if (base + x[3] + 64 > temps + TEMPS || ++deep > DEEPEST) fail();
    for (int k = 0; k < x[3]; k++) held[k] = ev(g, x[4 + k], L, T);
    for (int k = 0; k < x[3]; k++) base[k] = held[k];
    Value found = ev(g, body_of(g, x[2]), base, base + x[3]);
    deep--;
    return found;
}

static Value formula(Game *g, const int32_t *x, const Value *L, Value *T) {
    int64_t component = number_of(g, x[3], L, T), who = number_of(g, x[4], L, T);
    int32_t function = g->narrow[NARROW(formulas)[x[2]] + row(g, component)];
    if (function < 0) return whole(0);
    Value *base = T + x[1];
    if (base + 66 > temps + TEMPS || ++deep > DEEPEST) fail();
    base[0] = whole(who);
    base[1] = whole(component);
    Value found = ev(g, body_of(g, function), base, base + 2);
    deep--;
    return found;
}

static Value asked(Game *g, const int32_t *x, const Value *L, Value *T) {
    Value roles[MOST_ROLES];
    int64_t who = number_of(g, x[3], L, T);
    for (int k = 0; k < x[4]; k++) roles[k] = ev(g, x[5 + k], L, T);
    return truth(can(g, x[2], who, roles, T + x[1]));
}

/* --- What has happened --------------------------------------------------------------------------------------- */

/* What stands for an event in a condition: who, so many roles, the result. */
static void bind_event(const int32_t *e, int size, Value *to) {
    const int32_t *from = e + E_VALUES;
    Value role;
    *to++ = whole(e[E_WHO]);
    for (int k = 0; k < e[E_NROLES]; k++) {
        from = read_value(from, &role);
        if (k < size) to[k] = role;
    }
    for (int k = e[E_NROLES]; k < size; k++) to[k] = whole(-1);
    read_value(from, to + size);
}

/* Of the events of a verb since a period began those for which a condition holds: how many, or what each gives. */
static Value happened(Game *g, const int32_t *x, const Value *L, Value *T) {
    const int32_t *v = NARROW(verbs) + V_ROW * x[2], *below = g->narrow + v[V_BELOW];
    int32_t *found = top, n = 0;
    int64_t sum = 0;
    if (T + x[1] + x[4] + 66 > temps + TEMPS) fail();
    for (int k = begun_at(g, x[3]); k < g->s->nevents; k++) {
        const int32_t *e = event_at(g, k);
        work(1);
        if (e[E_VERB] < 0 || !among(e[E_VERB], below, v[V_NBELOW])) continue;
        bind_event(e, x[4], T + x[1]);
        if (!holds_at(g, x[5], L, T)) continue;
        if (x[0] == HAPPEN_SUM) sum += number_of(g, x[6], L, T);
        if (x[0] == HAPPEN_MAP) {
            int32_t one = narrow(number_of(g, x[6], L, T));
            top = found + n;
            room(1);
            *top = one;
        }
        n++;
        top = x[0] == HAPPEN_MAP ? found + n : found;
    }
    if (x[0] == HAPPEN_MAP) {
        if (n > g->pack->set_members) fail();
        return set_of(found, n);
    }
    return whole(x[0] == HAPPEN_SUM ? sum : n);
}

static int same_value(Value a, Value b) {
    if (a.tag == SET || b.tag == SET)
        return a.tag == b.tag && a.n == b.n && !memcmp(a.u.p, b.u.p, sizeof(int32_t) * (size_t)a.n);
    return a.u.i == b.u.i;
}

/* How often a once-counter was used. */
static int64_t used(Game *g, const int32_t *x, const Value *L, Value *T) {
    Value values[MOST_ROLES], one;
    int64_t found = 0;
    for (int k = 0; k < x[3]; k++) values[k] = ev(g, x[4 + k], L, T);
    for (int k = begun_at(g, x[2]); k < g->s->nevents; k++) {
        const int32_t *e = event_at(g, k), *from = e + E_VALUES;
        work(1);
        int same = e[E_VERB] == -1 && e[E_RULE] == x[1] && e[E_NROLES] == x[3];
        for (int j = 0; same && j < x[3]; j++) {
            from = read_value(from, &one);
            same = same_value(one, values[j]);
        }
        found += same;
    }
    return found;
}

/* The run of a period that is the innermost one now, NULL: none. */
static const Run *run_of(const Game *g, int32_t period) {
    for (int k = g->s->nruns - 1; k >= 0; k--)
        if (g->runs[k].period == period) return g->runs + k;
    return NULL;
}

/* An attribute of what may have left: as it was then.  x: depth, number of the attribute, the attribute, the thing. */
static int64_t attribute_left(Game *g, const int32_t *x, const Value *L, Value *T) {
    int64_t e = number_of(g, x[4], L, T);
    if (e >= 0 && !stands(g, e))
        for (int k = 0; k < g->s->nlefts; k++)
            if (g->lefts[k].thing == e && !g->lefts[k].waits) return g->lefts[k].values[x[2]];
    return attribute(g, x[3], e, -1, T + x[1]);
}

/* One of the sets that several have chosen. */
static Value nth_list(Value lists, int64_t n) {
    if (lists.tag != LISTS || n < 1 || n > lists.n) fail();
    const int32_t *at = lists.u.p;
    while (--n) at += 1 + *at;
    return set_of(at + 1, *at);
}

static Value cut(Value s, int64_t from, int64_t n) {
    from = from < 0 ? 0 : from > s.n ? s.n : from;
    n = n < 0 ? 0 : n > s.n - from ? s.n - from : n;
    return set_of(s.u.p + from, (int32_t)n);
}

static Value part_of_set(int op, Value s, int64_t n) {
    if (op == TAKE) return cut(s, 0, n);
    if (op == DROP) return cut(s, n < 0 ? 0 : n, s.n);
    n = n < 0 ? 0 : n > s.n ? s.n : n;
    return cut(s, s.n - n, n);
}
