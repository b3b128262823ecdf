/* dopri5.c - one step of the explicit Runge-Kutta method of order 5(4) with dense output of order 4
 *
 *     k_i = f (t + c_i h, x + h sum_j a_ij k_j),  i = 1 ... 7,  x_new = x + h sum_j a_7j k_j
 *     err = h sum_j e_j k_j
 *
 * Coefficients: Dormand, Prince, J. Comput. Appl. Math. 6 (1980); those of the dense output
 * (Shampine), controller and first step size: Hairer, Norsett, Wanner I (1993), sections II.4 -
 * II.6. The last slope of a step is the first of the next one. lambda and mu come along from the
 * evaluation at its end.
 */
#include "dopri5.h"

#include <math.h>
#include <string.h>

enum { STAGES = GEOMS_DOPRI_STAGES };

static const double c[STAGES] = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};

static const double a[STAGES][STAGES - 1]
    = {{0},
       {1.0 / 5},
       {3.0 / 40, 9.0 / 40},
       {44.0 / 45, -56.0 / 15, 32.0 / 9},
       {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
       {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
       {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};

static const double e[STAGES]
    = {71.0 / 57600, 0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40};

static const double d[STAGES] = {-12715105075.0 / 11282082432.0,  0,
                                 87487479700.0 / 32700410799.0,   -10690763975.0 / 1880347072.0,
                                 701980252875.0 / 199316789632.0, -1453857185.0 / 822651844.0,
                                 69997945.0 / 29380423.0};

/* begin of the step, two points inside, and one more */
static const double nodes[] = {-1, -1.0 / 3, -2.0 / 3, -0.5};

/* ---- slopes ---- */

static int slope (GeomsDopri *p, double t, const double *x, double *k)
{
    return p->e.ode->ops->slopes (p->e.ode, 1, &t, x, k);
}

/* y = x + h sum_j b_j k_j over `stages` slopes */
static void combine (const GeomsDopri *p, const double *x, double h, const double *b, int stages,
                     double *y)
{
    for (int i = p->e.first; i < p->e.method.n; i++) {
        double sum = 0;
        for (int j = 0; j < stages; j++)
            sum += b[j] * p->k[j][i];
        y[i] = x[i] + h * sum;
    }
}

/* lambda and mu of x, by how much the slope says they are off */
static void take_multipliers (const GeomsDopri *p, const double *k, double *x)
{
    for (int i = 0; i < p->e.first; i++)
        x[i] += k[i];
}

/* The stages; 0 with the end of the step in x_new, GEOMS_RETRY or an IDID. */
static int stages (GeomsDopri *p, double t, const double *x)
{
    const double h = p->e.method.step;
    int status = 0;

    if (! p->e.have_slope)
        status = slope (p, t, x, p->k[0]);
    p->e.have_slope = status == 0;
    memcpy (p->e.x_stage, x, (size_t)p->e.first * sizeof *x);
    for (int i = 1; i < STAGES && status == 0; i++) {
        combine (p, x, h, a[i], i, p->e.x_stage);
        status = slope (p, t + c[i] * h, p->e.x_stage, p->k[i]);
    }
    memcpy (p->e.x_new, p->e.x_stage, (size_t)p->e.method.n * sizeof *x);
    if (status == 0)
        take_multipliers (p, p->k[STAGES - 1], p->e.x_new);
    return status;
}

/* ---- error and dense output ---- */

static void set_error (GeomsDopri *p)
{
    for (int i = p->e.first; i < p->e.method.n; i++) {
        double err = 0;
        for (int j = 0; j < STAGES; j++)
            err += e[j] * p->k[j][i];
        p->e.error[i] = p->e.method.step * err;
    }
}

static int attempt (GeomsExplicit *base, double t, const double *x)
{
    GeomsDopri *p = (GeomsDopri *)base;
    const int status = stages (p, t, x);

    set_error (p);
    return status;
}

/* the continuous extension in the basis of the nodes; lambda and mu linear until they are
 * recovered */
static void polynomial (GeomsExplicit *base, double t, const double *x)
{
    const GeomsDopri *p = (GeomsDopri *)base;
    const int n = p->e.method.n;
    const double h = p->e.method.step;
    double *p1 = base->method.poly, *p2 = p1 + n, *p3 = p2 + n, *p4 = p3 + n;

    (void)t;
    for (int i = 0; i < n; i++) {
        const double change = p->e.x_new[i] - x[i], r3 = h * p->k[0][i] - change,
                     r4 = change - h * p->k[STAGES - 1][i] - r3;
        double r5 = 0;

        for (int j = 0; j < STAGES; j++)
            r5 += d[j] * p->k[j][i];
        p1[i] = change;
        p2[i] = i < p->e.first ? 0 : -r3 - 2.0 / 3 * r4 - 2.0 / 9 * h * r5;
        p3[i] = i < p->e.first ? 0 : -r4;
        p4[i] = i < p->e.first ? 0 : h * r5;
    }
    base->method.h_poly = h;
}

/* ---- start ---- */

/* From |x|, |x'| and |x''| so that an explicit Euler step is small and h^5 |x^(5)| is like 0.01; at
 * most 100 times what the Euler step would be; without any slope and curvature a thousandth of
 * that: II.4 of Hairer, Norsett, Wanner I. */
static const double FIRST_ERROR = 0.01, MOST_EULER = 100, NO_CURVATURE = 1e-15, STILL = 1e-3,
                    FIRST_ELSE = 1e-6;

static int first_step (GeomsExplicit *base, double t, const double *x, double direction, double *h)
{
    GeomsDopri *p = (GeomsDopri *)base;
    const double speed = geoms_explicit_norm (base, x, p->k[0], NULL);
    const double one[] = {1};
    double curvature, most;
    int status;

    *h = geoms_explicit_first (base, x);
    memcpy (base->x_stage, x, (size_t)base->first * sizeof *x);
    combine (p, x, *h * direction, one, 1, base->x_stage);
    status = slope (p, t + *h * direction, base->x_stage, p->k[1]);
    if (status != 0)
        return status;
    curvature = geoms_max (geoms_explicit_norm (base, x, p->k[1], p->k[0]) / *h, speed);
    most = curvature <= NO_CURVATURE ? geoms_max (FIRST_ELSE, STILL * *h)
                                     : pow (FIRST_ERROR / curvature, 0.2);
    *h = geoms_min (MOST_EULER * *h, most);
    return 0;
}

static int begin (GeomsExplicit *base, double t, double *x)
{
    GeomsDopri *p = (GeomsDopri *)base;
    const int status = slope (p, t, x, p->k[0]);

    base->have_slope = status == 0;
    return status;
}

/* the state at the end of a step, its last slope belongs to; lambda and mu have been taken from
 * it */
static int accepted (GeomsExplicit *base, double t, double *x)
{
    GeomsDopri *p = (GeomsDopri *)base;

    memcpy (p->k[0], p->k[STAGES - 1], (size_t)base->method.n * sizeof *x);
    memset (p->k[0], 0, (size_t)base->first * sizeof *x);
    return base->ode->ops->accepted (base->ode, t, base->method.project, x, p->k[0]);
}

/* ---- creation ---- */

static const GeomsExplicitOps ops = {5, begin, first_step, attempt, polynomial, accepted, NULL};

static int create (GeomsMethod *m, const GeomsMethodSetup *setup)
{
    GeomsDopri *p = (GeomsDopri *)m;

    for (int i = 0; i < STAGES; i++)
        p->k[i] = geoms_arena_reals (setup->arena, (size_t)m->n);
    geoms_explicit_create (&p->e, &ops, setup, p->k[0]);
    return 0;
}

const GeomsMethodOps geoms_method_DOPRI5 = {
    .name = "dopri5",
    .basis = {4, nodes},
    .takes_rates = 1,
    .solves_ends = 1,
    .size = sizeof (GeomsDopri),
    .create = create,
    .walk = geoms_explicit_walk,
    GEOMS_EXPLICIT_OPS,
};
