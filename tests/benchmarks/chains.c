/* chains.c - chains of damped hinges: time per step and memory against the number of bodies
 *
 *     benchmark_chains [METHOD TOLERANCE END DENSE BODIES...]
 *
 * METHOD: radau5, bdf, dopri5; DENSE not 0: by matrices, also where the model solves its own Newton
 * systems. A line for each number of bodies: steps, Jacobians, ms in all and for each step, MB at most.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "geoms_tree.h"

static double seconds (void)
{
    struct timespec t;

    clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double megabytes (void)
{
    struct rusage usage;

    getrusage (RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss / 1024;
}

/* axes y and x in turn, a damper in each */
static void chain_of (int count, GeomsBody *body, GeomsForce *force)
{
    for (int i = 0; i < count; i++) {
        body[i] = (GeomsBody){.parent = i - 1,
                              .joint = GEOMS_JOINT_REVOLUTE,
                              .axis = {i % 2, 1 - i % 2, 0},
                              .at = {i > 0, 0, 0},
                              .turn = {1, 0, 0, 0, 1, 0, 0, 0, 1},
                              .mass = 1,
                              .com = {0.5, 0, 0},
                              .inertia = {.01, .09, .09, 0, 0, 0}};
        force[i] = (GeomsForce){.kind = GEOMS_FORCE_JOINT, .velocity = i, .damping = 20};
    }
}

static int method_of (const char *word)
{
    return strcmp (word, "bdf") == 0      ? GEOMS_METHOD_BDF
           : strcmp (word, "dopri5") == 0 ? GEOMS_METHOD_DOPRI5
                                          : GEOMS_METHOD_RADAU5;
}

static int run (int count, const char *method, double tolerance, double end, int dense)
{
    GeomsBody *body = calloc ((size_t)count, sizeof *body);
    GeomsForce *force = calloc ((size_t)count, sizeof *force);
    double *x0 = calloc ((size_t)(4 * count), sizeof *x0), *tol = x0 + 2 * count;
    const double tspan[3] = {0, end / 2, end};
    GeomsTreeDescription d = {.gravity = {0, 0, -9.81}, .bodies = count, .body = body, .forces = count, .force = force};
    GeomsReport report;
    GeomsOptions options;
    GeomsModel model;

    chain_of (count, body, force);
    GeomsTreeSystem *system = geoms_tree_create (&d, &model, &report);
    geoms_options_default (&options);
    options.method = method_of (method);
    options.dense = GEOMS_SWITCH_OFF;
    if (options.method == GEOMS_METHOD_DOPRI5)
        options.formulation = GEOMS_FORMULATION_PARTITION_FULL;
    if (dense)
        memset (&model.newton, 0, sizeof model.newton);
    for (int i = 0; i < 2 * count; i++)
        tol[i] = tolerance;
    for (int i = 0; i < count; i++)
        x0[count + i] = 0.1 * (i % 7 - 3);
    const GeomsProblem problem = {.model = &model, .user = system, .options = &options, .rtol = tol, .atol = tol, .ntspan = 3, .tspan = tspan, .x0 = x0};
    const double begin = seconds ();
    GeomsRun *r = geoms_run_create (&problem, &report);
    if (r == NULL) {
        printf ("%s\n", report.text);
        return 1;
    }
    const int status = geoms_run_integrate (r);
    const GeomsCounters *c = geoms_run_counters (r);
    const GeomsSolution *s = geoms_run_solution (r);
    const double ms = 1000 * (seconds () - begin);
    printf ("%-7s N %6d: %5ld steps, %4ld rejected, %5ld Jacobians, %6ld evaluations, %9.1f ms, %8.3f ms per step, %7.1f MB, %s, v1 %.10g, q1 %.12g\n",
            method, count, c->naccpt, c->nerjct, c->njac, c->neom, ms, ms / (double)c->naccpt, megabytes (),
            s->velocity_rows, s->x[(s->count - 1) * (size_t)s->n], s->x[(s->count - 1) * (size_t)s->n + (size_t)count]);
    if (status != 0)
        printf ("%s\n", geoms_run_report (r)->text);
    geoms_run_free (r);
    geoms_tree_free (system);
    free (body);
    free (force);
    free (x0);
    return status != 0;
}

int main (int argc, char **argv)
{
    const char *method = argc > 1 ? argv[1] : "radau5";
    const double tolerance = argc > 2 ? atof (argv[2]) : 1e-6, end = argc > 3 ? atof (argv[3]) : 1;
    const int dense = argc > 4 ? atoi (argv[4]) : 0;
    int failed = 0;

    if (argc <= 5)
        for (int count = 10; count <= 10000; count *= 10)
            failed |= run (count, method, tolerance, end, dense);
    for (int i = 5; i < argc; i++)
        failed |= run (atoi (argv[i]), method, tolerance, end, dense);
    return failed;
}
