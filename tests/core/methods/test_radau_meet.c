/* test_radau_meet.c - steps across positions where the rank of the constraints falls: cranks side by
 * side that couplers join, all bars in a line twice a turn
 *
 *     at all of many tolerances the run comes to its end, constraints are met, energy is kept; by
 *     dense and by sparse matrices, and where the model solves its own systems; in coordinates of
 *     joints and of points, with rows that are redundant
 */
#include "base/sparse_lu.h"
#include "bench.h"
#include "extent.h"
#include "mechanisms.h"
#include "methods/radau.h"
#include "methods/radau_coefficients.h"
#include "models/rods.h"

/* ---- stages ---- */

typedef struct Stages {
    Bench b;
    GeomsRadau *r;
} Stages;

static void stages_open (Stages *s, Case *k, int psi1)
{
    GeomsMethodSetup setup;
    GeomsMethod *method;

    bench_open (&s->b, k, psf_or_psi1 (psi1));
    setup = (GeomsMethodSetup){.form = bench_form (&s->b),
                               .rtol = k->rtol,
                               .atol = k->atol,
                               .h = 1e-2,
                               .arena = &s->b.arena};
    assert_int_equal (geoms_method_create (&geoms_method_RADAU5, &setup, &method), 0);
    s->r = (GeomsRadau *)method;
    assert_int_equal (method->ops->start (method, s->b.t, s->b.x, 1), 0);
    method->step = method->h;
}

/* largest |g|, |gI|, |gII| of the stages */
static double worst_stage (const Stages *s)
{
    const GeomsEquations *e = &s->b.eq;
    const double c[3] = {C1, C2, 1};
    double rda[MOST_ROWS], worst = 0;

    for (int k = 0; k < 3; k++) {
        const double t = s->b.t + c[k] * s->r->method.step;

        assert_int_equal (e->model->rda (1, &t, s->r->X + k * e->n, e->n, rda, e->m, e->user), 0);
        for (int i = 0; i < e->r_b; i++)
            worst = fmax (worst, fabs (rda[i]));
    }
    return worst;
}

static void stages_meet_their_constraints (void **state)
{
    static const TestModel *const models[] = {&model_pendulum, &model_slidercrank, &model_chain_3};
    static Stages s;

    (void)state;
    for (int i = 0; i < 3; i++) {
        Case k = case_of (models[i]);
        unsigned seed = 1;
        double before;

        stages_open (&s, &k, 0);
        for (int j = 0; j < 3 * k.n; j++)
            s.r->X[j] = s.b.x[j % k.n] + 1e-4 * noise (&seed);
        before = worst_stage (&s);
        assert_int_equal (geoms_radau_meet (s.r, s.b.t), 0);
        print_message ("%s: %.1e, then %.1e\n", k.model.name, before, worst_stage (&s));
        assert_true (before > 1e-5 && worst_stage (&s) < 1e-9);
        bench_close (&s.b);
        case_free (&k);
    }
}

/* of psf whose multipliers are solved for, where the condition changes */
static void singular_positions_are_seen (void **state)
{
    static Stages s;

    (void)state;
    for (int i = 0; i < 4; i++) {
        Case k = case_of (i == 3 ? &model_pendulum_energy : &model_pendulum);

        k.options.multipliers = i == 2 ? GEOMS_MULTIPLIERS_ITERATED : GEOMS_MULTIPLIERS_AUTO;
        stages_open (&s, &k, i == 1);
        assert_true (geoms_radau_condition (s.r) == 1);
        assert_int_equal (geoms_radau_beside (s.r, 100, 1), i == 0);
        assert_int_equal (geoms_radau_beside (s.r, 1, 100), i == 0);
        assert_int_equal (geoms_radau_beside (s.r, 100, 100), i == 0);
        assert_int_equal (geoms_radau_beside (s.r, 2, 3), 0);
        assert_int_equal (geoms_radau_begins_beside (s.r), 0);
        s.r->condition = 100;
        assert_int_equal (geoms_radau_begins_beside (s.r), i == 0);
        bench_close (&s.b);
        case_free (&k);
    }
}

/* ---- runs ---- */

enum { TOLERANCES = 13 };

static double tolerance_of (int i) { return pow (10, -3 - 5.0 * i / (TOLERANCES - 1)); }

static int each (void) { return run_short () ? (TOLERANCES - 1) / 2 : 1; }

/* largest change of the energy over the states that are returned */
static double energy_error (const GeomsSolution *s, double (*energy) (const double *x, void *user),
                            void *user)
{
    double worst = 0;

    for (size_t i = 0; i < s->count; i++)
        worst = fmax (worst, fabs (energy (s->x + i * (size_t)s->n, user) - energy (s->x, user)));
    return worst;
}

/* what all of them are to be; errors of steps add up along ten passes */
static void check_run (const char *name, double tolerance, const Outcome *o, double energy)
{
    if (o->status != 0)
        fail_msg ("%s, %.1e: %s", name, tolerance, o->report.text);
    if (! (worst_residual (o->s) <= 1e-12))
        fail_msg ("%s, %.1e: residual %.1e", name, tolerance, worst_residual (o->s));
    if (! (energy <= 1e3 * tolerance))
        fail_msg ("%s, %.1e: energy %.1e", name, tolerance, energy);
}

/* cranks of uniform bars at (0, 0), (1, 0), ... and couplers between their ends, of length 1 and
 * mass 1 */
static void row_of_bars (Mechanism *m, int loops)
{
    const int bodies = 2 * loops + 1;
    const double up = acos (-1) / 2;

    start_mechanism (m, 1, 0, -9.81, 0);
    for (int i = 0; i < bodies; i++)
        set_mass (i <= loops ? add_body (m, -1, GEOMS_JOINT_REVOLUTE, i, 0, 0)
                             : add_body (m, i - loops - 1, GEOMS_JOINT_REVOLUTE, 1, 0, 0),
                  1, .5, 0, 0, 0, 1.0 / 12, 1.0 / 12);
    for (int i = 0; i < loops; i++)
        m->loop[m->d.loops++]
            = (GeomsLoopJoint){.kind = GEOMS_LOOP_REVOLUTE,
                               .side = {place (loops + 1 + i, 1, 0, 0), place (i + 1, 1, 0, 0)}};
    make (m, 1e-3);
    for (int i = 0; i < bodies; i++) {
        m->x0[m->model.dims.nl + i] = i <= loops ? -1 : 1;
        m->x0[m->model.dims.nl + bodies + i] = i <= loops ? up : -up;
    }
}

/* per bar of its total: with ends a and b, (va^2 + va vb + vb^2) / 6 + 9.81 (ya + yb) / 2 */
static double energy_of_bars (const double *x, void *user)
{
    const Mechanism *m = user;
    const int bodies = m->d.bodies, cranks = bodies - m->d.loops;
    const double *v = x + m->model.dims.nl, *q = v + bodies;
    double sum = 0;

    for (int i = 0; i < bodies; i++) {
        const int of = i - cranks, coupler = of >= 0;
        const double angle = coupler ? q[of] + q[i] : q[i], w = coupler ? v[of] + v[i] : v[i];
        const double y = coupler ? sin (q[of]) : 0, vx = coupler ? -v[of] * sin (q[of]) : 0,
                     vy = coupler ? v[of] * cos (q[of]) : 0;
        const double ex = vx - w * sin (angle), ey = vy + w * cos (angle);

        sum += (vx * vx + vx * ex + ex * ex + vy * vy + vy * ey + ey * ey) / 6
               + 9.81 * (2 * y + sin (angle)) / 2;
    }
    return sum / bodies;
}

/* of 2 loops by dense matrices, of 10 loops by those and by the model itself; tolerances of
 * multipliers as they are, and the same as of the others */
static void rows_of_bars_turn (void **state)
{
    static Mechanism m;

    (void)state;
    for (int i = 0; i < 6; i++) {
        double worst = 0, energy = 0;
        long steps = 0;

        row_of_bars (&m, i < 2 ? 2 : 10);
        m.options.linear_solver = i < 4 ? GEOMS_LINEAR_DENSE : GEOMS_LINEAR_AUTO;
        for (int k = 0; k < TOLERANCES; k += each ()) {
            const double tolerance = tolerance_of (k);
            Outcome o;

            for (int j = 0; j < m.n; j++)
                m.rtol[j] = m.atol[j] = tolerance;
            for (int j = 0; j < m.model.dims.nl && i % 2; j++)
                m.atol[j] = NAN;
            o = run_to (&m, 10);
            assert_string_equal (o.s->linear_solver, i < 4 ? "dense" : "model");
            check_run ("bars", tolerance, &o, energy_error (o.s, energy_of_bars, &m));
            energy = fmax (energy, energy_error (o.s, energy_of_bars, &m) / tolerance);
            worst = fmax (worst, worst_residual (o.s));
            steps += o.counters.naccpt;
            outcome_free (&o);
        }
        print_message ("%d loops, %d: %ld steps, residual %.1e, energy %.1e\n", m.d.loops, i, steps,
                       worst, energy);
        geoms_tree_free (m.system);
    }
}

/* ---- points on rods ---- */

enum { CELLS = 10 };

/* cranks of length 1 at (0, 0), (1, 0), ..., upright, with points of masses 1, 1.5, 2, 1, ... */
static Rods *row_of_rods (void)
{
    double mass[CELLS + 1], place[2 * CELLS + 2], held[2 * CELLS + 2];
    RodsLink rod[2 * CELLS + 1];
    const RodsPlan plan = {.points = CELLS + 1,
                           .rods = 2 * CELLS + 1,
                           .mass = mass,
                           .place = place,
                           .held = held,
                           .rod = rod,
                           .gravity = 9.81};

    for (int i = 0; i <= CELLS; i++) {
        mass[i] = 1 + 0.5 * (double)(i % 3);
        place[2 * i] = held[2 * i] = (double)i;
        place[2 * i + 1] = 1;
        held[2 * i + 1] = 0;
        rod[i] = (RodsLink){{-1 - i, i}, 0, 0};
        if (i > 0)
            rod[CELLS + i] = (RodsLink){{i - 1, i}, 0, 0};
    }
    return rods_new (&plan);
}

static double energy_of_rods (const double *x, void *user)
{
    const Rods *r = user;
    const double *v = x + r->rods, *p = v + 2 * r->points;
    double sum = 0;

    for (int i = 0; i < r->points; i++)
        sum += r->mass[i]
               * ((v[2 * i] * v[2 * i] + v[2 * i + 1] * v[2 * i + 1]) / 2
                  + r->gravity * p[2 * i + 1]);
    return sum / r->points;
}

static Outcome run_rods (const Rods *r, int solver, double tolerance)
{
    const int n = r->rods + 4 * r->points;
    const double tspan[2] = {0, 10};
    double x0[MOST_UNKNOWNS], tol[MOST_UNKNOWNS];
    GeomsOptions options;
    Outcome o = {0};
    const GeomsProblem problem = {.model = &r->model,
                                  .user = (void *)r,
                                  .options = &options,
                                  .rtol = tol,
                                  .atol = tol,
                                  .ntspan = 2,
                                  .tspan = tspan,
                                  .x0 = x0};

    geoms_options_default (&options);
    options.linear_solver = solver;
    for (int i = 0; i < n; i++) {
        tol[i] = tolerance;
        x0[i] = i < r->rods ? NAN : i < r->rods + 2 * r->points && (i - r->rods) % 2 == 0;
    }
    memcpy (x0 + r->rods + 2 * r->points, r->place, 2 * (size_t)r->points * sizeof *x0);
    o.run = geoms_run_create (&problem, &o.report);
    assert_non_null (o.run);
    o.status = geoms_run_integrate (o.run);
    o.report = *geoms_run_report (o.run);
    o.counters = *geoms_run_counters (o.run);
    o.s = geoms_run_solution (o.run);
    return o;
}

static void rows_of_rods_turn (void **state)
{
    static const int solvers[] = {GEOMS_LINEAR_DENSE, GEOMS_LINEAR_SPARSE};
    Rods *r = row_of_rods ();

    (void)state;
    assert_non_null (r);
    for (int i = 0; i < 2; i++) {
        double worst = 0, energy = 0;

        for (int k = 0; k < TOLERANCES; k += each ()) {
            Outcome o = run_rods (r, solvers[i], tolerance_of (k));

            if (geoms_sparse_lu_have ())
                assert_string_equal (o.s->linear_solver, i == 0 ? "dense" : "sparse");
            check_run ("rods", tolerance_of (k), &o, energy_error (o.s, energy_of_rods, r));
            energy = fmax (energy, energy_error (o.s, energy_of_rods, r) / tolerance_of (k));
            worst = fmax (worst, worst_residual (o.s));
            outcome_free (&o);
        }
        print_message ("rods, %d: residual %.1e, energy %.1e\n", i, worst, energy);
    }
    rods_free (r);
}

/* ---- models of their own, redundant rows among them ---- */

typedef struct Motion {
    const TestModel *model;
    void *user;
} Motion;

static double energy_of_model (const double *x, void *user)
{
    const Motion *motion = user;

    return motion->model->energy != NULL ? motion->model->energy (0, x, motion->user) : 0;
}

static void parallelograms_turn (void **state)
{
    static const double q[6] = {1, 1, 2, 2, 9.81, 0.2};

    (void)state;
    for (int i = 0; i < 3; i++) {
        const TestModel model = i < 2 ? model_parallelogram (2 + i) : model_fourbars (2);
        double worst = 0;

        for (int k = 0; k < TOLERANCES; k += each ()) {
            Case c = i < 2 ? case_with (&model, q, 6) : case_of (&model);
            Motion motion = {&model, c.user};
            Outcome o;

            case_tolerance (&c, tolerance_of (k));
            c.tspan[1] = 10;
            o = attempt (&c);
            check_run (model.name, tolerance_of (k), &o,
                       energy_error (o.s, energy_of_model, &motion));
            worst = fmax (worst, worst_residual (o.s));
            check_solution (&c, &o);
            case_end (&c, &o);
        }
        print_message ("%s: residual %.1e\n", model.name, worst);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (stages_meet_their_constraints),
        cmocka_unit_test (singular_positions_are_seen),
        cmocka_unit_test (rows_of_bars_turn),
        cmocka_unit_test (rows_of_rods_turn),
        cmocka_unit_test (parallelograms_turn),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
