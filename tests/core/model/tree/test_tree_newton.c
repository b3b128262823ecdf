/* test_tree_newton.c - Newton systems of trees in O(N) beside the dense matrix from blocks_jac and
 * M, real and complex sigma; quaternions that are kept
 */
#include "model/tree/tree_system.h"
#include "random_trees.h"

#include <complex.h>
#undef I

enum { FORCES = 400 };

typedef struct Whole {
    Fixture *f;
    GeomsForce force[FORCES];
    double matrices[72];
    GeomsSignal signal[1];
    GeomsTreeDescription d;
    GeomsModel model;
    GeomsTreeSystem *system;
    int n, nr, nv;
    double *x, *xdot, *J, *M; /* n; n x n: dR/dx; nv x nv                                       */
} Whole;

static int turning (int k, const double *t, double *values, void *user)
{
    (void)user;
    for (int j = 0; j < k; j++, values += 3) {
        values[0] = sin (t[j]);
        values[1] = cos (t[j]);
        values[2] = -sin (t[j]);
    }
    return 0;
}

static void random_place (int body, unsigned *seed, GeomsPlace *place)
{
    place->body = body;
    random_turn (seed, place->turn);
    for (int k = 0; k < 3; k++)
        place->at[k] = noise (seed), place->axis[k] = noise (seed);
}

static GeomsForce force_of (Whole *w, int kind, unsigned *seed)
{
    const GeomsForce f = {.kind = kind,
                          .stiffness = 2,
                          .damping = 0.7,
                          .length = 0.4,
                          .friction = 0.5,
                          .slow = 0.6,
                          .upper = 0.5,
                          .matrices = w->matrices,
                          .value = {noise (seed), noise (seed), noise (seed)}};
    return f;
}

/* a force of each kind that is in no joint, between a body and another one */
static void add_between (Whole *w, int body, int other, unsigned *seed)
{
    for (int kind = 0; kind < GEOMS_FORCES_COUNT; kind++) {
        GeomsForce f = force_of (w, kind, seed);

        if (kind == GEOMS_FORCE_JOINT || kind == GEOMS_FORCE_STOP)
            continue;
        random_place (body, seed, f.side + (kind + body) % 2);
        random_place (other, seed, f.side + (kind + body + 1) % 2);
        w->force[w->d.forces++] = f;
    }
}

/* dampers in all joints; forces to the predecessor, the ground, the body itself */
static void whole_of (Whole *w, unsigned *seed, int bodies, double massless, int between_bodies)
{
    GeomsReport report;
    int nv;

    memset (w, 0, sizeof *w);
    w->f = fixture_with_maps (seed, bodies, massless);
    if (bodies > 2 && w->f->body[1].joint == GEOMS_JOINT_REVOLUTE)
        w->f->body[1].motion = 1;
    w->d = (GeomsTreeDescription){.bodies = bodies,
                                  .body = w->f->body,
                                  .force = w->force,
                                  .signals = 1,
                                  .signal = w->signal,
                                  .host = turning};
    memcpy (w->d.gravity, w->f->state.gravity, sizeof w->d.gravity);
    fill_noise (72, w->matrices, seed);
    nv = w->f->tree.nv - (w->f->body[1].motion > 0 && bodies > 2);
    for (int k = 0; k < nv; k++) {
        w->force[w->d.forces] = force_of (w, GEOMS_FORCE_JOINT, seed);
        w->force[w->d.forces++].velocity = k;
    }
    for (int i = 0; between_bodies && i < 3 && bodies > 0; i++) {
        const int body = choose (bodies, seed);
        add_between (w, body, i == 0 ? w->f->body[body].parent : i == 1 ? -1 : body, seed);
    }
    w->system = geoms_tree_create (&w->d, &w->model, &report);
    assert_non_null (w->system);
    assert_true (geoms_tree_has_newton (w->system));
    assert_true ((w->model.newton.solve != NULL) == (w->system->zeros == 0));
    w->nr = w->model.dims.nr;
    w->nv = w->model.dims.nv;
    w->n = w->nr + w->nv + w->model.dims.np;
    assert_int_equal (w->nv, nv);
}

/* dR/dx at random x, x', from blocks_jac; M from parts */
static void derivatives_of (Whole *w, unsigned *seed)
{
    const size_t n = (size_t)w->n, m = n + (size_t)w->model.dims.ni, nv = (size_t)w->nv;
    const double t = 0.3;
    double *B = calloc (m * n + 1, sizeof *B),
           *parts = calloc (nv * nv + (size_t)w->model.dims.np * nv + 2 * m + 1, sizeof *parts);

    w->x = calloc (2 * n + n * n + nv * nv + 1, sizeof *w->x);
    w->xdot = w->x + n;
    w->J = w->xdot + n;
    w->M = w->J + n * n;
    fill_noise ((size_t)w->n, w->x, seed);
    fill_noise ((size_t)w->n, w->xdot, seed);
    assert_int_equal (w->model.blocks_jac (t, w->x, w->xdot + w->nr, B, (int)m, w->system), 0);
    for (size_t j = 0; j < n; j++)
        memcpy (w->J + n * j, B + m * j + (m - n), n * sizeof *B);
    assert_int_equal (w->model.parts (1, &t, w->x, w->n, parts, 0, w->system), 0);
    memcpy (w->M, parts, nv * nv * sizeof *parts);
    free (B);
    free (parts);
}

static void whole_free (Whole *w)
{
    free (w->x);
    geoms_tree_free (w->system);
    fixture_free (w->f);
}

/* largest |sigma M dx - J dx - r| of a row as a part of its terms, or of the largest row */
static double rest_of (const Whole *w, double complex sigma, const double complex *dx,
                       const double complex *r)
{
    double worst = 0, largest = 0;

    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < w->n; i++) {
            double complex sum = -r[i];
            double terms = cabs (r[i]);
            for (int j = 0; j < w->n; j++) {
                const int a = i - w->nr, b = j - w->nr,
                          inside = a >= 0 && a < w->nv && b >= 0 && b < w->nv;
                const double mass
                    = inside ? w->M[a + w->nv * b] : i == j && ! (a >= 0 && a < w->nv);
                const double complex entry = sigma * mass - w->J[i + w->n * j];
                sum += entry * dx[j];
                terms += cabs (entry * dx[j]);
            }
            if (pass == 0)
                largest = fmax (largest, terms);
            else
                worst = fmax (worst, cabs (sum) / largest);
        }
    return worst;
}

static double solve_with (Whole *w, int slot, double complex sigma, unsigned *seed)
{
    const size_t n = (size_t)w->n;
    double *r = calloc (4 * n, sizeof *r), *dx = r + 2 * n, rest;
    double complex *both = calloc (2 * n, sizeof *both);

    fill_noise (2 * n, r, seed);
    assert_int_equal (geoms_tree_newton_factor (slot, creal (sigma), cimag (sigma), w->system), 0);
    geoms_tree_newton_solve (slot, r, dx, w->system);
    /* rows of v times M */
    for (int lane = 0; lane < 2; lane++) {
        double *r_v = r + (size_t)lane * n + w->nr,
               *force = calloc ((size_t)w->nv + 1, sizeof *force);
        for (int i = 0; i < w->nv; i++)
            for (int j = 0; j < w->nv; j++)
                force[i] += w->M[i + w->nv * j] * r_v[j];
        memcpy (r_v, force, (size_t)w->nv * sizeof *force);
        free (force);
    }
    for (size_t i = 0; i < n; i++) {
        both[i] = dx[i] + (slot ? _Complex_I * dx[n + i] : 0);
        both[n + i] = r[i] + (slot ? _Complex_I * r[n + i] : 0);
    }
    rest = rest_of (w, sigma, both, both + n);
    free (both);
    free (r);
    return rest;
}

static void check (int trials, int most, double massless, int between_bodies)
{
    unsigned seed = 11;
    double worst[2] = {0, 0};

    for (int trial = 0; trial < trials; trial++) {
        static Whole w;
        const double sigma = pow (10, between (0, 3, &seed)), other = between (-1, 1, &seed);

        whole_of (&w, &seed, 1 + trial % most, massless, between_bodies);
        derivatives_of (&w, &seed);
        assert_int_equal (geoms_tree_newton_linearise (0.3, w.x, w.xdot, w.system), 0);
        worst[0] = fmax (worst[0], solve_with (&w, 0, sigma, &seed));
        worst[1] = fmax (worst[1], solve_with (&w, 1, sigma * (1 + _Complex_I * other), &seed));
        whole_free (&w);
    }
    assert_true (worst[0] <= 1e-12 && worst[1] <= 1e-12);
}

/* all joints; dampers in all of them, a driven one */
static void joints (void **state)
{
    (void)state;
    check (300, 12, 0, 0);
    check (20, 60, 0, 0);
}

/* M is singular */
static void massless (void **state)
{
    (void)state;
    check (300, 12, 0.3, 0);
}

/* springs, bushings, forces in axes of bodies, series */
static void forces (void **state)
{
    (void)state;
    check (300, 12, 0, 1);
    check (100, 12, 0.3, 1);
}

/* a spring between bodies that are neither one behind the other nor the ground: not offered */
static void far_apart (void **state)
{
    static Whole w;
    unsigned seed = 3;
    GeomsReport report;

    (void)state;
    whole_of (&w, &seed, 6, 0, 0);
    for (int i = 0; i < 6; i++) {
        w.f->body[i].parent = i - 1;
        w.f->body[i].joint = GEOMS_JOINT_REVOLUTE;
        w.f->body[i].motion = 0;
    }
    geoms_tree_free (w.system);
    w.d.forces = 0;
    add_between (&w, 5, 3, &seed);
    w.system = geoms_tree_create (&w.d, &w.model, &report);
    assert_non_null (w.system);
    assert_null (w.model.newton.solve);
    whole_free (&w);
}

/* quaternions of unit length, and nothing else moves */
static void keeps (void **state)
{
    unsigned seed = 8;

    (void)state;
    for (int trial = 0; trial < 40; trial++) {
        static Whole w;
        whole_of (&w, &seed, 1 + trial % 12, 0, 1);
        const int n = w.n, ni = w.model.dims.ni;
        const double t = 0.3;
        double *x = calloc ((size_t)(3 * n + ni), sizeof *x), *kept = x + n, *rda = kept + n;
        int moved = 0;

        fill_noise ((size_t)n, x, &seed);
        memcpy (kept, x, (size_t)n * sizeof *x);
        assert_int_equal (geoms_tree_unit_quaternions (t, kept, w.system), 0);
        assert_int_equal (w.model.rda (1, &t, kept, n, rda, n + ni, w.system), 0);
        for (int i = 0; i < ni; i++)
            assert_true (fabs (rda[i]) <= 1e-14);
        for (int i = 0; i < n; i++)
            moved += kept[i] != x[i];
        assert_int_equal (moved, 4 * ni);
        free (x);
        whole_free (&w);
    }
}

int main (void)
{
    const struct CMUnitTest tests[]
        = {cmocka_unit_test (joints), cmocka_unit_test (massless), cmocka_unit_test (forces),
           cmocka_unit_test (far_apart), cmocka_unit_test (keeps)};
    return cmocka_run_group_tests (tests, NULL, NULL);
}
