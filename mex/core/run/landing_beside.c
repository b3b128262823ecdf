/* landing_beside.c - a state beside a singular position, moved by the directions that count alone
 *
 *     D C = U S V',   D the scales of the rows of C at a state of the run, u_i = D U_i
 *     p <- p - sum_i V_i u_i'g / s_i,   v <- v - sum_i V_i u_i'gI / s_i       i = 1 ... r
 *     [M C_r'; C_r 0] [alpha; mu] = [f - C'lambda; -gamma_r],   lambda += sum_i u_i mu_i
 *                                                           C_r, gamma_r: rows u_i'C, u_i'gamma
 *
 * Where the rank of C falls at one position of the motion, at a distance d from there, a correction of
 * all of g and gI is 1/d times what they are off by, and multipliers are 1/d^2 times that. A state
 * between the ends of a step is right to the tolerance in all directions: what a correction would
 * change by far more than that, in the direction that is all but free, is left as it is. Else
 * all of g and gI is met as everywhere. So are multipliers: those of weak directions are left.
 */
#include "landing.h"

#include <math.h>
#include <string.h>

#include "base/lapack.h"
#include "base/rank.h"

/* Choices. A singular value is weak below this part of the largest one, and below this part of the
 * smallest at the state of the run; a correction along its direction is not believed that is so many times
 * the tolerance. */
static const double WEAK = 1e-2, WEAKER = 0.1, PLAUSIBLE = 10;

/* What is worth a look: a correction of so many times the tolerance, multipliers that differ by this part
 * from those that the state came with */
static const double FAR = 100, DIFFERENT = 0.25;

/* multipliers that a state came with are not believed if they are so many times the others */
static const double LARGE = 10;

enum { CORRECTIONS = 8 };

struct GeomsBeside {
    lapack_int lwork;
    double *scale;            /* D                                                             */
    double *A, *S, *U, *VT, *work; /* m x n, m, m x m, m x n                                   */
    double *run, part;        /* the state of the run that was measured last; what came of it  */
    int measured;
    double *x, *moved;        /* the state as it came, and as it becomes                       */
    double *dx, *y;           /* a correction; work                                            */
    double *rows, *gamma, *mu;
    GeomsSaddle saddle;
};

/* ---- memory ---- */

static int create (GeomsLanding *s)
{
    GeomsArena *arena = s->eq->arena;
    const size_t n = (size_t)s->n, m = (size_t)s->m;
    GeomsBeside *b = geoms_arena_get (arena, 1, sizeof *b);

    if (b == NULL)
        return 1;
    b->lwork = (lapack_int)(8 * (n + m) + 64);
    b->scale = geoms_arena_reals (arena, m);
    b->A = geoms_arena_reals (arena, m * n);
    b->S = geoms_arena_reals (arena, m);
    b->U = geoms_arena_reals (arena, m * m);
    b->VT = geoms_arena_reals (arena, m * n);
    b->work = geoms_arena_reals (arena, (size_t)b->lwork);
    b->run = geoms_arena_reals (arena, (size_t)s->eq->n);
    b->x = geoms_arena_reals (arena, (size_t)s->eq->n);
    b->moved = geoms_arena_reals (arena, (size_t)s->eq->n);
    b->dx = geoms_arena_reals (arena, n);
    b->y = geoms_arena_reals (arena, m);
    b->rows = geoms_arena_reals (arena, m * n);
    b->gamma = geoms_arena_reals (arena, m);
    b->mu = geoms_arena_reals (arena, m);
    geoms_saddle_create (&b->saddle, s->n, s->m, arena);
    s->beside = arena->failed ? NULL : b;
    return arena->failed;
}

/* ---- singular values ---- */

/* of C with no more rows than columns; not 0 if that fails */
static int decompose (GeomsBeside *b, int m, int n, const double *C)
{
    const lapack_int rows = m, columns = n;
    lapack_int info;

    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            b->A[j * m + i] = b->scale[i] * C[j * m + i];
    if (! geoms_finite ((size_t)(m * n), b->A))
        return 1;
    dgesvd ("A", "S", &rows, &columns, b->A, &rows, b->S, b->U, &rows, b->VT, &rows, b->work,
            &b->lwork, &info);
    return info != 0;
}

/* how many singular values are not below this part of the largest one */
static int count_above (const GeomsBeside *b, int m, double part)
{
    int rank = 0;

    while (rank < m && b->S[rank] > part * b->S[0])
        rank++;
    return rank;
}

/* D and b->part, from which on singular values count; none is weak where nothing is known, or rows depend
 * on each other at the state of the run already. 0 or a negative IDID */
static int measure (GeomsLanding *s, double t, const double *x)
{
    GeomsBeside *b = s->beside;
    const size_t size = (size_t)s->eq->n * sizeof *x;
    const double *C;
    int status;

    if (b->measured && memcmp (b->run, x, size) == 0)
        return 0;
    status = geoms_parts_evaluate (&s->parts, GEOMS_FOR_OUTPUT, 1, &t, x, s->eq->n);
    if (status < 0)
        return status;
    C = geoms_parts_at (&s->parts, 0).C;
    for (int i = 0; i < s->m && status == 0; i++) {
        const double largest = geoms_largest (s->n, s->m, C + i);
        b->scale[i] = largest > 0 ? 1 / largest : 1;
    }
    b->part = 0;
    if (status == 0 && s->m <= s->n && decompose (b, s->m, s->n, C) == 0)
        b->part = geoms_min (WEAK, WEAKER * b->S[s->m - 1] / b->S[0]);
    memcpy (b->run, x, size);
    b->measured = 1;
    return 0;
}

/* ---- positions and velocities ---- */

/* x -= sum_i V_i u_i'r / s_i; the largest change */
static double subtract (const GeomsLanding *s, int rank, const double *r, double *x)
{
    GeomsBeside *b = s->beside;
    const int m = s->m, n = s->n;
    double most = 0;

    memset (b->dx, 0, (size_t)n * sizeof *b->dx);
    for (int l = 0; l < rank; l++) {
        double sum = 0;
        for (int i = 0; i < m; i++)
            sum += b->U[l * m + i] * b->scale[i] * r[i];
        for (int j = 0; j < n; j++)
            b->dx[j] += b->VT[j * m + l] * (sum / b->S[l]);
    }
    for (int j = 0; j < n; j++) {
        x[j] -= b->dx[j];
        most = geoms_max (most, fabs (b->dx[j]) / geoms_max (1, fabs (x[j])));
    }
    return most;
}

/* Corrections of x by `rank` singular values until what these meet is rounding; the parts and the
 * decomposition are those at x then. 0, GEOMS_RETRY or a negative IDID */
static int correct (GeomsLanding *s, int rank, double t, double *x)
{
    GeomsBeside *b = s->beside;
    double last = INFINITY;

    for (int i = 0; i < CORRECTIONS; i++) {
        const int status = geoms_parts_evaluate (&s->parts, GEOMS_FOR_OUTPUT, 1, &t, x, s->eq->n);
        const GeomsPart part = geoms_parts_at (&s->parts, 0);
        double p, v;

        if (status != 0)
            return status;
        if (decompose (b, s->m, s->n, part.C) != 0 || ! (b->S[rank - 1] > 0))
            return GEOMS_RETRY;
        if (last * b->S[rank - 1] <= s->limit * b->S[0])
            return 0;
        p = subtract (s, rank, part.g, x + s->eq->op);
        v = subtract (s, rank, part.level, x + s->eq->o3);
        last = geoms_max (p, v);
        if (! isfinite (last))
            return GEOMS_RETRY;
    }
    return GEOMS_RETRY;
}

/* whether p and v are as near to those of the guess as so many times the tolerance */
static int near (const GeomsLanding *s, const double *guess, const double *x, double times)
{
    for (int j = s->eq->o3; j < s->eq->n; j++) {
        const int moves = (j >= s->eq->op && j < s->eq->op + s->n) || j < s->eq->o3 + s->n;
        const double allowed = s->atol[j] + s->rtol[j] * fabs (guess[j]);

        if (moves && ! (fabs (x[j] - guess[j]) <= times * allowed))
            return 0;
    }
    return 1;
}

int geoms_landing_suspect (const GeomsLanding *s, const double *run, const double *guess,
                           const double *x)
{
    const int first = s->eq->d.nw;
    double size = 0, change = 0;

    for (int i = first; i < first + s->m; i++) {
        const double known = isfinite (guess[i]) ? guess[i] : 0;
        size = geoms_max (size, geoms_max (fabs (known), fabs (run[i])));
        change = geoms_max (change, fabs (x[i] - known));
    }
    return ! (change <= DIFFERENT * size) || ! near (s, guess, x, FAR);
}

/* ---- multipliers ---- */

/* lambda <- sum_i u_i mu_i for i > first, mu_i = U_i' D^-1 lambda: this part of it */
static void keep_part (const GeomsBeside *b, int m, int first, double *lambda)
{
    memcpy (b->y, lambda, (size_t)m * sizeof *lambda);
    memset (lambda, 0, (size_t)m * sizeof *lambda);
    for (int l = first; l < m; l++) {
        double mu = 0;
        for (int i = 0; i < m; i++)
            mu += b->U[l * m + i] * b->y[i] / b->scale[i];
        for (int i = 0; i < m; i++)
            lambda[i] += b->U[l * m + i] * b->scale[i] * mu;
    }
}

/* the combinations of rows that count */
static void combine (GeomsBeside *b, const GeomsPart *part, int rank, int m, int n)
{
    for (int l = 0; l < rank; l++) {
        for (int i = 0; i < m; i++)
            b->y[i] = b->U[l * m + i] * b->scale[i];
        b->gamma[l] = geoms_dot (m, b->y, part->b2);
        for (int j = 0; j < n; j++)
            b->rows[j * rank + l] = geoms_dot (m, b->y, part->C + j * m);
    }
}

/* lambda: what is kept of it -> all of it, with alpha; how large the rest is */
static double add_rest (GeomsLanding *s, int rank, double *lambda)
{
    GeomsBeside *b = s->beside;
    const GeomsPart part = geoms_parts_at (&s->parts, 0);
    const int m = s->m;
    double most = 0;

    memcpy (b->dx, part.f, (size_t)s->n * sizeof *b->dx);
    geoms_subtract_transposed (m, s->n, part.C, lambda, b->dx);
    geoms_saddle_solve (&b->saddle, b->dx, b->gamma, s->alpha, b->mu);
    for (int i = 0; i < m; i++) {
        double rest = 0;
        for (int l = 0; l < rank; l++)
            rest += b->U[l * m + i] * b->scale[i] * b->mu[l];
        lambda[i] += rest;
        most = geoms_max (most, fabs (rest));
    }
    return most;
}

/* l and alpha by the combinations of rows that count, of the parts at hand, and what the state came with
 * of the others if that can be; not 0: M is singular */
static int solve (GeomsLanding *s, int rank, const double *run, double *lambda)
{
    GeomsBeside *b = s->beside;
    const GeomsPart part = geoms_parts_at (&s->parts, 0);
    const int m = s->m;
    double kept, most;

    combine (b, &part, rank, m, s->n);
    geoms_saddle_resize (&b->saddle, rank);
    if (geoms_saddle_factor (&b->saddle, NULL, part.M, b->rows, rank, NULL) != 0)
        return 1;
    memcpy (lambda, b->x + s->eq->d.nw, (size_t)m * sizeof *lambda);
    keep_part (b, m, rank, lambda);
    kept = geoms_largest (m, 1, lambda);
    most = geoms_max (add_rest (s, rank, lambda), geoms_largest (m, 1, run));
    if (! (kept <= LARGE * most)) {
        memset (lambda, 0, (size_t)m * sizeof *lambda);
        (void)add_rest (s, rank, lambda);
    }
    return ! geoms_finite ((size_t)m, lambda);
}

/* ---- all ---- */

/* all of g and gI, if the state is near then; else what counts, from the state as it came. The rank
 * of what was met, 0: nothing could be, or a negative IDID */
static int meet (GeomsLanding *s, double t, double *x)
{
    GeomsBeside *b = s->beside;
    const int n = s->eq->n;
    int rank, status;

    status = geoms_parts_evaluate (&s->parts, GEOMS_FOR_OUTPUT, 1, &t, x, n);
    if (status != 0)
        return status < 0 ? status : 0;
    if (decompose (b, s->m, s->n, geoms_parts_at (&s->parts, 0).C) != 0)
        return 0;
    rank = count_above (b, s->m, b->part);
    if (rank == s->m || rank == 0)
        return 0; /* nothing is weak, or all is */
    status = correct (s, s->m, t, x);
    if (status < 0)
        return status;
    if (status == 0 && near (s, b->x, x, PLAUSIBLE))
        return rank;
    memcpy (x, b->x, (size_t)n * sizeof *x);
    status = correct (s, rank, t, x);
    return status < 0 ? status : status > 0 ? 0 : rank;
}

int geoms_landing_beside (GeomsLanding *s, double t_run, const double *x_run, double t,
                          const double *guess, double *x, double *rda, double *relative)
{
    GeomsBeside *b;
    int status, rank;

    if (s->beside == NULL && create (s) != 0)
        return GEOMS_OUT_OF_MEMORY;
    b = s->beside;
    status = measure (s, t_run, x_run);
    if (status != 0 || ! (b->part > 0))
        return status;
    memcpy (b->x, guess, (size_t)s->eq->n * sizeof *guess);
    memcpy (b->moved, guess, (size_t)s->eq->n * sizeof *guess);
    rank = meet (s, t, b->moved);
    if (rank <= 0)
        return rank;
    if (solve (s, rank, x_run + s->eq->d.nw, b->moved + s->eq->d.nw) != 0)
        return 0;
    memcpy (x, b->moved, (size_t)s->eq->n * sizeof *x);
    geoms_parts_rda (&s->parts, 0, x, s->alpha, rda);
    if (relative != NULL)
        geoms_landing_relative (s, 0, x, rda, relative);
    return 1;
}
