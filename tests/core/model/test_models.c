/* test_models.c - the models of tests/models against difference quotients, exact motions, each
 * other, and published reference values
 *
 *     J = d rda/dx,   gI = dg/dt,   gII = d gI/dt,   hI = d h~/dt
 *
 * the last three along p' = f_kin, M v' = f_dyn, c' = 0.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "extent.h"
#include "models/all.h"

/* ---- the models, with room for one state, one rda and one Jacobian ---- */

typedef struct Bench {
    TestModel model;
    void *user;
    int n, rows;
    double *x, *out, *plus, *minus, *J, *moved;
    /* first rows of the blocks of rda, first places of the blocks of x */
    int gII, hI, gI, h, c, g, b, dyn, kin, r, v, s, p;
} Bench;

static Bench bench_of (TestModel model)
{
    const GeomsDims *d = &model.system.dims;
    double q;
    Bench o = {.model = model, .n = model_unknowns (d), .rows = model_rows (d)};
    const size_t n = (size_t)o.n, m = (size_t)o.rows;

    o.user = model.system.create (&q, model_size (&model, &q));
    o.x = calloc (2 * n + 3 * m + m * n, sizeof *o.x);
    assert_non_null (o.user);
    assert_non_null (o.x);
    o.moved = o.x + n;
    o.out = o.moved + n;
    o.plus = o.out + m;
    o.minus = o.plus + m;
    o.J = o.minus + m;
    o.gII = d->nw;
    o.hI = o.gII + d->nl;
    o.gI = o.hI + d->nm;
    o.h = o.gI + d->nl;
    o.c = o.h + d->nm + d->ni;
    o.g = o.c + d->ns;
    o.b = o.g + d->nl;
    o.dyn = o.b + d->nr;
    o.kin = o.dyn + d->nv;
    o.r = d->nw + d->nl + d->nm;
    o.v = o.r + d->nr;
    o.s = o.v + d->nv;
    o.p = o.s + d->ns;
    assert_int_equal (o.model.start (o.x, o.user), 0);
    return o;
}

static void bench_free (Bench *o)
{
    o->model.system.destroy (o->user);
    free (o->x);
}

static void evaluate (const Bench *o, double t, const double *x, double *out)
{
    assert_int_equal (o->model.system.rda (1, &t, x, o->n, out, o->rows, o->user), 0);
}

static void jacobian (const Bench *o, double t, const double *x)
{
    memset (o->J, 0, (size_t)(o->rows * o->n) * sizeof *o->J);
    assert_int_equal (o->model.system.jac (t, x, o->J, o->rows, o->user), 0);
}

/* scale of a row: max (1, sum_j |J_ij| |x_j|) */
static double scale_of (const Bench *o, int row)
{
    double sum = 0;

    for (int j = 0; j < o->n; j++)
        sum += fabs (o->J[row + j * o->rows] * o->x[j]);
    return fmax (1, sum);
}

/* a reproducible number in (-1, 1) */
static double noise (unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (double)*seed / 2147483648.0 - 1;
}

/* a state that is not consistent */
static void disturb (Bench *o, unsigned seed)
{
    for (int j = 0; j < o->n; j++)
        o->x[j] += (0.1 + 0.1 * fabs (o->x[j])) * noise (&seed);
}

/* ---- Jacobian and hidden constraints ---- */

/* d rda/dx_j of fourth order from the points x_j +- step, x_j +- 2 step */
static void quotients (const Bench *o, int j, double step, double *column)
{
    memset (column, 0, (size_t)o->rows * sizeof *column);
    for (int i = 1; i < 3; i++) {
        const double weight = i == 1 ? 4.0 / 3 : -1.0 / 3;

        memcpy (o->moved, o->x, (size_t)o->n * sizeof *o->x);
        o->moved[j] = o->x[j] + i * step;
        evaluate (o, 0.3, o->moved, o->plus);
        o->moved[j] = o->x[j] - i * step;
        evaluate (o, 0.3, o->moved, o->minus);
        for (int r = 0; r < o->rows; r++)
            column[r] += weight * (o->plus[r] - o->minus[r]) / (2 * i * step);
    }
}

static void jacobian_is_the_derivative (void **state)
{
    (void)state;
    for (int i = 0; i < ALL_MODELS; i++) {
        Bench o = bench_of (model_number (i));
        double *column = calloc ((size_t)o.rows, sizeof *column);

        disturb (&o, (unsigned)i);
        jacobian (&o, 0.3, o.x);
        for (int j = 0; j < o.n; j++) {
            quotients (&o, j, 1e-5 * fmax (0.01, fabs (o.x[j])), column);
            for (int r = 0; r < o.rows; r++) {
                const double size = scale_of (&o, r) / fmax (0.01, fabs (o.x[j]));

                if (fabs (column[r] - o.J[r + j * o.rows]) > 1e-8 * size)
                    fail_msg ("%s: J (%d, %d) = %.12g, difference quotient %.12g", o.model.name, r,
                              j, o.J[r + j * o.rows], column[r]);
            }
        }
        free (column);
        bench_free (&o);
    }
}

/* speed of the motion at o->x: p' and v' from the rows of rda, s' from c' = 0, the rest stands
 * still */
static void direction (Bench *o, double t, double *speed)
{
    const GeomsDims *d = &o->model.system.dims;
    double M[400 * 4], C[4];

    evaluate (o, t, o->x, o->out);
    jacobian (o, t, o->x);
    memset (speed, 0, (size_t)o->n * sizeof *speed);
    memcpy (speed + o->p, o->out + o->kin, (size_t)d->np * sizeof *speed);
    memcpy (speed + o->v, o->out + o->dyn, (size_t)d->nv * sizeof *speed);
    assert_true (d->nv <= 40 && d->ns <= 2);
    if (o->model.system.mass != NULL) {
        assert_int_equal (o->model.system.mass (1, &t, o->x, o->n, M, d->nv * d->nv, o->user), 0);
        assert_int_equal (model_solve (d->nv, M, 1, speed + o->v), 0);
    }
    for (int i = 0; i < d->ns; i++)
        for (int j = 0; j < d->ns; j++)
            C[i + j * d->ns] = o->J[o->c + i + (o->s + j) * o->rows];
    for (int i = 0; i < d->ns; i++)
        for (int j = 0; j < d->np; j++)
            speed[o->s + i] -= o->J[o->c + i + (o->p + j) * o->rows] * speed[o->p + j];
    assert_int_equal (model_solve (d->ns, C, 1, speed + o->s), 0);
}

static void hidden_constraints_are_time_derivatives (void **state)
{
    (void)state;
    for (int i = 0; i < ALL_MODELS; i++) {
        Bench o = bench_of (model_number (i));
        const int from[3] = {o.g, o.gI, o.h}, to[3] = {o.gI, o.gII, o.hI};
        const int count[3] = {o.c - o.h, o.hI - o.gII, o.gI - o.hI};
        double *speed = calloc ((size_t)o.n, sizeof *speed), fast = 1, step;

        disturb (&o, (unsigned)(100 + i));
        direction (&o, 0.3, speed);
        for (int j = 0; j < o.n; j++)
            fast = fmax (fast, fabs (speed[j]) / (0.1 + fabs (o.x[j])));
        step = 1e-4 / fast;
        for (int sign = -1; sign < 2; sign += 2) {
            for (int j = 0; j < o.n; j++)
                o.moved[j] = o.x[j] + sign * step * speed[j];
            evaluate (&o, 0.3 + sign * step, o.moved, sign > 0 ? o.plus : o.minus);
        }
        for (int block = 0; block < 3; block++)
            for (int r = 0; r < (block == 0 ? o.model.system.dims.nl : count[block]); r++) {
                const double quotient
                    = (o.plus[from[block] + r] - o.minus[from[block] + r]) / (2 * step);
                const double value = o.out[to[block] + r];

                if (fabs (quotient - value) > 1e-6 * scale_of (&o, to[block] + r))
                    fail_msg ("%s: row %d = %.12g, difference quotient %.12g", o.model.name,
                              to[block] + r, value, quotient);
            }
        free (speed);
        bench_free (&o);
    }
}

/* ---- start, energy, exact motion ---- */

static void check_consistent (Bench *o, double t)
{
    evaluate (o, t, o->x, o->out);
    jacobian (o, t, o->x);
    for (int r = 0; r < o->b; r++)
        if (fabs (o->out[r]) > 3e-14 * scale_of (o, r))
            fail_msg ("%s: row %d = %g at t = %g, scale %g", o->model.name, r, o->out[r], t,
                      scale_of (o, r));
}

static void start_is_consistent (void **state)
{
    (void)state;
    for (int i = 0; i < ALL_MODELS; i++) {
        Bench o = bench_of (model_number (i));

        check_consistent (&o, o.model.tspan[0]);
        bench_free (&o);
    }
}

static void energy_is_constant (void **state)
{
    (void)state;
    for (int i = 0; i < ALL_MODELS; i++) {
        Bench o = bench_of (model_number (i));
        double *speed = calloc ((size_t)o.n, sizeof *speed), E[2], fast = 1;

        if (o.model.energy != NULL) {
            const int first = o.v, last = o.s;
            int rest = 1;

            /* from rest: the accelerations are admissible velocities */
            direction (&o, 0, speed);
            for (int j = first; j < last; j++)
                rest = rest && o.x[j] == 0;
            for (int j = first; rest && j < last; j++)
                o.x[j] = 0.01 * speed[j];
            assert_int_equal (model_multipliers (&o.model.system, 0, o.x, o.user), 0);
            direction (&o, 0, speed);
            for (int j = 0; j < o.n; j++)
                fast = fmax (fast, fabs (speed[j]) / (0.1 + fabs (o.x[j])));
            for (int sign = 0; sign < 2; sign++) {
                for (int j = 0; j < o.n; j++)
                    o.moved[j] = o.x[j] + (2 * sign - 1) * 1e-4 / fast * speed[j];
                E[sign] = o.model.energy (0, o.moved, o.user);
            }
            if (fabs (E[1] - E[0]) > 1e-9 * (1e-3 + fabs (E[0])))
                fail_msg ("%s: the energy changes by %g", o.model.name, E[1] - E[0]);
        }
        free (speed);
        bench_free (&o);
    }
}

/* the exact motion meets all constraints, and its differences are p' and v' */
static void exact_motion_is_a_solution (void **state)
{
    int found = 0;

    (void)state;
    for (int i = 0; i < ALL_MODELS; i++) {
        Bench o = bench_of (model_number (i));
        double *speed = calloc ((size_t)o.n * 3, sizeof *speed);
        const double h = 1e-4;

        for (double t = 0.1; o.model.exact != NULL && t < 5; t += 0.7) {
            assert_int_equal (o.model.exact (t, o.x, o.user), 0);
            check_consistent (&o, t);
            direction (&o, t, speed);
            memcpy (speed + o.r, o.out + o.b, (size_t)o.model.system.dims.nr * sizeof *speed);
            o.model.exact (t - h, speed + o.n, o.user);
            o.model.exact (t + h, speed + 2 * o.n, o.user);
            for (int j = o.r; j < o.n; j++) {
                const double quotient = (speed[2 * o.n + j] - speed[o.n + j]) / (2 * h);

                if (fabs (quotient - speed[j]) > 2e-5 * (1 + fabs (speed[j])))
                    fail_msg ("%s: derivative %d = %g, difference quotient %g at t = %g",
                              o.model.name, j, speed[j], quotient, t);
            }
            found++;
        }
        free (speed);
        bench_free (&o);
    }
    assert_int_equal (found, 15 * 7);
}

static void pendulum_agrees_with_tabulated_values (void **state)
{
    /* rest at the horizontal, g = 9.81, extended precision: t, p1, p2 */
    static const double table[][3] = {
        {1, -0.98629175113187531936, -0.16501085312554116875},
        {5, 0.9423054350437573355, -0.33475433841400058079},
        {10, 0.27508746257611686005, -0.96141920509912506427},
        {2000, -0.81460306858903215212, -0.58001882783693546159},
    };
    const double q[3] = {1, 1, 9.81};
    const PendulumOrbit rest = pendulum_from_rest (q, acos (-1) / 2);
    double x[5], y[5];

    (void)state;
    for (int i = 0; i < 4; i++) {
        pendulum_exact (&rest, table[i][0], x);
        assert_true (fabs (x[3] - table[i][1]) < 2e-15 * (1 + table[i][0])
                     && fabs (x[4] - table[i][2]) < 2e-15 * (1 + table[i][0]));
    }
    /* the same orbit from its lowest point, a quarter of the period later and backwards */
    {
        const PendulumOrbit bottom = pendulum_from_bottom (q, -sqrt (2 * q[1] * q[2]));
        const double quarter = (double)(rest.quarter / rest.rate);

        for (int i = 0; i < 40; i++) {
            pendulum_exact (&rest, quarter + 0.17 * i, x);
            pendulum_exact (&bottom, 0.17 * i, y);
            for (int j = 0; j < 5; j++)
                assert_true (fabs (x[j] - y[j]) < 1e-13 * (1 + fabs (x[j])));
        }
    }
}

static void known_motions_meet_tabulated_values (void **state)
{
    /* computed apart from these models, directly from the equations of motion; x counts from 0 */
    static const struct {
        const TestModel *model;
        int cranks;
        double t;
        int place;
        double value;
    } table[] = {
        {&model_knifeedge, 0, 5, 0, -9.407047134445389},
        {&model_knifeedge, 0, 5, 4, 2.25516146253},
        {&model_knifeedge, 0, 5, 5, 12.92960588722809},
        {&model_sleigh, 0, 5, 0, -0.2413326135589263},
        {&model_sleigh, 0, 5, 4, -3.36064157844933},
        {&model_sleigh, 0, 5, 5, 4.98442063958748},
        {&model_sleigh, 0, 5, 6, 2.81398713787231},
        {&model_disk, 0, 5, 6, -0.41440757430628},
        {&model_disk, 0, 5, 7, 10.05241288722561},
        {&model_disk, 0, 5, 9, 12.34242465353525},
        {NULL, 2, 2, 19, -1.0629511887974181},
        {NULL, 2, 2, 10, -0.4141037855610133},
        {NULL, 3, 2, 26, -1.081726404381496},
        {NULL, 3, 2, 14, -0.6191028045247791},
    };

    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        Bench o = bench_of (table[i].model != NULL ? *table[i].model
                                                   : model_parallelogram (table[i].cranks));

        assert_int_equal (o.model.exact (table[i].t, o.x, o.user), 0);
        if (fabs (o.x[table[i].place] - table[i].value) > 2e-13 * (1 + fabs (table[i].value)))
            fail_msg ("%s: x (%d) = %.16g, table %.16g", o.model.name, table[i].place,
                      o.x[table[i].place], table[i].value);
        bench_free (&o);
    }
}

/* the same parallelogram, in its plane and in space */
static void parallelograms_move_alike (void **state)
{
    Bench plane = bench_of (model_parallelogram (2)), space = bench_of (model_fourbar);

    (void)state;
    for (double t = 0; t < 4; t += 0.9) {
        double P[6], x, y;

        assert_int_equal (plane.model.exact (t, plane.x, plane.user), 0);
        assert_int_equal (space.model.exact (t, space.x, space.user), 0);
        linkage_joint (space.x, space.user, 1, P);
        x = 2 * plane.x[plane.p];
        y = 2 * plane.x[plane.p + 1];
        assert_true (fabs (P[0] * P[0] + P[1] * P[1] + P[2] * P[2] - 1) < 1e-14);
        /* in the axes of the plane: the columns of R (0.8, 0.2, -0.4, 0.4) */
        assert_true (fabs (0.36 * P[0] + 0.48 * P[1] + 0.8 * P[2] - x) < 1e-14);
        assert_true (fabs (-0.8 * P[0] + 0.6 * P[1] - y) < 1e-14);
    }
    bench_free (&plane);
    bench_free (&space);
}

/* ---- redundant constraints, invariants ---- */

/* redundant where the constraints hold; independent elsewhere */
static void ranks_are_as_described (void **state)
{
    const int rank[] = {8, 11, 17, 29}, everywhere[] = {8, 12, 18, 30};

    (void)state;
    for (int i = 0; i < 4; i++) {
        Bench o = bench_of (i < 2   ? model_parallelogram (2 + i)
                            : i < 3 ? model_fourbar
                                    : model_bricard);
        const GeomsDims *d = &o.model.system.dims;
        double *GZ = calloc ((size_t)(d->nl * d->nv), sizeof *GZ);

        for (int off = 0; off < 2; off++) {
            if (off)
                disturb (&o, 3);
            jacobian (&o, 0, o.x);
            for (int j = 0; j < d->nv; j++)
                memcpy (GZ + j * d->nl, o.J + o.gI + (o.v + j) * o.rows,
                        (size_t)d->nl * sizeof *GZ);
            assert_int_equal (model_rank (d->nl, d->nv, GZ), off ? everywhere[i] : rank[i]);
        }
        free (GZ);
        bench_free (&o);
    }
}

/* de/dt = 0 along p' = f_kin, M v' = f_dyn; the energy only where the constraints hold */
static void invariants_are_constant (void **state)
{
    int found = 0;

    (void)state;
    for (int i = 0; i < ALL_MODELS; i++) {
        Bench o = bench_of (model_number (i));
        const GeomsDims *d = &o.model.system.dims;
        double *speed = calloc ((size_t)o.n, sizeof *speed);

        if (o.model.exact != NULL)
            o.model.exact (0.4, o.x, o.user);
        else if (d->ni > 0)
            for (int j = o.v; j < o.s; j++)
                o.x[j] = 0.1 * (j - o.v); /* quaternions: any velocity will do */
        direction (&o, 0.4, speed);
        for (int r = o.h + d->nm; r < o.c; r++, found++) {
            double rate = 0;

            for (int j = 0; j < o.n; j++)
                rate += o.J[r + j * o.rows] * speed[j];
            if (fabs (rate) > 1e-12 * scale_of (&o, r))
                fail_msg ("%s: row %d changes by %g", o.model.name, r, rate);
        }
        free (speed);
        bench_free (&o);
    }
    assert_int_equal (found, 1 + 1 + 2 + 3 + 5);
}

/* ---- several points at once, mass matrix beside rda, relations between models ---- */

static void batches_equal_single_calls (void **state)
{
    (void)state;
    for (int i = 0; i < ALL_MODELS; i++) {
        Bench o = bench_of (model_number (i));
        const GeomsModel *system = &o.model.system;
        const int nv2 = system->dims.nv * system->dims.nv, ldx = o.n + 2, ldo = o.rows + 3;
        double *x = calloc ((size_t)(3 * (ldx + 2 * ldo) + 6 * nv2), sizeof *x);
        double *out = x + 3 * ldx, *again = out + 3 * ldo, *M = again + 3 * ldo, *N = M + 3 * nv2;
        const double t[3] = {0.1, 0.2, 0.3};

        for (int j = 0; j < 3; j++) {
            disturb (&o, (unsigned)(7 * i + j));
            memcpy (x + j * ldx, o.x, (size_t)o.n * sizeof *x);
        }
        assert_int_equal (system->rda (3, t, x, ldx, out, ldo, o.user), 0);
        for (int j = 0; j < 3; j++) {
            assert_int_equal (system->rda (1, t + j, x + j * ldx, ldx, o.out, ldo, o.user), 0);
            assert_memory_equal (o.out, out + j * ldo, (size_t)o.rows * sizeof *out);
        }
        if (system->rda_mass != NULL) {
            system->rda_mass (3, t, x, ldx, again, ldo, M, nv2, o.user);
            system->mass (3, t, x, ldx, N, nv2, o.user);
            for (int j = 0; j < 3; j++)
                assert_memory_equal (again + j * ldo, out + j * ldo, (size_t)o.rows * sizeof *out);
            assert_memory_equal (M, N, (size_t)(3 * nv2) * sizeof *M);
        }
        free (x);
        bench_free (&o);
    }
}

static void chain_of_one_is_the_pendulum (void **state)
{
    const TestModel chain = model_chain (1);
    const double q[4] = {1, 2, 3, 4}, x[5] = {0.3, 0.1, -0.7, 1.1, 0.4}, t = 0;
    void *a = chain.system.create (q, 4), *b = model_pendulum.system.create (q + 1, 3);
    double out[7], same[7], J[35] = {0}, K[35] = {0};

    (void)state;
    chain.system.rda (1, &t, x, 5, out, 7, a);
    model_pendulum.system.rda (1, &t, x, 5, same, 7, b);
    chain.system.jac (t, x, J, 7, a);
    model_pendulum.system.jac (t, x, K, 7, b);
    for (int i = 0; i < 7; i++)
        assert_true (fabs (out[i] - same[i]) < 1e-13);
    for (int i = 0; i < 35; i++)
        assert_true (fabs (J[i] - K[i]) < 1e-13);
    chain.system.destroy (a);
    model_pendulum.system.destroy (b);
}

/* the slider, the middle of the rod, the middle of the crank, and the angles of the two bars */
static void crank_bodies (const double *p, double *y)
{
    const double l1 = 0.15, l2 = 0.3, theta = p[1] + p[2];

    y[0] = p[0];
    y[1] = p[0] + l2 / 2 * cos (p[1]);
    y[2] = l2 / 2 * sin (p[1]);
    y[3] = p[0] + l2 * cos (p[1]) + l1 / 2 * cos (theta);
    y[4] = l2 * sin (p[1]) + l1 / 2 * sin (theta);
    y[5] = p[1];
    y[6] = theta;
}

static void slider_crank_has_the_energy_of_its_bodies (void **state)
{
    const double inertia[7] = {0.075552, 0.151104, 0.151104, 0.36, 0.36, 0.0045339259, 0.002727};
    const double h = 1e-5, v[3] = {0.7, -1.1, 2.3}, p[3] = {0.4, 2.8, 0.9};
    double x[8] = {0, 0, 0.7, -1.1, 2.3, 0.4, 2.8, 0.9}, q[3], plus[7], minus[7], E = 0;
    void *user = model_slidercrank.system.create (NULL, 0);

    (void)state;
    for (int i = 0; i < 3; i++)
        q[i] = p[i] + h * v[i];
    crank_bodies (q, plus);
    for (int i = 0; i < 3; i++)
        q[i] = p[i] - h * v[i];
    crank_bodies (q, minus);
    for (int i = 0; i < 7; i++)
        E += inertia[i] * pow ((plus[i] - minus[i]) / (2 * h), 2) / 2;
    assert_true (fabs (model_slidercrank.energy (0, x, user) - E) < 1e-9 * E);
    model_slidercrank.system.destroy (user);
}

static void too_many_parameters_are_refused (void **state)
{
    const double q[20] = {0};

    (void)state;
    for (int i = 0; i < ALL_MODELS; i++)
        assert_null (model_number (i).system.create (q, 20));
}

/* ---- reference values: the index-1 form by the classical Runge-Kutta method ---- */

static void integrate (Bench *o, int steps)
{
    const int made = run_short () ? steps / 20 : steps;
    const double h = (o->model.tspan[1] - o->model.tspan[0]) / steps;
    double *F = calloc ((size_t)(5 * o->n), sizeof *F), *x0 = F + 4 * o->n;

    for (int i = 0; i < made; i++) {
        memcpy (x0, o->x, (size_t)o->n * sizeof *x0);
        for (int s = 0; s < 4; s++) {
            const double c = s == 0 ? 0 : s == 3 ? h : h / 2, t = o->model.tspan[0] + i * h + c;

            for (int j = o->r; s > 0 && j < o->n; j++)
                o->x[j] = x0[j] + c * F[(s - 1) * o->n + j];
            assert_int_equal (model_multipliers (&o->model.system, t, o->x, o->user), 0);
            direction (o, t, F + s * o->n);
        }
        for (int j = o->r; j < o->n; j++)
            o->x[j]
                = x0[j] + h / 6 * (F[j] + 2 * F[o->n + j] + 2 * F[2 * o->n + j] + F[3 * o->n + j]);
    }
    assert_int_equal (model_multipliers (&o->model.system, o->model.tspan[0] + made * h, o->x,
                                         o->user),
                      0);
    free (F);
}

static void check_column (const Bench *o, const char *file, int column, double tol)
{
    double *reference = calloc ((size_t)o->n, sizeof *reference);

    assert_int_equal (model_reference (file, column, o->n, reference), 0);
    for (int j = 0; j < o->n; j++)
        if (! run_short () && fabs (o->x[j] - reference[j]) > tol * (1e-3 + fabs (reference[j])))
            fail_msg ("%s: x (%d) = %.15g, reference %.15g", o->model.name, j, o->x[j],
                      reference[j]);
    free (reference);
}

static void check_reference (const TestModel *model, const char *file, int steps, double published,
                             double extended)
{
    Bench o = bench_of (*model);

    integrate (&o, steps);
    check_column (&o, file, 0, published);
    check_column (&o, file, 1, extended);
    bench_free (&o);
}

static void andrews_meets_its_reference (void **state)
{
    (void)state;
    check_reference (&model_andrews, GEOMS_TEST_DATA "/andrews.csv", 12000, 5e-6, 3e-9);
}

static void caraxis_meets_its_reference (void **state)
{
    (void)state;
    check_reference (&model_caraxis, GEOMS_TEST_DATA "/caraxis.csv", 24000, 1e-8, 1e-8);
}

/* at 10 s and at 20 s */
static void trucks_meet_their_references (void **state)
{
    const TestModel *models[4] = {&model_truck, &model_truck_pneumatic, &model_truck_unconstrained,
                                  &model_truck_unconstrained_pneumatic};

    (void)state;
    for (int i = 0; i < 4; i++) {
        const char *file
            = i < 2 ? GEOMS_TEST_DATA "/truck.csv" : GEOMS_TEST_DATA "/truck_unconstrained.csv";
        Bench o = bench_of (*models[i]);

        for (int half = 0; half < 2; half++) {
            o.model.tspan[0] = 10 * half;
            o.model.tspan[1] = 10 * half + 10;
            integrate (&o, 6000);
            check_column (&o, file, 2 * (i % 2) + half, 2e-7);
        }
        bench_free (&o);
    }
}

int main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (jacobian_is_the_derivative),
        cmocka_unit_test (hidden_constraints_are_time_derivatives),
        cmocka_unit_test (start_is_consistent),
        cmocka_unit_test (energy_is_constant),
        cmocka_unit_test (exact_motion_is_a_solution),
        cmocka_unit_test (pendulum_agrees_with_tabulated_values),
        cmocka_unit_test (known_motions_meet_tabulated_values),
        cmocka_unit_test (parallelograms_move_alike),
        cmocka_unit_test (ranks_are_as_described),
        cmocka_unit_test (invariants_are_constant),
        cmocka_unit_test (batches_equal_single_calls),
        cmocka_unit_test (chain_of_one_is_the_pendulum),
        cmocka_unit_test (slider_crank_has_the_energy_of_its_bodies),
        cmocka_unit_test (too_many_parameters_are_refused),
        cmocka_unit_test (andrews_meets_its_reference),
        cmocka_unit_test (caraxis_meets_its_reference),
        cmocka_unit_test (trucks_meet_their_references),
    };

    return cmocka_run_group_tests (tests, NULL, NULL);
}
