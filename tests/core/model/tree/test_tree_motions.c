/* test_tree_motions.c - motions of trees whose ends or invariants are known: free trees, the slider
 * crank, four-bars in a row, Andrews' mechanism, two points with springs and dampers
 */
#include "mechanisms.h"

/* ---- free trees: energy, momentum, angular momentum ---- */

/* free, then hinge, ball, universal, slider */
static void free_tree (Mechanism *m)
{
    static const int joints[5] = {GEOMS_JOINT_FREE, GEOMS_JOINT_REVOLUTE, GEOMS_JOINT_SPHERICAL,
                                  GEOMS_JOINT_UNIVERSAL, GEOMS_JOINT_PRISMATIC},
                     parents[5] = {-1, 0, 0, 2, 1};

    start_mechanism (m, 0, 0, 0, 0);
    for (int i = 0; i < 5; i++) {
        GeomsBody *b = add_body (m, parents[i], joints[i], .4 - .1 * i, .3, .1 * i);
        set_mass (b, 1 + .3 * i, .2, -.1 * i, .1, .3, .25 + .02 * i, .2);
        b->axis[1] = i == 1, b->axis[2] = 1;
    }
    add_spring_in_joint (m, 12, 20, 0);
    m->force[0].length = 0.3;
}

static void start_free_tree (Mechanism *m)
{
    double *v = m->x0, *p = v + m->model.dims.nv;

    for (int k = 0; k < m->model.dims.nv; k++)
        v[k] = .5 - .1 * k;
    p[3] = 1;   /* quaternion of the free joint */
    p[7] = .2;  /* hinge */
    p[8] = 1;   /* of the ball */
    p[12] = .3; /* universal */
    p[14] = .5; /* slider */
}

/* energy, momentum, angular momentum about the origin */
static void invariants_of (const Mechanism *m, double t, const double *x, double all[7])
{
    double motion[24 * 5];
    GeomsTreeResults r = {.motion = motion};

    assert_int_equal (geoms_tree_results (m->system, t, x, &r), 0);
    memset (all, 0, 7 * sizeof *all);
    all[0] = r.energy[0] + r.energy[1];
    for (int i = 0; i < 5; i++) {
        const GeomsBody *b = m->body + i;
        const double *R = motion + 24 * i, *w = R + 15;
        double c[3], v[3], w_body[3];

        for (int k = 0; k < 3; k++)
            c[k] = R[k] * b->com[0] + R[3 + k] * b->com[1] + R[6 + k] * b->com[2];
        for (int k = 0; k < 3; k++) {
            const int j = (k + 1) % 3, l = (k + 2) % 3;
            v[k] = R[12 + k] + w[j] * c[l] - w[l] * c[j];
            w_body[k] = R[3 * k] * w[0] + R[3 * k + 1] * w[1] + R[3 * k + 2] * w[2];
        }
        for (int k = 0; k < 3; k++) {
            const int j = (k + 1) % 3, l = (k + 2) % 3;
            all[1 + k] += b->mass * v[k];
            all[4 + k] += b->mass * ((R[9 + j] + c[j]) * v[l] - (R[9 + l] + c[l]) * v[j]);
            for (int i2 = 0; i2 < 3; i2++)
                all[4 + k] += R[3 * i2 + k] * b->inertia[i2] * w_body[i2];
        }
    }
}

static void free_trees (void **state)
{
    static const struct {
        int formulation, method;
        double tolerance, bound;
    } all[] = {{GEOMS_FORMULATION_PSF, GEOMS_METHOD_RADAU5, 1e-6, 1e-4},
               {GEOMS_FORMULATION_PSF, GEOMS_METHOD_RADAU5, 1e-9, 2e-7},
               {GEOMS_FORMULATION_UODE, GEOMS_METHOD_DOPRI5, 1e-6, 1e-4},
               {GEOMS_FORMULATION_UODE, GEOMS_METHOD_DOPRI5, 1e-9, 2e-7}};
    static Mechanism m;

    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        double begin[7], end[7];

        free_tree (&m);
        make (&m, all[i].tolerance);
        start_free_tree (&m);
        m.options.formulation = all[i].formulation;
        m.options.method = all[i].method;
        Outcome o = run_to (&m, 10);
        invariants_of (&m, 0, m.x0, begin);
        invariants_of (&m, 10, last_state (&o), end);
        for (int k = 0; k < 7; k++)
            near (end[k], begin[k], all[i].bound);
        outcome_free (&o);
        geoms_tree_free (m.system);
    }
}

/* ---- slider crank with hinges in space, the crank's end on a loop ---- */

static void slider_crank (void **state)
{
    const double l1 = .15, l2 = .3, pi = acos (-1), phi = pi / 4, speed = 5;
    const double alpha = pi - asin (l1 / l2 * sin (phi)),
                 turn = l1 / l2 * cos (phi) * speed / cos (alpha);
    static Mechanism m;

    (void)state;
    start_mechanism (&m, 0, 0, 0, -9.81);
    set_mass (add_body (&m, -1, GEOMS_JOINT_PRISMATIC, 0, 0, 0), .075552, 0, 0, 0, 0, 0, 0);
    m.body[0].axis[0] = 1;
    set_mass (add_body (&m, 0, GEOMS_JOINT_REVOLUTE, 0, 0, 0), .151104, l2 / 2, 0, 0, 0,
              .0045339259, .0045339259);
    set_mass (add_body (&m, 1, GEOMS_JOINT_REVOLUTE, l2, 0, 0), .36, l1 / 2, 0, 0, 0, .002727,
              .002727);
    m.loop[m.d.loops++] = (GeomsLoopJoint){.kind = GEOMS_LOOP_REVOLUTE,
                                           .side = {place (2, l1, 0, 0), place (-1, 0, 0, 0)}};
    make (&m, 1e-10);
    double *v = m.x0 + 5, *p = v + 3;
    p[0] = l1 * cos (phi) - l2 * cos (alpha);
    p[1] = alpha;
    p[2] = phi + pi - alpha;
    v[0] = -l1 * sin (phi) * speed + l2 * sin (alpha) * turn;
    v[1] = turn;
    v[2] = speed - turn;
    Outcome o = run_to (&m, 2);
    const double *end = last_state (&o) + 8;
    near (end[1] + end[2] - pi, 11.608632790, 1e-8);
    near (end[0], .36007332129, 1e-8);
    near (end[1], 3.56289146066, 1e-8);
    assert_true (worst_residual (o.s) <= 1e-12);
    outcome_free (&o);
    geoms_tree_free (m.system);
}

/* ---- A02: cranks and couplers of a row of four-bars, parallel: I theta'' = - W cos theta ---- */

/* theta at t from pi / 2 with speed -1: Runge-Kutta in steps of 1e-4 */
static double parallel_cranks (int loops, double t)
{
    const double rate = -((loops + 1) / 2.0 + loops) * 9.81 / ((loops + 1) / 3.0 + loops), h = 1e-4;
    double q = acos (-1) / 2, v = -1;

    for (int i = 0; i < (int)lround (t / h); i++) {
        const double v1 = v, a1 = rate * cos (q), v2 = v + h / 2 * a1,
                     a2 = rate * cos (q + h / 2 * v1), v3 = v + h / 2 * a2,
                     a3 = rate * cos (q + h / 2 * v2), v4 = v + h * a3,
                     a4 = rate * cos (q + h * v3);
        q += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4);
        v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    }
    return q;
}

static void four_bars (void **state)
{
    enum { LOOPS = 2, BODIES = 2 * LOOPS + 1 };
    static Mechanism m;
    const double up = acos (-1) / 2;

    (void)state;
    start_mechanism (&m, 0, 0, -9.81, 0);
    for (int i = 0; i < BODIES; i++)
        set_mass (i <= LOOPS ? add_body (&m, -1, GEOMS_JOINT_REVOLUTE, i, 0, 0)
                             : add_body (&m, i - LOOPS - 1, GEOMS_JOINT_REVOLUTE, 1, 0, 0),
                  1, .5, 0, 0, 0, 1.0 / 12, 1.0 / 12);
    for (int i = 0; i < LOOPS; i++)
        m.loop[m.d.loops++]
            = (GeomsLoopJoint){.kind = GEOMS_LOOP_REVOLUTE,
                               .side = {place (LOOPS + 1 + i, 1, 0, 0), place (i + 1, 1, 0, 0)}};
    make (&m, 1e-10);
    double *v = m.x0 + m.model.dims.nl, *p = v + BODIES;
    for (int i = 0; i < BODIES; i++) {
        p[i] = i <= LOOPS ? up : -up;
        v[i] = i <= LOOPS ? -1 : 1;
    }
    Outcome o = run_to (&m, .6);
    const double *end = last_state (&o) + m.model.dims.nl + BODIES,
                 theta = parallel_cranks (LOOPS, .6);
    for (int i = 0; i < BODIES; i++)
        near (end[i], i <= LOOPS ? theta : -theta, 1e-8);
    assert_true (worst_residual (o.s) <= 1e-12);
    outcome_free (&o);
    geoms_tree_free (m.system);
}

/* ---- section 4 of the paper: (34), (35), with m_i = 0 ---- */

/* slides along x, y, x, ... one behind the other, the last with the mass 2; springs in the first */
static void point_masses (Mechanism *m, int count, const int *axis)
{
    static const double c[3] = {100, 80, 50}, d[3] = {.5, .4, .3};

    start_mechanism (m, 1, 0, 0, 0);
    for (int i = 0; i < count; i++) {
        GeomsBody *b = add_body (m, i - 1, GEOMS_JOINT_PRISMATIC, 0, 0, 0);
        b->axis[axis[i]] = 1;
        b->mass = i == count - 1 ? 2 : 0;
    }
    for (int i = 0; i < count - 1; i++)
        add_spring_in_joint (m, i, c[i], d[i]);
    make (m, 1e-11);
}

/* to t = 2; v at the start of all is what the forces ask of those without mass */
static void ends_at (Mechanism *m, const double *p, const double *speed, const double *v,
                     const double *end)
{
    const int n = m->model.dims.nv;

    memcpy (m->x0, speed, (size_t)n * sizeof *speed);
    memcpy (m->x0 + n, p, (size_t)n * sizeof *p);
    Outcome o = run_to (m, 2);
    for (int i = 0; i < n; i++) {
        near (o.s->x[i], v[i], 1e-12);
        near (last_state (&o)[n + i], end[i], 1e-10);
    }
    outcome_free (&o);
    geoms_tree_free (m->system);
}

static void upper_problem (void **state)
{
    static const int axis[4] = {0, 1, 0, 1};
    static const double p[4] = {.05, .02, .03, .1}, speed[4] = {0, 0, 0, .3},
                        v[4] = {-4.375, -4, 4.375, 4.3},
                        end[4] = {-.00723596109, 0, -.01428205881, .72};
    static Mechanism m;

    (void)state;
    point_masses (&m, 4, axis);
    ends_at (&m, p, speed, v, end);
}

/* both move together along x, 2 p'' + 0.5 p' + 100 p = 0, from rest; along y 0.4 p' + 80 p = 0, and
 * the mass goes straight on */
static void lower_problem (void **state)
{
    static const int axis[3] = {0, 1, 1};
    static const double p[3] = {.05, .02, .1}, speed[3] = {0, 0, .3}, v[3] = {0, -4, 4.3};
    const double t = 2, w = sqrt (50 - .125 * .125), y = .02 * exp (-200 * t),
                 end[3] = {.05 * exp (-.125 * t) * (cos (w * t) + .125 / w * sin (w * t)), y,
                           .12 + .3 * t - y};
    static Mechanism m;

    (void)state;
    point_masses (&m, 3, axis);
    ends_at (&m, p, speed, v, end);
}

/* ---- a ring without mass whose inertia sin^2 q2 is none where the rod in it stands on its axis ---- */

/* at rest about its axis the ring stays, q2 = 0.5 - t; kicked, the rod turns back before it gets there:
 * sin^2 q2 q1' and energy are kept */
static void gimbal_met (void **state)
{
    static const int forms[2] = {GEOMS_FORMULATION_PSF, GEOMS_FORMULATION_UODE},
                     methods[2] = {GEOMS_METHOD_RADAU5, GEOMS_METHOD_DOPRI5};
    static const double kick[2] = {0, 1e-3};
    static Mechanism m;

    (void)state;
    for (int i = 0; i < 4; i++) {
        start_mechanism (&m, 0, 0, 0, 0);
        add_body (&m, -1, GEOMS_JOINT_REVOLUTE, 0, 0, 0);
        set_mass (add_body (&m, 0, GEOMS_JOINT_REVOLUTE, 0, 0, 0), 1, 0, 0, 0, 1, 1, 0);
        m.body[1].axis[0] = 1;
        make (&m, 1e-10);
        m.options.formulation = forms[i / 2];
        m.options.method = methods[i / 2];
        m.x0[0] = kick[i % 2], m.x0[1] = -1, m.x0[3] = .5;
        Outcome o = run_to (&m, 1);
        const double *x = last_state (&o), size = pow (sin (x[3]), 2), first = pow (sin (.5), 2);
        near (size * x[0], first * kick[i % 2], 1e-7);
        near (size * x[0] * x[0] + x[1] * x[1], first * kick[i % 2] * kick[i % 2] + 1, 1e-6);
        near (fabs (x[3]), .5, 1e-3);
        if (i % 2 == 0)
            near (x[3], -.5, 1e-9);
        outcome_free (&o);
        geoms_tree_free (m.system);
    }
}

int main (void)
{
    const struct CMUnitTest tests[]
        = {cmocka_unit_test (free_trees), cmocka_unit_test (slider_crank),
           cmocka_unit_test (four_bars), cmocka_unit_test (upper_problem),
           cmocka_unit_test (lower_problem), cmocka_unit_test (gimbal_met)};
    return cmocka_run_group_tests (tests, NULL, NULL);
}
