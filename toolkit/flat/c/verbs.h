/* Kernel verbs: `toolkit/verbs`, what each needs and what it does. */

static int possible(Game *g, int kind, int64_t who, const Value *r) {
    int64_t thing = r[0].u.i, have, attributes = g->pack->attributes;
    if (kind == GAIN || kind == LOSE || kind == PAY) index_below(thing, attributes);
    if (kind == SET_TO || kind == RAISE || kind == LOWER) index_below(r[1].u.i, attributes);
    switch (kind) {
        case PUT: return can_move(g, thing, r[1].u.i);
        case GAIN: case LOSE:
            if (who < 0 || r[1].u.i <= 0) return 0;
            have = COLUMN(thing, who);
            return kind == GAIN ? bounded(g, thing, who, have + r[1].u.i) > have
                                : bounded(g, thing, who, have - r[1].u.i) < have;
        case ROLL: return in_game(g, thing) && OF(shows, thing) >= 0;
        case SHUFFLE: return row(g, thing) < g->pack->count;
        case TURN: return OF(is_component, thing) && in_game(g, thing) && g->face[thing] != r[1].u.i;
        case REMOVE: return OF(is_component, thing) && in_game(g, thing);
        case SET_TO: return thing >= 0 && bounded(g, r[1].u.i, thing, r[2].u.i) != COLUMN(r[1].u.i, thing);
        case RAISE: case LOWER:
            have = COLUMN(r[1].u.i, thing);
            if (thing < 0 || r[2].u.i <= 0) return 0;
            return kind == RAISE ? bounded(g, r[1].u.i, thing, have + r[2].u.i) > have
                                 : bounded(g, r[1].u.i, thing, have - r[2].u.i) < have;
        case WIN: return who > 0;
        case LOOK: return in_game(g, thing) && who > 0;
        case REVEAL: return in_game(g, thing);
        case PAY:  /* of a pack in which nothing is paid in place of anything else */
            if (who < 0 || r[1].u.i < 0) return 0;
            have = COLUMN(thing, who);
            return have - bounded(g, thing, who, have - r[1].u.i) >= r[1].u.i;
        case LOSE_GAME: return who > 0 && !(g->s->out >> who & 1);
        case ACQUIRE:
            if (g->pack->owner_column < 0 || thing < 0 || !OF(is_component, thing)) return 0;
            return COLUMN(g->pack->owner_column, thing) != who;
    }
    return 1;
}

static int changed_by(int64_t difference, Value *result) {
    *result = whole(difference < 0 ? -difference : difference);
    return difference != 0;
}

/* A set of the one thing that something was done with. */
static Value alone(int64_t thing) {
    room(1);
    *top++ = (int32_t)thing;
    return set_of(top - 1, 1);
}

/* Whether anything happened; `result`: what. */
static int apply(Game *g, int kind, int64_t who, const Value *r, Value *result) {
    int64_t thing = r[0].u.i;
    int32_t winner = (int32_t)who;
    int new = 0;
    *result = whole(1);
    switch (kind) {
        case PUT:
            move(g, (int32_t)thing, (int32_t)r[1].u.i, r[2].u.i, r[3].u.i);
            *result = alone(thing);
            return 1;
        case GAIN: return changed_by(set_attribute(g, thing, who, COLUMN(thing, who) + r[1].u.i), result);
        case LOSE: return changed_by(set_attribute(g, thing, who, COLUMN(thing, who) - r[1].u.i), result);
        case ROLL: *result = whole(roll(g, thing)); return 1;
        case SHUFFLE: shuffle_place(g, (int32_t)thing); return 1;
        case TURN: turn(g, (int32_t)thing, r[1].u.i); *result = alone(thing); return 1;
        case REMOVE: remove_thing(g, (int32_t)thing); *result = alone(thing); return 1;
        case SET_TO: return changed_by(set_attribute(g, r[1].u.i, thing, r[2].u.i), result);
        case RAISE:
            return changed_by(set_attribute(g, r[1].u.i, thing, COLUMN(r[1].u.i, thing) + r[2].u.i), result);
        case LOWER:
            return changed_by(set_attribute(g, r[1].u.i, thing, COLUMN(r[1].u.i, thing) - r[2].u.i), result);
        case LOOK: know(g, (int)who, (int32_t)thing); *result = alone(thing); return 1;
        case REVEAL:
            for (int k = 0; k < g->pack->nplayers; k++) new |= know(g, NARROW(players)[k], (int32_t)thing);
            if (!g->face[thing]) turn(g, (int32_t)thing, 1);
            else if (!new) return 0;
            *result = alone(thing);
            return 1;
        case PAY:
            if (!possible(g, PAY, who, r)) return 0;
            set_attribute(g, thing, who, COLUMN(thing, who) - r[1].u.i);
            *result = whole(r[1].u.i);
            return 1;
        case WIN: end_game(g, &winner, 1); return 1;
        case END_GAME: end_game(g, NULL, 0); return 1;
        case LOSE_GAME: leave_game(g, (int)who); return 1;
        case ACQUIRE:
            if (!possible(g, ACQUIRE, who, r)) return 0;
            set_attribute(g, g->pack->owner_column, thing, who);
            *result = alone(thing);
            return 1;
    }
    fail();
    return 0;
}
