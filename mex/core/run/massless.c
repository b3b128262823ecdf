/* massless.c - velocities of coordinates without mass at a start
 *
 *     Q = null (M) within ker C:   Q'f (t, r, v + Q z, p) = 0   for z,
 *     by Newton's method with differences
 *
 * C Q = 0: neither constraints nor multipliers take part, and what z moves stays consistent.
 * Q'(df/dv) Q must be regular: with it the rows Q'(f - M v') = 0 of psf and psi1 are of index 1.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/orthogonal.h"
#include "forms/projected/projected.h"
#include "run.h"

enum { MOST_ITERATIONS = 30, MOST_HALVINGS = 12, MOST_ROUNDS = 3 };

/* M where the consistent state has just been found; NULL where none was looked for, or M itself is
 * not asked for */
static const double *mass_at_start (const GeomsRun *run)
{
    if (! run->eq.mass_varies)
        return run->eq.mass;
    return run->have_consistency ? run->consistency->base_mass : geoms_initial_mass (run);
}

/* ---- Q'f ---- */

static int not_finite (GeomsRun *run, double t)
{
    run->report.t = t;
    return geoms_report (&run->report, GEOMS_NOT_FINITE,
                         "The equations of motion cannot be evaluated at t = %.10g: a function "
                         "returned NaN or Inf there.",
                         t);
}

/* balance (nq x k) = Q'f at time t and the k states in eq.points */
static int evaluate (GeomsRun *run, double t, int k)
{
    GeomsMassless *s = &run->massless;
    GeomsEquations *e = &run->eq;
    const int nv = e->d.nv, nq = s->mass.nq;
    int status;

    if (run->eq.sparse) { /* of one alone */
        status = geoms_mass_sparse_forces (run, t, e->points);
        return status > 0 ? not_finite (run, t) : status;
    }
    for (int j = 0; j < k; j++)
        e->times[j] = t;
    status
        = geoms_equations_evaluate (e, GEOMS_FOR_METHOD, k, e->times, e->points, e->values, NULL);
    if (status != 0)
        return status > 0 ? not_finite (run, t) : status;
    for (int j = 0; j < k; j++)
        for (int i = 0; i < nq; i++)
            s->balance[j * nq + i] = geoms_dot (nv, s->mass.Q + (size_t)i * (size_t)nv,
                                                e->values + (size_t)j * (size_t)e->m + e->r_v);
    return 0;
}

/* largest of the velocities that column j of Q moves, not less than their typical size */
static double size_along (const GeomsRun *run, int j, const double *x)
{
    const double *q = run->massless.mass.Q + (size_t)j * (size_t)run->eq.d.nv;
    double size = 0;

    for (int i = 0; i < run->eq.d.nv; i++)
        if (fabs (q[i]) > 1e-6)
            size = geoms_max (size,
                              geoms_max (fabs (x[run->eq.o3 + i]), run->increment[run->eq.o3 + i]));
    return size;
}

/* balance = Q'f at (t, x), D = Q'(df/dv) Q */
static int differentiate (GeomsRun *run, double t, const double *x)
{
    GeomsMassless *s = &run->massless;
    GeomsEquations *e = &run->eq;
    const int nq = s->mass.nq, nv = e->d.nv;
    int status;

    geoms_factor_resize (&s->D, nq);
    if (run->eq.sparse) {
        memcpy (e->points, x, (size_t)e->n * sizeof *x);
        status = evaluate (run, t, 1);
        if (status == 0)
            status = geoms_mass_sparse_slopes (run, t, x);
        return status > 0 ? not_finite (run, t) : status;
    }
    for (int j = 0; j <= nq; j++) {
        double *point = e->points + (size_t)j * (size_t)e->n;

        memcpy (point, x, (size_t)e->n * sizeof *x);
        if (j > 0)
            geoms_axpy (nv, sqrt (DBL_EPSILON) * size_along (run, j - 1, x),
                        s->mass.Q + (size_t)(j - 1) * (size_t)nv, point + e->o3);
    }
    status = evaluate (run, t, nq + 1);
    for (int j = 0; j < nq && status == 0; j++) {
        const double delta = sqrt (DBL_EPSILON) * size_along (run, j, x);

        for (int i = 0; i < nq; i++)
            s->D.re[j * nq + i] = (s->balance[(j + 1) * nq + i] - s->balance[i]) / delta;
    }
    return status;
}

static double largest_of (int n, const double *x)
{
    double most = 0;

    for (int i = 0; i < n; i++)
        most = geoms_max (most, fabs (x[i]));
    return most;
}

/* ---- D is regular ---- */

static int undamped (GeomsRun *run, double t, int column)
{
    GeomsMassless *s = &run->massless;
    const int nq = s->mass.nq, nv = s->mass.n;
    const double slope = s->D.re[column * nq + column];
    char name[40];

    memcpy (s->mass.Q, s->mass.Q + (size_t)column * (size_t)nv, (size_t)nv * sizeof *s->mass.Q);
    s->mass.nq = 1;
    geoms_mass_name_free (&s->mass, name, sizeof name);
    run->report.t = t;
    run->report.value = slope;
    return geoms_report (&run->report, GEOMS_UNDAMPED,
                         "%s has neither a mass nor a constraint at t = %.10g, and the force on it "
                         "does not tell its velocity: df/dv = %.3g.",
                         name, t, slope);
}

/* the rank of D, whose rows are scaled; D stays */
static int check_damping (GeomsRun *run, double t)
{
    GeomsMassless *s = &run->massless;
    const int nq = s->mass.nq;
    double *A = s->balance;
    int rank;

    memcpy (A, s->D.re, (size_t)(nq * nq) * sizeof *A);
    for (int i = 0; i < nq; i++) {
        double most = 0;
        for (int j = 0; j < nq; j++)
            most = geoms_max (most, fabs (A[j * nq + i]));
        for (int j = 0; j < nq && most > 0; j++)
            A[j * nq + i] /= most;
    }
    rank = largest_of (nq * nq, A) > 0 ? geoms_pivot_columns (nq, nq, A, s->order, 1e-7) : 0;
    if (rank == 0)
        return undamped (run, t, 0);
    return rank < nq ? undamped (run, t, s->order[rank]) : 0;
}

int geoms_massless_damped (GeomsRun *run, double t, const double *x)
{
    const int status = differentiate (run, t, x);

    return status != 0 ? status : check_damping (run, t);
}

/* ---- z ---- */

/* x += step Q z; -> the largest |Q'f| there */
static int try_step (GeomsRun *run, double t, double step, const double *x, double *size)
{
    GeomsMassless *s = &run->massless;
    GeomsEquations *e = &run->eq;
    int status;

    memcpy (e->points, x, (size_t)e->n * sizeof *x);
    for (int j = 0; j < s->mass.nq; j++)
        geoms_axpy (e->d.nv, step * s->z[j], s->mass.Q + (size_t)j * (size_t)e->d.nv,
                    e->points + e->o3);
    status = evaluate (run, t, 1);
    *size = status == 0 ? largest_of (s->mass.nq, s->balance) : INFINITY;
    return status == GEOMS_NOT_FINITE ? 0 : status;
}

/* one step of Newton's method, halved until Q'f becomes smaller; *moved: its length, 0: none
 * does */
static int iterate (GeomsRun *run, double t, double *x, int first, double *moved)
{
    GeomsMassless *s = &run->massless;
    GeomsEquations *e = &run->eq;
    const int nq = s->mass.nq;
    double before, after = INFINITY, step = 2;
    int status = differentiate (run, t, x);

    *moved = 0;
    if (status != 0)
        return status;
    /* the step */
    before = largest_of (nq, s->balance);
    for (int i = 0; i < nq; i++)
        s->z[i] = -s->balance[i];
    if (first && (status = check_damping (run, t)) != 0)
        return status;
    if (before == 0 || geoms_factor (&s->D) != 0)
        return 0;
    geoms_factor_solve (&s->D, s->z, NULL);
    /* halved until it helps */
    for (int i = 0; i < MOST_HALVINGS && ! (after < before) && status == 0; i++)
        status = try_step (run, t, step /= 2, x, &after);
    if (status != 0 || ! (after < before))
        return status;
    /* its length */
    for (int i = 0; i < nq; i++)
        *moved = geoms_max (*moved, step * fabs (s->z[i]) / size_along (run, i, x));
    memcpy (x, e->points, (size_t)e->n * sizeof *x);
    return 0;
}

/* x with Q'f = 0 at time t */
int geoms_massless_settle (GeomsRun *run, double t, double *x)
{
    double moved = 1;
    int status = 0, i = 0;

    for (; i < MOST_ITERATIONS && moved > 1e-12 && status == 0; i++)
        status = iterate (run, t, x, i == 0, &moved);
    if (status != 0 || moved <= 1e-6)
        return status;
    run->report.t = t;
    return geoms_report (&run->report, GEOMS_INITIAL_SLOW,
                         "The velocities of coordinates without mass were not found at t = %.10g: "
                         "the sum of the forces on them is still %.6g.",
                         t, largest_of (run->massless.mass.nq, run->massless.balance));
}

/* v' = ... needs M that is regular on the motions that constraints allow */
static int refuse_accelerations (GeomsRun *run)
{
    char name[40];

    geoms_mass_name_free (&run->massless.mass, name, sizeof name);
    run->report.t = run->t;
    return geoms_report (&run->report, GEOMS_BAD_OPTION,
                         "VelocityRows 'acceleration' cannot be used at t = %.10g: %s has neither a "
                         "mass nor a constraint, and no acceleration follows from the forces.",
                         run->t, name);
}

int geoms_massless_balance (GeomsRun *run, int *moved)
{
    GeomsMassless *s = &run->massless;
    const size_t n = (size_t)run->eq.n;
    /* along a run by sparse matrices, which does not begin with any such velocities */
    const int sparse = run->eq.sparse && s->here == GEOMS_MASS_FREE;
    /* options say what becomes of a start, not of a state after an event */
    const int begins = run->counters.naccpt == 0, initial = run->options.initial;
    const double *M = sparse ? NULL : mass_at_start (run);
    int status = M != NULL || sparse ? geoms_mass_look (run, run->t, run->x, M) : 0;

    *moved = 0;
    if ((M == NULL && ! sparse) || status > 0) /* others will tell */
        return 0;
    if (status == 0)
        status = geoms_mass_note (run);
    if (status != 0 || s->mass.singular != GEOMS_MASS_FREE || ! (run->integrates_form || sparse))
        return status; /* forms that solve for accelerations refuse it */
    if (begins && run->options.velocity_rows == GEOMS_VELOCITY_ROWS_ACCELERATION)
        return refuse_accelerations (run);
    memcpy (s->x, run->x, n * sizeof *s->x);
    status = geoms_massless_settle (run, run->t, s->x);
    s->balanced = status == 0;
    if (status != 0 || (begins && initial == GEOMS_INITIAL_ASSUME))
        return status;
    if (begins)
        status = geoms_mass_balanced (run, s->x, initial == GEOMS_INITIAL_CHECK);
    *moved = status == 0 && memcmp (run->x, s->x, n * sizeof *s->x) != 0;
    if (*moved)
        memcpy (run->x, s->x, n * sizeof *s->x);
    return status;
}

/* ---- a jump ---- */

/* the next step behind a jump, in parts of t, if that before it was not larger: a choice */
static const double FIRST_PART = 1e-4;

int geoms_massless_go_on (GeomsRun *run, double t)
{
    const double h = geoms_max (fabs (run->method->h), FIRST_PART * fabs (t));
    int status = geoms_mass_note (run);

    if (status == 0 && ! run->eq.rates)
        status = geoms_consistent_form (run);
    if (status == 0)
        status = run->eq.rates ? geoms_rates_move (run, 1, &t, run->massless.x)
                               : geoms_consistent_correct (run, t, run->massless.x);
    if (status != 0)
        return status;
    run->t = t;
    memcpy (run->x, run->massless.x, (size_t)run->eq.n * sizeof *run->x);
    run->method->h = run->direction * h;
    status = run->method->ops->restart (run->method, run->t, run->x, run->direction);
    if (status == 0)
        status = geoms_events_begin (run, NULL, 0);
    return status != 0 ? status : geoms_output_again (run);
}

/* a mass that a step has lost: its velocity is what the forces tell */
int geoms_massless_lost (GeomsRun *run)
{
    const GeomsEquations *e = &run->eq;
    double *x = run->massless.x;
    int status, moved = 0;

    memcpy (x, run->x, (size_t)e->n * sizeof *x);
    status = geoms_massless_settle (run, run->t, x);
    for (int i = e->o3; i < e->o4 && status == 0; i++)
        moved |= fabs (x[i] - run->x[i]) > run->atol[i] + run->rtol[i] * fabs (x[i]);
    return status == 0 && moved ? geoms_massless_go_on (run, run->t) : status;
}

/* ---- a start ---- */

int geoms_massless_start (GeomsRun *run)
{
    int moved = 1, status = geoms_initial (run);

    for (int i = 0; i < MOST_ROUNDS && moved && status == 0; i++) {
        status = geoms_massless_balance (run, &moved);
        if (status == 0 && moved)
            status = geoms_initial (run); /* multipliers */
    }
    return status;
}
