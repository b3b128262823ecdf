/* test_saddle_lanes.c - states side by side have the accelerations, multipliers and forces that each has
 * alone
 */
#include "constraints/saddle.h"
#include "constraints/saddle_lanes.h"
#include "test.h"

enum { MOST = 16, STATES = 4, SIZE = 2 * MOST * MOST + 2 * MOST };

/* columns of numbers: M (n x n), C (m x n), f, gamma, SIZE apart */
typedef struct States {
    int n, m, diagonal, varies;
    double column[STATES * SIZE];
} States;

static double *M_of (States *s, int j) { return s->column + (s->varies ? j * SIZE : 0); }
static double *C_of (States *s, int j) { return s->column + j * SIZE + MOST * MOST; }
static double *f_of (States *s, int j) { return s->column + j * SIZE + 2 * MOST * MOST; }
static double *gamma_of (States *s, int j) { return f_of (s, j) + MOST; }

/* M = D + A A' / 10 with zeros, C of full rank with zeros; `part` of the entries are not 0 */
static void draw (States *s, double part, unsigned *seed)
{
    for (int j = 0; j < STATES; j++) {
        double *M = M_of (s, j), *C = C_of (s, j);

        fill_noise (MOST, f_of (s, j), seed);
        fill_noise (MOST, gamma_of (s, j), seed);
        for (int i = 0; i < s->m * s->n; i++)
            C[i] = noise (seed) + 1 < 2 * part ? noise (seed) : 0;
        for (int i = 0; i < s->m; i++)
            C[i + i * s->m] += 3;
        if (j > 0 && ! s->varies)
            continue;
        for (int k = 0; k < s->n; k++)
            for (int i = k; i < s->n; i++) {
                const double a = noise (seed) + 1 < 2 * part && ! s->diagonal ? noise (seed) : 0;
                M[i + k * s->n] = M[k + i * s->n] = i == k ? 3 + noise (seed) : a / s->n;
            }
    }
}

static GeomsLaneStates states_of (States *s, int first, int count)
{
    return (GeomsLaneStates){count,           SIZE,
                             M_of (s, first), C_of (s, first),
                             f_of (s, first), gamma_of (s, first)};
}

static void begin (GeomsSaddleLanes *lanes, const States *s, GeomsArena *arena)
{
    *lanes = (GeomsSaddleLanes){
        .n = s->n, .m = s->m, .diagonal = s->diagonal, .varies = s->varies};
    geoms_saddle_lanes_create (lanes, arena);
    assert_int_equal (arena->failed, 0);
}

/* alpha and lambda of one state, by saddle.c from all of the matrix */
static void alone (States *s, int j, double *alpha, double *lambda)
{
    GeomsArena arena = {0};
    GeomsSaddle saddle = {0};

    geoms_saddle_create (&saddle, s->n, s->m, &arena);
    assert_int_equal (geoms_saddle_factor (&saddle, NULL, M_of (s, j), C_of (s, j), s->m, NULL), 0);
    geoms_saddle_solve (&saddle, f_of (s, j), gamma_of (s, j), alpha, lambda);
    geoms_arena_free (&arena);
}

static void compare (States *s, const GeomsSaddleLanes *lanes, int j, int lane, int accelerates)
{
    double alpha[MOST], lambda[MOST], a[MOST], l[MOST];

    alone (s, j, alpha, lambda);
    geoms_saddle_lanes_take (lanes->lambda, s->m, lane, l);
    geoms_saddle_lanes_take (lanes->z, s->n, lane, a);
    for (int i = 0; i < s->n && ! accelerates; i++) {
        alpha[i] = f_of (s, j)[i];
        for (int k = 0; k < s->m; k++)
            alpha[i] -= C_of (s, j)[k + i * s->m] * lambda[k];
    }
    assert_true (distance (l, lambda, 0, s->m) < 1e-11);
    assert_true (distance (a, alpha, 0, s->n) < 1e-11);
}

/* all kinds of M, few and many zeros; patterns grow from call to call */
static void equations_are_solved (void **state)
{
    static const int sizes[][2] = {{1, 1}, {2, 1}, {3, 2}, {7, 6}, {12, 6}, {MOST, 9}};
    static States s;

    (void)state;
    for (int i = 0; i < 6; i++)
        for (int kind = 0; kind < 4; kind++) {
            GeomsArena arena = {0};
            GeomsSaddleLanes lanes;
            unsigned seed = (unsigned)(7 * i + kind + 1);

            s.n = sizes[i][0];
            s.m = sizes[i][1];
            s.diagonal = kind % 2;
            s.varies = kind / 2;
            begin (&lanes, &s, &arena);
            for (int round = 0; round < 8; round++) {
                const int accelerates = round % 2;
                double M[MOST * MOST];

                memcpy (M, s.column, sizeof M);
                draw (&s, 0.1 + 0.1 * round, &seed);
                if (round > 0 && ! s.varies) /* it is factorised once */
                    memcpy (s.column, M, sizeof M);
                for (int j = 0; j < STATES; j += GEOMS_LANES) {
                    const int count = geoms_int_min (1 + round % 4, GEOMS_LANES);
                    const GeomsLaneStates of = states_of (&s, j, count);

                    assert_int_equal (geoms_saddle_lanes_solve (&lanes, &of, accelerates), 0);
                    for (int l = 0; l < count; l++)
                        compare (&s, &lanes, j + l, l, accelerates);
                }
            }
            geoms_arena_free (&arena);
        }
}

/* the bits of one state are the same with others beside it, and whatever was not 0 before */
static void neighbours_do_not_matter (void **state)
{
    static States s;
    GeomsArena arena = {0};
    GeomsSaddleLanes lanes, fresh;
    unsigned seed = 5;

    (void)state;
    s.n = 9;
    s.m = 5;
    s.varies = 1;
    begin (&lanes, &s, &arena);
    for (int round = 0; round < 6; round++) {
        draw (&s, 0.9 - 0.15 * round, &seed);
        for (int j = 0; j < GEOMS_LANES; j++) {
            const GeomsLaneStates all = states_of (&s, 0, GEOMS_LANES), one = states_of (&s, j, 1);
            double x[2][2 * MOST] = {{0}};

            begin (&fresh, &s, &arena);
            assert_int_equal (geoms_saddle_lanes_solve (&lanes, &all, 1), 0);
            assert_int_equal (geoms_saddle_lanes_solve (&fresh, &one, 1), 0);
            geoms_saddle_lanes_take (lanes.lambda, s.m, j, x[0]);
            geoms_saddle_lanes_take (lanes.z, s.n, j, x[0] + MOST);
            geoms_saddle_lanes_take (fresh.lambda, s.m, 0, x[1]);
            geoms_saddle_lanes_take (fresh.z, s.n, 0, x[1] + MOST);
            assert_memory_equal (x[0], x[1], sizeof x[0]);
        }
    }
    geoms_arena_free (&arena);
}

/* in the last state alone: masses that are singular, negative, too uneven; rows that are parallel;
 * what is not finite */
static void what_is_not_safe_is_told (void **state)
{
    static States s;

    (void)state;
    s.n = 4;
    s.m = 2;
    s.varies = 1;
    for (int kind = 0; kind < 6; kind++) {
        GeomsArena arena = {0};
        GeomsSaddleLanes lanes;
        unsigned seed = 3;
        GeomsLaneStates of;
        double *M, *C;

        draw (&s, 1, &seed);
        begin (&lanes, &s, &arena);
        of = states_of (&s, 0, GEOMS_LANES);
        M = M_of (&s, GEOMS_LANES - 1);
        C = C_of (&s, GEOMS_LANES - 1);
        assert_int_equal (geoms_saddle_lanes_solve (&lanes, &of, 1), 0);
        if (kind < 3) {
            for (int i = 0; i < 4; i++)
                M[1 + 4 * i] = M[i + 4] = 0;
            M[5] = kind == 0 ? 0 : kind == 1 ? -1 : 1e-5;
        }
        for (int i = 0; i < 4 && kind == 3; i++)
            C[1 + 2 * i] = C[2 * i] * (1 + 1e-9 * i);
        if (kind == 4)
            C[3] = NAN;
        if (kind == 5)
            f_of (&s, GEOMS_LANES - 1)[2] = INFINITY;
        assert_int_not_equal (geoms_saddle_lanes_solve (&lanes, &of, 1), 0);
        geoms_arena_free (&arena);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (equations_are_solved),
        cmocka_unit_test (neighbours_do_not_matter),
        cmocka_unit_test (what_is_not_safe_is_told),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
