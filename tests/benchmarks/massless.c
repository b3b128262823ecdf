/* massless.c - steps over a small mass and without it: Figure 2 of Arnold (2013), with DASPK
 *
 *     m1 p1'' = F - d1 p1' - c1 p1 + d2 (p2' - p1') + c2 (p2 - p1)                        (5)
 *     m2 p2'' =   - d2 (p2' - p1') - c2 (p2 - p1)
 *
 * m2 = 1, c = 100, d = 1e-3, F = sin 3t, p = (0.05, 0.1) at rest, [0, 5]. GEOMS has bodies and
 * joints, q = (p1, p2 - p1); the other codes (5) as equations of first order, of index 1 without
 * m1, where v1 = p1' is algebraic (6). DASPK, the successor of the figure's DASSL, and RADAU5.
 *
 *     benchmark_massless [TOLERANCE]       standard: 1e-6
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "geoms_tree.h"

static const double C = 100, D = 1e-3, END = 5;
static const double ratios[] = {1e-1, 3e-2, 1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 3e-5, 1e-5, 0};
enum { RATIOS = sizeof ratios / sizeof ratios[0] };

/* ---- bodies and joints ---- */

static int host (int k, const double *t, double *values, void *user)
{
    (void)user;
    for (int j = 0; j < k; j++, values += 3) {
        values[0] = sin (3 * t[j]);
        values[1] = 3 * cos (3 * t[j]);
        values[2] = -9 * sin (3 * t[j]);
    }
    return 0;
}

/* x = [v; q] */
static int start (double *x, void *user)
{
    (void)user;
    x[0] = x[1] = 0;
    x[2] = x[3] = 0.05;
    return 0;
}

static GeomsTreeSystem *tree_of (double m1, TestModel *model)
{
    GeomsBody body[2];
    GeomsForce force[3] = {{.kind = GEOMS_FORCE_FORCE, .signal = {1, 0, 0}}};
    const GeomsSignal signal = {0};
    const GeomsTreeDescription d = {.bodies = 2,
                                    .body = body,
                                    .forces = 3,
                                    .force = force,
                                    .signals = 1,
                                    .signal = &signal,
                                    .host = host};
    GeomsReport report;

    for (int i = 0; i < 2; i++) {
        body[i] = (GeomsBody){.parent = i - 1,
                              .joint = GEOMS_JOINT_PRISMATIC,
                              .axis = {1, 0, 0},
                              .turn = {1, 0, 0, 0, 1, 0, 0, 0, 1},
                              .mass = i == 0 ? m1 : 1};
        force[1 + i] = (GeomsForce){
            .kind = GEOMS_FORCE_JOINT, .velocity = i, .stiffness = C, .damping = D};
        force[0].side[i]
            = (GeomsPlace){.body = -i, .turn = {1, 0, 0, 0, 1, 0, 0, 0, 1}}; /* on A, axes of B */
    }
    *model = (TestModel){.name = "oscillators", .start = start};
    return geoms_tree_create (&d, &model->system, &report);
}

/* ---- y = (p1, p2, v2, v1) ---- */

static void equations (double t, const double *y, double *F, const Form *form)
{
    const double m1 = *(const double *)form->data;
    const double between = D * (y[2] - y[3]) + C * (y[1] - y[0]);
    const double f1 = sin (3 * t) - D * y[3] - C * y[0] + between;

    F[0] = y[3];
    F[1] = y[2];
    F[2] = -between;
    F[3] = m1 > 0 ? f1 / m1 : f1;
}

static void equations_jac (double t, const double *y, double *J, const Form *form)
{
    const double m1 = *(const double *)form->data, s = m1 > 0 ? 1 / m1 : 1;
    const double by[2][4] = {{C, -C, -D, D}, {-2 * C * s, C * s, D * s, -2 * D * s}};

    (void)t, (void)y;
    J[0 + 4 * 3] = J[1 + 4 * 2] = 1;
    for (int j = 0; j < 4; j++)
        for (int i = 0; i < 2; i++)
            J[2 + i + 4 * j] = by[i][j];
}

static const double y0[4] = {0.05, 0.1, 0, 0};

/* ---- runs ---- */

typedef struct Last {
    double p[2];
} Last;

static void keep (double t, const double *p, void *to)
{
    (void)t;
    memcpy (to, p, sizeof (Last));
}

static void with_bdf (GeomsOptions *o) { o->method = GEOMS_METHOD_BDF; }
static void with_radau5 (GeomsOptions *o) { o->method = GEOMS_METHOD_RADAU5; }

/* p of q */
static Last absolute (Last q) { return (Last){{q.p[0], q.p[0] + q.p[1]}}; }

/* the motion's end, by radau5 with a far smaller tolerance */
static Last reference (double m1)
{
    Outcome o = {0};
    TestModel model;
    Last end = {{NAN, NAN}};
    GeomsTreeSystem *tree = tree_of (m1, &model);

    if (tree != NULL) {
        const Contender c = {.model = &model, .user = tree, .set = with_radau5};
        run_geoms (&c, 1e-11, END, keep, &end, &o);
    }
    geoms_tree_free (tree);
    return absolute (end);
}

/* o->error: of both p at the end */
static void attempt (Contender *c, double m1, double tol, Last exact, Outcome *o)
{
    const int massive = m1 > 0 ? 4 : 3;
    const Form form = {"oscillators", 4, massive, {4, 0, 0}, 0, equations, equations_jac, y0, &m1};
    TestModel model;
    Last end = {{NAN, NAN}};
    GeomsTreeSystem *tree = c->set != NULL ? tree_of (m1, &model) : NULL;

    c->form = &form;
    c->model = &model;
    c->user = tree;
    c->run (c, tol, END, keep, &end, o);
    if (c->set != NULL)
        end = absolute (end);
    o->error = fmax (fabs (end.p[0] - exact.p[0]), fabs (end.p[1] - exact.p[1]));
    geoms_tree_free (tree);
}

static void print_row (const char *code, const char *format, const double *values)
{
    printf ("  %-14s", code);
    for (int i = 0; i < RATIOS; i++)
        printf (format, values[i]);
    printf ("\n");
}

int main (int argc, char **argv)
{
    Contender codes[] = {{.code = "GEOMS bdf", .run = run_geoms, .set = with_bdf},
                         {.code = "GEOMS radau5", .run = run_geoms, .set = with_radau5},
                         {.code = "DASPK", .run = run_daspk},
                         {.code = "RADAU5", .run = run_radau5}};
    enum { CODES = sizeof codes / sizeof codes[0] };
    const double tol = argc > 1 ? atof (argv[1]) : 1e-6;
    const int all = have_radau5 () ? CODES : 2;
    double steps[CODES][RATIOS], error[CODES][RATIOS];

    setvbuf (stdout, NULL, _IOLBF, 0);
    for (int j = 0; j < RATIOS; j++) {
        const Last exact = reference (ratios[j]);
        for (int i = 0; i < all; i++) {
            Outcome o = {0};
            attempt (codes + i, ratios[j], tol, exact, &o);
            steps[i][j] = o.failed == 0 ? (double)o.steps : NAN;
            error[i][j] = o.failed == 0 ? o.error : NAN;
        }
    }
    printf ("\nTwo coupled oscillators, tolerance %.0e (Figure 2 of Arnold 2013)\n\n", tol);
    print_row ("m1/m2", " %8.0e", ratios);
    printf ("  steps\n");
    for (int i = 0; i < all; i++)
        print_row (codes[i].code, " %8.0f", steps[i]);
    printf ("  error of the positions at the end\n");
    for (int i = 0; i < all; i++)
        print_row (codes[i].code, " %8.1e", error[i]);
    return 0;
}
