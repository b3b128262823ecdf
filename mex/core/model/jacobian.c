/* jacobian.c - J = d rda / dx from the user, or by forward differences in one batched call
 *
 *     J e_j = (rda (x + delta_j e_j) - rda (x)) / delta_j,   delta_j = sqrt (u) max (|x_j|, size_j)
 *
 * The base point rides in the same batch as the n columns. Where J itself is the result (e->sharp):
 * central differences with steps h, h/4, h/16, ..., of each entry that value of Neville's table in
 * h^2 which differs least from its neighbours (Ridders, Adv. Eng. Software 4, 1982); and C = [G; H]
 * Z as the model gives it.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "equations.h"
#include "base/linalg.h"
#include "jacobian_groups.h"

int geoms_equations_filled (GeomsEquations *e, int returned, const char *function, double t)
{
    if (returned >= 0)
        return returned > 0 ? GEOMS_RETRY : 0;
    return geoms_equations_stopped (e, returned, GEOMS_STOP_JACOBIAN, function, t);
}

int geoms_equations_user_jacobian (GeomsEquations *e, double t, const double *x, double *J)
{
    const size_t size = (size_t)e->m * (size_t)e->n;
    int status;

    memset (J, 0, size * sizeof *J);
    e->counters->ncall++;
    status = geoms_equations_filled (e, e->model->jac (t, x, J, e->m, e->user), "jac", t);
    return status == 0 && ! geoms_finite (size, J) ? GEOMS_RETRY : status;
}

static int from_user (GeomsEquations *e, double t, const double *x, double *J, double *base,
                      double *mass, int have_base)
{
    int status = 0;

    if (! have_base)
        status = geoms_equations_evaluate (e, GEOMS_FOR_METHOD, 1, &t, x, base, mass);
    return status != 0 ? status : geoms_equations_user_jacobian (e, t, x, J);
}

double geoms_equations_moved (const GeomsEquations *e, int j, const double *x)
{
    const double size = geoms_max (fabs (x[j]), e->increment[j]);

    return x[j] + sqrt (DBL_EPSILON) * (x[j] < 0 ? -size : size);
}

void geoms_equations_move (const GeomsEquations *e, int j, const double *x, double *point)
{
    memcpy (point, x, (size_t)e->n * sizeof *point);
    point[j] = geoms_equations_moved (e, j, x);
}

/* residual and mass matrix of the base point, the first of the batch */
static int take_base (GeomsEquations *e, double t, const double *x, double *base, double *mass)
{
    memcpy (base, e->values, (size_t)e->m * sizeof *base);
    if (e->mass_varies && e->masses != NULL)
        memcpy (mass, e->masses, (size_t)(e->d.nv * e->d.nv) * sizeof *mass);
    else if (e->mass_varies)
        return geoms_equations_mass (e, 1, &t, x, mass);
    return 0;
}

/* ---- J as exact as evaluations allow ---- */

enum { LEVELS = 5 };

/* a power of two near 2^(-10 - 2 level) |x_j| */
static double step_of (const GeomsEquations *e, int j, int level, const double *x)
{
    int power;

    frexp (geoms_max (fabs (x[j]), e->increment[j]), &power);
    return ldexp (1, power - 10 - 2 * level);
}

/* rda where component j of column j is moved by its step. 0, GEOMS_RETRY or an IDID. */
static int beside (GeomsEquations *e, double t, int level, int sign, const double *x, double *rda)
{
    for (int j = 0; j < e->n; j++) {
        double *point = e->points + (size_t)j * (size_t)e->n;

        memcpy (point, x, (size_t)e->n * sizeof *x);
        point[j] += sign * step_of (e, j, level, x);
        e->times[j] = t;
    }
    return geoms_equations_evaluate (e, GEOMS_FOR_JACOBIAN, e->n, e->times, e->points, rda, NULL);
}

/* the first column of the table: (rda (x + h e_j) - rda (x - h e_j)) / 2h */
static int central (GeomsEquations *e, double t, int level, const double *x, double *quotient)
{
    const int m = e->m;
    int status = beside (e, t, level, 1, x, quotient);

    if (status == 0)
        status = beside (e, t, level, -1, x, e->values);
    for (int j = 0; j < e->n && status == 0; j++) {
        const double h = step_of (e, j, level, x), width = (x[j] + h) - (x[j] - h);
        for (int i = j * m; i < (j + 1) * m; i++)
            quotient[i] = (quotient[i] - e->values[i]) / width;
    }
    return status;
}

/* one more row of every entry's table: row[k] holds its column k, row[0] the new quotient, `before`
 * the old */
static void extrapolate (size_t count, int depth, double *const *row, double *before, double *best,
                         double *J)
{
    for (size_t i = 0; i < count; i++) {
        double old = before[i], power = 1;

        for (int k = 1; k <= depth; k++) {
            const double last = row[k - 1][i], next = last + (last - old) / ((power *= 16) - 1);
            const double apart = geoms_max (fabs (next - last), fabs (next - old));

            if (apart < best[i]) {
                best[i] = apart;
                J[i] = next;
            }
            old = row[k][i];
            row[k][i] = next;
        }
        before[i] = row[0][i];
    }
}

/* C in the rows gI, h~ and, where p' = v, in the rows g; its place in the parts is told by
 * geoms_model.h */
static int known_constraints (GeomsEquations *e, double t, const double *x, double *J,
                              double *column)
{
    const int kinematics = e->model->kinematics, nv = e->d.nv, rows = e->d.nl + e->d.nm;
    const double *C = column + geoms_equations_before_f (e) + nv;
    int status;

    geoms_equations_count (e, GEOMS_FOR_JACOBIAN, 1);
    status = geoms_equations_ask_parts (e, 1, &t, x, e->n, column, e->m * e->n);
    status = geoms_equations_verdict (e, GEOMS_FOR_JACOBIAN, status, t);
    for (int j = 0; j < nv && status == 0; j++) {
        double *Jv = J + (e->o3 + j) * e->m, *Jp = J + (e->op + j) * e->m;

        for (int i = 0; i < rows; i++)
            Jv[e->r_gI + i] = C[j * rows + i];
        for (int i = 0; i < e->d.nl && ! kinematics; i++)
            Jp[e->r_c + i] = C[j * rows + i];
    }
    return status;
}

static int sharpen (GeomsEquations *e, double t, const double *x, double *J)
{
    const size_t count = (size_t)e->m * (size_t)e->n;
    GeomsArena arena = {0};
    double *row[LEVELS], *before, *best;
    int status = 0, depth = 0;

    /* memory */
    for (int k = 0; k < LEVELS; k++)
        row[k] = geoms_arena_reals (&arena, count);
    before = geoms_arena_reals (&arena, count);
    best = geoms_arena_reals (&arena, count);
    if (arena.failed)
        status = geoms_report (e->report, GEOMS_OUT_OF_MEMORY,
                               "There is not enough memory for %d unknowns.", e->n);
    /* ever smaller differences, extrapolated */
    for (size_t i = 0; i < count && ! arena.failed; i++)
        best[i] = INFINITY;
    for (int level = 0; level < LEVELS && status >= 0; level++) {
        status = central (e, t, level, x, row[0]);
        if (status == 0)
            extrapolate (count, depth++, row, before, best, J);
        else
            depth = 0; /* too far from x to be evaluated */
    }
    /* rows that are known */
    if (status >= 0 && e->model->parts != NULL && e->d.nw + e->d.ns == 0)
        status = known_constraints (e, t, x, J, row[0]);
    geoms_arena_free (&arena);
    return status < 0 ? status : 0;
}

int geoms_equations_known (GeomsEquations *e, double t, const double *x, double *J)
{
    e->counters->ncall++;
    return geoms_equations_filled (e, e->model->jac_known (t, x, J, e->m, e->user), "jac_known", t);
}

/* points around x: one for each column, or for each group of them; their number */
static int move_points (GeomsEquations *e, const GeomsJacobianGroups *g, const double *x,
                        double *points)
{
    const size_t n = (size_t)e->n;

    for (int j = 0; j < e->n && g == NULL; j++)
        geoms_equations_move (e, j, x, points + (size_t)j * n);
    for (int k = 0; g != NULL && k < g->groups.count; k++) {
        double *point = points + (size_t)k * n;

        memcpy (point, x, n * sizeof *point);
        for (int c = g->groups.start[k]; c < g->groups.start[k + 1]; c++)
            point[g->groups.column[c]] = geoms_equations_moved (e, g->groups.column[c], x);
    }
    return g == NULL ? e->n : g->groups.count;
}

/* entries of J from the values at the points of groups */
static void take_groups (const GeomsEquations *e, const GeomsJacobianGroups *g, const double *x,
                         const double *points, const double *values, const double *base, double *J)
{
    const size_t n = (size_t)e->n, m = (size_t)e->m;

    memset (J, 0, n * m * sizeof *J);
    for (int k = 0; k < g->groups.count; k++)
        for (int c = g->groups.start[k]; c < g->groups.start[k + 1]; c++) {
            const int j = g->groups.column[c];
            const double delta = points[(size_t)k * n + (size_t)j] - x[j];

            for (int i = g->pattern.start[j]; i < g->pattern.start[j + 1]; i++) {
                const size_t row = (size_t)g->pattern.row[i];
                J[(size_t)j * m + row] = (values[(size_t)k * m + row] - base[row]) / delta;
            }
        }
}

static int by_differences (GeomsEquations *e, double t, const double *x, double *J, double *base,
                           double *mass, int have_base)
{
    const size_t n = (size_t)e->n, m = (size_t)e->m;
    double *points = e->points + n, *values = e->values + m;
    const int first = have_base ? 1 : 0;
    const GeomsJacobianGroups *groups = e->sharp ? NULL : geoms_jacobian_groups (e);
    int status, count;

    /* x and points around it, in one batch */
    memcpy (e->points, x, n * sizeof *x);
    for (int j = 0; j <= e->n; j++)
        e->times[j] = t;
    count = move_points (e, groups, x, points);
    status = geoms_equations_evaluate (
        e, GEOMS_FOR_JACOBIAN, count + 1 - first, e->times, have_base ? points : e->points,
        have_base ? values : e->values, have_base ? NULL : e->masses);
    if (! have_base) { /* the base point belongs to the method */
        e->counters->neomjac--;
        e->counters->neom++;
        if (status == 0)
            status = take_base (e, t, x, base, mass);
    }
    if (status != 0)
        return status;
    /* difference quotients */
    if (groups != NULL)
        take_groups (e, groups, x, points, values, base, J);
    for (size_t j = 0; j < n && groups == NULL; j++) {
        const double delta = points[j * n + j] - x[j];
        for (size_t i = 0; i < m; i++)
            J[j * m + i] = (values[j * m + i] - base[i]) / delta;
    }
    /* better ones, and entries that are known */
    if (e->sharp)
        status = sharpen (e, t, x, J);
    if (status == 0 && e->model->jac_known != NULL)
        status = geoms_equations_known (e, t, x, J);
    return status == 0 && ! geoms_finite (n * m, J) ? GEOMS_RETRY : status;
}

int geoms_equations_jacobian (GeomsEquations *e, double t, const double *x, double *J, double *base,
                              double *mass, int have_base)
{
    e->counters->njac++;
    if (e->model->jac != NULL)
        return from_user (e, t, x, J, base, mass, have_base);
    return by_differences (e, t, x, J, base, mass, have_base);
}
