/* slidercrank.c - formulations of the slider crank beside its analytical model, all in C
 *
 *     p = (x, alpha, beta), two loop constraints: tests/models/slidercrank.c, here with faster
 *     code for the parts M, f, G, g, gI, gII - G v' that the partitions ask for
 *     analytical: I (phi) phi'' = - I' (phi) phi'^2 / 2, one coordinate and no constraint
 *
 *     1  [0, 300], RelTol 1e-3, AbsTol 1e-6: work, ratio of time to the analytical model's beside
 *        the published one (Kurz, Burkhardt, Eberhard 2011, Table 1), violation, errors
 *     2  the ratio at other tolerances
 *     3  [0, 300], tolerances 1e-2 ... 1e-10: where the runs end, violation and error there
 *     4  [0, 40], [0, 300]: time and error over the tolerance; psf beside partitions at equal
 *        errors
 *
 * CPU time, median of rounds in turn. Nothing is stored along the way while time is taken. Numbers
 * are printed, nothing is asserted. Argument: number of rounds, standard 5.
 */
#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 99 };

/* the standard values of model_slidercrank */
static const double l1 = 0.15, m1 = 0.36, J1 = 0.002727, l2 = 0.30, m2 = 0.151104,
                    J2 = 0.0045339259, m3 = 0.075552, speed = 5;

static int rounds = 5;

/* ---- parts of the model with constraints ---- */

/* by columns: M (9), f (3), G (6), g (2), gI (2), gII - G v' (2) */
static int parts (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                  void *user)
{
    const double a = (m2 / 2 + m1) * l2, b = m1 * l1 / 2, d = b * l2, mx = m1 + m2 + m3;
    const double ja = (m2 / 4 + m1) * l2 * l2 + J2, jt = m1 * l1 * l1 / 4 + J1;

    (void)t, (void)user;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        const double *v = x + 2, *p = x + 5;
        const double sa = sin (p[1]), ca = cos (p[1]), st = sin (p[1] + p[2]);
        const double ct = cos (p[1] + p[2]), cd = ca * ct + sa * st, bend = d * (st * ca - ct * sa);
        const double w1 = v[1] * v[1], w2 = (v[1] + v[2]) * (v[1] + v[2]);
        const double xt = -b * st, xa = xt - a * sa, at = jt + d * cd;
        const double gs = -l1 * st, gc = l1 * ct, hs = gs - l2 * sa, hc = gc + l2 * ca;
        const double all[24] = {mx,
                                xa,
                                xt,
                                xa,
                                2 * at + ja - jt,
                                at,
                                xt,
                                at,
                                jt,
                                a * ca * w1 + b * ct * w2,
                                bend * (w2 - w1),
                                -bend * w1,
                                1,
                                0,
                                hs,
                                hc,
                                gs,
                                gc,
                                p[0] + hc,
                                -hs,
                                v[0] + hs * v[1] + gs * v[2],
                                hc * v[1] + gc * v[2],
                                -l2 * ca * w1 - gc * w2,
                                gs * w2 - l2 * sa * w1};

        memcpy (out, all, sizeof all);
    }
    return 0;
}

/* ---- the analytical model: x = [v; p] = [phi'; phi] ---- */

static void inertia (double phi, double *I, double *change)
{
    const double a = (m2 / 2 + m1) * l2, b = m1 * l1 / 2, d = b * l2, mx = m1 + m2 + m3;
    const double ja = (m2 / 4 + m1) * l2 * l2 + J2, jt = m1 * l1 * l1 / 4 + J1;
    const double sp = sin (phi), cp = cos (phi), s = l1 / l2 * sp, c = -sqrt (1 - s * s);
    const double alpha1 = l1 / l2 * cp / c, alpha2 = s * (alpha1 * alpha1 - 1) / c;
    const double x1 = l2 * s * alpha1 - l1 * sp;
    const double x2 = l2 * (c * alpha1 * alpha1 + s * alpha2) - l1 * cp;
    const double cd = c * cp + s * sp, sd = s * cp - c * sp;

    *I = jt + (mx * x1 - 2 * a * s * alpha1 + 2 * b * sp) * x1
         + (ja * alpha1 - 2 * d * cd) * alpha1;
    *change
        = 2
          * ((mx * x1 - a * s * alpha1 + b * sp) * x2 + (ja * alpha1 - a * s * x1 - d * cd) * alpha2
             + (b * cp - a * c * alpha1 * alpha1) * x1 + d * sd * (alpha1 - 1) * alpha1);
}

static int analytical_rda (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                           void *user)
{
    (void)t, (void)user;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        double I, change;

        inertia (x[1], &I, &change);
        out[0] = -change / 2 * x[0] * x[0];
        out[1] = x[0];
    }
    return 0;
}

static int analytical_mass (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                            void *user)
{
    double change;

    (void)t, (void)user;
    for (int j = 0; j < k; j++)
        inertia (x[j * ldx + 1], out + j * ldo, &change);
    return 0;
}

/* M, f */
static int analytical_parts (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                             void *user)
{
    (void)t, (void)user;
    for (int j = 0; j < k; j++, x += ldx, out += ldo) {
        double change;

        inertia (x[1], out, &change);
        out[1] = -change / 2 * x[0] * x[0];
    }
    return 0;
}

static const GeomsModel analytical = {.abi = GEOMS_MODEL_ABI,
                                      .size = sizeof (GeomsModel),
                                      .dims = {.np = 1, .nv = 1},
                                      .mass_structure = GEOMS_MASS_FULL,
                                      .autonomous = 1,
                                      .rda = analytical_rda,
                                      .mass = analytical_mass,
                                      .parts = analytical_parts};

/* ---- who takes part ---- */

typedef struct Kind {
    const char *name;
    int formulation, method, project, independent; /* independent: number of it, or -1           */
    double published[2];                           /* seconds for 40 s and 300 s; 0: none        */
} Kind;

static const Kind kinds[] = {
    {"analytical",
     GEOMS_FORMULATION_PARTITION_FULL,
     GEOMS_METHOD_AUTO,
     GEOMS_PROJECT_AUTO,
     -1,
     {0.67, 2.57}},
    {"explicit (9)",
     GEOMS_FORMULATION_INDEX1_EXPLICIT,
     GEOMS_METHOD_AUTO,
     GEOMS_PROJECT_AUTO,
     -1,
     {2.73, 0}},
    {"partially explicit (10)",
     GEOMS_FORMULATION_INDEX1_IMPLICIT,
     GEOMS_METHOD_AUTO,
     GEOMS_PROJECT_AUTO,
     -1,
     {1.86, 0}},
    {"partition, x",
     GEOMS_FORMULATION_PARTITION_FIXED,
     GEOMS_METHOD_AUTO,
     GEOMS_PROJECT_AUTO,
     0,
     {0.64, 4.85}},
    {"partition, alpha",
     GEOMS_FORMULATION_PARTITION_FIXED,
     GEOMS_METHOD_AUTO,
     GEOMS_PROJECT_AUTO,
     1,
     {0.63, 4.62}},
    {"partition, beta",
     GEOMS_FORMULATION_PARTITION_FIXED,
     GEOMS_METHOD_AUTO,
     GEOMS_PROJECT_AUTO,
     2,
     {0.64, 4.59}},
    {"partition, switched",
     GEOMS_FORMULATION_PARTITION_FIXED,
     GEOMS_METHOD_AUTO,
     GEOMS_PROJECT_AUTO,
     -1,
     {0, 0}},
    {"SVD",
     GEOMS_FORMULATION_PARTITION_SVD,
     GEOMS_METHOD_AUTO,
     GEOMS_PROJECT_AUTO,
     -1,
     {0.87, 6.53}},
    {"QR", GEOMS_FORMULATION_PARTITION_QR, GEOMS_METHOD_AUTO, GEOMS_PROJECT_AUTO, -1, {0.81, 6.31}},
    {"SVD, projected",
     GEOMS_FORMULATION_PARTITION_SVD,
     GEOMS_METHOD_AUTO,
     GEOMS_PROJECT_ON,
     -1,
     {0, 0}},
    {"psf", GEOMS_FORMULATION_PSF, GEOMS_METHOD_RADAU5, GEOMS_PROJECT_AUTO, -1, {0, 0}},
    {"psf, dopri5", GEOMS_FORMULATION_PSF, GEOMS_METHOD_DOPRI5, GEOMS_PROJECT_AUTO, -1, {0, 0}},
    {"psi1", GEOMS_FORMULATION_PSI1, GEOMS_METHOD_AUTO, GEOMS_PROJECT_AUTO, -1, {0, 0}}};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

typedef struct Found {
    int status;
    double seconds, reached;
    long steps, evaluations;
    double violation, energy, angle; /* largest |g|; relative error; error in rad, at the end     */
    char why[400];                   /* if it ended early                                         */
    int passed;                      /* singular choices                                          */
} Found;

/* ---- one run ---- */

static GeomsOptions options_of (const Kind *kind, int all)
{
    GeomsOptions options;

    geoms_options_default (&options);
    options.max_steps = 100000000;
    options.formulation = kind->formulation;
    options.method = kind->method;
    options.project = kind->project;
    options.dense = GEOMS_SWITCH_OFF;
    options.residuals = all ? GEOMS_SWITCH_ON : GEOMS_SWITCH_OFF;
    return options;
}

/* the largest |g| of all outputs, errors at the last one */
static void judge (const GeomsSolution *s, int n, void *user, Found *o)
{
    const double *end = s->x + (s->count - 1) * (size_t)n;
    double exact[8], phi = end[n - 1], E, E0;

    if (n == 2) {
        double I, I0, change;

        inertia (s->x[1], &I0, &change);
        inertia (phi, &I, &change);
        E0 = I0 * s->x[0] * s->x[0];
        E = I * end[0] * end[0];
    } else {
        phi += end[6] - acos (-1);
        E0 = model_slidercrank.energy (0, s->x, user);
        E = model_slidercrank.energy (0, end, user);
    }
    for (size_t i = 0; i < s->count && n > 2 && s->residual != NULL; i++)
        for (int j = s->na - 2; j < s->na; j++)
            o->violation = fmax (o->violation, fabs (s->residual[i * (size_t)s->na + (size_t)j]));
    model_slidercrank.exact (o->reached, exact, user);
    o->energy = E / E0 - 1;
    o->angle = phi - (exact[6] + exact[7] - acos (-1));
}

/* all: every step is returned with its residuals; else only the end */
static Found run (const Kind *kind, double rtol, double atol, double tend, int all)
{
    const int n = kind == kinds ? 2 : 8,
              independent[3]
              = {kind->independent == 0, kind->independent == 1, kind->independent == 2};
    const double every[2] = {0, tend}, few[3] = {0, tend / 2, tend};
    const GeomsOptions options = options_of (kind, all);
    GeomsModel model = model_slidercrank.system;
    void *user = model.create (NULL, 0);
    double x0[8] = {speed, acos (-1) / 4}, rtols[8], atols[8];
    Found o = {.status = -1};
    GeomsReport report;
    GeomsProblem problem = {.options = &options,
                            .rtol = rtols,
                            .atol = atols,
                            .ntspan = all ? 2 : 3,
                            .tspan = all ? every : few,
                            .x0 = x0};
    GeomsRun *r;

    model.parts = parts;
    problem.model = n == 2 ? &analytical : &model;
    problem.user = user;
    problem.independent = kind->independent < 0 ? NULL : independent;
    for (int i = 0; i < n; i++)
        rtols[i] = rtol, atols[i] = atol;
    if (n > 2)
        model_slidercrank.start (x0, user);
    r = geoms_run_create (&problem, &report);
    if (r == NULL)
        fprintf (stderr, "%s: %s\n", kind->name, report.text);
    else {
        const GeomsSolution *s = geoms_run_solution (r);
        const double start = cpu_seconds ();

        o.status = geoms_run_integrate (r);
        o.seconds = cpu_seconds () - start;
        o.steps = geoms_run_counters (r)->naccpt;
        o.evaluations = geoms_run_counters (r)->neom + geoms_run_counters (r)->neomjac
                        + geoms_run_counters (r)->neomout;
        o.reached = s->t_end;
        if (o.status < 0)
            memcpy (o.why, geoms_run_report (r)->text, sizeof o.why);
        o.passed = s->passed;
        judge (s, n, user, &o);
    }
    geoms_run_free (r);
    model.destroy (user);
    return o;
}

/* ---- timing ---- */

static int smaller (const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* median seconds of each of the kinds in `who`, all in turn */
static void measure_all (int count, const int *who, double rtol, double atol, double tend,
                         double *median)
{
    static double seconds[KINDS][ROUNDS];

    for (int j = 0; j < rounds; j++)
        for (int i = 0; i < count; i++) {
            double sum = 0;
            int runs = 0;

            do {
                sum += run (kinds + who[i], rtol, atol, tend, 0).seconds;
                runs++;
            } while (sum < 0.02 && runs < 1000);
            seconds[i][j] = sum / runs;
        }
    for (int i = 0; i < count; i++) {
        qsort (seconds[i], (size_t)rounds, sizeof **seconds, smaller);
        median[i] = seconds[i][rounds / 2];
    }
}

/* ---- tables ---- */

static void table_work (void)
{
    double median[KINDS];
    int who[KINDS];

    for (int i = 0; i < KINDS; i++)
        who[i] = i;
    measure_all (KINDS, who, 1e-3, 1e-6, 300, median);
    printf ("\n1. [0, 300], RelTol 1e-3, AbsTol 1e-6; published: ratio of Table 1\n\n"
            "%-24s %7s %8s %9s %8s %7s %9s %9s %9s %9s %7s\n",
            "", "steps", "f evals", "ms", "us/step", "ratio", "published", "violation", "energy",
            "angle", "passed");
    for (int i = 0; i < KINDS; i++) {
        const Found o = run (kinds + i, 1e-3, 1e-6, 300, 1),
                    bare = run (kinds + i, 1e-3, 1e-6, 300, 0);
        char published[16] = "-";

        if (kinds[i].published[1] > 0)
            snprintf (published, sizeof published, "%.2f",
                      kinds[i].published[1] / kinds[0].published[1]);
        printf ("%-24s %7ld %8ld %9.3f %8.2f %7.2f %9s %9.1e %9.1e %9.1e %7d", kinds[i].name,
                bare.steps, bare.evaluations, 1e3 * median[i], 1e6 * median[i] / (double)bare.steps,
                median[i] / median[0], published, o.violation, o.energy, o.angle, o.passed);
        printf (o.status < 0 ? "   %s\n" : "\n", o.why);
    }
}

static void table_ratio (void)
{
    static const int who[] = {0, 5, 7, 8, 9, 11};
    enum { COUNT = sizeof who / sizeof who[0] };

    printf ("\n2. [0, 300], AbsTol = RelTol/1000: time over that of the analytical model, in "
            "brackets per step\n\n   %-8s",
            "RelTol");
    for (int i = 1; i < COUNT; i++)
        printf (" %18s", kinds[who[i]].name);
    for (int k = 3; k <= 9; k += 2) {
        const double tol = pow (10, -k);
        double median[COUNT], steps[COUNT];

        measure_all (COUNT, who, tol, tol / 1000, 300, median);
        for (int i = 0; i < COUNT; i++)
            steps[i] = (double)run (kinds + who[i], tol, tol / 1000, 300, 0).steps;
        printf ("\n   1e-%02d   ", k);
        for (int i = 1; i < COUNT; i++)
            printf (" %10.2f (%5.2f)", median[i] / median[0],
                    median[i] / median[0] * steps[0] / steps[i]);
    }
    printf ("\n");
}

static void table_reach (void)
{
    static const int who[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};

    printf ("\n3. [0, 300], AbsTol = RelTol/1000: end of the run, largest violation, error of the "
            "crank angle, singular choices passed\n");
    for (size_t i = 0; i < sizeof who / sizeof who[0]; i++) {
        printf ("\n   %s\n", kinds[who[i]].name);
        for (int k = 2; k <= 10; k++) {
            const double tol = pow (10, -k);
            const Found o = run (kinds + who[i], tol, tol / 1000, 300, 1);

            printf ("   1e-%02d  %8.4g s %7ld steps %9.1e m %9.1e rad %6d\n", k, o.reached, o.steps,
                    o.violation, o.angle, o.passed);
            if (o.status < 0)
                printf ("         %s\n", o.why);
        }
    }
}

enum { PRECISIONS = 8, CONTENDERS = 9 };

/* log of the time at which a column has an error, between its entries; the error at a tolerance is
 * the largest one there or below it: errors that are small by chance do not count. INFINITY: never
 * so small */
static double time_for (double error, int column, double time[][CONTENDERS],
                        double found[][CONTENDERS])
{
    double last = 0, last_time = 0;

    for (int k = 0; k < PRECISIONS; k++) {
        double e = 0;
        for (int l = k; l < PRECISIONS; l++)
            e = fmax (e, found[l][column]);
        if (e <= error && k == 0)
            return log (time[0][column]);
        if (e <= error)
            return last_time
                   + (log (time[k][column]) - last_time) * log (last / error) / log (last / e);
        last = e;
        last_time = log (time[k][column]);
    }
    return INFINITY;
}

/* columns 2 ... 4: partitions that pass no singular position; 7: psf, dopri5 */
static void tell_equal_errors (double time[][CONTENDERS], double found[][CONTENDERS])
{
    printf ("\n   time of psf, dopri5 over that of the best partition with the same error:");
    for (int k = 0; k < PRECISIONS; k++) {
        double best = INFINITY;
        for (int i = 2; i <= 4; i++)
            best = fmin (best, time_for (found[k][7], i, time, found));
        if (isfinite (best))
            printf (" %.2f (%.0e)", time[k][7] / exp (best), found[k][7]);
    }
    printf ("\n");
}

static void table_precision (double tend)
{
    static const int who[CONTENDERS] = {0, 5, 6, 7, 8, 9, 10, 11, 12};
    double time[PRECISIONS][CONTENDERS], found[PRECISIONS][CONTENDERS];

    printf (
        "\n4. [0, %g], AbsTol = RelTol/1000: ms, error of the crank angle at the end\n\n   %-6s",
        tend, "RelTol");
    for (int i = 0; i < CONTENDERS; i++)
        printf (" %19s", kinds[who[i]].name);
    for (int k = 0; k < PRECISIONS; k++) {
        const double tol = pow (10, -3 - k);

        measure_all (CONTENDERS, who, tol, tol / 1000, tend, time[k]);
        printf ("\n   1e-%02d ", 3 + k);
        for (int i = 0; i < CONTENDERS; i++) {
            found[k][i] = fabs (run (kinds + who[i], tol, tol / 1000, tend, 0).angle);
            printf (" %9.3f %9.1e", 1e3 * time[k][i], found[k][i]);
        }
    }
    printf ("\n");
    tell_equal_errors (time, found);
}

int main (int argc, char **argv)
{
    setvbuf (stdout, NULL, _IOLBF, 0);
    if (argc > 1)
        rounds = atoi (argv[1]);
    rounds = rounds < 1 ? 1 : rounds > ROUNDS ? ROUNDS : rounds;
    printf ("Slider crank in C. CPU time, median of %d rounds in turn.\n", rounds);
    table_work ();
    table_ratio ();
    table_reach ();
    table_precision (40);
    table_precision (300);
    return 0;
}
