/* Standing rules: which act now, for whom, and what attributes are worth under them: `toolkit/machine/effects.py`. */

static const int32_t *verb_row(const Game *g, int verb) { return NARROW(verbs) + V_ROW * verb; }
static const int32_t *rule_row(const Game *g, int rule) { return NARROW(rules) + R_ROW * rule; }

enum { MOST_LOCALS = 64, MOST_MATCHES = 64, MOST_CHANGES = 64, MOST_COMPUTING = 64 };

/* --- Which act ------------------------------------------------------------------------------------------------ */

/* A rule that acts, and the effect through which it does; NULL: from the start. */
typedef struct { int32_t rule; const Effect *effect; } Active;

static int32_t effect_id(Active a) { return a.effect ? a.effect->id : -1; }

static int listens(const Game *g, int rule, int kind, int what) {
    const int32_t *r = rule_row(g, rule);
    if (r[R_KIND] != kind) return 0;
    return kind == MODIFIES ? r[R_ATTRIBUTE] == what : among(what, g->narrow + r[R_EVENTS], r[R_NEVENTS]);
}

/* The rules of a kind that act on a verb, a step or an attribute: the pack's own in their order, then effects, oldest
   first.  `at` counts, from 0 on. */
static int next_active(const Game *g, int kind, int what, int *at, Active *found) {
    const int32_t *range = g->narrow + NARROW(acting)[kind] + 2 * what;
    if (*at < range[1]) {
        found->rule = g->narrow[range[0] + (*at)++];
        found->effect = NULL;
        return 1;
    }
    for (int k = *at - range[1]; k < g->s->neffects; k++)
        if (listens(g, g->effects[k].rule, kind, what)) {
            found->rule = g->effects[k].rule;
            found->effect = g->effects + k;
            *at = range[1] + k + 1;
            return 1;
        }
    return 0;
}

/* Whether a rule of the pack's own does. */
static inline int always_acts(const Game *g, int kind, int what) {
    return (g->narrow + NARROW(acting)[kind] + 2 * what)[1] > 0;
}

static int any_acts(const Game *g, int kind, int what) {
    Active found;
    int at = 0;
    return always_acts(g, kind, what) || (g->s->neffects && next_active(g, kind, what, &at, &found));
}

/* The same of a verb, of which V_ACTED has a bit for each kind of rule of the pack's own that acts on it. */
static inline int acted_on(const Game *g, const int32_t *v, int verb, int kind) {
    return (v[V_ACTED] >> kind & 1) || (g->s->neffects && any_acts(g, kind, verb));
}

/* --- On what, and for whom ------------------------------------------------------------------------------------ */

/* The first locals of a rule: you, this, what the effect captured.  Whom it stands on asks for no others
   (`lower.Lowering.rule`). */
static inline int fill_standing(Game *g, Active a, Value *locals, int64_t you, int64_t this) {
    int captured = a.effect ? a.effect->n : 0;
    if (2 + captured > MOST_LOCALS) fail();
    locals[0] = whole(you);
    locals[1] = whole(this);
    if (captured) read_words(g, a.effect->at, captured, locals + 2);
    return 2 + captured;
}

/* All of them: then come `values`, and what stands for nothing.  Gives how many these are. */
static inline int fill(Game *g, Active a, Value *locals, int64_t you, int64_t this, const Value *values, int n) {
    const int32_t *r = rule_row(g, a.rule);
    const Value *blank = g->pack->blanks + g->pack->blanks_at[g->pack->nprograms + a.rule];
    int count = fill_standing(g, a, locals, you, this);
    if (r[R_LOCALS] > MOST_LOCALS || count + n > MOST_LOCALS) fail();
    for (int k = 0; k < n; k++) locals[count++] = values[k];
    if (count >= r[R_LOCALS]) return count;
    memcpy(locals + count, blank + count, sizeof *blank * (size_t)(r[R_LOCALS] - count));
    return r[R_LOCALS];
}

/* The bindings of a rule, one after another: `you`, `this`. */
typedef struct { Active active; Value held; int at; int32_t you, this; } Bindings;

static Value one_member(int64_t e) {
    room(1);
    *top = (int32_t)e;
    return set_of(top++, 1);
}

/* On what a rule of the pack's own stands, as it was found in `version`; it stays the same as long as nothing has changed on
   which that depends (`again.h`) since `stamp`.  Of a rule that stands on many it is asked each time. */
enum { MOST_STANDING = 6 };
struct Standing { uint64_t version, stamp; int32_t n, members[MOST_STANDING]; };

static Value holders_asked(Game *g, Active a, Value *T);

static Value holders_known(Game *g, int rule, Value *T) {
    Standing *s = g->pack->standing + rule;
    stamp(g);
    if (s->version != g->s->version) {
        uint64_t when = last_change(g, g->wide + rule_row(g, rule)[R_STANDS]) + 1;
        if (s->stamp != when) {
            int before = reached;
            reached = 0;
            Value found = holders_asked(g, (Active){rule, NULL}, T);
            int comes = reached || found.n > MOST_STANDING;
            reached |= before;
            if (comes) return found;
            s->n = found.n;
            memcpy(s->members, found.u.p, sizeof *s->members * (size_t)found.n);
            s->stamp = when;
        }
        s->version = g->s->version;
    }
    int32_t *found = top;
    room(s->n);
    for (int k = 0; k < s->n; k++) *top++ = s->members[k];
    return set_of(found, s->n);
}

/* On what a rule stands now. */
static inline Value holders(Game *g, Active a, Value *T) {
    return !a.effect && rule_row(g, a.rule)[R_STANDS] >= 0 ? holders_known(g, a.rule, T) : holders_asked(g, a, T);
}

static Value holders_asked(Game *g, Active a, Value *T) {
    Value locals[MOST_LOCALS];
    fill_standing(g, a, locals, a.effect ? a.effect->you : -1, a.effect ? a.effect->this : -1);
    return ev(g, rule_row(g, a.rule)[R_HOLDERS], locals, T);
}

/* The holders, of a rule that asks for the one that `one` is, else all that it has. */
static Value holders_for(Game *g, Active a, Value one, Value *T) {
    const int32_t *r = rule_row(g, a.rule);
    Value locals[MOST_LOCALS];
    if (!r[R_OWN] || r[R_HOLDS] < 0 || one.tag != INT) return holders(g, a, T);
    if (one.u.i < 0) return set_of(scratch, 0);
    fill_standing(g, a, locals, a.effect ? a.effect->you : -1, one.u.i);
    if (!holds_at(g, r[R_HOLDS], locals, T)) return set_of(scratch, 0);
    return one_member(one.u.i);
}

/* `values` of an event, or NULL; `held`: what is known to hold the rule, or NULL. */
static void begin_bindings(Game *g, Active a, const Value *values, const Value *held, Value *T, Bindings *b) {
    const int32_t *r = rule_row(g, a.rule);
    b->active = a;
    b->at = 0;
    b->you = b->this = -1;
    if (r[R_HOLDERS] < 0) b->held = one_member(a.effect ? a.effect->this : -1);
    else if (held) b->held = *held;
    else if (values && r[R_OWN]) b->held = holders_for(g, a, values[r[R_OWN] - 2 - (a.effect ? a.effect->n : 0)], T);
    else b->held = holders(g, a, T);
}

static int next_binding(Game *g, Bindings *b, Value *T) {
    const int32_t *r = rule_row(g, b->active.rule);
    if (b->at >= b->held.n) return 0;
    b->this = b->held.u.p[b->at++];
    b->you = b->active.effect ? b->active.effect->you : -1;
    work(1);
    if (r[R_YOU] >= 0) {
        Value locals[MOST_LOCALS];
        fill_standing(g, b->active, locals, b->you, b->this);
        b->you = (int32_t)number_of(g, r[R_YOU], locals, T);
    }
    return 1;
}

/* Whether a condition of a rule holds; one that it does not ask does. */
static int met(Game *g, int32_t condition, const Value *locals, Value *T) {
    return condition < 0 || holds_at(g, condition, locals, T);
}

/* Who does an event, its roles, what came of it, where its object was. */
static int values_of(const Game *g, int verb, int64_t who, const Value *roles, Value result, int64_t origin, Value *to) {
    int n = verb_row(g, verb)[V_ROLES];
    to[0] = whole(who);
    for (int k = 0; k < n; k++) to[1 + k] = roles[k];
    to[1 + n] = result;
    to[2 + n] = whole(origin);
    return n + 3;
}

/* --- How strong ----------------------------------------------------------------------------------------------- */

/* A layer, then, where that counts, how late the holder came. */
typedef struct { int32_t layer, late; } Rank;

static Rank rank_of(const Game *g, int rule, int64_t this) {
    const int32_t *r = rule_row(g, rule);
    Rank found = {r[R_LAYER], 0};
    if (!r[R_NEWEST] || this < 0) return found;
    int32_t place = g->parent[row(g, this)];
    if (place >= 0 && OF(ordered, place)) found.late = -place_in(g, (int32_t)this);
    return found;
}

static int stronger(Rank a, Rank b) { return a.layer != b.layer ? a.layer > b.layer : a.late > b.late; }

/* A permission lifts prohibitions of weaker layers only, and, where it counts, of holders that came earlier. */
static int forbidden(Game *g, int verb, int64_t who, const Value *roles, Value *T) {
    Value values[MOST_ROLES + 3], locals[MOST_LOCALS];
    int n = values_of(g, verb, who, roles, whole(0), -1, values), some = 0;
    Rank strongest = {0, 0};
    Active a;
    for (int at = 0; next_active(g, FORBIDS, verb, &at, &a);) {
        const int32_t *r = rule_row(g, a.rule);
        if (some && (r[R_LAYER] < strongest.layer || (r[R_LAYER] == strongest.layer && strongest.late >= 0))) continue;
        Bindings b;
        begin_bindings(g, a, values, NULL, T, &b);
        while (next_binding(g, &b, T)) {
            fill(g, a, locals, b.you, b.this, values, n);
            if (!met(g, r[R_MATCH], locals, T)) continue;
            Rank found = rank_of(g, a.rule, b.this);
            if (!some || stronger(found, strongest)) strongest = found;
            some = 1;
        }
    }
    if (!some) return 0;
    for (int at = 0; next_active(g, ALLOWS, verb, &at, &a);) {
        const int32_t *r = rule_row(g, a.rule);
        if (r[R_LAYER] < strongest.layer) continue;
        Bindings b;
        begin_bindings(g, a, values, NULL, T, &b);
        while (next_binding(g, &b, T)) {
            fill(g, a, locals, b.you, b.this, values, n);
            if (met(g, r[R_MATCH], locals, T) && stronger(rank_of(g, a.rule, b.this), strongest)) return 0;
        }
    }
    return 1;
}

/* Who is asked what a verb is done with: the strongest rule says, the newest of several; else who does it. */
static int64_t chooser(Game *g, int verb, int64_t who, Value *T) {
    Value roles[MOST_ROLES], values[MOST_ROLES + 3], locals[MOST_LOCALS];
    int32_t *mark = top;
    int64_t asked = who;
    int strongest = -1;
    Active a;
    deeper(4, T);
    for (int k = 0; k < MOST_ROLES; k++) roles[k] = whole(-1);
    int n = values_of(g, verb, who, roles, whole(0), -1, values);
    for (int at = 0; next_active(g, CHOOSES, verb, &at, &a);) {
        const int32_t *r = rule_row(g, a.rule);
        if (r[R_LAYER] < strongest) continue;
        Bindings b;
        begin_bindings(g, a, values, NULL, T, &b);
        while (next_binding(g, &b, T)) {
            fill(g, a, locals, b.you, b.this, values, n);
            if (!met(g, r[R_MATCH], locals, T)) continue;
            int64_t player = r[R_VALUE] >= 0 ? number_of(g, r[R_VALUE], locals, T) : -1;
            if (player > 0) asked = player, strongest = r[R_LAYER];
        }
    }
    top = mark;
    deep -= 4;
    return asked;
}

/* --- Attributes ----------------------------------------------------------------------------------------------- */

/* Of a modifier that acts; `rank`: in a layer what sets comes before what adds, older before newer. */
typedef struct { int32_t layer, adds, late, rule; int64_t amount; } Change;

static int applied_before(const Change *a, const Change *b) {
    if (a->layer != b->layer) return a->layer < b->layer;
    return a->adds != b->adds ? a->adds < b->adds : a->late < b->late;
}

static int modifiers(Game *g, int attribute, int64_t e, int64_t seat, Change *found, Value *T) {
    Value asked[2] = {whole(e), whole(seat)}, locals[MOST_LOCALS];
    int n = 0;
    Active a;
    for (int at = 0; next_active(g, MODIFIES, attribute, &at, &a);) {
        const int32_t *r = rule_row(g, a.rule);
        if (r[R_SEATED] && seat < 0) continue;
        Value held = {0};
        int own = r[R_OWN] && r[R_HOLDERS] >= 0;
        if (own) held = holders_for(g, a, asked[0], T);
        Bindings b;
        begin_bindings(g, a, NULL, own ? &held : NULL, T, &b);
        while (next_binding(g, &b, T)) {
            fill(g, a, locals, b.you, b.this, asked, 1 + r[R_SEATED]);
            if (!met(g, r[R_MATCH], locals, T)) continue;
            Change c = {r[R_LAYER], r[R_ADDS], 0, a.rule, 0};
            if (r[R_VALUE] >= 0) c.amount = number_of(g, r[R_VALUE], locals, T);
            if (r[R_NEWEST]) c.late = rank_of(g, a.rule, b.this).late;
            if (n >= MOST_CHANGES) fail();
            int k = n++;
            for (; k > 0 && applied_before(&c, &found[k - 1]); k--) found[k] = found[k - 1];
            found[k] = c;
        }
    }
    return n;
}

/* The sum, no further than the rule goes; what is beyond its bound already stays there. */
static int64_t added(const Game *g, int64_t value, const Change *c) {
    const int64_t *bounds = g->wide + rule_row(g, c->rule)[R_BOUNDS];
    int64_t total = value + c->amount, low = value < bounds[0] ? value : bounds[0], high = value > bounds[1] ? value : bounds[1];
    if (total < low) return low;
    return total > high ? high : total;
}

static struct { int32_t attribute, e; } computing[MOST_COMPUTING];

/* What an attribute is worth now, to a player (-1: to nobody in particular).  A modifier that depends on what it modifies sees the stored value. */
static int64_t attribute(Game *g, int attribute, int64_t e, int64_t seat, Value *T) {
    int64_t value = COLUMN(attribute, e);
    Change found[MOST_CHANGES];
    if (e < 0 || !any_acts(g, MODIFIES, attribute)) return value;
    for (int k = 0; k < ncomputing; k++)
        if (computing[k].attribute == attribute && computing[k].e == e) return value;
    if (ncomputing >= MOST_COMPUTING || ncomputing > g->pack->depth) fail();
    computing[ncomputing].attribute = attribute;
    computing[ncomputing++].e = (int32_t)e;
    deeper(8, T);
    int32_t *mark = top;
    int n = modifiers(g, attribute, e, seat, found, T);
    top = mark;
    deep -= 8;
    ncomputing--;
    for (int k = 0; k < n; k++) value = found[k].adds ? added(g, value, &found[k]) : found[k].amount;
    return n ? bounded(g, attribute, e, value) : value;
}

/* --- Beginning and ending ------------------------------------------------------------------------------------- */

/* What changes when a rule begins or stops to act; what is stored of an attribute stays as it is. */
static Bits rule_bits(const Game *g, int rule) {
    const int32_t *r = rule_row(g, rule);
    return r[R_KIND] == MODIFIES ? changed_column(r[R_ATTRIBUTE]) : (Bits)ACTS;
}

static void note_rule(Game *g, int rule) { has_changed(g, rule_bits(g, rule)); }

/* The run of a period with whose end an effect stops: `Effects.last_run`. */
static int32_t last_run(const Game *g, int32_t period, int32_t edge, int64_t who) {
    if (period < 0) return -1;
    if (edge) return (int32_t)(-2 * (who + 2) - edge + 1);
    for (int k = g->s->nruns - 1; k >= 0; k--)
        if (g->runs[k].period == period) return g->runs[k].number;
    return g->period_count[period] + 1;
}

static void end_effects(Game *g, int32_t period, int32_t run) {
    for (int k = 0; k < g->s->neffects;)
        if (g->effects[k].period == period && g->effects[k].run == run) {
            note_rule(g, g->effects[k].rule);
            drop_effect(g, k);
        } else k++;
}

/* `who` begins a run: what waited for its start stops, what waited for its end knows it now. */
static void awaited(Game *g, int32_t period, int64_t who, int32_t run) {
    int32_t mine = last_run(g, period, 2, who), anybodys = last_run(g, period, 2, -1);
    for (int k = 0; k < g->s->neffects; k++) {
        Effect *each = g->effects + k;
        if (each->period == period && (each->run == mine || each->run == anybodys)) each->run = run;
    }
    end_effects(g, period, last_run(g, period, 1, who));
    end_effects(g, period, last_run(g, period, 1, -1));
}
