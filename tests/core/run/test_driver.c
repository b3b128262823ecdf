/* test_driver.c - whole runs: published step counts of the pendulum, exact motions, reference
 * values, directions of time, outputs, systems with empty blocks or all blocks, repeatability
 */
#include "base/linalg.h"
#include "forms.h"
#include "moving.h"

/* ---- the pendulum of the method's publication: g = 13.75, from the lowest point ---- */

typedef struct Table {
    double speed;
    long naccpt[3], neom[3]; /* published, for the tolerances 1e-7, 1e-8, 1e-9 */
} Table;

static const Table tables[2]
    = {{2.8, {187, 270, 391}, {2167, 2961, 4141}}, {2.9, {207, 303, 441}, {2730, 3729, 5208}}};
static const double table_tolerance[3] = {1e-7, 1e-8, 1e-9};

static Case table_case (int table, int tolerance)
{
    const double q[3] = {1, 1, 13.75}, x0[5] = {0, tables[table].speed, 0, 0, -1};
    Case c = case_with (&model_pendulum, q, 3);

    memcpy (c.x0, x0, sizeof x0);
    c.tspan[1] = 5;
    c.options.initial_step = 0.01;
    case_tolerance (&c, table_tolerance[tolerance]);
    return c;
}

static void as_published (Case *c)
{
    c->model.system.autonomous = 0;
    c->options.initial = GEOMS_INITIAL_ASSUME;
    c->options.project = GEOMS_PROJECT_OFF;
    c->options.error_norm = GEOMS_ERROR_NORM_FREE;
    c->options.newton_norm = GEOMS_NEWTON_NORM_N;
    c->options.max_newton = 6;
    c->options.selector_update = GEOMS_UPDATE_ADAPTIVE;
    c->options.newton_updates = 0;
    c->options.multipliers = GEOMS_MULTIPLIERS_ITERATED;
    c->options.velocity_rows = GEOMS_VELOCITY_ROWS_FORCE;
}

static void step_counts_are_the_published_ones (void **state)
{
    (void)state;
    for (int i = 0; i < 6; i++) {
        const Table *table = &tables[i / 3];
        Case c = table_case (i / 3, i % 3);
        Outcome o;
        const GeomsCounters *k = &o.counters;

        as_published (&c);
        o = solve (&c);
        print_message (
            "v0 = %g, tolerance %g: NACCPT %ld NERJCT %ld NCRJCT %ld NSEL %ld NEOM %ld\n",
            table->speed, table_tolerance[i % 3], k->naccpt, k->nerjct, k->ncrjct, k->nsel,
            k->neom);
        assert_true (fabs ((double)k->naccpt / (double)table->naccpt[i % 3] - 1) <= 0.06);
        assert_in_range (k->nsel, i < 3 ? 2 : 15, i < 3 ? 3 : 30);
        assert_int_equal (k->neom, 3 * k->nbsub + k->naccpt);
        assert_int_equal (k->njac, k->naccpt);
        assert_int_equal (k->npdec, k->naccpt);
        assert_int_equal (k->nedec, k->naccpt + k->nerjct + k->ncrjct);
        assert_int_equal (k->nmas, 1);
        assert_int_equal (k->neomjac, 0);
        case_end (&c, &o);
    }
}

/* the defaults need fewer evaluations than published, also when every step is corrected */
static void defaults_are_cheaper (void **state)
{
    (void)state;
    for (int i = 0; i < 12; i++) {
        const int project = i >= 6, table = i % 6 / 3, column = i % 3;
        Case c = table_case (table, column);
        const double published = (double)tables[table].neom[column];
        Outcome o;

        c.options.project = project ? GEOMS_PROJECT_AUTO : GEOMS_PROJECT_OFF;
        o = solve (&c);
        print_message ("project %d, v0 = %g, tolerance %g: NEOM %ld = %.1f %%, NACCPT %ld\n",
                       project, tables[table].speed, table_tolerance[column], o.counters.neom,
                       100 * (double)o.counters.neom / published, o.counters.naccpt);
        assert_true ((double)o.counters.neom <= (project ? 1.05 : 0.95) * published);
        case_end (&c, &o);
    }
}

/* ---- the pendulum of period 2 over many periods ---- */

/* at rest at the end of every period; the speed there tells how late the motion is */
static double phase_error (const Outcome *o)
{
    return fabs (last_state (o)[2]) / 13.750371636040746;
}

static void swing (double length, double bound7, double bound10)
{
    for (int i = 5; i <= 11; i++) {
        Case c = case_of (&model_pendulum);
        Outcome o;
        double phase, residual, energy;

        c.tspan[1] = length;
        c.options.max_steps = 10000000;
        case_tolerance (&c, pow (10, -i));
        o = solve (&c);
        phase = phase_error (&o);
        residual = worst_residual (o.s);
        energy = c.model.energy (length, last_state (&o), c.user);
        print_message ("[0, %g], tolerance 1e-%d: %ld steps, phase %.2e s, energy %.2e, residual "
                       "%.2e, NEOM %ld\n",
                       length, i, o.counters.naccpt, phase, energy, residual, o.counters.neom);
        assert_true (residual <= 1e-12);
        assert_int_equal (o.s->count, o.counters.naccpt + 1);
        if (i >= 7)
            assert_true (phase <= bound7);
        if (i >= 10)
            assert_true (phase <= bound10);
        check_solution (&c, &o);
        case_end (&c, &o);
    }
}

static void pendulum_keeps_time_and_constraints (void **state)
{
    (void)state;
    swing (100, 5e-5, 5e-7);
    if (getenv ("GEOMS_LONG") != NULL)
        swing (1000, 5e-4, 5e-6);
}

/* ---- reference values ---- */

static double digits (const TestModel *model, const char *file, double tolerance)
{
    Case c = case_of (model);
    const GeomsDims *d = &model->system.dims;
    double y[MOST_UNKNOWNS], worst;
    Outcome o;

    case_tolerance (&c, tolerance);
    o = solve (&c);
    assert_int_equal (model_reference (file, 1, c.n, y), 0);
    worst = errors_between (d, last_state (&o), y).positions;
    print_message ("%s, tolerance %g: %ld steps, positions to %.2f digits, residual %.1e\n",
                   model->name, tolerance, o.counters.naccpt, -log10 (worst), worst_residual (o.s));
    assert_true (worst_residual (o.s) <= 1e-12);
    check_solution (&c, &o);
    case_end (&c, &o);
    return -log10 (worst);
}

static void andrews_meets_its_reference (void **state)
{
    (void)state;
    assert_true (digits (&model_andrews, GEOMS_TEST_DATA "/andrews.csv", 1e-7) >= 4);
    assert_true (digits (&model_andrews, GEOMS_TEST_DATA "/andrews.csv", 1e-10) >= 8);
}

static void caraxis_meets_its_reference (void **state)
{
    (void)state;
    assert_true (digits (&model_caraxis, GEOMS_TEST_DATA "/caraxis.csv", 1e-7) >= 5);
    assert_true (digits (&model_caraxis, GEOMS_TEST_DATA "/caraxis.csv", 1e-10) >= 8);
}

/* ---- systems with empty blocks, with all blocks, large ones ---- */

typedef struct Bound {
    const TestModel *model;
    double length, psf, psi1; /* largest errors of p, v and the multipliers at tolerance 1e-8 */
} Bound;

static void exact_motions_are_followed (void **state)
{
    static const Bound bounds[] = {{&model_pendulum, 4, 1e-6, 1e-4},
                                   {&model_slidercrank, 1, 1e-5, 1e-3},
                                   {&model_oscillator, 10, 1e-6, 1e-6},
                                   {&model_prescribed, 10, 1e-7, 1e-4},
                                   {&model_skate, 3, 1e-6, 1e-4}};

    (void)state;
    for (int i = 0; i < 20; i++) {
        const Bound *b = &bounds[i / 4];
        const int psi1 = i % 2, differences = i % 4 / 2;
        Case c = case_of (b->model);
        double worst = 0;
        Outcome o;

        c.tspan[1] = b->length;
        c.options.formulation = psf_or_psi1 (psi1);
        if (differences)
            c.model.system.jac = NULL;
        case_tolerance (&c, 1e-8);
        o = solve (&c);
        for (size_t k = 0; k < 8; k++)
            worst = fmax (worst, largest (errors_at (&c, &o, (k + 1) * (o.s->count - 1) / 8)));
        print_message ("%s, psi1 %d, differences %d: %ld steps, error %.1e, residual %.1e\n",
                       c.model.name, psi1, differences, o.counters.naccpt, worst,
                       psi1 ? 0 : worst_residual (o.s));
        assert_true (worst <= (psi1 ? b->psi1 : b->psf));
        assert_true (psi1 || worst_residual (o.s) <= 1e-12);
        /* multipliers that are solved for: whether forces depend on them, at two states */
        assert_true (differences ? o.counters.neomjac > 4 : o.counters.neomjac == (psi1 ? 0 : 4));
        check_solution (&c, &o);
        case_end (&c, &o);
    }
}

/* up to 125 unknowns, in both forms and with all decompositions: LAPACK does part of the work, and
 * all of it in psi1 with 25 bodies */
static void long_chains_keep_energy_and_constraints (void **state)
{
    double first[MOST_UNKNOWNS] = {0};

    (void)state;
    for (int i = 0; i < 8; i++) {
        const int bodies = i < 4 ? 20 : 25, psi1 = i % 4 == 3;
        Case c = case_of_chain (bodies);
        double energy, difference;
        Outcome o;

        c.tspan[1] = 0.3;
        c.options.constraint_decomposition = decomposition (i % 4);
        c.options.differential_decomposition = i % 4 == 1;
        c.options.formulation = psf_or_psi1 (psi1);
        case_tolerance (&c, 1e-6);
        o = solve (&c);
        if (i % 4 == 0)
            memcpy (first, last_state (&o), sizeof *first * (size_t)c.n);
        difference = distance (last_state (&o), first, bodies, c.n);
        energy = c.model.energy (0, last_state (&o), c.user) - c.model.energy (0, c.x0, c.user);
        print_message ("chain of %d, variant %d: %ld steps, residual %.1e, energy %.1e, difference "
                       "%.1e\n",
                       bodies, i % 4, o.counters.naccpt, psi1 ? 0 : worst_residual (o.s), energy,
                       difference);
        assert_true (psi1 || worst_residual (o.s) <= 1e-12);
        assert_true (difference < 1e-4 && fabs (energy) < 1e-3);
        check_solution (&c, &o);
        case_end (&c, &o);
    }
}

/* ---- direction of time, repeatability, several runs at once ---- */

static void time_runs_backwards (void **state)
{
    const TestModel *models[] = {&model_pendulum,   &model_slidercrank, &model_caraxis,
                                 &model_prescribed, &model_oscillator,  &model_skate};

    (void)state;
    for (int i = 0; i < 12; i++) {
        Case c = case_of (models[i / 2]);
        double start[MOST_UNKNOWNS];
        Outcome o;

        memcpy (start, c.x0, sizeof start);
        c.options.formulation = psf_or_psi1 (i % 2);
        c.tspan[1] = 0.5;
        case_tolerance (&c, 1e-9);
        o = solve (&c);
        memcpy (c.x0, last_state (&o), (size_t)c.n * sizeof c.x0[0]);
        outcome_free (&o);
        c.tspan[0] = 0.5;
        case_times (&c, i < 6 ? 2 : 11, 0);
        o = solve (&c);
        check_solution (&c, &o);
        assert_true (o.s->t[o.s->count - 1] == 0 && o.s->t_end == 0);
        assert_true (o.s->h_next < 0);
        print_message ("%s, psi1 %d: back at the start but for %.1e\n", c.model.name, i % 2,
                       distance (last_state (&o), start, i % 2 ? c.n / 3 : 0, c.n));
        assert_true (distance (last_state (&o), start, 0, c.n) <= (i % 2 ? 1e-4 : 2e-6));
        case_end (&c, &o);
    }
}

static void same_bits (const Outcome *a, const Outcome *b)
{
    const size_t n = (size_t)a->s->n, real = sizeof (double);

    assert_memory_equal (&a->counters, &b->counters, sizeof a->counters);
    assert_int_equal (a->s->count, b->s->count);
    assert_int_equal (a->s->steps, b->s->steps);
    assert_memory_equal (a->s->t, b->s->t, a->s->count * real);
    assert_memory_equal (a->s->x, b->s->x, a->s->count * n * real);
    assert_memory_equal (a->s->residual, b->s->residual, a->s->count * (size_t)a->s->na * real);
    assert_memory_equal (a->s->relative, b->s->relative, a->s->count * 3 * real);
    assert_memory_equal (a->s->step_x, b->s->step_x,
                         a->s->steps * (size_t)(1 + a->s->degree) * n * real);
}

static void two_runs_give_the_same_bits (void **state)
{
    const TestModel *models[] = {&model_pendulum, &model_andrews, &model_skate};

    (void)state;
    for (int i = 0; i < 6; i++) {
        Case c = case_of (models[i / 2]);
        Outcome a, b;

        c.tspan[1] = fmin (c.tspan[1], 2);
        c.options.formulation = psf_or_psi1 (i % 2);
        a = solve (&c);
        b = solve (&c); /* the first one is still there */
        same_bits (&a, &b);
        outcome_free (&a);
        outcome_free (&b);
        case_free (&c);
    }
}

/* a run inside a callback of another run */
static int run_inside (void *user)
{
    Outcome o = solve (user);

    outcome_free (&o);
    return 0;
}

static void runs_may_be_nested (void **state)
{
    Case inner = case_of (&model_slidercrank), c = case_of (&model_andrews);
    Outcome alone, nested;

    (void)state;
    inner.tspan[1] = 0.02;
    c.tspan[1] = 0.01;
    alone = solve (&c);
    c.hooks.interrupted = run_inside;
    c.hooks.user = &inner;
    nested = solve (&c);
    same_bits (&alone, &nested);
    outcome_free (&alone);
    outcome_free (&nested);
    case_free (&c);
    case_free (&inner);
}

/* ---- outputs, interruption, limits ---- */

static void requested_times_are_met (void **state)
{
    const TestModel *models[]
        = {&model_pendulum, &model_slidercrank, &model_oscillator, &model_prescribed, &model_skate};

    (void)state;
    for (int i = 0; i < 10; i++) {
        const int project = i % 2;
        Case c = case_of (models[i / 2]);
        double worst = 0, moved = 0, y[MOST_UNKNOWNS];
        Outcome every, some;

        c.tspan[1] = 1;
        c.options.project = project ? GEOMS_PROJECT_ON : GEOMS_PROJECT_OFF;
        case_tolerance (&c, 1e-5); /* steps so long that some contain several chunks of times */
        every = solve (&c);
        case_times (&c, MOST_TIMES, 1);
        some = solve (&c);
        assert_int_equal (some.s->count, MOST_TIMES);
        assert_memory_equal (some.s->t, c.tspan, sizeof c.tspan);
        /* what is asked for does not change the steps */
        assert_int_equal (some.s->steps, every.s->steps);
        assert_memory_equal (some.s->step_x, every.s->step_x,
                             every.s->steps * 4 * (size_t)c.n * sizeof (double));
        for (size_t k = 0; k < some.s->count; k++) {
            worst = fmax (worst, largest (errors_at (&c, &some, k)));
            geoms_dense (geoms_steps (some.s), 1, some.s->t + k, y, NULL);
            moved = fmax (moved, distance (some.s->x + k * (size_t)c.n, y, 0, c.n));
        }
        print_message ("%s, project %d: %zu steps, error %.1e, corrected by %.1e, residual %.1e\n",
                       c.model.name, project, some.s->steps, worst, moved, worst_residual (some.s));
        assert_true (worst < 1e-3);
        assert_true (moved <= (project ? 1e-3 : 1e-15));
        if (project)
            assert_true (worst_residual (some.s) <= 1e-12);
        else if (c.model.system.dims.nl > 0)
            assert_true (worst_residual (some.s) > 1e-12);
        outcome_free (&every);
        outcome_free (&some);
        case_free (&c);
    }
}

static int countdown (void *user)
{
    int *left = user;

    return (*left)-- == 0;
}

static void interruption_keeps_the_steps_so_far (void **state)
{
    (void)state;
    for (int steps = 0; steps < 40; steps += 13) {
        Case c = case_of (&model_pendulum);
        int left = steps;
        Outcome whole = solve (&c), part;

        c.hooks.interrupted = countdown;
        c.hooks.user = &left;
        part = attempt (&c);
        assert_int_equal (part.status, GEOMS_INTERRUPTED);
        assert_int_equal (part.counters.naccpt, steps);
        assert_int_equal (part.s->count, steps + 1);
        assert_int_equal (part.s->steps, steps);
        assert_true (part.s->t_end == part.s->t[steps]);
        assert_memory_equal (part.s->x, whole.s->x, part.s->count * 5 * sizeof (double));
        assert_memory_equal (part.s->relative, whole.s->relative,
                             part.s->count * 3 * sizeof (double));
        outcome_free (&whole);
        outcome_free (&part);
        case_free (&c);
    }
}

static void max_steps_ends_the_run (void **state)
{
    Case c = case_of (&model_pendulum);
    Outcome o;

    (void)state;
    c.options.max_steps = 20;
    o = attempt (&c);
    assert_int_equal (o.status, GEOMS_TOO_MANY_STEPS);
    assert_int_equal (o.counters.nstep, 20);
    assert_int_equal (o.s->count, o.counters.naccpt + 1);
    assert_true (o.report.t == o.s->t_end && o.report.h > 0);
    check_solution (&c, &o);
    case_end (&c, &o);
}

static void tiny_steps_and_tiny_spans_work (void **state)
{
    const double first[] = {1e-14, 1e-9, 10}, length[] = {1e-12, 1e-6, 0.3, 2};

    (void)state;
    for (int i = 0; i < 12; i++) {
        Case c = case_of (&model_pendulum);
        Outcome o;

        c.options.initial_step = first[i % 3];
        c.tspan[1] = length[i / 3];
        o = solve (&c);
        assert_true (o.s->t_end == length[i / 3]);
        assert_true (final_error (&c, &o) < 1e-5);
        case_end (&c, &o);
    }
    { /* so late that the step cannot be resolved */
        Case c = case_of (&model_pendulum);
        Outcome o;

        c.tspan[0] = 1e10;
        c.tspan[1] = 1e10 + 1;
        c.options.initial_step = 1e-7;
        o = attempt (&c);
        assert_int_equal (o.status, GEOMS_STEP_TOO_SMALL);
        case_end (&c, &o);
    }
}

/* a run that ends within a step of a longer run: the same steps up to there, and the next step is
 * to be as long as in the longer run */
static void the_end_does_not_change_the_steps (void **state)
{
    (void)state;
    for (int i = 0; i < 6; i++) {
        const TestModel *models[] = {&model_pendulum, &model_slidercrank, &model_skate};
        Case c = case_of (models[i / 2]);
        const size_t k = 8 + 5 * (size_t)(i % 2);
        Outcome whole, part;

        whole = solve (&c);
        assert_true (whole.s->count > k + 2);
        c.tspan[1] = 0.9 * whole.s->t[k] + 0.1 * whole.s->t[k + 1];
        part = solve (&c);
        assert_int_equal (part.s->count, k + 2);
        assert_memory_equal (part.s->t, whole.s->t, (k + 1) * sizeof (double));
        assert_memory_equal (part.s->x, whole.s->x, (k + 1) * (size_t)c.n * sizeof (double));
        assert_true (fabs (part.s->h_next / (whole.s->t[k + 1] - whole.s->t[k]) - 1) < 1e-9);
        outcome_free (&whole);
        outcome_free (&part);
        case_free (&c);
    }
}

/* ---- hidden constraints that cannot be those of the constraint ---- */

static int mistake;

static int mistaken (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                     void *user)
{
    const int status = model_pendulum.system.rda (k, t, x, ldx, out, ldo, user);

    for (int j = 0; j < k; j++, x += ldx, out += ldo)
        switch (mistake) {
        case 0: /* gI is g: no velocity in it */
            out[1] = out[2];
            break;
        case 1: /* no multiplier in gII */
            out[0] = 2 * (x[1] * x[1] + x[2] * x[2]) - 2 * 13.75 * x[4];
            break;
        case 2: /* gII has no solution */
            out[0] = 1 + x[0] * x[0];
            break;
        case 3: /* gI forgotten */
            out[1] = 0;
            break;
        default: /* gI has no solution */
            out[1] = 1 + x[1] * x[1] + x[2] * x[2];
        }
    return status;
}

static void impossible_hidden_constraints_are_refused (void **state)
{
    static const int expected[5][2] = {{GEOMS_LU_RANK2, GEOMS_RANK_VELOCITY},
                                       {GEOMS_LU_RANK1, GEOMS_RANK_VELOCITY},
                                       {GEOMS_INITIAL_SLOW, GEOMS_INITIAL_DIVERGES},
                                       {GEOMS_LU_RANK2, GEOMS_RANK_VELOCITY},
                                       {GEOMS_INITIAL_DIVERGES, GEOMS_RANK_VELOCITY}};

    (void)state;
    for (mistake = 0; mistake < 5; mistake++)
        for (int initial = 0; initial < 3; initial++) {
            Case c = case_of (&model_pendulum);
            Outcome o;

            model_replace_rda (&c.model.system, mistaken);
            c.model.system.jac = NULL;
            c.options.initial = initial;
            o = attempt (&c);
            print_message ("mistake %d: %d, %s\n", mistake, o.status, o.report.text);
            if (initial == GEOMS_INITIAL_CORRECT)
                assert_true (o.status == expected[mistake][0] || o.status == expected[mistake][1]);
            assert_true (o.status < 0 && strlen (o.report.text) > 20);
            case_end (&c, &o);
        }
}

/* ---- states moved onto the constraints without integration ---- */

static void any_state_can_be_projected (void **state)
{
    const TestModel *models[] = {&model_pendulum,    &model_andrews,    &model_caraxis,
                                 &model_slidercrank, &model_prescribed, &model_skate};

    (void)state;
    for (int i = 0; i < 12; i++) {
        Case c = case_of (models[i / 2]);
        const int na
            = c.m - c.model.system.dims.nr - c.model.system.dims.nv - c.model.system.dims.np;
        double x[3 * MOST_UNKNOWNS], before[3 * MOST_UNKNOWNS], residual[300], relative[9],
            again[9];
        const double t[3] = {0, 0.001, 0.002};
        unsigned seed = (unsigned)i + 1;
        GeomsRun *run;

        c.options.formulation = psf_or_psi1 (i % 2);
        run = create_run (&c);
        for (int k = 0; k < 3; k++)
            for (int j = 0; j < c.n; j++)
                x[k * c.n + j] = c.x0[j] + 1e-3 * (0.1 + fabs (c.x0[j])) * noise (&seed);
        memcpy (before, x, sizeof before);
        assert_int_equal (geoms_run_project (run, 3, t, x, residual, relative, 0), 0);
        assert_memory_equal (before, x, (size_t)(3 * c.n) * sizeof x[0]);
        for (int k = 0; k < 9; k++)
            assert_true (relative[k] > 1e-9);
        assert_int_equal (geoms_run_project (run, 3, t, x, residual, again, 1), 0);
        for (int k = 0; k < 9; k++)
            assert_true (again[k] < 1e-12 || (i % 2 && k % 3 == 2));
        for (int k = 0; k < 3 * na; k++)
            assert_true (isfinite (residual[k]));
        assert_int_equal (geoms_run_project (run, 3, t, x, NULL, NULL, 1), 0);
        geoms_run_free (run);
        case_free (&c);
    }
}

/* equations that cannot be evaluated there, or stop */
static int answer_there;

static int rda_there (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                      void *user)
{
    const int status = model_pendulum.system.rda (k, t, x, ldx, out, ldo, user);

    return t[0] >= 1 ? answer_there : status;
}

static void projection_may_fail (void **state)
{
    (void)state;
    for (answer_there = -1; answer_there < 2; answer_there += 2)
        for (int project = 0; project < 2; project++) {
            Case c = case_of (&model_pendulum);
            const double t[2] = {0, 1};
            double x[10] = {0, 0, 0, 1, 0, 0, 0, 0, 1, 0}, relative[6];
            GeomsRun *run;

            model_replace_rda (&c.model.system, rda_there);
            run = create_run (&c);
            assert_int_equal (geoms_run_project (run, 2, t, x, NULL, relative, project),
                              answer_there < 0 ? GEOMS_STOP_EOM : GEOMS_NOT_FINITE);
            assert_true (geoms_run_report (run)->t == 1);
            assert_true (relative[0] == 0 && relative[1] == 0 && relative[2] == 0);
            assert_int_equal (geoms_run_project (run, 1, t, x, NULL, relative, project), 0);
            geoms_run_free (run);
            case_free (&c);
        }
}

/* ---- the model's functions as the run sees them ---- */

static int one_condition (double t, const double *x, double *k, void *user)
{
    (void)user;
    k[0] = t + x[0];
    return 0;
}

/* all of them at once, and each alone */
static void functions_can_be_evaluated (void **state)
{
    const TestModel *models[] = {&model_pendulum,    &model_andrews,    &model_caraxis,
                                 &model_slidercrank, &model_prescribed, &model_skate};

    (void)state;
    for (int i = 0; i < 24; i++) {
        Case c = case_of (models[i / 4]);
        const GeomsModel *system = &models[i / 4]->system;
        const int nn = c.model.system.dims.nv * c.model.system.dims.nv, mn = c.m * c.n;
        static double x[3 * MOST_UNKNOWNS], rda[3 * 200], mass[3 * 100], J[200 * MOST_UNKNOWNS];
        static double y[3 * 200], M[3 * 100], K[200 * MOST_UNKNOWNS];
        const double t[3] = {0, 0.1, 0.2};
        double k = -1;
        unsigned seed = 2;
        GeomsRun *run;

        c.model.system.dims.nc = 1;
        c.model.system.ivcond = i % 2 ? one_condition : NULL;
        if (i / 2 % 2)
            c.model.system.jac = NULL;
        for (int j = 0; j < 3 * c.n; j++)
            x[j] = c.x0[j % c.n] + 0.01 * noise (&seed);
        assert_int_equal (system->rda (3, t, x, c.n, y, c.m, c.user), 0);
        memset (M, 0, sizeof M);
        memset (K, 0, sizeof K);
        for (int j = 0; j < 3 * nn; j++)
            M[j] = j % nn % (c.model.system.dims.nv + 1) == 0;
        if (system->mass != NULL)
            assert_int_equal (system->mass (3, t, x, c.n, M, nn, c.user), 0);
        assert_int_equal (system->jac (t[0], x, K, c.m, c.user), 0);
        run = create_run (&c);
        for (int which = 0; which < 5; which++) { /* all, then one of them */
            for (int j = 0; j < mn; j++)
                J[j] = 7;
            memset (rda, 0, sizeof rda);
            memset (mass, 0, sizeof mass);
            k = -1;
            assert_int_equal (geoms_run_evaluate (run, 3, t, x, which <= 1 ? rda : NULL,
                                                  which == 0 || which == 2 ? mass : NULL,
                                                  which == 0 || which == 3 ? J : NULL,
                                                  which == 0 || which == 4 ? &k : NULL),
                              0);
            if (which <= 1)
                assert_memory_equal (rda, y, (size_t)(3 * c.m) * sizeof *y);
            if (which == 0 || which == 2)
                for (int j = 0; j < 3 * nn; j++)
                    if (mass[j] != M[j])
                        fail_msg ("%s, outputs %d: M is %g, not %g", c.model.name, which, mass[j],
                                  M[j]);
            if ((which == 0 || which == 3) && i / 2 % 2 == 0)
                assert_memory_equal (J, K, (size_t)mn * sizeof *J);
            if (i / 2 % 2)
                assert_true (J[0] == 7); /* there is none */
            assert_true (k == (i % 2 && (which == 0 || which == 4) ? x[0] : -1));
        }
        geoms_run_free (run);
        case_free (&c);
    }
}

/* 0, 1 or an IDID, whatever the functions return */
static int answer_of[4]; /* of rda, mass, jac, condition */

static int rda_answering (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                          void *user)
{
    const int status = model_slidercrank.system.rda (k, t, x, ldx, out, ldo, user);

    return answer_of[0] != 0 ? answer_of[0] : status;
}

static int mass_answering (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                           void *user)
{
    const int status = model_slidercrank.system.mass (k, t, x, ldx, out, ldo, user);

    return answer_of[1] != 0 ? answer_of[1] : status;
}

static int jac_answering (double t, const double *x, double *J, int ldj, void *user)
{
    const int status = model_slidercrank.system.jac (t, x, J, ldj, user);

    return answer_of[2] != 0 ? answer_of[2] : status;
}

static int condition_answering (double t, const double *x, double *k, void *user)
{
    return answer_of[3] != 0 ? answer_of[3] : one_condition (t, x, k, user);
}

static void evaluations_may_fail (void **state)
{
    static const int codes[4]
        = {GEOMS_STOP_EOM, GEOMS_STOP_MASS, GEOMS_STOP_JACOBIAN, GEOMS_INITIAL_COND};
    Case c = case_of (&model_slidercrank);
    double rda[12], mass[9], J[96], k;
    GeomsRun *run;

    (void)state;
    model_replace_rda (&c.model.system, rda_answering);
    c.model.system.mass = mass_answering;
    c.model.system.rda_mass = NULL;
    c.model.system.jac = jac_answering;
    c.model.system.dims.nc = 1;
    c.model.system.ivcond = condition_answering;
    memset (answer_of, 0, sizeof answer_of);
    run = create_run (&c);
    for (int i = 0; i < 4; i++)
        for (int answer = -7; answer <= 7; answer += 7) {
            int status;

            answer_of[i] = answer;
            status = geoms_run_evaluate (run, 1, c.tspan, c.x0, rda, mass, J, &k);
            if (status != (answer < 0 ? codes[i] : answer > 0))
                fail_msg ("function %d answers %d: %d", i, answer, status);
            answer_of[i] = 0;
        }
    geoms_run_free (run);
    case_free (&c);
}

/* ---- singular positions, and starts that are too late ---- */

/* the parallelogram of two cranks that fall through their flat position, where the constraints lose
 * rank */
static Case falling_parallelogram (int i)
{
    static TestModel two;
    const double q[6] = {1, 1, 2, 2, 9.81, i / 4 % 2 ? -3.3 : 0.2};
    Case c;

    two = model_parallelogram (2);
    c = case_with (&two, q, 6);
    c.options.constraint_decomposition
        = i % 2 ? GEOMS_DECOMPOSITION_SVD : GEOMS_DECOMPOSITION_AUTO;
    if (i / 2 % 2)
        c.model.system.jac = NULL;
    return c;
}

/* where multipliers are iterated, the step size or Newton's method come to nothing there, and that
 * is why */
static void singular_positions_are_named (void **state)
{
    (void)state;
    for (int i = 0; i < 8; i++) {
        Case c = falling_parallelogram (i);
        Outcome o;

        c.options.multipliers = GEOMS_MULTIPLIERS_ITERATED;
        o = attempt (&c);
        print_message ("flat parallelogram: %d, %s\n", o.status, o.report.text);
        assert_true (fabs (sin (last_state (&o)[8 + 9 + 2])) < 0.02);
        assert_int_equal (o.status, GEOMS_RANK_CHANGED);
        assert_non_null (strstr (o.report.text, "singular position"));
        check_solution (&c, &o);
        case_end (&c, &o);
    }
}

/* where they are solved for, no step ends there, and the motion goes on as it was: up to the angle,
 * which may be counted from elsewhere */
static void singular_positions_are_passed (void **state)
{
    (void)state;
    for (int i = 0; i < 8; i++) {
        Case c = falling_parallelogram (i);
        double nearest = 1, worst = 0;
        Outcome o = solve (&c);

        for (size_t k = 0; k < o.s->count; k++) {
            double *x = (double *)o.s->x + k * (size_t)c.n, y[MOST_UNKNOWNS];

            assert_int_equal (c.model.exact (o.s->t[k], y, c.user), 0);
            nearest = fmin (nearest, fabs (sin (x[8 + 9 + 2])));
            for (int j = 8 + 9 + 2; j < 8 + 18; j += 3)
                y[j] += 2 * acos (-1) * round ((x[j] - y[j]) / (2 * acos (-1)));
            worst = fmax (worst, distance (x, y, 8, c.n));
        }
        print_message ("flat parallelogram: passed at %.1e, error %.1e, residual %.1e\n", nearest,
                       worst, worst_residual (o.s));
        assert_true (nearest < 0.05 && worst < 1e-5 && worst_residual (o.s) <= 1e-12);
        check_solution (&c, &o);
        case_end (&c, &o);
    }
}

/* N four-bars whose bars lie in a line ten times */
static Case turning_fourbars (int count, int formulation, int method)
{
    static TestModel model;
    Case c;

    model = model_fourbars (count);
    c = case_of (&model);
    c.options.formulation = formulation;
    c.options.method = method;
    case_tolerance (&c, 1e-6);
    c.ntspan = 6;
    for (int i = 0; i < c.ntspan; i++)
        c.tspan[i] = 2 * i;
    return c;
}

/* largest error of v and p in all states */
static double worst_error (const Case *c, const GeomsSolution *s)
{
    const int first = c->n - c->model.system.dims.nv - c->model.system.dims.np;
    double worst = 0, y[MOST_UNKNOWNS];

    for (size_t k = 0; k < s->count; k++) {
        assert_int_equal (c->model.exact (s->t[k], y, c->user), 0);
        worst = fmax (worst, distance (s->x + k * (size_t)c->n, y, first, c->n));
    }
    return worst;
}

/* a drift of the positions would turn into another branch there */
static void partitions_pass_singular_positions (void **state)
{
    static const int formulations[]
        = {GEOMS_FORMULATION_PARTITION_QR, GEOMS_FORMULATION_PARTITION_SVD};

    (void)state;
    for (int i = 0; i < 4; i++) {
        Case c = turning_fourbars (i / 2 ? 10 : 2, formulations[i % 2], GEOMS_METHOD_DOPRI5);
        Outcome o = solve (&c);
        const double worst = worst_error (&c, o.s);

        print_message ("%s, formulation %d: %ld steps, error %.1e\n", c.model.name,
                       formulations[i % 2], o.counters.naccpt, worst);
        assert_int_equal (o.status, 0);
        assert_true (worst < 1e-3);
        case_end (&c, &o);
    }
}

/* where steps become so small that a state comes too close to it, that is said */
static void partitions_stop_at_singular_positions (void **state)
{
    static const int formulations[]
        = {GEOMS_FORMULATION_PARTITION_QR, GEOMS_FORMULATION_PARTITION_SVD};

    (void)state;
    for (int i = 0; i < 4; i++) {
        Case c = turning_fourbars (i / 2 ? 10 : 2, formulations[i % 2], GEOMS_METHOD_RADAU5);
        Outcome o = attempt (&c);

        print_message ("%s, formulation %d: %s\n", c.model.name, formulations[i % 2],
                       o.report.text);
        assert_true (worst_error (&c, o.s) < 1e-3);
        if (o.status != 0) {
            assert_int_equal (o.status, GEOMS_RANK_CHANGED);
            assert_non_null (strstr (o.report.text, "reached a singular position"));
            assert_non_null (strstr (o.report.text, "g(1), "));
        }
        case_end (&c, &o);
    }
}

/* a point on the circle where a sphere and one moved by 1e-7 meet: g = (p'p - 1)/2, the same + 1e-7
 * p_3 */
static int spheres_parts (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                          void *user)
{
    (void)t, (void)user;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        const double *v = x + 2, *p = v + 3, f[3] = {0, -1, -1};

        for (int i = 0; i < 2; i++) {
            double *g = out + 9 + i;

            g[0] = (geoms_dot (3, p, p) - 1) / 2 + i * 1e-7 * p[2];
            g[2] = geoms_dot (3, p, v) + i * 1e-7 * v[2];
            g[4] = geoms_dot (3, v, v);
            for (int l = 0; l < 3; l++)
                out[3 + i + 2 * l] = p[l] + (l == 2 ? i * 1e-7 : 0);
        }
        memcpy (out, f, sizeof f);
    }
    return 0;
}

/* gII, gI, g, f - G' lambda, v */
static int spheres (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                    void *user)
{
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        double part[15];
        const double *C = part + 3, *g = part + 9;

        spheres_parts (1, t, x, ldx, part, 15, user);
        for (int l = 0; l < 3; l++)
            out[6 + l] = part[l] - C[2 * l] * x[0] - C[2 * l + 1] * x[1];
        for (int i = 0; i < 2; i++) {
            out[i] = g[4 + i];
            out[2 + i] = g[2 + i];
            out[4 + i] = g[i];
            for (int l = 0; l < 3; l++)
                out[i] += C[2 * l + i] * out[6 + l];
        }
        memcpy (out + 9, x + 2, 3 * sizeof *x);
    }
    return 0;
}

static int start_on_spheres (double *x, void *user)
{
    (void)user;
    memset (x, 0, 8 * sizeof *x);
    x[5] = 1;
    return 0;
}

/* nearly parallel rows are no redundant ones: the point stays in the plane p_3 = 0 */
static void partitions_keep_nearly_parallel_rows (void **state)
{
    TestModel model = {.system = {.abi = GEOMS_MODEL_ABI,
                                  .size = sizeof (GeomsModel),
                                  .dims = {.np = 3, .nv = 3, .nl = 2},
                                  .autonomous = 1,
                                  .mass_structure = GEOMS_MASS_CONSTANT_DIAGONAL,
                                  .rda = spheres,
                                  .parts = spheres_parts,
                                  .create = model_pendulum.system.create,
                                  .destroy = model_pendulum.system.destroy},
                       .tspan = {0, 1},
                       .start = start_on_spheres};
    Case c = case_of (&model);
    Outcome o;

    (void)state;
    c.options.formulation = GEOMS_FORMULATION_PARTITION_SVD;
    c.options.method = GEOMS_METHOD_DOPRI5;
    o = solve (&c);
    print_message ("spheres: %d, p_3 = %.1e\n", o.status, last_state (&o)[7]);
    assert_int_equal (o.status, 0);
    assert_true (fabs (last_state (&o)[7]) < 1e-3);
    case_end (&c, &o);
}

/* ---- the forms that solve for the accelerations ---- */

/* no freedom, no constraints, quaternions, rolling, several loops, coordinates that depend on
 * time */
static void forms_follow_exact_motions (void **state)
{
    static const TestModel *const models[] = {
        &model_pendulum,  &model_slidercrank, &model_oscillator, &model_prescribed, &model_sleigh,
        &model_knifeedge, &model_disk,        &model_particle,   &model_top,        NULL};

    (void)state;
    for (int i = 0; i < 10 * PAIRS; i++) {
        const Pair *pair = &pairs[i % PAIRS];
        const TestModel *model = models[i / PAIRS];
        Case c = model != NULL ? case_of (model) : case_of_moving ();
        double worst = 0;
        Outcome o;

        choose (&c, pair);
        c.options.project = i % 2 ? GEOMS_PROJECT_ON : GEOMS_PROJECT_AUTO;
        c.tspan[1] = fmin (c.tspan[1], model == &model_top ? 0.3 : 1);
        case_tolerance (&c, 1e-8);
        o = solve (&c);
        for (size_t k = 0; k < 8; k++)
            worst = fmax (worst, largest (errors_at (&c, &o, (k + 1) * (o.s->count - 1) / 8)));
        print_message ("%s, %s: %ld steps, error %.1e, residual %.1e\n", c.model.name,
                       pair_name (pair), o.counters.naccpt, worst, worst_residual (o.s));
        assert_true (worst <= 2e-5);
        assert_true (! o.run || c.options.project != GEOMS_PROJECT_ON
                     || worst_residual (o.s) <= 1e-12);
        check_solution (&c, &o);
        case_end (&c, &o);
    }
}

static void forms_have_references (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * PAIRS; i++) {
        const Pair *pair = &pairs[i / 2];
        const int andrews = i % 2;
        Case c = case_of (andrews ? &model_andrews : &model_caraxis);
        double y[MOST_UNKNOWNS], error;
        Outcome psf, o;

        c.tspan[1] = andrews ? 0.01 : 0.3;
        case_tolerance (&c, 1e-9);
        psf = solve (&c);
        memcpy (y, last_state (&psf), (size_t)c.n * sizeof *y);
        outcome_free (&psf);
        choose (&c, pair);
        case_tolerance (&c, 1e-7);
        o = solve (&c);
        error = distance (last_state (&o), y, c.model.system.dims.nl, c.n);
        print_message ("%s, %s: %ld steps, off by %.1e\n", c.model.name, pair_name (pair),
                       o.counters.naccpt, error);
        assert_true (error < 1e-4);
        case_end (&c, &o);
    }
}

static void forms_give_the_same_bits (void **state)
{
    (void)state;
    for (int i = 0; i < PAIRS; i++) {
        Case c = case_of (&model_slidercrank), inner = case_of_moving ();
        Outcome a, b, nested;

        choose (&c, &pairs[i]);
        choose (&inner, &pairs[(i + 3) % PAIRS]);
        inner.tspan[1] = 0.02;
        c.options.partition_limit = 2;
        c.tspan[1] = 0.5;
        a = solve (&c);
        b = solve (&c);
        same_bits (&a, &b);
        c.hooks.interrupted = run_inside;
        c.hooks.user = &inner;
        nested = solve (&c);
        same_bits (&a, &nested);
        outcome_free (&a);
        outcome_free (&b);
        outcome_free (&nested);
        case_free (&c);
        case_free (&inner);
    }
}

/* requested times, the end of the run and an interruption do not change the steps */
static void outputs_do_not_change_the_steps_of_forms (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * PAIRS; i++) {
        const double q[9] = {0.28, 0.36, 0.002727, 0.3, 0.151104, 0.0045339259, 0.075552, 0.8, 5};
        Case c = case_with (&model_slidercrank, q, 9);
        const size_t k = 8;
        int left = (int)k;
        size_t size;
        Outcome whole, part, some;

        choose (&c, &pairs[i / 2]);
        c.options.project = i % 2 ? GEOMS_PROJECT_ON : GEOMS_PROJECT_OFF;
        c.options.partition_limit = 2; /* other coordinates on the way */
        case_tolerance (&c, 1e-6);
        whole = solve (&c);
        size = (size_t)(1 + whole.s->degree) * (size_t)c.n * sizeof (double);
        assert_true (whole.s->count > k + 3);
        c.tspan[1] = 0.9 * whole.s->t[k] + 0.1 * whole.s->t[k + 1];
        part = solve (&c);
        assert_int_equal (part.s->count, k + 2);
        assert_memory_equal (part.s->t, whole.s->t, (k + 1) * sizeof (double));
        assert_memory_equal (part.s->x, whole.s->x, (k + 1) * (size_t)c.n * sizeof (double));
        assert_true (fabs (part.s->h_next / (whole.s->t[k + 1] - whole.s->t[k]) - 1) < 1e-9);
        outcome_free (&part);
        c.tspan[1] = 1;
        case_times (&c, MOST_TIMES, 1);
        some = solve (&c);
        assert_int_equal (some.s->steps, whole.s->steps);
        assert_memory_equal (some.s->step_t, whole.s->step_t, 2 * whole.s->steps * sizeof (double));
        for (size_t j = 0; j < whole.s->steps; j++) /* the ends of the steps */
            assert_memory_equal (some.s->step_x + j * size / sizeof (double),
                                 whole.s->step_x + j * size / sizeof (double),
                                 (size_t)c.n * sizeof (double));
        assert_int_equal (some.s->switched, whole.s->switched);
        for (size_t j = 0; j < some.s->count; j++)
            assert_true (largest (errors_at (&c, &some, j)) < 1e-2);
        outcome_free (&some);
        c.ntspan = 2;
        c.tspan[1] = 1;
        c.hooks.interrupted = countdown;
        c.hooks.user = &left;
        part = attempt (&c);
        assert_int_equal (part.status, GEOMS_INTERRUPTED);
        assert_int_equal (part.counters.naccpt, k);
        assert_int_equal (part.s->steps, k);
        assert_memory_equal (part.s->x, whole.s->x, part.s->count * (size_t)c.n * sizeof (double));
        outcome_free (&part);
        outcome_free (&whole);
        case_free (&c);
    }
}

/* any state, without a run, and after one: multipliers too */
static void any_state_can_be_projected_in_forms (void **state)
{
    (void)state;
    for (int i = 0; i < 2 * PAIRS; i++) {
        Case c = case_of_moving ();
        double x[3 * MOVING_N], before[3 * MOVING_N], residual[3 * 6], relative[9], again[9];
        const double t[3] = {0.3, 0.6, 0.9};
        unsigned seed = (unsigned)i + 1;
        GeomsRun *run;

        choose (&c, &pairs[i / 2]);
        run = create_run (&c);
        if (i % 2)
            assert_int_equal (geoms_run_integrate (run), 0);
        for (int k = 0; k < 3; k++) {
            moving_exact (t[k], x + k * MOVING_N, NULL);
            for (int j = 0; j < MOVING_N; j++)
                x[k * MOVING_N + j] += 1e-3 * noise (&seed);
        }
        memcpy (before, x, sizeof before);
        assert_int_equal (geoms_run_project (run, 3, t, x, residual, relative, 0), 0);
        for (int k = 0; k < 3; k++)
            assert_memory_equal (before + k * MOVING_N + 2, x + k * MOVING_N + 2,
                                 (MOVING_N - 2) * sizeof *x);
        for (int k = 0; k < 9; k++)
            assert_true (relative[k] > 1e-9
                         || (k % 3 == 2 && pairs[i / 2].method == GEOMS_METHOD_DOPRI5));
        assert_int_equal (geoms_run_project (run, 3, t, x, residual, again, 1), 0);
        for (int k = 0; k < 9; k++)
            assert_true (again[k] < 1e-12);
        geoms_run_free (run);
        case_free (&c);
    }
}

/* Stretched or folded, the parallelogram may go on in two ways. A run ends there, or passes by with
 * a step that does not see it; a partition notes how close it came. */
static void forms_come_to_singular_positions (void **state)
{
    const TestModel two = model_parallelogram (2);
    int stopped = 0;

    (void)state;
    for (int i = 0; i < 2 * PAIRS; i++) {
        const int partition = is_partition (pairs[i / 2].formulation);
        const double q[6] = {1, 1, 2, 2, 9.81, i % 2 ? 0.2 : -3.3};
        Case c = case_with (&two, q, 6);
        Outcome o;

        choose (&c, &pairs[i / 2]);
        c.tspan[1] = 0.3;
        case_tolerance (&c, 1e-8);
        o = attempt (&c);
        print_message ("%s: t = %.4f, worst condition %.1e, %d, %s\n", pair_name (&pairs[i / 2]),
                       o.s->t_end, o.s->worst, o.status, o.report.text);
        if (o.status != 0) {
            assert_true (fabs (sin (last_state (&o)[8 + 9 + 2])) < 0.05);
            assert_true (o.status == GEOMS_PARTITION_RANK || o.status == GEOMS_RANK_CHANGED
                         || o.status == GEOMS_STEP_TOO_SMALL);
            stopped++;
        } else if (partition)
            assert_true (o.s->worst > 50 && o.s->t_worst > 0.1 && o.s->t_worst < 0.25);
        check_solution (&c, &o);
        case_end (&c, &o);
    }
    assert_true (stopped > 0);
}

/* a first step that the program chooses itself cannot be told from rounding at 1e12 */
static void late_starts_are_explained (void **state)
{
    Case c = case_of (&model_oscillator);
    Outcome o;

    (void)state;
    c.tspan[0] = 1e12;
    c.tspan[1] = 1e12 + 1e6;
    memset (c.x0, 0, sizeof c.x0);
    o = attempt (&c);
    assert_int_equal (o.status, GEOMS_STEP_TOO_SMALL);
    assert_non_null (strstr (o.report.text, "begin near 0"));
    case_end (&c, &o);
}

static void freeing_nothing_is_allowed (void **state)
{
    (void)state;
    geoms_run_free (NULL);
    geoms_mechanical_free (NULL);
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (step_counts_are_the_published_ones),
        cmocka_unit_test (defaults_are_cheaper),
        cmocka_unit_test (pendulum_keeps_time_and_constraints),
        cmocka_unit_test (andrews_meets_its_reference),
        cmocka_unit_test (caraxis_meets_its_reference),
        cmocka_unit_test (exact_motions_are_followed),
        cmocka_unit_test (long_chains_keep_energy_and_constraints),
        cmocka_unit_test (time_runs_backwards),
        cmocka_unit_test (two_runs_give_the_same_bits),
        cmocka_unit_test (runs_may_be_nested),
        cmocka_unit_test (requested_times_are_met),
        cmocka_unit_test (interruption_keeps_the_steps_so_far),
        cmocka_unit_test (max_steps_ends_the_run),
        cmocka_unit_test (tiny_steps_and_tiny_spans_work),
        cmocka_unit_test (the_end_does_not_change_the_steps),
        cmocka_unit_test (impossible_hidden_constraints_are_refused),
        cmocka_unit_test (any_state_can_be_projected),
        cmocka_unit_test (projection_may_fail),
        cmocka_unit_test (functions_can_be_evaluated),
        cmocka_unit_test (evaluations_may_fail),
        cmocka_unit_test (singular_positions_are_named),
        cmocka_unit_test (singular_positions_are_passed),
        cmocka_unit_test (partitions_pass_singular_positions),
        cmocka_unit_test (partitions_stop_at_singular_positions),
        cmocka_unit_test (partitions_keep_nearly_parallel_rows),
        cmocka_unit_test (forms_follow_exact_motions),
        cmocka_unit_test (forms_have_references),
        cmocka_unit_test (forms_give_the_same_bits),
        cmocka_unit_test (outputs_do_not_change_the_steps_of_forms),
        cmocka_unit_test (any_state_can_be_projected_in_forms),
        cmocka_unit_test (forms_come_to_singular_positions),
        cmocka_unit_test (late_starts_are_explained),
        cmocka_unit_test (freeing_nothing_is_allowed),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
