/* test_state.c - a run that is continued from its state is the single run, bit for bit: all later
 * steps, outputs, events and counters; states that do not fit or are spoiled do no harm
 */
#include "extent.h"
#include "forms.h"
#include "inside.h"
#include "moving.h"
#include "repeated.h"

/* ---- states ---- */

typedef struct Saved {
    double *numbers;
    size_t count;
} Saved;

static Saved save (const Outcome *o)
{
    Saved s = {.count = geoms_run_state_size (o->run)};

    assert_true (s.count > 0);
    s.numbers = malloc (s.count * sizeof *s.numbers);
    assert_non_null (s.numbers);
    geoms_run_state (o->run, s.numbers);
    return s;
}

/* the run of the case, from the state on */
static Outcome go_on (const Case *c, const Saved *s)
{
    Case next = *c;

    next.state = s->numbers;
    next.nstate = s->count;
    return attempt (&next);
}

/* ---- the later part of a run ---- */

static void same_numbers (const char *what, const double *a, const double *b, size_t count)
{
    if (count == 0 || memcmp (a, b, count * sizeof *a) == 0)
        return;
    for (size_t i = 0; i < count; i++)
        if (memcmp (a + i, b + i, sizeof *a) != 0)
            fail_msg ("%s: number %zu of %zu is %.17g, not %.17g", what, i, count, b[i], a[i]);
}

/* the last `count` columns of a, which has `all` of them */
static const double *tail (const double *a, size_t all, size_t count, size_t n)
{
    assert_true (all >= count);
    return all > count ? a + (all - count) * n : a;
}

/* how many values lie beyond t */
static size_t beyond (const double *values, size_t count, double t, double direction)
{
    size_t later = 0;

    for (size_t i = 0; i < count; i++)
        later += (values[i] - t) * direction > 0;
    return later;
}

/* Residuals at the outputs, and multipliers that are not integrated, are evaluated for many points
 * in one call: pieces of a run need more calls. */
static int calls_vary (const Outcome *o)
{
    return o->s->residual != NULL || run_recovers (o->run);
}

static void same_counters (const GeomsCounters *a, const GeomsCounters *b, int same_calls)
{
    GeomsCounters c = *b;

    if (! same_calls)
        c.ncall = a->ncall;
#define SAME(field, meaning) \
    if (a->field != c.field) \
        fail_msg ("%s: %ld instead of %ld", #field, c.field, a->field);
    GEOMS_COUNTERS (SAME)
#undef SAME
}

/* `part` was continued by `more`, which begins at t */
static void same_end (const Case *c, const Outcome *whole, const Outcome *more, double t)
{
    const GeomsSolution *a = whole->s, *b = more->s;
    const size_t n = (size_t)a->n, size = (size_t)(1 + a->degree) * n;
    const double direction = c->tspan[1] > c->tspan[0] ? 1 : -1;

    assert_int_equal (more->status, whole->status);
    assert_int_equal (b->count, beyond (a->t, a->count, t, direction));
    same_numbers ("t", tail (a->t, a->count, b->count, 1), b->t, b->count);
    same_numbers ("x", tail (a->x, a->count, b->count, n), b->x, b->count * n);
    if (b->condition != NULL) /* Residuals on */
        same_numbers ("condition", tail (a->condition, a->count, b->count, 3), b->condition,
                      3 * b->count);
    if (a->residual != NULL && b->count > 0) {
        same_numbers ("residual", tail (a->residual, a->count, b->count, (size_t)a->na),
                      b->residual, b->count * (size_t)a->na);
        same_numbers ("relative", tail (a->relative, a->count, b->count, 3), b->relative,
                      3 * b->count);
    }
    if (a->steps > 0) {
        assert_true (b->steps <= a->steps);
        same_numbers ("steps", tail (a->step_t, a->steps, b->steps, 2), b->step_t, 2 * b->steps);
        same_numbers ("dense", tail (a->step_x, a->steps, b->steps, size), b->step_x,
                      size * b->steps);
        if (b->steps > 0)
            assert_true (b->step_t[0] == t);
    }
    assert_int_equal (b->nevents, beyond (a->event_t, a->nevents, t, direction));
    same_numbers ("events", tail (a->event_t, a->nevents, b->nevents, 1), b->event_t, b->nevents);
    same_numbers ("which", tail (a->event_which, a->nevents, b->nevents, 1), b->event_which,
                  b->nevents);
    same_numbers ("at events", tail (a->event_x, a->nevents, b->nevents, n), b->event_x,
                  n * b->nevents);
    same_numbers ("limiting", a->limiting, b->limiting, n);
    same_numbers ("t_end, h_next", (const double[]){a->t_end, a->h_next},
                  (const double[]){b->t_end, b->h_next}, 2);
    assert_int_equal (a->redundant, b->redundant);
    assert_memory_equal (a->rank, b->rank, sizeof a->rank);
    assert_memory_equal (a->dependent_rows, b->dependent_rows, (size_t)a->na * sizeof (int));
    same_counters (&whole->counters, &more->counters, ! calls_vary (whole));
}

/* Behind the signature, which has the number of event functions in place 9, there are t, x, three
 * numbers for each event function, two on the last event, two more for each, and the counters. n:
 * unknowns of the method */
static size_t place_of_calls (const Saved *s, int n)
{
    return GEOMS_STATE_TIME + 3 + (size_t)n + 5 * (size_t)s->numbers[9]
           + offsetof (GeomsCounters, ncall) / sizeof (long);
}

/* the two runs could be continued alike; number of calls see above */
static void same_states (const Outcome *whole, const Outcome *more)
{
    Saved a = save (whole), b = save (more);

    assert_int_equal (a.count, b.count);
    if (calls_vary (whole)) {
        const size_t place = place_of_calls (&a, run_size (whole->run));

        assert_true (a.numbers[place] > 0 && a.numbers[place] <= (double)whole->counters.ncall);
        b.numbers[place] = a.numbers[place];
    }
    same_numbers ("state", a.numbers, b.numbers, a.count);
    free (a.numbers);
    free (b.numbers);
}

/* The case, ended at `end` and continued, against the whole of it. The end cuts off the requested
 * times beyond it. */
static void check_end (const Case *c, const Outcome *whole, double end)
{
    const size_t size = (size_t)(1 + whole->s->degree) * (size_t)c->n;
    const double direction = c->tspan[1] > c->tspan[0] ? 1 : -1;
    Case first = *c;
    Outcome part, more;
    Saved state;
    double t;

    first.ntspan = 2;
    if (c->ntspan > 2)
        for (first.ntspan = 1;
             first.ntspan < c->ntspan && (c->tspan[first.ntspan] - end) * direction < 0;)
            first.ntspan++;
    first.tspan[first.ntspan - (c->ntspan == 2)] = end;
    first.ntspan += c->ntspan > 2;
    assert_true (first.ntspan <= MOST_TIMES);
    if (c->ntspan > 2 && first.ntspan == 2)
        return; /* that would mean all steps */
    part = attempt (&first);
    if (part.status < 0)
        fail_msg ("%s to %g: %d, %s", c->model.name, end, part.status, part.report.text);
    state = save (&part);
    t = geoms_state_time (state.numbers);
    assert_true ((end - t) * direction >= 0);
    /* the steps before are those of the whole run */
    for (size_t i = 0; i < part.s->steps && (t - part.s->step_t[2 * i]) * direction > 0; i++) {
        same_numbers ("earlier step", whole->s->step_t + 2 * i, part.s->step_t + 2 * i, 2);
        same_numbers ("earlier state", whole->s->step_x + size * i, part.s->step_x + size * i,
                      size);
    }
    more = go_on (c, &state);
    if (more.status < 0)
        fail_msg ("%s from %g: %d, %s", c->model.name, t, more.status, more.report.text);
    same_end (c, whole, &more, t);
    same_states (whole, &more);
    free (state.numbers);
    outcome_free (&part);
    outcome_free (&more);
}

/* `part` of the whole run was stopped from outside; it goes on as the case, and is freed */
static void check_rest (const Case *c, const Outcome *whole, Outcome *part)
{
    Saved saved = save (part);
    const double t = geoms_state_time (saved.numbers);
    Outcome more = go_on (c, &saved);

    assert_true (t <= part->s->t_end);
    same_end (c, whole, &more, t);
    same_states (whole, &more);
    free (saved.numbers);
    outcome_free (part);
    outcome_free (&more);
}

/* Ends before, at and behind the ends of steps, where the last step is short, long, or cut by
 * next to nothing; about `ends` of them. */
static void check_ends (const Case *c, int ends)
{
    static const double parts[] = {1, 0.5, 1e-3, 0.9999, 1.00005, 1e-6, 0.95};
    Outcome whole = attempt (c);
    const GeomsSolution *s = whole.s;
    const size_t stride = s->steps * (run_short () ? 3 : 1) / (size_t)ends + 1;

    if (whole.status < 0)
        fail_msg ("%s: %d, %s", c->model.name, whole.status, whole.report.text);
    assert_true (s->steps >= 4);
    for (size_t i = 0; i < s->steps; i += stride) {
        const double a = s->step_t[2 * i], b = s->step_t[2 * i + 1];
        const double end = a + parts[i / stride % 7] * (b - a);
        const double last = c->tspan[c->ntspan - 1];

        if (fabs (last - end) < 1e-9 * fabs (last - c->tspan[0])
            || fabs (end - last) > fabs (last - c->tspan[0]))
            continue;
        check_end (c, &whole, end);
    }
    outcome_free (&whole);
}

/* ---- options ---- */

typedef void (*Change) (Case *c);

/* AbsTol of multipliers is left to the run */
static void by_forces (Case *c)
{
    const GeomsDims *d = &c->model.system.dims;

    for (int i = 0; i < d->nl + d->nm; i++)
        c->atol[d->nw + i] = NAN;
}

/* name, in words, what it does to the case c and its options o */
#define CHANGES_OF_OPTIONS(X) \
    X (nothing, "defaults", (void)c) \
    X (psi1, "psi1", o->formulation = GEOMS_FORMULATION_PSI1) \
    X (qr, "QR", \
        o->constraint_decomposition = GEOMS_DECOMPOSITION_QR; \
        o->differential_decomposition = GEOMS_DIFFERENTIAL_QR) \
    X (svd, "SVD", o->constraint_decomposition = GEOMS_DECOMPOSITION_SVD) \
    X (adaptive, "adaptive", o->selector_update = GEOMS_UPDATE_ADAPTIVE) \
    X (rows, "rows", o->selector = GEOMS_SELECTOR_ROWS) \
    X (adaptive_rows, "adaptive rows", \
        o->selector_update = GEOMS_UPDATE_ADAPTIVE; o->selector = GEOMS_SELECTOR_ROWS) \
    X (psi1_rows, "psi1 rows", \
        o->formulation = GEOMS_FORMULATION_PSI1; o->selector = GEOMS_SELECTOR_ROWS) \
    X (at_1, "NewtonMatrixAt 1", o->newton_matrix_at = 1) \
    X (at_2, "NewtonMatrixAt 2", o->newton_matrix_at = 2) \
    X (at_3, "NewtonMatrixAt 3", o->newton_matrix_at = 3) \
    X (adaptive_at_2, "NewtonMatrixAt 2, adaptive rows", \
        o->newton_matrix_at = 2; o->selector_update = GEOMS_UPDATE_ADAPTIVE; \
        o->selector = GEOMS_SELECTOR_ROWS) \
    X (reuse, "JacobianReuse", o->jacobian_reuse = 0.3) \
    X (reuse_and_keep, "JacobianReuse and StepKeep", \
        o->jacobian_reuse = 0.5; o->step_keep[0] = 0.5; o->step_keep[1] = 3) \
    X (reuse_adaptive, "JacobianReuse, adaptive", \
        o->jacobian_reuse = 0.3; o->selector_update = GEOMS_UPDATE_ADAPTIVE) \
    X (few_newton, "MaxNewton 4", o->max_newton = 4; o->newton_updates = 0) \
    X (many_updates, "NewtonUpdates 5", o->max_newton = 4; o->newton_updates = 5) \
    X (constant_start, "NewtonStart constant", o->newton_start = GEOMS_START_CONSTANT) \
    X (classical, "classical", o->step_control = GEOMS_CONTROL_CLASSICAL) \
    X (free_norm, "ErrorNorm free", o->error_norm = GEOMS_ERROR_NORM_FREE) \
    X (no_projection, "Project off", o->project = GEOMS_PROJECT_OFF) \
    X (fixed_step, "Step", \
        o->step = (c->tspan[1] - c->tspan[0]) / 37.3 * (c->tspan[1] > c->tspan[0] ? 1 : -1)) \
    X (limits, "MaxStep and MinStep", \
        o->max_step = 0.02 * fabs (c->tspan[1] - c->tspan[0]); \
        o->min_step = 1e-4 * fabs (c->tspan[1] - c->tspan[0])) \
    X (differences, "differences", c->model.system.jac = NULL) \
    X (differences_svd, "differences, SVD", \
        c->model.system.jac = NULL; o->constraint_decomposition = GEOMS_DECOMPOSITION_SVD) \
    X (requested, "requested times", case_times (c, 90, c->tspan[1])) \
    X (requested_psi1, "requested times, psi1", \
        case_times (c, 150, c->tspan[1]); o->formulation = GEOMS_FORMULATION_PSI1) \
    X (refined, "Refine", o->refine = 3) \
    X (no_residuals, "no residuals", o->residuals = GEOMS_SWITCH_OFF) \
    X (iterated, "Multipliers iterated", o->multipliers = GEOMS_MULTIPLIERS_ITERATED) \
    X (force_rows, "VelocityRows force", o->velocity_rows = GEOMS_VELOCITY_ROWS_FORCE) \
    X (acceleration_rows, "VelocityRows acceleration", \
        o->velocity_rows = GEOMS_VELOCITY_ROWS_ACCELERATION) \
    X (acceleration_differences, "VelocityRows acceleration, differences", \
        o->velocity_rows = GEOMS_VELOCITY_ROWS_ACCELERATION; \
        o->multipliers = GEOMS_MULTIPLIERS_SOLVED; c->model.system.jac = NULL) \
    X (acceleration_reuse, "VelocityRows acceleration, JacobianReuse, SVD", \
        o->velocity_rows = GEOMS_VELOCITY_ROWS_ACCELERATION; o->jacobian_reuse = 0.3; \
        o->constraint_decomposition = GEOMS_DECOMPOSITION_SVD) \
    X (without_parts, "no parts", c->model.system.parts = NULL) \
    X (measured_by_forces, "AbsTol by forces", by_forces (c)) \
    X (measured_iterated, "AbsTol by forces, iterated", \
        by_forces (c); o->multipliers = GEOMS_MULTIPLIERS_ITERATED) \
    X (measured_psi1, "AbsTol by forces, psi1", \
        by_forces (c); o->formulation = GEOMS_FORMULATION_PSI1) \
    X (paper, "paper", \
        o->multipliers = GEOMS_MULTIPLIERS_ITERATED; \
        o->velocity_rows = GEOMS_VELOCITY_ROWS_FORCE; o->project = GEOMS_PROJECT_OFF; \
        o->error_norm = GEOMS_ERROR_NORM_FREE; o->newton_norm = GEOMS_NEWTON_NORM_N; \
        o->max_newton = 6; o->newton_updates = 0; o->selector_update = GEOMS_UPDATE_ADAPTIVE)

#define CHANGE(name, ...)              \
    static void name (Case *c)         \
    {                                  \
        GeomsOptions *o = &c->options; \
        __VA_ARGS__;                   \
        (void)o;                       \
    }
#define CHANGE_IN_WORDS(name, words, ...) CHANGE (name, __VA_ARGS__)
CHANGES_OF_OPTIONS (CHANGE_IN_WORDS)

static const struct {
    const char *name;
    Change change;
} changes[] = {
#define CHANGE_LINE(name, words, ...) {words, name},
    CHANGES_OF_OPTIONS (CHANGE_LINE)
#undef CHANGE_LINE
};
enum { CHANGES = sizeof changes / sizeof changes[0] };

/* each change, about `ends` ends; both directions, or one of them for each change in turn */
static void check_options (Case (*make) (void), int ends, int both)
{
    for (int i = 0; i < 2 * CHANGES; i++) {
        Case c;

        if (! both && i % 2 != i / 2 % 2)
            continue;
        c = make ();
        if (i % 2) { /* time runs backwards */
            const double t = c.tspan[0];

            c.tspan[0] = c.tspan[1];
            c.tspan[1] = t;
            if (c.model.exact != NULL)
                assert_int_equal (c.model.exact (c.tspan[0], c.x0, c.user), 0);
        }
        changes[i / 2].change (&c);
        print_message ("%s, %s%s\n", c.model.name, changes[i / 2].name, i % 2 ? ", backwards" : "");
        check_ends (&c, ends);
        case_free (&c);
    }
}

static Case case_until (const TestModel *model, double end, double tolerance)
{
    Case c = case_of (model);

    c.tspan[1] = end;
    case_tolerance (&c, tolerance);
    return c;
}

/* through turning points, where steps are rejected */
static Case pendulum (void) { return case_until (&model_pendulum, 2.2, 1e-5); }

static Case slidercrank (void) { return case_until (&model_slidercrank, 0.8, 1e-5); }

static Case skate (void) { return case_until (&model_skate, 2, 1e-6); }

static Case andrews (void) { return case_until (&model_andrews, 4e-3, 1e-5); }

static Case chain (void) { return case_until (&model_chain_3, 0.7, 1e-5); }

static void pendulums_are_continued (void **state)
{
    (void)state;
    check_options (pendulum, 20, 1);
}

static void slidercranks_are_continued (void **state)
{
    (void)state;
    check_options (slidercrank, 8, 0);
}

static void skates_are_continued (void **state)
{
    (void)state;
    check_options (skate, 8, 0);
}

static void andrews_mechanisms_are_continued (void **state)
{
    (void)state;
    check_options (andrews, 6, 0);
}

static void chains_are_continued (void **state)
{
    (void)state;
    check_options (chain, 6, 0);
}

/* no constraints, nothing but constraints, one constraint twice, quaternions, invariants,
 * redundancy */
static void other_systems_are_continued (void **state)
{
    static Repeated r = {.base = &model_skate, .count = 2, .row = {0, 2}, .factor = {1, -2}};
    const TestModel *models[] = {&model_oscillator, &model_prescribed,      &model_caraxis,
                                 &model_disk,       &model_pendulum_energy, &model_top_energy};

    (void)state;
    for (int i = 0; i < 6 * 7; i++) {
        Case c = i / 6 < 6 ? case_of (models[i / 6]) : case_repeated (&r);

        c.tspan[1] = c.tspan[0] + (i / 6 < 6 ? 0.2 : 0.7) * (c.tspan[1] - c.tspan[0]);
        c.options.formulation = psf_or_psi1 (i % 2);
        c.options.invariant = i % 6 / 2; /* projected, eliminated, watched */
        print_message ("%s, psi1 %d, invariant %d\n", c.model.name, i % 2, i % 6 / 2);
        if (i / 6 < 4 || i / 6 == 6)
            c.options.jacobian_reuse = i % 6 / 2 == 1 ? 0.3 : -1;
        case_tolerance (&c, 1e-5);
        check_ends (&c, 10);
        case_free (&c);
    }
    for (int i = 0; i < 4; i++) { /* large ones, and one whose rank is not that of its rows */
        Case c = i < 2 ? case_of_chain (20) : case_of (&model_fourbar);

        c.options.formulation = psf_or_psi1 (i % 2);
        c.tspan[1] = i < 2 ? 0.1 : 0.3;
        case_tolerance (&c, 1e-5);
        check_ends (&c, 3);
        case_free (&c);
    }
}

/* ---- events ---- */

/* a pendulum in a box: walls at p1 = -0.5 and at height p2 = -0.2, and a mark */
static int box (int k, const double *t, const double *x, int ldx, double *value, double *terminal,
                double *direction, void *user)
{
    (void)t, (void)user;
    for (int j = 0; j < k; j++, x += ldx) {
        value[3 * j] = x[3] + 0.5;
        value[3 * j + 1] = x[4] + 0.2;
        value[3 * j + 2] = x[3] - 0.1;
        for (int i = 0; i < 3; i++)
            terminal[3 * j + i] = 0;
        direction[3 * j] = -1;
        direction[3 * j + 1] = 1;
        direction[3 * j + 2] = 0;
    }
    return 0;
}

static int bounce (double t, double *x, int count, const int *which, void *user)
{
    (void)t, (void)user;
    for (int i = 0; i < count; i++)
        if (which[i] < 2) {
            x[1] *= -0.9;
            x[2] *= -0.9;
            return 0;
        }
    return 0;
}

static Case pendulum_in_a_box (void)
{
    const double x0[5] = {0, 0, 0, 0.8, -0.6};
    Case c = case_of (&model_pendulum);

    memcpy (c.x0, x0, sizeof x0);
    c.x0[0] = NAN;
    c.model.exact = NULL; /* of another motion */
    c.tspan[1] = 3;
    c.hooks.nevents = 3;
    c.hooks.events = box;
    c.hooks.action = bounce;
    case_tolerance (&c, 1e-5);
    return c;
}

static void runs_with_events_are_continued (void **state)
{
    (void)state;
    check_options (pendulum_in_a_box, 16, 0);
    for (int i = 0; i < 4; i++) { /* events that are only recorded */
        Case c = pendulum_in_a_box ();

        c.hooks.action = NULL;
        c.options.formulation = psf_or_psi1 (i % 2);
        if (i / 2)
            case_times (&c, 100, 3);
        check_ends (&c, 60);
        case_free (&c);
    }
}

/* ---- the forms that solve for the accelerations, with each method ---- */

static Case moving (void)
{
    Case c = case_of_moving ();

    case_tolerance (&c, 1e-5);
    return c;
}

/* the coordinates of a fixed partition change on the way */
static Case long_crank (void)
{
    const double q[9] = {0.28, 0.36, 0.002727, 0.3, 0.151104, 0.0045339259, 0.075552, 0.8, 5};
    Case c = case_with (&model_slidercrank, q, 9);

    c.options.partition_limit = 2;
    c.tspan[1] = 1.2;
    case_tolerance (&c, 1e-6);
    return c;
}

CHANGE (projected, o->project = GEOMS_PROJECT_ON)
CHANGE (projected_outputs, o->project = GEOMS_PROJECT_ON; case_times (c, 60, c->tspan[1]))

static void all_forms_are_continued (void **state)
{
    static Case (*const make[]) (void) = {moving, long_crank, slidercrank};
    static const Change variants[]
        = {nothing,    projected,    requested,         projected_outputs, refined,
           fixed_step, no_residuals, measured_by_forces};
    static const int slider[3] = {1, 0, 0};
    enum { VARIANTS = sizeof variants / sizeof variants[0] };

    (void)state;
    for (int i = 0; i < PAIRS; i++)
        for (int j = 0; j < 3 * VARIANTS; j++) {
            Case c = make[j / VARIANTS]();

            choose (&c, &pairs[i]);
            if (j / VARIANTS == 2) { /* passes singular choices */
                c.independent = pairs[i].method == GEOMS_METHOD_DOPRI5 ? slider : NULL;
                c.tspan[1] = 0.6;
            }
            if (variants[j % VARIANTS] == fixed_step && pairs[i].method == GEOMS_METHOD_RADAU5
                && j / VARIANTS > 0)
                c.tspan[1] = 0.4; /* steps that Newton's method can make */
            variants[j % VARIANTS](&c);
            print_message ("%s, %s, variant %d\n", c.model.name, pair_name (&pairs[i]),
                           j % VARIANTS);
            check_ends (&c, 6);
            case_free (&c);
        }
}

/* differences, order and linearisation of the implicit methods, the steps before the first of a
 * fixed order */
static void implicit_methods_are_continued (void **state)
{
    static const Change variants[] = {nothing, projected, requested, no_residuals};
    static const int methods[] = {GEOMS_METHOD_BDF, GEOMS_METHOD_BDF_FIXED,
                                  GEOMS_METHOD_TRAPEZOIDAL, GEOMS_METHOD_RADAU};

    (void)state;
    for (int i = 0; i < 4 * GEOMS_FORMULATION_COUNT; i++)
        for (int j = 0; j < 8; j++) {
            const Pair pair = {i / 4, methods[i % 4]};
            Case c = j / 4 && fits_all_systems (pair.formulation) ? slidercrank () : moving ();

            choose (&c, &pair);
            c.tspan[1] = c.tspan[0] + 0.5;
            if (pair.method == GEOMS_METHOD_RADAU)
                c.options.max_order = j % 4 > 2 ? 9 : 0;
            else if (pair.method != GEOMS_METHOD_BDF)
                c.options.step = 0.0123;
            c.options.order = 1 + (i + j) % 6;
            variants[j % 4](&c);
            print_message ("%s, %s, variant %d\n", c.model.name, pair_name (&pair), j % 4);
            check_ends (&c, 12);
            case_free (&c);
        }
}

static Case repeated_skate (void)
{
    static Repeated r = {.base = &model_skate, .count = 2, .row = {0, 2}, .factor = {1, -2}};
    Case c = case_repeated (&r);

    c.tspan[1] = 2;
    case_tolerance (&c, 1e-6);
    return c;
}

static Case fourbar (void) { return case_until (&model_fourbar, 0.6, 1e-5); }

/* accelerations and multipliers that are solved for, or iterated, with every implicit method */
static void multipliers_are_continued (void **state)
{
    static Case (*const make[]) (void) = {skate, slidercrank, repeated_skate, fourbar};
    static const Change variants[]
        = {iterated, force_rows, acceleration_rows, measured_by_forces, measured_iterated};
    static const int methods[] = {GEOMS_METHOD_RADAU5, GEOMS_METHOD_RADAU, GEOMS_METHOD_BDF,
                                  GEOMS_METHOD_BDF_FIXED, GEOMS_METHOD_TRAPEZOIDAL};

    (void)state;
    for (int i = 0; i < 4 * 5; i++)
        for (int j = 0; j < 5; j++) {
            Case c = make[i / 5]();

            c.options.method = methods[i % 5];
            c.options.step = i % 5 > 2 ? 0.0123 : 0;
            c.tspan[1] = c.tspan[0] + 0.3 * (c.tspan[1] - c.tspan[0]);
            variants[j](&c);
            print_message ("%s, method %d, variant %d\n", c.model.name, methods[i % 5], j);
            check_ends (&c, 5);
            case_free (&c);
        }
}

/* the last of them changes its order on the way */
static void forms_with_events_are_continued (void **state)
{
    const Pair orders = {GEOMS_FORMULATION_PSF, GEOMS_METHOD_RADAU};

    (void)state;
    for (int i = 0; i < 2 * (PAIRS + 1); i++) {
        const Pair *pair = i / 2 < PAIRS ? &pairs[i / 2] : &orders;
        Case c = pendulum_in_a_box ();
        Outcome whole;

        choose (&c, pair);
        c.options.project = i % 2 ? GEOMS_PROJECT_ON : GEOMS_PROJECT_OFF;
        print_message ("%s, project %d\n", pair_name (pair), i % 2);
        whole = solve (&c);
        for (int k = 1; k < 15; k++)
            check_end (&c, &whole, c.tspan[1] * k / 15.07);
        outcome_free (&whole);
        case_free (&c);
    }
}

/* stopped in the middle of a step, between its rejection and the next attempt */
static void forms_without_steps_left_are_continued (void **state)
{
    (void)state;
    for (int i = 0; i < PAIRS; i++) {
        Case c = long_crank ();
        Outcome whole, part;

        choose (&c, &pairs[i]);
        c.tspan[1] = 0.6;
        c.options.initial_step = 0.05;
        whole = solve (&c);
        assert_true (whole.counters.nstep > whole.counters.naccpt);
        for (int k = 1; k < whole.counters.nstep - 1; k += 1 + k / 10) {
            c.options.max_steps = k;
            part = attempt (&c);
            assert_int_equal (part.status, GEOMS_TOO_MANY_STEPS);
            c.options.max_steps = 100000;
            check_rest (&c, &whole, &part);
        }
        outcome_free (&whole);
        case_free (&c);
    }
}

/* what a partition has met is that of the whole run, ended after any number of steps */
static void histories_of_partitions_are_continued (void **state)
{
    static const int slider[3] = {1, 0, 0};

    (void)state;
    for (int i = 0; i < 2; i++) {
        Case c = long_crank ();
        Outcome whole;

        c.tspan[1] = 2;
        c.options.formulation = GEOMS_FORMULATION_PARTITION_FIXED;
        c.independent = i ? slider : NULL;
        whole = solve (&c);
        assert_true (i ? whole.s->passed > 1 : whole.s->switched > 1);
        for (int k = 1; k < whole.counters.nstep; k++) {
            Outcome part, more;
            Saved saved;

            c.options.max_steps = k;
            part = attempt (&c);
            saved = save (&part);
            c.options.max_steps = 100000;
            more = go_on (&c, &saved);
            assert_int_equal (more.status, 0);
            assert_int_equal (more.s->switched, whole.s->switched);
            assert_int_equal (more.s->passed, whole.s->passed);
            same_numbers ("passed", whole.s->passed_t, more.s->passed_t, (size_t)whole.s->passed);
            same_numbers ("worst", (const double[]){whole.s->worst, whole.s->t_worst},
                          (const double[]){more.s->worst, more.s->t_worst}, 2);
            assert_memory_equal (whole.s->independent, more.s->independent, 3 * sizeof (int));
            free (saved.numbers);
            outcome_free (&part);
            outcome_free (&more);
        }
        outcome_free (&whole);
        case_free (&c);
    }
}

/* ---- runs that were ended from outside, anywhere ---- */

static int countdown (void *user)
{
    int *left = user;

    return (*left)-- == 0;
}

static int stop_after (size_t first, const GeomsSolution *s, void *user)
{
    int *left = user;

    (void)first, (void)s;
    return (*left)-- == 0;
}

/* Interrupted, stopped by the output function, or out of steps: in the middle of a step, too,
 * between its rejection and the next attempt. */
static void ended_runs_are_continued (void **state)
{
    (void)state;
    for (int i = 0; i < 12; i++) {
        Case c = i % 2 ? slidercrank () : pendulum ();
        const int how = i / 2 % 3, never = -1;
        Outcome whole;
        int left;

        if (i / 6) {
            c.options.formulation = GEOMS_FORMULATION_PSI1;
            c.options.newton_updates = 0;
            c.options.max_newton = 5;
            case_times (&c, 60, c.tspan[1]);
        }
        c.hooks.user = &left;
        c.hooks.interrupted = how == 0 ? countdown : NULL;
        c.hooks.output = how == 1 ? stop_after : NULL;
        left = never;
        whole = solve (&c);
        for (int k = 1; k < whole.counters.nstep - 1; k += 1 + k / 10) {
            Outcome part;

            left = k;
            c.options.max_steps = how == 2 ? k : 100000;
            part = attempt (&c);
            if (how < 2 && part.status == 0) { /* fewer steps than attempts */
                outcome_free (&part);
                break;
            }
            assert_int_equal (part.status, how == 0   ? GEOMS_INTERRUPTED
                                           : how == 1 ? GEOMS_STOPPED
                                                      : GEOMS_TOO_MANY_STEPS);
            left = never;
            c.options.max_steps = 100000;
            check_rest (&c, &whole, &part);
        }
        outcome_free (&whole);
        case_free (&c);
    }
}

/* many pieces, each with the state of the one before; MaxSteps counts the steps of each */
static void many_pieces_make_one_run (void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        Case c = i % 2 ? pendulum_in_a_box () : pendulum ();
        const double last = c.tspan[1];
        Outcome whole, piece;
        Saved saved = {0};

        c.options.formulation = psf_or_psi1 (i / 2);
        whole = solve (&c);
        c.options.max_steps = (int)(whole.counters.nstep / 3);
        for (int k = 1; k <= 20; k++) {
            double t = 0;

            c.tspan[1] = k < 20 ? last * k / 20 + 0.001 * (k % 3) : last;
            c.state = saved.numbers;
            c.nstate = saved.count;
            piece = attempt (&c);
            if (piece.status != 0)
                fail_msg ("piece %d: %d, %s", k, piece.status, piece.report.text);
            if (k == 20) {
                t = geoms_state_time (saved.numbers);
                same_end (&c, &whole, &piece, t);
                same_states (&whole, &piece);
            }
            free (saved.numbers);
            saved = save (&piece);
            outcome_free (&piece);
        }
        free (saved.numbers);
        outcome_free (&whole);
        case_free (&c);
    }
}

/* ---- after a terminal event: on from there ---- */

static int goes_on; /* nothing is terminal any more */
static double mark; /* here, and every pi/60 before and behind, is another event */

static int finish_line (int k, const double *t, const double *x, int ldx, double *value,
                        double *terminal, double *direction, void *user)
{
    (void)user;
    for (int j = 0; j < k; j++, x += ldx) {
        value[2 * j] = x[3] - 0.3;
        value[2 * j + 1] = sin (60 * (t[j] - mark));
        terminal[2 * j] = ! goes_on;
        terminal[2 * j + 1] = direction[2 * j] = direction[2 * j + 1] = 0;
    }
    return 0;
}

/* No event is lost or comes twice, and the motion is as exact as before. */
static void terminal_events_can_be_passed (void **state)
{
    (void)state;
    for (int i = 0; i < 16; i++) {
        Case c = case_of (&model_pendulum);
        size_t first = 0, all;
        Outcome part, more, whole;
        Saved saved;

        c.hooks.nevents = 2;
        c.hooks.events = finish_line;
        c.options.formulation = psf_or_psi1 (i % 2);
        c.options.newton_matrix_at = i / 2 % 2 ? 2 : 0;
        c.tspan[1] = 0.9;
        case_tolerance (&c, 1e-9);
        goes_on = 0;
        mark = 0;
        part = attempt (&c);
        mark = part.s->t_end + 1e-4 * (1 + i / 4); /* right behind the line, in the same step */
        outcome_free (&part);
        part = attempt (&c);
        assert_int_equal (part.status, GEOMS_EVENT);
        saved = save (&part);
        assert_true (geoms_state_time (saved.numbers) == part.s->t_end);
        goes_on = 1;
        whole = solve (&c);
        more = go_on (&c, &saved);
        assert_int_equal (more.status, 0);
        first = part.s->nevents;
        all = whole.s->nevents;
        if (more.s->nevents != all - first)
            fail_msg ("psi1 %d, case %d: %zu + %zu events instead of %zu", i % 2, i, first,
                      more.s->nevents, all);
        for (size_t k = 0; k < all; k++) {
            const Outcome *o = k < first ? &part : &more;
            const size_t at = k < first ? k : k - first;

            assert_true (fabs (o->s->event_t[at] - whole.s->event_t[k]) < 1e-8);
            assert_true (o->s->event_which[at] == whole.s->event_which[k]);
        }
        for (size_t k = 0; k < more.s->count; k++) {
            assert_true (more.s->t[k] > part.s->t_end);
            if (! (errors_at (&c, &more, k).positions < 1e-7))
                fail_msg ("case %d: off by %.1e behind the event", i,
                          errors_at (&c, &more, k).positions);
        }
        assert_true (worst_residual (more.s) <= 1e-12 || i % 2);
        free (saved.numbers);
        outcome_free (&part);
        outcome_free (&more);
        outcome_free (&whole);
        case_free (&c);
    }
}

/* ---- states that do not fit ---- */

/* `words` of the message say what it is that does not fit */
static void expect_misfit (const Case *c, const Saved *s, const char *words)
{
    Outcome o = go_on (c, s);

    assert_int_equal (o.status, GEOMS_BAD_STATE);
    if (strstr (o.report.text, words) == NULL)
        fail_msg ("'%s' does not say '%s'", o.report.text, words);
    assert_int_equal (o.s->count + o.s->steps, 0);
    assert_int_equal (geoms_run_state_size (o.run), 0);
    outcome_free (&o);
}

static void states_of_other_runs_are_refused (void **state)
{
    static const char *const words[5]
        = {"another system: ", "another system: ", "formulation: 'psf', here it is 'psi1'",
           "event functions: 0, here are 3", "other direction"};
    Case c = pendulum ();
    Outcome o = solve (&c);
    Saved s = save (&o);
    Case cases[5] = {slidercrank (), skate (), pendulum (), pendulum (), pendulum ()};

    (void)state;
    cases[2].options.formulation = GEOMS_FORMULATION_PSI1;
    cases[3].hooks.nevents = 3;
    cases[3].hooks.events = box;
    cases[4].tspan[0] = 2.2; /* backwards */
    cases[4].tspan[1] = 0;
    for (int i = 0; i < 5; i++) {
        expect_misfit (&cases[i], &s, words[i]);
        case_free (&cases[i]);
    }
    /* multipliers that are iterated leave less to remember */
    c.options.multipliers = GEOMS_MULTIPLIERS_ITERATED;
    expect_misfit (&c, &s, "other options");
    free (s.numbers);
    case_end (&c, &o);
}

/* each number of the header changed; what stands in the places: state_header.c */
static void changed_headers_are_refused (void **state)
{
    static const char *const words[GEOMS_STATE_TIME]
        = {"another version", "np was", "nv was", "nr was", "nw was", "ns was", "nl was", "nm was",
           "ni was", "event functions", "formulation: '(unknown)'", "method: '(unknown)'",
           "direction", "dense or sparse", "not complete", "1 parts more"};
    Case c = pendulum ();
    Outcome o = solve (&c);
    Saved s = save (&o);

    (void)state;
    for (int i = 0; i < GEOMS_STATE_TIME; i++) {
        const double keep = s.numbers[i];

        s.numbers[i] = keep + 1;
        expect_misfit (&c, &s, words[i]);
        s.numbers[i] = NAN;
        expect_misfit (&c, &s, i == 0 ? "not the state"
                                      : i == GEOMS_STATE_TIME - 1 ? "nan parts more" : words[i]);
        s.numbers[i] = keep;
    }
    s.numbers[GEOMS_STATE_TIME] = NAN;
    expect_misfit (&c, &s, "damaged");
    free (s.numbers);
    case_end (&c, &o);
}

/* too short, too long, with a part that nobody knows */
static void states_of_other_lengths_are_refused (void **state)
{
    enum { LENGTH = 14, PARTS = 15 };
    Case c = pendulum ();
    Outcome o = solve (&c);
    Saved s = save (&o), other;
    double *copy = malloc ((s.count + 3) * sizeof *copy);

    (void)state;
    assert_non_null (copy);
    memcpy (copy, s.numbers, s.count * sizeof *copy);
    for (size_t count = 1; count <= s.count + 1; count += count < 20 ? 1 : count / 3) {
        copy[s.count] = 0;
        other = (Saved){copy, count == s.count ? s.count + 1 : count};
        expect_misfit (&c, &other, "not complete");
    }
    copy[LENGTH] = (double)(s.count + 3);
    copy[PARTS] = 1;
    copy[s.count] = 7;
    copy[s.count + 1] = 1;
    copy[s.count + 2] = 0.5;
    other = (Saved){copy, s.count + 3};
    expect_misfit (&c, &other, "a part of kind 7");
    free (copy);
    free (s.numbers);
    case_end (&c, &o);
}

/* every formulation and method with every other one */
static void states_of_other_forms_are_refused (void **state)
{
    const Pair more[2] = {{GEOMS_FORMULATION_PSF, GEOMS_METHOD_RADAU5},
                          {GEOMS_FORMULATION_PSI1, GEOMS_METHOD_RADAU5}};

    (void)state;
    for (int i = 0; i < PAIRS + 2; i++) {
        Case c = slidercrank ();
        Outcome o;
        Saved s;

        choose (&c, i < PAIRS ? &pairs[i] : &more[i - PAIRS]);
        c.tspan[1] = 0.2;
        o = solve (&c);
        s = save (&o);
        outcome_free (&o);
        c.tspan[1] = 0.3;
        for (int j = 0; j < PAIRS + 2; j++) {
            choose (&c, j < PAIRS ? &pairs[j] : &more[j - PAIRS]);
            if (i != j)
                expect_misfit (&c, &s, "The earlier run had another ");
            else {
                o = go_on (&c, &s);
                assert_int_equal (o.status, 0);
                assert_non_null (o.s);
                outcome_free (&o);
            }
        }
        free (s.numbers);
        case_free (&c);
    }
}

/* an end before the state's time, at it, and one time only */
static void ends_must_lie_ahead (void **state)
{
    Case c = pendulum ();
    Outcome o = solve (&c), again;
    Saved s = save (&o);
    const double t = geoms_state_time (s.numbers);

    (void)state;
    c.tspan[1] = 0.5 * t;
    again = go_on (&c, &s);
    assert_int_equal (again.status, GEOMS_BAD_TSPAN);
    outcome_free (&again);
    c.tspan[1] = t;
    again = go_on (&c, &s);
    assert_int_equal (again.status, 0);
    assert_int_equal (again.s->count, 0);
    assert_true (again.s->t_end == t);
    outcome_free (&again);
    c.tspan[1] = c.tspan[0];
    again = go_on (&c, &s);
    assert_int_equal (again.status, GEOMS_BAD_TSPAN);
    outcome_free (&again);
    free (s.numbers);
    case_end (&c, &o);
}

/* a run that could not start has no state */
static void failed_starts_have_no_state (void **state)
{
    Case c = pendulum ();
    Outcome o;

    (void)state;
    c.options.initial = GEOMS_INITIAL_CHECK;
    c.x0[3] = 2;
    o = attempt (&c);
    assert_int_equal (o.status, GEOMS_INCONSISTENT);
    assert_int_equal (geoms_run_state_size (o.run), 0);
    case_end (&c, &o);
}

/* all that a state holds is defined: two runs, the same numbers; x and t are those of the run */
static void states_are_reproducible (void **state)
{
    (void)state;
    for (int i = 0; i < 8; i++) {
        Case c = i % 2 ? pendulum_in_a_box () : skate ();
        Outcome a, b;

        c.options.formulation = psf_or_psi1 (i / 2 % 2);
        c.options.constraint_decomposition
            = i / 4 ? GEOMS_DECOMPOSITION_SVD : GEOMS_DECOMPOSITION_AUTO;
        c.options.max_steps = 12;
        a = attempt (&c);
        b = attempt (&c);
        assert_int_equal (a.status, GEOMS_TOO_MANY_STEPS);
        same_states (&a, &b);
        {
            Saved s = save (&a);

            assert_true (geoms_state_time (s.numbers) == a.s->t_end);
            assert_memory_equal (geoms_state_unknowns (s.numbers), last_state (&a),
                                 (size_t)c.n * sizeof (double));
            free (s.numbers);
        }
        outcome_free (&a);
        outcome_free (&b);
        case_free (&c);
    }
}

/* ---- spoiled states ---- */

/* Each number in turn is replaced: the run ends well or says why not, and what it returns is made
 * of numbers, in the order of time. */
static void check_spoiled (Case c, size_t stride)
{
    static const double values[] = {NAN, INFINITY, 1e300, -1, 0, 1e-300, -1e10};
    long failed = 0, all = 0;
    Outcome o;
    Saved s;

    c.options.max_steps = 6;
    o = attempt (&c);
    assert_int_equal (o.status, GEOMS_TOO_MANY_STEPS);
    s = save (&o);
    outcome_free (&o);
    for (size_t i = 0; i < s.count; i += i < 60 ? 1 : stride)
        for (size_t k = run_short () ? i % 3 : 0; k < sizeof values / sizeof values[0];
             k += run_short () ? 3 : 1) {
            const double keep = s.numbers[i];

            s.numbers[i] = values[k];
            o = go_on (&c, &s);
            s.numbers[i] = keep;
            assert_true (o.status <= 2 && strlen (o.report.text) > 10);
            for (size_t j = 0; j < o.s->count * (size_t)o.s->n; j++)
                if (! isfinite (o.s->x[j]))
                    fail_msg (
                        "%s: number %zu of %zu = %g gives the output x(%zu) = %g at t = %g; %s",
                        c.model.name, i, s.count, values[k], j % (size_t)o.s->n, o.s->x[j],
                        o.s->t[j / (size_t)o.s->n], o.report.text);
            for (size_t j = 1; j < o.s->count; j++)
                if (! (o.s->t[j] >= o.s->t[j - 1]))
                    fail_msg ("%s: number %zu of %zu = %g makes time run backwards", c.model.name,
                              i, s.count, values[k]);
            failed += o.status < 0 && o.status != GEOMS_TOO_MANY_STEPS;
            all++;
            outcome_free (&o);
        }
    print_message ("%s, formulation %d: %ld of %ld spoiled states fail\n", c.model.name,
                   c.options.formulation, failed, all);
    free (s.numbers);
    case_free (&c);
}

static void spoiled_states_do_no_harm (void **state)
{
    (void)state;
    for (int i = 0; i < 8; i++) {
        Case c = i % 4 == 0   ? pendulum ()
                 : i % 4 == 1 ? slidercrank ()
                 : i % 4 == 2 ? pendulum_in_a_box ()
                              : case_of (&model_pendulum_energy);

        c.options.formulation = psf_or_psi1 (i / 4);
        c.options.constraint_decomposition
            = i % 2 ? GEOMS_DECOMPOSITION_SVD : GEOMS_DECOMPOSITION_AUTO;
        c.options.jacobian_reuse = i % 3 == 0 ? 0.3 : -1;
        c.options.selector_update = i % 2;
        check_spoiled (c, 1);
    }
}

static void spoiled_states_of_bdf_do_no_harm (void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        Case c = case_of (&model_pendulum);

        c.options.formulation = i / 2 ? GEOMS_FORMULATION_PARTITION_FULL : GEOMS_FORMULATION_PSF;
        c.options.method = i % 2 ? GEOMS_METHOD_BDF_FIXED : GEOMS_METHOD_BDF;
        c.options.order = 4;
        c.options.step = i % 2 ? 0.01 : 0;
        c.options.max_steps = 500;
        c.tspan[1] = 0.2;
        check_spoiled (c, 1);
    }
}

static void spoiled_states_of_all_forms_do_no_harm (void **state)
{
    (void)state;
    for (int i = 0; i < PAIRS; i++) {
        Case c = i % 2 ? slidercrank () : pendulum_in_a_box ();

        choose (&c, &pairs[i]);
        c.options.project = i % 3;
        check_spoiled (c, 5);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (pendulums_are_continued),
        cmocka_unit_test (slidercranks_are_continued),
        cmocka_unit_test (skates_are_continued),
        cmocka_unit_test (andrews_mechanisms_are_continued),
        cmocka_unit_test (chains_are_continued),
        cmocka_unit_test (other_systems_are_continued),
        cmocka_unit_test (runs_with_events_are_continued),
        cmocka_unit_test (all_forms_are_continued),
        cmocka_unit_test (implicit_methods_are_continued),
        cmocka_unit_test (multipliers_are_continued),
        cmocka_unit_test (forms_with_events_are_continued),
        cmocka_unit_test (forms_without_steps_left_are_continued),
        cmocka_unit_test (histories_of_partitions_are_continued),
        cmocka_unit_test (ended_runs_are_continued),
        cmocka_unit_test (many_pieces_make_one_run),
        cmocka_unit_test (terminal_events_can_be_passed),
        cmocka_unit_test (states_of_other_runs_are_refused),
        cmocka_unit_test (changed_headers_are_refused),
        cmocka_unit_test (states_of_other_lengths_are_refused),
        cmocka_unit_test (states_of_other_forms_are_refused),
        cmocka_unit_test (ends_must_lie_ahead),
        cmocka_unit_test (failed_starts_have_no_state),
        cmocka_unit_test (states_are_reproducible),
        cmocka_unit_test (spoiled_states_do_no_harm),
        cmocka_unit_test (spoiled_states_of_bdf_do_no_harm),
        cmocka_unit_test (spoiled_states_of_all_forms_do_no_harm),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
