/* test_impact.c - impacts on a wall: events that change the velocity, again and again
 *
 * A wall at p1 = wall is hit from the side p1 > wall (side 1) or p1 < wall (side -1); the velocity
 * is then turned around and multiplied by the coefficient of restitution.
 */
#include "test.h"

typedef struct Wall {
    double place, side, restitution;
    int v, p, n; /* places of v and p in x; unknowns */
    int hits;
} Wall;

static int distance_to_wall (int k, const double *t, const double *x, int ldx, double *value,
                             double *terminal, double *direction, void *user)
{
    const Wall *wall = user;

    (void)t;
    for (int j = 0; j < k; j++) {
        value[j] = wall->side * (x[j * ldx + wall->p] - wall->place);
        terminal[j] = 0;
        direction[j] = -1;
    }
    return 0;
}

static int bounce (double t, double *x, int count, const int *which, void *user)
{
    Wall *wall = user;

    (void)t;
    if (count != 1 || which[0] != 0)
        return -1;
    for (int i = wall->v; i < wall->p; i++)
        x[i] *= -wall->restitution;
    wall->hits++;
    return 0;
}

static void build_wall (Case *c, Wall *wall, double place, double side, double restitution)
{
    const GeomsDims *d = &c->model.system.dims;
    const int v = d->nw + d->nl + d->nm + d->nr;

    *wall = (Wall){place, side, restitution, v, v + d->nv + d->ns, c->n, 0};
    c->hooks.nevents = 1;
    c->hooks.events = distance_to_wall;
    c->hooks.action = bounce;
    c->hooks.user = wall;
}

/* ---- a motion quadratic in t: from the height b the wall p1 = 0 is reached at T = sqrt (2 b) ----
 *
 * The method makes no error here, so that steps would grow beyond the time between two impacts, and
 * both could lie within one step: MaxStep says what is to be expected. */

/* start at 1/128: impacts at T, 3T, 5T, ... with T = 1/8, and no energy is lost */
static void check_impacts (int formulation, double tolerance, double max_step, double step,
                           double bound)
{
    const double q[3] = {1, 2, 1.0 / 128};
    Case c = case_with (&model_particle, q, 3);
    const double E = c.model.energy (0, c.x0, c.user);
    double worst = 0, energy = 0, before = 0;
    Wall wall;
    Outcome o;

    build_wall (&c, &wall, 0, 1, 1);
    c.options.formulation = formulation;
    c.options.max_step = max_step;
    c.options.step = step;
    c.tspan[1] = 25;
    case_tolerance (&c, tolerance);
    o = solve (&c);
    assert_int_equal (o.s->nevents, 100);
    assert_int_equal (wall.hits, 100);
    for (size_t k = 0; k < 100; k++) {
        assert_true (o.s->event_which[k] == 0);
        worst = fmax (worst, fabs (o.s->event_t[k] - (double)(2 * k + 1) / 8));
        before
            = fmax (before, fabs (c.model.energy (0, o.s->event_x + k * (size_t)c.n, c.user) - E));
    }
    for (size_t k = 0; k < o.s->count; k++)
        energy = fmax (energy, fabs (c.model.energy (0, o.s->x + k * (size_t)c.n, c.user) - E));
    print_message ("particle, formulation %d, tolerance %g, MaxStep %g, Step %g: %ld steps, impact "
                   "times to %.1e, energy %.1e, at impacts %.1e\n",
                   formulation, tolerance, max_step, step, o.counters.naccpt, worst, energy,
                   before);
    assert_true (worst <= bound);
    assert_true (energy <= 1e-15 && before <= 1e-15);
    case_end (&c, &o);
}

static void hundred_impacts_are_exact (void **state)
{
    const double tolerance[] = {1e-3, 1e-6, 1e-9};

    (void)state;
    for (int i = 0; i < 6; i++)
        check_impacts (psf_or_psi1 (i % 2), tolerance[i / 2], 0.07, 0, 1e-12);
    /* steps that end at the impacts: all numbers are representable */
    check_impacts (GEOMS_FORMULATION_PSF, 1e-6, 0, 1.0 / 32, 1e-14);
}

/* requested times get the states between the impacts, whatever the steps are */
static void requested_times_lie_between_impacts (void **state)
{
    Case c = case_of (&model_particle);
    Wall wall;
    Outcome o;

    (void)state;
    build_wall (&c, &wall, 0, 1, 1);
    c.options.max_step = 0.75;
    case_times (&c, 101, 24.5);
    o = solve (&c);
    assert_int_equal (o.s->count, 101);
    for (size_t i = 0; i < o.s->count; i++) {
        const double t = o.s->t[i], phase = fabs (t - 2 * floor ((t + 1) / 2)); /* since rest */

        assert_true (fabs (o.s->x[5 * i + 3] - 0.5 * (1 - phase * phase)) <= 1e-12);
    }
    assert_int_equal (o.s->nevents, 12);
    case_end (&c, &o);
}

/* an impact that is nearer to the end than any step can be */
static void impacts_at_the_very_end_do_no_harm (void **state)
{
    (void)state;
    for (int i = 0; i < 20; i++) {
        Case c = case_of (&model_particle);
        Wall wall;
        Outcome o;

        build_wall (&c, &wall, 0, 1, 1);
        c.options.max_step = 0.5 + 0.02 * i;
        c.tspan[1] = 2 * i + 1;
        o = solve (&c);
        assert_true (o.s->t[o.s->count - 1] == c.tspan[1]);
        assert_true (fabs (last_state (&o)[3]) <= 1e-12);
        assert_in_range (o.s->nevents, i, i + 1); /* in or out by rounding */
        case_end (&c, &o);
    }
}

/* With a loss e at each impact, impact k + 1 follows impact k after 2 e^k: they pile up at 1 + 2
 * e/(1-e). */
static void lossy_impacts_follow_ever_faster (void **state)
{
    Case c = case_of (&model_particle);
    double expected = 1, gap = 2;
    Wall wall;
    Outcome o;

    (void)state;
    build_wall (&c, &wall, 0, 1, 0.5);
    c.tspan[1] = 3 - 1e-3; /* they pile up at 3 */
    o = solve (&c);
    assert_true (o.s->nevents >= 10);
    for (size_t k = 0; k < o.s->nevents; k++) {
        assert_true (fabs (o.s->event_t[k] - expected) <= 1e-12);
        gap *= 0.5;
        expected += gap;
    }
    assert_true (expected > c.tspan[1]); /* none is missing */
    case_end (&c, &o);
}

/* Beyond the time at which they pile up there is no motion: none is lost, and the run says why it
 * ends. */
static void impacts_that_accumulate_end_the_run (void **state)
{
    (void)state;
    for (int i = 0; i < 27; i++) {
        const double e = 0.1 * (1 + i % 9), place = -3.7 * (i / 9);
        const double fall = sqrt (1 - 2 * place); /* p1 = 1/2 - t^2/2 */
        Case c = case_of (&model_particle);
        Wall wall;
        Outcome o;

        build_wall (&c, &wall, place, 1, e);
        c.tspan[1] = 100;
        o = attempt (&c);
        assert_int_equal (o.status, GEOMS_EVENTS_PILE_UP);
        assert_true (fabs (o.s->t_end - fall * (1 + 2 * e / (1 - e))) < 1e-6);
        assert_true (strstr (o.report.text, "accumulate") != NULL);
        case_end (&c, &o);
    }
}

/* ---- a pendulum hitting a wall ---- */

/* Times of `count` impacts of the pendulum let go at the angle `amplitude`, at the angle `wall`
 * on its way; sin (theta/2) = k sin phi, and from the wall to rest it takes int dphi/sqrt (1 -
 * k^2 sin^2 phi) from phi (wall) to pi/2, divided by sqrt (g/L). After each impact the energy
 * relative to the wall is that before times restitution^2. */
static void impact_times (const double *q, double amplitude, double wall, double restitution,
                          int count, double *t)
{
    static const double node[4]
        = {0.1834346424956498, 0.5255324099163290, 0.7966664774136267, 0.9602898564975363};
    static const double gauss[4]
        = {0.3626837833783620, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763};
    const double s = sin (wall / 2);
    double k2 = sin (amplitude / 2) * sin (amplitude / 2), last = 0;

    for (int i = 0; i < count; i++) {
        const double first = asin (s / sqrt (k2)), half = (acos (0) - first) / 40;
        double sum = 0;

        for (int j = 0; j < 20; j++)
            for (int l = 0; l < 8; l++) {
                const double side = l < 4 ? 1 : -1;
                const double phi = first + (2 * j + 1 + side * node[l % 4]) * half;

                sum += gauss[l % 4] * half / sqrt (1 - k2 * sin (phi) * sin (phi));
            }
        sum /= sqrt (q[2] / q[1]);
        t[i] = last + (i > 0 ? 2 : 1) * sum; /* up and down again */
        last = t[i];
        k2 = s * s + restitution * restitution * (k2 - s * s);
    }
}

/* the formula against the exact motion before the first impact, and after an elastic one */
static void impact_times_are_those_of_the_exact_motion (void **state)
{
    const double q[3] = {1, 1, 13.750371636040745655}, angle = 0.3;
    const PendulumOrbit orbit = pendulum_from_rest (q, acos (0));
    double t[3], x[5];

    (void)state;
    impact_times (q, acos (0), angle, 1, 3, t);
    pendulum_exact (&orbit, t[0], x);
    assert_true (fabs (x[3] - sin (angle)) < 1e-14);
    assert_true (fabs (t[1] - 3 * t[0]) < 1e-14 && fabs (t[2] - 5 * t[0]) < 1e-14);
    impact_times (q, acos (0), 0, 1, 1, t);
    assert_true (fabs (t[0] - 0.5) < 1e-14); /* a quarter of the period 2 */
}

static double pendulum_impacts (double restitution, double tolerance, const double *expected,
                                int count)
{
    Case c = case_of (&model_pendulum);
    const double last = expected[count - 1];
    double worst = 0;
    Wall wall;
    Outcome o;

    build_wall (&c, &wall, sin (0.3), 1, restitution);
    c.tspan[1] = last + 1e-2;
    case_tolerance (&c, tolerance);
    o = solve (&c);
    assert_int_equal (o.s->nevents, count);
    for (int k = 0; k < count; k++)
        worst = fmax (worst, fabs (o.s->event_t[k] - expected[k]));
    print_message (
        "pendulum, restitution %g, tolerance %g: %ld steps, %d impacts to %.1e s, residual "
        "%.1e\n",
        restitution, tolerance, o.counters.naccpt, count, worst, worst_residual (o.s));
    assert_true (worst_residual (o.s) <= 1e-12);
    case_end (&c, &o);
    return worst;
}

static void pendulum_impacts_converge (void **state)
{
    const double q[3] = {1, 1, 13.750371636040745655};
    double expected[30];

    (void)state;
    for (int i = 0; i < 2; i++) {
        const double restitution = i ? 0.9 : 1;
        double error[3];

        impact_times (q, acos (0), 0.3, restitution, 30, expected);
        for (int j = 0; j < 3; j++)
            error[j] = pendulum_impacts (restitution, pow (10, -6 - 2 * j), expected, 30);
        assert_true (error[0] <= 1e-3);
        assert_true (error[1] <= 0.5 * error[0] && error[2] <= 0.5 * error[1]);
        assert_true (error[2] <= 1e-6);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (hundred_impacts_are_exact),
        cmocka_unit_test (requested_times_lie_between_impacts),
        cmocka_unit_test (impacts_at_the_very_end_do_no_harm),
        cmocka_unit_test (lossy_impacts_follow_ever_faster),
        cmocka_unit_test (impacts_that_accumulate_end_the_run),
        cmocka_unit_test (impact_times_are_those_of_the_exact_motion),
        cmocka_unit_test (pendulum_impacts_converge),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
