/* test_joint_map.c - what a map of a joint says of its motion, beside difference quotients of the map
 * and of each other; memory that runs out, numbers that are cut off
 */
/* link: wrap-malloc */
#include "failing.h"
#include "joint_maps.h"
#include "model/program/joint_map.h"

static const double weight[4] = {8.0 / 12, -8.0 / 12, -1.0 / 12, 1.0 / 12},
                    step[4] = {1, -1, 2, -2}, h = 1e-3;

/* numbers of one state: programs' outputs, S about the frame before, D last */
typedef struct Values {
    double pose[GEOMS_MAP_POSE], rate[GEOMS_MAP_RATE], slopes[GEOMS_MAP_SLOPES];
    double S[6 * (GEOMS_MOST_COORDINATES + 1)];
} Values;

static void values_at (const GeomsJointMap *map, const double *in, Values *to)
{
    geoms_joint_map_run (map, map->pose, in, to->pose);
    geoms_joint_map_run (map, map->rate, in, to->rate);
    geoms_joint_map_run (map, map->slopes, in, to->slopes);
    for (int k = 0; k <= map->n; k++)
        for (int i = 0; i < 3; i++) {
            const double *d = to->pose, *J = to->pose + 12 + 6 * k;
            const int j = (i + 1) % 3, l = (i + 2) % 3;
            to->S[6 * k + i] = J[i];
            to->S[6 * k + 3 + i] = J[3 + i] + d[j] * J[l] - d[l] * J[j];
        }
}

/* by = d/dh of all of it where inputs change at these rates */
static void quotients (const GeomsJointMap *map, const double *in, const double *along, Values *by)
{
    static Values at;
    double moved[GEOMS_MAP_INPUTS];
    double *sum = (double *)by;

    memset (by, 0, sizeof *by);
    for (int s = 0; s < 4; s++) {
        for (int i = 0; i < 2 * map->n + 1; i++)
            moved[i] = in[i] + step[s] * h * along[i];
        values_at (map, moved, &at);
        for (size_t i = 0; i < sizeof at / sizeof (double); i++)
            sum[i] += weight[s] * ((double *)&at)[i] / h;
    }
}

static void assert_near (size_t n, const double *a, const double *b)
{
    for (size_t i = 0; i < n; i++)
        assert_true (fabs (a[i] - b[i]) <= 1e-8 * fmax (1, fabs (b[i])));
}

/* (omega; d') from the rates of d, R */
static void twist_of (const double *pose, const double *rate, double *J)
{
    const double *R = pose + 3, *dR = rate + 3;

    for (int i = 0; i < 3; i++) {
        J[i] = 0;
        J[3 + i] = rate[i];
        for (int l = 0; l < 3; l++)
            J[i] += dR[(i + 2) % 3 + 3 * l] * R[(i + 1) % 3 + 3 * l];
    }
}

static void check_map (const GeomsJointMap *map, unsigned *seed)
{
    static Values at, by;
    const int n = map->n, each = 6 * n + 12;
    double in[GEOMS_MAP_INPUTS], along[GEOMS_MAP_INPUTS], J[6], V[6] = {0}, c[6] = {0};
    const double *rates = at.slopes + 12, *changes = rates + 6 * n;

    fill_noise ((size_t)(2 * n + 1), in, seed);
    values_at (map, in, &at);
    /* columns, and what a coordinate changes */
    for (int k = 0; k <= n; k++) {
        memset (along, 0, sizeof along);
        along[k < n ? k : 2 * n] = 1;
        quotients (map, in, along, &by);
        twist_of (at.pose, by.pose, J);
        assert_near (6, at.pose + 12 + 6 * k, J);
        if (k == n)
            break;
        assert_near ((size_t)(6 * n), changes + each * k, by.S);
        assert_near (12, changes + each * k + 6 * n, by.slopes);
    }
    /* along the motion */
    memcpy (along, in + n, (size_t)n * sizeof *along);
    memset (along + n, 0, (size_t)n * sizeof *along);
    along[2 * n] = 1;
    quotients (map, in, along, &by);
    for (int i = 0; i < 6; i++) {
        V[i] = at.S[6 * n + i];
        c[i] = by.pose[12 + 6 * n + i];
        for (int k = 0; k < n; k++) {
            V[i] += at.S[6 * k + i] * in[n + k];
            c[i] += by.pose[12 + 6 * k + i] * in[n + k];
        }
    }
    assert_near (6, at.slopes, V);
    assert_near (6, at.rate, c);
    assert_near (6, at.slopes + 6, by.slopes);
    assert_near ((size_t)(6 * n), rates, by.S);
}

static void as_quotients (void **state)
{
    unsigned seed = 23;

    (void)state;
    for (int trial = 0; trial < 60; trial++) {
        GeomsBody b;
        GeomsJointMap map;
        GeomsReport report;

        put_moving_map (&b, 1 + trial % 6, trial % 2 ? 0.5 : 0, &seed);
        assert_int_equal (geoms_joint_map_load (&map, b.coordinates, b.map, b.map_count, &report),
                          0);
        assert_int_equal (map.timed, trial % 2);
        check_map (&map, &seed);
        geoms_joint_map_free (&map);
    }
}

static void memory_runs_out (void **state)
{
    static const double start[6];
    int done = 0;

    (void)state;
    for (long k = 1; ! done; k++) {
        const long before = outstanding;
        MapTape m = begin_map (2);
        GeomsReport report;
        size_t count;
        int timed;

        turn_map (&m, (const double[3]){0, 0, 1}, of2 (&m, GEOMS_OP_MUL, m.q[0], m.q[1]));
        slide_map (&m, (const double[3]){1, 0, 0}, of1 (&m, GEOMS_OP_SIN, m.t));
        fail_after (k, 0);
        double *numbers
            = geoms_joint_map_numbers (m.tape, 2, m.d, m.R, start, &count, &timed, &report);
        done = failures == 0;
        fail_no_more ();
        assert_true (numbers != NULL || (! done && report.status == GEOMS_OUT_OF_MEMORY));
        if (done)
            assert_true (timed && k > 20);
        free (numbers);
        geoms_tape_free (m.tape);
        assert_int_equal (outstanding, before);
    }
}

static void cut_off (void **state)
{
    GeomsBody b;
    GeomsReport report;
    unsigned seed = 5;
    double q[2] = {0.3, -0.4}, pose[12];

    (void)state;
    put_wild_map (&b, 2, &seed);
    for (size_t count = 0; count < b.map_count; count++)
        assert_int_equal (geoms_joint_map_values (b.map, count, 2, NULL, 0, NULL, &report), -1);
    for (int n = 0; n < 8; n++)
        assert_int_equal (geoms_joint_map_values (b.map, b.map_count, n, NULL, 0, NULL, &report),
                          n == 2 ? 0 : -1);
    assert_int_equal (report.status, GEOMS_BAD_MODEL);
    assert_int_equal (geoms_joint_map_values (b.map, b.map_count, 2, q, 0, pose, &report), 0);
    for (int i = 0; i < 3; i++) {
        const double *R = pose + 3 + 3 * i;
        assert_true (fabs (R[0] * R[0] + R[1] * R[1] + R[2] * R[2] - 1) <= 1e-15);
    }
}

int main (void)
{
    const struct CMUnitTest tests[]
        = {cmocka_unit_test (as_quotients), cmocka_unit_test (memory_runs_out),
           cmocka_unit_test (cut_off)};
    return cmocka_run_group_tests (tests, NULL, NULL);
}
