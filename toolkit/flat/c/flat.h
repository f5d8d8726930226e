/* What all parts of the flat machine share: values, the tables of a lowered pack, and the state of one game.

   A lowered pack (`Pack`) is an array of 32-bit numbers and one of 64-bit ones, made once by `lower.py`; the members
   named in HEAD are places in these arrays.  The state of a game (`Game`) is one block of memory, copied as such. */

#ifndef SAYSO_FLAT_H
#define SAYSO_FLAT_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <limits.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* --- Values ------------------------------------------------------------------------------------------------ */

/* INT, BOOL: `u.i`.  SET: `n` members at `u.p`, which stay there until the instruction is done; one without members lasts.
   KEPT: a set that a frame keeps, `n` members from `u.i` on in the heap of the game.  LISTS, KEPT_LISTS: the same of `n`
   sets, each its length and its members: what several have chosen. */
enum { INT, BOOL, SET, KEPT, LISTS, KEPT_LISTS };

typedef struct {
    int32_t tag, n;
    union { int64_t i; const int32_t *p; } u;
} Value;

/* What is so small that a call would cost more. */
#define AT_ONCE static inline __attribute__((always_inline))

static inline Value whole(int64_t i) { Value v = {INT, 0, {.i = i}}; return v; }
static inline Value truth(int so) { Value v = {BOOL, 0, {.i = so != 0}}; return v; }
static inline Value set_of(const int32_t *p, int32_t n) { Value v = {SET, n, {.p = p}}; return v; }
static inline Value lists_of(const int32_t *p, int32_t n) { Value v = {LISTS, n, {.p = p}}; return v; }
static inline int holds(Value v) { return v.tag == SET ? v.n != 0 : v.u.i != 0; }

/* --- A lowered pack ---------------------------------------------------------------------------------------- */

/* Numbers of a pack, and where its tables begin in `narrow` (those of `wide` say so).  A *range* is two numbers: where it
   begins in `narrow`, and its length.  Tables by entity have one row more, which is that of none (-1). */
#define HEAD(X) \
    X(count) X(kinds) X(attributes) X(nplayers) X(players) X(nperiods) X(owner_column) \
    X(kind) X(owner) X(is_component) X(ordered) X(seen_by) X(number) X(x) X(y) X(card) X(named) X(alike) X(unlike) X(back) \
    X(part_of) X(seat) X(lies_open) X(shows) X(parts) X(regions) X(beside) X(members) X(capacity) X(is_of) X(all_of) \
    X(changes) X(components) X(values) X(at) \
    X(found) X(paid_as) \
    X(moves) X(least) X(most) X(printed) /* wide */ \
    X(programs) X(nprograms) X(verbs) X(nverbs) X(acting) X(nsteps) X(watches) X(nwatches) X(nseems) X(rules) X(nrules) \
    X(asked_uses) X(asked_periods) X(nasked) X(left) X(nleft) X(asks) X(ordering) X(people) X(watched_low) X(watched_high) \
    X(functions) X(formulas) X(effects) X(steps) X(options) X(chosen) X(set_members) X(depth) X(waiting) X(lasting) X(log) \
    X(largest) X(everybody) X(refers) X(evaluations) X(nevaluations) X(invariants) X(ninvariants) X(nagain) X(nmemos) X(kept_places) X(nkept_places)

/* A verb's row, a rule's row, a program's row, of so many numbers each. */
enum { V_KIND, V_NOTHING, V_BATCH, V_OBJ, V_PROGRAM, V_REQUIRES, V_NEEDS, V_NNEEDS, V_ROLES, V_RECORDED, V_BELOW, V_NBELOW,
       V_ASKED, V_NASKED, V_MOVES, V_NMOVES, V_REMEMBERED, V_ACTED, V_ROW };
enum { R_KIND, R_MATCH, R_HOLDERS, R_YOU, R_OVER, R_OWN, R_HOLDS, R_VALUE, R_WAS, R_BEFORE, R_MOVING, R_LAYER, R_NEWEST, R_SEATED,
       R_CAPTURED, R_LOCALS, R_BLANK, R_PROGRAM, R_ATTRIBUTE, R_ADDS, R_BOUNDS, R_EVENTS, R_NEVENTS, R_READS, R_SEEMS,
       R_PRETENDS, R_MATCH_PARTS, R_WAS_PARTS, R_LOOKS, R_NLOOKS, R_LOOKS_OWN, R_STANDS, R_SPENDS,
       R_ROW };
enum { P_CODE, P_LENGTH, P_LOCALS, P_BLANK, P_AT, P_DIFFERS, P_ROW };
enum { F_BODY, F_LOCALS, F_DIFFERS, F_ROW };

/* What a rule does, as which it is found (`next_active`): for a verb, a step, an attribute. */
enum { TRIGGERS, REPLACES, FORBIDS, ALLOWS, CHOOSES, HEARS, SKIPS, MODIFIES, WATCHES };

/* What has changed, bit by bit, as `toolkit/kernel/changes.py` has them; of more than 128 several share one. */
typedef unsigned __int128 Bits;

typedef struct Remembered Remembered;
typedef struct Worth Worth;
typedef struct Standing Standing;
typedef struct Proposed Proposed;

typedef struct {
    PyObject_HEAD
#define X(name) int64_t name;
    HEAD(X)
#undef X
    int32_t *narrow;
    int64_t *wide;
    Bits every_bit;            /* of what can change */
    Remembered *remembered;        /* values that were found: `remember.h` */
    Worth *worth;
    Standing *standing;        /* on what each rule stands: `rules.h` */
    Proposed *proposed, *by_who; /* whether verbs could be done, with what, and by whom alone: `events.h` */
    uint64_t *again;           /* what was found, to be asked again only where something has changed: `again.h` */
    Value *blanks;             /* what the locals of programs, then of rules, are before anything is in them */
    int32_t *blanks_at;        /* where those of each begin */
    size_t fixed;              /* bytes of a state before its frames */
    char *spare[4];            /* blocks of games that are gone */
    int nspare;
} Pack;

/* --- The state of a game ----------------------------------------------------------------------------------- */

enum { FRAMES = 160, VALUES = 4096, HEAP = 16384, OPTIONS = 1024, RUNS = 64, TRUTHS = 32, MOST_ROLES = 8, TEMPS = 8192,
       SCRATCH = 1 << 21, MOST_WAITING = 256, MOST_SEATS = 64, EFFECTS = 128, DELAYED = 64, WORDS = 4096, EVENTS = 16384,
       HISTORY = 1 << 18, LEFTS = 256, MOST_LEFT = 4, SEEN = 1024, RUN_ROLES = 4,
       MOST_CAPTURED = 32 };

enum { REPLACING = -1, BATCH = -2, WINDOW = -3 };

/* What stands for an empty set among the blanks of a program. */
enum { NO_MEMBERS = -2 };

/* What a frame has so far: nothing, the members of a choice, the rule that was chosen, what came back, no. */
enum { NO_PROGRESS, MEMBERS, CHOSEN, RETURNED, DECLINED, PRETENDED, EACH };

/* A program that runs (`base`: its locals; `roles`: those of its event), or
   REPLACING, BATCH: `roles` of the event, the batch in `events` (each the value of the batch role), `at` the next one;
   `kept`: indices of those that survived, or are done; results in `results`.
   WINDOW: what waits lies from `base` on: rule, program (or ~program: pretended), number of locals, locals.
   `before`: what triggers looked back to before the event (`look_back`), in the heap; -1: nothing. */
typedef struct {
    int32_t program, pc, slot, rule, verb, who, origin, sentence;
    int32_t roles, nroles, base, nlocals, heap;      /* `heap`: where what it keeps begins */
    int32_t applied, napplied;                       /* replacements that were used, three numbers each */
    int32_t progress, chosen, nchosen, capacity;     /* of MEMBERS in the heap; CHOSEN: `chosen` */
    int32_t events, nevents, at, kept, nkept, origins, results, nresults;
    int32_t used, nused, before;
    Value returned;
    int32_t returned_origin;
} Frame;

typedef struct { int32_t period, number, who, start, nroles, roles[RUN_ROLES]; } Run;

/* A rule that acts for a while; `n` values that it captured lie from `at` on in `words`. */
typedef struct { int32_t id, rule, you, this, period, run, at, n; } Effect;

/* What runs when a step is next begun or ended. */
typedef struct { int32_t step, program, rule, at, n; } Delayed;

/* What a thing was like when it left; `waits`: it will leave in the batch that runs. */
typedef struct { int32_t thing, waits; int64_t values[MOST_LEFT]; } Left;

enum { NOTHING_ASKED, CHOOSE_ONE, CHOOSE, CHOOSE_NUMBER, CHOOSE_VALUE, CHOOSE_QUANTITY, CHOOSE_PAYMENT, CHOOSE_EACH, MAY,
       BRANCH, REPLACE, ORDERED };

/* PAYMENT: of attribute `a`, how much of each is in the heap from `b` on. */
enum { O_ENTITY, O_NUMBER, O_VALUE, O_QUANTITY, O_PAYMENT, O_YES, O_NO, O_DONE, O_BRANCH, O_RULE };
typedef struct { int32_t tag, a, b; } Option;

/* Options of seat k end before `upto[k]`.  `altered`: which columns may be other than printed, bit by bit, the last bit for
   all from 63 on: what is as it is printed in two games need not be copied. */
typedef struct {
    Bits changed, recent;      /* `recent`: for whoever counts; what watches have looked at */
    Bits touched;              /* `touched`, `version`, `line`: see `again.h` */
    uint64_t seed, counter, altered, version, line;
    int64_t out;
    int32_t active, over, nwinners, kind, nseats, noptions, nframes, nvalues, nheap, nruns;
    int32_t ngone, clock, neffects, ndelayed, nwords, nevents, nhistory, nlefts;
    int32_t seats[MOST_SEATS], upto[MOST_SEATS];
} Plain;

typedef struct Game {
    PyObject_HEAD
    Pack *pack;
    const int32_t *narrow;     /* those of the pack */
    const int64_t *wide;
    char *block, *before;      /* `before`: where it stood before what is being done, should that fail */
    uint64_t root;             /* of a world that stays as it is, and of games that went on from it; 0: of no world */
    Plain *s;
    int64_t *known, *columns;
    uint64_t *stamps, *shaken; /* see `again.h` */
    int32_t *parent, *first, *last, *next, *prev, *nkids, *face, *gone, *period_count, *period_start, *winners;
    int32_t *truths;           /* for each watch how many, then three numbers each */
    int32_t *seen;             /* for each watch that may have to seem to ask how many, then four numbers each */
    Run *runs;
    Effect *effects;
    Delayed *delayed;
    int32_t *words;            /* values of effects and of what is delayed */
    int32_t *events, *history; /* for each recorded event where it begins in `history` */
    Left *lefts;
    Option *options;
    Frame *frames;
    Value *values;
    int32_t *heap;
} Game;

static inline void goes_by(Game *g, Pack *pack) {
    g->pack = pack;
    g->narrow = pack->narrow;
    g->wide = pack->wide;
}

/* What one decision needs while it is made; all games share it, for none keeps anything in it. */
static jmp_buf beyond;
static int32_t scratch[SCRATCH], *top;
static Value temps[TEMPS];
static int64_t steps_left, work_left;
static int deep, busy, ncomputing, nrequired;

/* Whether what differs from another version of the pack was come to. */
static int reached;

enum { WORK = 50000000 };

/* Beyond what this machine can hold, or a limit of the pack: the Python machine says which. */
__attribute__((cold, noinline, noreturn)) static void fail(void) { longjmp(beyond, 1); }

static inline void room(int64_t more) { if (top + more > scratch + SCRATCH) fail(); }
/* Memory of this instruction. */
static inline void *lent(size_t bytes) {
    while ((uintptr_t)top % sizeof(void *)) top++;
    int64_t n = (int64_t)((bytes + sizeof *top - 1) / sizeof *top);
    room(n);
    void *found = top;
    top += n;
    return found;
}
static inline void work(int64_t more) { if ((work_left -= more) < 0) fail(); }
/* The row of a thing, or of none; whatever else may stand there is no flat machine's. */
static inline int row(const Game *g, int64_t e) {
    if ((uint64_t)e < (uint64_t)g->pack->count) return (int)e;
    if (e != -1) fail();
    return (int)g->pack->count;
}

/* A loop over so many members begins. */
static inline void loop_over(const Game *g, int64_t n) {
    if (n > g->pack->set_members) fail();
    work(n);
}

/* A number below another one, as an index has to be. */
static inline int64_t index_below(int64_t i, int64_t n) {
    if ((uint64_t)i >= (uint64_t)n) fail();
    return i;
}


#define NARROW(table) (g->narrow + g->pack->table)
#define OF(table, e) (NARROW(table)[row(g, e)])
#define WIDE(table) (g->wide + g->pack->table)
#define COLUMN(attribute, e) (g->columns[(attribute) * (g->pack->count + 1) + row(g, e)])

static inline const int32_t *program_row(const Game *g, int32_t program) {
    const int32_t *p = NARROW(programs) + P_ROW * program;
    reached |= p[P_DIFFERS];
    return p;
}

/* Whatever writes to a state says what it wrote. */
static inline void has_changed(Game *g, Bits what) {
    g->s->changed |= what;
    g->s->touched |= what;
}

static inline int32_t narrow(int64_t i) { if (i != (int32_t)i) fail(); return (int32_t)i; }

#endif
