/* test_landing_beside.c - states between the steps at and beside a position where the rank of the
 * constraints falls: cranks and a coupler of uniform bars that turn through a line
 *
 *     v and lambda at the flat positions are those of the motion, at all tolerances; what is no such
 *     position is met in full
 */
#include "inside.h"
#include "run/landing.h"
#include "mechanisms.h"

/* bars of length and mass 1, 1.5, 1 in a parallelogram, upright, and v */
static void parallelogram (Mechanism *m)
{
    const double up = acos (-1) / 2;

    start_mechanism (m, 1, 0, -9.81, 0);
    set_mass (add_body (m, -1, GEOMS_JOINT_REVOLUTE, 0, 0, 0), 1, .5, 0, 0, 0, 1. / 12, 1. / 12);
    set_mass (add_body (m, 0, GEOMS_JOINT_REVOLUTE, 1, 0, 0), 1.5, .75, 0, 0, 0, 3.375 / 12,
              3.375 / 12);
    set_mass (add_body (m, -1, GEOMS_JOINT_REVOLUTE, 1.5, 0, 0), 1, .5, 0, 0, 0, 1. / 12, 1. / 12);
    m->loop[m->d.loops++] = (GeomsLoopJoint){.kind = GEOMS_LOOP_REVOLUTE,
                                             .side = {place (1, 1.5, 0, 0), place (2, 1, 0, 0)}};
    make (m, 1e-3);
    for (int i = 0; i < 3; i++) {
        m->x0[m->model.dims.nl + i] = i == 1 ? -6 : 6;
        m->x0[m->model.dims.nl + 3 + i] = i == 1 ? -up : up;
    }
}

/* the next time after t at which the first crank is flat, by the polynomials; INFINITY: none */
static double next_flat (const GeomsSolution *s, int angle, double t)
{
    double x[MOST_X], before, b = t + 0.01, a = t;

    geoms_dense (geoms_steps (s), 1, &a, x, NULL);
    before = sin (x[angle]);
    for (;; a = b, b += 0.01) {
        if (b > s->t[s->count - 1])
            return INFINITY;
        geoms_dense (geoms_steps (s), 1, &b, x, NULL);
        if (before * sin (x[angle]) <= 0)
            break;
    }
    for (int i = 0; i < 60; i++) {
        const double middle = (a + b) / 2;
        geoms_dense (geoms_steps (s), 1, &middle, x, NULL);
        *(before * sin (x[angle]) > 0 ? &a : &b) = middle;
    }
    return b;
}

/* v of the crank and the largest multiplier at flat positions; of v the largest slope */
static const double V = 7.6575754, LAMBDA = 43.979, SLOPE = 20;

static void check_at (Outcome *o, double flat, double beside, double tolerance)
{
    const int v = 2, p = 5;
    const double t = flat + beside, most_of_v = 100 * tolerance + SLOPE * fabs (beside);
    double x[MOST_X], most;

    geoms_dense (geoms_steps (o->s), 1, &t, x, NULL);
    assert_int_equal (geoms_run_project (o->run, 1, &t, x, NULL, NULL, 1), 0);
    most = fmax (fabs (x[0]), fabs (x[1]));
    if (! (fabs (fabs (x[v]) - V) <= most_of_v && fabs (x[v] + x[v + 1]) <= 100 * tolerance
           && fabs (x[p] + x[p + 1]) <= 100 * tolerance))
        fail_msg ("%.0e, t = %.12g: v = %.8g, %.8g", tolerance, t, x[v], x[v + 1]);
    if (! (fabs (most - LAMBDA) <= 0.2 * LAMBDA))
        fail_msg ("%.0e, t = %.12g: lambda %.6g", tolerance, t, most);
}

static void flat_positions_are_passed (void **state)
{
    static const double beside[] = {0, 1e-12, 1e-9, 1e-7, 1e-6, 1e-5};
    static Mechanism m;

    (void)state;
    parallelogram (&m);
    for (int i = 6; i <= 16; i++) {
        const double tolerance = pow (10, -i / 2.);
        int count = 0;
        Outcome o;

        for (int j = 0; j < m.n; j++)
            m.rtol[j] = m.atol[j] = tolerance;
        o = run_to (&m, 4);
        for (double t = next_flat (o.s, 5, 0); t < 4 - 1e-3; t = next_flat (o.s, 5, t + 0.01)) {
            for (int j = 0; j < 11; j++)
                check_at (&o, t, j > 5 ? -beside[j - 5] : beside[j], tolerance);
            count++;
        }
        assert_true (count >= 8);
        outcome_free (&o);
    }
    geoms_tree_free (m.system);
}

/* what has not moved far, or moved where no singular value is weak, is as it was */
static void other_states_are_left (void **state)
{
    static Mechanism m;
    double x[MOST_X], moved[MOST_X], rda[MOST_X];
    Outcome o;

    (void)state;
    parallelogram (&m);
    o = run_to (&m, 1);
    const double t = o.s->t[o.s->count - 1];
    memcpy (x, o.s->x + (o.s->count - 1) * (size_t)m.n, (size_t)m.n * sizeof *x);
    memcpy (moved, x, sizeof x);
    assert_int_equal (geoms_run_project (o.run, 1, &t, moved, NULL, NULL, 1), 0);
    assert_true (run_lands (o.run));
    GeomsLanding *s = run_landing (o.run);
    assert_int_equal (geoms_landing_suspect (s, x, x, x), 0);
    moved[2] += 5;
    assert_int_equal (geoms_landing_suspect (s, x, x, moved), 1);
    memcpy (moved, x, sizeof x);
    moved[0] += 3 * fabs (x[0]) + 3 * fabs (x[1]);
    assert_int_equal (geoms_landing_suspect (s, x, x, moved), 1);
    moved[2] += 5;
    assert_int_equal (geoms_landing_beside (s, t, x, t, x, moved, rda, NULL), 0);
    assert_true (moved[2] == x[2] + 5);
    outcome_free (&o);
    geoms_tree_free (m.system);
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (flat_positions_are_passed),
        cmocka_unit_test (other_states_are_left),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
