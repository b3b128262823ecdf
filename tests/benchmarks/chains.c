/* chains.c - chains of damped hinges: time per step and memory against the number of bodies
 *
 *     benchmark_chains [METHOD TOLERANCE END DENSE BODIES...]
 *
 * METHOD: radau5, bdf, dopri5; DENSE not 0: by matrices, also where the model solves its own Newton
 * systems. A line for each number of bodies: steps, Jacobians, ms in all and for each step, MB at
 * most, the first velocity and coordinate at the end.
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

static void tell (GeomsRun *r, const char *method, int count, double ms)
{
    const GeomsCounters *c = geoms_run_counters (r);
    const GeomsSolution *s = geoms_run_solution (r);
    const double *x = s->x + (s->count - 1) * (size_t)s->n;

    printf ("%-7s N %6d: %5ld steps, %4ld rejected, %5ld Jacobians, %6ld evaluations, ", method,
            count, c->naccpt, c->nerjct, c->njac, c->neom);
    printf ("%9.1f ms, %8.3f ms per step, %7.1f MB, %s, v1 %.10g, q1 %.12g\n", ms,
            ms / (double)c->naccpt, megabytes (), s->velocity_rows, x[0], x[count]);
}

static GeomsOptions options_of (const char *method)
{
    GeomsOptions options;

    geoms_options_default (&options);
    options.method = method_of (method);
    options.dense = GEOMS_SWITCH_OFF;
    if (options.method == GEOMS_METHOD_DOPRI5)
        options.formulation = GEOMS_FORMULATION_PARTITION_FULL;
    return options;
}

static int integrate (const GeomsProblem *problem, const char *method, int count)
{
    GeomsReport report;
    const double begin = seconds ();
    GeomsRun *r = geoms_run_create (problem, &report);
    int status = 1;

    if (r != NULL) {
        status = geoms_run_integrate (r);
        report = *geoms_run_report (r);
        tell (r, method, count, 1000 * (seconds () - begin));
    }
    if (status != 0)
        printf ("%s\n", report.text);
    geoms_run_free (r);
    return status != 0;
}

static int run (int count, const char *method, double tolerance, double end, int dense)
{
    const size_t n = 2 * (size_t)count;
    GeomsBody *body = calloc ((size_t)count, sizeof *body);
    GeomsForce *force = calloc ((size_t)count, sizeof *force);
    double *x0 = calloc (2 * n, sizeof *x0), *tol = x0 + n;
    const double tspan[3] = {0, end / 2, end};
    const GeomsTreeDescription d = {.gravity = {0, 0, -9.81},
                                    .bodies = count,
                                    .body = body,
                                    .forces = count,
                                    .force = force};
    const GeomsOptions options = options_of (method);
    GeomsReport report;
    GeomsModel model;

    chain_of (count, body, force);
    GeomsTreeSystem *system = geoms_tree_create (&d, &model, &report);
    if (dense)
        memset (&model.newton, 0, sizeof model.newton);
    for (size_t i = 0; i < n; i++)
        tol[i] = tolerance;
    for (int i = 0; i < count; i++)
        x0[count + i] = 0.1 * (i % 7 - 3);
    const GeomsProblem problem = {.model = &model,
                                  .user = system,
                                  .options = &options,
                                  .rtol = tol,
                                  .atol = tol,
                                  .ntspan = 3,
                                  .tspan = tspan,
                                  .x0 = x0};
    const int failed = integrate (&problem, method, count);
    geoms_tree_free (system);
    free (body);
    free (force);
    free (x0);
    return failed;
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
