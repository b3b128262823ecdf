/* bordered_moves.c - states moved onto constraints by as little as can be, level by level
 *
 *     dp = - D G'(G D G')^-1 g,   dv = - D C'(C D C')^-1 (gI + gI_p dp),   D = 1 / weights^2
 *
 * with C and G of the state itself, gI_p of the linearisation; then multipliers there.
 */
#include <math.h>
#include <string.h>

#include "base/orthogonal.h"
#include "base/rank.h"
#include "bordered.h"

enum { MOST_CORRECTIONS = 40 };

/* Steps from afar are halved until rows are violated less, but so short they are not; what is that
 * near needs none of it: choices */
static const double SHORTEST = 0.02, NEAR = 1e-6;

/* a row of C that is so much nearer to the others than to 0 is one that depends on them, or all but
 * does: far above what ranks are decided by */
static const double REGULAR = 1e-8;

double geoms_bordered_violation (const GeomsBordered *b)
{
    const GeomsEquations *e = b->e;
    const double *g = b->now.level, *gI = g + b->m;
    double worst = 0;

    for (int r = 0; r < b->m; r++) {
        const double velocity = fabs (gI[r]) / b->scale[e->r_gI + r],
                     position = fabs (g[r]) / b->scale[e->r_c + r];

        if (! isfinite (velocity + position))
            return INFINITY;
        worst = geoms_max (worst, geoms_max (velocity, position));
    }
    return worst;
}

static double freedom (const double *weights, int i)
{
    return weights != NULL ? 1 / (weights[i] * weights[i]) : 1;
}

/* dx = - D F'(F D F')^-1 a for F (m x n), a is changed; not 0 if rows depend on each other */
static int least (GeomsBordered *b, int n, const double *F, const double *weights, double *a,
                  double *dx)
{
    const int m = b->m;
    double *gram = b->gram.re;

    memset (gram, 0, (size_t)(m * m) * sizeof *gram);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++)
            geoms_axpy (m, freedom (weights, i) * F[k + i * m], F + i * m, gram + k * m);
    if (geoms_factor (&b->gram) != 0)
        return 1;
    geoms_factor_solve (&b->gram, a, NULL);
    for (int i = 0; i < n; i++)
        dx[i] = -freedom (weights, i) * geoms_dot (m, F + i * m, a);
    return 0;
}

/* the correction of x by b->now, which is of x: of unknowns behind the multipliers */
static int correction (GeomsBordered *b, const double *weights, double *dx)
{
    const GeomsEquations *e = b->e;
    const int m = b->m, nv = e->d.nv, np = e->d.np;
    double *a = b->row, *dv = dx + e->d.nr, *dp = dv + nv;

    memset (dx, 0, (size_t)b->moving * sizeof *dx);
    memcpy (a, b->now.level, (size_t)m * sizeof *a);
    if (least (b, np, b->now.G, weights != NULL ? weights + e->op : NULL, a, dp) != 0)
        return GEOMS_RETRY;
    memcpy (a, b->now.level + m, (size_t)m * sizeof *a);
    geoms_add_matvec (m, np, b->gI_p, m, dp, a);
    return least (b, nv, b->now.C, weights != NULL ? weights + e->o3 : NULL, a, dv);
}

/* x becomes x + part dx, on 0 = e, with its multipliers */
static int go (GeomsBordered *b, double t, const double *from, double part, const double *dx,
               double *x)
{
    const size_t n1 = (size_t)b->m;
    int status;

    memcpy (x, from, (size_t)b->e->n * sizeof *x);
    geoms_axpy (b->moving, part, dx, x + n1);
    status = geoms_equations_keep (b->e, t, x);
    return status != 0 ? status : geoms_bordered_look (b, GEOMS_FOR_METHOD, t, x);
}

/* one step; *violation before it becomes that behind it */
static int step (GeomsBordered *b, double t, double *x, const double *weights, double *violation)
{
    double *dx = b->step, *from = b->from, after = INFINITY;
    int status = correction (b, weights, dx);

    if (status != 0)
        return status;
    memcpy (from, x, (size_t)b->e->n * sizeof *x);
    /* where the model has no value a shorter step may have one */
    for (double part = 1; status >= 0 && part > SHORTEST && ! (after < *violation); part /= 2) {
        status = go (b, t, from, part, dx, x);
        after = status == 0 ? geoms_bordered_violation (b) : INFINITY;
        if (*violation < NEAR)
            break;
    }
    *violation = after;
    return status;
}

int geoms_bordered_move (GeomsBordered *b, double t, double *x, const double *weights,
                         double limit, double accepted)
{
    double violation = geoms_bordered_violation (b), last = INFINITY;

    for (int i = 0; i < MOST_CORRECTIONS && violation > limit; i++) {
        int status;

        /* rounding does not allow for less */
        if (violation >= last && last <= accepted)
            return 0;
        last = violation;
        status = step (b, t, x, weights, &violation);
        if (status != 0)
            return status < 0 ? status : GEOMS_PROJECTION_FAILS;
    }
    return violation <= accepted ? 0 : GEOMS_PROJECTION_FAILS;
}

int geoms_bordered_dependent (GeomsBordered *b)
{
    const int m = b->m, nv = b->e->d.nv;
    double *A = b->border[0].X;

    for (int r = 0; r < m; r++) {
        double size = geoms_largest (nv, m, b->now.C + r);

        for (int i = 0; i < nv; i++)
            A[i + r * nv] = size > 0 ? b->now.C[r + i * m] / size : 0;
    }
    return geoms_pivot_columns (nv, m, A, b->order, REGULAR) < m;
}
