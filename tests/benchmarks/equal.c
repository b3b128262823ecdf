/* equal.c - GEOMS beside RADAU5, DASPK and IDA on seven problems: times at equal errors
 *
 *     benchmark_equal [ROUNDS]
 *
 * Errors: effort.h; problems and forms: problems.h. Ratio: the best of all peers over GEOMS with its
 * default method, and over the better one of radau5 and radau.
 */
#include "problems.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { LEVELS = 6 };

static const double levels[LEVELS] = {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8};

/* ---- times ---- */

static void print_row (const char *code, const char *form, const double *ms)
{
    printf ("  %-14s %-16s", code, form);
    for (int l = 0; l < LEVELS; l++)
        if (ms[l] > 0)
            printf (" %10.3f", ms[l]);
        else
            printf (" %10s", "-");
    printf ("\n");
}

static double better (double a, double b) { return fmin (a, b); } /* NaN: not there */

static void print_ratios (double (*ms)[LEVELS], int n)
{
    for (int both = 0; both < 2; both++) {
        double ratio[LEVELS];

        for (int l = 0; l < LEVELS; l++) {
            double best = NAN;

            for (int i = OURS; i < n; i++)
                best = better (best, ms[i][l]);
            ratio[l] = best / (both ? better (ms[0][l], ms[1][l]) : ms[0][l]);
        }
        print_row ("best peer /", both ? "better of ours" : "GEOMS radau5", ratio);
    }
}

static void print_table (const Problem *p, const Contender *c, int n, double (*error)[GRID],
                         int rounds)
{
    double ms[MOST_CONTENDERS][LEVELS];

    printf ("\n%s, [0, %g]: ms at an error of\n%33s", p->name, p->tend, "");
    for (int l = 0; l < LEVELS; l++)
        printf (" %10.0e", levels[l]);
    printf ("\n");
    for (int i = 0; i < n; i++) {
        for (int l = 0; l < LEVELS; l++)
            ms[i][l] = 1e3 * effort_of (c + i, p, error[i], levels[l], rounds).seconds;
        print_row (c[i].code, c[i].form_name, ms[i]);
    }
    print_ratios (ms, n);
}

static void take_part (const Given *g, int rounds)
{
    static double error[MOST_CONTENDERS][GRID];
    static Match m;

    if (match_open (&m, g))
        return;
    for (int i = 0; i < m.n; i++)
        effort_scan (&m.p, m.c + i, levels[LEVELS - 1] / 3, error[i]);
    print_table (&m.p, m.c, m.n, error, rounds);
    match_close (&m);
}

int main (int count, char *arguments[])
{
    const int rounds = count > 1 ? atoi (arguments[1]) : 5;
    Given given[GIVEN];

    setvbuf (stdout, NULL, _IOLBF, 0);
    given_all (given);
    for (int i = 0; i < GIVEN; i++)
        take_part (given + i, rounds > 0 ? rounds : 5);
    given_free (given);
    return 0;
}
