/* large.c - chains of thousands of points: GEOMS by sparse matrices beside IDA with KLU
 *
 *     benchmark_large [END [ANGLE [POINTS...]]]      standard: 1, 0.3, 200 2000 (n = 1000, 10000)
 *
 * From rest at an angle. For each number of points: the cheapest run of each code whose largest
 * position error at the end is at most 1e-3 ... 1e-8, tolerances a half decade apart; CPU time of
 * the process, the least of some runs. The reference is a run of GEOMS at 1e-11, with the distance
 * to IDA's index 1 run at 1e-10 beside it. Then steps of GEOMS alone, up to n = 100000.
 */
#include "large.h"
#include "clock.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOOSEST = 3, TIGHTEST = 8, TOLERANCES = 17, MOST_CODES = 6 };

/* ---- GEOMS ---- */

/* the end of a run, which begins at x; steps < 0: it failed */
static LargeRun run_geoms (const Rods *r, int formulation, int method, double tol, double end,
                           double *x)
{
    const size_t n = (size_t)(r->rods + 4 * r->points);
    const double tspan[3] = {0, end / 2, end};
    double *tols = malloc (n * sizeof *tols);
    const double begin = cpu_seconds ();
    LargeRun out = {.steps = -1};
    GeomsOptions options;
    GeomsReport report;
    GeomsRun *run;

    geoms_options_default (&options);
    options.formulation = formulation;
    options.method = method;
    options.dense = options.residuals = GEOMS_SWITCH_OFF;
    for (size_t i = 0; i < n; i++)
        tols[i] = tol;
    const GeomsProblem problem = {.model = &r->model,
                                  .user = (void *)r,
                                  .options = &options,
                                  .rtol = tols,
                                  .atol = tols,
                                  .ntspan = 3,
                                  .tspan = tspan,
                                  .x0 = x};
    run = geoms_run_create (&problem, &report);
    if (run != NULL && geoms_run_integrate (run) == 0) {
        const GeomsSolution *s = geoms_run_solution (run);

        memcpy (x, s->x + (s->count - 1) * n, n * sizeof *x);
        out.steps = geoms_run_counters (run)->naccpt;
        out.jacobians = geoms_run_counters (run)->njac;
    } else
        fprintf (stderr, "%s\n", run != NULL ? geoms_run_report (run)->text : report.text);
    geoms_run_free (run);
    free (tols);
    out.seconds = cpu_seconds () - begin;
    return out;
}

static LargeRun psf_radau5 (const Rods *r, double tol, double end, double *x)
{
    return run_geoms (r, GEOMS_FORMULATION_PSF, GEOMS_METHOD_RADAU5, tol, end, x);
}

static LargeRun psf_radau (const Rods *r, double tol, double end, double *x)
{
    return run_geoms (r, GEOMS_FORMULATION_PSF, GEOMS_METHOD_RADAU, tol, end, x);
}

static LargeRun psf_bdf (const Rods *r, double tol, double end, double *x)
{
    return run_geoms (r, GEOMS_FORMULATION_PSF, GEOMS_METHOD_BDF, tol, end, x);
}

static LargeRun ggl_radau5 (const Rods *r, double tol, double end, double *x)
{
    return run_geoms (r, GEOMS_FORMULATION_GGL, GEOMS_METHOD_RADAU5, tol, end, x);
}

/* ---- equal errors ---- */

typedef struct Code {
    const char *name;
    LargeRun (*run) (const Rods *r, double tol, double end, double *x);
} Code;

typedef struct Tried {
    double tol, error, seconds;
    long steps;
} Tried;

static double distance (const Rods *r, const double *x, const double *y)
{
    const int first = r->rods + 2 * r->points;
    double most = 0;

    for (int i = first; i < first + 2 * r->points; i++)
        most = fmax (most, fabs (x[i] - y[i]));
    return most;
}

/* the least time of runs that fill a third of a second */
static Tried attempt (const Code *code, const Rods *r, double tol, double end, const double *start,
                      const double *exact)
{
    const size_t n = (size_t)(r->rods + 4 * r->points);
    double *x = malloc (n * sizeof *x), spent = 0;
    Tried t = {.tol = tol, .seconds = INFINITY, .error = INFINITY};

    for (int i = 0; i < 20 && spent < 0.3; i++) {
        LargeRun run;

        memcpy (x, start, n * sizeof *x);
        run = code->run (r, tol, end, x);
        if (run.steps < 0)
            break;
        t.steps = run.steps;
        t.seconds = fmin (t.seconds, run.seconds);
        t.error = distance (r, x, exact);
        spent += run.seconds;
    }
    free (x);
    return t;
}

static void row (const char *name, const Tried *tried, const double *first)
{
    printf ("%-22s", name);
    for (int e = LOOSEST; e <= TIGHTEST; e++) {
        const Tried *best = NULL;

        for (int k = 0; k < TOLERANCES; k++)
            if (tried[k].error <= pow (10, -e) && (best == NULL || tried[k].seconds < best->seconds))
                best = tried + k;
        if (best == NULL)
            printf (" %21s", "-");
        else
            printf (" %9.1f %5.2f %5ld", 1e3 * best->seconds, best->seconds / first[e], best->steps);
    }
    printf ("\n");
}

static void best_times (const Tried *tried, double *first)
{
    for (int e = LOOSEST; e <= TIGHTEST; e++) {
        first[e] = INFINITY;
        for (int k = 0; k < TOLERANCES; k++)
            if (tried[k].error <= pow (10, -e))
                first[e] = fmin (first[e], tried[k].seconds);
    }
}

static void equal_errors (const Rods *r, double end, const double *start)
{
    static const Code codes[] = {{"GEOMS psf radau5", psf_radau5}, {"GEOMS psf radau", psf_radau},
                                 {"GEOMS psf bdf", psf_bdf},
                                 {"GEOMS ggl radau5", ggl_radau5}, {"IDA KLU GGL", large_ida_ggl},
                                 {"IDA KLU index 1", large_ida_index1}};
    const int count = have_large_ida () ? 6 : 4;
    const size_t n = (size_t)(r->rods + 4 * r->points);
    double *exact = malloc (2 * n * sizeof *exact), *other = exact + n, first[TIGHTEST + 1];
    static Tried tried[MOST_CODES][TOLERANCES];

    memcpy (exact, start, n * sizeof *exact);
    if (psf_radau5 (r, 1e-11, end, exact).steps < 0)
        exit (1);
    printf ("\nchain of %d points, n = %zu, [0, %g]. ms, time / time of GEOMS psf radau5, steps for "
            "errors 1e-3 ... 1e-8\n", r->points, n, end);
    if (have_large_ida ()) {
        memcpy (other, start, n * sizeof *other);
        large_ida_index1 (r, 1e-10, end, other);
        printf ("reference: GEOMS at 1e-11; IDA, index 1, at 1e-10 is %.1e away\n", distance (r, other, exact));
    }
    for (int c = 0; c < count; c++) {
        for (int k = 0; k < TOLERANCES; k++)
            tried[c][k] = attempt (codes + c, r, pow (10, -2 - 0.5 * k), end, start, exact);
        if (c == 0)
            best_times (tried[0], first);
        row (codes[c].name, tried[c], first);
        fflush (stdout);
    }
    free (exact);
}

/* ---- steps alone ---- */

static void steps_of (int points, double end, double angle)
{
    RodsPlan plan = rods_chain (points, angle);
    Rods *r = rods_new (&plan);
    double *x = malloc ((size_t)(5 * points) * sizeof *x);
    LargeRun run;

    if (r == NULL || x == NULL)
        exit (1);
    if (rods_start (r, x) != 0)
        exit (1);
    run = psf_radau5 (r, 1e-6, end, x);
    printf ("n = %7d: %5ld steps, %5ld Jacobians, %9.1f us per step, %6.3f us per unknown, "
            "%8.1f MB\n", 5 * points, run.steps, run.jacobians,
            1e6 * run.seconds / (double)run.steps,
            1e6 * run.seconds / (double)run.steps / (5.0 * points), megabytes ());
    fflush (stdout);
    free (x);
    rods_free (r);
    rods_plan_free (&plan);
}

static void compare (int points, double end, double angle)
{
    RodsPlan plan = rods_chain (points, angle);
    Rods *r = rods_new (&plan);
    const size_t n = (size_t)(5 * points);
    double *x = malloc (2 * n * sizeof *x);

    if (r == NULL || x == NULL)
        exit (1);
    if (rods_start (r, x) != 0)
        exit (1);
    equal_errors (r, end, x);
    free (x);
    rods_free (r);
    rods_plan_free (&plan);
}

int main (int argc, char **argv)
{
    static const int standard[] = {200, 2000}, sizes[] = {6, 20, 60, 200, 2000, 20000};
    const double end = argc > 1 ? atof (argv[1]) : 1, angle = argc > 2 ? atof (argv[2]) : 0.3;

    for (int i = 0; i < 6; i++)
        steps_of (sizes[i], end, angle);
    for (int i = 0; i < (argc > 3 ? argc - 3 : 2); i++)
        compare (argc > 3 ? atoi (argv[3 + i]) : standard[i], end, angle);
    return 0;
}
