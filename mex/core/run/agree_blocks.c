/* agree_blocks.c - whether a model's blocks_jac are the derivatives of its parts, at the start of a
 * run
 *
 *     |B d - (q+ + q-) / 2| <= 1e-4 sum_j |B_ij d_j| + 4 |q+ - q-| + 1e-13 terms_i / h
 *     q+ = (R (x + h d) - R (x)) / h,   q- = (R (x) - R (x - h d)) / h
 *
 * in one direction d, at the accelerations alpha of the start: a wrong B only makes Newton's method
 * slow, and nothing else would tell. The second term is large where R has a kink, the third is
 * rounding; terms_i is at least a tenth of the largest in its block of rows, for what cancels
 * inside of a function is not seen. Where they differ, unit vectors find the entry, or, where there
 * are many, halves of the unknowns. Matrices are as the model writes them, by their patterns.
 */
#include <math.h>
#include <string.h>

#include "model/blocks.h"
#include "model/pattern.h"
#include "run.h"

typedef struct Comparison {
    GeomsArena arena;
    GeomsEquations *eq;
    GeomsParts parts;    /* where the model has no patterns, or no parts                     */
    GeomsPartsPlaces at; /* else a column of parts as the model writes it                    */
    double *column;
    double t;
    const double *x;
    double *alpha, *y, *d;                /* nv, n, n                                     */
    double *B, *R, *plus, *minus, *terms; /* values of B; m each                          */
    double *sum, *size;                   /* m each: B d, |B| |d|                         */
} Comparison;

static const double step = 1e-6;

/* whether its parts are taken as they are written */
static int by_patterns (const GeomsEquations *e) { return e->sparse; }

static int create (Comparison *c, GeomsEquations *e)
{
    const size_t n = (size_t)e->n, m = (size_t)e->m;
    int status = 0;

    c->eq = e;
    c->at = geoms_pattern_places (e->model, e->mass_varies || e->model->parts_mass);
    if (by_patterns (e))
        c->column = geoms_arena_reals (&c->arena, (size_t)c->at.size);
    else
        status = geoms_parts_create (&c->parts, e, 1, &c->arena);
    c->alpha = geoms_arena_reals (&c->arena, (size_t)e->d.nv);
    c->y = geoms_arena_reals (&c->arena, n);
    c->d = geoms_arena_reals (&c->arena, n);
    c->B = geoms_arena_reals (&c->arena, geoms_pattern_values (&e->model->patterns.B, e->m, e->n));
    c->R = geoms_arena_reals (&c->arena, m);
    c->plus = geoms_arena_reals (&c->arena, m);
    c->minus = geoms_arena_reals (&c->arena, m);
    c->terms = geoms_arena_reals (&c->arena, m);
    c->sum = geoms_arena_reals (&c->arena, m);
    c->size = geoms_arena_reals (&c->arena, m);
    if (status != 0 || ! c->arena.failed)
        return status;
    return geoms_report (e->report, GEOMS_OUT_OF_MEMORY,
                         "There is not enough memory for %d unknowns.", e->n);
}

/* R at y, by what the model writes */
static int rows_by_patterns (Comparison *c, double *R)
{
    GeomsEquations *e = c->eq;
    int status;

    geoms_equations_count (e, GEOMS_FOR_OUTPUT, 1);
    status = e->model->parts (1, &c->t, c->y, e->n, c->column, c->at.size, e->user);
    status = geoms_equations_verdict (e, GEOMS_FOR_OUTPUT, status, c->t);
    if (status == 0 && ! geoms_finite ((size_t)c->at.size, c->column))
        return GEOMS_RETRY;
    geoms_blocks_rows (e->model, &c->at, e->mass_varies, c->column, c->alpha, c->y + e->d.nw,
                       c->y + e->o3, R);
    return status;
}

/* R at x + s d */
static int rows_at (Comparison *c, double s, double *R)
{
    GeomsEquations *e = c->eq;
    int status;

    for (int j = 0; j < e->n; j++)
        c->y[j] = c->x[j] + s * c->d[j];
    if (by_patterns (e))
        return rows_by_patterns (c, R);
    status = geoms_parts_evaluate (&c->parts, GEOMS_FOR_OUTPUT, 1, &c->t, c->y, e->n);
    if (status != 0)
        return status;
    geoms_parts_rda (&c->parts, 0, c->y, c->alpha, R);
    geoms_mass_apply (e, geoms_parts_at (&c->parts, 0).M, -1, c->alpha, R + e->r_v);
    return 0;
}

/* ---- products by the columns of a matrix, dense or of a pattern ---- */

/* sum = B y, size = |B| |y|; either may be NULL, and is added to */
static void multiply (const Comparison *c, const double *y, double *sum, double *size)
{
    const GeomsPattern *B = &c->eq->model->patterns.B;
    const int given = geoms_pattern_given (B), m = c->eq->m;

    for (int j = 0; j < c->eq->n; j++) {
        const int first = given ? B->start[j] : 0, last = given ? B->start[j + 1] : m;
        const double *column = given ? c->B : c->B + (size_t)j * (size_t)m;

        for (int k = first; k < last; k++) {
            const int i = given ? B->row[k] : k;
            if (sum != NULL)
                sum[i] += column[k] * y[j];
            size[i] += fabs (column[k] * y[j]);
        }
    }
}

/* what rows are made of, some of which cancels: of gII and hI C alpha, of f_dyn all but M alpha,
 * which is its rest */
static void sum_terms (Comparison *c)
{
    const GeomsEquations *e = c->eq;
    const GeomsPattern *p = &e->model->patterns.C;
    const int m = e->d.nl + e->d.nm, sparse = by_patterns (e) && geoms_pattern_given (p);
    const double *C = by_patterns (e) ? c->column + c->at.C : geoms_parts_at (&c->parts, 0).C,
                 *f = by_patterns (e) ? c->column + c->at.f : geoms_parts_at (&c->parts, 0).f;

    for (int i = 0; i < e->m; i++)
        c->terms[i] = fabs (c->R[i]);
    multiply (c, c->x, NULL, c->terms);
    for (int l = 0; l < e->d.nv; l++) {
        const int first = sparse ? p->start[l] : l * m, last = sparse ? p->start[l + 1] : first + m;

        c->terms[e->r_v + l] += 2 * fabs (f[l]);
        for (int k = first; k < last; k++) {
            const int i = sparse ? p->row[k] : k - first;
            c->terms[e->r_v + l] += 2 * fabs (C[k] * c->x[e->d.nw + i]);
            c->terms[e->r_gII + i] += 2 * fabs (C[k] * c->alpha[l]);
        }
    }
}

/* terms that cancel inside of a function are as large as others in its block */
static void raise_terms (Comparison *c)
{
    const GeomsEquations *e = c->eq;
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
    const GeomsEquations *e = c->eq;
    int status = rows_at (c, step, c->plus);

    *row = -1;
    if (status == 0)
        status = rows_at (c, -step, c->minus);
    if (status != 0)
        return status;
    memset (c->sum, 0, (size_t)e->m * sizeof *c->sum);
    memset (c->size, 0, (size_t)e->m * sizeof *c->size);
    multiply (c, c->d, c->sum, c->size);
    /* differences and B d, row by row */
    for (int i = 0; i < e->m; i++) {
        const double forward = (c->plus[i] - c->R[i]) / step,
                     backward = (c->R[i] - c->minus[i]) / step;

        *given = c->sum[i];
        *found = (forward + backward) / 2;
        /* where they are apart by more than differences are */
        if (fabs (*given - *found)
            > 1e-4 * c->size[i] + 4 * fabs (forward - backward) + 1e-13 / step * c->terms[i]) {
            *row = i;
            return 0;
        }
    }
    return 0;
}

static double size_of (const GeomsEquations *e, const double *x, int j)
{
    return geoms_max (fabs (x[j]), e->typical[j]);
}

/* whether a row is wrong where the unknowns from `first` to `last` alone move; then what compare
 * says of it */
static int tells (Comparison *c, int first, int last, int *row, double *given, double *found)
{
    int other;
    double a, q;

    for (int j = 0; j < c->eq->n; j++)
        c->d[j] = j >= first && j < last ? size_of (c->eq, c->x, j) : 0;
    if (compare (c, &other, &a, &q) != 0 || other < 0)
        return 0;
    *row = other;
    *given = a;
    *found = q;
    return 1;
}

/* from how many unknowns on halves are looked at: choice */
enum { MANY = 200 };

/* an unknown by which a row is wrong, or -1 */
static int find_unknown (Comparison *c, int *row, double *given, double *found)
{
    int first = 0, last = c->eq->n;

    if (last <= MANY) {
        while (first < last && ! tells (c, first, first + 1, row, given, found))
            first++;
        return first < last ? first : -1;
    }
    while (last - first > 1) {
        const int middle = first + (last - first) / 2;
        if (tells (c, first, middle, row, given, found))
            last = middle;
        else if (tells (c, middle, last, row, given, found))
            first = middle;
        else
            return -1;
    }
    return first;
}

/* the entry in words: by the unknown that tells, else by the direction */
static int disagree (Comparison *c, int row, double given, double found)
{
    const GeomsEquations *e = c->eq;
    char of[32], by[32] = "a direction of all unknowns";
    const int k = find_unknown (c, &row, &given, &found);

    if (k >= 0) {
        given /= size_of (e, c->x, k);
        found /= size_of (e, c->x, k);
        geoms_name_unknown (e, k, by, sizeof by);
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
            "is missing.",
            of, by, found, given);
    return geoms_report (
        e->report, GEOMS_BAD_MODEL,
        "The derivative of row %s by %s is %.10g by the function blocks_jac, but %.10g by "
        "differences of parts, at the start and for given accelerations.",
        of, by, given, found);
}

/* 0, also where nothing can be evaluated, or an IDID */
static int look (Comparison *c)
{
    GeomsEquations *e = c->eq;
    double given, found;
    int status, row;

    e->counters->njac++;
    status = geoms_equations_block_values (e, c->t, c->x, c->alpha, c->B);
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
