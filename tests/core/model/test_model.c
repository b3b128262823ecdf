/* test_model.c - models of older and newer headers, members that do not fit together; M that only
 * the parts give; accelerations instead of equations
 */
#include "forms.h"
#include "models/all.h"
#include "refused.h"
#include "run/run.h"

/* ---- the declaration of abi 2, as it was ---- */

typedef struct OldModel {
    int abi;
    size_t size;
    struct {
        int np, nv, nr, nw, ns, nl, nm, ni, nc;
    } dims;
    int mass_structure;
    int autonomous;
    int (*rda) (int k, const double *t, const double *x, int ldx, double *out, int ldo, void *user);
    int (*mass) (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                 void *user);
    int (*rda_mass) (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                     double *mass, int ldm, void *user);
    int (*jac) (double t, const double *x, double *J, int ldj, void *user);
    int (*jac_known) (double t, const double *x, double *J, int ldj, void *user);
    int (*parts) (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                  void *user);
    int kinematics;
    int (*ivcond) (double t, const double *x, double *c, void *user);
    void *(*create) (const double *q, int nq);
    void (*destroy) (void *user);
} OldModel;

/* Andrews' mechanism in memory of just that size: reading behind it is found by the sanitizers */
static OldModel *old_model (void)
{
    const GeomsModel *m = &model_andrews.system;
    OldModel *old = calloc (1, sizeof *old);

    assert_non_null (old);
    *old = (OldModel){.abi = 2,
                      .size = sizeof *old,
                      .dims = {.np = 7, .nv = 7, .nl = 6},
                      .mass_structure = GEOMS_MASS_FULL,
                      .autonomous = 1,
                      .rda = m->rda,
                      .mass = m->mass,
                      .rda_mass = m->rda_mass,
                      .jac = m->jac,
                      .parts = m->parts,
                      .create = m->create,
                      .destroy = m->destroy};
    return old;
}

static Outcome solve_model (const Case *c, const GeomsModel *model)
{
    GeomsProblem problem = case_problem (c);
    Outcome o = {0};

    problem.model = model;
    o.run = geoms_run_create (&problem, &o.report);
    if (o.run == NULL)
        fail_msg ("%s", o.report.text);
    assert_int_equal (geoms_run_integrate (o.run), 0);
    o.counters = *geoms_run_counters (o.run);
    o.s = geoms_run_solution (o.run);
    return o;
}

static void models_of_the_old_declaration_run (void **state)
{
    (void)state;
    for (int i = -1; i < PAIRS; i++) {
        OldModel *old = old_model ();
        Case c = case_of (&model_andrews);
        Outcome a, b;

        if (i >= 0)
            choose (&c, &pairs[i]);
        c.tspan[1] = 0.002;
        a = solve_model (&c, &c.model.system);
        b = solve_model (&c, (const GeomsModel *)(const void *)old);
        assert_int_equal (a.s->count, b.s->count);
        assert_memory_equal (a.s->x, b.s->x, a.s->count * (size_t)c.n * sizeof (double));
        outcome_free (&a);
        outcome_free (&b);
        free (old);
        case_free (&c);
    }
}

static void right_hand_sides_of_the_old_declaration (void **state)
{
    OldModel *old = old_model ();
    Case c = case_of (&model_andrews);
    double rows[2][MOST_UNKNOWNS];
    GeomsReport report;

    (void)state;
    for (int i = 0; i < 2; i++) {
        const GeomsModel *model = i ? (const GeomsModel *)(const void *)old : &c.model.system;
        GeomsRhs *r = geoms_rhs_create (model, c.user, GEOMS_FORMULATION_PARTITION_FULL, NULL, 0,
                                        &report);

        assert_non_null (r);
        assert_int_equal (geoms_rhs_evaluate (r, 1, c.tspan, c.x0, rows[i], &report), 0);
        geoms_rhs_free (r);
    }
    assert_memory_equal (rows[0], rows[1], (size_t)c.n * sizeof (double));
    free (old);
    case_free (&c);
}

/* ---- what is taken ---- */

static void what_is_not_known_is_zero (void **state)
{
    OldModel *old = old_model ();
    GeomsModel copy, full = model_blocks (&model_pendulum);
    char why[300];

    (void)state;
    memset (&copy, 17, sizeof copy);
    assert_int_equal (geoms_model_take (&copy, (GeomsModel *)(void *)old, why, sizeof why), 0);
    assert_int_equal (copy.abi, 2);
    assert_int_equal (copy.size, sizeof copy);
    assert_true (copy.destroy == old->destroy && copy.parts == old->parts && copy.dims.nl == 6);
    assert_true (copy.blocks_jac == NULL && copy.accelerations == NULL && copy.parts_mass == 0);

    assert_int_equal (geoms_model_take (&copy, &full, why, sizeof why), 0);
    assert_memory_equal (&copy, &full, sizeof copy);
    full.size = sizeof (OldModel); /* abi 3 as it began */
    assert_int_equal (geoms_model_take (&copy, &full, why, sizeof why), 0);
    assert_true (copy.abi == 3 && copy.blocks_jac == NULL && copy.destroy == full.destroy);
    full.size = sizeof full; /* abi 2 has nothing behind destroy */
    full.abi = 2;
    assert_int_equal (geoms_model_take (&copy, &full, why, sizeof why), 0);
    assert_true (copy.blocks_jac == NULL && copy.destroy == full.destroy);
    free (old);
}

static void other_versions_are_refused (void **state)
{
    static const struct {
        int abi, more, status;
        const char *word;
    } list[] = {{4, 0, 1, "newer geoms_model.h (abi 4,"},
                {3, sizeof (void *), 1, "newer"},
                {2, sizeof (void *), 1, "newer"},
                {99, sizeof (void *), 1, "abi 99,"},
                {1, 0, -1, "(abi 1,"},
                {1, 0, -1, "expected 2 or 3,"},
                {3, 1, -1, "another version"},
                {3, 8 - (int)sizeof (GeomsModel), -1, "8 bytes"},
                {3, (int)sizeof (OldModel) - 8 - (int)sizeof (GeomsModel), -1, "another version"}};

    (void)state;
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        Case c = case_of (&model_pendulum);
        GeomsModel copy;
        char why[300];
        Outcome o;

        c.model.system.abi = list[i].abi;
        c.model.system.size = (size_t)((int)sizeof (GeomsModel) + list[i].more);
        assert_int_equal (geoms_model_take (&copy, &c.model.system, why, sizeof why),
                          list[i].status);
        if (strstr (why, list[i].word) == NULL)
            fail_msg ("'%s' does not contain '%s'", why, list[i].word);
        o = attempt (&c);
        assert_int_equal (o.status, GEOMS_BAD_MODEL);
        assert_non_null (strstr (o.report.text, why));
        outcome_free (&o);
        case_free (&c);
    }
}

/* ---- members that do not fit together ---- */

static void members_need_others (void **state)
{
    GeomsModel m = model_blocks (&model_pendulum);

    (void)state;
    m.parts = NULL;
    check_refused_model (&m, "blocks_jac");
    m.blocks_jac = NULL;
    m.parts_mass = 1;
    check_refused_model (&m, "parts_mass");
    m = model_pendulum.system;
    m.accelerations = m.rda;
    check_refused_model (&m, "accelerations");
}

/* ---- M at the head of the parts ---- */

static int (*inner_parts) (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                           void *user);
static int (*inner_mass) (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                          void *user);
static int inner_nv;

/* a constant M before the rest */
static int parts_behind_mass (int k, const double *t, const double *x, int ldx, double *out,
                              int ldo, void *user)
{
    const int nn = inner_nv * inner_nv;

    return inner_mass (k, t, x, ldx, out, ldo, user)
           || inner_parts (k, t, x, ldx, out + nn, ldo, user);
}

/* the model without mass and rda_mass, or with mass as well */
static GeomsModel with_parts_mass (const GeomsModel *model, int both)
{
    GeomsModel m = *model;

    inner_parts = m.parts;
    inner_mass = m.mass;
    inner_nv = m.dims.nv;
    if (m.mass_structure >= GEOMS_MASS_CONSTANT)
        m.parts = parts_behind_mass;
    m.parts_mass = 1;
    if (! both) {
        m.mass = NULL;
        m.rda_mass = NULL;
    }
    return m;
}

/* pair -1: psf with radau5, -2: psi1 with radau5, which takes rda and M */
static void check_parts_mass (const TestModel *model, int pair, int both, double end)
{
    Case c = case_of (model);
    Outcome o[2];

    if (pair >= 0)
        choose (&c, &pairs[pair]);
    else if (pair == -2)
        c.options.formulation = GEOMS_FORMULATION_PSI1;
    c.tspan[1] = c.tspan[0] + end;
    o[0] = solve (&c);
    c.model.system = with_parts_mass (&model->system, both);
    o[1] = solve (&c);
    assert_int_equal (o[0].s->count, o[1].s->count);
    assert_memory_equal (o[0].s->x, o[1].s->x, o[0].s->count * (size_t)c.n * sizeof (double));
    assert_int_equal (o[0].counters.neom, o[1].counters.neom);
    assert_int_equal (o[0].counters.nmas, o[1].counters.nmas);
    outcome_free (&o[0]);
    outcome_free (&o[1]);
    case_free (&c);
}

static void mass_from_parts_alone (void **state)
{
    (void)state;
    for (int i = -2; i < PAIRS; i++)
        for (int both = 0; both < 2; both++) {
            check_parts_mass (&model_pendulum, i, both, 1);
            check_parts_mass (&model_slidercrank, i, both, 0.1);
            check_parts_mass (&model_andrews, i, both, 0.001);
        }
}

/* with differences of rda and M, and where M alone is wanted for J */
static void mass_from_parts_in_jacobians (void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        TestModel model = model_slidercrank;

        model.system.jac = i > 0 ? model.system.jac : NULL;
        model.system.rda_mass = NULL;
        check_parts_mass (&model, i == 2 ? -1 : -2, 0, 0.1);
    }
}

static int failing_parts (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                          void *user)
{
    return t[0] > 0.05 ? -1 : model_slidercrank.system.parts (k, t, x, ldx, out, ldo, user);
}

static void parts_that_give_no_mass_stop (void **state)
{
    Case c = case_of (&model_slidercrank);
    Outcome o;

    (void)state;
    c.options.formulation = GEOMS_FORMULATION_PSI1;
    c.model.system = with_parts_mass (&model_slidercrank.system, 0);
    c.model.system.parts = failing_parts;
    o = attempt (&c);
    assert_int_equal (o.status, GEOMS_STOP_MASS);
    assert_non_null (strstr (o.report.text, "parts"));
    outcome_free (&o);
    case_free (&c);
}

/* ---- accelerations ---- */

static const TestModel *free_model;
static long asked;

/* x' = [b; M^-1 f_dyn; f_kin] of a model without constraints */
static int accelerations (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                          void *user)
{
    const GeomsDims *d = &free_model->system.dims;
    double M[400];

    assert_true (d->nv <= 20 && ldo >= ldx);
    asked += k;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        if (free_model->system.rda (1, t + j, x, ldx, out, ldo, user) != 0
            || free_model->system.mass (1, t + j, x, ldx, M, 400, user) != 0
            || model_solve (d->nv, M, 1, out + d->nr) != 0)
            return -1;
    }
    return 0;
}

/* the equations are wanted for outputs, and once beside the accelerations */
static void explicit_methods_ask_for_accelerations (void **state)
{
    static const TestModel *const list[]
        = {&model_oscillator, &model_truck_unconstrained, &model_truck_unconstrained_pneumatic};

    (void)state;
    for (int i = 0; i < 3 * PAIRS; i++) {
        const TestModel *model = free_model = list[i / PAIRS];
        Case c = case_of (model);
        Outcome o[2];

        choose (&c, &pairs[i % PAIRS]);
        if (c.options.method != GEOMS_METHOD_DOPRI5) {
            case_free (&c);
            continue;
        }
        c.tspan[1] = i < PAIRS ? 10 : 0.5;
        o[0] = solve (&c);
        c.model.system.accelerations = accelerations;
        asked = 0;
        o[1] = solve (&c);
        assert_int_equal (o[0].s->count, o[1].s->count);
        assert_true (distance (last_state (&o[0]), last_state (&o[1]), 0, c.n) < 1e-10);
        assert_true (asked > 6 * o[1].counters.naccpt);
        assert_int_equal (asked, o[1].counters.neom + 1); /* one is compared with rda */
        outcome_free (&o[0]);
        outcome_free (&o[1]);
        case_free (&c);
    }
}

static void accelerations_of_the_model_itself (void **state)
{
    Case c = case_of (&model_oscillator);
    Outcome o;

    (void)state;
    choose (&c, &pairs[0]);
    c.model.system = model_accelerations (&model_oscillator);
    o = solve (&c);
    assert_true (final_error (&c, &o) < 1e-5);
    outcome_free (&o);
    case_free (&c);
}

static int answer;

static int answering (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                      void *user)
{
    const int status = model_oscillator.accelerations (k, t, x, ldx, out, ldo, user);

    if (t[0] > 1 && t[0] < 1.01 && answer == 2)
        out[0] = NAN;
    return t[0] > 1 && t[0] < 1.01 && answer != 2 ? answer : status;
}

/* what cannot be evaluated in a hundredth of a second is not passed, what stops stops */
static void answers_are_obeyed (void **state)
{
    (void)state;
    for (answer = -1; answer < 3; answer++) {
        Case c = case_of (&model_oscillator);
        Outcome o;

        choose (&c, &pairs[0]);
        c.options.max_step = 0.005;
        c.model.system.accelerations = answering;
        o = attempt (&c);
        assert_int_equal (o.status == 0, answer == 0);
        if (answer < 0)
            assert_int_equal (o.status, GEOMS_STOP_EOM);
        outcome_free (&o);
        case_free (&c);
    }
}

static int wrong_component;

static int wrong (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                  void *user)
{
    const int status = model_oscillator.accelerations (k, t, x, ldx, out, ldo, user);

    out[wrong_component] += 1e-5;
    return status;
}

static void wrong_accelerations_are_found (void **state)
{
    static const char *const words[4] = {"f_dyn(1)", "f_dyn(1)", "f_kin(1)", "f_kin(2)"};

    (void)state;
    for (wrong_component = 0; wrong_component < 4; wrong_component++) {
        Case c = case_of (&model_oscillator);
        Outcome o;

        choose (&c, &pairs[0]);
        c.model.system.accelerations = wrong;
        o = attempt (&c);
        assert_int_equal (o.status, GEOMS_BAD_MODEL);
        assert_non_null (strstr (o.report.text, words[wrong_component]));
        outcome_free (&o);
        case_free (&c);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (models_of_the_old_declaration_run),
        cmocka_unit_test (right_hand_sides_of_the_old_declaration),
        cmocka_unit_test (what_is_not_known_is_zero),
        cmocka_unit_test (other_versions_are_refused),
        cmocka_unit_test (members_need_others),
        cmocka_unit_test (mass_from_parts_alone),
        cmocka_unit_test (mass_from_parts_in_jacobians),
        cmocka_unit_test (parts_that_give_no_mass_stop),
        cmocka_unit_test (explicit_methods_ask_for_accelerations),
        cmocka_unit_test (accelerations_of_the_model_itself),
        cmocka_unit_test (answers_are_obeyed),
        cmocka_unit_test (wrong_accelerations_are_found),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
