/* semi_form.c - E z' = s (t, z) as a formulation for implicit methods
 *
 *     residual  s (t, z) - E z',   Newton matrix  sigma E - ds/dz
 *
 * ds/dz by forward differences in one batch, or from the model's own Jacobian. lambda enters the partitions
 * as - lambda alone.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "semi.h"

static int differential (const GeomsSemi *s, int i) { return i >= s->first && i < s->eq->n; }

static int evaluate (GeomsForm *f, int k, const double *t, double *z, const double *zdot,
                     double *residual)
{
    GeomsSemi *s = (GeomsSemi *)f;
    const int status = geoms_semi_rows (s, GEOMS_FOR_STAGES, k, t, z, residual);

    for (int j = 0; j < k && status == 0 && zdot != NULL; j++)
        for (int i = s->first; i < s->eq->n; i++)
            residual[j * f->n + i] -= zdot[j * f->n + i];
    return status;
}

static void arrive (GeomsSemi *s, double t, const double *z)
{
    geoms_semi_arrive (s, t);
    s->form.near = s->near;
    geoms_semi_note (s, z);
}

static int base (GeomsForm *f, double t, const double *z)
{
    GeomsSemi *s = (GeomsSemi *)f;
    const int status = geoms_semi_rows (s, GEOMS_FOR_METHOD, 1, &t, z, s->base);

    if (status == 0)
        arrive (s, t, z);
    return status;
}

/* ---- linearisation ---- */

static void moved (const GeomsSemi *s, int j, const double *z, double *point)
{
    const double size = geoms_max (fabs (z[j]), s->increment[j]);

    memcpy (point, z, (size_t)s->n * sizeof *z);
    point[j] += sqrt (DBL_EPSILON) * (z[j] < 0 ? -size : size);
}

static int known (const GeomsSemi *s) { return s->kind->lambda == GEOMS_LAMBDA_FOLLOWS ? s->m : 0; }

/* columns from `first` on from the batch, those before it are known */
static void take_columns (GeomsSemi *s, const double *z, const double *base_rows)
{
    const int n = s->n, first = known (s);

    memset (s->J, 0, (size_t)first * (size_t)n * sizeof *s->J);
    for (int j = 0; j < first; j++)
        s->J[j * n + j] = -1;
    for (int j = first; j < n; j++) {
        const int at = j - first + 1;
        const double delta = s->points[at * n + j] - z[j];

        for (int i = 0; i < n; i++)
            s->J[j * n + i] = (s->rows[at * n + i] - base_rows[i]) / delta;
    }
}

/* the model's own Jacobian, row by row like rda; M^-1 must not depend on p */
static int linearise_exactly (GeomsSemi *s, double t, const double *z, int mode)
{
    GeomsEquations *e = s->eq;
    const size_t n = (size_t)s->n, m = (size_t)e->m;
    double *J = s->parts.rda, *rda = J + m * n;
    int status = geoms_equations_jacobian (e, t, z, J, rda, NULL, mode == GEOMS_BASE_HAVE);

    for (size_t j = 0; j < n && status == 0; j++)
        status = geoms_semi_direct (s, J + j * m, e->mass, s->J + j * n);
    if (status == 0 && mode == GEOMS_BASE_FILL) {
        status = geoms_semi_direct (s, rda, e->mass, s->base);
        arrive (s, t, z);
    }
    return status == 0 && ! geoms_finite (n * n, s->J) ? GEOMS_RETRY : status;
}

/* The base point rides in the same batch, and comes first. */
static int linearise_by_differences (GeomsSemi *s, double t, const double *z, int mode)
{
    const int n = s->n, first = known (s), have = mode == GEOMS_BASE_HAVE, k = n - first + 1 - have;
    int status;

    s->eq->counters->njac++;
    for (int j = first; j < n; j++)
        moved (s, j, z, s->points + (j - first + 1) * n);
    for (int j = 0; j <= k; j++)
        s->times[j] = t;
    status = geoms_semi_rows (s, GEOMS_FOR_JACOBIAN, k, s->times, s->points + have * n,
                              s->rows + have * n);
    if (status != 0)
        return status;
    take_columns (s, z, have ? s->base : s->rows);
    if (mode == GEOMS_BASE_FILL) {
        memcpy (s->base, s->rows, (size_t)n * sizeof *z);
        arrive (s, t, z);
    }
    return geoms_finite ((size_t)n * (size_t)n, s->J) ? 0 : GEOMS_RETRY;
}

static int linearise (GeomsForm *f, double t, const double *z, int mode)
{
    GeomsSemi *s = (GeomsSemi *)f;

    memcpy (s->points, z, (size_t)s->n * sizeof *z); /* the point of the last linearisation */
    return s->direct && s->eq->model->jac != NULL && ! s->eq->mass_varies
               ? linearise_exactly (s, t, z, mode)
               : linearise_by_differences (s, t, z, mode);
}

/* ---- Newton systems ---- */

static int factor (GeomsForm *f, int slot, double re, double im)
{
    GeomsSemi *s = (GeomsSemi *)f;
    const size_t n = (size_t)s->n;
    GeomsFactor *E = &s->E[slot];

    for (size_t i = 0; i < n * n; i++)
        E->re[i] = -s->J[i];
    if (slot == GEOMS_SLOT_COMPLEX)
        memset (E->im, 0, n * n * sizeof (double));
    for (int i = s->first; i < s->eq->n; i++) {
        E->re[(size_t)i * (n + 1)] += re;
        if (slot == GEOMS_SLOT_COMPLEX)
            E->im[(size_t)i * (n + 1)] += im;
    }
    return geoms_factor (E);
}

static void solve (GeomsForm *f, int slot, const double *residual, double *dz)
{
    GeomsSemi *s = (GeomsSemi *)f;
    const int parts = slot == GEOMS_SLOT_COMPLEX ? 2 : 1;

    memcpy (dz, residual, (size_t)(parts * s->n) * sizeof *dz);
    geoms_factor_solve (&s->E[slot], dz, parts == 2 ? dz + s->n : NULL);
}

static void defect (GeomsForm *f, const double *y, double *residual)
{
    const GeomsSemi *s = (const GeomsSemi *)f;

    for (int i = 0; i < s->n; i++)
        residual[i] = differential (s, i) ? s->base[i] + y[i] : 0;
}

static void derivative (const GeomsForm *f, GeomsFactor *mass, double *zdot)
{
    const GeomsSemi *s = (const GeomsSemi *)f;

    (void)mass;
    for (int i = 0; i < s->n; i++)
        zdot[i] = differential (s, i) ? s->base[i] : 0;
}

/* ---- the rest ---- */

static void weights (GeomsForm *f, double h, double *factors)
{
    const GeomsSemi *s = (const GeomsSemi *)f;
    const GeomsEquations *e = s->eq;

    for (int i = 0; i < f->n; i++) {
        const int block = i < e->d.nl ? 0
                          : i < e->o2 ? 1
                          : i >= e->n ? 3
                                      : 2,
                  index = block == 2 && (i < e->o3 || i >= e->op) ? 1 : s->kind->index[block];
        factors[i] = (index == 1 ? 1 : index == 2 ? fabs (h) : h * h)
                     * (block == 3 ? s->reach[i - e->n] : 1);
    }
}

/* the base point moves along */
static int correct (GeomsForm *f, double t, double *z, int exact)
{
    GeomsSemi *s = (GeomsSemi *)f;

    (void)exact;
    return s->near ? geoms_semi_approach (s, t, z, s->base) : geoms_semi_correct (s, t, z, s->base);
}

static int renew (GeomsForm *f)
{
    (void)f;
    return 0;
}

/* velocities become v*; where they are, multipliers become those of the base point */
static int settle (GeomsForm *f, int k, double *z)
{
    GeomsSemi *s = (GeomsSemi *)f;

    if (k != 1)
        return 0;
    if (geoms_semi_settle (s, z))
        return 1;
    for (int i = 0; i < known (s); i++) {
        z[i] += s->base[i];
        s->base[i] = 0;
    }
    return 0;
}

static void condition (const GeomsForm *f, double values[3])
{
    geoms_semi_condition ((const GeomsSemi *)f, values);
}

static int begin (GeomsForm *f, double t, double *z)
{
    return geoms_semi_begin ((GeomsSemi *)f, t, z);
}

static int singular (GeomsForm *f, double t) { return geoms_semi_singular ((GeomsSemi *)f, t); }

void geoms_semi_form (GeomsSemi *s)
{
    static const GeomsFormOps ops
        = {"semi-explicit", begin,   evaluate, base,  linearise, factor,    solve,   defect,
           derivative,      weights, correct,  renew, settle,    condition, singular, NULL,    NULL};

    s->form.ops = &ops;
    s->form.eq = s->eq;
    s->form.options = s->options;
    s->form.n = s->form.m = s->n;
    s->form.vanishing = s->kind->extra == GEOMS_EXTRA_A ? 0 : s->n - s->eq->n;
    s->form.settles = s->kind->lambda == GEOMS_LAMBDA_FOLLOWS
                      && s->kind->partition != GEOMS_PARTITION_FULL;
    s->form.free_count = s->eq->n - s->first;
    s->form.base = s->base;
    s->form.base_mass = NULL; /* x' is always known */
    s->form.scale = s->onto->form.scale;
    s->form.dependent = s->dependent;
}
