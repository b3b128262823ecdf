/* landing.c - a state moved onto the constraints by its own Jacobian, where p' = v
 *
 *     p <- p - C'(C C')^-1 g,   v <- v - C'(C C')^-1 gI             C = G (p)
 *     [M C'; C 0] [alpha; lambda] = [f; -gamma]                     where g and gI are met
 *
 * as soon as |g_i| <= u' sum_j |C_ij p_j| and |gI_i| <= u' sum_j |C_ij v_j|, u' = max (1e-13, 10 u).
 * Newton's method leaves the square of a violation in g, and gI is linear in v: a first look moves p,
 * a second v, by the factors of the first, and the third, at which nothing is left, gives the
 * multipliers and the residuals; it alone needs M, f and gamma. What comes of a state depends on
 * nothing but the state: not on those that are evaluated with it.
 */
#include "landing.h"

#include <math.h>
#include <string.h>

/* relative size of a pivot of C C' that is too small; largest mass over the smallest one, from which on
 * their inverses do not stand side by side */
static const double PARALLEL = 1e-4, UNEVEN = 1e4;

/* so many times the limit is good enough where a correction has not helped */
static const double ACCEPTED = 2;

/* what a look at constraints sees */
typedef struct Rows {
    const double *C, *g, *gI;
} Rows;

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
    s->keeps = geoms_points_at_once (GEOMS_CHUNK, m * m) == GEOMS_CHUNK;
    s->kept = geoms_arena_ints (arena, GEOMS_CHUNK);
    s->S = geoms_arena_reals (arena, (s->keeps ? GEOMS_CHUNK : 1) * m * m);
    s->y = geoms_arena_reals (arena, m);
    s->size = geoms_arena_reals (arena, (size_t)eq->n);
    s->scale = geoms_arena_reals (arena, 3 * m);
    s->alpha = geoms_arena_reals (arena, n);
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

static double violation_of_g (GeomsLanding *s, const Rows *at, const double *x)
{
    const int m = s->m;

    if (s->each)
        geoms_equations_sizes (s->eq, x, s->size);
    memset (s->scale, 0, (size_t)m * sizeof *s->scale);
#define ADD(m)                                                               \
    for (int j = 0; j < s->n; j++)                                           \
        for (int i = 0; i < m; i++)                                          \
            s->scale[i] += fabs (at->C[j * m + i]) * s->size[s->eq->op + j]
    GEOMS_BY_ROWS (m, ADD)
#undef ADD
    measurable (m, s->scale);
    return worst_of (m, at->g, s->scale);
}

/* what moves by itself is a term, too */
static double violation_of_gI (GeomsLanding *s, const Rows *at, const double *x)
{
    const int m = s->m;
    double *scale = s->scale + m, *flow = s->y;

    memset (scale, 0, (size_t)m * sizeof *scale);
    memset (flow, 0, (size_t)m * sizeof *flow);
#define ADD(m)                                                               \
    for (int j = 0; j < s->n; j++)                                           \
        for (int i = 0; i < m; i++) {                                        \
            scale[i] += fabs (at->C[j * m + i]) * s->size[s->eq->o3 + j];    \
            flow[i] += at->C[j * m + i] * x[s->eq->o3 + j];                  \
        }
    GEOMS_BY_ROWS (m, ADD)
#undef ADD
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
    return geoms_ldl (m, S, s->y, 1, PARALLEL);
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

GeomsLanded geoms_landing_hold (GeomsLanding *s, int j, int state, double *x, double *last)
{
    const double *column = s->columns + (size_t)j * (size_t)s->length;
    const int m = s->m;
    const Rows at = {column, column + m * s->n, column + m * s->n + m};
    const double *S = factor_of (s, state);

    if (! met (s, violation_of_g (s, &at, x), last)) {
        if (factor (s, state, at.C) != 0)
            return GEOMS_CANNOT_LAND;
        subtract (s, S, at.C, at.g, x + s->eq->op);
        return GEOMS_MOVED;
    }
    if (violation_of_gI (s, &at, x) <= s->limit)
        return GEOMS_HELD;
    if (! s->kept[state] && factor (s, state, at.C) != 0)
        return GEOMS_CANNOT_LAND;
    subtract (s, S, at.C, at.gI, x + s->eq->o3);
    return GEOMS_HELD;
}

/* both levels; not 0 if rows of C are nearly parallel */
static int correct (GeomsLanding *s, int state, const Rows *at, double *x)
{
    const double *S = factor_of (s, state);

    if (factor (s, state, at->C) != 0)
        return 1;
    subtract (s, S, at->C, at->g, x + s->eq->op);
    subtract (s, S, at->C, at->gI, x + s->eq->o3);
    return 0;
}

/* ---- multipliers ---- */

/* not 0 if M is singular or not positive */
static int factor_mass (GeomsLanding *s, const double *M)
{
    if (s->factored)
        return 0;
    if (geoms_mass_try_symmetric (&s->mass, M, s->eq->mass_diagonal) != 0)
        return 1;
    s->even = geoms_mass_spread (&s->mass, M) < UNEVEN;
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

GeomsLanded geoms_landing_look (GeomsLanding *s, int j, int state, double *x, double *last,
                                double *rda)
{
    const GeomsPart part = geoms_parts_at (&s->parts, j);
    const Rows at = {part.C, part.g, part.level};
    const double g = violation_of_g (s, &at, x), gI = violation_of_gI (s, &at, x);

    if (! met (s, geoms_max (g, gI), last))
        return correct (s, state, &at, x) == 0 ? GEOMS_MOVED : GEOMS_CANNOT_LAND;
    if (solve (s, &part, x + s->eq->d.nw) != 0)
        return GEOMS_CANNOT_LAND;
    geoms_parts_rda (&s->parts, j, x, s->alpha, rda);
    return GEOMS_LANDED;
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

void geoms_landing_relative (GeomsLanding *s, int j, const double *x, const double *rda,
                             double relative[3])
{
    const GeomsPart part = geoms_parts_at (&s->parts, j);
    const int row[3] = {s->eq->r_c, s->eq->r_gI, s->eq->r_gII};

    scales_of_accelerations (s, &part, x + s->eq->d.nw);
    for (int level = 0; level < 3; level++)
        relative[level] = worst_of (s->m, rda + row[level], s->scale + level * s->m);
}
