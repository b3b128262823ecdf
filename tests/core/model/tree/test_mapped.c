/* test_mapped.c - joints of the user's: beside the joints of the catalogue whose maps they have, in
 * accelerations, rows, derivatives, results; a map of t beside a driven joint; columns and rates beside
 * difference quotients; where a map has no value; memory that runs out, numbers that are spoilt
 */
/* link: wrap-malloc */
#include "failing.h"
#include "model/tree/tree_system.h"
#include "random_trees.h"

/* ---- a tree twice ---- */

enum { LOOPS = 3, FORCES = 20, WIDE = 400 };

/* the same loops and forces on bodies as they are and on others */
typedef struct Twice {
    Fixture *f;
    GeomsBody mapped[MOST_BODIES];
    GeomsLoopJoint loop[LOOPS];
    GeomsForce force[FORCES];
    double matrices[72];
    GeomsTreeDescription d[2];
    GeomsModel model[2];
    GeomsTreeSystem *system[2];
    int maps, n, m;
} Twice;

static GeomsPlace random_place (int body, unsigned *seed)
{
    GeomsPlace place = {.body = body};

    random_turn (seed, place.turn);
    for (int k = 0; k < 3; k++)
        place.at[k] = noise (seed), place.axis[k] = noise (seed);
    return place;
}

/* not a quaternion, and free to move */
static int has_map (const GeomsBody *b)
{
    return b->joint != GEOMS_JOINT_FIXED && ! geoms_joint_turns (b->joint) && ! b->motion;
}

static void map_bodies (Twice *w, int count, unsigned *seed)
{
    memcpy (w->mapped, w->f->body, (size_t)count * sizeof *w->mapped);
    for (int i = 0; i < count; i++) {
        GeomsBody *b = w->mapped + i;
        double axes[9];

        if (! has_map (b) || choose (3, seed) == 0)
            continue;
        geoms_axes_to (b->axis, axes);
        put_map (b, b->joint, axes);
        memset (b->axis, 0, sizeof b->axis);
        w->maps++;
    }
}

static void add_forces (Twice *w, int count, unsigned *seed)
{
    for (int kind = 0; kind < GEOMS_FORCES_COUNT; kind++) {
        GeomsForce *f = w->force + w->d[0].forces;
        const int body = choose (count, seed);

        *f = (GeomsForce){.kind = kind,
                          .velocity = choose (w->f->tree.nv, seed),
                          .stiffness = 2,
                          .damping = 0.7,
                          .length = 0.4,
                          .friction = 0.5,
                          .slow = 0.6,
                          .upper = 0.5,
                          .matrices = w->matrices,
                          .value = {noise (seed), noise (seed), noise (seed)}};
        f->side[0] = random_place (body, seed);
        f->side[1] = random_place (w->f->body[body].parent, seed);
        w->d[0].forces += w->f->tree.coordinate[f->velocity] >= 0
                          || (kind != GEOMS_FORCE_JOINT && kind != GEOMS_FORCE_STOP);
    }
}

static void twice (Twice *w, int count, double massless, int loops, unsigned *seed)
{
    GeomsReport report;

    memset (w, 0, sizeof *w);
    w->f = fixture_of (seed, count, massless);
    while (w->f->tree.nv == 0) {
        fixture_free (w->f);
        w->f = fixture_of (seed, count, massless);
    }
    map_bodies (w, count, seed);
    fill_noise (72, w->matrices, seed);
    w->d[0] = (GeomsTreeDescription){.bodies = count,
                                     .body = w->f->body,
                                     .keeps_fixed = 1,
                                     .loops = loops,
                                     .loop = w->loop,
                                     .force = w->force};
    memcpy (w->d[0].gravity, w->f->state.gravity, sizeof w->d[0].gravity);
    for (int i = 0; i < loops; i++) {
        const int body = choose (count, seed);
        w->loop[i] = (GeomsLoopJoint){.kind = choose (GEOMS_LOOP_ROD + 1, seed), .length = 0.3};
        w->loop[i].side[0] = random_place (body, seed);
        w->loop[i].side[1] = random_place (i == 0 ? -1 : w->f->body[body].parent, seed);
    }
    add_forces (w, count, seed);
    w->d[1] = w->d[0];
    w->d[1].body = w->mapped;
    for (int i = 0; i < 2; i++) {
        w->system[i] = geoms_tree_create (w->d + i, w->model + i, &report);
        assert_non_null (w->system[i]);
    }
    const GeomsDims *d = &w->model[0].dims;
    w->n = d->nl + d->nr + d->nv + d->np;
    w->m = w->n + 2 * d->nl + d->ni;
}

static void twice_free (Twice *w)
{
    for (int i = 0; i < 2; i++)
        geoms_tree_free (w->system[i]);
    fixture_free (w->f);
}

/* a and b are the same but for rounding; least: of a pivot, by which differences grow */
static void assert_same (const char *what, size_t n, const double *a, const double *b, double least)
{
    double most = 0, size = 1;

    for (size_t i = 0; i < n; i++) {
        most = fmax (most, fabs (a[i] - b[i]));
        size = fmax (size, fabs (b[i]));
    }
    if (! (least * most <= 1e-12 * size))
        fail_msg ("%s: %g of %g", what, most, size);
}

static double least_pivot (const GeomsTreeSystem *s)
{
    double least = 1;

    for (int k = 0; k < s->tree.nv; k++)
        if (! s->zero[k])
            least = fmin (least, s->ratio[k]);
    return least;
}

/* ---- as the catalogue ---- */

/* else nothing tells at any state what velocities without inertia do in loops */
static int is_determined (const Twice *w) { return w->system[0]->zeros == 0 || w->d[0].loops == 0; }

static void compare_models (Twice *w, unsigned *seed)
{
    const size_t n = (size_t)w->n, m = (size_t)w->m, nv = (size_t)w->model[0].dims.nv,
                 size = nv * (nv + (size_t)(w->model[0].dims.np + w->model[0].dims.nl) + 1) + 3 * m;
    double *x = calloc (2 * n + 2 * (size + m * n + m + n), sizeof *x), *xdot = x + n,
           *out[2] = {xdot + n, xdot + n + size + m * n + m + n};
    const double t = 0.2, least = least_pivot (w->system[0]);

    fill_noise (n, x, seed);
    fill_noise (n, xdot, seed);
    for (int i = 0; i < 2; i++) {
        const GeomsModel *model = w->model + i;
        void *user = w->system[i];

        assert_int_equal (model->parts (1, &t, x, 0, out[i], 0, user), 0);
        assert_int_equal (model->rda (1, &t, x, 0, out[i] + size, 0, user), 0);
        assert_int_equal (
            model->blocks_jac (t, x, xdot + w->model[0].dims.nr, out[i] + size + m, (int)m, user),
            0);
        if (model->accelerations != NULL)
            assert_int_equal (
                model->accelerations (1, &t, x, 0, out[i] + size + m + m * n, 0, user), 0);
    }
    assert_true ((w->model[0].accelerations == NULL) == (w->model[1].accelerations == NULL));
    assert_true ((w->model[0].newton.solve == NULL) == (w->model[1].newton.solve == NULL));
    assert_same ("parts", size, out[1], out[0], 1);
    if (is_determined (w))
        assert_same ("rda", m, out[1] + size, out[0] + size, w->model[0].dims.nl > 0 ? least : 1);
    assert_same ("blocks", m * n, out[1] + size + m, out[0] + size + m, 1);
    assert_same ("accelerations", n, out[1] + size + m + m * n, out[0] + size + m + m * n, least);
    free (x);
}

static void compare_results (Twice *w, unsigned *seed)
{
    static double x[WIDE], out[2][36 * MOST_BODIES];
    const size_t count = (size_t)w->d[0].bodies, loops = (size_t)w->d[0].loops;
    GeomsTreeResults r[2];

    fill_noise ((size_t)w->n, x, seed);
    for (int i = 0; i < 2; i++) {
        r[i] = (GeomsTreeResults){
            .motion = out[i], .joint = out[i] + 24 * count, .loop = out[i] + 30 * count};
        assert_int_equal (geoms_tree_results (w->system[i], 0.2, x, r + i), 0);
    }
    assert_same ("results", 30 * count + 6 * loops, out[1], out[0], least_pivot (w->system[0]));
    assert_same ("energy", 2, r[1].energy, r[0].energy, 1);
    assert_same ("power", 1, &r[1].power, &r[0].power, 1);
}

static void as_the_catalogue (void **state)
{
    static Twice w;
    unsigned seed = 11;
    int maps = 0;

    (void)state;
    for (int trial = 0; trial < 200; trial++) {
        twice (&w, 1 + trial % 10, trial % 3 == 0 ? 0.3 : 0, trial % 2 ? LOOPS : 0, &seed);
        maps += w.maps;
        assert_int_equal (w.system[0]->zeros, w.system[1]->zeros);
        assert_int_equal (w.system[0]->holds, w.system[1]->holds);
        compare_models (&w, &seed);
        if (is_determined (&w))
            compare_results (&w, &seed);
        twice_free (&w);
    }
    assert_true (maps > 400);
}

/* ---- a map of t: a joint that is driven, without mass, and the next one ---- */

static const double COEFS[4] = {0.3, -0.7, 0.4, 0.2}, BREAKS[2] = {0, 1};

/* the angle of the driven one */
static int signal_map (const MapTape *m)
{
    int sum = number_of (m, COEFS[3]);

    for (int i = 2; i >= 0; i--)
        sum = of2 (m, GEOMS_OP_ADD, of2 (m, GEOMS_OP_MUL, sum, m->t), number_of (m, COEFS[i]));
    return sum;
}

static void put_driven_map (GeomsBody *b)
{
    static const double start[6], x[3] = {1, 0, 0}, z[3] = {0, 0, 1};
    MapTape m = begin_map (1);

    turn_map (&m, z, signal_map (&m));
    for (int k = 0; k < 3; k++) {
        int sum = 0;
        for (int l = 0; l < 3; l++)
            sum = of2 (&m, GEOMS_OP_ADD, sum,
                       scaled (&m, (const double[3]){0.5, 0.1, 0.2}[l], m.R[k + 3 * l]));
        m.d[k] = sum;
    }
    turn_map (&m, x, m.q[0]);
    end_map (&m, 1, start, b);
}

static void as_a_driven_joint (void **state)
{
    static const GeomsSignal signal = {1, BREAKS, COEFS};
    GeomsBody driven[3], mapped[2];
    GeomsTreeDescription d
        = {.gravity = {1, 2, -9.81}, .bodies = 3, .body = driven, .signals = 1, .signal = &signal};
    GeomsModel model[2];
    GeomsTreeSystem *system[2];
    GeomsReport report;
    unsigned seed = 7;

    (void)state;
    memset (driven, 0, sizeof driven);
    for (int i = 0; i < 3; i++) {
        random_turn (&seed, driven[i].turn);
        driven[i].joint = GEOMS_JOINT_REVOLUTE;
        driven[i].parent = i - 1;
    }
    driven[0].motion = 1;
    random_mass (driven + 1, &seed);
    random_mass (driven + 2, &seed);
    memset (driven[1].turn, 0, sizeof driven[1].turn);
    for (int k = 0; k < 3; k++) {
        driven[1].turn[4 * k] = 1;
        driven[1].at[k] = (const double[3]){0.5, 0.1, 0.2}[k];
    }
    driven[1].axis[0] = 1;
    mapped[0] = driven[1];
    mapped[1] = driven[2];
    memcpy (mapped[0].turn, driven[0].turn, sizeof driven[0].turn);
    memset (mapped[0].at, 0, sizeof mapped[0].at);
    memset (mapped[0].axis, 0, sizeof mapped[0].axis);
    mapped[0].parent = -1;
    mapped[1].parent = 0;
    put_driven_map (mapped);
    system[0] = geoms_tree_create (&d, model, &report);
    d.bodies = 2, d.body = mapped, d.signals = 0;
    system[1] = geoms_tree_create (&d, model + 1, &report);
    assert_non_null (system[0]);
    assert_non_null (system[1]);
    assert_false (model[1].autonomous);
    for (int trial = 0; trial < 20; trial++) {
        const double t = 1 + noise (&seed);
        double x[4], alpha[2], out[2][4], B[2][16], motion[2][72], joint[18];
        GeomsTreeResults r[2]
            = {{.motion = motion[0], .joint = joint}, {.motion = motion[1], .joint = joint}};

        fill_noise (4, x, &seed);
        fill_noise (2, alpha, &seed);
        for (int i = 0; i < 2; i++) {
            assert_int_equal (model[i].accelerations (1, &t, x, 0, out[i], 0, system[i]), 0);
            memset (B[i], 0, sizeof B[i]);
            assert_int_equal (model[i].blocks_jac (t, x, alpha, B[i], 4, system[i]), 0);
            assert_int_equal (geoms_tree_results (system[i], t, x, r + i), 0);
        }
        assert_same ("accelerations", 4, out[1], out[0], 1);
        assert_same ("blocks", 16, B[1], B[0], 1);
        assert_same ("motions", 48, motion[1], motion[0] + 24, 1);
        assert_same ("energies", 2, r[1].energy, r[0].energy, 1);
        assert_same ("power", 1, &r[1].power, &r[0].power, 1);
    }
    for (int i = 0; i < 2; i++)
        geoms_tree_free (system[i]);
}

/* ---- columns, drift and rates beside difference quotients ---- */

/* frame of the body at q, t, then with q' = v: x, R and x', w; the joint stands in the ground */
static void motion_at (Fixture *f, const double *q, double t, const double *v, double *out)
{
    f->state.t = t;
    geoms_tree_place (&f->state, q);
    geoms_tree_move (&f->state, v);
    geoms_tree_motion (&f->state, 0, out);
}

/* x' and w from frames, x'' and w' from velocities, q moving with v */
static void quotients (Fixture *f, const double *v, double t, double *velocity, double *rate)
{
    static const double weight[4] = {8.0 / 12, -8.0 / 12, -1.0 / 12, 1.0 / 12},
                        step[4] = {1, -1, 2, -2}, h = 1e-3;
    double R[9], by_R[9] = {0}, out[18], p[6];

    motion_at (f, f->p, t, v, out);
    memcpy (R, out, sizeof R);
    memset (velocity, 0, 6 * sizeof *velocity);
    memset (rate, 0, 6 * sizeof *rate);
    for (int s = 0; s < 4; s++) {
        for (int k = 0; k < f->tree.nv; k++)
            p[k] = f->p[k] + step[s] * h * v[k];
        motion_at (f, p, t + step[s] * h, v, out);
        for (int k = 0; k < 9; k++)
            by_R[k] += weight[s] * out[k] / h;
        for (int k = 0; k < 3; k++) {
            velocity[3 + k] += weight[s] * out[9 + k] / h;
            rate[3 + k] += weight[s] * out[12 + k] / h;
            rate[k] += weight[s] * out[15 + k] / h;
        }
    }
    for (int i = 0; i < 3; i++)
        for (int l = 0; l < 3; l++)
            velocity[i] += by_R[(i + 2) % 3 + 3 * l] * R[(i + 1) % 3 + 3 * l];
}

static void as_quotients (void **state)
{
    unsigned seed = 19;

    (void)state;
    for (int trial = 0; trial < 60; trial++) {
        Fixture *f = calloc (1, sizeof *f);
        double velocity[6], rate[6], out[18];

        random_body (f->body, 0, GEOMS_JOINT_USER, 0, &seed);
        put_moving_map (f->body, 1 + trial % 6, 0.5, &seed);
        f->body->parent = -1;
        fixture_filled (f, 1, (const double[3]){0, 0, 0}, &seed);
        quotients (f, f->v, 0.4, velocity, rate);
        motion_at (f, f->p, 0.4, f->v, out);
        for (int k = 0; k < 3; k++) {
            assert_true (fabs (velocity[k] - out[15 + k]) <= 1e-9);
            assert_true (fabs (velocity[3 + k] - out[12 + k]) <= 1e-9);
            assert_true (fabs (rate[k] - f->state.body->c[k]) <= 1e-8);
            assert_true (fabs (rate[3 + k] - f->state.body->c[3 + k]) <= 1e-8);
        }
        fixture_free (f);
    }
}

/* ---- no value ---- */

/* d = (sqrt (1 - q^2), q, 0), or R = 1 + q e1 e1' */
static void put_short_map (GeomsBody *b, int shears)
{
    static const double start[6];
    MapTape m = begin_map (1);
    const int one = number_of (&m, 1);

    m.d[1] = m.q[0];
    if (shears)
        m.R[0] = of2 (&m, GEOMS_OP_ADD, one, m.q[0]);
    else
        m.d[0] = of1 (&m, GEOMS_OP_SQRT,
                      of2 (&m, GEOMS_OP_SUB, one, of2 (&m, GEOMS_OP_MUL, m.q[0], m.q[0])));
    end_map (&m, 1, start, b);
}

static void without_value (void **state)
{
    GeomsBody body = {.parent = -1, .mass = 1, .turn = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    const GeomsTreeDescription d = {.gravity = {0, 0, -9.81}, .bodies = 1, .body = &body};

    (void)state;
    for (int shears = 0; shears < 2; shears++) {
        GeomsModel model;
        GeomsReport report;
        const double t = 0;
        double x[2] = {0.3, 0}, out[2];

        put_short_map (&body, shears);
        GeomsTreeSystem *s = geoms_tree_create (&d, &model, &report);
        assert_non_null (s);
        assert_true (model.autonomous);
        assert_int_equal (s->zeros, 0);
        assert_int_equal (model.accelerations (1, &t, x, 0, out, 0, s), 0);
        x[1] = shears ? 1e-4 : 1.5;
        assert_int_equal (model.accelerations (1, &t, x, 0, out, 0, s), 1);
        x[1] = 0;
        assert_int_equal (model.accelerations (1, &t, x, 0, out, 0, s), 0);
        geoms_tree_free (s);
    }
}

/* ---- no inertia: d = (0, cos q, 0) at q = 0 ---- */

static void put_follower_map (GeomsBody *b)
{
    static const double start[6];
    MapTape m = begin_map (1);

    m.d[1] = of1 (&m, GEOMS_OP_COS, m.q[0]);
    end_map (&m, 1, start, b);
}

/* a shaft that turns, tied to the coordinate of the follower: v' = 0, lambda = 0 there */
static void stands_still (void **state)
{
    static const int velocity[2] = {0, 1};
    static const double coefficient[2] = {1, -1};
    static const GeomsCoupling coupling
        = {.count = 2, .velocity = velocity, .coefficient = coefficient};
    GeomsBody body[2] = {{.parent = -1,
                          .joint = GEOMS_JOINT_REVOLUTE,
                          .mass = 1,
                          .inertia = {1, 1, 1},
                          .turn = {1, 0, 0, 0, 1, 0, 0, 0, 1}},
                         {.parent = -1, .mass = 2, .turn = {1, 0, 0, 0, 1, 0, 0, 0, 1}}};
    GeomsTreeDescription d
        = {.gravity = {0, -9.81, 0}, .bodies = 2, .body = body, .coupling = &coupling};
    double x[5] = {0, 3, 3, 0, 0}, out[7], joint[12];
    GeomsTreeResults r = {.joint = joint};
    const double t = 0;

    (void)state;
    put_follower_map (body + 1);
    for (int tied = 0; tied < 2; tied++) {
        GeomsModel model;
        GeomsReport report;

        d.couplings = tied;
        GeomsTreeSystem *s = geoms_tree_create (&d, &model, &report);
        assert_non_null (s);
        assert_int_equal (s->zeros, 0);
        if (tied) {
            assert_int_equal (model.rda (1, &t, x, 0, out, 0, s), 0);
            for (int i = 0; i < 5; i++)
                assert_true (fabs (out[i]) <= 1e-14);
            assert_int_equal (geoms_tree_results (s, 0, x, &r), 0);
            assert_true (fabs (joint[7] - 2 * (9.81 - 9)) <= 1e-13);
        } else
            assert_int_equal (model.accelerations (1, &t, x + 1, 0, out, 0, s), 1);
        geoms_tree_free (s);
    }
}

/* ---- memory, numbers ---- */

static void memory_runs_out (void **state)
{
    GeomsBody body = {.parent = -1, .turn = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    const GeomsTreeDescription d = {.gravity = {0, 0, -9.81}, .bodies = 1, .body = &body};
    GeomsModel model;
    GeomsReport report;
    unsigned seed = 3;
    int done = 0;

    (void)state;
    random_mass (&body, &seed);
    put_wild_map (&body, 2, &seed);
    for (long k = 1; ! done; k++) {
        const long before = outstanding;

        fail_after (k, 0);
        GeomsTreeSystem *s = geoms_tree_create (&d, &model, &report);
        done = failures == 0;
        fail_no_more ();
        if (s == NULL)
            assert_int_equal (report.status, GEOMS_OUT_OF_MEMORY);
        geoms_tree_free (s);
        assert_int_equal (outstanding, before);
        assert_true (! done || k > 30);
    }
}

/* numbers one after the other replaced: refused, or a tree that can be asked */
static void numbers_are_spoilt (void **state)
{
    static const double rubbish[] = {-1, 0, 1, 7, 0.5, 1e9, 1e300, NAN, INFINITY};
    GeomsBody body = {.parent = -1, .turn = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    const GeomsTreeDescription d = {.gravity = {0, 0, -9.81}, .bodies = 1, .body = &body};
    GeomsModel model;
    GeomsReport report;
    unsigned seed = 5;
    int refused = 0;

    (void)state;
    random_mass (&body, &seed);
    put_map (&body, GEOMS_JOINT_SCREW, (const double[9]){1, 0, 0, 0, 1, 0, 0, 0, 1});
    double *numbers = (double *)body.map;
    for (size_t i = 0; i < body.map_count; i++)
        for (size_t k = 0; k < sizeof rubbish / sizeof *rubbish; k++) {
            const double old = numbers[i], t = 0;
            double x[2] = {0.2, 0.3}, B[4], alpha = 1, pose[12];

            numbers[i] = rubbish[k];
            GeomsTreeSystem *s = geoms_tree_create (&d, &model, &report);
            assert_true (
                (s == NULL)
                == (geoms_joint_map_values (numbers, body.map_count, 1, x, 0, pose, &report) != 0));
            refused += s == NULL;
            if (s != NULL)
                model.blocks_jac (t, x, &alpha, B, 2, s);
            else
                assert_int_equal (report.status, GEOMS_BAD_MODEL);
            geoms_tree_free (s);
            numbers[i] = old;
        }
    assert_true (refused > 100);
}

int main (void)
{
    const struct CMUnitTest tests[]
        = {cmocka_unit_test (as_the_catalogue),  cmocka_unit_test (as_a_driven_joint),
           cmocka_unit_test (as_quotients),      cmocka_unit_test (without_value),
           cmocka_unit_test (stands_still),      cmocka_unit_test (memory_runs_out),
           cmocka_unit_test (numbers_are_spoilt)};
    return cmocka_run_group_tests (tests, NULL, NULL);
}
