/* test_tree_system.c - trees with loops and forces as models: blocks_jac beside difference quotients
 * of its rows, rda beside parts, levels beside each other along exact motions
 */
#include "model/tree/tree_system.h"
#include "random_trees.h"

enum { LOOPS = 12, FORCES = 12 };

typedef struct Whole {
    Fixture *f;
    GeomsLoopJoint loop[LOOPS];
    GeomsForce force[FORCES];
    GeomsTreeDescription d;
    GeomsModel model;
    GeomsTreeSystem *system;
    int n, m;
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

/* one loop and one force of each kind */
static void whole_of (Whole *w, unsigned *seed, int bodies, int loops)
{
    GeomsReport report;

    memset (w, 0, sizeof *w);
    w->f = fixture_of (seed, bodies, 0.1);
    w->d = (GeomsTreeDescription){.bodies = bodies,
                                  .body = w->f->body,
                                  .loops = loops ? GEOMS_LOOPS_COUNT : 0,
                                  .loop = w->loop,
                                  .forces = GEOMS_FORCES_COUNT,
                                  .force = w->force};
    memcpy (w->d.gravity, w->f->tree.gravity, sizeof w->d.gravity);
    for (int i = 0; i < GEOMS_LOOPS_COUNT; i++) {
        w->loop[i] = (GeomsLoopJoint){.kind = i, .length = 1.5};
        random_place (bodies, seed, w->loop[i].side);
        random_place (bodies, seed, w->loop[i].side + 1);
    }
    for (int i = 0; i < GEOMS_FORCES_COUNT; i++) {
        w->force[i] = (GeomsForce){.kind = i,
                                   .stiffness = 2,
                                   .damping = 0.7,
                                   .length = 0.4,
                                   .friction = 0.5,
                                   .slow = 0.6,
                                   .value = {noise (seed), noise (seed), noise (seed)}};
        random_place (bodies, seed, w->force[i].side);
        random_place (bodies, seed, w->force[i].side + 1);
    }
    w->d.forces = w->f->tree.nv > 0 ? GEOMS_FORCES_COUNT : 0;
    w->system = geoms_tree_create (&w->d, &w->model, &report);
    assert_non_null (w->system);
    const GeomsDims *d = &w->model.dims;
    w->n = d->nl + d->nv + d->np;
    w->m = 3 * d->nl + d->ni + d->nv + d->np;
    for (int i = 0; i < d->nl; i++)
        w->x[i] = noise (seed);
    memcpy (w->x + d->nl, w->f->v, (size_t)d->nv * sizeof (double));
    memcpy (w->x + d->nl + d->nv, w->f->p, (size_t)d->np * sizeof (double));
    for (int i = 0; i < d->nv; i++)
        w->alpha[i] = noise (seed);
}

static void whole_free (Whole *w)
{
    geoms_tree_free (w->system);
    fixture_free (w->f);
}

/* R = [C alpha + gamma; gI; e; g; f - M alpha - C'lambda; Z v] from the parts at x */
static void rows_at (const Whole *w, const double *x, double *R)
{
    const GeomsDims *d = &w->model.dims;
    const int nv = d->nv, nl = d->nl, np = d->np, Zs = w->model.kinematics ? np * nv : 0;
    static double out[200000];
    const double t = 0, *M = out, *Z = M + nv * nv, *f = Z + Zs, *C = f + nv, *g = C + nl * nv,
                 *gI = g + nl, *gII = gI + nl, *e = gII + nl, *v = x + nl;
    double *gIIr = R, *gIr = R + nl, *er = gIr + nl, *gr = er + d->ni, *fr = gr + nl, *pr = fr + nv;

    assert_int_equal (w->model.parts (1, &t, x, w->n, out, 200000, w->system), 0);
    for (int r = 0; r < nl; r++) {
        gIIr[r] = gII[r];
        for (int k = 0; k < nv; k++)
            gIIr[r] += C[r + k * nl] * w->alpha[k];
        gIr[r] = gI[r];
        gr[r] = g[r];
    }
    memcpy (er, e, (size_t)d->ni * sizeof *e);
    for (int i = 0; i < nv; i++) {
        fr[i] = f[i];
        for (int k = 0; k < nv; k++)
            fr[i] -= M[i + k * nv] * w->alpha[k];
        for (int r = 0; r < nl; r++)
            fr[i] -= C[r + i * nl] * x[r];
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
                        step[4] = {1, -1, 2, -2}, h = 1e-3;
    static Whole w;
    static double x[512], R[1024];
    unsigned seed = 21;

    (void)state;
    for (int trial = 0; trial < 30; trial++) {
        whole_of (&w, &seed, 1 + trial % 7, trial % 3 > 0);
        double *B = calloc ((size_t)(w.m * (w.n + 1) + 1), sizeof *B), *by = B + w.m * w.n;
        assert_int_equal (w.model.blocks_jac (0, w.x, w.alpha, B, w.m, w.system), 0);
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
                    print_error ("trial %d nl %d ni %d nv %d np %d: row %d column %d: %g %g\n", trial,
                                 w.model.dims.nl, w.model.dims.ni, w.model.dims.nv,
                                 w.model.dims.np, i, j, B[i + j * w.m], by[i]);
                assert_true (fabs (by[i] - B[i + j * w.m]) <= 1e-8 * size);
            }
        }
        free (B);
        whole_free (&w);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test (blocks_are_derivatives)};
    return cmocka_run_group_tests (tests, NULL, NULL);
}
