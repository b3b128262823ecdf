/* scales.c - what residuals are measured by
 *
 *     scale_i = sum_j |J_ij| max |x_j|
 *     gII, hI with solved multipliers: + the terms of C M^-1 f
 *
 * and what errors of w are: of an index-2 variable where psi1 makes them depend on lambda or mu
 */
#include <math.h>

#include "projected.h"

/* gII and hI contain C M^-1 f: |Gamma_x + C M^-1 F_x| |x| and the terms of this product, which are
 * 0 where nothing is loaded; m is p->hard2, which the compiler may know */
GEOMS_INLINE void add_acceleration_scales (GeomsProjected *p, int m, const double *size)
{
    const GeomsEquations *e = p->form.eq;
    const int known = p->tangent.used && p->tangent.by_mass;
    const double *CM = p->multipliers.CM, *J = p->J;
    double *scale = p->scale + e->r_gII, *row = p->projection.dx;

    for (int i = 0; i < m; i++)
        scale[i] = p->multipliers.terms[i];
    for (int j = 0; j < 2 * e->d.nv && known; j++)
        for (int i = 0; i < m; i++)
            scale[i] += fabs (p->tangent.T[j * m + i]) * size[e->o3 + j];
    for (int j = 0; j < (known ? e->n1 : e->n) && m > 0; j++, J += e->m) {
        for (int i = 0; i < m; i++)
            row[i] = J[e->r_gII + i];
        geoms_add_matvec_few (m, e->d.nv, CM, m, J + e->r_v, row);
        for (int i = 0; i < m; i++)
            scale[i] += fabs (row[i]) * size[j];
    }
}

static void acceleration_scales (GeomsProjected *p, const double *size)
{
#define ADD(m) add_acceleration_scales (p, m, size)
    GEOMS_BY_ROWS (p->hard2, ADD)
#undef ADD
}

/* scale = |J| size for a strip of rows, whose number the compiler knows */
GEOMS_INLINE void sum_of_sizes (int rows, const GeomsEquations *e, const double *J,
                                const double *size, double *scale)
{
    double sum[4] = {0, 0, 0, 0};

    for (int j = 0; j < e->n; j++, J += e->m)
        GEOMS_EACH (i, rows)
            sum[i] += fabs (J[i]) * size[j];
    for (int i = 0; i < rows; i++)
        scale[i] = sum[i];
}

/* scale_i = sum_j |J_ij| max |x_j| of all algebraic rows: the terms that they are made of along the
 * run. An unknown that is 0 in spite of others of its kind counts as much as their rounding. The
 * first rows are gII and hI where there is no w: not those of J where multipliers are solved
 * for. */
void geoms_projected_scales (GeomsProjected *p, const double *x)
{
    const GeomsEquations *e = p->form.eq;
    const int rows = e->r_b;
    double *size = p->work.n, *scale = p->scale;
    int i = p->multipliers.used && e->d.nw == 0 ? p->hard2 : 0;

    geoms_equations_sizes (e, x, size);
    for (; i + 4 <= rows; i += 4)
        sum_of_sizes (4, e, p->J + i, size, scale + i);
    for (; i < rows; i++)
        sum_of_sizes (1, e, p->J + i, size, scale + i);
    if (p->multipliers.used)
        acceleration_scales (p, size);
    /* a row that nothing moves is measured as it is */
    for (i = 0; i < rows; i++)
        scale[i] = scale[i] > 0 ? scale[i] : 1;
}

/* ---- index ---- */

/* not 0 if d depends on lambda or mu, which makes w as bad as they are */
static int auxiliary_of_index2 (const GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;

    for (int j = e->d.nw; j < e->n1; j++)
        for (int i = 0; i < e->d.nw; i++)
            if (p->J[j * e->m + i] != 0)
                return 1;
    return 0;
}

void geoms_projected_index (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    const int second = p->index1 && auxiliary_of_index2 (p);

    for (int i = 0; i < e->d.nw; i++)
        p->index[i] = second ? 2 : 1;
}
