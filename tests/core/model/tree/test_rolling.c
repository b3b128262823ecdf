/* test_rolling.c - wheels, balls and blades in loops beside exact motions, and their forces beside
 * the balance of a body
 */
#include "mechanisms.h"
#include "models/all.h"
#include "model/tree/tree_system.h"

/* a joint of the plane on body A, z of its frame up, and the centre or blade of body B, whose axle
 * is y */
static GeomsLoopJoint *add_loop (Mechanism *m, int kind, int A, int B, double radius)
{
    GeomsLoopJoint *l = m->loop + m->d.loops++;

    *l = (GeomsLoopJoint){.kind = kind,
                          .side = {place (A, 0, 0, 0), place (B, 0, 0, 0)},
                          .length = radius};
    l->side[1].axis[1] = 1;
    return l;
}

/* run, and the residuals of all levels */
static Outcome rolled (Mechanism *m, double t)
{
    Outcome o = run_to (m, t);

    assert_true (worst_residual (o.s) <= 1e-12);
    return o;
}

static void end_of (Mechanism *m, Outcome *o)
{
    outcome_free (o);
    geoms_tree_free (m->system);
}

/* ---- beside the models of the library ---- */

/* held upright by its joints: the row of positions says what these say, and is 0 without noise */
static void upright_disk (void **state)
{
    const double q[7] = {1, 1, 0.5, 0.25, 4.905, 1, 2}, T = 2;
    static Mechanism m;
    double exact[10];

    (void)state;
    start_mechanism (&m, 0, q[4], 0, -9.81);
    add_body (&m, -1, GEOMS_JOINT_PLANAR, 0, 0, q[1]);
    set_mass (add_body (&m, 0, GEOMS_JOINT_REVOLUTE, 0, 0, 0), q[0], 0, 0, 0, q[3], q[2], q[3]);
    m.body[1].axis[1] = 1;
    add_loop (&m, GEOMS_LOOP_ROLLING, -1, 1, q[1]);
    make (&m, 1e-10);
    assert_int_equal (m.model.dims.nl, 1);
    assert_int_equal (m.model.dims.nm, 2);
    double *v = m.x0 + 3;
    v[0] = q[6], v[2] = q[5], v[3] = q[6];
    Outcome o = rolled (&m, T);
    const double *x = last_state (&o);
    assert_int_equal (model_disk.exact (T, exact, (void *)q), 0);
    for (int i = 0; i < 10; i++)
        near (x[1 + i], exact[i], 1e-8);
    end_of (&m, &o);
}

static void sleigh (void **state)
{
    const double q[5] = {1, 3, 1, 0.3, 1}, T = 3;
    static Mechanism m;

    (void)state;
    for (int planar = 0; planar < 2; planar++) {
        double exact[7];

        start_mechanism (&m, planar, 0, 0, 0);
        set_mass (add_body (&m, -1, GEOMS_JOINT_PLANAR, 0, 0, 0), q[0], q[2], 0, 0, 0, 0, q[1]);
        add_loop (&m, GEOMS_LOOP_KNIFE, -1, 0, 0)->side[0].at[1] = 7; /* which does not matter */
        make (&m, 1e-10);
        assert_int_equal (m.model.dims.nl, 0);
        assert_int_equal (m.model.dims.nm, 1);
        m.x0[1] = q[3], m.x0[3] = q[4];
        Outcome o = rolled (&m, T);
        assert_int_equal (model_sleigh.exact (T, exact, (void *)q), 0);
        for (int i = 0; i < 7; i++)
            near (last_state (&o)[i], exact[i], 1e-8);
        end_of (&m, &o);
    }
}

/* ---- motions on a slope and on a table that turns ---- */

/* x'' = g sin a / (1 + I/(m R^2)) down the slope, from rest */
static void down_a_slope (void **state)
{
    static const struct {
        int planar, kind, joint;
    } all[] = {{1, GEOMS_LOOP_ROLLING, GEOMS_JOINT_PLANAR},
               {0, GEOMS_LOOP_SPHERE, GEOMS_JOINT_FREE},
               {0, GEOMS_LOOP_ROLLING, GEOMS_JOINT_FREE}};
    const double R = 0.4, mass = 2, I = 0.1, a = 0.3, g = 9.81,
                 flat[9] = {-1, 0, 0, 0, 0, 1, 0, 1, 0}; /* z of A is y, y out of the plane */
    static Mechanism m;

    (void)state;
    for (int i = 0; i < 3; i++) {
        const int up = all[i].planar ? 1 : 2;
        double gravity[3] = {g * sin (a), 0, 0};

        gravity[up] = -g * cos (a);
        start_mechanism (&m, all[i].planar, gravity[0], gravity[1], gravity[2]);
        set_mass (add_body (&m, -1, all[i].joint, 0, 0, 0), mass, 0, 0, 0, I, I, I);
        GeomsLoopJoint *l = add_loop (&m, all[i].kind, -1, 0, R);
        if (all[i].planar)
            memcpy (l->side[0].turn, flat, sizeof flat);
        make (&m, 1e-10);
        double *p = m.x0 + m.n - m.model.dims.np;
        p[up] = R;
        if (! all[i].planar)
            p[3] = 1;
        Outcome o = rolled (&m, 1);
        const double way = g * sin (a) / (1 + I / (mass * R * R)) / 2;
        const double *end = last_state (&o) + m.n - m.model.dims.np;
        near (end[0], way, 1e-9);
        near (end[up], R, 1e-12);
        if (all[i].planar)
            near (end[2], -way / R, 1e-9);
        end_of (&m, &o);
    }
}

/* the centre of a homogeneous ball on a table turning with W goes round with 2/7 W (S. Earnshaw,
 * Dynamics (1844)): v' = 2/7 W z x v */
static void ball_on_a_table (void **state)
{
    const double R = 0.2, W = 3, rate = 2 * W / 7, T = 2, breaks[2] = {0, 10},
                 coefs[4] = {0.5, W, 0, 0}, v0[2] = {0.7, -0.2}, I = 0.4 * R * R;
    const GeomsSignal signal = {1, breaks, coefs};
    static Mechanism m;

    (void)state;
    start_mechanism (&m, 0, 0, 0, -9.81);
    add_body (&m, -1, GEOMS_JOINT_REVOLUTE, 0.3, 0, 0)->motion = 1;
    set_mass (add_body (&m, -1, GEOMS_JOINT_FREE, 0, 0, 0), 1, 0, 0, 0, I, I, I);
    add_loop (&m, GEOMS_LOOP_SPHERE, 0, 1, R);
    m.d.signals = 1;
    m.d.signal = &signal;
    make (&m, 1e-10);
    double *v = m.x0 + 3, *p = v + 6;
    /* contact at x = 1 from the origin: v + w x (0, 0, -R) = W z x (x - 0.3) */
    const double table[2] = {0, W * 0.7};
    v[0] = v0[0], v[1] = v0[1];
    v[3] = (table[1] - v0[1]) / R;
    v[4] = -(table[0] - v0[0]) / R;
    p[0] = 1, p[2] = R, p[3] = 1;
    Outcome o = rolled (&m, T);
    const double *x = last_state (&o) + 9, C = cos (rate * T), S = sin (rate * T);
    near (x[0], 1 + (S * v0[0] - (1 - C) * v0[1]) / rate, 1e-8);
    near (x[1], ((1 - C) * v0[0] + S * v0[1]) / rate, 1e-8);
    near (x[2], R, 1e-12);
    end_of (&m, &o);
}

/* ---- a wheel that wobbles ---- */

/* total energy, and m (x'' - g) = F, I w' + w x I w = moment about the centre */
static double balance (const Mechanism *m, double t, const double *x, const double *I, double R)
{
    double motion[24], loop[6], across[3], momentum[3], body[3];
    GeomsTreeResults r = {.motion = motion, .loop = loop};
    const double *turn = motion, *w = motion + 15, *xdd = motion + 18, *wd = motion + 21;

    assert_int_equal (geoms_tree_results (m->system, t, x, &r), 0);
    for (int k = 0; k < 3; k++)
        near (m->body[0].mass * (xdd[k] - m->d.gravity[k]), loop[k], 1e-9);
    /* R (I R'w' + R'w x I R'w) */
    double wb[3], wdb[3], rate[3], moment[3];
    geoms_turn_back3 (turn, w, wb);
    geoms_turn_back3 (turn, wd, wdb);
    for (int k = 0; k < 3; k++)
        momentum[k] = I[k] * wb[k];
    geoms_cross (wb, momentum, across);
    for (int k = 0; k < 3; k++)
        body[k] = I[k] * wdb[k] + across[k];
    geoms_turn3 (turn, body, rate);
    for (int k = 0; k < 3; k++)
        near (rate[k], loop[3 + k], 1e-9);
    /* which is that of the force at the contact, below the centre by all but g = 0 */
    const double *a = turn + 3, s = sqrt (1 - a[2] * a[2]),
                 u[3] = {a[2] * a[0] / s, a[2] * a[1] / s, (a[2] * a[2] - 1) / s};
    geoms_cross (u, loop, moment);
    for (int k = 0; k < 3; k++)
        near (R * moment[k], loop[3 + k], 1e-9);
    near (motion[11] + R * u[2], 0, 1e-12);
    assert_true (loop[2] > 0);
    return r.energy[0] + r.energy[1];
}

static void make_coin (Mechanism *m, double R, const double *I)
{
    start_mechanism (m, 0, 0, 0, -9.81);
    set_mass (add_body (m, -1, GEOMS_JOINT_FREE, 0, 0, 0), 1.3, 0, 0, 0, I[0], I[1], I[2]);
    add_loop (m, GEOMS_LOOP_ROLLING, -1, 0, R);
    make (m, 1e-11);
}

static void wobbling_coin (void **state)
{
    const double R = 0.5, I[3] = {0.08, 0.16, 0.08}, lean = 0.3;
    static Mechanism m;

    (void)state;
    make_coin (&m, R, I);
    double *v = m.x0 + 3, *p = v + 6;
    p[2] = R * cos (lean);
    p[3] = cos (lean / 2);
    p[4] = sin (lean / 2);
    v[4] = 6, v[5] = 1.5; /* rolls and turns */
    v[0] = R * v[4];
    Outcome o = rolled (&m, 2);
    const double *first = o.s->x, *end = last_state (&o);
    near (balance (&m, 2, end, I, R), balance (&m, 0, first, I, R), 1e-8);
    /* neither upright nor flat */
    assert_true (fabs (end[3 + 6 + 2] - R) > 0.01);
    end_of (&m, &o);
}

/* lies down: there is no lowest point, and the model says so */
static void flat_coin (void **state)
{
    const double I[3] = {0.08, 0.16, 0.08}, t = 0;
    static Mechanism m;
    static double out[1024];

    (void)state;
    make_coin (&m, 0.5, I);
    memset (m.x0, 0, sizeof m.x0);
    double *p = m.x0 + 9;
    p[3] = p[4] = 1; /* y up */
    assert_int_equal (m.model.parts (1, &t, m.x0, m.n, out, 1024, m.system), 1);
    assert_int_equal (m.model.rda (1, &t, m.x0, m.n, out, 1024, m.system), 1);
    p[4] = 0.9;
    assert_int_equal (m.model.parts (1, &t, m.x0, m.n, out, 1024, m.system), 0);
    geoms_tree_free (m.system);
}

int main (void)
{
    const struct CMUnitTest tests[]
        = {cmocka_unit_test (upright_disk),    cmocka_unit_test (sleigh),
           cmocka_unit_test (down_a_slope),    cmocka_unit_test (ball_on_a_table),
           cmocka_unit_test (wobbling_coin),   cmocka_unit_test (flat_coin)};
    return cmocka_run_group_tests (tests, NULL, NULL);
}
