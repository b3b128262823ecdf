/* landing.c - a state moved onto the constraints by its own Jacobian, where p' = v
 *
 *     p <- p - C'(C C')^-1 g,   v <- v - C'(C C')^-1 gI             C = G (p)
 *     [M C'; C 0] [alpha; lambda] = [f; -gamma]                     where g and gI are met
 *
 * as soon as |g_i| <= u' sum_j |C_ij p_j| and |gI_i| <= u' sum_j |C_ij v_j|, u' = max (1e-13, 10 u).
 * Newton's method leaves the square of a violation in g, and gI is linear in v: a first look moves p,
 * a second v, by the factors of the first, and the third, at which nothing is left, gives the
 * multipliers and the residuals; it alone needs M, f and gamma. What comes of a state depends on
 * nothing but the state: not on those that are evaluated with it, nor on those beside it in lanes.
 */
#include "landing.h"

#include <math.h>
#include <string.h>

/* so many times the limit is good enough where a correction has not helped */
static const double ACCEPTED = 2;

/* what a look at constraints sees */
typedef struct Rows {
    const double *C, *g, *gI;
} Rows;

/* as multipliers_lanes.c */
static void create_lanes (GeomsLanding *s, GeomsArena *arena)
{
    const GeomsEquations *e = s->eq;
    const int n = s->n, m = s->m;

    s->in_lanes = geoms_saddle_lanes_pay (n, m, e->mass_varies && ! e->mass_diagonal);
    if (! s->in_lanes)
        return;
    s->forces = (GeomsSaddleLanes){
        .n = n, .m = m, .diagonal = e->mass_diagonal, .varies = e->mass_varies};
    s->moves = (GeomsSaddleLanes){.n = n, .m = m, .diagonal = 1};
    geoms_saddle_lanes_create (&s->forces, arena);
    geoms_saddle_lanes_create (&s->moves, arena);
    s->identity = geoms_arena_reals (arena, (size_t)n * (size_t)n);
    s->group = geoms_arena_reals (arena, GEOMS_LANES * (size_t)(m * n + m + n));
    for (int i = 0; i < n && ! arena->failed; i++)
        s->identity[i * (n + 1)] = 1;
}

int geoms_landing_create (GeomsLanding *s, GeomsEquations *eq, double limit)
{
    GeomsArena *arena = eq->arena;
    const size_t n = (size_t)eq->d.nv, m = (size_t)eq->d.nl;

    s->eq = eq;
    s->n = eq->d.nv;
    s->m = eq->d.nl;
    s->most = geoms_points_at_once (GEOMS_CHUNK, (size_t)geoms_equations_parts (eq));
    s->limit = limit;
    if (geoms_parts_create (&s->parts, eq, s->most, arena) != 0)
        return 1;
    s->parts.bare = 1;
    s->length = eq->model->constraints != NULL ? s->m * (s->n + 2) : 0;
    s->columns = geoms_arena_reals (arena, (size_t)s->most * (size_t)s->length);
    geoms_mass_create (&s->mass, s->n, s->m, arena);
    geoms_saddle_create (&s->saddle, s->n, s->m, arena);
    s->kept = geoms_arena_ints (arena, GEOMS_CHUNK);
    s->y = geoms_arena_reals (arena, m);
    s->size = geoms_arena_reals (arena, (size_t)eq->n);
    s->scale = geoms_arena_reals (arena, 3 * m);
    s->alpha = geoms_arena_reals (arena, n);
    s->guess = geoms_arena_reals (arena, GEOMS_CHUNK * (size_t)eq->n);
    create_lanes (s, arena);
    if (! s->in_lanes) {
        s->keeps = geoms_points_at_once (GEOMS_CHUNK, m * m) == GEOMS_CHUNK;
        s->S = geoms_arena_reals (arena, (s->keeps ? GEOMS_CHUNK : 1) * m * m);
    }
    return arena->failed;
}

void geoms_landing_begin (GeomsLanding *s, const double *x)
{
    s->each = x == NULL;
    if (x != NULL)
        geoms_equations_sizes (s->eq, x, s->size);
    memset (s->kept, 0, GEOMS_CHUNK * sizeof *s->kept);
}

/* ---- how far a state is from the constraints ---- */

/* largest |value_i| / scale_i */
static double worst_of (int m, const double *value, const double *scale)
{
    double worst = 0;

    for (int i = 0; i < m; i++)
        worst = geoms_max (worst, fabs (value[i]) / scale[i]);
    return worst;
}

static void measurable (int m, double *scale)
{
    for (int i = 0; i < m; i++)
        scale[i] = scale[i] > 0 ? scale[i] : 1;
}

/* sum_j |C_ij| size_j and sum_j C_ij x_j for a strip of rows, whose number the compiler knows */
GEOMS_INLINE void sum_strip (int rows, int m, int n, const double *C, const double *size,
                             const double *x, double *scale, double *flow)
{
    double sum[4] = {0, 0, 0, 0}, moves[4] = {0, 0, 0, 0};

    for (int j = 0; j < n; j++, C += m)
        GEOMS_EACH (i, rows)
        {
            sum[i] += fabs (C[i]) * size[j];
            if (x != NULL)
                moves[i] += C[i] * x[j];
        }
    for (int i = 0; i < rows; i++) {
        scale[i] = sum[i];
        if (x != NULL)
            flow[i] = moves[i];
    }
}

/* of all rows; x may be NULL */
GEOMS_INLINE void sum_rows (int m, int n, const double *C, const double *size, const double *x,
                            double *scale, double *flow)
{
    int i = 0;

    for (; i + 4 <= m; i += 4)
        sum_strip (4, m, n, C + i, size, x, scale + i, flow + i);
    for (; i + 2 <= m; i += 2)
        sum_strip (2, m, n, C + i, size, x, scale + i, flow + i);
    for (; i < m; i++)
        sum_strip (1, m, n, C + i, size, x, scale + i, flow + i);
}

static double violation_of_g (GeomsLanding *s, const Rows *at, const double *x)
{
    if (s->each)
        geoms_equations_sizes (s->eq, x, s->size);
    sum_rows (s->m, s->n, at->C, s->size + s->eq->op, NULL, s->scale, s->scale);
    measurable (s->m, s->scale);
    return worst_of (s->m, at->g, s->scale);
}

/* what moves by itself is a term, too */
static double violation_of_gI (GeomsLanding *s, const Rows *at, const double *x)
{
    const int m = s->m, first = s->eq->o3;
    double *scale = s->scale + m, *flow = s->y;

    sum_rows (m, s->n, at->C, s->size + first, x + first, scale, flow);
    for (int i = 0; i < m; i++)
        scale[i] += fabs (at->gI[i] - flow[i]);
    measurable (m, scale);
    return worst_of (m, at->gI, scale);
}

/* 0 where a correction is wanted, and *last is the violation */
static int met (const GeomsLanding *s, double violation, double *last)
{
    const int yes = violation <= s->limit
                    || (violation <= ACCEPTED * s->limit && violation >= 0.5 * *last);

    *last = yes ? *last : violation;
    return yes;
}

/* ---- corrections ---- */

static double *factor_of (const GeomsLanding *s, int state)
{
    return s->S + (s->keeps ? (size_t)state : 0) * (size_t)s->m * (size_t)s->m;
}

/* C C' of a state; not 0 if rows of C are nearly parallel */
static int factor (GeomsLanding *s, int state, const double *C)
{
    const int m = s->m;
    double *S = factor_of (s, state);

    geoms_saddle_gram (m, s->n, C, C, m, S);
    for (int i = 0; i < m; i++)
        s->y[i] = S[i * (m + 1)];
    s->kept[state] = s->keeps;
    return geoms_ldl (m, S, s->y, 1, GEOMS_SADDLE_PARALLEL);
}

/* x -= C'(C C')^-1 r */
static void subtract (const GeomsLanding *s, const double *S, const double *C, const double *r,
                      double *x)
{
    memcpy (s->y, r, (size_t)s->m * sizeof *r);
    geoms_ldl_solve (s->m, S, s->y);
    geoms_subtract_transposed (s->m, s->n, C, s->y, x);
}

int geoms_landing_ask (GeomsLanding *s, int k, const double *t, const double *x)
{
    return geoms_equations_constraints (s->eq, GEOMS_FOR_OUTPUT, k, t, x, s->columns, s->length);
}

/* one correction: x -= C'(C C')^-1 r */
typedef struct Move {
    int state;        /* whose it is                                                           */
    const double *C, *r;
    double *x;
    GeomsLanded *is;  /* GEOMS_CANNOT_LAND where that cannot be                                */
} Move;

/* up to four of them; not 0 where rows of C are nearly parallel in one */
static int move_lanes (GeomsLanding *s, int count, const Move *move)
{
    const int n = s->n, m = s->m, ld = m * n + m + n;
    const double *at = s->group;
    const GeomsLaneStates of = {count, ld, s->identity, at, at + m * n + m, at + m * n};

    for (int l = 0; l < count; l++) {
        memcpy (s->group + l * ld, move[l].C, (size_t)(m * n) * sizeof *at);
        memcpy (s->group + l * ld + m * n, move[l].r, (size_t)m * sizeof *at);
    }
    if (geoms_saddle_lanes_solve (&s->moves, &of, 1) != 0)
        return 1;
    for (int l = 0; l < count; l++)
        for (int i = 0; i < n; i++)
            move[l].x[i] += ((const double *)(s->moves.z + i))[l];
    return 0;
}

static void move_alone (GeomsLanding *s, const Move *move)
{
    int failed;

    if (s->in_lanes)
        failed = move_lanes (s, 1, move);
    else {
        failed = ! s->kept[move->state] && factor (s, move->state, move->C) != 0;
        if (! failed)
            subtract (s, factor_of (s, move->state), move->C, move->r, move->x);
    }
    if (failed)
        *move->is = GEOMS_CANNOT_LAND;
}

static void move_all (GeomsLanding *s, int count, const Move *move)
{
    for (int j = 0; j < count; j += GEOMS_LANES) {
        const int k = geoms_int_min (count - j, GEOMS_LANES);

        if (s->in_lanes && move_lanes (s, k, move + j) == 0)
            continue;
        for (int l = j; l < j + k; l++)
            move_alone (s, move + l);
    }
}

void geoms_landing_hold (GeomsLanding *s, int k, const int *state, double *x, double *last,
                         GeomsLanded *is)
{
    const int m = s->m;
    Move move[GEOMS_CHUNK];
    int count = 0;

    for (int j = 0; j < k; j++, x += s->eq->n) {
        const double *column = s->columns + (size_t)j * (size_t)s->length;
        const Rows at = {column, column + m * s->n, column + m * s->n + m};

        is[j] = GEOMS_HELD;
        if (! met (s, violation_of_g (s, &at, x), last + j)) {
            is[j] = GEOMS_MOVED;
            s->kept[state[j]] = 0;
            move[count++] = (Move){state[j], at.C, at.g, x + s->eq->op, is + j};
        } else if (violation_of_gI (s, &at, x) > s->limit)
            move[count++] = (Move){state[j], at.C, at.gI, x + s->eq->o3, is + j};
    }
    if (count > 0)
        move_all (s, count, move);
}

/* ---- multipliers ---- */

/* not 0 if M is singular or not positive */
static int factor_mass (GeomsLanding *s, const double *M)
{
    if (s->factored)
        return 0;
    if (geoms_mass_try_symmetric (&s->mass, M, s->eq->mass_diagonal) != 0)
        return 1;
    s->even = geoms_mass_spread (&s->mass, M) < GEOMS_MASS_UNEVEN;
    s->factored = ! s->eq->mass_varies;
    return 0;
}

static int solve (GeomsLanding *s, const GeomsPart *part, double *lambda)
{
    if (factor_mass (s, part->M) != 0
        || geoms_saddle_factor (&s->saddle, s->even ? &s->mass : NULL, part->M, part->C, s->m, NULL)
               != 0)
        return 1;
    geoms_saddle_solve (&s->saddle, part->f, part->b2, s->alpha, lambda);
    return ! geoms_finite ((size_t)s->m, lambda);
}

/* ---- residuals ---- */

/* scale of gII: the terms of C alpha + gamma, alpha = M^-1 (f - C' lambda) among them */
static void scales_of_accelerations (GeomsLanding *s, const GeomsPart *part, const double *lambda)
{
    const int m = s->m, n = s->n;
    const double *C = part->C;
    double *scale = s->scale + 2 * m;

    for (int i = 0; i < m; i++)
        scale[i] = fabs (part->b2[i]);
    for (int j = 0; j < n; j++, C += m) {
        double force = fabs (part->f[j]), rate;

        for (int i = 0; i < m; i++)
            force += fabs (C[i] * lambda[i]);
        rate = force / part->M[j * (n + 1)];
        for (int i = 0; i < m; i++)
            scale[i] += fabs (C[i]) * rate;
    }
    measurable (m, scale);
}

static void relative_of (GeomsLanding *s, const GeomsPart *part, const double *x, const double *rda,
                         double relative[3])
{
    const int row[3] = {s->eq->r_c, s->eq->r_gI, s->eq->r_gII};
    const Rows at = {part->C, part->g, part->level};

    (void)violation_of_g (s, &at, x);
    (void)violation_of_gI (s, &at, x);
    scales_of_accelerations (s, part, x + s->eq->d.nw);
    for (int level = 0; level < 3; level++)
        relative[level] = worst_of (s->m, rda + row[level], s->scale + level * s->m);
}

void geoms_landing_relative (GeomsLanding *s, int j, const double *x, const double *rda,
                             double *relative)
{
    const GeomsPart part = geoms_parts_at (&s->parts, j);

    relative_of (s, &part, x, rda, relative);
}

/* ---- all of the parts ---- */

/* l and rda of k states from number j of the parts on, side by side; not 0 if that is not safe */
static int land_lanes (GeomsLanding *s, int j, int k, double *x, double *rda)
{
    const GeomsPart first = geoms_parts_at (&s->parts, j);
    const GeomsLaneStates of = {k, s->parts.size, first.M, first.C, first.f, first.b2};

    if (geoms_saddle_lanes_solve (&s->forces, &of, 1) != 0)
        return 1;
    for (int l = 0; l < k; l++) {
        geoms_saddle_lanes_take (s->forces.lambda, s->m, l, x + l * s->eq->n + s->eq->d.nw);
        geoms_saddle_lanes_take (s->forces.z, s->n, l, s->alpha);
        geoms_parts_rda (&s->parts, j + l, x + l * s->eq->n, s->alpha, rda + l * s->eq->m);
    }
    return 0;
}

static GeomsLanded land_alone (GeomsLanding *s, int j, double *x, double *rda)
{
    const GeomsPart part = geoms_parts_at (&s->parts, j);

    if (s->in_lanes && land_lanes (s, j, 1, x, rda) == 0)
        return GEOMS_LANDED;
    if (solve (s, &part, x + s->eq->d.nw) != 0)
        return GEOMS_CANNOT_LAND;
    geoms_parts_rda (&s->parts, j, x, s->alpha, rda);
    return GEOMS_LANDED;
}

/* those that have landed, as many side by side as stand so */
static void land_all (GeomsLanding *s, int k, double *x, double *rda, GeomsLanded *is)
{
    const int n = s->eq->n, m = s->eq->m;

    for (int j = 0, count; j < k; j += count) {
        for (count = 0; count < GEOMS_LANES && j + count < k && is[j + count] == GEOMS_LANDED;)
            count++;
        if (count > 1 && s->in_lanes && land_lanes (s, j, count, x + j * n, rda + j * m) == 0)
            continue;
        for (int l = j; l < j + count; l++)
            is[l] = land_alone (s, l, x + l * n, rda + l * m);
        count = geoms_int_max (count, 1);
    }
}

void geoms_landing_look (GeomsLanding *s, int k, const int *state, double *x, double *last,
                         double *rda, double *relative, GeomsLanded *is)
{
    const int n = s->eq->n;
    Move move[2 * GEOMS_CHUNK];
    int count = 0;

    for (int j = 0; j < k; j++) {
        const GeomsPart part = geoms_parts_at (&s->parts, j);
        const Rows at = {part.C, part.g, part.level};
        double *xj = x + j * n;

        is[j] = met (s, violation_of_g (s, &at, xj), last + j)
                        && met (s, violation_of_gI (s, &at, xj), last + j)
                    ? GEOMS_LANDED
                    : GEOMS_MOVED;
        if (is[j] == GEOMS_LANDED)
            continue;
        s->kept[state[j]] = 0;
        move[count++] = (Move){state[j], at.C, at.g, xj + s->eq->op, is + j};
        move[count++] = (Move){state[j], at.C, at.gI, xj + s->eq->o3, is + j};
    }
    if (count > 0)
        move_all (s, count, move);
    land_all (s, k, x, rda, is);
    for (int j = 0; j < k && relative != NULL; j++)
        if (is[j] == GEOMS_LANDED)
            geoms_landing_relative (s, j, x + j * n, rda + (size_t)j * (size_t)s->eq->m,
                                    relative + 3 * state[j]);
}
