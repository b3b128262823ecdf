/* test_derivatives.c - derivatives of inverse dynamics beside difference quotients of fourth order,
 * on trees of every joint, and the mass matrix that comes with the velocities
 */
#include "model/tree/linear.h"
#include "random_trees.h"

/* ID at p, v without wrenches */
static void inverse_at (Fixture *f, const double *p, const double *v, double *tau)
{
    geoms_tree_place (&f->state, p);
    geoms_tree_move (&f->state, v);
    geoms_tree_load (&f->state);
    geoms_tree_inverse (&f->state, f->vdot, tau);
}

/* d/dh of ID at h = 0, p moved along coordinate k or v changed there */
static void quotient (Fixture *f, int k, int position, double *by)
{
    static const double weight[4] = {8.0 / 12, -8.0 / 12, -1.0 / 12, 1.0 / 12},
                        step[4] = {1, -1, 2, -2}, h = 2e-3;
    static double p[2 * MOST], v[MOST], tau[MOST];

    memset (by, 0, (size_t)f->tree.nv * sizeof *by);
    for (int s = 0; s < 4; s++) {
        memcpy (p, f->p, sizeof f->p);
        memcpy (v, f->v, sizeof f->v);
        if (position)
            move_along (f, k, step[s] * h, p);
        else
            v[k] += step[s] * h;
        inverse_at (f, p, v, tau);
        for (int i = 0; i < f->tree.nv; i++)
            by[i] += weight[s] * tau[i] / h;
    }
}

static double size_of (int n, const double *x)
{
    double size = 1;

    for (int i = 0; i < n; i++)
        size = fmax (size, fabs (x[i]));
    return size;
}

static void derivatives (void **state)
{
    unsigned seed = 5;

    (void)state;
    for (int trial = 0; trial < 60; trial++) {
        Fixture *f = fixture_with_maps (&seed, 1 + trial % 12, 0.1);
        const int nv = f->tree.nv;
        double *by_q = calloc ((size_t)(2 * nv * nv + nv + 1), sizeof *by_q),
               *by_v = by_q + nv * nv, *by = by_v + nv * nv;
        GeomsTreeLinear linear;

        memset (f->wrench, 0, sizeof f->wrench);
        geoms_tree_linear_create (&linear, &f->state, &f->arena);
        fixture_at (f);
        geoms_tree_linearise (&linear, f->v, f->vdot);
        geoms_tree_inverse_derivatives (&linear, &(GeomsPattern){0}, by_q, by_v);
        for (int k = 0; k < nv; k++) {
            const double q_size = size_of (nv, by_q + k * nv), v_size = size_of (nv, by_v + k * nv);
            quotient (f, k, 1, by);
            for (int i = 0; i < nv; i++)
                assert_true (fabs (by[i] - by_q[i + k * nv]) <= 1e-8 * q_size);
            quotient (f, k, 0, by);
            for (int i = 0; i < nv; i++)
                assert_true (fabs (by[i] - by_v[i + k * nv]) <= 1e-10 * v_size);
        }
        free (by_q);
        fixture_free (f);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test (derivatives)};
    return cmocka_run_group_tests (tests, NULL, NULL);
}
