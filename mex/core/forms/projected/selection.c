/* selection.c - S_p and S_v as the user gives them, and whether they determine the motion
 *
 * Steinbrecher (2002), Algorithm 27, Lemma 24 and 25: S_p K_p and S_v M K_v must be regular, K_p
 * and K_v kernels of G and G Z. With Q_p, Q_v orthonormal bases of these, and D that makes rows of
 * S_p and S_v M as long as 1,
 *
 *     seen = the least singular value of  D S_p Q_p,  D S_v M Q_v
 *
 * is the share of a motion that the rows see of the one they see least: 1 for rows that span the
 * tangent space, 0 where they leave a motion undetermined. With rows of accelerations it is that of
 * S_v Q_v.
 *
 * A step may lead past such a state without meeting it. That is seen by the sign of
 *
 *     det [S_p; G],  det [S_v M; G Z]
 *
 * with G and G Z of this linearisation and of the last one, and the same rows, where no rows of the
 * constraints depend on others.
 */
#include <math.h>
#include <string.h>

#include "projected.h"

#include "base/orthogonal.h"

/* Rows that see no more of a motion than this do not determine it: a choice. Steps that come nearer
 * crawl: thousands of them until 1e-8. */
static const double NOTHING = 1e-6;
/* Where no step is small enough they are why, if they see less than this: a choice. */
static const double ALL_BUT_NOTHING = 1e-3;

static const char *const kinds[2] = {"p", "v"};

/* ---- memory ---- */

void geoms_selection_create (GeomsSelector *s, const GeomsEquations *e, GeomsArena *arena)
{
    const size_t n = (size_t)e->n;

    s->x = geoms_arena_reals (arena, n);
    s->J_before = geoms_arena_reals (arena, s->given != NULL ? (size_t)e->m * n : 0);
    s->room = geoms_arena_reals (arena, s->given != NULL ? 6 * n * n + n : 0); /* share_seen */
    for (int i = 0; i < 2; i++)
        s->seen[i] = s->least[i] = NAN;
}

int geoms_selection_gives_v (const GeomsSelector *s)
{
    return s->given != NULL && s->given->rows_v > 0;
}
int geoms_selection_gives_p (const GeomsSelector *s)
{
    return s->given != NULL && s->given->rows_p > 0;
}

/* ---- the rows ---- */

static int wrong_size (GeomsProjected *p, int kind, int rows, int wanted)
{
    p->form.eq->report->t = p->t;
    return geoms_report (
        p->form.eq->report, GEOMS_SELECTOR_SIZE,
        "Selector has %d rows for %s; at t = %.10g the constraints leave %d motions "
        "of %s free.",
        rows, kinds[kind], p->t, wanted, kinds[kind]);
}

/* what a function gives at the linearisation, into S: 0, GEOMS_RETRY or an IDID */
static int ask (GeomsProjected *p, double *Sp, double *Sv)
{
    const GeomsSelection *g = p->selector.given;
    GeomsEquations *e = p->form.eq;
    int status;

    e->counters->ncall++;
    status = g->at (p->t, p->selector.x, g->rows_p > 0 ? p->y.k4 : 0, g->rows_v > 0 ? p->y.k3 : 0,
                    Sp, Sv, g->user);
    if (status >= 0)
        return status > 0 ? GEOMS_RETRY : 0;
    e->report->t = p->t;
    return geoms_report (e->report, GEOMS_STOP_SELECTOR, "Selector stopped the run at t = %.10g.",
                         p->t);
}

/* S_p and S_v as far as they are given, in the room: 0, GEOMS_RETRY or an IDID */
static int fetch (GeomsProjected *p, double *Sp, double *Sv)
{
    const GeomsSelection *g = p->selector.given;
    const GeomsDims *d = &p->form.eq->d;
    const int rows_p = g->rows_p > 0 ? p->y.k4 : 0, rows_v = g->rows_v > 0 ? p->y.k3 : 0;
    const size_t np = (size_t)(rows_p * d->np), nv = (size_t)(rows_v * d->nv);
    int status = 0;

    if (g->at != NULL)
        status = ask (p, Sp, Sv);
    else if (g->rows_p != rows_p)
        return wrong_size (p, 0, g->rows_p, p->y.k4);
    else if (g->rows_v != rows_v)
        return wrong_size (p, 1, g->rows_v, p->y.k3);
    else {
        geoms_copy (rows_p, d->np, g->Sp, rows_p, Sp, rows_p);
        geoms_copy (rows_v, d->nv, g->Sv, rows_v, Sv, rows_v);
    }
    if (status == 0 && ! (geoms_finite (np, Sp) && geoms_finite (nv, Sv)))
        return GEOMS_RETRY;
    return status;
}

/* ---- what they see of a motion ---- */

void geoms_selection_inertia (const GeomsProjected *p, int k, const double *X, int ldx, double *A)
{
    const GeomsEquations *e = p->form.eq;
    const int nv = e->d.nv;
    const double *shifted = p->multipliers.used ? geoms_mass_shifted (&p->multipliers.mass) : NULL;

    if (p->accelerates) {
        geoms_copy (nv, k, X, ldx, A, nv);
        return;
    }
    if (shifted != NULL) {
        geoms_gemm (nv, k, nv, shifted, nv, X, ldx, A, nv);
        return;
    }
    memset (A, 0, (size_t)nv * (size_t)k * sizeof *A);
    for (int j = 0; j < k; j++)
        geoms_mass_apply (e, p->mass, 1, X + (size_t)j * (size_t)ldx, A + (size_t)j * (size_t)nv);
}

/* T = S' or M S', n x rows */
static void measures (const GeomsProjected *p, int kind, int rows, int n, const double *S,
                      double *T, double *transposed)
{
    double *to = kind == 1 ? transposed : T;

    for (int i = 0; i < rows; i++)
        for (int j = 0; j < n; j++)
            to[i * n + j] = S[j * rows + i];
    if (kind == 1)
        geoms_selection_inertia (p, rows, transposed, n, T);
}

/* The least singular value; `unseen` (n) is the motion of length 1 that is seen least. `room` has
 * 5 n rows. */
static double share_seen (const GeomsProjected *p, int kind, int rows, int n, const double *S,
                          const double *K, double *unseen, double *room)
{
    const size_t size = (size_t)n * (size_t)rows;
    double *Q = room, *T = Q + size, *G = T + size, *W = G + size, *work = W + size, least;

    if (rows == 0)
        return 1;
    geoms_copy (n, rows, K, p->form.n, Q, n);
    geoms_orthonormalise (n, rows, Q);
    measures (p, kind, rows, n, S, T, work);
    for (int i = 0; i < rows; i++) {
        const double length = sqrt (geoms_dot (n, T + i * n, T + i * n));

        for (int j = 0; j < rows; j++)
            G[j * rows + i] = length > 0 ? geoms_dot (n, T + i * n, Q + j * n) / length : 0;
    }
    if (geoms_jacobi (rows, rows, G, W, work) != 0)
        return 0;
    least = work[rows - 1];
    geoms_matvec (n, rows, Q, n, W + (rows - 1) * rows, unseen);
    return least;
}

/* the unknown that a motion moves most */
static void name_most (const GeomsEquations *e, int kind, const double *motion, char *name,
                       size_t size)
{
    const int n = kind == 0 ? e->d.np : e->d.nv;
    int most = 0;

    for (int i = 1; i < n; i++)
        if (fabs (motion[i]) > fabs (motion[most]))
            most = i;
    geoms_name_unknown (e, (kind == 0 ? e->op : e->o3) + most, name, size);
}

static int blind (GeomsProjected *p, int kind, double t, double limit, const char *name)
{
    static const char *const rows[2] = {"p' = Z v", "M v' = f - C' lambda"};
    GeomsReport *report = p->form.eq->report;

    report->t = t;
    report->value = p->selector.seen[kind];
    report->limit = limit;
    return geoms_report (
        report, GEOMS_SELECTOR_SINGULAR,
        "S_%s of Selector does not determine the motion at t = %.10g: its rows of %s see %.2g (at "
        "least %.0e is needed) of a motion that the constraints allow, which moves %s most.",
        kinds[kind], t, kind == 1 && p->accelerates ? "v' = ..." : rows[kind],
        p->selector.seen[kind], limit, name);
}

static int look (GeomsProjected *p, int kind, const double *S, double *room)
{
    const GeomsEquations *e = p->form.eq;
    GeomsSelector *s = &p->selector;
    const int n = kind == 0 ? e->d.np : e->d.nv, rows = kind == 0 ? p->y.k4 : p->y.k3,
              column = kind == 0 ? p->y.at4 : p->y.at3, row = kind == 0 ? e->op : e->o3;
    double *unseen = room;
    char name[32] = "";

    s->seen[kind] = share_seen (p, kind, rows, n, S, p->N + (size_t)column * (size_t)e->n + row,
                                unseen, room + e->n);
    if (rows > 0)
        name_most (e, kind, unseen, name, sizeof name);
    memcpy (s->hidden[kind], name, sizeof name);
    return s->seen[kind] > NOTHING ? 0 : blind (p, kind, p->t, NOTHING, name);
}

static void remember (GeomsSelector *s, double t)
{
    for (int i = 0; i < 2; i++)
        if (! (s->seen[i] >= s->least[i]) && ! isnan (s->seen[i])) {
            s->least[i] = s->seen[i];
            s->t_least[i] = t;
        }
}

/* ---- states that are passed ---- */

/* the sign of det A, n x n, destroyed */
static int sign_of_determinant (int n, double *A)
{
    int sign = 1;

    for (int k = 0; k < n; k++) {
        int most = k;

        for (int i = k + 1; i < n; i++)
            if (fabs (A[k * n + i]) > fabs (A[k * n + most]))
                most = i;
        if (A[k * n + most] == 0)
            return 0;
        for (int j = k; j < n && most != k; j++) {
            const double a = A[j * n + k];

            A[j * n + k] = A[j * n + most];
            A[j * n + most] = a;
        }
        sign *= (most == k) == (A[k * n + k] > 0) ? 1 : -1;
        for (int i = k + 1; i < n; i++) {
            const double factor = A[k * n + i] / A[k * n + k];

            for (int j = k + 1; j < n; j++)
                A[j * n + i] -= factor * A[j * n + k];
        }
    }
    return sign;
}

/* of [S_p; F34] or [S_v M; F23]; 0: rows of the constraints depend on others */
static int orientation (const GeomsProjected *p, int kind, const double *S, const double *J,
                        double *room)
{
    const GeomsEquations *e = p->form.eq;
    const int n = kind == 0 ? e->n4 : e->n3, of = kind == 0 ? e->d.np : e->d.nv, first = n - of,
              rows = kind == 0 ? p->y.k4 : p->y.k3, m = n - rows, ld = e->m;
    const double *C = kind == 0 ? J + (size_t)e->o4 * (size_t)ld + p->a3
                                : J + (size_t)e->o3 * (size_t)ld + p->a2;
    double *A = room, *T = A + n * n;

    if (m != (kind == 0 ? p->m3 : p->hard2))
        return 0;
    memset (A, 0, (size_t)n * (size_t)n * sizeof *A);
    geoms_copy (m, n, C, ld, A + rows, n);
    measures (p, kind, rows, of, S, T, T + of * rows);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < of; j++)
            A[(first + j) * n + i] = T[i * of + j];
    return sign_of_determinant (n, A);
}

static void watch (GeomsProjected *p, int kind, const double *S, double *room)
{
    GeomsSelector *s = &p->selector;

    if (s->follows
        && orientation (p, kind, S, p->J, room) * orientation (p, kind, S, s->J_before, room) < 0
        && s->passed++ == 0)
        s->t_passed = p->t;
}

void geoms_selection_follow (GeomsProjected *p)
{
    GeomsSelector *s = &p->selector;

    if (s->given == NULL)
        return;
    memcpy (s->J_before, p->J, (size_t)p->form.m * (size_t)p->form.n * sizeof (double));
    s->follows = 1;
}

/* ---- what formulations and methods call ---- */

int geoms_selection_take (GeomsProjected *p, int trial)
{
    const GeomsEquations *e = p->form.eq;
    GeomsSelector *s = &p->selector;
    const size_t nn = (size_t)e->n * (size_t)e->n;
    const int gives[2] = {geoms_selection_gives_p (s), geoms_selection_gives_v (s)};
    double *S[2] = {s->room, s->room + (size_t)p->y.k4 * (size_t)e->d.np}, *room = s->room + nn;
    int status = fetch (p, S[0], S[1]);

    if (status > 0 && ! trial) {
        e->report->t = p->t;
        return geoms_report (e->report, GEOMS_NOT_FINITE,
                             "Selector returned NaN or Inf, or cannot be evaluated, at t = %.10g.",
                             p->t);
    }
    for (int i = 0; i < 2 && status == 0; i++)
        if (gives[i])
            status = look (p, i, S[i], room);
    if (status != 0)
        return trial && status == GEOMS_SELECTOR_SINGULAR ? GEOMS_RETRY : status;
    if (gives[0])
        memcpy (s->Sp, S[0], (size_t)(p->y.k4 * e->d.np) * sizeof (double));
    if (gives[1])
        memcpy (s->Sv, S[1], (size_t)(p->y.k3 * e->d.nv) * sizeof (double));
    for (int i = 0; i < 2; i++)
        if (gives[i])
            watch (p, i, S[i], room);
    geoms_selection_follow (p);
    remember (s, p->t);
    return 0;
}

int geoms_selection_singular (GeomsForm *f, double t)
{
    GeomsProjected *p = (GeomsProjected *)f;
    GeomsSelector *s = &p->selector;
    const int kind = s->seen[0] <= s->seen[1] || isnan (s->seen[1]) ? 0 : 1;

    if (s->given == NULL || ! (s->seen[kind] < ALL_BUT_NOTHING))
        return 0;
    return blind (p, kind, t, ALL_BUT_NOTHING, s->hidden[kind]);
}

void geoms_selection_describe (const GeomsForm *f, GeomsSolution *solution)
{
    const GeomsSelector *s = &((const GeomsProjected *)f)->selector;

    memcpy (solution->seen, s->least, sizeof solution->seen);
    memcpy (solution->t_seen, s->t_least, sizeof solution->t_seen);
    solution->seen_passed = s->passed;
    solution->t_seen_passed = s->t_passed;
}
