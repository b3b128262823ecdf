/* instructions.c - whole runs of the pendulum, [0, 100], counted in instructions at equal errors
 *
 *     benchmark_instructions plan            who needs which tolerance for which error, one line
 *                                            each
 *     benchmark_instructions count PLAN      makes all these runs, each inside counted_run
 *     benchmark_instructions table PLAN N    prints the table; N: a file with the counts of the
 *                                            runs
 *     benchmark_instructions pairs           runs of other formulations and methods, each inside
 *                                            counted_run; their names, and their steps
 *
 * The error is the largest |p - exact| over all steps; that of a tolerance counts as at least as
 * large as those of smaller tolerances. Two runs enclose each error; log (instructions) is
 * interpolated over log (error). tests/benchmarks/run instructions lets callgrind count between
 * entry and exit of counted_run: numbers that do not depend on the load of the machine.
 */
#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WHO = 3, GRID = 43, FIRST = 3, LAST = 7 }; /* errors 1e-3 ... 1e-7 */

static double tend = 100;

static double grid (int k) /* 1e-2 ... 10^-12.5 in quarters of a decade */
{
    return pow (10, -2 - 0.25 * k);
}

static int contenders (void *user, Contender *c)
{
    const Contender all[WHO] = {
        {"GEOMS", "psf", NULL, &model_pendulum, user, NULL, 0, run_geoms},
        {"RADAU5", "index 1, p' = v", &pendulum_index1, NULL, NULL, NULL, 1, run_radau5},
        {"RADAU5", "index 2, p' = v", &pendulum_index2, NULL, NULL, NULL, 1, run_radau5},
    };

    memcpy (c, all, sizeof all);
    return have_radau5 () ? WHO : 1;
}

/* one line of the plan: for an error 10^-level, two tolerances with their errors, and
 * instructions */
typedef struct Entry {
    int who, level;
    double tol[2], error[2], count[2];
} Entry;

static void counted_run (const Contender *c, double tol, Outcome *o)
{
    c->run (c, tol, tend, NULL, NULL, o);
}

/* ---- plan ---- */

/* error[k] <- the largest one for grid (k) and smaller tolerances; NaN where a run fails */
static void scan (const Contender *c, double *error)
{
    for (int k = 0; k < GRID; k++) {
        const Outcome o = follow (c, grid (k), tend);

        error[k] = o.failed ? NAN : o.error;
    }
    for (int k = GRID - 2; k >= 0; k--)
        error[k] = fmax (error[k], error[k + 1]);
}

static void plan (const Contender *c, int count)
{
    for (int i = 0; i < count; i++) {
        double error[GRID];

        scan (c + i, error);
        for (int level = FIRST; level <= LAST; level++)
            for (int k = 1; k < GRID; k++)
                if (error[k] <= pow (10, -level) && error[k - 1] > pow (10, -level))
                    printf ("%d %d %.17g %.17g %.17g %.17g\n", i, level, grid (k - 1), error[k - 1],
                            grid (k), error[k]);
    }
}

/* ---- runs ---- */

static int read_entry (FILE *stream, Entry *e)
{
    return fscanf (stream, "%d %d %lf %lf %lf %lf", &e->who, &e->level, e->tol, e->error,
                   e->tol + 1, e->error + 1)
               == 6
           && e->who >= 0 && e->who < WHO && e->level >= FIRST && e->level <= LAST;
}

static void count_runs (const Contender *c, FILE *stream)
{
    void (*volatile run) (const Contender *, double, Outcome *) = counted_run; /* never inline */
    Entry e;

    while (read_entry (stream, &e))
        for (int i = 0; i < 2; i++) {
            Outcome o = {0};

            run (c + e.who, e.tol[i], &o);
        }
}

/* ---- table ---- */

/* 1 at the first of two runs, 0 at the second */
static double between (const Entry *e)
{
    return log (pow (10, -e->level) / e->error[1]) / log (e->error[0] / e->error[1]);
}

static double instructions (const Entry *e)
{
    const double s = between (e);

    return exp (s * log (e->count[0]) + (1 - s) * log (e->count[1]));
}

static void print_entry (const Entry *e)
{
    const double s = between (e);

    printf ("  %9.2e %9.1e %10.2f", exp (s * log (e->tol[0]) + (1 - s) * log (e->tol[1])),
            e->error[1], 1e-6 * instructions (e));
}

static void print_table (const Contender *c, int count, Entry (*found)[LAST + 1])
{
    printf ("\nPendulum, [0, %g]: instructions of whole runs, in millions, at equal largest error. "
            "Tolerance:\n"
            "interpolated as they are; error: of the more exact of the two runs around it. Best of "
            "RADAU5 with\n"
            "p' = v declared. Ratio: RADAU5 / GEOMS; above 1, GEOMS needs fewer.\n\n"
            "%8s  %30s  %30s\n%8s  %9s %9s %10s  %9s %9s %10s  %7s\n",
            tend, "", "GEOMS psf        ", "RADAU5           ", "error", "tolerance", "error",
            "million", "tolerance", "error", "million", "ratio");
    for (int level = FIRST; level <= LAST; level++) {
        int best = 0;

        printf ("   1e-%02d", level);
        for (int i = 1; i < count; i++)
            if (found[i][level].count[1] > 0
                && (best == 0
                    || instructions (&found[i][level]) < instructions (&found[best][level])))
                best = i;
        if (! (found[0][level].count[1] > 0) || best == 0) {
            printf ("  not reached\n");
            continue;
        }
        print_entry (&found[0][level]);
        print_entry (&found[best][level]);
        printf ("  %7.2f  %s\n",
                instructions (&found[best][level]) / instructions (&found[0][level]),
                c[best].form_name);
    }
}

static int table (const Contender *c, int count, FILE *stream, FILE *numbers)
{
    static Entry found[WHO][LAST + 1];
    Entry e;

    while (read_entry (stream, &e)) {
        if (fscanf (numbers, "%lf %lf", e.count, e.count + 1) != 2)
            return 1;
        found[e.who][e.level] = e;
    }
    print_table (c, count, found);
    return 0;
}

/* ---- instructions per step of other pairs, all of a run in them ---- */

typedef struct OtherPair {
    int formulation, method;
} OtherPair;

static const OtherPair others[] = {{GEOMS_FORMULATION_PARTITION_SVD, GEOMS_METHOD_DOPRI5},
                                   {GEOMS_FORMULATION_PARTITION_FIXED, GEOMS_METHOD_DOPRI5},
                                   {GEOMS_FORMULATION_INDEX1, GEOMS_METHOD_DOPRI5},
                                   {GEOMS_FORMULATION_INDEX1, GEOMS_METHOD_RADAU5},
                                   {GEOMS_FORMULATION_GGL, GEOMS_METHOD_RADAU5},
                                   {GEOMS_FORMULATION_PSF, GEOMS_METHOD_RADAU5}};
enum { OTHERS = sizeof others / sizeof others[0] };

static const OtherPair *other; /* the one that is chosen                                        */

static void choose_other (GeomsOptions *o)
{
    o->formulation = other->formulation;
    o->method = other->method;
}

static void count_others (const TestModel *model, const double *q, int nq, double last)
{
    void (*volatile run) (const Contender *, double, Outcome *) = counted_run; /* never inline */

    for (int i = 0; i < OTHERS; i++) {
        TestModel given = *model;
        Contender c = {.code = "GEOMS", .model = &given, .set = choose_other, .run = run_geoms};
        Outcome o = {0};

        if (model->blocks_jac != NULL)
            given.system = model_blocks (model);
        other = &others[i];
        tend = last;
        c.user = given.system.create (q, nq);
        run (&c, 1e-6, &o);
        printf ("%s, %d velocities: %s, %s %ld\n", model->name, model->system.dims.nv,
                geoms_formulation_entry (other->formulation)->word,
                geoms_method_entry (other->method)->word, o.failed ? 0 : o.steps);
        given.system.destroy (c.user);
    }
}

static void pairs (void)
{
    const double bodies[2] = {6, 20};
    const TestModel chains[2] = {model_chain (6), model_chain (20)};

    count_others (&model_pendulum, NULL, 0, 20);
    for (int i = 0; i < 2; i++)
        count_others (&chains[i], &bodies[i], 1, 2);
    count_others (&model_andrews, NULL, 0, 0.03);
}

int main (int argc, char **argv)
{
    void *user = model_pendulum.system.create (NULL, 0);
    FILE *stream = argc > 2 ? fopen (argv[2], "r") : NULL;
    FILE *numbers = argc > 3 ? fopen (argv[3], "r") : NULL;
    Contender c[WHO];
    const int count = contenders (user, c);
    int status = 0;

    if (argc == 2 && strcmp (argv[1], "plan") == 0)
        plan (c, count);
    else if (argc == 2 && strcmp (argv[1], "pairs") == 0)
        pairs ();
    else if (argc == 3 && strcmp (argv[1], "count") == 0 && stream != NULL)
        count_runs (c, stream);
    else if (argc == 4 && strcmp (argv[1], "table") == 0 && stream != NULL && numbers != NULL)
        status = table (c, count, stream, numbers);
    else
        status = 2;
    if (stream != NULL)
        fclose (stream);
    if (numbers != NULL)
        fclose (numbers);
    model_pendulum.system.destroy (user);
    return status;
}
