/* saddle_lanes.c - [M C'; C 0] [alpha; lambda] = [f; -gamma] of up to four states side by side
 *
 *     M = L D L',  Y = L^-1 C',  Y'D^-1 Y = C M^-1 C' = L D L' as well,  z = L^-1 f
 *     C M^-1 C' lambda = Y'D^-1 z + gamma
 *     alpha = L^-T D^-1 (z - Y lambda),  or the force f - C' lambda
 *
 * Entries that are 0 at all states, and would stay so, are not touched.
 */
#include "saddle_lanes.h"

#include <math.h>
#include <string.h>

/* A function that is made twice where that can be, and the processor chooses: the same operations in
 * the same order, so the same bits. */
#if defined(__GNUC__) && ! defined(__clang__) && defined(__x86_64__) && defined(__GLIBC__) \
    && ! defined(__AVX2__) && ! defined(__SANITIZE_ADDRESS__)
#define MADE_TWICE __attribute__ ((target_clones ("avx2", "default")))
#else
#define MADE_TWICE
#endif

static GeomsFour *fours (GeomsArena *arena, size_t count)
{
    return (GeomsFour *)(void *)geoms_arena_reals (arena, count * GEOMS_LANES);
}

static GeomsColumns columns (GeomsArena *arena, size_t count, size_t most)
{
    return (GeomsColumns){.begin = geoms_arena_ints (arena, count + 1),
                          .number = geoms_arena_ints (arena, most)};
}

void geoms_saddle_lanes_create (GeomsSaddleLanes *s, GeomsArena *arena)
{
    const size_t n = (size_t)s->n, m = (size_t)s->m;

    s->in_M = geoms_arena_get (arena, n * n, 1);
    s->in_C = geoms_arena_get (arena, m * n, 1);
    s->out_M = geoms_arena_ints (arena, n * n);
    s->out_C = geoms_arena_ints (arena, m * n);
    s->C = columns (arena, n, m * n);
    s->L = columns (arena, n, n * n);
    s->Y = columns (arena, n, m * n);
    s->S = columns (arena, m, m * m);
    s->work = geoms_arena_get (arena, (n + m) * (n + m), 1);
    s->c = fours (arena, m * n);
    s->l = fours (arena, n * n);
    s->y = fours (arena, m * n);
    s->s = fours (arena, m * m);
    s->size = fours (arena, n + m);
    s->z = fours (arena, n);
    s->f = fours (arena, n);
    s->lambda = fours (arena, m);
}

/* ---- lists ---- */

/* the rows first (k) ... rows - 1 of each column that are in the pattern */
static void list_columns (const unsigned char *in, int rows, int count, int below, GeomsColumns *to)
{
    int at = 0;

    for (int k = 0; k < count; k++, in += rows) {
        to->begin[k] = at;
        for (int i = below ? k + 1 : 0; i < rows; i++)
            if (in[i])
                to->number[at++] = i;
    }
    to->begin[count] = at;
}

/* the pattern of L D L' in the lower triangle */
static void fill_in (unsigned char *in, int n)
{
    for (int k = 0; k < n; k++)
        for (int j = k + 1; j < n; j++)
            for (int i = j + 1; i < n && in[j + k * n]; i++)
                in[i + j * n] |= in[i + k * n];
}

static void list_L (GeomsSaddleLanes *s)
{
    const int n = s->n;

    memcpy (s->work, s->in_M, (size_t)(n * n));
    fill_in (s->work, n);
    list_columns (s->work, n, n, 1, &s->L);
}

/* Y' is m x n as C: row k of L^-1 C' has what rows before it leave there */
static void list_Y (GeomsSaddleLanes *s)
{
    const int n = s->n, m = s->m;
    unsigned char *in = s->work;

    memcpy (in, s->in_C, (size_t)(m * n));
    for (int k = 0; k < n; k++)
        for (int a = s->L.begin[k]; a < s->L.begin[k + 1]; a++)
            for (int i = 0; i < m; i++)
                in[i + s->L.number[a] * m] |= in[i + k * m];
    list_columns (in, m, n, 0, &s->Y);
}

static void list_S (GeomsSaddleLanes *s)
{
    const int m = s->m;
    unsigned char *in = s->work;

    memset (in, 0, (size_t)(m * m));
    for (int k = 0; k < s->n; k++)
        for (int a = s->Y.begin[k]; a < s->Y.begin[k + 1]; a++)
            for (int b = a; b < s->Y.begin[k + 1]; b++)
                in[s->Y.number[b] + s->Y.number[a] * m] = 1;
    fill_in (in, m);
    list_columns (in, m, m, 1, &s->S);
}

/* places of the lower triangle (below), or of all, that are not in the pattern; their number */
static int list_others (const unsigned char *in, int rows, int count, int below, int *place)
{
    int others = 0;

    for (int k = 0; k < count; k++)
        for (int i = below ? k + 1 : 0; i < rows; i++)
            if (! in[i + k * rows])
                place[others++] = i + k * rows;
    return others;
}

/* in[] where the matrix, one of `states` that are `ld` apart, is not 0: of the places that are not in
 * the pattern. Not 0 if there is one. */
GEOMS_INLINE int grows (int others, const int *place, int states, int ld, const double *A,
                  unsigned char *in)
{
    int more = 0;

    for (int l = 0; l < states; l++, A += ld)
        for (int a = 0; a < others; a++)
            if (A[place[a]] != 0)
                more = in[place[a]] = 1;
    return more;
}

static void look (GeomsSaddleLanes *s, const GeomsLaneStates *of)
{
    const int n = s->n, m = s->m, first = ! s->listed;
    int more = first;

    if (first) {
        s->outs_C = list_others (s->in_C, m, n, 0, s->out_C);
        s->outs_M = s->diagonal ? 0 : list_others (s->in_M, n, n, 1, s->out_M);
    }
    more |= grows (s->outs_C, s->out_C, of->count, of->ld, of->C, s->in_C);
    if (first || s->varies)
        more |= grows (s->outs_M, s->out_M, s->varies ? of->count : 1, of->ld, of->M, s->in_M);
    if (! more)
        return;
    s->outs_C = list_others (s->in_C, m, n, 0, s->out_C);
    s->outs_M = s->diagonal ? 0 : list_others (s->in_M, n, n, 1, s->out_M);
    list_columns (s->in_C, m, n, 0, &s->C);
    list_L (s);
    list_Y (s);
    list_S (s);
    s->listed = 1;
}

/* ---- factors ---- */

/* the columns of the states side by side; states that are not there are like the last one */
typedef struct Lanes {
    const double *at[GEOMS_LANES];
} Lanes;

GEOMS_INLINE Lanes lanes_of (const GeomsLaneStates *of, const double *first, int ld)
{
    Lanes x;

    for (int l = 0; l < GEOMS_LANES; l++)
        x.at[l] = first + geoms_int_min (l, of->count - 1) * ld;
    return x;
}

GEOMS_INLINE void gather (const Lanes *from, int place, GeomsFour *to)
{
    double *x = (double *)to;

    GEOMS_UNROLL
    for (int l = 0; l < GEOMS_LANES; l++)
        x[l] = from->at[l][place];
}

/* the lower triangle of A becomes L and 1 / D; size: its diagonal. Tests that fail are 0. */
GEOMS_INLINE void factor (int n, const GeomsColumns *L, double tol, const GeomsFour *size,
                          GeomsFour *A, GeomsFourTests *good)
{
    for (int k = 0; k < n; k++) {
        GeomsFour *column = A + k * n;
        const GeomsFour d = column[k], inverse = 1 / d;
        const int last = L->begin[k + 1];

        *good &= d > tol * size[k];
        column[k] = inverse;
        for (int b = L->begin[k]; b < last; b++) {
            const int j = L->number[b];
            const GeomsFour l = column[j] * inverse;
            GeomsFour *c = A + j * n;
            for (int a = b; a < last; a++)
                c[L->number[a]] -= column[L->number[a]] * l;
            column[j] = l;
        }
    }
}

GEOMS_INLINE int all_good (const GeomsFourTests *good)
{
    const GeomsFourTests passed = *good;
    int all = 1;

#if defined(__GNUC__)
    for (int l = 0; l < GEOMS_LANES; l++)
        all &= passed[l] != 0;
#else
    all = passed != 0;
#endif
    return all;
}

/* whether masses and pivots are of about the same size in all lanes */
GEOMS_INLINE int all_even (const GeomsSaddleLanes *s)
{
    int even = 1;

    for (int l = 0; l < GEOMS_LANES; l++) {
        double most = 0, inverse = 0;
        for (int k = 0; k < s->n; k++) {
            most = geoms_max (most, ((const double *)(s->size + k))[l]);
            inverse = geoms_max (inverse, ((const double *)(s->l + k * (s->n + 1)))[l]);
        }
        even &= most * inverse < GEOMS_MASS_UNEVEN;
    }
    return even;
}

/* L, 1 / D of M; 0 if it is not regular, or uneven */
GEOMS_INLINE int factor_mass (GeomsSaddleLanes *s, const GeomsLaneStates *of)
{
    const int n = s->n;
    const Lanes M = lanes_of (of, of->M, s->varies ? of->ld : 0);
    GeomsFourTests good;

    for (int k = 0; k < n; k++) {
        gather (&M, k * (n + 1), s->l + k * (n + 1));
        s->size[k] = s->l[k * (n + 1)];
        for (int a = s->L.begin[k]; a < s->L.begin[k + 1]; a++)
            gather (&M, s->L.number[a] + k * n, s->l + s->L.number[a] + k * n);
    }
    good = s->size[0] > 0;
    factor (n, &s->L, GEOMS_MASS_LOST, s->size, s->l, &good);
    return all_good (&good) && all_even (s);
}

/* Y' = C L^-T */
GEOMS_INLINE void divide_rows (GeomsSaddleLanes *s, const GeomsLaneStates *of)
{
    const int n = s->n, m = s->m;
    const Lanes C = lanes_of (of, of->C, of->ld);
    const GeomsColumns *L = &s->L, *Y = &s->Y;

    for (int k = 0; k < n; k++)
        for (int a = s->C.begin[k]; a < s->C.begin[k + 1]; a++)
            gather (&C, s->C.number[a] + k * m, s->c + s->C.number[a] + k * m);
    if (L->begin[n] == 0)
        return;
    for (int k = 0; k < n; k++)
        for (int a = Y->begin[k]; a < Y->begin[k + 1]; a++) /* c is 0 where C is always */
            s->y[Y->number[a] + k * m] = s->c[Y->number[a] + k * m];
    for (int k = 0; k < n; k++)
        for (int b = L->begin[k]; b < L->begin[k + 1]; b++) {
            const GeomsFour l = s->l[L->number[b] + k * n], *y = s->y + k * m;
            GeomsFour *to = s->y + L->number[b] * m;
            for (int a = Y->begin[k]; a < Y->begin[k + 1]; a++)
                to[Y->number[a]] -= y[Y->number[a]] * l;
        }
}

/* the factors of Y'D^-1 Y; 0 if a pivot is too small */
GEOMS_INLINE int factor_gram (GeomsSaddleLanes *s, const GeomsFour *y)
{
    const int n = s->n, m = s->m;
    const GeomsColumns *Y = &s->Y, *S = &s->S;
    GeomsFour *size = s->size + n;
    const GeomsFour none = s->size[0] - s->size[0];
    GeomsFourTests good;

    for (int i = 0; i < m; i++) {
        s->s[i * (m + 1)] = none;
        for (int a = S->begin[i]; a < S->begin[i + 1]; a++)
            s->s[S->number[a] + i * m] = none;
    }
    for (int k = 0; k < n; k++, y += m)
        for (int a = Y->begin[k]; a < Y->begin[k + 1]; a++) {
            const GeomsFour c = y[Y->number[a]] * s->l[k * (n + 1)];
            GeomsFour *column = s->s + Y->number[a] * m;
            for (int b = a; b < Y->begin[k + 1]; b++)
                column[Y->number[b]] += y[Y->number[b]] * c;
        }
    for (int i = 0; i < m; i++)
        size[i] = s->s[i * (m + 1)];
    good = size[0] == size[0];
    factor (m, S, GEOMS_SADDLE_PARALLEL, size, s->s, &good);
    return all_good (&good);
}

/* ---- solutions ---- */

/* x becomes L^-1 x */
GEOMS_INLINE void forward (int n, const GeomsColumns *L, const GeomsFour *A, GeomsFour *x)
{
    for (int k = 0; k < n; k++) {
        const GeomsFour xk = x[k], *column = A + k * n;
        for (int a = L->begin[k]; a < L->begin[k + 1]; a++)
            x[L->number[a]] -= column[L->number[a]] * xk;
    }
}

/* x becomes L^-T D^-1 x */
GEOMS_INLINE void backward (int n, const GeomsColumns *L, const GeomsFour *A, GeomsFour *x)
{
    for (int k = n - 1; k >= 0; k--) {
        const GeomsFour *column = A + k * n;
        GeomsFour sum = x[k] * column[k];
        for (int a = L->begin[k]; a < L->begin[k + 1]; a++)
            sum -= column[L->number[a]] * x[L->number[a]];
        x[k] = sum;
    }
}

/* lambda from z = L^-1 f */
GEOMS_INLINE void multipliers (GeomsSaddleLanes *s, const GeomsLaneStates *of, const GeomsFour *y)
{
    const int n = s->n, m = s->m;
    const Lanes gamma = lanes_of (of, of->gamma, of->ld);
    const GeomsColumns *Y = &s->Y;

    for (int i = 0; i < m; i++)
        gather (&gamma, i, s->lambda + i);
    for (int k = 0; k < n; k++, y += m) {
        const GeomsFour w = s->z[k] * s->l[k * (n + 1)];
        for (int a = Y->begin[k]; a < Y->begin[k + 1]; a++)
            s->lambda[Y->number[a]] += y[Y->number[a]] * w;
    }
    forward (m, &s->S, s->s, s->lambda);
    backward (m, &s->S, s->s, s->lambda);
}

/* x -= A' lambda for the rows of A' = C or Y' */
GEOMS_INLINE void subtract_rows (const GeomsSaddleLanes *s, const GeomsColumns *rows,
                                 const GeomsFour *A, GeomsFour *x)
{
    for (int k = 0; k < s->n; k++, A += s->m) {
        GeomsFour sum = x[k];
        for (int a = rows->begin[k]; a < rows->begin[k + 1]; a++)
            sum -= A[rows->number[a]] * s->lambda[rows->number[a]];
        x[k] = sum;
    }
}

GEOMS_INLINE int all_finite (int count, const GeomsFour *x)
{
    GeomsFour sum = x[0] - x[0];
    GeomsFourTests good;

    for (int i = 1; i < count; i++)
        sum += x[i] - x[i];
    good = sum == 0;
    return all_good (&good);
}

MADE_TWICE
int geoms_saddle_lanes_solve (GeomsSaddleLanes *s, const GeomsLaneStates *of, int accelerates)
{
    const int n = s->n;
    const Lanes f = lanes_of (of, of->f, of->ld);
    const GeomsFour *y;

    look (s, of);
    if (! s->kept && ! factor_mass (s, of))
        return 1;
    s->kept = ! s->varies;
    divide_rows (s, of);
    y = s->L.begin[n] > 0 ? s->y : s->c;
    if (! factor_gram (s, y))
        return 1;
    for (int k = 0; k < n; k++) {
        gather (&f, k, s->z + k);
        s->f[k] = s->z[k];
    }
    forward (n, &s->L, s->l, s->z);
    multipliers (s, of, y);
    if (! all_finite (s->m, s->lambda))
        return 1;
    if (accelerates) {
        subtract_rows (s, &s->Y, y, s->z);
        backward (n, &s->L, s->l, s->z);
    } else {
        memcpy (s->z, s->f, (size_t)n * sizeof *s->f);
        subtract_rows (s, &s->C, s->c, s->z);
    }
    return 0;
}
