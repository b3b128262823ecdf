/* test_tree_system.c - trees with loops and forces as models: blocks_jac beside difference quotients
 * of its rows, rda beside parts, levels beside each other along exact motions
 */
#include "model/tree/tree_system.h"
#include "random_trees.h"

enum { LOOPS = 14, FORCES = 12, SIGNALS = 12 };

static const double TIME = 0.1, BREAKS[] = {-1, 0, 0.3, 1};

typedef struct Whole {
    Fixture *f;
    GeomsLoopJoint loop[LOOPS];
    GeomsForce force[FORCES];
    GeomsCoupling coupling[2];
    double matrices[72];
    int coupled[3];
    double coefficient[3], coefs[SIGNALS][12];
    GeomsSignal signal[SIGNALS];
    GeomsTreeDescription d;
    GeomsModel model;
    GeomsTreeSystem *system;
    int n, m, multipliers;
    double x[512], alpha[512];
} Whole;

static void random_place (int bodies, unsigned *seed, GeomsPlace *place)
{
    place->body = choose (bodies + 1, seed) - 1;
    random_turn (seed, place->turn);
    for (int k = 0; k < 3; k++) {
        place->at[k] = noise (seed);
        place->axis[k] = noise (seed);
    }
}

/* signals, of which the first ones drive joints with one coordinate; two couplings */
static void add_signals (Whole *w, unsigned *seed)
{
    int driven = 0;

    for (int i = 0; i < SIGNALS; i++) {
        fill_noise (12, w->coefs[i], seed);
        w->signal[i] = (GeomsSignal){3, BREAKS, w->coefs[i]};
    }
    for (int i = 0; i < w->d.bodies && driven < 2; i++)
        if (w->f->body[i].joint == GEOMS_JOINT_REVOLUTE || w->f->body[i].joint == GEOMS_JOINT_SCREW)
            w->f->body[i].motion = 1 + driven++;
    w->d.signals = SIGNALS;
    w->d.signal = w->signal;
    w->d.gravity_signal[1] = 3;
    for (int i = 0; i < w->d.forces; i++)
        for (int k = 0; k < 3; k++)
            w->force[i].signal[k] = 4 + (i + k) % 5;
}

/* of two coordinates that are no quaternion's */
static void add_coupling (Whole *w)
{
    int found = 0;

    for (int i = 0, k = 0; i < w->d.bodies; i++) {
        const GeomsBody *b = w->f->body + i;
        if (b->motion)
            continue;
        if (b->joint == GEOMS_JOINT_PRISMATIC && found < 2)
            w->coupled[found++] = k;
        k += geoms_joint_velocities (b);
    }
    w->coefficient[0] = 1.5, w->coefficient[1] = -0.5;
    w->coupling[0] = (GeomsCoupling){found, w->coupled, w->coefficient, 0.25, 9};
    w->d.coupling = w->coupling;
    w->d.couplings = found > 0;
}

/* one loop and one force of each kind */
static void whole_of (Whole *w, unsigned *seed, int bodies, int loops, double massless)
{
    GeomsReport report;

    memset (w, 0, sizeof *w);
    w->f = fixture_with_maps (seed, bodies, massless);
    w->d = (GeomsTreeDescription){.bodies = bodies,
                                  .body = w->f->body,
                                  .loops = loops ? GEOMS_LOOPS_COUNT : 0,
                                  .loop = w->loop,
                                  .forces = GEOMS_FORCES_COUNT,
                                  .force = w->force};
    memcpy (w->d.gravity, w->f->state.gravity, sizeof w->d.gravity);
    for (int i = 0; i < GEOMS_LOOPS_COUNT; i++) {
        w->loop[i] = (GeomsLoopJoint){.kind = i, .length = 1.5};
        random_place (bodies, seed, w->loop[i].side);
        random_place (bodies, seed, w->loop[i].side + 1);
    }
    fill_noise (72, w->matrices, seed);
    for (int i = 0; i < GEOMS_FORCES_COUNT; i++) {
        w->force[i] = (GeomsForce){.kind = i,
                                   .stiffness = 2,
                                   .damping = 0.7,
                                   .length = 0.4,
                                   .friction = 0.5,
                                   .slow = 0.6,
                                   .upper = 0.5,
                                   .matrices = w->matrices,
                                   .value = {noise (seed), noise (seed), noise (seed)}};
        random_place (bodies, seed, w->force[i].side);
        random_place (bodies, seed, w->force[i].side + 1);
    }
    /* beyond one of its limits, not beside it */
    w->force[GEOMS_FORCE_STOP].damping = 0.1;
    w->force[GEOMS_FORCE_STOP].length = bodies % 2 ? 3 : -9;
    w->force[GEOMS_FORCE_STOP].upper = bodies % 2 ? 9 : -3;
    w->d.forces = GEOMS_FORCES_COUNT;
    if (loops) {
        add_signals (w, seed);
        add_coupling (w);
    }
    /* no joint without a velocity */
    int moving = 0;
    for (int i = 0; i < bodies; i++)
        moving += w->f->body[i].joint != GEOMS_JOINT_FIXED && ! w->f->body[i].motion;
    for (int i = 0; i < w->d.forces && moving == 0; i++)
        w->force[i].kind = GEOMS_FORCE_TORQUE;
    w->system = geoms_tree_create (&w->d, &w->model, &report);
    assert_non_null (w->system);
    const GeomsDims *d = &w->model.dims;
    w->multipliers = d->nl + d->nm;
    w->n = w->multipliers + d->nr + d->nv + d->np;
    w->m = 3 * d->nl + 2 * d->nm + d->ni + d->nr + d->nv + d->np;
    for (int i = 0; i < w->multipliers + d->nr; i++)
        w->x[i] = noise (seed);
    memcpy (w->x + w->multipliers + d->nr, w->f->v, (size_t)d->nv * sizeof (double));
    memcpy (w->x + w->multipliers + d->nr + d->nv, w->f->p, (size_t)d->np * sizeof (double));
    for (int i = 0; i < d->nv; i++)
        w->alpha[i] = noise (seed);
}

static void whole_free (Whole *w)
{
    geoms_tree_free (w->system);
    fixture_free (w->f);
}

/* R = [C alpha + gamma; gI; h~; e; g; b; f - M alpha - C'lambda; Z v] from the parts at x */
static void rows_at (const Whole *w, const double *x, double *R)
{
    const GeomsDims *d = &w->model.dims;
    const int nv = d->nv, nl = d->nl, m = w->multipliers, np = d->np,
              Zs = w->model.kinematics ? np * nv : 0;
    static double out[200000];
    const double t = TIME, *M = out, *Z = M + nv * nv, *f = Z + Zs, *C = f + nv, *g = C + m * nv,
                 *gI = g + nl, *gII = gI + m, *b = gII + m, *e = b + d->nr, *v = x + m + d->nr;
    double *gIIr = R, *gIr = R + m, *er = gIr + m, *gr = er + d->ni, *br = gr + nl,
           *fr = br + d->nr, *pr = fr + nv;

    assert_int_equal (w->model.parts (1, &t, x, w->n, out, 200000, w->system), 0);
    for (int r = 0; r < m; r++) {
        gIIr[r] = gII[r];
        for (int k = 0; k < nv; k++)
            gIIr[r] += C[r + k * m] * w->alpha[k];
        gIr[r] = gI[r];
    }
    memcpy (gr, g, (size_t)nl * sizeof *g);
    memcpy (br, b, (size_t)d->nr * sizeof *b);
    memcpy (er, e, (size_t)d->ni * sizeof *e);
    for (int i = 0; i < nv; i++) {
        fr[i] = f[i];
        for (int k = 0; k < nv; k++)
            fr[i] -= M[i + k * nv] * w->alpha[k];
        for (int r = 0; r < m; r++)
            fr[i] -= C[r + i * m] * x[r];
    }
    for (int i = 0; i < np; i++) {
        pr[i] = w->model.kinematics ? 0 : v[i];
        for (int k = 0; Zs > 0 && k < nv; k++)
            pr[i] += Z[i + k * np] * v[k];
    }
}

static void blocks_are_derivatives (void **state)
{
    static const double weight[4] = {8.0 / 12, -8.0 / 12, -1.0 / 12, 1.0 / 12},
                        step[4] = {1, -1, 2, -2}, h = 3e-4;
    static Whole w;
    static double x[512], R[1024];
    unsigned seed = 21;

    (void)state;
    for (int trial = 0; trial < 30; trial++) {
        whole_of (&w, &seed, 1 + trial % 7, trial % 3 > 0, 0.1);
        double *B = calloc ((size_t)(w.m * (w.n + 1) + 1), sizeof *B), *by = B + w.m * w.n;
        assert_int_equal (w.model.blocks_jac (TIME, w.x, w.alpha, B, w.m, w.system), 0);
        for (int j = 0; j < w.n; j++) {
            double size = 1;
            memset (by, 0, (size_t)w.m * sizeof *by);
            for (int s = 0; s < 4; s++) {
                memcpy (x, w.x, sizeof x);
                x[j] += step[s] * h;
                rows_at (&w, x, R);
                for (int i = 0; i < w.m; i++)
                    by[i] += weight[s] * R[i] / h;
            }
            for (int i = 0; i < w.m; i++)
                size = fmax (size, fabs (by[i]));
            for (int i = 0; i < w.m; i++) {
                if (! (fabs (by[i] - B[i + j * w.m]) <= 1e-8 * size))
                    print_error ("trial %d nl %d ni %d nv %d np %d: row %d column %d: %g %g\n",
                                 trial, w.model.dims.nl, w.model.dims.ni, w.model.dims.nv,
                                 w.model.dims.np, i, j, B[i + j * w.m], by[i]);
                assert_true (fabs (by[i] - B[i + j * w.m]) <= 1e-8 * size);
            }
        }
        free (B);
        whole_free (&w);
    }
}

/* ---- levels along a motion ---- */

/* p at time TIME + h, h small, of p' = Z v, v = v0 + alpha t: Runge-Kutta */
static void moved (const Whole *w, double h, double *x)
{
    static const double node[4] = {0, 0.5, 0.5, 1},
                        weight[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
    const int nl = w->multipliers + w->model.dims.nr, nv = w->model.dims.nv,
              np = w->model.dims.np;
    static double rate[512], p[512], v[512];

    memcpy (x, w->x, sizeof w->x);
    memset (rate, 0, sizeof rate);
    for (int s = 0; s < 4; s++) {
        for (int i = 0; i < np; i++)
            p[i] = w->x[nl + nv + i] + node[s] * h * rate[i];
        for (int i = 0; i < nv; i++)
            v[i] = w->x[nl + i] + node[s] * h * w->alpha[i];
        geoms_tree_rate (&w->system->tree, p, v, rate);
        for (int i = 0; i < np; i++)
            x[nl + nv + i] += weight[s] * h * rate[i];
    }
    for (int i = 0; i < nv; i++)
        x[nl + i] += h * w->alpha[i];
}

/* gI = dg/dt, gII = dgI/dt, hI = dh/dt where v' = alpha, signals among them */
static void levels_are_derivatives (void **state)
{
    static const double weight[4] = {8.0 / 12, -8.0 / 12, -1.0 / 12, 1.0 / 12},
                        step[4] = {1, -1, 2, -2}, h = 5e-4;
    static Whole w;
    static double x[512], out[200000], R[1024];
    unsigned seed = 5;

    (void)state;
    for (int trial = 0; trial < 40; trial++) {
        whole_of (&w, &seed, 1 + trial % 8, 1, 0.1);
        const GeomsDims *d = &w.model.dims;
        const int nl = d->nl, m = w.multipliers,
                  at_g = d->nv * d->nv + (w.model.kinematics ? d->np * d->nv : 0) + d->nv
                         + m * d->nv;
        double by_g[512] = {0}, by_gI[512] = {0};

        rows_at (&w, w.x, R);
        for (int s = 0; s < 4; s++) {
            const double t = TIME + step[s] * h;
            moved (&w, step[s] * h, x);
            assert_int_equal (w.model.parts (1, &t, x, w.n, out, 200000, w.system), 0);
            for (int r = 0; r < nl; r++)
                by_g[r] += weight[s] * out[at_g + r] / h;
            for (int r = 0; r < m; r++)
                by_gI[r] += weight[s] * out[at_g + nl + r] / h;
        }
        for (int r = 0; r < nl; r++)
            assert_true (fabs (by_g[r] - R[m + r]) <= 1e-9 * fmax (1, fabs (R[m + r])));
        for (int r = 0; r < m; r++)
            assert_true (fabs (by_gI[r] - R[r]) <= 1e-8 * fmax (1, fabs (R[r])));
        whole_free (&w);
    }
}

/* rda = [gII; gI; e; g; f - C'lambda; Z v] with gII of the accelerations M v' = f - C'lambda */
static void rda_is_of_parts (void **state)
{
    static Whole w;
    static double rda[1024], R[1024], xdot[1024];
    const double t = TIME;
    unsigned seed = 9;

    (void)state;
    for (int trial = 0; trial < 40; trial++) {
        whole_of (&w, &seed, 1 + trial % 8, trial % 2, 0);
        const GeomsDims *d = &w.model.dims;

        if (w.system->tree.nv > 0) {
            assert_int_equal (w.model.rda (1, &t, w.x, w.n, rda, 1024, w.system), 0);
            memset (w.alpha, 0, sizeof w.alpha);
            if (w.multipliers == 0) {
                assert_int_equal (w.model.accelerations (1, &t, w.x, w.n, xdot, 1024, w.system), 0);
                memcpy (w.alpha, xdot + d->nr, (size_t)d->nv * sizeof *xdot);
            } else
                memcpy (w.alpha, w.system->vdot, (size_t)d->nv * sizeof *xdot);
            /* f - M alpha - C'lambda = 0 */
            rows_at (&w, w.x, R);
            for (int i = 0; i < w.m; i++) {
                const int first = w.m - d->np - d->nv,
                          force = i >= first && i < first + d->nv;
                const double size = fmax (1, fmax (fabs (rda[i]), fabs (w.alpha[0])));
                assert_true (fabs (R[i] - (force ? 0 : rda[i])) <= 1e-9 * size);
            }
        }
        whole_free (&w);
    }
}

/* ---- results ---- */

static double energy_at (Whole *w, double t, const double *x, double *power)
{
    GeomsTreeResults r = {0};

    assert_int_equal (geoms_tree_results (w->system, t, x, &r), 0);
    if (power != NULL)
        *power = r.power;
    return r.energy[0] + r.energy[1];
}

/* d (T + U)/dt = power of what has no potential, joints and couplings that are driven among it
 * - lambda'gI, which is 0 along a motion */
static void energy_balance (void **state)
{
    static const double weight[4] = {8.0 / 12, -8.0 / 12, -1.0 / 12, 1.0 / 12},
                        step[4] = {1, -1, 2, -2}, h = 1e-3;
    static Whole w;
    static double x[512], out[200000], R[1024];
    const double t = TIME;
    unsigned seed = 31;

    (void)state;
    for (int trial = 0; trial < 40; trial++) {
        double rate = 0, power, size, b[FORCES];

        whole_of (&w, &seed, 1 + trial % 8, trial % 2, 0);
        memset (w.system->gravity_signal, 0, sizeof w.system->gravity_signal);
        const GeomsDims *d = &w.model.dims;
        size = fabs (energy_at (&w, TIME, w.x, &power)) + fabs (power);
        memcpy (w.alpha, w.system->vdot, (size_t)d->nv * sizeof (double));
        rows_at (&w, w.x, R);
        memcpy (b, R + w.m - d->np - d->nv - d->nr, (size_t)d->nr * sizeof *b);
        for (int s = 0; s < 4; s++) {
            moved (&w, step[s] * h, x);
            for (int r = 0; r < d->nr; r++)
                x[w.multipliers + r] += step[s] * h * b[r];
            rate += weight[s] * energy_at (&w, TIME + step[s] * h, x, NULL) / h;
        }
        assert_int_equal (w.model.parts (1, &t, w.x, w.n, out, 200000, w.system), 0);
        const double *gI = out + d->nv * d->nv + (w.model.kinematics ? d->np * d->nv : 0) + d->nv
                           + w.multipliers * d->nv + d->nl;
        for (int r = 0; r < w.multipliers; r++) {
            power -= w.x[r] * gI[r];
            size += fabs (w.x[r] * gI[r]);
        }
        assert_true (fabs (rate - power) <= 1e-8 * fmax (1, size));
        whole_free (&w);
    }
}

/* two masses welded to a turning bar: what the weld hands on is what moves them */
static void reactions_of_a_weld (void **state)
{
    GeomsBody body[2]
        = {{.parent = -1, .joint = GEOMS_JOINT_REVOLUTE, .mass = 1, .com = {.5, 0, 0}},
           {.parent = 0, .joint = GEOMS_JOINT_FIXED, .at = {1, 0, 0}, .mass = 2}};
    const GeomsTreeDescription d
        = {.keeps_fixed = 1, .gravity = {0, -9.81, 0}, .bodies = 2, .body = body};
    double x[2] = {3, 0}, joint[12], motion[48];
    GeomsTreeResults r = {.joint = joint, .motion = motion};
    GeomsModel model;
    GeomsReport report;

    (void)state;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 9; k++)
            body[i].turn[k] = k % 4 == 0;
    GeomsTreeSystem *s = geoms_tree_create (&d, &model, &report);
    assert_non_null (s);
    assert_int_equal (geoms_tree_results (s, 0, x, &r), 0);
    /* m (x'' - g): 2 (-9, q'' + 9.81); q'' from M q'' = -g (0.5 + 2), M = 0.25 + 2 */
    const double qdd = -9.81 * 2.5 / 2.25;
    assert_true (fabs (joint[6] + 18) < 1e-12);
    assert_true (fabs (joint[7] - 2 * (qdd + 9.81)) < 1e-12);
    assert_true (fabs (joint[11]) < 1e-12);
    assert_true (fabs (motion[24 + 9] - 1) < 1e-15);
    assert_true (fabs (motion[24 + 13] - 3) < 1e-15);
    assert_true (fabs (motion[24 + 18] + 9) < 1e-12);
    assert_true (fabs (motion[24 + 19] - qdd) < 1e-12);
    geoms_tree_free (s);
}

int main (void)
{
    const struct CMUnitTest tests[]
        = {cmocka_unit_test (blocks_are_derivatives), cmocka_unit_test (levels_are_derivatives),
           cmocka_unit_test (rda_is_of_parts), cmocka_unit_test (energy_balance),
           cmocka_unit_test (reactions_of_a_weld)};
    return cmocka_run_group_tests (tests, NULL, NULL);
}
