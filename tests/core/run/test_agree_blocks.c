/* test_agree_blocks.c - blocks_jac that are not the derivatives of the parts are found at the
 * start, and named */
#include "forms.h"
#include "models/all.h"
#include "test.h"

/* ---- one entry of blocks_jac, changed ---- */

static const TestModel *inner;
static int row, column;
static double more;

static int changed (double t, const double *x, const double *alpha, double *B, int ldb, void *user)
{
    const int status = inner->blocks_jac (t, x, alpha, B, ldb, user);
    double *entry = B + row + column * ldb;

    *entry += more * (1 + fabs (*entry));
    return status;
}

static Outcome attempt_changed (const TestModel *model)
{
    Case c = case_of (model);
    Outcome o;

    inner = model;
    c.model.system.blocks_jac = changed;
    c.tspan[1] = c.tspan[0] + 1e-4;
    o = attempt (&c);
    case_free (&c);
    return o;
}

/* every entry, whether it is zero or not */
static void wrong_entries_are_named (void **state)
{
    static const TestModel *const list[]
        = {&model_pendulum, &model_pendulum_energy, &model_slidercrank};
    static const char *const unknowns[5] = {"lambda(1)", "v(1)", "v(2)", "p(1)", "p(2)"};

    (void)state;
    for (int i = 0; i < 3; i++) {
        const GeomsDims *d = &list[i]->system.dims;
        const int m = model_rows (d), n = model_unknowns (d);

        more = 0.1;
        for (int j = 0; j < m * n; j++) {
            Outcome o;

            row = j % m;
            column = j / m;
            o = attempt_changed (list[i]);
            if (o.status != GEOMS_BAD_MODEL || strstr (o.report.text, "blocks_jac") == NULL
                || (i < 2 && strstr (o.report.text, unknowns[column]) == NULL))
                fail_msg ("%s, (%d, %d): %d, %s", list[i]->name, row, column, o.status,
                          o.report.text);
            assert_int_equal (o.report.component, row);
            outcome_free (&o);
        }
    }
}

/* by forms that solve for accelerations, too, with implicit methods */
static void other_forms_look_as_well (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * GEOMS_FORMULATION_COUNT; i++) {
        const int method = i % 2 ? GEOMS_METHOD_DOPRI5 : GEOMS_METHOD_RADAU5;
        Case c = case_of (&model_slidercrank);
        Outcome o;

        c.options.formulation = i / 2;
        c.options.method = method;
        inner = &model_slidercrank;
        row = model_rows (&inner->system.dims) - 4; /* f by p */
        column = c.n - 2;
        more = 0.5;
        c.model.system.blocks_jac = changed;
        c.tspan[1] = c.tspan[0] + 1e-4;
        if (geoms_pair_exists (i / 2, method) && fits_all_systems (i / 2)) {
            const int psi1 = i / 2 == GEOMS_FORMULATION_PSI1;

            o = attempt (&c);
            assert_int_equal (o.status, i % 2 || psi1 ? 0 : GEOMS_BAD_MODEL);
            assert_true (i % 2 || psi1 || strstr (o.report.text, "blocks_jac") != NULL);
            outcome_free (&o);
        }
        case_free (&c);
    }
}

static void right_ones_pass (void **state)
{
    (void)state;
    more = 0;
    row = column = 0;
    for (int i = 0; i < ALL_MODELS; i++) {
        const TestModel model = model_number (i);

        if (model.blocks_jac != NULL) {
            Outcome o = attempt_changed (&model);

            assert_int_equal (o.status, 0);
            outcome_free (&o);
        }
    }
}

/* ---- what is no error ---- */

/* a force with a kink at the start, as friction has: its derivative is that of one side */
static int kink_rda (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                     void *user)
{
    const int status = model_oscillator.system.rda (k, t, x, ldx, out, ldo, user);

    for (int j = 0; j < k; j++)
        out[j * ldo] -= fabs (x[j * ldx]);
    return status;
}

static int kink_parts (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                       void *user)
{
    const int status = model_oscillator.system.parts (k, t, x, ldx, out, ldo, user);

    for (int j = 0; j < k; j++)
        out[j * ldo] -= fabs (x[j * ldx]);
    return status;
}

static int kink_blocks (double t, const double *x, const double *alpha, double *B, int ldb,
                        void *user)
{
    const int status = model_oscillator.blocks_jac (t, x, alpha, B, ldb, user);

    B[0] -= x[0] < 0 ? -1 : 1;
    return status;
}

static void kinks_pass (void **state)
{
    Case c = case_of (&model_oscillator);
    Outcome o;

    (void)state;
    c.x0[0] = 0;
    c.model.system.rda = kink_rda;
    c.model.system.jac = NULL;
    c.model.system.parts = kink_parts;
    c.model.system.blocks_jac = kink_blocks;
    c.tspan[1] = 1;
    o = solve (&c);
    case_end (&c, &o);
}

/* no force but what rounding leaves of terms that cancel */
static double rest_of (double p) { return (p + 3) - 3 - p; }

static int rest_rda (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                     void *user)
{
    const int status = model_oscillator.system.rda (k, t, x, ldx, out, ldo, user);

    for (int j = 0; j < k; j++)
        out[j * ldo + 1] = rest_of (x[j * ldx + 3]);
    return status;
}

static int rest_parts (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                       void *user)
{
    const int status = model_oscillator.system.parts (k, t, x, ldx, out, ldo, user);

    for (int j = 0; j < k; j++)
        out[j * ldo + 1] = rest_of (x[j * ldx + 3]);
    return status;
}

static int rest_blocks (double t, const double *x, const double *alpha, double *B, int ldb,
                        void *user)
{
    const int status = model_oscillator.blocks_jac (t, x, alpha, B, ldb, user);

    B[1 + 2 * ldb] = B[1 + 3 * ldb] = 0;
    return status;
}

static void rounding_passes (void **state)
{
    (void)state;
    for (int i = 0; i < 500; i++) {
        Case c = case_of (&model_oscillator);
        Outcome o;

        c.x0[3] = 0.1 + 0.0017 * i;
        c.model.system.rda = rest_rda;
        c.model.system.jac = NULL;
        c.model.system.parts = rest_parts;
        c.model.system.blocks_jac = rest_blocks;
        c.tspan[1] = 1e-3;
        o = solve (&c);
        case_end (&c, &o);
    }
}

/* parts that cannot be evaluated beside the start */
static int narrow_parts (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                         void *user)
{
    for (int j = 0; j < k; j++)
        if (x[j * ldx + 3] < 1 - 1e-7 && x[j * ldx + 3] > 1 - 1e-5)
            return 1;
    return model_pendulum.system.parts (k, t, x, ldx, out, ldo, user);
}

static void what_cannot_be_looked_at_passes (void **state)
{
    Case c = case_of (&model_pendulum);
    Outcome o;

    (void)state;
    c.model.system.parts = narrow_parts;
    c.model.system.blocks_jac = model_pendulum.blocks_jac;
    c.tspan[1] = 1e-4;
    o = solve (&c);
    case_end (&c, &o);
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (wrong_entries_are_named),
        cmocka_unit_test (other_forms_look_as_well),
        cmocka_unit_test (right_ones_pass),
        cmocka_unit_test (kinks_pass),
        cmocka_unit_test (rounding_passes),
        cmocka_unit_test (what_cannot_be_looked_at_passes),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
