/* test_partition.c - coordinate partitioning of random systems against an elimination with complete
 * pivoting in long double:
 *
 *     M a + C' lambda = f, C a + b'' = 0;   C v + b' = 0;   C J = 0, C C^- = I
 *
 * for fixed coordinates (chosen, given), QR, SVD and the full system; singular, redundant, empty
 */
#include "constraints/partition.h"
#include "base/lapack.h"
#include "test.h"

enum { MOST = 40, SIZE = MOST * MOST, BOTH = 2 * MOST };

typedef struct System {
    int n, m;
    double M[SIZE], C[SIZE], f[MOST], b1[MOST], b2[MOST], v[MOST];
} System;

typedef struct Fixture {
    GeomsArena arena;
    GeomsPartition p;
    double v[MOST], a[MOST], lambda[MOST];
} Fixture;

/* rows of C scaled by 10^(-2 ... 2); M symmetric and positive definite, or just regular */
static void random_system (System *s, int n, int m, int symmetric, unsigned seed)
{
    memset (s, 0, sizeof *s);
    s->n = n;
    s->m = m;
    fill_noise ((size_t)(n * n), s->M, &seed);
    fill_noise ((size_t)(m * n), s->C, &seed);
    fill_noise ((size_t)n, s->f, &seed);
    fill_noise ((size_t)m, s->b1, &seed);
    fill_noise ((size_t)m, s->b2, &seed);
    fill_noise ((size_t)n, s->v, &seed);
    for (int j = 0; j < n; j++)
        for (int i = 0; i <= j; i++) {
            double *upper = &s->M[i + j * n], *lower = &s->M[j + i * n];
            *upper /= sqrt (n);
            *lower = symmetric ? *upper : -0.7 * *upper;
            *upper += i == j ? 2 : 0;
        }
    for (int i = 0; i < m; i++) {
        const double scale = pow (10, 2 * noise (&seed));
        for (int j = 0; j < n; j++)
            s->C[i + j * m] = scale * s->C[i + j * m] / sqrt (n);
        s->C[i + (n - 1 - i) * m] += scale * 2;
        s->b1[i] *= scale;
        s->b2[i] *= scale;
    }
}

/* ---- the reference: A x = b (order n), complete pivoting; -> sign of the determinant, 0
 * singular */

static int eliminate (int n, const double *A, int columns, long double *b)
{
    static long double T[BOTH * BOTH];
    int order[BOTH], sign = 1;

    for (int i = 0; i < n * n; i++)
        T[i] = (long double)A[i];
    for (int i = 0; i < n; i++)
        order[i] = i;
    for (int k = 0; k < n; k++) {
        int r = k, c = k;
        for (int j = k; j < n; j++)
            for (int i = k; i < n; i++)
                if (fabsl (T[i + j * n]) > fabsl (T[r + c * n])) {
                    r = i;
                    c = j;
                }
        if (T[r + c * n] == 0)
            return 0;
        sign = (r != k) != (c != k) ? -sign : sign;
        for (int j = 0; j < n; j++) {
            const long double t = T[k + j * n];
            T[k + j * n] = T[r + j * n];
            T[r + j * n] = t;
        }
        for (int j = 0; j < columns; j++) {
            const long double t = b[k + j * n];
            b[k + j * n] = b[r + j * n];
            b[r + j * n] = t;
        }
        for (int i = 0; i < n; i++) {
            const long double t = T[i + k * n];
            T[i + k * n] = T[i + c * n];
            T[i + c * n] = t;
        }
        const int o = order[k];
        order[k] = order[c];
        order[c] = o;
        sign = T[k + k * n] < 0 ? -sign : sign;
        for (int i = k + 1; i < n; i++) {
            const long double factor = T[i + k * n] / T[k + k * n];
            for (int j = k; j < n; j++)
                T[i + j * n] -= factor * T[k + j * n];
            for (int j = 0; j < columns; j++)
                b[i + j * n] -= factor * b[k + j * n];
        }
    }
    for (int j = 0; j < columns; j++) {
        long double x[BOTH];
        for (int i = n - 1; i >= 0; i--) {
            long double sum = b[i + j * n];
            for (int l = i + 1; l < n; l++)
                sum -= T[i + l * n] * x[l];
            x[i] = sum / T[i + i * n];
        }
        for (int i = 0; i < n; i++)
            b[order[i] + j * n] = x[i];
    }
    return sign;
}

/* [A C'; C 0] x = [upper; -lower] */
static void saddle (const System *s, const double *A, const double *upper, const double *lower,
                    double *x)
{
    static double K[BOTH * BOTH];
    long double b[BOTH];
    const int n = s->n, both = n + s->m;

    memset (K, 0, sizeof K);
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++)
            K[i + j * both] = A != NULL ? A[i + j * n] : i == j;
        for (int i = 0; i < s->m; i++)
            K[n + i + j * both] = K[j + (n + i) * both] = s->C[i + j * s->m];
    }
    for (int i = 0; i < both; i++)
        b[i] = i < n ? (long double)upper[i] : -(long double)lower[i - n];
    assert_int_not_equal (eliminate (both, K, 1, b), 0);
    for (int i = 0; i < both; i++)
        x[i] = (double)b[i];
}

/* C v + b1 = 0 with the independent coordinates given, or with the smallest change */
static void reference_velocity (const System *s, const int *independent, double *v)
{
    const int n = s->n;
    double A[SIZE] = {0}, both[BOTH];
    long double b[MOST];
    int row = s->m;

    if (independent == NULL) {
        saddle (s, NULL, s->v, s->b1, both);
        memcpy (v, both, (size_t)n * sizeof *v);
        return;
    }
    for (int j = 0; j < n; j++)
        for (int i = 0; i < s->m; i++)
            A[i + j * n] = s->C[i + j * s->m];
    for (int i = 0; i < s->m; i++)
        b[i] = -(long double)s->b1[i];
    for (int j = 0; j < n; j++)
        if (independent[j]) {
            b[row] = (long double)s->v[j];
            A[row++ + j * n] = 1;
        }
    assert_int_not_equal (eliminate (n, A, 1, b), 0);
    for (int i = 0; i < n; i++)
        v[i] = (double)b[i];
}

/* max |x - y| / max |y| */
static double relative (int n, const double *x, const double *y)
{
    double worst = 0, size = 0;

    for (int i = 0; i < n; i++) {
        assert_true (isfinite (x[i]));
        worst = fmax (worst, fabs (x[i] - y[i]));
        size = fmax (size, fabs (y[i]));
    }
    return size > 0 ? worst / size : worst;
}

/* ---- one decomposition ---- */

static void begin (Fixture *o, const System *s, int kind, double tol)
{
    memset (o, 0, sizeof *o);
    geoms_partition_create (&o->p, kind, s->n, s->m, tol, &o->arena);
    assert_false (o->arena.failed);
}

/* prepared with other numbers before, nothing of which may be left; C with a larger leading
 * dimension */
static int prepared (Fixture *o, const System *s)
{
    static double wide[(MOST + 2) * MOST];
    unsigned seed = 5;

    fill_noise ((size_t)((s->m + 2) * s->n), wide, &seed);
    geoms_partition_prepare (&o->p, wide, s->m + 2);
    for (int j = 0; j < s->n; j++)
        memcpy (wide + j * (s->m + 2), s->C + j * s->m, (size_t)s->m * sizeof *wide);
    return geoms_partition_prepare (&o->p, wide, s->m + 2);
}

static int solved (Fixture *o, const System *s)
{
    const int status = prepared (o, s);

    if (status != 0)
        return status;
    geoms_partition_velocity (&o->p, s->b1, s->v, o->v);
    return geoms_partition_acceleration (&o->p, s->M, s->f, s->b2, o->a, o->lambda);
}

/* max_i |C_i x + b_i| / (sum_j |C_ij x_j| + |b_i|) */
static double violation (const System *s, const double *x, const double *b)
{
    double worst = 0;

    for (int i = 0; i < s->m; i++) {
        double sum = b[i], size = fabs (b[i]);
        for (int j = 0; j < s->n; j++) {
            sum += s->C[i + j * s->m] * x[j];
            size += fabs (s->C[i + j * s->m] * x[j]);
        }
        worst = size > 0 ? fmax (worst, fabs (sum) / size) : worst;
    }
    return worst;
}

/* C J = 0, C C^- = I, J of full rank: the identity in the rows of the independent coordinates, or
 * orthonormal */
static void check_basis (const System *s, GeomsPartition *p)
{
    const int n = s->n, m = s->m;
    const double *zero = (const double[MOST]){0};

    geoms_partition_basis (p);
    for (int j = 0; j < p->nfree; j++) {
        assert_true (violation (s, p->J + j * n, zero) < 1e-13);
        for (int l = 0; l <= j && p->kind != GEOMS_PARTITION_FIXED; l++)
            assert_true (fabs (geoms_dot (n, p->J + j * n, p->J + l * n) - (j == l)) < 1e-13);
    }
    for (int i = 0, row = 0; i < n && p->kind == GEOMS_PARTITION_FIXED; i++)
        if (p->independent[i]) {
            for (int j = 0; j < p->nfree; j++)
                assert_true (p->J[i + j * n] == (j == row));
            row++;
        }
    for (int j = 0; j < m; j++) {
        double b[MOST] = {0}, x[MOST];
        b[j] = -1;
        geoms_partition_particular (p, b, x);
        assert_true (violation (s, x, b) < 1e-12);
    }
}

/* against the reference, and by residuals; condition: of what is inverted */
static void check_solved (const System *s, Fixture *o, double tolerance)
{
    const int n = s->n, m = s->m, kind = o->p.kind;
    double both[BOTH], v[MOST], lambda[MOST], Ma, size;

    assert_int_equal (o->p.rank, m);
    assert_int_equal (o->p.nfree, n - m);
    saddle (s, s->M, s->f, s->b2, both);
    if (relative (n, o->a, both) > tolerance)
        fail_msg ("kind %d, n %d, m %d: %g", kind, n, m, relative (n, o->a, both));
    for (int i = 0; i < m; i++) { /* in units of its row */
        double row = 0;
        for (int j = 0; j < n; j++)
            row = fmax (row, fabs (s->C[i + j * m]));
        both[n + i] *= row;
        lambda[i] = o->lambda[i] * row;
    }
    assert_true (relative (m, lambda, both + n) < tolerance);
    assert_true (violation (s, o->a, s->b2) < 1e-13);
    for (int i = 0; i < n; i++) {
        Ma = size = 0;
        for (int j = 0; j < n; j++) {
            Ma += s->M[i + j * n] * o->a[j];
            size += fabs (s->M[i + j * n] * o->a[j]);
        }
        for (int j = 0; j < m; j++) {
            Ma += s->C[j + i * m] * o->lambda[j];
            size += fabs (s->C[j + i * m] * o->lambda[j]);
        }
        assert_true (fabs (Ma - s->f[i]) < tolerance * (size + fabs (s->f[i])));
    }
    if (kind == GEOMS_PARTITION_FULL) {
        assert_memory_equal (o->v, s->v, (size_t)n * sizeof *v);
        return;
    }
    assert_true (violation (s, o->v, s->b1) < 1e-13);
    reference_velocity (s, kind == GEOMS_PARTITION_FIXED ? o->p.independent : NULL, v);
    assert_true (relative (n, o->v, v) < tolerance);
    check_basis (s, &o->p);
}

static void all_kinds_agree (void **state)
{
    static System s;
    static Fixture o;

    (void)state;
    for (int n = 2; n <= MOST; n += n < 12 ? 1 : 7)
        for (int m = 1; m < n; m += n < 12 ? 1 : 4)
            for (int kind = 0; kind < 4; kind++)
                for (int symmetric = 0; symmetric < 2; symmetric++) {
                    random_system (&s, n, m, symmetric, (unsigned)(1000 * n + 10 * m + symmetric));
                    begin (&o, &s, kind, 0);
                    if (kind == GEOMS_PARTITION_FIXED)
                        assert_int_equal (geoms_partition_choose (&o.p, s.C, m), m);
                    assert_int_equal (solved (&o, &s), 0);
                    check_solved (&s, &o, 1e-12);
                    geoms_arena_free (&o.arena);
                }
}

/* ---- fixed ---- */

/* the 1-norm of C_d^-1 times that of C_d, and the sign of det C_d */
static double condition_of_columns (const System *s, const int *independent, int *sign)
{
    const int m = s->m;
    double A[SIZE], norm = 0, inverse = 0;
    static long double b[SIZE];

    for (int j = 0, column = 0; j < s->n; j++)
        if (! independent[j])
            memcpy (A + m * column++, s->C + m * j, (size_t)m * sizeof *A);
    for (int i = 0; i < m * m; i++)
        b[i] = i % (m + 1) == 0;
    *sign = eliminate (m, A, m, b);
    for (int j = 0; j < m; j++) {
        double sum = 0, other = 0;
        for (int i = 0; i < m; i++) {
            sum += fabs (A[i + j * m]);
            other += fabs ((double)b[i + j * m]);
        }
        norm = fmax (norm, sum);
        inverse = fmax (inverse, other);
    }
    return norm * inverse;
}

/* any choice does, as far as its condition allows */
static void given_coordinates (void **state)
{
    static System s;
    static Fixture o;
    int signs[3] = {0};

    (void)state;
    for (unsigned seed = 1; seed < 400; seed++) {
        const int n = 2 + (int)(seed % 9), m = 1 + (int)(seed / 9) % (n - 1);
        int sign;
        double condition, largest_entry = 1;
        unsigned draw = seed;

        random_system (&s, n, m, seed % 2 == 0, seed);
        begin (&o, &s, GEOMS_PARTITION_FIXED, 0);
        for (int i = 0; i < n; i++)
            o.p.independent[i] = 1;
        for (int count = 0; count < m;) {
            int *i = &o.p.independent[(int)((noise (&draw) + 1) / 2 * n)];
            count += *i;
            *i = 0;
        }
        condition = condition_of_columns (&s, o.p.independent, &sign);
        assert_int_equal (solved (&o, &s), 0);
        assert_true (fabs (o.p.condition / condition - 1) < 1e-10);
        assert_true (o.p.sign == sign);
        signs[sign + 1]++;
        for (int i = 0; i < n * o.p.nfree; i++)
            largest_entry = fmax (largest_entry, fabs (o.p.J[i]));
        if (condition < 1e5 && largest_entry < 1e4)
            check_solved (&s, &o, 1e-14 * (condition + largest_entry) * largest_entry + 1e-12);
        geoms_arena_free (&o.arena);
    }
    assert_true (signs[0] > 50 && signs[1] == 0 && signs[2] > 50);
}

/* the larger entry of a row decides, whatever the size of the row */
static void pivots_are_chosen (void **state)
{
    System s = {.n = 3, .m = 2, .C = {1, 0, 1e-3, 1e-8, 0, 1e-5}};
    Fixture o;

    (void)state;
    begin (&o, &s, GEOMS_PARTITION_FIXED, 0);
    assert_int_equal (geoms_partition_choose (&o.p, s.C, 2), 2);
    assert_true (o.p.independent[0] == 0 && o.p.independent[1] == 1 && o.p.independent[2] == 0);
    geoms_arena_free (&o.arena);
}

/* a choice with too many, too few, or the wrong coordinates; C_d is small against C_i */
static void choices_that_do_not_do (void **state)
{
    static const int choices[][3] = {{1, 1, 0}, {0, 0, 0}, {1, 1, 1}, {1, 0, 0}};
    System s = {.n = 3, .m = 2, .C = {1, 2, 3, 4, 6, 8}};
    System tiny = {.n = 2, .m = 1, .C = {1, 1e-14}};
    Fixture o;

    (void)state;
    for (int i = 0; i < 4; i++) {
        begin (&o, &s, GEOMS_PARTITION_FIXED, 0);
        memcpy (o.p.independent, choices[i], sizeof choices[i]);
        assert_int_equal (geoms_partition_prepare (&o.p, s.C, 2), GEOMS_PARTITION_SINGULAR);
        assert_true (o.p.sign == 0);
        /* and one that does, with the same object */
        o.p.independent[0] = o.p.independent[2] = 0;
        o.p.independent[1] = 1;
        assert_int_equal (geoms_partition_prepare (&o.p, s.C, 2), 0);
        assert_true (o.p.sign == -1 && o.p.rank == 2 && o.p.nfree == 1);
        geoms_arena_free (&o.arena);
    }
    begin (&o, &tiny, GEOMS_PARTITION_FIXED, 0);
    o.p.independent[0] = 1;
    assert_int_equal (geoms_partition_prepare (&o.p, tiny.C, 1), GEOMS_PARTITION_SINGULAR);
    geoms_arena_free (&o.arena);
    begin (&o, &tiny, GEOMS_PARTITION_FIXED, 1e-15);
    o.p.independent[0] = 1;
    assert_int_equal (geoms_partition_prepare (&o.p, tiny.C, 1), 0);
    geoms_arena_free (&o.arena);
}

/* ---- conditions of QR and SVD ---- */

/* R1' R1 = C C': Cholesky's factor, and the 1-norms of it and its inverse */
static double condition_of_r (const System *s)
{
    const int m = s->m;
    static long double R[SIZE], X[SIZE];
    double norm = 0, inverse = 0;

    for (int j = 0; j < m; j++)
        for (int i = 0; i <= j; i++) {
            long double sum = 0;
            for (int l = 0; l < s->n; l++)
                sum += (long double)s->C[i + l * m] * (long double)s->C[j + l * m];
            for (int l = 0; l < i; l++)
                sum -= R[l + i * m] * R[l + j * m];
            R[i + j * m] = i == j ? sqrtl (sum) : sum / R[i + i * m];
        }
    for (int j = 0; j < m; j++) {
        double sum = 0, other = 0;
        for (int i = j; i >= 0; i--) {
            long double x = i == j;
            for (int l = i + 1; l <= j; l++)
                x -= R[i + l * m] * X[l + j * m];
            X[i + j * m] = x / R[i + i * m];
            sum += fabs ((double)R[i + j * m]);
            other += fabs ((double)X[i + j * m]);
        }
        norm = fmax (norm, sum);
        inverse = fmax (inverse, other);
    }
    return norm * inverse;
}

static double condition_of_svd (const System *s)
{
    static double A[SIZE], values[MOST], work[20 * MOST];
    const lapack_int m = s->m, n = s->n, lwork = 20 * MOST, one = 1;
    lapack_int info;

    memcpy (A, s->C, sizeof A);
    dgesvd ("N", "N", &m, &n, A, &m, values, NULL, &one, NULL, &one, work, &lwork, &info);
    assert_int_equal (info, 0);
    return values[0] / values[s->m - 1];
}

static void conditions (void **state)
{
    static System s;
    static Fixture o;

    (void)state;
    for (int n = 1; n <= MOST; n += n < 10 ? 1 : 6)
        for (int m = 1; m <= n; m += n < 10 ? 1 : 5) {
            random_system (&s, n, m, 1, (unsigned)(100 * n + m));
            begin (&o, &s, GEOMS_PARTITION_QR, 0);
            assert_int_equal (prepared (&o, &s), 0);
            assert_true (fabs (o.p.condition / condition_of_r (&s) - 1) < 1e-9);
            geoms_arena_free (&o.arena);
            begin (&o, &s, GEOMS_PARTITION_SVD, 0);
            assert_int_equal (prepared (&o, &s), 0);
            assert_true (fabs (o.p.condition / condition_of_svd (&s) - 1) < 1e-9);
            geoms_arena_free (&o.arena);
        }
}

/* ---- redundant constraints ---- */

/* rows that are combinations of the first `rank` ones */
static void depend (System *s, int rank)
{
    for (int i = rank; i < s->m; i++) {
        const int one = i % rank, two = (i + 1) % rank;
        for (int j = 0; j < s->n; j++)
            s->C[i + j * s->m] = 2 * s->C[one + j * s->m] - s->C[two + j * s->m];
        s->b1[i] = 2 * s->b1[one] - s->b1[two];
        s->b2[i] = 2 * s->b2[one] - s->b2[two];
    }
}

static void without_redundant_rows (const System *s, int rank, System *less)
{
    *less = *s;
    less->m = rank;
    for (int j = 0; j < s->n; j++)
        memcpy (less->C + j * rank, s->C + j * s->m, (size_t)rank * sizeof *s->C);
}

/* the multipliers of minimum norm: lambda = C (C' C)^+ ... is in the range of C */
static void check_minimum_norm (const System *s, const System *less, const double *lambda,
                                const double *shorter)
{
    const int n = s->n, m = s->m, rank = less->m;
    double Q[SIZE];
    double out[MOST];

    /* C' lambda is the same */
    for (int i = 0; i < n; i++) {
        const double force = geoms_dot (m, s->C + i * m, lambda),
                     other = geoms_dot (rank, less->C + i * rank, shorter);
        assert_true (fabs (force - other) < 1e-10 * (1 + fabs (other)));
    }
    /* lambda lies in the space of the columns of C, of which an orthonormal basis is made */
    memcpy (Q, s->C, (size_t)(m * rank) * sizeof *Q);
    geoms_orthonormalise (m, rank, Q);
    memcpy (out, lambda, sizeof out);
    for (int j = 0; j < rank; j++)
        geoms_axpy (m, -geoms_dot (m, Q + j * m, out), Q + j * m, out);
    for (int i = 0; i < m; i++)
        assert_true (fabs (out[i]) < 1e-9 * (1 + sqrt (geoms_dot (m, lambda, lambda))));
}

static void redundant_constraints (void **state)
{
    static const int sizes[][3] = {{2, 2, 1}, {3, 2, 1},  {4, 3, 2},    {6, 5, 3},    {5, 7, 3},
                                   {3, 8, 2}, {10, 8, 5}, {30, 20, 12}, {40, 24, 23}, {17, 30, 9}};
    static System s, less;
    static Fixture o;

    (void)state;
    for (int i = 0; i < 10; i++)
        for (int kind = 0; kind < 4; kind++) {
            const int n = sizes[i][0], m = sizes[i][1], rank = sizes[i][2];
            double both[BOTH], v[MOST];
            int status;

            random_system (&less, n, rank, 1, (unsigned)(31 * i));
            s = less;
            s.m = m;
            for (int j = n - 1; j >= 0; j--)
                memmove (s.C + j * m, less.C + j * rank, (size_t)rank * sizeof *s.C);
            depend (&s, rank);
            without_redundant_rows (&s, rank, &less);
            begin (&o, &s, kind, 0);
            if (kind == GEOMS_PARTITION_FIXED)
                assert_int_equal (geoms_partition_choose (&o.p, s.C, m), rank);
            status = solved (&o, &s);
            if (kind != GEOMS_PARTITION_SVD) {
                assert_int_equal (status, GEOMS_PARTITION_RANK);
                assert_true (o.p.rank == rank || kind == GEOMS_PARTITION_FULL);
                geoms_arena_free (&o.arena);
                continue;
            }
            assert_int_equal (status, 0);
            assert_int_equal (o.p.rank, rank);
            assert_int_equal (o.p.nfree, n - rank);
            saddle (&less, less.M, less.f, less.b2, both);
            assert_true (relative (n, o.a, both) < 1e-11);
            reference_velocity (&less, NULL, v);
            assert_true (relative (n, o.v, v) < 1e-11);
            check_minimum_norm (&s, &less, o.lambda, both + n);
            assert_true (violation (&s, o.a, s.b2) < 1e-12);
            for (int j = 0; j < o.p.nfree; j++)
                for (int l = 0; l <= j; l++)
                    assert_true (fabs (geoms_dot (n, o.p.J + j * n, o.p.J + l * n) - (j == l))
                                 < 1e-13);
            geoms_arena_free (&o.arena);
        }
}

/* a row that vanishes is no constraint: only the SVD goes on, as without it */
static void rows_that_vanish (void **state)
{
    static const double sizes[] = {0, 1e-17};
    System s = {.n = 2, .m = 2, .M = {1, 0, 0, 2}, .f = {1, 1}, .v = {1, 1}};

    (void)state;
    for (int kind = 0; kind < 4; kind++)
        for (int i = 0; i < 2; i++) {
            Fixture o;
            s.C[0] = 1;
            s.C[1] = 0;
            s.C[2] = 1;
            s.C[3] = sizes[i];
            begin (&o, &s, kind, 0);
            o.p.independent[0] = o.p.independent[1] = 0;
            assert_int_equal (solved (&o, &s),
                              kind == GEOMS_PARTITION_SVD ? 0 : GEOMS_PARTITION_RANK);
            if (kind == GEOMS_PARTITION_SVD)
                assert_true (o.p.rank == 1 && fabs (o.a[0]) < 1e-15 && fabs (o.v[1]) < 1e-15);
            geoms_arena_free (&o.arena);
        }
}

/* ---- masses ---- */

/* M = diag (1, 0): regular where the constraint holds the massless coordinate, only there */
static void singular_masses (void **state)
{
    static System s = {.n = 2, .m = 1, .M = {1}, .f = {2, 3}, .b2 = {0.5}};

    (void)state;
    for (int kind = 0; kind < 4; kind++)
        for (int held = 0; held < 2; held++) {
            Fixture o;

            s.C[0] = ! held;
            s.C[1] = 1;
            s.M[0] = held;
            s.M[3] = ! held;
            begin (&o, &s, kind, 0);
            o.p.independent[0] = 1;
            if (! held)
                s.C[0] = 0;
            assert_int_equal (solved (&o, &s), held ? 0 : GEOMS_MASS_SINGULAR);
            if (held) { /* a = (f_1, -b2), lambda = f_2 */
                check_solved (&s, &o, 1e-14);
                assert_true (fabs (o.lambda[0] - 3) < 1e-14 && fabs (o.a[0] - 2) < 1e-14);
            }
            geoms_arena_free (&o.arena);
        }
}

/* J' M J loses its rank by cancellation: M = x x' + C' C moves nothing where x' v = 0 */
static void masses_that_cancel (void **state)
{
    static System s;
    Fixture o;

    (void)state;
    for (int kind = 0; kind < 4; kind++)
        for (int n = 3; n < 6; n++)
            for (unsigned seed = 1; seed < 20; seed++) {
                random_system (&s, n, n == 3 ? 2 : n - 2, 1, seed);
                for (int j = 0; j < n; j++)
                    for (int i = 0; i < n; i++) {
                        double *mass = &s.M[i + n * j];
                        *mass = n == 3 ? 0 : (1 + 0.1 * i) * (1 + 0.1 * j);
                        for (int l = 0; l < s.m; l++)
                            *mass += s.C[l + s.m * i] * s.C[l + s.m * j];
                    }
                begin (&o, &s, kind, 0);
                if (kind == GEOMS_PARTITION_FIXED)
                    geoms_partition_choose (&o.p, s.C, s.m);
                assert_int_equal (solved (&o, &s), GEOMS_MASS_SINGULAR);
                geoms_arena_free (&o.arena);
            }
}

/* masses from 1e-6 to 1e8, rows of C from 1e-5 to 1e5 are nothing special */
static void sizes_that_differ (void **state)
{
    static System s;
    Fixture o;

    (void)state;
    for (int kind = 0; kind < 4; kind++)
        for (int i = 0; i < 11; i++) {
            random_system (&s, 3, 1, 1, (unsigned)i);
            memset (s.M, 0, sizeof s.M);
            s.M[0] = pow (10, i - 6);
            s.M[4] = 1;
            s.M[8] = pow (10, 8 - i);
            for (int j = 0; j < 3; j++)
                s.C[j] = pow (10, i - 5) * (j == i % 3 ? 1 : 0.5);
            s.b2[0] = pow (10, i - 5);
            begin (&o, &s, kind, 0);
            if (kind == GEOMS_PARTITION_FIXED)
                geoms_partition_choose (&o.p, s.C, 1);
            assert_int_equal (solved (&o, &s), 0);
            assert_true (violation (&s, o.a, s.b2) < 1e-14);
            geoms_arena_free (&o.arena);
        }
}

/* ---- edges ---- */

static void velocities_in_place (void **state)
{
    static System s;
    static Fixture o;

    (void)state;
    for (int kind = 0; kind < 4; kind++)
        for (int m = 0; m <= 5; m++) {
            double v[MOST];

            random_system (&s, 5, m, 1, (unsigned)(m + 1));
            begin (&o, &s, kind, 0);
            if (kind == GEOMS_PARTITION_FIXED)
                geoms_partition_choose (&o.p, s.C, m);
            assert_int_equal (solved (&o, &s), 0);
            memcpy (v, s.v, sizeof v);
            geoms_partition_velocity (&o.p, s.b1, v, v);
            assert_memory_equal (v, o.v, 5 * sizeof *v);
            /* a consistent velocity stays; no multipliers are asked for */
            geoms_partition_velocity (&o.p, s.b1, v, v);
            assert_true (relative (5, v, o.v) < 1e-13);
            memcpy (v, o.a, sizeof v);
            assert_int_equal (geoms_partition_acceleration (&o.p, s.M, s.f, s.b2, o.a, NULL), 0);
            assert_memory_equal (v, o.a, 5 * sizeof *v);
            geoms_arena_free (&o.arena);
        }
}

/* no constraints: M a = f, v as it is; no freedom: a = - C^-1 b''; nothing at all */
static void empty_and_square (void **state)
{
    static System s;
    static Fixture o;

    (void)state;
    for (int kind = 0; kind < 4; kind++)
        for (int n = 0; n <= 20; n++)
            for (int m = 0; m <= n; m += n > 0 ? n : 1) {
                random_system (&s, n, m, 0, (unsigned)(50 * n + m));
                begin (&o, &s, kind, 0);
                if (kind == GEOMS_PARTITION_FIXED)
                    assert_int_equal (geoms_partition_choose (&o.p, s.C, m), m);
                assert_int_equal (solved (&o, &s), 0);
                check_solved (&s, &o, 1e-12);
                if (m == 0 && kind == GEOMS_PARTITION_FIXED)
                    assert_true (o.p.sign == 1 && o.p.condition == 1);
                geoms_arena_free (&o.arena);
            }
}

/* more rows than coordinates, or no coordinates */
static void too_many_rows (void **state)
{
    static System s;
    static Fixture o;

    (void)state;
    for (int kind = 0; kind < 4; kind++)
        for (int n = 0; n < 4; n++) {
            random_system (&s, 4, 4, 1, 3);
            s.n = n;
            begin (&o, &s, kind, 0);
            if (kind == GEOMS_PARTITION_FIXED)
                assert_int_equal (geoms_partition_choose (&o.p, s.C, 4), n);
            assert_int_equal (solved (&o, &s),
                              kind == GEOMS_PARTITION_SVD ? 0 : GEOMS_PARTITION_RANK);
            geoms_arena_free (&o.arena);
        }
}

/* NaN, Inf and huge numbers: a code, or numbers, but an end */
static void bad_numbers (void **state)
{
    static const double bad[] = {NAN, INFINITY, -INFINITY, 1e300, 1e-300};
    static const int sizes[][2] = {{1, 1}, {3, 2}, {5, 5}, {3, 5}, {20, 16}};
    static System s;
    static Fixture o;

    (void)state;
    for (int kind = 0; kind < 4; kind++)
        for (int size = 0; size < 5; size++)
            for (int i = 0; i < 5; i++)
                for (int at = 0; at < sizes[size][0] * sizes[size][1]; at++) {
                    const int n = sizes[size][0], m = sizes[size][1];
                    int status;

                    random_system (&s, n, m < n ? m : n, 1, 3);
                    s.m = m;
                    s.C[at] = bad[i];
                    begin (&o, &s, kind, 0);
                    if (kind == GEOMS_PARTITION_FIXED)
                        geoms_partition_choose (&o.p, s.C, m);
                    status = solved (&o, &s);
                    assert_true (status == 0 || status == GEOMS_PARTITION_RANK
                                 || status == GEOMS_PARTITION_SINGULAR || status == GEOMS_SVD_FAILS
                                 || status == GEOMS_MASS_SINGULAR);
                    assert_true (i >= 3 || status != 0);
                    geoms_arena_free (&o.arena);
                }
}

/* sizes for which LAPACK does the work */
static void large_systems (void **state)
{
    enum { N = 170, M = 120 };
    double *C = malloc ((N * M + 3 * N * N + 10 * N) * sizeof *C), *mass = C + N * M,
           *f = mass + N * N, *b = f + N, *v = b + N, *a = v + N, *first = a + N;
    unsigned seed = 1;

    (void)state;
    assert_non_null (C);
    fill_noise (N * M, C, &seed);
    fill_noise (N * N, mass, &seed);
    fill_noise (3 * N, f, &seed);
    for (int i = 0; i < N; i++)
        mass[i * (N + 1)] += 40;
    for (int kind = 0; kind < 4; kind++) {
        GeomsArena arena = {0};
        GeomsPartition p = {0};

        geoms_partition_create (&p, kind, N, M, 0, &arena);
        if (kind == GEOMS_PARTITION_FIXED)
            assert_int_equal (geoms_partition_choose (&p, C, M), M);
        assert_int_equal (geoms_partition_prepare (&p, C, M), 0);
        assert_true (kind != GEOMS_PARTITION_FIXED || fabs (p.sign) == 1);
        assert_int_equal (geoms_partition_acceleration (&p, mass, f, b, a, NULL), 0);
        for (int i = 0; i < M; i++) {
            double sum = b[i];
            for (int j = 0; j < N; j++)
                sum += C[i + j * M] * a[j];
            assert_true (fabs (sum) < 1e-11);
        }
        if (kind == 0)
            memcpy (first, a, N * sizeof *a);
        assert_true (relative (N, a, first) < 1e-10);
        geoms_arena_free (&arena);
    }
    free (C);
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (all_kinds_agree),     cmocka_unit_test (given_coordinates),
        cmocka_unit_test (pivots_are_chosen),   cmocka_unit_test (choices_that_do_not_do),
        cmocka_unit_test (conditions),          cmocka_unit_test (redundant_constraints),
        cmocka_unit_test (rows_that_vanish),    cmocka_unit_test (singular_masses),
        cmocka_unit_test (masses_that_cancel),  cmocka_unit_test (sizes_that_differ),
        cmocka_unit_test (velocities_in_place), cmocka_unit_test (empty_and_square),
        cmocka_unit_test (too_many_rows),       cmocka_unit_test (bad_numbers),
        cmocka_unit_test (large_systems),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
