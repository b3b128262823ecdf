/* repeated.h - any model with some rows of its constraints written down again, multiplied by
 * factors
 *
 *     Repeated r = {.base = &model_andrews, .count = 2, .row = {3, 3}, .factor = {1, -2}};
 *     Case c = case_repeated (&r);           row 3 three times; r must live as long as the case
 *     repeated_fold (&r, x, y);              the unknowns of the base model: multipliers added up
 *
 * Row i < nl is holonomic, nl + i nonholonomic. The copies' multipliers and rows stand behind those
 * of the base model: x = [w; lambda, copies; mu, copies; r; v; s; p]. With
 *
 *     lambda_i + sum_c factor_c lambda_c
 *
 * in place of lambda_i the base model's equations hold.
 */
#ifndef GEOMS_TEST_REPEATED_H
#define GEOMS_TEST_REPEATED_H

#include "test.h"

enum { MOST_COPIES = 8 };

typedef struct Repeated {
    const TestModel *base;
    int count; /* copies */
    int row[MOST_COPIES];
    double factor[MOST_COPIES];
    void *user; /* of the base model */
} Repeated;

/* copies of holonomic rows */
static inline int repeated_holonomic (const Repeated *o)
{
    int count = 0;

    for (int i = 0; i < o->count; i++)
        count += o->row[i] < o->base->system.dims.nl;
    return count;
}

/* where copy i stands behind the multipliers, or the rows, of its own kind, counted from the first
 * multiplier lambda */
static inline int repeated_place (const Repeated *o, int copy)
{
    const GeomsDims *d = &o->base->system.dims;
    int place = o->row[copy] < d->nl ? d->nl : d->nl + repeated_holonomic (o) + d->nm;

    for (int i = 0; i < copy; i++)
        place += (o->row[i] < d->nl) == (o->row[copy] < d->nl);
    return place;
}

/* where multiplier, or row, i of the base model stands */
static inline int repeated_moved (const Repeated *o, int i)
{
    return i < o->base->system.dims.nl ? i : i + repeated_holonomic (o);
}

static inline void repeated_fold (const Repeated *o, const double *x, double *y)
{
    const GeomsDims *d = &o->base->system.dims;
    const int n = model_unknowns (d), n1 = d->nw + d->nl + d->nm;

    memcpy (y, x, (size_t)d->nw * sizeof *y);
    for (int i = 0; i < d->nl + d->nm; i++)
        y[d->nw + i] = x[d->nw + repeated_moved (o, i)];
    for (int i = 0; i < o->count; i++)
        y[d->nw + o->row[i]] += o->factor[i] * x[d->nw + repeated_place (o, i)];
    memcpy (y + n1, x + n1 + o->count, (size_t)(n - n1) * sizeof *y);
}

/* the shortest x that is folded to y */
static inline void repeated_unfold (const Repeated *o, const double *y, double *x)
{
    const GeomsDims *d = &o->base->system.dims;
    const int n = model_unknowns (d), n1 = d->nw + d->nl + d->nm;

    memcpy (x, y, (size_t)d->nw * sizeof *y);
    for (int i = 0; i < d->nl + d->nm; i++) {
        double square = 1;

        for (int c = 0; c < o->count; c++)
            square += o->row[c] == i ? o->factor[c] * o->factor[c] : 0;
        x[d->nw + repeated_moved (o, i)] = y[d->nw + i] / square;
        for (int c = 0; c < o->count; c++)
            if (o->row[c] == i)
                x[d->nw + repeated_place (o, c)] = o->factor[c] * y[d->nw + i] / square;
    }
    memcpy (x + n1 + o->count, y + n1, (size_t)(n - n1) * sizeof *y);
}

/* the one of `rows` holonomic, or of all, rows of the base model that stands in place r, and its
 * factor */
static inline int repeated_base (const Repeated *o, int rows, int r, double *factor)
{
    *factor = 1;
    for (int i = 0; i < rows; i++)
        if (repeated_moved (o, i) == r)
            return i;
    for (int i = 0; i < o->count; i++)
        if (repeated_place (o, i) == r) {
            *factor = o->factor[i];
            return o->row[i];
        }
    return -1;
}

/* The row of rda of the base model that belongs to row r of the repeated one, and its factor:
 * [d; gII hI | gI h~; e | c; g | ...], where each kind has its copies behind it. */
static inline int repeated_source (const Repeated *o, int r, double *factor)
{
    const GeomsDims *d = &o->base->system.dims;
    const int all = d->nl + d->nm, el = repeated_holonomic (o);
    const int second = d->nw + all, third = second + all + d->ni + d->ns;
    int first = d->nw, base = d->nw, size = all + o->count, rows = all; /* gII, hI */

    *factor = 1;
    if (r < d->nw)
        return r;
    if (r >= first + size) { /* gI, h~ */
        first += size;
        base = second;
    }
    if (r >= first + size) { /* e, c, g */
        first += size + d->ni + d->ns;
        base = third;
        size = d->nl + el;
        rows = d->nl;
        if (r < first)
            return r - 2 * o->count;
    }
    if (r >= first + size)
        return r - 2 * o->count - el;
    return base + repeated_base (o, rows, r - first, factor);
}

static inline void repeated_rows (const Repeated *o, const double *from, double *to)
{
    const int rows = model_rows (&o->base->system.dims) + 2 * o->count + repeated_holonomic (o);

    for (int r = 0; r < rows; r++) {
        double factor;
        const int source = repeated_source (o, r, &factor);

        to[r] = factor * from[source];
    }
}

static inline int repeated_rda (int k, const double *t, const double *x, int ldx, double *out,
                                int ldo, void *user)
{
    const Repeated *o = user;
    const GeomsModel *base = &o->base->system;
    double y[MOST_UNKNOWNS], rows[2 * MOST_UNKNOWNS];
    int status = 0;

    for (int j = 0; j < k && status == 0; j++) {
        repeated_fold (o, x + j * ldx, y);
        status = base->rda (1, t + j, y, MOST_UNKNOWNS, rows, 2 * MOST_UNKNOWNS, o->user);
        repeated_rows (o, rows, out + j * ldo);
    }
    return status;
}

static inline int repeated_mass (int k, const double *t, const double *x, int ldx, double *out,
                                 int ldo, void *user)
{
    const Repeated *o = user;
    double y[MOST_UNKNOWNS];
    int status = 0;

    for (int j = 0; j < k && status == 0; j++) {
        repeated_fold (o, x + j * ldx, y);
        status = o->base->system.mass (1, t + j, y, MOST_UNKNOWNS, out + j * ldo, ldo, o->user);
    }
    return status;
}

/* holonomic rows, or all, of one column; the place behind them */
static inline double *repeated_block (const Repeated *o, int rows, const double *from, double *to)
{
    const int holonomic = rows == o->base->system.dims.nl ? repeated_holonomic (o) : o->count;

    for (int r = 0; r < rows + holonomic; r++) {
        double factor;
        const int base = repeated_base (o, rows, r, &factor);

        *to++ = factor * from[base];
    }
    return to;
}

/* [M; Z; f] and [b; d; c; e] are those of the base model */
static inline int repeated_parts (int k, const double *t, const double *x, int ldx, double *out,
                                  int ldo, void *user)
{
    const Repeated *o = user;
    const GeomsModel *base = &o->base->system;
    const GeomsDims *d = &base->dims;
    const int m = d->nl + d->nm, nv = d->nv, tail = d->nr + d->nw + d->ns + d->ni;
    const int size = model_parts_size (base), head = size - m * (nv + 2) - d->nl - tail;
    double y[MOST_UNKNOWNS], *column = calloc ((size_t)size, sizeof *column);
    int status = column != NULL ? 0 : -1;

    for (int j = 0; j < k && status == 0; j++) {
        const double *from = column + head;
        double *to = out + j * ldo;

        repeated_fold (o, x + j * ldx, y);
        status = base->parts (1, t + j, y, MOST_UNKNOWNS, column, size, o->user);
        memcpy (to, column, (size_t)head * sizeof *to);
        to += head;
        for (int l = 0; l < nv; l++, from += m) /* C */
            to = repeated_block (o, m, from, to);
        to = repeated_block (o, d->nl, from, to);         /* g */
        to = repeated_block (o, m, from + d->nl, to);     /* [gI; h~] */
        to = repeated_block (o, m, from + d->nl + m, to); /* [gII; hI] */
        memcpy (to, from + d->nl + 2 * m, (size_t)tail * sizeof *to);
    }
    free (column);
    return status;
}

static inline int repeated_jac (double t, const double *x, double *J, int ldj, void *user)
{
    const Repeated *o = user;
    const GeomsDims *d = &o->base->system.dims;
    const int n = model_unknowns (d), rows = model_rows (d), n1 = d->nw + d->nl + d->nm;
    double y[MOST_UNKNOWNS], *K = calloc ((size_t)(rows * n), sizeof *K);
    int status = K != NULL ? 0 : -1;

    repeated_fold (o, x, y);
    if (status == 0)
        status = o->base->system.jac (t, y, K, rows, o->user);
    for (int j = 0; j < n && status == 0; j++) {
        const int place = j < d->nw ? j
                          : j < n1  ? d->nw + repeated_moved (o, j - d->nw)
                                    : j + o->count;

        repeated_rows (o, K + j * rows, J + place * ldj);
        for (int c = 0; c < o->count; c++)
            if (d->nw + o->row[c] == j)
                for (int r = 0; r < ldj; r++)
                    J[r + (d->nw + repeated_place (o, c)) * ldj]
                        = o->factor[c] * J[r + place * ldj];
    }
    free (K);
    return status;
}

static inline void repeated_destroy (void *user)
{
    Repeated *o = user;

    o->base->system.destroy (o->user);
}

/* the base model's start and time span */
static inline Case case_repeated (Repeated *o)
{
    Case base = case_of (o->base), c = base;
    const int el = repeated_holonomic (o);
    GeomsModel *system = &c.model.system;

    o->user = base.user;
    c.user = o;
    system->dims.nl += el;
    system->dims.nm += o->count - el;
    system->rda = repeated_rda;
    system->rda_mass = NULL;
    system->parts = repeated_parts;
    system->mass = system->mass != NULL ? repeated_mass : NULL;
    system->jac = repeated_jac;
    system->destroy = repeated_destroy;
    c.model.exact = NULL;
    c.model.energy = NULL;
    c.n = model_unknowns (&system->dims);
    c.m = model_rows (&system->dims);
    assert_true (c.n <= MOST_UNKNOWNS && c.m <= 2 * MOST_UNKNOWNS);
    repeated_unfold (o, base.x0, c.x0);
    return c;
}

#endif
