/* elimination.c - N and P from the Jacobian of the algebraic rows
 *
 *     dx4 = N4 y4 - F34^- a3
 *     dx3 = N3 y3 - F23^- (a2 + F24 dx4)
 *     dx1 = N1 y1 - F11^- (a1 + F12 dx2 + F13 dx3 + F14 dx4)        (psf: without N1 y1)
 *
 * which composes to dx = [P N] [-a; y]. With redundant rows the deficiencies must agree:
 *
 *     def F11 = def F23 over gI, h~;   def F34 = deficiency of gI alone
 *
 * and psi1 restricts lambda, mu to the range of the hard rows F23: with an orthonormal basis L of
 * their left null space the rows L' [lambda; mu] = const are appended to a1.
 */
#include <math.h>
#include <string.h>

#include "projected.h"

enum { SWITCHED = 2 }; /* another decomposition has been chosen: begin again */

/* ---- one block ---- */

static const char *const level[] = {"acceleration", "velocity", "position"};

static int is_velocity (const GeomsProjected *p, int column, int k)
{
    return column == p->form.eq->o3 && k == p->form.eq->n3;
}

/* the x1 metric is 1; columns of x4 and x2 are divided by the weights, those of v by L of M = L
 * L' */
static void scale_columns (const GeomsProjected *p, int rows, int column, int k, double *F)
{
    if (is_velocity (p, column, k) && p->metric.by_mass)
        geoms_right_lower (rows, k, p->metric.L, F);
    else
        for (int j = 0; j < k && p->metric.weights != NULL; j++)
            for (int i = 0; i < rows; i++)
                F[j * rows + i] /= p->metric.weights[column + j];
}

/* The basis and the inverse belong to D x: back to x. */
static void scale_rows (const GeomsProjected *p, int column, int k, int columns, double *X)
{
    const GeomsMetric *metric = &p->metric;
    const int by_mass = is_velocity (p, column, k) && metric->by_mass;

    for (int c = 0; c < columns; c++, X += k)
        if (by_mass)
            geoms_left_lower (k, metric->L, X);
        else
            for (int i = 0; i < k && metric->weights != NULL; i++)
                X[i] /= metric->weights[column + i];
}

static int decompose_block (GeomsProjected *p, GeomsBlock *b, int which, const double *F, int ldf,
                            int column)
{
    GeomsBlocks *blocks = &p->blocks;
    const int weighted = (p->metric.weights != NULL || p->metric.by_mass) && which > 0;
    int failed;

    /* columns by their weights; decomposition; back */
    if (weighted) {
        geoms_copy (b->m, b->k, F, ldf, p->work.n, b->m);
        scale_columns (p, b->m, column, b->k, p->work.n);
        F = p->work.n;
        ldf = b->m;
    }
    failed = geoms_block_decompose (b, F, ldf, blocks->rank_tol);
    if (weighted) {
        scale_rows (p, column, b->k, b->kernel, b->null);
        scale_rows (p, column, b->k, b->m, b->inverse);
    }
    /* what came of it: another decomposition, or rank was lost */
    if (failed)
        return geoms_report (p->form.eq->report, GEOMS_SVD_FAILS,
                             "LAPACK could not decompose the %s constraints at t = %.10g.",
                             level[which], p->t);
    if (b->rank == b->m || b->kind == GEOMS_DECOMPOSITION_SVD)
        return 0;
    if (blocks->may_switch && ! p->selector.made) {
        blocks->F11.kind = blocks->F23.kind = blocks->F34.kind = GEOMS_DECOMPOSITION_SVD;
        blocks->switched = 1;
        return SWITCHED;
    }
    return geoms_ranks_lost (p, b, which);
}

/* ---- a2: gI, h~ and, where they are eliminated, rows of e ---- */

/* hard rows and the eliminated ones, one below the other */
static const double *velocity_rows (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    GeomsBlocks *b = &p->blocks;
    int row = p->hard2;

    if (p->m2 == p->hard2)
        return p->J + p->a2;
    geoms_copy (p->hard2, e->n, p->J + p->a2, e->m, b->rows, p->m2);
    for (int i = 0; i < e->d.ni; i++)
        if (p->invariants.keeps[i] == GEOMS_E_ELIMINATED)
            geoms_copy (1, e->n, p->J + e->r_e + i, e->m, b->rows + row++, p->m2);
    return b->rows;
}

static int velocity_ld (const GeomsProjected *p)
{
    return p->m2 == p->hard2 ? p->form.m : p->m2;
}

static int decompose_velocity (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    GeomsBlocks *b = &p->blocks;
    const size_t from = (size_t)e->o3;
    const int expected = b->F23.expected;
    int status;

    /* hard rows */
    p->m2 = b->F23.m = p->hard2;
    status = decompose_block (p, &b->F23, 1, p->J + from * (size_t)e->m + p->a2, e->m, e->o3);
    if (status != 0)
        return status;
    b->rank2 = b->F23.rank;
    if (b->F23.kind == GEOMS_DECOMPOSITION_SVD)
        geoms_redundancy_left (&p->blocks, p->hard2);
    if (p->multipliers.used)
        geoms_multipliers_choose (p);
    /* and rows of e that are eliminated */
    if (e->d.ni > 0)
        p->m2 += geoms_invariants_eliminated (p);
    if (p->m2 == p->hard2)
        return 0;
    b->F23.m = p->m2;
    b->F23.expected = expected > 0 ? expected + p->m2 - p->hard2 : 0;
    status = geoms_block_decompose (&b->F23, velocity_rows (p) + from * (size_t)p->m2, p->m2,
                                    b->rank_tol);
    b->F23.expected = expected;
    if (status == 0 && b->F23.rank == b->rank2 + p->m2 - p->hard2)
        return 0;
    /* they depend on each other: none in this step */
    for (int i = 0; i < e->d.ni; i++)
        if (p->invariants.keeps[i] == GEOMS_E_ELIMINATED)
            p->invariants.keeps[i] = GEOMS_E_FREE;
    p->m2 = b->F23.m = p->hard2;
    return decompose_block (p, &b->F23, 1, p->J + from * (size_t)e->m + p->a2, e->m, e->o3);
}

/* ---- a1 ---- */

/* psi1 with redundant rows: L' [lambda; mu] is not moved */
static int decompose_acceleration (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    GeomsBlocks *b = &p->blocks;
    const int rows = p->m1 + b->nleft, hard = p->hard2;

    if (p->multipliers.used)
        return geoms_border_decompose (p);
    b->F11.m = p->m1;
    b->F11.imposed = p->index1 ? 0 : p->m1 - (p->hard2 - b->rank2); /* different masses enter it
                                                                       squared */
    if (! p->index1 || b->nleft == 0)
        return decompose_block (p, &b->F11, 0, p->J, e->m, 0);
    b->F11.m = rows;
    memset (b->rows, 0, (size_t)rows * (size_t)e->n1 * sizeof *b->rows);
    geoms_copy (p->m1, e->n1, p->J, e->m, b->rows, rows);
    for (int j = 0; j < b->nleft; j++)
        for (int i = 0; i < hard; i++)
            b->rows[(e->d.nw + i) * rows + p->m1 + j] = b->left[j * hard + i];
    return decompose_block (p, &b->F11, 0, b->rows, rows, 0);
}

/* ---- ranks ---- */

void geoms_projected_expect (const GeomsProjected *p, GeomsBlocks *later)
{
    const GeomsBlocks *b = &p->blocks;

    later->F11.expected = b->F11.rank < b->F11.m ? b->F11.rank : 0;
    later->F23.expected = b->rank2 < p->hard2 ? b->rank2 : 0;
    later->F34.expected = b->F34.rank < b->F34.m ? b->F34.rank : 0;
}

/* what is redundant at the start remains so */
static void expect_ranks (GeomsProjected *p)
{
    GeomsBlocks *b = &p->blocks;

    if (b->F34.first[0] > 0 || b->F23.first[0] > 0 || b->F11.first[0] > 0)
        return; /* known from an earlier run */
    geoms_projected_expect (p, b);
    memcpy (b->F11.first, b->F11.scale, (size_t)b->F11.m * sizeof (double));
    memcpy (b->F23.first, b->F23.scale, (size_t)p->hard2 * sizeof (double));
    memcpy (b->F34.first, b->F34.scale, (size_t)b->F34.m * sizeof (double));
}

/* ---- sizes ---- */

static void set_sizes (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    GeomsBlocks *b = &p->blocks;
    GeomsFree *y = &p->y;

    y->k1 = p->index1 ? b->F11.kernel : 0;
    y->k3 = b->F23.kernel;
    y->k4 = b->F34.kernel;
    b->old_rank2 = b->rank2;
    y->at4 = 0;
    y->at3 = y->k4;
    y->at2 = y->at3 + y->k3;
    y->at1 = y->at2 + e->n2;
    y->n = y->at1 + y->k1;
    p->selector.rows_v = p->index1 ? y->k3 + y->k1 : y->k3;
    p->form.free_count = y->n - y->k1;
    geoms_newton_resize (&p->newton, p->tangent.used ? y->k3 : y->n);
    geoms_factor_resize (&p->projection.gram3, y->k3);
    geoms_factor_resize (&p->projection.gram4, y->k4);
    p->tangent.n = e->d.nv;
    p->tangent.m = p->hard2;
    p->tangent.k = y->k3;
}

/* Zeros that no linearisation overwrites: cleared when the sizes become known. */
static void clear_pattern (GeomsProjected *p)
{
    const size_t n = (size_t)p->form.n, nd = (size_t)p->y.n;

    memset (p->P, 0, n * ((size_t)p->ra + nd) * sizeof (double));
    memset (p->newton.SMJ, 0, 2 * nd * n * sizeof (double));
    if (n <= GEOMS_FEW)
        memset (p->newton.R, 0, 2 * nd * (size_t)p->form.m * sizeof (double));
}

/* ---- composition ----
 * The columns of [P N] that are not zero in x4: those of a3 and y4, side by side; in x3 or x4: from
 * a2 to y3; and in x2: from a2 to x2. */

static void negate (int size, double *T)
{
    for (int i = 0; i < size; i++)
        T[i] = -T[i];
}

/* X rows x3 = -F23^- (F24 X4) */
static void eliminate_velocity (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    const int n = e->n, columns = p->m3 + p->y.k4, ld = velocity_ld (p);
    double *T = p->work.n, *X = p->P + (size_t)p->a3 * (size_t)n;

    if (p->m2 == 0 || columns == 0)
        return;
    geoms_gemm (p->m2, columns, e->n4, velocity_rows (p) + (size_t)e->o4 * (size_t)ld, ld,
                X + e->o4, n, T, p->m2);
    negate (p->m2 * columns, T);
    geoms_gemm (e->n3, columns, p->m2, p->blocks.F23.inverse, e->n3, T, p->m2, X + e->o3, n);
}

/* X rows x1 = -F11^- (F12 X2 + F13 X3 + F14 X4), but for unknowns that follow from a correction
 * itself */
static void eliminate_acceleration (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    const int n = e->n, columns = p->ra - p->a2 + p->y.at1;
    double *T = p->work.n, *X = p->P + (size_t)p->a2 * (size_t)n;

    if (p->m1 == 0 || columns == 0 || p->form.led > 0)
        return;
    if (p->multipliers.used) {
        geoms_gemm (e->n1, columns, n - e->o2, p->multipliers.L, e->n1, X + e->o2, n, X, n);
        return;
    }
    geoms_gemm (p->m1, columns, n - e->o2, p->J + (size_t)e->o2 * (size_t)e->m, e->m,
                X + e->o2, n, T, p->m1);
    negate (p->m1 * columns, T);
    geoms_gemm (e->n1, columns, p->m1, p->blocks.F11.inverse, e->n1, T, p->m1, X, n);
}

/* columns of F23^- belong to the rows gI, h~ and to those of e that are eliminated */
static void place_velocity (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    const size_t n3 = (size_t)e->n3, n = (size_t)e->n;
    const double *from = p->blocks.F23.inverse + (size_t)p->hard2 * n3;

    geoms_copy (e->n3, p->hard2, p->blocks.F23.inverse, e->n3, p->P + (size_t)p->a2 * n + e->o3,
                e->n);
    if (p->m2 == p->hard2)
        return;
    for (int i = 0; i < e->d.ni; i++)
        if (p->invariants.keeps[i] == GEOMS_E_ELIMINATED) {
            memcpy (p->P + (size_t)(e->r_e + i) * n + e->o3, from, n3 * sizeof *from);
            from += n3;
        }
}

/* the blocks of P and N that come from one decomposition each */
static void place_blocks (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    GeomsBlocks *b = &p->blocks;
    GeomsFree *y = &p->y;
    const int n = e->n;

    geoms_copy (e->n1, p->m1, b->F11.inverse, e->n1, p->P, n);
    place_velocity (p);
    geoms_copy (e->n4, p->m3, b->F34.inverse, e->n4, p->P + (size_t)p->a3 * (size_t)n + e->o4, n);
    geoms_copy (e->n4, y->k4, b->F34.null, e->n4, p->N + (size_t)y->at4 * (size_t)n + e->o4, n);
    geoms_copy (e->n3, y->k3, b->F23.null, e->n3, p->N + (size_t)y->at3 * (size_t)n + e->o3, n);
    for (int i = 0; i < e->n2; i++)
        p->N[(size_t)(y->at2 + i) * (size_t)n + (size_t)(e->o2 + i)]
            = p->metric.weights != NULL ? 1 / p->metric.weights[e->o2 + i] : 1;
    geoms_copy (e->n1, y->k1, b->F11.null, e->n1, p->N + (size_t)y->at1 * (size_t)n, n);
}

/* Positions have the rank of velocities, which C tells without difference quotients: but where p' =
 * Z v keeps a constraint. */
static void impose_rank (GeomsProjected *p)
{
    const int known = p->multipliers.used && geoms_ranks_zero_row (p) < 0;
    const int deficiency = known ? geoms_ranks_holonomic (p) : -1;

    p->blocks.F34.imposed = deficiency >= 0 ? p->m3 - deficiency : 0;
}

/* not 0 where p' = v and the rows of positions are those of velocities */
static int same_rows (const GeomsProjected *p, const double *F34)
{
    const GeomsEquations *e = p->form.eq;
    const GeomsBlock *v = &p->blocks.F23, *x = &p->blocks.F34;
    const double *F23 = p->J + (size_t)e->o3 * (size_t)e->m + p->a2;
    int same = v->m == x->m && v->k == x->k && p->m2 == p->hard2;

    for (int j = 0; j < x->k && same; j++)
        for (int i = 0; i < x->m && same; i++)
            same = F23[j * e->m + i] == F34[j * e->m + i];
    return same;
}

/* the decomposition of those of velocities is that of positions, too */
static int same_blocks (const GeomsProjected *p)
{
    const GeomsBlock *v = &p->blocks.F23;

    return v->kind == GEOMS_DECOMPOSITION_LU && v->kind == p->blocks.F34.kind && v->rank == v->m
           && p->metric.weights == NULL && ! p->metric.by_mass;
}

static int decompose_blocks (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    GeomsBlocks *b = &p->blocks;
    const double *F34 = p->J + (size_t)e->o4 * (size_t)e->m + p->a3;
    int status = decompose_velocity (p), same;

    if (status == 0)
        impose_rank (p);
    same = status == 0 && same_rows (p, F34);
    b->same = same && same_blocks (p);
    p->tangent.used = same && geoms_tangent_fits (p);
    if (b->same)
        geoms_block_take (&b->F34, &b->F23);
    else if (status == 0)
        status = decompose_block (p, &b->F34, 2, F34, e->m, e->o4);
    if (status == 0)
        status = decompose_acceleration (p);
    return status;
}

int geoms_projected_decompose (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    GeomsBlocks *b = &p->blocks;
    GeomsFree *y = &p->y;
    const int used = p->tangent.used;
    int status;

    /* blocks and their ranks */
    e->counters->npdec++;
    p->projection.have_grams = 0;
    do
        status = decompose_blocks (p);
    while (status == SWITCHED);
    if (status == 0 && ! p->algebraic_only)
        status = geoms_ranks_check (p);
    if (status != 0)
        return status;
    /* sizes that follow from them */
    if (! p->algebraic_only && ! p->selector.made)
        expect_ranks (p);
    if (b->F23.kernel != y->k3 || b->F34.kernel != y->k4 || y->n == 0
        || p->tangent.used != used) {
        set_sizes (p);
        clear_pattern (p);
    }
    /* which unknowns depend on others */
    memcpy (b->dependent, b->F11.dependent, (size_t)e->n1 * sizeof (int));
    memcpy (b->dependent + e->o3, b->F23.dependent, (size_t)e->n3 * sizeof (int));
    memcpy (b->dependent + e->o4, b->F34.dependent, (size_t)e->n4 * sizeof (int));
    /* P and N */
    if (p->tangent.used)
        return 0;
    place_blocks (p);
    eliminate_velocity (p);
    eliminate_acceleration (p);
    return 0;
}
