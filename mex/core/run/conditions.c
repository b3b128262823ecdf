/* conditions.c - what a consistent state meets beside the constraints
 *
 *     k (t, x) = 0:  the user's conditions (IVCOND), invariants e, fixed components x_i - x0_i
 *
 * and its Jacobian K; conditions by forward differences, invariants from the rows of J.
 */
#include <float.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "forms/projected/projected.h"
#include "run.h"

static int count_fixed (const GeomsRun *run)
{
    int count = 0;

    for (int i = 0; i < run->eq.n && run->start.fixed != NULL; i++)
        count += run->start.fixed[i] != 0;
    return count;
}

int geoms_conditions_create (GeomsRun *run)
{
    GeomsConsistency *s = &run->consistency_work;
    const size_t n = (size_t)run->eq.n;
    const int most = run->eq.d.nc + run->eq.d.ni + count_fixed (run);

    s->nc = run->model.ivcond != NULL ? run->eq.d.nc : 0;
    s->value = geoms_arena_reals (&run->arena, (size_t)most);
    s->moved = geoms_arena_reals (&run->arena, (size_t)most);
    s->scale = geoms_arena_reals (&run->arena, (size_t)most);
    s->K = geoms_arena_reals (&run->arena, (size_t)most * n);
    s->KN = geoms_arena_reals (&run->arena, (size_t)most * n);
    s->x0 = geoms_arena_reals (&run->arena, n);
    s->dx = geoms_arena_reals (&run->arena, n);
    s->trial = geoms_arena_reals (&run->arena, n);
    s->found = geoms_arena_reals (&run->arena, n);
    if (most > run->eq.d.ni) {
        const int rows = run->eq.na + most;
        geoms_block_create (&s->all, rows, run->eq.n, GEOMS_DECOMPOSITION_SVD, &run->arena);
        s->rows_of_all = geoms_arena_reals (&run->arena, (size_t)rows * n);
        s->residual_of_all = geoms_arena_reals (&run->arena, (size_t)rows);
    }
    s->best = geoms_arena_reals (&run->arena, n);
    geoms_block_create (&s->block, most, run->eq.n, GEOMS_DECOMPOSITION_SVD, &run->arena);
    return run->arena.failed;
}

/* ---- rows of k ---- */

/* rows of K by forward differences; value holds k (x) */
static int condition_rows (GeomsRun *run, double t, const double *x)
{
    GeomsConsistency *s = &run->consistency_work;
    const int n = run->eq.n;

    memcpy (s->trial, x, (size_t)n * sizeof *x);
    for (int j = 0; j < n; j++) {
        const double size = geoms_max (fabs (x[j]), run->increment[j]);
        int status;
        s->trial[j] = x[j] + sqrt (DBL_EPSILON) * (x[j] < 0 ? -size : size);
        status = geoms_equations_conditions (&run->eq, t, s->trial, s->moved);
        if (status != 0)
            return status;
        for (int i = 0; i < s->nc; i++)
            s->K[j * s->rows + i] = (s->moved[i] - s->value[i]) / (s->trial[j] - x[j]);
        s->trial[j] = x[j];
    }
    return 0;
}

/* values of k at x, those of e from the residual there */
int geoms_conditions_values (GeomsRun *run, double t, const double *x, const double *residual,
                             double *k)
{
    const GeomsConsistency *s = &run->consistency_work;
    int row = s->counted, status = 0;

    if (s->counted > 0)
        status = geoms_equations_conditions (&run->eq, t, x, k);
    for (int i = 0; i < run->eq.d.ni; i++)
        if (run->consistency->invariants.keeps[i] == GEOMS_E_PROJECTED && ! s->without_e)
            k[row++] = residual[run->eq.r_e + i];
    for (int i = 0; i < run->eq.n && row < s->rows; i++)
        if (run->start.fixed[i])
            k[row++] = x[i] - s->x0[i];
    return status;
}

void geoms_conditions_count (GeomsRun *run, int all)
{
    GeomsConsistency *s = &run->consistency_work;

    s->counted = all ? s->nc : 0;
    s->invariants = 0;
    for (int i = 0; i < run->eq.d.ni && ! s->without_e; i++)
        s->invariants += run->consistency->invariants.keeps[i] == GEOMS_E_PROJECTED;
    s->rows = s->counted + s->invariants + (all ? count_fixed (run) : 0);
}

int geoms_conditions_jacobian (GeomsRun *run, double t, const double *x)
{
    GeomsConsistency *s = &run->consistency_work;
    const GeomsEquations *e = &run->eq;
    double *sizes = run->consistency->work.n;
    int row = s->counted, status = 0;

    geoms_equations_sizes (e, x, sizes);
    memset (s->K, 0, (size_t)s->rows * (size_t)e->n * sizeof *s->K);
    if (s->counted > 0)
        status = condition_rows (run, t, x);
    for (int i = 0; i < e->d.ni && s->invariants > 0; i++)
        if (run->consistency->invariants.keeps[i] == GEOMS_E_PROJECTED)
            geoms_copy (1, e->n, run->consistency->J + e->r_e + i, e->m, s->K + row++, s->rows);
    for (int i = 0; i < e->n && row < s->rows; i++)
        if (run->start.fixed[i])
            s->K[i * s->rows + row++] = 1;
    for (int i = 0; i < s->rows; i++) {
        double size = 0;
        for (int j = 0; j < e->n; j++)
            size += fabs (s->K[j * s->rows + i]) * sizes[j];
        s->scale[i] = geoms_max (DBL_MIN, size);
    }
    return status;
}

/* ---- how far, and which ---- */

double geoms_conditions_violation (const GeomsConsistency *s, const double *k, int *row)
{
    double worst = 0;

    for (int i = 0; i < s->rows; i++)
        if (! (fabs (k[i]) / s->scale[i] <= worst)) {
            worst = fabs (k[i]) / s->scale[i];
            *row = i;
        }
    return worst;
}

/* row `row` of k in words */
void geoms_conditions_name (const GeomsRun *run, int row, char *name, size_t size)
{
    const GeomsConsistency *s = &run->consistency_work;
    int left = row - s->counted - s->invariants, e = row - s->counted;

    if (row < s->counted)
        snprintf (name, size, "condition(%d)", row + 1);
    for (int i = 0; i < run->eq.d.ni && row >= s->counted && left < 0; i++)
        if (run->consistency->invariants.keeps[i] == GEOMS_E_PROJECTED && e-- == 0)
            snprintf (name, size, "e(%d)", i + 1);
    for (int i = 0; i < run->eq.n && left >= 0; i++)
        if (run->start.fixed[i] && left-- == 0) {
            geoms_name_unknown (&run->eq, i, name, size);
            return;
        }
}
