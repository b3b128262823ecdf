/* native.c - GEOMS beside RADAU5, DASPK and IDA on native C models: tables of work and error
 *
 *     1  pendulum, [0, 1000], tolerance 1e-7: work, error, share of the time outside the equations
 *     2  the same for other tolerances
 *     3  pendulum, [0, 100]: the cheapest run whose largest error is at most ...
 *     4  chain of K points, [0, 10], tolerance 1e-7: time per step over the number of unknowns
 *     5  published problems: digits at the end
 *
 * Numbers are printed, nothing is asserted; a code that fails shows its IDID. Argument: number of
 * rounds, standard 5.
 */
#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 16 };

static int rounds = 5;

/* ---- who takes part ---- */

static void set_psi1 (GeomsOptions *options) { options->formulation = GEOMS_FORMULATION_PSI1; }

static void set_no_projection (GeomsOptions *options) { options->project = GEOMS_PROJECT_OFF; }

/* the first one is what the ratios refer to; the codes that are not here are left out */
static int pendulum_contenders (void *user, int all, Contender *c)
{
    const Contender geoms[] = {
        {"GEOMS", "psf", NULL, &model_pendulum, user, NULL, 0, run_geoms},
        {"GEOMS", "psf, all kept", NULL, &model_pendulum, user, NULL, 1, run_geoms},
        {"GEOMS", "psf, Project off", NULL, &model_pendulum, user, set_no_projection, 0, run_geoms},
        {"GEOMS", "psi1", NULL, &model_pendulum, user, set_psi1, 0, run_geoms},
    };
    const Contender desolve[] = {
        {"RADAU5", "index 1", &pendulum_index1, NULL, NULL, NULL, 0, run_radau5},
        {"RADAU5", "index 1, p' = v", &pendulum_index1, NULL, NULL, NULL, 1, run_radau5},
        {"RADAU5", "index 2", &pendulum_index2, NULL, NULL, NULL, 0, run_radau5},
        {"RADAU5", "index 2, p' = v", &pendulum_index2, NULL, NULL, NULL, 1, run_radau5},
        {"RADAU5", "index 3, p' = v", &pendulum_index3, NULL, NULL, NULL, 1, run_radau5},
        {"RADAU5", "GGL", &pendulum_ggl, NULL, NULL, NULL, 0, run_radau5},
        {"DASPK", "index 1", &pendulum_index1, NULL, NULL, NULL, 0, run_daspk},
        {"DASPK", "GGL", &pendulum_ggl, NULL, NULL, NULL, 1, run_daspk},
    };
    const Contender ida[] = {
        {"IDA", "index 1", &pendulum_index1, NULL, NULL, NULL, 0, run_ida},
        {"IDA", "index 1, p v test", &pendulum_index1, NULL, NULL, NULL, 1, run_ida},
        {"IDA", "GGL, p v test", &pendulum_ggl, NULL, NULL, NULL, 1, run_ida},
    };
    int n = 0;

    for (int i = 0; i < 4; i++)
        if (all || i == 0 || i == 3)
            c[n++] = geoms[i];
    for (int i = 0; i < 8 && have_radau5 (); i++)
        c[n++] = desolve[i];
    for (int i = 0; i < 3 && have_ida (); i++)
        c[n++] = ida[i];
    return n;
}

/* ---- 1: one tolerance ---- */

static void table_work (const Contender *c, int n, double tol, double tend)
{
    Outcome o[MOST];
    double tols[MOST], ours;

    for (int i = 0; i < n; i++)
        tols[i] = tol;
    measure (c, n, tols, tend, rounds, o);
    ours = o[0].seconds;
    printf ("\n1. Pendulum, [0, %g], tolerance %g. Error: largest |p - exact| over all steps. "
            "Outside: share\n"
            "   of the time that is not spent in the equations and their Jacobian.\n\n",
            tend, tol);
    printf ("%-7s %-18s %8s %9s %8s %9s %8s %9s %9s %9s\n", "code", "form", "steps", "f evals",
            "jac", "ms", "us/step", "outside", "time/ours", "error");
    for (int i = 0; i < n; i++) {
        if (o[i].failed) {
            printf ("%-7s %-18s %s\n", c[i].code, c[i].form_name, failure (o + i));
            continue;
        }
        printf ("%-7s %-18s %8ld %9ld %8ld %9.2f %8.3f %8.1f%% %9.2f %9.1e\n", c[i].code,
                c[i].form_name, o[i].steps, o[i].evaluations, o[i].jacobians, 1e3 * o[i].seconds,
                1e6 * o[i].seconds / (double)o[i].steps, 100 * (1 - o[i].callback / o[i].seconds),
                o[i].seconds / ours, follow (c + i, tol, tend).error);
    }
}

/* ---- 2: tolerances from 1e-4 to 1e-11 ---- */

enum { LOOSE = 4, TIGHT = 11 };

/* the BDF codes are far from the solution at most of these tolerances: they are in table 3 */
static int one_step_methods (const Contender *c, int n, Contender *kept)
{
    int count = 0;

    for (int i = 0; i < n; i++)
        if (strcmp (c[i].code, "IDA") != 0 && strcmp (c[i].code, "DASPK") != 0)
            kept[count++] = c[i];
    return count;
}

static void table_sweep (const Contender *all, int n, double tend)
{
    static Outcome o[TIGHT + 1][MOST];
    Contender c[MOST];

    n = one_step_methods (all, n, c);
    for (int k = LOOSE; k <= TIGHT; k++) {
        double tols[MOST];

        for (int i = 0; i < n; i++)
            tols[i] = pow (10, -k);
        measure (c, n, tols, tend, rounds, o[k]);
        for (int i = 0; i < n; i++)
            o[k][i].error = follow (c + i, tols[i], tend).error;
    }
    printf ("\n2. Pendulum, [0, %g]: steps, ms, time/ours, largest error for each tolerance\n",
            tend);
    for (int i = 0; i < n; i++) {
        printf ("\n   %s %s\n", c[i].code, c[i].form_name);
        for (int k = LOOSE; k <= TIGHT; k++)
            if (o[k][i].failed)
                printf ("   1e-%02d  %s\n", k, failure (&o[k][i]));
            else
                printf ("   1e-%02d %9ld %9.2f %9.2f %9.1e\n", k, o[k][i].steps,
                        1e3 * o[k][i].seconds, o[k][i].seconds / o[k][0].seconds, o[k][i].error);
    }
}

/* ---- 3: the cheapest run for an error ---- */

enum { GRID = 33 };

static double grid (int k) /* 1e-3 ... 1e-11 in quarters of a decade */
{
    return pow (10, -3 - 0.25 * k);
}

static void table_precision (const Contender *c, int n, double tend)
{
    static Outcome seen[MOST][GRID];

    for (int i = 0; i < n; i++)
        for (int k = 0; k < GRID; k++)
            seen[i][k] = follow (c + i, grid (k), tend);
    printf ("\n3. Pendulum, [0, %g]: the run with the fewest steps whose largest error is at most "
            "...\n",
            tend);
    for (int e = 2; e <= 6; e++) {
        const double limit = pow (10, -e);
        Contender found[MOST];
        Outcome o[MOST];
        double tols[MOST], errors[MOST], ours;
        int count = 0, first = -1;

        for (int i = 0; i < n; i++) {
            int best = -1;

            for (int k = 0; k < GRID; k++)
                if (! seen[i][k].failed && seen[i][k].error <= limit
                    && (best < 0 || seen[i][k].steps < seen[i][best].steps))
                    best = k;
            if (best < 0)
                continue;
            if (i == 0)
                first = count;
            found[count] = c[i];
            tols[count] = grid (best);
            errors[count++] = seen[i][best].error;
        }
        measure (found, count, tols, tend, rounds, o);
        ours = first >= 0 ? o[first].seconds : NAN;
        printf ("\n   error <= %g\n", limit);
        printf ("   %-7s %-18s %9s %8s %9s %9s %9s\n", "code", "form", "tolerance", "steps", "ms",
                "time/ours", "error");
        for (int i = 0; i < count; i++)
            printf ("   %-7s %-18s %9.1e %8ld %9.2f %9.2f %9.1e\n", found[i].code,
                    found[i].form_name, tols[i], o[i].steps, 1e3 * o[i].seconds,
                    o[i].seconds / ours, errors[i]);
    }
}

/* ---- 4: size ---- */

static void table_chain (double tol, double tend)
{
    const int bodies[] = {1, 2, 3, 4, 5, 6, 10, 20};

    printf (
        "\n4. Chain of K points from the horizontal, n = 5 K unknowns, [0, %g], tolerance %g\n\n",
        tend, tol);
    printf ("%3s %4s  %-6s %-16s %8s %9s %8s %9s %9s\n", "K", "n", "code", "form", "steps", "ms",
            "us/step", "outside", "time/ours");
    for (int b = 0; b < 8; b++) {
        const TestModel chain = model_chain (bodies[b]);
        const double K = bodies[b], tols[3] = {tol, tol, tol};
        void *user = chain.system.create (&K, 1);
        ModelForm storage[2];
        const Form form[2]
            = {model_form (&chain, user, 1, storage), model_form (&chain, user, 2, storage + 1)};
        const Contender c[3] = {
            {"GEOMS", "psf", NULL, &chain, user, NULL, 0, run_geoms},
            {"RADAU5", "index 1, p' = v", form, NULL, NULL, NULL, 1, run_radau5},
            {"RADAU5", "index 2, p' = v", form + 1, NULL, NULL, NULL, 1, run_radau5},
        };
        Outcome o[3];
        const int count = have_radau5 () ? 3 : 1;

        measure (c, count, tols, tend, rounds, o);
        for (int i = 0; i < count; i++)
            if (o[i].failed)
                printf ("%3d %4d  %-6s %-16s %s\n", bodies[b], 5 * bodies[b], c[i].code,
                        c[i].form_name, failure (o + i));
            else
                printf ("%3d %4d  %-6s %-16s %8ld %9.2f %8.2f %8.1f%% %9.2f\n", bodies[b],
                        5 * bodies[b], c[i].code, c[i].form_name, o[i].steps, 1e3 * o[i].seconds,
                        1e6 * o[i].seconds / (double)o[i].steps,
                        100 * (1 - o[i].callback / o[i].seconds), o[i].seconds / o[0].seconds);
        chain.system.destroy (user);
        model_form_free (storage);
        model_form_free (storage + 1);
    }
}

/* ---- 5: published problems ---- */

/* the last state that was watched, and the reference; digits = -log10 (largest relative error) */
typedef struct Last {
    int np;
    double p[FORM_MAX];
} Last;

static void keep (double t, const double *p, void *to)
{
    Last *last = to;

    (void)t;
    memcpy (last->p, p, (size_t)last->np * sizeof *p);
}

static double digits (int np, const double *p, const double *reference)
{
    double error = 0;

    for (int i = 0; i < np; i++)
        error = fmax (error, fabs (p[i] - reference[i]) / fabs (reference[i]));
    return -log10 (error);
}

static void table_published (void)
{
    const TestModel *models[3] = {&model_andrews, &model_caraxis, &model_slidercrank};
    const char *files[2] = {GEOMS_TEST_DATA "/andrews.csv", GEOMS_TEST_DATA "/caraxis.csv"};

    printf ("\n5. GEOMS psf on published problems and the slider crank: correct digits of p at the "
            "end; with\n"
            "   finite differences (fd) instead of the Jacobian\n\n");
    printf ("%-20s %9s %8s %9s %8s %8s %8s %9s %8s\n", "problem", "tolerance", "steps", "ms",
            "us/step", "digits", "steps fd", "ms fd", "digits");
    for (int m = 0; m < 3; m++) {
        TestModel model = *models[m];
        const int n = model_unknowns (&model.system.dims), np = model.system.dims.np;
        void *user = model.system.create (NULL, 0);
        double x[FORM_MAX];

        if (m < 2 ? model_reference (files[m], 1, n, x) : model.exact (model.tspan[1], x, user))
            printf ("%s: no reference\n", model.name);
        for (int k = 4; k <= 10; k += 2) {
            const double tol = pow (10, -k);

            printf ("%-20s %9.0e", model.name, tol);
            for (int fd = 0; fd < 2; fd++) {
                const Contender c = {"GEOMS", "psf", NULL, &model, user, NULL, 0, run_geoms};
                Last last = {.np = np};
                Outcome o;

                model.system = fd ? model_differences (models[m]) : models[m]->system;
                measure (&c, 1, &tol, model.tspan[1], rounds, &o);
                if (o.failed == 0)
                    c.run (&c, tol, model.tspan[1], keep, &last, &o);
                if (o.failed != 0) {
                    printf ("   %s", failure (&o));
                    continue;
                }
                printf (" %8ld %9.3f", o.steps, 1e3 * o.seconds);
                if (! fd)
                    printf (" %8.2f", 1e6 * o.seconds / (double)o.steps);
                printf (" %8.1f", digits (np, last.p, x + n - np));
            }
            printf ("\n");
        }
        model.system.destroy (user);
    }
}

int main (int argc, char **argv)
{
    void *user = model_pendulum.system.create (NULL, 0);
    Contender c[MOST];
    int n;

    setvbuf (stdout, NULL, _IOLBF, 0);
    if (argc > 1)
        rounds = atoi (argv[1]);
    if (rounds < 1)
        rounds = 1;
    printf ("CPU time, median of %d rounds in turn. RADAU5 and DASPK: as in the R package "
            "deSolve%s; IDA:\n"
            "SUNDIALS%s. p' = v: that structure is declared to RADAU5. p v test: the error test "
            "leaves\n"
            "the multipliers out. time/ours: time of the code over that of GEOMS psf; above 1, "
            "GEOMS is\n"
            "faster.\n",
            rounds, have_radau5 () ? "" : " (not found)", have_ida () ? "" : " (not found)");
    n = pendulum_contenders (user, 1, c);
    table_work (c, n, 1e-7, 1000);
    n = pendulum_contenders (user, 0, c);
    table_sweep (c, n, 1000);
    table_precision (c, n, 100);
    table_chain (1e-7, 10);
    table_published ();
    model_pendulum.system.destroy (user);
    return 0;
}
