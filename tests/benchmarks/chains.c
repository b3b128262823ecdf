/* chains.c - chains of damped hinges: time per step and memory against the number of bodies
 *
 *     benchmark_chains [cable] [METHOD TOLERANCE END DENSE BODIES...]
 *
 * cable: of 10 m, in the plane, the last body pinned 8 m away, drawn down and let go.
 * METHOD: radau5, bdf, dopri5; DENSE not 0: by matrices, also where the model solves its own Newton
 * systems. A line for each number of bodies: steps, Jacobians, ms in all and for each step, MB at
 * most, the first velocity and coordinate at the end.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "geoms_tree.h"

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

/* 1 kg / m; from the drawn shape, straight from both ends to the middle */
static void cable_of (int count, GeomsBody *body, GeomsForce *force, GeomsLoopJoint *pin,
                      double *angle)
{
    const double step = 10.0 / count;

    for (int i = 0; i < count; i++) {
        body[i] = (GeomsBody){.parent = i - 1,
                              .joint = GEOMS_JOINT_REVOLUTE,
                              .axis = {0, 0, 1},
                              .at = {i > 0 ? step : 0, 0, 0},
                              .turn = {1, 0, 0, 0, 1, 0, 0, 0, 1},
                              .mass = step,
                              .com = {step / 2, 0, 0},
                              .inertia = {0, 0, step * step * step / 12, 0, 0, 0}};
        force[i] = (GeomsForce){
            .kind = GEOMS_FORCE_JOINT, .velocity = i, .damping = i > 0 ? 0.01 : 0};
        angle[i] = i == 0 ? -acos (0.8) : i == count / 2 ? 2 * acos (0.8) : 0;
    }
    *pin = (GeomsLoopJoint){.kind = GEOMS_LOOP_REVOLUTE};
    for (int i = 0; i < 2; i++)
        pin->side[i] = (GeomsPlace){.body = i == 0 ? -1 : count - 1,
                                    .at = {i == 0 ? 8 : step, 0, 0},
                                    .turn = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
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
            ms / (double)c->naccpt, megabytes (), s->velocity_rows, x[s->n - 2 * count],
            x[s->n - count]);
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
    const double begin = cpu_seconds ();
    GeomsRun *r = geoms_run_create (problem, &report);
    int status = 1;

    if (r != NULL) {
        status = geoms_run_integrate (r);
        report = *geoms_run_report (r);
        tell (r, method, count, 1000 * (cpu_seconds () - begin));
    }
    if (status != 0)
        printf ("%s\n", report.text);
    geoms_run_free (r);
    return status != 0;
}

static int run (int pinned, int count, const char *method, double tolerance, double end, int dense)
{
    const size_t n = 2 * (size_t)count + (pinned ? 2 : 0);
    GeomsBody *body = calloc ((size_t)count, sizeof *body);
    GeomsForce *force = calloc ((size_t)count, sizeof *force);
    double *x0 = calloc (2 * n, sizeof *x0), *tol = x0 + n;
    const double tspan[3] = {0, end / 2, end};
    GeomsLoopJoint pin;
    const GeomsTreeDescription d = {.planar = pinned,
                                    .gravity = {0, pinned ? -9.81 : 0, pinned ? 0 : -9.81},
                                    .bodies = count,
                                    .body = body,
                                    .loops = pinned,
                                    .loop = &pin,
                                    .forces = count,
                                    .force = force};
    const GeomsOptions options = options_of (method);
    GeomsReport report;
    GeomsModel model;

    if (pinned)
        cable_of (count, body, force, &pin, x0 + n - (size_t)count);
    else
        chain_of (count, body, force);
    GeomsTreeSystem *system = geoms_tree_create (&d, &model, &report);
    if (dense)
        memset (&model.newton, 0, sizeof model.newton);
    for (size_t i = 0; i < n; i++)
        tol[i] = tolerance;
    for (int i = 0; i < count && ! pinned; i++)
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
    static const int cables[] = {10, 30, 100, 300, 500, 1000}, chains[] = {10, 100, 1000, 10000};
    const int pinned = argc > 1 && strcmp (argv[1], "cable") == 0;
    char **arg = argv + pinned;
    const int given = argc - pinned;
    const char *method = given > 1 ? arg[1] : "radau5";
    const double tolerance = given > 2 ? atof (arg[2]) : pinned ? 1e-4 : 1e-6,
                 end = given > 3 ? atof (arg[3]) : 1;
    const int dense = given > 4 ? atoi (arg[4]) : 0;
    int failed = 0;

    for (int i = 0; given <= 5 && i < (pinned ? 6 : 4); i++)
        failed |= run (pinned, (pinned ? cables : chains)[i], method, tolerance, end, dense);
    for (int i = 5; i < given; i++)
        failed |= run (pinned, atoi (arg[i]), method, tolerance, end, dense);
    return failed;
}
