/* failures.c - what the other codes say where they cannot succeed; the benchmarks go on after each
 * of it
 *
 *     tolerance     1e-20
 *     singular      y1' = y2,  0 = 0
 *     no solution   y1' = 1,   0 = y2^2 + y1 - 1/2          beyond t = 1/2
 *     not finite    y1' = y2,  0 = y1 - y2                  NaN for t > 0
 *
 * and a pendulum, at which none may fail. Exit status 1 if one of them does not do what it must.
 */
#include "bench.h"

#include <math.h>
#include <stdio.h>

static void singular (double t, const double *y, double *F, const Form *form)
{
    (void)t, (void)form;
    F[0] = y[1];
    F[1] = 0;
}

static void singular_jac (double t, const double *y, double *J, const Form *form)
{
    (void)t, (void)y, (void)form;
    J[2] = 1;
}

static void ending (double t, const double *y, double *F, const Form *form)
{
    (void)t, (void)form;
    F[0] = 1;
    F[1] = y[1] * y[1] + y[0] - 0.5;
}

static void ending_jac (double t, const double *y, double *J, const Form *form)
{
    (void)t, (void)form;
    J[1] = 1;
    J[3] = 2 * y[1];
}

static void infinite (double t, const double *y, double *F, const Form *form)
{
    (void)form;
    F[0] = t > 0 ? NAN : y[1];
    F[1] = y[0] - y[1];
}

static void infinite_jac (double t, const double *y, double *J, const Form *form)
{
    (void)t, (void)y, (void)form;
    J[2] = J[1] = 1;
    J[3] = -1;
}

static const double ones[2] = {1, 1}, root[2] = {0, 0.70710678118654752440};
static const Form singular_form
    = {"singular", 2, 1, {2, 0, 0}, 0, singular, singular_jac, ones, NULL};
static const Form ending_form = {"no solution", 2, 1, {2, 0, 0}, 0, ending, ending_jac, root, NULL};
static const Form infinite_form
    = {"not finite", 2, 1, {2, 0, 0}, 0, infinite, infinite_jac, ones, NULL};

typedef struct Trial {
    const char *name;
    const Form *form;
    double tol;
    int fails;
} Trial;

static const Trial trials[] = {{"tolerance", &pendulum_index1, 1e-20, 1},
                               {"singular", &singular_form, 1e-6, 1},
                               {"no solution", &ending_form, 1e-6, 1},
                               {"not finite", &infinite_form, 1e-6, 1},
                               {"pendulum", &pendulum_index1, 1e-6, 0}};

/* not 0 if the code did what it must */
static int attempt (const Contender *code, const Trial *trial)
{
    Contender c = *code;
    Outcome o = {0};
    int right;

    c.form = trial->form;
    c.run (&c, trial->tol, 1, NULL, NULL, &o);
    right = (o.failed != 0) == trial->fails;
    printf ("%-7s %-12s %7ld steps  %s%s\n", c.code, trial->name, o.steps,
            o.failed ? failure (&o) : "done", right ? "" : "  <- wrong");
    return right;
}

int main (void)
{
    const Contender codes[] = {{.code = "RADAU5", .run = run_radau5},
                               {.code = "DASPK", .run = run_daspk},
                               {.code = "IDA", .run = run_ida}};
    int wrong = 0;

    setvbuf (stdout, NULL, _IOLBF, 0);
    printf ("Failures of other codes, which the benchmarks survive\n\n");
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 5 && (i < 2 ? have_radau5 () : have_ida ()); k++)
            wrong += ! attempt (codes + i, trials + k);
    return wrong > 0;
}
