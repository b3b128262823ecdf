/* mass_free.c - M and M + C' W C by sparse factors without pivoting: which pivots are positive
 *
 * Weights, and what counts as zero, are those of mass_null.c.
 */
#include "mass_free.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* pivots of M + C' W C as parts of their diagonal entries: that count as zero; that are no rounding.
 * C q that is none, weights: see mass_null.c */
static const double VANISHING = 1e-12, NEGATIVE = -1e-10, HELD = 1e-4, RAISED = 1e2,
                    RAISED_AGAIN = 1e3;
enum { MOST_TRIES = 3 };

void geoms_mass_free_create (GeomsMassFree *s, const GeomsModel *model, GeomsArena *arena)
{
    s->M = model->patterns.M;
    s->C = model->patterns.C;
    s->nv = model->dims.nv;
    s->rows = model->dims.nl + model->dims.nm;
    s->arena = arena;
    s->diagonal = 1;
    for (int j = 0; j < s->nv && s->diagonal; j++)
        s->diagonal = s->M.start[j + 1] == j + 1 && s->M.row[j] == j;
}

/* ---- structure ---- */

typedef struct Entries {
    int count, *i, *j;
    int *place;
} Entries;

static void enter (Entries *e, int i, int j)
{
    e->i[e->count] = geoms_int_max (i, j);
    e->j[e->count++] = geoms_int_min (i, j);
}

/* the entries of M below the diagonal, and on it */
static void enter_mass (const GeomsMassFree *s, Entries *e)
{
    for (int j = 0; j < s->nv; j++)
        for (int k = s->M.start[j]; k < s->M.start[j + 1]; k++)
            if (s->M.row[k] >= j)
                enter (e, s->M.row[k], j);
}

static void take_places (const GeomsMassFree *s, const int *from, int *to)
{
    int count = 0;

    for (int j = 0; j < s->nv; j++)
        for (int k = s->M.start[j]; k < s->M.start[j + 1]; k++)
            to[k] = s->M.row[k] >= j ? from[count++] : -1;
}

static void take_mirrors (GeomsMassFree *s)
{
    for (int j = 0; j < s->nv; j++) {
        s->middle[j] = geoms_pattern_find (&s->M, j, j);
        for (int k = s->M.start[j]; k < s->M.start[j + 1]; k++)
            s->mirror[k] = geoms_pattern_find (&s->M, j, s->M.row[k]);
    }
}

/* -> not 0 without memory */
static int make_alone (GeomsMassFree *s)
{
    const size_t count = (size_t)s->M.start[s->nv];
    GeomsArena scratch = {0};
    Entries e = {0};

    s->place_M = geoms_arena_ints (s->arena, count);
    s->mirror = geoms_arena_ints (s->arena, count);
    s->middle = geoms_arena_ints (s->arena, (size_t)s->nv);
    s->which = geoms_arena_ints (s->arena, (size_t)s->nv);
    s->lost = geoms_arena_reals (s->arena, (size_t)s->nv);
    s->direction = geoms_arena_reals (s->arena, (size_t)s->nv);
    s->W = geoms_arena_reals (s->arena, (size_t)s->rows);
    e.i = geoms_arena_ints (&scratch, 3 * count);
    if (s->diagonal || s->arena->failed || scratch.failed) {
        geoms_arena_free (&scratch);
        return s->arena->failed || scratch.failed;
    }
    e.j = e.i + count;
    e.place = e.j + count;
    take_mirrors (s);
    enter_mass (s, &e);
    if (geoms_sparse_ldl_create (&s->of_M, s->nv, e.count, e.i, e.j, e.place, s->arena) == 0) {
        take_places (s, e.place, s->place_M);
        geoms_sparse_ldl_room (&s->of_M, &s->alone, s->arena);
    } else
        s->arena->failed = 1;
    geoms_arena_free (&scratch);
    return s->arena->failed;
}

/* C by rows: the numbers of its entries, from first[i] on, and their columns */
static void list_rows (const GeomsMassFree *s, int *first, int *entry, int *column)
{
    for (int k = 0; k < s->C.start[s->nv]; k++)
        first[s->C.row[k] + 1]++;
    for (int i = 0; i < s->rows; i++)
        first[i + 1] += first[i];
    for (int j = 0; j < s->nv; j++)
        for (int k = s->C.start[j]; k < s->C.start[j + 1]; k++) {
            entry[first[s->C.row[k]]] = k;
            column[first[s->C.row[k]]++] = j;
        }
    for (int i = s->rows; i > 0; i--)
        first[i] = first[i - 1];
    first[0] = 0;
}

/* entries of C in the same row, two by two */
static void enter_pairs (GeomsMassFree *s, const int *first, const int *entry, const int *column,
                         Entries *e)
{
    int k = 0;

    for (int i = 0; i < s->rows; i++)
        for (int a = first[i]; a < first[i + 1]; a++)
            for (int b = first[i]; b <= a; b++) {
                s->pair[k++] = entry[a];
                s->pair[k++] = entry[b];
                enter (e, column[a], column[b]);
            }
}

static int make_together (GeomsMassFree *s, const int *first, const int *entry, const int *column)
{
    const size_t pairs = (size_t)s->pairs, count = pairs + (size_t)s->M.start[s->nv];
    GeomsArena scratch = {0};
    Entries e = {0};

    s->pair = geoms_arena_ints (s->arena, 2 * pairs);
    s->place = geoms_arena_ints (s->arena, pairs);
    s->place_both = geoms_arena_ints (s->arena, (size_t)s->M.start[s->nv]);
    e.i = geoms_arena_ints (&scratch, 3 * count);
    if (! s->arena->failed && ! scratch.failed) {
        e.j = e.i + count;
        e.place = e.j + count;
        enter_pairs (s, first, entry, column, &e);
        enter_mass (s, &e);
        if (geoms_sparse_ldl_create (&s->of_both, s->nv, e.count, e.i, e.j, e.place, s->arena) == 0) {
            memcpy (s->place, e.place, pairs * sizeof *e.place);
            take_places (s, e.place + pairs, s->place_both);
            geoms_sparse_ldl_room (&s->of_both, &s->both, s->arena);
        } else
            s->arena->failed = 1;
    }
    s->arena->failed |= scratch.failed;
    geoms_arena_free (&scratch);
    return s->arena->failed;
}

static int make_both (GeomsMassFree *s)
{
    const size_t count = (size_t)s->C.start[s->nv];
    GeomsArena scratch = {0};
    int *first = geoms_arena_ints (&scratch, (size_t)s->rows + 1),
        *entry = geoms_arena_ints (&scratch, count), *column = geoms_arena_ints (&scratch, count);
    double pairs = 0;
    int failed = scratch.failed;

    if (! failed) {
        list_rows (s, first, entry, column);
        for (int i = 0; i < s->rows; i++)
            pairs += 0.5 * (first[i + 1] - first[i]) * (first[i + 1] - first[i] + 1.0);
        failed = pairs > INT_MAX / 4;
        s->pairs = failed ? 0 : (int)pairs;
    }
    if (! failed)
        failed = make_together (s, first, entry, column);
    geoms_arena_free (&scratch);
    return failed;
}

/* ---- M alone ---- */

static int is_positive (GeomsMassFree *s, const double *M, int *negative)
{
    int positive = 1;

    *negative = 0;
    for (int j = 0; j < s->nv && s->diagonal; j++) {
        positive &= M[j] > 0;
        *negative |= M[j] < 0;
    }
    if (s->diagonal)
        return positive;
    memset (s->alone.value, 0, (size_t)s->of_M.count * sizeof *M);
    for (int k = 0; k < s->M.start[s->nv]; k++)
        if (s->place_M[k] >= 0)
            s->alone.value[s->place_M[k]] += M[k];
    positive = geoms_sparse_ldl_raise (&s->of_M, &s->alone, GEOMS_MASS_LOST, s->lost) == 0;
    for (int j = 0; j < s->nv && ! positive; j++)
        *negative |= s->lost[j] < NEGATIVE;
    return positive;
}

/* ---- M + C' W C ---- */

static void raise_weights (GeomsMassFree *s, double more)
{
    for (int i = 0; i < s->rows; i++)
        s->W[i] *= more;
}

/* its factors; s->which: numbers of pivots that are gone */
static void factor_both (GeomsMassFree *s, const double *M, const double *C)
{
    double *value = s->both.value;

    memset (value, 0, (size_t)s->of_both.count * sizeof *value);
    for (int k = 0; k < s->M.start[s->nv]; k++)
        if (s->place_both[k] >= 0)
            value[s->place_both[k]] += M[k];
    for (int k = 0; k < s->pairs; k++) {
        const int a = s->pair[2 * k], b = s->pair[2 * k + 1];

        value[s->place[k]] += s->W[s->C.row[a]] * C[a] * C[b];
    }
    geoms_sparse_ldl_raise (&s->of_both, &s->both, VANISHING, s->lost);
    s->nq = 0;
    for (int j = 0; j < s->nv; j++)
        if (s->lost[j] < 1)
            s->which[s->nq++] = j;
}

/* the one that is negative most, or -1 */
static int most_negative (const GeomsMassFree *s)
{
    double least = NEGATIVE;
    int found = -1;

    for (int k = 0; k < s->nq; k++)
        if (s->lost[s->which[k]] < least) {
            least = s->lost[s->which[k]];
            found = s->which[k];
        }
    return found;
}

/* W_i (C_i q)^2 of all rows against W_i C_ij^2 q_j^2: whether q, which counts as massless, is held */
static int is_held (const GeomsMassFree *s, const double *C, const double *q, double *Cq)
{
    double size = 0;
    int held = 0;

    memset (Cq, 0, (size_t)s->rows * sizeof *Cq);
    for (int j = 0; j < s->nv; j++) {
        const double entry = s->both.value[s->of_both.diagonal[j]];

        size += fabs (entry) * q[j] * q[j];
        for (int k = s->C.start[j]; k < s->C.start[j + 1]; k++)
            Cq[s->C.row[k]] += C[k] * q[j];
    }
    for (int i = 0; i < s->rows; i++)
        held |= s->W[i] * Cq[i] * Cq[i] > HELD * HELD * size;
    return held;
}

/* q'M q that is no rounding, and negative: weights that are large hide it */
static int is_negative (const GeomsMassFree *s, const double *M, const double *q)
{
    double value = 0, size = 0;

    for (int j = 0; j < s->nv; j++)
        for (int k = s->M.start[j]; k < s->M.start[j + 1]; k++) {
            value += q[s->M.row[k]] * M[k] * q[j];
            size += s->M.row[k] == j ? fabs (M[k]) * q[j] * q[j] : 0;
        }
    return value < NEGATIVE * size;
}

/* whether there is a direction that counts as massless and is not */
static int any_other (GeomsMassFree *s, const double *M, const double *C)
{
    double *Cq = s->both.work;
    GeomsArena scratch = {0};
    int held = 0;

    if (s->nq > 0)
        Cq = geoms_arena_reals (&scratch, (size_t)s->rows);
    for (int k = 0; k < s->nq && ! scratch.failed; k++) {
        geoms_mass_free_column (s, k, s->direction);
        held |= is_held (s, C, s->direction, Cq) || is_negative (s, M, s->direction);
    }
    geoms_arena_free (&scratch);
    return held;
}

/* direction, its largest entry 1, and x'M x */
static void tell (GeomsMassFree *s, const double *M, int which)
{
    double *x = s->direction, most = 0;

    geoms_sparse_ldl_direction (&s->of_both, &s->both, which, x);
    for (int i = 0; i < s->nv; i++)
        most = fabs (x[i]) > fabs (most) ? x[i] : most;
    for (int i = 0; i < s->nv; i++)
        x[i] /= most;
    s->value = 0;
    for (int j = 0; j < s->nv; j++)
        for (int k = s->M.start[j]; k < s->M.start[j + 1]; k++)
            s->value += x[s->M.row[k]] * M[k] * x[j];
}

static double value_at (const double *M, int number) { return number >= 0 ? M[number] : 0; }

static int is_symmetric (GeomsMassFree *s, const double *M)
{
    for (int j = 0; j < s->nv && ! s->diagonal; j++)
        for (int k = s->M.start[j]; k < s->M.start[j + 1]; k++) {
            const int i = s->M.row[k];
            const double other = value_at (M, s->mirror[k]);

            if (M[k] == other
                || ! geoms_mass_differ (M[k], other, value_at (M, s->middle[i]),
                                        value_at (M, s->middle[j])))
                continue;
            s->row = i;
            s->column = j;
            s->entry[0] = M[k];
            s->entry[1] = other;
            return 0;
        }
    return 1;
}

int geoms_mass_free_look (GeomsMassFree *s, const double *M, const double *C)
{
    int negative, which = -1;

    s->singular = GEOMS_MASS_REGULAR;
    s->nq = 0;
    if (! s->made && make_alone (s) != 0)
        return 1;
    s->made = 1;
    if (! is_symmetric (s, M))
        return GEOMS_MASS_UNSYMMETRIC;
    if (is_positive (s, M, &negative))
        return 0;
    if (! s->made_both && make_both (s) != 0)
        return 1;
    s->made_both = 1;
    geoms_pattern_weights (&s->M, &s->C, s->nv, s->rows, M, C, s->W);
    raise_weights (s, negative ? RAISED : 1);
    for (int tries = 0; tries < MOST_TRIES; tries++, raise_weights (s, RAISED_AGAIN)) {
        factor_both (s, M, C);
        which = most_negative (s);
        if (which >= 0 || any_other (s, M, C))
            continue;
        s->singular = s->nq > 0 ? GEOMS_MASS_FREE : GEOMS_MASS_HELD;
        return 0;
    }
    tell (s, M, which >= 0 ? which : s->which[0]);
    return GEOMS_MASS_INDEFINITE;
}

void geoms_mass_free_column (const GeomsMassFree *s, int k, double *q)
{
    geoms_sparse_ldl_direction (&s->of_both, &s->both, s->which[k], q);
}

/* ---- words ---- */

/* as in mass.c */
static const double COUNTS = 1e-6;
enum { MOST_NAMED = 4 };

int geoms_mass_free_refused (const GeomsMassFree *s, int status, double t, GeomsReport *report)
{
    char text[200] = "";
    size_t at = 0;
    int named = 0;

    if (status == GEOMS_MASS_UNSYMMETRIC)
        return geoms_mass_not_symmetric (report, t, s->row, s->column, s->entry);
    for (int i = 0; i < s->nv && named < MOST_NAMED && at + 40 < sizeof text; i++)
        if (fabs (s->direction[i]) > COUNTS)
            at += (size_t)snprintf (text + at, sizeof text - at, "%sv(%d) = %.4g",
                                    named++ > 0 ? ", " : "", i + 1, s->direction[i]);
    return geoms_mass_not_positive (report, status, t, s->value, text);
}
