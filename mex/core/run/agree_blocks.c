/* agree_blocks.c - whether a model's blocks_jac are the derivatives of its parts, at the start of a
 * run
 *
 *     |B d - (q+ + q-) / 2| <= 1e-4 sum_j |B_ij d_j| + 4 |q+ - q-| + 1e-13 terms_i / h
 *     q+ = (R (x + h d) - R (x)) / h,   q- = (R (x) - R (x - h d)) / h
 *
 * in one direction d, at the accelerations alpha of the start: a wrong B only makes Newton's method
 * slow, and nothing else would tell. The second term is large where R has a kink, the third is
 * rounding; terms_i is at least a tenth of the largest in its block of rows, for what cancels
 * inside of a function is not seen. Where they differ, unit vectors find the entry.
 */
#include <math.h>

#include "run.h"

typedef struct Comparison {
    GeomsArena arena;
    GeomsParts parts;
    double t;
    const double *x;
    double *alpha, *y, *d;                /* nv, n, n                                     */
    double *B, *R, *plus, *minus, *terms; /* m x n, m each                                */
} Comparison;

static const double step = 1e-6;

static int create (Comparison *c, GeomsEquations *e)
{
    const size_t n = (size_t)e->n, m = (size_t)e->m;
    const int status = geoms_parts_create (&c->parts, e, 1, &c->arena);

    c->alpha = geoms_arena_reals (&c->arena, (size_t)e->d.nv);
    c->y = geoms_arena_reals (&c->arena, n);
    c->d = geoms_arena_reals (&c->arena, n);
    c->B = geoms_arena_reals (&c->arena, m * n);
    c->R = geoms_arena_reals (&c->arena, m);
    c->plus = geoms_arena_reals (&c->arena, m);
    c->minus = geoms_arena_reals (&c->arena, m);
    c->terms = geoms_arena_reals (&c->arena, m);
    if (status != 0 || ! c->arena.failed)
        return status;
    return geoms_report (e->report, GEOMS_OUT_OF_MEMORY,
                         "There is not enough memory for %d unknowns.", e->n);
}

/* R at x + s d */
static int rows_at (Comparison *c, double s, double *R)
{
    GeomsEquations *e = c->parts.eq;
    int status;

    for (int j = 0; j < e->n; j++)
        c->y[j] = c->x[j] + s * c->d[j];
    status = geoms_parts_evaluate (&c->parts, GEOMS_FOR_OUTPUT, 1, &c->t, c->y, e->n);
    if (status != 0)
        return status;
    geoms_parts_rda (&c->parts, 0, c->y, c->alpha, R);
    geoms_mass_apply (e, geoms_parts_at (&c->parts, 0).M, -1, c->alpha, R + e->r_v);
    return 0;
}

/* what rows are made of, some of which cancels: of gII and hI C alpha, of f_dyn all but M alpha,
 * which is its rest */
static void sum_terms (Comparison *c)
{
    const GeomsEquations *e = c->parts.eq;
    const GeomsPart part = geoms_parts_at (&c->parts, 0);
    const int m = c->parts.m;

    for (int i = 0; i < e->m; i++) {
        c->terms[i] = fabs (c->R[i]);
        for (int j = 0; j < e->n; j++)
            c->terms[i] += fabs (c->B[j * e->m + i] * c->x[j]);
    }
    for (int l = 0; l < e->d.nv; l++) {
        c->terms[e->r_v + l] += 2 * fabs (part.f[l]);
        for (int i = 0; i < m; i++) {
            c->terms[e->r_v + l] += 2 * fabs (part.C[l * m + i] * c->x[e->d.nw + i]);
            c->terms[e->r_gII + i] += 2 * fabs (part.C[l * m + i] * c->alpha[l]);
        }
    }
}

/* terms that cancel inside of a function are as large as others in its block */
static void raise_terms (Comparison *c)
{
    const GeomsEquations *e = c->parts.eq;
    const int first[] = {0, e->r_gII, e->r_gI, e->r_e, e->r_c, e->r_b, e->r_v, e->r_p, e->m};

    for (size_t block = 0; block + 1 < sizeof first / sizeof *first; block++) {
        double most = 0;

        for (int i = first[block]; i < first[block + 1]; i++)
            most = geoms_max (most, c->terms[i]);
        for (int i = first[block]; i < first[block + 1]; i++)
            c->terms[i] = geoms_max (c->terms[i], 0.1 * most);
    }
}

/* the row in which B d is wrong, or -1; the two values there. 0, GEOMS_RETRY or an IDID */
static int compare (Comparison *c, int *row, double *given, double *found)
{
    const GeomsEquations *e = c->parts.eq;
    int status = rows_at (c, step, c->plus);

    *row = -1;
    if (status == 0)
        status = rows_at (c, -step, c->minus);
    /* differences and B d, row by row */
    for (int i = 0; i < e->m && status == 0; i++) {
        const double forward = (c->plus[i] - c->R[i]) / step,
                     backward = (c->R[i] - c->minus[i]) / step;
        double sum = 0, size = 0;

        for (int j = 0; j < e->n; j++) {
            sum += c->B[j * e->m + i] * c->d[j];
            size += fabs (c->B[j * e->m + i] * c->d[j]);
        }
        *given = sum;
        *found = (forward + backward) / 2;
        /* where they are apart by more than differences are */
        if (fabs (sum - *found)
            > 1e-4 * size + 4 * fabs (forward - backward) + 1e-13 / step * c->terms[i]) {
            *row = i;
            return 0;
        }
    }
    return status;
}

static double size_of (const GeomsEquations *e, const double *x, int j)
{
    return geoms_max (fabs (x[j]), e->typical[j]);
}

/* the entry in words: the first unit vector that tells, else the direction */
static int disagree (Comparison *c, int row, double given, double found)
{
    const GeomsEquations *e = c->parts.eq;
    char of[32], by[32] = "a direction of all unknowns";

    /* unit vectors, one by one */
    for (int k = 0; k < e->n; k++) {
        int other;
        double a, q;

        for (int j = 0; j < e->n; j++)
            c->d[j] = j == k ? size_of (e, c->x, j) : 0;
        if (compare (c, &other, &a, &q) == 0 && other >= 0) {
            row = other;
            given = a / c->d[k];
            found = q / c->d[k];
            geoms_name_unknown (e, k, by, sizeof by);
            break;
        }
    }
    /* words */
    geoms_name_row (e, row, of, sizeof of);
    e->report->t = c->t;
    e->report->component = row;
    e->report->value = given;
    e->report->limit = found;
    if (e->model->blocks_jac == NULL)
        return geoms_report (
            e->report, GEOMS_BAD_MODEL,
            "The derivative of row %s by %s is %.10g at the start, for given accelerations, but "
            "%.10g by the pattern of B: there is no entry in it, or another one in the same row "
            "is missing.", of, by, found, given);
    return geoms_report (
        e->report, GEOMS_BAD_MODEL,
        "The derivative of row %s by %s is %.10g by the function blocks_jac, but %.10g by "
        "differences of parts, at the start and for given accelerations.",
        of, by, given, found);
}

/* 0, also where nothing can be evaluated, or an IDID */
static int look (Comparison *c)
{
    GeomsEquations *e = c->parts.eq;
    double given, found;
    int status, row;

    e->counters->njac++;
    status = geoms_equations_blocks (e, c->t, c->x, c->alpha, c->B);
    for (int j = 0; j < e->n; j++) /* of either sign, no two alike */
        c->d[j] = (j % 2 ? -1 : 1) * (0.5 + 0.4 * sin (7.3 * j + 1)) * size_of (e, c->x, j);
    if (status == 0)
        status = rows_at (c, 0, c->R);
    if (status != 0)
        return status;
    sum_terms (c);
    raise_terms (c);
    status = compare (c, &row, &given, &found);
    return status == 0 && row >= 0 ? disagree (c, row, given, found) : status;
}

int geoms_blocks_agree (GeomsRun *run, const double *alpha)
{
    GeomsEquations *e = &run->eq;
    Comparison c = {.t = run->t, .x = run->x};
    int status = create (&c, e);

    for (int l = 0; l < e->d.nv && status == 0; l++)
        c.alpha[l] = alpha[l];
    if (status == 0)
        status = look (&c);
    geoms_arena_free (&c.arena);
    return status < 0 ? status : 0;
}
