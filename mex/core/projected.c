/* projected.c - psf and psi1 as a formulation: rows, elimination, linearisation
 *
 *     dx4 = N4 y4 - F34^- a3
 *     dx3 = N3 y3 - F23^- (a2 + F24 dx4)
 *     dx1 = N1 y1 - F11^- (a1 + F12 dx2 + F13 dx3 + F14 dx4)        (psf: without N1 y1)
 *
 * which composes to dx = [P N] [-a; y]. Rows of the reduced derivative array: geoms_model.h.
 */
#include "projected.h"

#include <math.h>
#include <string.h>

/* ---- elimination: N and P ---- */

/* What a block that lost rank means, per decomposition. */
static int rank_status (int kind, int which)
{
    static const int lu[] = {GEOMS_LU_RANK1, GEOMS_LU_RANK2, GEOMS_LU_RANK3};
    static const int qr[] = {GEOMS_QR_RANK1, GEOMS_QR_RANK2, GEOMS_QR_RANK3};

    return kind == GEOMS_DECOMPOSITION_QR ? qr[which] : lu[which];
}

static const char *const level[] = {"acceleration", "velocity", "position"};

static int decompose_block (GeomsProjected *p, GeomsBlock *b, int which, int row, int column)
{
    GeomsReport *report = p->form.eq->report;
    const double *F = p->J + (size_t)column * (size_t)p->form.m + row;

    if (geoms_block_decompose (b, F, p->form.m, p->rank_tol) != 0)
        return geoms_report (report, GEOMS_SVD_FAILS,
                             "LAPACK could not decompose the %s constraints.", level[which]);
    if (b->rank == b->m || b->kind == GEOMS_DECOMPOSITION_SVD)
        return 0;
    report->value = b->smallest;
    report->limit = p->rank_tol * b->largest;
    if (p->have_selector)
        return geoms_report (report, GEOMS_RANK_CHANGED,
                             "The %s constraints lost rank, from %d to %d (pivot %.3g, limit "
                             "%.3g): the motion has reached a singular position.", level[which],
                             b->m, b->rank, report->value, report->limit);
    return geoms_report (report, rank_status (b->kind, which),
                         "The %d %s constraints have rank %d only (pivot %.3g, limit %.3g).",
                         b->m, level[which], b->rank, report->value, report->limit);
}

/* The deficiencies must fit together, else unknowns and equations do not. */
static int check_ranks (GeomsProjected *p)
{
    GeomsReport *report = p->form.eq->report;
    const int d1 = p->F11.m - p->F11.rank, d2 = p->F23.m - p->F23.rank,
              d3 = p->F34.m - p->F34.rank;

    if (p->index1 && (d1 != 0 || d2 != 0))
        return geoms_report (report, GEOMS_RANK_VELOCITY,
                             "Of the %d velocity constraints %d are redundant, which psi1 cannot "
                             "treat: set Formulation to 'psf'.", p->m2, d2);
    if (d1 != d2)
        return geoms_report (report, GEOMS_RANK_VELOCITY,
                             "The acceleration constraints lack %d in rank, the velocity "
                             "constraints %d.", d1, d2);
    if (d3 > d2 || (p->form.eq->d.nm == 0 && d3 != d2))
        return geoms_report (report, GEOMS_RANK_POSITION,
                             "The velocity constraints lack %d in rank, the position constraints "
                             "%d.", d2, d3);
    if (p->have_selector && (p->F23.kernel != p->k3 || p->F34.kernel != p->k4))
        return geoms_report (report, GEOMS_RANK_CHANGED,
                             "The rank of the velocity and position constraints changed to %d, %d "
                             "from %d, %d.", p->F23.rank, p->F34.rank, p->F23.k - p->k3,
                             p->F34.k - p->k4);
    return 0;
}

static void set_sizes (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;

    p->k1 = p->index1 ? p->F11.kernel : 0;
    p->k3 = p->F23.kernel;
    p->k4 = p->F34.kernel;
    p->y4 = 0;
    p->y3 = p->k4;
    p->y2 = p->y3 + p->k3;
    p->y1 = p->y2 + e->n2;
    p->nd = p->y1 + p->k1;
    p->ns_v = p->index1 ? e->d.nv : p->k3;
    p->form.free_count = p->nd - p->k1;
    geoms_factor_resize (&p->E[0], p->nd);
    geoms_factor_resize (&p->E[1], p->nd);
    geoms_factor_resize (&p->gram3, p->k3);
    geoms_factor_resize (&p->gram4, p->k4);
}

/* The columns of [P N] that are not zero in x4: those of a3 and y4, side by side; in x3 or x4: from
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
    const int n = e->n, columns = p->m3 + p->k4;
    double *T = p->n_work, *X = p->P + (size_t)p->a3 * (size_t)n;

    if (p->m2 == 0 || columns == 0)
        return;
    geoms_gemm (p->m2, columns, e->n4, p->J + (size_t)e->o4 * (size_t)e->m + p->a2, e->m,
                X + e->o4, n, T, p->m2);
    negate (p->m2 * columns, T);
    geoms_gemm (e->n3, columns, p->m2, p->F23.inverse, e->n3, T, p->m2, X + e->o3, n);
}

/* X rows x1 = -F11^- (F12 X2 + F13 X3 + F14 X4) */
static void eliminate_acceleration (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    const int n = e->n, columns = p->ra - p->a2 + p->y1;
    double *T = p->n_work, *X = p->P + (size_t)p->a2 * (size_t)n;

    if (p->m1 == 0 || columns == 0)
        return;
    geoms_gemm (p->m1, columns, n - e->o2, p->J + (size_t)e->o2 * (size_t)e->m, e->m,
                X + e->o2, n, T, p->m1);
    negate (p->m1 * columns, T);
    geoms_gemm (e->n1, columns, p->m1, p->F11.inverse, e->n1, T, p->m1, X, n);
}

/* the blocks of P and N that come from one decomposition each */
static void place_blocks (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    const int n = e->n;

    geoms_copy (e->n1, p->m1, p->F11.inverse, e->n1, p->P, n);
    geoms_copy (e->n3, p->m2, p->F23.inverse, e->n3, p->P + (size_t)p->a2 * (size_t)n + e->o3, n);
    geoms_copy (e->n4, p->m3, p->F34.inverse, e->n4, p->P + (size_t)p->a3 * (size_t)n + e->o4, n);
    geoms_copy (e->n4, p->k4, p->F34.null, e->n4, p->N + (size_t)p->y4 * (size_t)n + e->o4, n);
    geoms_copy (e->n3, p->k3, p->F23.null, e->n3, p->N + (size_t)p->y3 * (size_t)n + e->o3, n);
    for (int i = 0; i < e->n2; i++)
        p->N[(size_t)(p->y2 + i) * (size_t)n + (size_t)(e->o2 + i)] = 1;
    geoms_copy (e->n1, p->k1, p->F11.null, e->n1, p->N + (size_t)p->y1 * (size_t)n, n);
}

/* Zeros that no linearisation overwrites: cleared when the sizes become known. */
static void clear_pattern (GeomsProjected *p)
{
    const size_t n = (size_t)p->form.n, nd = (size_t)p->nd;

    memset (p->P, 0, n * ((size_t)p->ra + nd) * sizeof (double));
    memset (p->SMJ, 0, 2 * nd * n * sizeof (double));
    for (int slot = 0; slot < 2; slot++)
        memset (p->H[slot], 0, nd * (size_t)p->form.m * sizeof (double));
}

int geoms_projected_decompose (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    int status;

    e->counters->npdec++;
    p->have_grams = 0;
    if ((status = decompose_block (p, &p->F11, 0, 0, 0)) != 0
        || (status = decompose_block (p, &p->F23, 1, p->a2, e->o3)) != 0
        || (status = decompose_block (p, &p->F34, 2, p->a3, e->o4)) != 0
        || (status = check_ranks (p)) != 0)
        return status;
    if (p->F23.kernel != p->k3 || p->F34.kernel != p->k4 || p->nd == 0) {
        set_sizes (p);
        clear_pattern (p);
    }
    memcpy (p->dependent, p->F11.dependent, (size_t)e->n1 * sizeof (int));
    memcpy (p->dependent + e->o3, p->F23.dependent, (size_t)e->n3 * sizeof (int));
    memcpy (p->dependent + e->o4, p->F34.dependent, (size_t)e->n4 * sizeof (int));
    place_blocks (p);
    eliminate_velocity (p);
    eliminate_acceleration (p);
    return 0;
}

/* ---- the operations of formulation.h ---- */

/* residual -= M x' in the differential rows */
static void subtract_inertia (const GeomsEquations *e, const double *mass, double s,
                              const double *xdot, double *residual)
{
    for (int i = 0; i < e->n2; i++)
        residual[e->r_b + i] += s * xdot[e->o2 + i];
    geoms_mass_apply (e, mass, s, xdot + e->o3, residual + e->r_v);
    for (int i = 0; i < e->d.np; i++)
        residual[e->r_p + i] += s * xdot[e->op + i];
}

static int evaluate (GeomsForm *f, int k, const double *t, const double *x, const double *xdot,
                     double *residual)
{
    GeomsProjected *p = (GeomsProjected *)f;
    GeomsEquations *e = f->eq;
    const int status
        = geoms_equations_evaluate (e, GEOMS_FOR_STAGES, k, t, x, residual, p->stage_mass);

    if (status != 0)
        return status;
    for (int i = 0; i < k && xdot != NULL; i++)
        subtract_inertia (e, p->stage_mass + (size_t)i * (size_t)(e->d.nv * e->d.nv), -1,
                          xdot + (size_t)i * (size_t)f->n, residual + (size_t)i * (size_t)f->m);
    return 0;
}

static int base (GeomsForm *f, double t, const double *x)
{
    GeomsProjected *p = (GeomsProjected *)f;

    return geoms_equations_evaluate (f->eq, GEOMS_FOR_METHOD, 1, &t, x, p->base, p->base_mass);
}

/* scale_i = max (1, sum_j |J_ij| |x_j|) of all algebraic rows */
static void row_scales (GeomsProjected *p, const double *x)
{
    const GeomsEquations *e = p->form.eq;

    for (int i = 0; i < e->r_b; i++)
        p->scale[i] = 0;
    for (int j = 0; j < e->n; j++) {
        const double *J = p->J + (size_t)j * (size_t)e->m, xj = fabs (x[j]);
        for (int i = 0; i < e->r_b; i++)
            p->scale[i] += fabs (J[i]) * xj;
    }
    for (int i = 0; i < e->r_b; i++)
        p->scale[i] = geoms_max (1, p->scale[i]);
}

static int linearise (GeomsForm *f, double t, const double *x, int mode)
{
    GeomsProjected *p = (GeomsProjected *)f;
    const GeomsEquations *e = f->eq;
    const int leave = mode == GEOMS_BASE_LEAVE;
    int status = geoms_equations_jacobian (f->eq, t, x, p->J, leave ? p->scratch : p->base,
                                           leave ? p->mass : p->base_mass,
                                           mode == GEOMS_BASE_HAVE);

    if (e->mass_varies && ! leave)
        memcpy (p->mass, p->base_mass, (size_t)(e->d.nv * e->d.nv) * sizeof (double));
    if (status == 0)
        status = geoms_projected_decompose (p);
    if (status != 0)
        return status;
    row_scales (p, x);
    if (p->algebraic_only)
        return 0;
    geoms_selector_update (p, 0);
    geoms_newton_compose (p);
    return 0;
}

static int renew (GeomsForm *f)
{
    GeomsProjected *p = (GeomsProjected *)f;

    if (! geoms_selector_update (p, 1))
        return 0;
    geoms_newton_compose (p);
    return 1;
}

/* x1 -= V0 V0' x1 with V0 = null basis of F11, orthonormal from the SVD: where the constraints are
 * redundant the multipliers of minimum norm remain */
static void settle (GeomsForm *f, int k, double *x)
{
    const GeomsBlock *b = &((const GeomsProjected *)f)->F11;

    if (b->kind != GEOMS_DECOMPOSITION_SVD || ((const GeomsProjected *)f)->index1)
        return;
    for (int c = 0; c < k; c++, x += f->n)
        for (int j = 0; j < b->kernel; j++) {
            const double *v = b->null + (size_t)j * (size_t)b->k;
            double sum = 0;
            for (int i = 0; i < b->k; i++)
                sum += v[i] * x[i];
            for (int i = 0; i < b->k; i++)
                x[i] -= v[i] * sum;
        }
}

static int factor (GeomsForm *f, int slot, double re, double im)
{
    return geoms_newton_factor ((GeomsProjected *)f, slot, re, im);
}

static void solve (GeomsForm *f, int slot, const double *residual, double *dx)
{
    geoms_newton_solve ((GeomsProjected *)f, slot, residual, dx);
}

static void defect (GeomsForm *f, const double *y, double *residual)
{
    const GeomsProjected *p = (const GeomsProjected *)f;

    memset (residual, 0, (size_t)f->eq->r_b * sizeof *residual);
    memcpy (residual + f->eq->r_b, p->base + f->eq->r_b, (size_t)p->mb * sizeof *residual);
    subtract_inertia (f->eq, p->base_mass, 1, y, residual);
}

/* psi1: lambda, mu (and w) are index-2 variables, their weights are multiplied by h */
static void weights (GeomsForm *f, double h, double *factor)
{
    const GeomsProjected *p = (const GeomsProjected *)f;

    for (int i = 0; i < f->n; i++)
        factor[i] = p->index1 && i < f->eq->n1 ? fabs (h) : 1;
}

double geoms_projected_violation (const GeomsProjected *p, const double *residual)
{
    const int first[] = {0, p->a2, p->a3}, count[] = {p->m1, p->m2, p->m3};
    double worst = 0;

    for (int b = 0; b < 3; b++)
        for (int i = first[b]; i < first[b] + count[b]; i++)
            worst = geoms_max (worst, fabs (residual[i]) / p->scale[i]);
    return worst;
}

/* ---- creation ---- */

static const GeomsFormOps psf = {"psf", evaluate, base, linearise, factor, solve,
                                 defect, weights, geoms_projected_correct, renew, settle};
static const GeomsFormOps psi1 = {"psi1", evaluate, base, linearise, factor, solve,
                                  defect, weights, geoms_projected_correct, renew, settle};

static void set_rows (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;

    p->m1 = p->index1 ? e->d.nw : e->n1;
    p->a2 = e->r_gI;
    p->m2 = e->d.nl + e->d.nm;
    p->a3 = e->r_c;
    p->m3 = e->d.ns + e->d.nl;
    p->ra = e->r_b;
    p->mb = e->m - e->r_b;
}

static void allocate (GeomsProjected *p, GeomsArena *arena)
{
    const GeomsEquations *e = p->form.eq;
    const size_t n = (size_t)e->n, m = (size_t)e->m, ra = (size_t)p->ra, nv = (size_t)e->d.nv,
                 np = (size_t)e->d.np;
    const int qr = p->form.options->differential_decomposition == GEOMS_DIFFERENTIAL_QR;

    p->J = geoms_arena_reals (arena, m * n);
    p->P = geoms_arena_reals (arena, n * (ra + n));
    p->N = p->P != NULL ? p->P + n * ra : NULL;
    p->base = geoms_arena_reals (arena, m);
    p->scratch = geoms_arena_reals (arena, m);
    p->scale = geoms_arena_reals (arena, m);
    p->dx = geoms_arena_reals (arena, n);
    p->c = geoms_arena_reals (arena, n);
    geoms_factor_create (&p->gram3, e->n3, 0, 0, arena);
    geoms_factor_create (&p->gram4, e->n4, 0, 0, arena);
    p->base_mass = geoms_arena_reals (arena, nv * nv);
    p->mass = geoms_arena_reals (arena, nv * nv);
    p->stage_mass = geoms_arena_reals (arena, 3 * nv * nv);
    p->dependent = geoms_arena_ints (arena, n);
    p->pivots = geoms_arena_ints (arena, n);
    p->Sv = geoms_arena_reals (arena, nv * nv);
    p->Sp = geoms_arena_reals (arena, n * np);
    p->select_work = geoms_arena_reals (arena, n * n);
    p->SMJ = geoms_arena_reals (arena, 2 * n * n);
    p->SX = geoms_arena_reals (arena, 2 * n * (ra + n));
    p->n_work = geoms_arena_reals (arena, n * (n + ra));
    p->z = geoms_arena_reals (arena, 2 * (ra + n));
    p->B = geoms_arena_reals (arena, n * ra);
    for (int slot = 0; slot < 2; slot++) {
        geoms_factor_create (&p->E[slot], e->n, slot, qr, arena);
        p->H[slot] = geoms_arena_reals (arena, n * m);
    }
}

int geoms_projected_create (GeomsProjected *p, GeomsEquations *eq, const GeomsOptions *options,
                            int formulation, int decomposition, GeomsArena *arena)
{
    const int kind = decomposition >= 0 ? decomposition : options->constraint_decomposition;

    p->index1 = formulation == GEOMS_FORMULATION_PSI1;
    p->form.ops = p->index1 ? &psi1 : &psf;
    p->form.eq = eq;
    p->form.options = options;
    p->form.n = eq->n;
    p->form.m = eq->m;
    set_rows (p);
    p->rank_tol = options->rank_tol > 0 ? options->rank_tol
                  : eq->model->jac != NULL ? 1e-12
                                           : 1e-6;
    geoms_block_create (&p->F11, p->m1, eq->n1, kind, arena);
    geoms_block_create (&p->F23, p->m2, eq->n3, kind, arena);
    geoms_block_create (&p->F34, p->m3, eq->n4, kind, arena);
    allocate (p, arena);
    p->kappa = INFINITY;
    p->form.base = p->base;
    p->form.base_mass = eq->mass_varies ? p->base_mass : eq->mass;
    p->form.scale = p->scale;
    p->form.dependent = p->dependent;
    if (arena->failed)
        return geoms_report (eq->report, GEOMS_OUT_OF_MEMORY,
                             "There is not enough memory for %d unknowns.", eq->n);
    return 0;
}
