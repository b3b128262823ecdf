/* large_ida.c - IDA of SUNDIALS with KLU on points and rods, y = (p, v, lambda[, eta])
 *
 *     index 1:  p' - v,              M v' - f + C'lambda,   C v' + gamma
 *     GGL:      p' - v + C'eta,      M v' - f + C'lambda,   gI,   g
 *
 * with exact Jacobians, whose places are computed once.
 */
#include "large.h"
#include "clock.h"

#ifndef HAVE_IDA_KLU

int have_large_ida (void) { return 0; }
LargeRun large_ida_ggl (const Rods *r, double tol, double end, double *x)
{
    (void)r, (void)tol, (void)end, (void)x;
    return (LargeRun){.steps = -1};
}
LargeRun large_ida_index1 (const Rods *r, double tol, double end, double *x)
{
    return large_ida_ggl (r, tol, end, x);
}

#else

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_sparse.h>

#if SUNDIALS_VERSION_MAJOR < 7
#define SUN_COMM_NULL NULL
#endif

int have_large_ida (void) { return 1; }

/* a term of the Jacobian: of B, or of the values of C, M or 1, times a constant, times cj */
enum { OF_B, OF_C, OF_MASS, OF_ONE, OF_ETA };
typedef struct Term {
    int row, column, kind, index, by_cj, at;
    double factor;
} Term;

typedef struct Ida {
    const Rods *r;
    int n, R, nv, ggl;
    size_t terms;
    Term *term;
    int values, *start, *row;
    double *x, *B, *column;
} Ida;

/* places in y */
static int at_v (const Ida *s) { return s->nv; }
static int at_lambda (const Ida *s) { return 2 * s->nv; }
static int at_eta (const Ida *s) { return 2 * s->nv + s->R; }

/* [lambda; v; p] and the parts there */
static void look (const Ida *s, const double *y)
{
    memcpy (s->x, y + at_lambda (s), (size_t)s->R * sizeof *y);
    memcpy (s->x + s->R, y + at_v (s), (size_t)s->nv * sizeof *y);
    memcpy (s->x + s->R + s->nv, y, (size_t)s->nv * sizeof *y);
    s->r->model.parts (1, NULL, s->x, s->n, s->column, s->n, (void *)s->r);
}

static int residual (realtype t, N_Vector yv, N_Vector ypv, N_Vector rv, void *user)
{
    const Ida *s = user;
    const Rods *r = s->r;
    const double *y = NV_DATA_S (yv), *yp = NV_DATA_S (ypv), *f = s->column, *C = f + s->nv,
                 *g = C + r->start_C[s->nv], *gI = g + s->R, *gII = gI + s->R;
    double *out = NV_DATA_S (rv), *third = out + 2 * s->nv;

    (void)t;
    look (s, y);
    if (s->ggl) {
        memcpy (third, gI, (size_t)s->R * sizeof *out);
        memcpy (third + s->R, g, (size_t)s->R * sizeof *out);
    } else
        memcpy (third, gII, (size_t)s->R * sizeof *out);
    for (int j = 0; j < s->nv; j++) {
        double force = f[j], moved = 0;

        for (int k = r->start_C[j]; k < r->start_C[j + 1]; k++) {
            force -= C[k] * y[at_lambda (s) + r->row_C[k]];
            if (s->ggl)
                moved += C[k] * y[at_eta (s) + r->row_C[k]];
            else
                third[r->row_C[k]] += C[k] * yp[s->nv + j];
        }
        out[j] = yp[j] - y[s->nv + j] + moved;
        out[s->nv + j] = r->mass[j / 2] * yp[s->nv + j] - force;
    }
    for (int i = 0; i < s->n; i++)
        if (! isfinite (out[i]))
            return 1;
    return 0;
}

static double value_of (const Ida *s, const Term *term, const double *C)
{
    switch (term->kind) {
    case OF_B: return s->B[term->index];
    case OF_C: return C[term->index];
    case OF_MASS: return s->r->mass[term->index];
    default: return 1;
    }
}

static int jacobian (realtype t, realtype cj, N_Vector yv, N_Vector ypv, N_Vector rv, SUNMatrix A,
                     void *user, N_Vector a, N_Vector b, N_Vector c)
{
    const Ida *s = user;
    const double *y = NV_DATA_S (yv), *C = s->column + s->nv;
    double *values = SM_DATA_S (A);

    (void)t, (void)rv, (void)a, (void)b, (void)c;
    look (s, y);
    s->r->model.blocks_jac (0, s->x, NV_DATA_S (ypv) + s->nv, s->B, 0, (void *)s->r);
    memset (values, 0, (size_t)s->values * sizeof *values);
    for (size_t i = 0; i < s->terms; i++) {
        const Term *term = s->term + i;
        const double value
            = term->kind == OF_ETA ? y[at_eta (s) + term->index] : value_of (s, term, C);

        values[term->at] += term->factor * value * (term->by_cj ? cj : 1);
    }
    for (int j = 0; j <= s->n; j++)
        SM_INDEXPTRS_S (A)[j] = s->start[j];
    for (int k = 0; k < s->values; k++)
        SM_INDEXVALS_S (A)[k] = s->row[k];
    return 0;
}

/* ---- places ---- */

static void put (Ida *s, int row, int column, int kind, int index, double factor, int by_cj)
{
    s->term[s->terms++] = (Term){row, column, kind, index, by_cj, 0, factor};
}

/* row of the residual for a row of B, and its sign there; -1: it has none */
static int row_of (const Ida *s, int row, double *sign)
{
    const int R = s->R, level = row / R;

    *sign = 1;
    if (row >= 3 * R) {
        *sign = -1;
        return row < 3 * R + s->nv ? s->nv + row - 3 * R : -1;
    }
    if (s->ggl)
        return level == 0 ? -1 : at_lambda (s) + (level - 1) * R + row % R;
    return level == 0 ? at_lambda (s) + row : -1;
}

static void put_all (Ida *s)
{
    const Rods *r = s->r;
    const int R = s->R, nv = s->nv;

    for (int j = 0; j < R + 2 * nv; j++) {
        const int column = j < R ? at_lambda (s) + j : j < R + nv ? at_v (s) + j - R : j - R - nv;

        for (int k = r->start_B[j]; k < r->start_B[j + 1]; k++) {
            double sign;
            const int row = row_of (s, r->row_B[k], &sign);

            if (row >= 0)
                put (s, row, column, OF_B, k, sign, 0);
        }
    }
    for (int j = 0; j < nv; j++) {
        put (s, j, j, OF_ONE, 0, 1, 1);
        put (s, j, nv + j, OF_ONE, 0, -1, 0);
        put (s, nv + j, nv + j, OF_MASS, j / 2, 1, 1);
        for (int k = r->start_C[j]; k < r->start_C[j + 1]; k++)
            if (s->ggl)
                put (s, j, at_eta (s) + r->row_C[k], OF_C, k, 1, 0);
            else
                put (s, at_lambda (s) + r->row_C[k], nv + j, OF_C, k, 1, 1);
    }
    for (int k = 0; k < R && s->ggl; k++)
        for (int ends = 0; ends < 4; ends++) {
            const int a = r->link[k].end[ends / 2], b = r->link[k].end[ends % 2];

            for (int e = 0; e < 2 && a >= 0 && b >= 0; e++)
                put (s, 2 * a + e, 2 * b + e, OF_ETA, k, ends / 2 == ends % 2 ? 2 : -2, 0);
        }
}

static int compare (const void *a, const void *b)
{
    const Term *x = a, *y = b;

    return x->column != y->column ? (x->column > y->column) - (x->column < y->column)
                                  : (x->row > y->row) - (x->row < y->row);
}

static void number (Ida *s)
{
    qsort (s->term, s->terms, sizeof *s->term, compare);
    s->values = 0;
    for (size_t i = 0; i < s->terms; i++) {
        if (i == 0 || compare (s->term + i - 1, s->term + i) != 0) {
            s->row[s->values++] = s->term[i].row;
            s->start[s->term[i].column + 1]++;
        }
        s->term[i].at = s->values - 1;
    }
    for (int j = 0; j < s->n; j++)
        s->start[j + 1] += s->start[j];
}

static void create (Ida *s, const Rods *r, int ggl)
{
    const int n_x = r->rods + 4 * r->points, nv = 2 * r->points;
    const size_t most = (size_t)(r->start_B[n_x] + 2 * r->start_C[nv] + 3 * nv + 8 * r->rods);

    *s = (Ida){.r = r, .n = n_x + (ggl ? r->rods : 0), .R = r->rods, .nv = nv, .ggl = ggl};
    s->term = calloc (most, sizeof *s->term);
    s->start = calloc ((size_t)s->n + 1, sizeof *s->start);
    s->row = calloc (most, sizeof *s->row);
    s->x = calloc ((size_t)n_x, sizeof *s->x);
    s->B = calloc ((size_t)r->start_B[n_x], sizeof *s->B);
    s->column = calloc ((size_t)(nv + r->start_C[nv] + 3 * r->rods), sizeof *s->column);
    put_all (s);
    number (s);
}

static void destroy (Ida *s)
{
    free (s->term);
    free (s->start);
    free (s->row);
    free (s->x);
    free (s->B);
    free (s->column);
}

/* ---- a run ---- */

static void fill (const Ida *s, const double *x, double *y, double *yp, double *kind)
{
    const Rods *r = s->r;
    double *f;

    memset (y, 0, (size_t)s->n * sizeof *y);
    memset (yp, 0, (size_t)s->n * sizeof *yp);
    memcpy (y + at_lambda (s), x, (size_t)s->R * sizeof *x);
    memcpy (y + at_v (s), x + s->R, (size_t)s->nv * sizeof *x);
    memcpy (y, x + s->R + s->nv, (size_t)s->nv * sizeof *x);
    memcpy (yp, y + at_v (s), (size_t)s->nv * sizeof *x);
    look (s, y);
    f = s->column;
    for (int j = 0; j < s->nv; j++) {
        for (int k = r->start_C[j]; k < r->start_C[j + 1]; k++)
            f[j] -= s->column[s->nv + k] * x[r->row_C[k]];
        yp[s->nv + j] = f[j] / r->mass[j / 2];
    }
    for (int i = 0; i < s->n; i++)
        kind[i] = i < 2 * s->nv;
}

/* multipliers are out of the error test, and of the convergence test, where they would end runs */
static void set_tolerances (void *ida, const Ida *s, double tol, N_Vector atol)
{
    for (int i = 0; i < s->n; i++)
        NV_Ith_S (atol, i) = i < 2 * s->nv ? tol : 1e6 * tol;
    IDASVtolerances (ida, tol, atol);
}

static LargeRun run_ida (const Rods *r, int ggl, double tol, double end, double *x)
{
    const double begin = cpu_seconds ();
    LargeRun out = {.steps = -1};
    SUNContext context;
    N_Vector y, yp, kind, atol;
    SUNMatrix matrix;
    SUNLinearSolver solver;
    realtype t = 0;
    int status = 0;
    void *ida;
    Ida s;

    create (&s, r, ggl);
    SUNContext_Create (SUN_COMM_NULL, &context);
    y = N_VNew_Serial (s.n, context);
    yp = N_VClone (y);
    kind = N_VClone (y);
    atol = N_VClone (y);
    matrix = SUNSparseMatrix (s.n, s.n, s.values, CSC_MAT, context);
    solver = SUNLinSol_KLU (y, matrix, context);
    ida = IDACreate (context);
    fill (&s, x, NV_DATA_S (y), NV_DATA_S (yp), NV_DATA_S (kind));
#if SUNDIALS_VERSION_MAJOR < 7
    IDASetErrFile (ida, NULL);
#endif
    IDAInit (ida, residual, 0, y, yp);
    set_tolerances (ida, &s, tol, atol);
    IDASetUserData (ida, &s);
    IDASetLinearSolver (ida, solver, matrix);
    IDASetJacFn (ida, jacobian);
    IDASetId (ida, kind);
    IDASetSuppressAlg (ida, 1);
    IDASetMaxNumSteps (ida, 1000000);
    IDASetStopTime (ida, end);
    while (status >= 0 && t < end)
        status = IDASolve (ida, end, &t, y, yp, IDA_NORMAL);
    if (status >= 0) {
        IDAGetNumSteps (ida, &out.steps);
        IDAGetNumJacEvals (ida, &out.jacobians);
        memcpy (x, NV_DATA_S (y) + at_lambda (&s), (size_t)s.R * sizeof *x);
        memcpy (x + s.R, NV_DATA_S (y) + at_v (&s), (size_t)s.nv * sizeof *x);
        memcpy (x + s.R + s.nv, NV_DATA_S (y), (size_t)s.nv * sizeof *x);
    }
    IDAFree (&ida);
    SUNLinSolFree (solver);
    SUNMatDestroy (matrix);
    N_VDestroy (atol);
    N_VDestroy (kind);
    N_VDestroy (yp);
    N_VDestroy (y);
    SUNContext_Free (&context);
    destroy (&s);
    out.seconds = cpu_seconds () - begin;
    return out;
}

LargeRun large_ida_ggl (const Rods *r, double tol, double end, double *x)
{
    return run_ida (r, 1, tol, end, x);
}

LargeRun large_ida_index1 (const Rods *r, double tol, double end, double *x)
{
    return run_ida (r, 0, tol, end, x);
}

#endif
