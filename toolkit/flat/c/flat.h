/* What all parts of the flat machine share: values, the tables of a lowered pack, and the state of one game.

   A lowered pack (`Pack`) is an array of 32-bit numbers and one of 64-bit ones, made once by `lower.py`; the members
   named in HEAD are places in these arrays.  The state of a game (`Game`) is one block of memory, copied as such. */

#ifndef SAYSO_FLAT_H
#define SAYSO_FLAT_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* --- Values ------------------------------------------------------------------------------------------------ */

/* INT, BOOL: `u.i`.  SET: `n` members at `u.p`, which stay there until the instruction is done.  KEPT: a set that a
   frame keeps, `n` members from `u.i` on in the heap of the game. */
enum { INT, BOOL, SET, KEPT };

typedef struct {
    int32_t tag, n;
    union { int64_t i; const int32_t *p; } u;
} Value;

static inline Value whole(int64_t i) { Value v = {INT, 0, {.i = i}}; return v; }
static inline Value truth(int so) { Value v = {BOOL, 0, {.i = so != 0}}; return v; }
static inline Value set_of(const int32_t *p, int32_t n) { Value v = {SET, n, {.p = p}}; return v; }
static inline int holds(Value v) { return v.tag == SET ? v.n != 0 : v.u.i != 0; }

/* --- A lowered pack ---------------------------------------------------------------------------------------- */

/* Numbers of a pack, and where its tables begin in `narrow` (those of `wide` say so).  A *range* is two numbers: where it
   begins in `narrow`, and its length.  Tables by entity have one row more, which is that of none (-1). */
#define HEAD(X) \
    X(count) X(kinds) X(attributes) X(nplayers) X(players) X(nperiods) X(owner_column) \
    X(kind) X(owner) X(is_component) X(ordered) X(seen_by) X(number) X(x) X(y) X(card) X(named) X(alike) X(back) \
    X(part_of) X(seat) X(lies_open) X(shows) X(parts) X(regions) X(beside) X(members) X(capacity) X(is_of) X(all_of) \
    X(changes) X(values) X(at) \
    X(moves) X(least) X(most) /* wide */ \
    X(programs) X(nprograms) X(verbs) X(nverbs) X(watches) X(nwatches) X(rules) X(nrules) \
    X(functions) X(formulas) X(effects) X(steps) X(options) X(chosen) X(set_members) X(depth) X(waiting) \
    X(largest) X(everybody)

/* A verb's row, a rule's row, a program's row, of so many numbers each. */
enum { V_KIND, V_NOTHING, V_BATCH, V_OBJ, V_PROGRAM, V_REQUIRES, V_NEEDS, V_NNEEDS, V_ROLES, V_REPLACED, V_NREPLACED,
       V_ROW };
enum { R_MATCH, R_HOLDERS, R_YOU, R_OVER, R_OWN, R_HOLDS, R_LAYER, R_LOCALS, R_PROGRAM, R_READS_LOW, R_READS_HIGH,
       R_ROW };
enum { P_CODE, P_LENGTH, P_LOCALS, P_BLANK, P_AT, P_ROW };

typedef struct {
    PyObject_HEAD
#define X(name) int64_t name;
    HEAD(X)
#undef X
    int32_t *narrow;
    int64_t *wide;
    size_t fixed;              /* bytes of a state before its frames */
} Pack;

/* --- The state of a game ----------------------------------------------------------------------------------- */

enum { FRAMES = 160, VALUES = 2048, HEAP = 8192, OPTIONS = 1024, RUNS = 64, TRUTHS = 32, MOST_ROLES = 8, TEMPS = 8192,
       SCRATCH = 1 << 21, MOST_WAITING = 64 };

enum { REPLACING = -1, BATCH = -2, WINDOW = -3 };

/* What a frame has so far: nothing, the members of a choice, the rule that was chosen, what came back, no. */
enum { NO_PROGRESS, MEMBERS, CHOSEN, RETURNED, DECLINED };

/* A program that runs (`base`: its locals; `roles`: those of its event), or
   REPLACING, BATCH: `roles` of the event, the batch in `events` (each the value of the batch role), `at` the next one;
   `kept`: indices of those that survived, or are done; results in `results`.
   WINDOW: what waits lies from `base` on: rule, program, number of locals, locals. */
typedef struct {
    int32_t program, pc, slot, rule, verb, who, origin, sentence;
    int32_t roles, nroles, base, nlocals, heap;      /* `heap`: where what it keeps begins */
    int32_t applied, napplied;                       /* replacements that were used, three numbers each */
    int32_t progress, chosen, nchosen, capacity;     /* of MEMBERS in the heap; CHOSEN: `chosen` */
    int32_t events, nevents, at, kept, nkept, origins, results, nresults;
    int32_t used, nused;
    Value returned;
    int32_t returned_origin;
} Frame;

typedef struct { int32_t period, number, who, start; } Run;

enum { NOTHING_ASKED, CHOOSE_ONE, CHOOSE, CHOOSE_NUMBER, CHOOSE_VALUE, MAY, BRANCH, REPLACE };
enum { O_ENTITY, O_NUMBER, O_VALUE, O_YES, O_NO, O_DONE, O_BRANCH, O_RULE };
typedef struct { int32_t tag, a, b; } Option;

typedef struct {
    uint64_t seed, counter, changed;
    int64_t out;
    int32_t active, over, nwinners, kind, seat, noptions, nframes, nvalues, nheap, nruns;
    int32_t ngone;
} Plain;

typedef struct Game {
    PyObject_HEAD
    Pack *pack;
    char *block, *before;      /* `before`: where it stood before what is being done, should that fail */
    Plain *s;
    int64_t *known, *columns;
    int32_t *parent, *first, *last, *next, *prev, *nkids, *face, *gone, *period_count, *period_start, *winners;
    int32_t *truths;           /* for each watch how many, then three numbers each */
    Run *runs;
    Option *options;
    Frame *frames;
    Value *values;
    int32_t *heap;
} Game;

/* What one decision needs while it is made; all games share it, for none keeps anything in it. */
static jmp_buf beyond;
static int32_t scratch[SCRATCH], *top;
static Value temps[TEMPS];
static int64_t steps_left, work_left;
static int deep, busy;

enum { WORK = 50000000 };

/* Beyond what this machine can hold, or a limit of the pack: the Python machine says which. */
static void fail(void) { longjmp(beyond, 1); }

static inline void room(int64_t more) { if (top + more > scratch + SCRATCH) fail(); }
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


#define NARROW(table) (g->pack->narrow + g->pack->table)
#define OF(table, e) (NARROW(table)[row(g, e)])
#define WIDE(table) (g->pack->wide + g->pack->table)
#define COLUMN(attribute, e) (g->columns[(attribute) * (g->pack->count + 1) + row(g, e)])

static inline int32_t narrow(int64_t i) { if (i != (int32_t)i) fail(); return (int32_t)i; }

#endif
