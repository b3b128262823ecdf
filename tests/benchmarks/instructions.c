/* instructions.c - whole runs of the pendulum, [0, 100], counted in instructions at equal errors
 *
 *     benchmark_instructions plan            who needs which tolerance for which error, one line
 *                                            each
 *     benchmark_instructions count PLAN      makes all these runs, each inside counted_run
 *     benchmark_instructions table PLAN N    prints the table; N: a file with the counts of the
 *                                            runs
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

static const double tend = 100;

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
