/* test_multipliers_linear.c - blocks_jac, d R / dx at given accelerations:
 *
 *     R = [ d; C alpha + gamma; gI; h~; e; c; g; b; f - M alpha - C'[lambda; mu]; Z v ]
 *
 * those of the models against differences; linearisations and runs with and without; what it may
 * return
 */
#include "assembled.h"
#include "models/all.h"

static Bench b;

/* ---- blocks_jac of any model, from its parts ---- */

static Assembly any;

static void rows_of (double t, const double *x, const double *alpha, double *R)
{
    const GeomsEquations *e = &any.eq;

    assert_int_equal (geoms_parts_evaluate (&any.parts, GEOMS_FOR_METHOD, 1, &t, x, e->n), 0);
    geoms_parts_rda (&any.parts, 0, x, alpha, R);
    geoms_mass_apply (e, geoms_parts_at (&any.parts, 0).M, -1, alpha, R + e->r_v);
}

/* of fourth order from x_j +- step, x_j +- 2 step */
static void quotient (double t, const double *x, const double *alpha, int j, double *column)
{
    const double step = 1e-4 * fmax (0.01, fabs (x[j]));
    double y[MOST_UNKNOWNS], plus[MOST_ROWS], minus[MOST_ROWS];

    memset (column, 0, (size_t)any.eq.m * sizeof *column);
    memcpy (y, x, (size_t)any.eq.n * sizeof *y);
    for (int i = 1; i < 3; i++) {
        const double weight = i == 1 ? 4.0 / 3 : -1.0 / 3;

        y[j] = x[j] + i * step;
        rows_of (t, y, alpha, plus);
        y[j] = x[j] - i * step;
        rows_of (t, y, alpha, minus);
        for (int r = 0; r < any.eq.m; r++)
            column[r] += weight * (plus[r] - minus[r]) / (2 * i * step);
    }
}

static int blocks_of_any (double t, const double *x, const double *alpha, double *B, int ldb,
                          void *user)
{
    (void)user;
    assert_int_equal (ldb, any.eq.m);
    for (int j = 0; j < any.eq.n; j++)
        quotient (t, x, alpha, j, B + j * ldb);
    return 0;
}

static Case case_number (int i)
{
    const TestModel model = model_number (i);
    double q;

    return case_with (&model, &q, model_size (&model, &q));
}

/* ---- what the models give ---- */

/* terms of row r */
static double size_of (const double *B, const double *x, int r)
{
    double sum = 0;

    for (int j = 0; j < any.eq.n; j++)
        sum += fabs (B[r + j * any.eq.m] * x[j]);
    return fmax (1, sum);
}

static void check_blocks (const Case *c, unsigned seed)
{
    static double B[MOST_ROWS * MOST_UNKNOWNS];
    double x[MOST_UNKNOWNS], alpha[MOST_UNKNOWNS], column[MOST_ROWS];

    for (int i = 0; i < c->n; i++)
        x[i] = c->x0[i] + 0.1 * (0.5 + fabs (c->x0[i])) * noise (&seed);
    for (int i = 0; i < any.eq.d.nv; i++)
        alpha[i] = 3 * noise (&seed);
    memset (B, 0, sizeof B);
    assert_int_equal (c->model.blocks_jac (0.3, x, alpha, B, c->m, c->user), 0);
    for (int j = 0; j < c->n; j++) {
        quotient (0.3, x, alpha, j, column);
        for (int r = 0; r < c->m; r++)
            if (fabs (column[r] - B[r + j * c->m])
                > 1e-8 * size_of (B, x, r) / fmax (0.01, fabs (x[j])))
                fail_msg ("%s: B (%d, %d) = %.12g, difference quotient %.12g", c->model.name, r, j,
                          B[r + j * c->m], column[r]);
    }
}

static void blocks_are_derivatives (void **state)
{
    int count = 0;

    (void)state;
    for (int i = 0; i < ALL_MODELS; i++) {
        Case c = case_number (i);

        if (c.model.blocks_jac != NULL) {
            count++;
            assembly_open (&any, &c);
            for (unsigned seed = 1; seed < 6; seed++)
                check_blocks (&c, seed);
            assembly_close (&any);
        }
        case_free (&c);
    }
    assert_int_equal (count, 5);
}

/* ---- linearisations ---- */

typedef struct Linear {
    double J[MOST_ROWS * MOST_UNKNOWNS], A[MOST_UNKNOWNS * MOST_UNKNOWNS],
        L[MOST_UNKNOWNS * MOST_UNKNOWNS], base[MOST_ROWS];
} Linear;

static int (*model_jac) (double t, const double *x, double *J, int ldj, void *user);

static void linearise (Case *c, Linear *found)
{
    GeomsModel exact = c->model.system;

    exact.jac = model_jac;
    bench_open (&b, c, GEOMS_FORMULATION_PSF);
    assert_true (inside (&b).solved);
    for (int i = 0; i < c->n; i++)
        b.increment[i] = 1; /* little rounding in differences */
    bench_move (&b, 1e-3, 4);
    assert_int_equal (model_multipliers (&exact, b.t, b.x, c->user), 0);
    assert_int_equal (bench_linearise_at (&b, b.t, b.x, GEOMS_BASE_FILL), 0);
    memset (found, 0, sizeof *found);
    memcpy (found->J, inside (&b).J, (size_t)(c->m * c->n) * sizeof (double));
    memcpy (found->A, inside (&b).A,
            (size_t)(b.eq.d.nv * (c->n - b.eq.o2)) * sizeof (double));
    memcpy (found->L, inside (&b).L, (size_t)(b.eq.n1 * (c->n - b.eq.o2)) * sizeof (double));
    memcpy (found->base, inside (&b).base, (size_t)c->m * sizeof (double));
    bench_close (&b);
}

/* largest |X - Y|, relative to the largest entry of the row, at least to a thousandth of that of
 * all */
static double apart (int rows, int columns, const double *X, const double *Y)
{
    double worst = 0, whole = 0;

    for (int i = 0; i < rows * columns; i++)
        whole = fmax (whole, fabs (Y[i]));
    for (int i = 0; i < rows; i++) {
        double most = 0, largest = 1e-3 * whole;

        for (int j = 0; j < columns; j++) {
            most = fmax (most, fabs (X[i + j * rows] - Y[i + j * rows]));
            largest = fmax (largest, fabs (Y[i + j * rows]));
        }
        worst = fmax (worst, most / largest);
    }
    return worst;
}

/* no rows of C depend on each other at the start */
static int is_regular (const Case *c)
{
    static double J[MOST_ROWS * MOST_UNKNOWNS], C[MOST_ROWS * MOST_UNKNOWNS];
    const GeomsDims *d = &c->model.system.dims;
    const int m = d->nl + d->nm, gI = d->nw + m, v = d->nw + m + d->nr;

    memset (J, 0, sizeof J);
    assert_int_equal (c->model.system.jac (c->tspan[0], c->x0, J, c->m, c->user), 0);
    for (int j = 0; j < d->nv; j++)
        memcpy (C + j * m, J + gI + (v + j) * c->m, (size_t)m * sizeof *C);
    return m == 0 || model_rank (m, d->nv, C) == m;
}

/* all models, by blocks_of_any; rows of velocities as forces and as accelerations; those that give
 * theirs as well */
static void linearisations_agree (void **state)
{
    static Linear differences, blocks;

    (void)state;
    for (int i = 0; i < 3 * ALL_MODELS; i++) {
        Case c = case_number (i / 3);
        const GeomsDims *d = &c.model.system.dims;
        const int regular = is_regular (&c), nv = d->nv, n1 = d->nw + d->nl + d->nm;
        double worst;

        c.options.velocity_rows
            = i % 3 == 1 ? GEOMS_VELOCITY_ROWS_ACCELERATION : GEOMS_VELOCITY_ROWS_FORCE;
        if (i % 3 == 2 && c.model.blocks_jac == NULL) {
            case_free (&c);
            continue;
        }
        model_jac = c.model.system.jac;
        c.model.system.jac = NULL;
        linearise (&c, &differences);
        assembly_open (&any, &c);
        c.model.system.blocks_jac = i % 3 == 2 ? c.model.blocks_jac : blocks_of_any;
        linearise (&c, &blocks);
        assembly_close (&any);
        worst = apart (c.m, c.n, differences.J, blocks.J);
        if (regular) {
            worst = fmax (worst, apart (nv, c.n - n1, differences.A, blocks.A));
            worst = fmax (worst, apart (n1, c.n - n1, differences.L, blocks.L));
        }
        print_message ("%s: %.1e\n", c.model.name, worst);
        assert_true (worst < 2e-5);
        assert_memory_equal (differences.base, blocks.base, sizeof blocks.base);
        case_free (&c);
    }
}

/* ---- runs ---- */

static long evaluations (const Outcome *o) { return o->counters.neom + o->counters.neomjac; }

static Outcome solve_by (const TestModel *model, const GeomsModel *system, double tol)
{
    Case c = case_of (model);
    Outcome o;

    c.model.system = *system;
    case_tolerance (&c, tol);
    o = solve (&c);
    case_free (&c);
    return o;
}

static void runs_need_fewer_evaluations (void **state)
{
    static const TestModel *const list[] = {&model_pendulum, &model_pendulum_energy,
                                            &model_slidercrank, &model_andrews, &model_oscillator};

    (void)state;
    for (int i = 0; i < 10; i++) {
        const TestModel *model = list[i / 2];
        const GeomsModel differences = model_differences (model), blocks = model_blocks (model);
        Outcome d = solve_by (model, &differences, i % 2 ? 1e-9 : 1e-6),
                e = solve_by (model, &blocks, i % 2 ? 1e-9 : 1e-6);
        const long steps = d.counters.naccpt, others = e.counters.naccpt;

        print_message ("%s: %ld and %ld steps, %ld and %ld evaluations\n", model->name, steps,
                       others, evaluations (&d), evaluations (&e));
        assert_true (50 * labs (steps - others) <= geoms_int_max ((int)steps, 50));
        assert_true (evaluations (&e) < evaluations (&d));
        assert_true (e.counters.neomjac <= 4); /* the look for friction */
        outcome_free (&d);
        outcome_free (&e);
    }
}

/* ---- what it is asked for, and what it answers ---- */

static long calls;
static double limit;
static int answer;

static int answering (double t, const double *x, const double *alpha, double *B, int ldb,
                      void *user)
{
    const int status = model_slidercrank.blocks_jac (t, x, alpha, B, ldb, user);

    calls++;
    if (t > limit && answer == 2)
        B[3] = NAN;
    return t > limit && answer != 2 ? answer : status;
}

static int no_jac (double t, const double *x, double *J, int ldj, void *user)
{
    (void)t, (void)x, (void)J, (void)ldj, (void)user;
    return -1;
}

/* each call is a Jacobian, jac is not asked beside it */
static void calls_are_counted (void **state)
{
    Case c = case_of (&model_slidercrank);
    Outcome o;

    (void)state;
    c.model.system.blocks_jac = answering;
    c.model.system.jac = no_jac;
    calls = 0;
    answer = 0;
    o = solve (&c);
    assert_int_equal (calls, o.counters.njac);
    assert_true (final_error (&c, &o) < 1e-4);
    case_end (&c, &o);
}

static void answers_are_obeyed (void **state)
{
    (void)state;
    limit = 0.1;
    for (answer = -1; answer < 3; answer++) {
        Case c = case_of (&model_slidercrank);
        Outcome o;

        c.model.system.blocks_jac = answering;
        o = attempt (&c);
        assert_int_equal (o.status == 0, answer == 0);
        if (answer < 0) {
            assert_int_equal (o.status, GEOMS_STOP_JACOBIAN);
            assert_non_null (strstr (o.report.text, "blocks_jac"));
        }
        case_end (&c, &o);
    }
}

/* beside other formulations and iterated multipliers J is what it was */
static void others_do_without (void **state)
{
    (void)state;
    answer = -1;
    limit = -1;
    for (int i = 0; i < 2; i++) {
        Case c = case_of (&model_slidercrank);
        Outcome o;

        c.model.system.blocks_jac = answering;
        c.options.formulation = i ? GEOMS_FORMULATION_PSF : GEOMS_FORMULATION_PSI1;
        c.options.multipliers = i ? GEOMS_MULTIPLIERS_ITERATED : GEOMS_MULTIPLIERS_AUTO;
        c.tspan[1] = 0.1;
        o = solve (&c);
        case_end (&c, &o);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (blocks_are_derivatives),      cmocka_unit_test (linearisations_agree),
        cmocka_unit_test (runs_need_fewer_evaluations), cmocka_unit_test (calls_are_counted),
        cmocka_unit_test (answers_are_obeyed),          cmocka_unit_test (others_do_without),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
