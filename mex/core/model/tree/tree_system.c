/* tree_system.c - a tree with loops and forces from its description
 *
 *     loops      letters of GEOMS_LOOPS -> rows  g = scale a.b - level  (loops.h)
 *     couplings  g = c'q - b
 *     columns    without inertia: D_k / scale_k = 0 at three positions;  of these those that loops
 *                hold: C Q_k /= 0 there (held.c)
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/report.h"
#include "tree_system.h"

/* ---- places ---- */

static GeomsTreePoint point_of (const GeomsTree *tree, const GeomsPlace *place)
{
    double B[9], axes[9];

    geoms_axes_to (place->axis, B);
    geoms_multiply3 (place->turn, B, axes);
    return geoms_tree_point (tree, place->body, place->at, axes);
}

/* ---- rows of loops ---- */

static const char *const rows_of[][2] = {
#define ROWS(NAME, word, rows, planar) {rows, planar},
    GEOMS_LOOPS (ROWS)
#undef ROWS
};

/* large letters are rows of speeds */
static int of_speeds (char letter) { return letter >= 'A' && letter <= 'Z'; }

/* rows of positions, then of speeds */
static void count_rows (const GeomsTreeDescription *d, int count[2])
{
    count[0] = count[1] = 0;
    for (int i = 0; i < d->loops; i++)
        for (const char *l = rows_of[d->loop[i].kind][d->planar != 0]; *l != '\0'; l++)
            count[of_speeds (*l)]++;
}

/* the row that a letter of GEOMS_LOOPS stands for; length: of a rod, or a radius */
static GeomsTreeRow row_of (char letter, double length)
{
    static const struct {
        char letter;
        GeomsTreeFactor factor[2];
        int axis[2];
        GeomsTurning turning;
    } all[] = {
        {'c', {GEOMS_FACTOR_FIXED, GEOMS_FACTOR_SPAN}, {0, 0}, GEOMS_TURNING_NONE},
        {'d', {GEOMS_FACTOR_FIXED, GEOMS_FACTOR_SPAN}, {1, 0}, GEOMS_TURNING_NONE},
        {'e', {GEOMS_FACTOR_FIXED, GEOMS_FACTOR_SPAN}, {2, 0}, GEOMS_TURNING_NONE},
        {'x', {GEOMS_FACTOR_A, GEOMS_FACTOR_SPAN}, {0, 0}, GEOMS_TURNING_NONE},
        {'y', {GEOMS_FACTOR_A, GEOMS_FACTOR_SPAN}, {1, 0}, GEOMS_TURNING_NONE},
        {'z', {GEOMS_FACTOR_A, GEOMS_FACTOR_SPAN}, {2, 0}, GEOMS_TURNING_NONE},
        {'p', {GEOMS_FACTOR_A, GEOMS_FACTOR_B}, {2, 0}, GEOMS_TURNING_NONE},
        {'q', {GEOMS_FACTOR_A, GEOMS_FACTOR_B}, {2, 1}, GEOMS_TURNING_NONE},
        {'r', {GEOMS_FACTOR_A, GEOMS_FACTOR_B}, {0, 1}, GEOMS_TURNING_NONE},
        {'l', {GEOMS_FACTOR_SPAN, GEOMS_FACTOR_SPAN}, {0, 0}, GEOMS_TURNING_NONE},
        {'w', {GEOMS_FACTOR_A, GEOMS_FACTOR_SPAN}, {2, 0}, GEOMS_TURNING_RIM},
        {'o', {GEOMS_FACTOR_A, GEOMS_FACTOR_SPAN}, {2, 0}, GEOMS_TURNING_NONE},
        {'X', {GEOMS_FACTOR_A, GEOMS_FACTOR_SPAN}, {0, 0}, GEOMS_TURNING_WHEEL},
        {'Y', {GEOMS_FACTOR_A, GEOMS_FACTOR_SPAN}, {1, 0}, GEOMS_TURNING_WHEEL},
        {'U', {GEOMS_FACTOR_A, GEOMS_FACTOR_SPAN}, {0, 0}, GEOMS_TURNING_BALL},
        {'V', {GEOMS_FACTOR_A, GEOMS_FACTOR_SPAN}, {1, 0}, GEOMS_TURNING_BALL},
        {'K', {GEOMS_FACTOR_B, GEOMS_FACTOR_SPAN}, {2, 0}, GEOMS_TURNING_BLADE},
    };
    size_t i = 0;

    while (all[i].letter != letter)
        i++;
    GeomsTreeRow row = {.scale = 1, .turning = all[i].turning};
    memcpy (row.factor, all[i].factor, sizeof row.factor);
    memcpy (row.axis, all[i].axis, sizeof row.axis);
    if (letter == 'l') {
        row.scale = 0.5;
        row.level = 0.5 * length * length;
    }
    if (letter == 'o')
        row.level = length;
    if (row.turning != GEOMS_TURNING_NONE && row.turning != GEOMS_TURNING_BLADE)
        row.radius = length;
    return row;
}

static void make_loops (GeomsTreeSystem *s, const GeomsTreeDescription *d)
{
    int filled[2] = {0, s->nl};

    for (int i = 0; i < d->loops; i++) {
        const GeomsLoopJoint *given = d->loop + i;
        GeomsTreeLoop *loop = s->loop + i;

        loop->side[0] = point_of (&s->tree, given->side);
        loop->side[1] = point_of (&s->tree, given->side + 1);
        memcpy (loop->first, filled, sizeof filled);
        for (const char *l = rows_of[given->kind][d->planar != 0]; *l != '\0'; l++) {
            const int part = of_speeds (*l);
            s->row[filled[part]] = row_of (*l, given->length);
            s->row[filled[part]++].loop = i;
        }
        for (int part = 0; part < 2; part++)
            loop->rows[part] = filled[part] - loop->first[part];
    }
}

/* ---- forces ---- */

static void copy_matrices (const double *from, GeomsTreeForce *f, GeomsArena *arena)
{
    double *K = geoms_arena_reals (arena, 72);

    if (K != NULL)
        memcpy (K, from, 72 * sizeof *K);
    f->K = K;
    f->D = K != NULL ? K + 36 : NULL;
}

static void make_forces (GeomsTreeSystem *s, const GeomsTreeDescription *d)
{
    for (int i = 0; i < d->forces; i++) {
        const GeomsForce *given = d->force + i;
        GeomsTreeForce *f = s->force + i;

        f->kind = given->kind;
        s->sides_count += ! geoms_force_in_joint (f);
        f->velocity = given->velocity;
        if (geoms_force_in_joint (f))
            f->coordinate = s->tree.coordinate[f->velocity];
        else
            for (int k = 0; k < 2; k++)
                f->side[k] = point_of (&s->tree, given->side + k);
        f->c = given->stiffness;
        f->d = given->damping;
        f->l0 = given->length;
        f->m = given->friction;
        f->v0 = given->slow;
        f->upper = given->upper;
        f->state = f->kind == GEOMS_FORCE_SERIES ? s->nr++ : 0;
        if (f->kind == GEOMS_FORCE_BUSHING)
            copy_matrices (given->matrices, f, &s->arena);
        geoms_set3 (given->value, f->base);
        memcpy (f->signal, given->signal, sizeof f->signal);
    }
}

/* ---- couplings ---- */

static void make_couplings (GeomsTreeSystem *s, const GeomsTreeDescription *d)
{
    for (int i = 0; i < d->couplings && ! s->arena.failed; i++) {
        const GeomsCoupling *given = d->coupling + i;
        GeomsTreeCoupling *c = s->coupling + i;

        c->velocity = geoms_arena_ints (&s->arena, (size_t)given->count);
        c->coordinate = geoms_arena_ints (&s->arena, (size_t)given->count);
        c->coefficient = geoms_arena_reals (&s->arena, (size_t)given->count);
        if (s->arena.failed)
            return;
        c->count = given->count;
        c->offset = given->offset;
        c->signal = given->signal;
        for (int k = 0; k < c->count; k++) {
            c->velocity[k] = given->velocity[k];
            c->coordinate[k] = s->tree.coordinate[given->velocity[k]];
            c->coefficient[k] = given->coefficient[k];
        }
    }
}

/* ---- columns without inertia ---- */

/* any number in (-1, 1) */
static double scattered (unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (double)*seed / 2147483648.0 - 1;
}

typedef struct Trials {
    GeomsArena arena;
    double *E, *ratio, *scale, *C, *p[3], *v;
} Trials;

/* coordinates of the user's joints, which have values at their start: there, then near it */
static void begin_maps (const GeomsTreeSystem *s, Trials *t)
{
    static const double near[] = {0, 0.1, 1e-3};
    unsigned seed = 5;

    for (int i = 0; i < s->tree.count && ! t->arena.failed; i++) {
        const GeomsTreeBody *b = s->tree.body + i;

        for (int k = 0; b->joint == GEOMS_JOINT_USER && k < b->columns; k++)
            for (int j = 0; j < 3; j++)
                t->p[j][b->q + k] = s->tree.map[b->map].start[k] + near[j] * scattered (&seed);
    }
}

static void begin_trials (const GeomsTreeSystem *s, Trials *t)
{
    const size_t nv = (size_t)s->tree.nv, np = (size_t)s->tree.np;
    unsigned seed = 1;

    memset (t, 0, sizeof *t);
    t->E = geoms_arena_reals (&t->arena, GEOMS_INERTIA * (size_t)s->tree.count);
    t->ratio = geoms_arena_reals (&t->arena, nv);
    t->scale = geoms_arena_reals (&t->arena, nv);
    t->C = geoms_arena_reals (&t->arena, s->zeros > 0 ? (size_t)s->m * nv : 0);
    t->v = geoms_arena_reals (&t->arena, nv);
    for (int i = 0; i < 3; i++) {
        t->p[i] = geoms_arena_reals (&t->arena, np);
        for (size_t k = 0; k < np && t->p[i] != NULL; k++)
            t->p[i][k] = scattered (&seed);
    }
    begin_maps (s, t);
}

/* pivots at rest at trial number i, driven coordinates anywhere, too */
static void rank_at (GeomsTreeSystem *s, Trials *t, int i)
{
    unsigned seed = 17u + (unsigned)i;

    for (int k = 0; k < s->tree.driven; k++)
        s->state.drive[0][k] = scattered (&seed);
    memset (t->v, 0, (size_t)s->tree.nv * sizeof *t->v);
    geoms_tree_stand (s, t->p[i], t->v, NULL);
    geoms_tree_load (&s->state);
    geoms_tree_rank (&s->state, t->E, t->ratio);
}

/* those that have none at three positions, which no special one decides */
static int find_zeros (GeomsTreeSystem *s)
{
    const int nv = s->tree.nv;
    Trials t;

    begin_trials (s, &t);
    for (int i = 0; i < 3 && ! t.arena.failed; i++) {
        rank_at (s, &t, i);
        for (int k = 0; k < nv; k++) {
            s->ratio[k] = fmax (s->ratio[k], t.ratio[k]);
            if (! geoms_tree_is_zero (t.ratio[k]))
                t.scale[k] = fmax (t.scale[k], s->state.D[k] / t.ratio[k]);
        }
    }
    for (int k = 0; k < nv && ! t.arena.failed; k++) {
        s->zero[k] = geoms_tree_is_zero (s->ratio[k]);
        s->zeros += s->zero[k];
        s->most[k] = 1 / (GEOMS_TREE_LOST * t.scale[k]);
    }
    const int failed = t.arena.failed;
    geoms_arena_free (&t.arena);
    return failed;
}

/* those of them that loops hold, and room for what is solved then */
static int find_held (GeomsTreeSystem *s)
{
    const size_t nv = (size_t)s->tree.nv, m = (size_t)s->m;
    Trials t;

    if (s->m == 0 || (s->zeros == 0 && s->tree.maps == 0))
        return 0;
    begin_trials (s, &t);
    for (int i = 0; i < 3 && ! t.arena.failed && s->zeros > 0; i++) {
        rank_at (s, &t, i);
        geoms_tree_find_held (s, t.C, t.v);
    }
    const int failed = t.arena.failed;
    geoms_arena_free (&t.arena);
    if (s->holds > 0 || s->tree.maps > 0) {
        s->dense = geoms_arena_reals (&s->arena, (nv + m + 2) * nv + 3 * m);
        s->order = geoms_arena_ints (&s->arena, 4 * nv);
    }
    return failed || s->arena.failed;
}

/* ---- all ---- */

static void create_memory (GeomsTreeSystem *s)
{
    GeomsArena *arena = &s->arena;
    const size_t nv = (size_t)s->tree.nv, m = (size_t)s->m;

    geoms_tree_state_create (&s->state, &s->tree, arena);
    geoms_tree_linear_create (&s->linear, &s->state, arena);
    s->loop = geoms_arena_get (arena, (size_t)s->loops, sizeof *s->loop);
    s->row = geoms_arena_get (arena, m, sizeof *s->row);
    s->force = geoms_arena_get (arena, (size_t)s->forces, sizeof *s->force);
    s->sides = geoms_arena_get (arena, (size_t)(s->loops + s->forces), sizeof *s->sides);
    s->zero = geoms_arena_ints (arena, nv);
    s->ratio = geoms_arena_reals (arena, nv);
    s->most = geoms_arena_reals (arena, nv);
    s->held = geoms_arena_ints (arena, nv);
    s->tau = geoms_arena_reals (arena, nv);
    s->vdot = geoms_arena_reals (arena, nv);
    s->wrench = geoms_arena_reals (arena, 12 * m);
    s->coupling = geoms_arena_get (arena, (size_t)s->couplings, sizeof *s->coupling);
}

/* what results are told in */
static void keep_described (GeomsTreeSystem *s, const GeomsTreeDescription *d)
{
    s->parent = geoms_arena_ints (&s->arena, (size_t)d->bodies);
    s->turned = geoms_arena_get (&s->arena, (size_t)d->bodies, sizeof *s->turned);
    for (int i = 0; i < d->bodies && ! s->arena.failed; i++) {
        s->parent[i] = d->body[i].parent;
        memcpy (s->turned[i], d->body[i].turn, sizeof s->turned[i]);
    }
}

static void offer_newton (const GeomsTreeSystem *s, GeomsModel *model)
{
    model->newton.linearise = geoms_tree_newton_linearise;
    model->newton.factor = geoms_tree_newton_factor;
    model->newton.solve = geoms_tree_newton_solve;
    model->newton.keep = geoms_tree_unit_quaternions;
    if (s->nl == 0)
        return;
    model->newton.rows = geoms_tree_saddle_rows;
    model->newton.divide = geoms_tree_saddle_divide;
    model->newton.slopes = geoms_tree_slopes;
    model->newton.pull = geoms_tree_pull;
}

static void fill_model (const GeomsTreeSystem *s, GeomsModel *model)
{
    memset (model, 0, sizeof *model);
    model->abi = GEOMS_MODEL_ABI;
    model->size = sizeof *model;
    model->dims.np = s->tree.np;
    model->dims.nv = s->tree.nv;
    model->dims.nl = s->nl;
    model->dims.nm = s->nm;
    model->dims.nr = s->nr;
    model->dims.ni = s->tree.quaternions;
    model->mass_structure = GEOMS_MASS_FULL;
    model->autonomous = s->signals == 0;
    for (int i = 0; i < s->tree.maps; i++)
        model->autonomous &= ! s->tree.map[i].timed;
    model->rda = geoms_tree_rda;
    model->parts = geoms_tree_parts;
    model->parts_mass = 1;
    model->kinematics = s->tree.quaternions > 0;
    model->blocks_jac = geoms_tree_blocks;
    if (s->m > s->nl || s->zeros > 0)
        return;
    if (s->nl == 0)
        model->accelerations = geoms_tree_xdot;
    if (geoms_tree_has_newton (s))
        offer_newton (s, model);
}

/* room for motions in a plane, where accelerations ask for nothing else */
static void find_plane (GeomsTreeSystem *s)
{
    GeomsPlane *plane = s->m > 0 ? NULL : geoms_plane_of (&s->tree, &s->arena);

    s->plane = plane;
    if (plane == NULL)
        return;
    plane->pushed = s->sides_count > 0;
    geoms_plane_state_create (&s->flat, s->plane, &s->arena);
    for (int i = 0; i < 3; i++)
        s->flat.drive[i] = s->state.drive[i];
}

/* 0; -1 without memory; 1 with *report filled */
static int make_system (GeomsTreeSystem *s, const GeomsTreeDescription *d, GeomsReport *report)
{
    int rows[2];

    if (geoms_tree_compile (&s->tree, d->bodies, d->body, d->keeps_fixed, &s->arena) != 0)
        return -1;
    if (geoms_tree_load_maps (&s->tree, d->body, report) != 0)
        return 1;
    keep_described (s, d);
    s->loops = d->loops;
    s->forces = d->forces;
    s->couplings = d->couplings;
    s->sides_count = d->loops;
    count_rows (d, rows);
    s->closing = rows[0];
    s->nl = s->closing + s->couplings;
    s->nm = rows[1];
    s->m = s->nl + s->nm;
    create_memory (s);
    geoms_tree_signals_create (s, d);
    make_couplings (s, d);
    if (s->arena.failed)
        return -1;
    make_loops (s, d);
    make_forces (s, d);
    find_plane (s);
    return s->arena.failed || find_zeros (s) != 0 || find_held (s) != 0 ? -1 : 0;
}

GeomsTreeSystem *geoms_tree_create (const GeomsTreeDescription *d, GeomsModel *model,
                                    GeomsReport *report)
{
    GeomsTreeSystem *s = calloc (1, sizeof *s);

    int status = s != NULL ? make_system (s, d, report) : -1;

    if (status == 0) {
        fill_model (s, model);
        status = geoms_tree_find_patterns (s, model);
    }
    if (status == 0)
        return s;
    geoms_tree_free (s);
    if (status < 0)
        geoms_report (report, GEOMS_OUT_OF_MEMORY,
                      "There is not enough memory for a tree of %d bodies.", d->bodies);
    return NULL;
}

const double *geoms_tree_inertias (const GeomsTreeSystem *s) { return s->ratio; }

void geoms_tree_free (GeomsTreeSystem *s)
{
    if (s != NULL) {
        geoms_tree_free_maps (&s->tree);
        geoms_arena_free (&s->arena);
        for (int kind = 0; kind < GEOMS_LANES_KINDS; kind++)
            for (int i = 0; i < 2; i++)
                if (s->lanes[i][kind] != NULL)
                    geoms_lanes (kind)->destroy (s->lanes[i][kind]);
        free (s->values);
    }
    free (s);
}
