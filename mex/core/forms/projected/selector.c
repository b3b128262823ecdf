/* selector.c - S_p and S_v: which combinations of the differential rows are integrated
 *
 *     tangent:  S_v = K_v', S_p = K_p'  with the null bases K_v = N(v, y3), K_p = N(p, y4);
 *               with weights W of corrections, K_p'W^2 for rows in units of p, K_v'W^2 for
 *               accelerations
 *     rows:     the rows that LU with partial pivoting picks from M K_v, of accelerations from K_v,
 *               and from K_p; of massless directions Q within ker C, see mass.h, from
 *               (M + s Q Q') K_v
 *     given:    those of the user, see selection.c; what is not given is that of the tangent
 *     psi1:     S_v = I (all dynamic rows; they determine lambda and mu as well);
 *               where invariants are eliminated S_v = [K_v'; (F23^- N(lambda mu, y1))'] without
 *               the direction of their rows
 *
 * Algorithm 2.6 of Steinbrecher (2007); adaptive renewal is his Remark 2.7: when the pivots of the
 * constraints change, and after a failure of Newton's method.
 */
#include <math.h>
#include <string.h>

#include "projected.h"

/* T = A' W^2; w: what a change of each unknown costs, or NULL for W = I */
static void transpose (int rows, int columns, const double *A, int lda, const double *w, double *T)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            T[(size_t)i * (size_t)columns + (size_t)j]
                = A[(size_t)j * (size_t)lda + (size_t)i] * (w != NULL ? w[i] * w[i] : 1);
}

/* S (columns x rows): unit rows at the pivot rows of the rows x columns matrix A, destroyed */
static void pick_rows (int rows, int columns, double *A, double *S)
{
    memset (S, 0, (size_t)rows * (size_t)columns * sizeof *S);
    for (int k = 0; k < columns; k++) {
        double *a = A + (size_t)k * (size_t)rows;
        int p = 0;

        for (int i = 0; i < rows; i++)
            if (fabs (a[i]) > fabs (a[p]))
                p = i;
        S[(size_t)p * (size_t)columns + (size_t)k] = 1;
        for (int j = k + 1; j < columns; j++) {
            double *c = A + (size_t)j * (size_t)rows;
            const double factor = a[p] != 0 ? c[p] / a[p] : 0;
            for (int i = 0; i < rows; i++)
                c[i] -= factor * a[i];
            c[p] = 0; /* a picked row is never picked again */
        }
    }
}

static void select_without_invariants (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    GeomsSelector *s = &p->selector;
    GeomsFree *y = &p->y;
    const int nv = e->d.nv, n = e->n, rows = s->rows_v;
    const double *Kv = p->N + (size_t)y->at3 * (size_t)n + (size_t)e->o3;
    const double *Nm = p->N + (size_t)y->at1 * (size_t)n + (size_t)e->d.nw;

    for (int j = 0; j < nv; j++)
        for (int i = 0; i < y->k3; i++)
            s->Sv[j * rows + i] = Kv[i * n + j];
    geoms_gemm (nv, y->k1, p->hard2, p->blocks.F23.inverse, nv, Nm, n, s->work, nv);
    for (int j = 0; j < nv; j++)
        for (int i = 0; i < y->k1; i++)
            s->Sv[j * rows + y->k3 + i] = s->work[i * nv + j];
}

/* also where the user gives no others */
static int by_tangent (const GeomsProjected *p)
{
    return p->form.options->selector != GEOMS_SELECTOR_ROWS;
}

static void select_dynamic (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    GeomsSelector *s = &p->selector;
    GeomsFree *y = &p->y;
    const int nv = e->d.nv, n = e->n;
    const double *Kv = p->N + (size_t)y->at3 * (size_t)n + (size_t)e->o3;

    if (p->index1 && s->rows_v < nv)
        select_without_invariants (p);
    else if (p->index1) {
        memset (s->Sv, 0, (size_t)nv * (size_t)nv * sizeof (double));
        for (int i = 0; i < nv; i++)
            s->Sv[(size_t)i * (size_t)(nv + 1)] = 1;
    } else if (by_tangent (p))
        transpose (nv, y->k3, Kv, n,
                   p->accelerates ? geoms_metric_weights (&p->metric, e->o3) : NULL, s->Sv);
    else {
        geoms_selection_inertia (p, y->k3, Kv, n, s->work);
        pick_rows (nv, y->k3, s->work, s->Sv);
    }
}

static void select_kinematic (GeomsProjected *p)
{
    const GeomsEquations *e = p->form.eq;
    GeomsSelector *s = &p->selector;
    GeomsFree *y = &p->y;
    const int np = e->d.np, n = e->n;
    const double *Kp = p->N + (size_t)y->at4 * (size_t)n + (size_t)e->op;

    if (by_tangent (p))
        transpose (np, y->k4, Kp, n, geoms_metric_weights (&p->metric, e->op), s->Sp);
    else {
        geoms_copy (np, y->k4, Kp, n, s->work, np);
        pick_rows (np, y->k4, s->work, s->Sp);
    }
}

void geoms_selector_create (GeomsSelector *s, const GeomsEquations *e, GeomsArena *arena)
{
    const size_t n = (size_t)e->n, nv = (size_t)e->d.nv, np = (size_t)e->d.np;

    s->pivots = geoms_arena_ints (arena, n);
    s->Sv = geoms_arena_reals (arena, nv * nv);
    s->Sp = geoms_arena_reals (arena, n * np);
    s->work = geoms_arena_reals (arena, n * n);
    geoms_selection_create (s, e, arena);
}

/* S_v and S_p at the linearisation, unless they are its null bases, see tangent.c */
static int select_rows (GeomsProjected *p, int trial)
{
    GeomsSelector *s = &p->selector;

    if (p->tangent.used)
        return 0;
    if (! geoms_selection_gives_v (s))
        select_dynamic (p);
    if (! geoms_selection_gives_p (s))
        select_kinematic (p);
    return s->given != NULL ? geoms_selection_take (p, trial) : 0;
}

int geoms_selector_update (GeomsProjected *p, int when, int *renewed)
{
    GeomsBlocks *b = &p->blocks;
    GeomsSelector *s = &p->selector;
    const size_t bytes = (size_t)p->form.n * sizeof (int);
    const int adaptive = p->form.options->selector_update == GEOMS_UPDATE_ADAPTIVE
                         && b->F11.kind != GEOMS_DECOMPOSITION_SVD && s->selected == s->rows_v,
              failed = when == GEOMS_SELECT_FAILED;
    int status;

    *renewed = 0;
    if (s->made && adaptive && ! failed && memcmp (s->pivots, b->dependent, bytes) == 0)
        return 0;
    if (s->made && failed && ! adaptive)
        return 0; /* it belongs to this linearisation already */
    status = select_rows (p, when != GEOMS_SELECT_STATE);
    if (status != 0)
        return status;
    memcpy (s->pivots, b->dependent, bytes);
    s->selected = s->rows_v;
    s->made = *renewed = 1;
    p->form.eq->counters->nsel++;
    return 0;
}
