/* Worlds that could be the real one, as a seat sees it: `toolkit/kernel/view.py` (`redetermine`) and `relabel.py`.

   What the seat does not know changes places: `name[e]` is the component that now has the place, the face and the past
   of e.  Numbers in frames that are those of such components are taken for them, as there. */

/* A source of chance of its own. */
typedef struct { uint64_t seed, counter; } Source;

static int64_t drawn_from(Source *c, int64_t n) { return drawn(c->seed, &c->counter, n); }

/* All by entity.  `spoken`: where what is unfinished speaks of it first, -1; `heard`: where what has happened does;
   `at_place`: which one it is in an ordered place, -1; `lies_in`: the place in which it lies, be it on other things.
   `hidden`: what the seat does not know, then those of them that have another name.  `mentioned`: see `hear`. */
static int32_t *name, *spoken, *heard, *at_place, *lies_in, *members, *spots, *held, *hidden, *mentioned;
static int32_t places, nhidden;

/* The columns in which something hidden is not as it is printed, as `column_bit` has them. */
static uint64_t unlike_print;

static int64_t renamed(const Game *g, int64_t e) { return (uint64_t)e < (uint64_t)g->pack->count ? name[e] : e; }

/* --- What unfinished programs speak of, in the order in which a `State` has it ------------------------------- */

static void speak(const Game *g, int64_t i) {
    if ((uint64_t)i < (uint64_t)g->pack->count && spoken[i] < 0) spoken[i] = places;
    places++;
}

static void speak_all(const Game *g, const int32_t *p, int n) {
    for (int k = 0; k < n; k++) speak(g, p[k]);
}

static void speak_lists(const Game *g, const int32_t *at, int n) {
    for (; n > 0; n--, at += 1 + *at) speak_all(g, at + 1, *at);
}

static void speak_values(const Game *g, const Value *p, int n) {
    for (int k = 0; k < n; k++) {
        Value v = local_of(g, p[k]);
        if (v.tag == SET) speak_all(g, v.u.p, v.n);
        else if (v.tag == LISTS) speak_lists(g, v.u.p, v.n);
        else if (v.tag == INT) speak(g, v.u.i);
    }
}

static void speak_words(const Game *g, const int32_t *from, int n) {
    for (int k = 0; k < n; k++) {
        Value one;
        from = read_value(from, &one);
        speak_values(g, &one, 1);
    }
}

static void speak_before(const Game *g, const int32_t *before) {
    const int32_t *at = before + 2;
    Earlier e;
    for (int k = 0; k < before[1]; k++) {
        at = read_earlier(at, &e);
        speak(g, e.rule);
        speak(g, e.effect);
        speak_all(g, e.held, e.nheld);
        if (e.nfitted < 0) speak(g, -1); else speak_all(g, e.fitted, e.nfitted);
        speak_all(g, e.so, e.nso);
        speak_all(g, e.had, 2 * e.nhad);
    }
}

static void speak_event(Game *g, const Frame *f, int at) {
    Value roles[MOST_ROLES];
    Frame one = *f;
    one.at = at;
    roles_of(g, &one, roles);
    speak(g, f->who);
    speak_values(g, roles, f->nroles);
}

static void speak_batch(Game *g, const Frame *f) {
    const Value *results = g->values + f->results;
    for (int k = 0; k < f->nevents; k++) speak_event(g, f, k);
    speak(g, f->at);
    if (f->program == BATCH) speak_values(g, results, f->nresults);
    else speak_all(g, g->heap + f->used, 3 * f->nused);
    for (int k = 0; k < f->nkept; k++) {
        const int32_t *at = g->heap + f->kept + (f->program == BATCH ? KEPT_ROW * k : k);
        speak_event(g, f, at[0]);
        if (f->program != BATCH) continue;
        speak_values(g, results + f->nresults - f->nkept + k, 1);
        speak(g, at[1]);
        speak_before(g, before_of(g, at[2]));
    }
    if (f->program != BATCH) speak_values(g, results, f->nresults);
    speak(g, f->sentence);
    speak(g, f->verb);
}

/* What each has chosen so far, and whether they are done. */
static void speak_answers(const Game *g, const int32_t *at, int n) {
    for (const int32_t *end = at + n; at < end; at = next_chosen(at)) {
        speak_all(g, at + 2, at[1]);
        speak(g, at[0]);
    }
}

static void speak_frame(Game *g, const Frame *f) {
    if (f->program >= 0) {
        speak_values(g, locals_of(g, f), f->nlocals);
        if (f->verb >= 0) {
            speak(g, f->verb);
            speak(g, f->who);
            speak_values(g, g->values + f->events, f->nroles);
            speak(g, f->origin);
            speak_before(g, before_of(g, f->before));
            speak(g, f->sentence);
        }
    } else if (f->program == WINDOW) {
        const Value *at = g->values + f->base;
        for (int k = f->at; k < f->nevents; k++, at += W_ROW + at[W_LOCALS].u.i) {
            speak(g, at[W_RULE].u.i);
            speak(g, at[W_PROGRAM].u.i);
            speak_values(g, at + W_ROW, (int)at[W_LOCALS].u.i);
        }
    } else
        speak_batch(g, f);
    if (f->progress == MEMBERS) speak_all(g, g->heap + f->chosen, f->nchosen);
    if (f->progress == EACH) speak_answers(g, g->heap + f->chosen, f->nchosen);
}

/* So many events of the game that is played have been heard, with so many numbers: they stay as they are, so each is
   listened to once.  `nothing_heard`: another game begins.  `mentioned`: by entity the last word of the history that is its
   number; `mentioned_before`: by such a word the one before it, -1. */
static int32_t events_heard, numbers_heard, mentioned_before[HISTORY];

static void nothing_heard(const Game *g) {
    events_heard = numbers_heard = 0;
    memset(heard, -1, sizeof *heard * (size_t)g->pack->count);
    memset(mentioned, -1, sizeof *mentioned * (size_t)g->pack->count);
}

static void hear(const Game *g, int64_t i, const int32_t *word) {
    if ((uint64_t)i < (uint64_t)g->pack->count) {
        int32_t at = (int32_t)(word - g->history);
        if (heard[i] < 0) heard[i] = numbers_heard;
        mentioned_before[at] = mentioned[i];
        mentioned[i] = at;
    }
    numbers_heard++;
}

static void hear_events(const Game *g) {
    for (; events_heard < g->s->nevents; events_heard++) {
        const int32_t *e = event_at(g, events_heard), *from = e + E_VALUES;
        for (int k = e[E_VERB] < 0 ? e[E_NROLES] : e[E_NROLES] + 2; k > 0; k--) {
            Value one;
            const int32_t *word = from + 1; /* of a number the lower half, which is all of that of an entity */
            from = read_value(from, &one);
            if (one.tag == INT) hear(g, one.u.i, word);
            for (int j = 0; one.tag == SET && j < one.n; j++) hear(g, one.u.p[j], one.u.p + j);
        }
    }
}

static void speak_game(Game *g) {
    for (int k = 0; k < g->s->nframes; k++) speak_frame(g, g->frames + k);
    for (int k = 0; k < g->s->neffects; k++) {
        const Effect *e = g->effects + k;
        speak(g, e->you);
        speak(g, e->this);
        speak_words(g, g->words + e->at, e->n);
    }
    for (int k = 0; k < g->s->ndelayed; k++) speak_words(g, g->words + g->delayed[k].at, g->delayed[k].n);
    hear_events(g);
    for (int k = 0; k < nhidden; k++)
        if (spoken[hidden[k]] < 0 && heard[hidden[k]] >= 0) spoken[hidden[k]] = places + heard[hidden[k]];
}

/* --- Other names ------------------------------------------------------------------------------------------- */

static void rename_numbers(const Game *g, int32_t *p, int n, int step) {
    for (int k = 0; k < n; k++) p[k * step] = (int32_t)renamed(g, p[k * step]);
}

static void rename_lists(const Game *g, int32_t *at, int n) {
    for (; n > 0; n--, at += 1 + *at) rename_numbers(g, at + 1, *at, 1);
}

static void rename_answers(const Game *g, int32_t *at, int n) {
    for (const int32_t *end = at + n; at < end; at += 2 + at[1]) rename_numbers(g, at + 2, at[1], 1);
}

static void rename_values(const Game *g, Value *p, int n) {
    for (int k = 0; k < n; k++)
        if (p[k].tag == KEPT) rename_numbers(g, g->heap + p[k].u.i, p[k].n, 1);
        else if (p[k].tag == KEPT_LISTS) rename_lists(g, g->heap + p[k].u.i, p[k].n);
        else if (p[k].tag == INT) p[k].u.i = renamed(g, p[k].u.i);
}

static void rename_words(const Game *g, int32_t *p, int n) {
    for (int k = 0; k < n; k++) {
        Value one;
        int32_t *next = p + (read_value(p, &one) - p);
        if (one.tag == SET) rename_numbers(g, p + 2, one.n, 1);
        else if (one.tag == INT) write_value(p, whole(renamed(g, one.u.i)));
        p = next;
    }
}

/* What has happened speaks of few things, and of each it is known where. */
static void rename_history(Game *w) {
    for (int k = 0; k < nhidden; k++)
        for (int32_t at = mentioned[hidden[k]]; at >= 0; at = mentioned_before[at]) {
            w->history[at] = name[hidden[k]];
            w->s->touched |= HAPPENED;
        }
}

static void rename_before(Game *g, int32_t before) {
    if (before < 0) return;
    int32_t *all = g->heap + before;
    const int32_t *at = all + 2;
    Earlier e;
    for (int k = 0; k < all[1]; k++) {
        at = read_earlier(at, &e);
        rename_numbers(g, all + (e.held - all), e.nheld, 1);
        if (e.nfitted > 0) rename_numbers(g, all + (e.fitted - all), e.nfitted, 1);
        rename_numbers(g, all + (e.so - all), e.nso, 1);
        rename_numbers(g, all + (e.had - all), 2 * e.nhad, 1);
    }
}

static void rename_frame(Game *g, Frame *f) {
    if (f->napplied) rename_numbers(g, g->heap + f->applied + 1, f->napplied, 3);
    if (f->progress == MEMBERS) rename_numbers(g, g->heap + f->chosen, f->nchosen, 1);
    if (f->progress == EACH) rename_answers(g, g->heap + f->chosen, f->nchosen);
    if (f->program >= 0) {
        rename_values(g, locals_of(g, f), f->nlocals);
        if (f->verb < 0) return;
        rename_values(g, g->values + f->events, f->nroles);
        f->origin = (int32_t)renamed(g, f->origin);
        rename_before(g, f->before);
    } else if (f->program == WINDOW) {
        Value *at = g->values + f->base;
        for (int k = f->at; k < f->nevents; k++, at += W_ROW + at[W_LOCALS].u.i)
            rename_values(g, at + W_ROW, (int)at[W_LOCALS].u.i);
    } else {
        rename_values(g, g->values + f->roles, f->nroles);
        rename_values(g, g->values + f->results, f->nresults);
        if (NARROW(verbs)[V_ROW * f->verb + V_BATCH] >= 0) rename_numbers(g, g->heap + f->events, f->nevents, 1);
        if (f->program == BATCH) {
            rename_numbers(g, g->heap + f->kept + 1, f->nkept, KEPT_ROW);
            for (int k = 0; k < f->nkept; k++) rename_before(g, g->heap[f->kept + KEPT_ROW * k + 2]);
        }
        else if (f->nused && f->used != f->applied) rename_numbers(g, g->heap + f->used + 1, f->nused, 3);
    }
}

/* What lies in `place` of g lies in w in that which has its place. */
static void rename_kids(const Game *g, Game *w, int32_t place) {
    int n = 0;
    int32_t to = (int32_t)renamed(g, place);
    for (int32_t e = g->first[place]; e >= 0; e = g->next[e]) held[n++] = (int32_t)renamed(g, e);
    if (!OF(ordered, place)) sort_numbers(held, n);
    w->first[to] = w->last[to] = -1;
    w->nkids[to] = 0;
    for (int k = 0; k < n; k++) link_in(w, held[k], to, -1);
}

/* Values stay where they were changed; those that are printed go with the print. */
static void rename_column(const Game *g, Game *w, int column) {
    int refers = NARROW(refers)[column], changes = 0;
    if (!(refers == 2 || (refers && g->s->altered & column_bit(column)) || unlike_print & column_bit(column))) return;
    size_t rows = (size_t)g->pack->count + 1, at = (size_t)column * rows;
    const int64_t *now = g->columns + at, *printed = WIDE(printed) + at;
    int64_t *after = w->columns + at;
    for (size_t e = 0; refers && e < rows; e++) {
        after[e] = renamed(g, now[e]);
        changes |= after[e] != now[e];
    }
    if (memcmp(now, printed, rows * sizeof *now))
        for (int k = 0; k < nhidden; k++) {
            int32_t e = hidden[k];
            after[name[e]] = now[e] != printed[e] ? now[e] : printed[name[e]];
            changes |= after[name[e]] != now[name[e]];
        }
    if (!changes) return;
    w->s->altered |= column_bit(column);
    w->s->touched |= changed_column(column);
}

static void rename_lasting(Game *w) {
    for (int k = 0; k < w->s->neffects; k++) {
        Effect *e = w->effects + k;
        e->you = (int32_t)renamed(w, e->you);
        e->this = (int32_t)renamed(w, e->this);
        rename_words(w, w->words + e->at, e->n);
        w->s->touched |= rule_bits(w, e->rule);
    }
    for (int k = 0; k < w->s->ndelayed; k++) rename_words(w, w->words + w->delayed[k].at, w->delayed[k].n);
    rename_history(w);
    for (int k = 0; k < w->s->nruns; k++) {
        rename_numbers(w, w->runs[k].roles, w->runs[k].nroles, 1);
        if (w->runs[k].nroles) w->s->touched |= PERIODS;
    }
    if (w->s->nlefts) is_another(w);
    for (int k = 0; k < w->s->nlefts; k++) {  /* in order of the things */
        Left one = w->lefts[k];
        int at = k;
        one.thing = (int32_t)renamed(w, one.thing);
        for (; at > 0 && w->lefts[at - 1].thing > one.thing; at--) w->lefts[at] = w->lefts[at - 1];
        w->lefts[at] = one;
    }
}

/* What lies on a hidden thing comes somewhere else with it, and so on. */
static Bits bits_of_stack(const Game *g, int32_t e) {
    Bits found = bits_at(WIDE(moves) + 2 * e);
    for (int32_t kid = g->first[e]; kid >= 0; kid = g->next[kid]) found |= bits_of_stack(g, kid);
    return found;
}

/* w, a copy of g, gets other components in the places of those that have another name. */
static void relabel(const Game *g, Game *w) {
    int32_t count = (int32_t)g->pack->count;
    uint64_t now = w->s->line = ++ticks;
    memset(spots, 0, sizeof(int32_t) * (size_t)count);
    for (int k = 0; k < nhidden; k++) {
        int32_t e = hidden[k], to = name[e];
        spots[e] = 1;
        if (g->parent[e] >= 0) spots[g->parent[e]] = 1;
        else w->parent[to] = w->next[to] = w->prev[to] = -1;
        w->face[to] = g->face[e];
        w->known[to] = g->known[e];
        w->gone[to] = g->gone[e];
        w->s->touched |= KNOWN | bits_of_stack(g, e);
    }
    for (int32_t e = 0; e < count; e++)
        if (spots[e]) rename_kids(g, w, e);
    for (int k = 0; k < nhidden; k++)
        for (int32_t e = name[hidden[k]]; e >= 0 && w->shaken[e] != now; e = w->parent[e]) w->shaken[e] = now;
    for (int k = 0; k < g->pack->attributes; k++) rename_column(g, w, k);
    for (int k = 0; k < g->s->nframes; k++) rename_frame(w, w->frames + k);
    for (int k = 0; k < g->pack->nwatches; k++) {
        int32_t *truths = w->truths + k * (1 + 3 * TRUTHS);
        rename_numbers(g, truths + 1, 3 * truths[0], 1);
    }
    for (int k = 0; k < g->pack->nseems; k++) {
        int32_t *seen = w->seen + k * (1 + 4 * SEEN);
        rename_numbers(g, seen + 1, 4 * seen[0], 1);
    }
    rename_lasting(w);
}

/* --- Dealing ----------------------------------------------------------------------------------------------- */

static int32_t whole_place(const Game *g, int32_t e) {
    int32_t place = g->parent[e];
    while (OF(is_component, place)) place = g->parent[place];
    return place;
}

/* Where a hidden component lies, and what can be seen of it there; not which one it is. */
static int by_what_shows(const Game *g, int32_t a, int32_t b) {
    int order = compared(lies_in[a], lies_in[b]);
    if (!order) order = compared(at_place[a], at_place[b]);
    if (!order) order = compared(g->face[a], g->face[b]);
    if (!order) order = compared(g->known[a], g->known[b]);
    if (!order) order = compared(g->nkids[a], g->nkids[b]);
    for (int64_t k = 0; k < g->pack->attributes && !order && unlike_print; k++) {
        if (!(unlike_print & column_bit(k))) continue;
        const int64_t *now = g->columns + k * (g->pack->count + 1), *printed = WIDE(printed) + k * (g->pack->count + 1);
        int changed_a = now[a] != printed[a], changed_b = now[b] != printed[b];
        order = changed_a != changed_b ? changed_a - changed_b : changed_a ? compared(now[a], now[b]) : 0;
    }
    if (!order) order = compared(spoken[a], spoken[b]);
    return order ? order : compared(a, b);
}

/* What most of them are told apart by: a place, and which one it is there. */
typedef struct { uint64_t where; int32_t e; } Spot;

static inline int after(const Game *g, const Spot *a, const Spot *b) {
    return a->where != b->where ? a->where > b->where : by_what_shows(g, a->e, b->e) > 0;
}

/* Sorts them; `room_for`: as many more. */
static void merge_spots(const Game *g, Spot *p, Spot *room_for, int n) {
    if (n <= INSERTED / 2) {
        for (int k = 1; k < n; k++) {
            Spot one = p[k];
            int at = k;
            for (; at > 0 && after(g, p + at - 1, &one); at--) p[at] = p[at - 1];
            p[at] = one;
        }
        return;
    }
    int half = n / 2, i = 0, j = half;
    merge_spots(g, p, room_for, half);
    merge_spots(g, p + half, room_for, n - half);
    memcpy(room_for, p, sizeof *p * (size_t)half);
    for (int k = 0; i < half; k++) p[k] = j < n && after(g, room_for + i, p + j) ? p[j++] : room_for[i++];
}

static void sort_spots(const Game *g, int n) {
    int32_t *mark = top;
    Spot *each = lent(2 * sizeof *each * (size_t)n);
    for (int k = 0; k < n; k++) {
        int32_t e = members[k];
        Spot one = {(uint64_t)lies_in[e] << 32 | (uint32_t)(at_place[e] + 1), e};
        each[k] = one;
    }
    merge_spots(g, each, each + n, n);
    for (int k = 0; k < n; k++) spots[k] = each[k].e;
    top = mark;
}

/* Those of one look change places with each other. */
static void deal(const Game *g, int n, Source *chance) {
    sort_spots(g, n);
    for (int last = n - 1; last > 0; last--) {
        int64_t other = drawn_from(chance, last + 1);
        int32_t one = members[last];
        members[last] = members[other];
        members[other] = one;
    }
    for (int k = 0; k < n; k++) name[spots[k]] = members[k];
}

/* What several choose, each for themselves: only the seat's own answers stay, the others are asked for again. */
static void keep_own_answers(Game *g, Game *w, int seat) {
    Frame *f = last_frame(w);
    const int32_t *p = program_row(g, f->program);
    const int32_t *c = g->narrow + g->narrow[p[P_CODE] + f->pc], *at = g->heap + f->chosen;
    int32_t *to = w->heap + f->chosen, *was = to;
    forget_made();
    Value players = ev(w, c[3], locals_of(w, f), temps);
    for (int k = 0; k < players.n; k++, at = next_chosen(at)) {
        int own = players.u.p[k] == seat;
        int32_t n = own ? at[1] : 0;
        memmove(to + 2, was + (at - (g->heap + f->chosen)) + 2, sizeof *to * (size_t)n);
        to[0] = own ? at[0] : 0;
        to[1] = n;
        to += 2 + n;
    }
    f->nchosen = (int32_t)(to - was);
}

/* What watches found true that speak of hidden things, they find by what lies there now. */
static void look_anew(Game *g) {
    forget_made();
    for (int k = 0; k < g->pack->nwatches; k++) {
        int rule = NARROW(watches)[k];
        if (rule_row(g, rule)[R_SEEMS] < 0) continue;
        g->truths[k * (1 + 3 * TRUTHS)] = 0;
        nothing_waits();
        now_true(g, k, rule, ~(Bits)0);
    }
    nothing_waits();
}

static void look_for_unlike(const Game *g) {
    size_t rows = (size_t)g->pack->count + 1;
    unlike_print = 0;
    for (int64_t k = 0; k < g->pack->attributes; k++) {
        if (!(g->s->altered & column_bit(k))) continue;
        const int64_t *now = g->columns + (size_t)k * rows, *printed = WIDE(printed) + (size_t)k * rows;
        int unlike = 0;
        for (int j = 0; j < nhidden && !unlike; j++) unlike = now[hidden[j]] != printed[hidden[j]];
        if (unlike) unlike_print |= column_bit(k);
    }
}

static void look_for_hidden(const Game *g, int seat) {
    const int32_t *is_component = NARROW(is_component), *ordered = NARROW(ordered);
    places = nhidden = 0;
    for (int32_t e = 0; e < g->pack->count; e++) {
        name[e] = e;
        spoken[e] = at_place[e] = -1;
        if (is_component[e] && !sees(g, seat, e)) {
            name[e] = -1;  /* still to be dealt */
            hidden[nhidden++] = e;
        }
    }
    for (int32_t e = 0; e < g->pack->count; e++) {
        int32_t at = 0;
        for (int32_t kid = ordered[e] ? g->first[e] : -1; kid >= 0; kid = g->next[kid]) at_place[kid] = at++;
    }
    look_for_unlike(g);
}

/* Of each look all that are hidden; `hidden` are then those that have another name. */
static void deal_anew(const Game *g, Source *chance) {
    const int32_t *back = NARROW(back), *owner = NARROW(owner);
    int other = 0;
    for (int k = 0; k < nhidden; k++) {
        int32_t e = hidden[k];
        int n = 0;
        if (name[e] >= 0) continue;
        for (int j = k; j < nhidden; j++) {
            int32_t each = hidden[j];
            if (name[each] >= 0 || back[each] != back[e] || owner[each] != owner[e]) continue;
            lies_in[each] = whole_place(g, each);
            members[n++] = each;
        }
        deal(g, n, chance);
    }
    for (int k = 0; k < nhidden; k++)
        if (name[hidden[k]] != hidden[k]) hidden[other++] = hidden[k];
    nhidden = other;
}

/* w becomes a world in which everything that the seat cannot know is dealt anew, run to its decision. */
static void redetermine(Game *g, Game *w, int seat, Source *chance) {
    look_for_hidden(g, seat);
    speak_game(g);
    deal_anew(g, chance);
    w->root = 0;
    copy_into(g, w);
    relabel(g, w);
    if (g->s->kind == CHOOSE_EACH) keep_own_answers(g, w, seat);
    w->s->seed = chance->seed * 0x9E3779B97F4A7C15u + chance->counter + 1;
    w->s->counter = 0;
    if (!(g->s->changed & watched_for(g))) look_anew(w);
    run(w);
    stamp(w);
    w->root = ++ticks;
}

/* --- What a seat may know of options ------------------------------------------------------------------------- */

enum { O_HIDDEN = 100 };

/* A payment lies in the heap of its game; told from others by a number that is made of it. */
static Option paid_option(const Game *g, Option o) {
    uint64_t found = (uint64_t)o.a;
    for (int k = 0; k < 1 + (NARROW(paid_as) + 2 * o.a)[1]; k++) found = mix(found, (uint64_t)g->heap[o.b + k]);
    Option made = {O_PAYMENT, (int32_t)found, (int32_t)(found >> 32)};
    return made;
}

static Option seen_option(const Game *g, int seat, Option o) {
    if (o.tag == O_PAYMENT) return paid_option(g, o);
    if (o.tag == O_RULE && o.b >= 0 && !sees(g, seat, o.b)) o.b = -1;
    if (o.tag != O_ENTITY || sees(g, seat, o.a)) return o;
    int32_t place = g->parent[o.a];
    Option hidden = {O_HIDDEN, place, OF(ordered, place) ? place_in(g, o.a) + 1 : 0};
    return hidden;
}

static int same_option(Option a, Option b) { return a.tag == b.tag && a.a == b.a && a.b == b.b; }

/* The options of the seat as it sees them; how many. */
static int seen_options(const Game *g, int seat, Option *found) {
    int at = g->s->kind == NOTHING_ASKED ? -1 : place_of_seat(g, seat), n = at < 0 ? 0 : options_of(g, at);
    for (int k = 0; k < n; k++) found[k] = seen_option(g, seat, g->options[g->s->upto[at] - n + k]);
    return n;
}

/* The first of each that the seat can tell apart, by their numbers; how many. */
static int different_options(const Option *seen, int n, int32_t *found) {
    int different = 0;
    for (int k = 0; k < n; k++) {
        int before = 0;
        if (seen[k].tag == O_HIDDEN || seen[k].tag == O_RULE)
            for (int j = 0; j < k && !before; j++) before = same_option(seen[j], seen[k]);
        if (!before) found[different++] = k;
    }
    return different;
}
