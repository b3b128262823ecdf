/* accelerations_bench.h - one form that solves for the accelerations, outside of a run, and what
 * its rows are made of in moving.h: for the tests of forms/accelerations
 *
 *     open_form (&f, &c, &pairs[i]);       the form of the case c
 *     begin_at (&f, t, x);                 z begins with x, completed
 *     rows_at (&f);                        f.rows = s (f.t, f.z)
 *     close_form (&f);
 */
#ifndef GEOMS_TEST_ACCELERATIONS_BENCH_H
#define GEOMS_TEST_ACCELERATIONS_BENCH_H

#include "forms.h"
#include "forms/accelerations/accelerations.h"
#include "inside.h"
#include "moving.h"

enum { MOST_Z = MOST_UNKNOWNS + 32 };

/* ---- one form, outside of a run ---- */

typedef struct Fixture {
    Case c;
    GeomsRun *run;
    GeomsAccelerations *s;
    int n, m, o3, nv; /* o3: where v begins in z */
    double t, z[MOST_Z], rows[MOST_Z];
} Fixture;

static inline void open_form (Fixture *f, const Case *c, const Pair *pair)
{
    const GeomsDims *d = &c->model.system.dims;
    GeomsProblem problem;
    GeomsReport report;

    f->c = *c;
    choose (&f->c, pair);
    problem = case_problem (&f->c);
    f->run = geoms_run_create (&problem, &report);
    if (f->run == NULL)
        fail_msg ("%s, %s: %s", c->model.name, pair_name (pair), report.text);
    f->s = (GeomsAccelerations *)run_form (f->run);
    f->n = f->s->n;
    f->m = f->s->m;
    f->nv = d->nv;
    f->o3 = d->nw + d->nl + d->nm + d->nr;
    assert_true (f->n <= MOST_Z);
    memset (f->z, 0, sizeof f->z);
}

static inline void close_form (Fixture *f) { geoms_run_free (f->run); }

/* z begins with x */
static inline void begin_at (Fixture *f, double t, const double *x)
{
    int status;

    f->t = t;
    memcpy (f->z, x, (size_t)f->c.n * sizeof *x);
    status = geoms_motion_begin (f->s, t, f->z);
    if (status != 0)
        fail_msg ("%s at t = %g: %d, %s", f->c.model.name, t, status,
                  geoms_run_report (f->run)->text);
}

static inline void rows_at (Fixture *f)
{
    assert_int_equal (geoms_rows_evaluate (f->s, GEOMS_FOR_METHOD, 1, &f->t, f->z, f->rows), 0);
}

/* ---- the formulas: 3 velocities, 2 constraints of moving.h, in plain elimination ---- */

typedef struct Known {
    double M[9], C[6], f[3], b1[2], b2[2], Z[12], b;
} Known;

static inline Known known_at (double t, const double *x)
{
    Known k;
    double g;

    moving_mass (x + MOVING_P, k.M);
    moving_C (x + MOVING_P, k.C);
    moving_kinematics (x + MOVING_P, k.Z);
    moving_all_forces (t, x, k.f, &k.b);
    moving_levels (t, x, &g, k.b1, k.b2);
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 2; i++)
            k.b1[i] -= k.C[i + 2 * j] * x[MOVING_V + j];
    return k;
}

/* [A C'; C 0] y = [upper; -lower], A = NULL: I */
static inline void saddle (const Known *k, const double *A, const double *upper,
                           const double *lower, double *y)
{
    double K[25] = {0};

    for (int j = 0; j < 3; j++) {
        for (int i = 0; i < 3; i++)
            K[i + 5 * j] = A != NULL ? A[i + 3 * j] : i == j;
        for (int i = 0; i < 2; i++)
            K[3 + i + 5 * j] = K[j + 5 * (3 + i)] = k->C[i + 2 * j];
        y[j] = upper[j];
    }
    y[3] = -lower[0];
    y[4] = -lower[1];
    assert_int_equal (model_solve (5, K, 1, y), 0);
}

/* the velocities with C v + b' = 0: the independent one kept, or the smallest change */
static inline void expected_velocities (const Known *k, int formulation, const int *independent,
                                        const double *v, double *y)
{
    double K[9] = {0}, both[5];

    memcpy (y, v, 3 * sizeof *y);
    if (! is_partition (formulation))
        return;
    if (formulation != GEOMS_FORMULATION_PARTITION_FIXED) {
        saddle (k, NULL, v, k->b1, both);
        memcpy (y, both, 3 * sizeof *y);
        return;
    }
    y[0] = -k->b1[0];
    y[1] = -k->b1[1];
    for (int j = 0; j < 3; j++) {
        K[3 * j] = k->C[2 * j];
        K[3 * j + 1] = k->C[2 * j + 1];
        K[3 * j + 2] = independent[j];
        y[2] = independent[j] ? v[j] : y[2];
    }
    assert_int_equal (model_solve (3, K, 1, y), 0);
}

/* ---- models with an exact motion, each with the parts that it gives, and without ---- */

static inline Case case_number (int i)
{
    static const TestModel *const models[]
        = {&model_pendulum,   &model_slidercrank, &model_sleigh, &model_top,     &model_oscillator,
           &model_prescribed, &model_knifeedge,   &model_disk,   &model_particle};

    Case c = i < 2 ? case_of_moving () : case_of (models[i / 2 - 1]);

    if (i % 2)
        c.model.system.parts = NULL;
    return c;
}
enum { MODELS = 20 };

/* of the slider crank: the angle phi seen from the support, without end */
static inline double crank_angle (const double *x) { return x[6] + x[7] - acos (-1); }

#endif
