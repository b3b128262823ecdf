/* test_rhs.c - right-hand sides for other solvers: the classical Runge-Kutta method and Newton's
 * method around them follow the exact motions with their orders; the rows are those that runs
 * integrate; states do not disturb each other; what is refused
 */
#include "forms.h"
#include "geoms_tree.h"
#include "forms/accelerations/accelerations.h"
#include "inside.h"
#include "moving.h"

enum { MOST_Z = 24 };

static const int formulations[] = {GEOMS_FORMULATION_INDEX1_EXPLICIT,
                                   GEOMS_FORMULATION_INDEX1_IMPLICIT,
                                   GEOMS_FORMULATION_PARTITION_FULL,
                                   GEOMS_FORMULATION_PARTITION_FIXED,
                                   GEOMS_FORMULATION_PARTITION_QR,
                                   GEOMS_FORMULATION_PARTITION_SVD};
enum { FORMS = sizeof formulations / sizeof formulations[0] };

static int is_semi_explicit (int formulation)
{
    return formulation == GEOMS_FORMULATION_INDEX1_EXPLICIT
           || formulation == GEOMS_FORMULATION_INDEX1_IMPLICIT;
}

static GeomsRhs *rhs_of (const Case *c, int formulation)
{
    GeomsReport report;
    GeomsRhs *r = geoms_rhs_create (&c->model.system, c->user, formulation, c->independent,
                                    c->options.rank_tol, &report);

    if (r == NULL)
        fail_msg ("%s: %s", c->model.name, report.text);
    assert_int_equal (report.status, 0);
    return r;
}

static void rows_at (GeomsRhs *r, double t, const double *z, double *rows)
{
    GeomsReport report;
    const int status = geoms_rhs_evaluate (r, 1, &t, z, rows, &report);

    if (status != 0)
        fail_msg ("t = %g: %d, %s", t, status, report.text);
}

/* ---- z' of a state: the unknowns without a derivative from their rows, which are affine in them
 * ---- */

typedef struct Solver {
    const Case *c;
    GeomsRhs *r;
    int n, m, nx; /* z; lambda and mu; x */
} Solver;

/* columns of the unknowns without derivative: lambda, mu and v' */
static int algebraic (const Solver *s, int i) { return i < s->m ? i : s->nx + i - s->m; }

static void slope (const Solver *s, double t, double *z, double *zdot)
{
    const int count = s->m + s->n - s->nx;
    double A[64], rows[MOST_Z], b[8];

    assert_true (count <= 8 && s->n <= MOST_Z);
    for (int i = 0; i < count; i++)
        z[algebraic (s, i)] = 0;
    rows_at (s->r, t, z, rows);
    for (int i = 0; i < count; i++)
        b[i] = -rows[algebraic (s, i)];
    for (int j = 0; j < count; j++) {
        z[algebraic (s, j)] = 1;
        rows_at (s->r, t, z, zdot);
        z[algebraic (s, j)] = 0;
        for (int i = 0; i < count; i++)
            A[i + count * j] = zdot[algebraic (s, i)] + b[i];
    }
    assert_int_equal (model_solve (count, A, 1, b), 0);
    for (int i = 0; i < count; i++)
        z[algebraic (s, i)] = b[i];
    rows_at (s->r, t, z, zdot);
    for (int i = 0; i < count; i++) {
        assert_true (fabs (zdot[algebraic (s, i)]) < 1e-10); /* they are met */
        zdot[algebraic (s, i)] = 0;
    }
}

/* z (t + h) by the classical Runge-Kutta method */
static void step (const Solver *s, double t, double h, double *z)
{
    static const double c[4] = {0, 0.5, 0.5, 1}, b[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
    double k[4][MOST_Z] = {{0}}, y[MOST_Z], sum[MOST_Z] = {0};

    for (int j = 0; j < 4; j++) {
        for (int i = 0; i < s->n; i++)
            y[i] = z[i] + (j > 0 ? h * c[j] * k[j - 1][i] : 0);
        slope (s, t + c[j] * h, y, k[j]);
        for (int i = 0; i < s->n; i++)
            sum[i] += b[j] * k[j][i];
    }
    for (int i = 0; i < s->n; i++)
        z[i] += h * sum[i];
    slope (s, t + h, z, y); /* lambda, mu and v' of the end */
}

static double error_of (Case *c, int formulation, double end, int steps)
{
    const double t0 = c->tspan[0], h = (end - t0) / steps;
    Solver s = {.c = c, .r = rhs_of (c, formulation), .nx = c->n};
    double z[MOST_Z] = {0}, x[MOST_UNKNOWNS];
    GeomsReport report;

    s.n = geoms_rhs_unknowns (s.r);
    s.m = c->model.system.dims.nl + c->model.system.dims.nm;
    assert_int_equal (
        s.n,
        c->n + (formulation == GEOMS_FORMULATION_INDEX1_IMPLICIT ? c->model.system.dims.nv : 0));
    memcpy (z, c->x0, (size_t)c->n * sizeof *z);
    assert_int_equal (geoms_rhs_begin (s.r, t0, z, &report), 0);
    for (int i = 0; i < steps; i++)
        step (&s, t0 + i * h, h, z);
    assert_int_equal (c->model.exact (end, x, c->user), 0);
    geoms_rhs_free (s.r);
    return distance (z, x, 0, c->n);
}

/* each model with the parts that it gives, and without */
static Case case_number (int i)
{
    static const TestModel *const models[]
        = {&model_slidercrank, &model_sleigh, &model_disk, &model_prescribed, &model_oscillator};
    Case c = i < 2 ? case_of_moving () : case_of (models[i / 2 - 1]);

    if (i % 2)
        c.model.system.parts = NULL;
    return c;
}
enum { MODELS = 12 };

static void exact_motions_are_followed (void **state)
{
    static const int steps[MODELS / 2] = {40, 40, 30, 40, 40, 40};
    static const double end[MODELS / 2] = {1, 0.3, 1, 1, 1, 1};

    (void)state;
    for (int model = 0; model < MODELS; model++)
        for (int i = 0; i < FORMS; i++) {
            /* of constraints that are not met quite, each choice makes another v*: no order if it
             * changes */
            static const int angles[4] = {0, 0, 1, 1};
            Case c = case_number (model);
            double coarse, fine;

            if (c.model.system.dims.nm == 2)
                c.independent = angles;
            coarse = error_of (&c, formulations[i], end[model / 2], steps[model / 2]);
            fine = error_of (&c, formulations[i], end[model / 2], 2 * steps[model / 2]);
            print_message ("%s, %d: %.1e, %.1e, order %.2f\n", c.model.name, formulations[i],
                           coarse, fine, order_of (coarse, fine));
            assert_true (fine < 1e-6);
            assert_true (fine < 1e-12 || fabs (order_of (coarse, fine) - 4) < 0.35);
            case_free (&c);
        }
}

/* ---- the rows are those of runs ---- */

static void rows_are_those_that_are_integrated (void **state)
{
    (void)state;
    for (int i = 0; i < FORMS; i++) {
        Case c = case_of_moving ();
        GeomsRun *run;
        GeomsAccelerations *form;
        GeomsRhs *r = rhs_of (&c, formulations[i]);
        unsigned seed = 6;

        c.options.formulation = formulations[i];
        c.options.method = GEOMS_METHOD_RADAU5;
        run = create_run (&c);
        form = (GeomsAccelerations *)run_form (run);
        for (int k = 0; k < 10; k++) {
            const double t = 0.2 * k;
            double z[MOST_Z], rows[MOST_Z], expected[MOST_Z];

            moving_exact (t, z, NULL);
            fill_noise (3, z + MOVING_N, &seed);
            z[0] += 0.1;
            assert_int_equal (geoms_motion_begin (form, t, z), 0);
            z[1] -= 0.2;
            assert_int_equal (geoms_rows_evaluate (form, GEOMS_FOR_METHOD, 1, &t, z, expected), 0);
            rows_at (r, t, z, rows);
            assert_true (distance (rows, expected, 0, geoms_rhs_unknowns (r)) < 1e-13);
        }
        geoms_rhs_free (r);
        geoms_run_free (run);
        case_free (&c);
    }
}

/* v' and p' of a partition do not see the part of v that does not meet the constraints */
static void partitions_do_not_see_errors_of_velocities (void **state)
{
    (void)state;
    for (int i = 2; i < FORMS; i++) {
        Case c = case_of_moving ();
        GeomsRhs *r = rhs_of (&c, formulations[i]);
        const double t = 0.4;
        double z[MOST_Z], C[6], rows[MOST_Z], moved[MOST_Z];
        int differ;

        moving_exact (t, z, NULL);
        moving_C (z + MOVING_P, C);
        rows_at (r, t, z, rows);
        for (int j = 0; j < 3; j++) /* across all directions that are allowed */
            z[MOVING_V + j] += 0.1 * C[2 * j] - 0.05 * C[2 * j + 1];
        rows_at (r, t, z, moved);
        differ = distance (moved, rows, 2, MOVING_N) > 1e-3;
        if (formulations[i] == GEOMS_FORMULATION_PARTITION_QR
            || formulations[i] == GEOMS_FORMULATION_PARTITION_SVD) /* but forces do */
            assert_true (distance (moved, rows, MOVING_P, MOVING_N) < 1e-13);
        else if (formulations[i] == GEOMS_FORMULATION_PARTITION_FULL)
            assert_true (differ);
        geoms_rhs_free (r);
        case_free (&c);
    }
}

/* ---- states are independent of each other ---- */

static void states_do_not_disturb_each_other (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * FORMS; i++) {
        const double q[9] = {0.28, 0.36, 0.002727, 0.3, 0.151104, 0.0045339259, 0.075552, 0.8, 5};
        Case c = i % 2 ? case_with (&model_slidercrank, q, 9) : case_of_moving ();
        GeomsRhs *r = rhs_of (&c, formulations[i / 2]), *other;
        const int n = geoms_rhs_unknowns (r);
        double t[30], z[30 * MOST_Z], all[30 * MOST_Z], one[MOST_Z];
        unsigned seed = 3;
        GeomsReport report;

        for (int k = 0; k < 30; k++) {
            t[k] = 0.05 * k;
            assert_int_equal (c.model.exact (t[k], z + k * n, c.user), 0);
            fill_noise ((size_t)(n - c.n), z + k * n + c.n, &seed);
        }
        assert_int_equal (geoms_rhs_evaluate (r, 30, t, z, all, &report), 0);
        for (int k = 29; k >= 0; k--) {
            other = rhs_of (&c, formulations[i / 2]);
            rows_at (r, t[k], z + k * n, one);
            assert_memory_equal (one, all + k * n, (size_t)n * sizeof *one);
            rows_at (other, t[k], z + k * n, one);
            assert_memory_equal (one, all + k * n, (size_t)n * sizeof *one);
            geoms_rhs_free (other);
        }
        geoms_rhs_free (r);
        case_free (&c);
    }
}

/* a chain of hinges gives the rows of several states at once: those that it gives one by one */
static void states_of_trees_come_at_once (void **state)
{
    enum { LINKS = 4, K = 7, N = 2 * LINKS };
    GeomsBody body[LINKS];
    const GeomsTreeDescription d = {.gravity = {0, 0, -9.81}, .bodies = LINKS, .body = body};
    double t[K] = {0}, z[K * N], all[K * N], one[N];
    unsigned seed = 6;
    GeomsReport report;
    GeomsModel model;

    (void)state;
    for (int i = 0; i < LINKS; i++)
        body[i] = (GeomsBody){.parent = i - 1,
                              .joint = GEOMS_JOINT_REVOLUTE,
                              .axis = {i % 2, 1 - i % 2, 0},
                              .at = {0, 0, i > 0},
                              .turn = {1, 0, 0, 0, 1, 0, 0, 0, 1},
                              .mass = 1,
                              .com = {0, 0, 0.5},
                              .inertia = {0.08, 0.08, 0.01}};
    GeomsTreeSystem *s = geoms_tree_create (&d, &model, &report);
    assert_non_null (s);
    fill_noise (K * N, z, &seed);
    for (int i = 0; i < FORMS; i++) {
        GeomsRhs *r = geoms_rhs_create (&model, s, formulations[i], NULL, 1e-10, &report);

        assert_non_null (r);
        if (geoms_rhs_unknowns (r) == N) {
            assert_int_equal (geoms_rhs_evaluate (r, K, t, z, all, &report), 0);
            for (int k = 0; k < K; k++) {
                rows_at (r, 0, z + k * N, one);
                assert_memory_equal (one, all + k * N, sizeof one);
            }
            z[N] = NAN;
            assert_int_equal (geoms_rhs_evaluate (r, K, t, z, all, &report), GEOMS_RETRY);
            z[N] = 0;
        }
        geoms_rhs_free (r);
    }
    geoms_tree_free (s);
}

/* ---- the start ---- */

static void starts_are_completed (void **state)
{
    (void)state;
    for (int i = 0; i < FORMS; i++) {
        Case c = case_of_moving ();
        GeomsRhs *r = rhs_of (&c, formulations[i]);
        const MovingTrack o = moving_track (0.3);
        double z[MOST_Z] = {0}, x[MOVING_N];
        GeomsReport report;

        moving_exact (0.3, x, NULL);
        memcpy (z, x, sizeof x);
        z[0] = 99;
        assert_int_equal (geoms_rhs_begin (r, 0.3, z, &report), 0);
        assert_true (is_semi_explicit (formulations[i]) ? z[0] == 99 : fabs (z[0] - x[0]) < 1e-13);
        assert_memory_equal (z + 2, x + 2, 8 * sizeof *x);
        if (formulations[i] == GEOMS_FORMULATION_INDEX1_IMPLICIT)
            assert_true (distance (z + MOVING_N, o.a, 0, 3) < 1e-13);
        geoms_rhs_free (r);
        case_free (&c);
    }
}

/* ---- what is refused ---- */

static void expect_none (const Case *c, int formulation, int status, const char *words)
{
    GeomsReport report;

    assert_null (
        geoms_rhs_create (&c->model.system, c->user, formulation, c->independent, 0, &report));
    if (report.status != status || strstr (report.text, words) == NULL)
        fail_msg ("%d instead of %d, or '%s' is not in: %s", report.status, status, words,
                  report.text);
}

static void systems_without_are_refused (void **state)
{
    Case c = case_of (&model_skate);

    (void)state;
    for (int i = 0; i < FORMS; i++)
        expect_none (&c, formulations[i], GEOMS_BAD_FORMULATION, "auxiliary variables w");
    c.model.system.dims.nw = 0;
    expect_none (&c, GEOMS_FORMULATION_PARTITION_FULL, GEOMS_BAD_FORMULATION,
                 "contact variables s");
    case_free (&c);
    c = case_of (&model_pendulum);
    expect_none (&c, GEOMS_FORMULATION_PSF, GEOMS_BAD_FORMULATION,
                 "This formulation has no right-hand side for other solvers.");
    expect_none (&c, GEOMS_FORMULATION_PSI1, GEOMS_BAD_FORMULATION, "no right-hand side");
    c.model.system.rda = NULL;
    expect_none (&c, GEOMS_FORMULATION_PARTITION_FULL, GEOMS_BAD_MODEL, "no function rda");
    case_free (&c);
    geoms_rhs_free (NULL);
}

/* at the state where z begins, and at any other one */
static void expect_status (const Case *c, int formulation, const double *z, int status,
                           const char *words, int at_start)
{
    GeomsRhs *r = rhs_of (c, formulation);
    double rows[MOST_Z], y[MOST_Z] = {0};
    const double t = 0;
    GeomsReport report;
    int found;

    memcpy (y, z, (size_t)c->n * sizeof *y);
    found = at_start ? geoms_rhs_begin (r, t, y, &report)
                     : geoms_rhs_evaluate (r, 1, &t, y, rows, &report);
    if (found != status || (status < 0 && strstr (report.text, words) == NULL))
        fail_msg ("formulation %d: %d instead of %d, or '%s' is not in: %s", formulation, found,
                  status, words, report.text);
    geoms_rhs_free (r);
}

static void singular_choices_are_told (void **state)
{
    static const int none[3] = {0, 0, 0}, slider[3] = {1, 0, 0};
    const double q[9] = {0.15, 0.36, 0.002727, 0.3, 0.151104, 0.0045339259, 0.075552, 0, 5};
    Case c = case_with (&model_slidercrank, q, 9); /* a dead centre */

    (void)state;
    c.independent = slider;
    for (int start = 0; start < 2; start++)
        expect_status (&c, GEOMS_FORMULATION_PARTITION_FIXED, c.x0, GEOMS_PARTITION_SINGULAR,
                       "The independent coordinates v(1) do not determine the others at t = 0",
                       start);
    c.independent = none;
    expect_status (&c, GEOMS_FORMULATION_PARTITION_FIXED, c.x0, GEOMS_BAD_OPTION,
                   "0 independent coordinates are given", 1);
    c.independent = NULL;
    for (int i = 0; i < FORMS; i++)
        expect_status (&c, formulations[i], c.x0, 0, "", 0);
    case_free (&c);
}

/* the pendulum at its support: C = 0 */
static void singular_constraints_are_told (void **state)
{
    const double z[5] = {1, 0, 0, 0, 0};
    Case c = case_of (&model_pendulum);

    (void)state;
    for (int start = 0; start < 2; start++)
        for (int i = 0; i < FORMS; i++) {
            const int minimal = formulations[i] == GEOMS_FORMULATION_PARTITION_SVD;
            const int rows_only = is_semi_explicit (formulations[i]) && ! start;

            expect_status (&c, formulations[i], z, minimal || rows_only ? 0 : GEOMS_PARTITION_RANK,
                           "depend on each other at t = 0", start);
        }
    case_free (&c);
}

/* A state that cannot be evaluated says so, whatever the one before it was; the next one is as good
 * as ever. */
static void bad_numbers_are_told (void **state)
{
    static const int slider[3] = {1, 0, 0};
    const double q[9] = {0.15, 0.36, 0.002727, 0.3, 0.151104, 0.0045339259, 0.075552, 0, 5};

    (void)state;
    for (int i = 0; i < FORMS; i++) {
        Case c = case_with (&model_slidercrank, q, 9);
        const int fixed = formulations[i] == GEOMS_FORMULATION_PARTITION_FIXED;
        double z[3 * MOST_Z] = {0}, rows[3 * MOST_Z], t[3] = {0, 0.1, 0.1}, expected[MOST_Z];
        GeomsReport report;
        GeomsRhs *r;
        int n;

        c.independent = fixed ? slider : NULL;
        r = rhs_of (&c, formulations[i]);
        n = geoms_rhs_unknowns (r);
        memcpy (z, c.x0, (size_t)c.n * sizeof *z);
        for (int k = 1; k < 3; k++)
            assert_int_equal (c.model.exact (0.1, z + k * n, c.user), 0);
        rows_at (r, 0.1, z + 2 * n, expected);
        z[n + 6] = NAN;
        if (fixed) { /* the dead centre comes first */
            assert_int_equal (geoms_rhs_evaluate (r, 1, t, z, rows, &report),
                              GEOMS_PARTITION_SINGULAR);
            assert_int_equal (report.status, GEOMS_PARTITION_SINGULAR);
        }
        for (int k = 0; k < 2; k++) {
            assert_int_equal (geoms_rhs_evaluate (r, 1, t + 1, z + n, rows, &report), GEOMS_RETRY);
            z[n + 6] = INFINITY;
        }
        assert_int_equal (geoms_rhs_evaluate (r, 2, t + 1, z + n, rows, &report), GEOMS_RETRY);
        rows_at (r, 0.1, z + 2 * n, rows);
        assert_memory_equal (rows, expected, (size_t)n * sizeof *rows);
        geoms_rhs_free (r);
        case_free (&c);
    }
}

/* the same where the model gives its parts */
static void bad_numbers_in_parts_are_told (void **state)
{
    (void)state;
    for (int i = 0; i < FORMS; i++)
        for (int at = 2; at < MOVING_N; at++) {
            Case c = case_of_moving ();
            GeomsRhs *r = rhs_of (&c, formulations[i]);
            const double t = 0.1;
            double z[MOST_Z] = {0}, rows[MOST_Z];
            GeomsReport report;

            moving_exact (t, z, NULL);
            z[at] = at % 2 ? NAN : INFINITY;
            if (at != MOVING_P + 1
                && /* y is seen by g alone */ geoms_rhs_evaluate (r, 1, &t, z, rows, &report)
                       != GEOMS_RETRY)
                fail_msg ("formulation %d, unknown %d: %d, %s", formulations[i], at, report.status,
                          report.text);
            geoms_rhs_free (r);
            case_free (&c);
        }
}

static int stopping (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                     void *user)
{
    const int status = model_pendulum.system.rda (k, t, x, ldx, out, ldo, user);

    return x[3] < -0.5 ? -1 : x[3] < 0 ? 1 : status;
}

static void return_values_are_obeyed (void **state)
{
    (void)state;
    for (int i = 0; i < FORMS; i++) {
        Case c = case_of (&model_pendulum);
        double z[MOST_Z] = {0, 0, 0, 0.6, -0.8}, rows[MOST_Z];
        const double t = 2;
        GeomsReport report;
        GeomsRhs *r;

        model_replace_rda (&c.model.system, stopping);
        r = rhs_of (&c, formulations[i]);
        rows_at (r, t, z, rows);
        z[3] = -0.1;
        assert_int_equal (geoms_rhs_evaluate (r, 1, &t, z, rows, &report), GEOMS_RETRY);
        assert_int_equal (geoms_rhs_begin (r, t, z, &report), GEOMS_RETRY);
        z[3] = -0.6;
        assert_int_equal (geoms_rhs_evaluate (r, 1, &t, z, rows, &report), GEOMS_STOP_EOM);
        assert_non_null (strstr (report.text, "The function rda stopped the run at t = 2."));
        assert_int_equal (geoms_rhs_begin (r, t, z, &report), GEOMS_STOP_EOM);
        geoms_rhs_free (r);
        case_free (&c);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (exact_motions_are_followed),
        cmocka_unit_test (rows_are_those_that_are_integrated),
        cmocka_unit_test (partitions_do_not_see_errors_of_velocities),
        cmocka_unit_test (states_do_not_disturb_each_other),
        cmocka_unit_test (states_of_trees_come_at_once),
        cmocka_unit_test (starts_are_completed),
        cmocka_unit_test (systems_without_are_refused),
        cmocka_unit_test (singular_choices_are_told),
        cmocka_unit_test (singular_constraints_are_told),
        cmocka_unit_test (bad_numbers_are_told),
        cmocka_unit_test (bad_numbers_in_parts_are_told),
        cmocka_unit_test (return_values_are_obeyed),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
