/* jacobian.c - J = d rda / dx from the user, or by forward differences in one batched call
 *
 *     J e_j = (rda (x + delta_j e_j) - rda (x)) / delta_j,   delta_j = sqrt (u) max (|x_j|, size_j)
 *
 * The base point rides in the same batch as the n columns.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "equations.h"
#include "linalg.h"

/* 0, GEOMS_RETRY or an IDID for what a function of the user that fills J has returned */
static int verdict (GeomsEquations *e, int returned, const char *function, double t)
{
    if (returned >= 0)
        return returned > 0 ? GEOMS_RETRY : 0;
    e->report->t = t;
    return geoms_report (e->report, GEOMS_STOP_JACOBIAN,
                         "The function %s stopped the run at t = %.10g.", function, t);
}

int geoms_equations_user_jacobian (GeomsEquations *e, double t, const double *x, double *J)
{
    const size_t size = (size_t)e->m * (size_t)e->n;
    int status;

    memset (J, 0, size * sizeof *J);
    e->counters->ncall++;
    status = verdict (e, e->model->jac (t, x, J, e->m, e->user), "jac", t);
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

/* point = x with component j moved */
static void moved (const GeomsEquations *e, int j, const double *x, double *point)
{
    const double size = geoms_max (fabs (x[j]), e->increment[j]);
    const double delta = sqrt (DBL_EPSILON) * (x[j] < 0 ? -size : size);

    memcpy (point, x, (size_t)e->n * sizeof *point);
    point[j] += delta;
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

static int by_differences (GeomsEquations *e, double t, const double *x, double *J, double *base,
                           double *mass, int have_base)
{
    const size_t n = (size_t)e->n, m = (size_t)e->m;
    double *points = e->points + n, *values = e->values + m;
    const int first = have_base ? 1 : 0;
    int status;

    memcpy (e->points, x, n * sizeof *x);
    for (int j = 0; j <= e->n; j++)
        e->times[j] = t;
    for (int j = 0; j < e->n; j++)
        moved (e, j, x, points + (size_t)j * n);
    status = geoms_equations_evaluate (e, GEOMS_FOR_JACOBIAN, e->n + 1 - first, e->times,
                                       have_base ? points : e->points,
                                       have_base ? values : e->values,
                                       have_base ? NULL : e->masses);
    if (! have_base) { /* the base point belongs to the method */
        e->counters->neomjac--;
        e->counters->neom++;
        if (status == 0)
            status = take_base (e, t, x, base, mass);
    }
    if (status != 0)
        return status;
    for (size_t j = 0; j < n; j++) {
        const double delta = points[j * n + j] - x[j];
        for (size_t i = 0; i < m; i++)
            J[j * m + i] = (values[j * m + i] - base[i]) / delta;
    }
    if (e->model->jac_known != NULL) {
        e->counters->ncall++;
        status = verdict (e, e->model->jac_known (t, x, J, e->m, e->user), "jac_known", t);
    }
    return status == 0 && ! geoms_finite (n * m, J) ? GEOMS_RETRY : status;
}

int geoms_equations_jacobian (GeomsEquations *e, double t, const double *x, double *J,
                              double *base, double *mass, int have_base)
{
    e->counters->njac++;
    if (e->model->jac != NULL)
        return from_user (e, t, x, J, base, mass, have_base);
    return by_differences (e, t, x, J, base, mass, have_base);
}
