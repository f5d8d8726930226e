/* Decisions: `toolkit/machine/decision.py`. */

/* One more of the last seat. */
static void option(Game *g, int tag, int64_t a, int64_t b) {
    Plain *s = g->s;
    int32_t first = s->nseats > 1 ? s->upto[s->nseats - 2] : 0;
    if (s->noptions >= OPTIONS || s->noptions - first >= g->pack->options) fail();
    Option o = {tag, (int32_t)a, (int32_t)b};
    g->options[s->noptions++] = o;
    s->upto[s->nseats - 1] = s->noptions;
}

/* One more seat may answer. */
static void add_seat(Game *g, int64_t seat) {
    Plain *s = g->s;
    if (s->nseats >= MOST_SEATS) fail();
    s->seats[s->nseats] = (int32_t)seat;
    s->upto[s->nseats++] = s->noptions;
}

static void nobody_asked(Game *g) { g->s->noptions = g->s->nseats = 0; }

static void ask(Game *g, int kind, int64_t seat) {
    if (is_automaton(g, seat)) fail();
    g->s->kind = kind;
    nobody_asked(g);
    add_seat(g, seat);
}

/* Which of those that are asked a seat is; -1: it is not. */
static int place_of_seat(const Game *g, int seat) {
    for (int k = 0; k < g->s->nseats; k++)
        if (g->s->seats[k] == seat) return k;
    return -1;
}

static int options_of(const Game *g, int at) { return g->s->upto[at] - (at ? g->s->upto[at - 1] : 0); }

static int64_t decider(const Game *g, int64_t who) {
    if (who > 0) return who;
    return g->s->active > 0 ? g->s->active : NARROW(players)[0];
}

/* --- What can be told apart -------------------------------------------------------------------------------- */

/* Whether a thing is the same in a value as another one in another value. */
static int same_trace(Value v, int32_t a, Value w, int32_t b) {
    if (v.tag != w.tag || v.n != w.n) return 0;
    if (v.tag != SET) return (v.u.i == a) == (w.u.i == b) && (v.u.i == a || v.u.i == w.u.i);
    for (int k = 0; k < v.n; k++) {
        int32_t x = v.u.p[k], y = w.u.p[k];
        if ((x == a) != (y == b) || (x != a && x != y)) return 0;
    }
    return 1;
}

static int same_traces(const int32_t *p, int32_t a, const int32_t *q, int32_t b, int n) {
    Value v, w;
    for (int k = 0; k < n; k++) {
        p = read_value(p, &v);
        q = read_value(q, &w);
        if (!same_trace(v, a, w, b)) return 0;
    }
    return 1;
}

/* The next effect from `k` on that speaks of a thing. */
static int effect_about(const Game *g, int32_t e, int k) {
    for (; k < g->s->neffects; k++) {
        const Effect *each = g->effects + k;
        if (each->this == e || values_mention(g->words + each->at, each->n, e)) break;
    }
    return k;
}

static int same_number(int32_t x, int32_t a, int32_t y, int32_t b) { return same_trace(whole(x), a, whole(y), b); }

static int same_effect(const Game *g, const Effect *x, int32_t a, const Effect *y, int32_t b) {
    return same_number(x->rule, a, y->rule, b) && same_number(x->you, a, y->you, b) &&
           same_number(x->this, a, y->this, b) && same_number(x->period, a, y->period, b) &&
           same_number(x->run, a, y->run, b) && x->n == y->n &&
           same_traces(g->words + x->at, a, g->words + y->at, b, x->n);
}

/* The same of events for which a sentence could still ask; of one the place where its object was is nothing that anybody
   asks, of a once-counter the last number. */
static int event_about(const Game *g, int32_t e, int k) {
    for (; k < g->s->nevents; k++) {
        const int32_t *each = event_at(g, k);
        int n = each[E_NROLES] + (each[E_VERB] >= 0);
        if (values_mention(each + E_VALUES, n, e) && counts(g, k)) break;
    }
    return k;
}

static int same_event(const int32_t *x, int32_t a, const int32_t *y, int32_t b) {
    return same_number(x[E_VERB], a, y[E_VERB], b) && same_number(x[E_WHO], a, y[E_WHO], b) &&
           x[E_NROLES] == y[E_NROLES] &&
           same_traces(x + E_VALUES, a, y + E_VALUES, b, x[E_NROLES] + (x[E_VERB] >= 0));
}

/* Of which things effects and events that count speak: of most, none do.  Looked at once while the members of a set are
   told apart (`distinct`). */
enum { MOST_TOLD_OF = 4096 };
static enum { NOT_NOW, NOT_YET, LOOKED } looked_for_past;
static int told_upto;
static char told_of[MOST_TOLD_OF];

static void tell_of(const Game *g, int64_t i) {
    if ((uint64_t)i >= (uint64_t)g->pack->count) return;
    told_of[i] = 1;
    told_upto = i < told_upto ? told_upto : (int)i + 1;
}

static void tell_of_all(const Game *g, const int32_t *from, int n) {
    Value v;
    for (int k = 0; k < n; k++) {
        from = read_value(from, &v);
        if (v.tag != SET) tell_of(g, v.u.i);
        for (int j = 0; v.tag == SET && j < v.n; j++) tell_of(g, v.u.p[j]);
    }
}

/* Of the events from `k` on; from which one on those of a verb count is looked for once. */
static void tell_of_events(const Game *g, int k) {
    int32_t from[g->pack->nverbs + 1];
    memset(from, -1, sizeof from);
    for (; k < g->s->nevents; k++) {
        const int32_t *each = event_at(g, k);
        int verb = each[E_VERB];
        if (verb >= 0 && from[verb] < 0) from[verb] = counts_from(g, each);
        if ((verb >= 0 ? from[verb] : counts_from(g, each)) <= k)
            tell_of_all(g, each + E_VALUES, each[E_NROLES] + (verb >= 0));
    }
}

static void look_for_past(const Game *g) {
    if (told_upto) memset(told_of, 0, (size_t)told_upto);
    told_upto = 0;
    for (int k = 0; k < g->s->neffects; k++) {
        const Effect *each = g->effects + k;
        tell_of(g, each->this);
        tell_of_all(g, g->words + each->at, each->n);
    }
    int first = first_that_counts(g);
    if (first < g->s->nevents) tell_of_events(g, first);
    looked_for_past = LOOKED;
}

/* Whether the same acts on two things, and the same has happened to them. */
static int same_events(const Game *g, int32_t a, int32_t b) {
    int i = 0, j = 0;
    for (;; i++, j++) {
        i = effect_about(g, a, i);
        j = effect_about(g, b, j);
        if (i >= g->s->neffects || j >= g->s->neffects) break;
        if (!same_effect(g, g->effects + i, a, g->effects + j, b)) return 0;
    }
    if (i < g->s->neffects || j < g->s->neffects) return 0;
    for (i = j = first_that_counts(g);; i++, j++) {
        i = event_about(g, a, i);
        j = event_about(g, b, j);
        if (i >= g->s->nevents || j >= g->s->nevents) break;
        if (!same_event(event_at(g, i), a, event_at(g, j), b)) return 0;
    }
    return i >= g->s->nevents && j >= g->s->nevents;
}

static inline int same_past(const Game *g, int32_t a, int32_t b) {
    if (looked_for_past == NOT_YET) look_for_past(g);
    if (looked_for_past == LOOKED && told_of[a] != told_of[b]) return 0;
    return (looked_for_past == LOOKED && !told_of[a]) || same_events(g, a, b);
}

static int look_alike(const Game *g, int32_t a, int32_t b, int placed);

/* The columns in which things that are printed the same may differ, as `column_bit` has them: those that are other than
   printed, and those of which that is not told of all of these (`unlike`). */
static inline uint64_t may_differ(const Game *g) { return g->s->altered | (uint64_t)g->pack->unlike; }

/* The column of the first of some bits, of the last one all from 63 on: up to which. */
static inline int upto_column(const Game *g, int first) {
    int attributes = (int)g->pack->attributes;
    return first < 63 && first < attributes ? first + 1 : attributes;
}

/* Whether some things are worth the same in all columns: each the same as the first one. */
static inline int same_columns(const Game *g, const int32_t *p, int n) {
    int64_t differs = 0;
    for (uint64_t bits = may_differ(g); bits && !differs; bits &= bits - 1)
        for (int k = __builtin_ctzll(bits), upto = upto_column(g, k); k < upto; k++) {
            const int64_t *column = g->columns + k * (g->pack->count + 1), first = column[p[0]];
            for (int j = 1; j < n; j++) differs |= column[p[j]] ^ first;
        }
    return !differs;
}

/* Whether the same lies on both: of each look as many. */
static int hold_alike(const Game *g, int32_t a, int32_t b) {
    if (g->nkids[a] != g->nkids[b]) return 0;
    if (++deep > DEEPEST) fail();
    work((int64_t)g->nkids[a] * g->nkids[a]);
    for (int32_t one = g->first[a]; one >= 0; one = g->next[one]) {
        int here = 0, there_ = 0;
        for (int32_t each = g->first[a]; each >= 0; each = g->next[each]) here += look_alike(g, one, each, 0);
        for (int32_t each = g->first[b]; each >= 0; each = g->next[each]) there_ += look_alike(g, one, each, 0);
        if (here != there_) {
            deep--;
            return 0;
        }
    }
    deep--;
    return 1;
}

/* A thing may look like others of its number in the table, of which none is 0. */
static int look_alike(const Game *g, int32_t a, int32_t b, int placed) {
    if (a == b) return 1;
    int32_t look = OF(alike, a), parent = g->parent[a];
    if (!look || look != OF(alike, b)) return 0;
    if (placed && (parent != g->parent[b] || (parent >= 0 && OF(ordered, parent)))) return 0;
    if (g->face[a] != g->face[b] || g->known[a] != g->known[b]) return 0;
    if (!same_columns(g, (const int32_t[]){a, b}, 2)) return 0;
    return ((g->nkids[a] == 0 && g->nkids[b] == 0) || hold_alike(g, a, b)) && same_past(g, a, b);
}

/* Whether all differ in nothing from the first one and have nothing on them: a pile of equal things, as most supplies are.  It is
   asked of one quality after another. */
static int one_pile(const Game *g, Value s) {
    if (s.n < 2) return 0;
    const int32_t *p = s.u.p, a = p[0], look = OF(alike, a), parent = g->parent[a], face = g->face[a];
    const int32_t *looks = NARROW(alike), *parents = g->parent, *faces = g->face, *first = g->first;
    const int64_t *known = g->known, seen = known[a];
    if (!look || first[a] >= 0 || (parent >= 0 && OF(ordered, parent)) || looks[p[s.n - 1]] != look) return 0;
    int32_t other = 0, bare = -1;
    int64_t differs = 0;
    for (int k = 1; k < s.n; k++) {
        int32_t e = p[k];
        other |= (looks[e] ^ look) | (parents[e] ^ parent) | (faces[e] ^ face);
        bare &= first[e];
        differs |= known[e] ^ seen;
    }
    differs |= other | (bare >= 0);
    return !differs && same_columns(g, p, s.n);
}

/* The members without those that differ in nothing from an earlier one; `pile`: they differ in nothing but what has happened. */
static Value distinct(Game *g, Value s, int pile) {
    int32_t *found = top;
    room(s.n);
    work((int64_t)s.n * s.n / 4);
    looked_for_past = g->pack->count < MOST_TOLD_OF ? NOT_YET : NOT_NOW;
    if (pile && looked_for_past == NOT_YET) {
        int told = 0;
        look_for_past(g);
        for (int k = 0; k < s.n && told_upto; k++) told |= told_of[s.u.p[k]];
        if (!told) s.n = 1;
    }
    for (int k = 0; k < s.n; k++) {
        int32_t one = s.u.p[k];
        int known = 0;
        if (OF(alike, one))
            for (int j = 0; j < top - found && !known; j++) known = look_alike(g, found[j], one, 1);
        if (!known) *top++ = one;
    }
    looked_for_past = NOT_NOW;
    return set_of(found, (int32_t)(top - found));
}

/* --- What a seat may know ---------------------------------------------------------------------------------- */

/* Whether all lie face up where everybody sees them; mostly they lie in one place. */
static int all_open(const Game *g, Value s) {
    int32_t place = -1;
    for (int k = 0; k < s.n; k++) {
        int32_t e = s.u.p[k];
        if (!g->face[e]) return 0;
        if (k && g->parent[e] == place) continue;
        place = g->parent[e];
        if (!OF(lies_open, place)) return 0;
    }
    return 1;
}

static int compared(int64_t a, int64_t b) { return (a > b) - (a < b); }

/* Whether something has come in an order that depends on the seed of a game. */
static int ordered_by_seed;

/* Where a hidden component lies: beside others of its back anywhere among them. */
static int by_spot(const Game *g, int32_t a, int32_t b) {
    int32_t p = g->parent[a], q = g->parent[b];
    int order = compared(p, q);
    if (!order && OF(ordered, p)) order = compared(place_in(g, a), place_in(g, b));
    if (!order) order = compared(OF(back, a), OF(back, b));
    if (!order) order = compared(OF(owner, a), OF(owner, b));
    if (order) return order;
    ordered_by_seed = 1;
    uint64_t x = mix(g->s->seed, (uint64_t)a), y = mix(g->s->seed, (uint64_t)b);
    return (x > y) - (x < y);
}

/* What lies in one stack from the top down, else those that all know first, then the others, by who knows them. */
static int by_fairness(const Game *g, int32_t a, int64_t sa, int32_t b, int64_t sb, int stacked) {
    int64_t all = g->pack->everybody;
    int hidden_a = sa != all && !stacked, hidden_b = sb != all && !stacked;
    if (hidden_a != hidden_b) return hidden_a - hidden_b;
    if (hidden_a) return sa != sb ? compared(sa, sb) : by_spot(g, a, b);
    int32_t p = g->parent[a], q = g->parent[b];
    int order = compared(p, q);
    if (!order && OF(ordered, p)) order = compared(place_in(g, a), place_in(g, b));
    return order ? order : compared(a, b);
}

static void insert_by_spot(const Game *g, int32_t *found, int n, int32_t one) {
    for (; n > 0 && by_spot(g, found[n - 1], one) > 0; n--) found[n] = found[n - 1];
    found[n] = one;
}

/* `seen`: by whom each of those is known. */
static void insert_by_fairness(const Game *g, int32_t *found, int64_t *seen, int n, int32_t one, int stacked) {
    int64_t by = open_to_all(g, one) ? g->pack->everybody : seers(g, one);
    for (; n > 0 && by_fairness(g, found[n - 1], seen[n - 1], one, by, stacked) > 0; n--) {
        found[n] = found[n - 1];
        seen[n] = seen[n - 1];
    }
    found[n] = one;
    seen[n] = by;
}

/* A set whose order means nothing, in an order that tells nothing. */
static Value fair(Game *g, Value s) {
    int together = 1;
    if (s.n < 2) return s;
    for (int k = 0; k < s.n; k++)
        if (s.u.p[k] < 0 || s.u.p[k] >= g->pack->count || !OF(is_component, s.u.p[k])) return s;
    if (all_open(g, s)) return s;
    int32_t parent = g->parent[s.u.p[0]];
    for (int k = 0; k < s.n; k++) together &= g->parent[s.u.p[k]] == parent;
    int32_t *found = top;
    room(s.n);
    work((int64_t)s.n * s.n / 4);
    top += s.n;
    int32_t *mark = top;
    int64_t *seen = lent(sizeof(int64_t) * (size_t)s.n);
    for (int k = 0; k < s.n; k++)
        insert_by_fairness(g, found, seen, k, s.u.p[k], OF(ordered, parent) && together);
    top = mark;
    return set_of(found, s.n);
}

/* Whether any may look like another one. */
static int any_alike(const Game *g, Value s) {
    int32_t found = 0;
    for (int k = 0; k < s.n; k++) found |= OF(alike, s.u.p[k]);
    return found != 0;
}

/* The members as a seat is offered them: what it does not know last, in an order that does not tell which is which. */
static Value offered(Game *g, int seat, Value s) {
    int pile = one_pile(g, s);
    if (all_open(g, pile ? set_of(s.u.p, 1) : s)) return any_alike(g, s) ? distinct(g, s, pile) : s;
    int32_t *known = top, nknown = 0, nhidden = 0;
    room(2 * s.n);
    int32_t *hidden = known + s.n;
    top += 2 * s.n;
    for (int k = 0; k < s.n; k++)
        if (sees(g, seat, s.u.p[k])) known[nknown++] = s.u.p[k];
        else insert_by_spot(g, hidden, nhidden++, s.u.p[k]);
    Value found = distinct(g, set_of(known, nknown), 0);
    room(nhidden);
    memcpy(top, hidden, sizeof *top * (size_t)nhidden);
    top += nhidden;
    return set_of(found.u.p, found.n + nhidden);
}

/* --- Asking: each gives 1 and the answer, or leaves a decision ------------------------------------------------ */

static void entities(Game *g, Value s) {
    Plain *p = g->s;
    int32_t before = p->noptions, first = p->nseats > 1 ? p->upto[p->nseats - 2] : 0;
    if (s.n > OPTIONS - before || before - first + s.n > g->pack->options) fail();
    Option *to = g->options + before;
    for (int k = 0; k < s.n; k++) {
        Option o = {O_ENTITY, s.u.p[k], 0};
        to[k] = o;
    }
    p->noptions = p->upto[p->nseats - 1] = before + s.n;
}

static int choose_one(Game *g, int64_t who, Value s, int32_t region, Value *answer) {
    int64_t seat = decider(g, who);
    if (s.n > 1) s = offered(g, (int)seat, s);
    *answer = whole(s.n ? s.u.p[0] : -1);
    if (s.n < 2 && !wanted(g, seat, s, region)) return 1;
    ask(g, CHOOSE_ONE, seat);
    entities(g, s);
    if (!s.n) option(g, O_DONE, 0, 0);
    return 0;
}

static int known_wanted(Game *g, int64_t seat, Value s, int32_t region, int *known) {
    if (*known < 0) *known = wanted(g, seat, s, region);
    return *known;
}

/* Adds to `chosen`, of which there are n, what need not be asked, and offers the last seat what can be chosen next:
   whether there is anything.  `all_of_them`: the instruction is about any number of them. */
static int offer(Game *g, int64_t seat, Value s, int64_t least, int64_t most, int32_t region, int all_of_them,
                 int32_t *chosen, int *n) {
    int asked = -1, before = g->s->noptions;
    if (all_of_them && most == s.n && known_wanted(g, seat, s, region, &asked))
        most++;  /* that all of them are chosen would tell how many there were */
    while (*n < most) {
        int32_t *others = top;
        room(s.n);
        for (int k = 0; k < s.n; k++)
            if (!among(s.u.p[k], chosen, *n)) *top++ = s.u.p[k];
        Value rest = set_of(others, (int32_t)(top - others));
        if (*n + rest.n <= least || !rest.n) {
            rest = fair(g, rest);
            if (known_wanted(g, seat, s, region, &asked)) {  /* one after the other, as if there were a choice */
                if (rest.n) option(g, O_ENTITY, offered(g, (int)seat, rest).u.p[0], 0);
                else option(g, O_DONE, 0, 0);
                break;
            }
            for (int k = 0; k < rest.n; k++) chosen[(*n)++] = rest.u.p[k];
            break;
        }
        Value those = offered(g, (int)seat, rest);
        if (*n >= least || those.n > 1 || known_wanted(g, seat, s, region, &asked)) {
            entities(g, those);
            if (*n >= least) option(g, O_DONE, 0, 0);
            break;
        }
        chosen[(*n)++] = those.u.p[0];
    }
    if (g->s->noptions == before) return 0;
    if (*n >= g->pack->chosen || is_automaton(g, seat)) fail();
    return 1;
}

static int choose_some(Game *g, Frame *f, int64_t who, Value s, int64_t least, int64_t most, int32_t region,
                       int all_of_them, Value *answer) {
    int32_t *chosen = top, n = f->progress == MEMBERS ? f->nchosen : 0;
    room(n + s.n + 1);
    memcpy(chosen, g->heap + f->chosen, sizeof *chosen * (size_t)n);
    top += n + s.n + 1;
    nobody_asked(g);
    add_seat(g, decider(g, who));
    if (!offer(g, decider(g, who), s, least, most, region, all_of_them, chosen, &n)) {
        f->progress = NO_PROGRESS;
        f->nchosen = 0;
        *answer = set_of(chosen, n);
        return 1;
    }
    if (n > f->capacity) {
        f->capacity = 2 * n + 4;
        f->chosen = take_heap(g, f->capacity);
    }
    memcpy(g->heap + f->chosen, chosen, sizeof *chosen * (size_t)n);
    f->progress = n ? MEMBERS : NO_PROGRESS;
    f->nchosen = n;
    g->s->kind = CHOOSE;
    return 0;
}

static int choose_number(Game *g, int64_t who, int64_t least, int64_t most, int32_t region, Value *answer) {
    if (least >= most) {
        least = most = least == most ? least : 0;
        *answer = whole(least);
        if (!wanted(g, decider(g, who), set_of(scratch, 0), region)) return 1;
    }
    ask(g, CHOOSE_NUMBER, decider(g, who));
    if (most - least >= OPTIONS) fail();
    for (; least <= most; least++) option(g, O_NUMBER, narrow(least), 0);
    return 0;
}

/* One of some values or quantities. */
static int choose_among(Game *g, int64_t who, Value s, int kind, int tag, int32_t region, Value *answer) {
    *answer = whole(s.n ? s.u.p[0] : -1);
    if (s.n < 2 && !wanted(g, decider(g, who), set_of(scratch, 0), region)) return 1;
    ask(g, kind, decider(g, who));
    for (int k = 0; k < s.n; k++) option(g, tag, s.u.p[k], 0);
    if (!s.n) option(g, O_DONE, 0, 0);
    return 0;
}

/* How much of a quantity, and of each that stands in for it, is paid: `ways` are written one after another to the heap,
   those with more of the quantity itself first. */
static int choose_payment(Game *g, int64_t who, int32_t attribute, int64_t amount, Value *answer) {
    int32_t *ways = top;
    int columns, n = payments(g, who, attribute, amount, &columns);
    *answer = set_of(scratch, 0);
    if (n < 2) return 1;
    int32_t at = keep_numbers(g, ways, n * columns);
    ask(g, CHOOSE_PAYMENT, decider(g, who));
    for (int k = 0; k < n; k++) option(g, O_PAYMENT, attribute, at + k * columns);
    return 0;
}

/* What each of several has chosen so far is kept as: whether they are done, how many, these. */
static const int32_t *next_chosen(const int32_t *at) { return at + 2 + at[1]; }

static Value what_each_chose(const int32_t *at, int players) {
    int32_t *found = top;
    for (int k = 0; k < players; k++, at = next_chosen(at)) {
        room(1 + at[1]);
        memcpy(top, at + 1, sizeof *top * (size_t)(1 + at[1]));
        top += 1 + at[1];
    }
    return lists_of(found, players);
}

/* All who have not finished may answer, in any order.  x: players, who each is, members, least, most. */
static int choose_each(Game *g, Frame *f, const int32_t *x, int32_t region, int all_of_them, Value *answer) {
    Value *L = locals_of(g, f), players = ev(g, x[0], L, temps);
    int32_t *after = top, held = 0, *old = NULL;
    room(HEAP);
    top += HEAP;
    if (f->progress == EACH) {
        old = top;
        room(f->nchosen);
        memcpy(old, g->heap + f->chosen, sizeof *old * (size_t)f->nchosen);
        top += f->nchosen;
    }
    nobody_asked(g);
    const int32_t *was = old;
    for (int k = 0; k < players.n; k++) {
        if (was && was >= old + f->nchosen) fail();
        int32_t *mark = top, n = was ? was[1] : 0, done = was ? was[0] : 0, player = players.u.p[k];
        temps[x[1]] = whole(player);
        Value s = ev(g, x[2], L, temps);
        int64_t least = number_of(g, x[3], L, temps), most = number_of(g, x[4], L, temps);
        if (held + 2 + n + s.n + 1 > HEAP) fail();
        int32_t *chosen = after + held + 2;
        memcpy(chosen, was ? was + 2 : chosen, sizeof *chosen * (size_t)n);
        if (!done) {
            add_seat(g, player);
            if (!offer(g, player, s, least, most, region, all_of_them, chosen, &n)) {
                g->s->nseats--;
                done = 1;
            }
        }
        after[held] = done;
        after[held + 1] = n;
        held += 2 + n;
        if (was) was = next_chosen(was);
        top = mark;
    }
    if (!g->s->nseats) {
        f->progress = NO_PROGRESS;
        f->nchosen = 0;
        *answer = what_each_chose(after, players.n);
        return 1;
    }
    if (held > f->capacity) {
        f->capacity = 2 * held;
        f->chosen = take_heap(g, f->capacity);
    }
    memcpy(g->heap + f->chosen, after, sizeof *after * (size_t)held);
    f->nchosen = held;
    f->progress = EACH;
    g->s->kind = CHOOSE_EACH;
    return 0;
}

/* One of several has answered. */
static void each_answered(Game *g, Frame *f, int seat, Value players, Option o) {
    int32_t place = 0;
    for (int k = 0; players.u.p[k] != seat; k++) place += 2 + g->heap[f->chosen + place + 1];
    if (o.tag != O_ENTITY) {
        g->heap[f->chosen + place] = 1;
        return;
    }
    if (f->nchosen + 1 > f->capacity) {
        f->capacity = 2 * f->nchosen + 2;
        int32_t more = take_heap(g, f->capacity);
        memcpy(g->heap + more, g->heap + f->chosen, sizeof(int32_t) * (size_t)f->nchosen);
        f->chosen = more;
    }
    int32_t *at = g->heap + f->chosen, end = place + 2 + at[place + 1]++;
    memmove(at + end + 1, at + end, sizeof *at * (size_t)(f->nchosen++ - end));
    at[end] = o.a;
}

static void may(Game *g, const Frame *f, int64_t who, const int32_t *guards) {
    int so = able(g, f, guards);
    ask(g, MAY, decider(g, who));
    if (so) option(g, O_YES, 0, 0);
    option(g, O_NO, 0, 0);
}

/* The number of the branch, -1 for none; -2: a decision. */
static int branch(Game *g, int64_t who, int optional, const int32_t *open, int n, int32_t region) {
    if (!n || (n == 1 && !optional))
        if (!(n || optional) || !wanted(g, decider(g, who), set_of(scratch, 0), region)) return n ? open[0] : -1;
    ask(g, BRANCH, decider(g, who));
    for (int k = 0; k < n; k++) option(g, O_BRANCH, open[k], 0);
    if (optional) option(g, O_NO, 0, 0);
    return -2;
}
