/* test_residuals.c - constraint residuals, computed anew in extended precision from every returned
 * state
 *
 *     g, gI, gII = C v' + gamma, h~, hI      of the systems in systems.h, with v' from M v' = f -
 *     C' lambda
 *
 * against what the run says of them, raw, and against the terms that they are made of: those of the
 * formulas, not of the Jacobian; sizes and units of the systems differ by up to 1e15.
 */
#include "extent.h"
#include "systems.h"
#include "test.h"

#include <float.h>

enum { LEVELS = 3, LOOKED_AT = 150, ROWS = 2 * MOST_CONSTRAINTS + MOST_CONSTRAINTS };

/* a number and the sum of the absolute values of its terms */
typedef struct Sum {
    long double value, size;
} Sum;

/* the rows [gII; hI; gI; h~; g] */
typedef struct Rows {
    Sum row[ROWS];
    int count, level[ROWS]; /* 0 position, 1 velocity, 2 acceleration */
} Rows;

/* ---- M v' = f - C' l ---- */

typedef struct Motion {
    int n, m;
    long double M[MOST_COORDINATES]
                 [2 * MOST_COORDINATES]; /* beside the identity, later the inverse */
    Sum f[MOST_COORDINATES], a[MOST_COORDINATES], C[MOST_CONSTRAINTS][MOST_COORDINATES];
} Motion;

static void add (Sum *s, long double value, long double size)
{
    s->value += value;
    s->size += size;
}

static Jet time_of (double t, int frozen) { return jet_of (t, frozen ? 0 : 1, 0); }

/* p with the velocities v, or with velocity 1 of coordinate `unit` alone; no accelerations */
static void coordinates (const System *s, const double *v, const double *p, int unit, Jet *q)
{
    for (int i = 0; i < s->np; i++)
        q[i] = jet_of (p[i], v != NULL ? v[i] : i == unit, 0);
}

/* the constraints along q: nl positions, nm velocities */
static void constraints (const System *s, Jet t, const Jet *q, Jet *g)
{
    Jet v[MOST_COORDINATES];

    for (int i = 0; i < s->np; i++)
        v[i] = jet_rate (q[i]);
    if (s->nl > 0)
        s->positions (s, t, q, g);
    if (s->nm > 0)
        s->velocities (s, q, v, g + s->nl);
}

/* C, M, and f - C' l */
static void balance (const System *s, double t, const double *x, Motion *o)
{
    const double *l = x, *v = x + s->nl + s->nm, *p = v + s->np;
    const int n = o->n = s->np, m = o->m = s->nl + s->nm;
    static Inertia I[MOST_INERTIAS], J[MOST_COORDINATES][MOST_INERTIAS];
    Jet q[MOST_COORDINATES], g[MOST_CONSTRAINTS];
    int count;

    memset (o->M, 0, sizeof o->M);
    memset (o->f, 0, sizeof o->f);
    coordinates (s, v, p, -1, q);
    count = s->inertias (s, time_of (t, 0), q, I);
    assert_true (count <= MOST_INERTIAS);
    for (int i = 0; i < n; i++) {
        coordinates (s, NULL, p, i, q);
        constraints (s, time_of (t, 1), q, g);
        s->inertias (s, time_of (t, 1), q, J[i]);
        for (int k = 0; k < m; k++) {
            const int at = k < s->nl ? 1 : 0;

            o->C[k][i] = (Sum){g[k].at[at], g[k].size[at]};
            add (&o->f[i], -o->C[k][i].value * l[k], o->C[k][i].size * fabs (l[k]));
        }
        for (int k = 0; k < count; k++) {
            const long double y = J[i][k].y.at[1], inert = I[k].mass * I[k].y.at[2];

            add (&o->f[i], y * (I[k].force - inert),
                 fabsl (y) * (fabsl (I[k].force) + I[k].mass * I[k].y.size[2]));
        }
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < count; k++)
                o->M[i][j] += I[k].mass * J[i][k].y.at[1] * J[j][k].y.at[1];
}

/* o->M becomes its inverse, by elimination with pivots */
static void invert (Motion *o)
{
    const int n = o->n;

    for (int i = 0; i < n; i++)
        o->M[i][n + i] = 1;
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k; i < n; i++)
            best = fabsl (o->M[i][k]) > fabsl (o->M[best][k]) ? i : best;
        for (int j = 0; j < 2 * n; j++) {
            const long double keep = o->M[k][j];
            o->M[k][j] = o->M[best][j];
            o->M[best][j] = keep;
        }
        assert_true (o->M[k][k] != 0);
        for (int j = 2 * n - 1; j >= k; j--)
            o->M[k][j] /= o->M[k][k];
        for (int i = 0; i < n; i++)
            for (int j = 2 * n - 1; i != k && j >= k; j--)
                o->M[i][j] -= o->M[i][k] * o->M[k][j];
    }
    for (int i = 0; i < n; i++)
        memmove (o->M[i], o->M[i] + n, (size_t)n * sizeof o->M[i][0]);
}

static void accelerate (Motion *o)
{
    for (int i = 0; i < o->n; i++) {
        o->a[i].value = o->a[i].size = 0;
        for (int j = 0; j < o->n; j++)
            add (&o->a[i], o->M[i][j] * o->f[j].value, fabsl (o->M[i][j]) * o->f[j].size);
    }
}

static void put_row (Rows *r, int level, long double value, long double size)
{
    const Sum sum = {value, size};

    r->row[r->count] = sum;
    r->level[r->count++] = level;
}

static void rows_at (const System *s, double t, const double *x, Rows *r)
{
    static Motion o;
    const double *v = x + s->nl + s->nm, *p = v + s->np;
    Jet q[MOST_COORDINATES], g[MOST_CONSTRAINTS];

    r->count = 0;
    balance (s, t, x, &o);
    invert (&o);
    accelerate (&o);
    coordinates (s, v, p, -1, q);
    constraints (s, time_of (t, 0), q, g);
    for (int k = 0; k < o.m; k++) {
        const int top = k < s->nl ? 2 : 1;
        Sum sum = {g[k].at[top], g[k].size[top]};

        for (int i = 0; i < o.n; i++)
            add (&sum, o.C[k][i].value * o.a[i].value, o.C[k][i].size * o.a[i].size);
        put_row (r, 2, sum.value, sum.size);
    }
    for (int k = 0; k < o.m; k++) {
        const int at = k < s->nl ? 1 : 0;
        put_row (r, 1, g[k].at[at], g[k].size[at]);
    }
    for (int k = 0; k < s->nl; k++)
        put_row (r, 0, g[k].at[0], g[k].size[0]);
}

/* ---- systems and the models that are integrated ---- */

/* points and rods, or the bowl, for the integrator: nothing is shared with systems.h but the
 * numbers */
static int net_blocks (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                       void *user)
{
    const System *s = user;
    const Net *net = &s->net;
    const int np = s->np, nl = s->nl, dim = net->dim;

    (void)t;
    for (int j = 0; j < k; j++) {
        const double *v = x + j * ldx + nl, *p = v + np;
        double *f = out + j * ldo, *g = f + np, *G = g + nl, *gI = G + nl * np, *gII = gI + nl;

        memset (f, 0, (size_t)(np + 3 * nl + nl * np) * sizeof *f);
        for (int i = 0; i < np / dim; i++)
            f[i * dim + dim - 1] = -net->mass[i] * net->gravity;
        for (int i = 0; i < nl; i++) {
            const int a = net->end[i][0], b = net->end[i][1];

            g[i] = -net->length[i] * net->length[i];
            for (int c = 0; c < dim; c++) {
                const double d = p[b * dim + c] - (a < 0 ? 0 : p[a * dim + c]);
                const double u = v[b * dim + c] - (a < 0 ? 0 : v[a * dim + c]);

                g[i] += d * d;
                gI[i] += 2 * d * u;
                gII[i] += 2 * u * u;
                G[i + nl * (b * dim + c)] = 2 * d;
                if (a >= 0)
                    G[i + nl * (a * dim + c)] = -2 * d;
            }
        }
    }
    return 0;
}

static int bowl_blocks (int k, const double *t, const double *x, int ldx, double *out, int ldo,
                        void *user)
{
    const System *s = user;
    const double twice = 2 * s->q[0];

    (void)t;
    for (int j = 0; j < k; j++) {
        const double *v = x + j * ldx + 1, *p = v + 3;
        const double all[9] = {0,
                               0,
                               -s->q[1],
                               twice * p[2] - p[0] * p[0] - p[1] * p[1],
                               -2 * p[0],
                               -2 * p[1],
                               twice,
                               twice * v[2] - 2 * (p[0] * v[0] + p[1] * v[1]),
                               -2 * (v[0] * v[0] + v[1] * v[1])};

        memcpy (out + j * ldo, all, sizeof all);
    }
    return 0;
}

typedef struct Fixture {
    const char *name;
    System s;
    Case c;
    double M[MOST_COORDINATES * MOST_COORDINATES], length, speed; /* units of p and v */
    GeomsComposed *composed;
} Fixture;

static void open_model (Fixture *f, const TestModel *model, int nq)
{
    f->c = case_with (model, f->s.q, nq);
    f->name = model->name;
}

/* x0 = p, at rest or with the velocities v */
static void open_blocks (Fixture *f, const char *name, GeomsBatch blocks, const double *v,
                         const double *p, double end)
{
    const int np = f->s.np, nl = f->s.nl;
    GeomsMechanical form = {.dims = {.np = np, .nv = np, .nl = nl},
                            .mass_structure = GEOMS_MASS_CONSTANT_DIAGONAL,
                            .autonomous = 1,
                            .mass = f->M,
                            .blocks = blocks,
                            .user = &f->s};

    for (int i = 0; i < np; i++)
        f->M[i * (np + 1)] = f->s.net.dim > 0 ? f->s.net.mass[i / f->s.net.dim] : 1;
    f->c = case_of (&model_pendulum);
    model_pendulum.system.destroy (f->c.user);
    f->composed = geoms_mechanical_create (&form, &f->c.model.system);
    assert_non_null (f->composed);
    f->c.user = f->composed;
    f->c.n = nl + 2 * np;
    f->c.m = 3 * nl + 2 * np;
    f->c.model.name = f->name = name;
    for (int i = 0; i < nl; i++)
        f->c.x0[i] = NAN;
    for (int i = 0; i < np; i++) {
        f->c.x0[nl + i] = v != NULL ? v[i] : 0;
        f->c.x0[nl + np + i] = p[i];
    }
    f->c.tspan[1] = end;
}

static void close_fixture (Fixture *f)
{
    if (f->composed != NULL)
        geoms_mechanical_free (f->composed);
    else
        case_free (&f->c);
}

/* a hanging chain of points in the plane or in space */
static System chain (int dim, int points, double mass, double length, double gravity)
{
    System s = {.np = dim * points,
                .nl = points,
                .net = {.dim = dim, .points = points, .rods = points, .gravity = gravity},
                .positions = rods,
                .inertias = weights};

    for (int i = 0; i < points; i++) {
        s.net.end[i][0] = i - 1;
        s.net.end[i][1] = i;
        s.net.length[i] = length;
        s.net.mass[i] = mass;
    }
    return s;
}

/* of length L from rest at the horizontal, two periods or so */
static void pendulum (Fixture *f, double mass, double L)
{
    const double q[3] = {mass, L, 9.81};

    f->s = chain (2, 1, mass, L, q[2]);
    memcpy (f->s.q, q, sizeof q);
    open_model (f, &model_pendulum, 3);
    f->c.tspan[1] = 5 * sqrt (L);
    f->length = L;
    f->speed = sqrt (q[2] * L);
}

enum { SYSTEMS = 16 };

/* systems with constraints in closed loops, that move with time, or that do not hold positions */
static void open_mechanism (Fixture *f, int which)
{
    static const System all[] = {
        {3, 2, 0, .q = {0.15, 0.36, 0.002727, 0.30, 0.151104, 0.0045339259, 0.075552, 0.7, 5},
         .positions = crank_rows, .inertias = crank_inertias},
        {12, 12, 0, .q = {1, 1, 2, 2, 9.81, -1}, .positions = pivot_rows, .inertias = bar_inertias},
        {4, 2, 0, .q = {1e-2, 0.1, 10}, .positions = axle_rows, .inertias = axle_inertias},
        {2, 2, 0, .q = {9.81}, .positions = prescribed_rows, .inertias = prescribed_weight},
        {3, 0, 1, .q = {1, 1, 4.905, 1, 0.5}, .velocities = knife_rows, .inertias = knife_inertias},
        {3, 0, 1, .q = {1, 3, 1, 0, 1}, .velocities = sleigh_rows, .inertias = sleigh_inertias},
        {7, 6, 0, .q = {0.033, 4530}, .positions = squeezer_rows, .inertias = squeezer_inertias}};
    static const int parameters[] = {9, 6, 3, 1, 5, 5, 2};
    const TestModel cranks = model_parallelogram (3), *const models[]
                                                      = {&model_slidercrank, &cranks,
                                                         &model_caraxis,     &model_prescribed,
                                                         &model_knifeedge,   &model_sleigh,
                                                         &model_andrews};

    f->s = all[which];
    open_model (f, models[which], parameters[which]);
    if (models[which] == &model_caraxis)
        f->c.tspan[1] = 1;
}

static void open_system (Fixture *f, int which)
{
    static const double lengths[3] = {1, 1e-6, 1e-9}, right[3] = {0.6, 0, -0.8},
                        round[3] = {0.5, 2, 0.1};
    static const double double_p[4] = {1, 0, 1.5, 0}, bowl_p[3] = {1, 0, 0.5},
                        bowl_v[3] = {0.3, 1, 0.3};
    const double chain_q[5] = {5, 1, 1, 9.81, 1};
    TestModel five;

    memset (f, 0, sizeof *f);
    f->length = f->speed = 1;
    switch (which) {
    case 0:
    case 1:
    case 2:
        pendulum (f, 1, lengths[which]);
        break;
    case 3:
        pendulum (f, 1e6, 1e6);
        break;
    case 4:
    case 5: /* the light body in the middle, at the end */
        f->s = chain (2, 2, 1, 1, 9.81);
        f->s.net.length[1] = 0.5;
        f->s.net.mass[which - 4] = 1e-6;
        open_blocks (f, which == 4 ? "light in the middle" : "light at the end", net_blocks, NULL,
                     double_p, 2);
        break;
    case 6:
        f->s = chain (3, 1, 2, 1, 9.81);
        open_blocks (f, "spatial pendulum", net_blocks, round, right, 3);
        break;
    case 7:
        f->s = chain (2, 5, 1, 1, 9.81);
        memcpy (f->s.q, chain_q, sizeof chain_q);
        five = model_chain (5);
        open_model (f, &five, 5);
        f->c.tspan[1] = 3;
        break;
    case 8:
        f->s = (System){3, 1, 0, .q = {1, 9.81}, .positions = bowl, .inertias = bowl_weight};
        open_blocks (f, "point in a bowl", bowl_blocks, bowl_v, bowl_p, 3);
        break;
    default:
        open_mechanism (f, which - 9);
    }
}

/* ---- the comparison ---- */

typedef struct Worst {
    double honest[LEVELS],
        told[LEVELS]; /* |residual| over its terms: here, as the run says             */
    double apart;     /* the difference of the raw residuals over their terms         */
} Worst;

static double larger (double a, double b) { return b <= a ? a : b; /* keeps NaN */ }

/* the largest along the run, at LOOKED_AT outputs or so: a motion may begin at rest, where there
 * are no terms yet */
static void compare (const Fixture *f, const GeomsSolution *s, Worst *w)
{
    long double value[ROWS] = {0}, size[ROWS] = {0}, apart[ROWS] = {0};
    static Rows r;

    memset (w, 0, sizeof *w);
    for (size_t k = 0; k < s->count; k += 1 + s->count / LOOKED_AT) {
        rows_at (&f->s, s->t[k], s->x + k * (size_t)s->n, &r);
        assert_int_equal (r.count, s->na);
        for (int i = 0; i < r.count; i++) {
            const double raw = s->residual[k * (size_t)s->na + (size_t)i];

            assert_true (isfinite (raw));
            value[i] = fmaxl (value[i], fabsl (r.row[i].value));
            size[i] = fmaxl (size[i], r.row[i].size);
            apart[i] = fmaxl (apart[i], fabsl (r.row[i].value - raw));
        }
        for (int i = 0; i < LEVELS; i++)
            w->told[i] = larger (w->told[i], s->relative[3 * k + (size_t)i]);
    }
    for (int i = 0; i < r.count; i++) {
        double *honest = &w->honest[r.level[i]];

        assert_true (size[i] > 0);
        *honest = larger (*honest, (double)(value[i] / size[i]));
        w->apart = larger (w->apart, (double)(apart[i] / size[i]));
    }
}

/* not 0 if what is told is not much less than what is */
static int frank (double honest, double told) { return honest <= 100 * told || honest < 1e-14; }

static void tolerance_of (Fixture *f, double tolerance)
{
    const int ov = f->s.nl + f->s.nm;

    case_tolerance (&f->c, tolerance);
    for (int i = 0; i < f->s.np; i++) {
        f->c.atol[ov + i] *= f->speed;
        f->c.atol[ov + f->s.np + i] *= f->length;
    }
}

static void check (Fixture *f, int method, double tolerance, int inside)
{
    const double end = f->c.tspan[1];
    Outcome o;
    Worst w;

    f->c.options.method = method;
    tolerance_of (f, tolerance);
    if (inside)
        case_times (&f->c, 41, end);
    o = solve (&f->c);
    compare (f, o.s, &w);
    print_message ("%-20s %-6s %.0e%s: %.1e %.1e %.1e, told %.1e %.1e %.1e, apart %.1e\n", f->name,
                   o.s->method, tolerance, inside ? " inside" : "", w.honest[0], w.honest[1],
                   w.honest[2], w.told[0], w.told[1], w.told[2], w.apart);
    outcome_free (&o);
    f->c.ntspan = 2;
    f->c.tspan[1] = end;
    assert_true (w.apart <= 20 * DBL_EPSILON);
    assert_true (w.honest[0] <= 5e-13);
    for (int i = 0; i < LEVELS; i++) {
        assert_true (w.honest[i] <= 1e-12 && w.told[i] <= 1e-12);
        assert_true (frank (w.honest[i], w.told[i]));
    }
}

static void check_all (int method)
{
    static const double tolerances[] = {1e-4, 1e-7, 1e-10};
    const int next = run_short () ? 5 : 1; /* the first and the last of six */

    for (int which = 0; which < SYSTEMS; which++) {
        Fixture f;

        open_system (&f, which);
        for (int i = 0; i < 6; i += next)
            check (&f, method, tolerances[i / 2], i % 2);
        close_fixture (&f);
    }
}

static void residuals_of_radau5_are_what_they_say (void **state)
{
    (void)state;
    check_all (GEOMS_METHOD_RADAU5);
}

static void residuals_of_bdf_are_what_they_say (void **state)
{
    (void)state;
    check_all (GEOMS_METHOD_BDF);
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (residuals_of_radau5_are_what_they_say),
        cmocka_unit_test (residuals_of_bdf_are_what_they_say),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
