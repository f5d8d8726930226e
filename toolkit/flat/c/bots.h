/* Bots: `toolkit/play/bots.py`, `outlook.py` and `lookahead.py`, number for number. */

#include <math.h>
#include <time.h>

enum { RANDOM_BOT, FIRST_BOT, GREEDY_BOT, LOOKAHEAD_BOT };
enum { WON = 1000000, TRIES = 4, MOST_WORLDS = 16, MOST_BOTS = 64, MOST_SAMPLES = 64, MOST_STEPS = 1024 };
/* With a limit of time: at least so many lines.  For each world so many of the first lines.  A line to the end of a game. */
enum { LEAST_LINES = 16, LINES_A_WORLD = 4, TO_THE_END = 2000 };

/* `worlds`, `widest`, `deepest`, `slips`: of a greedy one; `horizon`, `longest`, `samples`, `stays`, `curious`: of one that searches.
   `budget`: runs, or so many seconds (`limit`).  `judge`: by whose evaluation.  `decisions`, `seconds`: how often it decided,
   and how long it thought about that, if it is `timed`. */
typedef struct {
    int kind, timed, decisions, budget, worlds, widest, deepest, horizon, longest, samples, slips, stays;
    double curious, limit, seconds;
    Source chance;
    Pack *judge;
} Bot;

/* A position as the tree knows it: what led there, the first of those after it, the next one beside it. */
typedef struct { int32_t seat, visits, offered, first, beside; Option option; double won; } Node;

/* What bots think in: a world for each that is imagined, and one in which something is tried. */
static Game *worlds[MOST_WORLDS], *trial;
static Option shown[OPTIONS], shown_there[OPTIONS];
static int32_t different[OPTIONS], there_different[OPTIONS], fresh[OPTIONS];
static int nshown, ndifferent, nworlds, nlines;
static Node *tree;
static int32_t ntree, tree_room;
static double middle, spread;

/* --- What may be asked (`Outlook`) ---------------------------------------------------------------------------- */

static void imagine(Game *g, Game *w, int seat, Source *chance) {
    for (int k = 0; k < TRIES; k++) {
        redetermine(g, w, seat, chance);
        chance->counter++;
        int n = seen_options(w, seat, shown_there), same = n == nshown;
        for (int j = 0; j < n && same; j++) same = same_option(shown_there[j], shown[j]);
        if (same) return;
    }
}

static int over(const Game *g) { return g->s->kind == NOTHING_ASKED; }

/* Seat `at` of those that are asked takes an option. */
static void choose(Game *g, int at, int index) {
    answer(g, at, index);
    run(g);
}

static int random_of(const Game *g, int at, Source *chance) { return (int)drawn_from(chance, options_of(g, at)); }

static int player_at(const Game *g, int k) { return NARROW(players)[k]; }

/* How far a player is ahead of the best other one who is still in the game. */
static int64_t margin(const Game *g, int seat, const int64_t *values) {
    int64_t most = 0, mine = 0;
    int others = 0;
    for (int k = 0; k < g->pack->nplayers; k++) {
        if (player_at(g, k) == seat) mine = values[k];
        else if (!is_out(g, k) && (!others++ || values[k] > most)) most = values[k];
    }
    return mine - most;
}

static int64_t worth(Game *g, const Pack *judge, int seat) {
    int64_t values[MOST_BOTS];
    evaluated(g, judge, values);
    int64_t found = margin(g, seat, values);
    if (g->s->over && g->s->nwinners) found += has_won(g, seat) ? WON : -WON;
    return found;
}

/* --- Greedy ------------------------------------------------------------------------------------------------ */

static int alone_asked(const Game *g, int seat) { return !over(g) && g->s->nseats == 1 && g->s->seats[0] == seat; }

/* The best of so many runs that begin with an option. */
static int64_t best_of(const Bot *b, const Game *world, int seat, int index, int times, Source *chance) {
    int64_t best = 0;
    for (int k = 0; k < times; k++) {
        int decided = 0;
        copy_into(world, trial);
        int at = over(trial) ? -1 : place_of_seat(trial, seat);
        if (at >= 0 && index < options_of(trial, at)) {
            choose(trial, at, index);
            for (; alone_asked(trial, seat) && decided < b->deepest; decided++)
                choose(trial, 0, random_of(trial, 0, chance));
        }
        int64_t found = worth(trial, b->judge, seat);
        if (!k || found > best) best = found;
        if (!decided) break;
    }
    return best;
}

static int greedy(Bot *b, Game *g, int seat) {
    int64_t found[OPTIONS];
    int n = ndifferent, ties = 0;
    if (n < 2) return different[0];
    if (b->slips && drawn_from(&b->chance, 100) < b->slips) return different[drawn_from(&b->chance, n)];
    if (n > b->widest) {
        int held = n;
        memcpy(fresh, different, sizeof *fresh * (size_t)n);
        for (n = 0; n < b->widest; n++) {
            int64_t at = drawn_from(&b->chance, held);
            different[n] = fresh[at];
            memmove(fresh + at, fresh + at + 1, sizeof *fresh * (size_t)(--held - at));
        }
        qsort(different, (size_t)n, sizeof *different, ascending);
    }
    if (n < 2) return different[0];
    int times = b->budget / (b->worlds * n);
    memset(found, 0, sizeof *found * (size_t)n);
    for (int k = 0; k < b->worlds; k++) {
        imagine(g, worlds[0], seat, &b->chance);
        for (int j = 0; j < n; j++)
            found[j] += best_of(b, worlds[0], seat, different[j], times < 1 ? 1 : times, &b->chance);
    }
    for (int j = 0; j < n; j++) {
        if (ties && found[j] > found[fresh[0]]) ties = 0;
        if (!ties || found[j] == found[fresh[0]]) fresh[ties++] = j;
    }
    return different[fresh[drawn_from(&b->chance, ties)]];
}

/* --- Searching --------------------------------------------------------------------------------------------- */

static int32_t new_node(int seat, Option option) {
    if (ntree == tree_room) {
        tree_room = tree_room ? 2 * tree_room : 1024;
        tree = made_larger(tree, sizeof *tree * (size_t)tree_room);
    }
    Node node = {seat, 0, 0, -1, -1, option, 0.0};
    tree[ntree] = node;
    return ntree++;
}

static int32_t child(int32_t node, int seat, Option option) {
    int32_t found = tree[node].first;
    while (found >= 0 && (tree[found].seat != seat || !same_option(tree[found].option, option))) found = tree[found].beside;
    return found;
}

static int bits_of(int32_t n) {
    int bits = 0;
    for (; n; n >>= 1) bits++;
    return bits;
}

/* An option of a seat, and the position to which it leads; `is_new`: the tree did not know that yet. */
static int descend(const Bot *b, Source *chance, const Game *g, int seat, int32_t *node, int *is_new) {
    int n = seen_options(g, seat, shown_there), nfresh = 0, index = -1;
    int nd = different_options(shown_there, n, there_different);
    int32_t found = -1;
    double best = -1.0;
    for (int k = 0; k < nd; k++) {
        int32_t each = child(*node, seat, shown_there[there_different[k]]);
        if (each < 0 || !tree[each].visits) {
            fresh[nfresh++] = there_different[k];
            continue;
        }
        tree[each].offered++;
        if (nfresh) continue;
        double value = tree[each].won / tree[each].visits +
                       b->curious * sqrt((double)bits_of(tree[each].offered) / tree[each].visits);
        if (value > best) {
            best = value;
            found = each;
            index = there_different[k];
        }
    }
    *is_new = nfresh > 0;
    if (nfresh) {
        index = fresh[drawn_from(chance, nfresh)];
        found = child(*node, seat, shown_there[index]);
        if (found < 0) {
            found = new_node(seat, shown_there[index]);
            tree[found].beside = tree[*node].first;
            tree[*node].first = found;
        }
        tree[found].offered++;
    }
    *node = found;
    return index;
}

/* Plays on at random to the horizon, or for so long if nobody judges before the end. */
static void finish(const Bot *b, Source *chance, Game *g, int active, int changes, int steps, int judged, int longest) {
    while (!over(g) && steps < longest) {
        int at = (int)drawn_from(chance, g->s->nseats);
        choose(g, at, random_of(g, at, chance));
        steps++;
        if (judged && g->s->active != active) {
            active = g->s->active;
            if (++changes >= b->horizon) return;
        }
    }
}

static int is_judged(const Bot *b) { return b->judge->nevaluations > 0; }

static int longest_of(const Bot *b) { return is_judged(b) ? b->longest : 4 * b->longest; }

static void begin(const Game *world, Source *chance) {
    copy_into(world, trial);
    trial->s->seed = mix(chance->seed, chance->counter++);
    trial->s->counter = 0;
}

/* How far apart the ends of lines lie that are played at random. */
static void measure(const Bot *b, Source *chance, const Game *world, int seat) {
    int64_t margins[MOST_SAMPLES], values[MOST_BOTS], sum = 0;
    int n = 0;
    double far = 0.0;
    for (int k = 0; k < b->samples; k++) {
        begin(world, chance);
        finish(b, chance, trial, trial->s->active, 0, 0, is_judged(b), longest_of(b));
        if (trial->s->over) continue;
        evaluated(trial, b->judge, values);
        sum += margins[n++] = margin(trial, seat, values);
    }
    middle = n ? (double)sum / n : 0.0;
    for (int k = 0; k < n; k++) far += fabs((double)margins[k] - middle);
    spread = n ? far / n + 1.0 : 1.0;
}

/* For each player from 0 (lost) to 1 (won). */
static void fared(Game *g, const Bot *b, int seat, double *found) {
    int64_t values[MOST_BOTS];
    if (!g->s->over) evaluated(g, b->judge, values);
    for (int k = 0; k < g->pack->nplayers; k++) {
        int player = player_at(g, k);
        if (g->s->over) {
            found[k] = g->s->nwinners ? has_won(g, player) : 0.5;
            continue;
        }
        double far = ((double)margin(g, player, values) - (player == seat ? middle : -middle)) / spread;
        found[k] = 0.5 + 0.45 * far / (1.0 + fabs(far));
    }
}

/* The position to which an option of the root leads. */
static int32_t below_root(int seat, int index) {
    int32_t found = child(0, seat, shown[index]);
    if (found < 0) {
        found = new_node(seat, shown[index]);
        tree[found].beside = tree[0].first;
        tree[0].first = found;
    }
    tree[found].offered++;
    return found;
}

/* One line of play, told to all positions on its way; how the seat fared.  `forced`: with which option it begins, -1: any. */
static double simulate(const Bot *b, Source *chance, const Game *world, int seat, int forced) {
    int32_t path[MOST_STEPS], node = 0;
    int steps = 0, is_new = 0, changes = 0, judged = is_judged(b), at_horizon = 0;
    double told[MOST_BOTS];
    const Game *g = trial;
    begin(world, chance);
    int active = trial->s->active;
    while (!over(trial) && !is_new && steps < b->longest && !at_horizon) {
        int at = steps ? 0 : place_of_seat(trial, seat), index = forced;
        at = at < 0 ? 0 : at;
        if (steps || forced < 0) index = descend(b, chance, trial, trial->s->seats[at], &node, &is_new);
        else {
            node = below_root(seat, forced);
            is_new = !tree[node].visits;
        }
        path[steps++] = node;
        choose(trial, at, index);
        if (trial->s->active != active) {
            active = trial->s->active;
            changes++;
            at_horizon = judged && changes >= b->horizon;
        }
    }
    if (!at_horizon) finish(b, chance, trial, active, changes, steps, judged, longest_of(b));
    fared(trial, b, seat, told);
    for (int k = 0; k < steps; k++) {
        Node *each = tree + path[k];
        each->visits++;
        each->won += told[OF(seat, each->seat)];
    }
    return told[OF(seat, seat)];
}

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The world of a line: another one, if there may be one more of them by now, or one that has stayed so long. */
static Game *world_of(Bot *b, Game *g, int seat) {
    int many = b->limit > 0 ? nlines / LINES_A_WORLD + 1 : b->budget / LINES_A_WORLD, at;
    many = many > b->worlds ? b->worlds : many < 1 ? 1 : many;
    if (nworlds < many) {
        imagine(g, worlds[nworlds++], seat, &b->chance);
        if (nworlds == 1) measure(b, &b->chance, worlds[0], seat);
        return worlds[nlines % nworlds];
    }
    at = nlines % nworlds;
    if (nlines / nworlds % b->stays == 0) imagine(g, worlds[at], seat, &b->chance);
    return worlds[at];
}

/* Whether another line may be tried.  With a limit of time: as long as what was tried most could still be another one, so
   quick as it went until now. */
static int goes_on(const Bot *b, double began) {
    int32_t most = 0, second = 0;
    if (!(b->limit > 0)) return nlines < b->budget;
    if (nlines < LEAST_LINES) return 1;
    double passed = seconds_now() - began;
    if (passed >= b->limit) return 0;
    if (nlines % (LEAST_LINES * LEAST_LINES)) return 1;
    for (int32_t k = tree[0].first; k >= 0; k = tree[k].beside) {
        if (tree[k].visits > most) second = most, most = tree[k].visits;
        else if (tree[k].visits > second) second = tree[k].visits;
    }
    return (most - second) * passed <= nlines * (b->limit - passed);
}

/* The option that was tried most; -1: somebody has stopped it. */
static int searched_best(Bot *b, Game *g, int seat) {
    int best = different[0];
    int32_t most = -1;
    double began = b->limit > 0 ? seconds_now() : 0.0;
    ntree = nworlds = nlines = 0;
    new_node(0, shown[0]);
    for (; goes_on(b, began); nlines++) {
        simulate(b, &b->chance, world_of(b, g, seat), seat, -1);
        if (nlines % LEAST_LINES == 0 && PyErr_CheckSignals()) return -1;
    }
    for (int k = 0; k < ndifferent; k++) {
        int32_t node = child(0, seat, shown[different[k]]);
        if (node < 0) continue;
        if (most < 0 || tree[node].visits > tree[most].visits ||
            (tree[node].visits == tree[most].visits && tree[node].won > tree[most].won)) {
            most = node;
            best = different[k];
        }
    }
    return best;
}

/* --- Weighing one option against another --------------------------------------------------------------------- */

/* Of lines that begin with an option: how they fared, how far ahead they ended, how many games were over and won. */
typedef struct { double fared; int64_t ahead; int over, won; } Side;

/* `apart`: sums of what the first fared better in a pair, and of its squares. */
typedef struct { Side side[2]; double apart, squares; int pairs; } Contest;

static double tried_in(Bot *b, const Game *world, int seat, int index, Side *side) {
    int64_t values[MOST_BOTS];
    double found = simulate(b, &b->chance, world, seat, index);
    evaluated(trial, b->judge, values);
    side->fared += found;
    side->ahead += margin(trial, seat, values);
    side->over += trial->s->over != 0;
    side->won += trial->s->over && has_won(trial, seat);
    return found;
}

/* The first option that looks the same to the seat. */
static int first_alike(int index) {
    int k = 0;
    while (!same_option(shown[k], shown[index])) k++;
    return k;
}

static int offered_in(const Game *world, int seat, int index) {
    int n = seen_options(world, seat, shown_there);
    return index < n && same_option(shown_there[index], shown[index]);
}

/* Two options after a search, each as well known as the other, in pairs of lines in a world of their own; 0: stopped. */
static int contested(Bot *b, Game *g, int seat, int one, int other, int pairs, Contest *found) {
    Side unheeded;
    int32_t first = below_root(seat, one), second = below_root(seat, other);
    for (int k = 0; tree[second].visits < tree[first].visits && k < nlines; k++) {
        if (offered_in(worlds[k % nworlds], seat, other)) tried_in(b, worlds[k % nworlds], seat, other, &unheeded);
        if (k % LEAST_LINES == 0 && PyErr_CheckSignals()) return 0;
    }
    for (int k = 0; k < pairs; k++) {
        imagine(g, worlds[0], seat, &b->chance);
        if (k % LEAST_LINES == 0 && PyErr_CheckSignals()) return 0;
        if (!offered_in(worlds[0], seat, one) || !offered_in(worlds[0], seat, other)) continue;
        double better = tried_in(b, worlds[0], seat, one, found->side);
        better -= tried_in(b, worlds[0], seat, other, found->side + 1);
        found->apart += better;
        found->squares += better * better;
        found->pairs++;
    }
    return 1;
}

/* How often the seat wins if all play at random from here, half of what nobody wins; -1: stopped. */
static double wins_at_random(Bot *b, Game *g, int seat, int games) {
    double found = 0.0;
    for (int k = 0; k < games; k++) {
        imagine(g, worlds[0], seat, &b->chance);
        begin(worlds[0], &b->chance);
        finish(b, &b->chance, trial, 0, 0, 0, 0, TO_THE_END);
        found += trial->s->over && trial->s->nwinners ? has_won(trial, seat) : 0.5;
        if (PyErr_CheckSignals()) return -1.0;
    }
    return found;
}

/* --- Any bot ------------------------------------------------------------------------------------------------ */

/* With which option a bot answers for a seat, seat `at` of those that are asked; -1: it was stopped. */
static int thought(Bot *b, Game *g, int at) {
    Sheet *counting = sheet;
    int seat = g->s->seats[at], index = 0;
    clock_t began = b->timed ? clock() : 0;
    sheet = NULL;
    if (b->kind == RANDOM_BOT) index = random_of(g, at, &b->chance);
    if (b->kind >= GREEDY_BOT) {
        nshown = seen_options(g, seat, shown);
        ndifferent = different_options(shown, nshown, different);
        nlines = nworlds = 0;
        index = b->kind == GREEDY_BOT ? greedy(b, g, seat)
                : ndifferent < 2     ? different[0]
                                     : searched_best(b, g, seat);
    }
    sheet = counting;
    b->decisions++;
    if (b->timed) b->seconds += (double)(clock() - began) / CLOCKS_PER_SEC;
    return index;
}
