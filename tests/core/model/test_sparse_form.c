/* test_sparse_form.c - the mechanical form by the values of patterns beside the same with full
 * matrices: parts, rda, M; B found by probing has all entries that differences show; memory
 */
/* link: wrap-malloc */
#include "failing.h"
#include "model/blocks.h"
#include "test.h"

enum { NP = 7, NV = 6, NL = 3, NM = 2, NR = 2, NW = 2, NS = 1, NI = 1 };
enum { N = NW + NL + NM + NR + NV + NS + NP, ROWS = NW + 3 * NL + 2 * NM + NI + NS + NR + NV + NP };
enum { L = NW, R = L + NL + NM, V = R + NR, S = V + NV, P = S + NS, MOST = 400 };

static const GeomsDims DIMS
    = {.np = NP, .nv = NV, .nr = NR, .nw = NW, .ns = NS, .nl = NL, .nm = NM, .ni = NI};

/* 1 where there is an entry, by columns */
typedef struct Entries {
    int m, n, there[NP * NP], start[NP + 1], row[NP * NP];
} Entries;

typedef struct Setting {
    Entries M, Z, G, H;
    int structure, kinematics, sparse; /* sparse: whether the values of patterns are given       */
    double mass[NV * NV];
    long calls;
} Setting;

static void fill (Entries *A, int m, int n, int every)
{
    A->m = m;
    A->n = n;
    for (int j = 0; j < n; j++) {
        A->start[j + 1] = A->start[j];
        for (int i = 0; i < m; i++) {
            A->there[i + j * m] = i == j || (5 * i + 3 * j) % every == 0;
            if (A->there[i + j * m])
                A->row[A->start[j + 1]++] = i;
        }
    }
}

/* a number that depends on p(k) alone, or on v(k) */
static double entry (const double *x, int i, int j)
{
    return 0.5 + 0.3 * sin (x[P + (i + j) % NP] + i - 2 * j);
}

/* a matrix, its values, or its diagonal */
static double *put (const Setting *s, const Entries *A, const double *x, double *out)
{
    for (int j = 0; j < A->n; j++)
        for (int i = 0; i < A->m; i++)
            if (A->there[i + j * A->m] || ! s->sparse)
                *out++ = A->there[i + j * A->m] ? entry (x, i, j) : 0;
    return out;
}

/* M = M', positive */
static double *put_mass (const Setting *s, const double *x, double *out)
{
    const Entries *A = &s->M;
    const int diagonal = s->structure % 2 == 0;

    for (int j = 0; j < NV; j++)
        for (int i = 0; i < NV; i++)
            if (diagonal ? i == j : A->there[i + j * NV] || ! s->sparse)
                *out++ = i == j                ? 9 + (s->structure <= 2 ? entry (x, i, i) : 0)
                         : ! A->there[i + j * NV] ? 0
                         : s->structure <= 2   ? entry (x, i + j, i + j)
                                               : 0.1 * (i + j);
    return out;
}

static int blocks (int k, const double *t, const double *all, int ldx, double *to, int ldo,
                   void *user)
{
    Setting *s = user;

    s->calls++;
    for (int l = 0; l < k; l++) {
        const double *x = all + l * ldx, *v = x + V, *p = x + P;
        double *out = to + l * ldo;

        if (s->structure <= 2)
            out = put_mass (s, x, out);
        if (s->kinematics)
            out = put (s, &s->Z, x, out);
        for (int i = 0; i < NV; i++)
            *out++ = sin (t[l]) - p[i] + v[i] * v[(i + 1) % NV] + (i == 0 ? x[R] + x[0] : 0)
                     + (i == 1 ? 0.1 * x[L] * x[L] : 0);
        for (int i = 0; i < NL; i++)
            *out++ = p[i] * p[i + 1];
        out = put (s, &s->G, x, out);
        for (int i = 0; i < 2 * NL; i++)
            *out++ = cos (p[i]) * v[i % NV];
        for (int i = 0; i < NM; i++)
            *out++ = v[i] * p[6];
        out = put (s, &s->H, x, out);
        for (int i = 0; i < NM; i++)
            *out++ = v[i] * v[i];
        for (int i = 0; i < NR + NW + NS + NI; i++)
            *out++ = x[R] * p[i] - x[i % NW] + x[S];
    }
    return 0;
}

static Setting setting_of (int structure, int kinematics)
{
    Setting s = {.structure = structure, .kinematics = kinematics};

    fill (&s.M, NV, NV, structure % 2 ? 4 : 1000);
    for (int j = 0; j < NV; j++) /* symmetric */
        for (int i = 0; i < j; i++)
            s.M.there[j + i * NV] = s.M.there[i + j * NV];
    for (int j = 0, k = 0; j < NV; j++) {
        s.M.start[j] = k;
        for (int i = 0; i < NV; i++)
            if (s.M.there[i + j * NV])
                s.M.row[k++] = i;
        s.M.start[j + 1] = k;
    }
    fill (&s.Z, NP, NV, 7);
    fill (&s.G, NL, kinematics ? NP : NV, 5);
    fill (&s.H, NM, kinematics ? NP : NV, 6);
    return s;
}

static GeomsMechanical mechanical_of (Setting *s)
{
    GeomsMechanical form = {.dims = DIMS,
                            .mass_structure = s->structure,
                            .kinematics = s->kinematics,
                            .uses_multipliers = 1,
                            .mass = s->mass,
                            .blocks = blocks,
                            .user = s};

    form.dims.np = s->kinematics ? NP : NV;
    return form;
}

static GeomsPattern pattern_of (const Entries *A) { return (GeomsPattern){A->start, A->row}; }

typedef struct Both {
    Setting dense_s, sparse_s;
    GeomsModel dense, sparse;
    GeomsComposed *composed;
    GeomsSparseForm *form;
    int n, m, with_mass;
    double x[N];
} Both;

static void both_of (Both *b, int structure, int kinematics, const GeomsPattern *more)
{
    GeomsReport report;
    unsigned seed = 5;

    memset (b, 0, sizeof *b);
    b->dense_s = b->sparse_s = setting_of (structure, kinematics);
    b->sparse_s.sparse = 1;
    const GeomsMechanicalPatterns p = {pattern_of (&b->sparse_s.M), pattern_of (&b->sparse_s.Z),
                                       pattern_of (&b->sparse_s.G), pattern_of (&b->sparse_s.H),
                                       *more};
    if (structure > 2) {
        double *full = b->dense_s.mass;

        put_mass (&b->sparse_s, NULL, b->sparse_s.mass);
        b->dense_s.structure = 3;
        put_mass (&b->dense_s, NULL, full);
        b->dense_s.structure = structure;
    }
    const GeomsMechanical dense = mechanical_of (&b->dense_s), sparse = mechanical_of (&b->sparse_s);
    b->composed = geoms_mechanical_create (&dense, &b->dense);
    b->form = geoms_sparse_form_create (&sparse, &p, &b->sparse, &report);
    assert_non_null (b->composed);
    assert_non_null (b->form);
    b->with_mass = structure <= 2;
    b->n = model_unknowns (&b->dense.dims);
    b->m = model_rows (&b->dense.dims);
    fill_noise (N, b->x, &seed);
}

static void both_free (Both *b)
{
    geoms_mechanical_free (b->composed);
    geoms_sparse_form_free (b->form);
}

static void same (int count, const double *a, const double *b)
{
    for (int i = 0; i < count; i++)
        if (! (fabs (a[i] - b[i]) <= 1e-13 * (1 + fabs (a[i]))))
            fail_msg ("%g instead of %g in place %d", b[i], a[i], i);
}

static void compare_values (Both *b)
{
    const double t[2] = {0.3, 0.4};
    double a[2 * MOST] = {0}, c[2 * MOST] = {0}, two[2 * N];
    const int nv = NV, m = NL + NM,
              parts = (b->with_mass ? nv * nv : 0) + (b->dense.kinematics ? NP * nv : 0) + nv
                      + m * nv + NL + 2 * m + NR + NW + NS + NI;

    for (int i = 0; i < 2 * b->n; i++)
        two[i] = b->x[i % b->n] + (i >= b->n ? 0.1 : 0);
    assert_int_equal (b->dense.parts (2, t, two, b->n, a, MOST, b->composed), 0);
    assert_int_equal (b->sparse.parts (2, t, two, b->n, c, MOST, b->form), 0);
    for (int k = 0; k < 2; k++)
        geoms_pattern_spread_parts (&b->sparse, b->with_mass, (size_t)parts, c + k * MOST);
    same (parts, a, c);
    same (parts, a + MOST, c + MOST);
    assert_int_equal (b->dense.rda (2, t, two, b->n, a, MOST, b->composed), 0);
    assert_int_equal (b->sparse.rda (2, t, two, b->n, c, MOST, b->form), 0);
    same (b->m, a, c);
    same (b->m, a + MOST, c + MOST);
    assert_int_equal (b->dense.mass (1, t, two, b->n, a, MOST, b->composed), 0);
    assert_int_equal (b->sparse.mass (1, t, two, b->n, c, MOST, b->form), 0);
    geoms_pattern_spread (&b->sparse.patterns.M, nv, nv, c, c);
    same (nv * nv, a, c);
}

/* R of one state with its own l and v */
static void rows_at (Both *b, const double *x, double *rows)
{
    double column[MOST], alpha[NV];
    const double t = 0.3;
    const GeomsPartsPlaces at = geoms_pattern_places (&b->sparse, b->with_mass);

    for (int i = 0; i < NV; i++)
        alpha[i] = cos (i);
    assert_int_equal (b->sparse.parts (1, &t, x, b->n, column, MOST, b->form), 0);
    geoms_blocks_rows (&b->sparse, &at, b->with_mass, column, alpha, x + L, x + V, rows);
}

static void compare_pattern (Both *b)
{
    long evaluations;
    GeomsReport report;
    double x[N], base[ROWS], moved[ROWS];
    int entries = 0;

    assert_int_equal (geoms_sparse_form_find (b->form, 0.3, b->x, NULL, &b->sparse, &evaluations,
                                              &report),
                      0);
    const GeomsPattern *B = &b->sparse.patterns.B;
    rows_at (b, b->x, base);
    for (int j = 0; j < b->n; j++) {
        memcpy (x, b->x, sizeof x);
        x[j] += 0.1;
        rows_at (b, x, moved);
        for (int i = 0; i < b->m; i++) {
            entries += moved[i] != base[i];
            if (moved[i] != base[i] && geoms_pattern_find (B, i, j) < 0)
                fail_msg ("(%d, %d) is missing", i, j);
        }
    }
    /* C, - C' and Z are there, whatever they multiply */
    assert_true (B->start[b->n] <= entries + 4 * NV * (NL + NM));
}

static void values_are_those_of_full_matrices (void **state)
{
    const GeomsPattern none = {0};

    (void)state;
    for (int structure = 1; structure <= 4; structure++)
        for (int kinematics = 0; kinematics < 2; kinematics++) {
            Both b;

            both_of (&b, structure, kinematics, &none);
            compare_values (&b);
            compare_pattern (&b);
            both_free (&b);
        }
}

/* entries that are told belong to B; what was found may be given */
static void more_entries_are_taken (void **state)
{
    int start[N + 1], row[1] = {ROWS - NP - 1};
    long evaluations;
    GeomsReport report;
    Both b, again;

    (void)state;
    for (int j = 0; j <= N; j++)
        start[j] = j > R;
    const GeomsPattern more = {start, row}, none = {0};
    both_of (&b, 1, 1, &none);
    assert_int_equal (
        geoms_sparse_form_find (b.form, 0, b.x, NULL, &b.sparse, &evaluations, &report), 0);
    assert_true (geoms_pattern_find (&b.sparse.patterns.B, row[0], R) < 0);
    assert_true (evaluations > 3);
    both_of (&again, 1, 1, &more);
    assert_int_equal (
        geoms_sparse_form_find (again.form, 0, b.x, NULL, &again.sparse, &evaluations, &report), 0);
    assert_true (geoms_pattern_find (&again.sparse.patterns.B, row[0], R) >= 0);
    const long calls = b.sparse_s.calls;
    assert_int_equal (geoms_sparse_form_find (b.form, 0, NULL, &again.sparse.patterns.B, &b.sparse,
                                              &evaluations, &report),
                      0);
    assert_int_equal (b.sparse_s.calls, calls);
    assert_true (geoms_pattern_find (&b.sparse.patterns.B, row[0], R) >= 0);
    both_free (&b);
    both_free (&again);
}

/* parts and rows that there is no memory for are not told as functions that stop the run */
static void memory_runs_out (void **state)
{
    const GeomsPattern none = {0};
    const double t = 0.3;
    double out[MOST];

    (void)state;
    for (long k = 1; k <= 4; k++) {
        const int of_parts = k % 2 == 1;
        Both b;
        int status;

        both_of (&b, 1, 1, &none);
        fail_after ((k + 1) / 2, 1);
        status = of_parts ? b.sparse.parts (1, &t, b.x, b.n, out, MOST, b.form)
                          : b.sparse.rda (1, &t, b.x, b.n, out, MOST, b.form);
        fail_no_more ();
        assert_int_equal (status, failures > 0 ? GEOMS_NO_MEMORY : 0);
        assert_true (k > 2 || failures > 0);
        assert_int_equal (b.sparse.rda (1, &t, b.x, b.n, out, MOST, b.form), 0);
        both_free (&b);
    }
    for (int good = 0; good < 2; good++) {
        long evaluations;
        GeomsReport report;
        int status = -1;

        for (long k = 1; status != 0; k++) {
            Both b;

            both_of (&b, 1, 1, &none);
            fail_after (k, good);
            status = geoms_sparse_form_find (b.form, 0.3, b.x, NULL, &b.sparse, &evaluations, &report);
            fail_no_more ();
            assert_int_equal (status, failures > 0 ? GEOMS_OUT_OF_MEMORY : 0);
            both_free (&b);
        }
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (values_are_those_of_full_matrices),
        cmocka_unit_test (more_entries_are_taken),
        cmocka_unit_test (memory_runs_out),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
