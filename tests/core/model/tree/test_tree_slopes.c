/* test_tree_slopes.c - rows of loops in O(N) beside parts and blocks_jac: levels, C, M^-1 y, their
 * derivatives, forces in one direction, Newton systems for given multipliers
 */
#include "model/tree/tree_system.h"
#include "random_trees.h"

enum { LOOPS = 3, FORCES = 100, ROWS = 6 * LOOPS + 1, WIDE = 200 };

typedef struct Looped {
    Fixture *f;
    GeomsLoopJoint loop[LOOPS];
    GeomsForce force[FORCES];
    GeomsCoupling coupling[1];
    int coupled[2];
    double coefficient[2], matrices[72];
    GeomsTreeDescription d;
    GeomsModel model;
    GeomsTreeSystem *system;
    int n, m, nl, nr, nv, np; /* n: of x, m: of rda                                            */
    double *x, *xdot, *B, *parts;
} Looped;

static GeomsPlace random_place (int body, unsigned *seed)
{
    GeomsPlace place = {.body = body};

    random_turn (seed, place.turn);
    for (int k = 0; k < 3; k++)
        place.at[k] = noise (seed), place.axis[k] = noise (seed);
    return place;
}

/* between a body and the ground, its predecessor, itself */
static void add_loops (Looped *s, int bodies, unsigned *seed)
{
    for (int i = 0; i < LOOPS; i++) {
        const int body = choose (bodies, seed), way = choose (2, seed),
                  other = i == 0 ? -1 : i == 1 ? s->f->body[body].parent : body;

        s->loop[i].kind = choose (GEOMS_LOOP_ROD + 1, seed); /* none that rolls                    */
        s->loop[i].length = 0.3;
        s->loop[i].side[way] = random_place (body, seed);
        s->loop[i].side[1 - way] = random_place (other, seed);
    }
}

static void add_forces (Looped *s, int bodies, unsigned *seed)
{
    for (int kind = 0; kind < GEOMS_FORCES_COUNT; kind++) {
        const int body = choose (bodies, seed);
        GeomsForce *f = s->force + s->d.forces++;

        *f = (GeomsForce){.kind = kind,
                          .velocity = choose (s->f->tree.nv, seed),
                          .stiffness = 2,
                          .damping = 0.7,
                          .length = 0.4,
                          .friction = 0.5,
                          .slow = 0.6,
                          .upper = 0.5,
                          .matrices = s->matrices,
                          .value = {noise (seed), noise (seed), noise (seed)}};
        if (s->f->tree.coordinate[f->velocity] < 0)
            f->stiffness = 0;
        if (s->f->tree.coordinate[f->velocity] < 0 && kind == GEOMS_FORCE_STOP)
            s->d.forces--;
        f->side[0] = random_place (body, seed);
        f->side[1] = random_place (s->f->body[body].parent, seed);
    }
}

static void looped (Looped *s, int bodies, unsigned *seed)
{
    GeomsReport report;

    memset (s, 0, sizeof *s);
    do
        s->f = fixture_with_maps (seed, bodies, 0);
    while (s->f->tree.nv == 0);
    s->d = (GeomsTreeDescription){.bodies = bodies,
                                  .body = s->f->body,
                                  .loops = LOOPS,
                                  .loop = s->loop,
                                  .force = s->force,
                                  .coupling = s->coupling};
    memcpy (s->d.gravity, s->f->state.gravity, sizeof s->d.gravity);
    fill_noise (72, s->matrices, seed);
    add_loops (s, bodies, seed);
    add_forces (s, bodies, seed);
    for (int k = 0; k < 2 && s->d.couplings < 1; k++)
        if (s->f->tree.nv > 1 && s->f->tree.coordinate[0] >= 0 && s->f->tree.coordinate[1] >= 0) {
            s->coupled[1] = 1;
            s->coefficient[0] = 0.7, s->coefficient[1] = -1.3;
            s->coupling[0] = (GeomsCoupling){.count = 2,
                                             .velocity = s->coupled,
                                             .coefficient = s->coefficient,
                                             .offset = 0.2};
            s->d.couplings = 1;
        }
    s->system = geoms_tree_create (&s->d, &s->model, &report);
    assert_non_null (s->system);
    assert_non_null (s->model.newton.rows);
    s->nl = s->model.dims.nl;
    s->nr = s->model.dims.nr;
    s->nv = s->model.dims.nv;
    s->np = s->model.dims.np;
    s->n = s->nl + s->nr + s->nv + s->np;
    s->m = s->n + 2 * s->nl + s->model.dims.ni;
}

/* blocks_jac and parts at a random state, multipliers and accelerations */
static void dense_of (Looped *s, unsigned *seed)
{
    const size_t n = (size_t)s->n, m = (size_t)s->m, nv = (size_t)s->nv;
    const size_t parts = nv * (nv + (size_t)(s->np + s->nl + 1)) + 3 * m;
    const double t = 0;

    s->x = calloc (2 * n + m * n + parts, sizeof *s->x);
    s->xdot = s->x + n;
    s->B = s->xdot + n;
    s->parts = s->B + m * n;
    fill_noise (n, s->x, seed);
    fill_noise (n, s->xdot, seed);
    assert_int_equal (
        s->model.blocks_jac (0, s->x, s->xdot + s->nr, s->B, s->m, s->system), 0);
    assert_int_equal (s->model.parts (1, &t, s->x, s->n, s->parts, 0, s->system), 0);
}

static void looped_free (Looped *s)
{
    free (s->x);
    geoms_tree_free (s->system);
    fixture_free (s->f);
}

/* largest difference of two blocks, ld apart, as a part of the largest entry; 1 at least */
static double differs (int rows, int columns, const double *a, int lda, const double *b, int ldb)
{
    double most = 0, size = 1;

    for (int j = 0; j < columns; j++)
        for (int i = 0; i < rows; i++) {
            most = fmax (most, fabs (a[i + j * lda] - b[i + j * ldb]));
            size = fmax (size, fabs (b[i + j * ldb]));
        }
    return most / size;
}

/* ---- rows, M^-1 ---- */

static void check_rows (Looped *s, unsigned *seed)
{
    static double f[WIDE], C[ROWS * WIDE], G[ROWS * 2 * WIDE], g[ROWS], gI[ROWS], gamma[ROWS],
        rates[2 * WIDE], y[2 * WIDE], back[2 * WIDE];
    const GeomsHeldRows rows = {f, C, G, g, gI, gamma, rates};
    const int nv = s->nv, nl = s->nl;
    const double *M = s->parts, *Z = M + nv * nv,
                 *f_of = Z + (s->model.dims.ni > 0 ? s->np * nv : 0), *C_of = f_of + nv,
                 *g_of = C_of + nl * nv;

    assert_int_equal (s->model.newton.rows (0, s->x, &rows, s->system), 0);
    assert_true (differs (nv, 1, f, nv, f_of, nv) == 0);
    assert_true (differs (nl, nv, C, nl, C_of, nl) == 0);
    assert_true (differs (nl, s->np, G, nl,
                          s->B + s->m * (s->n - s->np) + 2 * nl + s->model.dims.ni, s->m)
                 <= 1e-13);
    assert_true (differs (nl, 1, g, nl, g_of, nl) == 0);
    assert_true (differs (nl, 1, gI, nl, g_of + nl, nl) == 0);
    assert_true (differs (nl, 1, gamma, nl, g_of + 2 * nl, nl) == 0);
    assert_true (differs (s->nr, 1, rates, nv, g_of + 3 * nl, nv) == 0);
    fill_noise (2 * (size_t)nv, y, seed);
    memset (back, 0, sizeof back);
    for (int c = 0; c < 2; c++)
        for (int j = 0; j < nv; j++)
            for (int i = 0; i < nv; i++)
                back[c * nv + i] += M[i + j * nv] * y[c * nv + j];
    s->model.newton.divide (2, back, s->system);
    assert_true (differs (2 * nv, 1, back, nv, y, nv) <= 1e-9);
}

/* ---- derivatives ---- */

static void check_slopes (Looped *s)
{
    static double slope[2][ROWS * 2 * WIDE], by_v[ROWS * WIDE];
    const GeomsHeldSlopes slopes = {slope[0], slope[1], by_v};
    const int nl = s->nl, m = s->m;
    const double *by_p = s->B + m * (s->n - s->np), *of_v = s->B + m * (nl + s->nr);

    assert_int_equal (s->model.newton.linearise (0, s->x, s->xdot, s->system), 0);
    assert_int_equal (s->model.newton.slopes (&slopes, s->system), 0);
    assert_true (differs (nl, s->np, slope[0], nl, by_p + nl, m) <= 1e-13);
    assert_true (differs (nl, s->np, slope[1], nl, by_p, m) <= 1e-13);
    assert_true (differs (nl, s->nv, by_v, nl, of_v, m) <= 1e-13);
}

static void check_pull (Looped *s, unsigned *seed)
{
    static double y[2 * WIDE], row[6 * WIDE], expected[3 * WIDE];
    const int moving = s->n - s->nl, r_f = s->m - s->np - s->nv;

    fill_noise (2 * (size_t)s->nv, y, seed);
    assert_int_equal (s->model.newton.pull (2, y, row, s->system), 0);
    for (int c = 0; c < 2; c++) {
        for (int j = 0; j < moving; j++) {
            expected[j] = 0;
            for (int i = 0; i < s->nv; i++)
                expected[j] += y[c * s->nv + i] * s->B[r_f + i + s->m * (s->nl + j)];
        }
        assert_true (differs (moving, 1, row + c * moving, moving, expected, moving) <= 1e-12);
    }
}

/* the real slot: sigma M dv - d(f - M v' - C'lambda) dx = M r, others as they are */
static void check_newton (Looped *s, unsigned *seed)
{
    static double r[3 * WIDE], dx[3 * WIDE];
    const int moving = s->n - s->nl, first = s->m - moving, nr = s->nr, nv = s->nv;
    const double sigma = pow (10, between (0.5, 3, seed)); /* above what swings in these trees */
    double worst = 0, largest = 0;

    fill_noise ((size_t)moving, r, seed);
    assert_int_equal (s->model.newton.factor (0, sigma, 0, s->system), 0);
    s->model.newton.solve (0, r, dx, s->system);
    for (int i = 0; i < moving; i++) {
        const int force = i >= nr && i < nr + nv;
        double sum = force ? 0 : sigma * dx[i] - r[i], terms = fabs (r[i]) + sigma * fabs (dx[i]);

        for (int j = 0; j < nv && force; j++) {
            const double M = s->parts[i - nr + nv * j];
            sum += M * (sigma * dx[nr + j] - r[nr + j]);
            terms += fabs (M * sigma * dx[nr + j]);
        }
        for (int j = 0; j < moving; j++) {
            sum -= s->B[first + i + s->m * (s->nl + j)] * dx[j];
            terms += fabs (s->B[first + i + s->m * (s->nl + j)] * dx[j]);
        }
        worst = fmax (worst, fabs (sum));
        largest = fmax (largest, terms);
    }
    assert_true (worst <= 1e-12 * fmax (1, largest));
}

static void as_dense (void **state)
{
    unsigned seed = 5;

    (void)state;
    for (int trial = 0; trial < 300; trial++) {
        static Looped s;

        looped (&s, 2 + trial % 11, &seed);
        dense_of (&s, &seed);
        check_rows (&s, &seed);
        check_slopes (&s);
        check_pull (&s, &seed);
        check_newton (&s, &seed);
        looped_free (&s);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test (as_dense)};
    return cmocka_run_group_tests (tests, NULL, NULL);
}
