/* test_levels_blocks.c - the levels of a mechanical form with Z, a moving constraint and a nonholonomic one
 * agree; each block that is wrong by a hundredth does not
 *
 *     p' = Z v, Z a turn by c;   p = (a, b, c)
 *     g = a^2 + b^2 - 1 - e t^2,   h~ = H p',  H = [b, a, 1]
 */
#include "test.h"

enum { N = 8, ROWS = 23 };
enum {
    AT_Z = 0,
    AT_F = 9,
    AT_g = 12,
    AT_G = 13,
    AT_gI = 16,
    AT_GPART = 17,
    AT_h = 18,
    AT_H = 19,
    AT_HPART = 22
};

typedef struct Wrong {
    double e; /* of g                           */
    int row;  /* of a column of blocks; -1: none */
    int fails;
} Wrong;

static void column_at (const Wrong *w, double t, const double *x, double *y)
{
    const double *v = x + 2, *p = x + 5, C = cos (p[2]), S = sin (p[2]);
    const double da = C * v[0] - S * v[1], db = S * v[0] + C * v[1], dc = v[2];
    const double za = dc * -db, zb = dc * da; /* Z' v */

    memset (y, 0, ROWS * sizeof *y);
    y[0] = C, y[1] = S, y[3] = -S, y[4] = C, y[8] = 1;
    y[AT_F] = -1, y[AT_F + 1] = v[0], y[AT_F + 2] = p[0];
    y[AT_g] = p[0] * p[0] + p[1] * p[1] - 1 - w->e * t * t;
    y[AT_G] = 2 * p[0], y[AT_G + 1] = 2 * p[1];
    y[AT_gI] = 2 * p[0] * da + 2 * p[1] * db - 2 * w->e * t;
    y[AT_GPART] = 2 * (da * da + db * db) + 2 * p[0] * za + 2 * p[1] * zb - 2 * w->e;
    y[AT_h] = p[1] * da + p[0] * db + dc;
    y[AT_H] = p[1], y[AT_H + 1] = p[0], y[AT_H + 2] = 1;
    y[AT_HPART] = 2 * da * db + p[1] * za + p[0] * zb;
    if (w->row >= 0)
        y[w->row] += 0.01 * (1 + fabs (y[w->row])) * (1 + p[0]);
}

static int blocks (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                   void *user)
{
    const Wrong *w = user;

    for (int j = 0; j < k; j++)
        column_at (w, t[j], x + j * ldx, out + j * ldo);
    return w->fails;
}

static const double mass[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
static const double start[N] = {0, 0, 0.3, -0.2, 0.5, 0.6, 0.8, 0.4};

static int agrees (const Wrong *w, GeomsLevels at)
{
    const GeomsMechanical form = {.dims = {.np = 3, .nv = 3, .nl = 1, .nm = 1},
                                  .mass_structure = GEOMS_MASS_CONSTANT,
                                  .kinematics = 1,
                                  .mass = mass,
                                  .blocks = blocks,
                                  .user = (void *)w};

    return geoms_levels_agree_blocks (&form, blocks, &at);
}

static const GeomsLevels beside_the_start = {.x = start, .tf = 2, .second_g = 1, .second_h = 1};

static void right_blocks_agree (void **state)
{
    Wrong w = {.e = 0.3, .row = -1};
    const double t[3] = {0, 0.5, 1}, x[3 * N] = {0, 0, 1, 2, 3, 1, 2, 3, 0,  0, 1, 0,
                                                 0, 1, 0, 0, 0, 0, 0, 1, -1, 0, 1, 5};
    GeomsLevels at = beside_the_start;

    (void)state;
    assert_int_equal (agrees (&w, at), 1);
    at.k = 3;
    at.t = t;
    at.x = x;
    assert_int_equal (agrees (&w, at), 1);
    w.fails = 1;
    assert_int_equal (agrees (&w, at), 0);
}

/* Z, G, gI, g, gII - G Z v', h~, H, hI - H Z v'; f is in no comparison */
static void wrong_blocks_are_seen (void **state)
{
    Wrong w = {.e = 0.3};

    (void)state;
    for (w.row = 0; w.row < ROWS; w.row++)
        assert_int_equal (agrees (&w, beside_the_start), w.row >= AT_F && w.row < AT_g);
}

static void hidden_ones_that_are_not_given_are_not_compared (void **state)
{
    Wrong w = {.row = AT_GPART};
    GeomsLevels at = beside_the_start;

    (void)state;
    at.second_g = 0;
    assert_int_equal (agrees (&w, at), 1);
    w.row = AT_HPART;
    assert_int_equal (agrees (&w, at), 0);
    at.second_h = 0;
    assert_int_equal (agrees (&w, at), 1);
}

static void who_depends_on_time_must_say_so (void **state)
{
    Wrong w = {.row = -1, .e = 0.3};
    GeomsLevels at = beside_the_start;

    (void)state;
    at.steady_g = 1;
    assert_int_equal (agrees (&w, at), 0);
    at.steady_g = 0;
    at.autonomous = 1;
    assert_int_equal (agrees (&w, at), 0);
    w.e = 0;
    at.steady_g = 1;
    assert_int_equal (agrees (&w, at), 1);
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (right_blocks_agree),
        cmocka_unit_test (wrong_blocks_are_seen),
        cmocka_unit_test (hidden_ones_that_are_not_given_are_not_compared),
        cmocka_unit_test (who_depends_on_time_must_say_so),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
