/* joint_map.c - what a joint's own function says of its motion: joint_map.h
 *
 *     R_k R' = [omega_k]:   omega_k = half the differences across the diagonal of R_k R'
 *
 * Derivatives are those of the nodes, along the directions e_k of q_k, of t, and of (v, 1) of the
 * motion with v' = 0.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/report.h"
#include "joint_map.h"
#include "sweep.h"

enum { POSE = 12, TWIST = 6, MOST_TWISTS = GEOMS_MOST_COORDINATES + 2, INPUTS = GEOMS_MAP_INPUTS };

/* of the nodes that are recorded; S: columns, then V, V' */
typedef struct Derivation {
    GeomsTape *tape;
    int n, failed;
    int pose[GEOMS_MAP_POSE], rate[TWIST], slopes[GEOMS_MAP_SLOPES];
    int S[TWIST * MOST_TWISTS];
} Derivation;

/* ---- directions ---- */

/* input `number` changes at the rate 1; -1: all as in a motion with v' = 0 */
static void directions (const Derivation *m, int number, int *seed)
{
    const int one = geoms_tape_constant (m->tape, 1);

    memset (seed, 0, INPUTS * sizeof *seed);
    if (number >= 0) {
        seed[number] = one;
        return;
    }
    for (int k = 0; k < m->n; k++)
        seed[k] = geoms_tape_input (m->tape, m->n + k);
    seed[2 * m->n] = one;
}

static void along (Derivation *m, int number, int count, const int *root, int *rate)
{
    int seed[INPUTS];

    directions (m, number, seed);
    if (geoms_sweep_tangent (m->tape, count, root, 2 * m->n + 1, seed, rate) == 0)
        return;
    m->failed = 1;
    memset (rate, 0, (size_t)count * sizeof *rate);
}

/* ---- twists ---- */

static int times (Derivation *m, int a, int b)
{
    return geoms_tape_node (m->tape, GEOMS_OP_MUL, a, b, 0);
}
static int plus (Derivation *m, int a, int b)
{
    return geoms_tape_node (m->tape, GEOMS_OP_ADD, a, b, 0);
}
static int minus (Derivation *m, int a, int b)
{
    return geoms_tape_node (m->tape, GEOMS_OP_SUB, a, b, 0);
}

/* entry (i, j) of A R' */
static int entry (Derivation *m, const int *A, int i, int j)
{
    const int *R = m->pose + 3;

    return plus (m, plus (m, times (m, A[i], R[j]), times (m, A[i + 3], R[j + 3])),
                 times (m, A[i + 6], R[j + 6]));
}

/* (omega; d') about the body's origin as input `number` changes */
static void twist_of (Derivation *m, int number, int *J)
{
    const int half = geoms_tape_constant (m->tape, 0.5);
    int rate[POSE];

    along (m, number, POSE, m->pose, rate);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        J[i] = times (m, half, minus (m, entry (m, rate + 3, k, j), entry (m, rate + 3, j, k)));
        J[3 + i] = rate[i];
    }
}

/* about the origin of the frame before: d' + d x omega */
static void about_before (Derivation *m, const int *J, int *S)
{
    const int *d = m->pose;

    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        S[i] = J[i];
        S[3 + i] = plus (m, J[3 + i], minus (m, times (m, d[j], J[k]), times (m, d[k], J[j])));
    }
}

/* sum of columns times v, and the last one */
static void velocity_of (Derivation *m, const int *columns, int *V)
{
    for (int i = 0; i < TWIST; i++) {
        V[i] = columns[TWIST * m->n + i];
        for (int k = 0; k < m->n; k++)
            V[i] = plus (m, V[i],
                         times (m, columns[TWIST * k + i], geoms_tape_input (m->tape, m->n + k)));
    }
}

/* ---- all ---- */

static int pose_size (int n) { return POSE + TWIST * n + TWIST; }
static int each_size (int n) { return TWIST * n + 2 * TWIST; }
static int slopes_size (int n) { return 2 * TWIST + TWIST * n + each_size (n) * n; }

static void derive (Derivation *m)
{
    const int n = m->n;
    int J[TWIST * (GEOMS_MOST_COORDINATES + 1)], drift[TWIST], V[TWIST], *to = m->slopes;

    /* columns, the last one of t */
    for (int k = 0; k <= n; k++)
        twist_of (m, k < n ? k : 2 * n, J + TWIST * k);
    memcpy (m->pose + POSE, J, (size_t)(TWIST * (n + 1)) * sizeof *J);
    velocity_of (m, J, V);
    along (m, -1, TWIST, V, m->rate);
    /* about the frame before */
    for (int k = 0; k < n; k++)
        about_before (m, J + TWIST * k, m->S + TWIST * k);
    about_before (m, J + TWIST * n, drift);
    memcpy (m->S + TWIST * n, drift, sizeof drift);
    velocity_of (m, m->S, V);
    memcpy (m->S + TWIST * n, V, sizeof V);
    along (m, -1, TWIST, V, m->S + TWIST * (n + 1));
    /* V, V', S', then what each coordinate changes in them */
    memcpy (to, m->S + TWIST * n, 2 * TWIST * sizeof *to);
    along (m, -1, TWIST * n, m->S, to + 2 * TWIST);
    to += 2 * TWIST + TWIST * n;
    for (int k = 0; k < n; k++)
        along (m, k, each_size (n), m->S, to + each_size (n) * k);
}

/* whether anything changes with t */
static int is_timed (const Derivation *m)
{
    int timed = 0;

    for (int i = 0; i < TWIST; i++)
        timed |= m->pose[POSE + TWIST * m->n + i] != 0;
    return timed;
}

/* [ n; timed; start; size of each program; the programs ] */
static double *join (const Derivation *m, const double *start, int timed, double *const part[3],
                     const size_t size[3], size_t *count)
{
    const size_t n = (size_t)m->n, head = 2 + n + 3;
    double *numbers = malloc ((head + size[0] + size[1] + size[2]) * sizeof *numbers),
           *at = numbers;

    *count = head + size[0] + size[1] + size[2];
    if (numbers == NULL)
        return NULL;
    *at++ = m->n;
    *at++ = timed;
    memcpy (at, start, n * sizeof *at);
    at += n;
    for (int i = 0; i < 3; i++)
        *at++ = (double)size[i];
    for (int i = 0; i < 3; at += size[i++])
        memcpy (at, part[i], size[i] * sizeof *at);
    return numbers;
}

static void tell_memory (GeomsReport *report)
{
    geoms_report (report, GEOMS_OUT_OF_MEMORY,
                  "There is not enough memory for the map of a joint.");
}

/* programs of the nodes that have been derived */
static double *store (const Derivation *m, const double *start, size_t *count, int *timed,
                      GeomsReport *report)
{
    const int *node[3] = {m->pose, m->rate, m->slopes}, n = m->n,
              outputs[3] = {pose_size (n), TWIST, slopes_size (n)};
    double *part[3] = {NULL, NULL, NULL}, *numbers = NULL;
    size_t size[3];
    int made = 0;

    *timed = is_timed (m);
    while (made < 3
           && (part[made] = geoms_record_numbers (m->tape, 2 * n + 1, 0, outputs[made], node[made],
                                                  size + made, report))
                  != NULL)
        made++;
    if (made == 3) {
        numbers = join (m, start, *timed, part, size, count);
        if (numbers == NULL)
            tell_memory (report);
    }
    for (int i = 0; i < 3; i++)
        free (part[i]);
    return numbers;
}

double *geoms_joint_map_numbers (GeomsTape *tape, int n, const int *d, const int *R,
                                 const double *start, size_t *count, int *timed,
                                 GeomsReport *report)
{
    Derivation m = {.tape = tape, .n = n};

    memcpy (m.pose, d, 3 * sizeof *d);
    memcpy (m.pose + 3, R, 9 * sizeof *R);
    derive (&m);
    if (m.failed) {
        tell_memory (report);
        return NULL;
    }
    if (geoms_tape_trouble (tape) != NULL) {
        geoms_report (report,
                      tape->fault == GEOMS_TAPE_FULL ? GEOMS_BAD_MODEL : GEOMS_OUT_OF_MEMORY, "%s",
                      geoms_tape_trouble (tape));
        return NULL;
    }
    return store (&m, start, count, timed, report);
}

/* ---- from numbers ---- */

/* the next of them as a whole number within limits; -1: it is none */
static int whole (const double *numbers, size_t count, size_t *at, double least, double most)
{
    const double value = *at < count ? numbers[(*at)++] : -1;

    return value >= least && value <= most && value == floor (value) ? (int)value : -1;
}

/* sizes of the programs, if the head is sound */
static int read_head (GeomsJointMap *map, int n, const double *numbers, size_t count, size_t *at,
                      size_t size[3])
{
    size_t sum;

    if (n < 1 || n > GEOMS_MOST_COORDINATES || whole (numbers, count, at, n, n) < 0)
        return -1;
    map->n = n;
    map->timed = whole (numbers, count, at, 0, 1);
    if (map->timed < 0 || count < *at + (size_t)n + 3)
        return -1;
    for (int k = 0; k < n; k++) {
        map->start[k] = numbers[(*at)++];
        if (! isfinite (map->start[k]))
            return -1;
    }
    sum = *at + 3;
    for (int i = 0; i < 3; i++) {
        const int length = whole (numbers, count, at, 0, 1e9);
        if (length < 0)
            return -1;
        size[i] = (size_t)length;
        sum += size[i];
    }
    return sum == count ? 0 : -1;
}

int geoms_joint_map_load (GeomsJointMap *map, int n, const double *numbers, size_t count,
                          GeomsReport *report)
{
    const int outputs[3] = {pose_size (n), TWIST, slopes_size (n)};
    GeomsRecorded **const program[3] = {&map->pose, &map->rate, &map->slopes};
    size_t at = 0, size[3];

    memset (map, 0, sizeof *map);
    if (read_head (map, n, numbers, count, &at, size) != 0) {
        geoms_report (report, GEOMS_BAD_MODEL,
                      "The map of a joint is none that this version has written.");
        return -1;
    }
    for (int i = 0; i < 3; at += size[i++]) {
        *program[i]
            = geoms_recorded_load (numbers + at, size[i], 2 * n + 1, outputs[i], NULL, 0, report);
        if (*program[i] == NULL) {
            geoms_joint_map_free (map);
            return -1;
        }
    }
    return 0;
}

void geoms_joint_map_free (GeomsJointMap *map)
{
    geoms_recorded_free (map->pose);
    geoms_recorded_free (map->rate);
    geoms_recorded_free (map->slopes);
    memset (map, 0, sizeof *map);
}

void geoms_joint_map_run (const GeomsJointMap *map, const GeomsRecorded *program, const double *in,
                          double *out)
{
    const GeomsSource source[GEOMS_MOST_SOURCES] = {{in, 2 * map->n + 1, 0}};

    geoms_recorded_run (program, 1, source, out, 0);
}

int geoms_joint_map_values (const double *numbers, size_t count, int n, const double *q, double t,
                            double *values, GeomsReport *report)
{
    GeomsJointMap map;
    double in[INPUTS] = {0}, pose[GEOMS_MAP_POSE];

    if (geoms_joint_map_load (&map, n, numbers, count, report) != 0)
        return -1;
    if (values != NULL) {
        memcpy (in, q, (size_t)n * sizeof *q);
        in[2 * n] = t;
        geoms_joint_map_run (&map, map.pose, in, pose);
        memcpy (values, pose, POSE * sizeof *values);
    }
    geoms_joint_map_free (&map);
    return 0;
}
