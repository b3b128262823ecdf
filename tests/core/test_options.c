/* test_options.c - the list of options, its ranges, and that every option does what it is for
 */
#include "test.h"

/* ---- the list ---- */

static void *field_of (GeomsOptions *o, const GeomsOptionEntry *e) { return (char *)o + e->offset; }

static int whole (const GeomsOptionEntry *e)
{
    return e->kind == GEOMS_KIND_COUNT || e->kind == GEOMS_KIND_CHOICE;
}

/* both numbers of a pair; a whole number may not fit */
static void set (GeomsOptions *o, const GeomsOptionEntry *e, double first, double second)
{
    if (whole (e))
        *(int *)field_of (o, e) = (int)first;
    else
        ((double *)field_of (o, e))[0] = first;
    if (e->kind == GEOMS_KIND_PAIR)
        ((double *)field_of (o, e))[1] = second;
}

static void the_list_is_consistent (void **state)
{
    int count;
    const GeomsOptionEntry *list = geoms_options_list (&count);
    size_t bytes = 0;

    (void)state;
    assert_true (count > 20);
    for (int i = 0; i < count; i++) {
        const GeomsOptionEntry *e = &list[i];
        int words = 0;

        assert_true (e->name[0] >= 'A' && e->name[0] <= 'Z' && strlen (e->reason) > 5);
        assert_true (e->lowest <= e->standard[0] && e->standard[0] <= e->highest);
        assert_true ((e->words != NULL) == (e->kind == GEOMS_KIND_CHOICE));
        while (e->words != NULL && e->words[words] != NULL)
            words++;
        assert_true (e->words == NULL || (e->lowest == 0 && words == (int)e->highest + 1));
        for (int j = 0; j < i; j++) {
            assert_string_not_equal (list[j].name, e->name);
            assert_true (list[j].offset < e->offset);
        }
        bytes += whole (e) ? sizeof (int) : (e->kind == GEOMS_KIND_PAIR ? 2 : 1) * sizeof (double);
    }
    assert_true (bytes <= sizeof (GeomsOptions)); /* all fields but for gaps between them */
    assert_true (bytes + 4 * (size_t)count >= sizeof (GeomsOptions));
}

static void ranges_are_checked (void **state)
{
    int count;
    const GeomsOptionEntry *list = geoms_options_list (&count);
    GeomsOptions o;

    (void)state;
    memset (&o, 255, sizeof o);
    geoms_options_default (&o);
    assert_null (geoms_options_check (&o));
    for (int i = 0; i < count; i++) {
        const GeomsOptionEntry *e = &list[i];
        const double beyond = whole (e) ? 1 : 0.1 + fabs (e->highest);
        const double below = whole (e) ? 1 : 0.1 + fabs (e->lowest);

        geoms_options_default (&o);
        set (&o, e, e->kind == GEOMS_KIND_PAIR ? 1 : e->highest, e->highest);
        assert_null (geoms_options_check (&o));
        set (&o, e, e->lowest, e->kind == GEOMS_KIND_PAIR ? 1 : e->lowest);
        assert_null (geoms_options_check (&o));
        set (&o, e, e->lowest - below, 1);
        assert_ptr_equal (geoms_options_check (&o), e);
        set (&o, e, e->kind == GEOMS_KIND_PAIR ? 1 : e->highest + beyond, e->highest + beyond);
        assert_ptr_equal (geoms_options_check (&o), e);
        if (e->kind == GEOMS_KIND_PAIR) { /* 1 lies between the two */
            set (&o, e, 1.5, 2);
            assert_ptr_equal (geoms_options_check (&o), e);
            set (&o, e, 0.5, 0.9);
            assert_ptr_equal (geoms_options_check (&o), e);
        }
        if (! whole (e)) {
            set (&o, e, NAN, 1);
            assert_ptr_equal (geoms_options_check (&o), e);
        }
    }
}

/* ---- tolerances and combinations that cannot be used ---- */

static void expect_refusal (const Case *c, int status, int component)
{
    Outcome o = attempt (c);

    assert_null (o.run);
    assert_int_equal (o.status, status);
    assert_int_equal (o.report.component, component);
    assert_true (strlen (o.report.text) > 20);
}

static void unusable_values_are_refused (void **state)
{
    static const double rtol[] = {0, -1e-3, 1, 1e-16, NAN, INFINITY};
    static const double atol[] = {0, -1, NAN, INFINITY};

    (void)state;
    for (int i = 0; i < 5; i++) {
        Case c = case_of (&model_pendulum);

        for (int k = 0; k < 6; k++) {
            c.rtol[i] = rtol[k];
            expect_refusal (&c, GEOMS_BAD_OPTION, i);
        }
        case_tolerance (&c, 1e-7);
        for (int k = 0; k < 4; k++) {
            c.atol[i] = atol[k];
            expect_refusal (&c, GEOMS_BAD_OPTION, i);
        }
        case_tolerance (&c, 1e-7);
        c.x0[i] = i % 2 ? NAN : INFINITY;
        expect_refusal (&c, GEOMS_BAD_MODEL, i);
        case_free (&c);
    }
    {
        Case c = case_of (&model_pendulum);

        c.options.newton_matrix_at = 2;
        c.options.newton_start = GEOMS_START_CONSTANT;
        expect_refusal (&c, GEOMS_BAD_OPTION, -1);
        c.options.newton_matrix_at = 0;
        for (int i = 0; i < 6; i++) {
            static const double spans[6][3]
                = {{0, 0, 1}, {0, 1, 1}, {0, 1, 0.5}, {0, -1, 1}, {0, NAN, 1}, {0, 1, INFINITY}};
            c.ntspan = 3;
            memcpy (c.tspan, spans[i], sizeof spans[i]);
            expect_refusal (&c, GEOMS_BAD_TSPAN, -1);
        }
        c.ntspan = 1;
        expect_refusal (&c, GEOMS_BAD_TSPAN, -1);
        case_free (&c);
    }
}

/* ---- what the options do: a run of the slider crank, or of the pendulum ---- */

typedef struct Result {
    GeomsCounters k;
    double error, residual;    /* at the end; the largest of all                    */
    double first, least, most; /* step sizes: the first, the others but the last    */
    double acceleration;       /* largest relative residual of this level           */
    size_t steps, count;
} Result;

static Result result_of (const Case *c)
{
    Outcome o = solve (c);
    const GeomsSolution *s = o.s;
    Result r = {.k = o.counters, .steps = s->steps, .count = s->count, .least = INFINITY};

    check_solution (c, &o);
    r.error = final_error (c, &o);
    r.residual = s->relative != NULL ? worst_residual (s) : 0;
    for (size_t i = 0; s->relative != NULL && i < s->count; i++)
        r.acceleration = fmax (r.acceleration, s->relative[3 * i + 2]);
    r.first = s->t[1] - s->t[0];
    for (size_t i = 1; i + 1 < s->count; i++) {
        r.least = fmin (r.least, s->t[i] - s->t[i - 1]);
        r.most = fmax (r.most, s->t[i] - s->t[i - 1]);
    }
    outcome_free (&o);
    return r;
}

static Case standard (const TestModel *model)
{
    Case c = case_of (model);

    c.tspan[1] = model == &model_pendulum ? 3.3 : 0.7;
    case_tolerance (&c, 1e-7);
    return c;
}

typedef void (*Change) (GeomsOptions *o);

/* `change` NULL: the defaults */
static Result with (const TestModel *model, Change change)
{
    Case c = standard (model);
    Result r;

    if (change != NULL)
        change (&c.options);
    r = result_of (&c);
    case_free (&c);
    return r;
}

/* ---- every variant gives the right answer ---- */

#define CHANGE(name, ...) \
    static void name (GeomsOptions *o) { __VA_ARGS__; }

CHANGE (nothing, (void)o)
CHANGE (psi1, o->formulation = GEOMS_FORMULATION_PSI1)
CHANGE (radau5, o->method = GEOMS_METHOD_RADAU5)
CHANGE (first_step, o->initial_step = 1e-4)
CHANGE (most_step, o->max_step = 2e-3)
CHANGE (fixed_step, o->step = 1e-3)
CHANGE (qr, o->constraint_decomposition = GEOMS_DECOMPOSITION_QR)
CHANGE (svd, o->constraint_decomposition = GEOMS_DECOMPOSITION_SVD)
CHANGE (differential_qr, o->differential_decomposition = GEOMS_DIFFERENTIAL_QR)
CHANGE (all_qr, o->constraint_decomposition = GEOMS_DECOMPOSITION_QR;
        o->differential_decomposition = GEOMS_DIFFERENTIAL_QR)
CHANGE (rows, o->selector = GEOMS_SELECTOR_ROWS)
CHANGE (adaptive, o->selector_update = GEOMS_UPDATE_ADAPTIVE)
CHANGE (adaptive_rows, o->selector_update = GEOMS_UPDATE_ADAPTIVE;
        o->selector = GEOMS_SELECTOR_ROWS)
CHANGE (adaptive_svd, o->selector_update = GEOMS_UPDATE_ADAPTIVE;
        o->constraint_decomposition = GEOMS_DECOMPOSITION_SVD)
CHANGE (adaptive_at_2, o->selector_update = GEOMS_UPDATE_ADAPTIVE; o->newton_matrix_at = 2)
CHANGE (adaptive_rows_at_3, o->selector_update = GEOMS_UPDATE_ADAPTIVE;
        o->selector = GEOMS_SELECTOR_ROWS; o->newton_matrix_at = 3)
CHANGE (constant_start, o->newton_start = GEOMS_START_CONSTANT)
CHANGE (few_newton, o->max_newton = 3)
CHANGE (no_updates, o->newton_updates = 0)
CHANGE (many_updates, o->newton_updates = 5)
CHANGE (matrix_at_1, o->newton_matrix_at = 1)
CHANGE (matrix_at_2, o->newton_matrix_at = 2)
CHANGE (matrix_at_3, o->newton_matrix_at = 3)
CHANGE (tight_newton, o->newton_tol = 1e-6)
CHANGE (norm_n, o->newton_norm = GEOMS_NEWTON_NORM_N)
CHANGE (norm_free, o->error_norm = GEOMS_ERROR_NORM_FREE)
CHANGE (classical, o->step_control = GEOMS_CONTROL_CLASSICAL)
CHANGE (project_off, o->project = GEOMS_PROJECT_OFF)
CHANGE (project_on, o->project = GEOMS_PROJECT_ON)
CHANGE (safe, o->safety = 0.5)
CHANGE (reuse, o->jacobian_reuse = 0.3)
CHANGE (reuse_and_keep, o->jacobian_reuse = 0.3; o->step_keep[0] = 0.7; o->step_keep[1] = 2)
CHANGE (reuse_never_keep, o->jacobian_reuse = 0.3; o->step_keep[1] = 1)
CHANGE (reuse_off, o->jacobian_reuse = 0.3; o->project = GEOMS_PROJECT_OFF)
CHANGE (slow_change, o->initial_step = 1e-4; o->step_change[0] = 0.9; o->step_change[1] = 1.1)
CHANGE (coarse_rounding, o->rounding = 1e-10)
CHANGE (no_dense, o->dense = GEOMS_SWITCH_OFF)
CHANGE (no_residuals, o->residuals = GEOMS_SWITCH_OFF)
CHANGE (wide_rank, o->rank_tol = 0.9)

static void every_variant_is_accurate (void **state)
{
    static const struct {
        const char *name;
        Change change;
    } variants[] = {
        {"defaults", nothing},
        {"psi1", psi1},
        {"InitialStep", first_step},
        {"MaxStep", most_step},
        {"Step", fixed_step},
        {"QR", qr},
        {"SVD", svd},
        {"differential QR", differential_qr},
        {"QR twice", all_qr},
        {"rows", rows},
        {"adaptive", adaptive},
        {"adaptive rows", adaptive_rows},
        {"adaptive SVD", adaptive_svd},
        {"adaptive, at 2", adaptive_at_2},
        {"adaptive rows, at 3", adaptive_rows_at_3},
        {"NewtonStart", constant_start},
        {"MaxNewton", few_newton},
        {"NewtonUpdates 0", no_updates},
        {"NewtonUpdates 5", many_updates},
        {"NewtonMatrixAt 1", matrix_at_1},
        {"NewtonMatrixAt 2", matrix_at_2},
        {"NewtonMatrixAt 3", matrix_at_3},
        {"NewtonTol", tight_newton},
        {"NewtonNorm", norm_n},
        {"ErrorNorm", norm_free},
        {"StepControl", classical},
        {"Project off", project_off},
        {"Safety", safe},
        {"JacobianReuse", reuse},
        {"StepKeep", reuse_and_keep},
        {"reuse, Project off", reuse_off},
        {"StepChange", slow_change},
        {"Rounding", coarse_rounding},
    };

    (void)state;
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++) {
        const Result p = with (&model_pendulum, variants[i].change);
        const Result s = with (&model_slidercrank, variants[i].change);

        print_message ("%-20s pendulum %4ld %5ld %2ld %2ld %.1e %.1e   crank %4ld %5ld %2ld %2ld "
                       "%.1e %.1e\n",
                       variants[i].name, p.k.naccpt, p.k.neom, p.k.nerjct, p.k.ncrjct, p.error,
                       p.residual, s.k.naccpt, s.k.neom, s.k.nerjct, s.k.ncrjct, s.error,
                       s.residual);
        if (! (p.error < 1e-4 && s.error < 2e-4))
            fail_msg ("%s: errors %.1e, %.1e", variants[i].name, p.error, s.error);
    }
}

/* ---- each option acts ---- */

static void steps_obey_their_options (void **state)
{
    const Result r = with (&model_slidercrank, NULL);
    Result o;

    (void)state;
    o = with (&model_slidercrank, first_step);
    assert_true (o.first == 1e-4 && r.first != 1e-4);
    o = with (&model_slidercrank, most_step);
    assert_true (o.most <= 2e-3 * (1 + 1e-12) && r.most > 2e-3 && o.k.naccpt >= 350);
    o = with (&model_slidercrank, fixed_step);
    assert_true (o.k.naccpt == 700 && o.most - o.least < 1e-12);
    o = with (&model_slidercrank, safe);
    assert_true (o.k.naccpt > r.k.naccpt);
    o = with (&model_slidercrank, slow_change);
    assert_true (o.k.naccpt > r.k.naccpt + 20);
    o = with (&model_slidercrank, classical);
    assert_true (o.k.naccpt != r.k.naccpt || o.error != r.error);
    o = with (&model_pendulum, norm_free);
    assert_true (o.k.naccpt < with (&model_pendulum, NULL).k.naccpt);
    o = with (&model_slidercrank, radau5); /* the only method there is */
    assert_true (o.error == r.error && memcmp (&o.k, &r.k, sizeof r.k) == 0);
}

static void newton_obeys_its_options (void **state)
{
    const Result r = with (&model_slidercrank, NULL);
    Result o;

    (void)state;
    o = with (&model_slidercrank, constant_start);
    assert_true (o.k.nbsub > r.k.nbsub);
    o = with (&model_slidercrank, few_newton);
    assert_true (o.k.ncrjct > r.k.ncrjct || o.k.njac - o.k.naccpt > r.k.njac - r.k.naccpt);
    o = with (&model_slidercrank, tight_newton);
    assert_true (o.k.nbsub > r.k.nbsub);
    o = with (&model_slidercrank, norm_n);
    assert_true (o.k.nbsub != r.k.nbsub);
    o = with (&model_pendulum, no_updates);
    assert_true (o.k.ncrjct > with (&model_pendulum, NULL).k.ncrjct);
    /* one Jacobian at the initial point for its correction, one there and at every accepted
     * point */
    assert_int_equal (o.k.njac, o.k.naccpt + 2);
    for (int at = 1; at <= 3; at++) { /* a Jacobian for every attempt, and for the corrections */
        o = with (&model_slidercrank, at == 1 ? matrix_at_1 : at == 2 ? matrix_at_2 : matrix_at_3);
        assert_true (o.k.njac >= o.k.nstep);
        assert_true (at == 1 || o.k.nbsub < r.k.nbsub);
    }
    o = with (&model_slidercrank, reuse);
    assert_true (o.k.njac < r.k.njac);
    {
        const Result keep = with (&model_slidercrank, reuse_and_keep);
        const Result never = with (&model_slidercrank, reuse_never_keep);
        assert_true (keep.k.nedec < never.k.nedec);
    }
}

static void decompositions_and_selectors_obey (void **state)
{
    const Result r = with (&model_slidercrank, NULL);
    Result o;

    (void)state;
    assert_int_equal (r.k.nsel, r.k.npdec - 1); /* one more for the initial values */
    o = with (&model_slidercrank, adaptive);
    assert_true (o.k.nsel < o.k.npdec / 2);
    o = with (&model_slidercrank, adaptive_svd); /* there are no pivots */
    assert_int_equal (o.k.nsel, o.k.npdec - 1);
    o = with (&model_slidercrank, rows);
    assert_true (o.k.naccpt != r.k.naccpt || o.error != r.error);
    /* same method, other rounding */
    o = with (&model_slidercrank, qr);
    assert_true (o.error != r.error && fabs (o.error - r.error) < 1e-6);
    o = with (&model_slidercrank, differential_qr);
    assert_true (o.error != r.error && fabs (o.error - r.error) < 1e-6);
    {
        Case c = standard (&model_slidercrank);
        Outcome bad;

        wide_rank (&c.options);
        bad = attempt (&c);
        assert_true (bad.status < 0);
        outcome_free (&bad);
        case_free (&c);
    }
}

static void formulation_and_projection_obey (void **state)
{
    Result o = with (&model_pendulum, NULL);

    (void)state;
    assert_true (o.residual <= 1e-12);
    o = with (&model_pendulum, project_on);
    assert_true (o.residual <= 1e-12);
    o = with (&model_pendulum, project_off);
    assert_true (o.residual > 1e-10);
    o = with (&model_pendulum, coarse_rounding);
    assert_true (o.residual > 1e-11 && o.residual <= 1e-9);
    o = with (&model_pendulum, psi1); /* the acceleration constraints are not integrated */
    assert_true (o.acceleration > 1e-8);
}

static void outputs_obey (void **state)
{
    const Result r = with (&model_pendulum, NULL);
    Result o;

    (void)state;
    assert_int_equal (r.steps, r.k.naccpt);
    assert_int_equal (r.k.neomout, r.count);
    o = with (&model_pendulum, no_dense);
    assert_true (o.steps == 0 && o.count == r.count && o.error == r.error);
    o = with (&model_pendulum, no_residuals);
    assert_true (o.residual == 0 && o.k.neomout == 0 && o.error == r.error);
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (the_list_is_consistent),
        cmocka_unit_test (ranges_are_checked),
        cmocka_unit_test (unusable_values_are_refused),
        cmocka_unit_test (every_variant_is_accurate),
        cmocka_unit_test (steps_obey_their_options),
        cmocka_unit_test (newton_obeys_its_options),
        cmocka_unit_test (decompositions_and_selectors_obey),
        cmocka_unit_test (formulation_and_projection_obey),
        cmocka_unit_test (outputs_obey),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
