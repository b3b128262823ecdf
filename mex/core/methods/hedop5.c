/* hedop5.c - one step of a half-explicit Runge-Kutta method of order 5(4) for the index-2 form
 *
 *     stage i:  p_i = p + h sum_j a_ij Z_j v_j,  v_i = v + h sum_j a_ij v'_j,  r_i likewise,  j < i
 *               M_j v'_j = f_j - C_j' lambda_j
 *               C_i v_i + b'_i = 0                determines lambda_{i-1}, i = 3 ... 8
 *     lambda_1 is that of the step before, stage 7 the end of the step, lambda_7 its multiplier;
 *     stage 8 does nothing but determine lambda_7
 *     err = h sum_j e_j k_j
 *
 * The first seven stages are those of Dormand, Prince (1980); stage 8, and the idea to begin with
 * an explicit stage: M. Arnold, "Half-explicit Runge-Kutta methods with explicit stages for
 * differential- algebraic systems of index 2", BIT 38 (1998), the method HEDOP5. Constraints on
 * position level are not looked at.
 */
#include "hedop5.h"

#include <math.h>
#include <string.h>

enum { STAGES = GEOMS_HEDOP_STAGES };

static const double c[STAGES + 1] = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1, 19.0 / 20};

static const double a[STAGES + 1][STAGES]
    = {{0},
       {1.0 / 5},
       {3.0 / 40, 9.0 / 40},
       {44.0 / 45, -56.0 / 15, 32.0 / 9},
       {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
       {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
       {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84},
       {-18611506045861.0 / 19738176307200.0, 59332529.0 / 14479296.0,
        -2509441598627.0 / 893904224850.0, 2763523204159.0 / 3289696051200.0,
        -41262869588913.0 / 116235927142400.0, 46310205821.0 / 287848404480.0, -3280.0 / 75413.0}};

static const double e[STAGES]
    = {71.0 / 57600, 0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40};

static const double nodes[] = GEOMS_HERMITE_NODES;

/* ---- the parts of one stage ---- */

static int look (GeomsHedop *p, double t, const double *x, GeomsPart *part)
{
    const int status
        = geoms_parts_evaluate (p->e.ode->parts, GEOMS_FOR_METHOD, 1, &t, x, p->e.method.n);

    *part = geoms_parts_at (p->e.ode->parts, 0);
    return status;
}

/* r' and p' of the stage that was looked at last */
static int simple_slopes (GeomsHedop *p, const GeomsPart *part, double t, const double *x,
                          double *k)
{
    const GeomsEquations *q = p->e.ode->eq;

    memcpy (k + q->o2, part->b, (size_t)q->d.nr * sizeof *k);
    return geoms_parts_kinematics (p->e.ode->parts, GEOMS_FOR_METHOD, 0, t, x, x + q->o3,
                                   k + q->op);
}

static void keep (GeomsHedop *p, const GeomsPart *part)
{
    const size_t nv = (size_t)p->e.ode->eq->d.nv, m = (size_t)p->e.ode->parts->m;

    memcpy (p->M, part->M, nv * nv * sizeof *p->M);
    memcpy (p->C, part->C, m * nv * sizeof *p->C);
    memcpy (p->f, part->f, nv * sizeof *p->f);
    for (size_t l = 0; l < nv; l++)
        for (size_t i = 0; i < m; i++)
            p->B[i * nv + l] = part->C[l * m + i];
}

/* ---- accelerations ---- */

/* v' = M^-1 (f - C' lambda) of the stage that is kept */
static int accelerate (GeomsHedop *p, const double *lambda, double *a_out)
{
    const GeomsPart kept = {.M = p->M, .C = p->C, .f = p->f};

    return p->e.ode->ops->accelerations (p->e.ode, &kept, lambda, a_out);
}

/* v' and lambda of the stage that is kept, so that the constraints of the next one are met:
 * [M C_j'; C_i 0] [v'; lambda] = [f; - (C_i w + b'_i) / (h a)],  w the velocities without v' */
static int half_explicit (GeomsHedop *p, const GeomsPart *next, const double *w, double ha,
                          double *a_out, double *lambda)
{
    const int nv = p->e.ode->eq->d.nv, m = p->e.ode->parts->m;

    memcpy (p->gamma, next->b1, (size_t)m * sizeof *w);
    geoms_add_matvec (m, nv, next->C, m, w, p->gamma);
    for (int i = 0; i < m; i++)
        p->gamma[i] /= ha;
    if (geoms_saddle_factor (&p->saddle, NULL, p->M, next->C, m, p->B) != 0)
        return GEOMS_RETRY;
    geoms_saddle_solve (&p->saddle, p->f, p->gamma, a_out, lambda);
    return 0;
}

/* ---- the stages ---- */

/* y = x + h sum_j a_ij k_j, j < i; of the velocities only j < i - 1 */
static void combine (const GeomsHedop *p, int i, const double *x, double *y)
{
    const GeomsEquations *q = p->e.ode->eq;
    const double h = p->e.method.step;

    for (int l = p->e.first; l < p->e.method.n; l++) {
        const int velocity = l >= q->o3 && l < q->op, count = velocity ? i - 1 : i;
        double sum = 0;
        for (int j = 0; j < count; j++)
            sum += a[i][j] * p->k[j][l];
        y[l] = x[l] + h * sum;
    }
}

/* v += h a_i,i-1 v'_{i-1} */
static void add_last (const GeomsHedop *p, int i, double *y)
{
    const GeomsEquations *q = p->e.ode->eq;
    const double ha = p->e.method.step * a[i][i - 1];

    for (int l = q->o3; l < q->op; l++)
        y[l] += ha * p->k[i - 1][l];
}

/* Stage i >= 2: first the acceleration of the stage before, which makes its velocities; then its
 * own slopes but the acceleration. lambda of the stage before into x_stage. */
static int stage (GeomsHedop *p, int i, double t, const double *x)
{
    const GeomsEquations *q = p->e.ode->eq;
    const double h = p->e.method.step;
    double *y = p->e.x_stage;
    GeomsPart part;
    int status;

    combine (p, i, x, y);
    if (i > 1) {
        status = look (p, t + c[i] * h, y, &part);
        if (status == 0)
            status = half_explicit (p, &part, y + q->o3, h * a[i][i - 1], p->k[i - 1] + q->o3, y);
        if (status != 0 || i == STAGES)
            return status;
    }
    add_last (p, i, y);
    status = look (p, t + c[i] * h, y, &part);
    keep (p, &part);
    return status != 0 ? status : simple_slopes (p, &part, t + c[i] * h, y, p->k[i]);
}

/* all slopes at the state itself */
static int first_slope (GeomsHedop *p, double t, const double *x, double *k)
{
    GeomsPart part;
    int status = look (p, t, x, &part);

    keep (p, &part);
    if (status == 0)
        status = simple_slopes (p, &part, t, x, k);
    return status != 0 ? status : accelerate (p, x, k + p->e.ode->eq->o3);
}

static int stages (GeomsHedop *p, double t, const double *x)
{
    const size_t n = (size_t)p->e.method.n, m = (size_t)p->e.first;
    int status = 0;

    if (! p->e.have_slope)
        status = first_slope (p, t, x, p->k[0]);
    p->e.have_slope = status == 0;
    memcpy (p->e.x_stage, x, m * sizeof *x);
    for (int i = 1; i <= STAGES && status == 0; i++) {
        status = stage (p, i, t, x);
        if (i == STAGES - 1)
            memcpy (p->e.x_new, p->e.x_stage, n * sizeof *x);
    }
    memcpy (p->e.x_new, p->e.x_stage, m * sizeof *x);
    return status;
}

static int attempt (GeomsExplicit *base, double t, const double *x)
{
    GeomsHedop *p = (GeomsHedop *)base;
    const int status = stages (p, t, x);

    for (int i = base->first; i < base->method.n; i++) {
        double err = 0;
        for (int j = 0; j < STAGES; j++)
            err += e[j] * p->k[j][i];
        base->error[i] = base->method.step * err;
    }
    return status;
}

static void polynomial (GeomsExplicit *base, double t, const double *x)
{
    const GeomsHedop *p = (const GeomsHedop *)base;

    geoms_explicit_hermite (base, t, x, p->k[0], p->k[STAGES - 1]);
}

/* ---- start ---- */

static int begin (GeomsExplicit *base, double t, double *x)
{
    GeomsHedop *p = (GeomsHedop *)base;
    int status = base->ode->ops->multipliers (base->ode, 1, &t, x, base->method.n);

    if (status == 0)
        status = first_slope (p, t, x, p->k[0]);
    base->have_slope = status == 0;
    return status;
}

static int accepted (GeomsExplicit *base, double t, double *x)
{
    GeomsHedop *p = (GeomsHedop *)base;
    GeomsOde *ode = base->ode;
    int status;

    memcpy (p->k[0], p->k[STAGES - 1], (size_t)base->method.n * sizeof *x);
    if (! base->method.project)
        return 0;
    base->have_slope = 0;
    status = ode->ops->slopes (ode, 1, &t, x, p->k[0]);
    return status != 0 ? status : ode->ops->accepted (ode, t, 1, x, p->k[0]);
}

/* ---- creation ---- */

static const GeomsExplicitOps ops = {5, begin, NULL, attempt, polynomial, accepted, NULL};

static int create (GeomsMethod *m, const GeomsMethodSetup *setup)
{
    GeomsHedop *p = (GeomsHedop *)m;
    GeomsOde *ode = setup->ode;
    GeomsArena *arena = setup->arena;
    const size_t nv = (size_t)ode->eq->d.nv, m_C = (size_t)ode->parts->m;

    for (int i = 0; i < STAGES; i++)
        p->k[i] = geoms_arena_reals (arena, (size_t)ode->n);
    geoms_saddle_create (&p->saddle, (int)nv, (int)m_C, arena);
    p->saddle.plain = 1; /* what it solves for has the errors of a step, rounding is far smaller */
    geoms_hermite_create (&p->e.hermite, ode->n, ode->parts->m, arena);
    p->gamma = geoms_arena_reals (arena, m_C);
    p->M = geoms_arena_reals (arena, nv * nv);
    p->C = geoms_arena_reals (arena, nv * m_C);
    p->B = geoms_arena_reals (arena, nv * m_C);
    p->f = geoms_arena_reals (arena, nv);
    geoms_explicit_create (&p->e, &ops, setup, p->k[0]);
    return 0;
}

const GeomsMethodOps geoms_method_HEDOP5 = {
    .name = "hedop5",
    .basis = {GEOMS_HERMITE_DEGREE, nodes},
    .size = sizeof (GeomsHedop),
    .create = create,
    .walk = geoms_explicit_walk,
    GEOMS_EXPLICIT_OPS,
};
