/* The ops and instructions that there are here, by their names in `toolkit/program`; what is missing has no lowered
   form yet, and a pack that says it is left to the other machine. */

#define OPS(X) \
    X(INTEGER, "int") X(TEMP, "temp") X(LOCAL, "local") /* these first: `ev` */ \
    X(TRUTH, "truth") X(NONE, "none") X(EMPTY, "empty") X(FIXED, "set") X(WITH, "with") X(PLAYERS, "players") X(ACTIVE, "active") X(EVERY_ONE, "all") X(FLAG, "flag") X(TABLE, "table") \
    X(ATTR, "attr") X(HOLDER, "holder") X(PARENT, "parent") X(WITHIN, "within") X(IN, "in") X(IN_ANY, "in-any") \
    X(CONTENTS, "contents") X(INSIDE, "inside") X(ALL_IN, "all-in") X(RANGES, "ranges") X(INDEX, "index") \
    X(SHIFT, "shift") X(FACE, "face") X(NEXT_PLAYER, "next-player") X(SEES, "sees") X(ORDER, "order") \
    X(FILTER, "filter") X(FIRST_WHERE, "first-where") X(MAP, "map") X(FLAT, "flat") X(CLOSURE, "closure") X(UNION, "union") \
    X(INTER, "inter") X(MINUS, "minus") X(SINGLE, "single") X(COUNT, "count") X(COUNT_WHERE, "count-where") X(SUM, "sum") X(MAX, "max") \
    X(MIN, "min") X(DISTINCT, "distinct") X(ANY, "any") X(EVERY, "every") X(ANY_EVERY, "any-every") X(ANY_AGAIN, "any-again") \
    X(ANY_INSIDE, "any-inside") X(NONE_INSIDE, "none-inside") X(MEMBER, "member") X(SUBSET, "subset") \
    X(FIRST, "first") X(LAST, "last") X(POSITION, "position") X(NTH, "nth") X(TAKE, "take") X(DROP, "drop") \
    X(LAST_N, "last-n") X(REVERSE, "reverse") X(RANK, "rank") X(BEST, "best") X(RANGE, "range") X(ADD, "add") \
    X(SUB, "sub") X(MUL, "mul") X(NEG, "neg") X(DIV, "div") X(DIV_UP, "div-up") X(MOD, "mod") X(ABS, "abs") \
    X(LARGER, "larger") X(SMALLER, "smaller") X(EQ, "eq") X(NE, "ne") X(LT, "lt") X(LE, "le") X(GT, "gt") \
    X(GE, "ge") X(AND, "and") X(OR, "or") X(NOT, "not") X(IF, "if") X(ONE_OF, "one-of") X(CALL, "call") X(FORMULA, "formula") \
    X(CAN, "can") X(CAN_PUT, "can-put") X(CAN_WHO, "can-who") X(PERIOD, "period") X(PERIOD_WHO, "period-who") X(OVER, "over") X(WINNERS, "winners") \
    X(MODIFIED, "modified") X(MODIFIED_FOR, "modified-for") X(ATTR_LEFT, "attr-left") X(PERIOD_ROLE, "period-role") X(HAPPEN, "happened") \
    X(HAPPEN_SUM, "happened-sum") X(HAPPEN_MAP, "happened-map") X(USED, "used") X(CHOOSER, "chooser") \
    X(NTH_LIST, "nth-list") X(ATTR_OF, "attr-of") X(FLAG_OF, "flag-of") X(FACE_OF, "face-of") X(WITHIN_OF, "within-of") \
    X(TABLE_OF, "table-of") X(EQ_INT, "eq-int") X(NE_INT, "ne-int") X(ATTR_IS, "attr-is") \
    X(ATTR_EQ, "attr-eq") X(ATTR_NE, "attr-ne") X(FACE_EQ, "face-eq") X(WITHIN_SOME, "within-some") X(REACH, "reach") X(MEMO, "memo") \
    X(KEPT_FILTER, "kept-filter") X(KEPT_ANY, "kept-any") X(KEPT_FIRST, "kept-first") X(KEPT_GROUPS, "kept-groups")

#define INSTRUCTIONS(X) \
    X(I_LET, "let") X(I_JUMP, "jump") X(I_UNLESS, "unless") X(I_EACH, "each") X(I_CHOOSE, "choose") \
    X(I_CHOOSE_ONE, "choose-one") X(I_CHOOSE_NUMBER, "choose-number") X(I_CHOOSE_VALUE, "choose-value") \
    X(I_MAY, "may") X(I_BRANCH, "branch") X(I_RANDOM, "random") X(I_DO, "do") X(I_PUT, "do-put") X(I_ENTER, "enter") \
    X(I_LEAVE, "leave") X(I_CALL, "call") X(I_RESOLVE, "resolve") X(I_BORROW, "borrow") X(I_RETURN, "return") X(I_DECLINE, "decline") X(I_END, "end") \
    X(I_ALL_LOSE, "all-lose") X(I_PASS, "pass") X(I_OVER, "over") X(I_CHOOSE_QUANTITY, "choose-quantity") \
    X(I_CHOOSE_PAYMENT, "choose-payment") X(I_CHOOSE_EACH, "choose-each") X(I_EMIT, "emit") X(I_SKIP, "skip") \
    X(I_EFFECT, "effect") X(I_LATER, "later") X(I_USE, "use")

#define VERBS(X) \
    X(PUT, "put") X(GAIN, "gain") X(LOSE, "lose") X(ROLL, "roll") X(SHUFFLE, "shuffle") X(TURN, "turn") \
    X(REMOVE, "remove") X(SET_TO, "set") X(RAISE, "raise") X(LOWER, "lower") X(WIN, "win") \
    X(END_GAME, "end-game") X(LOSE_GAME, "lose-game") X(ACQUIRE, "acquire") X(LOOK, "look") X(REVEAL, "reveal") X(PAY, "pay") X(SWAP, "swap") X(REVEAL_TO, "reveal-to") \
    X(STEPS, "")

#define X(name, text) name,
enum { OPS(X) N_OPS };
enum { INSTRUCTIONS(X) N_INSTRUCTIONS };
enum { VERBS(X) N_VERBS };
#undef X
