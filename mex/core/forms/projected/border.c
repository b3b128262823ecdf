/* border.c - accelerations, w and multipliers as the other unknowns move them, at the linearisation
 *
 *     [ M            (C' - f_l) span   -F_w      ] [d alpha]   [  F_x     ]
 *     [ pick' C      0                 pick' G_w ] [d eta  ] = [ -pick' (G_x dx + a) ]
 *     [ 0            d_l span          d_w       ] [d w    ]   [ -d_x dx - a_d ]
 *                                                    d l = span d eta
 *
 * for dx in (r, v, s, p): A = d alpha, L = d (w, l), and P for residuals a of gII, hI and a_d of d;
 * G is Gamma of multipliers_linear.c. This is F11^- of elimination.c without F11 = - C M^-1 (C' -
 * f_l), where light bodies and rows that are nearly parallel enter squared.
 */
#include <math.h>
#include <string.h>

#include "projected.h"

#define AT(A, ld, i, j) A[(size_t)(j) * (size_t)(ld) + (size_t)(i)]

/* places in a column of the border: alpha, eta, w; rows f_dyn, gII and hI, d */
typedef struct Border {
    int n, eta, w, m, r, nw;
    double size; /* of M, to which the other rows are scaled */
} Border;

static Border border_of (const GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    const int r = p->multipliers.rows;

    return (Border){e->d.nv + r + e->d.nw, e->d.nv, e->d.nv + r, p->hard2, r, e->d.nw, 1};
}

/* to = pick' from for one column of rows gII, hI */
static void picked (const GeomsMultipliers *s, const Border *b, const double *from, double *to)
{
    for (int i = 0; i < b->r; i++)
        to[i] = b->r == b->m ? from[i]
                             : geoms_dot (b->m, &AT (s->pick, b->m, 0, i), from);
}

/* x = span y */
static void spanned (const GeomsMultipliers *s, const Border *b, const double *y, double *x)
{
    if (b->r == b->m)
        memcpy (x, y, (size_t)b->m * sizeof *x);
    else
        geoms_matvec (b->m, b->r, s->span, b->m, y, x);
}

/* columns of eta: those of l times span, in rows `row` ... of J, `count` of them */
static void multiplier_columns (const GeomsProjected *p, const Border *b, int row, int count,
                                double sign, double *K)
{
    const GeomsEquations *e = p->form.eq;

    for (int i = 0; i < b->r; i++)
        for (int j = 0; j < count; j++) {
            double sum = 0;
            for (int l = 0; l < b->m; l++) {
                const double entry = AT (p->J, e->m, row + j, e->d.nw + l);
                sum += b->r == b->m ? (l == i) * entry
                                    : AT (p->multipliers.span, b->m, l, i) * entry;
            }
            AT (K, b->n, j, b->eta + i) = sign * sum;
        }
}

static void fill (GeomsProjected *p, const Border *b, double *K)
{
    const GeomsEquations *e = p->form.eq;
    const int nv = e->d.nv, n = b->n;
    const double *shifted
        = p->multipliers.mass.singular ? geoms_mass_shifted (&p->multipliers.mass) : NULL,
        *M = shifted != NULL  ? shifted
             : e->mass_varies ? p->mass
                              : e->mass;

    memset (K, 0, (size_t)n * (size_t)n * sizeof *K);
    geoms_copy (nv, nv, M, nv, K, n);
    for (int j = 0; j < nv; j++)
        picked (&p->multipliers, b, &AT (p->J, e->m, e->r_gI, e->o3 + j), &AT (K, n, b->eta, j));
    multiplier_columns (p, b, e->r_v, nv, -1, K);
    for (int j = 0; j < b->nw; j++) {
        const double *J = &AT (p->J, e->m, 0, j);
        double *column = &AT (K, n, 0, b->w + j);
        for (int i = 0; i < nv; i++)
            column[i] = -J[e->r_v + i];
        picked (&p->multipliers, b, J + e->r_gII, column + b->eta);
        memcpy (column + b->w, J, (size_t)b->nw * sizeof *J);
    }
    if (b->nw > 0)
        multiplier_columns (p, b, 0, b->nw, 1, K + b->w);
}

/* rows of gII, hI and d become as large as M, the columns of eta likewise: s->column keeps the
 * factors */
static void balance (GeomsMultipliers *s, const Border *b, double *K)
{
    const int nv = b->eta, n = b->n;
    double *scale = s->column + n, size = 0;

    for (int j = 0; j < nv; j++)
        for (int i = 0; i < nv; i++)
            size = geoms_max (size, fabs (AT (K, n, i, j)));
    for (int i = 0; i < n; i++) {
        double row = 0;
        for (int j = 0; j < n; j++)
            row = geoms_max (row, fabs (AT (K, n, i, j)));
        scale[i] = i < nv || ! (row > 0) ? 1 : (size > 0 ? size : 1) / row;
    }
    for (int j = 0; j < n; j++)
        for (int i = nv; i < n; i++)
            AT (K, n, i, j) *= scale[i];
    for (int j = b->eta; j < b->w; j++)
        for (int i = 0; i < n; i++)
            AT (K, n, i, j) *= scale[j];
}

/* right-hand side in s->column -> alpha there, x1 = (w, l) */
static void solve (GeomsProjected *p, const Border *b, double *alpha, double *x1)
{
    const int nv = p->form.eq->d.nv;
    double *y = p->multipliers.column;
    const double *scale = y + b->n;

    for (int i = nv; i < b->n; i++)
        y[i] *= scale[i];
    geoms_factor_solve (&p->multipliers.border, y, NULL);
    for (int i = b->eta; i < b->w; i++)
        y[i] *= scale[i];
    if (alpha != NULL)
        memcpy (alpha, y, (size_t)nv * sizeof *y);
    memcpy (x1, y + b->w, (size_t)b->nw * sizeof *y);
    spanned (&p->multipliers, b, y + b->eta, x1 + b->nw);
}

/* A, L: one column for each of r, v, s, p */
static void moved_by_others (GeomsProjected *p, const Border *b)
{
    const GeomsEquations *e = p->form.eq;
    GeomsMultipliers *s = &p->multipliers;
    double *y = s->column;

    for (int j = e->o2; j < e->n; j++) {
        const double *J = &AT (p->J, e->m, 0, j);
        memcpy (y, J + e->r_v, (size_t)e->d.nv * sizeof *y);
        picked (&p->multipliers, b, J + e->r_gII, y + b->eta);
        memcpy (y + b->w, J, (size_t)b->nw * sizeof *y);
        for (int i = b->eta; i < b->n; i++)
            y[i] = -y[i];
        solve (p, b, &AT (s->A, e->d.nv, 0, j - e->o2), &AT (s->L, e->n1, 0, j - e->o2));
    }
}

/* F11^-: what residuals of d, gII, hI ask of w and l; the latter are those of given multipliers */
static void moved_by_residuals (GeomsProjected *p, const Border *b)
{
    const GeomsEquations *e = p->form.eq;
    double *y = p->multipliers.column, *unit = p->work.n;

    for (int j = 0; j < e->n1; j++) {
        memset (unit, 0, (size_t)e->n1 * sizeof *unit);
        unit[j] = 1;
        memset (y, 0, (size_t)e->d.nv * sizeof *y);
        geoms_mass_lean (&p->multipliers.mass, unit + b->nw, y);
        picked (&p->multipliers, b, unit + e->r_gII, y + b->eta);
        memcpy (y + b->w, unit, (size_t)b->nw * sizeof *y);
        solve (p, b, NULL, &AT (p->blocks.F11.inverse, e->n1, 0, j));
    }
}

/* what the linearisation knows of F11 without it */
static void describe (GeomsProjected *p)
{
    GeomsBlocks *b = &p->blocks;
    GeomsBlock *F = &b->F11;
    const GeomsBlock *C = &b->F23;

    F->m = p->m1;
    F->rank = p->m1 - (p->hard2 - b->rank2);
    F->kernel = F->k - F->rank;
    F->largest = C->largest;
    F->least = C->least;
    F->smallest = C->smallest;
    for (int i = 0; i < F->k; i++)
        F->dependent[i] = 1;
    for (int i = 0; i < F->m; i++)
        F->scale[i] = 1;
}

/* Where there is no w and no friction C and M tell, and light bodies beside rows that are nearly
 * parallel leave small pivots that are good. */
static int singular (GeomsProjected *p, const Border *b)
{
    GeomsFactor *f = &p->multipliers.border;

    if (b->nw == 0 && ! p->multipliers.friction)
        return geoms_factor (f);
    memset (p->work.n, 0, (size_t)b->n * sizeof *p->work.n);
    return geoms_factor_safely (f, p->work.n);
}

/* The border is the saddle of one state and C M^-1 C' is no worse: the factors of M and of that are
 * enough. */
static int by_mass (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    GeomsMultipliers *s = &p->multipliers;
    GeomsSaddle *saddle = &s->saddle;
    const int usual = s->even && ! s->friction && e->d.nw == 0 && s->rows == p->hard2, n1 = e->n1;

    if (! usual
        || geoms_saddle_factor_by_mass (saddle, &s->mass, &AT (p->J, e->m, e->r_gI, e->o3), e->m)
               != 0)
        return 0;
    if (! p->accelerates)
        geoms_saddle_multipliers (saddle, e->n - e->o2, &AT (p->J, e->m, e->r_v, e->o2),
                                  &AT (p->J, e->m, e->r_gII, e->o2), e->m, s->L);
    for (int j = e->o2; j < e->n && p->accelerates; j++)
        geoms_saddle_solve (saddle, &AT (p->J, e->m, e->r_v, j), &AT (p->J, e->m, e->r_gII, j),
                            &AT (s->A, e->d.nv, 0, j - e->o2), &AT (s->L, n1, 0, j - e->o2));
    memset (p->blocks.F11.inverse, 0, (size_t)n1 * (size_t)n1 * sizeof (double));
    for (int j = 0; j < n1; j++) { /* - (C M^-1 C')^-1 */
        double *column = &AT (p->blocks.F11.inverse, n1, 0, j);
        column[j] = -1;
        geoms_saddle_divide (saddle, column);
    }
    return 1;
}

static int by_border (GeomsProjected *p)
{
    GeomsFactor *f = &p->multipliers.border;
    const Border b = border_of (p);

    geoms_factor_resize (f, b.n);
    fill (p, &b, f->re);
    balance (&p->multipliers, &b, f->re);
    if (singular (p, &b))
        return geoms_ranks_unsolvable (p);
    moved_by_others (p, &b);
    moved_by_residuals (p, &b);
    return 0;
}

int geoms_border_decompose (GeomsProjected *p)
{
    const int known = p->tangent.used && geoms_tangent_factor_multipliers (p),
              status = known || by_mass (p) ? 0 : by_border (p);

    if (status == 0)
        describe (p);
    return status;
}
