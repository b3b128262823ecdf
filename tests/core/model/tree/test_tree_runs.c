/* test_tree_runs.c - mechanisms from bodies and joints, integrated: known motions, energy
 */
#include "mechanisms.h"

/* ---- bodies without mass ---- */

/* 20 sin 3t */
static int excitation (int k, const double *t, double *values, void *user)
{
    (void)user;
    for (int j = 0; j < k; j++, values += 3) {
        values[0] = 20 * sin (3 * t[j]);
        values[1] = 60 * cos (3 * t[j]);
        values[2] = -180 * sin (3 * t[j]);
    }
    return 0;
}

/* two springs with dampers in series, a mass at their end: the coordinate between them has none; its
 * velocity follows from the balance of forces */
static void reduced_oscillator (void **state)
{
    static const GeomsSignal host[1] = {{0, NULL, NULL}};
    static Mechanism m;

    (void)state;
    start_mechanism (&m, 0, 0, 0, 0);
    for (int i = 0; i < 2; i++) {
        GeomsBody *b = add_body (&m, i - 1, GEOMS_JOINT_PRISMATIC, 0, 0, 0);
        b->axis[0] = 1;
        if (i == 1)
            set_mass (b, 1, 0, 0, 0, 0, 0, 0);
        add_spring_in_joint (&m, i, 100, 0.1);
    }
    m.force[m.d.forces++] = (GeomsForce){.kind = GEOMS_FORCE_FORCE,
                                         .side = {place (0, 0, 0, 0), place (-1, 0, 0, 0)},
                                         .signal = {1, 0, 0}};
    m.d.signals = 1;
    m.d.signal = host;
    m.d.host = excitation;
    make (&m, 1e-10);
    m.x0[2] = 0.1, m.x0[3] = 0.05;
    Outcome o = run_to (&m, 5);
    near (o.s->x[0], -25, 1e-12);
    near (o.s->x[1], 25, 1e-12);
    const double *x = last_state (&o);
    near (x[2], .13090467209, 1e-9);
    near (x[3], .00039246592, 1e-9);
    near (x[0], .0572418758, 1e-8);
    outcome_free (&o);
    geoms_tree_free (m.system);
}

/* ---- rotational dampers in series: balls without mass, one behind the other ---- */

/* c = a b */
static void quaternions (const double *a, const double *b, double *c)
{
    c[0] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
    for (int i = 1; i < 4; i++) {
        const int j = i % 3 + 1, k = j % 3 + 1;
        c[i] = a[0] * b[i] + a[i] * b[0] + a[j] * b[k] - a[k] * b[j];
    }
}

/* rotation and angular velocity of the last ball relative to the arm, in its own axes:
 * e = e_1 e_2 ..., w = w_n + e_n* (w_(n-1) + e_(n-1)* ( ... ) e_(n-1)) e_n */
static void relative_motion (int balls, const double *p, const double *v, double *e, double *w)
{
    double a[4];

    memset (e, 0, 4 * sizeof *e);
    memset (w, 0, 4 * sizeof *w);
    e[0] = 1;
    for (int i = 0; i < balls; i++, p += 4, v += 3) {
        const double back[4] = {p[0], -p[1], -p[2], -p[3]};
        quaternions (e, p, a);
        memcpy (e, a, sizeof a);
        quaternions (back, w, a);
        quaternions (a, p, w);
        for (int k = 0; k < 3; k++)
            w[1 + k] += v[k];
    }
}

/* an arm on a hinge; at its end `balls` ball joints with dampers, the last of them with a body */
static void dampers_in_series (int balls, const double *damping, const double *end)
{
    static Mechanism m;
    static const double e0[4] = {.9, .1, -.3, .2}, I[6] = {.1, .2, .15, .01, .02, -.01},
                        I2[6] = {.05, .02, .06, .003, .002, -.004};
    double e[4], w[4];

    start_mechanism (&m, 0, 0, -9.81, 0);
    set_mass (add_body (&m, -1, GEOMS_JOINT_REVOLUTE, 0, 0, 0), 1.5, .3, -.1, .05, 0, 0, 0);
    memcpy (m.body[0].inertia, I, sizeof I);
    for (int i = 0; i < balls; i++) {
        add_body (&m, i, GEOMS_JOINT_SPHERICAL, i == 0 ? .6 : 0, 0, 0);
        for (int k = 1; k <= 3; k++)
            add_spring_in_joint (&m, 3 * i + k, 0, damping[i]);
    }
    set_mass (m.body + balls, 1, .1, -.3, .05, 0, 0, 0);
    memcpy (m.body[balls].inertia, I2, sizeof I2);
    make (&m, 1e-9);
    const int nv = m.model.dims.nv;
    double *v = m.x0, *p = m.x0 + nv;
    v[0] = .5, v[nv - 3] = 1, v[nv - 2] = -2, v[nv - 1] = .7;
    p[0] = .2;
    for (int i = 0; i < balls; i++)
        p[1 + 4 * i] = 1;
    for (int k = 0; k < 4; k++)
        p[4 * balls - 3 + k] = e0[k] / sqrt (.95);
    Outcome o = run_to (&m, 3);
    const double *x = last_state (&o);
    relative_motion (balls, x + nv + 1, x + 1, e, w);
    near (x[nv], end[0], 1e-7);
    near (x[0], end[1], 1e-7);
    for (int k = 0; k < 3; k++)
        near (w[1 + k], end[2 + k], 2e-7);
    for (int k = 0; k < 4 && end[5] != 0; k++)
        near (e[k], end[5 + k], 1e-7);
    outcome_free (&o);
    geoms_tree_free (m.system);
}

/* ends of own computations in extended precision: q0, q0', w; e, of two balls alone */
static void serial_dampers (void **state)
{
    static const double damping[3] = {.3, .2, .5},
                        two[9] = {-2.369228714177, -2.502507580855, -.394489485282,
                                  1.596029076194,  .297963724841,   .893066645111,
                                  .183080022601,   -.020111391185,  .410498726744},
                        three[9] = {-2.368779454048, -2.554120535447, -.553036160792,
                                    1.929382507502, .329963330874};

    (void)state;
    dampers_in_series (2, damping, two);
    dampers_in_series (3, damping, three);
}

/* ---- loops ---- */

static void make_andrews (Mechanism *m)
{
    static const struct {
        int parent;
        double x, y, m, cx, cy, I, q;
    } K[7] = {{-1, 0, 0, .04325, .00092, 0, 2.194e-6, -.0617138900142764},
              {0, .007, 0, .00365, -.0115, 0, 4.410e-7, 0},
              {-1, -.03635, .03273, .02373, .01874, .01043, 5.255e-6, .455279819163070},
              {-1, -.06934, -.00227, .07050, .02308, .00916, 1.169e-5, .487364979543843},
              {3, .04, 0, .00706, 0, -.00579, 5.667e-7, .222668390165886},
              {-1, -.06934, -.00227, .05498, .01228, .00449, 1.912e-5, 1.23054744454982},
              {5, 0, -.04, .00706, .00579, 0, 5.667e-7, -.222668390165886}};
    static const double end[3][3] = {{2, 0, -.035}, {4, 0, -.02}, {6, .02, 0}};

    start_mechanism (m, 1, 0, 0, 0);
    for (int i = 0; i < 7; i++)
        set_mass (add_body (m, K[i].parent, GEOMS_JOINT_REVOLUTE, K[i].x, K[i].y, 0), K[i].m,
                  K[i].cx, K[i].cy, 0, 0, 0, K[i].I);
    for (int i = 0; i < 3; i++)
        m->loop[m->d.loops++] = (GeomsLoopJoint){
            .kind = GEOMS_LOOP_REVOLUTE,
            .side = {place ((int)end[i][0], end[i][1], end[i][2], 0), place (1, -.028, 0, 0)}};
    m->force[m->d.forces++]
        = (GeomsForce){.kind = GEOMS_FORCE_SPRING,
                       .side = {place (-1, .014, .072, 0), place (2, .02, -.018, 0)},
                       .stiffness = 4530,
                       .length = .07785};
    m->force[m->d.forces++]
        = (GeomsForce){.kind = GEOMS_FORCE_JOINT, .velocity = 0, .value = {.033}};
    make (m, 1e-9);
    for (int i = 0; i < 7; i++)
        m->x0[6 + 7 + i] = K[i].q;
}

static void andrews (void **state)
{
    static Mechanism m;

    (void)state;
    make_andrews (&m);
    Outcome o = run_to (&m, 0.03);
    const double *x = last_state (&o);
    near (x[0], 199.175348105, 1e-8);
    near (x[13], 15.8107711941, 1e-8);
    assert_true (worst_residual (o.s) <= 1e-12);
    outcome_free (&o);
    geoms_tree_free (m.system);
}

/* A03 of the IFToMM library: the same to t = 0.05; the drive's work is that of a constant moment */
static void andrews_to_the_end (void **state)
{
    static const double end[14]
        = {1.1445355026538474684e+03,  -1.3360337226511924540e+03, -1.9093706860429462468e+02,
           -3.3431706087086465358e+02, 8.7586508294301516139e-01,  3.3431706087086465358e+02,
           -3.9617288978352995018e+01, 3.3825867766954517332e+01,  -3.3583431517463868498e+01,
           1.1339507381259901503e-01,  -4.0785286560188444249e-01, 5.2606044491699582713e-01,
           4.0785286560188444249e-01,  1.0569024294349628310e+00};
    /* places of beta, Theta, gamma, Phi, delta, Omega, epsilon among the bodies */
    static const int place_of[7] = {0, 1, 2, 4, 3, 6, 5};
    static Mechanism m;
    GeomsTreeResults begin = {0}, last = {0};

    (void)state;
    make_andrews (&m);
    Outcome o = run_to (&m, 0.05);
    const double *x = last_state (&o);
    for (int i = 0; i < 7; i++) {
        near (x[6 + place_of[i]], end[i], 1e-5);
        near (x[13 + place_of[i]], end[7 + i], 1e-7);
    }
    assert_int_equal (geoms_tree_results (m.system, 0, o.s->x, &begin), 0);
    assert_int_equal (geoms_tree_results (m.system, 0.05, x, &last), 0);
    near (last.energy[0] + last.energy[1] - begin.energy[0] - begin.energy[1],
          .033 * (x[13] - o.s->x[13]), 1e-8);
    outcome_free (&o);
    geoms_tree_free (m.system);
}

/* crank and rocker, and what joins them: a body without mass and a hinge, or a rod. The speeds that
 * the loop allows nearest to .1 and .0667 */
static void four_bar (Mechanism *m, int coupler)
{
    start_mechanism (m, 1, 0, -9.81, 0);
    set_mass (add_body (m, -1, GEOMS_JOINT_REVOLUTE, 0, 0, 0), 1, 0, .5, 0, 0, 0, 1.0 / 12);
    set_mass (add_body (m, -1, GEOMS_JOINT_REVOLUTE, 2, 0, 0), 1.5, 0, .75, 0, 0, 0, .28125);
    if (coupler) {
        add_body (m, 0, GEOMS_JOINT_REVOLUTE, 0, 1, 0);
        m->loop[m->d.loops++] = (GeomsLoopJoint){
            .kind = GEOMS_LOOP_REVOLUTE, .side = {place (2, 2, .5, 0), place (1, 0, 1.5, 0)}};
    } else
        m->loop[m->d.loops++]
            = (GeomsLoopJoint){.kind = GEOMS_LOOP_ROD,
                               .length = sqrt (4.25),
                               .side = {place (0, 0, 1, 0), place (1, 0, 1.5, 0)}};
    make (m, 1e-10);
    double *v = m->x0 + m->model.dims.nl;
    v[0] = (.1 + .0667 * 2 / 3) / (1 + 4.0 / 9), v[1] = v[0] / 1.5, v[2] = -v[0];
    if (! coupler)
        v[2] = 0;
}

/* gII = 0 at both states, and both have the same accelerations of crank and rocker */
static void accelerations_agree (const Mechanism *a, const double *xa, const Mechanism *b,
                                 const double *xb)
{
    static double rda[64], motion[2][24 * MOST_BODIES];
    const Mechanism *both[2] = {a, b};
    const double *x[2] = {xa, xb}, t = 0.8;

    for (int i = 0; i < 2; i++) {
        GeomsTreeResults r = {.motion = motion[i]};
        assert_int_equal (both[i]->model.rda (1, &t, x[i], both[i]->n, rda, 64, both[i]->system),
                          0);
        for (int k = 0; k < both[i]->model.dims.nl; k++)
            near (rda[k], 0, 3e-5);
        assert_int_equal (geoms_tree_results (both[i]->system, t, x[i], &r), 0);
    }
    for (int k = 0; k < 2; k++)
        near (motion[1][24 * k + 23], motion[0][24 * k + 23], 3e-5);
}

/* the loop holds the velocity of a body without mass: the motion is that with a rod */
static void massless_coupler (void **state)
{
    static const int forms[]
        = {GEOMS_FORMULATION_PSF,    GEOMS_FORMULATION_PSI1,   GEOMS_FORMULATION_GGL,
           GEOMS_FORMULATION_INDEX2, GEOMS_FORMULATION_INDEX1, GEOMS_FORMULATION_UODE};
    /* angles of crank and rocker, force in the pin: own computation */
    static const double end[2] = {.2249905984, .1506808617}, pin[2] = {.20632569, .05248244};
    static Mechanism rod, coupler;

    (void)state;
    four_bar (&rod, 0);
    Outcome expected = run_to (&rod, .8);
    for (int i = 0; i < 6; i++) {
        four_bar (&coupler, 1);
        coupler.options.formulation = forms[i];
        Outcome o = run_to (&coupler, .8);
        for (int k = 0; k < 2; k++) {
            near (last_state (&o)[5 + k], last_state (&expected)[3 + k], 1e-7);
            near (last_state (&o)[5 + k], end[k], 1e-7);
            near (last_state (&o)[k], pin[k], 1e-6);
        }
        accelerations_agree (&rod, last_state (&expected), &coupler, last_state (&o));
        outcome_free (&o);
        geoms_tree_free (coupler.system);
    }
    outcome_free (&expected);
    geoms_tree_free (rod.system);
}

/* loops that say no more than the joints do: rows of zeros, as redundant as can be, and the motion of
 * the double pendulum without them */
static void rows_of_zeros (void **state)
{
    static const double about_z[9] = {0, 0, 1, 1, 0, 0, 0, 1, 0};
    static const int kinds[]
        = {GEOMS_LOOP_SPHERICAL, GEOMS_LOOP_REVOLUTE, GEOMS_LOOP_UNIVERSAL, GEOMS_LOOP_CYLINDRICAL,
           GEOMS_LOOP_PLANAR,    GEOMS_LOOP_LINE,     GEOMS_LOOP_PLANE,     GEOMS_LOOP_ROD};
    static Mechanism m;
    double free[2] = {0, 0};

    (void)state;
    for (int i = -1; i < (int)(sizeof kinds / sizeof kinds[0]); i++) {
        start_mechanism (&m, 0, 0, -9.81, 0);
        set_mass (add_body (&m, -1, GEOMS_JOINT_REVOLUTE, 0, 0, 0), 1, .5, 0, 0, 0, 0, 1.0 / 12);
        set_mass (add_body (&m, 0, GEOMS_JOINT_REVOLUTE, 1, 0, 0), 1.5, .5, 0, 0, 0, 0, .125);
        GeomsLoopJoint *l = m.loop;
        if (i >= 0) {
            *l = (GeomsLoopJoint){.kind = kinds[i],
                                  .side = {place (0, 1, 0, 0), place (1, 0, 0, 0)}};
            m.d.loops = 1;
        }
        if (i >= 0 && kinds[i] == GEOMS_LOOP_ROD)
            l->side[1].at[0] = l->length = 1;
        if (i >= 0 && kinds[i] == GEOMS_LOOP_UNIVERSAL)
            memcpy (l->side[0].turn, about_z, sizeof about_z);
        make (&m, 1e-8);
        Outcome o = run_to (&m, 2);
        const double *q = last_state (&o) + m.model.dims.nl + 2;
        for (int k = 0; k < 2; k++)
            if (i < 0)
                free[k] = q[k];
            else
                near (q[k], free[k], 1e-6);
        outcome_free (&o);
        geoms_tree_free (m.system);
    }
}

/* what joins them, its damper at the crank; or that of two bodies on one axis, dampers in series */
static void damped_four_bar (Mechanism *m, int in_series)
{
    start_mechanism (m, 1, 0, -9.81, 0);
    set_mass (add_body (m, -1, GEOMS_JOINT_REVOLUTE, 0, 0, 0), 1, 0, .5, 0, 0, 0, 1.0 / 12);
    set_mass (add_body (m, -1, GEOMS_JOINT_REVOLUTE, 2, 0, 0), 1.5, 0, .75, 0, 0, 0, .28125);
    add_body (m, 0, GEOMS_JOINT_REVOLUTE, 0, 1, 0);
    if (in_series)
        add_body (m, 2, GEOMS_JOINT_REVOLUTE, 0, 0, 0);
    m->loop[m->d.loops++]
        = (GeomsLoopJoint){.kind = GEOMS_LOOP_REVOLUTE,
                           .side = {place (2 + in_series, 2, .5, 0), place (1, 0, 1.5, 0)}};
    add_spring_in_joint (m, 2, 0, in_series ? 3 : 2);
    if (in_series)
        add_spring_in_joint (m, 3, 0, 6);
    make (m, 1e-9);
    double *v = m->x0 + m->model.dims.nl;
    v[0] = .1, v[1] = .1 / 1.5, v[2] = -.1;
    if (in_series)
        v[2] = -.2 / 3, v[3] = -.1 / 3;
}

/* the loop holds the sum of two velocities without inertia, dampers their difference */
static void partly_held (void **state)
{
    static const int forms[] = {GEOMS_FORMULATION_PSF, GEOMS_FORMULATION_PSI1};
    static Mechanism one, two;

    (void)state;
    damped_four_bar (&one, 0);
    Outcome expected = run_to (&one, .8);
    for (int i = 0; i < 2; i++) {
        damped_four_bar (&two, 1);
        two.options.formulation = forms[i];
        Outcome o = run_to (&two, .8);
        near (last_state (&o)[6], last_state (&expected)[5], 1e-6);
        near (last_state (&o)[7], last_state (&expected)[6], 1e-6);
        near (last_state (&o)[4], last_state (&o)[5] * 2, 1e-6);
        accelerations_agree (&one, last_state (&expected), &two, last_state (&o));
        outcome_free (&o);
        geoms_tree_free (two.system);
    }
    outcome_free (&expected);
    geoms_tree_free (one.system);
}

static void bricard (void **state)
{
    static const double P[6][3]
        = {{0, 0, 0}, {1, 0, 0}, {1, -1, 0}, {1, -1, 1}, {0, -1, 1}, {0, 0, 1}};
    static const double axis[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    static const int ax[] = {1, 2, 0, 1, 2, 0};
    static Mechanism m;

    (void)state;
    start_mechanism (&m, 0, 0, -9.81, 0);
    for (int i = 0; i < 5; i++) {
        double d[3], J[3];
        GeomsBody *b;
        for (int k = 0; k < 3; k++) {
            d[k] = P[i + 1][k] - P[i][k];
            J[k] = d[k] != 0 ? 1.0 / 600 : 1.01 / 12;
        }
        b = add_body (&m, i - 1, GEOMS_JOINT_REVOLUTE, i ? P[i][0] - P[i - 1][0] : 0,
                      i ? P[i][1] - P[i - 1][1] : 0, i ? P[i][2] - P[i - 1][2] : 0);
        set_mass (b, 1, d[0] / 2, d[1] / 2, d[2] / 2, J[0], J[1], J[2]);
        memcpy (b->axis, axis[ax[i]], sizeof b->axis);
    }
    GeomsPlace A = place (-1, 0, 0, 1), B = place (4, 0, 1, 0);
    memcpy (A.axis, axis[0], sizeof A.axis);
    memcpy (B.axis, axis[0], sizeof B.axis);
    m.loop[m.d.loops++] = (GeomsLoopJoint){.kind = GEOMS_LOOP_REVOLUTE, .side = {A, B}};
    make (&m, 1e-9);
    Outcome o = run_to (&m, 2);
    const double *x = last_state (&o);
    near (x[10], 2.89332821, 1e-8);
    near (x[11], -.19855474, 1e-8);
    assert_true (worst_residual (o.s) <= 1e-12);
    outcome_free (&o);
    geoms_tree_free (m.system);
}

int main (void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test (reduced_oscillator),
                                       cmocka_unit_test (serial_dampers),
                                       cmocka_unit_test (andrews),
                                       cmocka_unit_test (andrews_to_the_end),
                                       cmocka_unit_test (massless_coupler),
                                       cmocka_unit_test (partly_held),
                                       cmocka_unit_test (rows_of_zeros),
                                       cmocka_unit_test (bricard)};
    return cmocka_run_group_tests (tests, NULL, NULL);
}
