/* test_create.c - memory of a run: where a model gives x' and explicit methods ask for nothing else
 * it grows with the number of unknowns, not with its square
 */
/* link: wrap-malloc */
#include "bytes.h"
#include "test.h"

/* ---- a string of points: m_i p_i'' = p_{i-1} - 2 p_i + p_{i+1}, its ends fixed ---- */

enum { UNIT_MASSES, MASS_OF_FUNCTION, MASS_OF_PARTS, MASS_KINDS };

typedef struct String {
    int n, kind;
    double wrong; /* added to the acceleration of the first point */
} String;

static double mass_of (const String *s, int i) { return s->kind == UNIT_MASSES ? 1 : 1 + i % 3; }

static double force (const String *s, const double *p, int i)
{
    return (i > 0 ? p[i - 1] : 0) - 2 * p[i] + (i + 1 < s->n ? p[i + 1] : 0);
}

static int rda (int k, const double *t, const double *x, int ldx, double *out, int ldo, void *user)
{
    const String *s = user;

    (void)t;
    for (int j = 0; j < k; j++, x += ldx, out += ldo)
        for (int i = 0; i < s->n; i++) {
            out[i] = force (s, x + s->n, i);
            out[s->n + i] = x[i];
        }
    return 0;
}

static int accelerations (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                          void *user)
{
    const String *s = user;

    rda (k, t, x, ldx, out, ldo, user);
    for (int j = 0; j < k; j++, out += ldo) {
        for (int i = 0; i < s->n; i++)
            out[i] /= mass_of (s, i);
        out[0] += s->wrong;
    }
    return 0;
}

/* the values of its diagonal */
static int mass (int k, const double *t, const double *x, int ldx, double *out, int ldo, void *user)
{
    const String *s = user;

    (void)t, (void)x, (void)ldx;
    for (int j = 0; j < k; j++, out += ldo)
        for (int i = 0; i < s->n; i++)
            out[i] = mass_of (s, i);
    return 0;
}

/* M and f */
static int parts (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                  void *user)
{
    const String *s = user;

    mass (k, t, x, ldx, out, ldo, user);
    for (int j = 0; j < k; j++, x += ldx, out += ldo)
        for (int i = 0; i < s->n; i++)
            out[s->n + i] = force (s, x + s->n, i);
    return 0;
}

/* ---- runs ---- */

typedef struct Stretch {
    String string;
    GeomsModel model;
    GeomsOptions options;
    int *start;     /* 0, 1, 2, ...: starts and rows of a diagonal, independent coordinates */
    double *x0, *tol, tspan[3];
    GeomsRun *run;
    GeomsReport report;
    double *end;
} Stretch;

static void make (Stretch *s, int n, int kind)
{
    *s = (Stretch){.string = {.n = n, .kind = kind}, .tspan = {0, 0.5, 1}};
    s->start = malloc ((size_t)(n + 1) * sizeof *s->start);
    s->x0 = calloc (2 * (size_t)n, sizeof *s->x0);
    s->tol = malloc (2 * (size_t)n * sizeof *s->tol);
    assert_true (s->start != NULL && s->x0 != NULL && s->tol != NULL);
    for (int i = 0; i <= n; i++)
        s->start[i] = i;
    for (int i = 0; i < 2 * n; i++)
        s->tol[i] = 1e-6;
    for (int i = 0; i < n; i++)
        s->x0[n + i] = sin (3.0 * (i + 1) / (n + 1));
    s->model = (GeomsModel){.abi = GEOMS_MODEL_ABI,
                            .size = sizeof (GeomsModel),
                            .dims = {.np = n, .nv = n},
                            .mass_structure = GEOMS_MASS_DIAGONAL,
                            .rda = rda,
                            .accelerations = accelerations};
    geoms_options_default (&s->options);
    s->options.method = GEOMS_METHOD_DOPRI5;
    if (kind == UNIT_MASSES)
        return;
    s->model.patterns.M = (GeomsPattern){s->start, s->start};
    s->model.mass = kind == MASS_OF_FUNCTION ? mass : NULL;
    s->model.parts = kind == MASS_OF_PARTS ? parts : NULL;
    s->model.parts_mass = kind == MASS_OF_PARTS;
}

static void forget (Stretch *s)
{
    geoms_run_free (s->run);
    free (s->start);
    free (s->x0);
    free (s->tol);
}

static int go (Stretch *s)
{
    const GeomsProblem problem = {.model = &s->model,
                                  .user = &s->string,
                                  .options = &s->options,
                                  .rtol = s->tol,
                                  .atol = s->tol,
                                  .ntspan = 3,
                                  .tspan = s->tspan,
                                  .x0 = s->x0};

    s->run = geoms_run_create (&problem, &s->report);
    return s->run != NULL ? geoms_run_integrate (s->run) : s->report.status;
}

/* bytes of a whole run, and of the state that goes on from its end; without dense data, which grows
 * with the number of steps */
static size_t bytes_of (int n, int formulation, int kind)
{
    Stretch s;
    size_t used;

    make (&s, n, kind);
    s.options.formulation = formulation;
    s.options.dense = GEOMS_SWITCH_OFF;
    bytes = 0;
    assert_int_equal (go (&s), 0);
    used = bytes + geoms_run_state_size (s.run) * sizeof (double);
    forget (&s);
    return used;
}

static const int formulations[]
    = {GEOMS_FORMULATION_PSF, GEOMS_FORMULATION_INDEX1, GEOMS_FORMULATION_BAUMGARTE,
       GEOMS_FORMULATION_PARTITION_FULL, GEOMS_FORMULATION_PARTITION_FIXED,
       GEOMS_FORMULATION_PARTITION_QR, GEOMS_FORMULATION_PARTITION_SVD};
enum { FORMULATIONS = sizeof formulations / sizeof formulations[0] };

/* an array n x n of 1000 points is as large as all that is allowed here */
static void memory_grows_with_the_unknowns (void **state)
{
    (void)state;
    for (int i = 0; i < FORMULATIONS; i++)
        for (int kind = 0; kind < MASS_KINDS; kind++) {
            const size_t one = bytes_of (500, formulations[i], kind),
                         two = bytes_of (1000, formulations[i], kind);

            if (two > 2 * one || two > 1000 * 1000 * sizeof (double))
                fail_msg ("%s: %lu and %lu bytes",
                          geoms_formulation_entry (formulations[i])->word, (unsigned long)one,
                          (unsigned long)two);
        }
}

static void five_thousand_points (void **state)
{
    (void)state;
    assert_true (bytes_of (5000, GEOMS_FORMULATION_PSF, MASS_OF_FUNCTION) < 50 * 1000 * 1000);
}

/* f alone: M = 1 */
static int forces (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                   void *user)
{
    const String *s = user;

    (void)t;
    for (int j = 0; j < k; j++, x += ldx, out += ldo)
        for (int i = 0; i < s->n; i++)
            out[i] = force (s, x + s->n, i);
    return 0;
}

/* terms as matrices are refused there, the values of the parts are not */
static void too_many_for_terms (void **state)
{
    Stretch s;
    GeomsTerms terms;

    (void)state;
    make (&s, GEOMS_MOST_FULL / 2 + 1, UNIT_MASSES);
    s.model.parts = forces;
    assert_int_equal (go (&s), 0);
    assert_int_equal (geoms_run_terms (s.run, 0, s.x0, &terms), GEOMS_BAD_MODEL);
    assert_non_null (strstr (geoms_run_report (s.run)->text, "too large to be shown"));
    assert_int_equal (geoms_run_written (s.run, 0, s.x0, &terms), 0);
    assert_true (terms.f != NULL && terms.f[0] == force (&s.string, s.x0 + s.string.n, 0));
    forget (&s);
}

/* where matrices would be made they are too large, and none is */
static void too_many_for_matrices (void **state)
{
    static const int methods[] = {GEOMS_METHOD_DOPRI5, GEOMS_METHOD_RADAU5};

    (void)state;
    for (int i = 0; i < 2; i++) {
        Stretch s;

        make (&s, GEOMS_MOST_FULL / 2 + 1, UNIT_MASSES);
        s.options.method = methods[i];
        bytes = 0;
        assert_int_equal (go (&s), i == 0 ? 0 : GEOMS_BAD_MODEL);
        assert_true (i == 0 || strstr (s.report.text, "20002 unknowns") != NULL);
        assert_true (bytes < (size_t)1 << 30);
        forget (&s);
    }
}

static void right_hand_sides (void **state)
{
    size_t used[2];

    (void)state;
    for (int i = 0; i < 2; i++) {
        GeomsRhs *r;
        Stretch s;
        double *slopes, t = 0;

        make (&s, 500 << i, UNIT_MASSES);
        slopes = malloc (2000 * sizeof *slopes);
        assert_non_null (slopes);
        bytes = 0;
        r = geoms_rhs_create (&s.model, &s.string, GEOMS_FORMULATION_PARTITION_FIXED, NULL, 0,
                              &s.report);
        used[i] = bytes;
        assert_non_null (r);
        assert_int_equal (geoms_rhs_begin (r, 0, s.x0, &s.report), 0);
        assert_int_equal (geoms_rhs_evaluate (r, 1, &t, s.x0, slopes, &s.report), 0);
        assert_true (slopes[7] == force (&s.string, s.x0 + s.string.n, 7));
        geoms_rhs_free (r);
        free (slopes);
        forget (&s);
    }
    assert_true (used[1] <= 2 * used[0] && used[1] < 1000 * 1000 * sizeof (double));
}

/* ---- the same motion, and all that a run can do ---- */

static void check_same (const Stretch *a, const Stretch *b, double limit)
{
    const GeomsSolution *p = geoms_run_solution (a->run), *q = geoms_run_solution (b->run);

    assert_int_equal (p->count, q->count);
    assert_true (distance (p->x + (p->count - 1) * (size_t)p->n,
                           q->x + (q->count - 1) * (size_t)q->n, 0, p->n) < limit);
}

/* as from the equations */
static void motions_are_those_of_the_equations (void **state)
{
    (void)state;
    for (int i = 0; i < FORMULATIONS; i++) {
        Stretch a, b;

        make (&a, 12, UNIT_MASSES);
        make (&b, 12, UNIT_MASSES);
        a.options.formulation = b.options.formulation = formulations[i];
        b.model.accelerations = NULL;
        assert_int_equal (go (&a), 0);
        assert_int_equal (go (&b), 0);
        check_same (&a, &b, 1e-12);
        assert_true (worst_residual (geoms_run_solution (a.run)) == 0);
        forget (&a);
        forget (&b);
    }
}

static void wrong_accelerations_are_found_by_each_mass (void **state)
{
    (void)state;
    for (int kind = 0; kind < MASS_KINDS; kind++) {
        Stretch s;

        make (&s, 5, kind);
        s.string.wrong = 1e-3;
        assert_int_equal (go (&s), GEOMS_BAD_MODEL);
        assert_non_null (strstr (geoms_run_report (s.run)->text, "f_dyn(1)"));
        forget (&s);
    }
}

/* M as a matrix, where that is asked for: constant or not, by its function or by the parts */
static void masses_can_be_had (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * MASS_KINDS; i++) {
        Stretch s;
        double M[16], rows[8], t = 0;

        make (&s, 4, i / 2);
        s.model.mass_structure = i % 2 ? GEOMS_MASS_DIAGONAL : GEOMS_MASS_CONSTANT_DIAGONAL;
        assert_int_equal (go (&s), 0);
        for (int with_rows = 0; with_rows < 2; with_rows++) {
            memset (M, 17, sizeof M);
            assert_int_equal (geoms_run_evaluate (s.run, 1, &t, s.x0, with_rows ? rows : NULL, M,
                                                  NULL, NULL), 0);
            for (int j = 0; j < 16; j++)
                assert_true (M[j] == (j % 5 == 0 ? mass_of (&s.string, j / 5) : 0));
        }
        forget (&s);
    }
}

/* a state that goes on with the same bits; states that are projected on nothing */
static void runs_go_on (void **state)
{
    Stretch all, part;
    GeomsProblem problem;
    double *kept, relative[3] = {1, 1, 1}, t = 0.5;
    size_t size;
    GeomsRun *rest;

    (void)state;
    make (&all, 12, MASS_OF_FUNCTION);
    make (&part, 12, MASS_OF_FUNCTION);
    part.tspan[1] = 0.25, part.tspan[2] = 0.5;
    assert_int_equal (go (&all), 0);
    assert_int_equal (go (&part), 0);
    size = geoms_run_state_size (part.run);
    kept = malloc (size * sizeof *kept);
    assert_non_null (kept);
    geoms_run_state (part.run, kept);
    problem = (GeomsProblem){.model = &part.model,
                             .user = &part.string,
                             .options = &part.options,
                             .rtol = part.tol,
                             .atol = part.tol,
                             .ntspan = 2,
                             .tspan = all.tspan + 1,
                             .x0 = part.x0,
                             .state = kept,
                             .nstate = size};
    rest = geoms_run_create (&problem, &part.report);
    assert_non_null (rest);
    assert_int_equal (geoms_run_integrate (rest), 0);
    geoms_run_free (part.run);
    part.run = rest;
    {
        const GeomsSolution *p = geoms_run_solution (all.run), *q = geoms_run_solution (rest);

        assert_memory_equal (p->x + (p->count - 1) * 24, q->x + (q->count - 1) * 24,
                             24 * sizeof (double));
    }
    assert_int_equal (geoms_run_project (rest, 1, &t, part.x0, NULL, relative, 1), 0);
    assert_true (relative[0] == 0 && relative[1] == 0 && relative[2] == 0);
    assert_true (part.x0[12] == all.x0[12]);
    free (kept);
    forget (&all);
    forget (&part);
}

int main (void)
{
    const struct CMUnitTest tests[]
        = {cmocka_unit_test (memory_grows_with_the_unknowns),
           cmocka_unit_test (five_thousand_points),
        cmocka_unit_test (too_many_for_matrices),
        cmocka_unit_test (too_many_for_terms),
           cmocka_unit_test (right_hand_sides),
           cmocka_unit_test (motions_are_those_of_the_equations),
           cmocka_unit_test (wrong_accelerations_are_found_by_each_mass),
           cmocka_unit_test (masses_can_be_had),
           cmocka_unit_test (runs_go_on)};

    return cmocka_run_group_tests_name ("create", tests, NULL, NULL);
}
