/* trees.c - forward dynamics of a serial chain: GEOMS beside Orocos KDL, Bullet, Simbody
 *
 *     1  microseconds per link, CPU time, best of ROUNDS in turn; largest difference of the
 *        accelerations from those of GEOMS, as part of their largest
 *     2  slope of log t against log N, between the shortest and the longest chain
 *     3  time of Orocos KDL and of the fastest peer as multiples of that of GEOMS
 *     4  as 1 of chains in a plane: "recursion" in space, "model" in the plane
 *
 * "recursion": the core's frames, velocities, accelerations; "model": the callback that
 * runs call; "4 states": the same for as many states at once, the time of each. Codes that were not
 * found when this was configured are named and left out. Numbers are printed, nothing is asserted.
 * Argument: the longest chain, standard 100000; or `count`, for tests/benchmarks/run instructions:
 * a line for each of ours, which ends with the links in the count inside counted_tree; or `ratios`, for
 * tests/benchmarks/ratios: `code,problem,,ratio` for chains of 10 and 100 links, over "model".
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "geoms_tree.h"
#include "model/tree/tree.h"
#include "peers.h"

enum { ROUNDS = 7, SIZES = 5, MOST_PEERS = 6, STATES = 4, OURS = 3, COUNTED = 100 };

static const double least_seconds = 5e-3; /* of a round                                          */

/* ---- GEOMS ---- */

typedef struct Chain {
    GeomsArena arena;
    GeomsTree tree;
    GeomsTreeState state;
    GeomsTreeSystem *system;
    GeomsModel model;
    double *x, *tau;
} Chain;

/* about y and x in turn, or, `flat`, about y alone */
static GeomsBody *links (int count, int flat)
{
    GeomsBody *body = calloc ((size_t)count, sizeof *body);

    for (int i = 0; i < count && body != NULL; i++)
        body[i] = (GeomsBody){.parent = i - 1,
                              .joint = GEOMS_JOINT_REVOLUTE,
                              .axis = {flat ? 0 : i % 2, flat ? 1 : 1 - i % 2, 0},
                              .at = {0, 0, i > 0 ? LENGTH : 0},
                              .turn = {1, 0, 0, 0, 1, 0, 0, 0, 1},
                              .mass = MASS,
                              .com = {0, 0, LENGTH / 2},
                              .inertia = {TRANSVERSE, TRANSVERSE, AXIAL}};
    return body;
}

static void destroy (void *object)
{
    Chain *c = object;

    geoms_tree_free (c->system);
    geoms_arena_free (&c->arena);
    free (c);
}

static void *create_links (int count, int flat)
{
    Chain *c = calloc (1, sizeof *c);
    GeomsBody *body = links (count, flat);
    GeomsReport report;

    if (c == NULL || body == NULL)
        exit (1);
    const GeomsTreeDescription d = {.gravity = {0, 0, -GRAVITY}, .bodies = count, .body = body};
    c->system = geoms_tree_create (&d, &c->model, &report);
    geoms_tree_compile (&c->tree, count, body, 0, &c->arena);
    geoms_tree_state_create (&c->state, &c->tree, &c->arena);
    memcpy (c->state.gravity, d.gravity, sizeof d.gravity);
    c->x = geoms_arena_reals (&c->arena, 4 * STATES * (size_t)count);
    c->tau = geoms_arena_reals (&c->arena, (size_t)count);
    free (body);
    if (c->system == NULL || c->arena.failed)
        exit (1);
    return c;
}

static void *create (int count) { return create_links (count, 0); }
static void *create_flat (int count) { return create_links (count, 1); }

static void by_recursion (void *object, const double *q, const double *v, double *vdot)
{
    Chain *c = object;

    geoms_tree_place (&c->state, q);
    geoms_tree_move (&c->state, v);
    geoms_tree_accelerations (&c->state, NULL, c->tau, vdot);
}

/* `states` times the same state in one call */
static void by_model (Chain *c, int states, const double *q, const double *v, double *vdot)
{
    const double t[STATES] = {0};
    const int n = c->tree.nv;
    double *out = c->x + 2 * n * states;

    for (int j = 0; j < states; j++) {
        memcpy (c->x + 2 * n * j, v, (size_t)n * sizeof *v);
        memcpy (c->x + 2 * n * j + n, q, (size_t)n * sizeof *q);
    }
    c->model.accelerations (states, t, c->x, 2 * n, out, 2 * n, c->system);
    memcpy (vdot, out + 2 * n * (states - 1), (size_t)n * sizeof *vdot);
}

static void one_state (void *chain, const double *q, const double *v, double *vdot)
{
    by_model (chain, 1, q, v, vdot);
}

static void some_states (void *chain, const double *q, const double *v, double *vdot)
{
    by_model (chain, STATES, q, v, vdot);
}

/* ---- time ---- */

static double cpu_seconds (void)
{
    struct timespec now;

    clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* folded: angles and velocities of no pattern that matters */
static void fold (int count, double *q, double *v)
{
    for (int i = 0; i < count; i++) {
        q[i] = 0.1 * (i % 7 - 3);
        v[i] = 0.05 * (i % 5 - 2);
    }
}

/* the clock is read after about 10000 links each */
static double one_round (const Peer *p, void *chain, int n, const double *q, const double *v,
                         double *vdot)
{
    const double start = cpu_seconds ();
    double seconds;
    int count = 0;

    do {
        for (int links = 0; links < 10000; links += n, count++)
            p->accelerations (chain, q, v, vdot);
        seconds = cpu_seconds () - start;
    } while (seconds < least_seconds);
    return seconds / count / (p->states > 1 ? p->states : 1);
}

/* best of the rounds, in turn; differences from peer number 0 */
static void measure (const Peer *const *peers, int count, int n, double *best, double *apart)
{
    double *q = calloc (3 * (size_t)n, sizeof *q), *v = q + n, *first = v + n;
    double *vdot = calloc ((size_t)n, sizeof *vdot), largest = 0;
    void *chain[MOST_PEERS];

    if (q == NULL || vdot == NULL)
        exit (1);
    fold (n, q, v);
    for (int i = 0; i < count; i++) {
        chain[i] = n <= peers[i]->most ? peers[i]->create (n) : NULL;
        best[i] = NAN;
    }
    for (int r = 0; r < ROUNDS; r++)
        for (int i = 0; i < count; i++) {
            double *to = i == 0 ? first : vdot;
            if (chain[i] == NULL)
                continue;
            best[i] = fmin (best[i], one_round (peers[i], chain[i], n, q, v, to));
            apart[i] = 0;
            for (int k = 0; k < n; k++) {
                largest = fmax (largest, fabs (first[k]));
                apart[i] = fmax (apart[i], fabs (to[k] - first[k]));
            }
            apart[i] /= largest;
        }
    for (int i = 0; i < count; i++)
        if (chain[i] != NULL)
            peers[i]->destroy (chain[i]);
    free (vdot);
    free (q);
}

/* ---- tables ---- */

/* GEOMS on chains in space and in a plane */
static const Peer ours[2][OURS]
    = {{{"GEOMS, recursion", 1000000, create, by_recursion, destroy, 1},
        {"GEOMS, model", 1000000, create, one_state, destroy, 1},
        {"GEOMS, 4 states", 1000000, create, some_states, destroy, STATES}},
       {{"GEOMS, recursion", 1000000, create_flat, by_recursion, destroy, 1},
        {"GEOMS, model", 1000000, create_flat, one_state, destroy, 1},
        {"GEOMS, 4 states", 1000000, create_flat, some_states, destroy, STATES}}};

static int find_ours (const Peer **peers, int flat)
{
    for (int i = 0; i < OURS; i++)
        peers[i] = &ours[flat][i];
    return OURS;
}

static int find_peers (const Peer **peers)
{
    int count = find_ours (peers, 0);

#ifdef HAVE_KDL
    peers[count++] = &peer_kdl;
#else
    printf ("Orocos KDL is not here: left out\n");
#endif
#ifdef HAVE_BULLET
    peers[count++] = &peer_bullet;
#else
    printf ("Bullet is not here: left out\n");
#endif
#ifdef HAVE_SIMBODY
    peers[count++] = &peer_simbody;
#else
    printf ("Simbody is not here: left out\n");
#endif
    return count;
}

static void print_line (const Peer *p, const double (*seconds)[MOST_PEERS],
                        const double (*apart)[MOST_PEERS], const int *size, int sizes, int i)
{
    double worst = 0;
    int last = 0;

    printf ("%-18s", p->name);
    for (int k = 0; k < sizes; k++) {
        if (isnan (seconds[k][i])) {
            printf (" %9s", "-");
            continue;
        }
        last = k;
        worst = fmax (worst, apart[k][i]);
        printf (" %9.4f", 1e6 * seconds[k][i] / size[k]);
    }
    printf ("   slope %.3f   apart %.1e\n",
            last > 0 ? log (seconds[last][i] / seconds[0][i]) / log ((double)size[last] / size[0])
                     : 0,
            worst);
}

/* best times and differences of chains of 10, 100, ... links; how many lengths */
static int table (const char *title, const Peer *const *peers, int count, int longest,
                  double (*seconds)[MOST_PEERS])
{
    double apart[SIZES][MOST_PEERS];
    int size[SIZES], sizes = 0;

    printf ("\n%s, microseconds per link, CPU time, best of %d\n%-18s", title, ROUNDS, "");
    for (int n = 10; n <= longest && sizes < SIZES; n *= 10) {
        size[sizes] = n;
        measure (peers, count, n, seconds[sizes], apart[sizes]);
        printf (" %9d", n);
        sizes++;
    }
    printf ("\n");
    for (int i = 0; i < count; i++)
        print_line (peers[i], seconds, apart, size, sizes, i);
    return sizes;
}

/* ---- ratios ---- */

enum { MODEL = 1 }; /* number of "model" among ours */

static void print_ratios (void)
{
    const Peer *peers[MOST_PEERS];
    const int count = find_peers (peers);

    for (int n = 10; n <= 100; n *= 10) {
        double best[MOST_PEERS], apart[MOST_PEERS];

        measure (peers, count, n, best, apart);
        for (int i = OURS; i < count; i++)
            printf ("%s,evaluation of %d links,,%.2f\n", peers[i]->name, n,
                    best[i] / best[MODEL]);
    }
}

/* ---- instructions ---- */

static void counted_tree (const Peer *p, void *chain, const double *q, const double *v,
                          double *vdot)
{
    for (int i = 0; i < COUNTED; i++)
        p->accelerations (chain, q, v, vdot);
}

/* of chains of COUNTED links, COUNTED times each of ours: what a tool counts inside counted_tree */
static void count_trees (void)
{
    void (*volatile run) (const Peer *, void *, const double *, const double *, double *)
        = counted_tree; /* never inline */
    double q[COUNTED], v[COUNTED], vdot[COUNTED];

    fold (COUNTED, q, v);
    for (int i = 0; i < 2 * OURS; i++) {
        const Peer *p = &ours[i / OURS][i % OURS];
        void *chain = p->create (COUNTED);

        p->accelerations (chain, q, v, vdot); /* what is made at the first call */
        run (p, chain, q, v, vdot);
        p->destroy (chain);
        printf ("%s chain, %s %d\n", i < OURS ? "spatial" : "planar", p->name,
                COUNTED * COUNTED * p->states);
    }
}

int main (int argc, char **argv)
{
    if (argc > 1 && strcmp (argv[1], "count") == 0) {
        count_trees ();
        return 0;
    }
    if (argc > 1 && strcmp (argv[1], "ratios") == 0) {
        print_ratios ();
        return 0;
    }
    const int longest = argc > 1 ? atoi (argv[1]) : 100000;
    const Peer *peers[MOST_PEERS];
    double seconds[SIZES][MOST_PEERS];
    const int count = find_peers (peers);
    const int sizes = table ("serial chain of hinges", peers, count, longest, seconds);

    printf ("\ntimes of other codes as multiples of GEOMS, recursion\n");
    for (int i = OURS; i < count; i++) {
        printf ("%-18s", peers[i]->name);
        for (int k = 0; k < sizes; k++)
            if (! isnan (seconds[k][i]))
                printf (" %9.2f", seconds[k][i] / seconds[k][0]);
        printf ("\n");
    }
    table ("the same with parallel hinges", peers, find_ours (peers, 1), longest, seconds);
    return 0;
}
