/* models.h - mechanical systems in C for the tests and the benchmarks
 *
 *     const TestModel *m = &model_pendulum;
 *     void *user = m->system.create (NULL, 0);       or with the first parameters given
 *     m->start (x, user);                            a consistent state at the time m->tspan[0]
 *     ...
 *     m->system.destroy (user);
 *
 * The sign convention is M v' = f - Z'G' lambda - Z'H' mu everywhere. The heads of the files give
 * the equations and the parameters q with their standard values. Every model gives its parts and
 * has an exact Jacobian; model_differences removes it. The GeomsModel is the first member, so that
 * the symbol of a TestModel is a native model too when the file is built as a shared library.
 */
#ifndef GEOMS_TEST_MODELS_H
#define GEOMS_TEST_MODELS_H

#include <stddef.h>

#include "geoms_model.h"

typedef struct TestModel {
    GeomsModel system; /* without blocks_jac: model_blocks puts it in */
    const char *name;
    double tspan[2];
    /* consistent state at tspan[0], multipliers included; not 0 if they cannot be found */
    int (*start) (double *x, void *user);
    /* constant along exact motions; NULL: there is no such quantity */
    double (*energy) (double t, const double *x, void *user);
    /* the motion that begins with start, exact or to about 1e-13; NULL: unknown. Every call begins
     * anew at tspan[0]; 0 or not 0 as start */
    int (*exact) (double t, double *x, void *user);
    /* as in GeomsModel; NULL: the model has none */
    int (*blocks_jac) (double t, const double *x, const double *alpha, double *B, int ldb,
                       void *user);
    GeomsBatch accelerations;
} TestModel;

extern const TestModel model_pendulum;        /* np 2, nl 1 */
extern const TestModel model_pendulum_energy; /* the same with its energy as an invariant, ni 1 */
extern const TestModel model_andrews;         /* np 7, nl 6, M (p) */
extern const TestModel model_caraxis;         /* np 4, nl 2, g (t, p) */
extern const TestModel model_slidercrank;     /* np 3, nl 2, M (p) */
extern const TestModel model_oscillator;      /* np 2, nl 0, M constant, not diagonal */
extern const TestModel model_prescribed;      /* np 2, nl 2, g (t, p): no freedom is left */
extern const TestModel model_knifeedge;       /* np 3, nm 1 */
extern const TestModel model_sleigh;          /* np 3, nm 1, M (p) */
extern const TestModel model_disk;            /* np 4, nm 2 */
extern const TestModel model_particle;        /* np 2, nl 1, a motion quadratic in t */
extern const TestModel model_top;             /* np 7, nv 6, nl 3, ni 1: Z (p), quaternion */
extern const TestModel model_top_energy;      /* the same with its energy as an invariant, ni 2 */
extern const TestModel model_fourbar;         /* np 21, nv 18, nl 20 (rank 17), ni 3 */
extern const TestModel model_bricard;         /* np 35, nv 30, nl 30 (rank 29), ni 5 */
extern const TestModel model_skate;           /* every block but e: np 6, nv 5, nr 4, nw 3, ns 1,
                                                 nl 1, nm 2; Z (p), diagonal M (p) */

/* the Eich-Soellner/Fuehrer truck, np 9, f (t, p, v), stiff: with a joint, nl 2, or without
 * constraints; all springs linear, or one of them pneumatic */
extern const TestModel model_truck, model_truck_pneumatic;
extern const TestModel model_truck_unconstrained, model_truck_unconstrained_pneumatic;

/* Two or three parallel cranks and a coupler: nl = 4 cranks; with three cranks one row is
 * redundant */
TestModel model_parallelogram (int cranks);
/* 2 or 10 four-bar mechanisms side by side, which fall through positions with all bars in a line */
TestModel model_fourbars (int count);

/* place and velocity (6 values) of joint 0, 1, ... of model_fourbar or model_bricard */
void linkage_joint (const double *x, void *user, int joint, double *P);

/* The chain of `bodies` points: its dimensions depend on the number; q[0] must be the same number.
 * model_chain_3 is the one of three bodies with that number as the standard value of q[0]. */
TestModel model_chain (int bodies);
extern const TestModel model_chain_3;

/* ---- the pendulum from rest at an angle, or from its lowest point with a speed ---- */

typedef struct PendulumOrbit {
    double m, L, g;
    long double k, rate, phase, quarter; /* modulus, sqrt (g/L), argument at t = 0, K (k) */
} PendulumOrbit;

/* q as for model_pendulum: m, L, g. The angle counts from the lowest point; 0 < |angle| < pi. */
PendulumOrbit pendulum_from_rest (const double *q, double angle);
/* 0 < |v0| < 2 sqrt (g L) */
PendulumOrbit pendulum_from_bottom (const double *q, double v0);
/* x = [lambda; v; p], to about 1e-15 (relative to the phase: 1e-19 t) */
void pendulum_exact (const PendulumOrbit *orbit, double t, double *x);

/* ---- tools ---- */

static inline int model_unknowns (const GeomsDims *d)
{
    return d->nw + d->nl + d->nm + d->nr + d->nv + d->ns + d->np;
}

static inline int model_rows (const GeomsDims *d)
{
    return d->nw + 2 * d->nl + 2 * d->nm + d->ni + d->ns + d->nl + d->nr + d->nv + d->np;
}

/* the same system without its Jacobian, so that finite differences are used */
static inline GeomsModel model_differences (const TestModel *model)
{
    GeomsModel system = model->system;
    system.jac = NULL;
    return system;
}

/* the same with blocks_jac and without jac; with accelerations */
static inline GeomsModel model_blocks (const TestModel *model)
{
    GeomsModel system = model_differences (model);
    system.blocks_jac = model->blocks_jac;
    return system;
}

static inline GeomsModel model_accelerations (const TestModel *model)
{
    GeomsModel system = model->system;
    system.accelerations = model->accelerations;
    return system;
}

/* another rda, without the functions that tell the same otherwise, but for jac */
static inline void model_replace_rda (GeomsModel *system, GeomsBatch rda)
{
    system->rda = rda;
    system->rda_mass = NULL;
    system->parts = NULL;
    system->parts_mass = 0;
    system->blocks_jac = NULL;
    system->accelerations = NULL;
}

/* patterned.c: *model is the dense one with patterns of its matrices, those of states around x, and
 * the result its user, to be freed before that of the dense one; NULL on failure. Its functions
 * write values alone; it has no jac_known and no accelerations. */
void *model_patterned (const GeomsModel *dense, void *user, const double *x, GeomsModel *model);
void model_patterned_free (void *patterned);

/* length of a column of its parts */
static inline int model_parts_size (const GeomsModel *system)
{
    const GeomsDims *d = &system->dims;
    const int m = d->nl + d->nm, structure = system->mass_structure;
    const int varies = system->mass != NULL && structure <= GEOMS_MASS_DIAGONAL;

    return (varies || system->parts_mass ? d->nv * d->nv : 0)
           + (system->kinematics ? d->np * d->nv : 0) + (m + 1) * d->nv
           + d->nl + 2 * m + d->nr + d->nw + d->ns + d->ni;
}

/* `user` = count numbers, the standard values with the first nq replaced by q; or NULL */
void *model_parameters (const double *q, int nq, const double *standard, int count);
/* w, lambda, mu of x from the rows d, gII, hI = 0 by Newton's method; those of minimum norm
 * where they are not determined, if they are 0 on entry; 0, or not 0 on failure */
int model_multipliers (const GeomsModel *system, double t, double *x, void *user);
/* B (n x m) becomes A^-1 B, A (n x n) is destroyed; by columns; not 0 if A is singular */
int model_solve (int n, double *A, int m, double *B);
/* rank of A (m x n), by columns: what is smaller by 1e-10 than the largest column counts as zero */
int model_rank (int m, int n, const double *A);
/* b becomes the shortest x with the smallest |A x - b|, A (n x n) of any rank; not 0 on failure */
int model_least (int n, const double *A, double *b);
/* column 0, 1, ... of a file in tests/data, often: published, extended; not 0 on failure */
int model_reference (const char *file, int column, int n, double *x);

#endif
