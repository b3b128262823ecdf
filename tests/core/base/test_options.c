/* test_options.c - the list of options, its ranges, and that every option does what it is for
 */
#include <time.h>

#include "base/sparse_lu.h"
#include "forms.h"
#include "moving.h"
#include "models/rods.h"

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
            if (i > 0 || ! isnan (atol[k])) /* multipliers may be left to the run: test_forces.c */
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

/* the slider crank with a crank nearly as long as its rod: no coordinate does for a whole turn */
static TestModel long_crank;

static void *create_long_crank (const double *q, int nq)
{
    static const double lengths[9]
        = {0.28, 0.36, 0.002727, 0.3, 0.151104, 0.0045339259, 0.075552, 0.8, 5};

    (void)q, (void)nq;
    return model_slidercrank.system.create (lengths, 9);
}

/* a chain whose matrices have patterns: they are there as long as its rods are */
static TestModel rods;
static Rods *chain;

static void *create_rods (const double *q, int nq)
{
    (void)q, (void)nq;
    return chain;
}

static void keep_rods (void *user) { (void)user; }

static int start_rods (double *x, void *user) { return rods_start (user, x); }

static void make_rods (void)
{
    RodsPlan plan = rods_chain (3, 0.3);

    chain = rods_new (&plan);
    rods_plan_free (&plan);
    if (chain == NULL)
        exit (1);
    rods = (TestModel){.system = chain->model, .name = "rods", .tspan = {0, 1}, .start = start_rods};
    rods.system.create = create_rods;
    rods.system.destroy = keep_rods;
}

typedef struct Result {
    GeomsCounters k;
    double x[MOST_UNKNOWNS];   /* at the end                                        */
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
    memcpy (r.x, last_state (&o), (size_t)c->n * sizeof r.x[0]);
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

/* the same run, bit for bit */
static int same (const Result *a, const Result *b)
{
    return memcmp (a->x, b->x, sizeof a->x) == 0 && memcmp (&a->k, &b->k, sizeof a->k) == 0;
}

/* ---- every variant gives the right answer ---- */

/* name, in words, what it does to the options o */
#define ACCURATE_CHANGES(X) \
    X (nothing, "defaults", (void)o) \
    X (first_step, "InitialStep", o->initial_step = 1e-4) \
    X (most_step, "MaxStep", o->max_step = 2e-3) \
    X (fixed_step, "Step", o->step = 1e-3) \
    X (least_step, "MinStep", o->min_step = 0.015) \
    X (patient, "MaxWallTime", o->max_wall_time = 1e3) \
    X (lu, "LU", o->constraint_decomposition = GEOMS_DECOMPOSITION_LU) \
    X (qr, "QR", o->constraint_decomposition = GEOMS_DECOMPOSITION_QR) \
    X (svd, "SVD", o->constraint_decomposition = GEOMS_DECOMPOSITION_SVD) \
    X (differential_qr, "differential QR", o->differential_decomposition = GEOMS_DIFFERENTIAL_QR) \
    X (all_qr, "QR twice", \
       o->constraint_decomposition = GEOMS_DECOMPOSITION_QR; \
       o->differential_decomposition = GEOMS_DIFFERENTIAL_QR) \
    X (iterated, "Multipliers iterated", o->multipliers = GEOMS_MULTIPLIERS_ITERATED) \
    X (force_rows, "rows of forces", o->velocity_rows = GEOMS_VELOCITY_ROWS_FORCE) \
    X (acceleration_rows, "rows of accelerations", \
       o->velocity_rows = GEOMS_VELOCITY_ROWS_ACCELERATION) \
    X (rows, "rows", o->selector = GEOMS_SELECTOR_ROWS) \
    X (adaptive, "adaptive", o->selector_update = GEOMS_UPDATE_ADAPTIVE) \
    X (adaptive_rows, "adaptive rows", \
       o->selector_update = GEOMS_UPDATE_ADAPTIVE; o->selector = GEOMS_SELECTOR_ROWS) \
    X (adaptive_svd, "adaptive SVD", \
       o->selector_update = GEOMS_UPDATE_ADAPTIVE; \
       o->constraint_decomposition = GEOMS_DECOMPOSITION_SVD) \
    X (adaptive_at_2, "adaptive, at 2", \
       o->selector_update = GEOMS_UPDATE_ADAPTIVE; o->newton_matrix_at = 2) \
    X (adaptive_rows_at_3, "adaptive rows, at 3", \
       o->selector_update = GEOMS_UPDATE_ADAPTIVE; o->selector = GEOMS_SELECTOR_ROWS; \
       o->newton_matrix_at = 3) \
    X (constant_start, "NewtonStart", o->newton_start = GEOMS_START_CONSTANT) \
    X (few_newton, "MaxNewton", o->max_newton = 3) \
    X (no_updates, "NewtonUpdates 0", o->newton_updates = 0) \
    X (many_updates, "NewtonUpdates 5", o->newton_updates = 5) \
    X (matrix_at_1, "NewtonMatrixAt 1", o->newton_matrix_at = 1) \
    X (matrix_at_2, "NewtonMatrixAt 2", o->newton_matrix_at = 2) \
    X (matrix_at_3, "NewtonMatrixAt 3", o->newton_matrix_at = 3) \
    X (tight_newton, "NewtonTol", o->newton_tol = 1e-6) \
    X (norm_n, "NewtonNorm", o->newton_norm = GEOMS_NEWTON_NORM_N) \
    X (norm_free, "ErrorNorm", o->error_norm = GEOMS_ERROR_NORM_FREE) \
    X (classical, "StepControl", o->step_control = GEOMS_CONTROL_CLASSICAL) \
    X (project_off, "Project off", o->project = GEOMS_PROJECT_OFF) \
    X (safe, "Safety", o->safety = 0.5) \
    X (reuse, "JacobianReuse", o->jacobian_reuse = 0.3) \
    X (reuse_and_keep, "StepKeep", \
       o->jacobian_reuse = 0.3; o->step_keep[0] = 0.7; o->step_keep[1] = 2) \
    X (reuse_off, "reuse, Project off", o->jacobian_reuse = 0.3; o->project = GEOMS_PROJECT_OFF) \
    X (slow_change, "StepChange", \
       o->initial_step = 1e-4; o->step_change[0] = 0.9; o->step_change[1] = 1.1) \
    X (coarse_rounding, "Rounding", o->rounding = 1e-10) \
    X (by_mass, "Weights", o->weights = GEOMS_WEIGHTING_MASS) \
    X (refined, "Refine", o->refine = 5) \
    X (bdf_fixed_4, "bdf-fixed, order 4", \
       o->method = GEOMS_METHOD_BDF_FIXED; o->step = 1e-3; o->order = 4)

#define CHANGE(name, ...) \
    static void name (GeomsOptions *o) { __VA_ARGS__; }
#define CHANGE_IN_WORDS(name, words, ...) CHANGE (name, __VA_ARGS__)
ACCURATE_CHANGES (CHANGE_IN_WORDS)

CHANGE (psi1, o->formulation = GEOMS_FORMULATION_PSI1)
CHANGE (dopri5, o->method = GEOMS_METHOD_DOPRI5)
CHANGE (eliminate, o->invariant = GEOMS_INVARIANT_ELIMINATE)
CHANGE (monitor, o->invariant = GEOMS_INVARIANT_MONITOR)
CHANGE (project_on, o->project = GEOMS_PROJECT_ON)
CHANGE (keep, o->step_keep[0] = 0.7; o->step_keep[1] = 2)
CHANGE (reuse_never_keep, o->jacobian_reuse = 0.3; o->step_keep[1] = 1)
CHANGE (no_dense, o->dense = GEOMS_SWITCH_OFF)
CHANGE (no_residuals, o->residuals = GEOMS_SWITCH_OFF)
CHANGE (wide_rank, o->rank_tol = 0.9)
CHANGE (iterated_qr, o->multipliers = GEOMS_MULTIPLIERS_ITERATED;
        o->constraint_decomposition = GEOMS_DECOMPOSITION_QR)
CHANGE (iterated_no_updates, o->multipliers = GEOMS_MULTIPLIERS_ITERATED; o->newton_updates = 0)
CHANGE (fixed, o->formulation = GEOMS_FORMULATION_PARTITION_FIXED)
CHANGE (low_limit, o->partition_limit = 1.5)
CHANGE (bdf, o->method = GEOMS_METHOD_BDF)
CHANGE (bdf_of_order_2, o->method = GEOMS_METHOD_BDF; o->max_order = 2)
CHANGE (bdf_fixed, o->method = GEOMS_METHOD_BDF_FIXED; o->step = 1e-3)
CHANGE (no_limit, o->partition_limit = 1e300)
CHANGE (baumgarte, o->formulation = GEOMS_FORMULATION_BAUMGARTE)
CHANGE (alpha, o->formulation = GEOMS_FORMULATION_BAUMGARTE; o->baumgarte_alpha = 3)
CHANGE (beta, o->formulation = GEOMS_FORMULATION_BAUMGARTE; o->baumgarte_beta = 3)
CHANGE (no_gains, o->formulation = GEOMS_FORMULATION_BAUMGARTE;
        o->baumgarte_alpha = o->baumgarte_beta = 0)
CHANGE (full, o->formulation = GEOMS_FORMULATION_PARTITION_FULL)

static void check_accuracy (const char *name, const Result *p, const Result *s)
{
    print_message ("%-20s pendulum %4ld %5ld %2ld %2ld %.1e %.1e   crank %4ld %5ld %2ld %2ld "
                   "%.1e %.1e\n",
                   name, p->k.naccpt, p->k.neom, p->k.nerjct, p->k.ncrjct, p->error, p->residual,
                   s->k.naccpt, s->k.neom, s->k.nerjct, s->k.ncrjct, s->error, s->residual);
    if (! (p->error < 1e-4 && s->error < 2e-4))
        fail_msg ("%s: errors %.1e, %.1e", name, p->error, s->error);
}

static void every_variant_is_accurate (void **state)
{
    static const struct {
        const char *name;
        Change change;
    } variants[] = {
#define CHANGE_LINE(name, words, ...) {words, name},
        ACCURATE_CHANGES (CHANGE_LINE)
#undef CHANGE_LINE
    };

    (void)state;
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++) {
        const Result p = with (&model_pendulum, variants[i].change);
        const Result s = with (&model_slidercrank, variants[i].change);

        check_accuracy (variants[i].name, &p, &s);
    }
}

/* ---- every formulation, with each of radau5 and dopri5 that it has ---- */

enum { FORMS = 2 * GEOMS_FORMULATION_COUNT };

/* 0: there is no such pair for all systems */
static int form_number (int i, Pair *pair)
{
    *pair = (Pair){i / 2, i % 2 ? GEOMS_METHOD_DOPRI5 : GEOMS_METHOD_RADAU5};
    return geoms_pair_exists (pair->formulation, pair->method)
           && fits_all_systems (pair->formulation);
}

static Result with_form (const TestModel *model, const Pair *pair, int project)
{
    Case c = standard (model);
    Result r;

    choose (&c, pair);
    c.options.project = project;
    r = result_of (&c);
    case_free (&c);
    return r;
}

static void every_form_is_accurate (void **state)
{
    (void)state;
    for (int i = 0; i < FORMS; i++) {
        Result p, s;
        Pair pair;

        if (! form_number (i, &pair) || multiplier_index (pair.formulation) == 3)
            continue;
        p = with_form (&model_pendulum, &pair, GEOMS_PROJECT_AUTO);
        s = with_form (&model_slidercrank, &pair, GEOMS_PROJECT_AUTO);
        check_accuracy (pair_name (&pair), &p, &s);
    }
}

/* those that keep to the constraints do so with Project 'auto', the others with 'on' alone, and
 * none with 'off' */
static void projection_obeys_in_every_form (void **state)
{
    (void)state;
    for (int i = 0; i < FORMS; i++) {
        Result r[3];
        Pair pair;
        int keeps;

        if (! form_number (i, &pair))
            continue;
        keeps = geoms_pair_keeps (pair.formulation, pair.method);
        for (int k = 0; k < 3; k++)
            r[k] = with_form (&model_slidercrank, &pair, k);
        print_message ("%s: %.1e %.1e, projected %.1e\n", pair_name (&pair),
                       r[GEOMS_PROJECT_AUTO].residual, r[GEOMS_PROJECT_OFF].residual,
                       r[GEOMS_PROJECT_ON].residual);
        assert_true (same (&r[GEOMS_PROJECT_AUTO],
                           &r[keeps ? GEOMS_PROJECT_ON : GEOMS_PROJECT_OFF]));
        assert_true (r[GEOMS_PROJECT_OFF].residual > 1e-11);
        assert_true (r[GEOMS_PROJECT_ON].residual <= 1e-12
                     || pair.formulation == GEOMS_FORMULATION_PSI1);
    }
}

/* ---- each option acts ---- */

CHANGE (sparse, o->linear_solver = GEOMS_LINEAR_SPARSE)
CHANGE (no_time, o->max_wall_time = 1e-12)
CHANGE (few_steps, o->max_steps = 7)
CHANGE (assume, o->initial = GEOMS_INITIAL_ASSUME)

/* Each option of the list with a value that makes a difference, to the counters, the end or the
 * number of outputs, beside what `base` says. The start of the spoiled ones is not consistent. */
static const struct {
    const char *name;
    const TestModel *model;
    Change change;
    int spoiled;
    Change base;
} acting[] = {{"Formulation", &model_pendulum, psi1, 0, nothing},
              {"Method", &model_pendulum, dopri5, 0, nothing},
              {"InitialStep", &model_pendulum, first_step, 0, nothing},
              {"MaxStep", &model_pendulum, most_step, 0, nothing},
              {"MinStep", &model_slidercrank, least_step, 0, nothing},
              {"Step", &model_pendulum, fixed_step, 0, nothing},
              {"Order", &model_pendulum, bdf_fixed_4, 0, bdf_fixed},
              {"MaxOrder", &model_pendulum, bdf_of_order_2, 0, bdf},
              {"MaxSteps", &model_pendulum, few_steps, 0, nothing},
              {"MaxWallTime", &model_pendulum, no_time, 0, nothing},
              {"ConstraintDecomposition", &model_slidercrank, svd, 0, nothing},
              {"DifferentialDecomposition", &model_slidercrank, differential_qr, 0, nothing},
              {"RankTol", &model_chain_3, wide_rank, 0, nothing},
              {"Multipliers", &model_slidercrank, iterated, 0, nothing},
              {"VelocityRows", &model_slidercrank, force_rows, 0, nothing},
              {"LinearSolver", &rods, sparse, 0, nothing},
              {"Selector", &model_slidercrank, rows, 0, nothing},
              {"SelectorUpdate", &model_slidercrank, adaptive, 0, nothing},
              {"NewtonStart", &model_pendulum, constant_start, 0, nothing},
              {"MaxNewton", &model_pendulum, few_newton, 0, nothing},
              {"NewtonMatrixAt", &model_pendulum, matrix_at_2, 0, nothing},
              {"NewtonUpdates", &model_pendulum, no_updates, 0, iterated},
              {"NewtonTol", &model_pendulum, tight_newton, 0, nothing},
              {"NewtonNorm", &model_pendulum, norm_n, 0, nothing},
              {"ErrorNorm", &model_pendulum, norm_free, 0, nothing},
              {"StepControl", &model_pendulum, classical, 0, nothing},
              {"Initial", &model_slidercrank, assume, 1, nothing},
              {"Weights", &model_slidercrank, by_mass, 1, nothing},
              {"Project", &model_pendulum, project_off, 0, nothing},
              {"BaumgarteAlpha", &model_pendulum, alpha, 0, baumgarte},
              {"BaumgarteBeta", &model_pendulum, beta, 0, baumgarte},
              {"PartitionLimit", &long_crank, low_limit, 0, fixed},
              {"Invariant", &model_pendulum_energy, monitor, 0, nothing},
              {"Safety", &model_pendulum, safe, 0, nothing},
              {"JacobianReuse", &model_pendulum, reuse, 0, nothing},
              {"StepKeep", &model_pendulum, keep, 0, reuse},
              {"StepChange", &model_pendulum, slow_change, 0, nothing},
              {"Rounding", &model_pendulum, coarse_rounding, 0, nothing},
              {"Refine", &model_pendulum, refined, 0, nothing},
              {"Dense", &model_pendulum, no_dense, 0, nothing},
              {"Residuals", &model_pendulum, no_residuals, 0, nothing}};

typedef struct Digest {
    GeomsCounters k;
    int status, switched;
    size_t count, steps;
    double t, x[MOST_UNKNOWNS];
} Digest;

/* change may be NULL */
static Digest digest_of (const TestModel *model, Change base, Change change, int spoiled)
{
    Case c = standard (model);
    Digest d;
    Outcome o;

    memset (&d, 0, sizeof d);
    if (spoiled)
        c.x0[3] += 0.1;
    base (&c.options);
    if (change != NULL)
        change (&c.options);
    o = attempt (&c);
    d.k = o.counters;
    d.status = o.status;
    d.switched = o.s->switched;
    d.count = o.s->count;
    d.steps = o.s->steps;
    d.t = o.s->t_end;
    if (d.count > 0)
        memcpy (d.x, last_state (&o), (size_t)c.n * sizeof d.x[0]);
    case_end (&c, &o);
    return d;
}

static void every_option_acts (void **state)
{
    int count;
    const GeomsOptionEntry *list = geoms_options_list (&count);

    (void)state;
    assert_int_equal (count, sizeof acting / sizeof acting[0]);
    for (int i = 0; i < count; i++) {
        const Digest plain = digest_of (acting[i].model, acting[i].base, NULL, acting[i].spoiled);
        const Digest again = digest_of (acting[i].model, acting[i].base, NULL, acting[i].spoiled);
        const Digest other
            = digest_of (acting[i].model, acting[i].base, acting[i].change, acting[i].spoiled);

        assert_string_equal (acting[i].name, list[i].name);
        assert_memory_equal (&plain, &again, sizeof plain);
        if (acting[i].change == sparse && ! geoms_sparse_lu_have ())
            continue;
        if (memcmp (&plain, &other, sizeof plain) == 0)
            fail_msg ("%s makes no difference", acting[i].name);
    }
}

/* the same steps with other rounding */
static int alike (const Result *a, const Result *b)
{
    return a->k.naccpt == b->k.naccpt && memcmp (a->x, b->x, sizeof a->x) != 0
           && distance (a->x, b->x, 0, MOST_UNKNOWNS) < 1e-10;
}

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
}

static void small_steps_obey_their_options (void **state)
{
    const Result r = with (&model_slidercrank, NULL);
    Result o = with (&model_slidercrank, least_step);
    Case c = standard (&model_pendulum);
    Outcome bad;

    (void)state;
    assert_true (o.first >= 0.015 && o.least >= 0.015 && r.first < 0.015 && r.least < 0.015);
    /* a step that would have to be smaller ends the run */
    c.options.min_step = 0.3;
    bad = attempt (&c);
    assert_int_equal (bad.status, GEOMS_STEP_TOO_SMALL);
    assert_non_null (strstr (bad.report.text, "MinStep"));
    assert_true (fabs (bad.report.h) < 0.3);
    outcome_free (&bad);
    /* the last one may be as small as the end wants it */
    c.options.min_step = 1e-3;
    c.tspan[1] = 1e-4;
    bad = solve (&c);
    assert_int_equal (bad.counters.naccpt, 1);
    outcome_free (&bad);
    case_free (&c);
}

/* a callback that takes its time */
static int slow_calls;

static int wait_a_little (void *user)
{
    struct timespec start, now;

    (void)user;
    slow_calls++;
    timespec_get (&start, TIME_UTC);
    do
        timespec_get (&now, TIME_UTC);
    while ((double)(now.tv_sec - start.tv_sec) + 1e-9 * (double)(now.tv_nsec - start.tv_nsec)
           < 0.01);
    return 0;
}

static void time_is_limited (void **state)
{
    const Result r = with (&model_slidercrank, NULL), o = with (&model_slidercrank, patient);
    Case c = standard (&model_slidercrank);
    Outcome part;

    (void)state;
    assert_true (same (&o, &r));         /* there is enough of it */
    c.hooks.interrupted = wait_a_little; /* before every step */
    c.options.max_wall_time = 0.035;
    slow_calls = 0;
    part = attempt (&c);
    assert_int_equal (part.status, GEOMS_TIME_IS_UP);
    assert_in_range (slow_calls, 1, 4);
    assert_int_equal (part.counters.naccpt, slow_calls - 1);
    assert_int_equal (part.s->count, slow_calls);
    check_solution (&c, &part);
    outcome_free (&part);
    case_free (&c);
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
    o = with (&model_pendulum, iterated_no_updates); /* the multipliers make it fail */
    assert_true (o.k.ncrjct > with (&model_pendulum, iterated).k.ncrjct);
    assert_true (with (&model_pendulum, NULL).k.ncrjct < o.k.ncrjct);
    o = with (&model_pendulum, no_updates);
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
    Result o, r_iterated;

    (void)state;
    assert_int_equal (r.k.nsel, r.k.npdec - 1); /* one more for the initial values */
    o = with (&model_slidercrank, adaptive);
    assert_true (o.k.nsel < o.k.npdec / 2);
    o = with (&model_slidercrank, adaptive_svd); /* there are no pivots */
    assert_int_equal (o.k.nsel, o.k.npdec - 1);
    o = with (&model_slidercrank, rows);
    assert_true (o.k.naccpt != r.k.naccpt || o.error != r.error);
    o = with (&model_slidercrank, lu); /* automatic is LU as long as nothing is redundant */
    assert_true (same (&o, &r));
    o = with (&model_slidercrank, svd);
    assert_true (alike (&o, &r));
    o = with (&model_slidercrank, qr); /* two rows whose QR is as exact as their LU: the same
                                          bits are no wonder */
    assert_true (alike (&o, &r) || same (&o, &r));
    o = with (&model_slidercrank, iterated_qr);
    r_iterated = with (&model_slidercrank, iterated);
    assert_true (alike (&o, &r_iterated));
    o = with (&model_slidercrank, differential_qr);
    assert_true (alike (&o, &r));
    for (int i = 0; i < 2; i++) { /* of C */
        Case c = standard (&model_chain_3);
        Outcome bad;

        wide_rank (&c.options);
        if (i == 0)
            iterated (&c.options);
        bad = attempt (&c);
        assert_true (bad.status < 0);
        outcome_free (&bad);
        case_free (&c);
    }
}

static int same_with (const TestModel *model, Change a, Change b)
{
    const Result first = with (model, a), second = with (model, b);

    return same (&first, &second);
}

/* rows of accelerations where M varies, of forces else */
static void rows_of_velocities_obey (void **state)
{
    (void)state;
    assert_true (same_with (&model_slidercrank, NULL, acceleration_rows));
    assert_false (same_with (&model_slidercrank, NULL, force_rows));
    assert_true (same_with (&model_pendulum, NULL, force_rows));
    assert_false (same_with (&model_pendulum, NULL, acceleration_rows));
}

/* two constraints that are the same but for 1 %: one or two? */
static int nearly_parallel (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                            void *user)
{
    const double a = 1.01;

    (void)t, (void)user;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        const double l1 = x[0], l2 = x[1], *v = x + 2, *p = x + 4;
        const double f1 = -l1 - l2, f2 = -l1 - a * l2;

        out[0] = f1 + f2;
        out[1] = f1 + a * f2;
        out[2] = v[0] + v[1];
        out[3] = v[0] + a * v[1];
        out[4] = p[0] + p[1];
        out[5] = p[0] + a * p[1];
        out[6] = f1;
        out[7] = f2;
        out[8] = v[0];
        out[9] = v[1];
    }
    return 0;
}

static void rank_decisions_obey (void **state)
{
    (void)state;
    for (int i = 0; i < 8; i++) {
        static const double tolerances[4] = {0, 1e-8, 0.02, 0.5};
        const int svd_only = i / 4, rank = tolerances[i % 4] < 0.01 ? 2 : 1;
        Case c = case_of (&model_prescribed);
        Outcome o;

        memset (c.x0, 0, sizeof c.x0);
        model_replace_rda (&c.model.system, nearly_parallel);
        c.model.system.jac = NULL;
        c.options.rank_tol = tolerances[i % 4];
        if (svd_only)
            c.options.constraint_decomposition = GEOMS_DECOMPOSITION_SVD;
        c.tspan[1] = 0;
        o = solve (&c);
        for (int level = 0; level < 3; level++) {
            assert_int_equal (o.s->rows[level], 2);
            assert_int_equal (o.s->rank[level], rank);
        }
        assert_int_equal (o.s->redundant, ! svd_only && rank == 1);
        case_end (&c, &o);
    }
}

/* what is not consistent is changed as Weights says, and nothing else is */
static void weights_obey (void **state)
{
    double moved[2][3];
    const Result r = with (&model_slidercrank, NULL), o = with (&model_slidercrank, by_mass);

    (void)state;
    assert_true (same (&o, &r)); /* a consistent start */
    for (int mass = 0; mass < 2; mass++) {
        Case c = standard (&model_slidercrank);
        Outcome bad;

        c.x0[3] += 2;
        c.tspan[1] = 0;
        c.options.weights = mass;
        bad = solve (&c);
        for (int i = 0; i < 3; i++)
            moved[mass][i] = bad.s->x[2 + i] - c.x0[2 + i];
        outcome_free (&bad);
        case_free (&c);
    }
    assert_true (distance (moved[0], moved[1], 0, 3) > 1e-3);
    { /* weights that cannot be */
        static const double values[] = {0, -1, NAN, INFINITY};

        for (int i = 0; i < 20; i++) {
            Case c = standard (&model_pendulum);
            double weights[5] = {1, 1, 1, 1, 1};

            weights[i % 5] = values[i / 5];
            c.start.weights = weights;
            expect_refusal (&c, GEOMS_BAD_OPTION, i % 5);
            case_free (&c);
        }
    }
}

static void invariants_obey (void **state)
{
    static const Change changes[3] = {nothing, eliminate, monitor};
    double worst[3];

    (void)state;
    for (int i = 0; i < 3; i++) {
        Case c = standard (&model_pendulum_energy);
        Outcome o;

        c.tspan[1] = 3.3;
        changes[i](&c.options);
        o = solve (&c);
        worst[i] = 0;
        for (size_t k = 0; k < o.s->count; k++)
            worst[i] = fmax (worst[i], fabs (o.s->residual[4 * k + 2]));
        assert_true (final_error (&c, &o) < 1e-4);
        case_end (&c, &o);
    }
    assert_true (worst[0] <= 1e-12 && worst[1] > 1e-10 && worst[2] > 1e-10 && worst[1] != worst[2]);
}

static void formulation_and_projection_obey (void **state)
{
    Result o = with (&model_pendulum, NULL), other;

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
    o = with (&model_pendulum, full);
    other = with (&model_pendulum, no_gains); /* nothing leads back */
    assert_true (same (&o, &other));
}

/* one that the formulation can be used for */
static Case system_for (int formulation)
{
    Case c;

    if (fits_all_systems (formulation))
        return standard (&model_slidercrank);
    c = case_of_moving ();
    c.tspan[1] = 0.5;
    return c;
}

/* "'psi1': possible are 'radau5', 'bdf'." */
static void possible_methods (const GeomsFormulationEntry *f, char *words, size_t size)
{
    int length = snprintf (words, size, "'%s': possible are", f->word);

    for (int k = 0; f->methods[k] != GEOMS_NO_METHOD; k++)
        length += snprintf (words + length, size - (size_t)length, "%s '%s'", k > 0 ? "," : "",
                            geoms_method_entry (f->methods[k])->word);
    snprintf (words + length, size - (size_t)length, ".");
}

/* automatic is the method the formulation is made for: dopri5 for ordinary differential equations;
 * another one gives another run with the same end; one that is impossible names others */
static void methods_obey (void **state)
{
    (void)state;
    for (int i = 0; i < GEOMS_FORMULATION_COUNT; i++) {
        const GeomsFormulationEntry *f = geoms_formulation_entry (i);
        const int is_ode = i == GEOMS_FORMULATION_UODE || i == GEOMS_FORMULATION_BAUMGARTE
                           || i == GEOMS_FORMULATION_PARTITION_FULL || is_partition (i),
                  both = geoms_pair_exists (i, GEOMS_METHOD_DOPRI5);
        Case c = system_for (i);
        Result by_itself, by_name, other;

        c.options.formulation = i;
        by_itself = result_of (&c);
        c.options.method = is_ode ? GEOMS_METHOD_DOPRI5 : GEOMS_METHOD_RADAU5;
        by_name = result_of (&c);
        assert_true (same (&by_itself, &by_name));
        c.options.method = is_ode ? GEOMS_METHOD_RADAU5 : GEOMS_METHOD_DOPRI5;
        if (! both) {
            Outcome bad = attempt (&c);
            char words[200];

            possible_methods (f, words, sizeof words);
            assert_null (bad.run);
            assert_int_equal (bad.status, GEOMS_BAD_PAIR);
            if (strstr (bad.report.text, words) == NULL
                || strstr (bad.report.text, "'dopri5'") == NULL)
                fail_msg ("%s", bad.report.text);
        } else {
            other = result_of (&c);
            assert_true (! same (&other, &by_name));
            assert_true (distance (other.x, by_name.x, 0, c.n) < 1e-5);
            assert_true ((other.k.nbsub == 0) != (by_name.k.nbsub == 0));
        }
        case_free (&c);
    }
}

/* a model without gII and hI: where they are needed it is refused, elsewhere they do not matter */
static void reduced_models_obey (void **state)
{
    static const int formulations[] = {GEOMS_FORMULATION_PSF, GEOMS_FORMULATION_INDEX1,
                                       GEOMS_FORMULATION_PARTITION_QR, GEOMS_FORMULATION_PSI1,
                                       GEOMS_FORMULATION_INDEX2, GEOMS_FORMULATION_INDEX3};

    (void)state;
    for (int i = 0; i < 7; i++) {
        Case c = case_of (&model_pendulum);
        Outcome o;

        c.reduced = 1;
        c.tspan[1] = 0.1;
        c.options.formulation = formulations[i % 6 + (i == 6) * 4];
        c.options.method = i == 6 ? GEOMS_METHOD_HEDOP5 : GEOMS_METHOD_AUTO;
        o = attempt (&c);
        assert_int_equal (o.status, i < 3 || i == 6 ? GEOMS_NO_SECOND_DERIVATIVES : GEOMS_OK);
        if (o.status != 0)
            assert_non_null (strstr (o.report.text, "needs gII and hI"));
        case_end (&c, &o);
    }
}

/* the order of fixed steps, of whose errors each is smaller than the one before; the highest one of
 * variable steps, which are the fewer the higher it may be */
static void orders_obey (void **state)
{
    double last = INFINITY;
    long steps = 1000000;

    (void)state;
    for (int order = 1; order <= 6; order++) {
        Case c = standard (&model_slidercrank);
        Result r;

        bdf_fixed (&c.options);
        c.options.order = order;
        c.options.max_order = 1; /* is not for fixed steps */
        c.options.newton_tol = 1e-4;
        r = result_of (&c);
        print_message ("Order %d: error %.1e\n", order, r.error);
        assert_true (r.k.naccpt == 700 && r.error < 0.2 * last);
        last = r.error;
        case_free (&c);
    }
    for (int order = 1; order <= 5; order++) {
        Case c = standard (&model_slidercrank);
        Result r;

        bdf (&c.options);
        c.options.max_order = order;
        c.options.order = 6; /* is not for variable steps */
        c.options.max_steps = 1000000;
        case_tolerance (&c, 1e-6);
        r = result_of (&c);
        print_message ("MaxOrder %d: %ld steps, error %.1e\n", order, r.k.naccpt, r.error);
        /* order 1 has the error of as many fixed steps */
        assert_true (r.k.naccpt < steps && r.error < (order == 1 ? 2e-2 : 1e-3));
        steps = r.k.naccpt;
        case_free (&c);
    }
}

/* methods without error control say what they need */
static void fixed_methods_need_a_step (void **state)
{
    static const struct {
        int method;
        const char *name;
    } methods[]
        = {{GEOMS_METHOD_BDF_FIXED, "'bdf-fixed'"}, {GEOMS_METHOD_TRAPEZOIDAL, "'trapezoidal'"}};

    (void)state;
    for (int i = 0; i < 2 * GEOMS_FORMULATION_COUNT; i++) {
        Case c = system_for (i / 2);
        Outcome bad;

        c.options.formulation = i / 2;
        c.options.method = methods[i % 2].method;
        bad = attempt (&c);
        assert_null (bad.run);
        assert_int_equal (bad.status, GEOMS_BAD_OPTION);
        if (strstr (bad.report.text, methods[i % 2].name) == NULL
            || strstr (bad.report.text, "Step") == NULL)
            fail_msg ("%s", bad.report.text);
        c.options.step = 1e-3;
        c.tspan[1] = c.tspan[0] + 0.01;
        bad = solve (&c);
        assert_int_equal (bad.counters.naccpt, 10);
        outcome_free (&bad);
        case_free (&c);
    }
}

/* other coordinates are chosen the more often the less their condition may grow, and never where it
 * may grow as it likes; the motion is the same */
static void partitions_obey (void **state)
{
    static const Change limits[3] = {no_limit, nothing, low_limit};

    (void)state;
    for (int k = 0; k < 2; k++) {
        const int method = k == 0 ? GEOMS_METHOD_RADAU5 : GEOMS_METHOD_DOPRI5;
        int switched[3];

        for (int i = 0; i < 3; i++) {
            Case c = standard (&long_crank);
            Outcome o;

            c.tspan[1] = 3;
            fixed (&c.options);
            c.options.method = method;
            limits[i](&c.options);
            o = solve (&c);
            switched[i] = o.s->switched;
            print_message ("method %d, PartitionLimit %g: %d changes, worst condition %.1f, error "
                           "%.1e\n",
                           method, c.options.partition_limit, o.s->switched, o.s->worst,
                           final_error (&c, &o));
            assert_true (final_error (&c, &o) < 1e-6 * o.s->worst);
            case_end (&c, &o);
        }
        assert_true (switched[0] == 0 && switched[1] <= switched[2] && switched[2] > 1);
    }
}

static void outputs_obey (void **state)
{
    const Result r = with (&model_pendulum, NULL);
    Result o;

    (void)state;
    assert_int_equal (r.steps, r.k.naccpt);
    assert_int_equal (r.k.neomout, r.count + 1); /* rda is compared with the parts once */
    o = with (&model_pendulum, no_dense);
    assert_true (o.steps == 0 && o.count == r.count && o.error == r.error);
    o = with (&model_pendulum, no_residuals);
    assert_true (o.residual == 0 && o.k.neomout == 1 && o.error == r.error);
    /* points between the steps, on the constraints; requested times are returned as they are */
    o = with (&model_pendulum, refined);
    assert_int_equal (o.count, 5 * (r.count - 1) + 1);
    assert_true (o.error == r.error && o.steps == r.steps && o.residual <= 1e-12);
    assert_true (o.k.naccpt == r.k.naccpt && o.k.neom == r.k.neom && o.k.neomout > r.k.neomout);
}

/* [t0 tf]: equal parts of every step, which are those without Refine; more times: no effect */
static void refinement_divides_steps (void **state)
{
    static const int parts[] = {2, 7, 100}; /* more than a chunk of points in one step */

    (void)state;
    for (int i = 0; i < 6; i++) {
        Case c = standard (&model_pendulum);
        const size_t n = (size_t)parts[i / 2];
        Outcome plain, fine;

        c.options.project = i % 2 ? GEOMS_PROJECT_OFF : GEOMS_PROJECT_AUTO;
        plain = solve (&c);
        c.options.refine = parts[i / 2];
        fine = solve (&c);
        assert_int_equal (fine.s->count, n * (plain.s->count - 1) + 1);
        for (size_t k = 0; k < plain.s->count; k++) {
            assert_true (fine.s->t[n * k] == plain.s->t[k]);
            assert_memory_equal (fine.s->x + 5 * n * k, plain.s->x + 5 * k, 5 * sizeof (double));
        }
        for (size_t k = 0; k + 1 < fine.s->count; k++) {
            const double h = plain.s->t[k / n + 1] - plain.s->t[k / n];

            assert_true (fabs (fine.s->t[k + 1] - fine.s->t[k] - h / (double)n) < 1e-14);
            assert_true (largest (errors_at (&c, &fine, k)) < 1e-3);
        }
        outcome_free (&plain);
        case_times (&c, 30, 3.3);
        plain = solve (&c);
        assert_int_equal (plain.s->count, 30);
        outcome_free (&plain);
        outcome_free (&fine);
        case_free (&c);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (the_list_is_consistent),
        cmocka_unit_test (ranges_are_checked),
        cmocka_unit_test (unusable_values_are_refused),
        cmocka_unit_test (every_variant_is_accurate),
        cmocka_unit_test (every_form_is_accurate),
        cmocka_unit_test (projection_obeys_in_every_form),
        cmocka_unit_test (every_option_acts),
        cmocka_unit_test (steps_obey_their_options),
        cmocka_unit_test (small_steps_obey_their_options),
        cmocka_unit_test (time_is_limited),
        cmocka_unit_test (newton_obeys_its_options),
        cmocka_unit_test (decompositions_and_selectors_obey),
        cmocka_unit_test (rows_of_velocities_obey),
        cmocka_unit_test (rank_decisions_obey),
        cmocka_unit_test (weights_obey),
        cmocka_unit_test (invariants_obey),
        cmocka_unit_test (formulation_and_projection_obey),
        cmocka_unit_test (methods_obey),
        cmocka_unit_test (reduced_models_obey),
        cmocka_unit_test (orders_obey),
        cmocka_unit_test (fixed_methods_need_a_step),
        cmocka_unit_test (partitions_obey),
        cmocka_unit_test (outputs_obey),
        cmocka_unit_test (refinement_divides_steps),
    };
    int failed;

    long_crank = model_slidercrank;
    long_crank.system.create = create_long_crank;
    make_rods ();
    failed = cmocka_run_group_tests (tests, NULL, NULL);
    rods_free (chain);
    return failed;
}
